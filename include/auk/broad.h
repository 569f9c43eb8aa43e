/// @file
/// The broad phase on its own, for programs that keep their own objects: boxes in, pairs of touching boxes out.
/// Add a box for each object, move the boxes, call auk_broad_update(), then read auk_broad_pairs().
/// The method is sweep and prune in strips. A brute-force version gives the same answers, for comparison.
/// Invariant: after auk_broad_update() the pairs are exactly those whose closed boxes touch, without pairs of two
/// static boxes unless AukBroadDef.static_pairs is set. Each pair occurs once, with a < b, and the pairs are sorted by
/// (a, b), whatever the order of earlier calls.
#ifndef AUK_BROAD_H
#define AUK_BROAD_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How pairs are found. Both kinds give identical pairs.
typedef enum AukBroadKind {
    AUK_BROAD_SWEEP = 0,   ///< sweep and prune in strips
    AUK_BROAD_BRUTE_FORCE, ///< tests every box against every other: an oracle for tests
    AUK_BROAD_KIND_COUNT   ///< the number of kinds; no kind itself
} AukBroadKind;

/// What a broad phase is created with. {0} is valid.
typedef struct AukBroadDef {
    AukBroadKind kind; ///< how pairs are found
    int max_pairs;     ///< auk_broad_update() fails with AUK_ERROR_PAIR_LIMIT if it finds more; 0 is no limit
    bool static_pairs; ///< also report pairs of two static boxes
} AukBroadDef;

/// Two proxies whose boxes touch; a < b.
typedef struct AukBroadPair {
    uint32_t a, b; ///< as auk_broad_add() numbered them
} AukBroadPair;

/// The pairs of the last update, valid until the next one.
typedef struct AukBroadPairs {
    const AukBroadPair *items; ///< sorted by (a, b)
    int count;                 ///< number of items
} AukBroadPairs;

/// A broad phase: boxes and the pairs of its last update.
typedef struct AukBroad AukBroad;

/// Creates an empty broad phase; a null `def` is {0}. Returns null on failure and writes the reason to `status`, which
/// may be null: AUK_ERROR_ENUM for an unknown kind, AUK_ERROR_COUNT for a negative `max_pairs`,
/// AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukBroad *auk_broad_create(const AukBroadDef *def, AukStatus *status);

/// Releases the broad phase; null is allowed.
AUK_API void auk_broad_destroy(AukBroad *broad);

/// Adds a box and writes its proxy, the lowest free number: a fresh broad phase gives 0, 1, 2 ...
/// Static boxes have an index of their own; an update does no work for a static box that did not change and has no
/// moving box near it.
/// Errors: AUK_ERROR_NULL, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_NEGATIVE (min > max),
/// AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_broad_add(AukBroad *broad, AukBox box, bool is_static, uint32_t *proxy);

/// Moves a box. AUK_ERROR_STALE_ID if the proxy does not exist; other errors as in auk_broad_add().
AUK_API AukStatus auk_broad_move(AukBroad *broad, uint32_t proxy, AukBox box);

/// Moves `count` boxes in one call, which is faster than single calls. boxes[i] is for proxies[i], or for proxy i if
/// `proxies` is null. If a proxy occurs twice, its last box is used. On an error no box moves: AUK_ERROR_NULL,
/// AUK_ERROR_COUNT for a negative count, or as in auk_broad_move().
AUK_API AukStatus auk_broad_move_many(AukBroad *broad, const uint32_t *proxies, const AukBox *boxes, int count);

/// Removes a box; its proxy becomes free. AUK_ERROR_STALE_ID if the proxy does not exist.
AUK_API AukStatus auk_broad_remove(AukBroad *broad, uint32_t proxy);

/// Finds the pairs of the current boxes. On failure (AUK_ERROR_NULL, AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_PAIR_LIMIT) the
/// pairs of the previous update stay.
AUK_API AukStatus auk_broad_update(AukBroad *broad);

/// The pairs of the last update; empty before the first.
AUK_API AukBroadPairs auk_broad_pairs(const AukBroad *broad);

#ifdef __cplusplus
}
#endif

#endif
