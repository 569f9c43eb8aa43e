// Marching squares, row by row from below: each crossing of the lattice becomes a vertex, each square links the
// vertices on its sides, and the links make the loops. Only one row of squares is kept beside the vertices. The region
// is thought to lie between rows and columns of empty pixels that have the coordinates of its outermost pixels. So the
// outline is closed along the frame without a case of its own; what this leaves there, repeated and straight vertices,
// goes with all other straight ones. Invariant: the vertices of a row of pixels have ascending indices from left to
// right, so the vertex before the first one of a hole belongs to the outer loop around it, or to another hole of that
// loop.
#include "base/alloc.h"
#include "base/buffer.h"
#include "base/predicates.h"
#include "geom/mask.h"
#include "geom/outline_set.h"

#include <string.h>

enum { TRACE_NONE = -1 };

typedef struct TraceVertex {
    AukVec2 point;
    int next;
    int loop;      // TRACE_NONE until the loop is found
    bool in_row;   // between two pixels of a row; else of a column
    bool is_enter; // of a row: the pixel on the right is the solid one
} TraceVertex;

typedef struct TraceLoop {
    int start; // the leftmost vertex, the lowest of several
    int count;
    int outer;  // of a hole, as an index of a found loop; its own index for an outer loop
    int target; // its place in the caller's array
} TraceLoop;

// Arrays of a row have an item for each pixel of the region's width and one more on either side.
typedef struct Trace {
    const AukMask *mask;
    const AukMaskRegion *region;
    bool *solid, *solid_below; // of a row of pixels and the one below
    int *row, *row_below;      // vertex on the left of each pixel
    int *column;               // vertex between a pixel and the one below
    void *block;               // of the five
    AukBuffer vertices;        // TraceVertex
    AukBuffer loops;           // TraceLoop
} Trace;

static AukStatus start_trace(Trace *trace, const AukMask *mask, const AukMaskRegion *region)
{
    memset(trace, 0, sizeof *trace);
    trace->mask = mask;
    trace->region = region;
    size_t length = (size_t)region->width + 3;
    int *ints = auk__allocate_zeroed(length, 3 * sizeof *ints + 2 * sizeof *trace->solid);
    trace->block = ints;
    if (!ints) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    trace->row = ints;
    trace->row_below = ints + length;
    trace->column = ints + 2 * length;
    trace->solid = (bool *)(ints + 3 * length);
    trace->solid_below = trace->solid + length;
    return AUK_OK;
}

static void end_trace(Trace *trace)
{
    auk__release(trace->block);
    auk__buffer_free(&trace->vertices);
    auk__buffer_free(&trace->loops);
}

static TraceVertex *trace_vertices(const Trace *trace)
{
    return trace->vertices.items;
}

// The memory is reserved.
static int add_vertex(Trace *trace, AukVec2 point, bool in_row, bool is_enter)
{
    TraceVertex vertex = {point, TRACE_NONE, TRACE_NONE, in_row, is_enter};
    trace_vertices(trace)[trace->vertices.count] = vertex;
    return trace->vertices.count++;
}

// ---- vertices and links -----------------------------------------------------------------------------------------

// Of the crossings of row `y` of the region's pixels, from left to right.
static void add_row(Trace *trace, int y)
{
    const AukMaskRegion *region = trace->region;
    int left = region->x - 1, at_y = region->y - 1 + y;
    for (int i = 1; i < region->width + 3; i++) {
        trace->row[i] = TRACE_NONE;
        if (trace->solid[i - 1] == trace->solid[i]) {
            continue;
        }
        AukVec2 point;
        if (i == 1 || i == region->width + 2) {
            point.x = auk__mask_x(trace->mask, i == 1 ? left : left + region->width);
            point.y = auk__mask_y(trace->mask, at_y);
        } else {
            point = auk__mask_cross_right(trace->mask, left + i - 2, at_y);
        }
        trace->row[i] = add_vertex(trace, point, true, trace->solid[i]);
    }
}

