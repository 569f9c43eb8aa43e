// The module behind time.html, the time machine: one record, its replay, and snapshots of the replay to go back to.
// Each record has an instance of its own, so that its memory goes with it and a fault in it leaves others alone.
//
// A position is a number of steps: position n is the state right after step n, 0 the start of the record. If calls
// follow the last step, the state at the end has a position of its own, the last one. time_next() makes a single call,
// so JavaScript decides how long it works at once.
//
// Numbers that do not fit into a return value go through time_floats and time_words.
#include "auk/auk.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_CALL __attribute__((visibility("default"))) // and so exported

enum { TEXT_SIZE = 400, INTERVAL_MAX = 1 << 24 };

typedef struct TimeKey {
    uint32_t position;
    uint64_t size;
    void *snapshot;
} TimeKey;

typedef struct TimeBuffer {
    void *bytes;
    uint64_t size, room;
} TimeBuffer;

static struct {
    unsigned char *record;
    uint32_t size;
    AukReplay *replay;
    uint32_t position;
    bool between;   // calls were made after this position
    bool complete;  // the end was reached once
    bool tail;      // the last position is no step
    uint32_t known; // the furthest position that was reached
    TimeKey *keys;  // ascending, each at a multiple of the interval; the first is at 0
    uint32_t key_count, key_room, interval;
    uint64_t kept, budget; // bytes of all keys
    TimeBuffer snapshot, other;
    AukDrawItem *items;
    AukBodyId *bodies;
    int item_room, body_room;
} machine = {.interval = 1};

static float time_floats[16];
static uint32_t time_words[16];
static char time_text[TEXT_SIZE];

TIME_CALL float *time_get_floats(void)
{
    return time_floats;
}

TIME_CALL uint32_t *time_get_words(void)
{
    return time_words;
}

static const AukWorld *world_now(void)
{
    return auk_replay_world(machine.replay);
}

// Makes room for at least `count` items; the old ones are lost. False if there is no memory.
static bool make_room(void **items, int *room, int count, size_t size)
{
    if (count > *room) {
        free(*items);
        *items = malloc((size_t)count * size);
        *room = *items != NULL ? count : 0;
    }
    return count <= *room;
}

static bool make_bytes(TimeBuffer *buffer, uint64_t size)
{
    if (size > buffer->room) {
        free(buffer->bytes);
        buffer->bytes = size <= SIZE_MAX ? malloc((size_t)size) : NULL;
        buffer->room = buffer->bytes != NULL ? size : 0;
    }
    buffer->size = buffer->bytes != NULL ? size : 0;
    return size <= buffer->room;
}

// ---- snapshots to go back to ----------------------------------------------------------------------------------------

// Forgets every second one of the later keys. False if only the first is left.
static bool thin_keys(void)
{
    uint32_t count = 0;
    if (machine.key_count <= 1 || machine.interval >= INTERVAL_MAX) {
        return false;
    }
    machine.interval *= 2;
    for (uint32_t i = 0; i < machine.key_count; i++) {
        TimeKey key = machine.keys[i];
        if (key.position % machine.interval == 0) {
            machine.keys[count++] = key;
        } else {
            machine.kept -= key.size;
            free(key.snapshot);
        }
    }
    machine.key_count = count;
    return true;
}

static bool make_key_room(void)
{
    if (machine.key_count < machine.key_room) {
        return true;
    }
    uint32_t room = 2 * machine.key_room + 64;
    TimeKey *keys = realloc(machine.keys, room * sizeof *keys);
    if (keys == NULL) {
        return false;
    }
    machine.keys = keys;
    machine.key_room = room;
    return true;
}

// The first key is kept whatever its size: without it there is no way back. False if its memory is missing.
static bool add_key(void)
{
    TimeKey key = {machine.position, auk_replay_snapshot_size(machine.replay), NULL};
    bool first = machine.key_count == 0;
    while (!first && machine.kept + key.size > machine.budget && thin_keys()) {
    }
    if (!first && (key.position % machine.interval != 0 || machine.kept + key.size > machine.budget)) {
        return true;
    }
    key.snapshot = make_key_room() && key.size <= SIZE_MAX ? malloc((size_t)key.size) : NULL;
    if (key.snapshot == NULL || auk_replay_snapshot(machine.replay, key.snapshot, key.size) != AUK_OK) {
        free(key.snapshot);
        return !first;
    }
    machine.keys[machine.key_count++] = key;
    machine.kept += key.size;
    return true;
}

static void reach(void)
{
    machine.between = false;
    machine.known = machine.position > machine.known ? machine.position : machine.known;
    if (machine.position % machine.interval == 0 && machine.position > machine.keys[machine.key_count - 1].position) {
        (void)add_key();
    }
}

// The last key that is not behind a position.
static const TimeKey *key_before(uint32_t position)
{
    uint32_t low = 0, high = machine.key_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (machine.keys[middle].position <= position) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &machine.keys[low];
}

// ---- the record -----------------------------------------------------------------------------------------------------

