// The overlays over the bodies. Labels are left out if there are too many to read.
#include "viewer/world_view.h"

#include <stb/stb_ds.h>

// Labels are drawn if each has this much room on average, in squares of the height of a line.
#define LABEL_SPACE 12.0f

// More lines than these cover everything. Where all bodies begin at one place, as in `bullets`, they would also take
// gigabytes: every pair is one.
enum { DRAWN_PAIRS_MAX = 100000 };

static bool is_in_sight(const View *view, AukVec2 pixel)
{
    const Camera *camera = &view->camera;
    return pixel.x >= camera->left && pixel.x <= camera->left + camera->width && pixel.y >= camera->top &&
           pixel.y <= camera->top + camera->height;
}

static AukVec2 middle_of(const View *view, AukBox box)
{
    return view_point(view, auk_vec_lerp(box.min, box.max, 0.5f));
}

// True for the first of a body's shapes in sight: overlays of bodies are drawn once. Bodies with a half-plane have no
// finite box and no overlay.
static bool is_first(const WorldView *seen, int i)
{
    return (i == 0 || !auk_body_id_equal(seen->shapes[i].body, seen->shapes[i - 1].body)) &&
           world_view_has_box(seen->world, seen->shapes[i].body);
}

static void draw_boxes(const WorldView *seen)
{
    View *view = seen->view;
    const AukWorld *world = seen->world;
    for (int i = 0; i < seen->count; i++) {
        if (is_first(seen, i)) {
            AukBox box = auk_body_get_bounds(world, seen->shapes[i].body);
            AukVec2 corners[4] = {view_point(view, box.min), view_point(view, auk_vec(box.max.x, box.min.y)),
                                  view_point(view, box.max), view_point(view, auk_vec(box.min.x, box.max.y))};
            canvas_outline(&view->canvas, corners, 4, view->pixel, COLOR_BOX);
        }
    }
}

// The world does not publish its pairs, so the boxes in sight go into a broad phase made for this drawing. `bodies` is
// an stb_ds array that gets the body of each proxy.
static AukStatus add_boxes(const WorldView *seen, AukBroad *broad, AukBodyId **bodies)
{
    AukStatus status = AUK_OK;
    for (int i = 0; i < seen->count && status == AUK_OK; i++) {
        if (is_first(seen, i)) {
            AukBodyId body = seen->shapes[i].body;
            bool is_static = auk_body_get_motion(seen->world, body) == AUK_MOTION_STATIC;
            uint32_t proxy = 0;
            status = auk_broad_add(broad, auk_body_get_bounds(seen->world, body), is_static, &proxy);
            arrput(*bodies, body);
        }
    }
    return status == AUK_OK ? auk_broad_update(broad) : status;
}

static void draw_pairs(const WorldView *seen)
{
    AukBroadDef def = {.max_pairs = DRAWN_PAIRS_MAX};
    AukStatus status = AUK_OK;
    AukBroad *broad = auk_broad_create(&def, &status);
    AukBodyId *bodies = NULL; // stb_ds array
    status = broad != NULL ? add_boxes(seen, broad, &bodies) : status;
    AukBroadPairs pairs = {0};
    if (status == AUK_OK) {
        pairs = auk_broad_pairs(broad);
    } else {
        view_note(seen->view, COLOR_FAINT, "the pairs are not drawn: %s", auk_status_text(status));
    }
    for (int i = 0; i < pairs.count; i++) {
        AukVec2 a = middle_of(seen->view, auk_body_get_bounds(seen->world, bodies[pairs.items[i].a]));
        AukVec2 b = middle_of(seen->view, auk_body_get_bounds(seen->world, bodies[pairs.items[i].b]));
        canvas_line(&seen->view->canvas, a, b, seen->view->pixel, COLOR_PAIR);
    }
    arrfree(bodies);
    auk_broad_destroy(broad);
}

static bool has_room_for_labels(const View *view, int count)
{
    float line = view->canvas.font->line;
    return (float)count * LABEL_SPACE * line * line <= view->camera.width * view->camera.height;
}

static void draw_manifold(View *view, const AukContact *contact, bool label)
{
    const AukManifold *manifold = &contact->manifold;
    float length = 18.0f * view->pixel / view->camera.scale;
    for (int i = 0; i < manifold->count; i++) {
        AukVec2 at = manifold->points[i].point;
        AukVec2 from = view_point(view, at);
        AukVec2 to = view_point(view, auk_vec_add(at, auk_vec_scale(length, manifold->normal)));
        canvas_arrow(&view->canvas, from, to, 1.5f * view->pixel, COLOR_NORMAL);
        canvas_disc(&view->canvas, from, 2.5f * view->pixel, COLOR_TOUCHING);
        if (label && i == 0) {
            AukVec2 beside = auk_vec(from.x + 5.0f * view->pixel, from.y + 3.0f * view->pixel);
            canvas_text(&view->canvas, beside, COLOR_TEXT, "%.3g", (double)-manifold->distance);
        }
    }
}

