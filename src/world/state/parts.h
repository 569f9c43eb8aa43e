// The pieces that the shapes of bodies are made of: made, unmade, and kept where the broad phase and the queries look
// for them.
#ifndef AUK_WORLD_STATE_PARTS_H
#define AUK_WORLD_STATE_PARTS_H

#include "auk/math2d.h"
#include "auk/world.h"
#include "base/buffer.h"
#include "base/slots.h"
#include "geom/local_box.h"
#include "geom/support_shape.h"
#include "world/state/bodies.h"
#include "world/state/vertex_store.h"

// What a part is.
enum {
    AUK_FORM_CONVEX = 0, // one convex piece, complete in itself
    AUK_FORM_EDGE,       // an edge of a chain: its seam says where the chain goes on
    AUK_FORM_TILES       // a grid of tiles: its shape is the rectangle around it, its seam names the grid
};

// Whether the sides of a grid meet at the back of a world that wraps around, so that the cells there are neighbours.
typedef struct AukTileJoins {
    bool x, y; // the last column and the first one, the last row and the first one
} AukTileJoins;

// A grid of tiles.
typedef struct AukTileGrid {
    uint8_t *cells; // AukTile, row by row; null: a place of world->parts.grids that is not used
    int width, height;
    float cell;
    AukTileJoins joins; // at the body's final pose of the step under way, see auk__wrap_join()
    uint64_t sum;       // of all cells that are not empty, by place and kind: what the hash takes for them
} AukTileGrid;

// What an edge or a grid has besides its part.
typedef struct AukSeam {
    AukVec2 before, after; // of an edge: where its neighbours' other ends are; its own ends where there is none
    uint32_t tiles;        // of a grid: its place in world->parts.grids
} AukSeam;

// How far a sensor senses; {0} is what touches it.
typedef struct AukSense {
    float radius; // of the shape as it was given, without the proximity that AukPart.shape has in its radius
    float proximity;
} AukSense;

// One convex piece, or a grid of tiles. Most shapes are one; a shape of several is a run of parts in its body's list,
// and the first of them, its head, lends the shape its id. Bounds and narrow phase look at the first cache line only.
typedef struct AukPart {
    AukShape shape;
    double extent; // largest coordinate in the shape's frame: what tau is taken from
    uint32_t body;
    uint32_t head;         // index of the first piece of the shape; its own in most
    int child;             // which piece
    uint32_t next;         // part of the same body
    uint32_t geometry;     // interned vertices, or AUK_NO_INDEX
    uint8_t form;          // AUK_FORM_CONVEX ...
    uint8_t radius_excess; // see auk__parts_far_apart()
    bool sensor : 1;
    bool centred : 1;    // `local` is the identity
    bool unfiltered : 1; // meets every other plain part of another body: no filter, owner or ignored pair to look at
    bool filtered_by_mask : 1; // the same of another filtered_by_mask part, where the broad phase has made the pair:
                               // its masks say it all
    bool quarantined : 1;
    uint8_t changed; // low bits of world->steps when it was last shaped or put somewhere else than by a step

    AukTransform local; // in the body's frame
    AukFilter filter;   // {0}: the body's
    uint64_t user_data;
    uint64_t named;
    double reach; // farthest core vertex from the body's origin: what turning can do
} AukPart;

_Static_assert(sizeof(void *) != 8 || sizeof(AukPart) == 128, "two cache lines");

// Parts, and what belongs to each of them.
typedef struct AukParts {
    AukSlots slots;
    AukBuffer records;  // AukPart
    AukBuffer tight;    // AukBox per part: at the final pose, grown by what tau may need
    AukBuffer reaches;  // AukLocalBox per part that is centred, at the pose of its body
    AukBuffer one_ways; // AukVec2 per part: out of its solid side, in the frame of its body; {0} is none
    AukBuffer senses;   // AukSense per part
    AukBuffer seams;    // AukSeam per part, once there is a part that has one
    AukBuffer grids;    // AukTileGrid
    AukBuffer resting;  // uint32_t: destroyed slots that wait until no result array names them
    int shape_count;    // live shapes, pieces not counted
    int one_way_count;  // living parts that have such a direction
    int sense_count;    // living parts that sense what is near
} AukParts;

