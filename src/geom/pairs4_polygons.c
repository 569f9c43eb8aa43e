// Four pairs of small polygons or boxes: the face and the corner below it, as in sat.c.
// Invariant: the same operations in the same order as there, so the same bits. Distances near zero and corners that
// meet are left to the code for single pairs.
#include "geom/pairs4_manifold.h"
#include "geom/sat_sides.h"

#if AUK_F64X4_EXISTS

// Polygons in the frame of a: `count` vertices and one more. A polygon with fewer vertices repeats its first ones.
typedef struct Outline {
    AukF64x4 x[AUK_PAIRS4_VERTICES], y[AUK_PAIRS4_VERTICES];
} Outline;

AUK_F64X4 void load_outline(Outline *outline, const AukPairs4Shapes *shapes, int count)
{
    const AukVec2 *const *v = shapes->side->vertices;
    AukDvec4 half = shapes->half, back = dvec4_neg(half);
    for (int i = 0; i <= count; i++) {
        AukDvec4 vertex = dvec4_gather(&v[0][i], &v[1][i], &v[2][i], &v[3][i]);
        outline->x[i] = f64x4_pick(shapes->boxes, i % 4 == 0 || i % 4 == 3 ? back.x : half.x, vertex.x);
        outline->y[i] = f64x4_pick(shapes->boxes, i % 4 < 2 ? back.y : half.y, vertex.y);
    }
}

AUK_F64X4 void place_outline4(Outline *outline, const AukDtransform4 *transform, int count)
{
    for (int i = 0; i <= count; i++) {
        AukDvec4 v = dtransform4_apply(transform, dvec4(outline->x[i], outline->y[i]));
        outline->x[i] = v.x;
        outline->y[i] = v.y;
    }
}

// The best side so far.
typedef struct BestSides4 {
    AukF64x4 signed_square, square;
    AukF64x4 index;
    AukDvec4 edge, from;
} BestSides4;

// The least square of an edge and the largest coordinate.
typedef struct Lengths4 {
    AukF64x4 shortest, largest;
} Lengths4;

// Tests every side against all corners of the other polygon. If a polygon has fewer sides than the largest one, some
// sides are tested twice, which does not change the result.
AUK_F64X4 BestSides4 best_side(const Outline *outline, const Outline *other, int count, Lengths4 *lengths)
{
    AukF64x4 none = f64x4(0.0), number = none;
    BestSides4 best = {f64x4(-INFINITY), f64x4(1.0), none, {none, none}, {none, none}};
    for (int i = 0; i < count; i++) {
        AukDvec4 from = dvec4(outline->x[i], outline->y[i]);
        AukDvec4 edge = dvec4_sub(dvec4(outline->x[i + 1], outline->y[i + 1]), from);
        AukF64x4 square = dvec4_dot(edge, edge), least = f64x4(INFINITY);
        for (int k = 0; k < count; k++) {
            least = f64x4_min(least, dvec4_cross(dvec4(other->x[k], other->y[k]), edge));
        }
        AukF64x4 beyond = f64x4_sub(least, dvec4_cross(from, edge));
        AukF64x4 signed_square = f64x4_div(f64x4_mul(beyond, f64x4_abs(beyond)), square);
        AukF64x4 better = f64x4_less(best.signed_square, signed_square);
        best.signed_square = f64x4_pick(better, signed_square, best.signed_square);
        best.square = f64x4_pick(better, square, best.square);
        best.index = f64x4_pick(better, number, best.index);
        best.edge = dvec4_pick(better, edge, best.edge);
        best.from = dvec4_pick(better, from, best.from);
        lengths->shortest = f64x4_min(lengths->shortest, square);
        lengths->largest = f64x4_max(lengths->largest, dvec4_size(from));
        number = f64x4_add(number, f64x4(1.0));
    }
    return best;
}

AUK_F64X4 BestSides4 better_side(const BestSides4 *a, const BestSides4 *b, AukF64x4 of_b)
{
    BestSides4 best = {f64x4_pick(of_b, b->signed_square, a->signed_square), f64x4_pick(of_b, b->square, a->square),
                       f64x4_pick(of_b, b->index, a->index), dvec4_pick(of_b, b->edge, a->edge),
                       dvec4_pick(of_b, b->from, a->from)};
    return best;
}

