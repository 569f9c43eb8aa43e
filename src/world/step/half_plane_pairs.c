// Each half-plane is tested against the boxes of all parts by the corner that is deepest in it: one multiplication and
// addition per coordinate, over an array of boxes. What passes is filtered like any pair.
#include "world/step/half_plane_pairs.h"

#include "world/state/excluded_pairs.h"
#include "world/state/half_planes.h"
#include "world/step/pairs.h"

// True if a living part counts: enabled, and not static, unless pairs of static bodies are asked for.
static bool counts(const AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    const AukBody *body = auk__body(&world->bodies, part->body);
    return part->shape.kind != AUK_SHAPE_HALF_PLANE && auk__part_is_enabled(&world->bodies, part) &&
           (body->motion != AUK_MOTION_STATIC || world->def.static_pairs);
}

static AukStatus half_plane_pairs_push(AukWorld *world, const AukPair *pair)
{
    int most = world->def.max_pairs;
    if (most > 0 && world->next.box_pair_count >= most) {
        return AUK_ERROR_PAIR_LIMIT;
    }
    AukPair *added = auk__buffer_push(&world->pairs.records, sizeof *added);
    if (!added) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    *added = *pair;
    world->next.box_pair_count++;
    world->pairs.sensor_count += pair->sensor;
    return AUK_OK;
}

static AukStatus add_pairs_of(AukWorld *world, uint32_t plane, bool *grids)
{
    AukStatus status = AUK_OK;
    const AukHalfPlaneReach reach = auk__half_plane_reach(world, plane);
    const AukBox *tight = world->parts.tight.items;
    const AukBounds *bounds = world->broad->bounds.items;
    const bool paths = world->bodies.swept_count > 0;
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count && !status; i++) {
        // where some bodies are swept, the broad phase has the boxes of whole paths
        const AukBox whole = paths ? auk__bounds_box(bounds[i]) : tight[i];
        if (!auk__half_plane_reaches(&reach, &whole) || !world->parts.slots.live[i] || !counts(world, i) ||
            !auk__parts_meet(&world->bodies, &world->parts, &world->excluded, auk__part(&world->parts, plane),
                             auk__part(&world->parts, i))) {
            continue;
        }
        AukPair pair = auk__pair_make(&world->bodies, &world->parts, plane, i);
        if (!paths || pair.swept || auk__half_plane_reaches(&reach, &tight[i])) {
            status = half_plane_pairs_push(world, &pair);
            *grids = *grids || auk__part(&world->parts, i)->form == AUK_FORM_TILES;
        }
    }
    return status;
}

AukStatus auk__half_plane_pairs_add(AukWorld *world, bool *grids)
{
    int before = world->pairs.records.count, at = 0;
    uint32_t plane;
    AukStatus status = AUK_OK;
    while (!status && auk__half_planes_next(world, &at, &plane)) {
        status = add_pairs_of(world, plane, grids);
    }
    return status || world->pairs.records.count == before ? status : auk__pairs_sort(&world->pairs);
}
