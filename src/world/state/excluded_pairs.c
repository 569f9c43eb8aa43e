// The set of pairs of bodies that do not meet. All observable behaviour follows from the pairs alone: the rings are
// sorted, so hashes and snapshots do not depend on the order in which pairs were added and removed.
// Invariant: an entry in use is once in the table and once in the ring of each of its two bodies, which are alive.
#include "world/state/excluded_pairs.h"

#include "base/hash64.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/world_state.h"

#include <string.h>

static AukExcludedPair *excluded_pairs_entry_at(const AukExcludedPairs *set, uint32_t entry)
{
    return (AukExcludedPair *)set->entries.items + entry;
}

static int excluded_pairs_side_of(const AukExcludedPair *entry, uint32_t body)
{
    return entry->body[1] == body;
}

static uint32_t other_of(const AukExcludedPair *entry, uint32_t body)
{
    return entry->body[1 - excluded_pairs_side_of(entry, body)];
}

// ---- the table ----

static uint32_t home_of(const AukExcludedPairs *set, uint32_t a, uint32_t b)
{
    return (uint32_t)auk__hash_u64(AUK_HASH_START, (uint64_t)a << 32 | b) & ((uint32_t)set->table.count - 1);
}

// The index of a pair in the table, or the index of the empty slot for it. The table is never full.
static uint32_t excluded_pairs_place_of(const AukExcludedPairs *set, uint32_t a, uint32_t b)
{
    const uint32_t *table = set->table.items;
    uint32_t mask = (uint32_t)set->table.count - 1, place = home_of(set, a, b);
    for (; table[place] != 0; place = (place + 1) & mask) {
        const AukExcludedPair *entry = excluded_pairs_entry_at(set, table[place] - 1);
        if (entry->body[0] == a && entry->body[1] == b) {
            break;
        }
    }
    return place;
}

// Empties a slot, and moves the entries that follow it up, so that no search ends at a hole before its goal.
static void clear_place(AukExcludedPairs *set, uint32_t hole)
{
    uint32_t *table = set->table.items, mask = (uint32_t)set->table.count - 1;
    for (uint32_t i = (hole + 1) & mask; table[i] != 0; i = (i + 1) & mask) {
        const AukExcludedPair *entry = excluded_pairs_entry_at(set, table[i] - 1);
        if (((i - home_of(set, entry->body[0], entry->body[1])) & mask) >= ((i - hole) & mask)) {
            table[hole] = table[i];
            hole = i;
        }
    }
    table[hole] = 0;
}

static bool reserve_table(AukExcludedPairs *set, int count)
{
    int wanted = set->table.count > 16 ? set->table.count : 16;
    while (wanted / 2 < count && wanted < 1 << 30) {
        wanted *= 2;
    }
    if (wanted / 2 < count || !auk__buffer_reserve(&set->table, sizeof(uint32_t), wanted)) {
        return false;
    }
    if (wanted == set->table.count) {
        return true;
    }
    set->table.count = wanted;
    memset(set->table.items, 0, (size_t)wanted * sizeof(uint32_t));
    uint32_t pair[2];
    for (AukExcludedPairCursor cursor = {0, UINT32_MAX}; auk__excluded_pairs_next(set, &cursor, pair);) {
        ((uint32_t *)set->table.items)[excluded_pairs_place_of(set, pair[0], pair[1])] = cursor.entry + 1;
    }
    return true;
}

// ---- the rings ----

