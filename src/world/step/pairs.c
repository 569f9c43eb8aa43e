// Filters the candidates of the broad phase, which has dropped only what its masks exclude. Late pairs, found in
// ccd_pairs.c, pass auk__parts_meet() there. Candidates come sorted by shape. They leave sorted by
// (body a, body b, shape a, shape b), the order of contacts and events, so that later phases compare steps by merging.
#include "world/step/pairs.h"
#include "base/assert.h"
#include "base/f64x2_lanes.h"
#include "base/inline.h"
#include "base/prefetch.h"
#include "world/state/parts_boxes.h"
#include "world/state/tile_map.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/half_plane_pairs.h"
#include "world/step/one_way.h"
#include "world/step/pair_order.h"
#include "world/step/response_rules.h"
#include "world/step/tile_pairs.h"

#include <string.h>

bool auk__same_owner(const AukBodies *bodies, uint32_t a, uint32_t b)
{
    AukBodyId owner_a = auk__body_owner(bodies, a), owner_b = auk__body_owner(bodies, b);
    if (owner_a.generation == 0 && owner_b.generation == 0) {
        return false;
    }
    return auk_body_id_equal(owner_a, owner_b) || auk_body_id_equal(owner_a, auk__body_id(bodies, b)) ||
           auk_body_id_equal(owner_b, auk__body_id(bodies, a));
}

bool auk__filters_meet(const AukBodies *bodies, const AukParts *parts, const AukExcludedPairs *excluded,
                       const AukPart *a, const AukPart *b)
{
    bool meet = auk_filter_meets(auk__part_filter(bodies, parts, a), auk__part_filter(bodies, parts, b));
    return (meet || a->filtered_by_cell || b->filtered_by_cell) && !auk__same_owner(bodies, a->body, b->body) &&
           !auk__is_excluded(excluded, a->body, b->body);
}

enum { PAIR_KEYS = 6, BODY_KEYS = 4 }; // the last two are the bodies
enum { STRAYS_SHARE = 8 };             // at most 1 / STRAYS_SHARE of the pairs are sorted by sort_few()

static uint32_t pairs_key_of(const AukPair *pair, int field)
{
    switch (field) {
    case 0: return (uint32_t)pair->child_b;
    case 1: return (uint32_t)pair->child_a;
    case 2: return pair->shape_b;
    case 3: return pair->shape_a;
    case 4: return pair->body_b;
    default: return pair->body_a;
    }
}

static inline bool pair_precedes(const AukPair *a, const AukPair *b)
{
    uint64_t bodies_a = auk__pair_bodies(a), bodies_b = auk__pair_bodies(b);
    if (bodies_a != bodies_b) {
        return bodies_a < bodies_b;
    }
    for (int field = BODY_KEYS - 1; field >= 0; field--) {
        uint32_t left = pairs_key_of(a, field), right = pairs_key_of(b, field);
        if (left != right) {
            return left < right;
        }
    }
    return false;
}

// Finds the order of some pairs: the lower halves of pair_work->order, which has room.
static void find_order(AukPairWork *pair_work, const AukPair *pairs, int count)
{
    bool room = auk__order_start(pair_work, count);
    AUK_ASSERT(room);
    (void)room;
    uint64_t *order = pair_work->order.items;
    for (int field = 0; field < PAIR_KEYS; field++) {
        for (int i = 0; i < count; i++) {
            auk__order_key(&order[i], pairs_key_of(&pairs[(uint32_t)order[i]], field));
        }
        auk__order_pass(pair_work, count);
    }
}

static void sort_all(AukPairWork *pair_work)
{
    int count = pair_work->records.count;
    find_order(pair_work, pair_work->records.items, count);
    const AukPair *pairs = pair_work->records.items;
    const uint64_t *order = pair_work->order.items;
    AukPair *sorted = pair_work->spare.items;
    for (int i = 0; i < count; i++) {
        sorted[i] = pairs[(uint32_t)order[i]];
    }
    AukBuffer unsorted = pair_work->records;
    pair_work->records = pair_work->spare;
    pair_work->spare = unsorted;
}

#define STRAY UINT64_MAX

