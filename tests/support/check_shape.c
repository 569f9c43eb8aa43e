// Questions about one shape: points, support points, bounds and measures.
#include "support/check.h"
#include "support/check_text.h"

#include <math.h>
#include <stdlib.h>

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

static int compare_angles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

typedef struct Integral {
    double area, perimeter;
    OracleVec moment; // three times the integral of the position
} Integral;

static void add_side(Integral *sum, OracleVec p, OracleVec q)
{
    double cross = oracle_cross(p, q);
    sum->area += 0.5 * cross;
    sum->perimeter += oracle_length(oracle_sub(q, p));
    sum->moment = oracle_add(sum->moment, oracle_scale_vec(0.5 * cross, oracle_add(p, q)));
}

// The polygon of the surface's points in many directions: even in angle for the sake of round corners, and even after
// stretching the shape to a square for the sake of flat curves.
static Integral integrate(void)
{
    enum { HALF = 20000, ALL = 2 * HALF };
    static double angles[ALL];
    static OracleVec points[ALL];
    OracleVec right = oracle_sub(oracle_support(&placed, oracle_vec(1.0, 0.0)), placed.center);
    OracleVec left = oracle_sub(oracle_support(&placed, oracle_vec(-1.0, 0.0)), placed.center);
    OracleVec up = oracle_sub(oracle_support(&placed, oracle_vec(0.0, 1.0)), placed.center);
    OracleVec down = oracle_sub(oracle_support(&placed, oracle_vec(0.0, -1.0)), placed.center);
    double width = right.x - left.x, height = up.y - down.y;
    for (int i = 0; i < HALF; i++) {
        double angle = 6.283185307179586 * (i + 0.25) / HALF;
        angles[i] = atan2(sin(angle), cos(angle));
        angles[HALF + i] = atan2(sin(angle) * width, cos(angle) * height);
    }
    qsort(angles, ALL, sizeof *angles, compare_angles);
    OracleVec inside = oracle_support(&placed, oracle_vec(0.0, 1.0));
    for (int i = 0; i < ALL; i++) {
        OracleVec n = {cos(angles[i]), sin(angles[i])};
        points[i] = oracle_add(oracle_support(&placed, n), oracle_scale_vec(placed.radius, n));
        points[i] = oracle_sub(points[i], inside);
    }
    Integral sum = {0.0, 0.0, {0.0, 0.0}};
    for (int i = 0; i < ALL; i++) {
        add_side(&sum, points[i], points[(i + 1) % ALL]);
    }
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
    // closed forms are exact relative to the area itself; support points of a sliver lie all near its ends
    double bound = 3e-6 * sum.area + (shape->kind == AUK_SHAPE_CUSTOM ? 5e-5 : 1e-12) * reach * reach;
    if (!check__within(fabs((double)m.area - sum.area), bound, reach * reach)) {
        return check__say("area %.9g, expected %.9g", (double)m.area, sum.area);
    }
    if (sum.area > (shape->kind == AUK_SHAPE_CUSTOM ? 1e-2 : 1e-9) * reach * reach) {
        OracleVec centroid = oracle_scale_vec(1.0 / (3.0 * sum.area), sum.moment);
        double off = oracle_length(oracle_sub(oracle_of(m.centroid), centroid));
        if (!check__within(off, 1e-5 * reach, reach)) {
            return check__say("centroid (%.9g, %.9g), expected (%.9g, %.9g)", (double)m.centroid.x,
                              (double)m.centroid.y, centroid.x, centroid.y);
        }
    }
    return NULL;
}
