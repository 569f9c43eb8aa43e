// The drawing: the world, and panels beside it. Left: the list of scenes, the state of the run and the times. Right:
// overlays, colours, keys of the scene, and the picked body.
#include "viewer/browser.h"

#include "viewer/column.h"
#include "viewer/legend.h"
#include "viewer/world_view.h"

enum { PANEL_LETTERS = 21, CONTACT_LINES_MAX = 8 };

#define EDGE 0.6f // distance of the text from a panel's border, in lines

static float panel_width(const Browser *browser)
{
    return browser->font.line * 2.0f * EDGE + font_width(&browser->font, "n") * (float)PANEL_LETTERS;
}

static Column open_column(Browser *browser, float left)
{
    View *view = &browser->view;
    float width = panel_width(browser);
    float height = (float)view->canvas.height;
    float edge = EDGE * browser->font.line;
    canvas_rectangle(&view->canvas, left, 0.0f, width, height, COLOR_PANEL);
    Column column = {view, left + edge, edge, width - 2.0f * edge, height - 0.5f * edge};
    return column;
}

static void draw_list(Browser *browser, Column *column)
{
    column_line(column, COLOR_FAINT, "auk: H shows the keys");
    column_gap(column);
    browser->list_top = column->top;
    browser->list_line = browser->font.line;
    browser->list_width = panel_width(browser);
    for (int i = 0; i < demo_scene_count; i++) {
        bool shown = demo_scenes[i] == browser->scene;
        if (shown) {
            canvas_rectangle(&browser->view.canvas, 0.0f, column->top - 0.05f * browser->font.line, browser->list_width,
                             browser->font.line, COLOR_MARKED);
        }
        column_line(column, shown ? COLOR_TEXT : COLOR_FAINT, "%s", demo_scenes[i]->name);
    }
    column_gap(column);
}

static void draw_state(Browser *browser, Column *column)
{
    const Demo *demo = browser->demo;
    AukWorldStats stats = auk_world_stats(demo->world);
    const char *running = browser->paused ? "paused" : "running";
    double dt = (double)demo->options.dt;
    column_line(column, browser->paused ? COLOR_SWEPT : COLOR_TEXT, "%s, frame %lld",
                browser->scene->still ? "N: next" : running, (long long)demo->totals.frames);
    if (dt > 0.4) {
        column_line(column, COLOR_TEXT, "step %.3g s (slow computer)", dt);
    } else if (dt > 0.0) {
        column_line(column, COLOR_TEXT, "step 1/%.0f s%s", 1.0 / dt, dt > 0.05 ? " (slow computer)" : "");
    }
    if (browser->slow_motion > 1) {
        column_line(column, COLOR_SWEPT, "slowed down %d times", browser->slow_motion);
    }
    column_line(column, COLOR_TEXT, "seed %llu", (unsigned long long)demo->options.seed);
    column_line(column, COLOR_TEXT, "bodies %d", stats.bodies);
    column_line(column, COLOR_TEXT, "pairs %d", stats.candidates);
    column_line(column, COLOR_TEXT, "contacts %d", stats.contacts);
    column_line(column, COLOR_TEXT, "hits %lld", (long long)demo->totals.hits);
    if (browser->scene->check != NULL) {
        long long wrong = demo->checks.missed + demo->checks.false_hits;
        column_line(column, wrong > 0 ? COLOR_TOUCHING : COLOR_TEXT, "tunnelled %lld%s", wrong,
                    demo->moved_by_hand ? " (unchecked)" : "");
    }
    column_line(column, COLOR_TEXT, "step %.2f ms", 1e3 * browser->step_seconds);
    if (browser->picture_seconds > 0.0) {
        column_line(column, COLOR_TEXT, "%.0f pictures per second", 1.0 / browser->picture_seconds);
    }
    if (demo->status != AUK_OK) {
        column_line(column, COLOR_TOUCHING, "stopped: %s", demo_error_text(demo));
    }
    column_gap(column);
}

static float slowest_step(const Browser *browser)
{
    float most = 0.1f;
    for (int i = 0; i < BROWSER_HISTORY; i++) {
        float sum = 0.0f;
        for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
            sum += browser->phases[i][phase];
        }
        most = sum > most ? sum : most;
    }
    return most;
}

static const CanvasColor phase_colors[AUK_PHASE_COUNT] = {
    COLOR_MOVING, COLOR_SWEPT, COLOR_SENSOR, COLOR_HIT, COLOR_TOUCHING, COLOR_BOX, COLOR_STATIC,
};

