// Calls of geometry as lines of text.
#include "auk/geometry_text.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <string.h>

enum { ROOM = 600 };

static AukVec2 vertices[16];

static AukGeometryCall discs(AukGeometryKind kind)
{
    AukGeometryCall call;
    memset(&call, 0, sizeof call);
    call.kind = kind;
    call.a = auk_shape_circle(1.0f);
    call.b = auk_shape_circle(0.25f);
    call.path_b.start.p = auk_vec(3.0f, -0.5f);
    return call;
}

static const char *text_of(const AukGeometryCall *call, const AukGeometryAnswer *answer)
{
    static char text[ROOM];
    int length = auk_geometry_text(call, answer, text, ROOM);
    cr_assert(length > 0 && length == (int)strlen(text));
    return text;
}

static AukStatus read_text(const char *text, int *column)
{
    AukGeometryCall call;
    return auk_geometry_read(text, vertices, 16, &call, NULL, column);
}

Test(geometry_text, a_line_has_the_call_and_its_answer)
{
    AukGeometryCall call = discs(AUK_GEOMETRY_DISTANCE);
    cr_assert_str_eq(text_of(&call, NULL), "distance circle 1 at 0 0 0 0 circle 0x1p-2 at 3 -0x1p-1 0 0");
    call.path_b.start.p.y = 0.0f;
    AukGeometryAnswer answer = auk_geometry_run(&call);
    cr_assert(answer.known && answer.distance.distance == 1.75f);
    cr_assert_str_eq(text_of(&call, &answer),
                     "distance circle 1 at 0 0 0 0 circle 0x1p-2 at 3 0 0 0 -> distance 0x1.cp+0 "
                     "a 1 0 b 0x1.6p+1 0 normal 1 0 iterations 1 status 0");
    answer.known = false;
    cr_assert_null(strstr(text_of(&call, &answer), "->"));
    call.kind = AUK_GEOMETRY_OVERLAP;
    answer = auk_geometry_run(&call);
    cr_assert_str_eq(text_of(&call, &answer), "overlap circle 1 at 0 0 0 0 circle 0x1p-2 at 3 0 0 0 -> 0");
}

Test(geometry_text, every_kind_is_written_read_and_run)
{
    for (int kind = 0; kind < AUK_GEOMETRY_KIND_COUNT; kind++) {
        AukGeometryCall call = discs((AukGeometryKind)kind), again;
        call.path_a.delta = call.path_b.delta = auk_vec(-9.0f, 0.1f);
        call.path_a.turn = 0.7f;
        call.options.skip_overlapping = true;
        call.options.distance = 0.01f;
        AukGeometryAnswer answer = auk_geometry_run(&call), told;
        char text[ROOM];
        strcpy(text, text_of(&call, &answer));
        cr_assert_eq(auk_geometry_read(text, NULL, 0, &again, &told, NULL), AUK_OK, "%s", text);
        cr_assert(told.known);
        cr_assert_str_eq(text_of(&again, &told), text);
        answer = auk_geometry_run(&again);
        cr_assert_str_eq(text_of(&again, &answer), text);
    }
}

Test(geometry_text, every_float_comes_back)
{
    const float numbers[] = {0.0f,        -0.0f,       1.0f,           -1.0f,          0.1f,
                             1e-45f,      -1e-45f,     1.1754942e-38f, 1.1754944e-38f, 3.4028235e38f,
                             16777215.0f, 16777216.0f, 16777218.0f,    INFINITY,       -INFINITY,
                             1e15f,       0.33333334f, 8388607.5f,     -100.5f,        2.3509887e-38f};
    const char *words[] = {"0",
                           "-0",
                           "1",
                           "-1",
                           "0x1.99999ap-4",
                           "0x1p-149",
                           "-0x1p-149",
                           "0x1.fffffcp-127",
                           "0x1p-126",
                           "0x1.fffffep+127",
                           "16777215",
                           "0x1p+24",
                           "0x1.000002p+24",
                           "inf",
                           "-inf"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        AukGeometryCall call = discs(AUK_GEOMETRY_DISTANCE), again;
        call.path_a.start.p.x = numbers[i];
        const char *text = text_of(&call, NULL);
        if (i < sizeof words / sizeof *words) {
            const char *word = text + strlen("distance circle 1 at ");
            cr_assert(strncmp(word, words[i], strlen(words[i])) == 0 && word[strlen(words[i])] == ' ', "%s", text);
        }
        cr_assert_eq(auk_geometry_read(text, NULL, 0, &again, NULL, NULL), AUK_OK, "%s", text);
        cr_assert(memcmp(&again.path_a.start.p.x, &numbers[i], sizeof(float)) == 0, "%s", text);
    }
    AukGeometryCall call = discs(AUK_GEOMETRY_DISTANCE), again;
    call.path_a.start.p.x = NAN;
    cr_assert_eq(auk_geometry_read(text_of(&call, NULL), NULL, 0, &again, NULL, NULL), AUK_OK);
    cr_assert(isnan(again.path_a.start.p.x));
}

