#include "unit/error_stage.h"

#include "support/error_words.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

static const AukVec2 steps[5] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {2.0f, 1.0f}, {3.0f, 1.0f}};

void error_disc(const double direction[2], double point[2], const void *context)
{
    (void)context;
    double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    point[0] = direction[0] / length;
    point[1] = direction[1] / length;
}

void error_stage_begin(ErrorStage *stage)
{
    memset(stage, 0, sizeof *stage);
    AukWorld *world = stage->world = auk_world_create(NULL, NULL);
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    stage->wall = auk_body_create(world, &def);
    def = (AukBodyDef){.shape = auk_shape_circle(1.0f), .position = {50.0f, 50.0f}};
    stage->disc = auk_body_create(world, &def);
    def.motion = AUK_MOTION_SWEPT;
    def.response = AUK_RESPONSE_BOUNCE;
    def.position.x = 60.0f;
    stage->bullet = auk_body_create(world, &def);
    stage->gone = auk_body_create(world, &def);
    def = (AukBodyDef){.position = {70.0f, 50.0f}};
    stage->bare = auk_body_create(world, &def);
    cr_assert_eq(auk_body_get_shapes(world, stage->disc, &stage->circle, 1), 1);
    AukShapeDef shape = {.shape = auk_shape_box(0.5f, 0.5f)};
    stage->box = auk_body_add_shape(world, stage->wall, &shape);
    shape.sensor = true;
    stage->sensor = auk_body_add_shape(world, stage->wall, &shape);
    stage->gone_shape = auk_body_add_shape(world, stage->wall, &shape);
    stage->chain = auk_body_add_chain(world, stage->wall, steps, 5, false, NULL);
    stage->section = auk_body_add_chain_section(world, stage->wall, steps, 5, NULL);
    AukTilesDef tiles = {.width = 10, .height = 4, .cell = 1.0f};
    stage->grid = auk_body_add_tiles(world, stage->wall, &tiles, NULL);
    const AukVec2 arrow[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {0.5f, 0.5f}, {0.0f, 2.0f}};
    stage->outline = auk_body_add_outline(world, stage->wall, arrow, 4, NULL, 0, NULL);
    cr_assert_neq(stage->outline.generation, 0);
    cr_assert_eq(auk_body_destroy(world, stage->gone), AUK_OK);
    cr_assert_eq(auk_world_shape_remove(world, stage->gone_shape), AUK_OK);
}

void error_stage_end(ErrorStage *stage)
{
    auk_world_destroy(stage->world);
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

void error_see_path(ErrorStage *stage, const char *at)
{
    while (is_letter(*at)) {
        size_t length = 0;
        while (is_letter(at[length])) {
            length++;
        }
        for (int i = 0; i < error_field_count; i++) {
            stage->seen_fields[i] |= strlen(error_fields[i]) == length && memcmp(error_fields[i], at, length) == 0;
        }
        at += length;
        while (*at == '[' || *at == ']' || (at[0] == '.' && at[1] != '.') || isdigit((unsigned char)*at)) {
            at++;
        }
    }
}

void error_expect(ErrorStage *stage, AukStatus status, AukStatus wanted, const char *text)
{
    char found[AUK_ERROR_TEXT_SIZE];
    int length = auk_world_last_error_text(stage->world, found, sizeof found);
    cr_assert_eq(status, wanted, "%s: %s", text, auk_status_text(status));
    cr_assert_eq(auk_world_last_status(stage->world), wanted, "%s", text);
    cr_assert_str_eq(found, text);
    cr_assert_eq(length, (int)strlen(text));
    const char *end = strchr(text, ':');
    cr_assert_not_null(end);
    for (int i = 0; i < error_function_count; i++) {
        size_t name = (size_t)(end - text);
        stage->seen_calls[i] |= strlen(error_functions[i]) == name && memcmp(error_functions[i], text, name) == 0;
    }
    error_see_path(stage, end + 2);
}

void error_stage_check_all_seen(const ErrorStage *stage)
{
    for (int i = 0; i < error_function_count; i++) {
        cr_expect(stage->seen_calls[i], "no case of error_text lets %s() fail", error_functions[i]);
    }
    for (int i = 0; i < error_field_count; i++) {
        cr_expect(stage->seen_fields[i], "no case of error_text has the name %s", error_fields[i]);
    }
}
