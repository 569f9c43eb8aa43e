// The depth of two overlapping polygons is the distance of the origin from the nearest edge of the Minkowski difference
// a - b. Its edges are those of a and those of -b, merged by angle; one walk around both outlines visits each, needs no
// memory, has no iteration limit, and cannot miss the minimum in deep or symmetric cases.
// EPA would look at fewer edges of large polygons but keeps a growing polygon of its own: with a cap on it the deepest
// and most symmetric pairs, where every edge counts, are the ones that come out wrong.
#include "geom/penetration.h"

// Edges whose angle differs by less count as one edge: the foot of the origin may lie on either of them.
#define PARALLEL 1e-12

// One outline being walked: the vertex it is at and how many of its edges are left.
typedef struct Walker {
    const AukCore *core;
    int index, left;
    AukDvec vertex, edge;
    double sign; // 1 for a, -1 for b, whose edges enter negated
} Walker;

static void load_edge(Walker *walker)
{
    AukDvec next = auk__core_vertex(walker->core, auk__core_next(walker->core, walker->index));
    walker->edge = dvec_scale(walker->sign, dvec_sub(next, walker->vertex));
}

static void advance(Walker *walker)
{
    walker->index = auk__core_next(walker->core, walker->index);
    walker->vertex = auk__core_vertex(walker->core, walker->index);
    walker->left--;
    load_edge(walker);
}

// Starts at the lowest vertex of the (possibly negated) outline, the leftmost of equally low ones, so that the edges
// come in order of their angle from 0 to a full turn.
static Walker start_walk(const AukCore *core, double sign)
{
    Walker walker = {core, 0, auk__core_edge_count(core), auk__core_vertex(core, 0), {0.0, 0.0}, sign};
    for (int i = 1; i < core->count; i++) {
        AukDvec v = auk__core_vertex(core, i);
        double lower = sign * (v.y - walker.vertex.y);
        if (lower < 0.0 || (lower == 0.0 && sign * (v.x - walker.vertex.x) < 0.0)) {
            walker.index = i;
            walker.vertex = v;
        }
    }
    load_edge(&walker);
    return walker;
}

// Which outline has the next edge by angle; both if the two are parallel.
static void choose(const Walker *a, const Walker *b, bool *take_a, bool *take_b)
{
    *take_a = a->left > 0;
    *take_b = b->left > 0;
    if (!*take_a || !*take_b) {
        return;
    }
    double cross = dvec_cross(a->edge, b->edge);
    double dot = dvec_dot(a->edge, b->edge);
    if (dot > 0.0 && fabs(cross) <= PARALLEL * dot) {
        return;
    }
    *take_a = cross > 0.0;
    *take_b = !*take_a;
}

AukPenetration auk__penetration(const AukCore *a, const AukCore *b)
{
    Walker walk_a = start_walk(a, 1.0), walk_b = start_walk(b, -1.0);
    // two points have no edges; any direction separates them, and this one is as good as another
    AukPenetration best = {INFINITY, walk_a.vertex, walk_b.vertex, {0.0, 1.0}};
    int edges = walk_a.left + walk_b.left;
    for (int i = 0; i < edges && (walk_a.left > 0 || walk_b.left > 0); i++) {
        bool take_a, take_b;
        choose(&walk_a, &walk_b, &take_a, &take_b);
        AukDvec edge_a = take_a ? walk_a.edge : dvec(0.0, 0.0);
        AukDvec edge_b = take_b ? walk_b.edge : dvec(0.0, 0.0);
        AukDvec edge = dvec_add(edge_a, edge_b);
        double length = dvec_length(edge);
        AukDvec normal = dvec(edge.y / length, -edge.x / length);
        AukDvec from = dvec_sub(walk_a.vertex, walk_b.vertex);
        double depth = dvec_dot(normal, from);
        if (depth < best.depth) {
            double t = -dvec_dot(from, edge) / (length * length);
            t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
            best.depth = depth;
            best.normal = normal;
            best.point_a = dvec_mul_add(walk_a.vertex, t, edge_a);
            best.point_b = dvec_mul_add(walk_b.vertex, -t, edge_b); // negated once more: b's own direction
        }
        if (take_a) {
            advance(&walk_a);
        }
        if (take_b) {
            advance(&walk_b);
        }
    }
    if (!(best.depth > 0.0) || edges == 0) {
        best.depth = 0.0; // rounding: the cores touch
    }
    return best;
}
