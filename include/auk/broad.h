// The broad phase on its own, for programs that keep their own objects: boxes in, pairs out.
// It is sweep and prune in strips; a brute-force twin with the same answers is there to compare with.
// Invariant: after auk_broad_update() the pairs are exactly those whose closed boxes touch, each once, a < b,
// sorted by (a, b), whatever the order of the calls before.
#ifndef AUK_BROAD_H
#define AUK_BROAD_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How pairs are found. The answers are identical.
typedef enum AukBroadKind {
    AUK_BROAD_SWEEP = 0,   ///< sweep and prune in strips
    AUK_BROAD_BRUTE_FORCE, ///< every box against every other: the oracle
    AUK_BROAD_KIND_COUNT
} AukBroadKind;

typedef struct AukBroadDef {
    AukBroadKind kind;
    int max_pairs;     ///< an update that finds more is refused with AUK_ERROR_PAIR_LIMIT; 0 is no limit
    bool static_pairs; ///< also pair static boxes with static boxes
} AukBroadDef;

/// Two proxies whose boxes touch, a < b.
typedef struct AukBroadPair {
    uint32_t a, b;
} AukBroadPair;

/// The pairs of the last update, valid until the next one.
typedef struct AukBroadPairs {
    const AukBroadPair *items;
    int count;
} AukBroadPairs;

typedef struct AukBroad AukBroad;

/// Creates an empty broad phase; a null `def` is {0}. Returns null on failure, and `status` (may be null) says why.
AUK_API AukBroad *auk_broad_create(const AukBroadDef *def, AukStatus *status);

/// Releases everything; null is allowed.
AUK_API void auk_broad_destroy(AukBroad *broad);

/// Adds a box and gives its proxy, a small number: the lowest free one, so a fresh broad phase gives 0, 1, 2 ...
/// Static boxes are kept apart and cost nothing while they do not change.
/// Errors: AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_NEGATIVE (min > max), AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_broad_add(AukBroad *broad, AukBox box, bool is_static, uint32_t *proxy);

/// Moves a box. AUK_ERROR_STALE_ID if there is no such proxy; otherwise errors as in auk_broad_add().
AUK_API AukStatus auk_broad_move(AukBroad *broad, uint32_t proxy, AukBox box);

/// Moves `count` boxes: boxes[i] is for proxies[i], or for proxy i where `proxies` is null. The quick way to move all.
/// Where a proxy is named twice, its last box counts. After an error (AUK_ERROR_NULL, AUK_ERROR_COUNT for a negative
/// count, or as in auk_broad_move()) none has moved.
AUK_API AukStatus auk_broad_move_many(AukBroad *broad, const uint32_t *proxies, const AukBox *boxes, int count);

/// Removes a box. AUK_ERROR_STALE_ID if there is no such proxy.
AUK_API AukStatus auk_broad_remove(AukBroad *broad, uint32_t proxy);

/// Finds the pairs of all boxes as they are now. On failure (AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_PAIR_LIMIT)
/// the pairs of the update before stay.
AUK_API AukStatus auk_broad_update(AukBroad *broad);

AUK_API AukBroadPairs auk_broad_pairs(const AukBroad *broad);

#ifdef __cplusplus
}
#endif

#endif
