// The computation of integrate.c on two numbers at once, in passes over a few bodies: all are moved, those that turn
// are rotated together, then the boxes of all are measured, class by class. Bodies are listed for these passes without
// a branch, which would be mispredicted where some bodies turn or shapes are mixed.
// In a world that wraps around, integrate.c does the bodies near the sides of the rectangle. All others have one image
// and need no shift.
// Invariant: both versions give the same bits.
#include "world/step/integrate_fast.h"

#include "base/inline.h"
#include "base/prefetch.h"
#include "geom/rotate.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/wrap.h"
#include "world/step/integrate.h"

#include <string.h>

#define TURN_MAX 1.0 // radians in a step with swept bodies

// The boxes that a step needs. A constant in each function that takes it.
typedef struct Wanted {
    bool paths;  // some bodies are swept: the boxes and the paths of the whole step
    bool inside; // the world wraps around: only bodies whose boxes have one image
} Wanted;

// Local copies of the pointers to arrays: the compiler must assume that any store may change the pointers in the world.
typedef struct IntegrateFastArrays {
    AukBody *bodies;
    AukPosed *posed;
    AukTransform *starts;
    const AukParts *parts;
    const AukVertexBlock *blocks;
    const uint32_t *first_parts;
    AukBounds *tight; // null: those of the broad phase
    AukBounds *bounds;
    const double *turn_radii; // these only if some bodies are swept
    AukBodyPath *paths;
    AukBroadPath *flights;       // not in a world that wraps around
    const AukWrapInside *inside; // these only there
    AukBox *whole;
    uint8_t *ghosts; // see wrap_broad.c
} IntegrateFastArrays;

// The bodies of a run of movers that go_straight() leaves to do.
typedef struct Left {
    AukRotations turns;
    uint32_t turning[AUK_ROTATE_MAX];                    // bodies that turn
    uint32_t unbounded[AUK_CLASS_COUNT][AUK_ROTATE_MAX]; // bodies whose boxes are those of other poses
    uint32_t others[AUK_ROTATE_MAX];                     // bodies that do not take the fast path
    int unbounded_count[AUK_CLASS_COUNT], turning_count, other_count;
} Left;

// Sets the boxes of a body whose local box is known. Where some bodies are swept, the broad phase gets the box of the
// whole path, else only the box at the end counts. On its arc a point leaves the straight line by at most turn_radius *
// turn^2 / 8; the final rotation is rounded to floats.
// A body of which some box has images is left to integrate.c, which writes all of it anew. That must depend on the box
// alone, not on the images that the part had before: a restored world has others, and integrate.c makes smaller boxes
// of what turns, with fewer pairs.
static inline void write_boxes(const IntegrateFastArrays *arrays, Left *left, uint32_t body, AukLocalBox local,
                               Wanted wanted)
{
    uint32_t part = arrays->first_parts[body];
    AukF32x4 end =
        auk__f32x4_negate_high(auk__local_box_at(local, auk__f64x2_load_point(&arrays->posed[body].pose.p.x)));
    AukF32x4 bounds = end;
    if (wanted.paths) {
        double turn = arrays->paths[body].turn;
        bounds = auk__f32x4_min(end, auk__bounds_load(&arrays->tight[part])); // where the last step has left it
        if (turn != 0.0) {
            double arc = turn * turn * 0.125 + 0x1p-20;
            bounds = auk__bounds_grown(bounds, auk__round_up(arrays->turn_radii[part] * arc));
        }
    }
    if (wanted.inside) {
        if (!auk__wrap_is_inside(arrays->inside, bounds)) {
            left->others[left->other_count++] = body;
            return;
        }
        arrays->ghosts[part] &= (uint8_t)AUK_GHOSTS_SHOWN; // it needs none
        auk__f32x4_store(&arrays->whole[part].min.x, auk__f32x4_negate_high(bounds));
    }
    if (wanted.paths || wanted.inside || arrays->tight) {
        auk__f32x4_store(&arrays->tight[part].min_x, end);
    }
    auk__f32x4_store(&arrays->bounds[wanted.inside ? part * AUK_BROAD_IMAGES : part].min_x, bounds);
}

