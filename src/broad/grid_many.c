// Many members that move at once, as in a step. Members that stay in their cells have new boxes written and nothing
// else. If many leave, those of the finest level are moved together: all leave their cells, then all enter their new
// ones, so that memory is asked for ahead, and if regions are few they are counted in a plain array before they are
// looked up, once for each region and not twice for each member.
// Invariant: between the two passes a member that moves has its new cell, but is in no bucket, and where regions are
// few in no count.
#include "broad/grid_expect.h"
#include "broad/grid_keep.h"

#include "base/assert.h"
#include "base/f64x2_lanes.h"
#include "base/inline.h"
#include "base/prefetch.h"

#include <math.h>
#include <string.h>

enum {
    TOGETHER_MIN = 64,      // fewer members are moved one by one
    TOGETHER_REGIONS = 4096 // most regions of the first stage that are counted in an array
};

// Writes the new boxes and leaves in the list the members that leave their cells. Returns the list's new length.
// Branch-free: if a third of the members leave, a branch is mispredicted. So every box is written here, and the boxes
// of members that leave are written again when their cells are found.
static int keep_members(AukGrid *grid, uint32_t *slots, int count, const AukBounds *all)
{
    const AukGridKeeper keeper = auk__grid_keeper(grid);
    int left = 0;
    for (int i = 0; i < count; i++) {
        uint32_t slot = slots[i], soon = slots[i + AUK_PREFETCH_AHEAD < count ? i + AUK_PREFETCH_AHEAD : i];
        AUK_PREFETCH(&all[soon]);
        AUK_PREFETCH(&keeper.nodes[soon]);
        AukF32x4 bounds = auk__bounds_load(&all[slot]);
        auk__f32x4_store(&keeper.nodes[slot].bounds.min_x, bounds);
        slots[left] = slot;
        left += !auk__grid_stays(&keeper, slot, bounds);
    }
    return left;
}

// ---- one by one -----------------------------------------------------------------------------------------------

static void move_each(AukGrid *grid, const uint32_t *slots, int count, const AukBounds *all)
{
    for (int i = 0; i < count; i++) {
        if (i + 2 * AUK_PREFETCH_AHEAD < count) {
            int32_t soon = (int32_t)slots[i + 2 * AUK_PREFETCH_AHEAD];
            AUK_PREFETCH(auk__grid_tag(grid, soon));
            AUK_PREFETCH(auk__grid_node(grid, soon));
        }
        if (i + AUK_PREFETCH_AHEAD < count) {
            int32_t soon = (int32_t)slots[i + AUK_PREFETCH_AHEAD];
            auk__grid_expect_unlink(grid, soon, auk__grid_tag(grid, soon)->level);
        }
        int32_t slot = (int32_t)slots[i];
        const AukGridTag *tag = auk__grid_tag(grid, slot);
        bool listed = tag->level >= 0 && tag->level < AUK_GRID_WIDE && !tag->to_pack; // with new bounds
        if (listed && auk__grid_level_suits(&auk__grid_node(grid, slot)->bounds, tag->level, grid->base)) {
            auk__grid_shift(grid, slot, tag->level);
            grid->until_tune--;
        } else {
            auk__grid_set(grid, slots[i], auk__bounds_box(all[slots[i]]));
        }
    }
}

// ---- together -------------------------------------------------------------------------------------------------

// The regions of the first stage that hold the cells of a level, and how many members leave or enter each.
typedef struct RegionTally {
    int32_t x, y; // the least region
    int width, height;
    uint32_t counts[TOGETHER_REGIONS];
    uint8_t classes[TOGETHER_REGIONS];
} RegionTally;

// False if there are more regions than members move.
static bool tally_start(RegionTally *tally, const AukGridLevel *members, int moving)
{
    tally->x = auk__grid_region_of(members->min_x, 1);
    tally->y = auk__grid_region_of(members->min_y, 1);
    int64_t width = (int64_t)auk__grid_region_of(members->max_x, 1) - tally->x + 1;
    int64_t height = (int64_t)auk__grid_region_of(members->max_y, 1) - tally->y + 1;
    int64_t most = moving < TOGETHER_REGIONS ? moving : TOGETHER_REGIONS;
    if (width > most || height > most || width * height > most) {
        return false;
    }
    tally->width = (int)width;
    tally->height = (int)height;
    memset(tally->counts, 0, (size_t)(width * height) * sizeof tally->counts[0]);
    memset(tally->classes, 0, (size_t)(width * height) * sizeof tally->classes[0]);
    return true;
}

