// Bodies: their records, their list of movers, and the functions that the rest of the world calls besides the public
// ones. What a step reads of a body lies in small records side by side, in an array for each use: how it moves
// (AukBody), and where it is and what shape it has (AukPosed). What a step seldom reads is in
// arrays of its own: with all of it in one record of two lines, a pass over 100,000 bodies took more than twice as
// long, since processors fetch lines in pairs. A pose is written once in a step, where it stays: its first phase keeps
// the pose of each mover in `starts` and writes where it arrives; publishing exchanges `starts` with `previous`.
// Invariant: the pose, the start and the previous pose of a living body that is no mover are the same. Pairs are sorted
// by their first body; the second body is prefetched some pairs ahead. Static bodies are not in the list of movers and
// cost a step nothing.
#ifndef AUK_WORLD_STATE_BODIES_H
#define AUK_WORLD_STATE_BODIES_H

#include "auk/math2d.h"
#include "auk/world.h"
#include "base/buffer.h"
#include "base/fault.h"
#include "base/lazy_buffer.h"
#include "base/slot_bits.h"
#include "base/slots.h"
#include "world/state/pose_history.h"
#include "world/state/wrap_rectangle.h"

// Properties that few bodies have and that only responses read.
typedef struct AukTraits {
    uint64_t pierce_categories;
    float bounce_loss;
    int pierce;           // number of solid bodies that it may still pierce
    int bounces, bounced; // limit (0: none), and number so far, which is counted only if there is a limit
    float max_speed;      // after a response; 0: none
    uint32_t zero;        // no padding in a snapshot
} AukTraits;

// Whether a step may advance a body on the fast path, see integrate_fast.c.
enum {
    AUK_FAST_PATH_NONE = 0,
    AUK_FAST_PATH,       // enabled, with exactly one part, which is centred
    AUK_FAST_PATH_STILL, // the same, and at rest: all its boxes are already those of its pose
    AUK_FAST_PATH_COUNT
};

// What every step reads of a body, besides its pose. Without a body the first eight bytes are the links of the slot.
typedef struct AukBody {
    AukVec2 velocity;
    float spin;
    uint8_t motion; // AukMotion
    bool enabled : 1;
    bool has_target : 1;  // auk_body_move_to() has set a target, in world->bodies.targets
    bool quarantined : 1; // destroyed, but still named by a result array
    uint8_t response;     // AukResponse
    uint8_t fast_path;    // AUK_FAST_PATH_NONE ...
} AukBody;

_Static_assert(sizeof(AukBody) == 16, "four in a cache line");

// Where a body is and, if it is plain, its shape: what the narrow phase and queries read of it.
typedef struct AukPosed {
    AukTransform pose; // rotation of unit length; during a step the final pose, where the body arrives
    union {
        AukVec2 half; // of a box; zero for a circle
        struct {
            float reach;           // largest absolute coordinate of a vertex
            uint32_t vertex_block; // of a polygon
        } outline;                 // of a polygon or a segment
    } core;
    float radius;
    uint8_t plain;         // AukPairs4Class of the only part of a plain body, which is centred; AUK_CLASS_OTHER for any
                           // other body, of which only `pose` and `moves` count
    uint8_t count;         // of the vertices of a polygon or a segment
    uint8_t radius_excess; // of the part
    bool moves;            // the fast path moves it in the step under way; false says nothing
} AukPosed;

_Static_assert(sizeof(AukPosed) == 32, "two in a cache line");

// The list of parts of a body, oldest first; the first one is in world->bodies.first_parts.
typedef struct AukPartTally {
    uint32_t last_part;
    int shape_count;
} AukPartTally;

// Bodies, and the arrays with one entry per body. Lazy ones take no memory until a body has an entry that is not zero;
// in an entry of a slot without a body is what the last one had, except its traits, which are zero.
typedef struct AukBodies {
    AukSlots slots;
    AukBuffer records;       // AukBody
    AukBuffer posed;         // AukPosed per body
    AukBuffer previous;      // AukTransform per body: its pose before the last step
    AukBuffer starts;        // AukTransform per body: its pose before the step under way
    AukBuffer places;        // int per body: its index in `movers`, or -1
    AukBuffer first_parts;   // uint32_t per body: the first part of its list
    AukBuffer tallies;       // AukPartTally per body; lazy: without it no body has several parts
    AukBuffer filters;       // AukFilter per body; lazy
    AukBuffer owners;        // AukBodyId per body; lazy
    AukBuffer user_data;     // uint64_t per body; lazy
    AukBuffer targets;       // AukTransform per body: the target of auk_body_move_to(); lazy
    AukBuffer traits;        // AukTraits per body; lazy
    AukBuffer movers;        // uint32_t: living bodies that are not static, almost sorted
    AukSlotList quarantined; // destroyed slots in quarantine, until no result array names them
    AukSlotBits named;       // those that a result array names, see slot_quarantine.c
    AukSlotBits direct; // plain ones whose part has their index, is no sensor, and meets all others that are direct if
                        // the broad phase has listed the pair: see AukPart.filtered_by_mask
    int swept_count;    // number of swept movers
    bool departed;      // a step is under way, of which `starts` has the poses before
} AukBodies;

