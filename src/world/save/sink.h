// The destination of the records of an array: a snapshot, a comparison with one, or a hash. Records are made in a
// block, which is passed on when it is full. So a writer does not depend on the kind of destination or on the alignment
// of the caller's memory. If that memory is aligned, the block is the memory itself.
#ifndef AUK_WORLD_SAVE_SINK_H
#define AUK_WORLD_SAVE_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { AUK_SINK_BLOCK = 1 << 12 };

typedef struct AukSink {
    void (*take)(struct AukSink *sink, const unsigned char *bytes, size_t size);
    int section;                     // the section being written
    unsigned char *begin, *at, *end; // of the block
    unsigned char *out;              // for a sink that copies: the next bytes to write
    bool direct;                     // the block is the caller's memory, with room for the whole section
    const unsigned char *old;        // for a sink that compares: the next bytes to compare
    uint64_t left;                   // number of bytes left in `old`
    bool different;
    _Alignas(16) unsigned char block[AUK_SINK_BLOCK];
} AukSink;

// Begins a section.
static inline void auk__sink_start(AukSink *sink, int section, size_t size)
{
    sink->section = section;
    sink->begin = sink->at = sink->direct ? sink->out : sink->block;
    sink->end = sink->begin + (sink->direct ? size : (size_t)AUK_SINK_BLOCK);
}

static inline void auk__sink_flush(AukSink *sink)
{
    if (sink->at > sink->begin) {
        sink->take(sink, sink->begin, (size_t)(sink->at - sink->begin));
        sink->begin = sink->direct ? sink->out : sink->block;
        sink->at = sink->begin;
    }
}

// Room for a record, which must be filled before the next call. Sizes are multiples of four, or of eight for records
// with 64-bit members.
static inline void *auk__sink_room(AukSink *sink, size_t size)
{
    if ((size_t)(sink->end - sink->at) < size) {
        auk__sink_flush(sink);
    }
    void *room = sink->at;
    sink->at += size;
    return room;
}

// Writes bytes that have the same layout in memory and in a snapshot.
static inline void auk__sink_put(AukSink *sink, const void *bytes, size_t size)
{
    auk__sink_flush(sink);
    if (size > 0) {
        sink->take(sink, bytes, size);
        sink->begin = sink->at = sink->direct ? sink->out : sink->block;
    }
}

#endif
