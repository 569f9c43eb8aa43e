// The query for boxes that a ray, or a box that moves along it, may touch. On each level it visits the rows of cells
// that the ray crosses, and in each row the cells whose members the ray may meet. If these cells could be more than the
// level's members, all members are tested instead. Packed members of neighbouring cells in a row are contiguous, so
// several cells are one run of them. A box is reported if it touches the bounding box of the ray (four floats at once)
// and has corners on both sides of the ray's line. Both tests have a tolerance for rounding. A moving box is the ray of
// its centre, with half its width and height added to that tolerance.
// Invariant: a member is reported from its own cell only, hence once, although other cells may share its bucket.
#include "base/prefetch.h"
#include "broad/grid.h"

#include <math.h>
#include <string.h>

// Cost of visiting a cell, in tests of consecutive members.
#define RAY_CELL_COST 2.0

// Most cells in a run: with long runs many boxes beyond the closest hit would be tested.
enum { RUN_CELLS = 4 };

// Beyond this slope the rounding error along a row would exceed the tolerance, and the ray hardly leaves the row.
#define STEEPEST 0x1p20

static inline double lesser(double a, double b)
{
    return a < b ? a : b;
}

static inline double greater(double a, double b)
{
    return a > b ? a : b;
}

// The cells from `least` to `most` that meet the interval [low, high]. All are in cells. Empty if first > last.
static inline AukGridCells cells_within(double least, double most, double low, double high)
{
    AukGridCells cells = {auk__grid_cell(lesser(greater(low, least), most + 1.0)),
                          auk__grid_cell(greater(lesser(high, most), least - 1.0))};
    return cells;
}

// ---- the ray --------------------------------------------------------------------------------------------------

// Sets the bounding box of the ray up to `max_fraction`, enlarged by the slack, which exceeds the rounding to floats.
static inline void set_span(AukGridRay *ray, float max_fraction)
{
    for (int axis = 0; axis < 2; axis++) {
        double a = ray->from[axis], b = a + ray->delta[axis] * (double)max_fraction;
        ray->span[axis] = (float)(greater(a, b) + ray->slack[axis]);
        ray->span[axis + 2] = -(float)(lesser(a, b) - ray->slack[axis]);
    }
    ray->max_fraction = max_fraction;
}

// 1 / the larger component of the motion; 0 without motion.
static inline double lesser_pace(const AukGridRay *ray)
{
    return fabs(ray->delta[0]) > fabs(ray->delta[1]) ? ray->pace[0] : ray->pace[1];
}

// The line's normal is (-delta.y, delta.x), scaled so that no sum overflows. A box meets the line if its least extent
// along the normal is not above the line and its largest extent is not below it. Each is a sum of two neighbouring
// lanes of weights * bounds; lane `begins` and the next one belong to the least extent. The other two limits are
// infinite. Floats suffice: sums near a limit have terms of about the size of `farthest`, so they are rounded by less
// than 2^-22 of it. Farther sums are on the right side of the limit anyway.
static inline void set_line(AukGridRay *ray, double farthest)
{
    double scale = 0.25 * lesser_pace(ray), x = -ray->delta[1] * scale, y = ray->delta[0] * scale;
    double at = x * ray->from[0] + y * ray->from[1];
    double rounding = 0x1p-21 * farthest;
    double margin = (ray->slack[0] + rounding) * fabs(x) + (ray->slack[1] + rounding) * fabs(y);
    ray->weights[0] = ray->weights[2] = (float)fabs(x);
    ray->weights[1] = ray->weights[3] = (float)fabs(y);
    int begins = y > 0.0 ? (x > 0.0 ? 0 : 1) : (x > 0.0 ? 3 : 2);
    ray->limits[0] = ray->limits[1] = ray->limits[2] = ray->limits[3] = INFINITY;
    ray->limits[begins] = (float)(margin + at);
    ray->limits[begins ^ 2] = (float)(margin - at);
}

