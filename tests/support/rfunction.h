// The R-function test that the article on alternating projection compares itself with: do two bodies share a point?
// A half-plane's function is the distance from its line, above 0 inside. A polygon is the conjunction of its
// half-planes (the least of the functions), a body of several pieces their disjunction (the largest), and what two
// bodies have in common again a conjunction. They meet if that function is not below 0 everywhere, which is sought by
// descent of its negative over the plane. (Rvachev's R-functions, in their simplest form.)
#ifndef AUK_TESTS_SUPPORT_RFUNCTION_H
#define AUK_TESTS_SUPPORT_RFUNCTION_H

#include "support/oracle.h"

typedef struct RFunctionResult {
    bool meet;
    bool decided;    // false: within rounding of touching, or out of evaluations
    double value;    // the largest value found; where the bodies are apart the search may end before the very top
    int evaluations; // of the function
} RFunctionResult;

// Pieces are convex polygons without a radius, or circles.
RFunctionResult rfunction_meet(const OracleShape *a, int count_a, const OracleShape *b, int count_b);

#endif
