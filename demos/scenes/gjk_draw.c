// The drawing of the scene gjk: the figures on the left, their Minkowski difference on the right, at the same scale as
// long as the difference and the origin fit. Points of the recorded rounds are relative to the first figure's position.
#include "scenes/gjk_draw.h"

#include <stdio.h>

enum {
    BOXES_MAX = 4096,  // pairs of vertices, each of which is drawn as a box
    POINTS_MAX = 1000, // points of a hull that are drawn
    NUMBERS_MAX = 64,  // vertices that are numbered
};

// The right half when it holds the difference and the sum: middles of the two parts, and half their width.
#define DIFFERENCE_X 4.5f
#define SUM_X 12.6f
#define PART_HALF 3.2f

static AukBox box_of_outline(const AukVec2 *outline, int count, bool origin)
{
    AukVec2 first = origin || count <= 0 ? auk_vec(0.0f, 0.0f) : outline[0];
    AukBox box = auk_box(first, first);
    for (int i = 0; i < count; i++) {
        box = auk_box_union(box, auk_box(outline[i], outline[i]));
    }
    return box;
}

// The largest scale up to 1 at which a box fits into a pane.
static float scale_for(const GjkScene *scene, AukBox box, float half_width)
{
    float across = (box.max.x - box.min.x) / (2.0f * half_width * scene->unit);
    float down = (box.max.y - box.min.y) / (2.0f * GJK_PANE_HALF * scene->unit);
    float size = across > down ? across : down;
    return size > 1.0f ? 1.0f / size : 1.0f;
}

static void centre_pane(GjkPane *pane, const GjkScene *scene, AukBox box, float x)
{
    AukVec2 place = auk_vec_add(scene->centre, auk_vec_scale(scene->unit, auk_vec(x, GJK_PANE_Y)));
    AukVec2 middle = auk_vec_lerp(box.min, box.max, 0.5f);
    pane->origin = auk_vec_sub(place, auk_vec_scale(pane->scale, middle));
}

// ---- figures --------------------------------------------------------------------------------------------------------

static void draw_figure(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, int index)
{
    View *view = pane->view;
    CanvasColor color = index == 0 ? GJK_FIRST : GJK_SECOND;
    const GjkFigure *figure = &scene->figures[index];
    view_shape(view, &answer->shapes[index], answer->poses[index], canvas_fade(color, 0x38), color);
    for (int i = 0; i < figure->count && figure->count <= POINTS_MAX && figure->kind == GJK_KIND_HULL; i++) {
        AukVec2 at = view_point(view, auk_transform_apply(answer->poses[index], figure->points[i]));
        canvas_disc(&view->canvas, at, 1.8f * view->pixel, color);
    }
    AukBox box = auk_shape_bounds(&answer->shapes[index], answer->poses[index]);
    AukVec2 side = view_point(view, auk_vec(index == 0 ? box.min.x : box.max.x, box.max.y));
    gjk_label(pane, side, auk_vec(index == 0 ? -1.0f : 1.0f, -1.0f), false, color, index == 0 ? "A" : "B");
}

// ---- outlines -------------------------------------------------------------------------------------------------------

// Returns the highest vertex, in pixels: the place for a name.
static AukVec2 draw_outline(const GjkPane *pane, const GjkScene *scene, const AukVec2 *outline, int count)
{
    Canvas *canvas = &pane->view->canvas;
    AukVec2 *corners = scene->spot;
    AukVec2 top = {0.0f, INFINITY};
    for (int i = 0; i < count; i++) {
        corners[i] = gjk_on_difference(pane, outline[i]);
        top = corners[i].y < top.y ? corners[i] : top;
    }
    if (count > 2) {
        canvas_polygon(canvas, corners, count, canvas_fade(GJK_DIFFERENCE, 0x38));
    }
    canvas_outline(canvas, corners, count, 1.5f * pane->view->pixel, GJK_DIFFERENCE);
    return top;
}

static void name_outline(const GjkPane *pane, AukVec2 top, int count, const char *name)
{
    if (count > 0) {
        gjk_label(pane, top, auk_vec(0.0f, -1.0f), false, GJK_DIFFERENCE, name);
    }
}

// The vertex of A - B for each pair of vertices. The hull's are among them.
static void draw_vertices(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer)
{
    AukVec2 *a = scene->spot;
    int count_a = gjk_core_vertices(answer, 0, a);
    AukVec2 *b = a + count_a;
    int count_b = gjk_core_vertices(answer, 1, b);
    float half = 2.0f * pane->view->pixel;
    bool all = (int64_t)count_a * count_b <= BOXES_MAX;
    for (int i = 0; i < count_a && all; i++) {
        for (int j = 0; j < count_b; j++) {
            AukVec2 at = gjk_on_difference(pane, auk_vec_sub(a[i], b[j]));
            canvas_rectangle(&pane->view->canvas, at.x - half, at.y - half, 2.0f * half, 2.0f * half,
                             canvas_fade(GJK_DIFFERENCE, 0xc0));
        }
    }
}

