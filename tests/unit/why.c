// Each reason of auk_world_why(), and its sentences.
#include "auk/terrain.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static AukWhyReason why(const AukWorld *world, AukBodyId a, AukBodyId b)
{
    AukWhy there = auk_world_why(world, a, b), back = auk_world_why(world, b, a);
    cr_assert(there.reason == back.reason && there.distance == back.distance);
    cr_assert(auk_shape_id_equal(there.shape_a, back.shape_b) && auk_shape_id_equal(there.shape_b, back.shape_a));
    return there.reason;
}

Test(why, each_reason_is_found)
{
    AukWorld *world = scene_world();
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 1.0f), other = scene_ball(world, 1.0f, 0.0f, 1.0f);
    AukBodyId wall = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f), floor = scene_wall(world, 0.0f, 1.0f, 1.0f, 1.0f);
    AukBodyId area = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.5f);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    def.owner = ball;
    AukBodyId owned = auk_body_create(world, &def);
    memset(&def.shape, 0, sizeof def.shape);
    AukBodyId empty = auk_body_create(world, &def);
    cr_assert_eq(why(world, ball, other), AUK_WHY_TOUCHING);
    cr_assert_eq(why(world, ball, area), AUK_WHY_SENSOR);
    cr_assert_eq(why(world, ball, ball), AUK_WHY_SAME_BODY);
    cr_assert_eq(why(world, wall, floor), AUK_WHY_STATIC);
    cr_assert_eq(why(world, ball, owned), AUK_WHY_OWNER);
    cr_assert_eq(why(world, ball, empty), AUK_WHY_NO_SHAPE);
    cr_assert(auk_body_id_equal(auk_world_why(world, ball, empty).body, empty));
    auk_body_set_filter(world, ball, (AukFilter){0, 0, 5});
    auk_body_set_filter(world, other, (AukFilter){4, 0, 5});
    cr_assert_eq(why(world, ball, other), AUK_WHY_GROUP);
    auk_body_set_filter(world, ball, (AukFilter){0, 4, 0});
    cr_assert_eq(why(world, ball, other), AUK_WHY_CATEGORY);
    auk_body_set_filter(world, ball, (AukFilter){0, 0, 0});
    scene_put(world, other, 1.9f, 1.9f);
    cr_assert_eq(why(world, ball, other), AUK_WHY_SHAPES_APART);
    scene_put(world, other, 5.0f, 0.0f);
    cr_assert_eq(why(world, ball, other), AUK_WHY_BOXES_APART);
    AukWhy answer = auk_world_why(world, ball, other);
    cr_assert(answer.distance == 3.0f && fabsf(answer.box_distance - 3.0f) < 1e-5f && answer.tolerance > 0.0f);
    auk_body_set_enabled(world, other, false);
    cr_assert_eq(why(world, ball, other), AUK_WHY_DISABLED);
    auk_body_destroy(world, other);
    cr_assert_eq(why(world, ball, other), AUK_WHY_STALE_ID);
    cr_assert_eq(auk_world_why(NULL, ball, other).status, AUK_ERROR_NULL);
    auk_world_destroy(world);
}

Test(why, static_pairs_are_looked_at_where_the_world_looks_at_them)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.static_pairs = true;
    AukWorld *world = auk_world_create(&def, NULL);
    AukBodyId a = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f), b = scene_wall(world, 2.0f, 0.0f, 1.0f, 1.0f);
    cr_assert_eq(why(world, a, b), AUK_WHY_TOUCHING);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    auk_world_destroy(world);
}

// Between tau and 2 tau a pair touches that touched before, and no other.
Test(why, what_touched_is_let_go_later_than_what_comes_is_taken)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 2.0f, 0.0f, 1.0f);
    float apart = 2.0f + 6.0f * 0x1p-22f; // tau is 2 * 2^-21
    scene_put(world, b, apart, 0.0f);
    cr_assert_eq(why(world, a, b), AUK_WHY_BOXES_APART);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 0);
    scene_put(world, b, 2.0f, 0.0f);
    auk_world_step(world, 0.0f);
    scene_put(world, b, apart, 0.0f);
    cr_assert_eq(why(world, a, b), AUK_WHY_TOUCHING);
    auk_world_step(world, 0.0f);
    cr_assert_eq(auk_world_contacts(world).count, 1);
    auk_world_destroy(world);
}

