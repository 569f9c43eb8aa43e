// Edges of chains, kinds of tiles and grids of tiles.
#ifndef AUK_WORLD_SAVE_TERRAIN_ARRAYS_H
#define AUK_WORLD_SAVE_TERRAIN_ARRAYS_H

#include "world/save/array_table.h"

uint64_t auk__edges_count(const AukWorld *world);
void auk__edges_write(const AukWorld *world, AukSink *sink);

uint64_t auk__tile_kinds_count(const AukWorld *world);
void auk__tile_kinds_write(const AukWorld *world, AukSink *sink);
bool auk__tile_kinds_check(AukSnapshotCheck *check);
void auk__tile_kinds_read(AukWorld *world, const AukSnapshotView *view);

uint64_t auk__grids_count(const AukWorld *world);
void auk__grids_write(const AukWorld *world, AukSink *sink);

uint64_t auk__cells_count(const AukWorld *world);
void auk__cells_write(const AukWorld *world, AukSink *sink);
void auk__cells_read(AukWorld *world, const AukSnapshotView *view);

// Checks the records in these arrays of a part that is an edge or a grid.
bool auk__form_check(AukSnapshotCheck *check, const AukPartRecord *record);

// Reads the adjacencies of all parts, after the parts have been read.
void auk__adjacencies_read(AukParts *parts, const AukSnapshotView *view);

// Makes the grids of a checked buffer in world->save.grids, in the order of their parts. A grid with the same size as
// the present grid of its part shares the block of that grid. AUK_ERROR_OUT_OF_MEMORY: no draft is left.
AukStatus auk__tiles_draft(AukParts *parts, AukSaveState *save, const AukSnapshotView *view);

#endif
