// Movers that fly along straight paths among static boxes: the strips against brute force, and both against the
// separating axes of the region that a box sweeps, without any margin.
#include "broad/broad.h"

#include "auk/math2d.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

enum { USUAL_WORLDS = 240, UPDATES = 25, SLOTS_MAX = 1200 };

typedef enum Ground {
    SCATTERED,
    TALL_AND_FLAT,
    HUGE_AND_TINY,
    ONE_ROW,
    POINTS,
    CHANGING,
    MOSTLY_CALM,
    FEW,
    GROUNDS
} Ground;

typedef struct World {
    Random random;
    Ground ground;
    int slots;
    AukVec2 origin;
    float unit, side;
    double flying; // part of the movers
    AukBroad *sweep, *brute;
    AukBox starts[SLOTS_MAX];        // of movers, before they fly
    AukBroadPath flights[SLOTS_MAX]; // {0}: no path is told
} World;

static AukBox box_at(AukVec2 min, AukVec2 size)
{
    AukBox box = {min, auk_vec_add(min, size)};
    return box;
}

static AukBox any_box(World *world, bool is_static)
{
    Random *random = &world->random;
    AukVec2 at = auk_vec_add(world->origin, random_vec(random, 0.0f, world->side));
    AukVec2 size = random_vec(random, 0.1f * world->unit, world->unit);
    if (is_static && world->ground == TALL_AND_FLAT && random_chance(random, 0.2)) {
        *(random_chance(random, 0.5) ? &size.x : &size.y) = world->side;
    } else if (is_static && world->ground == HUGE_AND_TINY) {
        size = auk_vec_scale((float)random_log(random, 1e-4, 1e3), size);
    } else if (is_static && world->ground == ONE_ROW) {
        at.y = world->origin.y + 0.5f * world->side;
    } else if (world->ground == POINTS) {
        size = auk_vec(0.0f, 0.0f);
    }
    return box_at(at, size);
}

static void fly(World *world, uint32_t slot)
{
    Random *random = &world->random;
    AukBox start = world->starts[slot] = any_box(world, false);
    AukVec2 by = random_vec(random, -world->unit * 30.0f, world->unit * 30.0f);
    by = random_chance(random, 0.1) ? auk_vec(by.x, 0.0f) : by;
    by = random_chance(random, 0.1) ? auk_vec_scale(1e-3f, by) : by;
    AukBox end = {auk_vec_add(start.min, by), auk_vec_add(start.max, by)};
    AukBroadPath path = {by.x, by.y}, none = {0.0f, 0.0f};
    path = random_chance(random, world->flying) ? path : none;
    world->flights[slot] = path;
    auk__broad_write_path(world->sweep, slot, auk_box_union(start, end), path);
    auk__broad_write_path(world->brute, slot, auk_box_union(start, end), path);
}

// A small step without a path, after which pairs may be kept.
static void drift(World *world, uint32_t slot)
{
    AukBox box = auk__broad_box(world->sweep, slot);
    AukVec2 by = random_vec(&world->random, -0.01f * world->unit, 0.01f * world->unit);
    AukBox moved = {auk_vec_add(box.min, by), auk_vec_add(box.max, by)};
    AukBroadPath none = {0.0f, 0.0f};
    world->flights[slot] = none;
    auk__broad_write_path(world->sweep, slot, moved, none);
    auk__broad_write_path(world->brute, slot, moved, none);
}

static void set_slot(World *world, uint32_t slot, AukBroadClass class)
{
    AukBox box = any_box(world, class == AUK_BROAD_STATIC);
    auk__broad_set(world->sweep, slot, box, class);
    auk__broad_set(world->brute, slot, box, class);
}

static AukBroadClass any_class(World *world)
{
    double which = random_unit(&world->random), statics = world->ground == FEW ? 0.1 : 0.6;
    return which < 0.05 ? AUK_BROAD_NONE : (which < statics ? AUK_BROAD_STATIC : AUK_BROAD_MOVING);
}

