// Four pairs of boxes, or of small polygons: boxes.c and faces.c find the face, manifold.c clips the edge that meets
// it. Invariant: the same operations in the same order as there, so the same bits. What those files branch on and what
// is rare is not told here: feet off their edges, distances that are next to nothing.
#include "geom/quartet_answer.h"
#include "geom/sides.h"

#if AUK_FOUR_EXISTS

// Both shapes, and the face of one that is nearest the other.
typedef struct Faces {
    AukFourShapes a, b;
    AukFour limit;
    AukFour of_b, edge, vertex; // whose the face is, its edge, and the corner of the other
    AukFour distance;           // with the radii
    AukFourVec normal;          // in the pair's frame, from a to b
    AukFour known, apart;       // certain; farther apart than anybody asks
} Faces;

// ---- polygons -------------------------------------------------------------------------------------------------------

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
AUK_FOUR AukFour lie_flat(const Faces *faces, const Outline *a, const Outline *b, AukFour past_start, AukFour asked)
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
AUK_FOUR void find_side(Faces *faces, int count)
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

// ---- boxes ----------------------------------------------------------------------------------------------------------

// As Box in boxes.c.
typedef struct Boxes {
    AukFourVec middle, axis, half;
    AukFour fat;
} Boxes;

AUK_FOUR Boxes boxes_of(const AukFourShapes *shapes)
{
    const AukFourPlace *place = &shapes->place;
    AukFourVec half = shapes->half;
    AukFour shrink = four_shrink(place), scale = four_mul(four_turn_square(place), shrink);
    Boxes boxes;
    boxes.middle = four_position(place);
    boxes.axis = four_vec(four_mul(place->c, shrink), four_mul(place->s, shrink));
    boxes.half = four_vec(four_mul(half.x, scale), four_mul(half.y, scale));
    boxes.fat = four_and(four_at_most(four_mul(four(AUK_FACES_FAT), half.y), half.x),
                         four_at_most(four_mul(four(AUK_FACES_FAT), half.x), half.y));
    return boxes;
}

AUK_FOUR Boxes pick_boxes(AukFour mask, const Boxes *a, const Boxes *b)
{
    Boxes boxes = {four_vec_pick(mask, a->middle, b->middle), four_vec_pick(mask, a->axis, b->axis),
                   four_vec_pick(mask, a->half, b->half), a->fat};
    return boxes;
}

// The other one's middle, and the cosine and sine of its axis.
typedef struct Relative {
    AukFourVec apart;
    AukFour c, s;
} Relative;

typedef struct BestFace {
    AukFour of_b, upright, distance;
} BestFace;

AUK_FOUR void try_pair_of_faces(const Relative *relative, const Boxes *boxes, const Boxes *others, AukFour of_b,
                                BestFace *best)
{
    AukFour c = four_abs(relative->c), s = four_abs(relative->s);
    AukFour wide = four_add(four_mul(others->half.x, c), four_mul(others->half.y, s));
    AukFour high = four_add(four_mul(others->half.x, s), four_mul(others->half.y, c));
    AukFour upright = four_sub(four_abs(relative->apart.x), four_add(boxes->half.x, wide));
    AukFour lying = four_sub(four_abs(relative->apart.y), four_add(boxes->half.y, high));
    AukFour all = _mm256_castsi256_pd(_mm256_set1_epi32(-1)), none = four(0.0);
    AukFour better = four_less(best->distance, upright);
    best->distance = four_pick(better, upright, best->distance);
    best->upright = four_pick(better, all, best->upright);
    best->of_b = four_pick(better, of_b, best->of_b);
    better = four_less(best->distance, lying);
    best->distance = four_pick(better, lying, best->distance);
    best->upright = four_pick(better, none, best->upright);
    best->of_b = four_pick(better, of_b, best->of_b);
}

AUK_FOUR AukFour sign_of(AukFour v)
{
    return four_pick(four_less(v, four(0.0)), four(-1.0), four(1.0));
}

AUK_FOUR AukFour corner_number(AukFour x, AukFour y)
{
    AukFour none = four(0.0), right = four_less(none, x);
    return four_pick(four_less(none, y), four_pick(right, four(2.0), four(3.0)), four_pick(right, four(1.0), none));
}

