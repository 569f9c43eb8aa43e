// Chains: one shape whose pieces are edges. Each edge is a segment with the far ends of its two neighbours.
#include "world/state/chain.h"

#include "auk/terrain.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "world/state/call.h"
#include "world/state/world_state.h"

#include <string.h>

static AukStatus check_points(const AukVec2 *points, int count, bool closed, AukFault *fault)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        status = auk__fault_at(fault, auk__fault_vec(fault, points[i], AUK_FIELD_POINTS), i);
    }
    for (int i = 0; i < count && !status; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        bool same = points[i].x == points[next].x && points[i].y == points[next].y;
        status = same && (closed || next != 0) ? AUK_ERROR_ZERO_AREA : AUK_OK;
        status = auk__fault_at(fault, auk__fault_note(fault, status, AUK_FIELD_POINTS), next);
    }
    return status;
}

// From points[edge] to the next point.
static AukOwnedPiece edge_of(const AukVec2 *points, int count, bool closed, int edge, float radius)
{
    int next = edge + 1 < count ? edge + 1 : 0;
    int before = edge > 0 ? edge - 1 : (closed ? count - 1 : edge);
    int after = next + 1 < count ? next + 1 : (closed ? 0 : next);
    AukOwnedPiece piece;
    memset(&piece, 0, sizeof piece);
    piece.shape = radius > 0.0f ? auk_shape_capsule(points[edge], points[next], radius)
                                : auk_shape_segment(points[edge], points[next]);
    piece.vertex_block = AUK_NO_INDEX;
    piece.form = AUK_FORM_EDGE;
    piece.adjacency.before = points[before];
    piece.adjacency.after = points[after];
    return piece;
}

AukStatus auk__chain_make(const AukChainPoints *chain, float radius, AukOwnedPiece **pieces, AukFault *fault)
{
    AukStatus status = auk__fault_pointer(fault, chain->points, AUK_FIELD_POINTS);
    int fewest = chain->first > 0 ? 4 : (chain->closed ? 3 : 2);
    status = status ? status : auk__fault_count(fault, chain->count, fewest, AUK_VERTEX_COUNT_MAX, AUK_FIELD_COUNT);
    status = status ? status : check_points(chain->points, chain->count, chain->closed, fault);
    if (!status) {
        status = auk__radius_find_fault(radius, fault);
        status = auk__fault_in(fault, auk__fault_in(fault, status, AUK_FIELD_SHAPE), AUK_FIELD_DEF);
    }
    if (status) {
        return status;
    }
    *pieces = auk__reallocate(NULL, (size_t)chain->edges * sizeof **pieces);
    for (int i = 0; *pieces && i < chain->edges; i++) {
        (*pieces)[i] = edge_of(chain->points, chain->count, chain->closed, chain->first + i, radius);
    }
    return *pieces ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

static AukShapeId answer_chain(AukWorld *world, AukBodyId body, const AukChainPoints *chain, const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    AukShapeDef defaults;
    memset(&defaults, 0, sizeof defaults);
    def = def ? def : &defaults;
    AukOwnedPiece *pieces = NULL;
    AukFault *fault = &world->fault;
    AukStatus status = auk__fault_body(fault, auk__body_of(&world->bodies, body) != NULL, AUK_FIELD_BODY, body);
    status = status ? status : auk__chain_make(chain, def->shape.radius, &pieces, fault);
    status = status ? status : auk__parts_add(world, body.index, def, pieces, chain->edges, &id);
    auk__chain_place_fault(chain, fault);
    auk__release(pieces);
    auk__answer(world, status);
    return id;
}

AukShapeId auk_body_add_chain(AukWorld *world, AukBodyId body, const AukVec2 *points, int count, bool closed,
                              const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    if (!world) {
        return id;
    }
    AUK_RECORD(world, AUK_CALL_BODY_ADD_CHAIN, &body, &count, points, &closed, def);
    AukChainPoints chain = auk__chain_whole(points, count, closed);
    return answer_chain(world, body, &chain, def);
}

AukShapeId auk_body_add_chain_section(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                      const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    if (!world) {
        return id;
    }
    AUK_RECORD(world, AUK_CALL_BODY_ADD_CHAIN_SECTION, &body, &count, points, def);
    AukChainPoints chain = auk__chain_section(points, count);
    return answer_chain(world, body, &chain, def);
}
