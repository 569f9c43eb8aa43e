// Arrays of the last step refer to slots that are live or quarantined, by the ids that were valid in that step. They
// are sorted where the next step merges them.
#include "world/save/step_arrays.h"
#include "base/predicates.h"
#include "world/state/contact_links.h"

// ---- room -----------------------------------------------------------------------------------------------------------

// The buffer of the section being read, with its count set.
static AukBuffer *buffer_to_fill(const AukWorld *world, const AukSnapshotView *view)
{
    AukBuffer *buffer = auk__array_buffer(world, view->section);
    buffer->count = (int)auk__record_count(view, view->section);
    return buffer;
}

static AukEventRecord event_record(const AukSnapshotView *view, uint32_t index)
{
    AukEventRecord record;
    auk__record_get(view, AUK_SECTION_EVENTS, index, &record, sizeof record);
    return record;
}

// Counts the events of each kind; the kinds have been checked.
static void step_arrays_count_events(const AukSnapshotView *view, int counts[AUK_EVENT_KIND_COUNT])
{
    memset(counts, 0, AUK_EVENT_KIND_COUNT * sizeof *counts);
    for (uint32_t i = 0; i < auk__record_count(view, AUK_SECTION_EVENTS); i++) {
        counts[event_record(view, i).kind]++;
    }
}

bool auk__step_arrays_reserve(AukOutput *output, const AukSnapshotView *view)
{
    int solids = (int)auk__record_count(view, AUK_SECTION_SOLIDS);
    int sensors = (int)auk__record_count(view, AUK_SECTION_SENSORS);
    int bodies = (int)auk__record_count(view, AUK_SECTION_BODIES);
    bool room = auk__touches_reserve(&output->solids, solids) && auk__touches_reserve(&output->sensors, sensors) &&
                auk__contact_links_reserve(output, bodies) &&
                auk__buffer_reserve(&output->overlaps, sizeof(AukOverlap),
                                    (int)auk__record_count(view, AUK_SECTION_OVERLAPS)) &&
                auk__buffer_reserve(&output->hits, sizeof(AukHit), (int)auk__record_count(view, AUK_SECTION_HITS));
    int events[AUK_EVENT_KIND_COUNT];
    step_arrays_count_events(view, events);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT && room; kind++) {
        room = auk__buffer_reserve(&output->events[kind], sizeof(AukEvent), events[kind]);
    }
    return room;
}

// ---- names ----------------------------------------------------------------------------------------------------------

// A slot whose body or shape has been destroyed has the generation of the next one.
static bool is_named(uint32_t state, uint32_t generation, uint32_t named)
{
    if (state == AUK_SLOT_QUARANTINED) {
        uint32_t next = named + 1;
        return named != 0 && generation == (next == 0 ? 1 : next);
    }
    return state == AUK_SLOT_LIVE && generation == named;
}

static bool check_body(const AukSnapshotView *view, AukBodyId id)
{
    if (id.index >= auk__record_count(view, AUK_SECTION_BODIES)) {
        return false;
    }
    AukBodyRecord record = auk__body_record(view, id.index);
    return is_named(record.state, record.generation, id.generation);
}

// Checks that an id names the head of a shape and, while the shape lives, that the shape belongs to that body.
static bool check_shape(const AukSnapshotView *view, AukShapeId id, AukBodyId body)
{
    if (id.index >= auk__record_count(view, AUK_SECTION_PARTS)) {
        return false;
    }
    AukPartRecord record = auk__part_record(view, id.index);
    return is_named(record.state, record.generation, id.generation) &&
           (record.state != AUK_SLOT_LIVE || (record.head == id.index && record.body == body.index));
}

static bool check_all_names(const AukSnapshotView *view, const AukNames *names)
{
    return check_body(view, names->body_a) && check_body(view, names->body_b) &&
           names->body_a.index != names->body_b.index && check_shape(view, names->shape_a, names->body_a) &&
           check_shape(view, names->shape_b, names->body_b);
}

// Most names refer to the first shape of a body, and the list of first shapes is much smaller than the parts.
static bool is_part_of(const AukBodies *bodies, const AukParts *parts, AukShapeId shape, AukBodyId body)
{
    if (((const uint32_t *)bodies->first_parts.items)[body.index] == shape.index) {
        return true;
    }
    bool is_head = auk__part_head(parts, shape.index) == shape.index;
    return is_head & (auk__part(parts, shape.index)->body == body.index);
}

