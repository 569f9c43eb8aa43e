// A level with four borders, one of them tilted: half-planes, so that nothing gets past them however fast it is and
// however far it flies along them. Swept balls and turning boxes bounce from the borders and from each other.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <math.h>

enum { BORDER_COUNT = 4, SHOT_EVERY = 12 };

#define HALF_WIDTH 30.0f
#define HALF_HEIGHT 17.0f
#define TILT 0.15f // radians, of the ground
#define RADIUS 0.7f
#define SPEED 12.0f
#define SHOT_SPEED 2000.0f
#define GRAVITY 10.0f
#define SLACK 1e-3

typedef struct Boundary {
    Demo demo;
    AukBodyId borders[BORDER_COUNT];
    AukBodyId *bodies;
    int64_t bounces; // from borders
} Boundary;

// The normals of the borders point into the level; the body stands on the surface.
static void add_borders(Boundary *boundary)
{
    static const AukVec2 places[BORDER_COUNT] = {
        {0.0f, -HALF_HEIGHT}, {HALF_WIDTH, 0.0f}, {0.0f, HALF_HEIGHT}, {-HALF_WIDTH, 0.0f}};
    static const float angles[BORDER_COUNT] = {TILT, 1.57079633f, 3.14159265f, -1.57079633f};
    for (int i = 0; i < BORDER_COUNT; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = places[i], .angle = angles[i]};
        def.shape = auk_shape_half_plane(auk_vec(0.0f, 1.0f), 0.0f);
        boundary->borders[i] = demo_add_body(&boundary->demo, &def);
    }
}

static void add_body(Boundary *boundary, int index)
{
    DemoRandom *random = &boundary->demo.random;
    bool box = index % 4 == 0;
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_BOUNCE};
    def.shape = box ? auk_shape_box(RADIUS, 0.5f * RADIUS) : auk_shape_circle(RADIUS);
    def.position = demo_random_in_square(random, HALF_HEIGHT - 6.0f);
    def.position.x *= 2.0f;
    def.angle = demo_random_angle(random);
    def.spin = box ? 5.0f : 0.0f;
    def.velocity = auk_vec_scale(index % SHOT_EVERY == 1 ? SHOT_SPEED : SPEED, demo_random_direction(random));
    boundary->bodies[index] = demo_add_body(&boundary->demo, &def);
}

static Demo *create(const DemoOptions *options)
{
    Boundary *boundary = demo_new(options, sizeof *boundary, (size_t)options->bodies * sizeof *boundary->bodies);
    if (boundary == NULL) {
        return NULL;
    }
    boundary->bodies = boundary->demo.items;
    add_borders(boundary);
    for (int i = 0; i < options->bodies; i++) {
        add_body(boundary, i);
    }
    return &boundary->demo;
}

// Gravity.
static void prepare(Demo *demo)
{
    Boundary *boundary = (Boundary *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        AukVec2 velocity = auk_body_get_velocity(demo->world, boundary->bodies[i]);
        velocity.y -= GRAVITY * demo->options.dt;
        auk_body_set_velocity(demo->world, boundary->bodies[i], velocity);
    }
}

// How far a body reaches against the normal of a border.
static double reach_of(const AukWorld *world, AukBodyId body, AukVec2 normal)
{
    AukShapeId id = auk_body_get_shape(world, body);
    AukShape shape = auk_world_shape_get(world, id);
    AukVec2 local = auk_rot_apply_inverse(auk_body_get_pose(world, body).q, normal);
    return shape.kind == AUK_SHAPE_BOX
               ? fabs((double)(shape.core.half.x * local.x)) + fabs((double)(shape.core.half.y * local.y))
               : (double)shape.radius;
}

// No body is behind a border.
static void check(Demo *demo)
{
    Boundary *boundary = (Boundary *)demo;
    for (int k = 0; k < BORDER_COUNT; k++) {
        AukTransform border = auk_body_get_pose(demo->world, boundary->borders[k]);
        AukVec2 normal = auk_rot_apply(border.q, auk_vec(0.0f, 1.0f));
        for (int i = 0; i < demo->options.bodies; i++) {
            AukVec2 p = auk_vec_sub(auk_body_get_pose(demo->world, boundary->bodies[i]).p, border.p);
            double distance = (double)auk_vec_dot(normal, p) - reach_of(demo->world, boundary->bodies[i], normal);
            demo->checks.missed += distance < -SLACK;
        }
    }
    AukHits hits = auk_world_hits(demo->world);
    for (int i = 0; i < hits.count; i++) {
        boundary->bounces += auk_body_get_motion(demo->world, hits.items[i].body_b) == AUK_MOTION_STATIC;
    }
}

static void report(const Demo *demo, FILE *stream)
{
    fprintf(stream, " bounces=%lld", (long long)((const Boundary *)demo)->bounces);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH + 4.0f, HALF_HEIGHT + 6.0f);
}

const DemoScene scene_boundary = {
    .name = "boundary",
    .title = "balls and boxes within four half-planes, one tilted",
    .bodies_text = "bodies",
    .defaults = {.seed = 1, .bodies = 60, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 400,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
};
