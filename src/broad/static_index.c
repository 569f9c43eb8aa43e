// A lookup takes, in each strip the box spans, the last block that begins within the box's x range and walks left. It
// ends where nothing further left reaches the box (reaches[]), and passes over what does not reach it by climbing the
// tree of maxima. So one very wide box costs those that lie under it nothing.
#include "broad/static_index.h"

#include <limits.h>
#include <math.h>

enum { FAN = 8 };

typedef struct Lookup {
    const AukShelf *shelf;
    AukPairList *found;
    const AukShelfExact *exact; // may be null
    AukF32x4 reach;             // of the box
    float min_x, max_x;
    uint32_t slot;
} Lookup;

bool auk__shelf_reserve(AukShelf *shelf, AukWork *work, int count)
{
    if (!auk__layout_reserve(&shelf->layout, work, count)) {
        return false;
    }
    int blocks = shelf->layout.bounds.capacity / AUK_STRIP_BLOCK + 1;
    return auk__buffer_reserve(&shelf->begins, sizeof(float), blocks) &&
           auk__buffer_reserve(&shelf->reaches, sizeof(float), blocks) &&
           auk__buffer_reserve(&shelf->tree, sizeof(float), blocks / (FAN - 1) + blocks + AUK_SHELF_LEVELS);
}

// Fills the bottom of the tree, and begins[] and reaches[].
static void blocks_summarise(AukShelf *shelf)
{
    const int *starts = shelf->layout.starts.items;
    const AukBounds *entries = shelf->layout.bounds.items;
    float *begins = shelf->begins.items;
    float *reaches = shelf->reaches.items;
    float *tree = shelf->tree.items;
    for (int s = 0; s < shelf->layout.strips.count; s++) {
        float reach = -INFINITY;
        for (int at = starts[s]; at < starts[s + 1]; at += AUK_STRIP_BLOCK) {
            float end = -INFINITY;
            for (int k = 0; k < AUK_STRIP_BLOCK; k++) {
                float max_x = -entries[at + k].neg_max_x;
                end = max_x > end ? max_x : end;
            }
            reach = end > reach ? end : reach;
            begins[at / AUK_STRIP_BLOCK] = entries[at].min_x;
            reaches[at / AUK_STRIP_BLOCK] = reach;
            tree[at / AUK_STRIP_BLOCK] = end;
        }
    }
}

static void tree_raise(AukShelf *shelf)
{
    float *tree = shelf->tree.items;
    int below = shelf->layout.bounds.count / AUK_STRIP_BLOCK;
    int start = 0;
    int level = 0;
    shelf->level_starts[0] = 0;
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
        shelf->level_starts[++level] = next;
        start = next;
        below = above;
    }
    shelf->level_count = level + 1;
}

void auk__shelf_index(AukShelf *shelf, int count)
{
    shelf->count = count;
    blocks_summarise(shelf);
    tree_raise(shelf);
}

void auk__shelf_build(AukShelf *shelf, AukWork *work, const AukBounds *bounds, const uint32_t *slots, int count)
{
    auk__layout_build(&shelf->layout, work, bounds, slots, count);
    auk__shelf_index(shelf, count);
}

// The last block in [first, block] that reaches `x`, or -1.
static int block_reaching(const AukShelf *shelf, int block, int first, float x)
{
    const float *reaches = shelf->reaches.items;
    const float *tree = shelf->tree.items;
    while (block >= first && reaches[block] >= x) {
        if (tree[block] >= x) {
            return block;
        }
        int level = 0;
        int size = 1;
        while (level + 1 < shelf->level_count && (block + 1) % (size * FAN) == 0 &&
               tree[shelf->level_starts[level + 1] + block / (size * FAN)] < x) {
            level++;
            size *= FAN;
        }
        block -= size;
    }
    return -1;
}

// How many of the blocks [first, end) begin at or left of x: a lower bound that halves without branching.
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