static void expect_text(const AukWhy *answer, const char *expected)
{
    char text[200];
    int length = auk_why_text(answer, text, sizeof text);
    cr_assert(strcmp(text, expected) == 0, "\"%s\"", text);
    cr_assert(length == (int)strlen(expected) && auk_why_text(answer, NULL, 0) == length);
    char small[6];
    cr_assert(auk_why_text(answer, small, 6) == length && strncmp(small, expected, 5) == 0 && small[5] == '\0');
}

Test(why, the_sentence_has_the_numbers_and_is_cut_to_fit)
{
    AukWhy answer;
    memset(&answer, 0, sizeof answer);
    answer.reason = AUK_WHY_SAME_BODY;
    expect_text(&answer, "both are the same body");
    answer.reason = AUK_WHY_DISABLED;
    answer.body = (AukBodyId){12, 3};
    expect_text(&answer, "a body, or each of its shapes, is disabled: body 12");
    memset(&answer, 0, sizeof answer);
    answer.reason = AUK_WHY_SHAPES_APART;
    answer.shape_a = (AukShapeId){4, 1};
    answer.shape_b = (AukShapeId){1234567890u, 1};
    answer.child_b = 2;
    const struct {
        float number;
        const char *text;
    } numbers[] = {{1.0f, "1"},         {0.5f, "0.5"},         {1234.5f, "1234.5"},   {0.00012345f, "0.00012345"},
                   {1e-6f, "1e-6"},     {3.5e20f, "3.5e20"},   {120000.0f, "120000"}, {99999996.0f, "100000000"},
                   {0.0625f, "0.0625"}, {1e-45f, "1.4013e-45"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char expected[200] = "their boxes touch, but the shapes are apart: shapes 4 and 1234567890.2 are apart by ";
        answer.distance = numbers[i].number;
        strcat(expected, numbers[i].text);
        strcat(expected, " (up to 0 counts as touching)");
        expect_text(&answer, expected);
    }
    char byte;
    cr_assert_eq(auk_why_text(NULL, &byte, 1), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_why_text(&answer, NULL, 5), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_why_text(&answer, &byte, -1), -(int)AUK_ERROR_COUNT);
    for (int i = -1; i <= AUK_WHY_REASON_COUNT; i++) {
        bool known = i >= 0 && i < AUK_WHY_REASON_COUNT;
        cr_assert_eq(strcmp(auk_why_name((AukWhyReason)i), "?") != 0, known);
    }
}

Test(why, no_answer_however_made_up_needs_more_than_200_bytes)
{
    AukWhy answer;
    memset(&answer, 0, sizeof answer);
    answer.body = (AukBodyId){UINT32_MAX, 1};
    answer.shape_a = answer.shape_b = (AukShapeId){UINT32_MAX, 1};
    answer.child_a = answer.child_b = INT32_MAX;
    const float numbers[] = {0.00012345678f, 1.2345678e-38f, -1.2345678e-38f, 1.2345678e38f, NAN, -0.00012345678f};
    for (int reason = -1; reason <= AUK_WHY_REASON_COUNT; reason++) {
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            char text[200];
            answer.reason = (AukWhyReason)reason;
            answer.distance = answer.box_distance = answer.tolerance = numbers[i];
            int length = auk_why_text(&answer, text, sizeof text);
            cr_assert(length > 0 && length < 200 && strlen(text) == (size_t)length, "reason %d: %d", reason, length);
            cr_assert_eq(auk_why_text(&answer, NULL, 0), length);
        }
    }
}

