// What steps and restores leave to the first question that needs it: where movers are in the grid (query_index.h), and
// which contacts a body has.
#ifndef AUK_WORLD_STATE_PUT_OFF_H
#define AUK_WORLD_STATE_PUT_OFF_H

#include "base/late.h"
#include "world/state/world_state.h"

// Apart from the world, which a question may not change.
struct AukPutOff {
    AukWorld *world;
    AukLate cells, links;
    AukAtomic asked; // the grid, since the last step
    int quiet;       // steps since anybody asked, up to a number of them
};

// In world->put_off. False if there is no memory; null may be destroyed.
bool auk__put_off_create(AukWorld *world);
void auk__put_off_destroy(struct AukPutOff *put_off);

// The links of the contacts that a step or a restore has brought, for which there is room, are made when somebody asks.
static inline void auk__links_put_off(AukWorld *world)
{
    auk__late_set(&world->put_off->links, true);
}

// The contacts of the last step with their links. Many threads may ask for it.
const AukOutput *auk__linked_output(const AukWorld *world);

#endif
