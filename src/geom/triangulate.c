// The sweep of Hertel and Mehlhorn ("Fast triangulation of simple polygons", 1983) over sorted vertices. Each part of
// the sweep line inside the polygon lies between a floor edge and the ceiling edge above it. A chain of vertices from
// the floor's left end to the ceiling's left end separates the part that is already triangulated, on its left, from the
// rest.
// Invariant: the chain nowhere turns to its left, so its newest vertex is its rightmost one. A vertex that appears
// between floor and ceiling is connected to that vertex. A new vertex at the end of a chain cuts off triangles until
// the invariant holds again. Vertices are ordered along (1, tiny), so vertical edges are no special case.
#include "geom/triangulate.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "base/predicates.h"

#include <string.h>

// A vertex in a chain.
typedef struct Link {
    int vertex;
    int down, up; // neighbours in the chain, or -1
    int cut;      // cut to the upper neighbour; -1: an edge of the outline
} Link;

// The chain of a floor edge.
typedef struct Chain {
    int bottom, top, newest; // links
} Chain;

typedef struct Builder {
    const AukOutline *outline;
    AukTriangulation *out;
    Chain *chains; // by floor edge
    Link *links;
    int link_count;
    int *cuts; // the side of the first triangle at each cut, or -1
    int cut_count;
} Builder;

static int link_new(Builder *builder, int vertex)
{
    Link link = {vertex, -1, -1, -1};
    builder->links[builder->link_count] = link;
    return builder->link_count++;
}

static void join_sides(Builder *builder, int lower, int upper, int cut)
{
    Link *links = builder->links;
    if (lower >= 0) {
        links[lower].up = upper;
        links[lower].cut = cut;
    }
    if (upper >= 0) {
        links[upper].down = lower;
    }
}

static int cut_new(Builder *builder)
{
    builder->cuts[builder->cut_count] = -1;
    return builder->cut_count++;
}

// Links the second of the two sides at a cut with the first one, which `cuts` holds until then. -1: an edge of the
// outline.
static void join_cut_sides(Builder *builder, int cut, int side)
{
    int *across = builder->out->across;
    across[side] = cut >= 0 ? builder->cuts[cut] : -1;
    if (across[side] >= 0) {
        across[across[side]] = side;
    } else if (cut >= 0) {
        builder->cuts[cut] = side;
    }
}

// Cuts off the triangle of three links. `lower` and `upper` are then neighbours across `cut`, or across an edge of the
// outline if `cut` is -1.
static void cut_off(Builder *builder, int lower, int middle, int upper, int cut)
{
    const Link *links = builder->links;
    int first = 3 * builder->out->triangle_count++;
    int *corners = builder->out->corners + first;
    corners[0] = links[lower].vertex;
    corners[1] = links[upper].vertex;
    corners[2] = links[middle].vertex;
    join_cut_sides(builder, cut, first);
    join_cut_sides(builder, links[middle].cut, first + 1);
    join_cut_sides(builder, links[lower].cut, first + 2);
    join_sides(builder, lower, upper, cut);
}

static bool is_triangle(const Builder *builder, int lower, int middle, int upper)
{
    const AukVec2 *points = builder->outline->points;
    const Link *links = builder->links;
    return auk__orientation(points[links[lower].vertex], points[links[upper].vertex], points[links[middle].vertex]) > 0;
}

// Cuts off triangles at the bottom link of a chain, which is the newest. With `closes`, an edge of the outline joins
// the link with the top, and the whole chain is cut off.
static void cut_upward(Builder *builder, int link, bool closes)
{
    const Link *links = builder->links;
    for (int middle = links[link].up; middle >= 0; middle = links[link].up) {
        int upper = links[middle].up;
        if (upper < 0 || !is_triangle(builder, link, middle, upper)) {
            break;
        }
        bool last = closes && links[upper].up < 0;
        cut_off(builder, link, middle, upper, last ? -1 : cut_new(builder));
    }
}

static void cut_downward(Builder *builder, int link)
{
    const Link *links = builder->links;
    for (int middle = links[link].down; middle >= 0; middle = links[link].down) {
        int lower = links[middle].down;
        if (lower < 0 || !is_triangle(builder, lower, middle, link)) {
            break;
        }
        cut_off(builder, lower, middle, link, cut_new(builder));
    }
}

// Adds a vertex below the chain of a floor edge that ends there.
static int extend_bottom(Builder *builder, int floor, int vertex, bool closes)
{
    int link = link_new(builder, vertex);
    join_sides(builder, link, builder->chains[floor].bottom, -1);
    cut_upward(builder, link, closes);
    return link;
}

// Adds a vertex above the chain of a floor edge whose ceiling ends there.
static int extend_top(Builder *builder, int floor, int vertex)
{
    int link = link_new(builder, vertex);
    join_sides(builder, builder->chains[floor].top, link, -1);
    cut_downward(builder, link);
    return link;
}

