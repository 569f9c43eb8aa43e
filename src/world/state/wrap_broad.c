// The broad phase of a world that wraps around. Each part has four slots. The first is for the image of its box whose
// lower left corner is in the rectangle; the others are for the images one period to the left, below, and both, if they
// reach into the rectangle. Shift a point where two boxes meet into the rectangle: both boxes have an image there. So
// all pairs are found, some of them more than once.
// Invariant: the low bits of a part's `ghosts` say which of its further slots are in the broad phase; the high bits say
// which ones its box needs. They differ from when a step has moved the box until auk__wrap_ghosts().
#include "world/state/parts_boxes.h"
#include "world/state/wrap.h"

#include "base/assert.h"
#include "base/sort.h"
#include "geom/local_box.h"

#include <string.h>

enum { LEFT = 1, BELOW = 2 };
enum { MOVERS_ASKED_BELOW = 16 }; // this part of all parts

// Moves a box into the rectangle on one axis. True if there is a second image. A box at least half a period wide, which
// only a grid has, is widened so that it meets everything.
static bool wrap_broad_set_axis(double min, double period, float *from, float *to)
{
    double width = (double)*to - (double)*from;
    if (period == 0.0) {
        return false;
    }
    if (width >= 0.5 * period) {
        *from = auk__round_down(min - period);
        *to = auk__round_up(min + 2.0 * period);
        return false;
    }
    double shift = auk__wrap_multiple((double)*from - min - 0.5 * period, period);
    shift += (double)*from + shift < min ? period : ((double)*from + shift >= min + period ? -period : 0.0);
    if (shift != 0.0) {
        *to = auk__round_up((double)*to + shift);
        *from = auk__round_down((double)*from + shift);
    }
    return (double)*to >= min + period;
}

AukBroadImages auk__wrap_broad_images(const AukWrap *wrap, AukBox box)
{
    AukBroadImages images = {box, 0};
    bool left = wrap_broad_set_axis(wrap->min.x, wrap->period.x, &images.box.min.x, &images.box.max.x);
    bool below = wrap_broad_set_axis(wrap->min.y, wrap->period.y, &images.box.min.y, &images.box.max.y);
    for (unsigned k = 1; k < AUK_BROAD_IMAGES; k++) {
        bool inside = (left || !(k & LEFT)) && (below || !(k & BELOW));
        images.ghosts |= inside ? 1u << k : 0u;
    }
    return images;
}

AukBox auk__wrap_broad_image(const AukWrap *wrap, const AukBroadImages *images, unsigned k)
{
    AukDvec shift = {k & LEFT ? -wrap->period.x : 0.0, k & BELOW ? -wrap->period.y : 0.0};
    return auk__box_shifted(images->box, shift);
}

static uint8_t *ghosts_of(const AukWrap *wrap, uint32_t part)
{
    return (uint8_t *)wrap->ghosts.items + part;
}

// The box of a part for the broad phase: that of its whole path if any body is swept, else its tight box.
static AukBox shown_box(const AukWorld *world, uint32_t part)
{
    return world->bodies.swept_count > 0 ? ((const AukBox *)world->wrap.whole.items)[part]
                                         : auk__tight_box(&world->parts, part);
}

static void set_slots(AukWorld *world, uint32_t part, AukBox box, AukBroadClass class)
{
    AukBroadImages images = auk__wrap_broad_images(&world->wrap, box);
    unsigned had = *ghosts_of(&world->wrap, part) & AUK_GHOSTS_SHOWN,
             has = class == AUK_BROAD_NONE ? 0u : images.ghosts;
    auk__broad_set(world->broad, part * AUK_BROAD_IMAGES, images.box, class);
    for (unsigned k = 1; k < AUK_BROAD_IMAGES; k++) {
        if (((had | has) >> k & 1u) != 0) {
            auk__broad_set(world->broad, part * AUK_BROAD_IMAGES + k, auk__wrap_broad_image(&world->wrap, &images, k),
                           (has >> k & 1u) != 0 ? class : AUK_BROAD_NONE);
        }
    }
    *ghosts_of(&world->wrap, part) = (uint8_t)(has | has << 4);
}

