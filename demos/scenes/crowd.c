// Crowd: walkers of different sizes go to one goal after the other, around pillars. Each is moved by auk_world_move()
// as a floating mover, then auk_crowd_separate() pushes all apart. No walker may get into a pillar or outside.
#include "auk/many.h"
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <stdlib.h>
#include <string.h>

enum { PILLAR_COUNT = 7, GOAL_COUNT = 4 };

#define HALF_WIDTH 32.0f
#define HALF_HEIGHT 18.0f
#define SPEED 7.0f
#define SIGHT 2.5f // distance at which walkers avoid a wall
#define GOAL_RADIUS 3.5f
#define TOLERANCE 1e-3f // depth of an overlap that is a fault

#define CATEGORY_WALL ((uint64_t)1)
#define CATEGORY_WALKER ((uint64_t)2)

static const AukVec2 goals[GOAL_COUNT] = {{-26.0f, -12.0f}, {26.0f, 12.0f}, {-26.0f, 12.0f}, {26.0f, -12.0f}};

typedef struct Crowd {
    Demo demo;
    AukCrowd *crowd;
    // Arrays with one item for each walker.
    AukBodyId *bodies;
    AukShape *shapes;
    AukTransform *poses;
    AukTransform *previous_poses;
    AukTransform *walked_poses; // after its own move, before it was pushed
    AukVec2 *velocities;
    float *weights;
    int *goals;
    int overlaps;    // pairs that overlapped before they were last pushed apart
    int64_t inside;  // walkers inside a pillar, summed over all frames
    int64_t beyond;  // walkers that went through a pillar or are outside
    int64_t stuck;   // walkers for which auk_world_move() found no way out
    int64_t arrived; // goals reached
} Crowd;

static void add_walls(Demo *demo)
{
    static const AukVec2 pillars[PILLAR_COUNT] = {{-12.0f, 7.0f}, {-13.0f, -7.0f}, {0.0f, 0.0f},  {12.0f, -6.0f},
                                                  {13.0f, 7.0f},  {-2.0f, 12.0f},  {1.0f, -12.0f}};
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .filter.category = CATEGORY_WALL};
    for (int i = 0; i < PILLAR_COUNT; i++) {
        def.shape = i % 2 == 0 ? auk_shape_circle(2.5f) : auk_shape_box(2.5f, 1.8f);
        def.position = pillars[i];
        def.angle = 0.4f * (float)i;
        demo_add_body(demo, &def);
    }
    def.angle = 0.0f;
    for (int i = 0; i < 2; i++) {
        float side = i == 0 ? 1.0f : -1.0f;
        def.shape = auk_shape_box(HALF_WIDTH + 1.0f, 0.5f);
        def.position = auk_vec(0.0f, side * (HALF_HEIGHT + 0.5f));
        demo_add_body(demo, &def);
        def.shape = auk_shape_box(0.5f, HALF_HEIGHT);
        def.position = auk_vec(side * (HALF_WIDTH + 0.5f), 0.0f);
        demo_add_body(demo, &def);
    }
}

// Walkers start around the goal before their own.
static void add_walker(Crowd *crowd, int index)
{
    Demo *demo = &crowd->demo;
    float radius = demo_random_between(&demo->random, 0.25f, 0.6f);
    int goal = demo_random_below(&demo->random, GOAL_COUNT);
    AukVec2 spread = demo_random_in_disc(&demo->random);
    AukVec2 at = auk_vec_add(goals[(goal + 1) % GOAL_COUNT], auk_vec_scale(5.0f, spread));
    crowd->shapes[index] = auk_shape_circle(radius);
    crowd->poses[index] = auk_transform(at, 0.0f);
    crowd->weights[index] = radius * radius;
    crowd->goals[index] = goal;
    AukBodyDef def = {.shape = crowd->shapes[index], .position = at};
    def.filter = (AukFilter){.category = CATEGORY_WALKER, .ignore = CATEGORY_WALKER};
    crowd->bodies[index] = demo_add_body(demo, &def);
}

