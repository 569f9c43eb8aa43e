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
    const AukPosed *posed[2][AUK_PAIRS4_LANES];
} Inputs;

static const double limit_taus[2] = {1.0, 2.0}; // as in auk__touching_limit()

// The poses of the bodies, relative to body a of each pair. As in auk__frame_of(), the shift of a world that does not
// wrap is added: it makes -0 0.
AUK_F64X4 AukDtransform4 relative_poses(const AukPosed *const posed[AUK_PAIRS4_LANES], AukDvec4 origins)
{
    AukDvec4 places = dvec4_gather(&posed[0]->pose.p, &posed[1]->pose.p, &posed[2]->pose.p, &posed[3]->pose.p);
    AukDtransform4 transforms;
    f64x4_gather_points(&posed[0]->pose.q.c, &posed[1]->pose.q.c, &posed[2]->pose.q.c, &posed[3]->pose.q.c,
                        &transforms.c, &transforms.s);
    transforms.x = f64x4_add(f64x4_sub(places.x, origins.x), f64x4(0.0));
    transforms.y = f64x4_add(f64x4_sub(places.y, origins.y), f64x4(0.0));
    return transforms;
}

// auk__plain_extent() of four bodies; `what` is a constant.
AUK_F64X4 AukF64x4 extents_of(const AukPosed *const posed[AUK_PAIRS4_LANES], AukPairs4Class what, AukF64x4 radii)
{
    if (what == AUK_CLASS_CIRCLE) {
        return radii;
    }
    if (what == AUK_CLASS_BOX) {
        AukDvec4 half =
            dvec4_gather(&posed[0]->core.half, &posed[1]->core.half, &posed[2]->core.half, &posed[3]->core.half);
        return f64x4_add(f64x4_max(half.x, half.y), radii);
    }
    return f64x4_make(auk__plain_extent(posed[0]), auk__plain_extent(posed[1]), auk__plain_extent(posed[2]),
                      auk__plain_extent(posed[3]));
}

// Stores the radii of plain bodies and returns their extents.
AUK_F64X4 AukF64x4 measure_side(AukPairs4Side *side, AukPairs4Class what, const AukPosed *const posed[AUK_PAIRS4_LANES])
{
    AukF64x4 radii = f64x4_make((double)posed[0]->radius, (double)posed[1]->radius, (double)posed[2]->radius,
                                (double)posed[3]->radius);
    f64x4_store(side->radii, radii);
    return extents_of(posed, what, radii);
}

// Places four pairs of plain bodies, of which the sides have these extents: as place_alone() does one, and with the
// same bits.
AUK_F64X4 void place_together(AukPairs4 *pairs4, const AukPosed *all, const Inputs *in, AukF64x4 first_extent,
                              AukF64x4 second_extent)
{
    const AukPair *const *pairs = in->pairs;
    AukDvec4 origins = dvec4_gather(&all[pairs[0]->body_a].pose.p, &all[pairs[1]->body_a].pose.p,
                                    &all[pairs[2]->body_a].pose.p, &all[pairs[3]->body_a].pose.p);
    AukDtransform4 first = relative_poses(in->posed[0], origins), second = relative_poses(in->posed[1], origins);
    AukF64x4 extent = f64x4_max(first_extent, second_extent);
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
    AukDtransform transform_a = auk__part_dtransform_on(a, auk__part_local(&world->parts, pair->part_a), frame.a);
    AukDtransform transform_b = auk__part_dtransform_on(b, auk__part_local(&world->parts, pair->part_b), frame.b);
    pairs4->limits[lane] = auk__touching_limit(transform_a, auk__part_extent(&world->parts, a), transform_b,
                                               auk__part_extent(&world->parts, b), pair->previous >= 0);
    auk__pairs4_set_origin(pairs4, lane, frame.origin);
    auk__pairs4_set_place(&pairs4->sides[flipped], lane, &transform_a);
    auk__pairs4_set_place(&pairs4->sides[!flipped], lane, &transform_b);
}

// Stores the core of a plain body, whose only part is `part`; `what` is auk__pairs4_side(). As auk__pairs4_set_shape(),
// which stores the radius too.
static inline void set_plain(AukPairs4Side *side, int lane, const AukWorld *world, const AukPosed *posed, uint32_t part,
                             AukPairs4Class what)
{
    const AukVertexBlock *blocks = world->vertices.entries.items;
    const AukVec2 none = {0.0f, 0.0f};
    const bool box = posed->plain == AUK_CLASS_BOX;
    if (what == AUK_CLASS_BOX) {
        side->halves[lane] = posed->core.half;
    } else if (what != AUK_CLASS_CIRCLE) {
        side->halves[lane] = box ? posed->core.half : none;
        side->vertices[lane] = box ? auk__pairs4_no_vertices
                                   : (what == AUK_CLASS_POLYGON ? blocks[posed->core.outline.vertex_block].vertices
                                                                : auk__part_ends(&world->parts, part)->at);
        side->counts[lane] = box ? 4 : posed->count;
        side->boxes[lane] = -(int64_t)box;
    }
}

