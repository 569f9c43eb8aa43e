// Restores a world from a buffer. First everything that may fail: the buffer is checked, the vertex blocks are drafted,
// room is reserved. Then the changes, which cannot fail. Data that is already equal is not written: a game that rolls
// back some steps pays for the movers' boxes, not for the level.
//
// The buffer is not trusted. Each record is checked before the world changes: numbers are in the range that calls
// accept, indices refer to existing records, lists end, and unused members are zero. Invariant: until commit() no
// change is visible to a caller.
#include "base/fpmode.h"
#include "world/save/array_table.h"
#include "world/save/body_arrays.h"
#include "world/save/part_arrays.h"
#include "world/save/restore_kept.h"
#include "world/save/restore_same.h"
#include "world/save/step_arrays.h"
#include "world/save/terrain_arrays.h"
#include "world/save/world_arrays.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/query_index.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_seams.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

// ---- checking -------------------------------------------------------------------------------------------------------

// Only a step publishes results, and each step is counted.
static bool restore_check_numbers(const AukSnapshotHeader *header)
{
    uint64_t published = 0;
    for (int section = AUK_SECTION_SOLIDS; section <= AUK_SECTION_HITS; section++) {
        published += header->counts[section];
    }
    return header->box_pair_count >= 0 && header->candidate_count >= 0 && header->swept_candidate_count >= 0 &&
           (published == 0 || header->steps > 0);
}

static bool restore_check_arrays(AukSnapshotCheck *check, int first)
{
    for (int section = first; section < AUK_SECTION_COUNT; section++) {
        if (!auk__array_check(check, (AukSection)section)) {
            return false;
        }
    }
    return restore_check_numbers(&check->view->header);
}

// For the slots of bodies or those of parts, whichever are more.
static bool restore_reserve_marks(AukBuffer *marks, const AukSnapshotView *view)
{
    uint32_t parts = auk__record_count(view, AUK_SECTION_PARTS), bodies = auk__record_count(view, AUK_SECTION_BODIES);
    uint32_t slots = parts > bodies ? parts : bodies;
    return auk__buffer_reserve(marks, 1, slots > 0 ? (int)slots : 1);
}

// `store` has the vertex blocks of the snapshot, with no references yet; the references are counted here.
static AukStatus check_all(const AukSnapshotView *view, AukWorld *world, AukVertexStore *store)
{
    AukSnapshotCheck check;
    memset(&check, 0, sizeof check);
    check.view = view;
    check.world = world;
    check.store = store;
    AukStatus status = auk__customs_match(view, &world->customs, &world->fault);
    if (!status) {
        status = restore_reserve_marks(&world->save.marks, view) ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
        check.marks = world->save.marks.items;
    }
    if (!status && !(restore_check_arrays(&check, 0) && auk__snapshot_check_wrap(view, world, store))) {
        status = AUK_ERROR_DAMAGED;
    }
    return status || !check.targets ? status : auk__targets_admit(&world->bodies);
}

// ---- reading --------------------------------------------------------------------------------------------------------

static void read_arrays(AukWorld *world, AukSnapshotView *view, int first)
{
    for (int section = first; section < AUK_SECTION_COUNT; section++) {
        auk__array_read(world, view, (AukSection)section);
    }
}

// Sets the data that depends on lists, bodies and parts together.
static void restore_place_parts(AukWorld *world, const AukSnapshotView *view)
{
    const uint32_t *moved = world->index.moved.items, *movers = world->bodies.movers.items;
    auk__seams_purge(&world->parts);
    for (int i = 0; i < world->bodies.movers.count; i++) {
        *auk__mover_place(&world->bodies, movers[i]) = i;
    }
    for (int i = 0; i < world->index.moved.count; i++) {
        auk__part_refresh(world, moved[i]);
    }
    world->half_planes.parts.count = 0;
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        if (world->parts.slots.live[i] && !auk__keeps_part(view, i)) {
            auk__part_update_filters(world, i);
            auk__half_planes_list(&world->half_planes, i, auk__part_is_half_plane(auk__part(&world->parts, i)));
            auk__body_update_plain(&world->bodies, &world->parts, auk__part(&world->parts, i)->body);
        }
    }
}

