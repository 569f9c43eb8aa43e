// Records of what a program did to a world: every call that changes it, with its arguments and what came of it, and the
// hash after each step. A replay makes the same calls on a world of its own and stops where anything comes out
// otherwise. The file is what one attaches to a bug report: it needs neither the game nor its data.
#ifndef AUK_RECORD_H
#define AUK_RECORD_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- recording ----------------------------------------------------------------------------------------------------

/// Takes the bytes of a record, in order.
typedef struct AukRecordSink {
    /// Returns false if it cannot take the bytes. Called on the thread of the recorded call, before the world changes:
    /// never while a step is under way. It may read the world, but must not change it.
    bool (*write)(void *user, const void *bytes, uint64_t size);
    void *user;     ///< yours; handed to `write`
    int hash_every; ///< the hash of the world is noted after every so many steps; 0 and 1: after each
} AukRecordSink;

/// Begins to record: writes a snapshot of the world as it is, then every call as it comes. Bytes are collected, and
/// handed on in larger pieces and before each step, so that the record of a program that dies in a step ends with
/// that step. auk_world_destroy() ends a record, too.
///
/// A world that is recorded takes somewhat longer for each call, and for each step the time of its hash; nothing that
/// it computes changes. A call needs no memory once calls as large have been recorded. Restored snapshots are recorded
/// whole, and pointers in arguments by what they point to; custom shapes by number.
///
/// AUK_ERROR_NULL; AUK_ERROR_COUNT for a negative `hash_every`; AUK_ERROR_BUSY if the world is being recorded already;
/// AUK_ERROR_OUT_OF_MEMORY; AUK_ERROR_FILE if the sink does not take the first bytes.
AUK_API AukStatus auk_world_record(AukWorld *world, const AukRecordSink *sink);

/// The same into a file, which is made or emptied. AUK_ERROR_FILE if it cannot be opened or written.
AUK_API AukStatus auk_world_record_file(AukWorld *world, const char *path);

/// Ends the record, and closes its file. What went wrong since it began is said here: AUK_ERROR_FILE if bytes were not
/// taken, AUK_ERROR_OUT_OF_MEMORY; the record then ends with the last call before, and the world went on as ever.
/// AUK_OK also where nothing is recorded.
AUK_API AukStatus auk_world_record_stop(AukWorld *world);

// ---- replaying ----------------------------------------------------------------------------------------------------

/// What the replay's world is made with, besides what the record says.
typedef struct AukReplayDef {
    int worker_count;              ///< as in AukWorldDef: results are the same for any number
    AukTaskHooks tasks;            ///< as in AukWorldDef
    const AukCustomShape *customs; ///< those that the record names by number; borrowed until auk_replay_close()
    int custom_count;
} AukReplayDef;

/// What came out otherwise than it was recorded.
typedef enum AukReplayDifference {
    AUK_REPLAY_SAME = 0,
    AUK_REPLAY_STATUS, ///< the status of a call
    AUK_REPLAY_IDS,    ///< which ids were given out, or which will be next
    AUK_REPLAY_HASH,   ///< the hash of the world
    AUK_REPLAY_DIFFERENCE_COUNT
} AukReplayDifference;

typedef struct AukReplayReport {
    AukStatus status;               ///< why the replay cannot go on, of the record or of this machine; AUK_OK otherwise
    AukReplayDifference difference; ///< the first one; the replay does not go on behind it
    uint64_t expected, found;       ///< of what differs
    const char *function;           ///< of the last call: "auk_world_step", ...; "" before the first
    uint64_t call;                  ///< its number, from 1 on; 0 before the first
    uint64_t steps;                 ///< steps called so far, that one included
    uint64_t hash;                  ///< of the world after the last step whose hash the record has
    bool ended;                     ///< the record is at its end and all came out the same
    bool cut;                       ///< at its end, which is no end as auk_world_record_stop() writes it
} AukReplayReport;

typedef struct AukReplay AukReplay;

/// Makes a world and restores the snapshot of a record into it. The record is borrowed until auk_replay_close() and may
/// lie at any address. A null `def` is {0}. Returns null on failure, and `status` (may be null) says why:
/// AUK_ERROR_DAMAGED; AUK_ERROR_VERSION for a record of another version of auk; AUK_ERROR_NUMBER for custom shapes that
/// `def` does not name; what auk_world_create() may answer.
AUK_API AukReplay *auk_replay_open(const void *record, uint64_t size, const AukReplayDef *def, AukStatus *status);

/// Makes the next call. False if there is none: at the end, behind a difference, and where the record is damaged.
/// A call that was refused for lack of memory or threads is not made, since that cannot be had again.
AUK_API bool auk_replay_next(AukReplay *replay);

/// Makes all calls that are left. True if all came out the same.
AUK_API bool auk_replay_run(AukReplay *replay);

/// How far the replay has come, and what it has found. {0} for null.
AUK_API AukReplayReport auk_replay_report(const AukReplay *replay);

/// The same as a sentence, cut to `capacity` bytes with the zero at its end. Returns the length of the whole.
AUK_API int auk_replay_text(const AukReplay *replay, char *out, int capacity);

/// The replay's world, to be looked at between calls; null for null.
AUK_API const AukWorld *auk_replay_world(const AukReplay *replay);

/// Releases replay and world; null is allowed.
AUK_API void auk_replay_close(AukReplay *replay);

#ifdef __cplusplus
}
#endif

#endif
