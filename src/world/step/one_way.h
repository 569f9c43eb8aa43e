// The rule of one-way shapes, for bodies in the step and for movers.
#ifndef AUK_WORLD_STEP_ONE_WAY_H
#define AUK_WORLD_STEP_ONE_WAY_H

#include "geom/toi.h"
#include "world/state/pieces.h"

// The sine up to which a half-plane or a side faces a direction: more than rounding makes.
#define AUK_ONE_WAY_FACING 1e-6

// True if a one-way shape blocks another shape: the other shape is wholly in front of it along `direction` (any length
// but zero), within tau. Both shapes are placed in one frame, at their poses before the motion. A shape that was
// blocked before and still touches stays blocked; the caller has to test for that.
bool auk__one_way_blocks(const AukSupportShape *one_way, AukDvec direction, const AukSupportShape *other, double tau);

// The same for a piece of a one-way shape. An edge of a chain also blocks a shape on its outer side, because a shape
// that walks up a slope is never in front of the whole edge. A shape beside the edge, which may be lower than the edge
// is, is on the outer side if it is so where the chain passes it. It is not if it overlaps an edge there, or the edge
// before or after: a character that falls back half through a chain hung at the next joint.
bool auk__one_way_piece_blocks(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                               const AukSupportShape *other, double tau);

// True if a shape overlaps an edge of a chain to which the chain leads from the given edge, from joint to joint beside
// the shape: it is half through the chain.
bool auk__one_way_is_half_through(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                                  const AukSupportShape *other, double tau);

// True if a shape is above a piece of a surface, along the direction: a line along it meets both, and the shape touches
// or is nearest to a side of the piece that faces the direction and that no neighbour covers.
bool auk__one_way_is_above(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                           const AukSupportShape *other, double tau);

// True if a shape is in front of a face of a polygon, up to a depth, and does not overlap the polygon. The face need
// only face the direction to some degree.
bool auk__one_way_is_ahead(const AukSupportShape *core, AukDvec direction, const AukSupportShape *other, double tau,
                           double depth);

// Two pieces at their poses before the step, in a frame around the origin of the body of the first.
typedef struct AukOneWaySight {
    AukPartPiece piece, other;
    AukSupportShape core, core_other;
    double tau; // of the pair, and what the rounding of the two positions may hide
} AukOneWaySight;

// Which pieces of an outline a shape overlaps before the step: the same for all pairs of the two shapes, which follow
// each other in the list of pairs.
typedef struct AukOutlineMemo {
    uint32_t head;        // of the outline
    const AukPart *other; // the part of the shape; null: nothing is known
    int child;            // its number
    int count;            // of the pieces; 2: or more
    const AukPart *piece; // one of them
} AukOutlineMemo;

// True if a piece of an outline blocks a shape that is not in front of the whole piece: what is above it, or in front
// of one of its slopes, and not half through the outline. False for other pieces. `memo` is all zero at first.
bool auk__one_way_outline_blocks(const AukWorld *world, const AukOneWaySight *sight, AukDvec direction,
                                 AukOutlineMemo *memo);

// auk__one_way_piece_blocks() for a one-way cell, whose shape is placed as `core`, up to a depth in its floor. If the
// floor is not level across its direction, it is enough that the other shape is in front of one face of the floor: a
// shape that walks up a slope is never in front of the whole cell ahead, but it is in front of that cell's face.
bool auk__one_way_cell_blocks(const AukPartPiece *piece, const AukSupportShape *core, const AukSupportShape *other,
                              double depth);

// True if a shape is above a one-way cell whose floor is not level, as at the crest of a hill, where it is in front
// neither of the line of the slope nor of the level floor beyond.
bool auk__one_way_is_above_slope(const AukPartPiece *piece, const AukSupportShape *core, AukDvec direction,
                                 const AukSupportShape *other, double tau);

// True if the shapes of a pair touched after the last step. Any of their pieces count, since a shape that moves from
// one piece to the next need not be in front of the next.
bool auk__shapes_touched(const AukParts *parts, const AukOutput *output, const AukPair *pair);

// True if a piece may be a one-way cell, or a cell beside one: a quick test.
bool auk__one_way_is_near_cell(const AukParts *parts, uint32_t part, int child);

// The same for the pieces of a pair.
bool auk__one_way_is_near(const AukParts *parts, const AukPair *pair);

// Sets which one-way cells beside the cells of a pair let the other piece pass in this step.
void auk__one_way_note_sides(const AukWorld *world, AukPair *pair);

// Removes the pairs that a one-way shape or cell does not block. `grids`: there are pairs with cells.
void auk__one_way_sift(AukWorld *world, bool grids);

// True if no one-way shape or cell excludes the pair from this step.
bool auk__one_way_lets_meet(const AukWorld *world, const AukPair *pair);

// True if no one-way shape excludes a hit of the two shapes at that fraction and point, with a normal from a to b along
// which they close. May place the cores there.
bool auk__one_way_lets_hit(const AukParts *parts, const AukCcdWork *ccd, const AukPair *pair, AukShapePath *a,
                           AukShapePath *b, double fraction, AukDvec point, AukDvec normal);

#endif
