// Questions about one shape: points, support points, bounds and measures.
#include "support/check.h"
#include "support/check_text.h"

#include <math.h>
#include <stddef.h>

static OracleShape placed, single;

const char *check_point(const AukShape *shape, AukTransform pose, AukVec2 point)
{
    AukProjection p = auk_project_point(shape, pose, point);
    oracle_place(&placed, shape, pose, pose.p);
    oracle_place_point(&single, oracle_sub(oracle_of(point), oracle_of(pose.p)));
    double expected = oracle_distance(&placed, &single);
    double scale = oracle_scale(&placed, &single), bound = check__tolerance(&placed, &single) * scale;
    const char *wrong = check__status(p.status);
    if (wrong || !check__unit(p.normal) || !check__finite(p.point)) {
        return wrong ? wrong : "the normal is bad";
    }
    if (!check__within(fabs((double)p.distance - expected), bound, scale)) {
        return check__say("distance %.9g, expected %.9g", (double)p.distance, expected);
    }
    if (!check__within(expected - oracle_separation(&placed, &single, oracle_of(p.normal)), bound, scale)) {
        return "the normal is not the surface's";
    }
    OracleVec on = oracle_sub(oracle_of(p.point), oracle_of(pose.p));
    OracleVec back = oracle_add(on, oracle_scale_vec((double)p.distance, oracle_of(p.normal)));
    double off = fmax(check__off_surface(&placed, on), oracle_length(oracle_sub(back, single.center)));
    if (!check__within(off - check__rounding(p.point), bound, scale)) {
        return check__say("the projection is %g off", off);
    }
    bool inside = auk_contains(shape, pose, point);
    return fabs(expected) > 1e-9 * scale && inside != (expected < 0.0)
               ? check__say("auk_contains says %d at %g of the scale", inside, expected / scale)
               : NULL;
}

const char *check_support(const AukShape *shape, AukTransform pose, AukVec2 direction)
{
    AukVec2 found = auk_support(shape, pose, direction);
    oracle_place(&placed, shape, pose, pose.p);
    oracle_place_point(&single, oracle_sub(oracle_of(found), oracle_of(pose.p)));
    double scale = oracle_reach(&placed), rounding = check__rounding(found);
    double bound = CHECK_TOLERANCE * scale;
    OracleVec axis = oracle_scale_vec(1.0 / oracle_length(oracle_of(direction)), oracle_of(direction));
    double along = -oracle_separation(&placed, &single, axis);
    if (!check__finite(found) || !check__within(fabs(along) - rounding, bound, scale)) {
        return check__say("%g short of the farthest point, bound %g", along, bound);
    }
    double outside = oracle_distance(&placed, &single);
    return check__within(outside - rounding, bound, scale) ? NULL : check__say("%g outside of the shape", outside);
}

const char *check_bounds(const AukShape *shape, AukTransform pose)
{
    AukBox bounds = auk_shape_bounds(shape, pose);
    oracle_place(&placed, shape, pose, auk_vec(0.0f, 0.0f));
    static const OracleVec axes[4] = {{-1.0, 0.0}, {0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}};
    const double found[4] = {-(double)bounds.min.x, -(double)bounds.min.y, (double)bounds.max.x, (double)bounds.max.y};
    double reach = oracle_reach(&placed), magnitude = oracle_length(oracle_of(pose.p)) + reach;
    for (int i = 0; i < 4; i++) {
        double expected = oracle_dot(oracle_support(&placed, axes[i]), axes[i]) + placed.radius;
        double wider = found[i] - expected, unit = 2.5e-7 * fabs(expected);
        if (!(wider >= -1e-15 * magnitude)) {
            return check__say("side %d of the bounds loses %g", i, -wider);
        }
        if (!check__within(wider - unit, 1e-6 * reach, reach)) {
            return check__say("side %d of the bounds is %g too wide, reach %g", i, wider, reach);
        }
    }
    return NULL;
}

