// All questions about one shape and about two, and that their answers fit each other. A distance is judged by axes:
// its own normal must show it, and no other may show more (see solid.c); every other answer is held against it.
#include "fuzz/pair.h"

#include "fuzz/expect.h"
#include "fuzz/single.h"

#include <math.h>
#include <string.h>

static FuzzPair current;

static void print(FILE *file)
{
    input_print(file, "a", &current.a, current.pose_a);
    input_print(file, "b", &current.b, current.pose_b);
}

// Multiplying all lengths by a power of two multiplies all answers.
static void check_scaling(const FuzzPair *pair, const AukDistance *d, int exponent)
{
    static InputShape scaled_a, scaled_b;
    AukTransform at_a, at_b;
    if (pair->flaws || !input_shape_scaled(&pair->a, exponent, &scaled_a) ||
        !input_shape_scaled(&pair->b, exponent, &scaled_b) || !input_pose_scaled(pair->pose_a, exponent, &at_a) ||
        !input_pose_scaled(pair->pose_b, exponent, &at_b)) {
        return;
    }
    AukDistance s = auk_distance(&scaled_a.shape, at_a, &scaled_b.shape, at_b);
    float expected = ldexpf(d->distance, exponent);
    EXPECT(s.status == AUK_OK, "status %d", s.status);
    bool subnormal = fabsf(expected) < 1e-37f || fabsf(d->distance) < 1e-37f;
    EXPECT(s.distance == expected || subnormal, "times 2^%d: %a, not %a", exponent, (double)s.distance,
           (double)expected);
}

static void check_batches(const FuzzPair *pair, const AukDistance *d)
{
    AukPairDef same = {&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b}, pairs[2] = {same, same};
    AukDistance distances[2];
    AukManifold manifolds[2];
    bool overlaps[2];
    EXPECT(auk_distance_many(pairs, 2, distances) == AUK_OK && auk_overlap_many(pairs, 2, overlaps) == AUK_OK &&
               auk_collide_many(pairs, 2, manifolds) == AUK_OK,
           "refused");
    EXPECT(memcmp(d, &distances[0], sizeof *d) == 0 && memcmp(d, &distances[1], sizeof *d) == 0, "other bits");
    EXPECT(overlaps[0] == auk_overlap(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b) &&
               overlaps[0] == overlaps[1],
           "differs");
    EXPECT(manifolds[0].count == manifolds[1].count && manifolds[0].status == d->status, "differs");
}

static void check_rotation(float angle)
{
    AukRot q = auk_rot(angle);
    AukVec2 v = {q.c, q.s};
    EXPECT(!isfinite(angle) || solid_is_unit(v), "auk_rot(%a)", (double)angle);
    float back = auk_rot_angle(q);
    EXPECT(!isfinite(angle) || fabsf(back) < 3.1416f, "auk_rot_angle: %a", (double)back);
}

// Only that they end: nothing else can be said of a support function that lies.
static void ask_all(const FuzzPair *pair)
{
    auk_distance(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b);
    auk_overlap(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b);
    auk_distance_up_to(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, 1.0f);
    auk_gjk(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, NULL, NULL);
    auk_epa(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, NULL);
    auk_collide(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b);
    auk_shape_measure(&pair->a.shape);
    auk_shape_bounds(&pair->a.shape, pair->pose_a);
    auk_project_point(&pair->a.shape, pair->pose_a, pair->pose_b.p);
}

static void read_pair(Input *input, FuzzPair *pair)
{
    int same = input_byte(input);
    input_shape(input, &pair->a);
    pair->pose_a = input_pose(input);
    input_shape(input, &pair->b);
    pair->pose_b = input_pose(input);
    if (same % 8 == 1 && pair->a.flaws == 0) {
        if (!input_shape_scaled(&pair->a, same / 8 % 3 - 1, &pair->b)) {
            input_shape_scaled(&pair->a, 0, &pair->b);
        }
    }
    if (same % 4 == 3) {
        pair->pose_b.p = pair->pose_a.p;
    }
    if (same % 8 == 5) {
        pair->pose_b.q = pair->pose_a.q;
    }
    pair->flaws = pair->a.flaws | pair->b.flaws | flaws_of_pose(pair->pose_a) | flaws_of_pose(pair->pose_b);
    pair->scale = 0.0;
    if (pair->flaws == 0) {
        pair->solid_a = solid_of(&pair->a.shape, pair->pose_a, pair->pose_a.p);
        pair->solid_b = solid_of(&pair->b.shape, pair->pose_b, pair->pose_a.p);
        pair->cores[0] = pair->a.shape;
        pair->cores[1] = pair->b.shape;
        pair->cores[0].radius = pair->cores[1].radius = 0.0f;
        pair->core_a = pair->solid_a;
        pair->core_b = pair->solid_b;
        pair->core_a.shape = &pair->cores[0];
        pair->core_b.shape = &pair->cores[1];
        pair->scale = solid_scale(&pair->solid_a, &pair->solid_b);
    }
    pair->slack = solid_tolerance(pair->scale);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    const FuzzPair *pair = &current;
    read_pair(&input, &current);
    InputStyle style = input_style(&input);
    if (input_shape_is_broken(&pair->a) || input_shape_is_broken(&pair->b)) {
        ask_all(pair);
        return 0;
    }
    AukVec2 point = input_vec(&input, style), direction = input_vec(&input, style);
    check_single(&pair->a, pair->pose_a, point, direction);
    AukDistance d = pair_check_distance(pair);
    pair_check_overlap(pair, &d);
    pair_check_distance_up_to(pair, &d, input_number(&input, style));
    pair_check_gjk(pair, &input);
    pair_check_epa(pair);
    pair_check_manifold(pair, &d);
    pair_check_difference(pair, &input);
    pair_check_approach(pair, &d, &input);
    check_batches(pair, &d);
    check_scaling(pair, &d, input_int(&input, -20, 20));
    check_rotation(point.x);
    return 0;
}
