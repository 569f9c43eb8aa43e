// The query for boxes that a ray, or a box that moves along it, may touch. On each level it visits the rows of cells
// that the ray crosses, and in each row the cells whose members the ray may meet. If these cells could be more than the
// level's members, all members are tested instead. Packed members of neighbouring cells in a row are contiguous, so
// several cells are one stretch of them. Among many boxes most of the time is waiting for memory: stretches are looked
// up and prefetched before those before them are tested. A box is reported if it touches the bounding box of the ray
// (four floats at once) and has corners on both sides of the ray's line. Both tests have a tolerance for rounding. A
// moving box is the ray of its centre, with half its width and height added to that tolerance. Invariant: a member is
// reported from its own cell only, hence once, although other cells may share its bucket.
#include "base/bits.h"
#include "base/inline.h"
#include "base/prefetch.h"
#include "broad/grid.h"

#include <math.h>
#include <string.h>

// Cost of visiting a cell, in tests of consecutive members.
#define RAY_CELL_COST 2.0

// Most cells in a run: with long runs many boxes beyond the closest hit would be tested.
enum { RUN_CELLS = 4 };

// Packed boxes that are tested together: a processor cannot predict which of them the ray touches.
enum { AT_ONCE = AUK_GRID_PACKED_ROOM + 1 };

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

// 1 or -1, without a branch: no processor can predict in which direction the next ray goes.
static inline double sign_if(bool positive)
{
    static const double signs[2] = {-1.0, 1.0};
    return signs[positive];
}

// The cell that holds a coordinate, or the next one if it is nearer than 2^-26 to that: less than the overhang allows
// for. Half the instructions of auk__grid_cell().
static inline int32_t cell_near(double scaled)
{
    const double above = 0x1p26; // cell numbers are less than that
    return (int32_t)(scaled + above) - (1 << 26);
}

// The cells from `least` to `most` that meet the interval [low, high]. All are in cells. Empty if first > last.
static inline AukGridCells cells_within(double least, double most, double low, double high)
{
    AukGridCells cells = {cell_near(lesser(greater(low, least), most + 1.0)),
                          cell_near(greater(lesser(high, most), least - 1.0))};
    return cells;
}

// ---- the ray --------------------------------------------------------------------------------------------------

// Four floats that are read as a vector soon: stored one by one, they would have to reach the cache before that.
static inline void set_four(float *to, float a, float b, float c, float d)
{
    auk__f32x4_store(to, auk__f32x4_make(a, b, c, d));
}

// Sets the bounding box of the ray up to `max_fraction`, enlarged by the slack, which exceeds the rounding to floats.
static inline void set_span(AukGridRay *ray, float max_fraction)
{
    double high[2], low[2];
    for (int axis = 0; axis < 2; axis++) {
        double a = ray->from[axis], b = a + ray->delta[axis] * (double)max_fraction;
        high[axis] = greater(a, b) + ray->slack[axis];
        low[axis] = ray->slack[axis] - lesser(a, b);
    }
    set_four(ray->span, (float)high[0], (float)high[1], (float)low[0], (float)low[1]);
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
    set_four(ray->weights, (float)fabs(x), (float)fabs(y), (float)fabs(x), (float)fabs(y));
    static const float unused[2][4] = {{INFINITY, 0.0f, INFINITY, 0.0f}, {0.0f, INFINITY, 0.0f, INFINITY}};
    double up = sign_if(y > 0.0) * at;
    float least = (float)(margin + up), largest = (float)(margin - up);
    AukF32x4 limits = auk__f32x4_make(least, least, largest, largest);
    auk__f32x4_store(ray->limits, auk__f32x4_add(limits, auk__f32x4_load(unused[(x > 0.0) == (y > 0.0)])));
}

// Sets how boxes are entered on an axis.
static inline void set_axis(AukGridRay *ray, int axis)
{
    double delta = ray->delta[axis];
    bool forward = delta > 0.0;
    ray->pace[axis] = delta == 0.0 ? 0.0 : 1.0 / fabs(delta);
    ray->faces[axis] = axis + 2 - 2 * (int)forward;
    ray->entries[axis] = ray->slack[axis] + sign_if(forward) * ray->from[axis];
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
    set_line(ray, farthest);
    set_span(ray, 1.0f);
    // the members that belong to a level are set by ray_enter_level()
    ray->packed = true;
    ray->by_cells = ray->by_rows = ray->ready = false;
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
    if (ray->packed) {
        ray->run.place = members->first;
        ray->run.end = members->first + members->count;
    } else {
        ray->run.slot = members->first;
    }
}