// Sets how boxes are entered on an axis.
static inline void set_axis(AukGridRay *ray, int axis)
{
    double delta = ray->delta[axis], from = ray->from[axis];
    ray->pace[axis] = delta == 0.0 ? 0.0 : 1.0 / fabs(delta);
    ray->faces[axis] = delta > 0.0 ? axis : axis + 2;
    ray->entries[axis] = ray->slack[axis] + (delta > 0.0 ? from : -from);
}

void auk__grid_ray_start(const AukGrid *grid, AukBox box, AukVec2 delta, AukGridRay *ray)
{
    ray->slack[0] = 0.5 * ((double)box.max.x - (double)box.min.x);
    ray->slack[1] = 0.5 * ((double)box.max.y - (double)box.min.y);
    ray->from[0] = (double)box.min.x + ray->slack[0];
    ray->from[1] = (double)box.min.y + ray->slack[1];
    ray->delta[0] = (double)delta.x;
    ray->delta[1] = (double)delta.y;
    double farthest = greater(fabs(ray->from[0]) + fabs(ray->delta[0]) + ray->slack[0],
                              fabs(ray->from[1]) + fabs(ray->delta[1]) + ray->slack[1]);
    // two units in the last place of a float at the farthest coordinate: the error that a narrow phase may have
    ray->slack[0] += 0x1p-22 * farthest;
    ray->slack[1] += 0x1p-22 * farthest;
    set_axis(ray, 0);
    set_axis(ray, 1);
    ray->flat = fabs(ray->delta[0]) >= STEEPEST * fabs(ray->delta[1]);
    ray->slope = ray->flat ? 0.0 : ray->delta[0] * (ray->delta[1] > 0.0 ? ray->pace[1] : -ray->pace[1]);
    set_line(ray, farthest);
    set_span(ray, 1.0f);
    // the members that belong to a level are set by ray_enter_level()
    ray->packed = true;
    ray->by_cells = ray->ready = false;
    memset(&ray->run, 0, sizeof ray->run);
    ray->run.slot = AUK_GRID_NONE;
    ray->next_run = ray->run; // a packed run has no list: at the end of the walk there is none left
    ray->levels = grid->packed.occupied;
    ray->level = AUK_GRID_NONE;
}

// ---- rows -----------------------------------------------------------------------------------------------------

// Begins a walk over all members of the level.
static void ray_enter_members(AukGridRay *ray)
{
    const AukGridLevel *members = ray->members;
    ray->by_cells = ray->ready = false;
    memcpy(ray->run.span, ray->span, sizeof ray->span);
    if (ray->packed) {
        ray->run.place = members->first;
        ray->run.end = members->first + members->count;
    } else {
        ray->run.slot = members->first;
    }
}

// The rows whose members the ray may meet, up to its present end. Sets `left` and `right`.
static inline AukGridCells rows_of(AukGridRay *ray)
{
    double end_x = ray->start[0] + ray->direction[0] * (double)ray->max_fraction;
    double end_y = ray->start[1] + ray->direction[1] * (double)ray->max_fraction;
    ray->left = lesser(ray->start[0], end_x) - ray->margin[0];
    ray->right = greater(ray->start[0], end_x) + ray->margin[0];
    return cells_within(ray->min_y, ray->max_y, lesser(ray->start[1], end_y) - (ray->overhang + ray->margin[1]),
                        greater(ray->start[1], end_y) + ray->margin[1]);
}

