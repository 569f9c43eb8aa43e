// Shared by all queries: filters, and lists of results. Invariant: a query writes only to its caller's arrays and
// allocates nothing. Its answer does not depend on the order in which the query index returns candidates.
//
// A shape is one part, or several consecutive parts in the list of its body; each part has one or more pieces. A query
// that returns one result for each shape reports it when it reaches the part that precedes all other parts of the shape
// in the order of the results. So no list of shapes already found is needed.
#ifndef AUK_WORLD_QUERY_QUERY_H
#define AUK_WORLD_QUERY_QUERY_H

#include "auk/query.h"
#include "broad/bounds.h"
#include "geom/local_box.h"
#include "world/state/pieces.h"
#include "world/state/wrap.h"

#include <string.h>

typedef enum AukFoundOrder {
    AUK_FOUND_BY_IDS,      // body, shape, child
    AUK_FOUND_BY_FRACTION, // fraction, then ids
    AUK_FOUND_BY_DISTANCE  // distance, then ids
} AukFoundOrder;

enum { AUK_FOUND_FEW = 16 }; // so many results are sorted by insertion

// The first `capacity` results. A full list is sorted if it has few; otherwise it is a max-heap with the last result on
// top. The work is n log n, and the caller's array is the only memory needed. Without an array the list only counts.
typedef struct AukFoundList {
    AukFound *items;
    int count, capacity;
    int total;
    AukFoundOrder order;
} AukFoundList;

static inline AukFoundList auk__found_list(AukFound *out, int capacity, AukFoundOrder order)
{
    AukFoundList list = {out, 0, out ? capacity : 0, 0, order};
    return list;
}

// As auk__found_keep() for a list that is full, or will be.
void auk__found_keep_last(AukFoundList *list, const AukFound *found);

static inline void auk__found_keep(AukFoundList *list, const AukFound *found)
{
    if (list->count + 1 < list->capacity) {
        list->items[list->count++] = *found;
    } else {
        auk__found_keep_last(list, found);
    }
}

// The place of a shape in a list, by its first part; -1 if it is not there.
int auk__found_place(const AukFoundList *list, uint32_t head);

// Replaces the result at `place` by one that precedes it; with -1 it is a new one.
void auk__found_put(AukFoundList *list, int place, const AukFound *found);

// Sorts a list of several results.
void auk__found_list_sort(AukFoundList *list);

// Sorts the list; returns the return value of the query.
static inline int auk__found_finish(AukFoundList *list)
{
    if (list->count > 1) {
        auk__found_list_sort(list);
    }
    return list->items ? list->count : list->total;
}

// The last result of a full list: results after it need not be searched. Null if the list is not full.
static inline const AukFound *auk__found_last(const AukFoundList *list)
{
    bool full = list->items && list->count == list->capacity && list->count > 0;
    return full ? &list->items[list->count <= AUK_FOUND_FEW ? list->count - 1 : 0] : NULL;
}

// A result with the ids of a piece; all other members are zero.
AukFound auk__found_named(const AukBodies *bodies, const AukParts *parts, uint32_t part, int child);

// The same for a plain box at rest, by its note; `part` has that note. In place, with all reads before the writes: a
// copy of what was just written in parts would wait for it to reach the cache.
static inline void auk__found_note(const AukGrid *grid, const AukGridNote *note, uint32_t part, AukFound *found)
{
    const AukGridName *name = auk__grid_name(grid, note);
    uint32_t body = note->body, body_generation = name->body_generation, slot_generation = name->slot_generation;
    uint64_t user_data = name->user_data;
    memset(found, 0, sizeof *found);
    found->body.index = body;
    found->body.generation = body_generation;
    found->shape.index = part;
    found->shape.generation = slot_generation;
    found->user_data = user_data;
}

// What a query may find, decided once: most candidates are accepted or rejected after one cache line of the part.
typedef struct AukWanted {
    const AukQuery *query; // of the caller, or {0}
    uint32_t exclude;      // index of `query->exclude`, or AUK_NO_INDEX
    bool finds[2];         // by AukPart.sensor
    bool passes[2];        // by AukPart.unfiltered: found without further tests
    bool by_body;          // the body has to pass auk__wanted_finds_body()
} AukWanted;

// AUK_ERROR_NULL, AUK_ERROR_COUNT.
static inline AukStatus auk__query_check(const AukQuery *query)
{
    if (!query || query->exclude_count == 0) {
        return AUK_OK;
    }
    return query->exclude_count < 0 ? AUK_ERROR_COUNT : (query->excludes ? AUK_OK : AUK_ERROR_NULL);
}

// Sets `wanted` for one query. `query` may be null and must outlive `wanted`. See auk__query_check() for the errors.
static inline AukStatus auk__wanted_init(AukWanted *wanted, const AukQuery *query)
{
    static const AukQuery all;
    query = query ? query : &all;
    uint64_t by_body = query->user_data_mask | query->user_data_value | (uint32_t)query->exclude_count |
                       (uint64_t)query->respect_owners;
    AukFilter filter = query->filter;
    wanted->query = query;
    wanted->exclude = query->exclude.generation != 0 ? query->exclude.index : AUK_NO_INDEX;
    wanted->finds[false] = !query->only_sensors;
    wanted->finds[true] = query->sensors | query->only_sensors;
    wanted->passes[false] = (filter.category | filter.ignore | filter.group | by_body) == 0;
    wanted->passes[true] = (filter.ignore | by_body) == 0; // an unfiltered part ignores nothing and has no group
    wanted->by_body = by_body != 0;
    return auk__query_check(query);
}

// The filter of a query, which may be null.
static inline const AukFilter *auk__query_filter(const AukQuery *query)
{
    static const AukFilter all;
    return query ? &query->filter : &all;
}

