/// @file
/// Terrain: chains of edges and grids of tiles. Each is one shape with many pieces and one id: contacts give the index
/// of the piece (`child`), events and hits are for the whole shape. Pieces know their neighbours (ghost collisions are
/// suppressed): a shape that slides over the joints of a flat ground gets only the ground's normal, in contacts, hits
/// of swept bodies, and queries.
///
/// Where two pieces of terrain meet, for example a cell of a moving grid and an edge of the ground, each gives a normal
/// by the rules below: the shortest way out, or that along a side of its own. If the two differ, the contact has the
/// one that is also a normal of the other piece; if both are, or neither is, that with the shorter way out. So it does
/// not matter which of the two shapes was made first.
#ifndef AUK_TERRAIN_H
#define AUK_TERRAIN_H

#include "auk/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- chains ---------------------------------------------------------------------------------------------------------

/// Adds a chain: edges from each point to the next, and back to the first if `closed`. Edges are solid from both sides,
/// unless said otherwise, and have no interior. A contact's `child` is the index of the edge's first point.
///
/// The normals of an edge are those of its two sides. At an end where the chain stops, or bends away from the side, the
/// normals in between are possible too. If a shape overlaps an edge and the shortest way out has another normal, then
/// the normal, distance and points of the contact are those of the side with the shortest way out. The distance is that
/// along the line of the side, as if it went on: a long shape that crosses a short chain may have its deepest point
/// beyond the ends, and moving out by the distance takes it clear of the whole line.
///
/// With `def->one_sided` an edge is solid from its right alone, seen along the direction from its first point to its
/// second; what comes from the left passes freely. So a counter-clockwise closed chain holds what is outside and lets
/// out what is inside, and the lines of auk_outline_lines(), with the solid on their left, hold what is in the open.
/// For a single segment add a chain of two points. Each query and phase applies the rule in its own way:
///
/// - Contacts: the other shape meets an edge unless the middle of the shape's extent across the edge is behind the
///   edge's line, or it touches a free end of the chain from behind; nor does it meet one that it touches only around a
///   joint, on the side of a neighbour that lets it pass. The normal is one of the front, however deep the shape
///   overlaps. So a shape that comes from behind has no contact before its middle has passed the line, and is
///   pushed on to the front afterwards.
/// - Hits of swept bodies, rays, casts, rays through shapes: only what comes from the front, by the middle at the
///   impact. A cast that starts overlapping finds an edge only if its middle is in front.
/// - Sensors, overlaps, nearest shapes: an edge is found from both sides; if the chain is a sensor itself, rays and
///   casts find it so too.
/// - Movers: as casts; and an edge that a mover overlaps when a move begins lets it pass for that move, unless the
///   mover stands on that body. So a mover comes up through a floor from below without a push, and lands on it. An
///   edge that rises into a mover that does not stand on it lets it through too: ground that changes under characters
///   should be solid from both sides.
///
/// A direction `one_way` as well: both rules have to let a shape meet the edge. With such a direction a shape that is
/// on the outer side of an edge is in front of it (auk/world.h), and one that overlaps an edge, from below or because
/// it drops through, is half through the chain: the edges beside that one let it pass too.
///
/// @param points  in the shape's frame; `count` is from 2, or 3 if closed, to AUK_VERTEX_COUNT_MAX (AUK_ERROR_COUNT).
///                Consecutive points must differ (AUK_ERROR_ZERO_AREA). The chain may cross and touch itself.
/// @param def     null is {0}. Of `def->shape` only the radius is used: it thickens the edges; 0 is thin.
/// @return {0} on failure, see auk_world_last_status(). O(count) time and memory. Chains of thousands of edges are
///         fine: each edge has its own box in the broad phase.
AUK_API AukShapeId auk_body_add_chain(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, bool closed,
                                      const AukShapeDef *def);

/// Adds a section of a longer chain: edges from points[1] to points[count - 2]. The first and the last point are where
/// the neighbouring sections go on: they have no edges here, but the joints between sections give the same normals as
/// joints within a chain, so nothing that slides across them is held up. The neighbours are other shapes, on this body
/// or on another one in the same pose; auk_outline_lines() makes such sections of a mask that is traced in regions. A
/// joint without a neighbour gives the same normals: a cast from there, straight along a flat joint, finds no end of
/// the section; overlaps and nearest shapes do. A contact's `child` is 0 for the edge from points[1]. `count` is from 4
/// (AUK_ERROR_COUNT); otherwise as auk_body_add_chain() with `closed` false.
AUK_API AukShapeId auk_body_add_chain_section(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                              const AukShapeDef *def);

