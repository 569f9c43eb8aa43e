// The convex pieces of a part that may meet something near: contacts, hits, queries and movers treat them one by one.
// Most parts are one piece that has all its normals. A piece of a surface, which is an edge of a chain or a cell of a
// grid, has only the normals that its neighbours leave it.
#ifndef AUK_WORLD_STATE_PIECES_H
#define AUK_WORLD_STATE_PIECES_H

#include "geom/ghost_normals.h"
#include "world/state/part_shape.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_shape.h"
#include "world/state/tile_walk.h"
#include "world/state/world_state.h"

typedef struct AukPartPiece {
    const AukPart *part;
    const AukTransform *local;
    int child;
    const AukAdjacency *adjacency; // null: the piece has all its normals
    const AukTileGrid *grid;       // null: not a cell
    const AukParts *parts;
    const AukTilesPast *past;   // see AukTileView
    AukTileJoins joins;         // of the grid, for the pose in question
    const AukFilter *other;     // of what meets it, if not all cells or edges have the same filter; else null
    bool by_query;              // see AukTileView
    const AukDvec *up;          // see AukTileView
    bool all_sides, no_sinking; // the same
    uint8_t passed;             // the same
    bool front_only;            // an edge of a one-sided chain, for those that meet its right side alone
    bool starts_inside;         // see auk__ghost_normals_impact()
    bool alone;                 // see AukTileView
} AukPartPiece;

typedef struct AukPieceCursor {
    AukPartPiece piece;
    AukTileWalk walk; // of the cells of a grid
    bool done;
} AukPieceCursor;

// Describes the piece of that number; in a grid the number must be that of a cell that is not empty. The body is at its
// final pose of the step. In place: a copy of what was just written in parts would wait for it to reach the cache.
static inline void auk__piece_describe(const AukParts *parts, uint32_t part, int child, AukPartPiece *piece)
{
    piece->part = auk__part(parts, part);
    piece->local = auk__part_local(parts, part);
    piece->child = child;
    piece->adjacency = NULL;
    piece->grid = NULL;
    piece->parts = parts;
    piece->past = NULL;
    piece->joins = (AukTileJoins){false, false};
    piece->other = NULL;
    piece->up = NULL;
    piece->by_query = piece->all_sides = piece->no_sinking = piece->front_only = false;
    piece->starts_inside = piece->alone = false;
    piece->passed = 0;
    if (piece->part->form != AUK_FORM_CONVEX) {
        piece->front_only = piece->part->one_sided && !piece->part->sensor;
        piece->adjacency = auk__adjacency(parts, part);
        if (piece->part->form == AUK_FORM_TILES) {
            piece->grid = auk__tiles(parts, part);
            piece->joins = piece->grid->joins;
        }
    }
}

static inline AukPartPiece auk__piece(const AukParts *parts, uint32_t part, int child)
{
    AukPartPiece piece;
    auk__piece_describe(parts, part, child, &piece);
    return piece;
}

// The head of the shape that a piece is of.
static inline uint32_t auk__piece_head(const AukPartPiece *piece)
{
    return auk__part_head(piece->parts, auk__part_index(piece->parts, piece->part));
}

// The two points of an edge.
static inline const AukVec2 *auk__edge_points(const AukPartPiece *edge)
{
    return auk__part_ends(edge->parts, auk__part_index(edge->parts, edge->part))->at;
}

// True if the filter of what meets a piece decides which of its neighbours are there.
static inline bool auk__piece_is_sifted(const AukPartPiece *piece)
{
    return piece->grid ? piece->part->filtered_by_cell
                       : piece->adjacency && auk__part(piece->parts, auk__piece_head(piece))->mixed_filters;
}

// A piece of a pair of the step.
static inline AukPartPiece auk__piece_against(const AukParts *parts, const AukPair *pair, bool is_a)
{
    uint32_t part = is_a ? pair->part_a : pair->part_b, other = is_a ? pair->part_b : pair->part_a;
    int child = is_a ? pair->child_a : pair->child_b, other_child = is_a ? pair->child_b : pair->child_a;
    const bool sensor = pair->sensor;
    AukPartPiece piece = auk__piece(parts, part, child);
    piece.all_sides = sensor;
    piece.no_sinking = !pair->stands; // what has not touched the ground is blocked by no floor that it is in
    piece.passed = is_a ? pair->passed & ((1u << AUK_SIDES) - 1) : pair->passed >> AUK_SIDES;
    piece.front_only = piece.front_only && !sensor;
    if (auk__piece_is_sifted(&piece)) {
        const AukFilter *filter = auk__piece_filter(parts, auk__part(parts, other), other_child);
        // If the two do not meet, only auk_world_why() asks: for it the piece has all its neighbours.
        bool met = auk__filter_is_met(auk__piece_filter(parts, piece.part, child), filter, false);
        piece.other = met ? filter : NULL;
    }
    return piece;
}

