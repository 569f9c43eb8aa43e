// Casts against one shape of a world, all its pieces one by one.
#include "base/predicates.h"
#include "world/query/query_cast.h"
#include "world/state/wrap.h"

typedef struct Best {
    uint32_t index; // AUK_NO_INDEX: none yet
    AukMet met;
} Best;

// Looks at the pieces of a shape; `shift` is how far the way has been moved.
static void cast_on_pieces(const AukWorld *world, AukShapeId shape, const AukWay *way, bool skip, AukDvec shift,
                           Best *best)
{
    uint32_t index = shape.index;
    AukTransform pose = auk__body(world, auk__part(world, index)->body)->pose;
    AukMet met;
    do {
        if (auk__way_meets(world, way, index, pose, skip, best->met.fraction, &met) &&
            (best->index == AUK_NO_INDEX || met.fraction < best->met.fraction || met.child < best->met.child)) {
            best->index = index;
            best->met = met;
            best->met.impact.point = dvec_sub(met.impact.point, shift);
        }
        index = auk__part_after(world, index);
    } while (index != shape.index);
}

static bool cast_on_shape(const AukWorld *world, AukShapeId shape, AukWay *way, const AukCastOptions *options,
                          AukFound *found)
{
    bool skip = options && options->skip_overlapping;
    way->core.radius += options ? (double)options->distance : 0.0; // stopping short of it is being larger
    Best best;
    best.index = AUK_NO_INDEX;
    best.met.fraction = 1.0f;
    best.met.child = 0;
    if (world->wrap.on) {
        AukBox box = auk__way_box(way);
        AukStatus status = auk__wrap_images_check(world, box);
        if (status) {
            return auk__way_refused(status, found);
        }
        AukWrapWalk walk = auk__wrap_images(world, box);
        AukDvec shift;
        while (auk__wrap_next(&walk, &shift)) {
            AukWay moved;
            auk__way_shift(way, shift, &moved);
            cast_on_pieces(world, shape, &moved, skip, shift, &best);
        }
    } else {
        cast_on_pieces(world, shape, way, skip, dvec(0.0, 0.0), &best);
    }
    if (best.index != AUK_NO_INDEX && found) {
        *found = auk__way_found(world, way, best.index, &best.met);
    }
    return best.index != AUK_NO_INDEX;
}

static AukStatus check(const AukWorld *world, AukShapeId shape, const AukCastOptions *options)
{
    AukStatus status = auk__part_of(world, shape) ? AUK_OK : AUK_ERROR_STALE_ID;
    return status ? status : auk__options_check(options);
}

bool auk_shape_cast_ray(const AukWorld *world, AukShapeId shape, AukVec2 from, AukVec2 delta,
                        const AukCastOptions *options, AukFound *found)
{
    AukWay way;
    AukStatus status = auk__way_of_ray(world, from, delta, &way);
    status = status ? status : check(world, shape, options);
    return status ? auk__way_refused(status, found) : cast_on_shape(world, shape, &way, options, found);
}

bool auk_shape_cast_shape(const AukWorld *world, AukShapeId shape, const AukShape *mover, AukTransform pose,
                          AukVec2 delta, const AukCastOptions *options, AukFound *found)
{
    AukWay way;
    AukStatus status = auk__way_of_shape(world, mover, pose, delta, &way);
    status = status ? status : check(world, shape, options);
    return status ? auk__way_refused(status, found) : cast_on_shape(world, shape, &way, options, found);
}