// Memory for the bytes of the record; null if there is none.
TIME_CALL void *time_reserve(uint32_t size)
{
    machine.record = malloc(size > 0 ? size : 1);
    machine.size = size;
    return machine.record;
}

// For the statuses that JavaScript says in words of its own.
TIME_CALL int time_problem(int status)
{
    static const AukStatus known[] = {AUK_OK, AUK_ERROR_DAMAGED, AUK_ERROR_VERSION, AUK_ERROR_NUMBER,
                                      AUK_ERROR_OUT_OF_MEMORY};
    int problem = 0;
    while (problem < (int)(sizeof known / sizeof known[0]) && (int)known[problem] != status) {
        problem++;
    }
    return problem;
}

// Opens the record. Snapshots take up to `budget` bytes. Returns an AukStatus.
TIME_CALL int time_open(double budget)
{
    AukStatus status = AUK_OK;
    machine.budget = (uint64_t)budget;
    machine.replay = auk_replay_open(machine.record, machine.size, NULL, &status);
    if (machine.replay != NULL && !add_key()) {
        status = AUK_ERROR_OUT_OF_MEMORY;
    }
    return (int)status;
}

// Makes the next call. Returns 1 if a position was reached, 0 if not, -1 at the end.
TIME_CALL int time_next(void)
{
    AukReplayReport before = auk_replay_report(machine.replay);
    bool more = auk_replay_next(machine.replay);
    AukReplayReport after = auk_replay_report(machine.replay);
    bool made = more || (after.difference != AUK_REPLAY_SAME && after.call > before.call);
    bool stepped = made && after.steps > before.steps;
    machine.between = machine.between || (made && !stepped);
    if (stepped) {
        machine.position++;
        reach();
    }
    if (more) {
        return stepped;
    }
    machine.complete = true;
    if (machine.between) {
        machine.tail = true;
        machine.position++;
        reach();
    }
    return -1;
}

// Goes to the nearest state from which time_next() leads to a position: the present one or a key. An AukStatus.
TIME_CALL int time_seek(uint32_t position)
{
    const TimeKey *key = key_before(position);
    bool ahead = position > machine.position || (position == machine.position && !machine.between);
    if (ahead && key->position <= machine.position) {
        return AUK_OK;
    }
    AukStatus status = auk_replay_restore(machine.replay, key->snapshot, key->size);
    if (status == AUK_OK) {
        machine.position = key->position;
        machine.between = false;
    }
    return (int)status;
}

TIME_CALL uint32_t time_position(void)
{
    return machine.position;
}

TIME_CALL int time_is_between(void)
{
    return machine.between;
}

TIME_CALL uint32_t time_known(void)
{
    return machine.known;
}

TIME_CALL int time_is_complete(void)
{
    return machine.complete;
}

TIME_CALL int time_has_tail(void)
{
    return machine.tail;
}

TIME_CALL uint32_t time_key_count(void)
{
    return machine.key_count;
}

TIME_CALL double time_kept(void)
{
    return (double)machine.kept;
}

// Writes status, difference, ended and cut to words; calls and bytes read to be had as numbers.
TIME_CALL void time_report(void)
{
    AukReplayReport report = auk_replay_report(machine.replay);
    time_words[0] = (uint32_t)report.status;
    time_words[1] = (uint32_t)report.difference;
    time_words[2] = report.ended;
    time_words[3] = report.cut;
}

TIME_CALL double time_calls(void)
{
    return (double)auk_replay_report(machine.replay).call;
}

TIME_CALL double time_read(void)
{
    return (double)auk_replay_report(machine.replay).read;
}

// ---- texts ----------------------------------------------------------------------------------------------------------

TIME_CALL const char *time_report_text(void)
{
    (void)auk_replay_text(machine.replay, time_text, TEXT_SIZE);
    return time_text;
}

TIME_CALL const char *time_function(void)
{
    return auk_replay_report(machine.replay).function;
}

TIME_CALL const char *time_status_text(int status)
{
    return auk_status_text((AukStatus)status);
}

TIME_CALL const char *time_hash_text(void)
{
    (void)snprintf(time_text, TEXT_SIZE, "%016llx", (unsigned long long)auk_world_hash(world_now()));
    return time_text;
}

// ---- the world ------------------------------------------------------------------------------------------------------

