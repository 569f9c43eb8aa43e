// The fast path of integrate.h. It takes most bodies: those of one centred part that move by their velocity, in a world
// without swept bodies.
// It needs less than half of the instructions of integrate.c. The local box of a centred part is kept, so the box of a
// body that does not turn is two additions. Bodies that turn are listed and rotated together (geom/rotate.h). Of a body
// at rest only its record is read.
#ifndef AUK_WORLD_STEP_INTEGRATE_FAST_H
#define AUK_WORLD_STEP_INTEGRATE_FAST_H

#include "world/step/integrate.h"

// auk__bodies_advance() for a range of movers in a world without swept bodies, with dt > 0. Bodies with several parts
// or a target go to auk__body_advance(). `context` is an AukAdvance.
void auk__integrate_fast_range(void *context, AukRange *range);

#endif
