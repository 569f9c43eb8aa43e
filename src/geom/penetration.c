// The depth of two overlapping polygons is the distance of the origin from the nearest edge of the Minkowski difference
// a - b. Looking at every edge needs no memory, has no iteration limit, and cannot miss the minimum in deep or
// symmetric cases. EPA would look at fewer edges of large polygons but keeps a growing polygon of its own: with a cap
// on it the deepest and most symmetric pairs, where every edge counts, are the ones that come out wrong.
#include "geom/penetration.h"

#include "geom/minkowski.h"

// What rounding may do to a depth, relative to the coordinates.
#define ROUNDING 1e-13

// How far b must go along the normal to be clear of a.
static double depth_along(const AukCore *a, const AukCore *b, AukDvec normal, AukPenetration *deep)
{
    deep->normal = normal;
    deep->point_a = auk__core_farthest(a, normal).point;
    deep->point_b = auk__core_farthest(b, dvec_neg(normal)).point;
    deep->depth = dvec_dot(normal, dvec_sub(deep->point_a, deep->point_b));
    return deep->depth;
}

// Tries the normals of all edges of one outline, and their opposites. `sign` is 1 for a's, -1 for b's.
static void try_edges(const AukCore *a, const AukCore *b, const AukCore *edges, double sign, AukPenetration *best)
{
    for (int i = 0; i < auk__core_edge_count(edges); i++) {
        AukDvec along = dvec_sub(auk__core_vertex(edges, auk__core_next(edges, i)), auk__core_vertex(edges, i));
        double length = sign * dvec_length(along);
        AukPenetration deep = {0.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, 0, AUK_OK};
        if (length != 0.0 && depth_along(a, b, dvec(along.y / length, -along.x / length), &deep) < best->depth) {
            *best = deep;
        }
    }
}

// A polygon thinner than 1e-14 of its length has lost its sides to rounding once it is turned, and its edges come in
// any order. Then every normal is tried by itself.
static AukPenetration verified(const AukCore *a, const AukCore *b, AukPenetration best, double size)
{
    AukPenetration seen = best;
    double along = depth_along(a, b, best.normal, &seen);
    if (along <= best.depth + ROUNDING * size) {
        return best;
    }
    try_edges(a, b, a, 1.0, &seen);
    try_edges(a, b, b, -1.0, &seen);
    seen.depth = seen.depth > 0.0 ? seen.depth : 0.0;
    return seen;
}

AukPenetration auk__penetration(const AukCore *a, const AukCore *b)
{
    AukMinkowskiWalk walk = auk__minkowski_start(a, b);
    // two points have no edges; any direction separates them, and this one is as good as another
    AukPenetration best = {INFINITY, walk.a.vertex, walk.b.vertex, {0.0, 1.0}, 0, AUK_OK};
    AukMinkowskiEdge edge;
    double size = 0.0; // largest coordinates that entered
    while (auk__minkowski_next(&walk, &edge)) {
        AukDvec along = dvec_sub(edge.edge_a, edge.edge_b);
        double length = dvec_length(along);
        AukDvec normal = dvec(along.y / length, -along.x / length);
        AukDvec from = dvec_sub(edge.from_a, edge.from_b);
        double reach = dvec_size(edge.from_a) + dvec_size(edge.from_b);
        size = reach > size ? reach : size;
        double depth = dvec_dot(normal, from);
        double t = -dvec_dot(from, along) / (length * length);
        if (t < 0.0 || t > 1.0) {
            // The nearest edge has the foot of the origin on it. In slivers every edge is near by its line, so what
            // counts is the distance to the edge itself.
            t = t < 0.0 ? 0.0 : 1.0;
            depth = dvec_length(dvec_mul_add(from, t, along));
        }
        if (depth < best.depth) {
            best.depth = depth;
            best.normal = normal;
            best.point_a = dvec_mul_add(edge.from_a, t, edge.edge_a);
            best.point_b = dvec_mul_add(edge.from_b, t, edge.edge_b);
        }
    }
    if (best.depth == INFINITY || !(best.depth > 0.0)) {
        best.depth = 0.0; // two points, or rounding: the cores touch
    }
    return verified(a, b, best, size);
}