// Writes min and max to floats 0 to 3.
TIME_CALL void time_bounds(void)
{
    AukBox box = auk_world_get_bounds(world_now());
    const float values[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    memcpy(time_floats, values, sizeof values);
}

_Static_assert(sizeof(AukDrawItem) == 16 * 4 && offsetof(AukDrawItem, center) == 6 * 4 &&
                   offsetof(AukDrawItem, body) == 11 * 4,
               "time_machine.js reads it as words");

// Returns the items that touch a box, and writes their number to word 0. In a world that wraps, a box over too many
// images gives one image.
TIME_CALL const AukDrawItem *time_draw(uint32_t show, float min_x, float min_y, float max_x, float max_y)
{
    AukDrawOptions options = {.show = show, .region = {{min_x, min_y}, {max_x, max_y}}};
    int count = auk_world_draw(world_now(), &options, NULL, 0);
    if (count < 0) {
        options.region = (AukBox){{0.0f, 0.0f}, {0.0f, 0.0f}};
        count = auk_world_draw(world_now(), &options, NULL, 0);
    }
    time_words[0] = 0;
    if (count > 0 && make_room((void **)&machine.items, &machine.item_room, count, sizeof *machine.items)) {
        time_words[0] = (uint32_t)auk_world_draw(world_now(), &options, machine.items, count);
    }
    return machine.items;
}

// Returns the ids, and writes their number to word 0.
TIME_CALL const AukBodyId *time_bodies(void)
{
    int count = auk_world_body_count(world_now());
    time_words[0] = 0;
    if (make_room((void **)&machine.bodies, &machine.body_room, count, sizeof *machine.bodies)) {
        time_words[0] = (uint32_t)auk_world_get_bodies(world_now(), machine.bodies, count);
    }
    return machine.bodies;
}

static AukBodyId time_id(uint32_t index, uint32_t generation)
{
    return (AukBodyId){index, generation};
}

// Whether a body exists. Writes position, angle, velocity, spin and bounds to floats 0 to 9, motion and enabled to
// words 0 and 1.
TIME_CALL int time_body(uint32_t index, uint32_t generation)
{
    const AukWorld *world = world_now();
    AukBodyId id = time_id(index, generation);
    AukVec2 position = auk_body_get_position(world, id), velocity = auk_body_get_velocity(world, id);
    AukBox box = auk_body_get_bounds(world, id);
    const float values[] = {position.x, position.y, auk_body_get_angle(world, id),
                            velocity.x, velocity.y, auk_body_get_spin(world, id),
                            box.min.x,  box.min.y,  box.max.x,
                            box.max.y};
    memcpy(time_floats, values, sizeof values);
    time_words[0] = (uint32_t)auk_body_get_motion(world, id);
    time_words[1] = auk_body_is_enabled(world, id);
    return auk_body_exists(world, id);
}

// Finds the body at a point: a solid before a sensor, else the nearest within a distance. Writes its id to words 0 and
// 1. Returns whether there is one.
TIME_CALL int time_pick(float x, float y, float distance)
{
    const AukWorld *world = world_now();
    AukQuery query = {.sensors = true};
    AukFound found;
    memset(&found, 0, sizeof found);
    int count = auk_world_overlap_point(world, auk_vec(x, y), NULL, &found, 1);
    if (count <= 0) {
        count = auk_world_nearest(world, NULL, auk_transform(auk_vec(x, y), 0.0f), distance, &query, &found, 1);
    }
    time_words[0] = found.body.index;
    time_words[1] = found.body.generation;
    return count > 0;
}

TIME_CALL const char *time_why(uint32_t index_a, uint32_t generation_a, uint32_t index_b, uint32_t generation_b)
{
    AukWhy why = auk_world_why(world_now(), time_id(index_a, generation_a), time_id(index_b, generation_b));
    time_text[0] = '\0';
    (void)auk_why_text(&why, time_text, TEXT_SIZE);
    return time_text;
}

// ---- two records ----------------------------------------------------------------------------------------------------

// Makes a snapshot of the world, and writes its size to word 0. Null without memory.
TIME_CALL const void *time_snapshot(void)
{
    uint64_t size = auk_world_snapshot_size(world_now());
    if (!make_bytes(&machine.snapshot, size) ||
        auk_world_snapshot(world_now(), machine.snapshot.bytes, size) != AUK_OK) {
        return NULL;
    }
    time_words[0] = (uint32_t)size;
    return machine.snapshot.bytes;
}

// Memory for the snapshot of the other record; null without memory.
TIME_CALL void *time_reserve_other(uint32_t size)
{
    return make_bytes(&machine.other, size) ? machine.other.bytes : NULL;
}

// Compares this world with the snapshot of the other. Returns 0 if they are the same, 1 if not, else minus an
// AukStatus. Words 0 and 1: the body that differs, or that has the shape that does.
TIME_CALL int time_compare(void)
{
    AukSnapshotDifference difference;
    if (time_snapshot() == NULL) {
        return -(int)AUK_ERROR_OUT_OF_MEMORY;
    }
    AukStatus status = auk_snapshot_compare(machine.snapshot.bytes, machine.snapshot.size, machine.other.bytes,
                                            machine.other.size, &difference);
    if (status != AUK_OK) {
        return -(int)status;
    }
    AukBodyId body = difference.body;
    if (auk_body_id_is_null(body) && !auk_shape_id_is_null(difference.shape)) {
        body = auk_world_shape_get_body(world_now(), difference.shape);
    }
    time_words[0] = body.index;
    time_words[1] = body.generation;
    (void)auk_snapshot_difference_text(&difference, time_text, TEXT_SIZE);
    return difference.array[0] != '\0';
}

TIME_CALL const char *time_difference_text(void)
{
    return time_text;
}
