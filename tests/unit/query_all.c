// Casts of shapes, all that is met, what is nearest, batches, and casts at one shape: what each promises.
#include "auk/draw.h"
#include "auk/history.h"
#include "auk/mover.h"
#include "auk/terrain.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static AukTransform at(float x, float y)
{
    return auk_transform(auk_vec(x, y), 0.0f);
}

static AukQuery no_query(void)
{
    AukQuery query;
    memset(&query, 0, sizeof query);
    return query;
}

// An angle of two bars, 4 long and 1 wide: several pieces, one shape.
static AukShapeId add_angle(AukWorld *world, float x, float y)
{
    static const AukVec2 points[] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), x, y);
    memset(&def.shape, 0, sizeof def.shape);
    return auk_body_add_outline(world, auk_body_create(world, &def), points, 6, NULL, 0, NULL);
}

// ---- casts ------------------------------------------------------------------------------------------------------

Test(query_all, a_ray_lists_what_it_meets_in_order_and_only_as_much_as_there_is_room_for)
{
    AukWorld *world = scene_world();
    AukBodyId far_one = scene_wall(world, 8.0f, 0.0f, 1.0f, 1.0f), near_one = scene_wall(world, 3.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId twin = scene_wall(world, 3.0f, 0.5f, 1.0f, 1.0f);
    scene_wall(world, 3.0f, 5.0f, 1.0f, 1.0f);
    AukFound found[4];
    AukVec2 from = auk_vec(0.0f, 0.25f), delta = auk_vec(10.0f, 0.0f);
    cr_assert_eq(auk_world_cast_ray_all(world, from, delta, NULL, found, 4), 3);
    cr_assert(auk_body_id_equal(found[0].body, near_one) && auk_body_id_equal(found[1].body, twin));
    cr_assert(auk_body_id_equal(found[2].body, far_one) && found[2].fraction == 0.7f && found[2].normal.x == -1.0f);
    cr_assert(found[0].fraction == 0.2f && found[0].point.x == 2.0f && found[0].point.y == 0.25f);
    cr_assert_eq(auk_world_cast_ray_all(world, from, delta, NULL, NULL, 0), 3);
    cr_assert_eq(auk_world_cast_ray_all(world, from, delta, NULL, found, 0), 0);
    cr_assert_eq(auk_world_cast_ray_all(world, from, delta, NULL, found, 1), 1);
    cr_assert(auk_body_id_equal(found[0].body, near_one));
    cr_assert(auk_world_cast_ray_any(world, from, delta, NULL));
    cr_assert_not(auk_world_cast_ray_any(world, from, auk_vec(1.9f, 0.0f), NULL));
    auk_world_destroy(world);
}

Test(query_all, a_shape_of_several_pieces_is_listed_once_with_the_piece_that_is_met_first)
{
    AukWorld *world = scene_world();
    AukShapeId angle = add_angle(world, 0.0f, 0.0f);
    AukFound found[4];
    cr_assert_eq(auk_world_cast_ray_all(world, auk_vec(0.5f, 9.0f), auk_vec(0.0f, -20.0f), NULL, found, 4), 1);
    cr_assert(auk_shape_id_equal(found[0].shape, angle) && found[0].fraction == 0.25f);
    cr_assert_eq(auk_world_cast_ray_all(world, auk_vec(0.5f, 9.0f), auk_vec(0.0f, -20.0f), NULL, NULL, 0), 1);
    AukFound first;
    cr_assert(auk_world_cast_ray(world, auk_vec(0.5f, 9.0f), auk_vec(0.0f, -20.0f), NULL, &first));
    cr_assert(first.child == found[0].child && first.fraction == found[0].fraction);
    AukFound one;
    cr_assert(auk_world_shape_cast_ray(world, angle, auk_vec(0.5f, 9.0f), auk_vec(0.0f, -20.0f), NULL, &one));
    cr_assert(memcmp(&one, &found[0], sizeof one) == 0);
    AukTransform inner = at(2.5f, 2.5f);
    cr_assert_eq(auk_world_nearest(world, NULL, inner, INFINITY, NULL, found, 4), 1);
    cr_assert(found[0].distance == 1.5f && auk_shape_id_equal(found[0].shape, angle));
    cr_assert_eq(auk_world_nearest(world, NULL, inner, INFINITY, NULL, NULL, 0), 1);
    auk_world_destroy(world);
}

Test(query_all, a_moving_shape_meets_what_its_edges_meet_and_says_where)
{
    AukWorld *world = scene_world();
    AukBodyId wall = scene_wall(world, 6.0f, 0.0f, 1.0f, 1.0f);
    AukShape box = auk_shape_box(0.5f, 0.5f), circle = auk_shape_circle(0.5f);
    AukFound found;
    cr_assert(auk_world_cast_shape(world, &box, at(0.0f, 1.25f), auk_vec(9.0f, 0.0f), NULL, &found));
    cr_assert(auk_body_id_equal(found.body, wall) && found.fraction == 0.5f && found.normal.x == -1.0f);
    cr_assert(found.point.x == 5.0f && found.point.y >= 0.75f && found.point.y <= 1.0f && found.status == AUK_OK);
    cr_assert_not(auk_world_cast_shape(world, &box, at(0.0f, 1.75f), auk_vec(9.0f, 0.0f), NULL, &found));
    cr_assert(auk_world_cast_shape(world, &circle, at(0.0f, 1.0f), auk_vec(8.0f, 0.0f), NULL, &found));
    cr_assert_float_eq(found.fraction, 4.5f / 8.0f, 1e-6f);
    cr_assert_not(auk_world_cast_shape_any(world, &circle, at(0.0f, 1.6f), auk_vec(8.0f, 0.0f), NULL));
    // the same a million times larger, and as much smaller
    for (int e = -20; e <= 20; e += 40) {
        AukWorld *scaled = scene_world();
        float k = ldexpf(1.0f, e);
        scene_wall(scaled, 6.0f * k, 0.0f, k, k);
        AukShape small = auk_shape_box(0.5f * k, 0.5f * k);
        cr_assert(auk_world_cast_shape(scaled, &small, at(0.0f, 1.25f * k), auk_vec(9.0f * k, 0.0f), NULL, &found));
        cr_assert(found.fraction == 0.5f && found.point.x == 5.0f * k);
        auk_world_destroy(scaled);
    }
    auk_world_destroy(world);
}

Test(query_all, a_cast_that_starts_overlapping_hits_at_once_or_ignores_it_if_asked)
{
    AukWorld *world = scene_world();
    AukBodyId here = scene_ball(world, 0.0f, 0.0f, 1.0f), there = scene_ball(world, 5.0f, 0.0f, 1.0f);
    AukShape circle = auk_shape_circle(0.5f);
    AukFound found[2];
    cr_assert_eq(auk_world_cast_shape_all(world, &circle, at(1.0f, 0.0f), auk_vec(5.0f, 0.0f), NULL, found, 2), 2);
    cr_assert(auk_body_id_equal(found[0].body, here) && found[0].fraction == 0.0f);
    cr_assert(found[0].normal.x == 0.0f && found[0].normal.y == 0.0f);
    AukQuery query = no_query();
    query.skip_overlapping = true;
    cr_assert_eq(auk_world_cast_shape_all(world, &circle, at(1.0f, 0.0f), auk_vec(5.0f, 0.0f), &query, found, 2), 1);
    cr_assert(auk_body_id_equal(found[0].body, there) && found[0].fraction == 0.5f);
    auk_world_destroy(world);
}

Test(query_all, sensors_can_be_had_alone)
{
    AukWorld *world = scene_world();
    AukBodyId area = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 4.0f, 0.0f);
    AukBodyId wall = scene_wall(world, 2.0f, 0.0f, 0.5f, 0.5f);
    AukQuery query = no_query();
    AukFound found[2];
    AukVec2 from = auk_vec(0.0f, 0.0f), delta = auk_vec(9.0f, 0.0f);
    cr_assert(auk_world_cast_ray_all(world, from, delta, &query, found, 2) == 1);
    cr_assert(auk_body_id_equal(found[0].body, wall));
    query.sensors = true;
    cr_assert_eq(auk_world_cast_ray_all(world, from, delta, &query, found, 2), 2);
    query.only_sensors = true;
    cr_assert(auk_world_cast_ray_all(world, from, delta, &query, found, 2) == 1);
    cr_assert(auk_body_id_equal(found[0].body, area));
    query.sensors = false;
    cr_assert_eq(auk_world_nearest(world, NULL, at(0.0f, 0.0f), INFINITY, &query, found, 2), 1);
    auk_world_destroy(world);
}

