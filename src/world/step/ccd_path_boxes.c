// The search of late pairs: the parts that a new segment may meet, in the query index, among the boxes of the whole
// paths of movers, and among half-planes. The first searches of a step among paths look at the boxes of all movers.
// Later ones ask a grid of those that a turned path may meet, which is made at once if the last step had many searches:
// with the grid alone, one ball that bounced among 10,000 movers took as long as all of them.
// Invariant: the parts found depend on boxes, not on the way of the search, except for parts whose masks do not meet.
#include "broad/paths.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/response_rules.h"

enum { TURNING_MASKS = 4 }; // most games have few kinds of bodies that respond

// The box of the whole path at the beginning of the step.
static AukBox first_box(const AukWorld *world, uint32_t part)
{
    return world->wrap.on ? ((const AukBox *)world->wrap.whole.items)[part] : auk__broad_box(world->broad, part);
}

// The index of the extension of a part; their number if it has none.
static int extension_of(const AukCcdWork *ccd, uint32_t part)
{
    int i = 0;
    while (i < ccd->extension_count && ccd->extensions[i].part != part) {
        i++;
    }
    return i;
}

// In a world that wraps around find_late_pairs_of() widens the first box itself.
AukBox auk__path_box_known(const AukWorld *world, uint32_t part)
{
    if (world->ccd.path_boxes_made && !world->wrap.on) {
        return auk__bounds_box(auk__grid_node(&world->ccd.path_boxes, (int32_t)part)->bounds);
    }
    int i = extension_of(&world->ccd, part);
    return i < world->ccd.extension_count ? world->ccd.extensions[i].box : first_box(world, part);
}

// The masks of the parts of bodies that may respond, whose paths may turn.
typedef struct TurningMasks {
    AukFilterMask masks[TURNING_MASKS];
    int count; // above TURNING_MASKS if there are more
} TurningMasks;

static void turning_masks_add(TurningMasks *turning, AukFilterMask mask)
{
    for (int i = 0; i < turning->count && i < TURNING_MASKS; i++) {
        if (auk__masks_equal(turning->masks[i], mask)) {
            return;
        }
    }
    if (turning->count < TURNING_MASKS) {
        turning->masks[turning->count] = mask;
    }
    turning->count += turning->count <= TURNING_MASKS;
}

static TurningMasks turning_masks_of(const AukWorld *world)
{
    const uint32_t *movers = world->bodies.movers.items;
    TurningMasks turning;
    turning.count = 0;
    for (int i = 0; i < world->bodies.movers.count; i++) {
        const AukBody *body = auk__body(&world->bodies, movers[i]);
        uint32_t part = auk__may_respond(&world->rules, body) ? *auk__first_part(&world->bodies, body) : AUK_NO_INDEX;
        for (; part != AUK_NO_INDEX; part = auk__part_next(&world->parts, part)) {
            turning_masks_add(&turning, auk__broad_filter_mask(world, part));
        }
    }
    return turning;
}

// True if a turned path may meet a part of a mover: bullets that ignore each other need not be searched.
static bool meets_turned_path(const AukWorld *world, const TurningMasks *turning, uint32_t part)
{
    bool meets = turning->count > TURNING_MASKS;
    for (int i = 0; i < turning->count && !meets; i++) {
        meets = auk__masks_meet(turning->masks[i], auk__broad_filter_mask(world, part));
    }
    return meets && auk__part_is_enabled(&world->bodies, auk__part(&world->parts, part));
}

// The same for a part that was in the grid, which may be gone or at rest by now.
static bool still_meets_turned_path(const AukWorld *world, const TurningMasks *turning, uint32_t part)
{
    return part < (uint32_t)world->parts.records.count && world->parts.slots.live[part] &&
           *auk__mover_place(&world->bodies, auk__part(&world->parts, part)->body) >= 0 &&
           meets_turned_path(world, turning, part);
}

static void path_boxes_set(AukWorld *world, uint32_t part, AukBox box)
{
    auk__grid_set(&world->ccd.path_boxes, part, auk__box_shifted(box, auk__wrap_inward(&world->wrap, box)));
}

// Room for all parts is reserved.
static void path_boxes_add(AukWorld *world, const TurningMasks *turning, uint32_t body)
{
    AukBuffer *listed = &world->ccd.path_parts;
    uint32_t part = *auk__first_part(&world->bodies, auk__body(&world->bodies, body));
    for (; part != AUK_NO_INDEX; part = auk__part_next(&world->parts, part)) {
        if (meets_turned_path(world, turning, part)) {
            auk__buffer_add_index(listed, part);
            path_boxes_set(world, part, first_box(world, part));
        }
    }
}

