// A manifold is found from the normal alone: the edge that faces along it most squarely is the reference, the edge of
// the other shape that faces it is the incident one, and the incident edge is clipped to the reference's length.
// Where no edge is square to the normal (a corner against a corner, anything against a circle) the witness points are
// the one contact. All kinds go through here, segments as polygons with two edges.
#include "geom/manifold.h"

#include <string.h>

// An edge is square to the normal up to this sine. Corners within it of a face still count as lying on the face, so
// that resting contacts do not flicker between one and two points.
#define SQUARE_SINE 1e-4
// Of two edges that are equally square up to rounding, the first shape's is the reference.
#define PREFERENCE 1e-12

typedef struct Edge {
    int index; // from this vertex to the next; -1 for a point
    AukDvec from, to;
    double facing; // square of the cosine between the outward normal and the direction asked for, with its sign
    double tilt;   // magnitude of the sine
} Edge;

static Edge edge_between(int index, AukDvec from, AukDvec to, AukDvec direction)
{
    AukDvec along = dvec_sub(to, from);
    double facing = along.y * direction.x - along.x * direction.y;
    Edge edge = {index, from, to, facing * fabs(facing) / dvec_dot(along, along), 1.0};
    return edge;
}

// The edge that faces along `direction` most squarely; it is one of the two at the support vertex.
static Edge facing_edge(const AukCore *core, int support, AukDvec direction)
{
    if (auk__core_edge_count(core) == 0) {
        Edge none = {-1, {0.0, 0.0}, {0.0, 0.0}, -1.0, 1.0}; // a point or a curve
        return none;
    }
    int before = support > 0 ? support - 1 : core->count - 1, after = auk__core_next(core, support);
    AukDvec corner = auk__core_vertex(core, support);
    Edge arriving = edge_between(before, auk__core_vertex(core, before), corner, direction);
    Edge leaving = edge_between(support, corner, auk__core_vertex(core, after), direction);
    Edge edge = arriving.facing > leaving.facing ? arriving : leaving;
    if (edge.facing > 0.0) {
        AukDvec along = dvec_sub(edge.to, edge.from);
        edge.tilt = fabs(dvec_dot(along, direction)) / dvec_length(along);
    }
    return edge;
}

// One end of the clipped incident edge.
typedef struct ClipPoint {
    AukDvec on_incident;
    double distance; // of the cores along the normal at this place
    double along;    // parameter on the incident edge, 0 to 1
    uint32_t reference_feature, incident_feature;
} ClipPoint;

static uint32_t vertex_after(const AukCore *core, int index)
{
    return (uint32_t)auk__core_next(core, index);
}

// Both surfaces at one place across the normal: the reference edge may be tilted a little, so it is not taken as flat.
static void measure(ClipPoint *end, const Edge *reference, const Edge *incident, AukDvec outward, AukDvec across)
{
    AukDvec span = dvec_sub(reference->to, reference->from);
    end->on_incident = dvec_mul_add(incident->from, end->along, dvec_sub(incident->to, incident->from));
    double share = dvec_dot(dvec_sub(end->on_incident, reference->from), across) / dvec_dot(span, across);
    AukDvec on_reference = dvec_mul_add(reference->from, share, span);
    end->distance = dvec_dot(dvec_sub(end->on_incident, on_reference), outward);
}

// Clips the incident edge to the span of the reference edge, both seen along the normal. False if nothing is left.
static bool clip(const AukCore *reference_core, const Edge *reference, const AukCore *incident_core,
                 const Edge *incident, AukDvec outward, ClipPoint ends[2])
{
    AukDvec across = dvec(-outward.y, outward.x); // the way the reference edge runs
    double length = dvec_dot(dvec_sub(reference->to, reference->from), across);
    double start = dvec_dot(dvec_sub(incident->from, reference->from), across);
    double end = dvec_dot(dvec_sub(incident->to, reference->from), across);
    double span = start - end; // the edges run against each other
    if (!(span > 0.0) || start < 0.0 || end > length) {
        return false;
    }
    uint32_t reference_edge = (uint32_t)reference->index | AUK_FEATURE_EDGE;
    uint32_t incident_edge = (uint32_t)incident->index | AUK_FEATURE_EDGE;
    ClipPoint from = {incident->from, 0.0, 0.0, reference_edge, (uint32_t)incident->index};
    ClipPoint to = {incident->to, 0.0, 1.0, reference_edge, vertex_after(incident_core, incident->index)};
    if (start > length) {
        from.along = (start - length) / span;
        from.reference_feature = vertex_after(reference_core, reference->index);
        from.incident_feature = incident_edge;
    }
    if (end < 0.0) {
        to.along = start / span;
        to.reference_feature = (uint32_t)reference->index;
        to.incident_feature = incident_edge;
    }
    measure(&from, reference, incident, outward, across);
    measure(&to, reference, incident, outward, across);
    ends[0] = from;
    ends[1] = to;
    return true;
}

