// Separating axis tests of circles, capsules and boxes in a frame at the centre of one of them, with its sides as axes;
// the projection of each shape on an axis is symmetric about its centre. Directions of segments are not normalised;
// extents along them are compared by squares.
// Invariant: rotations are treated as exact, so the tests answer false for gaps below AUK_EARLY_OUT_GAP of the pair's
// size.
#include "geom/early_out.h"

#include "geom/sat.h"
#include "geom/xy.h"

static inline AukF64x2 half_of(const AukSupportShape *box)
{
    return auk__f64x2_load_point(&box->own[2].x);
}

// The vector from one position to the other.
static inline AukF64x2 offset_between(const AukSupportShape *a, const AukSupportShape *b)
{
    return auk__f64x2_sub(auk__xy_position(&b->transform), auk__xy_position(&a->transform));
}

static bool point_beside_box(const AukSupportShape *point, const AukSupportShape *box, double max_distance)
{
    AukDvec p = auk__support_shape_vertex(point, 0);
    AukF64x2 apart = auk__f64x2_sub(auk__xy(p), auk__xy_position(&box->transform));
    AukF64x2 seen = auk__f64x2_abs(auk__xy_unrotate(&box->transform, apart)), half = half_of(box);
    AukF64x2 beyond = auk__f64x2_max(auk__f64x2_sub(seen, half), auk__f64x2_both(0.0));
    double least = max_distance + AUK_EARLY_OUT_GAP * auk__xy_sum(auk__f64x2_add(seen, half));
    return auk__xy_sum(auk__f64x2_mul(beyond, beyond)) > least * least;
}

static bool two_boxes(const AukSupportShape *a, const AukSupportShape *b, double max_distance)
{
    AukF64x2 apart = offset_between(a, b), half_a = half_of(a), half_b = half_of(b);
    AukF64x2 turned = auk__xy_unrotate(&a->transform, auk__f64x2_make(b->transform.c, b->transform.s));
    AukF64x2 cs = auk__f64x2_abs(turned), sc = auk__f64x2_swap(cs);
    AukF64x2 seen_a = auk__f64x2_abs(auk__xy_unrotate(&a->transform, apart)),
             seen_b = auk__f64x2_abs(auk__xy_unrotate(&b->transform, apart));
    AukF64x2 wide_b = auk__f64x2_add(auk__f64x2_mul(auk__f64x2_low(half_b, half_b), cs),
                                     auk__f64x2_mul(auk__f64x2_high(half_b, half_b), sc));
    AukF64x2 wide_a = auk__f64x2_add(auk__f64x2_mul(auk__f64x2_low(half_a, half_a), cs),
                                     auk__f64x2_mul(auk__f64x2_high(half_a, half_a), sc));
    AukF64x2 beyond = auk__f64x2_max(auk__f64x2_sub(seen_a, auk__f64x2_add(half_a, wide_b)),
                                     auk__f64x2_sub(seen_b, auk__f64x2_add(half_b, wide_a)));
    double size = auk__xy_sum(auk__f64x2_add(seen_a, auk__f64x2_add(half_a, half_b)));
    return auk__f64x2_most(beyond) > max_distance + AUK_EARLY_OUT_GAP * size;
}

// The middle of a segment and half its vector, in the pair's frame.
typedef struct Halves {
    AukF64x2 middle, along;
} Halves;

static inline Halves halves_of(const AukSupportShape *segment)
{
    AukF64x2 p = auk__f64x2_load_point(&segment->vertices[0].x), q = auk__f64x2_load_point(&segment->vertices[1].x);
    AukF64x2 half = auk__f64x2_both(0.5);
    Halves halves = {auk__xy_apply(&segment->transform, auk__f64x2_mul(half, auk__f64x2_add(p, q))),
                     auk__xy_rotate(&segment->transform, auk__f64x2_mul(half, auk__f64x2_sub(q, p)))};
    return halves;
}

