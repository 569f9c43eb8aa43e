// The separating axis test. The best face is the one along whose normal two polygons have the largest separation, or
// the least depth. The polygons are nearest at this face, unless a corner of one is nearest to a corner of the other.
// One of the corners is then an end of that face, and a test of the edges at both corners proves it. Small polygons
// take a few hundred instructions; GJK and a walk around the Minkowski difference take thousands.
// Invariant: an answer is given only if it is certain. Faces that are mostly rounding error (slivers, very short edges)
// show in a distance near zero, or in a closest point that is not on its edge. Such pairs are left to GJK and
// penetration.c, which are slower.
#include "geom/sat.h"

#include "base/f64x4.h"
#include "geom/sat_sides.h"

// A gap is certain if it exceeds this fraction of the numbers whose difference it is.
#define SEPARATING_GAP 1e-6

static inline double at(const AukSatSides *outline, const AukF64x2 *halves, int index)
{
    int lane = index > 3 ? index + outline->skip : index;
    return auk__f64x2_lane(&halves[lane / 2], lane & 1);
}

static inline AukDvec vertex_at(const AukSatSides *outline, int index)
{
    return dvec(at(outline, outline->x, index), at(outline, outline->y, index));
}

static inline AukDvec placed_edge_at(const AukSatSides *outline, int index)
{
    return dvec(at(outline, outline->edge_x, index), at(outline, outline->edge_y, index));
}

static inline int edge_index_before(const AukSatSides *outline, int index)
{
    return (index > 0 ? index : outline->count) - 1;
}

static inline int after(const AukSatSides *outline, int index)
{
    return index + 1 < outline->count ? index + 1 : 0;
}

// A face, the vertex of the other shape below it, and both shapes.
typedef struct PolygonMeeting {
    const AukSatSides *outline, *other;
    bool of_b;
    int edge, vertex;
    double distance;
    AukDvec normal; // outward on `outline`
} PolygonMeeting;

static void answer_polygons(const PolygonMeeting *meeting, double distance, AukDvec normal, AukDvec on_face,
                            AukDvec on_other, AukSeparation *found)
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
    return dot < 0.0 && fabs(dvec_cross(edge, other)) <= -AUK_SAT_PARALLEL * dot;
}

// For a closest point that is not on the face's edge. If an edge of the other shape is parallel to the face, the
// closest points are on the common part of both edges, if there is one.
static bool answer_flat_polygons(const PolygonMeeting *meeting, bool past_start, AukSeparation *found)
{
    const AukSatSides *outline = meeting->outline, *other = meeting->other;
    int neighbour = past_start ? after(other, meeting->vertex) : edge_index_before(other, meeting->vertex);
    int between = past_start ? meeting->vertex : neighbour;
    if (!lies_flat(placed_edge_at(outline, meeting->edge), placed_edge_at(other, between))) {
        return false;
    }
    AukDvec corner = vertex_at(outline, past_start ? meeting->edge : after(outline, meeting->edge));
    AukDvec from = vertex_at(other, meeting->vertex), along = dvec_sub(vertex_at(other, neighbour), from);
    double share = dvec_dot(dvec_sub(corner, from), along) / dvec_dot(along, along);
    if (!(share >= 0.0 && share <= 1.0)) {
        return false;
    }
    answer_polygons(meeting, meeting->distance, meeting->normal, corner, dvec_mul_add(from, share, along), found);
    return true;
}

// True if this vertex is the farthest along `direction`.
static bool polygon_supports(const AukSatSides *outline, int index, AukDvec direction)
{
    return dvec_dot(placed_edge_at(outline, index), direction) <= 0.0 &&
           dvec_dot(placed_edge_at(outline, edge_index_before(outline, index)), direction) >= 0.0;
}

static bool answer_polygon_corners(const PolygonMeeting *meeting, bool past_start, double certain, AukSeparation *found)
{
    const AukSatSides *outline = meeting->outline, *other = meeting->other;
    int index = past_start ? meeting->edge : after(outline, meeting->edge);
    AukDvec corner = vertex_at(outline, index), opposite = vertex_at(other, meeting->vertex);
    AukDvec apart = dvec_sub(opposite, corner);
    double distance = dvec_length(apart);
    if (!(distance > certain)) {
        return false;
    }
    AukDvec normal = dvec_scale(1.0 / distance, apart);
    if (!polygon_supports(outline, index, normal) || !polygon_supports(other, meeting->vertex, dvec_neg(normal))) {
        return false;
    }
    PolygonMeeting corners = *meeting;
    corners.edge = index;
    answer_polygons(&corners, distance, normal, corner, opposite, found);
    return true;
}

