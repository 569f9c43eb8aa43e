// Boxes and segments, which have a middle: seen from it two directions are all there is to try, and each reaches as far
// one way as the other. A segment is a box without width whose short sides are not faces.
// Everything is told in the frame of the box whose face it is, so a face is flat there to the last bit and boxes as
// thin as you like are as good as others.
// Invariant: as in faces.c, an answer is given only where it is certain.
#include "geom/cast.h"
#include "geom/sat.h"

typedef struct Box {
    AukDvec middle, axis; // unit, along the first side; the other one is a quarter turn to its left
    AukDvec half;
    bool segment;
} Box;

static inline Box box_of(const AukSupportShape *core)
{
    const AukDtransform *place = &core->place;
    Box box;
    box.segment = !core->box;
    if (core->box) {
        double shrink = auk__dtransform_shrink(place), scale = (place->c * place->c + place->s * place->s) * shrink;
        box.middle = dvec(place->x, place->y);
        box.axis = dvec(place->c * shrink, place->s * shrink);
        box.half = dvec(core->own[2].x * scale, core->own[2].y * scale);
    } else {
        AukDvec p = dvec_from(core->vertices[0]), q = dvec_from(core->vertices[1]);
        AukDvec along = auk__dtransform_rotate(place, dvec(0.5 * (q.x - p.x), 0.5 * (q.y - p.y)));
        double length = dvec_length(along);
        box.middle = auk__dtransform_apply(place, dvec(0.5 * (p.x + q.x), 0.5 * (p.y + q.y)));
        box.axis = dvec_scale(1.0 / length, along);
        box.half = dvec(length, 0.0);
    }
    return box;
}

// The best face so far.
typedef struct Face {
    bool of_b, upright; // upright: on the short sides, normal to them is `axis`
    double distance;
} Face;

static inline void note_face(Face *best, bool of_b, bool upright, double distance)
{
    if (distance > best->distance) {
        best->of_b = of_b;
        best->upright = upright;
        best->distance = distance;
    }
}

// b in the frame of a: where its middle is, and the cosine and sine of its axis.
typedef struct Relative {
    AukDvec apart;
    double c, s;
} Relative;

static inline void try_faces(const Relative *relative, const Box *box, const Box *other, bool of_b, Face *best)
{
    double c = fabs(relative->c), s = fabs(relative->s);
    if (!box->segment) {
        note_face(best, of_b, true, fabs(relative->apart.x) - (box->half.x + (other->half.x * c + other->half.y * s)));
    }
    note_face(best, of_b, false, fabs(relative->apart.y) - (box->half.y + (other->half.x * s + other->half.y * c)));
}

// A face and the corner below it, along its normal and along the face.
typedef struct Meeting {
    const Box *box, *other;
    const Relative *relative; // of the other
    AukDvec normal, along;    // in the pair's frame: the normal leaves `box`
    double height, width;     // half extents of the box
    double side;              // 1 or -1: of the face along the axis
    double distance;
    double corner_x, corner_y; // 1 or -1: which corner of the other
    double tilt;               // of the other's longer side against the face, as a sine: 0 is flat
    double offset;             // of the corner from the middle of the face
    double flat_half;          // half the other's side that is nearest parallel to the face
    bool of_b, upright;
} Meeting;

static inline double sign_of(double x)
{
    return x < 0.0 ? -1.0 : 1.0;
}

static inline Meeting meeting_of(const Face *face, const Box boxes[2], const Relative *relative)
{
    const Box *box = &boxes[face->of_b], *other = &boxes[!face->of_b];
    double c = relative->c, s = relative->s, x = other->half.x, y = other->half.y;
    Meeting meeting;
    meeting.box = box;
    meeting.other = other;
    meeting.relative = relative;
    meeting.of_b = face->of_b;
    meeting.upright = face->upright;
    meeting.distance = face->distance;
    AukDvec left = dvec(-box->axis.y, box->axis.x);
    double apart, aside, x_up, y_up, x_along, y_along; // the other's axes along the normal and along the face
    if (face->upright) {
        apart = relative->apart.x, aside = relative->apart.y;
        x_up = c, y_up = -s, x_along = s, y_along = c;
        meeting.height = box->half.x, meeting.width = box->half.y;
        meeting.along = left;
        meeting.normal = box->axis;
    } else {
        apart = relative->apart.y, aside = relative->apart.x;
        x_up = s, y_up = c, x_along = c, y_along = -s;
        meeting.height = box->half.y, meeting.width = box->half.x;
        meeting.along = box->axis;
        meeting.normal = left;
    }
    meeting.side = sign_of(apart);
    meeting.normal = dvec_scale(meeting.side, meeting.normal);
    meeting.corner_x = -meeting.side * sign_of(x_up);
    meeting.corner_y = -meeting.side * sign_of(y_up);
    meeting.offset = aside + (meeting.corner_x * x * x_along + meeting.corner_y * y * y_along);
    bool lies = fabs(x_up) < fabs(y_up);
    meeting.tilt = lies ? fabs(x_up) : fabs(y_up);
    meeting.flat_half = lies ? x : y;
    return meeting;
}

