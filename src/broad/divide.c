// If many boxes of a strip overlap in x, pairs are found by dividing along y, in O(n log n + pairs) time for any boxes.
// The method is a segment tree over the boxes ordered by min y, traversed but never stored (Zomorodian and
// Edelsbrunner, "Fast software for box intersections", 2002, reduced to two dimensions). Boxes are ranked by min y. The
// interval of a box is the set of ranks above its own whose min y is at most its max y. Two boxes overlap in y exactly
// if the rank of one lies in the interval of the other. At most one of the two ranks does.
// Invariant: a box is named by its place in the order of min x, and all lists are sorted by place.
#include "broad/divide.h"

#include "base/sort.h"

enum { LEAF_RANKS = 8 }; // up to this number of ranks, every pair is tested

typedef struct Divide {
    const uint64_t *order;
    const AukBounds *bounds;
    AukBuffer *lists;
    AukPairList *found;
    const uint32_t *ranks; // rank of each place
    const uint32_t *lasts; // last rank of each place's interval
} Divide;

// A list on the stack, as an offset, since the stack's memory moves when it grows.
typedef struct List {
    int start, count;
} List;

static uint32_t list_at(const Divide *divide, List list, int i)
{
    return ((const uint32_t *)divide->lists->items)[list.start + i];
}

static const AukBounds *box_at(const Divide *divide, uint32_t place)
{
    return &divide->bounds[(uint32_t)divide->order[place]];
}

static AukStatus emit_key(Divide *divide, uint32_t p, uint32_t q)
{
    return auk__found_add(divide->found, auk__found_key((uint32_t)divide->order[p], (uint32_t)divide->order[q]));
}

// Emits the pairs of each box of `from` with the later boxes of `to` that begin within it in x. Every box of `from`
// must overlap every box of `to` in y; so all comparisons but the last one per box find a pair.
static AukStatus scan_after(Divide *divide, List from, List to)
{
    int next = 0;
    for (int i = 0; i < from.count; i++) {
        uint32_t p = list_at(divide, from, i);
        float end = -box_at(divide, p)->neg_max_x;
        while (next < to.count && list_at(divide, to, next) < p) {
            next++;
        }
        for (int j = next; j < to.count && box_at(divide, list_at(divide, to, j))->min_x <= end; j++) {
            AukStatus status = emit_key(divide, p, list_at(divide, to, j));
            if (status) {
                return status;
            }
        }
    }
    return AUK_OK;
}

static AukStatus leaf_pairs(Divide *divide, List points, List intervals)
{
    for (int i = 0; i < intervals.count; i++) {
        uint32_t p = list_at(divide, intervals, i);
        for (int j = 0; j < points.count; j++) {
            uint32_t q = list_at(divide, points, j);
            bool inside = divide->ranks[p] < divide->ranks[q] && divide->ranks[q] <= divide->lasts[p];
            if (inside && auk__bounds_touch(box_at(divide, p), box_at(divide, q))) {
                AukStatus status = emit_key(divide, p, q);
                if (status) {
                    return status;
                }
            }
        }
    }
    return AUK_OK;
}

// Pushes the list of the points with ranks in [low, high).
static List points_within(Divide *divide, List points, uint32_t low, uint32_t high)
{
    List part = {divide->lists->count, 0};
    uint32_t *stack = divide->lists->items;
    for (int i = 0; i < points.count; i++) {
        uint32_t p = stack[points.start + i];
        stack[part.start + part.count] = p;
        part.count += divide->ranks[p] >= low && divide->ranks[p] < high;
    }
    divide->lists->count += part.count;
    return part;
}

// Pushes the list of the intervals that cover [low, high) or, if not `covering`, of those that meet it without covering
// it.
static List intervals_within(Divide *divide, List intervals, uint32_t low, uint32_t high, bool covering)
{
    List part = {divide->lists->count, 0};
    uint32_t *stack = divide->lists->items;
    for (int i = 0; i < intervals.count; i++) {
        uint32_t p = stack[intervals.start + i];
        uint32_t first = divide->ranks[p] + 1;
        uint32_t last = divide->lasts[p];
        bool covers = first <= low && last + 1 >= high;
        stack[part.start + part.count] = p;
        part.count += first < high && last >= low && first <= last && covers == covering;
    }
    divide->lists->count += part.count;
    return part;
}