static PolygonMeeting polygon_meeting_of(const AukSatBestSide *best)
{
    PolygonMeeting meeting;
    meeting.outline = &best->sides[best->of_b];
    meeting.other = &best->sides[!best->of_b];
    meeting.of_b = best->of_b;
    meeting.edge = best->edge;
    meeting.vertex = best->vertex;
    AukDvec edge = placed_edge_at(meeting.outline, best->edge);
    double square = at(meeting.outline, meeting.outline->square, best->edge);
    double inverse = 1.0 / auk__square_root(square), distance = auk__square_root(fabs(best->signed_square));
    meeting.distance = best->signed_square < 0.0 ? -distance : distance;
    meeting.normal = dvec(edge.y * inverse, -edge.x * inverse);
    return meeting;
}

static bool answer_meeting(const PolygonMeeting *meeting, double certain, AukSeparation *found)
{
    AukDvec edge = placed_edge_at(meeting->outline, meeting->edge), from = vertex_at(meeting->outline, meeting->edge);
    AukDvec opposite = vertex_at(meeting->other, meeting->vertex);
    double t = dvec_dot(dvec_sub(opposite, from), edge) / dvec_dot(edge, edge);
    if (t >= 0.0 && t <= 1.0) {
        answer_polygons(meeting, meeting->distance, meeting->normal, dvec_mul_add(from, t, edge), opposite, found);
        return true;
    }
    if (answer_flat_polygons(meeting, t < 0.0, found)) {
        return true;
    }
    return meeting->distance > certain && answer_polygon_corners(meeting, t < 0.0, certain, found);
}

// The transform of b in the frame of a, in the units of a: the length of a's rotation may differ from 1 by float
// rounding.
static AukDtransform place_from(const AukDtransform *a, const AukDtransform *b, double shrink)
{
    double k = shrink * shrink;
    AukDvec p = auk__dtransform_unrotate(a, dvec(b->x - a->x, b->y - a->y));
    AukDtransform transform = {k * p.x, k * p.y, k * (a->c * b->c + a->s * b->s), k * (a->c * b->s - a->s * b->c)};
    return transform;
}

// Converts from the frame and units of a to those of the pair.
static void place_found(AukSeparation *found, const AukDtransform *transform, double shrink)
{
    found->distance *= (transform->c * transform->c + transform->s * transform->s) * shrink;
    found->normal = auk__dtransform_rotate(transform, dvec_scale(shrink, found->normal));
    found->point_a = auk__dtransform_apply(transform, found->point_a);
    found->point_b = auk__dtransform_apply(transform, found->point_b);
}

// Stores a face and the corner below it in the cache, as a simplex of GJK.
static void cache_face(const PolygonMeeting *meeting, AukGjkCache *cache)
{
    uint32_t *edge = meeting->of_b ? cache->index_b : cache->index_a;
    uint32_t *vertex = meeting->of_b ? cache->index_a : cache->index_b;
    cache->count = 2;
    edge[0] = (uint32_t)meeting->edge;
    edge[1] = (uint32_t)after(meeting->outline, meeting->edge);
    vertex[0] = vertex[1] = (uint32_t)meeting->vertex;
    edge[2] = vertex[2] = 0;
}

// The largest extent of a core from its position along a direction.
static inline double farthest_in_view(const AukSupportShape *core, AukDvec direction)
{
    AukDvec local = auk__dtransform_unrotate(&core->transform, direction);
    if (core->box) {
        return fabs((double)core->own[2].x * local.x) + fabs((double)core->own[2].y * local.y);
    }
    const AukVec2 *last = &core->vertices[core->count - 1];
    AukF64x2 x, y, most = auk__f64x2_both((double)last->x * local.x + (double)last->y * local.y);
    AukF64x2 along_x = auk__f64x2_both(local.x), along_y = auk__f64x2_both(local.y);
    for (int i = 0; i + 1 < core->count; i += 2) {
        auk__f64x2_load_points((const float *)&core->vertices[i], &x, &y);
        most = auk__f64x2_max(most, auk__f64x2_add(auk__f64x2_mul(x, along_x), auk__f64x2_mul(y, along_y)));
    }
    return auk__f64x2_most(most);
}

static inline AukDvec place_offset(const AukSupportShape *a, const AukSupportShape *b)
{
    return dvec(b->transform.x - a->transform.x, b->transform.y - a->transform.y);
}

