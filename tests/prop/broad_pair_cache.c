// Worlds that move for many updates, where the broad phase keeps its pairs from update to update: each update against
// brute force, in all the ways in which a kept list may be wrong, stale, too long or not worth having. In half of them
// boxes do not meet all others; what that leaves of the pairs is said here once more.
#include "broad/broad.h"

#include "auk/math2d.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <string.h>

enum { USUAL_WORLDS = 25, UPDATES = 90, SLOTS_MAX = 900 };

typedef enum Course {
    RESTING,
    CALM,
    CALM_AND_FAST,
    ALL_FAST,
    TELEPORTS,
    DRIFTING,
    STATICS_CHANGE,
    CHURN,
    HUGE_AND_TINY,
    JITTER,
    STOP_AND_GO,
    LATTICE, // boxes that touch exactly, moving by whole steps
    CULLS,   // many leave at once while the next list is made, and come back
    COURSES
} Course;

static const char *const course_names[COURSES] = {
    "resting", "cached",        "cached and fast", "all fast",    "teleports", "drifting", "statics change",
    "churn",   "huge and tiny", "jitter",          "stop and go", "lattice",   "culls"};

typedef struct Body {
    AukVec2 position, velocity; // relative to the world's origin
    AukVec2 size;
    AukBroadClass class;
    AukFilterMask mask;
} Body;

typedef struct World {
    Random random;
    Course course;
    int slots;
    float unit, side;
    AukVec2 origin, drift;
    Body bodies[SLOTS_MAX];
    bool masked;
    AukBroad *sweep, *brute;
    bool brute_masked; // else brute force finds what does not meet too
    int kept;          // updates that used a list
    AukPool *pool;     // of the sweep; may be null
} World;

static AukBox body_box(const World *world, const Body *body)
{
    AukVec2 min = auk_vec_add(world->origin, body->position);
    AukBox box = {min, auk_vec_add(min, body->size)};
    return box;
}

static float speed_of(World *world)
{
    Random *random = &world->random;
    switch (world->course) {
    case RESTING: return 0.0f;
    case CALM_AND_FAST: return random_chance(random, 0.03) ? 20.0f : 0.02f;
    case ALL_FAST: return 30.0f;
    case HUGE_AND_TINY: return (float)random_log(random, 1e-4, 1.0);
    case CALM:
    case TELEPORTS:
    case DRIFTING:
    case STATICS_CHANGE:
    case CHURN:
    case JITTER:
    case STOP_AND_GO:
    case LATTICE:
    case CULLS:
    case COURSES: break;
    }
    return 0.05f;
}

static Body any_body(World *world)
{
    Random *random = &world->random;
    float unit = world->unit;
    Body body;
    body.position = random_vec(random, 0.0f, world->side);
    body.size = random_vec(random, 0.3f * unit, unit);
    float speed = speed_of(world) * unit;
    body.velocity = random_vec(random, -speed, speed);
    if (world->course == HUGE_AND_TINY) {
        float scale = random_chance(random, 0.03) ? 100.0f : (float)random_log(random, 1e-4, 1.0);
        body.size = auk_vec_scale(scale, body.size);
    }
    if (world->course == LATTICE) {
        body.position = auk_vec(floorf(body.position.x / unit) * unit, floorf(body.position.y / unit) * unit);
        body.velocity = auk_vec((float)random_int(random, -1, 1) * 0.0625f * unit, 0.0f);
        body.size = auk_vec(unit, unit);
    }
    body.class = random_chance(random, 0.2) ? AUK_BROAD_STATIC : AUK_BROAD_MOVING;
    return body;
}

// Of few sorts, so that there are many of each.
static AukFilterMask any_mask(Random *random)
{
    static const AukFilterMask sorts[] = {{1, 0, 0},           {2, 2, 0}, {4, 1, 0},
                                          {0x8000, 0x8006, 0}, {1, 0, 7}, {3, 8, 0x80000007}};
    return sorts[random_int(random, 0, (int)(sizeof sorts / sizeof sorts[0]) - 1)];
}

