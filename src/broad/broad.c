// The slots of the broad phase and its update. A slot is in the list of movers, among the static boxes (pending or
// indexed), or in no list. With `static_pairs` static boxes are listed as movers.
// Invariant: an update writes into `found`, and `pairs` changes only after everything has succeeded.
#include "broad/broad.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "broad/brute.h"
#include "broad/sweep.h"

enum { RANGE_RECORDS = 4096 }; // boxes or pairs per range: about 20 microseconds of work, much more than a task costs

// Of the members of AukSlot, so that no conversion changes a number.
enum { CLASS_BITS = 3, LIST_BITS = 3, PLACE_BITS = AUK_BROAD_SLOTS_MAX - 1 };

static AukSlot *slot_at(const AukBroad *broad, uint32_t slot)
{
    AUK_ASSERT(slot < (uint32_t)broad->slot_capacity);
    return (AukSlot *)broad->slots.items + slot;
}

static AukBounds *bounds_at(const AukBroad *broad, uint32_t slot)
{
    return (AukBounds *)broad->bounds.items + slot;
}

// ---- slots ----------------------------------------------------------------------------------------------------

static void fill_masks(AukBroad *broad, int from, int end)
{
    AukFilterMask *masks = broad->masks.items;
    for (int i = from; i < end; i++) {
        masks[i] = auk__mask_of_new();
    }
}

AukStatus auk__broad_reserve(AukBroad *broad, int slots)
{
    if (slots <= broad->slot_capacity) {
        return AUK_OK;
    }
    if (slots > AUK_BROAD_SLOTS_MAX || !auk__buffer_reserve(&broad->bounds, sizeof(AukBounds), slots) ||
        !auk__buffer_reserve(&broad->slots, sizeof(AukSlot), slots) ||
        !auk__lazy_reserve(&broad->masks, sizeof(AukFilterMask), slots) ||
        !auk__buffer_reserve(&broad->movers, sizeof(uint32_t), slots) ||
        !auk__pair_cache_reserve(&broad->pair_cache, broad->slot_capacity, slots) ||
        !auk__lazy_reserve(&broad->statics.pending, sizeof(uint32_t), slots) ||
        (broad->paths.items.capacity > 0 && !auk__paths_reserve(&broad->paths, slots))) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukSlot *all = broad->slots.items;
    for (int i = broad->slot_capacity; i < slots; i++) {
        AukSlot empty = {AUK_BROAD_NONE, AUK_LIST_NONE, 0};
        all[i] = empty;
    }
    if (auk__lazy_exists(&broad->masks)) {
        fill_masks(broad, broad->slot_capacity, slots);
    }
    broad->slot_capacity = slots;
    return AUK_OK;
}

