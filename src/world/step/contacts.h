// Phase five: the narrow phase.
#ifndef AUK_WORLD_STEP_CONTACTS_H
#define AUK_WORLD_STEP_CONTACTS_H

#include "world/state/world_state.h"

// pairs, travels, tight boxes, the last step's touches -> the next touches and contacts
AukStatus auk__contacts_compute(AukWorld *world);

#endif
