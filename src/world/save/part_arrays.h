// Parts and what they share: vertices and custom shapes.
#ifndef AUK_WORLD_SAVE_PART_ARRAYS_H
#define AUK_WORLD_SAVE_PART_ARRAYS_H

#include "world/save/array_table.h"

void auk__parts_write(const AukWorld *world, AukSink *sink);
bool auk__parts_check(AukSnapshotCheck *check);

// While the bodies are still the old ones. Lists in world->index.moved the parts whose boxes are not known.
void auk__parts_read(AukWorld *world, const AukSnapshotView *view);

// The shape of a part that lives, with vertices from `store`; a custom shape is null if the world does not know it. The
// kind and the geometry are good numbers.
AukShape auk__saved_shape(const AukPartRecord *record, const AukBuffer *customs, const AukVertexStore *store);

void auk__geometries_write(const AukWorld *world, AukSink *sink);
bool auk__geometries_check(AukSnapshotCheck *check);
void auk__geometries_read(AukWorld *world, const AukSnapshotView *view);

uint64_t auk__vertices_count(const AukWorld *world);
void auk__vertices_write(const AukWorld *world, AukSink *sink);

void auk__customs_write(const AukWorld *world, AukSink *sink);
void auk__customs_read(AukWorld *world, const AukSnapshotView *view);

// That the world knows all custom shapes of a snapshot: AUK_ERROR_NUMBER, AUK_ERROR_DAMAGED.
AukStatus auk__customs_match(const AukSnapshotView *view, const AukBuffer *customs);

#endif
