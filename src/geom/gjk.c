// GJK (Gilbert, Johnson, Keerthi 1988) finds the point of the Minkowski difference a - b nearest the origin. A simplex
// of up to three difference vertices is reduced to the feature nearest the origin, and the support point beyond that
// feature is added, until there is none beyond it.
// Invariant: the simplex holds the fewest vertices whose hull contains the nearest point found so far.
// For an edge the search direction is the edge's normal, not minus the nearest point: near contact the latter is the
// difference of nearly equal numbers, and a quarter of touching pairs came out wrong with it.
#include "geom/gjk.h"

#include "geom/half_plane.h"

#include <string.h>

// The rounding error of a difference vertex, relative to the coordinates from which it was computed.
#define GJK_ROUNDING 1e-15
// On curves every round comes nearer to the origin. The search ends when the gain, relative to the coordinates, is
// below this.
#define GJK_CURVE_GAIN 1e-12
// Cores nearer than this, relative to their coordinates, count as touching, since the direction between them is
// rounding error.
#define GJK_TOUCHING 1e-13

enum { WEIGHT_ROUNDS = 4 };

typedef struct SimplexVertex {
    AukDvec a, b, w; // w = a - b
    int index_a, index_b;
} SimplexVertex;

typedef struct Simplex {
    SimplexVertex v[3];
    int count;
    double size;     // largest coordinate of the pair
    double t;        // with two vertices: parameter of the nearest point on v[0] -> v[1], in (0, 1)
    AukDvec closest; // point of the simplex nearest the origin
    bool inside;     // the origin is inside three vertices
} Simplex;

static SimplexVertex make_vertex(Simplex *simplex, AukSupport a, AukSupport b)
{
    SimplexVertex v = {a.point, b.point, dvec_sub(a.point, b.point), a.index, b.index};
    double size = dvec_larger_size(v.a, v.b);
    simplex->size = size > simplex->size ? size : simplex->size;
    return v;
}

static SimplexVertex make_support(Simplex *simplex, const AukSupportShape *a, const AukSupportShape *b,
                                  AukDvec direction)
{
    return make_vertex(simplex, auk__support_shape_farthest(a, direction),
                       auk__support_shape_farthest(b, dvec_neg(direction)));
}

static void reduce_to_vertex(Simplex *simplex, int i)
{
    simplex->v[0] = simplex->v[i];
    simplex->count = 1;
    simplex->closest = simplex->v[0].w;
}

// Nearest point of the edge i -> j: its parameter, clamped to [0, 1].
static double edge_parameter(const Simplex *simplex, int i, int j)
{
    AukDvec p = simplex->v[i].w;
    AukDvec e = dvec_sub(simplex->v[j].w, p);
    double square = dvec_dot(e, e);
    double along = -dvec_dot(p, e);
    return dvec_edge_part(along, square);
}

static AukDvec edge_point(const Simplex *simplex, int i, int j, double t)
{
    return dvec_mul_add(dvec_scale(1.0 - t, simplex->v[i].w), t, simplex->v[j].w);
}

static void reduce_to_edge(Simplex *simplex, int i, int j)
{
    double t = edge_parameter(simplex, i, j);
    if (t <= 0.0 || t >= 1.0) {
        reduce_to_vertex(simplex, t <= 0.0 ? i : j);
        return;
    }
    SimplexVertex first = simplex->v[i], second = simplex->v[j];
    simplex->v[0] = first;
    simplex->v[1] = second;
    simplex->count = 2;
    simplex->t = t;
    simplex->closest = edge_point(simplex, 0, 1, t);
}

static void reduce_triangle(Simplex *simplex)
{
    AukDvec p[3] = {simplex->v[0].w, simplex->v[1].w, simplex->v[2].w};
    AukDvec e = dvec_sub(p[1], p[0]), f = dvec_sub(p[2], p[0]);
    double area = dvec_cross(e, f);
    bool flat = fabs(area) <= 4.0 * GJK_ROUNDING * simplex->size * (dvec_size(e) + dvec_size(f));
    int best = -1;
    double best_square = 0.0;
    for (int i = 0; i < 3; i++) {
        int j = i < 2 ? i + 1 : 0;
        double side = dvec_cross(dvec_sub(p[j], p[i]), dvec_neg(p[i]));
        if (!flat && (area > 0.0 ? side >= 0.0 : side <= 0.0)) {
            continue; // the origin is not beyond this edge
        }
        AukDvec q = edge_point(simplex, i, j, edge_parameter(simplex, i, j));
        double square = dvec_dot(q, q);
        if (best < 0 || square < best_square) {
            best = i;
            best_square = square;
        }
    }
    if (best < 0) {
        simplex->inside = true;
        return;
    }
    reduce_to_edge(simplex, best, best < 2 ? best + 1 : 0);
}

static void reduce(Simplex *simplex)
{
    switch (simplex->count) {
    case 1: reduce_to_vertex(simplex, 0); break;
    case 2: reduce_to_edge(simplex, 0, 1); break;
    default: reduce_triangle(simplex); break;
    }
}

