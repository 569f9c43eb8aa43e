// Four pairs with one or two circles each: the closest point to the centre as in sat_points.c, and the single contact
// between the witness points as in manifold.c.
// Invariant: the same operations in the same order as there, so the same bits.
#include "geom/pairs4_answer.h"

#if AUK_F64X4_EXISTS

// The closest point to a circle's centre on the other shape, in the frame and units of that shape.
typedef struct Closest4 {
    AukDvec4 at, normal; // on the outline; unit, outward
    AukF64x4 distance;   // signed
    AukF64x4 support;
    AukF64x4 known;
} Closest4;

// A circle and the other shape. Either may be first in the caller's pair, see `flipped`.
typedef struct Beside {
    AukPairs4Shapes other;
    AukDvec4 centre, seen; // the circle's centre in the pair's frame and in that of the other shape
    AukF64x4 size;         // size of these coordinates
    AukF64x4 shrink, radius, limit, flipped;
} Beside;

AUK_F64X4 AukDvec4 centres_of(const AukPairs4Side *circles)
{
    AukDtransform4 transform = pairs4_places(&circles->places);
    return dtransform4_apply(&transform, dvec4(f64x4(0.0), f64x4(0.0)));
}

AUK_F64X4 Beside load_beside(const AukPairs4 *pairs, AukPairs4Class what)
{
    Beside beside;
    beside.other = pairs4_shapes(&pairs->sides[0], what);
    beside.centre = centres_of(&pairs->sides[1]);
    beside.shrink = dtransform4_shrink(&beside.other.transform);
    beside.radius = f64x4_load(pairs->sides[1].radii);
    beside.limit = f64x4_load(pairs->limits);
    beside.flipped = f64x4_load_mask(pairs->flipped);
    AukDvec4 middle = dtransform4_position(&beside.other.transform), away = dvec4_sub(beside.centre, middle);
    AukF64x4 square = f64x4_mul(beside.shrink, beside.shrink);
    beside.seen = dvec4_scale(square, dtransform4_unrotate(&beside.other.transform, away));
    beside.size = f64x4_add(f64x4_add(dvec4_size(beside.centre), dvec4_size(middle)), dvec4_size(beside.seen));
    return beside;
}

// The single contact of a manifold.
typedef struct Middle {
    AukDvec4 point_a, point_b, normal;
    AukF64x4 distance;
    AukWords4 feature_a, feature_b;
} Middle;

AUK_F64X4 void write_middle4(const AukPairs4 *pairs, const Middle *middle,
                             AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    AukPairs4Points points = pairs4_middles(middle->point_a, middle->point_b, middle->distance, middle->feature_a,
                                            middle->feature_b, pairs4_origins(pairs));
    AukPairs4Heads heads = {middle->normal, middle->distance, words4(1)};
    AukPairs4Points no_points = pairs4_no_points();
    pairs4_write_manifold(answers, &heads, &points, &no_points);
}

// Converts the closest point to the caller's pair.
AUK_F64X4 void answer_circles4(const Beside *beside, AukPairs4Class what, const Closest4 *closest,
                               const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    const AukDtransform4 *transform = &beside->other.transform;
    AukF64x4 none = f64x4(0.0), flipped = beside->flipped;
    AukF64x4 radius_a = f64x4_pick(flipped, beside->radius, beside->other.radius);
    AukF64x4 radius_b = f64x4_pick(flipped, beside->other.radius, beside->radius);
    AukDvec4 out = dtransform4_rotate(transform, dvec4_scale(beside->shrink, closest->normal)),
             at = dtransform4_apply(transform, closest->at);
    AukPairs4Corners corners = pairs4_corners(&beside->other, what, closest->support);
    AukPairs4Edges edge = pairs4_facing_edges(&corners, transform, out);
    AukF64x4 square = pairs4_are_square(&edge, AUK_MANIFOLD_SQUARE);
    AukWords4 feature = pairs4_features(f64x4_pick(square, edge.index, closest->support), square),
              no_feature = words4(0);
    AukWords4 is_flipped = f64x4_mask(flipped);
    Middle middle;
    middle.normal = dvec4_pick(flipped, dvec4_neg(out), out);
    middle.point_a = dvec4_mul_add(dvec4_pick(flipped, beside->centre, at), radius_a, middle.normal);
    middle.point_b = dvec4_mul_add(dvec4_pick(flipped, at, beside->centre), f64x4_neg(radius_b), middle.normal);
    middle.distance = f64x4_mul(closest->distance, f64x4_mul(dtransform4_turn_square(transform), beside->shrink));
    middle.distance = f64x4_sub(middle.distance, f64x4_add(radius_a, radius_b));
    middle.feature_a = words4_pick(is_flipped, no_feature, feature);
    middle.feature_b = words4_pick(is_flipped, feature, no_feature);
    write_middle4(pairs, &middle, answers);
    AukPairs4Simplices simplices = pairs4_corner_simplices(f64x4_pick(flipped, none, closest->support),
                                                           f64x4_pick(flipped, closest->support, none));
    AukF64x4 near = f64x4_at_most(middle.distance, beside->limit);
    pairs4_write_ends(answers, &simplices, f64x4_and(closest->known, f64x4_not(near)), f64x4_and(closest->known, near));
}

