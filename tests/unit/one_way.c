// Platforms that are solid from one side only.
#include "auk/mover.h"
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

static AukBodyDef platform_def(float x, float y, float angle)
{
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(3.0f, 0.25f), x, y);
    def.angle = angle;
    def.one_way = auk_vec(0.0f, 7.0f); // of any length
    return def;
}

static AukShape some_shape(int kind)
{
    static const AukVec2 corners[5] = {{0.5f, 0.0f}, {0.1f, 0.5f}, {-0.4f, 0.3f}, {-0.4f, -0.3f}, {0.1f, -0.5f}};
    switch (kind) {
    case 0: return auk_shape_circle(0.5f);
    case 1: return auk_shape_box(0.4f, 0.5f);
    case 2: return auk_shape_capsule(auk_vec(0.0f, -0.3f), auk_vec(0.0f, 0.3f), 0.2f);
    case 3: return auk_shape_polygon(corners, 5, 0.0f);
    case 4: return auk_shape_ellipse(0.3f, 0.5f);
    default: return auk_shape_segment(auk_vec(0.0f, -0.5f), auk_vec(0.2f, 0.5f));
    }
}

static AukVec2 along(AukVec2 up, float right, float height)
{
    return auk_vec_add(auk_vec_scale(right, auk_vec(up.y, -up.x)), auk_vec_scale(height, up));
}

// Jumps against gravity from below, in steps that are short or pass the platform in one.
static void jump(int kind, AukMotion motion, float angle, float dt, AukVec2 place)
{
    AukWorld *world = scene_world();
    AukBodyDef platform = platform_def(place.x, place.y, angle);
    AukVec2 up = auk_vec(-sinf(angle), cosf(angle));
    auk_body_create(world, &platform);
    AukVec2 start = auk_vec_add(place, along(up, 0.3f, -2.0f));
    AukBodyDef def = scene_def(motion, some_shape(kind), start.x, start.y);
    def.angle = angle;
    def.response = scene_response(motion, AUK_RESPONSE_SLIDE);
    def.velocity = auk_vec_scale(12.0f, up);
    AukBodyId body = auk_body_create(world, &def);
    bool above = false;
    for (float t = 0.0f; t < 3.0f; t += dt) {
        AukVec2 p = auk_vec_sub(auk_body_get_pose(world, body).p, place);
        float height = auk_vec_dot(p, up), speed = auk_vec_dot(auk_body_get_velocity(world, body), up);
        cr_assert(above || auk_world_contacts(world).count == 0, "kind %d: a contact on the way up", kind);
        above = above || height > 0.8f;
        cr_assert(!above || height > 0.74f, "kind %d, dt %g: fell to %g", kind, (double)dt, (double)height);
        bool resting = motion == AUK_MOTION_MOVING && above && speed < 0.0f && auk_world_contacts(world).count > 0;
        AukVec2 v = auk_vec_scale(resting ? 0.0f : speed - 10.0f * dt, up);
        auk_body_set_velocity(world, body, v);
        cr_assert_eq(auk_world_step(world, dt), AUK_OK);
        if (motion == AUK_MOTION_MOVING && auk_world_contacts(world).count > 0) {
            break; // nothing holds it
        }
    }
    cr_assert(above && auk_world_contacts(world).count == 1, "kind %d, dt %g: not on the platform", kind, (double)dt);
    auk_world_destroy(world);
}

Test(one_way, what_jumps_up_through_a_platform_lands_on_it)
{
    for (int kind = 0; kind < 6; kind++) {
        for (float angle = -3.0f; angle < 3.0f; angle += 0.75f) {
            jump(kind, AUK_MOTION_SWEPT, angle, 1.0f / 60.0f, auk_vec(0.0f, 0.0f));
            jump(kind, AUK_MOTION_SWEPT, angle, 0.3f, auk_vec(40.0f, -70.0f));
            jump(kind, AUK_MOTION_MOVING, angle, 1.0f / 60.0f, auk_vec(5.0f, 5.0f));
        }
    }
}

