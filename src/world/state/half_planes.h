// The half-planes of a world. They have no finite box, so they are neither in the broad phase nor in the query index:
// a sparse list holds them, and whoever asks either of the two for what a box touches asks this list too.
// Invariant: a half-plane is the only part of its shape, on a static body, in a world that does not wrap around.
#ifndef AUK_WORLD_STATE_HALF_PLANES_H
#define AUK_WORLD_STATE_HALF_PLANES_H

#include "geom/half_plane.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"

// Lists a part or takes it off the list. The memory has been reserved by auk__half_planes_admit().
void auk__half_planes_put(AukHalfPlanes *planes, uint32_t part, bool listed);

static inline void auk__half_planes_list(AukHalfPlanes *planes, uint32_t part, bool listed)
{
    if (listed || planes->parts.count > 0) {
        auk__half_planes_put(planes, part, listed);
    }
}

// Checks that a body of that motion may have the shape, and reserves memory for `more` entries if it is a half-plane.
// AUK_ERROR_HALF_PLANE, AUK_ERROR_OUT_OF_MEMORY; AUK_OK for other shapes.
AukStatus auk__half_planes_admit(AukWorld *world, const AukShape *shape, AukMotion motion, int more);

// Reserves memory for so many entries. False if there is no memory.
bool auk__half_planes_reserve(AukHalfPlanes *planes, int count);

// True if a living body has a half-plane.
bool auk__half_planes_has(const AukWorld *world, AukBodyId body);

// The next half-plane that is enabled, as its body is; `at` counts from 0. False if there is none.
bool auk__half_planes_next(const AukWorld *world, int *at, uint32_t *part);

// The surface of a half-plane, for tests of many boxes.
typedef struct AukHalfPlaneReach {
    AukVec2 origin;     // the position of its body
    AukSurface surface; // relative to that, with the radius in its offset
} AukHalfPlaneReach;

AukHalfPlaneReach auk__half_plane_reach(const AukWorld *world, uint32_t part);

// True if a half-plane may touch something in the box. The corner that is deepest in it decides. Beside the rounding of
// this test, the margin covers 2 tau, as far as tau comes from the relative position; the boxes of parts have a margin
// for their extents. Inline, since a step calls it for every part.
static inline bool auk__half_plane_reaches(const AukHalfPlaneReach *reach, const AukBox *box)
{
    AukF64x2 n = auk__f64x2_load(&reach->surface.normal.x), from = auk__f64x2_load(&reach->surface.from.x),
             origin = auk__f64x2_load_point(&reach->origin.x);
    AukF64x2 min = auk__f64x2_sub(auk__f64x2_load_point(&box->min.x), origin),
             max = auk__f64x2_sub(auk__f64x2_load_point(&box->max.x), origin);
    AukF64x2 sizes = auk__f64x2_add(auk__f64x2_add(auk__f64x2_abs(min), auk__f64x2_abs(max)), auk__f64x2_abs(from));
    AukF64x2 far = auk__f64x2_mul(auk__f64x2_abs(n), sizes);
    AukF64x2 deepest =
        auk__f64x2_min(auk__f64x2_mul(n, auk__f64x2_sub(min, from)), auk__f64x2_mul(n, auk__f64x2_sub(max, from)));
    double distance = auk__f64x2_first(deepest) + auk__f64x2_second(deepest), offset = reach->surface.offset;
    return distance - offset <= AUK_BOUND_MARGIN * (auk__f64x2_first(far) + auk__f64x2_second(far) + fabs(offset));
}

static inline bool auk__half_plane_meets_box(const AukWorld *world, uint32_t part, AukBox box)
{
    AukHalfPlaneReach reach = auk__half_plane_reach(world, part);
    return auk__half_plane_reaches(&reach, &box);
}

// The next half-plane that is enabled and may touch something in the box; `at` counts from 0. False if there is none.
bool auk__half_planes_next_in(const AukWorld *world, int *at, AukBox box, uint32_t *part);

// Releases the memory of the list.
void auk__half_planes_release(AukHalfPlanes *planes);

#endif
