// The cast of a disc, or a point, against a box. In the box's frame it is a ray against the box enlarged by the radius.
// The slab that is entered last has the face that the disc meets. If the ray enters that slab beside the face, it meets
// the round corner there, or nothing: between the corner and the face there is no way in.
// Invariant: as in sat_boxes.c, an answer is given only if it is certain. Motions along a face or past a corner and
// starts at the surface are left to MPR. The answers differ from those of MPR by rounding only.
#ifndef AUK_GEOM_CAST_DISC_BOX_H
#define AUK_GEOM_CAST_DISC_BOX_H

#include "geom/cast.h"
#include "geom/sat.h"

// The sine of the angle to a face below which rounding errors are too large.
#define AUK_DISC_GRAZING 1e-3
// How deep the ray has to go into a round corner, as a multiple of the distance that is certain: rounding turns the
// normal by the size over this depth.
#define AUK_DISC_DEPTH 1e4

// One axis of the box, mirrored so that the disc starts on its positive side.
typedef struct AukDiscSlab {
    double sign;
    double from, delta; // of the disc's centre
    double half;        // half extent of the box, without the radius
    double entry;       // fraction; 0 if the disc starts within the slab
} AukDiscSlab;

typedef enum AukSlabEntry { AUK_ENTERS, AUK_ENTERS_NEVER, AUK_ENTERS_UNSURE } AukSlabEntry;

// All lengths are in the units of the box's frame.
static inline AukSlabEntry auk__disc_enter_slab(double from, double delta, double half, double radius, double certain,
                                                AukDiscSlab *slab)
{
    static const double signs[2] = {1.0, -1.0}; // no branch, since no processor can predict it
    slab->sign = signs[from < 0.0];
    slab->from = slab->sign * from;
    slab->delta = slab->sign * delta;
    slab->half = half;
    slab->entry = 0.0;
    double outside = slab->from - (half + radius), end = outside + slab->delta;
    if (outside <= certain) {
        return AUK_ENTERS;
    }
    if (end >= -certain) {
        return end > certain ? AUK_ENTERS_NEVER : AUK_ENTERS_UNSURE;
    }
    slab->entry = outside / -slab->delta;
    return AUK_ENTERS;
}

// Where a ray meets the circle around a corner, relative to the corner.
typedef struct AukDiscCorner {
    bool hit;
    double fraction;
    AukDvec at;
} AukDiscCorner;

// A ray from outside the circle of that radius around the origin. False if it is uncertain whether it ends before the
// circle or passes it.
static inline bool auk__disc_meets_corner(AukDvec from, AukDvec delta, double radius, double certain,
                                          AukDiscCorner *corner)
{
    double square = dvec_dot(delta, delta), along = dvec_dot(from, delta), beside = dvec_cross(delta, from);
    double reach = radius + certain, depth = AUK_DISC_GRAZING * radius, least = AUK_DISC_DEPTH * certain;
    depth = depth > least ? depth : least;
    corner->hit = false;
    if (along >= 0.0 || beside * beside > square * (reach * reach)) {
        return true;
    }
    double half = square * (radius * radius) - beside * beside; // of the chord, squared, times `square`
    if (half < square * (depth * depth)) {
        return false;
    }
    corner->fraction = (dvec_dot(from, from) - radius * radius) / (auk__square_root(half) - along);
    corner->at = dvec_mul_add(from, corner->fraction, delta);
    corner->hit = corner->fraction < 1.0;
    double past = corner->fraction - 1.0;
    return past * past * square > certain * certain;
}

// A box of the given half extents and a disc whose centre is at `middle`. `delta` is the motion of the second of the
// two: of the disc if `box_first`. False if the result is uncertain. `impact` must be all zero.
static inline bool auk__disc_meets_box(const AukDtransform *transform, AukVec2 extents, double box_radius,
                                       AukDvec middle, double disc_radius, AukDvec delta, bool box_first,
                                       AukImpact *impact)
{
    AukDvec from = auk__dtransform_unrotate(transform, dvec(middle.x - transform->x, middle.y - transform->y));
    AukDvec local_delta = auk__dtransform_unrotate(transform, box_first ? delta : dvec_neg(delta));
    double square = transform->c * transform->c + transform->s * transform->s,
           shrink = auk__dtransform_shrink(transform);
    double radius = (box_radius + disc_radius) * (square * shrink);
    AukDvec half = dvec((double)extents.x * square, (double)extents.y * square);
    double size =
        dvec_size(middle) + dvec_size(dvec(transform->x, transform->y)) + dvec_size(delta) + (half.x + half.y) + radius;
    double certain = AUK_SAT_CERTAIN * size;
    AukDiscSlab slabs[2];
    AukSlabEntry of_x = auk__disc_enter_slab(from.x, local_delta.x, half.x, radius, certain, &slabs[0]);
    AukSlabEntry of_y = auk__disc_enter_slab(from.y, local_delta.y, half.y, radius, certain, &slabs[1]);
    if (of_x == AUK_ENTERS_NEVER || of_y == AUK_ENTERS_NEVER) {
        return true;
    }
    bool upright = slabs[0].entry > slabs[1].entry; // the face is at an end of the x axis
    const AukDiscSlab *last = &slabs[!upright], *other = &slabs[upright];
    double fraction = last->entry, beside = fabs(other->from + fraction * other->delta);
    if (of_x == AUK_ENTERS_UNSURE || of_y == AUK_ENTERS_UNSURE || fraction == 0.0) {
        return false;
    }
    if (beside > other->half + radius + certain) {
        return true; // the other slab is left before the last one is entered: no hit
    }
    AukDvec local = upright ? dvec(last->sign, 0.0) : dvec(0.0, last->sign); // outward normal, in the box's frame
    if (beside > other->half + certain) {
        double side = other->from + fraction * other->delta < 0.0 ? -1.0 : 1.0; // the corner may be on the far side
        AukDiscCorner corner;
        bool sure = auk__disc_meets_corner(dvec(last->from - last->half, side * other->from - other->half),
                                           dvec(last->delta, side * other->delta), radius, certain, &corner);
        if (!sure || !corner.hit) {
            return sure;
        }
        AukDvec out = dvec_scale(1.0 / radius, dvec(last->sign * corner.at.x, side * other->sign * corner.at.y));
        local = upright ? out : dvec(out.y, out.x);
        fraction = corner.fraction;
    } else if (beside > other->half - certain || -last->delta < AUK_DISC_GRAZING * fabs(other->delta)) {
        return false;
    }
    AukDvec out = dvec_scale(
        shrink, dvec(transform->c * local.x - transform->s * local.y, transform->s * local.x + transform->c * local.y));
    AukDvec normal = box_first ? out : dvec_neg(out);
    impact->hit = true;
    impact->fraction = fraction;
    impact->normal = dvec(normal.x + 0.0, -(0.0 - normal.y)); // zeros with the signs that MPR gives them
    impact->point = dvec_mul_add(box_first ? dvec_mul_add(middle, fraction, delta) : middle, -disc_radius, out);
    return true;
}

#endif