static void draw_origin(const GjkPane *pane, const GjkAnswer *answer, AukBox box)
{
    Canvas *canvas = &pane->view->canvas;
    float pixel = pane->view->pixel;
    AukVec2 at = gjk_on_difference(pane, auk_vec(0.0f, 0.0f));
    float arm = 16.0f * pixel;
    float radii = answer->shapes[0].radius + answer->shapes[1].radius;
    canvas_line(canvas, auk_vec(at.x - arm, at.y), auk_vec(at.x + arm, at.y), 2.0f * pixel, GJK_SEARCH);
    canvas_line(canvas, auk_vec(at.x, at.y - arm), auk_vec(at.x, at.y + arm), 2.0f * pixel, GJK_SEARCH);
    canvas_ring(canvas, at, 0.6f * arm, 2.0f * pixel, GJK_SEARCH);
    if (radii > 0.0f) {
        canvas_ring(canvas, at, radii * pane->scale * pane->view->camera.scale, pixel, canvas_fade(GJK_SEARCH, 0x70));
    }
    gjk_mark(pane, at, 0.7f * arm);
    // The line of the result leaves to one side: to the difference's middle if the origin is outside, else from it.
    AukVec2 middle = auk_vec_lerp(box.min, box.max, 0.5f);
    float side = answer->outcome.distance < 0.0f ? 1.0f : -1.0f;
    gjk_label(pane, at, auk_vec(side * middle.x, -side * middle.y), true, GJK_SEARCH, "origin");
}

// ---- the sum --------------------------------------------------------------------------------------------------------

static void number_vertices(const GjkPane *pane, const AukVec2 *pixels, int count, CanvasColor color)
{
    AukVec2 middle = {0.0f, 0.0f};
    for (int i = 0; i < count; i++) {
        middle = auk_vec_add(middle, auk_vec_scale(1.0f / (float)count, pixels[i]));
    }
    for (int i = 0; i < count && count <= NUMBERS_MAX; i++) {
        char text[GJK_LABEL_LENGTH];
        snprintf(text, sizeof text, "%d", i + 1);
        gjk_label(pane, pixels[i], auk_vec_sub(pixels[i], middle), false, color, text);
    }
}

static void number_figure(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, int index)
{
    AukVec2 *vertices = scene->spot;
    int count = gjk_core_vertices(answer, index, vertices);
    for (int i = 0; i < count; i++) {
        vertices[i] = gjk_on_figure(pane, vertices[i]);
    }
    number_vertices(pane, vertices, count, index == 0 ? GJK_FIRST : GJK_SECOND);
}

// Each edge of the sum is one of A or of B, in its colour, or two parallel ones. Edges are found by the support points
// along their normals: that of the figure the edge comes from is not unique, so its two ends are compared.
static void draw_sum_edges(const GjkPane *pane, const GjkAnswer *answer, const AukVec2 *sum, int count)
{
    Canvas *canvas = &pane->view->canvas;
    for (int i = 0; i < count && count <= NUMBERS_MAX; i++) {
        AukVec2 from = sum[i], to = sum[i + 1 < count ? i + 1 : 0], before = sum[i > 0 ? i - 1 : count - 1];
        AukVec2 after = sum[(i + 2) % count];
        AukVec2 along = auk_vec_normalize(auk_vec_sub(to, from));
        AukVec2 at_from = auk_vec_add(auk_vec_normalize(auk_vec_sub(from, before)), along);
        AukVec2 at_to = auk_vec_add(along, auk_vec_normalize(auk_vec_sub(after, to)));
        float gain[2];
        for (int k = 0; k < 2; k++) {
            const AukShape *shape = &answer->shapes[k];
            AukVec2 p = auk_support(shape, answer->poses[k], auk_vec(at_from.y, -at_from.x));
            AukVec2 q = auk_support(shape, answer->poses[k], auk_vec(at_to.y, -at_to.x));
            gain[k] = auk_vec_length(auk_vec_sub(p, q));
        }
        CanvasColor color =
            gain[1] < 0.01f * gain[0] ? GJK_FIRST : (gain[0] < 0.01f * gain[1] ? GJK_SECOND : GJK_SEARCH);
        canvas_line(canvas, gjk_on_difference(pane, from), gjk_on_difference(pane, to), 2.5f * pane->view->pixel,
                    color);
    }
}

static void draw_sum(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, const AukVec2 *sum, int count)
{
    bool curved = gjk_core_vertices(answer, 0, scene->spot) == 0 || gjk_core_vertices(answer, 1, scene->spot) == 0;
    AukVec2 top = draw_outline(pane, scene, sum, count);
    if (!curved && count > 1) {
        draw_sum_edges(pane, answer, sum, count);
        for (int i = 0; i < count; i++) {
            scene->spot[i] = gjk_on_difference(pane, sum[i]);
            canvas_disc(&pane->view->canvas, scene->spot[i], 3.0f * pane->view->pixel, GJK_DIFFERENCE);
        }
        number_vertices(pane, scene->spot, count, COLOR_TEXT);
    }
    top.y -= pane->view->canvas.font->line; // above the numbers
    name_outline(pane, top, count, "A + B");
    number_figure(pane, scene, answer, 0);
    number_figure(pane, scene, answer, 1);
}

