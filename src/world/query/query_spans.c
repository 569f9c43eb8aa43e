// The intervals of a ray inside shapes. A piece is convex: the ray enters it where a cast along the ray meets it, and
// leaves it where a cast from the other end meets it. The intervals of all pieces near the ray are collected, sorted by
// shape, united, and sorted in the order of the results.
// Invariant: intervals are doubles until they are united; a joint of two pieces is never seen as a gap because of a
// float.
#include "world/query/query_spans.h"

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "base/predicates.h"
#include "world/query/path_search.h"

#include <limits.h>

// What rounding leaves of a fraction.
#define SPAN_ROUNDING 0x1p-48

// One end of an interval.
typedef struct SpanEnd {
    double at; // fraction of the ray
    int child;
    bool inside; // the ray starts or ends here, inside
    AukDvec normal;
    AukStatus status;
} SpanEnd;

typedef struct Span {
    uint32_t body, head;
    SpanEnd enter, exit;
    double slack; // a gap of that fraction of the ray is no gap
} Span;

struct AukSpanWork {
    AukBuffer spans, merging; // Span
    AukSpanWork *ranges;      // AUK_RANGES_MAX, or null; of the threads of a batch
};

AukSpanWork *auk_span_work_create(AukStatus *status)
{
    AukSpanWork *work = auk__allocate_zeroed(1, sizeof *work);
    if (status) {
        *status = work ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
    }
    return work;
}

