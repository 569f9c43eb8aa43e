// Making a world what a buffer says. First everything that may fail: the buffer is checked, the geometries are drafted,
// room is made. Then the changes, which cannot fail, and which leave alone what is the same already: a game that rolls
// back some steps pays for the movers' boxes, not for the level.
// Invariant: until commit() nothing that a caller can see has changed.
#include "world/save/restore.h"
#include "base/alloc.h"
#include "base/fpmode.h"
#include "base/stb.h"
#include "world/state/bodies.h"
#include "world/state/parts.h"
#include "world/state/tile_map.h"
#include "world/state/wrap.h"

// ---- room -----------------------------------------------------------------------------------------------------

static bool reserve_ignored(AukWorld *world, const AukSnapshotView *view)
{
    int count = auk__record_count(view, AUK_SECTION_IGNORED);
    return count == 0 || auk__ignored_reserve(&world->ignored, count, auk__record_count(view, AUK_SECTION_BODIES));
}

static bool reserve_lists(AukWorld *world, const AukSnapshotView *view)
{
    return auk__buffer_reserve(&world->rules, sizeof(AukResponseRule), auk__record_count(view, AUK_SECTION_RULES)) &&
           auk__buffer_reserve(&world->pierced, sizeof(AukPierced), auk__record_count(view, AUK_SECTION_PIERCED));
}

