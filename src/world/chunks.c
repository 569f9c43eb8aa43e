// See the header. A chunk's bounds depend on the number of records alone.
#include "world/chunks.h"

#include <string.h>

typedef struct Run {
    AukChunk *chunks;
    void (*phase)(AukChunk *chunk);
} Run;

static void run_chunk(void *context, int index)
{
    Run *run = context;
    run->phase(&run->chunks[index]);
}

AukStatus auk__chunks_again(AukWorld *world, void (*phase)(AukChunk *chunk))
{
    AukChunk *chunks = world->chunks.items;
    Run run = {chunks, phase};
    auk__pool_run(world->pool, world->chunks.count, run_chunk, &run);
    for (int i = 0; i < world->chunks.count; i++) {
        if (chunks[i].status) {
            return chunks[i].status;
        }
    }
    return AUK_OK;
}

AukStatus auk__chunks_run(AukWorld *world, int records, float dt, void (*phase)(AukChunk *chunk))
{
    int size = world->pool ? world->chunk_records : records;
    int count = records > 0 ? (records - 1) / size + 1 : 0;
    if (!auk__buffer_resize(&world->chunks, sizeof(AukChunk), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukChunk *chunks = world->chunks.items;
    for (int i = 0; i < count; i++) {
        int first = i * size, end = records - first > size ? first + size : records;
        AukChunk chunk = {.world = world, .dt = dt, .first = first, .end = end, .status = AUK_OK, .sorted = true};
        chunks[i] = chunk;
    }
    return auk__chunks_again(world, phase);
}

int auk__chunks_close_up(const AukWorld *world, void *items, size_t item_size, int count_of(const AukChunk *chunk))
{
    const AukChunk *chunks = auk__chunks(world);
    int total = 0;
    for (int i = 0; i < world->chunks.count; i++) {
        int count = count_of(&chunks[i]);
        if (total != chunks[i].first && count > 0) {
            memmove((char *)items + (size_t)total * item_size, (char *)items + (size_t)chunks[i].first * item_size,
                    (size_t)count * item_size);
        }
        total += count;
    }
    return total;
}
