// Casts of a shape that turns while it moves: analytic cases, surfaces, worlds that wrap around, and what is refused.
#include "auk/auk.h"

#include "support/terrain_scene.h"

static AukShape bar(void)
{
    return auk_shape_segment(auk_vec(-2.0f, 0.0f), auk_vec(2.0f, 0.0f));
}

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

#define PI_F 3.14159265f

Test(query_turn, a_bar_that_turns_on_the_spot_meets_a_point_at_the_angle_of_the_point)
{
    AukWorld *world = scene_world();
    AukBodyId pin = scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.0f), 1.0f, 1.0f);
    AukShape shape = bar();
    AukFound found;
    AukVec2 none = auk_vec(0.0f, 0.0f);
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), none, PI_F, NULL, &found));
    cr_assert(auk_body_id_equal(found.body, pin) && near(found.fraction, 0.25f, 1e-6f));
    cr_assert(near(found.point.x, 1.0f, 1e-6f) && near(found.point.y, 1.0f, 1e-6f));
    cr_assert(near(found.normal.x, 0.70710678f, 1e-5f) && near(found.normal.y, -0.70710678f, 1e-5f));
    cr_assert_not(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), none, 0.7f, NULL, &found));
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), none, -PI_F, NULL, &found));
    cr_assert(near(found.fraction, 0.75f, 1e-6f)); // the other half of the bar
    auk_world_destroy(world);
}

Test(query_turn, the_first_of_several_shapes_is_found_and_ties_go_to_the_smaller_body)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.0f), -0.5f, 1.0f);
    AukBodyId first = scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.0f), 1.0f, 1.0f);
    scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.0f), 1.0f, 1.0f);
    AukShape shape = bar();
    AukFound found;
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), auk_vec(0.0f, 0.0f), PI_F, NULL, &found));
    cr_assert(auk_body_id_equal(found.body, first));
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.exclude = first;
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), auk_vec(0.0f, 0.0f), PI_F, &query, &found));
    cr_assert_eq(found.body.index, first.index + 1);
    auk_world_destroy(world);
}

Test(query_turn, without_a_turn_the_answer_is_that_of_the_cast_that_does_not_turn)
{
    AukWorld *world = scene_world();
    scene_wall(world, 5.0f, 0.3f, 1.0f, 1.0f);
    AukShape shape = auk_shape_box(0.5f, 0.25f);
    AukFound found, same;
    memset(&found, 0, sizeof found);
    memset(&same, 0, sizeof same);
    AukTransform pose = auk_transform(auk_vec(0.0f, 0.0f), 0.4f);
    cr_assert(auk_world_cast_shape_turning(world, &shape, pose, auk_vec(9.0f, 0.5f), 0.0f, NULL, &found));
    cr_assert(auk_world_cast_shape(world, &shape, pose, auk_vec(9.0f, 0.5f), NULL, &same));
    cr_assert(memcmp(&found, &same, sizeof found) == 0);
    auk_world_destroy(world);
}

Test(query_turn, a_bar_that_spins_a_thousand_times_finds_what_is_within_its_reach_and_nothing_else)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.25f), 0.0f, 2.5f);
    AukShape shape = bar();
    AukFound found;
    float turns = 2000.0f * PI_F;
    cr_assert_not(
        auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), auk_vec(0.0f, 0.0f), turns, NULL, &found));
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(-9.0f, 0.5f), auk_vec(20.0f, 0.0f), turns, NULL, &found));
    cr_assert(found.fraction > 0.3f && found.fraction < 0.45f && found.status == AUK_OK);
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.5f), auk_vec(0.0f, 0.0f), 1e15f, NULL, &found));
    auk_world_destroy(world);
}

Test(query_turn, a_box_that_tumbles_onto_tiles_is_given_the_normal_of_the_ground)
{
    AukWorld *world = scene_world();
    uint8_t cells[40];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    grid_of(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), 20, 2, cells);
    AukShape shape = auk_shape_box(0.5f, 0.5f);
    for (int i = 0; i < 40; i++) {
        AukFound found;
        AukTransform pose = at(2.0f + 0.25f * (float)i, 5.0f);
        cr_assert(auk_world_cast_shape_turning(world, &shape, pose, auk_vec(3.0f, -4.0f), 3.0f, NULL, &found));
        cr_assert(near(found.normal.x, 0.0f, 1e-6f) && near(found.normal.y, 1.0f, 1e-6f), "%g %g",
                  (double)found.normal.x, (double)found.normal.y);
        cr_assert(near(found.point.y, 2.0f, 1e-5f));
    }
    auk_world_destroy(world);
}

Test(query_turn, what_overlaps_at_the_start_is_hit_at_once_or_left_out)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.5f), 1.0f, 0.0f);
    AukBodyId second = scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 1.0f);
    AukShape shape = auk_shape_capsule(auk_vec(0.0f, 0.0f), auk_vec(2.0f, 0.0f), 0.125f);
    AukFound found;
    AukVec2 none = auk_vec(0.0f, 0.0f);
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), none, 3.0f, NULL, &found));
    cr_assert(found.fraction == 0.0f && found.normal.x == 0.0f && found.normal.y == 0.0f);
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.skip_overlapping = true;
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(0.0f, 0.0f), none, 3.0f, &query, &found));
    cr_assert(auk_body_id_equal(found.body, second) && found.fraction > 0.4f);
    auk_world_destroy(world);
}

