// Writing a world into a buffer. Counts alone decide where each section begins, so the size is known beforehand, and
// every record is written once, front to back. Invariant: nothing is read of a slot that does not live but what the
// record of such a slot holds, so what earlier tenants left behind never gets into the bytes.
#include "world/save/snapshot.h"

#include "base/assert.h"
#include "base/stb.h"

// ---- counts ---------------------------------------------------------------------------------------------------

static uint64_t count_of(const AukBuffer *buffer)
{
    return (uint64_t)buffer->count;
}

static uint64_t count_vertices(const AukGeometryStore *store)
{
    const AukGeometry *entries = store->entries.items;
    uint64_t count = 0;
    for (int i = 0; i < store->entries.count; i++) {
        count += entries[i].references > 0 ? (uint64_t)entries[i].count : 0;
    }
    return count;
}

static void count_seams(const AukWorld *world, uint64_t counts[AUK_SECTION_COUNT])
{
    for (uint32_t i = 0; i < (uint32_t)world->seams.count && i < (uint32_t)world->parts.count; i++) {
        uint8_t form = world->shape_slots.live[i] ? auk__part(world, i)->form : AUK_FORM_CONVEX;
        counts[AUK_SECTION_SEAMS] += form != AUK_FORM_CONVEX;
        if (form == AUK_FORM_TILES) {
            const AukTileGrid *grid = auk__tiles(world, i);
            counts[AUK_SECTION_CELLS] += (uint64_t)grid->width * (uint64_t)grid->height;
        }
    }
}

static void count_records(const AukWorld *world, uint64_t counts[AUK_SECTION_COUNT])
{
    const AukOutput *output = &world->output;
    counts[AUK_SECTION_BODIES] = count_of(&world->bodies);
    counts[AUK_SECTION_BODIES_FREE] = (uint64_t)stbds_arrlen(world->body_slots.free);
    counts[AUK_SECTION_BODIES_RESTING] = count_of(&world->resting_bodies);
    counts[AUK_SECTION_MOVERS] = count_of(&world->movers);
    counts[AUK_SECTION_PARTS] = count_of(&world->parts);
    counts[AUK_SECTION_PARTS_FREE] = (uint64_t)stbds_arrlen(world->shape_slots.free);
    counts[AUK_SECTION_PARTS_RESTING] = count_of(&world->resting_parts);
    counts[AUK_SECTION_CUSTOMS] = count_of(&world->customs);
    counts[AUK_SECTION_RULES] = count_of(&world->rules);
    counts[AUK_SECTION_MOTIONS] = counts[AUK_SECTION_TRAITS] = count_of(&world->bodies);
    counts[AUK_SECTION_PIERCED] = count_of(&world->pierced);
    counts[AUK_SECTION_GEOMETRIES] = count_of(&world->geometries.entries);
    counts[AUK_SECTION_VERTICES] = count_vertices(&world->geometries);
    counts[AUK_SECTION_SEAMS] = counts[AUK_SECTION_CELLS] = 0;
    count_seams(world, counts);
    counts[AUK_SECTION_SOLIDS] = count_of(&output->solids.touches);
    counts[AUK_SECTION_MANIFOLDS] = count_of(&output->solids.contacts);
    counts[AUK_SECTION_SENSORS] = count_of(&output->sensors.touches);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        counts[AUK_SECTION_EVENTS + kind] = count_of(&output->events[kind]);
    }
    counts[AUK_SECTION_HITS] = count_of(&output->hits);
    counts[AUK_SECTION_IGNORED] = (uint64_t)world->ignored.count;
    counts[AUK_SECTION_HISTORY] = count_of(&world->bodies) * (uint64_t)world->history.frames;
    counts[AUK_SECTION_BORN] = world->history.frames > 0 ? count_of(&world->bodies) : 0;
}

// ---- records --------------------------------------------------------------------------------------------------
//
// Those of which there are many are written field by field to where they belong: a record that is made in one place and
// copied in another is read before its fields have left the processor, which then waits.

static void put_at(unsigned char *record, size_t place, const void *value, size_t size)
{
    memcpy(record + place, value, size);
}

