/// @file
/// Statistics: how many pairs, contacts and hits a step found, and how long its phases took.
#ifndef AUK_STATS_H
#define AUK_STATS_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The phases of a step, in order.
typedef enum AukPhase {
    AUK_PHASE_ADVANCE = 0, ///< poses from velocities; boxes
    AUK_PHASE_BROAD,       ///< pairs of boxes
    AUK_PHASE_FILTER,      ///< pairs that may collide, sorted
    AUK_PHASE_MOTION,      ///< hits of swept bodies
    AUK_PHASE_CONTACTS,    ///< narrow phase: distances and manifolds
    AUK_PHASE_EVENTS,      ///< begin and end
    AUK_PHASE_PUBLISH,     ///< new poses, query index
    AUK_PHASE_COUNT        ///< the number of phases; no phase itself
} AukPhase;

/// A short name for a phase ("advance", "broad", ...); "?" for other numbers.
AUK_API const char *auk_phase_name(AukPhase phase);

/// Counts and times of the last successful step.
typedef struct AukWorldStats {
    int bodies;                      ///< current number of bodies
    int shapes;                      ///< current number of shapes
    int box_pairs;                   ///< pairs of boxes that the broad phase found, a grid of tiles being one box. What
                                     ///< AukWorldDef.max_pairs counts may be more: see there
    int candidates;                  ///< pairs of shapes that pass all filters and whose tight boxes touch
    int swept_candidates;            ///< pairs tested for hits
    int contacts;                    ///< length of auk_world_contacts()
    int sensor_overlaps;             ///< length of auk_world_overlaps()
    int hits;                        ///< length of auk_world_hits()
    uint64_t steps;                  ///< successful steps since creation
    double seconds[AUK_PHASE_COUNT]; ///< wall-clock time of each phase; 0 if the machine has no clock
} AukWorldStats;

/// The counts and times of the last successful step; {0} for null.
AUK_API AukWorldStats auk_world_stats(const AukWorld *world);

#ifdef __cplusplus
}
#endif

#endif