static inline AukPart *auk__part(const AukParts *parts, uint32_t index)
{
    return (AukPart *)parts->records.items + index;
}

// The living shape an id names, by its first piece, or null. Further pieces have no ids of their own.
static inline AukPart *auk__part_of(const AukParts *parts, AukShapeId id)
{
    bool alive = auk__slots_alive(&parts->slots, id.index, id.generation);
    return alive && auk__part(parts, id.index)->head == id.index ? auk__part(parts, id.index) : NULL;
}

static inline AukShapeId auk__shape_id(const AukParts *parts, uint32_t index)
{
    AukShapeId id = {index, parts->slots.generation[index]};
    return id;
}

static inline AukSeam *auk__seam(const AukParts *parts, uint32_t index)
{
    return (AukSeam *)parts->seams.items + index;
}

static inline AukTileGrid *auk__tiles(const AukParts *parts, uint32_t part)
{
    return (AukTileGrid *)parts->grids.items + auk__seam(parts, part)->tiles;
}

static inline AukLocalBox *auk__reach(const AukParts *parts, uint32_t part)
{
    return (AukLocalBox *)parts->reaches.items + part;
}

static inline AukSense *auk__sense(const AukParts *parts, uint32_t part)
{
    return (AukSense *)parts->senses.items + part;
}

static inline AukVec2 *auk__one_way(const AukParts *parts, uint32_t part)
{
    return (AukVec2 *)parts->one_ways.items + part;
}

static inline bool auk__filter_is_given(AukFilter filter)
{
    return filter.category != 0 || filter.ignore != 0 || filter.group != 0;
}

static inline AukFilter auk__part_filter(const AukBodies *bodies, const AukPart *part)
{
    return auk__filter_is_given(part->filter) ? part->filter : auk__body(bodies, part->body)->filter;
}

// In AukPart.radius_excess: steps that the circle around a part is larger than its extent, of this part of it, or that
// it is larger still.
#define AUK_RADIUS_EXCESS_STEP 0x1p-7
#define AUK_RADIUS_EXCESS_ANY 255

static inline double auk__part_circle(const AukPart *part)
{
    return part->extent + part->extent * (AUK_RADIUS_EXCESS_STEP * part->radius_excess);
}

// True of parts whose circles around their bodies' origins, these being `apart`, are farther from each other than
// contacts reach. (What is large by mistake in one byte costs next to nothing, another cache line would.)
static inline bool auk__parts_far_apart(const AukPart *a, const AukPart *b, AukDvec apart)
{
    double reach = auk__part_circle(a) + auk__part_circle(b);
    return dvec_dot(apart, apart) > reach * reach && a->radius_excess != AUK_RADIUS_EXCESS_ANY &&
           b->radius_excess != AUK_RADIUS_EXCESS_ANY;
}

// True of a place in the body's frame that is the body's own.
static inline bool auk__is_centred(AukTransform local)
{
    return local.p.x == 0.0f && local.p.y == 0.0f && local.q.c == 1.0f && local.q.s == 0.0f;
}

// Where a shape is in a frame around `origin`, for its body in a given pose.
static inline AukDtransform auk__part_place_at(const AukPart *part, AukTransform pose, AukVec2 origin)
{
    AukDtransform place = auk__dtransform(pose, origin);
    if (!part->centred) {
        AukDtransform local = auk__dtransform(part->local, auk_vec(0.0f, 0.0f));
        place = auk__dtransform_compose(&place, &local);
    }
    return place;
}

// The same of a body that has been placed. Rotations of bodies and of their shapes are of unit length.
static inline AukDtransform auk__part_place_on(const AukPart *part, AukDtransform body)
{
    if (part->centred) {
        return body;
    }
    AukDtransform local = {part->local.p.x, part->local.p.y, part->local.q.c, part->local.q.s};
    return auk__dtransform_compose(&body, &local);
}

// Touching ends above 2 tau = size * 2^-20, and the size of a pair that near is at most 2.83 times the larger extent
// (the extents being coordinates, a corner is sqrt 2 away): growing each box by this much of its own extent covers it.
#define AUK_CONTACT_MARGIN (3.0 * 0x1p-20)

