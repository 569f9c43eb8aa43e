// The merge of pairs with what touched after the last step: both are sorted by the same key.
#ifndef AUK_WORLD_STEP_TOUCH_WALK_H
#define AUK_WORLD_STEP_TOUCH_WALK_H

#include "base/assert.h"
#include "base/prefetch.h"
#include "world/step/pair_order.h"

static inline bool auk__names_pair(const AukBodies *bodies, const AukParts *parts, const AukPair *pair,
                                   const AukContact *contact)
{
    return auk_body_id_equal(contact->body_a, auk__body_id(bodies, pair->body_a)) &&
           auk_body_id_equal(contact->body_b, auk__body_id(bodies, pair->body_b)) &&
           auk_shape_id_equal(contact->shape_a, auk__shape_id(parts, pair->shape_a)) &&
           auk_shape_id_equal(contact->shape_b, auk__shape_id(parts, pair->shape_b));
}

// True if the ids of the pair equal those of the contact. The slots in last step's touches are never reused
// (slot_quarantine.c), so generations are compared only after a restore: a snapshot may have touches without the events
// that keep their slots. Generations are scattered in memory, and reading them costs more than the rest of this merge.
static inline bool auk__is_same_pair(const AukWorld *world, const AukPair *pair, const AukContact *contact)
{
    AUK_ASSERT(world->save.touches_restored || auk__names_pair(&world->bodies, &world->parts, pair, contact));
    return !world->save.touches_restored || auk__names_pair(&world->bodies, &world->parts, pair, contact);
}

// An iterator over the last step's touches of one sort (solid or sensor), in step with pairs in the same order.
typedef struct AukTouchWalk {
    const AukContact *at, *end;
    uint64_t bodies; // of `at`; UINT64_MAX at the end
    int index;       // of `at`
} AukTouchWalk;

static inline void auk__touch_walk_note(AukTouchWalk *walk)
{
    walk->bodies = walk->at < walk->end ? auk__contact_bodies(walk->at) : UINT64_MAX;
}

// Contacts before one that is read or written when its memory is asked for. They lie one after the other, but a
// processor that guesses what is read next stops at the end of each page, of 37 contacts.
enum { AUK_CONTACTS_AHEAD = 8 };

static inline void auk__touch_walk_next(AukTouchWalk *walk)
{
    walk->at++;
    walk->index++;
    AUK_PREFETCH_ITEM(walk->at, AUK_CONTACTS_AHEAD);
}

static inline AukTouchWalk auk__touch_walk_of_all(const AukTouches *last)
{
    AukTouchWalk walk = {last->contacts.items, last->contacts.items, 0, 0};
    if (last->contacts.count > 0) {
        walk.end = walk.at + last->contacts.count;
    }
    auk__touch_walk_note(&walk);
    return walk;
}

// An iterator that begins at the first touch of the shapes of `pair`.
static inline AukTouchWalk auk__touch_walk_from(const AukTouches *last, const AukPair *pair)
{
    AukTouchWalk walk = auk__touch_walk_of_all(last);
    if (last->contacts.count > 0) {
        walk.index = auk__touches_find(last, pair);
        walk.at += walk.index;
        auk__touch_walk_note(&walk);
    }
    return walk;
}

static inline bool auk__is_of_pieces(const AukContact *contact, const AukPair *pair)
{
    return contact->shape_a.index == pair->shape_a && contact->shape_b.index == pair->shape_b &&
           contact->child_a == pair->child_a && contact->child_b == pair->child_b;
}

// The index of the touch of the same pair; without one ~ of the index of the first touch that comes after it.
static inline int auk__touch_walk_to(AukTouchWalk *walk, const AukWorld *world, const AukPair *pair)
{
    uint64_t bodies = auk__pair_bodies(pair);
    while (walk->bodies < bodies) {
        auk__touch_walk_next(walk);
        auk__touch_walk_note(walk);
    }
    if (walk->bodies > bodies) {
        return ~walk->index;
    }
    if (!auk__is_of_pieces(walk->at, pair)) {
        while (walk->at < walk->end && auk__pair_against_contact(pair, walk->at) > 0) {
            auk__touch_walk_next(walk);
        }
        auk__touch_walk_note(walk);
        if (walk->bodies != bodies || !auk__is_of_pieces(walk->at, pair)) {
            return ~walk->index;
        }
    }
    return auk__is_same_pair(world, pair, walk->at) ? walk->index : ~walk->index;
}

static inline bool auk__touch_is_of_shapes(const AukWorld *world, const AukTouches *last, const AukPair *pair,
                                           int index)
{
    const AukContact *contact = (const AukContact *)last->contacts.items + index;
    return auk__shapes_against_contact(pair, contact) == 0 && auk__is_same_pair(world, pair, contact);
}

// True if any pieces of the two shapes of a pair without a touch touched after the last step: the touches of two shapes
// lie side by side. A shape that moves from one piece of a surface to the next thus keeps the larger limit of touching.
static inline bool auk__has_touch_beside(const AukWorld *world, const AukTouches *last, const AukPair *pair)
{
    int next = ~pair->previous;
    return (next > 0 && auk__touch_is_of_shapes(world, last, pair, next - 1)) ||
           (next < last->contacts.count && auk__touch_is_of_shapes(world, last, pair, next));
}

#endif
