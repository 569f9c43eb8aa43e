// Shapes that change in place: pistons that grow, blades that turn, get longer and are off while they are short, a star
// that changes its outline, and a wave. Balls bounce off them, and the blades count what they cut.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <math.h>
#include <stdlib.h>

#define HALF_WIDTH 24.0f
#define HALF_HEIGHT 13.0f
#define RADIUS 0.4f
#define TAU 6.2831853f
#define TOLERANCE 1e-3
#define BLADE_LEAST 1.2f // a shorter blade is off

enum { PISTONS = 4, BLADES = 3, STAR_POINTS = 10, WAVE_POINTS = 40, PARTS = PISTONS + BLADES + 2 };

// A shape, and its place in the world as this file computes it: a polygon, or a line if it is not filled.
typedef struct ShapesPart {
    AukShapeId id;
    AukVec2 points[WAVE_POINTS];
    int count;
    float radius;
    bool filled, off;
} ShapesPart;

typedef struct Shapes {
    Demo demo;
    float time;
    ShapesPart parts[PARTS];
    AukBodyId *balls;
    int64_t cuts, bounces, off;
} Shapes;

static const AukVec2 hub = {-1.0f, 2.0f}, star = {14.5f, 2.5f};

// Between `low` and `high`, `rate` times a second.
static float swing(float time, float rate, float phase, float low, float high)
{
    return low + (high - low) * (0.5f + 0.5f * auk_rot(TAU * (rate * time + phase)).s);
}

static void note(Shapes *shapes, AukStatus status)
{
    shapes->demo.status = shapes->demo.status ? shapes->demo.status : status;
}

// ---- the shapes -----------------------------------------------------------------------------------------------------

// A box that hangs from the ceiling and gets longer: its middle moves on the body by half of that.
static void move_piston(Shapes *shapes, int index)
{
    ShapesPart *part = &shapes->parts[index];
    float half = swing(shapes->time, 0.25f, 0.2f * (float)index, 1.0f, 5.0f), x = -21.0f + 3.5f * (float)index;
    AukVec2 middle = {x, HALF_HEIGHT - half};
    AukShape box = auk_shape_box(0.8f, half);
    const AukVec2 corners[4] = {{x - 0.8f, middle.y - half},
                                {x + 0.8f, middle.y - half},
                                {x + 0.8f, middle.y + half},
                                {x - 0.8f, middle.y + half}};
    part->filled = true;
    part->count = 4;
    for (int i = 0; i < 4; i++) {
        part->points[i] = corners[i];
    }
    note(shapes, auk_world_shape_set(shapes->demo.world, part->id, &box));
    note(shapes, auk_world_shape_set_local_pose(shapes->demo.world, part->id, auk_transform(middle, 0.0f)));
}

// A sensor that turns around the hub.
static void move_blade(Shapes *shapes, int index)
{
    ShapesPart *part = &shapes->parts[PISTONS + index];
    float length = swing(shapes->time, 0.35f, 0.33f * (float)index, 0.8f, 7.0f);
    AukTransform pose = auk_transform(hub, 1.5f * shapes->time + TAU * (float)index / BLADES);
    AukShape blade = auk_shape_capsule(auk_vec(0.8f, 0.0f), auk_vec(0.8f + length, 0.0f), 0.2f);
    part->count = 2;
    part->radius = blade.radius;
    part->off = length < BLADE_LEAST;
    for (int i = 0; i < 2; i++) {
        part->points[i] = auk_transform_apply(pose, blade.core.segment[i]);
    }
    note(shapes, auk_world_shape_set(shapes->demo.world, part->id, &blade));
    note(shapes, auk_world_shape_set_local_pose(shapes->demo.world, part->id, pose));
    note(shapes, auk_world_shape_set_enabled(shapes->demo.world, part->id, !part->off));
    shapes->off += part->off;
}

