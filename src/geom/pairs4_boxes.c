// Four pairs of boxes, or of segments and boxes: boxes.c finds the face and the corner below it.
// Invariant: the same operations in the same order as there, so the same bits. Distances that are next to nothing, and
// of boxes alone corners that meet, are not told.
#include "geom/pairs4_manifold.h"

#if AUK_FOUR_EXISTS

// As Box in boxes.c. Which are segments is looked at only where the class says that there may be some.
typedef struct Boxes {
    AukFourVec middle, axis, half;
    AukFour fat, segments;
} Boxes;

AUK_FOUR Boxes pick_boxes(AukFour mask, const Boxes *a, const Boxes *b)
{
    Boxes boxes = {four_vec_pick(mask, a->middle, b->middle), four_vec_pick(mask, a->axis, b->axis),
                   four_vec_pick(mask, a->half, b->half), four_pick(mask, a->fat, b->fat),
                   four_pick(mask, a->segments, b->segments)};
    return boxes;
}

AUK_FOUR Boxes boxes_of(const AukFourShapes *shapes, AukQuartetClass what)
{
    const AukFourPlace *place = &shapes->place;
    AukFourVec half = shapes->half;
    AukFour shrink = four_shrink(place), scale = four_mul(four_turn_square(place), shrink);
    Boxes boxes;
    boxes.middle = four_position(place);
    boxes.axis = four_vec(four_mul(place->c, shrink), four_mul(place->s, shrink));
    boxes.half = four_vec(four_mul(half.x, scale), four_mul(half.y, scale));
    boxes.fat = four_and(four_at_most(four_mul(four(AUK_FACES_FAT), half.y), half.x),
                         four_at_most(four_mul(four(AUK_FACES_FAT), half.x), half.y));
    boxes.segments = four(0.0);
    if (what == AUK_CLASS_SEGMENT) {
        AukFourVec p = four_vertices(shapes, what, four(0.0)), q = four_vertices(shapes, what, four(1.0));
        AukFourVec along = four_rotate(place, four_vec_scale(four(0.5), four_vec_sub(q, p)));
        AukFour length = four_vec_length(along);
        Boxes segments = {four_apply(place, four_vec_scale(four(0.5), four_vec_add(p, q))),
                          four_vec_scale(four_div(four(1.0), length), along), four_vec(length, four(0.0)), four(0.0),
                          four_not(shapes->boxes)};
        boxes = pick_boxes(shapes->boxes, &boxes, &segments);
    }
    return boxes;
}

// The other one's middle, and the cosine and sine of its axis.
typedef struct Relative {
    AukFourVec apart;
    AukFour c, s;
} Relative;

typedef struct BestFace {
    AukFour of_b, upright, distance;
} BestFace;

AUK_FOUR void try_pair_of_faces(const Relative *relative, const Boxes *boxes, const Boxes *others, AukFour of_b,
                                BestFace *best)
{
    AukFour c = four_abs(relative->c), s = four_abs(relative->s);
    AukFour wide = four_add(four_mul(others->half.x, c), four_mul(others->half.y, s));
    AukFour high = four_add(four_mul(others->half.x, s), four_mul(others->half.y, c));
    AukFour upright = four_sub(four_abs(relative->apart.x), four_add(boxes->half.x, wide));
    AukFour lying = four_sub(four_abs(relative->apart.y), four_add(boxes->half.y, high));
    upright = four_pick(boxes->segments, four(-INFINITY), upright); // a segment's short sides are no faces
    AukFour all = four_all(), none = four(0.0);
    AukFour better = four_less(best->distance, upright);
    best->distance = four_pick(better, upright, best->distance);
    best->upright = four_pick(better, all, best->upright);
    best->of_b = four_pick(better, of_b, best->of_b);
    better = four_less(best->distance, lying);
    best->distance = four_pick(better, lying, best->distance);
    best->upright = four_pick(better, none, best->upright);
    best->of_b = four_pick(better, of_b, best->of_b);
}

AUK_FOUR AukFour sign_of(AukFour v)
{
    return four_pick(four_less(v, four(0.0)), four(-1.0), four(1.0));
}

AUK_FOUR AukFour corner_number(const Boxes *boxes, AukFour x, AukFour y)
{
    AukFour none = four(0.0), one = four(1.0), right = four_pick(four_less(none, x), one, none);
    AukFour upper = four_and(four_less(none, y), four_not(boxes->segments));
    return four_pick(upper, four_sub(four(3.0), right), right);
}

