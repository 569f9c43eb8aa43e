// auk's pair functions. Through geom.h: GJK says how far apart the cores are and leaves radii to the caller; the signed
// distance adds radii and depth, and the manifold contact points. "auk placed" is the question that Chipmunk's calls
// answer, asked as they are asked: do these two shapes, which are checked and in place, touch, and if so, where?
#include "pair_engines.h"

#include "geom/apart.h"
#include "geom/manifold.h"

#include <string.h>

static AukGjkCache caches[PAIR_COUNT];
static AukCore cores_a[PAIR_COUNT], cores_b[PAIR_POSES][PAIR_COUNT];
static double taus[PAIR_COUNT];

static void prepare(const PairSet *set)
{
    memset(caches, 0, sizeof caches);
    for (int i = 0; i < PAIR_COUNT; i++) {
        const PairItem *item = &set->items[i];
        auk__core_init(&cores_a[i], &set->a, auk__place(item->a, item->a.p));
        for (int pose = 0; pose < PAIR_POSES; pose++) {
            auk__core_init(&cores_b[pose][i], &set->b, auk__place(item->b[pose], item->a.p));
        }
        const AukCore *a = &cores_a[i], *b = &cores_b[0][i];
        taus[i] = auk__tau(auk__pair_size(a, auk__core_extent(a), b, auk__core_extent(b)));
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

static int placed(const PairSet *set, int pose, AukGjkCache *seeds)
{
    int touching = 0;
    for (int i = 0; i < PAIR_COUNT; i++) {
        const AukCore *a = &cores_a[i], *b = &cores_b[pose][i];
        AukGjkCache *seed = seeds ? &seeds[i] : NULL;
        if (auk__apart(a, b, taus[i], seed)) {
            continue;
        }
        AukSeparation separation;
        auk__separate_near(a, b, taus[i], seed, &separation);
        if (separation.distance <= taus[i]) {
            touching += auk__manifold(a, b, &separation, set->items[i].a.p, taus[i]).count > 0;
        }
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

const PairEngine pair_auk_gjk_cold = {"auk gjk", "cold", false, prepare, gjk_cold, release};
const PairEngine pair_auk_distance_cold = {"auk distance", "cold", false, prepare, distance_cold, release};
const PairEngine pair_auk_collide_cold = {"auk manifold", "cold", false, prepare, collide_cold, release};
const PairEngine pair_auk_gjk_seeded = {"auk gjk", "seeded", false, prepare, gjk_seeded, release};
const PairEngine pair_auk_placed_cold = {"auk placed", "cold", false, prepare, placed_cold, release};
const PairEngine pair_auk_placed_seeded = {"auk placed", "seeded", false, prepare, placed_seeded, release};
const PairEngine pair_auk_cast = {"auk", "linear cast", true, prepare, cast, release};
const PairEngine pair_auk_impact = {"auk", "rotating impact", true, prepare, impact, release};
