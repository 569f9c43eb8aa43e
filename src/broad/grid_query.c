// Looking things up in the grid. A level's cells are visited one by one while they are much fewer than its members,
// else the members themselves are: so neither a huge query nor a nearly empty world costs more than looking at every
// box. Invariant: a member is met in its own cell only, hence once, although other cells may share its bucket.
#include "broad/grid.h"

#include <math.h>

static const AukGridNode *node_at(const AukGrid *grid, int32_t slot)
{
    return (const AukGridNode *)grid->nodes.items + slot;
}

static const AukGridLink *link_at(const AukGrid *grid, int32_t slot)
{
    return (const AukGridLink *)grid->links.items + slot;
}

static int32_t bucket_first(const AukGrid *grid, int level, int32_t x, int32_t y)
{
    uint32_t block_mask = (uint32_t)(grid->buckets.count / 16) - 1;
    return ((const int32_t *)grid->buckets.items)[auk__grid_bucket(block_mask, level, x, y)];
}

static int highest_bit(uint64_t bits)
{
    int at = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (bits >> step) {
            bits >>= step;
            at += step;
        }
    }
    return at;
}

// Visiting a cell costs as much as looking at so many members in a row.
enum { CELL_COST = 4 };

typedef struct Cells {
    int32_t first, last;
} Cells;

// The cells of a level whose members may reach [low, high] on an axis. Empty if first > last.
static Cells cells_reaching(const AukGridLevel *members, bool along_x, double scale, double low, double high)
{
    Cells none = {1, 0};
    int32_t least = along_x ? members->min_x : members->min_y;
    int32_t most = along_x ? members->max_x : members->max_y;
    double from = low * scale - auk__grid_reach(members, scale);
    double to = high * scale;
    if (from >= (double)most + 1.0 || to < (double)least) {
        return none;
    }
    Cells cells = {from > (double)least ? auk__grid_cell(from) : least, to < (double)most ? auk__grid_cell(to) : most};
    return cells;
}

// ---- boxes ----------------------------------------------------------------------------------------------------

AukGridCursor auk__grid_query_box(const AukGrid *grid, AukBox box)
{
    AukGridCursor cursor = {auk__bounds_of(box), grid->occupied, AUK_GRID_NONE, false, 0, 0, 0, 0, 0, AUK_GRID_NONE};
    return cursor;
}

// Starts on a level: with its first cell, or with its first member.
static void cursor_enter(const AukGrid *grid, AukGridCursor *cursor, int level)
{
    const AukGridLevel *members = &grid->levels[level];
    const AukBounds *query = &cursor->query;
    cursor->level = level;
    cursor->by_cells = false;
    cursor->slot = members->first;
    if (level == AUK_GRID_WIDE) {
        return;
    }
    double scale = auk__grid_scale(level);
    Cells x = cells_reaching(members, true, scale, (double)query->min_x, -(double)query->neg_max_x);
    Cells y = cells_reaching(members, false, scale, (double)query->min_y, -(double)query->neg_max_y);
    if (x.first > x.last || y.first > y.last) {
        cursor->slot = AUK_GRID_NONE;
        return;
    }
    int64_t cells = ((int64_t)x.last - x.first + 1) * ((int64_t)y.last - y.first + 1);
    if (cells <= members->count / CELL_COST) {
        cursor->by_cells = true;
        cursor->x = cursor->min_x = x.first;
        cursor->max_x = x.last;
        cursor->y = y.first;
        cursor->max_y = y.last;
        cursor->slot = bucket_first(grid, level, cursor->x, cursor->y);
    }
}

// Goes to the next cell or level. False at the end.
static bool cursor_advance(const AukGrid *grid, AukGridCursor *cursor)
{
    if (cursor->by_cells && (cursor->x < cursor->max_x || cursor->y < cursor->max_y)) {
        if (cursor->x < cursor->max_x) {
            cursor->x++;
        } else {
            cursor->x = cursor->min_x;
            cursor->y++;
        }
        cursor->slot = bucket_first(grid, cursor->level, cursor->x, cursor->y);
        return true;
    }
    if (cursor->levels == 0) {
        return false;
    }
    int level = highest_bit(cursor->levels);
    cursor->levels &= ~(UINT64_C(1) << level);
    cursor_enter(grid, cursor, level);
    return true;
}

