// What few parts have: a one-way direction, and the proximity of a sensor. Their array takes no memory until a part has
// either; until then all parts read the same zeros.
// Invariant: where the array exists, the entry of a slot without a part is zero.
#include "world/state/parts.h"

#include "base/zero.h"

#include <string.h>

const AukPartExtras auk__part_extras_none;

AukStatus auk__part_extras_admit(AukParts *parts)
{
    if (auk__part_extras_exist(parts)) {
        return AUK_OK;
    }
    int room = parts->records.capacity > 0 ? parts->records.capacity : 1;
    if (!auk__buffer_reserve(&parts->extras, sizeof(AukPartExtras), room)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    memset(parts->extras.items, 0, (size_t)parts->records.count * sizeof(AukPartExtras));
    return AUK_OK;
}

void auk__part_widen(AukParts *parts, uint32_t index, float proximity)
{
    if (!auk__part_extras_exist(parts)) {
        return; // nor is there a proximity to set
    }
    AukSense *sense = &auk__part_extras_changed(parts, index)->sense;
    AukShape *shape = &auk__part(parts, index)->shape;
    float radius = sense->proximity > 0.0f ? sense->radius : shape->radius;
    parts->sense_count += (proximity > 0.0f) - (sense->proximity > 0.0f);
    sense->radius = proximity > 0.0f ? radius : 0.0f;
    sense->proximity = proximity > 0.0f ? proximity : 0.0f;
    shape->radius = radius + sense->proximity;
}

void auk__part_set_one_way(AukParts *parts, uint32_t index, AukVec2 one_way)
{
    if (!auk__part_extras_exist(parts)) {
        return; // nor is there a direction to set
    }
    AukVec2 *direction = &auk__part_extras_changed(parts, index)->one_way;
    parts->one_way_count -= direction->x != 0.0f || direction->y != 0.0f;
    *direction = auk__one_zero_vec(one_way);
    parts->one_way_count += auk__is_not_zero(one_way);
}