static AukStatus reserve(AukWorld *world, const AukSnapshotView *view)
{
    int parts = auk__record_count(view, AUK_SECTION_PARTS);
    AukStatus status = auk__bodies_reserve(world, auk__record_count(view, AUK_SECTION_BODIES));
    status = status ? status : auk__parts_reserve(world, parts);
    status = status || auk__record_count(view, AUK_SECTION_SEAMS) == 0 ? status : auk__seams_reserve(world);
    bool room = !status && auk__buffer_reserve(&world->moved, sizeof(uint32_t), parts) && reserve_lists(world, view) &&
                reserve_ignored(world, view) && auk__arrays_reserve(&world->output, view);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

// ---- slots ----------------------------------------------------------------------------------------------------

static void restore_list(AukBuffer *list, const AukSnapshotView *view, AukSection section, size_t size)
{
    list->count = auk__record_count(view, section);
    if (list->count > 0) {
        memcpy(list->items, auk__record_at(view, section, 0, 0), (size_t)list->count * size);
    }
}

// Counts and free slots; the slots themselves come with their records.
static void restore_slots(AukSlots *slots, const AukSnapshotView *view, AukSection records, AukSection free_list)
{
    int count = auk__record_count(view, records), free_count = auk__record_count(view, free_list);
    stbds_arrsetlen(slots->generation, (size_t)count);
    stbds_arrsetlen(slots->live, (size_t)count);
    stbds_arrsetlen(slots->free, (size_t)free_count);
    slots->count = count;
    slots->live_count = 0;
    if (free_count > 0) {
        memcpy(slots->free, auk__record_at(view, free_list, 0, 0), (size_t)free_count * sizeof(uint32_t));
    }
}

// ---- parts ----------------------------------------------------------------------------------------------------

static bool same_pose(AukTransform a, AukTransform b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// True if a part that lives is just where and what the snapshot has it, so that its box is known.
static bool stays(const AukWorld *world, const AukPart *part, const AukPart *next, const AukSnapshotView *view)
{
    const AukBody *body = auk__body(world, part->body);
    const unsigned char *record = auk__record_at(view, AUK_SECTION_BODIES, next->body, sizeof(AukBodyRecord));
    bool enabled = record[offsetof(AukBodyRecord, enabled)] != 0;
    bool rests = record[offsetof(AukBodyRecord, motion)] == AUK_MOTION_STATIC;
    return part->body == next->body && same_pose(body->pose, auk__motion_record(view, next->body).pose) &&
           body->enabled == enabled && (body->motion == AUK_MOTION_STATIC) == rests;
}

static bool same_shape(const AukPart *a, const AukPart *b)
{
    // the cores are compared by their bytes: those that the kind does not use are zero, or the shape is measured again
    return a->shape.kind == b->shape.kind && a->shape.radius == b->shape.radius &&
           memcmp(&a->shape.core, &b->shape.core, sizeof a->shape.core) == 0 && same_pose(a->local, b->local);
}

static AukPart part_of_record(const AukWorld *world, const AukPartRecord *record)
{
    AukPart part;
    memset(&part, 0, sizeof part);
    part.shape = auk__record_shape(record, world, &world->draft);
    part.body = record->body;
    part.form = record->form;
    part.head = record->head;
    part.child = record->child;
    part.next = record->next;
    part.geometry = record->kind == AUK_SHAPE_POLYGON ? record->core.number : AUK_NO_INDEX;
    part.centred = (record->flags & AUK_PART_CENTRED) != 0;
    part.sensor = (record->flags & AUK_PART_SENSOR) != 0;
    part.local = record->local;
    part.filter.category = record->category;
    part.filter.ignore = record->ignore;
    part.filter.group = record->group;
    part.user_data = record->user_data;
    return part;
}

// What the records of parts have used up so far.
typedef struct Used {
    uint32_t seams, grids;
} Used;

static void restore_seam(AukWorld *world, uint32_t index, const AukSeamRecord *record, uint32_t *grids)
{
    AukSeam *seam = auk__seam(world, index);
    memset(seam, 0, sizeof *seam);
    if (auk__part(world, index)->form == AUK_FORM_TILES) {
        seam->tiles = (*grids)++; // in the order of the draft
        return;
    }
    seam->before = record->edge.before;
    seam->after = record->edge.after;
}

// Lists the part in world->moved if its box is not known.
static void restore_part(AukWorld *world, const AukSnapshotView *view, uint32_t index, bool was_live, Used *used)
{
    AukPartRecord record = auk__part_record(view, index);
    AukPart *part = auk__part(world, index);
    world->shape_slots.generation[index] = record.generation;
    world->shape_slots.live[index] = record.state == AUK_SLOT_LIVE;
    *auk__one_way(world, index) = record.one_way; // {0} of what does not live
    world->one_way_count += record.one_way.x != 0.0f || record.one_way.y != 0.0f;
    *auk__sense(world, index) = record.sense;
    world->sense_count += record.sense.proximity > 0.0f;
    if (record.state != AUK_SLOT_LIVE) {
        memset(part, 0, sizeof *part);
        part->geometry = AUK_NO_INDEX;
        part->quarantined = record.state == AUK_SLOT_RESTING;
        return;
    }
    AukPart next = part_of_record(world, &record);
    bool same = was_live && same_shape(part, &next);
    if (same) {
        next.extent = part->extent;
        next.reach = part->reach;
        next.around = part->around;
    } else {
        auk__part_measure(&next);
    }
    if (!same || !stays(world, part, &next, view)) {
        auk__buffer_add_index(&world->moved, index);
    }
    *part = next;
    if (next.form != AUK_FORM_CONVEX) {
        AukSeamRecord seam = auk__seam_record(view, used->seams++);
        restore_seam(world, index, &seam, &used->grids);
    }
    world->shape_slots.live_count++;
    world->shape_count += next.head == index;
}

static void remove_part(AukWorld *world, uint32_t index)
{
    auk__broad_place(world, index, ((AukBox *)world->tight.items)[index], AUK_BROAD_NONE);
    auk__grid_remove(&world->grid, index);
}

// While the bodies are still the old ones.
static void restore_parts(AukWorld *world, const AukSnapshotView *view)
{
    int count = auk__record_count(view, AUK_SECTION_PARTS), old_count = world->parts.count;
    for (int i = count; i < old_count; i++) {
        remove_part(world, (uint32_t)i);
    }
    restore_slots(&world->shape_slots, view, AUK_SECTION_PARTS, AUK_SECTION_PARTS_FREE);
    restore_list(&world->resting_parts, view, AUK_SECTION_PARTS_RESTING, sizeof(uint32_t));
    world->parts.count = world->tight.count = count;
    world->shape_count = world->one_way_count = world->sense_count = 0;
    world->moved.count = 0;
    Used used = {0, 0};
    for (int i = 0; i < count; i++) {
        bool was_live = i < old_count && world->shape_slots.live[i];
        restore_part(world, view, (uint32_t)i, was_live, &used);
        if (was_live && !world->shape_slots.live[i]) {
            remove_part(world, (uint32_t)i);
        }
    }
}

// ---- bodies ---------------------------------------------------------------------------------------------------

static void restore_body(AukWorld *world, uint32_t index, const AukBodyRecord *record, const AukMotionRecord *motion)
{
    AukBody *body = auk__body(world, index);
    bool lives = record->state == AUK_SLOT_LIVE;
    memset(body, 0, sizeof *body);
    world->body_slots.generation[index] = record->generation;
    world->body_slots.live[index] = lives;
    world->body_slots.live_count += lives;
    body->user_data = record->user_data;
    body->quarantined = record->state == AUK_SLOT_RESTING;
    *auk__first_part(world, body) = lives ? record->first_part : AUK_NO_INDEX;
    body->last_part = lives ? record->last_part : AUK_NO_INDEX;
    body->mover = lives && record->place != AUK_NO_INDEX ? (int)record->place : -1;
    body->motion = lives ? record->motion : AUK_MOTION_STATIC;
    if (!lives) {
        return;
    }
    body->pose = body->next = motion->pose;
    body->previous = motion->previous;
    *auk__target(world, index) = motion->target;
    body->velocity = motion->velocity;
    body->spin = motion->spin;
    body->enabled = record->enabled != 0;
    body->has_target = motion->has_target != 0;
    body->filter.category = record->category;
    body->filter.ignore = record->ignore;
    body->filter.group = record->group;
    body->owner = record->owner;
    body->shape_count = record->shape_count;
    auk__body_respond(world, body, (AukResponse)record->response);
    world->swept_count += record->motion == AUK_MOTION_SWEPT;
}

static void restore_bodies(AukWorld *world, const AukSnapshotView *view)
{
    restore_slots(&world->body_slots, view, AUK_SECTION_BODIES, AUK_SECTION_BODIES_FREE);
    restore_list(&world->resting_bodies, view, AUK_SECTION_BODIES_RESTING, sizeof(uint32_t));
    restore_list(&world->movers, view, AUK_SECTION_MOVERS, sizeof(uint32_t));
    world->bodies.count = auk__record_count(view, AUK_SECTION_BODIES);
    world->swept_count = 0;
    for (int i = 0; i < world->bodies.count; i++) {
        AukBodyRecord record = auk__body_record(view, (uint32_t)i);
        AukMotionRecord motion = auk__motion_record(view, (uint32_t)i);
        restore_body(world, (uint32_t)i, &record, &motion);
    }
}

// The room has been reserved, and a clear set keeps it.
static void restore_ignored(AukWorld *world, const AukSnapshotView *view)
{
    auk__ignored_clear(&world->ignored);
    bool room = reserve_ignored(world, view);
    AUK_ASSERT(room);
    (void)room;
    for (int i = 0; i < auk__record_count(view, AUK_SECTION_IGNORED); i++) {
        AukIgnoredRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_IGNORED, (uint32_t)i, sizeof record), sizeof record);
        auk__ignored_add(&world->ignored, record.a, record.b);
    }
}

