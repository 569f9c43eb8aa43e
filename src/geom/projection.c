// Alternating projection (Vakhrushev, Gavrilov, Danilov, "On one algorithm of non-intersection checking"): from a point
// of one body to the nearest point of the other and back, until the gap stops shrinking. The projections are on the
// cores, and the radii are subtracted at the end, which gives the same nearest points in fewer projections. Two circles
// take three. (Tried: projections on the rounded surfaces; circles of radius 1 and 2 took 181 projections at a gap of
// 0.1, and 1668 at 0.01.)
// Invariant: both points lie on their cores, so every gap is an upper bound of the distance.
#include "geom/projection.h"

#include "base/predicates.h"
#include "geom/closest_point.h"
#include "geom/local_box.h"

#include <stddef.h>
#include <string.h>

// Cores nearer than the resolution of floats count as sharing a point. If shapes touch, or overlap with outlines that
// cross at a small angle, every projection reduces the gap by the same factor, so each further digit costs as much as
// the one before. The tolerance is relative to the smaller shape: a ball must not touch a floor of 100,000 times its
// size at a gap of a hundredth of the ball's size.
#define PROJECTION_TOUCHING 0x1p-24
// The gap, relative to the pair's size, that double precision cannot distinguish from touching. For points, whose own
// size is 0.
#define POINTS_ROUNDING 0x1p-44
// The rounding error of a closest point, relative to the pair's size.
#define PROJECTION_ROUNDING 0x1p-48
// The same along a custom curve. It is larger, since closest points are found there by their distance.
#define CUSTOM_ROUNDING 0x1p-23
// The default relative decrease of the gap at which the search ends. The error is then below 4.5e-7 of the smaller
// width.
#define EPSILON 1e-13

// A custom support function may have float accuracy only; the closest points then vary within its rounding and do not
// converge. The search ends after this many projections without a smaller gap in which a closest point does not keep
// its direction of motion. (Without the test of the direction the search ended too early on slivers: rounding hid that
// the gap decreased at every step.)
enum { STALLED_ROUNDS = 16 };

static double middle(float min_a, float max_a, float min_b, float max_b)
{
    double low = min_a > min_b ? min_a : min_b;
    double high = max_a < max_b ? max_a : max_b;
    return 0.5 * (low + high);
}

// The middle of the intersection of the boxes; on an axis on which they are apart, the middle of the gap.
static AukDvec start_point(const AukSupportShape *a, const AukSupportShape *b)
{
    AukVec2 origin = {0.0f, 0.0f};
    AukBox box_a = auk__support_shape_bounds(a, origin), box_b = auk__support_shape_bounds(b, origin);
    return dvec(middle(box_a.min.x, box_a.max.x, box_b.min.x, box_b.max.x),
                middle(box_a.min.y, box_a.max.y, box_b.min.y, box_b.max.y));
}

// Lengths to which tolerances are relative.
typedef struct Scale {
    double size;     // largest of the pair's extents and relative position
    double touching; // gap up to which the cores count as sharing a point
} Scale;

static Scale scale_of_pair(const AukSupportShape *a, const AukSupportShape *b)
{
    double extent_a = auk__support_shape_extent(a), extent_b = auk__support_shape_extent(b);
    double apart = dvec_size(dvec(b->transform.x - a->transform.x, b->transform.y - a->transform.y));
    double larger = extent_a > extent_b ? extent_a : extent_b;
    double smaller = extent_a < extent_b ? extent_a : extent_b;
    Scale scale;
    scale.size = apart > larger ? apart : larger;
    double in_doubles = POINTS_ROUNDING * scale.size, in_floats = PROJECTION_TOUCHING * smaller;
    scale.touching = in_floats > in_doubles ? in_floats : in_doubles;
    return scale;
}

static void record_projection(AukProjectionTrace *trace, AukDvec from, AukDvec to, int onto, double distance)
{
    trace->total++;
    if (!trace->steps || trace->count >= trace->capacity) {
        return;
    }
    AukProjectionStep *step = &trace->steps[trace->count++];
    memset(step, 0, sizeof *step);
    step->from = dvec_to_float(from);
    step->to = dvec_to_float(to);
    step->onto_b = onto == 1;
    step->distance = (float)distance;
}

// The direction from a to b: the normal of the latest closest point. Near contact the difference of two points is
// mostly rounding error. So if the closest point before it has the normal of an outline, and the two normals differ by
// rounding only, that normal is used.
static AukDvec unit_direction_of(const AukClosestPoint nearest[2], int latest, double rounding)
{
    AukDvec direction = nearest[latest].normal, before = dvec_neg(nearest[1 - latest].normal);
    double gap = nearest[latest].distance;
    if (!nearest[latest].exact && nearest[1 - latest].exact &&
        dvec_size(dvec_sub(direction, before)) * gap <= rounding) {
        direction = before;
    }
    return latest == 0 ? direction : dvec_neg(direction); // the normal of a closest point is outward on its own core
}

