// Conversions between the world and pixels, shapes, and text over the world.
#include "viewer/draw/view.h"

#include "auk/geom.h"

#include <stdarg.h>
#include <stdio.h>

// Shapes smaller than this have no outline, in pixels.
#define OUTLINE_FROM 9.0f

const char *const overlay_names[OVERLAY_COUNT] = {"boxes",  "pairs", "manifolds", "hits",
                                                  "traces", "ids",   "times",     "strips"};

void view_release(View *view)
{
    canvas_release(&view->canvas);
}

void view_begin(View *view, int width, int height, const Font *font)
{
    canvas_clear(&view->canvas, width, height);
    view->canvas.font = font;
    view->canvas.background = COLOR_BACKGROUND;
    float pixel = (float)height / 720.0f;
    view->pixel = pixel < 1.0f ? 1.0f : pixel;
    view->notes = 0;
}

void view_look_at(View *view, AukVec2 centre, float half_width, float half_height)
{
    Camera *camera = &view->camera;
    float across = 0.5f * camera->width / half_width;
    float down = 0.5f * camera->height / half_height;
    camera->centre = centre;
    camera->scale = across < down ? across : down;
}

bool view_shows(const View *view, Overlay overlay)
{
    return (view->overlays >> overlay & 1u) != 0;
}

AukVec2 view_point(const View *view, AukVec2 world)
{
    const Camera *camera = &view->camera;
    float x = camera->left + 0.5f * camera->width + camera->scale * (world.x - camera->centre.x);
    float y = camera->top + 0.5f * camera->height - camera->scale * (world.y - camera->centre.y);
    return auk_vec(x, y);
}

AukVec2 view_world_point(const View *view, AukVec2 pixel)
{
    const Camera *camera = &view->camera;
    float x = (pixel.x - camera->left - 0.5f * camera->width) / camera->scale;
    float y = (pixel.y - camera->top - 0.5f * camera->height) / camera->scale;
    return auk_vec(camera->centre.x + x, camera->centre.y - y);
}

AukBox view_region(const View *view)
{
    const Camera *camera = &view->camera;
    AukVec2 half = auk_vec(0.5f * camera->width / camera->scale, 0.5f * camera->height / camera->scale);
    return auk_box(auk_vec_sub(camera->centre, half), auk_vec_add(camera->centre, half));
}

static void draw_text_on_ground(View *view, AukVec2 at, CanvasColor color, const char *text)
{
    const Font *font = view->canvas.font;
    float edge = 0.2f * font->line;
    canvas_rectangle(&view->canvas, at.x - edge, at.y - 0.5f * edge, font_width(font, text) + 2.0f * edge, font->line,
                     canvas_fade(COLOR_BACKGROUND, 0xc0));
    canvas_text(&view->canvas, at, color, "%s", text);
}

void view_label(View *view, AukVec2 middle, const char *text)
{
    const Font *font = view->canvas.font;
    const Camera *camera = &view->camera;
    float width = font_width(font, text), last = camera->left + camera->width - width;
    AukVec2 at = auk_vec(middle.x - 0.5f * width, middle.y - 0.5f * font->body);
    if (middle.x > camera->left && middle.x < camera->left + camera->width && last > camera->left) {
        at.x = at.x < camera->left ? camera->left : (at.x < last ? at.x : last);
    }
    draw_text_on_ground(view, at, COLOR_TEXT, text);
}

// Where to break a line: at the last blank that fits into the camera's rectangle. The end of the text if all of it
// fits, or if the first word alone does not.
static char *end_of_line(const View *view, char *text)
{
    const Font *font = view->canvas.font;
    float room = view->camera.width - font->line;
    char *blank = NULL;
    char *c = text;
    for (float width = 0.0f; *c != '\0'; c++) {
        width += font_glyph(font, *c)->advance;
        if (width > room && blank != NULL) {
            return blank;
        }
        blank = *c == ' ' ? c : blank;
    }
    return c;
}

void view_note(View *view, CanvasColor color, const char *format, ...)
{
    char text[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *rest = text; *rest != '\0';) {
        char *end = end_of_line(view, rest);
        char next = *end;
        *end = '\0';
        const Font *font = view->canvas.font;
        float x = view->camera.left + 0.5f * font->line;
        draw_text_on_ground(view, auk_vec(x, view->camera.top + (0.4f + (float)view->notes) * font->line), color, rest);
        view->notes++;
        rest = next == '\0' ? end : end + 1;
    }
}