Test(query_all, one_shape_is_met_whatever_its_filter_and_a_stale_id_is_said_to_be_stale)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 5.0f, 0.0f);
    def.sensor = def.disabled = true;
    AukBodyId body = auk_body_create(world, &def);
    AukShapeId shape;
    auk_body_get_shapes(world, body, &shape, 1);
    scene_wall(world, 2.0f, 0.0f, 0.5f, 0.5f); // in the way
    AukFound found;
    cr_assert(auk_world_shape_cast_ray(world, shape, auk_vec(0.0f, 0.0f), auk_vec(8.0f, 0.0f), NULL, &found));
    cr_assert(found.fraction == 0.5f && auk_body_id_equal(found.body, body));
    AukCastOptions early = {false, 2.0f};
    cr_assert(auk_world_shape_cast_ray(world, shape, auk_vec(0.0f, 0.0f), auk_vec(8.0f, 0.0f), &early, &found));
    cr_assert_eq(found.fraction, 0.25f);
    AukShape circle = auk_shape_circle(2.0f);
    cr_assert(auk_world_shape_cast_shape(world, shape, &circle, at(0.0f, 0.0f), auk_vec(8.0f, 0.0f), NULL, &found));
    cr_assert_eq(found.fraction, 0.25f);
    early.distance = NAN;
    cr_assert_not(auk_world_shape_cast_ray(world, shape, auk_vec(0.0f, 0.0f), auk_vec(8.0f, 0.0f), &early, &found));
    cr_assert_eq(found.status, AUK_ERROR_NOT_FINITE);
    auk_world_shape_remove(world, shape);
    cr_assert_not(auk_world_shape_cast_ray(world, shape, auk_vec(0.0f, 0.0f), auk_vec(8.0f, 0.0f), NULL, &found));
    cr_assert(found.status == AUK_ERROR_STALE_ID && found.body.generation == 0);
    cr_assert_not(auk_world_shape_cast_shape(world, shape, &circle, at(0.0f, 0.0f), auk_vec(8.0f, 0.0f), NULL, &found));
    cr_assert_eq(found.status, AUK_ERROR_STALE_ID);
    auk_world_destroy(world);
}

