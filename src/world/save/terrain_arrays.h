// Edges of chains and grids of tiles.
#ifndef AUK_WORLD_SAVE_TERRAIN_ARRAYS_H
#define AUK_WORLD_SAVE_TERRAIN_ARRAYS_H

#include "world/save/array_table.h"

uint64_t auk__edges_count(const AukWorld *world);
void auk__edges_write(const AukWorld *world, AukSink *sink);

uint64_t auk__grids_count(const AukWorld *world);
void auk__grids_write(const AukWorld *world, AukSink *sink);

uint64_t auk__cells_count(const AukWorld *world);
void auk__cells_write(const AukWorld *world, AukSink *sink);
void auk__cells_read(AukWorld *world, const AukSnapshotView *view);

// What a part that is no convex piece has in these arrays.
bool auk__form_check(AukSnapshotCheck *check, const AukPartRecord *record);

// Seams of all parts, once the parts have been read.
void auk__seams_read(AukParts *parts, const AukSnapshotView *view);

// Makes, in world->save.grids, the grids of a buffer that has been found good, in the order of their parts; what is as
// large as the grid that the part has now shares its block. AUK_ERROR_OUT_OF_MEMORY: then there is no draft.
AukStatus auk__tiles_draft(AukParts *parts, AukSaveState *save, const AukSnapshotView *view);

#endif
