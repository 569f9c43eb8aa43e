// Four pairs at once against one at a time: the same bits, whatever the shapes are and however they lie.
#include "geom/pairs4.h"
#include "auk/auk.h"
#include "geom/manifold.h"

#include "support/pair.h"

#include <criterion/criterion.h>
#include <string.h>

#ifdef __SSE2__
#    include <xmmintrin.h>
#endif

enum { ROUNDS = 3000 };

// A pair as a world keeps it: the vertices of small polygons are followed by the first ones again.
typedef struct Kept {
    AukShape shapes[2];
    AukVec2 vertices[2][AUK_PAIRS4_VERTICES];
    AukDtransform transforms[2];
    AukVec2 origin;
    double limit;
} Kept;

static void keep_side(const PairSide *side, AukVec2 origin, Kept *kept, int number)
{
    kept->shapes[number] = side->shape;
    kept->transforms[number] = auk__dtransform(side->pose, origin);
    int count = side->shape.core.polygon.count;
    if (side->shape.kind == AUK_SHAPE_POLYGON && count <= AUK_SAT_MAX) {
        for (int i = 0; i < AUK_PAIRS4_VERTICES; i++) {
            kept->vertices[number][i] = side->shape.core.polygon.vertices[i % count];
        }
        kept->shapes[number].core.polygon.vertices = kept->vertices[number];
    }
}

// One in three pairs of parts is not where its body is.
static void keep_pair(Random *random, const Pair *pair, Kept *kept)
{
    AukVec2 beside = auk_vec(0.0f, 0.0f);
    if (random_int(random, 0, 2) == 0) {
        beside = random_vec(random, -1.0f, 1.0f);
    }
    kept->origin = auk_vec_add(pair->a.pose.p, beside);
    keep_side(&pair->a, kept->origin, kept, 0);
    keep_side(&pair->b, kept->origin, kept, 1);
    AukSupportShape a, b;
    auk__support_shape_init(&a, &kept->shapes[0], kept->transforms[0]);
    auk__support_shape_init(&b, &kept->shapes[1], kept->transforms[1]);
    double tau = auk__tau(auk__pair_size(&a, auk__support_shape_extent(&a), &b, auk__support_shape_extent(&b)));
    kept->limit = random_chance(random, 0.5) ? tau : 2.0 * tau;
}

static void set_in(AukPairs4 *quartet, int lane, AukPairs4Kind kind, const Kept *kept)
{
    int flipped = auk__pairs4_side(kind, 0) != auk__pairs4_side(kind, 1) && kept->shapes[0].kind == AUK_SHAPE_CIRCLE;
    quartet->limits[lane] = kept->limit;
    auk__pairs4_set_origin(quartet, lane, kept->origin);
    quartet->flipped[lane] = -flipped;
    for (int k = 0; k < 2; k++) {
        auk__pairs4_set_shape(&quartet->sides[k], lane, &kept->shapes[k ^ flipped], auk__pairs4_side(kind, k));
        auk__pairs4_set_place(&quartet->sides[k], lane, &kept->transforms[k ^ flipped]);
    }
}

// What became of them.
typedef struct Tally {
    int touching, apart, untold; // `untold`: of those that touch
} Tally;

static void compare(const Kept *kept, const AukPairs4Answer *answer, Tally *tally)
{
    AukSupportShape a, b;
    auk__support_shape_init(&a, &kept->shapes[0], kept->transforms[0]);
    auk__support_shape_init(&b, &kept->shapes[1], kept->transforms[1]);
    AukGjkCache cache;
    memset(&cache, 0, sizeof cache);
    AukSeparation separation;
    auk__separate_near(&a, &b, kept->limit, &cache, &separation);
    bool touching = separation.distance <= kept->limit;
    if (answer->verdict == AUK_VERDICT_NONE) {
        tally->untold += touching;
        return;
    }
    cr_assert_eq(answer->verdict == AUK_VERDICT_TOUCHING, touching, "a distance of %g, told %d", separation.distance,
                 (int)answer->verdict);
    tally->touching += touching;
    tally->apart += !touching;
    if (touching) {
        AukManifold manifold = auk__manifold(&a, &b, &separation, kept->origin, kept->limit);
        cr_assert(memcmp(&manifold, &answer->manifold, sizeof manifold) == 0, "another manifold");
        AukGjkCache told = {answer->simplex.count,
                            {answer->simplex.vertices_a & 0xFFFFu, answer->simplex.vertices_a >> 16, 0},
                            {answer->simplex.vertices_b & 0xFFFFu, answer->simplex.vertices_b >> 16, 0}};
        cr_assert(memcmp(&cache, &told, sizeof cache) == 0, "another simplex");
    }
}

