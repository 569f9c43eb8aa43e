// The short way of a step against the long one, and the boxes that a step keeps for the next.
#include "auk/auk.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <string.h>

enum { BODIES = 90, STEPS = 60 };

static const float dt = 1.0f / 60.0f;

static AukShape some_shape(Random *random)
{
    static const AukVec2 corners[5] = {{0.5f, 0.0f}, {0.1f, 0.5f}, {-0.4f, 0.3f}, {-0.4f, -0.3f}, {0.1f, -0.5f}};
    AukShape shapes[6] = {auk_shape_circle(0.5f),
                          auk_shape_box(0.5f, 0.2f),
                          auk_shape_polygon(corners, 5, 0.1f),
                          auk_shape_ellipse(0.6f, 0.3f),
                          auk_shape_capsule(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.2f), 0.1f),
                          auk_shape_segment(auk_vec(0.0f, -0.5f), auk_vec(0.0f, 0.5f))};
    return shapes[random_int(random, 0, 5)];
}

static AukVec2 some_velocity(Random *random)
{
    AukVec2 velocity = random_vec(random, -5.0f, 5.0f);
    velocity.x = random_chance(random, 0.3) ? -0.0f : velocity.x;
    velocity.y = random_chance(random, 0.3) ? 0.0f : velocity.y;
    return velocity;
}

static float some_spin(Random *random)
{
    float fast = random_chance(random, 0.2) ? 200.0f : 3.0f; // more than the series of small angles takes
    return random_chance(random, 0.5) ? 0.0f : random_float(random, -fast, fast);
}

static AukWorld *make_world_in(uint64_t seed, const AukWorldDef *world_def)
{
    Random random = random_start(seed, 1);
    AukWorld *world = auk_world_create(world_def, NULL);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def = {.position = random_vec(&random, -6.0f, 6.0f),
                          .angle = random_float(&random, -3.0f, 3.0f),
                          .velocity = some_velocity(&random),
                          .spin = some_spin(&random),
                          .shape = some_shape(&random),
                          .disabled = random_chance(&random, 0.1)};
        def.position.x = random_chance(&random, 0.2) ? -0.0f : def.position.x;
        AukBodyId body = auk_body_create(world, &def);
        if (random_chance(&random, 0.15)) {
            AukShapeDef more = {.shape = auk_shape_circle(0.3f), .position = {0.4f, 0.2f}};
            auk_body_add_shape(world, body, &more);
        }
    }
    return world;
}

static AukWorld *make_world(uint64_t seed, int workers)
{
    AukWorldDef def = {.worker_count = workers};
    return make_world_in(seed, &def);
}

// Something that a game may do to a body between two steps.
static void meddle(AukWorld *world, Random *random)
{
    AukBodyId body = {(uint32_t)random_int(random, 0, BODIES - 1), 1};
    AukTransform pose = auk_transform(random_vec(random, -6.0f, 6.0f), random_float(random, -3.0f, 3.0f));
    AukShapeId shape;
    switch (random_int(random, 0, 10)) {
    case 0: auk_body_set_pose(world, body, pose); break;
    case 1: auk_body_move_to(world, body, pose); break;
    case 2: auk_body_set_enabled(world, body, random_chance(random, 0.7)); break;
    case 3: auk_body_set_velocity(world, body, some_velocity(random)); break;
    case 4: auk_body_set_spin(world, body, some_spin(random)); break;
    case 5:
        auk_body_set_velocity(world, body, auk_vec(0.0f, -0.0f));
        auk_body_set_spin(world, body, 0.0f);
        break;
    case 6: auk_body_set_motion(world, body, random_chance(random, 0.5) ? AUK_MOTION_STATIC : AUK_MOTION_MOVING); break;
    case 7:
        if (auk_body_get_shapes(world, body, &shape, 1) == 1) {
            AukShape changed = some_shape(random);
            auk_world_shape_set(world, shape, &changed);
        }
        break;
    case 8:
        if (auk_body_get_shapes(world, body, &shape, 1) >= 1 && random_chance(random, 0.3)) {
            auk_world_shape_remove(world, shape);
        }
        break;
    case 9: {
        AukShapeDef more = {.shape = some_shape(random), .position = {random_chance(random, 0.5) ? 0.0f : 0.3f, 0.0f}};
        auk_body_add_shape(world, body, &more);
        break;
    }
    default: auk_world_shift_origin(world, random_unit(random) - 0.5, 0.25, NULL); break;
    }
}

