// Bodies as they are drawn. There is no list of bodies to read from a world: what is in sight is asked for with the box
// of the camera, which is also why a large world costs no more than what is seen of it.
#include "viewer/draw/view.h"

#include <stb/stb_ds.h>
#include <stdarg.h>

// Of what fills a solid; large ones and sensors let more through, and sensors show no turning.
enum { SOLID_ALPHA = 0x90, LARGE_ALPHA = 0x48 };

// Width and height of a large body together, in pixels.
#define LARGE_FROM 80.0f

enum { MARK_TOUCHING = 1, MARK_HIT = 2, MARK_INSIDE = 4 };

// Smaller shapes have no outline, in pixels.
#define OUTLINE_FROM 9.0f

const char *const overlay_names[OVERLAY_COUNT] = {"boxes",  "pairs", "manifolds", "hits",
                                                  "traces", "ids",   "times",     "strips"};

void view_release(View *view)
{
    canvas_release(&view->canvas);
    arrfree(view->visible);
    arrfree(view->marks);
    arrfree(view->broad_body);
    auk_broad_destroy(view->broad);
    view->broad = NULL;
}

void view_begin(View *view, int width, int height, const Font *font)
{
    canvas_clear(&view->canvas, width, height);
    view->canvas.font = font;
    view->canvas.background = COLOR_BACKGROUND;
    float dot = (float)height / 720.0f;
    view->dot = dot < 1.0f ? 1.0f : dot;
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

static void draw_words(View *view, AukVec2 at, CanvasColor color, const char *text)
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
    AukVec2 at = auk_vec(middle.x - 0.5f * font_width(font, text), middle.y - 0.5f * font->body);
    draw_words(view, at, COLOR_TEXT, text);
}

// The last blank before words get wider than the world's rectangle; the end if they fit, or if one word alone does not.
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
        draw_words(view, auk_vec(x, view->camera.top + (0.4f + (float)view->notes) * font->line), color, rest);
        view->notes++;
        rest = next == '\0' ? end : end + 1;
    }
}

static int plain_corners(const AukShape *shape, AukTransform pose, AukVec2 *out)
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

int view_shape_corners(const AukShape *shape, AukTransform pose, AukVec2 *out)
{
    bool polygon = shape->kind == AUK_SHAPE_POLYGON && shape->core.polygon.count <= CANVAS_CORNER_COUNT_MAX;
    if (shape->radius == 0.0f && (polygon || shape->kind == AUK_SHAPE_BOX)) {
        return plain_corners(shape, pose, out);
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
        canvas_ring(&view->canvas, centre, pixels, view->dot, outline);
        if (outline != COLOR_SENSOR) {
            canvas_line(&view->canvas, auk_vec_lerp(centre, rim, 0.5f), rim, view->dot, outline);
        }
    }
}

void view_shape(View *view, const AukShape *shape, AukTransform pose, CanvasColor fill, CanvasColor outline)
{
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        draw_circle(view, shape->radius, pose, fill, outline);
        return;
    }
    if (shape->kind == AUK_SHAPE_SEGMENT && shape->radius == 0.0f) {
        AukVec2 from = view_point(view, auk_transform_apply(pose, shape->core.segment[0]));
        AukVec2 to = view_point(view, auk_transform_apply(pose, shape->core.segment[1]));
        canvas_line(&view->canvas, from, to, 2.0f * view->dot, outline);
        return;
    }
    AukVec2 corners[CANVAS_CORNER_COUNT_MAX];
    int count = view_shape_corners(shape, pose, corners);
    AukBox box = {{1e30f, 1e30f}, {-1e30f, -1e30f}};
    for (int i = 0; i < count; i++) {
        corners[i] = view_point(view, corners[i]);
        box = auk_box_union(box, auk_box(corners[i], corners[i]));
    }
    canvas_polygon(&view->canvas, corners, count, fill);
    if (box.max.x - box.min.x >= OUTLINE_FROM || box.max.y - box.min.y >= OUTLINE_FROM) {
        canvas_outline(&view->canvas, corners, count, view->dot, outline);
    }
}

static void mark(View *view, AukBodyId body, unsigned char what)
{
    while ((uint32_t)arrlen(view->marks) <= body.index) {
        arrput(view->marks, 0);
    }
    view->marks[body.index] |= what;
}

static void mark_insiders(View *view, AukEvents events)
{
    for (int i = 0; i < events.count; i++) {
        mark(view, events.items[i].body_a, MARK_INSIDE);
        mark(view, events.items[i].body_b, MARK_INSIDE);
    }
}

static void mark_bodies(View *view, const AukWorld *world)
{
    arrsetlen(view->marks, 0);
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        mark(view, contacts.items[i].body_a, MARK_TOUCHING);
        mark(view, contacts.items[i].body_b, MARK_TOUCHING);
    }
    AukHits hits = auk_world_hits(world);
    for (int i = 0; i < hits.count; i++) {
        mark(view, hits.items[i].body_b, MARK_HIT);
    }
    mark_insiders(view, auk_world_events(world, AUK_EVENT_ENTER));
    mark_insiders(view, auk_world_events(world, AUK_EVENT_STAY));
}

