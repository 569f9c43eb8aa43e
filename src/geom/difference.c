// The support function of a convex set has a slope everywhere except at the normals of its straight edges, where the
// slope jumps up. At a local minimum the slope is 0 or jumps over 0. The value of the function gives the direction of a
// minimum only to the square root of the rounding error. The slope gives it to the rounding error over the curvature,
// so the search follows the slope.
// Invariant: the slope is not above 0 at the lower end of the valley and not below 0 at the upper end.
#include "geom/difference.h"

// The search ends when the ends of the valley are at an angle of this sine; the minimum is then interpolated by the
// slopes.
#define VALLEY_SINE 1e-10
// The sine by which rounding may move the normal of a chord out of the valley.
#define CHORD_ROUNDING 1e-15
// The support point of an edge along its normal is one of its ends, within this fraction of its length. The support
// point of an arc along the normal of its chord is near the middle.
#define AT_END 1e-3

enum { MINIMUM_ROUNDS = 64 };

AukValley auk__difference_valley(const AukSupportShape *a, const AukSupportShape *b, const AukDifferencePoint *from,
                                 double first)
{
    double sign = auk__difference_slope(from) < 0.0 ? 1.0 : -1.0;
    AukDifferencePoint last = *from, next = *from;
    AukDvec d = from->direction;
    for (double turn = first; turn < 1.0; turn *= 2.0) {
        AukDvec turned = dvec(d.x - sign * turn * d.y, d.y + sign * turn * d.x);
        next = auk__difference_support(a, b, dvec_scale(1.0 / dvec_length(turned), turned));
        if (sign * auk__difference_slope(&next) >= 0.0) {
            break;
        }
        last = next;
    }
    AukValley ahead = {last, next}, behind = {next, last};
    return sign > 0.0 ? ahead : behind;
}

// The part of the valley at which a linearly interpolated slope is 0.
static double even_part(const AukValley *valley)
{
    double before = auk__difference_slope(&valley->low), after = auk__difference_slope(&valley->high);
    return after > before ? -before / (after - before) : 0.5;
}

static AukDvec direction_within(const AukValley *valley, double part)
{
    AukDvec low = valley->low.direction, d = dvec_mul_add(low, part, dvec_sub(valley->high.direction, low));
    return dvec_scale(1.0 / dvec_length(d), d);
}

// The normal of the valley's chord. False if both ends are one point or rounding moves the normal out of the valley.
static bool chord_normal(const AukValley *valley, AukDvec *normal)
{
    AukDvec along = dvec_sub(valley->high.w, valley->low.w);
    if (along.x == 0.0 && along.y == 0.0) {
        return false;
    }
    *normal = auk__outward_normal(along);
    return dvec_cross(valley->low.direction, *normal) >= -CHORD_ROUNDING &&
           dvec_cross(*normal, valley->high.direction) >= -CHORD_ROUNDING;
}

static bool is_straight(const AukValley *valley, const AukDifferencePoint *support, double rounding)
{
    AukDvec along = dvec_sub(valley->high.w, valley->low.w);
    AukDvec from = dvec_sub(support->w, valley->low.w), to = dvec_sub(valley->high.w, support->w);
    double nearer = dvec_size(from) < dvec_size(to) ? dvec_size(from) : dvec_size(to);
    return dvec_dot(support->direction, from) <= rounding && nearer <= AT_END * dvec_size(along);
}

// Two estimates alternate: the normal of the chord, which is exact on an edge and roughly halves an arc, and the zero
// of the interpolated slope, which converges quickly on an arc. Every fourth round halves the angle, for any outline.
AukDifferenceMinimum auk__difference_minimum(const AukSupportShape *a, const AukSupportShape *b, AukValley valley,
                                             double size)
{
    double rounding = AUK_SLOPE_ROUNDING * size;
    for (int i = 0; i < MINIMUM_ROUNDS && dvec_cross(valley.low.direction, valley.high.direction) > VALLEY_SINE; i++) {
        AukDvec direction;
        bool by_chord = i % 2 == 0 && chord_normal(&valley, &direction);
        if (!by_chord) {
            direction = direction_within(&valley, i % 4 == 3 ? 0.5 : even_part(&valley));
        }
        AukDifferencePoint point = auk__difference_support(a, b, direction);
        if (by_chord && is_straight(&valley, &point, rounding)) {
            AukDvec along = dvec_sub(valley.high.w, valley.low.w);
            double t = -dvec_dot(valley.low.w, along) / dvec_dot(along, along);
            return auk__difference_between(&valley.low, &valley.high, t, direction);
        }
        double slope = auk__difference_slope(&point);
        if (fabs(slope) <= rounding) {
            return auk__difference_between(&point, &point, 0.0, direction);
        }
        *(slope < 0.0 ? &valley.low : &valley.high) = point;
    }
    double part = even_part(&valley);
    return auk__difference_between(&valley.low, &valley.high, part, direction_within(&valley, part));
}
