// The convex pieces of a part that may meet something near: what contacts, hits, queries and movers look at, one by
// one. Most parts are one piece, complete in itself. A piece of a chain gives only the normals that are its own.
#ifndef AUK_WORLD_PIECES_H
#define AUK_WORLD_PIECES_H

#include "geom/smooth.h"
#include "world/state.h"

typedef struct AukPartPiece {
    const AukPart *part;
    int child;
    const AukSeam *seam; // null: complete in itself
} AukPartPiece;

typedef struct AukPieceCursor {
    AukPartPiece piece;
    bool done;
} AukPieceCursor;

// The piece of that number.
static inline AukPartPiece auk__piece(const AukWorld *world, uint32_t part, int child)
{
    AukPartPiece piece = {auk__part(world, part), child, NULL};
    if (piece.part->form != AUK_FORM_CONVEX) {
        piece.seam = auk__seam(world, part);
    }
    return piece;
}

// AukPieceCursor c = auk__pieces_in(world, part, pose, box); while (auk__pieces_next(&c)) ... c.piece ...
// The pieces of a part, its body in that pose, that may touch a box of the world.
static inline AukPieceCursor auk__pieces_in(const AukWorld *world, uint32_t part, AukTransform pose, AukBox box)
{
    (void)pose;
    (void)box;
    AukPieceCursor cursor = {auk__piece(world, part, auk__part(world, part)->child), false};
    return cursor;
}

static inline bool auk__pieces_next(AukPieceCursor *cursor)
{
    bool more = !cursor->done;
    cursor->done = true;
    return more;
}

// A piece set into a frame around `origin`, its body in that pose.
static inline void auk__piece_core(const AukPartPiece *piece, AukTransform pose, AukVec2 origin, AukCore *core)
{
    auk__part_core(piece->part, pose, origin, core);
}

// The largest coordinate of a piece in its shape's frame: what tau is taken from.
static inline double auk__piece_extent(const AukPartPiece *piece)
{
    return piece->part->extent;
}

// Makes the separation of two pieces that touch, or nearly, one that is theirs, see auk__smooth_separation(). False if
// it is a neighbour's.
bool auk__pieces_own(const AukPartPiece *a, const AukPartPiece *b, const AukCore *core_a, const AukCore *core_b,
                     AukForeign foreign, AukSeparation *separation);

// The same for an impact of b, moved by `delta`, on a.
bool auk__pieces_own_impact(const AukPartPiece *a, const AukPartPiece *b, const AukCore *core_a, const AukCore *core_b,
                            AukDvec delta, AukImpact *impact);

// How far `other` is from a piece, both set into one frame, and in which direction; see auk__separation(). Infinitely
// far if it touches a neighbour's side of the piece and no other.
static inline AukSeparation auk__piece_separation(const AukPartPiece *piece, const AukCore *core, const AukCore *other,
                                                  double max)
{
    AukSeparation separation = auk__separation(core, other, max, NULL);
    if (piece->seam && separation.distance <= max &&
        !auk__pieces_own(piece, NULL, core, other, AUK_FOREIGN_DROPPED, &separation)) {
        separation.distance = INFINITY;
    }
    return separation;
}

// Where `other`, moved by `delta`, meets a piece; see auk__cast().
static inline AukImpact auk__piece_cast(const AukPartPiece *piece, const AukCore *core, const AukCore *other,
                                        AukDvec delta, bool skip_overlapping)
{
    AukImpact impact = auk__cast(core, other, delta, skip_overlapping);
    if (piece->seam && impact.hit && !impact.overlapping &&
        !auk__pieces_own_impact(piece, NULL, core, other, delta, &impact)) {
        impact.hit = false;
    }
    return impact;
}

#endif
