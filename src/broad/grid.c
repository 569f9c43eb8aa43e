// Changes of the grid: the level and the cell of a box, the lists, and the choice of the finest level (the base).
// The base follows the spacing of the boxes: with much smaller cells queries visit empty cells, with much larger cells
// they test boxes far away. The base is chosen again after as many changes of cell as there are members, so the choice
// costs a constant per change.
#include "broad/grid_expect.h"
#include "broad/grid_keep.h"

#include "base/assert.h"
#include "base/prefetch.h"

#include <math.h>
#include <string.h>

enum {
    BUCKETS_MIN = 64,
    REGIONS_SMALL = 1 << 14, // entries of a table that is small
    REGIONS_EACH = 2,        // entries per bucket of others: evenly spread boxes have a region for each 15 of them
    CHANGES_MIN = 64,        // least number of changes of cell until the base is chosen again
    TUNES_FOR_COVER = 4,     // choices of the base until the ranges of the levels are shrunk
    OCCUPANCY_MAX = 64,      // largest number of members that is counted in a cell
    UNPACKED_FREE = 1000,    // auk__grid_set_static() packs when the static boxes in lists exceed
    UNPACKED_FOR_EACH = 7    // UNPACKED_FREE + UNPACKED_FOR_EACH * packed boxes
};

static int32_t *bucket_at(const AukGrid *grid, int level, int32_t x, int32_t y)
{
    uint32_t block_mask = (uint32_t)(grid->buckets.count / AUK_GRID_BLOCK) - 1;
    return (int32_t *)grid->buckets.items + auk__grid_bucket(block_mask, level, x, y);
}

// ---- lists ----------------------------------------------------------------------------------------------------

// Branch-free: a missing neighbour's write goes to a dummy.
static void bucket_link(AukGrid *grid, int32_t slot, int level)
{
    int32_t nowhere;
    AukGridNode *node = auk__grid_node(grid, slot);
    int32_t *first = bucket_at(grid, level, node->x, node->y), next = *first;
    int32_t *back = next != AUK_GRID_NONE ? &auk__grid_node(grid, next)->prev : &nowhere;
    node->next = next;
    node->prev = AUK_GRID_NONE;
    *back = slot;
    *first = slot;
}

static void bucket_unlink(AukGrid *grid, int32_t slot, int level)
{
    int32_t nowhere;
    const AukGridNode *node = auk__grid_node(grid, slot);
    int32_t next = node->next, prev = node->prev, *first = bucket_at(grid, level, node->x, node->y);
    int32_t *forth = prev != AUK_GRID_NONE ? &auk__grid_node(grid, prev)->next : first;
    int32_t *back = next != AUK_GRID_NONE ? &auk__grid_node(grid, next)->prev : &nowhere;
    *forth = next;
    *back = prev;
}

static void level_link(AukGrid *grid, int32_t slot, int level)
{
    AukGridLink *link = auk__grid_link(grid, slot);
    AukGridLevel *members = &grid->levels[level];
    auk__grid_tag(grid, slot)->level = (int8_t)level;
    link->prev = AUK_GRID_NONE;
    link->next = members->count > 0 ? members->first : AUK_GRID_NONE;
    if (link->next != AUK_GRID_NONE) {
        auk__grid_link(grid, link->next)->prev = slot;
    }
    members->first = slot;
    members->count++;
    grid->occupied |= UINT64_C(1) << level;
}

static void level_unlink(AukGrid *grid, int32_t slot)
{
    AukGridLink *link = auk__grid_link(grid, slot);
    AukGridTag *tag = auk__grid_tag(grid, slot);
    AukGridLevel *members = &grid->levels[tag->level];
    if (link->prev != AUK_GRID_NONE) {
        auk__grid_link(grid, link->prev)->next = link->next;
    } else {
        members->first = link->next;
    }
    if (link->next != AUK_GRID_NONE) {
        auk__grid_link(grid, link->next)->prev = link->prev;
    }
    if (--members->count == 0) {
        grid->occupied &= ~(UINT64_C(1) << tag->level);
    }
    tag->level = AUK_GRID_NONE;
}