Test(one_way, nothing_is_met_from_below_or_beside)
{
    AukWorld *world = scene_world();
    AukBodyDef def = platform_def(0.0f, 0.0f, 0.0f);
    auk_body_create(world, &def);
    scene_bullet(world, auk_shape_circle(0.2f), auk_vec(0.0f, -5.0f), auk_vec(0.0f, 20.0f), AUK_RESPONSE_TOUCH);
    AukBodyId side =
        scene_bullet(world, auk_shape_circle(0.2f), auk_vec(-9.0f, 0.1f), auk_vec(20.0f, 0.0f), AUK_RESPONSE_BOUNCE);
    scene_ball(world, 2.0f, -0.2f, 0.04f); // inside from the beginning
    cr_assert_eq(scene_step(world, 0.25f), 0);
    cr_assert_eq(scene_step(world, 0.75f), 0);
    cr_assert_eq(auk_world_hits(world).count, 0);
    cr_assert_eq(auk_body_get_pose(world, side).p.x, 11.0f);
    auk_world_destroy(world);
}

Test(one_way, from_above_it_is_solid_and_a_contact_lasts_while_they_touch)
{
    AukWorld *world = scene_world();
    AukBodyDef def = platform_def(0.0f, 0.0f, 0.0f);
    auk_body_create(world, &def);
    AukBodyId ball = scene_ball(world, 0.0f, 0.8f, 0.5f);
    cr_assert_eq(scene_step(world, 1.0f), 0);
    auk_body_set_velocity(world, ball, auk_vec(0.0f, -0.1f));
    cr_assert_eq(scene_step(world, 1.0f), 100000);
    cr_assert_eq(scene_step(world, 1.0f), 10000); // deeper, no longer in front
    cr_assert_eq(scene_step(world, 1.0f), 10000);
    auk_body_set_velocity(world, ball, auk_vec(0.0f, 5.0f));
    cr_assert_eq(scene_step(world, 1.0f), 1000);
    auk_world_destroy(world);
}

Test(one_way, a_bullet_from_above_hits_and_one_that_rises_from_its_surface_does_not)
{
    AukWorld *world = scene_world();
    AukBodyDef def = platform_def(0.0f, 0.0f, 0.0f);
    auk_body_create(world, &def);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, 5.0f), auk_vec(3.0f, -100.0f), AUK_RESPONSE_TOUCH);
    cr_assert_eq(scene_step(world, 1.0f), 100000);
    cr_assert_eq(auk_world_hits(world).count, 1);
    auk_body_set_velocity(world, bullet, auk_vec(0.0f, 3.0f));
    cr_assert_eq(scene_step(world, 1.0f), 1000);
    cr_assert_eq(auk_world_hits(world).count, 0);
    auk_world_destroy(world);
}

Test(one_way, a_platform_that_rises_through_a_body_is_not_felt_and_one_that_comes_from_below_lifts_it)
{
    for (int inside = 0; inside < 2; inside++) {
        AukWorld *world = scene_world();
        AukBodyDef def = platform_def(0.0f, inside ? 0.0f : -3.0f, 0.0f);
        def.motion = AUK_MOTION_MOVING;
        def.velocity = auk_vec(0.0f, 4.0f);
        AukBodyId lift = auk_body_create(world, &def);
        AukBodyId box = scene_bullet(world, auk_shape_box(0.5f, 0.5f), auk_vec(0.0f, 0.0f), auk_vec(0.0f, 0.0f),
                                     AUK_RESPONSE_SLIDE);
        for (int i = 0; i < 60; i++) {
            cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
        }
        float expected = inside ? 0.0f : 1.75f;
        cr_assert_float_eq(auk_body_get_pose(world, box).p.y, expected, 1e-4f);
        cr_assert_float_eq(auk_body_get_pose(world, lift).p.y, inside ? 4.0f : 1.0f, 1e-4f);
        auk_world_destroy(world);
    }
}

