// Which boxes a ray may touch. It goes from column to column of cells along the axis on which it advances most, and in
// each to the few rows it may meet members of; where that could visit more cells than members, the members themselves
// are walked. A box is taken if it touches the box of the ray (four floats at once) and has corners on both sides of
// the ray's line, with room for rounding in both.
// Invariant: a member is met in its own cell only, hence once, although other cells may share its bucket.
#include "base/prefetch.h"
#include "broad/grid.h"

#include <math.h>

// Visiting a cell costs as much as looking at so many members in a row.
#define CELL_COST 2.0

// What is left of the ray, with all that rounding to floats could cost.
static void cut(AukGridRay *ray, float max_fraction)
{
    for (int axis = 0; axis < 2; axis++) {
        double a = ray->from[axis], b = a + ray->delta[axis] * (double)max_fraction;
        int lane = (axis == 1) != ray->swapped;
        ray->span[lane] = (float)((a > b ? a : b) + ray->slack);
        ray->span[lane + 2] = -(float)((a < b ? a : b) - ray->slack);
    }
    ray->max_fraction = max_fraction;
}

// The line's normal is (-delta.y, delta.x); a box begins, along it, at the corner that is least along it.
static void set_line(AukGridRay *ray, AukVec2 from, AukVec2 delta)
{
    double x = -(double)delta.y, y = (double)delta.x;
    ray->weights[0] = x > 0.0 ? x : 0.0;
    ray->weights[1] = y > 0.0 ? y : 0.0;
    ray->weights[2] = x < 0.0 ? -x : 0.0;
    ray->weights[3] = y < 0.0 ? -y : 0.0;
    double at = x * (double)from.x + y * (double)from.y, room = ray->slack * (fabs(x) + fabs(y));
    ray->limits[0] = at + room;
    ray->limits[1] = room - at;
}

AukGridRay auk__grid_query_ray(const AukGrid *grid, AukVec2 from, AukVec2 delta)
{
    AukGridRay ray; // the fields of the level are set when there is one
    ray.swapped = fabsf(delta.y) > fabsf(delta.x);
    ray.from[0] = (double)(ray.swapped ? from.y : from.x);
    ray.from[1] = (double)(ray.swapped ? from.x : from.y);
    ray.delta[0] = (double)(ray.swapped ? delta.y : delta.x);
    ray.delta[1] = (double)(ray.swapped ? delta.x : delta.y);
    for (int axis = 0; axis < 2; axis++) {
        ray.inverse[axis] = ray.delta[axis] == 0.0 ? 0.0 : 1.0 / ray.delta[axis];
    }
    ray.slope = ray.delta[1] * ray.inverse[0];
    // two units in the last place of a float at the farthest coordinate: what a narrow phase may be off by
    double farthest = fabs(ray.from[0]) + fabs(ray.delta[0]);
    double across = fabs(ray.from[1]) + fabs(ray.delta[1]);
    ray.slack = 0x1p-22 * (farthest > across ? farthest : across);
    set_line(&ray, from, delta);
    cut(&ray, 1.0f);
    ray.settled = true;
    ray.by_cells = false;
    ray.run = ray.run_count = 0;
    ray.levels = grid->settled.occupied;
    ray.level = AUK_GRID_NONE;
    ray.slot = AUK_GRID_NONE;
    return ray;
}

// ---- columns and rows -----------------------------------------------------------------------------------------

static const AukGridLevel *level_of(const AukGrid *grid, const AukGridRay *ray)
{
    return ray->settled ? &grid->settled.levels[ray->level] : &grid->levels[ray->level];
}

// Begins a walk over all members of the level.
static void enter_members(const AukGridLevel *members, AukGridRay *ray)
{
    ray->by_cells = false;
    if (ray->settled) {
        AukGridRun all = {0, 0, members->first, members->first + members->count};
        ray->runs[0] = all;
        ray->run_count = 1;
    } else {
        ray->slot = members->first;
    }
}

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

// The cells from `least` to `most` that have to do with [low, high], in cells. Empty if first > last.
static inline AukGridCells cells_within(double least, double most, double low, double high)
{
    AukGridCells cells = {auk__grid_cell(lesser(greater(low, least), most + 1.0)),
                          auk__grid_cell(greater(lesser(high, most), least - 1.0))};
    return cells;
}

// What the numbers of buckets are made of where blocks lie in rows.
static void set_blocks(AukGridRay *ray, const AukGridLevel *members)
{
    int x = ray->swapped ? 1 : 0, y = 1 - x;
    ray->origin[x] = auk__grid_origin(members->min_x);
    ray->origin[y] = auk__grid_origin(members->min_y);
    ray->apart[x] = AUK_GRID_BLOCK;
    ray->apart[y] = AUK_GRID_BLOCK * members->stride;
    ray->beside[x] = 1;
    ray->beside[y] = 4;
}

