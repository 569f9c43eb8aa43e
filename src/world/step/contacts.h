// Phase five: the narrow phase.
#ifndef AUK_WORLD_STEP_CONTACTS_H
#define AUK_WORLD_STEP_CONTACTS_H

#include "world/state/world_state.h"

// What the ranges of pairs report. Ranges that contacts_compute() leaves in the world are those of events_derive() too.
enum {
    AUK_COUNT_SOLIDS,
    AUK_COUNT_SENSORS,
    AUK_COUNT_CANDIDATES,
    AUK_COUNT_IN_PIECES, // two pairs may be of the same two shapes
    AUK_COUNT_EVENTS     // of one sort by kind: how many, then where they go
};

_Static_assert((int)AUK_COUNT_EVENTS + (int)AUK_EVENT_ENTER <= (int)AUK_RANGE_COUNTS, "a count for each kind");

// pairs, travels, tight boxes, the last step's touches -> the next touches and contacts
AukStatus auk__contacts_compute(AukWorld *world);

typedef struct AukContactTest {
    bool touches;
    double limit; // up to what distance the pair touches: tau, or 2 tau if it touched before
} AukContactTest;

// Whether a pair that passed the filters touches where its bodies are now: by the code of the step, which makes a
// contact of it exactly then. Of its fields those that name the pieces and `sensor` are set. Invariant: between two
// steps the final pose of a body is its pose. Cells in the midst of others (auk__piece_is_buried()) touch by
// themselves; the step leaves them out if cells with a surface overlap the same shape.
AukContactTest auk__contacts_test(const AukWorld *world, const AukPair *pair);

#endif
