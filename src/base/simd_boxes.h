// More with four floats at once: what it takes to make boxes, beside comparing them. See simd.h, whose rules hold here.
#ifndef AUK_BASE_SIMD_BOXES_H
#define AUK_BASE_SIMD_BOXES_H

#include "base/simd.h"

static inline void auk__f32x4_plain_store(float *to, AukF32x4Plain v)
{
    for (int k = 0; k < 4; k++) {
        to[k] = v.lane[k];
    }
}

static inline AukF32x4Plain auk__f32x4_plain_all(float x)
{
    AukF32x4Plain v = {{x, x, x, x}};
    return v;
}

// {v0, v1, -v2, -v3}
static inline AukF32x4Plain auk__f32x4_plain_negate_high(AukF32x4Plain v)
{
    AukF32x4Plain negated = {{v.lane[0], v.lane[1], -v.lane[2], -v.lane[3]}};
    return negated;
}

static inline AukF32x4Plain auk__f32x4_plain_sub(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] - b.lane[0], a.lane[1] - b.lane[1], a.lane[2] - b.lane[2], a.lane[3] - b.lane[3]}};
    return v;
}

static inline AukF32x4Plain auk__f32x4_plain_mul(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] * b.lane[0], a.lane[1] * b.lane[1], a.lane[2] * b.lane[2], a.lane[3] * b.lane[3]}};
    return v;
}

// Of equal lanes, or with a NaN, the second's: as the processor does it.
static inline AukF32x4Plain auk__f32x4_plain_max(AukF32x4Plain a, AukF32x4Plain b)
{
    AukF32x4Plain v = {{a.lane[0] > b.lane[0] ? a.lane[0] : b.lane[0], a.lane[1] > b.lane[1] ? a.lane[1] : b.lane[1],
                        a.lane[2] > b.lane[2] ? a.lane[2] : b.lane[2], a.lane[3] > b.lane[3] ? a.lane[3] : b.lane[3]}};
    return v;
}

#if AUK_SIMD_SSE2

static inline void auk__f32x4_store(float *to, AukF32x4 v)
{
    _mm_storeu_ps(to, v);
}

static inline AukF32x4 auk__f32x4_all(float x)
{
    return _mm_set1_ps(x);
}

static inline AukF32x4 auk__f32x4_negate_high(AukF32x4 v)
{
    return _mm_xor_ps(v, _mm_setr_ps(0.0f, 0.0f, -0.0f, -0.0f));
}

static inline AukF32x4 auk__f32x4_sub(AukF32x4 a, AukF32x4 b)
{
    return _mm_sub_ps(a, b);
}

static inline AukF32x4 auk__f32x4_mul(AukF32x4 a, AukF32x4 b)
{
    return _mm_mul_ps(a, b);
}

static inline AukF32x4 auk__f32x4_max(AukF32x4 a, AukF32x4 b)
{
    return _mm_max_ps(a, b);
}

#elif AUK_SIMD_NEON

static inline void auk__f32x4_store(float *to, AukF32x4 v)
{
    vst1q_f32(to, v);
}

static inline AukF32x4 auk__f32x4_all(float x)
{
    return vdupq_n_f32(x);
}

static inline AukF32x4 auk__f32x4_negate_high(AukF32x4 v)
{
    return vcombine_f32(vget_low_f32(v), vneg_f32(vget_high_f32(v)));
}

static inline AukF32x4 auk__f32x4_sub(AukF32x4 a, AukF32x4 b)
{
    return vsubq_f32(a, b);
}

static inline AukF32x4 auk__f32x4_mul(AukF32x4 a, AukF32x4 b)
{
    return vmulq_f32(a, b);
}

// By a comparison: this processor's own maximum treats equal zeros and NaN otherwise.
static inline AukF32x4 auk__f32x4_max(AukF32x4 a, AukF32x4 b)
{
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}

#elif AUK_SIMD_WASM

static inline void auk__f32x4_store(float *to, AukF32x4 v)
{
    wasm_v128_store(to, v);
}

static inline AukF32x4 auk__f32x4_all(float x)
{
    return wasm_f32x4_splat(x);
}

static inline AukF32x4 auk__f32x4_negate_high(AukF32x4 v)
{
    return wasm_v128_xor(v, wasm_f32x4_make(0.0f, 0.0f, -0.0f, -0.0f));
}

static inline AukF32x4 auk__f32x4_sub(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_sub(a, b);
}

static inline AukF32x4 auk__f32x4_mul(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_mul(a, b);
}

// pmax is "a < b ? b : a", so the arguments change places.
static inline AukF32x4 auk__f32x4_max(AukF32x4 a, AukF32x4 b)
{
    return wasm_f32x4_pmax(b, a);
}

#else

#    define auk__f32x4_store auk__f32x4_plain_store
#    define auk__f32x4_all auk__f32x4_plain_all
#    define auk__f32x4_negate_high auk__f32x4_plain_negate_high
#    define auk__f32x4_sub auk__f32x4_plain_sub
#    define auk__f32x4_mul auk__f32x4_plain_mul
#    define auk__f32x4_max auk__f32x4_plain_max

#endif

#endif
