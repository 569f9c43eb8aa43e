// That pieces make up a polygon is shown by their borders: cut wherever a point lies on them, every part of a border
// either has its opposite in another piece or is a part of the polygon's border, and all of that is there. So the
// pieces, each counted once where it covers the plane, add up to the polygon: nothing is missing, nothing is covered
// twice, nothing sticks out. No number is computed on the way, so the proof is exact for any floats.
#include "support/check_pieces.h"

#include "support/check_text.h"

#include <math.h>
#include <stdlib.h>

// ---- the borders --------------------------------------------------------------------------------------------

// A part of a border without points on it; opposite ones differ in `direction` only.
typedef struct Part {
    int low, high;
    int direction; // 1: from low to high; -1: from high to low
} Part;

typedef struct Parts {
    Part *items;
    int count, capacity;
} Parts;

static void parts_add(Parts *parts, int from, int to)
{
    if (parts->count == parts->capacity) {
        parts->capacity = 2 * parts->capacity + 64;
        parts->items = realloc(parts->items, (size_t)parts->capacity * sizeof *parts->items);
        if (!parts->items) {
            abort();
        }
    }
    Part part = {from < to ? from : to, from < to ? to : from, from < to ? 1 : -1};
    parts->items[parts->count++] = part;
}

// Adds the edge, cut at the points on it.
static void parts_add_edge(Parts *parts, const Rings *rings, int from, int to)
{
    const AukVec2 *points = rings->points;
    int last = from;
    while (last != to) {
        int nearest = to;
        for (int i = 0; i < rings->count; i++) {
            if (i != last && rings_on_segment(points[last], points[nearest], points[i])) {
                nearest = i;
            }
        }
        parts_add(parts, last, nearest);
        last = nearest;
    }
}

static int compare_parts(const void *left, const void *right)
{
    const Part *a = left, *b = right;
    if (a->low != b->low) {
        return a->low < b->low ? -1 : 1;
    }
    return (a->high > b->high) - (a->high < b->high);
}

static const char *check_borders(Parts *parts)
{
    qsort(parts->items, (size_t)parts->count, sizeof *parts->items, compare_parts);
    for (int i = 0; i < parts->count;) {
        Part first = parts->items[i];
        int sum = 0;
        for (; i < parts->count && compare_parts(&parts->items[i], &first) == 0; i++) {
            sum += parts->items[i].direction;
        }
        if (sum != 0) {
            return check__say("the border between points %d and %d is covered %d times", first.low, first.high, sum);
        }
    }
    return NULL;
}

static const char *check_cover(const Rings *rings, const AukDecomposition *out)
{
    Parts parts = {NULL, 0, 0};
    for (int k = 0; k < out->piece_count; k++) {
        const int *indices = out->indices + out->pieces[k].first;
        int count = out->pieces[k].count;
        for (int i = 0; i < count; i++) {
            parts_add_edge(&parts, rings, indices[i], indices[(i + 1) % count]);
        }
    }
    for (int ring = 0; ring <= rings->hole_count; ring++) {
        bool clockwise = rings_is_clockwise(rings, ring);
        for (int i = rings_start(rings, ring); i < rings_end(rings, ring); i++) {
            int from, to;
            rings_neighbours(rings, ring, i, clockwise, &from, &to);
            parts_add_edge(&parts, rings, to, i); // against its direction
        }
    }
    const char *wrong = check_borders(&parts);
    free(parts.items);
    return wrong;
}

// ---- the pieces ---------------------------------------------------------------------------------------------

static const char *check_layout(const Rings *rings, const AukDecomposition *out)
{
    int next = 0;
    for (int k = 0; k < out->piece_count; k++) {
        if (out->pieces[k].first != next || out->pieces[k].count < 3) {
            return check__say("piece %d: first %d, count %d", k, out->pieces[k].first, out->pieces[k].count);
        }
        next += out->pieces[k].count;
    }
    for (int i = 0; i < next && i < out->index_capacity; i++) {
        if (out->indices[i] < 0 || out->indices[i] >= rings->count) {
            return check__say("index %d is %d", i, out->indices[i]);
        }
    }
    return next == out->index_count ? NULL : check__say("%d indices, the pieces have %d", out->index_count, next);
}

static const char *check_convex(const Rings *rings, const AukDecomposition *out)
{
    const char *wrong = NULL;
    AukVec2 *vertices = calloc((size_t)out->index_count, sizeof *vertices);
    for (int k = 0; k < out->piece_count && !wrong; k++) {
        const AukPiece *piece = &out->pieces[k];
        for (int i = 0; i < piece->count; i++) {
            vertices[i] = rings->points[out->indices[piece->first + i]];
        }
        AukShape shape = auk_shape_polygon(vertices, piece->count, 0.0f);
        wrong = shape.status ? check__say("piece %d: %s", k, auk_status_text(shape.status)) : NULL;
        for (int i = 0; i < piece->count && !wrong; i++) {
            AukVec2 b = vertices[(i + 1) % piece->count], c = vertices[(i + 2) % piece->count];
            wrong = oracle_orientation(vertices[i], b, c) > 0 ? NULL : check__say("piece %d turns right", k);
        }
    }
    free(vertices);
    return wrong;
}

// Interiors of convex polygons are disjoint exactly if a line along an edge of one has the other behind it.
static bool is_behind_an_edge(const Rings *rings, const AukDecomposition *out, const AukPiece *a, const AukPiece *b)
{
    for (int i = 0; i < a->count; i++) {
        int from = out->indices[a->first + i], to = out->indices[a->first + (i + 1) % a->count];
        int in_front = 0;
        for (int k = 0; k < b->count; k++) {
            in_front += rings_turn(rings, from, to, out->indices[b->first + k]) > 0;
        }
        if (in_front == 0) {
            return true;
        }
    }
    return false;
}

