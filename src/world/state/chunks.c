// See the header. A chunk's bounds depend on the number of records alone.
#include "world/state/chunks.h"

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

typedef struct Move {
    const AukChunk *chunks;
    char *items;
    size_t item_size;
    int (*count_of)(const AukChunk *chunk);
} Move;

static void move_chunk(void *context, int index)
{
    const Move *move = context;
    const AukChunk *chunk = &move->chunks[index];
    int count = move->count_of(chunk);
    if (chunk->place != chunk->first && count > 0) {
        memmove(move->items + (size_t)chunk->place * move->item_size,
                move->items + (size_t)chunk->first * move->item_size, (size_t)count * move->item_size);
    }
}

// Chunks whose places end before the first of them begins may be moved at once, those before them having left. Of n
// chunks that are not full these are a part of n, so that there are log n rounds.
enum { AT_ONCE = 4 }; // fewer are not worth waking anybody

int auk__chunks_close_up(AukWorld *world, void *items, size_t item_size, int count_of(const AukChunk *chunk))
{
    AukChunk *chunks = world->chunks.items;
    int total = 0, count = world->chunks.count;
    for (int i = 0; i < count; i++) {
        chunks[i].place = total;
        total += count_of(&chunks[i]);
    }
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && chunks[end].place + count_of(&chunks[end]) <= chunks[first].first;) {
            end++;
        }
        Move move = {&chunks[first], items, item_size, count_of};
        auk__pool_run(end - first < AT_ONCE ? NULL : world->pool, end - first, move_chunk, &move);
    }
    return total;
}
