// See the header. Linking takes as long as a tenth of the narrow phase, on one thread, and games mostly read contacts
// in their order instead of asking for those of a body.
#include "world/state/put_off.h"

#include "base/alloc.h"
#include "base/prefetch.h"
#include "world/state/query_index.h"

bool auk__put_off_create(AukWorld *world)
{
    struct AukPutOff *put_off = auk__allocate_zeroed(1, sizeof *put_off);
    if (!put_off || !auk__late_init(&put_off->links, false)) {
        auk__release(put_off);
        return false;
    }
    put_off->world = world;
    if (!auk__cells_start(put_off)) {
        auk__late_free(&put_off->links);
        auk__release(put_off);
        return false;
    }
    world->put_off = put_off;
    return true;
}

void auk__put_off_destroy(struct AukPutOff *put_off)
{
    if (put_off) {
        auk__late_free(&put_off->cells);
        auk__late_free(&put_off->links);
        auk__release(put_off);
    }
}

// Threads each body's contacts on a list, from the last to the first, so that every list ascends.
static void link_contacts(const AukOutput *output)
{
    int *heads = output->heads.items;
    int(*links)[2] = output->links.items;
    const AukContact *contacts = output->solids.contacts.items;
    for (int i = 0; i < output->heads.count; i++) {
        heads[i] = -1;
    }
    for (int i = output->solids.contacts.count - 1; i >= 0; i--) {
        if (i >= AUK_PREFETCH_AHEAD) {
            AUK_PREFETCH(&heads[contacts[i - AUK_PREFETCH_AHEAD].body_b.index]);
        }
        uint32_t a = contacts[i].body_a.index, b = contacts[i].body_b.index;
        links[i][0] = heads[a];
        links[i][1] = heads[b];
        heads[a] = heads[b] = i;
    }
}

const AukOutput *auk__linked_output(const AukWorld *world)
{
    AukLate *links = &world->put_off->links;
    if (auk__late_begin(links)) {
        link_contacts(&world->output);
        auk__late_end(links);
    }
    return &world->output;
}
