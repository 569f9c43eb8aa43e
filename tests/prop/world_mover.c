// The campaign of characters: random levels, random moves at speeds up to a hundred times the character's size for each
// move, every one judged by brute force. Never inside anything, never out of the room, never stuck.
#include "auk/terrain.h"
#include "support/mover_level.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_LEVELS = 30, MOVES = 1000 };

typedef struct Tally {
    long long moves, inside, beyond, stuck, crushed, limited;
} Tally;

static void blame(const char *what, int index, int move, const Level *level, float distance)
{
    printf("mover: %s, level %d, move %d, size %g, at (%.9g, %.9g), distance %g of gap %g, AUK_SEED=%llu "
           "AUK_PROP_ONLY=%d\n",
           what, index, move, (double)level->size, (double)level->mover.pose.p.x, (double)level->mover.pose.p.y,
           (double)distance, (double)level_gap(level, level->mover.pose.p), (unsigned long long)random_seed(), index);
}

// A new wish now and then; whoever does not float is also drawn down.
static AukVec2 wish(Random *random, const Level *level, AukVec2 last)
{
    if (!random_chance(random, 0.15)) {
        return last;
    }
    float speed = level->size * (float)random_log(random, 1e-3, 100.0);
    AukVec2 direction = random_direction(random);
    if (!level->mover.floating && random_chance(random, 0.5)) {
        direction = auk_vec(level->up.y, -level->up.x);
        direction = random_chance(random, 0.5) ? direction : auk_vec_neg(direction);
        direction = auk_vec_sub(direction, auk_vec_scale(random_float(random, 0.0f, 0.5f), level->up));
    }
    return auk_vec_scale(speed, direction);
}

static void judge(const Level *level, int index, int move, AukVec2 way, Tally *tally)
{
    int body = 0;
    const AukMover *mover = &level->mover;
    float distance = level_distance(level, mover->pose.p, &body);
    tally->moves++;
    tally->limited += mover->limit;
    bool is_inside = distance < -0.5f * level_gap(level, mover->pose.p);
    if (is_inside && mover->stuck && level->platform_count > 0) {
        tally->crushed++; // between a platform and something else: there is no place to go
    } else if (is_inside) {
        tally->inside++;
        blame("inside", index, move, level, distance);
    }
    if (!level_is_inside(level, mover->pose.p)) {
        tally->beyond++;
        blame("beyond the room", index, move, level, distance);
    } else if (!is_inside && !mover->stuck && level->platform_count == 0 && level_is_stuck(level, way, mover->moved)) {
        tally->stuck++;
        blame("stuck", index, move, level, distance);
    }
}

static void play(int index, bool platforms, int moves, Tally *tally)
{
    static Level level;
    Random random = random_start(random_seed(), 20000 + (uint64_t)index);
    if (level_make(&level, &random, platforms)) {
        AukVec2 wanted = auk_vec(0.0f, 0.0f);
        for (int i = 0; i < moves; i++) {
            wanted = wish(&random, &level, wanted);
            level.mover.velocity = wanted;
            level_send_platforms(&level, (float)i);
            cr_assert(auk_world_move(level.world, &level.mover, 1.0f, NULL, 0) >= 0);
            cr_assert_eq(auk_world_step(level.world, 1.0f), AUK_OK);
            long long before = tally->beyond;
            judge(&level, index, i, wanted, tally);
            if (tally->beyond > before) {
                break;
            }
        }
    }
    level_destroy(&level);
}

static void report(const char *name, int levels, const Tally *tally)
{
    printf("mover, %s: %d levels, %lld moves: %lld inside, %lld beyond, %lld stuck; %lld crushed, %lld at the limit\n",
           name, levels, tally->moves, tally->inside, tally->beyond, tally->stuck, tally->crushed, tally->limited);
    fflush(stdout);
    cr_assert(tally->inside == 0 && tally->beyond == 0 && tally->stuck == 0);
}

static void campaign(const char *name, bool platforms)
{
    const char *only = getenv("AUK_PROP_ONLY");
    int levels = random_repeats(USUAL_LEVELS), first = only ? atoi(only) : 0;
    Tally tally;
    memset(&tally, 0, sizeof tally);
    for (int i = first; i < (only ? first + 1 : levels); i++) {
        play(i, platforms, MOVES, &tally);
    }
    report(name, levels, &tally);
}

// A box at (32, 0) whose corner at (33, 1) has a wall that leans over it a little more than a gap and a half away, and
// below the corner, three gaps deep, the tip of another wall.
static void add_notch(Level *level, float gap)
{
    const AukVec2 down = {0.2702f, -0.9628f}, out = {0.9628f, 0.2702f}, corner = {33.0f, 1.0f};
    AukShape shapes[2] = {auk_shape_segment(auk_vec_scale(-4.0f, down), auk_vec_scale(0.01f, down)),
                          auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(1.26f, -3.8f))};
    AukVec2 places[2] = {auk_vec_add(corner, auk_vec_scale(1.65f * gap, out)),
                         auk_vec_add(corner, auk_vec(gap, -3.0f * gap))};
    for (int i = 0; i < 2; i++) {
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.position = places[i];
        def.shape = level->shapes[i] = shapes[i];
        level->bodies[i] = auk_body_create(level->world, &def);
    }
    level->count = 2;
}

