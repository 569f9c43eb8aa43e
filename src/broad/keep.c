// An update with a list costs a look at every mover (does its fat box still hold it?), a test of every listed pair,
// and a sweep of the few that are loose: against each other, against the static boxes, and by lookups in the calm
// ones. A mover is loose while it is outside its fat box. A new list is made when the loose and the pairs
// listed in vain have cost as much as making it will, or when there are many loose.
#include "broad/keep.h"

#include "broad/sweep.h"

#include <limits.h>
#include <string.h>

enum {
    SLACK = 64, // room that is asked for before it is known whether it is needed
    AHEAD = 24  // so many pairs are between asking for a box and testing it; the list is padded with as many
};

bool auk__keep_reserve(AukKeep *keep, int known, int slots)
{
    if (!auk__buffer_reserve(&keep->fats, sizeof(AukBounds), slots) ||
        !auk__buffer_reserve(&keep->anchors, sizeof(AukBounds), slots) ||
        !auk__buffer_reserve(&keep->members, sizeof(uint32_t), slots + 1)) {
        return false;
    }
    for (int slot = known; slot < slots; slot++) {
        auk__keep_forget(keep, (uint32_t)slot);
    }
    return true;
}

bool auk__keep_reserve_list(AukKeep *keep, AukWork *work, int slots, int pairs)
{
    int64_t listed = auk__keep_list_max(slots, pairs) + SLACK;
    return listed <= INT_MAX && auk__shelf_reserve(&keep->calm, work, slots) &&
           auk__buffer_reserve(&keep->list.keys, sizeof(uint64_t), (int)listed);
}

// Lists the movers that their fat boxes do not hold. Four at once, since hardly any is among them.
static void members_loose(AukKeep *keep, const AukBounds *bounds, const AukBuffer *movers)
{
    const uint32_t *slots = movers->items;
    const AukBounds *fats = keep->fats.items;
    uint32_t *loose = keep->members.items;
    int count = 0;
    int i = 0;
    for (; i + 4 <= movers->count; i += 4) {
        const uint32_t *four = slots + i;
        unsigned mask =
            auk__bounds_hold(&fats[four[0]], &bounds[four[0]]) & auk__bounds_hold(&fats[four[1]], &bounds[four[1]]) &
            auk__bounds_hold(&fats[four[2]], &bounds[four[2]]) & auk__bounds_hold(&fats[four[3]], &bounds[four[3]]);
        for (int k = 0; k < 4 && mask != AUK_TOUCH_ALL; k++) {
            loose[count] = four[k];
            count += auk__bounds_hold(&fats[four[k]], &bounds[four[k]]) != AUK_TOUCH_ALL;
        }
    }
    for (; i < movers->count; i++) {
        loose[count] = slots[i];
        count += auk__bounds_hold(&fats[slots[i]], &bounds[slots[i]]) != AUK_TOUCH_ALL;
    }
    keep->members.count = count;
}

void auk__keep_watch(AukKeep *keep, const AukBounds *bounds, const AukBuffer *movers, const AukStatics *statics)
{
    AukSkin *skin = &keep->skin;
    skin->age += skin->age < INT_MAX;
    if (!keep->valid) {
        return;
    }
    members_loose(keep, bounds, movers);
    // when a list has served its time, movers leave all at once: there is no use in waiting until they are many
    int most = auk__keep_loose_max(movers->count);
    most = skin->age > skin->steps ? most / 4 + skin->baseline : most;
    bool strays = keep->members.count + statics->waiting.count > most;
    if (strays || auk__skin_worn(skin) || auk__statics_due(statics)) {
        keep->valid = false;
        auk__skin_end(skin, strays);
    }
}

static void anchors_take(AukKeep *keep, const AukBounds *bounds, const AukBuffer *movers)
{
    const uint32_t *slots = movers->items;
    AukBounds *anchors = keep->anchors.items;
    for (int i = 0; i < movers->count; i++) {
        anchors[slots[i]] = bounds[slots[i]];
    }
    keep->skin.known = true;
    keep->skin.age = 0;
}

