// Conservative advancement of two turning cores.
#ifndef AUK_GEOM_ADVANCE_H
#define AUK_GEOM_ADVANCE_H

#include "geom/toi.h"

// The first contact at or after a fraction of the motion. If the shapes touch at that fraction, the contact is there,
// with `overlapping` set. Leaves the cores placed at any fraction.
AukImpact auk__advance(AukShapePath *a, AukShapePath *b, double fraction);

#endif
