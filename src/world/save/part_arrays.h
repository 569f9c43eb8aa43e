// Parts and the data they share: vertices and custom shapes.
#ifndef AUK_WORLD_SAVE_PART_ARRAYS_H
#define AUK_WORLD_SAVE_PART_ARRAYS_H

#include "world/save/array_table.h"

void auk__parts_write(const AukWorld *world, AukSink *sink);
bool auk__parts_check(AukSnapshotCheck *check);

// Reads the parts while the bodies still have their old state. Adds the parts with unknown boxes to world->index.moved.
void auk__parts_read(AukWorld *world, const AukSnapshotView *view);

// Reserves memory for what saved parts have in lazy buffers. False if there is no memory.
bool auk__parts_reserve_saved(AukWorld *world, const AukSnapshotView *view);

// The shape of a live part, with vertices from `store`; null in place of a custom shape that the world does not know.
// The kind and the vertex block must have been checked.
AukShape auk__saved_shape(const AukPartRecord *record, const AukBuffer *customs, const AukVertexStore *store);

void auk__vertex_blocks_write(const AukWorld *world, AukSink *sink);
bool auk__vertex_blocks_check(AukSnapshotCheck *check);
void auk__vertex_blocks_read(AukWorld *world, const AukSnapshotView *view);

uint64_t auk__vertices_count(const AukWorld *world);
void auk__vertices_write(const AukWorld *world, AukSink *sink);

void auk__customs_write(const AukWorld *world, AukSink *sink);
void auk__customs_read(AukWorld *world, const AukSnapshotView *view);

// Checks that the world knows all custom shapes of a snapshot. Returns AUK_ERROR_NUMBER or AUK_ERROR_DAMAGED if not.
AukStatus auk__customs_match(const AukSnapshotView *view, const AukBuffer *customs, AukFault *fault);

#endif
