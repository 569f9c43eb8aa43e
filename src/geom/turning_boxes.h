// Two boxes on their paths, for advance_boxes.c and turning_boxes_corners.c: where they are at a fraction, the length
// of a step from the derivatives of a separation, and the rounds of the search. Segments and points are boxes without
// extent.
#ifndef AUK_GEOM_TURNING_BOXES_H
#define AUK_GEOM_TURNING_BOXES_H

#include "base/f64x2_lanes.h"
#include "base/trig.h"
#include "geom/advance.h"

// Tries to find a step of a round.
enum { AUK_TURNING_TRIES = 6 };

// Up to this angle the boxes are turned from where they were, by five terms of the cosine and the sine: the next ones
// are below 1e-19. In most steps of a world all angles are smaller.
#define AUK_SMALL_TURN 0.125

// Up to this part of a step, what the curvature adds to it is a series of two terms: the next ones are below 1e-9 of
// the step, which near a contact is below rounding.
#define AUK_SMALL_BEND 1e-5

// Members with two lanes are of a and of b.
typedef struct AukTurningBoxes {
    AukF64x2 axis_x, axis_y, arm_x, arm_y;     // at fraction 0; the arm is the centre as seen from the body's origin
    AukF64x2 half_x, half_y, reach_x, reach_y; // the reach is the half extent plus both radii
    AukF64x2 turn;
    AukDvec from, delta;              // origin of b as seen from that of a, at fraction 0, and its change
    AukDvec origin_a, delta_a;        // origin of a at fraction 0, and its change
    double turn_radius[2], radius[2]; // the turn radius with AUK_TURN_RADIUS_SLACK
    double speed, tolerance;
} AukTurningBoxes;

// The boxes at a fraction. Sides are numbered by their body, 0 or 1, plus 2 if they are across the second axis.
typedef struct AukPlacedBoxes {
    double fraction;
    AukDvec origins; // origin of b as seen from that of a
    AukF64x2 axis_x, axis_y, arm_x, arm_y;
    AukF64x2 along[2]; // of sides: centre of the other box as seen from that of the side's box, along the side's normal
    AukF64x2 gap[2];   // of sides: separation along the normal, less both radii
} AukPlacedBoxes;

// A side, and the corner of the other box that is deepest along its normal.
typedef struct AukTurningSide {
    int number;
    int own;        // body of the side
    double toward;  // 1 for a side of a, -1 for one of b
    AukDvec normal; // outward on the side's box
    AukDvec corner; // as seen from the origin of its body
    AukDvec signs;  // of the corner on the axes of its box
} AukTurningSide;

// The separation of a corner along a side's normal as a function of the step.
typedef struct AukTurningMotion {
    double gap, first, second, third; // the separation, less both radii, and its derivatives
    double curvature, curvature_rate; // the second derivative at a step h is at most curvature + h * curvature_rate
    double fourth;                    // bound on the fourth derivative
} AukTurningMotion;

typedef enum AukRoundEnd { AUK_ROUND_ANSWERED, AUK_ROUND_STEPPED, AUK_ROUND_FAILED, AUK_ROUND_PASSED } AukRoundEnd;

// What a round looks for, and the answer.
typedef struct AukTurningRound {
    const AukPlacedBoxes *placed;
    AukPlacedBoxes *tried; // set by a step
    double gap, end;
    bool first;
    AukImpact *impact;
} AukTurningRound;

// The round of a side whose deepest corner is beyond one of its ends, at `offset`, of boxes with a radius. PASSED if
// the side itself may be followed instead.
AukRoundEnd auk__turning_corner_round(const AukTurningBoxes *boxes, AukTurningSide side, double offset,
                                      AukTurningRound round);

// ---- placing --------------------------------------------------------------------------------------------------

static inline void auk__turning_rotate(AukF64x2 c, AukF64x2 s, AukF64x2 x, AukF64x2 y, AukF64x2 *to_x, AukF64x2 *to_y)
{
    *to_x = auk__f64x2_sub(auk__f64x2_mul(c, x), auk__f64x2_mul(s, y));
    *to_y = auk__f64x2_add(auk__f64x2_mul(s, x), auk__f64x2_mul(c, y));
}

static inline void auk__turning_from_start(const AukTurningBoxes *boxes, AukPlacedBoxes *placed)
{
    AukF64x2 angles = auk__f64x2_mul(auk__f64x2_both(placed->fraction), boxes->turn);
    AukCosSin a = auk__cos_sin(auk__f64x2_first(angles)), b = auk__cos_sin(auk__f64x2_second(angles));
    AukF64x2 c = auk__f64x2_make(a.c, b.c), s = auk__f64x2_make(a.s, b.s);
    auk__turning_rotate(c, s, boxes->axis_x, boxes->axis_y, &placed->axis_x, &placed->axis_y);
    auk__turning_rotate(c, s, boxes->arm_x, boxes->arm_y, &placed->arm_x, &placed->arm_y);
}

