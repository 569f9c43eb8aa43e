// The arrays of the last step out of a buffer that has been found good. Contacts are named as their touches are, and
// the lists of contacts by body follow from them.
#include "world/save/restore.h"
#include "world/save/snapshot.h"
#include "world/state/contact_links.h"

bool auk__arrays_reserve(AukOutput *output, const AukSnapshotView *view)
{
    int solids = auk__record_count(view, AUK_SECTION_SOLIDS);
    bool room =
        auk__buffer_reserve(&output->solids.touches, sizeof(AukTouch), solids) &&
        auk__buffer_reserve(&output->solids.contacts, sizeof(AukContact), solids) &&
        auk__buffer_reserve(&output->sensors.touches, sizeof(AukTouch), auk__record_count(view, AUK_SECTION_SENSORS)) &&
        auk__contact_links_reserve(output, solids, auk__record_count(view, AUK_SECTION_BODIES)) &&
        auk__buffer_reserve(&output->hits, sizeof(AukHit), auk__record_count(view, AUK_SECTION_HITS));
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT && room; kind++) {
        int events = auk__record_count(view, (AukSection)(AUK_SECTION_EVENTS + kind));
        room = auk__buffer_reserve(&output->events[kind], sizeof(AukEvent), events);
    }
    return room;
}

static void restore_touches(AukBuffer *buffer, const AukSnapshotView *view, AukSection section)
{
    AukTouch *touches = buffer->items;
    buffer->count = auk__record_count(view, section);
    for (int i = 0; i < buffer->count; i++) {
        AukTouchRecord record = auk__touch_record(view, section, (uint32_t)i);
        AukTouch *touch = &touches[i];
        memset(touch, 0, sizeof *touch);
        touch->body_a = record.names.body_a;
        touch->body_b = record.names.body_b;
        touch->shape_a = record.names.shape_a;
        touch->shape_b = record.names.shape_b;
        touch->child_a = record.child_a;
        touch->child_b = record.child_b;
        touch->sensor_is_b = record.sensor_is_b != 0;
        touch->cache = record.cache;
    }
}

static void restore_contacts(AukTouches *solids, const AukSnapshotView *view)
{
    const AukTouch *touches = solids->touches.items;
    AukContact *contacts = solids->contacts.items;
    solids->contacts.count = auk__record_count(view, AUK_SECTION_MANIFOLDS);
    for (int i = 0; i < solids->contacts.count; i++) {
        AukContact *contact = &contacts[i];
        auk__contact_name(contact, &touches[i]);
        memcpy(&contact->manifold, auk__record_at(view, AUK_SECTION_MANIFOLDS, (uint32_t)i, sizeof contact->manifold),
               sizeof contact->manifold);
    }
}

static void restore_events(AukBuffer *buffer, const AukSnapshotView *view, AukEventKind kind)
{
    AukSection section = (AukSection)(AUK_SECTION_EVENTS + (int)kind);
    AukEvent *events = buffer->items;
    buffer->count = auk__record_count(view, section);
    for (int i = 0; i < buffer->count; i++) {
        AukEventRecord record;
        memcpy(&record, auk__record_at(view, section, (uint32_t)i, sizeof record), sizeof record);
        AukEvent *event = &events[i];
        memset(event, 0, sizeof *event);
        event->kind = kind;
        event->body_a = record.names.body_a;
        event->body_b = record.names.body_b;
        event->shape_a = record.names.shape_a;
        event->shape_b = record.names.shape_b;
        event->fraction = record.fraction;
        event->bodies = record.bodies != 0;
        event->user_data_a = record.user_data_a;
        event->user_data_b = record.user_data_b;
    }
}

static void restore_hits(AukBuffer *buffer, const AukSnapshotView *view)
{
    AukHit *hits = buffer->items;
    buffer->count = auk__record_count(view, AUK_SECTION_HITS);
    for (int i = 0; i < buffer->count; i++) {
        AukHitRecord record;
        memcpy(&record, auk__record_at(view, AUK_SECTION_HITS, (uint32_t)i, sizeof record), sizeof record);
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
    }
}

void auk__arrays_restore(AukWorld *world, const AukSnapshotView *view)
{
    AukOutput *output = &world->output;
    restore_touches(&output->solids.touches, view, AUK_SECTION_SOLIDS);
    restore_contacts(&output->solids, view);
    restore_touches(&output->sensors.touches, view, AUK_SECTION_SENSORS);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        restore_events(&output->events[kind], view, (AukEventKind)kind);
    }
    restore_hits(&output->hits, view);
    auk__contact_links_make(output, world->bodies.count);
    output->in_pieces = true; // the next step sees
    output->box_pair_count = view->header.box_pair_count;
    output->candidate_count = view->header.candidate_count;
    output->swept_candidate_count = view->header.swept_candidate_count;
}
