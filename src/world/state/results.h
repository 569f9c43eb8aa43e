// The results of a step: touches with their contacts, events, hits. A world has two sets: callers read one, the next
// step writes the other, and they are swapped when a step has succeeded.
#ifndef AUK_WORLD_STATE_RESULTS_H
#define AUK_WORLD_STATE_RESULTS_H

#include "auk/world.h"
#include "base/buffer.h"

// Two shapes that touched after the last step, and where GJK ended.
typedef struct AukTouch {
    AukBodyId body_a, body_b; // a has the smaller index
    AukShapeId shape_a, shape_b;
    int child_a, child_b;
    bool sensor_is_b; // in the list of sensors: body b is the sensor, so it becomes `a` of the event
    bool reusable;    // the same poses would give this touch again; not part of hashes or snapshots
    bool began;       // the two shapes did not touch after the step before; this and `was_hit` are equal in all touches
    bool was_hit;     // of two shapes; they have been touching since a hit, or were hit in this step
    AukGjkCache cache;
} AukTouch;

typedef struct AukTouches {
    AukBuffer touches;  // AukTouch, sorted by (body a, body b, shape a, shape b, child a, child b)
    AukBuffer contacts; // AukContact at the same indices; empty in the list of sensors
} AukTouches;

// The results of one step.
typedef struct AukOutput {
    AukTouches solids, sensors;
    AukBuffer overlaps;                     // AukOverlap, sorted by (sensor, body, shape)
    AukBuffer events[AUK_EVENT_KIND_COUNT]; // AukEvent
    AukBuffer hits;                         // AukHit
    AukBuffer links;                        // int per contact: the next one with the same body b, or -1
    AukBuffer heads;                        // int per body: the first contact in which it is body b, or -1
    bool in_pieces;                         // two of its pairs may belong to the same two shapes
    int box_pair_count;                     // number of pairs that the broad phase found
    int candidate_count;                    // number of pairs whose tight boxes touch at the final poses
    int swept_candidate_count;
} AukOutput;

// Copies the ids of a touch to its contact.
static inline void auk__contact_name(AukContact *contact, const AukTouch *touch)
{
    contact->body_a = touch->body_a;
    contact->body_b = touch->body_b;
    contact->shape_a = touch->shape_a;
    contact->shape_b = touch->shape_b;
    contact->child_a = touch->child_a;
    contact->child_b = touch->child_b;
    contact->began = touch->began;
}

// Reserves memory for the results of a world of that size. False if there is no memory.
bool auk__output_reserve(AukOutput *output, int bodies, int pairs, int hits);

void auk__output_release(AukOutput *output);

#endif
