// Chains that are read and changed. The points of a chain are kept in its edges alone: the ends of each, and before the
// first edge and after the last one those of the neighbours, which also tell the kinds of chains apart.
#include "auk/terrain.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "world/state/call.h"
#include "world/state/chain.h"
#include "world/state/part_shape.h"
#include "world/state/world_state.h"

#include <string.h>

// The head of the chain that an id names, or null.
static const AukPart *chain_of(const AukWorld *world, AukShapeId shape)
{
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    return part && part->form == AUK_FORM_EDGE ? part : NULL;
}

typedef struct ChainEnds {
    int edges;
    AukEnds first, last;   // of the first and of the last edge
    AukVec2 before, after; // the far ends of their outer neighbours
} ChainEnds;

static ChainEnds ends_of(const AukParts *parts, uint32_t head)
{
    ChainEnds ends;
    memset(&ends, 0, sizeof ends);
    uint32_t last = head;
    for (uint32_t i = head; i != AUK_NO_INDEX; i = auk__part_next_piece(parts, i)) {
        last = i;
        ends.edges++;
    }
    ends.first = *auk__part_ends(parts, head);
    ends.last = *auk__part_ends(parts, last);
    ends.before = auk__adjacency(parts, head)->before;
    ends.after = auk__adjacency(parts, last)->after;
    return ends;
}

// An edge without a neighbour has its own end for the neighbour's far end; the points of a section differ from it.
static AukChainKind chain_kind_of(const ChainEnds *ends)
{
    if (auk__is_same_point(ends->before, ends->first.at[0])) {
        return AUK_CHAIN_OPEN;
    }
    bool closed = ends->edges >= 3 && auk__is_same_point(ends->last.at[1], ends->first.at[0]) &&
                  auk__is_same_point(ends->before, ends->last.at[0]) &&
                  auk__is_same_point(ends->after, ends->first.at[1]);
    return closed ? AUK_CHAIN_CLOSED : AUK_CHAIN_SECTION;
}

static int count_points(const ChainEnds *ends)
{
    AukChainKind kind = chain_kind_of(ends);
    return ends->edges + (kind == AUK_CHAIN_SECTION ? 3 : (kind == AUK_CHAIN_OPEN ? 1 : 0));
}

static void put_chain_point(AukVec2 *out, int capacity, int *count, AukVec2 point)
{
    if (*count < capacity) {
        out[(*count)++] = point;
    }
}

static int copy_points(const AukParts *parts, uint32_t head, const ChainEnds *ends, AukVec2 *out, int capacity)
{
    AukChainKind kind = chain_kind_of(ends);
    int count = 0;
    if (kind == AUK_CHAIN_SECTION) {
        put_chain_point(out, capacity, &count, ends->before);
    }
    for (uint32_t i = head; i != AUK_NO_INDEX && count < capacity; i = auk__part_next_piece(parts, i)) {
        put_chain_point(out, capacity, &count, auk__part_ends(parts, i)->at[0]);
    }
    if (kind != AUK_CHAIN_CLOSED) {
        put_chain_point(out, capacity, &count, ends->last.at[1]);
    }
    if (kind == AUK_CHAIN_SECTION) {
        put_chain_point(out, capacity, &count, ends->after);
    }
    return count;
}

AukChainKind auk_world_shape_get_chain_kind(const AukWorld *world, AukShapeId shape)
{
    if (!chain_of(world, shape)) {
        return AUK_CHAIN_NONE;
    }
    ChainEnds ends = ends_of(&world->parts, shape.index);
    return chain_kind_of(&ends);
}

int auk_world_shape_get_chain_points(const AukWorld *world, AukShapeId shape, AukVec2 *out, int capacity)
{
    if (!chain_of(world, shape)) {
        return 0;
    }
    ChainEnds ends = ends_of(&world->parts, shape.index);
    return out ? copy_points(&world->parts, shape.index, &ends, out, capacity) : count_points(&ends);
}

// The status of a call on a chain, before its other arguments are checked.
static AukStatus check_chain(AukWorld *world, AukShapeId shape)
{
    if (!auk__part_of(&world->parts, shape)) {
        return auk__fault_shape(&world->fault, false, AUK_FIELD_SHAPE, shape);
    }
    return chain_of(world, shape) ? AUK_OK
                                  : auk__fault_write_id(&world->fault, AUK_ERROR_UNSUPPORTED, AUK_FIELD_SHAPE,
                                                        shape.index, shape.generation);
}

static AukStatus replace_chain(AukWorld *world, uint32_t head, const AukChainPoints *chain)
{
    AukOwnedPiece *pieces = NULL;
    AukStatus status = auk__chain_make(chain, auk__given_radius(&world->parts, head), &pieces, &world->fault);
    status = status ? status : auk__parts_replace(world, head, pieces, chain->edges);
    auk__chain_place_fault(chain, &world->fault);
    auk__release(pieces);
    return status;
}

AukStatus auk_world_shape_set_chain(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count, bool closed)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_CHAIN, &shape, &count, points, &closed);
    AukChainPoints chain = auk__chain_whole(points, count, closed);
    AukStatus status = check_chain(world, shape);
    return auk__answer(world, status ? status : replace_chain(world, shape.index, &chain));
}

AukStatus auk_world_shape_set_chain_section(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_CHAIN_SECTION, &shape, &count, points);
    AukChainPoints chain = auk__chain_section(points, count);
    AukStatus status = check_chain(world, shape);
    return auk__answer(world, status ? status : replace_chain(world, shape.index, &chain));
}

// Replaces `count` points from point `first`; the chain keeps its kind.
static AukStatus replace_points(AukWorld *world, uint32_t head, int first, const AukVec2 *points, int count)
{
    ChainEnds ends = ends_of(&world->parts, head);
    int all = count_points(&ends);
    AukStatus status = auk__fault_count(&world->fault, first, 0, all, AUK_FIELD_FIRST);
    status = status ? status : auk__fault_count(&world->fault, count, 0, all - first, AUK_FIELD_COUNT);
    status = status ? status : auk__fault_pointer(&world->fault, points, AUK_FIELD_POINTS);
    if (status) {
        return status;
    }
    AukVec2 *changed = auk__reallocate(NULL, (size_t)all * sizeof *changed);
    if (!changed) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    (void)copy_points(&world->parts, head, &ends, changed, all);
    memcpy(changed + first, points, (size_t)count * sizeof *changed);
    AukChainKind kind = chain_kind_of(&ends);
    AukChainPoints chain = kind == AUK_CHAIN_SECTION ? auk__chain_section(changed, all)
                                                     : auk__chain_whole(changed, all, kind == AUK_CHAIN_CLOSED);
    status = replace_chain(world, head, &chain);
    if (status && auk__fault_is_of(&world->fault, AUK_FIELD_POINTS)) { // counted from the first point of the chain
        int index = world->fault.index[world->fault.depth - 1];
        (void)auk__fault_at(&world->fault, status,
                            index < first ? 0 : (index < first + count ? index - first : count - 1));
    }
    auk__release(changed);
    return status;
}

AukStatus auk_world_shape_set_chain_points(AukWorld *world, AukShapeId shape, int first, const AukVec2 *points,
                                           int count)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_CHAIN_POINTS, &shape, &first, &count, points);
    AukStatus status = check_chain(world, shape);
    return auk__answer(world, status ? status : replace_points(world, shape.index, first, points, count));
}
