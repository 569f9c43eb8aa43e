// Invariant: for a slot that is not live, only the state and the generation are written.
#include "world/save/part_arrays.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "geom/support_shape.h"
#include "world/save/body_arrays.h"
#include "world/save/restore_kept.h"
#include "world/save/terrain_arrays.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

// ---- writing --------------------------------------------------------------------------------------------------------

// Members that the kind does not use stay zero.
static void write_core(AukPartRecord *record, const AukParts *parts, uint32_t index)
{
    const AukPart *part = auk__part(parts, index);
    switch ((AukShapeKind)part->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
    case AUK_SHAPE_HALF_PLANE:
        memcpy(record->core.points, auk__part_ends(parts, index)->at, sizeof record->core.points);
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: record->core.points[0] = part->core.half; break;
    case AUK_SHAPE_POLYGON: record->core.number = part->core.polygon.vertex_block; break;
    case AUK_SHAPE_CUSTOM: record->core.number = part->core.custom->number; break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
}

void auk__parts_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        const AukPart *part = auk__part(&world->parts, i);
        AukPartRecord *record = auk__sink_room(sink, sizeof *record);
        memset(record, 0, sizeof *record);
        record->generation = world->parts.slots.generation[i];
        if (!world->parts.slots.live[i]) {
            record->state = part->quarantined ? AUK_SLOT_QUARANTINED : AUK_SLOT_FREE;
            continue;
        }
        record->state = AUK_SLOT_LIVE;
        const AukFilter *filter = auk__part_own_filter(&world->parts, i);
        record->category = filter->category;
        record->ignore = filter->ignore;
        record->group = filter->group;
        record->kind = part->kind;
        record->form = part->form;
        record->flags = (part->sensor ? AUK_PART_SENSOR : 0u) | (part->disabled ? AUK_PART_DISABLED : 0u) |
                        (part->one_sided ? AUK_PART_ONE_SIDED : 0u);
        record->radius = part->radius;
        write_core(record, &world->parts, i);
        record->local = *auk__part_local(&world->parts, i);
        record->body = part->body;
        record->head = auk__part_head(&world->parts, i);
        record->child = auk__part_child(&world->parts, i);
        record->next = auk__part_next(&world->parts, i);
        record->user_data = auk__part_user_data(&world->parts, i);
        if (world->parts.one_way_count > 0) {
            record->one_way = *auk__one_way(&world->parts, i);
        }
        if (world->parts.sense_count > 0 && auk__sense(&world->parts, i)->proximity > 0.0f) {
            record->radius = auk__sense(&world->parts, i)->radius;
            record->proximity = auk__sense(&world->parts, i)->proximity;
        }
    }
}

// ---- checking -------------------------------------------------------------------------------------------------------

AukShape auk__saved_shape(const AukPartRecord *record, const AukBuffer *customs, const AukVertexStore *store)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = (AukShapeKind)record->kind;
    shape.radius = record->radius + record->proximity;
    switch (shape.kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        shape.core.segment[0] = record->core.points[0];
        shape.core.segment[1] = record->core.points[1];
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: shape.core.half = record->core.points[0]; break;
    case AUK_SHAPE_POLYGON: {
        const AukVertexBlock *block = (const AukVertexBlock *)store->entries.items + record->core.number;
        shape.core.polygon.vertices = block->vertices;
        shape.core.polygon.count = block->count;
        break;
    }
    case AUK_SHAPE_CUSTOM: shape.core.custom = auk__custom(customs, record->core.number); break;
    case AUK_SHAPE_HALF_PLANE:
        shape.core.half_plane.normal = record->core.points[0];
        shape.core.half_plane.offset = record->core.points[1].x;
        break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return shape;
}