// Writes the result from the latest closest points on both cores.
static void conclude(AukApproach *result, const AukSupportShape *a, const AukSupportShape *b,
                     const AukClosestPoint nearest[2], int latest, const Scale *scale)
{
    double gap = nearest[latest].distance, radii = a->radius + b->radius;
    result->overlap = gap <= radii + scale->touching;
    if (result->overlap) {
        // a common point: from a's point towards b's by a's radius, but not beyond b's point
        double part = a->radius < gap ? a->radius / gap : 1.0;
        AukDvec to_b = dvec_sub(nearest[1].point, nearest[0].point);
        result->point_a = result->point_b = dvec_mul_add(nearest[0].point, part, to_b);
        return;
    }
    double rounding = a->custom || b->custom ? CUSTOM_ROUNDING : 4.0 * PROJECTION_ROUNDING;
    AukDvec normal = unit_direction_of(nearest, latest, rounding * scale->size);
    result->point_a = dvec_mul_add(nearest[0].point, a->radius, normal);
    result->point_b = dvec_mul_add(nearest[1].point, -b->radius, normal);
    result->normal = normal;
    result->distance = gap - radii;
}

// True if the gap has stopped shrinking. The article's test is (last - gap) / gap <= epsilon. In exact arithmetic the
// closest point has then moved by at most sqrt(epsilon (2 + epsilon)) of the gap since it was last on that core, since
// the squares of the gaps differ by more than the square of that motion. The motion is tested too: the difference of
// two gaps is lost in rounding at much larger motions, and parallel sides a millionth apart would count as converged
// anywhere.
static bool has_converged(double last, double gap, double move, double epsilon, double rounding)
{
    return last - gap <= epsilon * gap && move <= auk__square_root(epsilon * (2.0 + epsilon)) * gap + rounding;
}

AukApproach auk__approach(const AukSupportShape *a, const AukSupportShape *b, double epsilon, AukProjectionTrace *trace)
{
    const AukSupportShape *cores[2] = {a, b};
    AukClosestPoint nearest[2];
    AukDvec moves[2] = {{0.0, 0.0}, {0.0, 0.0}}; // last motion of the closest point on each core
    memset(nearest, 0, sizeof nearest);
    int edge[2] = {AUK_NO_EDGE, AUK_NO_EDGE};
    Scale scale = scale_of_pair(a, b);
    double radii = a->radius + b->radius;
    int stalled_limit = a->custom || b->custom ? STALLED_ROUNDS : AUK_PROJECTION_LIMIT;
    AukApproach result;
    memset(&result, 0, sizeof result);
    result.status = AUK_ERROR_ITERATION_LIMIT;
    AukDvec from = start_point(a, b);
    double last = INFINITY, least = INFINITY;
    int onto = 0, stalled = 0;
    for (int n = 0; n < AUK_PROJECTION_LIMIT; n++) {
        onto = n & 1;
        AukClosestPoint closest = auk__closest_point(cores[onto], from, &edge[onto]);
        closest.point = closest.distance > 0.0 ? closest.point : from; // a point inside is its own nearest point
        if (trace) {
            record_projection(trace, from, closest.point, onto,
                              closest.distance - (n > 0 ? radii : cores[onto]->radius));
        }
        AukDvec move = dvec_sub(closest.point, nearest[onto].point);
        bool onward = dvec_dot(move, moves[onto]) > 0.0;
        double gap = closest.distance;
        nearest[onto] = closest;
        moves[onto] = move;
        from = closest.point;
        result.projections = n + 1;
        if (n == 0) {
            continue; // the start is not on a core, so there is no gap yet
        }
        stalled = gap < least ? 0 : stalled + !onward;
        least = gap < least ? gap : least;
        bool converged = has_converged(last, gap, dvec_length(move), epsilon, PROJECTION_ROUNDING * scale.size) ||
                         stalled >= stalled_limit;
        last = gap;
        if (converged || gap <= radii + scale.touching) {
            result.status = AUK_OK;
            break;
        }
    }
    conclude(&result, a, b, nearest, onto, &scale);
    return result;
}

// ---- the public functions -------------------------------------------------------------------------------------

static void clear_trace(AukProjectionTrace *trace)
{
    if (trace) {
        trace->count = 0;
        trace->total = 0;
    }
}

static AukProjectionResult refused_projection(AukStatus status)
{
    AukProjectionResult result;
    memset(&result, 0, sizeof result);
    result.status = status;
    return result;
}

static double read_epsilon(float epsilon)
{
    return epsilon > 0.0f ? epsilon : EPSILON;
}

