// Steps are taken as real time passes, so with a longer time step they are fewer, as on a slow computer. A body held by
// the mouse is moved under it before each step. In a paused world a step of zero seconds updates the contacts.
#include "viewer/browser.h"

#include "viewer/world_view.h"

#include <string.h>

enum { STEPS_IN_A_ROW_MAX = 4 };

#define PICK_PIXELS 4.0f
#define ROTATE_STEP 0.1f

const DemoHelp browser_help[BROWSER_HELP_COUNT] = {
    {"Tab, Shift+Tab, click", "next, previous, any scene"},
    {"Space", "pause"},
    {"N", "pause, and take one step"},
    {"M", "slow motion: 4 times, 16 times, off"},
    {"T, Shift+T", "longer, shorter steps, as on a slow computer"},
    {"R", "restart the scene"},
    {"V, Shift+V", "restart with the next, previous seed"},
    {"], [", "restart with twice, half the bodies"},
    {"drag", "move a body, or the view"},
    {"click, then point", "a body's contacts; why it touches another"},
    {"Q, E", "rotate the clicked body"},
    {"wheel, +, -; Home", "zoom; show the whole scene"},
    {"1 to 8", "show or hide an overlay"},
    {"H, F1", "show or hide these keys"},
    {"Esc, Ctrl+Q", "quit"},
};

static bool create_demo(Browser *browser)
{
    browser->demo = demo_create(browser->scene, &browser->options);
    browser->seconds_due = 0.0;
    browser->hold = BROWSER_HOLD_NOTHING;
    browser->picked = (AukBodyId){0};
    if (browser->demo == NULL) {
        browser->quit = true;
        return false;
    }
    browser->demo->input.window = true;
    if (browser->scene->still) {
        demo_frame(browser->scene, browser->demo);
    }
    return true;
}

// Keys that are held stay held.
static void restart(Browser *browser)
{
    DemoInput input = browser->demo->input;
    browser->scene->destroy(browser->demo);
    if (create_demo(browser)) {
        browser->demo->input = input;
    }
}

bool browser_open(Browser *browser, const DemoScene *scene, const DemoOptions *options, unsigned overlays)
{
    memset(browser, 0, sizeof *browser);
    browser->scene = scene;
    browser->options = *options;
    browser->view.overlays = overlays;
    browser->slow_motion = 1;
    browser->reset_camera = true;
    return create_demo(browser);
}

void browser_close(Browser *browser)
{
    if (browser->demo != NULL) {
        browser->scene->destroy(browser->demo);
    }
    view_release(&browser->view);
    font_release(&browser->font);
}

void browser_show(Browser *browser, int index)
{
    browser->scene->destroy(browser->demo);
    browser->scene = demo_scenes[(index + demo_scene_count) % demo_scene_count];
    DemoOptions before = browser->options;
    browser->options = browser->scene->defaults;
    browser->options.workers = before.workers;
    browser->options.map = before.map;
    browser->options.gjk = before.gjk;
    browser->view.overlays = browser->scene->overlays;
    browser->reset_camera = true;
    create_demo(browser);
}

static int scene_index(const Browser *browser)
{
    int index = 0;
    while (demo_scenes[index] != browser->scene) {
        index++;
    }
    return index;
}

// ---- steps ----------------------------------------------------------------------------------------------------------

static void set_picked_pose(Browser *browser, AukTransform pose)
{
    auk_body_set_pose(browser->demo->world, browser->picked, pose);
    if (browser->scene->moved != NULL) {
        browser->scene->moved(browser->demo, browser->picked);
    }
}

static void move_held_body(Browser *browser)
{
    AukWorld *world = browser->demo->world;
    if (browser->hold != BROWSER_HOLD_BODY || !auk_body_exists(world, browser->picked)) {
        return;
    }
    AukTransform pose = auk_body_get_pose(world, browser->picked);
    pose.p = auk_vec_add(view_world_point(&browser->view, browser->mouse), browser->grab_offset);
    set_picked_pose(browser, pose);
}

static void step(Browser *browser)
{
    Demo *demo = browser->demo;
    if (demo->status != AUK_OK) {
        return;
    }
    move_held_body(browser);
    double before = demo->totals.seconds;
    demo_frame(browser->scene, demo);
    browser->step_seconds = demo->totals.seconds - before;
    AukWorldStats stats = auk_world_stats(demo->world);
    browser->phases_at = (browser->phases_at + 1) % BROWSER_HISTORY;
    for (int i = 0; i < AUK_PHASE_COUNT; i++) {
        browser->phases[browser->phases_at][i] = (float)(1e3 * stats.seconds[i]);
    }
}

