// The results of the last step: touches, manifolds, overlaps, events and hits.
#ifndef AUK_WORLD_SAVE_STEP_ARRAYS_H
#define AUK_WORLD_SAVE_STEP_ARRAYS_H

#include "world/save/array_table.h"

void auk__touches_write(const AukWorld *world, AukSink *sink);
bool auk__touches_check(AukSnapshotCheck *check);
void auk__touches_read(AukWorld *world, const AukSnapshotView *view);

void auk__manifolds_write(const AukWorld *world, AukSink *sink);
bool auk__manifolds_check(AukSnapshotCheck *check);
void auk__manifolds_read(AukWorld *world, const AukSnapshotView *view);

bool auk__overlaps_check(AukSnapshotCheck *check);

uint64_t auk__events_count(const AukWorld *world);
void auk__events_write(const AukWorld *world, AukSink *sink);
bool auk__events_check(AukSnapshotCheck *check);
void auk__events_read(AukWorld *world, const AukSnapshotView *view);

void auk__hits_write(const AukWorld *world, AukSink *sink);
bool auk__hits_check(AukSnapshotCheck *check);
void auk__hits_read(AukWorld *world, const AukSnapshotView *view);

// Reserves room for these arrays.
bool auk__step_arrays_reserve(AukOutput *output, const AukSnapshotView *view);

#endif
