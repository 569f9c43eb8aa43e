// A benchmark has nothing to say once memory is gone.
#ifndef AUK_BENCH_MEMORY_H
#define AUK_BENCH_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A zeroed block; ends the program if there is none.
static inline void *bench_allocate(size_t count, size_t size)
{
    void *block = calloc(count > 0 ? count : 1, size);
    if (!block) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return block;
}

// As realloc; ends the program if there is no memory.
static inline void *bench_reallocate(void *block, size_t size)
{
    void *grown = realloc(block, size);
    if (!grown) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return grown;
}

static inline void bench_release(void *block)
{
    free(block);
}

// Touches as much memory and gives it back. Where the machine is a virtual one, a page that is touched for the first
// time, or after a while, comes from its host, which may take longer than all that is done with it. The engine that is
// measured first would pay for that alone.
static inline void bench_touch(size_t bytes)
{
    enum { BLOCK = 1 << 26 }; // so large that an allocator gives it back to the system
    unsigned char **blocks = bench_allocate(bytes / BLOCK + 1, sizeof *blocks);
    size_t count = 0;
    for (; count * BLOCK < bytes && (blocks[count] = malloc(BLOCK)) != NULL; count++) {
        memset(blocks[count], (int)count, BLOCK);
    }
    while (count > 0) {
        free(blocks[--count]);
    }
    bench_release(blocks);
}

#endif
