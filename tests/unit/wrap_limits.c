// Worlds that wrap around: what is refused since it would reach too far, and shapes far around from their bodies.
#include "auk/auk.h"

#include "support/forged.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static AukWorldDef usual_def(void)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap.max = auk_vec(64.0f, 32.0f);
    def.history = 8;
    return def;
}

static AukWorld *world_of(AukWorldDef def)
{
    AukStatus status;
    AukWorld *world = auk_world_create(&def, &status);
    cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    return world;
}

static AukWorld *usual_world(void)
{
    return world_of(usual_def());
}

static void run(AukWorld *world, int steps)
{
    for (int i = 0; i < steps; i++) {
        AukStatus status = auk_world_step(world, 0.0625f);
        cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    }
}

Test(wrap_limits, a_move_is_refused_where_a_ray_that_long_is)
{
    static const AukVec2 ways[6] = {{1e9f, 0.0f},           {1e6f, 3e5f}, {64.0f * 1030.0f, 0.0f},
                                    {64.0f * 500.0f, 0.0f}, {1e9f, 1e9f}, {600.0f, -600.0f}};
    AukWorld *world = usual_world();
    scene_ball(world, 30.0f, 30.0f, 1.0f);
    for (int i = 0; i < 6; i++) {
        AukFound found;
        memset(&found, 0, sizeof found);
        (void)auk_world_cast_ray(world, auk_vec(1.0f, 8.0f), ways[i], NULL, &found);
        AukMover mover;
        memset(&mover, 0, sizeof mover);
        mover.shape = auk_shape_circle(0.125f);
        mover.pose = auk_transform(auk_vec(1.0f, 8.0f), 0.0f);
        mover.velocity = ways[i];
        AukMover before = mover;
        int count = auk_world_move(world, &mover, 1.0f, NULL, 0);
        cr_assert_eq(count < 0 ? -count : 0, (int)found.status, "way %d: %d", i, count);
        cr_assert(count >= 0 || memcmp(&mover, &before, sizeof mover) == 0);
    }
    // so are steps and snaps that lead as far
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = auk_shape_circle(0.125f);
    mover.snap = 1e9f;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), -(int)AUK_ERROR_RANGE);
    mover.snap = 0.0f;
    mover.step_height = 1e9f;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), -(int)AUK_ERROR_RANGE);
    auk_world_destroy(world);
}

// The gap is that of the farthest place of the rectangle, which may be many times as long as the rectangle is high.
Test(wrap_limits, a_move_is_refused_where_its_gaps_reach_over_too_many_images)
{
    for (int power = 20; power <= 48; power++) {
        AukWorldDef def = usual_def();
        def.wrap.max = auk_vec(ldexpf(1.0f, power), 2.0f);
        AukWorld *world = world_of(def);
        scene_wall(world, 8.0f, 1.0f, 1.0f, 0.25f);
        AukMover mover;
        memset(&mover, 0, sizeof mover);
        mover.shape = auk_shape_circle(0.125f);
        mover.velocity = auk_vec(0.0f, -1.0f);
        int answer = auk_world_move(world, &mover, 1.0f, NULL, 0);
        bool far = power >= 28; // four gaps of 2^-21 of the length on each side, and the mover is at a side
        cr_assert_eq(answer < 0 ? -answer : 0, far ? (int)AUK_ERROR_RANGE : (int)AUK_OK, "2^%d: %d", power, answer);
        auk_world_destroy(world);
    }
}

// Along an axis that does not wrap a move may lead to where a gap is larger than the rectangle.
Test(wrap_limits, a_move_is_refused_where_the_gaps_at_its_end_reach_over_too_many_images)
{
    AukWorldDef def = usual_def();
    def.wrap.max = auk_vec(0.0f, 2.0f);
    AukWorld *world = world_of(def);
    scene_wall(world, 8.0f, 1.0f, 1.0f, 0.25f);
    for (int power = 20; power <= 48; power++) {
        AukMover mover;
        memset(&mover, 0, sizeof mover);
        mover.shape = auk_shape_circle(0.125f);
        mover.velocity = auk_vec(-ldexpf(1.0f, power), 0.0f);
        int answer = auk_world_move(world, &mover, 1.0f, NULL, 0);
        cr_assert_eq(answer, power >= 29 ? -(int)AUK_ERROR_RANGE : 0, "2^%d: %d", power, answer);
    }
    auk_world_destroy(world);
}