// Goes to the next row in which the ray may meet members, before the first cell. False if there is no such row.
static inline bool next_row(AukGridRay *ray)
{
    while (ray->rows_left > 0) {
        ray->rows_left--;
        ray->y += ray->direction[1] >= 0.0 ? 1 : -1;
        // the ray at the lowest y that members of the row may have
        double at = ray->start[0] + ((double)ray->y - ray->row_start) * ray->slope;
        ray->row_left = greater(ray->left, at + ray->row_spread[0]);
        ray->row_right = lesser(ray->right, at + ray->row_spread[1]);
        AukGridCells cells = cells_within(ray->min_x, ray->max_x, ray->row_left - ray->overhang, ray->row_right);
        if (cells.first <= cells.last) {
            ray->x = ray->direction[0] >= 0.0 ? cells.first - 1 : cells.last + 1;
            ray->x_left = cells.last - cells.first + 1;
            return true;
        }
    }
    return false;
}

// Looks up the run of the next cells of a level. False at the end of the level.
static inline bool next_run(const AukGrid *grid, AukGridRay *ray, AukGridRun *run)
{
    if (ray->x_left == 0 && !next_row(ray)) {
        return false;
    }
    int32_t most = ray->packed && !ray->shared ? RUN_CELLS : 1, cells = ray->x_left < most ? ray->x_left : most;
    bool rightwards = ray->direction[0] >= 0.0;
    ray->x_left -= cells;
    ray->x += rightwards ? cells : -cells;
    run->x = ray->x;
    run->y = ray->y;
    run->span[0] = (float)(ray->row_right * ray->unit);
    run->span[1] = ray->span[1];
    run->span[2] = -(float)(ray->row_left * ray->unit);
    run->span[3] = ray->span[3];
    if (ray->packed) {
        const int32_t *starts = (const int32_t *)grid->packed.starts.items +
                                auk__grid_packed_bucket(ray->members, rightwards ? ray->x - cells + 1 : ray->x, ray->y);
        run->place = starts[0];
        run->end = starts[cells];
        auk__grid_expect_packed(grid, run->place);
    } else {
        run->slot = auk__grid_first_of_bucket(grid, ray->level, ray->x, ray->y);
        AUK_PREFETCH(auk__grid_node(grid, run->slot == AUK_GRID_NONE ? 0 : run->slot));
    }
    return true;
}

// Sets the members that depend on the level, except for its rows.
static inline void set_level(const AukGrid *grid, AukGridRay *ray)
{
    const AukGridLevel *members = ray->members;
    double scale = auk__grid_scale(ray->level);
    for (int axis = 0; axis < 2; axis++) {
        ray->start[axis] = ray->from[axis] * scale;
        ray->direction[axis] = ray->delta[axis] * scale;
        ray->margin[axis] = ray->slack[axis] * scale;
    }
    ray->unit = auk__grid_scale(AUK_GRID_WIDE - 1 - ray->level);
    ray->overhang = auk__grid_overhang(members, scale);
    ray->min_x = members->min_x;
    ray->max_x = members->max_x;
    ray->min_y = members->min_y;
    ray->max_y = members->max_y;
    double spread = (1.0 + ray->overhang + 2.0 * ray->margin[1]) * ray->slope;
    ray->row_start = ray->start[1] + ray->margin[1];
    ray->row_spread[0] = ray->flat ? -INFINITY : lesser(spread, 0.0) - ray->margin[0];
    ray->row_spread[1] = ray->flat ? INFINITY : greater(spread, 0.0) + ray->margin[0];
    uint64_t others = grid->occupied & ~(UINT64_C(1) << AUK_GRID_WIDE) & ~(UINT64_C(1) << ray->level);
    ray->shared = ray->packed ? members->stride == 0 : others != 0;
}

// The cells along a stretch of the ray that is `width` by `height` cells large, roughly.
static inline double cells_along(const AukGridRay *ray, double width, double height)
{
    double beside = 1.0 + ray->overhang; // width of the strip of cells
    return width * (beside + 2.0 * ray->margin[1]) + height * (beside + 2.0 * ray->margin[0]);
}