// The most frequent case, if the world has the slots of the snapshot: the names of two live bodies and two live shapes.
static bool names_the_living(const AukBodies *all_bodies, const AukParts *parts, const AukNames *names)
{
    const AukSlots *bodies = &all_bodies->slots, *shapes = &parts->slots;
    return auk__slots_has(bodies, names->body_a.index, names->body_a.generation) &&
           auk__slots_has(bodies, names->body_b.index, names->body_b.generation) &&
           auk__slots_has(shapes, names->shape_a.index, names->shape_a.generation) &&
           auk__slots_has(shapes, names->shape_b.index, names->shape_b.generation) &&
           is_part_of(all_bodies, parts, names->shape_a, names->body_a) &&
           is_part_of(all_bodies, parts, names->shape_b, names->body_b) && names->body_a.index != names->body_b.index;
}

static bool check_names(const AukSnapshotView *view, const AukNames *names)
{
    return (view->same && names_the_living(&view->same->bodies, &view->same->parts, names)) ||
           check_all_names(view, names);
}

// ---- touches --------------------------------------------------------------------------------------------------------

static const AukTouches *touches_of(const AukOutput *output, AukSection section)
{
    return section == AUK_SECTION_SENSORS ? &output->sensors : &output->solids;
}

void auk__touches_write(const AukWorld *world, AukSink *sink)
{
    const AukTouches *list = touches_of(&world->output, (AukSection)sink->section);
    const AukTouch *touches = list->touches.items;
    const AukContact *contacts = list->contacts.items;
    for (int i = 0; i < list->touches.count; i++) {
        const AukTouch *touch = &touches[i];
        const AukContact *contact = &contacts[i];
        AukTouchRecord *record = auk__sink_room(sink, sizeof *record);
        record->names = (AukNames){contact->body_a, contact->body_b, contact->shape_a, contact->shape_b};
        record->child_a = contact->child_a;
        record->child_b = contact->child_b;
        record->flags = (touch->sensor_is_b ? AUK_TOUCH_SENSOR_IS_B : 0u) | (contact->began ? AUK_TOUCH_BEGAN : 0u) |
                        (touch->was_hit ? AUK_TOUCH_WAS_HIT : 0u);
        record->cache = auk__touch_cache(touch);
    }
}

static uint64_t pair_of(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

// The order of contacts.
static bool step_arrays_precedes(const AukTouchRecord *a, const AukTouchRecord *b)
{
    uint64_t bodies_a = pair_of(a->names.body_a.index, a->names.body_b.index);
    uint64_t bodies_b = pair_of(b->names.body_a.index, b->names.body_b.index);
    if (bodies_a != bodies_b) {
        return bodies_a < bodies_b;
    }
    uint64_t shapes_a = pair_of(a->names.shape_a.index, a->names.shape_b.index);
    uint64_t shapes_b = pair_of(b->names.shape_a.index, b->names.shape_b.index);
    if (shapes_a != shapes_b) {
        return shapes_a < shapes_b;
    }
    return pair_of((uint32_t)a->child_a, (uint32_t)a->child_b) < pair_of((uint32_t)b->child_a, (uint32_t)b->child_b);
}

// Without branches, because the number of entries in use is unpredictable. The same holds for the functions below.
static bool check_cache(const AukGjkCache *cache)
{
    bool good = cache->count <= 3;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t either = cache->index_a[i] | cache->index_b[i];
        good &= ((i < cache->count) | (either == 0)) & (either <= AUK_TOUCH_INDEX_MAX);
    }
    return good;
}

