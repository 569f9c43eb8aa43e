// Where a body stops: its pose, which is rounded to floats, and the boxes that follow from it.
// Invariant: what touched what stopped it still does after the rounding, if that rests and floats are fine enough, and
// a shape without an inside is in front of it.
#include "geom/local_box.h"
#include "geom/manifold.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/pieces.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"

// Moves a pose by `gap` along `towards` and rounds the position to floats against the direction `behind`.
static AukTransform moved_by(const AukWrap *wrap, AukTransform pose, double gap, AukVec2 towards, AukVec2 behind)
{
    // wrap first: at the opposite side of the rectangle floats may be farther apart than here
    AukDvec exact = auk__wrap_exact(wrap, dvec_mul_add(dvec_from(pose.p), gap, dvec_from(towards)));
    pose.p.x = behind.x > 0.0f ? auk__round_down(exact.x) : (behind.x < 0.0f ? auk__round_up(exact.x) : pose.p.x);
    pose.p.y = behind.y > 0.0f ? auk__round_down(exact.y) : (behind.y < 0.0f ? auk__round_up(exact.y) : pose.p.y);
    return auk__wrap_pose(wrap, pose);
}

// A body that has been stopped, and the one that stopped it.
typedef struct Stopped {
    const AukPair *pair;
    bool is_a;
    AukTransform other; // pose of the other body
    double tau;         // these two are set by stopped_separation()
    bool thin;          // the stopped shape has no inside
} Stopped;

static AukSeparation stopped_separation(const AukWorld *world, Stopped *stopped, AukTransform pose)
{
    const AukPair *pair = stopped->pair;
    AukPartPiece piece_a = auk__piece_a(&world->parts, pair), piece_b = auk__piece_b(&world->parts, pair);
    AukTransform pose_a = stopped->is_a ? pose : stopped->other, pose_b = stopped->is_a ? stopped->other : pose;
    AukSupportShape a, b;
    auk__piece_support_shape(&piece_a, pose_a, pose_a.p, &a);
    auk__piece_support_shape_beside(&piece_b, pose_b, pose_a.p, auk__wrap_changing(world, pair), &b);
    stopped->tau = auk__tau(auk__pair_size(&a, auk__piece_extent(&piece_a), &b, auk__piece_extent(&piece_b)));
    const AukSupportShape *own = stopped->is_a ? &a : &b;
    stopped->thin = auk__have_no_inside(own, own);
    return auk__separation(&a, &b, INFINITY, NULL);
}

// A stopped pose is rounded to floats, which may leave a gap to the body that stopped it. If that body rests, the pose
// is moved by the remaining gap, rounded towards the body, so that the two still touch in the next steps. Shapes
// without an inside cannot overlap, so rounding may put one behind the other; it is moved back in front. So is one that
// rounding has put into a floor, if it still touches then: what lies in a floor moves on below all that stands on it.
static void nudge(const AukWorld *world, const AukPair *pair, uint32_t body, AukVec2 normal)
{
    enum { NUDGES = 3 };
    uint32_t other = body == pair->body_a ? pair->body_b : pair->body_a;
    AukTransform *pose = auk__next_pose(&world->bodies, body);
    AukVec2 from = auk__start_pose(&world->bodies, other)->p;
    Stopped stopped = {pair, body == pair->body_a, *auk__next_pose(&world->bodies, other), 0.0, false};
    bool rests = from.x == stopped.other.p.x && from.y == stopped.other.p.y &&
                 auk__body_path(&world->ccd, other)->turn == 0.0 && !auk__path_segment(&world->ccd, other);
    if (!rests && !auk__has_stopped(&world->ccd, other)) {
        return;
    }
    AukVec2 towards = stopped.is_a ? normal : auk_vec_neg(normal);
    for (int i = 0; i <= NUDGES; i++) {
        AukSeparation separation = stopped_separation(world, &stopped, *pose);
        double gap = separation.distance;
        if (gap > 0.0 && dvec_dot(separation.normal, dvec_from(normal)) < 0.0) {
            *pose = moved_by(&world->wrap, *pose, -gap, towards, towards);
            return;
        }
        if (gap < 0.0 && gap >= -stopped.tau && stopped.thin) {
            AukTransform front = moved_by(&world->wrap, *pose, gap, towards, towards);
            bool touches = stopped_separation(world, &stopped, front).distance <= stopped.tau;
            *pose = touches ? front : *pose;
            return;
        }
        if (gap <= 0.5 * stopped.tau || i == NUDGES) {
            return;
        }
        *pose = moved_by(&world->wrap, *pose, gap, towards, auk_vec_neg(towards));
    }
}

void auk__halt(AukWorld *world, uint32_t index, double fraction)
{
    AukTransform *next = auk__next_pose(&world->bodies, index);
    AukBodyPath *path = auk__body_path(&world->ccd, index);
    AukDtransform transform = auk__ccd_dtransform(world, index, auk_vec(0.0f, 0.0f), fraction);
    next->p = auk__wrapped(&world->wrap, dvec(transform.x, transform.y));
    if (auk__carried_segment(&world->ccd, index)) {
        next->q = auk__carried_rotation(&transform);
    } else if (path->turn != 0.0) {
        next->q.c = (float)transform.c;
        next->q.s = (float)transform.s;
    }
    path->stop = fraction;
    path->version++;
}

void auk__body_tighten(AukBodies *bodies, AukParts *parts, uint32_t index)
{
    const AukBody *body = auk__body(bodies, index);
    for (uint32_t i = *auk__first_part(bodies, body); i != AUK_NO_INDEX; i = auk__part_next(parts, i)) {
        auk__tighten(bodies, parts, i, *auk__next_pose(bodies, index));
    }
}

void auk__stop_at_hit(AukWorld *world, const AukPair *pair, uint32_t index, const AukPrediction *hit)
{
    AukBodyPath *path = auk__body_path(&world->ccd, index);
    auk__halt(world, index, hit->fraction);
    path->velocity = auk_vec(0.0f, 0.0f);
    path->spin = 0.0f;
    nudge(world, pair, index, dvec_to_float(hit->normal));
    auk__body_tighten(&world->bodies, &world->parts, index);
}