static void start_sweep(Builder *builder, int vertex)
{
    int link = link_new(builder, vertex);
    Chain chain = {link, link, link};
    builder->chains[vertex] = chain;
}

// Connects a vertex between floor and ceiling with the newest vertex of the chain, which splits the chain in two.
static void split(Builder *builder, int vertex, int floor)
{
    Chain *below = &builder->chains[floor], *above = &builder->chains[vertex];
    int lower = below->newest, upper = link_new(builder, builder->links[lower].vertex);
    above->bottom = above->newest = link_new(builder, vertex);
    above->top = below->top == lower ? upper : below->top;
    join_sides(builder, upper, builder->links[lower].up, builder->links[lower].cut);
    int cut = cut_new(builder);
    below->top = below->newest = link_new(builder, vertex);
    join_sides(builder, lower, below->top, cut);
    join_sides(builder, above->bottom, upper, cut);
    cut_downward(builder, below->top);
    cut_upward(builder, above->bottom, false);
}

// Joins two chains at a vertex where the ceiling of one and the floor of the one above it end.
static void merge(Builder *builder, int vertex, int floor, int upper_floor)
{
    Link *links = builder->links;
    int link = extend_top(builder, floor, vertex);
    int twin = extend_bottom(builder, upper_floor, vertex, false);
    join_sides(builder, link, links[twin].up, links[twin].cut);
    builder->chains[floor].top = builder->chains[upper_floor].top;
    builder->chains[floor].newest = link;
}

static void end_sweep(Builder *builder, int vertex, int floor)
{
    int link = extend_bottom(builder, floor, vertex, true);
    AUK_ASSERT(builder->links[link].up == builder->chains[floor].top);
    AUK_UNUSED(link);
}

static void pass_floor(Builder *builder, int vertex, int old)
{
    Chain chain = builder->chains[old];
    chain.bottom = chain.newest = extend_bottom(builder, old, vertex, false);
    builder->chains[vertex] = chain;
}

static void pass_ceiling(Builder *builder, int vertex, int floor)
{
    int link = extend_top(builder, floor, vertex);
    builder->chains[floor].top = builder->chains[floor].newest = link;
}

static void sweep_monotone_vertex(Builder *builder, int vertex)
{
    const AukOutline *outline = builder->outline;
    int before = outline->prev[vertex], after = outline->next[vertex], floor = outline->below[vertex];
    bool came = auk__outline_is_left(outline, before, vertex), goes = auk__outline_is_left(outline, vertex, after);
    if (came && goes) {
        pass_floor(builder, vertex, before);
        return;
    }
    if (!came && !goes) {
        pass_ceiling(builder, vertex, floor);
        return;
    }
    bool convex = auk__outline_turn(outline, before, vertex, after) > 0;
    if (goes && convex) {
        start_sweep(builder, vertex);
    } else if (goes) {
        split(builder, vertex, floor);
    } else if (convex) {
        end_sweep(builder, vertex, before);
    } else {
        merge(builder, vertex, floor, before);
    }
}

static AukStatus allocate(Builder *builder)
{
    size_t count = (size_t)builder->outline->count, holes = (size_t)builder->outline->hole_count;
    size_t sides = 3 * (count + 2 * holes - 2);
    AukTriangulation *out = builder->out;
    memset(out, 0, sizeof *out);
    out->corners = auk__allocate_zeroed(2 * sides, sizeof *out->corners);
    builder->chains = auk__allocate_zeroed(count, sizeof *builder->chains);
    // links: one per vertex, two more per split of a chain, one more per join of two chains; splits and joins are two
    // fewer than starts and ends, plus two per hole
    builder->links = auk__allocate_zeroed(2 * (count + holes), sizeof *builder->links);
    builder->cuts = auk__allocate_zeroed(count + 3 * holes, sizeof *builder->cuts);
    if (!out->corners || !builder->chains || !builder->links || !builder->cuts) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    out->across = out->corners + sides;
    return AUK_OK;
}

AukStatus auk__triangulate(const AukOutline *outline, AukTriangulation *triangulation)
{
    Builder builder = {outline, triangulation, NULL, NULL, 0, NULL, 0};
    AukStatus status = allocate(&builder);
    for (int i = 0; i < outline->count && !status; i++) {
        sweep_monotone_vertex(&builder, outline->order[i]);
    }
    AUK_ASSERT(status || triangulation->triangle_count == outline->count + 2 * outline->hole_count - 2);
    auk__release(builder.chains);
    auk__release(builder.links);
    auk__release(builder.cuts);
    return status;
}

void auk__triangulation_free(AukTriangulation *triangulation)
{
    auk__release(triangulation->corners);
}
