// The rounds of GJK, EPA and alternating projection. Rings mark the points that each round found, on both figures and
// on the difference; each round's are larger than those before it.
#include "scenes/gjk_draw.h"

enum { FAINT = 0x58 };

typedef struct Round {
    int index; // 0: GJK's first vertex
    int count;
    bool current; // drawn brightly
} Round;

// The radius of a ring: two pixels more each round, as long as that stays readable.
static float ring_radius(const GjkPane *pane, Round round)
{
    float growth = round.count > 24 ? 48.0f / (float)round.count : 2.0f;
    return (4.0f + growth * (float)round.index) * pane->view->pixel;
}

static void draw_extremal(const GjkPane *pane, AukVec2 a, AukVec2 b, AukVec2 difference, Round round)
{
    float radius = ring_radius(pane, round);
    float width = (round.current ? 2.0f : 1.2f) * pane->view->pixel;
    unsigned alpha = round.current ? 0xff : 0xb0;
    Canvas *canvas = &pane->view->canvas;
    canvas_ring(canvas, gjk_on_figure(pane, a), radius, width, canvas_fade(GJK_FIRST, alpha));
    canvas_ring(canvas, gjk_on_figure(pane, b), radius, width, canvas_fade(GJK_SECOND, alpha));
    canvas_ring(canvas, gjk_on_difference(pane, difference), radius, width, canvas_fade(GJK_SEARCH, alpha));
}

// The point nearest the origin that a round knows: a disc, and a ring that grows as well.
static void draw_nearest(const GjkPane *pane, AukVec2 nearest, Round round)
{
    Canvas *canvas = &pane->view->canvas;
    float pixel = pane->view->pixel;
    CanvasColor color = round.current ? GJK_NEAREST : canvas_fade(GJK_NEAREST, 0x60);
    AukVec2 at = gjk_on_difference(pane, nearest);
    canvas_disc(canvas, at, (round.current ? 4.0f : 2.5f) * pixel, color);
    canvas_ring(canvas, at, ring_radius(pane, round), pixel, color);
    if (round.current) {
        canvas_line(canvas, gjk_on_difference(pane, auk_vec(0.0f, 0.0f)), at, 1.5f * pixel, color);
    }
}

static void draw_search(const GjkPane *pane, AukVec2 from, AukVec2 direction)
{
    if (direction.x == 0.0f && direction.y == 0.0f) {
        return;
    }
    AukVec2 unit = auk_vec_normalize(direction);
    float length = 60.0f * pane->view->pixel;
    AukVec2 start = gjk_on_difference(pane, from);
    AukVec2 end = auk_vec(start.x + length * unit.x, start.y - length * unit.y);
    canvas_arrow(&pane->view->canvas, start, end, 2.0f * pane->view->pixel, GJK_SEARCH);
}

// ---- GJK ------------------------------------------------------------------------------------------------------------

static void draw_simplex(const GjkPane *pane, const AukGjkStep *step, bool current)
{
    Canvas *canvas = &pane->view->canvas;
    float pixel = pane->view->pixel;
    CanvasColor color = current ? GJK_SIMPLEX : canvas_fade(GJK_SIMPLEX, FAINT);
    float radius = (current ? 4.0f : 2.5f) * pixel;
    AukVec2 corners[3];
    for (int i = 0; i < step->count; i++) {
        corners[i] = gjk_on_difference(pane, step->simplex[i]);
        canvas_disc(canvas, corners[i], radius, color);
        canvas_disc(canvas, gjk_on_figure(pane, step->simplex_a[i]), radius, color);
        canvas_disc(canvas, gjk_on_figure(pane, step->simplex_b[i]), radius, color);
    }
    if (step->count == 3) {
        canvas_polygon(canvas, corners, 3, canvas_fade(GJK_SIMPLEX, current ? 0x50 : 0x20));
    }
    if (step->count >= 2) {
        canvas_outline(canvas, corners, step->count, (current ? 2.0f : 1.2f) * pixel, color);
    }
}

static bool has_support(const AukGjkStep *step)
{
    return step->direction.x != 0.0f || step->direction.y != 0.0f;
}