AukStatus auk__broad_admit_masks(AukBroad *broad)
{
    if (auk__lazy_exists(&broad->masks)) {
        return AUK_OK;
    }
    if (!auk__lazy_admit(&broad->masks, sizeof(AukFilterMask), &broad->slots)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    fill_masks(broad, 0, broad->slot_capacity);
    return AUK_OK;
}

// The uncached movers are laid out in the memory that the index has for bounds, which lookups do not read.
static void uncached_exchange(AukBroad *broad)
{
    AukBuffer *index = &broad->pair_cache.index.layout.bounds, bounds = broad->uncached.bounds;
    broad->uncached.bounds = *index;
    *index = bounds;
}

static bool reserve_uncached(AukBroad *broad, int count)
{
    uncached_exchange(broad);
    bool room = auk__layout_reserve(&broad->uncached, &broad->work, count);
    uncached_exchange(broad);
    return room;
}

AukStatus auk__broad_reserve_pairs(AukBroad *broad, int pairs, bool paths)
{
    enum { SLACK = 64 }; // a sweep reserves memory for a block of pairs before it knows how many there are
    int slots = broad->slot_capacity;
    // workers merge in place, so the merged list needs memory for all listed pairs besides
    int64_t merged = pairs + (broad->work.parallel.pool ? auk__pair_cache_list_max(slots, pairs) : 0) + SLACK;
    bool ok = merged <= INT32_MAX && auk__pair_cache_reserve_list(&broad->pair_cache, &broad->work, slots, pairs) &&
              reserve_uncached(broad, auk__pair_cache_members_max(slots)) &&
              (!paths || auk__paths_reserve(&broad->paths, slots)) &&
              auk__buffer_reserve(&broad->found.keys, sizeof(uint64_t), (int)merged) &&
              auk__buffer_reserve(&broad->work.scratch, sizeof(uint64_t), broad->pair_cache.list.keys.capacity) &&
              (broad->forgets || auk__buffer_reserve(&broad->merged.keys, sizeof(AukBroadPair), (int)merged)) &&
              auk__buffer_reserve(&broad->pairs, sizeof(AukBroadPair), (int)merged);
    return ok ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

void auk__broad_forget_pairs(AukBroad *broad)
{
    broad->forgets = true;
}

AukStatus auk__broad_admit_statics(AukBroad *broad)
{
    bool room = auk__lazy_admit(&broad->statics.pending, sizeof(uint32_t), &broad->slots);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

AukStatus auk__broad_reserve_statics(AukBroad *broad)
{
    bool room = auk__statics_reserve(&broad->statics, &broad->work, broad->slot_capacity);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

void auk__broad_workers(AukBroad *broad, AukPool *pool)
{
    broad->work.parallel.pool = pool;
}

static AukBuffer *list_of(AukBroad *broad, uint32_t list)
{
    return list == AUK_LIST_MOVERS ? &broad->movers : &broad->statics.pending;
}

static void slot_unlist(AukBroad *broad, uint32_t slot)
{
    AukSlot *state = slot_at(broad, slot);
    if (state->list == AUK_LIST_INDEXED) {
        broad->statics.dead++;
    } else if (state->list != AUK_LIST_NONE) {
        AukBuffer *list = list_of(broad, state->list);
        uint32_t *items = list->items;
        uint32_t last = items[--list->count];
        items[state->place] = last;
        slot_at(broad, last)->place = state->place;
        broad->statics.stale |= state->list == AUK_LIST_PENDING;
    }
    state->list = AUK_LIST_NONE;
    auk__pair_cache_forget(&broad->pair_cache, slot);
}

// Adds a slot to a list. If the list is longer than the slot number, the slot goes to the place of that number, and the
// slot from there goes to the end. A slot that is removed and set again usually gets its old place, so lists stay
// nearly sorted.
static void slot_list(AukBroad *broad, uint32_t slot, uint32_t to)
{
    AukSlot *state = slot_at(broad, slot);
    AukBuffer *list = list_of(broad, to);
    AUK_ASSERT(list->count < list->capacity);
    uint32_t *items = list->items;
    int place = list->count++;
    if (slot < (uint32_t)place) {
        items[place] = items[slot];
        slot_at(broad, items[place])->place = (uint32_t)place & PLACE_BITS;
        place = (int)slot;
    }
    items[place] = slot;
    state->place = (uint32_t)place & PLACE_BITS;
    state->list = to & LIST_BITS;
}

static bool bounds_equal(const AukBounds *a, const AukBounds *b)
{
    return a->min_x == b->min_x && a->min_y == b->min_y && a->neg_max_x == b->neg_max_x && a->neg_max_y == b->neg_max_y;
}

void auk__broad_set(AukBroad *broad, uint32_t slot, AukBox box, AukBroadClass class)
{
    AukSlot *state = slot_at(broad, slot);
    AukBounds bounds = auk__bounds_of(box);
    bool swept = class == AUK_BROAD_MOVING || (class == AUK_BROAD_STATIC && broad->def.static_pairs);
    uint8_t list = swept ? AUK_LIST_MOVERS : (class == AUK_BROAD_STATIC ? AUK_LIST_PENDING : AUK_LIST_NONE);
    if (class == AUK_BROAD_STATIC && state->class != AUK_BROAD_STATIC) {
        auk__pair_cache_require_filter(&broad->pair_cache);
    }
    bool stays =
        list == AUK_LIST_PENDING && state->class == AUK_BROAD_STATIC && bounds_equal(&bounds, bounds_at(broad, slot));
    state->class = (uint32_t) class & CLASS_BITS;
    if (slot < (uint32_t)broad->paths.items.count) {
        AukBroadPath none = {0.0f, 0.0f};
        ((AukBroadPath *)broad->paths.items.items)[slot] = none;
    }
    if (stays) {
        return;
    }
    if (state->list != list) {
        slot_unlist(broad, slot);
        if (list != AUK_LIST_NONE) {
            slot_list(broad, slot, list);
        }
    }
    broad->statics.stale |= list == AUK_LIST_PENDING;
    *bounds_at(broad, slot) = class == AUK_BROAD_NONE ? auk__bounds_nowhere() : bounds;
}

// A slot whose mask changes is listed anew, as an uncached mover or a pending static box, since the list of pairs lacks
// the boxes that it meets from now on. Listed pairs whose masks no longer meet are dropped by the next merge, even if
// the slot has no box at present.
void auk__broad_mask(AukBroad *broad, uint32_t slot, AukFilterMask mask)
{
    AukFilterMask known = auk__broad_mask_of(broad, slot);
    uint8_t list = slot_at(broad, slot)->list;
    if (auk__masks_equal(mask, known)) {
        return;
    }
    AUK_ASSERT(auk__lazy_exists(&broad->masks));
    broad->filtering_masks += auk__mask_meets_all(known) - auk__mask_meets_all(mask);
    ((AukFilterMask *)broad->masks.items)[slot] = mask;
    if (list != AUK_LIST_NONE) {
        slot_unlist(broad, slot);
        slot_list(broad, slot, list == AUK_LIST_INDEXED ? AUK_LIST_PENDING : list);
        broad->statics.stale |= list != AUK_LIST_MOVERS;
    }
    auk__pair_cache_require_filter(&broad->pair_cache);
}

AukStatus auk__broad_use_paths(AukBroad *broad, bool used)
{
    broad->paths.on = used && !broad->def.static_pairs;
    return !used || auk__paths_reserve(&broad->paths, broad->slot_capacity) ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

// ---- update ---------------------------------------------------------------------------------------------------

// The paths by slot; null if no mover has one.
static const AukBroadPath *paths_used(const AukBroad *broad)
{
    return broad->paths.flyers.count > 0 ? broad->paths.items.items : NULL;
}

// Finds the pairs among the given movers.
static AukSwept sweep_movers(AukBroad *broad, AukLayout *layout, const AukBuffer *movers)
{
    const AukBounds *bounds = broad->bounds.items;
    AukSwept swept = {AUK_ERROR_OUT_OF_MEMORY, false, 0};
    if (!auk__layout_reserve(layout, &broad->work, movers->count)) {
        return swept;
    }
    auk__layout_build(layout, &broad->work, bounds, movers->items, movers->count);
    swept = auk__sweep_pairs(layout, &broad->work, movers->count, &broad->found);
    if (swept.crowded) {
        broad->found.keys.count = 0;
        swept.status =
            auk__divide_pairs(&broad->divide, &broad->work, bounds, movers->items, movers->count, &broad->found);
    }
    return swept;
}

// Adds the pairs of the laid out movers and of those with a path with all static boxes.
static AukStatus pair_with_statics(AukBroad *broad, const AukLayout *layout)
{
    AukStatus status =
        auk__statics_pairs(&broad->statics, layout, broad->slots.items, paths_used(broad), &broad->found);
    return status || !paths_used(broad)
               ? status
               : auk__statics_path_pairs(&broad->statics, &broad->work, &broad->paths, broad->bounds.items,
                                         broad->slots.items, &broad->found);
}

// True if no two movers meet: bullets that ignore each other.
static bool movers_ignore_each_other(const AukBroad *broad)
{
    const AukFilterMask *masks = broad->found.masks;
    const uint32_t *movers = broad->movers.items;
    int count = broad->movers.count, i = 0;
    if (!masks || count == 0 || auk__masks_meet(masks[movers[0]], masks[movers[0]])) {
        return false;
    }
    while (i < count && auk__masks_equal(masks[movers[i]], masks[movers[0]])) {
        i++;
    }
    return i == count;
}

// An update in which no two movers meet and most of them have a path, so that a layout of all would serve few.
static AukStatus look_up_flyers(AukBroad *broad)
{
    AukLayout *rest = &broad->pair_cache.index.layout;
    AukBuffer *slots = &broad->pair_cache.members;
    auk__paths_list_others(&broad->paths, &broad->movers, slots);
    if (!auk__layout_reserve(rest, &broad->work, slots->count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    auk__layout_build(rest, &broad->work, broad->bounds.items, slots->items, slots->count);
    return pair_with_statics(broad, rest);
}

// For searches that compare boxes alone.
static AukPairSieve sieve_of_paths(const AukBroad *broad)
{
    const AukPaths *paths = paths_used(broad) ? &broad->paths : NULL;
    return (AukPairSieve){paths, broad->bounds.items, broad->slots.items, false, false};
}

// Looks up the static boxes, which are few, in an index of all movers.
static AukStatus look_up_statics(AukBroad *broad, const AukStaticIndex *index)
{
    const AukBounds *bounds = broad->bounds.items;
    const AukBuffer *pending = &broad->statics.pending;
    AukPairList *found = &broad->found;
    AukPairSieve before = auk__found_sieve_begin(found, sieve_of_paths(broad));
    AukStatus status = auk__statics_index_pairs(&broad->statics, index, broad->slots.items, found);
    for (int i = 0; i < pending->count && !status; i++) {
        uint32_t slot = ((const uint32_t *)pending->items)[i];
        status = auk__static_index_lookup_box(index, &bounds[slot], slot, NULL, found);
    }
    auk__found_sieve_end(found, before);
    return status;
}

// An update without a list of pairs: sweeps all movers.
static AukStatus sweep_all(AukBroad *broad)
{
    AukStaticIndex *index = &broad->pair_cache.index;
    int movers = broad->movers.count;
    bool few = auk__statics_few(&broad->statics, movers);
    if (2 * broad->paths.flyers.count > movers && movers_ignore_each_other(broad)) {
        return look_up_flyers(broad);
    }
    if (few && !auk__static_index_reserve(index, &broad->work, movers)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukSwept swept = sweep_movers(broad, &index->layout, &broad->movers);
    if (swept.status || swept.crowded || !few) {
        return swept.status ? swept.status : pair_with_statics(broad, &index->layout);
    }
    auk__static_index_index(index, movers);
    return look_up_statics(broad, index);
}

// An update with a list of pairs: finds the pairs of the uncached movers with each other and with all other boxes.
static AukStatus sweep_uncached(AukBroad *broad)
{
    const AukPairCache *cache = &broad->pair_cache;
    uncached_exchange(broad);
    AukStatus status = sweep_movers(broad, &broad->uncached, &cache->members).status;
    status = status ? status : pair_with_statics(broad, &broad->uncached);
    status = status ? status
                    : auk__pair_cache_uncached_pairs(cache, &broad->uncached, &broad->statics, broad->bounds.items,
                                                     &broad->found);
    uncached_exchange(broad);
    return status;
}

// Merges the pairs of the uncached movers with the list and publishes them.
static AukStatus merge_kept(AukBroad *broad)
{
    if (broad->forgets) {
        auk__found_swap(&broad->merged, &broad->pairs);
    }
    broad->merged.keys.count = 0;
    AukStatus status = auk__found_sort(&broad->found.keys, &broad->work, broad->slot_capacity);
    status =
        status ? status
               : auk__pair_cache_merge(&broad->pair_cache, &broad->work.parallel, broad->bounds.items,
                                       broad->slots.items, broad->def.static_pairs, &broad->found.keys, &broad->merged);
    broad->merged.keys.count = status ? 0 : broad->merged.keys.count;
    if (!status || broad->forgets) {
        auk__found_swap(&broad->merged, &broad->pairs);
    }
    return status;
}

// Movers with a path are never cached: the pairs of a list are tested by boxes alone.
static void forget_flyers(AukBroad *broad)
{
    const uint32_t *flyers = broad->paths.flyers.items;
    for (int i = 0; i < broad->paths.flyers.count; i++) {
        auk__pair_cache_forget_flyer(&broad->pair_cache, flyers[i]);
    }
}

static AukStatus update_by_strips(AukBroad *broad)
{
    AukPairCache *cache = &broad->pair_cache;
    const AukBounds *bounds = broad->bounds.items;
    AukSlot *slots = broad->slots.items;
    int members = auk__pair_cache_members_room(broad->movers.count);
    if (!auk__buffer_reserve(&cache->members, sizeof(uint32_t), members)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    forget_flyers(broad);
    auk__pair_cache_watch(cache, &broad->work.parallel, bounds, &broad->movers, &broad->statics);
    AukStatus status = auk__statics_refresh(&broad->statics, &broad->work, bounds, slots, broad->slot_capacity);
    AukPairCacheInput input = {&broad->work,         bounds,           &broad->movers,   &broad->statics, slots,
                               broad->slot_capacity, broad->published, paths_used(broad)};
    status = status ? status : auk__pair_cache_build(cache, &input);
    if (status) {
        return status;
    }
    if (!cache->valid) {
        status = sweep_all(broad);
        return status ? status : auk__found_publish(&broad->found, &broad->work, broad->slot_capacity, &broad->pairs);
    }
    status = sweep_uncached(broad);
    status = status ? status : auk__pair_cache_build_ahead(cache, &input);
    return status ? status : merge_kept(broad);
}

static AukStatus update_by_force(AukBroad *broad)
{
    AukPairSieve before = auk__found_sieve_begin(&broad->found, sieve_of_paths(broad));
    AukStatus status = auk__brute_pairs(broad->bounds.items, broad->slots.items, broad->slot_capacity,
                                        broad->def.static_pairs, &broad->found);
    auk__found_sieve_end(&broad->found, before);
    return status ? status : auk__found_publish(&broad->found, &broad->work, broad->slot_capacity, &broad->pairs);
}

AukStatus auk_broad_update(AukBroad *broad)
{
    if (!broad) {
        return AUK_ERROR_NULL;
    }
    broad->found.keys.count = 0;
    auk__paths_list(&broad->paths, &broad->movers);
    const AukFilterMask *masks = broad->filtering_masks > 0 ? broad->masks.items : NULL;
    broad->found.masks = broad->pair_cache.list.masks = masks;
    AukStatus status = AUK_OK;
    switch (broad->def.kind) {
    case AUK_BROAD_SWEEP: status = update_by_strips(broad); break;
    case AUK_BROAD_BRUTE_FORCE: status = update_by_force(broad); break;
    case AUK_BROAD_KIND_COUNT: break;
    }
    broad->published = status ? broad->published : broad->pairs.count;
    return status;
}

AukBroadPairs auk_broad_pairs(const AukBroad *broad)
{
    AukBroadPairs pairs = {0};
    if (broad) {
        pairs.items = broad->pairs.items;
        pairs.count = broad->pairs.count;
    }
    return pairs;
}

// ---- life -----------------------------------------------------------------------------------------------------

static AukStatus def_check(const AukBroadDef *def)
{
    if ((unsigned)def->kind >= AUK_BROAD_KIND_COUNT) {
        return AUK_ERROR_ENUM;
    }
    return def->max_pairs < 0 ? AUK_ERROR_COUNT : AUK_OK;
}

AukBroad *auk_broad_create(const AukBroadDef *def, AukStatus *status)
{
    AukBroadDef chosen = {AUK_BROAD_SWEEP, 0, false};
    chosen = def ? *def : chosen;
    AukStatus checked = def_check(&chosen);
    AukBroad *broad = checked ? NULL : auk__allocate_zeroed(1, sizeof *broad);
    if (broad) {
        broad->def = chosen;
        broad->found.limit = chosen.max_pairs;
        broad->merged.limit = chosen.max_pairs;
        broad->work.parallel.grain = RANGE_RECORDS;
    } else if (!checked) {
        checked = AUK_ERROR_OUT_OF_MEMORY;
    }
    if (status) {
        *status = checked;
    }
    return broad;
}

void auk_broad_destroy(AukBroad *broad)
{
    if (!broad) {
        return;
    }
    auk__buffer_free(&broad->bounds);
    auk__buffer_free(&broad->slots);
    auk__buffer_free(&broad->masks);
    auk__buffer_free(&broad->movers);
    auk__buffer_free(&broad->pairs);
    auk__buffer_free(&broad->proxies);
    auk__work_free(&broad->work);
    auk__layout_free(&broad->uncached);
    auk__pair_cache_free(&broad->pair_cache);
    auk__statics_free(&broad->statics);
    auk__paths_free(&broad->paths);
    auk__divide_free(&broad->divide);
    auk__found_free(&broad->found);
    auk__found_free(&broad->merged);
    auk__release(broad);
}
