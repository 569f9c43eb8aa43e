// What a path meets that leaves its box: few such searches in a step look at all movers, many at a grid. A crowd of
// bouncers far away makes the searches many, and must change nothing here.
#include "auk/many.h"
#include "auk/stats.h"
#include "auk/terrain.h"

#include "unit/response_scene.h"

#include "support/random.h"

#include <stdlib.h>
#include <string.h>

enum { BALLS = 6, MOVERS = 150, CROWD = 120, STEPS = 90 };

#define ROOM 8.0f
#define FAR_AWAY 4096.0f // no coordinate there is rounded more coarsely than the tolerance of a pair here

static void add_movers(AukWorld *world, uint64_t stream, int balls, AukVec2 middle, float speed)
{
    Random random = random_start(random_seed(), stream);
    for (int i = 0; i < balls + MOVERS; i++) {
        AukVec2 p = auk_vec_add(middle, random_vec(&random, -ROOM, ROOM));
        AukBodyDef def = scene_def(i < balls ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING, auk_shape_circle(0.2f), p.x, p.y);
        def.velocity = auk_vec_scale(i < balls ? 200.0f : speed, random_direction(&random));
        def.response = scene_response(def.motion, i % 3 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE);
        cr_assert(auk_body_exists(world, auk_body_create(world, &def)));
    }
    for (int side = 0; side < 4; side++) {
        AukVec2 way =
            auk_vec(side == 0 ? 1.0f : (side == 1 ? -1.0f : 0.0f), side == 2 ? 1.0f : (side == 3 ? -1.0f : 0.0f));
        AukVec2 at = auk_vec_add(middle, auk_vec_scale(ROOM + 1.5f, way));
        AukShape wall = side < 2 ? auk_shape_box(0.5f, ROOM + 2.0f) : auk_shape_box(ROOM + 2.0f, 0.5f);
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, wall, at.x, at.y);
        auk_body_create(world, &def);
    }
}

// Movers go to and fro, far in each step: where they are when it begins says little.
static void turn_round(AukWorld *world)
{
    for (uint32_t k = 0; k < (uint32_t)auk_world_body_count(world); k++) {
        AukBodyId body = {k, 1};
        if (auk_body_get_motion(world, body) == AUK_MOTION_MOVING) {
            auk_body_set_velocity(world, body, auk_vec_scale(-1.0f, auk_body_get_velocity(world, body)));
        }
    }
}

// The hits among the first bodies alone.
static int hits_here(const AukWorld *world, AukHit *out)
{
    AukHits hits = auk_world_hits(world);
    int count = 0;
    for (int i = 0; i < hits.count; i++) {
        if (hits.items[i].body_b.index < BALLS + MOVERS + 4) {
            out[count++] = hits.items[i];
        }
    }
    return count;
}

static void compare_with_crowd(float speed, bool to_and_fro)
{
    enum { HITS_MAX = 4096 };
    static AukHit hits[2][HITS_MAX];
    AukWorld *few = auk_world_create(NULL, NULL), *many = auk_world_create(NULL, NULL);
    add_movers(few, 1, BALLS, auk_vec(0.0f, 0.0f), speed);
    add_movers(many, 1, BALLS, auk_vec(0.0f, 0.0f), speed);
    add_movers(many, 2, CROWD, auk_vec(FAR_AWAY, 0.0f), speed);
    int moving = 0;
    for (int i = 0; i < STEPS; i++) {
        step(few, 1.0f / 60.0f);
        step(many, 1.0f / 60.0f);
        if (to_and_fro) {
            turn_round(few);
            turn_round(many);
        }
        int count = hits_here(few, hits[0]);
        cr_assert_eq(count, hits_here(many, hits[1]), "seed %llu, step %d", (unsigned long long)random_seed(), i);
        for (int k = 0; k < count; k++) {
            const AukHit *one = &hits[0][k], *other = &hits[1][k];
            cr_assert(one->body_a.index == other->body_a.index && one->body_b.index == other->body_b.index &&
                          one->fraction == other->fraction && one->response == other->response &&
                          memcmp(&one->point, &other->point, sizeof one->point) == 0 &&
                          memcmp(&one->normal, &other->normal, sizeof one->normal) == 0,
                      "seed %llu, step %d, hit %d", (unsigned long long)random_seed(), i, k);
            moving += one->body_b.index < BALLS + MOVERS && one->fraction > 0.0f;
        }
    }
    for (uint32_t k = 0; k < BALLS + MOVERS; k++) {
        AukTransform a = auk_body_get_pose(few, (AukBodyId){k, 1}), b = auk_body_get_pose(many, (AukBodyId){k, 1});
        cr_assert_eq(memcmp(&a, &b, sizeof a), 0, "body %u", k);
    }
    cr_assert_gt(moving, STEPS, "hardly any ball has met a mover: %d", moving);
    auk_world_destroy(few);
    auk_world_destroy(many);
}

