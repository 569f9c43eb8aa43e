// The computation of integrate.c on two numbers at once. Data that rotation does not change is read instead of
// computed: the box of a body that does not turn is its local box at its next position. Bodies that turn are listed
// without a branch, which would be mispredicted if only some bodies turn, and are then rotated together.
// Invariant: both versions give the same bits.
#include "world/step/integrate_fast.h"

#include "base/prefetch.h"
#include "geom/rotate.h"
#include "world/state/parts.h"
#include "world/state/world_state.h"
#include "world/step/integrate.h"

// Local copies of the pointers to arrays: the compiler must assume that any store may change the pointers in the world.
typedef struct IntegrateFastArrays {
    AukBody *bodies;
    AukPosed *posed;
    const AukPart *parts;
    const AukVertexBlock *blocks;
    const uint32_t *first_parts;
    AukBox *local_boxes;
    AukBox *tight;
    AukBounds *bounds;
} IntegrateFastArrays;

// The bodies of a run of movers that go_straight() leaves to do.
typedef struct Left {
    AukRotations turns;
    uint32_t turning[AUK_ROTATE_MAX];  // bodies that turn:
    uint32_t boxes[AUK_ROTATE_MAX];    // those that are plain boxes,
    uint32_t polygons[AUK_ROTATE_MAX]; // plain polygons,
    uint32_t shapes[AUK_ROTATE_MAX];   // or anything else but circles
    uint32_t others[AUK_ROTATE_MAX];   // bodies that do not take the fast path
    int turning_count, other_count;
} Left;

static inline void write_boxes(const IntegrateFastArrays *arrays, uint32_t part, AukF64x2 place)
{
    AukF32x4 box = auk__packed_box_at(&arrays->local_boxes[part], place);
    auk__f32x4_store(&arrays->tight[part].min.x, box);
    auk__f32x4_store(&arrays->bounds[part].min_x, auk__f32x4_negate_high(box));
}

// Sets the next positions of movers first .. end - 1, which are at most AUK_ROTATE_MAX, and the boxes of their parts
// without rotation. False if a body would leave the range. The loop makes no calls: with calls, half of its values are
// reloaded from memory on each pass. Tried: all four sides of a box at once with AVX2 saves less than a hundredth of a
// step.
static bool go_straight(const AukAdvance *advance, IntegrateFastArrays arrays, int first, int end, int last, Left *left)
{
    const uint32_t *movers = advance->world->bodies.movers.items;
    AukF64x2 dt = auk__f64x2_both(advance->dt);
    int turning = 0, others = 0;
    for (int i = first; i < end; i++) {
        uint32_t index = movers[i], ahead = movers[i + AUK_PREFETCH_AHEAD < last ? i + AUK_PREFETCH_AHEAD : i];
        AukBody *body = &arrays.bodies[index];
        AUK_PREFETCH(&arrays.bodies[ahead]);      // slightly out of order where bodies come and go
        AUK_PREFETCH(&arrays.local_boxes[ahead]); // bodies and parts mostly have equal indices
        if (!body->fast_path || body->has_target) {
            left->others[others++] = index;
            continue;
        }
        bool moves = body->velocity.x != 0.0f || body->velocity.y != 0.0f || body->spin != 0.0f;
        if (!moves && body->fast_path == AUK_FAST_PATH_STILL) {
            continue;
        }
        body->fast_path = moves ? AUK_FAST_PATH : AUK_FAST_PATH_STILL;
        AukF32x4 pose = auk__f32x4_load(&body->pose.p.x);
        AukF64x2 place = auk__f64x2_of_low(pose);
        if (moves) {
            AukF64x2 delta = auk__f64x2_mul(dt, auk__f64x2_load_point(&body->velocity.x));
            AukF32x4 ends = auk__straight_end(place, delta);
            if (!auk__f32x4_within(ends, AUK_COORDINATE_MAX)) {
                return false;
            }
            place = auk__f64x2_of_low(ends);
            pose = auk__f32x4_join(ends, pose);
            left->turning[turning] = index;
            turning += body->spin != 0.0f;
        }
        auk__f32x4_store(&arrays.posed[index].next.p.x, pose);
        arrays.posed[index].moves = moves;
        write_boxes(&arrays, arrays.first_parts[index], place);
    }
    left->turning_count = turning;
    left->other_count = others;
    return true;
}

