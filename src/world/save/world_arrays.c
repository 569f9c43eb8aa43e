// The arrays of a snapshot that belong to the world as a whole: excluded pairs, response rules, piercings and the
// history of poses. Invariant of the excluded pairs: pairs ascend, so each pair occurs once, and their order does not
// depend on their history.
#include "world/save/world_arrays.h"
#include "base/zero.h"
#include "world/save/body_arrays.h"
#include "world/state/bodies.h"
#include "world/state/chain_edges.h"
#include "world/state/conveyors.h"
#include "world/state/drops.h"
#include "world/state/excluded_pairs.h"
#include "world/state/tile_kinds.h"
#include "world/state/world_state.h"
#include "world/step/response_rules.h"

static bool reserve_ignored(AukExcludedPairs *excluded, const AukSnapshotView *view)
{
    int count = (int)auk__record_count(view, AUK_SECTION_EXCLUDED_PAIRS);
    return count == 0 || auk__excluded_pairs_reserve(excluded, count, (int)auk__record_count(view, AUK_SECTION_BODIES));
}

bool auk__world_arrays_reserve(AukWorld *world, const AukSnapshotView *view)
{
    int rules = (int)auk__record_count(view, AUK_SECTION_RULES);
    int pierced = (int)auk__record_count(view, AUK_SECTION_PIERCED);
    return auk__body_data_reserve(world, view) && auk__buffer_reserve(&world->rules, sizeof(AukResponseRule), rules) &&
           auk__buffer_reserve(&world->piercing.now, sizeof(AukPierced), pierced) &&
           auk__drops_reserve(&world->drops, (int)auk__record_count(view, AUK_SECTION_DROPS)) &&
           auk__conveyors_reserve(&world->conveyors, (int)auk__record_count(view, AUK_SECTION_CONVEYORS)) &&
           auk__edge_data_reserve(&world->edge_data, (int)auk__record_count(view, AUK_SECTION_EDGE_DATA)) &&
           reserve_ignored(&world->excluded, view);
}

// ---- excluded pairs -------------------------------------------------------------------------------------------------

uint64_t auk__excluded_records_count(const AukWorld *world)
{
    return (uint64_t)world->excluded.count;
}

void auk__excluded_records_write(const AukWorld *world, AukSink *sink)
{
    AukExcludedPairCursor cursor = {0, UINT32_MAX};
    for (uint32_t pair[2]; world->excluded.count > 0 && auk__excluded_pairs_next(&world->excluded, &cursor, pair);) {
        AukExcludedPairRecord *record = auk__sink_room(sink, sizeof *record);
        record->a = pair[0];
        record->b = pair[1];
    }
}

// Checks that the pairs consist of live bodies.
bool auk__excluded_records_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    AukExcludedPairRecord before = {0, 0};
    for (uint32_t i = 0; i < auk__record_count(view, check->section); i++) {
        AukExcludedPairRecord record;
        auk__record_get(view, check->section, i, &record, sizeof record);
        bool ascends = record.a > before.a || (record.a == before.a && record.b > before.b);
        if (!ascends || record.a >= record.b || record.b >= auk__record_count(view, AUK_SECTION_BODIES) ||
            !auk__saved_body_lives(view, record.a) || !auk__saved_body_lives(view, record.b)) {
            return false;
        }
        before = record;
    }
    return true;
}

// The room has been reserved; clearing the set keeps it.
void auk__excluded_records_read(AukWorld *world, const AukSnapshotView *view)
{
    auk__excluded_pairs_clear(&world->excluded);
    bool room = reserve_ignored(&world->excluded, view);
    AUK_ASSERT(room);
    (void)room;
    for (uint32_t i = 0; i < auk__record_count(view, view->section); i++) {
        AukExcludedPairRecord record;
        auk__record_get(view, view->section, i, &record, sizeof record);
        auk__excluded_pairs_add(&world->excluded, record.a, record.b);
    }
}

// ---- responses ------------------------------------------------------------------------------------------------------

bool auk__rules_check(AukSnapshotCheck *check)
{
    bool good = auk__record_count(check->view, check->section) <= AUK_RESPONSE_RULES_MAX;
    for (uint32_t i = 0; good && i < auk__record_count(check->view, check->section); i++) {
        AukResponseRule rule;
        auk__record_get(check->view, check->section, i, &rule, sizeof rule);
        good = auk__rule_check(&rule, NULL) == AUK_OK && !auk__is_minus_zero(rule.bounce_loss);
    }
    return good;
}

bool auk__pierced_check(AukSnapshotCheck *check)
{
    uint64_t before = 0, bodies = auk__record_count(check->view, AUK_SECTION_BODIES);
    for (uint32_t i = 0; i < auk__record_count(check->view, check->section); i++) {
        AukPierced record;
        auk__record_get(check->view, check->section, i, &record, sizeof record);
        uint64_t key = (uint64_t)record.body.index << 32 | record.other.index;
        if (record.body.index >= bodies || record.other.index >= bodies || record.body.generation == 0 ||
            record.other.generation == 0 || (i > 0 && key <= before)) {
            return false;
        }
        before = key;
    }
    return true;
}

// A line that no grid has matches nothing, as an entry of a destroyed body does.
bool auk__drops_check(AukSnapshotCheck *check)
{
    AukDrop before;
    memset(&before, 0, sizeof before);
    for (uint32_t i = 0; i < auk__record_count(check->view, check->section); i++) {
        AukDrop record;
        auk__record_get(check->view, check->section, i, &record, sizeof record);
        bool known = record.body.index < auk__record_count(check->view, AUK_SECTION_BODIES) &&
                     record.floor.index < auk__record_count(check->view, AUK_SECTION_PARTS) &&
                     record.body.generation != 0 && record.floor.generation != 0 && record.line >= -1 &&
                     (record.tile < AUK_TILE_COUNT || auk__is_tile_kind((int)record.tile));
        if (!known || (i > 0 && auk__drops_compare(&before, &record) >= 0)) {
            return false;
        }
        before = record;
    }
    return true;
}

