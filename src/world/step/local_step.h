// A step of a few bodies: the phases of a step run on a view of a world, a copy of AukWorld of which a few owners are
// the view's own and the others are shared with the world, which is only read. All other bodies stand still. The arrays
// with one entry per body or part have room for all, but only the entries of known bodies and parts are valid: they are
// copied when a search first finds them. So the time depends on what is near the paths, not on the size of the world.
// Invariant: poses, velocities and hits are those of steps of a copy of the world in which the other bodies have no
// velocity, no spin and no target.
#ifndef AUK_WORLD_STEP_LOCAL_STEP_H
#define AUK_WORLD_STEP_LOCAL_STEP_H

#include "world/step/ccd.h"

// A change of the path of the subject by a response.
typedef struct AukPathChange {
    double fraction;  // of the step
    AukDtransform at; // where it happened, on the path that begins at the pose, after the response
    AukVec2 velocity; // after the response
    float spin;
    bool pushed; // the rest of its path in the step is not that of this velocity
    AukHit hit;
} AukPathChange;

// Members of a view that are its own, kept between two calls.
typedef struct AukLocalOwn {
    AukBuffer records, posed, previous, starts, traits; // of AukBodies
    AukBuffer tight, grids, whole;                      // of AukParts and AukWrap
    AukBuffer movers;
    AukPiercing piercing;
    AukDrops drops;
    AukOutput output, next;
    AukPairWork pairs;
    AukCcdWork ccd;
} AukLocalOwn;

typedef struct AukLocalStep {
    AukWorld view;
    const AukWorld *world; // the world that is viewed
    AukLocalOwn own;
    uint32_t subject;                 // the body that the caller moves
    bool touched_is_hit;              // of the start
    bool owns_grids;                  // the grids of tiles of the view are its own: it joins them in another way
    float dt;                         // of the step under way
    uint32_t call;                    // number of the call, in the marks of what it knows
    AukBuffer body_marks, part_marks; // uint32_t per body and part: 2 * call, + 1 for a body that moves
    uint32_t run;                     // number of the step, in `searches`
    uint32_t begun;                   // number of the last step before the call
    AukBuffer searches;               // uint32_t per body: the step in which its candidates were last searched
    int movers_sorted; // how many movers of the view, the first ones, are in the order of the world's; -1: all, always
    AukBuffer moving;  // uint32_t: the subject, and bodies that it has pushed
    AukBuffer found;   // uint32_t: parts found by a search
    AukBuffer keys, keys_spare; // uint64_t: pairs of parts
    AukBuffer paired;           // uint64_t: bodies paired with moving ones
    AukBuffer candidates;       // AukBroadPair
    AukBuffer changes;          // AukPathChange of the last step
} AukLocalStep;

// Where and how the subject begins. Checked.
typedef struct AukLocalStart {
    AukTransform pose;
    AukVec2 velocity;
    float spin;
    bool enabled;
    bool touched_is_hit; // what touched after the last step of the world counts as hit before, for AukHit.first
} AukLocalStart;

// Begins a call: the view knows the subject, a body that is not static. AUK_ERROR_OUT_OF_MEMORY, after which the call
// is over.
AukStatus auk__local_step_begin(AukLocalStep *local, const AukWorld *world, uint32_t subject,
                                const AukLocalStart *start);

// Makes one step of the view. The errors of a step; the call has to be ended then.
AukStatus auk__local_step_run(AukLocalStep *local, float dt);

// Ends a call.
void auk__local_step_end(AukLocalStep *local);

void auk__local_step_release(AukLocalStep *local);

// ---- for the phases ----

// Makes a part and its body known. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__local_step_know(AukLocalStep *local, uint32_t part);

// Keeps a change of the subject's path by a hit.
AukStatus auk__local_step_note(AukLocalStep *local, const AukPrediction *prediction, const AukHit *hit,
                               const AukOutcome *outcome);

// ---- local_step_view.c ----

// Opens the view at the beginning of a call. False if there is no memory. `enables` is set if the subject is enabled in
// the view alone.
bool auk__local_step_open_view(AukLocalStep *local, bool enables);

void auk__local_step_close_view(AukLocalStep *local);

// ---- local_step_touches.c ----

// Copies the touches of a body from the world. Those with moving bodies are in the view since these bodies moved.
AukStatus auk__local_step_know_touches(AukLocalStep *local, uint32_t body);

// After a step: all touches of two shapes say whether the shapes were hit, as events.c does it; and two bodies that
// both rest still touch.
AukStatus auk__local_step_keep_touches(AukLocalStep *local);

static inline bool auk__local_step_knows(const AukLocalStep *local, uint32_t body)
{
    return ((const uint32_t *)local->body_marks.items)[body] / 2 == local->call;
}

// True for the subject and for bodies that it has pushed.
static inline bool auk__local_step_moves(const AukLocalStep *local, uint32_t body)
{
    return ((const uint32_t *)local->body_marks.items)[body] == 2 * local->call + 1;
}

#endif
