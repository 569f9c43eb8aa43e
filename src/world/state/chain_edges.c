// The filter and the user data of single edges of chains. Each edge is a part, and a part has a filter and room for
// user data. Only the head uses that room for the shape, so the user data of the first edge is in a list of its own.
// Invariant: each entry of the list is the head of a living chain, and its user data is not 0.
#include "world/state/chain_edges.h"
#include "auk/terrain.h"
#include "base/predicates.h"
#include "world/state/call.h"
#include "world/state/part_list.h"
#include "world/state/part_shape.h"

static bool is_edge(const AukParts *parts, uint32_t head, int64_t index, int edge)
{
    if (index < 0 || index >= parts->records.count || !parts->slots.live[index]) {
        return false;
    }
    return auk__part_head(parts, (uint32_t)index) == head && auk__part_child(parts, (uint32_t)index) == edge;
}

// The part of an edge of a living chain, or AUK_NO_INDEX. Slots are mostly taken in ascending order, after the removal
// of another chain in descending order: only after other histories the edges are searched.
static uint32_t part_of_edge(const AukParts *parts, uint32_t head, int edge)
{
    int64_t up = (int64_t)head + edge, down = (int64_t)head - edge;
    if (is_edge(parts, head, up, edge) || is_edge(parts, head, down, edge)) {
        return (uint32_t)(is_edge(parts, head, up, edge) ? up : down);
    }
    uint32_t index = head;
    while (index != AUK_NO_INDEX && auk__part_head(parts, index) == head && auk__part_child(parts, index) != edge) {
        index = auk__part_next(parts, index);
    }
    return index != AUK_NO_INDEX && auk__part_head(parts, index) == head ? index : AUK_NO_INDEX;
}

// True if one edge of a chain ends where another begins.
static bool leads_to(const AukParts *parts, uint32_t edge, uint32_t next)
{
    return auk__is_same_point(auk__part_ends(parts, edge)->at[1], auk__part_ends(parts, next)->at[0]);
}

// The last of the edges from a given one on whose slots follow each other up or down: by doubling, then by halving.
static uint32_t end_of_run(const AukParts *parts, uint32_t head, uint32_t index)
{
    int64_t at = index, by = is_edge(parts, head, at + 1, auk__part_child(parts, index) + 1) ? 1 : -1;
    int child = auk__part_child(parts, index), step = 1;
    for (bool doubling = true; step > 0; step = doubling ? 2 * step : step / 2) {
        bool there = is_edge(parts, head, at + by * step, child + step);
        at += there ? by * step : 0;
        child += there ? step : 0;
        doubling = doubling && there;
    }
    return (uint32_t)at;
}

// A step asks for it for each contact with the first edge of a chain with mixed filters.
static uint32_t last_edge(const AukParts *parts, uint32_t head)
{
    uint32_t last = head;
    for (uint32_t i = head; i != AUK_NO_INDEX; i = auk__part_next_piece(parts, last)) {
        last = end_of_run(parts, head, i);
    }
    return last;
}

uint32_t auk__edge_before(const AukParts *parts, const AukPart *edge)
{
    uint32_t index = auk__part_index(parts, edge), head = auk__part_head(parts, index);
    const int child = auk__part_child(parts, index);
    if (child == 0) {
        uint32_t last = last_edge(parts, head);
        return leads_to(parts, last, index) ? last : AUK_NO_INDEX;
    }
    // edges that the chain got later have slots beside each other too
    for (int64_t beside = (int64_t)index - 1; beside <= (int64_t)index + 1; beside += 2) {
        if (is_edge(parts, head, beside, child - 1)) {
            return (uint32_t)beside;
        }
    }
    return part_of_edge(parts, head, child - 1);
}

uint32_t auk__edge_after(const AukParts *parts, const AukPart *edge)
{
    uint32_t index = auk__part_index(parts, edge), next = auk__part_next_piece(parts, index);
    if (next != AUK_NO_INDEX) {
        return next;
    }
    uint32_t head = auk__part_head(parts, index);
    return leads_to(parts, index, head) ? head : AUK_NO_INDEX;
}

typedef struct ChainEdge {
    AukStatus status;
    uint32_t part; // AUK_NO_INDEX unless the status is AUK_OK
} ChainEdge;

static ChainEdge find_edge(const AukParts *parts, AukShapeId shape, int edge)
{
    ChainEdge found = {AUK_OK, AUK_NO_INDEX};
    const AukPart *part = auk__part_of(parts, shape);
    if (!part) {
        found.status = AUK_ERROR_STALE_ID;
    } else if (part->form != AUK_FORM_EDGE) {
        found.status = AUK_ERROR_UNSUPPORTED;
    } else {
        found.part = part_of_edge(parts, shape.index, edge);
        found.status = found.part == AUK_NO_INDEX ? AUK_ERROR_COUNT : AUK_OK;
    }
    return found;
}

