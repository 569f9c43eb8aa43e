// What a restore believes of a buffer: nothing. Each record is looked at before the world changes: numbers are in the
// range that the calls which make them ask for, indices name what exists, lists end, and what has no meaning is zero.
// No memory is needed for it: each slot says in which list it is and where, and the list must agree, so slots and lists
// match one to one; and the parts of all bodies are as many as live, so a walk along them that goes round is noticed.
#include "base/f32x4.h"
#include "base/predicates.h"
#include "base/prefetch.h"
#include "geom/support_shape.h"
#include "world/bodies.h"
#include "world/parts.h"
#include "world/snapshot.h"
#include "world/tiles.h"

#include <math.h>

static bool is_place(AukVec2 p)
{
    return auk__is_in_range(p.x) && auk__is_in_range(p.y);
}

// Rotations have unit length but for rounding; auk__dtransform() takes those that are less than a millionth off as they
// are.
#define UNIT_SLACK 1e-6

static bool is_unit(AukRot q)
{
    double c = q.c, s = q.s;
    return fabs(c * c + s * s - 1.0) <= UNIT_SLACK; // NaN fails a comparison
}

static bool is_pose(AukTransform pose)
{
    return is_place(pose.p) && is_unit(pose.q);
}

static uint64_t count_in(const AukSnapshotView *view, AukSection section)
{
    return view->header.counts[section];
}

static bool is_listed(const AukSnapshotView *view, AukSection list, uint32_t place, uint32_t index)
{
    return place < count_in(view, list) && auk__number_at(view, list, place) == index;
}

// Slots of each state; `live` counts down to zero where parts are visited by their bodies.
typedef struct Tally {
    uint64_t of_state[3];
    uint64_t movers;
    uint64_t seams;     // parts that have one
    uint64_t cells;     // of grids of tiles
    uint64_t unvisited; // parts that live and have not been met in the list of a body
} Tally;

// ---- parts ----------------------------------------------------------------------------------------------------