static inline AukPartPiece auk__piece_a(const AukParts *parts, const AukPair *pair)
{
    return auk__piece_against(parts, pair, true);
}

static inline AukPartPiece auk__piece_b(const AukParts *parts, const AukPair *pair)
{
    return auk__piece_against(parts, pair, false);
}

// Sets the cursor to the cells of a grid near a box that moves by `delta`; `pose` is the pose of the grid's body.
void auk__pieces_enter_grid(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukTransform pose, AukBox box,
                            AukDvec delta, AukPieceCursor *cursor);

// Begins a walk over the pieces of a part that may touch a box of the world while the box moves by `delta`, in order;
// `pose` is the pose of the part's body. In a grid these are the cells along the path, not all cells of the bounding
// box of the path. With `all_sides` one-way cells have normals on both sides, as queries need.
static inline void auk__pieces_enter(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukTransform pose,
                                     AukBox box, AukDvec delta, bool all_sides, AukPieceCursor *cursor)
{
    auk__piece_describe(parts, part, auk__part_child(parts, part), &cursor->piece);
    cursor->piece.all_sides = all_sides;
    cursor->done = false;
    if (cursor->piece.grid) {
        auk__pieces_enter_grid(parts, wrap, part, pose, box, delta, cursor);
    }
}

// AukPieceCursor c = auk__pieces_in(parts, wrap, part, pose, box); while (auk__pieces_next(&c)) ... c.piece ...
static inline AukPieceCursor auk__pieces_along(const AukParts *parts, const AukWrap *wrap, uint32_t part,
                                               AukTransform pose, AukBox box, AukDvec delta, bool all_sides)
{
    AukPieceCursor cursor;
    auk__pieces_enter(parts, wrap, part, pose, box, delta, all_sides, &cursor);
    return cursor;
}

// Lets a cursor pass the cells that a query with that filter does not find; edges end where it does not find the next.
static inline void auk__pieces_sift(AukPieceCursor *cursor, const AukFilter *query)
{
    if (auk__piece_is_sifted(&cursor->piece)) {
        cursor->piece.other = query;
        cursor->piece.by_query = true;
    }
}

static inline bool auk__cell_is_found(const AukPartPiece *piece)
{
    return auk__tile_is_met(piece->parts, piece->part, piece->grid->cells[piece->child], piece->other, true);
}

// The pieces that may touch a box of the world.
static inline AukPieceCursor auk__pieces_in(const AukParts *parts, const AukWrap *wrap, uint32_t part,
                                            AukTransform pose, AukBox box)
{
    AukDvec none = {0.0, 0.0};
    return auk__pieces_along(parts, wrap, part, pose, box, none, false);
}

static inline bool auk__pieces_next(AukPieceCursor *cursor)
{
    if (cursor->piece.grid) {
        do {
            cursor->piece.child = auk__tiles_next(&cursor->walk);
        } while (cursor->piece.other && cursor->piece.child >= 0 && !auk__cell_is_found(&cursor->piece));
        return cursor->piece.child >= 0;
    }
    bool more = !cursor->done;
    cursor->done = true;
    return more;
}

// The support shape of a piece whose part is at `transform`.
static inline void auk__piece_init(const AukPartPiece *piece, AukDtransform transform, AukSupportShape *core)
{
    if (piece->grid) {
        (void)auk__cell_place(piece->parts, piece->grid, piece->child, piece->part->radius, &transform, core);
    } else {
        auk__part_support_shape(piece->parts, piece->part, transform, core);
    }
}

// The support shape of a piece in a frame around `origin`; `pose` is the pose of its body.
static inline void auk__piece_support_shape(const AukPartPiece *piece, AukTransform pose, AukVec2 origin,
                                            AukSupportShape *core)
{
    auk__piece_init(piece, auk__part_dtransform(piece->part, piece->local, pose, origin), core);
}

// The largest coordinate of a piece in its shape's frame: tau is computed from it.
static inline double auk__piece_extent(const AukPartPiece *piece)
{
    if (!piece->grid) {
        return auk__part_extent(piece->parts, piece->part);
    }
    AukDtransform middle = auk__cell_dtransform(piece->grid, piece->child);
    return auk__cell_extent(piece->grid, &middle, piece->part->radius);
}

// The direction of a one-way cell, in its part's frame; {0} for other pieces.
static inline AukVec2 auk__piece_one_way(const AukPartPiece *piece)
{
    AukVec2 none = {0.0f, 0.0f};
    return piece->grid ? auk__tile_one_way(piece->parts, piece->grid->cells[piece->child]) : none;
}

