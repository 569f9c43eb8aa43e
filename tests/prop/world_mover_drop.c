// Movers that drop through one-way floors, in random levels, against brute force: a move with `drop` is, bit by bit,
// the move without it in a world from which the floors that the mover stands on are taken away. If it runs down one of
// them, that move begins with the downward velocity along the slope, and is the same but for rounding.
#include "auk/mover.h"
#include "auk/terrain.h"
#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

enum { FLOORS = 24, PIECES = 4, MOVES = 150, USUAL = 600 };

typedef struct Floor {
    AukBodyId body;
    AukShape pieces[PIECES]; // in the body's frame
    AukVec2 points[PIECES + 1];
    int count;
    AukVec2 one_way; // {0}: solid from all sides
    bool under;      // the mover stands on it
} Floor;

typedef struct Tower {
    AukWorld *world;
    float size;
    AukVec2 up;
    Floor floors[FLOORS];
    AukMover mover, start;
    AukVec2 vertices[8];
    float descent;                       // of the floors under the mover, see descent_on()
    long dropped, waited, held, unclear; // moves
} Tower;

// ---- the level ----------------------------------------------------------------------------------------------------

// A point of the tower by how far right and how far up it is.
static AukVec2 tower_point(const Tower *tower, float right, float up)
{
    AukVec2 across = auk_vec(tower->up.y, -tower->up.x);
    return auk_vec_add(auk_vec_scale(right * tower->size, across), auk_vec_scale(up * tower->size, tower->up));
}

static void add_box(Tower *tower, Floor *floor, Random *random, AukBodyDef *def)
{
    float half = random_float(random, 0.5f, 3.0f) * tower->size;
    floor->pieces[0] = random_chance(random, 0.5) ? auk_shape_box(half, 0.05f * tower->size)
                                                  : auk_shape_segment(auk_vec(-half, 0.0f), auk_vec(half, 0.0f));
    floor->count = 1;
    def->shape = floor->pieces[0];
    def->one_way = floor->one_way;
    floor->body = auk_body_create(tower->world, def);
}

// One shape of several edges.
static void add_chain(Tower *tower, Floor *floor, Random *random, const AukBodyDef *def)
{
    for (int i = 0; i <= PIECES; i++) {
        float x = (float)i - 0.5f * (float)PIECES;
        floor->points[i] = auk_vec_scale(tower->size, auk_vec(x, random_float(random, -0.3f, 0.3f)));
    }
    for (int i = 0; i < PIECES; i++) {
        floor->pieces[i] = auk_shape_segment(floor->points[i], floor->points[i + 1]);
    }
    floor->count = PIECES;
    floor->body = auk_body_create(tower->world, def);
    AukShapeDef shape = {.one_way = floor->one_way};
    auk_body_add_chain(tower->world, floor->body, floor->points, PIECES + 1, false, &shape);
}

// The last floor is solid ground under all others.
static void add_floor(Tower *tower, Random *random, int index)
{
    Floor *floor = &tower->floors[index];
    AukRot level = {tower->up.y, -tower->up.x};
    AukVec2 at = tower_point(tower, random_float(random, -6.0f, 6.0f), random_float(random, 0.0f, 10.0f));
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, (AukShape){0}, at.x, at.y);
    def.angle = auk_rot_angle(level) + (random_chance(random, 0.5) ? 0.0f : random_float(random, -0.5f, 0.5f));
    bool solid = index == FLOORS - 1 || random_chance(random, 0.15);
    AukVec2 aside = auk_vec(random_float(random, -1.0f, 1.0f), random_chance(random, 0.1) ? -1.0f : 1.0f);
    floor->one_way = solid ? auk_vec(0.0f, 0.0f) : random_chance(random, 0.5) ? auk_vec(0.0f, 3.0f) : aside;
    if (index == FLOORS - 1) {
        AukVec2 ground = tower_point(tower, 0.0f, -3.0f);
        def.position = ground;
        def.angle = auk_rot_angle(level);
        floor->pieces[0] = auk_shape_box(200.0f * tower->size, tower->size);
        floor->count = 1;
        def.shape = floor->pieces[0];
        floor->body = auk_body_create(tower->world, &def);
    } else if (index > 0 && random_chance(random, 0.3)) { // in the same plane as the one before
        def.position = auk_body_get_position(tower->world, floor[-1].body);
        def.angle = auk_body_get_angle(tower->world, floor[-1].body);
        add_box(tower, floor, random, &def);
    } else if (random_chance(random, 0.3)) {
        add_chain(tower, floor, random, &def);
    } else {
        add_box(tower, floor, random, &def);
    }
    cr_assert(!auk_body_id_is_null(floor->body));
}

