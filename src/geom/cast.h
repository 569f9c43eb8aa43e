// Linear casts of one core against another, radii included.
#ifndef AUK_GEOM_CAST_H
#define AUK_GEOM_CAST_H

#include "auk/geom.h"
#include "geom/distance.h"

// The first contact of a motion, in the frame of the pair at the start.
typedef struct AukImpact {
    bool hit;
    bool overlapping; // hit at fraction 0 because distance <= 0 there; the normal is then unset
    double fraction;
    double apart;   // if not hit: a lower bound on the distance at the start; 0 if it is not known
    AukDvec point;  // common point of the surfaces, in the pair's frame at that fraction
    AukDvec normal; // unit, a to b
    int iterations;
    AukStatus status;
} AukImpact;

// Moves b by `delta`; a does not move.
AukImpact auk__cast(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, bool skip_overlapping);

// The same for two boxes without radius, by their faces alone. False if the result is uncertain by rounding, and for
// other cores. `impact` must be all zero.
bool auk__cast_boxes(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact);

// The same for a box and a core of one vertex, radii included.
bool auk__cast_disc_box(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact);

// A common point of two shapes whose cores are apart, but which touch or overlap with their radii.
AukDvec auk__meeting_point(const AukGjk *gjk, double radius_a, double radius_b);

// A common point of two shapes that touch or overlap, radii included. It lies on a, and on b up to rounding.
AukDvec auk__common_point(const AukSupportShape *a, const AukSupportShape *b);

// The status of cast options; null is {0}.
AukStatus auk__options_check(const AukCastOptions *options);

#endif
