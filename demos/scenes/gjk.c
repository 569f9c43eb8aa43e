// Gjk: two shapes, random or chosen, that can be dragged and rotated like any body. A step of this scene makes another
// random pair. The check compares GJK and EPA with alternating projection, which shares no code with them.
#include "scenes/gjk.h"

#include "viewer/draw/view.h"

#define FIGURE_SIZE 3.0f

// The largest difference between two algorithms, as a part of the size of a figure. Alternating projection stops early
// where sides are nearly parallel.
#define SLACK 1e-3f

// The support function of a half disc, as an example of a custom shape: the point on the arc, or the upper or lower
// corner.
static void half_disc(const double direction[2], double point[2], const void *context)
{
    (void)context;
    double size = (double)FIGURE_SIZE * 0.8;
    if (direction[0] > 0.0) {
        double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
        point[0] = size * direction[0] / length;
        point[1] = size * direction[1] / length;
    } else {
        point[0] = 0.0;
        point[1] = direction[1] < 0.0 ? -size : size;
    }
}

static const AukCustomShape custom = {
    half_disc, NULL, {{0.0f, -0.8f * FIGURE_SIZE}, {0.8f * FIGURE_SIZE, 0.8f * FIGURE_SIZE}}, 1};

static AukShape shape_of_kind(GjkKind kind)
{
    const float s = FIGURE_SIZE;
    switch (kind) {
    case GJK_KIND_CIRCLE: return auk_shape_circle(0.7f * s);
    case GJK_KIND_CAPSULE: return auk_shape_capsule(auk_vec(-0.6f * s, 0.0f), auk_vec(0.6f * s, 0.2f * s), 0.3f * s);
    case GJK_KIND_SEGMENT: return auk_shape_segment(auk_vec(-0.8f * s, 0.0f), auk_vec(0.8f * s, 0.3f * s));
    case GJK_KIND_BOX: return auk_shape_box(0.8f * s, 0.5f * s);
    case GJK_KIND_ELLIPSE: return auk_shape_ellipse(0.9f * s, 0.4f * s);
    case GJK_KIND_ROUNDED: return auk_shape_rounded(auk_shape_box(0.5f * s, 0.3f * s), 0.3f * s);
    case GJK_KIND_CUSTOM: return auk_shape_custom(&custom, 0.0f);
    case GJK_KIND_HULL:
    case GJK_KIND_COUNT: break;
    }
    return (AukShape){0};
}

static void place_figure(GjkScene *scene, int index, AukVec2 place, float angle)
{
    GjkFigure *figure = &scene->figures[index];
    AukBodyDef def = {.position = place, .angle = angle, .shape = shape_of_kind(figure->kind)};
    if (auk_body_exists(scene->demo.world, figure->body)) {
        auk_body_destroy(scene->demo.world, figure->body);
    }
    figure->body = demo_add_body(&scene->demo, &def);
    if (figure->kind == GJK_KIND_HULL && scene->demo.status == AUK_OK) {
        auk_body_add_polygon(scene->demo.world, figure->body, figure->points, scene->demo.options.bodies, NULL);
        scene->demo.status = auk_world_last_status(scene->demo.world);
    }
}

static void place_random_figure(GjkScene *scene, int index)
{
    DemoRandom *random = &scene->demo.random;
    GjkFigure *figure = &scene->figures[index];
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        figure->points[i] = auk_vec_scale(FIGURE_SIZE, demo_random_in_disc(random));
    }
    AukVec2 place = auk_vec_scale(2.2f, demo_random_in_disc(random));
    place.x -= index == 0 ? 11.5f : 6.5f;
    place_figure(scene, index, place, demo_random_angle(random));
}

static Demo *create(const DemoOptions *options)
{
    GjkScene *scene = demo_new(options, sizeof *scene, 0);
    if (scene == NULL) {
        return NULL;
    }
    if (scene->demo.status == AUK_OK) {
        scene->demo.status = auk_world_register_custom(scene->demo.world, &custom);
    }
    return &scene->demo;
}

static void prepare(Demo *demo)
{
    GjkScene *scene = (GjkScene *)demo;
    // Without a window the kinds take turns; in a window keys choose them.
    for (int i = 0; i < 2; i++) {
        int64_t turn = i == 0 ? demo->totals.frames : demo->totals.frames / GJK_KIND_COUNT;
        scene->figures[i].kind = demo->input.window ? scene->figures[i].kind : (GjkKind)(turn % GJK_KIND_COUNT);
        place_random_figure(scene, i);
    }
    scene->stage = 0;
}