// A support that was put far away, and a conveyor, lead there too.
Test(wrap_limits, a_move_is_refused_where_it_would_be_carried_to_such_gaps, .timeout = 20)
{
    for (int power = 10; power <= 48; power++) {
        AukWorldDef def = usual_def();
        def.wrap.max = auk_vec(0.0f, 2.0f);
        AukWorld *world = world_of(def);
        AukBodyId lift = scene_wall(world, 0.0f, 0.5f, 0.75f, 0.25f);
        AukMover mover;
        memset(&mover, 0, sizeof mover);
        mover.shape = auk_shape_circle(0.125f);
        mover.pose = auk_transform(auk_vec(0.0f, 0.9375f), 0.0f);
        mover.velocity = auk_vec(0.0f, -1.0f);
        cr_assert(auk_world_move(world, &mover, 1.0f, NULL, 0) > 0 && mover.floor);
        AukMover rider = mover;
        float far = ldexpf(1.0f, power);
        int expected = power >= 29 ? (int)AUK_ERROR_RANGE : (int)AUK_OK;
        cr_assert_eq(auk_world_shape_set_conveyor(world, auk_body_get_shape(world, lift), auk_vec(far, 0.0f)), AUK_OK);
        int answer = auk_world_move(world, &rider, 1.0f, NULL, 0);
        cr_assert_eq(answer < 0 ? -answer : 0, expected, "by a belt over 2^%d: %d", power, answer);
        cr_assert_eq(auk_world_shape_set_conveyor(world, auk_body_get_shape(world, lift), auk_vec(0.0f, 0.0f)), AUK_OK);
        cr_assert_eq(auk_body_set_position(world, lift, auk_vec(far, 0.5f)), AUK_OK);
        rider = mover;
        answer = auk_world_move(world, &rider, 1.0f, NULL, 0);
        cr_assert_eq(answer < 0 ? -answer : 0, expected, "by a lift over 2^%d: %d", power, answer);
        cr_assert(answer >= 0 || memcmp(&rider, &mover, sizeof mover) == 0);
        auk_world_destroy(world);
    }
}

Test(wrap_limits, a_crowd_of_what_is_as_wide_as_half_the_world_is_refused)
{
    AukWorld *world = usual_world();
    AukCrowd *crowd = auk_crowd_create(NULL);
    AukShape shapes[2] = {auk_shape_circle(1.0f), auk_shape_circle(1e6f)};
    AukTransform poses[2] = {auk_transform(auk_vec(1.0f, 1.0f), 0.0f), auk_transform(auk_vec(1.5f, 1.0f), 0.0f)};
    AukTransform before[2] = {poses[0], poses[1]};
    AukCrowdDef def;
    memset(&def, 0, sizeof def);
    def.count = 2;
    def.shapes = shapes;
    def.poses = poses;
    def.world = world;
    cr_assert_eq(auk_crowd_separate(crowd, &def), -(int)AUK_ERROR_RANGE);
    cr_assert(memcmp(poses, before, sizeof poses) == 0);
    shapes[1] = shapes[0];
    cr_assert_eq(auk_crowd_separate(crowd, &def), 1);
    auk_crowd_destroy(crowd);
    auk_world_destroy(world);
}

// ---- shapes far from their bodies ----------------------------------------------------------------------------------

// A small box at (x, y), so many times around from its body.
static AukShapeId far_box(AukWorld *world, AukBodyId body, float x, float y, int around_x, int around_y)
{
    AukVec2 p = auk_body_get_pose(world, body).p;
    AukShapeDef shape;
    memset(&shape, 0, sizeof shape);
    shape.shape = auk_shape_box(0.5f, 0.5f);
    shape.position = auk_vec(x + 64.0f * (float)around_x - p.x, y + 32.0f * (float)around_y - p.y);
    AukShapeId id = auk_body_add_shape(world, body, &shape);
    cr_assert(auk_world_shape_exists(world, id));
    return id;
}

