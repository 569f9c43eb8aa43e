// Three kinds of outline, each in its own frame. A polygon: the edge line with the largest signed distance to the
// point; if the closest point is not on that edge, the outline is followed from there to it (after Vakhrushev,
// Gavrilov, Danilov, "On one algorithm of non-intersection checking"; two of its stages remain in the plane). An
// ellipse: Newton's method on the equation of its normals. A custom curve: a bracket of two tangents around the closest
// point, narrowed until the closest point lies on the curve.
// Invariant: the closest point lies on the core up to rounding, so the distance is never too short.
#include "geom/closest_point.h"

enum {
    NEWTON_LIMIT = 64,
    TANGENT_LIMIT = 96,
    FALSE_POSITION_LIMIT = 16,
    WORSE_LIMIT = 3 // brackets in a row that are worse than the best one; after one, some points were 5e-5 too far
};

// Relative difference of the bounds on the distance at which the search on a curve ends: the limit of rounding.
#define CURVE_DISTANCE_ERROR 1e-15
// Accuracy of the position of the closest point, relative to the coordinates.
#define POSITION_ERROR 2e-8
// A `turn` below this fraction of the coordinates is rounding, on a curve of a huge radius.
#define TURN_ERROR 1e-9
// Two tangents at an angle of a smaller sine count as one.
#define TANGENTS_PARALLEL 1e-10
// Two distances of chords with a smaller relative difference count as equal.
#define EQUAL_DISTANCE 1e-9

// ---- polygons -------------------------------------------------------------------------------------------------

// The projection of a point on the line of an edge.
typedef struct EdgeProjection {
    AukDvec from, edge;
    double square; // square of the edge's length
    double along;  // dot(point - from, edge): the closest point is on the edge in [0, square]
    double cross;  // cross(point - from, edge): above 0 if the point is outside
} EdgeProjection;

static EdgeProjection edge_projection(const AukSupportShape *core, int index, AukDvec point)
{
    EdgeProjection projection;
    projection.from = dvec_from(core->vertices[index]);
    projection.edge = dvec_sub(dvec_from(core->vertices[auk__support_shape_next(core, index)]), projection.from);
    AukDvec to = dvec_sub(point, projection.from);
    projection.square = dvec_dot(projection.edge, projection.edge);
    projection.along = dvec_dot(to, projection.edge);
    projection.cross = dvec_cross(to, projection.edge);
    return projection;
}

static AukClosestPoint closest_on_edge(const EdgeProjection *projection)
{
    double length = auk__square_root(projection->square);
    AukClosestPoint closest;
    closest.point = dvec_mul_add(projection->from, projection->along / projection->square, projection->edge);
    closest.distance = projection->cross / length;
    closest.normal = dvec(projection->edge.y / length, -projection->edge.x / length);
    closest.exact = true;
    return closest;
}

static AukClosestPoint closest_on_corner(AukDvec corner, AukDvec point)
{
    AukDvec to = dvec_sub(point, corner);
    double distance = dvec_length(to);
    AukClosestPoint closest = {corner, distance, {0.0, 0.0}, false};
    if (distance > 0.0) {
        closest.normal = dvec(to.x / distance, to.y / distance);
    }
    return closest;
}

// Walks along the outline to the closest point, from an edge that has the point outside or from the nearest edge. The
// distance falls up to the closest point and rises after it. The walk ends by the position of the closest point on each
// edge, not by its distance: the distances of tiny edges of large polygons differ by rounding only.
static AukClosestPoint walk_outline(const AukSupportShape *core, AukDvec point, int *edge)
{
    EdgeProjection projection = edge_projection(core, *edge, point);
    bool forward = projection.along > projection.square;
    for (int i = 0; i < core->count && (projection.along < 0.0 || projection.along > projection.square); i++) {
        int next = forward ? auk__support_shape_next(core, *edge) : (*edge > 0 ? *edge : core->count) - 1;
        EdgeProjection following = edge_projection(core, next, point);
        if (forward ? following.along <= 0.0 : following.along >= following.square) {
            return closest_on_corner(forward ? following.from : projection.from, point);
        }
        *edge = next;
        projection = following;
    }
    return closest_on_edge(&projection);
}

