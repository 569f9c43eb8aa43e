// Declarations shared by the files that resolve motion. A body moves at constant velocity along a segment of its path.
// The first segment is the path from integration (AukBodyPath); after a response turns the path, an AukPathSegment
// describes the rest.
//     ccd.c          the loop: takes predictions in order of time, one hit after the other
//     ccd_pairs.c    the swept pairs of a body; late pairs, which only a turned path brings
//     ccd_path_boxes.c  the search of late pairs
//     ccd_predict.c  the first contact of a pair on the current segments of its bodies
//     ccd_straight.c the same before any path has turned, for pairs that do not rotate: most pairs of most steps
//     ccd_respond.c  the effect of a hit on its two bodies
//     ccd_stop.c     where a body stops
//     ccd_carry.c    where a body goes that has used up its responses
//     ccd_pierce.c   the remaining bounces and piercings of bodies
//     ccd_round.c    final poses of bodies whose paths turned, in floats
//     ccd_hits.c     the list of hits
#ifndef AUK_WORLD_STEP_CCD_H
#define AUK_WORLD_STEP_CCD_H

#include "base/inline.h"
#include "base/prefetch.h"
#include "geom/toi.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"

// Two contacts whose fractions differ by less are simultaneous: rounding makes equal times differ by that much.
#define AUK_AT_ONCE 0x1p-48

// Closing slower than this fraction of the relative speed counts as sliding: rounding makes that much of a motion
// parallel to the surface.
#define AUK_CLOSING 1e-6

typedef struct AukPrediction {
    double fraction;
    int pair;
    uint32_t version_a, version_b;
    bool limit;
    AukDvec point;  // relative to the position of body a before the step
    AukDvec normal; // from a to b of the pair
} AukPrediction;

// The state of a swept pair within one step.
typedef struct AukPairHistory {
    double at;         // fraction of the last hit
    uint32_t versions; // sum of the versions of both paths at the last hit
    AukDvec normal;    // of the last touch, from a to b
    bool touches;      // as of the last prediction or hit; a turned path predicts again
    bool apart;        // was seen in this step without an overlap deeper than rounding makes it
} AukPairHistory;

// The segment of a body whose path has turned. The body no longer rotates on it, unless it is carried.
typedef struct AukPathSegment {
    uint32_t body;
    int responses;       // in this step
    int bounces;         // responses that were bounces
    AukDtransform start; // start + fraction * delta is the position, relative to the position before the step
    AukDvec delta;       // over the whole step
    AukDvec velocity;    // after the step
    double shifted;      // sum of the shifts out of surfaces in this step
    double instant;      // fraction at which the path turned last
    uint32_t version;    // of the path before that instant
    AukVec2 before;      // velocity before that instant
    float spin_before;
    int slid_pair;       // the pair with the surface that the body slides along, or -1
    AukDvec slid_normal; // out of that surface
    bool held, carried;  // it has used up its responses; and moves with a carrier, see ccd_carry.c
    int carriers;        // changes of motion since then
    uint32_t carrier;    // of a held body: what it moves with, if that does not respond itself, or AUK_NO_INDEX
    double turn;         // of a carried body: `start`, `delta` and `turn` are the motion of its carrier,
    AukDtransform arm;   // and this is its place as seen from there
} AukPathSegment;

static inline const AukPair *auk__pair(const AukPairWork *pairs, int index)
{
    return (const AukPair *)pairs->records.items + index;
}

// Prefetches what is read of a body whose motion is predicted, and of its part. In a local step the arrays may not have
// them yet.
static AUK_ALWAYS_INLINE void auk__expect_motion(const AukWorld *world, uint32_t body, uint32_t part)
{
    const AukBodies *bodies = &world->bodies;
    const AukBodyPath *paths = world->ccd.paths.items;
    const AukTransform *starts = bodies->starts.items;
    const AukPosed *posed = bodies->posed.items;
    const AukBody *records = bodies->records.items;
    const AukFilter *filters = bodies->filters.items;
    const double *turn_radii = world->parts.turn_radii.items;
    const AukBounds *tight = auk__tight_bounds(&world->parts);
    AUK_PREFETCH_ITEM(paths, body);
    AUK_PREFETCH_ITEM(paths, body + 1); // the end of the same one
    AUK_PREFETCH_ITEM(starts, body);
    AUK_PREFETCH_ITEM(posed, body);
    AUK_PREFETCH_ITEM(records, body);
    AUK_PREFETCH_ITEM(filters, body);
    AUK_PREFETCH_ITEM(turn_radii, part);
    AUK_PREFETCH_ITEM(tight, part);
    AUK_PREFETCH(auk__part(&world->parts, part));
}

