// Rays and overlaps in a world: what they find, what they leave out, and that they see every change at once.
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_model.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

static AukFound ray(const AukWorld *world, float x, float y, float dx, float dy, const AukQuery *query)
{
    AukFound found;
    memset(&found, 0, sizeof found);
    if (!auk_world_cast_ray(world, auk_vec(x, y), auk_vec(dx, dy), query, &found)) {
        found.fraction = -1.0f;
    }
    return found;
}

static AukQuery no_query(void)
{
    AukQuery query;
    memset(&query, 0, sizeof query);
    return query;
}

// ---- rays ---------------------------------------------------------------------------------------------------

Test(query, a_ray_finds_the_first_shape_it_enters)
{
    AukWorld *world = scene_world();
    scene_wall(world, 10.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId near = scene_wall(world, 5.0f, 0.0f, 1.0f, 2.0f);
    scene_wall(world, -5.0f, 0.0f, 1.0f, 1.0f);
    AukFound found = ray(world, 0.0f, 0.5f, 20.0f, 0.0f, NULL);
    cr_assert(auk_body_id_equal(found.body, near) && found.fraction == 0.2f && found.child == 0);
    cr_assert(found.point.x == 4.0f && found.point.y == 0.5f && found.normal.x == -1.0f && found.normal.y == 0.0f);
    cr_assert(found.status == AUK_OK && auk_body_id_equal(auk_world_shape_get_body(world, found.shape), near));
    cr_assert(auk_world_cast_ray(world, auk_vec(0.0f, 0.5f), auk_vec(20.0f, 0.0f), NULL, NULL));
    cr_assert_eq(ray(world, 0.0f, 0.5f, 3.99f, 0.0f, NULL).fraction, -1.0f);
    cr_assert_eq(ray(world, 0.0f, 0.5f, 4.0f, 0.0f, NULL).fraction, 1.0f);
    cr_assert_eq(ray(world, 0.0f, 0.5f, 0.0f, 20.0f, NULL).fraction, -1.0f);
    cr_assert_eq(ray(world, 20.0f, 0.5f, -40.0f, 0.0f, NULL).normal.x, 1.0f);
    auk_world_destroy(world);
}

Test(query, a_filtered_first_shape_does_not_hide_the_shape_behind_it)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 3.0f, 0.0f);
    def.filter.category = 4;
    AukBodyId glass = auk_body_create(world, &def), wall = scene_wall(world, 8.0f, 0.0f, 1.0f, 1.0f);
    AukQuery query = no_query();
    cr_assert(auk_body_id_equal(ray(world, 0.0f, 0.0f, 10.0f, 0.0f, &query).body, glass));
    query.filter.ignore = 4;
    cr_assert(auk_body_id_equal(ray(world, 0.0f, 0.0f, 10.0f, 0.0f, &query).body, wall));
    query.filter.ignore = 0;
    query.exclude = glass;
    cr_assert(auk_body_id_equal(ray(world, 0.0f, 0.0f, 10.0f, 0.0f, &query).body, wall));
    auk_body_set_filter(world, glass, (AukFilter){4, 2, 0});
    query = no_query();
    query.filter.category = 2; // the glass does not meet what the query is
    cr_assert(auk_body_id_equal(ray(world, 0.0f, 0.0f, 10.0f, 0.0f, &query).body, wall));
    auk_body_set_enabled(world, glass, false);
    cr_assert(auk_body_id_equal(ray(world, 0.0f, 0.0f, 10.0f, 0.0f, NULL).body, wall));
    auk_world_destroy(world);
}

Test(query, sensors_are_found_on_request_only)
{
    AukWorld *world = scene_world();
    AukBodyId area = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 3.0f, 0.0f);
    AukQuery query = no_query();
    cr_assert_eq(ray(world, 0.0f, 0.0f, 10.0f, 0.0f, &query).fraction, -1.0f);
    query.sensors = true;
    cr_assert(auk_body_id_equal(ray(world, 0.0f, 0.0f, 10.0f, 0.0f, &query).body, area));
    AukShape point = auk_shape_circle(0.0f);
    AukTransform at = auk_transform(auk_vec(3.0f, 0.0f), 0.0f);
    cr_assert_eq(auk_world_overlap(world, &point, at, NULL, NULL, 0), 0);
    cr_assert_eq(auk_world_overlap(world, &point, at, &query, NULL, 0), 1);
    auk_world_destroy(world);
}

