// Each body has a ring of poses. The present box of a part, widened by the distance that its body has moved since,
// contains the part's earlier box. The sum of the steps' bounds covers this distance for all bodies except the fastest
// few of each step, which are listed and tested one by one. So one fast body does not make every query of the past scan
// all bodies.
// Invariants: the frames of a body that is not awake have its pose. And take a body that was in frame f, is not noted
// as fast in a later step, and has not been put since the last step. All points of its shapes have moved by at most the
// sum of the bounds of the steps after f.
#include "world/state/pose_history.h"

#include "base/square_root.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"

#include <math.h>
#include <string.h>

// In each step FAST_COUNT bodies, and one in FAST_SHARE of all bodies, may be fast.
enum { FAST_COUNT = 16, FAST_SHARE = 64, EXPONENTS = 256 };

bool auk__history_start(AukHistory *history, int steps)
{
    history->frames = steps > 0 ? steps + 1 : 0;
    if (!auk__buffer_resize(&history->bounds, sizeof(double), history->frames)) {
        return false;
    }
    for (int i = 0; i < history->frames; i++) {
        ((double *)history->bounds.items)[i] = 0.0;
    }
    return true;
}

void auk__history_free(AukHistory *history)
{
    auk__buffer_free(&history->poses);
    auk__buffer_free(&history->notes);
    auk__buffer_free(&history->bounds);
    auk__buffer_free(&history->fast);
    auk__buffer_free(&history->put);
    auk__buffer_free(&history->awake);
}

bool auk__history_reserve(AukHistory *history, int bodies)
{
    if (history->frames == 0) {
        return true;
    }
    return (int64_t)bodies * history->frames <= INT32_MAX &&
           auk__buffer_reserve(&history->poses, (size_t)history->frames * sizeof(AukTransform), bodies) &&
           auk__buffer_reserve(&history->notes, sizeof(AukHistoryNote), bodies) &&
           auk__buffer_reserve(&history->fast, sizeof(uint32_t), bodies) &&
           auk__buffer_reserve(&history->put, sizeof(uint32_t), bodies) &&
           auk__buffer_reserve(&history->awake, sizeof(uint32_t), bodies);
}

// ---- changes between steps ----

static void wake(AukWorld *world, uint32_t body)
{
    AukHistory *history = &world->history;
    AukHistoryNote *note = auk__history_note(history, body);
    note->moved = world->steps;
    if (!note->awake) {
        note->awake = true;
        auk__buffer_add_index(&history->awake, body);
    }
}

void auk__history_born(AukWorld *world, uint32_t body)
{
    AukHistory *history = &world->history;
    if (history->frames == 0) {
        return;
    }
    AukHistoryNote *note = auk__history_note(history, body);
    bool known = body < (uint32_t)history->notes.count; // perhaps the slot's previous body is in the lists
    bool listed = known && note->listed, awake = known && note->awake;
    history->notes.count += !known;
    memset(note, 0, sizeof *note);
    note->born = world->steps;
    note->listed = listed;
    note->awake = awake;
    wake(world, body);
}

static void list_fast(AukHistory *history, uint32_t body, uint64_t step)
{
    AukHistoryNote *note = auk__history_note(history, body);
    note->fast = step;
    if (!note->listed) {
        note->listed = true;
        auk__buffer_add_index(&history->fast, body);
    }
}

static bool is_where_it_was(const AukWorld *world, uint32_t body)
{
    const AukTransform *then = auk__history_pose(&world->history, body, world->steps);
    return memcmp(then, auk__pose(&world->bodies, body), sizeof *then) == 0;
}

void auk__history_put(AukWorld *world, uint32_t body)
{
    AukHistory *history = &world->history;
    if (history->frames == 0) {
        return;
    }
    AukHistoryNote *note = auk__history_note(history, body);
    wake(world, body);
    if (note->born == world->steps) {
        return;
    }
    // a slot that was reused since the last step is in the list already, but its body was born since
    if (note->put != world->steps + 1 && !is_where_it_was(world, body)) {
        note->put = world->steps + 1;
        auk__buffer_add_index(&history->put, body);
    }
}

void auk__history_reshaped(AukWorld *world, uint32_t body)
{
    AukHistory *history = &world->history;
    if (history->frames > 0 && auk__history_note(history, body)->born < world->steps) {
        list_fast(history, body, world->steps);
    }
}

// ---- measuring ----

static double turn_radius_of(const AukBodies *bodies, const AukParts *parts, uint32_t body)
{
    double radius = 0.0;
    for (uint32_t i = *auk__first_part(bodies, auk__body(bodies, body)); i != AUK_NO_INDEX;) {
        const AukPart *part = auk__part(parts, i);
        bool bounded = !auk__part_is_half_plane(part); // queries of the past do not search for it by boxes
        double turn_radius = auk__turn_radius(parts, i);
        radius = bounded && turn_radius > radius ? turn_radius : radius;
        i = auk__part_next(parts, i);
    }
    return radius;
}