// ---- nearest ----------------------------------------------------------------------------------------------------

Test(query_all, the_nearest_come_first_and_overlaps_before_all)
{
    AukWorld *world = scene_world();
    AukBodyId far_one = scene_ball(world, 10.0f, 0.0f, 1.0f), twin = scene_ball(world, -10.0f, 0.0f, 1.0f);
    AukBodyId around = scene_ball(world, 0.0f, 0.0f, 2.0f), close = scene_ball(world, 0.0f, 5.0f, 1.0f);
    AukFound found[4];
    cr_assert_eq(auk_world_nearest(world, NULL, at(0.0f, 0.0f), INFINITY, NULL, found, 4), 4);
    cr_assert(auk_body_id_equal(found[0].body, around) && found[0].distance == -2.0f);
    cr_assert(auk_body_id_equal(found[1].body, close) && found[1].distance == 4.0f);
    cr_assert(found[1].point.y == 4.0f && found[1].normal.y == -1.0f);
    cr_assert(auk_body_id_equal(found[2].body, far_one) && auk_body_id_equal(found[3].body, twin));
    cr_assert_eq(auk_world_nearest(world, NULL, at(0.0f, 0.0f), 4.0f, NULL, found, 4), 2);
    cr_assert_eq(auk_world_nearest(world, NULL, at(0.0f, 0.0f), 0.0f, NULL, found, 4), 1);
    cr_assert_eq(auk_world_nearest(world, NULL, at(0.0f, 0.0f), INFINITY, NULL, found, 3), 3);
    cr_assert(auk_body_id_equal(found[2].body, far_one), "of two as near the smaller id");
    AukQuery query = no_query();
    query.skip_overlapping = true;
    cr_assert_eq(auk_world_nearest(world, NULL, at(0.0f, 0.0f), INFINITY, &query, found, 1), 1);
    cr_assert(auk_body_id_equal(found[0].body, close));
    AukShape circle = auk_shape_circle(1.0f);
    cr_assert_eq(auk_world_nearest(world, &circle, at(0.0f, 0.0f), INFINITY, &query, found, 1), 1);
    cr_assert_eq(found[0].distance, 3.0f);
    auk_world_destroy(world);
}

