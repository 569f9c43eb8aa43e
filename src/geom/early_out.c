// Circles, capsules and boxes are seen from the middle of one of them, where the directions of its sides are axes and
// each shape reaches as far one way as the other. Segments keep the length they have, and what is measured along them
// is compared by squares. Invariant: rotations are taken for exact, so nothing is said of gaps below AUK_APART_SHOWS of
// the pair's size.
#include "geom/early_out.h"

#include "geom/sat.h"
#include "geom/xy.h"

static inline AukDouble2 half_of(const AukCore *box)
{
    return auk__d2_load_point(&box->own[2].x);
}

// From one place to the other.
static inline AukDouble2 between(const AukCore *a, const AukCore *b)
{
    return auk__d2_sub(auk__lanes_position(&b->place), auk__lanes_position(&a->place));
}

static bool point_and_box(const AukCore *point, const AukCore *box, double reach)
{
    AukDvec p = auk__core_vertex(point, 0);
    AukDouble2 apart = auk__d2_sub(auk__lanes(p), auk__lanes_position(&box->place));
    AukDouble2 seen = auk__d2_abs(auk__lanes_unrotate(&box->place, apart)), half = half_of(box);
    AukDouble2 beyond = auk__d2_max(auk__d2_sub(seen, half), auk__d2_both(0.0));
    double least = reach + AUK_APART_SHOWS * auk__lanes_sum(auk__d2_add(seen, half));
    return auk__lanes_sum(auk__d2_mul(beyond, beyond)) > least * least;
}

static bool two_boxes(const AukCore *a, const AukCore *b, double reach)
{
    AukDouble2 apart = between(a, b), half_a = half_of(a), half_b = half_of(b);
    AukDouble2 turned = auk__lanes_unrotate(&a->place, auk__d2_make(b->place.c, b->place.s));
    AukDouble2 cs = auk__d2_abs(turned), sc = auk__d2_swap(cs);
    AukDouble2 seen_a = auk__d2_abs(auk__lanes_unrotate(&a->place, apart)),
               seen_b = auk__d2_abs(auk__lanes_unrotate(&b->place, apart));
    AukDouble2 wide_b =
        auk__d2_add(auk__d2_mul(auk__d2_low(half_b, half_b), cs), auk__d2_mul(auk__d2_high(half_b, half_b), sc));
    AukDouble2 wide_a =
        auk__d2_add(auk__d2_mul(auk__d2_low(half_a, half_a), cs), auk__d2_mul(auk__d2_high(half_a, half_a), sc));
    AukDouble2 beyond =
        auk__d2_max(auk__d2_sub(seen_a, auk__d2_add(half_a, wide_b)), auk__d2_sub(seen_b, auk__d2_add(half_b, wide_a)));
    double size = auk__lanes_sum(auk__d2_add(seen_a, auk__d2_add(half_a, half_b)));
    return auk__d2_most(beyond) > reach + AUK_APART_SHOWS * size;
}

// The middle and half of a segment, in the pair's frame.
typedef struct Halves {
    AukDouble2 middle, along;
} Halves;

static inline Halves halves_of(const AukCore *segment)
{
    AukDouble2 p = auk__d2_load_point(&segment->vertices[0].x), q = auk__d2_load_point(&segment->vertices[1].x);
    AukDouble2 half = auk__d2_both(0.5);
    Halves halves = {auk__lanes_apply(&segment->place, auk__d2_mul(half, auk__d2_add(p, q))),
                     auk__lanes_rotate(&segment->place, auk__d2_mul(half, auk__d2_sub(q, p)))};
    return halves;
}

