// The players in the window: each of the first two penguins is played from the first press of one of its keys on. Runs
// without a window have no keys, so players do not change them.
#include "scenes/tuxes.h"
#include "viewer/draw/view.h"

#include <math.h>
#include <stb/stb_ds.h>

#define PLAYER_SPEED 170.0f
#define PISTOL_PAUSE 0.18f
#define SHOTGUN_PAUSE 0.7f

typedef struct PlayerKeys {
    int up, down, left, right, pistol, shotgun;
    CanvasColor color;
} PlayerKeys;

static const PlayerKeys player_keys[TUXES_PLAYER_COUNT] = {
    {'w', 's', 'a', 'd', 'f', 'g', COLOR_HIT},
    {DEMO_KEY_UP, DEMO_KEY_DOWN, DEMO_KEY_LEFT, DEMO_KEY_RIGHT, 'k', 'l', COLOR_BOX},
};

static bool is_key_of(const PlayerKeys *keys, int key)
{
    return key == keys->up || key == keys->down || key == keys->left || key == keys->right || key == keys->pistol ||
           key == keys->shotgun;
}

bool tuxes_press(Demo *demo, int key, bool shift)
{
    (void)shift;
    TuxesScene *scene = (TuxesScene *)demo;
    if (key == 'o') {
        scene->discrete = !scene->discrete;
        return true;
    }
    for (int i = 0; i < TUXES_PLAYER_COUNT && i < demo->options.bodies; i++) {
        if (is_key_of(&player_keys[i], key)) {
            scene->players[i].playing = true;
            return true;
        }
    }
    return false;
}

static void walk(TuxesScene *scene, TuxesPenguin *penguin, const PlayerKeys *keys)
{
    const bool *held = scene->demo.input.held;
    AukVec2 direction =
        auk_vec((float)held[keys->right] - (float)held[keys->left], (float)held[keys->up] - (float)held[keys->down]);
    bool still = direction.x == 0.0f && direction.y == 0.0f;
    AukVec2 heading = still ? penguin->heading : auk_vec_normalize(direction);
    AukVec2 position = auk_body_get_pose(scene->demo.world, penguin->body).p;
    tuxes_set_walk(scene, penguin, position, heading, still ? 0.0f : PLAYER_SPEED);
}

bool tuxes_play(TuxesScene *scene, int index)
{
    if (index >= TUXES_PLAYER_COUNT || !scene->players[index].playing) {
        return false;
    }
    const PlayerKeys *keys = &player_keys[index];
    TuxesPenguin *penguin = &scene->penguins[index];
    walk(scene, penguin, keys);
    penguin->until_shot -= scene->demo.options.dt;
    if (penguin->until_shot <= 0.0f && scene->demo.input.held[keys->pistol]) {
        penguin->until_shot = PISTOL_PAUSE;
        tuxes_fire_pistol(scene, index, penguin->heading);
    } else if (penguin->until_shot <= 0.0f && scene->demo.input.held[keys->shotgun]) {
        penguin->until_shot = SHOTGUN_PAUSE;
        tuxes_fire_shotgun(scene, index, auk_rot_angle((AukRot){penguin->heading.x, penguin->heading.y}));
    }
    return true;
}

void tuxes_score(TuxesScene *scene, int shooter, int victim)
{
    if (shooter < TUXES_PLAYER_COUNT) {
        scene->players[shooter].kills++;
    }
    if (victim < TUXES_PLAYER_COUNT) {
        scene->players[victim].deaths++;
    }
}