// Of the crossings between row `y` and the row below.
static void add_columns(Trace *trace, int y)
{
    const AukMaskRegion *region = trace->region;
    int left = region->x - 1, low = region->y - 1;
    for (int i = 1; i < region->width + 2; i++) {
        trace->column[i] = TRACE_NONE;
        if (trace->solid[i] == trace->solid_below[i]) {
            continue;
        }
        AukVec2 point;
        if (y == 0 || y == region->height + 1) {
            point.x = auk__mask_x(trace->mask, left + i - 1);
            point.y = auk__mask_y(trace->mask, y == 0 ? low : low + region->height);
        } else {
            point = auk__mask_cross_up(trace->mask, left + i - 1, low + y - 1);
        }
        trace->column[i] = add_vertex(trace, point, false, false);
    }
}

static void link_squares(Trace *trace)
{
    TraceVertex *vertices = trace_vertices(trace);
    for (int i = 1; i < trace->region->width + 3; i++) {
        int corners =
            trace->solid_below[i - 1] | trace->solid_below[i] << 1 | trace->solid[i] << 2 | trace->solid[i - 1] << 3;
        if (corners == 0 || corners == 15) {
            continue;
        }
        const int on_side[4] = {trace->row_below[i], trace->column[i], trace->row[i], trace->column[i - 1]};
        for (int side = 0; side < 4; side++) {
            int to = auk__mask_edges[corners][side];
            if (to >= 0) {
                vertices[on_side[side]].next = on_side[to];
            }
        }
    }
}

static void read_row(Trace *trace, int y)
{
    const AukMaskRegion *region = trace->region;
    for (int i = 1; i < region->width + 2; i++) {
        trace->solid[i] = y <= region->height && auk__mask_is_solid(trace->mask, region->x - 2 + i, region->y - 1 + y);
    }
}

