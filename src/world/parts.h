// The shapes of bodies: made, unmade, and kept where the broad phase and the queries look for them.
#ifndef AUK_WORLD_PARTS_H
#define AUK_WORLD_PARTS_H

#include "world/state.h"

// The box of a shape for its body in a pose, grown by what tau may add: whatever touches has touching boxes.
AukBox auk__part_box(const AukPart *part, AukTransform pose);

// Room for one more shape in every array that has an entry per shape.
AukStatus auk__parts_reserve(AukWorld *world, int count);

// Adds a shape to a body. The definition is checked here.
AukStatus auk__part_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeId *id);

// Puts a shape where it belongs after its body's pose, motion or enabledness changed.
void auk__part_refresh(AukWorld *world, uint32_t index);

// Removes all shapes of a body.
void auk__parts_remove_all(AukWorld *world, uint32_t body);

#endif