// Draws a belly and a beak, and around a played penguin a ring and its health.
static void draw_penguin(View *view, const TuxesScene *scene, int index)
{
    const TuxesPenguin *penguin = &scene->penguins[index];
    AukTransform pose = auk_body_get_pose(scene->demo.world, penguin->body);
    AukVec2 beak[3] = {auk_transform_apply(pose, auk_vec(16.0f, 0.0f)), auk_transform_apply(pose, auk_vec(9.0f, 3.5f)),
                       auk_transform_apply(pose, auk_vec(9.0f, -3.5f))};
    for (int i = 0; i < 3; i++) {
        beak[i] = view_point(view, beak[i]);
    }
    float scale = view->camera.scale;
    AukVec2 middle = view_point(view, pose.p);
    canvas_disc(&view->canvas, middle, 6.5f * scale, 0xfff4f6fau);
    canvas_disc(&view->canvas, view_point(view, auk_transform_apply(pose, auk_vec(7.0f, 0.0f))), 4.0f * scale,
                0xff20252eu);
    canvas_polygon(&view->canvas, beak, 3, 0xffffa23au);
    if (index < TUXES_PLAYER_COUNT && scene->players[index].playing) {
        CanvasColor color = player_keys[index].color;
        canvas_ring(&view->canvas, middle, 24.0f * scale, 2.0f * view->pixel, color);
        float part = (float)penguin->health / (float)TUXES_HEALTH;
        canvas_rectangle(&view->canvas, middle.x - 20.0f * scale, middle.y - 34.0f * scale, 40.0f * scale * part,
                         5.0f * scale, color);
    }
}

// Draws a disc for each bullet, since bullets are smaller than a pixel.
static void draw_bullets(View *view, const TuxesScene *scene)
{
    for (int i = 0; i < (int)arrlen(scene->bullets); i++) {
        AukBodyId body = scene->bullets[i].body;
        if (scene->bullets[i].flying) {
            bool swept = auk_body_get_motion(scene->demo.world, body) == AUK_MOTION_SWEPT;
            AukVec2 at = view_point(view, auk_body_get_pose(scene->demo.world, body).p);
            canvas_disc(&view->canvas, at, 2.0f * view->pixel, swept ? COLOR_SWEPT : COLOR_MOVING);
        }
    }
}

// Draws the latest paths of bullets that tunnelled, each with a ring where it should have stopped.
static void draw_tunnels(View *view, const TuxesScene *scene)
{
    float radius = fmaxf(8.0f * view->camera.scale, 2.0f * view->pixel); // the length of a bullet
    for (int64_t i = 0; i < scene->tunnel_count && i < TUXES_TUNNEL_COUNT; i++) {
        const TuxesTunnel *tunnel = &scene->tunnels[i];
        AukVec2 entry = view_point(view, tunnel->entry);
        canvas_line(&view->canvas, view_point(view, tunnel->from), view_point(view, tunnel->to), 1.5f * view->pixel,
                    canvas_fade(COLOR_TOUCHING, 0xb0));
        canvas_ring(&view->canvas, entry, radius, view->pixel, COLOR_NORMAL);
    }
}

static void note_tunnels(View *view, const TuxesScene *scene)
{
    const Demo *demo = &scene->demo;
    if (!demo->input.window && !scene->discrete) {
        return;
    }
    view_note(view, scene->discrete ? COLOR_TOUCHING : COLOR_TEXT, "%s%s: %lld of %lld bullets tunnelled",
              scene->discrete ? "bullets are tested after each step only" : "bullets are swept along their path",
              demo->input.window ? " (O)" : "", (long long)demo->checks.missed, (long long)scene->shots);
    if (scene->tunnel_count > 0) {
        view_note(view, COLOR_TEXT,
                  "red: the steps of the last %d that tunnelled; rings: where they should have stopped",
                  scene->tunnel_count < TUXES_TUNNEL_COUNT ? (int)scene->tunnel_count : (int)TUXES_TUNNEL_COUNT);
    }
    if (demo->input.window) {
        view_note(view, COLOR_FAINT, "T: longer steps, as on a slow computer; R: restart");
    }
}

void tuxes_draw(Demo *demo, View *view)
{
    const TuxesScene *scene = (const TuxesScene *)demo;
    draw_tunnels(view, scene);
    draw_bullets(view, scene);
    for (int i = 0; i < demo->options.bodies; i++) {
        draw_penguin(view, scene, i);
    }
    for (int i = 0; i < TUXES_PLAYER_COUNT; i++) {
        const TuxesPlayer *player = &scene->players[i];
        if (player->playing) {
            view_note(view, player_keys[i].color, "player %d: %d kills, %d deaths", i + 1, player->kills,
                      player->deaths);
        }
    }
    note_tunnels(view, scene);
}
