// The line enters the difference through a chain of its outline whose outward normals turn from the line's left,
// through the direction against the line, to the line's right. Two support points enclose the crossing. The support
// point beyond their chord replaces the one on its side of the line, until no support point is beyond. On polygons the
// search ends at the edge or the corner that the line meets, exactly; on curves each round reduces the distance beyond
// the chord to a quarter. (Minkowski portal refinement in the plane: Snethen, "XenoCollide", Game Programming Gems 7,
// 2008. There the difference is not rounded.)
// Invariant: displaced by the radius along their normals, `left` is not to the right of the line, and `right` is not to
// the left. The rounding tolerance is added to the radius, so that a line into a tip without thickness does not miss
// it.
#include "geom/mpr.h"

enum { MPR_ROUND_LIMIT = 256, CHORD_ROUNDS = 32 };

// On a curve the search ends if the support point is beyond the chord by less than this fraction of the size.
#define MPR_CURVE_GAIN 1e-14
// The search ends if the sine of the angle between the two normals is below this.
#define MPR_PARALLEL 1e-15
// The sine by which rounding may move the normal of a chord out of the angle between the normals of its ends.
#define CHORD_NOISE 1e-12

typedef struct MprCorner {
    AukDvec a, b, w; // w = a - b
    AukDvec normal;  // direction of which it is the support point
} MprCorner;

// A core, and its vertices if it has one or two.
typedef struct MprSide {
    const AukSupportShape *core;
    int count;
    AukDvec points[2];
} MprSide;

typedef struct MprSearch {
    MprSide a, b;
    AukDvec direction;
    double radius, slack;
    double padded; // the radius plus the tolerance
    AukMpr *result;
} MprSearch;

static MprSide mpr_side_of(const AukSupportShape *core)
{
    MprSide side;
    side.core = core;
    side.count = core->count == 1 || core->count == 2 ? core->count : 0;
    for (int i = 0; i < side.count; i++) {
        side.points[i] = auk__support_shape_vertex(core, i);
    }
    return side;
}

// Points, segments and boxes are special cases, since for a ray against a box, and for a capsule against an edge, the
// general support function took half of the time.
static inline AukDvec side_farthest(const MprSide *side, AukDvec direction)
{
    const AukSupportShape *core = side->core;
    if (side->count > 0) {
        return side->points[side->count == 2 && auk__support_shape_segment_support(core, direction)];
    }
    return core->box ? auk__support_shape_vertex(core, auk__support_shape_box_support(core, direction))
                     : auk__support_shape_farthest(core, direction).point;
}

static inline MprCorner corner_along(MprSearch *search, AukDvec normal)
{
    MprCorner corner;
    corner.a = side_farthest(&search->a, normal);
    corner.b = side_farthest(&search->b, dvec_neg(normal));
    corner.w = dvec_sub(corner.a, corner.b);
    corner.normal = normal;
    double size = dvec_larger_size(corner.a, corner.b);
    if (size > search->result->size) {
        search->result->size = size;
        search->padded = search->radius + search->slack * size;
    }
    search->result->iterations++;
    return corner;
}

// The distance to the left of the line of a support point displaced by the padded radius along its normal.
static double left_of_line(const MprSearch *search, const MprCorner *corner, AukDvec normal)
{
    return dvec_cross(search->direction, dvec_mul_add(corner->w, search->padded, normal));
}

// True if a normal is between the normals of both ends. The chord of two points that coincide up to rounding may have
// any direction. A direction outside of that angle would widen it again: with a flat side and an edge along it, the
// search did not end.
static bool is_normal_between(AukDvec normal, const MprCorner *left, const MprCorner *right, AukDvec middle)
{
    return dvec_dot(normal, middle) >= 0.0 && dvec_cross(left->normal, normal) >= -CHORD_NOISE &&
           dvec_cross(normal, right->normal) >= -CHORD_NOISE;
}

// The normal of the chord from left to right. If it is not between the normals of both ends, or *by_angle is set, the
// middle of these normals; *by_angle is then set.
static AukDvec normal_between(const MprSearch *search, const MprCorner *left, const MprCorner *right, bool *by_angle)
{
    AukDvec edge = dvec_sub(right->w, left->w), middle = dvec_add(left->normal, right->normal);
    double length = dvec_length(edge);
    if (middle.x == 0.0 && middle.y == 0.0) {
        middle = dvec_neg(search->direction);
    }
    if (length > 0.0 && !*by_angle) {
        AukDvec normal = dvec(edge.y / length, -edge.x / length);
        if (is_normal_between(normal, left, right, middle)) {
            return normal;
        }
    }
    *by_angle = true;
    return dvec_scale(1.0 / dvec_length(middle), middle);
}

static bool are_parallel(AukDvec n, AukDvec m)
{
    return dvec_dot(n, m) > 0.0 && fabs(dvec_cross(n, m)) < MPR_PARALLEL;
}