static void start_simplex(Simplex *simplex, const AukSupportShape *a, const AukSupportShape *b,
                          const AukGjkCache *cache, const AukGjkTrace *trace)
{
    simplex->count = 0;
    simplex->size = simplex->t = 0.0;
    simplex->inside = false;
    uint32_t count = cache && cache->count <= 3 ? cache->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index_a = cache->index_a[i], index_b = cache->index_b[i];
        if (index_a >= (uint32_t)a->count || index_b >= (uint32_t)b->count) {
            simplex->count = 0; // the cache is of other shapes, or of a curve
            break;
        }
        AukSupport on_a = {auk__support_shape_vertex(a, (int)index_a), (int)index_a};
        AukSupport on_b = {auk__support_shape_vertex(b, (int)index_b), (int)index_b};
        simplex->v[simplex->count++] = make_vertex(simplex, on_a, on_b);
    }
    if (simplex->count == 0) {
        AukDvec start = trace ? dvec_from(trace->start) : dvec(0.0, 0.0);
        if (dvec_size(start) == 0.0) {
            start = dvec(b->transform.x - a->transform.x, b->transform.y - a->transform.y);
        }
        if (dvec_size(start) == 0.0) {
            start.x = 1.0; // a custom support function need not accept a zero direction
        }
        simplex->v[0] = make_support(simplex, a, b, start);
        simplex->count = 1;
    }
    reduce(simplex);
}

// The next search direction, as a unit vector: from the nearest feature towards the origin.
static AukDvec search_direction(const Simplex *simplex, double distance)
{
    if (simplex->count == 1) {
        return dvec_scale(-1.0 / distance, simplex->closest);
    }
    AukDvec p = simplex->v[0].w;
    AukDvec e = dvec_sub(simplex->v[1].w, p);
    double inverse = 1.0 / dvec_length(e);
    AukDvec normal = dvec(-e.y * inverse, e.x * inverse);
    return dvec_dot(normal, p) > 0.0 ? dvec_neg(normal) : normal;
}

// Distance of the nearest feature; for an edge from its line, which is better conditioned than the nearest point.
static double feature_distance(const Simplex *simplex)
{
    if (simplex->count == 1) {
        return dvec_length(simplex->closest);
    }
    AukDvec p = simplex->v[0].w, q = simplex->v[1].w, e = dvec_sub(q, p);
    // from the nearer end: from a far end, rounding would exceed the distance and make the direction wrong
    return fabs(dvec_cross(dvec_size(p) < dvec_size(q) ? p : q, e)) / dvec_length(e);
}

static void record_gjk_step(AukGjkTrace *trace, const Simplex *simplex, AukDvec direction, const SimplexVertex *support)
{
    trace->total++;
    if (!trace->steps || trace->count >= trace->capacity) {
        return;
    }
    AukGjkStep *step = &trace->steps[trace->count++];
    memset(step, 0, sizeof *step);
    step->count = simplex->count;
    for (int i = 0; i < simplex->count; i++) {
        step->simplex_a[i] = dvec_to_float(simplex->v[i].a);
        step->simplex_b[i] = dvec_to_float(simplex->v[i].b);
        step->simplex[i] = dvec_to_float(simplex->v[i].w);
    }
    step->closest = dvec_to_float(simplex->inside ? dvec(0.0, 0.0) : simplex->closest);
    step->direction = dvec_to_float(direction);
    if (support) {
        step->support_a = dvec_to_float(support->a);
        step->support_b = dvec_to_float(support->b);
        step->support = dvec_to_float(support->w);
    }
}

static void finish_apart(AukGjk *result, const Simplex *simplex, AukDvec direction, double distance)
{
    double t = simplex->count == 2 ? simplex->t : 0.0;
    const SimplexVertex *first = &simplex->v[0], *last = &simplex->v[simplex->count - 1];
    result->point_a = dvec_mul_add(dvec_scale(1.0 - t, first->a), t, last->a);
    result->point_b = dvec_mul_add(dvec_scale(1.0 - t, first->b), t, last->b);
    result->distance = distance;
    result->normal = direction; // towards the origin in a - b is the direction from a to b
}

static AukDvec weighted_sum(const double weights[3], AukDvec p, AukDvec q, AukDvec r)
{
    return dvec(weights[0] * p.x + weights[1] * q.x + weights[2] * r.x,
                weights[0] * p.y + weights[1] * q.y + weights[2] * r.y);
}

// The barycentric coordinates of the origin in a triangle. In slivers the first result has an error of a large part of
// their length, so the residual is distributed again.
static void weigh_origin(const SimplexVertex v[3], double weights[3])
{
    AukDvec e = dvec_sub(v[1].w, v[0].w), f = dvec_sub(v[2].w, v[0].w);
    double area = dvec_cross(e, f);
    for (int round = 0; round < WEIGHT_ROUNDS; round++) {
        AukDvec missing = dvec_neg(weighted_sum(weights, v[0].w, v[1].w, v[2].w));
        weights[1] += dvec_cross(missing, f) / area;
        weights[2] += dvec_cross(e, missing) / area;
        weights[0] = 1.0 - weights[1] - weights[2];
    }
}