static World world_create(uint64_t stream, Ground ground)
{
    static const AukVec2 origins[] = {{0.0f, 0.0f}, {-600.0f, 77.0f}, {1e5f, -1e5f}};
    static const float units[] = {1.0f, 1e-3f, 1e3f};
    static const double flying[] = {1.0, 1.0, 0.9, 0.3};
    World world = {.random = random_start(random_seed(), stream), .ground = ground};
    world.slots = (int)random_log(&world.random, 2.0, SLOTS_MAX);
    world.origin = origins[random_int(&world.random, 0, 2)];
    world.unit = units[random_int(&world.random, 0, 2)];
    world.flying = flying[random_int(&world.random, 0, 3)];
    world.side = world.unit * sqrtf((float)world.slots) * random_float(&world.random, 0.5f, 10.0f);
    AukBroadDef def = {AUK_BROAD_SWEEP, 0, random_chance(&world.random, 0.1)};
    world.sweep = auk_broad_create(&def, NULL);
    def.kind = AUK_BROAD_BRUTE_FORCE;
    world.brute = auk_broad_create(&def, NULL);
    AukBroad *both[] = {world.sweep, world.brute};
    bool alone = random_chance(&world.random, 0.5); // movers ignore each other
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(auk__broad_reserve(both[k], world.slots), AUK_OK);
        cr_assert_eq(auk__broad_admit_statics(both[k]), AUK_OK);
        cr_assert_eq(auk__broad_admit_masks(both[k]), AUK_OK);
        cr_assert_eq(auk__broad_use_paths(both[k], true), AUK_OK);
    }
    for (int i = 0; i < world.slots; i++) {
        AukBroadClass class = any_class(&world);
        AukFilterMask bullet = {2, 2, 0}, wall = {1, 0, 0};
        set_slot(&world, (uint32_t)i, class);
        for (int k = 0; k < 2 && alone; k++) {
            auk__broad_mask(both[k], (uint32_t)i, class == AUK_BROAD_MOVING ? bullet : wall);
        }
    }
    return world;
}

static void world_change(World *world)
{
    const AukSlot *slots = world->sweep->slots.items;
    double remade = world->ground == CHANGING ? 0.05 : 0.0;
    double flying = world->ground == MOSTLY_CALM ? 0.01 : 1.0;
    for (int i = 0; i < world->slots; i++) {
        if (random_chance(&world->random, remade)) {
            set_slot(world, (uint32_t)i, any_class(world));
        }
        if (slots[i].class == AUK_BROAD_MOVING && random_chance(&world->random, flying)) {
            fly(world, (uint32_t)i);
        } else if (slots[i].class == AUK_BROAD_MOVING) {
            drift(world, (uint32_t)i);
        }
    }
}

static bool overlap(double min_a, double max_a, double min_b, double max_b)
{
    return min_a <= max_b && min_b <= max_a;
}

// True if the box that flies touches the other one for certain, or by no more than a millionth of all numbers.
static bool sweep_touches(const World *world, uint32_t mover, AukBox box, double margin)
{
    AukBox start = world->starts[mover];
    AukBroadPath path = world->flights[mover];
    double dx = (double)path.x, dy = (double)path.y, low = INFINITY, high = -INFINITY, least = INFINITY,
           most = -INFINITY;
    double slack = margin * (fabs(dx) + fabs(dy)) *
                   (fabs((double)start.min.x) + fabs((double)start.min.y) + fabs((double)start.max.x) +
                    fabs((double)start.max.y) + fabs(dx) + fabs(dy));
    for (int k = 0; k < 4; k++) { // the corners, seen across the path
        double p = dx * (double)(k & 1 ? start.max.y : start.min.y) - dy * (double)(k & 2 ? start.max.x : start.min.x);
        double q = dx * (double)(k & 1 ? box.max.y : box.min.y) - dy * (double)(k & 2 ? box.max.x : box.min.x);
        low = fmin(low, p);
        high = fmax(high, p);
        least = fmin(least, q);
        most = fmax(most, q);
    }
    return overlap(low - slack, high + slack, least, most);
}

