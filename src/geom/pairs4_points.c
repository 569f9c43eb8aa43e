// Four pairs of which one shape, or both, are circles: points.c finds the foot of the centre, manifold.c the one
// contact between the witness points. Invariant: the same operations in the same order as there, so the same bits.
#include "geom/pairs4_answer.h"

#if AUK_FOUR_EXISTS

// The foot of a circle's centre on the other shape, in that one's frame and units.
typedef struct Feet {
    AukFourVec at, normal; // on the outline; unit, outward
    AukFour distance;      // signed
    AukFour support;
    AukFour known;
} Feet;

// A circle and what it is beside. On both sides of the caller's pair, see `flipped`.
typedef struct Beside {
    AukFourShapes other;
    AukFourVec centre, seen; // in the pair's frame, and as the other shape sees it
    AukFour size;            // of these coordinates
    AukFour shrink, radius, limit, flipped;
} Beside;

AUK_FOUR AukFourVec centres_of(const AukQuartetSide *circles)
{
    AukFourPlace place = four_places(circles->places);
    return four_apply(&place, four_vec(four(0.0), four(0.0)));
}

AUK_FOUR Beside load_beside(const AukQuartet *pairs, AukQuartetClass what)
{
    Beside beside;
    beside.other = four_shapes(&pairs->sides[0], what);
    beside.centre = centres_of(&pairs->sides[1]);
    beside.shrink = four_shrink(&beside.other.place);
    beside.radius = four_load(pairs->sides[1].radii);
    beside.limit = four_load(pairs->limits);
    beside.flipped = four_load_mask(pairs->flipped);
    AukFourVec middle = four_position(&beside.other.place), away = four_vec_sub(beside.centre, middle);
    AukFour square = four_mul(beside.shrink, beside.shrink);
    beside.seen = four_vec_scale(square, four_unrotate(&beside.other.place, away));
    beside.size = four_add(four_add(four_vec_size(beside.centre), four_vec_size(middle)), four_vec_size(beside.seen));
    return beside;
}

// The single contact of a manifold.
typedef struct Middle {
    AukFourVec point_a, point_b, normal;
    AukFour distance;
    __m128 feature_a, feature_b;
} Middle;

AUK_FOUR void write_middle(const AukQuartet *pairs, const Middle *middle, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFourPoints points = four_middles(middle->point_a, middle->point_b, middle->distance, middle->feature_a,
                                        middle->feature_b, four_origins(pairs));
    AukFourHeads heads = {middle->normal, middle->distance, _mm_set1_epi32(1)};
    four_write_points(answers, 0, points);
    four_write_points(answers, 1, four_no_points());
    four_write_heads(answers, &heads);
}

// Takes the foot into the caller's pair.
AUK_FOUR void answer(const Beside *beside, AukQuartetClass what, const Feet *feet, const AukQuartet *pairs,
                     AukQuartetAnswer *const answers[AUK_QUARTET])
{
    const AukFourPlace *place = &beside->other.place;
    AukFour none = four(0.0), flipped = beside->flipped;
    AukFour radius_a = four_pick(flipped, beside->radius, beside->other.radius);
    AukFour radius_b = four_pick(flipped, beside->other.radius, beside->radius);
    AukFourVec out = four_rotate(place, four_vec_scale(beside->shrink, feet->normal)), at = four_apply(place, feet->at);
    AukFourCorners corners = four_corners(&beside->other, what, feet->support);
    AukFourEdges edge = four_facing_edges(&corners, place, out);
    AukFour square = four_are_square(&edge, AUK_MANIFOLD_SQUARE);
    __m128 feature = four_features(four_pick(square, edge.index, feet->support), square), no_feature = _mm_setzero_ps();
    __m128 is_flipped = four_mask(flipped);
    Middle middle;
    middle.normal = four_vec_pick(flipped, four_vec_neg(out), out);
    middle.point_a = four_vec_mul_add(four_vec_pick(flipped, beside->centre, at), radius_a, middle.normal);
    middle.point_b = four_vec_mul_add(four_vec_pick(flipped, at, beside->centre), four_neg(radius_b), middle.normal);
    middle.distance = four_mul(feet->distance, four_mul(four_turn_square(place), beside->shrink));
    middle.distance = four_sub(middle.distance, four_add(radius_a, radius_b));
    middle.feature_a = _mm_blendv_ps(feature, no_feature, is_flipped);
    middle.feature_b = _mm_blendv_ps(no_feature, feature, is_flipped);
    write_middle(pairs, &middle, answers);
    four_write_corners(answers, four_pick(flipped, none, feet->support), four_pick(flipped, feet->support, none));
    AukFour near = four_at_most(middle.distance, beside->limit);
    four_write_verdicts(answers, four_and(feet->known, four_not(near)), four_and(feet->known, near));
}