static void link_entry(AukExcludedPairs *set, uint32_t entry, uint32_t body)
{
    uint32_t *first = (uint32_t *)set->first.items + body;
    AukExcludedPair *it = excluded_pairs_entry_at(set, entry);
    int side = excluded_pairs_side_of(it, body);
    if (*first == UINT32_MAX) {
        *first = it->next[side] = it->prev[side] = entry;
        return;
    }
    // the search runs from the end, so that pairs added in ascending order cost no search
    uint32_t other = other_of(it, body), head = *first;
    uint32_t before = excluded_pairs_entry_at(set, head)
                          ->prev[excluded_pairs_side_of(excluded_pairs_entry_at(set, head), body)],
             last = before;
    while (before != head && other_of(excluded_pairs_entry_at(set, before), body) > other) {
        before = excluded_pairs_entry_at(set, before)
                     ->prev[excluded_pairs_side_of(excluded_pairs_entry_at(set, before), body)];
    }
    if (other_of(excluded_pairs_entry_at(set, before), body) > other) {
        before = last;
        *first = entry;
    }
    AukExcludedPair *previous = excluded_pairs_entry_at(set, before);
    uint32_t after = previous->next[excluded_pairs_side_of(previous, body)];
    AukExcludedPair *next = excluded_pairs_entry_at(set, after);
    it->prev[side] = before;
    it->next[side] = after;
    previous->next[excluded_pairs_side_of(previous, body)] = entry;
    next->prev[excluded_pairs_side_of(next, body)] = entry;
}

static void unlink_entry(AukExcludedPairs *set, uint32_t entry, uint32_t body)
{
    uint32_t *first = (uint32_t *)set->first.items + body;
    AukExcludedPair *it = excluded_pairs_entry_at(set, entry);
    int side = excluded_pairs_side_of(it, body);
    AukExcludedPair *previous = excluded_pairs_entry_at(set, it->prev[side]),
                    *next = excluded_pairs_entry_at(set, it->next[side]);
    previous->next[excluded_pairs_side_of(previous, body)] = it->next[side];
    next->prev[excluded_pairs_side_of(next, body)] = it->prev[side];
    if (*first == entry) {
        *first = it->next[side] == entry ? UINT32_MAX : it->next[side];
    }
}

// ---- the set ----

bool auk__excluded_pairs_reserve(AukExcludedPairs *set, int count, int bodies)
{
    int known = set->first.count;
    if (!auk__buffer_reserve(&set->first, sizeof(uint32_t), bodies) ||
        !auk__buffer_reserve(&set->entries, sizeof(AukExcludedPair), count) || !reserve_table(set, count)) {
        return false;
    }
    for (; known < bodies; known++) {
        auk__buffer_add_index(&set->first, UINT32_MAX);
    }
    return true;
}

void auk__excluded_pairs_free(AukExcludedPairs *set)
{
    auk__buffer_free(&set->entries);
    auk__buffer_free(&set->table);
    auk__buffer_free(&set->first);
}

void auk__excluded_pairs_clear(AukExcludedPairs *set)
{
    set->entries.count = set->first.count = set->count = 0;
    set->unused = 0;
    if (set->table.count > 0) {
        memset(set->table.items, 0, (size_t)set->table.count * sizeof(uint32_t));
    }
}

void auk__excluded_pairs_add(AukExcludedPairs *set, uint32_t a, uint32_t b)
{
    uint32_t entry = set->unused > 0 ? set->unused - 1 : (uint32_t)set->entries.count++;
    AukExcludedPair *it = excluded_pairs_entry_at(set, entry);
    set->unused = set->unused > 0 ? it->next[0] : 0;
    it->body[0] = a;
    it->body[1] = b;
    link_entry(set, entry, a);
    link_entry(set, entry, b);
    ((uint32_t *)set->table.items)[excluded_pairs_place_of(set, a, b)] = entry + 1;
    set->count++;
}

void auk__excluded_pairs_remove(AukExcludedPairs *set, uint32_t a, uint32_t b)
{
    uint32_t place = excluded_pairs_place_of(set, a, b), entry = ((const uint32_t *)set->table.items)[place] - 1;
    clear_place(set, place);
    unlink_entry(set, entry, a);
    unlink_entry(set, entry, b);
    excluded_pairs_entry_at(set, entry)->next[0] = set->unused;
    set->unused = entry + 1;
    set->count--;
}

