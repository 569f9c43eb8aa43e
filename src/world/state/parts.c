// A part's index is its slot in the broad phase and in the query index, so no look-up is needed. All memory is reserved
// before the first change.
#include "world/state/parts.h"
#include "world/state/world_state.h"

#include "world/state/call.h"
#include "world/state/query_index.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "geom/local_box.h"
#include "world/state/bodies.h"
#include "world/state/half_planes.h"
#include "world/state/slot_quarantine.h"
#include "world/state/tile_map.h"
#include "world/state/wrap.h"

#include <math.h>
#include <string.h>

static AukBox placed_local_box(const AukLocalBox *local, AukVec2 at)
{
    AukBox box;
    auk__f32x4_store(&box.min.x, auk__local_box_at(local, auk__f64x2_load_point(&at.x)));
    return box;
}

static AukBox box_of_uncentred(const AukPart *part, AukTransform pose)
{
    AukDtransform transform = auk__part_dtransform(part, pose, pose.p);
    return auk__widened_bounds(&part->shape, &transform, pose.p, part->extent * AUK_CONTACT_MARGIN);
}

AukBox auk__part_box(const AukPart *part, AukTransform pose)
{
    if (!part->centred) {
        return box_of_uncentred(part, pose);
    }
    AukLocalBox local = auk__part_local_box(part, pose.q);
    return placed_local_box(&local, pose.p);
}

AukBox auk__tighten(AukBodies *bodies, AukParts *parts, uint32_t index, AukTransform pose)
{
    const AukPart *part = auk__part(parts, index);
    AukBox *box = (AukBox *)parts->tight.items + index;
    if (part->centred) {
        AukLocalBox *local = auk__local_box(parts, index);
        *local = auk__part_local_box(part, pose.q);
        *box = placed_local_box(local, pose.p);
    } else {
        *box = box_of_uncentred(part, pose);
    }
    uint8_t *simple = &auk__body(bodies, part->body)->fast_path;
    *simple = *simple == AUK_FAST_PATH_STILL ? AUK_FAST_PATH : *simple; // the box in the broad phase may differ
    return *box;
}

void auk__part_refresh(AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    const AukBody *body = auk__body(&world->bodies, part->body);
    AukBox box = auk__tighten(&world->bodies, &world->parts, index, body->pose);
    auk__part_changed(world, index);
    if (!body->enabled || part->shape.kind == AUK_SHAPE_HALF_PLANE) {
        auk__broad_place(world, index, box, AUK_BROAD_NONE);
        auk__grid_remove(&world->index.grid, index);
        return;
    }
    AukBroadClass class = body->motion == AUK_MOTION_STATIC ? AUK_BROAD_STATIC : AUK_BROAD_MOVING;
    auk__broad_place(world, index, box, class);
    auk__wrap_join(&world->parts, &world->wrap, index, body->pose);
    if (class == AUK_BROAD_STATIC) {
        auk__grid_set_static(&world->index.grid, index, auk__part_index_box(&world->parts, &world->wrap, index));
    } else {
        auk__grid_set(&world->index.grid, index, auk__part_index_box(&world->parts, &world->wrap, index));
    }
}

AukStatus auk__parts_reserve(AukWorld *world, int count)
{
    bool room = auk__slots_reserve(&world->parts.slots, count) &&
                auk__buffer_reserve(&world->parts.records, sizeof(AukPart), count) &&
                auk__buffer_reserve(&world->parts.quarantined, sizeof(uint32_t), count) &&
                auk__buffer_reserve(&world->parts.one_ways, sizeof(AukVec2), count) &&
                auk__buffer_reserve(&world->parts.senses, sizeof(AukSense), count) &&
                auk__buffer_reserve(&world->parts.local_boxes, sizeof(AukLocalBox), count) &&
                auk__buffer_reserve(&world->parts.tight, sizeof(AukBox), count);
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
    return auk__buffer_resize(&parts->adjacencies, sizeof(AukAdjacency), capacity) ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

const AukCustomShape *auk__custom(const AukBuffer *custom_list, uint32_t number)
{
    AukCustomShape *const *customs = custom_list->items;
    for (int i = 0; i < custom_list->count; i++) {
        if (customs[i]->number == number) {
            return customs[i];
        }
    }
    return NULL;
}

bool auk__same_custom(const AukCustomShape *a, const AukCustomShape *b)
{
    return a->support == b->support && a->context == b->context && a->bounds.min.x == b->bounds.min.x &&
           a->bounds.min.y == b->bounds.min.y && a->bounds.max.x == b->bounds.max.x &&
           a->bounds.max.y == b->bounds.max.y;
}

AukStatus auk_world_register_custom(AukWorld *world, const AukCustomShape *custom)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_REGISTER_CUSTOM, custom);
    AukStatus status = auk_shape_custom(custom, 0.0f).status;
    if (status) {
        return auk__answer(world, status);
    }
    const AukCustomShape *known = auk__custom(&world->customs, custom->number);
    if (known) {
        return auk__answer(world, auk__same_custom(known, custom) ? AUK_OK : AUK_ERROR_NUMBER);
    }
    AukCustomShape *copy = auk__reallocate(NULL, sizeof *copy);
    AukCustomShape **entry = copy ? auk__buffer_push(&world->customs, sizeof(AukCustomShape *)) : NULL;
    if (!entry) {
        auk__release(copy);
        return auk__answer(world, AUK_ERROR_OUT_OF_MEMORY);
    }
    *copy = *custom;
    copy->bounds = auk__one_zero_box(custom->bounds);
    *entry = copy;
    return auk__answer(world, AUK_OK);
}

