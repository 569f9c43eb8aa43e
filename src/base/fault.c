// See the header.
#include "base/fault.h"

#include <math.h>

static bool is_noted(const AukFault *fault, AukStatus status)
{
    return fault && status != AUK_ERROR_OUT_OF_MEMORY;
}

static AukStatus note(AukFault *fault, AukStatus status, AukFaultKind kind, AukField field, double value, double low,
                      double high)
{
    if (is_noted(fault, status)) {
        fault->kind = (uint8_t)kind;
        fault->status = (uint8_t)status;
        fault->depth = kind != AUK_FAULT_REFUSED; // a refused shape has only the names that are put in front
        fault->path[0] = (uint8_t)field;
        fault->index[0] = -1;
        fault->value = value;
        fault->low = low;
        fault->high = high;
    }
    return status;
}

AukStatus auk__fault_write(AukFault *fault, AukStatus status, AukFaultKind kind, AukField field)
{
    return note(fault, status, kind, field, 0.0, 0.0, 0.0);
}

AukStatus auk__fault_write_value(AukFault *fault, AukStatus status, AukField field, double value)
{
    return note(fault, status, AUK_FAULT_VALUE, field, value, 0.0, 0.0);
}

AukStatus auk__fault_write_bounds(AukFault *fault, AukStatus status, AukField field, double value, double low,
                                  double high)
{
    return note(fault, status, AUK_FAULT_BOUNDS, field, value, low, high);
}

AukStatus auk__fault_write_id(AukFault *fault, AukStatus status, AukField field, uint32_t index, uint32_t generation)
{
    return note(fault, status, AUK_FAULT_ID, field, index, generation, 0.0);
}

AukStatus auk__fault_write_path(AukFault *fault, AukStatus status, AukField field, bool wraps)
{
    return note(fault, status, AUK_FAULT_PATH, field, 0.0, 0.0, wraps);
}

AukStatus auk__fault_write_far(AukFault *fault, AukStatus status, AukBodyId id, bool wraps)
{
    return note(fault, status, AUK_FAULT_FAR, AUK_FIELD_BODY, id.index, id.generation, wraps);
}

AukStatus auk__fault_write_speed(AukFault *fault, AukField field, double speed, double seconds)
{
    return note(fault, AUK_ERROR_RANGE, AUK_FAULT_SPEED, field, speed, seconds, 0.0);
}

AukStatus auk__fault_write_tile(AukFault *fault, AukField field, int tile)
{
    return note(fault, AUK_ERROR_ENUM, AUK_FAULT_TILE, field, tile, 0.0, 0.0);
}

AukStatus auk__fault_write_thin(AukFault *fault, int points)
{
    return note(fault, AUK_ERROR_COUNT, AUK_FAULT_THIN, AUK_FIELD_COUNT, points, 0.0, 0.0);
}

AukStatus auk__fault_write_custom(AukFault *fault, AukField field, uint32_t number)
{
    return note(fault, AUK_ERROR_NUMBER, AUK_FAULT_CUSTOM, field, number, 0.0, 0.0);
}

AukStatus auk__fault_write_times(AukFault *fault, AukField field, double cell, int count)
{
    return note(fault, AUK_ERROR_RANGE, AUK_FAULT_TIMES, field, cell, count, 0.0);
}

AukStatus auk__fault_write_beyond(AukFault *fault, AukField field, double shift, AukShifted what)
{
    return note(fault, AUK_ERROR_RANGE, AUK_FAULT_BEYOND, field, shift, what, 0.0);
}

AukStatus auk__fault_write_edges(AukFault *fault, AukStatus status, AukField field, int edge_a, int edge_b)
{
    return note(fault, status, AUK_FAULT_EDGES, field, edge_a, edge_b, 0.0);
}

AukStatus auk__fault_write_refused(AukFault *fault, AukStatus status)
{
    return note(fault, status, AUK_FAULT_REFUSED, AUK_FIELD_SHAPE, 0.0, 0.0, 0.0);
}

AukStatus auk__fault_write_number(AukFault *fault, AukField field, float value)
{
    AukStatus status = auk__why_not_in_range(value);
    return status == AUK_ERROR_NOT_FINITE
               ? auk__fault_write_value(fault, status, field, (double)value)
               : auk__fault_write_bounds(fault, status, field, (double)value, -(double)AUK_COORDINATE_MAX,
                                         (double)AUK_COORDINATE_MAX);
}

AukStatus auk__fault_points(AukFault *fault, AukStatus status, const AukVec2 *points, int count)
{
    bool number = status == AUK_ERROR_NOT_FINITE || status == AUK_ERROR_RANGE;
    for (int i = 0; number && i < count; i++) {
        if (auk__check_vec(points[i]) == status) {
            return auk__fault_at(fault, auk__fault_vec(fault, points[i], AUK_FIELD_POINTS), i);
        }
    }
    return auk__fault_note(fault, status, AUK_FIELD_POINTS);
}

