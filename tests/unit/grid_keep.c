// Boxes that stay in their cells of the grid by one comparison, for as long as queries find them there.
#include "grid_walk.h"

#include "broad/grid_keep.h"
#include "support/random.h"

#include <math.h>
#include <stdlib.h>

enum { SLOTS = 300, ROUNDS = 400 };

typedef struct Drift {
    AukBox box;
    AukVec2 velocity, half;
    float pulse; // how much the box grows and shrinks
    bool in;
} Drift;

static AukGrid grid;
static Drift drifts[SLOTS];

static void start(Drift *drift, Random *random, float size)
{
    drift->half = auk_vec(random_float(random, 0.01f, 1.0f) * size, random_float(random, 0.01f, 1.0f) * size);
    AukVec2 at = random_vec(random, -20.0f * size, 20.0f * size);
    drift->box = box_of(at.x - drift->half.x, at.y - drift->half.y, at.x + drift->half.x, at.y + drift->half.y);
    drift->velocity =
        auk_vec_scale(random_chance(random, 0.1) ? 5.0f * size : 0.1f * size, random_vec(random, -1.0f, 1.0f));
    drift->pulse = random_chance(random, 0.5) ? 0.0f : random_float(random, 0.0f, 0.4f);
    drift->in = true;
}

static void drift_on(Drift *drift, int round)
{
    AukVec2 middle = auk_vec_scale(0.5f, auk_vec_add(drift->box.min, drift->box.max));
    float grow = 1.0f + drift->pulse * sinf((float)round * 0.3f);
    middle = auk_vec_add(middle, drift->velocity);
    drift->box = box_of(middle.x - grow * drift->half.x, middle.y - grow * drift->half.y,
                        middle.x + grow * drift->half.x, middle.y + grow * drift->half.y);
}

// What queries rely on: a member lies in its cell, or extends beyond its end by no more than the level's overhang.
static void assert_members_lie_at_their_cells(int round)
{
    for (int32_t slot = 0; slot < SLOTS; slot++) {
        int level = auk__grid_tag(&grid, slot)->level;
        cr_assert_eq(level >= 0, drifts[slot].in);
        if (level < 0 || level == AUK_GRID_WIDE) {
            continue;
        }
        const AukGridNode *node = auk__grid_node(&grid, slot);
        const AukGridLevel *members = &grid.levels[level];
        double scale = auk__grid_scale(level), overhang = auk__grid_overhang(members, scale);
        AukBox box = drifts[slot].box;
        cr_assert_eq(memcmp(&box.min, &node->bounds, sizeof box.min), 0);
        cr_assert_geq((double)box.min.x * scale, (double)node->x, "round %d, slot %d", round, slot);
        cr_assert_geq((double)box.min.y * scale, (double)node->y, "round %d, slot %d", round, slot);
        cr_assert_leq((double)box.max.x * scale, (double)node->x + 1.0 + overhang, "round %d, slot %d", round, slot);
        cr_assert_leq((double)box.max.y * scale, (double)node->y + 1.0 + overhang, "round %d, slot %d", round, slot);
        cr_assert(node->x >= members->min_x && node->x <= members->max_x);
        cr_assert(node->y >= members->min_y && node->y <= members->max_y);
    }
}

static void assert_a_query_finds_what_touches(Random *random, float size)
{
    Drift probe;
    start(&probe, random, size);
    int expected = 0, found = 0;
    for (int i = 0; i < SLOTS; i++) {
        expected += drifts[i].in && auk_box_overlap(drifts[i].box, probe.box);
    }
    AukGridCursor cursor = auk__grid_query_box(&grid, probe.box);
    for (uint32_t slot; auk__grid_next(&grid, &cursor, &slot); found++) {
        cr_assert(drifts[slot].in && auk_box_overlap(drifts[slot].box, probe.box));
    }
    cr_assert_eq(found, expected, "AUK_SEED=%llu", (unsigned long long)random->seed);
}

static bool keep(uint32_t slot, const AukBox *box)
{
    const AukGridKeeper keeper = auk__grid_keeper(&grid);
    return auk__grid_keep(&keeper, slot, auk__bounds_make(box));
}

static int step_boxes(Random *random, float size, int round)
{
    int kept = 0;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        Drift *drift = &drifts[slot];
        if (random_chance(random, 0.01)) { // large and small ones come and go, so the largest sides grow and shrink
            auk__grid_remove(&grid, slot);
            start(drift, random, random_chance(random, 0.1) ? 8.0f * size : size);
            auk__grid_set(&grid, slot, drift->box);
        } else if (drift->in) {
            drift_on(drift, round);
            bool stays = keep(slot, &drift->box);
            kept += stays;
            if (!stays) {
                auk__grid_set(&grid, slot, drift->box);
            }
        }
        if (random_chance(random, 0.005)) {
            auk__grid_remove(&grid, slot);
            drift->in = false;
        }
    }
    return kept;
}

