// Shamos and Hoey ("Geometric intersection problems", 1976): a line sweeps over the vertices from left to right. The
// status is the list of the edges that the line crosses, from bottom to top. Of the edges that meet, the two that meet
// leftmost become neighbours in the status before the line reaches that place. So only new neighbours are compared, and
// the first pair that meets ends the sweep. Until then the order of the status is correct. All decisions are exact, so
// edges that just touch are found. O(n log n) for any input.
#include "base/alloc.h"
#include "base/assert.h"
#include "base/predicates.h"
#include "geom/outline.h"
#include "geom/sweep_status.h"

typedef struct CrossingSweep {
    AukOutline *outline;
    AukSweepStatus status;
    int edge_a, edge_b; // the edges that meet; -1 if none is found yet
} CrossingSweep;

// True if two neighbours in the status meet. No two vertices are in the same place. Two consecutive edges of the
// outline share the vertex where both end and no other point: if they overlapped, the nearer of their starts would have
// been found on the other edge before. Two edges on one line meet, since the sweep line crosses both.
static bool edges_meet(const AukOutline *outline, int a, int b)
{
    int p = a, q = outline->next[a], r = b, s = outline->next[b];
    if (q == r || s == p) {
        return false;
    }
    return auk__outline_turn(outline, p, q, r) * auk__outline_turn(outline, p, q, s) <= 0 &&
           auk__outline_turn(outline, r, s, p) * auk__outline_turn(outline, r, s, q) <= 0;
}

static void report_crossing(CrossingSweep *sweep, int edge_a, int edge_b)
{
    sweep->edge_a = edge_a;
    sweep->edge_b = edge_b;
}

static void compare_neighbours(CrossingSweep *sweep, int below, int above)
{
    if (sweep->edge_a < 0 && below >= 0 && above >= 0 && edges_meet(sweep->outline, below, above)) {
        report_crossing(sweep, below, above);
    }
}

// The next edge below a vertex at which no edge of the status ends, or -1. Reports an edge that runs through the
// vertex.
static int locate(CrossingSweep *sweep, int vertex)
{
    const AukOutline *outline = sweep->outline;
    AukSweepStatus *status = &sweep->status;
    int below = -1, last = -1;
    for (int edge = status->root; edge >= 0;) {
        int from = edge, to = outline->next[edge];
        bool to_right = auk__outline_is_left(outline, from, to);
        int side =
            to_right ? auk__outline_turn(outline, from, to, vertex) : auk__outline_turn(outline, to, from, vertex);
        if (side == 0) {
            report_crossing(sweep, edge, vertex);
        }
        last = edge;
        below = side > 0 ? edge : below;
        edge = status->nodes[edge].child[side > 0];
    }
    if (last >= 0) {
        auk__sweep_status_raise(status, last);
    }
    return below;
}

// A vertex with both edges to its right.
static void open_edges(CrossingSweep *sweep, int vertex)
{
    AukOutline *outline = sweep->outline;
    AukSweepStatus *status = &sweep->status;
    int before = outline->prev[vertex];
    int turn = auk__outline_turn(outline, before, vertex, outline->next[vertex]);
    if (turn == 0) {
        report_crossing(sweep, before, vertex);
    }
    int lower = turn > 0 ? vertex : before, upper = turn > 0 ? before : vertex;
    int below = locate(sweep, vertex);
    auk__sweep_status_insert(status, below, lower);
    auk__sweep_status_insert(status, lower, upper);
    outline->below[vertex] = below;
    compare_neighbours(sweep, below, lower);
    compare_neighbours(sweep, upper, status->nodes[upper].above);
}

// A vertex with one edge to its left and one to its right.
static void pass_vertex(CrossingSweep *sweep, int vertex, int old, int edge)
{
    AukSweepStatus *status = &sweep->status;
    auk__sweep_status_replace(status, old, edge);
    int below = status->nodes[edge].below;
    sweep->outline->below[vertex] = below;
    compare_neighbours(sweep, below, edge);
    compare_neighbours(sweep, edge, status->nodes[edge].above);
}

