// The step as a list of phases, and the moment in which their results become the world's.
// Invariant: until publish() nothing that a caller can see has changed; publish() cannot fail.
#include "world/step.h"
#include "world/record.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/fpmode.h"
#include "base/predicates.h"
#include "base/prefetch.h"
#include "world/chunks.h"
#include "world/names.h"
#include "world/wrap.h"

#include <string.h>

// Room for what publish() fills: the lists of contacts by body, and the list of what changes its cell. Settling what
// rests changes no answer.
static AukStatus reserve_published(AukWorld *world)
{
    bool room = auk__grid_settle(&world->grid) &&
                auk__buffer_reserve(&world->moved, sizeof(uint32_t), world->movers.count) &&
                auk__buffer_resize(&world->next.links, 2 * sizeof(int), world->next.solids.contacts.count) &&
                auk__buffer_resize(&world->next.heads, sizeof(int), world->bodies.count);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

void auk__contacts_link(AukOutput *output)
{
    int *heads = output->heads.items;
    int(*links)[2] = output->links.items;
    const AukContact *contacts = output->solids.contacts.items;
    for (int i = 0; i < output->heads.count; i++) {
        heads[i] = -1;
    }
    for (int i = output->solids.contacts.count - 1; i >= 0; i--) {
        if (i >= AUK_PREFETCH_AHEAD) {
            AUK_PREFETCH(&heads[contacts[i - AUK_PREFETCH_AHEAD].body_b.index]);
        }
        uint32_t a = contacts[i].body_a.index, b = contacts[i].body_b.index;
        links[i][0] = heads[a];
        links[i][1] = heads[b];
        heads[a] = heads[b] = i;
    }
}

static void publish_pose(AukWorld *world, uint32_t index, float dt)
{
    AukBody *body = auk__body(world, index);
    body->previous = body->pose;
    body->pose = body->next;
    if (world->swept_count > 0) {
        const AukTravel *travel = auk__travel(world, index);
        body->velocity = travel->velocity;
        body->spin = travel->spin;
    }
    body->has_target = body->has_target && dt == 0.0f;
}

// Movers that stay in their cells are done with at once; the others are listed, since lists of cells are shared.
static void publish_chunk(AukChunk *chunk)
{
    AukWorld *world = chunk->world;
    const AukBox *tight = world->tight.items;
    const uint32_t *movers = world->movers.items;
    uint32_t *moved = (uint32_t *)world->moved.items + chunk->first;
    for (int i = chunk->first; i < chunk->end; i++) {
        if (i + AUK_PREFETCH_AHEAD < chunk->end) {
            AUK_PREFETCH(auk__body(world, movers[i + AUK_PREFETCH_AHEAD]));
        }
        publish_pose(world, movers[i], chunk->dt);
        const AukBody *body = auk__body(world, movers[i]);
        bool stays = true;
        uint32_t s = body->enabled ? *auk__first_part(world, body) : AUK_NO_INDEX;
        for (; s != AUK_NO_INDEX; s = auk__part(world, s)->next) {
            stays = auk__grid_keep(&world->grid, s, tight[s]) && stays;
        }
        if (!stays) {
            moved[chunk->count++] = movers[i];
        }
    }
}

static void move_between_cells(AukWorld *world, uint32_t index)
{
    const AukBox *tight = world->tight.items;
    const AukBody *body = auk__body(world, index);
    for (uint32_t s = *auk__first_part(world, body); s != AUK_NO_INDEX; s = auk__part(world, s)->next) {
        auk__grid_set(&world->grid, s, tight[s]);
    }
}

// bodies_advance has run as many chunks, and reserve_published has made the room: this cannot fail.
static void publish_poses(AukWorld *world, float dt)
{
    AukStatus status = auk__chunks_run(world, world->movers.count, dt, publish_chunk);
    AUK_ASSERT(status == AUK_OK);
    (void)status;
    if (world->wrap.on) {
        auk__wrap_publish(world);
    }
    const uint32_t *moved = world->moved.items;
    for (int i = 0; i < world->chunks.count; i++) {
        const AukChunk *chunk = &auk__chunks(world)[i];
        for (int k = 0; k < chunk->count; k++) {
            move_between_cells(world, moved[chunk->first + k]);
        }
    }
}

static void publish(AukWorld *world, float dt)
{
    AukOutput last = world->output;
    world->output = world->next;
    world->next = last;
    world->steps++;
    auk__contacts_link(&world->output);
    if (world->pierced.count > 0 || world->pierced_next.count > 0) {
        auk__pierced_publish(world);
    }
    publish_poses(world, dt);
    auk__history_record(world);
    world->names_noted = world->has_new_tenants = false;
    auk__names_release(world);
}

// What happens in each phase but the last, which is publish().
static AukStatus run_phase(AukWorld *world, AukPhase phase, float dt)
{
    switch (phase) {
    case AUK_PHASE_ADVANCE: return auk__bodies_advance(world, dt); // bodies -> final poses, boxes
    case AUK_PHASE_BROAD: return auk_broad_update(world->broad);   // boxes -> pairs of boxes
    case AUK_PHASE_FILTER: return auk__pairs_filter(world);        // -> pairs that count, sorted
    case AUK_PHASE_MOTION: return auk__motion_resolve(world, dt);  // swept pairs -> hits, stopped poses
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
    if (!auk__is_finite(dt) || dt < 0.0f) {
        return auk__answer(world, AUK_ERROR_TIME_STEP);
    }
    AukFpMode mode = auk__fp_enter();
    AukStatus status = run_step(world, dt);
    if (status && world->wrap.on) {
        auk__wrap_undo(world);
    }
    auk__fp_leave(mode);
    return auk__answer(world, status);
}