// ---- measures -------------------------------------------------------------------------------------------------

typedef struct Integral {
    double area, perimeter;
    OracleVec moment;      // three times the integral of the position
    OracleVec first, last; // of the outline so far
    int count;
} Integral;

static void add_side(Integral *sum, OracleVec p, OracleVec q)
{
    double cross = oracle_cross(p, q);
    sum->area += 0.5 * cross;
    sum->perimeter += oracle_length(oracle_sub(q, p));
    sum->moment = oracle_add(sum->moment, oracle_scale_vec(0.5 * cross, oracle_add(p, q)));
}

// The next point of the outline: of what is rounded, the one in direction n.
static void add_point(Integral *sum, OracleVec core, OracleVec n)
{
    OracleVec point = oracle_add(core, oracle_scale_vec(placed.radius, n));
    if (sum->count++ == 0) {
        sum->first = point;
    } else {
        add_side(sum, sum->last, point);
    }
    sum->last = point;
}

enum { STEPS = 3000 }; // the polygon inscribed in a circle lacks 7e-7 of its area, and 2e-7 of its length

static OracleVec direction_at(double turns)
{
    double angle = 6.283185307179586 * turns;
    return oracle_vec(cos(angle), sin(angle));
}

static OracleVec normal_after(int vertex)
{
    OracleVec edge = oracle_sub(placed.points[(vertex + 1) % placed.count], placed.points[vertex]);
    return oracle_scale_vec(1.0 / oracle_length(edge), oracle_vec(edge.y, -edge.x));
}

// From corner to corner, and around each in even steps.
static void go_around_corners(Integral *sum, OracleVec inside)
{
    for (int i = 0; i < placed.count; i++) {
        OracleVec core = oracle_sub(placed.points[i], inside), from = direction_at(0.0), to = from;
        double turn = 6.283185307179586;
        if (placed.count > 1) {
            from = normal_after((i + placed.count - 1) % placed.count);
            to = normal_after(i);
            turn = atan2(oracle_cross(from, to), oracle_dot(from, to));
            turn = turn < -1.0 ? turn + 6.283185307179586 : turn; // an end of a segment is half a turn
        }
        int steps = placed.radius > 0.0 ? 1 + (int)(STEPS * turn / 6.283185307179586) : 1;
        for (int k = 0; k < steps; k++) {
            double angle = turn * k / steps, c = cos(angle), s = sin(angle);
            add_point(sum, core, oracle_vec(c * from.x - s * from.y, s * from.x + c * from.y));
        }
        add_point(sum, core, to);
    }
}

static OracleVec stretched(OracleVec direction, double width, double height)
{
    OracleVec n = {direction.x * height, direction.y * width};
    return oracle_scale_vec(1.0 / oracle_length(n), n);
}

typedef struct CurvePoint {
    OracleVec normal, core;
} CurvePoint;

static CurvePoint curve_point(OracleVec normal, OracleVec inside)
{
    CurvePoint point = {normal, oracle_sub(oracle_support(&placed, normal), inside)};
    return point;
}

// How far the core reaches along an axis.
static double support_along(double x, double y)
{
    return oracle_dot(oracle_support(&placed, oracle_vec(x, y)), oracle_vec(x, y));
}

// Halves the angle between two points of a curve until they are near each other, also after stretching the shape to a
// square of size 1: a nearly flat side turns by less than any fixed step. Adds all but the first.
static void go_between(Integral *sum, CurvePoint from, CurvePoint to, OracleVec inside, OracleVec size, int depth)
{
    OracleVec chord = oracle_sub(to.core, from.core);
    if (depth == 0 || fmax(fabs(chord.x) / size.x, fabs(chord.y) / size.y) <= 1.0 / STEPS) {
        add_point(sum, to.core, to.normal);
        return;
    }
    OracleVec normal = oracle_add(from.normal, to.normal);
    CurvePoint middle = curve_point(oracle_scale_vec(1.0 / oracle_length(normal), normal), inside);
    go_between(sum, from, middle, inside, size, depth - 1);
    go_between(sum, middle, to, inside, size, depth - 1);
}

