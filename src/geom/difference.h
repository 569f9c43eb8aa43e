// Support points of the Minkowski difference a - b, and the local minima of its support function: those are the
// directions in which two cores are apart, or leave each other, the shortest way.
#ifndef AUK_GEOM_DIFFERENCE_H
#define AUK_GEOM_DIFFERENCE_H

#include "geom/support_shape.h"

typedef struct AukDifferencePoint {
    AukDvec a, b, w;   // w = a - b
    AukDvec direction; // in which it is a support point; unit
} AukDifferencePoint;

static inline AukDifferencePoint auk__difference_support(const AukSupportShape *a, const AukSupportShape *b,
                                                         AukDvec direction)
{
    AukDifferencePoint point;
    point.a = auk__support_shape_farthest(a, direction).point;
    point.b = auk__support_shape_farthest(b, dvec_neg(direction)).point;
    point.w = dvec_sub(point.a, point.b);
    point.direction = direction;
    return point;
}

// How far the support point lies to the left of its own direction: the slope of the support function there, by the
// angle.
static inline double auk__difference_slope(const AukDifferencePoint *point)
{
    return dvec_cross(point->direction, point->w);
}

// What rounding leaves of a slope, relative to the coordinates.
#define AUK_SLOPE_ROUNDING 4e-16

// Two support points less than half a turn apart: the support function does not rise at `low` and does not fall at
// `high`, so it has a local minimum between them, counter-clockwise.
typedef struct AukValley {
    AukDifferencePoint low, high;
} AukValley;

// Goes downhill from a support point, in steps that double from the angle `first` on, until the function rises again.
AukValley auk__difference_valley(const AukSupportShape *a, const AukSupportShape *b, const AukDifferencePoint *from,
                                 double first);

typedef struct AukDifferenceMinimum {
    AukDvec normal;           // unit, a to b
    AukDvec point_a, point_b; // of the cores: nearest each other along the normal
} AukDifferenceMinimum;

// `size` is the largest coordinate that entered.
AukDifferenceMinimum auk__difference_minimum(const AukSupportShape *a, const AukSupportShape *b, AukValley valley,
                                             double size);

// The part of a chord that is nearest the origin, 0 to 1, between the cores' own points.
static inline AukDifferenceMinimum auk__difference_between(const AukDifferencePoint *from, const AukDifferencePoint *to,
                                                           double t, AukDvec normal)
{
    t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
    AukDifferenceMinimum minimum = {normal, dvec_mul_add(from->a, t, dvec_sub(to->a, from->a)),
                                    dvec_mul_add(from->b, t, dvec_sub(to->b, from->b))};
    return minimum;
}

// The outward normal of an edge of a counter-clockwise outline, which runs along `along`.
static inline AukDvec auk__outward_normal(AukDvec along)
{
    double length = dvec_length(along);
    return dvec(along.y / length, -along.x / length);
}

#endif
