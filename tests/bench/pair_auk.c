// auk's pair functions. Through geom.h: GJK says how far apart the cores are and leaves radii to the caller; the signed
// distance adds radii and depth, and the manifold contact points. "auk placed" is the question that Chipmunk's calls
// answer, asked as they are asked: do these two shapes, which are checked and in place, touch, and if so, where? "auk
// by four" is the same question of four pairs at once, as a world asks it where there are quartets.
#include "pair_engines.h"

#include "geom/early_out.h"
#include "geom/manifold.h"
#include "geom/pairs4.h"

#include <string.h>

static AukGjkCache caches[PAIR_COUNT];
static AukSupportShape cores_a[PAIR_COUNT], cores_b[PAIR_POSES][PAIR_COUNT];
static double taus[PAIR_COUNT];

static void prepare(const PairSet *set)
{
    memset(caches, 0, sizeof caches);
    for (int i = 0; i < PAIR_COUNT; i++) {
        const PairItem *item = &set->items[i];
        auk__support_shape_init(&cores_a[i], &set->a, auk__dtransform(item->a, item->a.p));
        for (int pose = 0; pose < PAIR_POSES; pose++) {
            auk__support_shape_init(&cores_b[pose][i], &set->b, auk__dtransform(item->b[pose], item->a.p));
        }
        const AukSupportShape *a = &cores_a[i], *b = &cores_b[0][i];
        taus[i] = auk__tau(auk__pair_size(a, auk__support_shape_extent(a), b, auk__support_shape_extent(b)));
    }
}

static void release(void)
{
}

static int gjk(const PairSet *set, int pose, AukGjkCache *seeds)
{
    int touching = 0;
    float reach = set->a.radius + set->b.radius;
    for (int i = 0; i < PAIR_COUNT; i++) {
        const PairItem *item = &set->items[i];
        AukGjkResult result = auk_gjk(&set->a, item->a, &set->b, item->b[pose], seeds ? &seeds[i] : NULL, NULL);
        touching += result.overlap || result.distance <= reach;
    }
    return touching;
}

static int gjk_cold(const PairSet *set, int pose)
{
    return gjk(set, pose, NULL);
}

static int gjk_seeded(const PairSet *set, int pose)
{
    return gjk(set, pose, caches);
}

static bool placed_alone(const PairSet *set, int pose, int i, AukGjkCache *seed)
{
    const AukSupportShape *a = &cores_a[i], *b = &cores_b[pose][i];
    if (auk__early_out(a, b, taus[i], seed)) {
        return false;
    }
    AukSeparation separation;
    auk__separate_near(a, b, taus[i], seed, &separation);
    return separation.distance <= taus[i] && auk__manifold(a, b, &separation, set->items[i].a.p, taus[i]).count > 0;
}

static int placed(const PairSet *set, int pose, AukGjkCache *seeds)
{
    int touching = 0;
    for (int i = 0; i < PAIR_COUNT; i++) {
        touching += placed_alone(set, pose, i, seeds ? &seeds[i] : NULL);
    }
    return touching;
}

static int placed_cold(const PairSet *set, int pose)
{
    return placed(set, pose, NULL);
}

static int placed_seeded(const PairSet *set, int pose)
{
    return placed(set, pose, caches);
}

