// What is in each sensor, from the touches of sensors.
// Invariant: overlaps are sorted by (sensor, other body, other shape), and name each shape once.
#include "base/sort.h"
#include "world/step/events.h"

#include <limits.h>

// Lists every sensor with every shape in it: `order` receives 2 * touch, plus 1 if shape b of the touch is the sensor,
// below the index of the sensor. Returns their number, at most two for each touch.
static int list_sensors(const AukWorld *world, uint64_t *order)
{
    const AukTouch *touches = world->next.sensors.touches.items;
    const AukContact *contacts = world->next.sensors.contacts.items;
    int count = 0;
    for (int i = 0; i < world->next.sensors.touches.count; i++) {
        const AukContact *touch = &contacts[i];
        if (i > 0 && auk_shape_id_equal(touch->shape_a, touch[-1].shape_a) &&
            auk_shape_id_equal(touch->shape_b, touch[-1].shape_b)) {
            continue; // another piece
        }
        if (!touches[i].sensor_is_b) {
            order[count++] = (uint64_t)touch->shape_a.index << 32 | 2 * (uint32_t)i;
        }
        if (touches[i].sensor_is_b || auk__part(&world->parts, touch->shape_b.index)->sensor) {
            order[count++] = (uint64_t)touch->shape_b.index << 32 | (2 * (uint32_t)i + 1);
        }
    }
    return count;
}

// The touches of one sensor are already in the order of the other body and shape, and the sort is stable.
AukStatus auk__events_overlaps(AukWorld *world)
{
    const AukContact *touches = world->next.sensors.contacts.items;
    AukBuffer *overlaps = &world->next.overlaps, *order = &world->pairs.order, *spare = &world->pairs.order_spare;
    int most = world->next.sensors.touches.count;
    if (most > INT_MAX / 2 || !auk__buffer_resize(order, sizeof(uint64_t), 2 * most) ||
        !auk__buffer_resize(spare, sizeof(uint64_t), 2 * most)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    int count = list_sensors(world, order->items);
    if (!auk__buffer_resize(overlaps, sizeof(AukOverlap), count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    auk__sort_u64(order->items, spare->items, count, 32, 64);
    for (int i = 0; i < count; i++) {
        uint32_t entry = (uint32_t)((const uint64_t *)order->items)[i];
        const AukContact *touch = &touches[entry / 2];
        bool swap = entry % 2 != 0;
        AukOverlap *overlap = (AukOverlap *)overlaps->items + i;
        overlap->body_a = swap ? touch->body_b : touch->body_a;
        overlap->body_b = swap ? touch->body_a : touch->body_b;
        overlap->shape_a = swap ? touch->shape_b : touch->shape_a;
        overlap->shape_b = swap ? touch->shape_a : touch->shape_b;
        overlap->user_data_a = *auk__body_user_data(&world->bodies, overlap->body_a.index);
        overlap->user_data_b = *auk__body_user_data(&world->bodies, overlap->body_b.index);
    }
    return AUK_OK;
}
