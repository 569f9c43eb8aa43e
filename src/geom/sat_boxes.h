// A box or a segment seen from its middle, for the two files that need it: sat_boxes.c and cast_boxes.c. A segment is a
// box without width whose short sides are not faces. All is told in the frame of the box whose face it is, so a face is
// flat there to the last bit.
#ifndef AUK_GEOM_SAT_BOXES_H
#define AUK_GEOM_SAT_BOXES_H

#include "geom/sat.h"

typedef struct AukSatBox {
    AukDvec middle, axis; // unit, along the first side; the other one is a quarter turn to its left
    AukDvec half;
    bool segment;
} AukSatBox;

static inline AukSatBox auk__sat_box_of(const AukSupportShape *core)
{
    const AukDtransform *transform = &core->transform;
    AukSatBox box;
    box.segment = !core->box;
    if (core->box) {
        double shrink = auk__dtransform_shrink(transform),
               scale = (transform->c * transform->c + transform->s * transform->s) * shrink;
        box.middle = dvec(transform->x, transform->y);
        box.axis = dvec(transform->c * shrink, transform->s * shrink);
        box.half = dvec(core->own[2].x * scale, core->own[2].y * scale);
    } else {
        AukDvec p = dvec_from(core->vertices[0]), q = dvec_from(core->vertices[1]);
        AukDvec along = auk__dtransform_rotate(transform, dvec(0.5 * (q.x - p.x), 0.5 * (q.y - p.y)));
        double length = dvec_length(along);
        box.middle = auk__dtransform_apply(transform, dvec(0.5 * (p.x + q.x), 0.5 * (p.y + q.y)));
        box.axis = dvec_scale(1.0 / length, along);
        box.half = dvec(length, 0.0);
    }
    return box;
}

// The best face so far.
typedef struct AukSatBoxFace {
    bool of_b, upright; // upright: on the short sides, normal to them is `axis`
    double distance;
} AukSatBoxFace;

// b in the frame of a: where its middle is, and the cosine and sine of its axis.
typedef struct AukSatBoxRelative {
    AukDvec apart;
    double c, s;
} AukSatBoxRelative;

// A face and the corner below it, along its normal and along the face.
typedef struct AukSatBoxMeeting {
    const AukSatBox *box, *other;
    const AukSatBoxRelative *relative; // of the other
    AukDvec normal, along;             // in the pair's frame: the normal leaves `box`
    double height, width;              // half extents of the box
    double side;                       // 1 or -1: of the face along the axis
    double distance;
    double corner_x, corner_y; // 1 or -1: which corner of the other
    double tilt;               // of the other's longer side against the face, as a sine: 0 is flat
    double offset;             // of the corner from the middle of the face
    double flat_half;          // half the other's side that is nearest parallel to the face
    bool of_b, upright;
} AukSatBoxMeeting;

static inline double auk__sat_sign(double x)
{
    return x < 0.0 ? -1.0 : 1.0;
}

static inline AukSatBoxMeeting auk__sat_box_meeting(const AukSatBoxFace *face, const AukSatBox boxes[2],
                                                    const AukSatBoxRelative *relative)
{
    const AukSatBox *box = &boxes[face->of_b], *other = &boxes[!face->of_b];
    double c = relative->c, s = relative->s, x = other->half.x, y = other->half.y;
    AukSatBoxMeeting meeting;
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
    meeting.side = auk__sat_sign(apart);
    meeting.normal = dvec_scale(meeting.side, meeting.normal);
    meeting.corner_x = -meeting.side * auk__sat_sign(x_up);
    meeting.corner_y = -meeting.side * auk__sat_sign(y_up);
    meeting.offset = aside + (meeting.corner_x * x * x_along + meeting.corner_y * y * y_along);
    bool lies = fabs(x_up) < fabs(y_up);
    meeting.tilt = lies ? fabs(x_up) : fabs(y_up);
    meeting.flat_half = lies ? x : y;
    return meeting;
}

static inline double auk__sat_box_size(const AukSatBox *box)
{
    return dvec_size(box->middle) + (box->half.x + box->half.y);
}

#endif