Test(query, a_ray_that_starts_inside_hits_at_zero_without_a_normal_or_ignores_it_if_asked)
{
    AukWorld *world = scene_world();
    AukBodyId around = scene_ball(world, 0.0f, 0.0f, 1.0f), far_off = scene_wall(world, 6.0f, 0.0f, 1.0f, 1.0f);
    AukFound found = ray(world, 0.0f, 0.0f, 5.0f, 5.0f, NULL);
    cr_assert(auk_body_id_equal(found.body, around) && found.fraction == 0.0f);
    cr_assert(found.point.x == 0.0f && found.normal.x == 0.0f && found.normal.y == 0.0f);
    AukQuery query = no_query();
    query.skip_overlapping = true;
    found = ray(world, 0.0f, 0.0f, 10.0f, 0.0f, &query);
    cr_assert(auk_body_id_equal(found.body, far_off) && found.fraction == 0.5f);
    cr_assert_eq(ray(world, 0.0f, 0.0f, -10.0f, 0.0f, &query).fraction, -1.0f);
    auk_world_destroy(world);
}

Test(query, beside_an_edge_that_is_ignored_a_chain_has_no_joint)
{
    const float heights[] = {0.0f, 1.0f, -1.0f}; // of the far end of the edge that is met at the joint
    for (int i = 0; i < 3; i++) {
        AukWorld *world = scene_world();
        AukBodyDef def = {.motion = AUK_MOTION_STATIC};
        AukVec2 points[] = {{-4.0f, heights[i]}, {0.0f, 0.0f}, {4.0f, 0.0f}};
        auk_body_add_chain(world, auk_body_create(world, &def), points, 3, false, NULL);
        AukShape box = auk_shape_box(0.5f, 0.5f);
        AukTransform pose = auk_transform(auk_vec(1.0f, 0.0f), 0.0f); // overlaps edge 1 alone
        AukQuery query = {.skip_overlapping = true};
        AukFound found = {.child = -1};
        bool hit = auk_world_cast_shape(world, &box, pose, auk_vec(-3.0f, 0.0f), &query, &found);
        cr_assert_eq(hit, i > 0, "a far end at %g", (double)heights[i]);
        cr_assert_eq(found.child, i > 0 ? 0 : -1);
        auk_world_destroy(world);
    }
}

Test(query, a_ray_of_zero_length_is_a_point_test_and_boundaries_are_inside)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    cr_assert_eq(ray(world, 0.5f, 0.5f, 0.0f, 0.0f, NULL).fraction, 0.0f);
    cr_assert_eq(ray(world, 1.0f, 1.0f, 0.0f, 0.0f, NULL).fraction, 0.0f);
    cr_assert_eq(ray(world, 1.0f, 0.0f, 5.0f, 0.0f, NULL).fraction, 0.0f);
    cr_assert_eq(ray(world, nextafterf(1.0f, 2.0f), 0.0f, 0.0f, 0.0f, NULL).fraction, -1.0f);
    auk_world_destroy(world);
}

Test(query, ties_go_to_the_smaller_body_then_shape)
{
    AukWorld *world = scene_world();
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_box(1.0f, 1.0f);
    AukBodyDef empty = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 5.0f, 0.0f);
    memset(&empty.shape, 0, sizeof empty.shape);
    AukBodyId first = auk_body_create(world, &empty), second = auk_body_create(world, &empty);
    AukShapeId of_second = auk_body_add_shape(world, second, &def); // has the smaller shape index
    AukShapeId of_first = auk_body_add_shape(world, first, &def);
    auk_body_add_shape(world, first, &def);
    AukFound found = ray(world, 0.0f, 0.3f, 10.0f, 0.0f, NULL);
    cr_assert(auk_body_id_equal(found.body, first) && auk_shape_id_equal(found.shape, of_first));
    auk_body_destroy(world, first);
    cr_assert(auk_shape_id_equal(ray(world, 0.0f, 0.3f, 10.0f, 0.0f, NULL).shape, of_second));
    auk_world_destroy(world);
}

Test(query, rays_that_others_got_wrong)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(10.0f, 10.0f)), 0.0f, 0.0f);
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(auk_vec(0.5f, 0.0f), auk_vec(0.5f, 0.5f)), 100.0f, 0.0f);
    scene_wall(world, 200.5f, 1.5f, 2.5f, 2.5f);
    scene_ball(world, 300.0f, 0.0f, 1.0f);
    cr_assert_eq(ray(world, 8.0f, 4.0f, 5.0f, 11.0f, NULL).fraction, -1.0f);
    cr_assert_eq(ray(world, 100.0f, 0.5f, 0.7f, 0.7f, NULL).fraction, -1.0f);
    cr_assert_eq(ray(world, 196.0f, 2.0f, 2.0f, 0.0f, NULL).fraction, 1.0f);
    AukFound found = ray(world, 300.0f, 0.0f, 5.0f, 5.0f, NULL);
    cr_assert(found.fraction == 0.0f && found.point.x == 300.0f && found.normal.x == 0.0f);
    auk_world_destroy(world);
}

