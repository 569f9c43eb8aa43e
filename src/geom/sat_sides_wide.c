// The search for the best side with AVX2, four at once: the first four vertices, and the last four, which of fewer than
// eight are partly the same ones. So nothing is read beyond the polygon, and no lane is empty. The compiler is told of
// AVX2 for these functions alone, so the library runs on any x86-64.
// Invariant: the same bits as auk__sat_best_side(). The order of minima and of maxima may differ, which no number
// shows.
#include "geom/sat_sides.h"

#if AUK_SIMD_SSE2 && defined(__GNUC__) && defined(__x86_64__)

#    include <immintrin.h>

#    define WIDE __attribute__((target("avx2"))) static inline

typedef struct Four {
    __m256d x, y;
} Four;

WIDE __m256d both(double x)
{
    return _mm256_set1_pd(x);
}

WIDE __m256d magnitude(__m256d v)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), v);
}

WIDE __m256d read_four(const AukF64x2 *halves, int k)
{
    return _mm256_load_pd((const double *)&halves[2 * k]);
}

WIDE void write_four(AukF64x2 *halves, int k, __m256d v)
{
    _mm256_store_pd((double *)&halves[2 * k], v);
}

WIDE __m256d read_all(const AukF64x2 *halves, int lane)
{
    return _mm256_broadcast_sd((const double *)halves + lane);
}

WIDE double least_of(__m256d v)
{
    __m128d pair = _mm_min_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_min_sd(pair, _mm_unpackhi_pd(pair, pair)));
}

WIDE double most_of(__m256d v)
{
    __m128d pair = _mm_max_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_max_sd(pair, _mm_unpackhi_pd(pair, pair)));
}

WIDE Four load_vertices(const AukVec2 *from)
{
    __m128 first = _mm_loadu_ps(&from[0].x), second = _mm_loadu_ps(&from[2].x);
    Four four = {_mm256_cvtps_pd(_mm_shuffle_ps(first, second, _MM_SHUFFLE(2, 0, 2, 0))),
                 _mm256_cvtps_pd(_mm_shuffle_ps(first, second, _MM_SHUFFLE(3, 1, 3, 1)))};
    return four;
}

// A box was perhaps written just now, number by number.
WIDE Four load_box(const AukSupportShape *core)
{
    Four four = {_mm256_xor_pd(both((double)core->own[2].x), _mm256_set_pd(-0.0, 0.0, 0.0, -0.0)),
                 _mm256_xor_pd(both((double)core->own[2].y), _mm256_set_pd(0.0, 0.0, -0.0, -0.0))};
    return four;
}

// Where `place` is null the shape stays where it is.
WIDE Four put(Four v, const AukDtransform *place)
{
    if (!place) {
        return v;
    }
    __m256d c = both(place->c), s = both(place->s);
    Four four = {_mm256_add_pd(both(place->x), _mm256_sub_pd(_mm256_mul_pd(c, v.x), _mm256_mul_pd(s, v.y))),
                 _mm256_add_pd(both(place->y), _mm256_add_pd(_mm256_mul_pd(s, v.x), _mm256_mul_pd(c, v.y)))};
    return four;
}

// The lanes that follow each, and `last` after the last one.
WIDE __m256d following(__m256d v, __m256d last)
{
    return _mm256_blend_pd(_mm256_permute4x64_pd(v, _MM_SHUFFLE(3, 3, 2, 1)), last, 8);
}

// The least square of an edge and the largest coordinate.
typedef struct Lengths {
    __m256d shortest, largest;
} Lengths;

WIDE void write_edges(AukSatSides *sides, int k, Four at, Four next, Lengths *lengths)
{
    __m256d edge_x = _mm256_sub_pd(next.x, at.x), edge_y = _mm256_sub_pd(next.y, at.y);
    __m256d square = _mm256_add_pd(_mm256_mul_pd(edge_x, edge_x), _mm256_mul_pd(edge_y, edge_y));
    write_four(sides->edge_x, k, edge_x);
    write_four(sides->edge_y, k, edge_y);
    write_four(sides->square, k, square);
    lengths->shortest = _mm256_min_pd(lengths->shortest, square);
    lengths->largest = _mm256_max_pd(lengths->largest, _mm256_max_pd(magnitude(at.x), magnitude(at.y)));
}