Test(geometry_text, blanks_may_be_several_and_the_line_ends_the_call)
{
    const char *lines[] = {"  distance circle 1 at 0 0 1 0 \t circle 1 at 5 0 1 0  \ncircle",
                           "distance circle 0x1.0p+0 at 0 0 0x1p-0 0 circle 1 at 0x5p+0 00 1 0\r\n"};
    for (int i = 0; i < 2; i++) {
        AukGeometryCall call;
        int column = 7;
        cr_assert_eq(auk_geometry_read(lines[i], NULL, 0, &call, NULL, &column), AUK_OK);
        cr_assert(column == 0 && call.path_b.start.p.x == 5.0f && auk_geometry_run(&call).distance.distance == 3.0f);
    }
}

Test(geometry_text, says_the_column_of_a_fault)
{
    const struct {
        const char *text;
        int column;
        AukStatus status;
    } faults[] = {
        {"", 1, AUK_ERROR_DAMAGED},
        {"distances", 1, AUK_ERROR_DAMAGED},
        {"distance", 9, AUK_ERROR_DAMAGED},
        {"distance disc 1", 10, AUK_ERROR_DAMAGED},
        {"distance circle -1 at", 10, AUK_ERROR_NEGATIVE},
        {"distance circle nan at", 10, AUK_ERROR_NOT_FINITE},
        {"distance circle 1.5 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 1,5 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1p1 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1p+ at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1p+1x at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1.p+999 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1p+128 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1p-150 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 0x1.0000001p+0 at", 17, AUK_ERROR_DAMAGED}, // more bits than a float has
        {"distance circle 0x1.000000000p+0 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 16777217 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle --1 at", 17, AUK_ERROR_DAMAGED},
        {"distance circle -nan at", 17, AUK_ERROR_DAMAGED},
        {"distance circle 1 to", 19, AUK_ERROR_DAMAGED},
        {"distance circle 1 at 0 0 1", 27, AUK_ERROR_DAMAGED},
        {"distance polygon 3 0 0 1 0 2 0 0 at", 10, AUK_ERROR_ZERO_AREA},
        {"distance polygon 3 0 0 0 1 1 0 0 at", 10, AUK_ERROR_NOT_CONVEX},
        {"distance polygon 17 0 0", 18, AUK_ERROR_COUNT},
        {"distance polygon 2 0 0 1 0 0 at", 10, AUK_ERROR_COUNT},
        {"distance polygon -3 0 0", 18, AUK_ERROR_DAMAGED},
        {"distance polygon 99999999 0 0", 18, AUK_ERROR_DAMAGED},
        {"overlap circle 1 at 0 0 1 0 circle 1 at 0 0 1 0 -> 2", 52, AUK_ERROR_DAMAGED},
        {"overlap circle 1 at 0 0 1 0 circle 1 at 0 0 1 0 -> 1 1", 54, AUK_ERROR_DAMAGED},
        {"overlap circle 1 at 0 0 1 0 circle 1 at 0 0 1 0 = 1", 49, AUK_ERROR_DAMAGED},
        {"overlap none 4095 at", 14, AUK_ERROR_DAMAGED},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        int column = -1;
        AukStatus status = read_text(faults[i].text, &column);
        cr_assert(status == faults[i].status && column == faults[i].column, "%s: status %d, column %d", faults[i].text,
                  status, column);
    }
}

