// Prints a failing input as C that can be pasted into a test: hexadecimal floats, so nothing is lost.
#ifndef AUK_TESTS_SUPPORT_PRINT_H
#define AUK_TESTS_SUPPORT_PRINT_H

#include "auk/geom.h"

#include <stdio.h>

// `name` is "a" or "b"; declares `shape_<name>` and `pose_<name>`, and before them `vertices_<name>` of a polygon,
// `curve_<name>` and `custom_<name>` of a shape of pair_curve.h.
void print_shape(FILE *file, const char *name, const AukShape *shape, AukTransform pose);

void print_pair(FILE *file, const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

void print_path(FILE *file, const char *name, const AukPath *path);

void print_points(FILE *file, const char *name, const AukVec2 *points, int count);

#endif
