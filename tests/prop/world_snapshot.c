// Snapshots over long times and under damage. A buffer whose sum has been put right again is either refused, and the
// world stays as it was, or it is the snapshot of a world: that one writes the same bytes, and lives.
#include "prop/numbers.h"
#include "support/saved.h"
#include "support/world_crowd.h"
#include "world/save/snapshot.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

enum { USUAL_STEPS = 600, USUAL_DAMAGES = 10000, BODIES_MAX = 40, STEPS_AFTER = 3 };

static AukWorld *empty_world(void)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.history = 5;
    AukWorld *world = auk_world_create(&def, NULL);
    crowd_register(world);
    return world;
}

static AukWorld *crowd(Random *random, CrowdKind kind, int bodies, int steps)
{
    AukWorld *world = empty_world();
    crowd_fill(world, random, kind, bodies);
    for (int i = 0; i < steps; i++) {
        (void)crowd_step(world, random, kind);
    }
    crowd_change(world, random, kind);
    return world;
}

ParameterizedTestParameters(world_snapshot, has_the_same_future_for_hundreds_of_steps)
{
    return numbers_below(CROWD_KIND_COUNT);
}

ParameterizedTest(int *kind, world_snapshot, has_the_same_future_for_hundreds_of_steps, .timeout = 3600)
{
    Random random = random_start(random_seed(), 101 + (uint64_t)*kind);
    int steps = random_repeats(USUAL_STEPS);
    uint64_t *answers = malloc((size_t)steps * sizeof *answers);
    AukWorld *world = crowd(&random, (CrowdKind)*kind, 300, 50);
    Saved buffer = take_snapshot(world);
    for (int round = 0; round < 2; round++) {
        Random future = random;
        for (int i = 0; i < steps; i++) {
            cr_assert_eq(crowd_step(world, &future, (CrowdKind)*kind), AUK_OK);
            uint64_t answer = crowd_answers(world, future);
            cr_assert(round == 0 || answers[i] == answer, "kind %d, step %d, AUK_SEED=%llu", *kind, i,
                      (unsigned long long)random_seed());
            answers[i] = answer;
        }
        cr_assert_eq(auk_world_restore(world, buffer.bytes, buffer.size), AUK_OK);
    }
    auk_world_destroy(world);
    free(buffer.bytes);
    free(answers);
}

// ---- rollback ---------------------------------------------------------------------------------------------------

enum { KEPT = 3, ROLLBACKS = 40, ROLLBACK_WORLDS = 60, ROLLBACK_BODIES = 60 };

// Goes back to one of the snapshots and on from there, asking at once or only after some steps.
static void roll_back(AukWorld *world, Random *random, const Saved *to)
{
    AukWorld *anew = empty_world();
    cr_assert_eq(auk_world_restore(anew, to->bytes, to->size), AUK_OK);
    cr_assert_eq(auk_world_restore(world, to->bytes, to->size), AUK_OK);
    for (int i = random_int(random, 0, 3); i > 0; i--) {
        float dt = random_chance(random, 0.2) ? 0.0f : 0.02f;
        cr_assert_eq(auk_world_step(world, dt), auk_world_step(anew, dt));
    }
    cr_assert_eq(crowd_answers(world, *random), crowd_answers(anew, *random), "AUK_SEED=%llu",
                 (unsigned long long)random_seed());
    auk_world_destroy(anew);
}

static void roll_back_often(CrowdKind kind, uint64_t stream)
{
    Random random = random_start(random_seed(), stream);
    AukWorld *world = crowd(&random, kind, ROLLBACK_BODIES, 10);
    Saved kept[KEPT] = {take_snapshot(world), take_snapshot(world), take_snapshot(world)};
    for (int i = 0; i < ROLLBACKS; i++) {
        bool lively = random_chance(&random, 0.3); // bodies come and go, so that it is another world to go back from
        for (int k = random_int(&random, 0, 5); k > 0; k--) {
            (void)(lively ? crowd_step(world, &random, kind) : auk_world_step(world, 0.02f));
        }
        int at = random_int(&random, 0, KEPT - 1);
        if (random_chance(&random, 0.4)) {
            free(kept[at].bytes);
            kept[at] = take_snapshot(world);
        } else {
            roll_back(world, &random, &kept[at]);
        }
    }
    for (int i = 0; i < KEPT; i++) {
        free(kept[i].bytes);
    }
    auk_world_destroy(world);
}

