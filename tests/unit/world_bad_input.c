// Whatever a game may pass by mistake to a world is answered by a status, and the world stays as it was.
#include "auk/error_text.h"
#include "auk/shapes.h"
#include "auk/world.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

#define HUGE_NUMBER 2e15f

typedef struct Scene {
    AukWorld *world;
    AukBodyId wall, ball, stale;
    AukShapeId shape, stale_shape;
    uint64_t hash;
} Scene;

// A world in which things touch, with one destroyed body.
static Scene scene_start(void)
{
    Scene s;
    s.world = scene_world();
    s.wall = scene_wall(s.world, 0.0f, 0.0f, 1.0f, 1.0f);
    s.ball = scene_ball(s.world, 1.5f, 0.0f, 1.0f);
    s.stale = scene_ball(s.world, 1.0f, 1.0f, 1.0f);
    auk_body_get_shapes(s.world, s.ball, &s.shape, 1);
    auk_body_get_shapes(s.world, s.stale, &s.stale_shape, 1);
    auk_body_set_velocity(s.world, s.ball, auk_vec(0.5f, 0.0f));
    auk_world_step(s.world, 0.125f);
    auk_body_destroy(s.world, s.stale);
    auk_body_move_to(s.world, s.ball, auk_transform(auk_vec(3.0f, 0.0f), 0.0f));
    s.hash = auk_world_hash(s.world);
    return s;
}

static void expect(Scene *s, AukStatus answer, AukStatus expected, const char *what)
{
    cr_assert_eq(answer, expected, "%s: %s instead of %s", what, auk_status_text(answer), auk_status_text(expected));
    cr_assert_eq(auk_world_last_status(s->world), expected, "%s: last status", what);
    cr_assert_eq(auk_world_hash(s->world), s->hash, "%s changed the world", what);
    auk_body_set_user_data(s->world, s->ball, 1); // a good call in between: last_status must not stick
    cr_assert_eq(auk_world_last_status(s->world), AUK_OK);
}

static AukStatus create(Scene *s, const AukBodyDef *def)
{
    AukBodyId id = auk_body_create(s->world, def);
    return id.generation || id.index ? AUK_OK : auk_world_last_status(s->world);
}

static AukStatus add(Scene *s, AukBodyId body, const AukShapeDef *def)
{
    AukShapeId id = auk_body_add_shape(s->world, body, def);
    return id.generation || id.index ? AUK_OK : auk_world_last_status(s->world);
}

static AukStatus add_points(Scene *s, AukBodyId body, const AukVec2 *points, int count, const AukShapeDef *def)
{
    AukShapeId id = auk_body_add_polygon(s->world, body, points, count, def);
    return id.generation || id.index ? AUK_OK : auk_world_last_status(s->world);
}

// The four bad numbers and what they are.
static const struct {
    float value;
    AukStatus status;
} numbers[] = {{NAN, AUK_ERROR_NOT_FINITE},
               {INFINITY, AUK_ERROR_NOT_FINITE},
               {-INFINITY, AUK_ERROR_NOT_FINITE},
               {HUGE_NUMBER, AUK_ERROR_RANGE},
               {-HUGE_NUMBER, AUK_ERROR_RANGE}};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

Test(world_bad_input, definitions_of_worlds_are_checked)
{
    AukStatus status;
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    static const int counts[] = {-1, INT32_MIN, AUK_WORKER_COUNT_MAX + 1, INT32_MAX};
    for (int i = 0; i < 4; i++) {
        def.worker_count = counts[i];
        cr_assert(!auk_world_create(&def, &status) && status == AUK_ERROR_COUNT && !auk_world_create(&def, NULL));
    }
    def.worker_count = 1;
    def.max_pairs = -1;
    cr_assert(!auk_world_create(&def, &status) && status == AUK_ERROR_COUNT);
    def.max_pairs = 0;
    def.broad = AUK_BROAD_KIND_COUNT;
    cr_assert(!auk_world_create(&def, &status) && status == AUK_ERROR_ENUM);
    def.broad = (AukBroadKind)-1;
    cr_assert(!auk_world_create(&def, &status) && status == AUK_ERROR_ENUM);
    def.broad = AUK_BROAD_SWEEP;
    AukWorld *world = auk_world_create(&def, &status);
    cr_assert(world && status == AUK_OK);
    auk_world_destroy(world);
}

