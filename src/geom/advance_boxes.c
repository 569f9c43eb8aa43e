// Conservative advancement of two boxes, segments or points, and their radii. The largest separation along the four
// side normals is a lower bound on the distance, and the distance itself if the nearest corner is above the side, so no
// nearest points are needed. Along the normal n of a side of one body X, which turns at the rate p, from the deepest
// corner w of the other body Y, which turns at the rate p + q, the separation is
//     s(h) = n(h) . (P + h D) + n(h) . w(h) - const,
// where P + h D is the offset of the origin of Y from that of X. Its derivatives are sums of a few products:
//     s'   =  p n x P + n . D - q n x w,           s'' = -p^2 n . P + 2 p n x D - q^2 n . w,
//     s''' = -p^3 n x P - 3 p^2 n . D + q^3 n x w, |s''''| <= p^4 |P| + 4 |p|^3 |D| + q^4 |w|.
// A round follows the side of the largest separation to the root of the cubic, brought forward by the error of the
// cubic, and computes all four separations there. Two rounds are usual: the second starts so near to the contact that
// its cubic is exact.
// Invariant: the boxes do not touch before the fraction reached. A step is taken only if the separation at its end is
// not negative and the bound of advance.h holds between its ends. A pair that these steps do not bring to an end is
// left to the general rounds of advance.c, which go on from the fraction reached.
// Round corners are farther apart than any side says. They are followed by their distance, whose derivatives follow
// from those of its square; the bound is applied to the fixed normal that they have at the end of the step.
// Measured on `bench pairs`, an AMD core: 232 ns an impact of boxes and 2,310 instructions; 517 ns and 5,840 by general
// rounds. Rounded boxes take 330 ns instead of 506, capsules 356 instead of 567. The first form, in scalars and with a
// cosine and a sine for every placing, took 317 ns; with vectors 272; with small turns and without the entry of the
// circles where they meet all the time, 232. Of 72,000 random motions of boxes and segments, a quarter of them with
// turns of up to 50 radians, 11 took more than BOXES_ROUND_LIMIT rounds.
#include "geom/sat_boxes.h"
#include "geom/turning_boxes.h"

enum { BOXES_ROUND_LIMIT = 64 };

// ---- placing --------------------------------------------------------------------------------------------------

static inline bool is_box_like(const AukSupportShape *core)
{
    return core->box || core->count == 2 || core->count == 1;
}

// The box at fraction 0, as seen from its body's origin. A point is a box without extent, whose sides are as good as
// any.
static inline AukSatBox turning_start_of(const AukShapePath *path)
{
    const AukDtransform *local = &path->local;
    bool centred = local->x == 0.0 && local->y == 0.0 && local->c == 1.0 && local->s == 0.0;
    AukDtransform turned = {0.0, 0.0, path->start.c, path->start.s};
    AukDtransform transform = centred ? turned : auk__dtransform_compose(&turned, local);
    if (path->core.count == 1) {
        AukSatBox point = {
            auk__dtransform_apply(&transform, dvec_from(path->core.vertices[0])), {1.0, 0.0}, {0.0, 0.0}, false};
        return point;
    }
    return auk__sat_box_at(&path->core, &transform);
}

static inline void set_turning_boxes(const AukShapePath *a, const AukShapePath *b, AukTurningBoxes *boxes)
{
    AukSatBox of_a = turning_start_of(a), of_b = turning_start_of(b);
    boxes->axis_x = auk__f64x2_make(of_a.axis.x, of_b.axis.x);
    boxes->axis_y = auk__f64x2_make(of_a.axis.y, of_b.axis.y);
    boxes->arm_x = auk__f64x2_make(of_a.middle.x, of_b.middle.x);
    boxes->arm_y = auk__f64x2_make(of_a.middle.y, of_b.middle.y);
    boxes->half_x = auk__f64x2_make(of_a.half.x, of_b.half.x);
    boxes->half_y = auk__f64x2_make(of_a.half.y, of_b.half.y);
    AukF64x2 radius = auk__f64x2_both(a->core.radius + b->core.radius);
    boxes->reach_x = auk__f64x2_add(boxes->half_x, radius);
    boxes->reach_y = auk__f64x2_add(boxes->half_y, radius);
    boxes->turn = auk__f64x2_make(a->turn, b->turn);
    boxes->from = dvec(b->start.x - a->start.x, b->start.y - a->start.y);
    boxes->delta = dvec_sub(b->delta, a->delta);
    boxes->origin_a = dvec(a->start.x, a->start.y);
    boxes->delta_a = a->delta;
    boxes->turn_radius[0] = AUK_TURN_RADIUS_SLACK * a->turn_radius;
    boxes->turn_radius[1] = AUK_TURN_RADIUS_SLACK * b->turn_radius;
    boxes->radius[0] = a->core.radius;
    boxes->radius[1] = b->core.radius;
    boxes->speed = dvec_length(boxes->delta);
}

