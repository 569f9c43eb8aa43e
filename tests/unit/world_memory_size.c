// The memory of a crowd, as README.md states it under "Limits": counted by an allocator, between the smallest and the
// largest room to grow that the arrays have.
#include "auk/auk.h"

#include "support/random.h"

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
    expect_between(live, count, 340, 570, "created");
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
        crowd(count, AUK_MOTION_MOVING, 580, 900);
        crowd(count, AUK_MOTION_SWEPT, 780, 1170);
    }
}