// Marks pairs so that the others are in order: of two in the wrong order the first, if the second follows the one
// before both, else the second. Returns the number of strays; -1 if there are more than `most`. The mark of a pair that
// stays is the number of the one before it that stays, from 1.
static int mark_strays(const AukPair *pairs, int count, uint64_t *marks, int most)
{
    uint64_t last = 0;
    int strays = 0;
    for (int i = 0; i < count; i++) {
        while (last > 0 && pair_precedes(&pairs[i], &pairs[last - 1])) {
            if (++strays > most) {
                return -1;
            }
            uint64_t before = marks[last - 1];
            if (before > 0 && pair_precedes(&pairs[i], &pairs[before - 1])) {
                marks[i] = STRAY;
                break;
            }
            marks[last - 1] = STRAY;
            last = before;
        }
        if (last == 0 || !pair_precedes(&pairs[i], &pairs[last - 1])) {
            marks[i] = last;
            last = (uint64_t)i + 1;
        }
    }
    return strays;
}

// Merges sorted strays into the pairs that stayed, of which there are `kept`, from the end.
static void merge_strays(AukPair *pairs, int kept, const AukPair *strays, int count)
{
    for (int k = count - 1; k >= 0; k--) {
        int first = 0, end = kept;
        while (first < end) {
            int middle = first + (end - first) / 2;
            bool before = pair_precedes(&pairs[middle], &strays[k]);
            first = before ? middle + 1 : first;
            end = before ? end : middle;
        }
        memmove(pairs + first + k + 1, pairs + first, (size_t)(kept - first) * sizeof *pairs);
        pairs[first + k] = strays[k];
        kept = first;
    }
}

// Sorts pairs of which few are out of order: in a world with one shape per body, created in order, they arrive sorted,
// and a body with another shape, or a half-plane, adds some that are not. Sorting all of them took a third of the time
// of a step. False if there are too many; nothing has changed then.
static bool sort_few(AukPairWork *pair_work)
{
    AukPair *pairs = pair_work->records.items, *spare = pair_work->spare.items;
    int count = pair_work->records.count, kept = 0, found = 0;
    uint64_t *marks = pair_work->order.items;
    int strays = mark_strays(pairs, count, marks, count / STRAYS_SHARE);
    if (strays < 0) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (marks[i] == STRAY) {
            spare[found++] = pairs[i];
        } else {
            pairs[kept++] = pairs[i];
        }
    }
    AUK_ASSERT(found == strays);
    find_order(pair_work, spare, strays);
    for (int i = 0; i < strays; i++) {
        spare[strays + i] = spare[(uint32_t)((const uint64_t *)pair_work->order.items)[i]];
    }
    merge_strays(pairs, kept, spare + strays, strays);
    return true;
}