Test(one_way, a_direction_turns_with_its_body)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.25f, 3.0f), 0.0f, 0.0f);
    def.angle = 3.14159265f;
    def.one_way = auk_vec(1.0f, 0.0f); // out of the left side, as it stands
    auk_body_create(world, &def);
    scene_bullet(world, auk_shape_circle(0.1f), auk_vec(5.0f, 1.0f), auk_vec(-10.0f, 0.0f), AUK_RESPONSE_TOUCH);
    AukBodyId left =
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec(-5.0f, 0.0f), auk_vec(10.0f, 0.0f), AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert(auk_world_hits(world).count == 1 && auk_body_id_equal(auk_world_hits(world).items[0].body_a, left));
    auk_world_destroy(world);
}

Test(one_way, sensors_see_a_one_way_shape_from_all_sides)
{
    AukWorld *world = scene_world();
    AukBodyDef def = platform_def(0.0f, 0.0f, 0.0f);
    auk_body_create(world, &def);
    scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(0.5f), 0.0f, -0.5f);
    cr_assert_eq(scene_step(world, 0.1f), 100);
    auk_world_destroy(world);
}

Test(one_way, the_direction_of_a_shape_can_be_read_and_changed)
{
    AukWorld *world = scene_world();
    AukBodyId body = scene_body(world, AUK_MOTION_STATIC, auk_shape_box(3.0f, 0.25f), 0.0f, 0.0f);
    AukShapeId shape;
    auk_body_get_shapes(world, body, &shape, 1);
    cr_assert(auk_world_shape_get_one_way(world, shape).y == 0.0f);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_shape_set_one_way(world, shape, auk_vec(0.0f, NAN)), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_shape_set_one_way(world, shape, auk_vec(0.0f, 2.0f)), AUK_OK);
    cr_assert(auk_world_shape_get_one_way(world, shape).y == 2.0f && auk_world_hash(world) != hash);
    scene_ball(world, 0.0f, 0.0f, 0.5f);
    cr_assert_eq(scene_step(world, 0.1f), 0);
    cr_assert_eq(auk_world_shape_set_one_way(world, shape, auk_vec(0.0f, 0.0f)), AUK_OK);
    cr_assert_eq(scene_step(world, 0.1f), 100000);
    AukShapeId stale = {shape.index, shape.generation + 1};
    cr_assert_eq(auk_world_shape_set_one_way(world, stale, auk_vec(0.0f, 1.0f)), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_shape_set_one_way(NULL, shape, auk_vec(0.0f, 1.0f)), AUK_ERROR_NULL);
    auk_world_destroy(world);
}

// ---- half through a chain ---------------------------------------------------------------------------------------

// Level, or bent a little at every joint.
static void one_way_chain(AukWorld *world, float bend)
{
    AukBodyId ground = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
    AukVec2 points[21];
    for (int i = 0; i < 21; i++) {
        points[i] = auk_vec((float)i - 10.0f, i % 2 ? bend : 0.0f);
    }
    AukShapeDef def = {.one_way = {0.0f, 1.0f}};
    cr_assert(!auk_shape_id_is_null(auk_body_add_chain(world, ground, points, 21, false, &def)));
}

// The height at which a jump ends that begins at -1 below a chain, beside any of its joints; 10 seconds later.
static float jump_as_mover(float bend, float x, float speed)
{
    AukWorld *world = scene_world();
    one_way_chain(world, bend);
    AukMover mover = {.shape = auk_shape_circle(0.5f), .pose = {{x, -1.0f}, {0}}, .velocity = {speed, 7.2f}};
    for (int i = 0; i < 60; i++) {
        cr_assert_geq(auk_world_move(world, &mover, 1.0f / 64.0f, NULL, 0), 0);
        mover.velocity.y -= 20.0f / 64.0f;
    }
    auk_world_destroy(world);
    return mover.pose.p.y;
}