static inline AukPairHistory *auk__pair_history(const AukCcdWork *ccd, int pair)
{
    return (AukPairHistory *)ccd->histories.items + pair;
}

// The separation of a pair, with the side corrected for shapes without an inside (points and segments), whose side
// rounding alone decides. If the pair touched, is at most `near` apart and its normal has flipped, the shapes are taken
// to overlap and the normal stays that of the side they came from.
static inline AukSeparation auk__sided(const AukPairHistory *history, AukSeparation separation, double near)
{
    if (history->touches && fabs(separation.distance) <= near && dvec_dot(history->normal, separation.normal) < -0.5) {
        separation.normal = history->normal;
        separation.distance = -fabs(separation.distance);
    }
    return separation;
}

// The segment of a body whose path has turned, or null.
static inline AukPathSegment *auk__path_segment(const AukCcdWork *ccd, uint32_t body)
{
    int segment = auk__body_path(ccd, body)->segment;
    return segment > 0 ? (AukPathSegment *)ccd->segments.items + (segment - 1) : NULL;
}

// The deepest overlap of a pair that counts as made in this step: by rounding, which is a few times tau and the
// rounding of positions, and by the shifts of responses. A body that slides along something is put in front of it by
// half a tau, which may be many of those of another pair: that of a long wall is large.
static inline double auk__made_depth(const AukBodies *bodies, const AukCcdWork *ccd, const AukPair *pair, double tau)
{
    const AukPathSegment *a = auk__path_segment(ccd, pair->body_a), *b = auk__path_segment(ccd, pair->body_b);
    double rounding = auk__start_rounding(bodies, pair->body_a) + auk__start_rounding(bodies, pair->body_b);
    return 8.0 * (tau + rounding) + ((a ? a->shifted : 0.0) + (b ? b->shifted : 0.0));
}

// True if a body has used up its responses: it rests, or is carried.
static inline bool auk__is_held(const AukCcdWork *ccd, uint32_t body)
{
    const AukPathSegment *segment = auk__path_segment(ccd, body);
    return segment && segment->held;
}

// The segment of a body that is carried; null for others.
static inline const AukPathSegment *auk__carried_segment(const AukCcdWork *ccd, uint32_t body)
{
    const AukPathSegment *segment = auk__path_segment(ccd, body);
    return segment && segment->carried ? segment : NULL;
}

static inline bool auk__has_stopped(const AukCcdWork *ccd, uint32_t body)
{
    return auk__body_path(ccd, body)->stop <= 1.0;
}

// The position and rotation of a body at a fraction of the step, on its current segment, relative to `origin`.
AukDtransform auk__ccd_dtransform(const AukWorld *world, uint32_t body, AukVec2 origin, double fraction);

// ---- ccd.c ----

// swept pairs, body paths -> hits in order of time, final poses of stopped and turned bodies
AukStatus auk__ccd_resolve(AukWorld *world, float dt);

// Reserves memory for auk__ccd_resolve() in a world of that size. False if there is no memory.
bool auk__ccd_reserve(AukCcdWork *ccd, int bodies, int parts, int pairs, int hits);
void auk__ccd_release(AukCcdWork *ccd);

// ---- ccd_pierce.c ----

// auk__pierced_begin() copies the list of piercings of the last step, before pairs are filtered, which looks at what is
// pierced; AUK_ERROR_OUT_OF_MEMORY. auk__pierced_publish() publishes the list of this step and lowers `pierce` of the
// bodies by their new piercings.
AukStatus auk__pierced_begin(AukPiercing *piercing);
void auk__pierced_publish(AukWorld *world);

// Adds the bounces of the step to the bounce counts of the bodies.
void auk__bounces_publish(AukBodies *bodies, AukCcdWork *ccd);

// True if the body is piercing the other, since this step or an earlier one.
bool auk__is_piercing(const AukBodies *bodies, const AukPiercing *piercing, uint32_t body, uint32_t other);

// The number of bodies that the body may still pierce.
int auk__pierce_left(const AukBodies *bodies, const AukPiercing *piercing, uint32_t body);

// True if the body has used up its bounces, including those of this step.
bool auk__has_bounced_out(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t body);

