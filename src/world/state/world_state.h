// A world: its owners, each declared in the header of its noun. First what a world is between two steps, then what the
// last step published and what the next one fills, then what only a step works with; a step that fails has written
// nothing but the latter. Invariant: every shape of an enabled body is in the broad phase and in the query index under
// its own index, with the box of its present pose.
#ifndef AUK_WORLD_STATE_WORLD_STATE_H
#define AUK_WORLD_STATE_WORLD_STATE_H

#include "auk/math2d.h"
#include "auk/world.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "broad/broad.h"
#include "broad/grid.h"
#include "world/state/call.h"
#include "world/state/excluded_pairs.h"
#include "world/state/parts.h"
#include "world/state/pose_history.h"
#include "world/state/results.h"
#include "world/state/step_work.h"
#include "world/state/vertex_store.h"
#include "world/state/wrap_rectangle.h"

#include <string.h>

// A swept body and one that it is piercing: they touched after the last step.
typedef struct AukPierced {
    AukBodyId body, other;
} AukPierced;

// The grid that queries ask.
typedef struct AukQueryIndex {
    AukGrid grid;    // of the tight boxes of all parts of enabled bodies
    AukBuffer moved; // uint32_t per mover: parts that change their cell in a step, by ranges
} AukQueryIndex;

// Which swept bodies are piercing which others: after the last step, and as the step under way will publish it.
typedef struct AukPiercing {
    AukBuffer now, next; // AukPierced, sorted by indices
} AukPiercing;

// Which destroyed slots result arrays still name, see slot_quarantine.h.
typedef struct AukQuarantine {
    bool noted;     // `named` of bodies and parts says what the arrays of the last step name
    uint64_t notes; // times that this was noted
} AukQuarantine;

// What snapshots and restores keep.
typedef struct AukSaveState {
    uint64_t structure; // while `structure_known`: the sum that a snapshot would have for it, see snapshot.h
    bool structure_known;
    bool touches_restored;   // the last touches came from a snapshot
    AukVertexStore vertices; // what a restore makes of the geometries; holds nothing between calls
    AukBuffer grids;         // the same for the grids of tiles
} AukSaveState;

struct AukWorld {
    AukWorldDef def;
    AukStatus last_status;
    uint64_t steps;
    double seconds[AUK_PHASE_COUNT]; // of the phases of the last step

    // what a world is between two steps
    AukBodies bodies;
    AukParts parts;
    AukVertexStore vertices;
    AukBuffer customs; // AukCustomShape *, each in a block of its own, since parts point to them
    AukBuffer rules;   // AukResponseRule
    AukExcludedPairs excluded;
    AukPiercing piercing;
    AukQuarantine quarantine;
    AukWrap wrap;
    AukOrigin origin; // where the zero of all coordinates is
    AukHistory history;
    AukBroad *broad;
    AukQueryIndex index;
    AukSaveState save;
    struct AukRecorder *recorder; // null: nothing is recorded
    AukRecordHook *record;        // null likewise

    // what the last step published, and what the step under way is filling
    AukOutput output, next;

    // what only a step works with
    AukParallel parallel; // the workers
    AukRanges ranges;     // what the phase that ran last reports
    AukPairWork pairs;
    AukCcdWork ccd;
};

// Notes that contacts of a part have to be found anew, wherever it is.
static inline void auk__part_changed(AukWorld *world, uint32_t index)
{
    auk__part(&world->parts, index)->changed = (uint8_t)world->steps;
}

// Remembers the status of a non-const call and returns it.
static inline AukStatus auk__answer(AukWorld *world, AukStatus status)
{
    world->last_status = status;
    return status;
}

#endif
