// Data that belongs to no single body or shape: excluded pairs, response rules, pierced pairs, floors dropped through,
// conveyors, user data of first edges, pose history.
#ifndef AUK_WORLD_SAVE_WORLD_ARRAYS_H
#define AUK_WORLD_SAVE_WORLD_ARRAYS_H

#include "world/save/array_table.h"

uint64_t auk__excluded_records_count(const AukWorld *world);
void auk__excluded_records_write(const AukWorld *world, AukSink *sink);
bool auk__excluded_records_check(AukSnapshotCheck *check);
void auk__excluded_records_read(AukWorld *world, const AukSnapshotView *view);

bool auk__rules_check(AukSnapshotCheck *check);

bool auk__pierced_check(AukSnapshotCheck *check);

bool auk__drops_check(AukSnapshotCheck *check);

bool auk__conveyors_check(AukSnapshotCheck *check);

bool auk__edge_data_check(AukSnapshotCheck *check);

uint64_t auk__history_poses_count(const AukWorld *world);
void auk__history_poses_write(const AukWorld *world, AukSink *sink);
bool auk__history_poses_check(AukSnapshotCheck *check);
void auk__history_poses_read(AukWorld *world, const AukSnapshotView *view);

void auk__history_born_write(const AukWorld *world, AukSink *sink);
bool auk__history_born_check(AukSnapshotCheck *check);
void auk__history_born_read(AukWorld *world, const AukSnapshotView *view);

// Reserves room for these arrays, except the history, which has its room with the bodies.
bool auk__world_arrays_reserve(AukWorld *world, const AukSnapshotView *view);

#endif