AukStatus auk__wrap_reserve(AukWorld *world, int parts)
{
    AukWrap *wrap = &world->wrap;
    int known = wrap->ghosts.count;
    if (parts > INT32_MAX / AUK_BROAD_IMAGES || !auk__buffer_reserve(&wrap->whole, sizeof(AukBox), parts) ||
        !auk__buffer_reserve(&wrap->ghosts, 1, parts)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    AukStatus status = auk__broad_reserve(world->broad, parts * AUK_BROAD_IMAGES);
    for (int i = known; i < parts && !status; i++) {
        *ghosts_of(&world->wrap, (uint32_t)i) = 0;
        wrap->ghosts.count = i + 1;
    }
    return status;
}

void auk__wrap_set(AukWorld *world, uint32_t part, AukBox box, AukBroadClass class)
{
    ((AukBox *)world->wrap.whole.items)[part] = box;
    set_slots(world, part, box, class);
}

// The mask holds the first sixteen categories: hardly any game has more, and the filter of pairs checks the others.
bool auk__broad_filter(AukWorld *world, uint32_t part, AukFilter filter)
{
    AukFilterMask mask = {(uint16_t)auk__filter_category(filter), (uint16_t)filter.ignore, filter.group};
    uint32_t images = world->wrap.on ? AUK_BROAD_IMAGES : 1;
    for (uint32_t k = 0; k < images; k++) {
        auk__broad_mask(world->broad, part * images + k, mask);
    }
    return filter.ignore == mask.ignore;
}

// ---- a step ----

void auk__wrap_write(AukWorld *world, uint32_t part)
{
    AukBroadImages images = auk__wrap_broad_images(&world->wrap, shown_box(world, part));
    uint8_t *ghosts = ghosts_of(&world->wrap, part);
    unsigned known = *ghosts & AUK_GHOSTS_SHOWN;
    auk__broad_write(world->broad, part * AUK_BROAD_IMAGES, images.box);
    for (unsigned k = 1; k < AUK_BROAD_IMAGES && known != 0; k++) {
        if ((known >> k & 1u) != 0) {
            auk__broad_write(world->broad, part * AUK_BROAD_IMAGES + k,
                             auk__wrap_broad_image(&world->wrap, &images, k));
        }
    }
    *ghosts = (uint8_t)(known | images.ghosts << 4);
}

// True if any of eight parts needs other slots than it has.
static bool any_ghost_differs(const uint8_t *ghosts)
{
    const uint64_t shown = AUK_GHOSTS_SHOWN * UINT64_C(0x0101010101010101);
    uint64_t eight;
    memcpy(&eight, ghosts, sizeof eight);
    return ((eight ^ eight >> 4) & shown) != 0;
}

static inline void show_ghosts(AukWorld *world, uint32_t part)
{
    unsigned ghosts = *ghosts_of(&world->wrap, part);
    if ((ghosts & AUK_GHOSTS_SHOWN) != ghosts >> 4) {
        set_slots(world, part, shown_box(world, part), AUK_BROAD_MOVING);
    }
}

static void show_ghosts_of_movers(AukWorld *world)
{
    const AukBodies *bodies = &world->bodies;
    const uint32_t *movers = bodies->movers.items;
    for (int i = 0; i < bodies->movers.count; i++) {
        uint32_t part = *auk__first_part(bodies, auk__body(bodies, movers[i]));
        for (; part != AUK_NO_INDEX; part = auk__part_next(&world->parts, part)) {
            show_ghosts(world, part);
        }
    }
}

// Only parts of movers can differ: where few bodies move these alone are asked, else all parts, eight at once.
void auk__wrap_ghosts(AukWorld *world)
{
    const uint32_t count = (uint32_t)world->wrap.ghosts.count;
    if ((uint32_t)world->bodies.movers.count < count / MOVERS_ASKED_BELOW) {
        show_ghosts_of_movers(world);
        return;
    }
    for (uint32_t first = 0; first < count; first += 8) {
        bool differs = first + 8 > count || any_ghost_differs(ghosts_of(&world->wrap, first));
        for (uint32_t i = first; i < count && i < first + 8 && differs; i++) {
            show_ghosts(world, i);
        }
    }
}

// ---- pairs ----

static AukStatus reserve_pairs(AukPairWork *pairs, AukWrap *wrap, int count)
{
    bool room = auk__buffer_resize(&pairs->order, sizeof(uint64_t), count) &&
                auk__buffer_resize(&pairs->order_spare, sizeof(uint64_t), count) &&
                auk__buffer_resize(&wrap->pairs, sizeof(AukBroadPair), count);
    return room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
}

// Writes the pairs of different parts as sorting keys. Returns their number. The broad phase sorts pairs by their first
// slot, so the pairs of a part are together already.
static int put_keys(const AukBroadPairs *found, uint64_t *keys)
{
    int count = 0;
    for (int i = 0; i < found->count; i++) {
        uint32_t a = found->items[i].a / AUK_BROAD_IMAGES, b = found->items[i].b / AUK_BROAD_IMAGES;
        AUK_ASSERT(a <= b && (i == 0 || found->items[i - 1].a <= found->items[i].a));
        keys[count] = (uint64_t)a << 32 | b;
        count += a != b;
    }
    return count;
}

// Sorts the pairs of each part for itself, where images have brought them out of order. Few parts have several images,
// so most pairs are in order: sorting all of them took a tenth of a step.
static void sort_keys(uint64_t *keys, uint64_t *spare, int count)
{
    int first = 0; // of the part of the present pair
    bool sorted = true;
    for (int i = 1; i <= count; i++) {
        if (i < count && keys[i] >> 32 == keys[i - 1] >> 32) {
            sorted = sorted && keys[i - 1] < keys[i];
            continue;
        }
        if (!sorted) {
            auk__sort_u64(keys + first, spare, i - first, 0, 32);
        }
        first = i;
        sorted = true;
    }
}

// A pair is found at most four times. On an axis on which both boxes are narrow, one image of one box meets one image
// of the other; a wide box has only one image.
enum { FOUND_MOST = 4 };

int auk__wrap_found_of(const AukWrap *wrap, int pairs)
{
    return !wrap->on ? pairs : (pairs < INT32_MAX / FOUND_MOST ? pairs * FOUND_MOST : INT32_MAX);
}

int auk__wrap_pair_limit(const AukWorld *world)
{
    int most = world->pair_limit;
    return !world->wrap.on ? most : (most < INT32_MAX / AUK_BROAD_IMAGES ? most * AUK_BROAD_IMAGES : INT32_MAX);
}

AukStatus auk__wrap_pairs(AukWorld *world)
{
    AukBroadPairs found = auk_broad_pairs(world->broad);
    AukStatus status = reserve_pairs(&world->pairs, &world->wrap, found.count);
    if (status) {
        return status;
    }
    uint64_t *keys = world->pairs.order.items;
    int count = put_keys(&found, keys), kept = 0;
    sort_keys(keys, world->pairs.order_spare.items, count);
    AukBroadPair *pairs = world->wrap.pairs.items;
    for (int i = 0; i < count; i++) {
        if (i == 0 || keys[i] != keys[i - 1]) {
            AukBroadPair pair = {(uint32_t)(keys[i] >> 32), (uint32_t)keys[i]};
            pairs[kept++] = pair;
        }
    }
    world->wrap.pairs.count = kept;
    return kept > world->pair_limit ? AUK_ERROR_PAIR_LIMIT : AUK_OK;
}

bool auk__wrap_reserve_pairs(AukWrap *wrap, int pairs)
{
    return !wrap->on || auk__buffer_reserve(&wrap->pairs, sizeof(AukBroadPair), pairs);
}

void auk__wrap_release(AukWrap *wrap)
{
    auk__buffer_free(&wrap->whole);
    auk__buffer_free(&wrap->ghosts);
    auk__buffer_free(&wrap->pairs);
}