/// What a shape is as a chain.
typedef enum AukChainKind {
    AUK_CHAIN_NONE = 0, ///< no chain
    AUK_CHAIN_OPEN,     ///< of auk_body_add_chain() with `closed` false
    AUK_CHAIN_CLOSED,   ///< with `closed` true; also a section that goes round and ends where it begins
    AUK_CHAIN_SECTION   ///< of auk_body_add_chain_section()
} AukChainKind;

/// AUK_CHAIN_NONE for a stale id, and for shapes that are not chains.
AUK_API AukChainKind auk_world_shape_get_chain_kind(const AukWorld *world, AukShapeId shape);

/// Writes the points of a chain as they would be given to the call that adds a chain of its kind, with the two outer
/// points of a section. Returns the number written; a null `out` counts. 0 for shapes that are not chains. O(points).
AUK_API int auk_world_shape_get_chain_points(const AukWorld *world, AukShapeId shape, AukVec2 *out, int capacity);

// Chains change in place, as auk/shapes.h says. An edge whose ends and neighbours stay the same costs nothing
// in the next step. An event is for the whole chain: a body that lies on an edge before and after has none.

/// Replaces all points; their number may change, and what was closed may be open. The radius stays. Edges keep their
/// numbers, and with them filter and user data of their own; further ones have the filter of the last edge. Arguments
/// and errors as in auk_body_add_chain(); AUK_ERROR_UNSUPPORTED for shapes that are not chains. O(points).
AUK_API AukStatus auk_world_shape_set_chain(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count,
                                            bool closed);

/// The same for points of a section, as in auk_body_add_chain_section().
AUK_API AukStatus auk_world_shape_set_chain_section(AukWorld *world, AukShapeId shape, const AukVec2 *points,
                                                    int count);

/// Moves some points: `points` replace those from number `first` on, as auk_world_shape_get_chain_points() counts them.
/// The chain keeps its kind. AUK_ERROR_COUNT if there are not so many points; AUK_ERROR_UNSUPPORTED for shapes that are
/// not chains; otherwise as auk_body_add_chain(). O(points of the chain), but only edges at the points move.
AUK_API AukStatus auk_world_shape_set_chain_points(AukWorld *world, AukShapeId shape, int first, const AukVec2 *points,
                                                   int count);

/// Gives one edge of a chain a filter of its own, for example for a stretch of ground that only some shapes meet; {0}
/// is the filter of the body. Contacts, hits, sensors, queries and movers respect it: for a shape that does not meet an
/// edge its neighbours end there, as at the end of a chain. auk_world_shape_set_filter() sets the filters of all edges,
/// and auk_world_shape_get_filter() gives that of the first. O(1) for most chains, at worst O(edges).
/// AUK_ERROR_STALE_ID; AUK_ERROR_UNSUPPORTED if the shape is not a chain; AUK_ERROR_COUNT for an edge that it does not
/// have.
///
/// @param edge  the `child` of contacts, hits and found things
AUK_API AukStatus auk_world_shape_set_edge_filter(AukWorld *world, AukShapeId shape, int edge, AukFilter filter);
/// The filter of an edge; {0} if the body's filter applies, and for what is no edge of a chain.
AUK_API AukFilter auk_world_shape_get_edge_filter(const AukWorld *world, AukShapeId shape, int edge);

/// Gives one edge of a chain user data, for example its material. It is independent of that of the shape, see
/// auk_world_shape_set_user_data(). Errors as in auk_world_shape_set_edge_filter(), and AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_world_shape_set_edge_user_data(AukWorld *world, AukShapeId shape, int edge, uint64_t user_data);
/// The user data of the edge that a contact, a hit, a found thing or the contact of a BEGIN event names by its shape
/// and `child`. 0 unless it was set, and for what is no edge of a chain.
AUK_API uint64_t auk_world_shape_get_edge_user_data(const AukWorld *world, AukShapeId shape, int edge);

// ---- grids of tiles -------------------------------------------------------------------------------------------------

