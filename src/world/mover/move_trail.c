// The sensors on the path of a mover. A move consists of straight pieces, kept turn by turn. After each turn the mover
// is cast along them once more, against sensors alone: forwards for the time of entry, backwards for that of exit.
// Casts are exact for each convex piece, so a sensor is found however fast the mover passes it. Invariant: sensors are
// in order of entry, since later turns only add sensors that earlier ones did not meet.
#include "geom/cast.h"
#include "world/mover/move.h"

#include <string.h>

AukMoveMark auk__move_mark(const AukMove *move)
{
    AukMoveMark mark = {move->at, move->trail ? move->trail->count : 0};
    return mark;
}

void auk__move_return(AukMove *move, AukMoveMark mark)
{
    move->at = mark.at;
    if (move->trail) {
        move->trail->count = mark.trail_count;
    }
}

void auk__trail_stamp(AukMove *move, int places)
{
    for (int i = 0; i < places; i++) {
        move->trail->times[move->trail->count - 1 - i] = auk__move_time(move);
    }
}

// A sensor that a stretch of the path meets.
typedef struct TrailMeeting {
    AukMoverSensor sensor;
    double entry;
} TrailMeeting;

static bool trail_precedes(const AukMoverSensor *a, double entry_a, const AukMoverSensor *b, double entry_b)
{
    if (entry_a != entry_b) {
        return entry_a < entry_b;
    }
    return a->body.index != b->body.index ? a->body.index < b->body.index : a->shape.index < b->shape.index;
}

// Puts a new sensor in its place among those that this stretch has added, which begin at `first`. If there is no room,
// the last one makes way.
static void trail_insert(AukMoveTrail *trail, int first, const TrailMeeting *met)
{
    int i = trail->sensor_count;
    if (i == AUK_MOVER_SENSOR_MAX) {
        i--;
        if (i < first || !trail_precedes(&met->sensor, met->entry, &trail->sensors[i], trail->entries[i])) {
            return;
        }
    } else {
        trail->sensor_count++;
    }
    for (; i > first && trail_precedes(&met->sensor, met->entry, &trail->sensors[i - 1], trail->entries[i - 1]); i--) {
        trail->sensors[i] = trail->sensors[i - 1];
        trail->entries[i] = trail->entries[i - 1];
    }
    trail->sensors[i] = met->sensor;
    trail->entries[i] = met->entry;
}

static void trail_remove(AukMoveTrail *trail, int index)
{
    trail->sensor_count--;
    for (int i = index; i < trail->sensor_count; i++) {
        trail->sensors[i] = trail->sensors[i + 1];
        trail->entries[i] = trail->entries[i + 1];
    }
}

// Reports a piece of a sensor. The first of its pieces is its entry, the last its exit.
static void trail_report(AukMoveTrail *trail, int first, const TrailMeeting *met)
{
    TrailMeeting whole = *met;
    for (int i = 0; i < trail->sensor_count; i++) {
        AukMoverSensor *known = &trail->sensors[i];
        if (!auk_shape_id_equal(known->shape, met->sensor.shape)) {
            continue;
        }
        known->exit = met->sensor.exit > known->exit ? met->sensor.exit : known->exit;
        known->inside |= met->sensor.inside;
        if (i < first || trail->entries[i] <= met->entry) {
            return;
        }
        whole.sensor.exit = known->exit;
        whole.sensor.inside = known->inside;
        trail_remove(trail, i);
        break;
    }
    trail_insert(trail, first, &whole);
}

// A straight piece of the path, or a part of it. Without a length it is a place.
typedef struct TrailStretch {
    AukDvec from, delta;
    double begins, lasts; // as fractions of dt
    bool at_start, at_end;
} TrailStretch;

// True if the mover meets a piece on a stretch; `entry` and `exit` are fractions of the stretch.
static bool trail_meets(AukMove *move, const AukSupportShape *piece, const TrailStretch *stretch, double *entry,
                        double *exit)
{
    const AukSupportShape *core = auk__move_support_shape(move, stretch->from, 0.0);
    *entry = *exit = 0.0;
    if (stretch->delta.x == 0.0 && stretch->delta.y == 0.0) {
        return auk__separation(piece, core, 0.0, NULL).distance <= 0.0;
    }
    AukImpact in = auk__cast(piece, core, stretch->delta, false);
    core = auk__move_support_shape(move, dvec_add(stretch->from, stretch->delta), 0.0);
    AukImpact out = auk__cast(piece, core, dvec_neg(stretch->delta), false);
    *entry = in.hit ? in.fraction : 1.0 - out.fraction;
    *exit = out.hit && 1.0 - out.fraction > *entry ? 1.0 - out.fraction : *entry;
    return in.hit || out.hit;
}

