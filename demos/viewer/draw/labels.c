// Each label tries places in sixteen directions at a few distances and takes the one of least cost. Labels that come
// first have the choice, so the important ones are put first.
#include "viewer/draw/labels.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { DIRECTION_COUNT = 16, RING_COUNT = 9 };

// Costs. A line's is for each part of it, as long as a line of text is high, that the label covers.
#define COST_OUTSIDE 50.0f
#define COST_BOX 20.0f
#define COST_LINE 1.5f
#define COST_RING 1.0f // for each ring farther out

void labels_begin(Labels *labels, View *view)
{
    const Camera *camera = &view->camera;
    float bottom = camera->top + (0.5f + (float)view->notes) * view->canvas.font->line;
    labels->view = view;
    labels->line_count = 0;
    labels->box_count = 1;
    labels->boxes[0] = auk_box(auk_vec(camera->left, camera->top), auk_vec(camera->left + camera->width, bottom));
}

void labels_avoid_line(Labels *labels, AukVec2 from, AukVec2 to)
{
    if (labels->line_count < LABELS_LINE_MAX) {
        labels->lines[labels->line_count][0] = from;
        labels->lines[labels->line_count][1] = to;
        labels->line_count++;
    }
}

static void avoid_box(Labels *labels, AukBox box)
{
    if (labels->box_count < LABELS_BOX_MAX) {
        labels->boxes[labels->box_count++] = box;
    }
}

void labels_avoid_disc(Labels *labels, AukVec2 centre, float radius)
{
    AukVec2 half = auk_vec(radius, radius);
    avoid_box(labels, auk_box(auk_vec_sub(centre, half), auk_vec_add(centre, half)));
}

// Narrows the part [low, high] of a line to where one of its coordinates, from + t delta, is in [min, max].
static void clip(float from, float delta, float min, float max, float *low, float *high)
{
    if (delta == 0.0f) {
        *high = from < min || from > max ? -1.0f : *high;
        return;
    }
    float one = (min - from) / delta;
    float other = (max - from) / delta;
    *low = fmaxf(*low, fminf(one, other));
    *high = fminf(*high, fmaxf(one, other));
}

static float length_inside(AukBox box, AukVec2 from, AukVec2 to)
{
    AukVec2 delta = auk_vec_sub(to, from);
    float low = 0.0f;
    float high = 1.0f;
    clip(from.x, delta.x, box.min.x, box.max.x, &low, &high);
    clip(from.y, delta.y, box.min.y, box.max.y, &low, &high);
    return high > low ? (high - low) * auk_vec_length(delta) : 0.0f;
}

static float cost_of(const Labels *labels, AukBox box)
{
    const Camera *camera = &labels->view->camera;
    AukBox seen = {{camera->left, camera->top}, {camera->left + camera->width, camera->top + camera->height}};
    float cost = auk_box_contains(seen, box) ? 0.0f : COST_OUTSIDE;
    for (int i = 0; i < labels->box_count; i++) {
        cost += auk_box_overlap(labels->boxes[i], box) ? COST_BOX : 0.0f;
    }
    for (int i = 0; i < labels->line_count; i++) {
        float covered = length_inside(box, labels->lines[i][0], labels->lines[i][1]);
        cost += covered / labels->view->canvas.font->line * COST_LINE;
    }
    return cost;
}

static AukVec2 find_place(const Labels *labels, AukVec2 at, AukVec2 half)
{
    float line = labels->view->canvas.font->line;
    AukVec2 best = at;
    float least = INFINITY;
    for (int ring = 0; ring < RING_COUNT; ring++) {
        for (int i = 0; i < DIRECTION_COUNT; i++) {
            AukRot q = auk_rot(6.28318531f / (float)DIRECTION_COUNT * (float)i);
            float beside = fminf(fabsf(q.c) > 0.0f ? half.x / fabsf(q.c) : INFINITY,
                                 fabsf(q.s) > 0.0f ? half.y / fabsf(q.s) : INFINITY);
            float far = beside + (0.4f + 0.8f * (float)ring) * line;
            AukVec2 place = auk_vec(at.x + far * q.c, at.y - far * q.s);
            AukBox box = auk_box(auk_vec_sub(place, half), auk_vec_add(place, half));
            float cost = (float)ring * COST_RING + cost_of(labels, box);
            if (cost < least) {
                least = cost;
                best = place;
            }
        }
    }
    return best;
}

void labels_put(Labels *labels, AukVec2 at, CanvasColor color, const char *format, ...)
{
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Canvas *canvas = &labels->view->canvas;
    const Font *font = canvas->font;
    float width = font_width(font, text);
    AukVec2 half = auk_vec(0.5f * width + 0.2f * font->line, 0.5f * font->line);
    AukVec2 place = find_place(labels, at, half);
    canvas_rectangle(canvas, place.x - half.x, place.y - half.y, 2.0f * half.x, 2.0f * half.y,
                     canvas_fade(COLOR_BACKGROUND, 0xc0));
    canvas_text(canvas, auk_vec(place.x - 0.5f * width, place.y - 0.5f * font->body), color, "%s", text);
    avoid_box(labels, auk_box(auk_vec_sub(place, half), auk_vec_add(place, half)));
}
