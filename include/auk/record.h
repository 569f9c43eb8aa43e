/// @file
/// Recording and replay, for bug reports: a record needs neither the game nor its data.
/// A record starts with a snapshot of the world. Then follow all calls that change the world, with their arguments and
/// results, and the hash after each step. A replay makes the same calls on its own world and stops at the first
/// difference.
#ifndef AUK_RECORD_H
#define AUK_RECORD_H

#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- recording ----------------------------------------------------------------------------------------------------

/// Receives the bytes of a record, in order.
typedef struct AukRecordSink {
    /// Returns false if it cannot take the bytes. Called on the thread of the recorded call, before the world changes:
    /// never while a step is under way. It may read the world, but must not change it.
    bool (*write)(void *user, const void *bytes, uint64_t size);
    void *user;     ///< any pointer; passed to `write`
    int hash_every; ///< the hash of the world is written after every so many steps; 0 and 1: after each step
} AukRecordSink;

/// Starts recording: writes a snapshot of the world, then every call that changes the world. Call
/// auk_world_record_stop() at the end; auk_world_destroy() ends a record too. Bytes are collected and written in larger
/// pieces and before each step. So if the program crashes in a step, the record ends with that step.
///
/// While a world is recorded, each call takes a little longer and each step also computes the hash; results do not
/// change. A call allocates nothing once calls as large have been recorded. Restored snapshots are recorded completely,
/// pointer arguments by the data they point to, custom shapes by number.
///
/// A call that auk/many.h has for many bodies is recorded as that one, with one item: auk_body_create() as
/// auk_body_create_many(), auk_body_set_position() as auk_body_set_pose_many(). auk_body_walk() is recorded as the
/// auk_body_move_to_many() that it makes. Replays report the recorded names.
///
/// Errors: AUK_ERROR_NULL; AUK_ERROR_COUNT for a negative `hash_every`; AUK_ERROR_BUSY if the world is already being
/// recorded; AUK_ERROR_OUT_OF_MEMORY; AUK_ERROR_FILE if the sink refuses the first bytes.
AUK_API AukStatus auk_world_record(AukWorld *world, const AukRecordSink *sink);

/// Records into a file, which is created or overwritten. Errors as in auk_world_record(); AUK_ERROR_FILE if the file
/// cannot be opened or written.
AUK_API AukStatus auk_world_record_file(AukWorld *world, const char *path);

/// Ends the record and closes its file. Reports any error since the start: AUK_ERROR_FILE if bytes could not be
/// written, AUK_ERROR_OUT_OF_MEMORY. The record then ends with the last call before the error; the world itself is not
/// affected. AUK_OK if the world is not being recorded; AUK_ERROR_NULL.
AUK_API AukStatus auk_world_record_stop(AukWorld *world);

// ---- replaying ----------------------------------------------------------------------------------------------------

/// How the replay's world is created, besides what the record holds. {0} is valid.
typedef struct AukReplayDef {
    int worker_count;   ///< as in AukWorldDef: results are the same for any number
    AukTaskHooks tasks; ///< as in AukWorldDef
    /// The custom shapes of the record, found by number: the first with it. Their boxes are those of the record.
    /// Borrowed until auk_replay_close().
    const AukCustomShape *customs;
    int custom_count; ///< length of `customs`; AUK_ERROR_COUNT below 0
} AukReplayDef;

/// What differs between the replay and the record.
typedef enum AukReplayDifference {
    AUK_REPLAY_SAME = 0,        ///< nothing so far
    AUK_REPLAY_STATUS,          ///< the status of a call
    AUK_REPLAY_IDS,             ///< the ids that were given out, or the next ones to be given out
    AUK_REPLAY_HASH,            ///< the hash of the world
    AUK_REPLAY_DIFFERENCE_COUNT ///< the number of differences; no difference itself
} AukReplayDifference;