Test(query_turn, a_turning_cast_crosses_the_seam_of_a_world_that_wraps_around)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap = auk_box(auk_vec(0.0f, 0.0f), auk_vec(100.0f, 50.0f));
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId pin = scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.5f, 26.0f);
    AukShape shape = bar();
    AukFound found;
    AukVec2 none = auk_vec(0.0f, 0.0f);
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(99.5f, 25.0f), none, PI_F, NULL, &found));
    cr_assert(auk_body_id_equal(found.body, pin) && near(found.fraction, 0.25f, 1e-5f));
    cr_assert(near(found.point.x, 100.5f, 1e-4f) && near(found.point.y, 26.0f, 1e-4f));
    AukVec2 twice = auk_vec(200.0f, 0.0f);
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(50.0f, 25.5f), twice, 1e3f, NULL, &found));
    cr_assert(auk_world_cast_shape_turning(world, &shape, at(50.0f, 25.5f), twice, 1e3f, NULL, NULL));
    cr_assert_not(
        auk_world_cast_shape_turning(world, &shape, at(50.0f, 25.0f), auk_vec(1e9f, 0.0f), 1.0f, NULL, &found));
    cr_assert_eq(found.status, AUK_ERROR_RANGE);
    auk_world_destroy(world);
}

Test(query_turn, bad_arguments_are_refused)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukShape shape = bar(), wrong;
    memset(&wrong, 0, sizeof wrong);
    AukVec2 none = auk_vec(0.0f, 0.0f);
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.exclude_count = -1;
    AukTransform bad = at(NAN, 0.0f);
    const struct {
        const AukWorld *world;
        const AukShape *shape;
        AukTransform pose;
        AukVec2 delta;
        float turn;
        const AukQuery *query;
        AukStatus status;
    } cases[] = {
        {NULL, &shape, at(0.0f, 0.0f), none, 1.0f, NULL, AUK_ERROR_NULL},
        {world, NULL, at(0.0f, 0.0f), none, 1.0f, NULL, AUK_ERROR_NULL},
        {world, &wrong, at(0.0f, 0.0f), none, 1.0f, NULL, AUK_ERROR_NO_SHAPE},
        {world, &shape, bad, none, 1.0f, NULL, AUK_ERROR_NOT_FINITE},
        {world, &shape, at(0.0f, 0.0f), {INFINITY, 0.0f}, 1.0f, NULL, AUK_ERROR_NOT_FINITE},
        {world, &shape, at(0.0f, 0.0f), none, NAN, NULL, AUK_ERROR_NOT_FINITE},
        {world, &shape, at(0.0f, 0.0f), none, -INFINITY, NULL, AUK_ERROR_NOT_FINITE},
        {world, &shape, at(0.0f, 0.0f), none, 2e15f, NULL, AUK_ERROR_RANGE},
        {world, &shape, at(0.0f, 0.0f), none, 1.0f, &query, AUK_ERROR_COUNT},
        {world, &shape, at(0.0f, 0.0f), none, 0.0f, &query, AUK_ERROR_COUNT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AukFound found;
        memset(&found, 1, sizeof found);
        cr_assert_not(auk_world_cast_shape_turning(cases[i].world, cases[i].shape, cases[i].pose, cases[i].delta,
                                                   cases[i].turn, cases[i].query, &found));
        cr_assert_eq(found.status, cases[i].status, "case %zu: %s", i, auk_status_text(found.status));
        cr_assert_eq(found.body.generation, 0);
    }
    auk_world_destroy(world);
}

// The distance of a point from an edge has no sign, so rounding decided the normal of every second one.
Test(query_turn, the_normal_of_an_edge_that_a_point_hits_is_on_the_side_it_comes_from)
{
    const AukVec2 ends[2] = {{-3.1f, -1.7f}, {3.3f, 2.9f}};
    AukShape point = auk_shape_circle(0.0f);
    for (int kind = 0; kind < 3; kind++) {
        AukWorld *world = scene_world();
        AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
        AukShapeDef def = {.shape = auk_shape_segment(ends[0], ends[1]), .one_sided = kind == 2};
        if (kind == 0) {
            auk_body_add_shape(world, body, &def);
        } else {
            auk_body_add_chain(world, body, ends, 2, false, &def);
        }
        for (int i = 0; i < 100; i++) {
            AukVec2 from = auk_vec(-1.0f + 0.05f * (float)i, -4.0f), found_at = auk_vec_lerp(ends[0], ends[1], 0.5f);
            AukVec2 delta = auk_vec_scale(2.0f, auk_vec_sub(found_at, from));
            AukFound found;
            cr_assert(
                auk_world_cast_shape_turning(world, &point, auk_transform(from, 0.0f), delta, 1.0f, NULL, &found));
            cr_assert(auk_vec_dot(found.normal, delta) < 0.0f, "kind %d, %d: (%g, %g)", kind, i, (double)found.normal.x,
                      (double)found.normal.y);
        }
        auk_world_destroy(world);
    }
}
