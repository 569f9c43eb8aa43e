// A 64-bit hash taken number by number, so that padding never enters and byte order does not matter.
#ifndef AUK_BASE_HASH_H
#define AUK_BASE_HASH_H

#include <stdint.h>
#include <string.h>

#define AUK_HASH_START 0x9E3779B97F4A7C15u

// Mixes one word in: a bijection of the state for any word, and of the word for any state, so no single change is lost.
static inline uint64_t auk__hash_u64(uint64_t hash, uint64_t word)
{
    hash ^= word;
    hash *= 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return hash ^ (hash >> 29);
}

// By its bits: -0 and +0 differ.
static inline uint64_t auk__hash_float(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return auk__hash_u64(hash, bits);
}

#endif
