// A manifold is computed from the normal. The edge most nearly perpendicular to the normal is the reference edge, the
// edge of the other shape that faces it is the incident edge, and the incident edge is clipped to the reference edge.
// If no edge is perpendicular to the normal (a corner against a corner, any shape against a circle), there is one
// contact, between the witness points. Segments count as polygons with two edges. Edges are compared by squares,
// without square roots or divisions. Pairs of numbers are computed together: the two edges at a corner, the coordinates
// of a point, the two ends. (Tried: choosing the edges by masks or indices instead of branches, half of which are
// mispredicted. It took half as long again, since all further operations then wait for the choice.)
#include "geom/manifold.h"

#include "geom/half_plane.h"
#include "geom/xy.h"

#include <string.h>

typedef struct FacingEdge {
    int index, next;      // from vertex to vertex; -1 for a point or a curve
    bool faces;           // the outward normal is along the direction, not against it
    double dot, square;   // dot products of `along` with the direction and with itself: dot^2 / square = sine^2
    AukF64x2 from, along; // start and vector of the edge, in the shape's own frame
} FacingEdge;

// The edge whose outward normal is nearest to `direction`. It is one of the two at the support vertex.
static inline FacingEdge facing_edge(const AukSupportShape *core, int support, AukF64x2 direction)
{
    FacingEdge edge;
    edge.index = edge.next = -1;
    edge.faces = false;
    edge.dot = edge.square = 1.0;
    edge.from = edge.along = auk__f64x2_both(0.0);
    if (core->count < 2) {
        return edge;
    }
    int before = (support > 0 ? support : core->count) - 1, after = auk__support_shape_next(core, support);
    AukF64x2 corner = auk__f64x2_load_point(&core->vertices[support].x);
    AukF64x2 previous = auk__f64x2_load_point(&core->vertices[before].x);
    AukF64x2 arriving = auk__f64x2_sub(corner, previous);
    AukF64x2 leaving = auk__f64x2_sub(auk__f64x2_load_point(&core->vertices[after].x), corner);
    AukF64x2 x = auk__f64x2_low(arriving, leaving), y = auk__f64x2_high(arriving, leaving);
    AukF64x2 local = auk__xy_unrotate(&core->transform, direction);
    AukF64x2 local_x = auk__f64x2_low(local, local), local_y = auk__f64x2_high(local, local);
    AukF64x2 facing = auk__f64x2_sub(auk__f64x2_mul(local_x, y), auk__f64x2_mul(local_y, x));
    AukF64x2 dot = auk__f64x2_add(auk__f64x2_mul(x, local_x), auk__f64x2_mul(y, local_y));
    AukF64x2 square = auk__f64x2_add(auk__f64x2_mul(x, x), auk__f64x2_mul(y, y));
    AukF64x2 rank = auk__f64x2_mul(auk__f64x2_mul(facing, auk__f64x2_abs(facing)), auk__f64x2_swap(square));
    unsigned faces = auk__f64x2_pick_bits(auk__f64x2_less(auk__f64x2_both(0.0), facing));
    if (auk__f64x2_first(rank) > auk__f64x2_second(rank)) {
        edge.index = before;
        edge.next = support;
        edge.faces = faces & 1u;
        edge.dot = auk__f64x2_first(dot);
        edge.square = auk__f64x2_first(square);
        edge.from = previous;
        edge.along = arriving;
    } else {
        edge.index = support;
        edge.next = after;
        edge.faces = faces >> 1;
        edge.dot = auk__f64x2_second(dot);
        edge.square = auk__f64x2_second(square);
        edge.from = corner;
        edge.along = leaving;
    }
    return edge;
}

static inline bool is_square(const FacingEdge *edge, double sine)
{
    return edge->faces && edge->dot * edge->dot <= sine * sine * edge->square;
}

// True if the edge of b is the reference edge.
static inline bool second_is_squarer(const FacingEdge *a, const FacingEdge *b)
{
    return b->faces && !is_square(a, AUK_MANIFOLD_PREFERENCE) &&
           (!a->faces || a->dot * a->dot * b->square > b->dot * b->dot * a->square);
}

// The ends of the clipped incident edge.
typedef struct Ends {
    AukF64x2 share;    // parameters on the incident edge, 0 to 1
    AukF64x2 distance; // distances of the cores along the normal at the two ends
    bool over, under;  // the first (over) or the second (under) end is a corner of the reference edge
} Ends;