static void make_tower(Tower *tower, Random *random)
{
    memset(tower, 0, sizeof *tower);
    tower->world = scene_world();
    tower->size = (float)random_log(random, 1e-3, 1e3);
    tower->up = random_chance(random, 0.5) ? auk_vec(0.0f, 1.0f) : random_direction(random);
    for (int i = 0; i < FLOORS; i++) {
        add_floor(tower, random, i);
    }
    AukMover *mover = &tower->mover;
    switch (random_int(random, 0, 3)) {
    case 0: mover->shape = auk_shape_circle(0.5f * tower->size); break;
    case 1: mover->shape = auk_shape_box(0.3f * tower->size, 0.5f * tower->size); break;
    case 2: {
        int count = random_polygon(random, 8, 0.5f * tower->size, 1.0f, tower->vertices);
        mover->shape = auk_shape_polygon(tower->vertices, count, 0.0f);
        break;
    }
    default:
        mover->shape = auk_shape_rounded(auk_shape_box(0.2f * tower->size, 0.3f * tower->size), 0.2f * tower->size);
    }
    mover->up = tower->up;
    mover->snap = random_chance(random, 0.5) ? 0.2f * tower->size : 0.0f;
    mover->step_height = random_chance(random, 0.5) ? 0.3f * tower->size : 0.0f;
    mover->pose.p = tower_point(tower, 0.0f, 12.0f);
    tower->start = *mover;
}

// ---- brute force ----------------------------------------------------------------------------------------------------

// The gap that the mover is promised, as in world_mover.c: surfaces rest one gap apart, and touch within two.
static float gap_of(const AukMover *mover)
{
    AukBox box = auk_shape_bounds(&mover->shape, auk_transform_identity());
    float extent = fmaxf(fmaxf(box.max.x, -box.min.x), fmaxf(box.max.y, -box.min.y));
    return 0x1p-21f * fmaxf(extent, fmaxf(fabsf(mover->pose.p.x), fabsf(mover->pose.p.y)));
}

// How far the mover is in front of a piece along a direction of length 1, by support points.
static float front_of(const AukMover *mover, const AukShape *piece, AukTransform pose, AukVec2 direction)
{
    AukVec2 top = auk_support(piece, pose, direction);
    AukVec2 bottom = auk_support(&mover->shape, mover->pose, auk_vec_neg(direction));
    return auk_vec_dot(auk_vec_sub(bottom, top), direction);
}

typedef enum Answer { NO, MAYBE, YES } Answer;

static Answer above(float value, float low, float high)
{
    return value > high ? YES : value < low ? NO : MAYBE;
}

// The velocity along the tower's up with which the surface of a piece leads down, as the mover runs over it.
static float descent_on(const Tower *tower, const Floor *floor, const AukShape *piece)
{
    const AukMover *mover = &tower->mover;
    AukVec2 across = auk_vec(tower->up.y, -tower->up.x);
    AukVec2 normal =
        auk_distance(piece, auk_body_get_pose(tower->world, floor->body), &mover->shape, mover->pose).normal;
    float upward = auk_vec_dot(normal, tower->up);
    bool walks = mover->floor && upward > cosf(0.8f) && auk_vec_dot(mover->velocity, tower->up) <= 0.0f;
    float ahead = auk_vec_dot(mover->velocity, across) * auk_vec_dot(normal, across);
    return walks && ahead > 0.0f ? -ahead / upward : 0.0f;
}

