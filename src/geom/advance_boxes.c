// Conservative advancement of two boxes or segments without radius. They do not touch as long as one of the four side
// normals separates them, so no nearest points are needed: the separation along the normal n of a side of one body X,
// which turns at the rate p, from the deepest corner w of the other body Y, which turns at the rate p + q, is
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
// Measured on `bench pairs`, an AMD core: 232 ns an impact and 2,180 instructions, 517 ns and 5,840 by general rounds.
// Of 72,000 random motions, half of them by up to 19 to 50 radians, ten took more than BOXES_ROUND_LIMIT rounds.
#include "geom/advance.h"

#include "base/f64x2_lanes.h"
#include "base/trig.h"
#include "geom/sat_boxes.h"

enum { BOXES_ROUND_LIMIT = 64, BOXES_TRY_LIMIT = 6 };

// Vertices may be farther from the origin than the turn radius by the error of a rotation's length.
#define TURN_RADIUS_SLACK (1.0 + 2e-6)

// Up to this angle the boxes are turned from where they were, by five terms of the cosine and the sine: the next ones
// are below 1e-19. In most steps of a world all angles are smaller.
#define SMALL_TURN 0.125

// Up to this part of a step, what the curvature adds to it is a series of two terms: the next ones are below 1e-9 of
// the step, which near a contact is below rounding.
#define SMALL_BEND 1e-5

// Members with two lanes are of a and of b.
typedef struct TurningBoxes {
    AukF64x2 axis_x, axis_y, arm_x, arm_y; // at fraction 0; the arm is the centre as seen from the body's origin
    AukF64x2 half_x, half_y;
    AukF64x2 turn;
    AukDvec from, delta; // origin of b as seen from that of a, at fraction 0, and its change
    double turn_radius[2];
    double speed, tolerance;
} TurningBoxes;

// The boxes at a fraction. Sides are numbered by their body, 0 or 1, plus 2 if they are across the second axis.
typedef struct PlacedBoxes {
    double fraction;
    AukDvec origins; // origin of b as seen from that of a
    AukF64x2 axis_x, axis_y, arm_x, arm_y;
    AukF64x2 along[2]; // of sides: centre of the other box as seen from that of the side's box, along the side's normal
    AukF64x2 gap[2];   // of sides: separation along the normal
} PlacedBoxes;

// A side, and the corner of the other box that is deepest along its normal.
typedef struct BoxSide {
    int own;        // body of the side
    double toward;  // 1 for a side of a, -1 for one of b
    AukDvec normal; // outward on the side's box
    AukDvec corner; // as seen from the origin of its body
} BoxSide;

// The separation of a corner along a side's normal as a function of the step.
typedef struct SideMotion {
    double gap, first, second, third; // the separation and its derivatives
    double curvature, curvature_rate; // the second derivative at a step h is at most curvature + h * curvature_rate
    double fourth;                    // bound on the fourth derivative
} SideMotion;

// ---- placing --------------------------------------------------------------------------------------------------

static inline bool is_box_or_segment(const AukSupportShape *core)
{
    return core->box || core->count == 2;
}

// The box at fraction 0, as seen from its body's origin.
static inline AukSatBox start_of(const AukShapePath *path)
{
    const AukDtransform *local = &path->local;
    bool centred = local->x == 0.0 && local->y == 0.0 && local->c == 1.0 && local->s == 0.0;
    AukDtransform turned = {0.0, 0.0, path->start.c, path->start.s};
    AukDtransform transform = centred ? turned : auk__dtransform_compose(&turned, local);
    return auk__sat_box_at(&path->core, &transform);
}

static inline void set_turning_boxes(const AukShapePath *a, const AukShapePath *b, TurningBoxes *boxes)
{
    AukSatBox of_a = start_of(a), of_b = start_of(b);
    boxes->axis_x = auk__f64x2_make(of_a.axis.x, of_b.axis.x);
    boxes->axis_y = auk__f64x2_make(of_a.axis.y, of_b.axis.y);
    boxes->arm_x = auk__f64x2_make(of_a.middle.x, of_b.middle.x);
    boxes->arm_y = auk__f64x2_make(of_a.middle.y, of_b.middle.y);
    boxes->half_x = auk__f64x2_make(of_a.half.x, of_b.half.x);
    boxes->half_y = auk__f64x2_make(of_a.half.y, of_b.half.y);
    boxes->turn = auk__f64x2_make(a->turn, b->turn);
    boxes->from = dvec(b->start.x - a->start.x, b->start.y - a->start.y);
    boxes->delta = dvec_sub(b->delta, a->delta);
    boxes->turn_radius[0] = a->turn_radius;
    boxes->turn_radius[1] = b->turn_radius;
    boxes->speed = dvec_length(boxes->delta);
}

