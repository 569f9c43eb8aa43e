// Where rays enter and leave shapes: thickness, joints of pieces, shapes without an inside, batches, and what is
// refused.
#include "auk/auk.h"

#include "support/terrain_scene.h"

#include <stdlib.h>

static int spans_of(const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query, AukRaySpan out[16])
{
    AukSpanWork *work = auk_span_work_create(NULL);
    int count = auk_world_cast_ray_spans(world, work, from, delta, query, out, 16);
    cr_assert_eq(auk_world_cast_ray_spans(world, work, from, delta, query, NULL, 0), count);
    auk_span_work_destroy(work);
    return count;
}

static void expect_span(const AukRaySpan *span, float enter, float exit, float thickness)
{
    cr_assert(near(span->enter, enter, 1e-6f) && near(span->exit, exit, 1e-6f), "%g to %g", (double)span->enter,
              (double)span->exit);
    cr_assert(near(span->thickness, thickness, 1e-5f) && span->status == AUK_OK, "%g", (double)span->thickness);
}

static void expect_normals(const AukRaySpan *span, AukVec2 enter, AukVec2 exit)
{
    cr_assert(near(span->enter_normal.x, enter.x, 1e-6f) && near(span->enter_normal.y, enter.y, 1e-6f));
    cr_assert(near(span->exit_normal.x, exit.x, 1e-6f) && near(span->exit_normal.y, exit.y, 1e-6f));
}

