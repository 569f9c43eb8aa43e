// Random calls of geometry, written, read and run again: the same line, the same bits of every number, the same answer.
// Lines with a letter changed are refused with a column within them, or are another call that is written as it was
// read.
#include "auk/geometry_text.h"
#include "support/pair.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL = 20000, VERTICES_MAX = 2 * PAIR_VERTICES_MAX, ROOM = 1 << 18 };

static Pair pair;
static AukVec2 vertices[VERTICES_MAX];
static char first[ROOM], second[ROOM];

// A kind of shape that can be written.
static PairKind some_kind(Random *random)
{
    PairKind kind = (PairKind)random_int(random, 0, PAIR_CUSTOM - 1);
    return kind == PAIR_BIG && random_chance(random, 0.9) ? PAIR_POLYGON : kind;
}

static AukGeometryCall some_call(Random *random)
{
    PairKind kind_a = some_kind(random), kind_b = some_kind(random);
    float size = (float)random_log(random, 1e-6, 1e6);
    pair_random(random, kind_a, kind_b, (PairFamily)random_int(random, 0, PAIR_FAMILY_COUNT - 1), size, &pair);
    AukGeometryCall call;
    memset(&call, 0, sizeof call);
    call.kind = (AukGeometryKind)random_int(random, 0, AUK_GEOMETRY_KIND_COUNT - 1);
    bool ray = call.kind == AUK_GEOMETRY_CAST_RAY, turns = call.kind == AUK_GEOMETRY_TIME_OF_IMPACT;
    bool moves = turns || call.kind == AUK_GEOMETRY_CAST_SHAPE;
    call.a = pair.a.shape;
    call.path_a.start = pair.a.pose;
    call.path_b.start.p = pair.b.pose.p;
    call.path_a.delta = moves ? random_vec(random, -4.0f * size, 4.0f * size) : call.path_a.delta;
    call.path_b.delta = turns || ray ? random_vec(random, -4.0f * size, 4.0f * size) : call.path_b.delta;
    if (!ray) {
        call.b = pair.b.shape;
        call.path_b.start.q = pair.b.pose.q;
    }
    if (turns) {
        call.path_a.turn = random_float(random, -4.0f, 4.0f);
        call.path_b.turn = random_chance(random, 0.5) ? 0.0f : random_float(random, -4.0f, 4.0f);
    }
    if (random_chance(random, 0.1)) {
        call.a = auk_shape_half_plane(random_vec(random, -1.0f, 1.0f), random_float(random, -size, size));
    }
    if (random_chance(random, 0.1)) {
        call.path_a.start.p.x = random_finite(random);
    }
    if (moves || ray) {
        call.options.skip_overlapping = random_chance(random, 0.3);
        call.options.distance = random_chance(random, 0.7) ? 0.0f : random_float(random, 0.0f, size);
    }
    return call;
}

static bool is_same_shape(const AukShape *a, const AukShape *b)
{
    if (a->kind == AUK_SHAPE_POLYGON) {
        return b->kind == a->kind && a->core.polygon.count == b->core.polygon.count &&
               memcmp(a->core.polygon.vertices, b->core.polygon.vertices,
                      (size_t)a->core.polygon.count * sizeof(AukVec2)) == 0 &&
               memcmp(&a->radius, &b->radius, sizeof a->radius) == 0;
    }
    return a->kind == b->kind && a->status == b->status && memcmp(&a->core, &b->core, sizeof(AukVec2)) == 0 &&
           memcmp(&a->radius, &b->radius, sizeof a->radius) == 0;
}

static void check_call(const AukGeometryCall *call, int run)
{
    AukGeometryCall again;
    AukGeometryAnswer answer = auk_geometry_run(call), told;
    int length = auk_geometry_text(call, &answer, first, ROOM), column;
    cr_assert(length > 0 && length < ROOM);
    AukStatus status = auk_geometry_read(first, vertices, VERTICES_MAX, &again, &told, &column);
    cr_assert(status == AUK_OK && column == 0 && told.known, "run %d: status %d, column %d of %s", run, status, column,
              first);
    cr_assert(again.kind == call->kind && is_same_shape(&call->a, &again.a) && is_same_shape(&call->b, &again.b),
              "run %d: other shapes: %s", run, first);
    cr_assert(memcmp(&again.path_a, &call->path_a, sizeof(AukPath)) == 0 &&
                  memcmp(&again.path_b, &call->path_b, sizeof(AukPath)) == 0,
              "run %d: other poses: %s", run, first);
    cr_assert_eq(auk_geometry_text(&again, &told, second, ROOM), length);
    cr_assert_str_eq(first, second, "run %d: another line", run);
    answer = auk_geometry_run(&again);
    (void)auk_geometry_text(&again, &answer, second, ROOM);
    cr_assert_str_eq(first, second, "run %d: another answer", run);
}

// Reads the line with one letter changed, left out or doubled.
static bool check_spoilt(Random *random, int run)
{
    static const char letters[] = "0123456789abcdefpx.+-> \ntis";
    size_t length = strlen(first), at = (size_t)random_int(random, 0, (int)length - 1);
    switch (random_int(random, 0, 2)) {
    case 0: first[at] = letters[random_int(random, 0, (int)sizeof letters - 2)]; break;
    case 1: memmove(first + at, first + at + 1, length - at); break;
    default: memmove(first + at + 1, first + at, length - at + 1); break;
    }
    AukGeometryCall call, again;
    AukGeometryAnswer told;
    int column;
    length = strcspn(first, "\n");
    AukStatus status = auk_geometry_read(first, vertices, VERTICES_MAX, &call, &told, &column);
    if (status != AUK_OK) {
        cr_assert(column >= 1 && column <= (int)length + 1, "run %d: column %d of %zu: %s", run, column, length, first);
        return true;
    }
    cr_assert_eq(column, 0);
    cr_assert(auk_geometry_text(&call, &told, second, ROOM) > 0);
    static AukVec2 others[VERTICES_MAX];
    cr_assert_eq(auk_geometry_read(second, others, VERTICES_MAX, &again, &told, NULL), AUK_OK, "run %d: %s", run,
                 second);
    (void)auk_geometry_run(&again);
    (void)auk_geometry_text(&again, &told, first, ROOM);
    cr_assert_str_eq(first, second, "run %d: another line", run);
    return false;
}

Test(prop_geometry_text, calls_come_back_bit_by_bit_and_spoilt_lines_are_refused)
{
    long refused = 0, read = 0;
    for (int i = 0; i < random_repeats(USUAL); i++) {
        Random random = random_start(random_seed(), 930000u + (uint64_t)i);
        AukGeometryCall call = some_call(&random);
        check_call(&call, i);
        bool bad = check_spoilt(&random, i);
        refused += bad;
        read += !bad;
    }
    cr_assert(refused > 0 && read > 0, "%ld refused, %ld read", refused, read);
}
