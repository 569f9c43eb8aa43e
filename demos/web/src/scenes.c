// The module behind index.html: the scene browser without its window and panels, and calls that JavaScript can make.
// Texts are returned as C strings; those made for the call lie in one buffer, which the next call overwrites. Lists in
// them have a line for each entry, with its name, a tab and its value.
//
// Every call is made once web_open() has returned true. If memory runs out web_failed() is true, and no other call may
// follow. The module imports a clock only.
#include "scenes/scene.h"
#include "viewer/browser.h"
#include "viewer/legend.h"
#include "viewer/mesh.h"
#include "viewer/world_view.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define WEB_CALL __attribute__((visibility("default"))) // and so exported

enum { CONTACT_LINES_MAX = 6 };

static Browser browser;
static Font font;
static Mesh mesh;
static bool opened;
static bool pointed;         // `browser.mouse` is over the canvas
static AukBodyId other_body; // chosen without a mouse: asked about beside the picked one

static char text[8192];
static size_t text_length;

static void clear_text(void)
{
    text_length = 0;
    text[0] = '\0';
}

__attribute__((format(printf, 1, 2))) static void add_text(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text + text_length, sizeof text - text_length, format, arguments);
    va_end(arguments);
    size_t room = sizeof text - text_length - 1;
    text_length += length < 0 ? 0 : ((size_t)length < room ? (size_t)length : room);
}

// ---- scenes ---------------------------------------------------------------------------------------------------------

WEB_CALL int web_scene_count(void)
{
    return demo_scene_count;
}

WEB_CALL const char *web_scene_name(int index)
{
    return demo_scenes[index]->name;
}

// Opens the browser, or changes to another scene.
WEB_CALL bool web_open(int index)
{
    other_body = (AukBodyId){0};
    if (opened) {
        browser_show(&browser, index);
    } else {
        const DemoScene *scene = demo_scenes[index];
        opened = browser_open(&browser, scene, &scene->defaults, scene->overlays);
    }
    return opened && !browser.quit;
}

WEB_CALL bool web_failed(void)
{
    return !opened || browser.quit || browser.demo == NULL;
}

// Keys change the scene, too.
WEB_CALL int web_scene(void)
{
    int index = 0;
    while (demo_scenes[index] != browser.scene) {
        index++;
    }
    return index;
}

WEB_CALL const char *web_scene_title(void)
{
    return browser.scene->title;
}

// The scene's own keys, as a list of keys and what they do.
WEB_CALL const char *web_scene_help(void)
{
    clear_text();
    for (int i = 0; i < DEMO_HELP_COUNT_MAX && browser.scene->help[i].keys != NULL; i++) {
        add_text("%s\t%s\n", browser.scene->help[i].keys, browser.scene->help[i].meaning);
    }
    return text;
}

// The colours of bodies, as 0xAARRGGBB; none in a scene that draws its bodies itself.
WEB_CALL const char *web_legend(void)
{
    clear_text();
    for (int i = 0; i < LEGEND_COUNT && !browser.scene->draws_all; i++) {
        add_text("%s\t%" PRIu32 "\n", legend_entries[i].word, legend_entries[i].color);
    }
    return text;
}

WEB_CALL const char *web_overlay_names(void)
{
    clear_text();
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        add_text("%s\n", overlay_names[i]);
    }
    return text;
}

WEB_CALL unsigned web_overlays(void)
{
    return browser.view.overlays;
}

WEB_CALL void web_set_overlays(unsigned overlays)
{
    browser.view.overlays = overlays;
}

// Drawings that explain one state, such as the rounds of GJK; 0 where the scene has none.
WEB_CALL int web_stage_count(void)
{
    bool has = browser.scene->stages != NULL && browser.demo->status == AUK_OK;
    return has ? browser.scene->stages(browser.demo) : 0;
}

WEB_CALL int web_stage(void)
{
    return browser.scene->stage_shown != NULL ? browser.scene->stage_shown(browser.demo) : 0;
}

WEB_CALL void web_show_stage(int stage)
{
    if (browser.scene->show_stage != NULL) {
        browser.scene->show_stage(browser.demo, stage);
    }
}

// ---- time -----------------------------------------------------------------------------------------------------------

WEB_CALL void web_advance(double seconds)
{
    browser_advance(&browser, seconds);
}

WEB_CALL bool web_paused(void)
{
    return browser.paused;
}

WEB_CALL void web_set_paused(bool paused)
{
    browser.paused = paused;
}

// True for a scene that takes a step only when it is asked to.
WEB_CALL bool web_still(void)
{
    return browser.scene->still;
}

WEB_CALL int web_slow_motion(void)
{
    return browser.slow_motion;
}

WEB_CALL void web_set_slow_motion(int times)
{
    browser.slow_motion = times;
}

// Seconds of a step; 0 in a scene without time.
WEB_CALL double web_step_seconds(void)
{
    return (double)browser.demo->options.dt;
}

WEB_CALL void web_set_step_seconds(double seconds)
{
    browser.options.dt = browser.demo->options.dt = (float)seconds;
}

// ---- keys and the pointer -------------------------------------------------------------------------------------------

