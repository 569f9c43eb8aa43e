// The keys are packed to the bits in use, sorted, and unpacked in place. The buffer is then swapped with the published
// one, so the old pairs stay valid until everything that can fail has succeeded.
#include "broad/found.h"

#include "base/sort.h"
#include "broad/paths.h"

#include <limits.h>
#include <string.h>

enum {
    BUCKET_BITS = 6,
    BUCKETS = 1 << BUCKET_BITS,
    MANY = 1 << 16 // keys; from here on they are sorted by buckets even without workers
};

static bool sieve_drops(AukPairSieve sieve)
{
    return sieve.paths || sieve.dead || sieve.masked;
}

// Drops the keys from `first` on whose second slot has left the static index.
static void drop_dead(AukPairList *found, int first)
{
    const AukSlot *slots = found->sieve.slots;
    uint64_t *keys = found->keys.items;
    int kept = first;
    for (int i = first; i < found->keys.count; i++) {
        uint32_t slot = (uint32_t)keys[i] & AUK_ENTRY_SLOT;
        keys[kept] = keys[i];
        kept += slots[slot].list == AUK_LIST_INDEXED;
    }
    found->keys.count = kept;
}

static void sieve_all(AukPairList *found)
{
    const AukPairSieve *sieve = &found->sieve;
    if (sieve->masked) {
        auk__found_drop_masked(found, found->sieved);
    }
    if (sieve->dead) {
        drop_dead(found, found->sieved);
    }
    if (sieve->paths) {
        auk__paths_drop(sieve->paths, sieve->bounds, sieve->slots, found, found->sieved);
    }
    found->sieved = found->keys.count;
}

AukPairSieve auk__found_sieve_begin(AukPairList *found, AukPairSieve more)
{
    AukPairSieve before = found->sieve;
    sieve_all(found); // of the sieve so far
    found->sieve.paths = more.paths ? more.paths : before.paths;
    found->sieve.bounds = more.bounds ? more.bounds : before.bounds;
    found->sieve.slots = more.slots ? more.slots : before.slots;
    found->sieve.dead |= more.dead;
    found->sieve.masked |= more.masked;
    return before;
}

void auk__found_sieve_end(AukPairList *found, AukPairSieve before)
{
    sieve_all(found);
    found->sieve = before;
}