// Gives every mover its fat box or none, and its anchor. The calm ones become the members; the loose ones are listed
// behind the last member there can be, from the end. Gives their number.
static int movers_fatten(AukKeep *keep, const AukBounds *bounds, const AukBuffer *movers)
{
    const uint32_t *slots = movers->items;
    AukBounds *anchors = keep->anchors.items;
    AukBounds *fats = keep->fats.items;
    uint32_t *calm = keep->members.items;
    AukFat fat = auk__skin_fat(&keep->skin);
    int count = 0;
    for (int i = 0; i < movers->count; i++) {
        uint32_t slot = slots[i];
        AukBounds box = bounds[slot];
        AukBounds fat_box = auk__fat_box(&fat, &anchors[slot], &box);
        bool anywhere = auk__bounds_anywhere(&fat_box);
        fats[slot] = fat_box;
        anchors[slot] = box;
        calm[count] = slot;
        calm[keep->members.capacity - 1 - (i - count)] = slot;
        count += anywhere;
    }
    keep->members.count = count;
    keep->skin.age = 0;
    return movers->count - count;
}

// Makes the loose movers the members.
static void members_turn(AukKeep *keep, int loose)
{
    uint32_t *members = keep->members.items;
    memmove(members, members + keep->members.capacity - loose, (size_t)loose * sizeof *members);
    keep->members.count = loose;
}