static inline void rotate_both(AukF64x2 c, AukF64x2 s, AukF64x2 x, AukF64x2 y, AukF64x2 *to_x, AukF64x2 *to_y)
{
    *to_x = auk__f64x2_sub(auk__f64x2_mul(c, x), auk__f64x2_mul(s, y));
    *to_y = auk__f64x2_add(auk__f64x2_mul(s, x), auk__f64x2_mul(c, y));
}

static inline void turn_from_start(const TurningBoxes *boxes, PlacedBoxes *placed)
{
    AukF64x2 angles = auk__f64x2_mul(auk__f64x2_both(placed->fraction), boxes->turn);
    AukCosSin a = auk__cos_sin(auk__f64x2_first(angles)), b = auk__cos_sin(auk__f64x2_second(angles));
    AukF64x2 c = auk__f64x2_make(a.c, b.c), s = auk__f64x2_make(a.s, b.s);
    rotate_both(c, s, boxes->axis_x, boxes->axis_y, &placed->axis_x, &placed->axis_y);
    rotate_both(c, s, boxes->arm_x, boxes->arm_y, &placed->arm_x, &placed->arm_y);
}

static inline AukF64x2 line_of(AukF64x2 z, double first, double second)
{
    return auk__f64x2_add(auk__f64x2_both(first), auk__f64x2_mul(auk__f64x2_both(second), z));
}

// A polynomial in z, whose square is zz, summed in pairs, which takes half as long as from one term to the next.
static inline AukF64x2 series_of(AukF64x2 z, AukF64x2 zz, double k0, double k1, double k2, double k3, double k4)
{
    AukF64x2 last = auk__f64x2_add(line_of(z, k2, k3), auk__f64x2_mul(auk__f64x2_both(k4), zz));
    return auk__f64x2_add(line_of(z, k0, k1), auk__f64x2_mul(zz, last));
}

// From an earlier placing, by angles of at most SMALL_TURN.
static inline void turn_little(const PlacedBoxes *from, AukF64x2 angles, PlacedBoxes *placed)
{
    AukF64x2 z = auk__f64x2_mul(angles, angles), zz = auk__f64x2_mul(z, z);
    AukF64x2 cosine = series_of(z, zz, 0.5, -1.0 / 24.0, 1.0 / 720.0, -1.0 / 40320.0, 1.0 / 3628800.0);
    AukF64x2 sine = series_of(z, zz, 1.0 / 6.0, -1.0 / 120.0, 1.0 / 5040.0, -1.0 / 362880.0, 1.0 / 39916800.0);
    AukF64x2 c = auk__f64x2_sub(auk__f64x2_both(1.0), auk__f64x2_mul(z, cosine));
    AukF64x2 s = auk__f64x2_sub(angles, auk__f64x2_mul(auk__f64x2_mul(z, angles), sine));
    rotate_both(c, s, from->axis_x, from->axis_y, &placed->axis_x, &placed->axis_y);
    rotate_both(c, s, from->arm_x, from->arm_y, &placed->arm_x, &placed->arm_y);
}

// The separations along all sides, from the axes and arms.
static inline void measure_sides(const TurningBoxes *boxes, PlacedBoxes *placed)
{
    AukF64x2 ux = placed->axis_x, uy = placed->axis_y, x = boxes->half_x, y = boxes->half_y;
    AukF64x2 other_x = auk__f64x2_swap(x), other_y = auk__f64x2_swap(y);
    AukDvec origins = dvec_mul_add(boxes->from, placed->fraction, boxes->delta);
    placed->origins = origins;
    double apart_x = (origins.x + auk__f64x2_second(placed->arm_x)) - auk__f64x2_first(placed->arm_x);
    double apart_y = (origins.y + auk__f64x2_second(placed->arm_y)) - auk__f64x2_first(placed->arm_y);
    AukF64x2 px = auk__f64x2_make(apart_x, -apart_x), py = auk__f64x2_make(apart_y, -apart_y);
    AukF64x2 vx = auk__f64x2_swap(ux), vy = auk__f64x2_swap(uy);
    AukF64x2 c = auk__f64x2_abs(auk__f64x2_add(auk__f64x2_mul(ux, vx), auk__f64x2_mul(uy, vy)));
    AukF64x2 s = auk__f64x2_abs(auk__f64x2_sub(auk__f64x2_mul(ux, vy), auk__f64x2_mul(uy, vx)));
    AukF64x2 across_x = auk__f64x2_add(auk__f64x2_mul(other_x, c), auk__f64x2_mul(other_y, s));
    AukF64x2 across_y = auk__f64x2_add(auk__f64x2_mul(other_x, s), auk__f64x2_mul(other_y, c));
    placed->along[0] = auk__f64x2_add(auk__f64x2_mul(px, ux), auk__f64x2_mul(py, uy));
    placed->along[1] = auk__f64x2_sub(auk__f64x2_mul(py, ux), auk__f64x2_mul(px, uy));
    placed->gap[0] = auk__f64x2_sub(auk__f64x2_abs(placed->along[0]), auk__f64x2_add(x, across_x));
    placed->gap[1] = auk__f64x2_sub(auk__f64x2_abs(placed->along[1]), auk__f64x2_add(y, across_y));
}