static inline AukF64x2 auk__turning_line(AukF64x2 z, double first, double second)
{
    return auk__f64x2_add(auk__f64x2_both(first), auk__f64x2_mul(auk__f64x2_both(second), z));
}

// A polynomial in z, whose square is zz, summed in pairs, which takes half as long as from one term to the next.
static inline AukF64x2 auk__turning_series(AukF64x2 z, AukF64x2 zz, double k0, double k1, double k2, double k3,
                                           double k4)
{
    AukF64x2 last = auk__f64x2_add(auk__turning_line(z, k2, k3), auk__f64x2_mul(auk__f64x2_both(k4), zz));
    return auk__f64x2_add(auk__turning_line(z, k0, k1), auk__f64x2_mul(zz, last));
}

// From an earlier placing, by angles of at most AUK_SMALL_TURN.
static inline void auk__turning_little(const AukPlacedBoxes *from, AukF64x2 angles, AukPlacedBoxes *placed)
{
    AukF64x2 z = auk__f64x2_mul(angles, angles), zz = auk__f64x2_mul(z, z);
    AukF64x2 cosine = auk__turning_series(z, zz, 0.5, -1.0 / 24.0, 1.0 / 720.0, -1.0 / 40320.0, 1.0 / 3628800.0);
    AukF64x2 sine =
        auk__turning_series(z, zz, 1.0 / 6.0, -1.0 / 120.0, 1.0 / 5040.0, -1.0 / 362880.0, 1.0 / 39916800.0);
    AukF64x2 c = auk__f64x2_sub(auk__f64x2_both(1.0), auk__f64x2_mul(z, cosine));
    AukF64x2 s = auk__f64x2_sub(angles, auk__f64x2_mul(auk__f64x2_mul(z, angles), sine));
    auk__turning_rotate(c, s, from->axis_x, from->axis_y, &placed->axis_x, &placed->axis_y);
    auk__turning_rotate(c, s, from->arm_x, from->arm_y, &placed->arm_x, &placed->arm_y);
}

// The separations along all sides, from the axes and arms.
static inline void auk__turning_measure(const AukTurningBoxes *boxes, AukPlacedBoxes *placed)
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
    placed->gap[0] = auk__f64x2_sub(auk__f64x2_abs(placed->along[0]), auk__f64x2_add(boxes->reach_x, across_x));
    placed->gap[1] = auk__f64x2_sub(auk__f64x2_abs(placed->along[1]), auk__f64x2_add(boxes->reach_y, across_y));
}

static inline void auk__turning_place(const AukTurningBoxes *boxes, const AukPlacedBoxes *from, double fraction,
                                      AukPlacedBoxes *placed)
{
    placed->fraction = fraction;
    AukF64x2 angles = auk__f64x2_mul(auk__f64x2_both(fraction - from->fraction), boxes->turn);
    if (auk__f64x2_most(auk__f64x2_abs(angles)) <= AUK_SMALL_TURN) {
        auk__turning_little(from, angles, placed);
    } else {
        auk__turning_from_start(boxes, placed);
    }
    auk__turning_measure(boxes, placed);
}

static inline double auk__turning_of_side(const AukF64x2 *values, int side)
{
    return auk__f64x2_lane(&values[side >> 1], side & 1);
}

static inline AukDvec auk__turning_axis(const AukPlacedBoxes *placed, int body)
{
    return dvec(auk__f64x2_lane(&placed->axis_x, body), auk__f64x2_lane(&placed->axis_y, body));
}

static inline AukDvec auk__turning_arm(const AukPlacedBoxes *placed, int body)
{
    return dvec(auk__f64x2_lane(&placed->arm_x, body), auk__f64x2_lane(&placed->arm_y, body));
}

// A corner as seen from the origin of its body.
static inline AukDvec auk__turning_corner(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed, int body,
                                          AukDvec signs)
{
    AukDvec u = auk__turning_axis(placed, body), arm = auk__turning_arm(placed, body);
    double x = signs.x * auk__f64x2_lane(&boxes->half_x, body), y = signs.y * auk__f64x2_lane(&boxes->half_y, body);
    return dvec(arm.x + (x * u.x - y * u.y), arm.y + (x * u.y + y * u.x));
}

// The place of the deepest corner along its side, from the middle, and the half length of the side.
typedef struct AukSidePlace {
    double offset, width;
} AukSidePlace;

