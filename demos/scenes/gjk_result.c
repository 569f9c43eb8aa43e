// The result of the scene gjk: where the difference is nearest the origin, and the same distance on the figures.
// All lengths are those of the surfaces: what the radii take off the distance is a circle around the origin.
#include "scenes/gjk_draw.h"

#include <stdio.h>

#define EPA_EDGE COLOR_SWEPT

static bool is_curved(const AukShape *shape)
{
    return shape->kind == AUK_SHAPE_ELLIPSE || shape->kind == AUK_SHAPE_CUSTOM;
}

static bool has_curve(const GjkAnswer *answer)
{
    return is_curved(&answer->shapes[0]) || is_curved(&answer->shapes[1]);
}

static float both_radii(const GjkAnswer *answer)
{
    return answer->shapes[0].radius + answer->shapes[1].radius;
}

// ---- the vertex nearest the origin ----------------------------------------------------------------------------------

static void ring(const GjkPane *pane, AukVec2 at)
{
    float radius = 9.0f * pane->view->pixel;
    canvas_ring(&pane->view->canvas, at, radius, 2.0f * pane->view->pixel, GJK_VERTEX);
    gjk_mark(pane, at, radius);
}

// A support point along a direction that points out of the difference at a vertex is that vertex, and comes from the
// support points of the figures.
static void draw_nearest_vertex(const GjkPane *pane, const GjkAnswer *answer, const AukVec2 *hull, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        best = auk_vec_dot(hull[i], hull[i]) < auk_vec_dot(hull[best], hull[best]) ? i : best;
    }
    AukVec2 before = hull[best > 0 ? best - 1 : count - 1], after = hull[best + 1 < count ? best + 1 : 0];
    AukVec2 in = auk_vec_normalize(auk_vec_sub(hull[best], before));
    AukVec2 out = auk_vec_normalize(auk_vec_sub(hull[best], after));
    AukVec2 outward = auk_vec_add(in, out);
    View *view = pane->view;
    AukVec2 at = gjk_on_difference(pane, hull[best]);
    ring(pane, at);
    ring(pane, view_point(view, gjk_core_support(answer, 0, outward)));
    ring(pane, view_point(view, gjk_core_support(answer, 1, auk_vec_neg(outward))));
    gjk_label(pane, at, auk_vec(hull[best].x, -hull[best].y), true, GJK_VERTEX, "nearest vertex");
}

// ---- distance and depth ---------------------------------------------------------------------------------------------

static void draw_length(const GjkPane *pane, AukVec2 from, AukVec2 to, bool depth)
{
    Canvas *canvas = &pane->view->canvas;
    float pixel = pane->view->pixel;
    if (depth) {
        canvas_arrow(canvas, from, to, 3.0f * pixel, GJK_NEAREST);
    } else {
        canvas_line(canvas, from, to, 3.0f * pixel, GJK_NEAREST);
    }
    canvas_disc(canvas, from, 4.0f * pixel, GJK_NEAREST);
    canvas_disc(canvas, to, 4.0f * pixel, GJK_NEAREST);
    gjk_mark(pane, from, 5.0f * pixel);
    gjk_mark(pane, to, 5.0f * pixel);
}

// On the difference the line goes from the origin, or the circle of the radii around it, to the foot; on the figures
// from one witness point to the other. A depth is an arrow: it moves the second figure out.
static void draw_both_lengths(const GjkPane *pane, const GjkAnswer *answer)
{
    const GjkOutcome *outcome = &answer->outcome;
    View *view = pane->view;
    bool depth = outcome->distance < 0.0f;
    float radii = both_radii(answer);
    AukVec2 rim = gjk_on_difference(pane, auk_vec_scale(-radii, outcome->normal));
    AukVec2 foot = gjk_on_difference(pane, auk_vec_scale(-(outcome->distance + radii), outcome->normal));
    AukVec2 a = view_point(view, outcome->point_a), b = view_point(view, outcome->point_b);
    AukVec2 across = auk_vec_perp(auk_vec_sub(b, a));
    draw_length(pane, rim, foot, depth);
    draw_length(pane, b, a, depth);
    char text[GJK_LABEL_LENGTH];
    snprintf(text, sizeof text, "%s %.5g", depth ? "depth" : "distance", (double)fabsf(outcome->distance));
    gjk_label(pane, auk_vec_lerp(rim, foot, 0.5f), across, true, GJK_NEAREST, text);
    gjk_label(pane, auk_vec_lerp(a, b, 0.5f), across, true, GJK_NEAREST, text);
    AukVec2 outside = auk_vec_sub(foot, rim);
    gjk_label(pane, foot, depth ? outside : auk_vec_perp(outside), true, COLOR_TEXT, "foot");
}

