// The separating axis test: of all face normals of both polygons the one along which they are farthest apart, or least
// deep, is where they are nearest, unless a corner of one is nearest a corner of the other; then it is one end of that
// face, and one look at the edges around both corners proves it. Small polygons cost a few hundred instructions, where
// GJK and a walk around the Minkowski difference take thousands.
// Every face is held against every corner, two faces at once and without a branch. (Ruling faces out by one corner
// each, the best first, left five of eight to be measured, one after the other: twice the time.)
// Invariant: an answer is given only where it is certain. Faces that are rounding (slivers, edges that are next to
// nothing) show in a distance that is next to nothing, or in a foot that is not on its edge, and are left to those
// slower and surer ways.
#include "geom/faces.h"

#include "base/simd.h"

// The sine up to which a face lies flat on another.
#define PARALLEL 1e-12
// Of a polygon whose edges are all longer than this part of the pair's size, edges are taken from placed vertices.
#define LONG_ENOUGH 1e-5

// A gap of this part of what it is the difference of is no rounding.
#define SHOWS 1e-6

enum { HALVES = AUK_FACES_MAX / 2 };

// In the frame and the units of the first shape, two vertices at once. The last one of an odd count goes with the first
// one again, and the rest is filled with the last two: loops of one length have no branches. Written and read by twos:
// what was written in parts must wait before it can be read as a whole.
typedef struct Outline {
    AukDouble2 x[HALVES], y[HALVES], edge_x[HALVES], edge_y[HALVES];
    AukDouble2 square[HALVES]; // of the edge's length
    int count;
} Outline;

// The best face so far.
typedef struct Face {
    bool of_b;
    int edge;
    double signed_square; // of the distance: compares without roots
} Face;

// The least square of an edge and the largest coordinate.
typedef struct Lengths {
    AukDouble2 shortest, largest;
} Lengths;

// Where `place` is null the shape stays where it is.
static inline void place_half(Outline *outline, int k, AukDouble2 x, AukDouble2 y, const AukPlace *place)
{
    if (!place) {
        outline->x[k] = x;
        outline->y[k] = y;
        return;
    }
    AukDouble2 c = auk__d2_both(place->c), s = auk__d2_both(place->s);
    outline->x[k] = auk__d2_add(auk__d2_both(place->x), auk__d2_sub(auk__d2_mul(c, x), auk__d2_mul(s, y)));
    outline->y[k] = auk__d2_add(auk__d2_both(place->y), auk__d2_add(auk__d2_mul(s, x), auk__d2_mul(c, y)));
}

static inline void place_edges(Outline *outline, int k, AukDouble2 next_x, AukDouble2 next_y)
{
    AukDouble2 edge_x = auk__d2_sub(next_x, outline->x[k]), edge_y = auk__d2_sub(next_y, outline->y[k]);
    outline->edge_x[k] = edge_x;
    outline->edge_y[k] = edge_y;
    outline->square[k] = auk__d2_add(auk__d2_mul(edge_x, edge_x), auk__d2_mul(edge_y, edge_y));
}

// A box was perhaps written just now, number by number.
static inline void load_half(const AukCore *core, int k, AukDouble2 *x, AukDouble2 *y)
{
    if (core->box) {
        const AukVec2 *first = &core->own[2 * k], *second = &core->own[2 * k + 1];
        *x = auk__d2_make((double)first->x, (double)second->x);
        *y = auk__d2_make((double)first->y, (double)second->y);
        return;
    }
    auk__d2_load_points((const float *)&core->vertices[2 * k], x, y);
}

