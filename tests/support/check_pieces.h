// Is this what auk_decompose() should have answered? Brute force, every decision exact.
#ifndef AUK_TESTS_SUPPORT_CHECK_PIECES_H
#define AUK_TESTS_SUPPORT_CHECK_PIECES_H

#include "support/rings.h"

// Decomposes into arrays that are exactly as long as the header says is enough, and compares everything with the
// above. Null, or what is wrong; good until the next call.
const char *check_pieces(const Rings *rings);

// The same for simple polygons of many points: layout, convexity, number and area only, in O(count).
const char *check_many_pieces(const Rings *rings);

#endif