// After a body was moved by hand in a paused world: updates the contacts.
static void refresh(Browser *browser)
{
    if ((browser->paused || browser->scene->still) && browser->demo->status == AUK_OK) {
        move_held_body(browser);
        auk_world_step(browser->demo->world, 0.0f);
    }
}

void browser_advance(Browser *browser, double seconds)
{
    browser->picture_seconds += 0.05 * (seconds - browser->picture_seconds);
    if (browser->paused || browser->scene->still) {
        return;
    }
    double dt = (double)browser->demo->options.dt;
    browser->seconds_due += seconds / (double)browser->slow_motion;
    if (browser->lockstep || dt == 0.0) {
        browser->seconds_due = 0.0;
        step(browser);
        return;
    }
    int steps = 0;
    while (browser->seconds_due >= dt && steps < STEPS_IN_A_ROW_MAX) {
        browser->seconds_due -= dt;
        step(browser);
        steps++;
    }
    // A machine that is too slow drops the rest, so that the window still reacts.
    browser->seconds_due = browser->seconds_due > dt ? dt : browser->seconds_due;
}

// ---- keys -----------------------------------------------------------------------------------------------------------

static void change_step(Browser *browser, bool longer)
{
    static const float steps[] = {1.0f / 240.0f, 1.0f / 120.0f, 1.0f / 60.0f, 1.0f / 30.0f,
                                  1.0f / 15.0f,  0.125f,        0.25f,        0.5f};
    int count = (int)(sizeof steps / sizeof steps[0]);
    float now = browser->demo->options.dt;
    int index = 0;
    while (index < count - 1 && steps[index] < now * 0.99f) {
        index++;
    }
    index += longer ? 1 : -1;
    index = index < 0 ? 0 : (index < count ? index : count - 1);
    browser->demo->options.dt = browser->options.dt = steps[index];
}

static void change_bodies(Browser *browser, bool more)
{
    int now = browser->options.bodies;
    int then = more ? 2 * now : now / 2;
    int least = demo_bodies_min(browser->scene);
    then = then < least ? least : then;
    browser->options.bodies = then > browser->scene->bodies_max ? browser->scene->bodies_max : then;
    browser->reset_camera = true;
    restart(browser);
}

// After the picked body was moved by a key: its scene's check would find faults that are none.
static void finish_move(Browser *browser)
{
    browser->demo->moved_by_hand = true;
    refresh(browser);
}

static void rotate_picked(Browser *browser, float angle)
{
    AukWorld *world = browser->demo->world;
    if (!auk_body_exists(world, browser->picked)) {
        return;
    }
    AukTransform pose = auk_body_get_pose(world, browser->picked);
    AukRot by = auk_rot(angle);
    AukVec2 axis = auk_rot_apply(by, auk_rot_apply(pose.q, auk_vec(1.0f, 0.0f)));
    axis = auk_vec_normalize(axis);
    pose.q = (AukRot){axis.x, axis.y};
    set_picked_pose(browser, pose);
    finish_move(browser);
}

void browser_nudge(Browser *browser, AukVec2 pixels)
{
    AukWorld *world = browser->demo->world;
    Camera *camera = &browser->view.camera;
    AukVec2 delta = auk_vec(pixels.x / camera->scale, -pixels.y / camera->scale);
    if (!auk_body_exists(world, browser->picked)) {
        camera->centre = auk_vec_add(camera->centre, delta);
        return;
    }
    AukTransform pose = auk_body_get_pose(world, browser->picked);
    pose.p = auk_vec_add(pose.p, delta);
    set_picked_pose(browser, pose);
    finish_move(browser);
}

static void press_view_key(Browser *browser, int key)
{
    const Camera *camera = &browser->view.camera;
    AukVec2 middle = auk_vec(camera->left + 0.5f * camera->width, camera->top + 0.5f * camera->height);
    switch (key) {
    case '+':
    case '=': browser_zoom(browser, middle, 1.25f); break;
    case '-': browser_zoom(browser, middle, 0.8f); break;
    case DEMO_KEY_HOME: browser->reset_camera = true; break;
    case 'h':
    case DEMO_KEY_F1: browser->help = !browser->help; break;
    case 'q': rotate_picked(browser, ROTATE_STEP); break;
    case 'e': rotate_picked(browser, -ROTATE_STEP); break;
    default:
        if (key >= '1' && key < '1' + OVERLAY_COUNT) {
            browser->view.overlays ^= 1u << (key - '1');
        }
    }
}