AukStatus auk__fault_size(AukFault *fault, float value, AukField field)
{
    AukStatus status = auk__check_size(value);
    if (!status || status == AUK_ERROR_NOT_FINITE) {
        return auk__fault_value(fault, status, field, (double)value);
    }
    double high = status == AUK_ERROR_RANGE ? (double)AUK_COORDINATE_MAX : (double)INFINITY;
    return auk__fault_write_bounds(fault, status, field, (double)value, 0.0, high);
}

AukStatus auk__fault_write_in(AukFault *fault, AukStatus status, AukField field, int index)
{
    if (!is_noted(fault, status)) {
        return status;
    }
    if (fault->kind == AUK_FAULT_NONE || fault->status != (uint8_t)status) {
        (void)auk__fault_write(fault, status, AUK_FAULT_STATUS, field);
        fault->index[0] = index;
    } else if (fault->depth < AUK_FAULT_DEPTH) {
        fault->path[fault->depth] = (uint8_t)field;
        fault->index[fault->depth++] = index;
    }
    return status;
}

AukStatus auk__fault_write_vec(AukFault *fault, AukVec2 v, AukField field)
{
    AukStatus status = auk__fault_number(fault, v.x, AUK_FIELD_X);
    status = status ? status : auk__fault_number(fault, v.y, AUK_FIELD_Y);
    return auk__fault_in(fault, status, field);
}

AukStatus auk__fault_write_pose(AukFault *fault, AukTransform pose, AukField field)
{
    AukStatus status = auk__fault_vec(fault, pose.p, AUK_FIELD_P);
    if (!status) {
        status = auk__fault_number(fault, pose.q.c, AUK_FIELD_C);
        status = status ? status : auk__fault_number(fault, pose.q.s, AUK_FIELD_S);
        status = auk__fault_in(fault, status, AUK_FIELD_Q);
    }
    return auk__fault_in(fault, status, field);
}

// ---- the text ----

static const char *const field_names[AUK_FIELDS_END] = {
#define AUK_FIELD(name, text, single) #text,
#include "base/fault_fields.x"
#undef AUK_FIELD
};

static const uint8_t single_fields[AUK_FIELDS_END] = {
#define AUK_FIELD(name, text, single) AUK_FIELD_##single,
#include "base/fault_fields.x"
#undef AUK_FIELD
};

void auk__fault_single(AukFault *fault)
{
    if (fault->depth > 0) {
        uint8_t *outer = &fault->path[fault->depth - 1];
        *outer = single_fields[*outer];
        fault->index[fault->depth - 1] = -1;
    }
}

void auk__fault_rename(AukFault *fault, AukField member, AukField argument)
{
    if (fault->depth > 1 && fault->path[fault->depth - 2] == (uint8_t)member) {
        fault->depth--;
    }
    if (fault->depth > 0) {
        fault->path[fault->depth - 1] = (uint8_t)argument;
    }
}

static void put_path(const AukFault *fault, AukText *text)
{
    for (int i = fault->depth - 1; i >= 0; i--) {
        auk__text_put(text, field_names[fault->path[i]]);
        if (fault->index[i] >= 0) {
            auk__text_char(text, '[');
            auk__text_unsigned(text, (uint32_t)fault->index[i]);
            auk__text_char(text, ']');
        }
        if (i > 0) {
            auk__text_char(text, '.');
        }
    }
}

static void put_is(AukText *text, double value)
{
    auk__text_put(text, " is ");
    auk__text_exact(text, value);
}

static void put_bounds(const AukFault *fault, AukText *text)
{
    put_is(text, fault->value);
    bool low = fabs(fault->low) < (double)INFINITY;
    bool high = fabs(fault->high) < (double)INFINITY && fault->high != (double)INT32_MAX; // which no int exceeds
    auk__text_put(text, low && high ? ", outside " : (low ? ", below " : ", above "));
    if (low) {
        auk__text_exact(text, fault->low);
    }
    auk__text_put(text, low && high ? ".." : "");
    if (high) {
        auk__text_exact(text, fault->high);
    }
}

static void put_reason(AukStatus status, AukText *text)
{
    auk__text_put(text, ": ");
    auk__text_put(text, auk_status_text(status));
}

static void put_long(const AukFault *fault, AukText *text)
{
    auk__text_put(text, fault->high > 0.0 ? " is too long for a world that wraps around"
                                          : " is longer than AUK_COORDINATE_MAX, or ends beyond it");
}

