// What the narrow phase reads of plain bodies follows from their parts after any change.
#include "auk/world.h"
#include "world/state/part_shape.h"
#include "world/state/world_state.h"

#include "support/saved.h"
#include "support/world_crowd.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 120, STEPS = 60 };

typedef struct Seen {
    int of_class[AUK_CLASS_COUNT], direct;
} Seen;

static AukWorld *empty_world(int workers)
{
    AukWorldDef def = {.worker_count = workers};
    AukWorld *world = auk_world_create(&def, NULL);
    crowd_register(world);
    return world;
}

// Measures all convex parts anew, and compares what follows from the shape alone.
static void expect_measures(const AukWorld *world, const char *when, uint64_t seed)
{
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        const AukPart *part = auk__part(&world->parts, i);
        if (!world->parts.slots.live[i] || part->form != AUK_FORM_CONVEX) {
            continue;
        }
        AukShape shape = auk__part_shape(&world->parts, part);
        AukPartMeasure anew = auk__shape_measure(&shape, *auk__part_local(&world->parts, i));
        cr_assert(auk__turn_radius(&world->parts, i) == anew.turn_radius && part->pairs4_class == anew.pairs4_class &&
                      auk__part_extent(&world->parts, part) == anew.extent && part->radius_excess == anew.radius_excess,
                  "part %u, %s, AUK_SEED=%llu", i, when, (unsigned long long)seed);
    }
}

// Computes it anew for all bodies, and compares.
static void expect_same_anew(AukWorld *world, const char *when, uint64_t seed, Seen *seen)
{
    expect_measures(world, when, seed);
    AukBodies *bodies = &world->bodies;
    for (uint32_t i = 0; i < (uint32_t)bodies->records.count; i++) {
        AukPosed *posed = auk__posed(bodies, i), before = *posed;
        bool direct = auk__slot_bit(&bodies->direct, i);
        if (!bodies->slots.live[i]) {
            cr_assert(!direct && before.plain == AUK_CLASS_OTHER, "body %u, %s, AUK_SEED=%llu", i, when,
                      (unsigned long long)seed);
            continue;
        }
        uint8_t fast_path = auk__body(bodies, i)->fast_path;
        auk__body_update_plain(bodies, &world->parts, i);
        auk__body(bodies, i)->fast_path = fast_path;
        cr_assert(memcmp(&before, posed, sizeof before) == 0 && auk__slot_bit(&bodies->direct, i) == direct,
                  "body %u, %s, AUK_SEED=%llu", i, when, (unsigned long long)seed);
        const AukTransform *kept[2] = {auk__previous_pose(bodies, i), (const AukTransform *)bodies->starts.items + i};
        for (int k = 0; k < 2 && *auk__mover_place(bodies, i) < 0; k++) {
            cr_assert(memcmp(&posed->pose, kept[k], sizeof posed->pose) == 0, "pose %d of body %u, %s", k, i, when);
        }
        seen->of_class[posed->plain]++;
        seen->direct += direct;
    }
}

static void turn_sensor(AukWorld *world, Random *random)
{
    uint32_t part = (uint32_t)random_int(random, 0, world->parts.records.count - 1);
    if (world->parts.slots.live[part] && auk__part_head(&world->parts, part) == part) {
        bool sensor = auk__part(&world->parts, part)->sensor;
        (void)auk_world_shape_set_sensor(world, auk__shape_id(&world->parts, part), !sensor);
    }
}

static void check_crowd(CrowdKind kind, Seen *seen)
{
    uint64_t seed = random_seed();
    Random random = random_start(seed, 90 + (uint64_t)kind);
    AukWorld *world = empty_world(1), *other = empty_world(2);
    crowd_fill(world, &random, kind, BODIES);
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < 10; k++) {
            crowd_change(world, &random, kind);
            turn_sensor(world, &random);
            expect_same_anew(world, "after a change", seed, seen);
        }
        crowd_change_many(world, &random);
        expect_same_anew(world, "after a change of many", seed, seen);
        (void)crowd_step(world, &random, kind);
        expect_same_anew(world, "after a step", seed, seen);
        Saved saved = take_snapshot(world);
        AukWorld *into = i % 3 == 0 ? other : world;
        (void)crowd_step(world, &random, kind);
        cr_assert_eq(auk_world_restore(into, saved.bytes, saved.size), AUK_OK);
        expect_same_anew(into, "after a restore", seed, seen);
        free(saved.bytes);
    }
    auk_world_destroy(world);
    auk_world_destroy(other);
}

Test(plain, what_is_kept_of_plain_bodies_is_that_of_their_parts)
{
    Seen seen = {{0}, 0};
    for (int kind = 0; kind < CROWD_KIND_COUNT; kind++) {
        check_crowd((CrowdKind)kind, &seen);
    }
    for (int k = 0; k < AUK_CLASS_COUNT; k++) {
        cr_assert_gt(seen.of_class[k], 100, "class %d", k);
    }
    cr_assert_gt(seen.direct, 100);
}