Test(world_bad_input, numbers_in_body_definitions_are_checked)
{
    Scene s = scene_start();
    for (int i = 0; i < NUMBERS; i++) {
        for (int field = 0; field < 6; field++) {
            AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
            float *fields[6] = {&def.position.x, &def.position.y, &def.angle,
                                &def.velocity.x, &def.velocity.y, &def.spin};
            *fields[field] = numbers[i].value;
            AukStatus answer = create(&s, &def);
            if (numbers[i].status == AUK_ERROR_RANGE && (field == 2 || field == 5)) {
                cr_assert_neq(answer, AUK_ERROR_NOT_FINITE); // angles may be refused or not
                if (answer == AUK_OK) {
                    s.hash = auk_world_hash(s.world);
                }
                continue;
            }
            expect(&s, answer, numbers[i].status, "body definition");
        }
    }
    auk_world_destroy(s.world);
}

Test(world_bad_input, body_definitions_are_checked)
{
    Scene s = scene_start();
    expect(&s, create(&s, NULL), AUK_ERROR_NULL, "null definition");
    AukBodyDef def = scene_def(AUK_MOTION_COUNT, auk_shape_circle(1.0f), 0.0f, 0.0f);
    expect(&s, create(&s, &def), AUK_ERROR_ENUM, "motion");
    def.motion = (AukMotion)-1;
    expect(&s, create(&s, &def), AUK_ERROR_ENUM, "negative motion");
    def.motion = AUK_MOTION_SWEPT;
    def.response = AUK_RESPONSE_COUNT;
    expect(&s, create(&s, &def), AUK_ERROR_ENUM, "response");
    def.response = AUK_RESPONSE_BOUNCE;
    def.pierce = -1;
    expect(&s, create(&s, &def), AUK_ERROR_COUNT, "pierce");
    def.pierce = 0;
    def.bounce_loss = 1.25f;
    expect(&s, create(&s, &def), AUK_ERROR_RANGE, "loss above 1");
    def.bounce_loss = -0.25f;
    expect(&s, create(&s, &def), AUK_ERROR_RANGE, "gain");
    def.bounce_loss = NAN;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_FINITE, "loss is NaN");
    def.bounce_loss = 0.0f;
    def.max_speed = -1.0f;
    expect(&s, create(&s, &def), AUK_ERROR_NEGATIVE, "negative max_speed");
    def.max_speed = NAN;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_FINITE, "max_speed is NaN");
    def.max_speed = 0.0f;
    for (int i = 0; i < AUK_MOTION_COUNT; i++) {
        for (int k = 0; k < AUK_RESPONSE_COUNT; k++) {
            def.motion = (AukMotion)i;
            def.response = (AukResponse)k;
            if (def.motion != AUK_MOTION_SWEPT && def.response != AUK_RESPONSE_CROSS) {
                expect(&s, create(&s, &def), AUK_ERROR_NOT_SWEPT, "a response of a body that is not swept");
            }
        }
    }
    def.motion = AUK_MOTION_SWEPT;
    def.response = AUK_RESPONSE_CROSS;
    def.proximity = 1.0f;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_SENSOR, "proximity of a solid");
    def.sensor = true;
    def.proximity = -1.0f;
    expect(&s, create(&s, &def), AUK_ERROR_NEGATIVE, "negative proximity");
    def.proximity = INFINITY;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_FINITE, "infinite proximity");
    def.proximity = 2e15f;
    expect(&s, create(&s, &def), AUK_ERROR_RANGE, "proximity beyond everything");
    def.proximity = 0.0f;
    def.sensor = false;
    def.one_way = auk_vec(0.0f, NAN);
    expect(&s, create(&s, &def), AUK_ERROR_NOT_FINITE, "one-way direction");
    def.one_way = auk_vec(0.0f, 0.0f);
    def.owner = s.stale;
    expect(&s, create(&s, &def), AUK_ERROR_STALE_ID, "owner");
    def.owner = (AukBodyId){0, 0};
    def.motion = AUK_MOTION_STATIC;
    def.velocity = auk_vec(1.0f, 0.0f);
    expect(&s, create(&s, &def), AUK_ERROR_STATIC_BODY, "static body with a velocity");
    def.velocity.x = 0.0f;
    def.shape = auk_shape_circle(-1.0f);
    expect(&s, create(&s, &def), AUK_ERROR_NEGATIVE, "refused circle");
    def.shape = auk_shape_box(0.0f, 1.0f);
    expect(&s, create(&s, &def), AUK_ERROR_ZERO_AREA, "refused box");
    def.shape = auk_shape_circle(NAN);
    expect(&s, create(&s, &def), AUK_ERROR_NOT_FINITE, "refused radius");
    auk_world_destroy(s.world);
}