static void put_id(const AukFault *fault, AukStatus status, AukText *text)
{
    if (fault->low == 0.0) {
        auk__text_put(text, " is a null id");
        return;
    }
    auk__text_put(text, " is {index ");
    auk__text_unsigned(text, (uint32_t)fault->value);
    auk__text_put(text, ", generation ");
    auk__text_unsigned(text, (uint32_t)fault->low);
    auk__text_char(text, '}');
    if (fault->kind == AUK_FAULT_TWICE) {
        auk__text_put(text, ", which stands in the array twice");
    } else if (fault->kind == AUK_FAULT_FAR) {
        auk__text_put(text, ", whose path");
        put_long(fault, text);
    } else if (status == AUK_ERROR_STALE_ID) {
        auk__text_put(text, ", which does not exist, or no longer");
    } else if (status == AUK_ERROR_NO_SHAPE) {
        auk__text_put(text, ", which has no enabled solid shape");
    } else {
        put_reason(status, text);
    }
}

static void put_speed(const AukFault *fault, AukText *text)
{
    auk__text_put(text, ": a speed of ");
    auk__text_number(text, fault->value);
    auk__text_put(text, " would be needed to be there in ");
    auk__text_number(text, fault->low);
    auk__text_put(text, " seconds");
}

static void put_unregistered(const AukFault *fault, AukText *text)
{
    auk__text_put(text, ": custom shape ");
    auk__text_unsigned(text, (uint32_t)fault->value);
    auk__text_put(text, " is not registered in this world, or with another box");
}

static void put_times(const AukFault *fault, AukText *text)
{
    put_is(text, fault->value);
    auk__text_put(text, ", and ");
    auk__text_unsigned(text, (uint32_t)fault->low);
    auk__text_put(text, " cells beside each other are larger than AUK_COORDINATE_MAX");
}

static void put_beyond(const AukFault *fault, AukText *text)
{
    static const char *const whats[] = {
        "", "a position of a body would be beyond AUK_COORDINATE_MAX", "the origin would be beyond AUK_COORDINATE_MAX",
        "the wrap rectangle would be beyond AUK_COORDINATE_MAX", "floats would be too coarse for the wrap rectangle"};
    put_is(text, fault->value);
    auk__text_put(text, ": ");
    auk__text_put(text, whats[(int)fault->low]);
}

static void put_edges(const AukFault *fault, AukStatus status, AukText *text)
{
    put_reason(status, text);
    auk__text_put(text, ", at the edges from points ");
    auk__text_unsigned(text, (uint32_t)fault->value);
    auk__text_put(text, " and ");
    auk__text_unsigned(text, (uint32_t)fault->low);
}

void auk__fault_text(const AukFault *fault, AukStatus status, AukText *text)
{
    if (fault->status != (uint8_t)status || fault->kind == AUK_FAULT_NONE) {
        return;
    }
    put_path(fault, text);
    switch ((AukFaultKind)fault->kind) {
    case AUK_FAULT_NONE: break;
    case AUK_FAULT_STATUS:
        if (status == AUK_ERROR_NULL) {
            auk__text_put(text, " is null");
        } else {
            put_reason(status, text);
        }
        break;
    case AUK_FAULT_REFUSED:
        auk__text_put(text, " was refused when it was made");
        put_reason(status, text);
        break;
    case AUK_FAULT_WIDE: auk__text_put(text, ": the shape is too wide for a world that wraps around"); break;
    case AUK_FAULT_VALUE:
        put_is(text, fault->value);
        if (status != AUK_ERROR_NOT_FINITE) {
            put_reason(status, text);
        }
        break;
    case AUK_FAULT_BOUNDS: put_bounds(fault, text); break;
    case AUK_FAULT_OTHER:
        put_is(text, fault->value);
        auk__text_put(text, " in the snapshot and ");
        auk__text_exact(text, fault->low);
        auk__text_put(text, " in the world");
        break;
    case AUK_FAULT_PATH:
        auk__text_put(text, ": the path");
        put_long(fault, text);
        break;
    case AUK_FAULT_ID:
    case AUK_FAULT_TWICE:
    case AUK_FAULT_FAR: put_id(fault, status, text); break;
    case AUK_FAULT_SPEED: put_speed(fault, text); break;
    case AUK_FAULT_TILE:
        put_is(text, fault->value);
        auk__text_put(text, ", which is neither an AukTile nor a kind of this world");
        break;
    case AUK_FAULT_THIN:
        put_is(text, fault->value);
        auk__text_put(text, ", a thin floor, which needs a one_way direction");
        break;
    case AUK_FAULT_ALONG: auk__text_put(text, ": the direction leads along the thin floor, not across it"); break;
    case AUK_FAULT_CUSTOM: put_unregistered(fault, text); break;
    case AUK_FAULT_TIMES: put_times(fault, text); break;
    case AUK_FAULT_BEYOND: put_beyond(fault, text); break;
    case AUK_FAULT_EDGES: put_edges(fault, status, text); break;
    }
}