static Answer both(Answer a, Answer b)
{
    return a < b ? a : b;
}

// True if the mover stands on a one-way piece: it touches it, in front of it, the piece is under it, and its direction
// partly up. An edge of a chain also has in front what is on its outer side, and so has what the mover stood on before.
static Answer stands_on(const Tower *tower, const Floor *floor, const AukShape *piece)
{
    const AukMover *mover = &tower->mover;
    float gap = gap_of(mover);
    AukTransform pose = auk_body_get_pose(tower->world, floor->body);
    AukVec2 direction = auk_vec_normalize(auk_rot_apply(pose.q, floor->one_way));
    AukDistance found = auk_distance(piece, pose, &mover->shape, mover->pose);
    Answer near =
        both(above(-found.distance, -3.0f * gap, -1.4f * gap), above(found.distance, -2.0f * gap, 0.2f * gap));
    Answer front = above(front_of(mover, piece, pose, direction), -3.0f * gap, -0.2f * gap);
    if (floor->count > 1 || auk_body_id_equal(floor->body, mover->support)) {
        Answer outside = above(auk_vec_dot(found.normal, direction), -1e-3f, 1e-3f);
        front = outside > front ? outside : front;
    }
    Answer under = both(above(auk_vec_dot(found.normal, tower->up), -1e-3f, 1e-3f),
                        above(auk_vec_dot(direction, tower->up), -1e-3f, 1e-3f));
    return both(both(near, front), under);
}

// True if the mover is half through a chain: it overlaps an edge. The world judges each edge of a chain by itself and
// its neighbours, so edges farther off may hold the mover then.
static bool is_half_through(const Tower *tower, const Floor *floor)
{
    bool inside = false;
    AukTransform pose = auk_body_get_pose(tower->world, floor->body);
    for (int k = 0; k < floor->count && floor->count > 1; k++) {
        AukDistance found = auk_distance(&floor->pieces[k], pose, &tower->mover.shape, tower->mover.pose);
        inside = inside || found.distance < -gap_of(&tower->mover);
    }
    return inside;
}

// Marks the one-way floors that the mover stands on. False if one is too close to call.
static bool find_floors(Tower *tower)
{
    bool clear = true;
    tower->descent = 0.0f;
    for (int i = 0; i < FLOORS; i++) {
        Floor *floor = &tower->floors[i];
        Answer under = NO;
        for (int k = 0; k < floor->count && auk_vec_length(floor->one_way) > 0.0f; k++) {
            Answer piece = stands_on(tower, floor, &floor->pieces[k]);
            under = piece > under ? piece : under;
            tower->descent =
                piece == YES ? fminf(tower->descent, descent_on(tower, floor, &floor->pieces[k])) : tower->descent;
        }
        floor->under = under == YES;
        clear = clear && (under == NO || (under == YES && !is_half_through(tower, floor)));
    }
    return clear;
}

static void set_floors(Tower *tower, bool enabled)
{
    for (int i = 0; i < FLOORS; i++) {
        if (tower->floors[i].under) {
            cr_assert_eq(auk_body_set_enabled(tower->world, tower->floors[i].body, enabled), AUK_OK);
        }
    }
}

static bool is_same_move(const Tower *tower, const AukMover *a, const AukMover *b)
{
    if (tower->descent < 0.0f) {
        return auk_vec_length(auk_vec_sub(a->pose.p, b->pose.p)) < 1e-4f * tower->size && a->floor == b->floor &&
               a->wall == b->wall && a->ceiling == b->ceiling && a->stuck == b->stuck &&
               auk_body_id_equal(a->support, b->support);
    }
    return memcmp(&a->pose, &b->pose, sizeof a->pose) == 0 &&
           memcmp(&a->velocity, &b->velocity, sizeof a->velocity) == 0 && a->floor == b->floor && a->wall == b->wall &&
           a->ceiling == b->ceiling && a->stuck == b->stuck && auk_body_id_equal(a->support, b->support) &&
           memcmp(&a->moved, &b->moved, sizeof a->moved) == 0;
}