WEB_CALL void web_press(int key, bool shift)
{
    browser_press(&browser, key, shift);
}

WEB_CALL void web_release(int key)
{
    browser_release(&browser, key);
}

WEB_CALL void web_pointer_down(float x, float y, bool left)
{
    AukBodyId before = browser.picked;
    browser_mouse_down(&browser, auk_vec(x, y), left);
    if (left && !auk_body_id_equal(before, browser.picked)) {
        other_body = before;
    }
    pointed = true;
}

WEB_CALL void web_pointer_move(float x, float y)
{
    browser_mouse_move(&browser, auk_vec(x, y));
    pointed = true;
}

WEB_CALL void web_pointer_up(void)
{
    browser_mouse_up(&browser);
}

// The pointer left the canvas, or there is none: a finger.
WEB_CALL void web_pointer_gone(void)
{
    pointed = false;
}

WEB_CALL void web_zoom(float x, float y, float factor)
{
    browser_zoom(&browser, auk_vec(x, y), factor);
}

WEB_CALL void web_nudge(float right, float down)
{
    browser_nudge(&browser, auk_vec(right, down));
}

// ---- the picked body, and why it touches another --------------------------------------------------------------------

static AukBodyId body_of_index(int index)
{
    const AukWorld *world = browser.demo->world;
    int count = auk_world_body_count(world);
    AukBodyId *bodies = calloc((size_t)count + 1, sizeof *bodies);
    AukBodyId found = {0};
    count = bodies != NULL ? auk_world_get_bodies(world, bodies, count) : 0;
    for (int i = 0; i < count; i++) {
        found = bodies[i].index == (uint32_t)index ? bodies[i] : found;
    }
    free(bodies);
    return found;
}

// The other body of the question: the one under the mouse, else the one that was chosen.
static AukBodyId asked_body(void)
{
    const AukWorld *world = browser.demo->world;
    AukBodyId found = {0};
    if (pointed && browser.hold == BROWSER_HOLD_NOTHING) {
        found = browser_body_at(&browser, view_world_point(&browser.view, browser.mouse));
    }
    if (!auk_body_exists(world, found) || auk_body_id_equal(found, browser.picked)) {
        found = other_body;
    }
    return auk_body_exists(world, found) && !auk_body_id_equal(found, browser.picked) ? found : (AukBodyId){0};
}

static int index_of(AukBodyId body)
{
    return auk_body_exists(browser.demo->world, body) ? (int)body.index : -1;
}

// The index of the picked body, or -1.
WEB_CALL int web_picked(void)
{
    return index_of(browser.picked);
}

WEB_CALL int web_other(void)
{
    return index_of(asked_body());
}

// Picks the body of that index; false if there is none, and then none is picked.
WEB_CALL bool web_pick(int index)
{
    browser.picked = body_of_index(index);
    return auk_body_exists(browser.demo->world, browser.picked);
}

WEB_CALL bool web_pick_other(int index)
{
    other_body = body_of_index(index);
    pointed = false;
    return auk_body_exists(browser.demo->world, other_body);
}

static void add_contacts(AukBodyId body)
{
    const AukWorld *world = browser.demo->world;
    AukContacts contacts = auk_world_contacts(world);
    int indices[CONTACT_LINES_MAX];
    int count = auk_body_contacts(world, body, NULL, 0);
    int written = auk_body_contacts(world, body, indices, CONTACT_LINES_MAX);
    add_text("contacts\t%d\n", count);
    for (int i = 0; i < written; i++) {
        const AukContact *contact = &contacts.items[indices[i]];
        bool first = auk_body_id_equal(contact->body_a, body);
        AukVec2 normal = first ? contact->manifold.normal : auk_vec_neg(contact->manifold.normal);
        add_text("with body %" PRIu32 "\t%.3g deep, normal %.2f, %.2f\n",
                 first ? contact->body_b.index : contact->body_a.index, (double)-contact->manifold.distance,
                 (double)normal.x, (double)normal.y);
    }
}

// A list about the picked body; empty if there is none.
WEB_CALL const char *web_picked_text(void)
{
    const AukWorld *world = browser.demo->world;
    AukBodyId body = browser.picked;
    clear_text();
    if (!auk_body_exists(world, body)) {
        return text;
    }
    AukTransform pose = auk_body_get_pose(world, body);
    AukVec2 velocity = auk_body_get_velocity(world, body);
    AukFilter filter = auk_body_get_filter(world, body);
    AukBodyId owner = auk_body_get_owner(world, body);
    add_text("motion\t%s\n", browser_motion_name(auk_body_get_motion(world, body)));
    add_text("position\t%.5g, %.5g\n", (double)pose.p.x, (double)pose.p.y);
    add_text("velocity\t%.4g, %.4g\n", (double)velocity.x, (double)velocity.y);
    add_text("category\t%" PRIx64 "\nignores\t%" PRIx64 "\n", filter.category, filter.ignore);
    if (owner.generation != 0) {
        add_text("owned by\tbody %" PRIu32 "\n", owner.index);
    }
    add_contacts(body);
    return text;
}