// Records that the body pierces the other, which uses up one piercing. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__pierce(AukBodies *bodies, AukPiercing *piercing, uint32_t body, uint32_t other);

// Copies the piercings of a body from the world to the view of a local step. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__pierced_know(struct AukLocalStep *local, uint32_t body);

// Replaces the piercings of a world by those of a view after its first step. There has to be room for both.
void auk__pierced_take(AukPiercing *piercing, const struct AukLocalStep *local);

// Reserves memory for so many entries. False if there is no memory.
bool auk__piercing_reserve(AukPiercing *piercing, int count);

void auk__piercing_release(AukPiercing *piercing);

// ---- ccd_predict.c ----

// Sets the motions of the two shapes of a pair, relative to the position of body a before the step.
void auk__shape_paths_set(const AukWorld *world, const AukPair *pair, AukShapePath *a, AukShapePath *b);

// tau of the pair at the fraction where both shape paths are placed.
double auk__ccd_tau(const AukParts *parts, const AukPair *pair, const AukShapePath *a, const AukShapePath *b);

// Velocity, per whole step, of the point of a body that is at `point` at that fraction.
AukDvec auk__point_speed(const AukCcdWork *ccd, uint32_t body, const AukShapePath *path, double fraction,
                         AukDvec point);

// The first contact of a pair at or after fraction `from`. With `parted`, a pair that touches at `from` has none. False
// if there is no contact.
bool auk__predict(const AukWorld *world, int pair, double from, bool parted, AukPrediction *prediction);

AukStatus auk__predict_and_push(AukWorld *world, int pair, double from, bool parted);

// ---- ccd_straight.c ----

// auk__predict() at the beginning of a step: from fraction 0, while all bodies are on the paths from integration. The
// same bits in less time.
bool auk__predict_first(const AukWorld *world, int pair, AukPrediction *prediction);

// ---- the heap: ccd_predict.c ----

// The order of predictions: time, then ids.
bool auk__prediction_precedes(const AukPairWork *pairs, const AukPrediction *a, const AukPrediction *b);

AukStatus auk__prediction_push(AukPairWork *pairs, AukCcdWork *ccd, const AukPrediction *prediction);
AukPrediction auk__prediction_pop(AukPairWork *pairs, AukCcdWork *ccd);

// ---- ccd_pairs.c ----

// auk__ccd_pairs_begin() begins a step. auk__ccd_pairs_gather() groups the swept pairs by body, which only bodies that
// respond need: the first of them calls it. AUK_ERROR_OUT_OF_MEMORY.
void auk__ccd_pairs_begin(AukWorld *world);
AukStatus auk__ccd_pairs_gather(AukWorld *world);
bool auk__ccd_pairs_reserve(AukCcdWork *ccd, int pairs);

// Iterates over the swept pairs of a body, after auk__ccd_pairs_gather():
//     AukCcdPairWalk walk = auk__ccd_pairs_of(ccd, body);
//     while (auk__ccd_pairs_next(pairs, ccd, &walk, &pair)) ...
typedef struct AukCcdPairWalk {
    uint32_t body;
    int at, end; // in the body's span of pairs
    int late;    // the next late pair, or -1
} AukCcdPairWalk;

AukCcdPairWalk auk__ccd_pairs_of(const AukCcdWork *ccd, uint32_t body);
bool auk__ccd_pairs_next(const AukPairWork *pairs, const AukCcdWork *ccd, AukCcdPairWalk *walk, int *pair);

// The pairs of one of the two bodies of a pair, of that with fewer: all pairs of both are among them, in the same order
// for either body. A map has a pair with every ball that bounces off it, so its own are many. `only_late`: late pairs.
AukCcdPairWalk auk__ccd_pairs_of_both(const AukPairWork *pairs, const AukCcdWork *ccd, const AukPair *pair,
                                      bool only_late);

// Adds the late pairs of a body whose path turned at that fraction: those with all parts that the new segment may meet.
// AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_PAIR_LIMIT.
AukStatus auk__late_pairs_find(AukWorld *world, uint32_t body, double fraction);

// True if the rest of a turned path is too long for a world that wraps around.
bool auk__segment_is_too_wide(const AukWorld *world, uint32_t body, double fraction);

// ---- ccd_path_boxes.c ----

// The box around a segment, and the displacement along it if it is long: its box is then mostly empty.
typedef struct AukSegmentBox {
    AukBox around;
    AukBroadPath path;
} AukSegmentBox;

