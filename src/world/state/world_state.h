// Everything a world holds. Persistent state comes first, then what the last step published, then the scratch arrays
// that a step fills; a step that fails has touched only scratch. Invariant: lists are linked by index, AUK_NO_INDEX
// ends them; every shape of an enabled body is in the broad phase and in the grid under its own index, with the box of
// its present pose.
#ifndef AUK_WORLD_STATE_WORLD_STATE_H
#define AUK_WORLD_STATE_WORLD_STATE_H

#include "auk/math2d.h"
#include "auk/world.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "base/slots.h"
#include "broad/broad.h"
#include "broad/grid.h"
#include "geom/local_box.h"
#include "geom/support_shape.h"
#include "world/state/call.h"
#include "world/state/excluded_pairs.h"
#include "world/state/pose_history.h"
#include "world/state/results.h"
#include "world/state/vertex_store.h"

#include <string.h>

#define AUK_NO_INDEX UINT32_MAX

// Later than any fraction of a step.
#define AUK_NOT_STOPPED 2.0

// What few bodies have, and only responses ask for.
typedef struct AukTraits {
    uint64_t pierce_categories;
    float bounce_loss;
    int pierce;           // solid bodies that it will still cross
    int bounces, bounced; // how many it may have, 0 being any number, and has had; counted only if there is a limit
} AukTraits;

// A swept body and one that it is piercing: they touched after the last step.
typedef struct AukPierced {
    AukBodyId body, other;
} AukPierced;

// How little a step has to do for a body.
enum {
    AUK_SIMPLE_NOT = 0,
    AUK_SIMPLE,      // enabled, of one part, which is centred: there is a short way for these, see integrate_fast.c
    AUK_SIMPLE_STILL // and all its boxes are already those of its pose, since it was at rest
};

// What a step reads and writes of every body comes first and fills one cache line, what it seldom asks for the other.
typedef struct AukBody {
    AukTransform pose, previous; // rotations of unit length
    AukTransform next;           // final pose of the step under way; between steps, and of what does not move, the pose
    AukVec2 velocity;
    float spin;
    uint8_t motion; // AukMotion
    bool enabled;
    bool has_target; // of auk_body_move_to(), in world->bodies.targets
    uint8_t simple;  // AUK_SIMPLE_NOT ...

    AukFilter filter;
    AukBodyId owner;
    uint64_t user_data;
    uint64_t named;     // the time at which arrays named it last, see slot_quarantine.c
    uint32_t last_part; // the first is in world->bodies.first_parts, oldest first
    int shape_count;
    int mover;        // place in world->bodies.movers, or -1
    uint8_t response; // AukResponse
    bool quarantined; // destroyed, but named by a result array
} AukBody;

_Static_assert(sizeof(AukBody) == 128, "two cache lines");

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

// One convex piece, or a grid of tiles. Most shapes are one; a shape of several is a run of parts in its body's list,
// and the first of them, its head, lends the shape its id. Bounds and narrow phase look at the first cache line only.
// How far a sensor senses; {0} is what touches it.
typedef struct AukSense {
    float radius; // of the shape as it was given, without the proximity that AukPart.shape has in its radius
    float proximity;
} AukSense;

typedef struct AukPart {
    AukShape shape;
    double extent; // largest coordinate in the shape's frame: what tau is taken from
    uint32_t body;
    uint32_t head;     // index of the first piece of the shape; its own in most
    int child;         // which piece
    uint32_t next;     // part of the same body
    uint32_t geometry; // interned vertices, or AUK_NO_INDEX
    uint8_t form;      // AUK_FORM_CONVEX ...
    uint8_t around;    // see auk__parts_far_apart()
    bool sensor : 1;
    bool centred : 1; // `local` is the identity
    bool plain : 1;   // meets every other plain part of another body: no filter, owner or ignored pair to look at
    bool sieved : 1;  // the same of another sieved part, where the broad phase has made the pair: its masks say it all
    bool quarantined : 1;
    uint8_t changed; // low bits of world->steps when it was last shaped or put somewhere else than by a step

    AukTransform local; // in the body's frame
    AukFilter filter;   // {0}: the body's
    uint64_t user_data;
    uint64_t named;
    double reach; // farthest core vertex from the body's origin: what turning can do
} AukPart;

_Static_assert(sizeof(void *) != 8 || sizeof(AukPart) == 128, "two cache lines");

// A candidate pair that passed the filters: the unit of work of the narrow phase.
typedef struct AukPair {
    uint32_t body_a, body_b;   // a has the smaller index
    uint32_t shape_a, shape_b; // heads
    uint32_t part_a, part_b;   // pieces
    int child_a, child_b;      // their numbers
    float hit_fraction;
    int previous;  // index of the touch of the last step, or -1
    bool sensor;   // one of the shapes is a sensor
    bool swept;    // one of the bodies is swept
    bool hit;      // met during this step's motion
    bool touching; // at the final poses
} AukPair;

