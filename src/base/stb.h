// The only header that includes stb_ds. Its functions get the prefix of auk, so that a program with its own stb_ds
// links, and its memory comes from the allocator hooks. stb_ds crashes if there is no memory, so arrays are first grown
// by auk__array_reserve() and then filled with arrput(). Maps are not used in the library, since their growth cannot be
// checked. Only .c files include this header. A struct member that is such an array has the comment "stb_ds array".
#ifndef AUK_BASE_STB_H
#define AUK_BASE_STB_H

#include "base/alloc.h"

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#    define typeof __typeof__ // stb_ds uses typeof with gcc, which does not have it under -std=c17
#endif

#define STBDS_NO_SHORT_NAMES
#define STBDS_REALLOC(context, block, size) auk__reallocate(block, size)
#define STBDS_FREE(context, block) auk__release(block)

#define stbds_rand_seed auk__stbds_rand_seed
#define stbds_hash_bytes auk__stbds_hash_bytes
#define stbds_hash_string auk__stbds_hash_string
#define stbds_stralloc auk__stbds_stralloc
#define stbds_strreset auk__stbds_strreset
#define stbds_unit_tests auk__stbds_unit_tests
#define stbds_arrgrowf auk__stbds_arrgrowf
#define stbds_arrfreef auk__stbds_arrfreef
#define stbds_hmfree_func auk__stbds_hmfree_func
#define stbds_hmget_key auk__stbds_hmget_key
#define stbds_hmget_key_ts auk__stbds_hmget_key_ts
#define stbds_hmput_default auk__stbds_hmput_default
#define stbds_hmput_key auk__stbds_hmput_key
#define stbds_hmdel_key auk__stbds_hmdel_key
#define stbds_shmode_func auk__stbds_shmode_func

#include <stb_ds.h>

// Reserves memory for `count` items of `item_size` bytes in the stb_ds array that `array` points to. False, and nothing
// changed, if there is no memory. Grows at least by half.
bool auk__array_reserve(void *array, size_t item_size, size_t count);

#endif