// A face of `box` and the corner of `other` below it, as Meeting in boxes.c.
typedef struct Meeting {
    Boxes box, other;
    AukFourVec normal, along;
    AukFour height, width, side, distance, corner_x, corner_y, offset, tilt, flat_half;
    AukFour aside; // the other's middle, along the face
    AukFour upright;
} Meeting;

// `relative` is the other one seen from the face's box.
AUK_FOUR Meeting meeting_of(const BestFace *best, const Boxes *a, const Boxes *b, const Relative *relative)
{
    AukFour of_b = best->of_b, upright = best->upright, c = relative->c, s = relative->s;
    Meeting meeting;
    meeting.box = pick_boxes(of_b, b, a);
    meeting.other = pick_boxes(of_b, a, b);
    const Boxes *box = &meeting.box, *other = &meeting.other;
    AukFourVec apart = relative->apart, left = four_vec(four_neg(box->axis.y), box->axis.x);
    AukFour x_up = four_pick(upright, c, s), y_up = four_pick(upright, four_neg(s), c);
    AukFour x_along = four_pick(upright, s, c), y_along = four_pick(upright, c, four_neg(s));
    AukFour x_rises = four_abs(x_up), y_rises = four_abs(y_up), lies = four_less(x_rises, y_rises);
    meeting.upright = upright;
    meeting.distance = best->distance;
    meeting.side = sign_of(four_pick(upright, apart.x, apart.y));
    meeting.aside = four_pick(upright, apart.y, apart.x);
    meeting.height = four_pick(upright, box->half.x, box->half.y);
    meeting.width = four_pick(upright, box->half.y, box->half.x);
    meeting.along = four_vec_pick(upright, left, box->axis);
    meeting.normal = four_vec_scale(meeting.side, four_vec_pick(upright, box->axis, left));
    meeting.corner_x = four_mul(four_neg(meeting.side), sign_of(x_up));
    meeting.corner_y = four_mul(four_neg(meeting.side), sign_of(y_up));
    AukFour x = four_mul(meeting.corner_x, other->half.x), y = four_mul(meeting.corner_y, other->half.y);
    meeting.offset = four_add(meeting.aside, four_add(four_mul(x, x_along), four_mul(y, y_along)));
    meeting.tilt = four_pick(lies, x_rises, y_rises);
    meeting.flat_half = four_pick(lies, other->half.x, other->half.y);
    return meeting;
}

AUK_FOUR AukFour edge_number(const Meeting *meeting)
{
    AukFour one = four(1.0), none = four(0.0), positive = four_less(none, meeting->side);
    return four_pick(meeting->upright, four_pick(positive, one, four(3.0)),
                     four_pick(positive, four_pick(meeting->box.segments, one, four(2.0)), none));
}

// As answer_flat() in boxes.c: the corner is off the face, but its side lies flat on it and reaches it.
AUK_FOUR AukFour lie_flat(const Meeting *meeting)
{
    AukFour offset = meeting->offset, outwards = four_less(four(0.0), offset),
            runs_on = four_less(offset, meeting->aside);
    AukFour beyond = four_sub(four_abs(offset), four_mul(four(2.0), meeting->flat_half));
    AukFour towards = _mm256_xor_pd(outwards, runs_on), reaches = four_at_most(beyond, meeting->width);
    return four_and(four_at_most(meeting->tilt, four(AUK_FACES_PARALLEL)), four_and(reaches, towards));
}

// As answer_corners() in boxes.c: the corner is off the face, and nearest to the end of it.
AUK_FOUR void answer_corners(const Meeting *meeting, AukFour asked, AukFour certain, AukFourFaces *faces)
{
    const Boxes *box = &meeting->box, *other = &meeting->other;
    AukFour none = four(0.0), to_end = sign_of(meeting->offset), end = four_mul(to_end, meeting->width);
    AukFour beside = four_sub(meeting->offset, end), square = four_mul(meeting->distance, meeting->distance);
    AukFour distance = four_sqrt(four_add(square, four_mul(beside, beside)));
    AukFourVec apart = four_vec_mul_add(four_vec_scale(meeting->distance, meeting->normal), beside, meeting->along);
    AukFour x = four_mul(four_dot(apart, other->axis), meeting->corner_x);
    AukFour y = four_mul(four_cross(other->axis, apart), meeting->corner_y);
    AukFour supports = four_and(four_at_most(x, none), four_or(other->segments, four_at_most(y, none)));
    AukFour found = four_and(four_and(asked, four_less(certain, distance)), supports);
    found = four_and(found, four_less(certain, meeting->distance));
    AukFourVec corner =
        four_vec_mul_add(four_vec_mul_add(box->middle, meeting->height, meeting->normal), end, meeting->along);
    AukFour number = corner_number(box, four_pick(meeting->upright, meeting->side, to_end),
                                   four_pick(meeting->upright, to_end, meeting->side));
    faces->known = four_or(faces->known, found);
    faces->corners = found;
    faces->edge = four_pick(found, number, faces->edge);
    faces->distance = four_pick(found, distance, faces->distance);
    faces->normal = four_vec_pick(found, four_vec_scale(four_div(four(1.0), distance), apart), faces->normal);
    faces->on_face = four_vec_pick(found, corner, faces->on_face);
    faces->on_other = four_vec_pick(found, four_vec_add(corner, apart), faces->on_other);
}

