// Many characters in one call, against one call for each.
#include "auk/terrain.h"
#include "support/mover_scene.h"

enum { MOVERS = 300, ROOM = 4, FRAMES = 40 };

typedef struct Pack {
    AukMover movers[MOVERS];
    AukMoveReport reports[MOVERS];
    AukMoverContact contacts[MOVERS][ROOM];
    AukMoverSensor sensors[MOVERS][ROOM];
    AukStatus statuses[MOVERS];
} Pack;

static AukWorld *hills(void)
{
    AukWorld *world = scene_world();
    AukVec2 points[80];
    for (int i = 0; i < 80; i++) {
        points[i] = auk_vec((float)i - 20.0f, (float)(i * i % 7) * 0.2f);
    }
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    auk_body_add_chain(world, auk_body_create(world, &ground), points, 80, false, NULL);
    for (int i = 0; i < 12; i++) {
        scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.4f), 4.0f * (float)i - 10.0f, 2.0f);
        scene_wall(world, 4.0f * (float)i - 8.0f, 1.5f, 0.2f, 0.4f);
    }
    return world;
}

static void place(Pack *pack)
{
    memset(pack, 0, sizeof *pack);
    for (int i = 0; i < MOVERS; i++) {
        pack->movers[i] = penguin(0.15f * (float)i - 15.0f, 4.0f + (float)(i % 5));
        pack->movers[i].step_height = 0.3f;
        pack->reports[i].contacts = pack->contacts[i];
        pack->reports[i].sensors = pack->sensors[i];
        pack->reports[i].contact_capacity = pack->reports[i].sensor_capacity = ROOM;
    }
}

static void steer(Pack *pack)
{
    for (int i = 0; i < MOVERS; i++) {
        AukMover *mover = &pack->movers[i];
        mover->velocity = auk_vec(i % 2 == 0 ? 4.0f : -4.0f, mover->velocity.y + GRAVITY * DT);
    }
}

static void expect_same(const Pack *one, const Pack *other)
{
    cr_assert_eq(memcmp(one->movers, other->movers, sizeof one->movers), 0);
    cr_assert_eq(memcmp(one->contacts, other->contacts, sizeof one->contacts), 0);
    cr_assert_eq(memcmp(one->sensors, other->sensors, sizeof one->sensors), 0);
    for (int i = 0; i < MOVERS; i++) {
        cr_assert_eq(one->reports[i].contact_count, other->reports[i].contact_count);
        cr_assert_eq(one->reports[i].sensor_count, other->reports[i].sensor_count);
    }
}

Test(mover_many, moves_each_as_a_call_of_its_own_with_any_number_of_threads)
{
    static Pack singly, together[3];
    AukPool *pools[3] = {NULL, auk_pool_create(2, NULL, NULL), auk_pool_create(5, NULL, NULL)};
    AukWorld *world = hills();
    place(&singly);
    for (int k = 0; k < 3; k++) {
        place(&together[k]);
    }
    int touched = 0, sensed = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        steer(&singly);
        for (int i = 0; i < MOVERS; i++) {
            cr_assert_eq(auk_world_move_report(world, &singly.movers[i], DT, &singly.reports[i]), AUK_OK);
            touched += singly.reports[i].contact_count;
            sensed += singly.reports[i].sensor_count;
        }
        for (int k = 0; k < 3; k++) {
            Pack *pack = &together[k];
            steer(pack);
            cr_assert_eq(auk_world_move_many(world, pack->movers, MOVERS, DT, pack->reports, NULL, pools[k]), MOVERS);
            expect_same(&singly, pack);
        }
    }
    cr_assert(touched > MOVERS && sensed > 10, "%d contacts, %d sensors", touched, sensed);
    auk_pool_destroy(pools[1]);
    auk_pool_destroy(pools[2]);
    auk_world_destroy(world);
}

Test(mover_many, a_mover_that_is_refused_stays_and_the_others_move)
{
    static Pack pack;
    AukWorld *world = hills();
    place(&pack);
    pack.movers[3].velocity.x = NAN;
    pack.movers[7].shape = auk_shape_circle(-1.0f);
    pack.movers[8].step_height = -1.0f;
    pack.reports[9].contact_capacity = -1;
    AukMover refused[2] = {pack.movers[3], pack.movers[9]};
    cr_assert_eq(auk_world_move_many(world, pack.movers, MOVERS, DT, pack.reports, pack.statuses, NULL), MOVERS - 4);
    for (int i = 0; i < MOVERS; i++) {
        AukStatus expected = i == 3 ? AUK_ERROR_NOT_FINITE : i == 9 ? AUK_ERROR_COUNT : AUK_OK;
        expected = i == 7 || i == 8 ? AUK_ERROR_NEGATIVE : expected;
        cr_assert_eq(pack.statuses[i], expected, "mover %d: %s", i, auk_status_text(pack.statuses[i]));
    }
    cr_assert(memcmp(&refused[0], &pack.movers[3], sizeof refused[0]) == 0);
    cr_assert(memcmp(&refused[1], &pack.movers[9], sizeof refused[1]) == 0);
    cr_assert_eq(auk_world_move_many(world, pack.movers, MOVERS, DT, NULL, NULL, NULL), MOVERS - 3);
    auk_world_destroy(world);
}

Test(mover_many, arguments_that_are_none_refuse_the_call)
{
    AukWorld *world = hills();
    AukMover mover = penguin(0.0f, 5.0f), before = mover;
    cr_assert_eq(auk_world_move_many(NULL, &mover, 1, DT, NULL, NULL, NULL), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_move_many(world, NULL, 1, DT, NULL, NULL, NULL), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_move_many(world, &mover, -1, DT, NULL, NULL, NULL), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_move_many(world, &mover, 1, -DT, NULL, NULL, NULL), -(int)AUK_ERROR_TIME_STEP);
    cr_assert_eq(auk_world_move_many(world, &mover, 1, NAN, NULL, NULL, NULL), -(int)AUK_ERROR_TIME_STEP);
    cr_assert_eq(auk_world_move_many(world, &mover, 1, INFINITY, NULL, NULL, NULL), -(int)AUK_ERROR_TIME_STEP);
    cr_assert(memcmp(&mover, &before, sizeof mover) == 0);
    cr_assert_eq(auk_world_move_many(world, NULL, 0, DT, NULL, NULL, NULL), 0);
    auk_world_destroy(world);
}