static void destroy(Demo *demo)
{
    Crowd *crowd = (Crowd *)demo;
    auk_world_destroy(demo->world);
    auk_crowd_destroy(crowd->crowd);
    free(crowd->bodies);
    free(crowd->shapes);
    free(crowd->poses);
    free(crowd->previous_poses);
    free(crowd->walked_poses);
    free(crowd->velocities);
    free(crowd->weights);
    free(crowd->goals);
    free(crowd);
}

static bool allocate(Crowd *crowd, size_t count)
{
    crowd->bodies = calloc(count, sizeof *crowd->bodies);
    crowd->shapes = calloc(count, sizeof *crowd->shapes);
    crowd->poses = calloc(count, sizeof *crowd->poses);
    crowd->previous_poses = calloc(count, sizeof *crowd->previous_poses);
    crowd->walked_poses = calloc(count, sizeof *crowd->walked_poses);
    crowd->velocities = calloc(count, sizeof *crowd->velocities);
    crowd->weights = calloc(count, sizeof *crowd->weights);
    crowd->goals = calloc(count, sizeof *crowd->goals);
    return crowd->bodies != NULL && crowd->shapes != NULL && crowd->poses != NULL && crowd->previous_poses != NULL &&
           crowd->walked_poses != NULL && crowd->velocities != NULL && crowd->weights != NULL && crowd->goals != NULL;
}

static Demo *create(const DemoOptions *options)
{
    Crowd *crowd = calloc(1, sizeof *crowd);
    if (crowd == NULL) {
        return NULL;
    }
    crowd->crowd = auk_crowd_create(NULL);
    if (crowd->crowd == NULL || !allocate(crowd, (size_t)options->bodies)) {
        destroy(&crowd->demo);
        return NULL;
    }
    demo_init(&crowd->demo, options);
    add_walls(&crowd->demo);
    for (int i = 0; i < options->bodies; i++) {
        add_walker(crowd, i);
    }
    return &crowd->demo;
}

static AukQuery walls_only(void)
{
    return (AukQuery){.filter = {.category = CATEGORY_WALKER, .ignore = ~CATEGORY_WALL}};
}

// The direction to walk in: along a wall that lies ahead, on the side nearer to `direction`. Walkers that meet a wall
// head on go left or right by their index.
static AukVec2 steer(const Crowd *crowd, int index, AukVec2 direction)
{
    AukQuery query = walls_only();
    AukFound found;
    AukVec2 ahead = auk_vec_scale(SIGHT, direction);
    if (!auk_world_cast_shape(crowd->demo.world, &crowd->shapes[index], crowd->poses[index], ahead, &query, &found)) {
        return direction;
    }
    AukVec2 along = auk_vec(-found.normal.y, found.normal.x);
    float toward = auk_vec_dot(along, direction);
    bool left = toward > 0.3f || (toward > -0.3f && index % 2 == 0);
    return left ? along : auk_vec_neg(along);
}

static void walk(Crowd *crowd, int index)
{
    Demo *demo = &crowd->demo;
    AukVec2 at = crowd->poses[index].p;
    AukVec2 to_goal = auk_vec_sub(goals[crowd->goals[index]], at);
    if (auk_vec_length(to_goal) < GOAL_RADIUS) {
        crowd->arrived++;
        crowd->goals[index] = (crowd->goals[index] + 1) % GOAL_COUNT;
    }
    AukVec2 wanted = auk_vec_scale(SPEED, steer(crowd, index, auk_vec_normalize(to_goal)));
    AukMover mover = {
        .shape = crowd->shapes[index], .pose = crowd->poses[index], .floating = true, .query = walls_only()};
    mover.velocity = auk_vec_lerp(crowd->velocities[index], wanted, 0.2f);
    int result = auk_world_move(demo->world, &mover, demo->options.dt, NULL, 0);
    demo->status = result < 0 ? (AukStatus)-result : AUK_OK;
    crowd->stuck += mover.stuck;
    crowd->poses[index] = mover.pose;
    crowd->velocities[index] = mover.velocity;
}

