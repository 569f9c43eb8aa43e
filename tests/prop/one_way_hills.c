// Movers on hills that are one-way, against the same hills solid from both sides: who comes from above moves the same
// way over both, to the last bit but at the border of two grids. Hills have neither walls nor overhangs, since a wall
// is solid from no side that a direction upward has.
#include "auk/terrain.h"
#include "support/mover_scene.h"
#include "support/random.h"

enum { USUAL = 10000, POINTS = 44, MOVES = 200, WIDE = 20, HIGH = 24, QUARTERS = 4 };

typedef enum Ground { CHAIN, OUTLINE, GRID } Ground;

// One hill in two worlds: solid from both sides, and one-way.
typedef struct Hills {
    AukWorld *worlds[2];
    AukMover movers[2];
    Ground ground;
    AukVec2 points[POINTS];
    bool is_back; // the points go from the right to the left
    AukVec2 vertices[8];
    int count;
    float size, slack; // what rounding may change
    AukRot turn;       // of the whole scene
    AukVec2 up;
    long landed;
} Hills;

static AukVec2 hills_at(const Hills *hills, float x, float y)
{
    return auk_rot_apply(hills->turn, auk_vec_scale(hills->size, auk_vec(x, y)));
}

// Points from the left to the right or back, over 20 sizes.
static void make_profile(Hills *hills, Random *random)
{
    hills->count = random_int(random, 3, POINTS);
    float step = 20.0f / (float)(hills->count - 1), steepness = random_float(random, 0.05f, 2.5f), y = 0.0f;
    hills->is_back = random_chance(random, 0.5);
    for (int i = 0; i < hills->count; i++) {
        hills->points[hills->is_back ? hills->count - 1 - i : i] = hills_at(hills, -10.0f + step * (float)i, y);
        y += random_float(random, -steepness, steepness) * step;
    }
}

// A chain, or sections of one. The first and the last point of a section have no edges, so its ends are closer.
static void add_chain(const Hills *hills, Random *random, AukWorld *world, AukVec2 one_way, float radius)
{
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeDef def = {.shape = auk_shape_circle(radius), .one_way = one_way};
    int count = hills->count, length = random_int(random, 2, 12);
    if (count < 14 || length > 8) {
        cr_assert(!auk_shape_id_is_null(auk_body_add_chain(world, body, hills->points, count, false, &def)));
        return;
    }
    for (int i = 0; i + 3 < count; i += length) {
        int end = i + length + 3 < count ? i + length + 3 : count;
        AukShapeId section = auk_body_add_chain_section(world, body, hills->points + i, end - i, &def);
        cr_assert(!auk_shape_id_is_null(section));
    }
}

// With a notch from below, so that it has several pieces: a single one is judged as any convex shape.
static void add_outline(const Hills *hills, AukWorld *world, AukVec2 one_way, float radius)
{
    AukVec2 points[POINTS + 3];
    memcpy(points, hills->points, (size_t)hills->count * sizeof *points);
    bool back = hills->is_back;
    points[hills->count] = hills_at(hills, back ? -10.0f : 10.0f, -90.0f);
    points[hills->count + 1] = hills_at(hills, 0.0f, -80.0f);
    points[hills->count + 2] = hills_at(hills, back ? 10.0f : -10.0f, -90.0f);
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeDef def = {.shape = auk_shape_circle(radius), .one_way = one_way};
    cr_assert(!auk_shape_id_is_null(auk_body_add_outline(world, body, points, hills->count + 3, NULL, 0, &def)));
}

// A kind of tile for a top from one height at the left to another at the right, in quarters of a cell.
static uint8_t kind_of_top(AukWorld *world, int left, int right)
{
    AukTileKind kind = {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}}, .count = 2};
    if (right > 0) {
        kind.points[kind.count++] = auk_vec(1.0f, 0.25f * (float)right);
    }
    if (left > 0) {
        kind.points[kind.count++] = auk_vec(0.0f, 0.25f * (float)left);
    }
    int tile = AUK_TILE_KIND_FIRST + left * (QUARTERS + 1) + right;
    cr_assert_eq(auk_world_set_tile_kind(world, tile, &kind), AUK_OK);
    return (uint8_t)tile;
}

