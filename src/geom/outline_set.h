// Sets of loops in arrays of the caller.
#ifndef AUK_GEOM_OUTLINE_SET_H
#define AUK_GEOM_OUTLINE_SET_H

#include "auk/outline.h"

// AUK_OK if pointers and counts are those of a set: loops of three vertices or more one after the other, each outer one
// followed by its holes. AUK_ERROR_NULL, AUK_ERROR_COUNT, AUK_ERROR_NOT_FINITE or AUK_ERROR_RANGE.
AukStatus auk__outline_set_check(const AukOutlineSet *set);

// Fills in `first`, `point_count` and hole_starts, which follow from `count`, `outer` and `hole_count`.
void auk__outline_set_number(AukOutlineSet *set);

#endif
