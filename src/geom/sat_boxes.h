// A box or a segment by its centre, axis and half extents, for sat_boxes.c, cast_boxes.c and advance_boxes.c. A segment
// is a box without width whose short sides are not faces. Computations are in the frame of the box that has the face,
// so the face is exactly parallel to an axis there.
#ifndef AUK_GEOM_SAT_BOXES_H
#define AUK_GEOM_SAT_BOXES_H

#include "geom/sat.h"

typedef struct AukSatBox {
    AukDvec middle, axis; // unit axis along the first side; the second axis is 90 degrees to its left
    AukDvec half;
    bool segment;
} AukSatBox;

static inline AukSatBox auk__sat_box_at(const AukSupportShape *core, const AukDtransform *transform)
{
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

static inline AukSatBox auk__sat_box_of(const AukSupportShape *core)
{
    return auk__sat_box_at(core, &core->transform);
}

// The best face so far.
typedef struct AukSatBoxFace {
    bool of_b, upright; // upright: the normal of the face is along `axis`
    double distance;
} AukSatBoxFace;

// A box in the frame of another: its centre, and the cosine and sine of its axis.
typedef struct AukSatBoxRelative {
    AukDvec apart;
    double c, s;
} AukSatBoxRelative;

// A face and the corner of the other box below it.
typedef struct AukSatBoxMeeting {
    const AukSatBox *box, *other;
    const AukSatBoxRelative *relative; // the other box
    AukDvec normal, along;             // in the pair's frame; the normal is outward on `box`
    double height, width;              // half extents of the box across and along the face
    double side;                       // 1 or -1: the side of the box that has the face
    double distance;
    double corner_x, corner_y; // 1 or -1: signs of the corner of the other box
    double tilt;               // sine of the angle between the face and the most nearly parallel side of the other box
    double offset;             // of the corner from the middle of the face, along the face
    double flat_half;          // half extent of that side
    bool of_b, upright;
} AukSatBoxMeeting;

static inline double auk__sat_sign(double x)
{
    return copysign(1.0, x + 0.0); // of -0 it is 1
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
