// A polygon inside the Minkowski difference grows from four support points. Its edge nearest the origin is split at the
// support point along the edge's normal, until no support point is beyond the edge. The distance of the nearest edge is
// a lower bound on the depth, and each support point gives an upper bound; the error of the depth is at most their
// difference.
// Invariant: the edges form a closed convex ring of support points; a heap holds the ring's edges by distance.
// On polygons an edge whose bounds are equal is a face, and the answer is the point of the face nearest the origin. On
// curves the bounds only tell which local minimum of the depth is the smallest: at a difference of 1e-9 the normal of
// an edge has an error of up to 1e-4. So the search then follows the support function to its local minimum, where its
// slope is 0. That gives the normal up to rounding.
#include "geom/epa.h"

#include "geom/difference.h"
#include "geom/gjk.h"

#include <string.h>

// Rounding error of a bound, relative to the coordinates: bounds that differ by less count as equal.
#define EPA_MET 1e-13
// On curves the bounds converge but never become equal: minima that differ by less than this count as equally deep.
#define EPA_CURVE_MET 1e-9
// After the ring is full, edges whose lower bound is below the best depth by less than this are left alone. Two equal
// ellipses that are circles, whose depth is the same in all directions, then need 4096 directions. auk/geom.h promises
// 1e-6.
#define LEAST_GAP 6e-7
// The first step downhill, in radians; about sqrt(EPA_CURVE_MET): how far a direction can be from the minimum when the
// depths agree to EPA_CURVE_MET, for a radius of curvature of about the pair's size.
#define EPA_FIRST_TURN 3e-5

enum { SPLITS_AFTER_LIMIT = 24 };

typedef struct EpaEdge {
    double distance; // from the origin
    double t;        // parameter of the point nearest the origin
    int from, to;    // vertices, counter-clockwise
} EpaEdge;

typedef struct Polytope {
    const AukSupportShape *a, *b;
    AukDifferencePoint vertices[AUK_EPA_VERTEX_LIMIT];
    EpaEdge heap[2 * AUK_EPA_VERTEX_LIMIT];
    int vertex_count, edge_count;
    double size; // largest coordinate of the pair
} Polytope;

static AukDifferencePoint support_along(Polytope *polytope, AukDvec direction)
{
    AukDifferencePoint point = auk__difference_support(polytope->a, polytope->b, direction);
    double size = dvec_larger_size(point.a, point.b);
    polytope->size = size > polytope->size ? size : polytope->size;
    return point;
}

// The distance of the origin from the edge between two support points, and the parameter of the nearest point. False if
// the support points are one point.
static bool measure_edge(const Polytope *polytope, const AukDifferencePoint *from, const AukDifferencePoint *to,
                         double *t, double *distance)
{
    AukDvec along = dvec_sub(to->w, from->w);
    if (dvec_size(along) <= EPA_MET * polytope->size) {
        return false;
    }
    AukEdgeNearest nearest = auk__edge_nearest(from->w, along);
    *t = nearest.t;
    *distance = nearest.distance;
    return true;
}

static bool edge_precedes(const EpaEdge *a, const EpaEdge *b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->from < b->from);
}

static void push_edge(Polytope *polytope, int from, int to)
{
    EpaEdge edge = {0.0, 0.0, from, to};
    if (!measure_edge(polytope, &polytope->vertices[from], &polytope->vertices[to], &edge.t, &edge.distance)) {
        return;
    }
    int i = polytope->edge_count++;
    for (; i > 0 && edge_precedes(&edge, &polytope->heap[(i - 1) / 2]); i = (i - 1) / 2) {
        polytope->heap[i] = polytope->heap[(i - 1) / 2];
    }
    polytope->heap[i] = edge;
}

