// Bodies, one by one: slots, user data, responses, motions, traits, and the lists of slots.
#ifndef AUK_WORLD_SAVE_BODY_ARRAYS_H
#define AUK_WORLD_SAVE_BODY_ARRAYS_H

#include "world/save/array_table.h"

void auk__bodies_write(const AukWorld *world, AukSink *sink);
bool auk__bodies_check(AukSnapshotCheck *check);
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

bool auk__traits_check(AukSnapshotCheck *check);

// The lists of slots, of bodies and of parts alike.
uint64_t auk__free_bodies_count(const AukWorld *world);
uint64_t auk__free_parts_count(const AukWorld *world);
void auk__free_slots_write(const AukWorld *world, AukSink *sink);
void auk__free_slots_read(AukWorld *world, const AukSnapshotView *view);
bool auk__slot_list_check(AukSnapshotCheck *check);

// True of a finite place in range with a rotation of about unit length.
bool auk__is_saved_pose(AukTransform pose);

// False if one of these floats is -0. For numbers that come from calls alone; those that steps write may be, where a
// tiny number was rounded.
bool auk__has_one_zero(const void *numbers, size_t size);

// Whether a body's slot lives in the snapshot.
bool auk__saved_body_lives(const AukSnapshotView *view, uint32_t index);

// Counts, generations and which slots live.
void auk__slots_begin_read(AukSlots *slots, uint32_t count);

#endif