static AukStatus make_vertices(Trace *trace)
{
    int width = trace->region->width, height = trace->region->height;
    for (int y = 0; y <= height + 1; y++) {
        if (trace->vertices.count > AUK_VERTEX_COUNT_MAX) {
            return AUK_ERROR_COUNT;
        }
        int most = trace->vertices.count + 2 * (width + 3);
        if (most > trace->vertices.capacity && !auk__buffer_reserve(&trace->vertices, sizeof(TraceVertex), most)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        read_row(trace, y);
        add_row(trace, y);
        add_columns(trace, y);
        link_squares(trace);
        int *row = trace->row;
        trace->row = trace->row_below;
        trace->row_below = row;
        bool *solid = trace->solid;
        trace->solid = trace->solid_below;
        trace->solid_below = solid;
    }
    return trace->vertices.count > AUK_VERTEX_COUNT_MAX ? AUK_ERROR_COUNT : AUK_OK;
}

// ---- loops ------------------------------------------------------------------------------------------------------

static bool is_point_left_of(AukVec2 a, AukVec2 b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

// Marks the vertices of a loop and finds the leftmost one.
static int mark_loop(TraceVertex *vertices, int first, int loop)
{
    int start = first;
    int i = first;
    do {
        vertices[i].loop = loop;
        start = is_point_left_of(vertices[i].point, vertices[start].point) ? i : start;
        i = vertices[i].next;
    } while (i != first);
    return start;
}

// Unlinks the vertices at which the loop is straight, or that repeat the one before; the number of those that stay.
// The start is a corner.
static int straighten_loop(TraceVertex *vertices, int start)
{
    int count = 1;
    int last = start;
    for (int i = vertices[start].next; i != start; i = vertices[i].next) {
        AukVec2 before = vertices[last].point, point = vertices[i].point;
        if (auk__orientation(before, point, vertices[vertices[i].next].point) == 0) {
            vertices[last].next = vertices[i].next;
        } else {
            last = i;
            count++;
        }
    }
    return count;
}

static AukStatus find_loops(Trace *trace)
{
    TraceVertex *vertices = trace_vertices(trace);
    for (int i = 0; i < trace->vertices.count; i++) {
        if (!vertices[i].in_row || vertices[i].loop != TRACE_NONE) {
            continue;
        }
        TraceLoop *loop = auk__buffer_push(&trace->loops, sizeof *loop);
        if (!loop) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        int index = trace->loops.count - 1;
        loop->outer = index;
        if (!vertices[i].is_enter) {
            loop->outer = ((const TraceLoop *)trace->loops.items)[vertices[i - 1].loop].outer;
        }
        loop->start = mark_loop(vertices, i, index);
        loop->count = straighten_loop(vertices, loop->start);
    }
    return AUK_OK;
}

// Each outer loop, then its holes. The counts and places of outer loops first, then those of holes.
static void arrange_loops(Trace *trace, AukOutlineSet *out)
{
    TraceLoop *loops = trace->loops.items;
    int count = trace->loops.count;
    AukLoop *target = out->loops;
    memset(target, 0, (size_t)count * sizeof *target);
    for (int i = 0; i < count; i++) {
        loops[i].target = 0; // of an outer loop: 1 and the number of its holes
        loops[loops[i].outer].target++;
    }
    int place = 0;
    for (int i = 0; i < count; i++) {
        if (loops[i].outer == i) {
            int loops_here = loops[i].target;
            loops[i].target = place;
            target[place].outer = place;
            place += loops_here;
        }
    }
    for (int i = 0; i < count; i++) {
        int outer = loops[loops[i].outer].target;
        if (loops[i].outer != i) {
            loops[i].target = outer + ++target[outer].hole_count;
            target[loops[i].target].outer = outer;
        }
        target[loops[i].target].count = loops[i].count;
    }
}

static void write_loops(Trace *trace, AukOutlineSet *out)
{
    arrange_loops(trace, out);
    auk__outline_set_number(out);
    const TraceVertex *vertices = trace_vertices(trace);
    const TraceLoop *loops = trace->loops.items;
    for (int i = 0; i < trace->loops.count; i++) {
        AukVec2 *target = out->vertices + out->loops[loops[i].target].first;
        int vertex = loops[i].start;
        for (int k = 0; k < loops[i].count; k++) {
            target[k] = vertices[vertex].point;
            vertex = vertices[vertex].next;
        }
    }
}

static AukStatus answer_trace(Trace *trace, AukOutlineSet *out)
{
    const TraceLoop *loops = trace->loops.items;
    int vertex_count = 0;
    for (int i = 0; i < trace->loops.count; i++) {
        vertex_count += loops[i].count;
    }
    out->vertex_count = vertex_count;
    out->loop_count = trace->loops.count;
    out->frame = auk__mask_frame(trace->mask, trace->region);
    if (out->vertex_capacity == 0 && out->loop_capacity == 0) {
        return AUK_OK;
    }
    if (out->vertex_capacity < vertex_count || out->loop_capacity < out->loop_count) {
        return AUK_ERROR_COUNT;
    }
    if (vertex_count > 0) {
        write_loops(trace, out);
    }
    return AUK_OK;
}

AukStatus auk_outline_trace(const AukMask *mask, const AukMaskRegion *region, AukOutlineSet *out)
{
    AukMask own;
    AukMaskRegion part;
    AukStatus status = out ? auk__mask_read(mask, &own) : AUK_ERROR_NULL;
    status = status ? status : auk__mask_region(&own, region, &part);
    if (status) {
        return status;
    }
    if (out->vertex_capacity < 0 || out->loop_capacity < 0) {
        return AUK_ERROR_COUNT;
    }
    if ((out->vertex_capacity > 0 && !out->vertices) ||
        (out->loop_capacity > 0 && (!out->loops || !out->hole_starts))) {
        return AUK_ERROR_NULL;
    }
    Trace trace;
    status = start_trace(&trace, &own, &part);
    status = status ? status : make_vertices(&trace);
    status = status ? status : find_loops(&trace);
    status = status ? status : answer_trace(&trace, out);
    end_trace(&trace);
    return status;
}
