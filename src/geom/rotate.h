// Rotates many rotations by angles, several at once.
#ifndef AUK_GEOM_ROTATE_H
#define AUK_GEOM_ROTATE_H

#include "auk/types.h"

#include <stdbool.h>

enum {
    AUK_ROTATE_LANES = 4,
    AUK_ROTATE_MAX = 64 // at a time
};

// Rotations of unit length, and the angles to rotate them by. Entries behind the count, up to a multiple of
// AUK_ROTATE_LANES, may be overwritten.
typedef struct AukRotations {
    double angles[AUK_ROTATE_MAX];
    AukRot rotations[AUK_ROTATE_MAX];
    int count;
} AukRotations;

// Rotates all of them and makes them of unit length again.
void auk__rotate_all(AukRotations *turns);

// ---- for the files of rotate ----

// One of them.
void auk__rotate_one(AukRotations *turns, int i);

// All of them, two at once, on any machine.
void auk__rotate_all_by_two(AukRotations *turns);

// All of them with AVX2; only where auk__f64x4_is_supported().
void auk__rotate_all_wide(AukRotations *turns);

#endif
