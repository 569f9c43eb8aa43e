// Phase one: where bodies are after the step if nothing stops them, and their boxes.
#ifndef AUK_WORLD_STEP_INTEGRATE_H
#define AUK_WORLD_STEP_INTEGRATE_H

#include "world/state/world_state.h"

// What the ranges of movers are given.
typedef struct AukAdvance {
    AukWorld *world;
    float dt;
} AukAdvance;

// bodies -> final poses as if nothing were hit, tight boxes, boxes of the broad phase (of the whole motion where bodies
// are swept, and then travels too)
AukStatus auk__bodies_advance(AukWorld *world, float dt);

// A step that failed has set final poses and tight boxes of bodies that stayed where they were: makes them those of the
// poses again.
void auk__bodies_return(AukBodies *bodies, AukParts *parts);

// Sets the next pose of any mover, the boxes of its parts, and its travel if any body is swept. AUK_ERROR_RANGE.
AukStatus auk__body_advance(AukWorld *world, uint32_t index, float dt);

// Where a body will be when a step of dt is over that nothing stops.
AukTransform auk__body_coming(const AukBodies *bodies, const AukWrap *wrap, uint32_t index, float dt);

#endif
