// Worlds that wrap around: places, contacts, hits and grids across the seams, and what is refused.
#include "auk/many.h"
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

// From 0 to 100 in x, from 0 to 50 in y.
static AukWorld *usual_world(void)
{
    return scene_world_around(auk_box(auk_vec(0.0f, 0.0f), auk_vec(100.0f, 50.0f)));
}

static void expect_at(const AukWorld *world, AukBodyId body, float x, float y)
{
    AukVec2 p = auk_body_get_pose(world, body).p;
    cr_assert(p.x == x && p.y == y, "at %.9g, %.9g", (double)p.x, (double)p.y);
}

static AukBodyId mover(AukWorld *world, AukShape shape, AukVec2 p, AukVec2 velocity)
{
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, shape, p.x, p.y);
    def.velocity = velocity;
    return auk_body_create(world, &def);
}

// ---- the rectangle -------------------------------------------------------------------------------------------------

static void expect_refused(float min_x, float min_y, float max_x, float max_y, AukStatus expected)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap.min = auk_vec(min_x, min_y);
    def.wrap.max = auk_vec(max_x, max_y);
    AukStatus status = AUK_OK;
    AukWorld *world = auk_world_create(&def, &status);
    cr_assert_eq(status, expected, "%s", auk_status_text(status));
    cr_assert_eq(world == NULL, expected != AUK_OK);
    auk_world_destroy(world);
}

Test(wrap, refuses_rectangles_that_cannot_be)
{
    expect_refused(NAN, 0.0f, 1.0f, 1.0f, AUK_ERROR_NOT_FINITE);
    expect_refused(0.0f, 0.0f, 1.0f, INFINITY, AUK_ERROR_NOT_FINITE);
    expect_refused(-INFINITY, 0.0f, 1.0f, 1.0f, AUK_ERROR_NOT_FINITE);
    expect_refused(1.0f, 0.0f, 0.0f, 1.0f, AUK_ERROR_NEGATIVE);
    expect_refused(0.0f, 1.0f, 0.0f, -1.0f, AUK_ERROR_NEGATIVE);
    expect_refused(0.0f, 0.0f, 2e15f, 1.0f, AUK_ERROR_RANGE);
    expect_refused(1e6f, 0.0f, 1e6f + 1.0f, 1.0f, AUK_ERROR_RANGE);
    expect_refused(0.0f, 0.0f, 1e-40f, 1.0f, AUK_ERROR_RANGE);
    expect_refused(0.0f, 0.0f, 1e-20f, 1e15f, AUK_OK);
    expect_refused(5.0f, 5.0f, 5.0f, 5.0f, AUK_OK);
    expect_refused(-1e15f, -1.0f, 1e15f, 1.0f, AUK_OK);
}

Test(wrap, places_are_put_into_the_rectangle)
{
    AukWorld *world = usual_world();
    AukBodyId body = scene_ball(world, 130.0f, -10.0f, 1.0f);
    expect_at(world, body, 30.0f, 40.0f);
    scene_put(world, body, 100.0f, 50.0f);
    expect_at(world, body, 0.0f, 0.0f);
    scene_put(world, body, -1e-9f, -300.0f);
    expect_at(world, body, 0.0f, 0.0f); // no float below 100 is as near
    scene_put(world, body, 1e6f, 1e6f);
    expect_at(world, body, 0.0f, 0.0f);
    auk_world_destroy(world);
    world = scene_world_around(auk_box(auk_vec(-2.0f, 0.0f), auk_vec(2.0f, 0.0f)));
    body = scene_ball(world, 5.0f, 700.0f, 0.25f);
    expect_at(world, body, 1.0f, 700.0f); // y does not wrap
    auk_world_destroy(world);
}