/// The state of a replay.
typedef struct AukReplayReport {
    AukStatus status; ///< why the replay cannot continue: an error in the record, or on this machine; AUK_OK otherwise
    AukReplayDifference difference; ///< the first difference; the replay stops there
    uint64_t expected, found;       ///< the recorded value and the value of the replay, if there is a difference
    const char *function;           ///< the last call as recorded, such as "auk_world_step"; "" before the first
    uint64_t call;                  ///< number of the last call, from 1; 0 before the first
    uint64_t steps;                 ///< steps called so far, including the last call
    uint64_t hash;                  ///< hash of the world after the last step whose hash is in the record
    bool ended;                     ///< the end of the record was reached without a difference
    bool cut;      ///< set with `ended` if the record lacks the end that auk_world_record_stop() writes
    uint64_t read; ///< bytes of the record read so far: all of them at its end, but not those of a part that was cut
} AukReplayReport;

/// A record that is being replayed, with a world of its own.
typedef struct AukReplay AukReplay;

/// Creates a world and restores the snapshot of a record into it. The record is borrowed until auk_replay_close(); any
/// address will do. A null `def` is {0}. Returns null on failure and writes the reason to `status`, which may be null:
/// AUK_ERROR_NULL; AUK_ERROR_DAMAGED; AUK_ERROR_VERSION for a record of another version of auk; AUK_ERROR_NUMBER for
/// custom shapes that `def` lacks; AUK_ERROR_COUNT for a negative `custom_count`; or an error of auk_world_create() or
/// of auk_shape_custom().
AUK_API AukReplay *auk_replay_open(const void *record, uint64_t size, const AukReplayDef *def, AukStatus *status);

/// Makes the next call. Returns false if there is none: at the end, after a difference, or where the record is damaged.
/// A call that failed for lack of memory or threads when it was recorded is skipped, since such a failure cannot be
/// repeated.
AUK_API bool auk_replay_next(AukReplay *replay);

/// Makes all remaining calls. True if there was no difference and no error.
AUK_API bool auk_replay_run(AukReplay *replay);

/// The progress of the replay and its first difference. For null all fields are zero and `function` is "".
AUK_API AukReplayReport auk_replay_report(const AukReplay *replay);

/// Writes the report as a sentence, cut to `capacity` bytes including the final zero. Returns the length of the whole
/// sentence without the zero; a null `out` measures, whatever the capacity.
AUK_API int auk_replay_text(const AukReplay *replay, char *out, int capacity);

/// The replay's world, to be read between calls; null for null.
AUK_API const AukWorld *auk_replay_world(const AukReplay *replay);

// A replay goes back by snapshots of itself: keep one every some steps, and make the calls from there again.

/// The size in bytes of a snapshot of the replay as it is now: its world, and its place in the record. 0 for null.
AUK_API uint64_t auk_replay_snapshot_size(const AukReplay *replay);

/// Writes a snapshot into the first auk_replay_snapshot_size() bytes of a buffer; any address will do.
/// Errors: AUK_ERROR_NULL; AUK_ERROR_COUNT if `size` is too small. The buffer is then unchanged.
AUK_API AukStatus auk_replay_snapshot(const AukReplay *replay, void *buffer, uint64_t size);

/// Goes back, or forward, to a snapshot of a replay of the same record: the calls from there on are made again, with
/// the same results. A replay that stopped can go back too.
///
/// Errors, with the replay unchanged: AUK_ERROR_NULL; AUK_ERROR_DAMAGED, also for a snapshot of a replay of another
/// record where sizes or the last call show it; AUK_ERROR_VERSION; AUK_ERROR_NUMBER for custom shapes that the replay's
/// definition lacks; AUK_ERROR_OUT_OF_MEMORY.
///
/// @param size  size of the buffer; it may be larger than the snapshot
AUK_API AukStatus auk_replay_restore(AukReplay *replay, const void *buffer, uint64_t size);

/// Releases the replay and its world; null is allowed.
AUK_API void auk_replay_close(AukReplay *replay);

#ifdef __cplusplus
}
#endif

#endif
