// The search for the best side with AVX2, four vertices at once: the first four and the last four, which overlap if
// there are fewer than eight. So no memory beyond the polygon is read, and no lane is empty. Only these functions are
// compiled for AVX2, so the library runs on any x86-64.
// Invariant: the same bits as auk__sat_best_side(). Minima and maxima may be taken in another order, which does not
// change their values.
#include "geom/sat_sides.h"

#include "base/bits.h"
#include "geom/dvec4.h"

#if AUK_AVX2_EXISTS

AUK_F64X4 AukF64x4 read_four(const AukF64x2 *halves, int k)
{
    return f64x4_load((const double *)&halves[2 * k]);
}

AUK_F64X4 void write_four(AukF64x2 *halves, int k, AukF64x4 v)
{
    f64x4_store((double *)&halves[2 * k], v);
}

AUK_F64X4 AukF64x4 read_all(const AukF64x2 *halves, int lane)
{
    return f64x4(((const double *)halves)[lane]);
}

// A box may have been written number by number just before, so it is not read as whole vectors.
AUK_F64X4 AukDvec4 load_box(const AukSupportShape *core)
{
    return dvec4(f64x4_xor(f64x4((double)core->own[2].x), f64x4_make(-0.0, 0.0, 0.0, -0.0)),
                 f64x4_xor(f64x4((double)core->own[2].y), f64x4_make(-0.0, -0.0, 0.0, 0.0)));
}

// With a null `transform` the vertices are not transformed.
AUK_F64X4 AukDvec4 place_four(AukDvec4 v, const AukDtransform *transform)
{
    if (!transform) {
        return v;
    }
    AukDtransform4 wide = {f64x4(transform->x), f64x4(transform->y), f64x4(transform->c), f64x4(transform->s)};
    return dtransform4_apply(&wide, v);
}

// The least square of an edge and the largest coordinate.
typedef struct SideLengths4 {
    AukF64x4 shortest, largest;
} SideLengths4;

AUK_F64X4 void write_edges(AukSatSides *sides, int k, AukDvec4 at, AukDvec4 next, SideLengths4 *lengths)
{
    AukF64x4 edge_x = f64x4_sub(next.x, at.x), edge_y = f64x4_sub(next.y, at.y);
    AukF64x4 square = f64x4_add(f64x4_mul(edge_x, edge_x), f64x4_mul(edge_y, edge_y));
    write_four(sides->edge_x, k, edge_x);
    write_four(sides->edge_y, k, edge_y);
    write_four(sides->square, k, square);
    lengths->shortest = f64x4_min(lengths->shortest, square);
    lengths->largest = f64x4_max(lengths->largest, f64x4_max(f64x4_abs(at.x), f64x4_abs(at.y)));
}

AUK_F64X4 void place_sides(AukSatSides *sides, const AukSupportShape *core, const AukDtransform *transform,
                           SideLengths4 *lengths)
{
    int count = core->count;
    AukDvec4 first = place_four(core->box ? load_box(core) : dvec4_load(core->vertices), transform), last = first;
    sides->count = count;
    sides->skip = AUK_SAT_MAX - count;
    write_four(sides->x, 0, first.x);
    write_four(sides->y, 0, first.y);
    AukDvec4 start = {f64x4_first(first.x), f64x4_first(first.y)}, fifth = start;
    if (count > 4) {
        last = place_four(dvec4_load(&core->vertices[count - 4]), transform);
        write_four(sides->x, 1, last.x);
        write_four(sides->y, 1, last.y);
        fifth.x = read_all(sides->x, 4 + sides->skip);
        fifth.y = read_all(sides->y, 4 + sides->skip);
        AukDvec4 next = {f64x4_following(last.x, start.x), f64x4_following(last.y, start.y)};
        write_edges(sides, 1, last, next, lengths);
    }
    AukDvec4 next = {f64x4_following(first.x, fifth.x), f64x4_following(first.y, fifth.y)};
    write_edges(sides, 0, first, next, lengths);
}

// Bit k is set if vertex k, or the edge that starts there, has this value.
AUK_F64X4 unsigned mask_of(AukF64x4 first, AukF64x4 last, double value, int count)
{
    unsigned mask = f64x4_bits(f64x4_equal(first, f64x4(value)));
    unsigned more = f64x4_bits(f64x4_equal(last, f64x4(value)));
    return mask | more << (count - 4) | 1u << (AUK_SAT_MAX - 1);
}

// The extent of a vertex along the outward normals of four edges, times the lengths of the edges.
AUK_F64X4 AukF64x4 along_of(AukF64x4 x, AukF64x4 y, AukF64x4 edge_x, AukF64x4 edge_y)
{
    return f64x4_sub(f64x4_mul(x, edge_y), f64x4_mul(y, edge_x));
}

AUK_F64X4 AukF64x4 signed_squares(const AukSatSides *sides, int k, AukF64x4 least)
{
    AukF64x4 own = along_of(read_four(sides->x, k), read_four(sides->y, k), read_four(sides->edge_x, k),
                            read_four(sides->edge_y, k));
    AukF64x4 beyond = f64x4_sub(least, own);
    return f64x4_div(f64x4_mul(beyond, f64x4_abs(beyond)), read_four(sides->square, k));
}

