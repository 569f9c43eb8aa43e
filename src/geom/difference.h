// Support points of the Minkowski difference a - b, and local minima of its support function. A local minimum is a
// direction in which two cores are separated, or can be separated by a locally shortest motion.
#ifndef AUK_GEOM_DIFFERENCE_H
#define AUK_GEOM_DIFFERENCE_H

#include "geom/support_shape.h"

typedef struct AukDifferencePoint {
    AukDvec a, b, w;   // w = a - b
    AukDvec direction; // unit; the point is the support point along it
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

// The distance of the support point to the left of its direction. It is the derivative of the support function by the
// angle.
static inline double auk__difference_slope(const AukDifferencePoint *point)
{
    return dvec_cross(point->direction, point->w);
}

// The rounding error of a slope, relative to the coordinates.
#define AUK_SLOPE_ROUNDING 4e-16

// Two support points less than half a turn apart: the support function does not rise at `low` and does not fall at
// `high`, so it has a local minimum between them, counter-clockwise.
typedef struct AukValley {
    AukDifferencePoint low, high;
} AukValley;

// Finds a valley by steps downhill from a support point. The steps double from the angle `first` on, until the function
// rises again.
AukValley auk__difference_valley(const AukSupportShape *a, const AukSupportShape *b, const AukDifferencePoint *from,
                                 double first);

typedef struct AukDifferenceMinimum {
    AukDvec normal;           // unit, a to b
    AukDvec point_a, point_b; // the points of the cores that correspond to the minimum
} AukDifferenceMinimum;

// Finds the local minimum within a valley. `size` is the largest coordinate of the pair.
AukDifferenceMinimum auk__difference_minimum(const AukSupportShape *a, const AukSupportShape *b, AukValley valley,
                                             double size);

// The minimum at the part `t` (clamped to [0, 1]) of the chord between two support points.
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

// An edge of a counter-clockwise outline that contains the origin, as seen from there.
typedef struct AukEdgeNearest {
    AukDvec normal;  // outward, unit
    double t;        // parameter of the point nearest the origin
    double distance; // of that point
} AukEdgeNearest;

// In thin outlines the lines of far edges pass close to the origin too, and several edges may be on one line. So the
// distance is measured to the edge, not to its line.
static inline AukEdgeNearest auk__edge_nearest(AukDvec from, AukDvec along)
{
    double length = dvec_length(along);
    AukEdgeNearest nearest;
    nearest.normal = dvec(along.y / length, -along.x / length);
    nearest.distance = dvec_dot(nearest.normal, from);
    nearest.t = -dvec_dot(from, along) / (length * length);
    if (nearest.t < 0.0 || nearest.t > 1.0) {
        nearest.t = nearest.t < 0.0 ? 0.0 : 1.0;
        nearest.distance = dvec_length(dvec_mul_add(from, nearest.t, along));
    }
    return nearest;
}

#endif