static inline int tally_place(const RegionTally *tally, const AukGridNode *node)
{
    return (auk__grid_region_of(node->y, 1) - tally->y) * tally->width + (auk__grid_region_of(node->x, 1) - tally->x);
}

// Adds the counts to the regions of all stages, or takes them off.
static void tally_apply(const RegionTally *tally, AukGrid *grid, int level, int sign)
{
    const uint32_t *count = tally->counts;
    const uint8_t *classes = tally->classes;
    for (int y = 0; y < tally->height; y++) {
        for (int x = 0; x < tally->width; x++, count++, classes++) {
            for (int stage = 1; stage <= grid->stages && *count > 0; stage++) {
                int32_t at_x = auk__grid_region_of((tally->x + x) * (1 << AUK_GRID_STAGE_BITS), stage);
                int32_t at_y = auk__grid_region_of((tally->y + y) * (1 << AUK_GRID_STAGE_BITS), stage);
                auk__grid_region_add(grid, auk__grid_region(grid, level, false, stage, at_x, at_y), sign * (int)*count,
                                     *classes);
            }
        }
    }
}

// What moving members of the base level together needs.
typedef struct Together {
    AukGrid *grid;
    AukGridNode *nodes;
    int32_t *buckets;
    uint32_t block_mask;
    int level;
    double scale;
    float farthest; // coordinate on the level
    bool tallied;   // the counts of regions are in the tally; else there are too many regions
    RegionTally tally;
} Together;

static inline double box_side_of(const AukBounds *bounds)
{
    AukF64x2 min = auk__f64x2_load_point(&bounds->min_x), neg_max = auk__f64x2_load_point(&bounds->neg_max_x);
    return -auk__f64x2_least(auk__f64x2_add(neg_max, min));
}

// auk__grid_level_suits() for a member of the base level.
static inline bool suits_base(const Together *together, const AukBounds *bounds)
{
    return box_side_of(bounds) * together->scale <= 1.0 &&
           auk__f32x4_within(auk__bounds_load(bounds), together->farthest);
}

static inline bool is_at_base(const Together *together, int32_t slot)
{
    const AukGridTag *tag = auk__grid_tag(together->grid, slot);
    return tag->level == together->level && !tag->to_pack && suits_base(together, &together->nodes[slot].bounds);
}

// Moves the slots of members that move together before all others. Returns their number.
static int list_together(const Together *together, uint32_t *slots, int count)
{
    int end = count;
    for (int i = 0; i < end;) {
        AUK_PREFETCH(&together->nodes[slots[i + AUK_PREFETCH_AHEAD < count ? i + AUK_PREFETCH_AHEAD : i]]);
        AUK_PREFETCH(
            auk__grid_tag(together->grid, (int32_t)slots[i + AUK_PREFETCH_AHEAD < count ? i + AUK_PREFETCH_AHEAD : i]));
        if (is_at_base(together, (int32_t)slots[i])) {
            i++;
        } else {
            uint32_t other = slots[i];
            slots[i] = slots[--end];
            slots[end] = other;
        }
    }
    return end;
}

static inline int32_t cell_of(const Together *together, float min)
{
    return auk__grid_cell((double)min * together->scale);
}

// Prefetches the regions of the first stage between which a member will move.
static AUK_ALWAYS_INLINE void expect_regions(const Together *together, const AukGridNode *node)
{
    auk__grid_expect_region(together->grid, together->level, node->x, node->y);
    auk__grid_expect_region(together->grid, together->level, cell_of(together, node->bounds.min_x),
                            cell_of(together, node->bounds.min_y));
}

// The node of a slot, or `other` for none. Branch-free: whether a member has neighbours in its bucket is unpredictable.
static inline AukGridNode *node_or(AukGridNode *nodes, int32_t slot, AukGridNode *other)
{
    AukGridNode *choices[2] = {other, &nodes[slot & -(int32_t)(slot != AUK_GRID_NONE)]};
    return choices[slot != AUK_GRID_NONE];
}

