// Everything here is meant to be right at a glance, not fast: minima over all pairs of vertices and edges.
// Two facts carry it. Convex sets that are apart are nearest at a vertex of one and an edge of the other. Where they
// overlap, the shortest way out is along the normal of some edge of either (for a segment: of both of its sides).
// Axes beyond those needed do no harm, as every axis gives a valid way out. Curved cores: see oracle_turn.c.
#include "support/oracle.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---- shapes -------------------------------------------------------------------------------------------------

// As given where it is a unit vector rounded to floats; otherwise normalised, as the library promises.
static OracleVec direction_of(AukRot q)
{
    OracleVec v = oracle_vec((double)q.c, (double)q.s);
    double length = oracle_length(v);
    if (fabs(length - 1.0) < 1e-6) {
        return v;
    }
    return length > 0.0 ? oracle_scale_vec(1.0 / length, v) : oracle_vec(1.0, 0.0);
}

static void add_point(OracleShape *out, OracleVec local, OracleVec turn)
{
    OracleVec turned = {turn.x * local.x - turn.y * local.y, turn.y * local.x + turn.x * local.y};
    out->points[out->count++] = oracle_add(out->center, turned);
}

static void place(OracleShape *out, const AukShape *shape, OracleVec position, OracleVec turn)
{
    out->count = 0;
    out->radius = (double)shape->radius;
    out->center = position;
    out->turn = turn;
    out->half = oracle_vec(0.0, 0.0);
    out->custom = NULL;
    out->sweep = oracle_vec(0.0, 0.0);
    switch (shape->kind) {
    case AUK_SHAPE_CIRCLE: add_point(out, oracle_vec(0.0, 0.0), turn); break;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        add_point(out, oracle_of(shape->core.segment[0]), turn);
        if (shape->core.segment[0].x != shape->core.segment[1].x ||
            shape->core.segment[0].y != shape->core.segment[1].y) {
            add_point(out, oracle_of(shape->core.segment[1]), turn);
        }
        break;
    case AUK_SHAPE_BOX: {
        OracleVec half = oracle_of(shape->core.half);
        add_point(out, oracle_vec(-half.x, -half.y), turn);
        add_point(out, oracle_vec(half.x, -half.y), turn);
        add_point(out, oracle_vec(half.x, half.y), turn);
        add_point(out, oracle_vec(-half.x, half.y), turn);
        break;
    }
    case AUK_SHAPE_POLYGON:
        for (int i = 0; i < shape->core.polygon.count; i++) {
            add_point(out, oracle_of(shape->core.polygon.vertices[i]), turn);
        }
        break;
    case AUK_SHAPE_ELLIPSE: out->half = oracle_of(shape->core.half); break;
    case AUK_SHAPE_CUSTOM: out->custom = shape->core.custom; break;
    case AUK_SHAPE_HALF_PLANE: // tests/prop/half_plane.c has an oracle of its own
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: abort();
    }
}

void oracle_place(OracleShape *out, const AukShape *shape, AukTransform pose, AukVec2 origin)
{
    place(out, shape, oracle_sub(oracle_of(pose.p), oracle_of(origin)), direction_of(pose.q));
}

void oracle_place_on_path(OracleShape *out, const AukShape *shape, const AukPath *path, double fraction, AukVec2 origin)
{
    OracleVec start = oracle_sub(oracle_of(path->start.p), oracle_of(origin));
    OracleVec turn = direction_of(path->start.q);
    double angle = fraction * (double)path->turn;
    OracleVec turned = {cos(angle) * turn.x - sin(angle) * turn.y, sin(angle) * turn.x + cos(angle) * turn.y};
    place(out, shape, oracle_add(start, oracle_scale_vec(fraction, oracle_of(path->delta))), turned);
}

void oracle_place_point(OracleShape *out, OracleVec point)
{
    out->count = 1;
    out->radius = 0.0;
    out->center = point;
    out->half = oracle_vec(0.0, 0.0);
    out->custom = NULL;
    out->points[0] = point;
}

void oracle_move(OracleShape *shape, OracleVec offset)
{
    shape->center = oracle_add(shape->center, offset);
    for (int i = 0; i < shape->count; i++) {
        shape->points[i] = oracle_add(shape->points[i], offset);
    }
}

void oracle_sweep(OracleShape *out, const OracleShape *shape, OracleVec delta)
{
    out->count = shape->count;
    out->radius = shape->radius;
    out->center = shape->center;
    out->turn = shape->turn;
    out->half = shape->half;
    out->custom = shape->custom;
    out->sweep = delta;
    if (shape->count == 0) {
        return;
    }
    for (int i = 0; i < shape->count; i++) {
        out->points[i] = shape->points[i];
        out->points[shape->count + i] = oracle_add(shape->points[i], delta);
    }
    out->count = oracle_hull(out->points, 2 * shape->count);
}