Test(path_boxes, what_few_balls_hit_does_not_depend_on_how_many_bounce_elsewhere)
{
    compare_with_crowd(3.0f, false);
}

Test(path_boxes, nor_does_it_among_movers_that_go_far_in_a_step)
{
    compare_with_crowd(60.0f, true);
}

// Each ball bounces between posts that are cells of one map, so nearly all pairs of the step are pairs of the map.
// Where tests have no limit on their time, few balls do.
#ifdef PLAIN_WITHOUT_TIMEOUTS
enum { POSTS = 40 };
#else
enum { POSTS = 160 };
#endif

Test(path_boxes, the_time_of_balls_that_bounce_off_one_map_grows_with_their_number, .timeout = 60)
{
    enum { CELLS = 4 * POSTS + 1, BOUNCERS = POSTS * POSTS };
    uint8_t *cells = calloc(CELLS, CELLS);
    AukBodyDef *defs = calloc(BOUNCERS, sizeof *defs);
    cr_assert(cells && defs);
    for (int i = 0; i < CELLS * CELLS; i++) {
        cells[i] = i % CELLS % 4 == 0 && i / CELLS % 4 == 0 ? AUK_TILE_FULL : AUK_TILE_EMPTY;
    }
    Random random = random_start(random_seed(), 3);
    for (int i = 0; i < BOUNCERS; i++) {
        AukVec2 p = auk_vec(4.0f * (float)(i % POSTS) + 2.5f, 4.0f * (float)(i / POSTS) + 2.5f);
        defs[i] = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.4f), p.x, p.y);
        defs[i].velocity = auk_vec_scale(3000.0f, random_direction(&random));
        defs[i].response = AUK_RESPONSE_BOUNCE;
        defs[i].filter.group = 1;
    }
    AukWorld *world = auk_world_create(NULL, NULL);
    AukBodyDef map = {.motion = AUK_MOTION_STATIC};
    AukTilesDef tiles = {.width = CELLS, .height = CELLS, .cell = 1.0f, .cells = cells};
    AukShapeId grid = auk_body_add_tiles(world, auk_body_create(world, &map), &tiles, NULL);
    cr_assert(auk_world_shape_exists(world, grid));
    cr_assert_eq(auk_body_create_many(world, defs, BOUNCERS, NULL), AUK_OK);
    cr_assert_gt(step(world, 1.0f / 60.0f).count, 4 * BOUNCERS);
    auk_world_destroy(world);
    free(cells);
    free(defs);
}

// A grid of tiles, every other cell full, that comes from the right, is turned aside by a slope and goes to and fro
// between two grids that its first path does not meet: each of its cells has a late pair with each of theirs that it
// may meet. A search of these in a list would take minutes.
Test(path_boxes, the_time_of_a_grid_that_bounces_between_grids_grows_with_the_pairs_of_cells, .timeout = 60)
{
    enum { SIDE = 64 };
    static uint8_t cells[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        cells[i] = (uint8_t)((i % SIDE + i / SIDE) % 2);
    }
    const AukTilesDef tiles = {SIDE, SIDE, 1.0f, 0.0f, cells};
    const float side = (float)SIDE;
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int k = 0; k < 2; k++) {
        AukBodyDef def = {.motion = AUK_MOTION_STATIC, .position = {-0.9f * side, (k ? 1.6f : -2.6f) * side}};
        auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, NULL);
    }
    AukBodyDef slope = scene_def(AUK_MOTION_STATIC, auk_shape_box(0.5f, 3.0f * side), -side, 0.5f * side);
    slope.angle = 0.785f;
    auk_body_create(world, &slope);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_BOUNCE, .position = {2.0f * side, 0.3f}};
    def.velocity.x = -600.0f * side;
    auk_body_add_tiles(world, auk_body_create(world, &def), &tiles, NULL);
    cr_assert_gt(step(world, 1.0f / 60.0f).count, 8);
    cr_assert_gt(auk_world_stats(world).swept_candidates, SIDE * SIDE);
    auk_world_destroy(world);
}