// The box of a shape for its body in a pose, grown by what tau may add: whatever touches has touching boxes.
AukBox auk__part_box(const AukPart *part, AukTransform pose);

// The same for a part of the world, kept in world->parts.tight. Of one that is centred its reach is kept too: while its
// body does not turn, the next box is that reach from the next place.
AukBox auk__tighten(AukBodies *bodies, AukParts *parts, uint32_t index, AukTransform pose);

// What auk__tighten() keeps as the reach of a centred part. Rotations of bodies are of unit length.
static inline AukLocalBox auk__part_reach(const AukPart *part, AukRot rotation)
{
    AukDtransform place = {0.0, 0.0, rotation.c, rotation.s};
    return auk__local_box_widened(&part->shape, &place, part->extent * AUK_CONTACT_MARGIN);
}

// Sets `simple` after the list of a body's parts has changed, or whether it is enabled.
void auk__body_judge_parts(AukBodies *bodies, AukParts *parts, uint32_t body);

// Room for `count` shapes in every array that has an entry per shape.
AukStatus auk__parts_reserve(AukWorld *world, int count);

// Changes how far a part senses; the number has been checked.
void auk__part_set_proximity(AukWorld *world, uint32_t index, float proximity);

// What is wrong with a shape's proximity and its one-way direction.
AukStatus auk__shape_extras_check(const AukShape *shape, bool sensor, float proximity, AukVec2 one_way);

// Sets the one-way direction of a part.
void auk__part_set_one_way(AukParts *parts, uint32_t index, AukVec2 one_way);

// Checks a shape, and makes the world's own copy of the vertices that it borrows; `geometry` is the copy, or
// AUK_NO_INDEX. AUK_ERROR_OUT_OF_MEMORY, or what is wrong with the shape.
AukStatus auk__part_own(AukVertexStore *vertices_, AukBuffer *customs, const AukShape *shape, uint32_t *geometry);

// Adds an owned shape of one piece to a body, with the room reserved.
AukShapeId auk__part_place(AukWorld *world, uint32_t body, const AukShapeDef *def, uint32_t geometry);

// Adds a shape of one piece to a body. The definition is checked here.
AukStatus auk__part_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeId *id);

// Gives a part, alone of its shape, another shape. Checked here.
AukStatus auk__part_reshape(AukWorld *world, uint32_t index, const AukShape *shape);

// Puts a shape where it belongs after its body's pose, motion or enabledness changed.
void auk__part_refresh(AukWorld *world, uint32_t index);

// A piece of a shape of several, and the copy of its vertices once the world owns it.
typedef struct AukOwnedPiece {
    AukShape shape;
    uint32_t geometry;
    uint8_t form;
    AukSeam seam; // of what has one
} AukOwnedPiece;

// Room for the seams of as many parts as auk__parts_reserve() has made room for.
AukStatus auk__seams_reserve(AukParts *parts);

// Adds one shape of `count` valid pieces; `def->shape` is not looked at.
AukStatus auk__parts_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukOwnedPiece *pieces, int count,
                         AukShapeId *id);

// Removes a shape with all its pieces.
void auk__parts_remove(AukWorld *world, uint32_t head);

// Sets `plain` after a filter or an owner has changed.
void auk__part_judge(AukWorld *world, uint32_t index);

// Removes all shapes of a body.
void auk__parts_remove_all(AukWorld *world, uint32_t body);

// The world's copy of a custom shape, or null.
const AukCustomShape *auk__custom(const AukBuffer *custom_list, uint32_t number);

// True if both are the same function with the same context and box.
bool auk__same_custom(const AukCustomShape *a, const AukCustomShape *b);

// What follows from shape and place of a part: its extent and how far turning may carry it.
void auk__part_measure(AukPart *part);

// Releases the world's copies of custom shapes.
void auk__customs_free(AukBuffer *customs);

// Releases all memory of the parts but that of the grids of tiles, see auk__tiles_free().
void auk__parts_release(AukParts *parts);

#endif