bool auk__touches_check(AukSnapshotCheck *check)
{
    uint32_t flags = AUK_TOUCH_BEGAN | AUK_TOUCH_WAS_HIT;
    flags |= check->section == AUK_SECTION_SENSORS ? AUK_TOUCH_SENSOR_IS_B : 0u;
    AukTouchRecord before, record;
    memset(&before, 0, sizeof before);
    for (uint32_t i = 0; i < auk__record_count(check->view, check->section); i++) {
        auk__record_get(check->view, check->section, i, &record, sizeof record);
        if (!check_names(check->view, &record.names) || record.names.body_a.index > record.names.body_b.index ||
            record.child_a < 0 || record.child_b < 0 || (record.flags & ~flags) != 0 || !check_cache(&record.cache) ||
            (i > 0 && !step_arrays_precedes(&before, &record))) {
            return false;
        }
        before = record;
    }
    return true;
}

void auk__touches_read(AukWorld *world, const AukSnapshotView *view)
{
    AukBuffer *buffer = buffer_to_fill(world, view);
    AukTouches *list = view->section == AUK_SECTION_SENSORS ? &world->output.sensors : &world->output.solids;
    AukTouch *touches = buffer->items;
    AukContact *contacts = list->contacts.items;
    list->contacts.count = buffer->count;
    for (int i = 0; i < buffer->count; i++) {
        AukTouchRecord record;
        auk__record_get(view, view->section, (uint32_t)i, &record, sizeof record);
        AukTouch *touch = &touches[i];
        AukContact *contact = &contacts[i];
        memset(touch, 0, sizeof *touch);
        memset(contact, 0, sizeof *contact);
        contact->body_a = record.names.body_a;
        contact->body_b = record.names.body_b;
        contact->shape_a = record.names.shape_a;
        contact->shape_b = record.names.shape_b;
        contact->child_a = record.child_a;
        contact->child_b = record.child_b;
        contact->began = (record.flags & AUK_TOUCH_BEGAN) != 0;
        touch->sensor_is_b = (record.flags & AUK_TOUCH_SENSOR_IS_B) != 0;
        touch->was_hit = (record.flags & AUK_TOUCH_WAS_HIT) != 0;
        auk__touch_keep(touch, &record.cache);
    }
}

// ---- manifolds ------------------------------------------------------------------------------------------------------

void auk__manifolds_write(const AukWorld *world, AukSink *sink)
{
    const AukBuffer *buffer = auk__array_buffer(world, (AukSection)sink->section);
    const AukContact *contacts = buffer->items;
    for (int i = 0; i < buffer->count; i++) {
        AukManifold *record = auk__sink_room(sink, sizeof *record);
        *record = contacts[i].manifold;
        for (int k = record->count; k < AUK_COUNT_OF(record->points); k++) {
            memset(&record->points[k], 0, sizeof record->points[k]);
        }
    }
}

static bool check_manifold(const AukManifold *manifold)
{
    bool good = auk__is_finite_vec(manifold->normal) && auk__is_finite(manifold->distance) && manifold->count >= 0 &&
                manifold->count <= AUK_COUNT_OF(manifold->points) && manifold->iterations >= 0 &&
                (unsigned)manifold->status < AUK_STATUS_COUNT;
    for (int i = 0; i < AUK_COUNT_OF(manifold->points); i++) {
        uint32_t words[sizeof manifold->points[i] / sizeof(uint32_t)], used = 0;
        memcpy(words, &manifold->points[i], sizeof words);
        for (int k = 0; k < AUK_COUNT_OF(words); k++) {
            used |= words[k];
        }
        const AukManifoldPoint *point = &manifold->points[i];
        bool finite = auk__is_finite_vec(point->point) && auk__is_finite(point->distance);
        good &= finite & ((i < manifold->count) | (used == 0));
    }
    return good;
}

bool auk__manifolds_check(AukSnapshotCheck *check)
{
    const AukSnapshotView *view = check->view;
    bool good = auk__record_count(view, check->section) == auk__record_count(view, AUK_SECTION_SOLIDS);
    for (uint32_t i = 0; good && i < auk__record_count(view, check->section); i++) {
        AukManifold record;
        auk__record_get(view, check->section, i, &record, sizeof record);
        good = check_manifold(&record);
    }
    return good;
}

// Reads into contacts whose names have been read with their touches.
void auk__manifolds_read(AukWorld *world, const AukSnapshotView *view)
{
    AukBuffer *buffer = buffer_to_fill(world, view);
    AukContact *contacts = buffer->items;
    int *links = world->output.solids.links.items;
    for (int i = 0; i < buffer->count; i++) {
        auk__record_get(view, view->section, (uint32_t)i, &contacts[i].manifold, sizeof contacts[i].manifold);
        links[i] = (int)contacts[i].body_b.index;
    }
    auk__contact_links_forget(&world->output);
    auk__contact_links_make(&world->output, world->bodies.records.count);
}