// A sentence: why the two bodies touch or do not; empty without two bodies.
WEB_CALL const char *web_why(void)
{
    const AukWorld *world = browser.demo->world;
    AukBodyId other = asked_body();
    clear_text();
    if (auk_body_exists(world, browser.picked) && auk_body_exists(world, other)) {
        AukWhy why = auk_world_why(world, browser.picked, other);
        add_text("bodies %" PRIu32 ", %" PRIu32 ": ", browser.picked.index, other.index);
        auk_why_text(&why, text + text_length, (int)(sizeof text - text_length));
    }
    return text;
}

// ---- the state of the run -------------------------------------------------------------------------------------------

static void add_times(void)
{
    const float *times = browser.phases[browser.phases_at];
    for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
        add_text("%s\t%.3f ms\n", auk_phase_name((AukPhase)phase), (double)times[phase]);
    }
}

// A list.
WEB_CALL const char *web_state(void)
{
    const Demo *demo = browser.demo;
    AukWorldStats stats = auk_world_stats(demo->world);
    clear_text();
    add_text("frame\t%" PRId64 "\nseed\t%" PRIu64 "\n", demo->totals.frames, demo->options.seed);
    add_text("bodies\t%d\npairs\t%d\ncontacts\t%d\n", stats.bodies, stats.candidates, stats.contacts);
    add_text("hits\t%" PRId64 "\n", demo->totals.hits);
    if (browser.scene->check != NULL) {
        add_text("faults found\t%" PRId64 "%s\n", demo->checks.missed + demo->checks.false_hits,
                 demo->moved_by_hand ? " (unchecked)" : "");
    }
    add_text("hash\t%016" PRIx64 "\n", auk_world_hash(demo->world));
    add_text("step\t%.2f ms\n", 1e3 * browser.step_seconds);
    if (browser.picture_seconds > 0.0) {
        add_text("pictures\t%.0f per second\n", 1.0 / browser.picture_seconds);
    }
    if (view_shows(&browser.view, OVERLAY_TIMES)) {
        add_times();
    }
    return text;
}

// The error that stopped the scene, in words; empty if there is none.
WEB_CALL const char *web_error(void)
{
    return browser.demo->status != AUK_OK ? demo_error_text(browser.demo) : "";
}

// ---- pictures -------------------------------------------------------------------------------------------------------

// Returns where the coverage of the letters goes, `width` times `height` bytes. Null if memory ran out.
WEB_CALL unsigned char *web_font_begin(int width, int height)
{
    font_release(&font);
    font.atlas = calloc((size_t)width * (size_t)height, 1);
    font.atlas_width = width;
    font.atlas_height = height;
    return font.atlas;
}

WEB_CALL void web_font_glyph(int index, int x, int y, int width, int height, int left, int top, float advance)
{
    font.glyphs[index] = (FontGlyph){x, y, width, height, left, top, advance};
}

WEB_CALL void web_font_end(float line, float body)
{
    font.line = line;
    font.body = body;
}

// On a light ground canvas.js turns the lightness of all colours round. What is lit, and the light, are given colours
// that are bright after that.
static void keep_light_bright(Canvas *canvas)
{
    enum { LIT_BEFORE = 0x0a0600, LIGHT_BEFORE = 0x8c5200 };
    for (int i = 0; i < (int)arrlen(canvas->items); i++) {
        CanvasColor *color = &canvas->items[i].color;
        CanvasColor opaque = *color | 0xff000000u;
        uint32_t before = opaque == COLOR_LIT ? LIT_BEFORE : opaque == COLOR_LIGHT ? LIGHT_BEFORE : *color & 0xffffffu;
        *color = (*color & 0xff000000u) | before;
    }
}

// Makes the triangles of a picture; `pixel` is the width of a thin line.
WEB_CALL void web_draw(int width, int height, float pixel, bool light)
{
    View *view = &browser.view;
    view_begin(view, width, height, &font);
    view->pixel = pixel;
    view->camera.left = view->camera.top = 0.0f;
    view->camera.width = (float)width;
    view->camera.height = (float)height;
    if (browser.reset_camera) {
        world_view_show_start(view, browser.scene, browser.demo);
        browser.reset_camera = false;
    }
    world_view_draw(view, browser.scene, browser.demo);
    world_view_frame_body(view, browser.demo->world, browser.picked);
    if (auk_body_exists(browser.demo->world, browser.picked)) {
        world_view_frame_body(view, browser.demo->world, asked_body());
    }
    if (light) {
        keep_light_bright(&view->canvas);
    }
    mesh_fill(&mesh, &view->canvas);
}

WEB_CALL uint32_t web_background(void)
{
    return browser.view.canvas.background;
}

WEB_CALL const MeshVertex *web_vertices(void)
{
    return mesh.vertices;
}

WEB_CALL uint32_t web_vertex_count(void)
{
    return (uint32_t)arrlenu(mesh.vertices);
}

WEB_CALL const uint32_t *web_indices(void)
{
    return mesh.indices;
}

WEB_CALL uint32_t web_index_count(void)
{
    return (uint32_t)arrlenu(mesh.indices);
}
