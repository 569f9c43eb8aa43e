// Going back to a world of the same bodies with the same shapes, in other places: what nearly every rollback does. One
// pass compares each record with the slot that it would go into. What equals a part of this world, which is good, is
// good; so nothing but motion is left to be checked, and nothing but motion is written. Movers' boxes in the broad
// phase are written by the next step, as always; the grid gets them then too, or when it is asked (query_index.h).
// Invariant: where same is said, the long way (restore.c) would come to the same world.
#include "base/prefetch.h"
#include "base/stb.h"
#include "world/save/restore.h"
#include "world/state/parts.h"
#include "world/state/query_index.h"

// ---- lists and shapes ---------------------------------------------------------------------------------------------

static bool same_bytes(const AukSnapshotView *view, AukSection section, const void *items, int count, size_t size)
{
    return auk__record_count(view, section) == count &&
           (count == 0 || memcmp(auk__record_at(view, section, 0, 0), items, (size_t)count * size) == 0);
}

static bool same_numbers(const AukSnapshotView *view, AukSection section, const AukBuffer *list)
{
    return same_bytes(view, section, list->items, list->count, sizeof(uint32_t));
}

static bool same_free(const AukSnapshotView *view, AukSection section, const AukSlots *slots)
{
    return same_bytes(view, section, slots->free, (int)stbds_arrlen(slots->free), sizeof(uint32_t));
}

static bool same_customs(const AukSnapshotView *view, const AukWorld *world)
{
    AukCustomShape *const *customs = world->customs.items;
    bool same = auk__record_count(view, AUK_SECTION_CUSTOMS) == world->customs.count;
    for (uint32_t i = 0; same && i < (uint32_t)world->customs.count; i++) {
        AukCustomRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_CUSTOMS, i, sizeof record), sizeof record);
        same = record.number == customs[i]->number &&
               memcmp(&record.bounds, &customs[i]->bounds, sizeof record.bounds) == 0;
    }
    return same;
}

static bool same_ignored(const AukSnapshotView *view, const AukIgnoreSet *set)
{
    AukIgnoredCursor cursor = {0, UINT32_MAX};
    bool same = auk__record_count(view, AUK_SECTION_IGNORED) == set->count;
    uint32_t i = 0;
    for (uint32_t pair[2]; same && set->count > 0 && auk__ignored_next(set, &cursor, pair); i++) {
        same = memcmp(auk__record_at(view, AUK_SECTION_IGNORED, i, sizeof pair), pair, sizeof pair) == 0;
    }
    return same;
}

static bool same_geometries(const AukSnapshotView *view, const AukGeometryStore *store)
{
    const AukGeometry *entries = store->entries.items;
    const unsigned char *vertices = auk__record_at(view, AUK_SECTION_VERTICES, 0, 0);
    uint64_t left = view->header.counts[AUK_SECTION_VERTICES];
    bool same = auk__record_count(view, AUK_SECTION_GEOMETRIES) == store->entries.count &&
                view->header.unused_geometry == store->unused;
    for (uint32_t i = 0; same && i < (uint32_t)store->entries.count; i++) {
        AukGeometryRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_GEOMETRIES, i, sizeof record), sizeof record);
        uint64_t count = entries[i].references > 0 ? (uint64_t)entries[i].count : 0;
        same = record.references == entries[i].references && record.count == entries[i].count && count <= left &&
               (count == 0 || memcmp(vertices, entries[i].vertices, count * sizeof(AukVec2)) == 0);
        vertices += same ? count * sizeof(AukVec2) : 0;
        left -= same ? count : 0;
    }
    return same && left == 0;
}

// ---- parts --------------------------------------------------------------------------------------------------------

static bool same_seam(const AukSeamRecord *record, const AukSeam *seam)
{
    return memcmp(&record->edge.before, &seam->before, sizeof seam->before) == 0 &&
           memcmp(&record->edge.after, &seam->after, sizeof seam->after) == 0;
}

// `cells` is what is left of the section of cells.
static bool same_grid(const AukSeamRecord *record, const AukTileGrid *grid, const unsigned char **cells, uint64_t *left)
{
    uint64_t count = (uint64_t)grid->width * (uint64_t)grid->height;
    bool same = record->tiles.width == grid->width && record->tiles.height == grid->height &&
                memcmp(&record->tiles.cell, &grid->cell, sizeof grid->cell) == 0 && record->tiles.zero == 0 &&
                count <= *left && memcmp(*cells, grid->cells, count) == 0;
    *cells += same ? count : 0;
    *left -= same ? count : 0;
    return same;
}

