// What auk_world_reserve() promises: within what was reserved, steps allocate nothing.
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>

// The cells of static boxes were made for the first long path, and allocated without any box.
Test(world_reserve, a_first_long_path_without_static_bodies_allocates_nothing)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = scene_world();
    cr_assert_eq(auk_world_reserve(world, 100, 1000, 1000), AUK_OK);
    AukBodyId bullet = {0, 0};
    for (int i = 0; i < 40; i++) {
        AukVec2 p = auk_vec((float)(i % 8) * 3.0f, (float)(i / 8) * 3.0f);
        bullet = scene_bullet(world, auk_shape_circle(0.3f), p, auk_vec(0.0f, 0.0f), AUK_RESPONSE_CROSS);
    }
    const int before = memory.calls;
    for (int i = 0; i < 6; i++) {
        if (i == 3) {
            auk_body_set_velocity(world, bullet, auk_vec(-900.0f, -400.0f));
        }
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        cr_assert_eq(memory.calls, before, "%d allocations in step %d", memory.calls - before, i);
    }
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// Bullets that stop each other look again for what else they meet: more predictions than there are pairs.
Test(world_reserve, a_chain_of_stops_needs_no_more_than_was_reserved)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = scene_world();
    enum { BULLETS = 12, PAIRS = BULLETS * (BULLETS + 1) / 2 };
    cr_assert_eq(auk_world_reserve(world, BULLETS + 1, PAIRS, PAIRS), AUK_OK);
    scene_wall(world, 20.0f, 0.0f, 0.5f, 5.0f);
    for (int i = 0; i < BULLETS; i++) {
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec((float)i, 0.0f), auk_vec(100.0f, 0.0f), AUK_RESPONSE_TOUCH);
    }
    const int before = memory.calls;
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert(auk_world_hits(world).count == BULLETS && auk_world_stats(world).swept_candidates == PAIRS);
    cr_assert_eq(memory.calls, before, "%d allocations", memory.calls - before);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// Bodies that slide and bounce find late pairs, and those that pierce are remembered.
Test(world_reserve, swept_bodies_of_all_responses_need_no_more_than_was_reserved)
{
    enum { CROWD = 150 };
    for (int response = 0; response < AUK_RESPONSE_COUNT; response++) {
        FailingAllocator memory;
        failing_allocator_install(&memory);
        Random random = random_start(random_seed(), (uint64_t)response);
        AukWorld *world = scene_world();
        cr_assert_eq(auk_world_reserve(world, CROWD, 2000, 2000), AUK_OK);
        for (int i = 0; i < CROWD; i++) {
            AukBodyDef def = {.motion = i % 3 == 0 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING,
                              .position = random_vec(&random, -5.0f, 5.0f),
                              .velocity = random_vec(&random, -20.0f, 20.0f),
                              .shape = auk_shape_circle(0.3f)};
            if (def.motion == AUK_MOTION_SWEPT) {
                def.response = (AukResponse)response;
                def.pierce = i % 2 == 0 ? 3 : 0;
            }
            cr_assert(auk_body_create(world, &def).generation != 0);
        }
        const int before = memory.calls;
        int hits = 0;
        for (int i = 0; i < 60; i++) {
            cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
            hits += auk_world_hits(world).count;
        }
        cr_assert(memory.calls == before && hits > 50, "response %d: %d allocations, %d hits", response,
                  memory.calls - before, hits);
        auk_world_destroy(world);
        auk_set_allocator(NULL);
    }
}

// Bullets on a diagonal through a lattice of small walls, each of which they meet. Large walls beside their path, walls
// that they ignore, and walls that were removed since the index of walls was made are found on the way, but they are no
// pairs: they may take no memory.
typedef struct Lattice {
    AukWorld *world;
    AukBodyId bullets[32];
} Lattice;

enum { SIDE = 40, BULLETS = 32, ON_PATH = SIDE * BULLETS };

static void fire(Lattice *lattice)
{
    for (int i = 0; i < BULLETS; i++) {
        auk_body_set_position(lattice->world, lattice->bullets[i], auk_vec(-2.0f + 0.01f * (float)i, -1.6f));
        auk_body_set_velocity(lattice->world, lattice->bullets[i], auk_vec(4.0f * SIDE, 4.0f * SIDE));
    }
}

static void make_lattice(Lattice *lattice, AukBroadKind broad, int pairs)
{
    enum { WALLS = SIDE * SIDE, BESIDE = 300, IGNORED = 4 };
    AukWorldDef def = {.broad = broad, .max_pairs = pairs};
    lattice->world = auk_world_create(&def, NULL);
    cr_assert_eq(auk_world_reserve(lattice->world, WALLS + BESIDE + BULLETS, pairs, 2 * ON_PATH), AUK_OK);
    for (int i = 0; i < WALLS + BESIDE; i++) {
        AukBodyDef wall = {.motion = AUK_MOTION_STATIC, .shape = auk_shape_circle(0.3f)};
        wall.position = auk_vec(4.0f * (float)(i % SIDE), 4.0f * (float)(i / SIDE));
        if (i >= WALLS) { // far above the diagonal
            wall.shape = auk_shape_box(14.0f, 14.0f);
            wall.position = auk_vec(20.0f + (float)(i % 16), 140.0f - (float)(i % 15));
        } else if (i % (SIDE + 1) == 1) { // beside those on the diagonal, and found before the masks are looked at
            wall.filter.category = IGNORED;
            wall.position.y += 4.0f;
        }
        auk_body_create(lattice->world, &wall);
    }
    for (int i = 0; i < BULLETS; i++) {
        AukBodyDef bullet = {.motion = AUK_MOTION_SWEPT, .shape = auk_shape_circle(0.1f)};
        bullet.filter = (AukFilter){.category = 2, .ignore = 2 | IGNORED};
        lattice->bullets[i] = auk_body_create(lattice->world, &bullet);
    }
}

Test(world_reserve, what_bullets_find_beside_their_paths_takes_no_memory)
{
    for (int broad = 0; broad < AUK_BROAD_KIND_COUNT; broad++) {
        FailingAllocator memory;
        failing_allocator_install(&memory);
        Lattice lattice;
        make_lattice(&lattice, (AukBroadKind)broad, ON_PATH);
        const int before = memory.calls;
        int expected = ON_PATH;
        for (int step = 0; step < 4; step++) {
            fire(&lattice);
            cr_assert_eq(auk_world_step(lattice.world, 1.0f), AUK_OK, "step %d", step);
            cr_assert_eq(auk_world_stats(lattice.world).box_pairs, expected, "step %d", step);
            cr_assert_eq(memory.calls, before, "step %d, broad %d", step, broad);
            AukBodyId gone = {(uint32_t)(step * (SIDE + 1)), 1}; // a wall on the diagonal
            cr_assert_eq(auk_body_destroy(lattice.world, gone), AUK_OK);
            expected -= BULLETS;
        }
        auk_world_destroy(lattice.world);
        auk_set_allocator(NULL);
    }
}
