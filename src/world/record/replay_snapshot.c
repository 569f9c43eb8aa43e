// Snapshots of a replay: its place in the record and its report, then the snapshot of its world.
#include "base/hash64.h"
#include "world/record/replay.h"
#include "world/save/part_arrays.h"
#include "world/save/snapshot.h"
#include "world/state/parts.h"

enum { AUK_REPLAY_SNAPSHOT_FORMAT = 2 };

typedef struct AukReplayPlace {
    AukFileMark mark;
    uint64_t record_size, header_checksum; // of the record
    uint64_t at, last, frames;
    uint64_t expected, found, call, steps, hash;
    int32_t status, difference;
    int32_t function;       // number of the last call, -1 before the first
    uint32_t last_checksum; // of the last frame read, 0 before the first: another record has another one there
    uint32_t ended, cut;
    AukRecordIds ids;
    uint64_t checksum; // of this struct, with this member zero
} AukReplayPlace;

_Static_assert(sizeof(AukReplayPlace) == 152, "no padding");

static uint64_t place_checksum(const AukReplayPlace *place)
{
    AukReplayPlace unsummed = *place;
    unsummed.checksum = 0;
    return auk__hash_words(AUK_HASH_START, &unsummed, sizeof unsummed);
}

// The checksum of the frame that begins there.
static uint32_t checksum_at(const AukReplay *replay, uint64_t place)
{
    AukRecordFrame frame;
    if (place == 0) {
        return 0;
    }
    memcpy(&frame, replay->bytes + place, sizeof frame);
    return frame.checksum;
}

// ---- writing --------------------------------------------------------------------------------------------------------

uint64_t auk_replay_snapshot_size(const AukReplay *replay)
{
    return replay ? sizeof(AukReplayPlace) + auk_world_snapshot_size(replay->world) : 0;
}

AukStatus auk_replay_snapshot(const AukReplay *replay, void *buffer, uint64_t size)
{
    if (!replay || !buffer) {
        return AUK_ERROR_NULL;
    }
    if (size < auk_replay_snapshot_size(replay)) {
        return AUK_ERROR_COUNT;
    }
    const AukReplayReport *report = &replay->report;
    AukReplayPlace place = {.mark = auk__file_mark("AUKPLAY", AUK_REPLAY_SNAPSHOT_FORMAT),
                            .record_size = replay->size,
                            .header_checksum = replay->header_checksum,
                            .at = replay->at,
                            .last = replay->last,
                            .frames = replay->frames,
                            .expected = report->expected,
                            .found = report->found,
                            .call = report->call,
                            .steps = report->steps,
                            .hash = report->hash,
                            .status = (int32_t)report->status,
                            .difference = (int32_t)report->difference,
                            .function = replay->function,
                            .last_checksum = checksum_at(replay, replay->last),
                            .ended = report->ended,
                            .cut = report->cut,
                            .ids = replay->ids};
    place.checksum = place_checksum(&place);
    memcpy(buffer, &place, sizeof place);
    return auk_world_snapshot(replay->world, (unsigned char *)buffer + sizeof place, size - sizeof place);
}

// ---- reading --------------------------------------------------------------------------------------------------------

// A checksum can be forged, so everything is tested by which the replay could leave the record's bytes.
static bool place_is_in_record(const AukReplayPlace *place, const AukReplay *replay)
{
    AukRecordFrame frame;
    if (place->record_size != replay->size || place->header_checksum != replay->header_checksum) {
        return false;
    }
    if (place->last == 0) {
        return place->at == replay->first && place->frames == 0 && place->function == -1;
    }
    if (place->last < replay->first || place->last >= replay->size || replay->size - place->last < sizeof frame) {
        return false;
    }
    memcpy(&frame, replay->bytes + place->last, sizeof frame);
    uint64_t left = replay->size - place->last - sizeof frame;
    return frame.size <= left && place->at == place->last + sizeof frame + frame.size &&
           frame.checksum == place->last_checksum;
}

