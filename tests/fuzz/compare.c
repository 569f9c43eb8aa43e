// auk_snapshot_compare() of snapshots, edited or not: what is no snapshot is refused and nothing is written; snapshots
// of equal bytes differ nowhere; a difference is the same the other way round, has two values that differ, and a
// sentence.
#include "fuzz/buffers.h"
#include "fuzz/expect.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 400 };

static int from, to;

static void print(FILE *file)
{
    fprintf(file, "    // snapshots %d and %d, edited\n", from, to);
}

static void check_text(const AukSnapshotDifference *difference)
{
    char text[TEXT_MAX], cut[8];
    int length = auk_snapshot_difference_text(difference, text, sizeof text);
    EXPECT(length > 0 && length < TEXT_MAX && (int)strlen(text) == length, "%d bytes", length);
    EXPECT(auk_snapshot_difference_text(difference, cut, sizeof cut) == length, "another length of %d", length);
    EXPECT(strncmp(text, cut, sizeof cut - 1) == 0 && strlen(cut) <= sizeof cut - 1, "cut: %s", cut);
}

static void check(const Bytes *a, const Bytes *b, bool whole)
{
    AukSnapshotDifference there, back;
    memset(&there, 0x5a, sizeof there);
    memset(&back, 0x5a, sizeof back);
    AukSnapshotDifference untouched = there;
    AukStatus status = auk_snapshot_compare(a->at, a->size, b->at, b->size, &there);
    AukStatus other = auk_snapshot_compare(b->at, b->size, a->at, a->size, &back);
    EXPECT((status == AUK_OK) == (other == AUK_OK), "status %d, the other way round %d", status, other);
    EXPECT(status == AUK_OK || !whole, "status %d of whole snapshots", status);
    if (status) {
        EXPECT(memcmp(&there, &untouched, sizeof there) == 0, "written, with status %d", status);
        return;
    }
    EXPECT(strcmp(there.array, back.array) == 0 && strcmp(there.field, back.field) == 0 && there.index == back.index,
           "%s %s %u, the other way round %s %s %u", there.array, there.field, there.index, back.array, back.field,
           back.index);
    EXPECT(there.a == back.b && there.b == back.a, "other values the other way round");
    bool equal = a->size == b->size && memcmp(a->at, b->at, (size_t)a->size) == 0;
    EXPECT(!equal || !there.array[0], "equal, and differ in %s %s", there.array, there.field);
    EXPECT(!there.array[0] || there.a != there.b, "%s %s differs in nothing", there.array, there.field);
    check_text(&there);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    from = input_int(&input, 0, BUFFER_SNAPSHOTS - 1);
    to = input_int(&input, 0, BUFFER_SNAPSHOTS - 1);
    int way = input_int(&input, 0, 3); // mostly the sums are put right
    bool whole = input.size == 0;
    Bytes a = buffers_copy(buffers_kept(from)), b = buffers_copy(buffers_kept(to));
    buffers_edit(&input, &b, 0);
    if (way > 0) {
        buffers_repair(&b);
    }
    if (way == 3) {
        b.size -= b.size > 0 && !whole;
    }
    check(&a, &b, whole);
    check(&b, &b, whole);
    free(a.at);
    free(b.at);
    return 0;
}
