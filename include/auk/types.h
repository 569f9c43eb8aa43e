/// @file
/// Plain data types that every layer uses: vectors, poses, boxes, ids, shapes, filters, status codes.
/// Invariant: 0 in a member of a public struct means its useful default, and `{0}` (in C++ `{}`) the default of all.
/// Some members have none and must be given: the shape of an AukShapeDef or an AukMover, the size of an AukTilesDef or
/// an AukMask, the function of an AukRecordSink or an AukCustomShape, arrays that a call reads or fills.
#ifndef AUK_TYPES_H
#define AUK_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/// Stands before every function that the library exports. On Windows a game that uses the DLL defines `AUK_SHARED`.
#if defined(_WIN32) && defined(AUK_SHARED)
#    ifdef AUK_BUILDING
#        define AUK_API __declspec(dllexport)
#    else
#        define AUK_API __declspec(dllimport)
#    endif
#elif defined(__GNUC__)
#    define AUK_API __attribute__((visibility("default")))
#else
#    define AUK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Largest magnitude of a coordinate, an extent, or a distance travelled in one step. A call or a step that would
/// exceed it is refused with AUK_ERROR_RANGE.
#define AUK_COORDINATE_MAX 1e15f

/// Most vertices of a polygon, an outline or a chain.
#define AUK_VERTEX_COUNT_MAX (1 << 24)

/// The result of a call. Zero is success. auk_status_text() describes every value.
typedef enum AukStatus {
    AUK_OK = 0,           ///< the call did what it says
    AUK_ERROR_NULL,       ///< a required pointer is null
    AUK_ERROR_NOT_FINITE, ///< a number is NaN or infinite
    AUK_ERROR_RANGE,      ///< a number is beyond AUK_COORDINATE_MAX, or outside the range that it may have
    AUK_ERROR_NEGATIVE,   ///< a radius, an extent or a distance is negative, or a box has min > max
    AUK_ERROR_COUNT,      ///< a count, a capacity or a cell number is negative, too small or too large
    AUK_ERROR_ZERO_AREA,  ///< a shape has no area, or an edge no length (points repeat or lie on one line, or a size or
                          ///< the normal of a half-plane is 0)
    AUK_ERROR_NOT_CONVEX, ///< vertices are not a strictly convex counter-clockwise polygon
    AUK_ERROR_NO_SHAPE,   ///< a shape of kind AUK_SHAPE_NONE where one is needed
    AUK_ERROR_ENUM,       ///< an enumeration or a set of flags has an unknown value
    AUK_ERROR_STALE_ID,   ///< an id is null, or its body, shape or proxy no longer exists
    AUK_ERROR_TIME_STEP,  ///< a time step is negative, NaN or infinite, or 0 where there must be one
    AUK_ERROR_STATIC_BODY,     ///< a static body cannot have a velocity, a spin or a target
    AUK_ERROR_PAIR_LIMIT,      ///< an update or a step found more pairs than `max_pairs` allows
    AUK_ERROR_OUT_OF_MEMORY,   ///< the allocator returned null
    AUK_ERROR_UNSUPPORTED,     ///< the call does not work on a shape of this kind
    AUK_ERROR_NOT_SIMPLE,      ///< an outline crosses or touches itself or a hole, or a hole is not inside
    AUK_ERROR_NUMBER,          ///< a custom shape's number is not registered, or belongs to another custom shape
    AUK_ERROR_ITERATION_LIMIT, ///< an iteration stopped at its bound; the result is a safe estimate
    AUK_ERROR_THREAD,          ///< the system cannot start as many threads as were asked for
    AUK_ERROR_DAMAGED,         ///< a buffer is not a snapshot, a delta or a record, or was changed after it was written
    AUK_ERROR_VERSION,    ///< the buffer was written by another version of auk, or on a machine with another byte order
    AUK_ERROR_WORLD_DEF,  ///< the snapshot is of a world with other static_pairs, max_pairs, history, wrap or up
    AUK_ERROR_SAME_BODY,  ///< the call needs two bodies, and both ids name the same one
    AUK_ERROR_FILE,       ///< a file cannot be opened or written, or a record sink refused bytes
    AUK_ERROR_BUSY,       ///< the world is already being recorded
    AUK_ERROR_NOT_SENSOR, ///< a proximity distance was given for a shape that is not a sensor
    AUK_ERROR_NOT_TILES,  ///< the shape is not a grid of tiles
    AUK_ERROR_ARITHMETIC, ///< the library was compiled in a mode that rounds otherwise, such as -ffast-math
    AUK_ERROR_NOT_SWEPT,  ///< only a swept body can have a response other than AUK_RESPONSE_CROSS
    AUK_ERROR_HALF_PLANE, ///< only a static body, in a world that does not wrap around, can have a half-plane
    AUK_ERROR_IN_USE,     ///< a kind of tile that cells have cannot be removed
    AUK_STATUS_COUNT      ///< the number of statuses; no status itself
} AukStatus;

