// Packing: static boxes leave the lists for an array in which the boxes of a cell are contiguous (a list costs a cache
// miss per member). Each packing lays out all boxes again by a counting sort. It is delayed until enough has changed,
// so it costs a constant per change. The buckets of a level are its cells, row by row. If most cells would be empty,
// cells are hashed to about as many buckets as there are members. A bucket's members are at the places from its start
// to the start of the next bucket.
// Invariant: `next` of a packed slot's node is its place, and the slot at that place is the same slot.
#include "broad/grid.h"

#include <math.h>
#include <string.h>

enum {
    PACK_CHANGED_PART = 8,  // changes that trigger a packing: 1 / PACK_CHANGED_PART of the static boxes,
    PACK_CHANGED_FREE = 64, // plus this number
    // `list_cost` that triggers it: 1 / LIST_COST_PART of the static boxes, and more the more boxes there are
    LIST_COST_PART = 2,
    LIST_COST_MORE = 1024 // once more for each LIST_COST_MORE boxes
};

// The first base tried is COARSER levels above the level of the average spacing. For clustered boxes, finer bases are
// tried, down to FINER levels below that level. Rays through boxes at a density of one per 25 units of area took a
// third longer with cells of 4 units than with cells of 8.
enum { COARSER = 1, FINER = 8 };

// Queries meet a part of the boxes, and of those in lists as large a part: what a box in a list costs a step is the
// less the more boxes there are, while a packing costs the more. `all` stands for the cost of a packing: the static
// boxes, and a share of the slots that are scanned.
static bool is_due(const AukGrid *grid)
{
    int64_t changed = (int64_t)grid->to_pack_count + grid->packed.dead;
    int64_t all = (int64_t)auk__grid_packed_count(grid) + grid->to_pack_count + grid->high / PACK_CHANGED_PART;
    return (changed - PACK_CHANGED_FREE) * PACK_CHANGED_PART > all ||
           (grid->packed.list_cost - PACK_CHANGED_FREE) * LIST_COST_PART > all + all * (all / LIST_COST_MORE);
}

static bool is_packed(const AukGrid *grid, int32_t slot)
{
    return auk__grid_tag(grid, slot)->level == AUK_GRID_PACKED;
}

// Chooses one bucket per cell if the cells are fewer than about twice the members; otherwise hashed buckets, about one
// per member.
static void choose_buckets(AukGridLevel *members)
{
    int64_t width = (int64_t)members->max_x - members->min_x + 1;
    int64_t height = (int64_t)members->max_y - members->min_y + 1;
    int buckets = members->count > 0 ? AUK_GRID_BLOCK : 0;
    while (buckets > 0 && buckets < members->count && buckets < 1 << 30) {
        buckets *= 2;
    }
    bool rows = buckets > 0 && width * height <= buckets;
    members->bucket_count = rows ? (int32_t)(width * height) : buckets;
    members->stride = rows ? (int32_t)width : 0;
}

// Takes the slots to be packed out of the lists; all members are counted again afterwards.
static void gather_to_pack(AukGrid *grid)
{
    for (int32_t slot = 0; slot < grid->high; slot++) {
        AukGridTag *tag = auk__grid_tag(grid, slot);
        if (tag->to_pack) {
            auk__grid_displace(grid, slot);
            tag->level = AUK_GRID_PACKED;
            tag->to_pack = false;
            grid->count--;
        }
    }
    grid->to_pack_count = 0;
}

// Finds the level and the cell of each packed slot, and the ranges of each level.
static void measure_levels(AukGrid *grid, int base)
{
    AukGridPacked *packed = &grid->packed;
    AukGridLevel none = {0};
    packed->occupied = 0;
    for (int level = 0; level < AUK_GRID_LEVELS; level++) {
        packed->levels[level] = none;
    }
    for (int32_t slot = 0; slot < grid->high; slot++) {
        if (is_packed(grid, slot)) {
            AukGridNode *node = auk__grid_node(grid, slot);
            int level = auk__grid_level_for(&node->bounds, base);
            double scale = auk__grid_scale(level);
            node->x = level < AUK_GRID_WIDE ? auk__grid_cell((double)node->bounds.min_x * scale) : 0;
            node->y = level < AUK_GRID_WIDE ? auk__grid_cell((double)node->bounds.min_y * scale) : 0;
            auk__grid_link(grid, slot)->next = level;
            auk__grid_cover(&packed->levels[level], node);
            packed->levels[level].count++;
            packed->occupied |= UINT64_C(1) << level;
        }
    }
}

static int32_t *start_of(AukGrid *grid, int32_t slot)
{
    const AukGridNode *node = auk__grid_node(grid, slot);
    const AukGridLevel *members = &grid->packed.levels[auk__grid_link(grid, slot)->next];
    return (int32_t *)grid->packed.starts.items + auk__grid_packed_bucket(members, node->x, node->y);
}

