// Walks over the grid for its tests.
#ifndef AUK_TESTS_UNIT_GRID_WALK_H
#define AUK_TESTS_UNIT_GRID_WALK_H

#include "broad/grid.h"

#include <criterion/criterion.h>

static inline AukBox box_of(float min_x, float min_y, float max_x, float max_y)
{
    AukBox box = {{min_x, min_y}, {max_x, max_y}};
    return box;
}

// One by one, near to far within what the grid gives at once.
typedef struct RayWalk {
    AukGridRay ray;
    AukGridCandidate met[AUK_GRID_GATHER];
    int count, at;
} RayWalk;

static inline RayWalk sweep_start(const AukGrid *grid, AukBox box, AukVec2 delta)
{
    RayWalk walk;
    walk.count = walk.at = 0;
    auk__grid_ray_start(grid, box, delta, &walk.ray);
    return walk;
}

static inline RayWalk walk_start(const AukGrid *grid, AukVec2 from, AukVec2 delta)
{
    return sweep_start(grid, box_of(from.x, from.y, from.x, from.y), delta);
}

static inline bool walk_next(const AukGrid *grid, RayWalk *walk, float max_fraction, uint32_t *slot)
{
    if (walk->at == walk->count) {
        walk->count = auk__grid_ray_next(grid, &walk->ray, max_fraction, walk->met);
        walk->at = 0;
        cr_assert_leq(walk->count, AUK_GRID_GATHER);
        for (int i = 1; i < walk->count; i++) {
            cr_assert_leq(walk->met[i - 1].enters, walk->met[i].enters);
        }
    }
    *slot = walk->count > 0 ? walk->met[walk->at].slot : 0;
    return walk->at++ < walk->count;
}

// The `wanted` least of all numbers, sorted.
static inline void keep_nearest(double *nearest, int *kept, int wanted, double distance)
{
    int at = *kept < wanted ? (*kept)++ : wanted;
    for (; at > 0 && nearest[at - 1] > distance; at--) {
        if (at < wanted) {
            nearest[at] = nearest[at - 1];
        }
    }
    if (at < wanted) {
        nearest[at] = distance;
    }
}

#endif