static float jump_as_body(float bend, float x, float speed)
{
    AukWorld *world = scene_world();
    one_way_chain(world, bend);
    AukBodyId body =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(x, -1.0f), auk_vec(speed, 7.2f), AUK_RESPONSE_SLIDE);
    for (int i = 0; i < 60; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 64.0f), AUK_OK);
        AukVec2 velocity = auk_body_get_velocity(world, body);
        (void)auk_body_set_velocity(world, body, auk_vec(velocity.x, velocity.y - 20.0f / 64.0f));
    }
    float y = auk_body_get_position(world, body).y;
    auk_world_destroy(world);
    return y;
}

Test(one_way, who_falls_back_half_through_a_chain_does_not_hang_at_its_joints)
{
    for (int i = 0; i < 200; i++) {
        float bend = i % 2 ? -0.05f : 0.0f, x = -5.0f + 0.013f * (float)i, speed = i % 3 ? 3.0f : -2.0f;
        float mover = jump_as_mover(bend, x, speed), body = jump_as_body(bend, x, speed);
        cr_assert(mover < -1.0f, "%d: a mover hangs at %g", i, (double)mover);
        cr_assert(body < -1.0f, "%d: a body hangs at %g", i, (double)body);
    }
}

// A band of ground half as thick as the mover, bent at each of its corners.
static void one_way_band(AukWorld *world, float bend)
{
    AukBodyId ground = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
    AukVec2 points[42];
    for (int i = 0; i < 21; i++) {
        points[i] = auk_vec(10.0f - (float)i, i % 2 ? bend + 0.5f : 0.5f);
        points[41 - i] = auk_vec(10.0f - (float)i, i % 2 ? bend : 0.0f);
    }
    AukShapeDef def = {.one_way = {0.0f, 1.0f}};
    cr_assert(!auk_shape_id_is_null(auk_body_add_outline(world, ground, points, 42, NULL, 0, &def)));
}

Test(one_way, a_mover_that_falls_back_half_through_an_outline_stands_on_no_piece_of_it)
{
    for (int i = 0; i < 400; i++) {
        AukWorld *world = scene_world();
        one_way_band(world, i % 2 ? 0.1f : 0.2f);
        AukMover mover = {.shape = i % 4 < 2 ? auk_shape_circle(0.5f) : auk_shape_box(0.4f, 0.4f),
                          .pose = {{-5.0f + 0.02f * (float)i, -1.0f}, {0}}};
        float speed = i % 3 ? 3.0f : -2.0f;
        mover.velocity.y = 7.2f + 0.01f * (float)(i % 97);
        for (int k = 0; k < 90; k++) {
            mover.velocity = auk_vec(speed, mover.velocity.y - 20.0f / 64.0f);
            cr_assert_geq(auk_world_move(world, &mover, 1.0f / 64.0f, NULL, 0), 0);
            cr_assert(!mover.floor, "%d: stands at %g, %g", i, (double)mover.pose.p.x, (double)mover.pose.p.y);
        }
        auk_world_destroy(world);
    }
}

// ---- far from the origin ----

// A floor of two pieces that meet at x = 0: boxes, sections of a chain, or cells of two grids.
static void add_two_floors(AukWorld *world, int kind, AukVec2 place)
{
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC, .position = place});
    AukShapeDef def = {.shape = auk_shape_box(2.0f, 0.5f), .one_way = {0.0f, 1.0f}};
    for (int side = -1; side <= 1; side += 2) {
        float middle = 2.0f * (float)side;
        const AukVec2 ground[4] = {
            {middle - 4.0f, 0.0f}, {middle - 2.0f, 0.0f}, {middle + 2.0f, 0.0f}, {middle + 4.0f, 0.0f}};
        const uint8_t cells[4] = {AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL, AUK_TILE_FULL};
        AukTilesDef tiles = {4, 1, 1.0f, 1.0f, cells};
        def.position = kind == 0 ? auk_vec(middle, -0.5f) : auk_vec(middle - 2.0f, -1.0f);
        AukShapeId made;
        switch (kind) {
        case 0: made = auk_body_add_shape(world, body, &def); break;
        case 1:
            def.position = auk_vec(0.0f, 0.0f);
            made = auk_body_add_chain_section(world, body, ground, 4, &def);
            break;
        default: made = auk_body_add_tiles(world, body, &tiles, &def); break;
        }
        cr_assert_neq(made.generation, 0);
    }
}

