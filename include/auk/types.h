// Plain data that every layer shares: vectors, poses, boxes, ids, shapes, filters, status codes.
// Invariant: a zeroed struct is valid and means the useful default, so `{0}` initialises all of them.
#ifndef AUK_TYPES_H
#define AUK_TYPES_H

#include <stdbool.h>
#include <stdint.h>

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

/// Largest magnitude that a coordinate, an extent or a distance travelled in one step may have.
/// Beyond it a definition or a step is refused with AUK_ERROR_RANGE.
#define AUK_COORDINATE_MAX 1e15f

/// Most vertices a polygon may have.
#define AUK_VERTEX_COUNT_MAX (1 << 24)

/// What became of a call. Zero is success; everything else has a text, see auk_status_text().
typedef enum AukStatus {
    AUK_OK = 0,
    AUK_ERROR_NULL,            ///< a required pointer is null
    AUK_ERROR_NOT_FINITE,      ///< a number is NaN or infinite
    AUK_ERROR_RANGE,           ///< a number is beyond AUK_COORDINATE_MAX, or outside the range that it may have
    AUK_ERROR_NEGATIVE,        ///< a radius or an extent is negative
    AUK_ERROR_COUNT,           ///< a count is negative, too small or absurdly large
    AUK_ERROR_ZERO_AREA,       ///< a polygon or a box has no area (collinear or repeated points)
    AUK_ERROR_NOT_CONVEX,      ///< vertices are not a strictly convex counter-clockwise polygon
    AUK_ERROR_NO_SHAPE,        ///< a shape of kind AUK_SHAPE_NONE where one is needed
    AUK_ERROR_ENUM,            ///< an enumeration has a value that is not in it
    AUK_ERROR_STALE_ID,        ///< an id is null, or what it named is gone
    AUK_ERROR_TIME_STEP,       ///< a time step is negative, NaN or infinite
    AUK_ERROR_STATIC_BODY,     ///< a static body was asked to move
    AUK_ERROR_PAIR_LIMIT,      ///< a step found more pairs than AukWorldDef.max_pairs allows
    AUK_ERROR_OUT_OF_MEMORY,   ///< the allocator returned null
    AUK_ERROR_UNSUPPORTED,     ///< a documented feature that this version does not have yet
    AUK_ERROR_NOT_SIMPLE,      ///< the outline crosses or touches itself
    AUK_ERROR_NUMBER,          ///< a custom shape's number is not registered in this world, or means another one
    AUK_ERROR_ITERATION_LIMIT, ///< an iteration stopped at its bound; the result is a safe estimate
    AUK_ERROR_THREAD,          ///< the system has no more threads to give, or none at all
    AUK_ERROR_DAMAGED,         ///< a buffer is not a snapshot, a delta or a record, or not as it was written
    AUK_ERROR_VERSION,         ///< the same of another version of auk, or of a machine with another byte order
    AUK_ERROR_WORLD_DEF,       ///< a snapshot of a world with other static_pairs, max_pairs, history or wrap
    AUK_ERROR_SAME_BODY,       ///< two bodies are needed, and both ids name one
    AUK_ERROR_FILE,            ///< a file cannot be opened or written, or a sink took no more bytes
    AUK_ERROR_BUSY,            ///< the world is being recorded already
    AUK_ERROR_NOT_SENSOR,      ///< a distance of proximity for a shape that is not a sensor
    AUK_ERROR_NOT_TILES,       ///< the shape is not a grid of tiles
    AUK_STATUS_COUNT
} AukStatus;

/// A short English sentence for a status; never null, also for values outside the enumeration.
AUK_API const char *auk_status_text(AukStatus status);

/// A world, see auk/world.h.
typedef struct AukWorld AukWorld;

/// A point, a vector or a direction.
typedef struct AukVec2 {
    float x, y;
} AukVec2;

/// A rotation as cosine and sine. Wherever one is given, a pair whose squared length is within a millionth of one is
/// taken as it is, bit by bit: so are those that auk_rot() makes, and products of several. {0, 0} is read as the
/// identity, and any other pair is normalised.
typedef struct AukRot {
    float c, s;
} AukRot;

/// A pose: rotate by `q`, then move by `p`. {0} is the identity.
typedef struct AukTransform {
    AukVec2 p;
    AukRot q;
} AukTransform;

/// An axis-aligned box, closed: touching boxes overlap.
typedef struct AukBox {
    AukVec2 min, max;
} AukBox;