static double box_side(const AukBounds *box)
{
    return auk__larger(-(double)box->neg_max_x - (double)box->min_x, -(double)box->neg_max_y - (double)box->min_y);
}

static double box_farthest(const AukBounds *box)
{
    return auk__larger(auk__larger(fabs((double)box->min_x), fabs((double)box->min_y)),
                       auk__larger(fabs((double)box->neg_max_x), fabs((double)box->neg_max_y)));
}

// Must be called before the member is counted, since the first member sets the ranges.
void auk__grid_cover(AukGridLevel *members, const AukGridNode *node)
{
    bool first = members->count == 0;
    members->min_x = first || node->x < members->min_x ? node->x : members->min_x;
    members->min_y = first || node->y < members->min_y ? node->y : members->min_y;
    members->max_x = first || node->x > members->max_x ? node->x : members->max_x;
    members->max_y = first || node->y > members->max_y ? node->y : members->max_y;
    members->largest_side =
        first ? box_side(&node->bounds) : auk__larger(members->largest_side, box_side(&node->bounds));
}

// ---- levels ---------------------------------------------------------------------------------------------------

// The lowest level whose cells are at least `size` wide.
static int level_above(double size)
{
    union {
        double value;
        uint64_t bits;
    } number;
    number.value = size;
    int exponent = (int)(number.bits >> 52) - 1023 + ((number.bits & ((UINT64_C(1) << 52) - 1)) != 0);
    int level = exponent + 31;
    return level < 0 ? 0 : (level < AUK_GRID_WIDE ? level : AUK_GRID_WIDE);
}

int auk__grid_level_for(const AukBounds *box, int base)
{
    int by_size = level_above(box_side(box));
    int by_place = level_above(box_farthest(box) * (1.0 / (1 << AUK_GRID_CELL_BITS)));
    int level = by_size > by_place ? by_size : by_place;
    return level > base ? level : base;
}

// True if the box may stay on its level. The limits of 1/4 and 1 cell overlap with those of the next levels, so a box
// whose size varies around a power of two does not change levels each time.
bool auk__grid_level_suits(const AukBounds *box, int level, int base)
{
    double scale = auk__grid_scale(level);
    double cells = box_side(box) * scale;
    return level < AUK_GRID_WIDE && box_farthest(box) * scale <= 1 << AUK_GRID_CELL_BITS && cells <= 1.0 &&
           (level == base || cells > 0.25);
}

// Links a slot that is in no list to a level and to the cell of its bounds, without counting it.
static void member_place(AukGrid *grid, int32_t slot, int level)
{
    AukGridNode *node = auk__grid_node(grid, slot);
    if (level < AUK_GRID_WIDE) {
        double scale = auk__grid_scale(level);
        node->x = auk__grid_cell((double)node->bounds.min_x * scale);
        node->y = auk__grid_cell((double)node->bounds.min_y * scale);
        auk__grid_cover(&grid->levels[level], node);
        bucket_link(grid, slot, level);
    }
    level_link(grid, slot, level);
}

static void member_link(AukGrid *grid, int32_t slot, int level)
{
    member_place(grid, slot, level);
    auk__grid_count(grid, slot, level, false, 1);
    auk__grid_recount_wide(grid, &grid->levels[level]);
}

void auk__grid_displace(AukGrid *grid, int32_t slot)
{
    int level = auk__grid_tag(grid, slot)->level;
    if (level < AUK_GRID_WIDE) {
        bucket_unlink(grid, slot, level);
    }
    level_unlink(grid, slot);
}

void auk__grid_unlink(AukGrid *grid, int32_t slot)
{
    auk__grid_count(grid, slot, auk__grid_tag(grid, slot)->level, false, -1);
    auk__grid_displace(grid, slot);
}

