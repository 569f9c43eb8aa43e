// Shapes given by a support function, on inputs with known answers, and what is refused.
#include "auk/geom.h"
#include "auk/mover.h"
#include "auk/query.h"
#include "auk/shapes.h"
#include "auk/world.h"

#include "support/check.h"
#include "support/oracle.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>

static const AukTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

// The hull of the points that `context` names.
typedef struct Corners {
    int count;
    double points[8][2];
} Corners;

static void corner_support(const double direction[2], double point[2], const void *context)
{
    const Corners *corners = context;
    double far = -HUGE_VAL;
    for (int i = 0; i < corners->count; i++) {
        const double *corner = corners->points[i];
        double along = corner[0] * direction[0] + corner[1] * direction[1];
        if (along > far) {
            far = along;
            point[0] = corner[0];
            point[1] = corner[1];
        }
    }
}

static const Corners triangle = {3, {{0.0, 0.0}, {4.0, 0.0}, {0.0, 3.0}}};
static const AukCustomShape triangle_shape = {corner_support, &triangle, {{0.0f, 0.0f}, {4.0f, 3.0f}}, 1};

Test(custom, the_constructor_keeps_its_arguments_or_says_why_not)
{
    AukShape shape = auk_shape_custom(&triangle_shape, 0.5f);
    cr_assert(shape.kind == AUK_SHAPE_CUSTOM && shape.status == AUK_OK && shape.radius == 0.5f);
    cr_assert_eq(shape.core.custom, &triangle_shape);
    AukCustomShape bad = triangle_shape;
    cr_assert_eq(auk_shape_custom(NULL, 0.0f).status, AUK_ERROR_NULL);
    bad.support = NULL;
    cr_assert_eq(auk_shape_custom(&bad, 0.0f).status, AUK_ERROR_NULL);
    cr_assert_eq(auk_shape_custom(&bad, 0.0f).kind, AUK_SHAPE_NONE);
    static const float numbers[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        bad = triangle_shape;
        bad.bounds.max.x = numbers[i];
        cr_assert_eq(auk_shape_custom(&bad, 0.0f).status, AUK_ERROR_NOT_FINITE);
        bad = triangle_shape;
        bad.bounds.min.y = numbers[i];
        cr_assert_eq(auk_shape_custom(&bad, 0.0f).status, AUK_ERROR_NOT_FINITE);
    }
    bad = triangle_shape;
    bad.bounds.max.y = 1e16f;
    cr_assert_eq(auk_shape_custom(&bad, 0.0f).status, AUK_ERROR_RANGE);
    bad = triangle_shape;
    bad.bounds.max.y = -1.0f;
    cr_assert_eq(auk_shape_custom(&bad, 0.0f).kind, AUK_SHAPE_NONE, "bounds inside out");
    cr_assert_neq(auk_shape_custom(&bad, 0.0f).status, AUK_OK);
    cr_assert_eq(auk_shape_custom(&triangle_shape, -1.0f).status, AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_shape_custom(&triangle_shape, NAN).status, AUK_ERROR_NOT_FINITE);
}

Test(custom, a_polygon_by_its_support_function_is_that_polygon)
{
    static const AukVec2 vertices[3] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 3.0f}};
    AukShape custom = auk_shape_custom(&triangle_shape, 0.25f), polygon = auk_shape_polygon(vertices, 3, 0.25f);
    static Pair pair;
    uint64_t seed = random_seed();
    for (int i = 0; i < 20000; i++) {
        Random random = random_start(seed, (uint64_t)i);
        pair_random_shape(&random, (PairKind)random_int(&random, 0, PAIR_ROUNDED), 3.0f, 1.0f, &pair.b);
        AukTransform pose_a = random_pose(&random, 4.0f), pose_b = random_pose(&random, 4.0f);
        AukDistance c = auk_distance(&custom, pose_a, &pair.b.shape, pose_b);
        AukDistance p = auk_distance(&polygon, pose_a, &pair.b.shape, pose_b);
        cr_assert(c.status == AUK_OK && fabs((double)c.distance - (double)p.distance) < 1e-5,
                  "%.9g, as a polygon %.9g, AUK_SEED=%llu, pair %d", (double)c.distance, (double)p.distance,
                  (unsigned long long)seed, i);
        AukVec2 delta = random_vec(&random, -5.0f, 5.0f);
        AukCast hit = auk_cast_shape(&custom, pose_a, delta, &pair.b.shape, pose_b, NULL);
        AukCast same = auk_cast_shape(&polygon, pose_a, delta, &pair.b.shape, pose_b, NULL);
        cr_assert(hit.hit == same.hit && fabs((double)hit.fraction - (double)same.fraction) < 1e-5,
                  "cast %.9g, as a polygon %.9g, AUK_SEED=%llu, pair %d", (double)hit.fraction, (double)same.fraction,
                  (unsigned long long)seed, i);
    }
}

