// Shapes of several convex pieces: outlines that are cut into pieces, and the pieces of any shape for who reads them.
#include "auk/shapes.h"
#include "base/alloc.h"
#include "world/state/call.h"
#include "world/state/part_shape.h"
#include "world/state/world_state.h"

#include <string.h>

// An outline as the caller gives it.
typedef struct GivenOutline {
    const AukVec2 *points;
    int count;
    const int *hole_starts;
    int hole_count;
} GivenOutline;

// The pieces of an outline, and the memory that they borrow.
typedef struct CutPieces {
    AukDecomposition cut;
    AukVec2 *vertices;
    AukOwnedPiece *items;
} CutPieces;

static void release_pieces(CutPieces *pieces)
{
    auk__release(pieces->items);
    auk__release(pieces->vertices);
    auk__release(pieces->cut.pieces);
    auk__release(pieces->cut.indices);
}

// Sets up one owned piece per convex piece.
static AukStatus make_pieces(CutPieces *pieces, const AukVec2 *points, float radius)
{
    const AukDecomposition *cut = &pieces->cut;
    for (int i = 0; i < cut->index_count; i++) {
        pieces->vertices[i] = points[cut->indices[i]];
    }
    for (int i = 0; i < cut->piece_count; i++) {
        AukOwnedPiece *piece = &pieces->items[i];
        memset(piece, 0, sizeof *piece);
        piece->shape = auk_shape_polygon(pieces->vertices + cut->pieces[i].first, cut->pieces[i].count, radius);
        piece->vertex_block = AUK_NO_INDEX;
        piece->form = AUK_FORM_CONVEX;
        if (piece->shape.status) {
            return piece->shape.status;
        }
    }
    return AUK_OK;
}

static AukStatus check_outline_given(const GivenOutline *outline, AukFault *fault)
{
    AukStatus status = auk__fault_count(fault, outline->count, 3, AUK_VERTEX_COUNT_MAX, AUK_FIELD_COUNT);
    int most = outline->count / 3 - 1; // each ring has 3 points or more
    status = status ? status : auk__fault_count(fault, outline->hole_count, 0, most, AUK_FIELD_HOLE_COUNT);
    status = status ? status : auk__fault_pointer(fault, outline->points, AUK_FIELD_POINTS);
    return status || outline->hole_count == 0 ? status
                                              : auk__fault_pointer(fault, outline->hole_starts, AUK_FIELD_HOLE_STARTS);
}

// Notes where an outline that cannot be cut is at fault: at the first start of a hole that leaves too few points to the
// ring before it or to those after it, at two edges that meet, or at a point.
static AukStatus outline_fault(AukFault *fault, AukStatus status, const GivenOutline *outline,
                               const AukDecomposition *cut)
{
    if (status == AUK_ERROR_NOT_SIMPLE) {
        return auk__fault_write_edges(fault, status, AUK_FIELD_POINTS, cut->edge_a, cut->edge_b);
    }
    if (status == AUK_ERROR_COUNT) {
        AukStatus found = AUK_OK;
        int start = 0;
        for (int i = 0; i < outline->hole_count && !found; i++) {
            int end = outline->hole_starts[i], rings = outline->hole_count - i;
            found = auk__fault_count(fault, end, (int64_t)start + 3, outline->count - 3 * (int64_t)rings,
                                     AUK_FIELD_HOLE_STARTS);
            found = auk__fault_at(fault, found, i);
            start = end;
        }
        return status;
    }
    return auk__fault_points(fault, status, outline->points, outline->count);
}

