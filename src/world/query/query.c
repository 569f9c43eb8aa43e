// Lists of query results.
#include "world/query/query.h"

#include "world/step/pairs.h"

#include <string.h>

AukFound auk__found_named(const AukBodies *bodies, const AukParts *parts, uint32_t part, int child)
{
    AukFound found;
    memset(&found, 0, sizeof found);
    found.body = auk__body_id(bodies, auk__part(parts, part)->body);
    found.shape = auk__shape_id(parts, auk__part(parts, part)->head);
    found.user_data = *auk__body_user_data(bodies, found.body.index);
    found.child = child;
    return found;
}

AukFound auk__found_noted(const AukGrid *grid, const AukGridNote *note, uint32_t part)
{
    const AukGridName *name = auk__grid_name(grid, note);
    AukFound found;
    memset(&found, 0, sizeof found);
    found.body.index = note->body;
    found.body.generation = name->body_generation;
    found.shape.index = part;
    found.shape.generation = name->slot_generation;
    found.user_data = name->user_data;
    return found;
}

static float found_key(const AukFound *found, AukFoundOrder order)
{
    switch (order) {
    case AUK_FOUND_BY_FRACTION: return found->fraction;
    case AUK_FOUND_BY_DISTANCE: return found->distance;
    case AUK_FOUND_BY_IDS: break;
    }
    return 0.0f;
}

static bool found_precedes(const AukFound *a, const AukFound *b, AukFoundOrder order)
{
    float key_a = found_key(a, order), key_b = found_key(b, order);
    if (key_a != key_b) {
        return key_a < key_b;
    }
    if (a->body.index != b->body.index) {
        return a->body.index < b->body.index;
    }
    return a->shape.index != b->shape.index ? a->shape.index < b->shape.index : a->child < b->child;
}

// Puts an entry into a heap whose first place is free.
static void sift_down(AukFound *items, int count, const AukFound *entry, AukFoundOrder order)
{
    int at = 0;
    for (int child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && found_precedes(&items[child], &items[child + 1], order);
        if (!found_precedes(entry, &items[child], order)) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = *entry;
}

void auk__found_keep(AukFoundList *list, const AukFound *found)
{
    AukFound *items = list->items;
    if (list->count < list->capacity) {
        int i = list->count++;
        for (; i > 0 && found_precedes(&items[(i - 1) / 2], found, list->order); i = (i - 1) / 2) {
            items[i] = items[(i - 1) / 2];
        }
        items[i] = *found;
    } else if (list->capacity > 0 && found_precedes(found, &items[0], list->order)) {
        sift_down(items, list->count, found, list->order);
    }
}

int auk__found_finish(AukFoundList *list)
{
    for (int end = list->count - 1; end > 0; end--) {
        AukFound last = list->items[end];
        list->items[end] = list->items[0];
        sift_down(list->items, end, &last, list->order);
    }
    return list->items ? list->count : list->total;
}

bool auk__wanted_finds_body(const AukWanted *wanted, const AukBodies *bodies, uint32_t body)
{
    const AukQuery *query = wanted->query;
    AukBodyId id = auk__body_id(bodies, body);
    for (int i = 0; i < query->exclude_count; i++) {
        if (auk_body_id_equal(query->excludes[i], id)) {
            return false;
        }
    }
    bool related = query->respect_owners && auk__body_of(bodies, query->exclude) &&
                   auk__same_owner(bodies, query->exclude.index, body);
    return !related && (*auk__body_user_data(bodies, body) & query->user_data_mask) == query->user_data_value;
}

AukStatus auk__query_check_shape(const AukWorld *world, const AukShape *shape, AukTransform pose)
{
    AukStatus status = world ? auk__bounded_shape_check(shape) : AUK_ERROR_NULL;
    return status ? status : auk__check_pose(pose);
}