// What edges of chains and grids of tiles have besides their parts, which have been found to be the same.
static bool same_seams(const AukSnapshotView *view, const AukWorld *world)
{
    uint64_t seams = view->header.counts[AUK_SECTION_SEAMS], left = view->header.counts[AUK_SECTION_CELLS];
    const unsigned char *cells = auk__record_at(view, AUK_SECTION_CELLS, 0, 0);
    uint32_t used = 0, end = world->seams.count > 0 ? (uint32_t)world->parts.count : 0;
    bool same = true;
    for (uint32_t i = 0; same && i < end; i++) {
        uint8_t form = world->shape_slots.live[i] ? auk__part(world, i)->form : AUK_FORM_CONVEX;
        if (form != AUK_FORM_CONVEX) {
            same = used < seams;
            AukSeamRecord record;
            memset(&record, 0, sizeof record);
            record = same ? auk__seam_record(view, used) : record;
            used++;
            same = same && (form == AUK_FORM_TILES ? same_grid(&record, auk__tiles(world, i), &cells, &left)
                                                   : same_seam(&record, auk__seam(world, i)));
        }
    }
    return same && used == seams && left == 0;
}

// Records are read field by field where they lie, since most of a copy would not be looked at.
static uint64_t word_at(const void *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static uint32_t half_at(const void *at)
{
    uint32_t half;
    memcpy(&half, at, sizeof half);
    return half;
}

// What is compared as one word lies in one piece on both sides.
_Static_assert(offsetof(AukPartRecord, next) == offsetof(AukPartRecord, body) + 12, "as in AukPart");
_Static_assert(offsetof(AukPart, next) == offsetof(AukPart, body) + 12, "as in the record");

// The core as it is in the record: what is not used of it is zero.
static void core_words(const AukPart *part, uint64_t words[2])
{
    words[0] = words[1] = 0;
    switch (part->shape.kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: memcpy(words, part->shape.core.segment, 2 * sizeof *words); break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: memcpy(words, &part->shape.core.half, sizeof *words); break;
    case AUK_SHAPE_POLYGON: memcpy(words, &part->geometry, sizeof part->geometry); break;
    case AUK_SHAPE_CUSTOM: memcpy(words, &part->shape.core.custom->number, sizeof(uint32_t)); break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
}

static bool same_live_part(const AukWorld *world, const AukPart *part, const unsigned char *record)
{
    uint32_t index = (uint32_t)(part - (const AukPart *)world->parts.items);
    uint64_t one_way = world->one_way_count > 0 ? word_at(auk__one_way(world, index)) : 0;
    uint64_t sense = world->sense_count > 0 ? word_at(auk__sense(world, index)) : 0;
    uint64_t core[2];
    core_words(part, core);
    unsigned flags = (part->sensor ? AUK_PART_SENSOR : 0u) | (part->centred ? AUK_PART_CENTRED : 0u);
    bool head = record[offsetof(AukPartRecord, state)] == AUK_SLOT_LIVE &&
                record[offsetof(AukPartRecord, kind)] == (unsigned)part->shape.kind &&
                record[offsetof(AukPartRecord, flags)] == flags && record[offsetof(AukPartRecord, form)] == part->form;
    uint64_t difference = (half_at(record + offsetof(AukPartRecord, radius)) ^ half_at(&part->shape.radius)) |
                          (word_at(record + offsetof(AukPartRecord, core)) ^ core[0]) |
                          (word_at(record + offsetof(AukPartRecord, core) + 8) ^ core[1]) |
                          (word_at(record + offsetof(AukPartRecord, local)) ^ word_at(&part->local.p)) |
                          (word_at(record + offsetof(AukPartRecord, local) + 8) ^ word_at(&part->local.q)) |
                          (word_at(record + offsetof(AukPartRecord, category)) ^ part->filter.category) |
                          (word_at(record + offsetof(AukPartRecord, ignore)) ^ part->filter.ignore) |
                          (word_at(record + offsetof(AukPartRecord, user_data)) ^ part->user_data) |
                          (half_at(record + offsetof(AukPartRecord, group)) ^ part->filter.group) |
                          (word_at(record + offsetof(AukPartRecord, body)) ^ word_at(&part->body)) |
                          (word_at(record + offsetof(AukPartRecord, child)) ^ word_at(&part->child)) |
                          (word_at(record + offsetof(AukPartRecord, one_way)) ^ one_way) |
                          (word_at(record + offsetof(AukPartRecord, sense)) ^ sense);
    return head && difference == 0;
}

static bool same_dead_part(const AukSnapshotView *view, const AukPart *part, uint32_t index)
{
    AukPartRecord record = auk__part_record(view, index);
    return record.state == (part->quarantined ? AUK_SLOT_RESTING : AUK_SLOT_FREE) &&
           auk__snapshot_check_dead_part(view, &record, index);
}

static bool same_parts(const AukSnapshotView *view, const AukWorld *world)
{
    const AukSlots *slots = &world->shape_slots;
    const unsigned char *record = auk__record_at(view, AUK_SECTION_PARTS, 0, 0);
    bool same = auk__record_count(view, AUK_SECTION_PARTS) == world->parts.count;
    for (uint32_t i = 0; same && i < (uint32_t)world->parts.count; i++) {
        const AukPart *part = auk__part(world, i);
        same = half_at(record + offsetof(AukPartRecord, generation)) == slots->generation[i] &&
               (slots->live[i] ? same_live_part(world, part, record) : same_dead_part(view, part, i));
        record += sizeof(AukPartRecord);
    }
    return same;
}

// ---- bodies -------------------------------------------------------------------------------------------------------

static bool same_live_body(const AukWorld *world, const AukBody *body, const unsigned char *record)
{
    uint64_t difference = (word_at(record + offsetof(AukBodyRecord, category)) ^ body->filter.category) |
                          (word_at(record + offsetof(AukBodyRecord, ignore)) ^ body->filter.ignore) |
                          (half_at(record + offsetof(AukBodyRecord, group)) ^ body->filter.group) |
                          (word_at(record + offsetof(AukBodyRecord, owner)) ^ word_at(&body->owner)) |
                          (half_at(record + offsetof(AukBodyRecord, first_part)) ^ *auk__first_part(world, body)) |
                          (word_at(record + offsetof(AukBodyRecord, last_part)) ^ word_at(&body->last_part)) |
                          (half_at(record + offsetof(AukBodyRecord, place)) ^ (uint32_t)body->mover) |
                          half_at(record + offsetof(AukBodyRecord, zero));
    return record[offsetof(AukBodyRecord, state)] == AUK_SLOT_LIVE &&
           record[offsetof(AukBodyRecord, motion)] == body->motion &&
           record[offsetof(AukBodyRecord, enabled)] == body->enabled && difference == 0;
}

static bool same_dead_body(const AukSnapshotView *view, const AukBody *body, uint32_t index)
{
    AukBodyRecord record = auk__body_record(view, index);
    return record.state == (body->quarantined ? AUK_SLOT_RESTING : AUK_SLOT_FREE) &&
           auk__snapshot_check_dead_body(view, &record, index);
}

// How a body responds, and what is the game's: a response that is none is a difference too, but not a detail.
static bool same_bodies(const AukSnapshotView *view, const AukWorld *world, bool *details)
{
    const AukSlots *slots = &world->body_slots;
    const unsigned char *record = auk__record_at(view, AUK_SECTION_BODIES, 0, 0);
    bool same = auk__record_count(view, AUK_SECTION_BODIES) == world->bodies.count;
    for (uint32_t i = 0; same && i < (uint32_t)world->bodies.count; i++) {
        const AukBody *body = auk__body(world, i);
        unsigned response = record[offsetof(AukBodyRecord, response)];
        same = half_at(record + offsetof(AukBodyRecord, generation)) == slots->generation[i] &&
               response < AUK_RESPONSE_COUNT &&
               (slots->live[i] ? same_live_body(world, body, record) : same_dead_body(view, body, i));
        *details |= word_at(record + offsetof(AukBodyRecord, user_data)) != body->user_data ||
                    (slots->live[i] && response != body->response);
        record += sizeof(AukBodyRecord);
    }
    return same;
}

bool auk__snapshot_same(const AukSnapshotView *view, const AukWorld *world, bool *details)
{
    *details = false;
    return same_numbers(view, AUK_SECTION_MOVERS, &world->movers) &&
           same_numbers(view, AUK_SECTION_BODIES_RESTING, &world->resting_bodies) &&
           same_numbers(view, AUK_SECTION_PARTS_RESTING, &world->resting_parts) &&
           same_free(view, AUK_SECTION_BODIES_FREE, &world->body_slots) &&
           same_free(view, AUK_SECTION_PARTS_FREE, &world->shape_slots) && same_customs(view, world) &&
           same_ignored(view, &world->ignored) && same_geometries(view, &world->geometries) &&
           same_parts(view, world) && same_seams(view, world) && same_bodies(view, world, details);
}

// ---- writing ------------------------------------------------------------------------------------------------------

// The arrays, since what is written could, for all the compiler knows, be the world's pointers to them.
typedef struct Arrays {
    AukBody *bodies;
    const AukPart *parts;
    const uint32_t *first_parts;
    AukLocalBox *reaches;
    AukBox *tight;
    const AukBounds *homes; // of the query index
    AukGridNode *nodes;
} Arrays;

_Static_assert(offsetof(AukMotionRecord, previous) == 16 && offsetof(AukBody, previous) == 16, "both poses at once");
_Static_assert(offsetof(AukMotionRecord, spin) == offsetof(AukMotionRecord, velocity) + 8, "with the velocity");
_Static_assert(offsetof(AukBody, spin) == offsetof(AukBody, velocity) + 8, "with the velocity");

// What has become of a body.
typedef enum Change { CHANGE_NONE, CHANGE_MOVED, CHANGE_TURNED } Change;

static inline Change write_motion(AukBody *body, const unsigned char *record)
{
    bool turned = word_at(record + 8) != word_at(&body->pose.q);
    bool moved = word_at(record) != word_at(&body->pose.p);
    memcpy(&body->pose, record, 2 * sizeof body->pose);
    memcpy(&body->next, record, sizeof body->next);
    memcpy(&body->velocity, record + offsetof(AukMotionRecord, velocity), sizeof body->velocity + sizeof body->spin);
    body->has_target = half_at(record + offsetof(AukMotionRecord, has_target)) != 0;
    return turned ? CHANGE_TURNED : (moved ? CHANGE_MOVED : CHANGE_NONE);
}

// The box of a mover of one part that is centred, which is its reach from its place. Returns the part if it has left
// its cell of the query index, else AUK_NO_INDEX.
static inline uint32_t place_simple(const Arrays *arrays, uint32_t index, Change change)
{
    AukBody *body = &arrays->bodies[index];
    uint32_t part = arrays->first_parts[index];
    if (change == CHANGE_TURNED && arrays->parts[part].shape.kind != AUK_SHAPE_CIRCLE) {
        arrays->reaches[part] = auk__part_reach(&arrays->parts[part], body->pose.q);
    }
    body->simple = AUK_SIMPLE; // the box in the broad phase may be another
    auk__f32x4_store(&arrays->tight[part].min.x,
                     auk__local_box_at(&arrays->reaches[part], auk__f64x2_load_point(&body->pose.p.x)));
    bool stays = auk__grid_keep_home(&arrays->nodes[part], &arrays->homes[part], &arrays->tight[part]);
    return stays ? AUK_NO_INDEX : part;
}

// As auk__part_refresh(), but the boxes of movers in the broad phase wait for the next step, which writes them all.
static void place_parts(AukWorld *world, const AukBody *body, uint32_t first, AukIndexMoves *moves)
{
    bool waits = body->motion != AUK_MOTION_STATIC && body->enabled && !world->wrap.on;
    for (uint32_t i = first; i != AUK_NO_INDEX; i = auk__part(world, i)->next) {
        if (waits) {
            (void)auk__tighten(world, i, body->pose);
            auk__index_moves_add(moves, i);
        } else {
            auk__part_refresh(world, i);
        }
    }
}

static void restore_motions(AukWorld *world, Arrays arrays, const unsigned char *record)
{
    bool straight = !world->wrap.on;
    AukIndexMoves moves;
    auk__index_moves_begin(&moves, world);
    uint32_t count = (uint32_t)world->bodies.count;
    for (uint32_t i = 0; i < count; i++, record += sizeof(AukMotionRecord)) {
        AukBody *body = &arrays.bodies[i];
        if (i + AUK_PREFETCH_AHEAD < count) {
            AUK_PREFETCH(body + AUK_PREFETCH_AHEAD);
        }
        if (!world->body_slots.live[i]) {
            continue;
        }
        Change change = write_motion(body, record);
        if (body->has_target) {
            memcpy(auk__target(world, i), record + offsetof(AukMotionRecord, target), sizeof(AukTransform));
        }
        if (change == CHANGE_NONE) {
            continue;
        }
        if (straight && body->simple && body->motion != AUK_MOTION_STATIC) {
            uint32_t left = place_simple(&arrays, i, change);
            if (left != AUK_NO_INDEX) {
                auk__index_moves_add(&moves, left);
            }
        } else {
            place_parts(world, body, arrays.first_parts[i], &moves);
        }
    }
    auk__index_moves_end(&moves);
}

static void restore_details(AukWorld *world, const AukSnapshotView *view)
{
    for (uint32_t i = 0; i < (uint32_t)world->bodies.count; i++) {
        AukBodyRecord record = auk__body_record(view, i);
        auk__body(world, i)->user_data = record.user_data;
        auk__body_respond(world, auk__body(world, i), (AukResponse)record.response);
    }
}

void auk__restore_same(AukWorld *world, const AukSnapshotView *view, bool details)
{
    Arrays arrays = {world->bodies.items, world->parts.items,      world->first_parts.items, world->reaches.items,
                     world->tight.items,  world->grid.homes.items, world->grid.nodes.items};
    restore_motions(world, arrays, auk__record_at(view, AUK_SECTION_MOTIONS, 0, 0));
    if (details) {
        restore_details(world, view);
    }
}
