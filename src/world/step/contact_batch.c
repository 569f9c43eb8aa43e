// Listed pairs of one kind are computed in groups of four. The last group of a kind is filled up with copies of its
// last pair.
#include "world/step/contact_batch.h"

#include "base/inline.h"
#include "geom/pairs4_answer.h"

#if AUK_F64X4_EXISTS

// A group of four pairs, and pointers to their answers.
typedef struct Task {
    AukPairs4 pairs4;
    AukPairs4Answer *answers[AUK_PAIRS4_LANES];
} Task;

// What is read of the pairs of a group. Side 0 is the first shape of the kind, which is `b` of a flipped pair.
typedef struct Inputs {
    const AukPair *pairs[AUK_PAIRS4_LANES];
    const AukPart *parts[2][AUK_PAIRS4_LANES];
    const AukTransform *poses[2][AUK_PAIRS4_LANES]; // of bodies
} Inputs;

static const double limit_taus[2] = {1.0, 2.0}; // as in auk__touching_limit()

// The poses of the bodies, relative to body a of each pair. As in auk__frame_of(), the shift of a world that does not
// wrap is added: it makes -0 0.
AUK_F64X4 AukDtransform4 relative_poses(const AukTransform *const poses[AUK_PAIRS4_LANES], AukDvec4 origins)
{
    AukDvec4 places = dvec4_gather(&poses[0]->p, &poses[1]->p, &poses[2]->p, &poses[3]->p);
    AukDtransform4 transforms;
    f64x4_gather_points(&poses[0]->q.c, &poses[1]->q.c, &poses[2]->q.c, &poses[3]->q.c, &transforms.c, &transforms.s);
    transforms.x = f64x4_add(f64x4_sub(places.x, origins.x), f64x4(0.0));
    transforms.y = f64x4_add(f64x4_sub(places.y, origins.y), f64x4(0.0));
    return transforms;
}

AUK_F64X4 AukF64x4 extents_of(const AukPart *const parts[AUK_PAIRS4_LANES])
{
    return f64x4_make(parts[0]->extent, parts[1]->extent, parts[2]->extent, parts[3]->extent);
}

// Places four pairs of centred parts: as place_alone() does one, and with the same bits.
AUK_F64X4 void place_together(AukPairs4 *pairs4, const AukPosed *posed, const Inputs *in)
{
    const AukPair *const *pairs = in->pairs;
    AukDvec4 origins = dvec4_gather(&posed[pairs[0]->body_a].next.p, &posed[pairs[1]->body_a].next.p,
                                    &posed[pairs[2]->body_a].next.p, &posed[pairs[3]->body_a].next.p);
    AukDtransform4 first = relative_poses(in->poses[0], origins), second = relative_poses(in->poses[1], origins);
    AukF64x4 extent = f64x4_max(extents_of(in->parts[0]), extents_of(in->parts[1]));
    AukDvec4 apart = dvec4_sub(dtransform4_position(&second), dtransform4_position(&first));
    AukF64x4 tau = f64x4_mul(f64x4_max(dvec4_size(apart), extent), f64x4(auk__tau(1.0)));
    AukF64x4 taus = f64x4_make(limit_taus[pairs[0]->previous >= 0], limit_taus[pairs[1]->previous >= 0],
                               limit_taus[pairs[2]->previous >= 0], limit_taus[pairs[3]->previous >= 0]);
    f64x4_store(pairs4->limits, f64x4_mul(taus, tau));
    f64x4_store(pairs4->origin_x, origins.x);
    f64x4_store(pairs4->origin_y, origins.y);
    pairs4_store_places(&pairs4->sides[0].places, &first);
    pairs4_store_places(&pairs4->sides[1].places, &second);
}

// The same for one pair of any parts.
static void place_alone(AukPairs4 *pairs4, int lane, const AukWorld *world, const AukPair *pair, bool flipped)
{
    const AukPart *a = auk__part(&world->parts, pair->part_a), *b = auk__part(&world->parts, pair->part_b);
    AukFrame frame = auk__frame_of(world, pair);
    AukDtransform transform_a = auk__part_dtransform_on(a, auk__part_details(&world->parts, pair->part_a), frame.a);
    AukDtransform transform_b = auk__part_dtransform_on(b, auk__part_details(&world->parts, pair->part_b), frame.b);
    pairs4->limits[lane] = auk__touching_limit(transform_a, a->extent, transform_b, b->extent, pair->previous >= 0);
    auk__pairs4_set_origin(pairs4, lane, frame.origin);
    auk__pairs4_set_place(&pairs4->sides[flipped], lane, &transform_a);
    auk__pairs4_set_place(&pairs4->sides[!flipped], lane, &transform_b);
}

