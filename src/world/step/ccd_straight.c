// The first predictions of a step: no path has turned, so a pair of convex pieces that do not rotate is one linear cast
// from the poses. Pairs that may touch at the start, pieces of surfaces, rotating pieces and one-way shapes are left to
// auk__predict().
// Invariant: an answer has the bits that auk__predict() gives. Each expression is one of ccd_predict.c or toi.c, with
// the terms left out that are zero at fraction 0. A body that does not move has no entry worth reading in the paths.
#include "geom/cast_disc_box.h"
#include "geom/early_out.h"
#include "geom/manifold.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"

#include <string.h>

// A piece of a pair at the beginning of the step.
typedef struct Flyer {
    const AukPart *part;
    const AukTransform *local;
    double extent;
    AukDtransform start; // of its body, relative to the position of body a
    AukDvec delta;       // between the poses, which are rounded
    AukDvec told;        // before rounding, as for auk__point_speed()
    double turn;
} Flyer;

// False if the piece has to be predicted by auk__predict().
static inline bool set_flyer(const AukWorld *world, uint32_t index, AukVec2 origin, AukDvec shift, Flyer *flyer)
{
    const AukPart *part = auk__part(&world->parts, index);
    const AukBody *body = auk__body(&world->bodies, part->body);
    flyer->part = part;
    flyer->local = auk__part_local(&world->parts, index);
    flyer->extent = auk__part_extent(&world->parts, part);
    flyer->start = auk__dtransform(*auk__start_pose(&world->bodies, part->body), origin);
    auk__dtransform_shift(&flyer->start, shift);
    flyer->delta = flyer->told = dvec(0.0, 0.0);
    flyer->turn = 0.0;
    if (body->motion != AUK_MOTION_STATIC) {
        const AukBodyPath *path = auk__body_path(&world->ccd, part->body);
        flyer->delta = auk__body_displacement(&world->wrap, &world->bodies, part->body);
        flyer->told = path->delta;
        flyer->turn = path->turn;
    }
    return part->form == AUK_FORM_CONVEX && part->radius_excess != AUK_RADIUS_EXCESS_ANY &&
           (flyer->turn == 0.0 || flyer->turn * auk__turn_radius(&world->parts, index) == 0.0);
}

static inline double flyer_circle(const Flyer *flyer)
{
    return auk__circle_radius(flyer->extent, flyer->part->radius_excess);
}

// True if the circles of two parts around the origins of their bodies are so far apart that no rounding of their
// distance lets them touch: tau is 2^-21 of it.
static inline bool are_far_apart(const Flyer *a, const Flyer *b)
{
    AukDvec apart = dvec(b->start.x - a->start.x, b->start.y - a->start.y);
    double room = (flyer_circle(a) + flyer_circle(b)) * (1.0 + 0x1p-16);
    return dvec_dot(apart, apart) > room * room;
}

static inline AukDvec flyer_speed(const Flyer *flyer, double fraction, AukDvec point)
{
    if (flyer->turn == 0.0) {
        return flyer->told;
    }
    AukDvec arm = dvec_sub(point, dvec_mul_add(dvec(flyer->start.x, flyer->start.y), fraction, flyer->delta));
    return dvec(flyer->told.x - flyer->turn * arm.y, flyer->told.y + flyer->turn * arm.x);
}

static inline bool flyers_close(const Flyer *a, const Flyer *b, const AukPrediction *prediction)
{
    AukDvec of_a = flyer_speed(a, prediction->fraction, prediction->point);
    AukDvec of_b = flyer_speed(b, prediction->fraction, prediction->point);
    AukDvec relative = dvec_sub(of_b, of_a);
    return -dvec_dot(prediction->normal, relative) > AUK_CLOSING * dvec_length(relative);
}

static inline bool flyer_moves(const Flyer *flyer)
{
    return flyer->delta.x != 0.0 || flyer->delta.y != 0.0 || flyer->turn != 0.0;
}

// The cast of b, relative to a.
static inline bool cast_flyers(const AukPair *pair, const Flyer *a, const Flyer *b, const AukSupportShape *core_a,
                               const AukSupportShape *core_b, AukPrediction *prediction)
{
    AukImpact impact = auk__cast(core_a, core_b, dvec_sub(b->delta, a->delta), false);
    if (!impact.hit) {
        return false;
    }
    prediction->fraction = impact.fraction;
    prediction->version_a = prediction->version_b = 0;
    prediction->limit = impact.status != AUK_OK;
    prediction->point = dvec_mul_add(impact.point, impact.fraction, a->delta);
    prediction->normal = impact.normal;
    return pair->sensor || flyers_close(a, b, prediction);
}

static inline bool may_touch(const Flyer *a, const Flyer *b, const AukSupportShape *core_a,
                             const AukSupportShape *core_b)
{
    static const AukGjkCache nowhere = {0, {0, 0, 0}, {0, 0, 0}};
    double size = auk__size_between(core_a->transform, a->extent, core_b->transform, b->extent);
    return !are_far_apart(a, b) && !auk__early_out(core_a, core_b, auk__tau(size), &nowhere);
}

// ---- a disc and a box ----

// A plain body at the beginning of the step: all that a prediction needs is beside its final pose and in its path.
typedef struct PlainFlyer {
    const AukPosed *posed;
    AukDtransform start; // rotations of bodies are of unit length
    AukDvec delta, told; // as of a Flyer
} PlainFlyer;

