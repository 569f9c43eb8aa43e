// auk_world_restore() of edited snapshots into worlds like them and others: refused and nothing changed, or accepted,
// and then the world is one that writes the very same snapshot again, lives on and can be brought back.
#include "fuzz/buffers.h"
#include "fuzz/expect.h"
#include "support/world_crowd.h"

#include <stdlib.h>
#include <string.h>

static int from, into;

static void print(FILE *file)
{
    fprintf(file, "    // a snapshot of world %d, into world %d\n", from, into);
}

static void check(AukWorld *world, const Bytes *bytes, const Bytes *good, uint64_t hash)
{
    AukStatus status = auk_world_restore(world, bytes->at, bytes->size);
    if (status) {
        EXPECT(auk_world_hash(world) == hash, "status %d changed the world", status);
        EXPECT(status != AUK_ERROR_OUT_OF_MEMORY, "status %d", status);
    } else {
        Bytes again = buffers_snapshot(world);
        EXPECT(again.size <= bytes->size && memcmp(again.at, bytes->at, (size_t)again.size) == 0,
               "another snapshot than the one that was accepted, of %llu bytes", (unsigned long long)again.size);
        free(again.at);
    }
    crowd_register(world); // an accepted snapshot may have none of the custom shapes, which are then forgotten
    status = auk_world_restore(world, good->at, good->size);
    EXPECT(status == AUK_OK && auk_world_hash(world) == hash, "status %d", status);
    (void)auk_world_restore(world, bytes->at, bytes->size);
    buffers_live(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    from = input_int(&input, 0, BUFFER_WORLDS - 1);
    into = input_int(&input, 0, BUFFER_WORLDS - 1);
    int steps = input_int(&input, 0, 2);
    bool repair = input_int(&input, 0, 7) > 0;
    Bytes bytes = buffers_copy(buffers_kept(2 * from + 1));
    buffers_edit(&input, &bytes, 0);
    if (repair) {
        buffers_repair(&bytes);
    }
    AukWorld *world = buffers_world(into, steps);
    Bytes good = buffers_snapshot(world);
    check(world, &bytes, &good, auk_world_hash(world));
    free(good.at);
    free(bytes.at);
    return 0;
}