void gjk_answer(const GjkScene *scene, GjkAnswer *answer)
{
    const AukWorld *world = scene->demo.world;
    for (int i = 0; i < 2; i++) {
        AukShapeId shape = {0};
        auk_body_get_shapes(world, scene->figures[i].body, &shape, 1);
        answer->shapes[i] = auk_world_shape_get(world, shape);
        answer->poses[i] = auk_world_shape_get_pose(world, shape);
    }
    const AukShape *a = &answer->shapes[0];
    const AukShape *b = &answer->shapes[1];
    AukGjkTrace gjk = {.steps = answer->gjk_steps, .capacity = GJK_ROUNDS_MAX};
    AukEpaTrace epa = {.steps = answer->epa_steps, .capacity = GJK_ROUNDS_MAX};
    AukProjectionTrace projection = {.steps = answer->projection_steps, .capacity = GJK_ROUNDS_MAX};
    answer->distance = auk_distance(a, answer->poses[0], b, answer->poses[1]);
    answer->gjk = auk_gjk(a, answer->poses[0], b, answer->poses[1], NULL, &gjk);
    answer->epa = auk_epa(a, answer->poses[0], b, answer->poses[1], &epa);
    answer->projection = auk_alternating_projection(a, answer->poses[0], b, answer->poses[1], 0.0f, &projection);
    const int rounds[GJK_ALGORITHM_COUNT] = {gjk.count, epa.count, projection.count};
    answer->rounds = rounds[scene->algorithm];
}

static void check(Demo *demo)
{
    GjkScene *scene = (GjkScene *)demo;
    GjkAnswer answer;
    gjk_answer(scene, &answer);
    scene->rounds += answer.gjk.iterations;
    scene->most_rounds = answer.gjk.iterations > scene->most_rounds ? answer.gjk.iterations : scene->most_rounds;
    float slack = SLACK * FIGURE_SIZE;
    float gap = answer.distance.distance;
    const AukProjectionResult *projection = &answer.projection;
    bool wrong = answer.distance.status != AUK_OK;
    if (projection->status == AUK_ERROR_ITERATION_LIMIT) {
        // Not converged: its distance is only an upper bound.
        wrong = wrong || gap > projection->distance + slack;
    } else {
        bool apart = gap > slack;
        wrong = wrong || (apart && fabsf(projection->distance - gap) > slack) || (gap < -slack && !projection->overlap);
    }
    if (answer.epa.overlap) {
        float depth = answer.epa.depth + answer.shapes[0].radius + answer.shapes[1].radius;
        wrong = wrong || fabsf(depth + gap) > slack;
    }
    demo->checks.missed += wrong;
}

static void report(const Demo *demo, FILE *stream)
{
    const GjkScene *scene = (const GjkScene *)demo;
    fprintf(stream, " rounds=%lld most_rounds=%d", (long long)scene->rounds, scene->most_rounds);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(16.8f, 8.8f);
}

static int stages(const Demo *demo)
{
    GjkAnswer answer;
    gjk_answer((const GjkScene *)demo, &answer);
    return answer.rounds + 1;
}

static void show_stage(Demo *demo, int stage)
{
    int last = stages(demo) - 1;
    ((GjkScene *)demo)->stage = stage < 0 ? 0 : (stage < last ? stage : last);
}

static void change_kind(GjkScene *scene, int index)
{
    GjkFigure *figure = &scene->figures[index];
    AukTransform pose = auk_body_get_pose(scene->demo.world, figure->body);
    figure->kind = (GjkKind)((figure->kind + 1) % GJK_KIND_COUNT);
    place_figure(scene, index, pose.p, auk_rot_angle(pose.q));
    if (scene->demo.status == AUK_OK) {
        scene->demo.status = auk_world_step(scene->demo.world, 0.0f);
    }
}

static bool press(Demo *demo, int key, bool shift)
{
    GjkScene *scene = (GjkScene *)demo;
    switch (key) {
    case DEMO_KEY_RIGHT: show_stage(demo, scene->stage + 1); return true;
    case DEMO_KEY_LEFT: show_stage(demo, scene->stage - 1); return true;
    case 'z': scene->result_only = !scene->result_only; return true;
    case 'c': change_kind(scene, shift ? 1 : 0); return true;
    case 'x':
        scene->algorithm = (GjkAlgorithm)((scene->algorithm + 1) % GJK_ALGORITHM_COUNT);
        show_stage(demo, 0);
        return true;
    default: return false;
    }
}

const DemoScene scene_gjk = {
    .name = "gjk",
    .title = "how GJK finds the distance of two shapes, round by round",
    .bodies_text = "points of each hull",
    .defaults = {.seed = 1, .bodies = 25, .dt = 1.0f / 60.0f},
    .frames = 64,
    .bodies_min = 3,
    .bodies_max = GJK_POINTS_MAX,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = gjk_draw,
    .press = press,
    .stages = stages,
    .show_stage = show_stage,
    .draws_all = true,
    .still = true,
    .help = {{"N", "another random pair"},
             {"Right, Left", "next, previous round"},
             {"X", "GJK, EPA, projection"},
             {"C, Shift+C", "kind of shape 1, 2"},
             {"Z", "only the result"}},
};
