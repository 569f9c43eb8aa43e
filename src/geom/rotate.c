// Two rotations at once, one in each lane. Sine and cosine of small angles, which are usual in a step, are two
// branch-free series; rotations by larger angles are computed one by one.
// Invariant: every form gives the same bits.
#include "geom/rotate.h"

#include "base/f64x2_f32x4.h"
#include "base/f64x4.h"
#include "base/trig.h"
#include "base/zero.h"

#include <math.h>

AukRot auk__rotated(AukRot q, double angle)
{
    AukCosSin turn = auk__cos_sin(angle);
    double c = q.c * turn.c - q.s * turn.s;
    double s = q.s * turn.c + q.c * turn.s;
    double inverse = 1.0 / auk__square_root(c * c + s * s);
    AukRot rotated = {auk__one_zero((float)(c * inverse)), auk__one_zero((float)(s * inverse))};
    return rotated;
}

void auk__rotate_one(AukRotations *turns, int i)
{
    turns->rotations[i] = auk__rotated(turns->rotations[i], turns->angles[i]);
}

static inline AukF64x2 times_plus(AukF64x2 a, AukF64x2 b, double c)
{
    return auk__f64x2_add(auk__f64x2_mul(a, b), auk__f64x2_both(c));
}

static void turn_two(const double *angles, AukRot *rotations)
{
    AukF64x2 x = auk__f64x2_load(angles), z = auk__f64x2_mul(x, x);
    AukF64x2 cosine = auk__f64x2_both(auk__trig_series[0][0]);
    AukF64x2 sine = times_plus(auk__f64x2_both(AUK_TRIG_SINE_FIRST), z, auk__trig_series[0][1]);
    for (int i = 1; i < AUK_TRIG_TERMS; i++) {
        cosine = times_plus(cosine, z, auk__trig_series[i][0]);
        sine = times_plus(sine, z, auk__trig_series[i][1]);
    }
    AukF64x2 one = auk__f64x2_both(1.0), c, s;
    cosine = auk__f64x2_add(auk__f64x2_sub(one, auk__f64x2_mul(auk__f64x2_both(0.5), z)),
                            auk__f64x2_mul(auk__f64x2_mul(z, z), cosine));
    sine = auk__f64x2_add(x, auk__f64x2_mul(auk__f64x2_mul(x, z), sine));
    auk__f64x2_load_points(&rotations[0].c, &c, &s);
    AukF64x2 turned_c = auk__f64x2_sub(auk__f64x2_mul(c, cosine), auk__f64x2_mul(s, sine));
    AukF64x2 turned_s = auk__f64x2_add(auk__f64x2_mul(s, cosine), auk__f64x2_mul(c, sine));
    AukF64x2 square = auk__f64x2_add(auk__f64x2_mul(turned_c, turned_c), auk__f64x2_mul(turned_s, turned_s));
    AukF64x2 inverse = auk__f64x2_div(one, auk__f64x2_sqrt(square));
    auk__f64x2_store_points(&rotations[0].c, auk__f64x2_mul(turned_c, inverse), auk__f64x2_mul(turned_s, inverse));
    auk__rotations_one_zero(rotations);
}

void auk__rotate_all_by_two(AukRotations *turns)
{
    if (turns->count % 2 != 0) { // the last rotation is paired with a dummy
        turns->angles[turns->count] = 0.0;
        turns->rotations[turns->count] = turns->rotations[0];
    }
    for (int i = 0; i < turns->count; i += 2) {
        if (fabs(turns->angles[i]) <= AUK_TRIG_DIRECT && fabs(turns->angles[i + 1]) <= AUK_TRIG_DIRECT) {
            turn_two(&turns->angles[i], &turns->rotations[i]);
        } else {
            auk__rotate_one(turns, i);
            auk__rotate_one(turns, i + 1);
        }
    }
}

void auk__rotate_all(AukRotations *turns)
{
    if (auk__avx2_is_supported()) {
        auk__rotate_all_wide(turns);
    } else {
        auk__rotate_all_by_two(turns);
    }
}
