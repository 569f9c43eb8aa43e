// What is nearest. The grid offers boxes, the nearest first as far as it can tell; once the caller's array is full,
// nothing beyond its last entry is wanted.
#include "base/predicates.h"
#include "world/query/query.h"
#include "world/state/query_index.h"
#include "world/state/wrap.h"

// What is asked for: what is near `core`, which is set into a frame around `origin`.
typedef struct Near {
    const AukWorld *world;
    AukQuery wanted;
    AukVec2 origin;
    AukBox box; // around it
    float max_distance;
    AukFoundList list;
    AukCore core;
    AukBox asked;  // where it was asked; where the world wraps around `box` and `core` are moved from there ...
    AukDvec shift; // ... by whole periods
} Near;

typedef struct Nearest {
    float distance;
    int child;
    AukSeparation separation;
} Nearest;

static AukBox grown(const Near *near, float by)
{
    AukBox box = near->box;
    double far_x = fabs((double)box.min.x) + fabs((double)box.max.x);
    double far_y = fabs((double)box.min.y) + fabs((double)box.max.y);
    double margin = by > 0.0f ? (double)by : 0.0;
    margin += 0x1p-22 * ((far_x > far_y ? far_x : far_y) + margin);
    box.min.x = auk__round_down((double)box.min.x - margin);
    box.min.y = auk__round_down((double)box.min.y - margin);
    box.max.x = auk__round_up((double)box.max.x + margin);
    box.max.y = auk__round_up((double)box.max.y + margin);
    return box;
}

// What rounds to `reach` has to be measured, and everything that overlaps, however deep.
static double limit_of(float reach)
{
    return (double)auk__float_after(reach > 0.0f ? reach : 0.0f);
}

// True if several measurements may be compared to decide for one piece of the shape.
static bool has_rivals(const Near *near, uint32_t index)
{
    return near->world->wrap.on || auk__part_after(near->world, index) != index;
}

// How far a piece is. Apart from it the pieces of a surface are measured as any other shape: which of them is nearest
// is what is asked, and one that is nearer may be skipped. What overlaps is told the way out of the whole surface, if
// that is through this piece.
static AukSeparation measure(const Near *near, const AukPartPiece *piece, const AukCore *core, double limit)
{
    AukSeparation separation = auk__separation(core, &near->core, limit, NULL);
    if (piece->seam && separation.distance <= 0.0) {
        (void)auk__pieces_own(piece, NULL, core, &near->core, AUK_FOREIGN_DROPPED, &separation);
    }
    return separation;
}

// Among the pieces of a part that are near enough. False if there is none up to `reach`, which is finite for a grid.
// Rivals are measured up to one limit, whatever is known already: with limits of their own two that are equally near
// but for rounding could each miss the other, and one shape was listed twice.
static bool find_among(const Near *near, uint32_t index, float reach, Nearest *nearest)
{
    const AukWorld *world = near->world;
    AukTransform pose = auk__body(world, auk__part(world, index)->body)->pose;
    AukPieceCursor cursor = auk__query_pieces(world, index, pose, grown(near, reach), dvec(0.0, 0.0));
    double limit = limit_of(has_rivals(near, index) ? near->max_distance : reach);
    bool found = false;
    while (auk__pieces_next(&cursor)) {
        AukCore core;
        auk__piece_core(&cursor.piece, pose, near->origin, &core);
        AukSeparation separation = measure(near, &cursor.piece, &core, limit);
        float distance = (float)separation.distance;
        int child = cursor.piece.child;
        bool first =
            !found || distance < nearest->distance || (distance == nearest->distance && child < nearest->child);
        if (first && distance <= reach && !(near->wanted.skip_overlapping && distance <= 0.0f)) {
            found = true;
            nearest->distance = distance;
            nearest->child = child;
            nearest->separation = separation;
        }
    }
    return found;
}

// The nearest piece of a part. False if there is none up to `reach`. Of a grid the cells up to a little farther than
// its rectangle are looked at first, and then twice as many more each time, until one is found.
static bool find_nearest(const Near *near, uint32_t index, float reach, Nearest *nearest)
{
    const AukWorld *world = near->world;
    if (auk__part(world, index)->form != AUK_FORM_TILES) {
        return find_among(near, index, reach, nearest);
    }
    AukBox box = ((const AukBox *)world->tight.items)[index], both = auk_box_union(box, near->box);
    double least_x = (double)both.max.x - both.min.x, least_y = (double)both.max.y - both.min.y;
    double apart_x = least_x - ((double)box.max.x - box.min.x) - ((double)near->box.max.x - near->box.min.x);
    double apart_y = least_y - ((double)box.max.y - box.min.y) - ((double)near->box.max.y - near->box.min.y);
    double apart = (apart_x > 0.0 ? apart_x : 0.0) + (apart_y > 0.0 ? apart_y : 0.0), all = least_x + least_y;
    for (double more = 2.0 * auk__tiles(world, index)->cell;; more *= 2.0) {
        double step = apart + more < all ? apart + more : all;
        bool last = step >= all || step >= (double)reach;
        if (find_among(near, index, (double)reach < step ? reach : (float)step, nearest)) {
            return true;
        }
        if (last) {
            return false;
        }
    }
}

