// The convex pieces of a part that may meet something near: what queries and movers look at, one by one. A part is one
// piece.
#ifndef AUK_WORLD_PIECES_H
#define AUK_WORLD_PIECES_H

#include "geom/cast.h"
#include "world/state.h"

typedef struct AukPartPiece {
    const AukPart *part;
    int child;
} AukPartPiece;

typedef struct AukPieceCursor {
    AukPartPiece piece;
    bool done;
} AukPieceCursor;

// AukPieceCursor c = auk__pieces_in(world, part, pose, box); while (auk__pieces_next(&c)) ... c.piece ...
// The pieces of a part, its body in that pose, that may touch a box of the world.
static inline AukPieceCursor auk__pieces_in(const AukWorld *world, uint32_t part, AukTransform pose, AukBox box)
{
    (void)pose;
    (void)box;
    AukPieceCursor cursor = {{auk__part(world, part), auk__part(world, part)->child}, false};
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

// How far `other` is from a piece, both set into one frame, and in which direction; see auk__separation().
static inline AukSeparation auk__piece_separation(const AukPartPiece *piece, const AukCore *core, const AukCore *other,
                                                  double max)
{
    (void)piece;
    return auk__separation(core, other, max, NULL);
}

// Where `other`, moved by `delta`, meets a piece; see auk__cast().
static inline AukImpact auk__piece_cast(const AukPartPiece *piece, const AukCore *core, const AukCore *other,
                                        AukDvec delta, bool skip_overlapping)
{
    (void)piece;
    return auk__cast(core, other, delta, skip_overlapping);
}

#endif
