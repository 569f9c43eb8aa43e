// From the faces of four pairs to their manifolds: manifold.c clips the edge that meets a face, or else puts one
// contact between the witness points. Invariant: the same operations in the same order as there, so the same bits. In a
// header, since what is known of a class when this is compiled saves some of the time.
#ifndef AUK_GEOM_PAIRS4_MANIFOLD_H
#define AUK_GEOM_PAIRS4_MANIFOLD_H

#include "geom/pairs4_answer.h"

#if AUK_FOUR_EXISTS

AUK_FOUR AukFour four_second_are_squarer(const AukFourEdges *a, const AukFourEdges *b)
{
    AukFour squarer =
        four_less(four_mul(four_mul(b->dot, b->dot), a->square), four_mul(four_mul(a->dot, a->dot), b->square));
    return four_and(four_and(b->faces, four_not(four_are_square(a, AUK_MANIFOLD_PREFERENCE))),
                    four_or(four_not(a->faces), squarer));
}

// Along the way the reference edge runs, and along the normal.
AUK_FOUR AukFourVec four_across_and_outward(AukFourVec v, AukFourVec outward)
{
    return four_vec(four_add(four_mul(v.x, four_neg(outward.y)), four_mul(v.y, outward.x)),
                    four_add(four_mul(v.x, outward.x), four_mul(v.y, outward.y)));
}

// An edge in the pair's frame, and a shape's radius.
typedef struct AukFourPlaced {
    AukFourVec from, along;
    AukFour index, next, radius;
} AukFourPlaced;

AUK_FOUR AukFourPlaced four_placed_edge(const AukFourEdges *edge, const AukFourPlace *place, AukFour radius)
{
    AukFourPlaced placed = {four_apply(place, edge->from), four_rotate(place, edge->along), edge->index, edge->next,
                            radius};
    return placed;
}

AUK_FOUR AukFourPlaced four_pick_placed(AukFour mask, const AukFourPlaced *a, const AukFourPlaced *b)
{
    AukFourPlaced placed = {four_vec_pick(mask, a->from, b->from), four_vec_pick(mask, a->along, b->along),
                            four_pick(mask, a->index, b->index), four_pick(mask, a->next, b->next),
                            four_pick(mask, a->radius, b->radius)};
    return placed;
}

// One end of the clipped incident edge.
typedef struct AukFourEnd {
    AukFour share, distance;
    AukFour of_reference;        // it is a corner of the reference, within the incident edge
    AukFour reference, incident; // vertices or edges
} AukFourEnd;

AUK_FOUR AukFourPoints four_points_of(const AukFourEnd *end, const AukFourPlaced *incident, AukFourVec outward,
                                      AukFour swapped, AukFourVec origin)
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

// The one contact between the witness points, of shapes whose features these are.
AUK_FOUR AukFourPoints four_middles_of(const AukFourFaces *faces, __m128 feature_a, __m128 feature_b, AukFourVec origin)
{
    AukFour of_b = faces->of_b;
    AukFourVec on_a = four_vec_pick(of_b, faces->on_other, faces->on_face);
    AukFourVec on_b = four_vec_pick(of_b, faces->on_face, faces->on_other);
    on_a = four_vec_mul_add(on_a, faces->a.radius, faces->normal);
    on_b = four_vec_mul_add(on_b, four_neg(faces->b.radius), faces->normal);
    return four_middles(on_a, on_b, faces->distance, feature_a, feature_b, origin);
}

