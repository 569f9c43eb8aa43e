// Turns rotations by angles, several at once.
#ifndef AUK_GEOM_ROTATE_H
#define AUK_GEOM_ROTATE_H

#include "auk/types.h"

#include <stdbool.h>

enum {
    AUK_TURN_LANES = 4,
    AUK_TURNS_MAX = 64 // at a time
};

// Rotations of unit length, and by what angles they turn. What lies behind the count, up to a multiple of
// AUK_TURN_LANES, may be written.
typedef struct AukTurns {
    double angles[AUK_TURNS_MAX];
    AukRot rotations[AUK_TURNS_MAX];
    int count;
} AukTurns;

// Turns all of them and makes them of unit length again.
void auk__turn_all(AukTurns *turns);

// ---- for the files of turns ----

// One of them.
void auk__turn_one(AukTurns *turns, int i);

// All of them, two at once, on any machine.
void auk__turn_all_by_two(AukTurns *turns);

// All of them with AVX2; only where auk__turn_is_wide().
void auk__turn_all_wide(AukTurns *turns);
bool auk__turn_is_wide(void);

#endif