static bool place_is_good(const AukReplayPlace *place, const AukReplay *replay)
{
    return place->checksum == place_checksum(place) && place_is_in_record(place, replay) && place->status >= AUK_OK &&
           place->status < AUK_STATUS_COUNT && place->difference >= AUK_REPLAY_SAME &&
           place->difference < AUK_REPLAY_DIFFERENCE_COUNT && place->function >= -1 &&
           place->function < AUK_CALL_COUNT && place->ended <= 1 && place->cut <= place->ended;
}

// The boxes are the snapshot's: a record may register a number again with another box, once a restore forgot it. The
// definition was checked, so what else a shape is refused for is the snapshot's fault.
static AukStatus register_customs_of(AukReplay *replay, const AukSnapshotView *view)
{
    AukStatus status = AUK_OK;
    int count = (int)auk__record_count(view, AUK_SECTION_CUSTOMS);
    for (int i = 0; i < count && !status; i++) {
        AukCustomRecord record;
        auk__record_get(view, AUK_SECTION_CUSTOMS, (uint32_t)i, &record, sizeof record);
        const AukCustomShape *given = auk__replay_custom(&replay->def, record.number);
        AukCustomShape custom;
        if (!given) {
            return AUK_ERROR_NUMBER;
        }
        custom = *given;
        custom.bounds = record.bounds;
        status = auk_world_register_custom(replay->world, &custom);
    }
    return status && status != AUK_ERROR_OUT_OF_MEMORY ? AUK_ERROR_DAMAGED : status;
}

// With other custom shapes the restore makes all parts anew, also those of the same numbers: none points to the old
// shapes then, and all boxes are measured again.
AukStatus auk__replay_restore_world(AukReplay *replay, const void *snapshot, uint64_t size)
{
    AukWorld *world = replay->world;
    AukFault fault = {0};
    AukSnapshotView view;
    bool any = replay->def.custom_count > 0; // else the world has none, and the snapshot is not read twice
    AukStatus status = any ? auk__snapshot_open(&view, snapshot, size) : AUK_OK;
    if (status || !any || !auk__customs_match(&view, &world->customs, &fault)) {
        return status ? status : auk_world_restore(world, snapshot, size);
    }
    AukBuffer known = world->customs;
    memset(&world->customs, 0, sizeof world->customs);
    status = register_customs_of(replay, &view);
    world->save.customs_replaced = true;
    status = status ? status : auk_world_restore(world, snapshot, size);
    world->save.customs_replaced = false;
    if (status) {
        AukBuffer drafted = world->customs;
        world->customs = known;
        known = drafted;
    }
    auk__customs_free(&known);
    return status;
}

static void go_to(AukReplay *replay, const AukReplayPlace *place)
{
    AukReplayReport *report = &replay->report;
    replay->at = place->at;
    replay->last = place->last;
    replay->frames = place->frames;
    replay->ids = place->ids;
    replay->function = place->function;
    report->status = (AukStatus)place->status;
    report->difference = (AukReplayDifference)place->difference;
    report->expected = place->expected;
    report->found = place->found;
    report->call = place->call;
    report->steps = place->steps;
    report->hash = place->hash;
    report->ended = place->ended != 0;
    report->cut = place->cut != 0;
}

AukStatus auk_replay_restore(AukReplay *replay, const void *buffer, uint64_t size)
{
    if (!replay || !buffer) {
        return AUK_ERROR_NULL;
    }
    AukReplayPlace place;
    AukFileMark mark = auk__file_mark("AUKPLAY", AUK_REPLAY_SNAPSHOT_FORMAT);
    AukStatus status = auk__file_mark_read(&mark, buffer, size, &place, sizeof place);
    if (!status && !place_is_good(&place, replay)) {
        status = AUK_ERROR_DAMAGED;
    }
    const unsigned char *snapshot = (const unsigned char *)buffer + sizeof place;
    status = status ? status : auk__replay_restore_world(replay, snapshot, size - sizeof place);
    if (!status) {
        go_to(replay, &place);
    }
    return status;
}
