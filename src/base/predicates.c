// Floats convert to doubles without loss and the product of two floats is exact in a double, so the orientation
// determinant is a sum of six exact numbers. A plain evaluation with an error bound decides nearly all calls. The other
// calls add the six terms as an expansion of non-overlapping parts (Shewchuk, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates", 1997). The last part has the sign of the sum.
// This file must not be compiled with -ffast-math or contraction; the build forbids both.
#include "base/predicates.h"

#include <math.h>

// Adds `value` to an expansion of `count` parts and returns the new number of parts.
static int expansion_add(double *parts, int count, double value)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double sum = value + parts[i];
        double virtual_part = sum - value;
        double error = (value - (sum - virtual_part)) + (parts[i] - virtual_part);
        value = sum;
        if (error != 0.0) {
            parts[kept++] = error;
        }
    }
    if (value != 0.0 || kept == 0) {
        parts[kept++] = value; // a last part of zero would give the sum a sign of 0
    }
    return kept;
}

static int sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

// The determinant as an expansion, and the number of its parts.
static int expand_determinant(AukVec2 a, AukVec2 b, AukVec2 c, double *parts)
{
    double ax = a.x, ay = a.y, bx = b.x, by = b.y, cx = c.x, cy = c.y;
    double terms[6] = {ax * by, -(ax * cy), -(cx * by), -(ay * bx), ay * cx, cy * bx};
    int count = 0;
    for (int i = 0; i < 6; i++) {
        count = expansion_add(parts, count, terms[i]);
    }
    return count;
}

// The determinant in plain doubles. Each factor, product and difference has an error of at most half an ulp, so the
// error of the result is below 2^-50 of `bound`.
static double plain_determinant(AukVec2 a, AukVec2 b, AukVec2 c, double *bound)
{
    double ax = a.x, ay = a.y, bx = b.x, by = b.y, cx = c.x, cy = c.y;
    double left = (ax - cx) * (by - cy);
    double right = (ay - cy) * (bx - cx);
    *bound = fabs(left) + fabs(right);
    return left - right;
}

int auk__orientation(AukVec2 a, AukVec2 b, AukVec2 c)
{
    double bound;
    double determinant = plain_determinant(a, b, c, &bound);
    if (fabs(determinant) > bound * 0x1p-50) {
        return sign_of(determinant);
    }
    double parts[8];
    int count = expand_determinant(a, b, c, parts);
    return sign_of(parts[count - 1]);
}

double auk__turn_area(AukVec2 a, AukVec2 b, AukVec2 c)
{
    double bound;
    double determinant = plain_determinant(a, b, c, &bound);
    if (fabs(determinant) > bound * 0x1p-10) {
        return determinant;
    }
    double parts[8], sum = 0.0;
    int count = expand_determinant(a, b, c, parts);
    for (int i = 0; i < count; i++) {
        sum += parts[i]; // from the smallest part to the largest, which decides the sign
    }
    return sum;
}

AukStatus auk__why_not_in_range(float x)
{
    return auk__is_finite(x) ? AUK_ERROR_RANGE : AUK_ERROR_NOT_FINITE;
}

AukStatus auk__why_no_size(float x)
{
    return auk__is_finite(x) && x < 0.0f ? AUK_ERROR_NEGATIVE : auk__why_not_in_range(x);
}
