// Invariant: for a slot that is not live, only the state, the generation and, while it rests, the user data are
// written. So data of earlier bodies in the slot never gets into the bytes.
#include "world/save/body_arrays.h"
#include "base/predicates.h"
#include "base/prefetch.h"
#include "base/stb.h"
#include "base/zero.h"
#include "world/save/restore_kept.h"
#include "world/state/bodies.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/slot_quarantine.h"
#include "world/state/world_state.h"

#include <math.h>

static uint64_t slots_in(const AukSnapshotView *view)
{
    return view->header.counts[AUK_SECTION_BODIES];
}

bool auk__is_saved_pose(AukTransform pose)
{
    return auk__is_in_range(pose.p.x) && auk__is_in_range(pose.p.y) && auk__rot_is_unit(pose.q);
}

bool auk__has_one_zero(const void *numbers, size_t size)
{
    bool one = true;
    for (size_t i = 0; i < size; i += sizeof(float)) {
        float number;
        memcpy(&number, (const char *)numbers + i, sizeof number);
        one &= !auk__is_minus_zero(number);
    }
    return one;
}

void auk__slots_begin_read(AukSlots *slots, uint32_t count)
{
    stbds_arrsetlen(slots->generation, count);
    stbds_arrsetlen(slots->live, count);
    slots->count = (int)count;
    slots->live_count = 0;
}

// ---- slots ----------------------------------------------------------------------------------------------------------

void auk__bodies_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        const AukBody *body = auk__body(&world->bodies, i);
        AukBodyRecord *record = auk__sink_room(sink, sizeof *record);
        if (!world->bodies.slots.live[i]) {
            memset(record, 0, sizeof *record);
            record->generation = world->bodies.slots.generation[i];
            record->state = body->quarantined ? AUK_SLOT_QUARANTINED : AUK_SLOT_FREE;
            continue;
        }
        record->generation = world->bodies.slots.generation[i];
        record->state = AUK_SLOT_LIVE;
        const AukFilter *filter = auk__body_filter(&world->bodies, i);
        record->category = filter->category;
        record->ignore = filter->ignore;
        record->group = filter->group;
        record->owner = auk__body_owner(&world->bodies, i);
        record->first_part = *auk__first_part(&world->bodies, body);
        record->enabled = body->enabled;
        record->motion = body->motion;
    }
}

// Walks over the parts of a body: runs of pieces that begin with their heads. The total over all bodies is limited by
// the number of live parts, so a cyclic list is detected.
static bool check_parts_of(AukSnapshotCheck *check, uint32_t first, uint32_t body)
{
    const AukSnapshotView *view = check->view;
    uint32_t run = AUK_NO_INDEX, flags = 0; // of the previous part
    int32_t child = 0;
    for (uint32_t i = first; i != AUK_NO_INDEX;) {
        if (i >= view->header.counts[AUK_SECTION_PARTS] || check->unvisited == 0) {
            return false;
        }
        AukPartRecord part = auk__part_record(view, i);
        bool head = part.head == i && part.child == 0;
        bool piece = run != AUK_NO_INDEX && part.head == run && child < INT32_MAX && part.child == child + 1 &&
                     part.flags == flags;
        if (part.state != AUK_SLOT_LIVE || part.body != body || !(head || piece)) {
            return false;
        }
        run = part.head;
        child = part.child;
        flags = part.flags;
        i = part.next;
        check->unvisited--;
    }
    return true;
}

static bool check_body_record(AukSnapshotCheck *check, const AukBodyRecord *record, uint32_t index)
{
    if (record->state == AUK_SLOT_LIVE) {
        check->movers += record->motion != AUK_MOTION_STATIC;
        return record->motion < AUK_MOTION_COUNT && record->enabled <= 1 &&
               check_parts_of(check, record->first_part, index);
    }
    AukBodyRecord empty;
    memset(&empty, 0, sizeof empty);
    empty.state = record->state;
    empty.generation = record->generation;
    return memcmp(record, &empty, sizeof empty) == 0;
}