// Tried: blocks turned so that four lanes are four boxes. It gains where the shelf is one block (four walls: a third of
// the lookup) and nothing on large shelves, where the search and its cache misses dominate.
// Adds the pairs with one block; in a strip where the box is not at home, only with entries that are. There is room.
static void block_lookup(const Lookup *lookup, int block, uint32_t home)
{
    const AukBounds *entries = (const AukBounds *)lookup->shelf->layout.bounds.items + block * AUK_STRIP_BLOCK;
    const uint32_t *entry_slots = (const uint32_t *)lookup->shelf->layout.slots.items + block * AUK_STRIP_BLOCK;
    uint64_t *keys = lookup->found->keys.items;
    int count = lookup->found->keys.count;
    for (int k = 0; k < AUK_STRIP_BLOCK; k++) {
        unsigned mask = auk__bounds_mask(&entries[k], lookup->reach);
        keys[count] = auk__found_key(lookup->slot, entry_slots[k]);
        count += (int)((mask + 1) >> 4 & (entry_slots[k] | home) >> 31);
    }
    lookup->found->keys.count = count;
}

// Drops the keys from `first` on whose slot of the shelf does not touch the box with its exact box.
static void inexact_drop(const Lookup *lookup, int first)
{
    uint64_t *keys = lookup->found->keys.items;
    int kept = first;
    for (int i = first; i < lookup->found->keys.count; i++) {
        uint32_t slot = (uint32_t)keys[i] & ~AUK_ENTRY_HOME;
        keys[kept] = keys[i];
        const AukBounds *box = &lookup->exact->boxes[slot];
        kept +=
            (auk__bounds_hold(&lookup->exact->fats[slot], box) & auk__bounds_mask(box, lookup->reach)) == AUK_TOUCH_ALL;
    }
    lookup->found->keys.count = kept;
}

static AukStatus strip_lookup(const Lookup *lookup, int strip, uint32_t home)
{
    const AukShelf *shelf = lookup->shelf;
    const int *starts = shelf->layout.starts.items;
    int first = starts[strip] / AUK_STRIP_BLOCK;
    int end = starts[strip + 1] / AUK_STRIP_BLOCK;
    int block = first + blocks_beginning(shelf->begins.items, first, end, lookup->max_x) - 1;
    while ((block = block_reaching(shelf, block, first, lookup->min_x)) >= 0) {
        AukStatus status = auk__found_room(lookup->found, AUK_STRIP_BLOCK);
        if (status) {
            return status;
        }
        int before = lookup->found->keys.count;
        block_lookup(lookup, block, home);
        if (lookup->exact) {
            inexact_drop(lookup, before);
        }
        auk__found_sift(lookup->found, before);
        block--;
    }
    return AUK_OK;
}

AukStatus auk__shelf_lookup_box(const AukShelf *shelf, const AukBounds *box, uint32_t slot, const AukShelfExact *exact,
                                AukPairList *found)
{
    Lookup lookup = {shelf, found, exact, auk__bounds_reach(box), box->min_x, -box->neg_max_x, slot};
    int first = auk__strip_of(&shelf->layout.strips, box->min_y);
    int last = auk__strip_of(&shelf->layout.strips, -box->neg_max_y);
    AukStatus status = strip_lookup(&lookup, first, AUK_ENTRY_HOME);
    for (int s = first + 1; s <= last && !status; s++) {
        status = strip_lookup(&lookup, s, 0);
    }
    return status;
}

AukStatus auk__shelf_lookup(const AukShelf *shelf, const AukLayout *boxes, const AukShelfExact *exact,
                            AukPairList *found)
{
    const AukBounds *bounds = boxes->bounds.items;
    const uint32_t *entry_slots = boxes->slots.items;
    AukStatus status = AUK_OK;
    // in the order of the layout, so that one lookup reads what the last one has read
    for (int i = 0; i < boxes->bounds.count && !status; i++) {
        if (entry_slots[i] & AUK_ENTRY_HOME) {
            status = auk__shelf_lookup_box(shelf, &bounds[i], entry_slots[i], exact, found);
        }
    }
    return status;
}

void auk__shelf_free(AukShelf *shelf)
{
    auk__layout_free(&shelf->layout);
    auk__buffer_free(&shelf->begins);
    auk__buffer_free(&shelf->reaches);
    auk__buffer_free(&shelf->tree);
}