AUK_FOUR void find_face(Faces *faces)
{
    Boxes a = boxes_of(&faces->a), b = boxes_of(&faces->b);
    AukFourVec apart = four_vec_sub(b.middle, a.middle), u = a.axis, v = b.axis;
    AukFour size = four_add(four_add(four_vec_size(a.middle), four_add(a.half.x, a.half.y)),
                            four_add(four_vec_size(b.middle), four_add(b.half.x, b.half.y)));
    AukFour radius = four_add(faces->a.radius, faces->b.radius), reach = four_add(faces->limit, radius);
    AukFour none = four(0.0), touching = four_mul(four(AUK_FACES_TOUCHING), size), far = four_add(reach, touching);
    Relative relative = {four_vec(four_dot(apart, u), four_cross(u, apart)), four_dot(u, v), four_cross(u, v)};
    Relative back = {four_vec(four_neg(four_dot(apart, v)), four_neg(four_cross(v, apart))), relative.c,
                     four_neg(relative.s)};
    BestFace best = {none, none, four(-INFINITY)};
    try_pair_of_faces(&relative, &a, &b, none, &best);
    try_pair_of_faces(&back, &b, &a, _mm256_castsi256_pd(_mm256_set1_epi32(-1)), &best);

    AukFour of_b = best.of_b, upright = best.upright;
    Boxes box = pick_boxes(of_b, &b, &a), other = pick_boxes(of_b, &a, &b);
    AukFourVec seen = four_vec_pick(of_b, back.apart, relative.apart);
    AukFour c = relative.c, s = four_pick(of_b, back.s, relative.s);
    AukFour along = four_pick(upright, seen.x, seen.y), aside = four_pick(upright, seen.y, seen.x);
    AukFour x_up = four_pick(upright, c, s), y_up = four_pick(upright, four_neg(s), c);
    AukFour x_along = four_pick(upright, s, c), y_along = four_pick(upright, c, four_neg(s));
    AukFour width = four_pick(upright, box.half.y, box.half.x), side = sign_of(along), away = four_neg(side);
    AukFourVec left = four_vec(four_neg(box.axis.y), box.axis.x);
    AukFourVec normal = four_vec_scale(side, four_vec_pick(upright, box.axis, left));
    AukFour corner_x = four_mul(away, sign_of(x_up)), corner_y = four_mul(away, sign_of(y_up));
    AukFour offset = four_add(aside, four_add(four_mul(four_mul(corner_x, other.half.x), x_along),
                                              four_mul(four_mul(corner_y, other.half.y), y_along)));
    AukFour positive = four_less(none, side);
    faces->of_b = of_b;
    faces->edge = four_pick(upright, four_pick(positive, four(1.0), four(3.0)), four_pick(positive, four(2.0), none));
    faces->vertex = corner_number(corner_x, corner_y);

    // as answer_flat() in boxes.c
    AukFour x_rises = four_abs(x_up), y_rises = four_abs(y_up), lies = four_less(x_rises, y_rises);
    AukFour tilt = four_pick(lies, x_rises, y_rises), flat_half = four_pick(lies, other.half.x, other.half.y);
    AukFour outwards = four_less(none, offset), runs_on = four_less(offset, aside), off = four_abs(offset);
    AukFour reaches = four_at_most(four_sub(off, four_mul(four(2.0), flat_half)), width);
    AukFour towards = _mm256_xor_pd(outwards, runs_on);
    AukFour flat = four_and(four_at_most(tilt, four(AUK_FACES_PARALLEL)), four_and(reaches, towards));
    AukFour certain = four_less(four_mul(four(AUK_FACES_CERTAIN), size), four_abs(best.distance));
    AukFour next_to_nothing = four_and(four_less(none, best.distance), four_at_most(best.distance, touching));
    faces->apart = four_less(far, best.distance);
    faces->known = four_and(four_or(certain, four_and(a.fat, b.fat)), four_or(four_at_most(off, width), flat));
    faces->normal = four_vec_pick(of_b, four_vec_neg(normal), normal);
    faces->distance = four_sub(four_pick(next_to_nothing, none, best.distance), radius);
}

// ---- the manifold: see manifold.c -----------------------------------------------------------------------------------

AUK_FOUR AukFour second_are_squarer(const AukFourEdges *a, const AukFourEdges *b)
{
    AukFour squarer =
        four_less(four_mul(four_mul(b->dot, b->dot), a->square), four_mul(four_mul(a->dot, a->dot), b->square));
    return four_and(four_and(b->faces, four_not(four_are_square(a, AUK_MANIFOLD_PREFERENCE))),
                    four_or(four_not(a->faces), squarer));
}

// Along the way the reference edge runs, and along the normal.
AUK_FOUR AukFourVec across_and_outward(AukFourVec v, AukFourVec outward)
{
    return four_vec(four_add(four_mul(v.x, four_neg(outward.y)), four_mul(v.y, outward.x)),
                    four_add(four_mul(v.x, outward.x), four_mul(v.y, outward.y)));
}