// True if testing all members is cheaper than visiting the cells of the rows that are left. Leaves no row if the ray
// meets no column.
static bool are_members_fewer(AukGridRay *ray)
{
    AukGridCells across = cells_within(ray->min_x, ray->max_x, ray->left - ray->overhang, ray->right);
    if (across.first > across.last) {
        ray->rows_left = 0;
    }
    double width = (double)across.last - across.first + 1.0, height = ray->rows_left;
    return lesser(cells_along(ray, width, height), width * height) * RAY_CELL_COST > (double)ray->members->count;
}

// Starts on a level, before its first row or with all its members.
static void ray_enter_level(const AukGrid *grid, AukGridRay *ray)
{
    ray->level = auk__grid_highest(ray->levels);
    ray->levels &= ~(UINT64_C(1) << ray->level);
    const AukGridLevel *members = ray->packed ? &grid->packed.levels[ray->level] : &grid->levels[ray->level];
    ray->members = members;
    if (ray->level == AUK_GRID_WIDE) {
        ray_enter_members(ray);
        return;
    }
    set_level(grid, ray);
    AukGridCells rows = rows_of(ray);
    ray->x_left = 0;
    ray->rows_left = rows.first <= rows.last ? rows.last - rows.first + 1 : 0;
    ray->y = ray->direction[1] >= 0.0 ? rows.first - 1 : rows.last + 1;
    double around = ray->overhang + 2.0;
    double most = cells_along(ray, fabs(ray->direction[0]) + 2.0 * ray->margin[0] + around,
                              fabs(ray->direction[1]) + 2.0 * ray->margin[1] + around);
    if (most * RAY_CELL_COST > (double)members->count && are_members_fewer(ray)) {
        ray_enter_members(ray);
        return;
    }
    ray->by_cells = true;
    ray->ready = next_run(grid, ray, &ray->next_run);
}

// Goes to the next cells or level. False at the end.
static bool ray_advance(const AukGrid *grid, AukGridRay *ray)
{
    for (;;) {
        if (ray->ready) {
            ray->run = ray->next_run;
            ray->ready = next_run(grid, ray, &ray->next_run);
            return true;
        }
        ray->run.place = ray->run.end;
        if (ray->levels == 0 && ray->packed) {
            ray->packed = false;
            ray->levels = grid->occupied;
        }
        if (ray->levels == 0) {
            ray->by_cells = false;
            return false;
        }
        ray_enter_level(grid, ray);
        if (!ray->by_cells) {
            return true;
        }
    }
}

static inline void ray_narrow(AukGridRun *run, const float span[4])
{
    for (int i = 0; i < 4; i++) {
        run->span[i] = span[i] < run->span[i] ? span[i] : run->span[i];
    }
}

// Shortens the ray.
static void ray_shorten(AukGridRay *ray, float max_fraction)
{
    set_span(ray, max_fraction);
    ray_narrow(&ray->run, ray->span);
    if (ray->by_cells) {
        AukGridCells rows = rows_of(ray);
        int32_t rows_left = ray->direction[1] >= 0.0 ? rows.last - ray->y : ray->y - rows.first;
        ray->rows_left = rows_left < ray->rows_left ? rows_left : ray->rows_left;
        ray->ready = ray->ready && ray->next_run.y >= rows.first && ray->next_run.y <= rows.last;
        ray_narrow(&ray->next_run, ray->span);
    }
}

// ---- members --------------------------------------------------------------------------------------------------

// The ray in registers, for the tests of many boxes.
typedef struct RayTest {
    AukF32x4 span, weights, limits;
} RayTest;

static inline RayTest ray_test(const AukGridRay *ray)
{
    RayTest test = {auk__f32x4_load(ray->run.span), auk__f32x4_load(ray->weights), auk__f32x4_load(ray->limits)};
    return test;
}

// 1 if the box touches the span and the line, else 0.
static inline int ray_touches(const RayTest *test, const AukBounds *box)
{
    AukF32x4 bounds = auk__bounds_load(box), extents = auk__f32x4_mul(bounds, test->weights);
    extents = auk__f32x4_add(extents, auk__f32x4_turn(extents));
    return (int)(auk__f32x4_mask_le_both(bounds, test->span, extents, test->limits) + 1) >> 4;
}