// ---- GJK's last simplex and EPA's last edge -------------------------------------------------------------------------

// The point of an edge nearest the origin.
static AukVec2 foot_on_edge(AukVec2 p, AukVec2 q)
{
    AukVec2 along = auk_vec_sub(q, p);
    float square = auk_vec_dot(along, along);
    float part = square > 0.0f ? -auk_vec_dot(p, along) / square : 0.0f;
    part = part < 0.0f ? 0.0f : (part < 1.0f ? part : 1.0f);
    return auk_vec_lerp(p, q, part);
}

static float draw_last_simplex(const GjkPane *pane, const AukGjkStep *step)
{
    Canvas *canvas = &pane->view->canvas;
    float pixel = pane->view->pixel;
    AukVec2 corners[3], foot = {INFINITY, INFINITY};
    for (int i = 0; i < 3; i++) {
        corners[i] = gjk_on_difference(pane, step->simplex[i]);
        AukVec2 q = foot_on_edge(step->simplex[i], step->simplex[i < 2 ? i + 1 : 0]);
        foot = auk_vec_length(q) < auk_vec_length(foot) ? q : foot;
    }
    canvas_polygon(canvas, corners, 3, canvas_fade(GJK_SIMPLEX, 0x40));
    canvas_outline(canvas, corners, 3, 2.0f * pixel, GJK_SIMPLEX);
    AukVec2 at = gjk_on_difference(pane, foot);
    canvas_line(canvas, gjk_on_difference(pane, auk_vec(0.0f, 0.0f)), at, 2.0f * pixel, GJK_SIMPLEX);
    canvas_disc(canvas, at, 4.0f * pixel, GJK_SIMPLEX);
    return auk_vec_length(foot);
}

// The edge that EPA ends with: the one whose support point shows the least depth.
static float draw_last_edge(const GjkPane *pane, const GjkAnswer *answer)
{
    const AukEpaStep *best = &answer->epa_steps[0];
    for (int i = 1; i < answer->recorded[GJK_METHOD_EPA]; i++) {
        const AukEpaStep *step = &answer->epa_steps[i];
        bool less = auk_vec_dot(step->support, step->normal) < auk_vec_dot(best->support, best->normal);
        best = less ? step : best;
    }
    canvas_line(&pane->view->canvas, gjk_on_difference(pane, best->edge[0]), gjk_on_difference(pane, best->edge[1]),
                4.0f * pane->view->pixel, EPA_EDGE);
    return best->distance;
}

static void compare_depths(const GjkPane *pane, const GjkAnswer *answer)
{
    int last = answer->recorded[GJK_METHOD_GJK] - 1;
    if (!answer->epa.overlap || answer->recorded[GJK_METHOD_EPA] == 0 || last < 0 ||
        answer->gjk_steps[last].count < 3) {
        return;
    }
    float edge = draw_last_simplex(pane, &answer->gjk_steps[last]);
    float depth = draw_last_edge(pane, answer);
    view_note(pane->view, GJK_SIMPLEX, "GJK's last simplex: its nearest edge is %.5g from the origin, %s", (double)edge,
              edge < 0.999f * depth ? "which is not the depth" : "which here is the depth");
    view_note(pane->view, EPA_EDGE, "EPA's last edge: %.5g from the origin, the depth%s", (double)depth,
              both_radii(answer) > 0.0f ? " without the radii" : "");
}

// ---- notes ----------------------------------------------------------------------------------------------------------

