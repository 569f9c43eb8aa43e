// How the article on alternating projection projects a point onto a convex body: onto the plane that it is farthest
// outside of, or, where the foot on that plane is not on the body, onto the edge of two planes. In the plane a "plane"
// is a line and an "edge" a corner, so there are two stages.
#ifndef DEMOS_SCENES_PROJECTION_PLANES_H
#define DEMOS_SCENES_PROJECTION_PLANES_H

#include "auk/geom.h"

enum { PROJECTION_CORNERS_MAX = 16 };

typedef struct ProjectionPlanes {
    int count;         // planes used: 0 inside, 1, or 2 at a corner
    AukVec2 feet[2];   // a point of each
    AukVec2 inward[2]; // its unit normal
    AukVec2 to;        // the projection
    float sine;        // between two planes; rounding of `to` grows as they become parallel
} ProjectionPlanes;

// Circles have the tangent at the point nearest to `from`; their core, onto which auk projects, is the centre. Shapes
// are circles, boxes and polygons of at most PROJECTION_CORNERS_MAX corners.
ProjectionPlanes projection_planes_find(const AukShape *shape, AukTransform pose, AukVec2 from);

#endif