// The corner with the least distance to the line of the best side; the first of equals.
typedef struct Deepest {
    AukF64x4 index;
    AukDvec4 at;
} Deepest;

AUK_F64X4 Deepest deepest_below(AukDvec4 edge, AukF64x4 of_b, const Outline *a, const Outline *b, int count)
{
    AukF64x4 none = f64x4(0.0), number = none, least = f64x4(INFINITY);
    Deepest deepest = {none, {none, none}};
    for (int i = 0; i < count; i++) {
        AukDvec4 v = dvec4_pick(of_b, dvec4(a->x[i], a->y[i]), dvec4(b->x[i], b->y[i]));
        AukF64x4 along = dvec4_cross(v, edge), lower = f64x4_less(along, least);
        least = f64x4_pick(lower, along, least);
        deepest.index = f64x4_pick(lower, number, deepest.index);
        deepest.at = dvec4_pick(lower, v, deepest.at);
        number = f64x4_add(number, f64x4(1.0));
    }
    return deepest;
}

static inline AukDvec vertex_in_lane(const Outline *outline, int index, int lane)
{
    const double *x = (const double *)&outline->x[index], *y = (const double *)&outline->y[index];
    return dvec(x[lane], y[lane]);
}

// As answer_flat_polygons() in sat.c: the closest point of the corner is not on the edge, but the corner's own edge is
// parallel to it and overlaps it. Computed one by one, since it is needed only for sides that are exactly parallel.
static inline bool lies_flat4(const Outline *outline, int count, int edge, const Outline *other, int other_count,
                              int vertex, bool past_start, int lane)
{
    int next = edge + 1 < count ? edge + 1 : 0, after = vertex + 1 < other_count ? vertex + 1 : 0;
    AukDvec start = vertex_in_lane(outline, edge, lane), end = vertex_in_lane(outline, next, lane);
    AukDvec from = vertex_in_lane(other, vertex, lane);
    AukDvec to = vertex_in_lane(other, past_start ? after : (vertex > 0 ? vertex : other_count) - 1, lane);
    AukDvec along = dvec_sub(to, from), facing = past_start ? along : dvec_neg(along), face = dvec_sub(end, start);
    double dot = dvec_dot(face, facing), share;
    share = dvec_dot(dvec_sub(past_start ? start : end, from), along) / dvec_dot(along, along);
    return dot < 0.0 && fabs(dvec_cross(face, facing)) <= -AUK_SAT_PARALLEL * dot && share >= 0.0 && share <= 1.0;
}

// The mask of those pairs in `asked` whose edges are parallel and overlap.
AUK_F64X4 AukF64x4 polygons_lie_flat4(const AukPairs4Faces *faces, const Outline *a, const Outline *b,
                                      AukF64x4 past_start, AukF64x4 asked)
{
    unsigned bits = f64x4_bits(asked), of_b = f64x4_bits(faces->of_b), past = f64x4_bits(past_start);
    AukPairs4Indices edge = pairs4_indices(faces->edge), vertex = pairs4_indices(faces->vertex);
    AukPairs4Indices count_a = pairs4_indices(faces->a.count), count_b = pairs4_indices(faces->b.count);
    int64_t flat[AUK_PAIRS4_LANES];
    for (int i = 0; i < AUK_PAIRS4_LANES; i++) {
        bool swap = of_b >> i & 1u;
        flat[i] =
            -(int64_t)((bits >> i & 1u) &&
                       lies_flat4(swap ? b : a, swap ? count_b.lane[i] : count_a.lane[i], edge.lane[i], swap ? a : b,
                                  swap ? count_a.lane[i] : count_b.lane[i], vertex.lane[i], past >> i & 1u, i));
    }
    return f64x4_load_mask(flat);
}

// The transform of b in the frame of a, in the units of a.
AUK_F64X4 AukDtransform4 seen_from4(const AukDtransform4 *a, const AukDtransform4 *b, AukF64x4 shrink)
{
    AukF64x4 k = f64x4_mul(shrink, shrink);
    AukDvec4 p = dtransform4_unrotate(a, dvec4_sub(dtransform4_position(b), dtransform4_position(a)));
    AukDtransform4 transform = {f64x4_mul(k, p.x), f64x4_mul(k, p.y),
                                f64x4_mul(k, f64x4_add(f64x4_mul(a->c, b->c), f64x4_mul(a->s, b->s))),
                                f64x4_mul(k, f64x4_sub(f64x4_mul(a->c, b->s), f64x4_mul(a->s, b->c)))};
    return transform;
}