// ---- overlaps -------------------------------------------------------------------------------------------------------

bool auk__overlaps_check(AukSnapshotCheck *check)
{
    AukOverlap before, record;
    memset(&before, 0, sizeof before);
    for (uint32_t i = 0; i < auk__record_count(check->view, check->section); i++) {
        auk__record_get(check->view, check->section, i, &record, sizeof record);
        const AukNames names = {record.body_a, record.body_b, record.shape_a, record.shape_b};
        uint64_t others = pair_of(record.body_b.index, record.shape_b.index);
        uint64_t others_before = pair_of(before.body_b.index, before.shape_b.index);
        bool ordered = record.shape_a.index > before.shape_a.index ||
                       (record.shape_a.index == before.shape_a.index && others > others_before);
        if (!check_names(check->view, &names) || (i > 0 && !ordered)) {
            return false;
        }
        before = record;
    }
    return true;
}

// ---- events ---------------------------------------------------------------------------------------------------------

uint64_t auk__events_count(const AukWorld *world)
{
    uint64_t count = 0;
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        count += (uint64_t)world->output.events[kind].count;
    }
    return count;
}

void auk__events_write(const AukWorld *world, AukSink *sink)
{
    for (uint32_t kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        const AukEvent *events = world->output.events[kind].items;
        for (int i = 0; i < world->output.events[kind].count; i++) {
            const AukEvent *event = &events[i];
            AukEventRecord *record = auk__sink_room(sink, sizeof *record);
            record->names = (AukNames){event->body_a, event->body_b, event->shape_a, event->shape_b};
            record->fraction = event->fraction;
            record->kind = kind;
            record->bodies = event->bodies;
            record->contact = event->contact;
            record->user_data_a = event->user_data_a;
            record->user_data_b = event->user_data_b;
        }
    }
}

static bool is_fraction(float fraction)
{
    return fraction >= 0.0f && fraction <= 1.0f;
}

static bool same_names(const unsigned char *record, const AukNames *names)
{
    uint64_t a[4], b[4];
    memcpy(a, record, sizeof a);
    memcpy(b, names, sizeof b);
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == 0;
}

// True if one of the next touches has the same names: these have been checked. Most events have the names of a touch,
// in the same order. `touch` is the index at which the search begins.
static bool is_named_by_touch(const AukSnapshotView *view, const AukNames *names, uint32_t *touch)
{
    enum { TOUCHES_AHEAD = 3 };
    for (uint32_t i = *touch; i < auk__record_count(view, AUK_SECTION_SOLIDS) && i < *touch + TOUCHES_AHEAD; i++) {
        if (same_names(auk__record_at(view, AUK_SECTION_SOLIDS, i, sizeof(AukTouchRecord)), names)) {
            *touch = i + 1;
            return true;
        }
    }
    return false;
}

// Only a BEGIN event may name a contact, which has its shapes.
static bool is_contact_of(const AukSnapshotView *view, const AukEventRecord *record)
{
    if (record->contact == -1) {
        return true;
    }
    return record->kind == AUK_EVENT_BEGIN && record->contact >= 0 &&
           (uint32_t)record->contact < auk__record_count(view, AUK_SECTION_SOLIDS) &&
           same_names(auk__record_at(view, AUK_SECTION_SOLIDS, (uint32_t)record->contact, sizeof(AukTouchRecord)),
                      &record->names);
}

bool auk__events_check(AukSnapshotCheck *check)
{
    uint32_t touch = 0, kind = 0;
    for (uint32_t i = 0; i < auk__record_count(check->view, check->section); i++) {
        AukEventRecord record = event_record(check->view, i);
        if (record.kind < kind || record.kind >= AUK_EVENT_KIND_COUNT) {
            return false;
        }
        touch = record.kind == kind ? touch : 0;
        kind = record.kind;
        bool known = is_named_by_touch(check->view, &record.names, &touch);
        if (!(known || check_names(check->view, &record.names)) || !is_fraction(record.fraction) || record.bodies > 1 ||
            !is_contact_of(check->view, &record)) {
            return false;
        }
    }
    return true;
}

