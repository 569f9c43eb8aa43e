// Characters on conveyors. On a platform that slopes, moves and turns a frame is compared with the same frame without
// the conveyor, plus velocity times time along the surface. In random levels where everything is a conveyor nothing
// leads a character into or through anything.
#include "auk/shapes.h"

#include "support/mover_level.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

enum { USUAL_PLATFORMS = 300, FRAMES = 60, USUAL_LEVELS = 10, MOVES = 300 };

#define DT (1.0f / 60.0f)

typedef struct Ride {
    AukWorld *worlds[2]; // without and with the conveyor
    AukBodyId body;
    AukVec2 belt;
    float size, spin;
    AukMover mover;
} Ride;

static AukShape some_shape(Random *random, float size)
{
    switch (random_int(random, 0, 2)) {
    case 0: return auk_shape_circle(size);
    case 1: return auk_shape_box(size, size * random_float(random, 0.5f, 2.0f));
    default: return auk_shape_capsule(auk_vec(0.0f, -size), auk_vec(0.0f, size), 0.5f * size);
    }
}

// A platform whose top is at the origin, with a mover that stands on it.
static void begin(Ride *ride, Random *random)
{
    float size = (float)random_log(random, 1e-3, 1e3), angle = random_float(random, -0.55f, 0.55f);
    ride->size = size;
    ride->belt = auk_vec_scale(size * random_float(random, 0.1f, 6.0f),
                               auk_rot_apply(auk_rot(random_float(random, -0.5f, 0.5f)),
                                             auk_vec(random_chance(random, 0.5) ? 1.0f : -1.0f, 0.0f)));
    ride->spin = random_chance(random, 0.5) ? 0.0f : random_float(random, -0.2f, 0.2f);
    AukVec2 velocity = random_chance(random, 0.5) ? auk_vec(0.0f, 0.0f) : random_vec(random, -size, size);
    for (int k = 0; k < 2; k++) {
        AukBodyDef def =
            scene_def(AUK_MOTION_MOVING, auk_shape_box(40.0f * size, size), size * sinf(angle), -size * cosf(angle));
        def.angle = angle;
        ride->worlds[k] = scene_world();
        ride->body = auk_body_create(ride->worlds[k], &def);
        auk_body_set_velocity(ride->worlds[k], ride->body, velocity);
        auk_body_set_spin(ride->worlds[k], ride->body, ride->spin);
    }
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(ride->worlds[1], ride->body, &shape, 1), 1);
    cr_assert_eq(auk_world_shape_set_conveyor(ride->worlds[1], shape, ride->belt), AUK_OK);
    memset(&ride->mover, 0, sizeof ride->mover);
    ride->mover.shape = some_shape(random, size);
    ride->mover.pose.p = auk_vec(0.0f, 6.0f * size);
    ride->mover.snap = size;
    ride->mover.velocity = auk_vec(0.0f, -10.0f * size / DT);
    cr_assert_geq(auk_world_move(ride->worlds[0], &ride->mover, DT, NULL, 0), 0);
    cr_assert(ride->mover.floor);
}

static void frame(Ride *ride, float walk, uint64_t seed)
{
    AukMover plain = ride->mover;
    plain.velocity = ride->mover.velocity = auk_vec(walk, -ride->size);
    cr_assert_geq(auk_world_move(ride->worlds[0], &plain, DT, NULL, 0), 0);
    cr_assert_geq(auk_world_move(ride->worlds[1], &ride->mover, DT, NULL, 0), 0);
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(auk_world_step(ride->worlds[k], DT), AUK_OK);
    }
    // in the plain words of the header: as fast as the belt, along the top of the platform
    AukVec2 along = auk_rot_apply(auk_body_get_pose(ride->worlds[1], ride->body).q, auk_vec(1.0f, 0.0f));
    float speed = auk_vec_length(ride->belt) * (ride->belt.x < 0.0f ? -1.0f : 1.0f);
    AukVec2 by = auk_vec_sub(ride->mover.pose.p, plain.pose.p), want = auk_vec_scale(speed * DT, along);
    float slack = ride->size * (1e-4f + 0.02f * fabsf(ride->spin));
    cr_assert(fabsf(by.x - want.x) <= slack && fabsf(by.y - want.y) <= slack,
              "(%g, %g), not (%g, %g) of size %g, AUK_SEED=%llu", (double)by.x, (double)by.y, (double)want.x,
              (double)want.y, (double)ride->size, (unsigned long long)seed);
    cr_assert(ride->mover.velocity.x == plain.velocity.x && ride->mover.velocity.y == plain.velocity.y);
    AukVec2 more = auk_vec_sub(ride->mover.support_velocity, plain.support_velocity);
    cr_assert(fabsf(more.x - speed * along.x) <= slack / DT && fabsf(more.y - speed * along.y) <= slack / DT);
}

