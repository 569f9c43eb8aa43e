// From outline to convex pieces, in five stages: outline.c links and sorts the rings, outline_simple.c checks them in
// one sweep, triangulate.c cuts them in a second sweep, flip_edges.c replaces cuts by better ones, convex_pieces.c
// removes unnecessary cuts. The caller's arrays are written only after all stages have succeeded.
#include "auk/geom.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "geom/convex_pieces.h"
#include "geom/flip_edges.h"

#include <string.h>

static AukStatus check_rings(int count, const int *hole_starts, int hole_count)
{
    if (count < 3 || count > AUK_VERTEX_COUNT_MAX || hole_count < 0 || hole_count > count / 3 - 1) {
        return AUK_ERROR_COUNT;
    }
    if (hole_count > 0 && !hole_starts) {
        return AUK_ERROR_NULL;
    }
    int start = 0;
    for (int ring = 0; ring < hole_count; ring++) {
        int end = hole_starts[ring];
        if (end < 0 || end > count - 3 || end - start < 3) {
            return AUK_ERROR_COUNT;
        }
        start = end;
    }
    return AUK_OK;
}

static AukStatus check_input(const AukVec2 *points, int count, const int *hole_starts, int hole_count,
                             const AukDecomposition *out)
{
    if (!points || !out || !out->indices || !out->pieces) {
        return AUK_ERROR_NULL;
    }
    AukStatus status = check_rings(count, hole_starts, hole_count);
    for (int i = 0; i < count && !status; i++) {
        status = auk__check_vec(points[i]);
    }
    return status;
}

// Each piece starts at its leftmost corner.
static void write_piece(const AukOutline *outline, const AukConvexPieces *pieces, int side, AukDecomposition *out)
{
    int start = side;
    for (int i = pieces->next[side]; i != side; i = pieces->next[i]) {
        if (auk__outline_is_left(outline, pieces->corners[i], pieces->corners[start])) {
            start = i;
        }
    }
    AukPiece *piece = &out->pieces[out->piece_count++];
    piece->first = out->index_count;
    int i = start;
    do {
        out->indices[out->index_count++] = pieces->corners[i];
        int next = pieces->next[i];
        pieces->next[i] = -1;
        i = next;
    } while (i != start);
    piece->count = out->index_count - piece->first;
}

static AukStatus write_pieces(const AukOutline *outline, const AukConvexPieces *pieces, AukDecomposition *out)
{
    if (pieces->piece_count > out->piece_capacity || pieces->corner_count > out->index_capacity) {
        return AUK_ERROR_COUNT;
    }
    out->piece_count = 0;
    out->index_count = 0;
    for (int i = 0; i < pieces->side_count; i++) {
        if (pieces->next[i] >= 0) {
            write_piece(outline, pieces, i, out);
        }
    }
    return AUK_OK;
}

static AukStatus cut_into_pieces(const AukOutline *outline, AukDecomposition *out)
{
    AukTriangulation triangulation;
    AukConvexPieces pieces;
    AukStatus status = auk__triangulate(outline, &triangulation);
    if (!status) {
        auk__flip_edges(outline, &triangulation);
        status = auk__convex_pieces_merge(outline, &triangulation, &pieces);
        status = status ? status : write_pieces(outline, &pieces, out);
        auk__convex_pieces_free(&pieces);
    }
    auk__triangulation_free(&triangulation);
    return status;
}

AukStatus auk_decompose(const AukVec2 *points, int count, const int *hole_starts, int hole_count, AukDecomposition *out)
{
    AukStatus status = check_input(points, count, hole_starts, hole_count, out);
    if (status) {
        return status;
    }
    AukOutline outline;
    AukCrossing crossing = {0, 0};
    status = auk__outline_init(&outline, points, count, hole_starts, hole_count);
    status = status ? status : auk__outline_check(&outline, &crossing);
    if (status == AUK_ERROR_NOT_SIMPLE) {
        out->edge_a = crossing.edge_a;
        out->edge_b = crossing.edge_b;
    }
    status = status ? status : cut_into_pieces(&outline, out);
    auk__outline_free(&outline);
    return status;
}