WIDE void place_sides(AukSatSides *sides, const AukSupportShape *core, const AukDtransform *place, Lengths *lengths)
{
    int count = core->count;
    Four first = put(core->box ? load_box(core) : load_vertices(core->vertices), place), last = first;
    sides->count = count;
    sides->skip = AUK_SAT_MAX - count;
    write_four(sides->x, 0, first.x);
    write_four(sides->y, 0, first.y);
    Four start = {_mm256_permute4x64_pd(first.x, 0), _mm256_permute4x64_pd(first.y, 0)}, fifth = start;
    if (count > 4) {
        last = put(load_vertices(&core->vertices[count - 4]), place);
        write_four(sides->x, 1, last.x);
        write_four(sides->y, 1, last.y);
        fifth.x = read_all(sides->x, 4 + sides->skip);
        fifth.y = read_all(sides->y, 4 + sides->skip);
        Four next = {following(last.x, start.x), following(last.y, start.y)};
        write_edges(sides, 1, last, next, lengths);
    }
    Four next = {following(first.x, fifth.x), following(first.y, fifth.y)};
    write_edges(sides, 0, first, next, lengths);
}

// Bit k: vertex k, or the edge that starts there, has this value.
WIDE unsigned mask_of(__m256d first, __m256d last, double value, int count)
{
    unsigned mask = (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(first, both(value), _CMP_EQ_OQ));
    unsigned more = (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(last, both(value), _CMP_EQ_OQ));
    return mask | more << (count - 4) | 1u << (AUK_SAT_MAX - 1);
}

// How far a vertex is along the outward normals of four edges, times their lengths.
WIDE __m256d along_of(__m256d x, __m256d y, __m256d edge_x, __m256d edge_y)
{
    return _mm256_sub_pd(_mm256_mul_pd(x, edge_y), _mm256_mul_pd(y, edge_x));
}

WIDE __m256d signed_squares(const AukSatSides *sides, int k, __m256d least)
{
    __m256d own = along_of(read_four(sides->x, k), read_four(sides->y, k), read_four(sides->edge_x, k),
                           read_four(sides->edge_y, k));
    __m256d beyond = _mm256_sub_pd(least, own);
    return _mm256_div_pd(_mm256_mul_pd(beyond, magnitude(beyond)), read_four(sides->square, k));
}

// Holds four sides, or twice four, against all lanes of the other. `fours` and `lanes` are known when this is compiled.
WIDE void hold_against(const AukSatSides *sides, const AukSatSides *other, int fours, int lanes, __m256d squares[2])
{
    __m256d least[2];
    for (int k = 0; k < fours; k++) {
        least[k] = both(INFINITY);
    }
    for (int i = 0; i < lanes; i++) {
        __m256d x = read_all(other->x, i), y = read_all(other->y, i);
        for (int k = 0; k < fours; k++) {
            __m256d along = along_of(x, y, read_four(sides->edge_x, k), read_four(sides->edge_y, k));
            least[k] = _mm256_min_pd(least[k], along);
        }
    }
    for (int k = 0; k < fours; k++) {
        squares[k] = signed_squares(sides, k, least[k]);
    }
}

WIDE void try_sides(const AukSatSides *sides, const AukSatSides *other, bool of_b, AukSatBestSide *best)
{
    __m256d squares[2];
    if (sides->count > 4 && other->count > 4) {
        hold_against(sides, other, 2, AUK_SAT_MAX, squares);
    } else if (sides->count > 4) {
        hold_against(sides, other, 2, 4, squares);
    } else {
        hold_against(sides, other, 1, other->count > 4 ? AUK_SAT_MAX : 4, squares);
        squares[1] = squares[0];
    }
    double largest = most_of(_mm256_max_pd(squares[0], squares[1]));
    if (largest > best->signed_square) {
        best->of_b = of_b;
        best->edge = auk__lowest_bit(mask_of(squares[0], squares[1], largest, sides->count));
        best->signed_square = largest;
    }
}

