// The results of a step: touches with their contacts, events, hits. A world has two sets: callers read one, the next
// step writes the other, and they are swapped when a step has succeeded.
#ifndef AUK_WORLD_STATE_RESULTS_H
#define AUK_WORLD_STATE_RESULTS_H

#include "auk/world.h"
#include "base/buffer.h"
#include "geom/pairs4.h"

#include <string.h>

// What the next step has to know of two pieces that touch, besides the contact that callers read: where GJK ended, in
// small numbers. A simplex of larger vertex numbers is forgotten; GJK then starts anew.
typedef struct AukTouch {
    uint16_t index_a[3], index_b[3]; // as in AukGjkCache; 0 where not in use
    uint8_t count;
    bool sensor_is_b; // in the list of sensors: body b is the sensor, so it becomes `a` of the event
    bool reusable;    // the same poses would give this touch again; not part of hashes or snapshots
    bool was_hit; // the two shapes have been touching since a hit, or were hit in this step; equal in all their touches
} AukTouch;

_Static_assert(sizeof(AukTouch) == 16, "four in a cache line");

// The pieces that touch, sorted by (body a, body b, shape a, shape b, child a, child b). In the list of sensors a
// contact has no manifold: it only names the pieces.
typedef struct AukTouches {
    AukBuffer touches;  // AukTouch
    AukBuffer contacts; // AukContact at the same indices
    AukBuffer links;    // int at the same indices: body b; later, of solids, see contact_links.h. Its count is of these
} AukTouches;

// The results of one step.
typedef struct AukOutput {
    AukTouches solids, sensors;
    AukBuffer overlaps;                     // AukOverlap, sorted by (sensor, body, shape)
    AukBuffer events[AUK_EVENT_KIND_COUNT]; // AukEvent
    AukBuffer hits;                         // AukHit
    AukBuffer heads;     // int per body: the first contact in which it is body b, or -1; the rest is not known. Only of
                         // the published results
    int box_pair_count;  // number of pairs that the broad phase found
    int candidate_count; // number of pairs whose tight boxes touch at the final poses
    int swept_candidate_count;
} AukOutput;

// The largest vertex number that a touch keeps.
#define AUK_TOUCH_INDEX_MAX UINT16_MAX

// Where GJK is to start from.
static inline AukGjkCache auk__touch_cache(const AukTouch *touch)
{
    AukGjkCache cache = {touch->count,
                         {touch->index_a[0], touch->index_a[1], touch->index_a[2]},
                         {touch->index_b[0], touch->index_b[1], touch->index_b[2]}};
    return cache;
}

// Keeps where GJK ended. Without a branch for each entry: how many are in use is unpredictable.
static inline void auk__touch_keep(AukTouch *touch, const AukGjkCache *cache)
{
    uint32_t all = 0, kept[2][3];
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t used = 0u - (uint32_t)(i < cache->count);
        kept[0][i] = cache->index_a[i] & used;
        kept[1][i] = cache->index_b[i] & used;
        all |= kept[0][i] | kept[1][i];
    }
    uint32_t fits = 0u - (uint32_t)(all <= AUK_TOUCH_INDEX_MAX);
    for (int i = 0; i < 3; i++) {
        touch->index_a[i] = (uint16_t)(kept[0][i] & fits);
        touch->index_b[i] = (uint16_t)(kept[1][i] & fits);
    }
    touch->count = (uint8_t)(cache->count & fits);
}

// The same for a pair that was computed with three others.
static inline void auk__touch_keep_simplex(AukTouch *touch, const AukPairs4Simplex *simplex)
{
    touch->index_a[0] = (uint16_t)simplex->vertices_a;
    touch->index_a[1] = (uint16_t)(simplex->vertices_a >> 16);
    touch->index_b[0] = (uint16_t)simplex->vertices_b;
    touch->index_b[1] = (uint16_t)(simplex->vertices_b >> 16);
    touch->index_a[2] = touch->index_b[2] = 0;
    touch->count = (uint8_t)simplex->count;
}

static inline bool auk__touch_starts_alike(const AukTouch *a, const AukTouch *b)
{
    return memcmp(a->index_a, b->index_a, sizeof a->index_a) == 0 &&
           memcmp(a->index_b, b->index_b, sizeof a->index_b) == 0 && a->count == b->count;
}

// Makes room for as many touches as there are pairs. False if there is no memory.
bool auk__touches_reserve(AukTouches *touches, int pairs);

// Reserves memory for results of that size, without the lists of contacts by body. False if there is no memory.
bool auk__output_reserve(AukOutput *output, int pairs, int hits);

// The same for published results, which callers may point to: if they would have to grow, the memory is reserved in
// `larger`, which auk__output_take_larger() puts in the place of `output` once its results are no longer published.
bool auk__output_reserve_later(AukOutput *output, AukOutput *larger, int pairs, int hits);
void auk__output_take_larger(AukOutput *output, AukOutput *larger);

void auk__output_release(AukOutput *output);

#endif
