// Segments against segments and outlines, after the article on the bullets of the game Tuxes, with its sign corrected.
// Whether two segments meet follows from the signs of four areas, which are exact. The parameters of a hit are
// quotients of these areas, as in crossings.c: in plain doubles they were anywhere in [0, 1] for nearly parallel
// segments.
#include "auk/geom.h"
#include "base/predicates.h"
#include "geom/dvec.h"

#include <float.h>
#include <string.h>

// The intersection of nearly parallel lines may be beyond the range of floats.
static float to_float(double x)
{
    return x > FLT_MAX ? FLT_MAX : (x < -FLT_MAX ? -FLT_MAX : (float)x);
}

// True if the areas beside a line of two points have the same sign.
static bool lie_on_one_side(double first, double second)
{
    return (first > 0.0 && second > 0.0) || (first < 0.0 && second < 0.0);
}

// For segments on one line: their common part in parameters of a -> b, along the longer coordinate of the line.
// `precise_t` is as in meet_segments().
static AukSegmentHit meet_on_line(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d, double *precise_t)
{
    AukSegmentHit result;
    memset(&result, 0, sizeof result);
    result.parallel = true;
    AukDvec u = dvec_sub(dvec_from(b), dvec_from(a)), v = dvec_sub(dvec_from(d), dvec_from(c));
    AukDvec longer = dvec_size(u) >= dvec_size(v) ? u : v;
    if (dvec_size(longer) == 0.0) {
        result.hit = a.x == c.x && a.y == c.y; // two points
        result.point = a;
        return result;
    }
    bool along_x = fabs(longer.x) >= fabs(longer.y);
    double a1 = along_x ? a.x : a.y, b1 = along_x ? b.x : b.y, c1 = along_x ? c.x : c.y, d1 = along_x ? d.x : d.y;
    double low = c1 < d1 ? c1 : d1, high = c1 < d1 ? d1 : c1;
    double first = a1 < low ? low : (a1 > high ? high : a1); // the point of [low, high] that a -> b meets first
    if (first < (a1 < b1 ? a1 : b1) || first > (a1 < b1 ? b1 : a1)) {
        return result;
    }
    double t = b1 != a1 ? (first - a1) / (b1 - a1) : 0.0;
    result.hit = true;
    *precise_t = t;
    result.t = (float)t;
    result.s = d1 != c1 ? (float)((first - c1) / (d1 - c1)) : 0.0f;
    result.point = dvec_to_float(dvec_mul_add(dvec_from(a), t, u));
    return result;
}

// auk_segment_intersect(), and the parameter t of a hit before it is rounded to a float.
static AukSegmentHit meet_segments(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d, double *precise_t)
{
    AukSegmentHit result;
    memset(&result, 0, sizeof result);
    const AukVec2 *ends[4] = {&a, &b, &c, &d};
    for (int i = 0; i < 4 && !result.status; i++) {
        result.status = auk__check_vec(*ends[i]);
    }
    if (result.status) {
        return result;
    }
    double area_c = auk__turn_area(a, b, c), area_d = auk__turn_area(a, b, d);
    double area_a = auk__turn_area(c, d, a), area_b = auk__turn_area(c, d, b);
    if (area_a == 0.0 && area_b == 0.0 && area_c == 0.0 && area_d == 0.0) {
        return meet_on_line(a, b, c, d, precise_t);
    }
    AukDvec u = dvec_sub(dvec_from(b), dvec_from(a)), v = dvec_sub(dvec_from(d), dvec_from(c));
    double determinant = dvec_cross(u, v);
    result.hit = !lie_on_one_side(area_a, area_b) && !lie_on_one_side(area_c, area_d);
    if (!result.hit && determinant == 0.0) {
        result.parallel = true;
        return result;
    }
    // both quotients have the determinant below them; the areas of a hit have opposite signs, so no digit is lost
    double t = area_a / (result.hit ? area_a - area_b : determinant);
    double s = area_c / (result.hit ? area_c - area_d : -determinant);
    AukDvec point = dvec_mul_add(dvec_from(a), t, u);
    *precise_t = t;
    result.t = to_float(t);
    result.s = to_float(s);
    result.point = auk_vec(to_float(point.x), to_float(point.y));
    return result;
}

AukSegmentHit auk_segment_intersect(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d)
{
    double precise_t = 0.0;
    return meet_segments(a, b, c, d, &precise_t);
}

static AukStatus check_outline(const AukVec2 *vertices, int count, int least)
{
    if (!vertices) {
        return AUK_ERROR_NULL;
    }
    if (count < least || count > AUK_VERTEX_COUNT_MAX) {
        return AUK_ERROR_COUNT;
    }
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        status = auk__check_vec(vertices[i]);
    }
    return status;
}

// Updates `first`, and its fraction before rounding, by the crossings of one path with an outline. Of equal fractions
// the earlier edge is kept. As floats the fractions of both sides of a thin wall may be equal.
static void sweep_path(AukVec2 from, AukVec2 to, int corner, const AukVec2 *vertices, int count, AukEdgeHit *first,
                       double *first_t)
{
    for (int i = 0; i < count; i++) {
        double t = 0.0;
        AukSegmentHit meeting = meet_segments(from, to, vertices[i], vertices[i + 1 < count ? i + 1 : 0], &t);
        if (meeting.hit && (!first->hit || t < *first_t)) {
            *first_t = t;
            first->hit = true;
            first->fraction = meeting.t;
            first->point = meeting.point;
            first->edge = i;
            first->corner = corner;
        }
    }
}

AukEdgeHit auk_sweep_point(AukVec2 from, AukVec2 to, const AukVec2 *vertices, int count)
{
    AukEdgeHit result;
    memset(&result, 0, sizeof result);
    result.status = check_outline(vertices, count, 2);
    result.status = result.status ? result.status : auk__check_vec(from);
    result.status = result.status ? result.status : auk__check_vec(to);
    if (!result.status) {
        double first_t = 0.0;
        sweep_path(from, to, 0, vertices, count, &result, &first_t);
    }
    return result;
}

AukEdgeHit auk_sweep_corners(const AukVec2 *before, const AukVec2 *after, int count, const AukVec2 *target,
                             int target_count)
{
    AukEdgeHit result;
    memset(&result, 0, sizeof result);
    result.status = check_outline(before, count, 1);
    result.status = result.status ? result.status : check_outline(after, count, 1);
    result.status = result.status ? result.status : check_outline(target, target_count, 2);
    double first_t = 0.0;
    for (int i = 0; i < count && !result.status; i++) {
        sweep_path(before[i], after[i], i, target, target_count, &result, &first_t);
    }
    return result;
}
