// See the header.
#include "broad/paths.h"

#include <string.h>

bool auk__paths_reserve(AukPaths *paths, int slots)
{
    int known = paths->items.count;
    if (slots <= known) {
        return true;
    }
    if (!auk__buffer_reserve(&paths->flyers, sizeof(uint32_t), slots) ||
        !auk__buffer_resize(&paths->items, sizeof(AukBroadPath), slots)) {
        return false;
    }
    memset((AukBroadPath *)paths->items.items + known, 0, (size_t)(slots - known) * sizeof(AukBroadPath));
    return true;
}

void auk__paths_list(AukPaths *paths, const AukBuffer *movers)
{
    const uint32_t *slots = movers->items;
    const AukBroadPath *items = paths->items.items;
    uint32_t *flyers = paths->flyers.items;
    int count = 0;
    for (int i = 0; i < (paths->on ? movers->count : 0); i++) {
        flyers[count] = slots[i];
        count += auk__path_is_given(items[slots[i]]);
    }
    paths->flyers.count = count;
}

void auk__paths_list_others(const AukPaths *paths, const AukBuffer *movers, AukBuffer *others)
{
    const uint32_t *slots = movers->items;
    const AukBroadPath *items = paths->items.items;
    uint32_t *listed = others->items;
    int count = 0;
    for (int i = 0; i < movers->count; i++) {
        listed[count] = slots[i];
        count += !auk__path_is_given(items[slots[i]]);
    }
    others->count = count;
}

// True if the mover of a pair of a mover and a static box meets it on its path.
static bool path_meets_wall(const AukPaths *paths, const AukBounds *bounds, uint32_t mover, uint32_t wall)
{
    AukBroadPath path = ((const AukBroadPath *)paths->items.items)[mover];
    AukSweptBox swept = auk__swept_box(path, &bounds[mover]);
    return !auk__path_is_given(path) || auk__swept_box_meets(&swept, &bounds[wall]);
}

void auk__paths_drop(const AukPaths *paths, const AukBounds *bounds, const AukSlot *slots, AukPairList *found,
                     int first)
{
    uint64_t *keys = found->keys.items;
    int kept = first;
    for (int i = first; i < found->keys.count; i++) {
        uint32_t p = (uint32_t)(keys[i] >> 32) & ~AUK_ENTRY_FIRST, q = (uint32_t)keys[i] & ~AUK_ENTRY_FIRST;
        bool p_moves = slots[p].class == AUK_BROAD_MOVING, q_moves = slots[q].class == AUK_BROAD_MOVING;
        keys[kept] = keys[i];
        kept += p_moves == q_moves || path_meets_wall(paths, bounds, p_moves ? p : q, p_moves ? q : p);
    }
    found->keys.count = kept;
}

void auk__paths_free(AukPaths *paths)
{
    auk__buffer_free(&paths->items);
    auk__buffer_free(&paths->flyers);
}
