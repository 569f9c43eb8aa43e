// cpSpace as a game without a solver would use it: every contact is found, gets its points and its begin and separate
// callbacks, and is then refused, so that bodies pass through each other as they do in auk. Its dynamic tree has its
// velocity function, which cpSpace sets by itself. It asks its static tree for what rests.
#include "world_engines.h"

#include "memory.h"

#include <chipmunk/chipmunk.h>

typedef struct Object {
    cpBody *body;
    cpShape *shape;
} Object;

static cpSpace *space;
static Object *objects;
static int object_count;
static int64_t contacts, begun, ended; // in the last step; callbacks count them, as a game's would do something

static cpBool on_begin(cpArbiter *arbiter, cpSpace *owner, cpDataPointer data)
{
    (void)arbiter, (void)owner, (void)data;
    begun++;
    return cpTrue;
}

static cpBool on_touch(cpArbiter *arbiter, cpSpace *owner, cpDataPointer data)
{
    (void)arbiter, (void)owner, (void)data;
    contacts++;
    return cpFalse;
}

static void on_separate(cpArbiter *arbiter, cpSpace *owner, cpDataPointer data)
{
    (void)arbiter, (void)owner, (void)data;
    ended++;
}

static bool begin(WorldOptions *options)
{
    if (options->workers > 1 || options->max_pairs > 0 || options->brute_force) {
        return false;
    }
    space = cpSpaceNew();
    cpSpaceSetIterations(space, 1); // nothing is ever left to solve
    cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(space);
    handler->beginFunc = on_begin;
    handler->preSolveFunc = on_touch;
    handler->separateFunc = on_separate;
    object_count = options->bodies;
    objects = bench_allocate((size_t)object_count, sizeof *objects);
    return true;
}

static cpVect vect(AukVec2 v)
{
    return cpv((cpFloat)v.x, (cpFloat)v.y);
}

static AukVec2 vec(cpVect v)
{
    AukVec2 out = {(float)v.x, (float)v.y};
    return out;
}

static cpShape *shape_of(cpBody *body, const AukShape *shape)
{
    cpVect corners[8];
    cpFloat radius = (cpFloat)shape->radius;
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        return cpCircleShapeNew(body, radius, cpvzero);
    }
    if (shape->kind == AUK_SHAPE_BOX) {
        return cpBoxShapeNew(body, 2.0 * (cpFloat)shape->core.half.x, 2.0 * (cpFloat)shape->core.half.y, radius);
    }
    int count = shape->core.polygon.count < 8 ? shape->core.polygon.count : 8;
    for (int i = 0; i < count; i++) {
        corners[i] = vect(shape->core.polygon.vertices[i]);
    }
    return cpPolyShapeNewRaw(body, count, corners, radius);
}

static cpShapeFilter filter_of(const AukFilter *filter)
{
    return cpShapeFilterNew(CP_NO_GROUP, (cpBitmask)filter->category, (cpBitmask)~filter->ignore);
}

static void add(int slot, const AukBodyDef *def)
{
    Object *object = &objects[slot];
    bool rests = def->motion == AUK_MOTION_STATIC;
    object->body = rests ? cpBodyNewStatic() : cpBodyNew(1.0, 1.0);
    cpBodySetPosition(object->body, vect(def->position));
    cpBodySetAngle(object->body, (cpFloat)def->angle);
    if (!rests) {
        cpBodySetVelocity(object->body, vect(def->velocity));
        cpBodySetAngularVelocity(object->body, (cpFloat)def->spin);
        cpSpaceAddBody(space, object->body);
    }
    object->shape = shape_of(object->body, &def->shape);
    cpShapeSetUserData(object->shape, (cpDataPointer)(uintptr_t)slot);
    if (def->filter.category) {
        cpShapeSetFilter(object->shape, filter_of(&def->filter));
    }
    cpSpaceAddShape(space, object->shape);
}

static void take_away(int slot)
{
    Object *object = &objects[slot];
    cpSpaceRemoveShape(space, object->shape);
    cpShapeFree(object->shape);
    if (cpSpaceContainsBody(space, object->body)) {
        cpSpaceRemoveBody(space, object->body);
    }
    cpBodyFree(object->body);
}

static AukVec2 position(int slot)
{
    return vec(cpBodyGetPosition(objects[slot].body));
}

static AukVec2 velocity(int slot)
{
    return vec(cpBodyGetVelocity(objects[slot].body));
}

static void set_velocity(int slot, AukVec2 value)
{
    cpBodySetVelocity(objects[slot].body, vect(value));
}

static AukStatus step(float dt)
{
    contacts = begun = ended = 0;
    cpSpaceStep(space, (cpFloat)dt);
    return AUK_OK;
}

static WorldCounts counts(void)
{
    WorldCounts counts = {-1, contacts};
    return counts;
}

struct cpSpace *world_chipmunk_space(void)
{
    return space;
}

typedef struct Shot {
    uint32_t bullet;
    BenchPairs *met;
} Shot;

static void on_hit(cpShape *shape, cpVect point, cpVect normal, cpFloat alpha, void *data)
{
    const Shot *shot = data;
    (void)point, (void)normal, (void)alpha;
    BenchPairs *met = shot->met;
    AukBroadPair pair = {shot->bullet, (uint32_t)(uintptr_t)cpShapeGetUserData(shape)};
    bench_pairs_put(met, pair);
}

void world_chipmunk_shoot(uint32_t bullet, AukVec2 from, AukVec2 way, float radius, BenchPairs *met)
{
    Shot shot = {bullet, met};
    cpVect a = vect(from);
    cpSpaceSegmentQuery(space, a, cpvadd(a, vect(way)), (cpFloat)radius, CP_SHAPE_FILTER_ALL, on_hit, &shot);
}

// The space goes first: taking shapes out of it one by one looks at all its contacts for each.
static void end(void)
{
    cpSpaceFree(space);
    for (int i = 0; i < object_count; i++) {
        if (objects[i].body) {
            cpShapeFree(objects[i].shape);
            cpBodyFree(objects[i].body);
        }
    }
    bench_release(objects);
}

// It computes in double.
const WorldEngine world_chipmunk = {.name = "chipmunk space",
                                    .bodies_max = 200000,
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
