// See the header. If every contact were in the lists of both of its bodies, a step would write two links and two heads
// per contact. With bisection it writes one. Where few bodies touch, a step resets only the heads that it had set: with
// a million bodies at rest and one that moves, a reset of all heads took nine tenths of the step.
#include "world/state/contact_links.h"

#include "base/assert.h"
#include "base/prefetch.h"

bool auk__contact_links_reserve(AukOutput *output, int bodies)
{
    return auk__buffer_reserve(&output->heads, sizeof(int), bodies);
}

void auk__contact_links_forget(AukOutput *output)
{
    output->heads.count = output->solids.links.count = 0;
}

static void take_apart(AukOutput *output)
{
    enum { HEADS_PER_CONTACT = 16 }; // that are reset one after the other in the time of a single one
    int *heads = output->heads.items;
    const AukContact *contacts = output->solids.contacts.items;
    if (output->heads.count / HEADS_PER_CONTACT < output->solids.links.count) {
        auk__contact_links_forget(output);
        return;
    }
    for (int i = 0; i < output->solids.links.count; i++) {
        heads[contacts[i].body_b.index] = -1;
    }
    output->solids.links.count = 0;
}

void auk__contact_links_pass_on(AukOutput *output, AukOutput *next)
{
    static const AukBuffer none;
    AUK_ASSERT(next->heads.capacity == 0);
    take_apart(output);
    next->heads = output->heads;
    output->heads = none;
}

// Runs from the last contact to the first, so that every list ascends.
void auk__contact_links_make(AukOutput *output, int bodies)
{
    enum { HEADS_AHEAD = 64 }; // a contact takes one or two nanoseconds
    int *heads = output->heads.items, *links = output->solids.links.items;
    AUK_ASSERT(output->solids.links.count == 0);
    output->solids.links.count = output->solids.contacts.count;
    for (int i = output->heads.count; i < bodies; i++) {
        heads[i] = -1;
    }
    output->heads.count = output->heads.count > bodies ? output->heads.count : bodies;
    for (int i = output->solids.links.count - 1; i >= 0; i--) {
        if (i >= HEADS_AHEAD) {
            AUK_PREFETCH(&heads[links[i - HEADS_AHEAD]]);
        }
        int *head = &heads[links[i]];
        links[i] = *head;
        *head = i;
    }
}

// The first contact whose body a is `body`, or -1.
static int first_as_a(const AukOutput *output, uint32_t body)
{
    const AukContact *contacts = output->solids.contacts.items;
    int first = 0, end = output->solids.contacts.count;
    while (first < end) {
        int middle = first + (end - first) / 2;
        bool before = contacts[middle].body_a.index < body;
        first = before ? middle + 1 : first;
        end = before ? end : middle;
    }
    return first < output->solids.contacts.count && contacts[first].body_a.index == body ? first : -1;
}

// The next contact of a body from number `at` on, or -1, in an output without lists. A step of a few bodies has few.
static int next_unlisted(const AukOutput *output, uint32_t body, int at)
{
    const AukContact *contacts = output->solids.contacts.items;
    for (; at < output->solids.contacts.count && contacts[at].body_a.index <= body; at++) {
        if (contacts[at].body_a.index == body || contacts[at].body_b.index == body) {
            return at;
        }
    }
    return -1;
}

AukContactWalk auk__contacts_of(const AukOutput *output, uint32_t body)
{
    AukContactWalk walk = {output, body, -1};
    if (output->heads.count == 0) {
        walk.next = next_unlisted(output, body, 0);
    } else if (body < (uint32_t)output->heads.count) {
        walk.next = ((const int *)output->heads.items)[body];
        walk.next = walk.next >= 0 ? walk.next : first_as_a(output, body);
    }
    return walk;
}

int auk__contacts_next(AukContactWalk *walk)
{
    const AukOutput *output = walk->output;
    const AukContact *contacts = output->solids.contacts.items;
    int at = walk->next;
    if (at < 0) {
        return -1;
    }
    if (output->heads.count == 0) {
        walk->next = next_unlisted(output, walk->body, at + 1);
    } else if (contacts[at].body_a.index == walk->body) {
        bool more = at + 1 < output->solids.contacts.count && contacts[at + 1].body_a.index == walk->body;
        walk->next = more ? at + 1 : -1;
    } else {
        walk->next = ((const int *)output->solids.links.items)[at];
        walk->next = walk->next >= 0 ? walk->next : first_as_a(output, walk->body);
    }
    return at;
}
