// Bullet hell: four emitters keep 3,000 bullets in the air around a ship that dodges. A bullet is a swept body: it hits
// however fast it is. A ring around the ship is a sensor and counts near misses. Bullets cost nothing against each
// other: they ignore their own category.
#include <auk/auk.h>

#include <stdio.h>

enum { BULLETS = 3000, EMITTERS = 4, VOLLEY = 10, FRAMES = 900 };
enum { SHIP = 1 << 1, BULLET = 1 << 2 }; // categories
#define DT (1.0f / 60.0f)
#define ARENA 40.0f

// The bullets in the order in which they were fired; the oldest are taken back for new volleys.
typedef struct Game {
    AukWorld *world;
    AukBodyId ship, bullets[BULLETS];
    int next; // bullet to fire
    int hits, near_misses, most;
} Game;

static void make_ship(Game *game)
{
    AukBodyDef def = {.position = {0.0f, -10.0f}, .shape = auk_shape_circle(0.15f)};
    def.filter = (AukFilter){.category = SHIP};
    game->ship = auk_body_create(game->world, &def);
    AukShapeDef ring = {.shape = auk_shape_circle(0.8f), .sensor = true};
    auk_body_add_shape(game->world, game->ship, &ring);
}

// One volley of one emitter: a fan of bullets that turns from volley to volley.
static void fire(Game *game, int emitter, int frame)
{
    static const AukVec2 places[EMITTERS] = {{-16.0f, 12.0f}, {16.0f, 12.0f}, {-16.0f, -12.0f}, {16.0f, -12.0f}};
    AukBodyDef defs[VOLLEY] = {{.motion = AUK_MOTION_SWEPT}};
    for (int i = 0; i < VOLLEY; i++) {
        AukRot way = auk_rot((float)frame * 0.037f + (float)i * 0.628f + (float)emitter);
        defs[i] = (AukBodyDef){.motion = AUK_MOTION_SWEPT, .position = places[emitter]};
        defs[i].shape = auk_shape_circle(0.1f);
        defs[i].velocity = auk_vec_scale(9.0f + (float)(i % 3), auk_vec(way.c, way.s));
        defs[i].filter = (AukFilter){.category = BULLET, .ignore = BULLET};
    }
    AukBodyId *slots = &game->bullets[game->next];
    auk_body_destroy_living(game->world, slots, VOLLEY); // those that hit something are gone already
    auk_body_create_many(game->world, defs, VOLLEY, slots);
    game->next = (game->next + VOLLEY) % BULLETS;
}

// The ship goes where bullets are farthest away: it looks at nine places around it.
static AukVec2 dodge(const Game *game)
{
    AukVec2 ship = auk_body_get_position(game->world, game->ship), best = ship;
    AukQuery query = {.exclude = game->ship};
    float most = -1.0f;
    for (int i = 0; i < 9; i++) {
        AukVec2 place = auk_vec_add(ship, auk_vec((float)(i % 3 - 1) * 0.1f, (float)(i / 3 - 1) * 0.1f));
        AukFound found = {.distance = 8.0f};
        auk_world_nearest(game->world, NULL, auk_transform(place, 0.0f), 8.0f, &query, &found, 1);
        float home = 0.01f * auk_vec_length(auk_vec_sub(place, auk_vec(0.0f, -10.0f))); // not into a corner
        if (found.distance - home > most) {
            most = found.distance - home;
            best = place;
        }
    }
    return best;
}

static void read_results(Game *game)
{
    AukHits hits = auk_world_hits(game->world);
    for (int i = 0; i < hits.count; i++) { // nothing but the ship can be hit
        game->hits++;
        auk_body_destroy(game->world, hits.items[i].body_a);
    }
    game->near_misses += auk_world_events(game->world, AUK_EVENT_ENTER).count;
    int alive = auk_world_body_count(game->world) - 1;
    game->most = alive > game->most ? alive : game->most;
}

int main(void)
{
    Game game = {.world = auk_world_create(NULL, NULL)};
    make_ship(&game);
    for (int frame = 0; frame < FRAMES; frame++) {
        fire(&game, frame % EMITTERS, frame);
        auk_body_move_to(game.world, game.ship, auk_transform(dodge(&game), 0.0f));
        if (auk_world_step(game.world, DT) != AUK_OK) {
            char text[AUK_ERROR_TEXT_SIZE];
            (void)auk_world_last_error_text(game.world, text, sizeof text);
            puts(text);
            return 1;
        }
        read_results(&game);
    }
    AukBox seen = {{-ARENA, -ARENA}, {ARENA, ARENA}};
    int near = auk_world_overlap_box(game.world, seen, NULL, NULL, 0);
    printf("%d frames, up to %d bullets at once, %d of the bodies left on the screen\n", FRAMES, game.most, near);
    printf("the ship was hit %d times, and %d bullets came near\n", game.hits, game.near_misses);
    auk_world_destroy(game.world);
    return 0;
}
