// Parts: the convex pieces, edges and grids that shapes consist of. This header creates and destroys parts, and keeps
// their boxes in the broad phase and the query index up to date.
#ifndef AUK_WORLD_STATE_PARTS_H
#define AUK_WORLD_STATE_PARTS_H

#include "auk/math2d.h"
#include "auk/world.h"
#include "base/buffer.h"
#include "base/slots.h"
#include "geom/pairs4.h"
#include "geom/support_shape.h"
#include "world/state/bodies.h"
#include "world/state/vertex_store.h"

#include <string.h>

// The form of a part.
enum {
    AUK_FORM_CONVEX = 0, // one convex piece, with all its normals
    AUK_FORM_EDGE,       // an edge of a chain: its adjacency holds the neighbouring vertices
    AUK_FORM_TILES // a grid of tiles: its shape is the bounding rectangle, its adjacency holds the index of the grid
};

// Whether opposite sides of a grid are adjacent because the world wraps around, so that the cells there are neighbours.
typedef struct AukTileJoins {
    bool x, y; // x: the last and the first column are adjacent; y: the last and the first row
} AukTileJoins;

// What decides whether a grid continues another, see tile_seams.c. All zero: no grid.
typedef struct AukTileSite {
    AukDvec period;            // of a world that wraps around
    AukTransform pose;         // of its body, if that is static; else {0}, like the period
    AukTransform local;        // in the frame of its body
    uint64_t category, ignore; // with the group: its effective filter
    AukBodyId owner;           // of its body
    AukVec2 one_way;
    uint32_t group;
    uint32_t body;
    uint32_t state; // AUK_SITE_PRESENT ...
    float radius;   // there is no padding, since sites are compared as bytes
} AukTileSite;

enum {
    AUK_SITE_PRESENT = 1, // its body is enabled
    AUK_SITE_STATIC = 2,
    AUK_SITE_SENSOR = 4,
    AUK_SITE_UNKNOWN = 8 // alone: of a grid that other grids may list wherever it was
};

// A grid that continues another one; its cell (0, 0) is at (x, y) in the cells of that one.
typedef struct AukTileSeam {
    uint32_t part;
    int x, y;
} AukTileSeam;

// Neighbours that a grid lists: the eight around it in a map of equal grids, and some more. For a grid with more of
// them all grids are searched, so that a list needs no memory that a setter could fail to get.
enum { AUK_TILE_SEAMS = 12 };

// Where a grid is, and a little beyond its border: a quick test for grids that are not beside each other. It follows
// from the site that the grid had last.
typedef struct AukTileReach {
    AukBox box;    // in the world for a grid that rests, else in the frame of its body
    uint32_t body; // in whose frame; AUK_NO_INDEX: in the world
} AukTileReach;

// A grid of tiles.
typedef struct AukTileGrid {
    AukTileReach reach;
    uint8_t *cells; // AukTile, row by row; null: an unused entry of world->parts.grids
    int width, height;
    AukVec2 cell;       // width and height, see auk__tiles_set_cell()
    AukDvec per_cell;   // their reciprocals
    AukTileJoins joins; // for the body's final pose of the step under way, see auk__wrap_join()
    uint64_t sum; // over position and kind of all cells that are not empty; the hash of the world includes this sum
    uint32_t part;
    int seam_count;                    // AUK_TILE_SEAMS + 1: too many for the list
    AukTileSeam seams[AUK_TILE_SEAMS]; // sorted by part
    AukTileSite site;
} AukTileGrid;

// The kinds of tiles that the game makes, see tile_kinds.h.
typedef struct AukTileKinds {
    AukBuffer items;                  // AukTileKindEntry per value from AUK_TILE_KIND_FIRST on; empty: no kinds
    int count;                        // of kinds
    int filtered, one_way, conveying; // of kinds with a filter, with a direction, with a conveyor
    const AukBodies *bodies;          // of the world, whose filters cells without one have
} AukTileKinds;

// The data that only an edge or a grid has, besides its part.
typedef struct AukAdjacency {
    AukVec2 before, after; // of an edge: the far ends of its neighbours; without a neighbour the edge's own end
    uint32_t tiles;        // of a grid: its index in world->parts.grids
} AukAdjacency;

// The range of a sensor. {0}: the sensor detects only shapes that touch it.
typedef struct AukSense {
    float radius; // radius of the shape as given; the radius of AukPart.shape also includes the proximity
    float proximity;
} AukSense;

