// Boxes, segments and points that turn, followed by their sides and corners, beside the search for outlines of any
// shape and beside their distance, computed with the sines of libm.
#include "geom/advance.h"
#include "support/random.h"

#include "auk/geom.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MOTIONS = 20000, SAMPLES = 64 };

// Gaps at contact, relative to the size of the pair.
#define MOST_GAP 2e-11
#define ROUNDING 1e-14

typedef struct BoxMotion {
    AukShape shapes[2];
    AukVec2 corners[2][4];
    AukDtransform start[2], local[2];
    AukDvec delta;
    double turn[2], from;
} BoxMotion;

static double any_turn(Random *random)
{
    switch (random_int(random, 0, 4)) {
    case 0: return 0.0;
    case 1: return (double)random_float(random, -0.3f, 0.3f);
    case 2: return (double)random_float(random, -3.0f, 3.0f);
    case 3: return 6.283185307179586 * random_int(random, -2, 2);
    default: return (double)random_float(random, -30.0f, 30.0f);
    }
}

static AukDtransform any_place(Random *random, float width)
{
    return auk__dtransform(random_pose(random, width), auk_vec(0.0f, 0.0f));
}

static void any_motion(Random *random, BoxMotion *motion)
{
    for (int i = 0; i < 2; i++) {
        float x = (float)random_log(random, 0.01, 2.0), y = (float)random_log(random, 0.01, 2.0);
        motion->shapes[i] = auk_shape_box(x, y);
        AukVec2 corners[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
        memcpy(motion->corners[i], corners, sizeof corners);
        motion->start[i] = any_place(random, 4.0f);
        AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
        motion->local[i] = random_chance(random, 0.5) ? identity : any_place(random, 1.0f);
        motion->turn[i] = any_turn(random);
    }
    AukDvec toward = dvec(motion->start[0].x - motion->start[1].x, motion->start[0].y - motion->start[1].y);
    double part = (double)random_float(random, 0.0f, 2.0f);
    motion->delta = dvec_add(dvec_scale(part, toward), dvec_from(random_vec(random, -1.0f, 1.0f)));
    motion->from = random_chance(random, 0.8) ? 0.0 : random_unit(random);
}

static void set_shape_path(const BoxMotion *motion, int i, const AukShape *shape, AukShapePath *path)
{
    path->start = motion->start[i];
    path->local = motion->local[i];
    path->delta = i ? motion->delta : dvec(0.0, 0.0);
    path->turn = motion->turn[i];
    auk__support_shape_init(&path->core, shape, path->start);
    path->turn_radius = auk__support_shape_turn_radius(&path->core, &path->local);
}

static AukImpact advance_shapes(const BoxMotion *motion, const AukShape *a, const AukShape *b)
{
    AukShapePath path_a, path_b;
    set_shape_path(motion, 0, a, &path_a);
    set_shape_path(motion, 1, b, &path_b);
    return auk__advance(&path_a, &path_b, motion->from);
}

// ---- the judge ----

static AukDvec corner_at(const BoxMotion *motion, int i, int corner, double fraction)
{
    AukDvec p = auk__dtransform_apply(&motion->local[i], dvec_from(motion->corners[i][corner]));
    AukDtransform place = motion->start[i];
    double c = cos(fraction * motion->turn[i]), s = sin(fraction * motion->turn[i]);
    place.x += i ? fraction * motion->delta.x : 0.0;
    place.y += i ? fraction * motion->delta.y : 0.0;
    place.c = motion->start[i].c * c - motion->start[i].s * s;
    place.s = motion->start[i].s * c + motion->start[i].c * s;
    return auk__dtransform_apply(&place, p);
}

// The largest separation along the normals of all sides. The corners of a segment are its ends, twice, and those of a
// point are all the same.
static double separation_of(AukDvec corners[2][4])
{
    double most = -INFINITY;
    for (int i = 0; i < 4; i++) {
        AukDvec along = dvec_sub(corners[i / 2][2], corners[i / 2][3]);
        double length = dvec_length(along), low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        AukDvec x = length > 0.0 ? dvec_scale(1.0 / length, along) : dvec(1.0, 0.0);
        AukDvec axis = i % 2 ? dvec(-x.y, x.x) : x;
        for (int k = 0; k < 8; k++) {
            double height = dvec_dot(axis, corners[k / 4][k % 4]);
            low[k / 4] = fmin(low[k / 4], height);
            high[k / 4] = fmax(high[k / 4], height);
        }
        most = fmax(most, fmax(low[1] - high[0], low[0] - high[1]));
    }
    return most;
}

static double distance_to_edge(AukDvec p, AukDvec from, AukDvec to)
{
    AukDvec edge = dvec_sub(to, from), apart = dvec_sub(p, from);
    double part = dvec_edge_part(dvec_dot(apart, edge), dvec_dot(edge, edge));
    return dvec_length(dvec_sub(p, dvec_mul_add(from, part, edge)));
}

// The distance less the radii. Of overlapping cores it is the separation along a side, also less the radii.
static double distance_at(const BoxMotion *motion, double fraction)
{
    AukDvec corners[2][4];
    for (int i = 0; i < 8; i++) {
        corners[i / 4][i % 4] = corner_at(motion, i / 4, i % 4, fraction);
    }
    double radius = (double)motion->shapes[0].radius + (double)motion->shapes[1].radius;
    double separation = separation_of(corners), least = INFINITY;
    for (int i = 0; i < 32 && separation > 0.0; i++) {
        int own = i / 16, corner = i / 4 % 4, edge = i % 4;
        least = fmin(least, distance_to_edge(corners[own][corner], corners[!own][edge], corners[!own][(edge + 1) % 4]));
    }
    return (separation > 0.0 && radius > 0.0 ? least : separation) - radius;
}

static double size_of(const BoxMotion *motion)
{
    return 16.0 + dvec_length(motion->delta);
}

// Null, or what is wrong with an impact.
static const char *judge(const BoxMotion *motion, const AukImpact *impact)
{
    double size = size_of(motion), end = impact->hit ? impact->fraction : 1.0;
    if (impact->hit && impact->overlapping) {
        return impact->fraction == motion->from && distance_at(motion, motion->from) <= MOST_GAP * size
                   ? NULL
                   : "overlapping, but apart";
    }
    for (int i = 0; i < SAMPLES; i++) {
        if (distance_at(motion, motion->from + (end - motion->from) * i / SAMPLES) < -ROUNDING * size) {
            return "overlap before";
        }
    }
    double gap = distance_at(motion, end);
    return gap >= -ROUNDING * size && (!impact->hit || gap <= MOST_GAP * size) ? NULL : "not a contact";
}

// ---- tests ----

static bool expect_impact_of_outlines(const Random *random, const BoxMotion *motion, int i)
{
    AukShape outlines[2];
    for (int k = 0; k < 2; k++) {
        outlines[k] = auk_shape_polygon(motion->corners[k], 4, motion->shapes[k].radius);
    }
    AukImpact impact = advance_shapes(motion, &motion->shapes[0], &motion->shapes[1]);
    AukImpact expected = advance_shapes(motion, &outlines[0], &outlines[1]);
    const char *wrong = judge(motion, &impact);
    cr_assert_null(wrong, "seed %llu, motion %d: %s", (unsigned long long)random->seed, i, wrong);
    cr_assert(impact.hit == expected.hit && impact.overlapping == expected.overlapping &&
                  impact.status == expected.status,
              "seed %llu, motion %d", (unsigned long long)random->seed, i);
    if (impact.hit && !impact.overlapping) {
        cr_assert_float_eq(impact.fraction, expected.fraction, 1e-6, "seed %llu, motion %d",
                           (unsigned long long)random->seed, i);
        cr_assert(dvec_length(dvec_sub(impact.point, expected.point)) < 1e-5 * size_of(motion) &&
                      fabs(dvec_length(impact.normal) - 1.0) < 1e-12,
                  "seed %llu, motion %d", (unsigned long long)random->seed, i);
    }
    return impact.hit && !impact.overlapping;
}

Test(advance_boxes, boxes_that_turn_meet_where_outlines_of_their_corners_do)
{
    Random random = random_start(random_seed(), 1);
    int hits = 0;
    for (int i = 0; i < random_repeats(MOTIONS); i++) {
        BoxMotion motion;
        any_motion(&random, &motion);
        hits += expect_impact_of_outlines(&random, &motion, i);
    }
    cr_assert_gt(hits, random_repeats(MOTIONS) / 10);
}

// Turns the box into a segment, a capsule, a disc or a rounded box, or leaves it.
static void reshape(Random *random, BoxMotion *motion, int i)
{
    AukVec2 *corners = motion->corners[i];
    float radius = random_chance(random, 0.7) ? (float)random_log(random, 1e-3, 1.0) : 0.0f;
    switch (random_int(random, 0, 2)) {
    case 0:
        corners[1] = corners[2];
        corners[3] = corners[0];
        motion->shapes[i] = auk_shape_capsule(corners[0], corners[2], radius);
        break;
    case 1:
        corners[0] = corners[1] = corners[2] = corners[3] = auk_vec(0.0f, 0.0f);
        motion->shapes[i] = auk_shape_circle(radius);
        break;
    default: motion->shapes[i].radius = radius; break;
    }
}

Test(advance_boxes, rounded_boxes_capsules_discs_and_segments_that_turn_meet_where_they_touch)
{
    Random random = random_start(random_seed(), 2);
    int hits = 0;
    for (int i = 0; i < random_repeats(2 * MOTIONS); i++) {
        BoxMotion motion;
        any_motion(&random, &motion);
        reshape(&random, &motion, 0);
        reshape(&random, &motion, 1);
        AukImpact impact = advance_shapes(&motion, &motion.shapes[0], &motion.shapes[1]);
        const char *wrong = judge(&motion, &impact);
        cr_assert_null(wrong, "seed %llu, motion %d: %s", (unsigned long long)random.seed, i, wrong);
        hits += impact.hit && !impact.overlapping;
    }
    cr_assert_gt(hits, random_repeats(MOTIONS) / 10);
}

Test(advance_boxes, rounded_boxes_meet_where_rounded_outlines_do)
{
    Random random = random_start(random_seed(), 4);
    for (int i = 0; i < random_repeats(MOTIONS); i++) {
        BoxMotion motion;
        any_motion(&random, &motion);
        motion.shapes[0].radius = (float)random_log(&random, 1e-3, 1.0);
        motion.shapes[1].radius = random_chance(&random, 0.5) ? 0.0f : motion.shapes[0].radius;
        expect_impact_of_outlines(&random, &motion, i);
    }
}

Test(advance_boxes, shapes_whose_rotation_is_a_little_long_are_not_reported_late)
{
    // a disc on an arm that reaches 4e-7 farther than its turn radius, towards another
    BoxMotion motion;
    memset(&motion, 0, sizeof motion);
    for (int i = 0; i < 2; i++) {
        AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
        motion.start[i] = motion.local[i] = identity;
        motion.shapes[i] = auk_shape_circle(0.5f);
    }
    motion.start[0].c = 1.0 + 4e-7;
    motion.local[0].x = 1.0;
    motion.start[1].x = 4.0;
    motion.delta = dvec(-3.0, 0.0);
    motion.turn[0] = 1e-5;
    AukImpact impact = advance_shapes(&motion, &motion.shapes[0], &motion.shapes[1]);
    cr_assert(impact.hit);
    const char *wrong = judge(&motion, &impact);
    cr_assert_null(wrong, "%s: %g", wrong, distance_at(&motion, impact.fraction));
}

Test(advance_boxes, a_corner_that_takes_over_does_not_shorten_the_steps)
{
    // the tangent of a corner that comes deepest later led back to the start: steps of a millionth, fifteen rounds
    AukShape box = auk_shape_box(0.5f, 0.4f);
    AukPath a = {auk_transform(auk_vec(19.4800339f, 14.9140081f), 2.87037563f), {-0.443905085f, 0.230104908f}, 0.3f};
    AukPath b = {auk_transform(auk_vec(18.5439548f, 15.9514561f), 3.01785088f), {0.0f, 0.0f}, -0.15f};
    AukCast cast = auk_time_of_impact(&box, &a, &box, &b, NULL);
    cr_assert(cast.hit && cast.iterations <= 8, "%d rounds", cast.iterations);
    cr_assert_float_eq((double)cast.fraction, 0.436806589, 1e-6);
}

Test(advance_boxes, motions_of_a_step_take_few_rounds)
{
    Random random = random_start(random_seed(), 3);
    int most = 0, all = 0, hits = 0;
    for (int i = 0; i < random_repeats(MOTIONS); i++) {
        BoxMotion motion;
        any_motion(&random, &motion);
        motion.turn[0] = (double)random_float(&random, -0.5f, 0.5f);
        motion.turn[1] = (double)random_float(&random, -0.5f, 0.5f);
        AukImpact impact = advance_shapes(&motion, &motion.shapes[0], &motion.shapes[1]);
        most = impact.iterations > most ? impact.iterations : most;
        all += impact.hit && !impact.overlapping ? impact.iterations : 0;
        hits += impact.hit && !impact.overlapping;
    }
    cr_assert(most <= 24 && all <= 4 * hits, "up to %d rounds, %d for %d hits, seed %llu", most, all, hits,
              (unsigned long long)random.seed);
}
