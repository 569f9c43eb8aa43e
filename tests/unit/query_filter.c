// Which bodies the filter of a query lets it find, for every kind of question, against a model of categories bit by
// bit. A query without a category belongs to none, so nobody can ignore it.
#include "auk/mover.h"

#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

static bool has_bit(uint64_t bits, int bit)
{
    return (bits >> bit & 1) != 0;
}

static bool model_finds(const AukQuery *query, AukFilter shape)
{
    AukFilter own;
    memset(&own, 0, sizeof own);
    own = query ? query->filter : own;
    bool found = own.group == 0 || own.group != shape.group;
    for (int bit = 0; bit < 64; bit++) {
        bool shape_is = shape.category == 0 ? bit == 0 : has_bit(shape.category, bit);
        found = found && !(shape_is && has_bit(own.ignore, bit));
        found = found && !(has_bit(own.category, bit) && has_bit(shape.ignore, bit));
    }
    return found;
}

// A world with one box, 2 x 2 around (4, 0), as a body's filter or as that of its shape.
static AukWorld *world_with(AukFilter filter, bool of_shape)
{
    AukWorldDef settings;
    memset(&settings, 0, sizeof settings);
    settings.history = 2;
    AukWorld *world = auk_world_create(&settings, NULL);
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 4.0f, 0.0f);
    def.filter = filter;
    if (of_shape) {
        memset(&def.shape, 0, sizeof def.shape);
        memset(&def.filter, 0, sizeof def.filter);
        AukBodyId body = auk_body_create(world, &def);
        AukShapeDef shape;
        memset(&shape, 0, sizeof shape);
        shape.shape = auk_shape_box(1.0f, 1.0f);
        shape.filter = filter;
        auk_body_add_shape(world, body, &shape);
    } else {
        auk_body_create(world, &def);
    }
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
    }
    return world;
}

static bool mover_is_stopped(const AukWorld *world, const AukQuery *query)
{
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = auk_shape_circle(0.5f);
    mover.velocity = auk_vec(8.0f, 0.0f);
    mover.floating = true;
    mover.query = query ? *query : mover.query;
    cr_assert_geq(auk_world_move(world, &mover, 1.0f, NULL, 0), 0);
    return mover.pose.p.x < 4.0f;
}

// Of two who overlap, the right one is pushed to the right, if the box lets it.
static bool crowd_is_stopped(const AukWorld *world, const AukQuery *query)
{
    AukShape shapes[2] = {auk_shape_circle(0.5f), auk_shape_circle(0.5f)};
    AukTransform poses[2] = {auk_transform(auk_vec(1.75f, 0.0f), 0.0f), auk_transform(auk_vec(2.5f, 0.0f), 0.0f)};
    AukCrowdDef def;
    memset(&def, 0, sizeof def);
    def.count = 2;
    def.shapes = shapes;
    def.poses = poses;
    def.world = world;
    def.query = query ? *query : def.query;
    AukCrowd *crowd = auk_crowd_create(NULL);
    cr_assert_eq(auk_crowd_separate(crowd, &def), 1);
    auk_crowd_destroy(crowd);
    return poses[1].p.x <= 2.5f;
}

static void expect_casts(const AukWorld *world, const AukQuery *query, bool found)
{
    AukVec2 from = auk_vec(0.0f, 0.0f), delta = auk_vec(8.0f, 0.0f);
    AukTransform pose = auk_transform(from, 0.0f);
    AukShape shape = auk_shape_circle(0.5f);
    AukFound hit;
    bool any;
    cr_assert_eq(auk_world_cast_ray(world, from, delta, query, NULL), found);
    cr_assert_eq(auk_world_cast_ray_any(world, from, delta, query), found);
    cr_assert_eq(auk_world_cast_ray_all(world, from, delta, query, NULL, 0), found);
    cr_assert_eq(auk_world_cast_ray_many(world, &from, &delta, 1, query, NULL, &hit), found);
    cr_assert_eq(auk_world_cast_ray_any_many(world, &from, &delta, 1, query, NULL, &any), found);
    cr_assert_eq(auk_world_cast_shape(world, &shape, pose, delta, query, NULL), found);
    cr_assert_eq(auk_world_cast_shape_any(world, &shape, pose, delta, query), found);
    cr_assert_eq(auk_world_cast_shape_all(world, &shape, pose, delta, query, NULL, 0), found);
    cr_assert_eq(auk_world_cast_shape_many(world, &shape, &pose, &delta, 1, query, NULL, &hit), found);
    for (int ago = 0; ago <= auk_world_history(world); ago++) {
        cr_assert_eq(auk_world_cast_ray_at(world, ago, from, delta, query, NULL), found);
        cr_assert_eq(auk_world_cast_shape_at(world, ago, &shape, pose, delta, query, NULL), found);
    }
}

