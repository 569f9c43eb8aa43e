// A pair of pieces, placed where their bodies arrive.
#ifndef AUK_WORLD_STEP_PLACED_PIECES_H
#define AUK_WORLD_STEP_PLACED_PIECES_H

#include "world/state/pieces.h"
#include "world/step/pair_frame.h"

// In the frame of the pair. Not to be copied: the support shapes point into themselves.
typedef struct AukPlacedPieces {
    AukVec2 origin;
    AukSupportShape a, b;
    double extent_a, extent_b; // auk__piece_extent()
} AukPlacedPieces;

static inline void auk__placed_set(const AukParts *parts, uint32_t index, int child, AukDtransform body,
                                   AukSupportShape *core, double *extent)
{
    const AukPart *part = auk__part(parts, index);
    AukDtransform transform = auk__part_dtransform_on(part, auk__part_local(parts, index), body);
    if (part->form == AUK_FORM_TILES) {
        const AukTileGrid *grid = auk__tiles(parts, index);
        AukDtransform middle = auk__cell_place(parts, grid, child, part->radius, &transform, core);
        *extent = auk__cell_extent(grid, &middle, part->radius);
    } else {
        auk__part_support_shape(parts, part, transform, core);
        *extent = auk__part_extent(parts, part);
    }
}

static inline void auk__pieces_place(const AukWorld *world, const AukPair *pair, AukPlacedPieces *pieces)
{
    AukFrame frame = auk__frame_of(world, pair);
    pieces->origin = frame.origin;
    auk__placed_set(&world->parts, pair->part_a, pair->child_a, frame.a, &pieces->a, &pieces->extent_a);
    auk__placed_set(&world->parts, pair->part_b, pair->child_b, frame.b, &pieces->b, &pieces->extent_b);
}

// Whose a separation is.
typedef enum AukOwner {
    AUK_OWNER_NEIGHBOUR, // that of another piece of the surface
    AUK_OWNER_PIECES,
    AUK_OWNER_BURIED // the pieces, of which one is a buried cell
} AukOwner;

// Turns a separation to a normal that the pieces own.
AukOwner auk__placed_own(const AukWorld *world, const AukPair *pair, const AukPlacedPieces *pieces,
                         AukSeparation *separation);

#endif
