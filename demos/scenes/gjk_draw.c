// The drawing of the scene gjk: the shapes on the left, their Minkowski difference on the right, scaled so that the
// origin and all of the difference are visible. Points of the recorded rounds are relative to the first shape's
// position.
#include "scenes/gjk.h"
#include "viewer/draw/view.h"

#define FIRST 0xff5fb4f0u
#define SECOND 0xffe0c050u
#define DIFFERENCE 0xffa78bf0u
#define SIMPLEX 0xff4fd69cu
#define SEARCH 0xffffffffu
#define NEAREST 0xfff0603au

#define PANE_CENTRE 9.0f // x of the right half's middle
#define PANE_HALF 7.0f

static const char *const kind_names[GJK_KIND_COUNT] = {"hull", "circle",  "capsule",     "segment",
                                                       "box",  "ellipse", "rounded box", "custom (half disc)"};

typedef struct Pane {
    View *view;
    AukVec2 origin; // of the difference, in the view's world
    float scale;
    AukVec2 base; // the first figure's position
} Pane;

static AukVec2 on_difference(const Pane *pane, AukVec2 v)
{
    return view_point(pane->view, auk_vec_add(pane->origin, auk_vec_scale(pane->scale, v)));
}

static AukVec2 on_figure(const Pane *pane, AukVec2 v)
{
    return view_point(pane->view, auk_vec_add(pane->base, v));
}

// Fits the box around the difference and the origin into the right half.
static void fit_pane(Pane *pane, const AukVec2 *hull, int count)
{
    AukBox box = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    for (int i = 0; i < count; i++) {
        box = auk_box_union(box, auk_box(hull[i], hull[i]));
    }
    float across = box.max.x - box.min.x;
    float down = box.max.y - box.min.y;
    float size = across > down ? across : down;
    pane->scale = size > 2.0f * PANE_HALF ? 2.0f * PANE_HALF / size : 1.0f;
    AukVec2 middle = auk_vec_lerp(box.min, box.max, 0.5f);
    pane->origin = auk_vec_sub(auk_vec(PANE_CENTRE, -0.8f), auk_vec_scale(pane->scale, middle));
}

static void draw_difference(const Pane *pane, const AukVec2 *hull, int count)
{
    Canvas *canvas = &pane->view->canvas;
    float pixel = pane->view->pixel;
    AukVec2 corners[GJK_DIFFERENCE_MAX];
    for (int i = 0; i < count; i++) {
        corners[i] = on_difference(pane, hull[i]);
    }
    canvas_polygon(canvas, corners, count, canvas_fade(DIFFERENCE, 0x38));
    canvas_outline(canvas, corners, count, 1.5f * pixel, DIFFERENCE);
    for (int i = 0; i < count && count <= 64; i++) {
        canvas_disc(canvas, corners[i], 2.5f * pixel, DIFFERENCE);
    }
    AukVec2 origin = on_difference(pane, auk_vec(0.0f, 0.0f));
    float arm = 8.0f * pixel;
    canvas_line(canvas, auk_vec(origin.x - arm, origin.y), auk_vec(origin.x + arm, origin.y), 1.5f * pixel, SEARCH);
    canvas_line(canvas, auk_vec(origin.x, origin.y - arm), auk_vec(origin.x, origin.y + arm), 1.5f * pixel, SEARCH);
    view_label(pane->view, auk_vec(origin.x, origin.y + 2.0f * arm), "origin");
}

static void draw_figure(const Pane *pane, const GjkScene *scene, const GjkAnswer *answer, int index)
{
    View *view = pane->view;
    CanvasColor color = index == 0 ? FIRST : SECOND;
    const GjkFigure *figure = &scene->figures[index];
    view_shape(view, &answer->shapes[index], answer->poses[index], canvas_fade(color, 0x38), color);
    for (int i = 0; i < scene->demo.options.bodies && figure->kind == GJK_KIND_HULL; i++) {
        AukVec2 at = view_point(view, auk_transform_apply(answer->poses[index], figure->points[i]));
        canvas_disc(&view->canvas, at, 1.8f * view->pixel, color);
    }
}

