// What was wrong with the arguments of a call, as numbers alone: where the value stands, the value and its bounds. A
// check that finds a fault notes it, and each caller on the way out puts the name of its own argument or member in
// front. The text is made when somebody asks for it.
// Invariant: all functions return the status that they are given or found, accept a null fault, and do nothing for
// AUK_OK; memory that ran out is nobody's argument and is not noted.
#ifndef AUK_BASE_FAULT_H
#define AUK_BASE_FAULT_H

#include "auk/types.h"
#include "base/predicates.h"
#include "base/text.h"

typedef enum AukField {
#define AUK_FIELD(name, text, single) AUK_FIELD_##name,
#include "base/fault_fields.x"
#undef AUK_FIELD
    AUK_FIELDS_END
} AukField;

typedef enum AukFaultKind {
    AUK_FAULT_NONE = 0, // nothing is known beyond the status
    AUK_FAULT_STATUS,   // the status says it
    AUK_FAULT_REFUSED,  // a shape that a constructor refused for the reason in the status
    AUK_FAULT_WIDE,     // too wide for a world that wraps around
    AUK_FAULT_VALUE,    // `value`; the status says why it is wrong
    AUK_FAULT_BOUNDS,   // `value` is not in [low, high]; an infinite bound is none
    AUK_FAULT_OTHER,    // `value` should be `low`
    AUK_FAULT_ID,       // `value` and `low`: index and generation of an id; the status says why it is wrong
    AUK_FAULT_TWICE,    // an id as above, which an earlier item has too
    AUK_FAULT_PATH,     // a number that makes a path too long; `high` is 1 in a world that wraps around, else 0
    AUK_FAULT_FAR,      // the id of a body whose path is too long; `high` as above
    AUK_FAULT_SPEED,    // a place that can be reached within the time `low` at a speed of `value` alone
    AUK_FAULT_TILE,     // `value` is a tile that there is not
    AUK_FAULT_THIN,     // `value` points of a kind of tile that needs a one-way direction
    AUK_FAULT_ALONG,    // a direction along a thin floor
    AUK_FAULT_CUSTOM,   // the custom shape with the number `value` in a snapshot
    AUK_FAULT_TIMES,    // `value` is too large for `low` cells beside each other
    AUK_FAULT_BEYOND,   // `value` shifts what `low` names, an AukShifted, too far out
    AUK_FAULT_EDGES     // two edges of an outline, which begin at the points `value` and `low`
} AukFaultKind;

// What a shift of the origin may move too far out: beyond AUK_COORDINATE_MAX, or a rectangle to where floats are
// coarse.
typedef enum AukShifted {
    AUK_SHIFTED_NOTHING = 0,
    AUK_SHIFTED_BODY,
    AUK_SHIFTED_ORIGIN,
    AUK_SHIFTED_RECTANGLE,
    AUK_SHIFTED_COARSE
} AukShifted;

enum { AUK_FAULT_DEPTH = 8 };

typedef struct AukFault {
    uint8_t call; // set when a call begins, see world/state/call.h
    uint8_t kind;
    uint8_t status; // the status that the note belongs to
    uint8_t depth;
    uint8_t path[AUK_FAULT_DEPTH];  // AukField, from the member that is wrong out to the argument
    int32_t index[AUK_FAULT_DEPTH]; // in an array, or -1
    double value, low, high;
} AukFault;

// ---- notes: a new fault, at a member or an argument ----

// The functions behind the inline ones below, for statuses that are errors.
AukStatus auk__fault_write(AukFault *fault, AukStatus status, AukFaultKind kind, AukField field);
AukStatus auk__fault_write_value(AukFault *fault, AukStatus status, AukField field, double value);
AukStatus auk__fault_write_bounds(AukFault *fault, AukStatus status, AukField field, double value, double low,
                                  double high);
AukStatus auk__fault_write_id(AukFault *fault, AukStatus status, AukField field, uint32_t index, uint32_t generation);
AukStatus auk__fault_write_path(AukFault *fault, AukStatus status, AukField field, bool wraps);
AukStatus auk__fault_write_far(AukFault *fault, AukStatus status, AukBodyId id, bool wraps);
AukStatus auk__fault_write_speed(AukFault *fault, AukField field, double speed, double seconds);   // AUK_ERROR_RANGE
AukStatus auk__fault_write_tile(AukFault *fault, AukField field, int tile);                        // AUK_ERROR_ENUM
AukStatus auk__fault_write_thin(AukFault *fault, int points);                                      // AUK_ERROR_COUNT
AukStatus auk__fault_write_custom(AukFault *fault, AukField field, uint32_t number);               // AUK_ERROR_NUMBER
AukStatus auk__fault_write_times(AukFault *fault, AukField field, double cell, int count);         // AUK_ERROR_RANGE
AukStatus auk__fault_write_beyond(AukFault *fault, AukField field, double shift, AukShifted what); // AUK_ERROR_RANGE
AukStatus auk__fault_write_edges(AukFault *fault, AukStatus status, AukField field, int edge_a, int edge_b);
AukStatus auk__fault_write_number(AukFault *fault, AukField field, float value);
AukStatus auk__fault_write_refused(AukFault *fault, AukStatus status); // at the name that is put in front
AukStatus auk__fault_write_in(AukFault *fault, AukStatus status, AukField field, int index);

static inline AukStatus auk__fault_note(AukFault *fault, AukStatus status, AukField field)
{
    return status ? auk__fault_write(fault, status, AUK_FAULT_STATUS, field) : AUK_OK;
}

