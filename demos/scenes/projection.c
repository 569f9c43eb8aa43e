// Projection: the algorithm of the article on non-intersection, drawn step by step, for its six pairs of bodies (the
// last at three angles) and then for random ones. A step of this scene makes the next pair. The check projects by the
// article's own rule, and compares the distance with GJK's.
#include "scenes/projection.h"

#include "viewer/draw/view.h"

// The largest difference between two algorithms, as a part of the size of a body. Alternating projection stops early
// where sides are nearly parallel.
#define SLACK 1e-3f
// The same between two ways to project one point: rounding of floats.
#define POINT_SLACK 1e-5f

#define BODY_SIZE 3.0f
// Where the bodies are drawn; text is below and to the right.
#define CENTRE_X (-6.0f)
#define CENTRE_Y 3.0f
// Pairs that fit are drawn twice as large. A power of two changes no digit of the answers.
#define LARGE_FROM 8.0f

static void add_pair(ProjectionScene *scene, const ProjectionPair *pair)
{
    const ProjectionBody *bodies[2] = {&pair->a, &pair->b};
    AukBox box =
        auk_box_union(auk_shape_bounds(&pair->a.shape, pair->a.pose), auk_shape_bounds(&pair->b.shape, pair->b.pose));
    AukVec2 middle = auk_vec_lerp(box.min, box.max, 0.5f);
    bool large = box.max.x - box.min.x >= LARGE_FROM || box.max.y - box.min.y >= LARGE_FROM;
    float scale = large ? 1.0f : 2.0f;
    scene->scale = scale;
    for (int i = 0; i < 2; i++) {
        AukVec2 vertices[PROJECTION_CORNERS_MAX];
        AukBodyDef def = {.shape = auk_shape_scale(&bodies[i]->shape, scale, vertices),
                          .angle = bodies[i]->angle,
                          .position = auk_vec_scale(scale, auk_vec_sub(bodies[i]->pose.p, middle))};
        def.position = auk_vec_add(def.position, auk_vec(CENTRE_X, CENTRE_Y));
        scene->bodies[i] = demo_add_body(&scene->demo, &def);
    }
}

// A hull of random points, or one time in four a circle.
static void add_random_body(ProjectionScene *scene, int index)
{
    DemoRandom *random = &scene->demo.random;
    AukVec2 points[PROJECTION_CORNERS_MAX];
    bool circle = demo_random_below(random, 4) == 0;
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        points[i] = auk_vec_scale(BODY_SIZE, demo_random_in_disc(random));
    }
    AukVec2 place = auk_vec_scale(2.0f, demo_random_in_disc(random));
    place.x += index == 0 ? CENTRE_X - 2.5f : CENTRE_X + 2.5f;
    place.y += CENTRE_Y;
    AukBodyDef def = {.position = place, .angle = demo_random_angle(random)};
    def.shape = circle ? auk_shape_circle(0.5f * BODY_SIZE) : def.shape;
    scene->bodies[index] = demo_add_body(&scene->demo, &def);
    if (!circle && scene->demo.status == AUK_OK) {
        auk_body_add_polygon(scene->demo.world, scene->bodies[index], points, scene->demo.options.bodies, NULL);
        scene->demo.status = auk_world_last_status(scene->demo.world);
    }
}

static void show_pair(ProjectionScene *scene, int pair)
{
    scene->pair = pair;
    scene->stage = 0;
    for (int i = 0; i < 2; i++) {
        if (auk_body_exists(scene->demo.world, scene->bodies[i])) {
            auk_body_destroy(scene->demo.world, scene->bodies[i]);
        }
    }
    if (pair < PROJECTION_PAIR_COUNT) {
        add_pair(scene, &scene->pairs[pair]);
    } else {
        scene->scale = 1.0f;
        add_random_body(scene, 0);
        add_random_body(scene, 1);
    }
}

static void count_table(ProjectionScene *scene)
{
    projection_pairs_make(scene->pairs);
    for (int i = 0; i < PROJECTION_PAIR_COUNT; i++) {
        const ProjectionBody *a = &scene->pairs[i].a, *b = &scene->pairs[i].b;
        AukProjectionResult result = auk_alternating_projection(&a->shape, a->pose, &b->shape, b->pose, 0.0f, NULL);
        AukGjkResult gjk = auk_gjk(&a->shape, a->pose, &b->shape, b->pose, NULL, NULL);
        scene->table[i] = (ProjectionCounts){result.projections, gjk.iterations, result.distance};
    }
}

static Demo *create(const DemoOptions *options)
{
    ProjectionScene *scene = demo_new(options, sizeof *scene, sizeof(ProjectionAnswer));
    if (scene == NULL) {
        return NULL;
    }
    count_table(scene);
    scene->pair = -1;
    return &scene->demo;
}

static void prepare(Demo *demo)
{
    ProjectionScene *scene = (ProjectionScene *)demo;
    show_pair(scene, scene->pair < PROJECTION_PAIR_COUNT ? scene->pair + 1 : scene->pair);
}

// ---- answers --------------------------------------------------------------------------------------------------

void projection_answer(const ProjectionScene *scene, ProjectionAnswer *answer)
{
    const AukWorld *world = scene->demo.world;
    for (int i = 0; i < 2; i++) {
        AukShapeId shape = auk_body_get_shape(world, scene->bodies[i]);
        answer->shapes[i] = auk_world_shape_get(world, shape);
        answer->poses[i] = auk_world_shape_get_pose(world, shape);
    }
    AukProjectionTrace trace = {.steps = answer->steps, .capacity = PROJECTION_STEPS_MAX};
    const AukShape *a = &answer->shapes[0], *b = &answer->shapes[1];
    answer->result = auk_alternating_projection(a, answer->poses[0], b, answer->poses[1], 0.0f, &trace);
    answer->gjk = auk_gjk(a, answer->poses[0], b, answer->poses[1], NULL, NULL);
    answer->count = trace.count;
}

