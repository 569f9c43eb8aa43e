// Batches give what single calls give, bit for bit, and refuse bad arrays without touching what they should fill.
#include "auk/geom.h"

#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 300 };

static Pair *pairs; // COUNT of them; in static memory the leak check would read them after every test of the program
static AukPairDef defs[COUNT];

static void take_pairs(void)
{
    pairs = calloc(COUNT, sizeof *pairs);
}

static void free_pairs(void)
{
    free(pairs);
}

TestSuite(batch, .init = take_pairs, .fini = free_pairs);

// Pairs of every kind in every family, some of them refused shapes and bad poses.
static void make_pairs(uint64_t stream)
{
    Random random = random_start(random_seed(), stream);
    for (int i = 0; i < COUNT; i++) {
        Pair *pair = &pairs[i];
        PairKind kind_a = (PairKind)random_int(&random, 0, PAIR_CUSTOM);
        PairKind kind_b = (PairKind)random_int(&random, 0, PAIR_CUSTOM);
        pair_random(&random, kind_a, kind_b, (PairFamily)(i % PAIR_FAMILY_COUNT), 1.0f, pair);
        defs[i] = (AukPairDef){&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose};
    }
    static AukShape none;
    none = auk_shape_box(0.0f, 1.0f);
    defs[5].a = NULL;
    defs[6].b = &none;
    defs[7].pose_a.p.x = NAN;
    defs[8].pose_b.p.y = 1e16f;
}

