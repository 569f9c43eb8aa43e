// What few parts have, in lazy buffers: a place of their own on their bodies, a filter and user data of their own, a
// one-way direction, the proximity of a sensor.
// Invariant: where the buffer of extras exists, the entry of a slot without a part is zero.
#include "world/state/part_shape.h"
#include "world/state/parts.h"

#include "base/zero.h"
#include "world/state/world_state.h"

const AukPartDefaults auk__part_defaults = {.local = {{0.0f, 0.0f}, {1.0f, 0.0f}}};

// All parts are centred until the buffer exists.
static bool admit_locals(AukParts *parts)
{
    bool existed = auk__lazy_exists(&parts->locals);
    if (!auk__lazy_admit(&parts->locals, sizeof(AukTransform), &parts->records)) {
        return false;
    }
    for (int i = 0; i < parts->records.count && !existed; i++) {
        ((AukTransform *)parts->locals.items)[i] = auk__part_defaults.local;
    }
    return true;
}

AukStatus auk__parts_admit(AukWorld *world, const AukPartNeeds *needs)
{
    AukParts *parts = &world->parts;
    bool room = (!needs->filters || auk__lazy_admit(&parts->filters, sizeof(AukFilter), &parts->records)) &&
                (!needs->user_data || auk__lazy_admit(&parts->user_data, sizeof(uint64_t), &parts->records)) &&
                (!needs->extras || auk__lazy_admit(&parts->extras, sizeof(AukPartExtras), &parts->records)) &&
                (!needs->locals || admit_locals(parts)) &&
                (!needs->ends || auk__lazy_admit(&parts->ends, sizeof(AukEnds), &parts->records));
    AukStatus status = room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
    return status || !needs->filters ? status : auk__broad_admit_masks(world->broad);
}

AukStatus auk__lists_admit(AukBodies *bodies, AukParts *parts)
{
    bool existed = auk__lazy_exists(&parts->links);
    if (!auk__lazy_admit(&parts->links, sizeof(AukPartLink), &parts->records)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < (uint32_t)parts->records.count && !existed; i++) {
        AukPartLink alone = {i, AUK_NO_INDEX, 0};
        *auk__part_link(parts, i) = alone;
    }
    return auk__tallies_admit(bodies);
}

AukStatus auk__turn_radii_admit(AukParts *parts)
{
    if (auk__lazy_exists(&parts->turn_radii)) {
        return AUK_OK;
    }
    AukBuffer turn_radii = {0};
    if (!auk__lazy_admit(&turn_radii, sizeof(double), &parts->records)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < (uint32_t)parts->records.count; i++) {
        ((double *)turn_radii.items)[i] = parts->slots.live[i] ? auk__turn_radius(parts, i) : 0.0;
    }
    parts->turn_radii = turn_radii;
    return AUK_OK;
}

void auk__part_set_own_filter(AukParts *parts, uint32_t index, AukFilter filter)
{
    if (auk__lazy_exists(&parts->filters)) {
        ((AukFilter *)parts->filters.items)[index] = filter;
    }
}

void auk__part_set_user_data(AukParts *parts, uint32_t index, uint64_t user_data)
{
    if (auk__lazy_exists(&parts->user_data)) {
        ((uint64_t *)parts->user_data.items)[index] = user_data;
    }
}

void auk__part_keep_local(AukParts *parts, uint32_t index, AukTransform local)
{
    if (auk__lazy_exists(&parts->locals)) {
        ((AukTransform *)parts->locals.items)[index] = local;
    }
}

void auk__part_keep_turn_radius(AukParts *parts, uint32_t index, double turn_radius)
{
    if (auk__lazy_exists(&parts->turn_radii)) {
        ((double *)parts->turn_radii.items)[index] = turn_radius;
    }
}

void auk__part_fill_lazy(AukParts *parts, uint32_t index, AukFilter filter, uint64_t user_data)
{
    auk__part_set_own_filter(parts, index, filter);
    auk__part_set_user_data(parts, index, user_data);
    if (auk__lazy_exists(&parts->extras)) {
        *auk__part_extras_changed(parts, index) = auk__part_defaults.extras;
    }
}

void auk__part_widen(AukParts *parts, uint32_t index, float proximity)
{
    if (!auk__lazy_exists(&parts->extras)) {
        return; // nor is there a proximity to set
    }
    AukSense *sense = &auk__part_extras_changed(parts, index)->sense;
    AukPart *part = auk__part(parts, index);
    float radius = sense->proximity > 0.0f ? sense->radius : part->radius;
    parts->sense_count += (proximity > 0.0f) - (sense->proximity > 0.0f);
    sense->radius = proximity > 0.0f ? radius : 0.0f;
    sense->proximity = proximity > 0.0f ? proximity : 0.0f;
    part->radius = radius + sense->proximity;
}

void auk__part_set_one_way(AukParts *parts, uint32_t index, AukVec2 one_way)
{
    if (!auk__lazy_exists(&parts->extras)) {
        return; // nor is there a direction to set
    }
    AukVec2 *direction = &auk__part_extras_changed(parts, index)->one_way;
    parts->one_way_count -= direction->x != 0.0f || direction->y != 0.0f;
    *direction = auk__one_zero_vec(one_way);
    parts->one_way_count += auk__is_not_zero(one_way);
}