// The first axis to test, before vertices are transformed: the axis of the cached features, or the direction from one
// position to the other.
static inline AukDvec likely_axis(const AukSupportShape *a, const AukSupportShape *b, const AukGjkCache *cache)
{
    if (cache && cache->count == 2) {
        bool of_b = cache->index_a[0] == cache->index_a[1];
        const AukSupportShape *core = of_b ? b : a;
        uint32_t edge = of_b ? cache->index_b[0] : cache->index_a[0];
        if (edge < (uint32_t)core->count) {
            const AukVec2 *from = &core->vertices[edge],
                          *to = &core->vertices[auk__support_shape_next(core, (int)edge)];
            AukDvec along = auk__dtransform_rotate(&core->transform, dvec_sub(dvec_from(*to), dvec_from(*from)));
            return of_b ? dvec(-along.y, along.x) : dvec(along.y, -along.x);
        }
    }
    return place_offset(a, b);
}

// Most pairs that do not touch are separated on the first axis. The gap must be far above rounding, so that no result
// depends on the choice of the axis.
static inline bool separates(const AukSupportShape *a, const AukSupportShape *b, AukDvec axis, double max_distance,
                             bool wide, double *beyond)
{
    double along = dvec_dot(place_offset(a, b), axis), least = max_distance * max_distance * dvec_dot(axis, axis);
    AukSatSpans spans;
    if (wide) {
        AukDvec back = dvec_neg(axis);
        spans = auk__sat_spans_wide(a, auk__dtransform_unrotate(&a->transform, axis), b,
                                    auk__dtransform_unrotate(&b->transform, back));
    } else {
        spans.a = farthest_in_view(a, axis);
        if (along <= spans.a) {
            return false; // the position of b is within the extent of a: nearly always a deep overlap
        }
        spans.b = farthest_in_view(b, dvec_neg(axis));
    }
    *beyond = along - spans.a - spans.b;
    return along > spans.a && *beyond > SEPARATING_GAP * (fabs(along) + fabs(spans.a) + fabs(spans.b)) &&
           *beyond * *beyond > (1.0 + SEPARATING_GAP) * least;
}

static inline bool apart_along(const AukSupportShape *a, const AukSupportShape *b, AukDvec axis, double max_distance,
                               bool wide, AukSeparation *found)
{
    double beyond;
    if (!separates(a, b, axis, max_distance, wide, &beyond)) {
        return false;
    }
    double inverse = 1.0 / auk__square_root(dvec_dot(axis, axis));
    found->distance = beyond * inverse;
    found->normal = dvec_scale(inverse, axis);
    found->point_a = auk__support_shape_vertex(a, 0);
    found->point_b = auk__support_shape_vertex(b, 0);
    found->support_a = found->support_b = 0;
    return true;
}

static inline bool are_wide(const AukSupportShape *a, const AukSupportShape *b)
{
    return a->count > 3 && b->count > 3 && auk__avx2_is_supported();
}

bool auk__sat_polygons_apart(const AukSupportShape *a, const AukSupportShape *b, double max_distance,
                             const AukGjkCache *cache)
{
    double beyond;
    return a->count <= AUK_SAT_MAX && b->count <= AUK_SAT_MAX && are_wide(a, b) &&
           separates(a, b, likely_axis(a, b, cache), max_distance, true, &beyond);
}

bool auk__sat_polygons(const AukSupportShape *a, const AukSupportShape *b, double max_distance, bool tried,
                       AukGjkCache *cache, AukSeparation *found)
{
    bool wide = are_wide(a, b);
    if (!(tried && wide) && max_distance < INFINITY &&
        apart_along(a, b, likely_axis(a, b, cache), max_distance, wide, found)) {
        return true;
    }
    double shrink = auk__dtransform_shrink(&a->transform);
    AukDtransform relative = place_from(&a->transform, &b->transform, shrink);
    AukSatBestSide best;
    if (!(wide ? auk__sat_best_side_wide(a, b, &relative, max_distance * shrink, &best)
               : auk__sat_best_side(a, b, &relative, max_distance * shrink, &best))) {
        return false;
    }
    PolygonMeeting meeting = polygon_meeting_of(&best);
    double certain = AUK_SAT_CERTAIN * best.size, far = auk__sat_sides_far(max_distance * shrink, best.size);
    if (meeting.distance > far) {
        answer_polygons(&meeting, meeting.distance, meeting.normal, vertex_at(meeting.outline, meeting.edge),
                        vertex_at(meeting.other, meeting.vertex), found);
    } else if (fabs(meeting.distance) <= certain || !answer_meeting(&meeting, certain, found)) {
        return false;
    }
    place_found(found, &a->transform, shrink);
    if (cache) {
        cache_face(&meeting, cache);
    }
    return true;
}
