// Each label tries places on all four sides of its point, at a few distances, and takes the one of least cost. Labels
// that come first have the choice, so the important ones are put first.
#include "viewer/draw/labels.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { SIDE_COUNT = 4, SLIDE_COUNT = 5, RING_COUNT = 9 };

// Costs. A line's is for each part of it, as long as a line of text is high, that the label covers.
#define COST_OUTSIDE 50.0f
#define COST_BOX 20.0f
#define COST_LINE 1.5f
#define COST_LEADER 1.0f // for each line of text between the label and its point

// A label farther from its point than this, in lines of text, gets a line to it.
#define LEADER_FROM 1.5f

void labels_begin(Labels *labels, View *view)
{
    labels->view = view;
    labels->line_count = 0;
    labels->box_count = 0;
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

// Of a label in `box` whose leader goes from its point to `end`.
static float cost_of(const Labels *labels, AukBox box, AukVec2 at, AukVec2 end)
{
    const Camera *camera = &labels->view->camera;
    float line = labels->view->canvas.font->line;
    float notes = (0.5f + (float)labels->view->notes) * line;
    AukBox seen = {{camera->left, camera->top + notes}, {camera->left + camera->width, camera->top + camera->height}};
    float cost = auk_box_contains(seen, box) ? 0.0f : COST_OUTSIDE;
    for (int i = 0; i < labels->box_count; i++) {
        cost += auk_box_overlap(labels->boxes[i], box) ? COST_BOX : 0.0f;
        cost += length_inside(labels->boxes[i], at, end) / line * COST_LINE;
    }
    for (int i = 0; i < labels->line_count; i++) {
        float covered = length_inside(box, labels->lines[i][0], labels->lines[i][1]);
        cost += covered / line * COST_LINE;
    }
    return cost;
}

// The point of the box that is nearest to `at`.
static AukVec2 nearest_in(AukBox box, AukVec2 at)
{
    return auk_vec(fminf(fmaxf(at.x, box.min.x), box.max.x), fminf(fmaxf(at.y, box.min.y), box.max.y));
}

static AukBox box_around(AukVec2 middle, AukVec2 half)
{
    return auk_box(auk_vec_sub(middle, half), auk_vec_add(middle, half));
}

// The middle of a label on one side of its point; `slide` from -1 to 1 moves it along that side.
static AukVec2 place_beside(AukVec2 at, AukVec2 half, int side, float gap, float slide)
{
    float sign = side % 2 == 0 ? 1.0f : -1.0f;
    if (side < 2) {
        return auk_vec(at.x + sign * (half.x + gap), at.y + slide * (half.y + gap));
    }
    return auk_vec(at.x + slide * (half.x + gap), at.y + sign * (half.y + gap));
}

static AukVec2 find_place(const Labels *labels, AukVec2 at, AukVec2 half)
{
    float line = labels->view->canvas.font->line;
    AukVec2 best = at;
    float least = INFINITY;
    for (int i = 0; i < RING_COUNT * SIDE_COUNT * SLIDE_COUNT; i++) {
        int ring = i / (SIDE_COUNT * SLIDE_COUNT);
        float gap = (0.35f + 0.6f * (float)ring) * line;
        float slide = 2.0f / (float)(SLIDE_COUNT - 1) * (float)(i % SLIDE_COUNT) - 1.0f;
        AukVec2 place = place_beside(at, half, i / SLIDE_COUNT % SIDE_COUNT, gap, slide);
        AukBox box = box_around(place, half);
        AukVec2 end = nearest_in(box, at);
        float cost = auk_vec_length(auk_vec_sub(end, at)) / line * COST_LEADER + cost_of(labels, box, at, end);
        if (cost < least) {
            least = cost;
            best = place;
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
    AukBox box = box_around(place, half);
    AukVec2 end = nearest_in(box, at);
    if (auk_vec_length(auk_vec_sub(end, at)) > LEADER_FROM * font->line) {
        canvas_line(canvas, at, end, labels->view->pixel, canvas_fade(color, 0x90));
        labels_avoid_line(labels, at, end);
    }
    canvas_rectangle(canvas, place.x - half.x, place.y - half.y, 2.0f * half.x, 2.0f * half.y,
                     canvas_fade(COLOR_BACKGROUND, 0xc0));
    canvas_text(canvas, auk_vec(place.x - 0.5f * width, place.y - 0.5f * font->body), color, "%s", text);
    avoid_box(labels, box);
}
