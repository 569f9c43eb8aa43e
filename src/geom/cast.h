// Linear casts of one core against another.
#ifndef AUK_GEOM_CAST_H
#define AUK_GEOM_CAST_H

#include "auk/geom.h"
#include "geom/distance.h"

// The first contact of a motion, in the frame of the pair at the start.
typedef struct AukImpact {
    bool hit;
    bool overlapping; // hit at fraction 0 because distance <= 0 there; the normal is then unset
    double fraction;
    AukDvec point;  // where the surfaces meet, in the pair's frame at that fraction
    AukDvec normal; // unit, a to b
    int iterations;
    AukStatus status;
} AukImpact;

// Moves b by `delta` while a rests.
AukImpact auk__cast(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, bool skip_overlapping);

// The same for two boxes without radius, by their faces alone. False if it is too close to call, and always for other
// cores. `impact` is all zero before.
bool auk__cast_boxes(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact);

// The same for a box and a core of one vertex, radii included.
bool auk__cast_disc_box(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact);

// Where cores that are apart, but touch or overlap with their radii, have a point in common.
AukDvec auk__meeting_point(const AukGjk *gjk, double radius_a, double radius_b);

// A point of both cores, radii included, that touch or overlap; it lies on a, and on b but for rounding.
AukDvec auk__common_point(const AukSupportShape *a, const AukSupportShape *b);

// The status of cast options; null is {0}.
AukStatus auk__options_check(const AukCastOptions *options);

#endif
