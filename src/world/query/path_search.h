// The search for parts along a path. The query index returns parts roughly from near to far; parts beyond the largest
// fraction still needed are not returned.
//
// In a world that wraps around, the path is shifted by whole periods in every way that makes it cross the area of the
// query index; for each shift the interval of the path in that area is searched. In other worlds it is searched once,
// without a shift.
#ifndef AUK_WORLD_QUERY_PATH_SEARCH_H
#define AUK_WORLD_QUERY_PATH_SEARCH_H

#include "base/prefetch.h"
#include "world/query/query_cast.h"
#include "world/state/wrap.h"

// The state of a search along a path.
typedef struct AukPathSearch {
    const AukWorld *world;
    const AukCastPath *asked;
    AukWrapWalk images;      // still to be searched
    AukBox covered;          // around the contents of the query index
    AukDvec shift;           // of the present image
    const AukCastPath *path; // the path in that image: the caller's path or `moved`
    AukCastPath moved;
    AukStretch stretch; // the interval of the path that the ray covers
    AukGridRay ray;
    bool live;  // false when no image is left
    int planes; // half-planes returned so far; they come last
    int count, at;
    float max_fraction;      // hits beyond this fraction are not needed
    float ray_max_fraction;  // `max_fraction` as a fraction of the ray
    const AukGridNote *note; // of the part that was returned last; null if it has none, or in a world that wraps
    AukGridCandidate met[AUK_GRID_GATHER];
} AukPathSearch;

// Converts a fraction of the path to a fraction of the ray, rounded up to the next float.
static inline float auk__path_search_on_ray(const AukStretch *stretch, float fraction)
{
    double length = stretch->to - stretch->from;
    if (length == 1.0) {
        return fraction;
    }
    double part = length > 0.0 ? ((double)fraction - stretch->from) / length : 1.0;
    return part < 1.0 ? auk__round_up(part) : 1.0f;
}

static inline void auk__path_search_start_ray(AukPathSearch *search)
{
    const AukWorld *world = search->world;
    const AukCastPath *path = search->path;
    double from = search->stretch.from, to = search->stretch.to;
    if (to - from == 1.0) {
        auk__grid_ray_start(&world->index.grid, path->box, path->delta, &search->ray);
        return;
    }
    AukDvec delta = dvec_scale(to - from, dvec_from(path->delta)), start = dvec_scale(from, dvec_from(path->delta));
    AukBox box = auk__box_shifted(path->box, start);
    double room = 0x1p-21 * (dvec_size(dvec_from(path->delta)) + dvec_size(dvec_from(box.min)));
    auk__grid_ray_start(&world->index.grid, auk__box_grown(box, room), dvec_to_float(delta), &search->ray);
}

// Goes on to the next image that the path crosses. False at the end.
bool auk__path_search_next_image(AukPathSearch *search);

// Returns the half-planes as candidates. False if none is left, and at the end.
bool auk__path_search_half_planes(AukPathSearch *search);

// Starts the first image. AUK_ERROR_RANGE if the path crosses too many images.
AukStatus auk__path_search_start_images(AukPathSearch *search);

// In a world that does not wrap, the only image is started at once: that saves 3 % of a short ray.
static inline AukStatus auk__path_search_start(AukPathSearch *search, const AukWorld *world, const AukCastPath *path)
{
    search->world = world;
    search->asked = search->path = path;
    search->count = search->at = search->planes = 0;
    search->max_fraction = search->ray_max_fraction = 1.0f;
    if (world->wrap.on) {
        return auk__path_search_start_images(search);
    }
    search->shift = dvec(0.0, 0.0);
    search->stretch.from = 0.0;
    search->stretch.to = 1.0;
    search->live = true;
    auk__path_search_start_ray(search);
    return AUK_OK;
}

