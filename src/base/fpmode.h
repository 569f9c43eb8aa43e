// The floating-point mode of the calling thread. A step runs with rounding to nearest, with denormal numbers and
// without traps, whatever mode the game has set; otherwise results would depend on the game's mode.
#ifndef AUK_BASE_FPMODE_H
#define AUK_BASE_FPMODE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AukFpMode {
    uint64_t state;
} AukFpMode;

// Sets the mode of a step and returns the caller's.
AukFpMode auk__fp_enter(void);

// Restores the caller's mode.
void auk__fp_leave(AukFpMode mode);

// False if the library was compiled to round otherwise than its expressions say: a * b + c contracted to one
// operation, sums in another order, or more digits than a double has. Results would differ between machines.
bool auk__fp_rounds_as_written(void);

#endif