Test(world_bad_input, shapes_put_together_by_hand_are_checked)
{
    Scene s = scene_start();
    AukVec2 bow[4] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    AukVec2 clockwise[3] = {{0.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 0.0f}};
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    def.shape.kind = AUK_SHAPE_KIND_COUNT;
    expect(&s, create(&s, &def), AUK_ERROR_ENUM, "kind");
    def.shape.kind = AUK_SHAPE_CIRCLE;
    def.shape.radius = -1.0f;
    expect(&s, create(&s, &def), AUK_ERROR_NEGATIVE, "radius");
    def.shape.radius = INFINITY;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_FINITE, "infinite radius");
    def.shape = auk_shape_box(1.0f, 1.0f);
    def.shape.core.half.y = -1.0f;
    cr_assert_neq(create(&s, &def), AUK_OK);
    cr_assert_eq(auk_world_hash(s.world), s.hash);
    def.shape = auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f));
    def.shape.core.segment[1].x = NAN;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_FINITE, "segment");
    memset(&def.shape, 0, sizeof def.shape);
    def.shape.kind = AUK_SHAPE_POLYGON;
    def.shape.core.polygon.count = 4;
    expect(&s, create(&s, &def), AUK_ERROR_NULL, "polygon without vertices");
    def.shape.core.polygon.vertices = bow;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_CONVEX, "bow tie");
    def.shape.core.polygon.vertices = clockwise;
    def.shape.core.polygon.count = 3;
    expect(&s, create(&s, &def), AUK_ERROR_NOT_CONVEX, "clockwise");
    def.shape.core.polygon.count = -3;
    expect(&s, create(&s, &def), AUK_ERROR_COUNT, "negative count");
    auk_world_destroy(s.world);
}

Test(world_bad_input, additional_shapes_are_checked)
{
    Scene s = scene_start();
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    expect(&s, add(&s, s.ball, NULL), AUK_ERROR_NULL, "null definition");
    expect(&s, add(&s, s.ball, &def), AUK_ERROR_NO_SHAPE, "no shape");
    def.shape = auk_shape_circle(-1.0f);
    expect(&s, add(&s, s.ball, &def), AUK_ERROR_NEGATIVE, "refused shape");
    def.shape = auk_shape_circle(1.0f);
    expect(&s, add(&s, s.stale, &def), AUK_ERROR_STALE_ID, "stale body");
    expect(&s, add(&s, (AukBodyId){0, 0}, &def), AUK_ERROR_STALE_ID, "null body");
    for (int i = 0; i < NUMBERS; i++) {
        def.position.x = numbers[i].value;
        expect(&s, add(&s, s.ball, &def), numbers[i].status, "position");
    }
    def.position.x = 0.0f;
    def.angle = NAN;
    expect(&s, add(&s, s.ball, &def), AUK_ERROR_NOT_FINITE, "angle");
    auk_world_destroy(s.world);
}

