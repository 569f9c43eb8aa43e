// Time of impact of two moving, turning cores.
#ifndef AUK_GEOM_TOI_H
#define AUK_GEOM_TOI_H

#include "geom/cast.h"

// A core on its path: its body starts at `start`, moves by `delta` and turns by `turn` over fraction 0..1; the core
// sits at `local` in the body's frame, and none of its vertices is farther from the body's origin than `turn_radius`.
typedef struct AukShapePath {
    AukSupportShape core; // `core.transform` is set by auk__shape_path_set()
    AukDtransform start, local;
    AukDvec delta;
    double turn, turn_radius;
} AukShapePath;

// True if the core turns on its path, and that changes where its points go.
static inline bool auk__shape_path_turns(const AukShapePath *path)
{
    return path->turn * path->turn_radius != 0.0;
}

// The body's transform at a fraction of the path.
AukDtransform auk__path_dtransform(const AukDtransform *start, AukDvec delta, double turn, double fraction);

// An upper bound on the relative speed of points of the two cores, without their radii.
static inline double auk__shape_path_speed(const AukShapePath *a, const AukShapePath *b)
{
    return dvec_length(dvec_sub(b->delta, a->delta)) + fabs(a->turn) * a->turn_radius + fabs(b->turn) * b->turn_radius;
}

// Places the core at a fraction of its path.
void auk__shape_path_set(AukShapePath *path, double fraction);

typedef enum AukOverlapRule {
    AUK_OVERLAP_HITS,      // a pair that overlaps at the start hits at fraction 0
    AUK_OVERLAP_LEAVES,    // the pair must first come apart; then it may hit
    AUK_OVERLAP_OPENS,     // the pair is not closing at the start, and overlaps by tau at most; it hits as soon as it
                           // closes
    AUK_OVERLAP_OPENS_DEEP // the same where rounding has made the overlap at the start deeper
} AukOverlapRule;

// The first contact at or after fraction `from`. Up to the distance `touching`, an AUK_OVERLAP_LEAVES or
// AUK_OVERLAP_OPENS pair counts as not yet apart, and an AUK_OVERLAP_OPENS pair that comes nearer by no more than that
// counts as not yet closing. AUK_OVERLAP_HITS ignores it. `side` is the normal of an AUK_OVERLAP_OPENS pair at the
// start, which tells the side of shapes without an inside. Leaves the cores placed at any fraction.
AukImpact auk__time_of_impact(AukShapePath *a, AukShapePath *b, double from, AukOverlapRule rule, double touching,
                              AukDvec side);

#endif