// Starts on a level: before its first column, or with all its members.
static void enter_level(const AukGrid *grid, AukGridRay *ray)
{
    ray->level = auk__grid_highest(ray->levels);
    ray->levels &= ~(UINT64_C(1) << ray->level);
    const AukGridLevel *members = level_of(grid, ray);
    if (ray->level == AUK_GRID_WIDE) {
        enter_members(members, ray);
        return;
    }
    double scale = auk__grid_scale(ray->level);
    ray->start[0] = ray->from[0] * scale;
    ray->start[1] = ray->from[1] * scale;
    ray->way = ray->delta[0] * scale;
    ray->room = ray->slack * scale;
    ray->reach = auk__grid_reach(members, scale);
    ray->least = ray->swapped ? members->min_x : members->min_y;
    ray->most = ray->swapped ? members->max_x : members->max_y;
    double end = ray->start[0] + ray->way * (double)ray->max_fraction;
    AukGridCells columns =
        cells_within(ray->swapped ? members->min_y : members->min_x, ray->swapped ? members->max_y : members->max_x,
                     lesser(ray->start[0], end) - ray->reach - ray->room, greater(ray->start[0], end) + ray->room);
    double count = (double)columns.last - columns.first + 1.0;
    double rows = (1.0 + ray->reach) * (1.0 + fabs(ray->slope)) + 2.0 * ray->room; // of a column, about
    if (count * rows * CELL_COST > (double)members->count) {
        enter_members(members, ray);
        return;
    }
    if (ray->settled) {
        set_blocks(ray, members);
    }
    bool forward = ray->way >= 0.0;
    ray->by_cells = true;
    ray->row = ray->last_row = 0;
    ray->last_column = forward ? columns.last : columns.first;
    ray->column = count <= 0.0 ? ray->last_column : (forward ? columns.first - 1 : columns.last + 1);
}

// Goes to the next column in which the ray may meet members, before the first of those rows. False if there is none
// within reach.
static inline bool next_column(AukGridRay *ray)
{
    bool forward = ray->way >= 0.0;
    double begin = ray->start[0], end = begin + ray->way * (double)ray->max_fraction;
    double low = forward ? begin : end, high = forward ? end : begin;
    while (ray->column != ray->last_column) {
        ray->column += forward ? 1 : -1;
        double left = (double)ray->column - ray->room, right = (double)ray->column + 1.0 + ray->reach + ray->room;
        if (forward ? left > high : right < low) {
            ray->column = ray->last_column; // this one and all after it are past the end
            return false;
        }
        double a = ray->start[1] + (greater(left, low) - begin) * ray->slope;
        double b = ray->start[1] + (lesser(right, high) - begin) * ray->slope;
        AukGridCells rows =
            cells_within(ray->least, ray->most, lesser(a, b) - ray->reach - ray->room, greater(a, b) + ray->room);
        if (rows.first <= rows.last) {
            ray->row = rows.first - 1;
            ray->last_row = rows.last;
            return true;
        }
    }
    return false;
}

// Goes to the next cell of the level. False if there is none within reach.
static inline bool next_cell(AukGridRay *ray)
{
    bool more = ray->row < ray->last_row || next_column(ray);
    ray->row += more;
    return more;
}

// Looks up the next cells of a settled level. False at its end.
static bool next_runs(const AukGrid *grid, AukGridRay *ray)
{
    const AukGridLevel *members = &grid->settled.levels[ray->level];
    const int32_t *starts = grid->settled.starts.items;
    const AukGridPlace *places = grid->settled.places.items;
    bool in_rows = members->stride > 0;
    int32_t buckets[AUK_GRID_RUNS], column_part = 0, column = 0;
    int count = 0;
    for (; count < AUK_GRID_RUNS && next_cell(ray); count++) {
        if (in_rows) {
            if (count == 0 || ray->column != column) {
                column = ray->column;
                column_part = members->first_bucket +
                              auk__grid_bucket_part(column - ray->origin[0], ray->apart[0], ray->beside[0]);
            }
            buckets[count] =
                column_part + auk__grid_bucket_part(ray->row - ray->origin[1], ray->apart[1], ray->beside[1]);
        } else {
            int32_t x = ray->swapped ? ray->row : ray->column, y = ray->swapped ? ray->column : ray->row;
            buckets[count] = auk__grid_settled_bucket(members, x, y);
        }
        auk__prefetch(starts + buckets[count]);
        ray->runs[count].column = ray->column;
        ray->runs[count].row = ray->row;
    }
    for (int i = 0; i < count; i++) {
        AukGridRun *run = &ray->runs[i];
        run->place = starts[buckets[i]];
        run->end = starts[buckets[i] + 1];
        if (run->place < run->end) {
            auk__prefetch(places + run->place);
            auk__prefetch((const char *)(places + run->end) - 1);
        }
    }
    ray->run_count = count;
    return count > 0;
}

static bool next_list(const AukGrid *grid, AukGridRay *ray)
{
    if (!next_cell(ray)) {
        return false;
    }
    int32_t x = ray->swapped ? ray->row : ray->column, y = ray->swapped ? ray->column : ray->row;
    ray->slot = auk__grid_first_of_bucket(grid, ray->level, x, y);
    return true;
}

