// Vertices are removed one at a time. A vertex may go if the closed triangle of it and its two neighbours holds no
// other vertex of any loop: then no edge enters the triangle, and the loop can be moved across it without touching
// anything. Tests of the triangle are exact, so no rounding makes loops cross. The error is that of all original
// vertices between the ends of the new edge, not a sum over removals: if each of them is near the new edge, then so is
// every point of the old line, and every point of the new edge has a point of the old line on its perpendicular. In a
// pass no two neighbours go, so that an edge takes over at most as many vertices as it and its neighbour had, and a
// pass takes O(n) for the errors whatever the tolerance is. Without this rule one edge ate a whole loop, in O(n^2). A
// grid of the vertices that are left, made for each pass, answers which of them are in a triangle.
#include "auk/math2d.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "geom/outline_set.h"

#include <string.h>

// Passes with a part of the tolerance: 1/64, 1/32, ... 1/2. Then passes with all of it, at least one, until one removes
// nothing.
enum { SIMPLIFY_EARLY_PASSES = 6, SIMPLIFY_PASSES_MAX = 64, SIMPLIFY_GONE = -1 };

// Squared distances are right to 2^-38 of their value.
#define SIMPLIFY_SAFETY (1.0 - 1e-11)

typedef struct VertexGrid {
    AukBox box;
    double columns_per_length, rows_per_length;
    int columns, rows;
    int *starts; // of each cell in `items`, and one more
    int *items;  // vertices by cell, ascending in each
} VertexGrid;

typedef struct Simplify {
    const AukVec2 *points; // the caller's
    int count;
    int *next, *prev; // along the loop, of vertices that are left; SIMPLIFY_GONE for others
    bool *is_fixed;
    VertexGrid grid;
    int *block; // of next, prev and the grid
    bool *flags;
} Simplify;

static AukBox box_of_point(AukVec2 point)
{
    return auk_box(point, point);
}

// ---- the grid ---------------------------------------------------------------------------------------------------

static int column_of(const VertexGrid *grid, float x)
{
    int column = (int)(((double)x - (double)grid->box.min.x) * grid->columns_per_length);
    return column < grid->columns ? column : grid->columns - 1;
}

static int row_of(const VertexGrid *grid, float y)
{
    int row = (int)(((double)y - (double)grid->box.min.y) * grid->rows_per_length);
    return row < grid->rows ? row : grid->rows - 1;
}

static int cell_of(const VertexGrid *grid, AukVec2 point)
{
    return row_of(grid, point.y) * grid->columns + column_of(grid, point.x);
}

static int root_below(int count)
{
    int root = 1;
    while ((int64_t)(root + 1) * (root + 1) <= count) {
        root++;
    }
    return root;
}

// Memory for `count` + 1 starts is enough: there are at most as many cells as vertices.
static void size_grid(Simplify *work, int left)
{
    VertexGrid *grid = &work->grid;
    double width = (double)grid->box.max.x - (double)grid->box.min.x;
    double height = (double)grid->box.max.y - (double)grid->box.min.y;
    grid->columns = grid->rows = root_below(left);
    grid->columns_per_length = width > 0.0 ? grid->columns / width : 0.0;
    grid->rows_per_length = height > 0.0 ? grid->rows / height : 0.0;
}

static void fill_grid(Simplify *work)
{
    VertexGrid *grid = &work->grid;
    int left = 0;
    for (int i = 0; i < work->count; i++) {
        left += work->next[i] != SIMPLIFY_GONE;
    }
    size_grid(work, left);
    int cells = grid->columns * grid->rows;
    memset(grid->starts, 0, ((size_t)cells + 1) * sizeof *grid->starts);
    for (int i = 0; i < work->count; i++) {
        if (work->next[i] != SIMPLIFY_GONE) {
            grid->starts[cell_of(grid, work->points[i])]++;
        }
    }
    for (int i = 1; i <= cells; i++) {
        grid->starts[i] += grid->starts[i - 1];
    }
    for (int i = work->count - 1; i >= 0; i--) { // from the ends of the cells down to their starts
        if (work->next[i] != SIMPLIFY_GONE) {
            grid->items[--grid->starts[cell_of(grid, work->points[i])]] = i;
        }
    }
}

// ---- one vertex -------------------------------------------------------------------------------------------------

static bool is_in_triangle(const AukVec2 corners[3], AukVec2 point)
{
    bool left = false, right = false;
    for (int i = 0; i < 3; i++) {
        int turn = auk__orientation(corners[i], corners[(i + 1) % 3], point);
        left = left || turn > 0;
        right = right || turn < 0;
    }
    return !(left && right);
}

// The box excludes the points beside a triangle that is a line.
static bool is_triangle_empty(const Simplify *work, int u, int v, int w)
{
    const VertexGrid *grid = &work->grid;
    const AukVec2 corners[3] = {work->points[u], work->points[v], work->points[w]};
    AukBox box = box_of_point(corners[0]);
    box = auk_box_union(auk_box_union(box, box_of_point(corners[1])), box_of_point(corners[2]));
    int last_column = column_of(grid, box.max.x), last_row = row_of(grid, box.max.y);
    for (int row = row_of(grid, box.min.y); row <= last_row; row++) {
        const int *starts = grid->starts + row * grid->columns;
        int end = starts[last_column + 1];
        for (int k = starts[column_of(grid, box.min.x)]; k < end; k++) {
            int i = grid->items[k];
            if (i != u && i != v && i != w && work->next[i] != SIMPLIFY_GONE &&
                auk_box_contains_point(box, work->points[i]) && is_in_triangle(corners, work->points[i])) {
                return false;
            }
        }
    }
    return true;
}

