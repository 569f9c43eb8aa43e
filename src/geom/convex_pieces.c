// After Hertel and Mehlhorn (see triangulate.c): at most two of the remaining cuts end at each inner angle above 180
// degrees. Without holes, no division has fewer pieces than 1 + half the number of these angles, since a cut resolves
// at most two of them. So there are at most four times as many pieces as necessary. Cuts of the least worth are removed
// first, and among these the longest: with the shortest first, polygons on a grid get 1 % more pieces. Straight corners
// of a piece are removed, since its border remains the same set of points; the vertex may be a corner of another piece.
#include "geom/convex_pieces.h"

#include "base/alloc.h"
#include "base/predicates.h"
#include "base/sort.h"
#include "geom/flip_edges.h"

#include <string.h>

// Holes have at least three vertices, so there are fewer than 5 * 2^24 sides.
enum { SIDE_BITS = 27, LENGTH_BITS = 32 };

static int turn_between(const AukOutline *outline, const AukConvexPieces *pieces, int before, int at, int after)
{
    const int *corners = pieces->corners;
    return auk__outline_turn(outline, corners[before], corners[at], corners[after]);
}

static void link(AukConvexPieces *pieces, int side, int next)
{
    pieces->next[side] = next;
    pieces->prev[next] = side;
}

// Joins the two pieces at a cut, given by its sides, if the joined piece is convex at both ends of the cut.
static void remove_cut(const AukOutline *outline, AukConvexPieces *pieces, int side, int other)
{
    int before = pieces->prev[side], after = pieces->next[side];
    int other_before = pieces->prev[other], other_after = pieces->next[other];
    if (turn_between(outline, pieces, before, side, pieces->next[other_after]) < 0 ||
        turn_between(outline, pieces, other_before, other, pieces->next[after]) < 0) {
        return;
    }
    link(pieces, before, other_after);
    link(pieces, other_before, after);
    pieces->next[side] = -1;
    pieces->next[other] = -1;
    pieces->piece_count--;
}

// A sort key of cuts: by worth, then by length, the longest first. The low bits hold the side.
static uint64_t cut_key_of(const AukOutline *outline, int a, int b, int side)
{
    uint64_t worth = (uint64_t)auk__cut_worth(outline, a, b);
    uint32_t shortness = ~auk__float_key((float)auk__cut_length(outline, a, b));
    return worth << (LENGTH_BITS + SIDE_BITS) | (uint64_t)shortness << SIDE_BITS | (uint64_t)side;
}

// `items` must have space for one item per side.
static void remove_cuts(const AukOutline *outline, const AukTriangulation *triangulation, AukConvexPieces *pieces,
                        uint64_t *items)
{
    const int *across = triangulation->across, *corners = triangulation->corners;
    int count = 0;
    for (int side = 0; side < pieces->side_count; side++) {
        if (side < across[side]) {
            items[count++] = cut_key_of(outline, corners[side], corners[across[side]], side);
        }
    }
    auk__sort_u64(items, items + count, count, SIDE_BITS, SIDE_BITS + LENGTH_BITS + AUK_CUT_WORTH_BITS);
    for (int i = 0; i < count; i++) {
        int side = (int)(items[i] & (((uint64_t)1 << SIDE_BITS) - 1));
        remove_cut(outline, pieces, side, across[side]);
    }
}

static void remove_straight_corners(const AukOutline *outline, AukConvexPieces *pieces)
{
    for (int side = 0; side < pieces->side_count; side++) {
        int before = pieces->prev[side], after = pieces->next[side];
        if (after < 0) {
            continue;
        }
        if (turn_between(outline, pieces, before, side, after) == 0) {
            link(pieces, before, after);
            pieces->next[side] = -1;
        } else {
            pieces->corner_count++;
        }
    }
}

AukStatus auk__convex_pieces_merge(const AukOutline *outline, const AukTriangulation *triangulation,
                                   AukConvexPieces *pieces)
{
    memset(pieces, 0, sizeof *pieces);
    pieces->corners = triangulation->corners;
    pieces->piece_count = triangulation->triangle_count;
    pieces->side_count = 3 * triangulation->triangle_count;
    size_t sides = (size_t)pieces->side_count;
    uint64_t *items = auk__allocate_zeroed(sides, sizeof *items);
    pieces->next = auk__allocate_zeroed(2 * sides, sizeof *pieces->next);
    if (!items || !pieces->next) {
        auk__release(items);
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    pieces->prev = pieces->next + sides;
    for (int side = 0; side < pieces->side_count; side++) {
        link(pieces, side, auk__side_after(side));
    }
    remove_cuts(outline, triangulation, pieces, items);
    auk__release(items);
    remove_straight_corners(outline, pieces);
    return AUK_OK;
}

void auk__convex_pieces_free(AukConvexPieces *pieces)
{
    auk__release(pieces->next);
}
