// Checks of shapes that look at every vertex.
#ifndef AUK_GEOM_SHAPE_H
#define AUK_GEOM_SHAPE_H

#include "auk/types.h"
#include "base/fault.h"

// The status of a polygon, with its vertices, as auk_shape_polygon() would answer. Notes what is wrong, as a member of
// the shape; `fault` may be null.
AukStatus auk__polygon_find_fault(const AukShape *polygon, AukFault *fault);

#endif
