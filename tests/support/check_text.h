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

// Distance of a point from the shape's surface, from inside or outside.
double check__off_surface(const OracleShape *shape, OracleVec point);

#endif
