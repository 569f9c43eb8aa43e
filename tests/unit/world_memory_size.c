// The memory of a crowd, as README.md states it under "Limits": counted by an allocator, between the smallest and the
// largest room to grow that the arrays have. And what the broad phase borrows, and what slots in quarantine need.
#include "auk/auk.h"

#include "broad/strips.h"
#include "support/random.h"
#include "unit/failing_allocator.h"
#include "world/state/world_state.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { STEPS = 60, MOST = 6000 };

// In front of each block.
typedef union Size {
    uint64_t bytes;
    max_align_t alignment;
} Size;

static void *reallocate(void *block, uint64_t size, void *context)
{
    Size *old = block ? (Size *)block - 1 : NULL;
    uint64_t before = old ? old->bytes : 0;
    Size *grown = realloc(old, (size_t)size + sizeof *grown);
    cr_assert_not_null(grown);
    *(uint64_t *)context += size - before;
    grown->bytes = size;
    return grown + 1;
}

static void release(void *block, void *context)
{
    if (block) {
        Size *size = (Size *)block - 1;
        *(uint64_t *)context -= size->bytes;
        free(size);
    }
}

static void expect_between(uint64_t live, int count, int low, int high, const char *when)
{
    double each = (double)live / count;
    cr_expect(each >= low && each <= high, "%d bodies, %s: %.0f bytes for each, not %d to %d", count, when, each, low,
              high);
}

// Discs and boxes in a square of side 2 sqrt(count): 0.4 contacts for each.
static void crowd(int count, AukMotion motion, int low, int high)
{
    uint64_t live = 0;
    AukAllocator counting = {reallocate, release, &live};
    auk_set_allocator(&counting);
    AukWorld *world = auk_world_create(NULL, NULL);
    Random random = random_start(random_seed(), (uint64_t)count);
    float side = 2.0f * sqrtf((float)count);
    for (int i = 0; i < count; i++) {
        AukBodyDef def = {.motion = motion, .shape = i % 2 ? auk_shape_circle(0.5f) : auk_shape_box(0.4f, 0.4f)};
        def.position = auk_vec(random_float(&random, 0.0f, side), random_float(&random, 0.0f, side));
        def.velocity = auk_vec(random_float(&random, -5.0f, 5.0f), random_float(&random, -5.0f, 5.0f));
        cr_assert_neq(auk_body_create(world, &def).generation, 0);
    }
    expect_between(live, count, 235, 450, "created");
    for (int i = 0; i < STEPS; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
    }
    expect_between(live, count, low, high, motion == AUK_MOTION_SWEPT ? "swept" : "moved");
    auk_world_destroy(world);
    cr_expect_eq(live, 0);
    auk_set_allocator(NULL);
}

Test(world_memory, of_a_crowd_is_what_the_limits_in_the_readme_say)
{
    for (int count = 1000; count <= MOST && sizeof(void *) == 8; count = count * 4 / 3) {
        crowd(count, AUK_MOTION_MOVING, 430, 670);
        crowd(count, AUK_MOTION_SWEPT, 670, 950);
    }
}

enum { COUPLES = 66000, REST = 70 }; // changes of more than a mebibyte, and events of four

// Steps a world of couples that touch, and tells the most memory that it had after a step.
static AukWorld *couples(int reserved, const uint64_t *live, uint64_t *most)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    cr_assert_eq(auk_world_reserve(world, 2 * COUPLES, reserved, 0), AUK_OK);
    for (int i = 0; i < 2 * COUPLES; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_MOVING, .shape = auk_shape_circle(0.5f)};
        def.position = auk_vec(4.0f * (float)(i / 2 % 250) + 0.75f * (float)(i % 2), 4.0f * (float)(i / 500));
        cr_assert_neq(auk_body_create(world, &def).generation, 0);
    }
    for (int i = 0; i < REST; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, i == 0 ? COUPLES : 0);
        *most = i == 0 || *live > *most ? *live : *most;
    }
    return world;
}

