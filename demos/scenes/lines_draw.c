// The drawing of the scene lines. The notes follow one point, P, from the coefficients to the distance.
#include "scenes/lines.h"
#include "viewer/draw/labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 96, TICK_COUNT = 100, FRACTION_MAX = 100000, LABELLED_POINT_COUNT = 4 };

// ---- numbers as text ------------------------------------------------------------------------------------------------

// Adds `factor name` to a sum: " - 2 x". Nothing for a factor of 0.
static void add_term(char *text, double factor, const char *name)
{
    size_t length = strlen(text);
    if (factor == 0.0) {
        return;
    }
    const char *sign = factor < 0.0 ? "- " : "+ ";
    sign = length == 0 ? (factor < 0.0 ? "-" : "") : sign;
    snprintf(text + length, TEXT_SIZE - length, "%s%s%.6g%s%s", length > 0 ? " " : "", sign, fabs(factor),
             name[0] != '\0' ? " " : "", name);
}

// "2 x + 5 y + 20 = 0"
static void write_equation(char *text, const LinesEquation *line)
{
    text[0] = '\0';
    add_term(text, line->a, "x");
    add_term(text, line->b, "y");
    add_term(text, line->c, "");
    size_t length = strlen(text);
    snprintf(text + length, TEXT_SIZE - length, " = 0");
}

static bool is_whole(double value)
{
    return value == floor(value) && fabs(value) <= (double)FRACTION_MAX;
}

// In lowest terms; `below` is positive.
static void write_fraction(char *text, long above, long below)
{
    long a = labs(above);
    long b = below;
    do {
        long rest = a % b;
        a = b;
        b = rest;
    } while (b != 0);
    if (below == a) {
        snprintf(text, TEXT_SIZE, "%ld", above / a);
    } else {
        snprintf(text, TEXT_SIZE, "%ld/%ld", above / a, below / a);
    }
}

// "(-40/29, -100/29) = " where all coefficients are whole numbers, nothing elsewhere.
static void write_exact_foot(char *text, const LinesAnswer *answer)
{
    const LinesEquation *line = &answer->line;
    double value = line->a * answer->point.x + line->b * answer->point.y + line->c;
    double below = line->a * line->a + line->b * line->b;
    double x = answer->point.x * below - line->a * value;
    double y = answer->point.y * below - line->b * value;
    text[0] = '\0';
    if (is_whole(line->a) && is_whole(line->b) && is_whole(below) && is_whole(x) && is_whole(y)) {
        char across[TEXT_SIZE];
        char up[TEXT_SIZE];
        write_fraction(across, (long)x, (long)below);
        write_fraction(up, (long)y, (long)below);
        snprintf(text, TEXT_SIZE, "(%.40s, %.40s) = ", across, up);
    }
}

// A number without the sign of -0.
static double plain(double value)
{
    return value + 0.0;
}

// ---- drawing --------------------------------------------------------------------------------------------------------

static AukVec2 float_point(ExactVec v)
{
    return auk_vec((float)v.x, (float)v.y);
}

// The ends, in pixels, of a line through all of the view, by a point of it and its direction.
static void endless_ends(const View *view, AukVec2 through, AukVec2 direction, AukVec2 ends[2])
{
    AukBox seen = view_region(view);
    AukVec2 middle = auk_vec_lerp(seen.min, seen.max, 0.5f);
    float reach = auk_vec_length(auk_vec_sub(seen.max, seen.min)) + auk_vec_length(auk_vec_sub(through, middle));
    AukVec2 half = auk_vec_scale(reach, auk_vec_normalize(direction));
    ends[0] = view_point(view, auk_vec_sub(through, half));
    ends[1] = view_point(view, auk_vec_add(through, half));
}

static void draw_endless(View *view, AukVec2 through, AukVec2 direction, float width, CanvasColor color)
{
    AukVec2 ends[2];
    endless_ends(view, through, direction, ends);
    canvas_line(&view->canvas, ends[0], ends[1], width, color);
}

