// A 64-bit hash of single numbers, so that it depends neither on padding nor on byte order.
#ifndef AUK_BASE_HASH64_H
#define AUK_BASE_HASH64_H

#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER) && defined(_M_X64)
#    include <intrin.h>
#endif

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

// The halves of the product of two words, combined; in parts of 32 bits, for compilers and machines without 128.
static inline uint64_t auk__hash_product_in_parts(uint64_t a, uint64_t b)
{
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), high = (a >> 32) * (b >> 32);
    uint64_t left = (a >> 32) * (b & UINT32_MAX), right = (a & UINT32_MAX) * (b >> 32);
    uint64_t middle = (low >> 32) + (left & UINT32_MAX) + (right & UINT32_MAX);
    high += (left >> 32) + (right >> 32) + (middle >> 32);
    return high ^ (middle << 32 | (low & UINT32_MAX));
}

static inline uint64_t auk__hash_product(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && UINTPTR_MAX > UINT32_MAX
    __extension__ typedef unsigned __int128 Product;
    Product product = (Product)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    uint64_t high, low = _umul128(a, b, &high);
    return low ^ high;
#else
    return auk__hash_product_in_parts(a, b);
#endif
}

#define AUK_HASH_KEY 0x9FB21C651E98DF25u // arbitrary: so that words that are zero are multiplied too

enum { AUK_HASH_LANES = 8, AUK_HASH_BLOCK_WORDS = 2 * AUK_HASH_LANES };

// Hashes words in eight independent lanes, which run as fast as memory. A step of a lane is that of wyhash: it reads
// two words, combines the first with the key and the second with the lane, and combines the halves of their product of
// 128 bits. So each word is multiplied before the lane takes the next one, the other factor depends on data, and the
// high half brings the highest bits down. A change of a few bits therefore changes about half of the lane, and which
// bits of it depends on all words before. The change of a later word that would cancel this is one of 2^64, and
// unknown. Changes are missed by chance only: a step misses any change with a probability of about 2^-64, also that of
// one word, as when the first word of a step is the key.
//
// Tried: one multiplication to 64 bits for two words, and rotations. Such a multiplication leaves a change of bit 63
// where it is: a flip of bit 63 of a word was cancelled by a flip of bit 16 of the 15th word after it, and worlds with
// different shapes had equal checksums. Tried: XXH64, two multiplications for each word. It took one and a half times
// the instructions.
typedef struct AukHashLanes {
    uint64_t lanes[AUK_HASH_LANES];
} AukHashLanes;

static inline AukHashLanes auk__hash_lanes(uint64_t hash)
{
    AukHashLanes wide;
    for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
        wide.lanes[lane] = hash + (uint64_t)lane;
    }
    return wide;
}

// Adds AUK_HASH_BLOCK_WORDS words.
static inline void auk__hash_block(AukHashLanes *wide, const void *words)
{
    const unsigned char *at = (const unsigned char *)words;
    uint64_t word, second;
    for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
        memcpy(&word, at + 16 * lane, sizeof word);
        memcpy(&second, at + 16 * lane + 8, sizeof second);
        wide->lanes[lane] = auk__hash_product(word ^ AUK_HASH_KEY, second ^ wide->lanes[lane]);
    }
}

static inline uint64_t auk__hash_join(uint64_t hash, const AukHashLanes *wide)
{
    for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
        hash = auk__hash_u64(hash, wide->lanes[lane]);
    }
    return hash;
}

// Adds a block of memory as machine words, for checksums that are compared on machines of one byte order. `size` must
// be a multiple of eight.
static inline uint64_t auk__hash_words(uint64_t hash, const void *words, uint64_t size)
{
    const uint64_t block = 8 * AUK_HASH_BLOCK_WORDS;
    const unsigned char *at = (const unsigned char *)words, *end = at + size;
    AukHashLanes wide = auk__hash_lanes(hash);
    for (uint64_t left = size / block; left > 0; left--, at += block) {
        auk__hash_block(&wide, at);
    }
    hash = auk__hash_join(hash, &wide);
    for (; at < end; at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        hash = auk__hash_u64(hash, word);
    }
    return auk__hash_u64(hash, size);
}

#endif
