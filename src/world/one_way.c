// One-way shapes: a pair with one counts if it touched after the last step, or if before this step the other shape was
// wholly in front. That is decided once, for the whole step, where pairs are filtered; a hit besides has to close
// against the direction. Sensors are not concerned.
#include "world/one_way.h"
#include "geom/manifold.h"
#include "world/motion.h"
#include "world/order.h"
#include "world/step.h"

bool auk__one_way_blocks(const AukCore *one_way, AukDvec direction, const AukCore *other, double tau)
{
    double length = dvec_length(direction);
    AukDvec unit = dvec_scale(1.0 / length, direction);
    double top = dvec_dot(auk__core_farthest(one_way, unit).point, unit) + one_way->radius;
    double bottom = dvec_dot(auk__core_farthest(other, dvec_neg(unit)).point, unit) - other->radius;
    return bottom >= top - tau;
}

static AukDvec direction_of(const AukWorld *world, uint32_t part, const AukPlace *body)
{
    return auk__place_rotate(body, dvec_from(*auk__one_way(world, part)));
}

static bool is_one_way(const AukWorld *world, uint32_t part)
{
    AukVec2 direction = *auk__one_way(world, part);
    return direction.x != 0.0f || direction.y != 0.0f;
}

// Whether the first part of a pair blocks the other, where both are before the step.
static bool blocks(const AukWorld *world, uint32_t one_way, uint32_t other)
{
    const AukPart *part = auk__part(world, one_way), *part_other = auk__part(world, other);
    AukTransform pose = auk__body(world, part->body)->pose, pose_other = auk__body(world, part_other->body)->pose;
    AukCore core, core_other;
    auk__part_core(part, pose, pose.p, &core);
    auk__part_core(part_other, pose_other, pose.p, &core_other);
    AukPlace body = auk__place(pose, pose.p);
    double tau = auk__tau(auk__pair_size(&core, part->extent, &core_other, part_other->extent));
    return auk__one_way_blocks(&core, direction_of(world, one_way, &body), &core_other, tau);
}

// True if the shapes touched after the last step.
static bool touched(const AukWorld *world, const AukPair *pair)
{
    const AukTouch *touches = world->output.solids.touches.items;
    int low = 0, high = world->output.solids.touches.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = auk__pair_against_touch(pair, &touches[middle]) > 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < world->output.solids.touches.count && auk__pair_against_touch(pair, &touches[low]) == 0 &&
           auk_shape_id_equal(touches[low].shape_a, auk__shape_id(world, pair->shape_a)) &&
           auk_shape_id_equal(touches[low].shape_b, auk__shape_id(world, pair->shape_b));
}

bool auk__one_way_lets_meet(const AukWorld *world, const AukPair *pair)
{
    if (world->one_way_count == 0 || pair->sensor) {
        return true;
    }
    bool a = is_one_way(world, pair->part_a), b = is_one_way(world, pair->part_b);
    return (!a && !b) || touched(world, pair) ||
           ((!a || blocks(world, pair->part_a, pair->part_b)) && (!b || blocks(world, pair->part_b, pair->part_a)));
}

bool auk__one_way_lets_hit(const AukWorld *world, const AukPair *pair, const AukMover *a, const AukMover *b,
                           double fraction, AukDvec point)
{
    if (world->one_way_count == 0 || pair->sensor) {
        return true;
    }
    AukDvec relative = dvec_sub(auk__point_speed(world, pair->body_b, b, fraction, point),
                                auk__point_speed(world, pair->body_a, a, fraction, point));
    AukPlace place_a = auk__path_place(&a->start, a->delta, a->turn, fraction);
    AukPlace place_b = auk__path_place(&b->start, b->delta, b->turn, fraction);
    bool onto_a =
        !is_one_way(world, pair->part_a) || dvec_dot(relative, direction_of(world, pair->part_a, &place_a)) < 0.0;
    bool onto_b =
        !is_one_way(world, pair->part_b) || dvec_dot(relative, direction_of(world, pair->part_b, &place_b)) > 0.0;
    return onto_a && onto_b;
}

void auk__one_way_sift(AukWorld *world)
{
    AukPair *pairs = world->pairs.items;
    int kept = 0;
    for (int i = 0; i < world->pairs.count && world->one_way_count > 0; i++) {
        if (auk__one_way_lets_meet(world, &pairs[i])) {
            pairs[kept++] = pairs[i];
        }
    }
    world->pairs.count = world->one_way_count > 0 ? kept : world->pairs.count;
}
