// The step as a list of phases, and the publishing of their results.
// Invariant: publish() cannot fail, and of a step that failed before it a caller sees nothing.
#include "base/assert.h"
#include "base/clock.h"
#include "base/fpmode.h"
#include "base/inline.h"
#include "base/predicates.h"
#include "base/prefetch.h"
#include "world/state/broad_memory.h"
#include "world/state/call.h"
#include "world/state/contact_links.h"
#include "world/state/drops.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/slot_quarantine.h"
#include "world/state/wrap.h"
#include "world/step/burst_memory.h"
#include "world/step/ccd.h"
#include "world/step/contacts.h"
#include "world/step/events.h"
#include "world/step/integrate.h"
#include "world/step/pairs.h"

#include <string.h>

// Reserves the arrays that publish() fills and the lists of contacts by body. Packing the static parts of the query
// index changes no answer, nor does its table of regions, which needs memory that auk_world_reserve() cannot foresee: a
// world that was reserved widens it in other calls alone.
static AukStatus reserve_published(AukWorld *world)
{
    if (world->bodies.slots.live_count > world->reserved_bodies) {
        auk__grid_widen_regions(&world->index.grid);
    }
    bool room = auk__grid_pack_static(&world->index.grid) &&
                auk__buffer_reserve(&world->index.moved, sizeof(uint32_t), world->bodies.movers.count) &&
                auk__contact_links_reserve(&world->output, world->bodies.records.count);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

// The context of publish_range(). A mover whose boxes stay in their cells of the query index is finished there. Other
// movers are listed and moved later, since workers share the lists of cells.
typedef struct Publishing {
    AukWorld *world;
    float dt;
} Publishing;

// True if the query index holds the box itself, in a world that wraps around.
static inline bool has_one_image(const AukWorld *world, const AukBounds *box)
{
    return auk__wrap_is_inside(&world->wrap.inside, auk__bounds_load(box));
}

// `plain`, a constant, is true of a world that does not wrap around and has no swept bodies.
static AUK_ALWAYS_INLINE void publish_movers(const Publishing *publishing, AukRange *range, bool plain)
{
    AukWorld *world = publishing->world;
    const uint32_t *movers = world->bodies.movers.items, *first_parts = world->bodies.first_parts.items;
    const AukBounds *tight = auk__tight_bounds(&world->parts);
    const AukGridKeeper keeper = auk__grid_keeper(&world->index.grid);
    AukBody *bodies = world->bodies.records.items;
    uint32_t *moved = (uint32_t *)world->index.moved.items + range->first;
    const AukBodyPath *paths = !plain && world->bodies.swept_count > 0 ? world->ccd.paths.items : NULL;
    const bool wraps = !plain && world->wrap.on; // then the query index holds shifted boxes of some bodies
    const bool targets_stay = publishing->dt == 0.0f;
    const int end = range->end;
    int left = 0;
    for (int i = range->first; i < end; i++) {
        uint32_t index = movers[i], ahead = movers[i + AUK_PREFETCH_AHEAD < end ? i + AUK_PREFETCH_AHEAD : i];
        AukBody *body = &bodies[index];
        AUK_PREFETCH_ITEM(keeper.nodes, ahead); // bodies and parts mostly have equal indices
        if (body->has_target) {
            body->has_target = targets_stay;
        }
        if (paths && body->motion == AUK_MOTION_SWEPT) { // responses may have changed velocities
            body->velocity = paths[index].velocity;
            body->spin = paths[index].spin;
        }
        if (body->fast_path == AUK_FAST_PATH && (!wraps || has_one_image(world, &tight[first_parts[index]]))) {
            uint32_t part = first_parts[index];
            moved[left] = part | AUK_MOVED_PART;
            left += !auk__grid_keep(&keeper, part, auk__bounds_load(&tight[part]));
        } else if (body->fast_path != AUK_FAST_PATH_STILL) {
            moved[left] = index;
            left += !auk__query_index_keep(world, &keeper, body);
        }
    }
    range->counts[0] = left;
}

static void publish_range(void *context, AukRange *range)
{
    const Publishing *publishing = context;
    if (publishing->world->wrap.on || publishing->world->bodies.swept_count > 0) {
        publish_movers(publishing, range, false);
    } else {
        publish_movers(publishing, range, true);
    }
}

enum { PUBLISH_LINKS, PUBLISH_INDEX, PUBLISH_JOBS };

static void publish_job(void *context, int job)
{
    AukWorld *world = context;
    if (job == PUBLISH_LINKS) {
        auk__contact_links_pass_on(&world->next, &world->output);
        auk__contact_links_make(&world->output, world->bodies.records.count);
    } else {
        auk__query_index_move(world);
    }
}

// Cannot fail: reserve_published() has reserved the memory.
static void publish_boxes(AukWorld *world, float dt)
{
    Publishing publishing = {world, dt};
    AukStatus status =
        auk__parallel_run(&world->parallel, world->bodies.movers.count, publish_range, &publishing, &world->ranges);
    AUK_ASSERT(status == AUK_OK);
    (void)status;
    if (world->wrap.on) {
        auk__wrap_publish(world);
    }
    // a thread for each, if the step has threads and they are worth it: neither can be divided
    int movers = world->bodies.movers.count, grain = world->parallel.grain;
    AukPool *pool = movers > grain ? auk__parallel_pool(&world->parallel, movers / grain) : NULL;
    auk__pool_run(pool, PUBLISH_JOBS, publish_job, world);
}

static void publish(AukWorld *world, float dt)
{
    AukOutput last = world->output;
    world->output = world->next;
    world->next = last;
    world->steps++;
    if (world->piercing.now.count > 0 || world->piercing.next.count > 0) {
        auk__pierced_publish(world);
    }
    auk__drops_publish(&world->drops);
    auk__bounces_publish(&world->bodies, &world->ccd);
    auk__bodies_arrive(&world->bodies);
    publish_boxes(world, dt);
    auk__output_take_larger(&world->next, &world->larger);
    auk__burst_memory_update(world);
    auk__history_record(world);
    world->quarantine.marked = world->save.touches_restored = false;
    auk__quarantine_update(world);
}

// Runs one phase. The last phase only reserves memory here; publish() does its work.
static AukStatus run_phase(AukWorld *world, AukPhase phase, float dt)
{
    switch (phase) {
    case AUK_PHASE_ADVANCE: return auk__bodies_advance(world, dt); // bodies -> final poses, boxes
    case AUK_PHASE_BROAD: return auk__broad_memory_update(world);  // boxes -> pairs of boxes
    case AUK_PHASE_FILTER: return auk__pairs_filter(world);        // -> pairs that count, sorted
    case AUK_PHASE_MOTION: return auk__ccd_resolve(world, dt);     // swept pairs -> hits, stopped poses
    case AUK_PHASE_CONTACTS: return auk__contacts_compute(world);  // pairs -> touches, manifolds
    case AUK_PHASE_EVENTS: return auk__events_derive(world);       // two steps -> events
    case AUK_PHASE_PUBLISH: return reserve_published(world);
    case AUK_PHASE_COUNT: break;
    }
    return AUK_OK;
}

static AukStatus run_step(AukWorld *world, float dt)
{
    double seconds[AUK_PHASE_COUNT], before = auk__clock_seconds();
    for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
        AukStatus status = run_phase(world, (AukPhase)phase, dt);
        if (status) {
            return status;
        }
        if (phase == AUK_PHASE_PUBLISH) {
            publish(world, dt);
        }
        double now = auk__clock_seconds();
        seconds[phase] = now - before;
        before = now;
    }
    memcpy(world->seconds, seconds, sizeof seconds);
    return AUK_OK;
}