Test(world_bad_input, points_of_polygons_are_checked)
{
    Scene s = scene_start();
    AukVec2 line[4] = {{0.0f, 0.0f}, {10.0f, 10.0f}, {5.0f, 5.0f}, {3.0f, 3.0f}};
    AukVec2 good[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    expect(&s, add_points(&s, s.ball, NULL, 3, NULL), AUK_ERROR_NULL, "null points");
    expect(&s, add_points(&s, s.ball, good, 2, NULL), AUK_ERROR_COUNT, "two points");
    expect(&s, add_points(&s, s.ball, good, -1, NULL), AUK_ERROR_COUNT, "negative count");
    expect(&s, add_points(&s, s.ball, good, AUK_VERTEX_COUNT_MAX + 1, NULL), AUK_ERROR_COUNT, "too many");
    expect(&s, add_points(&s, s.ball, line, 4, NULL), AUK_ERROR_ZERO_AREA, "collinear points");
    expect(&s, add_points(&s, s.stale, good, 3, NULL), AUK_ERROR_STALE_ID, "stale body");
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape.radius = -0.5f;
    expect(&s, add_points(&s, s.ball, good, 3, &def), AUK_ERROR_NEGATIVE, "negative radius");
    for (int i = 0; i < NUMBERS; i++) {
        good[1].y = numbers[i].value;
        expect(&s, add_points(&s, s.ball, good, 3, NULL), numbers[i].status, "point");
    }
    auk_world_destroy(s.world);
}

Test(world_bad_input, poses_and_velocities_are_checked)
{
    Scene s = scene_start();
    for (int i = 0; i < NUMBERS; i++) {
        AukTransform far_off = auk_transform(auk_vec(0.0f, numbers[i].value), 0.0f);
        expect(&s, auk_body_set_pose(s.world, s.ball, far_off), numbers[i].status, "set_pose");
        expect(&s, auk_body_move_to(s.world, s.ball, far_off), numbers[i].status, "move_to");
        AukVec2 velocity = auk_vec(numbers[i].value, 0.0f);
        expect(&s, auk_body_set_velocity(s.world, s.ball, velocity), numbers[i].status, "set_velocity");
    }
    for (int i = 0; i < 3; i++) {
        AukTransform turned = {{0.0f, 0.0f}, {numbers[i].value, 0.0f}};
        expect(&s, auk_body_set_pose(s.world, s.ball, turned), AUK_ERROR_NOT_FINITE, "rotation");
        expect(&s, auk_body_set_spin(s.world, s.ball, numbers[i].value), AUK_ERROR_NOT_FINITE, "set_spin");
    }
    AukTransform pose = auk_transform_identity();
    expect(&s, auk_body_move_to(s.world, s.wall, pose), AUK_ERROR_STATIC_BODY, "static move_to");
    expect(&s, auk_body_set_velocity(s.world, s.wall, pose.p), AUK_ERROR_STATIC_BODY, "static velocity");
    expect(&s, auk_body_set_spin(s.world, s.wall, 1.0f), AUK_ERROR_STATIC_BODY, "static spin");
    auk_world_destroy(s.world);
}

Test(world_bad_input, a_rotation_of_any_length_is_normalised)
{
    Scene s = scene_start();
    AukTransform odd[3] = {
        {{0.0f, 0.0f}, {0.0f, 0.0f}}, {{0.0f, 0.0f}, {30.0f, 40.0f}}, {{0.0f, 0.0f}, {0.0f, 1e-30f}}};
    float c[3] = {1.0f, 0.6f, 0.0f};
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_body_set_pose(s.world, s.ball, odd[i]), AUK_OK);
        AukRot q = auk_body_get_pose(s.world, s.ball).q;
        cr_assert_float_eq(q.c, c[i], 1e-6f);
        cr_assert_float_eq(q.c * q.c + q.s * q.s, 1.0f, 1e-6f);
    }
    auk_world_destroy(s.world);
}

