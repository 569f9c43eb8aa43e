// What only a step works with: its pairs, and its swept bodies. Reserved and released in step/pairs.c and step/ccd.c; a
// step that fails has written nothing else.
#ifndef AUK_WORLD_STATE_STEP_WORK_H
#define AUK_WORLD_STATE_STEP_WORK_H

#include "auk/types.h"
#include "base/buffer.h"
#include "broad/grid.h"
#include "geom/dvec.h"

// Later than any fraction of a step.
#define AUK_NOT_STOPPED 2.0

// A candidate pair that passed the filters: the unit of work of the narrow phase.
typedef struct AukPair {
    uint32_t body_a, body_b;   // a has the smaller index
    uint32_t shape_a, shape_b; // heads
    uint32_t part_a, part_b;   // pieces
    int child_a, child_b;      // their numbers
    float hit_fraction;
    int previous;  // index of the touch of the last step, or -1
    bool sensor;   // one of the shapes is a sensor
    bool swept;    // one of the bodies is swept
    bool hit;      // met during this step's motion
    bool touching; // at the final poses
} AukPair;

// How a body goes during a step in which some are swept.
typedef struct AukBodyPath {
    AukVec2 velocity; // after the step
    float spin;
    AukDvec way;      // where it was told to go, before positions are rounded
    double turn;      // radians over the whole step
    double stop;      // fraction at which it stopped; 1 if it did not
    uint32_t version; // counts changes of the path: older predictions are stale
    int leg;          // of a body whose path has turned its place in world->ccd.segments, plus 1; else 0
} AukBodyPath;

// The pairs of a step.
typedef struct AukPairWork {
    AukBuffer records;     // AukPair, sorted like touches
    AukBuffer spare;       // AukPair
    AukBuffer order;       // uint64_t: sorting keys
    AukBuffer order_spare; // uint64_t
    int sensor_count;      // pairs with a sensor
} AukPairWork;

// Swept bodies during a step.
typedef struct AukCcdWork {
    AukBuffer paths;       // AukBodyPath per body, in a step in which some are swept
    AukBuffer predictions; // AukPrediction, a heap: those made when a path turned
    AukBuffer predicted;   // AukPrediction: the first of each swept pair, by ranges
    AukBuffer upcoming;    // AukPrediction: the same in order of time
    AukBuffer neighbours;  // int: pairs by swept body, see ccd_pairs.c
    AukBuffer spans;       // int per body: where its neighbours begin
    AukBuffer histories;   // AukPairHistory per pair, see ccd.h
    AukBuffer segments;    // AukPathSegment: of bodies whose paths have turned
    AukBuffer hit_spare;   // AukHit
    AukBuffer late_links;  // int[2] for each pair from late_first on: the next late of body a, of body b
    AukBuffer late_heads;  // int per body: its last late, or -1
    int late_first;        // pairs from here on were found on turned paths
    AukGrid ways;          // whole ways of movers, made in a step in which a path leaves its box
    bool ways_made;        // in this step
} AukCcdWork;

static inline AukBodyPath *auk__body_path(const AukCcdWork *ccd, uint32_t index)
{
    return (AukBodyPath *)ccd->paths.items + index;
}

#endif
