// The manifolds of four pairs, from their faces. As in manifold.c, the incident edge is clipped, or there is one
// contact between the witness points.
// Invariant: the same operations in the same order as there, so the same bits. The code is in a header, since a class
// that is a compile-time constant saves time.
#ifndef AUK_GEOM_PAIRS4_MANIFOLD_H
#define AUK_GEOM_PAIRS4_MANIFOLD_H

#include "geom/pairs4_answer.h"

#if AUK_F64X4_EXISTS

AUK_F64X4 AukF64x4 pairs4_second_are_squarer(const AukPairs4Edges *a, const AukPairs4Edges *b)
{
    AukF64x4 squarer =
        f64x4_less(f64x4_mul(f64x4_mul(b->dot, b->dot), a->square), f64x4_mul(f64x4_mul(a->dot, a->dot), b->square));
    return f64x4_and(f64x4_and(b->faces, f64x4_not(pairs4_are_square(a, AUK_MANIFOLD_PREFERENCE))),
                     f64x4_or(f64x4_not(a->faces), squarer));
}

// The components of a vector along the reference edge and along the normal.
AUK_F64X4 AukDvec4 pairs4_across_and_outward(AukDvec4 v, AukDvec4 outward)
{
    return dvec4(f64x4_add(f64x4_mul(v.x, f64x4_neg(outward.y)), f64x4_mul(v.y, outward.x)),
                 f64x4_add(f64x4_mul(v.x, outward.x), f64x4_mul(v.y, outward.y)));
}

// An edge in the pair's frame, and a shape's radius.
typedef struct AukPairs4Placed {
    AukDvec4 from, along;
    AukF64x4 index, next, radius;
} AukPairs4Placed;

AUK_F64X4 AukPairs4Placed pairs4_placed_edge(const AukPairs4Edges *edge, const AukDtransform4 *transform,
                                             AukF64x4 radius)
{
    AukPairs4Placed placed = {dtransform4_apply(transform, edge->from), dtransform4_rotate(transform, edge->along),
                              edge->index, edge->next, radius};
    return placed;
}

AUK_F64X4 AukPairs4Placed pairs4_pick_placed(AukF64x4 mask, const AukPairs4Placed *a, const AukPairs4Placed *b)
{
    AukPairs4Placed placed = {dvec4_pick(mask, a->from, b->from), dvec4_pick(mask, a->along, b->along),
                              f64x4_pick(mask, a->index, b->index), f64x4_pick(mask, a->next, b->next),
                              f64x4_pick(mask, a->radius, b->radius)};
    return placed;
}

// One end of the clipped incident edge.
typedef struct AukPairs4End {
    AukF64x4 share, distance;
    AukF64x4 of_reference;        // the end is a corner of the reference edge, within the incident edge
    AukF64x4 reference, incident; // features: vertices or edges
} AukPairs4End;

AUK_F64X4 AukPairs4Points pairs4_points_of(const AukPairs4End *end, const AukPairs4Placed *incident, AukDvec4 outward,
                                           AukF64x4 swapped, AukDvec4 origin)
{
    AukF64x4 up = f64x4_sub(f64x4_neg(incident->radius), f64x4_mul(f64x4(0.5), end->distance));
    AukDvec4 at = dvec4_mul_add(incident->from, end->share, incident->along);
    AukDvec4 point = dvec4_add(dvec4_add(at, dvec4_scale(up, outward)), origin);
    AukF64x4 on_reference = f64x4_not(end->of_reference); // inside the edge
    AukPairs4Points points = {f64x4_floats(point.x), f64x4_floats(point.y), f64x4_floats(end->distance),
                              pairs4_features(f64x4_pick(swapped, end->incident, end->reference),
                                              f64x4_pick(swapped, end->of_reference, on_reference)),
                              pairs4_features(f64x4_pick(swapped, end->reference, end->incident),
                                              f64x4_pick(swapped, on_reference, end->of_reference))};
    return points;
}