// True if a cell is outside the range of a level's cells.
static inline bool is_outside(const AukGridLevel *members, int32_t x, int32_t y)
{
    return x < members->min_x || x > members->max_x || y < members->min_y || y > members->max_y;
}

void auk__grid_shift(AukGrid *grid, int32_t slot, int level)
{
    AukGridNode *node = auk__grid_node(grid, slot);
    AukGridLevel *members = &grid->levels[level];
    double scale = auk__grid_scale(level);
    int32_t x = auk__grid_cell((double)node->bounds.min_x * scale);
    int32_t y = auk__grid_cell((double)node->bounds.min_y * scale);
    bucket_unlink(grid, slot, level);
    auk__grid_count_move(grid, node, level, x, y, auk__grid_tag(grid, slot)->classes);
    node->x = x;
    node->y = y;
    bucket_link(grid, slot, level);
    bool wider = is_outside(members, x, y);
    auk__grid_cover(members, node);
    if (wider) {
        auk__grid_recount_wide(grid, members);
    }
}

// ---- the base -------------------------------------------------------------------------------------------------

int auk__grid_level_of_spacing(const AukGrid *grid, const int32_t *sample, int count, int total)
{
    int level = level_above(auk__grid_spacing(grid, sample, count, total));
    return level < AUK_GRID_WIDE ? level : AUK_GRID_WIDE - 1;
}

// The average number of members in the cell of a sampled member of the base level; 0 if no sampled member is on that
// level.
static double occupancy_at_base(const AukGrid *grid, const int32_t *sample, int count)
{
    int looked_at = 0;
    int occupancy = 0;
    for (int i = 0; i < count; i++) {
        if (auk__grid_tag(grid, sample[i])->level != grid->base) {
            continue;
        }
        const AukGridNode *node = auk__grid_node(grid, sample[i]);
        int here = 0;
        int32_t slot = *bucket_at(grid, grid->base, node->x, node->y);
        for (; slot != AUK_GRID_NONE && here < OCCUPANCY_MAX; slot = auk__grid_node(grid, slot)->next) {
            here += auk__grid_node(grid, slot)->x == node->x && auk__grid_node(grid, slot)->y == node->y;
        }
        occupancy += here;
        looked_at++;
    }
    return looked_at > 0 ? (double)occupancy / looked_at : 0.0;
}

// Moves a member of the lists to its level with the present base. False if it stays.
static bool member_rebase(AukGrid *grid, int32_t slot, bool counted)
{
    int level = auk__grid_level_for(&auk__grid_node(grid, slot)->bounds, grid->base);
    if (level == auk__grid_tag(grid, slot)->level) {
        return false;
    }
    if (counted) {
        auk__grid_unlink(grid, slot);
        member_link(grid, slot, level);
    } else {
        auk__grid_displace(grid, slot);
        member_place(grid, slot, level);
    }
    return true;
}

// Beside more packed members, members of the lists are counted down and up one by one, so that the time depends on them
// alone: a few movers in a large level. Otherwise all members are counted again at the end, since most change their
// level.
static void base_set(AukGrid *grid, int base)
{
    grid->base = base;
    if (grid->count < auk__grid_packed_count(grid)) {
        for (int level = 0; level < AUK_GRID_LEVELS; level++) {
            int32_t slot = grid->levels[level].count > 0 ? grid->levels[level].first : AUK_GRID_NONE;
            while (slot != AUK_GRID_NONE) {
                int32_t next = auk__grid_link(grid, slot)->next;
                (void)member_rebase(grid, slot, true);
                slot = next;
            }
        }
        return;
    }
    bool any = false;
    for (int32_t slot = 0; slot < grid->high; slot++) {
        any = (auk__grid_tag(grid, slot)->level >= 0 && member_rebase(grid, slot, false)) || any;
    }
    if (any) {
        auk__grid_recount(grid);
    }
}

