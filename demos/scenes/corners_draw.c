// The drawing of the scene corners: the bullet at both ends of its path and all that it sweeps over, the paths of its
// corners, and t and s where these cross edges.
#include "scenes/corners.h"
#include "viewer/draw/labels.h"

#include <stdio.h>

enum { LABELLED_CROSSING_COUNT = 24, DESCRIBED_TARGET_COUNT = 4 };

#define RIGHT COLOR_SENSOR
#define PRINTED COLOR_TOUCHING

typedef struct CornersDrawing {
    View *view;
    const CornersScene *scene;
    int count; // of targets
    CornersAnswer answers[CORNERS_TARGET_COUNT_MAX];
    Labels labels;
} CornersDrawing;

static void to_pixels(const View *view, const AukVec2 *corners, AukVec2 offset, AukVec2 *out)
{
    for (int i = 0; i < CORNERS_QUAD; i++) {
        out[i] = view_point(view, auk_vec_add(corners[i], offset));
    }
}

// `offset` is from where the bullet starts. No fill for an alpha of 0.
static void draw_bullet(CornersDrawing *drawing, AukVec2 offset, CanvasColor color, unsigned alpha)
{
    View *view = drawing->view;
    AukVec2 corners[CORNERS_QUAD];
    to_pixels(view, drawing->answers[0].before, offset, corners);
    canvas_polygon(&view->canvas, corners, CORNERS_QUAD, canvas_fade(color, alpha));
    canvas_outline(&view->canvas, corners, CORNERS_QUAD, 1.5f * view->pixel, color);
}

// What the bullet covers on its whole path: the hull of both ends.
static void draw_sweep(const CornersDrawing *drawing)
{
    View *view = drawing->view;
    AukVec2 points[2 * CORNERS_QUAD];
    AukVec2 hull[2 * CORNERS_QUAD];
    for (int i = 0; i < CORNERS_QUAD; i++) {
        points[i] = drawing->answers[0].before[i];
        points[CORNERS_QUAD + i] = drawing->answers[0].after[i];
    }
    int count = auk_hull(points, 2 * CORNERS_QUAD, hull);
    for (int i = 0; i < count; i++) {
        hull[i] = view_point(view, hull[i]);
    }
    canvas_polygon(&view->canvas, hull, count, canvas_fade(COLOR_SWEPT, 0x18));
}

static void draw_targets(CornersDrawing *drawing)
{
    View *view = drawing->view;
    for (int i = 0; i < drawing->count; i++) {
        const CornersAnswer *answer = &drawing->answers[i];
        AukVec2 corners[CORNERS_QUAD];
        to_pixels(view, answer->target, auk_vec(0.0f, 0.0f), corners);
        canvas_polygon(&view->canvas, corners, CORNERS_QUAD, canvas_fade(COLOR_STATIC, 0x90));
        canvas_outline(&view->canvas, corners, CORNERS_QUAD, 1.5f * view->pixel,
                       answer->swept.hit ? COLOR_HIT : COLOR_STATIC);
        for (int edge = 0; edge < CORNERS_QUAD; edge++) {
            labels_avoid_line(&drawing->labels, corners[edge], corners[(edge + 1) % CORNERS_QUAD]);
        }
    }
}

static void draw_paths(CornersDrawing *drawing)
{
    View *view = drawing->view;
    for (int i = 0; i < CORNERS_QUAD; i++) {
        AukVec2 from = view_point(view, drawing->answers[0].before[i]);
        AukVec2 to = view_point(view, drawing->answers[0].after[i]);
        canvas_arrow(&view->canvas, from, to, 1.5f * view->pixel, COLOR_MOVING);
        canvas_disc(&view->canvas, from, 3.0f * view->pixel, COLOR_MOVING);
        labels_avoid_line(&drawing->labels, from, to);
    }
}

// The bullet where the exact sweep stops it, once for each target.
static void draw_stops(CornersDrawing *drawing, AukVec2 path)
{
    View *view = drawing->view;
    for (int i = 0; i < drawing->count; i++) {
        const AukCast *swept = &drawing->answers[i].swept;
        if (swept->hit) {
            draw_bullet(drawing, auk_vec_scale(swept->fraction, path), COLOR_HIT, 0x28);
            canvas_disc(&view->canvas, view_point(view, swept->point), 3.5f * view->pixel, COLOR_HIT);
        }
    }
}