static int edge_farthest_below(const AukSupportShape *core, AukDvec point)
{
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i < core->count; i++) {
        EdgeProjection projection = edge_projection(core, i, point);
        double distance = projection.cross / auk__square_root(projection.square);
        if (distance > most) {
            most = distance;
            best = i;
        }
    }
    return best;
}

// For a point inside, the closest point on the nearest edge line lies on that edge, so the walk ends at once.
static AukClosestPoint project_on_polygon(const AukSupportShape *core, AukDvec point, int *edge)
{
    bool outside = *edge >= 0 && *edge < core->count && edge_projection(core, *edge, point).cross > 0.0;
    if (!outside) {
        *edge = edge_farthest_below(core, point);
    }
    return walk_outline(core, point, edge);
}

static AukClosestPoint project_on_segment(const AukSupportShape *core, AukDvec point)
{
    EdgeProjection projection = edge_projection(core, 0, point);
    if (projection.along <= 0.0) {
        return closest_on_corner(projection.from, point);
    }
    if (projection.along >= projection.square) {
        return closest_on_corner(dvec_add(projection.from, projection.edge), point);
    }
    AukClosestPoint closest = closest_on_edge(&projection);
    if (closest.distance < 0.0) { // a segment has no inside
        closest.distance = -closest.distance;
        closest.normal = dvec_neg(closest.normal);
    }
    return closest;
}

// ---- ellipses -------------------------------------------------------------------------------------------------

// The root u > 0 of (a / (u + c))^2 + (b / u)^2 = 1. The left side is decreasing and convex, so from a start left of
// the root Newton's method increases u and never passes the root. At this start neither term is above 1, so the start
// is not near the pole. The unknown is the distance from the pole, since any other unknown loses digits near the long
// axis.
static double solve_normal(double a, double b, double c)
{
    double u = b > a - c ? b : a - c;
    for (int i = 0; i < NEWTON_LIMIT; i++) {
        double p = a / (u + c), q = b / u;
        double value = p * p + q * q - 1.0;
        double slope = 2.0 * (p * p / (u + c) + q * q / u);
        double next = u + value / slope;
        if (!(next > u)) {
            break;
        }
        u = next;
    }
    return u;
}

// For a point with x, y >= 0 and half.x >= half.y. With lengths in units of half.y, the point is the closest point (X,
// Y) plus (u - 1) times the normal (X / half.x^2, Y). (Eberly, "Distance from a point to an ellipse", has the
// equation.)
static AukClosestPoint project_on_quarter(AukDvec half, AukDvec point)
{
    double ratio = half.x / half.y;
    double squares = ratio * ratio;
    double excess = (half.x - half.y) / half.y * (ratio + 1.0); // squares - 1 without cancellation
    double x = point.x / half.y, y = point.y / half.y;
    double a = ratio * x;
    AukClosestPoint closest;
    double u = 0.0;
    if (y > 0.0 || a > excess) {
        u = solve_normal(a, y, excess);
        closest.point = dvec(half.y * (squares * x / (u + excess)), half.y * (y > 0.0 ? y / u : 0.0));
    } else if (excess > 0.0) {
        // on the long axis, between the centers of curvature of its ends: this is one of two closest points
        double part = a / excess;
        closest.point = dvec(half.x * part, half.y * auk__square_root(1.0 - part * part));
    } else {
        closest.point = dvec(0.0, half.y); // the center of a circle
    }
    AukDvec normal = dvec(closest.point.x / squares, closest.point.y);
    double length = dvec_length(normal);
    closest.distance = (u - 1.0) * length;
    closest.normal = dvec(normal.x / length, normal.y / length);
    closest.exact = true;
    return closest;
}

