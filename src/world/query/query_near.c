// Nearest shapes. The query index returns boxes roughly in order of distance. Once the caller's array is full, boxes
// beyond its last entry are not needed.
// Boxes of one level of the index come before those of the next. If many of the first level are not wanted, for example
// the large sensors of a level, all of them would be looked at before the small bodies beside the query. So a search
// that has met many of them is given up, and made again up to a short distance, which is doubled until the array is
// full.
#include "base/predicates.h"
#include "base/prefetch.h"
#include "world/query/query.h"
#include "world/state/half_planes.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/wrap.h"

enum {
    UNWANTED_MOST = 32, // shapes met by a search that is given up
    REACHES = 12        // distances of the searches that follow
};

// The first of them, as a part of the distance at which the search was given up.
#define FIRST_REACH 0.125

// More than the error of a distance, as a part of the extent of the query shape: 10 units were measured with 10^15.
// Beside a query shape 10^12 times as large as what it finds, a distance may be less than the gap of the boxes by that.
// Tried: limits without it; what was found then depended on the order of the search, so on the past of the world.
#define DISTANCE_ERROR 0x1p-40

// A query for shapes near `core`, which is in a frame around `origin`.
typedef struct Near {
    const AukWorld *world;
    AukWanted wanted;
    AukVec2 origin;
    AukBox asked;       // around the query shape
    float max_distance; // the caller's
    float reach;        // of this search
    int unwanted;       // shapes that were met and are not wanted, in a search that may be given up
    double given_up_at; // distance at which it was; -1: it was not
    float max;          // shapes beyond it are not wanted any more,
    double limit;       // so they are measured up to here
    double error;       // of a distance
    AukFoundList list;
    AukDtransform transform; // of the query shape, as the caller gave it
    AukSupportShape core;    // moved by `shift` from there
    AukBox box;              // moved by `shift` too
    AukDvec shift;           // by whole periods
} Near;

typedef struct Nearest {
    float distance;
    int child;
    AukSeparation separation;
    AukDvec shift; // of the query
} Nearest;

static AukBox box_within_distance(AukBox box, float by)
{
    double far_x = fabs((double)box.min.x) + fabs((double)box.max.x);
    double far_y = fabs((double)box.min.y) + fabs((double)box.max.y);
    double margin = by > 0.0f ? (double)by : 0.0;
    margin += 0x1p-22 * ((far_x > far_y ? far_x : far_y) + margin);
    return auk__box_grown(box, margin);
}

// The limit up to which pieces are measured: all distances that round to `max`, and every overlap of any depth.
static double measured_up_to(const Near *near, float max)
{
    return (double)auk__float_after(max > 0.0f ? max : 0.0f) + near->error;
}

static void want_up_to(Near *near, float max)
{
    near->max = max;
    near->limit = measured_up_to(near, max);
}

// True if several measurements may have to be compared to choose one piece of the shape.
static bool has_rivals(const Near *near, uint32_t index)
{
    return near->world->wrap.on || auk__part_after(&near->world->parts, index) != index;
}

// True if a shape at that distance is a result up to `max`.
static bool near_enough(const Near *near, float distance, float max)
{
    return distance <= max && !(near->wanted.query->skip_overlapping && distance <= 0.0f);
}

// Finds the nearest among the pieces of a part that are near enough. False if there is none up to `max`, which
// must be finite for a grid of tiles. Rivals are measured with one common limit, whatever has been found already, since
// the last bits of a distance depend on it. Tried: with a limit for each, either of two pieces at nearly equal
// distances could count as the nearer one in its own search, and one shape was listed twice.
static bool find_among(const Near *near, uint32_t index, float max, Nearest *nearest)
{
    const AukWorld *world = near->world;
    AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, index)->body);
    bool grid = auk__part(&world->parts, index)->form == AUK_FORM_TILES; // other parts have their pieces in any box
    AukPieceCursor cursor = auk__query_pieces(&world->parts, &world->wrap, index, pose,
                                              grid ? box_within_distance(near->box, max) : near->box, dvec(0.0, 0.0),
                                              &near->wanted.query->filter);
    double limit = measured_up_to(near, has_rivals(near, index) ? near->max_distance : max);
    cursor.piece.front_only = false;
    bool found = false;
    while (auk__pieces_next(&cursor)) {
        AukSupportShape core;
        auk__piece_support_shape(&cursor.piece, pose, near->origin, &core);
        bool owns;
        AukSeparation separation = auk__piece_measure(&cursor.piece, &core, &near->core, limit, &owns);
        float distance = (float)separation.distance;
        int child = cursor.piece.child;
        bool first =
            !found || distance < nearest->distance || (distance == nearest->distance && child < nearest->child);
        if (first && near_enough(near, distance, max)) {
            found = true;
            nearest->distance = distance;
            nearest->child = child;
            nearest->separation = separation;
        }
    }
    return found;
}