Test(wrap, what_leaves_comes_in_on_the_other_side)
{
    AukWorld *world = usual_world();
    AukBodyId right = mover(world, auk_shape_circle(0.5f), auk_vec(99.0f, 25.0f), auk_vec(8.0f, 0.0f));
    AukBodyId down = mover(world, auk_shape_circle(0.5f), auk_vec(20.0f, 1.0f), auk_vec(0.0f, -8.0f));
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.125f), auk_vec(90.0f, 49.0f), auk_vec(80.0f, 16.0f), AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 0.25f), AUK_OK);
    expect_at(world, right, 1.0f, 25.0f);
    expect_at(world, down, 20.0f, 49.0f);
    expect_at(world, bullet, 10.0f, 3.0f);
    AukTransform between = auk_body_get_pose_between(world, right, 0.25f);
    cr_assert(between.p.x == 99.5f && between.p.y == 25.0f);
    between = auk_body_get_pose_between(world, right, 0.75f);
    cr_assert(between.p.x == 0.5f && between.p.y == 25.0f);
    cr_assert_eq(auk_body_get_previous_pose(world, right).p.x, 99.0f);
    auk_world_destroy(world);
}

Test(wrap, ways_to_a_place_are_the_shorter_ones)
{
    AukWorld *world = usual_world();
    AukBodyId body = scene_ball(world, 98.0f, 1.0f, 0.5f);
    AukTransform to = auk_transform(auk_vec(2.0f, 49.0f), 0.0f);
    cr_assert_eq(auk_body_velocity_to(world, body, to, 0.5f), AUK_OK);
    AukVec2 v = auk_body_get_velocity(world, body);
    cr_assert(v.x == 8.0f && v.y == -4.0f);
    cr_assert_eq(auk_body_set_velocity(world, body, auk_vec(0.0f, 0.0f)), AUK_OK);
    to.p = auk_vec(102.0f, -1.0f); // the same place
    AukBodyId wall = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(0.25f, 3.0f), 0.0f, 0.0f);
    AukBodyId swept =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(98.0f, 1.0f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_CROSS);
    cr_assert_eq(auk_body_move_to(world, body, to), AUK_OK);
    cr_assert_eq(auk_body_move_to(world, swept, to), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.5f), AUK_OK);
    expect_at(world, body, 2.0f, 49.0f);
    expect_at(world, swept, 2.0f, 49.0f);
    AukEvents entered = auk_world_events(world, AUK_EVENT_ENTER);
    cr_assert(entered.count == 1 && auk_body_id_equal(entered.items[0].body_b, swept));
    cr_assert(auk_body_id_equal(entered.items[0].body_a, wall));
    auk_world_destroy(world);
}

// ---- contacts ------------------------------------------------------------------------------------------------------

Test(wrap, bodies_touch_across_sides_and_corners)
{
    static const AukVec2 places[4][2] = {{{99.5f, 25.0f}, {0.25f, 25.0f}},
                                         {{40.0f, 49.5f}, {40.0f, 0.25f}},
                                         {{99.75f, 49.75f}, {0.25f, 0.25f}},
                                         {{0.0f, 49.75f}, {99.75f, 0.25f}}};
    for (int i = 0; i < 4; i++) {
        AukWorld *world = usual_world();
        AukBodyId a = scene_ball(world, places[i][0].x, places[i][0].y, 0.5f);
        AukBodyId b = scene_ball(world, places[i][1].x, places[i][1].y, 0.5f);
        scene_ball(world, 50.0f, 25.0f, 0.5f);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_eq(contacts.count, 1, "pair %d", i);
        const AukManifold *manifold = &contacts.items[0].manifold;
        cr_assert(auk_body_id_equal(contacts.items[0].body_a, a) && auk_body_id_equal(contacts.items[0].body_b, b));
        AukVec2 p = auk_vec_sub(manifold->points[0].point, places[i][0]); // beside a
        cr_assert(auk_vec_length(p) < 1.0f);
        AukWhy why = auk_world_why(world, a, b);
        cr_assert(why.reason == AUK_WHY_TOUCHING && fabsf(why.distance - manifold->points[0].distance) < 1e-6f);
        auk_world_destroy(world);
    }
}

