// The point of a core nearest to a given point, found on the core itself: no Minkowski difference, no code of GJK.
#ifndef AUK_GEOM_CLOSEST_POINT_H
#define AUK_GEOM_CLOSEST_POINT_H

#include "geom/support_shape.h"

// The projected point is point + distance * normal; on custom curves up to 1e-7 of their size.
typedef struct AukClosestPoint {
    AukDvec point;
    double distance; // signed: 0 or below if the projected point lies inside or on the outline
    AukDvec normal;  // unit, outward; zero for a point on a corner
    bool exact;      // the normal is the outline's: exact however near the point is; else from the closest point to the
                     // point
} AukClosestPoint;

enum { AUK_NO_EDGE = -1 };

// Projects a point (in the pair's frame) on a core without its radius. For a point inside it is the nearest point of
// the outline; custom curves then only tell that it is inside, and give the point itself.
//
// *edge: in: where to look first on a polygon, or AUK_NO_EDGE; out: where it was found. A point that moves a little
// from one call to the next then costs a few edges instead of all.
AukClosestPoint auk__closest_point(const AukSupportShape *core, AukDvec point, int *edge);

// The same on the outline of the ellipse with these half extents (above 0) along the axes.
AukClosestPoint auk__closest_point_on_ellipse(AukDvec half, AukDvec point);

#endif