static inline int corner_number(const Box *box, double x, double y)
{
    if (box->segment) {
        return x > 0.0 ? 1 : 0;
    }
    return y > 0.0 ? (x > 0.0 ? 2 : 3) : (x > 0.0 ? 1 : 0);
}

static inline int edge_number(const Meeting *meeting)
{
    if (meeting->upright) {
        return meeting->side > 0.0 ? 1 : 3;
    }
    return meeting->side < 0.0 ? 0 : (meeting->box->segment ? 1 : 2);
}

static inline void answer(const Meeting *meeting, double distance, AukDvec normal, AukDvec on_box, AukDvec on_other,
                          int number, AukSeparation *found)
{
    bool of_b = meeting->of_b;
    int other = corner_number(meeting->other, meeting->corner_x, meeting->corner_y);
    found->distance = distance;
    found->normal = of_b ? dvec_neg(normal) : normal;
    found->point_a = of_b ? on_other : on_box;
    found->point_b = of_b ? on_box : on_other;
    found->support_a = of_b ? other : number;
    found->support_b = of_b ? number : other;
}

static inline void answer_face(const Meeting *meeting, double offset, AukSeparation *found)
{
    AukDvec at =
        dvec_mul_add(dvec_mul_add(meeting->box->middle, meeting->height, meeting->normal), offset, meeting->along);
    answer(meeting, meeting->distance, meeting->normal, at, dvec_mul_add(at, meeting->distance, meeting->normal),
           edge_number(meeting), found);
}

// The corner is off the face, but its side lies flat on it: then both are nearest where they have something in common.
static bool answer_flat(const Meeting *meeting, AukSeparation *found)
{
    double offset = meeting->offset, reach = 2.0 * meeting->flat_half, width = meeting->width;
    if (meeting->tilt > AUK_SAT_PARALLEL || fabs(offset) - reach > width) {
        return false;
    }
    double aside = meeting->relative->apart.x, middle = meeting->upright ? meeting->relative->apart.y : aside;
    if ((offset > 0.0) == (middle > offset)) {
        return false; // the side runs away from the face
    }
    answer_face(meeting, offset > 0.0 ? width : -width, found);
    return true;
}

// Is this corner of the other the nearest one, seen along the way to it? Told in the other's own frame.
static inline bool supports(const Meeting *meeting, AukDvec apart)
{
    const Box *other = meeting->other;
    double x = dvec_dot(apart, other->axis), y = dvec_cross(other->axis, apart);
    return x * meeting->corner_x <= 0.0 && (other->segment || y * meeting->corner_y <= 0.0);
}

static bool answer_corners(const Meeting *meeting, double certain, AukSeparation *found)
{
    double end = sign_of(meeting->offset) * meeting->width, beside = meeting->offset - end;
    double distance = sqrt(meeting->distance * meeting->distance + beside * beside);
    AukDvec apart = dvec_mul_add(dvec_scale(meeting->distance, meeting->normal), beside, meeting->along);
    if (!(distance > certain) || !supports(meeting, apart)) {
        return false;
    }
    AukDvec corner =
        dvec_mul_add(dvec_mul_add(meeting->box->middle, meeting->height, meeting->normal), end, meeting->along);
    double up = meeting->side, along = sign_of(end);
    int number = corner_number(meeting->box, meeting->upright ? up : along, meeting->upright ? along : up);
    answer(meeting, distance, dvec_scale(1.0 / distance, apart), corner, dvec_add(corner, apart), number, found);
    return true;
}

static bool is_fat(const AukSupportShape *core)
{
    double x = core->own[2].x, y = core->own[2].y;
    return core->box && x >= AUK_SAT_FAT * y && y >= AUK_SAT_FAT * x;
}

static inline double size_of(const Box *box)
{
    return dvec_size(box->middle) + (box->half.x + box->half.y);
}

// A lower bound, the axis that shows it, and the middles.
static inline void answer_beyond(const Face *face, const Box boxes[2], const Relative *relative, AukSeparation *found)
{
    AukDvec axis = boxes[face->of_b].axis;
    double apart = face->upright ? relative->apart.x : relative->apart.y;
    AukDvec normal = face->upright ? axis : dvec(-axis.y, axis.x);
    found->distance = face->distance;
    found->normal = dvec_scale(face->of_b ? -sign_of(apart) : sign_of(apart), normal);
    found->point_a = boxes[0].middle;
    found->point_b = boxes[1].middle;
    found->support_a = found->support_b = 0;
}

