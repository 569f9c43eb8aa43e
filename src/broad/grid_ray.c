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

enum {
    RUN_CELLS = 4,         // most cells in a run: with long runs many boxes beyond the closest hit would be tested
    PLACES_PREFETCHED = 3, // places in a cache line
    LINES_PREFETCHED = 3
};

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

// The line's normal is (-delta.y, delta.x). A box meets the line if its least extent along the normal is not above the
// line and its largest extent is not below it.
static inline void set_line(AukGridRay *ray)
{
    double x = -ray->delta[1], y = ray->delta[0];
    ray->weights[0] = fabs(x);
    ray->weights[1] = fabs(y);
    ray->begins[0] = x > 0.0 ? 0 : 2;
    ray->begins[1] = y > 0.0 ? 1 : 3;
    double at = x * ray->from[0] + y * ray->from[1], margin = ray->slack[0] * fabs(x) + ray->slack[1] * fabs(y);
    ray->limits[0] = at + margin;
    ray->limits[1] = margin - at;
}

void auk__grid_ray_start(const AukGrid *grid, AukBox box, AukVec2 delta, const AukGridPrefetch *prefetches,
                         AukGridRay *ray)
{
    for (int i = 0; i < AUK_GRID_PREFETCHES; i++) {
        AukGridPrefetch none = {NULL, 0};
        ray->prefetches[i] = prefetches ? prefetches[i] : none;
    }
    ray->slack[0] = 0.5 * ((double)box.max.x - (double)box.min.x);
    ray->slack[1] = 0.5 * ((double)box.max.y - (double)box.min.y);
    ray->from[0] = (double)box.min.x + ray->slack[0];
    ray->from[1] = (double)box.min.y + ray->slack[1];
    ray->delta[0] = (double)delta.x;
    ray->delta[1] = (double)delta.y;
    double farthest = 0.0;
    for (int axis = 0; axis < 2; axis++) {
        ray->inverse[axis] = ray->delta[axis] == 0.0 ? 0.0 : 1.0 / ray->delta[axis];
        farthest = greater(farthest, fabs(ray->from[axis]) + fabs(ray->delta[axis]) + ray->slack[axis]);
    }
    ray->flat = fabs(ray->delta[0]) >= STEEPEST * fabs(ray->delta[1]);
    ray->slope = ray->flat ? 0.0 : ray->delta[0] * ray->inverse[1];
    // two units in the last place of a float at the farthest coordinate: the error that a narrow phase may have
    ray->slack[0] += 0x1p-22 * farthest;
    ray->slack[1] += 0x1p-22 * farthest;
    set_line(ray);
    set_span(ray, 1.0f);
    // the members that belong to a level are set by ray_enter_level()
    ray->packed = true;
    ray->by_cells = ray->ready = false;
    ray->run.place = ray->run.end = 0;
    memcpy(ray->run.span, ray->span, sizeof ray->span);
    ray->levels = grid->packed.occupied;
    ray->level = AUK_GRID_NONE;
    ray->slot = AUK_GRID_NONE;
}

// ---- rows -----------------------------------------------------------------------------------------------------

// Begins a walk over all members of the level.
static void ray_enter_members(AukGridRay *ray)
{
    const AukGridLevel *members = ray->members;
    ray->by_cells = ray->ready = false;
    if (ray->packed) {
        ray->run.place = members->first;
        ray->run.end = members->first + members->count;
        memcpy(ray->run.span, ray->span, sizeof ray->span);
    } else {
        ray->slot = members->first;
    }
}

// The rows whose members the ray may meet, up to its present end. Sets `left` and `right`.
static inline AukGridCells rows_of(AukGridRay *ray)
{
    double end_x = ray->start[0] + ray->direction[0] * (double)ray->max_fraction;
    double end_y = ray->start[1] + ray->direction[1] * (double)ray->max_fraction;
    ray->left = lesser(ray->start[0], end_x);
    ray->right = greater(ray->start[0], end_x);
    return cells_within(ray->min_y, ray->max_y, lesser(ray->start[1], end_y) - (ray->overhang + ray->margin[1]),
                        greater(ray->start[1], end_y) + ray->margin[1]);
}