bool auk__bodies_check(AukSnapshotCheck *check)
{
    check->unvisited = check->parts[AUK_SLOT_LIVE] - check->view->kept.part_count;
    for (uint32_t i = 0; i < slots_in(check->view); i++) {
        if (auk__keeps_body(check->view, i)) {
            check->movers += auk__body(&check->world->bodies, i)->motion != AUK_MOTION_STATIC;
            check->bodies[AUK_SLOT_LIVE]++;
            continue;
        }
        AukBodyRecord record = auk__body_record(check->view, i);
        if (record.state > AUK_SLOT_QUARANTINED || record.generation == 0 || !check_body_record(check, &record, i)) {
            return false;
        }
        check->bodies[record.state]++;
    }
    return check->unvisited == 0;
}

static AukFilter filter_of_body(const AukBodyRecord *record)
{
    AukFilter filter = {record->category, record->ignore, record->group};
    return filter;
}

bool auk__bodies_reserve_saved(AukWorld *world, const AukSnapshotView *view)
{
    AukBodyNeeds needs = {false, false, false, false};
    bool swept = false;
    for (uint32_t i = 0; i < auk__record_count(view, AUK_SECTION_BODIES); i++) {
        if (auk__keeps_body(view, i)) {
            continue;
        }
        AukBodyRecord record = auk__body_record(view, i);
        needs.filters |= auk__filter_is_given(filter_of_body(&record));
        needs.owners |= record.owner.index != 0 || record.owner.generation != 0;
        swept |= record.motion == AUK_MOTION_SWEPT;
    }
    return auk__bodies_admit(world, &needs) == AUK_OK &&
           (!swept || auk__swept_admit(&world->bodies, &world->parts) == AUK_OK);
}

// Sets the members of a body that depend on its parts, which have been read.
static void read_parts_of(AukBodies *bodies, AukParts *parts, uint32_t index, uint32_t first)
{
    AukPartTally tally = {AUK_NO_INDEX, 0};
    *auk__first_part(bodies, auk__body(bodies, index)) = first;
    for (uint32_t i = first; i != AUK_NO_INDEX; i = auk__part_next(parts, i)) {
        tally.last_part = i;
        tally.shape_count += auk__part_head(parts, i) == i;
    }
    auk__part_tally_set(bodies, index, tally.last_part, tally.shape_count);
}

void auk__bodies_read(AukWorld *world, const AukSnapshotView *view)
{
    uint32_t count = auk__record_count(view, view->section);
    auk__slots_begin_read(&world->bodies.slots, count);
    world->bodies.records.count = (int)count;
    world->bodies.swept_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        AukBody *body = auk__body(&world->bodies, i);
        if (auk__keeps_body(view, i)) {
            world->bodies.slots.live_count++;
            world->bodies.swept_count += body->motion == AUK_MOTION_SWEPT;
            continue;
        }
        AukBodyRecord record = auk__body_record(view, i);
        bool lives = record.state == AUK_SLOT_LIVE;
        memset(body, 0, sizeof *body);
        memset(auk__posed(&world->bodies, i), 0, sizeof(AukPosed));
        auk__slot_bit_set(&world->bodies.direct, i, false);
        world->bodies.slots.generation[i] = record.generation;
        world->bodies.slots.live[i] = lives;
        world->bodies.slots.live_count += lives;
        body->quarantined = record.state == AUK_SLOT_QUARANTINED;
        *auk__mover_place(&world->bodies, i) = -1;
        body->motion = lives ? (uint8_t)record.motion : AUK_MOTION_STATIC;
        read_parts_of(&world->bodies, &world->parts, i, lives ? record.first_part : AUK_NO_INDEX);
        body->enabled = record.enabled != 0;
        if (auk__lazy_exists(&world->bodies.filters)) {
            ((AukFilter *)world->bodies.filters.items)[i] = filter_of_body(&record);
        }
        if (auk__lazy_exists(&world->bodies.owners)) {
            ((AukBodyId *)world->bodies.owners.items)[i] = record.owner;
        }
        world->bodies.swept_count += body->motion == AUK_MOTION_SWEPT;
    }
}