// ---- batches ----------------------------------------------------------------------------------------------------

Test(query_all, a_batch_answers_as_the_single_calls_do_and_leaves_out_who_asks)
{
    enum { COUNT = 40, ROOM = 3 };
    AukWorld *world = scene_world();
    AukBodyId bodies[COUNT];
    AukTransform poses[COUNT];
    AukVec2 from[COUNT], delta[COUNT];
    for (int i = 0; i < COUNT; i++) {
        from[i] = auk_vec(3.0f * (float)(i % 8), 3.0f * (float)(i / 8));
        poses[i] = auk_transform(from[i], 0.1f * (float)i);
        delta[i] = auk_vec((float)(i % 5) - 2.0f, 2.0f * (float)(i % 3) - 2.0f);
        bodies[i] = scene_ball(world, from[i].x, from[i].y, 1.2f);
    }
    from[7].x = NAN;
    poses[7].p.x = NAN;
    AukShape box = auk_shape_box(0.9f, 0.4f);
    AukFound rays[COUNT], casts[COUNT], overlaps[COUNT * ROOM], nearest[COUNT * ROOM], one[ROOM];
    bool any[COUNT];
    int overlap_counts[COUNT], nearest_counts[COUNT], hits = 0, sum = 0;
    int rays_hit = auk_world_cast_ray_many(world, from, delta, COUNT, NULL, bodies, rays);
    cr_assert_eq(auk_world_cast_ray_any_many(world, from, delta, COUNT, NULL, bodies, any), rays_hit);
    auk_world_cast_shape_many(world, &box, poses, delta, COUNT, NULL, bodies, casts);
    auk_world_overlap_many(world, &box, poses, COUNT, NULL, bodies, overlaps, ROOM, overlap_counts);
    int found = auk_world_nearest_many(world, &box, poses, COUNT, 2.0f, NULL, bodies, nearest, ROOM, nearest_counts);
    for (int i = 0; i < COUNT; i++) {
        AukQuery query = no_query();
        query.exclude = bodies[i];
        memset(one, 0, sizeof one);
        bool hit = auk_world_cast_ray(world, from[i], delta[i], &query, one);
        hits += hit;
        one[0].fraction = hit || i == 7 ? one[0].fraction : 1.0f;
        cr_assert(any[i] == hit && memcmp(one, &rays[i], sizeof *one) == 0, "ray %d", i);
        memset(one, 0, sizeof one);
        hit = auk_world_cast_shape(world, &box, poses[i], delta[i], &query, one);
        one[0].fraction = hit || i == 7 ? one[0].fraction : 1.0f;
        cr_assert(memcmp(one, &casts[i], sizeof *one) == 0, "cast %d", i);
        int count = auk_world_overlap(world, &box, poses[i], &query, one, ROOM);
        cr_assert(count == overlap_counts[i] &&
                  (count <= 0 || memcmp(one, &overlaps[i * ROOM], (size_t)count * sizeof *one) == 0));
        count = auk_world_nearest(world, &box, poses[i], 2.0f, &query, one, ROOM);
        cr_assert(count == nearest_counts[i] &&
                  (count <= 0 || memcmp(one, &nearest[i * ROOM], (size_t)count * sizeof *one) == 0));
        sum += count > 0 ? count : 0;
    }
    cr_assert(hits == rays_hit && sum == found && hits > 0 && sum > COUNT);
    cr_assert(rays[7].status == AUK_ERROR_NOT_FINITE && overlap_counts[7] == -(int)AUK_ERROR_NOT_FINITE);
    auk_world_destroy(world);
}