// A common point of both cores: the barycentric coordinates of the origin, applied to the points of each core.
static void finish_overlap(AukGjk *result, const Simplex *simplex)
{
    const SimplexVertex *v = simplex->v, *last = &v[simplex->count - 1];
    double weights[3] = {1.0, 0.0, 0.0};
    if (simplex->inside) {
        weigh_origin(v, weights);
    } else if (simplex->count == 2) {
        weights[0] = 1.0 - simplex->t;
        weights[2] = simplex->t;
    }
    const SimplexVertex *middle = simplex->inside ? &v[1] : last;
    result->point_a = weighted_sum(weights, v[0].a, middle->a, last->a);
    result->point_b = weighted_sum(weights, v[0].b, middle->b, last->b);
}

static void store(AukGjkCache *cache, const Simplex *simplex)
{
    memset(cache, 0, sizeof *cache);
    for (int i = 0; i < simplex->count; i++) {
        if (simplex->v[i].index_a == AUK_ON_CURVE || simplex->v[i].index_b == AUK_ON_CURVE) {
            return; // a point of a curve has no index
        }
    }
    cache->count = (uint32_t)simplex->count;
    for (int i = 0; i < simplex->count; i++) {
        cache->index_a[i] = (uint32_t)simplex->v[i].index_a;
        cache->index_b[i] = (uint32_t)simplex->v[i].index_b;
    }
}

AukGjk auk__gjk(const AukSupportShape *a, const AukSupportShape *b, double max_distance, AukGjkCache *cache,
                AukGjkTrace *trace)
{
    bool curved = auk__support_shape_is_curved(a) || auk__support_shape_is_curved(b);
    if (curved && auk__has_half_plane(a, b)) {
        return auk__half_plane_gjk(a, b, max_distance, cache);
    }
    AukGjk result;
    memset(&result, 0, sizeof result);
    Simplex simplex;
    start_simplex(&simplex, a, b, cache, trace);
    result.status = AUK_ERROR_ITERATION_LIMIT;
    double nearest = INFINITY;
    double least_gain = curved ? GJK_CURVE_GAIN : 8.0 * GJK_ROUNDING;
    while (result.iterations < AUK_GJK_ITERATION_LIMIT) {
        result.iterations++;
        double distance = simplex.inside ? 0.0 : feature_distance(&simplex);
        if (distance <= GJK_TOUCHING * simplex.size) {
            result.overlap = true;
            result.status = AUK_OK;
            finish_overlap(&result, &simplex);
            break;
        }
        if (distance >= nearest) {
            result.status = AUK_OK; // in exact arithmetic every round comes nearer, so only rounding error is left
            break;
        }
        nearest = distance;
        AukDvec direction = search_direction(&simplex, distance);
        SimplexVertex support = make_support(&simplex, a, b, direction);
        finish_apart(&result, &simplex, direction, distance);
        double gain = dvec_dot(direction, dvec_sub(support.w, simplex.v[0].w));
        if (gain <= least_gain * simplex.size) {
            result.status = AUK_OK;
            break;
        }
        // along the direction, the whole difference lies beyond the support point
        double bound = -dvec_dot(direction, support.w);
        if (bound > max_distance + GJK_TOUCHING * simplex.size) {
            result.beyond = true;
            result.distance = bound;
            result.status = AUK_OK;
            break;
        }
        if (trace) {
            record_gjk_step(trace, &simplex, direction, &support);
        }
        simplex.v[simplex.count++] = support;
        reduce(&simplex);
    }
    if (trace) {
        record_gjk_step(trace, &simplex, dvec(0.0, 0.0), NULL);
    }
    if (cache) {
        store(cache, &simplex);
    }
    return result;
}

AukGjkResult auk_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b, AukGjkCache *cache,
                     AukGjkTrace *trace)
{
    AukGjkResult result;
    memset(&result, 0, sizeof result);
    if (trace) {
        trace->count = 0;
        trace->total = 0;
    }
    AukSupportShape core_a, core_b;
    result.status = auk__bounded_pair_init(a, &pose_a, b, &pose_b, &core_a, &core_b);
    if (!result.status && trace && !auk__is_finite_vec(trace->start)) {
        result.status = AUK_ERROR_NOT_FINITE;
    }
    if (result.status) {
        return result;
    }
    AukGjk gjk = auk__gjk(&core_a, &core_b, INFINITY, cache, trace);
    result.iterations = gjk.iterations;
    result.status = gjk.status;
    result.overlap = gjk.overlap;
    if (!gjk.overlap) {
        AukDvec origin = dvec_from(pose_a.p);
        result.distance = (float)gjk.distance;
        result.point_a = dvec_to_float(dvec_add(origin, gjk.point_a));
        result.point_b = dvec_to_float(dvec_add(origin, gjk.point_b));
        result.normal = dvec_to_float(gjk.normal);
    }
    return result;
}