AUK_FOUR void find_face(AukFourFaces *faces, AukQuartetClass what)
{
    Boxes a = boxes_of(&faces->a, what), b = boxes_of(&faces->b, what);
    AukFourVec apart = four_vec_sub(b.middle, a.middle), u = a.axis, v = b.axis;
    AukFour size = four_add(four_add(four_vec_size(a.middle), four_add(a.half.x, a.half.y)),
                            four_add(four_vec_size(b.middle), four_add(b.half.x, b.half.y)));
    AukFour radius = four_add(faces->a.radius, faces->b.radius), reach = four_add(faces->limit, radius);
    AukFour none = four(0.0), touching = four_mul(four(AUK_FACES_TOUCHING), size), far = four_add(reach, touching);
    Relative relative = {four_vec(four_dot(apart, u), four_cross(u, apart)), four_dot(u, v), four_cross(u, v)};
    Relative back = {four_vec(four_neg(four_dot(apart, v)), four_neg(four_cross(v, apart))), relative.c,
                     four_neg(relative.s)};
    BestFace best = {none, none, four(-INFINITY)};
    try_pair_of_faces(&relative, &a, &b, none, &best);
    try_pair_of_faces(&back, &b, &a, four_all(), &best);

    AukFour of_b = best.of_b, certain = four_mul(four(AUK_FACES_CERTAIN), size);
    relative.apart = four_vec_pick(of_b, back.apart, relative.apart);
    relative.s = four_pick(of_b, back.s, relative.s);
    Meeting meeting = meeting_of(&best, &a, &b, &relative);
    AukFour next_to_nothing = four_and(four_less(none, best.distance), four_at_most(best.distance, touching));
    meeting.distance = four_pick(next_to_nothing, none, best.distance);
    AukFour on_face = four_at_most(four_abs(meeting.offset), meeting.width),
            meets = four_or(on_face, lie_flat(&meeting));
    AukFour sure = four_or(four_less(certain, four_abs(best.distance)), four_and(a.fat, b.fat));
    faces->of_b = of_b;
    faces->edge = edge_number(&meeting);
    faces->vertex = corner_number(&meeting.other, meeting.corner_x, meeting.corner_y);
    faces->apart = four_less(far, best.distance);
    faces->known = four_and(sure, meets);
    faces->normal = meeting.normal;
    faces->distance = meeting.distance;
    if (what == AUK_CLASS_SEGMENT) {
        AukFour end = four_pick(four_less(none, meeting.offset), meeting.width, four_neg(meeting.width));
        AukFourVec top = four_vec_mul_add(meeting.box.middle, meeting.height, meeting.normal);
        faces->on_face = four_vec_mul_add(top, four_pick(on_face, meeting.offset, end), meeting.along);
        faces->on_other = four_vec_mul_add(faces->on_face, meeting.distance, meeting.normal);
        answer_corners(&meeting, four_and(sure, four_not(meets)), certain, faces);
    }
    faces->normal = four_vec_pick(of_b, four_vec_neg(faces->normal), faces->normal);
    faces->distance = four_sub(faces->distance, radius);
}

AUK_FOUR_CODE void auk__quartet_boxes(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFourFaces faces = four_load_faces(pairs, AUK_CLASS_BOX);
    find_face(&faces, AUK_CLASS_BOX);
    four_answer_faces(&faces, AUK_CLASS_BOX, pairs, answers);
}

AUK_FOUR_CODE void auk__quartet_segments(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFourFaces faces = four_load_faces(pairs, AUK_CLASS_SEGMENT);
    find_face(&faces, AUK_CLASS_SEGMENT);
    four_answer_faces(&faces, AUK_CLASS_SEGMENT, pairs, answers);
}

#endif
