// Code shared by the files of pairs4: the edges that face each other, and the writing of results.
#ifndef AUK_GEOM_PAIRS4_ANSWER_H
#define AUK_GEOM_PAIRS4_ANSWER_H

#include "geom/dvec4.h"
#include "geom/manifold.h"
#include "geom/pairs4.h"

#if AUK_F64X4_EXISTS

typedef struct AukPairs4Indices {
    int lane[AUK_PAIRS4_LANES];
} AukPairs4Indices;

AUK_F64X4 AukPairs4Indices pairs4_indices(AukF64x4 numbers)
{
    AukPairs4Indices indices;
    words4_store(indices.lane, f64x4_integers(numbers));
    return indices;
}

AUK_F64X4 AukDtransform4 pairs4_places(const AukPairs4Places *places)
{
    AukDtransform4 transform = {f64x4_load(places->x), f64x4_load(places->y), f64x4_load(places->c),
                                f64x4_load(places->s)};
    return transform;
}

AUK_F64X4 void pairs4_store_places(AukPairs4Places *to, const AukDtransform4 *from)
{
    f64x4_store(to->x, from->x);
    f64x4_store(to->y, from->y);
    f64x4_store(to->c, from->c);
    f64x4_store(to->s, from->s);
}

// The shapes of one side, other than circles. Members that a class does not have are not loaded.
typedef struct AukPairs4Shapes {
    const AukPairs4Side *side;
    AukDtransform4 transform;
    AukF64x4 radius, count;
    AukDvec4 half;
    AukF64x4 boxes;
} AukPairs4Shapes;

AUK_F64X4 AukPairs4Shapes pairs4_shapes(const AukPairs4Side *side, AukPairs4Class what)
{
    AukPairs4Shapes shapes;
    shapes.side = side;
    shapes.transform = pairs4_places(&side->places);
    shapes.radius = f64x4_load(side->radii);
    shapes.half = dvec4_gather(&side->halves[0], &side->halves[1], &side->halves[2], &side->halves[3]);
    shapes.count = f64x4(4.0);
    if (what != AUK_CLASS_BOX) {
        shapes.count = f64x4_of_integers(side->counts);
        shapes.boxes = f64x4_load_mask(side->boxes);
    }
    return shapes;
}

// A corner of each box. The order of corners is (-,-) (+,-) (+,+) (-,+).
AUK_F64X4 AukDvec4 pairs4_box_corners(AukDvec4 half, AukF64x4 number)
{
    AukF64x4 middle = f64x4_sub(number, f64x4(1.5)), left = f64x4_less(f64x4(1.0), f64x4_abs(middle));
    return dvec4(f64x4_pick(left, f64x4_neg(half.x), half.x),
                 f64x4_pick(f64x4_less(middle, f64x4(0.0)), f64x4_neg(half.y), half.y));
}

AUK_F64X4 AukDvec4 pairs4_vertices(const AukPairs4Shapes *shapes, AukPairs4Class what, AukF64x4 numbers)
{
    if (what == AUK_CLASS_BOX) {
        return pairs4_box_corners(shapes->half, numbers);
    }
    const AukVec2 *const *vertices = shapes->side->vertices;
    AukPairs4Indices at = pairs4_indices(numbers);
    AukDvec4 v = dvec4_gather(&vertices[0][at.lane[0]], &vertices[1][at.lane[1]], &vertices[2][at.lane[2]],
                              &vertices[3][at.lane[3]]);
    return dvec4_pick(shapes->boxes, pairs4_box_corners(shapes->half, numbers), v);
}

static inline int pairs4_largest_count(const AukPairs4Side *side)
{
    int count = side->counts[0];
    for (int i = 1; i < AUK_PAIRS4_LANES; i++) {
        count = side->counts[i] > count ? side->counts[i] : count;
    }
    return count;
}

// The vertex or edge after this one.
AUK_F64X4 AukF64x4 pairs4_next(AukF64x4 index, AukF64x4 count)
{
    AukF64x4 next = f64x4_add(index, f64x4(1.0));
    return f64x4_pick(f64x4_less(next, count), next, f64x4(0.0));
}

// A vertex and its two neighbours, in the shape's own frame.
typedef struct AukPairs4Corners {
    AukF64x4 before, index, after;
    AukDvec4 previous, at, following;
} AukPairs4Corners;