// ---- the game -------------------------------------------------------------------------------------------------------

static bool has_floor(const Tower *tower)
{
    for (int i = 0; i < FLOORS; i++) {
        if (tower->floors[i].under) {
            return true;
        }
    }
    return false;
}

// One move with `drop`, and the same in a world without the floors under the mover.
static void drop_once(Tower *tower, float dt, int index)
{
    AukMover plain = tower->mover;
    plain.drop = false;
    bool clear = find_floors(tower);
    plain.velocity = auk_vec_add_scaled(plain.velocity, tower->descent, tower->up);
    if (clear) {
        set_floors(tower, false);
        cr_assert_geq(auk_world_move(tower->world, &plain, dt, NULL, 0), 0);
        set_floors(tower, true);
    }
    cr_assert_geq(auk_world_move(tower->world, &tower->mover, dt, NULL, 0), 0);
    if (!clear) {
        tower->unclear++;
        return;
    }
    bool falls = has_floor(tower);
    cr_assert(is_same_move(tower, &tower->mover, &plain), "tower %d: a move that drops is another one, by %g of %g",
              index, (double)auk_vec_length(auk_vec_sub(tower->mover.pose.p, plain.pose.p)), (double)tower->size);
    cr_assert_eq(tower->mover.drop, falls && !plain.floor, "tower %d: drop is %d after a move", index,
                 tower->mover.drop);
    tower->dropped += tower->mover.drop;
    tower->held += falls && plain.floor;
    tower->waited += !falls;
}

static void play(Tower *tower, Random *random, int index)
{
    const float dt = 1.0f / 64.0f;
    for (int i = 0; i < MOVES; i++) {
        AukMover *mover = &tower->mover;
        float fall = auk_vec_dot(mover->velocity, tower->up) - 20.0f * tower->size * dt;
        AukVec2 across = auk_vec(tower->up.y, -tower->up.x);
        float walk = random_float(random, -3.0f, 3.0f) * tower->size;
        mover->velocity = auk_vec_add(auk_vec_scale(fall, tower->up), auk_vec_scale(walk, across));
        if (mover->floor && random_chance(random, 0.1)) {
            mover->velocity = auk_vec_add_scaled(mover->velocity, 9.0f * tower->size, tower->up);
        }
        mover->drop = mover->drop || random_chance(random, mover->floor ? 0.3 : 0.05);
        if (mover->floor && auk_body_id_equal(mover->support, tower->floors[FLOORS - 1].body)) { // on the ground
            *mover = tower->start;
            mover->pose.p = tower_point(tower, random_float(random, -6.0f, 6.0f), random_float(random, 2.0f, 12.0f));
        }
        if (mover->drop) {
            drop_once(tower, dt, index);
        } else {
            cr_assert_geq(auk_world_move(tower->world, mover, dt, NULL, 0), 0);
        }
    }
}

Test(prop_mover_drop, a_move_that_drops_is_that_of_a_world_without_the_floors_below)
{
    static Tower tower;
    long dropped = 0, waited = 0, held = 0, unclear = 0;
    int repeats = random_repeats(USUAL);
    for (int i = 0; i < repeats; i++) {
        Random random = random_start(random_seed(), 910000u + (uint64_t)i);
        make_tower(&tower, &random);
        play(&tower, &random, i);
        dropped += tower.dropped;
        waited += tower.waited;
        held += tower.held;
        unclear += tower.unclear;
        auk_world_destroy(tower.world);
    }
    bool few = repeats < USUAL / 10;
    cr_assert(few || (dropped > 0 && waited > 0 && held > 0), "%ld moves dropped, %ld met a floor, %ld had none",
              dropped, held, waited);
    cr_assert(few || unclear < dropped, "%ld moves are too close to call, of %ld", unclear, dropped);
}
