// What touched after the last step of a view: the rules of one-way shapes and piercing read it, and AukHit.first. It
// begins with the touches of the world.
// Invariant: of two bodies of which one moves, the list has what the last step of the view found; of two that rest, of
// which the view knows one that may be pushed, it has the touches of the world.
#include "world/state/contact_links.h"
#include "world/step/local_step.h"
#include "world/step/pair_order.h"

#include <limits.h>
#include <string.h>

static AukPair pair_of_touch(const AukContact *touch)
{
    AukPair pair;
    memset(&pair, 0, sizeof pair);
    pair.body_a = touch->body_a.index;
    pair.body_b = touch->body_b.index;
    pair.shape_a = touch->shape_a.index;
    pair.shape_b = touch->shape_b.index;
    pair.child_a = touch->child_a;
    pair.child_b = touch->child_b;
    return pair;
}

// Adds a touch to a sorted list, if it is not there. It is not reusable.
static AukStatus add_touch(AukTouches *list, const AukContact *contact, AukTouch touch)
{
    AukPair pair = pair_of_touch(contact);
    const AukContact *items = list->contacts.items;
    int at = auk__touches_find(list, &pair), count = list->contacts.count;
    while (at < count && auk__pair_against_contact(&pair, &items[at]) > 0) {
        at++;
    }
    if (at < count && auk__pair_against_contact(&pair, &items[at]) == 0) {
        return AUK_OK;
    }
    if (count == INT_MAX || !auk__touches_reserve(list, count + 1)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    list->contacts.count = list->touches.count = count + 1;
    AukContact *named = (AukContact *)list->contacts.items + at;
    memmove(named + 1, named, (size_t)(count - at) * sizeof *named);
    *named = *contact;
    AukTouch *place = (AukTouch *)list->touches.items + at;
    memmove(place + 1, place, (size_t)(count - at) * sizeof *place);
    *place = touch;
    place->reusable = false;
    return AUK_OK;
}

AukStatus auk__local_step_know_touches(AukLocalStep *local, uint32_t body)
{
    const AukOutput *output = &local->world->output;
    AukContactWalk walk = auk__contacts_of(output, body);
    AukStatus status = AUK_OK;
    for (int i = auk__contacts_next(&walk); i >= 0 && !status; i = auk__contacts_next(&walk)) {
        const AukContact *contact = (const AukContact *)output->solids.contacts.items + i;
        AukTouch touch = ((const AukTouch *)output->solids.touches.items)[i];
        uint32_t other = contact->body_a.index == body ? contact->body_b.index : contact->body_a.index;
        touch.was_hit = touch.was_hit || local->touched_is_hit;
        if (!auk__local_step_moves(local, other)) {
            status = add_touch(&local->view.output.solids, contact, touch);
        }
    }
    return status;
}

// True if the shapes of a touch have been touching since a hit, with any of their pieces. `pair` is the first pair of
// the step that may be of these shapes; it is advanced.
static bool shapes_were_hit(const AukWorld *view, const AukContact *touch, int *pair)
{
    const AukTouches *last = &view->output.solids;
    AukPair shapes = pair_of_touch(touch);
    int first = auk__touches_find(last, &shapes);
    bool hit = first < last->contacts.count &&
               auk__shapes_against_contact(&shapes, (const AukContact *)last->contacts.items + first) == 0 &&
               ((const AukTouch *)last->touches.items)[first].was_hit;
    int count = view->pairs.records.count;
    while (*pair < count && auk__shapes_against_contact(auk__pair(&view->pairs, *pair), touch) < 0) {
        (*pair)++;
    }
    for (int i = *pair; i < count && auk__shapes_against_contact(auk__pair(&view->pairs, i), touch) == 0; i++) {
        hit = hit || auk__pair(&view->pairs, i)->hit;
    }
    return hit;
}

// True if the step had all pairs of a body that touch: those of its search, or those that its turned path found.
static bool has_all_pairs(const AukLocalStep *local, uint32_t body)
{
    return auk__local_step_knows(local, body) &&
           (((const uint32_t *)local->searches.items)[body] == local->run || auk__path_segment(&local->view.ccd, body));
}

AukStatus auk__local_step_keep_touches(AukLocalStep *local)
{
    AukTouches *made = &local->view.next.solids;
    const AukTouches *last = &local->view.output.solids;
    AukTouch *touches = made->touches.items;
    for (int i = 0, pair = 0; i < made->touches.count; i++) {
        touches[i].reusable = false;
        touches[i].was_hit = shapes_were_hit(&local->view, (const AukContact *)made->contacts.items + i, &pair);
    }
    AukStatus status = AUK_OK;
    for (int i = 0; i < last->contacts.count && !status; i++) {
        const AukContact *contact = (const AukContact *)last->contacts.items + i;
        if (!has_all_pairs(local, contact->body_a.index) && !has_all_pairs(local, contact->body_b.index)) {
            status = add_touch(made, contact, ((const AukTouch *)last->touches.items)[i]);
        }
    }
    return status;
}
