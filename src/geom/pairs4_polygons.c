// Four pairs of small polygons, boxes among them: faces.c finds the face and the corner below it.
// Invariant: the same operations in the same order as there, so the same bits. Distances that are next to nothing and
// corners that meet are not told.
#include "geom/pairs4_manifold.h"
#include "geom/sat_sides.h"

#if AUK_FOUR_EXISTS

// Seen from a: `count` vertices and one more, of which a polygon with fewer has its first ones again.
typedef struct Outline {
    AukFour x[AUK_QUARTET_VERTICES], y[AUK_QUARTET_VERTICES];
} Outline;

AUK_FOUR void load_outline(Outline *outline, const AukFourShapes *shapes, int count)
{
    const AukVec2 *const *v = shapes->side->vertices;
    AukFourVec half = shapes->half, back = four_vec_neg(half);
    for (int i = 0; i <= count; i++) {
        AukFourVec vertex = four_points(&v[0][i], &v[1][i], &v[2][i], &v[3][i]);
        outline->x[i] = four_pick(shapes->boxes, i % 4 == 0 || i % 4 == 3 ? back.x : half.x, vertex.x);
        outline->y[i] = four_pick(shapes->boxes, i % 4 < 2 ? back.y : half.y, vertex.y);
    }
}

AUK_FOUR void place_outline(Outline *outline, const AukFourPlace *place, int count)
{
    for (int i = 0; i <= count; i++) {
        AukFourVec v = four_apply(place, four_vec(outline->x[i], outline->y[i]));
        outline->x[i] = v.x;
        outline->y[i] = v.y;
    }
}

// The best side so far.
typedef struct Best {
    AukFour signed_square, square;
    AukFour index;
    AukFourVec edge, from;
} Best;

// The least square of an edge and the largest coordinate.
typedef struct Lengths {
    AukFour shortest, largest;
} Lengths;

// Holds every side against all corners of the other. Where a polygon has fewer than the largest one its sides come
// again, which changes nothing.
AUK_FOUR Best best_side(const Outline *outline, const Outline *other, int count, Lengths *lengths)
{
    AukFour none = four(0.0), number = none;
    Best best = {four(-INFINITY), four(1.0), none, {none, none}, {none, none}};
    for (int i = 0; i < count; i++) {
        AukFourVec from = four_vec(outline->x[i], outline->y[i]);
        AukFourVec edge = four_vec_sub(four_vec(outline->x[i + 1], outline->y[i + 1]), from);
        AukFour square = four_dot(edge, edge), least = four(INFINITY);
        for (int k = 0; k < count; k++) {
            least = four_min(least, four_cross(four_vec(other->x[k], other->y[k]), edge));
        }
        AukFour beyond = four_sub(least, four_cross(from, edge));
        AukFour signed_square = four_div(four_mul(beyond, four_abs(beyond)), square);
        AukFour better = four_less(best.signed_square, signed_square);
        best.signed_square = four_pick(better, signed_square, best.signed_square);
        best.square = four_pick(better, square, best.square);
        best.index = four_pick(better, number, best.index);
        best.edge = four_vec_pick(better, edge, best.edge);
        best.from = four_vec_pick(better, from, best.from);
        lengths->shortest = four_min(lengths->shortest, square);
        lengths->largest = four_max(lengths->largest, four_vec_size(from));
        number = four_add(number, four(1.0));
    }
    return best;
}

AUK_FOUR Best better_side(const Best *a, const Best *b, AukFour of_b)
{
    Best best = {four_pick(of_b, b->signed_square, a->signed_square), four_pick(of_b, b->square, a->square),
                 four_pick(of_b, b->index, a->index), four_vec_pick(of_b, b->edge, a->edge),
                 four_vec_pick(of_b, b->from, a->from)};
    return best;
}

// The corner deepest below the best side, the first of equals.
typedef struct Deepest {
    AukFour index;
    AukFourVec at;
} Deepest;

AUK_FOUR Deepest deepest_below(AukFourVec edge, AukFour of_b, const Outline *a, const Outline *b, int count)
{
    AukFour none = four(0.0), number = none, least = four(INFINITY);
    Deepest deepest = {none, {none, none}};
    for (int i = 0; i < count; i++) {
        AukFourVec v = four_vec_pick(of_b, four_vec(a->x[i], a->y[i]), four_vec(b->x[i], b->y[i]));
        AukFour along = four_cross(v, edge), lower = four_less(along, least);
        least = four_pick(lower, along, least);
        deepest.index = four_pick(lower, number, deepest.index);
        deepest.at = four_vec_pick(lower, v, deepest.at);
        number = four_add(number, four(1.0));
    }
    return deepest;
}

static inline AukDvec vertex_in_lane(const Outline *outline, int index, int lane)
{
    const double *x = (const double *)&outline->x[index], *y = (const double *)&outline->y[index];
    return dvec(x[lane], y[lane]);
}

// As answer_flat() in faces.c: the foot of the corner is off the edge, but the corner's own edge lies flat on it and
// reaches it. Only what is asked of two sides that are parallel to the last bits, so one by one.
static inline bool lies_flat(const Outline *outline, int count, int edge, const Outline *other, int other_count,
                             int vertex, bool past_start, int lane)
{
    int next = edge + 1 < count ? edge + 1 : 0, after = vertex + 1 < other_count ? vertex + 1 : 0;
    AukDvec start = vertex_in_lane(outline, edge, lane), end = vertex_in_lane(outline, next, lane);
    AukDvec from = vertex_in_lane(other, vertex, lane);
    AukDvec to = vertex_in_lane(other, past_start ? after : (vertex > 0 ? vertex : other_count) - 1, lane);
    AukDvec along = dvec_sub(to, from), facing = past_start ? along : dvec_neg(along), face = dvec_sub(end, start);
    double dot = dvec_dot(face, facing), share;
    share = dvec_dot(dvec_sub(past_start ? start : end, from), along) / dvec_dot(along, along);
    return dot < 0.0 && fabs(dvec_cross(face, facing)) <= -AUK_FACES_PARALLEL * dot && share >= 0.0 && share <= 1.0;
}

