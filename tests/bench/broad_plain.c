// What one writes first (sort by min x, sweep, no strips, no SIMD), and what no algorithm can go below: reading every
// box once and writing every pair once.
#include "broad_engines.h"

#include "memory.h"

#include <string.h>

typedef struct Entry {
    AukBox box;
    uint32_t id;
} Entry;

static Entry *entries;
static AukBox *copies;
static int body_count;
static BenchPairs found;

void bench_pairs_put(BenchPairs *pairs, AukBroadPair pair)
{
    if (pairs->count == pairs->capacity) {
        pairs->capacity = pairs->capacity * 2 + 1024;
        pairs->items = bench_reallocate(pairs->items, (size_t)pairs->capacity * sizeof *pairs->items);
    }
    pairs->items[pairs->count++] = pair;
}

void bench_pairs_add(BenchPairs *pairs, uint32_t i, uint32_t j)
{
    AukBroadPair pair = {i < j ? i : j, i < j ? j : i};
    bench_pairs_put(pairs, pair);
}

void bench_pairs_free(BenchPairs *pairs)
{
    free(pairs->items);
    memset(pairs, 0, sizeof *pairs);
}

static int compare_min_x(const void *left, const void *right)
{
    float a = ((const Entry *)left)->box.min.x;
    float b = ((const Entry *)right)->box.min.x;
    return (a > b) - (a < b);
}

static AukBroadPairs sweep(const AukBox *boxes)
{
    for (int i = 0; i < body_count; i++) {
        entries[i].box = boxes[entries[i].id];
    }
    qsort(entries, (size_t)body_count, sizeof *entries, compare_min_x);
    found.count = 0;
    for (int i = 0; i < body_count; i++) {
        AukBox box = entries[i].box;
        for (int j = i + 1; j < body_count && entries[j].box.min.x <= box.max.x; j++) {
            if (entries[j].box.min.y <= box.max.y && entries[j].box.max.y >= box.min.y) {
                bench_pairs_add(&found, entries[i].id, entries[j].id);
            }
        }
    }
    AukBroadPairs pairs = {found.items, found.count};
    return pairs;
}

static void begin(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    (void)velocities;
    body_count = count;
    copies = bench_allocate((size_t)count, sizeof *copies);
    entries = bench_allocate((size_t)count, sizeof *entries);
    for (int i = 0; i < count; i++) {
        entries[i].id = (uint32_t)i;
    }
    sweep(boxes);
}

static AukBroadPairs step_sweep(const AukBox *boxes, const AukVec2 *velocities)
{
    (void)velocities;
    return sweep(boxes);
}

// The pairs are those of the first frame: only the writing counts.
static AukBroadPairs step_floor(const AukBox *boxes, const AukVec2 *velocities)
{
    (void)velocities;
    memcpy(copies, boxes, (size_t)body_count * sizeof *copies);
    for (int i = 0; i < found.count; i++) {
        AukBroadPair pair = {(uint32_t)i, (uint32_t)i + 1};
        found.items[i] = pair;
    }
    AukBroadPairs pairs = {found.items, found.count};
    return pairs;
}

static void end(void)
{
    bench_release(copies);
    bench_release(entries);
    bench_pairs_free(&found);
}

const BroadEngine broad_naive_sweep = {"naive sweep", 200000, begin, step_sweep, end};
const BroadEngine broad_memory_floor = {"memory floor", 0, begin, step_floor, end};