void browser_press(Browser *browser, int key, bool shift)
{
    Demo *demo = browser->demo;
    if (key >= 0 && key < DEMO_KEY_COUNT) {
        demo->input.held[key] = true;
    }
    if (browser->scene->press != NULL && browser->scene->press(demo, key, shift)) {
        return;
    }
    switch (key) {
    case DEMO_KEY_ESCAPE:
        browser->quit = !browser->help;
        browser->help = false;
        break;
    case DEMO_KEY_TAB: browser_show(browser, scene_index(browser) + (shift ? -1 : 1)); break;
    case DEMO_KEY_PAGE_DOWN: browser_show(browser, scene_index(browser) + 1); break;
    case DEMO_KEY_PAGE_UP: browser_show(browser, scene_index(browser) - 1); break;
    case ' ': browser->paused = !browser->paused; break;
    case 'n':
        browser->paused = true;
        step(browser);
        break;
    case 'm': browser->slow_motion = browser->slow_motion == 16 ? 1 : 4 * browser->slow_motion; break;
    case 't': change_step(browser, !shift); break;
    case 'r': restart(browser); break;
    case 'v':
        browser->options.seed += shift ? UINT64_MAX : 1;
        restart(browser);
        break;
    case ']': change_bodies(browser, true); break;
    case '[': change_bodies(browser, false); break;
    default: press_view_key(browser, key);
    }
}

void browser_release(Browser *browser, int key)
{
    if (key >= 0 && key < DEMO_KEY_COUNT) {
        browser->demo->input.held[key] = false;
    }
}

// ---- the mouse ------------------------------------------------------------------------------------------------------

void browser_zoom(Browser *browser, AukVec2 at, float factor)
{
    Camera *camera = &browser->view.camera;
    AukVec2 before = view_world_point(&browser->view, at);
    float scale = camera->scale * factor;
    bool sane = scale > 1e-4f && scale < 1e5f;
    camera->scale = sane ? scale : camera->scale;
    AukVec2 after = view_world_point(&browser->view, at);
    camera->centre = auk_vec_add(camera->centre, auk_vec_sub(before, after));
}

AukBodyId browser_body_at(const Browser *browser, AukVec2 point)
{
    enum { FOUND_MAX = 64 };
    const AukWorld *world = browser->demo->world;
    AukShape spot = auk_shape_circle(PICK_PIXELS / browser->view.camera.scale);
    AukTransform pose = auk_transform(point, 0.0f);
    AukFound found[FOUND_MAX];
    AukBodyId best = {0};
    float least = 0.0f;
    for (int pass = 0; pass < 2 && best.generation == 0; pass++) {
        AukQuery query = {.filter = {.category = WORLD_VIEW_CATEGORY}, .sensors = pass == 1};
        int count = auk_world_overlap(world, &spot, pose, &query, found, FOUND_MAX);
        for (int i = 0; i < count; i++) {
            AukBox box = auk_body_get_bounds(world, found[i].body);
            float size = box.max.x - box.min.x + box.max.y - box.min.y;
            if (best.generation == 0 || size < least) {
                best = found[i].body;
                least = size;
            }
        }
    }
    return best;
}

void browser_mouse_down(Browser *browser, AukVec2 at, bool left)
{
    const Camera *camera = &browser->view.camera;
    browser->mouse = at;
    bool list = at.x < browser->list_width && at.y >= browser->list_top;
    int row = list ? (int)((at.y - browser->list_top) / browser->list_line) : demo_scene_count;
    if (row < demo_scene_count) {
        browser_show(browser, row);
    }
    if (at.x < camera->left || at.x > camera->left + camera->width) {
        return;
    }
    browser->hold = BROWSER_HOLD_VIEW;
    if (left) {
        AukVec2 point = view_world_point(&browser->view, at);
        browser->picked = browser_body_at(browser, point);
        if (auk_body_exists(browser->demo->world, browser->picked)) {
            browser->hold = BROWSER_HOLD_BODY;
            AukVec2 position = auk_body_get_pose(browser->demo->world, browser->picked).p;
            browser->grab_offset = auk_vec_sub(position, point);
        }
    }
}

void browser_mouse_up(Browser *browser)
{
    browser->hold = BROWSER_HOLD_NOTHING;
}

void browser_mouse_move(Browser *browser, AukVec2 at)
{
    AukVec2 delta = auk_vec_sub(at, browser->mouse);
    browser->mouse = at;
    if (browser->hold == BROWSER_HOLD_VIEW) {
        Camera *camera = &browser->view.camera;
        camera->centre.x -= delta.x / camera->scale;
        camera->centre.y += delta.y / camera->scale;
    }
    if (browser->hold == BROWSER_HOLD_BODY) {
        browser->demo->moved_by_hand = true;
        refresh(browser);
    }
}

const char *browser_motion_name(AukMotion motion)
{
    switch (motion) {
    case AUK_MOTION_MOVING: return "moving";
    case AUK_MOTION_STATIC: return "static";
    case AUK_MOTION_SWEPT: return "swept";
    case AUK_MOTION_COUNT: break;
    }
    return "?";
}