/// The shape of a cell; in a cell that is not square it is stretched. Left and right are the sides of smaller and
/// larger x, low and high those of smaller and larger y, whichever way the game draws y.
typedef enum AukTile {
    AUK_TILE_EMPTY = 0,        ///< nothing is solid
    AUK_TILE_FULL,             ///< the whole cell is solid
    AUK_TILE_SLOPE_LEFT_LOW,   ///< half of the cell, cut along a diagonal: the half at the named corner is solid
    AUK_TILE_SLOPE_RIGHT_LOW,  ///< the half at the right low corner
    AUK_TILE_SLOPE_RIGHT_HIGH, ///< the half at the right high corner
    AUK_TILE_SLOPE_LEFT_HIGH,  ///< the half at the left high corner
    AUK_TILE_HALF_LOW,         ///< the half of the cell at the named side is solid
    AUK_TILE_HALF_HIGH,        ///< the half at the high side
    AUK_TILE_HALF_LEFT,        ///< the half at the left side
    AUK_TILE_HALF_RIGHT,       ///< the half at the right side
    AUK_TILE_GENTLE_LOW_1,     ///< solid below a surface that rises to the right, from the low side to half height;
    AUK_TILE_GENTLE_LOW_2,     ///< rises from half height to the high side;
    AUK_TILE_GENTLE_LOW_3,     ///< falls to the right, from the high side to half height;
    AUK_TILE_GENTLE_LOW_4,     ///< falls from half height to the low side
    AUK_TILE_GENTLE_HIGH_1,    ///< the same four mirrored, solid above the surface: from the high side to half height;
    AUK_TILE_GENTLE_HIGH_2,    ///< from half height to the low side;
    AUK_TILE_GENTLE_HIGH_3,    ///< from the low side to half height;
    AUK_TILE_GENTLE_HIGH_4,    ///< from half height to the high side
    AUK_TILE_ONE_WAY_HIGH, ///< a thin floor at the high side of the cell: solid only for shapes that come from above it
                           ///< (larger y), moving towards smaller y; other shapes pass through the cell
    AUK_TILE_ONE_WAY_LOW,  ///< the same at the low side, for shapes that come from smaller y
    AUK_TILE_ONE_WAY_RIGHT,   ///< the same at the right side, for shapes that come from larger x
    AUK_TILE_ONE_WAY_LEFT,    ///< the same at the left side, for shapes that come from smaller x
    AUK_TILE_COUNT,           ///< the number of these shapes; no cell has it
    AUK_TILE_KIND_FIRST = 64, ///< values from here to AUK_TILE_KIND_LAST are kinds that the game makes, see
                              ///< auk_world_set_tile_kind()
    AUK_TILE_KIND_LAST = 255  ///< the last kind that the game may make
} AukTile;

#define AUK_TILES_SIDE_MAX (1 << 18) ///< most cells in a row or column of a grid
/// Most cells of all grids of a world together. A shape near a grid may have to test all cells in its box or along its
/// path, also empty ones.
#define AUK_TILES_CELLS_MAX (1 << 26)

/// A grid of `width` x `height` cells.
typedef struct AukTilesDef {
    int width, height; ///< from 1 to AUK_TILES_SIDE_MAX each
    float cell;        ///< width of a cell, above 0
    float cell_height; ///< height of a cell; 0 is that of a square
    /// An AukTile for each cell, row by row from the low left corner; copied. Null: all are empty. Kinds that the game
    /// makes must exist in the world.
    const uint8_t *cells;
} AukTilesDef;

