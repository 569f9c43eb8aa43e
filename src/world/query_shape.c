// Casts against one shape of a world, all its pieces one by one.
#include "base/predicates.h"
#include "world/query_cast.h"

static bool cast_on_shape(const AukWorld *world, AukShapeId shape, AukWay *way, const AukCastOptions *options,
                          AukFound *found)
{
    bool skip = options && options->skip_overlapping;
    way->core.radius += options ? (double)options->distance : 0.0; // stopping short of it is being larger
    uint32_t index = shape.index, best_index = AUK_NO_INDEX;
    AukMet met, best;
    best.fraction = 1.0f;
    best.child = 0;
    AukTransform pose = auk__body(world, auk__part(world, index)->body)->pose;
    do {
        if (auk__way_meets(world, way, index, pose, skip, best.fraction, &met) &&
            (best_index == AUK_NO_INDEX || met.fraction < best.fraction || met.child < best.child)) {
            best_index = index;
            best = met;
        }
        index = auk__part_after(world, index);
    } while (index != shape.index);
    if (best_index != AUK_NO_INDEX && found) {
        *found = auk__way_found(world, way, best_index, &best);
    }
    return best_index != AUK_NO_INDEX;
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