static void body_mask(World *world, int slot)
{
    AukFilterMask mask = any_mask(&world->random);
    world->bodies[slot].mask = mask;
    auk__broad_mask(world->sweep, (uint32_t)slot, mask);
    if (world->brute_masked) {
        auk__broad_mask(world->brute, (uint32_t)slot, mask);
    }
}

static void body_set(World *world, int slot)
{
    AukBox box = body_box(world, &world->bodies[slot]);
    auk__broad_set(world->sweep, (uint32_t)slot, box, world->bodies[slot].class);
    auk__broad_set(world->brute, (uint32_t)slot, box, world->bodies[slot].class);
}

static void body_move(World *world, int slot)
{
    Body *body = &world->bodies[slot];
    body->position = auk_vec_add(body->position, body->velocity);
    // turned round at the walls
    body->velocity.x = body->position.x < 0.0f ? fabsf(body->velocity.x) : body->velocity.x;
    body->velocity.y = body->position.y < 0.0f ? fabsf(body->velocity.y) : body->velocity.y;
    body->velocity.x = body->position.x > world->side ? -fabsf(body->velocity.x) : body->velocity.x;
    body->velocity.y = body->position.y > world->side ? -fabsf(body->velocity.y) : body->velocity.y;
    AukBox box = body_box(world, body);
    auk__broad_write(world->sweep, (uint32_t)slot, box);
    auk__broad_write(world->brute, (uint32_t)slot, box);
}

// What befalls a few bodies between two updates.
static void body_disturb(World *world, int slot)
{
    static const AukBroadClass classes[] = {AUK_BROAD_NONE, AUK_BROAD_STATIC, AUK_BROAD_MOVING, AUK_BROAD_MOVING};
    Random *random = &world->random;
    Body *body = &world->bodies[slot];
    switch (world->course) {
    case TELEPORTS:
        if (body->class == AUK_BROAD_MOVING && random_chance(random, 0.005)) {
            body->position = random_vec(random, 0.0f, world->side);
        }
        break;
    case STATICS_CHANGE:
        if (body->class == AUK_BROAD_STATIC && random_chance(random, 0.01)) {
            AukFilterMask mask = body->mask;
            *body = any_body(world);
            body->class = AUK_BROAD_STATIC;
            body->mask = mask;
            body_set(world, slot);
        }
        break;
    case CHURN:
        if (random_chance(random, 0.01)) {
            Body other = any_body(world);
            other.mask = body->mask;
            // in another's place, or where it was: then the kept pairs speak of the wrong tenant
            *body = random_chance(random, 0.5) ? other : *body;
            body->class = classes[random_int(random, 0, 3)];
            body_set(world, slot);
            if (random_chance(random, 0.3)) {
                body->class = classes[random_int(random, 0, 3)];
                body_set(world, slot);
            }
        }
        break;
    case JITTER: body->velocity = random_vec(random, -0.02f * world->unit, 0.02f * world->unit); break;
    case RESTING:
    case CALM:
    case CALM_AND_FAST:
    case ALL_FAST:
    case DRIFTING:
    case HUGE_AND_TINY:
    case STOP_AND_GO:
    case LATTICE:
    case CULLS:
    case COURSES: break;
    }
}

// A third of the movers leaves; those that left before come back a few at a time.
static void world_cull(World *world)
{
    Random *random = &world->random;
    bool now = world->sweep->pair_cache.stage == AUK_STAGE_LAID && random_chance(random, 0.7);
    for (int slot = 0; slot < world->slots; slot++) {
        AukBroadClass class = world->bodies[slot].class;
        if (class == AUK_BROAD_MOVING && now && random_chance(random, 0.3)) {
            class = AUK_BROAD_NONE;
        } else if (class == AUK_BROAD_NONE && random_chance(random, 0.02)) {
            class = AUK_BROAD_MOVING;
        }
        if (class != world->bodies[slot].class) {
            world->bodies[slot].class = class;
            body_set(world, slot);
        }
    }
}

