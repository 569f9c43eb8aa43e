// Four pairs of boxes, or of segments and boxes: sat_boxes.c finds the face and the corner below it.
// Invariant: the same operations in the same order as there, so the same bits. Distances near zero are left to the code
// for single pairs; in pairs of two boxes so are corners that meet.
#include "geom/pairs4_manifold.h"

#if AUK_F64X4_EXISTS

// As AukSatBox in sat_boxes.h. `segments` is used only if the class may include segments.
typedef struct Boxes {
    AukDvec4 middle, axis, half;
    AukF64x4 fat, segments;
} Boxes;

AUK_F64X4 Boxes pick_boxes(AukF64x4 mask, const Boxes *a, const Boxes *b)
{
    Boxes boxes = {dvec4_pick(mask, a->middle, b->middle), dvec4_pick(mask, a->axis, b->axis),
                   dvec4_pick(mask, a->half, b->half), f64x4_pick(mask, a->fat, b->fat),
                   f64x4_pick(mask, a->segments, b->segments)};
    return boxes;
}

AUK_F64X4 Boxes boxes_of(const AukPairs4Shapes *shapes, AukPairs4Class what)
{
    const AukDtransform4 *transform = &shapes->transform;
    AukDvec4 half = shapes->half;
    AukF64x4 shrink = dtransform4_shrink(transform), scale = f64x4_mul(dtransform4_turn_square(transform), shrink);
    Boxes boxes;
    boxes.middle = dtransform4_position(transform);
    boxes.axis = dvec4(f64x4_mul(transform->c, shrink), f64x4_mul(transform->s, shrink));
    boxes.half = dvec4(f64x4_mul(half.x, scale), f64x4_mul(half.y, scale));
    boxes.fat = f64x4_and(f64x4_at_most(f64x4_mul(f64x4(AUK_SAT_FAT), half.y), half.x),
                          f64x4_at_most(f64x4_mul(f64x4(AUK_SAT_FAT), half.x), half.y));
    boxes.segments = f64x4(0.0);
    if (what == AUK_CLASS_SEGMENT) {
        AukDvec4 p = pairs4_vertices(shapes, what, f64x4(0.0)), q = pairs4_vertices(shapes, what, f64x4(1.0));
        AukDvec4 along = dtransform4_rotate(transform, dvec4_scale(f64x4(0.5), dvec4_sub(q, p)));
        AukF64x4 length = dvec4_length(along);
        Boxes segments = {dtransform4_apply(transform, dvec4_scale(f64x4(0.5), dvec4_add(p, q))),
                          dvec4_scale(f64x4_div(f64x4(1.0), length), along), dvec4(length, f64x4(0.0)), f64x4(0.0),
                          f64x4_not(shapes->boxes)};
        boxes = pick_boxes(shapes->boxes, &boxes, &segments);
    }
    return boxes;
}

// The centre of the other box, and the cosine and sine of its axis.
typedef struct RelativeBoxes4 {
    AukDvec4 apart;
    AukF64x4 c, s;
} RelativeBoxes4;

typedef struct BestFace {
    AukF64x4 of_b, upright, distance;
} BestFace;

AUK_F64X4 void try_pair_of_faces(const RelativeBoxes4 *relative, const Boxes *boxes, const Boxes *others, AukF64x4 of_b,
                                 BestFace *best)
{
    AukF64x4 c = f64x4_abs(relative->c), s = f64x4_abs(relative->s);
    AukF64x4 wide = f64x4_add(f64x4_mul(others->half.x, c), f64x4_mul(others->half.y, s));
    AukF64x4 high = f64x4_add(f64x4_mul(others->half.x, s), f64x4_mul(others->half.y, c));
    AukF64x4 upright = f64x4_sub(f64x4_abs(relative->apart.x), f64x4_add(boxes->half.x, wide));
    AukF64x4 lying = f64x4_sub(f64x4_abs(relative->apart.y), f64x4_add(boxes->half.y, high));
    upright = f64x4_pick(boxes->segments, f64x4(-INFINITY), upright); // the short sides of a segment are not faces
    AukF64x4 all = f64x4_all(), none = f64x4(0.0);
    AukF64x4 better = f64x4_less(best->distance, upright);
    best->distance = f64x4_pick(better, upright, best->distance);
    best->upright = f64x4_pick(better, all, best->upright);
    best->of_b = f64x4_pick(better, of_b, best->of_b);
    better = f64x4_less(best->distance, lying);
    best->distance = f64x4_pick(better, lying, best->distance);
    best->upright = f64x4_pick(better, none, best->upright);
    best->of_b = f64x4_pick(better, of_b, best->of_b);
}

