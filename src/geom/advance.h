// Conservative advancement of two turning cores.
#ifndef AUK_GEOM_ADVANCE_H
#define AUK_GEOM_ADVANCE_H

#include "geom/toi.h"

// The first contact at or after a fraction of the way. Where the cores touch there, it is that, and `overlapping`.
// Leaves the cores placed somewhere on their ways.
AukImpact auk__advance(AukShapePath *a, AukShapePath *b, double fraction);

#endif
