// Less than half of the instructions of integrate.c: the local box of a centred part is kept, so the box of a body that
// does not turn is two additions; bodies that turn are listed and rotated together (geom/rotate.h). Of a body at rest
// only the first cache line is read.
//
// The same as integrate.h for most bodies: those of one centred part, in a world without swept bodies, that go by their
// velocity.
#ifndef AUK_WORLD_STEP_INTEGRATE_FAST_H
#define AUK_WORLD_STEP_INTEGRATE_FAST_H

#include "world/step/integrate.h"

// bodies_advance for a range of movers in a world where nothing is swept, with a dt above zero; those that have several
// parts or a target are left to auk__body_advance(). `context` is an AukAdvance.
void auk__integrate_fast_range(void *context, AukRange *range);

#endif