static inline AukBody *auk__body(const AukBodies *bodies, uint32_t index)
{
    return (AukBody *)bodies->records.items + index;
}

static inline AukPosed *auk__posed(const AukBodies *bodies, uint32_t index)
{
    return (AukPosed *)bodies->posed.items + index;
}

// Of calls between steps: where a body is.
static inline AukTransform *auk__pose(const AukBodies *bodies, uint32_t index)
{
    return &auk__posed(bodies, index)->pose;
}

// Of a step under way: where a body arrives.
static inline AukTransform *auk__next_pose(const AukBodies *bodies, uint32_t index)
{
    return auk__pose(bodies, index);
}

// Where a body was before the step under way; between steps where it is. Not to be changed.
static inline const AukTransform *auk__start_pose(const AukBodies *bodies, uint32_t index)
{
    return bodies->departed ? (const AukTransform *)bodies->starts.items + index : auk__pose(bodies, index);
}

// An ulp of the largest coordinate of a body before the step: the error of its position in floats.
static inline double auk__start_rounding(const AukBodies *bodies, uint32_t index)
{
    return 0x1p-23 * dvec_size(dvec_from(auk__start_pose(bodies, index)->p));
}

// What auk__start_pose() will say of a body in the next step.
static inline AukTransform *auk__kept_start(const AukBodies *bodies, uint32_t index)
{
    return (AukTransform *)bodies->starts.items + index;
}

// Keeps the pose of a body before a step changes it.
static inline void auk__body_start(AukBodies *bodies, uint32_t index)
{
    *auk__kept_start(bodies, index) = *auk__pose(bodies, index);
}

static inline AukTransform *auk__previous_pose(const AukBodies *bodies, uint32_t index)
{
    return (AukTransform *)bodies->previous.items + index;
}

// The index of a record of `bodies`; not of a copy.
static inline uint32_t auk__body_index(const AukBodies *bodies, const AukBody *body)
{
    return (uint32_t)(body - (const AukBody *)bodies->records.items);
}

// The living body that an id names, or null.
static inline AukBody *auk__body_of(const AukBodies *bodies, AukBodyId id)
{
    return auk__slots_alive(&bodies->slots, id.index, id.generation) ? auk__body(bodies, id.index) : NULL;
}

static inline AukBodyId auk__body_id(const AukBodies *bodies, uint32_t index)
{
    AukBodyId id = {index, bodies->slots.generation[index]};
    return id;
}

// The place of a body in the list of movers, or -1.
static inline int *auk__mover_place(const AukBodies *bodies, uint32_t index)
{
    return (int *)bodies->places.items + index;
}

// The first part of a body's list.
static inline uint32_t *auk__first_part(const AukBodies *bodies, const AukBody *body)
{
    return (uint32_t *)bodies->first_parts.items + auk__body_index(bodies, body);
}

static inline AukPartTally auk__part_tally(const AukBodies *bodies, uint32_t index)
{
    uint32_t first = ((const uint32_t *)bodies->first_parts.items)[index];
    AukPartTally single = {first, first != AUK_NO_INDEX};
    return auk__lazy_exists(&bodies->tallies) ? ((const AukPartTally *)bodies->tallies.items)[index] : single;
}

// Sets the tally of a body, if any body has one of its own.
static inline void auk__part_tally_set(AukBodies *bodies, uint32_t index, uint32_t last_part, int shape_count)
{
    if (auk__lazy_exists(&bodies->tallies)) {
        AukPartTally tally = {last_part, shape_count};
        ((AukPartTally *)bodies->tallies.items)[index] = tally;
    }
}

// Makes the tallies exist. To be called before a body has several parts. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__tallies_admit(AukBodies *bodies);

// What a body has that has nothing in a lazy buffer.
typedef struct AukBodyZeros {
    AukFilter filter;
    AukBodyId owner;
    uint64_t user_data;
    AukTraits traits;
} AukBodyZeros;

extern const AukBodyZeros auk__body_zeros;

static inline const AukFilter *auk__body_filter(const AukBodies *bodies, uint32_t index)
{
    const AukFilter *filters = bodies->filters.items;
    return auk__lazy_exists(&bodies->filters) ? &filters[index] : &auk__body_zeros.filter;
}

static inline AukBodyId auk__body_owner(const AukBodies *bodies, uint32_t index)
{
    const AukBodyId *owners = bodies->owners.items;
    return auk__lazy_exists(&bodies->owners) ? owners[index] : auk__body_zeros.owner;
}