// True if the id names a shape of the snapshot.
static bool saved_shape_lives(const AukSnapshotView *view, AukShapeId shape)
{
    if (shape.index >= auk__record_count(view, AUK_SECTION_PARTS)) {
        return false;
    }
    AukPartRecord record = auk__part_record(view, shape.index);
    return record.state == AUK_SLOT_LIVE && record.head == shape.index && record.generation == shape.generation;
}

bool auk__conveyors_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    uint32_t least = 0;
    for (uint32_t i = 0; i < auk__record_count(view, check->section); i++) {
        AukConveyor record;
        auk__record_get(view, check->section, i, &record, sizeof record);
        uint32_t index = record.shape.index;
        if (index < least || !saved_shape_lives(view, record.shape) || !auk__is_not_zero(record.velocity) ||
            auk__check_vec(record.velocity) || !auk__has_one_zero(&record.velocity, sizeof record.velocity)) {
            return false;
        }
        least = index + 1;
    }
    return true;
}

bool auk__edge_data_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    uint32_t least = 0;
    for (uint32_t i = 0; i < auk__record_count(view, check->section); i++) {
        AukEdgeData record;
        auk__record_get(view, check->section, i, &record, sizeof record);
        if (record.head < least || record.head >= auk__record_count(view, AUK_SECTION_PARTS) || record.zero != 0 ||
            record.user_data == 0) {
            return false;
        }
        AukPartRecord part = auk__part_record(view, record.head);
        if (part.state != AUK_SLOT_LIVE || part.head != record.head || part.form != AUK_FORM_EDGE) {
            return false;
        }
        least = record.head + 1;
    }
    return true;
}

// ---- pose history ---------------------------------------------------------------------------------------------------

uint64_t auk__history_poses_count(const AukWorld *world)
{
    return (uint64_t)world->bodies.records.count * (uint64_t)world->history.frames;
}

void auk__history_poses_write(const AukWorld *world, AukSink *sink)
{
    static const AukTransform none;
    const AukHistory *history = &world->history;
    uint64_t frames = (uint64_t)history->frames, first = auk__history_first(history, world->steps);
    for (uint32_t i = 0; frames > 0 && i < (uint32_t)world->bodies.records.count; i++) {
        bool lives = world->bodies.slots.live[i];
        for (uint64_t place = 0; place < frames; place++) {
            uint64_t step = first + (place + frames - first % frames) % frames;
            bool there = lives && step <= world->steps && auk__history_note(history, i)->born < step;
            AukTransform *record = auk__sink_room(sink, sizeof *record);
            *record = there ? *auk__history_pose(history, i, step) : none;
        }
    }
}

// Checks that there is a pose in each frame in which the body existed, and zeros in the others.
static bool check_frames(const AukSnapshotView *view, uint32_t body, uint64_t born)
{
    static const AukTransform none;
    AukHistory ring;
    memset(&ring, 0, sizeof ring);
    ring.frames = view->header.history + 1;
    uint64_t frames = (uint64_t)ring.frames, first = auk__history_first(&ring, view->header.steps);
    for (uint64_t step = first; step < first + frames; step++) {
        AukTransform pose;
        auk__record_get(view, AUK_SECTION_HISTORY, (uint32_t)(body * frames + step % frames), &pose, sizeof pose);
        bool there = born < step && step <= view->header.steps;
        if (!(there ? auk__is_saved_pose(pose) : memcmp(&pose, &none, sizeof none) == 0)) {
            return false;
        }
    }
    return true;
}

// Checks that there is either no history, or a history of all bodies, and that steps go on to be counted: after the
// last number the count would begin again at 0, and the world's own snapshot would be refused.
bool auk__history_poses_check(AukSnapshotCheck *check)
{
    const AukSnapshotHeader *header = &check->view->header;
    bool kept = header->history > 0;
    uint64_t bodies = header->counts[AUK_SECTION_BODIES], frames = (uint64_t)header->history + 1;
    return header->counts[check->section] == (kept ? bodies * frames : 0) &&
           header->counts[AUK_SECTION_BORN] == (kept ? bodies : 0) && header->steps <= UINT64_MAX / 2;
}

void auk__history_poses_read(AukWorld *world, const AukSnapshotView *view)
{
    auk__section_read(view, view->section, world->history.poses.items);
}

void auk__history_born_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; i < (uint32_t)world->history.notes.count; i++) {
        uint64_t *record = auk__sink_room(sink, sizeof *record);
        *record = world->bodies.slots.live[i] ? auk__history_note(&world->history, i)->born : 0;
    }
}

// The frames, which have been counted, are checked here too. For a slot that is not live all frames are zero.
bool auk__history_born_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    bool good = true;
    for (uint32_t i = 0; good && i < auk__record_count(view, check->section); i++) {
        uint64_t born;
        auk__record_get(view, check->section, i, &born, sizeof born);
        bool lives = auk__saved_body_lives(view, i);
        good = born <= (lives ? view->header.steps : 0) && check_frames(view, i, lives ? born : UINT64_MAX);
    }
    return good;
}

void auk__history_born_read(AukWorld *world, const AukSnapshotView *view)
{
    world->history.notes.count = (int)auk__record_count(view, view->section);
    for (uint32_t i = 0; i < auk__record_count(view, view->section); i++) {
        auk__record_get(view, view->section, i, &auk__history_note(&world->history, i)->born, sizeof(uint64_t));
    }
}