// ---- lists of slots -------------------------------------------------------------------------------------------------

static AukSlotList *slot_list_of(AukBodies *bodies, AukParts *parts, int section)
{
    switch (section) {
    case AUK_SECTION_PARTS_FREE: return &parts->slots.free;
    case AUK_SECTION_PARTS_QUARANTINED: return &parts->quarantined;
    case AUK_SECTION_BODIES_FREE: return &bodies->slots.free;
    default: return &bodies->quarantined;
    }
}

static AukSlotRecords slot_records_of(const AukBodies *bodies, const AukParts *parts, int section)
{
    bool of_parts = section == AUK_SECTION_PARTS_FREE || section == AUK_SECTION_PARTS_QUARANTINED;
    return of_parts ? auk__part_slot_records(parts) : auk__body_slot_records(bodies);
}

uint64_t auk__free_bodies_count(const AukWorld *world)
{
    return (uint64_t)world->bodies.slots.free.count;
}

uint64_t auk__free_parts_count(const AukWorld *world)
{
    return (uint64_t)world->parts.slots.free.count;
}

uint64_t auk__quarantined_bodies_count(const AukWorld *world)
{
    return (uint64_t)world->bodies.quarantined.count;
}

uint64_t auk__quarantined_parts_count(const AukWorld *world)
{
    return (uint64_t)world->parts.quarantined.count;
}

void auk__slot_list_write(const AukWorld *world, AukSink *sink)
{
    AukWorld *lists = (AukWorld *)(uintptr_t)world; // only read
    const AukSlotList *list = slot_list_of(&lists->bodies, &lists->parts, sink->section);
    AukSlotRecords records = slot_records_of(&world->bodies, &world->parts, sink->section);
    uint32_t index = list->oldest;
    for (int i = 0; i < list->count; i++) {
        index = i > 0 ? auk__slot_list_after(records, index) : index;
        uint32_t *record = auk__sink_room(sink, sizeof *record);
        *record = index;
    }
}

void auk__slot_list_read(AukWorld *world, const AukSnapshotView *view)
{
    AukSlotList *list = slot_list_of(&world->bodies, &world->parts, (int)view->section);
    AukSlotRecords records = slot_records_of(&world->bodies, &world->parts, (int)view->section);
    list->count = 0;
    for (uint32_t i = 0; i < auk__record_count(view, view->section); i++) {
        auk__slot_list_add(list, records, auk__number_at(view, view->section, i));
    }
}

static bool body_arrays_belongs(const AukSnapshotView *view, AukSection section, uint32_t slot)
{
    switch ((int)section) {
    case AUK_SECTION_PARTS_FREE: return auk__part_record(view, slot).state == AUK_SLOT_FREE;
    case AUK_SECTION_PARTS_QUARANTINED: return auk__part_record(view, slot).state == AUK_SLOT_QUARANTINED;
    case AUK_SECTION_BODIES_FREE: return auk__body_record(view, slot).state == AUK_SLOT_FREE;
    case AUK_SECTION_BODIES_QUARANTINED: return auk__body_record(view, slot).state == AUK_SLOT_QUARANTINED;
    default: break;
    }
    AukBodyRecord body = auk__body_record(view, slot);
    return body.state == AUK_SLOT_LIVE && body.motion != AUK_MOTION_STATIC;
}

