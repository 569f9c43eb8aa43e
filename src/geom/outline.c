// Vertices are sorted by two stable radix sorts, by y and then by x. The winding of a ring is the turn at its leftmost
// vertex, which is a convex corner of any simple ring. Rings that are not simple are refused later, so their winding
// does not matter.
#include "geom/outline.h"

#include "base/alloc.h"
#include "base/predicates.h"
#include "base/sort.h"

#include <string.h>

static void rank_vertices(AukOutline *outline, uint64_t *items)
{
    int count = outline->count;
    uint64_t *scratch = items + count;
    for (int i = 0; i < count; i++) {
        float y = outline->points[i].y + 0.0f; // -0 becomes +0, so that equal coordinates get equal keys
        items[i] = (uint64_t)auk__float_key(y) << 32 | (uint32_t)i;
    }
    auk__sort_u64(items, scratch, count, 32, 64);
    for (int i = 0; i < count; i++) {
        uint32_t vertex = (uint32_t)items[i];
        items[i] = (uint64_t)auk__float_key(outline->points[vertex].x + 0.0f) << 32 | vertex;
    }
    auk__sort_u64(items, scratch, count, 32, 64);
    for (int i = 0; i < count; i++) {
        outline->order[i] = (int)(uint32_t)items[i];
        outline->rank[outline->order[i]] = i;
    }
}

static bool on_one_line(const AukVec2 *points, int start, int end)
{
    AukVec2 first = points[start];
    int other = start + 1;
    while (other < end && points[other].x == first.x && points[other].y == first.y) {
        other++;
    }
    for (int i = other + 1; i < end; i++) {
        if (auk__orientation(first, points[other], points[i]) != 0) {
            return false;
        }
    }
    return true;
}

static void link_ring(AukOutline *outline, int start, int end, bool is_hole)
{
    int lowest = start;
    for (int i = start; i < end; i++) {
        outline->next[i] = i + 1 < end ? i + 1 : start;
        outline->prev[i] = i > start ? i - 1 : end - 1;
        lowest = auk__outline_is_left(outline, i, lowest) ? i : lowest;
    }
    const AukVec2 *points = outline->points;
    int turn = auk__orientation(points[outline->prev[lowest]], points[lowest], points[outline->next[lowest]]);
    if ((turn > 0) != is_hole) {
        return;
    }
    for (int i = start; i < end; i++) {
        int kept = outline->next[i];
        outline->next[i] = outline->prev[i];
        outline->prev[i] = kept;
    }
}

AukStatus auk__outline_init(AukOutline *outline, const AukVec2 *points, int count, const int *hole_starts,
                            int hole_count)
{
    memset(outline, 0, sizeof *outline);
    outline->points = points;
    outline->count = count;
    outline->hole_starts = hole_starts;
    outline->hole_count = hole_count;
    size_t size = (size_t)count;
    int *arrays = auk__allocate_zeroed(5 * size, sizeof *arrays);
    outline->next = arrays;
    uint64_t *items = auk__allocate_zeroed(2 * size, sizeof *items);
    if (!arrays || !items) {
        auk__release(items);
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    outline->prev = arrays + size;
    outline->order = arrays + 2 * size;
    outline->rank = arrays + 3 * size;
    outline->below = arrays + 4 * size;
    rank_vertices(outline, items);
    auk__release(items);
    for (int ring = 0; ring <= hole_count; ring++) {
        int start = ring > 0 ? hole_starts[ring - 1] : 0;
        int end = ring < hole_count ? hole_starts[ring] : count;
        if (on_one_line(points, start, end)) {
            return AUK_ERROR_ZERO_AREA;
        }
        link_ring(outline, start, end, ring > 0);
    }
    return AUK_OK;
}

void auk__outline_free(AukOutline *outline)
{
    auk__release(outline->next);
}