static void note_result(View *view, const GjkScene *scene, const GjkOutcome *outcome)
{
    static const char *const names[GJK_METHOD_COUNT] = {"GJK", "EPA", "alternating projection"};
    static const char *const steps[GJK_METHOD_COUNT] = {"round", "round", "step"};
    char head[80];
    GjkMethod method = scene->options.method;
    snprintf(head, sizeof head, "%s, %d %s%s", names[method], outcome->iterations, steps[method],
             outcome->iterations == 1 ? "" : "s");
    if (outcome->distance < 0.0f) {
        AukVec2 out = auk_vec_scale(-outcome->distance, outcome->normal);
        view_note(view, GJK_NEAREST, "%s: penetration %.6g, B gets out by (%.5g, %.5g)", head,
                  (double)-outcome->distance, (double)out.x, (double)out.y);
    } else {
        view_note(view, GJK_NEAREST, "%s: distance %.6g, between (%.4g, %.4g) and (%.4g, %.4g)", head,
                  (double)outcome->distance, (double)outcome->point_a.x, (double)outcome->point_a.y,
                  (double)outcome->point_b.x, (double)outcome->point_b.y);
    }
}

static void note_end(View *view, const GjkScene *scene, const GjkAnswer *answer)
{
    const GjkOutcome *outcome = &answer->outcome;
    float truth = answer->distance.distance;
    if (outcome->end == GJK_END_CONVERGED) {
        return;
    }
    const char *const ends[] = {"", "tolerance", "cap on rounds", "method's own limit"};
    view_note(view, COLOR_SWEPT, "ended by the %s: the %s is %.6g, so this is off by %.3g", ends[outcome->end],
              truth < 0.0f ? "depth" : "distance", (double)fabsf(truth), (double)(outcome->distance - truth));
    if (scene->options.method == GJK_METHOD_GJK) {
        view_note(view, COLOR_FAINT, "what its rounds show: the distance lies between %.6g and %.6g",
                  (double)outcome->least, (double)outcome->distance);
    }
}

// What each cap on rounds costs. Corners are found exactly after a few rounds, curves never.
static void note_caps(View *view, const GjkScene *scene, const GjkAnswer *answer)
{
    enum { CAPS_NOTED = 9 };
    char text[256];
    int length = snprintf(text, sizeof text, "off by, with a cap of 1, 2, 3 ... rounds:");
    int first = length;
    for (int cap = 1; cap <= CAPS_NOTED; cap++) {
        GjkOutcome outcome = gjk_capped(scene, answer, cap);
        if (outcome.end != GJK_END_CAP) {
            break;
        }
        double error = (double)fabsf(outcome.distance - answer->distance.distance);
        length += snprintf(text + length, sizeof text - (size_t)length, " %.2g", error);
    }
    if (length > first) {
        view_note(view, COLOR_FAINT, "%s", text);
    }
}

static void note_more(View *view, const GjkScene *scene, const GjkAnswer *answer)
{
    note_end(view, scene, answer);
    if (has_curve(answer)) {
        note_caps(view, scene, answer);
    }
    if (scene->options.method == GJK_METHOD_EPA && !answer->epa.overlap) {
        view_note(view, COLOR_FAINT, "%s",
                  both_radii(answer) > 0.0f ? "the figures without their radii are apart: EPA has nothing to do"
                                            : "apart: EPA has nothing to do");
    }
}

static void note_irregularities(View *view, const GjkAnswer *answer)
{
    bool limit = answer->outcome.end == GJK_END_CAP || answer->outcome.end == GJK_END_LIMIT;
    view_note(view, COLOR_FAINT, "irregularities: %d support point%s that came before, %d limit%s", answer->repeated,
              answer->repeated == 1 ? "" : "s", limit, limit ? "" : "s");
}

void gjk_draw_result(const GjkPane *pane, const GjkScene *scene, const GjkAnswer *answer, const AukVec2 *hull,
                     int count)
{
    View *view = pane->view;
    bool quiet = scene->options.quiet;
    note_result(view, scene, &answer->outcome);
    if (!quiet) {
        note_more(view, scene, answer);
    }
    if (!quiet && scene->options.method != GJK_METHOD_PROJECTION) {
        compare_depths(pane, answer);
    }
    if (count > 0 && !has_curve(answer)) {
        draw_nearest_vertex(pane, answer, hull, count);
    }
    draw_both_lengths(pane, answer);
    if (!quiet) {
        note_irregularities(view, answer);
    }
}