AUK_F64X4 AukF64x4 sign_of4(AukF64x4 v)
{
    return f64x4_pick(f64x4_less(v, f64x4(0.0)), f64x4(-1.0), f64x4(1.0));
}

AUK_F64X4 AukF64x4 corner_number4(const Boxes *boxes, AukF64x4 x, AukF64x4 y)
{
    AukF64x4 none = f64x4(0.0), one = f64x4(1.0), right = f64x4_pick(f64x4_less(none, x), one, none);
    AukF64x4 upper = f64x4_and(f64x4_less(none, y), f64x4_not(boxes->segments));
    return f64x4_pick(upper, f64x4_sub(f64x4(3.0), right), right);
}

// A face of `box` and the corner of `other` below it, as AukSatBoxMeeting in sat_boxes.h.
typedef struct BoxMeeting4 {
    Boxes box, other;
    AukDvec4 normal, along;
    AukF64x4 height, width, side, distance, corner_x, corner_y, offset, tilt, flat_half;
    AukF64x4 aside; // position of the other's centre along the face
    AukF64x4 upright;
} BoxMeeting4;

// `relative` is the other box in the frame of the face's box.
AUK_F64X4 BoxMeeting4 box_meeting_of4(const BestFace *best, const Boxes *a, const Boxes *b,
                                      const RelativeBoxes4 *relative)
{
    AukF64x4 of_b = best->of_b, upright = best->upright, c = relative->c, s = relative->s;
    BoxMeeting4 meeting;
    meeting.box = pick_boxes(of_b, b, a);
    meeting.other = pick_boxes(of_b, a, b);
    const Boxes *box = &meeting.box, *other = &meeting.other;
    AukDvec4 apart = relative->apart, left = dvec4(f64x4_neg(box->axis.y), box->axis.x);
    AukF64x4 x_up = f64x4_pick(upright, c, s), y_up = f64x4_pick(upright, f64x4_neg(s), c);
    AukF64x4 x_along = f64x4_pick(upright, s, c), y_along = f64x4_pick(upright, c, f64x4_neg(s));
    AukF64x4 x_rises = f64x4_abs(x_up), y_rises = f64x4_abs(y_up), lies = f64x4_less(x_rises, y_rises);
    meeting.upright = upright;
    meeting.distance = best->distance;
    meeting.side = sign_of4(f64x4_pick(upright, apart.x, apart.y));
    meeting.aside = f64x4_pick(upright, apart.y, apart.x);
    meeting.height = f64x4_pick(upright, box->half.x, box->half.y);
    meeting.width = f64x4_pick(upright, box->half.y, box->half.x);
    meeting.along = dvec4_pick(upright, left, box->axis);
    meeting.normal = dvec4_scale(meeting.side, dvec4_pick(upright, box->axis, left));
    meeting.corner_x = f64x4_mul(f64x4_neg(meeting.side), sign_of4(x_up));
    meeting.corner_y = f64x4_mul(f64x4_neg(meeting.side), sign_of4(y_up));
    AukF64x4 x = f64x4_mul(meeting.corner_x, other->half.x), y = f64x4_mul(meeting.corner_y, other->half.y);
    meeting.offset = f64x4_add(meeting.aside, f64x4_add(f64x4_mul(x, x_along), f64x4_mul(y, y_along)));
    meeting.tilt = f64x4_pick(lies, x_rises, y_rises);
    meeting.flat_half = f64x4_pick(lies, other->half.x, other->half.y);
    return meeting;
}