// What few parts have, besides filters and user data.
typedef struct AukPartExtras {
    AukVec2 one_way; // direction out of its solid side, in the frame of its body; {0}: not one-way
    AukSense sense;
} AukPartExtras;

// Where a part is in its shape and in the list of its body.
typedef struct AukPartLink {
    uint32_t head; // index of the first part of the shape; in most shapes the part's own index
    uint32_t next; // the next part of the same body, or AUK_NO_INDEX
    int child;     // the number of the piece in its shape
} AukPartLink;

// The points of a capsule, a segment or an edge. Of a half-plane: its normal, then its offset and 0.
typedef struct AukEnds {
    AukVec2 at[2];
} AukEnds;

// One convex piece, one edge, or one grid of tiles. Most shapes are one part. A shape of several pieces is a run of
// parts in its body's list; the first part, the head, lends the shape its id. This is what a step reads of the
// parts of bodies that are not plain; of a plain body most phases read AukPosed. Without a part the first eight bytes
// are the links of the slot. See part_shape.h for its shape.
typedef struct AukPart {
    union {
        AukVec2 half; // of a box, an ellipse, or the bounding rectangle of a grid
        struct {
            uint32_t vertex_block; // interned vertices
            float reach;           // largest absolute coordinate of a vertex
        } polygon;
        const AukCustomShape *custom; // the world's copy
    } core; // of others nothing: what a capsule, a segment or a half-plane has is in AukParts.ends
    float radius;
    uint32_t body;
    uint8_t kind;              // AukShapeKind
    uint8_t form : 2;          // AUK_FORM_CONVEX ...
    uint8_t pairs4_class : 3;  // AukPairs4Class of the shape
    uint8_t mixed_filters : 1; // of the head of a chain: its edges may have different filters
    uint8_t radius_excess;     // see auk__circle_radius()
    bool sensor : 1;
    bool centred : 1;          // `local` is the identity
    bool unfiltered : 1;       // meets all unfiltered parts of other bodies: no filter, owner or excluded pair applies
    bool filtered_by_mask : 1; // meets every other such part of another body if the broad phase has listed the pair:
                               // its masks say it all
    bool disabled : 1;         // in neither the broad phase nor the query index
    bool quarantined : 1;
    bool one_sided : 1;        // of an edge: solid from its right alone
    bool filtered_by_cell : 1; // of a grid, if kinds of tiles have filters: its pairs are filtered cell by cell
    uint8_t vertex_count;      // of a polygon with so few; else 0
    uint8_t changed;           // low bits of world->steps when a call last changed its shape or its pose
} AukPart;

// Enumerations of one byte make the structs of the public headers smaller: a game that was compiled otherwise would
// read wrong members. Where they are the rule (32-bit ARM without a system), they may be.
_Static_assert(sizeof(void *) != 8 || sizeof(AukShapeKind) == sizeof(int),
               "enumerations are ints: compile auk and the game without -fshort-enums");
_Static_assert(sizeof(AukPart) == 24, "what a part takes where nothing needs a lazy buffer");

// Parts, and the arrays with one entry per part. Lazy ones take no memory until a part has an entry that is not zero,
// or a local transform that is not the identity; in an entry of a slot without a part is what the last one had, except
// its extras, which are zero.
typedef struct AukParts {
    AukSlots slots;
    AukBuffer records;     // AukPart
    AukBuffer links;       // AukPartLink per part; lazy: without it no body has several parts
    AukBuffer ends;        // AukEnds per part; lazy
    AukBuffer turn_radii;  // double per part: bounds its motion by turning; lazy, without it computed when asked for
    AukBuffer locals;      // AukTransform per part: its local transform, in the frame of its body; lazy
    AukBuffer tight;       // AukBounds per part: its tight box; lazy, see auk__tight_bounds()
    AukBuffer filters;     // AukFilter per part, {0}: the body's; lazy
    AukBuffer user_data;   // uint64_t per part; lazy
    AukBuffer extras;      // AukPartExtras per part; lazy
    AukBuffer adjacencies; // AukAdjacency per part, once the world has an edge or a grid
    AukBuffer grids;       // AukTileGrid
    AukTileKinds kinds;
    AukSlotList quarantined;        // destroyed slots in quarantine, until no result array names them
    AukSlotBits named;              // those that a result array names, see slot_quarantine.c
    int shape_count;                // living shapes; the pieces of a shape are not counted
    int one_way_count;              // living parts with a one-way direction
    int sense_count;                // living parts with a proximity
    const AukBuffer *broad_bounds;  // AukBounds per part, in the broad phase of the world
    const AukVertexStore *vertices; // of the world
} AukParts;

