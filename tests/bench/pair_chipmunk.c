// cpShapesCollide, and cpCollide with the id of the call before, as cpSpace calls it. Both take shapes that are already
// in place: placing them, which auk's functions do inside the call, is not timed here.
#include "pair_engines.h"

#include <chipmunk/chipmunk_private.h>

static cpShape *shapes_a[PAIR_COUNT], *shapes_b[PAIR_POSES][PAIR_COUNT];
static cpCollisionID ids[PAIR_COUNT];

static cpShape *shape_of(cpBody *body, const AukShape *shape)
{
    cpVect corners[PAIR_VERTICES];
    cpFloat radius = (cpFloat)shape->radius;
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        return cpCircleShapeNew(body, radius, cpvzero);
    }
    if (shape->kind == AUK_SHAPE_CAPSULE) {
        const AukVec2 *ends = shape->core.segment;
        return cpSegmentShapeNew(body, cpv(ends[0].x, ends[0].y), cpv(ends[1].x, ends[1].y), radius);
    }
    if (shape->kind == AUK_SHAPE_BOX) {
        cpFloat x = (cpFloat)shape->core.half.x, y = (cpFloat)shape->core.half.y;
        return cpBoxShapeNew2(body, cpBBNew(-x, -y, x, y), radius);
    }
    for (int i = 0; i < shape->core.polygon.count; i++) {
        corners[i] = cpv(shape->core.polygon.vertices[i].x, shape->core.polygon.vertices[i].y);
    }
    return cpPolyShapeNewRaw(body, shape->core.polygon.count, corners, radius);
}

static cpShape *placed(const AukShape *shape, AukTransform pose)
{
    cpBody *body = cpBodyNewStatic(); // segments ask their body for its rotation during the call
    cpBodySetPosition(body, cpv(pose.p.x, pose.p.y));
    cpBodySetAngle(body, (cpFloat)auk_rot_angle(pose.q));
    cpShape *made = shape_of(body, shape);
    cpShapeCacheBB(made);
    return made;
}

static void free_placed(cpShape *shape)
{
    cpBody *body = cpShapeGetBody(shape);
    cpShapeFree(shape);
    cpBodyFree(body);
}

static void prepare(const PairSet *set)
{
    for (int i = 0; i < PAIR_COUNT; i++) {
        shapes_a[i] = placed(&set->a, set->items[i].a);
        for (int pose = 0; pose < PAIR_POSES; pose++) {
            shapes_b[pose][i] = placed(&set->b, set->items[i].b[pose]);
        }
        ids[i] = 0;
    }
}

static void release(void)
{
    for (int i = 0; i < PAIR_COUNT; i++) {
        free_placed(shapes_a[i]);
        for (int pose = 0; pose < PAIR_POSES; pose++) {
            free_placed(shapes_b[pose][i]);
        }
    }
}

static int cold(const PairSet *set, int pose)
{
    int touching = 0;
    (void)set;
    for (int i = 0; i < PAIR_COUNT; i++) {
        touching += cpShapesCollide(shapes_a[i], shapes_b[pose][i]).count > 0;
    }
    return touching;
}

static int seeded(const PairSet *set, int pose)
{
    int touching = 0;
    struct cpContact contacts[CP_MAX_CONTACTS_PER_ARBITER];
    (void)set;
    for (int i = 0; i < PAIR_COUNT; i++) {
        struct cpCollisionInfo info = cpCollide(shapes_a[i], shapes_b[pose][i], ids[i], contacts);
        ids[i] = info.id;
        touching += info.count > 0;
    }
    return touching;
}

const PairEngine pair_chipmunk_cold = {"chipmunk", "cold", false, false, prepare, cold, release};
const PairEngine pair_chipmunk_seeded = {"chipmunk", "seeded", false, false, prepare, seeded, release};