// What slides over a floor is in it by the rounding of its position.
Test(one_way, floors_that_meet_far_from_the_origin_hold_what_slides_from_one_to_the_other)
{
    Random random = random_start(random_seed(), 93);
    for (int i = 0; i < 900; i++) {
        AukVec2 place = auk_vec((float)random_log(&random, 1.0, 3e4), (float)random_log(&random, 1.0, 3e4));
        float radius = random_float(&random, 0.2f, 0.5f);
        AukWorld *world = scene_world();
        add_two_floors(world, i % 3, place);
        AukShape shape = i % 2 ? auk_shape_circle(radius) : auk_shape_box(radius, radius);
        AukVec2 from = auk_vec_add(place, auk_vec(-3.0f, 1.0f));
        AukBodyId body = scene_bullet(world, shape, from, auk_vec(0.0f, 0.0f), AUK_RESPONSE_SLIDE);
        for (int step = 0; step < 30; step++) {
            auk_body_set_velocity(world, body, auk_vec(0.2f, -0.3f));
            cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        }
        AukVec2 end = auk_body_get_position(world, body);
        cr_assert_float_eq(end.y - place.y, radius, 1e-4f * radius + 0x1p-22f * place.y,
                           "seed %llu: floor %d at (%g, %g)", (unsigned long long)random_seed(), i, (double)place.x,
                           (double)place.y);
        auk_world_destroy(world);
    }
}

// Nor does it matter that the height at which a game puts a body on a platform is rounded.
Test(one_way, a_body_put_on_a_platform_far_from_the_origin_is_held_by_it)
{
    Random random = random_start(random_seed(), 94);
    for (int i = 0; i < 2000; i++) {
        AukVec2 place = auk_vec((float)random_log(&random, 1.0, 3e4), (float)random_log(&random, 1.0, 3e4));
        float half = random_float(&random, 0.2f, 0.5f);
        AukWorld *world = scene_world();
        AukBodyDef platform = platform_def(place.x, place.y, 0.0f);
        auk_body_create(world, &platform);
        AukMotion motion = i % 2 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        AukBodyDef def = scene_def(motion, auk_shape_box(half, half), place.x, place.y + 0.25f + half);
        def.response = scene_response(motion, AUK_RESPONSE_SLIDE);
        def.velocity = auk_vec(0.0f, -0.1f);
        AukBodyId body = auk_body_create(world, &def);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        float y = auk_body_get_position(world, body).y - place.y;
        bool held = motion == AUK_MOTION_SWEPT ? y > 0.25f + half - 0.05f : auk_world_contacts(world).count == 1;
        cr_assert(held, "seed %llu: %d at (%g, %g): %g above", (unsigned long long)random_seed(), i, (double)place.x,
                  (double)place.y, (double)y);
        auk_world_destroy(world);
    }
}