static inline void place_boxes(const TurningBoxes *boxes, const PlacedBoxes *from, double fraction, PlacedBoxes *placed)
{
    placed->fraction = fraction;
    AukF64x2 angles = auk__f64x2_mul(auk__f64x2_both(fraction - from->fraction), boxes->turn);
    if (auk__f64x2_most(auk__f64x2_abs(angles)) <= SMALL_TURN) {
        turn_little(from, angles, placed);
    } else {
        turn_from_start(boxes, placed);
    }
    measure_sides(boxes, placed);
}

static inline void place_first(const TurningBoxes *boxes, double fraction, PlacedBoxes *placed)
{
    placed->fraction = fraction;
    if (fraction == 0.0) {
        placed->axis_x = boxes->axis_x;
        placed->axis_y = boxes->axis_y;
        placed->arm_x = boxes->arm_x;
        placed->arm_y = boxes->arm_y;
    } else {
        turn_from_start(boxes, placed);
    }
    measure_sides(boxes, placed);
}

static inline double of_side(const AukF64x2 *values, int side)
{
    return auk__f64x2_lane(&values[side >> 1], side & 1);
}

static inline int widest_side(const PlacedBoxes *placed)
{
    const AukF64x2 *gap = placed->gap;
    int a = of_side(gap, 2) > of_side(gap, 0) ? 2 : 0, b = of_side(gap, 3) > of_side(gap, 1) ? 3 : 1;
    return of_side(gap, b) > of_side(gap, a) ? b : a;
}

// The separation along the normal that a side had in another placing: negative once the centres have changed sides.
static inline double gap_along(const PlacedBoxes *placed, int side, bool outward)
{
    double along = of_side(placed->along, side), gap = of_side(placed->gap, side);
    return (along >= 0.0) == outward ? gap : gap - 2.0 * fabs(along);
}

// ---- steps ----------------------------------------------------------------------------------------------------

static inline BoxSide side_at(const TurningBoxes *boxes, const PlacedBoxes *placed, int side)
{
    BoxSide found;
    int own = side & 1, other = own ^ 1;
    AukDvec u = dvec(auk__f64x2_lane(&placed->axis_x, own), auk__f64x2_lane(&placed->axis_y, own));
    AukDvec v = dvec(auk__f64x2_lane(&placed->axis_x, other), auk__f64x2_lane(&placed->axis_y, other));
    AukDvec n = side & 2 ? dvec(-u.y, u.x) : u;
    found.own = own;
    found.toward = own ? -1.0 : 1.0;
    found.normal = dvec_scale(auk__sat_sign(of_side(placed->along, side)), n);
    double half_x = auk__f64x2_lane(&boxes->half_x, other), half_y = auk__f64x2_lane(&boxes->half_y, other);
    double x = -half_x * auk__sat_sign(dvec_dot(found.normal, v)),
           y = -half_y * auk__sat_sign(dvec_cross(v, found.normal));
    found.corner = dvec(auk__f64x2_lane(&placed->arm_x, other) + (x * v.x - y * v.y),
                        auk__f64x2_lane(&placed->arm_y, other) + (x * v.y + y * v.x));
    return found;
}