void auk__events_read(AukWorld *world, const AukSnapshotView *view)
{
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        world->output.events[kind].count = 0;
    }
    for (uint32_t i = 0; i < auk__record_count(view, view->section); i++) {
        AukEventRecord record = event_record(view, i);
        AukBuffer *buffer = &world->output.events[record.kind];
        AukEvent *event = (AukEvent *)buffer->items + buffer->count++;
        memset(event, 0, sizeof *event);
        event->kind = (AukEventKind)record.kind;
        event->body_a = record.names.body_a;
        event->body_b = record.names.body_b;
        event->shape_a = record.names.shape_a;
        event->shape_b = record.names.shape_b;
        event->fraction = record.fraction;
        event->bodies = record.bodies != 0;
        event->contact = record.contact;
        event->user_data_a = record.user_data_a;
        event->user_data_b = record.user_data_b;
    }
}

// ---- hits -----------------------------------------------------------------------------------------------------------

void auk__hits_write(const AukWorld *world, AukSink *sink)
{
    const AukBuffer *buffer = auk__array_buffer(world, (AukSection)sink->section);
    const AukHit *hits = buffer->items;
    for (int i = 0; i < buffer->count; i++) {
        const AukHit *hit = &hits[i];
        AukHitRecord *record = auk__sink_room(sink, sizeof *record);
        record->names = (AukNames){hit->body_a, hit->body_b, hit->shape_a, hit->shape_b};
        record->child_a = hit->child_a;
        record->child_b = hit->child_b;
        record->fraction = hit->fraction;
        record->point = hit->point;
        record->normal = hit->normal;
        record->velocity_a = hit->velocity_a;
        record->velocity_b = hit->velocity_b;
        record->spin_a = hit->spin_a;
        record->spin_b = hit->spin_b;
        record->response = (uint32_t)hit->response;
        record->limit = hit->limit;
        record->first = hit->first;
        record->user_data_a = hit->user_data_a;
        record->user_data_b = hit->user_data_b;
    }
}

bool auk__hits_check(AukSnapshotCheck *check)
{
    for (uint32_t i = 0; i < auk__record_count(check->view, check->section); i++) {
        AukHitRecord record;
        auk__record_get(check->view, check->section, i, &record, sizeof record);
        if (!check_names(check->view, &record.names) || record.child_a < 0 || record.child_b < 0 ||
            !is_fraction(record.fraction) || !auk__is_finite_vec(record.point) || !auk__is_finite_vec(record.normal) ||
            !auk__is_finite_vec(record.velocity_a) || !auk__is_finite_vec(record.velocity_b) ||
            !auk__is_finite(record.spin_a) || !auk__is_finite(record.spin_b) || record.response >= AUK_RESPONSE_COUNT ||
            record.limit > 1 || record.first > 1) {
            return false;
        }
    }
    return true;
}

void auk__hits_read(AukWorld *world, const AukSnapshotView *view)
{
    AukBuffer *buffer = buffer_to_fill(world, view);
    AukHit *hits = buffer->items;
    for (int i = 0; i < buffer->count; i++) {
        AukHitRecord record;
        auk__record_get(view, view->section, (uint32_t)i, &record, sizeof record);
        AukHit *hit = &hits[i];
        memset(hit, 0, sizeof *hit);
        hit->body_a = record.names.body_a;
        hit->body_b = record.names.body_b;
        hit->shape_a = record.names.shape_a;
        hit->shape_b = record.names.shape_b;
        hit->child_a = record.child_a;
        hit->child_b = record.child_b;
        hit->fraction = record.fraction;
        hit->point = record.point;
        hit->normal = record.normal;
        hit->velocity_a = record.velocity_a;
        hit->velocity_b = record.velocity_b;
        hit->spin_a = record.spin_a;
        hit->spin_b = record.spin_b;
        hit->response = (AukResponse)record.response;
        hit->limit = record.limit != 0;
        hit->first = record.first != 0;
        hit->user_data_a = record.user_data_a;
        hit->user_data_b = record.user_data_b;
    }
}