// How a body goes during a step in which some are swept.
typedef struct AukTravel {
    AukVec2 velocity; // after the step
    float spin;
    AukDvec way;      // where it was told to go, before positions are rounded
    double turn;      // radians over the whole step
    double stop;      // fraction at which it stopped; 1 if it did not
    uint32_t version; // counts changes of the path: older predictions are stale
    int leg;          // of a body whose path has turned its place in world->ccd.legs, plus 1; else 0
} AukTravel;

// The rectangle that repeats, in coordinates of now, and what wrap.h keeps for it.
typedef struct AukWrap {
    bool on;             // false: nothing else here is used
    AukDvec min, period; // an axis of period 0 does not wrap
    AukBuffer whole;     // AukBox per part, see auk__wrap_before()
    AukBuffer ghosts;    // uint8_t per part: images in the broad phase, see wrap_broad.c
    AukBuffer pairs;     // AukBroadPair: candidates as pairs of parts
} AukWrap;

// Bodies, and what belongs to each of them.
typedef struct AukBodies {
    AukSlots slots;
    AukBuffer records;     // AukBody
    AukBuffer first_parts; // uint32_t per body: where the list of its parts begins
    AukBuffer targets;     // AukTransform per body: where auk_body_move_to() sends it
    AukBuffer traits;      // AukTraits per body, zero of one that does not live
    AukBuffer movers;      // uint32_t: living bodies that are not static, nearly in order
    AukBuffer resting;     // uint32_t: destroyed slots that wait until no result array names them
    int swept_count;       // movers that are swept
    bool has_turners;      // a body was told to slide or bounce: see auk__paths_may_turn()
} AukBodies;

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

// The grid that queries ask.
typedef struct AukQueryIndex {
    AukGrid grid;    // of the tight boxes of all parts of enabled bodies
    AukBuffer moved; // uint32_t per mover: parts that change their cell in a step, by ranges
} AukQueryIndex;

// Which swept bodies are piercing which others: after the last step, and as the step under way will publish it.
typedef struct AukPiercing {
    AukBuffer now, next; // AukPierced, sorted by indices
} AukPiercing;

typedef struct AukQuarantine {
    bool noted;     // `named` of bodies and parts says what the arrays of the last step name
    uint64_t notes; // times that this was noted
} AukQuarantine;

// What snapshots and restores keep.
typedef struct AukSaveState {
    uint64_t structure; // while `structure_known`: the sum that a snapshot would have for it, see snapshot.h
    bool structure_known;
    bool touches_restored;     // the last touches came from a snapshot
    AukGeometryStore vertices; // what a restore makes of the geometries; holds nothing between calls
    AukBuffer grids;           // the same for the grids of tiles
} AukSaveState;

// The pairs of a step.
typedef struct AukPairWork {
    AukBuffer records;     // AukPair, sorted like touches
    AukBuffer spare;       // AukPair
    AukBuffer order;       // uint64_t: sorting keys
    AukBuffer order_spare; // uint64_t
    int sensor_count;      // pairs with a sensor
} AukPairWork;

// Swept bodies during a step.
typedef struct AukCcdWork {
    AukBuffer travels;     // AukTravel per body, in a step in which some are swept
    AukBuffer predictions; // AukPrediction, a heap: those made when a path turned
    AukBuffer predicted;   // AukPrediction: the first of each swept pair, by ranges
    AukBuffer upcoming;    // AukPrediction: the same in order of time
    AukBuffer neighbours;  // int: pairs by swept body, see ccd_pairs.c
    AukBuffer spans;       // int per body: where its neighbours begin
    AukBuffer meets;       // AukMeet per pair, see ccd.h
    AukBuffer legs;        // AukLeg: of bodies whose paths have turned
    AukBuffer hit_spare;   // AukHit
    AukBuffer stray_links; // int[2] for each pair from stray_first on: the next stray of body a, of body b
    AukBuffer stray_heads; // int per body: its last stray, or -1
    int stray_first;       // pairs from here on were found on turned paths
    AukGrid ways;          // whole ways of movers, made in a step in which a path leaves its box
    bool ways_made;        // in this step
} AukCcdWork;

struct AukWorld {
    AukWorldDef def;
    AukStatus last_status;
    uint64_t steps;
    double seconds[AUK_PHASE_COUNT]; // of the phases of the last step

    // what a world is between two steps
    AukBodies bodies;
    AukParts parts;
    AukGeometryStore vertices;
    AukBuffer customs; // AukCustomShape *, each in a block of its own, since parts point to them
    AukBuffer rules;   // AukResponseRule
    AukIgnoreSet excluded;
    AukPiercing piercing;
    AukQuarantine quarantine;
    AukWrap wrap;
    AukOrigin origin; // where the zero of all coordinates is
    AukHistory history;
    AukBroad *broad;
    AukQueryIndex index;
    AukSaveState save;
    struct AukRecorder *recorder; // null: nothing is recorded
    AukRecordHook *record;        // null likewise