static void restore_history(AukWorld *world, const AukSnapshotView *view)
{
    AukHistory *history = &world->history;
    int count = auk__record_count(view, AUK_SECTION_BORN);
    history->notes.count = count;
    for (int i = 0; i < count; i++) {
        memcpy(&auk__history_note(history, (uint32_t)i)->born,
               auk__record_at(view, AUK_SECTION_BORN, (uint32_t)i, sizeof(uint64_t)), sizeof(uint64_t));
    }
    if (count > 0) {
        memcpy(history->poses.items, auk__record_at(view, AUK_SECTION_HISTORY, 0, 0),
               (size_t)auk__record_count(view, AUK_SECTION_HISTORY) * sizeof(AukTransform));
    }
    auk__history_measure(world);
}

// What follows from body and part together.
static void place_parts(AukWorld *world)
{
    const uint32_t *moved = world->moved.items;
    for (int i = 0; i < world->moved.count; i++) {
        auk__part_refresh(world, moved[i]);
    }
    for (int i = 0; i < world->parts.count; i++) {
        if (world->shape_slots.live[i]) {
            auk__part_judge(world, (uint32_t)i);
            auk__body_judge_parts(world, auk__part(world, (uint32_t)i)->body);
        }
    }
}

// Into the order of the snapshot; what it does not name is forgotten. Parts point at the blocks, which stay.
static void restore_customs(AukWorld *world, const AukSnapshotView *view)
{
    AukCustomShape **customs = world->customs.items;
    int count = auk__record_count(view, AUK_SECTION_CUSTOMS);
    for (int i = 0; i < count; i++) {
        int k = i;
        while (customs[k]->number != auk__number_of_custom(view, (uint32_t)i)) {
            k++;
        }
        AukCustomShape *found = customs[k];
        customs[k] = customs[i];
        customs[i] = found;
    }
    for (int i = count; i < world->customs.count; i++) {
        auk__release(customs[i]);
    }
    world->customs.count = count;
}

