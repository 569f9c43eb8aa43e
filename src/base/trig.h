// Sine, cosine and arc tangent of our own: libm's differ in the last bits from machine to machine.
#ifndef AUK_BASE_TRIG_H
#define AUK_BASE_TRIG_H

#include "auk/types.h"

typedef struct AukCosSin {
    double c, s;
} AukCosSin;

#define AUK_PI 3.14159265358979323846

// Angles up to this (below pi / 4) need no reduction. The cosine is 1 - z/2 + z^2 * its series, the sine
// x + x * z * its own, with z = x^2: for who computes several at once and must come to the same bits.
#define AUK_TRIG_DIRECT 0.78

// The coefficients of the powers of z for cosine and sine, the highest first; the sine has one power more.
enum { AUK_TRIG_TERMS = 7 };
#define AUK_TRIG_SINE_FIRST (1.0 / 355687428096000.0) // 1/17!
extern const double auk__trig_series[AUK_TRIG_TERMS][2];

// Within 2 ulp for |angle| <= 1e6, then losing digits as the angle itself has them; always of unit length.
// NaN counts as 0.
AukCosSin auk__cos_sin(double angle);

// The angle of the direction (c, s) in [-pi, pi]; 0 for (0, 0). Within 6 ulp.
double auk__angle_of(double c, double s);

// The turn from one rotation of unit length to another, the shorter way round.
double auk__angle_between(AukRot from, AukRot to);

#endif
