#include "fuzz/buffers.h"

#include "fuzz/expect.h"
#include "support/world_crowd.h"
#include "world/save/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { BODIES = 24, STEPS_AFTER = 3 };

AukWorld *buffers_world(int number, int steps)
{
    Random random = random_start(7, (uint64_t)number);
    AukWorldDef def = {0};
    def.history = number == 1 ? 3 : 0;
    AukWorld *world = auk_world_create(&def, NULL);
    crowd_register(world);
    if (number < CROWD_KIND_COUNT) {
        crowd_fill(world, &random, (CrowdKind)number, BODIES);
        for (int i = 0; i < steps; i++) {
            (void)crowd_step(world, &random, (CrowdKind)number);
        }
    }
    return world;
}

Bytes buffers_snapshot(const AukWorld *world)
{
    uint64_t size = auk_world_snapshot_size(world);
    Bytes bytes = {malloc((size_t)size), size};
    AukStatus status = auk_world_snapshot(world, bytes.at, size);
    EXPECT(status == AUK_OK, "status %d", status);
    return bytes;
}

const Bytes *buffers_kept(int number)
{
    static Bytes kept[BUFFER_SNAPSHOTS];
    if (!kept[number].at) {
        AukWorld *world = buffers_world(number / 2, number % 2 ? 6 : 4);
        kept[number] = buffers_snapshot(world);
        auk_world_destroy(world);
    }
    return &kept[number];
}

Bytes buffers_copy(const Bytes *bytes)
{
    Bytes copy = {malloc(bytes->size > 0 ? (size_t)bytes->size : 1), bytes->size};
    memcpy(copy.at, bytes->at, (size_t)bytes->size);
    return copy;
}

static uint64_t some_place(Input *input, const Bytes *bytes, uint64_t first, uint64_t length)
{
    uint64_t place = (uint64_t)input_int(input, 0, 65535) * 4 + (uint64_t)input_int(input, 0, 3);
    return bytes->size < first + length ? bytes->size : first + place % (bytes->size - first - length + 1);
}

void buffers_edit(Input *input, const Bytes *bytes, uint64_t first)
{
    static const uint32_t words[] = {0,          1,          2,          3,          0xffffffffu, 0x7fffffffu,
                                     0x80000000, 0x7f800000, 0x7fc00000, 0x3f800000, 0x7149f2ca,  0x58e35fa9};
    while (input->size > 0) {
        int kind = input_int(input, 0, 4);
        uint64_t length = kind == 4 ? 16 : 4;
        uint64_t at = some_place(input, bytes, first, length);
        if (at + length > bytes->size) {
            return;
        }
        uint32_t word;
        memcpy(&word, bytes->at + at, sizeof word);
        if (kind == 4) {
            uint64_t from = some_place(input, bytes, 0, length);
            memmove(bytes->at + at, bytes->at + from, length);
            continue;
        }
        uint32_t by = (uint32_t)input_byte(input);
        word = kind == 0   ? word ^ 1u << by % 32
               : kind == 1 ? words[by % AUK_COUNT_OF(words)]
               : kind == 2 ? word + by - 128u
                           : (word & ~0xffu) | by;
        memcpy(bytes->at + at, &word, sizeof word);
    }
}

void buffers_repair(const Bytes *bytes)
{
    AukSnapshotHeader header;
    if (bytes->size < sizeof header) {
        return;
    }
    memcpy(&header, bytes->at, sizeof header);
    for (int i = 0; i < AUK_SECTION_COUNT; i++) {
        if (header.counts[i] > INT32_MAX) {
            return;
        }
    }
    header.size = auk__snapshot_layout(header.counts).size;
    if (header.size <= bytes->size) {
        header.structure = auk__snapshot_structure(&header, bytes->at);
        header.checksum = auk__snapshot_checksum(&header, bytes->at);
        memcpy(bytes->at, &header, sizeof header);
    }
}

void buffers_live(AukWorld *world)
{
    Random random = random_start(9, 9);
    for (int i = 0; i < STEPS_AFTER; i++) {
        (void)crowd_answers(world, random);
        (void)crowd_step(world, &random, CROWD_TUXES);
    }
    auk_world_destroy(world);
}
