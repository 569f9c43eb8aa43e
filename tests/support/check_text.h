// What the files of checks share.
#ifndef AUK_TESTS_SUPPORT_CHECK_TEXT_H
#define AUK_TESTS_SUPPORT_CHECK_TEXT_H

#include "support/oracle.h"

// Formats into a static buffer, good for the next three calls.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
const char *
check__say(const char *format, ...);

bool check__finite(AukVec2 v);
bool check__unit(AukVec2 v);

// What rounding to floats may cost at that place in the world.
double check__rounding(AukVec2 world);

// Signed distance of a point from the shape, below 0 inside.
double check__above_surface(const OracleShape *shape, OracleVec point);

// Distance of a point from the shape's surface, from inside or outside.
double check__off_surface(const OracleShape *shape, OracleVec point);

// The tolerance of this pair, relative to its scale.
double check__tolerance(const OracleShape *a, const OracleShape *b);

// Notes an error and says whether it is within the bound; NaN is not.
bool check__within(double error, double bound, double scale);

// Counts the status if it is that of an iteration limit; null if it is AUK_OK.
const char *check__status(AukStatus status);

// The cores are placed relative to a's position, without radii.
const char *check__gjk_trace(const OracleShape *a, const OracleShape *b, const AukGjkTrace *trace,
                             const AukGjkResult *result);
const char *check__epa_trace(const OracleShape *a, const OracleShape *b, const AukEpaTrace *trace,
                             const AukEpaResult *result);

#endif
