// Taylor series on a reduced range, in double precision with + - * / and sqrt only, hence the same bits everywhere.
// Rejected: minimax coefficients. They would save two terms each, but trigonometry takes hardly any time.
#include "base/trig.h"

#include "auk/math2d.h"
#include "base/f64x2.h"
#include "base/square_root.h"
#include "base/zero.h"

#include <stdint.h>

// pi/2 in three parts of at most 33 bits, so that k times the first two is exact for |k| < 2^20
#define HALF_PI_HIGH 1.57079632673412561417e+00
#define HALF_PI_MIDDLE 6.07710050630396597660e-11
#define HALF_PI_LOW 2.02226624879595063154e-21

const double auk__trig_series[AUK_TRIG_TERMS][2] = {
    {1.0 / 20922789888000.0, -1.0 / 1307674368000.0}, // 16!, 15!
    {-1.0 / 87178291200.0, 1.0 / 6227020800.0},
    {1.0 / 479001600.0, -1.0 / 39916800.0},
    {-1.0 / 3628800.0, 1.0 / 362880.0},
    {1.0 / 40320.0, -1.0 / 5040.0},
    {-1.0 / 720.0, 1.0 / 120.0},
    {1.0 / 24.0, -1.0 / 6.0},
};

// Cosine in the first lane, sine in the second.
static AukCosSin series(double x)
{
    double z = x * x;
    AukF64x2 zz = auk__f64x2_both(z);
    AukF64x2 sum = auk__f64x2_make(auk__trig_series[0][0], AUK_TRIG_SINE_FIRST * z + auk__trig_series[0][1]);
    for (int i = 1; i < AUK_TRIG_TERMS; i++) {
        sum = auk__f64x2_add(auk__f64x2_mul(sum, zz), auk__f64x2_load(auk__trig_series[i]));
    }
    sum = auk__f64x2_add(auk__f64x2_make(1.0 - 0.5 * z, x), auk__f64x2_mul(auk__f64x2_make(z * z, x * z), sum));
    AukCosSin result = {auk__f64x2_lane(&sum, 0), auk__f64x2_lane(&sum, 1)};
    return result;
}

AukCosSin auk__cos_sin(double angle)
{
    if (fabs(angle) <= AUK_TRIG_DIRECT) { // below pi / 4 a reduction would change nothing: same bits, less time
        return series(angle);
    }
    // Beyond 1e9 neighbouring floats are many turns apart, so no direction is more accurate than another.
    double bounded = angle > 1e9 ? 1e9 : (angle < -1e9 ? -1e9 : angle);
    if (!(bounded == bounded)) {
        bounded = 0.0; // NaN
    }
    double turns = bounded * (2.0 / AUK_PI);
    int64_t quarter = (int64_t)(turns + (turns < 0.0 ? -0.5 : 0.5));
    double k = (double)quarter;
    double x = ((bounded - k * HALF_PI_HIGH) - k * HALF_PI_MIDDLE) - k * HALF_PI_LOW;
    AukCosSin result = series(x);
    double c = result.c, s = result.s;
    switch ((int)((uint64_t)quarter & 3)) {
    case 1: result.c = -s, result.s = c; break;
    case 2: result.c = -c, result.s = -s; break;
    case 3: result.c = s, result.s = -c; break;
    default: break;
    }
    return result;
}

// Halves the angle twice, so that |t| <= tan(pi/16), where the series converges fast.
static double arc_tangent_of_fraction(double t)
{
    t = t / (1.0 + auk__square_root(1.0 + t * t));
    t = t / (1.0 + auk__square_root(1.0 + t * t));
    double z = t * t;
    double sum = 0.0;
    for (int k = 23; k >= 1; k -= 2) {
        sum = 1.0 / k - z * sum;
    }
    return 4.0 * t * sum;
}

double auk__angle_of(double c, double s)
{
    double x = fabs(c);
    double y = fabs(s);
    if (x == 0.0 && y == 0.0) {
        return 0.0;
    }
    double angle = y <= x ? arc_tangent_of_fraction(y / x) : 0.5 * AUK_PI - arc_tangent_of_fraction(x / y);
    if (c < 0.0) {
        angle = AUK_PI - angle;
    }
    return s < 0.0 ? -angle : angle;
}

AukRot auk_rot(float angle)
{
    if (angle == 0.0f) { // of most shapes in their bodies
        AukRot none = {1.0f, 0.0f};
        return none;
    }
    AukCosSin turned = auk__cos_sin(angle);
    AukRot q = {(float)turned.c, auk__one_zero((float)turned.s)};
    return q;
}

float auk_rot_angle(AukRot q)
{
    float angle = (float)auk__angle_of(q.c, q.s);
    return angle == angle ? angle : 0.0f; // processors differ in the sign of NaN
}

double auk__angle_between(AukRot from, AukRot to)
{
    double c = (double)from.c * to.c + (double)from.s * to.s;
    double s = (double)from.c * to.s - (double)from.s * to.c;
    return auk__angle_of(c, s);
}