static inline void place_outline(Outline *outline, const AukCore *core, const AukPlace *place)
{
    const AukVec2 *vertices = core->vertices;
    int count = core->count, last = (count - 1) / 2;
    AukDouble2 x, y;
    outline->count = count;
    for (int k = 0; k < count / 2; k++) {
        load_half(core, k, &x, &y);
        place_half(outline, k, x, y, place);
    }
    if (count & 1) {
        x = auk__d2_make((double)vertices[count - 1].x, (double)vertices[0].x);
        y = auk__d2_make((double)vertices[count - 1].y, (double)vertices[0].y);
        place_half(outline, last, x, y, place);
    }
    for (int k = 0; k < last; k++) {
        place_edges(outline, k, auk__d2_slide(outline->x[k], outline->x[k + 1]),
                    auk__d2_slide(outline->y[k], outline->y[k + 1]));
    }
    if (count & 1) {
        place_edges(outline, last, outline->x[0], outline->y[0]);
    } else {
        place_edges(outline, last, auk__d2_slide(outline->x[last], outline->x[0]),
                    auk__d2_slide(outline->y[last], outline->y[0]));
    }
    for (int k = last + 1; k < HALVES; k++) {
        outline->x[k] = outline->x[last];
        outline->y[k] = outline->y[last];
        outline->edge_x[k] = outline->edge_x[last];
        outline->edge_y[k] = outline->edge_y[last];
        outline->square[k] = outline->square[last];
    }
}

static inline void measure_lengths(const Outline *outline, Lengths *lengths)
{
    for (int k = 0; k < HALVES; k++) {
        lengths->shortest = auk__d2_min(lengths->shortest, outline->square[k]);
        lengths->largest = auk__d2_max(lengths->largest, auk__d2_abs(outline->x[k]));
        lengths->largest = auk__d2_max(lengths->largest, auk__d2_abs(outline->y[k]));
    }
}

static inline double at(const AukDouble2 *halves, int index)
{
    return auk__d2_lane(&halves[index / 2], index & 1);
}

static inline AukDvec vertex_at(const Outline *outline, int index)
{
    return dvec(at(outline->x, index), at(outline->y, index));
}

static inline AukDvec edge_at(const Outline *outline, int index)
{
    return dvec(at(outline->edge_x, index), at(outline->edge_y, index));
}

static inline int before(const Outline *outline, int index)
{
    return (index > 0 ? index : outline->count) - 1;
}

static inline int after(const Outline *outline, int index)
{
    return index + 1 < outline->count ? index + 1 : 0;
}

// How far the other is beyond each face: the square of it, with its sign. `halves` is known when this is compiled.
static inline void measure_faces(const Outline *outline, const Outline *other, int halves, AukDouble2 squares[HALVES])
{
    AukDouble2 least[HALVES];
    for (int k = 0; k < halves; k++) {
        least[k] = auk__d2_both(INFINITY);
    }
    for (int i = 0; i < other->count; i++) {
        AukDouble2 x = auk__d2_both(at(other->x, i)), y = auk__d2_both(at(other->y, i));
        for (int k = 0; k < halves; k++) {
            AukDouble2 along = auk__d2_sub(auk__d2_mul(x, outline->edge_y[k]), auk__d2_mul(y, outline->edge_x[k]));
            least[k] = auk__d2_min(least[k], along);
        }
    }
    for (int k = 0; k < halves; k++) {
        AukDouble2 along =
            auk__d2_sub(auk__d2_mul(outline->x[k], outline->edge_y[k]), auk__d2_mul(outline->y[k], outline->edge_x[k]));
        AukDouble2 beyond = auk__d2_sub(least[k], along);
        squares[k] = auk__d2_div(auk__d2_mul(beyond, auk__d2_abs(beyond)), outline->square[k]);
    }
}

static inline int index_of(const AukDouble2 *values, int halves, double value)
{
    unsigned mask = 0;
    for (int k = 0; k < halves; k++) {
        mask |= auk__d2_mask_equal(values[k], auk__d2_both(value)) << (2 * k);
    }
    return auk__lowest_bit(mask | 1u << (AUK_FACES_MAX - 1));
}

static inline void note_faces(const Outline *outline, const Outline *other, bool of_b, int halves, Face *best)
{
    AukDouble2 squares[HALVES];
    measure_faces(outline, other, halves, squares);
    AukDouble2 most = squares[0];
    for (int k = 1; k < halves; k++) {
        most = auk__d2_max(most, squares[k]);
    }
    double largest = auk__d2_most(most);
    if (largest > best->signed_square) {
        best->of_b = of_b;
        best->edge = index_of(squares, halves, largest);
        best->signed_square = largest;
    }
}

