// Vertices are removed one at a time. A vertex may go if the closed triangle of it and its two neighbours holds no
// other vertex of any loop: then no edge enters the triangle, and the loop can be moved across it without touching
// anything. Tests of the triangle are exact, so no rounding makes loops cross. The error is that of all original
// vertices between the ends of the new edge, not a sum over removals: if each of them is near the new edge, then so is
// every point of the old line, and every point of the new edge has a point of the old line on its perpendicular. In a
// pass no two neighbours go, so that an edge takes over at most as many vertices as it and its neighbour had, and a
// pass takes O(n) for the errors whatever the tolerance is. Without this rule one edge ate a whole loop, in O(n^2).
// Slabs of equally many vertices, from left to right and sorted by y in each, answer which of those that are left are
// in a triangle. (A uniform grid took O(n^2) where most vertices were in one of its cells: a place full of details, and
// one loop far away.)
#include "auk/math2d.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "base/sort.h"
#include "geom/outline_set.h"

#include <string.h>

// Passes with a part of the tolerance: 1/64, 1/32, ... 1/2. Then passes with all of it, at least one, until one removes
// nothing.
enum { SIMPLIFY_EARLY_PASSES = 6, SIMPLIFY_PASSES_MAX = 64, SIMPLIFY_GONE = -1 };

// Squared distances are right to 2^-38 of their value.
#define SIMPLIFY_SAFETY (1.0 - 1e-11)

typedef struct VertexSlabs {
    int count;
    float *lefts; // smallest x of each slab
    int *starts;  // of each slab in `items`, and one more
    int *items;   // vertices that are left, by slab and ascending y
} VertexSlabs;

typedef struct Simplify {
    const AukVec2 *points; // the caller's
    int count;
    int *next, *prev; // along the loop, of vertices that are left; SIMPLIFY_GONE for others
    bool *is_fixed;
    VertexSlabs slabs;
    int *block; // of next, prev and the slabs
    bool *flags;
} Simplify;

static AukBox box_of_point(AukVec2 point)
{
    return auk_box(point, point);
}

// ---- the slabs --------------------------------------------------------------------------------------------------

static int root_below(int count)
{
    int root = 1;
    while ((int64_t)(root + 1) * (root + 1) <= count) {
        root++;
    }
    return root;
}

// Writes the vertices to the low halves of `keys`, sorted. There is room for as many keys again.
static void sort_vertices(const Simplify *work, bool by_y, uint64_t *keys)
{
    for (int i = 0; i < work->count; i++) {
        AukVec2 point = work->points[i];
        keys[i] = (uint64_t)auk__float_key(by_y ? point.y : point.x) << 32 | (uint32_t)i;
    }
    auk__sort_u64(keys, keys + work->count, work->count, 32, 64);
}

// Distributes all vertices to slabs of about as many vertices as there are slabs.
static AukStatus fill_slabs(Simplify *work)
{
    VertexSlabs *slabs = &work->slabs;
    size_t count = (size_t)work->count;
    int size = root_below(work->count);
    slabs->count = (work->count + size - 1) / size;
    slabs->lefts = auk__allocate_zeroed((size_t)slabs->count, sizeof *slabs->lefts);
    uint64_t *keys = auk__allocate_zeroed(2 * count, sizeof *keys);
    int *slab_of = auk__allocate_zeroed(count, sizeof *slab_of);
    bool fits = slabs->lefts && keys && slab_of;
    if (fits) {
        sort_vertices(work, false, keys);
        for (int i = 0; i < work->count; i++) {
            int slab = i / size, vertex = (int)(uint32_t)keys[i];
            slab_of[vertex] = slab;
            if (i == slab * size) {
                slabs->lefts[slab] = work->points[vertex].x;
                slabs->starts[slab + 1] = i; // where the next vertex of the slab goes; in the end, where the slab ends
            }
        }
        sort_vertices(work, true, keys);
        for (int i = 0; i < work->count; i++) {
            int vertex = (int)(uint32_t)keys[i];
            slabs->items[slabs->starts[slab_of[vertex] + 1]++] = vertex;
        }
    }
    auk__release(keys);
    auk__release(slab_of);
    return fits ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

// Takes out the vertices that are gone.
static void thin_slabs(Simplify *work)
{
    VertexSlabs *slabs = &work->slabs;
    int kept = 0, k = 0;
    for (int slab = 0; slab < slabs->count; slab++) {
        for (int end = slabs->starts[slab + 1]; k < end; k++) {
            if (work->next[slabs->items[k]] != SIMPLIFY_GONE) {
                slabs->items[kept++] = slabs->items[k];
            }
        }
        slabs->starts[slab + 1] = kept;
    }
}

// The first slab that may have a vertex of this x.
static int first_slab(const VertexSlabs *slabs, float x)
{
    int low = 0, high = slabs->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (slabs->lefts[middle] < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? low - 1 : 0;
}

// The first item of a slab at this y or above.
static int first_item(const Simplify *work, int slab, float y)
{
    const VertexSlabs *slabs = &work->slabs;
    int low = slabs->starts[slab], high = slabs->starts[slab + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (work->points[slabs->items[middle]].y < y) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
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
    const VertexSlabs *slabs = &work->slabs;
    const AukVec2 corners[3] = {work->points[u], work->points[v], work->points[w]};
    AukBox box = box_of_point(corners[0]);
    box = auk_box_union(auk_box_union(box, box_of_point(corners[1])), box_of_point(corners[2]));
    for (int slab = first_slab(slabs, box.min.x); slab < slabs->count && slabs->lefts[slab] <= box.max.x; slab++) {
        int end = slabs->starts[slab + 1];
        for (int k = first_item(work, slab, box.min.y); k < end; k++) {
            int i = slabs->items[k];
            AukVec2 point = work->points[i];
            if (point.y > box.max.y) {
                break;
            }
            if (i != u && i != v && i != w && work->next[i] != SIMPLIFY_GONE && auk_box_contains_point(box, point) &&
                is_in_triangle(corners, point)) {
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
    work->block = auk__allocate_zeroed(4 * count + 2, sizeof *work->block); // at most as many slabs as vertices
    work->flags = auk__allocate_zeroed(count + 1, sizeof *work->flags);
    if (!work->block || !work->flags) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    work->next = work->block;
    work->prev = work->block + count;
    work->slabs.items = work->block + 2 * count;
    work->slabs.starts = work->block + 3 * count;
    work->is_fixed = work->flags;
    for (int i = 0; i < set->loop_count; i++) {
        int first = set->loops[i].first, last = first + set->loops[i].count - 1;
        for (int v = first; v <= last; v++) {
            work->next[v] = v < last ? v + 1 : first;
            work->prev[v] = v > first ? v - 1 : last;
        }
        for (int v = first; v <= last; v++) {
            if (is_on_frame(&set->frame, set->vertices[v])) {
                work->is_fixed[v] = work->is_fixed[work->next[v]] = work->is_fixed[work->prev[v]] = true;
            }
        }
    }
    return fill_slabs(work);
}

// True if a vertex went.
static bool simplify_pass(Simplify *work, AukOutlineSet *set, int *left, double limit)
{
    thin_slabs(work);
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
    status = status ? status : auk__check_size(tolerance);
    if (status) {
        return status;
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
    auk__release(work.slabs.lefts);
    auk__release(work.block);
    auk__release(work.flags);
    return status;
}
