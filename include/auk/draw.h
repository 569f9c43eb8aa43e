// A world as lines: plain primitives in the world's frame, to be drawn with whatever a game draws with.
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

/// What an item shows: enough to choose a colour.
typedef enum AukDrawCategory {
    AUK_DRAW_STATIC = 0, ///< outline of a shape of a static body
    AUK_DRAW_MOVING,     ///< of a moving body
    AUK_DRAW_SWEPT,      ///< of a swept body
    AUK_DRAW_TOUCHING,   ///< of a body of any motion that had a contact in the last step
    AUK_DRAW_SENSOR,     ///< of a sensor
    AUK_DRAW_DISABLED,   ///< of a disabled body
    AUK_DRAW_BOX,        ///< box of a shape
    AUK_DRAW_VELOCITY,   ///< where a body's origin would be after AukDrawOptions.seconds
    AUK_DRAW_PAIR,       ///< joins the origins of two bodies that touched in the last step, sensors included
    AUK_DRAW_CONTACT,    ///< contact point of the last step
    AUK_DRAW_NORMAL,     ///< its normal, half as long as the smaller shape reaches
    AUK_DRAW_HIT,        ///< point and normal of a hit of the last step
    AUK_DRAW_STRIP,      ///< border between two strips that the broad phase sweeps in
    AUK_DRAW_CATEGORY_COUNT
} AukDrawCategory;

/// What to show, for AukDrawOptions.show.
#define AUK_SHOW_SHAPES 1u
#define AUK_SHOW_TOUCHING 2u ///< gives outlines of touching bodies a category of their own
#define AUK_SHOW_BOXES 4u
#define AUK_SHOW_VELOCITIES 8u
#define AUK_SHOW_PAIRS 16u
#define AUK_SHOW_CONTACTS 32u ///< points and normals
#define AUK_SHOW_HITS 64u
#define AUK_SHOW_ALL 127u
#define AUK_SHOW_STRIPS                                                                                                \
    128u ///< not in AUK_SHOW_ALL: what they are depends on how the world came to be what it is, and
         ///< a world that finds pairs by brute force has none

typedef struct AukDrawOptions {
    uint32_t show; ///< AUK_SHOW_...; 0 stands for shapes, touching and contacts
    AukBox region; ///< items whose boxes touch it; {0} is everywhere. A world that wraps around is drawn in every image
                   ///< that reaches into the region, one after the other; everywhere is then its rectangle
    float error;   ///< how far the segments of an ellipse or a custom shape may be inside its outline; 0 stands for a
                   ///< 512th of its extent. All else is exact but for the rounding of floats
    float seconds; ///< how far ahead velocities point; 0 stands for a tenth
} AukDrawOptions;

typedef struct AukDrawItem {
    AukDrawKind kind;
    AukDrawCategory category;
    AukVec2 p, q;   ///< the ends; of a point both are the same
    AukVec2 center; ///< of an arc
    float radius;
    float angle; ///< of an arc: where it begins, radians counter-clockwise from the x axis
    float turn;  ///< and how far it goes, above 0, at most a full turn. A full circle begins on the shape's own x axis
    AukBodyId body;   ///< whose it is; of pairs, contacts and hits the first one
    AukShapeId shape; ///< {0} for velocities and pairs
} AukDrawItem;

/// Writes what is to be drawn: outlines by shape slot, then the others in the order of their categories, each contact
/// followed by its normal. Sees every change made before; contacts and hits are those of the last step. Equal worlds
/// give equal items, but for strips. Allocates nothing, and may run on many threads between steps. O(shapes); a shape
/// out of the region costs a look at its box.
///
/// @param options  null is {0}
/// @return the number written, at most `capacity`; (NULL, 0) counts; minus an AukStatus for bad options
AUK_API int auk_world_draw(const AukWorld *world, const AukDrawOptions *options, AukDrawItem *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
