// b2World as a game without a solver would use it: contacts get their manifolds and their begin and end events, and the
// pre-solve callback switches them off, so that bodies pass through each other as they do in auk. Bullets keep theirs:
// Box2D stops them at the first wall. One worker, one sub-step.
// Written against the documented interface of Box2D 3.1.
#include "memory.h"
#include "world_engines.h"

#include <box2d/box2d.h>

static b2WorldId world;
static b2BodyId *bodies;
static AukVec2 *starts; // of bullets, in this step
static int64_t touching;

static bool pass_through(b2ShapeId a, b2ShapeId b, b2Manifold *manifold, void *context)
{
    (void)a, (void)b, (void)manifold, (void)context;
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
    def.maximumLinearSpeed = 1e5f; // the bullets are above the default
    world = b2CreateWorld(&def);
    b2World_SetPreSolveCallback(world, pass_through, NULL);
    bodies = bench_allocate((size_t)options->bodies, sizeof *bodies);
    starts = bench_allocate((size_t)options->bodies, sizeof *starts);
    touching = 0;
    return true;
}

static void add_shape(b2BodyId body, const AukBodyDef *def)
{
    b2ShapeDef shape_def = b2DefaultShapeDef();
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

static void add(int slot, const AukBodyDef *def)
{
    b2BodyDef body_def = b2DefaultBodyDef();
    body_def.type = def->motion == AUK_MOTION_STATIC ? b2_staticBody : b2_dynamicBody;
    body_def.position = (b2Vec2){def->position.x, def->position.y};
    body_def.rotation = b2MakeRot(def->angle);
    body_def.linearVelocity = (b2Vec2){def->velocity.x, def->velocity.y};
    body_def.angularVelocity = def->spin;
    body_def.isBullet = def->motion == AUK_MOTION_SWEPT;
    bodies[slot] = b2CreateBody(world, &body_def);
    add_shape(bodies[slot], def);
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

void world_box2d_fire(int slot, AukVec2 place, AukVec2 value)
{
    b2Body_SetTransform(bodies[slot], (b2Vec2){place.x, place.y}, b2MakeRot(0.0f));
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
    b2World_Step(world, dt, 1);
    return AUK_OK;
}

static WorldCounts counts(void)
{
    b2ContactEvents events = b2World_GetContactEvents(world);
    touching += events.beginCount - events.endCount;
    WorldCounts counts = {-1, touching, events.beginCount, events.endCount};
    return counts;
}

static float cast_ray(AukVec2 from, AukVec2 delta)
{
    b2RayResult result =
        b2World_CastRayClosest(world, (b2Vec2){from.x, from.y}, (b2Vec2){delta.x, delta.y}, b2DefaultQueryFilter());
    return result.hit ? result.fraction : 2.0f;
}

static void end(void)
{
    b2DestroyWorld(world);
    bench_release(bodies);
    bench_release(starts);
}

const WorldEngine world_box2d = {"box2d world", 200000,   begin,        add,  take_away, NULL,     NULL,
                                 position,      velocity, set_velocity, step, counts,    cast_ray, end};
