// What the files of a restore share. Everything that may fail comes before the first change of the world.
#ifndef AUK_WORLD_SAVE_RESTORE_H
#define AUK_WORLD_SAVE_RESTORE_H

#include "world/save/snapshot.h"

// True if the structure is that of the world, but for user data and responses of bodies. Then these, motions and arrays
// are left to be checked. `details` is set if they differ.
bool auk__snapshot_same(const AukSnapshotView *view, const AukWorld *world, bool *details);

// Writes what may differ in such a world.
void auk__restore_same(AukWorld *world, const AukSnapshotView *view, bool details);

// Makes, in world->tiles_draft, the grids of a buffer that has been found good, in the order of their parts; what is as
// large as the grid that the part has now shares its block. AUK_ERROR_OUT_OF_MEMORY: then there is no draft.
AukStatus auk__tiles_draft(AukWorld *world, const AukSnapshotView *view);

// Makes the draft the world's grids. Comes before the parts, and cannot fail.
void auk__tiles_adopt(AukWorld *world, const AukSnapshotView *view);

// Room for these arrays, and filling them. The bodies have been restored by then.
bool auk__arrays_reserve(AukOutput *output, const AukSnapshotView *view);
void auk__arrays_restore(AukWorld *world, const AukSnapshotView *view);

#endif