static inline AukPart *auk__part(const AukParts *parts, uint32_t index)
{
    return (AukPart *)parts->records.items + index;
}

static inline uint32_t auk__part_index(const AukParts *parts, const AukPart *part)
{
    return (uint32_t)(part - (const AukPart *)parts->records.items);
}

static inline AukPartLink *auk__part_link(const AukParts *parts, uint32_t index)
{
    return (AukPartLink *)parts->links.items + index;
}

static inline uint32_t auk__part_head(const AukParts *parts, uint32_t index)
{
    return auk__lazy_exists(&parts->links) ? auk__part_link(parts, index)->head : index;
}

static inline uint32_t auk__part_next(const AukParts *parts, uint32_t index)
{
    return auk__lazy_exists(&parts->links) ? auk__part_link(parts, index)->next : AUK_NO_INDEX;
}

static inline int auk__part_child(const AukParts *parts, uint32_t index)
{
    return auk__lazy_exists(&parts->links) ? auk__part_link(parts, index)->child : 0;
}

// The head of the living shape that an id names, or null. Further pieces have no ids of their own.
static inline AukPart *auk__part_of(const AukParts *parts, AukShapeId id)
{
    bool alive = auk__slots_alive(&parts->slots, id.index, id.generation);
    return alive && auk__part_head(parts, id.index) == id.index ? auk__part(parts, id.index) : NULL;
}

static inline AukShapeId auk__shape_id(const AukParts *parts, uint32_t index)
{
    AukShapeId id = {index, parts->slots.generation[index]};
    return id;
}

// True if a part and its body are enabled.
static inline bool auk__part_is_enabled(const AukBodies *bodies, const AukPart *part)
{
    return !part->disabled && auk__body(bodies, part->body)->enabled;
}

// The next piece of the same shape, or AUK_NO_INDEX after the last one.
static inline uint32_t auk__part_next_piece(const AukParts *parts, uint32_t index)
{
    uint32_t next = auk__part_next(parts, index);
    bool more = next != AUK_NO_INDEX && auk__part_head(parts, next) == auk__part_head(parts, index);
    return more ? next : AUK_NO_INDEX;
}

static inline AukAdjacency *auk__adjacency(const AukParts *parts, uint32_t index)
{
    return (AukAdjacency *)parts->adjacencies.items + index;
}

static inline AukTileGrid *auk__tiles(const AukParts *parts, uint32_t part)
{
    return (AukTileGrid *)parts->grids.items + auk__adjacency(parts, part)->tiles;
}

// The longer side of the cells of a grid.
static inline float auk__cell_longest(const AukTileGrid *grid)
{
    return grid->cell.x > grid->cell.y ? grid->cell.x : grid->cell.y;
}

// What a part has that has nothing in a lazy buffer.
typedef struct AukPartDefaults {
    AukFilter filter;
    AukPartExtras extras;
    AukTransform local; // the identity
} AukPartDefaults;

extern const AukPartDefaults auk__part_defaults;

// The filter of a part itself, {0}: the body's.
static inline const AukFilter *auk__part_own_filter(const AukParts *parts, uint32_t part)
{
    const AukFilter *filters = parts->filters.items;
    return auk__lazy_exists(&parts->filters) ? &filters[part] : &auk__part_defaults.filter;
}

// The local transform of a part; the identity of one that is centred.
static inline const AukTransform *auk__part_local(const AukParts *parts, uint32_t part)
{
    const AukTransform *locals = parts->locals.items;
    return auk__lazy_exists(&parts->locals) ? &locals[part] : &auk__part_defaults.local;
}

static inline uint64_t auk__part_user_data(const AukParts *parts, uint32_t part)
{
    const uint64_t *user_data = parts->user_data.items;
    return auk__lazy_exists(&parts->user_data) ? user_data[part] : 0;
}

static inline const AukPartExtras *auk__part_extras(const AukParts *parts, uint32_t part)
{
    const AukPartExtras *extras = parts->extras.items;
    return auk__lazy_exists(&parts->extras) ? &extras[part] : &auk__part_defaults.extras;
}

