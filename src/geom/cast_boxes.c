// The cast of a box against a box. Along each of the four side normals the projections of the boxes overlap from one
// fraction to another. The boxes meet at the last of the four entries, at the face with that normal.
// Invariant: as in sat.c, an answer is given only if it is certain.
#include "geom/cast.h"
#include "geom/sat_boxes.h"

// The projections on a side normal: offset of the centres at the start, its change during the motion, and the offset up
// to which the projections overlap.
typedef struct BoxSlab {
    double apart, moved, half;
} BoxSlab;

static inline double excess(const BoxSlab *slab, double fraction)
{
    return fabs(slab->apart + fraction * slab->moved) - slab->half;
}

static inline void make_slabs(const AukSatBox *box, const AukSatBox *other, AukDvec apart, AukDvec delta,
                              BoxSlab slabs[2])
{
    AukDvec u = box->axis;
    double c = fabs(dvec_dot(u, other->axis)), s = fabs(dvec_cross(u, other->axis));
    BoxSlab x = {dvec_dot(u, apart), dvec_dot(u, delta), box->half.x + (other->half.x * c + other->half.y * s)};
    BoxSlab y = {dvec_cross(u, apart), dvec_cross(u, delta), box->half.y + (other->half.x * s + other->half.y * c)};
    slabs[0] = x;
    slabs[1] = y;
}

// Finds the slab that is entered last and its fraction. False if a slab is never entered: the boxes then never meet,
// unless *doubt is set, since the decision is too close to rounding.
static bool last_entry(const BoxSlab slabs[4], double certain, int *last, double *fraction, bool *doubt)
{
    *fraction = -1.0;
    for (int i = 0; i < 4; i++) {
        double start = excess(&slabs[i], 0.0), end = excess(&slabs[i], 1.0);
        bool crosses = (slabs[i].apart > 0.0) != (slabs[i].apart + slabs[i].moved > 0.0);
        *doubt = *doubt || fabs(start) <= certain;
        if (start <= 0.0) {
            continue;
        }
        if (end > -certain && !crosses) {
            *doubt = start <= certain || end <= certain;
            return false;
        }
        double entry = start / fabs(slabs[i].moved);
        if (entry > *fraction) {
            *fraction = entry;
            *last = i;
        }
    }
    *doubt = *doubt || *fraction < 0.0;
    return true;
}

// Sets the impact: the corner that meets the face, clamped to the face.
static void meet_at(const AukSatBox boxes[2], int slab, AukDvec apart, AukImpact *impact)
{
    AukSatBoxFace face = {slab >= 2, slab % 2 == 0, 0.0};
    const AukSatBox *box = &boxes[face.of_b], *other = &boxes[!face.of_b];
    AukDvec seen = face.of_b ? dvec_neg(apart) : apart, u = box->axis;
    AukSatBoxRelative relative = {dvec(dvec_dot(seen, u), dvec_cross(u, seen)), dvec_dot(u, other->axis),
                                  dvec_cross(u, other->axis)};
    AukSatBoxMeeting meeting = auk__sat_box_meeting(&face, boxes, &relative);
    double width = meeting.width, offset = meeting.offset;
    offset = offset > width ? width : (offset < -width ? -width : offset);
    // a does not move, and the centre of b is that of a plus `apart`
    AukDvec middle = face.of_b ? dvec_add(boxes[0].middle, apart) : box->middle;
    AukDvec top = dvec_mul_add(middle, meeting.height, meeting.normal);
    impact->hit = true;
    impact->normal = face.of_b ? dvec_neg(meeting.normal) : meeting.normal;
    impact->point = dvec_mul_add(top, offset, meeting.along);
}

bool auk__cast_boxes(const AukSupportShape *a, const AukSupportShape *b, AukDvec delta, AukImpact *impact)
{
    if (!a->box || !b->box || a->radius + b->radius > 0.0) {
        return false;
    }
    AukSatBox boxes[2] = {auk__sat_box_of(a), auk__sat_box_of(b)};
    AukDvec apart = dvec_sub(boxes[1].middle, boxes[0].middle);
    double certain = AUK_SAT_CERTAIN * (auk__sat_box_size(&boxes[0]) + auk__sat_box_size(&boxes[1]) + dvec_size(delta)),
           fraction;
    BoxSlab slabs[4];
    make_slabs(&boxes[0], &boxes[1], apart, delta, &slabs[0]);
    make_slabs(&boxes[1], &boxes[0], apart, delta, &slabs[2]);
    bool doubt = false;
    int last = 0;
    if (!last_entry(slabs, certain, &last, &fraction, &doubt)) {
        return !doubt;
    }
    double most = -INFINITY;
    for (int i = 0; i < 4; i++) {
        double beyond = i == last ? -INFINITY : excess(&slabs[i], fraction);
        most = beyond > most ? beyond : most;
    }
    if (doubt || fabs(most) <= certain) {
        return false;
    }
    if (most > 0.0) {
        return true; // another slab is left before the last one is entered: no hit
    }
    meet_at(boxes, last, dvec_mul_add(apart, fraction, delta), impact);
    impact->fraction = fraction;
    return true;
}