AukShape auk__record_shape(const AukPartRecord *record, const AukWorld *world, const AukGeometryStore *store)
{
    AukShape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = (AukShapeKind)record->kind;
    shape.radius = record->radius;
    switch (shape.kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        shape.core.segment[0] = record->core.points[0];
        shape.core.segment[1] = record->core.points[1];
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: shape.core.half = record->core.points[0]; break;
    case AUK_SHAPE_POLYGON: {
        const AukGeometry *geometry = (const AukGeometry *)store->entries.items + record->core.number;
        shape.core.polygon.vertices = geometry->vertices;
        shape.core.polygon.count = geometry->count;
        break;
    }
    case AUK_SHAPE_CUSTOM: shape.core.custom = auk__custom(world, record->core.number); break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return shape;
}

// What a kind does not use of the core is zero.
static bool core_is_clean(const AukPartRecord *record)
{
    uint32_t words[4];
    memcpy(words, &record->core, sizeof words);
    switch ((AukShapeKind)record->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: return true;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: return (words[2] | words[3]) == 0;
    case AUK_SHAPE_POLYGON:
    case AUK_SHAPE_CUSTOM: return (words[1] | words[2] | words[3]) == 0;
    case AUK_SHAPE_CIRCLE: return (words[0] | words[1] | words[2] | words[3]) == 0;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return false;
}

static bool names_custom(const AukSnapshotView *view, uint32_t number)
{
    for (uint32_t i = 0; i < count_in(view, AUK_SECTION_CUSTOMS); i++) {
        if (auk__number_of_custom(view, i) == number) {
            return true;
        }
    }
    return false;
}

// An edge is a segment of some length whose neighbours end somewhere.
static bool check_edge(const AukPartRecord *record, const AukSeamRecord *seam)
{
    AukVec2 p = record->core.points[0], q = record->core.points[1];
    return (record->kind == AUK_SHAPE_SEGMENT || record->kind == AUK_SHAPE_CAPSULE) && (p.x != q.x || p.y != q.y) &&
           is_place(seam->edge.before) && is_place(seam->edge.after);
}

// A grid of tiles is the rectangle around it, and all its cells are tiles.
static bool check_tiles(const AukSnapshotView *view, const AukPartRecord *record, const AukSeamRecord *seam,
                        const AukGeometryStore *store, uint64_t *cells)
{
    if (auk__tiles_check(seam->tiles.width, seam->tiles.height, seam->tiles.cell) || seam->tiles.zero != 0 ||
        record->kind != AUK_SHAPE_POLYGON) {
        return false;
    }
    AukVec2 outline[4];
    auk__tiles_outline(seam->tiles.width, seam->tiles.height, seam->tiles.cell, outline);
    const AukGeometry *geometry = (const AukGeometry *)store->entries.items + record->core.number;
    uint64_t first = *cells;
    uint64_t count = (uint64_t)seam->tiles.width * (uint64_t)seam->tiles.height;
    *cells += count;
    return geometry->count == 4 && memcmp(geometry->vertices, outline, sizeof outline) == 0 &&
           *cells <= count_in(view, AUK_SECTION_CELLS) &&
           auk__cells_check(view->bytes + view->layout.offsets[AUK_SECTION_CELLS] + first, count) == AUK_OK;
}

// The tally counts the seams and the cells that have been looked at.
static bool check_form(const AukSnapshotView *view, const AukPartRecord *record, const AukGeometryStore *store,
                       Tally *tally)
{
    if (record->form == AUK_FORM_CONVEX) {
        return true;
    }
    if (tally->seams >= count_in(view, AUK_SECTION_SEAMS)) {
        return false;
    }
    AukSeamRecord seam = auk__seam_record(view, (uint32_t)tally->seams++);
    return record->form == AUK_FORM_EDGE    ? check_edge(record, &seam)
           : record->form == AUK_FORM_TILES ? check_tiles(view, record, &seam, store, &tally->cells)
                                            : false;
}

static bool is_sense(const AukPartRecord *record)
{
    const AukSense none = {0.0f, 0.0f};
    const AukSense *sense = &record->sense;
    if (!(sense->proximity > 0.0f)) {
        return memcmp(sense, &none, sizeof none) == 0;
    }
    return (record->flags & AUK_PART_SENSOR) != 0 && !auk__check_number(sense->proximity) &&
           !auk__check_number(sense->radius) && sense->radius >= 0.0f &&
           sense->radius + sense->proximity == record->radius;
}

static bool check_live_part(const AukSnapshotView *view, const AukPartRecord *record, const AukWorld *world,
                            AukGeometryStore *store)
{
    if (record->flags > AUK_PART_FLAGS || !core_is_clean(record) || !is_pose(record->local) ||
        !is_place(record->one_way) || !is_sense(record)) {
        return false;
    }
    if (record->kind == AUK_SHAPE_POLYGON) {
        if (record->core.number >= (uint32_t)store->entries.count) {
            return false;
        }
        AukGeometry *geometry = (AukGeometry *)store->entries.items + record->core.number;
        if (!geometry->vertices) {
            return false;
        }
        geometry->references++;
    }
    if (record->kind == AUK_SHAPE_CUSTOM && !names_custom(view, record->core.number)) {
        return false;
    }
    AukShape shape = auk__record_shape(record, world, store);
    AukTransform local = record->local;
    bool centred = local.p.x == 0.0f && local.p.y == 0.0f && local.q.c == 1.0f && local.q.s == 0.0f;
    return auk__shape_check(&shape) == AUK_OK && (centred || !(record->flags & AUK_PART_CENTRED));
}

bool auk__snapshot_check_dead_part(const AukSnapshotView *view, const AukPartRecord *record, uint32_t index)
{
    AukSection list = record->state == AUK_SLOT_FREE ? AUK_SECTION_PARTS_FREE : AUK_SECTION_PARTS_RESTING;
    AukPartRecord empty;
    memset(&empty, 0, sizeof empty);
    empty.state = record->state;
    empty.body = record->body;
    empty.generation = record->generation;
    return memcmp(record, &empty, sizeof empty) == 0 && is_listed(view, list, record->body, index);
}

static bool check_parts(const AukSnapshotView *view, const AukWorld *world, AukGeometryStore *store, Tally *tally)
{
    for (uint32_t i = 0; i < count_in(view, AUK_SECTION_PARTS); i++) {
        AukPartRecord record = auk__part_record(view, i);
        if (record.state > AUK_SLOT_RESTING || record.generation == 0) {
            return false;
        }
        tally->of_state[record.state]++;
        bool good = record.state == AUK_SLOT_LIVE
                        ? check_live_part(view, &record, world, store) && check_form(view, &record, store, tally)
                        : auk__snapshot_check_dead_part(view, &record, i);
        if (!good) {
            return false;
        }
    }
    tally->unvisited = tally->of_state[AUK_SLOT_LIVE];
    return tally->seams == count_in(view, AUK_SECTION_SEAMS) && tally->cells == count_in(view, AUK_SECTION_CELLS) &&
           tally->of_state[AUK_SLOT_FREE] == count_in(view, AUK_SECTION_PARTS_FREE) &&
           tally->of_state[AUK_SLOT_RESTING] == count_in(view, AUK_SECTION_PARTS_RESTING);
}

// References were counted from the parts.
static bool check_references(const AukSnapshotView *view, const AukGeometryStore *store)
{
    const AukGeometry *entries = store->entries.items;
    for (uint32_t i = 0; i < (uint32_t)store->entries.count; i++) {
        AukGeometryRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_GEOMETRIES, i, sizeof record), sizeof record);
        if (record.references != entries[i].references) {
            return false;
        }
    }
    return true;
}