AUK_F64X4 AukF64x4 edge_number4(const BoxMeeting4 *meeting)
{
    AukF64x4 one = f64x4(1.0), none = f64x4(0.0), positive = f64x4_less(none, meeting->side);
    return f64x4_pick(meeting->upright, f64x4_pick(positive, one, f64x4(3.0)),
                      f64x4_pick(positive, f64x4_pick(meeting->box.segments, one, f64x4(2.0)), none));
}

// As answer_flat_boxes() in sat_boxes.c: the corner is not above the face, but its side is parallel to the face and
// overlaps it.
AUK_F64X4 AukF64x4 boxes_lie_flat4(const BoxMeeting4 *meeting)
{
    AukF64x4 offset = meeting->offset, outwards = f64x4_less(f64x4(0.0), offset),
             runs_on = f64x4_less(offset, meeting->aside);
    AukF64x4 beyond = f64x4_sub(f64x4_abs(offset), f64x4_mul(f64x4(2.0), meeting->flat_half));
    AukF64x4 towards = f64x4_xor(outwards, runs_on), touches_face = f64x4_at_most(beyond, meeting->width);
    return f64x4_and(f64x4_at_most(meeting->tilt, f64x4(AUK_SAT_PARALLEL)), f64x4_and(touches_face, towards));
}

// As answer_box_corners() in sat_boxes.c: the corner is not above the face, and nearest to an end of it.
AUK_F64X4 void answer_corners4(const BoxMeeting4 *meeting, AukF64x4 asked, AukF64x4 certain, AukPairs4Faces *faces)
{
    const Boxes *box = &meeting->box, *other = &meeting->other;
    AukF64x4 none = f64x4(0.0), to_end = sign_of4(meeting->offset), end = f64x4_mul(to_end, meeting->width);
    AukF64x4 beside = f64x4_sub(meeting->offset, end), square = f64x4_mul(meeting->distance, meeting->distance);
    AukF64x4 distance = f64x4_sqrt(f64x4_add(square, f64x4_mul(beside, beside)));
    AukDvec4 apart = dvec4_mul_add(dvec4_scale(meeting->distance, meeting->normal), beside, meeting->along);
    AukF64x4 x = f64x4_mul(dvec4_dot(apart, other->axis), meeting->corner_x);
    AukF64x4 y = f64x4_mul(dvec4_cross(other->axis, apart), meeting->corner_y);
    AukF64x4 supports = f64x4_and(f64x4_at_most(x, none), f64x4_or(other->segments, f64x4_at_most(y, none)));
    AukF64x4 found = f64x4_and(f64x4_and(asked, f64x4_less(certain, distance)), supports);
    found = f64x4_and(found, f64x4_less(certain, meeting->distance));
    AukDvec4 corner = dvec4_mul_add(dvec4_mul_add(box->middle, meeting->height, meeting->normal), end, meeting->along);
    AukF64x4 number = corner_number4(box, f64x4_pick(meeting->upright, meeting->side, to_end),
                                     f64x4_pick(meeting->upright, to_end, meeting->side));
    faces->known = f64x4_or(faces->known, found);
    faces->corners = found;
    faces->edge = f64x4_pick(found, number, faces->edge);
    faces->distance = f64x4_pick(found, distance, faces->distance);
    faces->normal = dvec4_pick(found, dvec4_scale(f64x4_div(f64x4(1.0), distance), apart), faces->normal);
    faces->on_face = dvec4_pick(found, corner, faces->on_face);
    faces->on_other = dvec4_pick(found, dvec4_add(corner, apart), faces->on_other);
}