// The nearest piece of a part. False if there is none up to `max`. In a grid of tiles the cells up to slightly beyond
// the distance of its rectangle are searched first; that distance is doubled until a cell is found.
static bool find_nearest(const Near *near, uint32_t index, float max, Nearest *nearest)
{
    const AukWorld *world = near->world;
    if (auk__part(&world->parts, index)->form != AUK_FORM_TILES) {
        return find_among(near, index, max, nearest);
    }
    AukBox box = auk__tight_box(&world->parts, index), both = auk_box_union(box, near->box);
    double least_x = (double)both.max.x - both.min.x, least_y = (double)both.max.y - both.min.y;
    double apart_x = least_x - ((double)box.max.x - box.min.x) - ((double)near->box.max.x - near->box.min.x);
    double apart_y = least_y - ((double)box.max.y - box.min.y) - ((double)near->box.max.y - near->box.min.y);
    double apart = (apart_x > 0.0 ? apart_x : 0.0) + (apart_y > 0.0 ? apart_y : 0.0), all = least_x + least_y;
    for (double more = 2.0 * (double)auk__cell_longest(auk__tiles(&world->parts, index));; more *= 2.0) {
        double step = apart + more < all ? apart + more : all;
        bool last = step >= all || step >= (double)max;
        if (find_among(near, index, (double)max < step ? max : (float)step, nearest)) {
            return true;
        }
        if (last) {
            return false;
        }
    }
}

// Moves the query by whole periods.
static void shift_query(Near *near, AukDvec shift)
{
    if (shift.x != near->shift.x || shift.y != near->shift.y) {
        near->core.transform = near->transform;
        auk__support_shape_shift(&near->core, shift);
        near->shift = shift;
        near->box = auk__box_shifted(near->asked, shift);
    }
}

// The box whose images may contain a shape within `distance`. On any axis that wraps, the nearest shape is at most half
// a period away. Of a shape that overlaps, the nearest image that does not overlap is at most a whole period away.
static AukBox box_within(const Near *near, float distance)
{
    AukDvec period = near->world->wrap.period;
    double by = distance > 0.0f ? (double)distance : 0.0, periods = near->wanted.query->skip_overlapping ? 1.0 : 0.5;
    return auk__box_widened(near->asked, dvec_min(dvec(by, by), dvec_scale(periods, period)));
}

// The nearest piece of a part in all images, the least by (distance, child, image), up to `max`. `nearest` is not
// changed unless a piece precedes it. If one does, the query is moved to its image.
static bool find_in_images_of(Near *near, uint32_t index, float max, Nearest *nearest)
{
    const AukWorld *world = near->world;
    if (!world->wrap.on) {
        bool far =
            has_rivals(near, index) && !auk__part_is_near(&world->index, index, box_within_distance(near->asked, max));
        nearest->shift = dvec(0.0, 0.0);
        return !far && find_nearest(near, index, max, nearest);
    }
    AukDvec inward = auk__part_inward(&world->parts, &world->wrap, index), image;
    AukWrapWalk walk = auk__part_images(&world->index, &world->wrap, index, box_within(near, max));
    bool found = false;
    while (auk__wrap_next(&walk, &image)) {
        Nearest here;
        if (!auk__part_is_near(&world->index, index, box_within_distance(auk__box_shifted(near->asked, image), max))) {
            continue;
        }
        shift_query(near, dvec_sub(image, inward));
        if (find_nearest(near, index, max, &here) &&
            (!found || here.distance < nearest->distance || here.child < nearest->child)) {
            found = true;
            here.shift = near->shift;
            *nearest = here;
            max = here.distance;
        }
    }
    return found;
}

static inline bool is_wanted(const Near *near, uint32_t index)
{
    const AukWorld *world = near->world;
    return auk__wanted_finds(&near->wanted, &world->bodies, &world->parts, auk__part(&world->parts, index));
}

// True in the one image in which a part is reported: the image in which the middles of the boxes are nearest. The gap
// between the boxes is not smaller in any other image.
static bool is_asked_here(const Near *near, uint32_t index, AukDvec image)
{
    const AukWorld *world = near->world;
    if (!world->wrap.on) {
        return true;
    }
    AukBox box = auk__bounds_box(auk__grid_node(&world->index.grid, (int32_t)index)->bounds);
    AukDvec offset = dvec_sub(auk__box_middle(near->asked), auk__box_middle(box));
    return auk__wrap_order(&world->wrap, image, auk__wrap_nearest(&world->wrap, offset)) == 0;
}