// ---- counting ---------------------------------------------------------------------------------------------------

Test(query_all, without_an_array_all_is_counted_whatever_the_capacity)
{
    AukWorldDef def = {.history = 2};
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId first = scene_ball(world, 0.0f, 0.0f, 1.0f);
    for (int i = 1; i < 6; i++) {
        auk_world_ignore_pair(world, first, scene_ball(world, 0.125f * (float)i, 0.0f, 1.0f), i < 3);
    }
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    const AukShape disc = auk_shape_circle(1.0f);
    const AukVec2 here = auk_vec(0.0f, 0.0f), delta = auk_vec(2.0f, 0.0f);
    const AukBox box = {{-1.0f, -1.0f}, {1.0f, 1.0f}};
    AukSpanWork *work = auk_span_work_create(NULL);
    for (int capacity = 0; capacity <= 1; capacity++) {
        AukMover mover = {.shape = disc};
        int batch, answers[] = {auk_world_cast_ray_all(world, here, delta, NULL, NULL, capacity),
                                auk_world_cast_shape_all(world, &disc, at(0, 0), delta, NULL, NULL, capacity),
                                auk_world_cast_ray_spans(world, work, here, delta, NULL, NULL, capacity),
                                auk_world_overlap(world, &disc, at(0, 0), NULL, NULL, capacity),
                                auk_world_overlap_box(world, box, NULL, NULL, capacity),
                                auk_world_overlap_point(world, here, NULL, NULL, capacity),
                                auk_world_overlap_bounds(world, box, NULL, NULL, capacity),
                                auk_world_overlap_at(world, 0, &disc, at(0, 0), NULL, NULL, capacity),
                                auk_world_nearest(world, &disc, at(0, 0), 1.0f, NULL, NULL, capacity),
                                auk_world_get_bodies(world, NULL, capacity)};
        for (int i = 0; i < (int)(sizeof answers / sizeof *answers); i++) {
            cr_assert_eq(answers[i], 6, "call %d, capacity %d: %d", i, capacity, answers[i]);
        }
        AukTransform pose = at(0, 0);
        cr_assert_eq(auk_world_overlap_many(world, &disc, &pose, 1, NULL, NULL, NULL, capacity, &batch), 6);
        cr_assert_eq(auk_body_contacts(world, first, NULL, capacity), 3);
        cr_assert_eq(auk_world_ignored_pairs(world, NULL, capacity), 2);
        cr_assert_gt(auk_world_draw(world, NULL, NULL, capacity), 6);
        cr_assert_gt(auk_world_move(world, &mover, 0.0f, NULL, capacity), 0);
    }
    auk_span_work_destroy(work);
    auk_world_destroy(world);
}

// ---- bad input --------------------------------------------------------------------------------------------------