Test(world_bad_input, enumerations_and_ids_in_setters_are_checked)
{
    Scene s = scene_start();
    AukFilter filter = {1, 2, 3};
    AukTransform pose = auk_transform_identity();
    expect(&s, auk_body_set_motion(s.world, s.ball, AUK_MOTION_COUNT), AUK_ERROR_ENUM, "motion");
    expect(&s, auk_body_set_response(s.world, s.ball, (AukResponse)77), AUK_ERROR_ENUM, "response");
    expect(&s, auk_body_set_response(s.world, s.ball, AUK_RESPONSE_BOUNCE), AUK_ERROR_NOT_SWEPT, "response");
    expect(&s, auk_body_set_bounce_loss(s.world, s.ball, 2.0f), AUK_ERROR_RANGE, "bounce_loss");
    expect(&s, auk_body_set_max_speed(s.world, s.ball, -2.0f), AUK_ERROR_NEGATIVE, "max_speed");
    expect(&s, auk_body_set_max_speed(s.world, s.ball, INFINITY), AUK_ERROR_NOT_FINITE, "max_speed");
    expect(&s, auk_body_set_pierce(s.world, s.ball, -1), AUK_ERROR_COUNT, "pierce");
    expect(&s, auk_body_velocity_to(s.world, s.ball, pose, 0.0f), AUK_ERROR_TIME_STEP, "velocity_to in no time");
    expect(&s, auk_body_velocity_to(s.world, s.ball, pose, NAN), AUK_ERROR_TIME_STEP, "velocity_to, NaN");
    expect(&s, auk_body_velocity_to(s.world, s.ball, auk_transform(auk_vec(9e9f, 0.0f), 0.0f), 1e-9f), AUK_ERROR_RANGE,
           "velocity_to too fast");
    expect(&s, auk_body_set_owner(s.world, s.ball, s.stale), AUK_ERROR_STALE_ID, "stale owner");
    AukBodyId bad[] = {s.stale, {0, 0}, {1234, 1}, {s.ball.index, s.ball.generation + 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        expect(&s, auk_body_destroy(s.world, bad[i]), AUK_ERROR_STALE_ID, "destroy");
        expect(&s, auk_body_set_pose(s.world, bad[i], pose), AUK_ERROR_STALE_ID, "set_pose");
        expect(&s, auk_body_set_bounce_loss(s.world, bad[i], 0.5f), AUK_ERROR_STALE_ID, "set_bounce_loss");
        expect(&s, auk_body_set_pierce(s.world, bad[i], 1), AUK_ERROR_STALE_ID, "set_pierce");
        expect(&s, auk_body_velocity_to(s.world, bad[i], pose, 1.0f), AUK_ERROR_STALE_ID, "velocity_to");
        expect(&s, auk_body_move_to(s.world, bad[i], pose), AUK_ERROR_STALE_ID, "move_to");
        expect(&s, auk_body_set_velocity(s.world, bad[i], pose.p), AUK_ERROR_STALE_ID, "set_velocity");
        expect(&s, auk_body_set_spin(s.world, bad[i], 1.0f), AUK_ERROR_STALE_ID, "set_spin");
        expect(&s, auk_body_set_motion(s.world, bad[i], AUK_MOTION_STATIC), AUK_ERROR_STALE_ID, "set_motion");
        expect(&s, auk_body_set_filter(s.world, bad[i], filter), AUK_ERROR_STALE_ID, "set_filter");
        expect(&s, auk_body_set_owner(s.world, bad[i], s.wall), AUK_ERROR_STALE_ID, "set_owner");
        expect(&s, auk_body_set_response(s.world, bad[i], AUK_RESPONSE_TOUCH), AUK_ERROR_STALE_ID, "set_response");
        expect(&s, auk_body_set_max_speed(s.world, bad[i], 1.0f), AUK_ERROR_STALE_ID, "set_max_speed");
        expect(&s, auk_body_set_enabled(s.world, bad[i], false), AUK_ERROR_STALE_ID, "set_enabled");
        expect(&s, auk_body_set_user_data(s.world, bad[i], 9), AUK_ERROR_STALE_ID, "set_user_data");
    }
    AukShapeId bad_shapes[] = {s.stale_shape, {0, 0}, {1234, 1}, {s.shape.index, s.shape.generation + 1}};
    for (size_t i = 0; i < sizeof bad_shapes / sizeof *bad_shapes; i++) {
        expect(&s, auk_world_shape_remove(s.world, bad_shapes[i]), AUK_ERROR_STALE_ID, "remove_shape");
        expect(&s, auk_world_shape_set_filter(s.world, bad_shapes[i], filter), AUK_ERROR_STALE_ID, "shape_set_filter");
        expect(&s, auk_world_shape_set_sensor(s.world, bad_shapes[i], true), AUK_ERROR_STALE_ID, "shape_set_sensor");
    }
    auk_world_destroy(s.world);
}

Test(world_bad_input, time_steps_are_checked)
{
    Scene s = scene_start();
    float bad[5] = {-1.0f, -1e-30f, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 5; i++) {
        expect(&s, auk_world_step(s.world, bad[i]), AUK_ERROR_TIME_STEP, "step");
    }
    cr_assert_eq(auk_world_step(s.world, -0.0f), AUK_OK);
    auk_world_destroy(s.world);
}

Test(world_bad_input, a_step_that_would_leave_the_range_changes_nothing)
{
    Scene s = scene_start();
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(1.0f), 9e14f, 0.0f);
    def.velocity = auk_vec(1e15f, 0.0f);
    AukBodyId runaway = auk_body_create(s.world, &def);
    s.hash = auk_world_hash(s.world);
    expect(&s, auk_world_step(s.world, 1.0f), AUK_ERROR_RANGE, "step out of range");
    expect(&s, auk_world_step(s.world, 3e38f), AUK_ERROR_RANGE, "step of all time");
    cr_assert_eq(auk_body_get_pose(s.world, runaway).p.x, 9e14f);
    cr_assert_eq(auk_world_contacts(s.world).count, 3);
    auk_body_destroy(s.world, runaway);
    cr_assert_eq(auk_world_step(s.world, 1.0f), AUK_OK);
    cr_assert_eq(auk_body_get_pose(s.world, s.ball).p.x, 3.0f);
    auk_world_destroy(s.world);
}

