// There is no list of bodies to read from a world: the bodies in sight are found by a query with the camera's box, so a
// large world costs no more than the part of it that is seen.
#include "viewer/world_view.h"

#include <math.h>
#include <stb/stb_ds.h>

// Opacity of what fills a solid body, and a large one.
enum { SOLID_ALPHA = 0x90, LARGE_ALPHA = 0x48 };

// A body is large from this sum of its width and height on, in pixels.
#define LARGE_FROM 80.0f

enum { MARK_TOUCHING = 1, MARK_HIT = 2, MARK_IN_SENSOR = 4 };

void world_view_show_start(View *view, const DemoScene *scene, const Demo *demo)
{
    AukVec2 half = scene->extent != NULL ? scene->extent(demo) : auk_vec(10.0f, 10.0f);
    AukVec2 centre = scene->centre != NULL ? scene->centre(demo) : auk_vec(0.0f, 0.0f);
    view_look_at(view, centre, half.x, half.y);
}

static void mark(WorldView *seen, AukBodyId body, unsigned char flag)
{
    while ((uint32_t)arrlen(seen->marks) <= body.index) {
        arrput(seen->marks, 0);
    }
    seen->marks[body.index] |= flag;
}

static void mark_bodies(WorldView *seen)
{
    const AukWorld *world = seen->world;
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        mark(seen, contacts.items[i].body_a, MARK_TOUCHING);
        mark(seen, contacts.items[i].body_b, MARK_TOUCHING);
    }
    AukHits hits = auk_world_hits(world);
    for (int i = 0; i < hits.count; i++) {
        mark(seen, hits.items[i].body_b, MARK_HIT);
    }
    AukOverlaps overlaps = auk_world_overlaps(world);
    for (int i = 0; i < overlaps.count; i++) {
        mark(seen, overlaps.items[i].body_a, MARK_IN_SENSOR);
        mark(seen, overlaps.items[i].body_b, MARK_IN_SENSOR);
    }
}

static void find_shapes(WorldView *seen)
{
    AukBox box = view_region(seen->view);
    AukQuery query = {.filter = {.category = WORLD_VIEW_CATEGORY}, .sensors = true};
    // Shapes with pieces are found more than once, so the number of shapes is only a first guess.
    int capacity = auk_world_stats(seen->world).shapes + 1;
    int count = capacity;
    while (count == capacity) {
        capacity *= 2;
        arrsetlen(seen->shapes, (size_t)capacity);
        count = auk_world_overlap_bounds(seen->world, box, &query, seen->shapes, capacity);
    }
    seen->count = seen->shapes != NULL && count > 0 ? count : 0;
}

static CanvasColor color_of(const AukWorld *world, const AukFound *found, unsigned char marks)
{
    if (auk_world_shape_is_sensor(world, found->shape)) {
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

static Layer layer_of(const WorldView *seen, const AukFound *found)
{
    const AukWorld *world = seen->world;
    if (auk_world_shape_is_sensor(world, found->shape)) {
        return LAYER_SENSORS;
    }
    AukBox box = auk_body_get_bounds(world, found->body);
    float size = box.max.x - box.min.x + box.max.y - box.min.y;
    return size * seen->view->camera.scale > LARGE_FROM ? LAYER_LARGE : LAYER_SMALL;
}

static void draw_found(const WorldView *seen, const AukFound *found, Layer layer)
{
    const AukWorld *world = seen->world;
    uint32_t index = found->body.index;
    unsigned char marks = index < (uint32_t)arrlen(seen->marks) ? seen->marks[index] : 0;
    CanvasColor color = color_of(world, found, marks);
    bool sensor = layer == LAYER_SENSORS;
    bool touching = (marks & (MARK_TOUCHING | MARK_HIT)) != 0;
    CanvasColor outline = touching && !sensor ? COLOR_TOUCHING : color;
    outline = (marks & MARK_IN_SENSOR) != 0 && !sensor ? COLOR_SENSOR : outline;
    AukShape shape = auk_world_shape_get(world, found->shape);
    unsigned solid = layer == LAYER_LARGE && auk_body_get_motion(world, found->body) != AUK_MOTION_STATIC
                         ? (unsigned)LARGE_ALPHA
                         : (unsigned)SOLID_ALPHA;
    unsigned alpha = sensor ? ((marks & MARK_IN_SENSOR) != 0 ? 0x70u : 0x40u) : solid;
    view_shape(seen->view, &shape, auk_world_shape_get_pose(world, found->shape), canvas_fade(color, alpha), outline);
}

// Sensors lie under all bodies, and small bodies over large ones.
static void draw_bodies(const WorldView *seen)
{
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        for (int i = 0; i < seen->count; i++) {
            const AukFound *found = &seen->shapes[i];
            if (!world_view_has_pieces(seen, i) && layer_of(seen, found) == (Layer)layer) {
                draw_found(seen, found, (Layer)layer);
            }
        }
    }
}

bool world_view_has_box(const AukWorld *world, AukBodyId body)
{
    AukBox box = auk_body_get_bounds(world, body);
    return isfinite(box.min.x) && isfinite(box.min.y) && isfinite(box.max.x) && isfinite(box.max.y);
}

void world_view_frame_body(View *view, const AukWorld *world, AukBodyId body)
{
    if (!auk_body_exists(world, body) || !world_view_has_box(world, body)) {
        return;
    }
    AukBox box = auk_body_get_bounds(world, body);
    AukVec2 low = view_point(view, box.min);
    AukVec2 high = view_point(view, box.max);
    float gap = 4.0f * view->pixel;
    AukVec2 corners[4] = {{low.x - gap, high.y - gap},
                          {high.x + gap, high.y - gap},
                          {high.x + gap, low.y + gap},
                          {low.x - gap, low.y + gap}};
    canvas_outline(&view->canvas, corners, 4, 2.0f * view->pixel, COLOR_TEXT);
}

void world_view_draw(View *view, const DemoScene *scene, Demo *demo)
{
    WorldView seen = {.view = view, .world = demo->world};
    find_shapes(&seen);
    if (scene->draw != NULL && scene->draws_under) {
        scene->draw(demo, view);
    }
    if (!scene->draws_all) {
        mark_bodies(&seen);
        draw_bodies(&seen);
        world_view_draw_pieces(&seen);
    }
    if (scene->draw != NULL && !scene->draws_under) {
        scene->draw(demo, view);
    }
    world_view_draw_overlays(&seen);
    arrfree(seen.shapes);
    arrfree(seen.marks);
}
