// What the queries share: what may be found, and lists of what was found. Invariant: a query writes nothing but its
// caller's arrays and allocates nothing; its answer does not depend on the order in which the grid offers candidates.
//
// A shape is one part, or several that stand in a row in its body's list; each part is one piece or more. A query that
// gives one answer for each shape takes it from the part that nothing else of the shape comes before, when that part is
// met: so no list of shapes has to be kept.
#ifndef AUK_WORLD_QUERY_QUERY_H
#define AUK_WORLD_QUERY_QUERY_H

#include "auk/query.h"
#include "broad/bounds.h"
#include "geom/local_box.h"
#include "world/state/pieces.h"
#include "world/state/wrap.h"

typedef enum AukFoundOrder {
    AUK_FOUND_BY_IDS,      // body, shape, child
    AUK_FOUND_BY_FRACTION, // fraction, then ids
    AUK_FOUND_BY_DISTANCE  // distance, then ids
} AukFoundOrder;

// The first `capacity` of all that is found, as a heap with the last of them on top, so that the work is n log n and
// the caller's array is all the memory needed. Without an array it only counts.
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

void auk__found_keep(AukFoundList *list, const AukFound *found);

// Sorts; returns the answer of the query.
int auk__found_finish(AukFoundList *list);

// The last of a full list: what comes after it is not asked for. Else null.
static inline const AukFound *auk__found_last(const AukFoundList *list)
{
    return list->items && list->count == list->capacity && list->count > 0 ? &list->items[0] : NULL;
}

// What a piece that was found is called; everything else is zero.
AukFound auk__found_named(const AukBodies *bodies, const AukParts *parts, uint32_t part, int child);

static inline AukQuery auk__query_or_default(const AukQuery *query)
{
    AukQuery all;
    memset(&all, 0, sizeof all);
    return query ? *query : all;
}

// True if the filter of a query lets it find a shape with that filter. A shape without a category has category 1, but a
// query without one has none, so no shape ignores it.
static inline bool auk__query_filter_finds(AukFilter query, AukFilter shape)
{
    uint64_t category = shape.category ? shape.category : 1;
    bool same_group = query.group != 0 && query.group == shape.group;
    return !same_group && (query.ignore & category) == 0 && (query.category & shape.ignore) == 0;
}

// True if a query finds a part: the one place that decides it, for movers and crowds too.
static inline bool auk__query_finds(const AukBodies *bodies, const AukQuery *query, const AukPart *part)
{
    if (part->sensor ? !query->sensors && !query->only_sensors : query->only_sensors) {
        return false;
    }
    if ((part->unfiltered || query->filter.category == 0) && query->filter.ignore == 0 && query->filter.group == 0 &&
        (query->exclude.generation == 0 || query->exclude.index != part->body)) {
        return true; // most queries end here: they have read one cache line of the part
    }
    if (query->exclude.generation != 0 && auk_body_id_equal(query->exclude, auk__body_id(bodies, part->body))) {
        return false;
    }
    return auk__query_filter_finds(query->filter, auk__part_filter(bodies, part));
}

// The pieces of a part that a query looks at, its body in that pose: those that may touch a box that moves by `way`.
// Queries meet one-way cells from all sides.
static inline AukPieceCursor auk__query_pieces(const AukParts *parts, const AukWrap *wrap, uint32_t part,
                                               AukTransform pose, AukBox box, AukDvec way)
{
    return auk__pieces_along(parts, wrap, part, pose, box, way, true);
}

// What is asked for: everything that overlaps `core`, which is set into a frame around `origin` and lies in `box`.
typedef struct AukOverlaps {
    const AukSupportShape *core;
    AukVec2 origin;
    AukBox box;
    AukFoundList found;
} AukOverlaps;

// Finds those pieces of a part, its body in that pose, that overlap what is asked for, moved by `shift`.
void auk__overlaps_of_part(const AukWorld *world, uint32_t index, AukTransform pose, AukDvec shift,
                           AukOverlaps *overlaps);

// The status of a shape in a pose as an argument.
AukStatus auk__query_check_shape(const AukWorld *world, const AukShape *shape, AukTransform pose);

// The float that follows: what rounds to `x` is not above it.
static inline float auk__float_after(float x)
{
    return x < INFINITY ? auk__step_float(x, false, true) : x;
}

// The next part of the same shape after `index`, in a circle.
static inline uint32_t auk__part_after(const AukParts *parts, uint32_t index)
{
    const AukPart *part = auk__part(parts, index);
    return part->next != AUK_NO_INDEX && auk__part(parts, part->next)->head == part->head ? part->next : part->head;
}

// True if the box of a part in the query index touches a box, or nearly: the margin is
// larger than the rounding of distances and casts, so that of two parts of a shape each is a rival of the other or
// neither is.
static inline bool auk__part_is_near(const AukQueryIndex *query_index, uint32_t index, AukBox box)
{
    AukBox part = auk__bounds_box(auk__grid_node(&query_index->grid, (int32_t)index)->bounds);
    double far = dvec_size(dvec_from(part.min)) + dvec_size(dvec_from(part.max)), margin = 0x1p-44 * far;
    return (double)part.min.x - margin <= (double)box.max.x && (double)box.min.x - margin <= (double)part.max.x &&
           (double)part.min.y - margin <= (double)box.max.y && (double)box.min.y - margin <= (double)part.max.y;
}

// The box of a part in the grid as it is seen from a question that is moved by `image` to look for it there; with room
// for rounding.
static inline AukBox auk__part_seen(const AukQueryIndex *query_index, uint32_t index, AukDvec image)
{
    AukBox box = auk__bounds_box(auk__grid_node(&query_index->grid, (int32_t)index)->bounds);
    double far = dvec_size(dvec_from(box.min)) + dvec_size(dvec_from(box.max)) + dvec_size(image);
    return auk__box_grown(auk__box_shifted(box, dvec_neg(image)), 0x1p-21 * far);
}

// The images of a box that are near a part's box in the grid, for the parts of a shape that has been found.
static inline AukWrapWalk auk__part_images(const AukQueryIndex *query_index, const AukWrap *wrap, uint32_t index,
                                           AukBox box)
{
    return auk__wrap_walk(wrap, auk__bounds_box(auk__grid_node(&query_index->grid, (int32_t)index)->bounds), box);
}

#endif
