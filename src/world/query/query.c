// Lists of query results.
#include "world/query/query.h"

#include "world/step/pairs.h"

#include <string.h>

AukFound auk__found_named(const AukBodies *bodies, const AukParts *parts, uint32_t part, int child)
{
    AukFound found;
    memset(&found, 0, sizeof found);
    found.body = auk__body_id(bodies, auk__part(parts, part)->body);
    found.shape = auk__shape_id(parts, auk__part_head(parts, part));
    found.user_data = *auk__body_user_data(bodies, found.body.index);
    found.child = child;
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

// ---- sorting ----

enum { FOUND_BUCKETS = 1024 }; // at most, of longer lists, by the index of the body

// Puts an entry into a heap below `at`, where the place is free.
static void sift_down(AukFound *items, int count, int at, const AukFound *entry, AukFoundOrder order)
{
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && found_precedes(&items[child], &items[child + 1], order);
        if (!found_precedes(entry, &items[child], order)) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = *entry;
}

static void found_heap_make(AukFound *items, int count, AukFoundOrder order)
{
    for (int at = count / 2 - 1; at >= 0; at--) {
        AukFound entry = items[at];
        sift_down(items, count, at, &entry, order);
    }
}

static void found_heap_sort(AukFound *items, int count, AukFoundOrder order)
{
    for (int end = count - 1; end > 0; end--) {
        AukFound last = items[end];
        items[end] = items[0];
        sift_down(items, end, 0, &last, order);
    }
}

// Moves an entry to its place among the sorted ones before it.
static inline void found_insert(AukFound *items, int at, AukFoundOrder order)
{
    if (at > 0 && found_precedes(&items[at], &items[at - 1], order)) {
        AukFound entry = items[at];
        for (; at > 0 && found_precedes(&entry, &items[at - 1], order); at--) {
            items[at] = items[at - 1];
        }
        items[at] = entry;
    }
}

static void sort_anyhow(AukFound *items, int count, AukFoundOrder order)
{
    if (count > AUK_FOUND_FEW) {
        found_heap_make(items, count, order);
        found_heap_sort(items, count, order);
        return;
    }
    for (int i = 1; i < count; i++) {
        found_insert(items, i, order);
    }
}

// Long lists are those of what a camera shows. In place: a heap of so large items took twice as long.
static void sort_by_ids(AukFound *items, int count)
{
    uint32_t least = UINT32_MAX, most = 0;
    for (int i = 0; i < count; i++) {
        least = items[i].body.index < least ? items[i].body.index : least;
        most = items[i].body.index > most ? items[i].body.index : most;
    }
    int shift = 0, wanted = count / 2 < FOUND_BUCKETS ? count / 2 : FOUND_BUCKETS;
    while ((most - least) >> shift >= (uint32_t)wanted) {
        shift++;
    }
    int next[FOUND_BUCKETS], ends[FOUND_BUCKETS]; // of each bucket: the next place to be filled, and the end
    int buckets = (int)((most - least) >> shift) + 1, first = 0;
    memset(next, 0, (size_t)buckets * sizeof *next);
    for (int i = 0; i < count; i++) {
        next[(items[i].body.index - least) >> shift]++;
    }
    for (int b = 0; b < buckets; b++) {
        ends[b] = first + next[b];
        next[b] = first;
        first = ends[b];
    }
    for (int b = 0; b < buckets; b++) {
        while (next[b] < ends[b]) {
            AukFound *here = &items[next[b]];
            int to = next[(here->body.index - least) >> shift]++;
            AukFound other = items[to];
            items[to] = *here;
            *here = other;
        }
    }
    first = 0;
    for (int b = 0; b < buckets; b++) {
        sort_anyhow(items + first, ends[b] - first, AUK_FOUND_BY_IDS);
        first = ends[b];
    }
}

// ---- lists ----

void auk__found_keep_last(AukFoundList *list, const AukFound *found)
{
    int last = list->count - 1;
    if (list->count < list->capacity) {
        list->items[list->count++] = *found;
        if (list->count == list->capacity && list->count > AUK_FOUND_FEW) {
            found_heap_make(list->items, list->count, list->order);
        } else if (list->count == list->capacity) {
            sort_anyhow(list->items, list->count, list->order);
        }
    } else if (list->capacity > AUK_FOUND_FEW) {
        if (found_precedes(found, &list->items[0], list->order)) {
            sift_down(list->items, list->count, 0, found, list->order);
        }
    } else if (list->capacity > 0 && found_precedes(found, &list->items[last], list->order)) {
        list->items[last] = *found;
        found_insert(list->items, last, list->order);
    }
}

int auk__found_place(const AukFoundList *list, uint32_t head)
{
    for (int i = 0; i < list->count; i++) {
        if (list->items[i].shape.index == head) {
            return i;
        }
    }
    return -1;
}

void auk__found_put(AukFoundList *list, int place, const AukFound *found)
{
    if (place < 0) {
        auk__found_keep(list, found);
        return;
    }
    list->items[place] = *found;
    if (list->count == list->capacity && list->count > AUK_FOUND_FEW) {
        sift_down(list->items, list->count, place, found, list->order);
    } else if (list->count == list->capacity) {
        found_insert(list->items, place, list->order);
    }
}

void auk__found_list_sort(AukFoundList *list)
{
    bool full = list->count == list->capacity;
    if (full && list->count > AUK_FOUND_FEW) {
        found_heap_sort(list->items, list->count, list->order);
    } else if (!full && list->count > AUK_FOUND_FEW && list->order == AUK_FOUND_BY_IDS) {
        sort_by_ids(list->items, list->count);
    } else if (!full) {
        sort_anyhow(list->items, list->count, list->order);
    }
}

// ---- what is wanted ----

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