// Level ground that rises from x = 0 on: as a chain, or as a grid of kinds of tiles.
static void add_ground_that_rises(AukWorld *world, bool tiles)
{
    AukShapeDef def = {.one_way = {0.0f, 1.0f}};
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    if (!tiles) {
        const AukVec2 points[3] = {{-4.0f, 0.0f}, {0.0f, 0.0f}, {4.0f, 2.0f}};
        cr_assert_neq(auk_body_add_chain(world, body, points, 3, false, &def).generation, 0);
    } else {
        const AukTileKind level = {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
        const AukTileKind slope = {.points = {{0.0f, 0.0f}, {1.0f, 0.5f}}, .count = 2, .one_way = {0.0f, 1.0f}};
        const uint8_t cells[2] = {AUK_TILE_KIND_FIRST, AUK_TILE_KIND_FIRST + 1};
        cr_assert_eq(auk_world_set_tile_kind(world, cells[0], &level), AUK_OK);
        cr_assert_eq(auk_world_set_tile_kind(world, cells[1], &slope), AUK_OK);
        def = (AukShapeDef){.position = {-4.0f, 0.0f}};
        const AukTilesDef grid = {.width = 2, .height = 1, .cell = 4.0f, .cells = cells};
        cr_assert_neq(auk_body_add_tiles(world, body, &grid, &def).generation, 0);
    }
}

// What rolls along level ground does not move against the direction of the slope behind it, and what is thrown up may
// still be slower upward than the slope rises. Both went into the slope without a hit.
Test(one_way, a_slope_is_met_by_what_comes_from_its_outer_side_level_or_upward)
{
    const AukVec2 velocities[3] = {{3.0f, 0.0f}, {3.0f, 1.0f}, {3.0f, -0.5f}};
    for (int i = 0; i < 6; i++) {
        AukWorld *world = scene_world();
        add_ground_that_rises(world, i / 3 == 1);
        AukBodyId ball = scene_bullet(world, auk_shape_circle(0.25f), auk_vec(-1.0f, 0.25f), auk_vec(0.0f, 0.0f),
                                      AUK_RESPONSE_SLIDE);
        auk_body_set_velocity(world, ball, velocities[i % 3]);
        for (int step = 0; step < 8; step++) {
            cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
            AukContacts contacts = auk_world_contacts(world);
            for (int k = 0; k < contacts.count; k++) {
                cr_assert_gt(contacts.items[k].manifold.distance, -1e-4f, "%d: step %d", i, step);
            }
        }
        AukVec2 velocity = auk_body_get_velocity(world, ball);
        cr_assert_float_eq(velocity.y, 0.5f * velocity.x, 1e-4f, "%d: along the slope", i);
        auk_world_destroy(world);
    }
}

// A round hill has no straight side that slopes, and was passed from its flank. The polygon is the judge of the others.
Test(one_way, round_hills_are_met_from_their_flanks_as_polygons_are)
{
    AukVec2 corners[64];
    cr_assert_eq(auk_regular_polygon(64, 5.0f, corners), AUK_OK);
    const AukShape hills[5] = {auk_shape_polygon(corners, 64, 0.0f), auk_shape_circle(5.0f),
                               auk_shape_ellipse(5.0f, 4.9f),
                               auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(3.0f, 0.0f), 5.0f),
                               auk_shape_rounded(auk_shape_box(1.0f, 1.0f), 4.0f)};
    const AukVec2 into[3] = {{8.0f, 0.0f}, {8.0f, 1.0f}, {8.0f, -1.0f}};
    for (int i = 0; i < 15; i++) {
        AukWorld *world = scene_world();
        AukBodyDef hill = scene_def(AUK_MOTION_STATIC, hills[i / 3], 0.0f, 0.0f);
        hill.one_way = auk_vec(0.0f, 1.0f);
        cr_assert_neq(auk_body_create(world, &hill).generation, 0);
        AukBodyId ball =
            scene_bullet(world, auk_shape_circle(0.5f), auk_vec(-4.0f, 6.0f), auk_vec(0.0f, -6.0f), AUK_RESPONSE_TOUCH);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        cr_assert(auk_world_hits(world).count == 1 && auk_world_contacts(world).count == 1, "%d", i);
        AukVec2 before = auk_body_get_position(world, ball);
        auk_body_set_velocity(world, ball, into[i % 3]);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukVec2 after = auk_body_get_position(world, ball);
        cr_assert_eq(auk_world_hits(world).count, 1, "%d", i);
        cr_assert_lt(auk_vec_length(auk_vec_sub(after, before)), 1e-3f, "%d", i);
        auk_body_set_velocity(world, ball, auk_vec(0.0f, -6.0f)); // from below it is open, as ever
        scene_put(world, ball, -4.0f, -8.0f);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        auk_body_set_velocity(world, ball, auk_vec(1.0f, 16.0f));
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        cr_assert_eq(auk_world_hits(world).count, 0, "%d", i);
        auk_world_destroy(world);
    }
}