AukStatus auk__span_work_divide(AukSpanWork *work)
{
    if (!work->ranges) {
        work->ranges = auk__allocate_zeroed(AUK_RANGES_MAX, sizeof *work->ranges);
    }
    return work->ranges ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

AukSpanWork *auk__span_work_of(AukSpanWork *work, int range)
{
    return work->ranges ? &work->ranges[range] : work;
}

static void release_spans(AukSpanWork *work)
{
    auk__buffer_free(&work->spans);
    auk__buffer_free(&work->merging);
}

void auk_span_work_destroy(AukSpanWork *work)
{
    if (!work) {
        return;
    }
    for (int i = 0; work->ranges && i < AUK_RANGES_MAX; i++) {
        release_spans(&work->ranges[i]);
    }
    release_spans(work);
    auk__release(work->ranges);
    auk__release(work);
}

// ---- order ----

static bool span_ids_precede(const Span *a, const Span *b)
{
    return a->body != b->body ? a->body < b->body : a->head < b->head;
}

static bool is_same_shape(const Span *a, const Span *b)
{
    return a->head == b->head;
}

// The order in which intervals are united: by shape, along the ray.
static bool span_precedes_in_shape(const Span *a, const Span *b)
{
    if (!is_same_shape(a, b)) {
        return span_ids_precede(a, b);
    }
    if (a->enter.at != b->enter.at) {
        return a->enter.at < b->enter.at;
    }
    return a->exit.at != b->exit.at ? a->exit.at < b->exit.at : a->enter.child < b->enter.child;
}

// The order of the results, by the floats that are returned.
static bool span_precedes(const Span *a, const Span *b)
{
    float enter_a = (float)a->enter.at, enter_b = (float)b->enter.at;
    if (enter_a != enter_b) {
        return enter_a < enter_b;
    }
    return is_same_shape(a, b) ? a->exit.at < b->exit.at : span_ids_precede(a, b);
}

// Sorts by merging runs; stable. `scratch` has room for as many items.
static void sort_spans(Span *spans, Span *scratch, int count, bool (*precedes)(const Span *a, const Span *b))
{
    for (int width = 1; width < count; width = width <= INT_MAX / 2 ? 2 * width : count) {
        for (int low = 0, high; low < count; low = high) {
            int middle = count - low > width ? low + width : count;
            high = count - middle > width ? middle + width : count;
            for (int i = low, j = middle, k = low; k < high; k++) {
                bool right = j < high && (i == middle || precedes(&spans[j], &spans[i]));
                scratch[k] = spans[right ? j++ : i++];
            }
        }
        memcpy(spans, scratch, (size_t)count * sizeof *spans);
    }
}

// ---- intervals of pieces ----

// One end of a piece's interval, found by a cast from that end of the ray. Where the piece belongs to a surface, the
// normal is one that its neighbours leave it, if there is one.
static SpanEnd end_of(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *point,
                      AukDvec delta, const AukImpact *impact)
{
    SpanEnd end = {impact->fraction, piece->child, impact->overlapping, dvec(0.0, 0.0), impact->status};
    if (!impact->overlapping) {
        AukImpact own = *impact;
        bool owns = piece->adjacency && auk__pieces_own_impact(piece, NULL, core, point, delta, &own);
        end.normal = owns ? own.normal : impact->normal;
    }
    return end;
}

// True if a line in that direction cannot stay in the core: a point, or a segment across the line.
static bool is_crossed_at_once(const AukSupportShape *core, AukDvec direction)
{
    if (core->radius > 0.0 || core->count <= 0 || core->count > 2) {
        return false;
    }
    AukDvec p = auk__support_shape_vertex(core, 0), q = auk__support_shape_vertex(core, core->count - 1);
    return core->count == 1 || dvec_cross(dvec_sub(q, p), direction) != 0.0;
}

// The interval of a ray in a piece, both in the frame of the ray. False if the ray misses the piece.
static bool span_of_piece(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *start,
                          AukDvec delta, Span *span)
{
    AukImpact impact = auk__cast(core, start, delta, false);
    if (!impact.hit || (piece->front_only && !auk__piece_cast(piece, core, start, delta, false).hit)) {
        return false;
    }
    span->enter = span->exit = end_of(piece, core, start, delta, &impact);
    span->exit.inside = false;
    if (is_crossed_at_once(core, delta) && !impact.overlapping) {
        span->exit.inside = impact.fraction == 1.0;
        span->exit.normal = span->exit.inside ? dvec(0.0, 0.0) : dvec_neg(span->exit.normal);
        return true;
    }
    AukSupportShape end = *start;
    end.vertices = end.own;
    auk__support_shape_shift(&end, delta);
    AukImpact back = auk__cast(core, &end, dvec_neg(delta), false);
    if (back.hit) {
        span->exit = end_of(piece, core, &end, dvec_neg(delta), &back);
        span->exit.at = 1.0 - span->exit.at;
    } else if (impact.overlapping) { // it starts on the border and leaves at once
        span->exit.normal = auk__separation(core, start, INFINITY, NULL).normal;
    }
    span->exit.at = span->exit.at > span->enter.at ? span->exit.at : span->enter.at;
    return true;
}

// Adds the intervals of a part, with the ray moved by whole periods to `path`. AUK_ERROR_OUT_OF_MEMORY.
static AukStatus add_part(const AukWorld *world, AukSpanWork *work, const AukCastPath *path, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    AukTransform pose = *auk__pose(&world->bodies, part->body);
    AukDvec delta = dvec_from(path->delta);
    double length = dvec_length(delta), tau = auk__tau(auk__part_extent(&world->parts, part));
    AukPieceCursor cursor = auk__cast_path_pieces(&world->parts, &world->wrap, path, index, pose, 1.0f);
    while (auk__pieces_next(&cursor)) {
        AukSupportShape core;
        Span span;
        auk__piece_support_shape(&cursor.piece, pose, path->origin, &core);
        if (!span_of_piece(&cursor.piece, &core, &path->core, delta, &span)) {
            continue;
        }
        Span *added = auk__buffer_push(&work->spans, sizeof *added);
        if (!added) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        span.body = part->body;
        span.head = auk__part_head(&world->parts, index);
        span.slack = length > 0.0 ? tau / length + SPAN_ROUNDING : 0.0;
        *added = span;
    }
    return AUK_OK;
}

static AukStatus gather_spans(const AukWorld *world, AukSpanWork *work, const AukCastPath *path,
                              const AukWanted *wanted)
{
    AukPathSearch search;
    AukStatus status = auk__path_search_start(&search, world, path);
    uint32_t index;
    work->spans.count = 0;
    while (!status && auk__path_search_next(&search, &index)) {
        if (auk__wanted_finds(wanted, &world->bodies, &world->parts, auk__part(&world->parts, index))) {
            AukCastPath beside;
            AukDvec shift;
            const AukCastPath *here = auk__path_search_beside(&search, index, &beside, &shift);
            status = add_part(world, work, here, index);
        }
    }
    return status ? status
                  : (auk__buffer_resize(&work->merging, sizeof(Span), work->spans.count) ? AUK_OK
                                                                                         : AUK_ERROR_OUT_OF_MEMORY);
}

// ---- intervals of shapes ----

// Unites the intervals of each shape that overlap or touch; `spans` are sorted by shape. Returns their number.
static int unite_spans(Span *spans, int count, bool skip_overlapping)
{
    int united = 0;
    for (int i = 0; i < count;) {
        Span whole = spans[i++];
        for (; i < count && is_same_shape(&whole, &spans[i]) &&
               spans[i].enter.at <= whole.exit.at + (whole.slack > spans[i].slack ? whole.slack : spans[i].slack);
             i++) {
            bool longer = spans[i].exit.at > whole.exit.at || (spans[i].exit.inside && !whole.exit.inside);
            whole.enter = spans[i].enter.inside && !whole.enter.inside ? spans[i].enter : whole.enter;
            whole.exit = longer ? spans[i].exit : whole.exit;
        }
        if (!(skip_overlapping && whole.enter.inside)) {
            spans[united++] = whole;
        }
    }
    return united;
}

static AukRaySpan span_found(const AukWorld *world, AukVec2 from, AukVec2 delta, const Span *span)
{
    AukFound named = auk__found_named(&world->bodies, &world->parts, span->head, 0);
    AukDvec start = dvec_from(from), ray = dvec_from(delta);
    AukRaySpan found;
    memset(&found, 0, sizeof found);
    found.body = named.body;
    found.shape = named.shape;
    found.user_data = named.user_data;
    found.enter_child = span->enter.child;
    found.exit_child = span->exit.child;
    found.enter = (float)span->enter.at;
    found.exit = (float)span->exit.at;
    found.thickness = (float)((span->exit.at - span->enter.at) * dvec_length(ray));
    found.starts_inside = span->enter.inside;
    found.ends_inside = span->exit.inside;
    found.enter_point = dvec_to_float(dvec_mul_add(start, span->enter.at, ray));
    found.exit_point = dvec_to_float(dvec_mul_add(start, span->exit.at, ray));
    found.enter_normal = dvec_to_float(span->enter.normal);
    found.exit_normal = dvec_to_float(span->exit.normal);
    found.status = span->enter.status ? span->enter.status : span->exit.status;
    return found;
}

int auk_world_cast_ray_spans(const AukWorld *world, AukSpanWork *work, AukVec2 from, AukVec2 delta,
                             const AukQuery *query, AukRaySpan *out, int capacity)
{
    AukCastPath path;
    AukWanted wanted;
    AukStatus status = work ? auk__cast_path_of_ray(world, from, delta, query, &path) : AUK_ERROR_NULL;
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    status = status ? status : auk__wanted_init(&wanted, query);
    status = status ? status : gather_spans(world, work, &path, &wanted);
    if (status) {
        return -(int)status;
    }
    Span *spans = work->spans.items;
    sort_spans(spans, work->merging.items, work->spans.count, span_precedes_in_shape);
    int count = unite_spans(spans, work->spans.count, wanted.query->skip_overlapping);
    if (!out) {
        return count;
    }
    sort_spans(spans, work->merging.items, count, span_precedes);
    for (int i = 0; i < count && i < capacity; i++) {
        out[i] = span_found(world, from, delta, &spans[i]);
    }
    return count < capacity ? count : capacity;
}
