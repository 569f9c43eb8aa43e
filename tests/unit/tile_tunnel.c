// A one-way floor beside a tunnel through solid cells, under the same ceiling. Who jumps up through the floor and is
// taller than the tunnel stops in front of it: the floor holds nobody who has come up through it, and no cell of the
// tunnel takes the floor for ground that continues its own.
#include "auk/mover.h"
#include "auk/terrain.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 8, HEIGHT = 4, STEPS = 120, JUMP = 5 };

#define DT (1.0f / 60.0f)
#define GRAVITY 25.0f

// Row 0 is ground and row 3 a ceiling; between them the tunnel is row 2, over solid cells from x = 3 on. The floor is
// the cell before these.
static AukWorld *level(uint8_t floor)
{
    AukWorld *world = scene_world();
    AukTileKind thin = {.points = {{0.0f, 1.0f}, {1.0f, 1.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
    cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &thin), AUK_OK);
    uint8_t cells[WIDTH * HEIGHT] = {0};
    memset(cells, AUK_TILE_FULL, WIDTH);
    memset(cells + 3 * WIDTH, AUK_TILE_FULL, WIDTH);
    memset(cells + WIDTH + 3, AUK_TILE_FULL, WIDTH - 3);
    cells[WIDTH + 2] = floor;
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {WIDTH, HEIGHT, 1.0f, 0.0f, cells};
    cr_assert_not(auk_shape_id_is_null(auk_body_add_tiles(world, auk_body_create(world, &ground), &tiles, NULL)));
    return world;
}

// Higher than the tunnel, by as little as a floor forgives or by more.
typedef struct Jumper {
    AukShape shape;
    float half_height, speed;
    uint8_t floor;
    const char *seen; // what the shape is called
} Jumper;

static Jumper random_jumper(Random *random)
{
    static const char *const names[] = {"box", "capsule", "circle"};
    int kind = random_int(random, 0, 2);
    float half = 0.5f + random_float(random, 0.001f, 0.05f), end = half - 0.3f;
    AukShape shapes[] = {auk_shape_box(0.3f, half), auk_shape_capsule(auk_vec(0.0f, -end), auk_vec(0.0f, end), 0.3f),
                         auk_shape_circle(half)};
    uint8_t floor = random_chance(random, 0.5) ? AUK_TILE_ONE_WAY_HIGH : AUK_TILE_KIND_FIRST;
    return (Jumper){shapes[kind], half, random_float(random, 1.0f, 12.0f), floor, names[kind]};
}

static void assert_outside(const Jumper *jumper, AukVec2 at, int step)
{
    float feet = at.y - jumper->half_height, head = at.y + jumper->half_height;
    cr_assert(at.x < 3.0f || feet >= 1.999f, "%s of height %g, speed %g: at (%g, %g) in step %d", jumper->seen,
              2.0 * (double)jumper->half_height, (double)jumper->speed, (double)at.x, (double)at.y, step);
    cr_assert(head <= 3.001f);
}

static AukVec2 velocity_in(const Jumper *jumper, int step, float fall)
{
    return auk_vec(step > JUMP ? jumper->speed : 0.0f, step == JUMP ? 9.0f : fall - GRAVITY * DT);
}

Test(tile_tunnel, a_mover_that_is_too_tall_does_not_enter)
{
    Random random = random_start(random_seed(), 93);
    for (int i = 0; i < 300; i++) {
        Jumper jumper = random_jumper(&random);
        AukWorld *world = level(jumper.floor);
        AukMover mover = {.shape = jumper.shape, .pose.p = {2.3f, 1.001f + jumper.half_height}};
        mover.snap = random_chance(&random, 0.5) ? 0.25f : 0.0f;
        mover.step_height = random_chance(&random, 0.5) ? 0.3f : 0.0f;
        for (int step = 0; step < STEPS; step++) {
            mover.velocity = velocity_in(&jumper, step, mover.velocity.y);
            cr_assert_geq(auk_world_move(world, &mover, DT, NULL, 0), 0);
            cr_assert_not(mover.stuck, "%s of height %g", jumper.seen, 2.0 * (double)jumper.half_height);
            assert_outside(&jumper, mover.pose.p, step);
        }
        auk_world_destroy(world);
    }
}

Test(tile_tunnel, a_body_that_is_too_tall_does_not_enter)
{
    Random random = random_start(random_seed(), 94);
    for (int i = 0; i < 300; i++) {
        Jumper jumper = random_jumper(&random);
        AukWorld *world = level(jumper.floor);
        AukBodyId body = scene_bullet(world, jumper.shape, auk_vec(2.2f, 1.001f + jumper.half_height),
                                      auk_vec(0.0f, 0.0f), AUK_RESPONSE_SLIDE);
        for (int step = 0; step < STEPS; step++) {
            AukVec2 velocity = velocity_in(&jumper, step, auk_body_get_velocity(world, body).y);
            cr_assert_eq(auk_body_set_velocity(world, body, velocity), AUK_OK);
            cr_assert_eq(auk_world_step(world, DT), AUK_OK);
            assert_outside(&jumper, auk_body_get_position(world, body), step);
        }
        auk_world_destroy(world);
    }
}
