// A 64-bit hash of single numbers, so that it depends neither on padding nor on byte order.
#ifndef AUK_BASE_HASH64_H
#define AUK_BASE_HASH64_H

#include <stdint.h>
#include <string.h>

#define AUK_HASH_START 0x9E3779B97F4A7C15u

// Adds one word. The new hash is a bijection of the old hash for a fixed word, and of the word for a fixed hash; so a
// change of a single word always changes the hash.
static inline uint64_t auk__hash_u64(uint64_t hash, uint64_t word)
{
    hash ^= word;
    hash *= 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93u;
    return hash ^ (hash >> 29);
}

// Adds the bits of a float: -0 and +0 differ.
static inline uint64_t auk__hash_float(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return auk__hash_u64(hash, bits);
}

enum { AUK_HASH_LANES = 8, AUK_HASH_BLOCK = 16 * AUK_HASH_LANES };

// Adds a block of memory as machine words, for checksums that are compared on machines of one byte order. Eight
// independent lanes run as fast as memory; one multiplication per word took twice as long. A step of a lane reads two
// words and is a bijection of the lane and of each word. The lane is rotated between the two words. Without the
// rotation, a bit flipped both in a word and in the 15th word after it was often missed, and the sign of a number
// always. `size` must be a multiple of eight.
static inline uint64_t auk__hash_words(uint64_t hash, const void *words, uint64_t size)
{
    const unsigned char *at = (const unsigned char *)words, *end = at + size;
    uint64_t lanes[AUK_HASH_LANES], word;
    for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
        lanes[lane] = hash + (uint64_t)lane;
    }
    for (; end - at >= AUK_HASH_BLOCK; at += AUK_HASH_BLOCK) {
        for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
            memcpy(&word, at + 16 * lane, sizeof word);
            lanes[lane] = (lanes[lane] ^ word) * 0xD6E8FEB86659FD93u;
            memcpy(&word, at + 16 * lane + 8, sizeof word);
            lanes[lane] = (lanes[lane] << 29 | lanes[lane] >> 35) + word;
            lanes[lane] = lanes[lane] << 17 | lanes[lane] >> 47;
        }
    }
    for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
        hash = auk__hash_u64(hash, lanes[lane]);
    }
    for (; at < end; at += 8) {
        memcpy(&word, at, sizeof word);
        hash = auk__hash_u64(hash, word);
    }
    return auk__hash_u64(hash, size);
}

#endif