static AukFound found_of(const Near *near, uint32_t index, const AukGridNote *note, const Nearest *nearest)
{
    AukFound found;
    if (note) {
        auk__found_note(&near->world->index.grid, note, index, &found);
    } else {
        found = auk__found_named(&near->world->bodies, &near->world->parts, index, nearest->child);
    }
    found.distance = nearest->distance;
    found.point =
        dvec_to_float(dvec_add(dvec_from(near->origin), dvec_sub(nearest->separation.point_a, nearest->shift)));
    found.normal = dvec_to_float(nearest->separation.normal);
    found.status = nearest->separation.status;
    return found;
}

static void want_up_to_last(Near *near)
{
    const AukFound *last = auk__found_last(&near->list);
    if (last) {
        want_up_to(near, last->distance);
    }
}

// Adds a part; it has the given note, unless that is null.
static void add_nearest(Near *near, uint32_t index, const AukGridNote *note, const Nearest *nearest)
{
    near->list.total++;
    if (near->list.items) {
        AukFound found = found_of(near, index, note, nearest);
        auk__found_keep(&near->list, &found);
        want_up_to_last(near);
    }
}

// A shape of one piece, in a world that does not wrap.
static inline void try_single(Near *near, uint32_t index, const AukGridNote *note, const AukSupportShape *core,
                              int child)
{
    Nearest nearest;
    auk__separate(core, &near->core, near->limit, NULL, &nearest.separation);
    nearest.distance = (float)nearest.separation.distance;
    nearest.child = child;
    nearest.shift = dvec(0.0, 0.0);
    if (near_enough(near, nearest.distance, near->max)) {
        add_nearest(near, index, note, &nearest);
    }
}

// A plain box at rest: reads neither its part nor its body.
static void try_note(Near *near, uint32_t index, const AukGridNote *note)
{
    AukSupportShape core;
    auk__note_support_shape(note, near->origin, &core);
    try_single(near, index, note, &core, 0);
}

static void try_convex(Near *near, uint32_t index, const AukPart *part)
{
    AukTransform pose = *auk__pose(&near->world->bodies, part->body);
    AukSupportShape core;
    const AukParts *parts = &near->world->parts;
    auk__part_support_shape(parts, part, auk__part_dtransform(part, auk__part_local(parts, index), pose, near->origin),
                            &core);
    try_single(near, index, NULL, &core, auk__part_child(parts, index));
}

// Counts a shape once, at the last of its wanted parts that are near enough. Parts that are near are mostly next to
// each other.
static void count_shape(Near *near, uint32_t index)
{
    const AukParts *parts = &near->world->parts;
    const uint32_t head = auk__part_head(parts, index);
    Nearest nearest;
    if (!find_in_images_of(near, index, near->max, &nearest)) {
        return;
    }
    for (uint32_t other = auk__part_after(parts, index); other != head; other = auk__part_after(parts, other)) {
        if (is_wanted(near, other) && find_in_images_of(near, other, near->max, &nearest)) {
            return;
        }
    }
    near->list.total++;
}

// A part of a shape of several, at most one of which is in the list: the nearest of those so far, the lower child if
// two are as near. Edges of a chain may have filters of their own. Parts that are farther than `enters`, by their
// boxes, are not measured if the shape is nearer than that. Tried: a part was added if no other part of its shape was
// nearer, for which all were looked at; a search beside a chain of 5000 edges took 7 ms.
static void try_piece(Near *near, uint32_t index, double enters)
{
    const uint32_t head = auk__part_head(&near->world->parts, index);
    if (!near->list.items) {
        count_shape(near, index);
        return;
    }
    const int place = auk__part_is_whole_shape(&near->world->parts, index) ? -1 : auk__found_place(&near->list, head);
    const AukFound *known = place >= 0 ? &near->list.items[place] : NULL;
    if (known && enters > 0.0 && (double)auk__float_after(known->distance) + near->error <= enters) {
        return;
    }
    Nearest nearest;
    float max = known && known->distance < near->max ? known->distance : near->max;
    if (!find_in_images_of(near, index, max, &nearest)) {
        return;
    }
    if (!known || nearest.distance < known->distance || nearest.child < known->child) {
        AukFound found = found_of(near, index, NULL, &nearest);
        auk__found_put(&near->list, place, &found);
        want_up_to_last(near);
    }
}