static AukManifoldPoint make_point(AukDvec middle, double distance, AukVec2 origin, uint32_t feature_a,
                                   uint32_t feature_b)
{
    AukManifoldPoint point;
    point.point = dvec_to_float(dvec_add(middle, dvec_from(origin)));
    point.distance = (float)distance;
    point.feature_a = feature_a;
    point.feature_b = feature_b;
    return point;
}

static uint32_t edge_or_vertex(const Edge *edge, bool square, int support)
{
    return square ? (uint32_t)edge->index | AUK_FEATURE_EDGE : (uint32_t)support;
}

// Writes the ends that touch. False if the deepest of them is not the pair's distance: then the edges seen along the
// normal are not what touches.
static bool write_ends(AukManifold *manifold, const ClipPoint ends[2], const AukSeparation *separation, double radius_i,
                       double radius_r, AukDvec outward, bool swapped, AukVec2 origin, double margin)
{
    double distance[2] = {ends[0].distance - radius_i - radius_r, ends[1].distance - radius_i - radius_r};
    double deepest = distance[0] < distance[1] ? distance[0] : distance[1];
    if (fabs(deepest - separation->distance) > margin) {
        return false;
    }
    double limit = deepest > margin ? deepest : margin;
    bool same_place = fabs(ends[1].along - ends[0].along) <= 1e-9;
    for (int i = 0; i < 2; i++) {
        bool twin = same_place && manifold->count > 0;
        if (distance[i] > limit || twin) {
            continue;
        }
        AukDvec middle = dvec_mul_add(ends[i].on_incident, -radius_i - 0.5 * distance[i], outward);
        uint32_t feature_a = swapped ? ends[i].incident_feature : ends[i].reference_feature;
        uint32_t feature_b = swapped ? ends[i].reference_feature : ends[i].incident_feature;
        manifold->points[manifold->count++] = make_point(middle, distance[i], origin, feature_a, feature_b);
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

AukManifold auk__manifold(const AukCore *a, const AukCore *b, const AukSeparation *separation, AukVec2 origin,
                          double margin)
{
    AukManifold manifold;
    memset(&manifold, 0, sizeof manifold);
    AukDvec normal = separation->normal;
    manifold.normal = dvec_to_float(normal);
    manifold.distance = (float)separation->distance;
    manifold.iterations = separation->iterations;
    manifold.status = separation->status;

    int support_a = support_index(a, normal, separation->support_a);
    int support_b = support_index(b, dvec_neg(normal), separation->support_b);
    Edge edge_a = facing_edge(a, support_a, normal);
    Edge edge_b = facing_edge(b, support_b, dvec_neg(normal));
    bool swapped = edge_a.tilt > edge_b.tilt + PREFERENCE;
    const AukCore *reference_core = swapped ? b : a, *incident_core = swapped ? a : b;
    const Edge *reference = swapped ? &edge_b : &edge_a, *incident = swapped ? &edge_a : &edge_b;
    AukDvec outward = swapped ? dvec_neg(normal) : normal;
    bool square = reference->tilt <= SQUARE_SINE;

    ClipPoint ends[2];
    if (square && incident->index >= 0 && clip(reference_core, reference, incident_core, incident, outward, ends) &&
        write_ends(&manifold, ends, separation, incident_core->radius, reference_core->radius, outward, swapped, origin,
                   margin)) {
        return manifold;
    }
    AukDvec middle = dvec_scale(0.5, dvec_add(separation->point_a, separation->point_b));
    manifold.count = 1;
    manifold.points[0] =
        make_point(middle, separation->distance, origin, edge_or_vertex(&edge_a, square && !swapped, support_a),
                   edge_or_vertex(&edge_b, square && swapped, support_b));
    return manifold;
}

double auk__pair_size(const AukCore *a, double extent_a, const AukCore *b, double extent_b)
{
    double apart = dvec_size(dvec(b->place.x - a->place.x, b->place.y - a->place.y));
    double extent = extent_a > extent_b ? extent_a : extent_b;
    return apart > extent ? apart : extent;
}

AukManifold auk_collide(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukManifold manifold;
    memset(&manifold, 0, sizeof manifold);
    manifold.normal.y = 1.0f;
    manifold.status = auk__pair_check(a, &pose_a, b, &pose_b);
    if (manifold.status) {
        return manifold;
    }
    AukCore core_a, core_b;
    auk__core_init(&core_a, a, auk__place(pose_a, pose_a.p));
    auk__core_init(&core_b, b, auk__place(pose_b, pose_a.p));
    double size = auk__pair_size(&core_a, auk__core_extent(&core_a), &core_b, auk__core_extent(&core_b));
    double tau = auk__tau(size);
    AukSeparation separation = auk__separation(&core_a, &core_b, INFINITY, NULL);
    manifold = auk__manifold(&core_a, &core_b, &separation, pose_a.p, tau);
    if (separation.distance > tau) {
        manifold.count = 0;
    }
    return manifold;
}
