// Casts against one shape of a world: looks at all its pieces one by one.
#include "base/predicates.h"
#include "world/query/query_cast.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <string.h>

typedef struct Best {
    uint32_t index; // AUK_NO_INDEX: no hit yet
    AukMet met;
} Best;

// True if the box of a piece says that the path, which lies in `box`, does not meet it: of a chain of 100,000 edges a
// ray looked at each for 64 ns. A piece that is disabled may not have the box of its pose, one that wraps around has
// several.
static bool misses_box(const AukWorld *world, uint32_t index, AukBox box)
{
    return !world->wrap.on && auk__part_is_enabled(&world->bodies, auk__part(&world->parts, index)) &&
           !auk__part_is_half_plane(auk__part(&world->parts, index)) &&
           !auk_box_overlap(auk__tight_box(&world->parts, index), box);
}

// Tests a piece of a shape in every image of it along the path, which lies in `box`. Returns AUK_ERROR_RANGE if the
// piece is too wide for that; it may belong to a disabled body that has turned.
static AukStatus cast_on_piece(const AukWorld *world, uint32_t index, const AukCastPath *path, AukBox box, bool skip,
                               Best *best)
{
    AukTransform pose = *auk__pose(&world->bodies, auk__part(&world->parts, index)->body);
    AukWrapWalk walk =
        world->wrap.on ? auk__wrap_walk(&world->wrap, auk__box_at(&world->parts, index, pose), box) : auk__wrap_one();
    AukDvec shift;
    if (auk__wrap_count(&walk) > AUK_WRAP_SPAN_MAX) {
        return AUK_ERROR_RANGE;
    }
    while (auk__wrap_next(&walk, &shift)) {
        AukCastPath moved;
        AukMet met;
        if (auk__cast_path_meets(&world->parts, &world->wrap, auk__cast_path_shifted(path, shift, &moved), index, pose,
                                 skip, best->met.fraction, shift, &met) &&
            (best->index == AUK_NO_INDEX || met.fraction < best->met.fraction || met.child < best->met.child)) {
            best->index = index;
            best->met = met;
        }
    }
    return AUK_OK;
}

static bool cast_on_shape(const AukWorld *world, AukShapeId shape, AukCastPath *path, const AukCastOptions *options,
                          AukFound *found)
{
    bool skip = options && options->skip_overlapping;
    path->alone = !skip; // as in lists
    path->core.radius +=
        options ? (double)options->distance : 0.0; // stopping at a distance is the same as a larger radius
    AukBox box = auk__cast_path_box(path);
    AukStatus status = auk__wrap_images_check(&world->wrap, box);
    Best best;
    memset(&best, 0, sizeof best);
    best.index = AUK_NO_INDEX;
    best.met.fraction = 1.0f;
    uint32_t index = shape.index;
    do {
        bool tested = !status && !misses_box(world, index, box);
        status = tested ? cast_on_piece(world, index, path, box, skip, &best) : status;
        index = auk__part_after(&world->parts, index);
    } while (!status && index != shape.index);
    if (status) {
        return auk__cast_path_refused(status, found);
    }
    if (best.index != AUK_NO_INDEX && found) {
        *found = auk__cast_path_found(world, path, best.index, &best.met);
    }
    return best.index != AUK_NO_INDEX;
}

static AukStatus check_cast_on_shape(const AukParts *parts, AukShapeId shape, const AukCastOptions *options)
{
    AukStatus status = auk__part_of(parts, shape) ? AUK_OK : AUK_ERROR_STALE_ID;
    return status ? status : auk__options_check(options);
}

bool auk_world_shape_cast_ray(const AukWorld *world, AukShapeId shape, AukVec2 from, AukVec2 delta,
                              const AukCastOptions *options, AukFound *found)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_ray(world, from, delta, NULL, &path);
    status = status ? status : check_cast_on_shape(&world->parts, shape, options);
    return status ? auk__cast_path_refused(status, found) : cast_on_shape(world, shape, &path, options, found);
}

bool auk_world_shape_cast_shape(const AukWorld *world, AukShapeId shape, const AukShape *mover, AukTransform pose,
                                AukVec2 delta, const AukCastOptions *options, AukFound *found)
{
    AukCastPath path;
    AukStatus status = auk__cast_path_of_shape(world, mover, pose, delta, NULL, &path);
    status = status ? status : check_cast_on_shape(&world->parts, shape, options);
    return status ? auk__cast_path_refused(status, found) : cast_on_shape(world, shape, &path, options, found);
}