// True if `excludes`, owners and user data let a query find a body.
bool auk__wanted_finds_body(const AukWanted *wanted, const AukBodies *bodies, uint32_t body);

// True if a query accepts a part. Movers and crowds call this function too; the rule is nowhere else.
static inline bool auk__wanted_finds(const AukWanted *wanted, const AukBodies *bodies, const AukParts *parts,
                                     const AukPart *part)
{
    if (!wanted->finds[part->sensor]) {
        return false;
    }
    if (part->body == wanted->exclude && auk_body_id_equal(wanted->query->exclude, auk__body_id(bodies, part->body))) {
        return false;
    }
    return wanted->passes[part->unfiltered] ||
           ((auk__filter_is_met(auk__part_filter_at(bodies, parts, part), &wanted->query->filter, true) ||
             part->filtered_by_cell) &&
            (!wanted->by_body || auk__wanted_finds_body(wanted, bodies, part->body)));
}

// True if a query accepts a plain box at rest by its note alone. If not, the part decides.
static inline bool auk__wanted_finds_note(const AukWanted *wanted, const AukGridNote *note)
{
    return note->body != wanted->exclude && wanted->finds[false] && wanted->passes[true];
}

// The note of a packed part that a query accepts by it; null if the part has to be read.
static inline const AukGridNote *auk__wanted_note(const AukWorld *world, const AukWanted *wanted, int32_t place)
{
    if (place == AUK_GRID_NONE || world->wrap.on) {
        return NULL;
    }
    const AukGridNote *note = (const AukGridNote *)world->index.grid.packed.notes.items + place;
    return note->body != AUK_GRID_NO_NOTE && auk__wanted_finds_note(wanted, note) ? note : NULL;
}

// The box of a note, in the frame around `origin`.
static inline void auk__note_support_shape(const AukGridNote *note, AukVec2 origin, AukSupportShape *core)
{
    AukShape box;
    memset(&box, 0, sizeof box);
    box.kind = AUK_SHAPE_BOX;
    box.core.half = note->half;
    box.radius = note->radius;
    auk__support_shape_init(core, &box, auk__dtransform(note->pose, origin));
}

// The pieces of a part, with its body at `pose`, that may touch a box that moves by `delta` and that a query with that
// filter finds. Queries meet one-way cells from all sides.
static inline AukPieceCursor auk__query_pieces(const AukParts *parts, const AukWrap *wrap, uint32_t part,
                                               AukTransform pose, AukBox box, AukDvec delta, const AukFilter *filter)
{
    AukPieceCursor cursor = auk__pieces_along(parts, wrap, part, pose, box, delta, true);
    auk__pieces_sift(&cursor, filter);
    return cursor;
}

// An overlap query: finds everything that overlaps `core`, which is in a frame around `origin` and lies in `box`.
typedef struct AukOverlapQuery {
    const AukSupportShape *core; // null: finds everything whose bounding box touches `box`
    AukVec2 origin;
    AukBox box;
    AukFoundList found;
    const AukTilesPast *past; // null: the present
    const AukFilter *filter;  // of the query
} AukOverlapQuery;

// Finds the pieces of a part, with its body at `pose`, that overlap the query shape moved by `shift`.
void auk__overlaps_of_part(const AukWorld *world, uint32_t index, AukTransform pose, AukDvec shift,
                           AukOverlapQuery *overlaps);

// Checks a shape and a pose given as arguments.
AukStatus auk__query_check_shape(const AukWorld *world, const AukShape *shape, AukTransform pose);

// The next float after `x`: an upper bound of all doubles that round to `x`.
static inline float auk__float_after(float x)
{
    return x < INFINITY ? auk__step_float(x, false, true) : x;
}

// The next part of the same shape after `index`; the first part follows the last.
static inline uint32_t auk__part_after(const AukParts *parts, uint32_t index)
{
    uint32_t next = auk__part_next_piece(parts, index);
    return next != AUK_NO_INDEX ? next : auk__part_head(parts, index);
}

// True if the box of a part in the query index touches a box, or nearly does. The margin is larger than the rounding of
// distances and casts, so of two parts of a shape either both are rivals of each other or neither is.
static inline bool auk__part_is_near(const AukQueryIndex *query_index, uint32_t index, AukBox box)
{
    AukBox part = auk__bounds_box(auk__grid_node(&query_index->grid, (int32_t)index)->bounds);
    double far = dvec_size(dvec_from(part.min)) + dvec_size(dvec_from(part.max)), margin = 0x1p-44 * far;
    return (double)part.min.x - margin <= (double)box.max.x && (double)box.min.x - margin <= (double)part.max.x &&
           (double)part.min.y - margin <= (double)box.max.y && (double)box.min.y - margin <= (double)part.max.y;
}

// The box of a part in the query index, relative to a query that is moved by `image` to search there; grown to allow
// for rounding.
static inline AukBox auk__part_seen(const AukQueryIndex *query_index, uint32_t index, AukDvec image)
{
    AukBox box = auk__bounds_box(auk__grid_node(&query_index->grid, (int32_t)index)->bounds);
    double far = dvec_size(dvec_from(box.min)) + dvec_size(dvec_from(box.max)) + dvec_size(image);
    return auk__box_grown(auk__box_shifted(box, dvec_neg(image)), 0x1p-21 * far);
}

// The images of a box that are near a part's box in the query index. Used for the parts of a shape that has been found.
static inline AukWrapWalk auk__part_images(const AukQueryIndex *query_index, const AukWrap *wrap, uint32_t index,
                                           AukBox box)
{
    return auk__wrap_walk(wrap, auk__bounds_box(auk__grid_node(&query_index->grid, (int32_t)index)->bounds), box);
}

#endif