AukStatus auk__pairs_sort(AukPairWork *pair_work)
{
    int count = pair_work->records.count;
    if (!auk__buffer_resize(&pair_work->spare, sizeof(AukPair), count) ||
        !auk__buffer_reserve(&pair_work->order, sizeof(uint64_t), count) ||
        !auk__buffer_reserve(&pair_work->order_spare, sizeof(uint64_t), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    if (!sort_few(pair_work)) {
        sort_all(pair_work);
    }
    return AUK_OK;
}

static bool is_swept(const AukBodies *bodies, const AukPair *pair)
{
    return auk__body(bodies, pair->body_a)->motion == AUK_MOTION_SWEPT ||
           auk__body(bodies, pair->body_b)->motion == AUK_MOTION_SWEPT;
}

// Writes the pair of two parts of different bodies, except `swept`. It is written in place: a copy took as long as the
// rest of the filter.
static inline void write_pair(const AukParts *parts, uint32_t part_a, uint32_t part_b, AukPair *pair)
{
    bool swap = auk__part(parts, part_a)->body > auk__part(parts, part_b)->body;
    uint32_t first = swap ? part_b : part_a, second = swap ? part_a : part_b;
    const AukPart *a = auk__part(parts, first), *b = auk__part(parts, second);
    pair->body_a = a->body;
    pair->body_b = b->body;
    pair->shape_a = auk__part_head(parts, first);
    pair->shape_b = auk__part_head(parts, second);
    pair->part_a = first;
    pair->part_b = second;
    pair->child_a = auk__part_child(parts, first);
    pair->child_b = auk__part_child(parts, second);
    pair->hit_fraction = 0.0f;
    pair->previous = -1;
    pair->sensor = a->sensor | b->sensor;
    pair->stands = pair->swept = pair->hit = pair->touching = false;
    pair->passed = 0;
}

// The same for the parts of two direct bodies: reads none of their records. Returns auk__pair_bodies().
static inline uint64_t write_direct(uint32_t a, uint32_t b, AukPair *pair)
{
    uint32_t first = a < b ? a : b, second = a < b ? b : a;
    pair->body_a = pair->shape_a = pair->part_a = first;
    pair->body_b = pair->shape_b = pair->part_b = second;
    pair->child_a = pair->child_b = 0;
    pair->hit_fraction = 0.0f;
    pair->previous = -1;
    pair->sensor = pair->stands = pair->swept = pair->hit = pair->touching = false;
    pair->passed = 0;
    return (uint64_t)first << 32 | second;
}

// ---- swept paths ----

// A bound of a shape on a straight path: a box of half extents `half` around a centre that moves by `delta`.
typedef struct PathBounds {
    AukDvec middle, half, delta;
} PathBounds;

static inline bool is_static(const AukBody *body)
{
    return body->motion == AUK_MOTION_STATIC;
}

static inline bool pairs_turns(const AukWorld *world, uint32_t index)
{
    const AukBody *body = auk__body(&world->bodies, index);
    AukRot next = auk__next_pose(&world->bodies, index)->q;
    return !is_static(body) && (memcmp(&next, &auk__start_pose(&world->bodies, index)->q, sizeof next) != 0 ||
                                auk__body_path(&world->ccd, index)->turn != 0.0);
}

static inline PathBounds path_bounds_of(const AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    PathBounds bounds;
    bounds.delta = auk__body_displacement(&world->wrap, &world->bodies, part->body);
    if (!pairs_turns(world, part->body)) {
        AukBox box = auk__tight_box(&world->parts, index);
        AukDvec min = dvec_from(box.min), max = dvec_from(box.max);
        bounds.half = dvec_scale(0.5, dvec_sub(max, min));
        bounds.middle = dvec_sub(dvec_scale(0.5, dvec_add(min, max)), bounds.delta);
        bounds.middle = dvec_add(bounds.middle, auk__wrap_home(&world->wrap, &world->bodies, part->body));
    } else {
        double around = auk__part_disc_radius(&world->parts, part, auk__turn_radius(&world->parts, index));
        bounds.half = dvec(around, around);
        bounds.middle = dvec_from(auk__start_pose(&world->bodies, part->body)->p);
    }
    return bounds;
}

bool auk__pair_precedes(const AukPair *a, const AukPair *b)
{
    return pair_precedes(a, b);
}

AukPair auk__pair_make(const AukBodies *bodies, const AukParts *parts, uint32_t part_a, uint32_t part_b)
{
    AukPair pair;
    write_pair(parts, part_a, part_b, &pair);
    pair.swept = is_swept(bodies, &pair);
    return pair;
}

// True for a body that slides or bounces: a moving body may push it even if it rests now.
static inline bool may_be_pushed(const AukBuffer *rules, const AukBody *body)
{
    return auk__may_respond(rules, body) && (body->response != AUK_RESPONSE_TOUCH || rules->count > 0);
}

// False if two shapes cannot meet on their paths. The boxes of two long paths overlap even where the paths are far
// apart: for a bullet that flies across many walls, this rejects nine pairs in ten. If both bodies move and one may
// stop, or if one may be pushed, their relative motion is not known yet and the pair is kept.
static inline bool paths_may_meet(const AukWorld *world, uint32_t a, uint32_t b)
{
    const AukBody *body_a = auk__body(&world->bodies, auk__part(&world->parts, a)->body);
    const AukBody *body_b = auk__body(&world->bodies, auk__part(&world->parts, b)->body);
    if ((may_be_pushed(&world->rules, body_a) && !is_static(body_b)) ||
        (may_be_pushed(&world->rules, body_b) && !is_static(body_a))) {
        return true;
    }
    PathBounds of_a = path_bounds_of(world, a), of_b = path_bounds_of(world, b);
    AukDvec delta = dvec_sub(of_b.delta, of_a.delta);
    bool one_rests = dvec_size(of_a.delta) == 0.0 || dvec_size(of_b.delta) == 0.0;
    if (!one_rests && (auk__may_respond(&world->rules, body_a) || auk__may_respond(&world->rules, body_b))) {
        return true;
    }
    AukDvec apart = dvec_sub(of_b.middle, of_a.middle);
    if (world->wrap.on) {
        if (auk__part(&world->parts, a)->form == AUK_FORM_TILES ||
            auk__part(&world->parts, b)->form == AUK_FORM_TILES) {
            return true; // a grid may be met in several images
        }
        apart = dvec_add(apart, auk__wrap_before_parts(&world->wrap, a, b));
    }
    AukDvec half = dvec_add(of_a.half, of_b.half);
    double size = dvec_size(apart) + dvec_size(delta) + dvec_size(half);
    double off = fabs(dvec_cross(delta, apart)), room = fabs(delta.x) * half.y + fabs(delta.y) * half.x;
    return !(off > room + 0x1p-20 * size * dvec_size(delta)); // true also for a half-plane, whose box has no middle
}

// ---- the filter ----

// The larger magnitudes of the lanes of two registers, see dvec_size().
static inline AukF64x2 sizes_of(AukF64x2 v, AukF64x2 w)
{
    AukF64x2 x = auk__f64x2_abs(v), y = auk__f64x2_abs(w);
    return auk__f64x2_max(auk__f64x2_low(x, y), auk__f64x2_high(x, y));
}

// paths_may_meet() for a swept part that does not turn and a static one, with the same bits: most pairs of bullets.
static inline bool path_may_meet_static(AukF32x4 moving, AukVec2 from, AukVec2 to, AukF32x4 resting)
{
    AukF64x2 delta = auk__f64x2_sub(auk__f64x2_load_point(&to.x), auk__f64x2_load_point(&from.x));
    AukF64x2 min = auk__f64x2_of_low(moving), max = auk__f64x2_of_low(auk__f32x4_flip(moving));
    AukF64x2 low = auk__f64x2_of_low(resting), high = auk__f64x2_of_low(auk__f32x4_flip(resting));
    AukF64x2 a_half = auk__f64x2_both(0.5);
    AukF64x2 half = auk__f64x2_add(auk__f64x2_mul(a_half, auk__f64x2_sub(max, min)),
                                   auk__f64x2_mul(a_half, auk__f64x2_sub(high, low)));
    AukF64x2 start = auk__f64x2_sub(auk__f64x2_mul(a_half, auk__f64x2_add(min, max)), delta);
    AukF64x2 apart = auk__f64x2_sub(auk__f64x2_mul(a_half, auk__f64x2_add(low, high)), start);
    AukF64x2 sizes = sizes_of(apart, delta);
    double of_delta = auk__f64x2_second(sizes);
    double size = auk__f64x2_first(sizes) + of_delta + auk__f64x2_first(sizes_of(half, half));
    AukF64x2 crossed = auk__f64x2_mul(delta, auk__f64x2_swap(apart));
    AukF64x2 rooms = auk__f64x2_mul(auk__f64x2_abs(delta), auk__f64x2_swap(half));
    double off = fabs(auk__f64x2_first(crossed) - auk__f64x2_second(crossed));
    double room = auk__f64x2_first(rooms) + auk__f64x2_second(rooms);
    return !(off > room + 0x1p-20 * size * of_delta);
}

// Sets `swept`. False for pairs whose paths do not meet. If there are swept bodies, the boxes of all movers contain
// their whole paths; pairs without a swept body are tested by their tight boxes.
static inline bool meets_on_path(const AukWorld *world, AukPair *pair)
{
    const AukBody *a = auk__body(&world->bodies, pair->body_a), *b = auk__body(&world->bodies, pair->body_b);
    bool moving_a = a->motion == AUK_MOTION_SWEPT, moving_b = b->motion == AUK_MOTION_SWEPT;
    pair->swept = moving_a || moving_b;
    if (!pair->swept) {
        return auk__tight_touch(&world->parts, &world->wrap, pair->part_a, pair->part_b);
    }
    uint32_t mover = moving_a ? pair->body_a : pair->body_b;
    if (is_static(moving_a ? b : a) && !world->wrap.on && !pairs_turns(world, mover)) {
        const AukBounds *tight = auk__tight_bounds(&world->parts);
        return path_may_meet_static(auk__bounds_load(&tight[moving_a ? pair->part_a : pair->part_b]),
                                    auk__start_pose(&world->bodies, mover)->p, auk__next_pose(&world->bodies, mover)->p,
                                    auk__bounds_load(&tight[moving_a ? pair->part_b : pair->part_a]));
    }
    return paths_may_meet(world, pair->part_a, pair->part_b);
}

_Static_assert((AUK_FORM_CONVEX | AUK_FORM_EDGE) < AUK_FORM_TILES, "a bit of its own");

// The context of filter_range().
typedef struct Filtering {
    AukWorld *world;
    const AukBroadPair *candidates;
} Filtering;

// Counts that each range of candidates reports.
enum { FILTERED_PAIRS, FILTERED_SENSORS, FILTERED_UNSORTED, FILTERED_GRIDS };

// `ends_matter`, a constant, is true if pairs are tested where bodies arrive: if there are swept bodies, or the world
// wraps around.
static AUK_ALWAYS_INLINE void filter_listed(const Filtering *filtering, AukRange *range, bool ends_matter)
{
    const AukWorld *world = filtering->world;
    const AukBroadPair *candidates = filtering->candidates;
    const AukPart *parts = world->parts.records.items;
    const bool swept = ends_matter && world->bodies.swept_count > 0;
    AukPair *first = (AukPair *)world->pairs.records.items + range->first, *out = first;
    const AukSlotBits direct_bodies = world->bodies.direct;
    const uint32_t bodies = (uint32_t)world->bodies.records.count;
    bool sorted = true, direct = true; // the last pair was
    uint64_t key, last = 0;            // the bodies of this pair and of the last one; no pair has the key 0
    int sensors = 0, end = range->end;
    unsigned forms = 0;
    for (int i = range->first; i < end; i++) {
        AukBroadPair found = candidates[i],
                     coming = candidates[i + AUK_PREFETCH_AHEAD < end ? i + AUK_PREFETCH_AHEAD : i];
        if (!direct) { // as for the last pair
            AUK_PREFETCH(&parts[coming.a]);
            AUK_PREFETCH(&parts[coming.b]);
        }
        if (swept) { // bodies and parts mostly have equal indices
            AUK_PREFETCH(auk__posed(&world->bodies, coming.b));
            AUK_PREFETCH(auk__body(&world->bodies, coming.b));
            AUK_PREFETCH(auk__start_pose(&world->bodies, coming.b));
            AUK_PREFETCH(&auk__body_path(&world->ccd, coming.b)->turn);
            AUK_PREFETCH(auk__tight_bounds(&world->parts) + coming.b);
        }
        direct = found.a < bodies && found.b < bodies && auk__slot_bit(&direct_bodies, found.a) &&
                 auk__slot_bit(&direct_bodies, found.b);
        if (direct) {
            key = write_direct(found.a, found.b, out);
        } else {
            const AukPart *a = &parts[found.a], *b = &parts[found.b];
            if (a->body == b->body || !((a->filtered_by_mask && b->filtered_by_mask) ||
                                        auk__filters_meet(&world->bodies, &world->parts, &world->excluded, a, b))) {
                continue;
            }
            write_pair(&world->parts, found.a, found.b, out);
            key = auk__pair_bodies(out);
            forms |= (unsigned)(a->form | b->form);
        }
        if (ends_matter && !meets_on_path(world, out)) {
            continue;
        }
        sorted = sorted && (key > last || (key == last && pair_precedes(out - 1, out)));
        last = key;
        sensors += out->sensor;
        out++;
    }
    range->counts[FILTERED_PAIRS] = (int)(out - first);
    range->counts[FILTERED_UNSORTED] = !sorted;
    range->counts[FILTERED_SENSORS] = sensors;
    range->counts[FILTERED_GRIDS] = (forms & AUK_FORM_TILES) != 0;
}

static void filter_range(void *context, AukRange *range)
{
    const Filtering *filtering = context;
    if (filtering->world->bodies.swept_count > 0 || filtering->world->wrap.on) {
        filter_listed(filtering, range, true);
    } else {
        filter_listed(filtering, range, false);
    }
}

// Counts the pairs of all ranges. True if they are sorted.
static bool count_pairs(AukWorld *world)
{
    const AukRanges *ranges = &world->ranges;
    world->pairs.records.count = auk__ranges_sum(ranges, FILTERED_PAIRS);
    world->pairs.sensor_count = auk__ranges_sum(ranges, FILTERED_SENSORS);
    const AukPair *pairs = world->pairs.records.items;
    bool sorted = auk__ranges_sum(ranges, FILTERED_UNSORTED) == 0;
    for (int i = 0, first = 0; i < ranges->count; i++) {
        int count = ranges->items[i].counts[FILTERED_PAIRS];
        sorted = sorted && (first == 0 || count == 0 || pair_precedes(&pairs[first - 1], &pairs[first]));
        first += count;
    }
    return sorted;
}

static bool is_sorted(const AukPairWork *pair_work)
{
    const AukPair *pairs = pair_work->records.items;
    bool sorted = true;
    for (int i = 1; i < pair_work->records.count && sorted; i++) {
        sorted = pair_precedes(&pairs[i - 1], &pairs[i]);
    }
    return sorted;
}

// Removes double pairs: in a world that wraps around, a cell near two images of a shape is listed for both.
static void drop_doubles(AukPairWork *pair_work)
{
    AukPair *pairs = pair_work->records.items;
    int kept = 0;
    pair_work->sensor_count = 0;
    for (int i = 0; i < pair_work->records.count; i++) {
        if (kept == 0 || pair_precedes(&pairs[kept - 1], &pairs[i])) {
            pair_work->sensor_count += pairs[i].sensor;
            pairs[kept++] = pairs[i];
        }
    }
    pair_work->records.count = kept;
}

AukStatus auk__pairs_filter_found(AukWorld *world, AukBroadPairs found)
{
    world->next.box_pair_count = found.count;
    if (!auk__buffer_reserve(&world->pairs.records, sizeof(AukPair), found.count) ||
        auk__pierced_begin(&world->piercing)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    Filtering filtering = {world, found.items};
    AukGathered gathered = {world->pairs.records.items, sizeof(AukPair), FILTERED_PAIRS};
    AukStatus status =
        auk__parallel_gather(&world->parallel, found.count, filter_range, &filtering, &world->ranges, &gathered, 1);
    status = status || count_pairs(world) ? status : auk__pairs_sort(&world->pairs);
    bool grids = !status && auk__ranges_sum(&world->ranges, FILTERED_GRIDS) > 0;
    bool all = !world->ccd.local; // a step of a few bodies has found their half-planes too
    if (!status && all && world->half_planes.parts.count > 0) {
        status = auk__half_plane_pairs_add(world, &grids);
    }
    if (!status && grids) {
        status = auk__tiles_expand(world);
        status = status || is_sorted(&world->pairs)
                     ? status
                     : auk__pairs_sort(&world->pairs); // the other shape may have several pieces
        if (world->wrap.on) {
            drop_doubles(&world->pairs);
        }
    }
    if (!status) {
        auk__one_way_sift(world, grids);
    }
    return status;
}

AukStatus auk__pairs_filter(AukWorld *world)
{
    AukStatus status = world->wrap.on ? auk__wrap_pairs(world) : AUK_OK;
    AukBroadPairs wrapped = {world->wrap.pairs.items, world->wrap.pairs.count};
    return status ? status : auk__pairs_filter_found(world, world->wrap.on ? wrapped : auk_broad_pairs(world->broad));
}

bool auk__pairs_reserve(AukPairWork *pairs, int count, int sorted)
{
    return auk__buffer_reserve(&pairs->records, sizeof(AukPair), count) &&
           auk__buffer_reserve(&pairs->spare, sizeof(AukPair), count) &&
           auk__buffer_reserve(&pairs->changes[0], sizeof(AukPairChange), count) &&
           auk__buffer_reserve(&pairs->changes[1], sizeof(AukPairChange), count) &&
           auk__buffer_reserve(&pairs->order, sizeof(uint64_t), sorted) &&
           auk__buffer_reserve(&pairs->order_spare, sizeof(uint64_t), sorted);
}

void auk__pairs_release(AukPairWork *pairs)
{
    AukBuffer *buffers[] = {&pairs->records, &pairs->changes[0], &pairs->changes[1],
                            &pairs->spare,   &pairs->order,      &pairs->order_spare};
    for (int i = 0; i < AUK_COUNT_OF(buffers); i++) {
        auk__buffer_free(buffers[i]);
    }
}
