// The drawing of the scene projection: bodies, points T0, T1 ... and planes on the left, the projections with their
// distances on the right, the article's table below. Where there is no room for the text a few notes stand for it.
#include "scenes/projection.h"
#include "viewer/draw/view.h"

#include <math.h>
#include <stdio.h>

#define FIRST 0xff5fb4f0u
#define SECOND 0xffe0c050u
#define PATH 0xff4fd69cu
#define NEWEST 0xffffffffu
#define PLANE 0xffa78bf0u
#define RESULT 0xfff0603au

// Where the columns of the list and of the table end, in letters.
enum { ON_END = 8, PLANES_END = 15, STEP_DISTANCE_END = 25, STEP_LETTERS = 34 };
enum { DISTANCE_END = 43, PROJECTIONS_END = 55, TABLE_LETTERS = 59 };

// A label that would cover another one is left out; the list on the right has all points.
enum { LABELS_MAX = 26 };

typedef struct Sheet {
    View *view;
    const ProjectionAnswer *answer;
    float scale;               // distances are written in the pair's own lengths
    int shown;                 // projections that are drawn
    AukBox labels[LABELS_MAX]; // pixels
    int label_count;
} Sheet;

static AukVec2 on_sheet(const Sheet *sheet, AukVec2 v)
{
    return view_point(sheet->view, auk_vec_add(sheet->answer->poses[0].p, v));
}

static CanvasColor color_of_body(bool second)
{
    return second ? SECOND : FIRST;
}

static AukVec2 unit_between(AukVec2 from, AukVec2 to)
{
    AukVec2 along = auk_vec_sub(to, from);
    return auk_vec_length(along) > 0.0f ? auk_vec_normalize(along) : auk_vec(0.0f, 1.0f);
}

// ---- the bodies and the points --------------------------------------------------------------------------------

// Beside a point, away from where it was projected from; left out where it would cover another label.
static void draw_point_label(Sheet *sheet, AukVec2 at, AukVec2 away, int number)
{
    const Font *font = sheet->view->canvas.font;
    char text[16];
    snprintf(text, sizeof text, "T%d", number);
    AukVec2 half = auk_vec(0.5f * font_width(font, text) + 0.2f * font->line, 0.6f * font->line);
    float reach = 0.35f * font->line + fabsf(away.x) * half.x + fabsf(away.y) * half.y;
    AukVec2 middle = auk_vec_add(at, auk_vec_scale(reach, away));
    AukBox box = auk_box(auk_vec_sub(middle, half), auk_vec_add(middle, half));
    bool is_free = sheet->label_count < LABELS_MAX;
    for (int i = 0; i < sheet->label_count && is_free; i++) {
        is_free = !auk_box_overlap(sheet->labels[i], box);
    }
    if (is_free) {
        view_label(sheet->view, middle, text);
        sheet->labels[sheet->label_count++] = box;
    }
}

static void draw_points(Sheet *sheet)
{
    const ProjectionAnswer *answer = sheet->answer;
    Canvas *canvas = &sheet->view->canvas;
    float pixel = sheet->view->pixel;
    for (int i = 0; i < sheet->shown; i++) {
        const AukProjectionStep *step = &answer->steps[i];
        AukVec2 from = on_sheet(sheet, step->from), to = on_sheet(sheet, step->to);
        CanvasColor color = i + 1 == sheet->shown ? NEWEST : PATH;
        if (auk_vec_length(auk_vec_sub(to, from)) > 16.0f * pixel) {
            canvas_arrow(canvas, from, to, 1.5f * pixel, color);
        } else {
            canvas_line(canvas, from, to, 1.5f * pixel, color);
        }
    }
    AukVec2 start = on_sheet(sheet, answer->steps[0].from);
    canvas_disc(canvas, start, 4.5f * pixel, NEWEST);
    draw_point_label(sheet, start, auk_vec(0.0f, -1.0f), 0);
    for (int i = 0; i < sheet->shown; i++) {
        const AukProjectionStep *step = &answer->steps[i];
        AukVec2 from = on_sheet(sheet, step->from), to = on_sheet(sheet, step->to);
        canvas_disc(canvas, to, 3.5f * pixel, color_of_body(step->onto_b));
        draw_point_label(sheet, to, unit_between(from, to), i + 1);
    }
}

