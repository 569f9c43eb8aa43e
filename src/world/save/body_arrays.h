// Arrays with one record for each body slot: slots, user data, responses, motions, traits; and the lists of slots.
#ifndef AUK_WORLD_SAVE_BODY_ARRAYS_H
#define AUK_WORLD_SAVE_BODY_ARRAYS_H

#include "world/save/array_table.h"

void auk__bodies_write(const AukWorld *world, AukSink *sink);
bool auk__bodies_check(AukSnapshotCheck *check);

// Reserves memory for the filters and owners of saved bodies, if a body has one. False if there is no memory.
bool auk__bodies_reserve_saved(AukWorld *world, const AukSnapshotView *view);

void auk__bodies_read(AukWorld *world, const AukSnapshotView *view);

void auk__body_data_write(const AukWorld *world, AukSink *sink);
bool auk__body_data_check(AukSnapshotCheck *check);
void auk__body_data_read(AukWorld *world, const AukSnapshotView *view);

void auk__responses_write(const AukWorld *world, AukSink *sink);
bool auk__responses_check(AukSnapshotCheck *check);
void auk__responses_read(AukWorld *world, const AukSnapshotView *view);

void auk__motions_write(const AukWorld *world, AukSink *sink);
bool auk__motions_check(AukSnapshotCheck *check);
void auk__motions_read(AukWorld *world, const AukSnapshotView *view);

// Traits are saved as zeros where no body has had any.
void auk__traits_write(const AukWorld *world, AukSink *sink);
bool auk__traits_check(AukSnapshotCheck *check);
void auk__traits_read(AukWorld *world, const AukSnapshotView *view);

// Reserves memory for saved user data and traits, if a body has some. False if there is no memory.
bool auk__body_data_reserve(AukWorld *world, const AukSnapshotView *view);

// The lists of slots, for bodies and for parts.
uint64_t auk__free_bodies_count(const AukWorld *world);
uint64_t auk__free_parts_count(const AukWorld *world);
uint64_t auk__quarantined_bodies_count(const AukWorld *world);
uint64_t auk__quarantined_parts_count(const AukWorld *world);
void auk__slot_list_write(const AukWorld *world, AukSink *sink);
void auk__slot_list_read(AukWorld *world, const AukSnapshotView *view);
bool auk__slot_list_check(AukSnapshotCheck *check);

// True if the position is finite and in range, and the rotation has about unit length.
bool auk__is_saved_pose(AukTransform pose);

// False if one of these floats is -0. Only for numbers that come from calls: a number that a step writes may be -0
// where a tiny number was rounded.
bool auk__has_one_zero(const void *numbers, size_t size);

// True if the slot of a body is live in the snapshot.
bool auk__saved_body_lives(const AukSnapshotView *view, uint32_t index);

// Sets the counts, the generations and the states of the slots.
void auk__slots_begin_read(AukSlots *slots, uint32_t count);

#endif