static AukVec2 crossing_place(const CornersAnswer *answer, int corner, const CornersCrossing *crossing)
{
    return auk_vec_lerp(answer->before[corner], answer->after[corner], (float)crossing->t);
}

static void draw_crossing(CornersDrawing *drawing, AukVec2 at, const CornersCrossing *crossing)
{
    Canvas *canvas = &drawing->view->canvas;
    float pixel = drawing->view->pixel;
    if (crossing->hit) {
        canvas_disc(canvas, at, 4.0f * pixel, RIGHT);
        labels_avoid_disc(&drawing->labels, at, 4.0f * pixel);
    }
    if (crossing->printed_hit) {
        float arm = 5.0f * pixel;
        canvas_line(canvas, auk_vec(at.x - arm, at.y - arm), auk_vec(at.x + arm, at.y + arm), 2.0f * pixel, PRINTED);
        canvas_line(canvas, auk_vec(at.x - arm, at.y + arm), auk_vec(at.x + arm, at.y - arm), 2.0f * pixel, PRINTED);
        labels_avoid_disc(&drawing->labels, at, arm);
    }
}

static void label_crossing(CornersDrawing *drawing, AukVec2 at, const CornersCrossing *crossing)
{
    bool both = drawing->scene->numbers == CORNERS_NUMBERS_BOTH;
    if (crossing->hit && both) {
        labels_put(&drawing->labels, at, RIGHT, "t %.2f s %.2f (%.2f)", crossing->t, crossing->s, crossing->printed);
    } else if (crossing->hit) {
        labels_put(&drawing->labels, at, RIGHT, "t %.2f s %.2f", crossing->t, crossing->s);
    } else if (crossing->printed_hit && both) {
        labels_put(&drawing->labels, at, PRINTED, "s %.2f (%.2f)", crossing->s, crossing->printed);
    }
}

typedef void Visit(CornersDrawing *drawing, AukVec2 at, const CornersCrossing *crossing);

static void visit_crossings(CornersDrawing *drawing, Visit *visit)
{
    for (int i = 0; i < drawing->count; i++) {
        const CornersAnswer *answer = &drawing->answers[i];
        for (int corner = 0; corner < CORNERS_QUAD; corner++) {
            for (int edge = 0; edge < CORNERS_QUAD; edge++) {
                const CornersCrossing *crossing = &answer->crossings[corner][edge];
                if (crossing->hit || crossing->printed_hit) {
                    visit(drawing, view_point(drawing->view, crossing_place(answer, corner, crossing)), crossing);
                }
            }
        }
    }
}

static void name_target(char *name, size_t size, int index, int count)
{
    const char *kind = index % 2 == 1 ? "thin target" : "player";
    if (count <= 2) {
        snprintf(name, size, "%s", kind);
    } else {
        snprintf(name, size, "%s %d", kind, index / 2 + 1);
    }
}

// The highest corner for a sign of 1, the lowest for -1; in pixels.
static AukVec2 extreme_corner(const View *view, const AukVec2 *corners, float sign)
{
    AukVec2 extreme = corners[0];
    for (int i = 1; i < CORNERS_QUAD; i++) {
        extreme = sign * corners[i].y > sign * extreme.y ? corners[i] : extreme;
    }
    return view_point(view, extreme);
}

static void write_labels(CornersDrawing *drawing)
{
    View *view = drawing->view;
    int crossings = 0;
    for (int i = 0; i < drawing->count; i++) {
        for (int j = 0; j < CORNERS_QUAD * CORNERS_QUAD; j++) {
            crossings += drawing->answers[i].crossings[j / CORNERS_QUAD][j % CORNERS_QUAD].hit;
        }
    }
    if (drawing->scene->numbers != CORNERS_NUMBERS_NONE && crossings <= LABELLED_CROSSING_COUNT) {
        visit_crossings(drawing, label_crossing);
    }
    labels_put(&drawing->labels, extreme_corner(view, drawing->answers[0].before, 1.0f), COLOR_SWEPT, "before");
    labels_put(&drawing->labels, extreme_corner(view, drawing->answers[0].after, 1.0f), COLOR_SWEPT, "after");
    for (int i = 0; i < drawing->count; i++) {
        char name[32];
        name_target(name, sizeof name, i, drawing->count);
        labels_put(&drawing->labels, extreme_corner(view, drawing->answers[i].target, -1.0f), COLOR_TEXT, "%s", name);
    }
}

// ---- notes ----------------------------------------------------------------------------------------------------------

