// Creation and destruction of a world, its statistics, and the version.
#include "auk/auk.h"
#include "base/alloc.h"
#include "base/assert.h"
#include "base/fpmode.h"
#include "base/predicates.h"
#include "base/zero.h"
#include "world/state/bodies.h"
#include "world/state/broad_memory.h"
#include "world/state/call.h"
#include "world/state/chain_edges.h"
#include "world/state/contact_links.h"
#include "world/state/conveyors.h"
#include "world/state/drops.h"
#include "world/state/half_planes.h"
#include "world/state/parts.h"
#include "world/state/parts_boxes.h"
#include "world/state/query_index.h"
#include "world/state/tile_kinds.h"
#include "world/state/tile_map.h"
#include "world/state/world_def.h"
#include "world/state/world_state.h"
#include "world/state/wrap.h"
#include "world/step/ccd.h"
#include "world/step/pairs.h"

#include <string.h>

#define TEXT_OF(x) TEXT_OF_EXPANDED(x)
#define TEXT_OF_EXPANDED(x) #x

const char *auk_version(void)
{
    return TEXT_OF(AUK_VERSION_MAJOR) "." TEXT_OF(AUK_VERSION_MINOR) "." TEXT_OF(AUK_VERSION_PATCH);
}

// The minimum number of records in a range of the workers: enough that handing out a range costs nothing in comparison.
enum { AUK_RANGE_RECORDS = 512 };

static AukStatus create(const AukWorldDef *def, AukWorld **out)
{
    AukStatus status = auk__fp_rounds_as_written() ? auk__world_def_check(def, NULL) : AUK_ERROR_ARITHMETIC;
    if (status) {
        return status;
    }
    AukWorld *world = auk__allocate_zeroed(1, sizeof *world);
    if (!world) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    world->def = *def;
    world->pair_limit = def->max_pairs > 0 ? def->max_pairs : AUK_MAX_PAIRS_DEFAULT;
    world->def.wrap = auk__one_zero_box(def->wrap);
    world->def.up = auk__is_not_zero(def->up) ? auk__one_zero_vec(def->up) : auk_vec(0.0f, 1.0f);
    auk__wrap_place(world);
    world->parts.kinds.bodies = &world->bodies;
    AukBroadDef broad_def;
    memset(&broad_def, 0, sizeof broad_def);
    broad_def.kind = def->broad;
    broad_def.max_pairs = auk__wrap_pair_limit(world);
    broad_def.static_pairs = def->static_pairs;
    world->broad = auk_broad_create(&broad_def, &status);
    world->parts.vertices = &world->vertices;
    world->parts.broad_bounds = world->broad ? &world->broad->bounds : NULL;
    world->parallel.grain = AUK_RANGE_RECORDS;
    status = status || auk__history_start(&world->history, def->history) ? status : AUK_ERROR_OUT_OF_MEMORY;
    status = status || def->history <= 0 ? status : auk__turn_radii_admit(&world->parts);
    status = status || !world->wrap.on ? status : auk__tight_admit(&world->bodies, &world->parts);
    status = status ? status : auk__pool_create(def->worker_count, &def->tasks, &world->parallel.pool);
    if (status) {
        auk_world_destroy(world);
        return status;
    }
    auk__broad_workers(world->broad, world->parallel.pool);
    auk__broad_forget_pairs(world->broad); // a step makes its own pairs of them
    *out = world;
    return AUK_OK;
}

AukWorld *auk_world_create(const AukWorldDef *def, AukStatus *status)
{
    AukWorldDef defaults;
    memset(&defaults, 0, sizeof defaults);
    AukWorld *world = NULL;
    AukStatus answer = create(def ? def : &defaults, &world);
    if (status) {
        *status = answer;
    }
    return world;
}

