// auk_snapshot_apply() of edited deltas to bases that are edited or not: what comes out is the target of a delta that
// is whole, and for any other nothing is touched behind the buffer; a restore of it is refused or makes a world.
#include "world/save/delta.h"
#include "fuzz/buffers.h"
#include "fuzz/expect.h"

#include <stdlib.h>
#include <string.h>

static int from, to;

static void print(FILE *file)
{
    fprintf(file, "    // a delta from snapshot %d to snapshot %d\n", from, to);
}

static Bytes delta_of(const Bytes *base, const Bytes *target)
{
    uint64_t bound = auk_snapshot_delta_bound(target->size);
    Bytes room = {malloc((size_t)bound), 0};
    AukStatus status = auk_snapshot_delta(base->at, base->size, target->at, target->size, room.at, bound, &room.size);
    EXPECT(status == AUK_OK, "status %d", status);
    Bytes delta = buffers_copy(&room);
    free(room.at);
    return delta;
}

static void repair_delta(const Bytes *delta)
{
    AukDeltaHeader header;
    memcpy(&header, delta->at, sizeof header);
    if (header.size >= sizeof header && header.size <= delta->size) {
        header.checksum = auk__delta_checksum(&header, delta->at);
        memcpy(delta->at, &header, sizeof header);
    }
}

static void check(const Bytes *base, const Bytes *delta, const Bytes *target, bool whole)
{
    Bytes out = {malloc((size_t)target->size), target->size};
    uint64_t written = 0;
    AukStatus status = auk_snapshot_apply(base->at, base->size, delta->at, delta->size, out.at, out.size, &written);
    if (whole) {
        EXPECT(status == AUK_OK && written == target->size && memcmp(out.at, target->at, (size_t)written) == 0,
               "status %d of a whole delta", status);
    }
    if (!status) {
        AukWorld *world = buffers_world(0, 0);
        EXPECT(written <= out.size, "%llu bytes written", (unsigned long long)written);
        (void)auk_world_restore(world, out.at, written);
        buffers_live(world);
    }
    free(out.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    from = input_int(&input, 0, BUFFER_SNAPSHOTS - 1);
    to = input_int(&input, 0, BUFFER_SNAPSHOTS - 1);
    int way = input_int(&input, 0, 7); // mostly the delta with its sum, else without; sometimes the base
    const Bytes *target = buffers_kept(to);
    Bytes base = buffers_copy(buffers_kept(from)), delta = delta_of(&base, target);
    bool whole = input.size == 0;
    if (way == 0) {
        buffers_edit(&input, &base, 0);
        buffers_repair(&base);
        Bytes other = delta_of(buffers_kept(from), target);
        free(delta.at);
        delta = other;
    } else {
        buffers_edit(&input, &delta, 0);
    }
    if (way > 1) {
        repair_delta(&delta);
    }
    check(&base, &delta, target, whole);
    free(delta.at);
    free(base.at);
    return 0;
}