Test(wrap, a_contact_goes_on_while_both_cross_the_seam)
{
    AukWorld *world = usual_world();
    mover(world, auk_shape_box(1.0f, 1.0f), auk_vec(95.0f, 48.0f), auk_vec(4.0f, 2.0f));
    mover(world, auk_shape_box(1.0f, 1.0f), auk_vec(96.5f, 48.5f), auk_vec(4.0f, 2.0f));
    int begins = 0, ends = 0;
    for (int i = 0; i < 40; i++) {
        cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
        begins += auk_world_events(world, AUK_EVENT_BEGIN).count;
        ends += auk_world_events(world, AUK_EVENT_END).count;
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_eq(contacts.count, 1);
        cr_assert(contacts.items[0].manifold.normal.x == 1.0f &&
                  contacts.items[0].manifold.points[0].distance == -0.5f);
    }
    cr_assert(begins == 1 && ends == 0);
    auk_world_destroy(world);
}

Test(wrap, shapes_far_from_their_bodies_touch_where_they_are)
{
    AukWorld *world = usual_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.5f), 90.0f, 10.0f);
    AukBodyId body = auk_body_create(world, &def);
    AukShapeDef shape;
    memset(&shape, 0, sizeof shape);
    shape.shape = auk_shape_circle(0.5f);
    shape.position = auk_vec(330.0f, 120.0f); // three times around, and twice
    cr_assert(auk_body_add_shape(world, body, &shape).generation != 0);
    AukBodyId other = scene_ball(world, 20.5f, 30.5f, 0.5f);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    AukFound found;
    cr_assert(auk_world_cast_ray(world, auk_vec(20.0f, 25.0f), auk_vec(0.0f, 10.0f), NULL, &found));
    cr_assert(auk_body_id_equal(found.body, body) && fabsf(found.point.y - 29.5f) < 1e-5f);
    cr_assert_eq(auk_world_overlap_point(world, auk_vec(20.0f, 80.0f), NULL, NULL, 0), 1);
    (void)other;
    auk_world_destroy(world);
}

static bool same_pose(AukTransform a, AukTransform b)
{
    return a.p.x == b.p.x && a.p.y == b.p.y && a.q.c == b.q.c && a.q.s == b.q.s;
}

Test(wrap, a_body_is_drawn_nowhere_but_between_its_poses)
{
    static const float alphas[8] = {-3.0f, -0.0f, 0.0f, 0.25f, 0.75f, 1.0f, 2.0f, NAN};
    AukBox wrap = auk_box(auk_vec(100.0f, 100.0f), auk_vec(200.0f, 150.0f));
    AukWorld *plane = scene_world(), *torus = scene_world_around(wrap);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 120.0f, 120.0f), over = def;
    def.velocity = auk_vec(7.0f, 11.0f);
    def.spin = 3.0f;
    over.position = auk_vec(198.0f, 103.0f);
    over.velocity = auk_vec(8.0f, -6.0f);
    AukBodyId within = auk_body_create(torus, &def), across = auk_body_create(torus, &over);
    cr_assert(auk_body_id_equal(auk_body_create(plane, &def), within));
    auk_world_step(plane, 0.5f);
    auk_world_step(torus, 0.5f);
    AukBodyId ids[3] = {within, across, {7, 1}};
    for (int i = 0; i < 8; i++) {
        float alpha = alphas[i], t = alpha > 0.0f ? (alpha < 1.0f ? alpha : 1.0f) : 0.0f;
        AukTransform many[3], inside = auk_body_get_pose_between(torus, within, alpha);
        cr_assert(same_pose(inside, auk_body_get_pose_between(plane, within, alpha)), "alpha %g", (double)alpha);
        AukTransform crossing = auk_body_get_pose_between(torus, across, alpha);
        cr_assert_eq(crossing.p.x, 198.0f + 4.0f * t - (t >= 0.5f ? 100.0f : 0.0f), "alpha %g", (double)alpha);
        cr_assert_eq(crossing.p.y, 103.0f - 3.0f * t);
        AukTransform none = auk_body_get_pose_between(torus, ids[2], alpha);
        cr_assert(none.p.x == 0.0f && none.p.y == 0.0f && none.q.c == 0.0f && none.q.s == 0.0f);
        cr_assert_eq(auk_body_get_pose_between_many(torus, ids, 3, alpha, many), 2);
        cr_assert(same_pose(many[0], inside) && same_pose(many[1], crossing) && same_pose(many[2], none));
    }
    auk_world_destroy(plane);
    auk_world_destroy(torus);
}