// Inserts a box into the first `count` entries, which are sorted by the fraction at which the ray enters the box.
static inline void ray_insert(const AukGridRay *ray, AukGridCandidate *candidates, int count, const AukBounds *box,
                              uint32_t slot, int32_t place)
{
    const float *numbers = &box->min_x;
    double x = ((double)numbers[ray->faces[0]] - ray->entries[0]) * ray->pace[0];
    double y = ((double)numbers[ray->faces[1]] - ray->entries[1]) * ray->pace[1];
    double enters = greater(greater(x, y), 0.0);
    int at = count;
    for (; at > 0 && candidates[at - 1].enters > enters; at--) {
        candidates[at] = candidates[at - 1];
    }
    candidates[at].enters = enters;
    candidates[at].slot = slot;
    candidates[at].place = place;
}

static bool ray_is_in_cell(const AukGridRay *ray, const AukGridRun *run, const AukBounds *box)
{
    double scale = auk__grid_scale(ray->level);
    return auk__grid_cell((double)box->min_x * scale) == run->x && auk__grid_cell((double)box->min_y * scale) == run->y;
}

static int gather_packed(const AukGrid *grid, AukGridRay *ray, AukGridCandidate *candidates)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    AukGridRun *run = &ray->run;
    RayTest test = ray_test(ray);
    bool shared = ray->by_cells && ray->shared;
    int32_t place = run->place;
    int count = 0;
    while (place < run->end && count < AUK_GRID_GATHER) {
        // the test is branch-free, since a processor cannot predict it
        int32_t vacant = AUK_GRID_GATHER - count, left = run->end - place;
        const AukGridPackedBox *near[AUK_GRID_GATHER], *stop = places + place + (left < vacant ? left : vacant);
        int found = 0;
        for (const AukGridPackedBox *here = places + place; here < stop; here++) {
            near[found] = here;
            found += ray_touches(&test, &here->bounds);
        }
        place = (int32_t)(stop - places);
        for (int i = 0; i < found; i++) {
            const AukBounds *box = &near[i]->bounds;
            if (!shared || ray_is_in_cell(ray, run, box)) {
                ray_insert(ray, candidates, count++, box, near[i]->slot, (int32_t)(near[i] - places));
            }
        }
    }
    run->place = place;
    return count;
}

static int gather_listed(const AukGrid *grid, AukGridRay *ray, AukGridCandidate *candidates)
{
    AukGridRun *run = &ray->run;
    RayTest test = ray_test(ray);
    int count = 0;
    while (run->slot != AUK_GRID_NONE && count < AUK_GRID_GATHER) {
        int32_t here = run->slot;
        const AukGridNode *node = auk__grid_node(grid, here);
        const AukBounds *box = &node->bounds;
        run->slot = ray->by_cells ? node->next : auk__grid_link(grid, here)->next;
        if (ray_touches(&test, box) &&
            (!ray->by_cells || (node->x == run->x && node->y == run->y &&
                                (!ray->shared || auk__grid_link(grid, here)->level == ray->level)))) {
            ray_insert(ray, candidates, count++, box, (uint32_t)here, AUK_GRID_NONE);
        }
    }
    return count;
}

int auk__grid_ray_next(const AukGrid *grid, AukGridRay *ray, float max_fraction,
                       AukGridCandidate candidates[AUK_GRID_GATHER])
{
    if (max_fraction < ray->max_fraction) {
        ray_shorten(ray, max_fraction);
    }
    do {
        int count = ray->packed ? gather_packed(grid, ray, candidates) : gather_listed(grid, ray, candidates);
        if (count > 0) {
            return count;
        }
    } while (ray_advance(grid, ray));
    return 0;
}
