// A manifold is found from the normal alone: the edge that faces along it most squarely is the reference, the edge of
// the other shape that faces it is the incident one, and the incident edge is clipped to the reference's length.
// Where no edge is square to the normal (a corner against a corner, anything against a circle) the witness points are
// the one contact. All kinds go through here, segments as polygons with two edges.
// Which edge it is, and how square, is told by squares, without roots or divisions. (Choosing by indices instead of by
// branches, which are guessed wrong as often as not, took half as long again: nothing could begin before the choice.)
#include "geom/manifold.h"

#include <string.h>

// An edge is square to the normal up to this sine. Corners within it of a face still count as lying on the face, so
// that resting contacts do not flicker between one and two points.
#define SQUARE_SINE 1e-4
// Of two edges that are equally square up to rounding, the first shape's is the reference.
#define PREFERENCE 1e-12

typedef struct Edge {
    int index, next;     // from vertex to vertex; -1 for a point or a curve
    bool faces;          // along the direction asked for, not away from it
    double dot, square;  // of what it runs along, with the direction and with itself: dot^2 / square is the sine's
    AukDvec from, along; // in the pair's frame; only of edges that may be clipped
} Edge;

// An edge in the shape's own frame, where it is the difference of two floats, and how it faces a direction there.
typedef struct Facing {
    AukDvec along;
    double facing, square;
} Facing;

static inline Facing facing_of(const AukVec2 *from, const AukVec2 *to, AukDvec direction)
{
    Facing facing;
    facing.along = dvec((double)to->x - (double)from->x, (double)to->y - (double)from->y);
    facing.facing = dvec_cross(direction, facing.along);
    facing.square = dvec_dot(facing.along, facing.along);
    return facing;
}

// The edge that faces along `direction` most squarely; it is one of the two at the support vertex.
static inline Edge facing_edge(const AukCore *core, int support, AukDvec direction)
{
    Edge edge;
    edge.index = edge.next = -1;
    edge.faces = false;
    edge.dot = edge.square = 1.0;
    if (core->count < 2) {
        return edge;
    }
    int before = (support > 0 ? support : core->count) - 1, after = auk__core_next(core, support);
    const AukVec2 *vertices = core->vertices;
    AukDvec local = auk__place_unrotate(&core->place, direction);
    Facing arriving = facing_of(&vertices[before], &vertices[support], local);
    Facing leaving = facing_of(&vertices[support], &vertices[after], local);
    bool first = arriving.facing * fabs(arriving.facing) * leaving.square >
                 leaving.facing * fabs(leaving.facing) * arriving.square;
    const Facing *facing = first ? &arriving : &leaving;
    edge.index = first ? before : support;
    edge.next = first ? support : after;
    edge.faces = facing->facing > 0.0;
    edge.dot = dvec_dot(facing->along, local);
    edge.square = facing->square;
    edge.from = auk__core_vertex(core, edge.index);
    edge.along = auk__place_rotate(&core->place, facing->along);
    return edge;
}

static inline bool is_square(const Edge *edge, double sine)
{
    return edge->faces && edge->dot * edge->dot <= sine * sine * edge->square;
}

// Is b's edge the reference?
static inline bool second_is_squarer(const Edge *a, const Edge *b)
{
    return b->faces && !is_square(a, PREFERENCE) &&
           (!a->faces || a->dot * a->dot * b->square > b->dot * b->dot * a->square);
}

// One end of the clipped incident edge.
typedef struct ClipPoint {
    double share;    // of the incident edge, 0 to 1
    double distance; // of the cores along the normal at this place
    uint32_t reference_feature, incident_feature;
} ClipPoint;

// Clips the incident edge to the span of the reference edge, both seen along the normal. False if nothing is left.
// Both surfaces are measured at one place across the normal: the reference edge may be tilted a little, so it is not
// taken as flat.
static inline bool clip(const Edge *reference, const Edge *incident, AukDvec outward, ClipPoint ends[2])
{
    AukDvec across = dvec(-outward.y, outward.x); // the way the reference edge runs
    AukDvec from = dvec_sub(incident->from, reference->from);
    double length = dvec_dot(reference->along, across), start = dvec_dot(from, across);
    double span = -dvec_dot(incident->along, across); // the edges run against each other
    double end = start - span;
    if (!(span > 0.0) || start < 0.0 || end > length) {
        return false;
    }
    uint32_t reference_edge = (uint32_t)reference->index | AUK_FEATURE_EDGE;
    uint32_t incident_edge = (uint32_t)incident->index | AUK_FEATURE_EDGE;
    double height = dvec_dot(from, outward), rise = dvec_dot(incident->along, outward);
    double slope = dvec_dot(reference->along, outward) / length;
    bool over = start > length, under = end < 0.0;
    ends[0].share = over ? (start - length) / span : 0.0;
    ends[0].distance = height + ends[0].share * rise - slope * (over ? length : start);
    ends[0].reference_feature = over ? (uint32_t)reference->next : reference_edge;
    ends[0].incident_feature = over ? incident_edge : (uint32_t)incident->index;
    ends[1].share = under ? start / span : 1.0;
    ends[1].distance = height + ends[1].share * rise - slope * (under ? 0.0 : end);
    ends[1].reference_feature = under ? (uint32_t)reference->index : reference_edge;
    ends[1].incident_feature = under ? incident_edge : (uint32_t)incident->next;
    return true;
}

