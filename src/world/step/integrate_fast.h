// The fast path of integrate.h. It takes most bodies: those of one centred part that move by their velocity and are not
// swept. Beside swept bodies it writes their paths too; without it, one bullet doubled the time of a step.
// It needs less than half of the instructions of integrate.c. The local box of a centred part is kept, so the box of a
// body that does not turn is two additions. Bodies that turn are listed and rotated together (geom/rotate.h). Of a body
// at rest only its record is read.
#ifndef AUK_WORLD_STEP_INTEGRATE_FAST_H
#define AUK_WORLD_STEP_INTEGRATE_FAST_H

#include "world/step/integrate.h"

// auk__bodies_advance() for a range of movers, with dt > 0. Bodies with several parts or a target, swept ones, and
// those at the sides of a rectangle that repeats go to integrate.c. `context` is an AukAdvance.
void auk__integrate_fast_range(void *context, AukRange *range);

#endif
