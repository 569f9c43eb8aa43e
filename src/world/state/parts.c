// A part's index is its slot in the broad phase and in the query index, so no look-up is needed. All memory is reserved
// before the first change.
#include "world/state/parts.h"
#include "world/state/part_shape.h"
#include "world/state/parts_boxes.h"
#include "world/state/world_state.h"

#include "base/alloc.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "geom/shape.h"
#include "world/state/bodies.h"
#include "world/state/call.h"
#include "world/state/chain_edges.h"
#include "world/state/conveyors.h"
#include "world/state/half_planes.h"
#include "world/state/query_index.h"
#include "world/state/slot_quarantine.h"
#include "world/state/tile_map.h"
#include "world/state/tile_seams.h"
#include "world/state/wrap.h"

#include <string.h>

AukStatus auk__parts_reserve(AukWorld *world, int count)
{
    bool room = auk__slots_reserve(&world->parts.slots, count) &&
                auk__buffer_reserve(&world->parts.records, sizeof(AukPart), count) &&
                auk__lazy_reserve(&world->parts.links, sizeof(AukPartLink), count) &&
                auk__lazy_reserve(&world->parts.ends, sizeof(AukEnds), count) &&
                auk__lazy_reserve(&world->parts.turn_radii, sizeof(double), count) &&
                auk__slot_bits_reserve(&world->parts.named, count) &&
                auk__lazy_reserve(&world->parts.filters, sizeof(AukFilter), count) &&
                auk__lazy_reserve(&world->parts.user_data, sizeof(uint64_t), count) &&
                auk__lazy_reserve(&world->parts.locals, sizeof(AukTransform), count) &&
                auk__lazy_reserve(&world->parts.extras, sizeof(AukPartExtras), count) &&
                auk__lazy_reserve(&world->parts.tight, sizeof(AukBounds), count);
    if (!room) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    // these functions reserve exactly the requested number, so request the capacity of the growing arrays
    int capacity = world->parts.records.capacity;
    AukStatus status = world->wrap.on ? auk__wrap_reserve(world, capacity) : auk__broad_reserve(world->broad, capacity);
    return status ? status : (auk__grid_reserve(&world->index.grid, capacity) ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY);
}

AukStatus auk__adjacencies_reserve(AukParts *parts)
{
    int capacity =
        parts->records.capacity > parts->adjacencies.count ? parts->records.capacity : parts->adjacencies.count;
    bool room = auk__buffer_resize(&parts->adjacencies, sizeof(AukAdjacency), capacity);
    return room ? auk__turn_radii_admit(parts) : AUK_ERROR_OUT_OF_MEMORY;
}

AukStatus auk__shape_extras_check(const AukShape *shape, bool sensor, float proximity, AukVec2 one_way, AukFault *fault)
{
    AukStatus status = auk__fault_size(fault, proximity, AUK_FIELD_PROXIMITY);
    status = status ? status : auk__fault_vec(fault, one_way, AUK_FIELD_ONE_WAY);
    if (!status && proximity > 0.0f && !sensor) {
        status = auk__fault_value(fault, AUK_ERROR_NOT_SENSOR, AUK_FIELD_PROXIMITY, (double)proximity);
    }
    if (!status && shape->kind == AUK_SHAPE_HALF_PLANE && auk__is_not_zero(one_way)) {
        // its other side is nowhere, so nothing ever comes from there
        status = auk__fault_note(fault, AUK_ERROR_UNSUPPORTED, AUK_FIELD_ONE_WAY);
    }
    if (!status && auk__check_number(shape->radius + proximity)) {
        bool of_radius = auk__check_number(shape->radius) != AUK_OK;
        status = auk__fault_number(fault, of_radius ? shape->radius : shape->radius + proximity,
                                   of_radius ? AUK_FIELD_RADIUS : AUK_FIELD_PROXIMITY);
        status = of_radius ? auk__fault_in(fault, status, AUK_FIELD_SHAPE) : status;
    }
    return status;
}