typedef struct Answers {
    AukFound ray, cast, past, nearest, overlap;
    int nearest_count, overlap_count, drawn;
} Answers;

static Answers ask_all(const AukWorld *world)
{
    Answers answers;
    memset(&answers, 0, sizeof answers);
    AukShape ball = auk_shape_circle(0.25f);
    AukTransform pose = auk_transform(auk_vec(20.0f, 4.0f), 0.0f);
    AukDrawItem items[64];
    (void)auk_world_cast_ray(world, pose.p, auk_vec(0.0f, 5.0f), NULL, &answers.ray);
    (void)auk_world_cast_shape(world, &ball, pose, auk_vec(0.0f, 5.0f), NULL, &answers.cast);
    (void)auk_world_cast_ray_at(world, 1, pose.p, auk_vec(0.0f, 5.0f), NULL, &answers.past);
    answers.nearest_count = auk_world_nearest(world, NULL, pose, 6.0f, NULL, &answers.nearest, 1);
    ball.radius = 4.0f;
    answers.overlap_count = auk_world_overlap(world, &ball, pose, NULL, &answers.overlap, 1);
    answers.drawn = auk_world_draw(world, NULL, items, 64);
    return answers;
}

// The same point of the world in both, up to rounding: coordinates of 10^5 have 2^-7 as their unit.
static void expect_same_found(const AukFound *a, const AukFound *b)
{
    cr_assert(a->status == AUK_OK && b->status == AUK_OK);
    cr_assert(fabsf(a->fraction - b->fraction) < 1e-2f && fabsf(a->distance - b->distance) < 1e-2f);
    cr_assert(fabsf(a->point.x - b->point.x) < 2e-2f && fabsf(a->point.y - b->point.y) < 2e-2f);
    cr_assert(fabsf(a->normal.x - b->normal.x) < 1e-2f && fabsf(a->normal.y - b->normal.y) < 1e-2f);
}

Test(wrap_limits, a_shape_far_around_from_its_body_is_found_as_one_beside_it)
{
    static const int around[4][2] = {{0, 0}, {18, -3}, {-1500, 7}, {2000, 2500}};
    AukShape none;
    memset(&none, 0, sizeof none);
    Answers expected;
    for (int i = 0; i < 4; i++) {
        AukWorld *world = usual_world();
        AukBodyId body = scene_body(world, AUK_MOTION_STATIC, none, 10.0f, 20.0f);
        far_box(world, body, 20.0f, 8.0f, around[i][0], around[i][1]);
        run(world, 2);
        Answers answers = ask_all(world);
        if (i == 0) {
            expected = answers;
            cr_assert(fabsf(answers.ray.fraction - 0.7f) < 1e-5f && answers.nearest_count == 1);
            cr_assert(answers.overlap_count == 1 && answers.drawn == 4);
        }
        expect_same_found(&answers.ray, &expected.ray);
        expect_same_found(&answers.cast, &expected.cast);
        expect_same_found(&answers.past, &expected.past);
        expect_same_found(&answers.nearest, &expected.nearest);
        expect_same_found(&answers.overlap, &expected.overlap);
        cr_assert(answers.nearest_count == 1 && answers.overlap_count == 1 && answers.drawn == 4);
        AukFound found;
        cr_assert(auk_world_shape_cast_ray(world, answers.ray.shape, auk_vec(20.0f, 4.0f), auk_vec(0.0f, 5.0f), NULL,
                                           &found));
        expect_same_found(&found, &expected.ray);
        AukMover mover;
        memset(&mover, 0, sizeof mover);
        mover.shape = auk_shape_circle(0.5f);
        mover.floating = true;
        mover.pose = auk_transform(auk_vec(20.0f, 4.0f), 0.0f);
        mover.velocity = auk_vec(0.0f, 10.0f);
        cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), 1);
        cr_assert(fabsf(mover.pose.p.y - 7.0f) < 2e-2f, "%f", (double)mover.pose.p.y);
        AukBodyId ball = scene_bullet(world, auk_shape_circle(0.5f), auk_vec(20.0f, 4.0f), auk_vec(0.0f, 100.0f),
                                      AUK_RESPONSE_BOUNCE);
        run(world, 1);
        cr_assert_eq(auk_world_hits(world).count, 1);
        cr_assert(fabsf(auk_body_get_pose(world, ball).p.y - 3.75f) < 3e-2f);
        auk_world_destroy(world);
    }
}