// The planes of a projection, as lines through the whole picture of the bodies.
static void draw_planes(const Sheet *sheet, int i, CanvasColor color)
{
    View *view = sheet->view;
    ProjectionPlanes planes = projection_answer_planes(sheet->answer, i);
    for (int k = 0; k < planes.count; k++) {
        AukVec2 foot = on_sheet(sheet, planes.feet[k]);
        AukVec2 along = auk_vec(planes.inward[k].y, planes.inward[k].x); // y of the canvas goes down
        float far = 0.28f * view->camera.height;
        AukVec2 reach = auk_vec_scale(far, along);
        canvas_line(&view->canvas, auk_vec_sub(foot, reach), auk_vec_add(foot, reach), 1.2f * view->pixel, color);
    }
}

static AukVec2 centroid_of_body(const ProjectionAnswer *answer, int body)
{
    return auk_transform_apply(answer->poses[body], auk_shape_measure(&answer->shapes[body]).centroid);
}

// The names stand beside the far sides of the bodies, where there are no points.
static void draw_bodies(Sheet *sheet)
{
    const ProjectionAnswer *answer = sheet->answer;
    const Font *font = sheet->view->canvas.font;
    for (int i = 0; i < 2; i++) {
        CanvasColor color = color_of_body(i == 1);
        view_shape(sheet->view, &answer->shapes[i], answer->poses[i], canvas_fade(color, 0x38), color);
        AukVec2 middle = centroid_of_body(answer, i), other = centroid_of_body(answer, 1 - i);
        AukVec2 far = auk_support(&answer->shapes[i], answer->poses[i], auk_vec_sub(middle, other));
        AukVec2 at = view_point(sheet->view, far);
        at.x += (middle.x < other.x ? -0.8f : 0.8f) * font->line - 0.5f * font_width(font, "A");
        at.y -= 0.5f * font->body;
        canvas_text(&sheet->view->canvas, at, color, "%s", i == 0 ? "A" : "B");
        sheet->labels[sheet->label_count++] = auk_box(at, auk_vec(at.x + font_width(font, "A"), at.y + font->line));
    }
}

static void draw_result(const Sheet *sheet)
{
    const AukProjectionResult *result = &sheet->answer->result;
    View *view = sheet->view;
    AukVec2 a = view_point(view, result->point_a), b = view_point(view, result->point_b);
    canvas_line(&view->canvas, a, b, 2.5f * view->pixel, RESULT);
    canvas_disc(&view->canvas, a, 4.5f * view->pixel, RESULT);
    canvas_disc(&view->canvas, b, 4.5f * view->pixel, RESULT);
}

// ---- text in columns: the letters of a window have different widths ---------------------------------------------

static float width_of_letters(const View *view, int letters)
{
    return font_width(view->canvas.font, "n") * (float)letters;
}

// Text that ends `letters` to the right of a point.
static void write_cell(View *view, AukVec2 at, int letters, CanvasColor color, const char *text)
{
    at.x += width_of_letters(view, letters) - font_width(view->canvas.font, text);
    canvas_text(&view->canvas, at, color, "%s", text);
}

static void write_whole(View *view, AukVec2 at, int letters, CanvasColor color, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    write_cell(view, at, letters, color, text);
}

static void write_distance(View *view, AukVec2 at, int letters, CanvasColor color, float distance)
{
    char text[32];
    snprintf(text, sizeof text, "%.5f", (double)distance);
    write_cell(view, at, letters, color, text);
}

// ---- the list of projections ----------------------------------------------------------------------------------

static void write_step(const Sheet *sheet, AukVec2 at, int i)
{
    const ProjectionAnswer *answer = sheet->answer;
    const AukProjectionStep *step = &answer->steps[i];
    View *view = sheet->view;
    CanvasColor color = i + 1 == sheet->shown ? NEWEST : color_of_body(step->onto_b);
    canvas_text(&view->canvas, at, color, "T%d", i + 1);
    write_cell(view, at, ON_END, color, step->onto_b ? "B" : "A");
    write_whole(view, at, PLANES_END, color, projection_answer_planes(answer, i).count);
    write_distance(view, at, STEP_DISTANCE_END, color, step->distance / sheet->scale);
    if (i > 1 && step->distance > 0.0f) {
        char decrease[24];
        double gap = (double)step->distance, last = (double)answer->steps[i - 1].distance;
        snprintf(decrease, sizeof decrease, "%.1e", (last - gap) / gap);
        write_cell(view, at, STEP_LETTERS, color, decrease);
    }
}