WIDE int deepest_vertex(const AukSatSides *outline, const AukSatSides *of, int edge)
{
    int lane = edge > 3 ? edge + of->skip : edge;
    __m256d edge_x = read_all(of->edge_x, lane), edge_y = read_all(of->edge_y, lane);
    __m256d first = along_of(read_four(outline->x, 0), read_four(outline->y, 0), edge_x, edge_y), last = first;
    if (outline->count > 4) {
        last = along_of(read_four(outline->x, 1), read_four(outline->y, 1), edge_x, edge_y);
    }
    return auk__lowest_bit(mask_of(first, last, least_of(_mm256_min_pd(first, last)), outline->count));
}

__attribute__((target("avx2"))) bool auk__sat_best_side_wide(const AukSupportShape *a, const AukSupportShape *b,
                                                             const AukDtransform *relative, double reach,
                                                             AukSatBestSide *best)
{
    AukSatSides *sides = best->sides;
    Lengths lengths = {both(INFINITY), both(dvec_size(dvec(a->place.x, a->place.y)))};
    place_sides(&sides[0], a, NULL, &lengths);
    place_sides(&sides[1], b, relative, &lengths);
    best->size = most_of(lengths.largest);
    double least = AUK_SAT_SIDES_LONG_ENOUGH * best->size, far = auk__sat_sides_far(reach, best->size);
    if (!(least_of(lengths.shortest) >= least * least)) {
        return false;
    }
    best->of_b = false;
    best->edge = 0;
    best->signed_square = -INFINITY;
    try_sides(&sides[0], &sides[1], false, best);
    if (best->signed_square <= far * far) {
        try_sides(&sides[1], &sides[0], true, best);
    }
    best->vertex = deepest_vertex(&sides[!best->of_b], &sides[best->of_b], best->edge);
    return true;
}

WIDE __m256d dots(Four four, AukDvec direction)
{
    return _mm256_add_pd(_mm256_mul_pd(four.x, both(direction.x)), _mm256_mul_pd(four.y, both(direction.y)));
}

WIDE double farthest(const AukSupportShape *core, AukDvec direction)
{
    if (core->box) {
        return most_of(dots(load_box(core), direction));
    }
    __m256d most = dots(load_vertices(core->vertices), direction);
    return most_of(_mm256_max_pd(most, dots(load_vertices(&core->vertices[core->count - 4]), direction)));
}

__attribute__((target("avx2"))) AukSatSpans auk__sat_spans_wide(const AukSupportShape *a, AukDvec along_a,
                                                                const AukSupportShape *b, AukDvec along_b)
{
    AukSatSpans spans = {farthest(a, along_a), farthest(b, along_b)};
    return spans;
}

bool auk__sat_sides_are_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

#else

bool auk__sat_best_side_wide(const AukSupportShape *a, const AukSupportShape *b, const AukDtransform *relative,
                             double reach, AukSatBestSide *best)
{
    return auk__sat_best_side(a, b, relative, reach, best);
}

static double farthest(const AukSupportShape *core, AukDvec direction)
{
    int index = auk__support_shape_support(core, auk__dtransform_rotate(&core->place, direction));
    return dvec_dot(dvec_from(core->vertices[index]), direction);
}

AukSatSpans auk__sat_spans_wide(const AukSupportShape *a, AukDvec along_a, const AukSupportShape *b, AukDvec along_b)
{
    AukSatSpans spans = {farthest(a, along_a), farthest(b, along_b)};
    return spans;
}

bool auk__sat_sides_are_wide(void)
{
    return false;
}

#endif