// The axes, with a mark at each unit where these are not too close together.
static void draw_axes(View *view)
{
    AukVec2 origin = auk_vec(0.0f, 0.0f);
    AukVec2 at = view_point(view, origin);
    draw_endless(view, origin, auk_vec(1.0f, 0.0f), view->pixel, COLOR_EDGE);
    draw_endless(view, origin, auk_vec(0.0f, 1.0f), view->pixel, COLOR_EDGE);
    float arm = 3.0f * view->pixel;
    for (int i = -TICK_COUNT; i <= TICK_COUNT && view->camera.scale > 4.0f; i++) {
        float along = (float)i * view->camera.scale;
        canvas_line(&view->canvas, auk_vec(at.x + along, at.y - arm), auk_vec(at.x + along, at.y + arm), view->pixel,
                    COLOR_EDGE);
        canvas_line(&view->canvas, auk_vec(at.x - arm, at.y + along), auk_vec(at.x + arm, at.y + along), view->pixel,
                    COLOR_EDGE);
    }
}

static void draw_right_angle(View *view, const LinesAnswer *answer)
{
    float size = 10.0f * view->pixel / view->camera.scale;
    AukVec2 foot = float_point(answer->foot);
    AukVec2 along = auk_vec_normalize(auk_vec((float)answer->line.b, -(float)answer->line.a));
    AukVec2 across = auk_vec_sub(float_point(answer->point), foot);
    if (auk_vec_length(across) < 2.0f * size) {
        return;
    }
    AukVec2 one = auk_vec_scale(size, along);
    AukVec2 other = auk_vec_scale(size, auk_vec_normalize(across));
    AukVec2 corner = view_point(view, auk_vec_add(foot, auk_vec_add(one, other)));
    canvas_line(&view->canvas, view_point(view, auk_vec_add(foot, one)), corner, view->pixel, COLOR_TEXT);
    canvas_line(&view->canvas, view_point(view, auk_vec_add(foot, other)), corner, view->pixel, COLOR_TEXT);
}

static void draw_point(View *view, const LinesAnswer *answer)
{
    Canvas *canvas = &view->canvas;
    AukVec2 point = view_point(view, float_point(answer->point));
    float radius = LINES_HANDLE_RADIUS * view->camera.scale;
    canvas_line(canvas, point, view_point(view, float_point(answer->foot)), 3.0f * view->pixel, COLOR_TOUCHING);
    draw_right_angle(view, answer);
    canvas_disc(canvas, point, radius, COLOR_SENSOR);
    canvas_ring(canvas, view_point(view, answer->crossing.point), 0.9f * radius, 1.5f * view->pixel, COLOR_NORMAL);
    canvas_disc(canvas, view_point(view, answer->nearest.point), 0.4f * radius, COLOR_TOUCHING);
}

static AukVec2 handle_place(const LinesScene *scene, int index)
{
    return auk_body_get_pose(scene->demo.world, scene->handles[index]).p;
}

static void avoid_drawing(Labels *labels, const LinesScene *scene, const LinesAnswer *main)
{
    View *view = labels->view;
    float radius = LINES_HANDLE_RADIUS * view->camera.scale;
    AukVec2 foot = float_point(main->foot);
    AukVec2 along = auk_vec((float)main->line.b, -(float)main->line.a);
    AukVec2 ends[2];
    endless_ends(view, foot, along, ends);
    labels_avoid_line(labels, ends[0], ends[1]);
    endless_ends(view, foot, auk_vec_perp(along), ends);
    labels_avoid_line(labels, ends[0], ends[1]);
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        LinesAnswer answer = lines_answer(scene, i);
        AukVec2 point = view_point(view, float_point(answer.point));
        labels_avoid_line(labels, point, view_point(view, float_point(answer.foot)));
        labels_avoid_disc(labels, point, radius);
        labels_avoid_disc(labels, view_point(view, float_point(answer.foot)), radius);
    }
    for (int i = 0; i < LINES_HANDLE_COUNT; i++) {
        labels_avoid_disc(labels, view_point(view, handle_place(scene, i)), radius);
    }
}