    // what the last step published, and what the step under way is filling
    AukOutput output, next;

    // what only a step works with
    AukParallel parallel; // the workers
    AukRanges ranges;     // what the phase that ran last reports
    AukPairWork pairs;
    AukCcdWork ccd;
};

// A body's own response. Whether any body ever had one that turns its path is known from here.
static inline void auk__body_respond(AukBodies *bodies, AukBody *body, AukResponse response)
{
    body->response = (uint8_t)response;
    bodies->has_turners |= response >= AUK_RESPONSE_SLIDE;
}

// False in a world in which swept bodies fly straight until they are stopped.
static inline bool auk__paths_may_turn(const AukBodies *bodies, const AukBuffer *rules)
{
    return bodies->swept_count > 0 && (bodies->has_turners || rules->count > 0);
}

static inline AukBody *auk__body(const AukBodies *bodies, uint32_t index)
{
    return (AukBody *)bodies->records.items + index;
}

static inline AukPart *auk__part(const AukParts *parts, uint32_t index)
{
    return (AukPart *)parts->records.items + index;
}

// Notes that contacts of a part have to be found anew, wherever it is.
static inline void auk__part_changed(AukWorld *world, uint32_t index)
{
    auk__part(&world->parts, index)->changed = (uint8_t)world->steps;
}

static inline AukSeam *auk__seam(const AukParts *parts, uint32_t index)
{
    return (AukSeam *)parts->seams.items + index;
}

static inline AukTileGrid *auk__tiles(const AukParts *parts, uint32_t part)
{
    return (AukTileGrid *)parts->grids.items + auk__seam(parts, part)->tiles;
}

static inline AukTravel *auk__travel(const AukCcdWork *ccd, uint32_t index)
{
    return (AukTravel *)ccd->travels.items + index;
}

// The living body an id names, or null.
static inline AukBody *auk__body_of(const AukBodies *bodies, AukBodyId id)
{
    return auk__slots_alive(&bodies->slots, id.index, id.generation) ? auk__body(bodies, id.index) : NULL;
}

// The living shape an id names, by its first piece, or null. Further pieces have no ids of their own.
static inline AukPart *auk__part_of(const AukParts *parts, AukShapeId id)
{
    bool alive = auk__slots_alive(&parts->slots, id.index, id.generation);
    return alive && auk__part(parts, id.index)->head == id.index ? auk__part(parts, id.index) : NULL;
}

static inline AukBodyId auk__body_id(const AukBodies *bodies, uint32_t index)
{
    AukBodyId id = {index, bodies->slots.generation[index]};
    return id;
}

static inline AukShapeId auk__shape_id(const AukParts *parts, uint32_t index)
{
    AukShapeId id = {index, parts->slots.generation[index]};
    return id;
}

static inline bool auk__filter_is_given(AukFilter filter)
{
    return filter.category != 0 || filter.ignore != 0 || filter.group != 0;
}

static inline AukFilter auk__part_filter(const AukBodies *bodies, const AukPart *part)
{
    return auk__filter_is_given(part->filter) ? part->filter : auk__body(bodies, part->body)->filter;
}

// Remembers the status of a non-const call and returns it.
static inline AukStatus auk__answer(AukWorld *world, AukStatus status)
{
    world->last_status = status;
    return status;
}

// Where the list of a body's parts begins.
static inline uint32_t *auk__first_part(const AukBodies *bodies, const AukBody *body)
{
    return (uint32_t *)bodies->first_parts.items + (body - (const AukBody *)bodies->records.items);
}

static inline AukTraits *auk__traits(const AukBodies *bodies, uint32_t index)
{
    return (AukTraits *)bodies->traits.items + index;
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

static inline AukTransform *auk__target(const AukBodies *bodies, uint32_t index)
{
    return (AukTransform *)bodies->targets.items + index;
}

// In AukPart.around: steps that the circle around a part is larger than its extent, of this part of it, or that it is
// larger still.
#define AUK_AROUND_STEP 0x1p-7
#define AUK_AROUND_ANY 255

static inline double auk__part_circle(const AukPart *part)
{
    return part->extent + part->extent * (AUK_AROUND_STEP * part->around);
}

// True of parts whose circles around their bodies' origins, these being `apart`, are farther from each other than
// contacts reach. (What is large by mistake in one byte costs next to nothing, another cache line would.)
static inline bool auk__parts_far_apart(const AukPart *a, const AukPart *b, AukDvec apart)
{
    double reach = auk__part_circle(a) + auk__part_circle(b);
    return dvec_dot(apart, apart) > reach * reach && a->around != AUK_AROUND_ANY && b->around != AUK_AROUND_ANY;
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

#endif