// Checks that the members of the shape that the kind does not use are zero, and that those it uses have no -0.
static bool core_is_clean(const AukPartRecord *record)
{
    uint32_t words[4];
    memcpy(words, &record->core, sizeof words);
    switch ((AukShapeKind)record->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: return auk__has_one_zero(words, sizeof words);
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: return (words[2] | words[3]) == 0 && auk__has_one_zero(words, sizeof words);
    case AUK_SHAPE_HALF_PLANE: return words[3] == 0 && auk__has_one_zero(words, sizeof words);
    case AUK_SHAPE_POLYGON:
    case AUK_SHAPE_CUSTOM: return (words[1] | words[2] | words[3]) == 0;
    case AUK_SHAPE_CIRCLE: return (words[0] | words[1] | words[2] | words[3]) == 0;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return false;
}

static uint32_t number_of_custom(const AukSnapshotView *view, uint32_t index)
{
    AukCustomRecord record;
    auk__record_get(view, AUK_SECTION_CUSTOMS, index, &record, sizeof record);
    return record.number;
}

static bool names_custom(const AukSnapshotView *view, uint32_t number)
{
    for (uint32_t i = 0; i < auk__record_count(view, AUK_SECTION_CUSTOMS); i++) {
        if (number_of_custom(view, i) == number) {
            return true;
        }
    }
    return false;
}

// Checks the numbers of a live part; its shape is checked later.
static bool part_arrays_check_numbers(const AukPartRecord *record)
{
    bool sense = auk__check_number(record->proximity) == AUK_OK && record->proximity >= 0.0f &&
                 record->radius >= 0.0f && (record->proximity == 0.0f || (record->flags & AUK_PART_SENSOR) != 0);
    bool flags =
        record->flags <= AUK_PART_FLAGS && ((record->flags & AUK_PART_ONE_SIDED) == 0 || record->form == AUK_FORM_EDGE);
    return flags && sense && core_is_clean(record) && auk__is_saved_pose(record->local) &&
           auk__is_in_range(record->one_way.x) && auk__is_in_range(record->one_way.y) &&
           auk__has_one_zero(&record->radius, sizeof record->radius) &&
           auk__has_one_zero(&record->local, offsetof(AukPartRecord, body) - offsetof(AukPartRecord, local));
}

// A half-plane is the only piece of its shape, never one-way, and on a static body of a world that does not wrap
// around.
static bool may_have_half_plane(const AukSnapshotCheck *check, const AukPartRecord *record)
{
    return !check->world->wrap.on && record->form == AUK_FORM_CONVEX && record->child == 0 &&
           !auk__is_not_zero(record->one_way) && record->body < auk__record_count(check->view, AUK_SECTION_BODIES) &&
           auk__body_record(check->view, record->body).motion == AUK_MOTION_STATIC;
}

static bool check_live_part(AukSnapshotCheck *check, const AukPartRecord *record)
{
    if (!part_arrays_check_numbers(record)) {
        return false;
    }
    if (record->kind == AUK_SHAPE_POLYGON) {
        if (record->core.number >= (uint32_t)check->store->entries.count) {
            return false;
        }
        AukVertexBlock *block = (AukVertexBlock *)check->store->entries.items + record->core.number;
        if (!block->vertices) {
            return false;
        }
        block->references++;
    }
    if (record->kind == AUK_SHAPE_CUSTOM && !names_custom(check->view, record->core.number)) {
        return false;
    }
    if (record->kind == AUK_SHAPE_HALF_PLANE && !may_have_half_plane(check, record)) {
        return false;
    }
    AukShape shape = auk__saved_shape(record, &check->world->customs, check->store);
    return auk__shape_check(&shape) == AUK_OK && auk__form_check(check, record);
}

// The record is that of the world's own part, which is valid: it is counted, with what it refers to.
static bool check_kept_part(AukSnapshotCheck *check, uint32_t index)
{
    const AukPart *part = auk__part(&check->world->parts, index);
    check->parts[AUK_SLOT_LIVE]++;
    if (part->kind == AUK_SHAPE_POLYGON) {
        ((AukVertexBlock *)check->store->entries.items)[part->core.polygon.vertex_block].references++;
    }
    if (part->form == AUK_FORM_CONVEX) {
        return true;
    }
    AukPartRecord edge = auk__part_record(check->view, index);
    return auk__form_check(check, &edge);
}

static bool part_arrays_is_empty(const AukPartRecord *record)
{
    AukPartRecord empty;
    memset(&empty, 0, sizeof empty);
    empty.state = record->state;
    empty.generation = record->generation;
    return memcmp(record, &empty, sizeof empty) == 0;
}

bool auk__parts_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    for (uint32_t i = 0; i < auk__record_count(view, check->section); i++) {
        if (auk__keeps_part(view, i)) {
            if (!check_kept_part(check, i)) {
                return false;
            }
            continue;
        }
        AukPartRecord record = auk__part_record(view, i);
        bool good = record.state <= AUK_SLOT_QUARANTINED && record.generation != 0;
        if (!good ||
            !(record.state == AUK_SLOT_LIVE ? check_live_part(check, &record) : part_arrays_is_empty(&record))) {
            return false;
        }
        check->parts[record.state]++;
    }
    return check->edges == view->header.counts[AUK_SECTION_EDGES] &&
           check->grids == view->header.counts[AUK_SECTION_GRIDS] &&
           check->cells == view->header.counts[AUK_SECTION_CELLS];
}

