// Where bodies were after each of the last steps, and how far they went since, so that a question about the past looks
// near the place and not at everything.
#ifndef AUK_WORLD_STATE_POSE_HISTORY_H
#define AUK_WORLD_STATE_POSE_HISTORY_H

#include "auk/world.h"
#include "base/buffer.h"

typedef struct AukHistoryNote {
    uint64_t born; // steps taken when the body was made: it has a pose in the frames of later steps
    uint64_t fast; // the last step in which it went farther than the step's bound, or after which its shapes changed
    uint64_t put;  // steps + 1 when it was put somewhere last; 0: never
    double way;    // in the step that is measured
    bool listed;   // in `fast`
} AukHistoryNote;

// {0} keeps nothing. Frame s, the poses after step s, is at place s % frames of each body's ring.
typedef struct AukHistory {
    int frames;       // one more than steps can be asked back: the frame of the last step shows how far bodies go
    AukBuffer poses;  // AukTransform[frames] per body
    AukBuffer notes;  // AukHistoryNote per body
    AukBuffer bounds; // double per frame: no body went farther in the step that made it, those noted as fast apart
    AukBuffer fast;   // uint32_t: bodies noted as fast in some step that can be asked about, and perhaps dead ones
    AukBuffer put;    // uint32_t: bodies that were put somewhere since the last step
} AukHistory;

// Sets how many steps back can be asked for. False if there is no memory.
bool auk__history_start(AukHistory *history, int steps);
void auk__history_free(AukHistory *history);

// Room for `bodies` bodies. False if there is no memory, and nothing has changed.
bool auk__history_reserve(AukHistory *history, int bodies);

// A body was made in a slot, put into another pose, or got other shapes. Nothing where nothing is kept.
void auk__history_born(AukWorld *world, uint32_t body);
void auk__history_put(AukWorld *world, uint32_t body);
void auk__history_reshaped(AukWorld *world, uint32_t body);

// Notes the poses after a step.
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

// The first step whose frame is kept, after so many steps.
static inline uint64_t auk__history_first(const AukHistory *history, uint64_t steps)
{
    uint64_t frames = (uint64_t)history->frames;
    return steps > frames ? steps - frames + 1 : 1;
}

#endif