// ---- entry point ----------------------------------------------------------------------------------------------

// What is the same on all ways.
static void commit_output(AukWorld *world, const AukSnapshotView *view)
{
    int bodies = world->bodies.count;
    if (bodies > 0) {
        memcpy(world->traits.items, auk__record_at(view, AUK_SECTION_TRAITS, 0, 0), (size_t)bodies * sizeof(AukTraits));
    }
    restore_list(&world->rules, view, AUK_SECTION_RULES, sizeof(AukResponseRule));
    restore_list(&world->pierced, view, AUK_SECTION_PIERCED, sizeof(AukPierced));
    auk__arrays_restore(world, view);
    world->steps = view->header.steps;
    auk__wrap_move(world, view->header.origin);
    restore_history(world, view);
    world->touches_restored = true;
    world->names_noted = false;
    world->structure = view->header.structure;
    world->structure_known = true;
    memset(world->seconds, 0, sizeof world->seconds);
}

static void commit(AukWorld *world, const AukSnapshotView *view)
{
    auk__tiles_adopt(world, view);
    restore_parts(world, view);
    restore_bodies(world, view);
    auk__geometry_adopt(&world->geometries, &world->draft);
    restore_customs(world, view);
    restore_ignored(world, view);
    place_parts(world);
    commit_output(world, view);
}

static AukStatus restore_all(AukWorld *world, const AukSnapshotView *view)
{
    AukStatus status = auk__geometry_draft(
        &world->geometries, &world->draft, auk__record_at(view, AUK_SECTION_GEOMETRIES, 0, 0),
        auk__record_count(view, AUK_SECTION_GEOMETRIES), view->header.unused_geometry,
        auk__record_at(view, AUK_SECTION_VERTICES, 0, 0), view->header.counts[AUK_SECTION_VERTICES]);
    if (status) {
        return status;
    }
    status = auk__snapshot_check(view, world, &world->draft);
    status = status ? status : reserve(world, view);
    status = status ? status : auk__tiles_draft(world, view);
    if (status) {
        auk__geometry_discard(&world->geometries, &world->draft);
        return status;
    }
    commit(world, view);
    return AUK_OK;
}

static bool same_structure(const AukSnapshotView *view, const AukWorld *world, bool *details)
{
    *details = false;
    if (world->structure_known && view->header.structure == world->structure) {
        AUK_ASSERT(auk__snapshot_same(view, world, details) && !*details);
        return true;
    }
    return auk__snapshot_same(view, world, details);
}

static AukStatus restore(AukWorld *world, AukSnapshotView *view)
{
    if (view->header.max_pairs != world->def.max_pairs || (view->header.static_pairs != 0) != world->def.static_pairs ||
        view->header.history != world->def.history ||
        memcmp(&view->header.wrap, &world->def.wrap, sizeof view->header.wrap) != 0) {
        return AUK_ERROR_WORLD_DEF;
    }
    bool details;
    if (!same_structure(view, world, &details)) {
        return restore_all(world, view);
    }
    view->same = world;
    if (!auk__snapshot_check_motions(view) || !auk__snapshot_check_lists(view) || !auk__snapshot_check_arrays(view) ||
        !auk__snapshot_check_wrap(view, world, &world->geometries)) {
        return AUK_ERROR_DAMAGED;
    }
    if (!auk__arrays_reserve(&world->output, view) || !reserve_lists(world, view)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    auk__restore_same(world, view, details);
    commit_output(world, view);
    return AUK_OK;
}

AukStatus auk_world_restore(AukWorld *world, const void *buffer, uint64_t size)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    uint64_t extent = auk__snapshot_extent(buffer, size);
    AUK_RECORD(world, AUK_CALL_WORLD_RESTORE, &extent, buffer);
    AukSnapshotView view;
    AukStatus status = buffer ? auk__snapshot_open(&view, buffer, size) : AUK_ERROR_NULL;
    if (!status) {
        AukFpMode mode = auk__fp_enter();
        status = restore(world, &view);
        auk__fp_leave(mode);
    }
    return auk__answer(world, status);
}