static EpaEdge pop_edge(Polytope *polytope)
{
    EpaEdge *heap = polytope->heap;
    EpaEdge first = heap[0], last = heap[--polytope->edge_count];
    int i = 0;
    for (int child = 1; child < polytope->edge_count; i = child, child = 2 * i + 1) {
        child += child + 1 < polytope->edge_count && edge_precedes(&heap[child + 1], &heap[child]);
        if (!edge_precedes(&heap[child], &last)) {
            break;
        }
        heap[i] = heap[child];
    }
    heap[i] = last;
    return first;
}

static void start_polytope(Polytope *polytope, const AukSupportShape *a, const AukSupportShape *b)
{
    static const AukDvec axes[4] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
    polytope->a = a;
    polytope->b = b;
    polytope->vertex_count = 4;
    polytope->edge_count = 0;
    polytope->size = 0.0;
    for (int i = 0; i < 4; i++) {
        polytope->vertices[i] = support_along(polytope, axes[i]);
    }
    for (int i = 0; i < 4; i++) {
        push_edge(polytope, i, (i + 1) % 4);
    }
}

static void record_epa_step(AukEpaTrace *trace, const Polytope *polytope, const EpaEdge *edge, AukDvec normal,
                            const AukDifferencePoint *support)
{
    trace->total++;
    if (!trace->steps || trace->count >= trace->capacity) {
        return;
    }
    AukEpaStep *step = &trace->steps[trace->count++];
    step->edge[0] = dvec_to_float(polytope->vertices[edge->from].w);
    step->edge[1] = dvec_to_float(polytope->vertices[edge->to].w);
    step->normal = dvec_to_float(normal);
    step->distance = (float)edge->distance;
    step->support_a = dvec_to_float(support->a);
    step->support_b = dvec_to_float(support->b);
    step->support = dvec_to_float(support->w);
}

// The best direction so far: the normal of the edge from `before` to `after`.
typedef struct EpaBest {
    double upper;
    bool face; // the bounds are equal on the edge before -> after
    double t;  // parameter of that edge's point nearest the origin
    AukDifferencePoint before, here, after;
} EpaBest;

static void consider_direction(EpaBest *best, const AukDifferencePoint *from, const AukDifferencePoint *to,
                               const AukDifferencePoint *support, double t, bool met)
{
    double upper = dvec_dot(support->direction, support->w);
    if (upper < best->upper) {
        best->upper = upper;
        best->face = met;
        best->t = t;
        best->before = *from;
        best->here = *support;
        best->after = *to;
    }
}

// Splits an edge further after the ring is full, without storing its parts, while it may have a minimum below the best.
static void search_edge(Polytope *polytope, const AukDifferencePoint *from, const AukDifferencePoint *to, int splits,
                        EpaBest *best)
{
    double t, distance;
    if (splits == 0 || !measure_edge(polytope, from, to, &t, &distance) ||
        distance >= best->upper - LEAST_GAP * polytope->size) {
        return;
    }
    AukDifferencePoint middle = support_along(polytope, auk__outward_normal(dvec_sub(to->w, from->w)));
    consider_direction(best, from, to, &middle, t, false);
    if (dvec_dot(middle.direction, middle.w) - distance > EPA_MET * polytope->size) {
        search_edge(polytope, from, &middle, splits - 1, best);
        search_edge(polytope, &middle, to, splits - 1, best);
    }
}

static void search_rest(Polytope *polytope, EpaBest *best)
{
    for (int i = 0; i < polytope->edge_count; i++) {
        const EpaEdge *edge = &polytope->heap[i];
        search_edge(polytope, &polytope->vertices[edge->from], &polytope->vertices[edge->to], SPLITS_AFTER_LIMIT, best);
    }
}