static inline SideMotion follow_side(const TurningBoxes *boxes, const PlacedBoxes *placed, const BoxSide *side,
                                     double gap)
{
    AukDvec n = side->normal, w = side->corner;
    AukDvec apart = dvec_scale(side->toward, placed->origins), delta = dvec_scale(side->toward, boxes->delta);
    double p = auk__f64x2_lane(&boxes->turn, side->own), q = auk__f64x2_lane(&boxes->turn, side->own ^ 1) - p;
    double pp = p * p, qq = q * q, radius = TURN_RADIUS_SLACK * boxes->turn_radius[side->own ^ 1];
    double across = dvec_cross(n, apart), along = dvec_dot(n, delta), turned = q * dvec_cross(n, w);
    double far = dvec_length(apart), twice = 2.0 * p;
    SideMotion motion;
    motion.gap = gap;
    motion.first = (p * across + along) - turned;
    motion.second = twice * dvec_cross(n, delta) - pp * dvec_dot(n, apart) - qq * dvec_dot(n, w);
    motion.third = qq * turned - pp * (p * across + 3.0 * along);
    motion.curvature = pp * far + fabs(twice) * boxes->speed + qq * radius;
    motion.curvature_rate = pp * boxes->speed;
    motion.fourth = pp * (pp * far + 2.0 * fabs(twice) * boxes->speed) + qq * qq * radius;
    return motion;
}

static inline double cubic_at(const SideMotion *motion, double h)
{
    return motion->gap + h * (motion->first + h * (0.5 * motion->second + h * (1.0 / 6.0 * motion->third)));
}

// Where the separation falls to `target`, by its derivatives; `remaining` if it does not before.
static inline double guess_step(const SideMotion *motion, double target, double remaining)
{
    double gap = motion->gap - target;
    if (motion->first < 0.0) {
        double inverse = -1.0 / motion->first, h = gap * inverse;
        double bend = 0.5 * motion->second * inverse * h, twist = 1.0 / 6.0 * motion->third * inverse * (h * h);
        if (fabs(bend) + fabs(twist) <= SMALL_BEND) {
            h += h * (bend + twist);
            return h < remaining ? h : remaining;
        }
    }
    double square = motion->first * motion->first - 2.0 * motion->second * gap;
    double closing = square >= 0.0 ? sqrt(square) - motion->first : 0.0;
    if (!(2.0 * gap < closing * remaining)) {
        return remaining;
    }
    double h = 2.0 * gap / closing; // the root of the parabola
    double error = motion->fourth * (h * h) * (h * h) * (1.0 / 24.0);
    double slope = motion->first + h * (motion->second + h * (0.5 * motion->third));
    double better = h - (cubic_at(motion, h) - target - error) / slope;
    return slope < 0.0 && better > 0.0 && better < remaining ? better : h;
}

// The largest step, at most h, that the bound of advance.h is likely to allow: h^2 K / 2 <= (sqrt(s(0)) +
// sqrt(s(h)))^2.
static inline double likely_step(const SideMotion *motion, double h)
{
    double curvature = motion->curvature + h * motion->curvature_rate, gap = motion->gap;
    if (curvature * (h * h) <= 2.0 * gap) {
        return h;
    }
    double held = sqrt(2.0 * gap / curvature), most = h < 2.0 * held ? h : 2.0 * held;
    double end = cubic_at(motion, most);
    double likely = held * (end > 0.0 ? 1.0 + 0.98 * sqrt(end / gap) : 0.999);
    return likely < most ? likely : most;
}

// The length of a step that is shorter than one of length h, at whose end the separation is `end` < 0: by the tangent
// of the corner that is deepest there, but at least half of the chord's part, since a tangent may lead back to the
// start.
static double shorter_step(const TurningBoxes *boxes, const PlacedBoxes *tried, int side, double gap, double end,
                           double h)
{
    BoxSide beyond = side_at(boxes, tried, side);
    SideMotion motion = follow_side(boxes, tried, &beyond, end);
    double least = 0.5 * h * (gap / (gap - end));
    double tangent = motion.first < 0.0 ? h + (0.25 * boxes->tolerance - end) / motion.first : 0.0;
    return tangent > least ? tangent : least;
}

