// Random kinds of tiles, for worlds of random tests.
#ifndef AUK_TESTS_SUPPORT_TILE_KINDS_H
#define AUK_TESTS_SUPPORT_TILE_KINDS_H

#include "auk/terrain.h"
#include "support/random.h"

#include <criterion/criterion.h>

enum { TEST_KINDS = 6, TEST_KIND_FIRST = AUK_TILE_KIND_FIRST + 9 };

// Makes the same kinds in every world for equal random numbers; `filters`: some kinds have filters.
static inline void add_tile_kinds(AukWorld *world, Random random, bool filters)
{
    for (int k = 0; k < TEST_KINDS; k++) {
        AukStatus status = AUK_ERROR_ZERO_AREA;
        for (int attempt = 0; status && attempt < 200; attempt++) {
            AukTileKind kind = {.count = k == 0 ? 0 : random_int(&random, k == 1 ? 2 : 3, AUK_TILE_POINTS_MAX)};
            for (int i = 0; i < kind.count; i++) {
                kind.points[i] =
                    auk_vec(0.25f * (float)random_int(&random, 0, 4), 0.25f * (float)random_int(&random, 0, 4));
            }
            bool one_way = k == 1 || random_chance(&random, 0.2);
            kind.one_way = one_way ? random_vec(&random, -1.0f, 1.0f) : kind.one_way;
            kind.conveyor.x = random_chance(&random, 0.3) ? random_float(&random, -1.0f, 1.0f) : 0.0f;
            if (filters && random_chance(&random, 0.5)) {
                kind.filter.category = (uint64_t)random_int(&random, 0, 7);
                kind.filter.ignore = (uint64_t)random_int(&random, 0, 7);
            }
            status = auk_world_set_tile_kind(world, TEST_KIND_FIRST + k, &kind);
        }
        cr_assert_eq(status, AUK_OK);
    }
}

static inline uint8_t random_tile_kind(Random *random)
{
    return (uint8_t)random_int(random, TEST_KIND_FIRST, TEST_KIND_FIRST + TEST_KINDS - 1);
}

#endif
