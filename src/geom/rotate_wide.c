// Four rotations at once with AVX2, lane by lane what turn.c does. The compiler is told of AVX2 for these functions
// alone, so the library runs on any x86-64.
#include "geom/rotate.h"

#include "base/simd.h"
#include "base/trig.h"

#if AUK_SIMD_SSE2 && defined(__GNUC__) && defined(__x86_64__)

#    include <immintrin.h>

__attribute__((target("avx2"))) static inline __m256d times_plus(__m256d a, __m256d b, double c)
{
    return _mm256_add_pd(_mm256_mul_pd(a, b), _mm256_set1_pd(c));
}

// In the order 0, 1, 2, 3 as four angles lie; rotations are two and two in a register, so lanes are 0, 2, 1, 3.
__attribute__((target("avx2"))) static inline void turn_four(__m256d angles, AukRot *rotations)
{
    __m256d x = _mm256_permute4x64_pd(angles, _MM_SHUFFLE(3, 1, 2, 0)), z = _mm256_mul_pd(x, x);
    __m256d cosine = _mm256_set1_pd(auk__trig_series[0][0]);
    __m256d sine = times_plus(_mm256_set1_pd(AUK_TRIG_SINE_FIRST), z, auk__trig_series[0][1]);
    for (int i = 1; i < AUK_TRIG_TERMS; i++) {
        cosine = times_plus(cosine, z, auk__trig_series[i][0]);
        sine = times_plus(sine, z, auk__trig_series[i][1]);
    }
    __m256d one = _mm256_set1_pd(1.0), half = _mm256_mul_pd(_mm256_set1_pd(0.5), z);
    cosine = _mm256_add_pd(_mm256_sub_pd(one, half), _mm256_mul_pd(_mm256_mul_pd(z, z), cosine));
    sine = _mm256_add_pd(x, _mm256_mul_pd(_mm256_mul_pd(x, z), sine));
    __m256d first = _mm256_cvtps_pd(_mm_loadu_ps(&rotations[0].c));
    __m256d second = _mm256_cvtps_pd(_mm_loadu_ps(&rotations[2].c));
    __m256d c = _mm256_unpacklo_pd(first, second), s = _mm256_unpackhi_pd(first, second);
    __m256d turned_c = _mm256_sub_pd(_mm256_mul_pd(c, cosine), _mm256_mul_pd(s, sine));
    __m256d turned_s = _mm256_add_pd(_mm256_mul_pd(s, cosine), _mm256_mul_pd(c, sine));
    __m256d square = _mm256_add_pd(_mm256_mul_pd(turned_c, turned_c), _mm256_mul_pd(turned_s, turned_s));
    __m256d inverse = _mm256_div_pd(one, _mm256_sqrt_pd(square));
    c = _mm256_mul_pd(turned_c, inverse);
    s = _mm256_mul_pd(turned_s, inverse);
    _mm_storeu_ps(&rotations[0].c, _mm256_cvtpd_ps(_mm256_unpacklo_pd(c, s)));
    _mm_storeu_ps(&rotations[2].c, _mm256_cvtpd_ps(_mm256_unpackhi_pd(c, s)));
}

__attribute__((target("avx2"))) void auk__rotate_all_wide(AukRotations *turns)
{
    for (int i = turns->count; i % AUK_ROTATE_LANES != 0; i++) {
        turns->angles[i] = 0.0;
        turns->rotations[i] = turns->rotations[0];
    }
    __m256d most = _mm256_set1_pd(AUK_TRIG_DIRECT), sign = _mm256_set1_pd(-0.0);
    for (int i = 0; i < turns->count; i += AUK_ROTATE_LANES) {
        __m256d angles = _mm256_loadu_pd(&turns->angles[i]);
        if (_mm256_movemask_pd(_mm256_cmp_pd(_mm256_andnot_pd(sign, angles), most, _CMP_LE_OQ)) == 15) {
            turn_four(angles, &turns->rotations[i]);
        } else {
            for (int k = 0; k < AUK_ROTATE_LANES; k++) {
                auk__rotate_one(turns, i + k);
            }
        }
    }
}

bool auk__rotate_is_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

#else

void auk__rotate_all_wide(AukRotations *turns)
{
    auk__rotate_all_by_two(turns);
}

bool auk__rotate_is_wide(void)
{
    return false;
}

#endif
