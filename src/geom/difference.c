// The support function of a convex set has a slope everywhere but at the normals of its straight edges, where the slope
// jumps up. At a local minimum the slope is 0 or jumps over 0. How deep a minimum is tells its direction only to the
// root of rounding; the slope tells it to rounding over the curvature, so the slope is what is followed.
// Invariant: the slope is not above 0 at the lower end of the valley and not below 0 at the upper end.
#include "geom/difference.h"

// Directions whose sine is no larger count as one; the rest is interpolated by the slopes.
#define NARROW 1e-10
// Rounding may take the normal of a chord out of the valley by this.
#define CHORD_ROUNDING 1e-15
// The support point of an edge along its normal is one of its ends, up to this part of its length. That of an arc lies
// near the middle.
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

// Where between the ends the slope would be 0 if it were straight.
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

// The normal of the valley's chord; false where its ends are one point or rounding takes it out of the valley.
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

// Two guesses take turns: the normal of the chord, which is right at once on an edge and about halves an arc, and the
// zero of a straight slope, which is soon right on an arc. Every fourth round halves the angle, whatever the outline.
AukDifferenceMinimum auk__difference_minimum(const AukSupportShape *a, const AukSupportShape *b, AukValley valley,
                                             double size)
{
    double rounding = AUK_SLOPE_ROUNDING * size;
    for (int i = 0; i < MINIMUM_ROUNDS && dvec_cross(valley.low.direction, valley.high.direction) > NARROW; i++) {
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
