// What the targets of buffers share: worlds, their snapshots, and edits of bytes that leave sums right or wrong.
#ifndef AUK_TESTS_FUZZ_BUFFERS_H
#define AUK_TESTS_FUZZ_BUFFERS_H

#include "auk/auk.h"
#include "fuzz/input.h"

enum {
    BUFFER_WORLDS = 4, // one of each kind of crowd, and an empty one
    BUFFER_SNAPSHOTS = 2 * BUFFER_WORLDS
};

typedef struct Bytes {
    uint8_t *at;
    uint64_t size;
} Bytes;

// A world like that after so many steps; always the same.
AukWorld *buffers_world(int number, int steps);

// A block of exactly that size, so that a sanitizer sees a look behind its end.
Bytes buffers_snapshot(const AukWorld *world);
// The snapshot of world number / 2, after six steps if the number is odd and after four if it is even. It is made once.
const Bytes *buffers_kept(int number);

Bytes buffers_copy(const Bytes *bytes);

// Changes bytes, words and stretches as long as the input says so; `first` bytes stay.
void buffers_edit(Input *input, const Bytes *bytes, uint64_t first);

// Makes the sums of a snapshot agree with the rest, where its counts fit.
void buffers_repair(const Bytes *bytes);

// Lives on for some steps, and ends.
void buffers_live(AukWorld *world);

#endif