static void draw_manifolds(const WorldView *seen)
{
    View *view = seen->view;
    const AukWorld *world = seen->world;
    AukContacts contacts = auk_world_contacts(world);
    int points = 0;
    for (int i = 0; i < contacts.count; i++) {
        points += is_in_sight(view, view_point(view, contacts.items[i].manifold.points[0].point));
    }
    for (int i = 0; i < contacts.count; i++) {
        if (is_in_sight(view, view_point(view, contacts.items[i].manifold.points[0].point))) {
            draw_manifold(view, &contacts.items[i], has_room_for_labels(view, 4 * points));
        }
    }
}

static void draw_hits(const WorldView *seen)
{
    View *view = seen->view;
    const AukWorld *world = seen->world;
    AukHits hits = auk_world_hits(world);
    float arm = 4.0f * view->pixel;
    for (int i = 0; i < hits.count; i++) {
        const AukHit *hit = &hits.items[i];
        AukVec2 at = view_point(view, hit->point);
        if (is_in_sight(view, at)) {
            float length = -16.0f * view->pixel / view->camera.scale;
            AukVec2 back = view_point(view, auk_vec_add(hit->point, auk_vec_scale(length, hit->normal)));
            canvas_line(&view->canvas, auk_vec(at.x - arm, at.y - arm), auk_vec(at.x + arm, at.y + arm),
                        1.5f * view->pixel, COLOR_HIT);
            canvas_line(&view->canvas, auk_vec(at.x - arm, at.y + arm), auk_vec(at.x + arm, at.y - arm),
                        1.5f * view->pixel, COLOR_HIT);
            canvas_line(&view->canvas, at, back, view->pixel, COLOR_HIT);
        }
    }
}

static void draw_traces(const WorldView *seen)
{
    View *view = seen->view;
    const AukWorld *world = seen->world;
    for (int i = 0; i < seen->count; i++) {
        AukBodyId body = seen->shapes[i].body;
        if (auk_body_get_motion(world, body) == AUK_MOTION_SWEPT && is_first(seen, i)) {
            AukVec2 from = view_point(view, auk_body_get_previous_pose(world, body).p);
            AukVec2 to = view_point(view, auk_body_get_pose(world, body).p);
            canvas_line(&view->canvas, from, to, 1.5f * view->pixel, canvas_fade(COLOR_SWEPT, 0xa0));
            canvas_disc(&view->canvas, from, 2.0f * view->pixel, COLOR_SWEPT);
        }
    }
}

static void draw_ids(const WorldView *seen)
{
    View *view = seen->view;
    const AukWorld *world = seen->world;
    if (!has_room_for_labels(view, seen->count)) {
        return;
    }
    for (int i = 0; i < seen->count; i++) {
        if (is_first(seen, i)) {
            AukBodyId body = seen->shapes[i].body;
            AukVec2 at = view_point(view, auk_body_get_pose(world, body).p);
            at.y -= 0.5f * view->canvas.font->body;
            canvas_text(&view->canvas, at, COLOR_TEXT, "%u", body.index);
        }
    }
}

// The borders of the strips into which the broad phase divides the world.
static void draw_strips(const WorldView *seen)
{
    View *view = seen->view;
    const AukWorld *world = seen->world;
    enum { STRIPS_MAX = 1000 };
    AukDrawItem items[STRIPS_MAX];
    AukDrawOptions options = {.show = AUK_SHOW_STRIPS, .region = view_region(view)};
    int count = auk_world_draw(world, &options, items, STRIPS_MAX);
    for (int i = 0; i < count; i++) {
        canvas_line(&view->canvas, view_point(view, items[i].p), view_point(view, items[i].q), view->pixel,
                    COLOR_STRIP);
    }
}

void world_view_draw_overlays(const WorldView *seen)
{
    const View *view = seen->view;
    if (view_shows(view, OVERLAY_STRIPS)) {
        draw_strips(seen);
    }
    if (view_shows(view, OVERLAY_PAIRS)) {
        draw_pairs(seen);
    }
    if (view_shows(view, OVERLAY_BOXES)) {
        draw_boxes(seen);
    }
    if (view_shows(view, OVERLAY_TRACES)) {
        draw_traces(seen);
    }
    if (view_shows(view, OVERLAY_MANIFOLDS)) {
        draw_manifolds(seen);
    }
    if (view_shows(view, OVERLAY_HITS)) {
        draw_hits(seen);
    }
    if (view_shows(view, OVERLAY_IDS)) {
        draw_ids(seen);
    }
}
