// The text about the last call that failed: every call, every name of an argument and of a member, and the rules of
// auk_world_last_error_text().
#include "auk/error_text.h"
#include "auk/many.h"
#include "auk/mover.h"
#include "auk/predict.h"
#include "auk/record.h"
#include "auk/shapes.h"
#include "auk/terrain.h"

#include "support/world_record.h"
#include "unit/error_stage.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const AukTransform origin = {{0.0f, 0.0f}, {1.0f, 0.0f}};

static void bodies_single(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukBodyId gone = stage->gone, wall = stage->wall, null = {0, 0};
    AukVec2 bad = {0.0f, NAN};
    AukTransform far = {{1e16f, 0.0f}, {1.0f, 0.0f}}, turned = {{0.0f, 0.0f}, {1.0f, INFINITY}};
    error_expect(stage, auk_body_destroy(world, gone), AUK_ERROR_STALE_ID,
                 "auk_body_destroy: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_destroy(world, null), AUK_ERROR_STALE_ID, "auk_body_destroy: body is a null id");
    error_expect(stage, auk_body_set_pose(world, stage->disc, far), AUK_ERROR_RANGE,
                 "auk_body_set_pose: pose.p.x is 1e16, outside -1e15..1e15");
    error_expect(stage, auk_body_set_pose(world, stage->disc, turned), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_pose: pose.q.s is inf");
    turned.q.c = -INFINITY;
    error_expect(stage, auk_body_set_pose(world, stage->disc, turned), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_pose: pose.q.c is -inf");
    error_expect(stage, auk_body_set_position(world, stage->disc, bad), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_position: position.y is nan");
    error_expect(stage, auk_body_set_position(world, gone, bad), AUK_ERROR_STALE_ID,
                 "auk_body_set_position: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_set_angle(world, stage->disc, -INFINITY), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_angle: angle is -inf");
    error_expect(stage, auk_body_set_angle(world, gone, NAN), AUK_ERROR_STALE_ID,
                 "auk_body_set_angle: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_move_to(world, wall, origin), AUK_ERROR_STATIC_BODY,
                 "auk_body_move_to: body is {index 0, generation 1}: a static body cannot be given a velocity, a spin "
                 "or a target");
    error_expect(stage, auk_body_set_velocity(world, stage->disc, bad), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_velocity: velocity.y is nan");
    error_expect(stage, auk_body_set_spin(world, stage->disc, NAN), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_spin: spin is nan");
    error_expect(
        stage, auk_body_velocity_to(world, stage->disc, origin, 0.0f), AUK_ERROR_TIME_STEP,
        "auk_body_velocity_to: dt is 0: the time step is negative, NaN or infinite, or 0 where there must be one");
    error_expect(stage, auk_body_velocity_to(world, wall, origin, 1.0f), AUK_ERROR_STATIC_BODY,
                 "auk_body_velocity_to: body is {index 0, generation 1}: a static body cannot be given a velocity, a "
                 "spin or a target");
    AukTransform away = {{9e14f, 0.0f}, {1.0f, 0.0f}};
    error_expect(stage, auk_body_velocity_to(world, stage->disc, away, 1e-9f), AUK_ERROR_RANGE,
                 "auk_body_velocity_to: pose.p.x: a speed of 9e23 would be needed to be there in 1e-9 seconds");
    away = (AukTransform){{50.0f, 9e14f}, {1.0f, 0.0f}};
    error_expect(stage, auk_body_velocity_to(world, stage->disc, away, 0.25f), AUK_ERROR_RANGE,
                 "auk_body_velocity_to: pose.p.y: a speed of 3.6e15 would be needed to be there in 0.25 seconds");
    away = (AukTransform){{50.0f, 50.0f}, {0.0f, 1.0f}};
    error_expect(stage, auk_body_velocity_to(world, stage->disc, away, 1e-15f), AUK_ERROR_RANGE,
                 "auk_body_velocity_to: pose.q: a speed of 1.5708e15 would be needed to be there in 1e-15 seconds");
    error_expect(stage, auk_body_drop_through(world, gone), AUK_ERROR_STALE_ID,
                 "auk_body_drop_through: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(
        stage, auk_body_advance(world, stage->disc, -1.0f, NULL), AUK_ERROR_TIME_STEP,
        "auk_body_advance: dt is -1: the time step is negative, NaN or infinite, or 0 where there must be one");
    error_expect(stage, auk_body_advance(world, wall, 0.1f, NULL), AUK_ERROR_STATIC_BODY,
                 "auk_body_advance: body is {index 0, generation 1}: a static body cannot be given a velocity, a spin "
                 "or a target");
    error_expect(stage, auk_body_advance(world, gone, 0.1f, NULL), AUK_ERROR_STALE_ID,
                 "auk_body_advance: body is {index 3, generation 1}, which does not exist, or no longer");
}

static void body_setters(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukFilter filter = {0, 0, 0};
    AukBodyId gone = stage->gone;
    error_expect(stage, auk_body_set_motion(world, stage->disc, (AukMotion)7), AUK_ERROR_ENUM,
                 "auk_body_set_motion: motion is 7, outside 0..2");
    error_expect(stage, auk_body_set_motion(world, stage->bullet, AUK_MOTION_MOVING), AUK_ERROR_NOT_SWEPT,
                 "auk_body_set_motion: motion is 0: only a body with AUK_MOTION_SWEPT can touch, slide or bounce");
    error_expect(stage, auk_body_set_filter(world, gone, filter), AUK_ERROR_STALE_ID,
                 "auk_body_set_filter: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_set_owner(world, stage->disc, gone), AUK_ERROR_STALE_ID,
                 "auk_body_set_owner: owner is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_set_response(world, stage->bullet, (AukResponse)-2), AUK_ERROR_ENUM,
                 "auk_body_set_response: response is -2, outside 0..3");
    error_expect(stage, auk_body_set_response(world, stage->disc, AUK_RESPONSE_TOUCH), AUK_ERROR_NOT_SWEPT,
                 "auk_body_set_response: response is 1: only a body with AUK_MOTION_SWEPT can touch, slide or bounce");
    error_expect(stage, auk_body_set_bounce_loss(world, stage->bullet, 1.0000001f), AUK_ERROR_RANGE,
                 "auk_body_set_bounce_loss: bounce_loss is 1.0000001, outside 0..1");
    error_expect(stage, auk_body_set_pierce(world, stage->bullet, -3), AUK_ERROR_COUNT,
                 "auk_body_set_pierce: pierce is -3, below 0");
    error_expect(stage, auk_body_set_pierce_categories(world, gone, 1), AUK_ERROR_STALE_ID,
                 "auk_body_set_pierce_categories: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_set_bounces(world, stage->bullet, INT32_MIN), AUK_ERROR_COUNT,
                 "auk_body_set_bounces: bounces is -2147483648, below 0");
    error_expect(stage, auk_body_set_max_speed(world, stage->bullet, -0.5f), AUK_ERROR_NEGATIVE,
                 "auk_body_set_max_speed: max_speed is -0.5, below 0");
    error_expect(stage, auk_body_set_enabled(world, gone, true), AUK_ERROR_STALE_ID,
                 "auk_body_set_enabled: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_set_user_data(world, gone, 1), AUK_ERROR_STALE_ID,
                 "auk_body_set_user_data: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_world_ignore_pair(world, gone, stage->disc, true), AUK_ERROR_STALE_ID,
                 "auk_world_ignore_pair: a is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_world_ignore_pair(world, stage->disc, stage->disc, true), AUK_ERROR_SAME_BODY,
                 "auk_world_ignore_pair: b is {index 1, generation 1}: two bodies are needed, and both ids name one");
    AukResponseRule rules[2] = {{0, 0, AUK_RESPONSE_TOUCH, 0.0f}, {0, 0, AUK_RESPONSE_BOUNCE, 2.0f}};
    error_expect(stage, auk_world_set_response_rules(world, rules, 2), AUK_ERROR_RANGE,
                 "auk_world_set_response_rules: rules[1].bounce_loss is 2, outside 0..1");
    error_expect(stage, auk_world_set_response_rules(world, NULL, 2), AUK_ERROR_NULL,
                 "auk_world_set_response_rules: rules is null");
    error_expect(stage, auk_world_set_response_rules(world, rules, 65), AUK_ERROR_COUNT,
                 "auk_world_set_response_rules: count is 65, outside 0..64");
}

static void expect_def(ErrorStage *stage, const AukBodyDef *def, AukStatus status, const char *rest)
{
    char text[AUK_ERROR_TEXT_SIZE];
    (void)snprintf(text, sizeof text, "auk_body_create: def%s", rest);
    (void)auk_body_create(stage->world, def);
    error_expect(stage, auk_world_last_status(stage->world), status, text);
    AukBodyDef defs[3] = {{.angle = 0.0f}, *def, *def};
    (void)snprintf(text, sizeof text, "auk_body_create_many: defs[1]%s", rest);
    error_expect(stage, auk_body_create_many(stage->world, defs, 3, NULL), status, text);
}

static void definitions(ErrorStage *stage)
{
    AukBodyDef def = {.position = {NAN, 0.0f}};
    expect_def(stage, &def, AUK_ERROR_NOT_FINITE, ".position.x is nan");
    def = (AukBodyDef){.angle = -INFINITY};
    expect_def(stage, &def, AUK_ERROR_NOT_FINITE, ".angle is -inf");
    def = (AukBodyDef){.spin = 2e15f};
    expect_def(stage, &def, AUK_ERROR_RANGE, ".spin is 2e15, outside -1e15..1e15");
    def = (AukBodyDef){.velocity = {0.0f, 1.0f}, .motion = AUK_MOTION_STATIC};
    expect_def(stage, &def, AUK_ERROR_STATIC_BODY,
               ".velocity: a static body cannot be given a velocity, a spin or a target");
    def = (AukBodyDef){.owner = stage->gone};
    expect_def(stage, &def, AUK_ERROR_STALE_ID,
               ".owner is {index 3, generation 1}, which does not exist, or no longer");
    def = (AukBodyDef){.motion = AUK_MOTION_SWEPT, .pierce = -1};
    expect_def(stage, &def, AUK_ERROR_COUNT, ".pierce is -1, below 0");
    def = (AukBodyDef){.shape = auk_shape_box(-1.0f, 2.0f)};
    expect_def(stage, &def, AUK_ERROR_NEGATIVE,
               ".shape was refused when it was made: a number that must not be negative is negative, or a box has min "
               "> max");
    def = (AukBodyDef){.shape = {.kind = (AukShapeKind)42}};
    expect_def(stage, &def, AUK_ERROR_ENUM, ".shape.kind is 42, outside 0..8");
    def = (AukBodyDef){.shape = {.kind = AUK_SHAPE_BOX, .core.half = {1.0f, -0.25f}}};
    expect_def(stage, &def, AUK_ERROR_NEGATIVE, ".shape.core.half.y is -0.25, below 0");
    def = (AukBodyDef){.shape = {.kind = AUK_SHAPE_CAPSULE, .core.segment = {{0.0f, 0.0f}, {NAN, 0.0f}}}};
    expect_def(stage, &def, AUK_ERROR_NOT_FINITE, ".shape.core.segment[1].x is nan");
    def = (AukBodyDef){.shape = auk_shape_circle(1.0f), .proximity = 2.0f};
    expect_def(stage, &def, AUK_ERROR_NOT_SENSOR, ".proximity is 2: only a sensor has a distance of proximity");
    def = (AukBodyDef){.shape = {.kind = AUK_SHAPE_CIRCLE, .radius = -1.0f}};
    expect_def(stage, &def, AUK_ERROR_NEGATIVE, ".shape.radius is -1, below 0");
    def = (AukBodyDef){.shape = auk_shape_half_plane((AukVec2){0.0f, 1.0f}, 0.0f)};
    expect_def(stage, &def, AUK_ERROR_HALF_PLANE,
               ".shape: only a static body, in a world that does not wrap around, can have a half-plane");
    def.shape.core.half_plane.normal.y = 0.0f;
    expect_def(stage, &def, AUK_ERROR_ZERO_AREA,
               ".shape.core.half_plane.normal is 0: the shape has no area: its points are repeated or lie on one line, "
               "or a size or a normal is 0");
    def.shape.core.half_plane.normal.y = 1.0f;
    def.shape.core.half_plane.offset = NAN;
    expect_def(stage, &def, AUK_ERROR_NOT_FINITE, ".shape.core.half_plane.offset is nan");
    AukVec2 arrow[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {0.5f, 0.5f}, {0.0f, 2.0f}};
    def = (AukBodyDef){.shape = {.kind = AUK_SHAPE_POLYGON, .core.polygon = {arrow, 4}}};
    expect_def(stage, &def, AUK_ERROR_NOT_CONVEX,
               ".shape.core.polygon.vertices[2]: the vertices are not a strictly convex counter-clockwise polygon; see "
               "auk_hull()");
    arrow[3].y = NAN;
    expect_def(stage, &def, AUK_ERROR_NOT_FINITE, ".shape.core.polygon.vertices[3].y is nan");
    def.shape.core.polygon.count = 2;
    expect_def(stage, &def, AUK_ERROR_COUNT, ".shape.core.polygon.count is 2, outside 3..16777216");
    def.shape.core.polygon.vertices = NULL;
    expect_def(stage, &def, AUK_ERROR_NULL, ".shape.core.polygon.vertices is null");
    AukCustomShape custom = {error_disc, NULL, {{-1.0f, -1.0f}, {1.0f, 1.0f}}, 77};
    def = (AukBodyDef){.shape = {.kind = AUK_SHAPE_CUSTOM, .core.custom = &custom}};
    expect_def(stage, &def, AUK_ERROR_NUMBER,
               ".shape.core.custom.number is 77: the custom shape's number is not registered in this world, or means "
               "another one");
    (void)auk_body_create(stage->world, NULL);
    error_expect(stage, auk_world_last_status(stage->world), AUK_ERROR_NULL, "auk_body_create: def is null");
}

static void many(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukBodyId ids[3] = {stage->disc, stage->bullet, stage->gone}, twice[3] = {ids[0], ids[1], ids[0]};
    AukTransform poses[3] = {origin, origin, {{0.0f, 0.0f}, {0.0f, NAN}}};
    AukVec2 vecs[3] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, INFINITY}};
    float numbers[3] = {0.0f, NAN, 0.0f};
    AukBodyDef def = {.angle = 0.0f}, bad = {.bounces = -1};
    error_expect(stage, auk_body_create_many(world, NULL, 2, NULL), AUK_ERROR_NULL,
                 "auk_body_create_many: defs is null");
    error_expect(stage, auk_body_create_many(world, &def, INT32_MIN, NULL), AUK_ERROR_COUNT,
                 "auk_body_create_many: count is -2147483648, below 0");
    error_expect(stage, auk_body_create_copies(world, &def, vecs, NULL, 3, NULL), AUK_ERROR_NOT_FINITE,
                 "auk_body_create_copies: positions[2].y is inf");
    error_expect(stage, auk_body_create_copies(world, &def, vecs, numbers, 2, NULL), AUK_ERROR_NOT_FINITE,
                 "auk_body_create_copies: angles[1] is nan");
    error_expect(stage, auk_body_create_copies(world, &bad, vecs, NULL, 2, NULL), AUK_ERROR_COUNT,
                 "auk_body_create_copies: def.bounces is -1, below 0");
    error_expect(stage, auk_body_create_copies(world, &def, NULL, NULL, 2, NULL), AUK_ERROR_NULL,
                 "auk_body_create_copies: positions is null");
    error_expect(stage, auk_body_destroy_many(world, ids, 3), AUK_ERROR_STALE_ID,
                 "auk_body_destroy_many: bodies[2] is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_destroy_many(world, twice, 3), AUK_ERROR_STALE_ID,
                 "auk_body_destroy_many: bodies[2] is {index 1, generation 1}, which stands in the array twice");
    error_expect(stage, auk_body_set_pose_many(world, ids, 3, poses), AUK_ERROR_STALE_ID,
                 "auk_body_set_pose_many: bodies[2] is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_set_pose_many(world, twice, 3, poses), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_pose_many: poses[2].q.s is nan");
    twice[2] = stage->wall;
    error_expect(stage, auk_body_move_to_many(world, twice, 3, poses + 1), AUK_ERROR_NOT_FINITE,
                 "auk_body_move_to_many: poses[1].q.s is nan");
    poses[2] = origin;
    error_expect(stage, auk_body_move_to_many(world, twice, 3, poses), AUK_ERROR_STATIC_BODY,
                 "auk_body_move_to_many: bodies[2] is {index 0, generation 1}: a static body cannot be given a "
                 "velocity, a spin or a target");
    error_expect(stage, auk_body_set_velocity_many(world, twice, 3, vecs), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_velocity_many: velocities[2].y is inf");
    error_expect(stage, auk_body_set_spin_many(world, twice, 3, numbers), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_spin_many: spins[1] is nan");
    error_expect(stage, auk_body_set_spin_many(world, twice, 3, NULL), AUK_ERROR_NULL,
                 "auk_body_set_spin_many: spins is null");
    error_expect(stage, (AukStatus)-auk_body_destroy_living(world, NULL, 3), AUK_ERROR_NULL,
                 "auk_body_destroy_living: bodies is null");
    poses[2].p.x = NAN;
    error_expect(stage, (AukStatus)-auk_body_set_pose_living(world, twice, 3, poses), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_pose_living: poses[2].p.x is nan");
    error_expect(stage, (AukStatus)-auk_body_move_to_living(world, ids, -1, poses), AUK_ERROR_COUNT,
                 "auk_body_move_to_living: count is -1, below 0");
    error_expect(stage, (AukStatus)-auk_body_set_velocity_living(world, twice, 3, vecs), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_velocity_living: velocities[2].y is inf");
    error_expect(stage, (AukStatus)-auk_body_set_spin_living(world, ids, 3, numbers), AUK_ERROR_NOT_FINITE,
                 "auk_body_set_spin_living: spins[1] is nan");
}

static void movers(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    AukBodyId none[1] = {{0, 0}};
    AukMoveReport report = {.sensor_capacity = -1};
    AukMover good = {.slope_limit = 0.0f}, mover = {.slope_limit = 2.0f};
    error_expect(stage, auk_body_walk(world, stage->disc, NULL, 0.1f, NULL), AUK_ERROR_NULL,
                 "auk_body_walk: mover is null");
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_RANGE,
                 "auk_body_walk: mover.slope_limit is 2, outside 0..1.5707963267949");
    error_expect(stage, auk_body_walk(world, stage->disc, &good, 0.1f, &report), AUK_ERROR_COUNT,
                 "auk_body_walk: report.sensor_capacity is -1, below 0");
    report.contact_capacity = -2;
    error_expect(stage, auk_body_walk(world, stage->disc, &good, 0.1f, &report), AUK_ERROR_COUNT,
                 "auk_body_walk: report.contact_capacity is -2, below 0");
    error_expect(stage, auk_body_walk(world, stage->disc, &good, -0.1f, NULL), AUK_ERROR_TIME_STEP,
                 "auk_body_walk: dt is -0.1: the time step is negative, NaN or infinite, or 0 where there must be one");
    error_expect(stage, auk_body_walk(world, stage->gone, &good, 0.1f, NULL), AUK_ERROR_STALE_ID,
                 "auk_body_walk: body is {index 3, generation 1}, which does not exist, or no longer");
    error_expect(stage, auk_body_walk(world, stage->bare, &good, 0.1f, NULL), AUK_ERROR_NO_SHAPE,
                 "auk_body_walk: body is {index 4, generation 1}, which has no enabled solid shape");
    mover = (AukMover){.velocity = {0.0f, NAN}};
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_NOT_FINITE,
                 "auk_body_walk: mover.velocity.y is nan");
    mover = (AukMover){.up = {NAN, 0.0f}};
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_NOT_FINITE,
                 "auk_body_walk: mover.up.x is nan");
    mover = (AukMover){.step_height = -1.0f};
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_NEGATIVE,
                 "auk_body_walk: mover.step_height is -1, below 0");
    mover = (AukMover){.snap = NAN};
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_NOT_FINITE,
                 "auk_body_walk: mover.snap is nan");
    mover = (AukMover){.support = stage->wall, .support_pose = {{NAN, 0.0f}, {1.0f, 0.0f}}};
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_NOT_FINITE,
                 "auk_body_walk: mover.support_pose.p.x is nan");
    mover = (AukMover){.query = {.exclude_count = -1}};
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_COUNT,
                 "auk_body_walk: mover.query.exclude_count is -1, below 0");
    mover = (AukMover){.query = {.exclude_count = 1, .excludes = NULL}};
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 0.1f, NULL), AUK_ERROR_NULL,
                 "auk_body_walk: mover.query.excludes is null");
    mover.query.excludes = none;
    mover.velocity.x = 9e14f;
    error_expect(stage, auk_body_walk(world, stage->disc, &mover, 10.0f, NULL), AUK_ERROR_RANGE,
                 "auk_body_walk: mover.velocity: the path is longer than AUK_COORDINATE_MAX, or ends beyond it");
}

