// The quarantine of slots: a destroyed slot is not reused while a result array of the last step names it.
#ifndef AUK_WORLD_STATE_SLOT_QUARANTINE_H
#define AUK_WORLD_STATE_SLOT_QUARANTINE_H

#include "world/state/world_state.h"

// True if a result array of the last step names this body or this shape. The first call after a step takes time linear
// in the number of events.
bool auk__quarantine_holds_body(AukWorld *world, uint32_t index);
bool auk__quarantine_holds_part(AukWorld *world, uint32_t index);

// Frees the slots of destroyed bodies and shapes that the result arrays no longer name. Called after these arrays have
// been replaced.
void auk__quarantine_update(AukWorld *world);

// The memory of the links of slots that are not live: free or in quarantine.
static inline AukSlotRecords auk__body_slot_records(const AukBodies *bodies)
{
    return auk__slot_records(&bodies->records, sizeof(AukBody));
}

static inline AukSlotRecords auk__part_slot_records(const AukParts *parts)
{
    return auk__slot_records(&parts->records, sizeof(AukPart));
}

#endif
