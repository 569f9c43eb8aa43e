// Queries of all kinds from several threads at once, on one world: each thread gets the answers that one alone gets.
// What a query writes besides its caller's arrays, ThreadSanitizer would see.
#include "auk/auk.h"
#include "base/thread.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 600, ASKED = 300, ROOM = 8, THREADS = 4 };

typedef struct Answers {
    const AukWorld *world;
    AukFound found[4 * ROOM];
    uint64_t sum;
} Answers;

static uint64_t mix(uint64_t sum, const AukFound *found, int count)
{
    sum = sum * 31 + (uint64_t)(int64_t)count;
    for (int i = 0; i < count; i++) {
        uint32_t bits[2];
        memcpy(bits, &found[i].fraction, sizeof bits);
        sum = sum * 1000003 + found[i].body.index + bits[0] * UINT64_C(7) + bits[1];
    }
    return sum;
}

static void ask(Answers *answers)
{
    Random random = random_start(20261120, 5);
    AukShape box = auk_shape_box(0.8f, 0.3f);
    AukFound *found = answers->found;
    for (int i = 0; i < ASKED; i++) {
        AukVec2 from = random_vec(&random, -40.0f, 40.0f), delta = random_vec(&random, -30.0f, 30.0f);
        AukTransform pose = auk_transform(from, random_float(&random, -3.0f, 3.0f));
        AukBodyId a = {(uint32_t)random_int(&random, 0, BODIES - 1), 1}, b = {(uint32_t)i, 1};
        const AukWorld *world = answers->world;
        answers->sum = mix(answers->sum, found, auk_world_cast_ray(world, from, delta, NULL, found));
        answers->sum = mix(answers->sum, found, auk_world_cast_ray_all(world, from, delta, NULL, found, ROOM));
        answers->sum = mix(answers->sum, found, auk_world_cast_shape_all(world, &box, pose, delta, NULL, found, ROOM));
        answers->sum = mix(answers->sum, found, auk_world_overlap(world, &box, pose, NULL, found, ROOM));
        AukBox seen = auk_shape_bounds(&box, pose);
        answers->sum = mix(answers->sum, found, auk_world_overlap_bounds(world, seen, NULL, found, ROOM));
        answers->sum = mix(answers->sum, found, auk_world_nearest(world, &box, pose, INFINITY, NULL, found, ROOM));
        answers->sum = answers->sum * 31 + (uint64_t)auk_world_why(world, a, b).reason;
        int contacts[ROOM];
        int count = auk_body_contacts(world, a, contacts, ROOM);
        answers->sum = answers->sum * 31 + (uint64_t)count;
        answers->sum = answers->sum * 31 + (uint64_t)(count > 0 ? contacts[count - 1] : 0);
    }
}

static void run(void *context)
{
    ask(context);
}

static void restore_after_changes(AukWorld *world)
{
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(auk_body_set_pose(world, (AukBodyId){(uint32_t)i, 1}, auk_transform_identity()), AUK_OK);
    }
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    free(buffer);
}

// Asks from all threads at once, before anything else has asked.
static void ask_together(const AukWorld *world)
{
    static Answers alone, together[THREADS];
    AukThread threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        memset(&together[i], 0, sizeof together[i]);
        together[i].world = world;
        cr_assert(auk__thread_start(&threads[i], run, &together[i]));
    }
    for (int i = 0; i < THREADS; i++) {
        auk__thread_join(&threads[i]);
    }
    memset(&alone, 0, sizeof alone);
    alone.world = world;
    ask(&alone);
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(together[i].sum, alone.sum, "thread %d", i);
    }
}

Test(query_threads, many_threads_at_once_get_the_answers_of_one)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    Random random = random_start(20261120, 4);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.position = random_vec(&random, -40.0f, 40.0f);
        def.shape = i % 2 ? auk_shape_circle(0.7f) : auk_shape_box(0.9f, 0.4f);
        def.motion = i % 3 ? AUK_MOTION_MOVING : AUK_MOTION_STATIC;
        def.velocity = def.motion == AUK_MOTION_MOVING ? random_vec(&random, -5.0f, 5.0f) : def.velocity;
        cr_assert(auk_body_exists(world, auk_body_create(world, &def)));
    }
    ask_together(world); // right after creating
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    ask_together(world);
    restore_after_changes(world);
    ask_together(world);
    auk_world_destroy(world);
}