// ---- reading --------------------------------------------------------------------------------------------------------

static bool same_pose(AukTransform a, AukTransform b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// True if a live part has the same pose and shape as in the snapshot, so that its box is known.
static bool keeps_box(const AukBodies *bodies, const AukPart *part, const AukPartRecord *next,
                      const AukSnapshotView *view)
{
    const AukBody *body = auk__body(bodies, part->body);
    AukBodyRecord record = auk__body_record(view, next->body);
    return part->body == next->body &&
           same_pose(*auk__pose(bodies, part->body), auk__motion_record(view, next->body).pose) &&
           body->enabled == (record.enabled != 0) && part->disabled == ((next->flags & AUK_PART_DISABLED) != 0) &&
           (body->motion == AUK_MOTION_STATIC) == (record.motion == AUK_MOTION_STATIC);
}

// Shapes are compared by their bytes: members that the kind does not use are zero; unequal bytes only cost a new
// measurement. Equal vertices are one block as long as the world's vertices and the draft of the new ones exist.
static bool same_shape(const AukShape *a, const AukShape *b)
{
    return a->kind == b->kind && a->radius == b->radius && memcmp(&a->core, &b->core, sizeof a->core) == 0;
}

static void read_live_part(AukWorld *world, const AukSnapshotView *view, uint32_t index, const AukPartRecord *record,
                           bool was_live)
{
    AukParts *parts = &world->parts;
    AukPart *part = auk__part(parts, index), before = *part;
    AukShape shape = auk__saved_shape(record, &world->customs, &world->save.vertices);
    bool same = was_live && same_pose(*auk__part_local(parts, index), record->local);
    if (same) {
        AukShape shape_before = auk__part_shape(parts, part);
        same = same_shape(&shape_before, &shape);
    }
    if (!same || !keeps_box(&world->bodies, part, record, view)) {
        auk__buffer_add_index(&world->index.moved, index);
    }
    memset(part, 0, sizeof *part);
    auk__part_set_shape(parts, &world->customs, index, &shape, record->core.number);
    part->body = record->body;
    part->form = record->form & 3u;
    part->centred = auk__is_centred(record->local);
    part->sensor = (record->flags & AUK_PART_SENSOR) != 0;
    part->disabled = (record->flags & AUK_PART_DISABLED) != 0;
    part->one_sided = (record->flags & AUK_PART_ONE_SIDED) != 0;
    if (same) {
        part->pairs4_class = before.pairs4_class;
        part->radius_excess = before.radius_excess;
    } else {
        AukPartMeasure measure = auk__shape_measure(&shape, record->local);
        auk__part_set_measure(parts, index, &measure);
    }
    if (auk__lazy_exists(&parts->links)) {
        AukPartLink link = {record->head, record->next, record->child};
        *auk__part_link(parts, index) = link;
    }
    auk__part_keep_local(parts, index, record->local);
    parts->slots.live_count++;
    parts->shape_count += record->head == index;
}

// A part whose record is the same is only counted.
static void count_kept_part(AukWorld *world, uint32_t index)
{
    world->parts.slots.live_count++;
    world->parts.shape_count += auk__part_head(&world->parts, index) == index;
    if (auk__lazy_exists(&world->parts.extras)) {
        world->parts.one_way_count += auk__is_not_zero(*auk__one_way(&world->parts, index));
        world->parts.sense_count += auk__sense(&world->parts, index)->proximity > 0.0f;
    }
}

static void remove_part(AukWorld *world, uint32_t index)
{
    auk__broad_place(world, index, auk__tight_box(&world->parts, index), AUK_BROAD_NONE);
    auk__grid_remove(&world->index.grid, index);
}

static AukFilter filter_of_part(const AukPartRecord *record)
{
    AukFilter filter = {record->category, record->ignore, record->group};
    return filter;
}

bool auk__parts_reserve_saved(AukWorld *world, const AukSnapshotView *view)
{
    AukPartNeeds needs = {false, false, false, false, false};
    bool several = false; // parts on a body
    for (uint32_t i = 0; i < auk__record_count(view, AUK_SECTION_PARTS); i++) {
        if (auk__keeps_part(view, i)) {
            continue;
        }
        AukPartRecord record = auk__part_record(view, i);
        needs.filters |= auk__filter_is_given(filter_of_part(&record));
        needs.user_data |= record.user_data != 0;
        needs.locals |= !auk__is_centred(record.local) && record.state == AUK_SLOT_LIVE;
        needs.extras |= record.proximity != 0.0f || auk__is_not_zero(record.one_way);
        needs.ends |= record.state == AUK_SLOT_LIVE && auk__kind_has_ends((AukShapeKind)record.kind);
        several |= record.state == AUK_SLOT_LIVE && record.next != AUK_NO_INDEX;
    }
    return auk__parts_admit(world, &needs) == AUK_OK &&
           (!several || auk__lists_admit(&world->bodies, &world->parts) == AUK_OK);
}

void auk__parts_read(AukWorld *world, const AukSnapshotView *view)
{
    uint32_t count = auk__record_count(view, view->section), old_count = (uint32_t)world->parts.records.count;
    for (uint32_t i = count; i < old_count; i++) {
        remove_part(world, i);
    }
    auk__slots_begin_read(&world->parts.slots, count);
    world->parts.records.count = (int)count;
    world->parts.shape_count = world->parts.one_way_count = world->parts.sense_count = 0;
    world->index.moved.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (auk__keeps_part(view, i)) {
            count_kept_part(world, i);
            continue;
        }
        AukPartRecord record = auk__part_record(view, i);
        bool was_live = i < old_count && world->parts.slots.live[i], lives = record.state == AUK_SLOT_LIVE;
        world->parts.slots.generation[i] = record.generation;
        world->parts.slots.live[i] = lives;
        auk__part_fill_lazy(&world->parts, i, filter_of_part(&record), record.user_data);
        if (auk__lazy_exists(&world->parts.extras)) {
            AukSense sense = {record.proximity > 0.0f ? record.radius : 0.0f, record.proximity};
            auk__part_extras_changed(&world->parts, i)->one_way = record.one_way;
            auk__part_extras_changed(&world->parts, i)->sense = sense;
        }
        world->parts.one_way_count += auk__is_not_zero(record.one_way);
        world->parts.sense_count += record.proximity > 0.0f;
        if (lives) {
            read_live_part(world, view, i, &record, was_live);
            continue;
        }
        memset(auk__part(&world->parts, i), 0, sizeof(AukPart));
        auk__part_keep_turn_radius(&world->parts, i, 0.0);
        auk__part_keep_local(&world->parts, i, auk__part_defaults.local);
        auk__part(&world->parts, i)->quarantined = record.state == AUK_SLOT_QUARANTINED;
        if (was_live) {
            remove_part(world, i);
        }
    }
    auk__adjacencies_read(&world->parts, view);
}

