// Shapes whose pieces are replaced: further ones are inserted behind the last one, superfluous ones are removed.
// Invariant: the head stays, and with it the id. All memory is reserved and all widths are checked before the first
// change.
#include "base/predicates.h"
#include "world/state/part_shape.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

// True for an edge that would be the same: contacts that rest on it are taken over.
static bool same_edge(const AukParts *parts, uint32_t index, const AukOwnedPiece *piece)
{
    const AukPart *part = auk__part(parts, index);
    if (part->form != AUK_FORM_EDGE) {
        return false;
    }
    const AukAdjacency *adjacency = auk__adjacency(parts, index);
    const AukEnds *ends = auk__part_ends(parts, index);
    return auk__is_same_point(ends->at[0], piece->shape.core.segment[0]) &&
           auk__is_same_point(ends->at[1], piece->shape.core.segment[1]) &&
           auk__is_same_point(adjacency->before, piece->adjacency.before) &&
           auk__is_same_point(adjacency->after, piece->adjacency.after);
}

static int count_pieces(const AukParts *parts, uint32_t head)
{
    int count = 0;
    for (uint32_t i = head; i != AUK_NO_INDEX; i = auk__part_next_piece(parts, i)) {
        count++;
    }
    return count;
}

static AukStatus reserve_more(AukWorld *world, uint32_t head, int more)
{
    if (more <= 0) {
        return AUK_OK;
    }
    AukStatus status = auk__parts_reserve(world, world->parts.slots.count + more);
    status = status ? status : auk__lists_admit(&world->bodies, &world->parts);
    bool edges = auk__part(&world->parts, head)->form == AUK_FORM_EDGE;
    return status || !edges ? status : auk__adjacencies_reserve(&world->parts);
}

AukStatus auk__parts_replace(AukWorld *world, uint32_t head, AukOwnedPiece *pieces, int count)
{
    AukStatus status = reserve_more(world, head, count - count_pieces(&world->parts, head));
    const AukPart *part = auk__part(&world->parts, head);
    AukTransform pose = *auk__pose(&world->bodies, part->body);
    for (int i = 0; i < count && !status; i++) {
        status = auk__wrap_check_shape(&world->wrap, &pieces[i].shape, auk__sense(&world->parts, head)->proximity,
                                       *auk__part_local(&world->parts, head), pose);
        status = auk__piece_is_wide(&world->fault, status, part->form, i);
    }
    status = status ? status : auk__parts_acquire(&world->vertices, pieces, count);
    if (status) {
        return status;
    }
    uint32_t last = head;
    const bool mixed = auk__part(&world->parts, head)->mixed_filters;
    for (int i = 0; i < count; i++) {
        uint32_t next = i == 0 ? head : auk__part_next_piece(&world->parts, last);
        if (next == AUK_NO_INDEX) {
            last = auk__part_insert(world, last, &pieces[i]);
            continue;
        }
        last = next;
        // at the ends of a chain the neighbour may be another edge, with a filter of its own, though its points are the
        // same
        bool at_end = i == 0 || i == count - 1 || auk__part_next_piece(&world->parts, last) == AUK_NO_INDEX;
        if (!same_edge(&world->parts, last, &pieces[i]) || (mixed && at_end)) {
            auk__part_dress(world, last, &pieces[i]);
        }
    }
    auk__parts_cut(world, last);
    return AUK_OK;
}