// The far ends of the neighbours of an edge, without those that `other` does not meet: there the edge ends.
AukAdjacency auk__edge_joints(const AukPartPiece *edge);

// True unless the piece is solid from its front alone and `other`, displaced by `moved`, is behind it.
bool auk__piece_faces(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other,
                      AukDvec moved);

// The cell beyond a side of a piece that is a cell, see auk__cell_beside().
AukTileCell auk__piece_beside(const AukPartPiece *piece, int side);

// True if a cell is surrounded by others: it has no normal of its own and uses the shortest way out.
bool auk__piece_is_buried(const AukPartPiece *piece);

// Replaces the normal of the separation of two pieces that touch, or almost touch, by one that they own, see
// auk__ghost_normals_separation(). False if the separation belongs to a neighbour.
bool auk__pieces_own(const AukPartPiece *a, const AukPartPiece *b, const AukSupportShape *core_a,
                     const AukSupportShape *core_b, AukGhost ghost, AukSeparation *separation);

// The same for an impact of b, which moves by `delta`, on a.
bool auk__pieces_own_impact(const AukPartPiece *a, const AukPartPiece *b, const AukSupportShape *core_a,
                            const AukSupportShape *core_b, AukDvec delta, AukImpact *impact);

// True if a piece of a pair belongs to a surface.
static inline bool auk__is_of_surface(const AukParts *parts, const AukPair *pair)
{
    return auk__part(parts, pair->part_a)->form != AUK_FORM_CONVEX ||
           auk__part(parts, pair->part_b)->form != AUK_FORM_CONVEX;
}

// Turns the separation of a pair's pieces to a normal that they own. False if the pieces do not meet.
static inline bool auk__pair_owns(const AukParts *parts, const AukPair *pair, const AukSupportShape *core_a,
                                  const AukSupportShape *core_b, AukSeparation *separation)
{
    AukPartPiece a = auk__piece_a(parts, pair), b = auk__piece_b(parts, pair);
    return auk__pieces_own(&a, &b, core_a, core_b, AUK_GHOST_TURNED, separation);
}

// The same for a separation of auk__separation_from(): shapes without an inside that have passed through each other are
// asked where they met, since a one-sided edge does not meet what is behind it. Only the normal is turned then.
bool auk__pair_owns_on_way(const AukParts *parts, const AukPair *pair, const AukSupportShape *core_a,
                           const AukSupportShape *core_b, AukSeparation *separation);

// The distance and direction of `other` from a piece, both in one frame; see auk__separation(). What becomes of a
// normal that belongs to a neighbour is up to `ghost`; the distance is infinite if none is left.
static inline AukSeparation auk__piece_separation_by(const AukPartPiece *piece, const AukSupportShape *core,
                                                     const AukSupportShape *other, double max, AukGhost ghost)
{
    AukSeparation separation = auk__separation(core, other, max, NULL);
    if (piece->adjacency && separation.distance <= max &&
        !auk__pieces_own(piece, NULL, core, other, ghost, &separation)) {
        separation.distance = INFINITY;
    }
    return separation;
}

// The same; the distance is infinite if `other` touches only a side of the piece that belongs to a neighbour.
static inline AukSeparation auk__piece_separation(const AukPartPiece *piece, const AukSupportShape *core,
                                                  const AukSupportShape *other, double max)
{
    return auk__piece_separation_by(piece, core, other, max, AUK_GHOST_DROPPED);
}

// The distance of a piece that is asked for by itself. It is measured like any other shape where it does not overlap
// `other`; for an overlap the result is the way out of the whole surface, if that way leads through this piece. `owns`
// is false if it leads through a neighbour alone.
static inline AukSeparation auk__piece_measure(const AukPartPiece *piece, const AukSupportShape *core,
                                               const AukSupportShape *other, double max, bool *owns)
{
    AukSeparation separation = auk__separation(core, other, max, NULL);
    *owns = !piece->adjacency || separation.distance > 0.0 ||
            auk__pieces_own(piece, NULL, core, other, AUK_GHOST_DROPPED, &separation);
    return separation;
}

// The impact of `other`, which moves by `delta`, on a piece; see auk__cast().
static inline AukImpact auk__piece_cast(const AukPartPiece *piece, const AukSupportShape *core,
                                        const AukSupportShape *other, AukDvec delta, bool skip_overlapping)
{
    AukImpact impact = auk__cast(core, other, delta, skip_overlapping);
    if (piece->adjacency && impact.hit) {
        impact.hit = impact.overlapping ? !piece->front_only || auk__piece_faces(piece, core, other, dvec(0.0, 0.0))
                                        : auk__pieces_own_impact(piece, NULL, core, other, delta, &impact);
    }
    return impact;
}

#endif
