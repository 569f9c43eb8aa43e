// What is asked of one shape: bounds, support, projection, containment, measure.
#ifndef AUK_TESTS_FUZZ_SINGLE_H
#define AUK_TESTS_FUZZ_SINGLE_H

#include "fuzz/input.h"

// Stops the target at the first answer that is wrong. The shape, the pose and the vectors may be bad.
void check_single(const InputShape *input, AukTransform pose, AukVec2 point, AukVec2 direction);

#endif