static inline void place_first(const AukTurningBoxes *boxes, double fraction, AukPlacedBoxes *placed)
{
    placed->fraction = fraction;
    if (fraction == 0.0) {
        placed->axis_x = boxes->axis_x;
        placed->axis_y = boxes->axis_y;
        placed->arm_x = boxes->arm_x;
        placed->arm_y = boxes->arm_y;
    } else {
        auk__turning_from_start(boxes, placed);
    }
    auk__turning_measure(boxes, placed);
}

static inline int widest_side(const AukPlacedBoxes *placed)
{
    const AukF64x2 *gap = placed->gap;
    int a = auk__turning_of_side(gap, 2) > auk__turning_of_side(gap, 0) ? 2 : 0,
        b = auk__turning_of_side(gap, 3) > auk__turning_of_side(gap, 1) ? 3 : 1;
    return auk__turning_of_side(gap, b) > auk__turning_of_side(gap, a) ? b : a;
}

// The separation along the normal that a side had in another placing: negative once the centres have changed sides.
static inline double gap_along(const AukPlacedBoxes *placed, int side, bool outward)
{
    double along = auk__turning_of_side(placed->along, side), gap = auk__turning_of_side(placed->gap, side);
    return (along >= 0.0) == outward ? gap : gap - 2.0 * fabs(along);
}

static inline AukTurningSide side_at(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed, int number)
{
    AukTurningSide side;
    int own = number & 1;
    AukDvec u = auk__turning_axis(placed, own), v = auk__turning_axis(placed, own ^ 1),
            n = number & 2 ? dvec(-u.y, u.x) : u;
    side.number = number;
    side.own = own;
    side.toward = own ? -1.0 : 1.0;
    side.normal = dvec_scale(auk__sat_sign(auk__turning_of_side(placed->along, number)), n);
    side.signs = dvec(-auk__sat_sign(dvec_dot(side.normal, v)), -auk__sat_sign(dvec_cross(v, side.normal)));
    side.corner = auk__turning_corner(boxes, placed, own ^ 1, side.signs);
    return side;
}

// ---- steps ----------------------------------------------------------------------------------------------------

static inline AukTurningMotion follow_side(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed,
                                           const AukTurningSide *side, double gap)
{
    AukDvec n = side->normal, w = side->corner;
    AukDvec apart = dvec_scale(side->toward, placed->origins), delta = dvec_scale(side->toward, boxes->delta);
    double p = auk__f64x2_lane(&boxes->turn, side->own), q = auk__f64x2_lane(&boxes->turn, side->own ^ 1) - p;
    double pp = p * p, qq = q * q, radius = boxes->turn_radius[side->own ^ 1];
    double across = dvec_cross(n, apart), along = dvec_dot(n, delta), turned = q * dvec_cross(n, w);
    double far = dvec_length(apart), twice = 2.0 * p;
    AukTurningMotion motion;
    motion.gap = gap;
    motion.first = (p * across + along) - turned;
    motion.second = twice * dvec_cross(n, delta) - pp * dvec_dot(n, apart) - qq * dvec_dot(n, w);
    motion.third = qq * turned - pp * (p * across + 3.0 * along);
    motion.curvature = pp * far + fabs(twice) * boxes->speed + qq * radius;
    motion.curvature_rate = pp * boxes->speed;
    motion.fourth = pp * (pp * far + 2.0 * fabs(twice) * boxes->speed) + qq * qq * radius;
    return motion;
}

// Takes a step of length h, or shorter, during which the boxes do not touch. False if none of some tries was one.
static inline bool step_side(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed, const AukTurningMotion *motion,
                             int number, double h, double end, AukPlacedBoxes *tried)
{
    bool outward = auk__turning_of_side(placed->along, number) >= 0.0;
    double from = placed->fraction;
    for (int i = 0; i < AUK_TURNING_TRIES; i++) {
        double next = from + h < end ? from + h : end;
        if (!(next > from)) {
            return false;
        }
        auk__turning_place(boxes, placed, next, tried);
        double gap = gap_along(tried, number, outward), curvature = motion->curvature + h * motion->curvature_rate;
        if (gap < 0.0) {
            AukTurningSide side = side_at(boxes, tried, number);
            AukTurningMotion beyond = follow_side(boxes, tried, &side, gap);
            h = auk__turning_shorter_step(boxes, &beyond, motion->gap, h);
        } else if (curvature * (h * h) <= 2.0 * motion->gap || auk__chord_is_clear(motion->gap, gap, curvature, h)) {
            return true;
        } else {
            h = 0.999 * auk__square_root(2.0 * motion->gap / curvature);
        }
    }
    return false;
}

