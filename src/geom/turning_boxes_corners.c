// Round corners are farther apart than any side says (advance_boxes.c). They are followed by their distance g, whose
// derivatives follow from those of its square: with the offset q of the corners
//     g' = q . q' / g,  g'' = (q' . q' + q . q'' - g'^2) / g,  g''' = (3 q' . q'' + q . q''' - 3 g' g'') / g.
// Invariant: a step is taken only if the boxes are separated along the normal that the corners have at its end, at its
// end and between, by the bound of advance.h for a fixed normal.
#include "geom/sat_boxes.h"
#include "geom/turning_boxes.h"

// A corner of a and one of b by their signs, their places as seen from the origins, and the way from one to the other.
typedef struct TurningCorners {
    AukDvec signs[2], corner[2];
    AukDvec normal; // from a to b
    double distance;
} TurningCorners;

static inline void place_corners(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed, TurningCorners *corners)
{
    corners->corner[0] = auk__turning_corner(boxes, placed, 0, corners->signs[0]);
    corners->corner[1] = auk__turning_corner(boxes, placed, 1, corners->signs[1]);
    AukDvec apart = dvec_sub(dvec_add(placed->origins, corners->corner[1]), corners->corner[0]);
    corners->distance = dvec_length(apart);
    corners->normal = dvec_scale(1.0 / corners->distance, apart);
}

// The end of the side that its deepest corner is beyond, and that corner.
static inline TurningCorners find_corners(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed,
                                          const AukTurningSide *side, double offset)
{
    TurningCorners corners;
    double up = auk__sat_sign(auk__turning_of_side(placed->along, side->number)), beside = auk__sat_sign(offset);
    corners.signs[side->own] = side->number & 2 ? dvec(beside, up) : dvec(up, beside);
    corners.signs[side->own ^ 1] = side->signs;
    place_corners(boxes, placed, &corners);
    return corners;
}

static inline AukTurningMotion follow_corners(const AukTurningBoxes *boxes, const TurningCorners *corners)
{
    AukDvec e = corners->corner[0], w = corners->corner[1], n = corners->normal;
    double p = auk__f64x2_first(boxes->turn), q = auk__f64x2_second(boxes->turn), pp = p * p, qq = q * q;
    AukDvec speed = dvec_add(boxes->delta, dvec(p * e.y - q * w.y, q * w.x - p * e.x));
    AukDvec second = dvec_sub(dvec_scale(pp, e), dvec_scale(qq, w));
    AukDvec third = dvec(qq * (q * w.y) - pp * (p * e.y), pp * (p * e.x) - qq * (q * w.x));
    double inverse = 1.0 / corners->distance, square = dvec_dot(speed, speed) * (inverse * inverse);
    double radius_a = boxes->turn_radius[0], radius_b = boxes->turn_radius[1];
    AukTurningMotion motion;
    motion.gap = corners->distance - (boxes->radius[0] + boxes->radius[1]);
    motion.first = dvec_dot(n, speed);
    motion.second = dvec_dot(n, second) + (dvec_dot(speed, speed) - motion.first * motion.first) * inverse;
    motion.third = dvec_dot(n, third) + 3.0 * (dvec_dot(speed, second) - motion.first * motion.second) * inverse;
    motion.curvature = pp * radius_a + qq * radius_b; // along a fixed normal
    motion.curvature_rate = 0.0;
    motion.fourth = 12.0 * square * square * corners->distance + pp * pp * radius_a + qq * qq * radius_b;
    return motion;
}

// The separation along a normal from a to b, less both radii.
static inline double gap_along_normal(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed, AukDvec n)
{
    AukDvec u = auk__turning_axis(placed, 0), v = auk__turning_axis(placed, 1);
    AukDvec apart = dvec_sub(dvec_add(placed->origins, auk__turning_arm(placed, 1)), auk__turning_arm(placed, 0));
    double of_a = fabs(dvec_dot(n, u)) * auk__f64x2_first(boxes->half_x) +
                  fabs(dvec_cross(u, n)) * auk__f64x2_first(boxes->half_y);
    double of_b = fabs(dvec_dot(n, v)) * auk__f64x2_second(boxes->half_x) +
                  fabs(dvec_cross(v, n)) * auk__f64x2_second(boxes->half_y);
    return dvec_dot(n, apart) - (of_a + of_b) - (boxes->radius[0] + boxes->radius[1]);
}

// As step_side(), towards the contact of two corners. False also if another corner comes before them.
static bool step_corners(const AukTurningBoxes *boxes, const AukPlacedBoxes *placed, const TurningCorners *corners,
                         const AukTurningMotion *motion, double h, double end, AukPlacedBoxes *tried)
{
    double from = placed->fraction;
    TurningCorners after = *corners;
    for (int i = 0; i < AUK_TURNING_TRIES; i++) {
        double next = from + h < end ? from + h : end;
        if (!(next > from)) {
            return false;
        }
        auk__turning_place(boxes, placed, next, tried);
        place_corners(boxes, tried, &after);
        double end_gap = gap_along_normal(boxes, tried, after.normal);
        if (end_gap >= 0.0) {
            double gap = gap_along_normal(boxes, placed, after.normal), curvature = motion->curvature;
            return gap > 0.0 && (curvature * (h * h) <= 2.0 * gap || auk__chord_is_clear(gap, end_gap, curvature, h));
        }
        AukTurningMotion beyond = follow_corners(boxes, &after);
        if (!(beyond.gap < 0.0)) {
            return false;
        }
        h = auk__turning_shorter_step(boxes, &beyond, motion->gap, h);
    }
    return false;
}

// Without a step the round passes to the side, unless the boxes are near enough to touch it.
AukRoundEnd auk__turning_corner_round(const AukTurningBoxes *boxes, AukTurningSide side, double offset,
                                      AukTurningRound round)
{
    TurningCorners corners = find_corners(boxes, round.placed, &side, offset);
    double remaining = round.end - round.placed->fraction;
    AukTurningMotion motion = follow_corners(boxes, &corners);
    if (motion.gap <= boxes->tolerance) {
        if (round.first) {
            return AUK_ROUND_FAILED;
        }
        double height = boxes->radius[0] + 0.5 * motion.gap;
        auk__turning_report(boxes, &round, corners.normal, dvec_mul_add(corners.corner[0], height, corners.normal));
        return AUK_ROUND_ANSWERED;
    }
    double h = auk__turning_guess_step(&motion, 0.25 * boxes->tolerance, remaining);
    if (h >= remaining && auk__turning_stays_clear(boxes, corners.normal,
                                                   gap_along_normal(boxes, round.placed, corners.normal), remaining)) {
        return AUK_ROUND_ANSWERED;
    }
    if (step_corners(boxes, round.placed, &corners, &motion, auk__turning_likely_step(&motion, h), round.end,
                     round.tried)) {
        return AUK_ROUND_STEPPED;
    }
    return round.gap > boxes->tolerance ? AUK_ROUND_PASSED : AUK_ROUND_FAILED;
}
