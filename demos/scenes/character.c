// Character: a capsule moved by auk_world_move() through a level of slopes, stairs, chains, conveyor belts, one-way
// platforms, moving platforms and pits. Without keys it plays by itself, to the right end and back. The check after
// each step: it is never inside a body, behind a wall or stuck.
#include "scenes/player.h"

enum { PLATFORM_COUNT = 2, STAIR_COUNT = 7, COIN_COUNT = 12, BELT_COUNT = 2 };

#define HALF_WIDTH 27.0f
#define HALF_HEIGHT 10.0f
#define GROUND (-4.0f) // height of most of the ground

// A platform that swings by `amplitude` to both sides of its middle.
typedef struct Platform {
    AukBodyId body;
    AukVec2 middle, amplitude;
    float angle; // of the sine
    float pace;  // of the angle, radians per second
} Platform;

// A box whose top is a conveyor.
typedef struct Belt {
    AukBodyId body;
    float left, right, height;
    float speed; // to the right
} Belt;

typedef struct Character {
    Demo demo;
    Platform platforms[PLATFORM_COUNT];
    Belt belts[BELT_COUNT];
    Player *players; // options.bodies of them
} Character;

static AukBodyId add_box(Demo *demo, float left, float right, float low, float high)
{
    AukShape shape = auk_shape_box(0.5f * (right - left), 0.5f * (high - low));
    return player_add_ground(demo, shape, auk_vec(0.5f * (left + right), 0.5f * (low + high)), 0.0f);
}

static void add_belt(Character *character, Belt belt)
{
    Demo *demo = &character->demo;
    belt.body = add_box(demo, belt.left, belt.right, -9.0f, belt.height);
    if (demo->status == AUK_OK) {
        AukShapeId shape = auk_body_get_shape(demo->world, belt.body);
        demo->status = auk_world_shape_set_conveyor(demo->world, shape, auk_vec(belt.speed, 0.0f));
    }
    for (int i = 0; i < BELT_COUNT; i++) {
        if (character->belts[i].body.generation == 0) {
            character->belts[i] = belt;
            return;
        }
    }
}

static void add_boxes(Demo *demo)
{
    const float low = -9.0f;
    add_box(demo, -28.0f, -26.0f, low, 9.0f); // the walls at both ends
    add_box(demo, 26.0f, 28.0f, low, 9.0f);
    add_box(demo, -26.0f, -16.0f, low, GROUND);
    for (int i = 0; i < STAIR_COUNT; i++) {
        float left = -7.0f + 0.5f * (float)i;
        add_box(demo, left, left + 0.5f, low, -1.5f - 2.5f / (float)STAIR_COUNT * (float)(i + 1));
    }
    add_box(demo, -3.5f, -1.0f, low, GROUND);
    add_box(demo, 3.4f, 6.2f, -1.9f, -1.3f); // a ceiling
    add_box(demo, 22.0f, 26.0f, low, -1.2f); // too high for one jump
}

static void add_slopes(Demo *demo)
{
    static const AukVec2 up[3] = {{-16.0f, GROUND}, {-11.0f, GROUND}, {-11.0f, -1.5f}};
    player_add_ground(demo, auk_shape_polygon(up, 3, 0.0f), auk_vec(0.0f, 0.0f), 0.0f);
    add_box(demo, -16.0f, -11.0f, -9.0f, GROUND);
    static const AukVec2 bumps[7] = {{1.5f, -9.0f},  {1.5f, GROUND}, {2.6f, -3.8f}, {4.0f, -4.15f},
                                     {5.4f, -3.85f}, {7.0f, GROUND}, {7.0f, -9.0f}};
    player_add_chain(demo, bumps, 7);
}

static void add_platform(Character *character, Platform platform, AukShape shape)
{
    Demo *demo = &character->demo;
    AukBodyDef def = {.shape = shape, .position = platform.middle};
    def.filter.category = PLAYER_GROUND;
    platform.body = demo_add_body(demo, &def);
    platform.angle = demo_random_angle(&demo->random);
    for (int i = 0; i < PLATFORM_COUNT; i++) {
        if (character->platforms[i].body.generation == 0) {
            character->platforms[i] = platform;
            return;
        }
    }
}

