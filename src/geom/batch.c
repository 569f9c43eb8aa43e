// The queries of geom.h for arrays of pairs: plain loops over the calls for single pairs.
#include "auk/geom.h"

#include <stddef.h>

static AukStatus check_arrays(const void *first, const void *second, int count)
{
    if (count < 0) {
        return AUK_ERROR_COUNT;
    }
    return count > 0 && (!first || !second) ? AUK_ERROR_NULL : AUK_OK;
}

AukStatus auk_distance_many(const AukPairDef *pairs, int count, AukDistance *out)
{
    AukStatus status = check_arrays(pairs, out, count);
    for (int i = 0; i < count && !status; i++) {
        out[i] = auk_distance(pairs[i].a, pairs[i].pose_a, pairs[i].b, pairs[i].pose_b);
    }
    return status;
}

AukStatus auk_overlap_many(const AukPairDef *pairs, int count, bool *out)
{
    AukStatus status = check_arrays(pairs, out, count);
    for (int i = 0; i < count && !status; i++) {
        out[i] = auk_overlap(pairs[i].a, pairs[i].pose_a, pairs[i].b, pairs[i].pose_b);
    }
    return status;
}

AukStatus auk_collide_many(const AukPairDef *pairs, int count, AukManifold *out)
{
    AukStatus status = check_arrays(pairs, out, count);
    for (int i = 0; i < count && !status; i++) {
        out[i] = auk_collide(pairs[i].a, pairs[i].pose_a, pairs[i].b, pairs[i].pose_b);
    }
    return status;
}

AukStatus auk_cast_ray_many(const AukShape *shape, AukTransform pose, const AukVec2 *from, const AukVec2 *delta,
                            int count, const AukCastOptions *options, AukCast *out)
{
    AukStatus status = check_arrays(from, out, count);
    status = status ? status : check_arrays(delta, out, count);
    for (int i = 0; i < count && !status; i++) {
        out[i] = auk_cast_ray(shape, pose, from[i], delta[i], options);
    }
    return status;
}

AukStatus auk_cast_shape_many(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                              const AukTransform *pose_b, int count, const AukCastOptions *options, AukCast *out)
{
    AukStatus status = check_arrays(b, out, count);
    status = status ? status : check_arrays(pose_b, out, count);
    for (int i = 0; i < count && !status; i++) {
        out[i] = auk_cast_shape(a, pose_a, delta, &b[i], pose_b[i], options);
    }
    return status;
}
