// The floating-point mode of the calling thread. A step runs with rounding to nearest, with denormal numbers and
// without traps, whatever mode the game has set; otherwise results would depend on the game's mode.
#ifndef AUK_BASE_FPMODE_H
#define AUK_BASE_FPMODE_H

#include <stdint.h>

typedef struct AukFpMode {
    uint64_t state;
} AukFpMode;

// Sets the mode of a step and returns the caller's.
AukFpMode auk__fp_enter(void);

// Restores the caller's mode.
void auk__fp_leave(AukFpMode mode);

#endif