static void move_star(Shapes *shapes)
{
    ShapesPart *part = &shapes->parts[PISTONS + BLADES];
    float inner = swing(shapes->time, 0.4f, 0.0f, 1.2f, 4.0f);
    part->filled = true;
    part->count = STAR_POINTS;
    for (int i = 0; i < STAR_POINTS; i++) {
        AukRot turn = auk_rot(0.3f * shapes->time + TAU * (float)i / STAR_POINTS);
        part->points[i] = auk_vec_add_scaled(star, i % 2 ? inner : 5.0f, auk_vec(turn.c, turn.s));
    }
    note(shapes, auk_world_shape_set_outline(shapes->demo.world, part->id, part->points, part->count, NULL, 0));
}

static void move_wave(Shapes *shapes)
{
    ShapesPart *part = &shapes->parts[PARTS - 1];
    part->count = WAVE_POINTS;
    for (int i = 0; i < WAVE_POINTS; i++) {
        float x = -HALF_WIDTH + 2.0f * HALF_WIDTH * (float)i / (WAVE_POINTS - 1);
        part->points[i] = auk_vec(x, -9.5f + auk_rot(0.5f * x - 2.0f * shapes->time).s);
    }
    note(shapes, auk_world_shape_set_chain_points(shapes->demo.world, part->id, 0, part->points, part->count));
}

static void move_parts(Shapes *shapes)
{
    for (int i = 0; i < PISTONS; i++) {
        move_piston(shapes, i);
    }
    for (int i = 0; i < BLADES; i++) {
        move_blade(shapes, i);
    }
    move_star(shapes);
    move_wave(shapes);
}

// Adds the shapes with any geometry of their kinds; move_parts() gives them theirs.
static void add_parts(Shapes *shapes)
{
    static const AukVec2 triangle[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    AukWorld *world = shapes->demo.world;
    AukVec2 line[WAVE_POINTS];
    for (int i = 0; i < WAVE_POINTS; i++) {
        line[i] = auk_vec((float)i, 0.0f);
    }
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    for (int i = 0; i < PARTS; i++) {
        AukShapeDef shape = {.shape = auk_shape_circle(1.0f), .sensor = i >= PISTONS};
        AukBodyId body = demo_add_body(&shapes->demo, &def); // each its own, so that it alone is shown as touching
        shapes->parts[i].id = i < PISTONS + BLADES ? auk_body_add_shape(world, body, &shape)
                              : i < PARTS - 1      ? auk_body_add_outline(world, body, triangle, 3, NULL, 0, NULL)
                                                   : auk_body_add_chain(world, body, line, WAVE_POINTS, false, NULL);
    }
    note(shapes, auk_world_last_status(world));
    move_parts(shapes);
}

// ---- the balls ------------------------------------------------------------------------------------------------------

static void add_ball(Shapes *shapes, int index)
{
    DemoRandom *random = &shapes->demo.random;
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .shape = auk_shape_circle(RADIUS), .response = AUK_RESPONSE_BOUNCE};
    def.position.x = demo_random_between(random, -HALF_WIDTH + 1.0f, HALF_WIDTH - 1.0f);
    def.position.y = demo_random_between(random, -7.0f, 1.5f);
    def.velocity = auk_vec_scale(7.0f, demo_random_direction(random));
    def.max_speed = 12.0f;
    def.filter.group = 1; // balls do not meet each other
    def.user_data = (uint64_t)index;
    shapes->balls[index] = demo_add_body(&shapes->demo, &def);
}

static Demo *create(const DemoOptions *options)
{
    Shapes *shapes = demo_new(options, sizeof *shapes, (size_t)options->bodies * sizeof *shapes->balls);
    if (shapes == NULL) {
        return NULL;
    }
    shapes->balls = shapes->demo.items;
    for (int i = 0; i < options->bodies; i++) {
        add_ball(shapes, i);
    }
    AukBodyDef walls = {.motion = AUK_MOTION_STATIC};
    const AukVec2 corners[4] = {
        {-HALF_WIDTH, -HALF_HEIGHT}, {HALF_WIDTH, -HALF_HEIGHT}, {HALF_WIDTH, HALF_HEIGHT}, {-HALF_WIDTH, HALF_HEIGHT}};
    AukBodyId frame = demo_add_body(&shapes->demo, &walls);
    (void)auk_body_add_chain(shapes->demo.world, frame, corners, 4, true, NULL);
    add_parts(shapes);
    return &shapes->demo;
}