_Static_assert(offsetof(AukFilter, ignore) == offsetof(AukFilter, category) + 8, "two numbers in one piece");
_Static_assert(offsetof(AukBodyRecord, ignore) == offsetof(AukBodyRecord, category) + 8, "the same");
_Static_assert(offsetof(AukPartRecord, ignore) == offsetof(AukPartRecord, category) + 8, "the same");
_Static_assert(offsetof(AukBodyRecord, shape_count) == offsetof(AukBodyRecord, last_part) + 4, "as in AukBody");
_Static_assert(offsetof(AukBody, shape_count) == offsetof(AukBody, last_part) + 4, "as in the record");

static void put_body(unsigned char *at, const AukWorld *world, uint32_t index)
{
    const AukBody *body = auk__body(world, index);
    if (!world->body_slots.live[index]) {
        AukBodyRecord record;
        memset(&record, 0, sizeof record);
        record.generation = world->body_slots.generation[index];
        record.state = body->quarantined ? AUK_SLOT_RESTING : AUK_SLOT_FREE;
        record.user_data = body->quarantined ? body->user_data : 0;
        memcpy(at, &record, sizeof record);
        return;
    }
    const uint8_t bytes[4] = {AUK_SLOT_LIVE, body->enabled, body->motion, body->response};
    const uint32_t zero = 0;
    put_at(at, offsetof(AukBodyRecord, category), &body->filter.category, 2 * sizeof body->filter.category);
    put_at(at, offsetof(AukBodyRecord, user_data), &body->user_data, sizeof body->user_data);
    put_at(at, offsetof(AukBodyRecord, owner), &body->owner, sizeof body->owner);
    put_at(at, offsetof(AukBodyRecord, group), &body->filter.group, sizeof body->filter.group);
    put_at(at, offsetof(AukBodyRecord, generation), &world->body_slots.generation[index], sizeof(uint32_t));
    put_at(at, offsetof(AukBodyRecord, first_part), auk__first_part(world, body), sizeof(uint32_t));
    put_at(at, offsetof(AukBodyRecord, last_part), &body->last_part, sizeof body->last_part + sizeof body->shape_count);
    put_at(at, offsetof(AukBodyRecord, place), &body->mover, sizeof body->mover);
    put_at(at, offsetof(AukBodyRecord, state), bytes, sizeof bytes);
    put_at(at, offsetof(AukBodyRecord, zero), &zero, sizeof zero);
}

_Static_assert(offsetof(AukMotionRecord, previous) == sizeof(AukTransform) && offsetof(AukMotionRecord, pose) == 0,
               "both poses at once");
_Static_assert(offsetof(AukBody, previous) == sizeof(AukTransform) && offsetof(AukBody, pose) == 0, "as in the record");
_Static_assert(offsetof(AukMotionRecord, spin) == offsetof(AukMotionRecord, velocity) + 8, "with the velocity");
_Static_assert(offsetof(AukBody, spin) == offsetof(AukBody, velocity) + 8, "with the velocity");

static void put_motion(unsigned char *at, const AukWorld *world, uint32_t index)
{
    static const AukMotionRecord none;
    const AukBody *body = auk__body(world, index);
    if (!world->body_slots.live[index]) {
        memcpy(at, &none, sizeof none);
        return;
    }
    const AukTransform *target = body->has_target ? auk__target(world, index) : &none.target;
    uint32_t has_target = body->has_target;
    put_at(at, offsetof(AukMotionRecord, pose), &body->pose, 2 * sizeof body->pose);
    put_at(at, offsetof(AukMotionRecord, target), target, sizeof *target);
    put_at(at, offsetof(AukMotionRecord, velocity), &body->velocity, sizeof body->velocity + sizeof body->spin);
    put_at(at, offsetof(AukMotionRecord, has_target), &has_target, sizeof has_target);
}

// What the kind does not use is zero.
static void put_core(unsigned char *core, const AukPart *part)
{
    const AukShape *shape = &part->shape;
    memset(core, 0, sizeof shape->core.segment);
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: memcpy(core, shape->core.segment, sizeof shape->core.segment); break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: memcpy(core, &shape->core.half, sizeof shape->core.half); break;
    case AUK_SHAPE_POLYGON: memcpy(core, &part->geometry, sizeof part->geometry); break;
    case AUK_SHAPE_CUSTOM: memcpy(core, &shape->core.custom->number, sizeof shape->core.custom->number); break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
}

