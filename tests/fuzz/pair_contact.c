// The answers about where two shapes touch, and those that come another way.
#include "fuzz/expect.h"
#include "fuzz/pair.h"

#include <math.h>

enum { TRACE_ROOM = 4, DIFFERENCE_ROOM = 2 * INPUT_VERTICES_MAX + 64 };

static unsigned feature_count(const AukShape *shape)
{
    switch (shape->kind) {
    case AUK_SHAPE_POLYGON: return (unsigned)shape->core.polygon.count;
    case AUK_SHAPE_BOX: return 4;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: return 2;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_ELLIPSE:
    case AUK_SHAPE_CUSTOM:
    case AUK_SHAPE_HALF_PLANE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return 1;
}

static void check_manifold_point(const FuzzPair *pair, const AukManifoldPoint *p)
{
    EXPECT(solid_is_finite(p->point) && isfinite(p->distance), "not finite");
    EXPECT((p->feature_a & ~AUK_FEATURE_EDGE) < feature_count(&pair->a.shape), "feature %x of a", p->feature_a);
    EXPECT((p->feature_b & ~AUK_FEATURE_EDGE) < feature_count(&pair->b.shape), "feature %x of b", p->feature_b);
    // midway between two surfaces, and two edges that face each other may be tilted by 1e-4
    double room = 0.5 * fabs((double)p->distance) + pair->slack + 2e-4 * pair->scale;
    room += solid_rounding(p->point) + solid_rounding(pair->pose_a.p);
    AukShape storage;
    Solid point = solid_of_point(&storage, vec_sub(vec_of(p->point), vec_of(pair->pose_a.p)), 0.0f);
    EXPECT(solid_widest(&pair->solid_a, &point) <= room && solid_widest(&pair->solid_b, &point) <= room,
           "point {%a, %a}: %a from a, %a from b", (double)p->point.x, (double)p->point.y,
           solid_widest(&pair->solid_a, &point), solid_widest(&pair->solid_b, &point));
}

void pair_check_manifold(const FuzzPair *pair, const AukDistance *d)
{
    AukManifold m = auk_collide(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b);
    EXPECT(flaws_explain(pair->flaws, m.status), "status %d, flaws %x", m.status, pair->flaws);
    EXPECT(solid_is_unit(m.normal), "normal {%a, %a}", (double)m.normal.x, (double)m.normal.y);
    EXPECT(m.count >= 0 && m.count <= (pair->flaws ? 0 : 2), "%d points", m.count);
    if (pair->flaws) {
        return;
    }
    EXPECT(fabs((double)m.distance - (double)d->distance) <= pair->slack, "distance %a, not %a", (double)m.distance,
           (double)d->distance);
    EXPECT((m.count > 0) == (m.distance <= 0.0f) || fabs((double)m.distance) <= pair->slack, "%d points at %a", m.count,
           (double)m.distance);
    double deepest = INFINITY;
    for (int i = 0; i < m.count; i++) {
        check_manifold_point(pair, &m.points[i]);
        deepest = fmin(deepest, (double)m.points[i].distance);
    }
    EXPECT(m.count == 0 || fabs(deepest - (double)m.distance) <= pair->slack, "the deepest point is at %a, not %a",
           deepest, (double)m.distance);
}

// The hull of the difference has the support function of a plus that of -b.
void pair_check_difference(const FuzzPair *pair, Input *input)
{
    static AukVec2 out[DIFFERENCE_ROOM];
    bool curved = pair->a.shape.kind == AUK_SHAPE_ELLIPSE || pair->a.shape.kind == AUK_SHAPE_CUSTOM ||
                  pair->b.shape.kind == AUK_SHAPE_ELLIPSE || pair->b.shape.kind == AUK_SHAPE_CUSTOM;
    int enough = (int)(feature_count(&pair->a.shape) + feature_count(&pair->b.shape));
    enough = curved ? 65 + 2 * (enough - 1) : enough; // of the curve one is counted
    int capacity = input_int(input, -1, 10);
    int few = auk_minkowski_difference(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, out, capacity);
    EXPECT(few <= (capacity > 0 ? capacity : 0), "%d vertices in room for %d", few, capacity);
    EXPECT(few > 0 || flaws_explain(pair->flaws | flaw(AUK_ERROR_COUNT), (AukStatus)-few), "%d, flaws %x", few,
           pair->flaws);
    int count = auk_minkowski_difference(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, out, enough);
    if (pair->flaws) {
        EXPECT(count < 0 && flaws_explain(pair->flaws, (AukStatus)-count), "%d, flaws %x", count, pair->flaws);
        return;
    }
    EXPECT(count > 0 && count <= enough, "%d vertices in room for %d", count, enough);
    if (solid_is_thin(&pair->a.shape) || solid_is_thin(&pair->b.shape)) {
        return;
    }
    for (int i = 0; i < 16; i++) {
        Vec axis = vec(cos(0.39 * i), sin(0.39 * i));
        double most = -INFINITY, right = -solid_separation(&pair->core_a, &pair->core_b, axis);
        for (int k = 0; k < count; k++) {
            most = fmax(most, vec_dot(axis, vec_of(out[k])));
        }
        EXPECT(most <= right + pair->slack && most >= right - pair->slack - (curved ? 0.05 * pair->scale : 0.0),
               "along {%a, %a}: %a, not %a", axis.x, axis.y, most, right);
    }
}

// Alternating projection may stop early where surfaces are nearly parallel, but never below the distance.
static void check_approach(const FuzzPair *pair, const AukDistance *d, const AukProjectionResult *p, bool finest)
{
    double distance = (double)p->distance;
    EXPECT(isfinite(p->distance) && solid_is_finite(p->point_a) && solid_is_finite(p->point_b), "not finite");
    EXPECT(distance >= (double)d->distance - pair->slack, "distance %a, at least %a", distance, (double)d->distance);
    if (p->overlap) {
        EXPECT(p->distance == 0.0f && p->normal.x == 0.0f && p->normal.y == 0.0f, "overlap at %a", distance);
    } else {
        EXPECT(distance >= 0.0 && solid_is_unit(p->normal), "distance %a, normal {%a, %a}", distance,
               (double)p->normal.x, (double)p->normal.y);
    }
    double room = pair->slack + solid_rounding(p->point_a) + solid_rounding(p->point_b);
    room += solid_rounding(pair->pose_a.p);
    Vec between = vec_sub(vec_of(p->point_b), vec_of(p->point_a));
    double off = vec_length(vec_sub(between, vec_scale(distance, vec_of(p->normal))));
    EXPECT(off <= room, "point_b - point_a is off by %a, distance %a", off, distance);
    AukShape storage;
    Solid point = solid_of_point(&storage, vec_sub(vec_of(p->point_a), vec_of(pair->pose_a.p)), 0.0f);
    EXPECT(solid_widest(&pair->solid_a, &point) <= room, "point_a is not in a");
    point = solid_of_point(&storage, vec_sub(vec_of(p->point_b), vec_of(pair->pose_a.p)), 0.0f);
    EXPECT(solid_widest(&pair->solid_b, &point) <= room, "point_b is not in b");
    if (finest && p->status == AUK_OK) {
        EXPECT(distance <= fmax((double)d->distance, 0.0) + pair->slack, "distance %a, not %a", distance,
               (double)d->distance);
        EXPECT(p->overlap || (double)d->distance >= -pair->slack, "no overlap, but %a", (double)d->distance);
    }
}

static void check_approach_status(Flaws flaws, const AukProjectionResult *p)
{
    EXPECT(flaws_explain(flaws, p->status) || (flaws == 0 && p->status == AUK_ERROR_ITERATION_LIMIT),
           "status %d, flaws %x", p->status, flaws);
    EXPECT(flaws == 0 || (!p->overlap && p->distance == 0.0f), "bad input overlaps");
}

void pair_check_approach(const FuzzPair *pair, const AukDistance *d, Input *input)
{
    AukProjectionStep steps[TRACE_ROOM];
    AukProjectionTrace trace = {steps, TRACE_ROOM, 99, 99};
    float epsilon = input_flag(input) ? input_number(input, INPUT_WORST) : 0.0f;
    AukProjectionResult p =
        auk_alternating_projection(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, epsilon, &trace);
    Flaws flaws = pair->flaws | (isfinite(epsilon) ? 0 : flaw(AUK_ERROR_NOT_FINITE));
    check_approach_status(flaws, &p);
    EXPECT(trace.count >= 0 && trace.count <= TRACE_ROOM && trace.total >= trace.count && trace.total <= p.projections,
           "%d of %d", trace.count, trace.total);
    int fragment_a = -1, fragment_b = -1;
    AukShape twice[2] = {pair->b.shape, pair->b.shape};
    AukProjectionResult u = auk_alternating_projection_union(&pair->a.shape, 1, pair->pose_a, twice, 2, pair->pose_b,
                                                             epsilon, &fragment_a, &fragment_b);
    check_approach_status(flaws, &u);
    AukProjectionResult none =
        auk_alternating_projection_union(&pair->a.shape, 0, pair->pose_a, twice, 2, pair->pose_b, epsilon, NULL, NULL);
    EXPECT(none.status != AUK_OK && flaws_explain(flaws | flaw(AUK_ERROR_COUNT), none.status), "status %d",
           none.status);
    if (flaws) {
        return;
    }
    EXPECT(fragment_a == 0 && fragment_b >= 0 && fragment_b < 2, "fragments %d and %d", fragment_a, fragment_b);
    EXPECT(u.distance == p.distance && u.overlap == p.overlap, "%a of the union, %a", (double)u.distance,
           (double)p.distance);
    check_approach(pair, d, &p, epsilon <= 0.0f);
}