// A body that turns far in a step has a large box of its path; integrate.c finds a smaller one. In a world that wraps
// around it joins the sides of grids of tiles too, which are not plain.
static inline bool is_left_to_others(const AukBody *body, const AukPosed *posed, double dt, Wanted wanted)
{
    return !body->fast_path || body->has_target || (wanted.inside && posed->plain == AUK_CLASS_OTHER) ||
           (wanted.paths && (body->motion == AUK_MOTION_SWEPT || fabs((double)body->spin) * dt > TURN_MAX));
}

// Sets the next positions of movers first .. end - 1, which are at most AUK_ROTATE_MAX, and keeps where they start.
// False if a body would leave the range. The loop makes no calls: with calls, half of its values are reloaded from
// memory on each pass.
static AUK_ALWAYS_INLINE bool go_straight(const AukAdvance *advance, IntegrateFastArrays arrays, int first, int end,
                                          int last, Left *left, Wanted wanted)
{
    const uint32_t *movers = advance->world->bodies.movers.items;
    const bool knows_rest = advance->knows_rest;
    const double seconds = (double)advance->dt;
    AukF64x2 dt = auk__f64x2_both(seconds);
    bool in_range = true;
    int turning = 0, others = 0;
    memset(left->unbounded_count, 0, sizeof left->unbounded_count);
    for (int i = first; i < end; i++) {
        uint32_t index = movers[i], ahead = movers[i + AUK_PREFETCH_AHEAD < last ? i + AUK_PREFETCH_AHEAD : i];
        AukBody *body = &arrays.bodies[index];
        AUK_PREFETCH(&arrays.posed[ahead]); // slightly out of order where bodies come and go
        AukPosed *posed = &arrays.posed[index];
        AukF32x4 pose = auk__f32x4_load(&posed->pose.p.x);
        auk__f32x4_store(&arrays.starts[index].p.x, pose);
        if (is_left_to_others(body, posed, seconds, wanted)) {
            left->others[others++] = index;
            continue;
        }
        bool moves = body->velocity.x != 0.0f || body->velocity.y != 0.0f || body->spin != 0.0f;
        if (!moves && body->fast_path == AUK_FAST_PATH_STILL && knows_rest) {
            continue;
        }
        body->fast_path = moves ? AUK_FAST_PATH : AUK_FAST_PATH_STILL;
        AukF64x2 delta = auk__f64x2_both(0.0);
        if (moves) {
            delta = auk__f64x2_mul(dt, auk__f64x2_load_point(&body->velocity.x));
            AukF32x4 ends = auk__straight_end(auk__f64x2_of_low(pose), delta);
            if (!auk__f32x4_within(ends, AUK_COORDINATE_MAX)) {
                in_range = false;
                continue;
            }
            if (wanted.inside && !auk__wrap_stays_inside(arrays.inside, ends)) {
                left->others[others++] = index;
                continue;
            }
            pose = auk__f32x4_join(ends, pose);
        }
        auk__f32x4_store(&posed->pose.p.x, pose);
        posed->moves = moves;
        if (wanted.paths) {
            const AukBroadPath none = {0.0f, 0.0f};
            auk__body_path_start(&arrays.paths[index], body, delta, (double)body->spin * seconds);
            if (!wanted.inside) {
                arrays.flights[arrays.first_parts[index]] = none;
            }
        }
        left->unbounded[posed->plain][left->unbounded_count[posed->plain]++] = index;
        left->turning[turning] = index;
        turning += body->spin != 0.0f;
    }
    left->turning_count = turning;
    left->other_count = others;
    return in_range;
}

static AUK_ALWAYS_INLINE void turn_listed(const IntegrateFastArrays *arrays, Left *left, float dt)
{
    left->turns.count = left->turning_count;
    for (int i = 0; i < left->turning_count; i++) {
        uint32_t index = left->turning[i];
        left->turns.angles[i] = (double)arrays->bodies[index].spin * dt;
        left->turns.rotations[i] = arrays->posed[index].pose.q;
    }
    auk__rotate_all(&left->turns);
    for (int i = 0; i < left->turning_count; i++) {
        arrays->posed[left->turning[i]].pose.q = left->turns.rotations[i];
    }
}

// Sets the boxes of the bodies of a class; `what` is a constant.
static AUK_ALWAYS_INLINE void bound_class(const IntegrateFastArrays *arrays, Left *left, AukPairs4Class what,
                                          Wanted wanted)
{
    for (int i = 0; i < left->unbounded_count[what]; i++) {
        uint32_t index = left->unbounded[what][i];
        const AukPosed *posed = &arrays->posed[index];
        const uint32_t part = arrays->first_parts[index];
        write_boxes(arrays, left, index, auk__lone_local_box(posed, what, arrays->parts, part, arrays->blocks), wanted);
    }
}