// Some columns of a map, as a grid of their own.
static void add_columns(const Hills *hills, AukWorld *world, AukBodyId body, const uint8_t *map, int from, int to,
                        AukShapeDef def)
{
    uint8_t cells[WIDE * HIGH];
    int wide = to - from;
    for (int i = 0; i < wide * HIGH; i++) {
        cells[i] = map[i / wide * WIDE + from + i % wide];
    }
    AukTilesDef tiles = {wide, HIGH, hills->size, 0.0f, cells};
    def.position = auk_vec((float)from * hills->size, 0.0f);
    cr_assert(wide == 0 || !auk_shape_id_is_null(auk_body_add_tiles(world, body, &tiles, &def)));
}

// A hill whose height changes by up to a cell in each column; one grid, or two side by side.
static void add_grid(Hills *hills, Random *random, AukWorld *world, AukVec2 one_way, float radius)
{
    uint8_t cells[WIDE * HIGH];
    memset(cells, AUK_TILE_EMPTY, sizeof cells);
    int steepest = random_int(random, 1, QUARTERS), height = 2 * QUARTERS * (HIGH / 4);
    for (int x = 0; x < WIDE; x++) {
        int row = height / QUARTERS, left = height % QUARTERS, change = random_int(random, -steepest, steepest);
        if (left == 0 && change <= 0) { // the top ends below that row
            row--;
            left = QUARTERS;
        }
        change = left + change < 0 ? -left : (left + change > QUARTERS ? QUARTERS - left : change);
        change = (row == 1 && change < 0) || (row == HIGH - 2 && change > 0) ? 0 : change;
        cells[row * WIDE + x] = kind_of_top(world, left, left + change);
        for (int y = 0; y < row; y++) {
            cells[y * WIDE + x] = AUK_TILE_FULL;
        }
        height = row * QUARTERS + left + change;
    }
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    auk_body_set_pose(world, body, (AukTransform){hills_at(hills, -10.0f, -12.0f), hills->turn});
    int border = random_chance(random, 0.5) ? WIDE : random_int(random, 4, WIDE - 4);
    hills->slack = border < WIDE ? 1e-5f * hills->size : 0.0f;
    AukShapeDef def = {.shape = auk_shape_circle(radius), .one_way = one_way};
    add_columns(hills, world, body, cells, 0, border, def);
    add_columns(hills, world, body, cells, border, WIDE, def);
}

static void add_ground(Hills *hills, Random *random, AukWorld *world, bool one_way, float radius)
{
    float length = (float)random_log(random, 1e-3, 1e3) * (float)one_way;
    AukVec2 direction = auk_vec_scale(length, hills->ground == GRID ? auk_vec(0.0f, 1.0f) : hills->up);
    switch (hills->ground) {
    case CHAIN: add_chain(hills, random, world, direction, radius); break;
    case OUTLINE: add_outline(hills, world, direction, radius); break;
    case GRID: add_grid(hills, random, world, direction, radius); break;
    }
}

static AukShape some_mover(Hills *hills, Random *random)
{
    float wide = hills->size * random_float(random, 0.1f, 0.4f), high = hills->size * random_float(random, 0.1f, 0.5f);
    switch (random_int(random, 0, 3)) {
    case 0: return auk_shape_circle(wide);
    case 1: return auk_shape_box(wide, high);
    case 2: return auk_shape_capsule(auk_vec(0.0f, -high), auk_vec(0.0f, high), wide);
    default: {
        int count = random_polygon(random, 8, high, 1.0f, hills->vertices);
        return auk_shape_polygon(hills->vertices, count, 0.0f);
    }
    }
}

