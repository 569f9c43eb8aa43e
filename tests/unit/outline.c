// Shapes of several pieces, and custom shapes, in a world: contacts are of pieces, events of shapes, ids of shapes.
#include "auk/auk.h"

#include <criterion/criterion.h>

#include <string.h>

// An L: the square [0,2]^2 without its upper right quarter.
static const AukVec2 corner[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};

static AukShapeId add_corner(AukWorld *world, bool sensor)
{
    AukBodyDef body = {.motion = AUK_MOTION_STATIC};
    AukShapeDef def = {.sensor = sensor};
    return auk_body_add_outline(world, auk_body_create(world, &body), corner, 6, NULL, 0, &def);
}

static AukBodyId add_ball(AukWorld *world, float x, float y, float radius)
{
    AukBodyDef def = {.shape = auk_shape_circle(radius)};
    def.position = auk_vec(x, y);
    return auk_body_create(world, &def);
}

Test(outline, a_ball_in_the_corner_touches_two_pieces_and_begins_once)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukShapeId shape = add_corner(world, false);
    cr_assert(auk_world_shape_exists(world, shape));
    cr_assert_eq(auk_world_stats(world).shapes, 1);
    add_ball(world, 1.4f, 1.4f, 0.5f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_geq(contacts.count, 2);
    for (int i = 0; i < contacts.count; i++) {
        cr_assert(auk_shape_id_equal(contacts.items[i].shape_a, shape));
        cr_assert(i == 0 || contacts.items[i].child_a > contacts.items[i - 1].child_a);
        cr_assert_eq(contacts.items[i].child_b, 0);
    }
    AukEvents begins = auk_world_events(world, AUK_EVENT_BEGIN);
    cr_assert_eq(begins.count, 1);
    cr_assert(begins.items[0].bodies && auk_shape_id_equal(begins.items[0].shape_a, shape));
    auk_world_destroy(world);
}

Test(outline, the_notch_is_empty)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    add_corner(world, false);
    AukQuery query = {.exclude = add_ball(world, 1.6f, 1.6f, 0.5f)};
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(1.5f, 3.0f), auk_vec(0.0f, -4.0f), &query, &found));
    cr_assert(found.fraction == 0.5f && found.point.y == 1.0f && found.normal.y == 1.0f);
    auk_world_destroy(world);
}

Test(outline, removing_the_shape_ends_every_contact_with_one_event)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukShapeId shape = add_corner(world, false);
    add_ball(world, 1.4f, 1.4f, 0.5f);
    auk_world_step(world, 0.0f);
    uint64_t before = auk_world_hash(world);
    cr_assert_eq(auk_world_shape_remove(world, shape), AUK_OK);
    cr_assert_neq(auk_world_hash(world), before);
    cr_assert_eq(auk_world_stats(world).shapes, 1);
    cr_assert_eq(auk_body_get_shapes(world, (AukBodyId){0, 1}, NULL, 0), 0);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    AukEvents ends = auk_world_events(world, AUK_EVENT_END);
    cr_assert(ends.count == 1 && ends.items[0].bodies);
    cr_assert_eq(auk_world_shape_remove(world, shape), AUK_ERROR_STALE_ID);
    auk_world_destroy(world);
}

Test(outline, a_bullet_hits_the_shape_once_and_a_sensor_sees_it_enter_and_leave_once)
{
    for (int sensor = 0; sensor < 2; sensor++) {
        AukWorld *world = auk_world_create(NULL, NULL);
        add_corner(world, sensor != 0);
        AukBodyDef bullet = {.motion = AUK_MOTION_SWEPT, .shape = auk_shape_circle(0.1f)};
        bullet.position = auk_vec(-5.0f, 0.5f);
        bullet.velocity = auk_vec(20.0f, 0.0f);
        auk_body_create(world, &bullet);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        cr_assert_eq(auk_world_hits(world).count, sensor ? 0 : 1);
        cr_assert_eq(auk_world_events(world, sensor ? AUK_EVENT_ENTER : AUK_EVENT_BEGIN).count, 1);
        cr_assert_eq(auk_world_events(world, sensor ? AUK_EVENT_LEAVE : AUK_EVENT_END).count, 1);
        float fraction = auk_world_events(world, sensor ? AUK_EVENT_ENTER : AUK_EVENT_BEGIN).items[0].fraction;
        cr_assert_float_eq(fraction, 4.9f / 20.0f, 1e-6f);
        auk_world_destroy(world);
    }
}

Test(outline, crossing_edges_and_stale_bodies_are_refused_and_nothing_changes)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukBodyId body = auk_body_create(world, &def);
    uint64_t before = auk_world_hash(world);
    static const AukVec2 bow[4] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    cr_assert_eq(auk_body_add_outline(world, body, bow, 4, NULL, 0, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NOT_SIMPLE);
    cr_assert_eq(auk_body_add_outline(world, (AukBodyId){7, 1}, corner, 6, NULL, 0, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_body_add_outline(world, body, NULL, 6, NULL, 0, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NULL);
    cr_assert_eq(auk_body_add_outline(world, body, corner, 6, NULL, -1, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_hash(world), before);
    auk_world_destroy(world);
}

static void support_square(const double direction[2], double point[2], const void *context)
{
    (void)context;
    point[0] = direction[0] >= 0.0 ? 1.0 : -1.0;
    point[1] = direction[1] >= 0.0 ? 1.0 : -1.0;
}

Test(outline, custom_shapes_must_be_registered_and_then_touch_like_any_other)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    AukCustomShape square = {support_square, NULL, {{-1, -1}, {1, 1}}, 5};
    AukBodyDef def = {.shape = auk_shape_custom(&square, 0.5f)};
    cr_assert_eq(auk_body_create(world, &def).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_NUMBER);
    cr_assert_eq(auk_world_register_custom(world, &square), AUK_OK);
    cr_assert_eq(auk_world_register_custom(world, &square), AUK_OK);
    AukCustomShape other = square;
    other.bounds.max.x = 2.0f;
    cr_assert_eq(auk_world_register_custom(world, &other), AUK_ERROR_NUMBER);
    auk_body_create(world, &def);
    memset(&square, 0, sizeof square); // the world has its own copy
    add_ball(world, 2.4f, 0.0f, 1.0f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 1);
    cr_assert_float_eq(contacts.items[0].manifold.distance, -0.1f, 1e-6f);
    cr_assert_float_eq(contacts.items[0].manifold.normal.x, 1.0f, 1e-6f);
    auk_world_destroy(world);
}