static void try_quartet(Random *random, PairKind kind_a, PairKind kind_b, PairFamily family, Tally *tally)
{
    static Pair pair;
    static Kept kept[AUK_PAIRS4_LANES];
    AukPairs4 quartet;
    AukPairs4Answer answers[AUK_PAIRS4_LANES], *places[AUK_PAIRS4_LANES];
    AukPairs4Kind kind = AUK_PAIRS4_NONE;
    memset(answers, 0xA5, sizeof answers);
    for (int lane = 0, tries = 0; lane < AUK_PAIRS4_LANES; tries++) {
        bool swap = random_chance(random, 0.5);             // the same quartet holds pairs of either order
        PairFamily now = tries < 20 ? family : PAIR_RANDOM; // of some families no capsule is longer than a point
        pair_random(random, swap ? kind_b : kind_a, swap ? kind_a : kind_b, now, 1.0f, &pair);
        keep_pair(random, &pair, &kept[lane]);
        AukPairs4Kind found =
            auk__pairs4_kind(auk__pairs4_class(&kept[lane].shapes[0]), auk__pairs4_class(&kept[lane].shapes[1]));
        if (found == AUK_PAIRS4_NONE || (lane > 0 && found != kind)) {
            continue; // more vertices than there are quartets for, or so few that it is a segment
        }
        kind = found;
        places[lane] = &answers[lane];
        set_in(&quartet, lane, kind, &kept[lane]);
        lane++;
    }
    auk__pairs4_collide(kind, &quartet, places);
    for (int lane = 0; lane < AUK_PAIRS4_LANES; lane++) {
        compare(&kept[lane], &answers[lane], tally);
    }
}

// Of shapes with a radius the cores may be apart, with two corners nearest, which quartets do not tell.
static bool is_rounded(PairKind kind)
{
    return kind == PAIR_ROUNDED || kind == PAIR_ROUNDED_BOX;
}

static void try_kinds(PairKind kind_a, PairKind kind_b)
{
    if (!auk__pairs4_is_supported()) {
        cr_skip_test("this processor has no registers for four pairs");
    }
    Random random = random_start(random_seed(), 31 + (uint64_t)kind_a * PAIR_KIND_COUNT + (uint64_t)kind_b);
    Tally all = {0, 0, 0}, ordinary = {0, 0, 0};
    for (int i = 0; i < ROUNDS; i++) {
        PairFamily family = (PairFamily)random_int(&random, PAIR_RANDOM, PAIR_FAR);
        try_quartet(&random, kind_a, kind_b, family, &all);
        try_quartet(&random, kind_a, kind_b, PAIR_RANDOM, &ordinary);
    }
    cr_assert_gt(all.touching, ROUNDS / 2);
    cr_assert_gt(all.apart, ROUNDS / 2);
    int share = is_rounded(kind_a) || is_rounded(kind_b) ? 5 : 500;
    cr_assert_lt(ordinary.untold * share, ordinary.touching, "%d of %d untold", ordinary.untold, ordinary.touching);
}

Test(pairs4, circles)
{
    try_kinds(PAIR_CIRCLE, PAIR_CIRCLE);
}

Test(pairs4, boxes_and_circles)
{
    try_kinds(PAIR_BOX, PAIR_CIRCLE);
    try_kinds(PAIR_ROUNDED_BOX, PAIR_CIRCLE);
}

Test(pairs4, polygons_and_circles)
{
    try_kinds(PAIR_POLYGON, PAIR_CIRCLE);
    try_kinds(PAIR_ROUNDED, PAIR_CIRCLE);
}

Test(pairs4, boxes)
{
    try_kinds(PAIR_BOX, PAIR_BOX);
    try_kinds(PAIR_BOX, PAIR_ROUNDED_BOX);
}

Test(pairs4, polygons)
{
    try_kinds(PAIR_POLYGON, PAIR_POLYGON);
    try_kinds(PAIR_ROUNDED, PAIR_POLYGON);
}

Test(pairs4, boxes_among_polygons)
{
    try_kinds(PAIR_BOX, PAIR_POLYGON);
    try_kinds(PAIR_ROUNDED_BOX, PAIR_ROUNDED);
}

Test(pairs4, segments_and_circles)
{
    try_kinds(PAIR_SEGMENT, PAIR_CIRCLE);
    try_kinds(PAIR_CAPSULE, PAIR_CIRCLE);
}

Test(pairs4, segments)
{
    try_kinds(PAIR_SEGMENT, PAIR_SEGMENT);
    try_kinds(PAIR_CAPSULE, PAIR_SEGMENT);
    try_kinds(PAIR_CAPSULE, PAIR_CAPSULE);
}

Test(pairs4, boxes_among_segments)
{
    try_kinds(PAIR_SEGMENT, PAIR_BOX);
    try_kinds(PAIR_CAPSULE, PAIR_ROUNDED_BOX);
}