// ---- rounds ---------------------------------------------------------------------------------------------------

// The corner meets the side. It is beyond an end of it only by rounding, and is moved there.
static inline void report_side(const AukTurningBoxes *boxes, const AukTurningSide *side, const AukTurningRound *round)
{
    const AukPlacedBoxes *placed = round->placed;
    int own = side->own;
    AukSidePlace place = auk__turning_place_on_side(boxes, placed, side);
    double width = place.width, offset = place.offset > width ? width : (place.offset < -width ? -width : place.offset);
    double height = auk__f64x2_lane(side->number & 2 ? &boxes->half_y : &boxes->half_x, own) + boxes->radius[own];
    AukDvec u = auk__turning_axis(placed, own), along = side->number & 2 ? u : dvec(-u.y, u.x);
    AukDvec middle = own ? dvec_add(placed->origins, auk__turning_arm(placed, own)) : auk__turning_arm(placed, own);
    AukDvec top = dvec_mul_add(middle, height + 0.5 * round->gap, side->normal);
    auk__turning_report(boxes, round, dvec_scale(side->toward, side->normal), dvec_mul_add(top, offset, along));
}

static inline AukRoundEnd side_round(const AukTurningBoxes *boxes, const AukTurningSide *side,
                                     const AukTurningRound *round)
{
    double gap = round->gap, remaining = round->end - round->placed->fraction;
    if (gap <= boxes->tolerance) {
        if (round->first) {
            return AUK_ROUND_FAILED;
        }
        report_side(boxes, side, round);
        return AUK_ROUND_ANSWERED;
    }
    AukTurningMotion motion = follow_side(boxes, round->placed, side, gap);
    double h = auk__turning_guess_step(&motion, 0.25 * boxes->tolerance, remaining);
    if (h >= remaining && auk__turning_stays_clear(boxes, dvec_scale(side->toward, side->normal), gap, remaining)) {
        return AUK_ROUND_ANSWERED;
    }
    bool steps = step_side(boxes, round->placed, &motion, side->number, auk__turning_likely_step(&motion, h),
                           round->end, round->tried);
    return steps ? AUK_ROUND_STEPPED : AUK_ROUND_FAILED;
}

// Copies of the side and the round leave those of rounds without corners in registers.
static inline AukRoundEnd by_corners(const AukTurningBoxes *boxes, const AukTurningSide *side,
                                     const AukTurningRound *round)
{
    AukSidePlace place = auk__turning_place_on_side(boxes, round->placed, side);
    return fabs(place.offset) > place.width ? auk__turning_corner_round(boxes, *side, place.offset, *round)
                                            : AUK_ROUND_PASSED;
}

bool auk__advance_boxes(const AukShapePath *a, const AukShapePath *b, double *fraction, double end, AukImpact *impact)
{
    if (!is_box_like(&a->core) || !is_box_like(&b->core)) {
        return false;
    }
    AukTurningBoxes boxes;
    AukPlacedBoxes places[2], *placed = &places[0], *tried = &places[1];
    set_turning_boxes(a, b, &boxes);
    place_first(&boxes, *fraction, placed);
    double radius = a->core.radius + b->core.radius, size = a->turn_radius + b->turn_radius + radius;
    int number = widest_side(placed);
    double apart = dvec_size(boxes.from);
    boxes.tolerance =
        AUK_ADVANCE_GAP * (fabs(auk__turning_of_side(placed->gap, number)) + (apart > size ? apart : size));
    for (int i = 0; i < BOXES_ROUND_LIMIT; i++) {
        AukTurningRound round = {placed, tried, auk__turning_of_side(placed->gap, number), end, i == 0, impact};
        AukTurningSide side = side_at(&boxes, placed, number);
        AukRoundEnd over = radius > 0.0 ? by_corners(&boxes, &side, &round) : AUK_ROUND_PASSED;
        over = over == AUK_ROUND_PASSED ? side_round(&boxes, &side, &round) : over;
        impact->iterations++;
        if (over != AUK_ROUND_STEPPED) {
            *fraction = placed->fraction;
            return over == AUK_ROUND_ANSWERED;
        }
        AukPlacedBoxes *last = placed;
        placed = tried;
        tried = last;
        number = widest_side(placed);
    }
    *fraction = placed->fraction;
    return false;
}
