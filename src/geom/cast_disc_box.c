// The cast of a disc, or a point, against a box. In the box's frame it is a ray against the box enlarged by the radius.
// The slab that is entered last has the face that the disc meets. No square root and at most two divisions.
// Invariant: as in sat_boxes.c, an answer is given only if it is certain. Round corners, motions along a face and
// starts at the surface are left to MPR. The answers differ from those of MPR by rounding only.
#include "geom/cast.h"
#include "geom/sat.h"

// The sine of the angle to a face below which rounding errors are too large.
#define GRAZING 1e-3

// One axis of the box, mirrored so that the disc starts on its positive side.
typedef struct DiscSlab {
    double sign;
    double from, delta; // of the disc's centre
    double half;        // half extent of the box, without the radius
    double entry;       // fraction; 0 if the disc starts within the slab
} DiscSlab;

typedef enum SlabEntry { ENTRY_YES, ENTRY_NEVER, ENTRY_UNSURE } SlabEntry;

// All lengths are in the units of the box's frame.
static inline SlabEntry enter_slab(double from, double delta, double half, double radius, double certain,
                                   DiscSlab *slab)
{
    slab->sign = from < 0.0 ? -1.0 : 1.0;
    slab->from = slab->sign * from;
    slab->delta = slab->sign * delta;
    slab->half = half;
    slab->entry = 0.0;
    double outside = slab->from - (half + radius), end = outside + slab->delta;
    if (outside <= certain) {
        return ENTRY_YES;
    }
    if (end >= -certain) {
        return end > certain ? ENTRY_NEVER : ENTRY_UNSURE;
    }
    slab->entry = outside / -slab->delta;
    return ENTRY_YES;
}

bool auk__cast_disc_box(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact)
{
    const AukSupportShape *box = a->box ? a : b, *disc = a->box ? b : a;
    const AukDtransform *transform = &box->transform;
    AukDvec middle = auk__support_shape_vertex(disc, 0);
    AukDvec from = auk__dtransform_unrotate(transform, dvec(middle.x - transform->x, middle.y - transform->y));
    AukDvec local_delta = auk__dtransform_unrotate(transform, a->box ? delta : dvec_neg(delta));
    double square = transform->c * transform->c + transform->s * transform->s,
           shrink = auk__dtransform_shrink(transform);
    double radius = (a->radius + b->radius) * (square * shrink);
    AukDvec half = dvec(box->own[2].x * square, box->own[2].y * square);
    double size =
        dvec_size(middle) + dvec_size(dvec(transform->x, transform->y)) + dvec_size(delta) + (half.x + half.y) + radius;
    double certain = AUK_SAT_CERTAIN * size;
    DiscSlab x, y;
    SlabEntry of_x = enter_slab(from.x, local_delta.x, half.x, radius, certain, &x);
    SlabEntry of_y = enter_slab(from.y, local_delta.y, half.y, radius, certain, &y);
    if (of_x == ENTRY_NEVER || of_y == ENTRY_NEVER) {
        return true;
    }
    bool upright = x.entry > y.entry; // the face is at an end of the x axis
    const DiscSlab *last = upright ? &x : &y, *other = upright ? &y : &x;
    double fraction = last->entry, beside = fabs(other->from + fraction * other->delta);
    if (of_x == ENTRY_UNSURE || of_y == ENTRY_UNSURE || fraction == 0.0) {
        return false;
    }
    if (beside > other->half + radius + certain) {
        return true; // the other slab is left before the last one is entered: no hit
    }
    if (beside > other->half - certain || -last->delta < GRAZING * fabs(other->delta)) {
        return false;
    }
    AukDvec axis = upright ? dvec(transform->c, transform->s) : dvec(-transform->s, transform->c);
    AukDvec out = dvec_scale(last->sign * shrink, axis); // outward normal of the box
    AukDvec normal = a->box ? out : dvec_neg(out);
    impact->hit = true;
    impact->fraction = fraction;
    impact->normal = dvec(normal.x + 0.0, -(0.0 - normal.y)); // zeros with the signs that MPR gives them
    impact->point = dvec_mul_add(a->box ? dvec_mul_add(middle, fraction, delta) : middle, -disc->radius, out);
    return true;
}