AUK_F64X4 AukPairs4Corners pairs4_corners(const AukPairs4Shapes *shapes, AukPairs4Class what, AukF64x4 index)
{
    AukF64x4 count = shapes->count;
    AukPairs4Corners corners;
    corners.before = f64x4_sub(f64x4_pick(f64x4_less(f64x4(0.0), index), index, count), f64x4(1.0));
    corners.index = index;
    corners.after = pairs4_next(index, count);
    corners.previous = pairs4_vertices(shapes, what, corners.before);
    corners.at = pairs4_vertices(shapes, what, corners.index);
    corners.following = pairs4_vertices(shapes, what, corners.after);
    return corners;
}

// As Edge in manifold.c.
typedef struct AukPairs4Edges {
    AukF64x4 index, next, faces, dot, square;
    AukDvec4 from, along;
} AukPairs4Edges;

// As facing_edge() in manifold.c.
AUK_F64X4 AukPairs4Edges pairs4_facing_edges(const AukPairs4Corners *corners, const AukDtransform4 *transform,
                                             AukDvec4 direction)
{
    AukDvec4 arriving = dvec4_sub(corners->at, corners->previous);
    AukDvec4 leaving = dvec4_sub(corners->following, corners->at);
    AukDvec4 local = dtransform4_unrotate(transform, direction);
    AukF64x4 facing = dvec4_cross(local, arriving), facing_on = dvec4_cross(local, leaving);
    AukF64x4 square = dvec4_dot(arriving, arriving), square_on = dvec4_dot(leaving, leaving);
    AukF64x4 rank = f64x4_mul(f64x4_mul(facing, f64x4_abs(facing)), square_on);
    AukF64x4 rank_on = f64x4_mul(f64x4_mul(facing_on, f64x4_abs(facing_on)), square);
    AukF64x4 first = f64x4_less(rank_on, rank);
    AukPairs4Edges edges = {f64x4_pick(first, corners->before, corners->index),
                            f64x4_pick(first, corners->index, corners->after),
                            f64x4_less(f64x4(0.0), f64x4_pick(first, facing, facing_on)),
                            f64x4_pick(first, dvec4_dot(arriving, local), dvec4_dot(leaving, local)),
                            f64x4_pick(first, square, square_on),
                            dvec4_pick(first, corners->previous, corners->at),
                            dvec4_pick(first, arriving, leaving)};
    return edges;
}

AUK_F64X4 AukF64x4 pairs4_are_square(const AukPairs4Edges *edges, double sine)
{
    return f64x4_and(edges->faces,
                     f64x4_at_most(f64x4_mul(edges->dot, edges->dot), f64x4_mul(f64x4(sine * sine), edges->square)));
}

// A feature of each pair: an edge where the mask is set, else a vertex.
AUK_F64X4 AukWords4 pairs4_features(AukF64x4 numbers, AukF64x4 are_edges)
{
    AukWords4 edges = words4_and(f64x4_mask(are_edges), words4(AUK_FEATURE_EDGE));
    return words4_or(f64x4_integers(numbers), edges);
}

// A point of the manifolds.
typedef struct AukPairs4Points {
    AukWords4 x, y, distance, feature_a, feature_b;
} AukPairs4Points;

AUK_F64X4 AukPairs4Points pairs4_no_points(void)
{
    AukWords4 none = words4(0);
    AukPairs4Points points = {none, none, none, none, none};
    return points;
}

AUK_F64X4 AukPairs4Points pairs4_pick_points(AukWords4 mask, const AukPairs4Points *a, const AukPairs4Points *b)
{
    AukPairs4Points points = {
        words4_pick(mask, a->x, b->x), words4_pick(mask, a->y, b->y), words4_pick(mask, a->distance, b->distance),
        words4_pick(mask, a->feature_a, b->feature_a), words4_pick(mask, a->feature_b, b->feature_b)};
    return points;
}

// The first members of a manifold.
typedef struct AukPairs4Heads {
    AukDvec4 normal; // in the caller's order
    AukF64x4 distance;
    AukWords4 count; // integers
} AukPairs4Heads;

_Static_assert(sizeof(AukManifold) == 64 && offsetof(AukManifold, points) == 16 && sizeof(AukManifoldPoint) == 20 &&
                   offsetof(AukManifold, iterations) == 56,
               "four rows of four words");
_Static_assert(offsetof(AukPairs4Answer, simplex) == 64 && offsetof(AukPairs4Answer, verdict) == 76, "a fifth row");