/// Names a body of one world. {0} is null. `index` is the body's slot: a fresh world hands out 0, 1, 2 ...
typedef struct AukBodyId {
    uint32_t index, generation;
} AukBodyId;

/// Names a shape of one body. {0} is null.
typedef struct AukShapeId {
    uint32_t index, generation;
} AukShapeId;

/// Which shapes meet: two shapes meet unless one ignores the other's category or both share a non-zero group.
/// {0} meets everything. Groups and the lowest 16 categories keep boxes apart before they become pairs: a crowd that
/// ignores itself costs little more than as many bodies far from each other. Categories above are looked at later.
typedef struct AukFilter {
    uint64_t category; ///< bits of what this is; 0 is read as 1, but in an AukQuery it is none
    uint64_t ignore;   ///< bits of categories it does not meet
    uint32_t group;    ///< members of one non-zero group do not meet
} AukFilter;

typedef enum AukShapeKind {
    AUK_SHAPE_NONE = 0, ///< no shape; `status` says why when a constructor refused its arguments
    AUK_SHAPE_CIRCLE,
    AUK_SHAPE_CAPSULE,
    AUK_SHAPE_SEGMENT,
    AUK_SHAPE_BOX,
    AUK_SHAPE_POLYGON,
    AUK_SHAPE_ELLIPSE,
    AUK_SHAPE_CUSTOM,
    AUK_SHAPE_KIND_COUNT
} AukShapeKind;

/// A convex shape of your own, given by its support function. Pure and thread-safe: the same direction gives the same
/// bits, and several threads may ask at once.
typedef struct AukCustomShape {
    /// Writes the point of the shape farthest along `direction` (any length but zero), in the shape's own frame. The
    /// closer to exact, the more exact all answers; float rounding limits them to about 1e-6 of the shape.
    void (*support)(const double direction[2], double point[2], const void *context);
    const void *context;
    AukBox bounds;   ///< contains the whole shape, in its own frame
    uint32_t number; ///< its name in worlds and their hashes, see auk_world_register_custom()
} AukCustomShape;

/// A convex shape: a core (point, segment, box, polygon, ellipse, your own) and all points within `radius` of it.
/// Make one with the auk_shape_...() constructors, which check their arguments. A polygon borrows its vertices:
/// they must outlive the shape. (A world copies them when the shape is added to a body.)
typedef struct AukShape {
    AukShapeKind kind;
    AukStatus status; ///< why the kind is AUK_SHAPE_NONE; AUK_OK otherwise
    float radius;     ///< belongs to the shape; distances are measured from the rounded surface
    union {
        AukVec2 segment[2]; ///< capsule and segment: end points of the core
        AukVec2 half;       ///< box and ellipse: half width and half height of the core
        struct {
            const AukVec2 *vertices; ///< strictly convex, counter-clockwise
            int count;
        } polygon;
        const AukCustomShape *custom; ///< borrowed
    } core;
} AukShape;

/// Replaceable memory functions. `reallocate` behaves like realloc and may return null; `release` takes null.
/// Both must be safe to call from every thread that uses auk. {0} stands for realloc and free.
typedef struct AukAllocator {
    void *(*reallocate)(void *block, uint64_t size, void *context);
    void (*release)(void *block, void *context);
    void *context;
} AukAllocator;

/// Most threads that a step may use, see AukWorldDef.
#define AUK_WORKER_COUNT_MAX 64

/// A part of auk's work, one of several that are numbered from 0 on. It calls nothing of the game's but custom shapes
/// and the allocator, waits for nobody, and keeps the floating-point mode of the thread that calls it.
typedef void AukTask(void *context, int index);

/// The game's own task system, to be used instead of threads of auk's. {0} is none.
///
/// `run` is called by auk_world_step() alone, on its thread, any number of times. It must call task(context, i) exactly
/// once for each i in [0, count), on any threads, at once and in any order, the calling thread included; and return
/// when all these calls have returned, their writes visible to the caller. It must not touch the world that steps.
/// Results do not depend on what it does with threads and order.
typedef struct AukTaskHooks {
    void (*run)(void *user, int count, AukTask *task, void *context);
    void *user; ///< yours; handed to `run`
} AukTaskHooks;

/// Sets the memory functions of the whole library; null restores realloc and free.
/// Call it before anything is created: a block goes back to the functions in force when it is released.
AUK_API void auk_set_allocator(const AukAllocator *allocator);

#ifdef __cplusplus
}
#endif

#endif
