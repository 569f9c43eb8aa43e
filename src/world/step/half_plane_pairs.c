// Each half-plane is tested against the boxes of all parts by the corner that is deepest in it: one multiplication and
// addition per coordinate, over an array of boxes. What passes is filtered like any pair.
#include "world/step/half_plane_pairs.h"

#include "world/state/excluded_pairs.h"
#include "world/state/half_planes.h"
#include "world/state/parts_boxes.h"
#include "world/step/pairs.h"

#include <string.h>

// Where fewer bodies move than this part of all parts, their lists of parts are walked: a floor among 100,000 boxes at
// rest took 0.2 ms a step. Where most move the array of boxes is faster.
enum { FEW_MOVE = 4 };

// True if a living part counts: enabled, and not static, unless pairs of static bodies are asked for.
static bool counts(const AukWorld *world, uint32_t index)
{
    const AukPart *part = auk__part(&world->parts, index);
    const AukBody *body = auk__body(&world->bodies, part->body);
    return !auk__part_is_half_plane(part) && auk__part_is_enabled(&world->bodies, part) &&
           (body->motion != AUK_MOTION_STATIC || world->def.static_pairs);
}

static AukStatus half_plane_pairs_push(AukWorld *world, const AukPair *pair)
{
    if (world->next.box_pair_count >= world->pair_limit) {
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

typedef struct PlanePairs {
    AukWorld *world;
    uint32_t plane;
    AukHalfPlaneReach reach;
    const AukBounds *tight, *bounds;
    bool paths; // some bodies are swept: the broad phase has the boxes of whole paths
    bool grids; // a pair with a grid was added
} PlanePairs;

static inline AukStatus add_pair_with(PlanePairs *pairs, uint32_t i)
{
    AukWorld *world = pairs->world;
    const AukBox whole = auk__bounds_box(pairs->paths ? pairs->bounds[i] : pairs->tight[i]);
    if (!auk__half_plane_reaches(&pairs->reach, &whole) || !world->parts.slots.live[i] || !counts(world, i) ||
        !auk__parts_meet(&world->bodies, &world->parts, &world->excluded, auk__part(&world->parts, pairs->plane),
                         auk__part(&world->parts, i))) {
        return AUK_OK;
    }
    AukPair pair = auk__pair_make(&world->bodies, &world->parts, pairs->plane, i);
    const AukBox tight = auk__bounds_box(pairs->tight[i]);
    if (pairs->paths && !pair.swept && !auk__half_plane_reaches(&pairs->reach, &tight)) {
        return AUK_OK;
    }
    pairs->grids = pairs->grids || auk__part(&world->parts, i)->form == AUK_FORM_TILES;
    return half_plane_pairs_push(world, &pair);
}

static AukStatus add_pairs_of_all(PlanePairs *pairs)
{
    AukStatus status = AUK_OK;
    for (uint32_t i = 0; i < (uint32_t)pairs->world->parts.records.count && !status; i++) {
        status = add_pair_with(pairs, i);
    }
    return status;
}

static AukStatus add_pairs_of_movers(PlanePairs *pairs)
{
    AukStatus status = AUK_OK;
    const AukBodies *bodies = &pairs->world->bodies;
    const uint32_t *movers = bodies->movers.items;
    for (int k = 0; k < bodies->movers.count; k++) {
        uint32_t i = *auk__first_part(bodies, auk__body(bodies, movers[k]));
        for (; i != AUK_NO_INDEX && !status; i = auk__part_next(&pairs->world->parts, i)) {
            status = add_pair_with(pairs, i);
        }
    }
    return status;
}

AukStatus auk__half_plane_pairs_add(AukWorld *world, bool *grids)
{
    int before = world->pairs.records.count, at = 0;
    const bool few = !world->def.static_pairs && world->bodies.movers.count < world->parts.records.count / FEW_MOVE;
    PlanePairs pairs;
    memset(&pairs, 0, sizeof pairs);
    pairs.world = world;
    pairs.tight = auk__tight_bounds(&world->parts);
    pairs.bounds = world->broad->bounds.items;
    pairs.paths = world->bodies.swept_count > 0;
    AukStatus status = AUK_OK;
    while (!status && auk__half_planes_next(world, &at, &pairs.plane)) {
        pairs.reach = auk__half_plane_reach(world, pairs.plane);
        status = few ? add_pairs_of_movers(&pairs) : add_pairs_of_all(&pairs);
    }
    *grids = *grids || pairs.grids;
    return status || world->pairs.records.count == before ? status : auk__pairs_sort(&world->pairs);
}