/// Adds a grid of tiles: one shape, with one box in the broad phase, however many cells it has. The low left corner of
/// cell (0, 0) is at the shape's position, and rows run along its x axis. The body may be rotated, move and be swept. A
/// contact's `child` is y * width + x. The space outside the grid is empty, or belongs to the grids beside it.
///
/// Grids side by side are joined: what slides over their border, or moves through a mover or a query there, meets one
/// surface. Queries that list all that a ray or a shape meets list each grid by itself, as any shape, unless they skip
/// what overlaps at the start; so do casts against one shape. Two grids are joined if their cells have the same size
/// and rotation and lie in one lattice (up to 1/64 of a cell, or about 16 ulp of the coordinates if that is less), and
/// if both meet the same: they are on one body, or on static bodies with the same owner, and their shapes have the same
/// filter, sensor flag, one-way direction and radius. In a world that wraps around a grid as long as a period is joined
/// to itself, if it lies along that axis of the world. Grids of different sizes may be joined, and a grid to any number
/// of others; with more than 12 around it, look-ups at its border take longer. So the chunks of a large map are
/// attached by this call and detached by auk_world_shape_remove() or auk_body_destroy() as they stream in and out. Both
/// look at each grid of the world once. Each cell of the map belongs to one grid: inside its rectangle a grid does not
/// look for others that overlap it. A query that excludes only one of two joined grids, or a body that ignores only
/// one, finds no side at the border. Questions about the past see grids joined as their bodies were then.
///
/// The time of a step depends on the cells in the boxes of the shapes nearby (for swept bodies: along their paths), not
/// on the size of the grid. A rotating grid with a swept body nearby tests more cells. Each such cell counts as a pair
/// for AukWorldDef.max_pairs. Two grids are compared cell by cell.
///
/// A face shared with a solid neighbour gives no normal. Nor does a corner where the surface continues straight or
/// bends inward. A shape deep inside the ground, in cells without a free face, gets the shortest way out of one cell.
///
/// A one-way cell blocks a shape for a whole step in three cases: the shape was beyond its floor when the step began;
/// it touched that floor of this grid after the last step; or it touched the grid after the last step and was at most
/// 1/16 of a cell below the floor, beside the cell, as on a slope, or standing on level ground. Joined grids count as
/// one grid here, and for auk_body_drop_through() and movers.
/// For a blocked shape the floor continues from solid cells beside it without a joint.
///
/// auk_world_shape_get() gives the rectangle around the grid, as a polygon.
///
/// @param tiles  AUK_ERROR_COUNT for invalid sizes or too many cells; AUK_ERROR_ZERO_AREA for a cell size of 0, or so
///               small that half of it is not an exact float; AUK_ERROR_NEGATIVE; AUK_ERROR_NOT_FINITE;
///               AUK_ERROR_RANGE; AUK_ERROR_ENUM for a cell that is neither an AukTile nor a kind of this world
/// @param def    null is {0}. Of `def->shape` only the radius is used: it rounds all cells.
/// @return {0} on failure, see auk_world_last_status()
AUK_API AukShapeId auk_body_add_tiles(AukWorld *world, AukBodyId body, const AukTilesDef *tiles,
                                      const AukShapeDef *def);

/// Changes one cell; O(1), O(12) in joined grids, and O(grids) in one with more than 12 around it. Queries see the
/// change at once, contacts at the next step. A body that is in a cell which becomes solid is pushed out by nobody, and
/// a swept one that is beyond its middle leaves by the far side: ask auk_world_overlap_box() before a door closes.
/// AUK_ERROR_STALE_ID; AUK_ERROR_NOT_TILES if the shape is not a grid; AUK_ERROR_COUNT for a cell outside the grid;
/// AUK_ERROR_ENUM.
AUK_API AukStatus auk_world_shape_set_tile(AukWorld *world, AukShapeId shape, int x, int y, AukTile tile);

/// Changes the cells of a rectangle whose low left cell is (x, y). `cells` has width * height items, row by row; null
/// makes all of them empty. They may be cells of the grid itself, as auk_world_shape_get_tiles() gives them, to scroll
/// a map: each is read before it is overwritten. Errors as in auk_world_shape_set_tile(); no cell changes then.
AUK_API AukStatus auk_world_shape_set_tiles(AukWorld *world, AukShapeId shape, int x, int y, int width, int height,
                                            const uint8_t *cells);

/// The value of a cell; AUK_TILE_EMPTY outside the grid and for shapes that are not grids.
AUK_API AukTile auk_world_shape_get_tile(const AukWorld *world, AukShapeId shape, int x, int y);

/// The cell in which a point of the world lies, empty or not, as y * width + x, the `child` of contacts: for example
/// the cell under the mouse. -1 for a point outside the grid, for one that is not finite, and for shapes that are not
/// grids. A point on the side between two cells is in the one with the larger number of column or row, so that each
/// point of a map of joined grids is in one cell; where positions of grids are rounded, a point on their border may be
/// in two. The radius of the cells does not count. O(1).
AUK_API int auk_world_shape_get_cell_at(const AukWorld *world, AukShapeId shape, AukVec2 point);

/// The point of the world at a place in a grid, given in widths and heights of a cell from its low left corner: {x, y}
/// is the low left corner of cell (x, y) and {x + 0.5, y + 0.5} its middle, also outside the grid. In a world that
/// wraps around the point may be outside the rectangle, see auk_world_wrap_position(). {0} for shapes that are not
/// grids, and unless `place` is finite and within AUK_COORDINATE_MAX. O(1).
AUK_API AukVec2 auk_world_shape_get_cell_point(const AukWorld *world, AukShapeId shape, AukVec2 place);