// ---- tests ------------------------------------------------------------------------------------------------------

typedef void Group(ErrorStage *stage);

static Group *const groups[] = {bodies_single, body_setters,  definitions,  many,       movers,
                                error_shapes,  error_terrain, error_worlds, error_wraps};

static void run_groups(int first, int count)
{
    ErrorStage stage;
    error_stage_begin(&stage);
    for (int i = first; i < first + count; i++) {
        groups[i](&stage);
    }
    if (count > 1) {
        error_stage_check_all_seen(&stage);
    }
    error_stage_end(&stage);
}

Test(error_text, names_the_argument_of_a_call_for_one_body)
{
    run_groups(0, 1);
}

Test(error_text, names_the_argument_of_a_setter)
{
    run_groups(1, 1);
}

Test(error_text, names_the_member_of_a_definition)
{
    run_groups(2, 1);
}

Test(error_text, names_the_index_in_an_array_of_a_call_for_many)
{
    run_groups(3, 1);
}

Test(error_text, names_the_member_of_a_mover_that_walks)
{
    run_groups(4, 1);
}

Test(error_text, names_the_argument_of_a_call_for_a_shape)
{
    run_groups(5, 1);
}

Test(error_text, names_the_cell_and_the_point_of_terrain)
{
    run_groups(6, 1);
}

