// The nearest points of separate convex polygons are on a vertex of one and an edge of the other. The depth of an
// overlap is measured from an edge to the other polygon's vertex that lies deepest behind it. The calipers visit the
// pairs of a vertex and an edge that face each other, brute force visits all.
#include "tools/polygon_exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef CalipersPoint Vec;

static double turn(Vec a, Vec b, Vec c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int compare(const void *left, const void *right)
{
    const PolygonPoint *a = left;
    const PolygonPoint *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return (a->y > b->y) - (a->y < b->y);
}

// Adds a point to the chain that starts at `base`, and removes the points that are no longer convex.
static int add_to_chain(PolygonHull *hull, int base, PolygonPoint p)
{
    Vec v = {p.x, p.y};
    int count = hull->count;
    while (count - base >= 2 && turn(hull->points[count - 2], hull->points[count - 1], v) <= 0.0) {
        count--;
    }
    hull->points[count] = v;
    return count + 1;
}

// (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.)
void polygon_hull(const Polygon *polygon, PolygonHull *hull)
{
    static PolygonPoint sorted[POLYGON_COUNT_MAX];
    int count = polygon->count;
    memcpy(sorted, polygon->points, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    hull->count = 0;
    for (int i = 0; i < count; i++) {
        hull->count = add_to_chain(hull, 0, sorted[i]);
    }
    int base = hull->count - 1;
    for (int i = count - 2; i >= 0; i--) {
        hull->count = add_to_chain(hull, base, sorted[i]);
    }
    hull->count--; // the last point is the first one again
}

PolygonDistance polygon_by_calipers(const PolygonHull *one, const PolygonHull *two)
{
    CalipersPolygon first = {one->points, one->count}, second = {two->points, two->count};
    CalipersResult found = calipers_measure(first, second);
    return (PolygonDistance){found.distance, {found.one.x, found.one.y}, {found.two.x, found.two.y}, found.turns, true};
}

// ---- brute force ----------------------------------------------------------------------------------------------

typedef struct Search {
    PolygonDistance nearest; // vertex and edge, if the polygons are apart
    PolygonDistance deepest; // vertex and edge line, if they overlap
} Search;

static PolygonDistance pair_of(double distance, Vec on_edge, Vec vertex, bool edge_is_of_one)
{
    PolygonPoint e = {on_edge.x, on_edge.y}, v = {vertex.x, vertex.y};
    return edge_is_of_one ? (PolygonDistance){distance, e, v, 0, false} : (PolygonDistance){distance, v, e, 0, false};
}

// The depth from an edge line to the vertex deepest behind it. If the vertex is the end of a parallel edge, its foot
// may lie beside the edge; both points are then moved along the edge until the foot is on it.
static PolygonDistance depth_pair(Vec from, Vec edge, double t, double deepest, bool edge_is_of_one)
{
    double length = sqrt(edge.x * edge.x + edge.y * edge.y);
    t = fmin(fmax(t, 0.0), 1.0);
    Vec foot = {from.x + t * edge.x, from.y + t * edge.y};
    Vec deep = {foot.x + deepest / length * edge.y, foot.y - deepest / length * edge.x};
    return pair_of(deepest, foot, deep, edge_is_of_one);
}

// Tests one edge against all vertices of the other polygon.
static void try_edge(Search *search, Vec from, Vec to, const PolygonHull *other, bool edge_is_of_one)
{
    Vec edge = {to.x - from.x, to.y - from.y};
    double square = edge.x * edge.x + edge.y * edge.y;
    double deepest = HUGE_VAL, t_deepest = 0.0;
    for (int i = 0; i < other->count; i++) {
        Vec v = other->points[i];
        Vec w = {v.x - from.x, v.y - from.y};
        double t = (w.x * edge.x + w.y * edge.y) / square;
        double outside = (w.x * edge.y - w.y * edge.x) / sqrt(square);
        if (outside < deepest) {
            deepest = outside;
            t_deepest = t;
        }
        Vec on_edge = {from.x + t * edge.x, from.y + t * edge.y};
        on_edge = t <= 0.0 ? from : (t >= 1.0 ? to : on_edge);
        Vec offset = {v.x - on_edge.x, v.y - on_edge.y};
        double distance = sqrt(offset.x * offset.x + offset.y * offset.y);
        if (distance < search->nearest.distance) {
            search->nearest = pair_of(distance, on_edge, v, edge_is_of_one);
        }
    }
    if (deepest > search->deepest.distance) {
        search->deepest = depth_pair(from, edge, t_deepest, deepest, edge_is_of_one);
    }
}

static void try_edges(Search *search, const PolygonHull *edges, const PolygonHull *other, bool edges_are_of_one)
{
    for (int i = 0; i < edges->count; i++) {
        int next = i + 1 < edges->count ? i + 1 : 0;
        try_edge(search, edges->points[i], edges->points[next], other, edges_are_of_one);
    }
}

PolygonDistance polygon_by_brute_force(const PolygonHull *one, const PolygonHull *two)
{
    Search search = {0};
    search.nearest.distance = HUGE_VAL;
    search.deepest.distance = -HUGE_VAL;
    try_edges(&search, one, two, true);
    try_edges(&search, two, one, false);
    // The polygons are apart if and only if one edge has the other polygon on its outside.
    PolygonDistance found = search.deepest.distance > 0.0 ? search.nearest : search.deepest;
    found.rounds = 2 * one->count * two->count;
    found.converged = true;
    return found;
}
