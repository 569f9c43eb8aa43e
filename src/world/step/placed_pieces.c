// Most contacts with a surface are with a full cell, along the normal of a free side: what owns these is said by the
// cells beside it, before anything else of the pieces is read. Invariant: the same answer as without.
#include "world/step/placed_pieces.h"

// True if a separation has the normal of a free side of a full cell. False: it may have one.
static bool is_of_free_side(const AukParts *parts, uint32_t part, int child, const AukSupportShape *core,
                            AukDvec outward)
{
    bool gives;
    return !auk__part(parts, part)->filtered_by_cell &&
           auk__square_gives(auk__tiles(parts, part), child, auk__dtransform_unrotate(&core->transform, outward),
                             &gives) &&
           gives;
}

static bool is_plainly_owned(const AukParts *parts, const AukPair *pair, const AukPlacedPieces *pieces, AukDvec normal)
{
    const AukPart *a = auk__part(parts, pair->part_a), *b = auk__part(parts, pair->part_b);
    if (pair->passed) {
        return false;
    }
    if (a->form == AUK_FORM_TILES) {
        return b->form == AUK_FORM_CONVEX && is_of_free_side(parts, pair->part_a, pair->child_a, &pieces->a, normal);
    }
    return a->form == AUK_FORM_CONVEX && b->form == AUK_FORM_TILES &&
           is_of_free_side(parts, pair->part_b, pair->child_b, &pieces->b, dvec_neg(normal));
}

AukOwner auk__placed_own(const AukWorld *world, const AukPair *pair, const AukPlacedPieces *pieces,
                         AukSeparation *separation)
{
    if (is_plainly_owned(&world->parts, pair, pieces, separation->normal)) {
        return AUK_OWNER_PIECES; // a cell with a free side is not buried
    }
    AukPartPiece a = auk__piece_a(&world->parts, pair), b = auk__piece_b(&world->parts, pair);
    if (!auk__pieces_own(&a, &b, &pieces->a, &pieces->b, AUK_GHOST_DROPPED, separation)) {
        return AUK_OWNER_NEIGHBOUR;
    }
    return auk__piece_is_buried(&a) || auk__piece_is_buried(&b) ? AUK_OWNER_BURIED : AUK_OWNER_PIECES;
}