Test(world_memory, that_only_a_burst_of_events_needed_is_given_back_unless_it_was_reserved)
{
    uint64_t live = 0, most;
    AukAllocator counting = {reallocate, release, &live};
    auk_set_allocator(&counting);
    AukWorld *world = couples(COUPLES, &live, &most);
    cr_expect_eq(live, most);
    auk_world_destroy(world);
    world = couples(0, &live, &most);
    cr_expect(live + COUPLES * (sizeof(AukEvent) + sizeof(AukPairChange)) <= most);
    AukTransform away = {{-1000.0f, -1000.0f}, {1.0f, 0.0f}};
    AukContacts contacts = auk_world_contacts(world);
    AukBodyId first = contacts.items[0].body_a;
    AukTransform home = auk_body_get_pose(world, first);
    for (int i = 0; i < 2; i++) { // events find room again
        cr_assert_eq(auk_body_set_pose(world, first, i == 0 ? away : home), AUK_OK);
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        cr_expect_eq(auk_world_events(world, i == 0 ? AUK_EVENT_END : AUK_EVENT_BEGIN).count, 1);
    }
    auk_world_destroy(world);
    cr_expect_eq(live, 0);
    auk_set_allocator(NULL);
}

// The broad phase works in the memory for contacts as soon as both sets have room, and in its own where there are few.
Test(world_memory, that_contacts_lend_to_the_broad_phase_changes_no_step)
{
    enum { COUNT = 900, ROW = 30, CROWDED = 40, ALL = 80 };
    AukWorldDef defs[2] = {{.broad = AUK_BROAD_SWEEP}, {.broad = AUK_BROAD_BRUTE_FORCE}};
    AukWorld *worlds[2];
    AukBodyId ids[2][COUNT];
    for (int k = 0; k < 2; k++) {
        Random random = random_start(random_seed(), 1);
        worlds[k] = auk_world_create(&defs[k], NULL);
        for (int i = 0; i < COUNT; i++) {
            AukBodyDef def = {.motion = AUK_MOTION_MOVING, .shape = auk_shape_circle(0.5f)};
            def.position = auk_vec(3.0f * (float)(i % ROW), 3.0f * (float)(i / ROW)); // apart
            def.velocity = random_vec(&random, -1.0f, 1.0f);
            ids[k][i] = auk_body_create(worlds[k], &def);
        }
    }
    const AukBuffer *bounds = &worlds[0]->broad->pair_cache.index.layout.bounds;
    for (int step = 0; step < ALL; step++) {
        float close = step >= 10 && step < CROWDED ? 0.8f : 3.0f;
        for (int k = 0; k < 2 && (step == 10 || step == CROWDED); k++) {
            for (int i = 0; i < COUNT; i++) {
                AukTransform pose = {auk_vec(close * (float)(i % ROW), close * (float)(i / ROW)), auk_rot_identity()};
                cr_assert_eq(auk_body_set_pose(worlds[k], ids[k][i], pose), AUK_OK);
            }
        }
        for (int k = 0; k < 2; k++) {
            cr_assert_eq(auk_world_step(worlds[k], 1.0f / 60.0f), AUK_OK);
        }
        cr_assert_eq(auk_world_hash(worlds[0]), auk_world_hash(worlds[1]), "step %d", step);
        cr_assert_eq(bounds->items != NULL, step < 12, "step %d", step);
    }
    for (int k = 0; k < 2; k++) {
        auk_world_destroy(worlds[k]);
    }
}

// A sort leaves the pairs in the other one of two buffers; the broad phase works in the first.
Test(world_memory, pairs_that_have_to_be_sorted_need_no_more_than_was_reserved)
{
    enum { COUNT = 400, PAIRS = 20 };
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = auk_world_create(NULL, NULL);
    cr_assert_eq(auk_world_reserve(world, COUNT, PAIRS, 0), AUK_OK);
    AukBodyId bodies[COUNT];
    for (int i = 0; i < COUNT; i++) {
        AukBodyDef def = {.position = {(float)i, 10.0f * (float)(i < 2 * PAIRS ? i / 2 : i)}};
        bodies[i] = auk_body_create(world, &def);
    }
    for (int i = COUNT - 1; i >= 0; i--) { // parts in another order than bodies
        AukShapeDef def = {.shape = auk_shape_circle(0.6f)};
        (void)auk_body_add_shape(world, bodies[i], &def);
    }
    memory.calls = 0;
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        cr_assert_eq(auk_world_contacts(world).count, PAIRS);
    }
    cr_assert_eq(memory.calls, 0);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// Slots of destroyed bodies that result arrays name are not used again, so there are more slots than bodies. In the
