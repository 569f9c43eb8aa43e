// Bodies that drop through one-way floors.
#include "auk/record.h"
#include "auk/terrain.h"
#include "support/world_record.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

#define DT (1.0f / 64.0f)

static AukBodyId floor_at(AukWorld *world, float x, float y)
{
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(5.0f, 0.125f), x, y - 0.125f);
    def.one_way = auk_vec(0.0f, 1.0f);
    return auk_body_create(world, &def);
}

// A frame: a body on something rests, any other falls.
static void fall(AukWorld *world, AukBodyId body)
{
    AukVec2 v = auk_body_get_velocity(world, body);
    bool rests = auk_world_contacts(world).count > 0;
    (void)auk_body_set_velocity(world, body, auk_vec(v.x, rests ? -0.01f : v.y - 20.0f * DT));
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
}

static float land(AukWorld *world, AukBodyId body)
{
    for (int i = 0; i < 300; i++) {
        fall(world, body);
        if (i > 2 && auk_world_contacts(world).count > 0) {
            break;
        }
    }
    cr_assert_gt(auk_world_contacts(world).count, 0);
    return auk_body_get_position(world, body).y - 0.5f;
}

static AukBodyId crate(AukWorld *world, float x, float y)
{
    return scene_bullet(world, auk_shape_box(0.4f, 0.5f), auk_vec(x, y), auk_vec(0.0f, 0.0f), AUK_RESPONSE_SLIDE);
}

static bool close_to(float a, float b)
{
    return fabsf(a - b) < 1e-3f;
}

Test(drop_through, a_body_falls_through_one_floor_and_lands_on_the_next)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 9.0f, 1.0f);
    floor_at(world, 0.0f, 2.0f);
    floor_at(world, 0.0f, 2.3f); // nearer than the crate is high
    floor_at(world, 0.0f, 5.0f);
    AukBodyId body = crate(world, 0.0f, 6.0f);
    const float heights[5] = {5.0f, 2.3f, 2.0f, 0.0f, 0.0f};
    for (int i = 0; i < 5; i++) {
        float height = land(world, body);
        cr_assert(close_to(height, heights[i]), "%d: %g", i, (double)height);
        cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
    }
    auk_world_destroy(world);
}

Test(drop_through, contacts_end_and_a_body_that_waits_falls_later_while_others_stay)
{
    AukWorld *world = scene_world();
    floor_at(world, 0.0f, 2.0f);
    AukBodyId body = crate(world, 0.0f, 2.7f), other = crate(world, 2.0f, 2.7f);
    for (int i = 0; i < 20; i++) {
        (void)auk_body_set_velocity(world, body, auk_vec(0.0f, -1.0f));
        (void)auk_body_set_velocity(world, other, auk_vec(0.0f, -1.0f));
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    cr_assert_eq(auk_world_contacts(world).count, 2);
    cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
    (void)auk_body_set_velocity(world, body, auk_vec(0.0f, 0.0f));
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_END).count, i == 0);
        cr_assert_eq(auk_world_contacts(world).count, 1);
    }
    (void)auk_body_set_velocity(world, body, auk_vec(0.0f, -1.0f));
    for (int i = 0; i < 40; i++) {
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    }
    cr_assert(auk_body_get_position(world, body).y < 2.0f && auk_body_get_position(world, other).y > 2.49f);
    auk_world_destroy(world);
}

Test(drop_through, a_floor_holds_again_whoever_went_away_from_it)
{
    AukWorld *world = scene_world();
    floor_at(world, 0.0f, 2.0f);
    AukBodyId body = crate(world, 0.0f, 2.7f);
    (void)land(world, body);
    cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
    (void)scene_put(world, body, 0.0f, 4.0f);
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    cr_assert(close_to(land(world, body), 2.0f));
    auk_world_destroy(world);
}

static AukBodyId rows_of_tiles(AukWorld *world, AukVec2 one_way)
{
    static uint8_t cells[12 * 9];
    AukTile tile = one_way.y != 0.0f ? AUK_TILE_FULL : AUK_TILE_ONE_WAY_HIGH;
    for (int i = 0; i < 12 * 9; i++) {
        cells[i] = (uint8_t)(i / 12 % 4 == 0 ? tile : AUK_TILE_EMPTY);
    }
    AukTilesDef tiles = {.width = 12, .height = 9, .cell = 1.0f, .cells = cells};
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukShapeDef shape = {.position = {-6.0f, -1.0f}, .one_way = one_way};
    AukBodyId body = auk_body_create(world, &def);
    auk_body_add_tiles(world, body, &tiles, &shape);
    return body;
}

