// The orientation of three points as an integer. Every float is a whole multiple of 2^-149, so a product of two is a
// whole multiple of 2^-298 below 2^256: it fits twenty limbs of 32 bits, with room to add six of them.
#include "support/oracle.h"

#include <math.h>
#include <stdint.h>

enum { LIMBS = 20 };

// |x| = *mantissa * 2^(*shift - 149)
static void take_apart(float x, uint64_t *mantissa, int *shift)
{
    int exponent;
    double fraction = frexp(fabs((double)x), &exponent); // x = fraction * 2^exponent
    *mantissa = (uint64_t)ldexp(fraction, 24);
    *shift = exponent - 24 + 149;
    if (*shift < 0) { // a subnormal float: its low bits are zero
        *mantissa >>= -*shift;
        *shift = 0;
    }
}

static void add_product(int64_t limbs[LIMBS], float x, float y, int sign)
{
    uint64_t mantissa_x, mantissa_y;
    int shift_x, shift_y;
    take_apart(x, &mantissa_x, &shift_x);
    take_apart(y, &mantissa_y, &shift_y);
    uint64_t product = mantissa_x * mantissa_y;
    int limb = (shift_x + shift_y) / 32;
    int bit = (shift_x + shift_y) % 32;
    uint64_t low = (product & 0xffffffffu) << bit;
    uint64_t high = (product >> 32) << bit;
    int64_t factor = (x < 0.0f) != (y < 0.0f) ? -sign : sign;
    limbs[limb] += factor * (int64_t)(low & 0xffffffffu);
    limbs[limb + 1] += factor * (int64_t)((low >> 32) + (high & 0xffffffffu));
    limbs[limb + 2] += factor * (int64_t)(high >> 32);
}

static int sign_of_limbs(int64_t limbs[LIMBS])
{
    const int64_t base = (int64_t)1 << 32;
    int64_t carry = 0;
    bool zero = true;
    for (int i = 0; i < LIMBS; i++) {
        int64_t value = limbs[i] + carry;
        int64_t digit = ((value % base) + base) % base;
        carry = (value - digit) / base;
        zero = zero && digit == 0;
    }
    return carry < 0 ? -1 : (zero && carry == 0 ? 0 : 1);
}

int oracle_orientation(AukVec2 a, AukVec2 b, AukVec2 c)
{
    // far from zero a double is enough; 2^-48 is many times its error
    double left = ((double)a.x - (double)c.x) * ((double)b.y - (double)c.y);
    double right = ((double)a.y - (double)c.y) * ((double)b.x - (double)c.x);
    if (fabs(left - right) > (fabs(left) + fabs(right)) * 0x1p-48) {
        return left > right ? 1 : -1;
    }
    int64_t limbs[LIMBS] = {0};
    add_product(limbs, a.x, b.y, 1);
    add_product(limbs, a.x, c.y, -1);
    add_product(limbs, c.x, b.y, -1);
    add_product(limbs, a.y, b.x, -1);
    add_product(limbs, a.y, c.x, 1);
    add_product(limbs, c.y, b.x, 1);
    return sign_of_limbs(limbs);
}
