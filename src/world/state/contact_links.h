// The contacts of each body. Contacts are sorted by (body a, body b). So the contacts in which a body is body a are
// adjacent and are found by bisection. Those in which it is body b are linked in a list for each body; they come before
// those in which it is body a. A walk in an output without lists, as a step of a few bodies makes it, looks at all.
#ifndef AUK_WORLD_STATE_CONTACT_LINKS_H
#define AUK_WORLD_STATE_CONTACT_LINKS_H

#include "base/inline.h"
#include "base/prefetch.h"
#include "world/state/world_state.h"

// Reserves memory for the lists of so many bodies; that for links is reserved with the contacts. False if there is no
// memory.
bool auk__contact_links_reserve(AukOutput *output, int bodies);

// Takes the lists of an output apart, whose contacts are still those they were made of, and gives their memory to the
// next output, which has none.
void auk__contact_links_pass_on(AukOutput *output, AukOutput *next);

// Empties the lists of an output whose contacts have changed.
void auk__contact_links_forget(AukOutput *output);

// Builds the lists of the contacts of an output that has none, of which each link is body b, and becomes the next
// contact with the same body b, or -1. The memory has been reserved.
void auk__contact_links_make(AukOutput *output, int bodies);

// A walk over the contacts of a body, in ascending order.
typedef struct AukContactWalk {
    const AukOutput *output;
    uint32_t body;
    int next; // index of the next contact, or -1
} AukContactWalk;

AukContactWalk auk__contacts_of(const AukOutput *output, uint32_t body);

// True if the lists tell that no contact has `body` as its body b: most bodies touch nothing. False also for an output
// without lists, as a step of a few bodies makes it.
static inline bool auk__contacts_never_end_at(const AukOutput *output, uint32_t body)
{
    return body < (uint32_t)output->heads.count && ((const int *)output->heads.items)[body] < 0;
}

// Prefetches what auk__contacts_never_end_at() will read.
static AUK_ALWAYS_INLINE void auk__contacts_expect_end(const AukOutput *output, uint32_t body)
{
    AUK_PREFETCH_ITEM((const int *)output->heads.items, body);
}

// Advances the walk. Returns the contact that was next, or -1.
int auk__contacts_next(AukContactWalk *walk);

#endif
