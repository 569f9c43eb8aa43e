// The normals of a piece, and the rule for both pieces of a pair: each turns the normal to one of its own, seen from
// itself. If these differ, the one that the other piece allows is taken, else the shorter way out. So the answer does
// not depend on which piece is a. When b turned what a had turned, it did: the last had its way.
#include "world/state/pieces.h"
#include "base/zero.h"
#include "world/state/chain_edges.h"
#include "world/state/tile_around.h"
#include "world/state/wrap.h"

static AukTileView view_of(const AukPartPiece *piece)
{
    AukTileView view = {piece->grid,  piece->part,      piece->parts,      piece->other, piece->by_query, piece->past,
                        piece->joins, piece->all_sides, piece->no_sinking, piece->up,    piece->passed,   piece->alone};
    return view;
}

static bool is_met(const AukPartPiece *edge, uint32_t part)
{
    const AukParts *parts = edge->parts;
    return part == AUK_NO_INDEX ||
           auk__filter_is_met(auk__part_filter_at(parts->kinds.bodies, parts, auk__part(parts, part)), edge->other,
                              edge->by_query);
}

AukAdjacency auk__edge_joints(const AukPartPiece *edge)
{
    AukAdjacency joints = *edge->adjacency;
    const AukVec2 *ends = auk__edge_points(edge);
    if (edge->other && !is_met(edge, auk__edge_before(edge->parts, edge->part))) {
        joints.before = ends[0];
    }
    if (edge->other && !is_met(edge, auk__edge_after(edge->parts, edge->part))) {
        joints.after = ends[1];
    }
    return joints;
}

// Computes the normals of a piece. False for a cell without normals.
static bool ghost_normals_of(const AukPartPiece *piece, AukGhostNormals *normals)
{
    if (piece->grid) {
        AukTileView view = view_of(piece);
        return auk__cell_ghost_normals(&view, piece->child, normals);
    }
    const AukVec2 *ends = auk__edge_points(piece);
    const AukAdjacency joints = auk__edge_joints(piece);
    if (piece->front_only) {
        auk__ghost_normals_of_front(normals, joints.before, ends[0], ends[1], joints.after);
    } else {
        auk__ghost_normals_of_edge(normals, joints.before, ends[0], ends[1], joints.after);
    }
    return true;
}

void auk__pieces_enter_grid(const AukParts *parts, const AukWrap *wrap, uint32_t part, AukTransform pose, AukBox box,
                            AukDvec delta, AukPieceCursor *cursor)
{
    if (wrap->on) {
        cursor->piece.joins = auk__wrap_joins(parts, wrap, part, pose);
    }
    auk__tiles_along(parts, part, pose, box, delta, &cursor->walk);
}

bool auk__piece_is_buried(const AukPartPiece *piece)
{
    AukTileView view = view_of(piece);
    return piece->grid && auk__cell_is_buried(&view, piece->child);
}

AukTileCell auk__piece_beside(const AukPartPiece *piece, int side)
{
    AukTileView view = view_of(piece);
    return auk__cell_beside(&view, piece->child, auk__tile_side(side));
}

// Computes the normals of a piece against `other`, which has moved by `moved`: to an impact if `on_way`. False for a
// one-way cell that is covered and therefore does not collide.
static bool ghost_normals_against(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other,
                                  AukDvec moved, bool on_way, AukGhostNormals *normals)
{
    bool any = ghost_normals_of(piece, normals);
    if (!piece->grid) {
        return true;
    }
    bool one_way = auk__is_not_zero(auk__piece_one_way(piece));
    bool has_sides = !one_way || auk__is_tile_kind(piece->grid->cells[piece->child]);
    if (any && has_sides && !auk__support_shape_is_half_plane(other)) { // no floor covers the side towards a half-plane
        AukTileView view = view_of(piece);
        auk__cell_cover(&view, piece->child, core, other, moved, on_way, normals);
    }
    return any || !one_way;
}

bool auk__piece_faces(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other,
                      AukDvec moved)
{
    if (!piece->front_only) {
        return true;
    }
    const AukVec2 *ends = auk__edge_points(piece);
    AukDvec along = dvec_sub(dvec_from(ends[1]), dvec_from(ends[0]));
    return auk__ghost_is_in_front(core, dvec_scale(1.0 / dvec_length(along), dvec(along.y, -along.x)), other, moved);
}

static bool gives(const AukPartPiece *piece, const AukSupportShape *core, AukDvec normal)
{
    AukTileView view = view_of(piece);
    return piece->grid && auk__cell_gives(&view, piece->child, auk__dtransform_unrotate(&core->transform, normal));
}

// True if a shape overlaps a thin one-way floor of a grid by more than half, so that the shortest way out leads through
// the back of the floor. No neighbour has that side. A circle or a capsule that fell so deep in one step had no
// contact, since its core is then apart from the floor, behind it; the cores of polygons overlap the floor.
static bool is_through_floor(const AukPartPiece *piece, const AukSupportShape *core, const AukGhostNormals *normals,
                             const AukSeparation *separation)
{
    return piece->grid && core->count == 2 && separation->distance < 0.0 &&
           dvec_dot(auk__dtransform_unrotate(&core->transform, separation->normal), normals->normal[1]) > 0.0;
}

