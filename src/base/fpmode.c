// One control register per architecture. On other architectures the C library sets the rounding, and denormals are
// handled as the platform does by default.
#include "base/fpmode.h"

#if defined(__SSE2__) || defined(_M_X64)

#    include <xmmintrin.h>

AukFpMode auk__fp_enter(void)
{
    AukFpMode mode = {_mm_getcsr()};
    // clear rounding (bits 13-14), flush to zero (15) and denormals are zero (6); mask all exceptions (7-12), since
    // unused lanes may compute invalid operations
    _mm_setcsr(((uint32_t)mode.state & ~0xE040u) | 0x1F80u);
    return mode;
}

void auk__fp_leave(AukFpMode mode)
{
    _mm_setcsr((uint32_t)mode.state);
}

#elif defined(__aarch64__)

AukFpMode auk__fp_enter(void)
{
    AukFpMode mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode.state));
    // clear rounding (bits 22-23), flush to zero (24), its half-precision twin (19), and traps (8-12, 15)
    uint64_t step = mode.state & ~0x1C89F00u;
    __asm__ volatile("msr fpcr, %0" : : "r"(step));
    return mode;
}

void auk__fp_leave(AukFpMode mode)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(mode.state));
}

#elif defined(__wasm__)

AukFpMode auk__fp_enter(void)
{
    AukFpMode mode = {0}; // WebAssembly has one mode, which is the mode of a step
    return mode;
}

void auk__fp_leave(AukFpMode mode)
{
    (void)mode;
}

#else

#    include <fenv.h>

AukFpMode auk__fp_enter(void)
{
    AukFpMode mode = {(uint64_t)fegetround()};
    fesetround(FE_TONEAREST);
    return mode;
}

void auk__fp_leave(AukFpMode mode)
{
    fesetround((int)mode.state);
}

#endif

// gcc's -fsingle-precision-constant has no macro by which it is known.
_Static_assert(sizeof 1.0 == sizeof(double), "auk computes in double: compile without -fsingle-precision-constant");

// The numbers are volatile, so that the compiler cannot compute the answer itself.
bool auk__fp_rounds_as_written(void)
{
    volatile double numbers[4] = {1.0 + 0x1p-27, 1.0 + 0x1p-26, 0x1p60, 1.0};
    double a = numbers[0], square = numbers[1], large = numbers[2], one = numbers[3];
    volatile float third = 3.0f;
    float b = 1.0f / third;
    // the square of a is `square` + 2^-54, which a double cannot hold; large + 1 rounds to large
    return a * a - square == 0.0 && (large + one) - large == 0.0 && b * b - (float)((double)b * (double)b) == 0.0f;
}