// ---- bodies ---------------------------------------------------------------------------------------------------

// Walks along the parts of a body: runs of pieces that begin with their heads.
static bool check_list(const AukSnapshotView *view, const AukBodyRecord *body, uint32_t index, uint64_t *unvisited)
{
    uint32_t last = AUK_NO_INDEX, run = AUK_NO_INDEX; // the part before and its head
    int32_t child = 0, shapes = 0;
    uint8_t flags = 0;
    for (uint32_t i = body->first_part; i != AUK_NO_INDEX;) {
        if (i >= count_in(view, AUK_SECTION_PARTS) || *unvisited == 0) {
            return false;
        }
        AukPartRecord part = auk__part_record(view, i);
        bool head = part.head == i && part.child == 0;
        bool piece = run != AUK_NO_INDEX && part.head == run && child < INT32_MAX && part.child == child + 1 &&
                     part.flags == flags;
        if (part.state != AUK_SLOT_LIVE || part.body != index || !(head || piece)) {
            return false;
        }
        shapes += head;
        run = part.head;
        child = part.child;
        flags = part.flags;
        last = i;
        i = part.next;
        --*unvisited;
    }
    return last == body->last_part && shapes == body->shape_count;
}

static bool check_live_body(const AukSnapshotView *view, const AukBodyRecord *body, uint32_t index, Tally *parts)
{
    bool listed = body->motion == AUK_MOTION_STATIC ? body->place == AUK_NO_INDEX
                                                    : is_listed(view, AUK_SECTION_MOVERS, body->place, index);
    return listed && body->motion < AUK_MOTION_COUNT && body->enabled <= 1 && body->zero == 0 &&
           auk__response_check((AukResponse)body->response) == AUK_OK &&
           check_list(view, body, index, &parts->unvisited);
}

bool auk__snapshot_check_dead_body(const AukSnapshotView *view, const AukBodyRecord *body, uint32_t index)
{
    AukSection list = body->state == AUK_SLOT_FREE ? AUK_SECTION_BODIES_FREE : AUK_SECTION_BODIES_RESTING;
    AukBodyRecord empty;
    memset(&empty, 0, sizeof empty);
    empty.state = body->state;
    empty.place = body->place;
    empty.generation = body->generation;
    empty.user_data = body->state == AUK_SLOT_RESTING ? body->user_data : 0;
    return memcmp(body, &empty, sizeof empty) == 0 && is_listed(view, list, body->place, index);
}