static void prepare(Demo *demo)
{
    Shapes *shapes = (Shapes *)demo;
    shapes->time += demo->options.dt;
    move_parts(shapes);
}

// ---- the check ------------------------------------------------------------------------------------------------------

static double distance_to_edge(AukVec2 p, AukVec2 a, AukVec2 b)
{
    double x = (double)b.x - a.x, y = (double)b.y - a.y, px = (double)p.x - a.x, py = (double)p.y - a.y;
    double t = (px * x + py * y) / (x * x + y * y);
    t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
    return sqrt((px - t * x) * (px - t * x) + (py - t * y) * (py - t * y));
}

// From the surface of a part to a ball at p; negative if they overlap.
static double distance_to(const ShapesPart *part, AukVec2 p)
{
    double nearest = HUGE_VAL;
    bool inside = false;
    for (int i = part->filled ? 0 : 1; i < part->count; i++) {
        AukVec2 a = part->points[i > 0 ? i - 1 : part->count - 1], b = part->points[i];
        nearest = fmin(nearest, distance_to_edge(p, a, b));
        bool crosses = (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
        inside = inside != (part->filled && crosses);
    }
    return (inside ? -nearest : nearest) - (double)part->radius - (double)RADIUS;
}

static bool touches(const Shapes *shapes, const ShapesPart *part, AukBodyId ball)
{
    int contacts[64], count = auk_body_contacts(shapes->demo.world, ball, contacts, 64);
    for (int i = 0; i < count; i++) {
        const AukContact *contact = &auk_world_contacts(shapes->demo.world).items[contacts[i]];
        if (auk_shape_id_equal(contact->shape_a, part->id) || auk_shape_id_equal(contact->shape_b, part->id)) {
            return true;
        }
    }
    AukOverlaps inside = auk_world_shape_overlaps(shapes->demo.world, part->id);
    for (int i = 0; i < inside.count; i++) {
        if (auk_body_id_equal(inside.items[i].body_b, ball)) {
            return true;
        }
    }
    return false;
}

// Every ball with every part, against the distances above.
static void check(Demo *demo)
{
    Shapes *shapes = (Shapes *)demo;
    shapes->cuts += auk_world_events(demo->world, AUK_EVENT_ENTER).count;
    shapes->bounces += auk_world_hits(demo->world).count;
    for (int i = 0; i < demo->options.bodies; i++) {
        AukVec2 p = auk_body_get_position(demo->world, shapes->balls[i]);
        for (int k = 0; k < PARTS; k++) {
            const ShapesPart *part = &shapes->parts[k];
            double distance = part->off ? HUGE_VAL : distance_to(part, p);
            bool found = touches(shapes, part, shapes->balls[i]);
            demo->checks.grazing += fabs(distance) <= TOLERANCE;
            demo->checks.missed += distance < -TOLERANCE && !found;
            demo->checks.false_hits += distance > TOLERANCE && found;
        }
    }
}

static void report(const Demo *demo, FILE *stream)
{
    const Shapes *shapes = (const Shapes *)demo;
    fprintf(stream, " wrong=%lld cuts=%lld bounces=%lld off=%lld",
            (long long)(demo->checks.missed + demo->checks.false_hits), (long long)shapes->cuts,
            (long long)shapes->bounces, (long long)shapes->off);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH + 0.5f, HALF_HEIGHT + 0.5f);
}

static void draw(Demo *demo, View *view)
{
    char text[48];
    snprintf(text, sizeof text, "%lld cut", (long long)((const Shapes *)demo)->cuts);
    view_label(view, view_point(view, hub), text);
}

const DemoScene scene_shapes = {
    .name = "shapes",
    .title = "shapes that move, grow and switch off on their bodies",
    .bodies_text = "balls",
    .defaults = {.seed = 1, .bodies = 60, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 10000,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
};