// A point reaches within the angle of half a sixteenth of a turn of some direction.
static double custom_reach(const OracleShape *shape)
{
    double reach = 0.0;
    for (int i = 0; i < 16; i++) {
        double angle = 0.39269908169872414 * i;
        OracleVec point = oracle_support(shape, oracle_vec(cos(angle), sin(angle)));
        reach = fmax(reach, oracle_length(oracle_sub(point, shape->center)));
    }
    return reach / cos(0.19634954084936207);
}

OracleBox oracle_box(const OracleShape *shape)
{
    double r = shape->radius;
    OracleBox box;
    box.min = oracle_vec(oracle_support(shape, oracle_vec(-1.0, 0.0)).x - r,
                         oracle_support(shape, oracle_vec(0.0, -1.0)).y - r);
    box.max = oracle_vec(oracle_support(shape, oracle_vec(1.0, 0.0)).x + r,
                         oracle_support(shape, oracle_vec(0.0, 1.0)).y + r);
    return box;
}

double oracle_reach(const OracleShape *shape)
{
    double reach = shape->custom ? custom_reach(shape) : fmax(shape->half.x, shape->half.y);
    for (int i = 0; i < shape->count; i++) {
        reach = fmax(reach, oracle_length(oracle_sub(shape->points[i], shape->center)));
    }
    return reach + shape->radius;
}

double oracle_scale(const OracleShape *a, const OracleShape *b)
{
    double apart = oracle_length(oracle_sub(b->center, a->center));
    return fmax(apart, fmax(oracle_reach(a), oracle_reach(b)));
}

static int compare_points(const void *left, const void *right)
{
    const OracleVec *a = left;
    const OracleVec *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return (a->y > b->y) - (a->y < b->y);
}

static bool turns_left(OracleVec a, OracleVec b, OracleVec c)
{
    OracleVec u = oracle_sub(b, a), v = oracle_sub(c, a);
    return (long double)u.x * (long double)v.y - (long double)u.y * (long double)v.x > 0.0L;
}

int oracle_hull(OracleVec *points, int count)
{
    qsort(points, (size_t)count, sizeof *points, compare_points);
    int unique = 0;
    for (int i = 0; i < count; i++) {
        if (unique == 0 || compare_points(&points[unique - 1], &points[i]) != 0) {
            points[unique++] = points[i];
        }
    }
    if (unique < 3) {
        return unique;
    }
    OracleVec *hull = malloc((size_t)(2 * unique) * sizeof *hull);
    int n = 0;
    for (int i = 0; i < unique; i++) {
        while (n >= 2 && !turns_left(hull[n - 2], hull[n - 1], points[i])) {
            n--;
        }
        hull[n++] = points[i];
    }
    int lower = n + 1;
    for (int i = unique - 2; i >= 0; i--) {
        while (n >= lower && !turns_left(hull[n - 2], hull[n - 1], points[i])) {
            n--;
        }
        hull[n++] = points[i];
    }
    memcpy(points, hull, (size_t)(n - 1) * sizeof *hull);
    free(hull);
    return n - 1;
}

// ---- distance -----------------------------------------------------------------------------------------------

static double largest_along(const OracleShape *shape, OracleVec axis)
{
    return oracle_dot(oracle_support(shape, axis), axis);
}

static double smallest_along(const OracleShape *shape, OracleVec axis)
{
    return oracle_dot(oracle_support(shape, oracle_scale_vec(-1.0, axis)), axis);
}

double oracle_separation(const OracleShape *a, const OracleShape *b, OracleVec axis)
{
    return smallest_along(b, axis) - largest_along(a, axis) - a->radius - b->radius;
}

// The best axis so far and the best one that is clearly another direction.
typedef struct AxisSearch {
    double best, second;
    OracleVec normal;
} AxisSearch;

static void axis_offer(AxisSearch *search, double separation, OracleVec normal)
{
    bool same = oracle_dot(search->normal, normal) > 1.0 - 1e-9;
    if (separation > search->best) {
        search->second = same ? search->second : search->best;
        search->best = separation;
        search->normal = normal;
    } else if (separation > search->second && !same) {
        search->second = separation;
    }
}