// The reference and the incident edge, in the pair's frame.
typedef struct Overlap {
    AukF64x2 reference_from, reference_along;
    AukF64x2 incident_from, incident_along;
    AukF64x2 outward; // unit normal, away from the reference shape
    double radius_reference, radius_incident;
} Overlap;

// The components of a vector perpendicular to the normal (in the direction of the reference edge) and along it.
static inline AukF64x2 across_and_outward(AukF64x2 v, AukF64x2 outward)
{
    AukF64x2 turned = auk__f64x2_neg_first(auk__f64x2_swap(outward));
    return auk__f64x2_add(auk__f64x2_mul(auk__f64x2_low(v, v), turned), auk__f64x2_mul(auk__f64x2_high(v, v), outward));
}

// Clips the incident edge to the extent of the reference edge, both projected along the normal. False if nothing is
// left. The distance of the surfaces at an end takes the slope of the reference edge into account, since that edge is
// not exactly perpendicular to the normal.
static inline bool clip_incident(const Overlap *overlap, Ends *ends)
{
    AukF64x2 apart = auk__f64x2_sub(overlap->incident_from, overlap->reference_from);
    AukF64x2 reference = across_and_outward(overlap->reference_along, overlap->outward);
    AukF64x2 incident = across_and_outward(overlap->incident_along, overlap->outward);
    AukF64x2 from = across_and_outward(apart, overlap->outward);
    double length = auk__f64x2_first(reference), start = auk__f64x2_first(from);
    double span = -auk__f64x2_first(incident); // the edges have opposite directions
    double end = start - span;
    if (!(span > 0.0) || start < 0.0 || end > length) {
        return false;
    }
    double slope = auk__f64x2_second(reference) / length;
    AukF64x2 height = auk__f64x2_high(from, from), rise = auk__f64x2_high(incident, incident);
    AukF64x2 spans = auk__f64x2_make(start, end), limits = auk__f64x2_make(length, 0.0);
    AukPick2 beyond = auk__f64x2_less(auk__f64x2_make(length, end), auk__f64x2_make(start, 0.0));
    AukF64x2 share = auk__f64x2_div(auk__f64x2_make(start - length, start), auk__f64x2_both(span));
    ends->share = auk__f64x2_pick(beyond, share, auk__f64x2_make(0.0, 1.0));
    ends->distance = auk__f64x2_sub(auk__f64x2_add(height, auk__f64x2_mul(ends->share, rise)),
                                    auk__f64x2_mul(auk__f64x2_both(slope), auk__f64x2_pick(beyond, limits, spans)));
    ends->over = start > length;
    ends->under = end < 0.0;
    return true;
}

static inline void write_point(AukManifoldPoint *point, AukF64x2 middle, double distance, AukVec2 origin,
                               uint32_t feature_a, uint32_t feature_b)
{
    auk__f64x2_store_point(&point->point.x,
                           auk__f64x2_add(middle, auk__f64x2_make((double)origin.x, (double)origin.y)));
    point->distance = (float)distance;
    point->feature_a = feature_a;
    point->feature_b = feature_b;
}

// Writes the single contact between the witness points.
static inline void write_middle(AukManifold *manifold, const AukSeparation *separation, AukVec2 origin,
                                uint32_t feature_a, uint32_t feature_b)
{
    AukF64x2 sum = auk__f64x2_add(auk__xy(separation->point_a), auk__xy(separation->point_b));
    manifold->count = 1;
    write_point(&manifold->points[0], auk__f64x2_mul(auk__f64x2_both(0.5), sum), separation->distance, origin,
                feature_a, feature_b);
}

// The feature of a core without edges: the whole of a point or a curve, or the surface of a half-plane.
static uint32_t only_feature(const AukSupportShape *core)
{
    return core->count < 0 ? AUK_FEATURE_EDGE : 0;
}

static uint32_t edge_or_vertex(const AukSupportShape *core, const FacingEdge *edge, bool square, int support)
{
    return square && edge->index >= 0 ? (uint32_t)edge->index | AUK_FEATURE_EDGE
                                      : (uint32_t)support | only_feature(core);
}

// The features of the reference and of the incident shape at both ends.
typedef struct Features {
    uint32_t reference[2], incident[2];
} Features;