// Goes to the next row in which the ray may meet members, before the first cell. False if there is no such row.
static inline bool next_row(AukGridRay *ray)
{
    while (ray->rows_left > 0) {
        ray->rows_left--;
        ray->y += ray->direction[1] >= 0.0 ? 1 : -1;
        double left = ray->left, right = ray->right;
        if (!ray->flat) {
            // the ray at the lowest and the highest y that members of the row may have
            double bottom = ((double)ray->y - ray->margin[1]) - ray->start[1];
            double top = ((double)ray->y + 1.0 + ray->overhang + ray->margin[1]) - ray->start[1];
            double a = ray->start[0] + bottom * ray->slope, b = ray->start[0] + top * ray->slope;
            left = greater(left, lesser(a, b));
            right = lesser(right, greater(a, b));
        }
        ray->row_left = left - ray->margin[0];
        ray->row_right = right + ray->margin[0];
        AukGridCells cells = cells_within(ray->min_x, ray->max_x, ray->row_left - ray->overhang, ray->row_right);
        if (cells.first <= cells.last) {
            ray->x = ray->direction[0] >= 0.0 ? cells.first - 1 : cells.last + 1;
            ray->x_left = cells.last - cells.first + 1;
            return true;
        }
    }
    return false;
}

// Advances by up to `most` cells of a row. Returns their number; 0 if the ray meets no more cells of the level.
static inline int32_t next_cells(AukGridRay *ray, int32_t most)
{
    if (ray->x_left == 0 && !next_row(ray)) {
        return 0;
    }
    int32_t count = ray->x_left < most ? ray->x_left : most;
    ray->x_left -= count;
    ray->x += ray->direction[0] >= 0.0 ? count : -count;
    return count;
}

// Looks up the run of the next cells of a packed level. False at the end of the level.
static inline bool next_run(const AukGrid *grid, AukGridRay *ray, AukGridRun *run)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    int32_t cells = next_cells(ray, ray->shared ? 1 : RUN_CELLS);
    if (cells == 0) {
        return false;
    }
    run->x = ray->x;
    run->y = ray->y;
    int32_t first = ray->direction[0] >= 0.0 ? ray->x - cells + 1 : ray->x;
    const int32_t *starts =
        (const int32_t *)grid->packed.starts.items + auk__grid_packed_bucket(ray->members, first, ray->y);
    run->place = starts[0];
    run->end = starts[cells];
    for (int i = 0; i < LINES_PREFETCHED; i++) {
        AUK_PREFETCH(places + run->place + i * PLACES_PREFETCHED);
    }
    run->span[0] = (float)(ray->row_right * ray->unit);
    run->span[1] = ray->span[1];
    run->span[2] = -(float)(ray->row_left * ray->unit);
    run->span[3] = ray->span[3];
    return true;
}

static bool next_list(const AukGrid *grid, AukGridRay *ray)
{
    if (next_cells(ray, 1) == 0) {
        return false;
    }
    ray->slot = auk__grid_first_of_bucket(grid, ray->level, ray->x, ray->y);
    return true;
}

// Starts on a level, before its first row or with all its members.
static void ray_enter_level(const AukGrid *grid, AukGridRay *ray)
{
    ray->level = auk__grid_highest(ray->levels);
    ray->levels &= ~(UINT64_C(1) << ray->level);
    const AukGridLevel *members = ray->packed ? &grid->packed.levels[ray->level] : &grid->levels[ray->level];
    ray->members = members;
    ray->shared = ray->packed && ray->level < AUK_GRID_WIDE && members->stride == 0;
    if (ray->level == AUK_GRID_WIDE) {
        ray_enter_members(ray);
        return;
    }
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
    const double *margin = ray->margin;
    AukGridCells rows = rows_of(ray);
    AukGridCells across =
        cells_within(ray->min_x, ray->max_x, ray->left - (ray->overhang + margin[0]), ray->right + margin[0]);
    double width = (double)across.last - across.first + 1.0, height = (double)rows.last - rows.first + 1.0;
    ray->x_left = 0;
    ray->rows_left = width <= 0.0 || height <= 0.0 ? 0 : rows.last - rows.first + 1;
    ray->y = ray->direction[1] >= 0.0 ? rows.first - 1 : rows.last + 1;
    if (ray->rows_left > 0 && width * height * RAY_CELL_COST > (double)members->count) {
        double beside = 1.0 + ray->overhang; // width of the strip of cells along the ray, roughly
        double cells = width * (beside + 2.0 * margin[1]) + height * (beside + 2.0 * margin[0]);
        if (cells * RAY_CELL_COST > (double)members->count) {
            ray_enter_members(ray);
            return;
        }
    }
    ray->by_cells = true;
    ray->ready = ray->packed && next_run(grid, ray, &ray->next_run);
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
        if (ray->by_cells && !ray->packed && next_list(grid, ray)) {
            return true;
        }
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
    if (ray->packed) {
        ray_narrow(&ray->run, ray->span);
    }
    if (ray->ready) {
        ray_narrow(&ray->next_run, ray->span);
    }
    if (ray->by_cells) {
        AukGridCells rows = rows_of(ray);
        int32_t rows_left = ray->direction[1] >= 0.0 ? rows.last - ray->y : ray->y - rows.first;
        ray->rows_left = rows_left < ray->rows_left ? rows_left : ray->rows_left;
    }
}