// Tries the outward normals of `shape`'s edges; `sign` is 1 if they point from a to b, else -1.
static void axes_of(AxisSearch *search, const OracleShape *shape, const OracleShape *other, double sign)
{
    if (shape->count == 2) {
        OracleVec along = oracle_sub(shape->points[1], shape->points[0]);
        along = oracle_scale_vec(1.0 / oracle_length(along), along);
        OracleVec axes[4] = {along, {-along.x, -along.y}, {along.y, -along.x}, {-along.y, along.x}};
        for (int i = 0; i < 4; i++) {
            double separation = smallest_along(other, axes[i]) - largest_along(shape, axes[i]);
            axis_offer(search, separation, oracle_scale_vec(sign, axes[i]));
        }
        return;
    }
    for (int i = 0; shape->count >= 3 && i < shape->count; i++) {
        OracleVec from = shape->points[i];
        OracleVec edge = oracle_sub(shape->points[i + 1 < shape->count ? i + 1 : 0], from);
        double length = oracle_length(edge);
        if (length > 0.0) {
            OracleVec normal = {edge.y / length, -edge.x / length};
            double separation = smallest_along(other, normal) - oracle_dot(from, normal);
            axis_offer(search, separation, oracle_scale_vec(sign, normal));
        }
    }
}

// `square` is that of the length of `along`, which leads from p to q.
static OracleVec nearest_along(OracleVec point, OracleVec p, OracleVec q, OracleVec along, double square)
{
    double far = oracle_dot(oracle_sub(point, p), along);
    if (far <= 0.0) {
        return p;
    }
    return far >= square ? q : oracle_add(p, oracle_scale_vec(far / square, along));
}

static OracleVec nearest_on_segment(OracleVec point, OracleVec p, OracleVec q)
{
    OracleVec along = oracle_sub(q, p);
    return nearest_along(point, p, q, along, oracle_dot(along, along));
}

// Shortest vector from a vertex of `corners` to an edge of `edges`, if shorter than `best`.
static OracleVec shortest_vector(const OracleShape *corners, const OracleShape *edges, OracleVec best)
{
    double best_square = oracle_dot(best, best);
    for (int i = 0; i < edges->count; i++) {
        OracleVec p = edges->points[i];
        OracleVec q = edges->points[i + 1 < edges->count ? i + 1 : 0], along = oracle_sub(q, p);
        double length_square = oracle_dot(along, along);
        for (int j = 0; j < corners->count; j++) {
            OracleVec corner = corners->points[j];
            OracleVec to = oracle_sub(nearest_along(corner, p, q, along, length_square), corner);
            double square = oracle_dot(to, to);
            if (square < best_square) {
                best_square = square;
                best = to;
            }
        }
    }
    return best;
}

bool oracle_turns(const OracleShape *a, const OracleShape *b)
{
    enum { PAIRS_MAX = 2500 };
    return a->count == 0 || b->count == 0 || a->count * b->count > PAIRS_MAX;
}

OracleDistance oracle_measure(const OracleShape *a, const OracleShape *b)
{
    if (oracle_turns(a, b)) {
        return oracle_turn(a, oracle_vec(0.0, 0.0), b);
    }
    AxisSearch search = {-HUGE_VAL, -HUGE_VAL, {0.0, 0.0}};
    axes_of(&search, a, b, 1.0);
    axes_of(&search, b, a, -1.0);
    OracleDistance result = {0.0, search.best, search.normal, search.best - search.second};
    if (search.best > 0.0 || (a->count == 1 && b->count == 1)) {
        OracleVec far_away = {HUGE_VAL, HUGE_VAL};
        OracleVec from_b = shortest_vector(b, a, far_away);
        OracleVec to = shortest_vector(a, b, oracle_scale_vec(-1.0, from_b));
        result.core = oracle_length(to);
        result.certainty = result.core;
        result.normal = result.core > 0.0 ? oracle_scale_vec(1.0 / result.core, to) : oracle_vec(1.0, 0.0);
    }
    result.distance = result.core - a->radius - b->radius;
    return result;
}

double oracle_distance(const OracleShape *a, const OracleShape *b)
{
    return oracle_measure(a, b).distance;
}

double oracle_minkowski_distance(const OracleShape *a, const OracleShape *b)
{
    int count = a->count * b->count;
    OracleVec *points = malloc((size_t)count * sizeof *points);
    for (int i = 0; i < count; i++) {
        points[i] = oracle_sub(b->points[i / a->count], a->points[i % a->count]);
    }
    count = oracle_hull(points, count);
    OracleVec origin = {0.0, 0.0};
    double distance = HUGE_VAL;
    bool inside = count >= 3;
    for (int i = 0; i < count; i++) {
        OracleVec p = points[i], q = points[(i + 1) % count];
        distance = fmin(distance, oracle_length(nearest_on_segment(origin, p, q)));
        inside = inside && oracle_cross(oracle_sub(q, p), oracle_sub(origin, p)) >= 0.0;
    }
    free(points);
    return (inside ? -distance : distance) - a->radius - b->radius;
}