ProjectionPlanes projection_answer_planes(const ProjectionAnswer *answer, int i)
{
    int onto = answer->steps[i].onto_b ? 1 : 0;
    AukTransform pose = answer->poses[onto];
    pose.p = auk_vec_sub(pose.p, answer->poses[0].p);
    return projection_planes_find(&answer->shapes[onto], pose, answer->steps[i].from);
}

// The article's claims for each step: the projection is that of its rule, and no gap is larger than the one before.
static bool is_true_to_article(const ProjectionAnswer *answer)
{
    for (int i = 0; i < answer->count; i++) {
        const AukProjectionStep *step = &answer->steps[i];
        ProjectionPlanes planes = projection_answer_planes(answer, i);
        bool circle = answer->shapes[step->onto_b].kind == AUK_SHAPE_CIRCLE; // projected onto its centre by both
        float off = auk_vec_length(auk_vec_sub(planes.to, step->to));
        bool grows = i > 1 && step->distance > answer->steps[i - 1].distance + POINT_SLACK * BODY_SIZE;
        if (grows || (!circle && off * planes.sine > POINT_SLACK * BODY_SIZE)) {
            return false;
        }
    }
    return true;
}

static void check(Demo *demo)
{
    const ProjectionScene *scene = (const ProjectionScene *)demo;
    ProjectionAnswer *answer = demo->items;
    projection_answer(scene, answer);
    const AukProjectionResult *result = &answer->result;
    AukDistance distance = auk_distance(&answer->shapes[0], answer->poses[0], &answer->shapes[1], answer->poses[1]);
    float gap = distance.distance, slack = SLACK * BODY_SIZE;
    bool converged = result->status == AUK_OK;
    bool wrong = !is_true_to_article(answer) || (gap < -slack && converged && !result->overlap) ||
                 (gap > slack && converged && fabsf(result->distance - gap) > slack) ||
                 (!converged && gap > result->distance + slack);
    if (scene->pair < PROJECTION_PAIR_COUNT) {
        const ProjectionCounts *row = &scene->table[scene->pair];
        wrong = wrong || row->projections != result->projections || row->iterations != answer->gjk.iterations;
    }
    demo->checks.missed += wrong;
}

static void report(const Demo *demo, FILE *stream)
{
    const ProjectionScene *scene = (const ProjectionScene *)demo;
    ProjectionAnswer *answer = demo->items;
    if (scene->pair < 0) {
        return;
    }
    projection_answer(scene, answer);
    fprintf(stream, " pair=%d projections=%d iterations=%d distance=%.5f", scene->pair + 1, answer->result.projections,
            answer->gjk.iterations, (double)(answer->result.distance / scene->scale));
}

// ---- the window -----------------------------------------------------------------------------------------------

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(17.9f, 9.6f);
}

// T0, each projection, and the result without planes.
static int stages(const Demo *demo)
{
    const ProjectionScene *scene = (const ProjectionScene *)demo;
    ProjectionAnswer *answer = demo->items;
    projection_answer(scene, answer);
    return answer->count + 2;
}

static int stage_shown(const Demo *demo)
{
    return ((const ProjectionScene *)demo)->stage;
}

static void show_stage(Demo *demo, int stage)
{
    int last = stages(demo) - 1;
    ((ProjectionScene *)demo)->stage = stage < 0 ? 0 : (stage < last ? stage : last);
}

static void press_pair(ProjectionScene *scene, int pair)
{
    show_pair(scene, (pair + PROJECTION_PAIR_COUNT) % PROJECTION_PAIR_COUNT);
    scene->demo.moved_by_hand = false;
    if (scene->demo.status == AUK_OK) {
        scene->demo.status = auk_world_step(scene->demo.world, 0.0f);
    }
}

static bool press(Demo *demo, int key, bool shift)
{
    ProjectionScene *scene = (ProjectionScene *)demo;
    int far = shift ? 20 : 1;
    switch (key) {
    case DEMO_KEY_RIGHT: show_stage(demo, scene->stage + far); return true;
    case DEMO_KEY_LEFT: show_stage(demo, scene->stage - far); return true;
    case DEMO_KEY_DOWN: press_pair(scene, scene->pair + 1); return true;
    case DEMO_KEY_UP: press_pair(scene, scene->pair - 1); return true;
    default: return false;
    }
}

// The last projection; the stage after it is the result alone.
static int picture_stage(const Demo *demo)
{
    return stages(demo) - 2; // there are at least two
}

const DemoScene scene_projection = {
    .name = "projection",
    .title = "alternating projection step by step, beside GJK; a step is the next pair of the article's table",
    .bodies_text = "points of a random body, which come after the table",
    .defaults = {.seed = 1, .bodies = 6, .dt = 1.0f / 60.0f},
    .frames = 5,
    .bodies_min = 3,
    .bodies_max = PROJECTION_CORNERS_MAX,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = projection_draw,
    .press = press,
    .stages = stages,
    .stage_shown = stage_shown,
    .show_stage = show_stage,
    .picture_stage = picture_stage,
    .draws_all = true,
    .still = true,
    .help = {{"Right, Left", "next, previous projection"},
             {"Shift+Right, Left", "20 projections"},
             {"Down, Up", "next, previous pair"},
             {"N", "next pair, then random"}},
};
