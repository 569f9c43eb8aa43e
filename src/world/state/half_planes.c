// See the header.
#include "world/state/half_planes.h"

#include "world/state/bodies.h"
#include "world/state/parts.h"

#include <string.h>

void auk__half_planes_put(AukHalfPlanes *planes, uint32_t part, bool listed)
{
    uint32_t *parts = planes->parts.items;
    int at = 0, count = planes->parts.count;
    while (at < count && parts[at] < part) {
        at++;
    }
    bool known = at < count && parts[at] == part;
    if (listed && !known) {
        memmove(&parts[at + 1], &parts[at], (size_t)(count - at) * sizeof *parts);
        parts[at] = part;
        planes->parts.count++;
    } else if (!listed && known) {
        memmove(&parts[at], &parts[at + 1], (size_t)(count - at - 1) * sizeof *parts);
        planes->parts.count--;
    }
}

bool auk__half_planes_reserve(AukHalfPlanes *planes, int count)
{
    return auk__buffer_reserve(&planes->parts, sizeof(uint32_t), count);
}

AukStatus auk__half_planes_admit(AukWorld *world, const AukShape *shape, AukMotion motion, int more)
{
    if (shape->kind != AUK_SHAPE_HALF_PLANE) {
        return AUK_OK;
    }
    if (motion != AUK_MOTION_STATIC || world->wrap.on) {
        return AUK_ERROR_HALF_PLANE;
    }
    return auk__half_planes_reserve(&world->half_planes, world->half_planes.parts.count + more)
               ? AUK_OK
               : AUK_ERROR_OUT_OF_MEMORY;
}

bool auk__half_planes_has(const AukWorld *world, AukBodyId body)
{
    const uint32_t *parts = world->half_planes.parts.items;
    for (int i = 0; i < world->half_planes.parts.count; i++) {
        if (auk_body_id_equal(auk__body_id(&world->bodies, auk__part(&world->parts, parts[i])->body), body)) {
            return true;
        }
    }
    return false;
}

bool auk__half_planes_next(const AukWorld *world, int *at, uint32_t *part)
{
    const uint32_t *parts = world->half_planes.parts.items;
    while (*at < world->half_planes.parts.count) {
        *part = parts[(*at)++];
        if (auk__part_is_enabled(&world->bodies, auk__part(&world->parts, *part))) {
            return true;
        }
    }
    return false;
}

AukHalfPlaneReach auk__half_plane_reach(const AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    AukTransform pose = *auk__pose(&world->bodies, part->body);
    AukSupportShape plane;
    auk__part_support_shape(&world->parts, part,
                            auk__part_dtransform(part, auk__part_local(&world->parts, index), pose, pose.p), &plane);
    AukHalfPlaneReach reach = {pose.p, auk__half_plane_surface(&plane)};
    reach.surface.offset += plane.radius;
    return reach;
}

bool auk__half_planes_next_in(const AukWorld *world, int *at, AukBox box, uint32_t *part)
{
    while (auk__half_planes_next(world, at, part)) {
        if (auk__half_plane_meets_box(world, *part, box)) {
            return true;
        }
    }
    return false;
}

void auk__half_planes_release(AukHalfPlanes *planes)
{
    auk__buffer_free(&planes->parts);
}