static void expect_places(const AukWorld *world, const AukQuery *query, bool found)
{
    AukTransform pose = auk_transform(auk_vec(4.5f, 0.0f), 0.0f);
    AukShape shape = auk_shape_circle(0.5f);
    AukBox box = {{4.0f, 0.0f}, {5.0f, 0.5f}};
    int count;
    cr_assert_eq(auk_world_overlap(world, &shape, pose, query, NULL, 0), found);
    cr_assert_eq(auk_world_overlap_box(world, box, query, NULL, 0), found);
    cr_assert_eq(auk_world_overlap_point(world, pose.p, query, NULL, 0), found);
    cr_assert_eq(auk_world_overlap_many(world, &shape, &pose, 1, query, NULL, NULL, 0, &count), found);
    cr_assert_eq(auk_world_nearest(world, NULL, pose, INFINITY, query, NULL, 0), found);
    cr_assert_eq(auk_world_nearest_many(world, NULL, &pose, 1, 2.0f, query, NULL, NULL, 0, &count), found);
    for (int ago = 0; ago <= auk_world_history(world); ago++) {
        cr_assert_eq(auk_world_overlap_at(world, ago, &shape, pose, query, NULL, 0), found);
    }
}

static void expect_everywhere(const AukWorld *world, const AukQuery *query, bool found)
{
    expect_casts(world, query, found);
    expect_places(world, query, found);
    cr_assert_eq(mover_is_stopped(world, query), found);
    cr_assert_eq(crowd_is_stopped(world, query), found);
}

static void expect_found(AukFilter filter, const AukQuery *query, bool found)
{
    for (int of_shape = 0; of_shape < 2; of_shape++) {
        AukWorld *world = world_with(filter, of_shape);
        expect_everywhere(world, query, found);
        auk_world_destroy(world);
    }
}

Test(query_filter, a_null_query_and_a_zero_filter_find_every_solid_whatever_it_ignores)
{
    AukQuery query;
    memset(&query, 0, sizeof query);
    AukFilter masks[] = {{0, 0, 0}, {0, 1, 0}, {1, UINT64_MAX, 0}, auk_filter_mask(2, 4), {UINT64_MAX, 2, 7}};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        expect_found(masks[i], NULL, true);
        expect_found(masks[i], &query, true);
    }
}

Test(query_filter, a_query_that_ignores_something_has_no_category_either_unless_it_is_given_one)
{
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.filter.ignore = 4;
    expect_found((AukFilter){2, 1, 0}, &query, true);
    expect_found((AukFilter){4, 0, 0}, &query, false);
    query.filter.category = 1;
    expect_found((AukFilter){2, 1, 0}, &query, false);
    expect_found((AukFilter){2, 8, 0}, &query, true);
}

static AukFilter some_filter(Random *random)
{
    AukFilter filter;
    memset(&filter, 0, sizeof filter);
    filter.category = random_chance(random, 0.4) ? 0 : (uint64_t)random_int(random, 0, 7);
    filter.ignore = random_chance(random, 0.4) ? 0 : (uint64_t)random_int(random, 0, 7);
    filter.category |= random_chance(random, 0.1) ? (uint64_t)1 << 63 : 0;
    filter.ignore |= random_chance(random, 0.1) ? (uint64_t)1 << 63 : 0;
    filter.group = random_chance(random, 0.3) ? (uint32_t)random_int(random, 1, 2) : 0;
    return filter;
}

