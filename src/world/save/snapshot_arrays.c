// The arrays of the last step in a buffer: they name slots that live or rest, under the ids of the tenants they had in
// that step, and are sorted where the next step merges them.
#include "base/predicates.h"
#include "world/save/snapshot.h"

static uint64_t count_in(const AukSnapshotView *view, AukSection section)
{
    return view->header.counts[section];
}

// A slot whose tenant has gone has the generation of the next one.
static bool is_named(uint8_t state, uint32_t generation, uint32_t named)
{
    if (state == AUK_SLOT_RESTING) {
        uint32_t next = named + 1;
        return named != 0 && generation == (next == 0 ? 1 : next);
    }
    return state == AUK_SLOT_LIVE && generation == named;
}

static bool check_body(const AukSnapshotView *view, AukBodyId id)
{
    if (id.index >= count_in(view, AUK_SECTION_BODIES)) {
        return false;
    }
    const unsigned char *record = auk__record_at(view, AUK_SECTION_BODIES, id.index, sizeof(AukBodyRecord));
    uint32_t generation;
    memcpy(&generation, record + offsetof(AukBodyRecord, generation), sizeof generation);
    return is_named(record[offsetof(AukBodyRecord, state)], generation, id.generation);
}

// The head of a shape, and, while it lives, of that body.
static bool check_shape(const AukSnapshotView *view, AukShapeId id, AukBodyId body)
{
    if (id.index >= count_in(view, AUK_SECTION_PARTS)) {
        return false;
    }
    const unsigned char *record = auk__record_at(view, AUK_SECTION_PARTS, id.index, sizeof(AukPartRecord));
    uint8_t state = record[offsetof(AukPartRecord, state)];
    uint32_t generation, head, owner;
    memcpy(&generation, record + offsetof(AukPartRecord, generation), sizeof generation);
    memcpy(&head, record + offsetof(AukPartRecord, head), sizeof head);
    memcpy(&owner, record + offsetof(AukPartRecord, body), sizeof owner);
    return is_named(state, generation, id.generation) &&
           (state != AUK_SLOT_LIVE || (head == id.index && owner == body.index));
}

static bool check_all_names(const AukSnapshotView *view, const AukNames *names)
{
    return check_body(view, names->body_a) && check_body(view, names->body_b) &&
           names->body_a.index != names->body_b.index && check_shape(view, names->shape_a, names->body_a) &&
           check_shape(view, names->shape_b, names->body_b);
}

// What is named is mostly a body's first shape, and the list of those is much smaller than the parts.
static bool is_part_of(const AukWorld *world, AukShapeId shape, AukBodyId body)
{
    if (((const uint32_t *)world->first_parts.items)[body.index] == shape.index) {
        return true;
    }
    const AukPart *part = auk__part(world, shape.index);
    return (part->head == shape.index) & (part->body == body.index);
}

// What most names are, if the world has the slots of the snapshot: of two bodies and two shapes that live.
static bool names_the_living(const AukWorld *world, const AukNames *names)
{
    const AukSlots *bodies = &world->body_slots, *shapes = &world->shape_slots;
    return auk__slots_has(bodies, names->body_a.index, names->body_a.generation) &&
           auk__slots_has(bodies, names->body_b.index, names->body_b.generation) &&
           auk__slots_has(shapes, names->shape_a.index, names->shape_a.generation) &&
           auk__slots_has(shapes, names->shape_b.index, names->shape_b.generation) &&
           is_part_of(world, names->shape_a, names->body_a) && is_part_of(world, names->shape_b, names->body_b) &&
           names->body_a.index != names->body_b.index;
}