Test(error_text, names_what_was_wrong_with_a_step_a_restore_and_a_record)
{
    run_groups(7, 1);
}

Test(error_text, names_the_shape_that_is_too_wide_for_a_world_that_wraps)
{
    run_groups(8, 1);
}

Test(error_text, every_call_that_may_change_a_world_and_every_name_in_a_text_has_a_case)
{
    run_groups(0, (int)(sizeof groups / sizeof groups[0]));
}

Test(error_text, is_empty_after_a_call_that_succeeds_and_in_a_new_world)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    char text[8] = "before";
    cr_assert_eq(auk_world_last_error_text(world, text, sizeof text), 0);
    cr_assert_str_eq(text, "");
    cr_assert_eq(auk_world_step(world, NAN), AUK_ERROR_TIME_STEP);
    cr_assert_gt(auk_world_last_error_text(world, NULL, 0), 0);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    cr_assert_eq(auk_world_last_error_text(world, text, sizeof text), 0);
    auk_world_destroy(world);
}

Test(error_text, is_cut_to_the_buffer_and_measured_without_one)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    cr_assert_eq(auk_world_step(world, -2.5f), AUK_ERROR_TIME_STEP);
    static const char whole[] =
        "auk_world_step: dt is -2.5: the time step is negative, NaN or infinite, or 0 where there must be one";
    int length = (int)sizeof whole - 1;
    cr_assert_eq(auk_world_last_error_text(world, NULL, 0), length);
    for (int capacity = 0; capacity <= length + 2; capacity++) {
        char text[sizeof whole + 4];
        memset(text, '#', sizeof text);
        cr_assert_eq(auk_world_last_error_text(world, text, capacity), length);
        int written = capacity == 0 ? 0 : (capacity <= length ? capacity : length + 1);
        cr_assert(memcmp(text, whole, (size_t)(written > 0 ? written - 1 : 0)) == 0);
        cr_assert(written == 0 || text[written - 1] == '\0');
        cr_assert_eq(text[written], '#', "capacity %d", capacity);
    }
    auk_world_destroy(world);
}