// Reads the next batch of parts. False at the end.
static inline bool auk__path_search_on(AukPathSearch *search)
{
    if (!search->live) {
        return false;
    }
    search->count = auk__grid_ray_next(&search->world->index.grid, &search->ray, search->ray_max_fraction, search->met);
    search->at = 0;
    // Prefetch what is read of a part that is met or hit: its name, if it has a note, or its record, that of its body,
    // the user data, and the generations. Waiting for these took half the time of a ray among 1e5 boxes. In most
    // worlds a body and its only shape have the same index; if not, the body is prefetched in vain. (In integers, since
    // an item that does not exist has no address. Not in a function of its own, see base/prefetch.h.)
    const AukWorld *world = search->world;
    const AukGridNote *notes = world->index.grid.packed.notes.items;
    const AukGridName *names = world->index.grid.packed.names.items;
    uintptr_t parts = (uintptr_t)world->parts.records.items, bodies = (uintptr_t)world->bodies.records.items;
    uintptr_t user_data = (uintptr_t)world->bodies.user_data.items; // 0 if there is none
    uintptr_t part_ids = (uintptr_t)world->parts.slots.generation, body_ids = (uintptr_t)world->bodies.slots.generation;
    for (int i = 0; i < search->count; i++) {
        uintptr_t slot = search->met[i].slot;
        int32_t place = search->met[i].place;
        if (place != AUK_GRID_NONE && notes[place].body != AUK_GRID_NO_NOTE) {
            AUK_PREFETCH(&names[place]);
            continue;
        }
        AUK_PREFETCH((const void *)(parts + slot * sizeof(AukPart)));
        AUK_PREFETCH((const void *)(bodies + slot * sizeof(AukBody)));
        if (user_data) {
            AUK_PREFETCH((const void *)(user_data + slot * sizeof(uint64_t)));
        }
        AUK_PREFETCH((const void *)(part_ids + slot * sizeof(uint32_t)));
        AUK_PREFETCH((const void *)(body_ids + slot * sizeof(uint32_t)));
    }
    if (search->count > 0) {
        return true;
    }
    if (world->wrap.on) {
        return auk__path_search_next_image(search);
    }
    search->live = search->planes < world->half_planes.parts.count && auk__path_search_half_planes(search);
    return search->live;
}

// The next part whose box is hit up to there. False at the end.
static inline bool auk__path_search_next(AukPathSearch *search, uint32_t *index)
{
    while (search->at == search->count || search->met[search->at].enters > (double)search->ray_max_fraction) {
        if (!auk__path_search_on(search)) {
            return false;
        }
    }
    const AukGridCandidate *next = &search->met[search->at++];
    const AukGridNote *notes = search->world->index.grid.packed.notes.items;
    const AukGridNote *note = next->place == AUK_GRID_NONE ? NULL : notes + next->place;
    search->note = note && note->body != AUK_GRID_NO_NOTE && !search->world->wrap.on ? note : NULL;
    *index = next->slot;
    return true;
}

// Lowers the maximum fraction: only hits whose fraction may round to `fraction` or less are still needed.
static inline void auk__path_search_cut(AukPathSearch *search, float fraction)
{
    float after = auk__float_after(fraction);
    if (after < search->max_fraction) {
        search->max_fraction = after;
        search->ray_max_fraction = auk__path_search_on_ray(&search->stretch, after);
    }
}

// The path, beside a part that the search has returned, and its shift. `beside` is used where they differ.
static inline const AukCastPath *auk__path_search_beside(const AukPathSearch *search, uint32_t index,
                                                         AukCastPath *beside, AukDvec *shift)
{
    const AukWorld *world = search->world;
    AukDvec inward = auk__part_inward(&world->parts, &world->wrap, index);
    *shift = search->shift;
    if (inward.x == 0.0 && inward.y == 0.0) {
        return search->path;
    }
    *shift = dvec_sub(search->shift, inward);
    return auk__cast_path_shifted(search->asked, *shift, beside);
}

#endif