// Goes to the next cells or level. False at the end.
static bool advance(const AukGrid *grid, AukGridRay *ray)
{
    ray->run = ray->run_count = 0;
    if (ray->by_cells && (ray->settled ? next_runs(grid, ray) : next_list(grid, ray))) {
        return true;
    }
    if (ray->levels == 0 && ray->settled) {
        ray->settled = false;
        ray->levels = grid->occupied;
    }
    if (ray->levels == 0) {
        return false;
    }
    enter_level(grid, ray);
    return true;
}

// ---- members --------------------------------------------------------------------------------------------------

static bool is_on_line(const AukGridRay *ray, const AukBounds *box)
{
    const double *w = ray->weights;
    double x = (double)box->min_x, y = (double)box->min_y, u = (double)box->neg_max_x, v = (double)box->neg_max_y;
    double begins = x * w[0] + y * w[1] + u * w[2] + v * w[3];
    double ends = x * w[2] + y * w[3] + u * w[0] + v * w[1];
    return begins <= ray->limits[0] && ends <= ray->limits[1];
}

// Where it enters the box, for rays that do.
static double enters(const AukGridRay *ray, const AukBounds *box)
{
    double sides[2][2] = {{(double)box->min_x, -(double)box->neg_max_x}, {(double)box->min_y, -(double)box->neg_max_y}};
    double latest = 0.0;
    for (int axis = 0; axis < 2; axis++) {
        const double *side = sides[(axis == 1) != ray->swapped];
        double at = ray->delta[axis] > 0.0 ? side[0] - ray->slack : side[1] + ray->slack;
        double fraction = (at - ray->from[axis]) * ray->inverse[axis];
        latest = fraction > latest ? fraction : latest;
    }
    return latest;
}

// Keeps the first `count` and one more in order.
static void insert(AukGridMet *met, int count, double enters_at, uint32_t slot)
{
    int at = count;
    for (; at > 0 && met[at - 1].enters > enters_at; at--) {
        met[at] = met[at - 1];
    }
    met[at].enters = enters_at;
    met[at].slot = slot;
}

static bool is_in_cell(const AukGridRay *ray, const AukGridRun *run, const AukBounds *box)
{
    double scale = auk__grid_scale(ray->level);
    int32_t x = auk__grid_cell((double)box->min_x * scale), y = auk__grid_cell((double)box->min_y * scale);
    return (ray->swapped ? y : x) == run->column && (ray->swapped ? x : y) == run->row;
}

static int gather_settled(const AukGrid *grid, AukGridRay *ray, AukGridMet *met)
{
    const AukGridPlace *places = grid->settled.places.items;
    AukFloat4 span = auk__f4_load(ray->span);
    bool shared = ray->by_cells && grid->settled.levels[ray->level].stride == 0; // buckets, by several cells
    int count = 0;
    for (; ray->run < ray->run_count; ray->run++) {
        AukGridRun *run = &ray->runs[ray->run];
        int32_t place = run->place, end = run->end;
        while (place < end && count < AUK_GRID_GATHER) {
            const AukGridPlace *here = &places[place++];
            const AukBounds *box = &here->bounds;
            if (auk__bounds_mask(box, span) == AUK_TOUCH_ALL && is_on_line(ray, box) &&
                (!shared || is_in_cell(ray, run, box))) {
                insert(met, count++, enters(ray, box), here->slot);
            }
        }
        run->place = place;
        if (count == AUK_GRID_GATHER) {
            break;
        }
    }
    return count;
}

static int gather_listed(const AukGrid *grid, AukGridRay *ray, AukGridMet *met)
{
    AukFloat4 span = auk__f4_load(ray->span);
    int32_t x = ray->swapped ? ray->row : ray->column, y = ray->swapped ? ray->column : ray->row;
    int count = 0;
    while (ray->slot != AUK_GRID_NONE && count < AUK_GRID_GATHER) {
        int32_t here = ray->slot;
        const AukGridNode *node = auk__grid_node(grid, here);
        const AukBounds *box = &node->bounds;
        ray->slot = ray->by_cells ? node->next : auk__grid_link(grid, here)->next;
        if (auk__bounds_mask(box, span) == AUK_TOUCH_ALL && is_on_line(ray, box) &&
            (!ray->by_cells || (node->x == x && node->y == y && auk__grid_link(grid, here)->level == ray->level))) {
            insert(met, count++, enters(ray, box), (uint32_t)here);
        }
    }
    return count;
}

int auk__grid_ray_next(const AukGrid *grid, AukGridRay *ray, float max_fraction, AukGridMet met[AUK_GRID_GATHER])
{
    if (max_fraction < ray->max_fraction) {
        cut(ray, max_fraction);
    }
    do {
        int count = ray->settled ? gather_settled(grid, ray, met) : gather_listed(grid, ray, met);
        if (count > 0) {
            return count;
        }
    } while (advance(grid, ray));
    return 0;
}