static inline AukStatus auk__fault_wide(AukFault *fault, AukStatus status, AukField field)
{
    return status ? auk__fault_write(fault, status, AUK_FAULT_WIDE, field) : AUK_OK;
}

static inline AukStatus auk__fault_path(AukFault *fault, AukStatus status, AukField field, bool wraps)
{
    return status ? auk__fault_write_path(fault, status, field, wraps) : AUK_OK;
}

static inline AukStatus auk__fault_value(AukFault *fault, AukStatus status, AukField field, double value)
{
    return status ? auk__fault_write_value(fault, status, field, value) : AUK_OK;
}

// AUK_ERROR_STALE_ID for an id that does not exist, else AUK_OK.
static inline AukStatus auk__fault_body(AukFault *fault, bool exists, AukField field, AukBodyId id)
{
    return exists ? AUK_OK : auk__fault_write_id(fault, AUK_ERROR_STALE_ID, field, id.index, id.generation);
}

static inline AukStatus auk__fault_shape(AukFault *fault, bool exists, AukField field, AukShapeId id)
{
    return exists ? AUK_OK : auk__fault_write_id(fault, AUK_ERROR_STALE_ID, field, id.index, id.generation);
}

// AUK_ERROR_NULL for a null pointer.
static inline AukStatus auk__fault_pointer(AukFault *fault, const void *pointer, AukField field)
{
    return pointer ? AUK_OK : auk__fault_write(fault, AUK_ERROR_NULL, AUK_FAULT_STATUS, field);
}

// AUK_ERROR_COUNT for a count outside [low, high].
static inline AukStatus auk__fault_count(AukFault *fault, int64_t value, int64_t low, int64_t high, AukField field)
{
    return value >= low && value <= high
               ? AUK_OK
               : auk__fault_write_bounds(fault, AUK_ERROR_COUNT, field, (double)value, (double)low, (double)high);
}

// AUK_ERROR_ENUM for a value outside [0, count).
static inline AukStatus auk__fault_enum(AukFault *fault, int value, int count, AukField field)
{
    return (unsigned)value < (unsigned)count
               ? AUK_OK
               : auk__fault_write_bounds(fault, AUK_ERROR_ENUM, field, value, 0.0, count - 1);
}

// AUK_ERROR_NOT_FINITE or AUK_ERROR_RANGE for a number beyond AUK_COORDINATE_MAX.
static inline AukStatus auk__fault_number(AukFault *fault, float value, AukField field)
{
    return auk__is_in_range(value) ? AUK_OK : auk__fault_write_number(fault, field, value);
}

// AUK_ERROR_RANGE for a speed beyond it, which would be needed to reach a place in so many seconds.
static inline AukStatus auk__fault_speed(AukFault *fault, double speed, double seconds, AukField field)
{
    return auk__is_in_range((float)speed) ? AUK_OK : auk__fault_write_speed(fault, field, speed, seconds);
}

// AUK_ERROR_NOT_FINITE, AUK_ERROR_NEGATIVE or AUK_ERROR_RANGE for a number outside [0, AUK_COORDINATE_MAX].
AukStatus auk__fault_size(AukFault *fault, float value, AukField field);

// ---- names in front of what was noted ----

// The fault is in a member of `field`.
static inline AukStatus auk__fault_in(AukFault *fault, AukStatus status, AukField field)
{
    return status ? auk__fault_write_in(fault, status, field, -1) : AUK_OK;
}

// The fault is in a member of field[index].
static inline AukStatus auk__fault_in_item(AukFault *fault, AukStatus status, AukField field, int index)
{
    return status ? auk__fault_write_in(fault, status, field, index) : AUK_OK;
}

// The outermost name is that of an array, and the fault is in its item `index`.
static inline AukStatus auk__fault_at(AukFault *fault, AukStatus status, int index)
{
    if (status && fault && fault->depth > 0) {
        fault->index[fault->depth - 1] = index;
    }
    return status;
}

// ---- checks of numbers that belong together ----

AukStatus auk__fault_write_vec(AukFault *fault, AukVec2 v, AukField field);
AukStatus auk__fault_write_pose(AukFault *fault, AukTransform pose, AukField field);

static inline AukStatus auk__fault_vec(AukFault *fault, AukVec2 v, AukField field)
{
    return auk__is_in_range_vec(v) ? AUK_OK : auk__fault_write_vec(fault, v, field);
}

// Notes which of the points is at fault for the error of a function of auk/geom.h; all of them if no number is.
AukStatus auk__fault_points(AukFault *fault, AukStatus status, const AukVec2 *points, int count);

static inline AukStatus auk__fault_pose(AukFault *fault, AukTransform pose, AukField field)
{
    return auk__check_pose(pose) ? auk__fault_write_pose(fault, pose, field) : AUK_OK;
}

// ---- the text ----

// Makes of a fault in an array of a call for many the fault of the call for one: bodies[0] becomes body.
void auk__fault_single(AukFault *fault);

// True if the outermost name is this one.
static inline bool auk__fault_is_of(const AukFault *fault, AukField field)
{
    return fault->depth > 0 && fault->path[fault->depth - 1] == (uint8_t)field;
}

// Gives the outermost name another: a fault in its `member`, or in itself, becomes one in the argument `argument`.
void auk__fault_rename(AukFault *fault, AukField member, AukField argument);

// "points[3].x is nan"; nothing for AUK_FAULT_NONE, and for a note of another status.
void auk__fault_text(const AukFault *fault, AukStatus status, AukText *text);

#endif
