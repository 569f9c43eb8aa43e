// b2World as a game without a solver would use it: each contact gets its manifold, and the pre-solve callback counts it
// and switches it off, so that bodies pass through each other as they do in auk. A contact that is switched off has no
// begin and end events, so Box2D does less here than auk and Chipmunk. Bullets keep their contacts: Box2D stops them at
// the first wall. Continuous collision is on only where there are bullets: elsewhere it would stop fast bodies at
// resting ones. One worker, one sub-step. Tried with Box2D 3.1.1.
#include "memory.h"
#include "world_engines.h"

#include <box2d/box2d.h>

static b2WorldId world;
static b2BodyId *bodies;
static AukVec2 *starts;    // of bullets, in this step
static int64_t touching;   // contacts of the last step
static bool level_changed; // resting bodies were added since the last step

// Manifolds exist from a distance of 0.02 on, Box2D's speculative margin; a contact counts from a distance of 0.
static bool pass_through(b2ShapeId a, b2ShapeId b, b2Manifold *manifold, void *context)
{
    (void)a, (void)b, (void)context;
    bool touches = false;
    for (int i = 0; i < manifold->pointCount; i++) {
        touches = touches || manifold->points[i].separation <= 0.0f;
    }
    touching += touches;
    return false;
}

static bool begin(WorldOptions *options)
{
    if (options->workers > 1 || options->max_pairs > 0 || options->brute_force) {
        return false;
    }
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = (b2Vec2){0.0f, 0.0f};
    def.enableSleep = false;
    def.enableContinuous = false;  // until there is a bullet
    def.maximumLinearSpeed = 1e5f; // the bullets are above the default
    world = b2CreateWorld(&def);
    b2World_SetPreSolveCallback(world, pass_through, NULL);
    level_changed = false;
    bodies = bench_allocate((size_t)options->bodies, sizeof *bodies);
    starts = bench_allocate((size_t)options->bodies, sizeof *starts);
    return true;
}

static void add_shape(int slot, const AukBodyDef *def)
{
    b2BodyId body = bodies[slot];
    b2ShapeDef shape_def = b2DefaultShapeDef();
    shape_def.userData = (void *)(uintptr_t)slot;
    shape_def.filter.categoryBits = def->filter.category ? def->filter.category : 1;
    shape_def.filter.maskBits = ~def->filter.ignore;
    shape_def.enableContactEvents = true;
    shape_def.enablePreSolveEvents = def->motion == AUK_MOTION_MOVING;
    const AukShape *shape = &def->shape;
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        b2Circle circle = {{0.0f, 0.0f}, shape->radius};
        b2CreateCircleShape(body, &shape_def, &circle);
    } else if (shape->kind == AUK_SHAPE_BOX) {
        b2Polygon box = b2MakeBox(shape->core.half.x, shape->core.half.y);
        b2CreatePolygonShape(body, &shape_def, &box);
    } else {
        b2Vec2 points[B2_MAX_POLYGON_VERTICES];
        int count = shape->core.polygon.count;
        for (int i = 0; i < count && i < B2_MAX_POLYGON_VERTICES; i++) {
            points[i] = (b2Vec2){shape->core.polygon.vertices[i].x, shape->core.polygon.vertices[i].y};
        }
        b2Hull hull = b2ComputeHull(points, count);
        b2Polygon polygon = b2MakePolygon(&hull, shape->radius);
        b2CreatePolygonShape(body, &shape_def, &polygon);
    }
}

// b2MakeRot() is off by up to a thousandth of a radian.
static b2Rot rotation_of(float angle)
{
    AukRot rotation = auk_rot(angle);
    return (b2Rot){rotation.c, rotation.s};
}

static void add(int slot, const AukBodyDef *def)
{
    b2BodyDef body_def = b2DefaultBodyDef();
    body_def.type = def->motion == AUK_MOTION_STATIC ? b2_staticBody : b2_dynamicBody;
    body_def.position = (b2Vec2){def->position.x, def->position.y};
    body_def.rotation = rotation_of(def->angle);
    body_def.linearVelocity = (b2Vec2){def->velocity.x, def->velocity.y};
    body_def.angularVelocity = def->spin;
    body_def.isBullet = def->motion == AUK_MOTION_SWEPT;
    level_changed = level_changed || body_def.type == b2_staticBody;
    if (body_def.isBullet) {
        b2World_EnableContinuous(world, true);
    }
    bodies[slot] = b2CreateBody(world, &body_def);
    add_shape(slot, def);
}

static void take_away(int slot)
{
    b2DestroyBody(bodies[slot]);
}

static AukVec2 position(int slot)
{
    b2Vec2 p = b2Body_GetPosition(bodies[slot]);
    return (AukVec2){p.x, p.y};
}

static AukVec2 velocity(int slot)
{
    b2Vec2 v = b2Body_GetLinearVelocity(bodies[slot]);
    return (AukVec2){v.x, v.y};
}

static void set_velocity(int slot, AukVec2 value)
{
    b2Body_SetLinearVelocity(bodies[slot], (b2Vec2){value.x, value.y});
}

struct b2WorldId world_box2d_id(void)
{
    return world;
}

const char *world_box2d_version(void)
{
    static char text[32];
    b2Version version = b2GetVersion();
    snprintf(text, sizeof text, "%d.%d.%d", version.major, version.minor, version.revision);
    return text;
}

void world_box2d_fire(int slot, AukVec2 place, AukVec2 value)
{
    b2Body_SetTransform(bodies[slot], (b2Vec2){place.x, place.y}, b2Rot_identity);
    b2Body_SetAngularVelocity(bodies[slot], 0.0f);
    set_velocity(slot, value);
    starts[slot] = place;
}

int world_box2d_stopped(int first, int end, float length)
{
    int stopped = 0;
    for (int slot = first; slot < end; slot++) {
        AukVec2 p = position(slot);
        float x = p.x - starts[slot].x, y = p.y - starts[slot].y;
        stopped += x * x + y * y < 0.998f * length * length;
    }
    return stopped;
}

static AukStatus step(float dt)
{
    if (level_changed) { // rays and steps are the faster for it
        b2World_RebuildStaticTree(world);
        level_changed = false;
    }
    touching = 0;
    b2World_Step(world, dt, 1);
    return AUK_OK;
}

static WorldCounts counts(void)
{
    WorldCounts counts = {-1, touching};
    return counts;
}

static void end(void)
{
    b2DestroyWorld(world);
    bench_release(bodies);
    bench_release(starts);
}

const WorldEngine world_box2d = {.name = "box2d world",
                                 .bodies_max = 200000,
                                 .contacts_first = true,
                                 .contacts_slack = 0.002,
                                 .begin = begin,
                                 .add = add,
                                 .remove = take_away,
                                 .position = position,
                                 .velocity = velocity,
                                 .set_velocity = set_velocity,
                                 .step = step,
                                 .counts = counts,
                                 .end = end};
