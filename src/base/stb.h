// The one way into stb_ds: its functions get our prefix, so that a program with its own stb_ds links, and its memory
// comes from our hooks. stb_ds does not notice when there is no memory, so arrays are grown by auk__array_reserve()
// first and filled with arrput() afterwards; maps, whose growth cannot be checked, are not used in the library.
// Included by .c files only. A struct field that is such an array says so in a comment.
#ifndef AUK_BASE_STB_H
#define AUK_BASE_STB_H

#include "base/alloc.h"

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus)
#    define typeof __typeof__ // -std=c17 hides the keyword that stb_ds relies on under gcc
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

// Makes room for `count` items of `item_size` bytes in the stb_ds array that `array` points to; false, and nothing
// changed, if there is no memory. Grows at least by half.
bool auk__array_reserve(void *array, size_t item_size, size_t count);

#endif