static void world_go(World *world, int update)
{
    world->origin = auk_vec_add(world->origin, world->drift);
    if (world->course == CULLS) {
        world_cull(world);
    }
    bool stands = world->course == STOP_AND_GO && update / 15 % 2 == 1;
    for (int slot = 0; slot < world->slots; slot++) {
        body_disturb(world, slot);
        if (world->masked && random_chance(&world->random, 0.003)) {
            body_mask(world, slot);
        }
        if (world->bodies[slot].class == AUK_BROAD_MOVING && !stands) {
            body_move(world, slot);
        }
    }
}

static void world_start(World *world, uint64_t stream, Course course, int max_pairs, bool brute_masked)
{
    static const AukVec2 origins[] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {-600.0f, 77.0f}, {1e6f, -1e6f}};
    static const float units[] = {1.0f, 1.0f, 1e-6f, 1e6f, 32.0f};
    world->random = random_start(random_seed(), stream);
    world->course = course;
    world->slots = (int)random_log(&world->random, course == CULLS ? 500.0 : 20.0, (double)SLOTS_MAX);
    world->unit = units[random_int(&world->random, 0, 4)];
    world->origin = auk_vec_scale(world->unit, origins[random_int(&world->random, 0, 3)]);
    world->side = world->unit * sqrtf((float)world->slots) * random_float(&world->random, 0.5f, 3.0f);
    world->drift = course == DRIFTING ? random_vec(&world->random, -world->unit, world->unit) : auk_vec(0.0f, 0.0f);
    world->kept = 0;
    AukBroadDef def = {AUK_BROAD_SWEEP, max_pairs, random_chance(&world->random, 0.15)};
    world->sweep = auk_broad_create(&def, NULL);
    def.kind = AUK_BROAD_BRUTE_FORCE;
    world->brute = auk_broad_create(&def, NULL);
    cr_assert_eq(auk__broad_reserve(world->sweep, world->slots), AUK_OK);
    cr_assert_eq(auk__broad_reserve(world->brute, world->slots), AUK_OK);
    cr_assert_eq(auk__broad_admit_statics(world->sweep), AUK_OK);
    cr_assert_eq(auk__broad_admit_statics(world->brute), AUK_OK);
    cr_assert_eq(auk__broad_admit_masks(world->sweep), AUK_OK);
    cr_assert_eq(auk__broad_admit_masks(world->brute), AUK_OK);
    world->masked = random_chance(&world->random, 0.5);
    world->brute_masked = brute_masked;
    for (int slot = 0; slot < world->slots; slot++) {
        AukFilterMask meets_all = {1, 0, 0};
        world->bodies[slot] = any_body(world);
        world->bodies[slot].mask = meets_all;
        if (world->masked) {
            body_mask(world, slot);
        }
        body_set(world, slot);
    }
    world->pool = NULL;
    cr_assert_eq(auk__pool_create(random_int(&world->random, 0, 3), NULL, &world->pool), AUK_OK);
    auk__broad_workers(world->sweep, world->pool);
    world->sweep->work.parallel.grain = (int)random_log(&world->random, 1.0, 300.0);
}

static void world_end(World *world)
{
    auk_broad_destroy(world->sweep);
    auk_pool_destroy(world->pool);
    auk_broad_destroy(world->brute);
}

static bool meet(const World *world, AukBroadPair pair)
{
    AukFilterMask a = world->bodies[pair.a].mask, b = world->bodies[pair.b].mask;
    bool ignored = (a.ignore & b.category) != 0 || (b.ignore & a.category) != 0;
    return !ignored && !(a.group == b.group && a.group > 0);
}

