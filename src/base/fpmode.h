// The floating-point mode of the calling thread. A step runs with rounding to nearest, denormal numbers kept and no
// traps, whatever the game has set for its own code, or results would depend on it.
#ifndef AUK_BASE_FPMODE_H
#define AUK_BASE_FPMODE_H

#include <stdint.h>

typedef struct AukFpMode {
    uint64_t state;
} AukFpMode;

// Sets the mode of a step and returns the caller's.
AukFpMode auk__fp_enter(void);

// Puts the caller's mode back.
void auk__fp_leave(AukFpMode mode);

#endif
