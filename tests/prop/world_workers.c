// Crowds of all kinds, stepped by one thread and by several, over ranges so small that they divide everything, and by
// brute force: the same bytes after every step, whatever a game does between the steps.
#include "auk/world.h"
#include "broad/broad.h"
#include "world/state/world_state.h"

#include "support/saved.h"
#include "support/world_crowd.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { USUAL_CROWDS = 200, STEPS = 25, LEAST_BODIES = 20, MOST_BODIES = 900 };

static AukWorld *world_with(int workers, int grain, AukBroadKind broad)
{
    AukWorldDef def = {.worker_count = workers, .broad = broad};
    AukWorld *world = auk_world_create(&def, NULL);
    world->parallel.grain = grain;
    world->broad->work.parallel.grain = grain;
    crowd_register(world);
    return world;
}

// A third of the crowd leaves in one frame, as at the end of a wave of enemies.
static void cull(AukWorld *world, Random *random)
{
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        if (world->bodies.slots.live[i] && random_chance(random, 0.3)) {
            cr_assert_eq(auk_body_destroy(world, auk__body_id(&world->bodies, i)), AUK_OK);
        }
    }
}

static void expect_equal(const AukWorld *alone, const AukWorld *world, const char *what, int step, uint64_t seed)
{
    Saved a = take_snapshot(alone), b = take_snapshot(world);
    bool same = same_bytes(&a, &b);
    free(a.bytes);
    free(b.bytes);
    cr_assert(same, "%s, step %d, AUK_SEED=%llu", what, step, (unsigned long long)seed);
}

static int check_crowd(CrowdKind kind, uint64_t stream)
{
    uint64_t seed = random_seed();
    Random random = random_start(seed, stream);
    int bodies = (int)random_log(&random, LEAST_BODIES, MOST_BODIES), grain = (int)random_log(&random, 1.0, 200.0);
    AukWorld *worlds[3] = {world_with(1, 512, AUK_BROAD_SWEEP),
                           world_with(random_int(&random, 2, 4), grain, AUK_BROAD_SWEEP),
                           world_with(1, 512, AUK_BROAD_BRUTE_FORCE)};
    Random randoms[3] = {random, random, random};
    int contacts = 0, culled = random_int(&random, 10, 2 * STEPS);
    for (int i = 0; i < 3; i++) {
        crowd_fill(worlds[i], &randoms[i], kind, bodies);
    }
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < 3; i++) {
            if (step == culled) {
                cull(worlds[i], &randoms[i]);
            }
            (void)crowd_step(worlds[i], &randoms[i], kind);
        }
        expect_equal(worlds[0], worlds[1], "several threads", step, seed);
        expect_equal(worlds[0], worlds[2], "brute force", step, seed);
        contacts += auk_world_contacts(worlds[0]).count;
    }
    for (int i = 0; i < 3; i++) {
        auk_world_destroy(worlds[i]);
    }
    return contacts;
}

Test(world_workers, crowds_have_the_same_bytes_for_any_number_of_threads_and_by_brute_force, .timeout = 1800)
{
    int crowds = random_repeats(USUAL_CROWDS), contacts = 0;
    for (int i = 0; i < crowds || i < CROWD_KIND_COUNT; i++) {
        contacts += check_crowd((CrowdKind)(i % CROWD_KIND_COUNT), 24000 + (uint64_t)i);
    }
    cr_assert_gt(contacts, 1000);
}