// As auk__sat_two_points() and what follows it.
AUK_F64X4_CODE void auk__pairs4_circles(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    AukDvec4 p = centres_of(&pairs->sides[0]), q = centres_of(&pairs->sides[1]), apart = dvec4_sub(q, p);
    AukF64x4 radius_a = f64x4_load(pairs->sides[0].radii), radius_b = f64x4_load(pairs->sides[1].radii),
             none = f64x4(0.0);
    AukF64x4 length = dvec4_length(apart), size = f64x4_add(dvec4_size(p), dvec4_size(q));
    AukF64x4 known = f64x4_less(f64x4_mul(f64x4(AUK_SAT_TOUCHING), size), length);
    Middle middle;
    middle.normal = dvec4_scale(f64x4_div(f64x4(1.0), length), apart);
    middle.point_a = dvec4_mul_add(p, radius_a, middle.normal);
    middle.point_b = dvec4_mul_add(q, f64x4_neg(radius_b), middle.normal);
    middle.distance = f64x4_sub(length, f64x4_add(radius_a, radius_b));
    middle.feature_a = middle.feature_b = words4(0);
    write_middle4(pairs, &middle, answers);
    AukPairs4Simplices simplices = pairs4_corner_simplices(none, none);
    AukF64x4 near = f64x4_at_most(middle.distance, f64x4_load(pairs->limits));
    pairs4_write_ends(answers, &simplices, f64x4_and(known, f64x4_not(near)), f64x4_and(known, near));
}

// As sat_closest_on_box() in sat_points.c.
AUK_F64X4 Closest4 closest_on_boxes(AukDvec4 half, AukDvec4 q, AukF64x4 touching)
{
    AukF64x4 none = f64x4(0.0), one = f64x4(1.0), minus = f64x4(-1.0);
    AukDvec4 beyond = dvec4_sub(dvec4(f64x4_abs(q.x), f64x4_abs(q.y)), half);
    AukF64x4 left = f64x4_less(q.x, none), below = f64x4_less(q.y, none);
    AukF64x4 past_x = f64x4_less(none, beyond.x), past_y = f64x4_less(none, beyond.y);
    AukDvec4 sign = dvec4(f64x4_pick(left, minus, one), f64x4_pick(below, minus, one));
    AukDvec4 corner = dvec4(f64x4_mul(sign.x, half.x), f64x4_mul(sign.y, half.y));
    AukDvec4 within = dvec4(f64x4_pick(past_x, corner.x, q.x), f64x4_pick(past_y, corner.y, q.y));
    AukF64x4 sideways = f64x4_less(beyond.y, beyond.x), length = dvec4_length(beyond);
    AukF64x4 at_corner = f64x4_and(f64x4_and(past_x, past_y), f64x4_less(touching, length));
    AukDvec4 from_corner =
        dvec4(f64x4_mul(sign.x, f64x4_div(beyond.x, length)), f64x4_mul(sign.y, f64x4_div(beyond.y, length)));
    AukDvec4 on_side = dvec4(f64x4_pick(sideways, corner.x, within.x), f64x4_pick(sideways, within.y, corner.y));
    AukDvec4 across = dvec4(f64x4_pick(sideways, sign.x, none), f64x4_pick(sideways, none, sign.y));
    Closest4 closest;
    closest.at = dvec4_pick(at_corner, corner, on_side);
    closest.normal = dvec4_pick(at_corner, from_corner, across);
    closest.distance = f64x4_pick(at_corner, length, f64x4_max(beyond.x, beyond.y));
    closest.support = f64x4_pick(below, f64x4_pick(left, none, one), f64x4_pick(left, f64x4(3.0), f64x4(2.0)));
    closest.known = f64x4_all();
    return closest;
}