// Tests four or eight sides against all vertices of the other shape. `fours` and `lanes` are compile-time constants.
AUK_F64X4 void measure_sides(const AukSatSides *sides, const AukSatSides *other, int fours, int lanes,
                             AukF64x4 squares[2])
{
    AukF64x4 least[2];
    for (int k = 0; k < fours; k++) {
        least[k] = f64x4(INFINITY);
    }
    for (int i = 0; i < lanes; i++) {
        AukF64x4 x = read_all(other->x, i), y = read_all(other->y, i);
        for (int k = 0; k < fours; k++) {
            AukF64x4 along = along_of(x, y, read_four(sides->edge_x, k), read_four(sides->edge_y, k));
            least[k] = f64x4_min(least[k], along);
        }
    }
    for (int k = 0; k < fours; k++) {
        squares[k] = signed_squares(sides, k, least[k]);
    }
}

AUK_F64X4 void try_sides(const AukSatSides *sides, const AukSatSides *other, bool of_b, AukSatBestSide *best)
{
    AukF64x4 squares[2];
    if (sides->count > 4 && other->count > 4) {
        measure_sides(sides, other, 2, AUK_SAT_MAX, squares);
    } else if (sides->count > 4) {
        measure_sides(sides, other, 2, 4, squares);
    } else {
        measure_sides(sides, other, 1, other->count > 4 ? AUK_SAT_MAX : 4, squares);
        squares[1] = squares[0];
    }
    double largest = f64x4_most(f64x4_max(squares[0], squares[1]));
    if (largest > best->signed_square) {
        best->of_b = of_b;
        best->edge = auk__lowest_bit(mask_of(squares[0], squares[1], largest, sides->count));
        best->signed_square = largest;
    }
}

AUK_F64X4 int deepest_vertex4(const AukSatSides *outline, const AukSatSides *of, int edge)
{
    int lane = edge > 3 ? edge + of->skip : edge;
    AukF64x4 edge_x = read_all(of->edge_x, lane), edge_y = read_all(of->edge_y, lane);
    AukF64x4 first = along_of(read_four(outline->x, 0), read_four(outline->y, 0), edge_x, edge_y), last = first;
    if (outline->count > 4) {
        last = along_of(read_four(outline->x, 1), read_four(outline->y, 1), edge_x, edge_y);
    }
    return auk__lowest_bit(mask_of(first, last, f64x4_least(f64x4_min(first, last)), outline->count));
}

AUK_F64X4_CODE bool auk__sat_best_side_wide(const AukSupportShape *a, const AukSupportShape *b,
                                            const AukDtransform *relative, double max_distance, AukSatBestSide *best)
{
    AukSatSides *sides = best->sides;
    SideLengths4 lengths = {f64x4(INFINITY), f64x4(dvec_size(dvec(a->transform.x, a->transform.y)))};
    place_sides(&sides[0], a, NULL, &lengths);
    place_sides(&sides[1], b, relative, &lengths);
    best->size = f64x4_most(lengths.largest);
    double least = AUK_SAT_SIDES_LONG_ENOUGH * best->size, far = auk__sat_sides_far(max_distance, best->size);
    if (!(f64x4_least(lengths.shortest) >= least * least)) {
        return false;
    }
    best->of_b = false;
    best->edge = 0;
    best->signed_square = -INFINITY;
    try_sides(&sides[0], &sides[1], false, best);
    if (best->signed_square <= far * far) {
        try_sides(&sides[1], &sides[0], true, best);
    }
    best->vertex = deepest_vertex4(&sides[!best->of_b], &sides[best->of_b], best->edge);
    return true;
}

AUK_F64X4 AukF64x4 dots(AukDvec4 four, AukDvec direction)
{
    return f64x4_add(f64x4_mul(four.x, f64x4(direction.x)), f64x4_mul(four.y, f64x4(direction.y)));
}

AUK_F64X4 double span_along(const AukSupportShape *core, AukDvec direction)
{
    if (core->box) {
        return f64x4_most(dots(load_box(core), direction));
    }
    AukF64x4 most = dots(dvec4_load(core->vertices), direction);
    return f64x4_most(f64x4_max(most, dots(dvec4_load(&core->vertices[core->count - 4]), direction)));
}

AUK_F64X4_CODE AukSatSpans auk__sat_spans_wide(const AukSupportShape *a, AukDvec along_a, const AukSupportShape *b,
                                               AukDvec along_b)
{
    AukSatSpans spans = {span_along(a, along_a), span_along(b, along_b)};
    return spans;
}

#else

bool auk__sat_best_side_wide(const AukSupportShape *a, const AukSupportShape *b, const AukDtransform *relative,
                             double max_distance, AukSatBestSide *best)
{
    return auk__sat_best_side(a, b, relative, max_distance, best);
}

static double span_along(const AukSupportShape *core, AukDvec direction)
{
    int index = auk__support_shape_support(core, auk__dtransform_rotate(&core->transform, direction));
    return dvec_dot(dvec_from(core->vertices[index]), direction);
}

AukSatSpans auk__sat_spans_wide(const AukSupportShape *a, AukDvec along_a, const AukSupportShape *b, AukDvec along_b)
{
    AukSatSpans spans = {span_along(a, along_a), span_along(b, along_b)};
    return spans;
}

#endif