// Sets a group; `kind` is a compile-time constant after inlining.
AUK_F64X4_CODE static AUK_ALWAYS_INLINE void set_task(Task *task, AukContactBatch *batch, AukPairs4Kind kind,
                                                      const uint8_t *listed, const AukWorld *world,
                                                      const AukPair *first)
{
    const AukPart *parts = world->parts.records.items;
    const AukPosed *posed = world->bodies.posed.items;
    AukPairs4Class classes[2] = {auk__pairs4_side(kind, 0), auk__pairs4_side(kind, 1)};
    AukPairs4 *pairs4 = &task->pairs4;
    Inputs in;
    unsigned centred = !world->wrap.on;
    for (int k = 0; k < AUK_PAIRS4_LANES; k++) {
        const AukPair *pair = &first[listed[k]];
        const AukPart *a = &parts[pair->part_a], *b = &parts[pair->part_b];
        bool flipped = classes[0] != classes[1] && a->shape.kind == AUK_SHAPE_CIRCLE;
        in.pairs[k] = pair;
        in.parts[0][k] = flipped ? b : a;
        in.parts[1][k] = flipped ? a : b;
        in.poses[0][k] = &posed[flipped ? pair->body_b : pair->body_a].next;
        in.poses[1][k] = &posed[flipped ? pair->body_a : pair->body_b].next;
        centred &= (unsigned)(a->centred & b->centred);
        auk__pairs4_set_shape(&pairs4->sides[0], k, &in.parts[0][k]->shape, classes[0]);
        auk__pairs4_set_shape(&pairs4->sides[1], k, &in.parts[1][k]->shape, classes[1]);
        pairs4->flipped[k] = -(int64_t)flipped;
        task->answers[k] = &batch->answers[listed[k]];
    }
    if (centred) {
        place_together(pairs4, posed, &in);
    } else {
        for (int k = 0; k < AUK_PAIRS4_LANES; k++) {
            place_alone(pairs4, k, world, &first[listed[k]], pairs4->flipped[k] != 0);
        }
    }
}

// The shapes of a group are filled in number by number, and read as whole registers. Such a read waits until its
// numbers have left for the cache (no store forwarding). Tried, and slower: filling the next group before the present
// one is computed; pointers to the shapes of each lane instead of copies.
AUK_F64X4_CODE static AUK_ALWAYS_INLINE void answer_kind(AukContactBatch *batch, AukPairs4Kind kind,
                                                         const AukWorld *world, const AukPair *first)
{
    uint8_t *listed = batch->listed[kind];
    int count = (int)(batch->ends[kind] - listed);
    if (count == 0) {
        return;
    }
    for (int i = 0; i < AUK_PAIRS4_LANES; i++) { // fill up the last group of four
        listed[count + i] = listed[count - 1];
    }
    for (int i = 0; i < count; i += AUK_PAIRS4_LANES) {
        Task task;
        set_task(&task, batch, kind, &listed[i], world, first);
        auk__pairs4_collide(kind, &task.pairs4, task.answers);
    }
}

AUK_F64X4_CODE void auk__contact_batch_answer(AukContactBatch *batch, const AukWorld *world, const AukPair *first)
{
    answer_kind(batch, AUK_PAIRS4_CIRCLES, world, first);
    answer_kind(batch, AUK_PAIRS4_BOX_CIRCLE, world, first);
    answer_kind(batch, AUK_PAIRS4_POLYGON_CIRCLE, world, first);
    answer_kind(batch, AUK_PAIRS4_BOXES, world, first);
    answer_kind(batch, AUK_PAIRS4_POLYGONS, world, first);
    answer_kind(batch, AUK_PAIRS4_SEGMENT_CIRCLE, world, first);
    answer_kind(batch, AUK_PAIRS4_SEGMENTS, world, first);
}

#else

void auk__contact_batch_answer(AukContactBatch *batch, const AukWorld *world, const AukPair *first)
{
    (void)batch; // nothing is listed
    (void)world;
    (void)first;
}

#endif