static void draw_graph(Browser *browser, const Column *column, float height)
{
    float most = slowest_step(browser);
    float width = column->width / (float)BROWSER_HISTORY;
    for (int i = 0; i < BROWSER_HISTORY; i++) {
        const float *times = browser->phases[(browser->phases_at + 1 + i) % BROWSER_HISTORY];
        float y = column->top + height;
        for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
            float tall = times[phase] / most * height;
            y -= tall;
            canvas_rectangle(&browser->view.canvas, column->left + (float)i * width, y, width, tall,
                             phase_colors[phase]);
        }
    }
}

static void draw_times(Browser *browser, Column *column)
{
    enum { GRAPH_LINES = 4 };
    if (!view_shows(&browser->view, OVERLAY_TIMES) || !column_has_room(column, AUK_PHASE_COUNT + GRAPH_LINES + 1)) {
        return;
    }
    float height = (float)GRAPH_LINES * browser->font.line;
    column_line(column, COLOR_FAINT, "ms per step, up to %.2f", (double)slowest_step(browser));
    draw_graph(browser, column, height);
    column->top += height + 0.3f * browser->font.line;
    for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
        column_line(column, phase_colors[phase], "%.3f %s", (double)browser->phases[browser->phases_at][phase],
                    auk_phase_name((AukPhase)phase));
    }
}

static void draw_switches(Browser *browser, Column *column)
{
    column_line(column, COLOR_FAINT, "overlays");
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        bool on = view_shows(&browser->view, (Overlay)i);
        column_line(column, on ? COLOR_TEXT : COLOR_FAINT, "%d %s%s", i + 1, overlay_names[i], on ? ": on" : "");
    }
    column_gap(column);
    if (!browser->scene->draws_all) {
        legend_draw_column(column);
        column_gap(column);
    }
    for (int i = 0; i < DEMO_HELP_COUNT_MAX && browser->scene->help[i].keys != NULL; i++) {
        const DemoHelp *help = &browser->scene->help[i];
        column_line(column, COLOR_SWEPT, "%s", help->keys);
        column_line(column, COLOR_TEXT, "  %s", help->meaning);
    }
    column_gap(column);
}

// ---- the picked body ------------------------------------------------------------------------------------------------

// Two lines for each contact.
static void draw_contacts(Browser *browser, Column *column, AukBodyId body)
{
    const AukWorld *world = browser->demo->world;
    AukContacts contacts = auk_world_contacts(world);
    int indices[CONTACT_LINES_MAX];
    int count = auk_body_contacts(world, body, NULL, 0);
    int written = auk_body_contacts(world, body, indices, CONTACT_LINES_MAX);
    column_line(column, COLOR_TEXT, "contacts: %d", count);
    for (int i = 0; i < written; i++) {
        const AukContact *contact = &contacts.items[indices[i]];
        bool first = auk_body_id_equal(contact->body_a, body);
        AukVec2 normal = first ? contact->manifold.normal : auk_vec_neg(contact->manifold.normal);
        column_line(column, COLOR_TOUCHING, "body %u, %.3g deep,",
                    first ? contact->body_b.index : contact->body_a.index, (double)-contact->manifold.distance);
        column_line(column, COLOR_TOUCHING, "  normal %.2f %.2f", (double)normal.x, (double)normal.y);
    }
}

static void draw_picked(Browser *browser, Column *column)
{
    const AukWorld *world = browser->demo->world;
    AukBodyId body = browser->picked;
    if (!auk_body_exists(world, body)) {
        column_line(column, COLOR_FAINT, "click a body to see");
        column_line(column, COLOR_FAINT, "its contacts, then");
        column_line(column, COLOR_FAINT, "point at another one");
        return;
    }
    AukTransform pose = auk_body_get_pose(world, body);
    AukVec2 velocity = auk_body_get_velocity(world, body);
    AukFilter filter = auk_body_get_filter(world, body);
    AukBodyId owner = auk_body_get_owner(world, body);
    column_line(column, COLOR_SWEPT, "body %u, %s", body.index, browser_motion_name(auk_body_get_motion(world, body)));
    column_line(column, COLOR_TEXT, "at %.5g %.5g", (double)pose.p.x, (double)pose.p.y);
    column_line(column, COLOR_TEXT, "velocity %.4g %.4g", (double)velocity.x, (double)velocity.y);
    column_line(column, COLOR_TEXT, "category %llx ignores %llx", (unsigned long long)filter.category,
                (unsigned long long)filter.ignore);
    if (owner.generation != 0) {
        column_line(column, COLOR_TEXT, "owned by %u", owner.index);
    }
    draw_contacts(browser, column, body);
}

