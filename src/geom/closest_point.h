// The point of a core closest to a given point. It is found on the core itself, without a Minkowski difference and
// without code shared with GJK.
#ifndef AUK_GEOM_CLOSEST_POINT_H
#define AUK_GEOM_CLOSEST_POINT_H

#include "geom/support_shape.h"

// The projected point equals point + distance * normal; on custom curves within 1e-7 of their size.
typedef struct AukClosestPoint {
    AukDvec point;
    double distance; // signed: 0 or below if the projected point lies inside or on the outline
    AukDvec normal;  // unit, outward; zero for a point on a corner
    bool exact;      // the normal is that of the outline, so it is accurate however near the point is; otherwise it is
                     // the direction from the closest point to the point
} AukClosestPoint;

enum { AUK_NO_EDGE = -1 };

// Projects a point (in the pair's frame) on a core without its radius. The projection of a point inside is the nearest
// point of the outline. Custom curves are an exception: for a point inside they return the point itself.
//
// *edge: on entry the edge of a polygon to test first, or AUK_NO_EDGE; on return the edge of the closest point. If the
// point moves little from call to call, a call then tests a few edges instead of all.
AukClosestPoint auk__closest_point(const AukSupportShape *core, AukDvec point, int *edge);

// The same on the outline of the ellipse with these half extents (above 0) along the axes.
AukClosestPoint auk__closest_point_on_ellipse(AukDvec half, AukDvec point);

#endif