// ---- hits ----------------------------------------------------------------------------------------------------------

Test(wrap, bullets_hit_across_the_seam_in_order_of_time)
{
    AukWorld *world = usual_world();
    AukBodyId near = scene_wall(world, 98.0f, 25.0f, 0.5f, 2.0f), at = scene_wall(world, 0.0f, 25.0f, 0.5f, 2.0f);
    AukBodyId far = scene_wall(world, 3.0f, 25.0f, 0.5f, 2.0f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.0f), auk_vec(96.0f, 25.0f), auk_vec(160.0f, 0.0f), AUK_RESPONSE_CROSS);
    AukBodyId other =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(6.0f, 25.0f), auk_vec(-40.0f, 0.0f), AUK_RESPONSE_TOUCH);
    cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
    AukHits hits = auk_world_hits(world);
    cr_assert_eq(hits.count, 4, "%d hits", hits.count);
    static const float fractions[4] = {0.15f, 0.35f, 0.65f, 0.76f};
    const AukBodyId others[4] = {near, at, far, other};
    for (int i = 0; i < 4; i++) {
        cr_assert(auk_body_id_equal(hits.items[i].body_a, bullet) &&
                  auk_body_id_equal(hits.items[i].body_b, others[i]));
        cr_assert(fabsf(hits.items[i].fraction - fractions[i]) < 1e-5f, "%f", (double)hits.items[i].fraction);
        cr_assert(hits.items[i].normal.x == 1.0f);
    }
    cr_assert(fabsf(auk_body_get_pose(world, other).p.x - 4.1f) < 1e-4f); // it stopped there, on this side
    auk_world_destroy(world);
}

// A hit lies beside the way of body_a, whichever of the two has the smaller index and on whichever side of the seam.
Test(wrap, points_of_hits_lie_beside_the_way_of_the_bullet)
{
    for (int first = 0; first < 2; first++) {
        for (int side = 0; side < 2; side++) {
            AukWorld *world = usual_world();
            float wall = side ? 2.0f : 98.0f, from = side ? 97.0f : 3.0f, speed = side ? 160.0f : -160.0f;
            AukBodyId hit = {0, 0};
            if (first) {
                hit = scene_wall(world, wall, 25.0f, 0.5f, 2.0f);
            }
            AukBodyId bullet = scene_bullet(world, auk_shape_circle(0.5f), auk_vec(from, 25.0f), auk_vec(speed, 0.0f),
                                            AUK_RESPONSE_TOUCH);
            if (!first) {
                hit = scene_wall(world, wall, 25.0f, 0.5f, 2.0f);
            }
            cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
            AukHits hits = auk_world_hits(world);
            cr_assert_eq(hits.count, 1);
            cr_assert(auk_body_id_equal(hits.items[0].body_a, bullet) && auk_body_id_equal(hits.items[0].body_b, hit));
            float expected = side ? 101.5f : -1.5f; // the near side of the wall's image
            cr_assert(fabsf(hits.items[0].point.x - expected) < 1e-4f, "%f", (double)hits.items[0].point.x);
            auk_world_destroy(world);
        }
    }
}

