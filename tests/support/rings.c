// Brute force: all pairs of edges, all triples of points; every decision is an exact orientation.
#include "support/rings.h"

#include "support/oracle.h"

#include <stdlib.h>

int rings_start(const Rings *rings, int ring)
{
    return ring > 0 ? rings->hole_starts[ring - 1] : 0;
}

int rings_end(const Rings *rings, int ring)
{
    return ring < rings->hole_count ? rings->hole_starts[ring] : rings->count;
}

int rings_ring_of(const Rings *rings, int vertex)
{
    int ring = 0;
    while (vertex >= rings_end(rings, ring)) {
        ring++;
    }
    return ring;
}

int rings_after(const Rings *rings, int ring, int vertex)
{
    return vertex + 1 < rings_end(rings, ring) ? vertex + 1 : rings_start(rings, ring);
}

static int before(const Rings *rings, int ring, int vertex)
{
    return vertex > rings_start(rings, ring) ? vertex - 1 : rings_end(rings, ring) - 1;
}

int rings_turn(const Rings *rings, int a, int b, int c)
{
    return oracle_orientation(rings->points[a], rings->points[b], rings->points[c]);
}

static bool same_place(AukVec2 p, AukVec2 q)
{
    return p.x == q.x && p.y == q.y;
}

static bool between(float a, float x, float b)
{
    return (a <= x && x <= b) || (b <= x && x <= a);
}

// On the closed segment from a to b.
bool rings_on_segment(AukVec2 a, AukVec2 b, AukVec2 p)
{
    return between(a.x, p.x, b.x) && between(a.y, p.y, b.y) && oracle_orientation(a, b, p) == 0;
}

static bool segments_meet(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d)
{
    if (rings_on_segment(a, b, c) || rings_on_segment(a, b, d) || rings_on_segment(c, d, a) ||
        rings_on_segment(c, d, b)) {
        return true;
    }
    return oracle_orientation(a, b, c) * oracle_orientation(a, b, d) < 0 &&
           oracle_orientation(c, d, a) * oracle_orientation(c, d, b) < 0;
}

// For each vertex the next one of its ring; the caller frees it.
static int *list_next(const Rings *rings)
{
    int *next = calloc((size_t)rings->count, sizeof *next);
    if (!next) {
        abort();
    }
    for (int ring = 0; ring <= rings->hole_count; ring++) {
        for (int i = rings_start(rings, ring); i < rings_end(rings, ring); i++) {
            next[i] = rings_after(rings, ring, i);
        }
    }
    return next;
}

static bool edges_meet(const AukVec2 *points, int a, int a_next, int b, int b_next)
{
    AukVec2 a0 = points[a], a1 = points[a_next], b0 = points[b], b1 = points[b_next];
    if (a_next == b) {
        return same_place(a0, a1) || same_place(b0, b1) || rings_on_segment(a0, a1, b1) || rings_on_segment(b0, b1, a0);
    }
    return b_next == a ? edges_meet(points, b, b_next, a, a_next) : segments_meet(a0, a1, b0, b1);
}

bool rings_edges_meet(const Rings *rings, int a, int b)
{
    int a_next = rings_after(rings, rings_ring_of(rings, a), a),
        b_next = rings_after(rings, rings_ring_of(rings, b), b);
    return edges_meet(rings->points, a, a_next, b, b_next);
}

static bool ring_is_flat(const Rings *rings, int ring)
{
    int start = rings_start(rings, ring), end = rings_end(rings, ring);
    for (int b = start; b < end; b++) {
        for (int c = b + 1; c < end; c++) {
            if (!same_place(rings->points[start], rings->points[b]) && rings_turn(rings, start, b, c) != 0) {
                return false;
            }
        }
    }
    return true;
}

// Of a point that is not on the ring: a ray to the right crosses it an odd number of times.
static bool ring_contains(const Rings *rings, int ring, AukVec2 p)
{
    bool inside = false;
    for (int i = rings_start(rings, ring); i < rings_end(rings, ring); i++) {
        AukVec2 a = rings->points[i], b = rings->points[rings_after(rings, ring, i)];
        if ((a.y > p.y) != (b.y > p.y)) {
            int side = oracle_orientation(a, b, p);
            inside ^= b.y > a.y ? side > 0 : side < 0;
        }
    }
    return inside;
}

bool rings_hole_is_misplaced(const Rings *rings, int hole)
{
    AukVec2 p = rings->points[rings_start(rings, hole)];
    for (int ring = 0; ring <= rings->hole_count; ring++) {
        if (ring != hole && ring_contains(rings, ring, p) != (ring == 0)) {
            return true;
        }
    }
    return false;
}

bool rings_any_edges_meet(const Rings *rings)
{
    int *next = list_next(rings);
    bool found = false;
    for (int a = 0; a < rings->count && !found; a++) {
        for (int b = a + 1; b < rings->count && !found; b++) {
            found = edges_meet(rings->points, a, next[a], b, next[b]);
        }
    }
    free(next);
    return found;
}

