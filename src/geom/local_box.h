// Boxes of placed shapes, rounded outward.
#ifndef AUK_GEOM_LOCAL_BOX_H
#define AUK_GEOM_LOCAL_BOX_H

#include "auk/types.h"
#include "base/f64x2_f32x4.h"
#include "geom/support_shape.h"

#include <string.h>

// Moves a float to the next lower or higher float, or by 0 steps. nextafterf is not used, since it is a libm function.
// Branch-free, since a processor cannot predict in which direction a number was rounded. The bits of floats, as
// integers, have the order of the floats if those of negative floats are reversed. The two zeros then count as one
// number, which needs an extra step.
static inline float auk__step_float(float x, bool down, bool places)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t step = (int32_t)places + (int32_t)(places && bits == (down ? 0 : INT32_MIN));
    bits ^= (bits < 0) * INT32_MAX;
    bits += down ? -step : step;
    bits ^= (bits < 0) * INT32_MAX;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// The largest float that is not above x.
static inline float auk__round_down(double x)
{
    float f = (float)x;
    return auk__step_float(f, true, (double)f > x);
}

// The smallest float that is not below x.
static inline float auk__round_up(double x)
{
    float f = (float)x;
    return auk__step_float(f, false, (double)f < x);
}

// The box between two corners, rounded outward.
static inline AukBox auk__box_outward(AukDvec min, AukDvec max)
{
    AukBox box = {{auk__round_down(min.x), auk__round_down(min.y)}, {auk__round_up(max.x), auk__round_up(max.y)}};
    return box;
}

// The box grown by `by` on every side, rounded outward.
static inline AukBox auk__box_widened(AukBox box, AukDvec by)
{
    return auk__box_outward(dvec_sub(dvec_from(box.min), by), dvec_add(dvec_from(box.max), by));
}

static inline AukBox auk__box_grown(AukBox box, double by)
{
    return auk__box_widened(box, dvec(by, by));
}

// The box of two points, grown by `by`, rounded outward.
static inline AukBox auk__box_of_points(AukDvec p, AukDvec q, double by)
{
    AukDvec room = dvec(by, by);
    return auk__box_outward(dvec_sub(dvec_min(p, q), room), dvec_add(dvec_max(p, q), room));
}

// A box relative to the position of a shape, along the world's axes.
typedef struct AukLocalBox {
    AukF64x2 min, max;
} AukLocalBox;

// The local box of a core, without its radius.
AukLocalBox auk__local_box_of_support(const AukSupportShape *core);

// The box of a core placed relative to `origin`, with its radius.
AukBox auk__support_shape_bounds(const AukSupportShape *core, AukVec2 origin);

// The same for searches, in a third of the time: it may be one or two floats wider than the tightest box.
AukBox auk__support_shape_around(const AukSupportShape *core, AukVec2 origin);

// c and s are {c, c} and {-s, s} of a rotation, or {s, s} for shapes that are symmetric about both axes.
static inline AukF64x2 auk__rotate_vertex(AukF64x2 c, AukF64x2 s, const AukVec2 *v)
{
    AukF64x2 wide = auk__f64x2_load_point(&v->x);
    return auk__f64x2_add(auk__f64x2_mul(c, wide), auk__f64x2_mul(s, auk__f64x2_swap(wide)));
}

static inline AukLocalBox auk__local_box_of_vertices(const AukVec2 *vertices, int count, const AukDtransform *transform)
{
    AukF64x2 c = auk__f64x2_both(transform->c), s = auk__f64x2_make(-transform->s, transform->s);
    AukLocalBox local;
    local.min = local.max = auk__rotate_vertex(c, s, &vertices[0]);
    for (int i = 1; i < count; i++) {
        AukF64x2 v = auk__rotate_vertex(c, s, &vertices[i]);
        local.min = auk__f64x2_min(v, local.min);
        local.max = auk__f64x2_max(v, local.max);
    }
    return local;
}

static inline AukLocalBox auk__local_box_of_box(AukVec2 half, const AukDtransform *transform)
{
    AukLocalBox local;
    local.max = auk__rotate_vertex(auk__f64x2_both(fabs(transform->c)), auk__f64x2_both(fabs(transform->s)), &half);
    local.min = auk__f64x2_sub(auk__f64x2_both(0.0), local.max);
    return local;
}

static inline AukLocalBox auk__local_box_of_point(void)
{
    AukLocalBox point = {auk__f64x2_both(0.0), auk__f64x2_both(0.0)};
    return point;
}

// The local box of a shape of any kind, without its radius.
AukLocalBox auk__local_box_by_support(const AukShape *shape, const AukDtransform *transform);

// The local box of a shape without its radius. Inline for the kinds that are most common in a step.
static inline AukLocalBox auk__local_box_of_shape(const AukShape *shape, const AukDtransform *transform)
{
    if (shape->kind == AUK_SHAPE_BOX) {
        return auk__local_box_of_box(shape->core.half, transform);
    }
    if (shape->kind == AUK_SHAPE_POLYGON && shape->core.polygon.count <= AUK_SCANNED_VERTICES) {
        return auk__local_box_of_vertices(shape->core.polygon.vertices, shape->core.polygon.count, transform);
    }
    if (shape->kind == AUK_SHAPE_CAPSULE || shape->kind == AUK_SHAPE_SEGMENT) {
        return auk__local_box_of_vertices(shape->core.segment, 2, transform);
    }
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        return auk__local_box_of_point();
    }
    return auk__local_box_by_support(shape, transform);
}

static inline AukLocalBox auk__local_box_grown(AukLocalBox local, double by)
{
    AukF64x2 grow = auk__f64x2_both(by);
    local.min = auk__f64x2_sub(local.min, grow);
    local.max = auk__f64x2_add(local.max, grow);
    return local;
}

// The local box of a shape with its radius, grown by `margin`. The position of `transform` is not used.
static inline AukLocalBox auk__local_box_widened(const AukShape *shape, const AukDtransform *transform, double margin)
{
    return auk__local_box_grown(auk__local_box_of_shape(shape, transform), shape->radius + margin);
}

// {min x, min y, max x, max y} of a local box at a position, rounded outward. Rounding to nearest has an error of at
// most 2^-24 of the number, or 2^-150 for denormal floats, so a little more is added first, which suffices for a local
// box with an error of 2^-150 too. The result is not the tightest, but takes a third of the time of finding the
// tightest floats.
static inline AukF32x4 auk__local_box_at(AukLocalBox local, AukF64x2 at)
{
    AukF64x2 off = auk__f64x2_both(0x1p-23), least = auk__f64x2_both(0x1p-149);
    AukF64x2 min = auk__f64x2_add(at, local.min), max = auk__f64x2_add(at, local.max);
    min = auk__f64x2_sub(min, auk__f64x2_add(auk__f64x2_mul(auk__f64x2_abs(min), off), least));
    max = auk__f64x2_add(max, auk__f64x2_add(auk__f64x2_mul(auk__f64x2_abs(max), off), least));
    return auk__f32x4_of_doubles(min, max);
}

// The same as a box.
static inline AukBox auk__local_box_placed(AukLocalBox local, AukVec2 at)
{
    AukBox box;
    auk__f32x4_store(&box.min.x, auk__local_box_at(local, auk__f64x2_load_point(&at.x)));
    return box;
}

// The box of a shape placed relative to `origin`, with its radius, grown by `margin`. It may be one or two floats wider
// than the tightest box.
AukBox auk__widened_bounds(const AukShape *shape, const AukDtransform *transform, AukVec2 origin, double margin);

#endif