// ---- all of it ------------------------------------------------------------------------------------------------------

static void describe(const GjkFigure *figure, char *out, size_t capacity)
{
    if (figure->kind == GJK_KIND_HULL) {
        snprintf(out, capacity, "hull of %d points", figure->count);
    } else {
        snprintf(out, capacity, "%s", gjk_kind_names[figure->kind]);
    }
}

static void note_figures(View *view, const GjkScene *scene, int count)
{
    char a[40], b[40];
    describe(&scene->figures[0], a, sizeof a);
    describe(&scene->figures[1], b, sizeof b);
    if (gjk_core_vertices(scene->answer, 0, scene->spot) > 0 && gjk_core_vertices(scene->answer, 1, scene->spot) > 0) {
        view_note(view, COLOR_FAINT, "A: %s; B: %s; A - B has %d vertices", a, b, count);
    } else {
        view_note(view, COLOR_FAINT, "A: %s; B: %s; A - B is curved", a, b);
    }
}

static void note_choices(View *view, const GjkOptions *options)
{
    char text[3][64] = {"", "", ""};
    int count = 0;
    if (options->method == GJK_METHOD_GJK && (options->start.x != 0.0f || options->start.y != 0.0f)) {
        snprintf(text[count++], sizeof text[0], "first direction (%.3g, %.3g)", (double)options->start.x,
                 (double)options->start.y);
    }
    if (options->tolerance > 0.0f) {
        snprintf(text[count++], sizeof text[0], "tolerance %.3g", (double)options->tolerance);
    }
    if (options->max_rounds > 0) {
        snprintf(text[count++], sizeof text[0], "cap on rounds %d", options->max_rounds);
    }
    if (count > 0) {
        view_note(view, COLOR_FAINT, "chosen: %s%s%s%s%s", text[0], count > 1 ? ", " : "", text[1],
                  count > 2 ? ", " : "", text[2]);
    }
}

static void note_scales(View *view, const GjkAnswer *answer, float scale)
{
    float radii = answer->shapes[0].radius + answer->shapes[1].radius;
    if (radii > 0.0f) {
        view_note(view, COLOR_FAINT, "the radii are left out of A - B; the circle around the origin has both, %.3g",
                  (double)radii);
    }
    if (scale < 0.999f) {
        view_note(view, COLOR_FAINT, "the right half is drawn at %.3g of the left one's scale", (double)scale);
    }
}

static void draw_answer(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, const AukVec2 *hull,
                        int count)
{
    bool result = scene->options.quiet || scene->stage >= answer->rounds;
    if (!scene->options.quiet) {
        gjk_draw_rounds(pane, scene, answer, result ? answer->rounds - 1 : scene->stage, !result);
    }
    if (result) {
        gjk_draw_result(pane, scene, answer, hull, count);
    }
}

void gjk_draw(Demo *demo, View *view)
{
    GjkScene *scene = (GjkScene *)demo;
    if (!auk_body_exists(demo->world, scene->figures[1].body)) {
        return;
    }
    if (scene->new_view && demo->input.window) {
        view_look_at(view, scene->centre, GJK_HALF_WIDTH * scene->unit, GJK_HALF_HEIGHT * scene->unit);
    }
    scene->new_view = false;
    const GjkAnswer *answer = gjk_answer(scene);
    bool sum = scene->options.sum;
    GjkLabels labels = {0};
    GjkPane pane = {.view = view, .base = answer->poses[0].p, .labels = &labels};
    int sum_count = sum ? gjk_sum(answer, scene->outline) : 0;
    AukBox sum_box = box_of_outline(scene->outline, sum_count, false);
    float sum_scale = scale_for(scene, sum_box, PART_HALF);
    GjkPane sum_pane = pane;

    int count = gjk_difference(answer, scene->outline);
    AukBox box = box_of_outline(scene->outline, count, true);
    pane.scale = scale_for(scene, box, sum ? PART_HALF : GJK_PANE_HALF);
    pane.scale = sum && sum_scale < pane.scale ? sum_scale : pane.scale;
    centre_pane(&pane, scene, box, sum ? DIFFERENCE_X : GJK_PANE_X);

    note_figures(view, scene, count);
    draw_figure(&pane, scene, answer, 0);
    draw_figure(&pane, scene, answer, 1);
    name_outline(&pane, draw_outline(&pane, scene, scene->outline, count), count, "A - B");
    draw_vertices(&pane, scene, answer);
    draw_origin(&pane, answer, box);
    note_scales(view, answer, pane.scale);
    note_choices(view, &scene->options);
    draw_answer(&pane, scene, answer, scene->outline, count);
    if (sum) {
        sum_pane.scale = pane.scale;
        sum_count = gjk_sum(answer, scene->outline);
        centre_pane(&sum_pane, scene, sum_box, SUM_X);
        draw_sum(&sum_pane, scene, answer, scene->outline, sum_count);
    }
    gjk_draw_labels(view, &labels);
}