// Checks that the list has as many entries as there are such slots, and each slot once.
bool auk__slot_list_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    bool parts = check->section == AUK_SECTION_PARTS_FREE || check->section == AUK_SECTION_PARTS_QUARANTINED;
    bool free = check->section == AUK_SECTION_PARTS_FREE || check->section == AUK_SECTION_BODIES_FREE;
    const uint64_t *tally = parts ? check->parts : check->bodies;
    uint64_t slots = view->header.counts[parts ? AUK_SECTION_PARTS : AUK_SECTION_BODIES];
    uint64_t wanted =
        check->section == AUK_SECTION_MOVERS ? check->movers : tally[free ? AUK_SLOT_FREE : AUK_SLOT_QUARANTINED];
    bool good = view->header.counts[check->section] == wanted;
    memset(check->marks, 0, good ? (size_t)slots : 0);
    for (uint32_t i = 0; good && i < wanted; i++) {
        uint32_t slot = auk__number_at(view, check->section, i);
        good = slot < slots && !check->marks[slot] && body_arrays_belongs(view, check->section, slot);
        if (good) {
            check->marks[slot] = 1;
        }
    }
    return good;
}

// ---- state and motion of a slot ------------------------------------------------------------------------------------

// State and motion of a slot. The world's own bodies are about to be written, so reading them here is faster than
// reading the records.
typedef struct SlotKind {
    bool lives, rests, swept;
} SlotKind;

static SlotKind kind_of(const AukSnapshotView *view, uint32_t index)
{
    SlotKind kind;
    if (view->same) {
        kind.lives = view->same->bodies.slots.live[index];
        kind.rests = auk__body(&view->same->bodies, index)->motion == AUK_MOTION_STATIC;
        kind.swept = kind.lives && auk__body(&view->same->bodies, index)->motion == AUK_MOTION_SWEPT;
        return kind;
    }
    AukBodyRecord body = auk__body_record(view, index);
    kind.lives = body.state == AUK_SLOT_LIVE;
    kind.rests = body.motion == AUK_MOTION_STATIC;
    kind.swept = kind.lives && body.motion == AUK_MOTION_SWEPT;
    return kind;
}

bool auk__saved_body_lives(const AukSnapshotView *view, uint32_t index)
{
    return kind_of(view, index).lives;
}

// ---- user data and responses ----------------------------------------------------------------------------------------

void auk__body_data_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        uint64_t *data = auk__sink_room(sink, sizeof *data);
        *data = world->bodies.slots.live[i] || auk__body(&world->bodies, i)->quarantined
                    ? *auk__body_user_data(&world->bodies, i)
                    : 0;
    }
}

bool auk__body_data_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    bool good = view->header.counts[check->section] == slots_in(view);
    for (uint32_t i = 0; good && i < slots_in(view); i++) {
        uint64_t data;
        auk__record_get(view, check->section, i, &data, sizeof data);
        good = data == 0 || auk__body_record(view, i).state != AUK_SLOT_FREE;
    }
    return good;
}

void auk__body_data_read(AukWorld *world, const AukSnapshotView *view)
{
    uint64_t *data = world->bodies.user_data.items;
    uint32_t count = auk__lazy_exists(&world->bodies.user_data) ? auk__record_count(view, view->section) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t old = data[i];
        auk__record_get(view, view->section, i, &data[i], sizeof data[i]);
        if (data[i] != old && world->bodies.slots.live[i]) {
            auk__query_index_note_body(world, auk__body(&world->bodies, i));
        }
    }
}

void auk__responses_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        uint32_t *response = auk__sink_room(sink, sizeof *response);
        *response = world->bodies.slots.live[i] ? auk__body(&world->bodies, i)->response : AUK_RESPONSE_CROSS;
    }
}

bool auk__responses_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    bool good = view->header.counts[check->section] == slots_in(view);
    for (uint32_t i = 0; good && i < slots_in(view); i++) {
        uint32_t response = auk__number_at(view, check->section, i);
        good = response == 0 || (response < AUK_RESPONSE_COUNT && kind_of(view, i).swept);
    }
    return good;
}

void auk__responses_read(AukWorld *world, const AukSnapshotView *view)
{
    for (uint32_t i = 0; i < auk__record_count(view, view->section); i++) {
        auk__body(&world->bodies, i)->response = (uint8_t)auk__number_at(view, view->section, i);
    }
}

// ---- motions --------------------------------------------------------------------------------------------------------