Test(query_filter, every_question_finds_what_a_model_of_categories_finds)
{
    Random random = random_start(random_seed(), 1705);
    int finds = 0, rounds = 200;
    for (int i = 0; i < rounds; i++) {
        AukQuery query;
        memset(&query, 0, sizeof query);
        query.filter = some_filter(&random);
        AukFilter filter = some_filter(&random);
        expect_found(filter, &query, model_finds(&query, filter));
        finds += model_finds(&query, filter);
    }
    cr_assert(finds > rounds / 4 && finds < rounds, "AUK_SEED=%llu", (unsigned long long)random.seed);
}

// ---- bodies that are not found ------------------------------------------------------------------------------------

// The world with the box, and two disabled bodies: one that asks, and one that may own both.
typedef struct Family {
    AukWorld *world;
    AukBodyId box, asker, parent, stale;
} Family;

static AukBodyId add_hidden(AukWorld *world)
{
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(1.0f), 4.0f, 0.0f);
    def.disabled = true;
    return auk_body_create(world, &def);
}

static Family family_create(void)
{
    AukFilter none = {0, 0, 0};
    Family family = {world_with(none, false), {0, 1}, {0, 0}, {0, 0}, {0, 0}};
    family.stale = add_hidden(family.world);
    family.asker = add_hidden(family.world);
    family.parent = add_hidden(family.world);
    auk_body_destroy(family.world, family.stale);
    cr_assert(auk_body_exists(family.world, family.box));
    return family;
}

static AukBodyId any_of(Random *random, const AukBodyId *ids, int count)
{
    return ids[random_int(random, 0, count - 1)];
}

static bool is_listed(const AukQuery *query, AukBodyId id)
{
    bool listed = auk_body_id_equal(query->exclude, id);
    for (int i = 0; i < query->exclude_count; i++) {
        listed |= auk_body_id_equal(query->excludes[i], id);
    }
    return listed;
}

static bool is_related(const AukWorld *world, AukBodyId a, AukBodyId b)
{
    AukBodyId owner_a = auk_body_get_owner(world, a), owner_b = auk_body_get_owner(world, b);
    return auk_body_id_equal(owner_a, b) || auk_body_id_equal(owner_b, a) ||
           (!auk_body_id_is_null(owner_a) && auk_body_id_equal(owner_a, owner_b));
}

Test(query_filter, every_question_obeys_excluded_bodies_owners_and_user_data)
{
    Random random = random_start(random_seed(), 1706);
    int finds = 0, rounds = 400;
    for (int i = 0; i < rounds; i++) {
        Family family = family_create();
        AukBodyId none = {0, 0}, owners[] = {none, family.asker, family.parent}, excludes[3];
        AukBodyId ids[] = {none, family.asker, family.parent, family.stale, none, family.asker, family.box};
        uint64_t data = (uint64_t)random_int(&random, 0, 3);
        auk_body_set_user_data(family.world, family.box, data);
        auk_body_set_owner(family.world, family.box, any_of(&random, owners, 3));
        auk_body_set_owner(family.world, family.asker, random_chance(&random, 0.5) ? family.parent : none);
        if (random_chance(&random, 0.2)) {
            auk_body_set_owner(family.world, family.asker, family.box);
        }
        AukQuery query;
        memset(&query, 0, sizeof query);
        query.exclude = any_of(&random, ids, 6);
        query.excludes = excludes;
        for (query.exclude_count = 0; query.exclude_count < random_int(&random, 0, 3); query.exclude_count++) {
            excludes[query.exclude_count] = any_of(&random, ids, 7);
        }
        query.respect_owners = random_chance(&random, 0.5);
        query.user_data_mask = random_chance(&random, 0.5) ? (uint64_t)random_int(&random, 0, 3) : 0;
        query.user_data_value = data & query.user_data_mask;
        query.user_data_value ^= random_chance(&random, 0.1) ? 1 : 0;
        bool asks = auk_body_exists(family.world, query.exclude);
        bool found = !is_listed(&query, family.box) && (data & query.user_data_mask) == query.user_data_value &&
                     !(query.respect_owners && asks && is_related(family.world, query.exclude, family.box));
        expect_everywhere(family.world, &query, found);
        finds += found;
        auk_world_destroy(family.world);
    }
    cr_assert(finds > rounds / 4 && finds < rounds, "AUK_SEED=%llu", (unsigned long long)random.seed);
}