static inline Features features_of(const FacingEdge *reference, const FacingEdge *incident, const Ends *ends)
{
    uint32_t reference_edge = (uint32_t)reference->index | AUK_FEATURE_EDGE;
    uint32_t incident_edge = (uint32_t)incident->index | AUK_FEATURE_EDGE;
    Features features = {{ends->over ? (uint32_t)reference->next : reference_edge,
                          ends->under ? (uint32_t)reference->index : reference_edge},
                         {ends->over ? incident_edge : (uint32_t)incident->index,
                          ends->under ? incident_edge : (uint32_t)incident->next}};
    return features;
}

// Writes the ends that touch. False if the distance of the deepest end is not the pair's distance: the features that
// touch are then not these edges.
static inline bool write_ends(AukManifold *manifold, const Overlap *overlap, const Ends *ends,
                              const uint32_t *feature_a, const uint32_t *feature_b, double known, AukVec2 origin,
                              double margin)
{
    double radius = overlap->radius_incident + overlap->radius_reference;
    AukF64x2 distances = auk__f64x2_sub(ends->distance, auk__f64x2_both(radius));
    double deepest = auk__f64x2_least(distances);
    if (fabs(deepest - known) > margin) {
        return false;
    }
    double limit = deepest > margin ? deepest : margin;
    bool same_place = fabs(auk__f64x2_second(ends->share) - auk__f64x2_first(ends->share)) <= AUK_MANIFOLD_SAME_PLACE;
    AukF64x2 up =
        auk__f64x2_sub(auk__f64x2_both(-overlap->radius_incident), auk__f64x2_mul(auk__f64x2_both(0.5), distances));
    for (int i = 0; i < 2; i++) {
        double distance = i ? auk__f64x2_second(distances) : auk__f64x2_first(distances);
        bool twin = same_place && manifold->count > 0;
        if (distance > limit || twin) {
            continue;
        }
        AukF64x2 share = i ? auk__f64x2_high(ends->share, ends->share) : auk__f64x2_low(ends->share, ends->share);
        AukF64x2 on_incident = auk__f64x2_add(overlap->incident_from, auk__f64x2_mul(share, overlap->incident_along));
        AukF64x2 rise = i ? auk__f64x2_high(up, up) : auk__f64x2_low(up, up);
        write_point(&manifold->points[manifold->count++],
                    auk__f64x2_add(on_incident, auk__f64x2_mul(rise, overlap->outward)), distance, origin, feature_a[i],
                    feature_b[i]);
    }
    return true;
}

// To be inlined with a constant `swapped`.
static inline bool write_clipped(const AukSupportShape *reference, const FacingEdge *reference_edge,
                                 const AukSupportShape *incident, const FacingEdge *incident_edge, AukF64x2 outward,
                                 bool swapped, double known, AukVec2 origin, double margin, AukManifold *manifold)
{
    Overlap overlap = {auk__xy_apply(&reference->transform, reference_edge->from),
                       auk__xy_rotate(&reference->transform, reference_edge->along),
                       auk__xy_apply(&incident->transform, incident_edge->from),
                       auk__xy_rotate(&incident->transform, incident_edge->along),
                       outward,
                       reference->radius,
                       incident->radius};
    Ends ends;
    if (!clip_incident(&overlap, &ends)) {
        return false;
    }
    Features features = features_of(reference_edge, incident_edge, &ends);
    return write_ends(manifold, &overlap, &ends, swapped ? features.incident : features.reference,
                      swapped ? features.reference : features.incident, known, origin, margin);
}

// Clips the edge of the other shape to the surface of a half-plane, as long as needed to clip nothing off. The surface
// is edge 0 of the half-plane.
static bool write_on_surface(const AukSupportShape *a, const AukSupportShape *b, const FacingEdge *edge, bool square,
                             const AukSeparation *separation, AukVec2 origin, double margin, AukManifold *manifold)
{
    bool first = auk__support_shape_is_half_plane(a);
    const AukSupportShape *plane = first ? a : b, *other = first ? b : a;
    if (!square || edge->index < 0) {
        return false;
    }
    AukSurface surface = auk__half_plane_surface(plane);
    AukF64x2 from = auk__xy_apply(&other->transform, edge->from),
             along = auk__xy_rotate(&other->transform, edge->along);
    AukDvec on_line = first ? separation->point_a : separation->point_b;
    on_line = dvec_mul_add(on_line, (first ? -1.0 : 1.0) * plane->radius, separation->normal);
    double length = 4.0 * auk__square_root(edge->square);
    AukDvec along_line = dvec(-length * surface.normal.y, length * surface.normal.x);
    AukDvec start = dvec_mul_add(on_line, -0.5, along_line);
    Overlap overlap = {auk__xy(start),          auk__xy(along_line), from,         along,
                       auk__xy(surface.normal), plane->radius,       other->radius};
    Ends ends;
    if (!clip_incident(&overlap, &ends)) {
        return false;
    }
    uint32_t line[2] = {AUK_FEATURE_EDGE, AUK_FEATURE_EDGE},
             ends_of_edge[2] = {(uint32_t)edge->index, (uint32_t)edge->next};
    return write_ends(manifold, &overlap, &ends, first ? line : ends_of_edge, first ? ends_of_edge : line,
                      separation->distance, origin, margin);
}