Test(error_text, refuses_a_null_world_a_null_text_and_a_negative_capacity)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    char text[4] = "abc";
    cr_assert_eq(auk_world_last_error_text(NULL, text, 4), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_last_error_text(world, NULL, 4), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_last_error_text(world, text, -1), -(int)AUK_ERROR_COUNT);
    cr_assert_str_eq(text, "abc");
    cr_assert_eq(auk_world_last_status(world), AUK_OK);
    auk_world_destroy(world);
}

Test(error_text, says_that_memory_ran_out_and_names_no_argument)
{
    FailingAllocator state;
    failing_allocator_install(&state);
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.position = {NAN, 0.0f}, .shape = auk_shape_circle(1.0f)};
    (void)auk_body_create(world, &def); // leaves a note, which has to be forgotten
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NOT_FINITE);
    def.position.x = 0.0f;
    state.fail_at = state.calls;
    (void)auk_body_create(world, &def);
    char text[AUK_ERROR_TEXT_SIZE];
    (void)auk_world_last_error_text(world, text, sizeof text);
    cr_assert_str_eq(text, "auk_body_create: out of memory");
    state.fail_at = -1;
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

Test(error_text, a_failing_call_takes_no_memory_and_changes_neither_hash_nor_snapshot)
{
    ErrorStage stage;
    FailingAllocator state;
    failing_allocator_install(&state);
    error_stage_begin(&stage);
    uint64_t hash = auk_world_hash(stage.world), size = auk_world_snapshot_size(stage.world);
    unsigned char *before = malloc((size_t)size), *after = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(stage.world, before, size), AUK_OK);
    int calls = state.calls;
    cr_assert_eq(auk_body_set_velocity(stage.world, stage.disc, (AukVec2){NAN, 0.0f}), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_body_destroy(stage.world, stage.gone), AUK_ERROR_STALE_ID);
    char text[AUK_ERROR_TEXT_SIZE];
    (void)auk_world_last_error_text(stage.world, text, sizeof text);
    cr_assert_eq(state.calls, calls);
    cr_assert_eq(auk_world_hash(stage.world), hash);
    cr_assert_eq(auk_world_snapshot(stage.world, after, size), AUK_OK);
    cr_assert(memcmp(before, after, (size_t)size) == 0);
    free(before);
    free(after);
    error_stage_end(&stage);
    auk_set_allocator(NULL);
}