static bool same_boxes(AukBox a, AukBox b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

// Everything that steps and queries read instead of computing it.
static void assert_boxes_are_those_of_poses(const AukWorld *world, const char *when)
{
    const AukGrid *grid = &world->index.grid;
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        const AukPart *part = auk__part(&world->parts, i);
        if (!world->parts.slots.live[i] || !auk__part_is_enabled(&world->bodies, part)) {
            continue;
        }
        AukBox box = auk__box_at(&world->parts, i, *auk__pose(&world->bodies, part->body));
        cr_assert(same_boxes(box, auk__tight_box(&world->parts, i)), "%s, part %u: tight", when, i);
        cr_assert(same_boxes(box, auk__broad_box(world->broad, i)), "%s, part %u: broad phase", when, i);
        AukGridCursor cursor = auk__grid_query_box(grid, box);
        bool found = false;
        for (uint32_t slot; !found && auk__grid_next(grid, &cursor, &slot);) {
            found = slot == i;
        }
        cr_assert(found, "%s, part %u: not in the grid", when, i);
        cr_assert(same_boxes(box, auk__bounds_box(auk__grid_node(grid, (int32_t)i)->bounds)),
                  "%s, part %u: in the grid", when, i);
    }
}

static void assert_same_bodies(const AukWorld *a, const AukWorld *b, int step, uint64_t seed)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        AukBodyId id = {i, 1};
        AukTransform poses[2] = {auk_body_get_pose(a, id), auk_body_get_pose(b, id)};
        AukTransform before[2] = {auk_body_get_previous_pose(a, id), auk_body_get_previous_pose(b, id)};
        cr_assert_eq(memcmp(&poses[0], &poses[1], sizeof *poses), 0, "step %d, body %u, AUK_SEED=%llu", step, i,
                     (unsigned long long)seed);
        cr_assert_eq(memcmp(&before[0], &before[1], sizeof *before), 0, "step %d, body %u", step, i);
    }
    cr_assert_eq(auk_world_contacts(a).count, auk_world_contacts(b).count, "step %d", step);
}

// Swept bodies, far from all others, which meet nothing also where the world wraps around. If more bodies are swept
// than not, a world goes the long way.
static void add_swept(AukWorld *world, int count)
{
    for (int i = 0; i < count; i++) {
        AukBodyDef far = {
            .position = {1000.0f + (float)i, 1000.0f}, .motion = AUK_MOTION_SWEPT, .shape = auk_shape_circle(0.1f)};
        far.filter.ignore = UINT64_MAX;
        auk_body_create(world, &far);
    }
}

// The whole path lies in the box that the broad phase got, and is the one that swept bodies would be told of.
static void assert_paths_are_those_of_poses(const AukWorld *world, float time)
{
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        const AukPart *part = auk__part(&world->parts, i);
        if (!world->parts.slots.live[i] || !auk__part_is_enabled(&world->bodies, part) || part->body >= BODIES) {
            continue;
        }
        AukTransform from = *auk__previous_pose(&world->bodies, part->body),
                     to = *auk__pose(&world->bodies, part->body);
        const AukBodyPath *path = auk__body_path(&world->ccd, part->body);
        cr_assert_float_eq(path->delta.x, (double)to.p.x - (double)from.p.x, 1e-5, "part %u", i);
        cr_assert_float_eq(path->delta.y, (double)to.p.y - (double)from.p.y, 1e-5, "part %u", i);
        cr_assert(time > 0.0f || (path->delta.x == 0.0 && path->turn == 0.0));
        AukBox whole = auk__broad_box(world->broad, i);
        for (int k = 0; k <= 8; k++) {
            double at = k / 8.0;
            AukTransform pose = {auk_vec_add(from.p, auk_vec_scale((float)at, auk_vec_sub(to.p, from.p))),
                                 auk_rot((float)(auk_rot_angle(from.q) + at * path->turn))};
            AukBox box = auk__box_at(&world->parts, i, k == 0 ? from : (k == 8 ? to : pose));
            const float off = k == 0 || k == 8 ? 0.0f : 2e-6f; // `pose` is rounded
            cr_assert(box.min.x + off >= whole.min.x && box.min.y + off >= whole.min.y &&
                          box.max.x - off <= whole.max.x && box.max.y - off <= whole.max.y,
                      "part %u, at %g of its path, turn %g", i, at, path->turn);
        }
    }
}