Test(query_spans, a_ray_through_two_walls_tells_how_thick_each_is)
{
    AukWorld *world = scene_world();
    AukBodyId far_one = scene_wall(world, 7.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId near_one = scene_body(world, AUK_MOTION_STATIC, auk_shape_circle(0.5f), 3.0f, 0.0f);
    auk_body_set_user_data(world, near_one, 42);
    AukRaySpan spans[16];
    cr_assert_eq(spans_of(world, auk_vec(0.0f, 0.0f), auk_vec(10.0f, 0.0f), NULL, spans), 2);
    cr_assert(auk_body_id_equal(spans[0].body, near_one) && spans[0].user_data == 42);
    cr_assert(auk_body_id_equal(spans[1].body, far_one));
    expect_span(&spans[0], 0.25f, 0.35f, 1.0f);
    expect_span(&spans[1], 0.6f, 0.8f, 2.0f);
    expect_normals(&spans[1], auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    cr_assert(near(spans[0].enter_point.x, 2.5f, 1e-6f) && near(spans[0].exit_point.x, 3.5f, 1e-6f));
    cr_assert(!spans[0].starts_inside && !spans[0].ends_inside);
    auk_world_destroy(world);
}

Test(query_spans, a_ray_that_starts_or_ends_inside_says_so)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukRaySpan spans[16];
    cr_assert_eq(spans_of(world, auk_vec(0.0f, 0.0f), auk_vec(4.0f, 0.0f), NULL, spans), 1);
    expect_span(&spans[0], 0.0f, 0.25f, 1.0f);
    cr_assert(spans[0].starts_inside && !spans[0].ends_inside);
    expect_normals(&spans[0], auk_vec(0.0f, 0.0f), auk_vec(1.0f, 0.0f));
    cr_assert_eq(spans_of(world, auk_vec(-4.0f, 0.0f), auk_vec(4.0f, 0.0f), NULL, spans), 1);
    expect_span(&spans[0], 0.75f, 1.0f, 1.0f);
    cr_assert(!spans[0].starts_inside && spans[0].ends_inside);
    expect_normals(&spans[0], auk_vec(-1.0f, 0.0f), auk_vec(0.0f, 0.0f));
    cr_assert_eq(spans_of(world, auk_vec(0.0f, 0.5f), auk_vec(0.0f, 0.0f), NULL, spans), 1);
    cr_assert(spans[0].starts_inside && spans[0].ends_inside);
    expect_span(&spans[0], 0.0f, 1.0f, 0.0f);
    cr_assert_eq(spans_of(world, auk_vec(1.0f, 0.0f), auk_vec(4.0f, 0.0f), NULL, spans), 1);
    expect_span(&spans[0], 0.0f, 0.0f, 0.0f);
    cr_assert(spans[0].starts_inside && !spans[0].ends_inside);
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.skip_overlapping = true;
    cr_assert_eq(spans_of(world, auk_vec(0.0f, 0.0f), auk_vec(4.0f, 0.0f), &query, spans), 0);
    auk_world_destroy(world);
}

Test(query_spans, the_pieces_of_an_outline_are_one_solid_and_its_bays_are_not)
{
    static const AukVec2 u[] = {{0, 0}, {6, 0}, {6, 4}, {4, 4}, {4, 1}, {2, 1}, {2, 4}, {0, 4}};
    AukWorld *world = scene_world();
    AukShapeId shape =
        auk_body_add_outline(world, empty_body(world, AUK_MOTION_STATIC, 1.0f, 0.0f), u, 8, NULL, 0, NULL);
    AukRaySpan spans[16];
    cr_assert_eq(spans_of(world, auk_vec(0.0f, 2.0f), auk_vec(10.0f, 0.0f), NULL, spans), 2);
    cr_assert(auk_shape_id_equal(spans[0].shape, shape) && auk_shape_id_equal(spans[1].shape, shape));
    expect_span(&spans[0], 0.1f, 0.3f, 2.0f);
    expect_span(&spans[1], 0.5f, 0.7f, 2.0f);
    cr_assert_eq(spans_of(world, auk_vec(0.0f, 0.5f), auk_vec(10.0f, 0.0f), NULL, spans), 1);
    expect_span(&spans[0], 0.1f, 0.7f, 6.0f);
    expect_normals(&spans[0], auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    auk_world_destroy(world);
}

Test(query_spans, tiles_are_one_solid_from_any_side)
{
    AukWorld *world = scene_world();
    uint8_t cells[100];
    memset(cells, AUK_TILE_FULL, sizeof cells);
    cells[55] = AUK_TILE_EMPTY;
    grid_of(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), 10, 10, cells);
    AukRaySpan spans[16];
    cr_assert_eq(spans_of(world, auk_vec(-5.0f, 3.25f), auk_vec(20.0f, 0.0f), NULL, spans), 1);
    expect_span(&spans[0], 0.25f, 0.75f, 10.0f);
    cr_assert_eq(spans_of(world, auk_vec(-5.0f, 5.5f), auk_vec(20.0f, 0.0f), NULL, spans), 2);
    expect_span(&spans[0], 0.25f, 0.5f, 5.0f);
    expect_span(&spans[1], 0.55f, 0.75f, 4.0f);
    expect_normals(&spans[1], auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    cr_assert_eq(spans_of(world, auk_vec(-5.0f, -5.0f), auk_vec(20.0f, 20.0f), NULL, spans), 2);
    cr_assert_eq(spans_of(world, auk_vec(12.0f, -2.0f), auk_vec(-14.0f, 14.0f), NULL, spans), 1);
    auk_world_destroy(world);
}

Test(query_spans, shapes_without_an_inside_are_left_where_they_are_entered)
{
    static const AukVec2 points[] = {{2, -2}, {2, 0}, {2, 2}};
    AukWorld *world = scene_world();
    auk_body_add_chain(world, empty_body(world, AUK_MOTION_STATIC, 0.0f, 0.0f), points, 3, false, NULL);
    scene_body(world, AUK_MOTION_STATIC, auk_shape_segment(auk_vec(0.0f, -1.0f), auk_vec(0.3f, 1.0f)), 5.0f, 0.0f);
    AukRaySpan spans[16];
    for (int i = 0; i < 5; i++) {
        AukVec2 from = auk_vec(0.0f, -0.5f + 0.25f * (float)i);
        cr_assert_eq(spans_of(world, from, auk_vec(10.0f, 0.0f), NULL, spans), 2);
        for (int k = 0; k < 2; k++) {
            cr_assert(spans[k].enter == spans[k].exit && spans[k].thickness == 0.0f);
            cr_assert(!spans[k].starts_inside && !spans[k].ends_inside);
        }
        expect_span(&spans[0], 0.2f, 0.2f, 0.0f);
        expect_normals(&spans[0], auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f));
    }
    cr_assert_eq(spans_of(world, auk_vec(2.0f, -4.0f), auk_vec(0.0f, 8.0f), NULL, spans), 1);
    expect_span(&spans[0], 0.25f, 0.75f, 4.0f);
    auk_world_destroy(world);
}

Test(query_spans, a_long_ray_around_a_world_that_wraps_meets_a_wall_each_time)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap = auk_box(auk_vec(0.0f, 0.0f), auk_vec(100.0f, 50.0f));
    AukWorld *world = auk_world_create(&def, NULL);
    scene_wall(world, 0.0f, 25.0f, 2.0f, 2.0f);
    AukRaySpan spans[16];
    cr_assert_eq(spans_of(world, auk_vec(50.0f, 25.0f), auk_vec(300.0f, 0.0f), NULL, spans), 3);
    for (int i = 0; i < 3; i++) {
        expect_span(&spans[i], (48.0f + 100.0f * (float)i) / 300.0f, (52.0f + 100.0f * (float)i) / 300.0f, 4.0f);
    }
    AukSpanWork *work = auk_span_work_create(NULL);
    cr_assert_eq(auk_world_cast_ray_spans(world, work, auk_vec(0.0f, 0.0f), auk_vec(1e9f, 0.0f), NULL, NULL, 0),
                 -(int)AUK_ERROR_RANGE);
    auk_span_work_destroy(work);
    auk_world_destroy(world);
}