// Notes what a step failed for: its limit of pairs, or the body that would leave the range. Workers note nothing, so
// the body is searched in the order of the movers: the same one is found for any number of workers.
static void note_fault(AukWorld *world, AukStatus status, float dt)
{
    AukFault *fault = &world->fault;
    if (status == AUK_ERROR_PAIR_LIMIT) {
        (void)auk__fault_value(fault, status, AUK_FIELD_MAX_PAIRS, (double)world->pair_limit);
    }
    const uint32_t *movers = world->bodies.movers.items;
    for (int i = 0; status == AUK_ERROR_RANGE && i < world->bodies.movers.count; i++) {
        // of a phase after the first, the final pose may be out of range
        if (!auk__is_in_range_vec(auk__next_pose(&world->bodies, movers[i])->p) ||
            auk__body_advance(world, movers[i], dt)) {
            (void)auk__fault_write_far(fault, status, auk__body_id(&world->bodies, movers[i]), world->wrap.on);
            return;
        }
    }
    if (status == AUK_ERROR_RANGE) { // a response turned a path out of range
        (void)auk__fault_value(fault, status, AUK_FIELD_DT, (double)dt);
    }
}

const char *auk_phase_name(AukPhase phase)
{
    static const char *const names[AUK_PHASE_COUNT] = {"advance",  "broad",  "filter", "motion",
                                                       "contacts", "events", "publish"};
    return (unsigned)phase < AUK_PHASE_COUNT ? names[phase] : "?";
}

AukStatus auk_world_step(AukWorld *world, float dt)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_STEP, &dt);
    if (!auk__is_duration(dt)) {
        return auk__answer(world, auk__fault_value(&world->fault, AUK_ERROR_TIME_STEP, AUK_FIELD_DT, (double)dt));
    }
    AukFpMode mode = auk__fp_enter();
    AukStatus status = run_step(world, dt);
    if (status) {
        note_fault(world, status, dt);
        auk__bodies_return(&world->bodies, &world->parts, &world->wrap);
    }
    auk__fp_leave(mode);
    return auk__answer(world, status);
}