// ---- overlaps -----------------------------------------------------------------------------------------------

Test(query, overlaps_are_sorted_and_the_first_ones_fill_a_small_array)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 30; i++) {
        scene_ball(world, (float)((i * 7) % 30), 0.0f, 0.25f);
    }
    AukShape box = auk_shape_box(10.0f, 1.0f);
    AukFound found[32], few[5];
    int count = auk_world_overlap(world, &box, auk_transform_identity(), NULL, found, 32);
    cr_assert(count == 11 && auk_world_overlap(world, &box, auk_transform_identity(), NULL, NULL, 0) == 11);
    for (int i = 1; i < count; i++) {
        cr_assert_lt(found[i - 1].body.index, found[i].body.index);
    }
    cr_assert_eq(auk_world_overlap(world, &box, auk_transform_identity(), NULL, few, 5), 5);
    for (int i = 0; i < 5; i++) {
        cr_assert(auk_body_id_equal(few[i].body, found[i].body) && few[i].distance == found[i].distance);
    }
    cr_assert_eq(auk_world_overlap(world, &box, auk_transform_identity(), NULL, few, 0), 0);
    auk_world_destroy(world);
}

Test(query, an_overlap_tells_how_deep_and_which_way_out)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukShape circle = auk_shape_circle(0.5f);
    AukFound found;
    cr_assert_eq(auk_world_overlap(world, &circle, auk_transform(auk_vec(1.25f, 0.5f), 0.0f), NULL, &found, 1), 1);
    cr_assert(found.distance == -0.25f && found.normal.x == 1.0f && found.normal.y == 0.0f && found.status == AUK_OK);
    cr_assert_eq(auk_world_overlap(world, &circle, auk_transform(auk_vec(1.5f, 0.0f), 0.0f), NULL, &found, 1), 1);
    cr_assert_eq(found.distance, 0.0f); // touching counts
    cr_assert_eq(auk_world_overlap(world, &circle, auk_transform(auk_vec(1.501f, 0.0f), 0.0f), NULL, &found, 1), 0);
    auk_world_destroy(world);
}

Test(query, a_box_may_be_flat_or_a_point_and_its_edge_touches)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    scene_ball(world, 5.0f, 0.0f, 1.0f);
    AukBox boxes[] = {{{-9.0f, -9.0f}, {9.0f, 9.0f}}, {{1.0f, 1.0f}, {2.0f, 2.0f}},  {{0.5f, 0.5f}, {0.5f, 0.5f}},
                      {{1.0f, -9.0f}, {1.0f, 9.0f}},  {{-9.0f, 0.0f}, {9.0f, 0.0f}}, {{4.3f, 0.8f}, {9.0f, 9.0f}},
                      {{1.5f, -9.0f}, {3.5f, 9.0f}},  {{6.0f, 0.0f}, {6.0f, 0.0f}}};
    int expected[] = {2, 1, 1, 1, 2, 1, 0, 1};
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        AukFound found[4];
        cr_assert_eq(auk_world_overlap_box(world, boxes[i], NULL, found, 4), expected[i], "box %zu", i);
        cr_assert_eq(auk_world_overlap_box(world, boxes[i], NULL, NULL, 0), expected[i]);
    }
    AukBox corner = {{5.75f, 0.75f}, {9.0f, 9.0f}}; // inside the ball's box, outside the ball
    cr_assert_eq(auk_world_overlap_box(world, corner, NULL, NULL, 0), 0);
    auk_world_destroy(world);
}

// ---- changes --------------------------------------------------------------------------------------------------

static bool is_at(const AukWorld *world, float x)
{
    AukShape point = auk_shape_circle(0.0f);
    AukTransform pose = auk_transform(auk_vec(x, 0.0f), 0.0f);
    bool found = auk_world_overlap(world, &point, pose, NULL, NULL, 0) > 0;
    cr_assert_eq(ray(world, x, -50.0f, 0.0f, 100.0f, NULL).fraction >= 0.0f, found);
    return found;
}