// Writes the single contact between the witness points of two features.
AUK_F64X4 AukPairs4Points pairs4_middles_of(const AukPairs4Faces *faces, AukWords4 feature_a, AukWords4 feature_b,
                                            AukDvec4 origin)
{
    AukF64x4 of_b = faces->of_b;
    AukDvec4 on_a = dvec4_pick(of_b, faces->on_other, faces->on_face);
    AukDvec4 on_b = dvec4_pick(of_b, faces->on_face, faces->on_other);
    on_a = dvec4_mul_add(on_a, faces->a.radius, faces->normal);
    on_b = dvec4_mul_add(on_b, f64x4_neg(faces->b.radius), faces->normal);
    return pairs4_middles(on_a, on_b, faces->distance, feature_a, feature_b, origin);
}

// Writes the manifolds. Returns the mask of the pairs that are certain; for the others the edges are not the features
// that touch. Pairs with segments are always certain.
AUK_F64X4 AukF64x4 pairs4_write_manifolds(const AukPairs4Faces *faces, AukPairs4Class what, const AukPairs4 *pairs,
                                          AukF64x4 support_a, AukF64x4 support_b,
                                          AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    AukF64x4 none = f64x4(0.0), one = f64x4(1.0), limit = faces->limit, known = faces->distance;
    AukDvec4 normal = faces->normal, back = dvec4_neg(normal);
    AukPairs4Corners corners_a = pairs4_corners(&faces->a, what, support_a);
    AukPairs4Corners corners_b = pairs4_corners(&faces->b, what, support_b);
    AukPairs4Edges edge_a = pairs4_facing_edges(&corners_a, &faces->a.transform, normal);
    AukPairs4Edges edge_b = pairs4_facing_edges(&corners_b, &faces->b.transform, back);
    AukF64x4 swapped = pairs4_second_are_squarer(&edge_a, &edge_b);
    AukF64x4 square = f64x4_pick(swapped, pairs4_are_square(&edge_b, AUK_MANIFOLD_SQUARE),
                                 pairs4_are_square(&edge_a, AUK_MANIFOLD_SQUARE));
    AukPairs4Placed placed_a = pairs4_placed_edge(&edge_a, &faces->a.transform, faces->a.radius);
    AukPairs4Placed placed_b = pairs4_placed_edge(&edge_b, &faces->b.transform, faces->b.radius);
    AukPairs4Placed reference = pairs4_pick_placed(swapped, &placed_b, &placed_a),
                    incident = pairs4_pick_placed(swapped, &placed_a, &placed_b);
    AukDvec4 outward = dvec4_pick(swapped, back, normal);

    AukDvec4 along = pairs4_across_and_outward(reference.along, outward),
             against = pairs4_across_and_outward(incident.along, outward);
    AukDvec4 from = pairs4_across_and_outward(dvec4_sub(incident.from, reference.from), outward);
    AukF64x4 length = along.x, start = from.x, span = f64x4_neg(against.x), end = f64x4_sub(start, span);
    AukF64x4 clipped =
        f64x4_and(f64x4_less(none, span), f64x4_and(f64x4_at_most(none, start), f64x4_at_most(end, length)));
    AukF64x4 slope = f64x4_div(along.y, length), radius = f64x4_add(incident.radius, reference.radius);
    AukF64x4 over = f64x4_less(length, start), under = f64x4_less(end, none);
    AukPairs4End first, second;
    first.share = f64x4_pick(over, f64x4_div(f64x4_sub(start, length), span), none);
    second.share = f64x4_pick(under, f64x4_div(start, span), one);
    first.distance = f64x4_sub(f64x4_add(from.y, f64x4_mul(first.share, against.y)),
                               f64x4_mul(slope, f64x4_pick(over, length, start)));
    second.distance = f64x4_sub(f64x4_add(from.y, f64x4_mul(second.share, against.y)),
                                f64x4_mul(slope, f64x4_pick(under, none, end)));
    first.distance = f64x4_sub(first.distance, radius);
    second.distance = f64x4_sub(second.distance, radius);
    first.of_reference = over;
    second.of_reference = under;
    first.reference = f64x4_pick(over, reference.next, reference.index);
    first.incident = incident.index;
    second.reference = reference.index;
    second.incident = f64x4_pick(under, incident.index, incident.next);

    AukF64x4 deepest = f64x4_min(first.distance, second.distance);
    AukF64x4 agrees = f64x4_at_most(f64x4_abs(f64x4_sub(deepest, known)), limit);
    AukF64x4 most = f64x4_pick(f64x4_less(limit, deepest), deepest, limit);
    AukF64x4 two_places = f64x4_less(f64x4(AUK_MANIFOLD_SAME_PLACE), f64x4_abs(f64x4_sub(second.share, first.share)));
    AukF64x4 keep_first = f64x4_at_most(first.distance, most), keep_second = f64x4_at_most(second.distance, most);
    keep_second = f64x4_and(keep_second, f64x4_or(two_places, f64x4_not(keep_first)));
    AukDvec4 origin = pairs4_origins(pairs);
    AukPairs4Points first_points = pairs4_points_of(&first, &incident, outward, swapped, origin);
    AukPairs4Points second_points = pairs4_points_of(&second, &incident, outward, swapped, origin),
                    no_points = pairs4_no_points();
    AukF64x4 told = f64x4_and(f64x4_and(square, clipped), agrees);
    AukWords4 both = f64x4_mask(f64x4_and(told, f64x4_and(keep_first, keep_second)));
    first_points = pairs4_pick_points(f64x4_mask(keep_first), &first_points, &second_points);
    if (what == AUK_CLASS_SEGMENT) {
        AukF64x4 edges_a = f64x4_and(square, f64x4_not(swapped)), edges_b = f64x4_and(square, swapped);
        AukWords4 feature_a = pairs4_features(f64x4_pick(edges_a, edge_a.index, support_a), edges_a);
        AukWords4 feature_b = pairs4_features(f64x4_pick(edges_b, edge_b.index, support_b), edges_b);
        AukPairs4Points middles = pairs4_middles_of(faces, feature_a, feature_b, origin);
        first_points = pairs4_pick_points(f64x4_mask(told), &first_points, &middles);
        told = f64x4_all();
    }
    second_points = pairs4_pick_points(both, &second_points, &no_points);
    AukPairs4Heads heads = {normal, known, words4_pick(both, words4(2), words4(1))};
    pairs4_write_manifold(answers, &heads, &first_points, &second_points);
    return told;
}