// Which of the pairs in `asked` lie flat.
AUK_FOUR AukFour lie_flat(const AukFourFaces *faces, const Outline *a, const Outline *b, AukFour past_start,
                          AukFour asked)
{
    unsigned bits = four_bits(asked), of_b = four_bits(faces->of_b), past = four_bits(past_start);
    AukFourIndices edge = four_indices(faces->edge), vertex = four_indices(faces->vertex);
    AukFourIndices count_a = four_indices(faces->a.count), count_b = four_indices(faces->b.count);
    int64_t flat[AUK_QUARTET];
    for (int i = 0; i < AUK_QUARTET; i++) {
        bool swap = of_b >> i & 1u;
        flat[i] =
            -(int64_t)((bits >> i & 1u) &&
                       lies_flat(swap ? b : a, swap ? count_b.lane[i] : count_a.lane[i], edge.lane[i], swap ? a : b,
                                 swap ? count_a.lane[i] : count_b.lane[i], vertex.lane[i], past >> i & 1u, i));
    }
    return four_load_mask(flat);
}

// b seen from a, in a's own units.
AUK_FOUR AukFourPlace seen_from(const AukFourPlace *a, const AukFourPlace *b, AukFour shrink)
{
    AukFour k = four_mul(shrink, shrink);
    AukFourVec p = four_unrotate(a, four_vec_sub(four_position(b), four_position(a)));
    AukFourPlace place = {four_mul(k, p.x), four_mul(k, p.y),
                          four_mul(k, four_add(four_mul(a->c, b->c), four_mul(a->s, b->s))),
                          four_mul(k, four_sub(four_mul(a->c, b->s), four_mul(a->s, b->c)))};
    return place;
}

// `count` is known when this is compiled, and no polygon has more corners.
AUK_FOUR void find_side(AukFourFaces *faces, int count)
{
    AukFour radius = four_add(faces->a.radius, faces->b.radius), reach = four_add(faces->limit, radius);
    AukFour shrink = four_shrink(&faces->a.place), none = four(0.0), one = four(1.0);
    AukFourPlace relative = seen_from(&faces->a.place, &faces->b.place, shrink);
    Outline a, b;
    load_outline(&a, &faces->a, count);
    load_outline(&b, &faces->b, count);
    place_outline(&b, &relative, count);
    Lengths lengths = {four(INFINITY), four_vec_size(four_position(&faces->a.place))};
    Best best_a = best_side(&a, &b, count, &lengths), best_b = best_side(&b, &a, count, &lengths);
    faces->of_b = four_less(best_a.signed_square, best_b.signed_square);
    Best best = better_side(&best_a, &best_b, faces->of_b);
    Deepest deepest = deepest_below(best.edge, faces->of_b, &a, &b, count);
    faces->edge = best.index;
    faces->vertex = deepest.index;

    AukFour inverse = four_div(one, four_sqrt(best.square)), length = four_sqrt(four_abs(best.signed_square));
    AukFour distance = four_pick(four_less(best.signed_square, none), four_neg(length), length);
    AukFourVec out = four_vec(four_mul(best.edge.y, inverse), four_mul(four_neg(best.edge.x), inverse));
    AukFour least = four_mul(four(AUK_SIDES_LONG_ENOUGH), lengths.largest);
    AukFour sound = four_at_most(four_mul(least, least), lengths.shortest);
    AukFour far = four_add(four_mul(reach, shrink), four_mul(four(AUK_FACES_TOUCHING), lengths.largest));
    AukFour certain = four_less(four_mul(four(AUK_FACES_CERTAIN), lengths.largest), four_abs(distance));
    AukFour share = four_div(four_dot(four_vec_sub(deepest.at, best.from), best.edge), best.square);
    AukFour on_edge = four_and(four_at_most(none, share), four_at_most(share, one));
    faces->apart = four_and(sound, four_less(far, distance));
    faces->known = four_and(four_and(sound, certain), on_edge);
    AukFour off_edge = four_and(four_and(sound, certain), four_not(on_edge));
    if (four_bits(off_edge)) {
        faces->known = four_or(faces->known, lie_flat(faces, &a, &b, four_less(share, none), off_edge));
    }
    out = four_vec_pick(faces->of_b, four_vec_neg(out), out);
    faces->normal = four_rotate(&faces->a.place, four_vec_scale(shrink, out));
    AukFour scale = four_mul(four_turn_square(&faces->a.place), shrink);
    faces->distance = four_sub(four_mul(distance, scale), radius);
}

AUK_FOUR_CODE void auk__quartet_polygons(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFourFaces faces = four_load_faces(pairs, AUK_CLASS_POLYGON);
    int count_a = four_largest_count(&pairs->sides[0]), count_b = four_largest_count(&pairs->sides[1]);
    int count = count_a > count_b ? count_a : count_b;
    if (count <= 4) {
        find_side(&faces, 4);
    } else if (count == 5) {
        find_side(&faces, 5);
    } else if (count == 6) {
        find_side(&faces, 6);
    } else {
        find_side(&faces, AUK_FACES_MAX);
    }
    four_answer_faces(&faces, AUK_CLASS_POLYGON, pairs, answers);
}

#endif