// Finds the face of `outline` that `other` is farthest beyond, if it is better than what there is.
static void try_faces(const Outline *outline, const Outline *other, bool of_b, Face *best)
{
    if (outline->count > 6) {
        note_faces(outline, other, of_b, 4, best);
    } else if (outline->count > 4) {
        note_faces(outline, other, of_b, 3, best);
    } else {
        note_faces(outline, other, of_b, 2, best);
    }
}

// The vertex that lies deepest below a face, the first of equals.
static int deepest_vertex(const Outline *outline, AukDvec edge)
{
    AukDouble2 x = auk__d2_both(edge.y), y = auk__d2_both(edge.x), along[HALVES], least = auk__d2_both(INFINITY);
    for (int k = 0; k < HALVES; k++) {
        along[k] = auk__d2_sub(auk__d2_mul(outline->x[k], x), auk__d2_mul(outline->y[k], y));
        least = auk__d2_min(least, along[k]);
    }
    return index_of(along, HALVES, auk__d2_least(least));
}

// A face, the vertex below it, and whose they are.
typedef struct Meeting {
    const Outline *outline, *other;
    bool of_b;
    int edge, vertex;
    double distance;
    AukDvec normal; // leaves `outline`
} Meeting;

static void answer(const Meeting *meeting, double distance, AukDvec normal, AukDvec on_face, AukDvec on_other,
                   AukSeparation *found)
{
    bool of_b = meeting->of_b;
    found->distance = distance;
    found->normal = of_b ? dvec_neg(normal) : normal;
    found->point_a = of_b ? on_other : on_face;
    found->point_b = of_b ? on_face : on_other;
    found->support_a = of_b ? meeting->vertex : meeting->edge;
    found->support_b = of_b ? meeting->edge : meeting->vertex;
}

static bool lies_flat(AukDvec edge, AukDvec other)
{
    double dot = dvec_dot(edge, other);
    return dot < 0.0 && fabs(dvec_cross(edge, other)) <= -PARALLEL * dot;
}

// The foot is off the face's edge, but the other's edge lies flat on it: then it is on what the two have in common of
// the Minkowski difference, if anywhere.
static bool answer_flat(const Meeting *meeting, bool past_start, AukSeparation *found)
{
    const Outline *outline = meeting->outline, *other = meeting->other;
    int neighbour = past_start ? after(other, meeting->vertex) : before(other, meeting->vertex);
    int between = past_start ? meeting->vertex : neighbour;
    if (!lies_flat(edge_at(outline, meeting->edge), edge_at(other, between))) {
        return false;
    }
    AukDvec corner = vertex_at(outline, past_start ? meeting->edge : after(outline, meeting->edge));
    AukDvec from = vertex_at(other, meeting->vertex), along = dvec_sub(vertex_at(other, neighbour), from);
    double share = dvec_dot(dvec_sub(corner, from), along) / dvec_dot(along, along);
    if (!(share >= 0.0 && share <= 1.0)) {
        return false;
    }
    answer(meeting, meeting->distance, meeting->normal, corner, dvec_mul_add(from, share, along), found);
    return true;
}

// Is this vertex the farthest along `direction`?
static bool supports(const Outline *outline, int index, AukDvec direction)
{
    return dvec_dot(edge_at(outline, index), direction) <= 0.0 &&
           dvec_dot(edge_at(outline, before(outline, index)), direction) >= 0.0;
}

static bool answer_corners(const Meeting *meeting, bool past_start, double certain, AukSeparation *found)
{
    const Outline *outline = meeting->outline, *other = meeting->other;
    int index = past_start ? meeting->edge : after(outline, meeting->edge);
    AukDvec corner = vertex_at(outline, index), opposite = vertex_at(other, meeting->vertex);
    AukDvec apart = dvec_sub(opposite, corner);
    double distance = dvec_length(apart);
    if (!(distance > certain)) {
        return false;
    }
    AukDvec normal = dvec_scale(1.0 / distance, apart);
    if (!supports(outline, index, normal) || !supports(other, meeting->vertex, dvec_neg(normal))) {
        return false;
    }
    Meeting corners = *meeting;
    corners.edge = index;
    answer(&corners, distance, normal, corner, opposite, found);
    return true;
}