static bool own_separation(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other,
                           AukGhost ghost, AukSeparation *separation)
{
    AukGhostNormals normals;
    if (gives(piece, core, separation->normal)) {
        return true;
    }
    if (!auk__piece_faces(piece, core, other, dvec(0.0, 0.0)) ||
        !ghost_normals_against(piece, core, other, dvec(0.0, 0.0), false, &normals)) {
        return false;
    }
    ghost = is_through_floor(piece, core, &normals, separation) ? AUK_GHOST_TURNED : ghost;
    return auk__ghost_normals_separation(&normals, core, other, ghost, separation);
}

static bool allows(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other, AukDvec normal)
{
    AukGhostNormals normals;
    return gives(piece, core, normal) || (ghost_normals_against(piece, core, other, dvec(0.0, 0.0), false, &normals) &&
                                          auk__ghost_normals_allow(&normals, core, normal));
}

// True if a normal of b, seen from b, is a better one for both than that of a. Tried: the shorter way out alone. A grid
// of cells that had sunk into flat ground then met the ends of the ground's edges with its sides.
static bool second_is_better(const AukPartPiece *a, const AukPartPiece *b, const AukSupportShape *core_a,
                             const AukSupportShape *core_b, const AukSeparation *by_a, const AukSeparation *by_b)
{
    if (by_a->normal.x == -by_b->normal.x && by_a->normal.y == -by_b->normal.y) {
        return false;
    }
    bool first_allowed = allows(b, core_b, core_a, dvec_neg(by_a->normal)),
         second_allowed = allows(a, core_a, core_b, dvec_neg(by_b->normal));
    return first_allowed == second_allowed ? by_b->distance > by_a->distance : second_allowed;
}

// The separation of two pieces that both belong to a surface.
static bool own_of_both(const AukPartPiece *a, const AukPartPiece *b, const AukSupportShape *core_a,
                        const AukSupportShape *core_b, AukGhost ghost, AukSeparation *separation)
{
    AukSeparation by_a = *separation, by_b = *separation;
    auk__separation_flip(&by_b);
    if (!own_separation(a, core_a, core_b, ghost, &by_a) || !own_separation(b, core_b, core_a, ghost, &by_b)) {
        return false;
    }
    const bool second = second_is_better(a, b, core_a, core_b, &by_a, &by_b);
    *separation = second ? by_b : by_a;
    if (second) {
        auk__separation_flip(separation);
    }
    return true;
}

bool auk__pieces_own(const AukPartPiece *a, const AukPartPiece *b, const AukSupportShape *core_a,
                     const AukSupportShape *core_b, AukGhost ghost, AukSeparation *separation)
{
    if (!b || !b->adjacency) {
        return !a->adjacency || own_separation(a, core_a, core_b, ghost, separation);
    }
    if (a->adjacency) {
        return own_of_both(a, b, core_a, core_b, ghost, separation);
    }
    auk__separation_flip(separation);
    bool own = own_separation(b, core_b, core_a, ghost, separation);
    auk__separation_flip(separation);
    return own;
}

static bool pieces_own_impact(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other,
                              AukDvec delta, AukImpact *impact)
{
    AukGhostNormals normals;
    AukDvec moved = dvec_scale(impact->fraction, delta);
    return gives(piece, core, impact->normal) ||
           (auk__piece_faces(piece, core, other, moved) &&
            ghost_normals_against(piece, core, other, moved, true, &normals) &&
            auk__ghost_normals_impact(&normals, core, other, delta, piece->starts_inside, impact));
}

bool auk__pieces_own_impact(const AukPartPiece *a, const AukPartPiece *b, const AukSupportShape *core_a,
                            const AukSupportShape *core_b, AukDvec delta, AukImpact *impact)
{
    if (a->adjacency && !pieces_own_impact(a, core_a, core_b, delta, impact)) {
        return false;
    }
    if (!b || !b->adjacency) {
        return true;
    }
    // relative to b, a moves by the opposite displacement; only the relative placement at the impact counts
    impact->normal = dvec_neg(impact->normal);
    bool own = pieces_own_impact(b, core_b, core_a, dvec_neg(delta), impact);
    impact->normal = dvec_neg(impact->normal);
    return own;
}

bool auk__pair_owns_on_way(const AukParts *parts, const AukPair *pair, const AukSupportShape *core_a,
                           const AukSupportShape *core_b, AukSeparation *separation)
{
    if (separation->distance >= 0.0 || !auk__have_no_inside(core_a, core_b)) {
        return auk__pair_owns(parts, pair, core_a, core_b, separation);
    }
    const AukDvec back = dvec_scale(-separation->distance, separation->normal);
    AukSupportShape met;
    auk__support_shape_copy(core_b, &met);
    auk__support_shape_shift(&met, back);
    AukSeparation touching = *separation;
    touching.distance = 0.0;
    touching.point_b = dvec_add(touching.point_b, back);
    bool own = auk__pair_owns(parts, pair, core_a, &met, &touching);
    separation->normal = touching.normal;
    return own;
}