static void draw_gjk_rounds(const GjkPane *pane, const GjkAnswer *answer, int round, bool current)
{
    const AukGjkStep *first = &answer->gjk_steps[0];
    draw_extremal(pane, first->simplex_a[0], first->simplex_b[0], first->simplex[0],
                  (Round){0, round + 1, current && round == 0});
    for (int i = 0; i <= round; i++) {
        const AukGjkStep *step = &answer->gjk_steps[i];
        Round now = {i + 1, round + 1, current && i == round};
        draw_simplex(pane, step, i == round);
        if (has_support(step)) {
            draw_extremal(pane, step->support_a, step->support_b, step->support, now);
        }
        if (!answer->gjk.overlap || i + 1 < answer->gjk.iterations) {
            draw_nearest(pane, step->closest, now);
        }
    }
    if (!current) {
        return;
    }
    const AukGjkStep *step = &answer->gjk_steps[round];
    draw_search(pane, step->closest, step->direction);
    view_note(pane->view, COLOR_TEXT, "GJK, round %d of %d: simplex of %d, nearest point %.5g from the origin",
              round + 1, answer->outcome.iterations, step->count, (double)auk_vec_length(step->closest));
    if (has_support(step)) {
        float least = -auk_vec_dot(step->direction, step->support);
        if (least > 0.0f) {
            view_note(pane->view, COLOR_FAINT, "the new vertex shows that the distance is at least %.5g",
                      (double)least);
        } else {
            view_note(pane->view, COLOR_FAINT, "the new vertex lies beyond the origin: nothing is excluded yet");
        }
    }
}

// ---- EPA ------------------------------------------------------------------------------------------------------------

static void draw_epa_rounds(const GjkPane *pane, const GjkAnswer *answer, int round, bool current)
{
    Canvas *canvas = &pane->view->canvas;
    for (int i = 0; i <= round; i++) {
        const AukEpaStep *step = &answer->epa_steps[i];
        Round now = {i, round + 1, current && i == round};
        AukVec2 from = gjk_on_difference(pane, step->edge[0]), to = gjk_on_difference(pane, step->edge[1]);
        canvas_line(canvas, from, to, (now.current ? 3.0f : 1.5f) * pane->view->pixel,
                    now.current ? GJK_SIMPLEX : canvas_fade(GJK_SIMPLEX, FAINT));
        draw_extremal(pane, step->support_a, step->support_b, step->support, now);
        draw_nearest(pane, auk_vec_scale(step->distance, step->normal), now);
    }
    if (current) {
        const AukEpaStep *step = &answer->epa_steps[round];
        draw_search(pane, auk_vec_scale(step->distance, step->normal), step->normal);
        view_note(pane->view, COLOR_TEXT, "EPA, round %d of %d: depth between %.5g and %.5g", round + 1,
                  answer->outcome.iterations, (double)step->distance, (double)auk_vec_dot(step->support, step->normal));
    }
}

// ---- alternating projection -----------------------------------------------------------------------------------------

// Each projection joins a point of one figure with a point of the other; their difference is a point of A - B. The
// start point of the first one lies on neither.
static void draw_projections(const GjkPane *pane, const GjkAnswer *answer, int round, bool current)
{
    Canvas *canvas = &pane->view->canvas;
    float pixel = pane->view->pixel;
    for (int i = 0; i <= round; i++) {
        const AukProjectionStep *step = &answer->projection_steps[i];
        Round now = {i + 1, round + 1, current && i == round};
        AukVec2 from = gjk_on_figure(pane, step->from), to = gjk_on_figure(pane, step->to);
        CanvasColor color = step->onto_b ? GJK_SECOND : GJK_FIRST;
        canvas_arrow(canvas, from, to, 1.5f * pixel, now.current ? GJK_SEARCH : canvas_fade(GJK_SIMPLEX, 0x90));
        canvas_disc(canvas, to, 3.0f * pixel, color);
        canvas_ring(canvas, to, ring_radius(pane, now), pixel, canvas_fade(color, now.current ? 0xff : 0x60));
        if (i > 0) {
            AukVec2 along = auk_vec_sub(step->from, step->to);
            draw_nearest(pane, step->onto_b ? along : auk_vec_neg(along), now);
        }
    }
    if (current) {
        const AukProjectionStep *last = &answer->projection_steps[round];
        view_note(pane->view, COLOR_TEXT, "projection %d of %d, onto the %s figure: %.5g", round + 1,
                  answer->outcome.iterations, last->onto_b ? "second" : "first", (double)last->distance);
    }
}

void gjk_draw_rounds(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, int round, bool current)
{
    if (round < 0) {
        return;
    }
    switch (scene->options.method) {
    case GJK_METHOD_GJK: draw_gjk_rounds(pane, answer, round, current); break;
    case GJK_METHOD_EPA: draw_epa_rounds(pane, answer, round, current); break;
    case GJK_METHOD_PROJECTION: draw_projections(pane, answer, round, current); break;
    case GJK_METHOD_COUNT: break;
    }
}