static AukStatus parts_check_def(const AukShapeDef *def, uint8_t form, AukFault *fault)
{
    bool sided = def->one_sided && form != AUK_FORM_EDGE;
    AukStatus status = sided ? auk__fault_note(fault, AUK_ERROR_UNSUPPORTED, AUK_FIELD_ONE_SIDED) : AUK_OK;
    status = status ? status : auk__fault_vec(fault, def->position, AUK_FIELD_POSITION);
    status = status ? status : auk__shape_extras_check(&def->shape, def->sensor, def->proximity, def->one_way, fault);
    status = status ? status : auk__fault_vec(fault, def->conveyor, AUK_FIELD_CONVEYOR);
    status = status ? status : auk__fault_number(fault, def->angle, AUK_FIELD_ANGLE);
    return auk__fault_in(fault, status, AUK_FIELD_DEF);
}

// What all pieces of a shape have in common.
typedef struct ShapeTraits {
    AukTransform local;
    AukFilter filter;
    AukVec2 one_way;
    float proximity;
    bool sensor, disabled, one_sided;
    uint64_t user_data;
} ShapeTraits;

static AukTransform local_of_def(const AukShapeDef *def)
{
    return auk__pose_kept(auk_transform(def->position, def->angle));
}

// Written where they stay: a copy would wait until the single members are in the cache.
static void take_traits(ShapeTraits *traits, const AukShapeDef *def)
{
    traits->local = local_of_def(def);
    traits->filter = def->filter;
    traits->one_way = def->one_way;
    traits->proximity = def->proximity;
    traits->sensor = def->sensor;
    traits->disabled = def->disabled;
    traits->one_sided = def->one_sided;
    traits->user_data = def->user_data;
}

