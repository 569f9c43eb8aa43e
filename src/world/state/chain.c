// Chains: one shape whose pieces are edges. Each edge is a segment with the far ends of its two neighbours.
#include "world/state/chain.h"

#include "auk/terrain.h"
#include "base/alloc.h"
#include "base/predicates.h"
#include "world/state/call.h"
#include "world/state/world_state.h"

#include <string.h>

static AukStatus check_points(const AukVec2 *points, int count, bool closed)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < count && !status; i++) {
        status = auk__check_vec(points[i]);
    }
    for (int i = 0; i < count && !status; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        bool same = points[i].x == points[next].x && points[i].y == points[next].y;
        status = same && (closed || next != 0) ? AUK_ERROR_ZERO_AREA : AUK_OK;
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

AukStatus auk__chain_make(const AukChainPoints *chain, float radius, AukOwnedPiece **pieces)
{
    if (!chain->points) {
        return AUK_ERROR_NULL;
    }
    if (chain->edges < (chain->closed ? 3 : 1) || chain->count > AUK_VERTEX_COUNT_MAX) {
        return AUK_ERROR_COUNT;
    }
    AukStatus status = check_points(chain->points, chain->count, chain->closed);
    status = status ? status : auk_shape_circle(radius).status;
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
    AukStatus status = auk__body_of(&world->bodies, body) ? AUK_OK : AUK_ERROR_STALE_ID;
    status = status ? status : auk__chain_make(chain, def->shape.radius, &pieces);
    status = status ? status : auk__parts_add(world, body.index, def, pieces, chain->edges, &id);
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
