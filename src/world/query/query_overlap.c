// Overlaps of a shape, a box or a point: tests the pieces of the parts that the query index returns. For bounding boxes
// the index is mostly the whole answer.
#include "base/inline.h"
#include "base/prefetch.h"
#include "world/query/query.h"
#include "world/state/half_planes.h"
#include "world/state/wrap.h"

// The support shape itself if the shift is zero, else `moved`.
static const AukSupportShape *shifted_core(const AukSupportShape *core, AukDvec shift, AukSupportShape *moved)
{
    if (shift.x == 0.0 && shift.y == 0.0) {
        return core;
    }
    auk__support_shape_copy(core, moved);
    auk__support_shape_shift(moved, shift);
    return moved;
}

// The deepest overlap of a piece.
typedef struct DeepestOverlap {
    bool found;
    AukDvec shift; // of the query shape
    AukSeparation separation;
} DeepestOverlap;

// Of images with equal depth the first one is chosen. A piece is reported in one image only, the one in which the
// middles of the boxes are nearest: if any image overlaps, that one does.
static DeepestOverlap deepest_image(const AukWrap *wrap, const AukOverlapQuery *overlaps, const AukPartPiece *piece,
                                    const AukSupportShape *core, AukDvec shift)
{
    DeepestOverlap best = {0};
    AukWrapWalk walk = auk__wrap_one();
    if (wrap->on) {
        AukBox box = auk__support_shape_bounds(core, overlaps->origin);
        AukDvec offset = dvec_sub(auk__box_middle(overlaps->box), auk__box_middle(box));
        if (auk__wrap_order(wrap, shift, auk__wrap_nearest(wrap, offset)) != 0) {
            return best;
        }
        walk = auk__wrap_walk(wrap, box, overlaps->box);
    }
    while (auk__wrap_next(&walk, &shift)) {
        AukSupportShape moved;
        const AukSupportShape *other = shifted_core(overlaps->core, shift, &moved);
        bool owns;
        AukSeparation found = auk__piece_measure(piece, core, other, 0.0, &owns);
        found.normal = owns ? found.normal : dvec(0.0, 0.0);
        bool deeper = !best.found || (float)found.distance < (float)best.separation.distance;
        if (found.distance <= 0.0 && deeper) {
            best.found = true;
            best.shift = shift;
            best.separation = found;
        }
    }
    return best;
}

// True if two boxes touch along each axis that does not wrap.
static bool unwrapped_axes_touch(const AukWrap *wrap, AukBox a, AukBox b)
{
    return (wrap->period.x > 0.0 || (a.min.x <= b.max.x && b.min.x <= a.max.x)) &&
           (wrap->period.y > 0.0 || (a.min.y <= b.max.y && b.min.y <= a.max.y));
}

// True if the box of a piece touches the query box, and the image moved by `shift` is the one that reports it.
static bool image_touches(const AukWrap *wrap, const AukOverlapQuery *overlaps, AukBox box, AukDvec shift)
{
    if (!wrap->on) {
        return auk_box_overlap(box, overlaps->box);
    }
    AukDvec offset = dvec_sub(auk__box_middle(overlaps->box), auk__box_middle(box));
    AukWrapWalk walk = auk__wrap_walk(wrap, box, overlaps->box);
    return auk__wrap_order(wrap, shift, auk__wrap_nearest(wrap, offset)) == 0 && auk__wrap_next(&walk, &shift) &&
           unwrapped_axes_touch(wrap, box, overlaps->box);
}

// Adds an overlap with its ids. `shift`: of the query shape.
static void keep_overlap(AukOverlapQuery *overlaps, AukFound *found, const AukSeparation *separation, AukDvec shift)
{
    found->distance = (float)separation->distance;
    found->point = dvec_to_float(dvec_add(dvec_from(overlaps->origin), dvec_sub(separation->point_a, shift)));
    found->normal = dvec_to_float(separation->normal);
    found->status = separation->status;
    auk__found_keep(&overlaps->found, found);
}

void auk__overlaps_of_part(const AukWorld *world, uint32_t index, AukTransform pose, AukDvec shift,
                           AukOverlapQuery *overlaps)
{
    AukPieceCursor cursor = auk__query_pieces(&world->parts, &world->wrap, index, pose,
                                              auk__box_shifted(overlaps->box, shift), dvec(0.0, 0.0), overlaps->filter);
    cursor.piece.past = overlaps->past;
    cursor.piece.front_only = false;
    while (auk__pieces_next(&cursor)) {
        AukSupportShape core;
        auk__piece_support_shape(&cursor.piece, pose, overlaps->origin, &core);
        DeepestOverlap deepest = deepest_image(&world->wrap, overlaps, &cursor.piece, &core, shift);
        overlaps->found.total += deepest.found;
        if (deepest.found && overlaps->found.items) {
            AukFound found = auk__found_named(&world->bodies, &world->parts, index, cursor.piece.child);
            keep_overlap(overlaps, &found, &deepest.separation, deepest.shift);
        }
    }
}

