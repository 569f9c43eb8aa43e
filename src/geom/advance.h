// Conservative advancement of two turning cores.
#ifndef AUK_GEOM_ADVANCE_H
#define AUK_GEOM_ADVANCE_H

#include "geom/toi.h"

// The gap that counts as contact, relative to the pair's size: far below float resolution.
#define AUK_ADVANCE_GAP 1e-11

// Vertices may be farther from their body's origin than the turn radius by as much as a rotation may be longer than 1.
#define AUK_TURN_RADIUS_SLACK (1.0 + 1e-6)

// The bound of advance.c: true if the shapes do not touch during a step of length h from separation `gap` to separation
// `end`.
static inline bool auk__chord_is_clear(double gap, double end, double curvature, double h)
{
    if (end < 0.0) {
        return false;
    }
    double slope = (end - gap) / h - 0.5 * curvature * h;
    double x = -slope / curvature; // minimum of the bound
    if (x <= 0.0 || x >= h) {
        return true;
    }
    return gap - 0.5 * curvature * x * x > 0.0;
}

// The first contact at or after a fraction of the motion. If the shapes touch at that fraction, the contact is there,
// with `overlapping` set. Leaves the cores placed at any fraction.
AukImpact auk__advance(AukShapePath *a, AukShapePath *b, double fraction);

// The same for boxes, segments and points, radii included, up to `end`. False if they touch at *fraction, if the search
// has not ended after a number of rounds, if round corners meet, and for other cores; *fraction is then one before
// which they do not touch. `impact` must be all zero.
bool auk__advance_boxes(const AukShapePath *a, const AukShapePath *b, double *fraction, double end, AukImpact *impact);

#endif
