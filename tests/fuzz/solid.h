// Shapes and points in doubles, for the checks: a support function of our own, exact polygon predicates by the integer
// orientation of support/oracle.h, and nothing of src/.
#ifndef AUK_TESTS_FUZZ_SOLID_H
#define AUK_TESTS_FUZZ_SOLID_H

#include "auk/geom.h"

#include <math.h>

typedef struct Vec {
    double x, y;
} Vec;

static inline Vec vec(double x, double y)
{
    Vec v = {x, y};
    return v;
}

static inline Vec vec_of(AukVec2 v)
{
    return vec((double)v.x, (double)v.y);
}

static inline Vec vec_add(Vec a, Vec b)
{
    return vec(a.x + b.x, a.y + b.y);
}

static inline Vec vec_sub(Vec a, Vec b)
{
    return vec(a.x - b.x, a.y - b.y);
}

static inline Vec vec_scale(double k, Vec v)
{
    return vec(k * v.x, k * v.y);
}

static inline double vec_dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double vec_cross(Vec a, Vec b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double vec_length(Vec v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static inline AukVec2 vec_to_float(Vec v)
{
    AukVec2 f = {(float)v.x, (float)v.y};
    return f;
}

// A shape in its pose, relative to some origin.
typedef struct Solid {
    const AukShape *shape;
    Vec at;
    double c, s;
} Solid;

Solid solid_of(const AukShape *shape, AukTransform pose, AukVec2 origin);

// A disc of radius `radius` around a point; `storage` becomes its shape.
Solid solid_of_point(AukShape *storage, Vec at, float radius);

// The farthest point along a direction (of any length but zero), radius included.
Vec solid_support(const Solid *solid, Vec direction);

// Gap between the projections of a and b on a unit axis that points from a to b.
double solid_separation(const Solid *a, const Solid *b, Vec axis);

// The largest gap over many axes: never above the true signed distance.
double solid_widest(const Solid *a, const Solid *b);

// Largest coordinate of the shape in its own frame, radius included.
double solid_extent(const Solid *solid);

// True for a polygon or box that is so thin that it may lose its sides when it is turned, by rounding in doubles.
bool solid_is_thin(const AukShape *shape);

// What errors are relative to: the extents and the relative position.
double solid_scale(const Solid *a, const Solid *b);

// Signed distance of 1e-5 of the scale, or what a subnormal float cannot tell apart.
double solid_tolerance(double scale);

// A float's rounding of places in the world.
double solid_rounding(AukVec2 place);

// True if the points are strictly convex, counter-clockwise and go around once. Exact.
bool solid_is_polygon(const AukVec2 *points, int count);

// True if all points lie on one line. Exact.
bool solid_is_flat(const AukVec2 *points, int count);

static inline bool solid_is_finite(AukVec2 v)
{
    return v.x - v.x == 0.0f && v.y - v.y == 0.0f;
}

static inline bool solid_is_unit(AukVec2 v)
{
    double square = (double)v.x * (double)v.x + (double)v.y * (double)v.y;
    return square > 1.0 - 1e-6 && square < 1.0 + 1e-6;
}

#endif