static bool segment_and_box(const AukCore *segment, const AukCore *box, double reach)
{
    Halves halves = halves_of(segment);
    AukDouble2 half = half_of(box), away = auk__d2_sub(halves.middle, auk__lanes_position(&box->place));
    AukDouble2 apart = auk__lanes_unrotate(&box->place, away);
    AukDouble2 along = auk__lanes_unrotate(&box->place, halves.along);
    AukDouble2 seen = auk__d2_abs(apart), width = auk__d2_abs(along);
    double least = reach + AUK_APART_SHOWS * auk__lanes_sum(auk__d2_add(auk__d2_add(seen, half), width));
    AukDouble2 sides = auk__d2_sub(seen, auk__d2_add(half, width));
    double square = auk__lanes_sum(auk__d2_mul(along, along));
    AukDouble2 crossed = auk__d2_mul(along, auk__d2_swap(apart));
    double aside = fabs(auk__d2_first(crossed) - auk__d2_second(crossed));
    double beyond = aside - auk__lanes_sum(auk__d2_mul(half, auk__d2_swap(width)));
    return auk__d2_most(sides) > least || (beyond > 0.0 && beyond * beyond > least * least * square);
}

// A lower bound of the squared distances from the ends of `other` to a segment, times the square of its length, and
// whether both are on one side of it.
static inline double ends_beyond(AukDouble2 apart, AukDouble2 along, double square, AukDouble2 other, bool *one_side)
{
    AukDouble2 middle = auk__lanes_unturn(along, apart), half = auk__lanes_unturn(along, other);
    AukDouble2 first = auk__d2_add(middle, half), second = auk__d2_sub(middle, half);
    AukDouble2 x = auk__d2_low(first, second), y = auk__d2_high(first, second);
    AukDouble2 past = auk__d2_max(auk__d2_sub(auk__d2_abs(x), auk__d2_both(square)), auk__d2_both(0.0));
    unsigned left = auk__d2_pick_bits(auk__d2_less(y, auk__d2_both(0.0)));
    *one_side = left == 0 || left == 3;
    return auk__d2_least(auk__d2_add(auk__d2_mul(past, past), auk__d2_mul(y, y)));
}

// Of two segments that do not cross, an end of one is nearest the other.
static bool two_segments(const AukCore *a, const AukCore *b, double reach)
{
    Halves half_a = halves_of(a), half_b = halves_of(b);
    AukDouble2 apart = auk__d2_sub(half_b.middle, half_a.middle);
    AukDouble2 squares_a = auk__d2_mul(half_a.along, half_a.along), squares_b = auk__d2_mul(half_b.along, half_b.along);
    AukDouble2 squares = auk__d2_add(auk__d2_low(squares_a, squares_b), auk__d2_high(squares_a, squares_b));
    AukDouble2 size =
        auk__d2_add(auk__d2_abs(apart), auk__d2_add(auk__d2_abs(half_a.along), auk__d2_abs(half_b.along)));
    double square_a = auk__d2_first(squares), square_b = auk__d2_second(squares);
    double least = reach + AUK_APART_SHOWS * auk__lanes_sum(size), least_square = least * least;
    bool beside_a, beside_b;
    double from_a = ends_beyond(apart, half_a.along, square_a, half_b.along, &beside_a);
    double from_b = ends_beyond(auk__d2_neg(apart), half_b.along, square_b, half_a.along, &beside_b);
    return (int)(from_a > least_square * square_a) & (int)(from_b > least_square * square_b) &
           ((int)beside_a | (int)beside_b);
}

bool auk__cores_apart(const AukCore *a, const AukCore *b, double limit, const AukGjkCache *cache)
{
    double reach = a->radius + b->radius + limit;
    if (a->box && b->box) {
        return two_boxes(a, b, reach);
    }
    if (a->count == 2 && b->count == 2) {
        return two_segments(a, b, reach);
    }
    const AukCore *box = a->box ? a : b, *other = a->box ? b : a;
    if (box->box && other->count == 1) {
        return point_and_box(other, box, reach);
    }
    if (box->box && other->count == 2) {
        return segment_and_box(other, box, reach);
    }
    return a->count > 2 && b->count > 2 && auk__polygons_apart(a, b, reach, cache);
}