// Emits the pairs of the given points, whose ranks are in [low, high), with the given intervals. The range of ranks
// halves from call to call, so the recursion is at most 31 deep.
static AukStatus divide_node(Divide *divide, List points, List intervals, uint32_t low, uint32_t high)
{
    if (points.count == 0 || intervals.count == 0) {
        return AUK_OK;
    }
    if (high - low <= LEAF_RANKS) {
        return leaf_pairs(divide, points, intervals);
    }
    int stack_count = divide->lists->count;
    int64_t needed = (int64_t)stack_count + points.count + 2 * (int64_t)intervals.count + 1;
    if (needed > INT32_MAX || !auk__buffer_reserve(divide->lists, sizeof(uint32_t), (int)needed)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    List covering = intervals_within(divide, intervals, low, high, true);
    AukStatus status = scan_after(divide, covering, points);
    status = status ? status : scan_after(divide, points, covering);
    divide->lists->count = stack_count;
    List open = intervals_within(divide, intervals, low, high, false);
    uint32_t middle = low + (high - low) / 2;
    int open_count = divide->lists->count;
    if (!status) {
        List part = points_within(divide, points, low, middle);
        status = divide_node(divide, part, open, low, middle);
    }
    divide->lists->count = open_count;
    if (!status) {
        List part = points_within(divide, points, middle, high);
        status = divide_node(divide, part, open, middle, high);
    }
    divide->lists->count = stack_count;
    return status;
}

// The number of boxes with a min y of at most `top`. `by_y` lists the boxes in order of min y.
static uint32_t ranks_below(const Divide *divide, const uint64_t *by_y, int count, float top)
{
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (box_at(divide, (uint32_t)by_y[middle])->min_y <= top) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (uint32_t)low;
}

// Ranks all boxes by min y and finds the last rank of each box's interval.
static void ranks_assign(const Divide *divide, uint64_t *by_y, uint64_t *scratch, int count, uint32_t *ranks)
{
    for (int i = 0; i < count; i++) {
        by_y[i] = (uint64_t)auk__float_key(box_at(divide, (uint32_t)i)->min_y) << 32 | (uint32_t)i;
    }
    auk__sort_u64(by_y, scratch, count, 32, 64);
    for (int rank = 0; rank < count; rank++) {
        ranks[(uint32_t)by_y[rank]] = (uint32_t)rank;
    }
    for (int i = 0; i < count; i++) {
        ranks[count + i] = ranks_below(divide, by_y, count, -box_at(divide, (uint32_t)i)->neg_max_y) - 1;
    }
}

AukStatus auk__divide_pairs(AukDivideWork *memory, AukWork *work, const AukBounds *bounds, const uint32_t *slots,
                            int count, AukPairList *found)
{
    if (count == 0) {
        return AUK_OK;
    }
    if (count > INT32_MAX / 2 || !auk__buffer_reserve(&memory->ranks, sizeof(uint32_t), 2 * count) ||
        !auk__buffer_reserve(&memory->lists, sizeof(uint32_t), 2 * count) ||
        !auk__buffer_reserve(&memory->order, sizeof(uint64_t), count) ||
        !auk__buffer_reserve(&work->scratch, sizeof(uint64_t), 2 * count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    uint64_t *order = memory->order.items;
    for (int i = 0; i < count; i++) {
        order[i] = (uint64_t)auk__float_key(bounds[slots[i]].min_x) << 32 | slots[i];
    }
    uint64_t *by_y = work->scratch.items, *scratch = by_y + count;
    auk__sort_u64(order, scratch, count, 32, 64);
    uint32_t *ranks = memory->ranks.items;
    Divide divide = {order, bounds, &memory->lists, found, ranks, ranks + count};
    ranks_assign(&divide, by_y, scratch, count, ranks);
    List all = {0, count};
    uint32_t *places = memory->lists.items;
    for (int i = 0; i < count; i++) {
        places[i] = (uint32_t)i;
    }
    memory->lists.count = count;
    return divide_node(&divide, all, all, 0, (uint32_t)count);
}

void auk__divide_free(AukDivideWork *divide)
{
    auk__buffer_free(&divide->order);
    auk__buffer_free(&divide->ranks);
    auk__buffer_free(&divide->lists);
}