static bool is_listed(AukBroadPairs pairs, uint32_t a, uint32_t b)
{
    int low = 0, high = pairs.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        AukBroadPair pair = pairs.items[middle];
        bool before = pair.a < a || (pair.a == a && pair.b < b);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < pairs.count && pairs.items[low].a == a && pairs.items[low].b == b;
}

// What the paths leave out must be off them, and what they leave must be on them, but for margins. Returns how many
// pairs of boxes paths have left out.
static int check_paths(const World *world)
{
    const AukSlot *slots = world->brute->slots.items;
    const AukBroadPath *paths = world->brute->paths.items.items;
    const AukFilterMask *masks = world->brute->masks.items;
    AukBroadPairs pairs = auk_broad_pairs(world->brute);
    int left_out = 0;
    for (uint32_t i = 0; i < (uint32_t)world->slots; i++) {
        for (uint32_t k = 0; k < (uint32_t)world->slots && slots[i].class == AUK_BROAD_MOVING; k++) {
            AukBox box = auk__broad_box(world->brute, k);
            if (slots[k].class != AUK_BROAD_STATIC || !auk__masks_meet(masks[i], masks[k]) ||
                !auk_box_overlap(auk__broad_box(world->brute, i), box)) {
                continue;
            }
            bool listed = is_listed(pairs, i < k ? i : k, i < k ? k : i);
            bool flies = auk__path_is_given(paths[i]) && !world->brute->def.static_pairs;
            cr_assert(listed || (flies && !sweep_touches(world, i, box, 0.0)), "slots %u and %u, AUK_SEED=%llu", i, k,
                      (unsigned long long)world->random.seed);
            cr_assert(!listed || !flies || sweep_touches(world, i, box, 0x1p-17));
            left_out += !listed;
        }
    }
    return left_out;
}

static struct criterion_test_params all_grounds(void)
{
    static int grounds[GROUNDS];
    for (int i = 0; i < GROUNDS; i++) {
        grounds[i] = i;
    }
    return cr_make_param_array(int, grounds, GROUNDS);
}

ParameterizedTestParameters(broad_paths, movers_meet_the_static_boxes_that_they_sweep)
{
    return all_grounds();
}

ParameterizedTest(int *ground, broad_paths, movers_meet_the_static_boxes_that_they_sweep, .timeout = 100)
{
    int worlds = random_repeats(USUAL_WORLDS), left_out = 0, kept = 0;
    for (int i = 0; i < worlds; i++) {
        World world = world_create((uint64_t)i * GROUNDS + (uint64_t)*ground, (Ground)*ground);
        for (int update = 0; update < UPDATES; update++) {
            world_change(&world);
            cr_assert_eq(auk_broad_update(world.sweep), AUK_OK);
            cr_assert_eq(auk_broad_update(world.brute), AUK_OK);
            AukBroadPairs pairs = auk_broad_pairs(world.sweep), expected = auk_broad_pairs(world.brute);
            cr_assert(pairs.count == expected.count &&
                          (pairs.count == 0 ||
                           memcmp(pairs.items, expected.items, (size_t)pairs.count * sizeof *pairs.items) == 0),
                      "ground %d, world %d, update %d: %d pairs, brute force %d, AUK_SEED=%llu", *ground, i, update,
                      pairs.count, expected.count, (unsigned long long)world.random.seed);
            left_out += update % 8 == 0 ? check_paths(&world) : 0;
            kept += world.sweep->pair_cache.valid;
        }
        auk_broad_destroy(world.sweep);
        auk_broad_destroy(world.brute);
    }
    bool few = worlds < USUAL_WORLDS / 10;
    cr_assert(left_out > 0 || few, "no box was beside a path");
    cr_assert(kept > 0 || *ground != MOSTLY_CALM || few, "no pairs were kept");
}