void auk__customs_free(AukBuffer *customs)
{
    for (int i = 0; i < customs->count; i++) {
        auk__release(((AukCustomShape **)customs->items)[i]);
    }
    auk__buffer_free(customs);
}

AukStatus auk__shape_extras_check(const AukShape *shape, bool sensor, float proximity, AukVec2 one_way)
{
    AukStatus status = auk__check_number(proximity);
    status = status ? status : auk__check_vec(one_way);
    if (!status && proximity < 0.0f) {
        status = AUK_ERROR_NEGATIVE;
    }
    if (!status && proximity > 0.0f && !sensor) {
        status = AUK_ERROR_NOT_SENSOR;
    }
    if (!status && shape->kind == AUK_SHAPE_HALF_PLANE && auk__is_not_zero(one_way)) {
        status = AUK_ERROR_UNSUPPORTED; // its other side is nowhere, so nothing ever comes from there
    }
    return status ? status : auk__check_number(shape->radius + proximity);
}

static AukStatus parts_check_def(const AukShapeDef *def)
{
    AukStatus status = auk__check_vec(def->position);
    status = status ? status : auk__shape_extras_check(&def->shape, def->sensor, def->proximity, def->one_way);
    return status ? status : auk__check_number(def->angle);
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
AukStatus auk__part_own(AukVertexStore *vertices_, AukBuffer *customs, const AukShape *shape, uint32_t *vertex_block)
{
    AukStatus status = auk__shape_check(shape);
    if (status) {
        return status;
    }
    if (shape->kind == AUK_SHAPE_CUSTOM) {
        const AukCustomShape *known = auk__custom(customs, shape->core.custom->number);
        status = known && auk__same_custom(known, shape->core.custom) ? AUK_OK : AUK_ERROR_NUMBER;
    }
    if (shape->kind == AUK_SHAPE_POLYGON) {
        const AukVec2 *vertices = shape->core.polygon.vertices;
        int count = shape->core.polygon.count;
        if (auk__vertex_store_share(vertices_, vertices, count, vertex_block)) {
            return AUK_OK;
        }
        status = auk_shape_polygon(vertices, count, shape->radius).status;
    }
    return status ? status : acquire(vertices_, shape, vertex_block);
}

static void disown(AukVertexStore *vertices, uint32_t vertex_block)
{
    if (vertex_block != AUK_NO_INDEX) {
        auk__vertex_store_drop(vertices, vertex_block);
    }
}

// The shape in the form that the world keeps: without -0, and with pointers to the world's own copies.
static AukShape owned_shape(const AukVertexStore *vertices, const AukBuffer *customs, const AukShape *shape,
                            uint32_t vertex_block)
{
    AukShape owned = *shape;
    owned.radius = auk__one_zero(shape->radius);
    if (shape->kind == AUK_SHAPE_CAPSULE || shape->kind == AUK_SHAPE_SEGMENT) {
        owned.core.segment[0] = auk__one_zero_vec(shape->core.segment[0]);
        owned.core.segment[1] = auk__one_zero_vec(shape->core.segment[1]);
    } else if (shape->kind == AUK_SHAPE_BOX || shape->kind == AUK_SHAPE_ELLIPSE) {
        owned.core.half = auk__one_zero_vec(shape->core.half);
    } else if (shape->kind == AUK_SHAPE_HALF_PLANE) {
        memset(&owned.core, 0, sizeof owned.core); // parts are compared by their bytes
        owned.core.half_plane.normal = auk__one_zero_vec(shape->core.half_plane.normal);
        owned.core.half_plane.offset = auk__one_zero(shape->core.half_plane.offset);
    }
    if (vertex_block != AUK_NO_INDEX) {
        owned.core.polygon.vertices = auk__vertex_store_vertices(vertices, vertex_block);
    } else if (shape->kind == AUK_SHAPE_CUSTOM) {
        owned.core.custom = auk__custom(customs, shape->core.custom->number);
    }
    return owned;
}

void auk__body_update_fast_path(AukBodies *bodies, AukParts *parts, uint32_t index)
{
    AukBody *body = auk__body(bodies, index);
    uint32_t first = *auk__first_part(bodies, body);
    bool simple = body->enabled && first != AUK_NO_INDEX && auk__part(parts, first)->next == AUK_NO_INDEX &&
                  auk__part(parts, first)->centred;
    body->fast_path = simple ? AUK_FAST_PATH : AUK_FAST_PATH_NONE;
}

static void append(AukBodies *bodies, AukParts *parts, uint32_t body_index, uint32_t index)
{
    AukBody *body = auk__body(bodies, body_index);
    if (body->last_part == AUK_NO_INDEX) {
        *auk__first_part(bodies, body) = index;
    } else {
        auk__part(parts, body->last_part)->next = index;
    }
    body->last_part = index;
    auk__body_update_fast_path(bodies, parts, body_index);
}

void auk__part_judge(AukWorld *world, uint32_t index)
{
    AukPart *part = auk__part(&world->parts, index);
    AukFilter filter = auk__part_filter(&world->bodies, part);
    bool alone = auk__body(&world->bodies, part->body)->owner.generation == 0 &&
                 auk__excluded_pairs_partner(&world->excluded, part->body) == UINT32_MAX;
    part->unfiltered = alone && filter.ignore == 0 && filter.group == 0;
    part->filtered_by_mask = auk__broad_filter(world, index, filter) && alone;
}

void auk__part_measure(AukPart *part)
{
    AukSupportShape core;
    AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
    auk__support_shape_init(&core, &part->shape, identity);
    AukDtransform transform = auk__dtransform(part->local, auk_vec(0.0f, 0.0f));
    part->extent = auk__support_shape_extent(&core);
    part->turn_radius = auk__support_shape_turn_radius(&core, &transform);
    double steps = (part->turn_radius + core.radius - part->extent) / (AUK_RADIUS_EXCESS_STEP * part->extent) + 1.0;
    part->radius_excess =
        steps < AUK_RADIUS_EXCESS_ANY ? (uint8_t)(steps > 1.0 ? steps + 1.0 : 1.0) : AUK_RADIUS_EXCESS_ANY;
}

// Sets the proximity of a part. The given radius is taken from the part's AukSense if it has a proximity already, else
// from its shape.
static void parts_widen(AukParts *parts, uint32_t index, float proximity)
{
    AukSense *sense = auk__sense(parts, index);
    AukShape *shape = &auk__part(parts, index)->shape;
    float radius = sense->proximity > 0.0f ? sense->radius : shape->radius;
    parts->sense_count += (proximity > 0.0f) - (sense->proximity > 0.0f);
    sense->radius = proximity > 0.0f ? radius : 0.0f;
    sense->proximity = proximity > 0.0f ? proximity : 0.0f;
    shape->radius = radius + sense->proximity;
}

// Updates all data that follow from the shape of a part, after the shape has changed.
static void changed(AukWorld *world, uint32_t index)
{
    AukPart *part = auk__part(&world->parts, index);
    auk__part_measure(part);
    auk__history_reshaped(world, part->body);
    auk__part_refresh(world, index);
}

void auk__part_set_proximity(AukWorld *world, uint32_t index, float proximity)
{
    if (auk__sense(&world->parts, index)->proximity > 0.0f || proximity > 0.0f) {
        parts_widen(&world->parts, index, proximity);
        changed(world, index);
    }
}

// Creates the part of a shape whose vertices are owned, at the end of the body's list. `head` is AUK_NO_INDEX for the
// first piece. The memory has been reserved, so this cannot fail.
static uint32_t place_part(AukWorld *world, uint32_t body, const AukShapeDef *def, const AukOwnedPiece *piece,
                           uint32_t head, int child)
{
    uint32_t index = auk__slots_take(&world->parts.slots);
    if (index == (uint32_t)world->parts.records.count) {
        world->parts.records.count++;
        world->parts.tight.count++;
    }
    AukPart *part = auk__part(&world->parts, index);
    memset(part, 0, sizeof *part);
    part->shape = owned_shape(&world->vertices, &world->customs, &piece->shape, piece->vertex_block);
    part->form = piece->form;
    part->local = auk__pose_kept(auk_transform(def->position, def->angle));
    part->centred = auk__is_centred(part->local);
    part->filter = def->filter;
    part->sensor = def->sensor;
    part->body = body;
    part->head = head == AUK_NO_INDEX ? index : head;
    part->child = child;
    part->next = AUK_NO_INDEX;
    part->vertex_block = piece->vertex_block;
    part->user_data = def->user_data;
    if (piece->form != AUK_FORM_CONVEX) {
        AukAdjacency *adjacency = auk__adjacency(&world->parts, index);
        *adjacency = piece->adjacency;
        adjacency->before = auk__one_zero_vec(adjacency->before);
        adjacency->after = auk__one_zero_vec(adjacency->after);
    }
    memset(auk__sense(&world->parts, index), 0, sizeof(AukSense));
    parts_widen(&world->parts, index, def->proximity);
    auk__part_measure(part);
    auk__part_judge(world, index);
    auk__half_planes_list(&world->half_planes, index, part->shape.kind == AUK_SHAPE_HALF_PLANE);
    *auk__one_way(&world->parts, index) = auk_vec(0.0f, 0.0f);
    auk__part_set_one_way(&world->parts, index, def->one_way);
    append(&world->bodies, &world->parts, body, index);
    auk__history_reshaped(world, body);
    auk__part_refresh(world, index);
    return index;
}

void auk__part_set_one_way(AukParts *parts, uint32_t index, AukVec2 one_way)
{
    AukVec2 *direction = auk__one_way(parts, index);
    parts->one_way_count -= direction->x != 0.0f || direction->y != 0.0f;
    *direction = auk__one_zero_vec(one_way);
    parts->one_way_count += auk__is_not_zero(one_way);
}

static AukShapeId count_shape(AukBodies *bodies, AukParts *parts, uint32_t body, uint32_t head)
{
    auk__body(bodies, body)->shape_count++;
    parts->shape_count++;
    return auk__shape_id(parts, head);
}

AukShapeId auk__part_place(AukWorld *world, uint32_t body, const AukShapeDef *def, uint32_t vertex_block)
{
    AukOwnedPiece piece;
    memset(&piece, 0, sizeof piece);
    piece.shape = def->shape;
    piece.vertex_block = vertex_block;
    return count_shape(&world->bodies, &world->parts, body, place_part(world, body, def, &piece, AUK_NO_INDEX, 0));
}

// Checks the width of a piece in a world that wraps around.
static AukStatus check_width(const AukBodies *bodies, const AukWrap *wrap, uint32_t body, const AukShapeDef *def,
                             const AukShape *shape)
{
    AukTransform local = auk_transform(def->position, def->angle);
    return auk__wrap_check_shape(wrap, shape, def->proximity, local, auk__body(bodies, body)->pose);
}

AukStatus auk__part_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeId *id)
{
    uint32_t vertex_block = AUK_NO_INDEX;
    int entries = world->vertices.entries.count;
    AukStatus status = parts_check_def(def);
    status = status ? status : auk__parts_reserve(world, world->parts.slots.count + 1);
    status = status ? status : auk__part_own(&world->vertices, &world->customs, &def->shape, &vertex_block);
    if (!status) {
        status = auk__half_planes_admit(world, &def->shape, auk__body(&world->bodies, body)->motion, 1);
        status = status ? status : check_width(&world->bodies, &world->wrap, body, def, &def->shape);
        if (status) {
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
    AukStatus status = auk__part_own(&world->vertices, &world->customs, shape, &vertex_block);
    if (status) {
        return status;
    }
    float proximity = auk__sense(&world->parts, index)->proximity;
    AukPart *part = auk__part(&world->parts, index);
    status = auk__shape_extras_check(shape, part->sensor, proximity, *auk__one_way(&world->parts, index));
    status = status ? status : auk__half_planes_admit(world, shape, auk__body(&world->bodies, part->body)->motion, 1);
    status = status ? status
                    : auk__wrap_check_shape(&world->wrap, shape, proximity, part->local,
                                            auk__body(&world->bodies, part->body)->pose);
    if (status) {
        auk__vertex_store_undo(&world->vertices, entries, &vertex_block, 1);
        return status;
    }
    disown(&world->vertices, part->vertex_block); // only after the new vertices are owned: both may be the same entry
    part->shape = owned_shape(&world->vertices, &world->customs, shape, vertex_block);
    part->vertex_block = vertex_block;
    auk__half_planes_list(&world->half_planes, index, shape->kind == AUK_SHAPE_HALF_PLANE);
    auk__sense(&world->parts, index)->radius = part->shape.radius;
    parts_widen(&world->parts, index, proximity);
    changed(world, index);
    return AUK_OK;
}

AukStatus auk__parts_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukOwnedPiece *pieces, int count,
                         AukShapeId *id)
{
    AukStatus status = parts_check_def(def);
    status = status ? status : auk__parts_reserve(world, world->parts.slots.count + count);
    status = status || pieces[0].form == AUK_FORM_CONVEX ? status : auk__adjacencies_reserve(&world->parts);
    for (int i = 0; i < count && !status && pieces[i].form != AUK_FORM_TILES; i++) {
        status = check_width(&world->bodies, &world->wrap, body, def, &pieces[i].shape);
    }
    int entries = world->vertices.entries.count;
    for (int owned = 0; owned < count && !status; owned++) {
        status = acquire(&world->vertices, &pieces[owned].shape, &pieces[owned].vertex_block);
        for (int i = owned; status && i >= 0; i--) {
            auk__vertex_store_undo(&world->vertices, entries, &pieces[i].vertex_block, 1);
        }
    }
    if (status) {
        return status;
    }
    uint32_t head = AUK_NO_INDEX;
    for (int i = 0; i < count; i++) {
        uint32_t index = place_part(world, body, def, &pieces[i], head, i);
        head = i == 0 ? index : head;
    }
    *id = count_shape(&world->bodies, &world->parts, body, head);
    return AUK_OK;
}

// Destroys a part that is no longer in its body's list. Result arrays name only heads, never further pieces.
static void discard(AukWorld *world, uint32_t index)
{
    AukPart *part = auk__part(&world->parts, index);
    world->parts.shape_count -= part->head == index;
    auk__half_planes_list(&world->half_planes, index, false);
    auk__part_set_one_way(&world->parts, index, auk_vec(0.0f, 0.0f));
    parts_widen(&world->parts, index, 0.0f);
    auk__broad_place(world, index, ((AukBox *)world->parts.tight.items)[index], AUK_BROAD_NONE);
    auk__grid_remove(&world->index.grid, index);
    if (part->form == AUK_FORM_TILES) {
        auk__tiles_drop(&world->parts, index);
    }
    disown(&world->vertices, part->vertex_block);
    part->vertex_block = AUK_NO_INDEX;
    auk__slots_retire(&world->parts.slots, index);
    part->quarantined = auk__quarantine_holds_part(world, index);
    if (part->quarantined) {
        auk__buffer_add_index(&world->parts.quarantined, index);
    } else {
        auk__slots_free(&world->parts.slots, index);
    }
}

void auk__parts_remove_all(AukWorld *world, uint32_t body_index)
{
    AukBody *body = auk__body(&world->bodies, body_index);
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != AUK_NO_INDEX;) {
        uint32_t next = auk__part(&world->parts, i)->next;
        discard(world, i);
        i = next;
    }
    *auk__first_part(&world->bodies, body) = body->last_part = AUK_NO_INDEX;
    auk__body_update_fast_path(&world->bodies, &world->parts, body_index);
    body->shape_count = 0;
}

