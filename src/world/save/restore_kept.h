// The bodies that a restore leaves as they are but for their motions, because the snapshot has the same records of
// them.
#ifndef AUK_WORLD_SAVE_RESTORE_KEPT_H
#define AUK_WORLD_SAVE_RESTORE_KEPT_H

#include "world/save/snapshot.h"

// Marks the bodies and the parts that a restore keeps in view->kept. `draft` has the vertex blocks of the snapshot.
// Without memory for the marks none is kept.
void auk__kept_find(AukWorld *world, AukSnapshotView *view, const AukVertexStore *draft);

// For all slots of the snapshot.
static inline bool auk__keeps_body(const AukSnapshotView *view, uint32_t index)
{
    return view->kept.bodies && view->kept.bodies[index];
}

static inline bool auk__keeps_part(const AukSnapshotView *view, uint32_t index)
{
    return view->kept.parts && view->kept.parts[index];
}

#endif