// ---- vertices -------------------------------------------------------------------------------------------------------

static const AukVertexBlock *geometries_of(const AukVertexStore *vertices)
{
    return vertices->entries.items;
}

void auk__vertex_blocks_write(const AukWorld *world, AukSink *sink)
{
    for (int i = 0; i < world->vertices.entries.count; i++) {
        AukVertexBlockRecord *record = auk__sink_room(sink, sizeof *record);
        record->references = geometries_of(&world->vertices)[i].references;
        record->count = geometries_of(&world->vertices)[i].count;
    }
}

// The references were counted in the check of the parts.
bool auk__vertex_blocks_check(AukSnapshotCheck *check)
{
    const AukVertexBlock *entries = check->store->entries.items;
    for (uint32_t i = 0; i < (uint32_t)check->store->entries.count; i++) {
        AukVertexBlockRecord record;
        auk__record_get(check->view, check->section, i, &record, sizeof record);
        if (record.references != entries[i].references) {
            return false;
        }
    }
    return true;
}

void auk__vertex_blocks_read(AukWorld *world, const AukSnapshotView *view)
{
    (void)view;
    auk__vertex_store_adopt(&world->vertices, &world->save.vertices);
}

uint64_t auk__vertices_count(const AukWorld *world)
{
    uint64_t count = 0;
    for (int i = 0; i < world->vertices.entries.count; i++) {
        count +=
            geometries_of(&world->vertices)[i].references > 0 ? (uint64_t)geometries_of(&world->vertices)[i].count : 0;
    }
    return count;
}

