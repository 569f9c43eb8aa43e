// What rests is not found anew: a touch that is settled is taken over as long as nothing about its pair changes. No bit
// depends on that, whatever is done to the bodies between steps: a twin that finds everything anew has the same hashes.
#include "auk/auk.h"
#include "world/state/world_state.h"

#include "support/random.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { BODIES = 60, STEPS = 80, SIDE = 6, CORNERS = 12 };

typedef struct Twins {
    AukWorld *world, *twin; // the twin takes nothing over
    AukBodyId bodies[BODIES];
    AukShapeId shapes[BODIES], grid, chain;
} Twins;

static AukShape random_shape(Random *random, const AukVec2 corners[CORNERS])
{
    float size = random_float(random, 0.4f, 0.8f);
    switch (random_int(random, 0, 5)) {
    case 0: return auk_shape_circle(0.5f * size);
    case 1: return auk_shape_box(0.5f * size, 0.3f * size);
    case 2: return auk_shape_ellipse(0.6f * size, 0.3f * size);
    case 3: return auk_shape_capsule(auk_vec(-0.3f * size, 0.0f), auk_vec(0.3f * size, 0.0f), 0.2f * size);
    case 4: return auk_shape_polygon(corners, 5, 0.05f * size);
    default: return auk_shape_polygon(corners, CORNERS, 0.0f); // too many for the quick ways
    }
}

static void make_corners(AukVec2 *corners, int count)
{
    for (int i = 0; i < count; i++) {
        AukRot turn = auk_rot(6.2831853f * (float)i / (float)count);
        corners[i] = auk_vec(0.4f * turn.c, 0.3f * turn.s);
    }
}

static AukShape shape_for(Random *random)
{
    static AukVec2 five[5], twelve[CORNERS];
    make_corners(five, 5);
    make_corners(twelve, CORNERS);
    AukShape shape = random_shape(random, twelve);
    if (shape.kind == AUK_SHAPE_POLYGON && shape.core.polygon.count == 5) {
        shape.core.polygon.vertices = five;
    }
    return shape;
}

// A ground of tiles, a chain and a heap of bodies, all at rest.
static void fill(AukWorld *world, uint64_t seed, Twins *twins)
{
    Random random = random_start(seed, 1);
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC, .position = {-3.0f, -4.0f}};
    uint8_t cells[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        cells[i] = i < 3 * SIDE && random_chance(&random, 0.8) ? AUK_TILE_FULL : AUK_TILE_EMPTY;
    }
    AukTilesDef tiles = {SIDE, SIDE, 1.0f, 0.0f, cells};
    AukVec2 points[4] = {{3.0f, 3.0f}, {1.0f, -2.0f}, {-1.0f, -2.2f}, {-3.0f, 3.0f}};
    AukBodyId body = auk_body_create(world, &ground);
    twins->grid = auk_body_add_tiles(world, body, &tiles, NULL);
    cr_assert_neq(twins->grid.generation, 0);
    twins->chain = auk_body_add_chain(world, body, points, 4, false, NULL);
    cr_assert_neq(twins->chain.generation, 0);
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def = {.position = random_vec(&random, -2.5f, 2.5f),
                          .angle = random_float(&random, -3.0f, 3.0f),
                          .motion = random_chance(&random, 0.2) ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING,
                          .sensor = random_chance(&random, 0.2)};
        AukShapeDef shape = {.shape = shape_for(&random), .sensor = def.sensor};
        twins->bodies[i] = auk_body_create(world, &def);
        twins->shapes[i] = auk_body_add_shape(world, twins->bodies[i], &shape);
        cr_assert_neq(twins->shapes[i].generation, 0);
    }
}