static void note_formulas(const CornersDrawing *drawing)
{
    View *view = drawing->view;
    CornersCrossing article =
        corners_cross(auk_vec(0.0f, 0.0f), auk_vec(2.0f, 0.0f), auk_vec(1.0f, -1.0f), auk_vec(1.0f, 3.0f));
    int right = 0;
    int both = 0;
    int false_hits = 0;
    for (int i = 0; i < drawing->count; i++) {
        for (int j = 0; j < CORNERS_QUAD * CORNERS_QUAD; j++) {
            const CornersCrossing *crossing = &drawing->answers[i].crossings[j / CORNERS_QUAD][j % CORNERS_QUAD];
            right += crossing->hit;
            both += crossing->hit && crossing->printed_hit;
            false_hits += !crossing->hit && crossing->printed_hit;
        }
    }
    view_note(view, COLOR_MOVING, "path of a corner A + t u, edge C + s v; they cross where t and s are in [0, 1]");
    view_note(view, RIGHT,
              "right: t = cross(C - A, v) / cross(u, v), s = cross(A - C, u) / cross(v, u); %d crossings in %d tests",
              right, drawing->count * CORNERS_QUAD * CORNERS_QUAD);
    view_note(view, PRINTED,
              "printed: s = (u1 (YA - YC) - u2 (XA - XC)) / (u2 v1 - u1 v2), in brackets: finds %d of them, invents %d",
              both, false_hits);
    view_note(view, COLOR_FAINT, "A (0, 0) B (2, 0) C (1, -1) D (1, 3): t %.2f, s %.2f, printed %.2f", article.t,
              article.s, article.printed);
}

// Whether a real crossing passes the printed formula, too.
static bool finds_real_crossing(const CornersAnswer *answer)
{
    bool found = false;
    for (int i = 0; i < CORNERS_QUAD * CORNERS_QUAD; i++) {
        const CornersCrossing *crossing = &answer->crossings[i / CORNERS_QUAD][i % CORNERS_QUAD];
        found = found || (crossing->hit && crossing->printed_hit);
    }
    return found;
}

static void note_target(const CornersDrawing *drawing, int index)
{
    const CornersAnswer *answer = &drawing->answers[index];
    char name[32];
    name_target(name, sizeof name, index, drawing->count);
    if (!answer->swept.hit) {
        view_note(drawing->view, COLOR_TEXT, "%s: not hit%s", name,
                  answer->printed ? "; the printed formula reports a hit" : "");
        return;
    }
    bool by_accident = answer->printed && !finds_real_crossing(answer);
    bool all = answer->corners.hit && answer->printed && answer->at_end;
    view_note(drawing->view, COLOR_HIT, "%s: hit at %.4f of the path; missed by:%s%s%s%s%s", name,
              (double)answer->swept.fraction, all ? " none" : "", answer->corners.hit ? "" : " corner paths,",
              answer->printed ? "" : " printed formula,", answer->at_end ? "" : " test after the step",
              by_accident ? "; printed formula: a false crossing" : "");
}

void corners_draw(Demo *demo, View *view)
{
    const CornersScene *scene = (const CornersScene *)demo;
    CornersDrawing drawing = {.view = view, .scene = scene, .count = demo->options.bodies};
    if (!auk_body_exists(demo->world, scene->targets[drawing.count - 1].body)) {
        return;
    }
    for (int i = 0; i < drawing.count; i++) {
        drawing.answers[i] = corners_answer(scene, i);
    }
    AukVec2 path = auk_vec_sub(auk_body_get_pose(demo->world, scene->after.body).p,
                               auk_body_get_pose(demo->world, scene->before.body).p);
    labels_begin(&drawing.labels, view);
    draw_sweep(&drawing);
    draw_targets(&drawing);
    draw_bullet(&drawing, auk_vec(0.0f, 0.0f), COLOR_SWEPT, 0x90);
    draw_bullet(&drawing, path, COLOR_SWEPT, 0x30);
    draw_stops(&drawing, path);
    if (scene->shown_at > 0.0f) {
        draw_bullet(&drawing, auk_vec_scale(scene->shown_at, path), COLOR_TEXT, 0x30);
    }
    draw_paths(&drawing);
    visit_crossings(&drawing, draw_crossing);
    note_formulas(&drawing);
    for (int i = 0; i < drawing.count && i < DESCRIBED_TARGET_COUNT; i++) {
        note_target(&drawing, i);
    }
    write_labels(&drawing);
}