Test(one_way, a_slope_lets_pass_what_rises_through_it_from_below)
{
    const AukVec2 up[2] = {{3.0f, 4.0f}, {-3.0f, 4.0f}};
    for (int i = 0; i < 4; i++) {
        AukWorld *world = scene_world();
        add_ground_that_rises(world, i / 2 == 1);
        scene_bullet(world, auk_shape_circle(0.25f), auk_vec(2.5f, -1.0f), up[i % 2], AUK_RESPONSE_TOUCH);
        for (int step = 0; step < 16; step++) {
            cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
            cr_assert_eq(auk_world_hits(world).count, 0, "%d: step %d", i, step);
        }
        auk_world_destroy(world);
    }
}

// The floor of an outline rises to the left. The box lies on its level piece and meets the other one on its way.
Test(one_way, what_lies_on_a_piece_of_an_outline_meets_its_other_pieces)
{
    const AukVec2 points[5] = {{-4.0f, -2.0f}, {4.0f, -2.0f}, {4.0f, 0.0f}, {0.0f, 0.0f}, {-4.0f, 2.0f}};
    AukWorld *world = scene_world();
    AukShapeDef hill;
    memset(&hill, 0, sizeof hill);
    hill.one_way = auk_vec(0.0f, 1.0f);
    AukBodyDef ground = scene_def(AUK_MOTION_STATIC, auk_shape_circle(1.0f), 0.0f, 0.0f);
    memset(&ground.shape, 0, sizeof ground.shape);
    AukShapeId shape = auk_body_add_outline(world, auk_body_create(world, &ground), points, 5, NULL, 0, &hill);
    cr_assert_eq(auk_world_shape_get_pieces(world, shape, NULL, 0), 2);
    AukBodyId box = scene_bullet(world, auk_shape_box(0.25f, 0.25f), auk_vec(3.0f, 2.5f), auk_vec(0.0f, -40.0f),
                                 AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
    cr_assert_eq(auk_body_contacts(world, box, NULL, 0), 1);
    auk_body_set_velocity(world, box, auk_vec(-32.0f, 0.0f));
    cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
    cr_assert_eq(auk_world_hits(world).count, 1);
    cr_assert_float_eq(auk_body_get_position(world, box).x, 0.25f, 1e-3f);
    auk_world_destroy(world);
}

// At the point of the hit, one end of the side that it lies on, a body that begins to turn may come up.
Test(one_way, what_lies_on_a_floor_and_begins_to_turn_is_held_as_by_a_solid_one)
{
    for (int k = 0; k < 4 * 2 * 2; k++) {
        float heights[2];
        for (int solid = 0; solid < 2; solid++) {
            AukWorld *world = scene_world();
            AukBodyDef platform = platform_def(0.0f, 0.0f, 0.0f);
            platform.one_way.y = solid ? 0.0f : 1.0f;
            auk_body_create(world, &platform);
            const AukShape shapes[] = {auk_shape_box(0.5f, 0.25f), auk_shape_ellipse(0.5f, 0.25f),
                                       auk_shape_capsule(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.0f), 0.25f),
                                       auk_shape_segment(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.0f))};
            AukBodyDef def = scene_def(AUK_MOTION_SWEPT, shapes[k % 4], 0.0f, 1.0f);
            def.response = k / 4 % 2 ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_SLIDE;
            AukBodyId body = auk_body_create(world, &def);
            for (int i = 0; i < 60; i++) {
                auk_body_set_velocity(world, body, auk_vec(0.0f, i < 40 ? -2.0f : -0.2f));
                auk_body_set_spin(world, body, i < 40 ? 0.0f : (k < 8 ? 2.0f : -2.0f));
                cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
            }
            heights[solid] = auk_body_get_pose(world, body).p.y;
            auk_world_destroy(world);
        }
        cr_assert(fabsf(heights[0] - heights[1]) < 1e-6f, "%d: %g instead of %g", k, (double)heights[0],
                  (double)heights[1]);
    }
}

