// What belongs to no body and no shape alone: pairs that do not meet, rules, pierced pairs, the past.
#ifndef AUK_WORLD_SAVE_WORLD_ARRAYS_H
#define AUK_WORLD_SAVE_WORLD_ARRAYS_H

#include "world/save/array_table.h"

uint64_t auk__excluded_records_count(const AukWorld *world);
void auk__excluded_records_write(const AukWorld *world, AukSink *sink);
bool auk__excluded_records_check(AukSnapshotCheck *check);
void auk__excluded_records_read(AukWorld *world, const AukSnapshotView *view);

bool auk__rules_check(AukSnapshotCheck *check);

bool auk__pierced_check(AukSnapshotCheck *check);

uint64_t auk__history_poses_count(const AukWorld *world);
void auk__history_poses_write(const AukWorld *world, AukSink *sink);
bool auk__history_poses_check(AukSnapshotCheck *check);
void auk__history_poses_read(AukWorld *world, const AukSnapshotView *view);

void auk__history_born_write(const AukWorld *world, AukSink *sink);
bool auk__history_born_check(AukSnapshotCheck *check);
void auk__history_born_read(AukWorld *world, const AukSnapshotView *view);

// Room for these arrays but the past, whose room is that of the bodies.
bool auk__world_arrays_reserve(AukWorld *world, const AukSnapshotView *view);

#endif