// Replaces a distance above 0 that is only rounding error by 0.
AUK_F64X4 AukF64x4 zero_if_touching4(AukF64x4 distance, AukF64x4 touching)
{
    AukF64x4 none = f64x4(0.0);
    return f64x4_pick(f64x4_and(f64x4_less(none, distance), f64x4_at_most(distance, touching)), none, distance);
}

AUK_F64X4_CODE void auk__pairs4_box_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    Beside beside = load_beside(pairs, AUK_CLASS_BOX);
    AukDvec4 half = beside.other.half;
    AukF64x4 touching = f64x4_mul(f64x4(AUK_SAT_TOUCHING), f64x4_max(dvec4_size(half), beside.size));
    Closest4 closest = closest_on_boxes(half, beside.seen, touching);
    closest.distance = zero_if_touching4(closest.distance, touching);
    answer_circles4(&beside, AUK_CLASS_BOX, &closest, pairs, answers);
}

// The side with the largest signed distance to a point.
typedef struct CircleSide4 {
    AukF64x4 index, signed_square;
    AukF64x4 size; // largest coordinate
} CircleSide4;

AUK_F64X4 CircleSide4 side_below(const AukPairs4Side *polygons, AukDvec4 q, AukF64x4 size)
{
    const AukVec2 *const *vertices = polygons->vertices;
    int count = pairs4_largest_count(polygons);
    AukF64x4 none = f64x4(0.0), number = none;
    CircleSide4 side = {none, f64x4(-INFINITY), size};
    AukDvec4 from = dvec4_gather(vertices[0], vertices[1], vertices[2], vertices[3]);
    for (int i = 0; i < count; i++) {
        AukDvec4 to = dvec4_gather(&vertices[0][i + 1], &vertices[1][i + 1], &vertices[2][i + 1], &vertices[3][i + 1]);
        AukDvec4 edge = dvec4_sub(to, from);
        AukF64x4 beyond = dvec4_cross(dvec4_sub(q, from), edge);
        AukF64x4 signed_square = f64x4_div(f64x4_mul(beyond, f64x4_abs(beyond)), dvec4_dot(edge, edge));
        AukF64x4 better = f64x4_less(side.signed_square, signed_square);
        side.signed_square = f64x4_pick(better, signed_square, side.signed_square);
        side.index = f64x4_pick(better, number, side.index);
        side.size = f64x4_max(side.size, dvec4_size(from));
        number = f64x4_add(number, f64x4(1.0));
        from = to;
    }
    return side;
}

// As sat_closest_on_polygon() in sat_points.c.
AUK_F64X4 Closest4 closest_on_polygons(const AukPairs4Shapes *polygons, AukDvec4 q, AukF64x4 size)
{
    AukF64x4 none = f64x4(0.0), one = f64x4(1.0);
    CircleSide4 side = side_below(polygons->side, q, size);
    AukF64x4 certain = f64x4_mul(f64x4(AUK_SAT_CERTAIN), side.size);
    AukF64x4 next = pairs4_next(side.index, polygons->count);
    AukDvec4 from = pairs4_vertices(polygons, AUK_CLASS_POLYGON, side.index),
             to = pairs4_vertices(polygons, AUK_CLASS_POLYGON, next), edge = dvec4_sub(to, from);
    AukF64x4 square = dvec4_dot(edge, edge), share = f64x4_div(dvec4_dot(dvec4_sub(q, from), edge), square);
    AukF64x4 length = f64x4_sqrt(f64x4_abs(side.signed_square)), beyond = f64x4_less(none, side.signed_square);
    AukF64x4 before = f64x4_less(share, none), after = f64x4_less(one, share), off = f64x4_or(before, after);
    AukF64x4 inverse = f64x4_div(one, f64x4_sqrt(square));

    AukPairs4Corners corners = pairs4_corners(polygons, AUK_CLASS_POLYGON, f64x4_pick(before, side.index, next));
    AukDvec4 apart = dvec4_sub(q, corners.at);
    AukF64x4 distance = dvec4_length(apart);
    AukF64x4 arriving = dvec4_dot(dvec4_sub(corners.at, corners.previous), apart);
    AukF64x4 leaving = dvec4_dot(dvec4_sub(corners.following, corners.at), apart);
    AukF64x4 on_corner = f64x4_and(f64x4_and(beyond, f64x4_less(certain, distance)),
                                   f64x4_and(f64x4_at_most(none, arriving), f64x4_at_most(leaving, none)));
    Closest4 closest;
    closest.at = dvec4_pick(off, corners.at, dvec4_mul_add(from, share, edge));
    closest.normal = dvec4_pick(off, dvec4_scale(f64x4_div(one, distance), apart),
                                dvec4_scale(inverse, dvec4(edge.y, f64x4_neg(edge.x))));
    AukF64x4 inside = f64x4_less(side.signed_square, none);
    closest.distance = f64x4_pick(off, distance, f64x4_pick(inside, f64x4_neg(length), length));
    closest.support = f64x4_pick(off, corners.index, side.index);
    closest.known = f64x4_and(f64x4_less(certain, length), f64x4_or(f64x4_not(off), on_corner));
    closest.distance = zero_if_touching4(closest.distance, f64x4_mul(f64x4(AUK_SAT_TOUCHING), side.size));
    return closest;
}

