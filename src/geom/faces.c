// The separating axis test: of all face normals of both polygons the one along which they are farthest apart, or least
// deep, is where they are nearest, unless a corner of one is nearest a corner of the other; then it is one end of that
// face, and one look at the edges around both corners proves it. Small polygons cost a few hundred instructions, where
// GJK and a walk around the Minkowski difference take thousands.
// Invariant: an answer is given only where it is certain. Faces that are rounding (slivers, edges that are next to
// nothing) show in a distance that is next to nothing, or in a foot that is not on its edge, and are left to those
// slower and surer ways.
#include "geom/faces.h"

#include "base/simd.h"

// The sine up to which a face lies flat on another.
#define PARALLEL 1e-12
// Boxes whose sides differ by no more than this are never too thin.
#define FAT 1e-3

// Of a polygon whose edges are all longer than this part of the pair's size, edges are taken from placed vertices.
#define LONG_ENOUGH 1e-5

typedef struct Outline {
    double x[AUK_FACES_MAX], y[AUK_FACES_MAX]; // filled up to an even count
    double edge_x[AUK_FACES_MAX], edge_y[AUK_FACES_MAX];
    int count, edges;
    bool box;                // edges 2 and 3 are 0 and 1 the other way round
    AukDvec middle, half[2]; // of a box
} Outline;

// The best face so far.
typedef struct Face {
    bool of_b;
    int edge;
    double signed_square; // of the distance: compares without roots
} Face;

static void place_box(Outline *outline, const AukCore *core)
{
    const AukPlace *place = &core->place;
    double half_x = (double)core->own[2].x, half_y = (double)core->own[2].y;
    AukDvec middle = dvec(place->x, place->y);
    AukDvec u = dvec(place->c * half_x, place->s * half_x), v = dvec(-place->s * half_y, place->c * half_y);
    AukDvec sum = dvec_add(u, v), difference = dvec_sub(u, v);
    outline->middle = middle;
    outline->half[0] = u;
    outline->half[1] = v;
    outline->x[0] = middle.x - sum.x;
    outline->y[0] = middle.y - sum.y;
    outline->x[1] = middle.x + difference.x;
    outline->y[1] = middle.y + difference.y;
    outline->x[2] = middle.x + sum.x;
    outline->y[2] = middle.y + sum.y;
    outline->x[3] = middle.x - difference.x;
    outline->y[3] = middle.y - difference.y;
    outline->edge_x[0] = 2.0 * u.x;
    outline->edge_y[0] = 2.0 * u.y;
    outline->edge_x[1] = 2.0 * v.x;
    outline->edge_y[1] = 2.0 * v.y;
    outline->edge_x[2] = -outline->edge_x[0];
    outline->edge_y[2] = -outline->edge_y[0];
    outline->edge_x[3] = -outline->edge_x[1];
    outline->edge_y[3] = -outline->edge_y[1];
}

static void place_vertices(Outline *outline, const AukCore *core)
{
    for (int i = 0; i < core->count; i++) {
        AukDvec v = auk__core_vertex(core, i);
        outline->x[i] = v.x;
        outline->y[i] = v.y;
    }
    if (core->count & 1) {
        outline->x[core->count] = outline->x[0];
        outline->y[core->count] = outline->y[0];
    }
    for (int i = 0; i < core->count; i++) {
        int next = i + 1 < core->count ? i + 1 : 0;
        outline->edge_x[i] = outline->x[next] - outline->x[i];
        outline->edge_y[i] = outline->y[next] - outline->y[i];
    }
}

// The shortest edge and the largest coordinate.
typedef struct Lengths {
    double shortest, largest;
} Lengths;

static void measure(const Outline *outline, Lengths *lengths)
{
    if (outline->box) {
        double u = dvec_size(outline->half[0]), v = dvec_size(outline->half[1]), thin = 2.0 * (u < v ? u : v);
        double size = dvec_size(outline->middle) + u + v;
        lengths->shortest = thin < lengths->shortest ? thin : lengths->shortest;
        lengths->largest = size > lengths->largest ? size : lengths->largest;
        return;
    }
    for (int i = 0; i < outline->count; i++) {
        double edge = dvec_size(dvec(outline->edge_x[i], outline->edge_y[i]));
        double size = dvec_size(dvec(outline->x[i], outline->y[i]));
        lengths->shortest = edge < lengths->shortest ? edge : lengths->shortest;
        lengths->largest = size > lengths->largest ? size : lengths->largest;
    }
}

static void place_outline(Outline *outline, const AukCore *core, Lengths *lengths)
{
    outline->count = core->count;
    outline->edges = auk__core_edge_count(core);
    outline->box = core->box;
    if (core->box) {
        place_box(outline, core);
    } else {
        place_vertices(outline, core);
    }
    measure(outline, lengths);
}

// How far all vertices reach along (x, y).
typedef struct Span {
    double least, most;
} Span;

static inline Span span_along(const Outline *outline, double x, double y)
{
    Span span;
    if (outline->box) {
        const AukDvec *half = outline->half;
        double middle = x * outline->middle.x + y * outline->middle.y;
        double reach = fabs(x * half[0].x + y * half[0].y) + fabs(x * half[1].x + y * half[1].y);
        span.least = middle - reach;
        span.most = middle + reach;
        return span;
    }
    AukDouble2 both_x = auk__d2_both(x), both_y = auk__d2_both(y);
    AukDouble2 least = auk__d2_both(INFINITY), most = auk__d2_both(-INFINITY);
    for (int i = 0; i < outline->count; i += 2) {
        AukDouble2 along = auk__d2_add(auk__d2_mul(both_x, auk__d2_load(&outline->x[i])),
                                       auk__d2_mul(both_y, auk__d2_load(&outline->y[i])));
        least = auk__d2_min(least, along);
        most = auk__d2_max(most, along);
    }
    span.least = auk__d2_least(least);
    span.most = auk__d2_most(most);
    return span;
}