static void add_level(Character *character)
{
    Demo *demo = &character->demo;
    add_boxes(demo);
    add_slopes(demo);
    add_belt(character, (Belt){.left = -11.0f, .right = -7.0f, .height = -1.5f, .speed = -2.5f}); // a plateau
    add_belt(character, (Belt){.left = 15.0f, .right = 22.0f, .height = GROUND, .speed = 3.0f});
    player_add_one_way(demo, auk_vec(20.2f, -2.6f), 1.6f);
    player_add_one_way(demo, auk_vec(-21.0f, -2.7f), 1.5f);
    player_add_one_way(demo, auk_vec(-18.0f, -1.4f), 1.5f);
    Platform across = {.middle = {11.0f, GROUND - 0.3f}, .amplitude = {2.3f, 0.0f}, .pace = 1.2f};
    add_platform(character, across, auk_shape_box(1.6f, 0.3f));
    Platform lift = {.middle = {0.25f, GROUND - 0.8f}, .amplitude = {0.0f, 1.2f}, .pace = 1.5f};
    add_platform(character, lift, auk_shape_box(0.7f, 0.2f));
    static const AukVec2 coins[COIN_COUNT] = {{-22.0f, -3.0f}, {-20.5f, -1.8f}, {-17.5f, -0.4f}, {-13.0f, -1.0f},
                                              {-9.0f, 0.2f},   {-5.0f, -1.5f},  {0.25f, -2.0f},  {4.8f, -3.0f},
                                              {11.0f, -2.4f},  {17.0f, -3.0f},  {20.2f, -1.6f},  {24.0f, 0.0f}};
    for (int i = 0; i < COIN_COUNT; i++) {
        player_add_coin(demo, coins[i]);
    }
}

static Demo *create(const DemoOptions *options)
{
    Character *character = demo_new(options, sizeof *character, (size_t)options->bodies * sizeof *character->players);
    if (character == NULL) {
        return NULL;
    }
    character->players = character->demo.items;
    Demo *demo = &character->demo;
    add_level(character);
    AukBox limits = {{-26.0f, -9.0f}, {26.0f, 9.0f}};
    for (int i = 0; i < options->bodies; i++) {
        float x = i == 0 ? -24.5f : demo_random_between(&demo->random, -25.5f, -16.5f);
        player_init(demo, &character->players[i], auk_vec(x, GROUND + 3.2f), limits, i);
    }
    return demo;
}

static void send_platforms(Character *character)
{
    Demo *demo = &character->demo;
    for (int i = 0; i < PLATFORM_COUNT && demo->status == AUK_OK; i++) {
        Platform *platform = &character->platforms[i];
        platform->angle += platform->pace * demo->options.dt;
        AukVec2 at = auk_vec_add(platform->middle, auk_vec_scale(auk_rot(platform->angle).s, platform->amplitude));
        demo->status = auk_body_move_to(demo->world, platform->body, auk_transform(at, 0.0f));
    }
}

static void prepare(Demo *demo)
{
    Character *character = (Character *)demo;
    player_take_coins(demo, character->players, demo->options.bodies);
    send_platforms(character);
    for (int i = 0; i < demo->options.bodies && demo->status == AUK_OK; i++) {
        player_move(demo, &character->players[i]);
    }
}

static void check(Demo *demo)
{
    player_check(demo, ((Character *)demo)->players, demo->options.bodies);
}

static void report(const Demo *demo, FILE *stream)
{
    player_report(((const Character *)demo)->players, demo->options.bodies, stream);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH, HALF_HEIGHT);
}

static void draw_belt(View *view, const Belt *belt)
{
    for (float x = belt->left + 0.5f; x < belt->right; x += 1.0f) {
        AukVec2 from = auk_vec(x - 0.1f * belt->speed, belt->height - 0.3f),
                to = auk_vec(x + 0.1f * belt->speed, from.y);
        canvas_arrow(&view->canvas, view_point(view, from), view_point(view, to), 1.5f * view->pixel, COLOR_MOVING);
    }
}

static void draw(Demo *demo, View *view)
{
    const Character *character = (const Character *)demo;
    for (int i = 0; i < BELT_COUNT; i++) {
        draw_belt(view, &character->belts[i]);
    }
    player_note(view, &character->players[0]);
}

const DemoScene scene_character = {
    .name = "character",
    .title = "a level to walk and jump through: slopes, stairs, belts, moving platforms, pits",
    .bodies_text = "characters",
    .defaults = {.seed = 1, .bodies = 1, .dt = 1.0f / 60.0f},
    .frames = 1800,
    .bodies_max = 1000,
    .dt_max = 1.0f,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
    .help = {{"Left, Right or A, D", "walk"}, {"Up or W", "jump"}},
};
