// Rotates many rotations by angles, several at once.
#ifndef AUK_GEOM_ROTATE_H
#define AUK_GEOM_ROTATE_H

#include "auk/types.h"
#include "base/f32x4.h"

#include <stdbool.h>

enum {
    AUK_ROTATE_LANES = 4,
    AUK_ROTATE_MAX = 64 // rotations per call
};

// Rotations of unit length, and the angles by which to rotate them. Entries after the count, up to a multiple of
// AUK_ROTATE_LANES, may be overwritten.
typedef struct AukRotations {
    double angles[AUK_ROTATE_MAX];
    AukRot rotations[AUK_ROTATE_MAX];
    int count;
} AukRotations;

// A rotation of unit length, rotated by an angle and normalised. What is rounded to -0 is 0.
AukRot auk__rotated(AukRot q, double angle);

// The same for all rotations.
void auk__rotate_all(AukRotations *turns);

// ---- for the files of rotate ----

// Replaces -0 by 0 in two rotations.
static inline void auk__rotations_one_zero(AukRot *rotations)
{
    auk__f32x4_store(&rotations->c, auk__f32x4_add(auk__f32x4_load(&rotations->c), auk__f32x4_all(0.0f)));
}

// Rotates the rotation at `i` alone.
void auk__rotate_one(AukRotations *turns, int i);

// Rotates all, two at once, on any machine.
void auk__rotate_all_by_two(AukRotations *turns);

// Rotates all with AVX2. Must be called only if auk__avx2_is_supported().
void auk__rotate_all_wide(AukRotations *turns);

#endif