Test(grid, boxes_that_stay_in_their_cells_are_found_there)
{
    Random random = random_start(random_seed(), 60);
    for (int scale = -1; scale <= 1; scale++) {
        float size = scale < 0 ? 1e-6f : (scale > 0 ? 1e6f : 1.0f);
        memset(&grid, 0, sizeof grid);
        cr_assert(auk__grid_reserve(&grid, SLOTS));
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            start(&drifts[slot], &random, size);
            auk__grid_set(&grid, slot, drifts[slot].box);
        }
        int kept = 0;
        for (int round = 0; round < ROUNDS; round++) {
            kept += step_boxes(&random, size, round);
            assert_members_lie_at_their_cells(round);
            assert_a_query_finds_what_touches(&random, size);
        }
        cr_assert_gt(kept, SLOTS * ROUNDS / 2, "few stay: %d", kept);
        auk__grid_free(&grid);
    }
}

Test(grid, what_rests_or_is_not_in_the_grid_is_never_kept)
{
    memset(&grid, 0, sizeof grid);
    cr_assert(auk__grid_reserve(&grid, 8));
    AukBox box = box_of(1.1f, 1.1f, 2.0f, 2.0f), all = box_of(-3e9f, -3e9f, 3e9f, 3e9f);
    cr_assert_not(keep(0, &box));
    auk__grid_set_static(&grid, 1, box);
    cr_assert_not(keep(1, &box));
    auk__grid_set(&grid, 2, box);
    cr_assert(keep(2, &box));
    auk__grid_remove(&grid, 2);
    cr_assert_not(keep(2, &box));
    auk__grid_set(&grid, 3, all); // larger than any cell
    cr_assert_not(keep(3, &all));
    auk__grid_free(&grid);
}

// A place that is dead costs a query one test of a box, a packing costs a step a pause.
Test(grid, boxes_that_leave_one_by_one_are_packed_anew_only_once_they_are_many)
{
    AukGrid packed = {0};
    cr_assert(auk__grid_reserve(&packed, SLOTS));
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        float x = (float)(slot % 20), y = (float)(slot / 20);
        auk__grid_set_static(&packed, slot, box_of(x, y, x + 1.0f, y + 1.0f));
    }
    cr_assert(auk__grid_pack_static(&packed));
    cr_assert_eq(packed.packed.places.count, SLOTS);
    const uint32_t packings = packed.packed.packings;
    int left = 0;
    while (packed.packed.packings == packings && left < SLOTS) {
        auk__grid_remove(&packed, (uint32_t)left++);
        cr_assert(auk__grid_pack_static(&packed));
        cr_assert(auk__grid_pack_static(&packed));
        AukGridCursor cursor = auk__grid_query_box(&packed, box_of(-1.0f, -1.0f, 30.0f, 30.0f));
        int found = 0;
        for (uint32_t slot = 0; auk__grid_next(&packed, &cursor, &slot); found++) {
            cr_assert_geq(slot, (uint32_t)left);
        }
        cr_assert_eq(found, SLOTS - left);
    }
    cr_assert(left > 64 + SLOTS / 16 && left < 64 + SLOTS / 6, "an eighth of the others, and 64; not %d", left);
    cr_assert_eq(packed.packed.dead, 0);
    auk__grid_free(&packed);
}

// Where few boxes move beside many that are packed, a new finest level is a matter of the few: the others are not even
// counted again, which took sixty times as long as the rest of a step.
Test(grid, boxes_that_move_choose_their_cells_without_a_look_at_what_is_packed)
{
    enum { COLUMNS = 40, PACKED = COLUMNS * COLUMNS, MOVERS = 100, FRAMES = 400 };
    AukGrid mixed = {0};
    cr_assert(auk__grid_reserve(&mixed, PACKED + MOVERS));
    for (uint32_t i = 0; i < PACKED; i++) {
        float x = (float)(i % COLUMNS), y = (float)(i / COLUMNS);
        auk__grid_set_static(&mixed, i, box_of(x, y, x + 0.5f, y + 0.5f));
    }
    for (int frame = 0, changes = 0; frame < FRAMES; frame++) {
        int base = mixed.base;
        float size = 0.01f + 0.99f * (0.5f + 0.5f * cosf((float)frame * 0.1f)); // they gather and spread again
        for (uint32_t i = 0; i < MOVERS; i++) {
            float x = 4.0f * size * (float)(i % 10), y = 4.0f * size * (float)(i / 10);
            auk__grid_set(&mixed, PACKED + i, box_of(x, y, x + 0.01f, y + 0.01f));
        }
        cr_assert(auk__grid_pack_static(&mixed));
        if (frame == 0) {
            cr_assert_eq(mixed.packed.places.count, PACKED);
            mixed.regions_used += 1 << 20; // a mark that counting all members again would remove
        }
        cr_assert(mixed.regions_used >= 1 << 20, "all members were counted again in frame %d", frame);
        changes += base != mixed.base;
        cr_assert(frame < FRAMES - 1 || changes > 10, "only %d times other cells", changes);
    }
    int used = mixed.regions_used - (1 << 20);
    auk__grid_recount(&mixed);
    cr_assert_eq(mixed.regions_used, used);
    auk__grid_free(&mixed);
}