// As auk__two_points() and what follows it.
AUK_FOUR_CODE void auk__quartet_circles(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFourVec p = centres_of(&pairs->sides[0]), q = centres_of(&pairs->sides[1]), apart = four_vec_sub(q, p);
    AukFour radius_a = four_load(pairs->sides[0].radii), radius_b = four_load(pairs->sides[1].radii), none = four(0.0);
    AukFour length = four_vec_length(apart), size = four_add(four_vec_size(p), four_vec_size(q));
    AukFour known = four_less(four_mul(four(AUK_FACES_TOUCHING), size), length);
    Middle middle;
    middle.normal = four_vec_scale(four_div(four(1.0), length), apart);
    middle.point_a = four_vec_mul_add(p, radius_a, middle.normal);
    middle.point_b = four_vec_mul_add(q, four_neg(radius_b), middle.normal);
    middle.distance = four_sub(length, four_add(radius_a, radius_b));
    middle.feature_a = middle.feature_b = _mm_setzero_ps();
    write_middle(pairs, &middle, answers);
    four_write_corners(answers, none, none);
    AukFour near = four_at_most(middle.distance, four_load(pairs->limits));
    four_write_verdicts(answers, four_and(known, four_not(near)), four_and(known, near));
}

// As foot_on_box() in points.c.
AUK_FOUR Feet feet_on_boxes(AukFourVec half, AukFourVec q, AukFour touching)
{
    AukFour none = four(0.0), one = four(1.0), minus = four(-1.0);
    AukFourVec beyond = four_vec_sub(four_vec(four_abs(q.x), four_abs(q.y)), half);
    AukFour left = four_less(q.x, none), below = four_less(q.y, none);
    AukFour past_x = four_less(none, beyond.x), past_y = four_less(none, beyond.y);
    AukFourVec sign = four_vec(four_pick(left, minus, one), four_pick(below, minus, one));
    AukFourVec corner = four_vec(four_mul(sign.x, half.x), four_mul(sign.y, half.y));
    AukFourVec within = four_vec(four_pick(past_x, corner.x, q.x), four_pick(past_y, corner.y, q.y));
    AukFour sideways = four_less(beyond.y, beyond.x), length = four_vec_length(beyond);
    AukFour at_corner = four_and(four_and(past_x, past_y), four_less(touching, length));
    AukFourVec from_corner =
        four_vec(four_mul(sign.x, four_div(beyond.x, length)), four_mul(sign.y, four_div(beyond.y, length)));
    AukFourVec on_side = four_vec(four_pick(sideways, corner.x, within.x), four_pick(sideways, within.y, corner.y));
    AukFourVec across = four_vec(four_pick(sideways, sign.x, none), four_pick(sideways, none, sign.y));
    Feet feet;
    feet.at = four_vec_pick(at_corner, corner, on_side);
    feet.normal = four_vec_pick(at_corner, from_corner, across);
    feet.distance = four_pick(at_corner, length, four_max(beyond.x, beyond.y));
    feet.support = four_pick(below, four_pick(left, none, one), four_pick(left, four(3.0), four(2.0)));
    feet.known = four_all();
    return feet;
}

// A distance that is rounding is none.
AUK_FOUR AukFour settled(AukFour distance, AukFour touching)
{
    AukFour none = four(0.0);
    return four_pick(four_and(four_less(none, distance), four_at_most(distance, touching)), none, distance);
}

AUK_FOUR_CODE void auk__quartet_box_circle(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    Beside beside = load_beside(pairs, AUK_CLASS_BOX);
    AukFourVec half = beside.other.half;
    AukFour touching = four_mul(four(AUK_FACES_TOUCHING), four_max(four_vec_size(half), beside.size));
    Feet feet = feet_on_boxes(half, beside.seen, touching);
    feet.distance = settled(feet.distance, touching);
    answer(&beside, AUK_CLASS_BOX, &feet, pairs, answers);
}

// The side that a point is farthest beyond, or least deep below.
typedef struct Side {
    AukFour index, signed_square;
    AukFour size; // the largest coordinate of all
} Side;

AUK_FOUR Side side_below(const AukQuartetSide *polygons, AukFourVec q, AukFour size)
{
    const AukVec2 *const *vertices = polygons->vertices;
    int count = four_largest_count(polygons);
    AukFour none = four(0.0), number = none;
    Side side = {none, four(-INFINITY), size};
    AukFourVec from = four_points(vertices[0], vertices[1], vertices[2], vertices[3]);
    for (int i = 0; i < count; i++) {
        AukFourVec to = four_points(&vertices[0][i + 1], &vertices[1][i + 1], &vertices[2][i + 1], &vertices[3][i + 1]);
        AukFourVec edge = four_vec_sub(to, from);
        AukFour beyond = four_cross(four_vec_sub(q, from), edge);
        AukFour signed_square = four_div(four_mul(beyond, four_abs(beyond)), four_dot(edge, edge));
        AukFour better = four_less(side.signed_square, signed_square);
        side.signed_square = four_pick(better, signed_square, side.signed_square);
        side.index = four_pick(better, number, side.index);
        side.size = four_max(side.size, four_vec_size(from));
        number = four_add(number, four(1.0));
        from = to;
    }
    return side;
}

