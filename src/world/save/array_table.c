// See the header. A restore reads in this order: grids and their cells before the parts that refer to them; parts while
// the bodies still have their old state; vertices and custom shapes last, because the old parts still need them.
#include "world/save/array_table.h"
#include "world/save/body_arrays.h"
#include "world/save/part_arrays.h"
#include "world/save/step_arrays.h"
#include "world/save/terrain_arrays.h"
#include "world/save/world_arrays.h"

const AukArrayKind auk__array_kinds[AUK_SECTION_COUNT] = {
    [AUK_SECTION_TILE_KINDS] = {.size = sizeof(AukTileKindRecord), // hashed by hash.c
                                .wide = 2,
                                .count = auk__tile_kinds_count,
                                .write = auk__tile_kinds_write,
                                .check = auk__tile_kinds_check,
                                .read = auk__tile_kinds_read},
    [AUK_SECTION_GRIDS] = {.size = sizeof(AukGridRecord),
                           .hashed = sizeof(AukGridRecord),
                           .count = auk__grids_count,
                           .write = auk__grids_write},
    [AUK_SECTION_CELLS] = {.size = 1, .count = auk__cells_count, .write = auk__cells_write, .read = auk__cells_read},
    [AUK_SECTION_EDGES] = {.size = sizeof(AukEdgeRecord),
                           .hashed = sizeof(AukEdgeRecord),
                           .count = auk__edges_count,
                           .write = auk__edges_write},
    [AUK_SECTION_PARTS] = {.size = sizeof(AukPartRecord),
                           .wide = 2,
                           .hashed = offsetof(AukPartRecord, user_data),
                           .buffer = offsetof(AukWorld, parts.records),
                           .write = auk__parts_write,
                           .check = auk__parts_check,
                           .read = auk__parts_read},
    [AUK_SECTION_PARTS_FREE] = {.size = sizeof(uint32_t),
                                .hashed = sizeof(uint32_t),
                                .count = auk__free_parts_count,
                                .write = auk__slot_list_write,
                                .check = auk__slot_list_check,
                                .read = auk__slot_list_read},
    [AUK_SECTION_PARTS_QUARANTINED] = {.size = sizeof(uint32_t),
                                       .hashed = sizeof(uint32_t),
                                       .count = auk__quarantined_parts_count,
                                       .write = auk__slot_list_write,
                                       .check = auk__slot_list_check,
                                       .read = auk__slot_list_read},
    [AUK_SECTION_BODIES] = {.size = sizeof(AukBodyRecord),
                            .wide = 2,
                            .hashed = sizeof(AukBodyRecord),
                            .buffer = offsetof(AukWorld, bodies.records),
                            .write = auk__bodies_write,
                            .check = auk__bodies_check,
                            .read = auk__bodies_read},
    [AUK_SECTION_BODIES_FREE] = {.size = sizeof(uint32_t),
                                 .hashed = sizeof(uint32_t),
                                 .count = auk__free_bodies_count,
                                 .write = auk__slot_list_write,
                                 .check = auk__slot_list_check,
                                 .read = auk__slot_list_read},
    [AUK_SECTION_BODIES_QUARANTINED] = {.size = sizeof(uint32_t),
                                        .hashed = sizeof(uint32_t),
                                        .count = auk__quarantined_bodies_count,
                                        .write = auk__slot_list_write,
                                        .check = auk__slot_list_check,
                                        .read = auk__slot_list_read},
    [AUK_SECTION_MOVERS] = {.size = sizeof(uint32_t),
                            .hashed = sizeof(uint32_t),
                            .buffer = offsetof(AukWorld, bodies.movers),
                            .raw = true,
                            .check = auk__slot_list_check},
    [AUK_SECTION_EXCLUDED_PAIRS] = {.size = sizeof(AukExcludedPairRecord),
                                    .hashed = sizeof(AukExcludedPairRecord),
                                    .count = auk__excluded_records_count,
                                    .write = auk__excluded_records_write,
                                    .check = auk__excluded_records_check,
                                    .read = auk__excluded_records_read},
    [AUK_SECTION_VERTEX_BLOCKS] = {.size = sizeof(AukVertexBlockRecord),
                                   .hashed = sizeof(AukVertexBlockRecord),
                                   .buffer = offsetof(AukWorld, vertices.entries),
                                   .write = auk__vertex_blocks_write,
                                   .check = auk__vertex_blocks_check,
                                   .read = auk__vertex_blocks_read},
    [AUK_SECTION_VERTICES] = {.size = sizeof(AukVec2),
                              .hashed = sizeof(AukVec2),
                              .count = auk__vertices_count,
                              .write = auk__vertices_write},
    [AUK_SECTION_CUSTOMS] = {.size = sizeof(AukCustomRecord),
                             .hashed = sizeof(AukCustomRecord),
                             .buffer = offsetof(AukWorld, customs),
                             .write = auk__customs_write,
                             .read = auk__customs_read},
    [AUK_SECTION_BODY_DATA] = {.size = sizeof(uint64_t),
                               .wide = 1,
                               .detail = true,
                               .buffer = offsetof(AukWorld, bodies.records),
                               .write = auk__body_data_write,
                               .check = auk__body_data_check,
                               .read = auk__body_data_read},
    [AUK_SECTION_RESPONSES] = {.size = sizeof(uint32_t),
                               .hashed = sizeof(uint32_t),
                               .detail = true,
                               .buffer = offsetof(AukWorld, bodies.records),
                               .write = auk__responses_write,
                               .check = auk__responses_check,
                               .read = auk__responses_read},
    [AUK_SECTION_MOTIONS] = {.size = sizeof(AukMotionRecord),
                             .hashed = sizeof(AukMotionRecord),
                             .buffer = offsetof(AukWorld, bodies.records),
                             .write = auk__motions_write,
                             .check = auk__motions_check,
                             .read = auk__motions_read},
    [AUK_SECTION_TRAITS] = {.size = sizeof(AukTraits),
                            .wide = 1,
                            .hashed = sizeof(AukTraits),
                            .buffer = offsetof(AukWorld, bodies.records),
                            .write = auk__traits_write,
                            .check = auk__traits_check,
                            .read = auk__traits_read},
    [AUK_SECTION_RULES] = {.size = sizeof(AukResponseRule),
                           .wide = 2,
                           .hashed = sizeof(AukResponseRule),
                           .buffer = offsetof(AukWorld, rules),
                           .raw = true,
                           .check = auk__rules_check},
    [AUK_SECTION_PIERCED] = {.size = sizeof(AukPierced),
                             .hashed = sizeof(AukPierced),
                             .buffer = offsetof(AukWorld, piercing.now),
                             .raw = true,
                             .check = auk__pierced_check},
    [AUK_SECTION_DROPS] = {.size = sizeof(AukDrop), // hashed by hash.c
                           .buffer = offsetof(AukWorld, drops.now),
                           .raw = true,
                           .check = auk__drops_check},
    [AUK_SECTION_CONVEYORS] = {.size = sizeof(AukConveyor), // hashed by hash.c
                               .buffer = offsetof(AukWorld, conveyors.list),
                               .raw = true,
                               .check = auk__conveyors_check},
    [AUK_SECTION_EDGE_DATA] = {.size = sizeof(AukEdgeData),
                               .buffer = offsetof(AukWorld, edge_data.list),
                               .raw = true,
                               .check = auk__edge_data_check},
    [AUK_SECTION_SOLIDS] = {.size = sizeof(AukTouchRecord),
                            .hashed = sizeof(AukTouchRecord),
                            .buffer = offsetof(AukWorld, output.solids.touches),
                            .write = auk__touches_write,
                            .check = auk__touches_check,
                            .read = auk__touches_read},
    [AUK_SECTION_MANIFOLDS] = {.size = sizeof(AukManifold),
                               .hashed = sizeof(AukManifold),
                               .buffer = offsetof(AukWorld, output.solids.contacts),
                               .write = auk__manifolds_write,
                               .check = auk__manifolds_check,
                               .read = auk__manifolds_read},
    [AUK_SECTION_SENSORS] = {.size = sizeof(AukTouchRecord),
                             .hashed = sizeof(AukTouchRecord),
                             .buffer = offsetof(AukWorld, output.sensors.touches),
                             .write = auk__touches_write,
                             .check = auk__touches_check,
                             .read = auk__touches_read},
    [AUK_SECTION_OVERLAPS] = {.size = sizeof(AukOverlap),
                              .hashed = offsetof(AukOverlap, user_data_a),
                              .buffer = offsetof(AukWorld, output.overlaps),
                              .raw = true,
                              .check = auk__overlaps_check},
    [AUK_SECTION_EVENTS] = {.size = sizeof(AukEventRecord),
                            .hashed = offsetof(AukEventRecord, user_data_a),
                            .count = auk__events_count,
                            .write = auk__events_write,
                            .check = auk__events_check,
                            .read = auk__events_read},
    [AUK_SECTION_HITS] = {.size = sizeof(AukHitRecord),
                          .hashed = offsetof(AukHitRecord, user_data_a),
                          .buffer = offsetof(AukWorld, output.hits),
                          .write = auk__hits_write,
                          .check = auk__hits_check,
                          .read = auk__hits_read},
    [AUK_SECTION_HISTORY] = {.size = sizeof(AukTransform),
                             .hashed = sizeof(AukTransform),
                             .count = auk__history_poses_count,
                             .write = auk__history_poses_write,
                             .check = auk__history_poses_check,
                             .read = auk__history_poses_read},
    [AUK_SECTION_BORN] = {.size = sizeof(uint64_t),
                          .wide = 1,
                          .hashed = sizeof(uint64_t),
                          .buffer = offsetof(AukWorld, history.notes),
                          .write = auk__history_born_write,
                          .check = auk__history_born_check,
                          .read = auk__history_born_read},
};