AukBox view_region(const View *view)
{
    const Camera *camera = &view->camera;
    AukVec2 half = auk_vec(0.5f * camera->width / camera->scale, 0.5f * camera->height / camera->scale);
    return auk_box(auk_vec_sub(camera->centre, half), auk_vec_add(camera->centre, half));
}

static void find_visible(View *view, const AukWorld *world)
{
    AukBox box = view_region(view);
    AukQuery query = {.filter = {.category = VIEW_CATEGORY}, .sensors = true};
    // One place for each shape is enough unless shapes have pieces.
    int room = auk_world_stats(world).shapes + 1;
    int count = room;
    while (count == room) {
        room *= 2;
        arrsetlen(view->visible, (size_t)room);
        count = auk_world_overlap_box(world, box, &query, view->visible, room);
    }
    view->visible_count = count > 0 ? count : 0;
}

static CanvasColor color_of(const AukWorld *world, const AukFound *found, unsigned char marks)
{
    if (auk_shape_is_sensor(world, found->shape)) {
        return COLOR_SENSOR;
    }
    switch (auk_body_get_motion(world, found->body)) {
    case AUK_MOTION_STATIC: return COLOR_STATIC;
    case AUK_MOTION_SWEPT: return COLOR_SWEPT;
    case AUK_MOTION_MOVING:
    case AUK_MOTION_COUNT: break;
    }
    return (marks & MARK_TOUCHING) != 0 ? COLOR_TOUCHING : COLOR_MOVING;
}

typedef enum Layer { LAYER_SENSORS, LAYER_LARGE, LAYER_SMALL, LAYER_COUNT } Layer;

static Layer layer_of(const View *view, const AukWorld *world, const AukFound *found)
{
    if (auk_shape_is_sensor(world, found->shape)) {
        return LAYER_SENSORS;
    }
    AukBox box = auk_body_get_bounds(world, found->body);
    float size = box.max.x - box.min.x + box.max.y - box.min.y;
    return size * view->camera.scale > LARGE_FROM ? LAYER_LARGE : LAYER_SMALL;
}

static void draw_found(View *view, const AukWorld *world, const AukFound *found, Layer layer)
{
    uint32_t index = found->body.index;
    unsigned char marks = index < (uint32_t)arrlen(view->marks) ? view->marks[index] : 0;
    CanvasColor color = color_of(world, found, marks);
    bool sensor = layer == LAYER_SENSORS;
    bool met = (marks & (MARK_TOUCHING | MARK_HIT)) != 0;
    CanvasColor outline = met && !sensor ? COLOR_TOUCHING : color;
    outline = (marks & MARK_INSIDE) != 0 && !sensor ? COLOR_SENSOR : outline;
    AukShape shape = auk_shape_get(world, found->shape);
    unsigned solid = layer == LAYER_LARGE && auk_body_get_motion(world, found->body) != AUK_MOTION_STATIC
                         ? (unsigned)LARGE_ALPHA
                         : (unsigned)SOLID_ALPHA;
    unsigned alpha = sensor ? ((marks & MARK_INSIDE) != 0 ? 0x70u : 0x40u) : solid;
    view_shape(view, &shape, auk_shape_get_pose(world, found->shape), canvas_fade(color, alpha), outline);
}

// Sensors lie under what may be in them, and small bodies over large ones.
static void draw_bodies(View *view, const AukWorld *world)
{
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        for (int i = 0; i < view->visible_count; i++) {
            const AukFound *found = &view->visible[i];
            if (!view_is_pieced(view, world, i) && layer_of(view, world, found) == (Layer)layer) {
                draw_found(view, world, found, (Layer)layer);
            }
        }
    }
}

static void draw_picked(View *view, const AukWorld *world)
{
    if (!auk_body_exists(world, view->picked)) {
        return;
    }
    AukBox box = auk_body_get_bounds(world, view->picked);
    AukVec2 low = view_point(view, box.min);
    AukVec2 high = view_point(view, box.max);
    float gap = 4.0f * view->dot;
    AukVec2 corners[4] = {{low.x - gap, high.y - gap},
                          {high.x + gap, high.y - gap},
                          {high.x + gap, low.y + gap},
                          {low.x - gap, low.y + gap}};
    canvas_outline(&view->canvas, corners, 4, 2.0f * view->dot, COLOR_TEXT);
}

void view_draw(View *view, const DemoScene *scene, Demo *demo)
{
    find_visible(view, demo->world);
    if (scene->draw != NULL && scene->draws_under) {
        scene->draw(demo, view);
    }
    if (!scene->draws_all) {
        mark_bodies(view, demo->world);
        draw_bodies(view, demo->world);
        view_draw_pieced(view, demo->world);
    }
    if (scene->draw != NULL && !scene->draws_under) {
        scene->draw(demo, view);
    }
    view_draw_overlays(view, demo);
    draw_picked(view, demo->world);
}
