// What the files of quartets share: the edges that face each other, and how answers are written down.
#ifndef AUK_GEOM_PAIRS4_ANSWER_H
#define AUK_GEOM_PAIRS4_ANSWER_H

#include "geom/dvec4.h"
#include "geom/manifold.h"
#include "geom/pairs4.h"

// Each kind in its file.
void auk__quartet_circles(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);
void auk__quartet_box_circle(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);
void auk__quartet_polygon_circle(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);
void auk__quartet_boxes(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);
void auk__quartet_segment_circle(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);
void auk__quartet_segments(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);
void auk__quartet_polygons(const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);

#if AUK_FOUR_EXISTS

typedef struct AukFourIndices {
    int lane[AUK_QUARTET];
} AukFourIndices;

AUK_FOUR AukFourIndices four_indices(AukFour numbers)
{
    AukFourIndices indices;
    _mm_storeu_si128((__m128i *)(void *)indices.lane, four_integers(numbers));
    return indices;
}

// The shapes of one side, which are no circles. What is not known of a class is not loaded.
typedef struct AukFourShapes {
    const AukQuartetSide *side;
    AukFourPlace place;
    AukFour radius, count;
    AukFourVec half;
    AukFour boxes;
} AukFourShapes;

AUK_FOUR AukFourShapes four_shapes(const AukQuartetSide *side, AukQuartetClass what)
{
    AukFourShapes shapes;
    shapes.side = side;
    shapes.place = four_places(side->places);
    shapes.radius = four_load(side->radii);
    shapes.half = four_points(&side->halves[0], &side->halves[1], &side->halves[2], &side->halves[3]);
    shapes.count = four(4.0);
    if (what != AUK_CLASS_BOX) {
        shapes.count = four_of_integers(side->counts);
        shapes.boxes = four_load_mask(side->boxes);
    }
    return shapes;
}

// A corner of boxes: those are numbered (-,-) (+,-) (+,+) (-,+).
AUK_FOUR AukFourVec four_box_corners(AukFourVec half, AukFour number)
{
    AukFour middle = four_sub(number, four(1.5)), left = four_less(four(1.0), four_abs(middle));
    return four_vec(four_pick(left, four_neg(half.x), half.x),
                    four_pick(four_less(middle, four(0.0)), four_neg(half.y), half.y));
}

AUK_FOUR AukFourVec four_vertices(const AukFourShapes *shapes, AukQuartetClass what, AukFour numbers)
{
    if (what == AUK_CLASS_BOX) {
        return four_box_corners(shapes->half, numbers);
    }
    const AukVec2 *const *vertices = shapes->side->vertices;
    AukFourIndices at = four_indices(numbers);
    AukFourVec v = four_points(&vertices[0][at.lane[0]], &vertices[1][at.lane[1]], &vertices[2][at.lane[2]],
                               &vertices[3][at.lane[3]]);
    return four_vec_pick(shapes->boxes, four_box_corners(shapes->half, numbers), v);
}

static inline int four_largest_count(const AukQuartetSide *side)
{
    int count = side->counts[0];
    for (int i = 1; i < AUK_QUARTET; i++) {
        count = side->counts[i] > count ? side->counts[i] : count;
    }
    return count;
}

// The vertex or edge after this one.
AUK_FOUR AukFour four_next(AukFour index, AukFour count)
{
    AukFour next = four_add(index, four(1.0));
    return four_pick(four_less(next, count), next, four(0.0));
}

// A vertex and those beside it, in the shape's own frame.
typedef struct AukFourCorners {
    AukFour before, index, after;
    AukFourVec previous, at, following;
} AukFourCorners;

AUK_FOUR AukFourCorners four_corners(const AukFourShapes *shapes, AukQuartetClass what, AukFour index)
{
    AukFour count = shapes->count;
    AukFourCorners corners;
    corners.before = four_sub(four_pick(four_less(four(0.0), index), index, count), four(1.0));
    corners.index = index;
    corners.after = four_next(index, count);
    corners.previous = four_vertices(shapes, what, corners.before);
    corners.at = four_vertices(shapes, what, corners.index);
    corners.following = four_vertices(shapes, what, corners.after);
    return corners;
}

