// The pieces that the shapes of bodies are made of: made, unmade, and kept where the broad phase and the queries look
// for them.
#ifndef AUK_WORLD_STATE_PARTS_H
#define AUK_WORLD_STATE_PARTS_H

#include "world/state/world_state.h"

// Touching ends above 2 tau = size * 2^-20, and the size of a pair that near is at most 2.83 times the larger extent
// (the extents being coordinates, a corner is sqrt 2 away): growing each box by this much of its own extent covers it.
#define AUK_CONTACT_MARGIN (3.0 * 0x1p-20)

// The box of a shape for its body in a pose, grown by what tau may add: whatever touches has touching boxes.
AukBox auk__part_box(const AukPart *part, AukTransform pose);

// The same for a part of the world, kept in world->parts.tight. Of one that is centred its reach is kept too: while its
// body does not turn, the next box is that reach from the next place.
AukBox auk__tighten(AukBodies *bodies, AukParts *parts, uint32_t index, AukTransform pose);

// What auk__tighten() keeps as the reach of a centred part. Rotations of bodies are of unit length.
static inline AukLocalBox auk__part_reach(const AukPart *part, AukRot rotation)
{
    AukDtransform place = {0.0, 0.0, rotation.c, rotation.s};
    return auk__local_box_widened(&part->shape, &place, part->extent * AUK_CONTACT_MARGIN);
}

// Sets `simple` after the list of a body's parts has changed, or whether it is enabled.
void auk__body_judge_parts(AukBodies *bodies, AukParts *parts, uint32_t body);

// Room for `count` shapes in every array that has an entry per shape.
AukStatus auk__parts_reserve(AukWorld *world, int count);

// Changes how far a part senses; the number has been checked.
void auk__part_set_proximity(AukWorld *world, uint32_t index, float proximity);

// What is wrong with a shape's proximity and its one-way direction.
AukStatus auk__shape_extras_check(const AukShape *shape, bool sensor, float proximity, AukVec2 one_way);

// Sets the one-way direction of a part.
void auk__part_set_one_way(AukParts *parts, uint32_t index, AukVec2 one_way);

// Checks a shape, and makes the world's own copy of the vertices that it borrows; `geometry` is the copy, or
// AUK_NO_INDEX. AUK_ERROR_OUT_OF_MEMORY, or what is wrong with the shape.
AukStatus auk__part_own(AukGeometryStore *vertices_, AukBuffer *customs, const AukShape *shape, uint32_t *geometry);

// Adds an owned shape of one piece to a body, with the room reserved.
AukShapeId auk__part_place(AukWorld *world, uint32_t body, const AukShapeDef *def, uint32_t geometry);

// Adds a shape of one piece to a body. The definition is checked here.
AukStatus auk__part_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukShapeId *id);

// Gives a part, alone of its shape, another shape. Checked here.
AukStatus auk__part_reshape(AukWorld *world, uint32_t index, const AukShape *shape);

// Puts a shape where it belongs after its body's pose, motion or enabledness changed.
void auk__part_refresh(AukWorld *world, uint32_t index);

// A piece of a shape of several, and the copy of its vertices once the world owns it.
typedef struct AukOwnedPiece {
    AukShape shape;
    uint32_t geometry;
    uint8_t form;
    AukSeam seam; // of what has one
} AukOwnedPiece;

// Room for the seams of as many parts as auk__parts_reserve() has made room for.
AukStatus auk__seams_reserve(AukParts *parts);

// Adds one shape of `count` valid pieces; `def->shape` is not looked at.
AukStatus auk__parts_add(AukWorld *world, uint32_t body, const AukShapeDef *def, AukOwnedPiece *pieces, int count,
                         AukShapeId *id);

// Removes a shape with all its pieces.
void auk__parts_remove(AukWorld *world, uint32_t head);

// Sets `plain` after a filter or an owner has changed.
void auk__part_judge(AukWorld *world, uint32_t index);

// Removes all shapes of a body.
void auk__parts_remove_all(AukWorld *world, uint32_t body);

// The world's copy of a custom shape, or null.
const AukCustomShape *auk__custom(const AukBuffer *custom_list, uint32_t number);

// True if both are the same function with the same context and box.
bool auk__same_custom(const AukCustomShape *a, const AukCustomShape *b);

// What follows from shape and place of a part: its extent and how far turning may carry it.
void auk__part_measure(AukPart *part);

// Releases the world's copies of custom shapes.
void auk__customs_free(AukBuffer *customs);

#endif