static bool check_bodies(const AukSnapshotView *view, Tally *parts)
{
    Tally tally;
    memset(&tally, 0, sizeof tally);
    for (uint32_t i = 0; i < count_in(view, AUK_SECTION_BODIES); i++) {
        AukBodyRecord record = auk__body_record(view, i);
        if (record.state > AUK_SLOT_RESTING || record.generation == 0) {
            return false;
        }
        tally.of_state[record.state]++;
        tally.movers += record.state == AUK_SLOT_LIVE && record.motion != AUK_MOTION_STATIC;
        bool good = record.state == AUK_SLOT_LIVE ? check_live_body(view, &record, i, parts)
                                                  : auk__snapshot_check_dead_body(view, &record, i);
        if (!good) {
            return false;
        }
    }
    return parts->unvisited == 0 && tally.movers == count_in(view, AUK_SECTION_MOVERS) &&
           tally.of_state[AUK_SLOT_FREE] == count_in(view, AUK_SECTION_BODIES_FREE) &&
           tally.of_state[AUK_SLOT_RESTING] == count_in(view, AUK_SECTION_BODIES_RESTING);
}

// ---- motions --------------------------------------------------------------------------------------------------

_Static_assert(sizeof(AukMotionRecord) == 16 * sizeof(float) && offsetof(AukMotionRecord, target) == 8 * sizeof(float),
               "a pose, the one before, a target, and velocity, spin and whether there is a target");

// True of what is sure to be good: a body that is sent nowhere. Others are looked at more closely.
static bool is_plain_motion(const unsigned char *record, bool rests)
{
    float poses[8], moving[4];
    uint64_t target[2], moves[2], mask = 0u - (uint64_t)rests;
    memcpy(poses, record, sizeof poses);
    memcpy(target, record + offsetof(AukMotionRecord, target), sizeof target);
    memcpy(moving, record + offsetof(AukMotionRecord, velocity), sizeof moving);
    memcpy(moves, record + offsetof(AukMotionRecord, velocity), sizeof moves);
    uint32_t has_target;
    memcpy(&has_target, record + offsetof(AukMotionRecord, has_target), sizeof has_target);
    AukRot rotation = {poses[2], poses[3]}, previous = {poses[6], poses[7]};
    bool within = auk__f32x4_all_within(poses, AUK_COORDINATE_MAX) &&
                  auk__f32x4_all_within(poses + 4, AUK_COORDINATE_MAX) &&
                  auk__f32x4_all_within(moving, AUK_COORDINATE_MAX);
    return (target[0] | target[1] | has_target | (moves[0] & mask) | (moves[1] & mask)) == 0 && within &&
           is_unit(rotation) && is_unit(previous);
}

static bool check_motion(const AukMotionRecord *motion, bool rests)
{
    static const AukTransform none;
    bool moves = motion->velocity.x != 0.0f || motion->velocity.y != 0.0f || motion->spin != 0.0f;
    bool target = motion->has_target ? is_pose(motion->target) : memcmp(&motion->target, &none, sizeof none) == 0;
    return is_pose(motion->pose) && is_pose(motion->previous) && is_place(motion->velocity) &&
           auk__is_in_range(motion->spin) && motion->has_target <= 1 && target &&
           !(rests && (moves || motion->has_target));
}

_Static_assert(sizeof(AukTraits) == 3 * sizeof(uint64_t), "three words");

static bool check_traits(const unsigned char *record, bool lives)
{
    uint64_t words[3];
    memcpy(words, record, sizeof words);
    if ((words[0] | words[1] | words[2]) == 0) {
        return true;
    }
    AukTraits traits;
    memcpy(&traits, record, sizeof traits);
    return lives && auk__bounce_loss_check(traits.bounce_loss) == AUK_OK && traits.pierce >= 0 && traits.bounced >= 0 &&
           traits.bounced <= traits.bounces;
}