// Finds the pairs of fat boxes. AUK_ERROR_PAIR_LIMIT if there are too many or strips do not suit them.
static AukStatus list_make(AukKeep *keep, AukWork *work, AukBuffer *scratch, const AukStatics *statics,
                           const AukSlot *slots, int slot_count)
{
    int count = keep->members.count;
    if (!auk__shelf_reserve(&keep->calm, work, count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    auk__shelf_build(&keep->calm, work, keep->fats.items, keep->members.items, count);
    keep->list.keys.count = 0;
    AukSwept swept = auk__sweep_pairs(&keep->calm.layout, count, &keep->list);
    AukStatus status = swept.crowded ? AUK_ERROR_PAIR_LIMIT : swept.status;
    status = status ? status : auk__statics_shelf_pairs(statics, &keep->calm, slots, &keep->list);
    if (!status && keep->list.keys.count > keep->list.limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    status = status ? status : auk__found_room(&keep->list, AHEAD);
    if (!status) {
        status = auk__found_sort(&keep->list.keys, scratch, slot_count);
        memset((AukBroadPair *)keep->list.keys.items + keep->list.keys.count, 0, AHEAD * sizeof(AukBroadPair));
    }
    return status;
}

AukStatus auk__keep_renew(AukKeep *keep, AukWork *work, AukBuffer *scratch, const AukBounds *bounds,
                          const AukBuffer *movers, const AukStatics *statics, const AukSlot *slots, int slot_count,
                          int published)
{
    AukSkin *skin = &keep->skin;
    int count = movers->count;
    int64_t limit = auk__keep_list_max(count, published);
    if (skin->rest > 0) {
        skin->rest--;
        return AUK_OK;
    }
    if (!skin->known) {
        anchors_take(keep, bounds, movers);
        return AUK_OK;
    }
    int loose_max = auk__keep_loose_max(count) - statics->waiting.count;
    if (!auk__skin_choose(skin, keep->anchors.items, bounds, movers, published) || limit > INT_MAX - SLACK) {
        auk__skin_back_off(skin);
        return AUK_OK;
    }
    int loose = movers_fatten(keep, bounds, movers);
    keep->list.limit = (int)limit;
    AukStatus status =
        loose > loose_max ? AUK_ERROR_PAIR_LIMIT : list_make(keep, work, scratch, statics, slots, slot_count);
    if (status || !auk__skin_begin(skin, count, loose, keep->list.keys.count)) {
        auk__skin_back_off(skin);
        return status == AUK_ERROR_OUT_OF_MEMORY ? status : AUK_OK;
    }
    members_turn(keep, loose);
    keep->valid = true;
    keep->mixed = false;
    return AUK_OK;
}

AukStatus auk__keep_loose_pairs(const AukKeep *keep, const AukLayout *loose, const AukStatics *statics,
                                const AukBounds *bounds, AukPairList *found)
{
    AukShelfExact exact = {bounds, keep->fats.items};
    const uint32_t *waiting = statics->waiting.items;
    AukStatus status = auk__shelf_lookup(&keep->calm, loose, &exact, found);
    for (int i = 0; i < statics->waiting.count && !status; i++) {
        status = auk__shelf_lookup_box(&keep->calm, &bounds[waiting[i]], waiting[i], &exact, found);
    }
    return status;
}

static void statics_drop(AukBuffer *list, const AukSlot *slots)
{
    AukBroadPair *pairs = list->items;
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        AukBroadPair pair = pairs[i];
        pairs[kept] = pair;
        kept += slots[pair.a].class != AUK_BROAD_STATIC || slots[pair.b].class != AUK_BROAD_STATIC;
    }
    list->count = kept;
}

static uint64_t pair_rank(AukBroadPair pair)
{
    return (uint64_t)pair.a << 32 | pair.b;
}

// The first listed pair from `first` on that does not precede the given one.
static int list_find(const AukBroadPair *list, int first, int count, AukBroadPair pair)
{
    int step = 1;
    while (first + step <= count && pair_rank(list[first + step - 1]) < pair_rank(pair)) {
        first += step;
        step = step < INT_MAX / 4 ? 2 * step : step;
    }
    int end = first + step - 1 < count ? first + step - 1 : count;
    while (first < end) {
        int middle = first + (end - first) / 2;
        if (pair_rank(list[middle]) < pair_rank(pair)) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

// Adds those of the listed pairs [from, to) that touch. The first boxes of pairs come in order, the second ones from
// anywhere; asking for them ahead saves a third of the time at a million boxes. A pair travels as one number; which
// half is which, a test of both does not ask.
static AukStatus list_filter(const AukBroadPair *list, int from, int to, const AukBounds *bounds, AukPairList *merged)
{
    for (int block = from; block < to; block += SLACK) {
        int end = to - block < SLACK ? to : block + SLACK;
        AukStatus status = auk__found_room(merged, SLACK);
        if (status) {
            return status;
        }
        AukBroadPair *out = (AukBroadPair *)merged->keys.items + merged->keys.count;
        for (int i = block; i < end; i++) {
            auk__prefetch(&bounds[list[i + AHEAD].b]);
            uint64_t pair;
            memcpy(&pair, &list[i], sizeof pair);
            memcpy(out, &pair, sizeof pair);
            unsigned mask = auk__bounds_mask(&bounds[(uint32_t)pair], auk__bounds_reach(&bounds[pair >> 32]));
            out += (mask + 1) >> 4;
        }
        merged->keys.count = (int)(out - (AukBroadPair *)merged->keys.items);
    }
    return AUK_OK;
}

AukStatus auk__keep_merge(AukKeep *keep, const AukBounds *bounds, const AukSlot *slots, bool static_pairs,
                          const AukBuffer *found, AukPairList *merged)
{
    if (keep->mixed && !static_pairs) {
        statics_drop(&keep->list.keys, slots);
    }
    keep->mixed = false;
    const AukBroadPair *list = keep->list.keys.items;
    const AukBroadPair *loose = found->items;
    int count = keep->list.keys.count;
    int at = 0;
    AukStatus status = AUK_OK;
    for (int i = 0; i < found->count && !status; i++) {
        int next = list_find(list, at, count, loose[i]);
        status = list_filter(list, at, next, bounds, merged);
        status = status ? status : auk__found_room(merged, 1);
        if (status) {
            return status;
        }
        ((AukBroadPair *)merged->keys.items)[merged->keys.count++] = loose[i];
        at = next + (next < count && pair_rank(list[next]) == pair_rank(loose[i]));
    }
    status = status ? status : list_filter(list, at, count, bounds, merged);
    if (!status && merged->limit > 0 && merged->keys.count > merged->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    auk__skin_charge(&keep->skin, keep->members.count, count + found->count - merged->keys.count);
    return status;
}

void auk__keep_free(AukKeep *keep)
{
    auk__buffer_free(&keep->fats);
    auk__buffer_free(&keep->anchors);
    auk__buffer_free(&keep->members);
    auk__shelf_free(&keep->calm);
    auk__found_free(&keep->list);
}