void auk__vertices_write(const AukWorld *world, AukSink *sink)
{
    for (int i = 0; i < world->vertices.entries.count; i++) {
        const AukVertexBlock *entry = &geometries_of(&world->vertices)[i];
        auk__sink_put(sink, entry->vertices, entry->references > 0 ? (size_t)entry->count * sizeof(AukVec2) : 0);
    }
}

// ---- custom shapes --------------------------------------------------------------------------------------------------

void auk__customs_write(const AukWorld *world, AukSink *sink)
{
    AukCustomShape *const *customs = world->customs.items;
    for (int i = 0; i < world->customs.count; i++) {
        AukCustomRecord *record = auk__sink_room(sink, sizeof *record);
        record->number = customs[i]->number;
        record->bounds = customs[i]->bounds;
        record->zero = 0;
    }
}

AukStatus auk__customs_match(const AukSnapshotView *view, const AukBuffer *customs, AukFault *fault)
{
    uint32_t count = auk__record_count(view, AUK_SECTION_CUSTOMS);
    for (uint32_t i = 0; i < count; i++) {
        AukCustomRecord record;
        auk__record_get(view, AUK_SECTION_CUSTOMS, i, &record, sizeof record);
        const AukCustomShape *custom = auk__custom(customs, record.number);
        if (!custom || memcmp(&custom->bounds, &record.bounds, sizeof record.bounds) != 0) {
            return auk__fault_write_custom(fault, AUK_FIELD_BUFFER, record.number);
        }
        for (uint32_t k = 0; k < i; k++) {
            if (number_of_custom(view, k) == record.number) {
                return AUK_ERROR_DAMAGED;
            }
        }
        if (record.zero != 0) {
            return AUK_ERROR_DAMAGED;
        }
    }
    return AUK_OK;
}

// Sorts the custom shapes into the order of the snapshot and drops those that it does not name. Parts point at the
// blocks, which stay.
void auk__customs_read(AukWorld *world, const AukSnapshotView *view)
{
    AukCustomShape **customs = world->customs.items;
    int count = (int)auk__record_count(view, view->section);
    for (int i = 0; i < count; i++) {
        int k = i;
        while (customs[k]->number != number_of_custom(view, (uint32_t)i)) {
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