// The first ones, then the last ones that are shown.
static void write_steps(const Sheet *sheet, AukVec2 at, int lines)
{
    Canvas *canvas = &sheet->view->canvas;
    float line = canvas->font->line;
    canvas_text(canvas, at, COLOR_FAINT, "point");
    write_cell(sheet->view, at, ON_END, COLOR_FAINT, "on");
    write_cell(sheet->view, at, PLANES_END, COLOR_FAINT, "planes");
    write_cell(sheet->view, at, STEP_DISTANCE_END, COLOR_FAINT, "distance");
    write_cell(sheet->view, at, STEP_LETTERS, COLOR_FAINT, "decrease");
    at.y += line;
    canvas_text(canvas, at, COLOR_TEXT, "T0");
    write_cell(sheet->view, at, STEP_DISTANCE_END, COLOR_TEXT, "middle of the boxes");
    at.y += line;
    lines -= 2;
    int head = sheet->shown <= lines ? sheet->shown : lines / 2;
    int tail = sheet->shown <= lines ? 0 : lines - head - 1;
    for (int i = 0; i < head; i++, at.y += line) {
        write_step(sheet, at, i);
    }
    if (tail > 0) {
        canvas_text(canvas, at, COLOR_FAINT, "...");
        at.y += line;
    }
    for (int i = sheet->shown - tail; i < sheet->shown; i++, at.y += line) {
        write_step(sheet, at, i);
    }
}

static bool has_circle(const ProjectionAnswer *answer)
{
    return answer->shapes[0].kind == AUK_SHAPE_CIRCLE || answer->shapes[1].kind == AUK_SHAPE_CIRCLE;
}

// What the last column means and, at the end, the answer.
static void write_result(const Sheet *sheet, AukVec2 at, bool ended)
{
    const ProjectionAnswer *answer = sheet->answer;
    Canvas *canvas = &sheet->view->canvas;
    float line = canvas->font->line;
    const AukProjectionResult *result = &answer->result;
    if (has_circle(answer)) {
        canvas_text(canvas, auk_vec(at.x, at.y - 2.0f * line), COLOR_FAINT, "circles: onto their centres, and");
        canvas_text(canvas, auk_vec(at.x, at.y - line), COLOR_FAINT, "the radii off each distance");
    }
    canvas_text(canvas, at, COLOR_FAINT, "decrease = (last - next) / next");
    at.y += line;
    canvas_text(canvas, at, COLOR_FAINT, "it ends at decrease <= 1e-13");
    at.y += line;
    if (!ended) {
        return;
    }
    if (result->status == AUK_ERROR_ITERATION_LIMIT) {
        canvas_text(canvas, at, RESULT, "not converged: at most %.5f", (double)(result->distance / sheet->scale));
    } else if (result->overlap) {
        canvas_text(canvas, at, RESULT, "R <= 0: the bodies intersect");
    } else {
        canvas_text(canvas, at, RESULT, "the gap is %.5f", (double)(result->distance / sheet->scale));
    }
    at.y += line;
    canvas_text(canvas, at, COLOR_TEXT, "projections %d, GJK rounds %d", result->projections, answer->gjk.iterations);
}

static void draw_list(const Sheet *sheet, bool ended)
{
    View *view = sheet->view;
    float line = view->canvas.font->line;
    AukVec2 at = auk_vec(view->camera.left + view->camera.width - width_of_letters(view, STEP_LETTERS) - 0.5f * line,
                         view->camera.top + 0.5f * line);
    canvas_rectangle(&view->canvas, at.x - 0.5f * line, view->camera.top, width_of_letters(view, STEP_LETTERS) + line,
                     view->camera.height, canvas_fade(COLOR_BACKGROUND, 0xd0));
    int lines = (int)(view->camera.height / line) - (has_circle(sheet->answer) ? 8 : 6);
    write_steps(sheet, at, lines);
    at.y = view->camera.top + view->camera.height - 4.5f * line;
    write_result(sheet, at, ended);
}

// ---- the article's table --------------------------------------------------------------------------------------

