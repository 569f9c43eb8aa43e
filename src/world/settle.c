// Final poses of bodies whose paths have turned. What they come to in doubles is right in front of the surfaces they
// slide along; floats may lie behind. Of the floats around, the first is taken that is in no surface and, if it slides,
// still touches the one that it slides along; far from the origin, where no float is both, it is in none.
#include "geom/bounds.h"
#include "geom/manifold.h"
#include "world/motion.h"
#include "world/step.h"

#include <stdlib.h>

enum { PLACES = 2, ROUNDS = 4 }; // floats to either side of the nearest; times that all neighbours are looked at

static AukSeparation separate(const AukWorld *world, const AukPair *pair, double *tau)
{
    const AukPart *part_a = auk__part(world, pair->part_a), *part_b = auk__part(world, pair->part_b);
    AukTransform pose_a = auk__body(world, pair->body_a)->next, pose_b = auk__body(world, pair->body_b)->next;
    AukCore a, b;
    auk__part_core(part_a, pose_a, pose_a.p, &a);
    auk__part_core(part_b, pose_b, pose_a.p, &b);
    *tau = auk__tau(auk__pair_size(&a, part_a->extent, &b, part_b->extent));
    return auk__separation(&a, &b, INFINITY, NULL);
}

static float stepped(float x, int places)
{
    for (; places != 0; places -= places > 0 ? 1 : -1) {
        x = auk__step_float(x, places < 0, true);
    }
    return x;
}

// The float position around `from` that is nearest to `wanted` in front of a surface whose way out is `out` and from
// which `from` is off by `gap`. Behind the surface only where all are.
static AukVec2 position_before(AukVec2 from, double gap, AukDvec out, double wanted)
{
    AukVec2 best = from;
    double best_cost = INFINITY;
    for (int i = -PLACES; i <= PLACES; i++) {
        for (int k = -PLACES; k <= PLACES; k++) {
            AukVec2 p = {stepped(from.x, i), stepped(from.y, k)};
            AukDvec moved = dvec_sub(dvec_from(p), dvec_from(from));
            double there = gap + dvec_dot(moved, out);
            double cost = (there < 0.0 ? -2.0 * there : fabs(there - wanted)) + 1e-3 * dvec_length(moved);
            if (cost < best_cost) {
                best_cost = cost;
                best = p;
            }
        }
    }
    return best;
}

static AukDvec way_out(const AukPair *pair, uint32_t body, const AukSeparation *separation)
{
    return pair->body_a == body ? dvec_neg(separation->normal) : separation->normal;
}

static bool blocks(const AukWorld *world, const AukPair *pair, uint32_t body)
{
    uint32_t other = pair->body_a == body ? pair->body_b : pair->body_a;
    return !pair->sensor && !auk__is_piercing(world, body, other) &&
           (pair->hit || !auk__reaction(world, pair, body).crosses || auk__has_stopped(world, body));
}

// Moves the body out of what rounding has put it into. True if nothing was to be done.
static bool push_out(AukWorld *world, uint32_t index)
{
    AukBody *body = auk__body(world, index);
    AukNeighbours walk = auk__neighbours(world, index);
    const double places = 0x1p-22 * dvec_size(dvec_from(body->next.p));
    double deepest = 0.0;
    AukDvec out = dvec(0.0, 0.0);
    int i;
    while (auk__next_neighbour(world, &walk, &i)) {
        const AukPair *pair = auk__pair(world, i);
        if (!blocks(world, pair, index)) {
            continue;
        }
        double tau;
        AukSeparation separation = separate(world, pair, &tau);
        bool rounded = separation.distance < -0.25 * tau && separation.distance > -(4.0 * tau + 4.0 * places);
        if (rounded && separation.distance < deepest) {
            deepest = separation.distance;
            out = way_out(pair, index, &separation);
        }
    }
    if (deepest == 0.0) {
        return true;
    }
    AukDvec clear = dvec_mul_add(dvec_from(body->next.p), -deepest, out);
    AukVec2 nearest = dvec_to_float(clear);
    double gap = deepest + dvec_dot(dvec_sub(dvec_from(nearest), dvec_from(body->next.p)), out);
    body->next.p = position_before(nearest, gap, out, 0.0);
    return false;
}

static void keep_touching(AukWorld *world, const AukLeg *leg)
{
    AukBody *body = auk__body(world, leg->body);
    const AukPair *pair = auk__pair(world, leg->slid_pair);
    double tau;
    AukSeparation separation = separate(world, pair, &tau);
    double reach = 4.0 * tau + 0x1p-21 * dvec_size(dvec_from(body->next.p));
    bool fits = separation.distance >= 0.0 && separation.distance <= tau;
    if (!fits && fabs(separation.distance) <= reach) {
        AukDvec out = way_out(pair, leg->body, &separation);
        body->next.p = position_before(body->next.p, separation.distance, out, 0.5 * tau);
    }
}

static bool is_in_range(AukVec2 p)
{
    return fabsf(p.x) <= AUK_COORDINATE_MAX && fabsf(p.y) <= AUK_COORDINATE_MAX;
}

static AukStatus round_pose(AukWorld *world, const AukLeg *leg)
{
    AukBody *body = auk__body(world, leg->body);
    if (!auk__has_stopped(world, leg->body)) {
        AukPlace place = auk__motion_place(world, leg->body, auk_vec(0.0f, 0.0f), 1.0);
        body->next.p = auk_vec((float)place.x, (float)place.y);
        body->next.q.c = (float)place.c;
        body->next.q.s = (float)place.s;
    }
    return is_in_range(body->next.p) ? AUK_OK : AUK_ERROR_RANGE;
}

AukStatus auk__legs_settle(AukWorld *world)
{
    const AukLeg *legs = world->legs.items;
    for (int i = 0; i < world->legs.count; i++) {
        AukStatus status = round_pose(world, &legs[i]);
        if (status) {
            return status;
        }
    }
    for (int i = 0; i < world->legs.count; i++) {
        if (legs[i].slid_pair >= 0) {
            keep_touching(world, &legs[i]);
        }
        for (int round = 0; round < ROUNDS && !push_out(world, legs[i].body); round++) {
        }
        const AukBody *body = auk__body(world, legs[i].body);
        for (uint32_t k = *auk__first_part(world, body); k != AUK_NO_INDEX; k = auk__part(world, k)->next) {
            auk__tighten(world, k, body->next);
        }
    }
    return AUK_OK;
}
