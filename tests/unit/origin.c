// A shifted origin: the same world, written in other coordinates.
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { BODIES = 80 };

// Places at multiples of a 64th and whole speeds: every position is exact, here and there.
static void fill(AukWorld *world, Random random)
{
    for (int i = 0; i < BODIES; i++) {
        AukMotion motion = (AukMotion)random_int(&random, 0, AUK_MOTION_COUNT - 1);
        float x = (float)random_int(&random, -640, 640) / 64.0f, y = (float)random_int(&random, -640, 640) / 64.0f;
        AukShape shape = i % 3 == 0 ? auk_shape_circle(0.75f)
                                    : (i % 3 == 1 ? auk_shape_box(1.0f, 0.5f) : auk_shape_ellipse(1.0f, 0.5f));
        AukBodyDef def = scene_def(motion, shape, x, y);
        def.angle = random_float(&random, -3.0f, 3.0f);
        if (motion != AUK_MOTION_STATIC) {
            float speed = motion == AUK_MOTION_SWEPT ? 40.0f : 4.0f;
            def.velocity =
                auk_vec(roundf(random_float(&random, -speed, speed)), roundf(random_float(&random, -speed, speed)));
            def.spin = random_float(&random, -2.0f, 2.0f);
        }
        def.sensor = random_chance(&random, 0.2);
        def.user_data = (uint64_t)i;
        auk_body_create(world, &def);
    }
}

// Body `i` stays in the square, in coordinates that were never shifted.
static void herd(AukWorld *world)
{
    AukOrigin origin = auk_world_get_origin(world);
    for (uint32_t i = 0; i < BODIES; i++) {
        AukBodyId id = {i, 1};
        AukVec2 p = auk_body_get_pose(world, id).p, v = auk_body_get_velocity(world, id);
        double x = origin.x + p.x, y = origin.y + p.y;
        v.x = x * v.x > 0.0 && fabs(x) > 10.0 ? -v.x : v.x;
        v.y = y * v.y > 0.0 && fabs(y) > 10.0 ? -v.y : v.y;
        auk_body_set_velocity(world, id, v);
    }
}

static bool same_point(AukVec2 p, const AukWorld *here, AukVec2 q, const AukWorld *there, double slack)
{
    AukOrigin a = auk_world_get_origin(here), b = auk_world_get_origin(there);
    return fabs(a.x + p.x - b.x - q.x) <= slack && fabs(a.y + p.y - b.y - q.y) <= slack;
}

static void expect_same(const AukWorld *a, const AukWorld *b)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        AukBodyId id = {i, 1};
        AukTransform here = auk_body_get_pose(a, id), there = auk_body_get_pose(b, id);
        cr_assert(same_point(here.p, a, there.p, b, 0.0) && memcmp(&here.q, &there.q, sizeof here.q) == 0);
        here = auk_body_get_previous_pose(a, id);
        cr_assert(same_point(here.p, a, auk_body_get_previous_pose(b, id).p, b, 0.0));
    }
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        AukEvents here = auk_world_events(a, (AukEventKind)kind), there = auk_world_events(b, (AukEventKind)kind);
        cr_assert(here.count == there.count, "events of kind %d: %d and %d", kind, here.count, there.count);
        cr_assert(here.count == 0 || memcmp(here.items, there.items, (size_t)here.count * sizeof *here.items) == 0);
    }
    AukContacts contacts = auk_world_contacts(a), others = auk_world_contacts(b);
    cr_assert_eq(contacts.count, others.count);
    for (int i = 0; i < contacts.count; i++) {
        const AukManifold *here = &contacts.items[i].manifold, *there = &others.items[i].manifold;
        cr_assert(memcmp(&here->normal, &there->normal, sizeof here->normal) == 0 && here->distance == there->distance);
        cr_assert(here->count == there->count && here->iterations == there->iterations);
        for (int k = 0; k < here->count; k++) {
            cr_assert(same_point(here->points[k].point, a, there->points[k].point, b, 1e-3));
            cr_assert_eq(here->points[k].feature_a, there->points[k].feature_a);
        }
    }
    AukHits hits = auk_world_hits(a), met = auk_world_hits(b);
    cr_assert_eq(hits.count, met.count);
    for (int i = 0; i < hits.count; i++) {
        cr_assert(hits.items[i].fraction == met.items[i].fraction &&
                  same_point(hits.items[i].point, a, met.items[i].point, b, 1e-3));
    }
}

