// See the header. If every contact were in the lists of both of its bodies, a step would write two links and two heads
// per contact. With bisection it writes one.
#include "world/state/contact_links.h"

#include "base/prefetch.h"

bool auk__contact_links_reserve(AukOutput *output, int contacts, int bodies)
{
    return auk__buffer_reserve(&output->links, sizeof(int), contacts) &&
           auk__buffer_reserve(&output->heads, sizeof(int), bodies);
}

// Runs from the last contact to the first, so that every list ascends.
void auk__contact_links_make(AukOutput *output, int bodies)
{
    int *heads = output->heads.items, *links = output->links.items;
    const AukContact *contacts = output->solids.contacts.items;
    output->links.count = output->solids.contacts.count;
    output->heads.count = bodies;
    for (int i = 0; i < bodies; i++) {
        heads[i] = -1;
    }
    for (int i = output->links.count - 1; i >= 0; i--) {
        if (i >= AUK_PREFETCH_AHEAD) {
            AUK_PREFETCH(&heads[contacts[i - AUK_PREFETCH_AHEAD].body_b.index]);
        }
        int *head = &heads[contacts[i].body_b.index];
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

AukContactWalk auk__contacts_of(const AukOutput *output, uint32_t body)
{
    AukContactWalk walk = {output, body, -1};
    if (body < (uint32_t)output->heads.count) {
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
    if (contacts[at].body_a.index == walk->body) {
        bool more = at + 1 < output->solids.contacts.count && contacts[at + 1].body_a.index == walk->body;
        walk->next = more ? at + 1 : -1;
    } else {
        walk->next = ((const int *)output->links.items)[at];
        walk->next = walk->next >= 0 ? walk->next : first_as_a(output, walk->body);
    }
    return at;
}
