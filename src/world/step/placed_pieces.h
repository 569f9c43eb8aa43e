// A pair of pieces, placed where their bodies arrive.
#ifndef AUK_WORLD_STEP_PLACED_PIECES_H
#define AUK_WORLD_STEP_PLACED_PIECES_H

#include "world/state/pieces.h"
#include "world/step/pair_frame.h"

// In the frame of the pair. Not to be copied: the support shapes may point into the pieces.
typedef struct AukPlacedPieces {
    AukPartPiece piece_a, piece_b;
    AukVec2 origin;
    AukSupportShape a, b;
} AukPlacedPieces;

static inline void auk__pieces_place(const AukWorld *world, const AukPair *pair, AukPlacedPieces *pieces)
{
    AukFrame frame = auk__frame_of(world, pair);
    pieces->piece_a = auk__piece_a(&world->parts, pair);
    pieces->piece_b = auk__piece_b(&world->parts, pair);
    pieces->origin = frame.origin;
    auk__piece_init(&pieces->piece_a, auk__part_dtransform_on(pieces->piece_a.part, pieces->piece_a.local, frame.a),
                    &pieces->a);
    auk__piece_init(&pieces->piece_b, auk__part_dtransform_on(pieces->piece_b.part, pieces->piece_b.local, frame.b),
                    &pieces->b);
}

// True if one of them is a buried cell.
static inline bool auk__placed_is_buried(const AukPlacedPieces *pieces)
{
    return auk__piece_is_buried(&pieces->piece_a) || auk__piece_is_buried(&pieces->piece_b);
}

// True if the pieces own the normal of their separation.
static inline bool auk__placed_own(const AukPlacedPieces *pieces, AukSeparation *separation)
{
    return auk__pieces_own(&pieces->piece_a, &pieces->piece_b, &pieces->a, &pieces->b, AUK_GHOST_DROPPED, separation);
}

#endif