Test(prop_conveyor, adds_its_velocity_times_the_time_along_the_surface)
{
    for (int i = 0; i < random_repeats(USUAL_PLATFORMS); i++) {
        Random random = random_start(random_seed(), 890000u + (uint64_t)i);
        Ride ride;
        begin(&ride, &random);
        float walk = random_chance(&random, 0.5) ? 0.0f : random_float(&random, -4.0f, 4.0f) * ride.size;
        for (int k = 0; k < FRAMES; k++) {
            frame(&ride, walk, random_seed());
        }
        auk_world_destroy(ride.worlds[0]);
        auk_world_destroy(ride.worlds[1]);
    }
}

static void set_conveyors(const Level *level, Random *random)
{
    for (int i = 0; i < level->count; i++) {
        AukShapeId shapes[4];
        int count = auk_body_get_shapes(level->world, level->bodies[i], shapes, 4);
        for (int k = 0; k < count; k++) {
            AukVec2 velocity =
                auk_vec_scale(level->size * (float)random_log(random, 1e-3, 10.0), random_direction(random));
            cr_assert_eq(auk_world_shape_set_conveyor(level->world, shapes[k], velocity), AUK_OK);
        }
    }
}

static void play(int index, long *conveyed)
{
    static Level level;
    Random random = random_start(random_seed(), 900000u + (uint64_t)index);
    bool made = level_make(&level, &random, index % 2 != 0);
    set_conveyors(&level, &random);
    level.mover.floating = false;
    for (int i = 0; i < MOVES && made; i++) {
        if (i % 8 == 0) {
            AukVec2 side = auk_vec(level.up.y, -level.up.x);
            level.mover.velocity = auk_vec_scale(level.size * random_float(&random, -1.0f, 1.0f), side);
        }
        level.mover.velocity = auk_vec_sub(level.mover.velocity, auk_vec_scale(0.2f * level.size, level.up));
        level_send_platforms(&level, (float)i);
        cr_assert(auk_world_move(level.world, &level.mover, 1.0f, NULL, 0) >= 0);
        cr_assert_eq(auk_world_step(level.world, 1.0f), AUK_OK);
        AukVec2 at = level.mover.pose.p;
        int body;
        float distance = level_distance(&level, at, &body);
        bool crushed = level.mover.stuck && level.platform_count > 0;
        cr_assert(crushed || distance >= -0.5f * level_gap(&level, at), "level %d, move %d: %g, AUK_SEED=%llu", index,
                  i, (double)distance, (unsigned long long)random_seed());
        cr_assert(level_is_inside(&level, at), "level %d, move %d: beyond, AUK_SEED=%llu", index, i,
                  (unsigned long long)random_seed());
        *conveyed += level.mover.floor && !level.mover.stuck;
    }
    level_destroy(&level);
}

Test(prop_conveyor, leads_no_character_into_or_through_anything, .timeout = 3600)
{
    long conveyed = 0;
    for (int i = 0; i < random_repeats(USUAL_LEVELS); i++) {
        play(i, &conveyed);
    }
    cr_assert_gt(conveyed, 0);
}
