// Where movers are in the grid of the queries: taken along by the steps while questions come, else late.
#ifndef AUK_WORLD_STATE_QUERY_INDEX_H
#define AUK_WORLD_STATE_QUERY_INDEX_H

#include "world/state/world_state.h"

// In the list of what leaves its cell, a part; without it a body, all of whose parts are looked at. Counts are ints, so
// the bit is free.
#define AUK_MOVED_PART (UINT32_C(1) << 31)

// True if each part of the body stays in its cell; then only its own nodes are written.
bool auk__cells_keep(AukWorld *world, const AukBody *body);

// Takes along what the ranges of publish() have listed in world->moved.
void auk__cells_move(AukWorld *world);

// Puts a part of a mover where its tight box is, unless it is new and the grid is late.
void auk__cells_put(AukWorld *world, uint32_t part);

// A new world is late, since new movers are. False if there is no memory.
bool auk__cells_start(struct AukPutOff *put_off);

// Whether the step that ends now takes movers along: whether there was a question lately. Chosen once in each step.
void auk__cells_choose(AukWorld *world);
bool auk__cells_follow(const AukWorld *world);

// True while movers may be elsewhere than the grid says, or not in it.
bool auk__cells_are_late(const AukWorld *world);
void auk__cells_set_late(AukWorld *world, bool late);

// The grid, for every question between steps: if it is late, whoever comes first takes all movers along. Many threads
// may ask for it.
const AukGrid *auk__cells(const AukWorld *world);

#endif