// Goes to the next row in which the ray may meet members up to its present end, before the first cell. False if there
// is no such row.
static inline bool next_row(AukGridRay *ray)
{
    double end = (double)ray->max_fraction;
    while (ray->rows_left > 0) {
        ray->rows_left--;
        ray->row += 1.0;
        ray->y += ray->y_step;
        ray->bucket += ray->bucket_step;
        double enters = (ray->row - ray->row_zero) * ray->row_pace;
        if (enters > end) {
            ray->rows_left = 0;
            break;
        }
        double one = ray->start + ray->travel * greater(enters, 0.0);
        double other = ray->start + ray->travel * lesser(enters + ray->row_stay, end);
        AukGridCells cells = cells_within(ray->min_x, ray->max_x, lesser(one, other) - ray->reach_left,
                                          greater(one, other) + ray->reach_right);
        if (cells.first <= cells.last) {
            ray->first_x = cells.first;
            ray->last_x = cells.last;
            ray->row_enters = enters;
            return true;
        }
    }
    return false;
}

// Takes up to `most` of the cells that are left in a row, or in the next one that has cells. False at the end of the
// level.
static inline bool next_cells(AukGridRay *ray, int32_t most, AukGridCells *cells)
{
    if (ray->first_x > ray->last_x && !next_row(ray)) {
        return false;
    }
    cells->first = ray->first_x;
    cells->last = ray->last_x;
    int32_t others = cells->last - cells->first + 1 - most;
    if (others <= 0) {
        ray->first_x = ray->last_x + 1;
    } else if (ray->travel >= 0.0) {
        cells->last -= others;
        ray->first_x += most;
    } else {
        cells->first += others;
        ray->last_x -= most;
    }
    return true;
}

// Prefetches what is read of packed members from a place on. With fewer lines, or stretches ahead, rays among 1e5 boxes
// took up to a tenth longer each.
static AUK_ALWAYS_INLINE void expect_places(const AukGrid *grid, int32_t place)
{
    enum { EXPECTED = 4, BOXES = 3, NOTES = 2 }; // cache lines, and what one holds
    const AukGridPackedBox *boxes = (const AukGridPackedBox *)grid->packed.places.items + place;
    const AukGridNote *notes = (const AukGridNote *)grid->packed.notes.items + place;
    for (int i = 0; i < EXPECTED; i++) {
        AUK_PREFETCH(boxes + i * BOXES);
        AUK_PREFETCH(notes + i * NOTES);
    }
}

// Looks up the members of the next cells of a level that is walked by rows.
static inline AukGridStretch next_stretch(const AukGrid *grid, AukGridRay *ray)
{
    AukGridCells cells;
    AukGridStretch next = {INFINITY, 0, 0};
    if (next_cells(ray, RUN_CELLS, &cells)) {
        const int32_t *starts = (const int32_t *)grid->packed.starts.items + (ray->bucket + cells.first);
        next.enters = ray->row_enters;
        next.place = starts[0];
        next.end = starts[cells.last - cells.first + 1];
        expect_places(grid, next.place);
    }
    return next;
}

// Looks up the members of the next cell of a level. False at the end of the level.
static inline bool next_run(const AukGrid *grid, AukGridRay *ray, AukGridRun *run)
{
    AukGridCells cells;
    if (!next_cells(ray, 1, &cells)) {
        return false;
    }
    run->x = cells.first;
    run->y = ray->y;
    if (ray->packed) {
        const int32_t *starts =
            (const int32_t *)grid->packed.starts.items + auk__grid_packed_bucket(ray->members, run->x, run->y);
        run->place = starts[0];
        run->end = starts[1];
        auk__grid_expect_packed(grid, run->place);
    } else {
        run->slot = auk__grid_first_of_bucket(grid, ray->level, run->x, run->y);
        AUK_PREFETCH(auk__grid_node(grid, run->slot == AUK_GRID_NONE ? 0 : run->slot));
    }
    return true;
}

// The cells along a stretch of the ray that is `width` by `height` cells large, roughly.
static inline double cells_along(double width, double height, double beside_x, double beside_y)
{
    return width * beside_y + height * beside_x;
}