AUK_F64X4_CODE void auk__pairs4_polygon_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    Beside beside = load_beside(pairs, AUK_CLASS_POLYGON);
    Closest4 closest = closest_on_polygons(&beside.other, beside.seen, beside.size);
    answer_circles4(&beside, AUK_CLASS_POLYGON, &closest, pairs, answers);
}

// As sat_closest_on_segment() in sat_points.c.
AUK_F64X4 Closest4 closest_on_segments(const AukPairs4Shapes *segments, AukDvec4 q, AukF64x4 size)
{
    AukF64x4 none = f64x4(0.0), one = f64x4(1.0);
    AukDvec4 from = pairs4_vertices(segments, AUK_CLASS_SEGMENT, none);
    AukDvec4 to = pairs4_vertices(segments, AUK_CLASS_SEGMENT, one);
    size = f64x4_max(f64x4_max(size, dvec4_size(from)), dvec4_size(to));
    AukDvec4 edge = dvec4_sub(to, from), apart = dvec4_sub(q, from);
    AukF64x4 square = dvec4_dot(edge, edge), along = dvec4_dot(apart, edge), length = f64x4_sqrt(square);
    AukF64x4 past_start = f64x4_less(none, along), beside = f64x4_and(past_start, f64x4_less(along, square));
    AukF64x4 aside = f64x4_div(dvec4_cross(edge, apart), length);
    AukF64x4 side = f64x4_pick(f64x4_less(aside, none), f64x4(-1.0), one);
    AukDvec4 across =
        dvec4(f64x4_mul(side, f64x4_div(f64x4_neg(edge.y), length)), f64x4_mul(side, f64x4_div(edge.x, length)));
    AukDvec4 end = dvec4_pick(past_start, to, from), from_end = dvec4_sub(q, end);
    AukF64x4 distance = dvec4_length(from_end);
    Closest4 closest;
    closest.at = dvec4_pick(beside, dvec4_mul_add(from, f64x4_div(along, square), edge), end);
    closest.normal = dvec4_pick(beside, across, dvec4_scale(f64x4_div(one, distance), from_end));
    closest.distance = f64x4_pick(beside, f64x4_abs(aside), distance);
    closest.support = f64x4_pick(f64x4_and(past_start, f64x4_not(beside)), one, none);
    closest.known = f64x4_less(f64x4_mul(f64x4(AUK_SAT_CERTAIN), size), closest.distance);
    closest.distance = zero_if_touching4(closest.distance, f64x4_mul(f64x4(AUK_SAT_TOUCHING), size));
    return closest;
}

AUK_F64X4_CODE void auk__pairs4_segment_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    Beside beside = load_beside(pairs, AUK_CLASS_SEGMENT);
    Closest4 closest = closest_on_segments(&beside.other, beside.seen, beside.size);
    answer_circles4(&beside, AUK_CLASS_SEGMENT, &closest, pairs, answers);
}

#endif