static AukWorld *world_with_past(void)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.history = 4;
    return auk_world_create(&def, NULL);
}

Test(origin, a_world_that_is_shifted_again_and_again_lives_as_one_that_is_not)
{
    Random random = random_start(random_seed(), 90);
    AukWorld *world = world_with_past(), *shifted = world_with_past();
    fill(world, random);
    fill(shifted, random);
    long contacts = 0, hits = 0;
    for (int i = 0; i < 150; i++) {
        cr_assert(auk_world_step(world, 1.0f / 64.0f) == AUK_OK && auk_world_step(shifted, 1.0f / 64.0f) == AUK_OK);
        expect_same(world, shifted);
        contacts += auk_world_contacts(world).count;
        hits += auk_world_hits(world).count;
        AukOrigin back = auk_world_get_origin(shifted), applied;
        double dx = random_int(&random, -60000, 60000) / 64.0 - back.x, dy = random_int(&random, -999, 999) - back.y;
        cr_assert_eq(auk_world_shift_origin(shifted, dx, dy, &applied), AUK_OK);
        cr_assert(applied.x == dx && applied.y == dy);
        expect_same(world, shifted);
        AukFound here, there;
        AukVec2 from = auk_vec(-12.0f, 0.25f), delta = auk_vec(24.0f, 3.0f);
        AukVec2 moved = auk_vec((float)(from.x - back.x - dx), (float)(from.y - back.y - dy));
        for (int ago = 0; ago <= auk_world_history(world); ago++) {
            bool hit = auk_world_cast_ray_at(world, ago, from, delta, NULL, &here);
            cr_assert_eq(auk_world_cast_ray_at(shifted, ago, moved, delta, NULL, &there), hit);
            cr_assert(!hit || (here.fraction == there.fraction && here.body.index == there.body.index));
        }
        herd(world);
        herd(shifted);
    }
    cr_assert(contacts > 1000 && hits > 100);
    auk_world_destroy(world);
    auk_world_destroy(shifted);
}

Test(origin, a_world_ten_million_units_away_is_brought_home)
{
    Random random = random_start(random_seed(), 91);
    AukWorld *world = scene_world(), *away = scene_world();
    fill(world, random);
    fill(away, random);
    for (uint32_t i = 0; i < BODIES; i++) { // whole numbers: what there is at 10^7
        AukBodyId id = {i, 1};
        AukTransform pose = auk_body_get_pose(world, id);
        pose.p = auk_vec(roundf(pose.p.x) + 0.0f, roundf(pose.p.y) + 0.0f); // no zero with a sign
        auk_body_set_pose(world, id, pose);
        pose.p = auk_vec(pose.p.x + 1e7f, pose.p.y - 1e7f);
        auk_body_set_pose(away, id, pose);
    }
    auk_world_step(world, 0.0f);
    auk_world_step(away, 0.0f);
    int touching = auk_world_contacts(world).count;
    cr_assert(touching > 10 && auk_world_contacts(away).count == touching);
    cr_assert_eq(auk_world_shift_origin(away, 1e7, -1e7, NULL), AUK_OK);
    auk_world_step(world, 1.0f / 64.0f);
    auk_world_step(away, 1.0f / 64.0f);
    cr_assert_gt(scene_persists(away), 0);
    for (int i = 0; i < 50; i++) {
        for (uint32_t k = 0; k < BODIES; k++) {
            AukBodyId id = {k, 1};
            AukTransform here = auk_body_get_pose(world, id), there = auk_body_get_pose(away, id);
            cr_assert(memcmp(&here, &there, sizeof here) == 0, "step %d, body %u", i, k);
        }
        cr_assert_eq(auk_world_contacts(world).count, auk_world_contacts(away).count);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, auk_world_events(away, AUK_EVENT_BEGIN).count);
        auk_world_step(world, 1.0f / 64.0f);
        auk_world_step(away, 1.0f / 64.0f);
    }
    auk_world_destroy(world);
    auk_world_destroy(away);
}