// It made all later questions answer RANGE, even once it was gone, but not in a restored copy of that world.
Test(wrap_limits, answers_do_not_depend_on_a_far_shape_that_was_there)
{
    AukWorld *never = usual_world(), *was = usual_world();
    AukBodyId one = scene_ball(never, 20.0f, 8.0f, 0.5f), same = scene_ball(was, 20.0f, 8.0f, 0.5f);
    AukBodyId other = scene_ball(was, 40.0f, 20.0f, 0.5f);
    AukShapeId far = far_box(was, other, 41.0f, 20.0f, 1100, 0);
    run(was, 1);
    AukFound found;
    AukVec2 long_way = auk_vec(64.0f * 800.0f, 0.0f);
    cr_assert(auk_world_cast_ray(was, auk_vec(1.0f, 8.0f), long_way, NULL, &found));
    cr_assert(auk_body_id_equal(found.body, same));
    auk_world_shape_remove(was, far);
    run(was, 1);
    run(never, 2);
    Answers with = ask_all(was), without = ask_all(never);
    cr_assert(memcmp(&with.ray, &without.ray, sizeof with.ray) == 0);
    cr_assert(memcmp(&with.cast, &without.cast, sizeof with.cast) == 0);
    cr_assert(memcmp(&with.past, &without.past, sizeof with.past) == 0);
    cr_assert(memcmp(&with.nearest, &without.nearest, sizeof with.nearest) == 0);
    (void)one;
    auk_world_destroy(never);
    auk_world_destroy(was);
}

Test(wrap_limits, what_turned_too_wide_while_it_was_disabled_is_not_enabled)
{
    AukWorldDef tube = usual_def();
    tube.wrap.max.y = 0.0f;
    AukWorld *world = world_of(tube);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(0.5f, 1e6f), 10.0f, 0.0f);
    def.spin = 16.0f;
    def.disabled = true;
    AukBodyId bar = auk_body_create(world, &def);
    cr_assert(auk_body_exists(world, bar));
    run(world, 1);
    cr_assert_eq(auk_body_set_enabled(world, bar, true), AUK_ERROR_RANGE);
    cr_assert_not(auk_body_is_enabled(world, bar));
    uint64_t size = auk_world_snapshot_size(world);
    void *bytes = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, bytes, size), AUK_OK);
    cr_assert_eq(auk_world_restore(world, bytes, size), AUK_OK);
    cr_assert_eq(auk_body_set_pose(world, bar, auk_transform(auk_vec(10.0f, 0.0f), 0.0f)), AUK_OK);
    cr_assert_eq(auk_body_set_enabled(world, bar, true), AUK_OK);
    free(bytes);
    auk_world_destroy(world);
}

Test(wrap_limits, what_is_near_within_any_distance_is_found_in_a_long_narrow_world)
{
    AukWorldDef narrow = usual_def();
    narrow.wrap.max = auk_vec(4096.0f, 1.0f);
    AukWorld *world = world_of(narrow);
    AukBodyId ball = scene_ball(world, 3000.0f, 0.25f, 0.125f);
    AukFound found;
    AukTransform pose = auk_transform(auk_vec(1000.0f, 0.25f), 0.0f);
    cr_assert_eq(auk_world_nearest(world, NULL, pose, 1e9f, NULL, &found, 1), 1);
    cr_assert(auk_body_id_equal(found.body, ball) && fabsf(found.distance - 1999.875f) < 1e-2f);
    auk_world_destroy(world);
}

