// Every form is homogeneous in its lengths, and directions are divided by their larger part first, so that a power of
// two in either changes nothing but the exponents of what comes out.
#include "support/pair_curve.h"

#include <math.h>
#include <stddef.h>

const char *pair_curve_name(PairCurveForm form)
{
    static const char *const names[CURVE_FORM_COUNT] = {"CURVE_SUPERELLIPSE", "CURVE_LENS", "CURVE_HALF_ELLIPSE",
                                                        "CURVE_DROP"};
    return names[form];
}

static double with_sign(double magnitude, double sign)
{
    return sign < 0.0 ? -magnitude : magnitude;
}

// With u = half.x |nx|, v = half.y |ny| and 1/p + 1/q = 1 the outline has its normal along n where
// |x / half.x|^p = u^q / (u^q + v^q).
static void superellipse(const PairCurve *curve, double nx, double ny, double point[2])
{
    double a = (double)curve->half.x, b = (double)curve->half.y, p = (double)curve->power;
    double u = a * fabs(nx), v = b * fabs(ny), larger = fmax(u, v), q = p / (p - 1.0);
    double s = pow(u / larger, q), t = pow(v / larger, q);
    point[0] = with_sign(a * pow(s / (s + t), 1.0 / p), nx);
    point[1] = with_sign(b * pow(t / (s + t), 1.0 / p), ny);
}

// The arc on the right belongs to a disc of radius (a^2 + b^2) / 2a, whose centre lies (b^2 - a^2) / 2a to the left.
static void lens(const PairCurve *curve, double nx, double ny, double point[2])
{
    double a = (double)curve->half.x, b = (double)curve->half.y;
    double radius = (a * a + b * b) / (2.0 * a), left = (b * b - a * a) / (2.0 * a);
    double length = sqrt(nx * nx + ny * ny);
    point[0] = 0.0;
    point[1] = with_sign(b, ny);
    if (fabs(ny) * left <= fabs(nx) * b && nx != 0.0) {
        point[0] = with_sign(radius * (fabs(nx) / length) - left, nx);
        point[1] = radius * (ny / length);
    }
}

static void half_ellipse(const PairCurve *curve, double nx, double ny, double point[2])
{
    double a = (double)curve->half.x, b = (double)curve->half.y;
    point[0] = with_sign(a, nx);
    point[1] = 0.0;
    if (ny > 0.0) {
        double length = sqrt(a * nx * (a * nx) + b * ny * (b * ny));
        point[0] = a * (a * nx / length);
        point[1] = b * (b * ny / length);
    }
}

static void drop(const PairCurve *curve, double nx, double ny, double point[2])
{
    double radius = (double)curve->half.x, top = (double)curve->half.y, length = sqrt(nx * nx + ny * ny);
    point[0] = 0.0;
    point[1] = top;
    if (top * ny <= radius * length) {
        point[0] = radius * (nx / length);
        point[1] = radius * (ny / length);
    }
}

static void support(const double direction[2], double point[2], const void *context)
{
    const PairCurve *curve = context;
    double larger = fmax(fabs(direction[0]), fabs(direction[1]));
    double nx = direction[0] / larger, ny = direction[1] / larger;
    switch (curve->form) {
    case CURVE_SUPERELLIPSE: superellipse(curve, nx, ny, point); break;
    case CURVE_LENS: lens(curve, nx, ny, point); break;
    case CURVE_HALF_ELLIPSE: half_ellipse(curve, nx, ny, point); break;
    case CURVE_DROP:
    case CURVE_FORM_COUNT: drop(curve, nx, ny, point); break;
    }
    point[0] += (double)curve->offset.x;
    point[1] += (double)curve->offset.y;
}

AukCustomShape pair_curve_custom(const PairCurve *curve)
{
    AukVec2 low = auk_vec_neg(curve->half), high = curve->half;
    if (curve->form == CURVE_HALF_ELLIPSE) {
        low.y = 0.0f;
    } else if (curve->form == CURVE_DROP) {
        low.y = -curve->half.x;
    }
    low = auk_vec_add(low, curve->offset);
    high = auk_vec_add(high, curve->offset);
    AukBox bounds = {{nextafterf(low.x, -HUGE_VALF), nextafterf(low.y, -HUGE_VALF)},
                     {nextafterf(high.x, HUGE_VALF), nextafterf(high.y, HUGE_VALF)}};
    AukCustomShape custom = {support, curve, bounds, 0};
    return custom;
}

const PairCurve *pair_curve_of(const AukShape *shape)
{
    bool curve = shape->kind == AUK_SHAPE_CUSTOM && shape->core.custom->support == support;
    return curve ? shape->core.custom->context : NULL;
}

double pair_curve_side(const PairCurve *curve, const double point[2])
{
    double a = (double)curve->half.x, b = (double)curve->half.y, p = (double)curve->power;
    double x = point[0] - (double)curve->offset.x, y = point[1] - (double)curve->offset.y;
    double radius = (a * a + b * b) / (2.0 * a), left = (b * b - a * a) / (2.0 * a);
    switch (curve->form) {
    case CURVE_SUPERELLIPSE: return pow(fabs(x / a), p) + pow(fabs(y / b), p) - 1.0;
    case CURVE_LENS: return (hypot(fabs(x) + left, y) - radius) / a;
    case CURVE_HALF_ELLIPSE: return fmax(-y / b, x / a * (x / a) + y / b * (y / b) - 1.0);
    case CURVE_DROP:
    case CURVE_FORM_COUNT: break;
    }
    // below where the flanks leave the disc it is the disc, above it is between the two tangents through the top
    double touch = a * a / b, sine = a / b;
    double flank = fabs(x) * sqrt(1.0 - sine * sine) + (y - b) * sine;
    return (y < touch ? hypot(x, y) - a : flank) / a;
}