// `count` is a compile-time constant; no polygon has more corners.
AUK_F64X4 void find_side(AukPairs4Faces *faces, int count)
{
    AukF64x4 radius = f64x4_add(faces->a.radius, faces->b.radius), max_distance = f64x4_add(faces->limit, radius);
    AukF64x4 shrink = dtransform4_shrink(&faces->a.transform), none = f64x4(0.0), one = f64x4(1.0);
    AukDtransform4 relative = seen_from4(&faces->a.transform, &faces->b.transform, shrink);
    Outline a, b;
    load_outline(&a, &faces->a, count);
    load_outline(&b, &faces->b, count);
    place_outline4(&b, &relative, count);
    Lengths4 lengths = {f64x4(INFINITY), dvec4_size(dtransform4_position(&faces->a.transform))};
    BestSides4 best_a = best_side(&a, &b, count, &lengths), best_b = best_side(&b, &a, count, &lengths);
    faces->of_b = f64x4_less(best_a.signed_square, best_b.signed_square);
    BestSides4 best = better_side(&best_a, &best_b, faces->of_b);
    Deepest deepest = deepest_below(best.edge, faces->of_b, &a, &b, count);
    faces->edge = best.index;
    faces->vertex = deepest.index;

    AukF64x4 inverse = f64x4_div(one, f64x4_sqrt(best.square)), length = f64x4_sqrt(f64x4_abs(best.signed_square));
    AukF64x4 distance = f64x4_pick(f64x4_less(best.signed_square, none), f64x4_neg(length), length);
    AukDvec4 out = dvec4(f64x4_mul(best.edge.y, inverse), f64x4_mul(f64x4_neg(best.edge.x), inverse));
    AukF64x4 least = f64x4_mul(f64x4(AUK_SAT_SIDES_LONG_ENOUGH), lengths.largest);
    AukF64x4 sound = f64x4_at_most(f64x4_mul(least, least), lengths.shortest);
    AukF64x4 far = f64x4_add(f64x4_mul(max_distance, shrink), f64x4_mul(f64x4(AUK_SAT_TOUCHING), lengths.largest));
    AukF64x4 certain = f64x4_less(f64x4_mul(f64x4(AUK_SAT_CERTAIN), lengths.largest), f64x4_abs(distance));
    AukF64x4 share = f64x4_div(dvec4_dot(dvec4_sub(deepest.at, best.from), best.edge), best.square);
    AukF64x4 on_edge = f64x4_and(f64x4_at_most(none, share), f64x4_at_most(share, one));
    faces->apart = f64x4_and(sound, f64x4_less(far, distance));
    faces->known = f64x4_and(f64x4_and(sound, certain), on_edge);
    AukF64x4 off_edge = f64x4_and(f64x4_and(sound, certain), f64x4_not(on_edge));
    if (f64x4_bits(off_edge)) {
        faces->known = f64x4_or(faces->known, polygons_lie_flat4(faces, &a, &b, f64x4_less(share, none), off_edge));
    }
    out = dvec4_pick(faces->of_b, dvec4_neg(out), out);
    faces->normal = dtransform4_rotate(&faces->a.transform, dvec4_scale(shrink, out));
    AukF64x4 scale = f64x4_mul(dtransform4_turn_square(&faces->a.transform), shrink);
    faces->distance = f64x4_sub(f64x4_mul(distance, scale), radius);
}

AUK_F64X4_CODE void auk__pairs4_polygons(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    AukPairs4Faces faces = pairs4_load_faces(pairs, AUK_CLASS_POLYGON);
    int count_a = pairs4_largest_count(&pairs->sides[0]), count_b = pairs4_largest_count(&pairs->sides[1]);
    int count = count_a > count_b ? count_a : count_b;
    if (count <= 4) {
        find_side(&faces, 4);
    } else if (count == 5) {
        find_side(&faces, 5);
    } else if (count == 6) {
        find_side(&faces, 6);
    } else {
        find_side(&faces, AUK_SAT_MAX);
    }
    pairs4_answer_faces(&faces, AUK_CLASS_POLYGON, pairs, answers);
}

#endif