// The image whose box is nearest is not that of the nearest shape: a diagonal bar.
Test(why, the_distance_is_that_of_the_nearest_images)
{
    const AukVec2 places[6] = {{19.5f, 0.5f},  {1.0f, 19.5f},  {19.5f, 3.0f},
                               {19.7f, 18.0f}, {19.9f, 16.0f}, {0.1f, 16.0f}};
    AukWorldDef world_def = {.wrap = {{0.0f, 0.0f}, {20.0f, 20.0f}}};
    AukWorld *world = auk_world_create(&world_def, NULL);
    const AukShape capsule = auk_shape_capsule(auk_vec(-4.0f, -4.0f), auk_vec(4.0f, 4.0f), 0.25f);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, capsule, 10.0f, 10.0f);
    AukBodyId bar = auk_body_create(world, &def), ball = scene_ball(world, 0.0f, 0.0f, 0.25f);
    for (int i = 0; i < 6; i++) {
        scene_put(world, ball, places[i].x, places[i].y);
        double least = INFINITY; // of the ball's images to the segment
        for (int image = 0; image < 9; image++) {
            double x = (double)places[i].x - 10.0 + 20.0 * (image % 3 - 1),
                   y = (double)places[i].y - 10.0 + 20.0 * (image / 3 - 1.0);
            double along = fmax(-4.0, fmin(4.0, 0.5 * (x + y)));
            least = fmin(least, hypot(x - along, y - along) - 0.5);
        }
        AukWhy there = auk_world_why(world, bar, ball), back = auk_world_why(world, ball, bar);
        cr_assert_float_eq((double)there.distance, least, 1e-5, "place %d: %g", i, (double)there.distance);
        cr_assert_eq(there.distance, back.distance);
    }
    auk_world_destroy(world);
}

// A tall box over the joint of two edges, or of two cells: sideways it is out of one of them sooner than of both.
Test(why, what_is_filtered_out_has_the_distance_of_the_whole_surface_whatever_was_set_before)
{
    const AukFilter ground = {4, 0, 0};
    const AukVec2 points[] = {{-4.0f, 0.0f}, {0.0f, 0.0f}, {4.0f, 0.0f}};
    const uint8_t cells[] = {AUK_TILE_FULL, AUK_TILE_FULL};
    const AukTilesDef tiles = {.width = 2, .height = 1, .cell = 1.0f, .cells = cells};
    AukWorld *world = scene_world();
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .filter = ground};
    AukBodyId chained = auk_body_create(world, &def);
    AukShapeId chain = auk_body_add_chain(world, chained, points, 3, false, NULL);
    def.position.x = 10.0f;
    AukBodyId tiled = auk_body_create(world, &def);
    cr_assert_neq(auk_body_add_tiles(world, tiled, &tiles, NULL).generation, 0);
    def = scene_def(AUK_MOTION_MOVING, auk_shape_box(1.0f, 3.0f), 0.0f, 0.0f);
    def.filter.ignore = ground.category;
    AukBodyId over_chain = auk_body_create(world, &def);
    def.position = auk_vec(11.0f, 0.5f);
    AukBodyId over_tiles = auk_body_create(world, &def);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(why(world, over_chain, chained), AUK_WHY_CATEGORY);
        cr_assert_float_eq(auk_world_why(world, over_chain, chained).distance, -3.0f, 1e-5f, "%d", i);
        cr_assert_eq(why(world, over_tiles, tiled), AUK_WHY_CATEGORY);
        cr_assert_float_eq(auk_world_why(world, over_tiles, tiled).distance, -2.0f, 1e-5f, "%d", i);
        // neither changes what meets what
        cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 0, (AukFilter){0, 0, 0}), AUK_OK);
        const AukTileKind unused = {.filter = {8, 0, 0}};
        cr_assert_eq(auk_world_set_tile_kind(world, AUK_TILE_KIND_FIRST, &unused), AUK_OK);
    }
    auk_world_destroy(world);
}
