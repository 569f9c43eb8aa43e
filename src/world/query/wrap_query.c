// Casts in worlds that wrap around. The grid of the queries holds everything once, where it is in the rectangle or a
// little out of it; so a way is looked along once for each shift by whole periods that brings it there, clipped to the
// part of it that is there.
// Invariant: a shape is found in the image that is met first, and in no other.
#include "world/query/query_cast.h"
#include "world/state/query_index.h"
#include "world/state/wrap.h"

#include "base/predicates.h"

#include <string.h>

void auk__way_shift(const AukWay *way, AukDvec shift, AukWay *moved)
{
    *moved = *way;
    moved->core.vertices = way->core.vertices == way->core.own ? moved->core.own : way->core.vertices;
    auk__core_shift(&moved->core, shift);
    moved->box = auk__box_shifted(way->box, shift);
}

// The part of a way that is near the rectangle.
typedef struct Stretch {
    double from, to;
} Stretch;

// What of it is between two sides, on one axis that wraps.
static void clip(Stretch *stretch, double min, double max, double delta, double low, double high)
{
    if (delta == 0.0) {
        stretch->to = max < low || min > high ? -1.0 : stretch->to;
        return;
    }
    double enters = ((delta > 0.0 ? low - max : high - min)) / delta,
           leaves = (delta > 0.0 ? high - min : low - max) / delta;
    stretch->from = enters > stretch->from ? enters : stretch->from;
    stretch->to = leaves < stretch->to ? leaves : stretch->to;
}

static Stretch stretch_of(const AukWorld *world, const AukWay *way)
{
    const AukWrap *wrap = &world->wrap;
    AukDvec delta = dvec_from(way->delta), period = wrap->period;
    double more = wrap->over + 0x1p-20 * (dvec_size(wrap->min) + dvec_size(period));
    Stretch stretch = {0.0, 1.0};
    if (period.x > 0.0) {
        clip(&stretch, (double)way->box.min.x, (double)way->box.max.x, delta.x, wrap->min.x - more,
             wrap->min.x + period.x + more);
    }
    if (period.y > 0.0) {
        clip(&stretch, (double)way->box.min.y, (double)way->box.max.y, delta.y, wrap->min.y - more,
             wrap->min.y + period.y + more);
    }
    return stretch;
}

// Around a way between two fractions of it.
static AukBox box_of_way(const AukWay *way, double from, double to)
{
    AukDvec delta = dvec_from(way->delta), a = dvec_scale(from, delta), b = dvec_scale(to, delta);
    AukBox box = way->box;
    double room = 0x1p-22 * (dvec_size(dvec_from(box.min)) + dvec_size(dvec_from(box.max)) + dvec_size(b));
    AukBox all = {{auk__round_down((double)box.min.x + (a.x < b.x ? a.x : b.x) - room),
                   auk__round_down((double)box.min.y + (a.y < b.y ? a.y : b.y) - room)},
                  {auk__round_up((double)box.max.x + (a.x > b.x ? a.x : b.x) + room),
                   auk__round_up((double)box.max.y + (a.y > b.y ? a.y : b.y) + room)}};
    return all;
}

AukBox auk__way_box(const AukWay *way)
{
    AukBox box = box_of_way(way, 0.0, 1.0);
    return auk__box_grown(box, way->core.radius); // which may have become larger than the box knows
}

// A cast under way.
typedef struct Cast {
    const AukWorld *world;
    const AukWay *way; // as it was asked
    AukQuery wanted;
    AukFoundList list;
    float reach; // nothing beyond this fraction is wanted
    bool any;
} Cast;