// The same, to be changed, where the buffer exists.
static inline AukPartExtras *auk__part_extras_changed(const AukParts *parts, uint32_t part)
{
    return (AukPartExtras *)parts->extras.items + part;
}

static inline const AukSense *auk__sense(const AukParts *parts, uint32_t part)
{
    return &auk__part_extras(parts, part)->sense;
}

// The radius of a part as it was given, without the proximity.
static inline float auk__given_radius(const AukParts *parts, uint32_t part)
{
    const AukSense *sense = auk__sense(parts, part);
    return sense->proximity > 0.0f ? sense->radius : auk__part(parts, part)->radius;
}

// The category of a shape for filters; a shape without one has category 1.
static inline uint64_t auk__filter_category(AukFilter filter)
{
    return filter.category ? filter.category : 1;
}

static inline const AukVec2 *auk__one_way(const AukParts *parts, uint32_t part)
{
    return &auk__part_extras(parts, part)->one_way;
}

static inline bool auk__filter_is_given(AukFilter filter)
{
    return filter.category != 0 || filter.ignore != 0 || filter.group != 0;
}

// Compares members, not bytes: the padding at the end of a filter is not initialised.
static inline bool auk__filters_equal(const AukFilter *a, const AukFilter *b)
{
    return a->category == b->category && a->ignore == b->ignore && a->group == b->group;
}

// True if something with the filter `other` meets what has the filter `own`. `by_query`: it is the filter of a query,
// which has no category unless one was given.
static inline bool auk__filter_is_met(const AukFilter *own, const AukFilter *other, bool by_query)
{
    uint64_t category = by_query ? other->category : auk__filter_category(*other);
    return (category & own->ignore) == 0 && (other->ignore & auk__filter_category(*own)) == 0 &&
           (own->group == 0 || own->group != other->group);
}

// The filter of a part, or of its body if the part has none.
static inline const AukFilter *auk__part_filter_at(const AukBodies *bodies, const AukParts *parts, const AukPart *part)
{
    const AukFilter *own = auk__part_own_filter(parts, auk__part_index(parts, part));
    return auk__filter_is_given(*own) ? own : auk__body_filter(bodies, part->body);
}

static inline AukFilter auk__part_filter(const AukBodies *bodies, const AukParts *parts, const AukPart *part)
{
    return *auk__part_filter_at(bodies, parts, part);
}

// The unit of AukPart.radius_excess, as a fraction of the extent of a part: by how many units the radius of the circle
// around the body's origin exceeds the extent. AUK_RADIUS_EXCESS_ANY means that the excess may be larger.
#define AUK_RADIUS_EXCESS_STEP 0x1p-7
#define AUK_RADIUS_EXCESS_ANY 255

// The radius of that circle. (The byte overestimates it; that is safe and keeps the part small.)
static inline double auk__circle_radius(double extent, uint8_t radius_excess)
{
    return radius_excess == AUK_RADIUS_EXCESS_ANY ? INFINITY
                                                  : extent + extent * (AUK_RADIUS_EXCESS_STEP * radius_excess);
}

// True if circles around the origins of two bodies are farther from each other than contacts of what is in them reach;
// `apart` is the vector between these origins.
static inline bool auk__circles_far_apart(double radius_a, double radius_b, AukDvec apart)
{
    double radii = radius_a + radius_b;
    return dvec_dot(apart, apart) > radii * radii;
}

// `extent` of the part of a plain body. Compares the bits of numbers that are not negative: read as a float, the number
// of a block may be a denormal, and operations on these are slow. Branch-free, since shapes are mixed in most worlds
// and boxes are as often tall as wide.
static inline double auk__plain_extent(const AukPosed *posed)
{
    uint32_t core[2];
    memcpy(core, &posed->core, sizeof core);
    uint32_t y = core[1] & (0u - (uint32_t)(posed->plain <= AUK_CLASS_BOX)), over = 0u - (uint32_t)(y > core[0]);
    uint32_t most = (core[0] & ~over) | (y & over);
    float reach;
    memcpy(&reach, &most, sizeof reach);
    return (double)reach + (double)posed->radius;
}

static inline double auk__plain_circle(const AukPosed *posed)
{
    return auk__circle_radius(auk__plain_extent(posed), posed->radius_excess);
}

