// Proxies: slots that the broad phase numbers itself, the lowest free number first. Every box that a user passes in is
// checked here.
// Invariant: a slot below proxy_count without a box is in the heap of free proxies, once.
#include "broad/broad.h"

#include "base/predicates.h"

// Four numbers at once, since this runs for every box of every frame. NaN fails the comparisons.
static inline bool box_is_good(const AukBox *box)
{
    const float corner[4] = {-AUK_COORDINATE_MAX, -AUK_COORDINATE_MAX, -AUK_COORDINATE_MAX, -AUK_COORDINATE_MAX};
    AukF32x4 bounds = auk__bounds_make(box);
    unsigned inside = auk__f32x4_mask_le(auk__f32x4_load(corner), bounds);
    return (inside & auk__f32x4_mask_le(bounds, auk__f32x4_flip(bounds))) == AUK_TOUCH_ALL;
}

static AukStatus box_check(AukBox box)
{
    if (box_is_good(&box)) {
        return AUK_OK;
    }
    AukStatus status = auk__check_vec(box.min);
    status = status ? status : auk__check_vec(box.max);
    return status ? status : AUK_ERROR_NEGATIVE;
}

// Adds to a binary heap whose root is the lowest number.
static void proxy_give_back(AukBuffer *heap, uint32_t proxy)
{
    uint32_t *items = heap->items;
    int i = heap->count++;
    for (int parent = (i - 1) / 2; i > 0 && items[parent] > proxy; parent = (i - 1) / 2) {
        items[i] = items[parent];
        i = parent;
    }
    items[i] = proxy;
}

static uint32_t proxy_take_lowest(AukBuffer *heap)
{
    uint32_t *items = heap->items;
    uint32_t lowest = items[0];
    int count = --heap->count;
    uint32_t moved = items[count];
    int i = 0;
    for (int child = 1; child < count; child = 2 * i + 1) {
        child += child + 1 < count && items[child + 1] < items[child];
        if (items[child] >= moved) {
            break;
        }
        items[i] = items[child];
        i = child;
    }
    items[i] = moved;
    return lowest;
}

static AukBroadClass class_of(const AukBroad *broad, uint32_t proxy)
{
    return (AukBroadClass)((const AukSlot *)broad->slots.items)[proxy].class;
}

static bool proxy_exists(const AukBroad *broad, uint32_t proxy)
{
    return proxy < (uint32_t)broad->proxy_count && class_of(broad, proxy) != AUK_BROAD_NONE;
}

AukStatus auk_broad_add(AukBroad *broad, AukBox box, bool is_static, uint32_t *proxy)
{
    if (!broad || !proxy) {
        return AUK_ERROR_NULL;
    }
    AukStatus status = box_check(box);
    if (!status && broad->proxies.count == 0 && broad->proxy_count == broad->slot_capacity) {
        int64_t grown = (int64_t)broad->slot_capacity + broad->slot_capacity / 2 + 16;
        status = grown > INT32_MAX ? AUK_ERROR_OUT_OF_MEMORY : auk__broad_reserve(broad, (int)grown);
    }
    status = status || !is_static ? status : auk__broad_admit_statics(broad);
    if (!status && !auk__buffer_reserve(&broad->proxies, sizeof(uint32_t), broad->slot_capacity)) {
        status = AUK_ERROR_OUT_OF_MEMORY; // a proxy can always be given back
    }
    if (status) {
        return status;
    }
    *proxy = broad->proxies.count > 0 ? proxy_take_lowest(&broad->proxies) : (uint32_t)broad->proxy_count++;
    auk__broad_set(broad, *proxy, box, is_static ? AUK_BROAD_STATIC : AUK_BROAD_MOVING);
    return AUK_OK;
}

static inline void proxy_move(AukBroad *broad, uint32_t proxy, AukBox box)
{
    AukBroadClass class = class_of(broad, proxy);
    if (class == AUK_BROAD_MOVING) {
        auk__broad_write(broad, proxy, box);
    } else {
        auk__broad_set(broad, proxy, box, class);
    }
}

AukStatus auk_broad_move(AukBroad *broad, uint32_t proxy, AukBox box)
{
    if (!broad) {
        return AUK_ERROR_NULL;
    }
    if (!proxy_exists(broad, proxy)) {
        return AUK_ERROR_STALE_ID;
    }
    AukStatus status = box_check(box);
    if (!status) {
        proxy_move(broad, proxy, box);
    }
    return status;
}

static AukStatus boxes_check(const AukBox *boxes, int count)
{
    for (int i = 0; i < count; i++) {
        if (!box_is_good(&boxes[i])) {
            return box_check(boxes[i]);
        }
    }
    return AUK_OK;
}

static void boxes_write(AukBounds *bounds, const AukBox *boxes, int count)
{
    for (int i = 0; i < count; i++) {
        auk__f32x4_store(&bounds[i].min_x, auk__bounds_make(&boxes[i]));
    }
}

static bool proxies_exist(const AukBroad *broad, const uint32_t *proxies, int count)
{
    for (int i = 0; i < count; i++) {
        if (!proxy_exists(broad, proxies ? proxies[i] : (uint32_t)i)) {
            return false;
        }
    }
    return true;
}

AukStatus auk_broad_move_many(AukBroad *broad, const uint32_t *proxies, const AukBox *boxes, int count)
{
    if (!broad || (!boxes && count > 0)) {
        return AUK_ERROR_NULL;
    }
    if (count < 0) {
        return AUK_ERROR_COUNT;
    }
    bool all_swept = !proxies && count <= broad->proxy_count && broad->movers.count == broad->proxy_count;
    if (!all_swept && !proxies_exist(broad, proxies, count)) {
        return AUK_ERROR_STALE_ID;
    }
    AukStatus status = boxes_check(boxes, count);
    if (!status && all_swept) {
        boxes_write(broad->bounds.items, boxes, count);
    } else if (!status) {
        for (int i = 0; i < count; i++) {
            proxy_move(broad, proxies ? proxies[i] : (uint32_t)i, boxes[i]);
        }
    }
    return status;
}

AukStatus auk_broad_remove(AukBroad *broad, uint32_t proxy)
{
    if (!broad) {
        return AUK_ERROR_NULL;
    }
    if (!proxy_exists(broad, proxy)) {
        return AUK_ERROR_STALE_ID;
    }
    AukBox nothing = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    auk__broad_set(broad, proxy, nothing, AUK_BROAD_NONE);
    proxy_give_back(&broad->proxies, proxy);
    return AUK_OK;
}