// The pieces of a part whose boxes touch the query box, as the box of the part in the query index does.
static void bounds_of_part(const AukWorld *world, uint32_t index, AukTransform pose, AukDvec shift,
                           AukOverlapQuery *overlaps)
{
    bool tiles = auk__part(&world->parts, index)->form == AUK_FORM_TILES;
    AukBox asked = auk__box_shifted(overlaps->box, shift);
    if (tiles) { // a turned cell need not touch a box that its own box touches, nor need its rounded corners
        double radius = (double)auk__part(&world->parts, index)->radius;
        asked = auk__box_grown(asked, (double)auk__cell_longest(auk__tiles(&world->parts, index)) + radius);
    }
    AukPieceCursor cursor =
        auk__query_pieces(&world->parts, &world->wrap, index, pose, asked, dvec(0.0, 0.0), overlaps->filter);
    while (auk__pieces_next(&cursor)) {
        if (tiles || world->wrap.on) {
            AukSupportShape core;
            auk__piece_support_shape(&cursor.piece, pose, overlaps->origin, &core);
            AukBox box = auk__support_shape_bounds(&core, overlaps->origin);
            if (!image_touches(&world->wrap, overlaps, box, shift)) {
                continue;
            }
        }
        overlaps->found.total++;
        if (overlaps->found.items) {
            AukFound found = auk__found_named(&world->bodies, &world->parts, index, cursor.piece.child);
            auk__found_keep(&overlaps->found, &found);
        }
    }
}

// A part whose box in the query index touches the query box.
static void meet_part(const AukWorld *world, uint32_t index, AukDvec shift, AukOverlapQuery *overlaps)
{
    AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, index)->body);
    if (overlaps->core) {
        auk__overlaps_of_part(world, index, pose, shift, overlaps);
    } else {
        bounds_of_part(world, index, pose, shift, overlaps);
    }
}

// The same for a plain box at rest, by its note: reads neither its part nor its body.
static void meet_note(const AukWorld *world, uint32_t index, const AukGridNote *note, AukOverlapQuery *overlaps)
{
    if (!overlaps->core) {
        overlaps->found.total++;
        if (overlaps->found.items) {
            AukFound found;
            auk__found_note(&world->index.grid, note, index, &found);
            auk__found_keep(&overlaps->found, &found);
        }
        return;
    }
    AukSupportShape core;
    auk__note_support_shape(note, overlaps->origin, &core);
    AukSeparation separation = auk__separation(&core, overlaps->core, 0.0, NULL);
    bool overlap = separation.distance <= 0.0;
    overlaps->found.total += overlap;
    if (overlap && overlaps->found.items) {
        AukFound found;
        auk__found_note(&world->index.grid, note, index, &found);
        keep_overlap(overlaps, &found, &separation, dvec(0.0, 0.0));
    }
}

// Loads what will be read of parts in lists, while the first of them are looked at.
static AUK_ALWAYS_INLINE void expect_members(const AukWorld *world, const AukGridMember *met, int count)
{
    for (int i = 0; i < count; i++) {
        if (met[i].place != AUK_GRID_NONE) {
            continue;
        }
        AUK_PREFETCH(auk__part(&world->parts, met[i].slot));
        if (met[i].slot < (uint32_t)world->bodies.records.count) {
            AUK_PREFETCH(auk__body(&world->bodies, met[i].slot)); // body and part have the same index in most worlds
        }
    }
}

// Finds the overlaps in one image.
static void find_overlaps_here(const AukWorld *world, const AukWanted *wanted, AukDvec image, AukOverlapQuery *overlaps)
{
    AukBox box = world->wrap.on ? auk__box_shifted(overlaps->box, image) : overlaps->box;
    AukGridCursor cursor = auk__grid_query_box(&world->index.grid, box);
    AukGridMember met[AUK_GRID_GATHER];
    int count;
    do {
        count = auk__grid_next_many(&world->index.grid, &cursor, met);
        expect_members(world, met, count);
        for (int i = 0; i < count; i++) {
            const AukGridNote *note = auk__wanted_note(world, wanted, met[i].place);
            if (note) {
                meet_note(world, met[i].slot, note, overlaps);
                continue;
            }
            const AukPart *part = auk__part(&world->parts, met[i].slot);
            if (auk__wanted_finds(wanted, &world->bodies, &world->parts, part)) {
                AukDvec shift = dvec_sub(image, auk__part_inward(&world->parts, &world->wrap, met[i].slot));
                meet_part(world, met[i].slot, shift, overlaps);
            }
        }
    } while (count == AUK_GRID_GATHER);
}