// Nothing is swept in one world; one body is in another, from time to time; and in the third so many are that all go
// the long way.
Test(integrate_fast, the_short_way_and_the_long_way_come_to_the_same_bits)
{
    uint64_t seed = random_seed();
    for (uint64_t round = 0; round < 12; round++) {
        AukWorld *fast = make_world(seed + round, (int)(round % 3)), *slow = make_world(seed + round, 0);
        AukWorld *mixed = make_world(seed + round, (int)(round / 3 % 3));
        add_swept(slow, BODIES + 1);
        add_swept(mixed, 1);
        AukBodyId bullet = {BODIES, 1};
        Random random = random_start(seed + round, 2), toggle = random_start(seed + round, 5);
        for (int step = 0; step < STEPS; step++) {
            for (int i = random_int(&random, 0, 6); i > 0; i--) {
                Random same = random, also = random;
                meddle(fast, &random);
                meddle(slow, &same);
                meddle(mixed, &also);
            }
            bool swept = random_chance(&toggle, 0.7);
            auk_body_set_motion(mixed, bullet, swept ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING);
            float time = random_chance(&random, 0.1) ? 0.0f : dt;
            cr_assert_eq(auk_world_step(fast, time), AUK_OK);
            cr_assert_eq(auk_world_step(slow, time), AUK_OK);
            cr_assert_eq(auk_world_step(mixed, time), AUK_OK);
            assert_same_bodies(fast, slow, step, seed + round);
            assert_same_bodies(fast, mixed, step, seed + round);
            assert_boxes_are_those_of_poses(fast, "after a step");
            assert_paths_are_those_of_poses(slow, time);
            if (swept) {
                assert_paths_are_those_of_poses(mixed, time);
            } else {
                assert_boxes_are_those_of_poses(mixed, "after a step without a bullet");
            }
        }
        auk_world_destroy(fast);
        auk_world_destroy(slow);
        auk_world_destroy(mixed);
    }
}

// Until then the broad phase alone has the boxes, and none of what is disabled.
Test(integrate_fast, the_first_swept_body_finds_the_tight_boxes_of_all_poses)
{
    static unsigned char buffer[1 << 20];
    uint64_t seed = random_seed();
    for (uint64_t round = 0; round < 12; round++) {
        AukWorld *world = make_world(seed + round, 0), *swept = make_world(seed + round, 0);
        add_swept(swept, 1);
        Random random = random_start(seed + round, 6);
        for (int step = 0; step < 8; step++) {
            meddle(world, &random);
            cr_assert_eq(auk_world_step(world, dt), AUK_OK);
        }
        cr_assert(!auk__lazy_exists(&world->parts.tight));
        AukBodyId first = {(uint32_t)random_int(&random, 0, BODIES - 1), 1};
        switch (round % 3) {
        case 0: add_swept(world, 1); break;
        case 1: cr_assert_eq(auk_body_set_motion(world, first, AUK_MOTION_SWEPT), AUK_OK); break;
        default:
            cr_assert_eq(auk_world_snapshot(swept, buffer, sizeof buffer), AUK_OK);
            cr_assert_eq(auk_world_restore(world, buffer, sizeof buffer), AUK_OK);
            break;
        }
        cr_assert(auk__lazy_exists(&world->parts.tight));
        for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
            AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, i)->body);
            cr_assert(!world->parts.slots.live[i] ||
                          same_boxes(auk__box_at(&world->parts, i, pose), auk__tight_box(&world->parts, i)),
                      "part %u, AUK_SEED=%llu", i, (unsigned long long)(seed + round));
        }
        auk_world_destroy(world);
        auk_world_destroy(swept);
    }
}

