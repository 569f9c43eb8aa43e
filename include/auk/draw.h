/// @file
/// Debug drawing: writes the world as points, segments and arcs in world coordinates, for any renderer.
#ifndef AUK_DRAW_H
#define AUK_DRAW_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How an item is drawn.
typedef enum AukDrawKind {
    AUK_DRAW_POINT = 0, ///< at `p`
    AUK_DRAW_SEGMENT,   ///< from `p` to `q`
    AUK_DRAW_ARC        ///< around `center`, counter-clockwise from `p` to `q`
} AukDrawKind;

/// What an item shows, so that the game can choose a colour. The outline of a shape has the first category that applies
/// of DISABLED, SENSOR, TOUCHING (with AUK_SHOW_TOUCHING), and the motion of its body.
typedef enum AukDrawCategory {
    AUK_DRAW_STATIC = 0,    ///< outline of a shape of a static body
    AUK_DRAW_MOVING,        ///< outline of a shape of a moving body
    AUK_DRAW_SWEPT,         ///< outline of a shape of a swept body
    AUK_DRAW_TOUCHING,      ///< outline of a shape whose body had a contact in the last step
    AUK_DRAW_SENSOR,        ///< outline of a sensor
    AUK_DRAW_DISABLED,      ///< outline of a shape that is disabled, or whose body is
    AUK_DRAW_BOX,           ///< bounding box of a shape
    AUK_DRAW_VELOCITY,      ///< from a body's origin to where it will be after AukDrawOptions.seconds
    AUK_DRAW_PAIR,          ///< joins the origins of two bodies that touched in the last step; sensors count too
    AUK_DRAW_CONTACT,       ///< contact point of the last step
    AUK_DRAW_NORMAL,        ///< normal of a contact; its length is half the extent of the smaller shape
    AUK_DRAW_HIT,           ///< point or normal of a hit of the last step
    AUK_DRAW_STRIP,         ///< border between two strips of the broad phase
    AUK_DRAW_CATEGORY_COUNT ///< the number of categories; no category itself
} AukDrawCategory;

#define AUK_SHOW_SHAPES 1u     ///< bit of AukDrawOptions.show, as all AUK_SHOW_...: outlines of shapes
#define AUK_SHOW_TOUCHING 2u   ///< outlines of touching bodies get the category AUK_DRAW_TOUCHING
#define AUK_SHOW_BOXES 4u      ///< AUK_DRAW_BOX
#define AUK_SHOW_VELOCITIES 8u ///< AUK_DRAW_VELOCITY
#define AUK_SHOW_PAIRS 16u     ///< AUK_DRAW_PAIR
#define AUK_SHOW_CONTACTS 32u  ///< points and normals
#define AUK_SHOW_HITS 64u      ///< points and normals
#define AUK_SHOW_ALL 127u      ///< all bits but AUK_SHOW_STRIPS
/// AUK_DRAW_STRIP. Not part of AUK_SHOW_ALL: strips depend on the history of the world, so equal worlds may have
/// different strips. A world with AUK_BROAD_BRUTE_FORCE has none.
#define AUK_SHOW_STRIPS 128u

/// What to draw, and how.
typedef struct AukDrawOptions {
    uint32_t show; ///< AUK_SHOW_... bits; 0 stands for shapes, touching and contacts
    AukBox region; ///< only items whose boxes touch it, of an arc the box of its whole circle; {0} is everywhere. In a
                   ///< world that wraps around, every image in the region is drawn, one image after the other, and {0}
                   ///< stands for the wrap rectangle
    float error;   ///< largest distance between the outline of an ellipse or a custom shape and its segments, which lie
                 ///< inside; 0 stands for 1/512 of the extent of the shape. An outline has at most 8192 segments, which
                 ///< may set a larger distance. All other items are exact up to float rounding
    float seconds; ///< velocities are drawn as the motion of this many seconds; 0 stands for 0.1
} AukDrawOptions;

/// One point, segment or arc.
typedef struct AukDrawItem {
    AukDrawKind kind;         ///< which of the members below it has
    AukDrawCategory category; ///< what it shows
    AukVec2 p, q;             ///< the ends, world space; equal for a point
    AukVec2 center;           ///< for an arc
    float radius;             ///< for an arc, length units
    float angle;              ///< for an arc: where it begins, radians counter-clockwise from the x axis
    float turn;               ///< for an arc: its angle, in (0, 2 pi]. A full circle begins on the shape's own x axis
    AukBodyId body;           ///< the body shown; for pairs, contacts and hits body a; {0} for strips
    AukShapeId shape;         ///< the shape shown, for contacts and hits shape a; {0} for velocities, pairs and strips
    int child; ///< the piece shown of a shape of several, as in AukContact: of tiles the cell. Else 0, and
               ///< for the box of a grid
} AukDrawItem;

/// Writes the items to draw. Outlines come first, piece by piece in the order of slots; a shape of several pieces may
/// have slots with those of other shapes between them. Then the other categories in the order of AukDrawCategory,
/// except that each contact and each hit is followed by its normal.
///
/// Changes made since the last step are visible; contacts and hits are those of the last step. Equal worlds give equal
/// items, except for strips. Allocates nothing; many threads may call it between steps. O(shapes); for a shape outside
/// the region only its box is tested. Of a half-plane the surface is drawn, across the region; where the region is
/// everywhere, across the bounds of the world and as much again on each side. It has no box to draw.
///
/// @param options  null is {0}
/// @return the number of items written, at most `capacity`; a null `out` counts them all. Or minus an AukStatus:
///         AUK_ERROR_NULL, AUK_ERROR_COUNT for a negative capacity, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE (also a
///         region over more than AUK_WRAP_IMAGES_MAX images, or velocities over eight times as many),
///         AUK_ERROR_NEGATIVE (a region with min > max, `error`, `seconds`), AUK_ERROR_ENUM for unknown bits in `show`
AUK_API int auk_world_draw(const AukWorld *world, const AukDrawOptions *options, AukDrawItem *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
