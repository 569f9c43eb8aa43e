// Reads the calls of a record and makes them again.
#ifndef AUK_WORLD_RECORD_REPLAY_H
#define AUK_WORLD_RECORD_REPLAY_H

#include "world/record/record.h"

// Memory for the arguments of one call, in blocks that never move.
typedef struct AukArenaBlock AukArenaBlock;

typedef struct AukArena {
    AukArenaBlock *blocks;
} AukArena;

void auk__arena_reset(AukArena *arena);
void auk__arena_free(AukArena *arena);

// Reads one call. The bytes are not trusted; `status` is the first error in them.
typedef struct AukRecordReader {
    const unsigned char *at, *end;
    AukArena *arena;
    const AukWorld *world;
    const AukReplayDef *def;
    AukStatus status;
    int64_t count; // the last count read
} AukRecordReader;

// Reads the arguments of a call, for auk__call_replay().
AukStatus auk__record_read(AukRecordReader *reader, AukCall call, const void *arguments[AUK_CALL_ARGUMENTS_MAX]);

// Makes the call; its status becomes the last status of the world.
void auk__call_replay(AukWorld *world, AukCall call, const void *const *arguments);

#endif