// Moves a member to the level and the cell of its bounds.
static void member_relocate(AukGrid *grid, int32_t slot, int level)
{
    const AukBounds *bounds = &auk__grid_node(grid, slot)->bounds;
    if (auk__grid_level_suits(bounds, level, grid->base)) {
        auk__grid_shift(grid, slot, level);
    } else {
        int to = auk__grid_level_for(bounds, grid->base);
        auk__grid_unlink(grid, slot);
        member_link(grid, slot, to);
    }
}

// Moves the members outside the loose bounds of their cells, since the level's largest side may have shrunk; some of
// them to another level, since auk__grid_set_many() may have written their new bounds.
static void level_relocate(AukGrid *grid, int level)
{
    AukGridLoose loose = auk__grid_loose(grid, level); // moves make no side of the level larger
    int32_t slot = grid->levels[level].count > 0 ? grid->levels[level].first : AUK_GRID_NONE;
    while (slot != AUK_GRID_NONE) {
        int32_t next = auk__grid_link(grid, slot)->next;
        const AukGridNode *node = auk__grid_node(grid, slot);
        if (!auk__grid_is_within(&loose, node, auk__bounds_load(&node->bounds))) {
            member_relocate(grid, slot, level);
        }
        slot = next;
    }
}

// Shrinks the ranges of cells to the cells in use, since removals do not shrink them.
static void levels_cover(AukGrid *grid)
{
    for (int level = 0; level < AUK_GRID_WIDE; level++) {
        AukGridLevel *members = &grid->levels[level];
        AukGridLevel fresh = {0};
        fresh.first = members->first;
        int32_t slot = members->count > 0 ? members->first : AUK_GRID_NONE;
        for (; slot != AUK_GRID_NONE; slot = auk__grid_link(grid, slot)->next) {
            auk__grid_cover(&fresh, auk__grid_node(grid, slot));
            fresh.count++;
        }
        *members = fresh;
        level_relocate(grid, level);
    }
}

// Finds a base at which cells hold between AUK_GRID_OCCUPANCY_LOW and AUK_GRID_OCCUPANCY_HIGH members on average, as
// far as possible. Deterministic. Each round costs as much as the changes of cell since the last call.
static void base_tune(AukGrid *grid)
{
    int32_t sample[AUK_GRID_SAMPLE];
    int count = auk__grid_sample(grid, false, sample);
    grid->until_tune = grid->count > CHANGES_MIN ? grid->count : CHANGES_MIN;
    if (count == 0) {
        return;
    }
    int highest = auk__grid_level_of_spacing(grid, sample, count, grid->count);
    if (grid->base > highest + 1 || grid->base < highest - 8) {
        base_set(grid, highest);
    }
    bool lowered = false;
    for (int round = 0; round < AUK_GRID_LEVELS; round++) {
        double occupancy = occupancy_at_base(grid, sample, count);
        if (occupancy > AUK_GRID_OCCUPANCY_HIGH && grid->base > 0) {
            base_set(grid, grid->base - 1);
            lowered = true;
        } else if (occupancy < AUK_GRID_OCCUPANCY_LOW && grid->base < highest && !lowered) {
            base_set(grid, grid->base + 1);
        } else {
            return;
        }
    }
}

void auk__grid_tune(AukGrid *grid)
{
    base_tune(grid);
    levels_cover(grid);
    grid->until_cover = TUNES_FOR_COVER;
}

// The base is chosen from a sample, at negligible cost. The ranges need a walk over all members, which takes a large
// part of the time of a step.
void auk__grid_tune_when_due(AukGrid *grid)
{
    if (grid->until_tune >= 0) {
        return;
    }
    if (--grid->until_cover > 0) {
        base_tune(grid);
    } else {
        auk__grid_tune(grid);
    }
}

// ---- entry points ---------------------------------------------------------------------------------------------

// The entries of a new table of regions: enough for boxes that are spread evenly. A small table has as many as it may
// ever have, so that small worlds are never without memory for a larger one.
static int regions_of(int buckets)
{
    if (buckets < REGIONS_SMALL / AUK_GRID_REGIONS_MOST) {
        return buckets * AUK_GRID_REGIONS_MOST;
    }
    return buckets * REGIONS_EACH > REGIONS_SMALL ? buckets * REGIONS_EACH : REGIONS_SMALL;
}

