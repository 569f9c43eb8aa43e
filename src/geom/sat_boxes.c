// The separating axis test for boxes and segments. In a frame at its centre a box has two axes to test, and its
// projection on each is symmetric.
// Which face is best, and which corner lies below it, is unpredictable: selected by bits and signs, not by branches.
// Invariant: as in sat.c, an answer is given only if it is certain.
#include "geom/sat_boxes.h"

static inline void note_face(AukSatBoxFace *best, bool of_b, bool upright, double distance)
{
    const bool better = distance > best->distance;
    best->of_b ^= (best->of_b ^ of_b) & better;
    best->upright ^= (best->upright ^ upright) & better;
    best->distance = distance > best->distance ? distance : best->distance;
}

static inline void try_box_faces(const AukSatBoxRelative *relative, const AukSatBox *box, const AukSatBox *other,
                                 bool of_b, AukSatBoxFace *best)
{
    double c = fabs(relative->c), s = fabs(relative->s);
    if (!box->segment) {
        note_face(best, of_b, true, fabs(relative->apart.x) - (box->half.x + (other->half.x * c + other->half.y * s)));
    }
    note_face(best, of_b, false, fabs(relative->apart.y) - (box->half.y + (other->half.x * s + other->half.y * c)));
}

static inline int corner_number(const AukSatBox *box, double x, double y)
{
    if (box->segment) {
        return x > 0.0 ? 1 : 0;
    }
    return (x > 0.0) ^ (3 & -(y > 0.0));
}

static inline int edge_number(const AukSatBoxMeeting *meeting)
{
    const int beyond = meeting->side > 0.0;
    return meeting->upright ? 3 - 2 * beyond : beyond << !meeting->box->segment;
}

static inline void answer_boxes(const AukSatBoxMeeting *meeting, double distance, AukDvec normal, AukDvec on_box,
                                AukDvec on_other, int number, AukSeparation *found)
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

static inline void answer_face(const AukSatBoxMeeting *meeting, double offset, AukSeparation *found)
{
    AukDvec at =
        dvec_mul_add(dvec_mul_add(meeting->box->middle, meeting->height, meeting->normal), offset, meeting->along);
    answer_boxes(meeting, meeting->distance, meeting->normal, at, dvec_mul_add(at, meeting->distance, meeting->normal),
                 edge_number(meeting), found);
}

// For a corner that is not above the face, but whose side is parallel to it. The closest points are on the common part
// of the face and that side.
static bool answer_flat_boxes(const AukSatBoxMeeting *meeting, AukSeparation *found)
{
    double offset = meeting->offset, flat_length = 2.0 * meeting->flat_half, width = meeting->width;
    if (meeting->tilt > AUK_SAT_PARALLEL || fabs(offset) - flat_length > width) {
        return false;
    }
    double aside = meeting->relative->apart.x, middle = meeting->upright ? meeting->relative->apart.y : aside;
    if ((offset > 0.0) == (middle > offset)) {
        return false; // the side runs away from the face
    }
    answer_face(meeting, offset > 0.0 ? width : -width, found);
    return true;
}

// True if this corner of the other shape is the nearest one in the given direction, in the frame of the other shape.
static inline bool box_supports(const AukSatBoxMeeting *meeting, AukDvec apart)
{
    const AukSatBox *other = meeting->other;
    double x = dvec_dot(apart, other->axis), y = dvec_cross(other->axis, apart);
    return x * meeting->corner_x <= 0.0 && (other->segment || y * meeting->corner_y <= 0.0);
}

static bool answer_box_corners(const AukSatBoxMeeting *meeting, double certain, AukSeparation *found)
{
    double end = auk__sat_sign(meeting->offset) * meeting->width, beside = meeting->offset - end;
    double distance = auk__square_root(meeting->distance * meeting->distance + beside * beside);
    AukDvec apart = dvec_mul_add(dvec_scale(meeting->distance, meeting->normal), beside, meeting->along);
    if (!(distance > certain) || !box_supports(meeting, apart)) {
        return false;
    }
    AukDvec corner =
        dvec_mul_add(dvec_mul_add(meeting->box->middle, meeting->height, meeting->normal), end, meeting->along);
    double up = meeting->side, along = auk__sat_sign(end);
    int number = corner_number(meeting->box, meeting->upright ? up : along, meeting->upright ? along : up);
    answer_boxes(meeting, distance, dvec_scale(1.0 / distance, apart), corner, dvec_add(corner, apart), number, found);
    return true;
}

static bool is_fat(const AukSupportShape *core)
{
    double x = core->own[2].x, y = core->own[2].y;
    return core->box && x >= AUK_SAT_FAT * y && y >= AUK_SAT_FAT * x;
}

// Writes a lower bound on the distance, its axis and the centres.
static inline void answer_beyond(const AukSatBoxFace *face, const AukSatBox boxes[2], const AukSatBoxRelative *relative,
                                 AukSeparation *found)
{
    AukDvec axis = boxes[face->of_b].axis;
    double apart = face->upright ? relative->apart.x : relative->apart.y;
    AukDvec normal = face->upright ? axis : dvec(-axis.y, axis.x);
    found->distance = face->distance;
    found->normal = dvec_scale(face->of_b ? -auk__sat_sign(apart) : auk__sat_sign(apart), normal);
    found->point_a = boxes[0].middle;
    found->point_b = boxes[1].middle;
    found->support_a = found->support_b = 0;
}

// Stores a face and the corner below it in the cache, as a simplex of GJK.
static void cache_box_face(const AukSatBoxMeeting *meeting, AukGjkCache *cache)
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

bool auk__sat_boxes(const AukSupportShape *a, const AukSupportShape *b, double max_distance, AukGjkCache *cache,
                    AukSeparation *found)
{
    AukSatBox boxes[2] = {auk__sat_box_of(a), auk__sat_box_of(b)};
    AukDvec apart = dvec_sub(boxes[1].middle, boxes[0].middle), u = boxes[0].axis, v = boxes[1].axis;
    double size = auk__sat_box_size(&boxes[0]) + auk__sat_box_size(&boxes[1]),
           far = max_distance + AUK_SAT_TOUCHING * size;
    AukSatBoxRelative relative = {dvec(dvec_dot(apart, u), dvec_cross(u, apart)), dvec_dot(u, v), dvec_cross(u, v)};
    AukSatBoxFace face = {false, false, -INFINITY};
    try_box_faces(&relative, &boxes[0], &boxes[1], false, &face);
    if (face.distance <= far) {
        AukSatBoxRelative back = {dvec(-dvec_dot(apart, v), -dvec_cross(v, apart)), relative.c, -relative.s};
        try_box_faces(&back, &boxes[1], &boxes[0], true, &face);
        relative = face.of_b ? back : relative;
    }
    if (face.distance > far) {
        answer_beyond(&face, boxes, &relative, found);
        return true;
    }
    AukSatBoxMeeting meeting = auk__sat_box_meeting(&face, boxes, &relative);
    double certain = AUK_SAT_CERTAIN * size;
    if (cache) {
        cache_box_face(&meeting, cache);
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
    if (answer_flat_boxes(&meeting, found)) {
        return true;
    }
    if (meeting.distance <= certain || !answer_box_corners(&meeting, certain, found)) {
        return false;
    }
    if (cache) {
        auk__sat_remember_corners(found, cache);
    }
    return true;
}
