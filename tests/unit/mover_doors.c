// Movers and one-way cells that are no floors: doors, which lead to one side, and ceilings, which hold from below.
#include "auk/terrain.h"
#include "support/mover_scene.h"
#include "support/random.h"

enum { WIDTH = 16, HEIGHT = 10, SCENES = 500, MOVES = 60 };

static AukWorld *world_of(const uint8_t *cells)
{
    AukWorld *world = scene_world();
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {.width = WIDTH, .height = HEIGHT, .cell = 1.0f, .cells = cells};
    cr_assert(!auk_shape_id_is_null(auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, NULL)));
    return world;
}

// Level ground of height 1, with a door at x = 8 through which movers walk to the left.
static AukWorld *door(uint8_t above)
{
    uint8_t cells[WIDTH * HEIGHT] = {0};
    memset(cells, AUK_TILE_FULL, WIDTH);
    cells[1 * WIDTH + 8] = AUK_TILE_ONE_WAY_LEFT;
    cells[2 * WIDTH + 8] = AUK_TILE_ONE_WAY_LEFT;
    cells[3 * WIDTH + 8] = above;
    return world_of(cells);
}

Test(mover_doors, walks_on_through_a_door_without_a_push)
{
    AukWorld *world = door(AUK_TILE_EMPTY);
    AukMover mover = mover_of(auk_shape_box(0.35f, 0.7f), 9.0f, 1.75f);
    for (int i = 0; i < 30; i++) {
        walk(world, &mover, -6.0f);
        cr_assert(near(mover.moved.x, -6.0f * DT, 1e-6f), "%g at %g", (double)mover.moved.x, (double)mover.pose.p.x);
    }
    cr_assert(mover.pose.p.x < 7.0f);
    for (int i = 0; i < 30; i++) {
        walk(world, &mover, 6.0f);
    }
    cr_assert(mover.wall && near(mover.pose.p.x, 7.65f, 1e-4f), "%g", (double)mover.pose.p.x);
    auk_world_destroy(world);
}

Test(mover_doors, turns_back_while_it_is_in_a_door)
{
    for (int steps = 8; steps < 15; steps++) {
        AukWorld *world = door(AUK_TILE_EMPTY);
        AukMover mover = mover_of(auk_shape_box(0.35f, 0.7f), 9.025f, 1.75f);
        for (int i = 0; i < steps; i++) {
            walk(world, &mover, -6.0f);
        }
        float there = mover.pose.p.x;
        walk(world, &mover, 6.0f);
        cr_assert(near(mover.pose.p.x, there + 6.0f * DT, 1e-6f), "%g from %g", (double)mover.pose.p.x, (double)there);
        auk_world_destroy(world);
    }
}

Test(mover_doors, does_not_jump_from_a_door_into_what_is_above_it)
{
    AukWorld *world = door(AUK_TILE_FULL);
    AukMover mover = mover_of(auk_shape_box(0.35f, 0.7f), 9.0f, 1.75f);
    for (int i = 0; i < 300 && mover.pose.p.x > 7.7f; i++) {
        walk(world, &mover, -0.6f);
    }
    cr_assert(mover.pose.p.x + 0.35f > 8.02f); // still a little in the door
    for (int i = 0; i < 20; i++) {
        mover.velocity = auk_vec(0.0f, 8.0f);
        auk_world_move(world, &mover, DT, NULL, 0);
    }
    cr_assert(mover.ceiling && near(mover.pose.p.y, 2.3f, 1e-4f), "%g", (double)mover.pose.p.y);
    auk_world_destroy(world);
}

// Who hangs a little above the lower side of a ceiling cell has come from beside it, not from below.
Test(mover_doors, walks_from_a_ceiling_cell_against_the_solid_one_beside_it)
{
    uint8_t cells[WIDTH * HEIGHT] = {0};
    memset(cells, AUK_TILE_FULL, WIDTH);
    cells[2 * WIDTH + 8] = AUK_TILE_ONE_WAY_LOW;
    cells[2 * WIDTH + 9] = AUK_TILE_FULL;
    AukWorld *world = world_of(cells);
    AukMover mover = mover_of(auk_shape_box(0.3f, 0.51f), 7.0f, 1.6f); // 0.02 higher than the passage
    for (int i = 0; i < 60; i++) {
        walk(world, &mover, 3.0f);
        cr_assert(!mover.stuck, "%d", i);
    }
    cr_assert(mover.wall && near(mover.pose.p.x, 8.7f, 1e-4f), "%g", (double)mover.pose.p.x);
    auk_world_destroy(world);
}

static void random_cells(Random *random, uint8_t *cells)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        bool border = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
        cells[i] = border || random_chance(random, 0.08) ? AUK_TILE_FULL : AUK_TILE_EMPTY;
        if (!border && random_chance(random, 0.1)) {
            cells[i] = (uint8_t)random_int(random, AUK_TILE_ONE_WAY_LOW, AUK_TILE_ONE_WAY_LEFT);
        }
    }
}

static bool is_in_solid(const uint8_t *cells, AukVec2 at, float half_width, float half_height)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        float x = fabsf(at.x - (float)(i % WIDTH) - 0.5f) - 0.5f, y = fabsf(at.y - (float)(i / WIDTH) - 0.5f) - 0.5f;
        if (cells[i] == AUK_TILE_FULL && x < half_width - 1e-4f && y < half_height - 1e-4f) {
            return true;
        }
    }
    return false;
}

Test(mover_doors, nothing_moves_farther_than_its_speed_among_random_doors)
{
    for (int scene = 0; scene < SCENES; scene++) {
        Random random = random_start(random_seed(), (uint64_t)scene);
        uint8_t cells[WIDTH * HEIGHT];
        random_cells(&random, cells);
        AukWorld *world = world_of(cells);
        float half_width = random_float(&random, 0.15f, 0.6f), half_height = random_float(&random, 0.15f, 0.7f);
        AukMover mover = mover_of(auk_shape_box(half_width, half_height), 0.0f, 0.0f);
        do {
            mover.pose.p.x = random_float(&random, 1.0f, (float)WIDTH - 1.0f);
            mover.pose.p.y = random_float(&random, 1.0f, (float)HEIGHT - 1.0f);
        } while (auk_world_overlap(world, &mover.shape, mover.pose, NULL, NULL, 0) > 0);
        float wish = 6.0f;
        for (int i = 0; i < MOVES; i++) {
            wish = random_chance(&random, 0.1) ? -wish : wish;
            bool jump = mover.floor && random_chance(&random, 0.1);
            mover.velocity = auk_vec(wish, jump ? 9.0f : mover.velocity.y - 20.0f * DT);
            float reach = auk_vec_length(mover.velocity) * DT + 1e-4f;
            auk_world_move(world, &mover, DT, NULL, 0);
            cr_assert(auk_vec_length(mover.moved) <= reach && !mover.stuck,
                      "AUK_SEED=%llu scene %d move %d: (%g, %g) of %g", (unsigned long long)random.seed, scene, i,
                      (double)mover.moved.x, (double)mover.moved.y, (double)reach);
            cr_assert(!is_in_solid(cells, mover.pose.p, half_width, half_height), "scene %d move %d", scene, i);
        }
        auk_world_destroy(world);
    }
}
