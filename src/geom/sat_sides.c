// Every face is tested against every corner, two faces at once and branch-free. (Tried: excluding faces by one corner
// each, the most promising face first. Five of eight faces remained, to be tested one by one; it took twice the time.)
#include "geom/sat_sides.h"

#include "base/bits.h"

// The best face so far.
typedef struct SideFace {
    bool of_b;
    int edge;
    double signed_square;
} SideFace;

// The least square of an edge and the largest coordinate.
typedef struct SideLengths {
    AukF64x2 shortest, largest;
} SideLengths;

// With a null `transform` the vertices are not transformed.
static inline void place_half(AukSatSides *outline, int k, AukF64x2 x, AukF64x2 y, const AukDtransform *transform)
{
    if (!transform) {
        outline->x[k] = x;
        outline->y[k] = y;
        return;
    }
    AukF64x2 c = auk__f64x2_both(transform->c), s = auk__f64x2_both(transform->s);
    outline->x[k] =
        auk__f64x2_add(auk__f64x2_both(transform->x), auk__f64x2_sub(auk__f64x2_mul(c, x), auk__f64x2_mul(s, y)));
    outline->y[k] =
        auk__f64x2_add(auk__f64x2_both(transform->y), auk__f64x2_add(auk__f64x2_mul(s, x), auk__f64x2_mul(c, y)));
}

static inline void place_edges(AukSatSides *outline, int k, AukF64x2 next_x, AukF64x2 next_y)
{
    AukF64x2 edge_x = auk__f64x2_sub(next_x, outline->x[k]), edge_y = auk__f64x2_sub(next_y, outline->y[k]);
    outline->edge_x[k] = edge_x;
    outline->edge_y[k] = edge_y;
    outline->square[k] = auk__f64x2_add(auk__f64x2_mul(edge_x, edge_x), auk__f64x2_mul(edge_y, edge_y));
}

// A box may have been written number by number just before, so it is not read as whole vectors.
static inline void load_half(const AukSupportShape *core, int k, AukF64x2 *x, AukF64x2 *y)
{
    if (core->box) {
        const AukVec2 *first = &core->own[2 * k], *second = &core->own[2 * k + 1];
        *x = auk__f64x2_make((double)first->x, (double)second->x);
        *y = auk__f64x2_make((double)first->y, (double)second->y);
        return;
    }
    auk__f64x2_load_points((const float *)&core->vertices[2 * k], x, y);
}

static inline void place_outline(AukSatSides *outline, const AukSupportShape *core, const AukDtransform *transform)
{
    const AukVec2 *vertices = core->vertices;
    int count = core->count, last = (count - 1) / 2;
    AukF64x2 x, y;
    outline->count = count;
    outline->skip = 0;
    for (int k = 0; k < count / 2; k++) {
        load_half(core, k, &x, &y);
        place_half(outline, k, x, y, transform);
    }
    if (count & 1) {
        x = auk__f64x2_make((double)vertices[count - 1].x, (double)vertices[0].x);
        y = auk__f64x2_make((double)vertices[count - 1].y, (double)vertices[0].y);
        place_half(outline, last, x, y, transform);
    }
    for (int k = 0; k < last; k++) {
        place_edges(outline, k, auk__f64x2_slide(outline->x[k], outline->x[k + 1]),
                    auk__f64x2_slide(outline->y[k], outline->y[k + 1]));
    }
    if (count & 1) {
        place_edges(outline, last, outline->x[0], outline->y[0]);
    } else {
        place_edges(outline, last, auk__f64x2_slide(outline->x[last], outline->x[0]),
                    auk__f64x2_slide(outline->y[last], outline->y[0]));
    }
    for (int k = last + 1; k < AUK_SAT_SIDES_HALVES; k++) {
        outline->x[k] = outline->x[last];
        outline->y[k] = outline->y[last];
        outline->edge_x[k] = outline->edge_x[last];
        outline->edge_y[k] = outline->edge_y[last];
        outline->square[k] = outline->square[last];
    }
}

static inline void measure_lengths(const AukSatSides *outline, SideLengths *lengths)
{
    for (int k = 0; k < AUK_SAT_SIDES_HALVES; k++) {
        lengths->shortest = auk__f64x2_min(lengths->shortest, outline->square[k]);
        lengths->largest = auk__f64x2_max(lengths->largest, auk__f64x2_abs(outline->x[k]));
        lengths->largest = auk__f64x2_max(lengths->largest, auk__f64x2_abs(outline->y[k]));
    }
}

