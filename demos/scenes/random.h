// Random numbers that are the same on every machine for the same seed: SplitMix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", 2014). Never put two calls into the arguments of one function: compilers
// evaluate arguments in different orders, and gcc and clang then built different scenes.
#ifndef DEMOS_SCENES_RANDOM_H
#define DEMOS_SCENES_RANDOM_H

#include "auk/math2d.h"

typedef struct DemoRandom {
    uint64_t state;
} DemoRandom;

static inline uint64_t demo_random_bits(DemoRandom *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// In [0, 1), a multiple of 2^-24, so the conversion to float is exact.
static inline float demo_random_unit(DemoRandom *random)
{
    return (float)(demo_random_bits(random) >> 40) * 0x1p-24f;
}

static inline float demo_random_between(DemoRandom *random, float low, float high)
{
    return low + (high - low) * demo_random_unit(random);
}

// In [0, count). The bias is below count / 2^32.
static inline int demo_random_below(DemoRandom *random, int count)
{
    return (int)((demo_random_bits(random) >> 32) * (uint64_t)count >> 32);
}

static inline AukVec2 demo_random_in_square(DemoRandom *random, float half)
{
    float x = demo_random_between(random, -half, half);
    float y = demo_random_between(random, -half, half);
    return auk_vec(x, y);
}

// Uniform over the unit disc, by rejecting points of the square. Without trigonometry the bits are the same everywhere.
static inline AukVec2 demo_random_in_disc(DemoRandom *random)
{
    AukVec2 v;
    do {
        v = demo_random_in_square(random, 1.0f);
    } while (auk_vec_dot(v, v) > 1.0f);
    return v;
}

static inline AukVec2 demo_random_direction(DemoRandom *random)
{
    AukVec2 v;
    do {
        v = demo_random_in_disc(random);
    } while (auk_vec_dot(v, v) < 0.01f);
    return auk_vec_normalize(v);
}

static inline float demo_random_angle(DemoRandom *random)
{
    return demo_random_between(random, -3.14159265f, 3.14159265f);
}

#endif