// As Edge in manifold.c.
typedef struct AukFourEdges {
    AukFour index, next, faces, dot, square;
    AukFourVec from, along;
} AukFourEdges;

// As facing_edge() in manifold.c.
AUK_FOUR AukFourEdges four_facing_edges(const AukFourCorners *corners, const AukFourPlace *place, AukFourVec direction)
{
    AukFourVec arriving = four_vec_sub(corners->at, corners->previous);
    AukFourVec leaving = four_vec_sub(corners->following, corners->at);
    AukFourVec local = four_unrotate(place, direction);
    AukFour facing = four_cross(local, arriving), facing_on = four_cross(local, leaving);
    AukFour square = four_dot(arriving, arriving), square_on = four_dot(leaving, leaving);
    AukFour rank = four_mul(four_mul(facing, four_abs(facing)), square_on);
    AukFour rank_on = four_mul(four_mul(facing_on, four_abs(facing_on)), square);
    AukFour first = four_less(rank_on, rank);
    AukFourEdges edges = {four_pick(first, corners->before, corners->index),
                          four_pick(first, corners->index, corners->after),
                          four_less(four(0.0), four_pick(first, facing, facing_on)),
                          four_pick(first, four_dot(arriving, local), four_dot(leaving, local)),
                          four_pick(first, square, square_on),
                          four_vec_pick(first, corners->previous, corners->at),
                          four_vec_pick(first, arriving, leaving)};
    return edges;
}

AUK_FOUR AukFour four_are_square(const AukFourEdges *edges, double sine)
{
    return four_and(edges->faces,
                    four_at_most(four_mul(edges->dot, edges->dot), four_mul(four(sine * sine), edges->square)));
}

// A feature of each pair: an edge where the mask is set, else a vertex.
AUK_FOUR __m128 four_features(AukFour numbers, AukFour are_edges)
{
    __m128 high = four_mask(four_and(are_edges, four(-0.0)));
    return _mm_or_ps(_mm_castsi128_ps(four_integers(numbers)), high);
}

// A point of the manifolds.
typedef struct AukFourPoints {
    __m128 x, y, distance, feature_a, feature_b;
} AukFourPoints;

AUK_FOUR AukFourPoints four_no_points(void)
{
    __m128 none = _mm_setzero_ps();
    AukFourPoints points = {none, none, none, none, none};
    return points;
}

AUK_FOUR AukFourPoints four_pick_points(__m128 mask, const AukFourPoints *a, const AukFourPoints *b)
{
    AukFourPoints points = {
        _mm_blendv_ps(b->x, a->x, mask), _mm_blendv_ps(b->y, a->y, mask), _mm_blendv_ps(b->distance, a->distance, mask),
        _mm_blendv_ps(b->feature_a, a->feature_a, mask), _mm_blendv_ps(b->feature_b, a->feature_b, mask)};
    return points;
}

// 16 bytes of a record.
AUK_FOUR void four_write(void *to, __m128 v)
{
    _mm_storeu_ps(to, v);
}

AUK_FOUR void four_write_points(AukQuartetAnswer *const answers[AUK_QUARTET], int number, AukFourPoints points)
{
    __m128i feature_b = _mm_castps_si128(points.feature_b);
    _MM_TRANSPOSE4_PS(points.x, points.y, points.distance, points.feature_a);
    four_write(&answers[0]->manifold.points[number], points.x);
    four_write(&answers[1]->manifold.points[number], points.y);
    four_write(&answers[2]->manifold.points[number], points.distance);
    four_write(&answers[3]->manifold.points[number], points.feature_a);
    answers[0]->manifold.points[number].feature_b = (uint32_t)_mm_extract_epi32(feature_b, 0);
    answers[1]->manifold.points[number].feature_b = (uint32_t)_mm_extract_epi32(feature_b, 1);
    answers[2]->manifold.points[number].feature_b = (uint32_t)_mm_extract_epi32(feature_b, 2);
    answers[3]->manifold.points[number].feature_b = (uint32_t)_mm_extract_epi32(feature_b, 3);
}