static void write_labels(View *view, const LinesScene *scene, const LinesAnswer *main)
{
    Labels labels;
    labels_begin(&labels, view);
    avoid_drawing(&labels, scene, main);
    AukVec2 foot = float_point(main->foot);
    labels_put(&labels, view_point(view, float_point(main->point)), COLOR_SENSOR, "P (%.4g, %.4g)",
               plain(main->point.x), plain(main->point.y));
    labels_put(&labels, view_point(view, foot), COLOR_TEXT, "F (%.6g, %.6g)", plain(main->foot.x), plain(main->foot.y));
    int labelled = scene->demo.options.bodies <= LABELLED_POINT_COUNT ? scene->demo.options.bodies : 1;
    for (int i = 0; i < labelled; i++) {
        LinesAnswer answer = lines_answer(scene, i);
        AukVec2 middle = auk_vec_lerp(float_point(answer.point), float_point(answer.foot), 0.5f);
        labels_put(&labels, view_point(view, middle), COLOR_TOUCHING, "%.6g", answer.distance);
    }
    AukVec2 farthest = foot;
    for (int i = 0; i < LINES_HANDLE_COUNT; i++) {
        AukVec2 place = handle_place(scene, i);
        bool farther = auk_vec_length(auk_vec_sub(place, foot)) > auk_vec_length(auk_vec_sub(farthest, foot));
        farthest = farther ? place : farthest;
        labels_put(&labels, view_point(view, place), COLOR_SWEPT, "%d (%.4g, %.4g)", i + 1, (double)place.x,
                   (double)place.y);
    }
    char text[TEXT_SIZE];
    write_equation(text, &main->line);
    labels_put(&labels, view_point(view, farthest), COLOR_SWEPT, "%s", text);
    AukVec2 away = auk_vec_normalize(auk_vec((float)main->line.a, (float)main->line.b));
    away = auk_vec_dot(away, auk_vec_sub(foot, float_point(main->point))) < 0.0f ? auk_vec_neg(away) : away;
    write_equation(text, &main->perpendicular);
    labels_put(&labels, view_point(view, auk_vec_add(foot, auk_vec_scale(2.5f, away))), COLOR_MOVING, "%s", text);
}

static void write_notes(View *view, const LinesAnswer *answer)
{
    char text[TEXT_SIZE];
    const LinesEquation *line = &answer->line;
    view_note(view, COLOR_SWEPT, "line through 1, 2: A = y1 - y2 = %.6g, B = x2 - x1 = %.6g, C = -A x1 - B y1 = %.6g",
              plain(line->a), plain(line->b), plain(line->c));
    write_equation(text, &answer->perpendicular);
    view_note(view, COLOR_MOVING, "perpendicular through P: B x - A y + (A yP - B xP) = 0, here %s", text);
    write_exact_foot(text, answer);
    view_note(view, COLOR_TEXT, "they cross at F = %s(%.6g, %.6g)", text, plain(answer->foot.x), plain(answer->foot.y));
    view_note(view, COLOR_TOUCHING, "distance |A xP + B yP + C| / sqrt(A^2 + B^2) = %.6g / %.6g = %.6g",
              answer->distance * sqrt(line->a * line->a + line->b * line->b),
              sqrt(line->a * line->a + line->b * line->b), answer->distance);
    view_note(view, COLOR_FAINT, "auk's crossing, foot and distance differ from these by %.1e of the lengths at most",
              answer->error);
}

static void draw_lines(View *view, const LinesScene *scene, const LinesAnswer *main)
{
    AukVec2 foot = float_point(main->foot);
    AukVec2 direction = auk_vec((float)main->line.b, -(float)main->line.a);
    draw_endless(view, foot, direction, 2.0f * view->pixel, COLOR_SWEPT);
    draw_endless(view, foot, auk_vec_perp(direction), 1.5f * view->pixel, COLOR_MOVING);
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        LinesAnswer answer = lines_answer(scene, i);
        draw_point(view, &answer);
    }
}

void lines_draw(Demo *demo, View *view)
{
    const LinesScene *scene = (const LinesScene *)demo;
    LinesAnswer main = lines_answer(scene, 0);
    draw_axes(view);
    if (main.defined) {
        draw_lines(view, scene, &main);
    }
    for (int i = 0; i < LINES_HANDLE_COUNT; i++) {
        canvas_disc(&view->canvas, view_point(view, handle_place(scene, i)), LINES_HANDLE_RADIUS * view->camera.scale,
                    COLOR_SWEPT);
    }
    if (main.defined) {
        write_notes(view, &main);
        write_labels(view, scene, &main);
    } else {
        view_note(view, COLOR_TOUCHING, "1 and 2 are the same point: no line");
    }
}
