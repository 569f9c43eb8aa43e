// Random numbers for tests: the same sequence on every machine, seeded from the environment, so that a failure can be
// repeated with AUK_SEED=<printed seed>.
#ifndef AUK_TESTS_SUPPORT_RANDOM_H
#define AUK_TESTS_SUPPORT_RANDOM_H

#include "auk/math2d.h"

typedef struct Random {
    uint64_t seed; // what to print
    uint64_t state;
} Random;

// AUK_SEED from the environment, or a fixed number.
uint64_t random_seed(void);

// A generator for one purpose: equal seed and stream give equal numbers, different streams are independent.
Random random_start(uint64_t seed, uint64_t stream);

uint64_t random_bits(Random *random);

// In [0, 1).
double random_unit(Random *random);
bool random_chance(Random *random, double probability);

// In [low, high], both possible.
int random_int(Random *random, int low, int high);
float random_float(Random *random, float low, float high);

// In [low, high), each power of ten as likely as another; both above 0.
double random_log(Random *random, double low, double high);

// Any bit pattern that is a finite float, subnormal numbers included.
float random_finite(Random *random);

AukVec2 random_vec(Random *random, float low, float high);
AukVec2 random_direction(Random *random);
AukRot random_rot(Random *random);

// Inside the square of that half width, any rotation.
AukTransform random_pose(Random *random, float half_width);

// A strictly convex polygon of 3 to `count` vertices that reach about `size` from the origin, flattened to `aspect` of
// its width; returns the number of vertices.
int random_polygon(Random *random, int count, float size, float aspect, AukVec2 *vertices);

// How often to repeat: `usual` scaled as AUK_PROP_COUNT is to 100,000, which is 10,000 without it; at least 1.
int random_repeats(int usual);

#endif
