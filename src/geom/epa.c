// A polygon inside the Minkowski difference grows from four support points: its edge nearest the origin is split at the
// support point along the edge's normal, until there is none beyond it. The distance of the nearest edge is a lower
// bound of the depth, and each support point gives an upper bound, so the answer is certain to the gap between the two.
// Invariant: the edges form a closed convex ring of support points; a heap holds the ring's edges by distance.
// An edge whose two bounds have met is a face, and the foot of the origin on it is the answer. Curves need many edges
// where the depth is nearly the same in all directions (two like circles need 1024 for 5e-6), so the search stops there
// and the best direction is then followed downhill to its local minimum, which is cheap.
#include "geom/epa.h"

#include "geom/gjk.h"

#include <string.h>

// Rounding of a bound, relative to the coordinates: bounds that differ by less have met.
#define MET 1e-13
// On curves the bounds meet only in the limit: near enough to be lost in a float.
#define CURVE_MET 1e-9

enum { BISECTIONS = 60 };

typedef struct Vertex {
    AukDvec a, b, w;   // w = a - b
    AukDvec direction; // in which it is a support point
    int next;          // counter-clockwise
} Vertex;

typedef struct Edge {
    double distance; // from the origin
    double t;        // where on it the point nearest the origin lies
    int from;        // the vertex it starts at; it ends at that vertex's next
    int to;          // what `next` was when the edge was made
} Edge;

typedef struct Polytope {
    const AukCore *a, *b;
    Vertex vertices[AUK_EPA_VERTEX_LIMIT];
    Edge heap[2 * AUK_EPA_VERTEX_LIMIT];
    int vertex_count, edge_count;
    double size; // largest coordinate that entered
} Polytope;

static Vertex support_vertex(Polytope *polytope, AukDvec direction)
{
    Vertex v;
    v.a = auk__core_farthest(polytope->a, direction).point;
    v.b = auk__core_farthest(polytope->b, dvec_neg(direction)).point;
    v.w = dvec_sub(v.a, v.b);
    v.direction = direction;
    v.next = 0;
    double size = dvec_size(v.a) > dvec_size(v.b) ? dvec_size(v.a) : dvec_size(v.b);
    polytope->size = size > polytope->size ? size : polytope->size;
    return v;
}

static AukDvec edge_normal(const Polytope *polytope, const Edge *edge)
{
    AukDvec along = dvec_sub(polytope->vertices[edge->to].w, polytope->vertices[edge->from].w);
    double length = dvec_length(along);
    return dvec(along.y / length, -along.x / length);
}

static bool edge_precedes(const Edge *a, const Edge *b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->from < b->from);
}

static void push_edge(Polytope *polytope, int from, int to)
{
    AukDvec along = dvec_sub(polytope->vertices[to].w, polytope->vertices[from].w);
    if (dvec_size(along) <= MET * polytope->size) {
        return; // both ends are one point
    }
    Edge edge = {0.0, 0.0, from, to};
    AukDvec start_point = polytope->vertices[from].w;
    edge.t = -dvec_dot(start_point, along) / dvec_dot(along, along);
    edge.distance = dvec_dot(edge_normal(polytope, &edge), start_point);
    if (edge.t < 0.0 || edge.t > 1.0) {
        // of the edges on one line only one has the foot of the origin on it
        edge.t = edge.t < 0.0 ? 0.0 : 1.0;
        edge.distance = dvec_length(dvec_mul_add(start_point, edge.t, along));
    }
    int i = polytope->edge_count++;
    for (; i > 0 && edge_precedes(&edge, &polytope->heap[(i - 1) / 2]); i = (i - 1) / 2) {
        polytope->heap[i] = polytope->heap[(i - 1) / 2];
    }
    polytope->heap[i] = edge;
}