// A face and the corner below it are a simplex like any other.
static void remember(const Meeting *meeting, AukGjkCache *cache)
{
    uint32_t *edge = meeting->of_b ? cache->index_b : cache->index_a;
    uint32_t *vertex = meeting->of_b ? cache->index_a : cache->index_b;
    uint32_t first = (uint32_t)edge_number(meeting), count = meeting->box->segment ? 2 : 4;
    cache->count = 2;
    edge[0] = first;
    edge[1] = first + 1 < count ? first + 1 : 0;
    vertex[0] = vertex[1] = (uint32_t)corner_number(meeting->other, meeting->corner_x, meeting->corner_y);
    edge[2] = vertex[2] = 0;
}

bool auk__sat_boxes(const AukSupportShape *a, const AukSupportShape *b, double reach, AukGjkCache *cache,
                    AukSeparation *found)
{
    Box boxes[2] = {box_of(a), box_of(b)};
    AukDvec apart = dvec_sub(boxes[1].middle, boxes[0].middle), u = boxes[0].axis, v = boxes[1].axis;
    double size = size_of(&boxes[0]) + size_of(&boxes[1]), far = reach + AUK_SAT_TOUCHING * size;
    Relative relative = {dvec(dvec_dot(apart, u), dvec_cross(u, apart)), dvec_dot(u, v), dvec_cross(u, v)};
    Face face = {false, false, -INFINITY};
    try_faces(&relative, &boxes[0], &boxes[1], false, &face);
    if (face.distance <= far) {
        Relative back = {dvec(-dvec_dot(apart, v), -dvec_cross(v, apart)), relative.c, -relative.s};
        try_faces(&back, &boxes[1], &boxes[0], true, &face);
        relative = face.of_b ? back : relative;
    }
    if (face.distance > far) {
        answer_beyond(&face, boxes, &relative, found);
        return true;
    }
    Meeting meeting = meeting_of(&face, boxes, &relative);
    double certain = AUK_SAT_CERTAIN * size;
    if (cache) {
        remember(&meeting, cache);
    }
    if (fabs(face.distance) <= certain && !(is_fat(a) && is_fat(b))) {
        return false;
    }
    if (face.distance > 0.0 && face.distance <= AUK_SAT_TOUCHING * size) {
        meeting.distance = 0.0;
    }
    if (fabs(meeting.offset) <= meeting.width) {
        answer_face(&meeting, meeting.offset, found);
        return true;
    }
    if (answer_flat(&meeting, found)) {
        return true;
    }
    if (meeting.distance <= certain || !answer_corners(&meeting, certain, found)) {
        return false;
    }
    if (cache) {
        auk__sat_remember_corners(found, cache);
    }
    return true;
}

// ---- motion ---------------------------------------------------------------------------------------------------

// A direction across two sides of either: how far the two are apart along it and how far that is from where they begin
// to overlap, at the start and at the end of the motion.
typedef struct Slab {
    double apart, moved, reach;
} Slab;

static inline double excess(const Slab *slab, double fraction)
{
    return fabs(slab->apart + fraction * slab->moved) - slab->reach;
}

static inline void make_slabs(const Box *box, const Box *other, AukDvec apart, AukDvec delta, Slab slabs[2])
{
    AukDvec u = box->axis;
    double c = fabs(dvec_dot(u, other->axis)), s = fabs(dvec_cross(u, other->axis));
    Slab x = {dvec_dot(u, apart), dvec_dot(u, delta), box->half.x + (other->half.x * c + other->half.y * s)};
    Slab y = {dvec_cross(u, apart), dvec_cross(u, delta), box->half.y + (other->half.x * s + other->half.y * c)};
    slabs[0] = x;
    slabs[1] = y;
}

// The last slab to be entered and when. False if one of them is never entered: then the boxes never meet, or it is too
// close to call and *doubt is set.
static bool last_entry(const Slab slabs[4], double certain, int *last, double *fraction, bool *doubt)
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

// The corner that meets the face, or the end of the face where that is nearer.
static void meet_at(const Box boxes[2], int slab, AukDvec apart, AukImpact *impact)
{
    Face face = {slab >= 2, slab % 2 == 0, 0.0};
    const Box *box = &boxes[face.of_b], *other = &boxes[!face.of_b];
    AukDvec seen = face.of_b ? dvec_neg(apart) : apart, u = box->axis;
    Relative relative = {dvec(dvec_dot(seen, u), dvec_cross(u, seen)), dvec_dot(u, other->axis),
                         dvec_cross(u, other->axis)};
    Meeting meeting = meeting_of(&face, boxes, &relative);
    double width = meeting.width, offset = meeting.offset;
    offset = offset > width ? width : (offset < -width ? -width : offset);
    // a rests, and b's middle is where a's is and `apart`
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
    Box boxes[2] = {box_of(a), box_of(b)};
    AukDvec apart = dvec_sub(boxes[1].middle, boxes[0].middle);
    double certain = AUK_SAT_CERTAIN * (size_of(&boxes[0]) + size_of(&boxes[1]) + dvec_size(delta)), fraction;
    Slab slabs[4];
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
        return true; // by then another one has been left again
    }
    meet_at(boxes, last, dvec_mul_add(apart, fraction, delta), impact);
    impact->fraction = fraction;
    return true;
}