Test(wrap, what_stops_beyond_the_seam_rests_there_and_touches)
{
    AukWorld *world = usual_world();
    AukBodyId wall = scene_wall(world, 2.0f, 25.0f, 0.5f, 2.0f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.25f), auk_vec(97.0f, 25.0f), auk_vec(200.0f, 0.0f), AUK_RESPONSE_TOUCH);
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.25f), auk_vec(3.0f, 26.0f), auk_vec(-40.0f, 0.0f), AUK_RESPONSE_BOUNCE);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
        AukVec2 p = auk_body_get_pose(world, bullet).p;
        cr_assert(fabsf(p.x - 1.25f) < 1e-4f && p.y == 25.0f, "at %f", (double)p.x);
        cr_assert(auk_world_why(world, wall, bullet).reason == AUK_WHY_TOUCHING);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count > 0, i == 0);
    }
    cr_assert_eq(auk_body_get_velocity(world, ball).x, 40.0f);
    auk_world_destroy(world);
}

// The gap between a circle of half a unit near the seam and the face of a wall to the right of it.
static double gap_at_seam(const AukWorld *world, AukBodyId circle, double face)
{
    double x = (double)auk_body_get_pose(world, circle).p.x;
    return face - ((x > 50.0 ? x - 100.0 : x) + 0.5);
}

// Left of the seam floats are 2^-17 apart, right of it nothing is rounded. A place between the last of them and the
// seam became the seam, and the floats around that were all to the right of it, so that what slid stayed in the wall.
Test(wrap, what_slides_at_the_seam_is_put_before_the_surface_by_floats_of_both_sides)
{
    const double ulp = 0x1p-17;
    for (int i = 1; i <= 64; i++) {
        AukWorld *world = usual_world();
        float face = 0.5f - (float)i * 0x1p-22f;
        (void)scene_wall(world, face + 0.5f, 25.0f, 0.5f, 2.0f);
        AukBodyId circle = scene_bullet(world, auk_shape_circle(0.5f), auk_vec(98.0f, 25.0f), auk_vec(100.0f, 16.0f),
                                        AUK_RESPONSE_SLIDE);
        cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
        cr_assert_eq(auk_world_hits(world).count, 1);
        double gap = gap_at_seam(world, circle, (double)face);
        // one more float away is better than a sixth of its distance inside
        cr_assert(gap >= -ulp / 6.0 && gap <= ulp, "face at %.9g: gap %g", (double)face, gap);
        auk_world_destroy(world);
    }
}

// What stops is nudged until it touches: beyond the seam that has to be done with the floats that are there.
Test(wrap, what_stops_at_the_seam_goes_on_touching)
{
    for (int i = 0; i <= 64; i++) {
        AukWorld *world = usual_world();
        float half = 0.5f - (float)i * 0x1p-23f;
        AukBodyId wall = scene_wall(world, 99.0f, 25.0f, half, 2.0f);
        AukBodyId circle = scene_bullet(world, auk_shape_circle(0.5f), auk_vec(2.0f, 25.0f), auk_vec(-100.0f, 16.0f),
                                        AUK_RESPONSE_TOUCH);
        for (int step = 0; step < 3; step++) {
            cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
            cr_assert(auk_world_why(world, wall, circle).reason == AUK_WHY_TOUCHING, "wall of %.9g", (double)half);
        }
        auk_world_destroy(world);
    }
}

// ---- limits --------------------------------------------------------------------------------------------------------