// Reserves memory for a shape of so many pieces.
static AukStatus reserve_shape(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeKind kind, int pieces)
{
    AukStatus status = auk__parts_reserve(world, world->parts.slots.count + pieces);
    bool several = pieces > 1 || auk__part_tally(&world->bodies, body).shape_count > 0;
    status = status || !several ? status : auk__lists_admit(&world->bodies, &world->parts);
    bool room = status || !auk__is_not_zero(def->conveyor) ||
                auk__conveyors_reserve(&world->conveyors, world->conveyors.list.count + 1);
    if (status || !room) {
        return status ? status : AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukPartNeeds needs = {auk__filter_is_given(def->filter), def->user_data != 0,
                                def->proximity != 0.0f || auk__is_not_zero(def->one_way),
                                !auk__is_centred(local_of_def(def)), auk__kind_has_ends(kind)};
    return auk__parts_admit(world, &needs);
}

static AukStatus acquire(AukVertexStore *vertices, const AukShape *shape, uint32_t *vertex_block)
{
    *vertex_block = AUK_NO_INDEX;
    bool ok = shape->kind != AUK_SHAPE_POLYGON || auk__vertex_store_acquire(vertices, shape->core.polygon.vertices,
                                                                            shape->core.polygon.count, vertex_block);
    return ok ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

// The check is as thorough as the shape's constructor, since callers may fill in a shape by hand. Vertices that the
// store already holds were checked when they were added.
AukStatus auk__part_own(AukVertexStore *vertices_, AukBuffer *customs, const AukShape *shape, uint32_t *vertex_block,
                        AukFault *fault)
{
    AukStatus status = auk__shape_is_right(shape) ? AUK_OK : auk__shape_find_fault(shape, fault);
    if (status) {
        return status;
    }
    if (shape->kind == AUK_SHAPE_CUSTOM) {
        const AukCustomShape *known = auk__custom(customs, shape->core.custom->number);
        status = known && auk__same_custom(known, shape->core.custom) ? AUK_OK : AUK_ERROR_NUMBER;
        status = auk__fault_value(fault, status, AUK_FIELD_NUMBER, (double)shape->core.custom->number);
        status = auk__fault_in(fault, auk__fault_in(fault, status, AUK_FIELD_CUSTOM), AUK_FIELD_CORE);
    }
    if (shape->kind == AUK_SHAPE_POLYGON) {
        const AukVec2 *vertices = shape->core.polygon.vertices;
        int count = shape->core.polygon.count;
        if (auk__vertex_store_share(vertices_, vertices, count, vertex_block)) {
            return AUK_OK;
        }
        status = auk__polygon_find_fault(shape, fault);
    }
    return status ? status : acquire(vertices_, shape, vertex_block);
}

static void disown(AukVertexStore *vertices, uint32_t vertex_block)
{
    if (vertex_block != AUK_NO_INDEX) {
        auk__vertex_store_drop(vertices, vertex_block);
    }
}

// Inserts a part into the list of its body, behind the part `after`; AUK_NO_INDEX for the first part of the list.
static void link_part(AukBodies *bodies, AukParts *parts, uint32_t index, uint32_t after)
{
    AukPart *part = auk__part(parts, index);
    AukBody *body = auk__body(bodies, part->body);
    uint32_t *link = after == AUK_NO_INDEX ? auk__first_part(bodies, body) : &auk__part_link(parts, after)->next;
    uint32_t next = *link;
    *link = index;
    if (auk__lazy_exists(&parts->links)) {
        auk__part_link(parts, index)->next = next;
    }
    if (next == AUK_NO_INDEX) {
        auk__part_tally_set(bodies, part->body, index, auk__part_tally(bodies, part->body).shape_count);
    }
    auk__body_update_plain(bodies, parts, part->body);
}

// The least category beyond the sixteen of a mask.
#define MASK_NONE (UINT64_C(1) << 16)

void auk__part_update_filters(AukWorld *world, uint32_t index)
{
    AukPart *part = auk__part(&world->parts, index);
    AukFilter filter = auk__part_filter(&world->bodies, &world->parts, part);
    uint32_t head = auk__part_head(&world->parts, index);
    part->filtered_by_cell = part->form == AUK_FORM_TILES && world->parts.kinds.filtered > 0;
    auk__part_changed(world, index); // an edge or a cell may end where it goes on for another filter
    if (part->form == AUK_FORM_EDGE &&
        !auk__filters_equal(auk__part_own_filter(&world->parts, index), auk__part_own_filter(&world->parts, head))) {
        auk__part(&world->parts, head)->mixed_filters = true;
    }
    if (part->filtered_by_cell) { // a category that masks do not have: no mask excludes the part
        const AukFilter all = {MASK_NONE, 0, 0};
        (void)auk__broad_filter(world, index, all);
        auk__query_index_classify(world, index, all.category);
        part->unfiltered = part->filtered_by_mask = false; // a grid is not plain
        auk__seams_update(world, index);
        return;
    }
    bool alone = auk__body_owner(&world->bodies, part->body).generation == 0 &&
                 auk__excluded_pairs_partner(&world->excluded, part->body) == UINT32_MAX;
    part->unfiltered = alone && filter.ignore == 0 && filter.group == 0;
    part->filtered_by_mask = auk__broad_filter(world, index, filter) && alone;
    auk__part_update_direct(&world->bodies, &world->parts, index);
    auk__query_index_classify(world, index, auk__filter_category(filter));
    auk__seams_update(world, index);
}

// Updates all data that follow from the shape of a part, after the shape has changed.
static void changed(AukWorld *world, uint32_t index)
{
    AukPart *part = auk__part(&world->parts, index);
    auk__part_remeasure(&world->parts, index);
    auk__body_update_plain(&world->bodies, &world->parts, part->body);
    auk__history_reshaped(world, part->body);
    auk__part_refresh(world, index);
}

void auk__part_set_proximity(AukWorld *world, uint32_t index, float proximity)
{
    if (auk__sense(&world->parts, index)->proximity > 0.0f || proximity > 0.0f) {
        auk__part_widen(&world->parts, index, proximity);
        changed(world, index);
    }
}

void auk__part_set_local(AukWorld *world, uint32_t index, AukTransform local)
{
    AukPart *part = auk__part(&world->parts, index);
    auk__part_keep_local(&world->parts, index, local);
    part->centred = auk__is_centred(local);
    changed(world, index);
}

void auk__part_set_enabled(AukWorld *world, uint32_t index, bool enabled)
{
    AukPart *part = auk__part(&world->parts, index);
    part->disabled = !enabled;
    auk__body_update_plain(&world->bodies, &world->parts, part->body);
    auk__part_refresh(world, index);
}

static ShapeTraits traits_of_part(const AukParts *parts, uint32_t index)
{
    const AukPart *part = auk__part(parts, index);
    ShapeTraits traits = {*auk__part_local(parts, index),
                          *auk__part_own_filter(parts, index),
                          *auk__one_way(parts, index),
                          auk__sense(parts, index)->proximity,
                          part->sensor,
                          part->disabled,
                          part->one_sided,
                          auk__part_user_data(parts, index)};
    return traits;
}

// Where a part stands in the list of its body.
typedef struct PartPlace {
    uint32_t body;
    uint32_t head;  // AUK_NO_INDEX for the first piece of a shape
    uint32_t after; // the part before it, or AUK_NO_INDEX
    int child;
} PartPlace;

static void set_adjacency(AukParts *parts, uint32_t index, const AukOwnedPiece *piece)
{
    if (piece->form != AUK_FORM_CONVEX) {
        AukAdjacency *adjacency = auk__adjacency(parts, index);
        *adjacency = piece->adjacency;
        adjacency->before = auk__one_zero_vec(adjacency->before);
        adjacency->after = auk__one_zero_vec(adjacency->after);
    }
}

// Creates the part of a shape whose vertices are owned. The memory has been reserved, so this cannot fail.
static uint32_t place_part(AukWorld *world, PartPlace place, const ShapeTraits *traits, const AukOwnedPiece *piece)
{
    uint32_t index = auk__slots_take(&world->parts.slots, auk__part_slot_records(&world->parts));
    if (index == (uint32_t)world->parts.records.count) {
        world->parts.records.count++;
    }
    AukPart *part = auk__part(&world->parts, index);
    memset(part, 0, sizeof *part);
    auk__part_set_shape(&world->parts, &world->customs, index, &piece->shape, piece->vertex_block);
    part->form = piece->form & 3u;
    part->centred = auk__is_centred(traits->local);
    part->sensor = traits->sensor;
    part->disabled = traits->disabled;
    part->one_sided = traits->one_sided;
    part->body = place.body;
    if (auk__lazy_exists(&world->parts.links)) {
        AukPartLink link = {place.head == AUK_NO_INDEX ? index : place.head, AUK_NO_INDEX, place.child};
        *auk__part_link(&world->parts, index) = link;
    }
    auk__part_keep_local(&world->parts, index, traits->local);
    set_adjacency(&world->parts, index, piece);
    // that of an edge is its own
    auk__part_fill_lazy(&world->parts, index, traits->filter, place.head == AUK_NO_INDEX ? traits->user_data : 0);
    auk__part_widen(&world->parts, index, traits->proximity);
    auk__part_remeasure(&world->parts, index);
    auk__part_update_filters(world, index);
    auk__half_planes_list(&world->half_planes, index, auk__part_is_half_plane(part));
    auk__part_set_one_way(&world->parts, index, traits->one_way);
    link_part(&world->bodies, &world->parts, index, place.after);
    auk__history_reshaped(world, place.body);
    auk__part_refresh(world, index);
    return index;
}

// Ends the creation of a shape, after all its parts.
static AukShapeId finish_shape(AukWorld *world, uint32_t body, const AukShapeDef *def, uint32_t head)
{
    AukShapeId id = auk__shape_id(&world->parts, head);
    AukPartTally tally = auk__part_tally(&world->bodies, body);
    auk__part_tally_set(&world->bodies, body, tally.last_part, tally.shape_count + 1);
    world->parts.shape_count++;
    if (auk__is_not_zero(def->conveyor)) {
        auk__conveyor_set(&world->conveyors, id, def->conveyor);
    }
    return id;
}

AukShapeId auk__part_place(AukWorld *world, uint32_t body, const AukShapeDef *def, uint32_t vertex_block)
{
    AukOwnedPiece piece;
    memset(&piece, 0, sizeof piece);
    piece.shape = def->shape;
    piece.vertex_block = vertex_block;
    ShapeTraits traits;
    take_traits(&traits, def);
    PartPlace place = {body, AUK_NO_INDEX, auk__part_tally(&world->bodies, body).last_part, 0};
    return finish_shape(world, body, def, place_part(world, place, &traits, &piece));
}

// Checks the width of a piece in a world that wraps around.
static AukStatus check_width(const AukBodies *bodies, const AukWrap *wrap, uint32_t body, const AukShapeDef *def,
                             const AukShape *shape)
{
    AukTransform local = auk_transform(def->position, def->angle);
    return auk__wrap_check_shape(wrap, shape, def->proximity, local, *auk__pose(bodies, body));
}

AukStatus auk__part_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeId *id)
{
    uint32_t vertex_block = AUK_NO_INDEX;
    int entries = world->vertices.entries.count;
    AukFault *fault = &world->fault;
    AukStatus status = parts_check_def(def, AUK_FORM_CONVEX, fault);
    status = status ? status : reserve_shape(world, body, def, def->shape.kind, 1);
    if (!status) {
        status = auk__part_own(&world->vertices, &world->customs, &def->shape, &vertex_block, fault);
        status = auk__fault_in(fault, auk__fault_in(fault, status, AUK_FIELD_SHAPE), AUK_FIELD_DEF);
    }
    if (!status) {
        status = auk__half_planes_admit(world, &def->shape, auk__body(&world->bodies, body)->motion, 1);
        status = auk__fault_note(fault, status, AUK_FIELD_SHAPE);
        if (!status) {
            status = check_width(&world->bodies, &world->wrap, body, def, &def->shape);
            status = auk__fault_wide(fault, status, AUK_FIELD_SHAPE);
        }
        if (status) {
            (void)auk__fault_in(fault, status, AUK_FIELD_DEF);
            auk__vertex_store_undo(&world->vertices, entries, &vertex_block, 1);
            return status;
        }
        *id = auk__part_place(world, body, def, vertex_block);
    }
    return status;
}

AukStatus auk__part_reshape(AukWorld *world, uint32_t index, const AukShape *shape)
{
    uint32_t vertex_block;
    int entries = world->vertices.entries.count;
    AukFault *fault = &world->fault;
    AukStatus status = auk__part_own(&world->vertices, &world->customs, shape, &vertex_block, fault);
    if (status) {
        return auk__fault_in(fault, status, AUK_FIELD_TO);
    }
    float proximity = auk__sense(&world->parts, index)->proximity;
    const AukPart *part = auk__part(&world->parts, index);
    status = auk__shape_extras_check(shape, part->sensor, proximity, *auk__one_way(&world->parts, index), NULL);
    status = status ? status : auk__half_planes_admit(world, shape, auk__body(&world->bodies, part->body)->motion, 1);
    status = auk__fault_note(fault, status, AUK_FIELD_TO);
    if (!status) {
        status = auk__wrap_check_shape(&world->wrap, shape, proximity, *auk__part_local(&world->parts, index),
                                       *auk__pose(&world->bodies, part->body));
        status = auk__fault_wide(fault, status, AUK_FIELD_TO);
    }
    const AukPartNeeds needs = {.ends = auk__kind_has_ends(shape->kind)};
    status = status ? status : auk__parts_admit(world, &needs);
    if (status) {
        auk__vertex_store_undo(&world->vertices, entries, &vertex_block, 1);
        return status;
    }
    AukOwnedPiece piece;
    memset(&piece, 0, sizeof piece);
    piece.shape = *shape;
    piece.vertex_block = vertex_block;
    auk__part_dress(world, index, &piece);
    return AUK_OK;
}

void auk__part_dress(AukWorld *world, uint32_t index, const AukOwnedPiece *piece)
{
    AukPart *part = auk__part(&world->parts, index);
    uint32_t before = auk__part_vertex_block(part);
    auk__part_set_shape(&world->parts, &world->customs, index, &piece->shape, piece->vertex_block);
    // only now: both blocks may be one entry, and the new shape may be given by vertices of the old one
    disown(&world->vertices, before);
    set_adjacency(&world->parts, index, piece);
    auk__half_planes_list(&world->half_planes, index, auk__part_is_half_plane(part));
    if (auk__lazy_exists(&world->parts.extras)) {
        auk__part_extras_changed(&world->parts, index)->sense.radius = part->radius;
    }
    auk__part_widen(&world->parts, index, auk__sense(&world->parts, index)->proximity);
    changed(world, index);
}

uint32_t auk__part_insert(AukWorld *world, uint32_t after, const AukOwnedPiece *piece)
{
    const AukPart *part = auk__part(&world->parts, after);
    ShapeTraits traits = traits_of_part(&world->parts, after);
    PartPlace place = {part->body, auk__part_head(&world->parts, after), after,
                       auk__part_child(&world->parts, after) + 1};
    return place_part(world, place, &traits, piece);
}

AukStatus auk__parts_acquire(AukVertexStore *vertices, AukOwnedPiece *pieces, int count)
{
    int entries = vertices->entries.count;
    AukStatus status = AUK_OK;
    for (int owned = 0; owned < count && !status; owned++) {
        status = acquire(vertices, &pieces[owned].shape, &pieces[owned].vertex_block);
        for (int i = owned; status && i >= 0; i--) {
            auk__vertex_store_undo(vertices, entries, &pieces[i].vertex_block, 1);
        }
    }
    return status;
}

AukStatus auk__parts_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukOwnedPiece *pieces, int count,
                         AukShapeId *id)
{
    AukStatus status = parts_check_def(def, pieces[0].form, &world->fault);
    status = status ? status : reserve_shape(world, body, def, pieces[0].shape.kind, count);
    status = status || pieces[0].form == AUK_FORM_CONVEX ? status : auk__adjacencies_reserve(&world->parts);
    for (int i = 0; i < count && !status && pieces[i].form != AUK_FORM_TILES; i++) {
        status = check_width(&world->bodies, &world->wrap, body, def, &pieces[i].shape);
        status = auk__piece_is_wide(&world->fault, status, pieces[0].form, i);
    }
    status = status ? status : auk__parts_acquire(&world->vertices, pieces, count);
    if (status) {
        return status;
    }
    ShapeTraits traits;
    take_traits(&traits, def);
    PartPlace first = {body, AUK_NO_INDEX, auk__part_tally(&world->bodies, body).last_part, 0};
    uint32_t head = place_part(world, first, &traits, &pieces[0]), last = head;
    for (int i = 1; i < count; i++) {
        PartPlace place = {body, head, last, i};
        last = place_part(world, place, &traits, &pieces[i]);
    }
    *id = finish_shape(world, body, def, head);
    return AUK_OK;
}