ParameterizedTestParameters(world_snapshot, rollbacks_at_any_time_answer_as_worlds_made_anew)
{
    return numbers_below(CROWD_KIND_COUNT);
}

ParameterizedTest(int *kind, world_snapshot, rollbacks_at_any_time_answer_as_worlds_made_anew, .timeout = 3600)
{
    for (int i = 0; i < random_repeats(ROLLBACK_WORLDS); i++) {
        roll_back_often((CrowdKind)*kind, ((uint64_t)3 << 34) + 1000 * (uint64_t)*kind + (uint64_t)i);
    }
}

// ---- damage -----------------------------------------------------------------------------------------------------

// A number that is likely to be believed, or to be used before it is looked at.
static uint32_t some_word(Random *random, const Saved *buffer)
{
    static const uint32_t words[] = {0,          1,          2,          3,          0xffffffffu, 0x7fffffffu,
                                     0x80000000, 0x7f800000, 0x7fc00000, 0x3f800000, 0x7149f2ca,  0x58e35fa9};
    uint32_t word;
    if (random_chance(random, 0.3)) {
        return words[random_int(random, 0, AUK_COUNT_OF(words) - 1)];
    }
    memcpy(&word, buffer->bytes + 4 * random_int(random, 0, (int)(buffer->size / 4) - 1), sizeof word);
    return word + (uint32_t)random_int(random, -1, 1);
}

// An offset in a section that is not empty, or in the header.
static uint64_t some_offset(Random *random, const AukSnapshotHeader *header)
{
    AukSnapshotLayout layout = auk__snapshot_layout(header->counts);
    for (int i = 0; i < 20; i++) {
        int section = random_int(random, 0, AUK_SECTION_COUNT - 1);
        uint64_t end = section + 1 < AUK_SECTION_COUNT ? layout.offsets[section + 1] : layout.size;
        uint64_t words = (end - layout.offsets[section]) / 4;
        if (words > 0) {
            return layout.offsets[section] + 4 * (random_bits(random) % words);
        }
    }
    return offsetof(AukSnapshotHeader, steps);
}

static void damage(Random *random, Saved *buffer, const AukSnapshotHeader *header)
{
    uint64_t at = some_offset(random, header), other = some_offset(random, header);
    uint32_t word = some_word(random, buffer), here, there;
    switch (random_int(random, 0, 4)) {
    case 0: buffer->bytes[at + random_bits(random) % 4] ^= (unsigned char)(1u << random_int(random, 0, 7)); break;
    case 1: memcpy(buffer->bytes + at, &word, sizeof word); break;
    case 2:
        memcpy(&here, buffer->bytes + at, sizeof here);
        memcpy(&there, buffer->bytes + other, sizeof there);
        memcpy(buffer->bytes + at, &there, sizeof there);
        memcpy(buffer->bytes + other, &here, sizeof here);
        break;
    case 3:
        at = offsetof(AukSnapshotHeader, steps) + 4 * (random_bits(random) % (2 * AUK_SECTION_COUNT + 8));
        memcpy(buffer->bytes + at, &word, sizeof word);
        break;
    default:
        here = (uint32_t)random_int(random, -2, 2);
        memcpy(&there, buffer->bytes + at, sizeof there);
        there += here;
        memcpy(buffer->bytes + at, &there, sizeof there);
        break;
    }
}