Test(drop_through, a_row_of_tiles_lets_it_pass_also_at_a_run_and_the_next_row_does_not)
{
    for (int k = 0; k < 6; k++) {
        AukWorld *world = scene_world();
        (void)rows_of_tiles(world, auk_vec(0.0f, k % 2 ? 1.0f : 0.0f));
        AukBodyId body = crate(world, -2.0f * (float)(k / 2 - 1), 9.0f);
        (void)auk_body_set_velocity(world, body, auk_vec(2.0f * (float)(k / 2 - 1), 0.0f));
        const float heights[2] = {8.0f, 4.0f};
        for (int i = 0; i < 2; i++) {
            float height = land(world, body);
            cr_assert(close_to(height, heights[i]), "%d, %d: %g", k, i, (double)height);
            cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
        }
        auk_world_destroy(world);
    }
}

Test(drop_through, snapshots_hashes_and_records_have_it)
{
    static unsigned char buffer[1 << 16];
    Tape tape = {NULL, 0, 0};
    AukWorld *world = scene_world(), *twin = scene_world();
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    floor_at(world, 0.0f, 2.0f);
    AukBodyId body = crate(world, 0.0f, 2.7f);
    (void)land(world, body);
    uint64_t before = auk_world_hash(world);
    cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
    cr_assert_neq(auk_world_hash(world), before);
    uint64_t size = auk_world_snapshot_size(world);
    cr_assert(size <= sizeof buffer && auk_world_snapshot(world, buffer, size) == AUK_OK);
    cr_assert_eq(auk_world_restore(twin, buffer, size), AUK_OK);
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(auk_world_hash(world), auk_world_hash(twin), "step %d", i);
        fall(world, body);
        fall(twin, body);
    }
    cr_assert_lt(auk_body_get_position(twin, body).y, 2.4f);
    cr_assert_eq(auk_world_restore(twin, buffer, size), AUK_OK); // again, with the same structure
    fall(twin, body);
    cr_assert_eq(auk_world_contacts(twin).count, 0);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert(auk_replay_run(replay));
    cr_assert_eq(auk_replay_report(replay).hash, auk_world_hash(world));
    auk_replay_close(replay);
    tape_free(&tape);
    auk_world_destroy(world);
    auk_world_destroy(twin);
}

Test(drop_through, an_entry_is_gone_after_the_fall_and_with_the_floor)
{
    AukWorld *world = scene_world(), *plain = scene_world();
    AukBodyId ids[2], floors[2];
    AukWorld *worlds[2] = {world, plain};
    for (int k = 0; k < 2; k++) {
        floors[k] = floor_at(worlds[k], 0.0f, 2.0f);
        ids[k] = crate(worlds[k], 0.0f, 2.7f);
        (void)land(worlds[k], ids[k]);
    }
    cr_assert_eq(auk_world_hash(world), auk_world_hash(plain));
    cr_assert_eq(auk_body_drop_through(world, ids[0]), AUK_OK);
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(auk_body_destroy(worlds[k], floors[k]), AUK_OK);
        cr_assert_eq(auk_world_step(worlds[k], DT), AUK_OK);
    }
    cr_assert_eq(auk_world_hash(world), auk_world_hash(plain));
    auk_world_destroy(world);
    auk_world_destroy(plain);
}

Test(drop_through, refuses_bad_input_and_does_nothing_on_solid_ground)
{
    AukWorld *world = scene_world();
    AukBodyId none = {0, 0}, gone = scene_ball(world, 9.0f, 9.0f, 1.0f);
    scene_wall(world, 0.0f, 1.0f, 5.0f, 1.0f);
    AukBodyId body = crate(world, 0.0f, 2.7f);
    (void)auk_body_destroy(world, gone);
    (void)land(world, body);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_body_drop_through(NULL, body), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_drop_through(world, none), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_drop_through(world, gone), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert(close_to(land(world, body), 2.0f));
    auk_world_destroy(world);
}
