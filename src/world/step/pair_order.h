// Sorts records by several 32-bit keys: stable radix passes over an array of indices, from the last key to the first.
//     auk__order_start(pairs, n);
//     for each key, last first: set the upper half of each order[i] to the key of the record whose index is its lower
//     half (auk__order_key()), then auk__order_pass(pairs, n).
#ifndef AUK_WORLD_STEP_PAIR_ORDER_H
#define AUK_WORLD_STEP_PAIR_ORDER_H

#include "base/sort.h"
#include "world/state/world_state.h"

// The first two sort keys of contacts and events (the bodies), as one number.
static inline uint64_t auk__pair_bodies(const AukPair *pair)
{
    return (uint64_t)pair->body_a << 32 | pair->body_b;
}

// True if two pairs are of the same two shapes, whatever their pieces.
static inline bool auk__same_shapes(const AukPair *a, const AukPair *b)
{
    return a->shape_a == b->shape_a && a->shape_b == b->shape_b;
}

static inline uint64_t auk__contact_bodies(const AukContact *contact)
{
    return (uint64_t)contact->body_a.index << 32 | contact->body_b.index;
}

// Negative if the shapes of `pair` come before those of `contact` in the order of contacts; 0 if their slots are equal,
// for any pieces.
static inline int auk__shapes_against_contact(const AukPair *pair, const AukContact *contact)
{
    uint64_t left = auk__pair_bodies(pair), right = auk__contact_bodies(contact);
    if (left == right) {
        left = (uint64_t)pair->shape_a << 32 | pair->shape_b;
        right = (uint64_t)contact->shape_a.index << 32 | contact->shape_b.index;
    }
    return (left > right) - (left < right);
}

// The same comparison, including the pieces.
static inline int auk__pair_against_contact(const AukPair *pair, const AukContact *contact)
{
    int shapes = auk__shapes_against_contact(pair, contact);
    uint64_t left = (uint64_t)(uint32_t)pair->child_a << 32 | (uint32_t)pair->child_b;
    uint64_t right = (uint64_t)(uint32_t)contact->child_a << 32 | (uint32_t)contact->child_b;
    return shapes != 0 ? shapes : (left > right) - (left < right);
}

// The index of the first touch whose shapes do not come before those of `pair`.
static inline int auk__touches_find(const AukTouches *touches, const AukPair *pair)
{
    const AukContact *contacts = touches->contacts.items;
    int first = 0, end = touches->contacts.count;
    while (first < end) {
        int middle = first + (end - first) / 2;
        bool before = auk__shapes_against_contact(pair, &contacts[middle]) > 0;
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    return first;
}

// The first pair at or after `index` whose bodies differ from those of the pair at `index` - 1.
static inline int auk__pairs_from(const AukPairWork *pair_work, int index)
{
    const AukPair *pairs = pair_work->records.items;
    while (index > 0 && index < pair_work->records.count &&
           auk__pair_bodies(&pairs[index]) == auk__pair_bodies(&pairs[index - 1])) {
        index++;
    }
    return index;
}

// The number of touches that come before the bodies of a pair. If `pair` is the number of pairs, all touches.
static inline int auk__touches_before(const AukPairWork *pair_work, const AukTouches *last, int pair)
{
    if (pair >= pair_work->records.count) {
        return last->touches.count;
    }
    AukPair first = ((const AukPair *)pair_work->records.items)[pair];
    first.shape_a = first.shape_b = 0; // no shape of these bodies comes before
    return auk__touches_find(last, &first);
}

// Fills pairs->order with 0 .. count - 1. False if there is no memory.
static inline bool auk__order_start(AukPairWork *pairs, int count)
{
    if (!auk__buffer_resize(&pairs->order, sizeof(uint64_t), count) ||
        !auk__buffer_resize(&pairs->order_spare, sizeof(uint64_t), count)) {
        return false;
    }
    uint64_t *order = pairs->order.items;
    for (int i = 0; i < count; i++) {
        order[i] = (uint64_t)i;
    }
    return true;
}

static inline void auk__order_key(uint64_t *entry, uint32_t key)
{
    *entry = (uint64_t)key << 32 | (uint32_t)*entry;
}

static inline void auk__order_pass(AukPairWork *pairs, int count)
{
    auk__sort_u64(pairs->order.items, pairs->order_spare.items, count, 32, 64);
}

#endif