_Static_assert(offsetof(AukPartRecord, head) == offsetof(AukPartRecord, body) + 4 &&
                   offsetof(AukPartRecord, next) == offsetof(AukPartRecord, body) + 12,
               "as in AukPart");
_Static_assert(offsetof(AukPart, head) == offsetof(AukPart, body) + 4 &&
                   offsetof(AukPart, next) == offsetof(AukPart, body) + 12,
               "as in the record");

static void put_part(unsigned char *at, const AukWorld *world, uint32_t index)
{
    static const AukSense none;
    static const AukVec2 zero;
    const AukPart *part = auk__part(world, index);
    if (!world->shape_slots.live[index]) {
        AukPartRecord record;
        memset(&record, 0, sizeof record);
        record.generation = world->shape_slots.generation[index];
        record.state = part->quarantined ? AUK_SLOT_RESTING : AUK_SLOT_FREE;
        memcpy(at, &record, sizeof record);
        return;
    }
    const uint8_t bytes[4] = {AUK_SLOT_LIVE, (uint8_t)part->shape.kind, auk__part_flags(part), part->form};
    put_at(at, offsetof(AukPartRecord, state), bytes, sizeof bytes);
    put_at(at, offsetof(AukPartRecord, radius), &part->shape.radius, sizeof part->shape.radius);
    put_core(at + offsetof(AukPartRecord, core), part);
    put_at(at, offsetof(AukPartRecord, local), &part->local, sizeof part->local);
    put_at(at, offsetof(AukPartRecord, category), &part->filter.category, 2 * sizeof part->filter.category);
    put_at(at, offsetof(AukPartRecord, user_data), &part->user_data, sizeof part->user_data);
    put_at(at, offsetof(AukPartRecord, group), &part->filter.group, sizeof part->filter.group);
    put_at(at, offsetof(AukPartRecord, body), &part->body, 4 * sizeof part->body);
    put_at(at, offsetof(AukPartRecord, generation), &world->shape_slots.generation[index], sizeof(uint32_t));
    put_at(at, offsetof(AukPartRecord, one_way), world->one_way_count > 0 ? auk__one_way(world, index) : &zero,
           sizeof zero);
    put_at(at, offsetof(AukPartRecord, sense), world->sense_count > 0 ? auk__sense(world, index) : &none, sizeof none);
}

static AukSeamRecord record_of_seam(const AukWorld *world, uint32_t index)
{
    const AukSeam *seam = auk__seam(world, index);
    AukSeamRecord record;
    memset(&record, 0, sizeof record);
    if (auk__part(world, index)->form == AUK_FORM_TILES) {
        const AukTileGrid *grid = auk__tiles(world, index);
        record.tiles.width = grid->width;
        record.tiles.height = grid->height;
        record.tiles.cell = grid->cell;
        return record;
    }
    record.edge.before = seam->before;
    record.edge.after = seam->after;
    return record;
}

_Static_assert(offsetof(AukTouch, shape_b) == offsetof(AukTouch, body_a) + offsetof(AukNames, shape_b) &&
                   offsetof(AukTouch, child_b) == offsetof(AukTouch, body_a) + offsetof(AukTouchRecord, child_b),
               "names and children in one piece, as in the record");

static void put_touch(unsigned char *at, const AukTouch *touch)
{
    uint32_t sensor_is_b = touch->sensor_is_b, count = touch->cache.count;
    AukGjkCache cache = {count, {0}, {0}};
    for (uint32_t i = 0; i < 3; i++) { // without branches: nobody can guess how many are in use
        uint32_t used = 0u - (uint32_t)(i < count);
        cache.index_a[i] = touch->cache.index_a[i] & used;
        cache.index_b[i] = touch->cache.index_b[i] & used;
    }
    put_at(at, 0, &touch->body_a, offsetof(AukTouchRecord, sensor_is_b));
    put_at(at, offsetof(AukTouchRecord, sensor_is_b), &sensor_is_b, sizeof sensor_is_b);
    put_at(at, offsetof(AukTouchRecord, cache.count), &count, sizeof count);
    put_at(at, offsetof(AukTouchRecord, cache.index_a), cache.index_a, sizeof cache.index_a);
    put_at(at, offsetof(AukTouchRecord, cache.index_b), cache.index_b, sizeof cache.index_b);
}