/// A short English sentence for a status. Never null, also for unknown values.
AUK_API const char *auk_status_text(AukStatus status);

/// A world, see auk/world.h.
typedef struct AukWorld AukWorld;

/// A point, a vector or a direction.
typedef struct AukVec2 {
    float x, y; ///< a position in length units, unless said otherwise
} AukVec2;

/// A rotation as cosine and sine. Input rules: a pair whose squared length differs from 1 by at most 1e-6 is kept bit
/// by bit, which includes the results of auk_rot() and products of several. {0, 0} is the identity. Any other pair is
/// normalised.
typedef struct AukRot {
    float c, s; ///< cosine and sine of the angle, counter-clockwise
} AukRot;

/// A pose: rotate by `q`, then translate by `p`. {0} is the identity.
typedef struct AukTransform {
    AukVec2 p; ///< where the origin of the frame is
    AukRot q;  ///< how its axes are rotated
} AukTransform;

/// An axis-aligned box. It is closed: boxes that share only a border overlap.
typedef struct AukBox {
    AukVec2 min, max; ///< the corners of smallest and of largest x and y
} AukBox;

/// The id of a body in one world. {0} is null. `index` is the body's slot: a fresh world gives 0, 1, 2 ...;
/// `generation` tells apart bodies that used the same slot.
typedef struct AukBodyId {
    uint32_t index;      ///< of the slot, from 0
    uint32_t generation; ///< from 1; 0 is null
} AukBodyId;

/// The id of a shape in one world. {0} is null.
typedef struct AukShapeId {
    uint32_t index;      ///< of the slot of the shape's first piece, from 0
    uint32_t generation; ///< from 1; 0 is null
} AukShapeId;

/// Which shapes can collide. Two shapes do not collide if one ignores the other's category, or if both have the same
/// non-zero group. {0} collides with everything.
/// Filters by group and by the lowest 16 categories are applied in the broad phase: a crowd that ignores itself costs
/// little more than bodies that are far apart. Higher categories are tested later, pair by pair.
///
/// The filter of a shape, of an edge or of a kind of tile takes the place of the body's whole: give it the category
/// too. Wherever a category of what is met counts (queries, responses by category, `pierce_categories`), it is the one
/// of the edge or the cell.
typedef struct AukFilter {
    uint64_t category; ///< bits: the categories of this shape; 0 is read as 1, but in an AukQuery 0 means no category
    uint64_t ignore;   ///< bits: the categories that this shape does not collide with
    uint32_t group;    ///< shapes of the same non-zero group do not collide
} AukFilter;

/// The core of a shape.
typedef enum AukShapeKind {
    AUK_SHAPE_NONE = 0,   ///< no shape; if a constructor refused its arguments, `status` has the reason
    AUK_SHAPE_CIRCLE,     ///< a point at the origin; auk_shape_circle()
    AUK_SHAPE_CAPSULE,    ///< a segment, with a radius; auk_shape_capsule()
    AUK_SHAPE_SEGMENT,    ///< a segment; auk_shape_segment()
    AUK_SHAPE_BOX,        ///< a box around the origin; auk_shape_box()
    AUK_SHAPE_POLYGON,    ///< a convex polygon; auk_shape_polygon()
    AUK_SHAPE_ELLIPSE,    ///< an ellipse around the origin; auk_shape_ellipse()
    AUK_SHAPE_CUSTOM,     ///< given by a support function; auk_shape_custom()
    AUK_SHAPE_HALF_PLANE, ///< all on one side of a line; auk_shape_half_plane()
    AUK_SHAPE_KIND_COUNT  ///< the number of kinds; no kind itself
} AukShapeKind;