// A runner passes a post every eight units for 20,000 units and is never far from the origin.
Test(origin, a_runner_that_takes_the_origin_along_meets_every_post)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.25f), 0.0f, 0.0f);
    def.velocity = auk_vec(64.0f * 4.0f, 0.0f);
    AukBodyId runner = auk_body_create(world, &def);
    AukBodyId post = scene_wall(world, 6.0f, 0.0f, 0.125f, 1.0f);
    double shifts = 0.0;
    for (int i = 0; i < 5000; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 64.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        cr_assert_eq(hits.count, i % 2, "step %d", i); // every other step of four units
        cr_assert(hits.count == 0 || hits.items[0].fraction == 0.40625f, "step %d: %g", i,
                  (double)hits.items[0].fraction);
        float x = auk_body_get_pose(world, runner).p.x;
        if (i % 2 == 1) {
            scene_put(world, post, x + 6.0f, 0.0f);
        }
        if (x >= 1000.0f) {
            AukOrigin applied;
            cr_assert_eq(auk_world_shift_origin(world, (double)x, 0.0, &applied), AUK_OK);
            shifts += applied.x;
        }
    }
    cr_assert_eq(auk_world_get_origin(world).x, shifts);
    cr_assert_eq(auk_world_get_origin(world).x + auk_body_get_pose(world, runner).p.x, 20000.0);
    auk_world_destroy(world);
}

Test(origin, targets_disabled_bodies_and_snapshots_go_along)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 100.0f, 0.0f, 1.0f), off = scene_ball(world, 50.0f, 0.0f, 1.0f);
    auk_body_set_enabled(world, off, false);
    auk_body_move_to(world, body, auk_transform(auk_vec(104.0f, 0.0f), 0.0f));
    uint64_t hash = auk_world_hash(world);
    auk_world_shift_origin(world, 100.0, 0.0, NULL);
    cr_assert_neq(auk_world_hash(world), hash);
    uint64_t size = auk_world_snapshot_size(world), moved = auk_world_hash(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    auk_world_step(world, 0.1f);
    cr_assert(auk_body_get_pose(world, body).p.x == 4.0f && auk_body_get_pose(world, off).p.x == -50.0f);
    auk_world_shift_origin(world, -100.0, 0.0, NULL);
    cr_assert_eq(auk_world_get_origin(world).x, 0.0);
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    cr_assert(auk_world_hash(world) == moved && auk_world_get_origin(world).x == 100.0);
    free(buffer);
    auk_world_destroy(world);
}

Test(origin, a_double_of_the_largest_coordinate_is_rounded_to_it)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukOrigin applied;
    cr_assert_eq(auk_world_shift_origin(world, 1.0001e15, 0.0, NULL), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_shift_origin(world, 1e15, -1e15, &applied), AUK_OK);
    cr_assert(applied.x == (double)AUK_COORDINATE_MAX && applied.y == -(double)AUK_COORDINATE_MAX);
    auk_world_destroy(world);
}

Test(origin, shifts_are_rounded_to_what_can_be_made_and_bad_ones_refused)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 9e14f, 0.0f, 1.0f);
    AukOrigin applied = {7.0, 7.0};
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_shift_origin(NULL, 1.0, 1.0, &applied), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shift_origin(world, (double)NAN, 1.0, &applied), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_shift_origin(world, 1.0, (double)INFINITY, &applied), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_shift_origin(world, 1e300, 0.0, &applied), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_shift_origin(world, -9e14, 0.0, &applied), AUK_ERROR_RANGE);
    cr_assert(applied.x == 7.0 && auk_world_hash(world) == hash && auk_world_get_origin(NULL).x == 0.0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_RANGE);
    auk_body_destroy(world, body);
    cr_assert_eq(auk_world_shift_origin(world, 0.1, 0.0, &applied), AUK_OK);
    cr_assert_eq(applied.x, (double)0.1f, "%.17g", applied.x);
    cr_assert_eq(auk_world_shift_origin(world, 9e14, 0.0, &applied), AUK_OK);
    cr_assert_eq(auk_world_shift_origin(world, 0.3, 0.0, &applied), AUK_OK);
    cr_assert_eq(applied.x, 0.25, "an origin that far away holds eighths: %g", applied.x);
    auk_world_destroy(world);
}
