// Crowds: who is pushed where, and that no order shows.
#include "auk/mover.h"
#include "auk/terrain.h"

#include "support/random.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { MANY = 500 };

typedef struct People {
    AukShape shapes[MANY];
    AukTransform poses[MANY];
    float weights[MANY];
    AukCrowdDef def;
} People;

static void people_make(People *people, int count, Random *random, float room)
{
    memset(people, 0, sizeof *people);
    for (int i = 0; i < count; i++) {
        people->shapes[i] = auk_shape_circle(0.5f);
        people->poses[i].p = random ? random_vec(random, -room, room) : auk_vec(0.0f, 0.0f);
        people->weights[i] = 1.0f;
    }
    people->def.count = count;
    people->def.shapes = people->shapes;
    people->def.poses = people->poses;
    people->def.weights = people->weights;
}

static int separate(People *people)
{
    AukCrowd *crowd = auk_crowd_create(NULL);
    int pairs = auk_crowd_separate(crowd, &people->def);
    auk_crowd_destroy(crowd);
    return pairs;
}

// Pairs that are deeper in each other than that.
static int overlapping(const People *people, float depth)
{
    int pairs = 0;
    for (int i = 0; i < people->def.count; i++) {
        for (int j = 0; j < i; j++) {
            AukDistance d = auk_distance(&people->shapes[i], people->poses[i], &people->shapes[j], people->poses[j]);
            pairs += d.distance < -depth;
        }
    }
    return pairs;
}

Test(crowd, two_who_overlap_go_half_of_the_way_each)
{
    People people;
    people_make(&people, 3, NULL, 0.0f);
    people.poses[1].p = auk_vec(0.5f, 0.0f);
    people.poses[2].p = auk_vec(9.0f, 0.0f);
    cr_assert_eq(separate(&people), 1);
    cr_assert(people.poses[0].p.x == -0.125f && people.poses[1].p.x == 0.625f && people.poses[2].p.x == 9.0f);
    people.def.strength = 1.0f;
    cr_assert_eq(separate(&people), 1);
    cr_assert(people.poses[0].p.x == -0.25f && people.poses[1].p.x == 0.75f && people.poses[0].p.y == 0.0f);
    cr_assert_eq(separate(&people), 0);
}

Test(crowd, who_is_heavier_gives_way_less)
{
    People people;
    people_make(&people, 2, NULL, 0.0f);
    people.poses[1].p = auk_vec(0.0f, 0.5f);
    people.weights[0] = 3.0f;
    people.def.strength = 1.0f;
    cr_assert_eq(separate(&people), 1);
    cr_assert(people.poses[0].p.y == -0.125f && people.poses[1].p.y == 0.875f);
}

Test(crowd, counts_pairs_as_brute_force_does_and_comes_apart)
{
    Random random = random_start(random_seed(), 501);
    People people;
    people_make(&people, MANY, &random, 8.0f);
    for (int i = 0; i < MANY; i++) {
        people.shapes[i] = i % 3 == 0 ? auk_shape_box(0.3f, 0.2f)
                                      : (i % 3 == 1 ? auk_shape_circle(0.4f) : auk_shape_ellipse(0.2f, 0.5f));
        people.poses[i].q = random_rot(&random);
    }
    int first = overlapping(&people, 0.01f);
    cr_assert_eq(overlapping(&people, 0.0f), separate(&people));
    for (int i = 0; i < 300; i++) {
        (void)separate(&people);
    }
    cr_assert_eq(overlapping(&people, 0.0f), separate(&people));
    int last = overlapping(&people, 0.01f);
    cr_assert(first > 100 && last == 0, "%d, then %d", first, last);
}