// Draws the support points of a round as rings, larger in later rounds.
static void draw_support(const Pane *pane, AukVec2 a, AukVec2 b, AukVec2 difference, int round)
{
    float pixel = pane->view->pixel;
    float radius = (4.0f + 3.0f * (float)(round < 8 ? round : 8)) * pixel;
    Canvas *canvas = &pane->view->canvas;
    canvas_ring(canvas, on_figure(pane, a), radius, 1.5f * pixel, FIRST);
    canvas_ring(canvas, on_figure(pane, b), radius, 1.5f * pixel, SECOND);
    canvas_ring(canvas, on_difference(pane, difference), radius, 1.5f * pixel, SEARCH);
}

static void draw_simplex(const Pane *pane, const AukGjkStep *step)
{
    Canvas *canvas = &pane->view->canvas;
    AukVec2 corners[3];
    for (int i = 0; i < step->count; i++) {
        corners[i] = on_difference(pane, step->simplex[i]);
        canvas_disc(canvas, corners[i], 4.0f * pane->view->pixel, SIMPLEX);
        canvas_disc(canvas, on_figure(pane, step->simplex_a[i]), 4.0f * pane->view->pixel, SIMPLEX);
        canvas_disc(canvas, on_figure(pane, step->simplex_b[i]), 4.0f * pane->view->pixel, SIMPLEX);
    }
    if (step->count == 3) {
        canvas_polygon(canvas, corners, 3, canvas_fade(SIMPLEX, 0x50));
    }
    if (step->count >= 2) {
        canvas_outline(canvas, corners, step->count, 2.0f * pane->view->pixel, SIMPLEX);
    }
}

static void draw_search(const Pane *pane, AukVec2 from, AukVec2 direction)
{
    if (direction.x == 0.0f && direction.y == 0.0f) {
        return;
    }
    AukVec2 unit = auk_vec_normalize(direction);
    AukVec2 start = on_difference(pane, from);
    AukVec2 end = auk_vec(start.x + 60.0f * pane->view->pixel * unit.x, start.y - 60.0f * pane->view->pixel * unit.y);
    canvas_arrow(&pane->view->canvas, start, end, 2.0f * pane->view->pixel, SEARCH);
}

static void draw_gjk_round(const Pane *pane, const GjkAnswer *answer, int round)
{
    View *view = pane->view;
    const AukGjkStep *step = &answer->gjk_steps[round];
    draw_simplex(pane, step);
    for (int i = 0; i <= round; i++) {
        const AukGjkStep *past = &answer->gjk_steps[i];
        if (past->direction.x != 0.0f || past->direction.y != 0.0f) {
            draw_support(pane, past->support_a, past->support_b, past->support, i);
        }
    }
    AukVec2 closest = on_difference(pane, step->closest);
    canvas_line(&view->canvas, on_difference(pane, auk_vec(0.0f, 0.0f)), closest, 1.5f * view->pixel, NEAREST);
    canvas_disc(&view->canvas, closest, 4.0f * view->pixel, NEAREST);
    draw_search(pane, step->closest, step->direction);
    view_note(view, COLOR_TEXT, "GJK, round %d of %d: simplex of %d, closest point %.5g from the origin", round + 1,
              answer->gjk.iterations, step->count, (double)auk_vec_length(step->closest));
}

static void draw_epa_round(const Pane *pane, const GjkAnswer *answer, int round)
{
    View *view = pane->view;
    const AukEpaStep *step = &answer->epa_steps[round];
    AukVec2 edge[2] = {on_difference(pane, step->edge[0]), on_difference(pane, step->edge[1])};
    canvas_line(&view->canvas, edge[0], edge[1], 3.0f * view->pixel, SIMPLEX);
    for (int i = 0; i <= round; i++) {
        const AukEpaStep *past = &answer->epa_steps[i];
        draw_support(pane, past->support_a, past->support_b, past->support, i);
    }
    AukVec2 foot = auk_vec_scale(step->distance, step->normal);
    canvas_line(&view->canvas, on_difference(pane, auk_vec(0.0f, 0.0f)), on_difference(pane, foot), 1.5f * view->pixel,
                NEAREST);
    draw_search(pane, foot, step->normal);
    view_note(view, COLOR_TEXT, "EPA, round %d of %d: depth between %.5g and %.5g", round + 1, answer->epa.iterations,
              (double)step->distance, (double)auk_vec_dot(step->support, step->normal));
}

