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

enum { AUK_HASH_LANES = 8, AUK_HASH_BLOCK = 16 * AUK_HASH_LANES };

// Adds a block of memory as machine words, for checksums that are compared on machines of one byte order. Eight
// independent lanes run as fast as memory. A step of a lane is that of wyhash: it reads two words, combines one with
// the key and the other with the lane, and multiplies them. So every word is multiplied before the next one is added,
// and by a number that depends on the lane, or with which the lane is multiplied too. The high half of the product
// brings the highest bits down. So whatever bits of a word change, about half of the bits of the lane do, and which
// depends on all words before. A change of another word cancels that by chance only, with a probability of about 2^-64.
// A single changed word is missed with that probability too, as if the first word of a step has the value of the key.
//
// Tried: a multiplication to 64 bits for two words, with rotations. It leaves a change of bit 63 where it is, so a flip
// of bit 63 of one word was cancelled by that of bit 16 of the 15th word after it, and worlds with different shapes had
// the same checksum. Tried: XXH64, two multiplications for each word; it takes one and a half times the instructions.
//
// `size` must be a multiple of eight.
static inline uint64_t auk__hash_words(uint64_t hash, const void *words, uint64_t size)
{
    const unsigned char *at = (const unsigned char *)words, *end = at + size;
    uint64_t lanes[AUK_HASH_LANES], word, second;
    for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
        lanes[lane] = hash + (uint64_t)lane;
    }
    for (uint64_t block = size / AUK_HASH_BLOCK; block > 0; block--, at += AUK_HASH_BLOCK) {
        for (int lane = 0; lane < AUK_HASH_LANES; lane++) {
            memcpy(&word, at + 16 * lane, sizeof word);
            memcpy(&second, at + 16 * lane + 8, sizeof second);
            lanes[lane] = auk__hash_product(word ^ AUK_HASH_KEY, second ^ lanes[lane]);
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