Test(custom, a_superellipse_of_power_two_is_an_ellipse)
{
    PairCurve curve = {CURVE_SUPERELLIPSE, {3.0f, 1.0f}, 2.0f, {0.0f, 0.0f}};
    AukCustomShape custom = pair_curve_custom(&curve);
    AukShape super = auk_shape_custom(&custom, 0.0f), ellipse = auk_shape_ellipse(3.0f, 1.0f);
    AukShape box = auk_shape_box(1.0f, 0.5f);
    for (int i = 0; i < 200; i++) {
        AukTransform pose = auk_transform(auk_vec(0.025f * (float)i, 0.01f * (float)i), 0.1f * (float)i);
        double first = (double)auk_distance(&super, identity, &box, pose).distance;
        double second = (double)auk_distance(&ellipse, identity, &box, pose).distance;
        cr_assert_float_eq(first, second, 1e-5, "%d", i);
    }
}

Test(custom, the_tips_of_a_lens_are_its_support_points_and_its_corners)
{
    PairCurve curve = {CURVE_LENS, {1.0f, 2.0f}, 0.0f, {0.0f, 0.0f}}; // discs of radius 2.5 around (+-1.5, 0)
    AukCustomShape custom = pair_curve_custom(&curve);
    AukShape lens = auk_shape_custom(&custom, 0.0f), circle = auk_shape_circle(0.5f);
    AukVec2 tip = auk_support(&lens, identity, auk_vec(0.1f, 3.0f));
    cr_assert(tip.x == 0.0f && tip.y == 2.0f);
    AukDistance over = auk_distance(&lens, identity, &circle, at(0.0f, 4.0f));
    cr_assert(over.distance == 1.5f && over.normal.y == 1.0f && over.point_a.y == 2.0f);
    AukDistance aside = auk_distance(&lens, identity, &circle, at(5.0f, 0.0f));
    cr_assert(aside.distance == 3.5f && aside.normal.x == 1.0f);
    cr_assert_float_eq((double)auk_distance(&lens, identity, &circle, at(0.0f, 0.0f)).distance, -1.5, 1e-5);
    cr_assert(auk_contains(&lens, identity, auk_vec(0.0f, 1.999f)));
    cr_assert_not(auk_contains(&lens, identity, auk_vec(0.5f, 1.9f)));
    AukCast ray = auk_cast_ray(&lens, identity, auk_vec(-3.0f, 0.0f), auk_vec(4.0f, 0.0f), NULL);
    cr_assert(ray.hit);
    cr_assert_float_eq((double)ray.fraction, 0.5, 1e-7);
}

Test(custom, a_shape_that_does_not_contain_its_own_origin)
{
    PairCurve curve = {CURVE_SUPERELLIPSE, {1.0f, 1.0f}, 4.0f, {100.0f, -50.0f}};
    AukCustomShape custom = pair_curve_custom(&curve);
    AukShape far = auk_shape_custom(&custom, 0.0f), box = auk_shape_box(1.0f, 1.0f);
    AukTransform pose = {{-100.0f, 50.0f}, {1.0f, 0.0f}};
    const char *wrong = check_distance(&far, pose, &box, at(0.5f, 0.25f));
    cr_assert_null(wrong, "%s", wrong);
    wrong = check_distance(&far, pose, &box, at(3.0f, 0.0f));
    cr_assert_null(wrong, "%s", wrong);
    cr_assert_float_eq((double)auk_distance(&far, pose, &box, at(3.0f, 0.0f)).distance, 1.0, 1e-5);
}

Test(custom, a_shape_of_one_point_and_one_without_area)
{
    static const Corners dot = {1, {{1.0, 1.0}}}, line = {2, {{-1.0, 0.0}, {1.0, 0.0}}};
    AukCustomShape dots = {corner_support, &dot, {{1.0f, 1.0f}, {1.0f, 1.0f}}, 0};
    AukCustomShape lines = {corner_support, &line, {{-1.0f, 0.0f}, {1.0f, 0.0f}}, 0};
    AukShape point = auk_shape_custom(&dots, 0.0f), round = auk_shape_custom(&dots, 0.5f);
    AukShape flat = auk_shape_custom(&lines, 0.0f), box = auk_shape_box(1.0f, 1.0f);
    AukShape shapes[] = {point, round, flat};
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(shapes[i].status, AUK_OK);
        for (int k = 0; k < 12; k++) {
            const char *wrong = check_distance(&shapes[i], at(0.0f, 0.0f), &box, at(0.3f * (float)k, 0.25f));
            cr_assert_null(wrong, "shape %d, place %d: %s", i, k, wrong);
        }
    }
    cr_assert_eq(auk_distance(&point, identity, &box, at(4.0f, 1.0f)).distance, 2.0f);
}

