// Ground: chains of edges and grids of tiles. Each is one shape of many pieces under one id: contacts name the piece
// (`child`), events and hits are of the whole shape. Pieces know their neighbours, so what slides over the joints of a
// flat ground meets the ground's normal and no other: in contacts, in hits of swept bodies, in queries.
#ifndef AUK_TERRAIN_H
#define AUK_TERRAIN_H

#include "auk/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- chains ---------------------------------------------------------------------------------------------------------

/// Adds a chain: edges from point to point, and back to the first if it is closed. Edges are solid from both sides and
/// have no inside. A contact's `child` is the number of the edge, which begins at the point of that number.
///
/// An edge's normals are those of its two faces, and, at an end where the chain bends away from them or stops, those
/// between. Where a shape overlaps an edge and the shortest way out would be another, the normal, the distance and the
/// points of the contact are along the face that leads out soonest.
///
/// @param points  in the shape's frame; `count` is at least 2 and 3 if closed, at most AUK_VERTEX_COUNT_MAX
///                (AUK_ERROR_COUNT). Two points that follow each other must differ (AUK_ERROR_ZERO_AREA). The chain may
///                cross and touch itself.
/// @param def     its shape is ignored but for the radius, which thickens the edges (0: they are thin). Null is {0}.
/// @return {0} on failure, see auk_world_last_status(). Takes time and memory in proportion to `count`; thousands of
///         edges are ordinary, since each is in the broad phase by itself.
AUK_API AukShapeId auk_body_add_chain(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, bool closed,
                                      const AukShapeDef *def);

// ---- grids of tiles -------------------------------------------------------------------------------------------------

/// What a cell is. Left and right are the sides of smaller and larger x, low and high those of smaller and larger y,
/// whichever way a game draws them.
typedef enum AukTile {
    AUK_TILE_EMPTY = 0,
    AUK_TILE_FULL,
    AUK_TILE_SLOPE_LEFT_LOW, ///< half of the square, cut from corner to corner: the half with this corner is solid
    AUK_TILE_SLOPE_RIGHT_LOW,
    AUK_TILE_SLOPE_RIGHT_HIGH,
    AUK_TILE_SLOPE_LEFT_HIGH,
    AUK_TILE_HALF_LOW, ///< the half square on this side is solid
    AUK_TILE_HALF_HIGH,
    AUK_TILE_HALF_LEFT,
    AUK_TILE_HALF_RIGHT,
    AUK_TILE_GENTLE_LOW_1,  ///< solid below a surface that rises to the right from the low side to the middle,
    AUK_TILE_GENTLE_LOW_2,  ///< and on from the middle to the high side
    AUK_TILE_GENTLE_LOW_3,  ///< falls to the right from the high side to the middle,
    AUK_TILE_GENTLE_LOW_4,  ///< and on from the middle to the low side
    AUK_TILE_GENTLE_HIGH_1, ///< the same four mirrored, solid on the high side: from the high side to the middle,
    AUK_TILE_GENTLE_HIGH_2, ///< from the middle to the low side,
    AUK_TILE_GENTLE_HIGH_3, ///< from the low side to the middle,
    AUK_TILE_GENTLE_HIGH_4, ///< from the middle to the high side
    AUK_TILE_ONE_WAY_HIGH,  ///< the high side of the cell as a thin floor: solid only for what comes from beyond it,
                            ///< moving towards smaller y; all else passes through the cell
    AUK_TILE_ONE_WAY_LOW,
    AUK_TILE_ONE_WAY_RIGHT,
    AUK_TILE_ONE_WAY_LEFT,
    AUK_TILE_COUNT
} AukTile;

/// Most cells in a row or in a column of a grid, and most of all grids of a world together: what meets a grid may have
/// to look at all cells along its way, or in its box, also at empty ones.
#define AUK_TILES_SIDE_MAX (1 << 18)
#define AUK_TILES_CELLS_MAX (1 << 26)

/// A grid of `width` x `height` square cells.
typedef struct AukTilesDef {
    int width, height;    ///< from 1 to AUK_TILES_SIDE_MAX each
    float cell;           ///< side of a cell, above 0
    const uint8_t *cells; ///< AukTile of each, row by row from the low left corner, copied; null: all are empty
} AukTilesDef;

/// Adds a grid of tiles: one shape, in the broad phase one box, however many cells it has. The low left corner of cell
/// (0, 0) is at the shape's position, and columns run along its x axis; the body may be turned, move and be swept.
/// A contact's `child` is y * width + x. Outside the grid is empty.
///
/// The time of a step depends on the cells that a shape's box meets (those along the way of what is swept), not on the
/// size of the grid; a grid that turns while something swept is near looks at more. Each such cell counts as a pair
/// for AukWorldDef.max_pairs. Against another grid the cells of both are compared.
///
/// A face shared with a solid neighbour gives no normal, nor does a corner where the surface goes on straight or bends
/// inward. A shape that is deep inside the ground, in cells without any free face, gets the shortest way out of a cell.
/// A one-way cell stops, for a whole step, what was beyond its floor when the step began, or touched that floor in this
/// grid after the last step, or touched the grid and was in the floor by a sixteenth of a cell at most. For such a
/// shape the floor goes on from solid cells beside it without a joint.
///
/// auk_shape_get() gives the rectangle around the grid, as a polygon.
///
/// @param tiles  AUK_ERROR_COUNT for bad sizes and too many cells, AUK_ERROR_ZERO_AREA for a cell of size 0, or so
/// small that its half is
///               no float, AUK_ERROR_NEGATIVE, AUK_ERROR_RANGE, AUK_ERROR_ENUM for a cell that is no AukTile
/// @param def    its shape is ignored but for the radius, which rounds all cells. Null is {0}.
/// @return {0} on failure, see auk_world_last_status()
AUK_API AukShapeId auk_body_add_tiles(AukWorld *world, AukBodyId body, const AukTilesDef *tiles,
                                      const AukShapeDef *def);

/// Changes one cell, in O(1). Queries see it at once, contacts at the next step. AUK_ERROR_NOT_TILES for a shape that
/// is no grid, AUK_ERROR_COUNT for a cell outside it, AUK_ERROR_ENUM.
AUK_API AukStatus auk_shape_set_tile(AukWorld *world, AukShapeId shape, int x, int y, AukTile tile);

/// Changes the cells of a rectangle whose low left one is (x, y): `cells` are width * height of them, row by row, or
/// null, and then all become empty. All or none.
AUK_API AukStatus auk_shape_set_tiles(AukWorld *world, AukShapeId shape, int x, int y, int width, int height,
                                      const uint8_t *cells);

/// A cell; AUK_TILE_EMPTY outside the grid and for what is no grid.
AUK_API AukTile auk_shape_get_tile(const AukWorld *world, AukShapeId shape, int x, int y);

/// The grid as it is; {0} for what is none. The cells are the world's own, to be read while the shape
/// lives and no snapshot is restored.
AUK_API AukTilesDef auk_shape_get_tiles(const AukWorld *world, AukShapeId shape);

#ifdef __cplusplus
}
#endif

#endif
