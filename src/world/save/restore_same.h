// Restores into a world that has the same bodies with the same shapes.
#ifndef AUK_WORLD_SAVE_RESTORE_SAME_H
#define AUK_WORLD_SAVE_RESTORE_SAME_H

#include "world/save/snapshot.h"

// True if the structure equals that of the world, except for details; `*details` is set if these differ. Then only the
// details and the sections that are not structure remain to be checked.
bool auk__snapshot_same(const AukSnapshotView *view, const AukWorld *world, bool *details);

// True if the world would write the bytes of this section.
bool auk__array_same(const AukSnapshotView *view, const AukWorld *world, AukSection section);

// Reads the motions into such a world, or those of the bodies that a restore keeps.
void auk__restore_same(AukWorld *world, const AukSnapshotView *view);

#endif