Test(error_text, queries_leave_it_as_it_is)
{
    ErrorStage stage;
    error_stage_begin(&stage);
    cr_assert_eq(auk_world_step(stage.world, -1.0f), AUK_ERROR_TIME_STEP);
    int length = auk_world_last_error_text(stage.world, NULL, 0);
    AukFound found;
    (void)auk_world_cast_ray(stage.world, (AukVec2){NAN, 0.0f}, (AukVec2){1.0f, 0.0f}, NULL, &found);
    (void)auk_world_snapshot(stage.world, NULL, 0);
    cr_assert_eq(auk_world_last_error_text(stage.world, NULL, 0), length);
    error_stage_end(&stage);
}

// What a level takes memory for. After each call that memory failed, the text has to say that and nothing else.
static int build_level(ErrorStage *stage)
{
    AukWorld *world = stage->world;
    const AukVec2 arrow[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {0.5f, 0.5f}, {0.0f, 2.0f}};
    const AukVec2 triangle[3] = {{0.0f, 0.0f}, {3.0f, 0.0f}, {0.0f, 1.0f}};
    AukTilesDef tiles = {.width = 30, .height = 40, .cell = 1.0f};
    AukBodyDef def = {.shape = auk_shape_polygon(triangle, 3, 0.0f)};
    int failed = 0;
    for (int call = 0; call < 9; call++) {
        switch (call) {
        case 0: (void)auk_body_create(world, &def); break;
        case 1: (void)auk_body_add_polygon(world, stage->wall, arrow, 4, NULL); break;
        case 2: (void)auk_body_add_outline(world, stage->wall, arrow, 4, NULL, 0, NULL); break;
        case 3: (void)auk_body_add_chain(world, stage->wall, arrow, 4, true, NULL); break;
        case 4: (void)auk_body_add_tiles(world, stage->wall, &tiles, NULL); break;
        case 5: (void)auk_world_ignore_pair(world, stage->disc, stage->bullet, true); break;
        case 6: (void)auk_world_shape_set_conveyor(world, stage->box, triangle[1]); break;
        case 7: (void)auk_world_shape_set_outline(world, stage->outline, arrow, 4, NULL, 0); break;
        default: (void)auk_world_step(world, 0.1f); break;
        }
        if (auk_world_last_status(world) != AUK_OK) {
            char text[AUK_ERROR_TEXT_SIZE];
            (void)auk_world_last_error_text(world, text, sizeof text);
            cr_assert_eq(auk_world_last_status(world), AUK_ERROR_OUT_OF_MEMORY, "%s", text);
            cr_assert_str_eq(strchr(text, ':'), ": out of memory");
            failed++;
        }
    }
    return failed;
}