static double squared_distance_of_edge(AukVec2 a, AukVec2 b, AukVec2 p)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y;
    double along = px * dx + py * dy, length = dx * dx + dy * dy;
    if (along <= 0.0) {
        return px * px + py * py;
    }
    if (along >= length) {
        double qx = (double)p.x - (double)b.x, qy = (double)p.y - (double)b.y;
        return qx * qx + qy * qy;
    }
    double area = auk__turn_area(a, b, p);
    return area * area / length;
}

// All original vertices of the loop between u and w, also those that went before.
static bool is_error_allowed(const Simplify *work, const AukLoop *loop, int u, int w, double limit)
{
    int end = loop->first + loop->count;
    for (int i = u + 1 < end ? u + 1 : loop->first; i != w; i = i + 1 < end ? i + 1 : loop->first) {
        if (squared_distance_of_edge(work->points[u], work->points[w], work->points[i]) > limit) {
            return false;
        }
    }
    return true;
}

static bool simplify_loop(Simplify *work, const AukLoop *loop, int *left, double limit)
{
    bool any = false;
    int v = loop->first;
    while (work->next[v] == SIMPLIFY_GONE) {
        v++;
    }
    for (int todo = *left; todo > 0; todo--) {
        int u = work->prev[v], w = work->next[v];
        if (*left > 3 && !work->is_fixed[v] && is_error_allowed(work, loop, u, w, limit) &&
            is_triangle_empty(work, u, v, w)) {
            work->next[u] = w;
            work->prev[w] = u;
            work->next[v] = SIMPLIFY_GONE;
            --*left;
            any = true;
            todo--; // the next one stays in this pass
            w = work->next[w];
        }
        v = w;
    }
    return any;
}

// ---- all loops --------------------------------------------------------------------------------------------------

static bool is_on_frame(const AukBox *frame, AukVec2 point)
{
    return frame->min.x < frame->max.x && frame->min.y < frame->max.y &&
           (point.x == frame->min.x || point.x == frame->max.x || point.y == frame->min.y || point.y == frame->max.y);
}

static AukStatus start_simplify(Simplify *work, const AukOutlineSet *set)
{
    memset(work, 0, sizeof *work);
    size_t count = (size_t)set->vertex_count;
    work->points = set->vertices;
    work->count = set->vertex_count;
    work->block = auk__allocate_zeroed(4 * count + 2, sizeof *work->block);
    work->flags = auk__allocate_zeroed(count + 1, sizeof *work->flags);
    if (!work->block || !work->flags) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    work->next = work->block;
    work->prev = work->block + count;
    work->grid.items = work->block + 2 * count;
    work->grid.starts = work->block + 3 * count;
    work->is_fixed = work->flags;
    work->grid.box = box_of_point(set->vertices[0]);
    for (int i = 0; i < set->loop_count; i++) {
        int first = set->loops[i].first, last = first + set->loops[i].count - 1;
        for (int v = first; v <= last; v++) {
            work->next[v] = v < last ? v + 1 : first;
            work->prev[v] = v > first ? v - 1 : last;
            work->grid.box = auk_box_union(work->grid.box, box_of_point(set->vertices[v]));
        }
        for (int v = first; v <= last; v++) {
            if (is_on_frame(&set->frame, set->vertices[v])) {
                work->is_fixed[v] = work->is_fixed[work->next[v]] = work->is_fixed[work->prev[v]] = true;
            }
        }
    }
    return AUK_OK;
}

// True if a vertex went.
static bool simplify_pass(Simplify *work, AukOutlineSet *set, int *left, double limit)
{
    fill_grid(work);
    bool any = false;
    for (int i = 0; i < set->loop_count; i++) {
        any = simplify_loop(work, &set->loops[i], &left[i], limit) || any;
    }
    return any;
}

static void compact_set(const Simplify *work, AukOutlineSet *set, const int *left)
{
    int count = 0;
    for (int i = 0; i < work->count; i++) {
        if (work->next[i] != SIMPLIFY_GONE) {
            set->vertices[count++] = set->vertices[i];
        }
    }
    set->vertex_count = count;
    for (int i = 0; i < set->loop_count; i++) {
        set->loops[i].count = left[i];
    }
    auk__outline_set_number(set);
}

static AukStatus simplify_set(Simplify *work, AukOutlineSet *set, double tolerance)
{
    int *left = auk__allocate_zeroed((size_t)set->loop_count, sizeof *left);
    if (!left) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (int i = 0; i < set->loop_count; i++) {
        left[i] = set->loops[i].count;
    }
    bool any = true;
    for (int pass = 0; pass <= SIMPLIFY_EARLY_PASSES || (any && pass < SIMPLIFY_PASSES_MAX); pass++) {
        int halvings = pass < SIMPLIFY_EARLY_PASSES ? SIMPLIFY_EARLY_PASSES - pass : 0;
        double part = tolerance / (double)(1 << halvings);
        any = simplify_pass(work, set, left, part * part * SIMPLIFY_SAFETY);
    }
    compact_set(work, set, left);
    auk__release(left);
    return AUK_OK;
}

AukStatus auk_outline_simplify(AukOutlineSet *set, float tolerance)
{
    AukStatus status = auk__outline_set_check(set);
    status = status ? status : auk__check_number(tolerance);
    if (status) {
        return status;
    }
    if (tolerance < 0.0f) {
        return AUK_ERROR_NEGATIVE;
    }
    if (set->loop_count == 0) {
        return AUK_OK;
    }
    if (!set->hole_starts) {
        return AUK_ERROR_NULL;
    }
    Simplify work;
    status = start_simplify(&work, set);
    status = status ? status : simplify_set(&work, set, (double)tolerance);
    auk__release(work.block);
    auk__release(work.flags);
    return status;
}