Test(wrap, shapes_as_wide_as_half_the_world_are_refused_and_change_nothing)
{
    AukWorld *world = usual_world(); // half of it is 50 x 25
    AukBodyId body = scene_ball(world, 10.0f, 10.0f, 1.0f);
    AukShapeId shape;
    cr_assert_eq(auk_body_get_shapes(world, body, &shape, 1), 1);
    uint64_t hash = auk_world_hash(world);
    cr_assert_not(auk_body_exists(world, scene_ball(world, 0.0f, 0.0f, 12.5f)));
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_RANGE);
    cr_assert_not(auk_body_exists(world, scene_wall(world, 0.0f, 0.0f, 25.0f, 1.0f)));
    AukShape wide = auk_shape_box(20.0f, 1.0f), large = auk_shape_circle(13.0f);
    cr_assert_eq(auk_world_shape_set(world, shape, &large), AUK_ERROR_RANGE);
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = wide;
    def.angle = 1.5f;
    cr_assert_eq(auk_body_add_shape(world, body, &def).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_RANGE);
    AukVec2 chain[3] = {{0.0f, 0.0f}, {10.0f, 0.0f}, {61.0f, 1.0f}};
    cr_assert_eq(auk_body_add_chain(world, body, chain, 3, false, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_RANGE);
    AukTilesDef tiles = {2, 2, 17.0f, 0.0f, NULL}, huge = {300, 1, 1.0f, 0.0f, NULL};
    cr_assert_eq(auk_body_add_tiles(world, body, &tiles, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_RANGE);
    cr_assert_eq(auk_body_add_tiles(world, body, &huge, NULL).generation, 0);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_hash(world), hash);
    AukBodyId sensor = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_circle(5.0f), 0.0f, 0.0f);
    cr_assert_eq(auk_body_get_shapes(world, sensor, &shape, 1), 1);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 8.0f), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 7.0f), AUK_OK);
    cr_assert_eq(auk_world_shape_set_proximity(world, shape, 7.25f), AUK_OK);
    auk_world_destroy(world);
}

Test(wrap, turning_a_long_shape_across_a_narrow_world_is_refused)
{
    AukWorld *world = usual_world();
    AukBodyId rod = mover(world, auk_shape_box(20.0f, 1.0f), auk_vec(10.0f, 10.0f), auk_vec(3.0f, 0.0f));
    uint64_t hash = auk_world_hash(world);
    AukTransform upright = auk_transform(auk_vec(10.0f, 10.0f), 1.57f);
    cr_assert_eq(auk_body_set_pose(world, rod, upright), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_body_set_spin(world, rod, 3.14f), AUK_OK);
    hash = auk_world_hash(world);
    cr_assert_eq(auk_world_step(world, 0.5f), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_body_set_spin(world, rod, 0.1f), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.5f), AUK_OK);
    auk_world_destroy(world);
}

Test(wrap, a_pair_over_a_corner_counts_once)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap.max = auk_vec(100.0f, 50.0f);
    def.max_pairs = 1;
    AukWorld *world = auk_world_create(&def, NULL);
    mover(world, auk_shape_circle(2.0f), auk_vec(0.0f, 0.0f), auk_vec(0.0f, 0.0f));
    mover(world, auk_shape_circle(2.0f), auk_vec(99.0f, 49.0f), auk_vec(0.0f, 0.0f));
    cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    mover(world, auk_shape_circle(2.0f), auk_vec(1.0f, 49.0f), auk_vec(0.0f, 0.0f));
    uint64_t before = auk_world_hash(world);
    cr_assert_eq(auk_world_step(world, 0.0625f), AUK_ERROR_PAIR_LIMIT);
    cr_assert_eq(auk_world_hash(world), before);
    auk_world_destroy(world);
}

Test(wrap, what_is_swept_goes_less_than_half_around_in_a_step)
{
    AukWorld *world = usual_world();
    AukBodyId fast = mover(world, auk_shape_circle(0.5f), auk_vec(10.0f, 10.0f), auk_vec(270.0f, 0.0f));
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK); // twice around, and not met on the way
    expect_at(world, fast, 80.0f, 10.0f);
    AukBodyId wall = scene_wall(world, 40.0f, 40.0f, 1.0f, 1.0f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(10.0f, 40.0f), auk_vec(20.0f, 0.0f), AUK_RESPONSE_TOUCH);
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_why(world, wall, bullet).reason, AUK_WHY_BOXES_APART);
    cr_assert_eq(auk_body_destroy(world, fast), AUK_OK);
    cr_assert_eq(auk_body_set_velocity(world, bullet, auk_vec(48.0f, 0.0f)), AUK_OK);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(auk_world_hits(world).count, 1);
    auk_world_destroy(world);
}