Test(error_text, says_so_wherever_memory_runs_out)
{
    int failed = 0;
    for (int room = 0; room < 60; room++) {
        FailingAllocator state;
        ErrorStage stage;
        failing_allocator_install(&state);
        error_stage_begin(&stage);
        (void)auk_body_set_spin(stage.world, stage.disc, NAN); // a note that must not come back
        state.fail_at = state.calls + room;
        failed += build_level(&stage);
        state.fail_at = -1;
        error_stage_end(&stage);
    }
    auk_set_allocator(NULL);
    cr_assert_gt(failed, 100);
}

Test(error_text, names_the_same_body_that_leaves_the_range_for_any_number_of_workers)
{
    for (int workers = 1; workers <= 4; workers += 3) {
        AukWorldDef world_def = {.worker_count = workers};
        AukWorld *world = auk_world_create(&world_def, NULL);
        AukBodyDef def = {.shape = auk_shape_circle(0.25f)};
        for (int i = 0; i < 3000; i++) {
            def.position = (AukVec2){(float)(i % 60), (float)(i / 60)};
            def.velocity.x = i == 1234 || i == 2345 ? 9e14f : 1.0f;
            (void)auk_body_create(world, &def);
        }
        char text[AUK_ERROR_TEXT_SIZE];
        cr_assert_eq(auk_world_step(world, 100.0f), AUK_ERROR_RANGE);
        (void)auk_world_last_error_text(world, text, sizeof text);
        cr_assert(strncmp(text, "auk_world_step: body is {index 1234, generation 1}, ", 52) == 0, "%s", text);
        auk_world_destroy(world);
    }
}

