// Phase five: the narrow phase.
#ifndef AUK_WORLD_STEP_CONTACTS_H
#define AUK_WORLD_STEP_CONTACTS_H

#include "world/state/world_state.h"

// Counts that each range of pairs reports. auk__events_derive() uses the ranges that auk__contacts_compute() leaves in
// the world.
enum {
    AUK_COUNT_SOLIDS,
    AUK_COUNT_SENSORS,
    AUK_COUNT_CANDIDATES,
    AUK_COUNT_CHANGES, // in AukPairWork.changes from the range's place on: of solids, then of sensors
    AUK_COUNT_BEGINS = AUK_COUNT_CHANGES + 2, // pairs that did not touch, and touch or met: of solids, then of sensors
    AUK_CONTACT_COUNTS = AUK_COUNT_BEGINS + 2
};

_Static_assert((int)AUK_CONTACT_COUNTS <= (int)AUK_RANGE_COUNTS, "all are reported");

// pairs, body paths, tight boxes, the last step's touches -> the next touches and contacts
AukStatus auk__contacts_compute(AukWorld *world);

typedef struct AukContactTest {
    bool touches;
    double limit; // largest distance at which the pair touches: tau, or 2 tau if it touched before
} AukContactTest;

// Tests whether a pair that passed the filters touches at the present poses. It runs the code of the step, so the next
// step makes a contact of the pair exactly if this is true. Of `pair`, the members that name the pieces and `sensor`
// must be set. Invariant: between two steps the final pose of a body equals its pose. Buried cells
// (auk__piece_is_buried()) are tested alone here; the step leaves them out if cells with a surface overlap the same
// shape.
AukContactTest auk__contacts_test(const AukWorld *world, const AukPair *pair);

#endif
