// Each strip is sorted by min x and cut into blocks; a tree keeps the largest max x of each block, of each 8 blocks, of
// each 64 and so on. In each strip that the box spans, a lookup starts at the last block that begins left of the box's
// max x and walks left. It ends when no block further left extends to the box (prefix_max[]). It skips blocks that do
// not extend to the box by climbing the tree of maxima. So one very wide box does not slow down the lookups in its x
// range.
#include "broad/static_index.h"

#include <limits.h>
#include <math.h>

enum { FAN = 8 };

typedef struct Lookup {
    const AukStaticIndex *index;
    AukPairList *found;
    const AukStaticIndexExact *exact; // may be null
    AukF32x4 limits;                  // auk__bounds_limits() of the box
    float min_x, max_x;
    uint32_t slot;
} Lookup;

bool auk__static_index_reserve(AukStaticIndex *index, AukWork *work, int count)
{
    if (!auk__layout_reserve(&index->layout, work, count)) {
        return false;
    }
    int blocks = index->layout.slots.capacity / AUK_STRIP_BLOCK + 1;
    return auk__buffer_reserve(&index->begins, sizeof(float), blocks) &&
           auk__buffer_reserve(&index->prefix_max, sizeof(float), blocks) &&
           auk__buffer_reserve(&index->tree, sizeof(float), blocks / (FAN - 1) + blocks + AUK_STATIC_INDEX_LEVELS);
}

// Fills the lowest level of the tree, begins[] and prefix_max[].
static void blocks_summarise(AukStaticIndex *index)
{
    const int *starts = index->layout.starts.items;
    const AukBounds *entries = index->layout.bounds.items;
    float *begins = index->begins.items;
    float *prefix_max = index->prefix_max.items;
    float *tree = index->tree.items;
    for (int s = 0; s < index->layout.strips.count; s++) {
        float greatest = -INFINITY;
        for (int at = starts[s]; at < starts[s + 1]; at += AUK_STRIP_BLOCK) {
            float end = -INFINITY;
            for (int k = 0; k < AUK_STRIP_BLOCK; k++) {
                float max_x = -entries[at + k].neg_max_x;
                end = max_x > end ? max_x : end;
            }
            greatest = end > greatest ? end : greatest;
            begins[at / AUK_STRIP_BLOCK] = entries[at].min_x;
            prefix_max[at / AUK_STRIP_BLOCK] = greatest;
            tree[at / AUK_STRIP_BLOCK] = end;
        }
    }
}

static void tree_raise(AukStaticIndex *index)
{
    float *tree = index->tree.items;
    int below = index->layout.slots.count / AUK_STRIP_BLOCK;
    int start = 0;
    int level = 0;
    index->level_starts[0] = 0;
    while (below > 1) {
        int above = (below + FAN - 1) / FAN;
        int next = start + below;
        for (int i = 0; i < above; i++) {
            float end = -INFINITY;
            for (int k = i * FAN; k < below && k < (i + 1) * FAN; k++) {
                end = tree[start + k] > end ? tree[start + k] : end;
            }
            tree[next + i] = end;
        }
        index->level_starts[++level] = next;
        start = next;
        below = above;
    }
    index->level_count = level + 1;
}

void auk__static_index_index(AukStaticIndex *index, int count)
{
    index->count = count;
    blocks_summarise(index);
    tree_raise(index);
}

void auk__static_index_build(AukStaticIndex *index, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                             int count)
{
    auk__layout_build(&index->layout, work, bounds, slots, count);
    auk__static_index_index(index, count);
}

// The last block in [first, block] with a max x of at least `x`, or -1.
static int block_extending_to(const AukStaticIndex *index, int block, int first, float x)
{
    const float *prefix_max = index->prefix_max.items;
    const float *tree = index->tree.items;
    while (block >= first && prefix_max[block] >= x) {
        if (tree[block] >= x) {
            return block;
        }
        int level = 0;
        int size = 1;
        while (level + 1 < index->level_count && (block + 1) % (size * FAN) == 0 &&
               tree[index->level_starts[level + 1] + block / (size * FAN)] < x) {
            level++;
            size *= FAN;
        }
        block -= size;
    }
    return -1;
}

// The number of blocks in [first, end) that begin at or left of x, by a branch-free binary search.
static int blocks_beginning(const float *begins, int first, int end, float x)
{
    int below = first;
    for (int size = end - first; size > 0;) {
        int half = (size + 1) / 2;
        below = begins[below + half - 1] <= x ? below + half : below;
        size -= half;
    }
    return below - first;
}