// Class by class: a branch on the class of each body in turn is mispredicted where classes are mixed, which took half
// of this phase. Tried: all four sides of a box at once with AVX2 saves less than a hundredth of a step. Local boxes
// kept from step to step, for bodies that do not turn, took 16 bytes for each part and made steps of gas one to three
// percent slower; those of nothing but capsules that do not turn were 5 % faster with them, of octagons up to 11 %.
static AUK_ALWAYS_INLINE void bound_all(const IntegrateFastArrays *arrays, Left *left, Wanted wanted)
{
    bound_class(arrays, left, AUK_CLASS_CIRCLE, wanted);
    bound_class(arrays, left, AUK_CLASS_BOX, wanted);
    bound_class(arrays, left, AUK_CLASS_POLYGON, wanted);
    bound_class(arrays, left, AUK_CLASS_SEGMENT, wanted);
    bound_class(arrays, left, AUK_CLASS_OTHER, wanted);
}

static AUK_ALWAYS_INLINE AukStatus advance_run(const AukAdvance *advance, const IntegrateFastArrays *arrays, int first,
                                               int end, int last, Wanted wanted)
{
    Left left;
    if (!go_straight(advance, *arrays, first, end, last, &left, wanted)) {
        return AUK_ERROR_RANGE;
    }
    turn_listed(arrays, &left, advance->dt);
    bound_all(arrays, &left, wanted);
    AukStatus status = AUK_OK;
    for (int i = 0; i < left.other_count && !status; i++) {
        status = wanted.paths ? auk__body_advance_swept(advance->world, left.others[i], advance->dt)
                              : auk__body_advance(advance->world, left.others[i], advance->dt);
    }
    return status;
}

// Each of these is compiled for its own constant.

static AukStatus run_alone(const AukAdvance *advance, const IntegrateFastArrays *arrays, int first, int end, int last)
{
    return advance_run(advance, arrays, first, end, last, (Wanted){.paths = false});
}

static AukStatus run_beside_swept(const AukAdvance *advance, const IntegrateFastArrays *arrays, int first, int end,
                                  int last)
{
    return advance_run(advance, arrays, first, end, last, (Wanted){.paths = true});
}

static AukStatus run_inside(const AukAdvance *advance, const IntegrateFastArrays *arrays, int first, int end, int last)
{
    return advance_run(advance, arrays, first, end, last, (Wanted){.inside = true});
}

static AukStatus run_inside_beside_swept(const AukAdvance *advance, const IntegrateFastArrays *arrays, int first,
                                         int end, int last)
{
    return advance_run(advance, arrays, first, end, last, (Wanted){.paths = true, .inside = true});
}

typedef AukStatus RunFunction(const AukAdvance *advance, const IntegrateFastArrays *arrays, int first, int end,
                              int last);

static RunFunction *const run_functions[2][2] = {{run_alone, run_beside_swept}, {run_inside, run_inside_beside_swept}};

void auk__integrate_fast_range(void *context, AukRange *range)
{
    const AukAdvance *advance = context;
    const AukWorld *world = advance->world;
    IntegrateFastArrays arrays = {world->bodies.records.items,
                                  world->bodies.posed.items,
                                  world->bodies.starts.items,
                                  &world->parts,
                                  world->vertices.entries.items,
                                  world->bodies.first_parts.items,
                                  auk__lazy_exists(&world->parts.tight) ? world->parts.tight.items : NULL,
                                  world->broad->bounds.items,
                                  world->parts.turn_radii.items,
                                  world->ccd.paths.items,
                                  world->broad->paths.items.items,
                                  &world->wrap.inside,
                                  world->wrap.whole.items,
                                  world->wrap.ghosts.items};
    RunFunction *run = run_functions[world->wrap.on][advance->sweeps];
    int end = range->first;
    while (end < range->end && !range->status) {
        int first = end;
        end = range->end - first < AUK_ROTATE_MAX ? range->end : first + AUK_ROTATE_MAX;
        range->status = run(advance, &arrays, first, end, range->end);
    }
    for (; end < range->end; end++) { // the failing step is taken back by the starts of all
        auk__body_start(&advance->world->bodies, ((const uint32_t *)world->bodies.movers.items)[end]);
    }
}