Test(crowd, no_order_of_the_arrays_shows)
{
    Random random = random_start(random_seed(), 502);
    for (int round = 0; round < 20; round++) {
        static People people, shuffled;
        people_make(&people, MANY, &random, 5.0f);
        people_make(&shuffled, MANY, NULL, 0.0f);
        int order[MANY];
        for (int i = 0; i < MANY; i++) {
            people.shapes[i] = auk_shape_circle(random_float(&random, 0.1f, 0.6f));
            people.weights[i] = random_float(&random, 0.5f, 2.0f);
            order[i] = i;
        }
        for (int i = MANY - 1; i > 0; i--) {
            int j = random_int(&random, 0, i), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        for (int i = 0; i < MANY; i++) {
            shuffled.shapes[i] = people.shapes[order[i]];
            shuffled.poses[i] = people.poses[order[i]];
            shuffled.weights[i] = people.weights[order[i]];
        }
        cr_assert_eq(separate(&people), separate(&shuffled));
        for (int i = 0; i < MANY; i++) {
            cr_assert(memcmp(&people.poses[order[i]], &shuffled.poses[i], sizeof(AukTransform)) == 0);
        }
    }
}

// How deep the circles of a crowd overlap, pair by pair.
typedef struct Depths {
    double mean, deepest;
} Depths;

static Depths depths_of_circles(const People *people)
{
    Depths depths = {0.0, 0.0};
    int pairs = 0;
    for (int i = 0; i < people->def.count; i++) {
        for (int j = 0; j < i; j++) {
            AukVec2 p = people->poses[i].p, q = people->poses[j].p;
            double dx = (double)p.x - (double)q.x, dy = (double)p.y - (double)q.y;
            double depth =
                (double)people->shapes[i].radius + (double)people->shapes[j].radius - sqrt(dx * dx + dy * dy);
            depths.mean += depth > 0.0 ? depth : 0.0;
            depths.deepest = depth > depths.deepest ? depth : depths.deepest;
            pairs += depth > 0.0;
        }
    }
    depths.mean /= pairs > 0 ? pairs : 1;
    return depths;
}

static AukWorld *world_with_walls(float half)
{
    AukWorld *world = scene_world();
    AukBodyDef def = {.motion = AUK_MOTION_STATIC};
    AukVec2 corners[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    cr_assert(auk_body_add_chain(world, auk_body_create(world, &def), corners, 4, true, NULL).generation);
    return world;
}

// A crowd of circles whose diameter is 0.9 on average, and what it has to come to within a hundred calls, as the header
// says with some room for the seed. `wide` and `high` are halves of where they are at first.
typedef struct Spread {
    const char *name;
    int count;
    float wide, high, smallest, strength, walls;
    double mean, deepest;
    float heaviest; // above 0: weights from the inverse of that to it
} Spread;

Test(crowd, one_that_is_pressed_together_spreads_in_a_hundred_calls)
{
    const Spread cases[] = {{"in the open", 500, 8.0f, 8.0f, 0.45f, 0.0f, 0.0f, 0.01, 0.15, 0.0f},
                            {"in walls", 500, 8.0f, 8.0f, 0.45f, 0.0f, 12.0f, 0.01, 0.15, 0.0f},
                            {"in narrow walls", 500, 8.0f, 8.0f, 0.45f, 0.0f, 10.5f, 0.02, 0.3, 0.0f},
                            {"of many sizes", 500, 8.0f, 8.0f, 0.135f, 0.0f, 0.0f, 0.02, 0.2, 0.0f},
                            {"pushed gently", 500, 8.0f, 8.0f, 0.45f, 0.25f, 0.0f, 0.04, 0.3, 0.0f},
                            {"pushed hard", 500, 8.0f, 8.0f, 0.45f, 1.0f, 0.0f, 0.003, 0.05, 0.0f},
                            {"of many weights", 500, 8.0f, 8.0f, 0.45f, 0.0f, 0.0f, 0.06, 0.6, 10.0f},
                            {"at one point", 500, 0.0f, 0.0f, 0.45f, 0.0f, 0.0f, 0.04, 0.3, 0.0f},
                            {"on a line", 20, 3.0f, 0.0f, 0.45f, 0.0f, 0.0f, 0.02, 0.05, 0.0f}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const Spread *it = &cases[c];
        static People people;
        Random random = random_start(random_seed(), 506);
        people_make(&people, it->count, NULL, 0.0f);
        for (int i = 0; i < it->count; i++) {
            people.shapes[i] = auk_shape_circle(random_float(&random, it->smallest, 0.9f - it->smallest));
            people.poses[i].p.x = random_float(&random, -it->wide, it->wide);
            people.poses[i].p.y = random_float(&random, -it->high, it->high);
            if (it->heaviest > 0.0f) {
                people.weights[i] = powf(it->heaviest, random_float(&random, -1.0f, 1.0f));
            }
        }
        people.def.strength = it->strength;
        AukWorld *world = it->walls > 0.0f ? world_with_walls(it->walls) : NULL;
        people.def.world = world;
        for (int i = 0; i < 100; i++) {
            cr_assert(separate(&people) >= 0);
        }
        Depths depths = depths_of_circles(&people);
        cr_assert(depths.mean <= it->mean && depths.deepest <= it->deepest, "%s, seed %llu: mean %g, deepest %g",
                  it->name, (unsigned long long)random_seed(), depths.mean, depths.deepest);
        auk_world_destroy(world);
    }
}

Test(crowd, all_in_one_place_come_apart)
{
    static People people;
    people_make(&people, 100, NULL, 0.0f);
    cr_assert_eq(separate(&people), 4950);
    for (int i = 0; i < 100; i++) {
        (void)separate(&people);
    }
    cr_assert_eq(overlapping(&people, 0.1f), 0);
}

// Eight thousand at one point took 46 seconds.
Test(crowd, far_too_many_in_one_place_are_refused)
{
    enum { MEMBERS = 8000 };
    static AukShape shapes[MEMBERS];
    static AukTransform poses[MEMBERS];
    for (int i = 0; i < MEMBERS; i++) {
        shapes[i] = auk_shape_circle(0.5f);
        poses[i] = auk_transform_identity();
    }
    AukCrowd *crowd = auk_crowd_create(NULL);
    AukCrowdDef def = {.count = MEMBERS, .shapes = shapes, .poses = poses};
    cr_assert_eq(auk_crowd_separate(crowd, &def), -(int)AUK_ERROR_PAIR_LIMIT);
    for (int i = 0; i < MEMBERS; i++) {
        cr_assert(poses[i].p.x == 0.0f && poses[i].p.y == 0.0f);
        poses[i].p = auk_vec((float)(i % 80), (float)(i / 80));
    }
    cr_assert(auk_crowd_separate(crowd, &def) >= 0);
    auk_crowd_destroy(crowd);
}

Test(crowd, nobody_is_pushed_into_a_wall)
{
    AukWorld *world = scene_world();
    AukShape box = auk_shape_box(1.0f, 6.0f);
    AukTransform places[4] = {{{-7.0f, 0.0f}, {1.0f, 0.0f}},
                              {{7.0f, 0.0f}, {1.0f, 0.0f}},
                              {{0.0f, 7.0f}, {0.0f, 1.0f}},
                              {{0.0f, -7.0f}, {0.0f, 1.0f}}};
    for (int i = 0; i < 4; i++) {
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, box, places[i].p.x, places[i].p.y);
        def.angle = auk_rot_angle(places[i].q);
        auk_body_create(world, &def);
    }
    Random random = random_start(random_seed(), 503);
    static People people;
    people_make(&people, 200, &random, 5.0f);
    people.def.world = world;
    for (int i = 0; i < 100; i++) {
        cr_assert(separate(&people) >= 0);
        for (int k = 0; k < 200; k++) {
            AukVec2 p = people.poses[k].p;
            cr_assert(fabsf(p.x) <= 5.5f && fabsf(p.y) <= 5.5f, "round %d: %g %g", i, (double)p.x, (double)p.y);
        }
    }
    auk_world_destroy(world);
}

Test(crowd, memory_is_kept_and_a_smaller_crowd_does_not_see_the_larger_one)
{
    Random random = random_start(random_seed(), 504);
    AukCrowd *crowd = auk_crowd_create(NULL);
    static People people;
    people_make(&people, MANY, &random, 5.0f);
    cr_assert(auk_crowd_separate(crowd, &people.def) > 0);
    people_make(&people, 2, NULL, 0.0f);
    people.poses[1].p.x = 0.75f;
    cr_assert_eq(auk_crowd_separate(crowd, &people.def), 1);
    people.def.count = 0;
    cr_assert_eq(auk_crowd_separate(crowd, &people.def), 0);
    auk_crowd_destroy(crowd);
    auk_crowd_destroy(NULL);
}

Test(crowd, does_the_same_at_every_power_of_two)
{
    static People people, huge;
    Random random = random_start(random_seed(), 505);
    people_make(&people, MANY, &random, 5.0f);
    people_make(&huge, MANY, NULL, 0.0f);
    for (int i = 0; i < MANY; i++) {
        huge.shapes[i] = auk_shape_circle(0.5f * 0x1p30f);
        huge.poses[i].p = auk_vec_scale(0x1p30f, people.poses[i].p);
    }
    cr_assert_eq(separate(&people), separate(&huge));
    for (int i = 0; i < MANY; i++) {
        cr_assert(huge.poses[i].p.x == 0x1p30f * people.poses[i].p.x);
    }
}

Test(crowd, refuses_bad_input_and_moves_nobody)
{
    People people;
    people_make(&people, 2, NULL, 0.0f);
    AukCrowd *crowd = auk_crowd_create(NULL);
    cr_assert_eq(auk_crowd_separate(NULL, &people.def), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_crowd_separate(crowd, NULL), -(int)AUK_ERROR_NULL);
    AukCrowdDef bad = people.def;
    bad.count = -1;
    cr_assert_eq(auk_crowd_separate(crowd, &bad), -(int)AUK_ERROR_COUNT);
    bad = people.def;
    bad.poses = NULL;
    cr_assert_eq(auk_crowd_separate(crowd, &bad), -(int)AUK_ERROR_NULL);
    bad = people.def;
    bad.strength = 1.5f;
    cr_assert_eq(auk_crowd_separate(crowd, &bad), -(int)AUK_ERROR_RANGE);
    bad.strength = NAN;
    cr_assert_eq(auk_crowd_separate(crowd, &bad), -(int)AUK_ERROR_NOT_FINITE);
    bad = people.def;
    bad.dt = -1.0f;
    cr_assert_eq(auk_crowd_separate(crowd, &bad), -(int)AUK_ERROR_TIME_STEP);
    people.weights[1] = -1.0f;
    cr_assert_eq(auk_crowd_separate(crowd, &people.def), -(int)AUK_ERROR_NEGATIVE);
    people.weights[1] = 0.0f;
    people.poses[1].p.x = NAN;
    cr_assert_eq(auk_crowd_separate(crowd, &people.def), -(int)AUK_ERROR_NOT_FINITE);
    people.poses[1].p.x = 0.0f;
    people.shapes[0].kind = AUK_SHAPE_NONE;
    cr_assert_eq(auk_crowd_separate(crowd, &people.def), -(int)AUK_ERROR_NO_SHAPE);
    cr_assert(people.poses[0].p.x == 0.0f && people.poses[1].p.x == 0.0f);
    auk_crowd_destroy(crowd);
}

// Pairs that are deeper in each other than that, in any image.
static int overlapping_in_images(const People *people, AukVec2 period, float depth)
{
    int pairs = 0;
    for (int i = 0; i < people->def.count; i++) {
        for (int j = 0; j < i; j++) {
            bool found = false;
            for (int image = 0; image < 9 && !found; image++) {
                AukTransform beside = people->poses[j];
                beside.p.x += (float)(image % 3 - 1) * period.x;
                beside.p.y += (float)(image / 3 - 1) * period.y;
                found =
                    auk_distance(&people->shapes[i], people->poses[i], &people->shapes[j], beside).distance < -depth;
            }
            pairs += found;
        }
    }
    return pairs;
}

Test(crowd, sees_across_the_sides_of_a_world_that_wraps_around)
{
    static const AukBox rectangles[] = {
        {{-8.0f, -8.0f}, {8.0f, 8.0f}}, {{0.0f, -2.0f}, {16.0f, -2.0f}}, {{3.0f, -16.0f}, {3.0f, 0.0f}}};
    Random random = random_start(random_seed(), 506);
    AukCrowd *crowd = auk_crowd_create(NULL);
    static People people;
    for (int i = 0; i < 3; i++) {
        AukWorldDef def = {.wrap = rectangles[i]};
        AukWorld *world = auk_world_create(&def, NULL);
        AukVec2 period = auk_vec_sub(def.wrap.max, def.wrap.min);
        people_make(&people, 120, &random, 8.0f);
        people.def.world = world;
        people.def.strength = 1.0f;
        int before = overlapping_in_images(&people, period, 0.0f);
        int pairs = auk_crowd_separate(crowd, &people.def);
        cr_assert_eq(pairs, before, "rectangle %d: %d pairs, not %d", i, pairs, before);
        for (int call = 0; call < 30; call++) {
            cr_assert(auk_crowd_separate(crowd, &people.def) >= 0);
        }
        cr_assert(overlapping_in_images(&people, period, 0.1f) == 0, "rectangle %d", i);
        people.def.world = NULL; // the same memory for another crowd
        before = overlapping(&people, 0.0f);
        cr_assert_eq(auk_crowd_separate(crowd, &people.def), before);
        auk_world_destroy(world);
    }
    auk_crowd_destroy(crowd);
}

// Shapes whose origins are at one place, for example at their feet. The pair alone decides the direction.
Test(crowd, a_pair_at_one_point_loses_its_whole_overlap)
{
    Random random = random_start(random_seed(), 98);
    AukCrowd *crowd = auk_crowd_create(NULL);
    int overlapping = 0;
    for (int i = 0; i < 2000; i++) {
        AukShape shapes[2];
        AukTransform poses[2];
        AukVec2 place = random_vec(&random, -10.0f, 10.0f);
        for (int k = 0; k < 2; k++) {
            AukVec2 end = random_vec(&random, -1.0f, 1.0f);
            float a = random_float(&random, 0.1f, 1.0f), b = random_float(&random, 0.1f, 1.0f);
            shapes[k] = (i + k) % 3 ? auk_shape_capsule(auk_vec(0.0f, 0.0f), end, 0.3f * a) : auk_shape_box(a, b);
            poses[k] = auk_transform(place, i % 2 ? random_float(&random, -3.0f, 3.0f) : 0.0f);
        }
        float before = auk_distance(&shapes[0], poses[0], &shapes[1], poses[1]).distance;
        AukCrowdDef def = {.count = 2, .shapes = shapes, .poses = poses, .strength = 1.0f};
        cr_assert_eq(auk_crowd_separate(crowd, &def), before < 0.0f ? 1 : 0);
        float after = auk_distance(&shapes[0], poses[0], &shapes[1], poses[1]).distance;
        overlapping += before < -1e-3f;
        cr_assert(before >= 0.0f || fabsf(after) < 1e-4f, "seed %llu: pair %d is %g deep, was %g",
                  (unsigned long long)random_seed(), i, (double)-after, (double)-before);
    }
    cr_assert_gt(overlapping, 1500);
    auk_crowd_destroy(crowd);
}

// The pairs of a crowd that has calmed down are kept from call to call in lists of their own, which are there early: a
// game that has warmed up for twenty frames does not meet the allocator in the hundredth.
Test(crowd, a_crowd_that_keeps_its_size_soon_allocates_nothing)
{
    enum { CROWDS = 20, MEMBERS = 20 };
    FailingAllocator state;
    failing_allocator_install(&state);
    Random random = random_start(20260801, 0);
    for (int k = 0; k < CROWDS; k++) {
        AukCrowd *crowd = auk_crowd_create(NULL);
        AukShape shapes[MEMBERS];
        AukTransform poses[MEMBERS];
        for (int i = 0; i < MEMBERS; i++) {
            shapes[i] = auk_shape_circle(0.5f);
            poses[i].p = auk_vec(random_float(&random, -2.0f, 2.0f), random_float(&random, -2.0f, 2.0f));
            poses[i].q = auk_rot_identity();
        }
        AukCrowdDef def = {.count = MEMBERS, .shapes = shapes, .poses = poses};
        int calls = 0;
        for (int i = 0; i < 300; i++) {
            calls = i == 20 ? state.calls : calls;
            cr_assert(auk_crowd_separate(crowd, &def) >= 0);
        }
        cr_assert_eq(state.calls, calls, "crowd %d: %d allocations after 20 calls", k, state.calls - calls);
        auk_crowd_destroy(crowd);
    }
    auk_set_allocator(NULL);
}