static bool segment_and_box(const AukSupportShape *segment, const AukSupportShape *box, double max_distance)
{
    Halves halves = halves_of(segment);
    AukF64x2 half = half_of(box), away = auk__f64x2_sub(halves.middle, auk__xy_position(&box->transform));
    AukF64x2 apart = auk__xy_unrotate(&box->transform, away);
    AukF64x2 along = auk__xy_unrotate(&box->transform, halves.along);
    AukF64x2 seen = auk__f64x2_abs(apart), width = auk__f64x2_abs(along);
    double least = max_distance + AUK_EARLY_OUT_GAP * auk__xy_sum(auk__f64x2_add(auk__f64x2_add(seen, half), width));
    AukF64x2 sides = auk__f64x2_sub(seen, auk__f64x2_add(half, width));
    double square = auk__xy_sum(auk__f64x2_mul(along, along));
    AukF64x2 crossed = auk__f64x2_mul(along, auk__f64x2_swap(apart));
    double aside = fabs(auk__f64x2_first(crossed) - auk__f64x2_second(crossed));
    double beyond = aside - auk__xy_sum(auk__f64x2_mul(half, auk__f64x2_swap(width)));
    return auk__f64x2_most(sides) > least || (beyond > 0.0 && beyond * beyond > least * least * square);
}

// A lower bound on the squared distances from the ends of `other` to a segment, times `square`. Sets *one_side if both
// ends are on one side of the segment.
static inline double ends_beyond(AukF64x2 apart, AukF64x2 along, double square, AukF64x2 other, bool *one_side)
{
    AukF64x2 middle = auk__xy_unturn(along, apart), half = auk__xy_unturn(along, other);
    AukF64x2 first = auk__f64x2_add(middle, half), second = auk__f64x2_sub(middle, half);
    AukF64x2 x = auk__f64x2_low(first, second), y = auk__f64x2_high(first, second);
    AukF64x2 past = auk__f64x2_max(auk__f64x2_sub(auk__f64x2_abs(x), auk__f64x2_both(square)), auk__f64x2_both(0.0));
    unsigned left = auk__f64x2_pick_bits(auk__f64x2_less(y, auk__f64x2_both(0.0)));
    *one_side = left == 0 || left == 3;
    return auk__f64x2_least(auk__f64x2_add(auk__f64x2_mul(past, past), auk__f64x2_mul(y, y)));
}

// The least distance of two segments that do not cross is at an end of one of them.
static bool two_segments(const AukSupportShape *a, const AukSupportShape *b, double max_distance)
{
    Halves half_a = halves_of(a), half_b = halves_of(b);
    AukF64x2 apart = auk__f64x2_sub(half_b.middle, half_a.middle);
    AukF64x2 squares_a = auk__f64x2_mul(half_a.along, half_a.along),
             squares_b = auk__f64x2_mul(half_b.along, half_b.along);
    AukF64x2 squares = auk__f64x2_add(auk__f64x2_low(squares_a, squares_b), auk__f64x2_high(squares_a, squares_b));
    AukF64x2 size = auk__f64x2_add(auk__f64x2_abs(apart),
                                   auk__f64x2_add(auk__f64x2_abs(half_a.along), auk__f64x2_abs(half_b.along)));
    double square_a = auk__f64x2_first(squares), square_b = auk__f64x2_second(squares);
    double least = max_distance + AUK_EARLY_OUT_GAP * auk__xy_sum(size), least_square = least * least;
    bool beside_a, beside_b;
    double from_a = ends_beyond(apart, half_a.along, square_a, half_b.along, &beside_a);
    double from_b = ends_beyond(auk__f64x2_neg(apart), half_b.along, square_b, half_a.along, &beside_b);
    return (int)(from_a > least_square * square_a) & (int)(from_b > least_square * square_b) &
           ((int)beside_a | (int)beside_b);
}

bool auk__early_out_extended(const AukSupportShape *a, const AukSupportShape *b, double limit, const AukGjkCache *cache)
{
    double max_distance = a->radius + b->radius + limit;
    if (a->box && b->box) {
        return two_boxes(a, b, max_distance);
    }
    if (a->count == 2 && b->count == 2) {
        return two_segments(a, b, max_distance);
    }
    const AukSupportShape *box = a->box ? a : b, *other = a->box ? b : a;
    if (box->box && other->count == 1) {
        return point_beside_box(other, box, max_distance);
    }
    if (box->box && other->count == 2) {
        return segment_and_box(other, box, max_distance);
    }
    return a->count > 2 && b->count > 2 && auk__sat_polygons_apart(a, b, max_distance, cache);
}