// True if a part is a grid of tiles, each cell of which is a piece.
static inline bool auk__part_is_grid(const AukParts *parts, uint32_t index)
{
    return auk__part(parts, index)->form == AUK_FORM_TILES;
}

// True if a part is the only piece of its shape.
static inline bool auk__part_is_whole_shape(const AukParts *parts, uint32_t index)
{
    return auk__part_head(parts, index) == index && auk__part_next_piece(parts, index) == AUK_NO_INDEX;
}

// True if a local transform is the identity.
static inline bool auk__is_centred(AukTransform local)
{
    return local.p.x == 0.0f && local.p.y == 0.0f && local.q.c == 1.0f && local.q.s == 0.0f;
}

// The placement of a part in a frame around `origin`, for a given pose of its body.
static inline AukDtransform auk__part_dtransform(const AukPart *part, const AukTransform *local, AukTransform pose,
                                                 AukVec2 origin)
{
    AukDtransform transform = auk__dtransform(pose, origin);
    if (!part->centred) {
        AukDtransform on_body = auk__dtransform(*local, auk_vec(0.0f, 0.0f));
        transform = auk__dtransform_compose(&transform, &on_body);
    }
    return transform;
}

// The placement of a part on a body that has been placed. Rotations of bodies and of their shapes are of unit length.
static inline AukDtransform auk__part_dtransform_on(const AukPart *part, const AukTransform *local, AukDtransform body)
{
    if (part->centred) {
        return body;
    }
    AukDtransform on_body = {local->p.x, local->p.y, local->q.c, local->q.s};
    return auk__dtransform_compose(&body, &on_body);
}

// Updates AukBody.fast_path and the shape in AukPosed after the list of the body's parts, a shape, a local transform,
// or an `enabled` flag has changed.
void auk__body_update_plain(AukBodies *bodies, AukParts *parts, uint32_t body);

// Updates AukBodies.direct after `sensor` or `filtered_by_mask` of a part has changed.
void auk__part_update_direct(AukBodies *bodies, const AukParts *parts, uint32_t part);

// Reserves `count` entries in every array that has one per part.
AukStatus auk__parts_reserve(AukWorld *world, int count);

// What parts need lazy buffers for.
typedef struct AukPartNeeds {
    bool filters, user_data, extras, locals, ends;
} AukPartNeeds;

// Makes these buffers exist, with filters also the masks of the broad phase. To be called before a part has something
// in them. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__parts_admit(AukWorld *world, const AukPartNeeds *needs);

// Makes the lists of parts exist, AukBodies.tallies and AukParts.links. To be called before a body has several parts.
// AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__lists_admit(AukBodies *bodies, AukParts *parts);

// Makes the turn radii exist. To be called before steps need them: before a body is swept, before there is a grid, in a
// world with a history. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__turn_radii_admit(AukParts *parts);

// These four set what a part has in the lazy buffers that exist; elsewhere there is nothing but zeros to set.
void auk__part_keep_local(AukParts *parts, uint32_t index, AukTransform local); // sets the local transform
void auk__part_keep_turn_radius(AukParts *parts, uint32_t index, double turn_radius);
void auk__part_set_own_filter(AukParts *parts, uint32_t index, AukFilter filter);
void auk__part_set_user_data(AukParts *parts, uint32_t index, uint64_t user_data);
void auk__part_fill_lazy(AukParts *parts, uint32_t index, AukFilter filter, uint64_t user_data); // of a new part

// Sets the proximity of a part. The given radius is taken from the part's AukSense if it has a proximity already, else
// from its shape.
void auk__part_widen(AukParts *parts, uint32_t index, float proximity);

// Sets the proximity of a part; the number has been checked.
void auk__part_set_proximity(AukWorld *world, uint32_t index, float proximity);

// Checks a shape's proximity and its one-way direction. AUK_OK, or the error.
AukStatus auk__shape_extras_check(const AukShape *shape, bool sensor, float proximity, AukVec2 one_way,
                                  AukFault *fault);

// Sets the one-way direction of a part.
void auk__part_set_one_way(AukParts *parts, uint32_t index, AukVec2 one_way);

// Checks a shape, and makes the world's own copy of the vertices that it borrows. `vertex_block` is set to the index of
// the copy, or to AUK_NO_INDEX. AUK_ERROR_OUT_OF_MEMORY, or the error of the shape.
AukStatus auk__part_own(AukVertexStore *vertices_, AukBuffer *customs, const AukShape *shape, uint32_t *vertex_block,
                        AukFault *fault);