AukClosestPoint auk__closest_point_on_ellipse(AukDvec half, AukDvec point)
{
    bool tall = half.y > half.x;
    AukDvec axes = tall ? dvec(half.y, half.x) : half;
    AukDvec quarter = tall ? dvec(fabs(point.y), fabs(point.x)) : dvec(fabs(point.x), fabs(point.y));
    AukClosestPoint closest = project_on_quarter(axes, quarter);
    AukDvec on = closest.point, out = closest.normal;
    closest.point = tall ? dvec(on.y, on.x) : on;
    closest.normal = tall ? dvec(out.y, out.x) : out;
    if (point.x < 0.0) {
        closest.point.x = -closest.point.x;
        closest.normal.x = -closest.normal.x;
    }
    if (point.y < 0.0) {
        closest.point.y = -closest.point.y;
        closest.normal.y = -closest.normal.y;
    }
    return closest;
}

// ---- custom curves --------------------------------------------------------------------------------------------

typedef struct CurveTangent {
    AukDvec normal, point; // unit normal, and the point at which the tangent touches the curve
    double distance;       // of the projected point from the tangent, above 0 outside
    double turn;           // above 0 if the closest point is counter-clockwise of `point`
} CurveTangent;

static CurveTangent tangent_along(const AukSupportShape *core, AukDvec direction, AukDvec projected)
{
    CurveTangent tangent;
    tangent.normal = dvec_scale(1.0 / dvec_length(direction), direction);
    tangent.point = auk__custom_support(core->custom, tangent.normal);
    AukDvec to = dvec_sub(projected, tangent.point);
    tangent.distance = dvec_dot(tangent.normal, to);
    tangent.turn = dvec_cross(tangent.normal, to);
    return tangent;
}

// The distance of the point from the line of the chord between two tangent points, times the chord's length; above 0
// outside.
static double beyond_chord(const CurveTangent *low, const CurveTangent *high, AukDvec projected)
{
    return dvec_cross(dvec_sub(projected, low->point), dvec_sub(high->point, low->point));
}

static AukClosestPoint closest_on_chord(const CurveTangent *low, const CurveTangent *high, AukDvec projected)
{
    AukDvec chord = dvec_sub(high->point, low->point);
    double square = dvec_dot(chord, chord), along = dvec_dot(dvec_sub(projected, low->point), chord);
    double t = dvec_edge_part(along, square);
    return closest_on_corner(dvec_mul_add(low->point, t, chord), projected);
}

typedef struct ChordDistance {
    double distance; // from the closest point of the chord
    bool outside;    // the point is outside of the chord
} ChordDistance;

static ChordDistance measure_chord(const CurveTangent *low, const CurveTangent *high, AukDvec projected)
{
    ChordDistance chord = {closest_on_chord(low, high, projected).distance, beyond_chord(low, high, projected) > 0.0};
    return chord;
}

// A point outside the curve is outside of the chord that has the closest point. Beside a sharp tip it may be outside of
// other chords by rounding. Two chords may share the closest point at their common end, and so may the two sides of a
// curve without thickness. So among chords whose distances differ by rounding only, one that has the point outside is
// taken.
static bool is_nearer(const ChordDistance *chord, const ChordDistance *than)
{
    double even =
        chord->outside == than->outside ? 1.0 : (chord->outside ? 1.0 + EQUAL_DISTANCE : 1.0 - EQUAL_DISTANCE);
    return chord->outside && !than->outside ? chord->distance <= even * than->distance
                                            : chord->distance < even * than->distance;
}

