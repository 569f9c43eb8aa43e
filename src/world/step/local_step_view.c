// The view of a step of a few bodies: a copy of the world in which some arrays are its own. They have room for all
// bodies and parts, but only entries of what is known are written. What the view only reads it shares with the world,
// since a copy would take time in proportion to the world.
// Invariant: between two calls the arrays are in `own`; during a call they are in the view.
#include "world/state/drops.h"
#include "world/state/parts.h"
#include "world/step/local_step.h"
#include "world/step/pairs.h"

#include <string.h>

// Lends the view the arrays of its own.
static void own_open(AukLocalStep *local)
{
    AukWorld *view = &local->view;
    const AukLocalOwn *own = &local->own;
    view->bodies.records = own->records;
    view->bodies.posed = own->posed;
    view->bodies.previous = own->previous;
    view->bodies.starts = own->starts;
    view->bodies.departed = true; // a view is always within a step
    view->bodies.traits = own->traits;
    view->bodies.movers = own->movers;
    view->parts.tight = own->tight;
    if (local->owns_grids) {
        view->parts.grids = own->grids;
    }
    view->wrap.whole = own->whole;
    view->piercing = own->piercing;
    view->drops = own->drops;
    view->output = own->output;
    view->next = own->next;
    view->pairs = own->pairs;
    view->ccd = own->ccd;
}

void auk__local_step_close_view(AukLocalStep *local)
{
    const AukWorld *view = &local->view;
    AukLocalOwn *own = &local->own;
    own->records = view->bodies.records;
    own->posed = view->bodies.posed;
    own->previous = view->bodies.previous;
    own->starts = view->bodies.starts;
    own->traits = view->bodies.traits;
    own->movers = view->bodies.movers;
    own->tight = view->parts.tight;
    if (local->owns_grids) {
        own->grids = view->parts.grids;
    }
    own->whole = view->wrap.whole;
    own->piercing = view->piercing;
    own->drops = view->drops;
    own->output = view->output;
    own->next = view->next;
    own->pairs = view->pairs;
    own->ccd = view->ccd;
}

// Copies a whole array of the world.
static bool copy_all(AukBuffer *to, const AukBuffer *from, size_t size)
{
    bool resized = auk__buffer_resize(to, size, from->count);
    if (resized && from->count > 0) {
        memcpy(to->items, from->items, (size_t)from->count * size);
    }
    return resized;
}

// Marks of slots that are not known yet are 0.
static bool reserve_marks(AukBuffer *marks, int count)
{
    int known = marks->count;
    if (count > known) {
        if (!auk__buffer_resize(marks, sizeof(uint32_t), count)) {
            return false;
        }
        memset((uint32_t *)marks->items + known, 0, (size_t)(count - known) * sizeof(uint32_t));
    }
    return true;
}

// Room in every array with one entry per body or part. Nothing is written, so memory is used only where entries are.
static bool reserve_view(AukLocalStep *local)
{
    const AukWorld *world = local->world;
    AukLocalOwn *own = &local->own;
    int bodies = world->bodies.records.count, parts = world->parts.records.count;
    bool any_traits =
        auk__lazy_exists(&world->bodies.traits) || auk__lazy_exists(&own->traits); // there may be some of another world
    return auk__buffer_resize(&own->records, sizeof(AukBody), bodies) &&
           auk__buffer_resize(&own->posed, sizeof(AukPosed), bodies) &&
           auk__buffer_resize(&own->previous, sizeof(AukTransform), bodies) &&
           auk__buffer_resize(&own->starts, sizeof(AukTransform), bodies) &&
           (!any_traits || auk__buffer_resize(&own->traits, sizeof(AukTraits), bodies)) &&
           auk__buffer_resize(&own->ccd.paths, sizeof(AukBodyPath), bodies) &&
           auk__buffer_resize(&own->ccd.spans, sizeof(AukCcdSpan), bodies) &&
           auk__buffer_resize(&own->tight, sizeof(AukBounds), parts) &&
           (!world->wrap.on || auk__buffer_resize(&own->whole, sizeof(AukBox), parts)) &&
           auk__grid_reserve(&own->ccd.path_boxes, world->parts.records.capacity) &&
           reserve_marks(&local->body_marks, bodies) && reserve_marks(&local->searches, bodies) &&
           reserve_marks(&local->part_marks, parts) &&
           (!local->owns_grids || copy_all(&own->grids, &world->parts.grids, sizeof(AukTileGrid))) &&
           copy_all(&own->drops.now, &world->drops.now, sizeof(AukDrop)) &&
           auk__buffer_resize(&own->drops.used, 1, world->drops.now.count);
}

static void clear_view(AukLocalStep *local)
{
    local->moving.count = local->changes.count = 0;
    local->own.movers.count = local->own.piercing.now.count = local->own.piercing.next.count = 0;
    local->begun = local->run;
    AukOutput *outputs[2] = {&local->own.output, &local->own.next};
    for (int i = 0; i < 2; i++) {
        outputs[i]->solids.touches.count = outputs[i]->solids.contacts.count = 0;
        outputs[i]->sensors.touches.count = outputs[i]->sensors.contacts.count = outputs[i]->hits.count = 0;
    }
    if (++local->call >= UINT32_MAX / 2) {
        local->call = 1;
        memset(local->body_marks.items, 0, (size_t)local->body_marks.count * sizeof(uint32_t));
        memset(local->part_marks.items, 0, (size_t)local->part_marks.count * sizeof(uint32_t));
    }
}

bool auk__local_step_open_view(AukLocalStep *local, bool enables)
{
    local->owns_grids = local->world->wrap.on || enables;
    clear_view(local);
    if (!reserve_view(local)) {
        return false;
    }
    local->view = *local->world;
    own_open(local);
    return true;
}

void auk__local_step_release(AukLocalStep *local)
{
    AukLocalOwn *own = &local->own;
    AukBuffer *buffers[] = {&own->records,    &own->posed,        &own->previous, &own->starts,
                            &own->traits,     &own->tight,        &own->grids,    &own->whole,
                            &own->movers,     &local->moving,     &local->found,  &local->body_marks,
                            &local->searches, &local->part_marks, &local->keys,   &local->keys_spare,
                            &local->paired,   &local->candidates, &local->changes};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
    auk__piercing_release(&own->piercing);
    auk__drops_release(&own->drops);
    auk__output_release(&own->output);
    auk__output_release(&own->next);
    auk__pairs_release(&own->pairs);
    auk__ccd_release(&own->ccd);
}