Test(geometry_text, a_refused_line_leaves_the_call_as_it_was)
{
    AukGeometryCall call = discs(AUK_GEOMETRY_COLLIDE);
    AukGeometryAnswer answer = {.known = true, .overlap = true};
    cr_assert_neq(auk_geometry_read("overlap circle 1 at 0 0 1 0 circle", NULL, 0, &call, &answer, NULL), AUK_OK);
    cr_assert(call.kind == AUK_GEOMETRY_COLLIDE && call.path_b.start.p.x == 3.0f && answer.overlap);
}

Test(geometry_text, a_text_is_cut_at_the_end_of_its_room)
{
    AukGeometryCall call = discs(AUK_GEOMETRY_DISTANCE);
    char text[16];
    int length = auk_geometry_text(&call, NULL, NULL, 0);
    memset(text, '#', sizeof text);
    cr_assert_eq(auk_geometry_text(&call, NULL, text, 9), length);
    cr_assert(strcmp(text, "distance") == 0 && text[9] == '#');
    cr_assert_eq(auk_geometry_text(&call, NULL, text, 1), length);
    cr_assert(text[0] == '\0' && text[1] == 'i');
}

Test(geometry_text, refuses_what_cannot_be_written)
{
    AukGeometryCall call = discs(AUK_GEOMETRY_DISTANCE);
    char text[ROOM] = "kept";
    cr_assert_eq(auk_geometry_text(NULL, NULL, text, ROOM), -AUK_ERROR_NULL);
    cr_assert_eq(auk_geometry_text(&call, NULL, NULL, 1), -AUK_ERROR_NULL);
    cr_assert_eq(auk_geometry_text(&call, NULL, text, -1), -AUK_ERROR_COUNT);
    call.b.kind = AUK_SHAPE_CUSTOM;
    cr_assert_eq(auk_geometry_text(&call, NULL, text, ROOM), -AUK_ERROR_UNSUPPORTED);
    call.b.kind = AUK_SHAPE_KIND_COUNT;
    cr_assert_eq(auk_geometry_text(&call, NULL, text, ROOM), -AUK_ERROR_ENUM);
    call.b.kind = AUK_SHAPE_POLYGON;
    memset(&call.b.core, 0, sizeof call.b.core);
    cr_assert_eq(auk_geometry_text(&call, NULL, text, ROOM), -AUK_ERROR_NULL);
    call.b.core.polygon.vertices = vertices;
    for (int i = 0; i < 3; i++) { // so many are not there: they are not read
        call.b.core.polygon.count = (int[]){-1, AUK_VERTEX_COUNT_MAX + 1, INT_MAX}[i];
        cr_assert_eq(auk_geometry_text(&call, NULL, text, ROOM), -AUK_ERROR_COUNT);
    }
    call.kind = AUK_GEOMETRY_KIND_COUNT;
    cr_assert_eq(auk_geometry_text(&call, NULL, text, ROOM), -AUK_ERROR_ENUM);
    cr_assert(strcmp(text, "kept") == 0 && !auk_geometry_run(&call).known && !auk_geometry_run(NULL).known);
    cr_assert_eq(auk_geometry_read(NULL, NULL, 0, &call, NULL, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_geometry_read("", NULL, 0, NULL, NULL, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_geometry_read("", NULL, 1, &call, NULL, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_geometry_read("", vertices, -1, &call, NULL, NULL), AUK_ERROR_COUNT);
}

Test(geometry_text, zero_is_a_call_without_shapes)
{
    AukGeometryCall call, again;
    memset(&call, 0, sizeof call);
    call.a = auk_shape_circle(-1.0f);
    cr_assert_str_eq(text_of(&call, NULL), "distance none 4 at 0 0 0 0 none 0 at 0 0 0 0");
    cr_assert_eq(auk_geometry_read(text_of(&call, NULL), NULL, 0, &again, NULL, NULL), AUK_OK);
    cr_assert_eq(auk_geometry_run(&again).distance.status, AUK_ERROR_NEGATIVE);
}