bool auk__grid_next(const AukGrid *grid, AukGridCursor *cursor, uint32_t *slot)
{
    AukFloat4 reach = auk__bounds_reach(&cursor->query);
    do {
        while (cursor->slot != AUK_GRID_NONE) {
            int32_t here = cursor->slot;
            const AukGridNode *node = node_at(grid, here);
            cursor->slot = cursor->by_cells ? node->next : link_at(grid, here)->next;
            bool due = !cursor->by_cells || (node->x == cursor->x && node->y == cursor->y);
            if (due && auk__bounds_mask(&node->bounds, reach) == AUK_TOUCH_ALL &&
                link_at(grid, here)->level == cursor->level) {
                *slot = (uint32_t)here;
                return true;
            }
        }
    } while (cursor_advance(grid, cursor));
    return false;
}

// ---- rays -----------------------------------------------------------------------------------------------------

typedef struct Span {
    double low, high;
} Span;

AukGridRay auk__grid_query_ray(const AukGrid *grid, AukVec2 from, AukVec2 delta)
{
    AukGridRay ray = {0};
    ray.swapped = fabsf(delta.y) > fabsf(delta.x);
    ray.from[0] = (double)(ray.swapped ? from.y : from.x);
    ray.from[1] = (double)(ray.swapped ? from.x : from.y);
    ray.delta[0] = (double)(ray.swapped ? delta.y : delta.x);
    ray.delta[1] = (double)(ray.swapped ? delta.x : delta.y);
    for (int axis = 0; axis < 2; axis++) {
        ray.inverse[axis] = ray.delta[axis] == 0.0 ? 0.0 : 1.0 / ray.delta[axis];
    }
    // two units in the last place of a float at the farthest coordinate: what a narrow phase may be off by
    double farthest = fabs(ray.from[0]) + fabs(ray.delta[0]);
    double across = fabs(ray.from[1]) + fabs(ray.delta[1]);
    ray.slack = 0x1p-22 * (farthest > across ? farthest : across);
    ray.levels = grid->occupied;
    ray.level = AUK_GRID_NONE;
    ray.slot = AUK_GRID_NONE;
    return ray;
}

// The part of [within.low, within.high], fractions, in which the ray is in [low, high] on an axis.
static Span ray_clip(const AukGridRay *ray, int axis, double low, double high, Span within)
{
    Span outside = {1.0, 0.0};
    low -= ray->slack;
    high += ray->slack;
    if (ray->inverse[axis] == 0.0) {
        return ray->from[axis] >= low && ray->from[axis] <= high ? within : outside;
    }
    double enter = (low - ray->from[axis]) * ray->inverse[axis];
    double leave = (high - ray->from[axis]) * ray->inverse[axis];
    if (enter > leave) {
        double swap = enter;
        enter = leave;
        leave = swap;
    }
    within.low = enter > within.low ? enter : within.low;
    within.high = leave < within.high ? leave : within.high;
    return within;
}

static bool ray_touches(const AukGridRay *ray, const AukBounds *box, float max_fraction)
{
    Span x = {(double)box->min_x, -(double)box->neg_max_x};
    Span y = {(double)box->min_y, -(double)box->neg_max_y};
    Span within = {0.0, (double)max_fraction};
    within = ray_clip(ray, 0, ray->swapped ? y.low : x.low, ray->swapped ? y.high : x.high, within);
    within = ray_clip(ray, 1, ray->swapped ? x.low : y.low, ray->swapped ? x.high : y.high, within);
    return within.low <= within.high;
}

// The part in which the ray is where the members of some cells may be.
static Span ray_clip_to_cells(const AukGridRay *ray, int axis, const AukGridLevel *members, Cells cells, Span within)
{
    double size = auk__grid_size(ray->level);
    double reach = auk__grid_reach(members, auk__grid_scale(ray->level));
    return ray_clip(ray, axis, cells.first * size, (cells.last + 1.0 + reach) * size, within);
}

// The part in which the ray is over the cells of its level.
static Span ray_clip_to_level(const AukGrid *grid, const AukGridRay *ray, int axis, Span within)
{
    const AukGridLevel *members = &grid->levels[ray->level];
    bool along_x = (axis == 0) != ray->swapped;
    Cells all = {along_x ? members->min_x : members->min_y, along_x ? members->max_x : members->max_y};
    return ray_clip_to_cells(ray, axis, members, all, within);
}

// The cells that the ray may meet on an axis between two fractions.
static Cells ray_cells(const AukGrid *grid, const AukGridRay *ray, int axis, Span part)
{
    const AukGridLevel *members = &grid->levels[ray->level];
    bool along_x = (axis == 0) != ray->swapped;
    double a = ray->from[axis] + ray->delta[axis] * part.low;
    double b = ray->from[axis] + ray->delta[axis] * part.high;
    return cells_reaching(members, along_x, auk__grid_scale(ray->level), (a < b ? a : b) - ray->slack,
                          (a < b ? b : a) + ray->slack);
}