Test(query_all, bad_input_gets_a_status_and_nothing_is_written)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukShape ball = auk_shape_circle(1.0f), none = auk_shape_circle(-1.0f);
    AukVec2 good = auk_vec(1.0f, 1.0f), bad = auk_vec(NAN, 0.0f), huge = auk_vec(2e15f, 0.0f);
    AukFound found, kept;
    memset(&found, 7, sizeof found);
    kept = found;
    cr_assert_eq(auk_world_cast_ray_all(NULL, good, good, NULL, &found, 1), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_all(world, bad, good, NULL, &found, 1), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_cast_ray_all(world, good, huge, NULL, &found, 1), -(int)AUK_ERROR_RANGE);
    cr_assert_eq(auk_world_cast_ray_all(world, good, good, NULL, &found, -1), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_cast_shape_all(world, NULL, at(0, 0), good, NULL, &found, 1), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_shape_all(world, &none, at(0, 0), good, NULL, &found, 1), -(int)AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_cast_shape_all(world, &ball, at(0, 0), bad, NULL, &found, 1), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_overlap_point(world, bad, NULL, &found, 1), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_nearest(NULL, NULL, at(0, 0), 1.0f, NULL, &found, 1), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_nearest(world, &none, at(0, 0), 1.0f, NULL, &found, 1), -(int)AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_nearest(world, &ball, at(0, 0), -1.0f, NULL, &found, 1), -(int)AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_nearest(world, &ball, at(0, 0), NAN, NULL, &found, 1), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_nearest(world, &ball, at(NAN, 0), 1.0f, NULL, &found, 1), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_nearest(world, &ball, at(0, 0), 1.0f, NULL, &found, -1), -(int)AUK_ERROR_COUNT);
    int counts[1];
    AukTransform pose = at(0, 0);
    cr_assert_eq(auk_world_cast_ray_many(world, &good, &good, -1, NULL, NULL, &found), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_cast_ray_many(world, NULL, &good, 1, NULL, NULL, &found), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_many(world, NULL, NULL, 0, NULL, NULL, NULL), 0);
    cr_assert_eq(auk_world_cast_shape_many(world, &none, &pose, &good, 1, NULL, NULL, &found),
                 -(int)AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_overlap_many(world, &ball, &pose, 1, NULL, NULL, &found, 1, NULL), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_nearest_many(world, NULL, &pose, 1, 1.0f, NULL, NULL, &found, -1, counts),
                 -(int)AUK_ERROR_COUNT);
    cr_assert(memcmp(&found, &kept, sizeof found) == 0);
    cr_assert_not(auk_world_cast_ray_any(world, bad, good, NULL));
    cr_assert_not(auk_world_cast_shape(world, &none, at(0, 0), good, NULL, &found));
    cr_assert_eq(found.status, AUK_ERROR_NEGATIVE);
    auk_world_destroy(world);
}

// Of a saw along the ray, of which every edge is met, from either end. One that compared each edge with all others
// would take minutes.
Test(query_all, a_ray_along_a_long_chain_finds_its_first_edge_in_time, .timeout = 60)
{
    enum { POINTS = 60000 };
    AukVec2 *points = malloc(POINTS * sizeof *points);
    for (int i = 0; i < POINTS; i++) {
        points[i] = auk_vec(0.25f * (float)i, i % 2 ? 1.0f : -1.0f);
    }
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
    memset(&def.shape, 0, sizeof def.shape);
    auk_body_add_chain(world, auk_body_create(world, &def), points, POINTS, false, NULL);
    AukShape ball = auk_shape_circle(0.125f);
    for (int side = 0; side < 2; side++) {
        AukVec2 from = auk_vec(side ? 0.25f * POINTS + 9.0f : -9.0f, 0.1f), delta = auk_vec(side ? -2e4f : 2e4f, 0.0f);
        AukFound first, all[4];
        cr_assert(auk_world_cast_ray(world, from, delta, NULL, &first));
        cr_assert_eq(auk_world_cast_ray_all(world, from, delta, NULL, all, 4), 1);
        cr_assert(all[0].fraction == first.fraction && all[0].child == first.child);
        cr_assert(auk_world_cast_shape(world, &ball, at(from.x, from.y), delta, NULL, &first));
        cr_assert_eq(auk_world_cast_shape_all(world, &ball, at(from.x, from.y), delta, NULL, all, 4), 1);
        cr_assert(all[0].fraction == first.fraction && all[0].child == first.child);
    }
    auk_world_destroy(world);
    free(points);
}
