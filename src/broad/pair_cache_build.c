// Lists are made at once where there is none, and ahead, one stage per update, where the end of one is foreseen: so no
// update pays for all of it. Whatever happens to a slot meanwhile makes it loose in both lists. A list that fails (too
// long, too many loose, strips do not suit it) costs nothing but the attempt: without one, updates sweep all movers.
#include "broad/pair_cache.h"
#include "broad/sweep.h"

#include <limits.h>
#include <string.h>

enum { SLACK = 64 }; // what filters ask for before they know whether it is needed, and padding that they read ahead

static bool kept_reserve(AukKept *kept, int slots)
{
    return auk__buffer_reserve(&kept->fats, sizeof(AukBounds), slots) &&
           auk__buffer_reserve(&kept->members, sizeof(uint32_t), slots);
}

bool auk__keep_reserve(AukKeep *keep, int known, int slots)
{
    if (!kept_reserve(&keep->now, slots) || !kept_reserve(&keep->next, slots) ||
        !auk__buffer_reserve(&keep->anchors, sizeof(AukBounds), slots)) {
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
    return listed <= INT_MAX && auk__shelf_reserve(&keep->now.calm, work, slots) &&
           auk__shelf_reserve(&keep->next.calm, work, slots) &&
           auk__buffer_reserve(&keep->now.list.keys, sizeof(uint64_t), (int)listed) &&
           auk__buffer_reserve(&keep->next.list.keys, sizeof(uint64_t), (int)listed);
}

static void anchors_take(AukKeep *keep, const AukBounds *bounds, const AukBuffer *movers)
{
    const uint32_t *slots = movers->items;
    AukBounds *anchors = keep->anchors.items;
    for (int i = 0; i < movers->count; i++) {
        anchors[slots[i]] = bounds[slots[i]];
    }
    keep->now.skin.known = true;
    keep->now.skin.since = 0;
}

typedef struct Fattening {
    AukFat fat;
    const uint32_t *movers;
    const AukBounds *bounds;
    AukBounds *anchors, *fats;
    uint32_t *calm;
} Fattening;

static void share_fatten(void *context, AukShare *share)
{
    const Fattening *work = context;
    uint32_t *calm = work->calm + share->place;
    int count = 0;
    for (int i = share->first; i < share->end; i++) {
        uint32_t slot = work->movers[i];
        AukBounds box = work->bounds[slot];
        AukBounds fat_box = auk__fat_box(&work->fat, &work->anchors[slot], &box);
        work->fats[slot] = fat_box;
        work->anchors[slot] = box;
        calm[count] = slot;
        count += auk__bounds_anywhere(&fat_box);
    }
    share->count = count;
}

// Gives every mover its fat box or none, and its anchor. The calm ones become the members. Gives the number of others.
static int movers_fatten(AukKeep *keep, AukKept *kept, const AukKeepInput *input)
{
    Fattening work = {auk__skin_fat(&kept->skin), input->movers->items, input->bounds,
                      keep->anchors.items,        kept->fats.items,     kept->members.items};
    const AukCrew *crew = &input->work->crew;
    AukShares shares;
    auk__shares_run(crew, input->movers->count, crew->grain, share_fatten, &work, &shares);
    kept->members.count = auk__shares_close_up(&shares, kept->members.items, sizeof(uint32_t));
    kept->mixed = false;
    kept->skin.age = 0;
    kept->skin.since = 0;
    keep->now.skin.since = 0;
    return input->movers->count - kept->members.count;
}

// Chooses how, and makes fat boxes. False if that does not pay.
static bool kept_begin(AukKeep *keep, AukKept *kept, const AukKeepInput *input)
{
    int count = input->movers->count;
    int64_t limit = auk__keep_list_max(count, input->published);
    if (limit > INT_MAX - SLACK ||
        !auk__skin_choose(&kept->skin, keep->anchors.items, input->bounds, input->movers, input->published, limit)) {
        return false;
    }
    kept->list.limit = (int)limit;
    kept->skin.baseline = movers_fatten(keep, kept, input);
    return kept->skin.baseline <= auk__keep_loose_max(count) - input->statics->waiting.count;
}

static AukStatus list_sort(AukKept *kept, const AukKeepInput *input)
{
    AukStatus status = auk__statics_shelf_pairs(input->statics, &kept->calm, input->slots, &kept->list);
    status = status ? status : auk__found_room(&kept->list, SLACK);
    if (!status && kept->list.keys.count > kept->list.limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    status = status ? status : auk__found_sort(&kept->list.keys, input->scratch, input->slot_count, &input->work->crew);
    if (!status) {
        memset((AukBroadPair *)kept->list.keys.items + kept->list.keys.count, 0, SLACK * sizeof(AukBroadPair));
    }
    return status;
}

// Does what is next after the given stage. AUK_ERROR_PAIR_LIMIT if there are too many pairs, or strips do not suit.
static AukStatus list_advance(AukKept *kept, const AukKeepInput *input, int stage)
{
    int count = kept->members.count;
    if (stage == AUK_STAGE_FAT) {
        if (!auk__shelf_reserve(&kept->calm, input->work, count)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        auk__shelf_build(&kept->calm, input->work, kept->fats.items, kept->members.items, count);
        return AUK_OK;
    }
    if (stage == AUK_STAGE_LAID) {
        kept->list.keys.count = 0;
        AukSwept swept = auk__sweep_pairs(&kept->calm.layout, input->work, count, &kept->list);
        return swept.crowded ? AUK_ERROR_PAIR_LIMIT : swept.status;
    }
    return list_sort(kept, input);
}

static AukStatus renew_now(AukKeep *keep, const AukKeepInput *input)
{
    AukKept *kept = &keep->now;
    AukSkin *skin = &kept->skin;
    if (skin->rest > 0) {
        skin->rest--;
        return AUK_OK;
    }
    if (!skin->known) {
        anchors_take(keep, input->bounds, input->movers);
        return AUK_OK;
    }
    if (!kept_begin(keep, kept, input)) {
        auk__skin_back_off(skin);
        return AUK_OK;
    }
    AukStatus status = AUK_OK;
    int loose = skin->baseline;
    for (int stage = AUK_STAGE_FAT; stage < AUK_STAGE_READY && !status; stage++) {
        status = list_advance(kept, input, stage);
    }
    if (status || !auk__skin_begin(skin, input->movers->count, loose, kept->list.keys.count)) {
        auk__skin_fail(skin);
        return status == AUK_ERROR_OUT_OF_MEMORY ? status : AUK_OK;
    }
    auk__keep_list_loose(keep, &input->work->crew, input->bounds, input->movers);
    keep->valid = true;
    return AUK_OK;
}

static AukStatus renew_ahead(AukKeep *keep, const AukKeepInput *input)
{
    AukKept *next = &keep->next;
    if (keep->stage == AUK_STAGE_NONE && auk__skin_ends_soon(&keep->now.skin)) {
        next->skin = keep->now.skin;
        keep->stage = kept_begin(keep, next, input) ? AUK_STAGE_FAT : AUK_STAGE_OFF;
    } else if (keep->stage >= AUK_STAGE_FAT && keep->stage < AUK_STAGE_READY) {
        AukStatus status = list_advance(next, input, keep->stage);
        keep->stage = status ? AUK_STAGE_OFF : keep->stage + 1;
        if (status == AUK_ERROR_OUT_OF_MEMORY) {
            return status;
        }
        if (keep->stage == AUK_STAGE_READY &&
            !auk__skin_begin(&next->skin, input->movers->count, next->skin.baseline, next->list.keys.count)) {
            keep->stage = AUK_STAGE_OFF;
        }
    }
    return AUK_OK;
}

AukStatus auk__keep_renew(AukKeep *keep, const AukKeepInput *input)
{
    if (keep->valid) {
        return renew_ahead(keep, input);
    }
    keep->stage = AUK_STAGE_NONE;
    return renew_now(keep, input);
}

static void kept_free(AukKept *kept)
{
    auk__buffer_free(&kept->fats);
    auk__buffer_free(&kept->members);
    auk__shelf_free(&kept->calm);
    auk__found_free(&kept->list);
}

void auk__keep_free(AukKeep *keep)
{
    kept_free(&keep->now);
    kept_free(&keep->next);
    auk__buffer_free(&keep->anchors);
}
