// The counts of the members of regions, of all stages, by which the search for the nearest members skips what is empty.
// Invariant: a region's count is never less than its number of members. It may be more, since regions share entries.
#include "broad/grid_expect.h"

#include <string.h>

enum {
    REGIONS_OF_PACKED = 4, // packed boxes may have so many times as many regions, in finer cells
    WIDENED = 2            // times as many entries as are needed now
};

// Counts members of one region of the first stage, one of which is in this cell.
static inline void count_at(AukGrid *grid, const AukGridNode *cell, int level, bool packed, int by, uint8_t classes)
{
    for (int stage = 1; stage <= grid->stages; stage++) {
        int32_t x = auk__grid_region_of(cell->x, stage), y = auk__grid_region_of(cell->y, stage);
        auk__grid_region_add(grid, auk__grid_region(grid, level, packed, stage, x, y), by, classes);
    }
}

void auk__grid_count(AukGrid *grid, int32_t slot, int level, bool packed, int by)
{
    if (level < AUK_GRID_WIDE) {
        count_at(grid, auk__grid_node(grid, slot), level, packed, by, auk__grid_tag(grid, slot)->classes);
    }
}

// Both cells often lie in one region of the first stage. A processor mispredicts that branch, so the region is counted
// down and up instead. Both cells mostly lie in one region of the second stage, where the loop ends.
void auk__grid_count_move(AukGrid *grid, const AukGridNode *from, int level, int32_t x, int32_t y, uint8_t classes)
{
    for (int stage = 1; stage <= grid->stages; stage++) {
        int32_t old_x = auk__grid_region_of(from->x, stage), old_y = auk__grid_region_of(from->y, stage);
        int32_t new_x = auk__grid_region_of(x, stage), new_y = auk__grid_region_of(y, stage);
        if (stage > 1 && old_x == new_x && old_y == new_y) {
            break;
        }
        auk__grid_region_add(grid, auk__grid_region(grid, level, false, stage, old_x, old_y), -1, 0);
        auk__grid_region_add(grid, auk__grid_region(grid, level, false, stage, new_x, new_y), 1, classes);
    }
}

static inline bool is_of_region(const AukGridNode *a, const AukGridNode *b)
{
    return auk__grid_region_of(a->x, 1) == auk__grid_region_of(b->x, 1) &&
           auk__grid_region_of(a->y, 1) == auk__grid_region_of(b->y, 1);
}

// Neighbouring places are mostly in one region, which is counted at once.
static void count_packed(AukGrid *grid, int level)
{
    const AukGridLevel *members = &grid->packed.levels[level];
    const AukGridPackedBox *places = auk__buffer_at(&grid->packed.places, sizeof(AukGridPackedBox), members->first);
    const AukGridNode *group = NULL; // a member of the group
    int counted = 0;
    uint8_t classes = 0;
    for (int i = 0; i < members->count; i++) {
        int ahead = i + AUK_PREFETCH_AHEAD < members->count ? i + AUK_PREFETCH_AHEAD : i;
        AUK_PREFETCH(auk__grid_node(grid, (int32_t)places[ahead].slot));
        AUK_PREFETCH(auk__grid_tag(grid, (int32_t)places[ahead].slot));
        if (!auk__bounds_anywhere(&places[i].bounds)) {
            continue;
        }
        const AukGridNode *node = auk__grid_node(grid, (int32_t)places[i].slot);
        if (group && !is_of_region(group, node)) {
            count_at(grid, group, level, true, counted, classes);
            counted = 0;
            classes = 0;
        }
        group = node;
        counted++;
        classes |= auk__grid_tag(grid, (int32_t)places[i].slot)->classes;
    }
    if (group) {
        count_at(grid, group, level, true, counted, classes);
    }
}

static bool is_within_four(AukGridCells x, AukGridCells y, int stage)
{
    return (int64_t)auk__grid_region_of(x.last, stage) - auk__grid_region_of(x.first, stage) < 4 &&
           (int64_t)auk__grid_region_of(y.last, stage) - auk__grid_region_of(y.first, stage) < 4;
}

int auk__grid_stage_of(AukGridCells x, AukGridCells y, int least)
{
    while (least < AUK_GRID_STAGES && !is_within_four(x, y, least)) {
        least++;
    }
    return least;
}

static int stages_of(const AukGridLevel *members, int least)
{
    AukGridCells x = {members->min_x, members->max_x}, y = {members->min_y, members->max_y};
    return members->count > 0 ? auk__grid_stage_of(x, y, least) : least;
}

void auk__grid_recount(AukGrid *grid)
{
    grid->stages = 0;
    for (int level = 0; level < AUK_GRID_WIDE; level++) {
        grid->stages = stages_of(&grid->levels[level], grid->stages);
        grid->stages = stages_of(&grid->packed.levels[level], grid->stages);
    }
    grid->regions_used = 0;
    memset(grid->regions.items, 0, (size_t)grid->regions.count * sizeof(uint32_t));
    for (int32_t slot = 0; slot < grid->high; slot++) {
        int32_t soon = slot + AUK_PREFETCH_AHEAD < grid->high ? slot + AUK_PREFETCH_AHEAD : slot;
        const AukGridNode *node = auk__grid_node(grid, soon);
        auk__grid_expect_region(grid, auk__grid_tag(grid, soon)->level, node->x, node->y);
        int level = auk__grid_tag(grid, slot)->level;
        if (level >= 0) {
            auk__grid_count(grid, slot, level, false, 1);
        }
    }
    for (int level = 0; level < AUK_GRID_WIDE; level++) {
        count_packed(grid, level);
    }
}

// Counts all members again, in a table of so many entries. False if there is no memory; nothing has changed then.
static bool recount_in(AukGrid *grid, int entries)
{
    if (!auk__buffer_reserve(&grid->regions, sizeof(uint32_t), entries)) {
        return false;
    }
    grid->regions.count = entries;
    auk__grid_recount(grid);
    return true;
}

// The cells may be too small only because they were chosen for fewer members, so they are chosen again first.
void auk__grid_widen_regions(AukGrid *grid)
{
    int most =
        grid->buckets.count < INT32_MAX / AUK_GRID_REGIONS_MOST ? grid->buckets.count * AUK_GRID_REGIONS_MOST : 0;
    int entries = grid->regions.count, sparse = AUK_GRID_SPARSE * (grid->to_pack_count > 0 ? REGIONS_OF_PACKED : 1);
    if (grid->regions_used < entries / sparse || entries >= most) {
        return;
    }
    auk__grid_tune(grid);
    while (grid->regions_used >= entries / (WIDENED * sparse) && entries < most) {
        entries *= 2;
    }
    if (entries > grid->regions.count) {
        (void)recount_in(grid, entries);
    }
}

bool auk__grid_reserve_packed_regions(AukGrid *grid, int count)
{
    int entries = grid->regions.count;
    while (entries > 0 && entries / REGIONS_OF_PACKED < count && entries < 1 << 30) {
        entries *= 2;
    }
    return entries == grid->regions.count || recount_in(grid, entries);
}

void auk__grid_recount_wide(AukGrid *grid, const AukGridLevel *members)
{
    if (stages_of(members, grid->stages) > grid->stages) {
        auk__grid_recount(grid);
    }
}