// An edge in the pair's frame, and a shape's radius.
typedef struct Placed {
    AukFourVec from, along;
    AukFour index, next, radius;
} Placed;

AUK_FOUR Placed placed_edge(const AukFourEdges *edge, const AukFourPlace *place, AukFour radius)
{
    Placed placed = {four_apply(place, edge->from), four_rotate(place, edge->along), edge->index, edge->next, radius};
    return placed;
}

AUK_FOUR Placed pick_placed(AukFour mask, const Placed *a, const Placed *b)
{
    Placed placed = {four_vec_pick(mask, a->from, b->from), four_vec_pick(mask, a->along, b->along),
                     four_pick(mask, a->index, b->index), four_pick(mask, a->next, b->next),
                     four_pick(mask, a->radius, b->radius)};
    return placed;
}

// One end of the clipped incident edge.
typedef struct End {
    AukFour share, distance;
    AukFour of_reference;        // it is a corner of the reference, within the incident edge
    AukFour reference, incident; // vertices or edges
} End;

AUK_FOUR AukFourPoints points_of(const End *end, const Placed *incident, AukFourVec outward, AukFour swapped,
                                 AukFourVec origin)
{
    AukFour up = four_sub(four_neg(incident->radius), four_mul(four(0.5), end->distance));
    AukFourVec at = four_vec_mul_add(incident->from, end->share, incident->along);
    AukFourVec point = four_vec_add(four_vec_add(at, four_vec_scale(up, outward)), origin);
    AukFour on_reference = four_not(end->of_reference); // inside the edge
    AukFourPoints points = {four_floats(point.x), four_floats(point.y), four_floats(end->distance),
                            four_features(four_pick(swapped, end->incident, end->reference),
                                          four_pick(swapped, end->of_reference, on_reference)),
                            four_features(four_pick(swapped, end->reference, end->incident),
                                          four_pick(swapped, on_reference, end->of_reference))};
    return points;
}

// Writes the manifolds. Where the mask is not set the edges are not what touches.
AUK_FOUR AukFour write_manifolds(const Faces *faces, AukQuartetClass what, const AukQuartet *pairs, AukFour support_a,
                                 AukFour support_b, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFour none = four(0.0), one = four(1.0), limit = faces->limit, known = faces->distance;
    AukFourVec normal = faces->normal, back = four_vec_neg(normal);
    AukFourCorners corners_a = four_corners(&faces->a, what, support_a);
    AukFourCorners corners_b = four_corners(&faces->b, what, support_b);
    AukFourEdges edge_a = four_facing_edges(&corners_a, &faces->a.place, normal);
    AukFourEdges edge_b = four_facing_edges(&corners_b, &faces->b.place, back);
    AukFour swapped = second_are_squarer(&edge_a, &edge_b);
    AukFour square = four_pick(swapped, four_are_square(&edge_b, AUK_MANIFOLD_SQUARE),
                               four_are_square(&edge_a, AUK_MANIFOLD_SQUARE));
    Placed placed_a = placed_edge(&edge_a, &faces->a.place, faces->a.radius);
    Placed placed_b = placed_edge(&edge_b, &faces->b.place, faces->b.radius);
    Placed reference = pick_placed(swapped, &placed_b, &placed_a),
           incident = pick_placed(swapped, &placed_a, &placed_b);
    AukFourVec outward = four_vec_pick(swapped, back, normal);

    AukFourVec along = across_and_outward(reference.along, outward),
               against = across_and_outward(incident.along, outward);
    AukFourVec from = across_and_outward(four_vec_sub(incident.from, reference.from), outward);
    AukFour length = along.x, start = from.x, span = four_neg(against.x), end = four_sub(start, span);
    AukFour clipped = four_and(four_less(none, span), four_and(four_at_most(none, start), four_at_most(end, length)));
    AukFour slope = four_div(along.y, length), radius = four_add(incident.radius, reference.radius);
    AukFour over = four_less(length, start), under = four_less(end, none);
    End first, second;
    first.share = four_pick(over, four_div(four_sub(start, length), span), none);
    second.share = four_pick(under, four_div(start, span), one);
    first.distance =
        four_sub(four_add(from.y, four_mul(first.share, against.y)), four_mul(slope, four_pick(over, length, start)));
    second.distance =
        four_sub(four_add(from.y, four_mul(second.share, against.y)), four_mul(slope, four_pick(under, none, end)));
    first.distance = four_sub(first.distance, radius);
    second.distance = four_sub(second.distance, radius);
    first.of_reference = over;
    second.of_reference = under;
    first.reference = four_pick(over, reference.next, reference.index);
    first.incident = incident.index;
    second.reference = reference.index;
    second.incident = four_pick(under, incident.index, incident.next);

    AukFour deepest = four_min(first.distance, second.distance);
    AukFour agrees = four_at_most(four_abs(four_sub(deepest, known)), limit);
    AukFour most = four_pick(four_less(limit, deepest), deepest, limit);
    AukFour two_places = four_less(four(AUK_MANIFOLD_SAME_PLACE), four_abs(four_sub(second.share, first.share)));
    AukFour keep_first = four_at_most(first.distance, most), keep_second = four_at_most(second.distance, most);
    keep_second = four_and(keep_second, four_or(two_places, four_not(keep_first)));
    AukFourVec origin = four_origins(pairs);
    AukFourPoints first_points = points_of(&first, &incident, outward, swapped, origin);
    AukFourPoints second_points = points_of(&second, &incident, outward, swapped, origin), no_points = four_no_points();
    __m128 both = four_mask(four_and(keep_first, keep_second));
    four_write_points(answers, 0, four_pick_points(four_mask(keep_first), &first_points, &second_points));
    four_write_points(answers, 1, four_pick_points(both, &second_points, &no_points));
    AukFourHeads heads = {normal, known, _mm_add_epi32(_mm_set1_epi32(1), _mm_srli_epi32(_mm_castps_si128(both), 31))};
    four_write_heads(answers, &heads);
    return four_and(four_and(square, clipped), agrees);
}