// What a manifold begins with.
typedef struct AukFourHeads {
    AukFourVec normal; // in the caller's order
    AukFour distance;
    __m128i count;
} AukFourHeads;

AUK_FOUR void four_write_heads(AukQuartetAnswer *const answers[AUK_QUARTET], const AukFourHeads *heads)
{
    __m128 x = four_floats(heads->normal.x), y = four_floats(heads->normal.y), distance = four_floats(heads->distance);
    __m128 count = _mm_castsi128_ps(heads->count);
    _MM_TRANSPOSE4_PS(x, y, distance, count);
    four_write(&answers[0]->manifold, x);
    four_write(&answers[1]->manifold, y);
    four_write(&answers[2]->manifold, distance);
    four_write(&answers[3]->manifold, count);
    for (int i = 0; i < AUK_QUARTET; i++) {
        answers[i]->manifold.iterations = 1;
        answers[i]->manifold.status = AUK_OK;
    }
}

// What is neither is left to a single pair's way.
AUK_FOUR void four_write_verdicts(AukQuartetAnswer *const answers[AUK_QUARTET], AukFour apart, AukFour touching)
{
    unsigned apart_bits = four_bits(apart), touching_bits = four_bits(touching);
    for (int i = 0; i < AUK_QUARTET; i++) {
        unsigned is_touching = touching_bits >> i & 1u, is_apart = apart_bits >> i & 1u;
        answers[i]->verdict = (AukVerdict)(is_touching * AUK_VERDICT_TOUCHING + (is_apart & ~is_touching));
    }
}

// Two corners, as auk__remember_corners().
AUK_FOUR void four_write_corners(AukQuartetAnswer *const answers[AUK_QUARTET], AukFour a, AukFour b)
{
    AukFourIndices index_a = four_indices(a), index_b = four_indices(b);
    for (int i = 0; i < AUK_QUARTET; i++) {
        AukGjkCache cache = {1, {(uint32_t)index_a.lane[i], 0, 0}, {(uint32_t)index_b.lane[i], 0, 0}};
        answers[i]->cache = cache;
    }
}

AUK_FOUR AukFourVec four_origins(const AukQuartet *pairs)
{
    return four_points(&pairs->origins[0], &pairs->origins[1], &pairs->origins[2], &pairs->origins[3]);
}

// The one contact between two points on the surfaces, as write_middle() in manifold.c.
AUK_FOUR AukFourPoints four_middles(AukFourVec on_a, AukFourVec on_b, AukFour distance, __m128 feature_a,
                                    __m128 feature_b, AukFourVec origin)
{
    AukFourVec point = four_vec_add(four_vec_scale(four(0.5), four_vec_add(on_a, on_b)), origin);
    AukFourPoints points = {four_floats(point.x), four_floats(point.y), four_floats(distance), feature_a, feature_b};
    return points;
}

// Both shapes, and the face of one that is nearest the other.
typedef struct AukFourFaces {
    AukFourShapes a, b;
    AukFour limit;
    AukFour of_b, edge, vertex; // whose the face is, its edge, and the corner of the other
    AukFour distance;           // with the radii
    AukFourVec normal;          // in the pair's frame, from a to b
    AukFour known, apart;       // certain; farther apart than anybody asks
    // of segments
    AukFour corners;              // two corners are nearest, `edge` being one
    AukFourVec on_face, on_other; // where they are nearest, without the radii
} AukFourFaces;

AUK_FOUR AukFourFaces four_load_faces(const AukQuartet *pairs, AukQuartetClass what)
{
    AukFourFaces faces;
    faces.a = four_shapes(&pairs->sides[0], what);
    faces.b = four_shapes(&pairs->sides[1], what);
    faces.limit = four_load(pairs->limits);
    return faces;
}

#endif

#endif
