// Casts of a shape that turns while it moves. The query index returns the parts near a box that contains the shape in
// every rotation of its path and moves with it; the time of impact with each piece is that of auk_time_of_impact().
// Invariant: the shape is inside the moving box at every fraction, so no contact precedes the fraction at which the box
// meets the box of the part.
#include "base/predicates.h"
#include "geom/toi.h"
#include "world/query/path_search.h"
#include "world/state/tile_shape.h"

#include <string.h>

// A cast in one image.
typedef struct TurnCast {
    const AukWorld *world;
    AukShapePath mover; // in the frame of the path, as the caller gave it
    double extent;      // of the moving shape
    bool skip_overlapping;
} TurnCast;

// A box around the shape in every rotation of its path: no vertex is farther from its first place than the arc that it
// describes, nor farther from the pivot than the farthest vertex.
static AukBox box_of_turn(const AukShapePath *mover, AukBox start, AukVec2 pivot)
{
    double arc = fabs(mover->turn) * mover->turn_radius, reach = mover->turn_radius + mover->core.radius;
    AukDvec p = dvec_from(pivot);
    return arc < reach ? auk__box_grown(start, arc) : auk__box_of_points(p, p, reach);
}

// Places a piece that rests.
static void set_piece(const AukPartPiece *piece, AukTransform pose, AukVec2 origin, AukShapePath *path)
{
    AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
    auk__piece_support_shape(piece, pose, origin, &path->core);
    path->start = path->core.transform;
    path->local = identity;
    path->delta = dvec(0.0, 0.0);
    path->turn = 0.0;
    path->turn_radius = auk__support_shape_turn_radius(&path->core, &identity);
}

// True if an impact counts: a one-sided edge is not hit from behind. The normal of a piece of a surface is one that its
// neighbours leave it.
static bool own_impact(const AukPartPiece *piece, AukShapePath *a, AukShapePath *b, AukImpact *impact)
{
    if (!piece->adjacency || (impact->overlapping && !piece->front_only)) {
        return true;
    }
    auk__shape_path_set(b, impact->fraction);
    AukDvec side = impact->normal;
    AukSeparation separation = auk__separation_from(&a->core, &b->core, INFINITY, &side);
    bool owns = auk__pieces_own(piece, NULL, &a->core, &b->core, AUK_GHOST_TURNED, &separation);
    bool from_front = impact->overlapping || dvec_dot(impact->normal, separation.normal) > 0.0;
    if (owns && !impact->overlapping) {
        impact->normal = separation.normal;
    }
    return !piece->front_only || (owns && from_front);
}

static bool turn_meets(const TurnCast *cast, const AukCastPath *path, AukDvec shift, uint32_t index, float max_fraction,
                       AukMet *met)
{
    const AukWorld *world = cast->world;
    AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, index)->body);
    AukPieceCursor cursor = auk__cast_path_pieces(&world->parts, &world->wrap, path, index, pose, max_fraction);
    AukShapePath mover = cast->mover, rests;
    auk__support_shape_copy(&cast->mover.core, &mover.core);
    auk__dtransform_shift(&mover.start, shift);
    bool hit = false;
    while (auk__pieces_next(&cursor)) {
        set_piece(&cursor.piece, pose, path->origin, &rests);
        double extent = auk__piece_extent(&cursor.piece), tau = auk__tau(extent > cast->extent ? extent : cast->extent);
        AukOverlapRule rule = cast->skip_overlapping ? AUK_OVERLAP_LEAVES : AUK_OVERLAP_HITS;
        AukImpact impact =
            auk__time_of_impact(&rests, &mover, 0.0, rule, cast->skip_overlapping ? tau : 0.0, dvec(0.0, 0.0));
        float fraction = (float)impact.fraction;
        bool first = !hit || fraction < met->fraction || (fraction == met->fraction && cursor.piece.child < met->child);
        if (impact.hit && fraction <= max_fraction && first && own_impact(&cursor.piece, &rests, &mover, &impact)) {
            hit = true;
            met->fraction = fraction;
            met->child = cursor.piece.child;
            met->impact = impact;
        }
    }
    met->shift = shift;
    return hit;
}

static bool turn_closest(const TurnCast *cast, const AukWanted *wanted, const AukCastPath *path, AukFound *found)
{
    const AukWorld *world = cast->world;
    AukPathSearch search;
    AukStatus status = auk__path_search_start(&search, world, path);
    if (status) {
        return auk__cast_path_refused(status, found);
    }
    uint32_t index, best_index = AUK_NO_INDEX;
    AukMet met, best;
    memset(&best, 0, sizeof best);
    while (auk__path_search_next(&search, &index)) {
        AukCastPath beside;
        AukDvec shift;
        if (!auk__wanted_finds(wanted, &world->bodies, &world->parts, auk__part(&world->parts, index))) {
            continue;
        }
        const AukCastPath *here = auk__path_search_beside(&search, index, &beside, &shift);
        if (turn_meets(cast, here, shift, index, search.max_fraction, &met) &&
            (best_index == AUK_NO_INDEX || auk__met_precedes(&world->parts, index, &met, best_index, &best))) {
            best_index = index;
            best = met;
            auk__path_search_cut(&search, best.fraction);
        }
    }
    if (best_index != AUK_NO_INDEX && found) {
        *found = auk__cast_path_found(world, path, best_index, &best);
    }
    return best_index != AUK_NO_INDEX;
}

bool auk_world_cast_shape_turning(const AukWorld *world, const AukShape *shape, AukTransform pose, AukVec2 delta,
                                  float turn, const AukQuery *query, AukFound *found)
{
    AukCastPath path;
    AukWanted wanted;
    AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
    AukStatus status = auk__cast_path_of_shape(world, shape, pose, delta, query, &path);
    status = status ? status : auk__check_number(turn);
    status = status ? status : auk__wanted_init(&wanted, query);
    if (status) {
        return auk__cast_path_refused(status, found);
    }
    if (turn == 0.0f) {
        return auk_world_cast_shape(world, shape, pose, delta, query, found);
    }
    TurnCast cast;
    cast.world = world;
    cast.skip_overlapping = wanted.query->skip_overlapping;
    auk__support_shape_init(&cast.mover.core, shape, auk__dtransform(pose, pose.p));
    cast.mover.start = cast.mover.core.transform;
    cast.mover.local = identity;
    cast.mover.delta = dvec_from(delta);
    cast.mover.turn = (double)turn;
    cast.mover.turn_radius = auk__support_shape_turn_radius(&cast.mover.core, &identity);
    cast.extent = auk__support_shape_extent(&cast.mover.core);
    path.box = box_of_turn(&cast.mover, path.box, pose.p);
    return turn_closest(&cast, &wanted, &path, found);
}
