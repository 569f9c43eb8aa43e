// Asteroids: a world that wraps around in x and y. Rocks are polygons that split in two when a shot meets them. Shots
// are swept, so that none passes through a rock or over the edge of the world unseen. The ship aims with a query for
// the nearest rock.
#include <auk/auk.h>

#include <stdio.h>

enum { ROCKS = 6, FRAMES = 1800, RELOAD = 15, SHOT_LIFE = 60, SHOTS = 8, CORNERS = 7 };
enum { SHIP = 1 << 1, ROCK = 1 << 2, SHOT = 1 << 3 }; // categories
#define DT (1.0f / 60.0f)
#define WIDTH 80.0f
#define HEIGHT 60.0f

typedef struct Shot {
    AukBodyId body;
    int life; // frames
} Shot;

typedef struct Game {
    AukWorld *world;
    AukBodyId ship;
    Shot shots[SHOTS];
    unsigned random;
    int fired, rocks_hit, crashes;
} Game;

static float random_between(Game *game, float low, float high)
{
    game->random = game->random * 1664525u + 1013904223u;
    return low + (high - low) * (float)(game->random >> 8) / 16777216.0f;
}

// A rock keeps its radius as user data, in eighths: it is what a hit reads to know how large the parts are.
static void make_rock(Game *game, AukVec2 at, float radius)
{
    AukVec2 corners[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        AukRot way = auk_rot(6.2832f * (float)i / (float)CORNERS);
        corners[i] = auk_vec_scale(radius * random_between(game, 0.7f, 1.0f), auk_vec(way.c, way.s));
    }
    AukBodyDef def = {.position = at, .user_data = (uint64_t)(8.0f * radius)};
    def.velocity.x = random_between(game, -6.0f, 6.0f);
    def.velocity.y = random_between(game, -6.0f, 6.0f);
    def.spin = random_between(game, -2.0f, 2.0f);
    def.filter = (AukFilter){.category = ROCK, .ignore = ROCK};
    AukBodyId rock = auk_body_create(game->world, &def);
    auk_body_add_polygon(game->world, rock, corners, CORNERS, NULL); // their convex hull
}

static void fire(Game *game, AukVec2 way)
{
    for (int i = 0; i < SHOTS; i++) {
        if (game->shots[i].life == 0) {
            AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_TOUCH};
            def.position = auk_body_get_position(game->world, game->ship);
            def.velocity = auk_vec_scale(60.0f, way);
            def.shape = auk_shape_circle(0.1f);
            def.filter = (AukFilter){.category = SHOT, .ignore = SHOT | SHIP};
            game->shots[i] = (Shot){auk_body_create(game->world, &def), SHOT_LIFE};
            game->fired++;
            return;
        }
    }
}

// Turns to the nearest rock and fires where it will be.
static void steer(Game *game, int frame)
{
    AukTransform pose = auk_body_get_pose(game->world, game->ship);
    AukQuery query = {.filter = {.ignore = ~(uint64_t)ROCK}};
    AukFound rock;
    if (auk_world_nearest(game->world, NULL, pose, 30.0f, &query, &rock, 1) <= 0) {
        return;
    }
    AukVec2 speed = auk_body_get_velocity(game->world, rock.body);
    AukVec2 aim = auk_vec_add_scaled(auk_vec_sub(rock.point, pose.p), rock.distance / 60.0f, speed);
    AukVec2 way = auk_vec_normalize(aim); // of the nearest image: `point` may be beyond the edge
    auk_body_set_velocity(game->world, game->ship, auk_vec_scale(-3.0f, way));
    if (frame % RELOAD == 0) {
        fire(game, way);
    }
}

static void split(Game *game, AukBodyId rock)
{
    float radius = 0.125f * (float)auk_body_get_user_data(game->world, rock);
    AukVec2 at = auk_body_get_position(game->world, rock);
    auk_body_destroy(game->world, rock);
    game->rocks_hit++;
    for (int i = 0; i < 2 && radius > 1.2f; i++) {
        make_rock(game, at, 0.6f * radius);
    }
}

static void read_results(Game *game)
{
    AukHits hits = auk_world_hits(game->world);
    for (int i = 0; i < hits.count; i++) {
        for (int k = 0; k < SHOTS; k++) {
            if (auk_body_id_equal(game->shots[k].body, hits.items[i].body_a)) {
                game->shots[k].life = 1;
            }
        }
        if (auk_body_exists(game->world, hits.items[i].body_b)) { // two shots may hit one rock
            split(game, hits.items[i].body_b);
        }
    }
    for (int k = 0; k < SHOTS; k++) {
        if (game->shots[k].life > 0 && --game->shots[k].life == 0) {
            auk_body_destroy(game->world, game->shots[k].body);
        }
    }
    game->crashes += auk_world_events(game->world, AUK_EVENT_BEGIN).count;
}

int main(void)
{
    AukWorldDef def = {.wrap = {{0.0f, 0.0f}, {WIDTH, HEIGHT}}};
    Game game = {.world = auk_world_create(&def, NULL), .random = 7};
    AukBodyDef ship = {.position = {40.0f, 30.0f}, .shape = auk_shape_circle(0.6f), .filter = {.category = SHIP}};
    game.ship = auk_body_create(game.world, &ship);
    for (int i = 0; i < ROCKS; i++) {
        make_rock(&game, auk_vec(13.0f * (float)i, 5.0f), 3.5f);
    }
    int frame = 0;
    for (; frame < FRAMES && auk_world_body_count(game.world) > 1; frame++) {
        steer(&game, frame);
        if (auk_world_step(game.world, DT) != AUK_OK) {
            char text[AUK_ERROR_TEXT_SIZE];
            (void)auk_world_last_error_text(game.world, text, sizeof text);
            puts(text);
            return 1;
        }
        read_results(&game);
    }
    printf("%d frames, %d shots, %d rocks hit, %d things left beside the ship\n", frame, game.fired, game.rocks_hit,
           auk_world_body_count(game.world) - 1);
    printf("%d rocks grazed the ship\n", game.crashes);
    auk_world_destroy(game.world);
    return 0;
}