static bool same_vec(AukVec2 a, AukVec2 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool same_cast(const AukCast *a, const AukCast *b)
{
    return a->hit == b->hit && a->fraction == b->fraction && same_vec(a->point, b->point) &&
           same_vec(a->normal, b->normal) && a->iterations == b->iterations && a->status == b->status;
}

Test(batch, distances_of_many_pairs_are_those_of_single_calls)
{
    static AukDistance out[COUNT];
    make_pairs(1);
    cr_assert_eq(auk_distance_many(defs, COUNT, out), AUK_OK);
    for (int i = 0; i < COUNT; i++) {
        AukDistance d = auk_distance(defs[i].a, defs[i].pose_a, defs[i].b, defs[i].pose_b);
        cr_assert(d.distance == out[i].distance && same_vec(d.point_a, out[i].point_a) &&
                      same_vec(d.point_b, out[i].point_b) && same_vec(d.normal, out[i].normal) &&
                      d.iterations == out[i].iterations && d.status == out[i].status,
                  "pair %d", i);
    }
    cr_assert(out[5].status == AUK_ERROR_NULL && out[6].status == AUK_ERROR_ZERO_AREA);
    cr_assert(out[7].status == AUK_ERROR_NOT_FINITE && out[8].status == AUK_ERROR_RANGE && out[9].status == AUK_OK);
}

Test(batch, overlaps_of_many_pairs_are_those_of_single_calls)
{
    static bool out[COUNT];
    make_pairs(2);
    cr_assert_eq(auk_overlap_many(defs, COUNT, out), AUK_OK);
    int overlapping = 0;
    for (int i = 0; i < COUNT; i++) {
        cr_assert_eq(out[i], auk_overlap(defs[i].a, defs[i].pose_a, defs[i].b, defs[i].pose_b), "pair %d", i);
        overlapping += out[i];
    }
    cr_assert(overlapping > 0 && overlapping < COUNT);
    cr_assert(!out[5] && !out[6] && !out[7] && !out[8]);
}

Test(batch, manifolds_of_many_pairs_are_those_of_single_calls)
{
    static AukManifold out[COUNT];
    make_pairs(3);
    cr_assert_eq(auk_collide_many(defs, COUNT, out), AUK_OK);
    for (int i = 0; i < COUNT; i++) {
        AukManifold m = auk_collide(defs[i].a, defs[i].pose_a, defs[i].b, defs[i].pose_b);
        cr_assert(m.count == out[i].count && m.status == out[i].status && m.distance == out[i].distance &&
                      same_vec(m.normal, out[i].normal) && m.iterations == out[i].iterations,
                  "pair %d", i);
        for (int k = 0; k < m.count; k++) {
            const AukManifoldPoint *p = &m.points[k], *q = &out[i].points[k];
            cr_assert(same_vec(p->point, q->point) && p->distance == q->distance && p->feature_a == q->feature_a &&
                          p->feature_b == q->feature_b,
                      "pair %d, point %d", i, k);
        }
    }
    cr_assert(out[5].status == AUK_ERROR_NULL && out[5].count == 0);
}

Test(batch, many_rays_against_one_shape_are_those_of_single_calls)
{
    static AukVec2 from[COUNT], delta[COUNT];
    static AukCast out[COUNT];
    Random random = random_start(random_seed(), 4);
    for (int kind = 0; kind < PAIR_KIND_COUNT; kind++) {
        pair_random_shape(&random, (PairKind)kind, 1.0f, 1.0f, &pairs[0].a);
        AukTransform pose = random_pose(&random, 1.0f);
        AukCastOptions options = {random_chance(&random, 0.5), random_float(&random, 0.0f, 0.2f)};
        for (int i = 0; i < COUNT; i++) {
            from[i] = random_vec(&random, -3.0f, 3.0f);
            delta[i] = random_vec(&random, -5.0f, 5.0f);
        }
        from[3].x = NAN;
        delta[4].y = INFINITY;
        const AukCastOptions *used = kind % 3 ? &options : NULL;
        cr_assert_eq(auk_cast_ray_many(&pairs[0].a.shape, pose, from, delta, COUNT, used, out), AUK_OK);
        for (int i = 0; i < COUNT; i++) {
            AukCast single = auk_cast_ray(&pairs[0].a.shape, pose, from[i], delta[i], used);
            cr_assert(same_cast(&single, &out[i]), "%s, ray %d", pair_kind_name((PairKind)kind), i);
        }
        cr_assert(out[3].status == AUK_ERROR_NOT_FINITE && out[4].status == AUK_ERROR_NOT_FINITE);
    }
}

Test(batch, one_shape_cast_against_many_is_what_single_casts_say)
{
    static AukShape shapes[COUNT];
    static AukTransform poses[COUNT];
    static AukCast out[COUNT];
    Random random = random_start(random_seed(), 5);
    for (int kind = 0; kind < PAIR_KIND_COUNT; kind++) {
        pair_random_shape(&random, (PairKind)kind, 1.0f, 1.0f, &pairs[0].a);
        AukTransform pose = random_pose(&random, 1.0f);
        AukVec2 delta = random_vec(&random, -5.0f, 5.0f);
        AukCastOptions options = {random_chance(&random, 0.5), random_float(&random, 0.0f, 0.2f)};
        for (int i = 0; i < COUNT; i++) {
            PairSide *side = &pairs[i].b;
            pair_random_shape(&random, (PairKind)random_int(&random, 0, PAIR_CUSTOM), 1.0f, 1.0f, side);
            shapes[i] = side->shape;
            poses[i] = random_pose(&random, 3.0f);
        }
        shapes[2] = auk_shape_circle(-1.0f);
        poses[3].p.x = NAN;
        const AukCastOptions *used = kind % 3 ? &options : NULL;
        AukStatus status = auk_cast_shape_many(&pairs[0].a.shape, pose, delta, shapes, poses, COUNT, used, out);
        cr_assert_eq(status, AUK_OK);
        for (int i = 0; i < COUNT; i++) {
            AukCast single = auk_cast_shape(&pairs[0].a.shape, pose, delta, &shapes[i], poses[i], used);
            cr_assert(same_cast(&single, &out[i]), "%s, shape %d", pair_kind_name((PairKind)kind), i);
        }
        cr_assert(out[2].status == AUK_ERROR_NEGATIVE && out[3].status == AUK_ERROR_NOT_FINITE);
    }
}

Test(batch, none_at_all_is_fine_and_bad_arrays_are_refused)
{
    AukPairDef def = {0};
    AukDistance distance = {.distance = 7.0f};
    AukManifold manifold = {.distance = 7.0f};
    AukCast cast = {.fraction = 7.0f};
    bool overlap = true;
    AukShape box = auk_shape_box(1.0f, 1.0f);
    AukTransform pose = auk_transform_identity();
    AukVec2 zero = {0.0f, 0.0f};
    cr_assert_eq(auk_distance_many(&def, 0, &distance), AUK_OK);
    cr_assert_eq(auk_distance_many(NULL, 1, &distance), AUK_ERROR_NULL);
    cr_assert_eq(auk_distance_many(&def, 1, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_distance_many(&def, -1, &distance), AUK_ERROR_COUNT);
    cr_assert_eq(auk_overlap_many(&def, 0, &overlap), AUK_OK);
    cr_assert_eq(auk_overlap_many(NULL, 1, &overlap), AUK_ERROR_NULL);
    cr_assert_eq(auk_overlap_many(&def, 1, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_overlap_many(&def, -5, &overlap), AUK_ERROR_COUNT);
    cr_assert_eq(auk_collide_many(&def, 0, &manifold), AUK_OK);
    cr_assert_eq(auk_collide_many(NULL, 1, &manifold), AUK_ERROR_NULL);
    cr_assert_eq(auk_collide_many(&def, 1, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_collide_many(&def, -1, &manifold), AUK_ERROR_COUNT);
    cr_assert_eq(auk_cast_ray_many(&box, pose, &zero, &zero, 0, NULL, &cast), AUK_OK);
    cr_assert_eq(auk_cast_ray_many(&box, pose, NULL, &zero, 1, NULL, &cast), AUK_ERROR_NULL);
    cr_assert_eq(auk_cast_ray_many(&box, pose, &zero, NULL, 1, NULL, &cast), AUK_ERROR_NULL);
    cr_assert_eq(auk_cast_ray_many(&box, pose, &zero, &zero, 1, NULL, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_cast_ray_many(&box, pose, &zero, &zero, -1, NULL, &cast), AUK_ERROR_COUNT);
    cr_assert_eq(auk_cast_shape_many(&box, pose, zero, &box, &pose, 0, NULL, &cast), AUK_OK);
    cr_assert_eq(auk_cast_shape_many(&box, pose, zero, NULL, &pose, 1, NULL, &cast), AUK_ERROR_NULL);
    cr_assert_eq(auk_cast_shape_many(&box, pose, zero, &box, NULL, 1, NULL, &cast), AUK_ERROR_NULL);
    cr_assert_eq(auk_cast_shape_many(&box, pose, zero, &box, &pose, 1, NULL, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_cast_shape_many(&box, pose, zero, &box, &pose, -1, NULL, &cast), AUK_ERROR_COUNT);
    cr_assert(distance.distance == 7.0f && manifold.distance == 7.0f && cast.fraction == 7.0f && overlap);
}

Test(batch, a_null_shape_is_the_status_of_every_answer)
{
    AukVec2 zero[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    AukTransform pose = auk_transform_identity();
    AukShape boxes[2] = {auk_shape_box(1.0f, 1.0f), auk_shape_box(1.0f, 2.0f)};
    AukTransform poses[2] = {pose, pose};
    AukCast out[2] = {{0}};
    AukStatus rays = auk_cast_ray_many(NULL, pose, zero, zero, 2, NULL, out);
    cr_assert(rays == AUK_ERROR_NULL || (out[0].status == AUK_ERROR_NULL && out[1].status == AUK_ERROR_NULL));
    cr_assert(!out[0].hit && !out[1].hit);
    AukStatus casts = auk_cast_shape_many(NULL, pose, zero[1], boxes, poses, 2, NULL, out);
    cr_assert(casts == AUK_ERROR_NULL || (out[0].status == AUK_ERROR_NULL && out[1].status == AUK_ERROR_NULL));
    cr_assert(!out[0].hit && !out[1].hit);
}