// Cuts an outline. The caller releases the pieces, also after an error.
static AukStatus cut_outline(const GivenOutline *outline, float radius, CutPieces *pieces, AukFault *fault)
{
    memset(pieces, 0, sizeof *pieces);
    AukStatus status = check_outline_given(outline, fault);
    if (status) {
        return status;
    }
    size_t piece_room = (size_t)outline->count + 2 * (size_t)outline->hole_count, index_room = 3 * piece_room;
    AukDecomposition *cut = &pieces->cut;
    cut->indices = auk__reallocate(NULL, index_room * sizeof *cut->indices);
    cut->index_capacity = (int)index_room;
    cut->pieces = auk__reallocate(NULL, piece_room * sizeof *cut->pieces);
    cut->piece_capacity = (int)piece_room;
    pieces->vertices = auk__reallocate(NULL, index_room * sizeof *pieces->vertices);
    pieces->items = auk__reallocate(NULL, piece_room * sizeof *pieces->items);
    bool room = cut->indices && cut->pieces && pieces->vertices && pieces->items;
    status = room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
    status = status ? status
                    : auk_decompose(outline->points, outline->count, outline->hole_starts, outline->hole_count, cut);
    if (status) {
        return outline_fault(fault, status, outline, cut);
    }
    status = make_pieces(pieces, outline->points, radius);
    if (status && auk__radius_find_fault(radius, fault) == status) {
        return auk__fault_in(fault, auk__fault_in(fault, status, AUK_FIELD_SHAPE), AUK_FIELD_DEF);
    }
    return auk__fault_note(fault, status, AUK_FIELD_POINTS);
}

AukShapeId auk_body_add_outline(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                const int *hole_starts, int hole_count, const AukShapeDef *def)
{
    AukShapeId id = {0, 0};
    if (!world) {
        return id;
    }
    AUK_RECORD(world, AUK_CALL_BODY_ADD_OUTLINE, &body, &count, points, &hole_count, hole_starts, def);
    if (!auk__body_of(&world->bodies, body)) {
        auk__answer(world, auk__fault_body(&world->fault, false, AUK_FIELD_BODY, body));
        return id;
    }
    AukShapeDef defaults;
    memset(&defaults, 0, sizeof defaults);
    def = def ? def : &defaults;
    GivenOutline outline = {points, count, hole_starts, hole_count};
    CutPieces pieces;
    AukStatus status = cut_outline(&outline, def->shape.radius, &pieces, &world->fault);
    status = status ? status : auk__parts_add(world, body.index, def, pieces.items, pieces.cut.piece_count, &id);
    release_pieces(&pieces);
    auk__answer(world, status);
    return id;
}

AukStatus auk_world_shape_set_outline(AukWorld *world, AukShapeId shape, const AukVec2 *points, int count,
                                      const int *hole_starts, int hole_count)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_SHAPE_SET_OUTLINE, &shape, &count, points, &hole_count, hole_starts);
    const AukPart *part = auk__part_of(&world->parts, shape);
    if (!part) {
        return auk__answer(world, auk__fault_shape(&world->fault, false, AUK_FIELD_SHAPE, shape));
    }
    if (part->form != AUK_FORM_CONVEX || part->kind != AUK_SHAPE_POLYGON) {
        return auk__answer(world, auk__fault_write_id(&world->fault, AUK_ERROR_UNSUPPORTED, AUK_FIELD_SHAPE,
                                                      shape.index, shape.generation));
    }
    GivenOutline outline = {points, count, hole_starts, hole_count};
    CutPieces pieces;
    AukStatus status = cut_outline(&outline, auk__given_radius(&world->parts, shape.index), &pieces, &world->fault);
    status = status ? status : auk__parts_replace(world, shape.index, pieces.items, pieces.cut.piece_count);
    release_pieces(&pieces);
    return auk__answer(world, status);
}

int auk_world_shape_get_pieces(const AukWorld *world, AukShapeId shape, AukShape *out, int capacity)
{
    const AukPart *part = world ? auk__part_of(&world->parts, shape) : NULL;
    if (!part || part->form == AUK_FORM_TILES) {
        return 0;
    }
    int count = 0;
    for (uint32_t i = shape.index; i != AUK_NO_INDEX && (!out || count < capacity);
         i = auk__part_next_piece(&world->parts, i)) {
        if (out) {
            out[count] = auk__part_shape(&world->parts, auk__part(&world->parts, i));
        }
        count++;
    }
    return count;
}