// last rounds bodies are sparse, and so few pairs are reserved that contacts can lend memory for the boxes of so many
// slots and hardly more.
Test(world_memory, while_bodies_come_and_go_steps_need_no_more_than_was_reserved)
{
    enum { COUNT = 300, FRAMES = 150 };
    uint64_t seed = random_seed();
    const int lent = (int)(auk__layout_entries_max(COUNT) * (int64_t)sizeof(AukBounds) / (int64_t)sizeof(AukContact));
    for (uint64_t round = 0; round < 9; round++) {
        FailingAllocator memory;
        failing_allocator_install(&memory);
        AukWorld *world = auk_world_create(NULL, NULL);
        bool swept = round % 2 == 1, sparse = round >= 6;
        const float side = sparse ? 30.0f : 8.0f;
        int pairs = sparse ? lent + 2 : 10 * COUNT;
        cr_assert_eq(auk_world_reserve(world, COUNT, pairs, swept ? 20 * COUNT : 0), AUK_OK);
        memory.fail_at = memory.calls; // not even the first swept body needs more
        Random random = random_start(seed, round);
        AukBodyDef defs[COUNT];
        AukBodyId bodies[COUNT];
        for (int i = 0; i < COUNT; i++) {
            AukMotion motion = swept && i % 5 == 0 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
            defs[i] =
                (AukBodyDef){.motion = motion, .shape = i % 2 ? auk_shape_circle(0.4f) : auk_shape_box(0.4f, 0.2f)};
            defs[i].position = random_vec(&random, -side, side);
            defs[i].velocity = random_vec(&random, -3.0f, 3.0f);
            defs[i].response = motion == AUK_MOTION_SWEPT ? AUK_RESPONSE_SLIDE : AUK_RESPONSE_CROSS;
            bodies[i] = auk_body_create(world, &defs[i]);
            cr_assert_neq(bodies[i].generation, 0);
        }
        memory.fail_at = -1;
        for (int frame = 0; frame < FRAMES; frame++) {
            for (int i = 0; i < COUNT; i++) {
                if (random_chance(&random, 0.1)) {
                    cr_assert_eq(auk_body_destroy(world, bodies[i]), AUK_OK);
                }
            }
            for (int i = 0; i < COUNT; i++) {
                bodies[i] = auk_body_exists(world, bodies[i]) ? bodies[i] : auk_body_create(world, &defs[i]);
            }
            memory.fail_at = memory.calls;
            cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK, "round %d, frame %d, AUK_SEED=%llu", (int)round,
                         frame, (unsigned long long)seed);
            memory.fail_at = -1;
        }
        cr_assert(world->bodies.records.count > COUNT);
        auk_world_destroy(world);
        auk_set_allocator(NULL);
    }
}

// Two sensors contain each other: what is in sensors is twice as much as there are pairs.
Test(world_memory, a_crowd_of_sensors_needs_no_more_than_was_reserved)
{
    enum { COUNT = 30, PAIRS = COUNT * (COUNT - 1) / 2 };
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = auk_world_create(NULL, NULL);
    cr_assert_eq(auk_world_reserve(world, COUNT, PAIRS, 0), AUK_OK);
    for (int i = 0; i < COUNT; i++) {
        AukBodyDef def = {.motion = AUK_MOTION_MOVING, .shape = auk_shape_circle(0.5f), .sensor = true};
        def.position.x = 0.01f * (float)i;
        cr_assert_neq(auk_body_create(world, &def).generation, 0);
    }
    memory.fail_at = memory.calls;
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        cr_assert_eq(auk_world_overlaps(world).count, 2 * PAIRS);
    }
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// Where the rectangle's corners meet, the broad phase finds each pair four times.
Test(world_memory, pairs_at_a_corner_of_a_world_that_wraps_need_no_more_than_was_reserved)
{
    enum { COUNT = 40, PAIRS = COUNT * (COUNT - 1) / 2 };
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorldDef def = {.wrap = {{-10.0f, -10.0f}, {10.0f, 10.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    cr_assert_eq(auk_world_reserve(world, COUNT, PAIRS, 0), AUK_OK);
    Random random = random_start(random_seed(), 7);
    for (int i = 0; i < COUNT; i++) {
        AukBodyDef body = {.motion = AUK_MOTION_MOVING, .shape = auk_shape_circle(0.5f)};
        body.position = random_vec(&random, 9.7f, 10.3f);
        body.position.x -= body.position.x >= 10.0f ? 20.0f : 0.0f;
        body.position.y -= body.position.y >= 10.0f ? 20.0f : 0.0f;
        cr_assert_neq(auk_body_create(world, &body).generation, 0);
    }
    memory.fail_at = memory.calls;
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        cr_assert_eq(auk_world_stats(world).box_pairs, PAIRS);
    }
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}