// A support function that breaks its word must not hang or crash the caller.
static void nan_support(const double direction[2], double point[2], const void *context)
{
    (void)direction;
    (void)context;
    point[0] = point[1] = (double)NAN;
}

static void concave_support(const double direction[2], double point[2], const void *context)
{
    (void)context;
    point[0] = -direction[0];
    point[1] = -3.0 * direction[1];
}

Test(custom, a_support_function_that_breaks_its_word_ends_in_bounded_time)
{
    AukBox bounds = {{-1.0f, -1.0f}, {1.0f, 1.0f}};
    AukCustomShape liars[] = {{nan_support, NULL, bounds, 0}, {concave_support, NULL, bounds, 0}};
    AukShape box = auk_shape_box(1.0f, 1.0f), round = auk_shape_ellipse(1.0f, 2.0f);
    for (int i = 0; i < 2; i++) {
        AukShape liar = auk_shape_custom(&liars[i], 0.0f);
        for (int k = 0; k < 10; k++) {
            AukTransform pose = auk_transform(auk_vec(0.4f * (float)k, 0.1f), 0.3f * (float)k);
            AukPath moving = {pose, {-3.0f, 0.1f}, 4.0f}, resting = {identity, {0.0f, 0.0f}, 0.0f};
            AukDistance d = auk_distance(&liar, identity, &box, pose);
            AukDistance e = auk_distance(&round, pose, &liar, identity);
            AukCast c = auk_cast_shape(&box, pose, auk_vec(-3.0f, 0.0f), &liar, identity, NULL);
            AukCast t = auk_time_of_impact(&box, &moving, &liar, &resting, NULL);
            AukEpaResult p = auk_epa(&liar, identity, &round, pose, NULL);
            int rounds = d.iterations + e.iterations + c.iterations + t.iterations + p.iterations;
            cr_assert(rounds >= 0 && rounds < 1000000, "%d rounds", rounds);
        }
    }
}

static void far_support(const double direction[2], double point[2], const void *context)
{
    double far = *(const double *)context;
    point[0] = direction[0] > 0.0 ? far : -1.0;
    point[1] = direction[1] > 0.0 ? 1.0 : -far;
}

// Its boxes would be infinite, or no boxes: walks through the query index then went on for ever.
Test(custom, a_support_function_that_breaks_its_word_lets_every_call_of_a_world_end, .timeout = 20)
{
    static const double fars[2] = {1e300, (double)INFINITY};
    AukBox bounds = {{-1.0f, -1.0f}, {1.0f, 1.0f}};
    AukCustomShape liars[] = {{nan_support, NULL, bounds, 1},
                              {concave_support, NULL, bounds, 2},
                              {far_support, &fars[0], bounds, 3},
                              {far_support, &fars[1], bounds, 4}};
    for (int i = 0; i < 4; i++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        cr_assert_eq(auk_world_register_custom(world, &liars[i]), AUK_OK);
        AukShape liar = auk_shape_custom(&liars[i], 0.0f);
        for (int k = 0; k < 12; k++) {
            AukBodyDef def = {.motion = (AukMotion)(k % 3), .shape = k % 4 ? liar : auk_shape_circle(0.5f)};
            def.position = auk_vec(1.5f * (float)(k % 4), 1.5f * (float)(k / 4));
            def.velocity = def.motion == AUK_MOTION_STATIC ? auk_vec(0.0f, 0.0f) : auk_vec(3.0f, -2.0f);
            auk_body_create(world, &def);
        }
        AukFound found[16];
        AukTransform pose = auk_transform(auk_vec(-1.0f, 0.5f), 0.2f);
        for (int k = 0; k < 5; k++) {
            cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
            (void)auk_world_nearest(world, &liar, pose, INFINITY, NULL, found, 16);
            (void)auk_world_overlap(world, &liar, pose, NULL, found, 16);
            (void)auk_world_cast_shape_all(world, &liar, pose, auk_vec(9.0f, 1.0f), NULL, found, 16);
            (void)auk_world_cast_shape(world, &liar, pose, auk_vec(9.0f, 1.0f), NULL, found);
            (void)auk_world_cast_ray_all(world, pose.p, auk_vec(9.0f, 1.0f), NULL, found, 16);
            AukMover mover = {.shape = liar, .pose = pose, .velocity = {4.0f, -4.0f}};
            (void)auk_world_move(world, &mover, 0.1f, NULL, 0);
            AukBox all = auk_world_get_bounds(world);
            cr_assert(all.min.x <= all.max.x && all.min.y <= all.max.y && all.max.x < 1e6f && all.min.x > -1e6f);
        }
        auk_world_destroy(world);
    }
}