static void try_part(Near *near, uint32_t index, AukDvec image, double enters)
{
    const AukWorld *world = near->world;
    const AukPart *part = auk__part(&world->parts, index);
    if (!is_wanted(near, index)) {
        near->unwanted++;
        return;
    }
    if (part->form == AUK_FORM_CONVEX && !world->wrap.on && auk__part_is_whole_shape(&world->parts, index)) {
        try_convex(near, index, part);
        return;
    }
    if (is_asked_here(near, index, image)) {
        try_piece(near, index, enters);
    }
}

// Half-planes are not in the query index.
static void find_near_half_planes(Near *near)
{
    uint32_t plane;
    for (int at = 0; auk__half_planes_next(near->world, &at, &plane);) {
        Nearest nearest;
        if (is_wanted(near, plane) && find_nearest(near, plane, near->max, &nearest)) {
            nearest.shift = near->shift;
            add_nearest(near, plane, NULL, &nearest);
        }
    }
}

static void find_near(Near *near, AukDvec image)
{
    const AukGrid *grid = &near->world->index.grid;
    AukGridNear walk = auk__grid_query_near(grid, auk__box_shifted(near->asked, image),
                                            auk__query_index_ignores(&near->wanted.query->filter));
    AukGridCandidate met;
    while (auk__grid_near_next(grid, &walk, near->limit, &met)) {
        const AukGridNote *note = auk__wanted_note(near->world, &near->wanted, met.place);
        if (note) {
            AUK_PREFETCH(auk__grid_name(grid, note));
            try_note(near, met.slot, note);
        } else {
            try_part(near, met.slot, image, met.enters);
        }
        if (near->unwanted == UNWANTED_MOST && near->list.items && !auk__found_last(&near->list)) {
            near->given_up_at = met.enters;
            return;
        }
    }
}

static void find_in_images(Near *near)
{
    AukWrapWalk walk = auk__wrap_images(&near->world->wrap, &near->world->index.grid, box_within(near, near->reach));
    AukDvec image;
    while (near->given_up_at < 0.0 && auk__wrap_next(&walk, &image)) {
        find_near(near, image);
    }
    if (near->given_up_at < 0.0) {
        find_near_half_planes(near);
    }
}

static void search_up_to(Near *near, float reach)
{
    near->reach = reach;
    near->given_up_at = -1.0;
    near->list.count = near->list.total = 0;
    want_up_to(near, reach);
    find_in_images(near);
}

// After a search that was given up. If the array does not become full, the last search is up to the caller's distance.
static void search_farther_and_farther(Near *near)
{
    const AukGrid *grid = &near->world->index.grid;
    double cell = auk__grid_unit(grid->base), first = FIRST_REACH * near->given_up_at;
    double reach = first > cell ? first : cell;
    near->unwanted = UNWANTED_MOST + 1; // not given up again
    for (int i = 0; i < REACHES && reach < (double)near->max_distance; i++) {
        search_up_to(near, (float)reach);
        if (auk__found_last(&near->list)) {
            return;
        }
        reach *= 2.0;
    }
    search_up_to(near, near->max_distance);
}

static AukStatus check_nearest_numbers(float max_distance, int capacity)
{
    if (!(max_distance >= 0.0f)) {
        return max_distance < 0.0f ? AUK_ERROR_NEGATIVE : AUK_ERROR_NOT_FINITE;
    }
    return capacity < 0 ? AUK_ERROR_COUNT : AUK_OK;
}

int auk_world_nearest(const AukWorld *world, const AukShape *shape, AukTransform pose, float max_distance,
                      const AukQuery *query, AukFound *out, int capacity)
{
    AukShape point = auk_shape_circle(0.0f);
    const AukShape *asked = shape ? shape : &point;
    AukStatus status = auk__query_check_shape(world, asked, pose);
    status = status ? status : check_nearest_numbers(max_distance, capacity);
    Near near;
    status = status ? status : auk__wanted_init(&near.wanted, query);
    if (status) {
        return -(int)status;
    }
    near.world = world;
    near.origin = pose.p;
    near.max_distance = max_distance;
    near.unwanted = 0;
    near.list = auk__found_list(out, capacity, AUK_FOUND_BY_DISTANCE);
    auk__support_shape_init(&near.core, asked, auk__dtransform(pose, pose.p));
    near.transform = near.core.transform;
    near.error = DISTANCE_ERROR * auk__support_shape_extent(&near.core);
    near.box = near.asked = auk__support_shape_around(&near.core, pose.p);
    near.shift = dvec(0.0, 0.0);
    status = auk__wrap_images_check(&world->wrap, near.asked);
    if (status || (out && capacity == 0)) {
        return -(int)status;
    }
    search_up_to(&near, max_distance);
    if (near.given_up_at >= 0.0) {
        search_farther_and_farther(&near);
    }
    return auk__found_finish(&near.list);
}
