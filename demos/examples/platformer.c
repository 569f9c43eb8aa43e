// A platformer: tiles with slopes and one-way floors, a lift, coins, and enemies: bodies that walk to and fro. The hero
// is a mover and finds his way with three rays: for walls, for the ground and for enemies ahead.
#include <auk/auk.h>

#include <stdio.h>

enum { WIDTH = 64, HEIGHT = 12, COINS = 16, ENEMIES = 4, FRAMES = 1500 };
enum { GROUND = 1 << 1, COIN = 1 << 2, ENEMY = 1 << 3 }; // categories
#define DT (1.0f / 60.0f)

// # solid, / and \ slopes, - a floor that is solid from above, o a coin, e an enemy, L the lift
static const char *const level[HEIGHT] = {
    "#                                                              #",
    "#                                                              #",
    "#                                             o   o            #",
    "#                                          -------------       #",
    "#                      o                                       #",
    "#                   -----                o                     #",
    "#             o                         ####                   #",
    "#           ----         #       L      ####                   #",
    "#                       /#\\             ####            o      #",
    "#                o     /###\\            ####       #   ###     #",
    "#   o  o  e   /######################   ####   e   #   ###   o #",
    "############################### ####    ########################",
};

typedef struct Game {
    AukWorld *world;
    AukMover hero, walkers[ENEMIES];
    AukBodyId enemies[ENEMIES], lift;
    int enemy_count, coins, stomped, hurt;
    float direction[ENEMIES];
} Game;

static void add_thing(Game *game, char kind, AukVec2 at)
{
    AukBodyDef def = {.position = at, .shape = auk_shape_circle(0.3f)};
    if (kind == 'o') {
        def.motion = AUK_MOTION_STATIC;
        def.sensor = true;
        def.filter.category = COIN;
        auk_body_create(game->world, &def);
    } else if (kind == 'e' && game->enemy_count < ENEMIES) {
        def.filter.category = ENEMY;
        game->direction[game->enemy_count] = 1.0f;
        game->enemies[game->enemy_count++] = auk_body_create(game->world, &def);
    } else if (kind == 'L') {
        def.shape = auk_shape_box(1.9f, 0.2f);
        def.filter.category = GROUND;
        game->lift = auk_body_create(game->world, &def);
    }
}

static void make_level(Game *game)
{
    static uint8_t cells[WIDTH * HEIGHT];
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            char kind = level[HEIGHT - 1 - y][x];
            cells[y * WIDTH + x] = kind == '#'    ? AUK_TILE_FULL
                                   : kind == '/'  ? AUK_TILE_SLOPE_RIGHT_LOW
                                   : kind == '\\' ? AUK_TILE_SLOPE_LEFT_LOW
                                   : kind == '-'  ? AUK_TILE_ONE_WAY_HIGH
                                                  : AUK_TILE_EMPTY;
            add_thing(game, kind, auk_vec((float)x + 0.5f, (float)y + 0.5f));
        }
    }
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC, .filter = {.category = GROUND}};
    AukTilesDef tiles = {.width = WIDTH, .height = HEIGHT, .cell = 1.0f, .cells = cells};
    auk_body_add_tiles(game->world, auk_body_create(game->world, &ground), &tiles, NULL);
}

// Enemies turn at walls and before a drop.
static void patrol(Game *game, int i)
{
    AukMover *walker = &game->walkers[i];
    AukQuery ground = {.filter = {.ignore = ~(uint64_t)GROUND}};
    AukVec2 ahead = auk_body_get_position(game->world, game->enemies[i]);
    ahead.x += 0.6f * game->direction[i];
    if (walker->wall || !auk_world_cast_ray_any(game->world, ahead, auk_vec(0.0f, -1.2f), &ground)) {
        game->direction[i] = -game->direction[i];
    }
    walker->velocity = auk_vec(1.5f * game->direction[i], walker->velocity.y - 25.0f * DT);
    auk_body_walk(game->world, game->enemies[i], walker, DT, NULL);
}

static void play_hero(Game *game)
{
    AukMover *hero = &game->hero;
    AukQuery ground = {.filter = {.ignore = ~(uint64_t)GROUND}}, enemies = {.filter = {.ignore = ~(uint64_t)ENEMY}};
    AukVec2 at = hero->pose.p, ahead = auk_vec(at.x + 0.5f, at.y),
            lift = auk_body_get_position(game->world, game->lift);
    bool wall = auk_world_cast_ray_any(game->world, at, auk_vec(1.0f, 0.0f), &ground);
    bool enemy = auk_world_cast_ray_any(game->world, at, auk_vec(3.6f, 0.0f), &enemies);
    bool gap = !auk_world_cast_ray_any(game->world, ahead, auk_vec(0.0f, -2.0f), &ground);
    bool rides = auk_body_id_equal(hero->support, game->lift);
    bool waits = rides ? wall : at.x > lift.x - 3.0f && at.x < lift.x && lift.y > 1.1f;
    hero->velocity = auk_vec(waits ? 0.0f : 5.0f, hero->velocity.y - 25.0f * DT);
    if (hero->floor && !waits && !rides && (wall || gap || enemy)) {
        hero->velocity.y = 12.5f;
    }
    AukMoverContact contacts[8];
    AukMoverSensor sensors[8];
    AukMoveReport report = {contacts, 8, sensors, 8, 0, 0};
    auk_world_move_report(game->world, hero, DT, &report);
    for (int i = 0; i < report.sensor_count && i < 8; i++) {
        game->coins += auk_body_destroy(game->world, sensors[i].body) == AUK_OK;
    }
    for (int i = 0; i < report.contact_count && i < 8; i++) {
        if (auk_body_get_filter(game->world, contacts[i].body).category == ENEMY) {
            *(contacts[i].kind == AUK_MOVER_FLOOR ? &game->stomped : &game->hurt) += 1;
            hero->velocity.y = 8.0f;
            auk_body_destroy(game->world, contacts[i].body);
        }
    }
}

int main(void)
{
    static Game game;
    game.world = auk_world_create(NULL, NULL);
    make_level(&game);
    game.hero.shape = auk_shape_capsule(auk_vec(0.0f, -0.3f), auk_vec(0.0f, 0.3f), 0.3f);
    game.hero.pose = auk_transform(auk_vec(2.0f, 2.0f), 0.0f);
    game.hero.snap = 0.3f;
    int frame = 0;
    for (; frame < FRAMES && game.hero.pose.p.x < 61.5f && game.hero.pose.p.y > -3.0f; frame++) {
        float height = frame % 240 < 120 ? (float)(frame % 120) : (float)(120 - frame % 120);
        auk_body_move_to(game.world, game.lift, auk_transform(auk_vec(38.0f, 0.8f + 0.0425f * height), 0.0f));
        play_hero(&game);
        for (int i = 0; i < game.enemy_count; i++) {
            patrol(&game, i);
        }
        if (auk_world_step(game.world, DT) != AUK_OK) {
            puts(auk_status_text(auk_world_last_status(game.world)));
            return 1;
        }
        if (frame % 60 == 0) {
            printf("%3d  x %5.2f  y %5.2f  %s\n", frame, (double)game.hero.pose.p.x, (double)game.hero.pose.p.y,
                   auk_body_id_equal(game.hero.support, game.lift) ? "on the lift"
                   : game.hero.floor                               ? ""
                                                                   : "in the air");
        }
    }
    printf("%s after %d frames with %d coins; %d enemies stomped, %d times hurt\n",
           game.hero.pose.p.x >= 61.5f ? "arrived" : "lost", frame, game.coins, game.stomped, game.hurt);
    auk_world_destroy(game.world);
    return 0;
}
