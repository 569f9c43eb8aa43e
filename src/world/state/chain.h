// The edges of a chain, made from its points.
#ifndef AUK_WORLD_STATE_CHAIN_H
#define AUK_WORLD_STATE_CHAIN_H

#include "world/state/parts.h"

// The points and which of their edges belong to the chain: `edges` of them from edge `first`.
typedef struct AukChainPoints {
    const AukVec2 *points;
    int count;
    bool closed;
    int first, edges;
} AukChainPoints;

static inline AukChainPoints auk__chain_whole(const AukVec2 *points, int count, bool closed)
{
    AukChainPoints chain = {points, count, closed, 0, closed || count < 1 ? count : count - 1};
    return chain;
}

static inline AukChainPoints auk__chain_section(const AukVec2 *points, int count)
{
    AukChainPoints chain = {points, count, false, 1, count < 3 ? 0 : count - 3};
    return chain;
}

// Checks the points, and allocates and fills one piece per edge; the caller releases them with auk__release().
// AUK_ERROR_NULL, _COUNT, _NOT_FINITE, _RANGE, _ZERO_AREA, _NEGATIVE (`radius`), _OUT_OF_MEMORY.
AukStatus auk__chain_make(const AukChainPoints *chain, float radius, AukOwnedPiece **pieces, AukFault *fault);

// The fault in edge i becomes one in the point at which it begins.
static inline void auk__chain_place_fault(const AukChainPoints *chain, AukFault *fault)
{
    if (fault->kind == AUK_FAULT_WIDE) {
        fault->index[0] += chain->first;
    }
}

#endif