// Through the points farthest in many directions: even in angle for the sake of blunt ends, and even after stretching
// the shape to a square for the sake of its sides. Both go round once, quarter by quarter, and are merged.
static void go_around_curve(Integral *sum, OracleVec inside)
{
    static OracleVec even[STEPS + 1];
    for (int i = 0; even[STEPS].x == 0.0 && i <= STEPS; i++) {
        even[i] = direction_at((i + 0.25) / STEPS);
    }
    OracleVec high = oracle_vec(support_along(1.0, 0.0), support_along(0.0, 1.0));
    OracleVec low = oracle_vec(-support_along(-1.0, 0.0), -support_along(0.0, -1.0)), size = oracle_sub(high, low);
    CurvePoint first = {low, low}, last = first;
    for (int i = 0, k = 0; i + k < 2 * STEPS;) {
        OracleVec n = even[i], m = stretched(even[k], size.x, size.y);
        bool take = k == STEPS || (i < STEPS && oracle_cross(n, m) > 0.0);
        CurvePoint next = curve_point(take ? n : m, inside);
        first = i + k > 0 ? first : next;
        go_between(sum, i + k > 0 ? last : next, next, inside, size, 40);
        last = next;
        i += take;
        k += !take;
    }
    go_between(sum, last, first, inside, size, 40);
}

static Integral integrate(void)
{
    OracleVec inside = oracle_support(&placed, oracle_vec(0.0, 1.0));
    Integral sum = {0.0, 0.0, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, 0};
    if (placed.count > 0) {
        go_around_corners(&sum, inside);
    } else {
        go_around_curve(&sum, inside);
    }
    add_side(&sum, sum.last, sum.first);
    sum.moment = oracle_add(sum.moment, oracle_scale_vec(3.0 * sum.area, inside));
    return sum;
}

const char *check_measure(const AukShape *shape)
{
    AukMeasure m = auk_shape_measure(shape);
    AukTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    oracle_place(&placed, shape, identity, identity.p);
    Integral sum = integrate();
    double reach = oracle_reach(&placed);
    const char *wrong = check__status(m.status);
    if (wrong || !isfinite(m.area) || !isfinite(m.perimeter) || !check__finite(m.centroid)) {
        return wrong ? wrong : "a number is not finite";
    }
    if (!check__within(fabs((double)m.perimeter - sum.perimeter), 3e-6 * sum.perimeter, reach)) {
        return check__say("perimeter %.9g, expected %.9g", (double)m.perimeter, sum.perimeter);
    }
    // the arcs of a thin lens belong to circles as much larger as it is thin, and so do their rounding errors
    double thinness = sum.area > 1e-9 * reach * reach ? reach * reach / sum.area : 1e9;
    double rounding = shape->kind == AUK_SHAPE_CUSTOM ? fmin(1e-15 * thinness, 5e-5) : 0.0;
    double bound = 3e-6 * sum.area + (1e-12 + rounding) * reach * reach;
    if (!check__within(fabs((double)m.area - sum.area), bound, reach * reach)) {
        return check__say("area %.9g, expected %.9g", (double)m.area, sum.area);
    }
    if (sum.area > (shape->kind == AUK_SHAPE_CUSTOM ? 1e-4 : 1e-9) * reach * reach) {
        OracleVec centroid = oracle_scale_vec(1.0 / (3.0 * sum.area), sum.moment);
        double off = oracle_length(oracle_sub(oracle_of(m.centroid), centroid));
        if (!check__within(off, 1e-5 * reach, reach)) {
            return check__say("centroid (%.9g, %.9g), expected (%.9g, %.9g)", (double)m.centroid.x,
                              (double)m.centroid.y, centroid.x, centroid.y);
        }
    }
    return NULL;
}