static Meeting meeting_of(const Face *face, const Outline outlines[2])
{
    Meeting meeting;
    meeting.outline = &outlines[face->of_b];
    meeting.other = &outlines[!face->of_b];
    meeting.of_b = face->of_b;
    meeting.edge = face->edge;
    AukDvec edge = edge_at(meeting.outline, face->edge);
    double inverse = 1.0 / sqrt(at(meeting.outline->square, face->edge)), distance = sqrt(fabs(face->signed_square));
    meeting.distance = face->signed_square < 0.0 ? -distance : distance;
    meeting.normal = dvec(edge.y * inverse, -edge.x * inverse);
    meeting.vertex = deepest_vertex(meeting.other, edge);
    return meeting;
}

static bool answer_meeting(const Meeting *meeting, double certain, AukSeparation *found)
{
    AukDvec edge = edge_at(meeting->outline, meeting->edge), from = vertex_at(meeting->outline, meeting->edge);
    AukDvec opposite = vertex_at(meeting->other, meeting->vertex);
    double t = dvec_dot(dvec_sub(opposite, from), edge) / dvec_dot(edge, edge);
    if (t >= 0.0 && t <= 1.0) {
        answer(meeting, meeting->distance, meeting->normal, dvec_mul_add(from, t, edge), opposite, found);
        return true;
    }
    if (answer_flat(meeting, t < 0.0, found)) {
        return true;
    }
    return meeting->distance > certain && answer_corners(meeting, t < 0.0, certain, found);
}

// b seen from a, in a's own units: a rotation from outside is off unit length by a rounding of floats.
static AukPlace place_from(const AukPlace *a, const AukPlace *b, double shrink)
{
    double k = shrink * shrink;
    AukDvec p = auk__place_unrotate(a, dvec(b->x - a->x, b->y - a->y));
    AukPlace place = {k * p.x, k * p.y, k * (a->c * b->c + a->s * b->s), k * (a->c * b->s - a->s * b->c)};
    return place;
}

// From a's frame and units into the pair's.
static void place_found(AukSeparation *found, const AukPlace *place, double shrink)
{
    found->distance *= (place->c * place->c + place->s * place->s) * shrink;
    found->normal = auk__place_rotate(place, dvec_scale(shrink, found->normal));
    found->point_a = auk__place_apply(place, found->point_a);
    found->point_b = auk__place_apply(place, found->point_b);
}

// A face and the corner below it are a simplex like any other.
static void remember_face(const Meeting *meeting, AukGjkCache *cache)
{
    uint32_t *edge = meeting->of_b ? cache->index_b : cache->index_a;
    uint32_t *vertex = meeting->of_b ? cache->index_a : cache->index_b;
    cache->count = 2;
    edge[0] = (uint32_t)meeting->edge;
    edge[1] = (uint32_t)after(meeting->outline, meeting->edge);
    vertex[0] = vertex[1] = (uint32_t)meeting->vertex;
    edge[2] = vertex[2] = 0;
}

// How far a core reaches from its place along a direction.
static inline double farthest(const AukCore *core, AukDvec direction)
{
    AukDvec local = auk__place_unrotate(&core->place, direction);
    if (core->box) {
        return fabs((double)core->own[2].x * local.x) + fabs((double)core->own[2].y * local.y);
    }
    const AukVec2 *last = &core->vertices[core->count - 1];
    AukDouble2 x, y, most = auk__d2_both((double)last->x * local.x + (double)last->y * local.y);
    AukDouble2 along_x = auk__d2_both(local.x), along_y = auk__d2_both(local.y);
    for (int i = 0; i + 1 < core->count; i += 2) {
        auk__d2_load_points((const float *)&core->vertices[i], &x, &y);
        most = auk__d2_max(most, auk__d2_add(auk__d2_mul(x, along_x), auk__d2_mul(y, along_y)));
    }
    return auk__d2_most(most);
}