Test(world_bad_input, a_way_longer_than_the_range_is_refused)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(1.0f), -9e14f, 0.0f);
    def.velocity = auk_vec(9e14f, 0.0f);
    AukBodyId id = auk_body_create(world, &def);
    cr_assert_eq(auk_world_step(world, 2.0f), AUK_ERROR_RANGE); // both ends are in range, the way is not
    cr_assert_eq(auk_body_get_pose(world, id).p.x, -9e14f);
    auk_world_destroy(world);
}

Test(world_bad_input, shapes_at_the_edge_of_the_range_step_and_are_found)
{
    AukWorld *world = scene_world();
    float edge = AUK_COORDINATE_MAX;
    scene_wall(world, edge, edge, edge, edge);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(edge), -edge, -edge);
    def.spin = 1e15f;
    def.velocity = auk_vec(1e15f, 1e15f);
    AukBodyId wheel = auk_body_create(world, &def);
    AukShapeDef more;
    memset(&more, 0, sizeof more);
    more.shape = auk_shape_circle(edge);
    more.position = auk_vec(-edge, edge);
    auk_body_add_shape(world, wheel, &more);
    cr_assert_eq(auk_world_step(world, 0.5f), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(-edge, edge), auk_vec(edge, 0.0f), NULL, &found));
    cr_assert(auk_world_overlap_box(world, auk_box(auk_vec(-edge, -edge), auk_vec(edge, edge)), NULL, NULL, 0) >= 2);
    auk_world_destroy(world);
}