// One that fails has turned some bodies already; these may then stop turning.
Test(integrate_fast, a_step_that_fails_leaves_no_trace_in_the_next_ones)
{
    uint64_t seed = random_seed();
    for (uint64_t round = 0; round < 12; round++) {
        AukWorld *world = make_world(seed + round, (int)(round % 2) * 2), *other = make_world(seed + round, 0);
        Random random = random_start(seed + round, 3);
        for (int step = 0; step < STEPS; step++) {
            AukBodyId flung = {(uint32_t)random_int(&random, 0, BODIES - 1), 1};
            AukVec2 velocity = auk_body_get_velocity(world, flung);
            auk_body_set_velocity(world, flung, auk_vec(AUK_COORDINATE_MAX, 0.0f));
            cr_assert_eq(auk_world_step(world, 10.0f), AUK_ERROR_RANGE);
            auk_body_set_velocity(world, flung, velocity);
            for (uint32_t i = 0; i < BODIES; i++) {
                AukBodyId id = {i, 1};
                float spin = some_spin(&random);
                auk_body_set_spin(world, id, spin);
                auk_body_set_spin(other, id, spin);
                if (random_chance(&random, 0.2)) {
                    auk_body_set_velocity(world, id, auk_vec(0.0f, 0.0f));
                    auk_body_set_velocity(other, id, auk_vec(0.0f, 0.0f));
                }
            }
            cr_assert_eq(auk_world_step(world, dt), AUK_OK);
            cr_assert_eq(auk_world_step(other, dt), AUK_OK);
            cr_assert_eq(auk_world_hash(world), auk_world_hash(other), "step %d, AUK_SEED=%llu", step,
                         (unsigned long long)(seed + round));
            assert_boxes_are_those_of_poses(world, "after a step that failed and one that did not");
        }
        auk_world_destroy(world);
        auk_world_destroy(other);
    }
}

// Wherever among the movers it fails, poses and previous poses are those of a world that did not try. Several ranges of
// movers have begun to move by then, or none.
Test(integrate_fast, a_step_that_fails_leaves_all_poses)
{
    enum { MANY = 1000, TRIES = 40 };
    uint64_t seed = random_seed();
    for (int round = 0; round < 4; round++) {
        AukWorldDef world_def = {.worker_count = round < 2 ? 1 : 3};
        AukWorld *world = auk_world_create(&world_def, NULL), *other = auk_world_create(&world_def, NULL);
        world->parallel.grain = other->parallel.grain = 64;
        Random random = random_start(seed, (uint64_t)round);
        for (int i = 0; i < MANY; i++) {
            AukBodyDef def = {.position = random_vec(&random, -60.0f, 60.0f),
                              .velocity = some_velocity(&random),
                              .spin = some_spin(&random),
                              .shape = some_shape(&random),
                              .motion = random_chance(&random, 0.1) ? AUK_MOTION_STATIC : AUK_MOTION_MOVING};
            if (round % 2 == 1 && def.motion == AUK_MOTION_MOVING && i % 3 > 0) {
                def.motion = AUK_MOTION_SWEPT; // so many that all go the long way
            } else if (def.motion == AUK_MOTION_STATIC) {
                def.velocity = auk_vec(0.0f, 0.0f);
                def.spin = 0.0f;
            }
            auk_body_create(world, &def);
            auk_body_create(other, &def);
        }
        for (int i = 0; i < TRIES; i++) {
            AukBodyId flung = {(uint32_t)random_int(&random, 0, MANY - 1), 1};
            AukVec2 velocity = auk_body_get_velocity(world, flung);
            bool flies = auk_body_set_velocity(world, flung, auk_vec(AUK_COORDINATE_MAX, 0.0f)) == AUK_OK;
            cr_assert_eq(auk_world_step(world, 10.0f), flies ? AUK_ERROR_RANGE : AUK_OK);
            if (!flies) { // it is static
                cr_assert_eq(auk_world_step(other, 10.0f), AUK_OK);
            }
            auk_body_set_velocity(world, flung, velocity);
            cr_assert_eq(auk_world_hash(world), auk_world_hash(other), "round %d, try %d, AUK_SEED=%llu", round, i,
                         (unsigned long long)seed);
            cr_assert_eq(auk_world_step(world, dt), AUK_OK);
            cr_assert_eq(auk_world_step(other, dt), AUK_OK);
            cr_assert_eq(auk_world_hash(world), auk_world_hash(other), "round %d, step %d, AUK_SEED=%llu", round, i,
                         (unsigned long long)seed);
        }
        auk_world_destroy(world);
        auk_world_destroy(other);
    }
}

