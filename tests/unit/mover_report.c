// The sensors on a mover's way.
#include "auk/terrain.h"
#include "support/mover_scene.h"

static AukMover ball(float x, float y, float vx, float vy)
{
    AukMover mover = mover_of(auk_shape_circle(0.5f), x, y);
    mover.floating = true;
    mover.velocity = auk_vec(vx, vy);
    return mover;
}

typedef struct Met {
    AukMoverSensor items[8];
    int count;
} Met;

static Met move_and_meet(const AukWorld *world, AukMover *mover, float dt)
{
    Met met;
    memset(&met, 0, sizeof met);
    AukMoveReport report = {.sensors = met.items, .sensor_capacity = 8};
    cr_assert_eq(auk_world_move_report(world, mover, dt, &report), AUK_OK);
    met.count = report.sensor_count;
    return met;
}

Test(mover_report, thin_sensors_are_met_at_any_speed_in_order)
{
    AukWorld *world = scene_world();
    AukBodyId far = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.01f, 3.0f), 60.0f, 0.0f);
    AukBodyId close = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.01f, 3.0f), 20.0f, 0.0f);
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.01f, 3.0f), 20.0f, 4.0f); // beside the way
    auk_body_set_user_data(world, far, 77);
    AukMover mover = ball(0.0f, 0.0f, 100.0f, 0.0f);
    Met met = move_and_meet(world, &mover, 1.0f);
    cr_assert_eq(met.count, 2);
    cr_assert(auk_body_id_equal(met.items[0].body, close) && auk_body_id_equal(met.items[1].body, far));
    cr_assert(near(met.items[0].fraction, 0.1949f, 1e-5f) && near(met.items[0].exit, 0.2051f, 1e-5f));
    cr_assert(near(met.items[1].fraction, 0.5949f, 1e-5f) && met.items[1].user_data == 77);
    cr_assert(!met.items[0].was_inside && !met.items[0].inside);
    auk_world_destroy(world);
}

Test(mover_report, tells_what_it_was_in_and_what_it_is_in)
{
    AukWorld *world = scene_world();
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    AukMover mover = ball(0.0f, 0.0f, 0.0f, 0.0f);
    Met met = move_and_meet(world, &mover, DT);
    cr_assert(met.count == 1 && met.items[0].was_inside && met.items[0].inside);
    cr_assert(met.items[0].fraction == 0.0f && met.items[0].exit == 1.0f);
    mover.velocity.x = 6.0f;
    met = move_and_meet(world, &mover, 0.5f);
    cr_assert(met.count == 1 && met.items[0].was_inside && !met.items[0].inside);
    cr_assert(met.items[0].fraction == 0.0f && near(met.items[0].exit, 0.5f, 1e-5f));
    mover.velocity.x = -4.0f;
    met = move_and_meet(world, &mover, 0.5f);
    cr_assert(met.count == 1 && !met.items[0].was_inside && met.items[0].inside);
    cr_assert(near(met.items[0].fraction, 0.75f, 1e-5f) && met.items[0].exit == 1.0f);
    auk_world_destroy(world);
}

Test(mover_report, follows_the_path_and_not_the_straight_line)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.0f, 1.0f, 50.0f);
    AukBodyId corner = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.1f, 0.1f), 3.9f, 4.0f);
    AukBodyId above = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.1f, 0.1f), 3.5f, 9.0f);
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.1f, 0.1f), 2.0f, 5.5f); // on the line from start to end
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.1f, 0.1f), 9.0f, 9.0f); // behind the wall
    AukMover mover = ball(0.0f, 0.0f, 10.0f, 10.0f);
    Met met = move_and_meet(world, &mover, 1.0f);
    cr_assert(near(mover.pose.p.x, 3.5f, 1e-4f) && near(mover.pose.p.y, 10.0f, 1e-4f));
    cr_assert_eq(met.count, 2);
    cr_assert(auk_body_id_equal(met.items[0].body, corner) && auk_body_id_equal(met.items[1].body, above));
    cr_assert(near(met.items[1].fraction, 0.84f, 1e-4f), "%g", (double)met.items[1].fraction);
    auk_world_destroy(world);
}

