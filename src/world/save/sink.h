// Where the records of an array go when they are written: into a snapshot, into a comparison with one, into a hash.
// Records are made in a block that is handed on when it is full, so a writer needs to know neither which it is nor how
// the memory of the caller is aligned. Where that is aligned, the block is the memory itself.
#ifndef AUK_WORLD_SAVE_SINK_H
#define AUK_WORLD_SAVE_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { AUK_SINK_BLOCK = 1 << 12 };

typedef struct AukSink {
    void (*take)(struct AukSink *sink, const unsigned char *bytes, size_t size);
    int section;                     // the one that is being written
    unsigned char *begin, *at, *end; // of the block
    unsigned char *out;              // of a sink that copies: where the next bytes go
    bool direct;                     // and the block is there, with room for all of the section
    const unsigned char *old;        // of one that compares: the next bytes
    uint64_t left;                   // of those
    bool different;
    uint64_t hash;  // of one that hashes
    uint32_t place; // the word of the record that comes next
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

// Room for a record, to be filled before the next call; sizes are multiples of four, those with numbers of 64 bits of
// eight.
static inline void *auk__sink_room(AukSink *sink, size_t size)
{
    if ((size_t)(sink->end - sink->at) < size) {
        auk__sink_flush(sink);
    }
    void *room = sink->at;
    sink->at += size;
    return room;
}

// Many bytes that lie in memory as they are to be written.
static inline void auk__sink_put(AukSink *sink, const void *bytes, size_t size)
{
    auk__sink_flush(sink);
    if (size > 0) {
        sink->take(sink, bytes, size);
        sink->begin = sink->at = sink->direct ? sink->out : sink->block;
    }
}

#endif