AukStatus rings_status(const Rings *rings)
{
    for (int ring = 0; ring <= rings->hole_count; ring++) {
        if (ring_is_flat(rings, ring)) {
            return AUK_ERROR_ZERO_AREA;
        }
    }
    if (rings_any_edges_meet(rings)) {
        return AUK_ERROR_NOT_SIMPLE;
    }
    for (int hole = 1; hole <= rings->hole_count; hole++) {
        if (rings_hole_is_misplaced(rings, hole)) {
            return AUK_ERROR_NOT_SIMPLE;
        }
    }
    return AUK_OK;
}

// True if the ring's points come clockwise: at the lowest of them the turn shows it.
bool rings_is_clockwise(const Rings *rings, int ring)
{
    int lowest = rings_start(rings, ring);
    for (int i = lowest; i < rings_end(rings, ring); i++) {
        AukVec2 p = rings->points[i], q = rings->points[lowest];
        lowest = p.y < q.y || (p.y == q.y && p.x < q.x) ? i : lowest;
    }
    return rings_turn(rings, before(rings, ring, lowest), lowest, rings_after(rings, ring, lowest)) < 0;
}

// Neighbours of a vertex such that the inside is on the left of a way through them.
void rings_neighbours(const Rings *rings, int ring, int vertex, bool clockwise, int *from, int *to)
{
    bool turned = clockwise != (ring > 0);
    *from = turned ? rings_after(rings, ring, vertex) : before(rings, ring, vertex);
    *to = turned ? before(rings, ring, vertex) : rings_after(rings, ring, vertex);
}

int rings_reflex_count(const Rings *rings)
{
    int count = 0;
    for (int ring = 0; ring <= rings->hole_count; ring++) {
        bool clockwise = rings_is_clockwise(rings, ring);
        for (int i = rings_start(rings, ring); i < rings_end(rings, ring); i++) {
            int from, to;
            rings_neighbours(rings, ring, i, clockwise, &from, &to);
            count += rings_turn(rings, from, i, to) < 0;
        }
    }
    return count;
}

// ---- the fewest pieces ----------------------------------------------------------------------------------------

enum { FEWEST_MAX = 16, MANY = 1000 };

// True if a way can be cut from a to b: inside the outline, which runs counter-clockwise, and through no vertex.
static bool can_see(const Rings *rings, int a, int b)
{
    int count = rings->count;
    if ((a + 1) % count == b || (b + 1) % count == a) {
        return true;
    }
    for (int i = 0; i < count; i++) {
        int j = (i + 1) % count;
        if (i != a && i != b && rings_on_segment(rings->points[a], rings->points[b], rings->points[i])) {
            return false;
        }
        bool apart = i != a && i != b && j != a && j != b;
        if (apart && segments_meet(rings->points[a], rings->points[b], rings->points[i], rings->points[j])) {
            return false;
        }
    }
    int from = (a + count - 1) % count, to = (a + 1) % count;
    bool left_of_from = rings_turn(rings, from, a, b) > 0, left_of_to = rings_turn(rings, a, to, b) > 0;
    return rings_turn(rings, from, a, to) >= 0 ? left_of_from && left_of_to : left_of_from || left_of_to;
}

// Fewest pieces of the part from vertex i on to vertex j, closed by a cut: over all convex ways from i to j as the
// border of the piece at the cut. way[a][b] is the least for a way that came from a to b.
static int fewest_of_part(const Rings *rings, int i, int j, int fewest[FEWEST_MAX][FEWEST_MAX])
{
    int way[FEWEST_MAX][FEWEST_MAX], best = MANY;
    for (int b = i + 1; b <= j; b++) {
        for (int a = i; a < b; a++) {
            bool starts = a == i && b < j && rings_turn(rings, j, i, b) >= 0;
            way[a][b] = starts ? fewest[a][b] : MANY;
            for (int before_a = i; before_a < a; before_a++) {
                int cost = way[before_a][a] + fewest[a][b];
                way[a][b] = cost < way[a][b] && rings_turn(rings, before_a, a, b) >= 0 ? cost : way[a][b];
            }
        }
    }
    for (int a = i + 1; a < j; a++) {
        best = way[a][j] + 1 < best && rings_turn(rings, a, j, i) >= 0 ? way[a][j] + 1 : best;
    }
    return best;
}

int rings_fewest_pieces(const Rings *rings)
{
    AukVec2 points[FEWEST_MAX];
    Rings turned = {points, NULL, rings->count, 0};
    bool clockwise = rings_is_clockwise(rings, 0);
    for (int i = 0; i < rings->count; i++) {
        points[i] = rings->points[clockwise ? rings->count - 1 - i : i];
    }
    int fewest[FEWEST_MAX][FEWEST_MAX];
    for (int length = 1; length < rings->count; length++) {
        for (int i = 0; i + length < rings->count; i++) {
            int j = i + length;
            fewest[i][j] = length == 1 ? 0 : MANY;
            if (length > 1 && can_see(&turned, i, j)) {
                fewest[i][j] = fewest_of_part(&turned, i, j, fewest);
            }
        }
    }
    return fewest[0][rings->count - 1];
}