static void make_hills(Hills *hills, Random *random, Ground ground)
{
    memset(hills, 0, sizeof *hills);
    hills->ground = ground;
    hills->size = (float)random_log(random, 1e-3, 1e3);
    hills->turn = random_chance(random, 0.7) ? auk_rot_identity() : random_rot(random);
    hills->up = auk_rot_apply(hills->turn, auk_vec(0.0f, 1.0f));
    make_profile(hills, random);
    float radius = random_chance(random, 0.3) ? 0.1f * hills->size : 0.0f;
    AukMover mover = mover_of(some_mover(hills, random), 0.0f, 0.0f);
    mover.pose.q = hills->turn;
    mover.pose.p = hills_at(hills, random_float(random, -6.0f, 6.0f), 35.0f);
    mover.up = hills->up;
    mover.snap = random_chance(random, 0.5) ? 0.3f * hills->size : 0.0f;
    mover.step_height = random_chance(random, 0.3) ? 0.2f * hills->size : 0.0f;
    for (int k = 0; k < 2; k++) {
        Random alike = *random;
        hills->worlds[k] = scene_world();
        hills->movers[k] = mover;
        add_ground(hills, &alike, hills->worlds[k], k > 0, radius);
    }
}

static void play_hills(Hills *hills, Random *random, int index)
{
    const float dt = 1.0f / 32.0f;
    float speed = random_float(random, -8.0f, 8.0f);
    for (int i = 0; i < MOVES; i++) {
        speed = random_chance(random, 0.1) ? random_float(random, -8.0f, 8.0f) : speed;
        float jump = random_chance(random, 0.1) ? random_float(random, 1.0f, 8.0f) : 0.0f;
        AukVec2 across = auk_vec(hills->up.y, -hills->up.x);
        if (fabsf(auk_vec_dot(hills->movers[0].pose.p, across)) > 8.0f * hills->size) {
            break;
        }
        for (int k = 0; k < 2; k++) {
            AukMover *mover = &hills->movers[k];
            float fall = auk_vec_dot(mover->velocity, hills->up) / hills->size - 20.0f * dt;
            fall = mover->floor && jump > 0.0f ? jump : fall;
            mover->velocity =
                auk_vec_scale(hills->size, auk_vec_add(auk_vec_scale(speed, across), auk_vec_scale(fall, hills->up)));
            cr_assert_geq(auk_world_move(hills->worlds[k], mover, dt, NULL, 0), 0);
        }
        const AukMover *solid = &hills->movers[0], *mover = &hills->movers[1];
        float off = auk_vec_length(auk_vec_sub(solid->pose.p, mover->pose.p));
        cr_assert(off <= hills->slack && solid->floor == mover->floor && solid->wall == mover->wall,
                  "hill %d, move %d: off by %g of %g", index, i, (double)off, (double)hills->size);
        hills->landed += mover->floor;
        hills->movers[1].pose = solid->pose;
        hills->movers[1].velocity = solid->velocity;
    }
}

static void compare(Ground ground)
{
    static Hills hills;
    long landed = 0;
    int repeats = random_repeats(USUAL);
    for (int i = 0; i < repeats; i++) {
        Random random = random_start(random_seed(), 920000u + (uint64_t)i);
        make_hills(&hills, &random, ground);
        play_hills(&hills, &random, i);
        landed += hills.landed;
        auk_world_destroy(hills.worlds[0]);
        auk_world_destroy(hills.worlds[1]);
    }
    cr_assert_gt(landed, 10L * repeats);
}

Test(prop_one_way_hills, a_mover_from_above_moves_over_a_chain_as_if_it_were_solid_from_both_sides)
{
    compare(CHAIN);
}

Test(prop_one_way_hills, a_mover_from_above_moves_over_an_outline_as_if_it_were_solid_from_both_sides)
{
    compare(OUTLINE);
}

Test(prop_one_way_hills, a_mover_from_above_moves_over_a_grid_as_if_it_were_solid_from_both_sides)
{
    compare(GRID);
}