Test(query_filter, each_query_of_a_batch_respects_the_owners_of_its_own_excluded_body)
{
    Family family = family_create();
    auk_body_set_owner(family.world, family.box, family.asker);
    AukVec2 from[] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}}, delta[] = {{8.0f, 0.0f}, {8.0f, 0.0f}, {8.0f, 0.0f}};
    AukBodyId excludes[] = {family.parent, family.asker, {0, 0}};
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.respect_owners = true;
    bool hits[3];
    cr_assert_eq(auk_world_cast_ray_any_many(family.world, from, delta, 3, &query, excludes, hits), 2);
    cr_assert(hits[0] && !hits[1] && hits[2]);
    auk_world_destroy(family.world);
}

static void expect_refused(const AukWorld *world, const AukQuery *query, AukStatus status)
{
    AukVec2 from = auk_vec(0.0f, 0.0f), delta = auk_vec(8.0f, 0.0f);
    AukTransform pose = auk_transform(from, 0.0f);
    AukShape shape = auk_shape_circle(0.5f);
    AukBox box = {{4.0f, 0.0f}, {5.0f, 0.5f}};
    AukFound found;
    bool any;
    int count, refused = -(int)status;
    cr_assert(!auk_world_cast_ray(world, from, delta, query, &found) && found.status == status);
    cr_assert(!auk_world_cast_shape(world, &shape, pose, delta, query, &found) && found.status == status);
    cr_assert(!auk_world_cast_ray_at(world, 1, from, delta, query, &found) && found.status == status);
    cr_assert(!auk_world_cast_shape_at(world, 1, &shape, pose, delta, query, &found) && found.status == status);
    cr_assert_not(auk_world_cast_ray_any(world, from, delta, query));
    cr_assert_not(auk_world_cast_shape_any(world, &shape, pose, delta, query));
    cr_assert_eq(auk_world_cast_ray_all(world, from, delta, query, NULL, 0), refused);
    cr_assert_eq(auk_world_cast_shape_all(world, &shape, pose, delta, query, NULL, 0), refused);
    cr_assert_eq(auk_world_overlap(world, &shape, pose, query, NULL, 0), refused);
    cr_assert_eq(auk_world_overlap_at(world, 1, &shape, pose, query, NULL, 0), refused);
    cr_assert_eq(auk_world_overlap_box(world, box, query, NULL, 0), refused);
    cr_assert_eq(auk_world_overlap_point(world, from, query, NULL, 0), refused);
    cr_assert_eq(auk_world_nearest(world, NULL, pose, 1.0f, query, NULL, 0), refused);
    cr_assert_eq(auk_world_cast_ray_many(world, &from, &delta, 1, query, NULL, &found), refused);
    cr_assert_eq(auk_world_cast_ray_any_many(world, &from, &delta, 1, query, NULL, &any), refused);
    cr_assert_eq(auk_world_cast_shape_many(world, &shape, &pose, &delta, 1, query, NULL, &found), refused);
    cr_assert_eq(auk_world_overlap_many(world, &shape, &pose, 1, query, NULL, NULL, 0, &count), refused);
    cr_assert_eq(auk_world_nearest_many(world, NULL, &pose, 1, 1.0f, query, NULL, NULL, 0, &count), refused);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = shape;
    mover.query = *query;
    cr_assert_eq(auk_world_move(world, &mover, 1.0f, NULL, 0), refused);
    AukCrowdDef def;
    memset(&def, 0, sizeof def);
    def.query = *query;
    AukCrowd *crowd = auk_crowd_create(NULL);
    cr_assert_eq(auk_crowd_separate(crowd, &def), refused);
    auk_crowd_destroy(crowd);
}

Test(query_filter, a_list_of_excluded_bodies_without_an_array_or_of_negative_length_is_refused)
{
    AukFilter none = {0, 0, 0};
    AukWorld *world = world_with(none, false);
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.exclude_count = 1;
    expect_refused(world, &query, AUK_ERROR_NULL);
    query.exclude_count = -1;
    expect_refused(world, &query, AUK_ERROR_COUNT);
    auk_world_destroy(world);
}

