// Phase six: events, from comparing the touches of two steps.
#ifndef AUK_WORLD_STEP_EVENTS_H
#define AUK_WORLD_STEP_EVENTS_H

#include "world/state/world_state.h"

// the last step's touches, pairs that met, the next touches -> events
AukStatus auk__events_derive(AukWorld *world);

// the next touches of sensors -> overlaps
AukStatus auk__events_overlaps(AukWorld *world);

#endif
