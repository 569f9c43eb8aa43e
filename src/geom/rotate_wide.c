// Four rotations at once with AVX2, with the operations of rotate.c in each lane. Only these functions are compiled for
// AVX2, so the library runs on any x86-64.
#include "geom/rotate.h"

#include "base/f64x4.h"
#include "base/trig.h"

#if AUK_AVX2_EXISTS

AUK_F64X4 AukF64x4 times_plus4(AukF64x4 a, AukF64x4 b, double c)
{
    return f64x4_add(f64x4_mul(a, b), f64x4(c));
}

AUK_F64X4 void rotate_four(AukF64x4 x, AukRot *rotations)
{
    AukF64x4 z = f64x4_mul(x, x);
    AukF64x4 cosine = f64x4(auk__trig_series[0][0]);
    AukF64x4 sine = times_plus4(f64x4(AUK_TRIG_SINE_FIRST), z, auk__trig_series[0][1]);
    for (int i = 1; i < AUK_TRIG_TERMS; i++) {
        cosine = times_plus4(cosine, z, auk__trig_series[i][0]);
        sine = times_plus4(sine, z, auk__trig_series[i][1]);
    }
    AukF64x4 one = f64x4(1.0), c, s;
    cosine = f64x4_add(f64x4_sub(one, f64x4_mul(f64x4(0.5), z)), f64x4_mul(f64x4_mul(z, z), cosine));
    sine = f64x4_add(x, f64x4_mul(f64x4_mul(x, z), sine));
    f64x4_load_points(&rotations->c, &c, &s);
    AukF64x4 rotated_c = f64x4_sub(f64x4_mul(c, cosine), f64x4_mul(s, sine));
    AukF64x4 rotated_s = f64x4_add(f64x4_mul(s, cosine), f64x4_mul(c, sine));
    AukF64x4 square = f64x4_add(f64x4_mul(rotated_c, rotated_c), f64x4_mul(rotated_s, rotated_s));
    AukF64x4 inverse = f64x4_div(one, f64x4_sqrt(square));
    f64x4_store_points(&rotations->c, f64x4_mul(rotated_c, inverse), f64x4_mul(rotated_s, inverse));
    auk__rotations_one_zero(rotations);
    auk__rotations_one_zero(rotations + 2);
}

AUK_F64X4_CODE void auk__rotate_all_wide(AukRotations *turns)
{
    for (int i = turns->count; i % AUK_ROTATE_LANES != 0; i++) {
        turns->angles[i] = 0.0;
        turns->rotations[i] = turns->rotations[0];
    }
    for (int i = 0; i < turns->count; i += AUK_ROTATE_LANES) {
        AukF64x4 angles = f64x4_load(&turns->angles[i]);
        if (f64x4_bits(f64x4_at_most(f64x4_abs(angles), f64x4(AUK_TRIG_DIRECT))) == 15) {
            rotate_four(angles, &turns->rotations[i]);
        } else {
            for (int k = 0; k < AUK_ROTATE_LANES; k++) {
                auk__rotate_one(turns, i + k);
            }
        }
    }
}

#else

void auk__rotate_all_wide(AukRotations *turns)
{
    auk__rotate_all_by_two(turns);
}

#endif
