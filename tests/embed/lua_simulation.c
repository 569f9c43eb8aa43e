// A simulation whose hashes demos/lua/test/simulation.lua must have too, call by call.
#include <auk/auk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 200, WALKERS = 5 };

static uint32_t state = 12345;

static float random_between(double low, double high)
{
    state = state * 1664525u + 1013904223u;
    return (float)(low + (high - low) * (state >> 8) / 16777216.0);
}

static void make_ground(AukWorld *world)
{
    static const AukVec2 chain[] = {{-60, -20}, {-20, -22}, {20, -18}, {60, -20}};
    static const uint8_t cells[] = {AUK_TILE_FULL, AUK_TILE_SLOPE_RIGHT_LOW, 0, 1, 1, 1, 0, 1};
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &ground);
    auk_body_add_chain(world, body, chain, 4, false, NULL);
    AukTilesDef tiles = {.width = 4, .height = 2, .cell = 2, .cells = cells};
    AukShapeDef at = {.position = {-4, 6}};
    auk_body_add_tiles(world, body, &tiles, &at);
    AukResponseRule rule = {.category = 1u << 3, .response = AUK_RESPONSE_BOUNCE, .bounce_loss = 0.25f};
    auk_world_set_response_rules(world, &rule, 1);
}

static void make_bodies(AukWorld *world, AukBodyId *bodies)
{
    static const AukVec2 points[] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0, 0.75f}, {0, 0}};
    AukVec2 hull[4];
    int count = auk_hull(points, 4, hull);
    for (int i = 1; i <= BODIES; i++) {
        AukBodyDef def = {0};
        def.shape = i % 3 == 0   ? auk_shape_box(0.5f, 0.25f)
                    : i % 3 == 1 ? auk_shape_circle(0.5f)
                                 : auk_shape_polygon(hull, count, 0);
        def.position.x = random_between(-30, 30);
        def.position.y = random_between(-15, 15);
        def.velocity.x = random_between(-9, 9);
        def.velocity.y = random_between(-9, 9);
        def.spin = random_between(-2, 2);
        def.motion = i % 4 == 0 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        def.response = i % 4 == 0 ? AUK_RESPONSE_SLIDE : AUK_RESPONSE_CROSS;
        def.filter.category = 1u << i % 5;
        def.user_data = (uint64_t)i;
        bodies[i - 1] = auk_body_create(world, &def);
    }
}

static void make_walkers(AukWorld *world, AukBodyId *bodies, AukMover *movers)
{
    for (int i = 1; i <= WALKERS; i++) {
        AukBodyDef def = {.shape = auk_shape_capsule(auk_vec(0, -0.5f), auk_vec(0, 0.5f), 0.4f)};
        def.position = auk_vec(8.0f * (float)i - 24.0f, -12);
        bodies[i - 1] = auk_body_create(world, &def);
        movers[i - 1] = (AukMover){.up = {0, 1}, .step_height = 0.3f};
    }
}

static void step(AukWorld *world, const AukBodyId *bodies, const AukBodyId *walkers, AukMover *movers)
{
    AukVec2 velocities[BODIES];
    auk_body_get_velocity_many(world, bodies, BODIES, velocities);
    for (int i = 0; i < BODIES; i++) {
        velocities[i] = auk_vec_add_scaled(velocities[i], 1.0f / 64, auk_vec(0, -10));
    }
    auk_body_set_velocity_many(world, bodies, BODIES, velocities);
    for (int i = 0; i < WALKERS; i++) {
        movers[i].velocity = auk_vec_add(movers[i].velocity, auk_vec(0.5f, -0.25f));
        auk_body_walk(world, walkers[i], &movers[i], 1.0f / 64, NULL);
    }
    auk_world_step(world, 1.0f / 64);
}

int main(void)
{
    AukWorldDef def = {.history = 4, .up = {0, -1}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId bodies[BODIES], walkers[WALKERS];
    AukMover movers[WALKERS];
    make_ground(world);
    make_bodies(world, bodies);
    make_walkers(world, walkers, movers);
    for (int i = 1; i <= 120; i++) {
        step(world, bodies, walkers, movers);
        if (i % 10 == 0) {
            printf("%d %016llx %d %d\n", i, (unsigned long long)auk_world_hash(world), auk_world_contacts(world).count,
                   auk_world_hits(world).count);
        }
    }
    auk_world_destroy(world);
    return 0;
}
