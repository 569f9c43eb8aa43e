// Which contacts a body has. Contacts are sorted by (body a, body b), so those in which a body is the second one come
// before those in which it is the first, and the latter are neighbours: they are found by bisection. The former are
// linked in a list for each body.
#ifndef AUK_WORLD_STATE_CONTACT_LINKS_H
#define AUK_WORLD_STATE_CONTACT_LINKS_H

#include "world/state/world_state.h"

// Room for the links of so many contacts among so many bodies. False if there is no memory.
bool auk__contact_links_reserve(AukOutput *output, int contacts, int bodies);

// Links the contacts of an output, for which there is room.
void auk__contact_links_make(AukOutput *output, int bodies);

// Contacts of a body in ascending order.
typedef struct AukContactWalk {
    const AukOutput *output;
    uint32_t body;
    int next; // or -1
} AukContactWalk;

AukContactWalk auk__contacts_of(const AukOutput *output, uint32_t body);

// Goes on; returns the contact that was next, or -1.
int auk__contacts_next(AukContactWalk *walk);

#endif