// Destroys a part that is no longer in its body's list. Result arrays name only heads, never further pieces.
static void discard(AukWorld *world, uint32_t index)
{
    AukPart *part = auk__part(&world->parts, index);
    world->parts.shape_count -= auk__part_head(&world->parts, index) == index;
    if (world->conveyors.list.count > 0) {
        auk__conveyor_set(&world->conveyors, auk__shape_id(&world->parts, index), auk_vec(0.0f, 0.0f));
    }
    if (world->edge_data.list.count > 0) {
        auk__edge_data_remove(&world->edge_data, index);
    }
    auk__half_planes_list(&world->half_planes, index, false);
    auk__part_set_one_way(&world->parts, index, auk_vec(0.0f, 0.0f));
    auk__part_widen(&world->parts, index, 0.0f);
    auk__broad_place(world, index, auk__tight_box(&world->parts, index), AUK_BROAD_NONE);
    auk__grid_remove(&world->index.grid, index);
    if (part->form == AUK_FORM_TILES) {
        auk__seams_drop(world, index);
        auk__tiles_drop(&world->parts, index);
    }
    disown(&world->vertices, auk__part_vertex_block(part));
    part->kind = AUK_SHAPE_NONE;
    auk__slots_retire(&world->parts.slots, index);
    AukSlotRecords records = auk__part_slot_records(&world->parts);
    part->quarantined = auk__quarantine_holds_part(world, index);
    if (part->quarantined) {
        auk__slot_list_add(&world->parts.quarantined, records, index);
    } else {
        auk__slots_free(&world->parts.slots, records, index);
    }
}