Test(mover_report, sees_what_is_over_the_steps_that_it_climbs)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 30.0f, 1.0f);
    scene_wall(world, 6.0f, 0.125f, 2.0f, 0.125f);
    AukBodyId coin = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.05f), 7.0f, 2.2f);
    AukMover mover = mover_of(auk_shape_box(0.5f, 1.0f), 2.0f, 1.1f);
    stand(world, &mover);
    mover.step_height = 0.3f;
    mover.velocity = auk_vec(6.0f, 0.0f);
    Met met = move_and_meet(world, &mover, 1.0f);
    cr_assert(mover.floor && near(mover.pose.p.y, 1.25f, 1e-4f) && mover.pose.p.x > 7.0f);
    cr_assert(met.count == 1 && auk_body_id_equal(met.items[0].body, coin) && !met.items[0].inside);
    auk_world_destroy(world);
}

Test(mover_report, a_step_that_it_could_not_climb_is_not_on_its_way)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 30.0f, 1.0f);
    scene_wall(world, 6.0f, 5.0f, 2.0f, 5.0f);
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.05f), 3.2f, 2.2f); // above its head
    AukMover mover = mover_of(auk_shape_box(0.5f, 1.0f), 2.0f, 1.1f);
    stand(world, &mover);
    mover.step_height = 0.5f;
    mover.velocity = auk_vec(6.0f, 0.0f);
    cr_assert_eq(move_and_meet(world, &mover, 1.0f).count, 0);
    cr_assert(mover.wall);
    auk_world_destroy(world);
}

Test(mover_report, finds_sensors_by_its_query)
{
    AukWorld *world = scene_world();
    AukBodyId own = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(0.5f), 3.0f, 0.0f);
    AukBodyId other = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.5f), 4.0f, 0.0f);
    AukBodyId off = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.5f), 5.0f, 0.0f);
    AukBodyId shy = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.5f), 6.0f, 0.0f);
    auk_body_set_filter(world, other, (AukFilter){.category = 2});
    auk_body_set_filter(world, shy, (AukFilter){.ignore = 8});
    auk_body_set_enabled(world, off, false);
    AukMover mover = ball(0.0f, 0.0f, 9.0f, 0.0f), again = mover;
    mover.query.exclude = own;
    Met met = move_and_meet(world, &mover, 1.0f);
    cr_assert(met.count == 2 && auk_body_id_equal(met.items[0].body, other));
    again.query.filter = (AukFilter){.category = 8, .ignore = 2};
    again.query.sensors = again.query.only_sensors = true; // sensors never block
    met = move_and_meet(world, &again, 1.0f);
    cr_assert(met.count == 1 && auk_body_id_equal(met.items[0].body, own) && again.pose.p.x == 9.0f);
    auk_world_destroy(world);
}

Test(mover_report, a_sensor_of_many_pieces_is_met_once)
{
    AukWorld *world = scene_world();
    const uint8_t cells[8] = {AUK_TILE_FULL,  AUK_TILE_EMPTY, AUK_TILE_FULL,         AUK_TILE_FULL,
                              AUK_TILE_EMPTY, AUK_TILE_EMPTY, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_SLOPE_LEFT_LOW};
    AukTilesDef tiles = {.width = 8, .height = 1, .cell = 1.0f, .cells = cells};
    AukShapeDef sensor = {.sensor = true};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 2.0f, -0.5f);
    memset(&def.shape, 0, sizeof def.shape);
    AukShapeId shape = auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, &sensor);
    AukMover mover = ball(0.0f, 0.0f, 20.0f, 0.0f);
    Met met = move_and_meet(world, &mover, 1.0f);
    cr_assert(met.count == 1 && auk_shape_id_equal(met.items[0].shape, shape));
    cr_assert(near(met.items[0].fraction, 1.5f / 20.0f, 1e-5f), "%g", (double)met.items[0].fraction);
    cr_assert(met.items[0].exit > 9.4f / 20.0f && met.items[0].exit < 10.6f / 20.0f, "%g", (double)met.items[0].exit);
    auk_world_destroy(world);
}