// Splits the nearest edge until the bounds are equal or the ring is full. Returns the number of edges tested.
static int expand_polytope(Polytope *polytope, double met, EpaBest *best, AukEpaTrace *trace)
{
    int rounds = 0;
    while (polytope->edge_count > 0 && polytope->vertex_count < AUK_EPA_VERTEX_LIMIT) {
        EpaEdge nearest = pop_edge(polytope);
        if (nearest.distance >= best->upper - met) {
            polytope->edge_count = 0;
            break;
        }
        rounds++;
        const AukDifferencePoint *from = &polytope->vertices[nearest.from], *to = &polytope->vertices[nearest.to];
        AukDvec normal = auk__outward_normal(dvec_sub(to->w, from->w));
        AukDifferencePoint support = support_along(polytope, normal);
        if (trace) {
            record_epa_step(trace, polytope, &nearest, normal, &support);
        }
        bool is_met = dvec_dot(normal, support.w) - nearest.distance <= met;
        consider_direction(best, from, to, &support, nearest.t, is_met);
        if (is_met) {
            continue;
        }
        int fresh = polytope->vertex_count++;
        polytope->vertices[fresh] = support;
        push_edge(polytope, nearest.from, fresh);
        push_edge(polytope, fresh, nearest.to);
    }
    return rounds;
}

static void answer_epa(const Polytope *polytope, const EpaBest *best, bool curved, AukPenetration *result)
{
    AukDifferenceMinimum least;
    if (best->face && !curved) {
        least = auk__difference_between(&best->before, &best->after, best->t, best->here.direction);
    } else {
        // start at the best direction: between the ends of its edge there may be other local minima, but none of a
        // smaller depth
        AukValley valley = auk__difference_valley(polytope->a, polytope->b, &best->here, EPA_FIRST_TURN);
        least = auk__difference_minimum(polytope->a, polytope->b, valley, polytope->size);
    }
    double depth = dvec_dot(least.normal, dvec_sub(least.point_a, least.point_b));
    result->depth = depth > 0.0 ? depth : 0.0;
    result->normal = least.normal;
    result->point_a = least.point_a;
    result->point_b = least.point_b;
}

AukPenetration auk__epa(const AukSupportShape *a, const AukSupportShape *b, AukEpaTrace *trace)
{
    Polytope polytope;
    start_polytope(&polytope, a, b);
    AukPenetration result;
    memset(&result, 0, sizeof result);
    result.point_a = polytope.vertices[0].a;
    result.point_b = polytope.vertices[0].b;
    result.normal = dvec(0.0, 1.0); // two points: all directions are equal
    bool curved = auk__support_shape_is_curved(a) || auk__support_shape_is_curved(b);
    EpaBest best;
    memset(&best, 0, sizeof best);
    best.upper = INFINITY;
    result.iterations = expand_polytope(&polytope, (curved ? EPA_CURVE_MET : EPA_MET) * polytope.size, &best, trace);
    search_rest(&polytope, &best);
    if (best.upper < INFINITY) {
        answer_epa(&polytope, &best, curved, &result);
    }
    return result;
}

AukEpaResult auk_epa(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b, AukEpaTrace *trace)
{
    AukEpaResult result;
    memset(&result, 0, sizeof result);
    if (trace) {
        trace->count = 0;
        trace->total = 0;
    }
    AukSupportShape core_a, core_b;
    result.status = auk__bounded_pair_init(a, &pose_a, b, &pose_b, &core_a, &core_b);
    if (result.status) {
        return result;
    }
    AukGjk gjk = auk__gjk(&core_a, &core_b, 0.0, NULL, NULL);
    result.overlap = gjk.overlap;
    if (!gjk.overlap) {
        result.status = gjk.status;
        return result;
    }
    AukPenetration deep = auk__epa(&core_a, &core_b, trace);
    AukDvec origin = dvec_from(pose_a.p);
    result.depth = (float)deep.depth;
    result.point_a = dvec_to_float(dvec_add(origin, deep.point_a));
    result.point_b = dvec_to_float(dvec_add(origin, deep.point_b));
    result.normal = dvec_to_float(deep.normal);
    result.iterations = deep.iterations;
    result.status = deep.status;
    return result;
}
