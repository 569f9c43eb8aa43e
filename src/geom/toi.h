// Time of impact of two moving, turning cores.
#ifndef AUK_GEOM_TOI_H
#define AUK_GEOM_TOI_H

#include "geom/cast.h"

// A core on its path: its body starts at `start`, moves by `delta` and turns by `turn` over fraction 0..1; the core
// sits at `local` in the body's frame, and none of its vertices is farther from the body's origin than `turn_radius`.
typedef struct AukShapePath {
    AukSupportShape core; // `core.place` is set by auk__shape_path_place()
    AukDtransform start, local;
    AukDvec delta;
    double turn, turn_radius;
} AukShapePath;

// The body's placement at a fraction of the way.
AukDtransform auk__path_dtransform(const AukDtransform *start, AukDvec delta, double turn, double fraction);

// No point of one moves faster relative to the other's, its radius left out.
static inline double auk__shape_path_speed(const AukShapePath *a, const AukShapePath *b)
{
    return dvec_length(dvec_sub(b->delta, a->delta)) + fabs(a->turn) * a->turn_radius + fabs(b->turn) * b->turn_radius;
}

// Sets the core where it is at a fraction of its way.
void auk__shape_path_place(AukShapePath *path, double fraction);

typedef enum AukOverlapRule {
    AUK_OVERLAP_HITS,   // what overlaps at the start hits at fraction 0
    AUK_OVERLAP_LEAVES, // it must first come apart; then it may hit
    AUK_OVERLAP_OPENS   // it does not close at the start; it hits as soon as it does, whether it came apart or not
} AukOverlapRule;

// The first contact at or after fraction `from`. `touching` is the distance up to which an AUK_OVERLAP_LEAVES pair
// counts as not yet apart; AUK_OVERLAP_HITS does not need it. Leaves the cores placed anywhere.
AukImpact auk__time_of_impact(AukShapePath *a, AukShapePath *b, double from, AukOverlapRule rule, double touching);

#endif
