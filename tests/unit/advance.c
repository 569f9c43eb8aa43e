// Bodies that are advanced one at a time: what moves, what follows at the next step, and what is refused.
#include "auk/auk.h"

#include "support/mover_scene.h"
#include "support/world_record.h"
#include "unit/failing_allocator.h"

#include <math.h>

static float x_of(const AukWorld *world, AukBodyId body)
{
    return auk_body_get_position(world, body).x;
}

static AukBodyId bouncing_ball(AukWorld *world, float x, float speed)
{
    return scene_bullet(world, auk_shape_circle(0.5f), auk_vec(x, 0.0f), auk_vec(speed, 0.0f), AUK_RESPONSE_BOUNCE);
}

Test(advance, one_body_moves_and_bounces_and_the_others_stay)
{
    AukWorld *world = scene_world();
    scene_wall(world, 6.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId ball = bouncing_ball(world, 0.0f, 6.0f), other = bouncing_ball(world, 0.0f, 9.0f);
    AukPredicted answer;
    cr_assert_eq(auk_body_set_filter(world, other, (AukFilter){.group = 1}), AUK_OK);
    cr_assert_eq(auk_body_set_filter(world, ball, (AukFilter){.group = 1}), AUK_OK);
    cr_assert_eq(auk_body_advance(world, ball, 1.0f, &answer), AUK_OK);
    cr_assert(near(x_of(world, ball), 3.0f, 1e-5f) && auk_body_get_velocity(world, ball).x == -6.0f);
    cr_assert(x_of(world, other) == 0.0f && auk_body_get_velocity(world, other).x == 9.0f);
    cr_assert(answer.legs.count == 2 && answer.hits.count == 1 && answer.legs.items[0].hit == 0);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(3.0f, 5.0f), auk_vec(0.0f, -9.0f), NULL, &found));
    cr_assert(auk_body_id_equal(found.body, ball)); // queries see it at once
    auk_world_destroy(world);
}

Test(advance, contacts_and_events_come_with_a_step_of_no_length)
{
    AukWorld *world = scene_world();
    AukBodyId wall = scene_wall(world, 3.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, 0.0f), auk_vec(6.0f, 0.0f), AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert_eq(auk_body_advance(world, ball, 1.0f, NULL), AUK_OK);
    cr_assert(auk_world_contacts(world).count == 0 && auk_world_hits(world).count == 0);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert(auk_world_contacts(world).count == 1 && auk_world_events(world, AUK_EVENT_BEGIN).count == 1);
    cr_assert(auk_body_id_equal(auk_world_events(world, AUK_EVENT_BEGIN).items[0].body_a, wall));
    cr_assert_eq(auk_world_hits(world).count, 0);
    auk_world_destroy(world);
}

Test(advance, a_ball_that_is_pushed_goes_on_for_the_rest_of_the_time)
{
    AukWorld *world = scene_world();
    AukBodyId cue = bouncing_ball(world, 0.0f, 4.0f), hit = bouncing_ball(world, 3.0f, 0.0f);
    cr_assert_eq(auk_body_advance(world, cue, 1.0f, NULL), AUK_OK);
    cr_assert(near(x_of(world, cue), 2.0f, 1e-5f) && near(x_of(world, hit), 5.0f, 1e-5f));
    cr_assert(near(auk_body_get_velocity(world, cue).x, 0.0f, 1e-5f));
    cr_assert(near(auk_body_get_velocity(world, hit).x, 4.0f, 1e-5f));
    auk_world_destroy(world);
}

Test(advance, piercings_and_bounces_are_used_up)
{
    AukWorld *world = scene_world();
    scene_wall(world, 2.0f, 0.0f, 0.2f, 1.0f);
    scene_wall(world, 5.0f, 0.0f, 0.2f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), 0.0f, 0.0f);
    def.response = AUK_RESPONSE_BOUNCE;
    def.velocity = auk_vec(1.0f, 0.0f);
    def.pierce = 1;
    def.bounces = 1;
    AukBodyId bullet = auk_body_create(world, &def);
    int first = 0, hits = 0;
    for (int i = 0; i < 200; i++) {
        AukPredicted answer;
        cr_assert_eq(auk_body_advance(world, bullet, 0.05f, &answer), AUK_OK);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        for (int k = 0; k < answer.hits.count; k++) {
            first += answer.hits.items[k].hit.first;
            hits++;
        }
    }
    cr_assert_eq(auk_body_get_pierce(world, bullet), 0);
    cr_assert(near(x_of(world, bullet), 2.3f, 1e-4f), "%g", (double)x_of(world, bullet));
    cr_assert(first == 3 && hits > first, "%d of %d", first, hits); // pierced, bounced, stopped
    auk_world_destroy(world);
}