// True if testing all members is cheaper than visiting the cells of the rows that are left. Leaves no row if the ray
// meets no column.
static bool are_members_fewer(AukGridRay *ray, double beside_x, double beside_y)
{
    double end = ray->start + ray->travel;
    AukGridCells across = cells_within(ray->min_x, ray->max_x, lesser(ray->start, end) - ray->reach_left,
                                       greater(ray->start, end) + ray->reach_right);
    if (across.first > across.last) {
        ray->rows_left = 0;
    }
    double width = (double)across.last - across.first + 1.0, height = ray->rows_left;
    return lesser(cells_along(width, height, beside_x, beside_y), width * height) * RAY_CELL_COST >
           (double)ray->members->count;
}

// Sets where the walk over rows begins, and how the ray enters them. Their members are up to `height` high.
static inline void set_rows(AukGridRay *ray, AukGridCells rows, double start_y, double height, double margin_y)
{
    const AukGridLevel *members = ray->members;
    double unit = auk__grid_scale(AUK_GRID_WIDE - 1 - ray->level);
    bool up = ray->delta[1] >= 0.0;
    ray->y = up ? rows.first - 1 : rows.last + 1;
    ray->y_step = up ? 1 : -1;
    ray->row = up ? ray->y : -ray->y;
    ray->row_zero = margin_y + (up ? start_y : height - start_y);
    ray->row_pace = ray->flat ? 0.0 : ray->pace[1] * unit;
    ray->row_stay = ray->flat ? INFINITY : (height + 2.0 * margin_y) * ray->row_pace;
    ray->rows_left = rows.last - rows.first + 1;
    ray->bucket_step = up ? members->stride : -members->stride;
    ray->bucket = members->first_bucket - members->min_x + (ray->y - members->min_y) * members->stride;
    ray->first_x = 0;
    ray->last_x = -1;
}

// Sets the members that depend on the level.
static inline void set_level(const AukGrid *grid, AukGridRay *ray)
{
    const AukGridLevel *members = ray->members;
    double scale = auk__grid_scale(ray->level), overhang = auk__grid_overhang(members, scale);
    double start_y = ray->from[1] * scale, travel_y = ray->delta[1] * scale, margin_y = ray->slack[1] * scale;
    ray->start = ray->from[0] * scale;
    ray->travel = ray->delta[0] * scale;
    ray->reach_right = ray->slack[0] * scale;
    ray->reach_left = ray->reach_right + overhang;
    ray->min_x = members->min_x;
    ray->max_x = members->max_x;
    double height = 1.0 + overhang;
    AukGridCells rows =
        cells_within(members->min_y, members->max_y, start_y + lesser(travel_y, 0.0) - (overhang + margin_y),
                     start_y + greater(travel_y, 0.0) + margin_y);
    set_rows(ray, rows, start_y, height, margin_y);
    uint64_t others = grid->occupied & ~(UINT64_C(1) << AUK_GRID_WIDE) & ~(UINT64_C(1) << ray->level);
    ray->shared = ray->packed ? members->stride == 0 : others != 0;
    double around = overhang + 2.0, beside_x = height + 2.0 * ray->reach_right, beside_y = height + 2.0 * margin_y;
    double most = cells_along(fabs(ray->travel) + 2.0 * ray->reach_right + around,
                              fabs(travel_y) + 2.0 * margin_y + around, beside_x, beside_y);
    ray->by_cells = !(most * RAY_CELL_COST > (double)members->count && are_members_fewer(ray, beside_x, beside_y));
}

// Starts on a level, before its first row or with all its members.
static void ray_enter_level(const AukGrid *grid, AukGridRay *ray)
{
    ray->level = auk__highest_bit(ray->levels);
    ray->levels &= ~(UINT64_C(1) << ray->level);
    ray->members = ray->packed ? &grid->packed.levels[ray->level] : &grid->levels[ray->level];
    ray->by_cells = false;
    ray->by_rows = false;
    if (ray->level != AUK_GRID_WIDE) {
        set_level(grid, ray);
    }
    if (!ray->by_cells) {
        ray_enter_members(ray);
    } else if (ray->packed && !ray->shared) {
        ray->by_rows = true;
        for (int i = 0; i < AUK_GRID_AHEAD; i++) {
            ray->ahead[i] = next_stretch(grid, ray);
        }
    } else {
        ray->ready = next_run(grid, ray, &ray->next_run);
    }
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
            ray->by_cells = ray->by_rows = false;
            ray->level = AUK_GRID_NONE;
            return false;
        }
        ray_enter_level(grid, ray);
        if (!ray->ready) {
            return true;
        }
    }
}

