// The texts of the status codes.
#include "auk/types.h"

const char *auk_status_text(AukStatus status)
{
    switch (status) {
    case AUK_OK: return "ok";
    case AUK_ERROR_NULL: return "a required pointer is null";
    case AUK_ERROR_NOT_FINITE: return "a number is NaN or infinite";
    case AUK_ERROR_RANGE: return "a number is beyond AUK_COORDINATE_MAX, or outside the range that it may have";
    case AUK_ERROR_NEGATIVE: return "a number that must not be negative is negative, or a box has min > max";
    case AUK_ERROR_COUNT: return "a count is negative, too small or too large";
    case AUK_ERROR_ZERO_AREA:
        return "the shape has no area: its points are repeated or lie on one line, or a size or a normal is 0";
    case AUK_ERROR_NOT_CONVEX:
        return "the vertices are not a strictly convex counter-clockwise polygon; see auk_hull()";
    case AUK_ERROR_NO_SHAPE: return "a shape is needed and none was given";
    case AUK_ERROR_ENUM: return "an enumeration or a set of flags has an unknown value";
    case AUK_ERROR_STALE_ID: return "the id is null, or its body, shape or proxy no longer exists";
    case AUK_ERROR_TIME_STEP: return "the time step is negative, NaN or infinite, or 0 where there must be one";
    case AUK_ERROR_STATIC_BODY: return "a static body cannot be given a velocity, a spin or a target";
    case AUK_ERROR_PAIR_LIMIT: return "more pairs were found than max_pairs allows";
    case AUK_ERROR_OUT_OF_MEMORY: return "out of memory";
    case AUK_ERROR_UNSUPPORTED: return "the call does not work on a shape of this kind";
    case AUK_ERROR_NOT_SIMPLE: return "the outline crosses or touches itself or a hole, or a hole is not inside";
    case AUK_ERROR_NUMBER: return "the custom shape's number is not registered in this world, or means another one";
    case AUK_ERROR_ITERATION_LIMIT: return "an iteration stopped at its bound; the result is a safe estimate";
    case AUK_ERROR_THREAD: return "the system has no more threads to give";
    case AUK_ERROR_DAMAGED:
        return "the buffer is not a snapshot, a delta or a record that fits this call, or it was cut or changed";
    case AUK_ERROR_VERSION: return "the buffer is of another version of auk, or of a machine with another byte order";
    case AUK_ERROR_WORLD_DEF:
        return "the snapshot is of a world with other static_pairs, max_pairs, history, wrap or up";
    case AUK_ERROR_SAME_BODY: return "two bodies are needed, and both ids name one";
    case AUK_ERROR_FILE: return "a file cannot be opened or written, or a record sink refused bytes";
    case AUK_ERROR_BUSY: return "the world is being recorded already";
    case AUK_ERROR_NOT_SENSOR: return "only a sensor has a distance of proximity";
    case AUK_ERROR_NOT_TILES: return "the shape is not a grid of tiles";
    case AUK_ERROR_ARITHMETIC:
        return "auk was compiled in a mode that changes rounding: use -ffp-contract=off and no -ffast-math";
    case AUK_ERROR_NOT_SWEPT: return "only a body with AUK_MOTION_SWEPT can touch, slide or bounce";
    case AUK_ERROR_HALF_PLANE: return "only a static body, in a world that does not wrap around, can have a half-plane";
    case AUK_ERROR_IN_USE: return "the kind of tile is that of cells of a grid, so it cannot be removed";
    case AUK_STATUS_COUNT: break;
    }
    return "unknown status";
}
