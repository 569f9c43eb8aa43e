// Phase one: the poses of bodies after the step if nothing stops them, and their boxes.
#ifndef AUK_WORLD_STEP_INTEGRATE_H
#define AUK_WORLD_STEP_INTEGRATE_H

#include "world/state/world_state.h"

// The context of a range of movers.
typedef struct AukAdvance {
    AukWorld *world;
    float dt;
    bool sweeps;     // some bodies are swept: boxes and paths of the whole step are wanted
    bool knows_rest; // the boxes and the path of a body that AukBody.fast_path calls still are known to be at rest
} AukAdvance;

// bodies -> final poses without hits, tight boxes, boxes for the broad phase (of the whole motion if any body is swept;
// then also the body paths)
AukStatus auk__bodies_advance(AukWorld *world, float dt);

// Ends a step: bodies are at their final poses, and their poses before the step are the previous ones.
void auk__bodies_arrive(AukBodies *bodies);

// After a failed step: sets final poses and tight boxes back to those of the poses before it.
void auk__bodies_return(AukBodies *bodies, AukParts *parts, AukWrap *wrap);

// Sets the next pose of a mover of any kind, the boxes of its parts, and its body path if any body is swept.
// AUK_ERROR_RANGE.
AukStatus auk__body_advance(AukWorld *world, uint32_t index, float dt);

// The same in a step with swept bodies; faster for one that flies straight.
AukStatus auk__body_advance_swept(AukWorld *world, uint32_t index, float dt);

// Sets the next pose of a mover, and its body path if any body is swept. AUK_ERROR_RANGE.
AukStatus auk__body_depart(AukWorld *world, uint32_t index, float dt);

// The box of a part over the whole step, in a step in which some bodies are swept; `tight` is its box at the next pose.
AukBox auk__part_path_box(AukWorld *world, uint32_t index, AukBox tight);

// The pose of a body after a step of dt in which nothing stops it.
AukTransform auk__body_coming(const AukBodies *bodies, const AukWrap *wrap, uint32_t index, float dt);

// Writes the path of a body before anything stops or turns it.
static inline void auk__body_path_start(AukBodyPath *path, const AukBody *body, AukF64x2 delta, double turn)
{
    path->velocity = body->velocity;
    path->spin = body->spin;
    auk__f64x2_store(&path->delta.x, delta);
    path->turn = turn;
    path->stop = AUK_NOT_STOPPED;
    path->version = 0;
    path->segment = 0;
}

// The end of a straight path and its displacement, as floats; what is rounded to -0 is 0.
static inline AukF32x4 auk__straight_end(AukF64x2 from, AukF64x2 delta)
{
    return auk__f32x4_add(auk__f32x4_of_doubles(auk__f64x2_add(from, delta), delta), auk__f32x4_all(0.0f));
}

#endif