static void prepare(Demo *demo)
{
    Crowd *crowd = (Crowd *)demo;
    int count = demo->options.bodies;
    for (int i = 0; i < count && demo->status == AUK_OK; i++) {
        crowd->previous_poses[i] = crowd->poses[i];
        walk(crowd, i);
    }
    memcpy(crowd->walked_poses, crowd->poses, (size_t)count * sizeof *crowd->poses);
    AukCrowdDef def = {.count = count, .shapes = crowd->shapes, .poses = crowd->poses, .weights = crowd->weights};
    def.world = demo->world;
    def.query = walls_only();
    def.dt = demo->options.dt;
    crowd->overlaps = auk_crowd_separate(crowd->crowd, &def);
    if (demo->status == AUK_OK && crowd->overlaps < 0) {
        demo->status = (AukStatus)-crowd->overlaps;
    }
    if (demo->status == AUK_OK) {
        demo->status = auk_body_move_to_many(demo->world, crowd->bodies, count, crowd->poses);
    }
}

// In steps longer than a second a walker gets round a pillar, and the straight line to its new position crosses it.
static void check(Demo *demo)
{
    Crowd *crowd = (Crowd *)demo;
    AukQuery query = walls_only();
    int64_t before = crowd->inside + crowd->beyond + crowd->stuck;
    for (int i = 0; i < demo->options.bodies; i++) {
        AukFound found[4];
        AukTransform pose = auk_body_get_pose(demo->world, crowd->bodies[i]);
        int count = auk_world_overlap(demo->world, &crowd->shapes[i], pose, &query, found, 4);
        bool inside = count < 0;
        for (int j = 0; j < count; j++) {
            inside = inside || found[j].distance < -TOLERANCE;
        }
        AukVec2 from = crowd->previous_poses[i].p, walked = crowd->walked_poses[i].p;
        bool outside =
            pose.p.x < -HALF_WIDTH || pose.p.x > HALF_WIDTH || pose.p.y < -HALF_HEIGHT || pose.p.y > HALF_HEIGHT;
        crowd->inside += inside;
        crowd->beyond += outside || auk_world_cast_ray_any(demo->world, from, auk_vec_sub(walked, from), &query) ||
                         auk_world_cast_ray_any(demo->world, walked, auk_vec_sub(pose.p, walked), &query);
    }
    demo->checks.missed += crowd->inside + crowd->beyond + crowd->stuck - before;
}

static void report(const Demo *demo, FILE *stream)
{
    const Crowd *crowd = (const Crowd *)demo;
    fprintf(stream, " inside=%lld beyond=%lld stuck=%lld arrived=%lld overlaps=%d", (long long)crowd->inside,
            (long long)crowd->beyond, (long long)crowd->stuck, (long long)crowd->arrived, crowd->overlaps);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH + 1.0f, HALF_HEIGHT + 1.0f);
}

// Colours that have no meaning in the palette.
static const CanvasColor goal_colors[GOAL_COUNT] = {0xfff0b070u, 0xffb59cffu, 0xffa8d86eu, 0xff9fd8e8u};

// Draws walkers in the colour of their goal.
static void draw(Demo *demo, View *view)
{
    const Crowd *crowd = (const Crowd *)demo;
    for (int i = 0; i < GOAL_COUNT; i++) {
        AukVec2 at = view_point(view, goals[i]);
        canvas_disc(&view->canvas, at, GOAL_RADIUS * view->camera.scale, canvas_fade(goal_colors[i], 0x28));
        canvas_ring(&view->canvas, at, GOAL_RADIUS * view->camera.scale, view->pixel, goal_colors[i]);
    }
    for (int i = 0; i < demo->options.bodies; i++) {
        CanvasColor color = goal_colors[crowd->goals[i]];
        AukTransform pose = auk_body_get_pose(demo->world, crowd->bodies[i]);
        view_shape(view, &crowd->shapes[i], pose, canvas_fade(color, 0xc0), COLOR_BACKGROUND);
    }
    view_note(view, COLOR_TEXT, "%d walkers in the colour of their goal, %d pairs too near, %lld arrived",
              demo->options.bodies, crowd->overlaps, (long long)crowd->arrived);
}

const DemoScene scene_crowd = {
    .name = "crowd",
    .title = "walkers of all sizes that go around pillars and are pushed apart",
    .bodies_text = "walkers",
    .defaults = {.seed = 1, .bodies = 300, .dt = 1.0f / 60.0f},
    .frames = 900,
    .bodies_max = 5000,
    .dt_max = 1.0f,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = destroy,
    .extent = extent,
    .draw = draw,
};
