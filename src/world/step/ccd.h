// What the files of the resolution of motion share. Bodies go evenly along a leg; the first one is the travel they set
// out on, and where a response turns the path, an AukPathSegment says how it goes on.
//     ccd.c      the loop: predictions in order of time, one hit after the other
//     ccd_pairs.c  the swept pairs of a body; pairs that only a turned path brings
//     ccd_predict.c     the first contact of a pair on its present legs
//     ccd_respond.c     what a hit does to the two bodies
//     ccd_round.c      final poses of what turned, in floats
//     ccd_hits.c        the list of hits
#ifndef AUK_WORLD_STEP_CCD_H
#define AUK_WORLD_STEP_CCD_H

#include "geom/toi.h"
#include "world/state/world_state.h"

// Two contacts whose fractions differ by less happened at once: it is what rounding makes of equal times.
#define AUK_AT_ONCE 0x1p-48

typedef struct AukPrediction {
    double fraction;
    int pair;
    uint32_t version_a, version_b;
    bool limit;
    AukDvec point;  // relative to where body a was before the step
    AukDvec normal; // a to b in the pair's order
} AukPrediction;

// What is remembered of a pair while motion is resolved.
typedef struct AukPairHistory {
    double at;         // the last hit
    uint32_t versions; // of the paths then, added up
    AukDvec normal;    // of the last touch, a to b
    bool touches;      // since then, as often as a path has turned
} AukPairHistory;

// How a body goes on after its path has turned; it no longer rotates.
typedef struct AukPathSegment {
    uint32_t body;
    int responses;       // so far in this step
    int bounces;         // of these
    AukDtransform start; // relative to where the body was: start + fraction * delta is where it is
    AukDvec delta;       // over a whole step
    AukDvec velocity;    // after the step
    double instant;      // when the path turned last
    uint32_t version;    // before that instant
    AukVec2 before;      // velocity before it
    float spin_before;
    int slid_pair;       // the surface that it slides along, or -1 ...
    AukDvec slid_normal; // ... and the way out of it
} AukPathSegment;

static inline const AukPair *auk__pair(const AukPairWork *pairs, int index)
{
    return (const AukPair *)pairs->records.items + index;
}

static inline AukPairHistory *auk__pair_history(const AukCcdWork *ccd, int pair)
{
    return (AukPairHistory *)ccd->histories.items + pair;
}

// The separation of a pair that is no further apart than `near` where it touches all the time. Of shapes without an
// inside, a point and a segment, rounding alone says which side of each other they are on; but they are on the side
// that they came from.
static inline AukSeparation auk__sided(const AukPairHistory *meet, AukSeparation separation, double near)
{
    if (meet->touches && fabs(separation.distance) <= near && dvec_dot(meet->normal, separation.normal) < -0.5) {
        separation.normal = meet->normal;
        separation.distance = -fabs(separation.distance);
    }
    return separation;
}

// The turned path of a body, or null.
static inline AukPathSegment *auk__path_segment(const AukCcdWork *ccd, uint32_t body)
{
    int leg = auk__body_path(ccd, body)->leg;
    return leg > 0 ? (AukPathSegment *)ccd->segments.items + (leg - 1) : NULL;
}

static inline bool auk__has_stopped(const AukCcdWork *ccd, uint32_t body)
{
    return auk__body_path(ccd, body)->stop <= 1.0;
}

// A body's place at a fraction of the step, on its present leg, relative to `origin`.
AukDtransform auk__ccd_place(const AukWorld *world, uint32_t body, AukVec2 origin, double fraction);

// ---- ccd.c ----

// swept pairs, travels -> hits in order of time, final poses of what was stopped
AukStatus auk__ccd_resolve(AukWorld *world, float dt);

// Room for auk__ccd_resolve() in a world of that size. False if there is no memory.
bool auk__ccd_reserve(AukCcdWork *ccd, int bodies, int parts, int pairs, int hits);

// ---- ccd_pierce.c ----

// What is being pierced before the step, and what is after it (with what is left of `pierce`). AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__pierced_begin(AukPiercing *piercing);
void auk__pierced_publish(AukWorld *world);

// Adds the bounces of the step to those that bodies have had.
void auk__bounces_publish(AukBodies *bodies, AukCcdWork *ccd);