// The squared distance of the other shape beyond each face, with the sign of the distance. `halves` is a compile-time
// constant.
static inline void measure_faces(const AukSatSides *outline, const AukSatSides *other, int halves,
                                 AukF64x2 squares[AUK_SAT_SIDES_HALVES])
{
    AukF64x2 least[AUK_SAT_SIDES_HALVES];
    for (int k = 0; k < halves; k++) {
        least[k] = auk__f64x2_both(INFINITY);
    }
    for (int i = 0; i < other->count; i++) {
        AukF64x2 x = auk__f64x2_both(auk__f64x2_lane(&other->x[i / 2], i & 1));
        AukF64x2 y = auk__f64x2_both(auk__f64x2_lane(&other->y[i / 2], i & 1));
        for (int k = 0; k < halves; k++) {
            AukF64x2 along =
                auk__f64x2_sub(auk__f64x2_mul(x, outline->edge_y[k]), auk__f64x2_mul(y, outline->edge_x[k]));
            least[k] = auk__f64x2_min(least[k], along);
        }
    }
    for (int k = 0; k < halves; k++) {
        AukF64x2 along = auk__f64x2_sub(auk__f64x2_mul(outline->x[k], outline->edge_y[k]),
                                        auk__f64x2_mul(outline->y[k], outline->edge_x[k]));
        AukF64x2 beyond = auk__f64x2_sub(least[k], along);
        squares[k] = auk__f64x2_div(auk__f64x2_mul(beyond, auk__f64x2_abs(beyond)), outline->square[k]);
    }
}

static inline int index_of(const AukF64x2 *values, int halves, double value)
{
    unsigned mask = 0;
    for (int k = 0; k < halves; k++) {
        mask |= auk__f64x2_mask_equal(values[k], auk__f64x2_both(value)) << (2 * k);
    }
    return auk__lowest_bit(mask | 1u << (AUK_SAT_MAX - 1));
}

static inline void note_faces(const AukSatSides *outline, const AukSatSides *other, bool of_b, int halves,
                              SideFace *best)
{
    AukF64x2 squares[AUK_SAT_SIDES_HALVES];
    measure_faces(outline, other, halves, squares);
    AukF64x2 most = squares[0];
    for (int k = 1; k < halves; k++) {
        most = auk__f64x2_max(most, squares[k]);
    }
    double largest = auk__f64x2_most(most);
    if (largest > best->signed_square) {
        best->of_b = of_b;
        best->edge = index_of(squares, halves, largest);
        best->signed_square = largest;
    }
}

// Finds the face of `outline` with the largest distance to `other`, and keeps it if it is better than the best so far.
static void try_side_faces(const AukSatSides *outline, const AukSatSides *other, bool of_b, SideFace *best)
{
    if (outline->count > 6) {
        note_faces(outline, other, of_b, 4, best);
    } else if (outline->count > 4) {
        note_faces(outline, other, of_b, 3, best);
    } else {
        note_faces(outline, other, of_b, 2, best);
    }
}

// The vertex with the least distance to the line of a face; the first of equals.
static int deepest_vertex(const AukSatSides *outline, const AukSatSides *of, int edge)
{
    AukF64x2 x = auk__f64x2_both(auk__f64x2_lane(&of->edge_y[edge / 2], edge & 1));
    AukF64x2 y = auk__f64x2_both(auk__f64x2_lane(&of->edge_x[edge / 2], edge & 1));
    AukF64x2 along[AUK_SAT_SIDES_HALVES], least = auk__f64x2_both(INFINITY);
    for (int k = 0; k < AUK_SAT_SIDES_HALVES; k++) {
        along[k] = auk__f64x2_sub(auk__f64x2_mul(outline->x[k], x), auk__f64x2_mul(outline->y[k], y));
        least = auk__f64x2_min(least, along[k]);
    }
    return index_of(along, AUK_SAT_SIDES_HALVES, auk__f64x2_least(least));
}

bool auk__sat_best_side(const AukSupportShape *a, const AukSupportShape *b, const AukDtransform *relative,
                        double max_distance, AukSatBestSide *best)
{
    AukSatSides *sides = best->sides;
    SideLengths lengths = {auk__f64x2_both(INFINITY), auk__f64x2_both(dvec_size(dvec(a->transform.x, a->transform.y)))};
    place_outline(&sides[0], a, NULL);
    place_outline(&sides[1], b, relative);
    measure_lengths(&sides[0], &lengths);
    measure_lengths(&sides[1], &lengths);
    best->size = auk__f64x2_most(lengths.largest);
    double least = AUK_SAT_SIDES_LONG_ENOUGH * best->size, far = auk__sat_sides_far(max_distance, best->size);
    if (!(auk__f64x2_least(lengths.shortest) >= least * least)) {
        return false;
    }
    SideFace face = {false, 0, -INFINITY};
    try_side_faces(&sides[0], &sides[1], false, &face);
    if (face.signed_square <= far * far) {
        try_side_faces(&sides[1], &sides[0], true, &face);
    }
    best->of_b = face.of_b;
    best->edge = face.edge;
    best->signed_square = face.signed_square;
    best->vertex = deepest_vertex(&sides[!face.of_b], &sides[face.of_b], face.edge);
    return true;
}