static void trail_search_stretch(AukMove *move, const TrailStretch *stretch)
{
    int first = move->trail->sensor_count;
    move->wanted.finds[false] = false;
    move->wanted.finds[true] = true;
    AukMoveCursor cursor;
    auk__move_look(move, stretch->from, dvec_add(stretch->from, stretch->delta), 0.0, &cursor);
    while (auk__move_next(move, &cursor)) {
        AukSupportShape piece;
        TrailMeeting met;
        double exit;
        memset(&met, 0, sizeof met);
        auk__move_piece(move, &cursor, &piece);
        if (!trail_meets(move, &piece, stretch, &met.entry, &exit)) {
            continue;
        }
        const AukPart *part = cursor.pieces.piece.part;
        met.sensor.body = auk__body_id(&move->world->bodies, part->body);
        met.sensor.shape = auk__shape_id(&move->world->parts, auk__piece_head(&cursor.pieces.piece));
        met.sensor.user_data = *auk__body_user_data(&move->world->bodies, part->body);
        met.sensor.fraction = (float)(stretch->begins + met.entry * stretch->lasts);
        met.sensor.exit = stretch->at_end ? 1.0f : (float)(stretch->begins + exit * stretch->lasts);
        met.sensor.was_inside = stretch->at_start;
        met.sensor.inside = stretch->at_end;
        trail_report(move->trail, first, &met);
    }
    move->wanted.finds[false] = true;
    move->wanted.finds[true] = false;
}

// Searches around one place: the first or the last of the move.
static void trail_search_place(AukMove *move, bool at_end)
{
    TrailStretch place = {move->at, {0.0, 0.0}, auk__move_time(move), 0.0, !at_end, at_end};
    trail_search_stretch(move, &place);
}

void auk__trail_start(AukMove *move, AukMoveTrail *trail)
{
    memset(trail, 0, sizeof *trail);
    move->trail = trail;
    trail->count = 1; // the mover's first place, at (0, 0)
    trail_search_place(move, false);
}

void auk__trail_search(AukMove *move)
{
    AukMoveTrail *trail = move->trail;
    for (int i = 1; i < trail->count; i++) {
        AukDvec way = dvec_sub(trail->points[i], trail->points[i - 1]);
        double begins = trail->times[i - 1], lasts = trail->times[i] - begins;
        if (way.x == 0.0 && way.y == 0.0) {
            continue;
        }
        int count = auk__move_stretches(move, way);
        for (int k = 0; k < count; k++) {
            TrailStretch stretch = {dvec_mul_add(trail->points[i - 1], (double)k / count, way),
                                    dvec_scale(1.0 / count, way),
                                    begins + lasts * k / count,
                                    lasts / count,
                                    false,
                                    false};
            trail_search_stretch(move, &stretch);
        }
    }
    trail->points[0] = move->at;
    trail->times[0] = auk__move_time(move);
    trail->count = 1;
}

void auk__trail_finish(AukMove *move, AukVec2 end)
{
    const AukWrap *wrap = &move->world->wrap;
    AukDvec there = dvec_sub(dvec_from(end), dvec_from(move->origin));
    auk__trail_search(move);
    auk__move_pass(move, dvec_add(there, auk__wrap_nearest(wrap, dvec_sub(there, move->at))));
    auk__trail_search(move);
    trail_search_place(move, true);
}

AukStatus auk__report_check(const AukMoveReport *report, AukFault *fault)
{
    if (!report) {
        return AUK_OK;
    }
    AukStatus status = auk__fault_count(fault, report->contact_capacity, 0, INT32_MAX, AUK_FIELD_CONTACT_CAPACITY);
    status =
        status ? status : auk__fault_count(fault, report->sensor_capacity, 0, INT32_MAX, AUK_FIELD_SENSOR_CAPACITY);
    return auk__fault_in(fault, status, AUK_FIELD_REPORT);
}

static int trail_least(int a, int b)
{
    return a < b ? a : b;
}

void auk__report_write(const AukMove *move, AukMoveReport *report)
{
    if (!report) {
        return;
    }
    report->contact_count = move->contact_count;
    report->sensor_count = move->trail->sensor_count;
    if (report->contacts) {
        size_t written = (size_t)trail_least(move->contact_count, report->contact_capacity);
        memcpy(report->contacts, move->contacts, written * sizeof *report->contacts);
    }
    if (report->sensors) {
        size_t written = (size_t)trail_least(move->trail->sensor_count, report->sensor_capacity);
        memcpy(report->sensors, move->trail->sensors, written * sizeof *report->sensors);
    }
}
