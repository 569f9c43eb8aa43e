// b2ShapeDistance cold and with the cache of the call before, b2ShapeCast and b2TimeOfImpact. Their inputs are made
// beforehand: copying shapes into them is not timed.
// Tried with Box2D 3.1.1.
#include "pair_engines.h"

#include <box2d/collision.h>
#include <string.h>

static b2DistanceInput inputs[PAIR_POSES][PAIR_COUNT];
static b2ShapeCastPairInput casts[PAIR_POSES][PAIR_COUNT];
static b2TOIInput impacts[PAIR_POSES][PAIR_COUNT];
static b2SimplexCache caches[PAIR_COUNT];

static b2ShapeProxy proxy_of(const AukShape *shape)
{
    b2Vec2 points[B2_MAX_POLYGON_VERTICES] = {{0.0f, 0.0f}};
    int count = 1;
    if (shape->kind == AUK_SHAPE_CAPSULE) {
        count = 2;
        memcpy(points, shape->core.segment, sizeof shape->core.segment);
    } else if (shape->kind == AUK_SHAPE_BOX) {
        AukVec2 half = shape->core.half;
        const b2Vec2 corners[4] = {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}};
        count = 4;
        memcpy(points, corners, sizeof corners);
    } else if (shape->kind == AUK_SHAPE_POLYGON) {
        count = shape->core.polygon.count;
        memcpy(points, shape->core.polygon.vertices, (size_t)count * sizeof points[0]);
    }
    return b2MakeProxy(points, count, shape->radius);
}

static b2Transform transform_of(AukTransform pose)
{
    b2Transform transform = {{pose.p.x, pose.p.y}, {pose.q.c, pose.q.s}};
    return transform;
}

static b2Sweep sweep_of(AukTransform pose, AukVec2 motion, float turn)
{
    b2Transform start = transform_of(pose);
    b2Sweep sweep = {{0.0f, 0.0f}, start.p, start.p, start.q, start.q};
    sweep.c2.x += motion.x;
    sweep.c2.y += motion.y;
    AukRot end = auk_rot(auk_rot_angle(pose.q) + turn); // b2MakeRot() is off by up to a thousandth of a radian
    sweep.q2 = (b2Rot){end.c, end.s};
    return sweep;
}

static void prepare_pair(const PairSet *set, int index, int pose)
{
    const PairItem *item = &set->items[index];
    b2DistanceInput *input = &inputs[pose][index];
    input->proxyA = proxy_of(&set->a);
    input->proxyB = proxy_of(&set->b);
    input->transformA = transform_of(item->a);
    input->transformB = transform_of(item->b[pose]);
    input->useRadii = true;
    b2ShapeCastPairInput *cast = &casts[pose][index];
    cast->proxyA = input->proxyA;
    cast->proxyB = input->proxyB;
    cast->transformA = input->transformA;
    cast->transformB = input->transformB;
    cast->translationB = (b2Vec2){-item->motion.x, -item->motion.y};
    cast->maxFraction = 1.0f;
    b2TOIInput *impact = &impacts[pose][index];
    impact->proxyA = input->proxyA;
    impact->proxyB = input->proxyB;
    impact->sweepA = sweep_of(item->a, item->motion, PAIR_TURN_A);
    impact->sweepB = sweep_of(item->b[pose], (AukVec2){0.0f, 0.0f}, PAIR_TURN_B);
    impact->maxFraction = 1.0f;
}

static void prepare(const PairSet *set)
{
    memset(inputs, 0, sizeof inputs);
    memset(casts, 0, sizeof casts);
    memset(impacts, 0, sizeof impacts);
    memset(caches, 0, sizeof caches);
    for (int pose = 0; pose < PAIR_POSES; pose++) {
        for (int i = 0; i < PAIR_COUNT; i++) {
            prepare_pair(set, i, pose);
        }
    }
}

static void release(void)
{
}

static int cold(const PairSet *set, int pose)
{
    int touching = 0;
    (void)set;
    for (int i = 0; i < PAIR_COUNT; i++) {
        b2SimplexCache cache = {0};
        touching += b2ShapeDistance(&inputs[pose][i], &cache, NULL, 0).distance <= 0.0f;
    }
    return touching;
}

static int seeded(const PairSet *set, int pose)
{
    int touching = 0;
    (void)set;
    for (int i = 0; i < PAIR_COUNT; i++) {
        touching += b2ShapeDistance(&inputs[pose][i], &caches[i], NULL, 0).distance <= 0.0f;
    }
    return touching;
}

static int cast(const PairSet *set, int pose)
{
    int hits = 0;
    (void)set;
    for (int i = 0; i < PAIR_COUNT; i++) {
        hits += b2ShapeCast(&casts[pose][i]).hit;
    }
    return hits;
}

static int impact(const PairSet *set, int pose)
{
    int hits = 0;
    (void)set;
    for (int i = 0; i < PAIR_COUNT; i++) {
        hits += b2TimeOfImpact(&impacts[pose][i]).state == b2_toiStateHit;
    }
    return hits;
}

const PairEngine pair_box2d_cold = {"box2d", "cold", false, false, prepare, cold, release};
const PairEngine pair_box2d_seeded = {"box2d", "seeded", false, false, prepare, seeded, release};
const PairEngine pair_box2d_cast = {"box2d", "linear cast", true, false, prepare, cast, release};
const PairEngine pair_box2d_impact = {"box2d", "rotating impact", true, false, prepare, impact, release};
