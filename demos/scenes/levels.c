// Levels: a character in a map of the Tiled editor, demos/maps/garden.tmj or the file given with --map.
#include "scenes/tiled.h"

typedef struct Levels {
    Demo demo;
    TiledLevel level;
    Player *players; // options.bodies of them
    const char *path;
} Levels;

static Demo *create(const DemoOptions *options)
{
    Levels *levels = demo_new(options, sizeof *levels, (size_t)options->bodies * sizeof *levels->players);
    if (levels == NULL) {
        return NULL;
    }
    levels->players = levels->demo.items;
    Demo *demo = &levels->demo;
    levels->path = options->map != NULL ? options->map : DEMOS_MAPS "/garden.tmj";
    if (demo->status != AUK_OK || !tiled_read(demo, levels->path, &levels->level)) {
        return demo;
    }
    for (int i = 0; i < options->bodies; i++) {
        AukVec2 at = levels->level.start;
        at.x += demo_random_between(&demo->random, -0.5f, 0.5f);
        player_init(demo, &levels->players[i], at, levels->level.limits, i);
    }
    return demo;
}

static void prepare(Demo *demo)
{
    Levels *levels = (Levels *)demo;
    player_take_coins(demo, levels->players, demo->options.bodies);
    for (int i = 0; i < demo->options.bodies && demo->status == AUK_OK; i++) {
        player_move(demo, &levels->players[i]);
    }
}

static void check(Demo *demo)
{
    player_check(demo, ((Levels *)demo)->players, demo->options.bodies);
}

static void report(const Demo *demo, FILE *stream)
{
    const Levels *levels = (const Levels *)demo;
    player_report(levels->players, demo->options.bodies, stream);
    fprintf(stream, " tiles=%d objects=%d", levels->level.tiles, levels->level.objects);
}

static AukVec2 extent(const Demo *demo)
{
    AukVec2 half = ((const Levels *)demo)->level.limits.max;
    return half.x > 0.0f ? half : auk_vec(20.0f, 12.0f);
}

static void draw(Demo *demo, View *view)
{
    const Levels *levels = (const Levels *)demo;
    if (demo->message[0] != '\0') {
        view_note(view, COLOR_TOUCHING, "%s", demo->message);
        return;
    }
    player_note(view, &levels->players[0]);
}

const DemoScene scene_levels = {
    .name = "levels",
    .title = "a character in a map of the Tiled editor; --map FILE takes yours",
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