// Shortens the ray.
static inline void ray_shorten(AukGridRay *ray, float max_fraction)
{
    set_span(ray, max_fraction);
    ray->ready = ray->ready && ray->row_enters <= (double)max_fraction;
}

// ---- members --------------------------------------------------------------------------------------------------

// The ray in registers, for the tests of many boxes.
typedef struct RayTest {
    AukF32x4 span, weights, limits;
} RayTest;

static inline RayTest ray_test(const AukGridRay *ray)
{
    RayTest test = {auk__f32x4_load(ray->span), auk__f32x4_load(ray->weights), auk__f32x4_load(ray->limits)};
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
        candidates[at].enters = candidates[at - 1].enters; // not all at once, see set_four()
        candidates[at].slot = candidates[at - 1].slot;
        candidates[at].place = candidates[at - 1].place;
    }
    candidates[at].enters = enters;
    candidates[at].slot = slot;
    candidates[at].place = place;
}

static bool ray_is_in_cell(const AukGridRay *ray, const AukGridRun *run, const AukBounds *box)
{
    return auk__grid_is_of_cell(box, auk__grid_scale(ray->level), run->x, run->y);
}

// Bit k is set if box k of `left` boxes, or of the first AT_ONCE of these, is touched. Boxes beyond are read, but not
// counted: packing leaves room for them.
static inline unsigned ray_touches_of(const RayTest *test, const AukGridPackedBox *boxes, int32_t left)
{
    AukMask4 masks[AT_ONCE];
    for (int k = 0; k < AT_ONCE; k++) {
        AukF32x4 bounds = auk__bounds_load(&boxes[k].bounds), extents = auk__f32x4_mul(bounds, test->weights);
        extents = auk__f32x4_add(extents, auk__f32x4_turn(extents));
        masks[k] = auk__mask4_le_both(bounds, test->span, extents, test->limits);
    }
    int32_t counted = left < AT_ONCE ? left : AT_ONCE;
    return auk__mask4_all(masks) & ((1u << counted) - 1u);
}

// Tests packed boxes from `place` to `end`, until the candidates are many. Returns the place where it has stopped.
static inline int32_t gather_places(const AukGrid *grid, const AukGridRay *ray, const RayTest *test,
                                    AukGridStretch stretch, AukGridCandidate *candidates, int *count)
{
    const AukGridPackedBox *places = grid->packed.places.items;
    bool shared = ray->by_cells && !ray->by_rows;
    int32_t place = stretch.place;
    while (place < stretch.end) {
        unsigned touched = ray_touches_of(test, places + place, stretch.end - place);
        for (; touched != 0; touched &= touched - 1) {
            int32_t at = place + auk__lowest_bit(touched);
            if (!shared || ray_is_in_cell(ray, &ray->run, &places[at].bounds)) {
                ray_insert(ray, candidates, (*count)++, &places[at].bounds, places[at].slot, at);
            }
        }
        place += AT_ONCE;
        if (*count > AUK_GRID_GATHER - AT_ONCE) {
            break;
        }
    }
    return place;
}

static int gather_packed(const AukGrid *grid, AukGridRay *ray, AukGridCandidate *candidates)
{
    RayTest test = ray_test(ray);
    AukGridStretch present = {0.0, ray->run.place, ray->run.end}, ahead[AUK_GRID_AHEAD]; // in registers, see set_four()
    memcpy(ahead, ray->ahead, sizeof ahead);
    int count = 0;
    for (;;) {
        present.place = gather_places(grid, ray, &test, present, candidates, &count);
        if (count > 0 || !ray->by_rows || ahead[0].enters > (double)ray->max_fraction) {
            break;
        }
        present = ahead[0];
        for (int i = 1; i < AUK_GRID_AHEAD; i++) {
            ahead[i - 1] = ahead[i];
        }
        ahead[AUK_GRID_AHEAD - 1] = next_stretch(grid, ray);
    }
    ray->run.place = present.place;
    ray->run.end = present.end;
    memcpy(ray->ahead, ahead, sizeof ahead);
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
                                (!ray->shared || auk__grid_tag(grid, here)->level == ray->level)))) {
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
    bool started = ray->level != AUK_GRID_NONE;
    for (;;) {
        int count = 0;
        if (started) {
            count = ray->packed ? gather_packed(grid, ray, candidates) : gather_listed(grid, ray, candidates);
        }
        if (count > 0) {
            return count;
        }
        if (!ray_advance(grid, ray)) {
            return 0;
        }
        started = true;
    }
}
