// Reads the calls of a record and makes them again.
#ifndef AUK_WORLD_RECORD_REPLAY_H
#define AUK_WORLD_RECORD_REPLAY_H

#include "auk/world.h"
#include "world/record/record.h"

// Memory for the arguments of one call, in blocks that never move.
typedef struct AukArenaBlock AukArenaBlock;

typedef struct AukArena {
    AukArenaBlock *blocks;
} AukArena;

void auk__arena_reset(AukArena *arena);
void auk__arena_free(AukArena *arena);

struct AukReplay {
    AukWorld *world;
    AukReplayDef def;
    const unsigned char *bytes;
    uint64_t size, at;
    uint64_t header_checksum;
    uint64_t first;  // place of the first frame
    uint64_t last;   // place of the last frame read; 0 before the first
    uint64_t frames; // number of frames read
    AukArena arena;
    AukRecordIds ids;       // the ids as the record has them
    int32_t function;       // number of the last call, -1 before the first
    AukReplayReport report; // without `function` and `read`
};

// Restores the replay's world with the custom shapes that the snapshot names: AUK_ERROR_NUMBER if the definition lacks
// one of them. The world is unchanged on failure.
AukStatus auk__replay_restore_world(AukReplay *replay, const void *snapshot, uint64_t size);

// The custom shape of the definition with that number, or null.
const AukCustomShape *auk__replay_custom(const AukReplayDef *def, uint32_t number);

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