// A buffer whose sum is right but which puts something where it cannot be.
Test(wrap_limits, a_restore_refuses_what_would_lie_outside_or_be_too_wide)
{
    AukWorld *world = usual_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(9.0f, 0.5f), 10.0f, 10.0f);
    AukBodyId body = auk_body_create(world, &def);
    far_box(world, body, 20.0f, 20.0f, 3, -2);
    run(world, 2);
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    unsigned char *bytes = malloc((size_t)size);
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(auk_world_snapshot(world, bytes, size), AUK_OK);
        AukSnapshotView view;
        cr_assert_eq(auk__snapshot_open(&view, bytes, size), AUK_OK);
        AukMotionRecord motion = auk__motion_record(&view, 0);
        AukPartRecord part = auk__part_record(&view, 1);
        motion.pose.p.x = i == 1 ? 64.0f : (i == 2 ? 1e14f : motion.pose.p.x);
        motion.pose.q = i == 3 ? auk_rot(1.570796f) : motion.pose.q;
        part.local.p.x = i == 4 ? 1e14f : part.local.p.x;
        memcpy(bytes + view.layout.offsets[AUK_SECTION_MOTIONS], &motion, sizeof motion);
        memcpy(bytes + view.layout.offsets[AUK_SECTION_PARTS] + sizeof part, &part, sizeof part);
        sum_up(bytes);
        cr_assert_eq(auk_world_restore(world, bytes, size), i == 0 ? AUK_OK : AUK_ERROR_DAMAGED, "%d", i);
        cr_assert_eq(auk_world_hash(world), hash);
    }
    free(bytes);
    auk_world_destroy(world);
}

// The range of a sensor counts as its radius does: a world that accepts it takes its own snapshot.
Test(wrap_limits, a_grid_of_tiles_is_no_wider_for_its_proximity_than_for_its_radius)
{
    static unsigned char kept[1 << 16];
    const uint8_t cells[4] = {AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL};
    AukTilesDef tiles = {2, 2, 4.0f, 0.0f, cells};
    int accepted = 0;
    for (int i = 0; i <= 10; i++) { // cells of 6 and twice the range are to be less than 16
        AukWorld *world = usual_world();
        AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC, .position = {30.0f, 10.0f}});
        bool fits = i < 5;
        AukShapeDef wide = {.sensor = true, .proximity = (float)i}, given = {.shape.radius = (float)i};
        bool by_radius = !auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, &given));
        bool by_range = !auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, &wide));
        cr_assert(by_radius == fits && by_range == fits, "%d: %d, %d", i, by_radius, by_range);
        AukShapeId shape = auk_body_add_tiles(world, body, &tiles, &(AukShapeDef){.sensor = true});
        AukStatus status = auk_world_shape_set_proximity(world, shape, (float)i);
        cr_assert_eq(status, fits ? AUK_OK : AUK_ERROR_RANGE, "%d: %s", i, auk_status_text(status));
        run(world, 1);
        uint64_t size = auk_world_snapshot_size(world);
        cr_assert(size <= sizeof kept && auk_world_snapshot(world, kept, size) == AUK_OK);
        cr_assert_eq(auk_world_restore(world, kept, size), AUK_OK, "%d", i);
        accepted += fits;
        auk_world_destroy(world);
    }
    cr_assert_eq(accepted, 5);
}

// ---- far away -----------------------------------------------------------------------------------------------------

static AukWorld *small_world(float period_x, float period_y)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap.max = auk_vec(period_x, period_y);
    AukWorld *world = world_of(def);
    scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.125f * period_y), 0.0f, 0.0f);
    return world;
}