// By address, so that a loop may prefetch it.
static inline const uint64_t *auk__body_user_data(const AukBodies *bodies, uint32_t index)
{
    const uint64_t *user_data = bodies->user_data.items;
    return auk__lazy_exists(&bodies->user_data) ? &user_data[index] : &auk__body_zeros.user_data;
}

static inline const AukTraits *auk__traits(const AukBodies *bodies, uint32_t index)
{
    const AukTraits *traits = bodies->traits.items;
    return auk__lazy_exists(&bodies->traits) ? &traits[index] : &auk__body_zeros.traits;
}

// The same, to be changed, where the buffer exists.
static inline AukTraits *auk__traits_changed(const AukBodies *bodies, uint32_t index)
{
    return (AukTraits *)bodies->traits.items + index;
}

// What the bodies of some definitions need lazy buffers for.
typedef struct AukBodyNeeds {
    bool filters, owners, user_data, traits;
} AukBodyNeeds;

// Makes these buffers exist, with filters also the masks of the broad phase. To be called before a body has something
// in them. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__bodies_admit(AukWorld *world, const AukBodyNeeds *needs);

// True if bodies of such a definition have traits.
static inline bool auk__def_has_traits(const AukBodyDef *def)
{
    return def->pierce_categories != 0 || def->bounce_loss != 0.0f || def->pierce != 0 || def->bounces != 0 ||
           def->max_speed != 0.0f;
}

// Makes room for the targets of all bodies. To be called before a body has one. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__targets_admit(AukBodies *bodies);

// Only of a body that has one, or to be set after auk__targets_admit().
static inline AukTransform *auk__target(const AukBodies *bodies, uint32_t index)
{
    return (AukTransform *)bodies->targets.items + index;
}

// The boxes of a body may no longer be those of its pose: a step may not pass it over.
static inline void auk__body_stir(AukBody *body)
{
    body->fast_path = body->fast_path == AUK_FAST_PATH_STILL ? AUK_FAST_PATH : body->fast_path;
}

// Puts a body at a pose at which it also was before the last step.
void auk__body_set_still(AukBodies *bodies, uint32_t index, AukTransform pose);

// Reserves memory for `count` bodies.
AukStatus auk__bodies_reserve(AukBodies *bodies, AukHistory *history, int count);

// The checks of arguments note what is wrong; `fault` may be null.

// Checks a response. AUK_OK, or the error.
AukStatus auk__response_check(AukResponse response, AukFault *fault);

// Only a swept body may have a response other than to cross. AUK_OK, or the error.
static inline AukStatus auk__response_motion_check(AukResponse response, AukMotion motion)
{
    return response == AUK_RESPONSE_CROSS || motion == AUK_MOTION_SWEPT ? AUK_OK : AUK_ERROR_NOT_SWEPT;
}

// Checks the fraction that a bounce loses. AUK_OK, or the error.
AukStatus auk__bounce_loss_check(float bounce_loss, AukFault *fault);

// Checks a limit of speed. AUK_OK, or the error.
AukStatus auk__max_speed_check(float max_speed, AukFault *fault);

// Checks an owner, which exists or is null. AUK_OK, or the error.
AukStatus auk__owner_check(const AukBodies *bodies, AukBodyId owner, AukFault *fault);

// The owner as it is kept: null ids of any index as {0}, so that hashes do not tell them apart.
AukBodyId auk__owner_kept(AukBodyId owner);

// Checks a definition except its shape. AUK_OK, or the error.
AukStatus auk__body_check(const AukBodies *bodies, const AukBodyDef *def, AukFault *fault);

// Creates the body of a checked definition, and its shape if it has one; the world owns the vertices of the shape as
// `vertex_block`. The memory for both has been reserved, so this cannot fail.
AukBodyId auk__body_place(AukWorld *world, const AukBodyDef *def, uint32_t vertex_block);

// A checked pose in the form that the world keeps: its rotation by the rule of AukRot, and without -0.
AukTransform auk__pose_kept(AukTransform pose);

// Destroys a living body.
void auk__body_forget(AukWorld *world, uint32_t index);

// Sets the pose of a body at once. The pose has been checked.
void auk__body_put(AukWorld *world, AukBody *body, AukTransform pose);

// Makes the next step move a body to a pose. The pose has been checked.
void auk__body_send(AukBodies *bodies, AukWrap *wrap, uint32_t index, AukTransform pose);

// Makes a body static, moving or swept, and lists it among the movers or takes it out.
void auk__body_set_motion(AukBodies *bodies, uint32_t index, AukMotion motion);

// Updates `unfiltered` and `filtered_by_mask` of a body's parts, after the body's filter, its owner or its excluded
// pairs have changed.
void auk__body_update_filters(AukWorld *world, uint32_t index);

// Releases all memory of the bodies.
void auk__bodies_release(AukBodies *bodies);

#endif
