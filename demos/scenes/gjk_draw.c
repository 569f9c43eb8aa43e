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

// A polygon of the right half.
typedef struct GjkOutline {
    const AukVec2 *vertices;
    int count;
    AukBox box; // of the vertices, with the origin if that is drawn
} GjkOutline;

static AukBox box_of_outline(const GjkOutline *outline, bool origin)
{
    AukVec2 first = origin || outline->count <= 0 ? auk_vec(0.0f, 0.0f) : outline->vertices[0];
    AukBox box = auk_box(first, first);
    for (int i = 0; i < outline->count; i++) {
        box = auk_box_union(box, auk_box(outline->vertices[i], outline->vertices[i]));
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
static AukVec2 draw_outline(const GjkPane *pane, const GjkScene *scene, const GjkOutline *outline)
{
    Canvas *canvas = &pane->view->canvas;
    AukVec2 *corners = scene->spot;
    AukVec2 top = {0.0f, INFINITY};
    for (int i = 0; i < outline->count; i++) {
        corners[i] = gjk_on_difference(pane, outline->vertices[i]);
        top = corners[i].y < top.y ? corners[i] : top;
    }
    if (outline->count > 2) {
        canvas_polygon(canvas, corners, outline->count, canvas_fade(GJK_DIFFERENCE, 0x38));
    }
    canvas_outline(canvas, corners, outline->count, 1.5f * pane->view->pixel, GJK_DIFFERENCE);
    return top;
}

static void name_outline(const GjkPane *pane, AukVec2 top, const char *name)
{
    gjk_label(pane, top, auk_vec(0.0f, -1.0f), false, GJK_DIFFERENCE, name);
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

// A support point along a direction that points out of the sum at a vertex.
static AukVec2 support_at(const GjkAnswer *answer, int index, const GjkOutline *sum, int vertex)
{
    int count = sum->count;
    const AukVec2 *v = sum->vertices;
    AukVec2 in = auk_vec_normalize(auk_vec_sub(v[vertex], v[(vertex + count - 1) % count]));
    AukVec2 out = auk_vec_normalize(auk_vec_sub(v[vertex], v[(vertex + 1) % count]));
    return gjk_core_support(answer, index, auk_vec_add(in, out));
}

// Each edge of the sum is one of A or of B, in its colour, or two parallel ones: the figure whose support point stays
// where it is from one end of the edge to the other has no part in it.
static void draw_sum_edge(const GjkPane *pane, const GjkAnswer *answer, const GjkOutline *sum, int from)
{
    int to = (from + 1) % sum->count;
    float way[2];
    for (int k = 0; k < 2; k++) {
        way[k] = auk_vec_length(auk_vec_sub(support_at(answer, k, sum, to), support_at(answer, k, sum, from)));
    }
    CanvasColor color = way[1] < 0.01f * way[0] ? GJK_FIRST : (way[0] < 0.01f * way[1] ? GJK_SECOND : GJK_SEARCH);
    canvas_line(&pane->view->canvas, gjk_on_difference(pane, sum->vertices[from]),
                gjk_on_difference(pane, sum->vertices[to]), 2.5f * pane->view->pixel, color);
}

static void draw_sum(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, const GjkOutline *sum)
{
    bool curved = gjk_core_vertices(answer, 0, scene->spot) == 0 || gjk_core_vertices(answer, 1, scene->spot) == 0;
    AukVec2 top = draw_outline(pane, scene, sum);
    if (!curved && sum->count > 2 && sum->count <= NUMBERS_MAX) {
        for (int i = 0; i < sum->count; i++) {
            draw_sum_edge(pane, answer, sum, i);
        }
        for (int i = 0; i < sum->count; i++) {
            scene->spot[i] = gjk_on_difference(pane, sum->vertices[i]);
            canvas_disc(&pane->view->canvas, scene->spot[i], 3.0f * pane->view->pixel, GJK_DIFFERENCE);
        }
        number_vertices(pane, scene->spot, sum->count, COLOR_TEXT);
    }
    top.y -= pane->view->canvas.font->line; // above the numbers
    name_outline(pane, top, "A + B");
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

static void draw_answer(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer,
                        const GjkOutline *difference)
{
    bool result = scene->options.quiet || scene->stage >= answer->rounds;
    if (!scene->options.quiet) {
        gjk_draw_rounds(pane, scene, answer, result ? answer->rounds - 1 : scene->stage, !result);
    }
    if (result) {
        gjk_draw_result(pane, scene, answer, difference->vertices, difference->count);
    }
}

// Places the panes of the right half: the difference, and the sum beside it if it is shown. They have one scale.
static void place_panes(const GjkScene *scene, const GjkOutline *difference, const GjkOutline *sum, GjkPane *panes)
{
    bool both = scene->options.sum;
    float scale = scale_for(scene, difference->box, both ? PART_HALF : GJK_PANE_HALF);
    float sum_scale = both ? scale_for(scene, sum->box, PART_HALF) : scale;
    panes[0].scale = panes[1].scale = sum_scale < scale ? sum_scale : scale;
    centre_pane(&panes[0], scene, difference->box, both ? DIFFERENCE_X : GJK_PANE_X);
    centre_pane(&panes[1], scene, sum->box, SUM_X);
}

static void draw_all(View *view, const GjkScene *scene, const GjkAnswer *answer)
{
    GjkLabels labels = {0};
    GjkOutline difference = {.vertices = scene->outline, .count = gjk_difference(answer, scene->outline)};
    difference.box = box_of_outline(&difference, true);
    GjkOutline sum = {.vertices = scene->sum, .count = scene->options.sum ? gjk_sum(answer, scene->sum) : 0};
    sum.box = box_of_outline(&sum, false);
    GjkPane pane = {.view = view, .base = answer->poses[0].p, .labels = &labels};
    GjkPane panes[2] = {pane, pane};
    place_panes(scene, &difference, &sum, panes);

    note_figures(view, scene, difference.count);
    draw_figure(&panes[0], scene, answer, 0);
    draw_figure(&panes[0], scene, answer, 1);
    name_outline(&panes[0], draw_outline(&panes[0], scene, &difference), "A - B");
    draw_vertices(&panes[0], scene, answer);
    draw_origin(&panes[0], answer, difference.box);
    note_scales(view, answer, panes[0].scale);
    note_choices(view, &scene->options);
    draw_answer(&panes[0], scene, answer, &difference);
    if (scene->options.sum) {
        draw_sum(&panes[1], scene, answer, &sum);
    }
    gjk_draw_labels(view, &labels);
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
    draw_all(view, scene, gjk_answer(scene));
}