// Images could not be counted beyond 2^53 periods: each of these went on for ever.
Test(wrap_limits, a_query_so_far_away_that_floats_do_not_tell_images_apart_is_refused)
{
    AukWorld *world = small_world(0.0078125f, 0.0078125f);
    AukShape shape = auk_shape_circle(0.0001f);
    for (int i = 0; i < 2; i++) {
        for (int power = 18; power < 120; power += 3) {
            float far = ldexpf(i ? -1.0f : 1.0f, power);
            AukVec2 at = i ? auk_vec(0.0f, far) : auk_vec(far, 0.0f), delta = auk_vec(0.0001f, 0.0001f);
            AukTransform pose = auk_transform(at, 0.0f);
            AukBox box = {at, at};
            AukMover mover = {.shape = shape, .pose = pose};
            AukDrawOptions options = {.region = box};
            int answers[] = {auk_world_overlap_point(world, at, NULL, NULL, 0),
                             auk_world_overlap(world, &shape, pose, NULL, NULL, 0),
                             auk_world_overlap_bounds(world, box, NULL, NULL, 0),
                             auk_world_nearest(world, &shape, pose, INFINITY, NULL, NULL, 0),
                             auk_world_nearest(world, NULL, pose, 0.001f, NULL, NULL, 0),
                             auk_world_overlap_at(world, 0, &shape, pose, NULL, NULL, 0),
                             auk_world_cast_ray_all(world, at, delta, NULL, NULL, 0),
                             auk_world_move(world, &mover, 0.1f, NULL, 0),
                             auk_world_draw(world, &options, NULL, 0)};
            for (int k = 0; k < AUK_COUNT_OF(answers); k++) {
                cr_assert(answers[k] == -(int)AUK_ERROR_RANGE, "2^%d, call %d: %d", power, k, answers[k]);
            }
        }
    }
    auk_world_destroy(world);
}

// With an array without room auk_world_nearest() returned 0 before it looked where the query is.
Test(wrap_limits, a_query_that_is_refused_is_so_without_room_for_results_too)
{
    AukWorld *world = small_world(32.0f, 32.0f);
    const AukTransform far = auk_transform(auk_vec(1e12f, 0.0f), 0.0f), near = auk_transform(auk_vec(1.0f, 1.0f), 0.0f);
    const AukShape disc = auk_shape_circle(1.0f), huge = auk_shape_circle(1e5f);
    const AukVec2 delta = {1e6f, 0.0f};
    const AukBox box = {{-1e6f, 0.0f}, {1e6f, 1.0f}};
    AukFound found[4];
    for (int i = 0; i < 3; i++) {
        AukFound *out = i < 2 ? found : NULL;
        int capacity = i == 0 ? 4 : 0;
        int answers[] = {auk_world_nearest(world, &disc, far, 10.0f, NULL, out, capacity),
                         auk_world_nearest(world, NULL, far, 10.0f, NULL, out, capacity),
                         auk_world_nearest(world, &huge, near, 10.0f, NULL, out, capacity),
                         auk_world_overlap(world, &huge, near, NULL, out, capacity),
                         auk_world_overlap_box(world, box, NULL, out, capacity),
                         auk_world_overlap_bounds(world, box, NULL, out, capacity),
                         auk_world_overlap_at(world, 0, &huge, near, NULL, out, capacity),
                         auk_world_cast_ray_all(world, near.p, delta, NULL, out, capacity),
                         auk_world_cast_shape_all(world, &disc, near, delta, NULL, out, capacity)};
        for (int k = 0; k < AUK_COUNT_OF(answers); k++) {
            cr_assert_eq(answers[k], -(int)AUK_ERROR_RANGE, "array %d, call %d: %d", i, k, answers[k]);
        }
    }
    cr_assert_eq(auk_world_nearest(world, &disc, near, INFINITY, NULL, found, 0), 0);
    auk_world_destroy(world);
}

// The margins of searches grow with coordinates; those along a free axis counted for images across it.
Test(wrap_limits, what_is_far_along_the_free_axis_of_a_tube_is_found_in_no_time_or_refused, .timeout = 20)
{
    for (int power = 10; power < 50; power += 2) { // AUK_COORDINATE_MAX is less than 2^50
        float far = ldexpf(1.0f, power);
        AukWorld *world = small_world(0.0f, 2.0f);
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.25f), far, 0.5f);
        def.velocity = auk_vec(0.0f, 1.0f);
        AukBodyId body = auk_body_create(world, &def);
        AukPredictWork *work = auk_predict_work_create(NULL);
        AukPredict predict = {.dt = 0.0625f};
        AukPredicted predicted;
        AukStatus status = auk_world_predict(world, work, body, &predict, &predicted);
        cr_assert_eq(status, AUK_OK, "2^%d: %s", power, auk_status_text(status));
        AukMover mover = {.shape = auk_shape_circle(0.25f), .pose = auk_transform(auk_vec(far, 0.5f), 0.0f)};
        int answer = auk_world_move(world, &mover, 0.0625f, NULL, 0);
        cr_assert(answer >= 0 || (power > 24 && answer == -(int)AUK_ERROR_RANGE), "2^%d: %d", power, answer);
        run(world, 1);
        auk_predict_work_destroy(work);
        auk_world_destroy(world);
    }
}