// Adds the pairs with one block. In strips other than the box's first strip, only entries marked AUK_ENTRY_FIRST count
// (`in_first_strip` is AUK_ENTRY_FIRST or 0). The memory must be reserved.
// Tried: transposed blocks, so that four lanes are four boxes. An index of one block (four walls) saves a third of the
// lookup. Large indices save nothing, since the search and its cache misses dominate.
static void block_lookup(const Lookup *lookup, int block, uint32_t in_first_strip)
{
    const AukBounds *entries = (const AukBounds *)lookup->index->layout.bounds.items + block * AUK_STRIP_BLOCK;
    const uint32_t *entry_slots = (const uint32_t *)lookup->index->layout.slots.items + block * AUK_STRIP_BLOCK;
    uint64_t *keys = lookup->found->keys.items;
    int count = lookup->found->keys.count;
    for (int k = 0; k < AUK_STRIP_BLOCK; k++) {
        unsigned mask = auk__bounds_mask(&entries[k], lookup->limits);
        keys[count] = auk__found_key(lookup->slot, entry_slots[k]);
        count += (int)((mask + 1) >> 4 & (entry_slots[k] | in_first_strip) >> 31);
    }
    lookup->found->keys.count = count;
}

// The same of an index of fat boxes, whose entries have no bounds of their own by now.
static void fat_block_lookup(const Lookup *lookup, int block, uint32_t in_first_strip)
{
    const AukBounds *fats = lookup->exact->fats;
    const uint32_t *entry_slots = (const uint32_t *)lookup->index->layout.slots.items + block * AUK_STRIP_BLOCK;
    uint64_t *keys = lookup->found->keys.items;
    int count = lookup->found->keys.count;
    for (int k = 0; k < AUK_STRIP_BLOCK && entry_slots[k] != AUK_ENTRY_PADDING; k++) {
        unsigned mask = auk__bounds_mask(&fats[entry_slots[k] & AUK_ENTRY_SLOT], lookup->limits);
        keys[count] = auk__found_key(lookup->slot, entry_slots[k]);
        count += (int)((mask + 1) >> 4 & (entry_slots[k] | in_first_strip) >> 31);
    }
    lookup->found->keys.count = count;
}

// Drops the keys from `first` on whose indexed slot is outside its fat box, or whose exact box does not touch the box.
static void inexact_drop(const Lookup *lookup, int first)
{
    uint64_t *keys = lookup->found->keys.items;
    int kept = first;
    for (int i = first; i < lookup->found->keys.count; i++) {
        uint32_t slot = (uint32_t)keys[i] & ~AUK_ENTRY_FIRST;
        keys[kept] = keys[i];
        const AukBounds *box = &lookup->exact->boxes[slot];
        kept += (auk__bounds_hold(&lookup->exact->fats[slot], box) & auk__bounds_mask(box, lookup->limits)) ==
                AUK_TOUCH_ALL;
    }
    lookup->found->keys.count = kept;
}

static AukStatus strip_lookup(const Lookup *lookup, int strip, uint32_t in_first_strip)
{
    const AukStaticIndex *index = lookup->index;
    const int *starts = index->layout.starts.items;
    int first = starts[strip] / AUK_STRIP_BLOCK;
    int end = starts[strip + 1] / AUK_STRIP_BLOCK;
    int block = first + blocks_beginning(index->begins.items, first, end, lookup->max_x) - 1;
    while ((block = block_extending_to(index, block, first, lookup->min_x)) >= 0) {
        AukStatus status = auk__found_room(lookup->found, AUK_STRIP_BLOCK);
        if (status) {
            return status;
        }
        int before = lookup->found->keys.count;
        if (lookup->exact) {
            fat_block_lookup(lookup, block, in_first_strip);
            inexact_drop(lookup, before);
        } else {
            block_lookup(lookup, block, in_first_strip);
        }
        auk__found_drop_masked(lookup->found, before);
        block--;
    }
    return AUK_OK;
}

AukStatus auk__static_index_lookup_box(const AukStaticIndex *index, const AukBounds *box, uint32_t slot,
                                       const AukStaticIndexExact *exact, AukPairList *found)
{
    Lookup lookup = {index, found, exact, auk__bounds_limits(box), box->min_x, -box->neg_max_x, slot};
    int first = auk__strip_of(&index->layout.strips, box->min_y);
    int last = auk__strip_of(&index->layout.strips, -box->neg_max_y);
    AukStatus status = strip_lookup(&lookup, first, AUK_ENTRY_FIRST);
    for (int s = first + 1; s <= last && !status; s++) {
        status = strip_lookup(&lookup, s, 0);
    }
    return status;
}

AukStatus auk__static_index_lookup(const AukStaticIndex *index, const AukLayout *boxes, const AukBroadPath *paths,
                                   const AukStaticIndexExact *exact, AukPairList *found)
{
    const AukBounds *bounds = boxes->bounds.items;
    const uint32_t *entry_slots = boxes->slots.items;
    AukStatus status = AUK_OK;
    // in the order of the layout, so that successive lookups read the same part of the index
    for (int i = 0; i < boxes->bounds.count && !status; i++) {
        if ((entry_slots[i] & AUK_ENTRY_FIRST) != 0 &&
            !(paths && auk__path_is_given(paths[entry_slots[i] & ~AUK_ENTRY_FIRST]))) {
            status = auk__static_index_lookup_box(index, &bounds[i], entry_slots[i], exact, found);
        }
    }
    return status;
}

void auk__static_index_free(AukStaticIndex *index)
{
    auk__layout_free(&index->layout);
    auk__buffer_free(&index->begins);
    auk__buffer_free(&index->prefix_max);
    auk__buffer_free(&index->tree);
}