// ---- the nearest among much else ------------------------------------------------------------------------------------

// Adds what no query below finds: sensors and bodies of a category that they ignore, small and large, most of them
// nearer than what the queries find.
static void add_unwanted(AukWorld *world, Random *random, float half)
{
    for (int i = 0; i < 300; i++) {
        AukVec2 at = random_vec(random, -half, half);
        float size = (float)random_log(random, 0.1, 10.0);
        AukMotion motion = i % 3 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
        AukBodyDef def =
            scene_def(motion, i % 2 ? auk_shape_circle(size) : auk_shape_box(size, 0.5f * size), at.x, at.y);
        def.sensor = i % 5 != 0;
        def.filter.category = UINT64_C(1) << 40;
        cr_assert(auk_body_exists(world, auk_body_create(world, &def)));
    }
}

static AukWorld *world_of_wanted(uint64_t seed, int bodies, float half, bool wraps)
{
    Random random = random_start(seed, 95);
    AukWorldDef settings = {.wrap = {{-half, -half}, {half, half}}};
    AukWorld *world = auk_world_create(wraps ? &settings : NULL, NULL);
    for (int i = 0; i < bodies; i++) {
        AukVec2 at = random_vec(&random, -half, half);
        AukMotion motion = i % 2 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
        AukBodyDef def = scene_def(motion, auk_shape_box(0.3f, random_float(&random, 0.1f, 0.5f)), at.x, at.y);
        def.angle = random_float(&random, -3.0f, 3.0f);
        cr_assert(auk_body_exists(world, auk_body_create(world, &def)));
    }
    return world;
}

// A search that meets much that it does not want is given up and made again, up to small distances first.
Test(query_filter, the_nearest_are_the_same_among_many_that_are_not_wanted)
{
    enum { ASKED = 40, ROOM = 6 };
    Random random = random_start(random_seed(), 96);
    int all = 0;
    for (int round = 0; round < 40; round++) {
        static const int counts[] = {3, 20, 300, 2000};
        const bool wraps = round % 5 == 4;
        const int bodies = counts[round % 4];
        const float half = (float)random_log(&random, 20.0, 300.0);
        uint64_t seed = random_bits(&random);
        AukWorld *alone = world_of_wanted(seed, bodies, half, wraps),
                 *among = world_of_wanted(seed, bodies, half, wraps);
        add_unwanted(among, &random, half);
        if (round % 2) {
            cr_assert_eq(auk_world_step(alone, 0.0f), AUK_OK); // packs what is static
            cr_assert_eq(auk_world_step(among, 0.0f), AUK_OK);
        }
        for (int i = 0; i < ASKED; i++) {
            AukTransform pose = auk_transform(random_vec(&random, -1.5f * half, 1.5f * half), 0.3f);
            AukShape disc = auk_shape_circle(random_float(&random, 0.0f, 2.0f));
            AukQuery query = {.filter = {.ignore = UINT64_C(1) << 40}, .skip_overlapping = i % 3 == 0};
            float reach = i % 2 ? INFINITY : half * random_float(&random, 0.0f, 1.0f);
            AukFound a[ROOM], b[ROOM];
            memset(a, 0, sizeof a);
            memset(b, 0, sizeof b);
            int room = random_int(&random, 1, ROOM);
            int found = auk_world_nearest(alone, i % 4 ? &disc : NULL, pose, reach, &query, a, room);
            cr_assert_eq(auk_world_nearest(among, i % 4 ? &disc : NULL, pose, reach, &query, b, room), found);
            cr_assert(memcmp(a, b, sizeof a) == 0, "seed %llu: question %d of world %d",
                      (unsigned long long)random_seed(), i, round);
            cr_assert_eq(auk_world_nearest(among, &disc, pose, reach, &query, NULL, 0),
                         auk_world_nearest(alone, &disc, pose, reach, &query, NULL, 0));
            all += found;
        }
        auk_world_destroy(alone);
        auk_world_destroy(among);
    }
    cr_assert_gt(all, 2000);
}