void auk__parts_remove(AukWorld *world, uint32_t head)
{
    uint32_t body_index = auk__part(&world->parts, head)->body;
    AukBody *body = auk__body(&world->bodies, body_index);
    uint32_t previous = AUK_NO_INDEX;
    for (uint32_t i = *auk__first_part(&world->bodies, body); i != head; i = auk__part(&world->parts, i)->next) {
        previous = i;
    }
    uint32_t next = head;
    while (next != AUK_NO_INDEX && auk__part(&world->parts, next)->head == head) {
        uint32_t piece = next;
        next = auk__part(&world->parts, piece)->next;
        discard(world, piece);
    }
    if (previous == AUK_NO_INDEX) {
        *auk__first_part(&world->bodies, body) = next;
    } else {
        auk__part(&world->parts, previous)->next = next;
    }
    if (next == AUK_NO_INDEX) {
        body->last_part = previous;
    }
    body->shape_count--;
    auk__body_update_fast_path(&world->bodies, &world->parts, body_index);
}

void auk__parts_release(AukParts *parts)
{
    AukBuffer *buffers[] = {&parts->records, &parts->tight,       &parts->local_boxes, &parts->one_ways,
                            &parts->senses,  &parts->adjacencies, &parts->quarantined};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
    auk__slots_release(&parts->slots);
}