// Reads the numbers of the header, and sets the data that depends on all sections.
static void finish(AukWorld *world, const AukSnapshotView *view)
{
    world->output.box_pair_count = view->header.box_pair_count;
    world->output.candidate_count = view->header.candidate_count;
    world->output.swept_candidate_count = view->header.swept_candidate_count;
    world->steps = view->header.steps;
    auk__wrap_move(world, view->header.origin);
    auk__history_measure(world);
    world->save.touches_restored = true;
    world->quarantine.marked = false;
    auk__query_index_note_all(world);
    world->save.structure = view->header.structure;
    world->save.structure_known = true;
    memset(world->seconds, 0, sizeof world->seconds);
}

// ---- full restore ---------------------------------------------------------------------------------------------------

static int half_planes_in(const AukSnapshotView *view)
{
    int count = 0;
    for (uint32_t i = 0; i < auk__record_count(view, AUK_SECTION_PARTS); i++) {
        AukPartRecord record = auk__part_record(view, i);
        count += record.state == AUK_SLOT_LIVE && record.kind == AUK_SHAPE_HALF_PLANE;
    }
    return count;
}

static AukStatus restore_reserve(AukWorld *world, const AukSnapshotView *view)
{
    int parts = (int)auk__record_count(view, AUK_SECTION_PARTS);
    bool adjacencies = auk__record_count(view, AUK_SECTION_EDGES) + auk__record_count(view, AUK_SECTION_GRIDS) > 0;
    AukStatus status =
        auk__bodies_reserve(&world->bodies, &world->history, (int)auk__record_count(view, AUK_SECTION_BODIES));
    status = status ? status : auk__parts_reserve(world, parts);
    status = status || !adjacencies ? status : auk__adjacencies_reserve(&world->parts);
    status = status ? status : auk__statics_admit(world);
    if (status) {
        return status;
    }
    bool room = auk__bodies_reserve_saved(world, view) && auk__parts_reserve_saved(world, view) &&
                auk__buffer_reserve(&world->index.moved, sizeof(uint32_t), parts) &&
                auk__half_planes_reserve(&world->half_planes, half_planes_in(view)) &&
                (auk__record_count(view, AUK_SECTION_TILE_KINDS) == 0 || auk__tile_kinds_reserve(world)) &&
                auk__world_arrays_reserve(world, view) && auk__step_arrays_reserve(&world->output, view);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

static void commit(AukWorld *world, AukSnapshotView *view)
{
    read_arrays(world, view, 0);
    restore_place_parts(world, view);
    if (view->kept.bodies) {
        auk__restore_same(world, view);
    }
    finish(world, view);
}

static AukStatus restore_all(AukWorld *world, AukSnapshotView *view)
{
    AukStatus status = auk__vertex_store_draft(
        &world->vertices, &world->save.vertices, auk__record_at(view, AUK_SECTION_VERTEX_BLOCKS, 0, 0),
        (int)auk__record_count(view, AUK_SECTION_VERTEX_BLOCKS), view->header.unused_block,
        auk__record_at(view, AUK_SECTION_VERTICES, 0, 0), view->header.counts[AUK_SECTION_VERTICES]);
    if (status) {
        return status;
    }
    auk__kept_find(world, view, &world->save.vertices);
    status = check_all(view, world, &world->save.vertices);
    status = status ? status : restore_reserve(world, view);
    status = status ? status : auk__tiles_draft(&world->parts, &world->save, view);
    if (status) {
        auk__vertex_store_discard(&world->vertices, &world->save.vertices);
        return status;
    }
    commit(world, view);
    return AUK_OK;
}

// ---- restore of the same structure ----------------------------------------------------------------------------------

// Restores the motions, the results of the step and, if they differ, the details.
static AukStatus restore_rest(AukWorld *world, AukSnapshotView *view, bool details)
{
    AukSnapshotCheck check;
    memset(&check, 0, sizeof check);
    check.view = view;
    check.world = view->same = world;
    bool good = true;
    for (int section = 0; section < AUK_SECTION_MOTIONS && details; section++) {
        good = good && (!auk__array_kinds[section].detail || auk__array_check(&check, (AukSection)section));
    }
    if (!good || !restore_check_arrays(&check, AUK_SECTION_MOTIONS) ||
        !auk__snapshot_check_wrap(view, world, &world->vertices)) {
        return AUK_ERROR_DAMAGED;
    }
    if (!auk__step_arrays_reserve(&world->output, view) || !auk__world_arrays_reserve(world, view) ||
        (check.targets && auk__targets_admit(&world->bodies))) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (int section = 0; section < AUK_SECTION_MOTIONS && details; section++) {
        if (auk__array_kinds[section].detail) {
            auk__array_read(world, view, (AukSection)section);
        }
    }
    auk__restore_same(world, view);
    read_arrays(world, view, AUK_SECTION_MOTIONS + 1);
    finish(world, view);
    return AUK_OK;
}

static bool same_structure(const AukSnapshotView *view, const AukWorld *world, bool *details)
{
    *details = false;
    if (world->save.customs_replaced) { // parts name custom shapes by numbers, which may be the same
        return false;
    }
    if (world->save.structure_known && view->header.structure == world->save.structure) {
        AUK_ASSERT(auk__snapshot_same(view, world, details) && !*details);
        return true;
    }
    return auk__snapshot_same(view, world, details);
}

// ---- entry point ----------------------------------------------------------------------------------------------------

// AUK_ERROR_WORLD_DEF if a number of the definition is another one in the snapshot.
static AukStatus restore_check_number(AukFault *fault, double saved, double own, AukField field)
{
    AukStatus status = saved == own ? AUK_OK : AUK_ERROR_WORLD_DEF;
    if (status) {
        (void)auk__fault_write_bounds(fault, status, field, saved, own, own);
        fault->kind = AUK_FAULT_OTHER;
    }
    return status;
}

static AukStatus restore_check_vec(AukFault *fault, AukVec2 saved, AukVec2 own, AukField field)
{
    AukStatus status = restore_check_number(fault, (double)saved.x, (double)own.x, AUK_FIELD_X);
    status = status ? status : restore_check_number(fault, (double)saved.y, (double)own.y, AUK_FIELD_Y);
    return auk__fault_in(fault, status, field);
}

static AukStatus restore_check_def(const AukSnapshotHeader *header, const AukWorldDef *def, AukFault *fault)
{
    AukStatus status = restore_check_number(fault, header->max_pairs, def->max_pairs, AUK_FIELD_MAX_PAIRS);
    status = status ? status
                    : restore_check_number(fault, header->static_pairs != 0, def->static_pairs, AUK_FIELD_STATIC_PAIRS);
    status = status ? status : restore_check_number(fault, header->history, def->history, AUK_FIELD_HISTORY);
    if (!status) {
        status = restore_check_vec(fault, header->wrap.min, def->wrap.min, AUK_FIELD_MIN);
        status = status ? status : restore_check_vec(fault, header->wrap.max, def->wrap.max, AUK_FIELD_MAX);
        status = auk__fault_in(fault, status, AUK_FIELD_WRAP);
    }
    status = status ? status : restore_check_vec(fault, header->up, def->up, AUK_FIELD_UP);
    // the same numbers in other bits, as -0
    bool same =
        memcmp(&header->wrap, &def->wrap, sizeof def->wrap) == 0 && memcmp(&header->up, &def->up, sizeof def->up) == 0;
    return status || same ? status : AUK_ERROR_WORLD_DEF;
}

static AukStatus restore(AukWorld *world, AukSnapshotView *view)
{
    AukStatus status = restore_check_def(&view->header, &world->def, &world->fault);
    if (status) {
        return status;
    }
    bool details;
    return same_structure(view, world, &details) ? restore_rest(world, view, details) : restore_all(world, view);
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
    status = auk__fault_note(&world->fault, status, AUK_FIELD_BUFFER);
    if (!status) {
        AukFpMode mode = auk__fp_enter();
        status = restore(world, &view);
        auk__fp_leave(mode);
        if (status == AUK_ERROR_DAMAGED) {
            (void)auk__fault_note(&world->fault, status, AUK_FIELD_BUFFER);
        }
    }
    return auk__answer(world, status);
}