// A vertex with both edges to its left.
static void close_edges(CrossingSweep *sweep, int vertex)
{
    AukSweepStatus *status = &sweep->status;
    int before = sweep->outline->prev[vertex];
    bool is_lower = status->nodes[vertex].above == before;
    int lower = is_lower ? vertex : before, upper = is_lower ? before : vertex;
    AUK_ASSERT(status->nodes[lower].above == upper); // an edge between them would have met one of them before
    int below = status->nodes[lower].below, above = status->nodes[upper].above;
    auk__sweep_status_remove(status, lower);
    auk__sweep_status_remove(status, upper);
    sweep->outline->below[vertex] = below;
    compare_neighbours(sweep, below, above);
}

static void sweep_crossing_vertex(CrossingSweep *sweep, int vertex)
{
    const AukOutline *outline = sweep->outline;
    int before = outline->prev[vertex], after = outline->next[vertex];
    bool came = auk__outline_is_left(outline, before, vertex), goes = auk__outline_is_left(outline, vertex, after);
    if (came && goes) {
        pass_vertex(sweep, vertex, before, vertex);
    } else if (came) {
        close_edges(sweep, vertex);
    } else if (goes) {
        open_edges(sweep, vertex);
    } else {
        pass_vertex(sweep, vertex, vertex, before);
    }
}

// Finds two vertices in the same place, which are neighbours in the order, and reports their edges.
static bool find_repeated(const AukOutline *outline, AukCrossing *crossing)
{
    for (int i = 0; i + 1 < outline->count; i++) {
        int a = outline->order[i], b = outline->order[i + 1];
        AukVec2 p = outline->points[a], q = outline->points[b];
        if (p.x == q.x && p.y == q.y) {
            crossing->edge_a = a;
            crossing->edge_b = b;
            return true;
        }
    }
    return false;
}

// Checks that a hole is inside: the edge below its leftmost vertex must have the inside above it.
static void find_misplaced_hole(CrossingSweep *sweep)
{
    const AukOutline *outline = sweep->outline;
    for (int ring = 0; ring < outline->hole_count && sweep->edge_a < 0; ring++) {
        int start = outline->hole_starts[ring];
        int end = ring + 1 < outline->hole_count ? outline->hole_starts[ring + 1] : outline->count;
        int lowest = start;
        for (int i = start; i < end; i++) {
            lowest = auk__outline_is_left(outline, i, lowest) ? i : lowest;
        }
        int below = outline->below[lowest];
        if (below < 0 || !auk__outline_is_left(outline, below, outline->next[below])) {
            report_crossing(sweep, lowest, below >= 0 ? below : 0);
        }
    }
}

// The edge's first vertex in the order of the input. The sweep may have reversed the ring.
static int name_of(const AukOutline *outline, int edge)
{
    int next = outline->next[edge];
    if (next == edge + 1 || next == edge - 1) {
        return next < edge ? next : edge;
    }
    return next > edge ? next : edge; // the ring's last edge, back to its first vertex
}

AukStatus auk__outline_check(AukOutline *outline, AukCrossing *crossing)
{
    if (find_repeated(outline, crossing)) {
        return AUK_ERROR_NOT_SIMPLE;
    }
    CrossingSweep sweep = {outline, {NULL, -1, -1}, -1, -1};
    sweep.status.nodes = auk__allocate_zeroed((size_t)outline->count, sizeof *sweep.status.nodes);
    if (!sweep.status.nodes) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (int i = 0; i < outline->count && sweep.edge_a < 0; i++) {
        sweep_crossing_vertex(&sweep, outline->order[i]);
    }
    auk__release(sweep.status.nodes);
    find_misplaced_hole(&sweep);
    if (sweep.edge_a < 0) {
        return AUK_OK;
    }
    crossing->edge_a = name_of(outline, sweep.edge_a);
    crossing->edge_b = name_of(outline, sweep.edge_b);
    return AUK_ERROR_NOT_SIMPLE;
}
