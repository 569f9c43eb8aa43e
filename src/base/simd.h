// Selects the vector instructions: SSE2 if the compiler has it (every x86-64; Microsoft's does not define __SSE2__),
// NEON on 64-bit ARM, SIMD128 on WebAssembly; none elsewhere or with AUK_NO_SIMD. The operations are in f64x2.h and
// f32x4.h.
#ifndef AUK_BASE_SIMD_H
#define AUK_BASE_SIMD_H

#define AUK_SIMD_SSE2 0
#define AUK_SIMD_NEON 0
#define AUK_SIMD_WASM 0
#if defined(AUK_NO_SIMD)
// plain C
#elif defined(__SSE2__) || (defined(_MSC_VER) && defined(_M_X64) && !defined(_M_ARM64EC))
#    undef AUK_SIMD_SSE2
#    define AUK_SIMD_SSE2 1
#    include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#    undef AUK_SIMD_NEON
#    define AUK_SIMD_NEON 1
#    include <arm_neon.h>
#elif defined(__wasm_simd128__)
#    undef AUK_SIMD_WASM
#    define AUK_SIMD_WASM 1
#    include <wasm_simd128.h>
#endif

#endif