// A face and the corner below it, or two corners.
AUK_F64X4 AukPairs4Simplices pairs4_face_simplices(const AukPairs4Faces *faces, AukPairs4Class what, AukF64x4 support_a,
                                                   AukF64x4 support_b)
{
    AukF64x4 next = pairs4_next(faces->edge, f64x4_pick(faces->of_b, faces->b.count, faces->a.count));
    AukF64x4 high = f64x4(65536.0), then_a = f64x4_pick(faces->of_b, support_a, next),
             then_b = f64x4_pick(faces->of_b, next, support_b);
    AukPairs4Simplices simplices = {f64x4_integers(f64x4_add(support_a, f64x4_mul(high, then_a))),
                                    f64x4_integers(f64x4_add(support_b, f64x4_mul(high, then_b))), words4(2)};
    if (what == AUK_CLASS_SEGMENT) {
        AukPairs4Simplices corners = pairs4_corner_simplices(support_a, support_b);
        AukWords4 are_corners = f64x4_mask(faces->corners);
        simplices.a = words4_pick(are_corners, corners.a, simplices.a);
        simplices.b = words4_pick(are_corners, corners.b, simplices.b);
        simplices.count = words4_pick(are_corners, corners.count, simplices.count);
    }
    return simplices;
}

AUK_F64X4 void pairs4_answer_faces(const AukPairs4Faces *faces, AukPairs4Class what, const AukPairs4 *pairs,
                                   AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    AukF64x4 support_a = f64x4_pick(faces->of_b, faces->vertex, faces->edge);
    AukF64x4 support_b = f64x4_pick(faces->of_b, faces->edge, faces->vertex);
    AukF64x4 near = f64x4_at_most(faces->distance, faces->limit),
             known = f64x4_and(faces->known, f64x4_not(faces->apart));
    AukF64x4 apart = f64x4_or(faces->apart, f64x4_and(known, f64x4_not(near))), touching = f64x4_and(known, near);
    if (f64x4_bits(touching)) {
        touching = f64x4_and(touching, pairs4_write_manifolds(faces, what, pairs, support_a, support_b, answers));
    }
    AukPairs4Simplices simplices = pairs4_face_simplices(faces, what, support_a, support_b);
    pairs4_write_ends(answers, &simplices, apart, touching);
}

#endif

#endif