Test(query_spans, a_batch_answers_as_single_rays_and_leaves_out_what_is_excluded)
{
    AukWorld *world = scene_world();
    AukBodyId first = scene_wall(world, 3.0f, 0.0f, 1.0f, 1.0f), second = scene_wall(world, 7.0f, 0.0f, 1.0f, 1.0f);
    AukVec2 from[] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {NAN, 0.0f}, {0.0f, 9.0f}};
    AukVec2 delta[] = {{10.0f, 0.0f}, {10.0f, 0.0f}, {1.0f, 0.0f}, {10.0f, 0.0f}};
    AukBodyId exclude[] = {first, second, first, first};
    AukRaySpan out[4][2], one;
    int counts[4];
    AukSpanWork *work = auk_span_work_create(NULL);
    cr_assert_eq(auk_world_cast_ray_spans_many(world, work, from, delta, 4, NULL, NULL, out[0], 2, counts), 4);
    cr_assert(counts[0] == 2 && counts[1] == 2 && counts[2] == -(int)AUK_ERROR_NOT_FINITE && counts[3] == 0);
    cr_assert_eq(auk_world_cast_ray_spans_many(world, work, from, delta, 4, NULL, exclude, out[0], 2, counts), 2);
    cr_assert(auk_body_id_equal(out[0][0].body, second) && auk_body_id_equal(out[1][0].body, first));
    cr_assert_eq(auk_world_cast_ray_spans(world, work, from[0], delta[0], NULL, &one, 1), 1);
    cr_assert(auk_body_id_equal(one.body, first));
    cr_assert_eq(auk_world_cast_ray_spans(world, work, from[0], delta[0], NULL, &one, 0), 0);
    auk_span_work_destroy(work);
    auk_world_destroy(world);
}

Test(query_spans, bad_arguments_are_refused)
{
    AukWorld *world = scene_world();
    scene_wall(world, 3.0f, 0.0f, 1.0f, 1.0f);
    AukSpanWork *work = auk_span_work_create(NULL);
    AukVec2 from = auk_vec(0.0f, 0.0f), delta = auk_vec(8.0f, 0.0f), bad = auk_vec(NAN, 0.0f);
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.exclude_count = 1;
    int count;
    cr_assert_eq(auk_world_cast_ray_spans(NULL, work, from, delta, NULL, NULL, 0), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_spans(world, NULL, from, delta, NULL, NULL, 0), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_spans(world, work, bad, delta, NULL, NULL, 0), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_cast_ray_spans(world, work, from, bad, NULL, NULL, 0), -(int)AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_world_cast_ray_spans(world, work, from, delta, NULL, NULL, -1), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_cast_ray_spans(world, work, from, delta, &query, NULL, 0), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_spans_many(world, NULL, &from, &delta, 1, NULL, NULL, NULL, 0, &count),
                 -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_spans_many(world, work, NULL, &delta, 1, NULL, NULL, NULL, 0, &count),
                 -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_spans_many(world, work, &from, &delta, 1, NULL, NULL, NULL, 0, NULL),
                 -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_world_cast_ray_spans_many(world, work, &from, &delta, -1, NULL, NULL, NULL, 0, &count),
                 -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_cast_ray_spans_many(world, work, &from, &delta, 1, &query, NULL, NULL, 0, &count),
                 -(int)AUK_ERROR_NULL);
    auk_span_work_destroy(work);
    auk_span_work_destroy(NULL);
    auk_world_destroy(world);
}

// ---- memory -------------------------------------------------------------------------------------------------------

static int allowed; // allocations that still succeed; below 0: all

static void *reallocate(void *block, uint64_t size, void *context)
{
    (void)context;
    return allowed-- == 0 ? NULL : realloc(block, (size_t)size);
}

static void release(void *block, void *context)
{
    (void)context;
    free(block);
}

Test(query_spans, work_that_cannot_grow_refuses_the_ray_and_grown_work_needs_no_more)
{
    AukAllocator hooks = {reallocate, release, NULL};
    allowed = -1;
    auk_set_allocator(&hooks);
    AukWorld *world = scene_world();
    for (int i = 0; i < 40; i++) {
        scene_wall(world, 3.0f * (float)i, 0.0f, 1.0f, 1.0f);
    }
    AukVec2 from = auk_vec(-4.0f, 0.0f), delta = auk_vec(200.0f, 0.0f);
    AukStatus status;
    allowed = 0;
    cr_assert(!auk_span_work_create(&status) && status == AUK_ERROR_OUT_OF_MEMORY);
    allowed = -1;
    AukSpanWork *work = auk_span_work_create(&status);
    int refused = 0, count = -1;
    for (int i = 0; count < 0; i++) {
        allowed = i;
        count = auk_world_cast_ray_spans(world, work, from, delta, NULL, NULL, 0);
        refused += count == -(int)AUK_ERROR_OUT_OF_MEMORY;
    }
    cr_assert(refused > 0 && count == 40);
    allowed = 0;
    cr_assert_eq(auk_world_cast_ray_spans(world, work, from, delta, NULL, NULL, 0), 40);
    allowed = -1;
    auk_span_work_destroy(work);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}
