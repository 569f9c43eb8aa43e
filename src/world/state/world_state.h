// A world is a struct of owners, each declared in the header of its noun. The members stand in this order: the state
// between two steps; the results that the last step published and those that the next step fills; the work arrays of a
// step. A step that fails has written to the results under way, to the work arrays, and to the poses and tight boxes
// of movers, which auk__bodies_return() takes back. Each step writes the boxes of movers in the broad phase anew.
// Invariant: every part of an enabled body is in the broad phase and in the query index. In the query index, and for
// static bodies in the broad phase, its box is that of its present pose.
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

// A swept body and a body that it is piercing: the two touched after the last step.
typedef struct AukPierced {
    AukBodyId body, other;
} AukPierced;

// The grid that queries read.
typedef struct AukQueryIndex {
    AukGrid grid;    // tight boxes of all parts of enabled bodies
    AukBuffer moved; // uint32_t per mover: bodies and parts to move in the grid, listed by each range of publish();
                     // before, the broad phase has it (broad_memory.h)
    uint32_t noted;  // the packing of the grid after which the notes were written
} AukQueryIndex;

// The pairs of swept bodies and bodies that they are piercing: after the last step, and as the step under way will
// publish them.
typedef struct AukPiercing {
    AukBuffer now, next; // AukPierced, sorted by indices
} AukPiercing;

// A body that drops through a one-way floor, see drops.h.
typedef struct AukDrop {
    AukBodyId body;
    AukShapeId floor;
    int32_t line;
    uint32_t tile;
} AukDrop;

typedef struct AukDrops {
    AukBuffer now;  // AukDrop, sorted
    AukBuffer used; // uint8_t per entry: the step under way has used it
} AukDrops;

// A shape that carries the characters on it, see conveyors.h.
typedef struct AukConveyor {
    AukShapeId shape;
    AukVec2 velocity; // in the frame of its body
} AukConveyor;

typedef struct AukConveyors {
    AukBuffer list; // AukConveyor, see part_list.h
} AukConveyors;

// The user data of the first edge of a chain, see chain_edges.h.
typedef struct AukEdgeData {
    uint32_t head;
    uint32_t zero;
    uint64_t user_data;
} AukEdgeData;

typedef struct AukEdgeDataList {
    AukBuffer list; // AukEdgeData, see part_list.h
} AukEdgeDataList;

// The half-planes of the world, see half_planes.h.
typedef struct AukHalfPlanes {
    AukBuffer parts; // uint32_t: their parts, ascending, also those of disabled bodies
} AukHalfPlanes;

// The state of the quarantine of destroyed slots, see slot_quarantine.h.
typedef struct AukQuarantine {
    bool marked;       // `named` of bodies and parts is up to date with the result arrays of the last step,
    int bodies, parts; // for so many slots; no result array names later ones
} AukQuarantine;

// The state that snapshots and restores keep.
typedef struct AukSaveState {
    uint64_t structure; // valid while `structure_known`: the checksum of the structure in a snapshot, see snapshot.h
    bool structure_known;
    bool customs_replaced;   // during a restore: parts still point at custom shapes that `customs` no longer has
    bool touches_restored;   // the last touches came from a snapshot
    AukVertexStore vertices; // the draft of the vertex store during a restore; empty between calls
    AukBuffer grids;         // the draft of the grids of tiles, likewise
    AukBuffer marks;         // unsigned char per slot: work memory of the checks of a restore
    AukBuffer kept;          // the marks of the bodies and the parts that a restore keeps
} AukSaveState;

struct AukWorld {
    AukWorldDef def;
    int pair_limit; // of a step: `def.max_pairs` or what it stands for; a step of a few bodies has none
    AukStatus last_status;
    AukFault fault; // of the last non-const call: what its status is about
    uint64_t steps;
    double seconds[AUK_PHASE_COUNT]; // duration of each phase of the last step

    // the state between two steps
    AukBodies bodies;
    AukParts parts;
    AukVertexStore vertices;
    AukBuffer customs; // AukCustomShape *: each shape is a separate allocation, since parts point to it
    AukBuffer rules;   // AukResponseRule
    AukExcludedPairs excluded;
    AukPiercing piercing;
    AukDrops drops;
    AukConveyors conveyors;
    AukEdgeDataList edge_data;
    AukHalfPlanes half_planes;
    AukQuarantine quarantine;
    AukWrap wrap;
    AukOrigin origin; // the position of the coordinate origin
    AukHistory history;
    int reserved_bodies, reserved_pairs; // the most that auk_world_reserve() was asked for
    int reserved_slots;                  // of the broad phase, for which bodies_many.c has reserved the memory of steps
    AukBroad *broad;
    AukQueryIndex index;
    AukSaveState save;
    struct AukRecorder *recorder; // null: no recording
    AukRecordHook *record;        // null: no recording

    // the results of the last step, and those of the step under way
    AukOutput output, next;
    AukOutput larger; // what auk_world_reserve() made for the published results, until the next step
    int idle_steps;   // steps in a row after which burst_memory.c found more than was needed

    // work arrays of a step
    AukParallel parallel; // the workers
    AukRanges ranges;     // the reports of the workers on the phase that ran last
    AukPairWork pairs;
    AukCcdWork ccd;

    struct AukPredictWork *advance; // of auk_body_advance(); null before its first call
};

// Marks a part as changed, so that all its contacts are computed again.
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

// The answer of a function that called a listed function for many bodies with one body.
static inline AukStatus auk__answer_single(AukWorld *world, AukCallName name, AukStatus status)
{
    if (world && status) {
        world->fault.call = (uint8_t)name;
        auk__fault_single(&world->fault);
    }
    return status;
}

#endif
