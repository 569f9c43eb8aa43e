// Listed pairs of one kind are computed in groups of four. The last group of a kind is filled up with copies of its
// last pair.
#include "world/step/contact_batch.h"

#include "base/inline.h"

// Sets a pair into one lane; `kind` is a compile-time constant after inlining.
static AUK_ALWAYS_INLINE void set_pair(AukPairs4 *pairs4, int lane, AukPairs4Kind kind, const AukWorld *world,
                                       const AukPair *pair)
{
    const AukPart *a = auk__part(&world->parts, pair->part_a), *b = auk__part(&world->parts, pair->part_b);
    AukFrame frame = auk__frame_of(world, pair);
    AukDtransform transform_a = auk__part_dtransform_on(a, auk__part_details(&world->parts, pair->part_a), frame.a);
    AukDtransform transform_b = auk__part_dtransform_on(b, auk__part_details(&world->parts, pair->part_b), frame.b);
    AukPairs4Side *sides = pairs4->sides;
    pairs4->limits[lane] = auk__touching_limit(transform_a, a->extent, transform_b, b->extent, pair->previous >= 0);
    pairs4->origins[lane] = frame.origin;
    AukPairs4Class first = auk__pairs4_side(kind, 0), second = auk__pairs4_side(kind, 1);
    if (first == second) {
        auk__pairs4_set(&sides[0], lane, &a->shape, transform_a, first);
        auk__pairs4_set(&sides[1], lane, &b->shape, transform_b, second);
    } else {
        int flipped = a->shape.kind == AUK_SHAPE_CIRCLE;
        const AukShape *shapes[2] = {&a->shape, &b->shape};
        const AukDtransform transforms[2] = {transform_a, transform_b};
        pairs4->flipped[lane] = -flipped;
        auk__pairs4_set(&sides[0], lane, shapes[flipped], transforms[flipped], first);
        auk__pairs4_set(&sides[1], lane, shapes[!flipped], transforms[!flipped], second);
    }
}

// A group of four pairs, and pointers to their answers.
typedef struct Task {
    AukPairs4 pairs4;
    AukPairs4Answer *answers[AUK_PAIRS4_LANES];
} Task;

static AUK_ALWAYS_INLINE void set_task(Task *task, AukContactBatch *batch, AukPairs4Kind kind, const uint8_t *listed,
                                       const AukWorld *world, const AukPair *first)
{
    for (int k = 0; k < AUK_PAIRS4_LANES; k++) {
        task->answers[k] = &batch->answers[listed[k]];
        set_pair(&task->pairs4, k, kind, world, &first[listed[k]]);
    }
}

// A group is filled number by number, and read as whole registers. Such a read stalls until all its numbers have left
// for the cache (no store forwarding), so the next group is filled before the current one is computed. Tried: pointers
// to the shapes of each lane instead of copies; nothing stalls then, but it took longer.
static AUK_ALWAYS_INLINE void answer_kind(AukContactBatch *batch, AukPairs4Kind kind, const AukWorld *world,
                                          const AukPair *first)
{
    uint8_t *listed = batch->listed[kind];
    int count = batch->counts[kind];
    if (count == 0) {
        return;
    }
    for (int i = 0; i < AUK_PAIRS4_LANES; i++) { // fill up the last group of four
        listed[count + i] = listed[count - 1];
    }
    Task tasks[2];
    set_task(&tasks[0], batch, kind, listed, world, first);
    for (int i = 0; i < count; i += AUK_PAIRS4_LANES) {
        int now = i / AUK_PAIRS4_LANES & 1;
        if (i + AUK_PAIRS4_LANES < count) {
            set_task(&tasks[!now], batch, kind, &listed[i + AUK_PAIRS4_LANES], world, first);
        }
        auk__pairs4_collide(kind, &tasks[now].pairs4, tasks[now].answers);
    }
}

void auk__contact_batch_answer(AukContactBatch *batch, const AukWorld *world, const AukPair *first)
{
    answer_kind(batch, AUK_PAIRS4_CIRCLES, world, first);
    answer_kind(batch, AUK_PAIRS4_BOX_CIRCLE, world, first);
    answer_kind(batch, AUK_PAIRS4_POLYGON_CIRCLE, world, first);
    answer_kind(batch, AUK_PAIRS4_BOXES, world, first);
    answer_kind(batch, AUK_PAIRS4_POLYGONS, world, first);
    answer_kind(batch, AUK_PAIRS4_SEGMENT_CIRCLE, world, first);
    answer_kind(batch, AUK_PAIRS4_SEGMENTS, world, first);
}