Test(world_mover, judges_who_cannot_leave_a_notch_with_its_gap_not_stuck_and_who_can_stuck)
{
    static Level level;
    const AukVec2 way = {10.0f, 1.72f};
    memset(&level, 0, sizeof level);
    level.world = auk_world_create(NULL, NULL);
    level.size = 1.0f;
    level.up = auk_vec(0.0f, 1.0f);
    level.mover.shape = auk_shape_box(1.0f, 1.0f);
    level.mover.pose.p = auk_vec(32.0f, 0.0f);
    level.mover.velocity = way;
    add_notch(&level, level_gap(&level, level.mover.pose.p));
    cr_assert(auk_world_move(level.world, &level.mover, 1.0f, NULL, 0) >= 2);
    cr_assert(level.mover.moved.x == 0.0f && level.mover.moved.y == 0.0f && level.mover.wall);
    cr_assert(!level_is_stuck(&level, way, level.mover.moved));
    level.count = 1; // as if the tip were not there
    cr_assert(level_is_stuck(&level, way, level.mover.moved));
    level_destroy(&level);
}

Test(world_mover, is_never_inside_nor_beyond_nor_stuck, .timeout = 36000)
{
    campaign("at rest", false);
}

Test(world_mover, is_never_inside_nor_beyond_where_platforms_move, .timeout = 36000)
{
    campaign("with platforms", true);
}

// A chain through the room that is solid from one side alone. Then, if `crowded`, many bodies around everything that
// the mover does not meet.
static void add_chain_and_crowd(Level *level, Random *random, bool crowded)
{
    enum { VERTICES = 8, CROWD = 80, OTHERS = 2 };
    AukVec2 points[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        points[i] = auk_vec_add(
            level->middle, auk_vec_scale(random_float(random, 0.0f, 8.0f * level->size), random_direction(random)));
    }
    AukBodyDef def;
    AukShapeDef chain;
    memset(&def, 0, sizeof def);
    memset(&chain, 0, sizeof chain);
    chain.one_sided = true;
    AukBodyId body = auk_body_create(level->world, &def);
    (void)auk_body_add_chain(level->world, body, points, VERTICES, false, &chain); // refused if two points are one
    level->mover.query.filter.ignore = OTHERS;
    def.position = level->middle;
    def.filter.category = OTHERS;
    def.shape = auk_shape_circle(1000.0f * level->size);
    for (int i = 0; crowded && i < CROWD; i++) {
        cr_assert_neq(auk_body_create(level->world, &def).generation, 0);
    }
}

// A move lists the parts around it, unless they are too many.
Test(world_mover, goes_the_same_way_where_its_list_has_no_room, .timeout = 36000)
{
    static Level levels[2];
    int repeats = random_repeats(USUAL_LEVELS), made = 0, moves = 0;
    for (int i = 0; i < repeats; i++) {
        Random random = random_start(random_seed(), 50000 + (uint64_t)i), same = random;
        bool platforms = i % 2 == 1;
        if (level_make(&levels[0], &random, platforms) && level_make(&levels[1], &same, platforms)) {
            made++;
            Random chain = random;
            add_chain_and_crowd(&levels[0], &random, false);
            add_chain_and_crowd(&levels[1], &chain, true);
            AukVec2 wanted = auk_vec(0.0f, 0.0f);
            for (int move = 0; move < 200; move++) {
                wanted = wish(&random, &levels[0], wanted);
                int contacts[2];
                for (int k = 0; k < 2; k++) {
                    levels[k].mover.velocity = wanted;
                    level_send_platforms(&levels[k], (float)move);
                    contacts[k] = auk_world_move(levels[k].world, &levels[k].mover, 1.0f, NULL, 0);
                    cr_assert_eq(auk_world_step(levels[k].world, 1.0f), AUK_OK);
                }
                bool alike = contacts[0] == contacts[1] &&
                             memcmp(&levels[0].mover.pose, &levels[1].mover.pose, sizeof(AukTransform)) == 0 &&
                             memcmp(&levels[0].mover.velocity, &levels[1].mover.velocity, sizeof(AukVec2)) == 0 &&
                             levels[0].mover.floor == levels[1].mover.floor &&
                             levels[0].mover.stuck == levels[1].mover.stuck;
                cr_assert(alike, "level %d, move %d, AUK_SEED=%llu", i, move, (unsigned long long)random_seed());
                moves++;
            }
        }
        for (int k = 0; k < 2; k++) {
            level_destroy(&levels[k]);
            levels[k].world = NULL;
        }
    }
    printf("mover, with and without a list: %d levels, %d moves alike\n", made, moves);
    fflush(stdout);
    cr_assert_gt(moves, 0);
}