// Half through the left edge it is in front of the right one.
Test(one_way, a_body_that_drops_over_a_dip_of_a_chain_is_not_held_by_the_next_edge)
{
    const AukVec2 dip[3] = {{-3.0f, 1.5f}, {0.0f, 0.0f}, {3.0f, -0.3f}};
    for (int k = 0; k < 20; k++) {
        AukWorld *world = scene_world();
        AukBodyId ground = scene_body(world, AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
        auk_body_add_chain(world, ground, dip, 3, false, &(AukShapeDef){.one_way = {0.0f, 1.0f}});
        float x = -0.3f + 0.03f * (float)k;
        AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_box(0.4f, 0.4f), x, 1.2f);
        def.response = AUK_RESPONSE_TOUCH;
        AukBodyId body = auk_body_create(world, &def);
        for (int i = 0; i < 260; i++) {
            auk_body_set_velocity(world, body, auk_vec(0.0f, i < 60 ? -2.0f : -0.5f));
            cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
            if (i == 60) {
                cr_assert(auk_body_get_pose(world, body).p.y > 0.3f);
                cr_assert_eq(auk_body_drop_through(world, body), AUK_OK);
            }
        }
        cr_assert_lt(auk_body_get_pose(world, body).p.y, -0.8f, "%d: at %g", k,
                     (double)auk_body_get_pose(world, body).p.y);
        auk_world_destroy(world);
    }
}

// A shape of a body that falls 0.1 to 0.9 deep into a floor of cells in one step, and then stays there: the contact
// must lead back to the front. The core of a circle is then behind the floor.
Test(one_way, a_round_body_that_falls_half_through_a_floor_of_cells_touches_it_as_a_box_does)
{
    const AukTileKind thin = {.points = {{0.0f, 1.0f}, {1.0f, 1.0f}}, .count = 2, .one_way = {0.0f, 1.0f}};
    const uint8_t cells[2][4] = {
        {AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_ONE_WAY_HIGH},
        {AUK_TILE_KIND_FIRST, AUK_TILE_KIND_FIRST, AUK_TILE_KIND_FIRST, AUK_TILE_KIND_FIRST}};
    for (int k = 0; k < 2 * 6 * 8; k++) {
        const float angle = 0.75f * (float)(k % 8);
        for (float depth = 0.1f; depth < 0.95f; depth += 0.1f) {
            AukWorld *world = scene_world();
            cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &thin), AUK_OK);
            AukBodyDef def = scene_def(AUK_MOTION_STATIC, (AukShape){0}, 0.0f, 0.0f);
            def.angle = angle;
            auk_body_add_tiles(world, auk_body_create(world, &def), &(AukTilesDef){4, 1, 1.0f, 0.0f, cells[k / 48]},
                               &(AukShapeDef){.position = {-2.0f, -1.0f}});
            AukShape shape = some_shape(k / 8 % 6);
            AukVec2 up = auk_vec(-sinf(angle), cosf(angle));
            float low =
                -auk_vec_dot(auk_support(&shape, auk_transform(auk_vec(0.0f, 0.0f), angle), auk_vec_neg(up)), up);
            AukVec2 start = along(up, 0.3f, low + 0.01f);
            def = scene_def(AUK_MOTION_MOVING, shape, start.x, start.y);
            def.angle = angle;
            def.velocity = auk_vec_scale(-(depth + 0.01f), up);
            AukBodyId body = auk_body_create(world, &def);
            for (int i = 0; i < 3; i++) {
                cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
                AukContacts contacts = auk_world_contacts(world);
                cr_assert(contacts.count > 0, "%d: no contact, %g deep", k, (double)depth);
                AukManifold manifold = contacts.items[0].manifold;
                cr_assert(auk_vec_dot(manifold.normal, up) > 0.999f && fabsf(manifold.distance + depth) < 1e-3f,
                          "%d: %g deep, not %g", k, (double)-manifold.distance, (double)depth);
                auk_body_set_velocity(world, body, auk_vec(0.0f, 0.0f));
            }
            auk_world_destroy(world);
        }
    }
}
