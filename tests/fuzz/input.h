// A fuzzer's bytes as numbers, points, shapes and poses. Where the bytes end, zeros follow, so every input is a case.
// Each object starts with a byte that says how its numbers are written: most styles make small, well-formed numbers
// that coincide often, since raw bits alone hardly ever make two shapes touch; raw bits and a table of the worst
// numbers make the rest.
#ifndef AUK_TESTS_FUZZ_INPUT_H
#define AUK_TESTS_FUZZ_INPUT_H

#include "auk/geom.h"

#include <stddef.h>
#include <stdio.h>

enum { INPUT_VERTICES_MAX = 256 };

typedef struct Input {
    const uint8_t *data;
    size_t size;
} Input;

typedef enum InputStyle {
    INPUT_INTEGER, // a byte: -128 to 127
    INPUT_QUARTER, // a byte: quarters
    INPUT_FINE,    // two bytes: thousandths and less
    INPUT_NUDGED,  // two bytes: an integer, moved by a few units in its last place
    INPUT_SCALED,  // two bytes: an integer times a power of two, from subnormal to out of range
    INPUT_RAW,     // four bytes: the bits of the float
    INPUT_WORST,   // a byte: zeros, infinities, NaN, limits and their neighbours
    INPUT_MIXED,   // each number in a style of its own
    INPUT_STYLE_COUNT
} InputStyle;

Input input_start(const uint8_t *data, size_t size);
uint8_t input_byte(Input *input);
bool input_flag(Input *input);

// In [low, high], of one byte, or of two where the range is larger.
int input_int(Input *input, int low, int high);

InputStyle input_style(Input *input);
float input_number(Input *input, InputStyle style);
AukVec2 input_vec(Input *input, InputStyle style);
AukRot input_rot(Input *input, InputStyle style);
AukTransform input_pose(Input *input);
int input_points(Input *input, int least, int most, AukVec2 *points);

// What is wrong with arguments: a set of the statuses that would be right to answer, none for good arguments.
typedef uint32_t Flaws;

Flaws flaws_of_number(float x);
Flaws flaws_of_size(float x); // must not be negative
Flaws flaws_of_vec(AukVec2 v);
Flaws flaws_of_pose(AukTransform pose);
Flaws flaws_of_points(const AukVec2 *points, int count);

// True if `status` is a right answer to arguments with these flaws.
bool flaws_explain(Flaws flaws, AukStatus status);

static inline Flaws flaw(AukStatus status)
{
    return (Flaws)1 << status;
}

// The hull of two discs: what the custom shapes are. `broken` ones do not keep their promise.
typedef struct InputCustom {
    AukVec2 center[2];
    float radius[2];
    bool broken;
} InputCustom;

// A shape with all that it borrows: do not copy, see input_shape_scaled().
typedef struct InputShape {
    AukShape shape;
    Flaws flaws;
    AukCustomShape custom;
    InputCustom body;
    AukVec2 vertices[INPUT_VERTICES_MAX];
} InputShape;

// Any kind of shape, also refused ones; the constructor's status has been checked against the flaws.
void input_shape(Input *input, InputShape *out);

// A broken custom shape may get any answer that is an answer.
bool input_shape_is_broken(const InputShape *shape);

// The same with all lengths multiplied by 2^exponent; for shapes without flaws. False if some length has no room in a
// float: the result may then be no shape at all.
bool input_shape_scaled(const InputShape *shape, int exponent, InputShape *out);
bool input_pose_scaled(AukTransform pose, int exponent, AukTransform *out);

// Declares `shape_<name>` and `pose_<name>`.
void input_print(FILE *file, const char *name, const InputShape *shape, AukTransform pose);

#endif