static void draw_table(const Sheet *sheet, const ProjectionScene *scene)
{
    View *view = sheet->view;
    Canvas *canvas = &view->canvas;
    float line = canvas->font->line;
    AukVec2 at = auk_vec(view->camera.left + 0.5f * line,
                         view->camera.top + view->camera.height - (1.5f + (float)PROJECTION_PAIR_COUNT) * line);
    canvas_rectangle(canvas, view->camera.left, at.y - 0.3f * line, width_of_letters(view, TABLE_LETTERS) + line,
                     (float)(PROJECTION_PAIR_COUNT + 2) * line, canvas_fade(COLOR_BACKGROUND, 0xd0));
    canvas_text(canvas, at, COLOR_FAINT, "the article's pairs");
    write_cell(view, at, DISTANCE_END, COLOR_FAINT, "distance");
    write_cell(view, at, PROJECTIONS_END, COLOR_FAINT, "projections");
    write_cell(view, at, TABLE_LETTERS, COLOR_FAINT, "GJK");
    for (int i = 0; i < PROJECTION_PAIR_COUNT; i++) {
        at.y += line;
        const ProjectionCounts *row = &scene->table[i];
        bool here = i == scene->pair;
        if (here) {
            canvas_rectangle(canvas, at.x - 0.3f * line, at.y - 0.1f * line,
                             width_of_letters(view, TABLE_LETTERS) + 0.3f * line, line, COLOR_MARKED);
        }
        CanvasColor color = here ? COLOR_TEXT : COLOR_FAINT;
        canvas_text(canvas, at, color, "%s", scene->pairs[i].name);
        write_distance(view, at, DISTANCE_END, color, row->distance);
        write_whole(view, at, PROJECTIONS_END, color, row->projections);
        write_whole(view, at, TABLE_LETTERS, color, row->iterations);
    }
}

// ---- the whole ------------------------------------------------------------------------------------------------

static void write_notes(const Sheet *sheet, const ProjectionScene *scene, bool ended)
{
    const ProjectionAnswer *answer = sheet->answer;
    bool random = scene->pair >= PROJECTION_PAIR_COUNT;
    view_note(sheet->view, COLOR_FAINT, "%s", random ? "random bodies" : scene->pairs[scene->pair].name);
    if (ended && answer->result.overlap) {
        view_note(sheet->view, RESULT, "R <= 0, the bodies intersect: projections %d, GJK rounds %d",
                  answer->result.projections, answer->gjk.iterations);
    } else if (ended) {
        view_note(sheet->view, RESULT, "%s %.5f: projections %d, GJK rounds %d",
                  answer->result.status == AUK_OK ? "gap" : "not converged, gap at most",
                  (double)(answer->result.distance / sheet->scale), answer->result.projections, answer->gjk.iterations);
    } else if (sheet->shown > 0) {
        const AukProjectionStep *step = &answer->steps[sheet->shown - 1];
        view_note(sheet->view, COLOR_TEXT, "T%d on %s: %.5f", sheet->shown, step->onto_b ? "B" : "A",
                  (double)(step->distance / sheet->scale));
    }
}

// The list takes half of the width at most, and the table half of the height.
static void write_text(const Sheet *sheet, const ProjectionScene *scene, bool ended)
{
    const View *view = sheet->view;
    float line = view->canvas.font->line, width = view->camera.width, height = view->camera.height;
    float list_width = width_of_letters(view, STEP_LETTERS) + line;
    float table_width = width_of_letters(view, TABLE_LETTERS) + line;
    bool list = width >= 2.0f * list_width && height >= 20.0f * line;
    bool table =
        width >= table_width + (list ? list_width : 0.0f) && height >= 2.2f * (PROJECTION_PAIR_COUNT + 2) * line;
    if (list) {
        draw_list(sheet, ended);
    } else {
        write_notes(sheet, scene, ended);
    }
    if (table) {
        draw_table(sheet, scene);
    }
}

void projection_draw(Demo *demo, View *view)
{
    const ProjectionScene *scene = (const ProjectionScene *)demo;
    ProjectionAnswer *answer = demo->items;
    if (scene->pair < 0 || !auk_body_exists(demo->world, scene->bodies[1])) {
        return;
    }
    projection_answer(scene, answer);
    bool ended = scene->stage >= answer->count, alone = scene->stage > answer->count;
    Sheet sheet = {
        .view = view, .answer = answer, .scale = scene->scale, .shown = ended ? answer->count : scene->stage};
    draw_bodies(&sheet);
    for (int i = sheet.shown < 2 ? 0 : sheet.shown - 2; i < sheet.shown && !alone; i++) {
        draw_planes(&sheet, i, canvas_fade(PLANE, i + 1 == sheet.shown ? 0xff : 0x90));
    }
    draw_points(&sheet);
    if (ended) {
        draw_result(&sheet);
    }
    write_text(&sheet, scene, ended);
}