// Finds two of the four tangents along the axes, counter-clockwise, with the closest point between them. False if the
// point is inside. The directions whose tangents have the point outside form one arc, on which the tangent distance has
// one maximum. The best of the four tangents and the sign of its `turn` bracket that maximum. If none of the four has
// the point outside, the point is inside or near a corner of their rectangle.
static bool find_bracket(const AukSupportShape *core, AukDvec projected, CurveTangent *low, CurveTangent *high)
{
    static const AukDvec axes[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    CurveTangent tangents[4];
    int best = 0;
    for (int i = 0; i < 4; i++) {
        tangents[i] = tangent_along(core, axes[i], projected);
        best = tangents[i].distance > tangents[best].distance ? i : best;
    }
    int first = tangents[best].turn >= 0.0 ? best : (best + 3) % 4;
    bool outside = tangents[best].distance > 0.0;
    if (!outside) {
        ChordDistance nearest = {INFINITY, false};
        for (int i = 0; i < 4; i++) {
            ChordDistance chord = measure_chord(&tangents[i], &tangents[(i + 1) % 4], projected);
            if (is_nearer(&chord, &nearest)) {
                nearest = chord;
                first = i;
            }
        }
        outside = nearest.outside;
    }
    *low = tangents[first];
    *high = tangents[(first + 1) % 4];
    return outside;
}

// The next direction: from the intersection of the two tangents to the point, if that direction is between their
// normals; otherwise the normal of the chord. On a smooth curve the first choice converges quickly and the second
// halves the interval. On straight parts the second is exact at once. At corners of the curve both tangents meet in the
// corner. The first choice may stay close to one end, so after a round that hardly narrowed the bracket the chord is
// used.
static AukDvec next_direction(const CurveTangent *low, const CurveTangent *high, AukDvec projected, bool by_chord)
{
    AukDvec chord = dvec_sub(high->point, low->point);
    double sine = dvec_cross(low->normal, high->normal);
    // the intersection is low->point + length * (low->normal rotated by 90 degrees)
    double length = dvec_dot(chord, high->normal) / sine;
    AukDvec corner = dvec_mul_add(low->point, length, dvec(-low->normal.y, low->normal.x));
    AukDvec to = dvec_sub(projected, corner);
    bool over = sine > 0.0 && dvec_cross(low->normal, to) > 0.0 && dvec_cross(to, high->normal) > 0.0;
    return over && !by_chord ? to : dvec(chord.y, -chord.x);
}

// Narrows the bracket by a tangent within it. False if the point is inside.
static bool narrow_bracket(CurveTangent *low, CurveTangent *high, const CurveTangent *tangent, AukDvec projected)
{
    bool is_after = tangent->turn >= 0.0;
    if (!(tangent->distance > 0.0)) {
        // if one end of the bracket is on the arc that has the point outside, this direction is beyond that arc
        is_after = high->distance > 0.0;
        if (!is_after && !(low->distance > 0.0)) {
            ChordDistance before = measure_chord(low, tangent, projected),
                          after = measure_chord(tangent, high, projected);
            is_after = is_nearer(&after, &before);
            if (!(is_after ? after : before).outside) {
                return false;
            }
        }
    }
    *(is_after ? low : high) = *tangent;
    return true;
}

static bool is_same_point(const CurveTangent *a, const CurveTangent *b)
{
    return a->point.x == b->point.x && a->point.y == b->point.y;
}

// The search by distance finds the position of the closest point along the curve only to the square root of the
// accuracy of the distance. On a curve of a huge radius, rounding in its support function tilts a short chord by far
// more than the angle between the tangents at its ends: alternating projection stopped on such chords, up to 1.2e-5 of
// the size too early. So on a smooth curve the position is found as the zero of `turn`, which decreases along the
// outline, by false position with Illinois weights. Returns false on a straight edge, where `turn` jumps.
static bool find_turn(const AukSupportShape *core, AukDvec projected, CurveTangent low, CurveTangent high,
                      CurveTangent *found)
{
    double size = dvec_size(low.point) + dvec_size(projected);
    double before = low.turn, after = high.turn;
    int stayed = 0;
    *found = before < -after ? low : high;
    for (int i = 0; i < FALSE_POSITION_LIMIT && before >= 0.0 && after <= 0.0 && before > after; i++) {
        double t = before / (before - after);
        AukDvec direction = dvec_mul_add(low.normal, t, dvec_sub(high.normal, low.normal));
        CurveTangent next = tangent_along(core, direction, projected);
        bool new_place = !is_same_point(&next, &low) && !is_same_point(&next, &high);
        *found = fabs(next.turn) < fabs(found->turn) ? next : *found;
        if (!new_place || fabs(next.turn) <= CURVE_DISTANCE_ERROR * size) {
            break;
        }
        if (next.turn > 0.0) {
            low = next;
            before = next.turn;
            after *= stayed > 0 ? 0.5 : 1.0;
            stayed = 1;
        } else {
            high = next;
            after = next.turn;
            before *= stayed < 0 ? 0.5 : 1.0;
            stayed = -1;
        }
    }
    return fabs(found->turn) <= TURN_ERROR * size && found->distance > 0.0;
}

// If the direction from the closest point to the point differs from the normal of the last tangent by no more than the
// accuracy of the closest point explains, the normal of the tangent is more accurate, near the curve by far.
static AukClosestPoint finish_on_curve(const AukSupportShape *core, const CurveTangent *low, const CurveTangent *high,
                                       const CurveTangent *last, AukDvec projected)
{
    AukClosestPoint closest = closest_on_chord(low, high, projected);
    double size = dvec_size(closest.point) + dvec_size(projected);
    closest.exact = dvec_size(dvec_sub(closest.normal, last->normal)) * closest.distance <= POSITION_ERROR * size;
    CurveTangent found;
    if (closest.exact && find_turn(core, projected, *low, *high, &found)) {
        closest.point = found.point;
        closest.distance = dvec_length(dvec_sub(projected, found.point));
        closest.normal = found.normal;
    } else if (closest.exact) {
        closest.normal = last->normal;
    }
    return closest;
}

static AukClosestPoint project_on_curve(const AukSupportShape *core, AukDvec point)
{
    AukClosestPoint inside = {point, 0.0, {0.0, 0.0}, false};
    CurveTangent low, high;
    if (!find_bracket(core, point, &low, &high)) {
        return inside;
    }
    CurveTangent last = low.distance > high.distance ? low : high, best_low = low, best_high = high;
    double nearest = INFINITY;
    bool by_chord = false;
    int worse = 0;
    for (int i = 0; i < TANGENT_LIMIT; i++) {
        double most = closest_on_chord(&low, &high, point).distance;
        double least = low.distance > high.distance ? low.distance : high.distance;
        if (most <= (1.0 + POSITION_ERROR) * nearest) {
            nearest = most;
            best_low = low;
            best_high = high;
            worse = 0;
        } else if (++worse == WORSE_LIMIT) {
            break; // the rounding errors of the support function exceed what is left to be found
        }
        AukDvec direction = next_direction(&low, &high, point, by_chord);
        double sine = dvec_cross(low.normal, high.normal);
        bool between = dvec_cross(low.normal, direction) > 0.0 && dvec_cross(direction, high.normal) > 0.0;
        if (most - least <= CURVE_DISTANCE_ERROR * most || !between || sine <= TANGENTS_PARALLEL) {
            break;
        }
        last = tangent_along(core, direction, point);
        if (!narrow_bracket(&low, &high, &last, point)) {
            return inside;
        }
        by_chord = !by_chord && dvec_cross(low.normal, high.normal) > 0.75 * sine;
    }
    return finish_on_curve(core, &best_low, &best_high, &last, point);
}

// ---- any core -------------------------------------------------------------------------------------------------

static AukClosestPoint project_locally(const AukSupportShape *core, AukDvec point, int *edge)
{
    if (core->custom) {
        return project_on_curve(core, point);
    }
    switch (core->count) {
    case 0: return auk__closest_point_on_ellipse(core->half, point);
    case 1: return closest_on_corner(dvec_from(core->vertices[0]), point);
    case 2: return project_on_segment(core, point);
    default: return project_on_polygon(core, point, edge);
    }
}

// The length of a rotation may differ from 1 by float rounding. All geometry treats that as a change of size; without
// it here, results would differ in the eighth digit.
AukClosestPoint auk__closest_point(const AukSupportShape *core, AukDvec point, int *edge)
{
    const AukDtransform *transform = &core->transform;
    double square = transform->c * transform->c + transform->s * transform->s;
    AukDvec turned = auk__dtransform_unrotate(transform, dvec(point.x - transform->x, point.y - transform->y));
    AukClosestPoint closest = project_locally(core, dvec_scale(1.0 / square, turned), edge);
    double scale = auk__square_root(square);
    closest.point = auk__dtransform_apply(transform, closest.point);
    closest.distance *= scale;
    closest.normal = dvec_scale(1.0 / scale, auk__dtransform_rotate(transform, closest.normal));
    return closest;
}