static const char *check_disjoint(const Rings *rings, const AukDecomposition *out)
{
    for (int a = 0; a < out->piece_count; a++) {
        for (int b = a + 1; b < out->piece_count; b++) {
            const AukPiece *p = &out->pieces[a], *q = &out->pieces[b];
            if (!is_behind_an_edge(rings, out, p, q) && !is_behind_an_edge(rings, out, q, p)) {
                return check__say("pieces %d and %d overlap", a, b);
            }
        }
    }
    return NULL;
}

static int64_t cross(AukVec2 a, AukVec2 b)
{
    return (int64_t)a.x * (int64_t)b.y - (int64_t)a.y * (int64_t)b.x;
}

static bool are_small_integers(const Rings *rings)
{
    for (int i = 0; i < rings->count; i++) {
        AukVec2 p = rings->points[i];
        if (!(fabsf(p.x) < 1e6f && fabsf(p.y) < 1e6f && p.x == rintf(p.x) && p.y == rintf(p.y))) {
            return false;
        }
    }
    return true;
}

static const char *check_area(const Rings *rings, const AukDecomposition *out)
{
    if (!are_small_integers(rings)) {
        return NULL;
    }
    int64_t area = 0, covered = 0; // twice
    for (int ring = 0; ring <= rings->hole_count; ring++) {
        int64_t part = 0;
        for (int i = rings_start(rings, ring); i < rings_end(rings, ring); i++) {
            part += cross(rings->points[i], rings->points[rings_after(rings, ring, i)]);
        }
        area += (part < 0) == (ring > 0) ? part : -part;
    }
    for (int k = 0; k < out->piece_count; k++) {
        const int *indices = out->indices + out->pieces[k].first;
        int count = out->pieces[k].count;
        for (int i = 0; i < count; i++) {
            covered += cross(rings->points[indices[i]], rings->points[indices[(i + 1) % count]]);
        }
    }
    return covered == area ? NULL : check__say("area %lld, expected %lld", (long long)covered, (long long)area);
}

static const char *check_many(const Rings *rings, const AukDecomposition *out)
{
    const char *wrong = check_layout(rings, out);
    wrong = wrong ? wrong : check_convex(rings, out);
    wrong = wrong ? wrong : check_area(rings, out);
    // without holes at least reflex / 2 + 1 are needed, so this is four times the fewest at most
    int reflex = rings_reflex_count(rings);
    if (!wrong && out->piece_count > 2 * reflex + 1 - rings->hole_count) {
        wrong = check__say("%d pieces for %d reflex vertices", out->piece_count, reflex);
    }
    return wrong;
}

static const char *check_answer(const Rings *rings, const AukDecomposition *out)
{
    const char *wrong = check_many(rings, out);
    wrong = wrong ? wrong : check_cover(rings, out);
    return wrong || out->piece_count > 60 ? wrong : check_disjoint(rings, out);
}

static const char *check_refusal(const Rings *rings, AukStatus status, const AukDecomposition *out)
{
    if (out->piece_count != -7 || out->index_count != -7) {
        return "counts were written without success";
    }
    if (status != AUK_ERROR_NOT_SIMPLE) {
        return out->edge_a == -7 && out->edge_b == -7 ? NULL : "edges were written";
    }
    int a = out->edge_a, b = out->edge_b;
    if (a < 0 || a >= rings->count || b < 0 || b >= rings->count || a == b) {
        return check__say("edges %d and %d", a, b);
    }
    if (rings_edges_meet(rings, a, b)) {
        return NULL;
    }
    int ring_a = rings_ring_of(rings, a), ring_b = rings_ring_of(rings, b);
    bool misplaced = (ring_a > 0 && rings_hole_is_misplaced(rings, ring_a)) ||
                     (ring_b > 0 && rings_hole_is_misplaced(rings, ring_b));
    if (rings_any_edges_meet(rings) || ring_a == ring_b || !misplaced) {
        return check__say("edges %d and %d do not meet", a, b);
    }
    return NULL;
}

static AukStatus decompose(const Rings *rings, AukDecomposition *out)
{
    static const AukDecomposition untouched = {NULL, 0, NULL, 0, -7, -7, -7, -7};
    int triangles = rings->count + 2 * rings->hole_count - 2;
    *out = untouched;
    out->index_capacity = 3 * triangles;
    out->piece_capacity = triangles;
    out->indices = calloc((size_t)out->index_capacity, sizeof *out->indices);
    out->pieces = calloc((size_t)out->piece_capacity, sizeof *out->pieces);
    if (!out->indices || !out->pieces) {
        abort();
    }
    return auk_decompose(rings->points, rings->count, rings->hole_starts, rings->hole_count, out);
}

const char *check_pieces(const Rings *rings)
{
    AukDecomposition out;
    AukStatus expected = rings_status(rings), status = decompose(rings, &out);
    const char *wrong = NULL;
    if (status != expected) {
        wrong = check__say("status %d (%s), expected %d", (int)status, auk_status_text(status), (int)expected);
    } else {
        wrong = status ? check_refusal(rings, status, &out) : check_answer(rings, &out);
    }
    free(out.indices);
    free(out.pieces);
    return wrong;
}

const char *check_many_pieces(const Rings *rings)
{
    AukDecomposition out;
    AukStatus status = decompose(rings, &out);
    const char *wrong = status ? check__say("status: %s", auk_status_text(status)) : check_many(rings, &out);
    free(out.indices);
    free(out.pieces);
    return wrong;
}
