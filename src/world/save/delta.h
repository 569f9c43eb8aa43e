// The format of a delta: this header; then, for the header of the target and for each of its sections, a series of
// spans; and for each span the words in which target and base differ. A span is a run of records of the target that are
// consecutive in the base too. Numbers are in groups of seven bits, the lowest first.
//
//     section: number of records in the span, its first record in the base plus one (0: new records), words; ...
//     words:   number of equal words, number of unequal words, for each a mask of the bytes that differ, those; ...
//
// In a gas of 1000 bodies (276 KB) a delta over one step takes 0.4 KB if one body in a hundred moves, and 33 KB if all
// move and half of them turn. It takes the time of two checksums of a snapshot, and twice that if all bodies move.
// Invariant: counts and sizes are checked before they are used for a write, so a forged delta is rejected without harm.
// The checksum of the target is the last check.
#ifndef AUK_WORLD_SAVE_DELTA_H
#define AUK_WORLD_SAVE_DELTA_H

#include "world/save/snapshot.h"

enum { AUK_DELTA_FORMAT = 3, AUK_DELTA_VARINT_MAX = 10, AUK_DELTA_WORD_MAX = 9 };

typedef struct AukDeltaHeader {
    AukFileMark mark;
    uint64_t size;        // of the delta
    uint64_t checksum;    // of the delta, with this member zero
    uint64_t base;        // checksum of the base
    uint64_t base_size;   //
    uint64_t target;      // checksum of the target
    uint64_t target_size; // in bytes, a multiple of eight
} AukDeltaHeader;

_Static_assert(sizeof(AukDeltaHeader) == 64, "no padding");

AukDeltaHeader auk__delta_header(void);

// The checksum of a delta that begins with this header and has `header->size` bytes; sizes need not be multiples of
// eight.
uint64_t auk__delta_checksum(const AukDeltaHeader *header, const void *delta);

// The unit of a section for spans, in words: one record if the section is a sorted list in which records are inserted
// and removed, else one word.
uint32_t auk__delta_unit(AukSection section);

// The number of words of a section, including its padding.
uint64_t auk__delta_words(const AukSnapshotHeader *header, AukSection section);

#endif