// Of a slot: state and motion. The world's own bodies are about to be written and so had better be read than the
// records.
typedef struct SlotKind {
    bool lives, rests;
} SlotKind;

static SlotKind kind_of(const AukSnapshotView *view, uint32_t index)
{
    SlotKind kind;
    if (view->same) {
        kind.lives = view->same->body_slots.live[index];
        kind.rests = auk__body(view->same, index)->motion == AUK_MOTION_STATIC;
        return kind;
    }
    const unsigned char *body = auk__record_at(view, AUK_SECTION_BODIES, index, sizeof(AukBodyRecord));
    kind.lives = body[offsetof(AukBodyRecord, state)] == AUK_SLOT_LIVE;
    kind.rests = body[offsetof(AukBodyRecord, motion)] == AUK_MOTION_STATIC;
    return kind;
}

static bool check_any_motion(const AukSnapshotView *view, uint32_t index, SlotKind kind)
{
    static const AukMotionRecord none;
    AukMotionRecord motion = auk__motion_record(view, index);
    return kind.lives ? check_motion(&motion, kind.rests) : memcmp(&motion, &none, sizeof none) == 0;
}

bool auk__snapshot_check_motions(const AukSnapshotView *view)
{
    uint64_t count = count_in(view, AUK_SECTION_BODIES);
    bool good = count_in(view, AUK_SECTION_MOTIONS) == count && count_in(view, AUK_SECTION_TRAITS) == count;
    const unsigned char *motion = auk__record_at(view, AUK_SECTION_MOTIONS, 0, 0);
    const unsigned char *traits = auk__record_at(view, AUK_SECTION_TRAITS, 0, 0);
    for (uint32_t i = 0; good && i < count; i++) {
        if (view->same && i + AUK_PREFETCH_AHEAD < count) {
            AUK_PREFETCH(auk__body(view->same, i + AUK_PREFETCH_AHEAD));
        }
        SlotKind kind = kind_of(view, i);
        good = ((kind.lives && is_plain_motion(motion, kind.rests)) || check_any_motion(view, i, kind)) &&
               check_traits(traits, kind.lives);
        motion += sizeof(AukMotionRecord);
        traits += sizeof(AukTraits);
    }
    return good;
}

// ---- custom shapes --------------------------------------------------------------------------------------------

static AukStatus check_customs(const AukSnapshotView *view, const AukWorld *world)
{
    uint64_t count = count_in(view, AUK_SECTION_CUSTOMS);
    if (count > (uint64_t)world->customs.count) {
        return AUK_ERROR_NUMBER;
    }
    for (uint32_t i = 0; i < count; i++) {
        AukCustomRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_CUSTOMS, i, sizeof record), sizeof record);
        const AukCustomShape *custom = auk__custom(world, record.number);
        if (!custom || memcmp(&custom->bounds, &record.bounds, sizeof record.bounds) != 0) {
            return AUK_ERROR_NUMBER;
        }
        for (uint32_t k = 0; k < i; k++) {
            if (auk__number_of_custom(view, k) == record.number) {
                return AUK_ERROR_DAMAGED;
            }
        }
    }
    return AUK_OK;
}

// Pairs of bodies that live, each once.
static bool check_ignored(const AukSnapshotView *view)
{
    AukIgnoredRecord before = {0, 0};
    for (uint32_t i = 0; i < count_in(view, AUK_SECTION_IGNORED); i++) {
        AukIgnoredRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_IGNORED, i, sizeof record), sizeof record);
        bool ascends = record.a > before.a || (record.a == before.a && record.b > before.b);
        if (!ascends || record.a >= record.b || record.b >= count_in(view, AUK_SECTION_BODIES) ||
            auk__body_record(view, record.a).state != AUK_SLOT_LIVE ||
            auk__body_record(view, record.b).state != AUK_SLOT_LIVE) {
            return false;
        }
        before = record;
    }
    return true;
}