// Something that may change what a pair gives, or may not.
static void change(AukWorld *world, const Twins *twins, Random *random)
{
    int which = random_int(random, 0, BODIES - 1);
    AukBodyId body = twins->bodies[which];
    AukTransform pose = auk_body_get_pose(world, body);
    AukShape shape = shape_for(random);
    AukVec2 velocity = random_vec(random, -1.0f, 1.0f);
    static const AukVec2 basin[4] = {{3.0f, 3.0f}, {1.0f, -2.0f}, {-1.0f, -2.5f}, {-3.0f, 3.0f}};
    AukOrigin moved;
    switch (random_int(random, 0, 17)) {
    case 16: auk_world_shape_set_chain_points(world, twins->chain, random_int(random, 0, 3), &velocity, 1); break;
    case 17: auk_world_shape_set_chain(world, twins->chain, basin, which % 2 ? 4 : 3, which % 3 == 0); break;
    case 13: auk_world_shape_set_enabled(world, twins->shapes[which], random_chance(random, 0.7)); break;
    case 14: auk_world_shape_set_local_pose(world, twins->shapes[which], auk_transform(velocity, velocity.x)); break;
    case 15: auk_world_shape_set_local_pose(world, twins->grid, auk_transform(velocity, 0.0f)); break;
    case 0: auk_body_set_pose(world, body, pose); break;
    case 1:
        pose.p.x += 0.01f;
        auk_body_set_pose(world, body, pose);
        break;
    case 2:
        pose.p.y -= 0.01f;
        auk_body_move_to(world, body, pose);
        break;
    case 3: auk_body_set_velocity(world, body, velocity); break;
    case 4: auk_body_set_velocity(world, body, auk_vec(0.0f, 0.0f)); break;
    case 5: auk_world_shape_set(world, twins->shapes[which], &shape); break;
    case 6: auk_world_shape_set_sensor(world, twins->shapes[which], random_chance(random, 0.3)); break;
    case 7: auk_body_set_enabled(world, body, !auk_body_is_enabled(world, body)); break;
    case 8:
        auk_world_shape_set_tile(world, twins->grid, random_int(random, 0, SIDE - 1), random_int(random, 0, 2),
                                 (AukTile)random_int(random, 0, 1));
        break;
    case 9: auk_world_shift_origin(world, 1.0, -2.0, &moved); break;
    case 10: auk_world_shape_set_proximity(world, twins->shapes[which], 0.1f); break;
    case 11: auk_body_set_motion(world, body, (AukMotion)random_int(random, 0, AUK_MOTION_COUNT - 1)); break;
    default: auk_world_shape_set_tiles(world, twins->grid, 0, 0, 1, 3, NULL); break;
    }
}

static int settled(const AukWorld *world)
{
    const AukTouch *touches = world->output.solids.touches.items;
    int count = 0;
    for (int i = 0; i < world->output.solids.touches.count; i++) {
        count += touches[i].reusable;
    }
    return count;
}

static void unsettle(AukTouches *last)
{
    AukTouch *touches = last->touches.items;
    for (int i = 0; i < last->touches.count; i++) {
        touches[i].reusable = false;
    }
}

// Goes back to a moment before and makes the same changes once more, or takes back what was done since.
static void go_back(AukWorld *world, void *buffer, uint64_t *size, Random *random)
{
    if (*size > 0 && random_chance(random, 0.5)) {
        cr_assert_eq(auk_world_restore(world, buffer, *size), AUK_OK);
    } else if (auk_world_snapshot_size(world) <= 1u << 20) {
        *size = auk_world_snapshot_size(world);
        cr_assert_eq(auk_world_snapshot(world, buffer, *size), AUK_OK);
    }
}

Test(reusable, what_is_taken_over_is_what_would_be_found)
{
    uint64_t seed = random_seed();
    int taken_over = 0, repeats = random_repeats(20);
    for (int repeat = 0; repeat < repeats; repeat++) {
        AukWorldDef def = {.worker_count = repeat % 3};
        Twins twins = {.world = auk_world_create(&def, NULL), .twin = auk_world_create(NULL, NULL)};
        twins.world->parallel.grain = 16;
        fill(twins.world, seed + (uint64_t)repeat, &twins);
        fill(twins.twin, seed + (uint64_t)repeat, &twins);
        Random ours = random_start(seed + (uint64_t)repeat, 2), theirs = ours;
        void *buffers[2] = {malloc(1u << 20), malloc(1u << 20)};
        uint64_t sizes[2] = {0, 0};
        for (int step = 0; step < STEPS; step++) {
            if (step % 4 == 3) {
                change(twins.world, &twins, &ours);
                change(twins.twin, &twins, &theirs);
            }
            if (step % 16 == 15) {
                go_back(twins.world, buffers[0], &sizes[0], &ours);
                go_back(twins.twin, buffers[1], &sizes[1], &theirs);
            }
            unsettle(&twins.twin->output.solids);
            unsettle(&twins.twin->output.sensors);
            cr_assert_eq(settled(twins.twin), 0);
            cr_assert_eq(auk_world_step(twins.world, 1.0f / 60.0f), AUK_OK);
            cr_assert_eq(auk_world_step(twins.twin, 1.0f / 60.0f), AUK_OK);
            cr_assert_eq(auk_world_hash(twins.world), auk_world_hash(twins.twin), "seed %llu, repeat %d, step %d",
                         (unsigned long long)seed, repeat, step);
            taken_over += settled(twins.world);
        }
        free(buffers[0]);
        free(buffers[1]);
        auk_world_destroy(twins.world);
        auk_world_destroy(twins.twin);
    }
    cr_assert_gt(taken_over, 1000 * repeats, "most of what rests");
}

Test(reusable, a_body_that_is_put_where_another_was_does_not_keep_its_contact)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.shape = auk_shape_box(1.0f, 1.0f)};
    auk_body_create(world, &def);
    def.position.x = 1.5f;
    AukBodyId body = auk_body_create(world, &def);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    }
    cr_assert_eq(settled(world), 1);
    cr_assert_eq(auk_body_set_pose(world, body, auk_transform(auk_vec(1.75f, 0.0f), 0.0f)), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).items[0].manifold.distance, -0.25f);
    auk_world_destroy(world);
}