static AukManifold record_of_manifold(const AukManifold *manifold)
{
    AukManifold record = *manifold;
    for (int i = manifold->count; i < AUK_COUNT_OF(record.points); i++) {
        memset(&record.points[i], 0, sizeof record.points[i]);
    }
    return record;
}

_Static_assert(offsetof(AukEvent, fraction) == offsetof(AukEvent, body_a) + offsetof(AukEventRecord, fraction) &&
                   offsetof(AukEvent, user_data_b) == offsetof(AukEvent, user_data_a) + 8,
               "in two pieces, as in the record");

static void put_event(unsigned char *at, const AukEvent *event)
{
    uint32_t bodies = event->bodies;
    put_at(at, 0, &event->body_a, offsetof(AukEventRecord, bodies));
    put_at(at, offsetof(AukEventRecord, bodies), &bodies, sizeof bodies);
    put_at(at, offsetof(AukEventRecord, user_data_a), &event->user_data_a, 2 * sizeof event->user_data_a);
}

static AukHitRecord record_of_hit(const AukHit *hit)
{
    AukNames names = {hit->body_a, hit->body_b, hit->shape_a, hit->shape_b};
    AukHitRecord record = {names,           hit->child_a,    hit->child_b, hit->fraction, hit->point,    hit->normal,
                           hit->velocity_a, hit->velocity_b, hit->spin_a,  hit->spin_b,   hit->response, hit->limit};
    return record;
}

// ---- sections -------------------------------------------------------------------------------------------------

static void put(unsigned char **at, const void *record, size_t size)
{
    if (size > 0) {
        memcpy(*at, record, size);
        *at += size;
    }
}

// Lists of slots. Their places are noted in the slots' records, so that who reads them can tell that each slot is in
// one list once.
static void write_list(unsigned char *at, const uint32_t *list, uint64_t count, unsigned char *records, size_t size,
                       size_t place)
{
    put(&at, list, count * sizeof *list);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)i;
        memcpy(records + list[i] * size + place, &number, sizeof number);
    }
}

static void write_bodies(const AukWorld *world, const AukSnapshotHeader *header, unsigned char *bytes,
                         const AukSnapshotLayout *layout)
{
    unsigned char *records = bytes + layout->offsets[AUK_SECTION_BODIES], *at = records;
    const size_t size = sizeof(AukBodyRecord), place = offsetof(AukBodyRecord, place);
    for (uint32_t i = 0; i < (uint32_t)world->bodies.count; i++) {
        put_body(at, world, i);
        at += size;
    }
    write_list(bytes + layout->offsets[AUK_SECTION_BODIES_FREE], world->body_slots.free,
               header->counts[AUK_SECTION_BODIES_FREE], records, size, place);
    write_list(bytes + layout->offsets[AUK_SECTION_BODIES_RESTING], world->resting_bodies.items,
               header->counts[AUK_SECTION_BODIES_RESTING], records, size, place);
    at = bytes + layout->offsets[AUK_SECTION_MOVERS];
    put(&at, world->movers.items, header->counts[AUK_SECTION_MOVERS] * sizeof(uint32_t));
}

static void write_motions(const AukWorld *world, unsigned char *bytes, const AukSnapshotLayout *layout)
{
    static const AukTraits none;
    unsigned char *at = bytes + layout->offsets[AUK_SECTION_MOTIONS];
    unsigned char *traits = bytes + layout->offsets[AUK_SECTION_TRAITS];
    for (uint32_t i = 0; i < (uint32_t)world->bodies.count; i++) {
        put_motion(at, world, i);
        put(&traits, world->body_slots.live[i] ? auk__traits(world, i) : &none, sizeof none);
        at += sizeof(AukMotionRecord);
    }
    at = bytes + layout->offsets[AUK_SECTION_PIERCED];
    put(&at, world->pierced.items, (size_t)world->pierced.count * sizeof(AukPierced));
}

