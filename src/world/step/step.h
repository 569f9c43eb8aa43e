// The phases of a step, in order. Each reads the arrays on its left and writes those on its right; none changes the
// world's state, which publish() in step.c alone does.
#ifndef AUK_WORLD_STEP_STEP_H
#define AUK_WORLD_STEP_STEP_H

#include "world/state/world_state.h"

// bodies -> final poses as if nothing were hit, tight boxes, boxes of the broad phase (of the whole motion where bodies
// are swept, and then travels too)
AukStatus auk__bodies_advance(AukWorld *world, float dt);

// A step that failed has moved the boxes, and turned the reaches, of bodies that stayed where they were.
void auk__reaches_restore(AukWorld *world);

// pairs of the broad phase -> pairs that count, sorted by (body a, body b, shape a, shape b)
AukStatus auk__pairs_filter(AukWorld *world);

// True if two parts meet at all, whether near or not: the one filter of pairs. Most parts are plain and need no more
// than a look; what is asked of the others; and a part of that, by bodies.
bool auk__filters_meet(const AukWorld *world, const AukPart *a, const AukPart *b);

static inline bool auk__parts_meet(const AukWorld *world, const AukPart *a, const AukPart *b)
{
    return a->body != b->body && ((a->plain && b->plain) || auk__filters_meet(world, a, b));
}

bool auk__same_owner(const AukWorld *world, uint32_t a, uint32_t b);

// swept pairs, travels -> hits in order of time, final poses of what was stopped
AukStatus auk__motion_resolve(AukWorld *world, float dt);

// Room for auk__motion_resolve() in a world of that size. False if there is no memory.
bool auk__motion_reserve(AukWorld *world, int bodies, int pairs);

// What is being pierced before the step, and what is after it (with what is left of `pierce`). AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__pierced_begin(AukWorld *world);
void auk__pierced_publish(AukWorld *world);

// Adds the bounces of the step to those that bodies have had.
void auk__bounces_publish(AukWorld *world);
AukPair auk__pair_make(const AukWorld *world, uint32_t part_a, uint32_t part_b);
bool auk__pair_precedes(const AukPair *a, const AukPair *b);
AukStatus auk__pairs_sort(AukWorld *world);

// Drops the pairs that a one-way shape or cell does not block; `grids` says that there are pairs with cells.
void auk__one_way_sift(AukWorld *world, bool grids);

// Whether a pair meets as far as one-way shapes are concerned.
bool auk__one_way_lets_meet(const AukWorld *world, const AukPair *pair);

// pairs, travels, tight boxes, the last step's touches -> the next touches and contacts
AukStatus auk__contacts_compute(AukWorld *world);

// the last step's touches, pairs met, the next touches -> events
AukStatus auk__events_derive(AukWorld *world);

// Where a body will be when a step of dt is over that nothing stops.
AukTransform auk__body_coming(const AukWorld *world, uint32_t index, float dt);

#endif
