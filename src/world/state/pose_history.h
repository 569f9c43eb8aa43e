// The poses of bodies after each of the last steps, and bounds on their motion since, so that a query of the past reads
// only bodies near its box.
#ifndef AUK_WORLD_STATE_POSE_HISTORY_H
#define AUK_WORLD_STATE_POSE_HISTORY_H

#include "auk/world.h"
#include "base/buffer.h"

typedef struct AukHistoryNote {
    uint64_t born;   // world->steps when the body was created: it has a pose in the frames of later steps
    uint64_t fast;   // last step in which it moved farther than the step's bound, or after which its shapes changed
    uint64_t put;    // steps + 1 when its pose was last set by a call; 0: never
    uint64_t moved;  // all frames from this step on have one pose; of a body that is awake
    double distance; // distance in the step that is being measured; of a body that is awake
    bool listed;     // in `fast`
    bool awake;      // in `awake`
} AukHistoryNote;

// {0} keeps no history. Frame s, the poses after step s, is at index s % frames of each body's ring.
typedef struct AukHistory {
    int frames;       // number of past steps that can be queried, plus 1: the extra frame yields the last distance
    AukBuffer poses;  // AukTransform[frames] per body
    AukBuffer notes;  // AukHistoryNote per body
    AukBuffer bounds; // double per frame: the most that any body not noted as fast moved in its step
    AukBuffer fast;   // uint32_t: bodies noted as fast in a step that can be queried; some may be dead
    AukBuffer put;    // uint32_t: bodies whose poses were set by calls since the last step
    // uint32_t: movers, and bodies whose frames are not all of one pose; some may be dead. Other bodies rest: a step
    // writes none of their frames, which took 6 ms for 640,000 boxes
    AukBuffer awake;
} AukHistory;

// Sets the number of past steps that can be queried. False if there is no memory.
bool auk__history_start(AukHistory *history, int steps);
void auk__history_free(AukHistory *history);

// Reserves memory for `bodies` bodies. False if there is no memory; then nothing has changed.
bool auk__history_reserve(AukHistory *history, int bodies);

// To be called after a body was created in a slot, after its pose was set, and after its shapes changed. They do
// nothing if no history is kept. A body that was put where it was after the last step is not listed: a game that sets
// all poses in each frame would have each query test all bodies.
void auk__history_born(AukWorld *world, uint32_t body);
void auk__history_put(AukWorld *world, uint32_t body);
void auk__history_reshaped(AukWorld *world, uint32_t body);

// Records the poses after a step.
void auk__history_record(AukWorld *world);

// Measures all frames again, after poses in them have changed.
void auk__history_measure(AukWorld *world);

static inline AukTransform *auk__history_pose(const AukHistory *history, uint32_t body, uint64_t step)
{
    return (AukTransform *)history->poses.items + (uint64_t)body * (uint64_t)history->frames +
           step % (uint64_t)history->frames;
}

static inline AukHistoryNote *auk__history_note(const AukHistory *history, uint32_t body)
{
    return (AukHistoryNote *)history->notes.items + body;
}

// The first step whose frame is still kept after `steps` steps.
static inline uint64_t auk__history_first(const AukHistory *history, uint64_t steps)
{
    uint64_t frames = (uint64_t)history->frames;
    return steps > frames ? steps - frames + 1 : 1;
}

#endif