// ---- members --------------------------------------------------------------------------------------------------

static inline bool is_on_line(const AukGridRay *ray, const AukBounds *box)
{
    const float *numbers = &box->min_x;
    int i = ray->begins[0], j = ray->begins[1];
    double begins = (double)numbers[i] * ray->weights[0] + (double)numbers[j] * ray->weights[1];
    double ends = (double)numbers[i ^ 2] * ray->weights[0] + (double)numbers[j ^ 2] * ray->weights[1];
    return begins <= ray->limits[0] && ends <= ray->limits[1];
}

// The fraction at which a ray enters a box. The ray must touch the box.
static double enters(const AukGridRay *ray, const AukBounds *box)
{
    double sides[2][2] = {{(double)box->min_x, -(double)box->neg_max_x}, {(double)box->min_y, -(double)box->neg_max_y}};
    double latest = 0.0;
    for (int axis = 0; axis < 2; axis++) {
        const double *side = sides[axis];
        double at = ray->delta[axis] > 0.0 ? side[0] - ray->slack[axis] : side[1] + ray->slack[axis];
        double fraction = (at - ray->from[axis]) * ray->inverse[axis];
        latest = fraction > latest ? fraction : latest;
    }
    return latest;
}

// Inserts a box into the first `count` entries, which are sorted by fraction.
static void ray_insert(const AukGridRay *ray, AukGridCandidate *candidates, int count, const AukBounds *box,
                       uint32_t slot)
{
    for (int i = 0; i < AUK_GRID_PREFETCHES; i++) {
        // an integer: the item may not exist, and a pointer outside its array is undefined behaviour
        AUK_PREFETCH((const void *)((uintptr_t)ray->prefetches[i].items + slot * ray->prefetches[i].item_size));
    }
    double enters_at = enters(ray, box);
    int at = count;
    for (; at > 0 && candidates[at - 1].enters > enters_at; at--) {
        candidates[at] = candidates[at - 1];
    }
    candidates[at].enters = enters_at;
    candidates[at].slot = slot;
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
    AukF32x4 span = auk__f32x4_load(run->span);
    bool shared = ray->by_cells && ray->shared;
    int32_t place = run->place;
    int count = 0;
    while (place < run->end && count < AUK_GRID_GATHER) {
        // the first test is branch-free, since a processor cannot predict it
        int32_t vacant = AUK_GRID_GATHER - count, left = run->end - place;
        const AukGridPackedBox *near[AUK_GRID_GATHER], *stop = places + place + (left < vacant ? left : vacant);
        int found = 0;
        for (const AukGridPackedBox *here = places + place; here < stop; here++) {
            near[found] = here;
            found += auk__bounds_mask(&here->bounds, span) == AUK_TOUCH_ALL;
        }
        place = (int32_t)(stop - places);
        for (int i = 0; i < found; i++) {
            const AukBounds *box = &near[i]->bounds;
            if (is_on_line(ray, box) && (!shared || ray_is_in_cell(ray, run, box))) {
                ray_insert(ray, candidates, count++, box, near[i]->slot);
            }
        }
    }
    run->place = place;
    return count;
}

static int gather_listed(const AukGrid *grid, AukGridRay *ray, AukGridCandidate *candidates)
{
    AukF32x4 span = auk__f32x4_load(ray->span);
    int count = 0;
    while (ray->slot != AUK_GRID_NONE && count < AUK_GRID_GATHER) {
        int32_t here = ray->slot;
        const AukGridNode *node = auk__grid_node(grid, here);
        const AukBounds *box = &node->bounds;
        ray->slot = ray->by_cells ? node->next : auk__grid_link(grid, here)->next;
        if (auk__bounds_mask(box, span) == AUK_TOUCH_ALL && is_on_line(ray, box) &&
            (!ray->by_cells ||
             (node->x == ray->x && node->y == ray->y && auk__grid_link(grid, here)->level == ray->level))) {
            ray_insert(ray, candidates, count++, box, (uint32_t)here);
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
    for (;;) {
        bool more = ray->packed ? ray->run.place < ray->run.end : ray->slot != AUK_GRID_NONE;
        if (!more && !ray_advance(grid, ray)) {
            return 0;
        }
        int count = ray->packed ? gather_packed(grid, ray, candidates) : gather_listed(grid, ray, candidates);
        if (count > 0) {
            return count;
        }
    }
}