static int polygon_corners(const AukShape *shape, AukTransform pose, AukVec2 *out)
{
    AukVec2 h = shape->core.half;
    AukVec2 box[4] = {{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}};
    bool is_box = shape->kind == AUK_SHAPE_BOX;
    const AukVec2 *corners = is_box ? box : shape->core.polygon.vertices;
    int count = is_box ? 4 : shape->core.polygon.count;
    for (int i = 0; i < count; i++) {
        out[i] = auk_transform_apply(pose, corners[i]);
    }
    return count;
}

static int shape_corners(const AukShape *shape, AukTransform pose, AukVec2 *out)
{
    bool polygon = shape->kind == AUK_SHAPE_POLYGON && shape->core.polygon.count <= CANVAS_CORNER_COUNT_MAX;
    if (shape->radius == 0.0f && (polygon || shape->kind == AUK_SHAPE_BOX)) {
        return polygon_corners(shape, pose, out);
    }
    for (int i = 0; i < CANVAS_CORNER_COUNT_MAX; i++) {
        AukRot q = auk_rot(6.28318531f / (float)CANVAS_CORNER_COUNT_MAX * (float)i);
        out[i] = auk_support(shape, pose, auk_vec(q.c, q.s));
    }
    return CANVAS_CORNER_COUNT_MAX;
}

static void draw_circle(View *view, float radius, AukTransform pose, CanvasColor fill, CanvasColor outline)
{
    AukVec2 centre = view_point(view, pose.p);
    float pixels = radius * view->camera.scale;
    canvas_disc(&view->canvas, centre, pixels < 1.0f ? 1.0f : pixels, fill);
    if (2.0f * pixels >= OUTLINE_FROM) {
        AukVec2 rim = view_point(view, auk_transform_apply(pose, auk_vec(radius, 0.0f)));
        canvas_ring(&view->canvas, centre, pixels, view->pixel, outline);
        if (outline != COLOR_SENSOR) {
            canvas_line(&view->canvas, auk_vec_lerp(centre, rim, 0.5f), rim, view->pixel, outline);
        }
    }
}

// Fills the side of the surface that is solid, as far as it can be seen.
static void draw_half_plane(View *view, const AukShape *shape, AukTransform pose, CanvasColor fill, CanvasColor outline)
{
    AukBox region = view_region(view);
    AukVec2 middle = auk_vec_lerp(region.min, region.max, 0.5f), size = auk_vec_sub(region.max, region.min);
    AukProjection seen = auk_project_point(shape, pose, middle);
    float far = 2.0f * (size.x + size.y);
    if (seen.distance > far) {
        return;
    }
    AukVec2 at = seen.distance < -far ? auk_vec_add_scaled(middle, far, seen.normal) : seen.point;
    AukVec2 along = auk_vec(-far * seen.normal.y, far * seen.normal.x);
    AukVec2 corners[4] = {auk_vec_sub(at, along), auk_vec_add(at, along)};
    corners[2] = auk_vec_add_scaled(corners[1], -2.0f * far, seen.normal);
    corners[3] = auk_vec_add_scaled(corners[0], -2.0f * far, seen.normal);
    for (int i = 0; i < 4; i++) {
        corners[i] = view_point(view, corners[i]);
    }
    canvas_polygon(&view->canvas, corners, 4, fill);
    canvas_line(&view->canvas, corners[0], corners[1], view->pixel, outline);
}

void view_shape(View *view, const AukShape *shape, AukTransform pose, CanvasColor fill, CanvasColor outline)
{
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        draw_circle(view, shape->radius, pose, fill, outline);
        return;
    }
    if (shape->kind == AUK_SHAPE_HALF_PLANE) {
        draw_half_plane(view, shape, pose, fill, outline);
        return;
    }
    if (shape->kind == AUK_SHAPE_SEGMENT && shape->radius == 0.0f) {
        AukVec2 from = view_point(view, auk_transform_apply(pose, shape->core.segment[0]));
        AukVec2 to = view_point(view, auk_transform_apply(pose, shape->core.segment[1]));
        canvas_line(&view->canvas, from, to, 2.0f * view->pixel, outline);
        return;
    }
    AukVec2 corners[CANVAS_CORNER_COUNT_MAX] = {{0}};
    int count = shape_corners(shape, pose, corners);
    AukBox box = {{1e30f, 1e30f}, {-1e30f, -1e30f}};
    for (int i = 0; i < count; i++) {
        corners[i] = view_point(view, corners[i]);
        box = auk_box_union(box, auk_box(corners[i], corners[i]));
    }
    canvas_polygon(&view->canvas, corners, count, fill);
    if (box.max.x - box.min.x >= OUTLINE_FROM || box.max.y - box.min.y >= OUTLINE_FROM) {
        canvas_outline(&view->canvas, corners, count, view->pixel, outline);
    }
}
