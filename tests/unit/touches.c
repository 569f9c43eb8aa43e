// What a touch keeps of where GJK ended.
#include "world/state/results.h"

#include <criterion/criterion.h>

static AukGjkCache kept(AukGjkCache cache)
{
    AukTouch touch;
    memset(&touch, 0xff, sizeof touch);
    auk__touch_keep(&touch, &cache);
    return auk__touch_cache(&touch);
}

static void expect_kept(AukGjkCache cache, AukGjkCache expected, const char *what)
{
    AukGjkCache found = kept(cache);
    cr_assert_eq(found.count, expected.count, "%s", what);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(found.index_a[i], expected.index_a[i], "%s: a %d", what, i);
        cr_assert_eq(found.index_b[i], expected.index_b[i], "%s: b %d", what, i);
    }
}

Test(touches, keep_where_gjk_ended_and_zeros_elsewhere)
{
    AukGjkCache face = {2, {3, 4, 99}, {7, 7, 98}}, kept_face = {2, {3, 4, 0}, {7, 7, 0}};
    AukGjkCache largest = {3, {65535, 0, 65535}, {1, 65535, 2}}, nothing = {0, {5, 5, 5}, {6, 6, 6}};
    AukGjkCache zeros = {0, {0, 0, 0}, {0, 0, 0}};
    expect_kept(face, kept_face, "two of three entries");
    expect_kept(largest, largest, "the largest numbers");
    expect_kept(nothing, zeros, "a cold start");
}

Test(touches, forget_a_simplex_of_vertices_beyond_the_largest_number)
{
    AukGjkCache zeros = {0, {0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 6; k++) {
        AukGjkCache cache = {3, {1, 2, 3}, {4, 5, 6}};
        *(k < 3 ? &cache.index_a[k] : &cache.index_b[k - 3]) = 65536;
        expect_kept(cache, zeros, "a number beyond");
    }
    AukGjkCache unused = {1, {1, 65536, 0}, {2, 0, 70000}}, expected = {1, {1, 0, 0}, {2, 0, 0}};
    expect_kept(unused, expected, "entries that are not in use");
}

Test(touches, of_four_pairs_at_once_are_kept_as_all_others_are)
{
    for (uint32_t count = 1; count <= 2; count++) {
        AukGjkCache cache = {count, {7, 0, 0}, {1, 0, 0}};
        AukPairs4Simplex simplex = {7, 1, count};
        if (count == 2) {
            cache.index_a[1] = 3;
            cache.index_b[1] = 6;
            simplex.vertices_a |= 3u << 16;
            simplex.vertices_b |= 6u << 16;
        }
        AukTouch general, small;
        memset(&general, 0xA5, sizeof general);
        memset(&small, 0x5A, sizeof small);
        auk__touch_keep(&general, &cache);
        auk__touch_keep_simplex(&small, &simplex);
        cr_assert(auk__touch_starts_alike(&general, &small), "%u entries", count);
        small.index_b[count - 1] ^= 1u;
        cr_assert_not(auk__touch_starts_alike(&general, &small), "%u entries, one other", count);
    }
}