static bool same_pairs(const World *world)
{
    AukBroadPairs a = auk_broad_pairs(world->sweep), b = auk_broad_pairs(world->brute);
    int at = 0;
    for (int i = 0; i < b.count; i++) {
        AukBroadPair pair = b.items[i];
        if (world->brute_masked || meet(world, pair)) {
            if (at == a.count || a.items[at].a != pair.a || a.items[at].b != pair.b) {
                return false;
            }
            at++;
        }
    }
    return at == a.count;
}

static struct criterion_test_params all_courses(void)
{
    static int courses[COURSES];
    for (int i = 0; i < COURSES; i++) {
        courses[i] = i;
    }
    return cr_make_param_array(int, courses, COURSES);
}

ParameterizedTestParameters(broad_pair_cache, a_world_that_moves_has_the_pairs_of_brute_force_at_every_update)
{
    return all_courses();
}

ParameterizedTest(int *course, broad_pair_cache, a_world_that_moves_has_the_pairs_of_brute_force_at_every_update)
{
    static World world;
    int kept = 0;
    int worlds = random_repeats(USUAL_WORLDS);
    for (int i = 0; i < worlds; i++) {
        world_start(&world, (uint64_t)i * COURSES + (uint64_t)*course, (Course)*course, 0, false);
        for (int update = 0; update < UPDATES; update++) {
            cr_assert_eq(auk_broad_update(world.sweep), AUK_OK);
            cr_assert_eq(auk_broad_update(world.brute), AUK_OK);
            cr_assert(same_pairs(&world), "%s, world %d, update %d: %d pairs, brute force %d, AUK_SEED=%llu",
                      course_names[*course], i, update, auk_broad_pairs(world.sweep).count,
                      auk_broad_pairs(world.brute).count, (unsigned long long)world.random.seed);
            kept += world.sweep->pair_cache.valid;
            world_go(&world, update);
        }
        world_end(&world);
    }
    int updates = worlds * UPDATES;
    bool hopeless = *course == ALL_FAST || *course == DRIFTING, few = worlds < 3; // a world may be one without lists
    cr_assert(hopeless || few || kept > updates / 6, "%s: a list was used in %d of %d updates", course_names[*course],
              kept, updates);
    cr_assert(*course != ALL_FAST || kept < updates / 10, "%d of %d", kept, updates);
}

// The published pairs count towards the limit, those that are only listed do not.
Test(broad_pair_cache, the_limit_is_met_exactly_when_brute_force_meets_it)
{
    static World world;
    int refused = 0, granted = 0, worlds = random_repeats(40);
    for (int i = 0; i < worlds || i < COURSES; i++) { // at least one of each course
        Random random = random_start(random_seed(), 7000 + (uint64_t)i);
        world_start(&world, 8000 + (uint64_t)i, (Course)(i % COURSES), 0, true);
        cr_assert_eq(auk_broad_update(world.brute), AUK_OK);
        int limit = auk_broad_pairs(world.brute).count + random_int(&random, -3, 3);
        world_end(&world);
        world_start(&world, 8000 + (uint64_t)i, (Course)(i % COURSES), limit > 0 ? limit : 1, true);
        for (int update = 0; update < UPDATES; update++) {
            AukStatus expected = auk_broad_update(world.brute);
            cr_assert_eq(auk_broad_update(world.sweep), expected, "world %d, update %d, AUK_SEED=%llu", i, update,
                         (unsigned long long)world.random.seed);
            cr_assert(same_pairs(&world), "world %d, update %d, AUK_SEED=%llu", i, update,
                      (unsigned long long)world.random.seed);
            refused += expected == AUK_ERROR_PAIR_LIMIT;
            granted += expected == AUK_OK && world.sweep->pair_cache.valid;
            world_go(&world, update);
        }
        world_end(&world);
    }
    cr_assert(refused > 0 && granted > 0);
}