// True if nothing else of the same shape is nearer than this part.
static bool is_first_of_shape(const Near *near, uint32_t index, const Nearest *nearest)
{
    const AukWorld *world = near->world;
    uint32_t other = auk__part_after(world, index);
    if (other == index) {
        return true;
    }
    AukBox box = grown(near, nearest->distance);
    for (; other != index; other = auk__part_after(world, other)) {
        Nearest rival;
        if (auk__part_is_near(world, other, box) && find_nearest(near, other, nearest->distance, &rival) &&
            (rival.distance < nearest->distance || rival.child < nearest->child)) {
            return false;
        }
    }
    return true;
}

// Moves the question to an image.
static void set_image(Near *near, AukDvec shift)
{
    auk__core_shift(&near->core, dvec_sub(shift, near->shift));
    near->shift = shift;
    near->box = auk__box_shifted(near->asked, shift);
}

// The images in which something may be as near as that. What is nearest is no farther than half a period on any axis.
static AukWrapWalk images_within(const Near *near, float distance)
{
    AukDvec period = near->world->wrap.period;
    double half = 0.5 * dvec_size(period), by = (double)distance < half ? (double)distance : half;
    return auk__wrap_images(near->world, auk__box_grown(near->asked, by > 0.0 ? by : 0.0));
}

// True if nothing of the same shape is nearer, in any image; of equals the first image stays.
static bool is_first_of_images(Near *near, uint32_t index, const Nearest *nearest)
{
    const AukDvec shift = near->shift;
    AukWrapWalk walk = images_within(near, nearest->distance);
    AukDvec at;
    bool first = true, before = true;
    while (first && auk__wrap_next(&walk, &at)) {
        if (at.x == shift.x && at.y == shift.y) {
            before = false;
            continue;
        }
        set_image(near, at);
        AukBox box = grown(near, nearest->distance);
        uint32_t other = index;
        do {
            Nearest rival;
            bool found =
                auk__part_is_near(near->world, other, box) && find_nearest(near, other, nearest->distance, &rival);
            first = first && !(found && (rival.distance < nearest->distance || rival.child < nearest->child ||
                                         (rival.child == nearest->child && before)));
            other = auk__part_after(near->world, other);
        } while (first && other != index);
    }
    set_image(near, shift);
    return first;
}

static float reach_of(const Near *near)
{
    const AukFound *last = auk__found_last(&near->list);
    return last ? last->distance : near->max_distance;
}

static void try_part(Near *near, uint32_t index)
{
    Nearest nearest;
    if (!auk__query_finds(near->world, &near->wanted, auk__part(near->world, index)) ||
        !find_nearest(near, index, reach_of(near), &nearest) || !is_first_of_shape(near, index, &nearest) ||
        (near->world->wrap.on && !is_first_of_images(near, index, &nearest))) {
        return;
    }
    near->list.total++;
    if (near->list.items) {
        AukFound found = auk__found_named(near->world, index, nearest.child);
        found.distance = nearest.distance;
        found.point =
            dvec_to_float(dvec_add(dvec_from(near->origin), dvec_sub(nearest.separation.point_a, near->shift)));
        found.normal = dvec_to_float(nearest.separation.normal);
        found.status = nearest.separation.status;
        auk__found_keep(&near->list, &found);
    }
}

static void find_near(Near *near)
{
    const AukGrid *grid = auk__cells(near->world);
    AukGridNear walk = auk__grid_query_near(grid, near->box);
    AukGridMet met[AUK_GRID_GATHER];
    for (int count = 1; count > 0;) {
        count = auk__grid_near_next(grid, &walk, limit_of(reach_of(near)), met);
        for (int i = 0; i < count && met[i].enters <= limit_of(reach_of(near)); i++) {
            try_part(near, met[i].slot);
        }
    }
}

static AukStatus find_in_images(Near *near)
{
    AukWrapWalk walk = images_within(near, near->max_distance);
    if (auk__wrap_count(&walk) > AUK_WRAP_IMAGES_MAX) {
        return AUK_ERROR_RANGE;
    }
    AukDvec shift;
    while (auk__wrap_next(&walk, &shift)) {
        set_image(near, shift);
        find_near(near);
    }
    return AUK_OK;
}

static AukStatus check_numbers(float max_distance, int capacity)
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
    status = status ? status : check_numbers(max_distance, capacity);
    if (status) {
        return -(int)status;
    }
    if (out && capacity == 0) {
        return 0;
    }
    Near near;
    near.world = world;
    near.wanted = auk__query_or_default(query);
    near.origin = pose.p;
    near.max_distance = max_distance;
    near.list = auk__found_list(out, capacity, AUK_FOUND_BY_DISTANCE);
    auk__core_init(&near.core, asked, auk__place(pose, pose.p));
    near.box = near.asked = auk__core_bounds(&near.core, pose.p);
    near.shift = dvec(0.0, 0.0);
    if (world->wrap.on) {
        status = find_in_images(&near);
    } else {
        find_near(&near);
    }
    return status ? -(int)status : auk__found_finish(&near.list);
}