// Takes the members out of their buckets and gives them the cells of their bounds. The bucket of a cell is noted in
// `next` of the node, which is free until the member is linked.
static void leave_cells(Together *together, const uint32_t *slots, int count)
{
    AukGridNode *nodes = together->nodes, nowhere;
    AukGridLevel *members = &together->grid->levels[together->level], range = *members;
    for (int i = 0; i < count; i++) {
        if (i + 2 * AUK_PREFETCH_AHEAD < count) {
            AUK_PREFETCH(&nodes[slots[i + 2 * AUK_PREFETCH_AHEAD]]);
        }
        if (i + AUK_PREFETCH_AHEAD < count) {
            auk__grid_expect_unlink(together->grid, (int32_t)slots[i + AUK_PREFETCH_AHEAD], together->level);
            if (!together->tallied) {
                expect_regions(together, &nodes[slots[i + AUK_PREFETCH_AHEAD]]);
            }
        }
        AukGridNode *node = &nodes[slots[i]];
        int32_t *first = &together->buckets[auk__grid_bucket(together->block_mask, together->level, node->x, node->y)];
        int32_t *links[2] = {first, &node_or(nodes, node->prev, &nowhere)->next};
        *links[node->prev != AUK_GRID_NONE] = node->next;
        node_or(nodes, node->next, &nowhere)->prev = node->prev;
        int32_t x = cell_of(together, node->bounds.min_x), y = cell_of(together, node->bounds.min_y);
        if (together->tallied) {
            together->tally.counts[tally_place(&together->tally, node)]++;
        } else {
            auk__grid_count_move(together->grid, node, together->level, x, y,
                                 auk__grid_tag(together->grid, (int32_t)slots[i])->classes);
        }
        node->x = x;
        node->y = y;
        node->next = (int32_t)auk__grid_bucket(together->block_mask, together->level, node->x, node->y);
        range.min_x = node->x < range.min_x ? node->x : range.min_x;
        range.min_y = node->y < range.min_y ? node->y : range.min_y;
        range.max_x = node->x > range.max_x ? node->x : range.max_x;
        range.max_y = node->y > range.max_y ? node->y : range.max_y;
        range.largest_side = auk__larger(range.largest_side, box_side_of(&node->bounds));
    }
    *members = range;
}

typedef enum Counting { COUNT_IN_TALLY, COUNT_EACH, COUNT_DONE } Counting;

// Puts the members into the buckets of their cells.
static void enter_cells(Together *together, const uint32_t *slots, int count, Counting counting)
{
    AukGridNode *nodes = together->nodes, nowhere;
    for (int i = 0; i < count; i++) {
        int32_t slot = (int32_t)slots[i],
                soon = (int32_t)slots[i + AUK_PREFETCH_AHEAD < count ? i + AUK_PREFETCH_AHEAD : i];
        AUK_PREFETCH(&together->buckets[nodes[soon].next]);
        AukGridNode *node = &nodes[slot];
        int32_t *first = &together->buckets[node->next], next = *first;
        node_or(nodes, next, &nowhere)->prev = slot;
        node->next = next;
        node->prev = AUK_GRID_NONE;
        *first = slot;
        if (counting == COUNT_IN_TALLY) {
            int place = tally_place(&together->tally, node);
            together->tally.counts[place]++;
            together->tally.classes[place] |= auk__grid_tag(together->grid, slot)->classes;
        } else if (counting == COUNT_EACH) {
            auk__grid_count(together->grid, slot, together->level, false, 1);
        }
    }
}

// Moves the members of the base level, and leaves those of other levels in the list. Returns the list's new length.
static int move_together(AukGrid *grid, uint32_t *slots, int count)
{
    int level = grid->base;
    Together together;
    if (level >= AUK_GRID_WIDE) {
        return count;
    }
    together.grid = grid;
    together.nodes = grid->nodes.items;
    together.buckets = grid->buckets.items;
    together.level = level;
    together.block_mask = (uint32_t)(grid->buckets.count / AUK_GRID_BLOCK) - 1;
    together.scale = auk__grid_scale(level);
    together.farthest = (float)((1 << AUK_GRID_CELL_BITS) / together.scale);
    together.tallied = tally_start(&together.tally, &grid->levels[level], count);
    int moved = list_together(&together, slots, count);
    leave_cells(&together, slots, moved);
    Counting counting = COUNT_DONE;
    if (together.tallied) {
        tally_apply(&together.tally, grid, level, -1);
        counting = tally_start(&together.tally, &grid->levels[level], count) ? COUNT_IN_TALLY : COUNT_EACH;
    }
    enter_cells(&together, slots, moved, counting);
    if (counting == COUNT_IN_TALLY) {
        tally_apply(&together.tally, grid, level, 1);
    }
    auk__grid_recount_wide(grid, &grid->levels[level]);
    grid->until_tune -= moved;
    memmove(slots, slots + moved, (size_t)(count - moved) * sizeof *slots);
    return count - moved;
}

void auk__grid_set_many(AukGrid *grid, uint32_t *slots, int count, const AukBounds *bounds)
{
    count = keep_members(grid, slots, count, bounds);
    if (count >= TOGETHER_MIN) {
        count = move_together(grid, slots, count);
    }
    move_each(grid, slots, count, bounds);
    auk__grid_tune_when_due(grid);
}
