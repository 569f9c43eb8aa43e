// The depth of two overlapping polygons is the distance of the origin from the nearest edge of the Minkowski difference
// a - b. Looking at every edge needs no memory, has no iteration limit, and cannot miss the minimum in deep or
// symmetric cases. EPA would look at fewer edges of large polygons but keeps a growing polygon of its own: with a cap
// on it the deepest and most symmetric pairs, where every edge counts, are the ones that come out wrong.
#include "geom/penetration.h"

#include "geom/difference.h"
#include "geom/minkowski.h"

AukPenetration auk__penetration(const AukSupportShape *a, const AukSupportShape *b)
{
    AukMinkowskiWalk walk = auk__minkowski_start(a, b);
    // two points have no edges; any direction separates them, and this one is as good as another
    AukPenetration best = {INFINITY, walk.a.vertex, walk.b.vertex, {0.0, 1.0}, 0, AUK_OK};
    AukMinkowskiEdge edge;
    while (auk__minkowski_next(&walk, &edge)) {
        AukDvec along = dvec_sub(edge.edge_a, edge.edge_b);
        AukEdgeNearest nearest = auk__edge_nearest(dvec_sub(edge.from_a, edge.from_b), along);
        if (nearest.distance < best.depth) {
            best.depth = nearest.distance;
            best.normal = nearest.normal;
            best.point_a = dvec_mul_add(edge.from_a, nearest.t, edge.edge_a);
            best.point_b = dvec_mul_add(edge.from_b, nearest.t, edge.edge_b);
        }
    }
    if (best.depth == INFINITY || !(best.depth > 0.0)) {
        best.depth = 0.0; // two points, or rounding: the cores touch
    }
    return best;
}