// Two movers close in on a ball that bounces: it may not be shot around the world.
Test(wrap, responses_slow_down_what_would_go_too_far)
{
    AukWorld *world = usual_world();
    AukBodyId ball =
        scene_bullet(world, auk_shape_circle(0.5f), auk_vec(50.0f, 25.0f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_BOUNCE);
    mover(world, auk_shape_box(0.5f, 5.0f), auk_vec(30.0f, 25.0f), auk_vec(40.0f, 0.0f));
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert(auk_world_hits(world).count > 0);
    cr_assert(auk_body_get_velocity(world, ball).x <= 25.0f && auk_body_get_velocity(world, ball).x > 20.0f);
    auk_world_destroy(world);
}

// ---- grids ---------------------------------------------------------------------------------------------------------

// A ring of full cells around the world, 32 x 16 of size 2, with the middle row full.
static AukWorld *ring_world(AukBodyId *ground)
{
    AukWorld *world = scene_world_around(auk_box(auk_vec(-10.0f, -4.0f), auk_vec(54.0f, 28.0f)));
    uint8_t cells[32 * 16];
    memset(cells, AUK_TILE_EMPTY, sizeof cells);
    memset(cells + 32 * 8, AUK_TILE_FULL, 32);
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.motion = AUK_MOTION_STATIC;
    def.position = auk_vec(17.0f, 3.0f);
    *ground = auk_body_create(world, &def);
    AukTilesDef tiles = {32, 16, 2.0f, 0.0f, cells};
    cr_assert(auk_body_add_tiles(world, *ground, &tiles, NULL).generation != 0);
    return world;
}

Test(wrap, a_grid_that_goes_around_the_world_is_met_everywhere)
{
    AukBodyId ground;
    AukWorld *world = ring_world(&ground); // its row is from 19 to 21
    int contacts = 0;
    AukBodyId ball = scene_ball(world, 0.0f, 21.9375f, 1.0f);
    for (int i = 0; i < 256; i++) {
        scene_put(world, ball, -10.0f + 0.25f * (float)i, 21.9375f);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        AukContacts found = auk_world_contacts(world);
        cr_assert(found.count >= 1, "at %d", i);
        for (int k = 0; k < found.count; k++) {
            AukManifold manifold = found.items[k].manifold;
            cr_assert(fabsf(manifold.normal.x) < 1e-6f && fabsf(manifold.normal.y) == 1.0f, "at %d", i);
            cr_assert(fabsf(manifold.points[0].distance + 0.0625f) < 1e-5f);
        }
        contacts += found.count;
        AukFound hit;
        cr_assert(auk_world_cast_ray(world, auk_vec(-10.0f + 0.25f * (float)i, 27.0f), auk_vec(0.0f, -10.0f),
                                     &(AukQuery){.exclude = ball}, &hit));
        cr_assert(fabsf(hit.point.y - 21.0f) < 1e-5f && hit.normal.y == 1.0f);
    }
    cr_assert(contacts <= 3 * 256);
    auk_world_destroy(world);
}

Test(wrap, what_slides_over_a_grid_around_the_world_never_stumbles)
{
    AukBodyId ground;
    AukWorld *world = ring_world(&ground);
    AukBodyId box =
        scene_bullet(world, auk_shape_box(0.5f, 0.5f), auk_vec(0.0f, 21.5f), auk_vec(37.0f, -5.0f), AUK_RESPONSE_SLIDE);
    double far = 0.0;
    for (int i = 0; i < 400; i++) {
        cr_assert_eq(auk_body_set_velocity(world, box, auk_vec(37.0f, -5.0f)), AUK_OK);
        float before = auk_body_get_pose(world, box).p.x;
        cr_assert_eq(auk_world_step(world, 0.0625f), AUK_OK);
        AukVec2 p = auk_body_get_pose(world, box).p;
        double way = (double)p.x - before;
        far += way < 0.0 ? way + 64.0 : way;
        cr_assert(fabsf(p.y - 21.5f) < 1e-3f, "step %d: at %f, %f", i, (double)p.x, (double)p.y);
        AukHits hits = auk_world_hits(world);
        for (int k = 0; k < hits.count; k++) {
            cr_assert(fabsf(hits.items[k].normal.x) < 1e-6f, "step %d", i);
        }
    }
    cr_assert(fabs(far - 400.0 * 37.0 * 0.0625) < 0.1, "%f", far);
    auk_world_destroy(world);
}

// One row of tiles as long as the world, turned by quarters: exactly, and as far as floats can say the angle. The ball
// is deeper in the row than it is beyond a border.
Test(wrap, a_grid_around_the_world_has_no_borders_after_quarter_turns_either)
{
    const AukRot quarters[4] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
    uint8_t cells[16];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    AukTilesDef tiles = {16, 1, 1.0f, 0.0f, cells};
    for (int i = 0; i < 16; i++) { // the rotations of the body and of the grid on it
        int turns = i % 4, local_turns = i / 4;
        AukWorld *world = scene_world_around(auk_box(auk_vec(0.0f, 0.0f), auk_vec(16.0f, 16.0f)));
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, (AukShape){0}, 5.0f, 5.0f);
        AukBodyId ground = auk_body_create(world, &def);
        AukTransform pose = {def.position, quarters[turns]};
        cr_assert_eq(auk_body_set_pose(world, ground, pose), AUK_OK);
        AukShapeDef grid;
        memset(&grid, 0, sizeof grid);
        grid.angle = 1.57079633f * (float)local_turns;
        cr_assert(auk_body_add_tiles(world, ground, &tiles, &grid).generation);
        AukRot q = auk_rot_multiply(pose.q, quarters[local_turns]);
        AukVec2 along = {q.c, q.s}, out = auk_vec_perp(along);
        AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 0.5f);
        for (int k = 0; k < 64; k++) {
            AukVec2 p = auk_vec_add_scaled(auk_vec_add_scaled(pose.p, 0.75f, out), 0.0625f + 0.25f * (float)k, along);
            cr_assert_eq(auk_body_set_position(world, ball, p), AUK_OK);
            cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
            AukContacts found = auk_world_contacts(world);
            cr_assert(found.count >= 1, "turned by %d and %d, at %d", turns, local_turns, k);
            for (int j = 0; j < found.count; j++) {
                float slant = auk_vec_dot(found.items[j].manifold.normal, along);
                cr_assert(fabsf(slant) < 1e-5f, "turned by %d and %d, at %d: %g", turns, local_turns, k, (double)slant);
            }
        }
        auk_world_destroy(world);
    }
}

Test(wrap, bullets_meet_every_image_of_a_grid)
{
    AukBodyId ground;
    AukWorld *world = ring_world(&ground);
    for (int i = 0; i < 32; i++) {
        AukBodyId bullet = scene_bullet(world, auk_shape_circle(0.125f), auk_vec(-9.0f + 2.0f * (float)i, 10.0f),
                                        auk_vec(90.0f, -100.0f), AUK_RESPONSE_TOUCH);
        (void)bullet;
    }
    cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK); // down to y = -2.5, and the row is at 19 .. 21 - 32
    cr_assert_eq(auk_world_hits(world).count, 0);
    cr_assert_eq(auk_world_step(world, 0.125f), AUK_OK);
    cr_assert_eq(auk_world_hits(world).count, 32);
    auk_world_destroy(world);
}