uint64_t auk__array_count(const AukWorld *world, AukSection section)
{
    const AukArrayKind *kind = &auk__array_kinds[section];
    return kind->count ? kind->count(world) : (uint64_t)auk__array_buffer(world, section)->count;
}

void auk__array_write(const AukWorld *world, AukSection section, AukSink *sink)
{
    const AukArrayKind *kind = &auk__array_kinds[section];
    auk__sink_start(sink, (int)section, (size_t)auk__array_count(world, section) * kind->size);
    if (kind->raw) {
        const AukBuffer *buffer = auk__array_buffer(world, section);
        auk__sink_put(sink, buffer->items, (size_t)buffer->count * kind->size);
    } else {
        kind->write(world, sink);
    }
    auk__sink_flush(sink);
}

bool auk__array_check(AukSnapshotCheck *check, AukSection section)
{
    check->section = section;
    return !auk__array_kinds[section].check || auk__array_kinds[section].check(check);
}

void auk__array_read(AukWorld *world, AukSnapshotView *view, AukSection section)
{
    const AukArrayKind *kind = &auk__array_kinds[section];
    view->section = section;
    if (kind->raw) {
        AukBuffer *buffer = auk__array_buffer(world, section);
        buffer->count = (int)auk__record_count(view, section);
        auk__section_read(view, section, buffer->items);
    } else if (kind->read) {
        kind->read(world, view);
    }
}