// Sets a group of plain bodies; `kind` is a compile-time constant after inlining.
AUK_F64X4_CODE static AUK_ALWAYS_INLINE void set_plain_group(AukPairs4 *pairs4, AukPairs4Kind kind,
                                                             const uint8_t *listed, const AukWorld *world,
                                                             const AukPair *first)
{
    const AukPosed *posed = world->bodies.posed.items;
    const AukPairs4Class what[2] = {auk__pairs4_side(kind, 0), auk__pairs4_side(kind, 1)};
    Inputs in;
    for (int k = 0; k < AUK_PAIRS4_LANES; k++) {
        const AukPair *pair = &first[listed[k]];
        // without a branch: which of two shapes comes first is unpredictable
        const bool flipped = (what[0] != what[1]) & (posed[pair->body_a].plain == AUK_CLASS_CIRCLE);
        const uint32_t swap = 0u - (uint32_t)flipped;
        const uint32_t bodies = (pair->body_a ^ pair->body_b) & swap, parts = (pair->part_a ^ pair->part_b) & swap;
        in.pairs[k] = pair;
        in.posed[0][k] = &posed[pair->body_a ^ bodies];
        in.posed[1][k] = &posed[pair->body_b ^ bodies];
        set_plain(&pairs4->sides[0], k, world, in.posed[0][k], pair->part_a ^ parts, what[0]);
        set_plain(&pairs4->sides[1], k, world, in.posed[1][k], pair->part_b ^ parts, what[1]);
        pairs4->flipped[k] = -(int64_t)flipped;
    }
    place_together(pairs4, posed, &in, measure_side(&pairs4->sides[0], what[0], in.posed[0]),
                   measure_side(&pairs4->sides[1], what[1], in.posed[1]));
}

// The points of a segment are those of the world: what `shape` has does not last.
static void set_part(AukPairs4Side *side, int lane, const AukParts *parts, const AukPart *part, AukPairs4Class what)
{
    AukShape shape;
    auk__part_shape_to(parts, part, &shape);
    auk__pairs4_set_shape(side, lane, &shape, what);
    if (auk__kind_has_ends(shape.kind)) {
        side->vertices[lane] = auk__part_ends(parts, auk__part_index(parts, part))->at;
    }
}

// Sets any group.
static void set_any(AukPairs4 *pairs4, AukPairs4Kind kind, const uint8_t *listed, const AukWorld *world,
                    const AukPair *first)
{
    const AukPairs4Class what[2] = {auk__pairs4_side(kind, 0), auk__pairs4_side(kind, 1)};
    for (int k = 0; k < AUK_PAIRS4_LANES; k++) {
        const AukPair *pair = &first[listed[k]];
        const AukPart *a = auk__part(&world->parts, pair->part_a), *b = auk__part(&world->parts, pair->part_b);
        bool flipped = what[0] != what[1] && a->kind == AUK_SHAPE_CIRCLE;
        set_part(&pairs4->sides[flipped], k, &world->parts, a, what[flipped]);
        set_part(&pairs4->sides[!flipped], k, &world->parts, b, what[!flipped]);
        pairs4->flipped[k] = -(int64_t)flipped;
        place_alone(pairs4, k, world, pair, flipped);
    }
}

// The shapes of a group are filled in number by number, and read as whole registers. Such a read waits until its
// numbers have left for the cache (no store forwarding). Tried, and slower: filling the next group before the present
// one is computed; pointers to the shapes of each lane instead of copies.
AUK_F64X4_CODE static AUK_ALWAYS_INLINE void answer_list(AukContactBatch *batch, AukPairs4Kind kind, bool plain,
                                                         const AukWorld *world, const AukPair *first)
{
    int list = plain ? (int)kind + AUK_PAIRS4_KIND_COUNT : (int)kind;
    uint8_t *listed = batch->listed[list];
    int count = (int)(batch->ends[list] - listed);
    if (count == 0) {
        return;
    }
    for (int i = 0; i < AUK_PAIRS4_LANES; i++) { // fill up the last group of four
        listed[count + i] = listed[count - 1];
    }
    for (int i = 0; i < count; i += AUK_PAIRS4_LANES) {
        Task task;
        for (int k = 0; k < AUK_PAIRS4_LANES; k++) {
            task.answers[k] = &batch->answers[listed[i + k]];
        }
        if (plain) {
            set_plain_group(&task.pairs4, kind, &listed[i], world, first);
        } else {
            set_any(&task.pairs4, kind, &listed[i], world, first);
        }
        auk__pairs4_collide(kind, &task.pairs4, task.answers);
    }
}

AUK_F64X4_CODE static AUK_ALWAYS_INLINE void answer_kind(AukContactBatch *batch, AukPairs4Kind kind,
                                                         const AukWorld *world, const AukPair *first)
{
    answer_list(batch, kind, true, world, first);
    answer_list(batch, kind, false, world, first);
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