static AukProjectionResult published(const AukApproach *approach, AukVec2 origin)
{
    AukProjectionResult result;
    memset(&result, 0, sizeof result);
    result.overlap = approach->overlap;
    result.distance = (float)approach->distance;
    result.point_a = dvec_to_float(dvec_add(dvec_from(origin), approach->point_a));
    result.point_b = dvec_to_float(dvec_add(dvec_from(origin), approach->point_b));
    result.normal = dvec_to_float(approach->normal);
    result.projections = approach->projections;
    result.status = approach->status;
    return result;
}

AukProjectionResult auk_alternating_projection(const AukShape *a, AukTransform pose_a, const AukShape *b,
                                               AukTransform pose_b, float epsilon, AukProjectionTrace *trace)
{
    clear_trace(trace);
    AukSupportShape core_a, core_b;
    AukStatus status = auk__bounded_pair_init(a, &pose_a, b, &pose_b, &core_a, &core_b);
    if (!status && !auk__is_finite(epsilon)) {
        status = AUK_ERROR_NOT_FINITE;
    }
    if (status) {
        return refused_projection(status);
    }
    AukApproach approach = auk__approach(&core_a, &core_b, read_epsilon(epsilon), trace);
    return published(&approach, pose_a.p);
}

static AukStatus check_fragments(const AukShape *shapes, int count, AukTransform pose)
{
    if (!shapes) {
        return AUK_ERROR_NULL;
    }
    if (count < 1) {
        return AUK_ERROR_COUNT;
    }
    AukStatus status = auk__check_pose(pose);
    for (int i = 0; i < count && !status; i++) {
        status = auk__bounded_shape_check(&shapes[i]);
    }
    return status;
}

static double gap_of_boxes(AukBox a, AukBox b)
{
    double x = (double)a.min.x > b.max.x ? (double)a.min.x - b.max.x : (double)b.min.x - a.max.x;
    double y = (double)a.min.y > b.max.y ? (double)a.min.y - b.max.y : (double)b.min.y - a.max.y;
    return dvec_length(dvec(x > 0.0 ? x : 0.0, y > 0.0 ? y : 0.0));
}

// The nearest pair of pieces so far.
typedef struct NearestFragments {
    AukApproach approach;
    int a, b;
    int projections; // sum over all pairs
    AukStatus status;
} NearestFragments;

// Adds the result of one pair. If a pair reaches its limit of projections, the whole result has that status, unless it
// is an overlap, which no other pair can change.
static void update_nearest(NearestFragments *nearest, const AukApproach *approach, int a, int b)
{
    nearest->projections += approach->projections;
    nearest->status = approach->status && !nearest->status ? approach->status : nearest->status;
    if (approach->distance < nearest->approach.distance) {
        nearest->approach = *approach;
        nearest->a = a;
        nearest->b = b;
    }
    if (approach->overlap) {
        nearest->status = AUK_OK;
    }
}

static NearestFragments nearest_fragments(const AukShape *a, int count_a, AukDtransform transform_a, const AukShape *b,
                                          int count_b, AukDtransform transform_b, double epsilon)
{
    AukVec2 origin = {0.0f, 0.0f};
    NearestFragments nearest;
    memset(&nearest, 0, sizeof nearest);
    nearest.approach.distance = INFINITY;
    for (int i = 0; i < count_a; i++) {
        AukSupportShape core_a;
        auk__support_shape_init(&core_a, &a[i], transform_a);
        AukBox box_a = auk__support_shape_bounds(&core_a, origin);
        for (int j = 0; j < count_b && !nearest.approach.overlap; j++) {
            AukSupportShape core_b;
            auk__support_shape_init(&core_b, &b[j], transform_b);
            if (gap_of_boxes(box_a, auk__support_shape_bounds(&core_b, origin)) < nearest.approach.distance) {
                AukApproach approach = auk__approach(&core_a, &core_b, epsilon, NULL);
                update_nearest(&nearest, &approach, i, j);
            }
        }
    }
    return nearest;
}

AukProjectionResult auk_alternating_projection_union(const AukShape *a, int count_a, AukTransform pose_a,
                                                     const AukShape *b, int count_b, AukTransform pose_b, float epsilon,
                                                     int *fragment_a, int *fragment_b)
{
    AukStatus status = check_fragments(a, count_a, pose_a);
    status = status ? status : check_fragments(b, count_b, pose_b);
    if (!status && !auk__is_finite(epsilon)) {
        status = AUK_ERROR_NOT_FINITE;
    }
    if (status) {
        return refused_projection(status);
    }
    NearestFragments nearest = nearest_fragments(a, count_a, auk__dtransform(pose_a, pose_a.p), b, count_b,
                                                 auk__dtransform(pose_b, pose_a.p), read_epsilon(epsilon));
    AukProjectionResult result = published(&nearest.approach, pose_a.p);
    result.projections = nearest.projections;
    result.status = nearest.status;
    if (fragment_a) {
        *fragment_a = nearest.a;
    }
    if (fragment_b) {
        *fragment_b = nearest.b;
    }
    return result;
}