Test(advance, a_body_that_is_not_swept_or_disabled_just_moves)
{
    AukWorld *world = scene_world();
    scene_wall(world, 3.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 0.5f), ghost = bouncing_ball(world, 0.0f, 8.0f);
    cr_assert_eq(auk_body_set_velocity(world, ball, auk_vec(8.0f, 0.0f)), AUK_OK);
    cr_assert_eq(auk_body_move_to(world, ball, auk_transform_identity()), AUK_OK); // dropped
    cr_assert_eq(auk_body_set_enabled(world, ghost, false), AUK_OK);
    cr_assert_eq(auk_body_advance(world, ball, 1.0f, NULL), AUK_OK);
    cr_assert_eq(auk_body_advance(world, ghost, 1.0f, NULL), AUK_OK);
    cr_assert(x_of(world, ball) == 8.0f && x_of(world, ghost) == 8.0f);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(x_of(world, ball), 16.0f);
    auk_world_destroy(world);
}

Test(advance, what_cannot_move_is_refused)
{
    AukWorld *world = scene_world();
    AukBodyId wall = scene_wall(world, 6.0f, 0.0f, 1.0f, 1.0f), ball = bouncing_ball(world, 0.0f, 1e14f);
    AukBodyId gone = scene_ball(world, 9.0f, 9.0f, 1.0f), none = {0, 0}, absurd = {UINT32_MAX, 1};
    cr_assert_eq(auk_body_destroy(world, gone), AUK_OK);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_body_advance(NULL, ball, 0.1f, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_advance(world, none, 0.1f, NULL), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_advance(world, gone, 0.1f, NULL), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_advance(world, absurd, 0.1f, NULL), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_advance(world, wall, 0.1f, NULL), AUK_ERROR_STATIC_BODY);
    cr_assert_eq(auk_body_advance(world, ball, -0.1f, NULL), AUK_ERROR_TIME_STEP);
    cr_assert_eq(auk_body_advance(world, ball, NAN, NULL), AUK_ERROR_TIME_STEP);
    cr_assert_eq(auk_body_advance(world, ball, INFINITY, NULL), AUK_ERROR_TIME_STEP);
    cr_assert_eq(auk_body_advance(world, ball, 1e3f, NULL), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_body_advance(world, ball, 0.0f, NULL), AUK_OK);
    cr_assert(auk_world_last_status(world) == AUK_OK && auk_world_hash(world) == hash);
    auk_world_destroy(world);
}

Test(advance, without_memory_nothing_has_moved)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    int refused = 0;
    AukStatus status = AUK_ERROR_OUT_OF_MEMORY;
    for (int room = 0; status != AUK_OK; room++) {
        AukWorld *world = scene_world();
        scene_wall(world, 2.0f, 0.0f, 0.2f, 1.0f);
        scene_wall(world, 6.0f, 0.0f, 1.0f, 1.0f);
        AukBodyId ball = bouncing_ball(world, 0.0f, 8.0f);
        cr_assert_eq(auk_body_set_pierce(world, ball, 1), AUK_OK);
        bouncing_ball(world, 4.0f, 0.0f);
        uint64_t hash = auk_world_hash(world);
        memory.calls = 0;
        memory.fail_at = room;
        status = auk_body_advance(world, ball, 1.0f, NULL);
        memory.fail_at = -1;
        cr_assert(status == AUK_OK || status == AUK_ERROR_OUT_OF_MEMORY);
        cr_assert_eq(auk_world_hash(world) == hash, status != AUK_OK, "room %d", room);
        refused += status != AUK_OK;
        auk_world_destroy(world);
    }
    cr_assert_gt(refused, 10);
    auk_set_allocator(NULL);
}

Test(advance, a_record_of_it_replays)
{
    Tape tape = {NULL, 0, 0};
    AukWorld *world = scene_world();
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    scene_wall(world, 6.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId ball = bouncing_ball(world, 0.0f, 6.0f), other = bouncing_ball(world, 3.0f, 0.0f);
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(auk_body_advance(world, i % 2 ? other : ball, 0.3f, NULL), AUK_OK);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    }
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert(auk_replay_run(replay));
    cr_assert_eq(auk_world_hash(auk_replay_world(replay)), auk_world_hash(world));
    auk_replay_close(replay);
    tape_free(&tape);
    auk_world_destroy(world);
}
