// The limited responses of bodies: bounces and piercings; and the list of swept bodies that are piercing another body.
// A piercing lasts until the two bodies no longer touch at the end of a step, so a bullet that takes three steps
// through a wall uses up one piercing.
// Invariant: the lists are sorted by the slots of body and other. An entry of a destroyed body matches no body, and the
// next step removes it.
#include "world/step/ccd.h"
#include "world/step/local_step.h"
#include "world/step/pair_order.h"

#include <string.h>

static uint64_t pierced_key(uint32_t body, uint32_t other)
{
    return (uint64_t)body << 32 | other;
}

static uint64_t key_of_pierced(const AukPierced *entry)
{
    return pierced_key(entry->body.index, entry->other.index);
}

// The place of the first entry that does not come before these slots.
static int place_in_pierced(const AukBuffer *list, uint32_t body, uint32_t other)
{
    const AukPierced *items = list->items;
    int low = 0, high = list->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = key_of_pierced(&items[middle]) < pierced_key(body, other);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool has(const AukBuffer *list, AukPierced entry)
{
    int at = place_in_pierced(list, entry.body.index, entry.other.index);
    const AukPierced *items = list->items;
    return at < list->count && auk_body_id_equal(items[at].body, entry.body) &&
           auk_body_id_equal(items[at].other, entry.other);
}

static AukPierced pierced_entry(const AukBodies *bodies, uint32_t body, uint32_t other)
{
    AukPierced entry = {auk__body_id(bodies, body), auk__body_id(bodies, other)};
    return entry;
}

bool auk__is_piercing(const AukBodies *bodies, const AukPiercing *piercing, uint32_t body, uint32_t other)
{
    AukPierced entry = pierced_entry(bodies, body, other);
    return has(&piercing->next, entry) || has(&piercing->now, entry);
}

// Traits keep their values from before the step until it is published, so bounces of this step are added.
bool auk__has_bounced_out(const AukBodies *bodies, const AukCcdWork *ccd, uint32_t body)
{
    const AukTraits *traits = auk__traits(bodies, body);
    const AukPathSegment *segment = traits->bounces > 0 ? auk__path_segment(ccd, body) : NULL;
    return traits->bounces > 0 && traits->bounced + (segment ? segment->bounces : 0) >= traits->bounces;
}

int auk__pierce_left(const AukBodies *bodies, const AukPiercing *piercing, uint32_t body)
{
    const AukPierced *items = piercing->next.items;
    int left = auk__traits(bodies, body)->pierce, at = left > 0 ? place_in_pierced(&piercing->next, body, 0) : 0;
    for (; left > 0 && at < piercing->next.count && items[at].body.index == body; at++) {
        left -= !has(&piercing->now, items[at]);
    }
    return left;
}

// Adds an entry, or puts it in the place of one of the same slots.
static AukStatus add_pierced(AukBuffer *list, AukPierced entry)
{
    uint64_t key = key_of_pierced(&entry);
    int at = place_in_pierced(list, entry.body.index, entry.other.index);
    AukPierced *items = list->items;
    if (at == list->count || key_of_pierced(&items[at]) != key) {
        if (!auk__buffer_push(list, sizeof entry)) {
            return AUK_ERROR_OUT_OF_MEMORY;
        }
        items = list->items;
        memmove(&items[at + 1], &items[at], (size_t)(list->count - 1 - at) * sizeof *items);
    }
    items[at] = entry;
    return AUK_OK;
}

AukStatus auk__pierce(AukBodies *bodies, AukPiercing *piercing, uint32_t body, uint32_t other)
{
    return add_pierced(&piercing->next, pierced_entry(bodies, body, other));
}

// The list of the step under way gets the entries too. After the first step an entry whose other body has
// moved is left out: if the two still touched, the body that pierces would be known already.
AukStatus auk__pierced_know(AukLocalStep *local, uint32_t body)
{
    const AukBuffer *list = &local->world->piercing.now;
    const AukPierced *items = list->items;
    AukPiercing *piercing = &local->view.piercing;
    bool later = local->run - local->begun > 1;
    AukStatus status = AUK_OK;
    int i = list->count > 0 ? place_in_pierced(list, body, 0) : 0;
    for (; i < list->count && items[i].body.index == body && !status; i++) {
        if (!later || !auk__local_step_moves(local, items[i].other.index)) {
            status = add_pierced(&piercing->now, items[i]);
            status = status ? status : add_pierced(&piercing->next, items[i]);
        }
    }
    return status;
}

void auk__pierced_take(AukPiercing *piercing, const AukLocalStep *local)
{
    AukPierced *items = piercing->now.items;
    const AukPierced *made = local->view.piercing.now.items;
    int kept = 0, left = local->view.piercing.now.count;
    for (int i = 0; i < piercing->now.count; i++) {
        if (!auk__local_step_knows(local, items[i].body.index) && !auk__local_step_moves(local, items[i].other.index)) {
            items[kept++] = items[i];
        }
    }
    piercing->now.count = kept + left;
    for (int at = kept + left - 1; left > 0; at--) { // merges from the end
        bool keeps = kept > 0 && key_of_pierced(&items[kept - 1]) > key_of_pierced(&made[left - 1]);
        items[at] = keeps ? items[--kept] : made[--left];
    }
}

AukStatus auk__pierced_begin(AukPiercing *piercing)
{
    if (!auk__buffer_resize(&piercing->next, sizeof(AukPierced), piercing->now.count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    if (piercing->now.count > 0) {
        memcpy(piercing->next.items, piercing->now.items, (size_t)piercing->now.count * sizeof(AukPierced));
    }
    return AUK_OK;
}

// True if the list of touches, which is sorted, has one of the two bodies.
static bool touch_each_other(const AukTouches *touches, AukBodyId a, AukBodyId b)
{
    const AukContact *items = touches->contacts.items;
    AukBodyId first = a.index < b.index ? a : b, second = a.index < b.index ? b : a;
    int low = 0, high = touches->contacts.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        bool before = pierced_key(items[middle].body_a.index, items[middle].body_b.index) <
                      pierced_key(first.index, second.index);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < touches->contacts.count && auk_body_id_equal(items[low].body_a, first) &&
           auk_body_id_equal(items[low].body_b, second);
}

void auk__pierced_publish(AukWorld *world)
{
    AukPierced *now = world->piercing.next.items;
    int kept = 0;
    for (int i = 0; i < world->piercing.next.count; i++) {
        AukPierced entry = now[i];
        bool lasts = world->ccd.local && !auk__local_step_moves(world->ccd.local, entry.body.index) &&
                     !auk__local_step_moves(world->ccd.local, entry.other.index);
        if (!has(&world->piercing.now, entry)) {
            auk__traits_changed(&world->bodies, entry.body.index)->pierce--;
        }
        if (lasts || touch_each_other(&world->output.solids, entry.body, entry.other)) {
            now[kept++] = entry;
        }
    }
    world->piercing.next.count = kept;
    AukBuffer last = world->piercing.now;
    world->piercing.now = world->piercing.next;
    world->piercing.next = last;
    world->piercing.next.count = 0;
}

void auk__bounces_publish(AukBodies *bodies, AukCcdWork *ccd)
{
    const AukPathSegment *segments = ccd->segments.items;
    for (int i = 0; i < ccd->segments.count; i++) {
        if (auk__traits(bodies, segments[i].body)->bounces > 0) {
            auk__traits_changed(bodies, segments[i].body)->bounced += segments[i].bounces;
        }
    }
}

bool auk__piercing_reserve(AukPiercing *piercing, int count)
{
    return auk__buffer_reserve(&piercing->now, sizeof(AukPierced), count) &&
           auk__buffer_reserve(&piercing->next, sizeof(AukPierced), count);
}

void auk__piercing_release(AukPiercing *piercing)
{
    auk__buffer_free(&piercing->now);
    auk__buffer_free(&piercing->next);
}
