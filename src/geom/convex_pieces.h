// Joins the triangles of a polygon into convex pieces.
#ifndef AUK_GEOM_CONVEX_PIECES_H
#define AUK_GEOM_CONVEX_PIECES_H

#include "geom/triangulate.h"

typedef struct AukConvexPieces {
    const int *corners; // of the triangulation, which must outlive the pieces
    int *next, *prev;   // the sides around each piece; next is -1 for a removed side
    int side_count;     // removed sides included
    int piece_count;
    int corner_count; // of all pieces together
} AukConvexPieces;

// Removes cuts while the pieces stay convex, then straight corners. AUK_OK or AUK_ERROR_OUT_OF_MEMORY; the caller must
// call auk__convex_pieces_free() in both cases. O(n).
AukStatus auk__convex_pieces_merge(const AukOutline *outline, const AukTriangulation *triangulation,
                                   AukConvexPieces *pieces);
void auk__convex_pieces_free(AukConvexPieces *pieces);

#endif