Test(query, every_change_is_seen_at_once)
{
    AukWorld *world = scene_world();
    AukBodyId id = scene_ball(world, 0.0f, 0.0f, 1.0f);
    cr_assert(is_at(world, 0.0f) && !is_at(world, 10.0f));
    scene_put(world, id, 10.0f, 0.0f);
    cr_assert(!is_at(world, 0.0f) && is_at(world, 10.0f));
    auk_body_set_enabled(world, id, false);
    cr_assert(!is_at(world, 10.0f));
    scene_put(world, id, 20.0f, 0.0f);
    auk_body_set_enabled(world, id, true);
    cr_assert(is_at(world, 20.0f));
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(1.0f);
    def.position = auk_vec(10.0f, 0.0f);
    AukShapeId arm = auk_body_add_shape(world, id, &def);
    cr_assert(is_at(world, 30.0f));
    auk_world_shape_remove(world, arm);
    cr_assert(!is_at(world, 30.0f));
    auk_body_set_velocity(world, id, auk_vec(-5.0f, 0.0f));
    auk_world_step(world, 1.0f);
    cr_assert(is_at(world, 15.0f) && !is_at(world, 20.0f));
    auk_body_set_motion(world, id, AUK_MOTION_STATIC);
    cr_assert(is_at(world, 15.0f));
    auk_body_destroy(world, id);
    cr_assert(!is_at(world, 15.0f));
    auk_world_destroy(world);
}

Test(query, a_stopped_bullet_is_found_where_it_stopped)
{
    AukWorld *world = scene_world();
    scene_wall(world, 10.0f, 50.0f, 1.0f, 60.0f);
    scene_bullet(world, auk_shape_circle(0.5f), auk_vec(0.0f, 0.0f), auk_vec(100.0f, 0.0f), AUK_RESPONSE_TOUCH);
    auk_world_step(world, 1.0f);
    cr_assert(is_at(world, 8.2f) && !is_at(world, 0.0f) && !is_at(world, 50.0f) && !is_at(world, 100.0f));
    auk_world_destroy(world);
}

Test(query, a_refused_step_leaves_queries_as_they_were)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.max_pairs = 1;
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = scene_ball(world, 0.0f, 0.0f, 1.0f);
        auk_body_set_velocity(world, ids[i], auk_vec(50.0f, 0.0f));
    }
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_ERROR_PAIR_LIMIT);
    cr_assert(is_at(world, 0.0f) && !is_at(world, 50.0f));
    auk_world_destroy(world);
}

// ---- crowds ---------------------------------------------------------------------------------------------------

static void fill(AukWorld *world, Model *model, Random *random, int count, float field, float away)
{
    for (int i = 0; i < count; i++) {
        float size = (float)random_log(random, 0.05, i % 50 == 0 ? 30.0 : 2.0);
        AukShape shape = i % 3 == 0 ? auk_shape_circle(size)
                                    : (i % 3 == 1 ? auk_shape_box(size, 0.3f * size)
                                                  : auk_shape_segment(auk_vec(-size, 0.0f), auk_vec(size, size)));
        AukVec2 p = random_vec(random, -field, field);
        AukBodyDef def = scene_def(i % 2 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING, shape, p.x + away, p.y - away);
        def.angle = random_float(random, -3.0f, 3.0f);
        def.sensor = i % 11 == 0;
        def.filter.category = (uint64_t)1 << (i % 4);
        AukBodyId id = auk_body_create(world, &def);
        cr_assert_null(model_add_body(model, world, id, &def));
    }
}

Test(query, rays_and_overlaps_among_many_are_those_of_a_scan)
{
    float fields[3] = {20.0f, 200.0f, 200.0f}, aways[3] = {0.0f, 0.0f, 4e4f};
    for (int place = 0; place < 3; place++) {
        AukWorld *world = scene_world();
        Model *model = model_create();
        Random random = random_start(random_seed(), (uint64_t)place + 20);
        fill(world, model, &random, 900, fields[place], aways[place]);
        for (int i = 0; i < 1000; i++) {
            AukQuery query = no_query();
            query.sensors = i % 2;
            query.skip_overlapping = i % 3 == 0;
            query.filter.ignore = (uint64_t)random_int(&random, 0, 15);
            AukVec2 from = random_vec(&random, -1.2f * fields[place], 1.2f * fields[place]);
            from = auk_vec(from.x + aways[place], from.y - aways[place]);
            AukVec2 delta = auk_vec_scale((float)random_log(&random, 0.1, 1000.0), random_direction(&random));
            if (i % 7 == 0) {
                delta = i % 2 ? auk_vec(delta.x, 0.0f) : auk_vec(0.0f, delta.y);
            }
            const char *wrong = model_check_ray(model, world, from, delta, &query);
            cr_assert_null(wrong, "place %d, ray %d: %s", place, i, wrong);
            AukShape shape = auk_shape_box((float)random_log(&random, 0.01, 100.0), 1.0f);
            wrong =
                model_check_overlap(model, world, &shape, auk_transform(from, random_float(&random, -3, 3)), &query);
            cr_assert_null(wrong, "place %d, overlap %d: %s", place, i, wrong);
        }
        model_destroy(model);
        auk_world_destroy(world);
    }
}