// ---- responses ------------------------------------------------------------------------------------------------

static bool check_rules(const AukSnapshotView *view)
{
    bool good = count_in(view, AUK_SECTION_RULES) <= AUK_RESPONSE_RULES_MAX;
    for (uint32_t i = 0; good && i < count_in(view, AUK_SECTION_RULES); i++) {
        AukResponseRule rule;
        memcpy(&rule, auk__record_at(view, AUK_SECTION_RULES, i, sizeof rule), sizeof rule);
        good = auk__rule_check(&rule) == AUK_OK;
    }
    return good;
}

static bool check_pierced(const AukSnapshotView *view)
{
    uint64_t before = 0, bodies = count_in(view, AUK_SECTION_BODIES);
    for (uint32_t i = 0; i < count_in(view, AUK_SECTION_PIERCED); i++) {
        AukPierced record = auk__pierced_record(view, i);
        uint64_t key = (uint64_t)record.body.index << 32 | record.other.index;
        if (record.body.index >= bodies || record.other.index >= bodies || record.body.generation == 0 ||
            record.other.generation == 0 || (i > 0 && key <= before)) {
            return false;
        }
        before = key;
    }
    return true;
}

// ---- history --------------------------------------------------------------------------------------------------

// A pose in each frame in which a body was there, and nothing in the others.
static bool check_frames(const AukSnapshotView *view, uint32_t body, uint64_t born)
{
    static const AukTransform none;
    AukHistory ring;
    memset(&ring, 0, sizeof ring);
    ring.frames = view->header.history + 1;
    uint64_t frames = (uint64_t)ring.frames, first = auk__history_first(&ring, view->header.steps);
    for (uint64_t step = first; step < first + frames; step++) {
        AukTransform pose;
        uint32_t place = (uint32_t)(body * frames + step % frames);
        memcpy(&pose, auk__record_at(view, AUK_SECTION_HISTORY, place, sizeof pose), sizeof pose);
        bool there = born < step && step <= view->header.steps;
        if (!(there ? is_pose(pose) : memcmp(&pose, &none, sizeof none) == 0)) {
            return false;
        }
    }
    return true;
}

static bool check_history(const AukSnapshotView *view)
{
    uint64_t bodies = count_in(view, AUK_SECTION_BODIES), frames = (uint64_t)view->header.history + 1;
    if (view->header.history == 0) {
        return count_in(view, AUK_SECTION_HISTORY) == 0 && count_in(view, AUK_SECTION_BORN) == 0;
    }
    if (view->header.steps > UINT64_MAX / 2 || count_in(view, AUK_SECTION_HISTORY) != bodies * frames ||
        count_in(view, AUK_SECTION_BORN) != bodies) {
        return false;
    }
    for (uint32_t i = 0; i < bodies; i++) {
        uint64_t born;
        memcpy(&born, auk__record_at(view, AUK_SECTION_BORN, i, sizeof born), sizeof born);
        bool lives = kind_of(view, i).lives;
        // nobody is there in the frames of a slot that does not live
        if (born > (lives ? view->header.steps : 0) || !check_frames(view, i, lives ? born : UINT64_MAX)) {
            return false;
        }
    }
    return true;
}

bool auk__snapshot_check_lists(const AukSnapshotView *view)
{
    return check_rules(view) && check_pierced(view) && check_history(view);
}

// ---- entry point ----------------------------------------------------------------------------------------------

AukStatus auk__snapshot_check(const AukSnapshotView *view, const AukWorld *world, AukGeometryStore *store)
{
    Tally parts;
    memset(&parts, 0, sizeof parts);
    AukStatus status = check_customs(view, world);
    if (status) {
        return status;
    }
    bool good = check_parts(view, world, store, &parts) && check_references(view, store) &&
                check_bodies(view, &parts) && check_ignored(view) && auk__snapshot_check_motions(view) &&
                auk__snapshot_check_lists(view) && auk__snapshot_check_arrays(view);
    return good ? AUK_OK : AUK_ERROR_DAMAGED;
}