/// A convex shape given by its support function. The function must be pure (the same direction gives the same bits) and
/// thread-safe (several threads may call it at once).
typedef struct AukCustomShape {
    /// Writes the support point: the point of the shape farthest along `direction`, in the shape's own frame.
    /// `direction` has any length but zero. An error here is an error of all results; rounding to float alone makes it
    /// about 1e-6 of the shape. A coordinate that is no number, or farther from `bounds` than these are wide, counts as
    /// that of their nearest side. Points that are of no convex shape make queries for the nearest depend on the past
    /// of the world, too.
    void (*support)(const double direction[2], double point[2], const void *context);
    const void *context; ///< passed to `support`; borrowed
    AukBox bounds;       ///< contains the whole shape, in the shape's own frame
    uint32_t number;     ///< identifies the shape in hashes, snapshots and records, see auk_world_register_custom()
} AukCustomShape;

/// A convex shape: a core (point, segment, box, polygon, ellipse, custom or half-plane) and all points within `radius`
/// of it. Make shapes with the auk_shape_...() constructors, which check their arguments. A polygon borrows its
/// vertices: they must outlive the shape. (A world copies the vertices when a shape is added to a body.)
typedef struct AukShape {
    AukShapeKind kind; ///< which member of `core` counts
    AukStatus status;  ///< the reason why the kind is AUK_SHAPE_NONE; AUK_OK otherwise
    float radius;      ///< part of the shape: distances are measured from the rounded surface
    union {
        AukVec2 segment[2]; ///< capsule and segment: end points of the core
        AukVec2 half;       ///< box and ellipse: half width and half height of the core
        struct {
            const AukVec2 *vertices;  ///< strictly convex, counter-clockwise
            int count;                ///< from 3 to AUK_VERTEX_COUNT_MAX
        } polygon;                    ///< borrowed vertices, in the shape's frame
        const AukCustomShape *custom; ///< borrowed
        struct {
            AukVec2 normal; ///< out of the solid side; of any length but zero
            float offset;   ///< solid are the points p with dot(normal, p) <= offset
        } half_plane;       ///< of a half-plane, in the shape's frame
    } core;                 ///< the member of the kind; a circle has none
} AukShape;

/// Replaceable memory functions. `reallocate` behaves like realloc and may return null; `release` accepts null.
/// Both must be safe to call from every thread that uses auk. {0} stands for realloc and free.
typedef struct AukAllocator {
    void *(*reallocate)(void *block, uint64_t size, void *context); ///< `block` may be null; `size` in bytes
    void (*release)(void *block, void *context);                    ///< `block` may be null
    void *context;                                                  ///< any pointer; passed to both
} AukAllocator;

/// Limit on the pairs of a step of a world that gives none in AukWorldDef.max_pairs, and of a crowd: as many as 4,096
/// bodies have that all overlap. Each pair that touches takes some 400 bytes. A world with INT32_MAX has no limit but
/// memory.
#define AUK_MAX_PAIRS_DEFAULT 8388608

/// Most threads that a step or a pool may use, see AukWorldDef and auk/pool.h.
#define AUK_WORKER_COUNT_MAX 64

/// One of several numbered parts of auk's work. It calls no functions of the game except custom shapes and the
/// allocator, does not block, and keeps the floating-point mode of the thread that calls it.
typedef void AukTask(void *context, int index);

/// The game's own task system, which auk uses instead of starting threads. {0} is none.
///
/// auk_world_step() of a world with these hooks calls `run`, and so do calls that are given a pool of them
/// (auk/pool.h); on their own thread, any number of times. `run` must call task(context, i) exactly
/// once for each i in [0, count). The calls may be on any threads, including the calling one, at once and in any order.
/// `run` must return after all these calls have returned, with their writes visible to the calling thread. It must not
/// access the world meanwhile. Results do not depend on the threads or the order.
typedef struct AukTaskHooks {
    void (*run)(void *user, int count, AukTask *task, void *context); ///< runs all tasks, then returns
    void *user;                                                       ///< any pointer; passed to `run`
} AukTaskHooks;

/// Sets the memory functions of the whole library; null restores realloc and free.
/// Call it before any object is created: a block is released by the functions that are set at that time.
AUK_API void auk_set_allocator(const AukAllocator *allocator);

#ifdef __cplusplus
}
#endif

#endif