AUK_F64X4 void find_face(AukPairs4Faces *faces, AukPairs4Class what)
{
    Boxes a = boxes_of(&faces->a, what), b = boxes_of(&faces->b, what);
    AukDvec4 apart = dvec4_sub(b.middle, a.middle), u = a.axis, v = b.axis;
    AukF64x4 size = f64x4_add(f64x4_add(dvec4_size(a.middle), f64x4_add(a.half.x, a.half.y)),
                              f64x4_add(dvec4_size(b.middle), f64x4_add(b.half.x, b.half.y)));
    AukF64x4 radius = f64x4_add(faces->a.radius, faces->b.radius), max_distance = f64x4_add(faces->limit, radius);
    AukF64x4 none = f64x4(0.0), touching = f64x4_mul(f64x4(AUK_SAT_TOUCHING), size),
             far = f64x4_add(max_distance, touching);
    RelativeBoxes4 relative = {dvec4(dvec4_dot(apart, u), dvec4_cross(u, apart)), dvec4_dot(u, v), dvec4_cross(u, v)};
    RelativeBoxes4 back = {dvec4(f64x4_neg(dvec4_dot(apart, v)), f64x4_neg(dvec4_cross(v, apart))), relative.c,
                           f64x4_neg(relative.s)};
    BestFace best = {none, none, f64x4(-INFINITY)};
    try_pair_of_faces(&relative, &a, &b, none, &best);
    try_pair_of_faces(&back, &b, &a, f64x4_all(), &best);

    AukF64x4 of_b = best.of_b, certain = f64x4_mul(f64x4(AUK_SAT_CERTAIN), size);
    relative.apart = dvec4_pick(of_b, back.apart, relative.apart);
    relative.s = f64x4_pick(of_b, back.s, relative.s);
    BoxMeeting4 meeting = box_meeting_of4(&best, &a, &b, &relative);
    AukF64x4 next_to_nothing = f64x4_and(f64x4_less(none, best.distance), f64x4_at_most(best.distance, touching));
    meeting.distance = f64x4_pick(next_to_nothing, none, best.distance);
    AukF64x4 on_face = f64x4_at_most(f64x4_abs(meeting.offset), meeting.width),
             meets = f64x4_or(on_face, boxes_lie_flat4(&meeting));
    AukF64x4 sure = f64x4_or(f64x4_less(certain, f64x4_abs(best.distance)), f64x4_and(a.fat, b.fat));
    faces->of_b = of_b;
    faces->edge = edge_number4(&meeting);
    faces->vertex = corner_number4(&meeting.other, meeting.corner_x, meeting.corner_y);
    faces->apart = f64x4_less(far, best.distance);
    faces->known = f64x4_and(sure, meets);
    faces->normal = meeting.normal;
    faces->distance = meeting.distance;
    if (what == AUK_CLASS_SEGMENT) {
        AukF64x4 end = f64x4_pick(f64x4_less(none, meeting.offset), meeting.width, f64x4_neg(meeting.width));
        AukDvec4 top = dvec4_mul_add(meeting.box.middle, meeting.height, meeting.normal);
        faces->on_face = dvec4_mul_add(top, f64x4_pick(on_face, meeting.offset, end), meeting.along);
        faces->on_other = dvec4_mul_add(faces->on_face, meeting.distance, meeting.normal);
        answer_corners4(&meeting, f64x4_and(sure, f64x4_not(meets)), certain, faces);
    }
    faces->normal = dvec4_pick(of_b, dvec4_neg(faces->normal), faces->normal);
    faces->distance = f64x4_sub(faces->distance, radius);
}

AUK_F64X4_CODE void auk__pairs4_boxes(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    AukPairs4Faces faces = pairs4_load_faces(pairs, AUK_CLASS_BOX);
    find_face(&faces, AUK_CLASS_BOX);
    pairs4_answer_faces(&faces, AUK_CLASS_BOX, pairs, answers);
}

AUK_F64X4_CODE void auk__pairs4_segments(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    AukPairs4Faces faces = pairs4_load_faces(pairs, AUK_CLASS_SEGMENT);
    find_face(&faces, AUK_CLASS_SEGMENT);
    pairs4_answer_faces(&faces, AUK_CLASS_SEGMENT, pairs, answers);
}

#endif