Test(mover_report, goes_around_a_world_that_wraps)
{
    AukWorldDef def = {.wrap = {{-10.0f, -10.0f}, {10.0f, 10.0f}}};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId rim = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.25f, 1.0f), -9.9f, 0.0f);
    AukBodyId back = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.25f, 1.0f), 3.0f, 0.0f);
    AukMover mover = ball(5.0f, 0.0f, 30.0f, 0.0f);
    Met met = move_and_meet(world, &mover, 1.0f);
    cr_assert(near(mover.pose.p.x, -5.0f, 1e-5f));
    cr_assert_eq(met.count, 2);
    cr_assert(auk_body_id_equal(met.items[0].body, rim) && auk_body_id_equal(met.items[1].body, back));
    cr_assert(near(met.items[0].fraction, (5.1f - 0.75f) / 30.0f, 1e-4f), "%g", (double)met.items[0].fraction);
    cr_assert(near(met.items[1].fraction, (18.0f - 0.75f) / 30.0f, 1e-4f), "%g", (double)met.items[1].fraction);
    auk_world_destroy(world);
}

Test(mover_report, keeps_the_first_of_more_than_it_can_report)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 600; i++) {
        int k = i * 7 % 600; // created in another order
        scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(0.1f), 1.0f + (float)k, 0.0f);
    }
    static AukMoverSensor sensors[AUK_MOVER_SENSOR_MAX];
    AukMoveReport report = {.sensors = sensors, .sensor_capacity = AUK_MOVER_SENSOR_MAX};
    AukMover mover = ball(0.0f, 0.0f, 1000.0f, 0.0f), again = mover;
    cr_assert_eq(auk_world_move_report(world, &mover, 1.0f, &report), AUK_OK);
    cr_assert_eq(report.sensor_count, AUK_MOVER_SENSOR_MAX);
    for (int i = 0; i < AUK_MOVER_SENSOR_MAX; i++) {
        cr_assert(near(auk_body_get_position(world, sensors[i].body).x, 1.0f + (float)i, 1e-4f), "%d", i);
    }
    AukMoverSensor few[3];
    memset(few, 0, sizeof few);
    report.sensors = few;
    report.sensor_capacity = 2;
    cr_assert_eq(auk_world_move_report(world, &again, 1.0f, &report), AUK_OK);
    cr_assert(report.sensor_count == AUK_MOVER_SENSOR_MAX && few[2].body.generation == 0);
    cr_assert(memcmp(few, sensors, 2 * sizeof *few) == 0);
    auk_world_destroy(world);
}

Test(mover_report, has_the_contacts_too_and_moves_as_without_it)
{
    AukWorld *world = scene_world();
    auk_body_set_user_data(world, scene_wall(world, 5.0f, 0.0f, 1.0f, 50.0f), 78);
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(1.0f), 2.0f, 0.0f);
    AukMover mover = ball(0.0f, 0.0f, 10.0f, 3.0f), twin = mover, counted = mover, plain = mover;
    AukMoverContact contacts[4], expected[4];
    AukMoveReport report = {.contacts = contacts, .contact_capacity = 4}, count = {0};
    int met = auk_world_move(world, &twin, 1.0f, expected, 4);
    cr_assert_eq(auk_world_move_report(world, &mover, 1.0f, &report), AUK_OK);
    cr_assert_eq(auk_world_move_report(world, &counted, 1.0f, &count), AUK_OK);
    cr_assert_eq(auk_world_move_report(world, &plain, 1.0f, NULL), AUK_OK);
    cr_assert(met == 1 && contacts[0].user_data == 78);
    cr_assert(report.contact_count == 1 && memcmp(contacts, expected, sizeof *contacts) == 0);
    cr_assert(count.contact_count == 1 && count.sensor_count == 1 && report.sensor_count == 1);
    cr_assert(memcmp(&mover, &twin, sizeof mover) == 0 && memcmp(&plain, &twin, sizeof mover) == 0);
    cr_assert(memcmp(&counted, &twin, sizeof mover) == 0);
    auk_world_destroy(world);
}

Test(mover_report, refuses_bad_input_and_changes_nothing)
{
    AukWorld *world = scene_world();
    AukMover mover = ball(0.0f, 0.0f, 1.0f, 0.0f), before = mover;
    AukMoveReport report = {.sensor_capacity = -1}, other = {.contact_capacity = -1};
    cr_assert_eq(auk_world_move_report(world, &mover, 1.0f, &report), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_move_report(world, &mover, 1.0f, &other), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_move_report(world, &mover, NAN, NULL), AUK_ERROR_TIME_STEP);
    cr_assert_eq(auk_world_move_report(NULL, &mover, 1.0f, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_move_report(world, NULL, 1.0f, NULL), AUK_ERROR_NULL);
    cr_assert(memcmp(&mover, &before, sizeof mover) == 0);
    auk_world_destroy(world);
}