Test(integrate_fast, a_world_that_goes_back_and_on_has_the_boxes_of_its_poses)
{
    uint64_t seed = random_seed();
    AukWorld *world = make_world(seed, 0);
    Random random = random_start(seed, 4);
    static unsigned char buffer[1 << 20];
    for (int step = 0; step < STEPS; step++) {
        uint64_t size = auk_world_snapshot_size(world);
        cr_assert(size <= sizeof buffer);
        cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
        uint64_t hashes[2];
        for (int time = 0; time < 2; time++) {
            Random same = random;
            for (int i = 0; i < 3; i++) {
                cr_assert_eq(auk_world_step(world, dt), AUK_OK);
                if (step % 4 == 0) {
                    meddle(world, &same);
                } else {
                    AukBodyId body = {(uint32_t)random_int(&same, 0, BODIES - 1), 1};
                    auk_body_set_velocity(world, body, some_velocity(&same));
                    auk_body_set_spin(world, body, some_spin(&same));
                }
            }
            cr_assert_eq(auk_world_step(world, dt), AUK_OK);
            assert_boxes_are_those_of_poses(world, time ? "after going back" : "at first");
            hashes[time] = auk_world_hash(world);
            if (time == 0) {
                cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
            }
        }
        cr_assert_eq(hashes[0], hashes[1], "step %d, AUK_SEED=%llu", step, (unsigned long long)seed);
        random_bits(&random);
    }
    auk_world_destroy(world);
}

// Bodies go over the sides of the rectangle all the time: the short way does those inside, the long way all others.
Test(integrate_fast, both_ways_come_to_the_same_bits_in_a_world_that_wraps_around)
{
    uint64_t seed = random_seed();
    for (uint64_t round = 0; round < 12; round++) {
        AukWorldDef def = {.wrap = {{-8.0f, -8.0f}, {8.0f, 8.0f}}};
        AukWorld *slow = make_world_in(seed + round, &def), *mixed = make_world_in(seed + round, &def);
        def.worker_count = (int)(round % 3);
        AukWorld *fast = make_world_in(seed + round, &def);
        add_swept(slow, BODIES + 1);
        add_swept(mixed, 1);
        Random random = random_start(seed + round, 6);
        for (int step = 0; step < STEPS; step++) {
            for (uint32_t i = 0; i < BODIES; i++) {
                AukVec2 velocity = some_velocity(&random);
                auk_body_set_velocity(fast, (AukBodyId){i, 1}, velocity);
                auk_body_set_velocity(slow, (AukBodyId){i, 1}, velocity);
                auk_body_set_velocity(mixed, (AukBodyId){i, 1}, velocity);
            }
            cr_assert_eq(auk_world_step(fast, dt), AUK_OK);
            cr_assert_eq(auk_world_step(slow, dt), AUK_OK);
            cr_assert_eq(auk_world_step(mixed, dt), AUK_OK);
            assert_same_bodies(fast, slow, step, seed + round);
            assert_same_bodies(fast, mixed, step, seed + round);
        }
        auk_world_destroy(fast);
        auk_world_destroy(slow);
        auk_world_destroy(mixed);
    }
}

// A world knows from its last step which bodies had several images, and a restored one does not. The way of a body must
// not depend on that: the boxes of paths differ, and with them the number of candidates, which the hash covers.
Test(integrate_fast, a_restored_world_that_wraps_around_goes_on_with_the_same_hash)
{
    static unsigned char buffer[1 << 20];
    uint64_t seed = random_seed();
    const AukWorldDef def = {.wrap = {{-5.0f, -5.0f}, {5.0f, 5.0f}}};
    for (uint64_t round = 0; round < 4; round++) {
        AukWorld *world = make_world_in(seed + round, &def);
        Random random = random_start(seed + round, 7);
        for (uint32_t i = 0; i < BODIES; i++) {
            AukBodyId body = {i, 1};
            auk_body_set_motion(world, body, i % 5 < 2 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING);
            auk_body_set_response(world, body, AUK_RESPONSE_BOUNCE);
            auk_body_set_velocity(world, body, random_vec(&random, -20.0f, 20.0f));
            auk_body_set_spin(world, body, random_float(&random, -50.0f, 50.0f));
        }
        for (int step = 0; step < STEPS; step++) {
            uint64_t size = auk_world_snapshot_size(world);
            cr_assert(size <= sizeof buffer);
            cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
            AukWorld *other = auk_world_create(&def, NULL);
            cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
            cr_assert_eq(auk_world_step(world, dt), auk_world_step(other, dt));
            cr_assert_eq(auk_world_hash(world), auk_world_hash(other), "step %d, AUK_SEED=%llu", step,
                         (unsigned long long)(seed + round));
            auk_world_destroy(other);
        }
        auk_world_destroy(world);
    }
}
