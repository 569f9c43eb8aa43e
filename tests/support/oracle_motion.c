// Motions. Linear: two convex sets that start apart first touch with a vertex of one on an edge of the other, so the
// first contact is the earliest of all vertices as rays against all edges, thickened by the radii. Of curved ones: the
// signed distance is convex along a line, so its tangents, from the start on, reach zero before it and come ever
// nearer. Turning: the distance changes no faster than the fastest point moves, so steps of distance / speed pass
// nothing over.
#include "support/oracle.h"

#include <math.h>

// First fraction >= 0 at which a point that starts outside the disc enters it; infinity if never.
static double enter_disc(OracleVec from, OracleVec delta, OracleVec center, double radius)
{
    double length = oracle_length(delta);
    OracleVec to = oracle_sub(center, from);
    double along = oracle_dot(to, delta) / length;
    double aside = fabs(oracle_cross(delta, to)) / length;
    if (length == 0.0 || along < 0.0 || aside > radius) {
        return HUGE_VAL;
    }
    return fmax(0.0, (along - sqrt((radius - aside) * (radius + aside))) / length);
}

// The same for the line from p to q, shifted by the radius to the side the point comes from.
static double meet_edge(OracleVec from, OracleVec delta, OracleVec p, OracleVec q, double radius)
{
    OracleVec edge = oracle_sub(q, p);
    double length = oracle_length(edge);
    OracleVec normal = {edge.y / length, -edge.x / length};
    double height = oracle_dot(oracle_sub(from, p), normal);
    double speed = oracle_dot(delta, normal);
    if (height < 0.0) {
        height = -height;
        speed = -speed;
    }
    if (length == 0.0 || !(speed < 0.0) || height < radius) {
        return HUGE_VAL;
    }
    double fraction = (height - radius) / -speed;
    OracleVec at = oracle_add(from, oracle_scale_vec(fraction, delta));
    double along = oracle_dot(oracle_sub(at, p), edge);
    return along >= 0.0 && along <= length * length ? fraction : HUGE_VAL;
}

static double first_of(const OracleShape *corners, OracleVec delta, const OracleShape *edges, double radius)
{
    double first = HUGE_VAL;
    for (int i = 0; i < edges->count; i++) {
        OracleVec p = edges->points[i];
        OracleVec q = edges->points[i + 1 < edges->count ? i + 1 : 0];
        for (int j = 0; j < corners->count; j++) {
            first = fmin(first, enter_disc(corners->points[j], delta, p, radius));
            if (edges->count > 1) {
                first = fmin(first, meet_edge(corners->points[j], delta, p, q, radius));
            }
        }
    }
    return first;
}

double oracle_cast_by_tangents(const OracleShape *a, OracleVec delta, const OracleShape *b)
{
    enum { TANGENTS_MAX = 200 };
    double fraction = 0.0, near_enough = 1e-14 * (oracle_scale(a, b) + oracle_length(delta));
    for (int i = 0; i < TANGENTS_MAX && fraction <= 1.0; i++) {
        OracleDistance d = oracle_turn(a, oracle_scale_vec(fraction, delta), b);
        double closing = oracle_dot(d.normal, delta);
        if (d.distance <= near_enough || closing <= 0.0) {
            break;
        }
        fraction += d.distance / closing;
    }
    return fmin(fraction, 1.0);
}

OracleCast oracle_cast(const OracleShape *a, OracleVec delta, const OracleShape *b)
{
    OracleCast cast = {false, false, 0.0, oracle_distance(a, b)};
    if (cast.clearance <= 0.0) {
        cast.hit = true;
        cast.overlapping = true;
        return cast;
    }
    static OracleShape swept;
    oracle_sweep(&swept, a, delta);
    cast.clearance = fmin(cast.clearance, oracle_distance(&swept, b));
    if (oracle_turns(a, b)) {
        cast.hit = cast.clearance <= 0.0;
        cast.fraction = cast.hit ? oracle_cast_by_tangents(a, delta, b) : HUGE_VAL;
        return cast;
    }
    double radius = a->radius + b->radius;
    cast.fraction = fmin(first_of(a, delta, b, radius), first_of(b, oracle_scale_vec(-1.0, delta), a, radius));
    cast.hit = cast.fraction <= 1.0;
    return cast;
}

// Farthest point of the shape from its pivot; the path's speed is |delta| + |turn| * reach.
static double pivot_reach(const AukShape *shape)
{
    static OracleShape placed;
    AukTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    oracle_place(&placed, shape, identity, identity.p);
    return oracle_reach(&placed);
}

// How far apart circles of `reach` together around both pivots are at a fraction: what is at least left between shapes.
static double circles_apart(const AukPath *path_a, const AukPath *path_b, OracleVec relative, double reach,
                            double fraction)
{
    OracleVec start = oracle_sub(oracle_of(path_b->start.p), oracle_of(path_a->start.p));
    return oracle_length(oracle_add(start, oracle_scale_vec(fraction, relative))) - reach;
}

OracleMarch oracle_march(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                         double level, double slack, double until)
{
    static OracleShape at_a, at_b;
    enum { STEPS_MAX = 20000 };
    OracleVec relative = oracle_sub(oracle_of(path_b->delta), oracle_of(path_a->delta));
    double reach_a = pivot_reach(a), reach_b = pivot_reach(b), reach = reach_a + reach_b;
    double speed =
        oracle_length(relative) + fabs((double)path_a->turn) * reach_a + fabs((double)path_b->turn) * reach_b;
    OracleMarch march = {ORACLE_UNDECIDED, 0.0, 0};
    for (; march.steps < STEPS_MAX; march.steps++) {
        // circles are good enough for long steps from afar, which most of a path is
        double above = circles_apart(path_a, path_b, relative, reach, march.fraction) - level;
        if (above < 0.5 * reach) {
            oracle_place_on_path(&at_a, a, path_a, march.fraction, path_a->start.p);
            oracle_place_on_path(&at_b, b, path_b, march.fraction, path_a->start.p);
            above = oracle_distance(&at_a, &at_b) - level;
        }
        if (above <= slack) {
            march.end = ORACLE_REACHED;
            return march;
        }
        if (march.fraction >= until) {
            march.end = ORACLE_NEVER;
            return march;
        }
        march.fraction = speed > 0.0 ? fmin(until, march.fraction + above / speed) : until;
    }
    return march;
}
