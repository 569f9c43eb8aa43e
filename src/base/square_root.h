// The square root as IEEE 754 defines it, to the last bit. Without optimisation compilers call the C library for
// sqrt(), and that of MinGW rounds twice: 225 of a million roots were off by one unit in the last place. A root of
// floats loses nothing by that, so sqrtf() is as good everywhere.
#ifndef AUK_BASE_SQUARE_ROOT_H
#define AUK_BASE_SQUARE_ROOT_H

#include <math.h>

#if defined(__SSE2__) && !defined(__OPTIMIZE__)
#    include <emmintrin.h>
#endif

static inline double auk__square_root(double x)
{
#if defined(__SSE2__) && !defined(__OPTIMIZE__)
    __m128d v = _mm_set_sd(x);
    return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
#else
    return sqrt(x);
#endif
}

#endif