// As foot_on_polygon() in points.c.
AUK_FOUR Feet feet_on_polygons(const AukFourShapes *polygons, AukFourVec q, AukFour size)
{
    AukFour none = four(0.0), one = four(1.0);
    Side side = side_below(polygons->side, q, size);
    AukFour certain = four_mul(four(AUK_FACES_CERTAIN), side.size);
    AukFour next = four_next(side.index, polygons->count);
    AukFourVec from = four_vertices(polygons, AUK_CLASS_POLYGON, side.index),
               to = four_vertices(polygons, AUK_CLASS_POLYGON, next), edge = four_vec_sub(to, from);
    AukFour square = four_dot(edge, edge), share = four_div(four_dot(four_vec_sub(q, from), edge), square);
    AukFour length = four_sqrt(four_abs(side.signed_square)), beyond = four_less(none, side.signed_square);
    AukFour before = four_less(share, none), after = four_less(one, share), off = four_or(before, after);
    AukFour inverse = four_div(one, four_sqrt(square));

    AukFourCorners corners = four_corners(polygons, AUK_CLASS_POLYGON, four_pick(before, side.index, next));
    AukFourVec apart = four_vec_sub(q, corners.at);
    AukFour distance = four_vec_length(apart);
    AukFour arriving = four_dot(four_vec_sub(corners.at, corners.previous), apart);
    AukFour leaving = four_dot(four_vec_sub(corners.following, corners.at), apart);
    AukFour on_corner = four_and(four_and(beyond, four_less(certain, distance)),
                                 four_and(four_at_most(none, arriving), four_at_most(leaving, none)));
    Feet feet;
    feet.at = four_vec_pick(off, corners.at, four_vec_mul_add(from, share, edge));
    feet.normal = four_vec_pick(off, four_vec_scale(four_div(one, distance), apart),
                                four_vec_scale(inverse, four_vec(edge.y, four_neg(edge.x))));
    AukFour inside = four_less(side.signed_square, none);
    feet.distance = four_pick(off, distance, four_pick(inside, four_neg(length), length));
    feet.support = four_pick(off, corners.index, side.index);
    feet.known = four_and(four_less(certain, length), four_or(four_not(off), on_corner));
    feet.distance = settled(feet.distance, four_mul(four(AUK_FACES_TOUCHING), side.size));
    return feet;
}

AUK_FOUR_CODE void auk__quartet_polygon_circle(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    Beside beside = load_beside(pairs, AUK_CLASS_POLYGON);
    Feet feet = feet_on_polygons(&beside.other, beside.seen, beside.size);
    answer(&beside, AUK_CLASS_POLYGON, &feet, pairs, answers);
}

// As foot_on_segment() in points.c.
AUK_FOUR Feet feet_on_segments(const AukFourShapes *segments, AukFourVec q, AukFour size)
{
    AukFour none = four(0.0), one = four(1.0);
    AukFourVec from = four_vertices(segments, AUK_CLASS_SEGMENT, none);
    AukFourVec to = four_vertices(segments, AUK_CLASS_SEGMENT, one);
    size = four_max(four_max(size, four_vec_size(from)), four_vec_size(to));
    AukFourVec edge = four_vec_sub(to, from), apart = four_vec_sub(q, from);
    AukFour square = four_dot(edge, edge), along = four_dot(apart, edge), length = four_sqrt(square);
    AukFour past_start = four_less(none, along), beside = four_and(past_start, four_less(along, square));
    AukFour aside = four_div(four_cross(edge, apart), length);
    AukFour side = four_pick(four_less(aside, none), four(-1.0), one);
    AukFourVec across =
        four_vec(four_mul(side, four_div(four_neg(edge.y), length)), four_mul(side, four_div(edge.x, length)));
    AukFourVec end = four_vec_pick(past_start, to, from), from_end = four_vec_sub(q, end);
    AukFour distance = four_vec_length(from_end);
    Feet feet;
    feet.at = four_vec_pick(beside, four_vec_mul_add(from, four_div(along, square), edge), end);
    feet.normal = four_vec_pick(beside, across, four_vec_scale(four_div(one, distance), from_end));
    feet.distance = four_pick(beside, four_abs(aside), distance);
    feet.support = four_pick(four_and(past_start, four_not(beside)), one, none);
    feet.known = four_less(four_mul(four(AUK_FACES_CERTAIN), size), feet.distance);
    feet.distance = settled(feet.distance, four_mul(four(AUK_FACES_TOUCHING), size));
    return feet;
}

AUK_FOUR_CODE void auk__quartet_segment_circle(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    Beside beside = load_beside(pairs, AUK_CLASS_SEGMENT);
    Feet feet = feet_on_segments(&beside.other, beside.seen, beside.size);
    answer(&beside, AUK_CLASS_SEGMENT, &feet, pairs, answers);
}

#endif