static void write_parts(const AukWorld *world, const AukSnapshotHeader *header, unsigned char *bytes,
                        const AukSnapshotLayout *layout)
{
    unsigned char *records = bytes + layout->offsets[AUK_SECTION_PARTS], *at = records;
    const size_t size = sizeof(AukPartRecord), place = offsetof(AukPartRecord, body);
    for (uint32_t i = 0; i < (uint32_t)world->parts.count; i++) {
        put_part(at, world, i);
        at += size;
    }
    write_list(bytes + layout->offsets[AUK_SECTION_PARTS_FREE], world->shape_slots.free,
               header->counts[AUK_SECTION_PARTS_FREE], records, size, place);
    write_list(bytes + layout->offsets[AUK_SECTION_PARTS_RESTING], world->resting_parts.items,
               header->counts[AUK_SECTION_PARTS_RESTING], records, size, place);
}

static void write_seams(const AukWorld *world, unsigned char *bytes, const AukSnapshotLayout *layout)
{
    unsigned char *at = bytes + layout->offsets[AUK_SECTION_SEAMS];
    unsigned char *cells = bytes + layout->offsets[AUK_SECTION_CELLS];
    for (uint32_t i = 0; i < (uint32_t)world->seams.count && i < (uint32_t)world->parts.count; i++) {
        if (world->shape_slots.live[i] && auk__part(world, i)->form != AUK_FORM_CONVEX) {
            AukSeamRecord record = record_of_seam(world, i);
            put(&at, &record, sizeof record);
            if (auk__part(world, i)->form == AUK_FORM_TILES) {
                const AukTileGrid *grid = auk__tiles(world, i);
                put(&cells, grid->cells, (size_t)grid->width * (size_t)grid->height);
            }
        }
    }
}

static void write_shapes(const AukWorld *world, unsigned char *bytes, const AukSnapshotLayout *layout)
{
    unsigned char *at = bytes + layout->offsets[AUK_SECTION_CUSTOMS];
    AukCustomShape *const *customs = world->customs.items;
    for (int i = 0; i < world->customs.count; i++) {
        AukCustomRecord record = {customs[i]->number, customs[i]->bounds};
        put(&at, &record, sizeof record);
    }
    at = bytes + layout->offsets[AUK_SECTION_RULES];
    put(&at, world->rules.items, (size_t)world->rules.count * sizeof(AukResponseRule));
    at = bytes + layout->offsets[AUK_SECTION_GEOMETRIES];
    unsigned char *vertices = bytes + layout->offsets[AUK_SECTION_VERTICES];
    const AukGeometry *entries = world->geometries.entries.items;
    for (int i = 0; i < world->geometries.entries.count; i++) {
        AukGeometryRecord record = {entries[i].references, entries[i].count};
        put(&at, &record, sizeof record);
        put(&vertices, entries[i].vertices, entries[i].references > 0 ? (size_t)entries[i].count * sizeof(AukVec2) : 0);
    }
}

static void write_touches(const AukBuffer *buffer, unsigned char *at)
{
    const AukTouch *touches = buffer->items;
    for (int i = 0; i < buffer->count; i++) {
        put_touch(at, &touches[i]);
        at += sizeof(AukTouchRecord);
    }
}

static void write_output(const AukOutput *output, unsigned char *bytes, const AukSnapshotLayout *layout)
{
    write_touches(&output->solids.touches, bytes + layout->offsets[AUK_SECTION_SOLIDS]);
    write_touches(&output->sensors.touches, bytes + layout->offsets[AUK_SECTION_SENSORS]);
    unsigned char *at = bytes + layout->offsets[AUK_SECTION_MANIFOLDS];
    const AukContact *contacts = output->solids.contacts.items;
    for (int i = 0; i < output->solids.contacts.count; i++) {
        AukManifold record = record_of_manifold(&contacts[i].manifold);
        put(&at, &record, sizeof record);
    }
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        at = bytes + layout->offsets[AUK_SECTION_EVENTS + kind];
        const AukEvent *events = output->events[kind].items;
        for (int i = 0; i < output->events[kind].count; i++) {
            put_event(at, &events[i]);
            at += sizeof(AukEventRecord);
        }
    }
    at = bytes + layout->offsets[AUK_SECTION_HITS];
    const AukHit *hits = output->hits.items;
    for (int i = 0; i < output->hits.count; i++) {
        AukHitRecord record = record_of_hit(&hits[i]);
        put(&at, &record, sizeof record);
    }
}