static inline void write_point(AukManifoldPoint *point, AukDvec middle, double distance, AukVec2 origin,
                               uint32_t feature_a, uint32_t feature_b)
{
    point->point = dvec_to_float(dvec_add(middle, dvec_from(origin)));
    point->distance = (float)distance;
    point->feature_a = feature_a;
    point->feature_b = feature_b;
}

// The one contact between the witness points.
static inline void write_middle(AukManifold *manifold, const AukSeparation *separation, AukVec2 origin,
                                uint32_t feature_a, uint32_t feature_b)
{
    AukDvec middle = dvec_scale(0.5, dvec_add(separation->point_a, separation->point_b));
    manifold->count = 1;
    write_point(&manifold->points[0], middle, separation->distance, origin, feature_a, feature_b);
}

static uint32_t edge_or_vertex(const Edge *edge, bool square, int support)
{
    return square ? (uint32_t)edge->index | AUK_FEATURE_EDGE : (uint32_t)support;
}

// What two edges have in common.
typedef struct Overlap {
    ClipPoint ends[2];
    const Edge *incident;
    AukDvec outward; // from the reference
    double radius_reference, radius_incident;
    bool swapped; // the reference is b's
} Overlap;

// Writes the ends that touch. False if the deepest of them is not the pair's distance: then the edges seen along the
// normal are not what touches.
static bool write_ends(AukManifold *manifold, const Overlap *overlap, double known, AukVec2 origin, double margin)
{
    const ClipPoint *ends = overlap->ends;
    double radius = overlap->radius_incident + overlap->radius_reference;
    double distance[2] = {ends[0].distance - radius, ends[1].distance - radius};
    double deepest = distance[0] < distance[1] ? distance[0] : distance[1];
    if (fabs(deepest - known) > margin) {
        return false;
    }
    double limit = deepest > margin ? deepest : margin;
    bool same_place = fabs(ends[1].share - ends[0].share) <= 1e-9;
    for (int i = 0; i < 2; i++) {
        bool twin = same_place && manifold->count > 0;
        if (distance[i] > limit || twin) {
            continue;
        }
        AukDvec on_incident = dvec_mul_add(overlap->incident->from, ends[i].share, overlap->incident->along);
        AukDvec middle = dvec_mul_add(on_incident, -overlap->radius_incident - 0.5 * distance[i], overlap->outward);
        uint32_t reference = ends[i].reference_feature, incident = ends[i].incident_feature;
        write_point(&manifold->points[manifold->count++], middle, distance[i], origin,
                    overlap->swapped ? incident : reference, overlap->swapped ? reference : incident);
    }
    return true;
}

// Vertex 0 stands for all of a curve.
static int support_index(const AukCore *core, AukDvec direction, int known)
{
    if (known >= 0) {
        return known;
    }
    return auk__core_is_curved(core) ? 0 : auk__core_support(core, direction);
}

void auk__manifold_write(const AukCore *a, const AukCore *b, const AukSeparation *separation, AukVec2 origin,
                         double margin, AukManifold *manifold)
{
    AukDvec normal = separation->normal;
    memset(manifold, 0, sizeof *manifold);
    manifold->normal = dvec_to_float(normal);
    manifold->distance = (float)separation->distance;
    manifold->iterations = separation->iterations;
    manifold->status = separation->status;

    if (a->count < 2 && b->count < 2) {
        write_middle(manifold, separation, origin, 0, 0);
        return;
    }
    int support_a = support_index(a, normal, separation->support_a);
    int support_b = support_index(b, dvec_neg(normal), separation->support_b);
    Edge edge_a = facing_edge(a, support_a, normal);
    Edge edge_b = facing_edge(b, support_b, dvec_neg(normal));
    bool swapped = second_is_squarer(&edge_a, &edge_b);
    const Edge *reference = swapped ? &edge_b : &edge_a;
    bool square = is_square(reference, SQUARE_SINE);
    if (square && edge_a.index >= 0 && edge_b.index >= 0) {
        Overlap overlap;
        overlap.swapped = swapped;
        overlap.incident = swapped ? &edge_a : &edge_b;
        overlap.outward = swapped ? dvec_neg(normal) : normal;
        overlap.radius_reference = swapped ? b->radius : a->radius;
        overlap.radius_incident = swapped ? a->radius : b->radius;
        if (clip(reference, overlap.incident, overlap.outward, overlap.ends) &&
            write_ends(manifold, &overlap, separation->distance, origin, margin)) {
            return;
        }
    }
    write_middle(manifold, separation, origin, edge_or_vertex(&edge_a, square && !swapped, support_a),
                 edge_or_vertex(&edge_b, square && swapped, support_b));
}

static AukManifold refused(AukStatus status)
{
    AukManifold manifold;
    memset(&manifold, 0, sizeof manifold);
    manifold.normal.y = 1.0f;
    manifold.status = status;
    return manifold;
}

AukManifold auk_collide(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukStatus status = auk__pair_check(a, &pose_a, b, &pose_b);
    if (status) {
        return refused(status);
    }
    AukCore core_a, core_b;
    auk__core_init(&core_a, a, auk__place(pose_a, pose_a.p));
    auk__core_init(&core_b, b, auk__place(pose_b, pose_a.p));
    double tau = auk__tau(auk__pair_size(&core_a, auk__core_extent(&core_a), &core_b, auk__core_extent(&core_b)));
    AukSeparation separation;
    auk__separate(&core_a, &core_b, INFINITY, NULL, &separation);
    AukManifold manifold;
    auk__manifold_write(&core_a, &core_b, &separation, pose_a.p, tau, &manifold);
    if (separation.distance > tau) {
        manifold.count = 0;
    }
    return manifold;
}