static void buckets_refill(AukGrid *grid, int buckets)
{
    grid->buckets.count = buckets;
    int32_t *first = grid->buckets.items;
    for (int i = 0; i < buckets; i++) {
        first[i] = AUK_GRID_NONE;
    }
    for (int32_t slot = 0; slot < grid->high; slot++) {
        int32_t soon = slot + AUK_PREFETCH_AHEAD < grid->high ? slot + AUK_PREFETCH_AHEAD : slot;
        const AukGridNode *node = auk__grid_node(grid, soon);
        auk__grid_expect_bucket(grid, auk__grid_tag(grid, soon)->level, node->x, node->y);
        int level = auk__grid_tag(grid, slot)->level;
        if (level >= 0 && level < AUK_GRID_WIDE) {
            bucket_link(grid, slot, level);
        }
    }
    int regions = regions_of(buckets);
    grid->regions.count = regions > grid->regions.count ? regions : grid->regions.count;
    auk__grid_recount(grid);
}

bool auk__grid_reserve(AukGrid *grid, int slots)
{
    if (slots <= grid->capacity) {
        return true;
    }
    int buckets = BUCKETS_MIN;
    while (buckets < slots && buckets < 1 << 28) {
        buckets *= 2;
    }
    if (!auk__buffer_reserve(&grid->nodes, sizeof(AukGridNode), slots) ||
        !auk__buffer_reserve(&grid->links, sizeof(AukGridLink), slots) ||
        !auk__buffer_reserve(&grid->tags, sizeof(AukGridTag), slots) ||
        !auk__buffer_reserve(&grid->buckets, sizeof(int32_t), buckets) ||
        !auk__buffer_reserve(&grid->regions, sizeof(uint32_t), regions_of(buckets))) {
        return false;
    }
    const AukGridNode nowhere = {auk__bounds_nowhere(), 0, 0, AUK_GRID_NONE, AUK_GRID_NONE};
    const AukGridTag free_slot = {AUK_GRID_NONE, false, AUK_GRID_OTHER_CLASS};
    for (int32_t slot = grid->capacity; slot < slots; slot++) {
        *auk__grid_node(grid, slot) = nowhere; // prefetch may read new nodes
        *auk__grid_tag(grid, slot) = free_slot;
    }
    grid->capacity = slots;
    if (buckets > grid->buckets.count) {
        buckets_refill(grid, buckets);
    }
    return true;
}

void auk__grid_free(AukGrid *grid)
{
    auk__buffer_free(&grid->nodes);
    auk__buffer_free(&grid->links);
    auk__buffer_free(&grid->tags);
    auk__buffer_free(&grid->buckets);
    auk__buffer_free(&grid->regions);
    auk__buffer_free(&grid->packed.places);
    auk__buffer_free(&grid->packed.notes);
    auk__buffer_free(&grid->packed.names);
    auk__buffer_free(&grid->packed.starts);
    AukGrid empty = {0};
    *grid = empty;
}

// Moves a member to the level and the cell of its new bounds.
static void member_move(AukGrid *grid, int32_t slot, const AukBounds *bounds)
{
    AukGridNode *node = auk__grid_node(grid, slot);
    int old = auk__grid_tag(grid, slot)->level;
    int level = auk__grid_level_suits(bounds, old, grid->base) ? old : auk__grid_level_for(bounds, grid->base);
    double scale = auk__grid_scale(level);
    bool stays = level == old && (level == AUK_GRID_WIDE || (auk__grid_cell((double)bounds->min_x * scale) == node->x &&
                                                             auk__grid_cell((double)bounds->min_y * scale) == node->y));
    if (stays) {
        node->bounds = *bounds;
        grid->levels[level].largest_side = auk__larger(grid->levels[level].largest_side, box_side(bounds));
        return;
    }
    if (level == old) {
        node->bounds = *bounds;
        auk__grid_shift(grid, slot, level);
    } else {
        auk__grid_unlink(grid, slot);
        node->bounds = *bounds;
        member_link(grid, slot, level);
    }
    grid->until_tune--;
}