// Assigns buckets to the levels and counts the members of each bucket.
static void count_buckets(AukGrid *grid)
{
    AukGridPacked *packed = &grid->packed;
    int place = 0, bucket = 0;
    for (int level = 0; level < AUK_GRID_LEVELS; level++) {
        AukGridLevel *members = &packed->levels[level];
        choose_buckets(members);
        members->first = place;
        members->first_bucket = bucket;
        place += members->count;
        bucket += members->bucket_count;
    }
    packed->starts.count = bucket + 1;
    memset(packed->starts.items, 0, ((size_t)bucket + 1) * sizeof(int32_t));
    for (int32_t slot = 0; slot < grid->high; slot++) {
        if (is_packed(grid, slot)) {
            ++*start_of(grid, slot);
        }
    }
}

// The average number of members in the bucket of a member of the level, itself included.
static double occupancy_on(const AukGrid *grid, int level)
{
    const AukGridLevel *members = &grid->packed.levels[level];
    const int32_t *held = (const int32_t *)grid->packed.starts.items + members->first_bucket;
    int buckets = members->bucket_count;
    double together = 0.0;
    for (int i = 0; i < buckets && members->count > 0; i++) {
        together += (double)held[i] * held[i];
    }
    return members->count > 0 ? together / members->count : 0.0;
}

// Turns the counts of the buckets into their ends. Assigning places from the last slot to the first then lowers each
// end to the bucket's first place.
static void fill_places(AukGrid *grid)
{
    int32_t *starts = grid->packed.starts.items;
    int32_t end = 0;
    for (int i = 0; i < grid->packed.starts.count; i++) {
        end += starts[i];
        starts[i] = end;
    }
    AukGridPackedBox *places = grid->packed.places.items;
    const AukGridPackedBox nothing = {{INFINITY, INFINITY, INFINITY, INFINITY}, 0};
    for (int i = 0; i < AUK_GRID_PACKED_ROOM; i++) {
        places[grid->packed.places.count + i] = nothing;
    }
    AukGridNote *notes = grid->packed.notes.items;
    for (int32_t slot = grid->high - 1; slot >= 0; slot--) {
        if (is_packed(grid, slot)) {
            AukGridNode *node = auk__grid_node(grid, slot);
            int32_t place = --*start_of(grid, slot);
            places[place].bounds = node->bounds;
            places[place].slot = (uint32_t)slot;
            notes[place].body = AUK_GRID_NO_NOTE;
            node->next = place;
        }
    }
}

static void choose_packed_cells(AukGrid *grid)
{
    int32_t sample[AUK_GRID_SAMPLE];
    int sampled = auk__grid_sample(grid, true, sample);
    int base = sampled > 0 ? auk__grid_level_of_spacing(grid, sample, sampled, grid->packed.places.count) : 0;
    base = base + COARSER < AUK_GRID_WIDE ? base + COARSER : base;
    for (int round = 0;; round++) {
        measure_levels(grid, base);
        count_buckets(grid);
        if (occupancy_on(grid, base) <= AUK_GRID_OCCUPANCY_HIGH || base == 0 || round == COARSER + FINER) {
            break;
        }
        base--;
    }
    fill_places(grid);
}

bool auk__grid_reserve_packed(AukGrid *grid, int count)
{
    AukGridPacked *packed = &grid->packed;
    // a level has less than twice as many buckets as members, but at least one block
    int64_t buckets = 2 * (int64_t)count + AUK_GRID_LEVELS * AUK_GRID_BLOCK;
    return buckets < INT32_MAX &&
           auk__buffer_reserve(&packed->places, sizeof(AukGridPackedBox), count + AUK_GRID_PACKED_ROOM) &&
           auk__buffer_reserve(&packed->notes, sizeof(AukGridNote), count) &&
           auk__buffer_reserve(&packed->names, sizeof(AukGridName), count) &&
           auk__buffer_reserve(&packed->starts, sizeof(int32_t), (int)buckets + 1) &&
           auk__grid_reserve_packed_regions(grid, count);
}

bool auk__grid_pack_static(AukGrid *grid)
{
    AukGridPacked *packed = &grid->packed;
    packed->list_cost += grid->to_pack_count;
    if (!is_due(grid)) {
        return true;
    }
    int count = auk__grid_packed_count(grid) + grid->to_pack_count;
    if (!auk__grid_reserve_packed(grid, count)) {
        return false;
    }
    gather_to_pack(grid);
    packed->places.count = count;
    packed->dead = 0;
    packed->list_cost = 0;
    packed->packings++;
    choose_packed_cells(grid);
    auk__grid_recount(grid);
    auk__grid_tune(grid);
    return true;
}