void auk__parts_cut(AukWorld *world, uint32_t last)
{
    const AukPart *part = auk__part(&world->parts, last);
    while (auk__part_next_piece(&world->parts, last) != AUK_NO_INDEX) {
        AukPartLink *link = auk__part_link(&world->parts, last);
        uint32_t piece = link->next;
        link->next = auk__part_next(&world->parts, piece);
        discard(world, piece);
    }
    if (auk__part_next(&world->parts, last) == AUK_NO_INDEX) {
        auk__part_tally_set(&world->bodies, part->body, last, auk__part_tally(&world->bodies, part->body).shape_count);
    }
    auk__body_update_plain(&world->bodies, &world->parts, part->body);
}

void auk__parts_remove_all(AukWorld *world, uint32_t body_index)
{
    AukBody *body = auk__body(&world->bodies, body_index);
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX;) {
        uint32_t next = auk__part_next(&world->parts, i);
        discard(world, i);
        i = next;
    }
    *auk__first_part(&world->bodies, body) = AUK_NO_INDEX;
    auk__part_tally_set(&world->bodies, body_index, AUK_NO_INDEX, 0);
    auk__body_update_plain(&world->bodies, &world->parts, body_index);
}

void auk__parts_remove(AukWorld *world, uint32_t head)
{
    uint32_t body_index = auk__part(&world->parts, head)->body;
    AukBody *body = auk__body(&world->bodies, body_index);
    uint32_t previous = AUK_NO_INDEX;
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != head; i = auk__part_next(&world->parts, i)) {
        previous = i;
    }
    AukPartTally tally = auk__part_tally(&world->bodies, body_index);
    uint32_t next = head;
    while (next != AUK_NO_INDEX && auk__part_head(&world->parts, next) == head) {
        uint32_t piece = next;
        next = auk__part_next(&world->parts, piece);
        discard(world, piece);
    }
    if (previous == AUK_NO_INDEX) {
        *auk__first_part(&world->bodies, body) = next;
    } else {
        auk__part_link(&world->parts, previous)->next = next;
    }
    uint32_t last = next == AUK_NO_INDEX ? previous : tally.last_part;
    auk__part_tally_set(&world->bodies, body_index, last, tally.shape_count - 1);
    auk__body_update_plain(&world->bodies, &world->parts, body_index);
}

void auk__parts_release(AukParts *parts)
{
    AukBuffer *buffers[] = {&parts->records, &parts->links,       &parts->ends,    &parts->turn_radii,
                            &parts->locals,  &parts->tight,       &parts->filters, &parts->user_data,
                            &parts->extras,  &parts->adjacencies, &parts->named};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
    auk__slots_release(&parts->slots);
}
