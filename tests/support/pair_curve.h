// Custom shapes to try: convex shapes with arcs, corners and straight sides, given by exact support functions.
#ifndef AUK_TESTS_SUPPORT_PAIR_CURVE_H
#define AUK_TESTS_SUPPORT_PAIR_CURVE_H

#include "auk/geom.h"

typedef enum PairCurveForm {
    CURVE_SUPERELLIPSE, // |x / half.x|^power + |y / half.y|^power <= 1
    CURVE_LENS,         // two discs' common part with tips at (0, +-half.y); half.x <= half.y
    CURVE_HALF_ELLIPSE, // y >= 0 of the ellipse: a straight side, two corners and an arc
    CURVE_DROP,         // the hull of a disc of radius half.x around the origin and the point (0, half.y)
    CURVE_FORM_COUNT
} PairCurveForm;

// {0} is not useful: half must be above 0, and power above 1 where it is used.
typedef struct PairCurve {
    PairCurveForm form;
    AukVec2 half;
    float power;
    AukVec2 offset; // where the form's origin lies in the shape's frame
} PairCurve;

const char *pair_curve_name(PairCurveForm form);

// The shape of a curve, which must outlive it. `bounds` are rounded outward.
AukCustomShape pair_curve_custom(const PairCurve *curve);

// The curve of a custom shape that was made of one; null for other shapes.
const PairCurve *pair_curve_of(const AukShape *shape);

// Below 0 inside, 0 on the outline, above 0 outside: not a distance. `point` is in the shape's frame.
double pair_curve_side(const PairCurve *curve, const double point[2]);

#endif
