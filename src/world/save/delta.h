// How a delta lies in a buffer: this header, then for the header of the target and for each of its sections a series of
// spans (records of the target that lie in the base one after the other as well), and for each span the words in which
// the two differ. Numbers are in groups of seven bits, the lowest first.
//
//     section: number of records of the span, where they begin in the base plus one (0: new), words; ...
//     words:   number of equal words, number of unequal ones, these: which bytes differ, and how; ...
//
// Of a gas of 1000 bodies (276 KB) a delta over one step takes 0.4 KB if one body in a hundred moves, and 33 KB if all
// do, half of them turning. It takes the time of two checksums of a snapshot, and twice that where all move. Invariant:
// counts and sizes are looked at before anything is written by them, so a delta that lies is found out without harm;
// the sum of the target decides.
#ifndef AUK_WORLD_SAVE_DELTA_H
#define AUK_WORLD_SAVE_DELTA_H

#include "world/save/snapshot.h"

enum { AUK_DELTA_FORMAT = 2, AUK_DELTA_VARINT_MAX = 10 };

typedef struct AukDeltaHeader {
    char magic[8];
    uint32_t byte_order;
    uint32_t format;
    uint64_t size;        // of the delta
    uint64_t checksum;    // of the delta, itself being zero
    uint64_t base;        // sum of the base
    uint64_t base_size;   //
    uint64_t target;      // sum of the target
    uint64_t target_size; // in all, a multiple of eight
} AukDeltaHeader;

_Static_assert(sizeof(AukDeltaHeader) == 64, "no padding");

AukDeltaHeader auk__delta_header(void);

// The sum of a delta that begins with this header and is `header->size` long; sizes need not be multiples of eight.
uint64_t auk__delta_checksum(const AukDeltaHeader *header, const void *delta);

// The unit that a section is cut into for spans, in words: a record where the section is a sorted list in which records
// come and go, else one word.
uint32_t auk__delta_unit(AukSection section);

// Words of a section, its padding included.
uint64_t auk__delta_words(const AukSnapshotHeader *header, AukSection section);

#endif