void auk__motions_write(const AukWorld *world, AukSink *sink)
{
    static const AukMotionRecord none;
    for (uint32_t i = 0; i < (uint32_t)world->bodies.records.count; i++) {
        const AukBody *body = auk__body(&world->bodies, i);
        AukMotionRecord *record = auk__sink_room(sink, sizeof *record);
        if (!world->bodies.slots.live[i]) {
            *record = none;
            continue;
        }
        record->pose = *auk__pose(&world->bodies, i);
        record->previous = *auk__previous_pose(&world->bodies, i);
        record->target = body->has_target ? *auk__target(&world->bodies, i) : none.target;
        record->velocity = body->velocity;
        record->spin = body->spin;
        record->has_target = body->has_target;
    }
}

_Static_assert(sizeof(AukMotionRecord) == 16 * sizeof(float) && offsetof(AukMotionRecord, target) == 8 * sizeof(float),
               "a pose, the one before, a target, and velocity, spin and whether there is a target");

// True if the motion is certainly valid: a body without a target. Other motions are checked further.
static bool is_plain_motion(const unsigned char *record, bool rests)
{
    float poses[8], moving[4];
    uint64_t words[4], target[2], moves[2], mask = 0u - (uint64_t)rests;
    memcpy(poses, record, sizeof poses);
    memcpy(words, record, sizeof words);
    memcpy(target, record + offsetof(AukMotionRecord, target), sizeof target);
    memcpy(moving, record + offsetof(AukMotionRecord, velocity), sizeof moving);
    memcpy(moves, record + offsetof(AukMotionRecord, velocity), sizeof moves);
    uint32_t has_target;
    memcpy(&has_target, record + offsetof(AukMotionRecord, has_target), sizeof has_target);
    AukRot rotation = {poses[2], poses[3]}, previous = {poses[6], poses[7]};
    bool within = auk__f32x4_all_within(poses, AUK_COORDINATE_MAX) &&
                  auk__f32x4_all_within(poses + 4, AUK_COORDINATE_MAX) &&
                  auk__f32x4_all_within(moving, AUK_COORDINATE_MAX);
    uint64_t moved = (words[0] ^ words[2]) | (words[1] ^ words[3]) | moves[0] | moves[1];
    return (target[0] | target[1] | has_target | (moved & mask)) == 0 && within && auk__rot_is_unit(rotation) &&
           auk__rot_is_unit(previous);
}

static bool check_motion(const AukMotionRecord *motion, bool rests)
{
    static const AukTransform none;
    bool moves = auk__is_not_zero(motion->velocity) || motion->spin != 0.0f;
    bool target =
        motion->has_target ? auk__is_saved_pose(motion->target) : memcmp(&motion->target, &none, sizeof none) == 0;
    return auk__is_saved_pose(motion->pose) && auk__is_saved_pose(motion->previous) &&
           auk__is_in_range(motion->velocity.x) && auk__is_in_range(motion->velocity.y) &&
           auk__is_in_range(motion->spin) && motion->has_target <= 1 && target &&
           !(rests && (moves || motion->has_target || memcmp(&motion->pose, &motion->previous, sizeof none) != 0));
}

static bool check_any_motion(AukSnapshotCheck *check, uint32_t index, SlotKind kind)
{
    static const AukMotionRecord none;
    AukMotionRecord motion = auk__motion_record(check->view, index);
    check->targets = check->targets || motion.has_target != 0;
    return kind.lives ? check_motion(&motion, kind.rests) : memcmp(&motion, &none, sizeof none) == 0;
}

bool auk__motions_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    uint64_t count = slots_in(view);
    bool good = view->header.counts[check->section] == count;
    const unsigned char *motion = auk__record_at(view, check->section, 0, 0);
    for (uint32_t i = 0; good && i < count; i++, motion += sizeof(AukMotionRecord)) {
        if (view->same && i + AUK_PREFETCH_AHEAD < count) {
            AUK_PREFETCH(auk__body(&view->same->bodies, i + AUK_PREFETCH_AHEAD));
        }
        SlotKind kind = kind_of(view, i);
        good = (kind.lives && is_plain_motion(motion, kind.rests)) || check_any_motion(check, i, kind);
    }
    return good;
}

