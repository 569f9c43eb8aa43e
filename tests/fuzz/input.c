// The order of bytes is part of the corpora: after a change in it they still replay, but what they reach is lost.
#include "fuzz/input.h"

#include "auk/math2d.h"
#include "fuzz/expect.h"

#include <float.h>
#include <math.h>
#include <string.h>

Input input_start(const uint8_t *data, size_t size)
{
    Input input = {data, size};
    return input;
}

uint8_t input_byte(Input *input)
{
    if (input->size == 0) {
        return 0;
    }
    input->size--;
    return *input->data++;
}

bool input_flag(Input *input)
{
    return input_byte(input) & 1;
}

int input_int(Input *input, int low, int high)
{
    int value = input_byte(input);
    if (high - low > 255) {
        value = value * 256 + input_byte(input);
    }
    return low + value % (high - low + 1);
}

InputStyle input_style(Input *input)
{
    return (InputStyle)input_int(input, 0, INPUT_STYLE_COUNT - 1);
}

static float float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float raw_number(Input *input)
{
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) {
        bits = bits << 8 | input_byte(input);
    }
    return float_of_bits(bits);
}

static float worst_number(Input *input)
{
    static const float worst[] = {0.0f,   -0.0f,  NAN,    INFINITY, FLT_MAX,     FLT_MIN, 1e-45f, 1e-40f,
                                  1e-30f, 1e-20f, 1e-10f, 1e-5f,    0.1f,        0.5f,    1.0f,   0.99999994f,
                                  3.0f,   1e5f,   1e8f,   1e10f,    1e14f,       1e15f,   1e16f,  1e20f,
                                  1e30f,  1e-38f, 1e-7f,  1e7f,     3.14159265f, 2e-45f,  1e12f,  16777216.0f};
    int byte = input_byte(input);
    float x = worst[byte & 31];
    x = byte & 32 ? nextafterf(x, INFINITY) : x;
    return byte & 64 ? -x : x;
}

static float nudged_number(Input *input)
{
    float x = (int8_t)input_byte(input);
    int nudge = input_int(input, 0, 255);
    nudge = nudge < 16 ? nudge - 8 : 0;
    for (; nudge > 0; nudge--) {
        x = nextafterf(x, INFINITY);
    }
    for (; nudge < 0; nudge++) {
        x = nextafterf(x, -INFINITY);
    }
    return x;
}

float input_number(Input *input, InputStyle style)
{
    int integer;
    switch (style) {
    case INPUT_INTEGER: return (int8_t)input_byte(input);
    case INPUT_QUARTER: return 0.25f * (int8_t)input_byte(input);
    case INPUT_FINE: integer = (int8_t)input_byte(input); return (float)(integer * 256 + input_byte(input)) / 1024.0f;
    case INPUT_NUDGED: return nudged_number(input);
    case INPUT_SCALED: integer = (int8_t)input_byte(input); return ldexpf((float)integer, (int8_t)input_byte(input));
    case INPUT_RAW: return raw_number(input);
    case INPUT_WORST: return worst_number(input);
    case INPUT_MIXED:
    case INPUT_STYLE_COUNT: break;
    }
    return input_number(input, (InputStyle)input_int(input, 0, INPUT_WORST));
}

AukVec2 input_vec(Input *input, InputStyle style)
{
    float x = input_number(input, style);
    return auk_vec(x, input_number(input, style));
}

AukRot input_rot(Input *input, InputStyle style)
{
    int byte = input_byte(input);
    AukRot q = {(float)(byte / 4 % 3 - 1), (float)(byte / 12 % 3 - 1)}; // quarter turns, diagonals and {0}
    if (byte % 4 == 1) {
        q = auk_rot(0.05f * (int8_t)input_byte(input));
    } else if (byte % 4 == 2) {
        q = auk_rot(input_number(input, INPUT_FINE));
    } else if (byte % 4 == 3) {
        AukVec2 v = input_vec(input, style);
        q.c = v.x;
        q.s = v.y;
    }
    return q;
}

AukTransform input_pose(Input *input)
{
    InputStyle style = input_style(input);
    AukTransform pose;
    pose.p = input_vec(input, style);
    pose.q = input_rot(input, style);
    return pose;
}

int input_points(Input *input, int least, int most, AukVec2 *points)
{
    InputStyle style = input_style(input);
    int count = input_int(input, least, most);
    for (int i = 0; i < count; i++) {
        points[i] = input_vec(input, style);
    }
    return count;
}

Flaws flaws_of_number(float x)
{
    if (!isfinite(x)) {
        return flaw(AUK_ERROR_NOT_FINITE);
    }
    return fabsf(x) > AUK_COORDINATE_MAX ? flaw(AUK_ERROR_RANGE) : 0;
}

Flaws flaws_of_size(float x)
{
    return flaws_of_number(x) | (x < 0.0f ? flaw(AUK_ERROR_NEGATIVE) : 0);
}

Flaws flaws_of_vec(AukVec2 v)
{
    return flaws_of_number(v.x) | flaws_of_number(v.y);
}

Flaws flaws_of_pose(AukTransform pose)
{
    return flaws_of_vec(pose.p) | flaws_of_number(pose.q.c) | flaws_of_number(pose.q.s);
}

Flaws flaws_of_points(const AukVec2 *points, int count)
{
    Flaws flaws = 0;
    for (int i = 0; i < count; i++) {
        flaws |= flaws_of_vec(points[i]);
    }
    return flaws;
}

bool flaws_explain(Flaws flaws, AukStatus status)
{
    return flaws == 0 ? status == AUK_OK : status != AUK_OK && (flaws & flaw(status)) != 0;
}