bool auk__excluded_pairs_find(const AukExcludedPairs *set, uint32_t a, uint32_t b)
{
    const uint32_t *table = set->table.items;
    return set->count > 0 && table[excluded_pairs_place_of(set, a < b ? a : b, a < b ? b : a)] != 0;
}

bool auk__excluded_pairs_next(const AukExcludedPairs *set, AukExcludedPairCursor *cursor, uint32_t pair[2])
{
    const uint32_t *first = set->first.items;
    while (cursor->body < (uint32_t)set->first.count) {
        uint32_t body = cursor->body, entry = cursor->entry;
        if (entry == UINT32_MAX) {
            entry = first[body];
        } else {
            entry = excluded_pairs_entry_at(set, entry)
                        ->next[excluded_pairs_side_of(excluded_pairs_entry_at(set, entry), body)];
            entry = entry == first[body] ? UINT32_MAX : entry;
        }
        cursor->entry = entry;
        if (entry == UINT32_MAX) {
            cursor->body++;
        } else if (excluded_pairs_entry_at(set, entry)->body[0] == body) {
            pair[0] = body;
            pair[1] = excluded_pairs_entry_at(set, entry)->body[1];
            return true;
        }
    }
    return false;
}

// ---- public calls ----

void auk__body_meet_all(AukWorld *world, uint32_t body)
{
    for (uint32_t other; (other = auk__excluded_pairs_partner(&world->excluded, body)) != UINT32_MAX;) {
        auk__excluded_pairs_remove(&world->excluded, body < other ? body : other, body < other ? other : body);
        auk__body_update_filters(world, other);
    }
}

AukStatus auk_world_ignore_pair(AukWorld *world, AukBodyId a, AukBodyId b, bool ignored)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_IGNORE_PAIR, &a, &b, &ignored);
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_body(fault, auk__body_of(&world->bodies, a) != NULL, AUK_FIELD_A, a);
    status = status ? status : auk__fault_body(fault, auk__body_of(&world->bodies, b) != NULL, AUK_FIELD_B, b);
    if (!status && a.index == b.index) {
        status = auk__fault_write_id(fault, AUK_ERROR_SAME_BODY, AUK_FIELD_B, b.index, b.generation);
    }
    if (status) {
        return auk__answer(world, status);
    }
    AukExcludedPairs *set = &world->excluded;
    uint32_t low = a.index < b.index ? a.index : b.index, high = a.index < b.index ? b.index : a.index;
    if (auk__excluded_pairs_find(set, low, high) == ignored) {
        return auk__answer(world, AUK_OK);
    }
    if (!ignored) {
        auk__excluded_pairs_remove(set, low, high);
    } else if (set->count < INT32_MAX / 2 &&
               auk__excluded_pairs_reserve(set, set->count + 1, world->bodies.records.count)) {
        auk__excluded_pairs_add(set, low, high);
    } else {
        return auk__answer(world, AUK_ERROR_OUT_OF_MEMORY);
    }
    auk__body_update_filters(world, low);
    auk__body_update_filters(world, high);
    return auk__answer(world, AUK_OK);
}

bool auk_world_is_pair_ignored(const AukWorld *world, AukBodyId a, AukBodyId b)
{
    return world && auk__body_of(&world->bodies, a) && auk__body_of(&world->bodies, b) &&
           auk__is_excluded(&world->excluded, a.index, b.index);
}

int auk_world_ignored_pairs(const AukWorld *world, AukBodyPair *out, int capacity)
{
    if (!world || !out) {
        return world ? world->excluded.count : 0;
    }
    int count = 0;
    AukExcludedPairCursor cursor = {0, UINT32_MAX};
    for (uint32_t pair[2]; count < capacity && auk__excluded_pairs_next(&world->excluded, &cursor, pair); count++) {
        out[count].a = auk__body_id(&world->bodies, pair[0]);
        out[count].b = auk__body_id(&world->bodies, pair[1]);
    }
    return count;
}
