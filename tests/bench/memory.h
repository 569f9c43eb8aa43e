// A benchmark has nothing to say once memory is gone.
#ifndef AUK_BENCH_MEMORY_H
#define AUK_BENCH_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

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

#endif