Test(world_bad_input, null_worlds_are_answered)
{
    AukBodyId id = {0, 1};
    AukShapeId shape = {0, 1};
    AukTransform pose = auk_transform_identity();
    AukFilter filter = {0, 0, 0};
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    AukShape circle = auk_shape_circle(1.0f);
    AukVec2 points[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    AukStatus answers[] = {auk_world_step(NULL, 1.0f),
                           auk_world_reserve(NULL, 1, 1, 1),
                           auk_world_last_status(NULL),
                           auk_body_destroy(NULL, id),
                           auk_body_set_pose(NULL, id, pose),
                           auk_body_move_to(NULL, id, pose),
                           auk_body_set_velocity(NULL, id, pose.p),
                           auk_body_set_spin(NULL, id, 0.0f),
                           auk_body_set_motion(NULL, id, AUK_MOTION_STATIC),
                           auk_body_set_filter(NULL, id, filter),
                           auk_body_set_owner(NULL, id, id),
                           auk_body_set_response(NULL, id, AUK_RESPONSE_TOUCH),
                           auk_body_set_max_speed(NULL, id, 1.0f),
                           auk_body_set_enabled(NULL, id, true),
                           auk_body_set_user_data(NULL, id, 1),
                           auk_world_shape_remove(NULL, shape),
                           auk_world_shape_set_filter(NULL, shape, filter),
                           auk_world_shape_set_sensor(NULL, shape, true),
                           auk_world_shape_set_enabled(NULL, shape, true),
                           auk_world_shape_set_local_pose(NULL, shape, pose),
                           (AukStatus)-auk_world_overlap(NULL, &circle, pose, NULL, NULL, 0),
                           (AukStatus)-auk_world_overlap_bounds(NULL, auk_box(pose.p, pose.p), NULL, NULL, 0),
                           (AukStatus)-auk_world_overlap_box(NULL, auk_box(pose.p, pose.p), NULL, NULL, 0)};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        cr_assert_eq(answers[i], AUK_ERROR_NULL, "call %zu", i);
    }
    cr_assert(auk_body_create(NULL, &def).generation == 0 && auk_body_add_shape(NULL, id, NULL).generation == 0);
    cr_assert(auk_body_add_polygon(NULL, id, points, 3, NULL).generation == 0 && !auk_body_exists(NULL, id));
    cr_assert(auk_world_contacts(NULL).count == 0 && auk_world_hits(NULL).count == 0 && auk_world_hash(NULL) == 0);
    cr_assert(auk_world_events(NULL, AUK_EVENT_BEGIN).count == 0 && auk_body_contacts(NULL, id, NULL, 0) == 0);
    cr_assert(auk_world_stats(NULL).bodies == 0 && auk_world_body_count(NULL) == 0 &&
              !auk_world_shape_exists(NULL, shape));
    cr_assert(auk_body_get_pose(NULL, id).p.x == 0.0f && auk_body_get_shapes(NULL, id, NULL, 0) == 0);
    cr_assert(auk_shape_id_is_null(auk_body_get_shape(NULL, id)));
    cr_assert(auk_body_get_user_data(NULL, id) == 0 && auk_world_shape_get(NULL, shape).kind == AUK_SHAPE_NONE);
    AukFound found;
    cr_assert(!auk_world_cast_ray(NULL, pose.p, pose.p, NULL, &found) && found.status == AUK_ERROR_NULL);
}