static inline bool is_in_path_boxes(const AukCcdWork *ccd, uint32_t part)
{
    return auk__grid_tag(&ccd->path_boxes, (int32_t)part)->level != AUK_GRID_NONE;
}

// Parts that stay in the grid are moved there, which is less than removing and adding them.
static AukStatus make_path_boxes(AukWorld *world)
{
    AukBuffer *listed = &world->ccd.path_parts, *movers = &world->bodies.movers;
    int parts = world->parts.records.capacity;
    if (!auk__grid_reserve(&world->ccd.path_boxes, parts) || !auk__buffer_reserve(listed, sizeof(uint32_t), parts)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    TurningMasks turning = turning_masks_of(world);
    for (int i = 0; i < listed->count; i++) {
        uint32_t part = ((const uint32_t *)listed->items)[i];
        if (!still_meets_turned_path(world, &turning, part)) {
            auk__grid_remove(&world->ccd.path_boxes, part);
        }
    }
    listed->count = 0;
    for (int i = 0; i < movers->count; i++) {
        path_boxes_add(world, &turning, ((const uint32_t *)movers->items)[i]);
    }
    for (int i = 0; i < world->ccd.extension_count; i++) {
        const AukPathExtension *extension = &world->ccd.extensions[i];
        if (is_in_path_boxes(&world->ccd, extension->part)) {
            path_boxes_set(world, extension->part, extension->box);
        }
    }
    world->ccd.path_boxes_made = true;
    return AUK_OK;
}

// Extends the box of the path of a part by that of its new segment, for others that turn later.
static void path_boxes_extend(AukWorld *world, uint32_t part, AukBox by)
{
    AukCcdWork *ccd = &world->ccd;
    AukBox box = auk_box_union(auk__path_box_known(world, part), by);
    if (!ccd->path_boxes_made) { // at most once in each of AUK_PATH_SEARCHES_MAX searches
        AukPathExtension extension = {part, box};
        int i = extension_of(ccd, part);
        ccd->extensions[i] = extension;
        ccd->extension_count += i == ccd->extension_count;
    } else if (is_in_path_boxes(ccd, part)) {
        path_boxes_set(world, part, box);
    }
}

// ---- the search ----

static AukStatus collect_part(AukPairWork *pairs, uint32_t part)
{
    uint64_t *found = auk__buffer_push(&pairs->order, sizeof *found);
    if (!found) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *found = part;
    return AUK_OK;
}

static AukStatus collect_touching(AukPairWork *pairs, const AukGrid *grid, AukBox box)
{
    AukGridCursor cursor = auk__grid_query_box(grid, box);
    AukStatus status = AUK_OK;
    uint32_t slot;
    while (!status && auk__grid_next(grid, &cursor, &slot)) {
        status = collect_part(pairs, slot);
    }
    return status;
}

// Whether a segment meets a box.
typedef struct SegmentTest {
    AukF32x4 limits;
    AukSweptBox swept;
    bool along;
} SegmentTest;

static inline SegmentTest segment_test(const AukSegmentBox *segment)
{
    AukBounds around = auk__bounds_of(segment->around);
    SegmentTest test = {auk__bounds_limits(&around), auk__swept_box(segment->path, &around),
                        auk__path_is_given(segment->path)};
    return test;
}

static inline bool segment_meets(const SegmentTest *test, const AukBounds *box)
{
    return auk__bounds_mask(box, test->limits) == AUK_TOUCH_ALL &&
           (!test->along || auk__swept_box_meets(&test->swept, box));
}

// What a grid finds along a ray may also be a box that is missed by rounding, which depends on the cells of the grid.
// So the boxes are tested again, and what is found depends on them alone.
static AukStatus collect_along(AukPairWork *pairs, const AukGrid *grid, const AukSegmentBox *segment)
{
    SegmentTest test = segment_test(segment);
    const AukSweptBox *swept = &test.swept;
    AukBox moving = auk__box_outward(dvec(swept->from_x - swept->half_x, swept->from_y - swept->half_y),
                                     dvec(swept->from_x + swept->half_x, swept->from_y + swept->half_y));
    AukGridCandidate candidates[AUK_GRID_GATHER];
    AukGridRay ray;
    AukStatus status = AUK_OK;
    auk__grid_ray_start(grid, moving, auk_vec(segment->path.x, segment->path.y), &ray);
    for (int count = 1; count > 0 && !status;) {
        count = auk__grid_ray_next(grid, &ray, 1.0f, candidates);
        for (int i = 0; i < count && !status; i++) {
            const AukBounds *box = auk__grid_bounds_of(grid, &candidates[i]);
            status = segment_meets(&test, box) ? collect_part(pairs, candidates[i].slot) : AUK_OK;
        }
    }
    return status;
}

// Adds the parts that a grid finds on a segment, and on all its images, to pairs->order.
static AukStatus collect(AukPairWork *pairs, AukWrap *wrap, const AukGrid *grid, const AukSegmentBox *segment)
{
    AukDvec shift;
    if (auk__grid_is_empty(grid)) {
        return AUK_OK;
    }
    AukWrapWalk walk = auk__wrap_images(wrap, grid, segment->around);
    AukStatus status = AUK_OK;
    while (!status && auk__wrap_next(&walk, &shift)) {
        AukSegmentBox image = {auk__box_shifted(segment->around, shift), segment->path};
        status = auk__path_is_given(image.path) ? collect_along(pairs, grid, &image)
                                                : collect_touching(pairs, grid, image.around);
    }
    return status;
}

// The same from the first boxes of all movers and the extensions. Some are found twice.
static AukStatus collect_among_movers(AukWorld *world, const AukSegmentBox *segment)
{
    const AukBounds *bounds = world->broad->bounds.items;
    const uint32_t *movers = world->broad->movers.items;
    const SegmentTest test = segment_test(segment);
    AukStatus status = AUK_OK;
    for (int i = 0; i < world->broad->movers.count && !status; i++) {
        status = segment_meets(&test, &bounds[movers[i]]) ? collect_part(&world->pairs, movers[i]) : AUK_OK;
    }
    for (int i = 0; i < world->ccd.extension_count && !status; i++) {
        const AukPathExtension *extension = &world->ccd.extensions[i];
        AukBounds box = auk__bounds_of(extension->box);
        status = segment_meets(&test, &box) ? collect_part(&world->pairs, extension->part) : AUK_OK;
    }
    return status;
}

// Adds the parts of movers whose whole paths a segment may meet.
static AukStatus collect_paths(AukWorld *world, uint32_t part, const AukSegmentBox *segment)
{
    AukCcdWork *ccd = &world->ccd;
    ccd->path_searches++;
    bool few = !ccd->path_boxes_made && !world->wrap.on && ccd->path_searches <= AUK_PATH_SEARCHES_MAX &&
               ccd->last_path_searches <= AUK_PATH_SEARCHES_MAX;
    AukStatus status = few || ccd->path_boxes_made ? AUK_OK : make_path_boxes(world);
    if (status) {
        return status;
    }
    path_boxes_extend(world, part, segment->around);
    return few ? collect_among_movers(world, segment) : collect(&world->pairs, &world->wrap, &ccd->path_boxes, segment);
}

// Adds the half-planes that the box touches.
static AukStatus collect_half_planes(AukWorld *world, AukBox box)
{
    uint32_t plane;
    AukStatus status = AUK_OK;
    for (int at = 0; !status && auk__half_planes_next_in(world, &at, box, &plane);) {
        status = collect_part(&world->pairs, plane);
    }
    return status;
}

// True if a mover has a grid of tiles. Each cell is a pair of its own, and the first pairs are with the cells along the
// first path, not with all that its box holds. So a turned path may meet others of these cells though it stays in that
// box: a ball that slid along a wall went through a grid that came to meet it and lay askew.
static bool grids_move(AukWorld *world)
{
    const AukTileGrid *grids = world->parts.grids.items;
    AukCcdWork *ccd = &world->ccd;
    if (!ccd->grids_asked) {
        ccd->grids_asked = true;
        ccd->grids_move = false;
        for (int i = 0; i < world->parts.grids.count && !ccd->grids_move; i++) {
            uint32_t body = grids[i].cells ? auk__part(&world->parts, grids[i].part)->body : AUK_NO_INDEX;
            ccd->grids_move = body != AUK_NO_INDEX && *auk__mover_place(&world->bodies, body) >= 0;
        }
    }
    return ccd->grids_move;
}

AukStatus auk__path_boxes_search(AukWorld *world, uint32_t part, const AukSegmentBox *segment, bool leaves)
{
    const AukCcdWork *ccd = &world->ccd;
    world->pairs.order.count = 0;
    AukStatus status = collect(&world->pairs, &world->wrap, &world->index.grid, segment);
    if (!status && (ccd->path_boxes_made || ccd->extension_count > 0 || leaves || grids_move(world))) {
        status = collect_paths(world, part, segment);
    }
    return status ? status : collect_half_planes(world, segment->around);
}

void auk__path_boxes_begin(AukCcdWork *ccd)
{
    ccd->path_boxes_made = ccd->local; // a local step has made them
    ccd->extension_count = 0;
    ccd->grids_asked = false;
    ccd->last_path_searches = ccd->path_searches;
    ccd->path_searches = 0;
}