static inline AukSidePlace auk__turning_place_on_side(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed,
                                                      const AukTurningSide *side)
{
    AukDvec seen =
        dvec_sub(dvec_mul_add(side->corner, side->toward, placed->origins), auk__turning_arm(placed, side->own));
    AukDvec u = auk__turning_axis(placed, side->own), along = side->number & 2 ? u : dvec(-u.y, u.x);
    AukSidePlace place = {dvec_dot(seen, along),
                          auk__f64x2_lane(side->number & 2 ? &boxes->half_x : &boxes->half_y, side->own)};
    return place;
}

// ---- steps ----------------------------------------------------------------------------------------------------

static inline double auk__turning_cubic(const AukTurningMotion *motion, double h)
{
    return motion->gap + h * (motion->first + h * (0.5 * motion->second + h * (1.0 / 6.0 * motion->third)));
}

// Where the separation falls to `target`, by its derivatives; `remaining` if it does not before.
static inline double auk__turning_guess_step(const AukTurningMotion *motion, double target, double remaining)
{
    double gap = motion->gap - target;
    if (motion->first < 0.0) {
        double inverse = -1.0 / motion->first, h = gap * inverse;
        double bend = 0.5 * motion->second * inverse * h, twist = 1.0 / 6.0 * motion->third * inverse * (h * h);
        if (fabs(bend) + fabs(twist) <= AUK_SMALL_BEND) {
            h += h * (bend + twist);
            return h < remaining ? h : remaining;
        }
    }
    double square = motion->first * motion->first - 2.0 * motion->second * gap;
    double closing = square >= 0.0 ? auk__square_root(square) - motion->first : 0.0;
    if (!(2.0 * gap < closing * remaining)) {
        return remaining;
    }
    double h = 2.0 * gap / closing; // the root of the parabola
    double error = motion->fourth * (h * h) * (h * h) * (1.0 / 24.0);
    double slope = motion->first + h * (motion->second + h * (0.5 * motion->third));
    double better = h - (auk__turning_cubic(motion, h) - target - error) / slope;
    return slope < 0.0 && better > 0.0 && better < remaining ? better : h;
}

// The largest step, at most h, that the bound of advance.h is likely to allow: h^2 K / 2 <= (sqrt(s(0)) +
// sqrt(s(h)))^2.
static inline double auk__turning_likely_step(const AukTurningMotion *motion, double h)
{
    double curvature = motion->curvature + h * motion->curvature_rate, gap = motion->gap;
    if (curvature * (h * h) <= 2.0 * gap) {
        return h;
    }
    double held = auk__square_root(2.0 * gap / curvature), most = h < 2.0 * held ? h : 2.0 * held;
    double end = auk__turning_cubic(motion, most);
    double likely = held * (end > 0.0 ? 1.0 + 0.98 * auk__square_root(end / gap) : 0.999);
    return likely < most ? likely : most;
}

// The length of a step that is shorter than one of length h, at whose end the separation is negative: by the tangent
// there, but at least half of the chord's part, since the tangent of another corner may lead back to the start.
static inline double auk__turning_shorter_step(const AukTurningBoxes *boxes, const AukTurningMotion *beyond, double gap,
                                               double h)
{
    double end = beyond->gap, least = 0.5 * h * (gap / (gap - end));
    double tangent = beyond->first < 0.0 ? h + (0.25 * boxes->tolerance - end) / beyond->first : 0.0;
    return tangent > least ? tangent : least;
}

// True if the boxes cannot touch within `remaining`, by the speed of the fastest point along a normal from a to b.
static inline bool auk__turning_stays_clear(const AukTurningBoxes *boxes, AukDvec normal, double gap, double remaining)
{
    double turn_a = auk__f64x2_first(boxes->turn), turn_b = auk__f64x2_second(boxes->turn);
    double turning = fabs(turn_a) * boxes->turn_radius[0] + fabs(turn_b) * boxes->turn_radius[1];
    double closing = turning - dvec_dot(normal, boxes->delta);
    return gap > boxes->tolerance && closing * remaining <= gap - boxes->tolerance;
}

// The contact at the start of a round. `point` is as seen from the origin of a.
static inline void auk__turning_report(const AukTurningBoxes *boxes, const AukTurningRound *round, AukDvec normal,
                                       AukDvec point)
{
    AukDvec origin = dvec_mul_add(boxes->origin_a, round->placed->fraction, boxes->delta_a);
    round->impact->hit = true;
    round->impact->fraction = round->placed->fraction;
    round->impact->normal = normal;
    round->impact->point = dvec_add(origin, point);
}

#endif