// Begins a step.
void auk__path_boxes_begin(AukCcdWork *ccd);

// The box of the whole path of a part as other bodies know it: the path at the beginning of the step and all changes
// since.
AukBox auk__path_box_known(const AukWorld *world, uint32_t part);

// Writes the parts that a new segment of a part may meet to pairs->order, some of them twice. `leaves`: the segment
// leaves the known box of the path. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__path_boxes_search(AukWorld *world, uint32_t part, const AukSegmentBox *segment, bool leaves);

// ---- ccd_respond.c ----

// The effect of a hit on the bodies a and b of its pair.
typedef struct AukOutcome {
    bool changed_a, changed_b; // the path of that body changed
    bool limit;                // a body used up its responses
    bool again;                // a response beside a body that goes on turning changed nothing
    AukStatus status;
} AukOutcome;

AukOutcome auk__respond(AukWorld *world, const AukPrediction *hit, float dt);

// ---- ccd_carry.c ----

// True if a body is held and may be carried, or by something else than before.
bool auk__may_be_carried(const AukCcdWork *ccd, uint32_t body);

// The effect of a hit on a held body, which just came to be held or rests or is carried. True if its path changes.
bool auk__hold(AukWorld *world, const AukPrediction *hit, AukPathSegment *segment, float dt);

// Lets a held body rest from now on.
void auk__hold_at_rest(AukWorld *world, AukPathSegment *segment, double fraction);

// True if two bodies keep their places relative to each other for the remainder of the step: one carries the other, or
// a third one carries both.
bool auk__move_as_one(const AukCcdWork *ccd, uint32_t a, uint32_t b);

// The rotation of a carried body, of unit length.
AukRot auk__carried_rotation(const AukDtransform *transform);

// The velocity of the origin of a carried body, within its limit of speed.
AukVec2 auk__carried_velocity(const AukBodies *bodies, const AukPathSegment *segment, double fraction, float dt);

// A bound on how far the points of a carried body leave the straight lines between their places at a fraction and at
// the end of the step. `radius` is that of the circle around the body's origin in which they are.
double auk__carried_bulge(const AukPathSegment *segment, double radius, double fraction);

// ---- ccd_stop.c ----

// Sets the tight boxes of a body to those of its final pose.
void auk__body_tighten(AukBodies *bodies, AukParts *parts, uint32_t body);

// Ends the path of a body for this step.
void auk__halt(AukWorld *world, uint32_t body, double fraction);

// The same at a hit, which takes the velocity and the spin of the body.
void auk__stop_at_hit(AukWorld *world, const AukPair *pair, uint32_t body, const AukPrediction *hit);

// ---- ccd_round.c ----

// Final poses of bodies whose paths have turned.
AukStatus auk__ccd_round_poses(AukWorld *world);

// Moves bodies that went straight along a surface back in front of it, where rounding put them behind.
AukStatus auk__ccd_round_grazing(AukWorld *world);

// What this step knows of all pairs of pieces of the same two shapes.
typedef struct AukShapesMet {
    int last;     // the pair with the latest hit, or -1
    bool touches; // some pieces touched where they were predicted last, or hit since
    bool tied;    // others were hit at the same time with other paths: `last` depends on the pair that asks
} AukShapesMet;

// ---- ccd_hits.c ----

// Writes the hit of a prediction. `turned_a`: the path of a has already turned at this instant. `met`: as before it.
AukHit *auk__hit_write(AukWorld *world, const AukPrediction *prediction, bool turned_a, bool turned_b,
                       const AukShapesMet *met, float dt);

// True if two hits are equal but for `limit`, and for `point`, which may be rounded otherwise.
bool auk__hits_equal(const AukHit *a, const AukHit *b);

// Removes the last hit if an equal one stands shortly before it, which then has the `limit` of both. Returns the one
// that is left.
AukHit *auk__hit_merge(AukBuffer *hits);

// Writes the hits of those first predictions that no response can change, and removes them from the list of
// predictions, which is in the order of pairs. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__hits_write_final(AukWorld *world, AukPrediction *predictions, int *count, float dt);

// Sorts the hits of the step; `timed`: they were written in order of time. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__hits_sort(AukWorld *world, bool timed);

// Change per second, clamped to FLT_MAX for very short steps.
float auk__rate(double change, float dt);

#endif
