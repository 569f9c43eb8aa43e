// Going back to a world of the same bodies with the same shapes.
#ifndef AUK_WORLD_SAVE_RESTORE_SAME_H
#define AUK_WORLD_SAVE_RESTORE_SAME_H

#include "world/save/snapshot.h"

// True if the structure is that of the world, but for details, which are set if they differ. Then details and what is
// no structure are left to be checked.
bool auk__snapshot_same(const AukSnapshotView *view, const AukWorld *world, bool *details);

// Reads the motions of such a world.
void auk__restore_same(AukWorld *world, const AukSnapshotView *view);

#endif