// Writes the manifolds. Where the mask is not set the edges are not what touches; of segments all is told.
AUK_FOUR AukFour four_write_manifolds(const AukFourFaces *faces, AukQuartetClass what, const AukQuartet *pairs,
                                      AukFour support_a, AukFour support_b,
                                      AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFour none = four(0.0), one = four(1.0), limit = faces->limit, known = faces->distance;
    AukFourVec normal = faces->normal, back = four_vec_neg(normal);
    AukFourCorners corners_a = four_corners(&faces->a, what, support_a);
    AukFourCorners corners_b = four_corners(&faces->b, what, support_b);
    AukFourEdges edge_a = four_facing_edges(&corners_a, &faces->a.place, normal);
    AukFourEdges edge_b = four_facing_edges(&corners_b, &faces->b.place, back);
    AukFour swapped = four_second_are_squarer(&edge_a, &edge_b);
    AukFour square = four_pick(swapped, four_are_square(&edge_b, AUK_MANIFOLD_SQUARE),
                               four_are_square(&edge_a, AUK_MANIFOLD_SQUARE));
    AukFourPlaced placed_a = four_placed_edge(&edge_a, &faces->a.place, faces->a.radius);
    AukFourPlaced placed_b = four_placed_edge(&edge_b, &faces->b.place, faces->b.radius);
    AukFourPlaced reference = four_pick_placed(swapped, &placed_b, &placed_a),
                  incident = four_pick_placed(swapped, &placed_a, &placed_b);
    AukFourVec outward = four_vec_pick(swapped, back, normal);

    AukFourVec along = four_across_and_outward(reference.along, outward),
               against = four_across_and_outward(incident.along, outward);
    AukFourVec from = four_across_and_outward(four_vec_sub(incident.from, reference.from), outward);
    AukFour length = along.x, start = from.x, span = four_neg(against.x), end = four_sub(start, span);
    AukFour clipped = four_and(four_less(none, span), four_and(four_at_most(none, start), four_at_most(end, length)));
    AukFour slope = four_div(along.y, length), radius = four_add(incident.radius, reference.radius);
    AukFour over = four_less(length, start), under = four_less(end, none);
    AukFourEnd first, second;
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
    AukFourPoints first_points = four_points_of(&first, &incident, outward, swapped, origin);
    AukFourPoints second_points = four_points_of(&second, &incident, outward, swapped, origin),
                  no_points = four_no_points();
    AukFour told = four_and(four_and(square, clipped), agrees);
    __m128 both = four_mask(four_and(told, four_and(keep_first, keep_second)));
    first_points = four_pick_points(four_mask(keep_first), &first_points, &second_points);
    if (what == AUK_CLASS_SEGMENT) {
        AukFour edges_a = four_and(square, four_not(swapped)), edges_b = four_and(square, swapped);
        __m128 feature_a = four_features(four_pick(edges_a, edge_a.index, support_a), edges_a);
        __m128 feature_b = four_features(four_pick(edges_b, edge_b.index, support_b), edges_b);
        AukFourPoints middles = four_middles_of(faces, feature_a, feature_b, origin);
        first_points = four_pick_points(four_mask(told), &first_points, &middles);
        told = four_all();
    }
    four_write_points(answers, 0, first_points);
    four_write_points(answers, 1, four_pick_points(both, &second_points, &no_points));
    AukFourHeads heads = {normal, known, _mm_add_epi32(_mm_set1_epi32(1), _mm_srli_epi32(_mm_castps_si128(both), 31))};
    four_write_heads(answers, &heads);
    return told;
}

// A face and the corner below it are a simplex like any other, and so are two corners.
AUK_FOUR void four_write_caches(const AukFourFaces *faces, AukQuartetClass what, AukFour support_a, AukFour support_b,
                                AukQuartetAnswer *const answers[AUK_QUARTET])
{
    unsigned corners = what == AUK_CLASS_SEGMENT ? four_bits(faces->corners) : 0;
    AukFour next = four_next(faces->edge, four_pick(faces->of_b, faces->b.count, faces->a.count));
    AukFourIndices first_a = four_indices(support_a), first_b = four_indices(support_b);
    AukFourIndices then_a = four_indices(four_pick(faces->of_b, support_a, next));
    AukFourIndices then_b = four_indices(four_pick(faces->of_b, next, support_b));
    for (int i = 0; i < AUK_QUARTET; i++) {
        uint32_t face = ~corners >> i & 1u; // without a branch
        AukGjkCache cache = {1 + face,
                             {(uint32_t)first_a.lane[i], (uint32_t)then_a.lane[i] * face, 0},
                             {(uint32_t)first_b.lane[i], (uint32_t)then_b.lane[i] * face, 0}};
        answers[i]->cache = cache;
    }
}

AUK_FOUR void four_answer_faces(const AukFourFaces *faces, AukQuartetClass what, const AukQuartet *pairs,
                                AukQuartetAnswer *const answers[AUK_QUARTET])
{
    AukFour support_a = four_pick(faces->of_b, faces->vertex, faces->edge);
    AukFour support_b = four_pick(faces->of_b, faces->edge, faces->vertex);
    AukFour near = four_at_most(faces->distance, faces->limit), known = four_and(faces->known, four_not(faces->apart));
    AukFour apart = four_or(faces->apart, four_and(known, four_not(near))), touching = four_and(known, near);
    if (four_bits(touching)) {
        touching = four_and(touching, four_write_manifolds(faces, what, pairs, support_a, support_b, answers));
        four_write_caches(faces, what, support_a, support_b, answers);
    }
    four_write_verdicts(answers, apart, touching);
}

#endif

#endif