static Edge pop_edge(Polytope *polytope)
{
    Edge *heap = polytope->heap;
    Edge first = heap[0], last = heap[--polytope->edge_count];
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

static void start(Polytope *polytope, const AukCore *a, const AukCore *b)
{
    static const AukDvec axes[4] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
    polytope->a = a;
    polytope->b = b;
    polytope->vertex_count = 4;
    polytope->edge_count = 0;
    polytope->size = 0.0;
    for (int i = 0; i < 4; i++) {
        polytope->vertices[i] = support_vertex(polytope, axes[i]);
        polytope->vertices[i].next = (i + 1) % 4;
    }
    for (int i = 0; i < 4; i++) {
        push_edge(polytope, i, (i + 1) % 4);
    }
}

static void record(AukEpaTrace *trace, const Polytope *polytope, const Edge *edge, AukDvec normal,
                   const Vertex *support)
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

// How far the support point lies to the left of its own direction: the slope of the support function there.
static double slope(const Vertex *v)
{
    return dvec_dot(dvec(-v->direction.y, v->direction.x), v->w);
}

static Vertex support_between(Polytope *polytope, AukDvec a, AukDvec b)
{
    AukDvec middle = dvec_add(a, b);
    return support_vertex(polytope, dvec_scale(1.0 / dvec_length(middle), middle));
}

// Goes downhill on the support function from a direction until it rises again, in steps that double, then halves the
// last step until its ends meet. Writes the point between their support points where the slope is 0: on a flat edge,
// where the slope jumps, that lies on the edge.
static void polish(Polytope *polytope, Vertex here, AukPenetration *result)
{
    double sign = slope(&here) < 0.0 ? 1.0 : -1.0;
    Vertex low = here, high = here;
    for (double turn = 1e-9; turn < 1.0; turn *= 2.0) {
        AukDvec d = here.direction;
        AukDvec turned = dvec(d.x - sign * turn * d.y, d.y + sign * turn * d.x);
        high = support_vertex(polytope, dvec_scale(1.0 / dvec_length(turned), turned));
        if (sign * slope(&high) >= 0.0) {
            break;
        }
        low = high;
    }
    for (int i = 0; i < BISECTIONS; i++) {
        Vertex v = support_between(polytope, low.direction, high.direction);
        if (sign * slope(&v) < 0.0) {
            low = v;
        } else {
            high = v;
        }
    }
    double before = sign * slope(&low), after = sign * slope(&high);
    double t = after > before ? -before / (after - before) : 0.0;
    t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
    result->normal = low.direction;
    result->point_a = dvec_mul_add(low.a, t, dvec_sub(high.a, low.a));
    result->point_b = dvec_mul_add(low.b, t, dvec_sub(high.b, low.b));
    result->depth = dvec_dot(low.direction, dvec_sub(result->point_a, result->point_b));
}

// The best direction met so far, with its neighbours in the ring.
typedef struct Best {
    double upper;
    bool face; // the edge before -> after is known to be one
    double t;  // where on that edge the origin's foot lies
    AukDvec normal;
    Vertex before, here, after;
} Best;

static void finish(Polytope *polytope, const Best *best, AukPenetration *result)
{
    if (best->face) {
        result->normal = best->normal;
        result->point_a = dvec_mul_add(best->before.a, best->t, dvec_sub(best->after.a, best->before.a));
        result->point_b = dvec_mul_add(best->before.b, best->t, dvec_sub(best->after.b, best->before.b));
        result->depth = dvec_dot(best->normal, dvec_sub(result->point_a, result->point_b));
    } else {
        polish(polytope, best->here, result);
    }
    result->depth = result->depth > 0.0 ? result->depth : 0.0;
}

AukPenetration auk__epa(const AukCore *a, const AukCore *b, AukEpaTrace *trace)
{
    Polytope polytope;
    start(&polytope, a, b);
    AukPenetration result;
    memset(&result, 0, sizeof result);
    result.point_a = polytope.vertices[0].a;
    result.point_b = polytope.vertices[0].b;
    result.normal = dvec(0.0, 1.0); // two points: any direction is as good as another
    Best best;
    memset(&best, 0, sizeof best);
    best.upper = INFINITY;
    double met = (auk__core_is_curved(a) || auk__core_is_curved(b) ? CURVE_MET : MET) * polytope.size;
    while (polytope.edge_count > 0) {
        Edge nearest = pop_edge(&polytope);
        if (nearest.distance >= best.upper - met) {
            break;
        }
        result.iterations++;
        AukDvec normal = edge_normal(&polytope, &nearest);
        Vertex support = support_vertex(&polytope, normal);
        if (trace) {
            record(trace, &polytope, &nearest, normal, &support);
        }
        double upper = dvec_dot(normal, support.w);
        if (upper < best.upper) {
            best.upper = upper;
            best.face = upper - nearest.distance <= met;
            best.t = nearest.t;
            best.normal = normal;
            best.before = polytope.vertices[nearest.from];
            best.here = support;
            best.after = polytope.vertices[nearest.to];
        }
        if (upper - nearest.distance <= met || polytope.vertex_count == AUK_EPA_VERTEX_LIMIT) {
            continue;
        }
        int fresh = polytope.vertex_count++;
        polytope.vertices[fresh] = support;
        polytope.vertices[fresh].next = nearest.to;
        polytope.vertices[nearest.from].next = fresh;
        push_edge(&polytope, nearest.from, fresh);
        push_edge(&polytope, fresh, nearest.to);
    }
    if (best.upper < INFINITY) {
        finish(&polytope, &best, &result);
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
    result.status = auk__pair_check(a, &pose_a, b, &pose_b);
    if (result.status) {
        return result;
    }
    AukCore core_a, core_b;
    auk__core_init(&core_a, a, auk__place(pose_a, pose_a.p));
    auk__core_init(&core_b, b, auk__place(pose_b, pose_a.p));
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