// Makes size and sum agree with the rest, so that the records are looked at.
static void repair(Saved *buffer, bool fit_size)
{
    AukSnapshotHeader header;
    memcpy(&header, buffer->bytes, sizeof header);
    bool sound = true;
    for (int i = 0; i < AUK_SECTION_COUNT; i++) {
        sound = sound && header.counts[i] <= INT32_MAX;
    }
    AukSnapshotLayout layout = {{0}, UINT64_MAX};
    if (sound) {
        layout = auk__snapshot_layout(header.counts);
    }
    header.size = fit_size && layout.size <= buffer->size ? layout.size : buffer->size;
    if (layout.size <= buffer->size) {
        header.structure = auk__snapshot_structure(&header, buffer->bytes);
        header.checksum = auk__snapshot_checksum(&header, buffer->bytes);
    }
    memcpy(buffer->bytes, &header, sizeof header);
}

// A copy of its own, so that a sanitizer sees a look behind its end.
static Saved damaged(Random *random, const Saved *good)
{
    Saved bad = {malloc((size_t)good->size), good->size};
    AukSnapshotHeader header;
    memcpy(bad.bytes, good->bytes, (size_t)good->size);
    memcpy(&header, good->bytes, sizeof header);
    for (int i = random_chance(random, 0.7) ? 1 : random_int(random, 1, 5); i > 0; i--) {
        damage(random, &bad, &header);
    }
    if (random_chance(random, 0.1)) {
        uint64_t least = sizeof header;
        bad.size = least + (random_bits(random) % (good->size - least)) / 8 * 8;
        bad.bytes = realloc(bad.bytes, (size_t)bad.size);
    }
    if (random_chance(random, 0.95)) {
        repair(&bad, random_chance(random, 0.5));
    }
    return bad;
}

// That the world is one.
static void expect_life(AukWorld *world, const Saved *buffer, Random random)
{
    AukSnapshotHeader header;
    memcpy(&header, buffer->bytes, sizeof header);
    Saved again = take_snapshot(world);
    cr_assert(again.size == header.size && memcmp(again.bytes, buffer->bytes, (size_t)again.size) == 0,
              "another buffer than the one that was accepted");
    free(again.bytes);
    for (int i = 0; i < STEPS_AFTER; i++) {
        (void)crowd_answers(world, random);
        (void)crowd_step(world, &random, CROWD_TUXES);
    }
    for (int i = 0; i < world->bodies.records.count; i++) {
        (void)auk_body_destroy(world, auk__body_id(&world->bodies, (uint32_t)i));
    }
    cr_assert_eq(auk_world_body_count(world), 0);
    (void)auk_world_step(world, 0.01f);
}

// One buffer; true if it was accepted.
static bool play(const Saved *good, AukWorld *world, Random random, uint64_t answers)
{
    Saved bad = damaged(&random, good);
    uint64_t hash = auk_world_hash(world);
    bool accepted = auk_world_restore(world, bad.bytes, bad.size) == AUK_OK;
    if (accepted) {
        expect_life(world, &bad, random);
        cr_assert_eq(auk_world_restore(world, good->bytes, good->size), AUK_OK);
        cr_assert_eq(crowd_answers(world, random_start(1, 1)), answers);
    } else {
        cr_assert_eq(auk_world_hash(world), hash, "a refusal changed the world");
    }
    free(bad.bytes);
    return accepted;
}

Test(world_snapshot, damaged_buffers_are_refused_or_worlds, .timeout = 3600)
{
    int count = random_repeats(USUAL_DAMAGES), accepted = 0;
    for (int first = 0; first < count; first += 500) {
        Random random = random_start(random_seed(), ((uint64_t)1 << 33) + (uint64_t)first);
        AukWorld *world = crowd(&random, CROWD_TUXES, random_int(&random, 1, BODIES_MAX), random_int(&random, 0, 9));
        Saved good = take_snapshot(world);
        uint64_t answers = crowd_answers(world, random_start(1, 1));
        for (int i = first; i < first + 500 && i < count; i++) {
            accepted += play(&good, world, random_start(random_seed(), ((uint64_t)1 << 34) + (uint64_t)i), answers);
        }
        auk_world_destroy(world);
        free(good.bytes);
    }
    fprintf(stderr, "seed %llu: %d of %d damaged buffers were snapshots of another world\n",
            (unsigned long long)random_seed(), accepted, count);
    cr_assert(accepted > 0 && accepted < count);
}
