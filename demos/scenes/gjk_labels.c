// Places labels: around each point a few directions and distances are tried, and the first place that is free is taken.
#include "scenes/gjk_draw.h"

#include <string.h>

enum { DIRECTION_TRIES = 12, DISTANCE_TRIES = 4 };

// Gaps between a point and its label, in lines of text. From the third on a line leads from the point to the label.
static const float label_gaps[DISTANCE_TRIES] = {0.35f, 0.9f, 1.8f, 3.2f};
enum { LEADER_FROM = 2 };

void gjk_mark(const GjkPane *pane, AukVec2 at, float radius)
{
    GjkLabels *labels = pane->labels;
    AukVec2 half = auk_vec(radius, radius);
    if (labels->taken_count < 2 * GJK_LABELS_MAX) {
        labels->taken[labels->taken_count++] = auk_box(auk_vec_sub(at, half), auk_vec_add(at, half));
    }
}

void gjk_label(const GjkPane *pane, AukVec2 at, AukVec2 away, bool must, CanvasColor color, const char *text)
{
    GjkLabels *labels = pane->labels;
    if (labels->count == GJK_LABELS_MAX) {
        return;
    }
    GjkLabel *label = &labels->labels[labels->count++];
    *label = (GjkLabel){.at = at, .away = away, .must = must, .color = color};
    strncpy(label->text, text, GJK_LABEL_LENGTH - 1);
}

static bool is_free(const GjkLabels *labels, AukBox frame, AukBox box)
{
    bool fits = auk_box_contains(frame, box);
    for (int i = 0; i < labels->taken_count && fits; i++) {
        fits = !auk_box_overlap(labels->taken[i], box);
    }
    return fits;
}

// The box of a label in a direction from its point.
static AukBox box_beside(const View *view, const GjkLabel *label, AukVec2 direction, float gap)
{
    const Font *font = view->canvas.font;
    AukVec2 half = auk_vec(0.5f * font_width(font, label->text) + 0.2f * font->line, 0.5f * font->line);
    float reach = gap * font->line + fabsf(direction.x) * half.x + fabsf(direction.y) * half.y;
    AukVec2 middle = auk_vec_add(label->at, auk_vec_scale(reach, direction));
    return auk_box(auk_vec_sub(middle, half), auk_vec_add(middle, half));
}

// Finds the free place nearest the wanted direction. Returns the index of its gap, or -1.
static int find_place(const View *view, const GjkLabels *labels, AukBox frame, const GjkLabel *label, AukBox *place)
{
    AukVec2 away = auk_vec_normalize(label->away);
    away = away.x == 0.0f && away.y == 0.0f ? auk_vec(0.0f, -1.0f) : away;
    for (int i = 0; i < DISTANCE_TRIES; i++) {
        for (int k = 0; k < DIRECTION_TRIES; k++) {
            int steps = k % 2 == 0 ? k / 2 : -(k + 1) / 2;
            AukRot q = auk_rot(6.28318531f / (float)DIRECTION_TRIES * (float)steps);
            *place = box_beside(view, label, auk_rot_apply(q, away), label_gaps[i]);
            if (is_free(labels, frame, *place)) {
                return i;
            }
        }
    }
    return -1;
}

static void draw_label(View *view, GjkLabels *labels, const GjkLabel *label, AukBox place, bool leader)
{
    const Font *font = view->canvas.font;
    AukVec2 middle = auk_vec_lerp(place.min, place.max, 0.5f);
    if (leader) {
        canvas_line(&view->canvas, label->at, middle, view->pixel, canvas_fade(label->color, 0x90));
    }
    canvas_rectangle(&view->canvas, place.min.x, place.min.y, place.max.x - place.min.x, place.max.y - place.min.y,
                     canvas_fade(COLOR_BACKGROUND, leader ? 0xff : 0xa0));
    canvas_text(&view->canvas, auk_vec(place.min.x + 0.2f * font->line, middle.y - 0.5f * font->body), label->color,
                "%s", label->text);
    labels->taken[labels->taken_count++] = place;
}

void gjk_draw_labels(View *view, GjkLabels *labels)
{
    const Camera *camera = &view->camera;
    float notes = (0.4f + (float)view->notes) * view->canvas.font->line;
    AukBox frame = auk_box(auk_vec(camera->left, camera->top + notes),
                           auk_vec(camera->left + camera->width, camera->top + camera->height));
    for (int i = 0; i < labels->count && labels->taken_count < 2 * GJK_LABELS_MAX; i++) {
        const GjkLabel *label = &labels->labels[i];
        AukBox place;
        int gap = find_place(view, labels, frame, label, &place);
        if (gap >= 0 && (label->must || gap < LEADER_FROM)) {
            draw_label(view, labels, label, place, gap >= LEADER_FROM);
        }
    }
}