// True if nothing of the same shape is met before this in any image. Images and parts are looked at in one order, and
// of equals the first stays.
static bool is_first(const Cast *cast, uint32_t index, AukDvec shift, const AukMet *met)
{
    const AukWorld *world = cast->world;
    AukWrapWalk walk = auk__wrap_images(world, box_of_way(cast->way, 0.0, (double)met->fraction));
    AukDvec other_shift;
    bool before = true;
    while (auk__wrap_next(&walk, &other_shift)) {
        AukWay way;
        auk__way_shift(cast->way, other_shift, &way);
        AukBox box = box_of_way(&way, 0.0, (double)met->fraction);
        bool same = other_shift.x == shift.x && other_shift.y == shift.y;
        uint32_t other = index;
        do {
            AukTransform pose = auk__body(world, auk__part(world, other)->body)->pose;
            AukMet rival;
            if (!(same && other == index) && auk__part_is_near(world, other, box) &&
                auk__way_meets(world, &way, other, pose, cast->wanted.skip_overlapping, met->fraction, &rival) &&
                (rival.fraction < met->fraction || rival.child < met->child ||
                 (rival.child == met->child && other == index && before))) {
                return false;
            }
            other = auk__part_after(world, other);
        } while (other != index);
        before = before && !same;
    }
    return true;
}

static void keep(Cast *cast, const AukWay *way, uint32_t index, AukDvec shift, const AukMet *met)
{
    cast->list.total++;
    if (cast->list.items) {
        AukMet at = *met;
        at.impact.point = dvec_sub(at.impact.point, shift);
        AukFound found = auk__way_found(cast->world, way, index, &at);
        auk__found_keep(&cast->list, &found);
        const AukFound *last = auk__found_last(&cast->list);
        cast->reach = last && last->fraction < cast->reach ? last->fraction : cast->reach;
    }
}

static void try_part(Cast *cast, const AukWay *way, uint32_t index, AukDvec shift)
{
    const AukWorld *world = cast->world;
    AukTransform pose = auk__body(world, auk__part(world, index)->body)->pose;
    AukMet met;
    if (auk__query_finds(world, &cast->wanted, auk__part(world, index)) &&
        auk__way_meets(world, way, index, pose, cast->wanted.skip_overlapping, cast->reach, &met) &&
        (cast->any || is_first(cast, index, shift, &met))) {
        keep(cast, way, index, shift, &met);
    }
}

// Looks along one image of the way. False if nothing more is wanted.
static bool cast_image(Cast *cast, AukDvec shift)
{
    AukWay way;
    auk__way_shift(cast->way, shift, &way);
    Stretch stretch = stretch_of(cast->world, &way);
    double reach = (double)auk__float_after(cast->reach); // what rounds to it is wanted too
    stretch.to = stretch.to < reach ? stretch.to : reach;
    if (!(stretch.from <= stretch.to)) {
        return true;
    }
    AukDvec delta = dvec_scale(stretch.to - stretch.from, dvec_from(way.delta));
    AukBox start = auk__box_grown(box_of_way(&way, stretch.from, stretch.from), 0x1p-22 * dvec_size(delta));
    AukGridAhead ahead[AUK_GRID_AHEAD] = {{cast->world->parts.items, sizeof(AukPart)},
                                          {cast->world->bodies.items, sizeof(AukBody)}};
    AukGridRay ray = auk__grid_query_sweep(auk__cells(cast->world), start, dvec_to_float(delta), ahead);
    AukGridMet met[AUK_GRID_GATHER];
    int count;
    while ((count = auk__grid_ray_next(&cast->world->grid, &ray, 1.0f, met)) > 0) {
        for (int i = 0; i < count; i++) {
            try_part(cast, &way, met[i].slot, shift);
            if (cast->any && cast->list.total > 0) {
                return false;
            }
        }
    }
    return true;
}

int auk__wrap_cast(const AukWorld *world, const AukWay *way, const AukQuery *query, AukFound *out, int capacity,
                   bool any)
{
    Cast cast = {world, way, auk__query_or_default(query), auk__found_list(out, capacity, AUK_FOUND_BY_FRACTION),
                 1.0f,  any};
    AukBox box = auk__way_box(way);
    AukStatus status = auk__wrap_images_check(world, box);
    AukWrapWalk walk = auk__wrap_images(world, box);
    AukDvec shift;
    bool more = !status && !(out && capacity == 0);
    while (more && auk__wrap_next(&walk, &shift)) {
        more = cast_image(&cast, shift);
    }
    return status ? -(int)status : auk__found_finish(&cast.list);
}