// Takes a step of length h, or shorter, during which the boxes do not touch. False if none of some tries was one.
static inline bool step_boxes(const TurningBoxes *boxes, const PlacedBoxes *placed, const SideMotion *motion, int side,
                              double h, double end, PlacedBoxes *tried)
{
    bool outward = of_side(placed->along, side) >= 0.0;
    double from = placed->fraction;
    for (int i = 0; i < BOXES_TRY_LIMIT; i++) {
        double next = from + h < end ? from + h : end;
        if (!(next > from)) {
            return false;
        }
        place_boxes(boxes, placed, next, tried);
        double end_gap = gap_along(tried, side, outward), curvature = motion->curvature + h * motion->curvature_rate;
        if (end_gap < 0.0) {
            h = shorter_step(boxes, tried, side, motion->gap, end_gap, h);
        } else if (curvature * (h * h) <= 2.0 * motion->gap ||
                   auk__chord_is_clear(motion->gap, end_gap, curvature, h)) {
            return true;
        } else {
            h = 0.999 * sqrt(2.0 * motion->gap / curvature);
        }
    }
    return false;
}

// ---- rounds ---------------------------------------------------------------------------------------------------

// The corner meets the side; beyond an end of it by rounding, it is moved there.
static inline void report_boxes(const TurningBoxes *boxes, const PlacedBoxes *placed, int number, double gap,
                                AukDvec origin_a, AukImpact *impact)
{
    BoxSide side = side_at(boxes, placed, number);
    int own = side.own;
    AukDvec n = side.normal, along = dvec(-n.y, n.x);
    AukDvec arm = dvec(auk__f64x2_lane(&placed->arm_x, own), auk__f64x2_lane(&placed->arm_y, own));
    double half_x = auk__f64x2_lane(&boxes->half_x, own), half_y = auk__f64x2_lane(&boxes->half_y, own);
    double width = number & 2 ? half_x : half_y, height = number & 2 ? half_y : half_x;
    double offset = dvec_dot(dvec_sub(dvec_mul_add(side.corner, side.toward, placed->origins), arm), along);
    offset = offset > width ? width : (offset < -width ? -width : offset);
    AukDvec middle = dvec_add(own ? dvec_add(origin_a, placed->origins) : origin_a, arm);
    impact->hit = true;
    impact->fraction = placed->fraction;
    impact->normal = dvec_scale(side.toward, n);
    impact->point = dvec_mul_add(dvec_mul_add(middle, height + 0.5 * gap, n), offset, along);
}

// True if the boxes cannot touch within `remaining`, by the speed of the fastest point along the normal.
static inline bool stays_clear(const TurningBoxes *boxes, const BoxSide *side, double gap, double remaining)
{
    double turn_a = auk__f64x2_first(boxes->turn), turn_b = auk__f64x2_second(boxes->turn);
    double turning = fabs(turn_a) * boxes->turn_radius[0] + fabs(turn_b) * boxes->turn_radius[1];
    double fastest = turning - side->toward * dvec_dot(side->normal, boxes->delta);
    return fastest * remaining <= gap - boxes->tolerance;
}

bool auk__advance_boxes(const AukShapePath *a, const AukShapePath *b, double *fraction, double end, AukImpact *impact)
{
    if (!is_box_or_segment(&a->core) || !is_box_or_segment(&b->core) || a->core.radius + b->core.radius > 0.0) {
        return false;
    }
    TurningBoxes boxes;
    PlacedBoxes places[2], *placed = &places[0], *tried = &places[1];
    set_turning_boxes(a, b, &boxes);
    place_first(&boxes, *fraction, placed);
    int number = widest_side(placed);
    double gap = of_side(placed->gap, number);
    double size = a->turn_radius + b->turn_radius, apart = dvec_size(boxes.from);
    boxes.tolerance = AUK_ADVANCE_GAP * (gap + (apart > size ? apart : size));
    for (int round = 0; round < BOXES_ROUND_LIMIT && (round > 0 || gap > boxes.tolerance); round++) {
        impact->iterations++;
        if (gap <= boxes.tolerance) {
            AukDvec origin_a = dvec_mul_add(dvec(a->start.x, a->start.y), placed->fraction, a->delta);
            report_boxes(&boxes, placed, number, gap, origin_a, impact);
            return true;
        }
        double remaining = end - placed->fraction;
        BoxSide side = side_at(&boxes, placed, number);
        SideMotion motion = follow_side(&boxes, placed, &side, gap);
        double h = guess_step(&motion, 0.25 * boxes.tolerance, remaining);
        if (h >= remaining && stays_clear(&boxes, &side, gap, remaining)) {
            return true;
        }
        if (!step_boxes(&boxes, placed, &motion, number, likely_step(&motion, h), end, tried)) {
            break;
        }
        PlacedBoxes *last = placed;
        placed = tried;
        tried = last;
        number = widest_side(placed);
        gap = of_side(placed->gap, number);
    }
    *fraction = placed->fraction;
    return false;
}