// A body's piercing of another, begun in this step or before.
bool auk__is_piercing(const AukBodies *bodies, const AukPiercing *piercing, uint32_t body, uint32_t other);

// How many more bodies it will pierce.
int auk__pierce_left(const AukBodies *bodies, const AukPiercing *piercing, uint32_t body);

// True if a body will not bounce any more, those of this step counted.
bool auk__has_bounced_out(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t body);

// Takes one off what the body pierces. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__pierce(AukBodies *bodies, AukPiercing *piercing, uint32_t body, uint32_t other);

// ---- ccd_predict.c ----

// Shapes of a pair on their way, relative to where body a was before the step.
void auk__set_courses(const AukWorld *world, const AukPair *pair, AukShapePath *a, AukShapePath *b);

// tau of the pair where its movers have been placed.
double auk__ccd_tau(const AukParts *parts, const AukPair *pair, const AukShapePath *a, const AukShapePath *b);

// Velocity, over the whole step, of the point of a body that is at `point` at that fraction.
AukDvec auk__point_speed(const AukCcdWork *ccd, uint32_t body, const AukShapePath *mover, double fraction,
                         AukDvec point);

// The first contact of a pair at or after fraction `from`; with `parted`, not if it touches there. False if there is
// none.
bool auk__predict(const AukWorld *world, int pair, double from, bool parted, AukPrediction *prediction);

AukStatus auk__predict_and_push(AukWorld *world, int pair, double from, bool parted);

AukStatus auk__prediction_push(AukPairWork *pairs, AukCcdWork *ccd, const AukPrediction *prediction);
AukPrediction auk__prediction_pop(AukPairWork *pairs, AukCcdWork *ccd);

// The order of predictions: time, then ids.
bool auk__prediction_precedes(const AukPairWork *pairs, const AukPrediction *a, const AukPrediction *b);

// ---- ccd_pairs.c ----

AukStatus auk__ccd_pairs_gather(AukWorld *world);
bool auk__ccd_pairs_reserve(AukCcdWork *ccd, int bodies, int parts, int pairs);

// Walks the swept pairs of a body: AukCcdPairWalk walk = auk__ccd_pairs_of(world, body); while
// (auk__ccd_pairs_next(...)).
typedef struct AukCcdPairWalk {
    uint32_t body;
    int at, end; // in the body's span
    int late;    // the next late, or -1
} AukCcdPairWalk;

AukCcdPairWalk auk__ccd_pairs_of(const AukCcdWork *ccd, uint32_t body);
bool auk__ccd_pairs_next(const AukPairWork *pairs, const AukCcdWork *ccd, AukCcdPairWalk *walk, int *pair);

// Adds the pairs of whatever a turned path may meet from that fraction on. AUK_ERROR_OUT_OF_MEMORY,
// AUK_ERROR_PAIR_LIMIT.
AukStatus auk__late_pairs_find(AukWorld *world, uint32_t body, double fraction);

// True if the new way of a body whose path has turned is too wide for a world that wraps around.
bool auk__cast_path_is_too_wide(const AukWorld *world, uint32_t body, double fraction);

// ---- ccd_respond.c ----

// What a hit has done to the bodies a and b of its pair.
typedef struct AukOutcome {
    bool changed_a, changed_b; // the path
    bool limit;                // one of them has responded too often and stopped
    AukStatus status;
} AukOutcome;

// The boxes of a body at its final pose.
void auk__body_tighten(AukBodies *bodies, AukParts *parts, uint32_t body);

AukOutcome auk__respond(AukWorld *world, const AukPrediction *hit, float dt);

// ---- ccd_round.c ----

// Final poses of bodies whose paths have turned.
AukStatus auk__ccd_round_poses(AukWorld *world);

// Keeps what goes straight along a surface in front of it.
void auk__ccd_round_grazing(AukWorld *world);

// ---- ccd_hits.c ----

// Writes the hit that a prediction foretold. `late_a`: a's path has turned at this very moment already.
AukHit *auk__hit_write(AukWorld *world, const AukPrediction *prediction, bool late_a, bool late_b, float dt);
AukStatus auk__hits_sort(AukWorld *world);

// A rate from what happens in a step, finite also where the step is shorter than any game's.
float auk__rate(double change, float dt);

// Releases its memory.
void auk__ccd_release(AukCcdWork *ccd);

// Releases its memory.
void auk__piercing_release(AukPiercing *piercing);

#endif