static void find_half_planes(const AukWorld *world, const AukWanted *wanted, AukOverlapQuery *overlaps)
{
    uint32_t plane;
    if (world->half_planes.parts.count == 0) {
        return;
    }
    for (int at = 0; auk__half_planes_next_in(world, &at, overlaps->box, &plane);) {
        if (auk__wanted_finds(wanted, &world->bodies, &world->parts, auk__part(&world->parts, plane))) {
            meet_part(world, plane, dvec(0.0, 0.0), overlaps);
        }
    }
}

// `core` lies in `box`; null: bounding boxes alone.
static int find_all_overlaps(const AukWorld *world, const AukSupportShape *core, AukVec2 origin, AukBox box,
                             const AukQuery *query, AukFound *out, int capacity)
{
    AukWanted wanted;
    AukOverlapQuery overlaps = {
        core, origin, box, auk__found_list(out, capacity, AUK_FOUND_BY_IDS), NULL, auk__query_filter(query)};
    AukStatus status = auk__wanted_init(&wanted, query);
    status = status ? status : auk__wrap_images_check(&world->wrap, box);
    AukWrapWalk walk = auk__wrap_images(&world->wrap, &world->index.grid, box);
    AukDvec image;
    while (!status && auk__wrap_next(&walk, &image)) {
        find_overlaps_here(world, &wanted, image, &overlaps);
    }
    if (!status) {
        find_half_planes(world, &wanted, &overlaps);
    }
    return status ? -(int)status : auk__found_finish(&overlaps.found);
}

int auk_world_overlap(const AukWorld *world, const AukShape *shape, AukTransform pose, const AukQuery *query,
                      AukFound *out, int capacity)
{
    AukStatus status = auk__query_check_shape(world, shape, pose);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    if (status) {
        return -(int)status;
    }
    AukSupportShape core;
    auk__support_shape_init(&core, shape, auk__dtransform(pose, pose.p));
    return find_all_overlaps(world, &core, pose.p, auk__support_shape_around(&core, pose.p), query, out, capacity);
}

// Sets a box by its centre and half extents, relative to its first corner. False if they would be rounded, or if the
// box is flat.
static bool set_exact_box(AukBox box, AukSupportShape *core)
{
    double x = 0.5 * ((double)box.max.x - (double)box.min.x), y = 0.5 * ((double)box.max.y - (double)box.min.y);
    AukShape shape = {.kind = AUK_SHAPE_BOX, .core.half = {(float)x, (float)y}};
    AukDtransform middle = {x, y, 1.0, 0.0};
    auk__support_shape_init(core, &shape, middle);
    return (double)shape.core.half.x == x && (double)shape.core.half.y == y && x > 0.0 && y > 0.0 &&
           (double)box.min.x + 2.0 * x == (double)box.max.x && (double)box.min.y + 2.0 * y == (double)box.max.y;
}

static AukStatus check_asked_box(const AukWorld *world, AukBox box, int capacity)
{
    AukStatus status = world ? auk__check_vec(box.min) : AUK_ERROR_NULL;
    status = status ? status : auk__check_vec(box.max);
    status = status ? status : (capacity < 0 ? AUK_ERROR_COUNT : AUK_OK);
    bool negative = box.min.x > box.max.x || box.min.y > box.max.y;
    return status || !negative ? status : AUK_ERROR_NEGATIVE;
}

int auk_world_overlap_bounds(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out, int capacity)
{
    AukStatus status = check_asked_box(world, box, capacity);
    return status ? -(int)status : find_all_overlaps(world, NULL, box.min, box, query, out, capacity);
}

int auk_world_overlap_box(const AukWorld *world, AukBox box, const AukQuery *query, AukFound *out, int capacity)
{
    AukStatus status = check_asked_box(world, box, capacity);
    if (status) {
        return -(int)status;
    }
    AukSupportShape core;
    if (set_exact_box(box, &core)) {
        return find_all_overlaps(world, &core, box.min, box, query, out, capacity);
    }
    // use the corners; a flat box is a segment or a point
    auk__support_shape_init_point(&core, dvec(-(double)box.min.x, -(double)box.min.y));
    core.own[0] = box.min;
    core.own[1] = auk_vec(box.max.x, box.min.y);
    core.own[2] = box.max;
    core.own[3] = auk_vec(box.min.x, box.max.y);
    bool wide = box.min.x < box.max.x, high = box.min.y < box.max.y;
    if (!wide || !high) {
        core.own[1] = box.max;
    }
    core.count = wide && high ? 4 : (wide || high ? 2 : 1);
    return find_all_overlaps(world, &core, box.min, box, query, out, capacity);
}

int auk_world_overlap_point(const AukWorld *world, AukVec2 point, const AukQuery *query, AukFound *out, int capacity)
{
    AukBox box = {point, point};
    return auk_world_overlap_box(world, box, query, out, capacity);
}
