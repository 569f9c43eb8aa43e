// Bodies: what they are, where they lie, and what the world needs of them besides the public calls.
// A step reads the first 64 bytes of a body and of a part, and arrays begin with a cache line. Pairs come in the order
// of their first body; the second one is prefetched some pairs ahead. Static bodies are not in the list of movers and
// cost a step nothing.
#ifndef AUK_WORLD_STATE_BODIES_H
#define AUK_WORLD_STATE_BODIES_H

#include "auk/math2d.h"
#include "auk/world.h"
#include "base/buffer.h"
#include "base/slots.h"
#include "world/state/pose_history.h"
#include "world/state/wrap_rectangle.h"

// What few bodies have, and only responses ask for.
typedef struct AukTraits {
    uint64_t pierce_categories;
    float bounce_loss;
    int pierce;           // solid bodies that it will still cross
    int bounces, bounced; // how many it may have, 0 being any number, and has had; counted only if there is a limit
} AukTraits;

// How little a step has to do for a body.
enum {
    AUK_FAST_PATH_NONE = 0,
    AUK_FAST_PATH,      // enabled, of one part, which is centred: there is a short way for these, see integrate_fast.c
    AUK_FAST_PATH_STILL // and all its boxes are already those of its pose, since it was at rest
};

// What a step reads and writes of every body comes first and fills one cache line, what it seldom asks for the other.
typedef struct AukBody {
    AukTransform pose, previous; // rotations of unit length
    AukTransform next;           // final pose of the step under way; between steps, and of what does not move, the pose
    AukVec2 velocity;
    float spin;
    uint8_t motion; // AukMotion
    bool enabled;
    bool has_target;   // of auk_body_move_to(), in world->bodies.targets
    uint8_t fast_path; // AUK_FAST_PATH_NONE ...

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

static inline AukBody *auk__body(const AukBodies *bodies, uint32_t index)
{
    return (AukBody *)bodies->records.items + index;
}

// The living body an id names, or null.
static inline AukBody *auk__body_of(const AukBodies *bodies, AukBodyId id)
{
    return auk__slots_alive(&bodies->slots, id.index, id.generation) ? auk__body(bodies, id.index) : NULL;
}

static inline AukBodyId auk__body_id(const AukBodies *bodies, uint32_t index)
{
    AukBodyId id = {index, bodies->slots.generation[index]};
    return id;
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

static inline AukTransform *auk__target(const AukBodies *bodies, uint32_t index)
{
    return (AukTransform *)bodies->targets.items + index;
}

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

// Room for `count` bodies.
AukStatus auk__bodies_reserve(AukBodies *bodies, AukHistory *history, int count);

// What is wrong with a response.
AukStatus auk__response_check(AukResponse response);

// What is wrong with the fraction that a bounce loses.
AukStatus auk__bounce_loss_check(float bounce_loss);

// What is wrong with a definition, its shape apart.
AukStatus auk__body_check(const AukBodies *bodies, const AukBodyDef *def);

// Makes the body of a checked definition, and its shape if it has one, whose vertices the world owns as `geometry`.
// The room for both has been reserved: this cannot fail.
AukBodyId auk__body_place(AukWorld *world, const AukBodyDef *def, uint32_t geometry);

// A checked pose as the world keeps it: its rotation by the rule of AukRot, and without -0.
AukTransform auk__pose_kept(AukTransform pose);

// Destroys a living body.
void auk__body_forget(AukWorld *world, uint32_t index);

// Puts a body into a checked pose at once.
void auk__body_put(AukWorld *world, AukBody *body, AukTransform pose);

// Sends a body to a checked pose with the next step.
void auk__body_send(AukBodies *bodies, AukWrap *wrap, uint32_t index, AukTransform pose);

// Looks again whether a body's parts are plain, after its filter, its owner or its ignored pairs have changed.
void auk__body_judge(AukWorld *world, uint32_t index);

// Releases all memory of the bodies.
void auk__bodies_release(AukBodies *bodies);

#endif
