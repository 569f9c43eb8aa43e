// Writing a world into a buffer. Counts alone decide where each section begins, so the size is known beforehand, and
// every record is written once, front to back. Invariant: nothing is read of a slot that does not live but what the
// record of such a slot holds, so what earlier tenants left behind never gets into the bytes.
#include "world/snapshot.h"

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

static AukBodyRecord record_of_body(const AukWorld *world, uint32_t index)
{
    const AukBody *body = auk__body(world, index);
    AukBodyRecord record;
    memset(&record, 0, sizeof record);
    record.generation = world->body_slots.generation[index];
    if (!world->body_slots.live[index]) {
        record.state = body->quarantined ? AUK_SLOT_RESTING : AUK_SLOT_FREE;
        record.user_data = body->quarantined ? body->user_data : 0;
        return record;
    }
    record.pose = body->pose;
    record.previous = body->previous;
    if (body->has_target) {
        record.target = *auk__target(world, index);
    }
    record.velocity = body->velocity;
    record.spin = body->spin;
    record.state = AUK_SLOT_LIVE;
    record.flags = (uint8_t)((body->enabled ? AUK_BODY_ENABLED : 0) | (body->has_target ? AUK_BODY_HAS_TARGET : 0));
    record.motion = body->motion;
    record.response = body->response;
    record.category = body->filter.category;
    record.ignore = body->filter.ignore;
    record.group = body->filter.group;
    record.user_data = body->user_data;
    record.owner = body->owner;
    record.first_part = *auk__first_part(world, body);
    record.last_part = body->last_part;
    record.shape_count = body->shape_count;
    record.place = (uint32_t)body->mover;
    record.bounce_loss = auk__traits(world, index)->bounce_loss;
    record.pierce = auk__traits(world, index)->pierce;
    return record;
}

static void record_core(AukPartRecord *record, const AukPart *part)
{
    const AukShape *shape = &part->shape;
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        record->core.points[0] = shape->core.segment[0];
        record->core.points[1] = shape->core.segment[1];
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: record->core.points[0] = shape->core.half; break;
    case AUK_SHAPE_POLYGON: record->core.number = part->geometry; break;
    case AUK_SHAPE_CUSTOM: record->core.number = shape->core.custom->number; break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
}

static AukPartRecord record_of_part(const AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(world, index);
    AukPartRecord record;
    memset(&record, 0, sizeof record);
    record.generation = world->shape_slots.generation[index];
    if (!world->shape_slots.live[index]) {
        record.state = part->quarantined ? AUK_SLOT_RESTING : AUK_SLOT_FREE;
        return record;
    }
    record.state = AUK_SLOT_LIVE;
    record.kind = (uint8_t)part->shape.kind;
    record.flags = (uint8_t)((part->sensor ? AUK_PART_SENSOR : 0) | (part->centred ? AUK_PART_CENTRED : 0));
    record.form = part->form;
    record.radius = part->shape.radius;
    record_core(&record, part);
    record.local = part->local;
    record.category = part->filter.category;
    record.ignore = part->filter.ignore;
    record.group = part->filter.group;
    record.user_data = part->user_data;
    record.body = part->body;
    record.head = part->head;
    record.child = part->child;
    record.next = part->next;
    record.one_way = *auk__one_way(world, index);
    record.sense = *auk__sense(world, index);
    return record;
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

static AukTouchRecord record_of_touch(const AukTouch *touch)
{
    AukTouchRecord record;
    AukNames names = {touch->body_a, touch->body_b, touch->shape_a, touch->shape_b};
    memset(&record, 0, sizeof record);
    record.names = names;
    record.child_a = touch->child_a;
    record.child_b = touch->child_b;
    record.sensor_is_b = touch->sensor_is_b;
    record.cache.count = touch->cache.count;
    for (uint32_t i = 0; i < touch->cache.count; i++) {
        record.cache.index_a[i] = touch->cache.index_a[i];
        record.cache.index_b[i] = touch->cache.index_b[i];
    }
    return record;
}

static AukManifold record_of_manifold(const AukManifold *manifold)
{
    AukManifold record = *manifold;
    for (int i = manifold->count; i < AUK_COUNT_OF(record.points); i++) {
        memset(&record.points[i], 0, sizeof record.points[i]);
    }
    return record;
}

static AukEventRecord record_of_event(const AukEvent *event)
{
    AukNames names = {event->body_a, event->body_b, event->shape_a, event->shape_b};
    AukEventRecord record = {names, event->fraction, event->bodies, event->user_data_a, event->user_data_b};
    return record;
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
        AukBodyRecord record = record_of_body(world, i);
        put(&at, &record, sizeof record);
    }
    write_list(bytes + layout->offsets[AUK_SECTION_BODIES_FREE], world->body_slots.free,
               header->counts[AUK_SECTION_BODIES_FREE], records, size, place);
    write_list(bytes + layout->offsets[AUK_SECTION_BODIES_RESTING], world->resting_bodies.items,
               header->counts[AUK_SECTION_BODIES_RESTING], records, size, place);
    at = bytes + layout->offsets[AUK_SECTION_MOVERS];
    put(&at, world->movers.items, header->counts[AUK_SECTION_MOVERS] * sizeof(uint32_t));
}

static void write_parts(const AukWorld *world, const AukSnapshotHeader *header, unsigned char *bytes,
                        const AukSnapshotLayout *layout)
{
    unsigned char *records = bytes + layout->offsets[AUK_SECTION_PARTS], *at = records;
    const size_t size = sizeof(AukPartRecord), place = offsetof(AukPartRecord, body);
    for (uint32_t i = 0; i < (uint32_t)world->parts.count; i++) {
        AukPartRecord record = record_of_part(world, i);
        put(&at, &record, sizeof record);
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
    at = bytes + layout->offsets[AUK_SECTION_PIERCED];
    put(&at, world->pierced.items, (size_t)world->pierced.count * sizeof(AukPierced));
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
        AukTouchRecord record = record_of_touch(&touches[i]);
        put(&at, &record, sizeof record);
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
            AukEventRecord record = record_of_event(&events[i]);
            put(&at, &record, sizeof record);
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
    write_bodies(world, &header, buffer, &layout);
    write_parts(world, &header, buffer, &layout);
    write_seams(world, buffer, &layout);
    write_shapes(world, buffer, &layout);
    write_output(&world->output, buffer, &layout);
    write_ignored(&world->ignored, (unsigned char *)buffer + layout.offsets[AUK_SECTION_IGNORED]);
    write_history(world, (unsigned char *)buffer + layout.offsets[AUK_SECTION_HISTORY],
                  (unsigned char *)buffer + layout.offsets[AUK_SECTION_BORN]);
    write_gaps(&header, buffer, &layout);
    header.checksum = auk__snapshot_checksum(&header, buffer);
    memcpy(buffer, &header, sizeof header);
    return AUK_OK;
}