// False for a body that turns.
static inline bool set_plain_flyer(const AukWorld *world, const AukBody *body, uint32_t index, AukVec2 origin,
                                   PlainFlyer *flyer)
{
    AukTransform pose = *auk__start_pose(&world->bodies, index);
    AukDtransform start = {(double)pose.p.x - origin.x, (double)pose.p.y - origin.y, pose.q.c, pose.q.s};
    flyer->posed = auk__posed(&world->bodies, index);
    flyer->start = start;
    if (body->motion == AUK_MOTION_STATIC) {
        flyer->delta.x = flyer->delta.y = flyer->told.x = flyer->told.y = 0.0;
        return true;
    }
    const AukBodyPath *path = auk__body_path(&world->ccd, index);
    flyer->delta = dvec_sub(dvec_from(flyer->posed->pose.p), dvec_from(pose.p));
    flyer->told = path->delta;
    return path->turn == 0.0;
}

// True if a disc is clearly apart from a box, by more than auk__early_out() asks for: tau is 2^-21 of one of the
// numbers in `least`.
static inline bool is_beside_box(AukDvec middle, double disc_radius, const PlainFlyer *box)
{
    AukDvec at = auk__dtransform_unrotate(&box->start, dvec(middle.x - box->start.x, middle.y - box->start.y));
    double radii = (double)box->posed->radius + disc_radius, half_x = box->posed->core.half.x,
           half_y = box->posed->core.half.y;
    double seen_x = fabs(at.x), seen_y = fabs(at.y), x = auk__larger(seen_x - half_x, 0.0),
           y = auk__larger(seen_y - half_y, 0.0);
    double least = radii + 2.0 * AUK_EARLY_OUT_GAP * (seen_x + seen_y + half_x + half_y + radii);
    return x * x + y * y > least * least;
}

typedef enum Foreseen { FORESEEN_NEVER, FORESEEN_HIT, FORESEEN_UNSURE } Foreseen;

// The general form below for plain bodies of which one is a disc and one a box, most pairs of bullets: two thirds of
// its instructions. Unsure if it has to be asked.
static inline Foreseen foresee_disc_and_box(const AukWorld *world, const AukPair *pair, AukPrediction *prediction)
{
    PlainFlyer a, b;
    const AukBody *first = auk__body(&world->bodies, pair->body_a), *second = auk__body(&world->bodies, pair->body_b);
    AukVec2 origin = auk__start_pose(&world->bodies, pair->body_a)->p;
    bool straight = set_plain_flyer(world, first, pair->body_a, origin, &a);
    if (!set_plain_flyer(world, second, pair->body_b, origin, &b) || !straight) {
        return FORESEEN_UNSURE;
    }
    bool box_first = a.posed->plain == AUK_CLASS_BOX;
    const PlainFlyer *box = box_first ? &a : &b, *disc = box_first ? &b : &a;
    AukDvec middle = auk__dtransform_apply(&disc->start, dvec(0.0, 0.0)), delta = dvec_sub(b.delta, a.delta);
    AukImpact impact;
    memset(&impact, 0, sizeof impact);
    if (!is_beside_box(middle, (double)disc->posed->radius, box) ||
        !auk__disc_meets_box(&box->start, box->posed->core.half, (double)box->posed->radius, middle,
                             (double)disc->posed->radius, delta, box_first, &impact)) {
        return FORESEEN_UNSURE;
    }
    if (!impact.hit) {
        return FORESEEN_NEVER;
    }
    AukDvec relative = dvec_sub(b.told, a.told);
    prediction->fraction = impact.fraction;
    prediction->version_a = prediction->version_b = 0;
    prediction->limit = false;
    prediction->point = dvec_mul_add(impact.point, impact.fraction, a.delta);
    prediction->normal = impact.normal;
    bool closes = pair->sensor || -dvec_dot(impact.normal, relative) > AUK_CLOSING * dvec_length(relative);
    return closes ? FORESEEN_HIT : FORESEEN_NEVER;
}

// True if both bodies are plain, one of them a disc and one a box. What a local step reads of them is not all set.
static inline bool are_disc_and_box(const AukWorld *world, const AukPair *pair)
{
    unsigned a = auk__posed(&world->bodies, pair->body_a)->plain, b = auk__posed(&world->bodies, pair->body_b)->plain;
    return (1u << a | 1u << b) == (1u << AUK_CLASS_CIRCLE | 1u << AUK_CLASS_BOX) && !world->wrap.on &&
           !world->ccd.local;
}

// ---- any pair ----

bool auk__predict_first(const AukWorld *world, int index, AukPrediction *prediction)
{
    const AukPair *pair = auk__pair(&world->pairs, index);
    bool one_way = world->parts.one_way_count > 0 || world->parts.kinds.one_way > 0;
    prediction->pair = index;
    if (!one_way && are_disc_and_box(world, pair)) {
        Foreseen foreseen = foresee_disc_and_box(world, pair, prediction);
        if (foreseen != FORESEEN_UNSURE) {
            return foreseen == FORESEEN_HIT;
        }
    }
    AukVec2 origin = auk__start_pose(&world->bodies, pair->body_a)->p;
    Flyer a, b;
    bool straight = set_flyer(world, pair->part_a, origin, dvec(0.0, 0.0), &a);
    straight = set_flyer(world, pair->part_b, origin, auk__wrap_before(world, pair), &b) && straight;
    if (!straight || one_way) {
        return auk__predict(world, index, 0.0, false, prediction);
    }
    AukSupportShape core_a, core_b;
    auk__part_support_shape(&world->parts, a.part, auk__part_dtransform_on(a.part, a.local, a.start), &core_a);
    auk__part_support_shape(&world->parts, b.part, auk__part_dtransform_on(b.part, b.local, b.start), &core_b);
    if (may_touch(&a, &b, &core_a, &core_b)) {
        return auk__predict(world, index, 0.0, false, prediction);
    }
    return (flyer_moves(&a) || flyer_moves(&b)) && cast_flyers(pair, &a, &b, &core_a, &core_b, prediction);
}
