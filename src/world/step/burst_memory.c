// A buffer is given back once it has been four times as large as needed for many steps: a burst may come again. It has
// grown in a step, and if it must grow again, that is in a step too. Games that want no allocation there reserve it.
// Small buffers are kept.
#include "world/step/burst_memory.h"

enum { LARGE_BYTES = 1 << 20, IDLE_STEPS = 64 };

// A buffer that nothing uses between two steps, and how many items the last step needed in it.
typedef struct Burst {
    AukBuffer *buffer;
    size_t item_size;
    int needed;
} Burst;

static bool is_idle(const Burst *burst, int reserved)
{
    int capacity = burst->buffer->capacity;
    return (uint64_t)capacity * burst->item_size >= LARGE_BYTES && capacity > reserved && capacity / 4 > burst->needed;
}

void auk__burst_memory_update(AukWorld *world)
{
    enum { BURSTS = AUK_EVENT_KIND_COUNT + 2 };
    Burst bursts[BURSTS];
    bool any = false;
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) { // of two sets: the other one is published
        AukBuffer *next = &world->next.events[kind], *published = &world->output.events[kind];
        Burst burst = {published, sizeof(AukEvent), next->count > published->count ? next->count : published->count};
        any = any || is_idle(&burst, world->reserved_pairs);
        burst.buffer = next;
        bursts[kind] = burst;
    }
    for (int k = 0; k < 2; k++) { // with workers each pair has a place there
        int needed = world->parallel.pool ? world->pairs.records.count : world->pairs.changes[k].count;
        Burst burst = {&world->pairs.changes[k], sizeof(AukPairChange), needed};
        bursts[AUK_EVENT_KIND_COUNT + k] = burst;
    }
    bool idle[BURSTS];
    for (int i = 0; i < BURSTS; i++) {
        idle[i] = is_idle(&bursts[i], world->reserved_pairs);
        any = any || idle[i];
    }
    world->idle_steps = any ? world->idle_steps + 1 : 0;
    for (int i = 0; i < BURSTS && world->idle_steps >= IDLE_STEPS; i++) {
        if (idle[i]) {
            auk__buffer_free(bursts[i].buffer);
        }
    }
}