static inline void note_face(Face *best, bool of_b, int edge, double beyond, double square)
{
    double signed_square = beyond * fabs(beyond) / square;
    if (signed_square > best->signed_square) {
        best->of_b = of_b;
        best->edge = edge;
        best->signed_square = signed_square;
    }
}

// Finds the face of `outline` that `other` is farthest beyond, or the first that it is beyond by more than the root of
// `enough`.
static void try_faces(const Outline *outline, const Outline *other, bool of_b, double enough, Face *best)
{
    int directions = outline->box ? 2 : outline->edges;
    for (int i = 0; i < directions && best->signed_square <= enough; i++) {
        double x = outline->edge_y[i], y = -outline->edge_x[i], square = x * x + y * y;
        Span span = span_along(other, x, y);
        double beyond = span.least - (x * outline->x[i] + y * outline->y[i]);
        if (outline->box) {
            double opposite = (x * outline->x[i + 2] + y * outline->y[i + 2]) - span.most;
            bool second = opposite > beyond;
            note_face(best, of_b, second ? i + 2 : i, second ? opposite : beyond, square);
        } else {
            note_face(best, of_b, i, beyond, square);
        }
    }
}

// The vertex that lies deepest below a face, the first of equals.
static int deepest_vertex(const Outline *outline, double x, double y)
{
    int vertex = 0;
    double least = x * outline->x[0] + y * outline->y[0];
    for (int i = 1; i < outline->count; i++) {
        double along = x * outline->x[i] + y * outline->y[i];
        vertex = along < least ? i : vertex;
        least = along < least ? along : least;
    }
    return vertex;
}

static AukDvec vertex_at(const Outline *outline, int index)
{
    return dvec(outline->x[index], outline->y[index]);
}

static AukDvec edge_at(const Outline *outline, int index)
{
    return dvec(outline->edge_x[index], outline->edge_y[index]);
}

static int before(const Outline *outline, int index)
{
    return (index > 0 ? index : outline->count) - 1;
}

static int after(const Outline *outline, int index)
{
    return index + 1 < outline->count ? index + 1 : 0;
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
    if (other->edges == 0 || !lies_flat(edge_at(outline, meeting->edge), edge_at(other, between))) {
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
    return outline->edges == 0 || (dvec_dot(edge_at(outline, index), direction) <= 0.0 &&
                                   dvec_dot(edge_at(outline, before(outline, index)), direction) >= 0.0);
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

static bool is_fat(const AukCore *core)
{
    double x = (double)core->own[2].x, y = (double)core->own[2].y;
    return core->box && x >= FAT * y && y >= FAT * x;
}

static Meeting meeting_of(const Face *face, const Outline outlines[2])
{
    Meeting meeting = {&outlines[face->of_b], &outlines[!face->of_b], face->of_b, face->edge, 0, 0.0, {0.0, 0.0}};
    AukDvec edge = edge_at(meeting.outline, face->edge);
    double inverse = 1.0 / dvec_length(edge), distance = sqrt(fabs(face->signed_square));
    meeting.distance = face->signed_square < 0.0 ? -distance : distance;
    meeting.normal = dvec(edge.y * inverse, -edge.x * inverse);
    meeting.vertex = deepest_vertex(meeting.other, edge.y, -edge.x);
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

bool auk__faces(const AukCore *a, const AukCore *b, double reach, const AukGjkCache *hint, AukSeparation *found)
{
    if (auk__core_is_curved(a) || auk__core_is_curved(b) || a->count > AUK_FACES_MAX || b->count > AUK_FACES_MAX) {
        return false;
    }
    if (a->count == 1 || b->count == 1) {
        return auk__point_faces(a, b, found);
    }
    if ((a->box || a->count == 2) && (b->box || b->count == 2)) {
        return auk__box_faces(a, b, reach, found);
    }
    (void)hint;
    Outline outlines[2];
    Lengths lengths = {INFINITY, 0.0};
    place_outline(&outlines[0], a, &lengths);
    place_outline(&outlines[1], b, &lengths);
    double size = lengths.largest;
    if (!(lengths.shortest >= LONG_ENOUGH * size)) {
        return false;
    }
    Face face = {false, 0, -INFINITY};
    double far = reach + AUK_FACES_TOUCHING * size;
    try_faces(&outlines[0], &outlines[1], false, far * far, &face);
    try_faces(&outlines[1], &outlines[0], true, far * far, &face);
    Meeting meeting = meeting_of(&face, outlines);
    if (meeting.distance > far) {
        answer(&meeting, meeting.distance, meeting.normal, vertex_at(meeting.outline, meeting.edge),
               vertex_at(meeting.other, meeting.vertex), found);
        return true;
    }
    double certain = AUK_FACES_CERTAIN * size;
    if (fabs(meeting.distance) <= certain && !(is_fat(a) && is_fat(b))) {
        return false;
    }
    if (meeting.distance > 0.0 && meeting.distance <= AUK_FACES_TOUCHING * size) {
        meeting.distance = 0.0;
    }
    return answer_meeting(&meeting, certain, found);
}