static void write_ignored(const AukIgnoreSet *set, unsigned char *at)
{
    AukIgnoredCursor cursor = {0, UINT32_MAX};
    for (uint32_t pair[2]; set->count > 0 && auk__ignored_next(set, &cursor, pair);) {
        AukIgnoredRecord record = {pair[0], pair[1]};
        put(&at, &record, sizeof record);
    }
}

static void write_structure(const AukWorld *world, const AukSnapshotHeader *header, unsigned char *bytes,
                            const AukSnapshotLayout *layout)
{
    write_bodies(world, header, bytes, layout);
    write_parts(world, header, bytes, layout);
    write_seams(world, bytes, layout);
    write_shapes(world, bytes, layout);
    write_ignored(&world->ignored, bytes + layout->offsets[AUK_SECTION_IGNORED]);
}

static void write_history(const AukWorld *world, unsigned char *poses, unsigned char *born)
{
    static const AukTransform none;
    const AukHistory *history = &world->history;
    uint64_t frames = (uint64_t)history->frames, first = auk__history_first(history, world->steps);
    for (uint32_t i = 0; frames > 0 && i < (uint32_t)world->bodies.count; i++) {
        bool lives = world->body_slots.live[i];
        uint64_t since = lives ? auk__history_note(history, i)->born : 0;
        put(&born, &since, sizeof since);
        for (uint64_t place = 0; place < frames; place++) {
            uint64_t step = first + (place + frames - first % frames) % frames;
            bool there = lives && step <= world->steps && since < step;
            put(&poses, there ? auk__history_pose(history, i, step) : &none, sizeof none);
        }
    }
}

// The bytes between the end of a section and the next.
static void write_gaps(const AukSnapshotHeader *header, unsigned char *bytes, const AukSnapshotLayout *layout)
{
    for (int section = 0; section < AUK_SECTION_COUNT; section++) {
        uint64_t end = layout->offsets[section] + header->counts[section] * header->record_sizes[section];
        memset(bytes + end, 0, (8 - end % 8) % 8);
    }
}

// ---- entry points ---------------------------------------------------------------------------------------------

uint64_t auk_world_snapshot_size(const AukWorld *world)
{
    uint64_t counts[AUK_SECTION_COUNT];
    if (!world) {
        return 0;
    }
    count_records(world, counts);
    return auk__snapshot_layout(counts).size;
}

AukStatus auk_world_snapshot(const AukWorld *world, void *buffer, uint64_t size)
{
    if (!world || !buffer) {
        return AUK_ERROR_NULL;
    }
    AukSnapshotHeader header = auk__snapshot_header();
    count_records(world, header.counts);
    AukSnapshotLayout layout = auk__snapshot_layout(header.counts);
    if (size < layout.size) {
        return AUK_ERROR_COUNT;
    }
    header.max_pairs = world->def.max_pairs;
    header.static_pairs = world->def.static_pairs;
    header.history = world->def.history;
    header.wrap = world->def.wrap;
    header.origin = world->origin;
    header.size = layout.size;
    header.steps = world->steps;
    header.unused_geometry = world->geometries.unused;
    header.box_pair_count = world->output.box_pair_count;
    header.candidate_count = world->output.candidate_count;
    header.swept_candidate_count = world->output.swept_candidate_count;
    write_structure(world, &header, buffer, &layout);
    write_motions(world, buffer, &layout);
    write_output(&world->output, buffer, &layout);
    write_history(world, (unsigned char *)buffer + layout.offsets[AUK_SECTION_HISTORY],
                  (unsigned char *)buffer + layout.offsets[AUK_SECTION_BORN]);
    write_gaps(&header, buffer, &layout);
    AUK_ASSERT(!world->structure_known || world->structure == auk__snapshot_structure(&header, buffer));
    header.structure = world->structure_known ? world->structure : auk__snapshot_structure(&header, buffer);
    header.checksum = auk__snapshot_checksum(&header, buffer);
    memcpy(buffer, &header, sizeof header);
    return AUK_OK;
}
