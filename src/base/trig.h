// Sine, cosine and arc tangent. Those of libm are not used, since their last bits differ from machine to machine.
#ifndef AUK_BASE_TRIG_H
#define AUK_BASE_TRIG_H

#include "auk/types.h"

typedef struct AukCosSin {
    double c, s;
} AukCosSin;

#define AUK_PI 3.14159265358979323846

// Angles up to this (below pi / 4) need no reduction. With z = x^2 and a series in z for each, the cosine is
// 1 - z/2 + z^2 * series and the sine is x + x * z * series. Vector code uses the same coefficients, for the same bits.
#define AUK_TRIG_DIRECT 0.78

// The coefficients of the two series (cosine, sine), the highest power first. The sine has one power more.
enum { AUK_TRIG_TERMS = 7 };
#define AUK_TRIG_SINE_FIRST (1.0 / 355687428096000.0) // 1/17!
extern const double auk__trig_series[AUK_TRIG_TERMS][2];

// Within 2 ulp for |angle| <= 1e6. Larger angles lose as many digits as the spacing of floats at the angle. Always of
// unit length. The rotation of NaN is that of 0.
AukCosSin auk__cos_sin(double angle);

// The angle of the direction (c, s) in [-pi, pi]; 0 for (0, 0). Within 6 ulp.
double auk__angle_of(double c, double s);

// The angle from one rotation of unit length to another, in [-pi, pi].
double auk__angle_between(AukRot from, AukRot to);

#endif