// Notes what is wrong with the arguments of a setter.
static AukStatus edge_fault(AukWorld *world, AukStatus status, AukShapeId shape, int edge)
{
    AukFault *fault = &world->fault;
    if (status != AUK_ERROR_COUNT) {
        return status ? auk__fault_write_id(fault, status, AUK_FIELD_SHAPE, shape.index, shape.generation) : AUK_OK;
    }
    int last = -1;
    for (uint32_t i = shape.index; i != AUK_NO_INDEX; i = auk__part_next_piece(&world->parts, i)) {
        last++;
    }
    return auk__fault_count(fault, edge, 0, last, AUK_FIELD_EDGE);
}

// The edges beside one whose filter has changed: what ends there may touch them in another way.
static void change_neighbours(AukWorld *world, uint32_t index)
{
    const AukPart *edge = auk__part(&world->parts, index);
    const uint32_t beside[2] = {auk__edge_before(&world->parts, edge), auk__edge_after(&world->parts, edge)};
    for (int i = 0; i < 2; i++) {
        if (beside[i] != AUK_NO_INDEX) {
            auk__part_changed(world, beside[i]);
        }
    }
}

AukStatus auk_world_shape_set_edge_filter(AukWorld *world, AukShapeId shape, int edge, AukFilter filter)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_EDGE_FILTER, &shape, &edge, &filter);
    ChainEdge found = find_edge(&world->parts, shape, edge);
    const AukPartNeeds needs = {.filters = auk__filter_is_given(filter)};
    found.status = found.status ? found.status : auk__parts_admit(world, &needs);
    if (!found.status) {
        auk__part_set_own_filter(&world->parts, found.part, filter);
        auk__part_update_filters(world, found.part);
        auk__part(&world->parts, shape.index)->mixed_filters = true;
        change_neighbours(world, found.part);
    }
    return auk__answer(world, edge_fault(world, found.status, shape, edge));
}

AukFilter auk_world_shape_get_edge_filter(const AukWorld *world, AukShapeId shape, int edge)
{
    const AukFilter none = {0, 0, 0};
    uint32_t part = world ? find_edge(&world->parts, shape, edge).part : AUK_NO_INDEX;
    return part == AUK_NO_INDEX ? none : *auk__part_own_filter(&world->parts, part);
}

bool auk__edge_data_reserve(AukEdgeDataList *data, int count)
{
    return auk__buffer_reserve(&data->list, sizeof(AukEdgeData), count);
}

void auk__edge_data_release(AukEdgeDataList *data)
{
    auk__buffer_free(&data->list);
}

void auk__edge_data_remove(AukEdgeDataList *data, uint32_t head)
{
    auk__part_list_remove(&data->list, sizeof(AukEdgeData), head);
}

AukStatus auk_world_shape_set_edge_user_data(AukWorld *world, AukShapeId shape, int edge, uint64_t user_data)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_EDGE_USER_DATA, &shape, &edge, &user_data);
    ChainEdge found = find_edge(&world->parts, shape, edge);
    if (found.status) {
        return auk__answer(world, edge_fault(world, found.status, shape, edge));
    }
    if (edge > 0) {
        const AukPartNeeds needs = {.user_data = user_data != 0};
        AukStatus status = auk__parts_admit(world, &needs);
        if (status) {
            return auk__answer(world, status);
        }
        auk__part_set_user_data(&world->parts, found.part, user_data);
    } else if (user_data == 0) {
        auk__edge_data_remove(&world->edge_data, found.part);
    } else if (auk__edge_data_reserve(&world->edge_data, world->edge_data.list.count + 1)) {
        AukEdgeData *data = auk__part_list_add(&world->edge_data.list, sizeof *data, found.part);
        data->user_data = user_data;
    } else {
        return auk__answer(world, AUK_ERROR_OUT_OF_MEMORY);
    }
    return auk__answer(world, AUK_OK);
}

uint64_t auk_world_shape_get_edge_user_data(const AukWorld *world, AukShapeId shape, int edge)
{
    uint32_t part = world ? find_edge(&world->parts, shape, edge).part : AUK_NO_INDEX;
    if (part == AUK_NO_INDEX) {
        return 0;
    }
    const AukEdgeData *first = edge > 0 ? NULL : auk__part_list_find(&world->edge_data.list, sizeof *first, part);
    return edge > 0 ? auk__part_user_data(&world->parts, part) : (first ? first->user_data : 0);
}