// The world would have had positions outside of its rectangle, and a snapshot that it refuses itself.
Test(wrap_limits, the_origin_is_not_moved_so_far_that_floats_are_too_coarse_for_the_rectangle)
{
    static unsigned char kept[1 << 16];
    int moved = 0, refused = 0;
    for (int power = 0; power < 60; power++) {
        AukWorld *world = small_world(2.0f, 2.0f);
        uint64_t before = auk_world_hash(world);
        AukStatus status = auk_world_shift_origin(world, ldexp(1.0, power), 0.0, NULL);
        cr_assert(status == AUK_OK || status == AUK_ERROR_RANGE, "2^%d: %s", power, auk_status_text(status));
        cr_assert_eq(status == AUK_ERROR_RANGE, auk_world_hash(world) == before, "2^%d", power);
        moved += status == AUK_OK;
        refused += status == AUK_ERROR_RANGE;
        run(world, 2);
        uint64_t size = auk_world_snapshot_size(world);
        cr_assert(size <= sizeof kept);
        cr_assert_eq(auk_world_snapshot(world, kept, sizeof kept), AUK_OK);
        cr_assert_eq(auk_world_restore(world, kept, size), AUK_OK, "2^%d", power);
        auk_world_destroy(world);
    }
    cr_assert(moved >= 10 && refused >= 40, "%d moved, %d refused", moved, refused);
}

// Both sides of the rectangle would round to one number: the world would not wrap any more, and drawing it never end.
Test(wrap_limits, the_origin_is_not_moved_so_far_that_the_rectangle_vanishes)
{
    AukWorldDef def = usual_def();
    def.wrap.max = auk_vec(0.015625f, 0.015625f);
    for (int power = 20; power < 100; power++) {
        AukWorld *world = world_of(def);
        AukBodyDef body = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.001f), 0.005f, 0.0f);
        auk_body_create(world, &body);
        uint64_t before = auk_world_hash(world);
        cr_assert_eq(auk_world_shift_origin(world, 0.0, -ldexp(1.0, power), NULL), AUK_ERROR_RANGE, "2^%d", power);
        cr_assert_eq(auk_world_hash(world), before);
        auk_world_destroy(world);
    }
}

// Whether a shape is behind an edge was judged within a tolerance that grew with the periods between the two: a
// thousand periods away it was in front although its middle was well behind.
Test(wrap_limits, a_one_sided_edge_is_not_met_from_behind_however_far_away_the_query_is)
{
    AukWorld *world = small_world(16.0f, 16.0f);
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC, .position = {2.0f, 4.0f}};
    AukShapeDef chain = {.one_sided = true};
    AukVec2 points[] = {{0.0f, 0.0f}, {4.0f, 0.0f}}, delta = {0.0f, -0.25f};
    AukShape disc = auk_shape_circle(0.5f);
    auk_body_add_chain(world, auk_body_create(world, &ground), points, 2, false, &chain);
    for (int power = 0; power < 17; power++) {
        float x = 4.0f + 16.0f * ldexpf(1.0f, power);
        AukTransform behind = auk_transform(auk_vec(x, 4.03125f), 0.0f), before = behind;
        before.p.y = 3.96875f;
        cr_assert_not(auk_world_cast_shape(world, &disc, behind, delta, NULL, NULL), "2^%d periods", power);
        cr_assert_not(auk_world_cast_shape_turning(world, &disc, behind, delta, 1.0f, NULL, NULL), "2^%d", power);
        cr_assert(auk_world_cast_shape(world, &disc, before, delta, NULL, NULL), "2^%d periods", power);
        cr_assert(auk_world_cast_shape_turning(world, &disc, before, delta, 1.0f, NULL, NULL), "2^%d", power);
    }
    auk_world_destroy(world);
}