static void draw_projection_round(const Pane *pane, const GjkAnswer *answer, int round)
{
    View *view = pane->view;
    for (int i = 0; i <= round; i++) {
        const AukProjectionStep *step = &answer->projection_steps[i];
        AukVec2 from = on_figure(pane, step->from);
        AukVec2 to = on_figure(pane, step->to);
        canvas_arrow(&view->canvas, from, to, 1.5f * view->pixel, i == round ? SEARCH : SIMPLEX);
        canvas_disc(&view->canvas, to, 3.5f * view->pixel, step->onto_b ? SECOND : FIRST);
    }
    const AukProjectionStep *last = &answer->projection_steps[round];
    view_note(view, COLOR_TEXT, "projection %d of %d, onto the %s figure: %.5g", round + 1,
              answer->projection.projections, last->onto_b ? "second" : "first", (double)last->distance);
}

static void draw_result(const Pane *pane, const GjkScene *scene, const GjkAnswer *answer)
{
    View *view = pane->view;
    const AukDistance *distance = &answer->distance;
    AukVec2 a = view_point(view, distance->point_a);
    AukVec2 b = view_point(view, distance->point_b);
    canvas_line(&view->canvas, a, b, 2.0f * view->pixel, NEAREST);
    canvas_disc(&view->canvas, a, 5.0f * view->pixel, NEAREST);
    canvas_disc(&view->canvas, b, 5.0f * view->pixel, NEAREST);
    if (distance->distance < 0.0f) {
        AukVec2 out = auk_vec_scale(-distance->distance, distance->normal);
        view_note(view, NEAREST, "penetration: %.6g deep, the second figure gets out by (%.5g, %.5g)",
                  (double)-distance->distance, (double)out.x, (double)out.y);
        return;
    }
    view_note(view, NEAREST, "distance %.6g, between (%.4g, %.4g) and (%.4g, %.4g)", (double)distance->distance,
              (double)distance->point_a.x, (double)distance->point_a.y, (double)distance->point_b.x,
              (double)distance->point_b.y);
    if (scene->algorithm == GJK_ALGORITHM_EPA) {
        view_note(view, COLOR_FAINT, "apart: EPA has nothing to do");
    }
}

void gjk_draw(Demo *demo, View *view)
{
    const GjkScene *scene = (const GjkScene *)demo;
    if (!auk_body_exists(demo->world, scene->figures[1].body)) {
        return;
    }
    GjkAnswer answer;
    gjk_answer(scene, &answer);
    AukVec2 hull[GJK_DIFFERENCE_MAX];
    int count = auk_minkowski_difference(&answer.shapes[0], answer.poses[0], &answer.shapes[1], answer.poses[1], hull,
                                         GJK_DIFFERENCE_MAX);
    Pane pane = {.view = view, .base = answer.poses[0].p};
    fit_pane(&pane, hull, count);
    view_note(view, COLOR_FAINT, "%s and %s", kind_names[scene->figures[0].kind], kind_names[scene->figures[1].kind]);
    if (answer.shapes[0].radius + answer.shapes[1].radius > 0.0f && !scene->result_only) {
        view_note(view, COLOR_FAINT, "radii of %.3g and %.3g are left out of the difference and taken off at the end",
                  (double)answer.shapes[0].radius, (double)answer.shapes[1].radius);
    }
    draw_figure(&pane, scene, &answer, 0);
    draw_figure(&pane, scene, &answer, 1);
    if (!scene->result_only) {
        draw_difference(&pane, hull, count);
    }
    if (scene->result_only || scene->stage >= answer.rounds) {
        draw_result(&pane, scene, &answer);
    } else if (scene->algorithm == GJK_ALGORITHM_GJK) {
        draw_gjk_round(&pane, &answer, scene->stage);
    } else if (scene->algorithm == GJK_ALGORITHM_EPA) {
        draw_epa_round(&pane, &answer, scene->stage);
    } else {
        draw_projection_round(&pane, &answer, scene->stage);
    }
}