// Removes a packed member. Its place stays, marked as dead, until the next packing.
static void packed_drop(AukGrid *grid, int32_t slot)
{
    AukBounds nowhere = {INFINITY, INFINITY, INFINITY, INFINITY};
    const AukGridNode *node = auk__grid_node(grid, slot);
    ((AukGridPackedBox *)grid->packed.places.items)[node->next].bounds = nowhere;
    auk__grid_count(grid, slot, auk__grid_link(grid, slot)->next, true, -1);
    auk__grid_tag(grid, slot)->level = AUK_GRID_NONE;
    grid->packed.dead++;
}

static void member_put(AukGrid *grid, int32_t slot, const AukBounds *bounds, bool to_pack)
{
    AukGridTag *tag = auk__grid_tag(grid, slot);
    if (tag->level == AUK_GRID_PACKED) {
        packed_drop(grid, slot);
    }
    if (tag->level != AUK_GRID_NONE) {
        member_move(grid, slot, bounds);
    } else {
        auk__grid_node(grid, slot)->bounds = *bounds;
        grid->high = slot < grid->high ? grid->high : slot + 1; // before linking, which may count all members again
        member_link(grid, slot, auk__grid_level_for(bounds, grid->base));
        grid->count++;
        grid->until_tune--;
    }
    grid->to_pack_count += to_pack - tag->to_pack;
    tag->to_pack = to_pack;
    auk__grid_tune_when_due(grid);
}

void auk__grid_set_classes(AukGrid *grid, uint32_t slot, uint8_t classes)
{
    AUK_ASSERT(slot < (uint32_t)grid->capacity);
    AukGridTag *tag = auk__grid_tag(grid, (int32_t)slot);
    bool packed = tag->level == AUK_GRID_PACKED;
    tag->classes = classes;
    if (tag->level != AUK_GRID_NONE) {
        int level = packed ? auk__grid_link(grid, (int32_t)slot)->next : tag->level;
        auk__grid_count(grid, (int32_t)slot, level, packed, 0);
    }
}

void auk__grid_set(AukGrid *grid, uint32_t slot, AukBox box)
{
    AUK_ASSERT(slot < (uint32_t)grid->capacity);
    AukBounds bounds = auk__bounds_of(box);
    member_put(grid, (int32_t)slot, &bounds, false);
}

void auk__grid_set_static(AukGrid *grid, uint32_t slot, AukBox box)
{
    AUK_ASSERT(slot < (uint32_t)grid->capacity);
    int32_t member = (int32_t)slot;
    AukBounds bounds = auk__bounds_of(box);
    bool packed = auk__grid_tag(grid, member)->level == AUK_GRID_PACKED;
    if (packed && memcmp(&auk__grid_node(grid, member)->bounds, &bounds, sizeof bounds) == 0) {
        return;
    }
    member_put(grid, member, &bounds, true);
    if (grid->to_pack_count > UNPACKED_FREE + UNPACKED_FOR_EACH * grid->packed.places.count) {
        // for a caller that never steps; if there is no memory, the members stay in lists
        (void)auk__grid_pack_static(grid);
    }
}

void auk__grid_remove(AukGrid *grid, uint32_t slot)
{
    AUK_ASSERT(slot < (uint32_t)grid->capacity);
    AukGridTag *tag = auk__grid_tag(grid, (int32_t)slot);
    if (tag->level == AUK_GRID_PACKED) {
        packed_drop(grid, (int32_t)slot);
    } else if (tag->level != AUK_GRID_NONE) {
        auk__grid_unlink(grid, (int32_t)slot);
        grid->count--;
        grid->to_pack_count -= tag->to_pack;
        tag->to_pack = false;
    }
}
