// What the world needs of bodies besides the public calls.
#ifndef AUK_WORLD_STATE_BODIES_H
#define AUK_WORLD_STATE_BODIES_H

#include "world/state/world_state.h"

// Room for `count` bodies.
AukStatus auk__bodies_reserve(AukBodies *bodies, AukHistory *history, int count);

// What is wrong with a response.
AukStatus auk__response_check(AukResponse response);

// What is wrong with the fraction that a bounce loses.
AukStatus auk__bounce_loss_check(float bounce_loss);

// What is wrong with a definition, its shape apart.
AukStatus auk__body_check(const AukBodies *bodies, const AukBodyDef *def);

// Makes the body of a checked definition, and its shape if it has one, whose vertices the world owns as `geometry`.
// The room for both has been reserved: this cannot fail.
AukBodyId auk__body_place(AukWorld *world, const AukBodyDef *def, uint32_t geometry);

// A checked pose as the world keeps it: its rotation by the rule of AukRot, and without -0.
AukTransform auk__pose_kept(AukTransform pose);

// Destroys a living body.
void auk__body_forget(AukWorld *world, uint32_t index);

// Puts a body into a checked pose at once.
void auk__body_put(AukWorld *world, AukBody *body, AukTransform pose);

// Sends a body to a checked pose with the next step.
void auk__body_send(AukBodies *bodies, AukWrap *wrap, uint32_t index, AukTransform pose);

// Looks again whether a body's parts are plain, after its filter, its owner or its ignored pairs have changed.
void auk__body_judge(AukWorld *world, uint32_t index);

#endif