AukStatus auk__found_grow(AukPairList *found, int count, int extra)
{
    if (sieve_drops(found->sieve)) {
        sieve_all(found);
        count = found->keys.count;
    }
    if (count <= found->keys.capacity - extra) {
        return AUK_OK;
    }
    if (found->limit > 0 && count > found->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    if (found->borrowed || count > INT_MAX - extra ||
        !auk__buffer_reserve(&found->keys, sizeof(uint64_t), count + extra)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    return AUK_OK;
}

static int bits_for(int slots)
{
    int bits = 1;
    while (bits < 31 && 1 << bits < slots) {
        bits++;
    }
    return bits;
}

static uint64_t key_pack(uint64_t key, int bits)
{
    uint32_t p = (uint32_t)(key >> 32) & 0x7fffffffu;
    uint32_t q = (uint32_t)key & 0x7fffffffu;
    return (uint64_t)(p < q ? p : q) << bits | (p < q ? q : p);
}

static void keys_unpack(const uint64_t *keys, uint64_t *pairs, int count, int bits)
{
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (int i = 0; i < count; i++) {
        AukBroadPair pair = {(uint32_t)(keys[i] >> bits), (uint32_t)(keys[i] & mask)};
        memcpy(pairs + i, &pair, sizeof pair);
    }
}

// Many keys are distributed to buckets by their highest bits. Then each bucket, which fits a cache, is sorted by one
// worker. The keys are distributed from `keys` to `scratch`; the sort of a bucket uses `keys` as its scratch memory.
typedef struct Deal {
    uint64_t *keys, *scratch;
    int bits;                               // bits of a slot number
    int shift;                              // key >> shift is the bucket
    uint32_t next[AUK_RANGES_MAX][BUCKETS]; // per range of keys and bucket: position of the next key
    uint32_t starts[BUCKETS + 1];
} Deal;

static void range_count(void *context, AukRange *range)
{
    Deal *deal = context;
    uint32_t *counts = deal->next[range->number];
    memset(counts, 0, sizeof deal->next[0]);
    for (int i = range->first; i < range->end; i++) {
        uint64_t key = key_pack(deal->keys[i], deal->bits);
        deal->keys[i] = key;
        counts[key >> deal->shift]++;
    }
}

static void range_deal(void *context, AukRange *range)
{
    Deal *deal = context;
    uint32_t *next = deal->next[range->number];
    for (int i = range->first; i < range->end; i++) {
        uint64_t key = deal->keys[i];
        deal->scratch[next[key >> deal->shift]++] = key;
    }
}

static void range_sort(void *context, AukRange *buckets)
{
    const Deal *deal = context;
    for (int b = buckets->first; b < buckets->end; b++) {
        uint32_t start = deal->starts[b];
        int count = (int)(deal->starts[b + 1] - start);
        auk__sort_u64(deal->scratch + start, deal->keys + start, count, 0, deal->shift);
        keys_unpack(deal->scratch + start, deal->keys + start, count, deal->bits);
    }
}

static void sort_many(uint64_t *keys, uint64_t *scratch, int count, int bits, const AukParallel *parallel)
{
    Deal deal;
    deal.keys = keys;
    deal.scratch = scratch;
    deal.bits = bits;
    deal.shift = 2 * bits > BUCKET_BITS ? 2 * bits - BUCKET_BITS : 0;
    AukRanges ranges, buckets;
    AukParallel by_buckets = {parallel->pool, 1};
    (void)auk__parallel_run(parallel, count, range_count, &deal, &ranges);
    uint32_t place = 0;
    for (int b = 0; b < BUCKETS; b++) {
        deal.starts[b] = place;
        for (int s = 0; s < ranges.count; s++) {
            uint32_t here = deal.next[s][b];
            deal.next[s][b] = place;
            place += here;
        }
    }
    deal.starts[BUCKETS] = place;
    (void)auk__parallel_again(parallel, range_deal, &deal, &ranges);
    (void)auk__parallel_run(&by_buckets, BUCKETS, range_sort, &deal, &buckets);
}

AukStatus auk__found_sort(AukBuffer *keys, AukWork *work, int slots)
{
    if (!auk__buffer_reserve(&work->scratch, sizeof(uint64_t), keys->count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukParallel *parallel = &work->parallel;
    uint64_t *scratch = work->scratch.items;
    int bits = bits_for(slots);
    if (keys->count >= (parallel->pool ? 4 * parallel->grain : MANY)) {
        sort_many(keys->items, scratch, keys->count, bits, parallel);
        return AUK_OK;
    }
    uint64_t *items = keys->items;
    for (int i = 0; i < keys->count; i++) {
        items[i] = key_pack(items[i], bits);
    }
    auk__sort_u64(items, scratch, keys->count, 0, 2 * bits);
    keys_unpack(items, items, keys->count, bits);
    return AUK_OK;
}

void auk__found_swap(AukPairList *found, AukBuffer *pairs)
{
    AukBuffer published = found->keys;
    found->keys = *pairs;
    found->keys.count = 0;
    *pairs = published;
}

AukStatus auk__found_publish(AukPairList *found, AukWork *work, int slots, AukBuffer *pairs)
{
    if (found->limit > 0 && found->keys.count > found->limit) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    AukStatus status = auk__found_sort(&found->keys, work, slots);
    if (!status) {
        auk__found_swap(found, pairs);
    }
    return status;
}

void auk__found_free(AukPairList *found)
{
    auk__buffer_free(&found->keys);
}
