// Records in memory, for tests: a sink that collects, and the frames of what it collected.
#ifndef AUK_TESTS_SUPPORT_WORLD_RECORD_H
#define AUK_TESTS_SUPPORT_WORLD_RECORD_H

#include "auk/auk.h"
#include "world/record/record.h"

typedef struct Tape {
    unsigned char *bytes;
    uint64_t size;
    uint64_t room; // bytes that are taken; 0: all
} Tape;

bool tape_write(void *user, const void *bytes, uint64_t size);

// Begins to record into an empty tape.
AukStatus tape_start(Tape *tape, AukWorld *world, int hash_every);

void tape_free(Tape *tape);

// A tape of its own, of exactly that size, so that a sanitizer sees a look behind its end.
Tape tape_copy(const Tape *tape);

// Where frame number `place` begins; tape->size if there are fewer.
uint64_t tape_frame(const Tape *tape, uint64_t place);

int tape_frame_count(const Tape *tape);

// Makes the sum of a frame agree with its bytes.
void tape_repair(Tape *tape, uint64_t place);

// Plays the tape to its end on that many threads; the custom shapes are those of crowds.
AukReplayReport tape_play(const Tape *tape, int workers);

#endif