// The axis to try before anything is put in place: that of the last answer, or else from one place to the other.
static inline AukDvec likely_axis(const AukCore *a, const AukCore *b, const AukGjkCache *cache)
{
    if (cache && cache->count == 2) {
        bool of_b = cache->index_a[0] == cache->index_a[1];
        const AukCore *core = of_b ? b : a;
        uint32_t edge = of_b ? cache->index_b[0] : cache->index_a[0];
        if (edge < (uint32_t)core->count) {
            const AukVec2 *from = &core->vertices[edge], *to = &core->vertices[auk__core_next(core, (int)edge)];
            AukDvec along = auk__place_rotate(&core->place, dvec_sub(dvec_from(*to), dvec_from(*from)));
            return of_b ? dvec(-along.y, along.x) : dvec(along.y, -along.x);
        }
    }
    return dvec(b->place.x - a->place.x, b->place.y - a->place.y);
}

// Most pairs that do not touch show it on the first axis: by far more than rounding, so that nothing depends on which
// axis it was.
static inline bool apart_along(const AukCore *a, const AukCore *b, AukDvec axis, double reach, AukSeparation *found)
{
    AukDvec apart = dvec(b->place.x - a->place.x, b->place.y - a->place.y);
    double along = dvec_dot(apart, axis), reach_a = farthest(a, axis);
    if (along <= reach_a) {
        return false; // deep in, unless b lies aside of its place
    }
    double reach_b = farthest(b, dvec_neg(axis));
    double beyond = along - reach_a - reach_b, square = dvec_dot(axis, axis), least = reach * reach * square;
    if (!(beyond > SHOWS * (fabs(along) + fabs(reach_a) + fabs(reach_b)) && beyond * beyond > (1.0 + SHOWS) * least)) {
        return false;
    }
    double inverse = 1.0 / sqrt(square);
    found->distance = beyond * inverse;
    found->normal = dvec_scale(inverse, axis);
    found->point_a = auk__core_vertex(a, 0);
    found->point_b = auk__core_vertex(b, 0);
    found->support_a = found->support_b = 0;
    return true;
}

static bool polygon_faces(const AukCore *a, const AukCore *b, double reach, AukGjkCache *cache, AukSeparation *found)
{
    if (reach < INFINITY && apart_along(a, b, likely_axis(a, b, cache), reach, found)) {
        return true;
    }
    double shrink = auk__place_shrink(&a->place);
    AukPlace relative = place_from(&a->place, &b->place, shrink);
    Outline outlines[2];
    Lengths lengths = {auk__d2_both(INFINITY), auk__d2_both(dvec_size(dvec(a->place.x, a->place.y)))};
    place_outline(&outlines[0], a, NULL);
    place_outline(&outlines[1], b, &relative);
    measure_lengths(&outlines[0], &lengths);
    measure_lengths(&outlines[1], &lengths);
    double size = auk__d2_most(lengths.largest), least = LONG_ENOUGH * size;
    if (!(auk__d2_least(lengths.shortest) >= least * least)) {
        return false;
    }
    double far = reach * shrink + AUK_FACES_TOUCHING * size;
    Face face = {false, 0, -INFINITY};
    try_faces(&outlines[0], &outlines[1], false, &face);
    if (face.signed_square <= far * far) {
        try_faces(&outlines[1], &outlines[0], true, &face);
    }
    Meeting meeting = meeting_of(&face, outlines);
    double certain = AUK_FACES_CERTAIN * size;
    if (meeting.distance > far) {
        answer(&meeting, meeting.distance, meeting.normal, vertex_at(meeting.outline, meeting.edge),
               vertex_at(meeting.other, meeting.vertex), found);
    } else if (fabs(meeting.distance) <= certain || !answer_meeting(&meeting, certain, found)) {
        return false;
    }
    place_found(found, &a->place, shrink);
    if (cache) {
        remember_face(&meeting, cache);
    }
    return true;
}

bool auk__faces(const AukCore *a, const AukCore *b, double reach, AukGjkCache *cache, AukSeparation *found)
{
    if (auk__core_is_curved(a) || auk__core_is_curved(b) || a->count > AUK_FACES_MAX || b->count > AUK_FACES_MAX) {
        return false;
    }
    if (a->count == 1 || b->count == 1) {
        bool answered = auk__point_faces(a, b, found);
        if (answered && cache) {
            auk__remember_corners(found, cache);
        }
        return answered;
    }
    if ((a->box || a->count == 2) && (b->box || b->count == 2)) {
        return auk__box_faces(a, b, reach, cache, found);
    }
    return polygon_faces(a, b, reach, cache, found);
}