// Writes row `row`, four words, of each answer.
AUK_F64X4 void pairs4_write_row(AukPairs4Answer *const answers[AUK_PAIRS4_LANES], int row, AukWords4 first,
                                AukWords4 second, AukWords4 third, AukWords4 fourth)
{
    AukWords4 columns[4] = {first, second, third, fourth};
    auk__f32x4_transpose(columns);
    for (int i = 0; i < AUK_PAIRS4_LANES; i++) {
        words4_store((char *)answers[i] + 16 * row, columns[i]);
    }
}

// Writes the manifolds, with one iteration and AUK_OK.
AUK_F64X4 void pairs4_write_manifold(AukPairs4Answer *const answers[AUK_PAIRS4_LANES], const AukPairs4Heads *heads,
                                     const AukPairs4Points *first, const AukPairs4Points *second)
{
    pairs4_write_row(answers, 0, f64x4_floats(heads->normal.x), f64x4_floats(heads->normal.y),
                     f64x4_floats(heads->distance), heads->count);
    pairs4_write_row(answers, 1, first->x, first->y, first->distance, first->feature_a);
    pairs4_write_row(answers, 2, first->feature_b, second->x, second->y, second->distance);
    pairs4_write_row(answers, 3, second->feature_a, second->feature_b, words4(1), words4(AUK_OK));
}

// The simplex of each pair, of one or two vertices of each shape.
typedef struct AukPairs4Simplices {
    AukWords4 a, b, count;
} AukPairs4Simplices;

// Two corners, as auk__sat_remember_corners().
AUK_F64X4 AukPairs4Simplices pairs4_corner_simplices(AukF64x4 a, AukF64x4 b)
{
    AukPairs4Simplices simplices = {f64x4_integers(a), f64x4_integers(b), words4(1)};
    return simplices;
}

// Pairs in neither mask are left to the code for single pairs.
AUK_F64X4 void pairs4_write_ends(AukPairs4Answer *const answers[AUK_PAIRS4_LANES], const AukPairs4Simplices *simplices,
                                 AukF64x4 apart, AukF64x4 touching)
{
    AukWords4 verdict = words4_and(f64x4_mask(apart), words4(AUK_VERDICT_APART));
    verdict = words4_pick(f64x4_mask(touching), words4(AUK_VERDICT_TOUCHING), verdict);
    pairs4_write_row(answers, 4, simplices->a, simplices->b, simplices->count, verdict);
}

AUK_F64X4 AukDvec4 pairs4_origins(const AukPairs4 *pairs)
{
    return dvec4(f64x4_load(pairs->origin_x), f64x4_load(pairs->origin_y));
}

// The one contact between two points on the surfaces, as write_middle() in manifold.c.
AUK_F64X4 AukPairs4Points pairs4_middles(AukDvec4 on_a, AukDvec4 on_b, AukF64x4 distance, AukWords4 feature_a,
                                         AukWords4 feature_b, AukDvec4 origin)
{
    AukDvec4 point = dvec4_add(dvec4_scale(f64x4(0.5), dvec4_add(on_a, on_b)), origin);
    AukPairs4Points points = {f64x4_floats(point.x), f64x4_floats(point.y), f64x4_floats(distance), feature_a,
                              feature_b};
    return points;
}

// Both shapes, and the face of one of them that is nearest to the other.
typedef struct AukPairs4Faces {
    AukPairs4Shapes a, b;
    AukF64x4 limit;
    AukF64x4 of_b, edge, vertex; // the face is of b; its edge; the corner of the other shape
    AukF64x4 distance;           // radii included
    AukDvec4 normal;             // in the pair's frame, from a to b
    AukF64x4 known, apart;       // the result is certain; farther apart than the limit
    // for segments
    AukF64x4 corners;           // two corners are nearest; `edge` is one of them
    AukDvec4 on_face, on_other; // nearest points, without the radii
} AukPairs4Faces;

AUK_F64X4 AukPairs4Faces pairs4_load_faces(const AukPairs4 *pairs, AukPairs4Class what)
{
    AukPairs4Faces faces;
    faces.a = pairs4_shapes(&pairs->sides[0], what);
    faces.b = pairs4_shapes(&pairs->sides[1], what);
    faces.limit = f64x4_load(pairs->limits);
    return faces;
}

#endif

#endif