// A face and the corner below it are a simplex like any other.
AUK_FOUR void write_caches(const Faces *faces, AukFour support_a, AukFour support_b,
                           AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFour next = four_add(faces->edge, four(1.0)), count = four_pick(faces->of_b, faces->b.count, faces->a.count);
    next = four_pick(four_less(next, count), next, four(0.0));
    AukFourIndices first_a = four_indices(support_a), first_b = four_indices(support_b);
    AukFourIndices then_a = four_indices(four_pick(faces->of_b, support_a, next));
    AukFourIndices then_b = four_indices(four_pick(faces->of_b, next, support_b));
    for (int i = 0; i < AUK_QUARTET; i++) {
        AukGjkCache cache = {2,
                             {(uint32_t)first_a.lane[i], (uint32_t)then_a.lane[i], 0},
                             {(uint32_t)first_b.lane[i], (uint32_t)then_b.lane[i], 0}};
        answers[i]->cache = cache;
    }
}

AUK_FOUR Faces load_faces(const AukQuartet *pairs, AukQuartetClass what)
{
    Faces faces;
    faces.a = four_shapes(&pairs->sides[0], what);
    faces.b = four_shapes(&pairs->sides[1], what);
    faces.limit = four_load(pairs->limits);
    return faces;
}

AUK_FOUR void answer(const Faces *faces, AukQuartetClass what, const AukQuartet *pairs,
                     AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFour support_a = four_pick(faces->of_b, faces->vertex, faces->edge);
    AukFour support_b = four_pick(faces->of_b, faces->edge, faces->vertex);
    AukFour near = four_at_most(faces->distance, faces->limit), known = four_and(faces->known, four_not(faces->apart));
    AukFour apart = four_or(faces->apart, four_and(known, four_not(near))), touching = four_and(known, near);
    if (four_bits(touching)) {
        touching = four_and(touching, write_manifolds(faces, what, pairs, support_a, support_b, answers));
        write_caches(faces, support_a, support_b, answers);
    }
    four_write_verdicts(answers, apart, touching);
}

static inline int largest_count(const AukQuartetSide *a, const AukQuartetSide *b)
{
    int count = 0;
    for (int i = 0; i < AUK_QUARTET; i++) {
        count = a->counts[i] > count ? a->counts[i] : count;
        count = b->counts[i] > count ? b->counts[i] : count;
    }
    return count;
}

AUK_FOUR_CODE void auk__quartet_polygons(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    Faces faces = load_faces(pairs, AUK_CLASS_POLYGON);
    int count = largest_count(&pairs->sides[0], &pairs->sides[1]);
    if (count <= 4) {
        find_side(&faces, 4);
    } else if (count == 5) {
        find_side(&faces, 5);
    } else if (count == 6) {
        find_side(&faces, 6);
    } else {
        find_side(&faces, AUK_FACES_MAX);
    }
    answer(&faces, AUK_CLASS_POLYGON, pairs, answers);
}

AUK_FOUR_CODE void auk__quartet_boxes(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    Faces faces = load_faces(pairs, AUK_CLASS_BOX);
    find_face(&faces);
    answer(&faces, AUK_CLASS_BOX, pairs, answers);
}

#endif