Test(error_text, names_the_body_whose_path_is_too_wide_for_a_world_that_wraps)
{
    AukWorldDef world_def = {.wrap = {{0.0f, 0.0f}, {10.0f, 10.0f}}};
    AukWorld *world = auk_world_create(&world_def, NULL);
    AukBodyDef def = {.shape = auk_shape_circle(0.25f), .motion = AUK_MOTION_SWEPT};
    (void)auk_body_create(world, &def);
    def.velocity.x = 8.0f;
    (void)auk_body_create(world, &def);
    char text[AUK_ERROR_TEXT_SIZE];
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_ERROR_RANGE);
    (void)auk_world_last_error_text(world, text, sizeof text);
    cr_assert_str_eq(text, "auk_world_step: body is {index 1, generation 1}, whose path is too long for a world that "
                           "wraps around");
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    auk_world_destroy(world);
}

Test(error_text, names_the_custom_shape_that_a_restore_misses)
{
    AukWorld *from = auk_world_create(NULL, NULL), *to = auk_world_create(NULL, NULL);
    AukCustomShape custom = {error_disc, NULL, {{-1.0f, -1.0f}, {1.0f, 1.0f}}, 12345};
    cr_assert_eq(auk_world_register_custom(from, &custom), AUK_OK);
    uint64_t size = auk_world_snapshot_size(from);
    unsigned char *bytes = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(from, bytes, size), AUK_OK);
    cr_assert_eq(auk_world_restore(to, bytes, size), AUK_ERROR_NUMBER);
    char text[AUK_ERROR_TEXT_SIZE];
    (void)auk_world_last_error_text(to, text, sizeof text);
    cr_assert_str_eq(text, "auk_world_restore: buffer: custom shape 12345 is not registered in this world, or with "
                           "another box");
    bytes[size / 2] ^= 1u;
    cr_assert_eq(auk_world_restore(to, bytes, size), AUK_ERROR_DAMAGED);
    (void)auk_world_last_error_text(to, text, sizeof text);
    cr_assert(strncmp(text, "auk_world_restore: buffer: ", 27) == 0, "%s", text);
    free(bytes);
    auk_world_destroy(from);
    auk_world_destroy(to);
}

Test(error_text, a_walk_that_fails_while_it_is_recorded_leaves_a_record_that_replays)
{
    Tape tape = {NULL, 0, 0};
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.shape = auk_shape_circle(0.5f)};
    AukBodyId body = auk_body_create(world, &def);
    AukMover bad = {.snap = -1.0f};
    cr_assert_eq(tape_start(&tape, world, 1), AUK_OK);
    cr_assert_eq(auk_body_set_spin(world, body, 1.0f), AUK_OK);
    cr_assert_eq(auk_body_walk(world, body, &bad, 0.1f, NULL), AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    cr_assert_eq(auk_body_walk(world, body, &bad, 0.1f, NULL), AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_record_stop(world), AUK_OK);
    auk_world_destroy(world);
    AukReplay *replay = auk_replay_open(tape.bytes, tape.size, NULL, NULL);
    cr_assert(auk_replay_run(replay));
    cr_assert_eq(auk_replay_report(replay).call, 2);
    auk_replay_close(replay);
    tape_free(&tape);
}