// The last quartet of a kind is filled up with a pair that it has already.
Test(pairs4, answers_may_share_a_place)
{
    if (!auk__pairs4_is_supported()) {
        cr_skip_test("this processor has no registers for four pairs");
    }
    AukShape circle = auk_shape_circle(1.0f);
    AukPairs4 quartet;
    AukPairs4Answer answer, *places[AUK_PAIRS4_LANES] = {&answer, &answer, &answer, &answer};
    for (int lane = 0; lane < AUK_PAIRS4_LANES; lane++) {
        AukDtransform here = {0.0, 0.0, 1.0, 0.0}, there = {1.5, 0.0, 1.0, 0.0};
        quartet.limits[lane] = 1e-6;
        auk__pairs4_set_origin(&quartet, lane, auk_vec(10.0f, 0.0f));
        quartet.flipped[lane] = 0;
        auk__pairs4_set_shape(&quartet.sides[0], lane, &circle, AUK_CLASS_CIRCLE);
        auk__pairs4_set_shape(&quartet.sides[1], lane, &circle, AUK_CLASS_CIRCLE);
        auk__pairs4_set_place(&quartet.sides[0], lane, &here);
        auk__pairs4_set_place(&quartet.sides[1], lane, &there);
    }
    auk__pairs4_collide(AUK_PAIRS4_CIRCLES, &quartet, places);
    cr_assert_eq(answer.verdict, AUK_VERDICT_TOUCHING);
    cr_assert(answer.manifold.count == 1 && answer.manifold.distance == -0.5f);
    cr_assert_eq(answer.manifold.points[0].point.x, 10.75f);
}

Test(pairs4, what_there_are_none_for)
{
    AukVec2 many[9];
    for (int i = 0; i < 9; i++) {
        AukRot turn = auk_rot(0.6f * (float)i);
        many[i] = auk_vec(turn.c, turn.s);
    }
    AukShape circle = auk_shape_circle(1.0f), box = auk_shape_box(1.0f, 2.0f);
    AukShape dot = auk_shape_capsule(auk_vec(1.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.5f);
    AukShape ellipse = auk_shape_ellipse(1.0f, 2.0f), large = auk_shape_polygon(many, 9, 0.0f);
    cr_assert_eq(large.kind, AUK_SHAPE_POLYGON);
    const AukShape *others[] = {&dot, &ellipse, &large};
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk__pairs4_kind(auk__pairs4_class(&circle), auk__pairs4_class(others[i])), AUK_PAIRS4_NONE);
        cr_assert_eq(auk__pairs4_kind(auk__pairs4_class(others[i]), auk__pairs4_class(&box)), AUK_PAIRS4_NONE);
    }
    cr_assert_eq(auk__pairs4_kind(auk__pairs4_class(&circle), auk__pairs4_class(&box)), AUK_PAIRS4_BOX_CIRCLE);
    cr_assert_eq(auk__pairs4_kind(auk__pairs4_class(&box), auk__pairs4_class(&circle)), AUK_PAIRS4_BOX_CIRCLE);
    AukShape capsule = auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.5f);
    AukShape triangle = auk_shape_polygon(many, 3, 0.0f);
    cr_assert_eq(auk__pairs4_kind(auk__pairs4_class(&capsule), auk__pairs4_class(&triangle)), AUK_PAIRS4_NONE);
}

#ifdef __SSE2__

// Lanes work out what nobody asks for, as the direction between circles around one point.
Test(pairs4, a_game_that_traps_invalid_operations_can_step)
{
    enum { INVALID = 0x80, DIVIDE_BY_ZERO = 0x200 };
    AukWorld *world = auk_world_create(NULL, NULL);
    cr_assert_not_null(world);
    AukShape capsule = auk_shape_capsule(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.0f), 0.1f);
    AukShape shapes[] = {auk_shape_circle(0.5f), auk_shape_box(0.5f, 0.25f), capsule};
    for (int i = 0; i < 12; i++) {
        AukBodyDef def = {.shape = shapes[i % 3], .velocity = {1.0f, 0.0f}};
        cr_assert_neq(auk_body_create(world, &def).generation, 0u);
    }
    unsigned usual = _mm_getcsr(), trapping = usual & ~(unsigned)(INVALID | DIVIDE_BY_ZERO);
    _mm_setcsr(trapping);
    AukStatus status = auk_world_step(world, 1.0f / 60.0f);
    unsigned after = _mm_getcsr();
    _mm_setcsr(usual);
    cr_assert_eq(status, AUK_OK);
    cr_assert_eq(after, trapping);
    cr_assert_eq(auk_world_contacts(world).count, 66);
    auk_world_destroy(world);
}

#endif