// Sets the boxes of plain bodies that have turned, all boxes or all polygons.
static inline void turn_plain(const IntegrateFastArrays *arrays, const uint32_t *turned, int count)
{
    for (int i = 0; i < count; i++) {
        const AukPosed *posed = &arrays->posed[turned[i]];
        uint32_t part = arrays->first_parts[turned[i]];
        arrays->local_boxes[part] = auk__plain_local_box(posed, arrays->blocks);
        write_boxes(arrays, part, auk__f64x2_load_point(&posed->next.p.x));
    }
}

// Sets the boxes of any bodies that have turned.
static void turn_any(const IntegrateFastArrays *arrays, const uint32_t *turned, int count)
{
    for (int i = 0; i < count; i++) {
        AukTransform next = arrays->posed[turned[i]].next;
        uint32_t part = arrays->first_parts[turned[i]];
        arrays->local_boxes[part] = auk__part_local_box(&arrays->parts[part], next.q);
        write_boxes(arrays, part, auk__f64x2_load_point(&next.p.x));
    }
}

// Bodies are turned class by class: a branch on the class of each body in turn is mispredicted where classes are mixed,
// which took half of this phase. The box of a circle does not turn.
static void turn_listed(const IntegrateFastArrays *arrays, Left *left, float dt)
{
    left->turns.count = left->turning_count;
    for (int i = 0; i < left->turning_count; i++) {
        const AukBody *body = &arrays->bodies[left->turning[i]];
        left->turns.angles[i] = (double)body->spin * dt;
        left->turns.rotations[i] = body->pose.q;
    }
    auk__rotate_all(&left->turns);
    int boxes = 0, polygons = 0, shapes = 0;
    for (int i = 0; i < left->turning_count; i++) {
        uint32_t index = left->turning[i];
        AukPosed *posed = &arrays->posed[index];
        posed->next.q = left->turns.rotations[i];
        left->boxes[boxes] = left->polygons[polygons] = left->shapes[shapes] = index;
        boxes += posed->plain == AUK_CLASS_BOX;
        polygons += posed->plain == AUK_CLASS_POLYGON;
        shapes += posed->plain == AUK_CLASS_OTHER || posed->plain == AUK_CLASS_SEGMENT;
    }
    turn_plain(arrays, left->boxes, boxes);
    turn_plain(arrays, left->polygons, polygons);
    turn_any(arrays, left->shapes, shapes);
}

static AukStatus advance_run(const AukAdvance *advance, const IntegrateFastArrays *arrays, int first, int end, int last)
{
    Left left;
    if (!go_straight(advance, *arrays, first, end, last, &left)) {
        return AUK_ERROR_RANGE;
    }
    turn_listed(arrays, &left, advance->dt);
    AukStatus status = AUK_OK;
    for (int i = 0; i < left.other_count && !status; i++) {
        status = auk__body_advance(advance->world, left.others[i], advance->dt);
    }
    return status;
}

void auk__integrate_fast_range(void *context, AukRange *range)
{
    const AukAdvance *advance = context;
    const AukWorld *world = advance->world;
    IntegrateFastArrays arrays = {world->bodies.records.items,     world->bodies.posed.items,
                                  world->parts.records.items,      world->vertices.entries.items,
                                  world->bodies.first_parts.items, world->parts.local_boxes.items,
                                  world->parts.tight.items,        world->broad->bounds.items};
    for (int i = range->first; i < range->end && !range->status; i += AUK_ROTATE_MAX) {
        int end = range->end - i < AUK_ROTATE_MAX ? range->end : i + AUK_ROTATE_MAX;
        range->status = advance_run(advance, &arrays, i, end, range->end);
    }
}