void auk__motions_read(AukWorld *world, const AukSnapshotView *view)
{
    for (uint32_t i = 0; i < auk__record_count(view, view->section); i++) {
        if (auk__keeps_body(view, i)) {
            continue; // restore_same.c reads it
        }
        AukMotionRecord record = auk__motion_record(view, i);
        AukBody *body = auk__body(&world->bodies, i);
        *auk__pose(&world->bodies, i) = record.pose;
        *auk__previous_pose(&world->bodies, i) = record.previous;
        auk__body_start(&world->bodies, i);
        if (!world->bodies.slots.live[i]) {
            continue; // its record holds the links of the slot
        }
        body->velocity = record.velocity;
        body->spin = record.spin;
        body->has_target = record.has_target != 0;
        if (body->has_target) {
            *auk__target(&world->bodies, i) = record.target;
        }
    }
}

// ---- traits ---------------------------------------------------------------------------------------------------------

_Static_assert(sizeof(AukTraits) == 4 * sizeof(uint64_t), "four words");

bool auk__traits_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    bool good = view->header.counts[check->section] == slots_in(view);
    for (uint32_t i = 0; good && i < slots_in(view); i++) {
        uint64_t words[4];
        auk__record_get(view, check->section, i, words, sizeof words);
        if ((words[0] | words[1] | words[2] | words[3]) != 0) {
            AukTraits traits;
            memcpy(&traits, words, sizeof traits);
            good = auk__saved_body_lives(view, i) && auk__bounce_loss_check(traits.bounce_loss, NULL) == AUK_OK &&
                   !auk__is_minus_zero(traits.bounce_loss) && traits.pierce >= 0 && traits.bounced >= 0 &&
                   traits.bounced <= traits.bounces && auk__max_speed_check(traits.max_speed, NULL) == AUK_OK &&
                   !auk__is_minus_zero(traits.max_speed) && traits.zero == 0;
        }
    }
    return good;
}

void auk__traits_write(const AukWorld *world, AukSink *sink)
{
    static const AukTraits zeros[64];
    const AukBodies *bodies = &world->bodies;
    if (auk__lazy_exists(&bodies->traits)) {
        auk__sink_put(sink, bodies->traits.items, (size_t)bodies->records.count * sizeof(AukTraits));
        return;
    }
    for (int left = bodies->records.count; left > 0; left -= AUK_COUNT_OF(zeros)) {
        size_t count = left < AUK_COUNT_OF(zeros) ? (size_t)left : AUK_COUNT_OF(zeros);
        auk__sink_put(sink, zeros, count * sizeof *zeros);
    }
}

void auk__traits_read(AukWorld *world, const AukSnapshotView *view)
{
    if (auk__lazy_exists(&world->bodies.traits)) {
        auk__section_read(view, view->section, world->bodies.traits.items);
    }
}

bool auk__body_data_reserve(AukWorld *world, const AukSnapshotView *view)
{
    const AukBodies *bodies = &world->bodies;
    uint32_t data = auk__lazy_exists(&bodies->user_data) ? 0 : auk__record_count(view, AUK_SECTION_BODY_DATA);
    uint32_t traits = auk__lazy_exists(&bodies->traits) ? 0 : auk__record_count(view, AUK_SECTION_TRAITS);
    AukBodyNeeds needs = {false, false, false, false};
    for (uint32_t i = 0; i < data && !needs.user_data; i++) {
        uint64_t word;
        auk__record_get(view, AUK_SECTION_BODY_DATA, i, &word, sizeof word);
        needs.user_data = word != 0;
    }
    for (uint32_t i = 0; i < traits && !needs.traits; i++) {
        uint64_t words[4];
        auk__record_get(view, AUK_SECTION_TRAITS, i, words, sizeof words);
        needs.traits = (words[0] | words[1] | words[2] | words[3]) != 0;
    }
    return auk__bodies_admit(world, &needs) == AUK_OK;
}