// An upper bound of the distance that any point of a body's shapes moved between the frames of two consecutive steps.
static double pose_history_distance_of(const AukWorld *world, uint32_t body, uint64_t step)
{
    AukTransform a = *auk__history_pose(&world->history, body, step - 1);
    AukTransform b = *auk__history_pose(&world->history, body, step);
    double distance = dvec_length(auk__wrap_displacement(&world->wrap, a.p, b.p));
    double c = (double)b.q.c - a.q.c, s = (double)b.q.s - a.q.s;
    return c == 0.0 && s == 0.0
               ? distance
               : distance + auk__square_root(c * c + s * s) * turn_radius_of(&world->bodies, &world->parts, body);
}

static int exponent_of(double distance)
{
    float f = (float)distance;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return (int)(bits >> 23);
}

// The exponent above which bodies are fast: the lowest one for which no more bodies are fast than allowed.
static int fast_above(const int counts[EXPONENTS], int bodies)
{
    int room = FAST_COUNT + bodies / FAST_SHARE, exponent = EXPONENTS - 1;
    for (; exponent > 0 && counts[exponent] <= room; exponent--) {
        room -= counts[exponent];
    }
    return exponent;
}

// Finds the bound of a step, and lists the bodies that are fast in it.
static void measure_step(AukWorld *world, uint64_t step)
{
    AukHistory *history = &world->history;
    const uint32_t *awake = history->awake.items;
    int counts[EXPONENTS] = {0};
    for (int i = 0; i < history->awake.count; i++) {
        AukHistoryNote *note = auk__history_note(history, awake[i]);
        bool known = world->bodies.slots.live[awake[i]] && note->born + 1 < step;
        note->distance = known && step > 1 ? pose_history_distance_of(world, awake[i], step) : 0.0;
        counts[exponent_of(note->distance)] += note->distance > 0.0;
    }
    int slow = fast_above(counts, world->bodies.slots.live_count);
    double bound = 0.0;
    for (int i = 0; i < history->awake.count; i++) {
        double distance = auk__history_note(history, awake[i])->distance;
        if (distance > 0.0 && exponent_of(distance) > slow) {
            list_fast(history, awake[i], step);
        } else if (distance > bound) {
            bound = distance;
        }
    }
    ((double *)history->bounds.items)[step % (uint64_t)history->frames] = bound;
}

// Removes from the list the bodies that are not fast in any step that can be queried.
static void prune(AukWorld *world)
{
    AukHistory *history = &world->history;
    uint32_t *fast = history->fast.items;
    int kept = 0;
    for (int i = 0; i < history->fast.count; i++) {
        AukHistoryNote *note = auk__history_note(history, fast[i]);
        note->listed = world->bodies.slots.live[fast[i]] && note->fast + (uint64_t)history->frames > world->steps;
        if (note->listed) {
            fast[kept++] = fast[i];
        }
    }
    history->fast.count = kept;
}

// Writes the frame of a body that is awake. False if it rests from now on.
static bool write_frame(AukWorld *world, uint32_t body)
{
    AukHistory *history = &world->history;
    AukHistoryNote *note = auk__history_note(history, body);
    const uint64_t step = world->steps;
    if (!world->bodies.slots.live[body]) {
        return false;
    }
    AukTransform *frame = auk__history_pose(history, body, step);
    *frame = *auk__pose(&world->bodies, body);
    if (note->born + 1 >= step || memcmp(frame, auk__history_pose(history, body, step - 1), sizeof *frame) != 0) {
        note->moved = step;
    }
    return *auk__mover_place(&world->bodies, body) >= 0 || step + 1 < note->moved + (uint64_t)history->frames;
}

void auk__history_record(AukWorld *world)
{
    AukHistory *history = &world->history;
    if (history->frames == 0) {
        return;
    }
    const uint32_t *movers = world->bodies.movers.items;
    for (int i = 0; i < world->bodies.movers.count; i++) {
        if (!auk__history_note(history, movers[i])->awake) {
            wake(world, movers[i]);
        }
    }
    uint32_t *awake = history->awake.items;
    int kept = 0;
    for (int i = 0; i < history->awake.count; i++) {
        const uint32_t body = awake[i];
        if (write_frame(world, body)) {
            awake[kept++] = body;
        } else {
            auk__history_note(history, body)->awake = false;
        }
    }
    history->awake.count = kept;
    measure_step(world, world->steps);
    prune(world);
    history->put.count = 0;
}

void auk__history_measure(AukWorld *world)
{
    AukHistory *history = &world->history;
    if (history->frames == 0) {
        return;
    }
    history->fast.count = history->put.count = history->awake.count = 0;
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        AukHistoryNote *note = auk__history_note(history, i);
        note->fast = note->put = 0;
        note->listed = note->awake = false;
        if (world->bodies.slots.live[i]) {
            auk__history_put(world, i);
        }
    }
    for (uint64_t step = auk__history_first(history, world->steps) + 1; step <= world->steps; step++) {
        measure_step(world, step);
    }
}
