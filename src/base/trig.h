// Sine, cosine and arc tangent of our own: libm's differ in the last bits from machine to machine.
#ifndef AUK_BASE_TRIG_H
#define AUK_BASE_TRIG_H

typedef struct AukCosSin {
    double c, s;
} AukCosSin;

// Within 2 ulp for |angle| <= 1e6, then losing digits as the angle itself has them; always of unit length.
// NaN counts as 0.
AukCosSin auk__cos_sin(double angle);

// The angle of the direction (c, s) in [-pi, pi]; 0 for (0, 0). Within 6 ulp.
double auk__angle_of(double c, double s);

#endif