// The line meets a round corner, which has all normals from `first` to `last`. A corner without a radius counts as
// rounded by the tolerance, which selects one of these normals. At a tangent the normal is accurate only to the square
// root of rounding, so it is clamped to that range.
static void meet_corner(const MprSearch *search, const MprCorner *corner, AukDvec first, AukDvec last)
{
    AukMpr *result = search->result;
    AukDvec u = search->direction;
    double t = dvec_cross(u, corner->w), radius = search->radius;
    double round = radius > 16.0 * (search->padded - radius) ? radius : search->padded;
    double side = round > 0.0 ? t / round : 0.0;
    side = side > 1.0 ? 1.0 : (side < -1.0 ? -1.0 : side);
    double back = auk__square_root((1.0 - side) * (1.0 + side)), half = (radius - t) * (radius + t);
    result->along = dvec_dot(u, corner->w) - (half > 0.0 ? auk__square_root(half) : 0.0);
    AukDvec normal = dvec(-back * u.x + side * u.y, -back * u.y - side * u.x);
    result->normal = dvec_cross(first, normal) < 0.0 ? first : (dvec_cross(normal, last) < 0.0 ? last : normal);
    result->point_a = corner->a;
    result->point_b = corner->b;
}

// The line meets the edge from left to right. No support point is beyond the edge by more than `gain`.
static void meet_edge(const MprSearch *search, const MprCorner *left, const MprCorner *right, const MprCorner *beyond,
                      double gain)
{
    AukMpr *result = search->result;
    AukDvec u = search->direction, n = beyond->normal;
    double closing = -dvec_dot(n, u), radius = search->radius;
    double at_left = dvec_dot(u, left->w) - radius * closing, at_right = dvec_dot(u, right->w) - radius * closing;
    double low = at_left < at_right ? at_left : at_right, high = at_left < at_right ? at_right : at_left;
    double along = closing > 0.0 ? -(dvec_dot(n, beyond->w) + radius) / closing : low;
    // if the edge is nearly parallel to the line, rounding may move the crossing far; it is clamped to the edge
    along = along < low - gain ? low - gain : (along > high ? high : along);
    AukDvec edge = dvec_sub(right->w, left->w);
    AukDvec from_left = dvec_sub(dvec_mul_add(dvec_scale(along, u), -radius, n), left->w);
    double square = dvec_dot(edge, edge), part = dvec_dot(from_left, edge);
    part = dvec_edge_part(part, square);
    result->along = along;
    result->normal = n;
    result->point_a = dvec_mul_add(left->a, part, dvec_sub(right->a, left->a));
    result->point_b = dvec_mul_add(left->b, part, dvec_sub(right->b, left->b));
}

static void meet(const MprSearch *search, const MprCorner *left, const MprCorner *right, const MprCorner *beyond,
                 double gain)
{
    search->result->hit = true;
    if (left_of_line(search, left, beyond->normal) < 0.0) {
        meet_corner(search, left, left->normal, beyond->normal);
    } else if (left_of_line(search, right, beyond->normal) > 0.0) {
        meet_corner(search, right, beyond->normal, right->normal);
    } else {
        meet_edge(search, left, right, beyond, gain > 0.0 ? gain : 0.0);
    }
}

AukMpr auk__mpr(const AukSupportShape *a, const AukSupportShape *b, double radius, AukDvec direction, double slack)
{
    AukMpr result = {false, false, 0, 0.0, 0.0, 0.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    MprSearch search = {mpr_side_of(a), mpr_side_of(b), direction, radius, slack, radius, &result};
    bool curved = auk__support_shape_is_curved(a) || auk__support_shape_is_curved(b);
    double least_gain = curved ? MPR_CURVE_GAIN : AUK_MPR_ROUNDING;
    MprCorner left = corner_along(&search, dvec(-direction.y, direction.x));
    MprCorner right = corner_along(&search, dvec(direction.y, -direction.x));
    double past_left = -left_of_line(&search, &left, left.normal);
    double past_right = left_of_line(&search, &right, right.normal);
    if (past_left > 0.0 || past_right > 0.0) {
        result.aside = past_left > past_right ? past_left : past_right;
        return result;
    }
    if (dvec_cross(direction, dvec_sub(left.w, right.w)) <= 2.0 * (search.padded - radius)) {
        // a needle along the line: its width is rounding error, so the corner found is uncertain; the tip is met first
        MprCorner tip = corner_along(&search, dvec_neg(direction));
        result.hit = true;
        meet_corner(&search, &tip, left.normal, right.normal);
        return result;
    }
    for (;;) {
        // with chords alone the rounds could be as many as the vertices; by angle the interval halves
        bool by_angle = result.iterations > CHORD_ROUNDS && result.iterations % 2 == 0;
        MprCorner beyond = corner_along(&search, normal_between(&search, &left, &right, &by_angle));
        double gain = dvec_dot(beyond.normal, dvec_sub(beyond.w, left.w));
        bool done = !by_angle && gain <= least_gain * result.size;
        result.limit = !done && result.iterations >= MPR_ROUND_LIMIT;
        if (done || result.limit || are_parallel(left.normal, right.normal)) {
            meet(&search, &left, &right, &beyond, gain);
            return result;
        }
        if (left_of_line(&search, &beyond, beyond.normal) >= 0.0) {
            left = beyond;
        } else {
            right = beyond;
        }
    }
}