// Nothing is seeded, so cold and seeded are the same.
static int by_four(const PairSet *set, int pose)
{
    AukPairs4Kind kind = auk__pairs4_kind(auk__pairs4_class(&set->a), auk__pairs4_class(&set->b));
    AukPairs4Class first = auk__pairs4_side(kind, 0), second = auk__pairs4_side(kind, 1);
    bool flipped = first != second && set->a.kind == AUK_SHAPE_CIRCLE;
    AukPairs4Answer answers[AUK_PAIRS4_LANES], *places[AUK_PAIRS4_LANES];
    AukPairs4 quartet;
    int touching = 0;
    for (int i = 0; i < PAIR_COUNT; i += AUK_PAIRS4_LANES) {
        for (int lane = 0; lane < AUK_PAIRS4_LANES; lane++) {
            quartet.limits[lane] = taus[i + lane];
            auk__pairs4_set_origin(&quartet, lane, set->items[i + lane].a.p);
            quartet.flipped[lane] = -(int64_t)flipped;
            auk__pairs4_set_shape(&quartet.sides[flipped], lane, &set->a, flipped ? second : first);
            auk__pairs4_set_shape(&quartet.sides[!flipped], lane, &set->b, flipped ? first : second);
            auk__pairs4_set_place(&quartet.sides[flipped], lane, &cores_a[i + lane].transform);
            auk__pairs4_set_place(&quartet.sides[!flipped], lane, &cores_b[pose][i + lane].transform);
            places[lane] = &answers[lane];
        }
        auk__pairs4_collide(kind, &quartet, places);
        for (int lane = 0; lane < AUK_PAIRS4_LANES; lane++) {
            touching += answers[lane].verdict == AUK_VERDICT_TOUCHING;
            if (answers[lane].verdict == AUK_VERDICT_NONE) {
                touching += placed_alone(set, pose, i + lane, NULL);
            }
        }
    }
    return touching;
}

static int distance_cold(const PairSet *set, int pose)
{
    int touching = 0;
    for (int i = 0; i < PAIR_COUNT; i++) {
        const PairItem *item = &set->items[i];
        touching += auk_distance(&set->a, item->a, &set->b, item->b[pose]).distance <= 0.0f;
    }
    return touching;
}

static int collide_cold(const PairSet *set, int pose)
{
    int touching = 0;
    for (int i = 0; i < PAIR_COUNT; i++) {
        const PairItem *item = &set->items[i];
        touching += auk_collide(&set->a, item->a, &set->b, item->b[pose]).count > 0;
    }
    return touching;
}

static int cast(const PairSet *set, int pose)
{
    int hits = 0;
    for (int i = 0; i < PAIR_COUNT; i++) {
        const PairItem *item = &set->items[i];
        hits += auk_cast_shape(&set->a, item->a, item->motion, &set->b, item->b[pose], NULL).hit;
    }
    return hits;
}

static int impact(const PairSet *set, int pose)
{
    int hits = 0;
    for (int i = 0; i < PAIR_COUNT; i++) {
        const PairItem *item = &set->items[i];
        AukPath path_a = {item->a, item->motion, PAIR_TURN_A};
        AukPath path_b = {item->b[pose], {0.0f, 0.0f}, PAIR_TURN_B};
        hits += auk_time_of_impact(&set->a, &path_a, &set->b, &path_b, NULL).hit;
    }
    return hits;
}

const PairEngine pair_auk_gjk_cold = {"auk gjk", "cold", false, false, prepare, gjk_cold, release};
const PairEngine pair_auk_distance_cold = {"auk distance", "cold", false, false, prepare, distance_cold, release};
const PairEngine pair_auk_collide_cold = {"auk manifold", "cold", false, false, prepare, collide_cold, release};
const PairEngine pair_auk_gjk_seeded = {"auk gjk", "seeded", false, false, prepare, gjk_seeded, release};
const PairEngine pair_auk_placed_cold = {"auk placed", "cold", false, false, prepare, placed_cold, release};
const PairEngine pair_auk_placed_seeded = {"auk placed", "seeded", false, false, prepare, placed_seeded, release};
const PairEngine pair_auk_four_cold = {"auk by four", "cold", false, true, prepare, by_four, release};
const PairEngine pair_auk_four_seeded = {"auk by four", "seeded", false, true, prepare, by_four, release};
const PairEngine pair_auk_cast = {"auk", "linear cast", true, false, prepare, cast, release};
const PairEngine pair_auk_impact = {"auk", "rotating impact", true, false, prepare, impact, release};
