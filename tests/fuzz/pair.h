// Two shapes in their poses with what the checks need to know about them, and the checks of each question.
#ifndef AUK_TESTS_FUZZ_PAIR_H
#define AUK_TESTS_FUZZ_PAIR_H

#include "fuzz/input.h"
#include "fuzz/solid.h"

typedef struct FuzzPair {
    InputShape a, b;
    AukTransform pose_a, pose_b;
    Flaws flaws;            // of all four; without any, the rest is filled
    Solid solid_a, solid_b; // relative to a's position
    Solid core_a, core_b;   // the same without their radii
    AukShape cores[2];
    double scale, slack; // the tolerance, relative to the scale
} FuzzPair;

// What both witness points, the normal and the distance promise about each other and about two shapes.
void pair_check_witnesses(const FuzzPair *pair, const char *who, const Solid *a, const Solid *b, double distance,
                          AukVec2 point_a, AukVec2 point_b, AukVec2 normal);

// Returns the answer, which the others are held against.
AukDistance pair_check_distance(const FuzzPair *pair);
void pair_check_overlap(const FuzzPair *pair, const AukDistance *d);
void pair_check_distance_up_to(const FuzzPair *pair, const AukDistance *d, float max);
void pair_check_gjk(const FuzzPair *pair, Input *input);
void pair_check_epa(const FuzzPair *pair);

void pair_check_manifold(const FuzzPair *pair, const AukDistance *d);
void pair_check_difference(const FuzzPair *pair, Input *input);
void pair_check_approach(const FuzzPair *pair, const AukDistance *d, Input *input);

#endif