// Index 0 stands for the whole of a curve.
static int support_index(const AukSupportShape *core, AukDvec direction, int known)
{
    if (known >= 0) {
        return known;
    }
    return auk__support_shape_is_curved(core) ? 0 : auk__support_shape_support(core, direction);
}

void auk__manifold_write(const AukSupportShape *a, const AukSupportShape *b, const AukSeparation *separation,
                         AukVec2 origin, double margin, AukManifold *manifold)
{
    AukF64x2 normal = auk__xy(separation->normal);
    memset(manifold, 0, sizeof *manifold);
    auk__f64x2_store_point(&manifold->normal.x, normal);
    manifold->distance = (float)separation->distance;
    manifold->iterations = separation->iterations;
    manifold->status = separation->status;

    if (a->count < 2 && b->count < 2) {
        write_middle(manifold, separation, origin, only_feature(a), only_feature(b));
        return;
    }
    int support_a = support_index(a, separation->normal, separation->support_a);
    int support_b = support_index(b, dvec_neg(separation->normal), separation->support_b);
    AukF64x2 back = auk__f64x2_neg(normal);
    FacingEdge edge_a = facing_edge(a, support_a, normal);
    FacingEdge edge_b = facing_edge(b, support_b, back);
    bool swapped = second_is_squarer(&edge_a, &edge_b);
    bool square = is_square(swapped ? &edge_b : &edge_a, AUK_MANIFOLD_SQUARE);
    if (square && edge_a.index >= 0 && edge_b.index >= 0 &&
        (swapped
             ? write_clipped(b, &edge_b, a, &edge_a, back, true, separation->distance, origin, margin, manifold)
             : write_clipped(a, &edge_a, b, &edge_b, normal, false, separation->distance, origin, margin, manifold))) {
        return;
    }
    if (auk__has_half_plane(a, b) &&
        write_on_surface(a, b, swapped ? &edge_b : &edge_a, square, separation, origin, margin, manifold)) {
        return;
    }
    write_middle(manifold, separation, origin, edge_or_vertex(a, &edge_a, square && !swapped, support_a),
                 edge_or_vertex(b, &edge_b, square && swapped, support_b));
}

double auk__half_plane_size(const AukSupportShape *a, double extent_a, const AukSupportShape *b, double extent_b)
{
    const AukSupportShape *plane = auk__support_shape_is_half_plane(a) ? a : b;
    AukDvec normal = auk__dtransform_rotate(&plane->transform, plane->half);
    AukDvec apart = dvec(b->transform.x - a->transform.x, b->transform.y - a->transform.y);
    double size = dvec_size(dvec(normal.x * apart.x, normal.y * apart.y));
    double extent = extent_a > extent_b ? extent_a : extent_b; // a half-plane has none
    return size > extent ? size : extent;
}

static AukManifold refused_manifold(AukStatus status)
{
    AukManifold manifold;
    memset(&manifold, 0, sizeof manifold);
    manifold.normal.y = 1.0f;
    manifold.status = status;
    return manifold;
}

AukManifold auk_collide(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukSupportShape core_a, core_b;
    AukStatus status = auk__pair_init(a, &pose_a, b, &pose_b, &core_a, &core_b);
    if (status) {
        return refused_manifold(status);
    }
    double tau = auk__tau(
        auk__pair_size(&core_a, auk__support_shape_extent(&core_a), &core_b, auk__support_shape_extent(&core_b)));
    AukSeparation separation;
    auk__separate(&core_a, &core_b, INFINITY, NULL, &separation);
    AukManifold manifold;
    auk__manifold_write(&core_a, &core_b, &separation, pose_a.p, tau, &manifold);
    if (separation.distance > tau) {
        manifold.count = 0;
    }
    return manifold;
}