static int32_t ray_bucket(const AukGrid *grid, const AukGridRay *ray)
{
    return bucket_first(grid, ray->level, ray->swapped ? ray->row : ray->column, ray->swapped ? ray->column : ray->row);
}

static void ray_enter_level(const AukGrid *grid, AukGridRay *ray, float max_fraction)
{
    int level = highest_bit(ray->levels);
    ray->levels &= ~(UINT64_C(1) << level);
    ray->level = level;
    ray->by_cells = level < AUK_GRID_WIDE;
    ray->slot = AUK_GRID_NONE;
    ray->budget = grid->levels[level].count / CELL_COST;
    if (!ray->by_cells) {
        ray->slot = grid->levels[level].first;
        return;
    }
    Span part = {0.0, (double)max_fraction};
    part = ray_clip_to_level(grid, ray, 0, part);
    part = ray_clip_to_level(grid, ray, 1, part);
    Cells columns = {1, 0};
    if (part.low <= part.high) {
        columns = ray_cells(grid, ray, 0, part);
    }
    bool forward = ray->delta[0] >= 0.0;
    ray->last_column = forward ? columns.last : columns.first;
    ray->column = columns.first > columns.last ? ray->last_column : (forward ? columns.first - 1 : columns.last + 1);
    ray->row = ray->last_row = 0;
}

// Goes to the next column that has cells to visit. False if there is none within reach.
static bool ray_next_column(const AukGrid *grid, AukGridRay *ray, float max_fraction)
{
    int step = ray->delta[0] >= 0.0 ? 1 : -1;
    while (ray->column != ray->last_column) {
        ray->column += step;
        Span within = {0.0, (double)max_fraction};
        Cells column = {ray->column, ray->column};
        within = ray_clip_to_cells(ray, 0, &grid->levels[ray->level], column, within);
        if (ray->inverse[0] != 0.0 && within.low > (double)max_fraction) {
            return false; // as are all columns after this one
        }
        Cells rows = {1, 0};
        if (within.low <= within.high) {
            rows = ray_cells(grid, ray, 1, within);
        }
        int32_t count = rows.last - rows.first + 1;
        if (count >= ray->budget) {
            // cheaper from here: the members, those of this column and the ones to come
            ray->by_cells = false;
            ray->slot = grid->levels[ray->level].first;
            return true;
        }
        ray->budget -= count + 1;
        if (count > 0) {
            ray->row = rows.first;
            ray->last_row = rows.last;
            ray->slot = ray_bucket(grid, ray);
            return true;
        }
    }
    return false;
}

// Goes to the next cell or level. False at the end.
static bool ray_advance(const AukGrid *grid, AukGridRay *ray, float max_fraction)
{
    if (ray->by_cells && ray->row < ray->last_row) {
        ray->row++;
        ray->slot = ray_bucket(grid, ray);
        return true;
    }
    if (ray->by_cells && ray_next_column(grid, ray, max_fraction)) {
        return true;
    }
    if (ray->levels == 0) {
        return false;
    }
    ray_enter_level(grid, ray, max_fraction);
    return true;
}

// True if a member that the walk comes across is to be looked at here: in its own cell or, when the members of the
// level are walked, if its column has not been visited.
static bool ray_due(const AukGridRay *ray, const AukGridNode *node)
{
    int32_t column = ray->swapped ? node->y : node->x;
    if (ray->by_cells) {
        return column == ray->column && (ray->swapped ? node->x : node->y) == ray->row;
    }
    return ray->level == AUK_GRID_WIDE || (ray->delta[0] >= 0.0 ? column >= ray->column : column <= ray->column);
}

bool auk__grid_ray_next(const AukGrid *grid, AukGridRay *ray, float max_fraction, uint32_t *slot)
{
    do {
        while (ray->slot != AUK_GRID_NONE) {
            int32_t here = ray->slot;
            const AukGridNode *node = node_at(grid, here);
            ray->slot = ray->by_cells ? node->next : link_at(grid, here)->next;
            if (ray_due(ray, node) && link_at(grid, here)->level == ray->level &&
                ray_touches(ray, &node->bounds, max_fraction)) {
                *slot = (uint32_t)here;
                return true;
            }
        }
    } while (ray_advance(grid, ray, max_fraction));
    return false;
}
