/// @file
/// One call of geometry as a line of text: a report of a fault is then a line that a test reads and runs again. Such
/// lines stand in tests/data/geometry-cases.txt.
///
///     distance box 1 0x1p-1 0 at 0 0 1 0 circle 0x1p-2 at 3 0 1 0 -> distance 0x1.cp+0 a 1 0 b ...
///
/// A line has the name of the function, its arguments in the order of the function, and after an arrow the answer,
/// which may be missing. Words and numbers are separated by blanks. Numbers are exact: integers below 2^24, or
/// hexadecimal as %a of printf writes them, with at most 24 significant bits; -0, inf and nan. The locale has no
/// influence.
///
///     shape    circle RADIUS, capsule X Y X Y RADIUS, segment X Y X Y RADIUS, box WIDTH/2 HEIGHT/2 RADIUS,
///              ellipse WIDTH/2 HEIGHT/2 RADIUS, polygon COUNT X Y ... RADIUS,
///              half_plane NORMAL_X NORMAL_Y OFFSET RADIUS, none STATUS
///     pose     at X Y COSINE SINE
///     calls    distance SHAPE POSE SHAPE POSE, overlap and collide likewise
///              cast_ray SHAPE POSE from X Y by X Y OPTIONS
///              cast_shape SHAPE POSE by X Y SHAPE POSE OPTIONS
///              time_of_impact SHAPE POSE by X Y turn RADIANS SHAPE POSE by X Y turn RADIANS OPTIONS
///     options  skip 0 or 1 stop DISTANCE
#ifndef AUK_GEOMETRY_TEXT_H
#define AUK_GEOMETRY_TEXT_H

#include "auk/geom.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The functions of auk/geom.h that can be written.
typedef enum AukGeometryKind {
    AUK_GEOMETRY_DISTANCE = 0,   ///< auk_distance()
    AUK_GEOMETRY_OVERLAP,        ///< auk_overlap()
    AUK_GEOMETRY_COLLIDE,        ///< auk_collide()
    AUK_GEOMETRY_CAST_RAY,       ///< auk_cast_ray()
    AUK_GEOMETRY_CAST_SHAPE,     ///< auk_cast_shape()
    AUK_GEOMETRY_TIME_OF_IMPACT, ///< auk_time_of_impact()
    AUK_GEOMETRY_KIND_COUNT      ///< the number of kinds; no kind itself
} AukGeometryKind;

/// A call with its arguments. Members that the function does not take are not read.
typedef struct AukGeometryCall {
    AukGeometryKind kind; ///< the function
    AukShape a, b;        ///< in the order of the function; b is not used by cast_ray
    AukPath path_a; ///< `start` is the pose of a; `delta` is for cast_shape and time_of_impact, `turn` for the latter
    AukPath path_b; ///< the same of b; for cast_ray `start.p` is the start of the ray and `delta` the ray
    AukCastOptions options; ///< of casts and time_of_impact
} AukGeometryCall;

/// The answer of a call: the member of its kind, the others are {0}.
typedef struct AukGeometryAnswer {
    bool known;           ///< false: there is no answer, as in a line that ends with the call
    bool overlap;         ///< of overlap
    AukDistance distance; ///< of distance
    AukManifold manifold; ///< of collide
    AukCast cast;         ///< of cast_ray, cast_shape and time_of_impact
} AukGeometryAnswer;

/// Makes the call. `known` is false for null and for a kind that is none.
AUK_API AukGeometryAnswer auk_geometry_run(const AukGeometryCall *call);

/// Writes a call, and its answer if it is known, as a line without an end of line, cut to `capacity` bytes including
/// the final zero. auk_geometry_read() makes the same bits of it; only a NaN may have others.
///
/// @param answer  may be null
/// @param text    (NULL, 0) measures
/// @return the length of the whole line without the zero, or minus an AukStatus, with nothing written: AUK_ERROR_NULL
///         for a null call, and for a null text with a capacity above 0; AUK_ERROR_COUNT for a negative capacity, and
///         for a polygon whose count is negative or above AUK_VERTEX_COUNT_MAX; AUK_ERROR_ENUM for a kind that is none;
///         AUK_ERROR_UNSUPPORTED for a custom shape
AUK_API int auk_geometry_text(const AukGeometryCall *call, const AukGeometryAnswer *answer, char *text, int capacity);

/// Reads a call, up to the end of the line or of the text. Shapes are checked as their constructors check them.
///
/// @param vertices  room for the vertices of both shapes, `capacity` in all; the polygons of `call` borrow them. Null
///                  with 0.
/// @param call      not written if the line is refused
/// @param answer    the answer in the line, `known` false without one; may be null. It is read and checked in any case.
/// @param column    where the fault is, from 1; 0 without a fault. May be null.
/// @return AUK_OK, or AUK_ERROR_NULL; AUK_ERROR_DAMAGED for a word or a number that is none; AUK_ERROR_COUNT for too
///         many vertices or a negative capacity; the error of a shape
AUK_API AukStatus auk_geometry_read(const char *text, AukVec2 *vertices, int capacity, AukGeometryCall *call,
                                    AukGeometryAnswer *answer, int *column);

#ifdef __cplusplus
}
#endif

#endif