/// The current grid, with the height of a cell also if it is square; {0} for shapes that are not grids. The cells
/// belong to the world and are valid until the shape is removed, a snapshot is restored or the world is destroyed.
AUK_API AukTilesDef auk_world_shape_get_tiles(const AukWorld *world, AukShapeId shape);

// ---- kinds of tiles that the game makes -----------------------------------------------------------------------------

/// Corners that a kind of tile can have.
#define AUK_TILE_POINTS_MAX 8

/// A kind of tile. {0} is a full cell. Directions are in the frame of the grid: x along its rows, y along its columns.
typedef struct AukTileKind {
    /// The solid part of the cell: the convex hull of `count` points in any order. Coordinates are from 0 to 1, in
    /// widths and heights of a cell from its low left corner, and are rounded to 1/65536. In a cell that is not square
    /// the polygon is stretched. Two points are a thin floor, which must have a one-way direction.
    AukVec2 points[AUK_TILE_POINTS_MAX];
    int count; ///< 0 is the full cell; else from 2
    /// What meets the cells; {0} is the filter of the grid's shape, see auk_world_shape_set_filter(). Contacts, hits,
    /// sensors, queries and movers respect it. To what does not meet a cell it is empty: it covers no side there. A
    /// query or a mover whose category is 0 meets cells whatever they ignore, see AukQuery.
    AukFilter filter;
    /// If not {0}, the cells are solid only for shapes that come from this side of them: the direction points out of
    /// their solid side, as for one-way shapes. Neighbours with the same direction continue each other.
    AukVec2 one_way;
    /// The velocity of a conveyor, which carries the movers that stand on such a cell, see
    /// auk_world_shape_set_conveyor(). {0}: that of the grid's shape, if it has one. Of several conveyors under a
    /// mover, that with the smallest shape and cell number moves it.
    AukVec2 conveyor;
    uint64_t user_data; ///< for example a material or a damage; not part of the hash of the world
} AukTileKind;

/// Makes a kind of tile, or changes it. All grids of the world share the kinds, so a value means the same in grids that
/// are joined. A side on the border of two cells that a side of the neighbour covers gives no normals, whatever the
/// kinds, except to what a one-way neighbour lets pass, or to what crosses the neighbour and not this cell, by a
/// response rule or by AukBodyDef.pierce_categories; a side that the neighbour covers in part is open.
///
/// A change applies at once to all cells of that kind: queries see it, contacts follow at the next step. With `kind`
/// null the kind is removed, which is refused while a cell of any grid has it (AUK_ERROR_IN_USE). Making and changing a
/// kind is O(grids); removing one is O(cells).
///
/// One-way kinds follow the rules of one-way cells, see auk_body_add_tiles(): a floor is the cells of one kind in a
/// line across the direction, and auk_body_drop_through() lets a body through such a floor. A floor that is not level
/// across its direction also blocks what is on its outer side, as one-way chains do, so slopes can be walked up.
///
/// @param tile  from AUK_TILE_KIND_FIRST to AUK_TILE_KIND_LAST: AUK_ERROR_ENUM
/// @param kind  AUK_ERROR_COUNT for a count below 0, of 1, above AUK_TILE_POINTS_MAX, or of 2 without a direction;
///              AUK_ERROR_RANGE for a point outside the cell or a number that is too large; AUK_ERROR_NOT_FINITE;
///              AUK_ERROR_ZERO_AREA for more points on one line, two equal points, or a direction along a thin floor
AUK_API AukStatus auk_world_set_tile_kind(AukWorld *world, int tile, const AukTileKind *kind);

/// Writes a kind as it is kept: the points rounded, counter-clockwise; of a full cell too. False if there is no such
/// kind; nothing is written then, nor if `out` is null.
AUK_API bool auk_world_get_tile_kind(const AukWorld *world, int tile, AukTileKind *out);

/// The kind of the cell that a contact, a hit or a found thing names by its shape and `child`. False for cells that are
/// empty or of built-in kinds, for numbers that are no cells, and for shapes that are not grids.
AUK_API bool auk_world_shape_get_tile_kind(const AukWorld *world, AukShapeId shape, int child, AukTileKind *out);

/// The user data of that kind; 0 where auk_world_shape_get_tile_kind() answers false.
AUK_API uint64_t auk_world_shape_get_tile_user_data(const AukWorld *world, AukShapeId shape, int child);

#ifdef __cplusplus
}
#endif

#endif