Test(world_bad_input, queries_answer_bad_numbers_and_do_not_touch_the_last_status)
{
    Scene s = scene_start();
    AukFound found[4];
    AukShape circle = auk_shape_circle(1.0f), none = auk_shape_circle(-1.0f);
    AukTransform pose = auk_transform_identity();
    auk_body_destroy(s.world, s.stale); // leaves AUK_ERROR_STALE_ID
    for (int i = 0; i < NUMBERS; i++) {
        AukVec2 bad = auk_vec(numbers[i].value, 0.0f);
        cr_assert(!auk_world_cast_ray(s.world, bad, auk_vec(1.0f, 0.0f), NULL, found));
        cr_assert_eq(found[0].status, numbers[i].status);
        cr_assert(!auk_world_cast_ray(s.world, auk_vec(0.0f, 0.0f), bad, NULL, found));
        cr_assert(found[0].status == numbers[i].status && !auk_world_cast_ray(s.world, bad, bad, NULL, NULL));
        AukTransform away = {bad, {1.0f, 0.0f}};
        cr_assert_eq(auk_world_overlap(s.world, &circle, away, NULL, found, 4), -(int)numbers[i].status);
        AukBox box = {{-1.0f, -1.0f}, {1.0f, numbers[i].value}};
        cr_assert_eq(auk_world_overlap_box(s.world, box, NULL, found, 4), -(int)numbers[i].status);
        cr_assert_eq(auk_world_overlap_bounds(s.world, box, NULL, found, 4), -(int)numbers[i].status);
    }
    cr_assert_eq(auk_world_overlap(s.world, NULL, pose, NULL, found, 4), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_overlap(s.world, &none, pose, NULL, found, 4), -(int)AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_overlap(s.world, &circle, pose, NULL, found, -1), -(int)AUK_ERROR_COUNT);
    AukBox inside_out = auk_box(auk_vec(1.0f, 0.0f), auk_vec(0.0f, 1.0f));
    cr_assert_eq(auk_world_overlap_box(s.world, inside_out, NULL, found, 4), -(int)AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_overlap_bounds(s.world, inside_out, NULL, found, 4), -(int)AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_overlap_bounds(s.world, auk_box(pose.p, pose.p), NULL, found, -1), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_last_status(s.world), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_hash(s.world), s.hash);
    auk_world_destroy(s.world);
}

Test(world_bad_input, reserving_absurd_sizes_is_refused)
{
    Scene s = scene_start();
    expect(&s, auk_world_reserve(s.world, -1, 0, 0), AUK_ERROR_COUNT, "bodies");
    expect(&s, auk_world_reserve(s.world, 0, -1, 0), AUK_ERROR_COUNT, "pairs");
    expect(&s, auk_world_reserve(s.world, 0, 0, -1), AUK_ERROR_COUNT, "hits");
    cr_assert_eq(auk_world_events(s.world, AUK_EVENT_KIND_COUNT).count, 0);
    cr_assert_eq(auk_world_events(s.world, (AukEventKind)-1).count, 0);
    auk_world_destroy(s.world);
}

// A game that forgets to place its bodies has them all at the origin. Without a limit the memory of the pairs ended the
// program, and with it the machine's other ones.
Test(world_bad_input, a_step_of_a_huge_pile_is_refused_before_it_takes_all_memory)
{
    enum { PILE = 20000 };
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.shape = auk_shape_circle(1.0f), .velocity = {1.0f, 0.0f}};
    static AukBodyId bodies[PILE];
    for (int i = 0; i < PILE; i++) {
        bodies[i] = auk_body_create(world, &def);
    }
    uint64_t before = auk_world_hash(world);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_ERROR_PAIR_LIMIT);
    cr_assert_eq(auk_world_hash(world), before);
    char text[AUK_ERROR_TEXT_SIZE];
    auk_world_last_error_text(world, text, sizeof text);
    cr_assert_str_eq(text, "auk_world_step: max_pairs is 8388608: more pairs were found than max_pairs allows");
    for (int i = 0; i < PILE; i++) {
        cr_assert_eq(auk_body_set_position(world, bodies[i], auk_vec(3.0f * (float)i, 0.0f)), AUK_OK);
    }
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    auk_world_destroy(world);
}
