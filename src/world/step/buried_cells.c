// A shape that overlaps a buried cell is searched for a cell with a surface: among the pairs of the same two shapes,
// and among those with the grids that continue the cell's grid.
#include "world/step/buried_cells.h"

#include "world/state/tile_seams.h"
#include "world/step/pair_order.h"
#include "world/step/placed_pieces.h"

// True if the pair is a contact at the final poses, along a normal that the pieces own.
static bool touches_surface(const AukWorld *world, const AukPair *pair)
{
    AukPlacedPieces pieces;
    auk__pieces_place(world, pair, &pieces);
    AukSeparation separation = auk__separation(&pieces.a, &pieces.b, 0.0, NULL);
    return separation.distance <= 0.0 && auk__placed_own(world, pair, &pieces, &separation) == AUK_OWNER_PIECES;
}

// The first pair of the same two shapes as `pair`, of which the pieces do not matter.
static const AukPair *first_of_shapes(const AukSortedPairs *all, const AukPair *pair)
{
    const AukPair *first = all->first, *end = all->end;
    while (first < end) {
        const AukPair *middle = first + (end - first) / 2;
        uint64_t left = auk__pair_bodies(middle), right = auk__pair_bodies(pair);
        if (left == right) {
            left = (uint64_t)middle->shape_a << 32 | middle->shape_b;
            right = (uint64_t)pair->shape_a << 32 | pair->shape_b;
        }
        first = left < right ? middle + 1 : first;
        end = left < right ? end : middle;
    }
    return first;
}

// True if the other shape of a pair overlaps a surface of a grid.
static bool reaches_out_of(const AukSortedPairs *all, const AukPair *pair, bool grid_is_a, uint32_t grid)
{
    const AukParts *parts = &all->world->parts;
    uint32_t body = auk__part(parts, grid)->body, other_body = grid_is_a ? pair->body_b : pair->body_a;
    uint32_t other = grid_is_a ? pair->shape_b : pair->shape_a;
    AukPair key = *pair;
    key.body_a = body < other_body ? body : other_body;
    key.body_b = body < other_body ? other_body : body;
    key.shape_a = body < other_body ? grid : other;
    key.shape_b = body < other_body ? other : grid;
    const AukPair *at = first_of_shapes(all, &key);
    for (; at < all->end && at->body_a == key.body_a && auk__same_shapes(at, &key); at++) {
        if (touches_surface(all->world, at)) {
            return true;
        }
    }
    return false;
}

// The same for all grids that continue a grid of the pair.
static bool reaches_out_beside(const AukSortedPairs *all, const AukPair *pair, bool grid_is_a)
{
    const AukParts *parts = &all->world->parts;
    uint32_t part = grid_is_a ? pair->part_a : pair->part_b, other = grid_is_a ? pair->part_b : pair->part_a;
    if (auk__part(parts, part)->form != AUK_FORM_TILES || auk__tiles(parts, part)->seam_count == 0) {
        return false;
    }
    bool alone = auk__part_is_whole_shape(parts, other);
    const AukTileGrid *grids = parts->grids.items;
    for (int i = 0; i < parts->grids.count; i++) {
        bool near = grids[i].site.state != 0 && grids[i].part != part &&
                    (!alone || auk__tight_touch(parts, &all->world->wrap, grids[i].part, other));
        if (near && auk__seams_join(parts, part, grids[i].part) &&
            reaches_out_of(all, pair, grid_is_a, grids[i].part)) {
            return true;
        }
    }
    return false;
}

// Surface cells are mostly at one end of the pairs of two shapes, so the search runs from both ends.
static bool shapes_reach_out(const AukSortedPairs *all, const AukPair *pair)
{
    const AukPair *first = pair, *last = pair;
    while (first > all->first && auk__same_shapes(first - 1, pair)) {
        first--;
    }
    while (last + 1 < all->end && auk__same_shapes(last + 1, pair)) {
        last++;
    }
    for (; first <= last; first++, last--) {
        if (touches_surface(all->world, first) || touches_surface(all->world, last)) {
            return true;
        }
    }
    return reaches_out_beside(all, pair, true) || reaches_out_beside(all, pair, false);
}

bool auk__buried_reaches_out(AukSortedPairs *all, const AukPair *pair)
{
    if (!all->answered || !auk__same_shapes(all->answered, pair)) {
        all->answered = pair;
        all->reaches_out = shapes_reach_out(all, pair);
    }
    return all->reaches_out;
}