void auk_world_destroy(AukWorld *world)
{
    if (!world) {
        return;
    }
    (void)auk_world_record_stop(world);
    auk__tiles_free(&world->parts, &world->save);
    auk__tile_kinds_release(&world->parts.kinds);
    auk__parts_release(&world->parts);
    auk__bodies_release(&world->bodies);
    auk__vertex_store_free(&world->vertices);
    auk__vertex_store_free(&world->save.vertices);
    auk__buffer_free(&world->save.marks);
    auk__buffer_free(&world->save.kept);
    auk__customs_free(&world->customs);
    auk__buffer_free(&world->rules);
    auk__excluded_pairs_free(&world->excluded);
    auk__piercing_release(&world->piercing);
    auk__drops_release(&world->drops);
    auk__conveyors_release(&world->conveyors);
    auk__edge_data_release(&world->edge_data);
    auk__half_planes_release(&world->half_planes);
    auk__wrap_release(&world->wrap);
    auk__history_free(&world->history);
    auk__query_index_release(&world->index);
    auk__output_release(&world->output);
    auk__output_release(&world->next);
    auk__output_release(&world->larger);
    auk__pairs_release(&world->pairs);
    auk__ccd_release(&world->ccd);
    auk_predict_work_destroy(world->advance);
    auk_broad_destroy(world->broad);
    auk_pool_destroy(world->parallel.pool);
    auk__release(world);
}

AukStatus auk_world_last_status(const AukWorld *world)
{
    return world ? world->last_status : AUK_ERROR_NULL;
}

AukStatus auk_world_reserve(AukWorld *world, int bodies, int pairs, int hits)
{
    if (!world) {
        return AUK_ERROR_NULL;
    }
    AUK_RECORD(world, AUK_CALL_WORLD_RESERVE, &bodies, &pairs, &hits);
    AukStatus status = auk__fault_count(&world->fault, bodies, 0, auk__wrap_parts_most(&world->wrap), AUK_FIELD_BODIES);
    status = status ? status : auk__fault_count(&world->fault, pairs, 0, INT32_MAX / 2, AUK_FIELD_PAIRS);
    status = status ? status : auk__fault_count(&world->fault, hits, 0, INT32_MAX, AUK_FIELD_HITS);
    if (status) {
        return auk__answer(world, status);
    }
    status = auk__bodies_reserve(&world->bodies, &world->history, bodies);
    status = status ? status : auk__parts_reserve(world, bodies);
    const int found = auk__wrap_found_of(&world->wrap, pairs);
    status = status ? status : auk__broad_memory_reserve_pairs(world, found, hits > 0);
    status = status || hits == 0 ? status : auk__swept_admit(&world->bodies, &world->parts);
    if (!status) {
        world->reserved_bodies = bodies > world->reserved_bodies ? bodies : world->reserved_bodies;
        bool statics = world->bodies.slots.live_count > world->bodies.movers.count;
        status = statics ? auk__statics_admit(world) : AUK_OK;
    }
    if (status) {
        return auk__answer(world, status);
    }
    int sorted = found > hits ? found : hits, neighbours = hits > 0 ? 2 * bodies : 0; // of swept bodies
    sorted = sorted > neighbours ? sorted : neighbours;
    sorted = sorted > 2 * pairs ? sorted : 2 * pairs; // what sensors contain
    bool room = auk__output_reserve_later(&world->output, &world->larger, pairs, hits) &&
                auk__output_reserve(&world->next, pairs, hits) && auk__contact_links_reserve(&world->output, bodies) &&
                auk__query_index_reserve(&world->index, bodies) && auk__pairs_reserve(&world->pairs, pairs, sorted) &&
                (hits == 0 || (auk__ccd_reserve(&world->ccd, bodies, world->parts.records.capacity, pairs, hits) &&
                               auk__piercing_reserve(&world->piercing, pairs))) &&
                auk__wrap_reserve_pairs(&world->wrap, found);
    world->reserved_pairs = pairs > world->reserved_pairs ? pairs : world->reserved_pairs;
    return auk__answer(world, room ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY);
}

AukWorldStats auk_world_stats(const AukWorld *world)
{
    AukWorldStats stats;
    memset(&stats, 0, sizeof stats);
    if (world) {
        stats.bodies = world->bodies.slots.live_count;
        stats.shapes = world->parts.shape_count;
        stats.box_pairs = world->output.box_pair_count;
        stats.candidates = world->output.candidate_count;
        stats.swept_candidates = world->output.swept_candidate_count;
        stats.contacts = world->output.solids.contacts.count;
        stats.sensor_overlaps = world->output.overlaps.count;
        stats.hits = world->output.hits.count;
        stats.steps = world->steps;
        memcpy(stats.seconds, world->seconds, sizeof stats.seconds);
    }
    return stats;
}