// Adds an owned shape of one piece to a body. The memory has been reserved.
AukShapeId auk__part_place(AukWorld *world, uint32_t body, const AukShapeDef *def, uint32_t vertex_block);

// Adds a shape of one piece to a body. This function checks the definition.
AukStatus auk__part_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeId *id);

// Replaces the shape of a part that is the only piece of its shape. This function checks the new shape.
AukStatus auk__part_reshape(AukWorld *world, uint32_t index, const AukShape *shape);

// Moves a part on its body. The transform is as auk__pose_kept() makes it.
void auk__part_set_local(AukWorld *world, uint32_t index, AukTransform local);

// Enables or disables a part.
void auk__part_set_enabled(AukWorld *world, uint32_t index, bool enabled);

// Updates the boxes of a part in the broad phase and the query index, after the pose, the motion or the `enabled` flag
// of its body, or its own flag, has changed.
void auk__part_refresh(AukWorld *world, uint32_t index);

// One piece of a shape of several, with the world's copy of its vertices.
typedef struct AukOwnedPiece {
    AukShape shape;
    uint32_t vertex_block;
    uint8_t form;
    AukAdjacency adjacency; // of an edge or a grid
} AukOwnedPiece;

// Reserves adjacencies for as many parts as auk__parts_reserve() has made room for.
AukStatus auk__adjacencies_reserve(AukParts *parts);

// Checks the radius that a definition gives to pieces which the world makes.
static inline AukStatus auk__def_radius_check(const AukShapeDef *def, AukFault *fault)
{
    AukStatus status = auk__radius_find_fault(def->shape.radius, fault);
    return auk__fault_in(fault, auk__fault_in(fault, status, AUK_FIELD_SHAPE), AUK_FIELD_DEF);
}

// Notes that piece i of a chain or an outline is too wide for a world that wraps around, if `status` is an error. Edge
// i begins at point i of a chain; pieces of an outline have no place in its points.
static inline AukStatus auk__piece_is_wide(AukFault *fault, AukStatus status, uint8_t form, int i)
{
    status = auk__fault_wide(fault, status, AUK_FIELD_POINTS);
    return form == AUK_FORM_EDGE ? auk__fault_at(fault, status, i) : status;
}

// Adds one shape of `count` valid pieces. `def->shape` is not read.
AukStatus auk__parts_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukOwnedPiece *pieces, int count,
                         AukShapeId *id);

// Makes the world's own copies of the vertices of `count` pieces, of all or of none. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__parts_acquire(AukVertexStore *vertices, AukOwnedPiece *pieces, int count);

// Gives a part another piece of the same form, whose vertices are owned.
void auk__part_dress(AukWorld *world, uint32_t index, const AukOwnedPiece *piece);

// Creates the next piece of a shape, behind the piece `after` and like it; returns its index. The memory has been
// reserved.
uint32_t auk__part_insert(AukWorld *world, uint32_t after, const AukOwnedPiece *piece);

// Removes the pieces of a shape behind the piece `last`.
void auk__parts_cut(AukWorld *world, uint32_t last);

// Replaces the pieces of a shape by `count` valid ones of the same form; an edge that stays the same is not touched.
// Checks the widths in a world that wraps around. AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_RANGE; then nothing has changed.
AukStatus auk__parts_replace(AukWorld *world, uint32_t head, AukOwnedPiece *pieces, int count);

// Removes a shape with all its pieces.
void auk__parts_remove(AukWorld *world, uint32_t head);

// Updates AukPart.unfiltered and AukPart.filtered_by_mask after a filter, an owner or an excluded pair has changed.
void auk__part_update_filters(AukWorld *world, uint32_t index);

// Removes all shapes of a body.
void auk__parts_remove_all(AukWorld *world, uint32_t body);

// The world's copy of a custom shape, or null.
AukCustomShape *auk__custom(const AukBuffer *custom_list, uint32_t number);

// True if both have the same support function, the same context and the same box.
bool auk__same_custom(const AukCustomShape *a, const AukCustomShape *b);

// Releases the world's copies of custom shapes.
void auk__customs_free(AukBuffer *customs);

// Releases all memory of the parts except the grids of tiles, see auk__tiles_free().
void auk__parts_release(AukParts *parts);

#endif