// A note that says why the picked body and the one under the mouse touch or do not. It stands among the scene's notes,
// since panels are too narrow for it.
static void note_why(Browser *browser)
{
    const AukWorld *world = browser->demo->world;
    const Camera *camera = &browser->view.camera;
    AukVec2 mouse = browser->mouse;
    AukBodyId picked = browser->picked;
    bool inside = mouse.x >= camera->left && mouse.x <= camera->left + camera->width;
    if (!inside || !auk_body_exists(world, picked)) {
        return;
    }
    AukBodyId other = browser_body_at(browser, view_world_point(&browser->view, mouse));
    if (auk_body_exists(world, other) && !auk_body_id_equal(other, picked)) {
        char text[200];
        AukWhy why = auk_world_why(world, picked, other);
        auk_why_text(&why, text, sizeof text);
        view_note(&browser->view, why.reason == AUK_WHY_TOUCHING ? COLOR_TOUCHING : COLOR_SWEPT, "bodies %u, %u: %s",
                  picked.index, other.index, text);
    }
}

static void draw_help(Browser *browser)
{
    View *view = &browser->view;
    const Font *font = &browser->font;
    float width = 34.0f * font->line;
    float height = (float)BROWSER_HELP_COUNT * font->line + 2.0f * EDGE * font->line;
    width = width > (float)view->canvas.width ? (float)view->canvas.width : width;
    float left = 0.5f * ((float)view->canvas.width - width);
    float top = 0.5f * ((float)view->canvas.height - height);
    top = top < 0.0f ? 0.0f : top;
    canvas_rectangle(&view->canvas, 0.0f, 0.0f, (float)view->canvas.width, (float)view->canvas.height,
                     canvas_fade(COLOR_BACKGROUND, 0xd8));
    canvas_rectangle(&view->canvas, left - view->pixel, top - view->pixel, width + 2.0f * view->pixel,
                     height + 2.0f * view->pixel, COLOR_EDGE);
    canvas_rectangle(&view->canvas, left, top, width, height, COLOR_PANEL);
    float edge = EDGE * font->line;
    Column keys = {view, left + edge, top + edge, 0.38f * width, top + height};
    Column meanings = {view, left + edge + 0.4f * width, top + edge, 0.6f * width - 2.0f * edge, top + height};
    for (int i = 0; i < BROWSER_HELP_COUNT; i++) {
        column_line(&keys, COLOR_SWEPT, "%s", browser_help[i].keys);
        column_line(&meanings, COLOR_TEXT, "%s", browser_help[i].meaning);
    }
}

static void draw_panels(Browser *browser)
{
    note_why(browser);
    Column left = open_column(browser, 0.0f);
    draw_list(browser, &left);
    draw_state(browser, &left);
    draw_times(browser, &left);
    Column right = open_column(browser, (float)browser->view.canvas.width - panel_width(browser));
    draw_switches(browser, &right);
    draw_picked(browser, &right);
    if (browser->help) {
        draw_help(browser);
    }
}

// ---- pictures ------------------------------------------------------------------------------------------------------

static void choose_font(Browser *browser, int height)
{
    int wanted = height / 46;
    wanted = wanted < 12 ? 12 : wanted;
    if (browser->font_height == wanted) {
        return;
    }
    font_release(&browser->font);
    browser->font_height = wanted;
    browser->system_font = font_make_system(&browser->font, (float)wanted);
    if (!browser->system_font && !font_make_builtin(&browser->font, font_builtin_scale(height))) {
        browser->quit = true;
    }
}

void browser_draw(Browser *browser, int width, int height)
{
    choose_font(browser, height);
    View *view = &browser->view;
    view_begin(view, width, height, &browser->font);
    if (browser->quit) {
        return;
    }
    float panel = panel_width(browser);
    view->camera.left = panel;
    view->camera.top = 0.0f;
    view->camera.width = (float)width > 2.0f * panel + 1.0f ? (float)width - 2.0f * panel : 1.0f;
    view->camera.height = (float)height;
    if (browser->reset_camera) {
        world_view_show_start(view, browser->scene, browser->demo);
        browser->reset_camera = false;
    }
    world_view_draw(view, browser->scene, browser->demo);
    world_view_frame_body(view, browser->demo->world, browser->picked);
    draw_panels(browser);
}
