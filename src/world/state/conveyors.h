// Shapes whose surface moves, as that of a conveyor belt does, and carries the characters that stand on it.
#ifndef AUK_WORLD_STATE_CONVEYORS_H
#define AUK_WORLD_STATE_CONVEYORS_H

#include "world/state/world_state.h"

// The velocity of the conveyor of a shape, in the frame of its body; {0} if the shape is none.
AukVec2 auk__conveyor(const AukConveyors *conveyors, uint32_t head);

// True if a shape of this body is a conveyor, or a grid that may have some among its cells or beside it.
bool auk__conveyors_on(const AukWorld *world, uint32_t body);

// The velocity of a conveyor along a surface with that normal, all in one frame: as fast as `velocity` and as near to
// its direction as the surface allows. {0} where the two are perpendicular within 2^-20.
AukDvec auk__conveyor_along(AukDvec velocity, AukDvec normal);

// Sets the velocity of a shape; {0} removes it. The numbers have been checked and the memory is reserved.
void auk__conveyor_set(AukConveyors *conveyors, AukShapeId shape, AukVec2 velocity);

// Reserves memory for so many conveyors. False if there is no memory.
bool auk__conveyors_reserve(AukConveyors *conveyors, int count);

void auk__conveyors_release(AukConveyors *conveyors);

#endif