static bool check_names(const AukSnapshotView *view, const AukNames *names)
{
    return (view->same && names_the_living(view->same, names)) || check_all_names(view, names);
}
static uint64_t pair_of(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

// In the order of contacts.
static bool precedes(const AukTouchRecord *a, const AukTouchRecord *b)
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

// Without branches, since nobody can guess how many entries are in use. So too below.
static bool check_cache(const AukGjkCache *cache)
{
    bool good = cache->count <= 3;
    for (uint32_t i = 0; i < 3; i++) {
        good &= (i < cache->count) | ((cache->index_a[i] | cache->index_b[i]) == 0);
    }
    return good;
}

static bool check_touches(const AukSnapshotView *view, AukSection section)
{
    AukTouchRecord before;
    memset(&before, 0, sizeof before);
    for (uint32_t i = 0; i < count_in(view, section); i++) {
        AukTouchRecord record = auk__touch_record(view, section, i);
        if (!check_names(view, &record.names) || record.names.body_a.index > record.names.body_b.index ||
            record.child_a < 0 || record.child_b < 0 || record.sensor_is_b > (section == AUK_SECTION_SENSORS) ||
            !check_cache(&record.cache) || (i > 0 && !precedes(&before, &record))) {
            return false;
        }
        before = record;
    }
    return true;
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

static bool check_manifolds(const AukSnapshotView *view)
{
    for (uint32_t i = 0; i < count_in(view, AUK_SECTION_MANIFOLDS); i++) {
        AukManifold record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_MANIFOLDS, i, sizeof record), sizeof record);
        if (!check_manifold(&record)) {
            return false;
        }
    }
    return count_in(view, AUK_SECTION_MANIFOLDS) == count_in(view, AUK_SECTION_SOLIDS);
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

// Most events name what a touch names, in the same order: where one of the next touches does, its names have been found
// good. `touch` is where to look next.
static bool is_named_by_touch(const AukSnapshotView *view, const AukNames *names, uint32_t *touch)
{
    enum { LOOK_AHEAD = 3 };
    for (uint32_t i = *touch; i < count_in(view, AUK_SECTION_SOLIDS) && i < *touch + LOOK_AHEAD; i++) {
        if (same_names(auk__record_at(view, AUK_SECTION_SOLIDS, i, sizeof(AukTouchRecord)), names)) {
            *touch = i + 1;
            return true;
        }
    }
    return false;
}

static bool check_events(const AukSnapshotView *view, AukSection section)
{
    uint32_t touch = 0;
    for (uint32_t i = 0; i < count_in(view, section); i++) {
        AukEventRecord record;
        memcpy(&record, auk__record_at(view, section, i, sizeof record), sizeof record);
        bool known = is_named_by_touch(view, &record.names, &touch);
        if (!(known || check_names(view, &record.names)) || !is_fraction(record.fraction) || record.bodies > 1) {
            return false;
        }
    }
    return true;
}

static bool check_hits(const AukSnapshotView *view)
{
    for (uint32_t i = 0; i < count_in(view, AUK_SECTION_HITS); i++) {
        AukHitRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_HITS, i, sizeof record), sizeof record);
        if (!check_names(view, &record.names) || record.child_a < 0 || record.child_b < 0 ||
            !is_fraction(record.fraction) || !auk__is_finite_vec(record.point) || !auk__is_finite_vec(record.normal) ||
            !auk__is_finite_vec(record.velocity_a) || !auk__is_finite_vec(record.velocity_b) ||
            !auk__is_finite(record.spin_a) || !auk__is_finite(record.spin_b) || record.response >= AUK_RESPONSE_COUNT ||
            record.limit > 1) {
            return false;
        }
    }
    return true;
}

bool auk__snapshot_check_arrays(const AukSnapshotView *view)
{
    const AukSnapshotHeader *header = &view->header;
    bool good = header->box_pair_count >= 0 && header->candidate_count >= 0 && header->swept_candidate_count >= 0 &&
                check_touches(view, AUK_SECTION_SOLIDS) && check_manifolds(view) &&
                check_touches(view, AUK_SECTION_SENSORS) && check_hits(view);
    uint64_t named =
        count_in(view, AUK_SECTION_SOLIDS) + count_in(view, AUK_SECTION_SENSORS) + count_in(view, AUK_SECTION_HITS);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT && good; kind++) {
        good = check_events(view, (AukSection)(AUK_SECTION_EVENTS + kind));
        named += count_in(view, (AukSection)(AUK_SECTION_EVENTS + kind));
    }
    return good && (named == 0 || header->steps > 0);
}
