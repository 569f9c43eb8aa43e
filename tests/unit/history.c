// The world as it was some steps ago, against a world that is built as it was.
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "world/state/world_state.h"

#include "support/random.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { KEPT = 8, BODIES_MAX = 400, FOUND_MAX = 600 };

// A world, and what the test wrote down of it. Bodies are known by their user data, which is their number here.
typedef struct Past {
    Random random;
    AukWorld *world;
    AukBodyId ids[BODIES_MAX];
    int count;
    AukTransform poses[KEPT + 1][BODIES_MAX]; // [n]: after the step n steps before the last
    bool there[KEPT + 1][BODIES_MAX];
} Past;

static AukWorld *world_with_history(int steps)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.history = steps;
    return auk_world_create(&def, NULL);
}

static AukShape some_shape(Random *random, AukVec2 *vertices)
{
    switch (random_int(random, 0, 4)) {
    case 0: return auk_shape_circle(random_float(random, 0.1f, 1.0f));
    case 1: return auk_shape_box(0.5f, 0.25f);
    case 2: return auk_shape_capsule(auk_vec(-6.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.125f);
    case 3: return auk_shape_ellipse(1.0f, 0.25f);
    default: return auk_shape_polygon(vertices, random_polygon(random, 8, 1.0f, 1.0f, vertices), 0.0f);
    }
}

static void create(Past *past)
{
    AukVec2 vertices[16], p = random_vec(&past->random, -20.0f, 20.0f);
    if (past->count == BODIES_MAX) {
        return;
    }
    AukBodyDef def =
        scene_def((AukMotion)random_int(&past->random, 0, 2), some_shape(&past->random, vertices), p.x, p.y);
    if (def.motion != AUK_MOTION_STATIC) {
        float speed = random_chance(&past->random, 0.05) ? 900.0f : 10.0f;
        def.velocity = random_vec(&past->random, -speed, speed);
        def.spin = random_chance(&past->random, 0.5) ? random_float(&past->random, -20.0f, 20.0f) : 0.0f;
    }
    def.filter.category = random_chance(&past->random, 0.3) ? 2 : 0;
    def.sensor = random_chance(&past->random, 0.2);
    def.user_data = (uint64_t)past->count;
    past->ids[past->count++] = auk_body_create(past->world, &def);
}

static void change(Past *past)
{
    AukVec2 vertices[16];
    AukBodyId id = past->ids[random_int(&past->random, 0, past->count - 1)];
    AukShapeId shape = {0, 0};
    AukVec2 p = random_vec(&past->random, -20.0f, 20.0f);
    AukShape other = some_shape(&past->random, vertices);
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = other;
    auk_body_get_shapes(past->world, id, &shape, 1);
    switch (random_int(&past->random, 0, 9)) {
    case 9: auk_world_shape_set_enabled(past->world, shape, random_chance(&past->random, 0.6)); break;
    case 8: auk_world_shape_set_local_pose(past->world, shape, random_pose(&past->random, 2.0f)); break;
    case 0: create(past); break;
    case 1: auk_body_destroy(past->world, id); break;
    case 2: auk_body_set_pose(past->world, id, auk_transform(p, p.x)); break;
    case 3: auk_body_move_to(past->world, id, auk_transform(p, p.y)); break;
    case 4: auk_world_shape_set(past->world, shape, &other); break;
    case 5: auk_body_set_enabled(past->world, id, random_chance(&past->random, 0.7)); break;
    case 6: auk_body_add_shape(past->world, id, &def); break;
    default: auk_body_set_motion(past->world, id, (AukMotion)random_int(&past->random, 0, 2)); break;
    }
}

static void step(Past *past)
{
    memmove(&past->poses[1], &past->poses[0], KEPT * sizeof past->poses[0]);
    memmove(&past->there[1], &past->there[0], KEPT * sizeof past->there[0]);
    cr_assert_eq(auk_world_step(past->world, random_chance(&past->random, 0.1) ? 0.0f : 1.0f / 60.0f), AUK_OK);
    for (int i = 0; i < BODIES_MAX; i++) {
        past->there[0][i] = i < past->count && auk_body_exists(past->world, past->ids[i]);
        past->poses[0][i] = past->there[0][i] ? auk_body_get_pose(past->world, past->ids[i]) : auk_transform_identity();
    }
}

static int by_slot(const void *a, const void *b)
{
    uint32_t left = ((const AukShapeId *)a)->index, right = ((const AukShapeId *)b)->index;
    return (left > right) - (left < right);
}

// Everything of today where it was, in a world of its own that keeps no past.
static AukWorld *world_then(const Past *past, int ago)
{
    AukWorld *then = scene_world();
    for (uint32_t slot = 0; slot < BODIES_MAX; slot++) { // in the order of slots, which decides ties
        for (int i = 0; i < past->count; i++) {
            AukBodyId id = past->ids[i];
            bool there = auk_body_exists(past->world, id) && (ago == 0 || past->there[ago][i]);
            if (id.index != slot || !there) {
                continue;
            }
            AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_circle(0.0f), 0.0f, 0.0f);
            memset(&def.shape, 0, sizeof def.shape);
            def.filter = auk_body_get_filter(past->world, id);
            def.disabled = !auk_body_is_enabled(past->world, id);
            def.user_data = (uint64_t)i;
            AukBodyId copy = auk_body_create(then, &def);
            AukShapeId shapes[64];
            int count = auk_body_get_shapes(past->world, id, shapes, 64);
            qsort(shapes, (size_t)count, sizeof *shapes, by_slot);
            for (int k = 0; k < count; k++) {
                AukShapeDef shape;
                memset(&shape, 0, sizeof shape);
                shape.shape = auk_world_shape_get(past->world, shapes[k]);
                shape.sensor = auk_world_shape_is_sensor(past->world, shapes[k]);
                shape.disabled = !auk_world_shape_is_enabled(past->world, shapes[k]);
                AukShapeId added = auk_body_add_shape(then, copy, &shape);
                auk_world_shape_set_local_pose(then, added, auk_world_shape_get_local_pose(past->world, shapes[k]));
            }
            AukTransform pose = ago == 0 ? auk_body_get_pose(past->world, id) : past->poses[ago][i];
            auk_body_set_pose(then, copy, pose);
            *auk__pose(&then->bodies, copy.index) = pose; // without another rounding of the rotation
        }
    }
    return then;
}

static bool same_answer(const AukWorld *world, const AukFound *a, const AukWorld *then, const AukFound *b)
{
    return auk_body_get_user_data(world, a->body) == auk_body_get_user_data(then, b->body) &&
           a->fraction == b->fraction && a->distance == b->distance &&
           memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
           memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 && a->status == b->status;
}

static AukQuery some_query(Past *past)
{
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.filter.ignore = random_chance(&past->random, 0.3) ? 2 : 0;
    query.sensors = random_chance(&past->random, 0.5);
    query.skip_overlapping = random_chance(&past->random, 0.5);
    return query;
}

static void check_rays(Past *past, const AukWorld *then, int ago)
{
    for (int i = 0; i < 10; i++) {
        AukQuery query = some_query(past);
        AukVec2 from = random_vec(&past->random, -25.0f, 25.0f), to = random_vec(&past->random, -25.0f, 25.0f);
        AukVec2 delta = random_chance(&past->random, 0.1) ? auk_vec(0.0f, 0.0f) : auk_vec_sub(to, from);
        AukFound found, expected;
        bool hit = auk_world_cast_ray_at(past->world, ago, from, delta, &query, &found);
        cr_assert_eq(hit, auk_world_cast_ray(then, from, delta, &query, &expected), "%d steps ago", ago);
        cr_assert(!hit || same_answer(past->world, &found, then, &expected), "%d steps ago", ago);
    }
}

static void check_overlaps(Past *past, const AukWorld *then, int ago)
{
    static AukFound found[FOUND_MAX], expected[FOUND_MAX];
    for (int i = 0; i < 5; i++) {
        AukQuery query = some_query(past);
        AukShape shape = auk_shape_box(random_float(&past->random, 0.1f, 6.0f), 2.0f);
        AukTransform pose = random_pose(&past->random, 20.0f);
        int count = auk_world_overlap_at(past->world, ago, &shape, pose, &query, found, FOUND_MAX);
        cr_assert_eq(count, auk_world_overlap(then, &shape, pose, &query, expected, FOUND_MAX));
        cr_assert_eq(count, auk_world_overlap_at(past->world, ago, &shape, pose, &query, NULL, 0));
        for (int k = 0; k < count; k++) {
            cr_assert(same_answer(past->world, &found[k], then, &expected[k]), "%d steps ago, %d", ago, k);
        }
        int some = random_int(&past->random, 0, count);
        cr_assert_eq(auk_world_overlap_at(past->world, ago, &shape, pose, &query, expected, some), some);
        cr_assert(some == 0 || memcmp(expected, found, (size_t)some * sizeof *found) == 0);
    }
}

// Each shape by itself, with what geom.h says.
static void check_casts(Past *past, const AukWorld *then, int ago)
{
    AukShape shape = auk_shape_rounded(auk_shape_box(0.5f, 0.5f), 0.25f);
    AukTransform pose = random_pose(&past->random, 20.0f);
    AukVec2 delta = random_vec(&past->random, -40.0f, 40.0f);
    AukCastOptions options = {random_chance(&past->random, 0.5), 0.0f};
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.skip_overlapping = options.skip_overlapping;
    query.sensors = true;
    float best = 2.0f;
    for (uint32_t slot = 0; slot < (uint32_t)auk_world_body_count(then); slot++) {
        AukBodyId id = {slot, 1};
        AukShapeId shapes[64];
        int count = auk_body_is_enabled(then, id) ? auk_body_get_shapes(then, id, shapes, 64) : 0;
        for (int k = 0; k < count; k++) {
            AukShape target = auk_world_shape_get(then, shapes[k]);
            AukCast cast =
                auk_cast_shape(&shape, pose, delta, &target, auk_world_shape_get_pose(then, shapes[k]), &options);
            best =
                auk_world_shape_is_enabled(then, shapes[k]) && cast.hit && cast.fraction < best ? cast.fraction : best;
        }
    }
    AukFound found;
    bool hit = auk_world_cast_shape_at(past->world, ago, &shape, pose, delta, &query, &found);
    cr_assert_eq(hit, best <= 1.0f);
    cr_assert(!hit || fabsf(found.fraction - best) <= 1e-6f, "%d steps ago: %g, not %g", ago, (double)found.fraction,
              (double)best);
}

static void check_poses(const Past *past, int ago)
{
    for (int i = 0; i < past->count; i++) {
        AukTransform none = {{0.0f, 0.0f}, {0.0f, 0.0f}}, pose = auk_body_get_pose_at(past->world, past->ids[i], ago);
        bool there = auk_body_exists(past->world, past->ids[i]) && past->there[ago][i];
        const AukTransform *expected = there ? &past->poses[ago][i] : &none;
        cr_assert(memcmp(&pose, expected, sizeof pose) == 0, "body %d, %d steps ago", i, ago);
    }
}

static void check(Past *past)
{
    int most = auk_world_history(past->world), ago = random_int(&past->random, 0, most);
    AukWorld *then = world_then(past, ago);
    check_rays(past, then, ago);
    check_overlaps(past, then, ago);
    check_casts(past, then, ago);
    if (ago > 0) {
        check_poses(past, ago);
    }
    auk_world_destroy(then);
}

// Into another world, which has a past of its own.
static void move_house(Past *past)
{
    uint64_t size = auk_world_snapshot_size(past->world), hash = auk_world_hash(past->world);
    unsigned char *buffer = malloc((size_t)size), *again = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(past->world, buffer, size), AUK_OK);
    AukWorld *other = world_with_history(KEPT);
    for (int i = 0; i < 5; i++) {
        scene_ball(other, (float)i, 0.0f, 1.0f);
        auk_world_step(other, 0.1f);
    }
    cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
    auk_world_destroy(past->world);
    past->world = other;
    cr_assert_eq(auk_world_hash(other), hash);
    cr_assert_eq(auk_world_snapshot(other, again, size), AUK_OK);
    cr_assert_eq(memcmp(again, buffer, (size_t)size), 0);
    free(buffer);
    free(again);
}

Test(history, the_past_is_as_it_was, .timeout = 120)
{
    Past *past = calloc(1, sizeof *past);
    for (int round = 0; round < 6; round++) {
        memset(past, 0, sizeof *past);
        past->random = random_start(random_seed(), 80 + (uint64_t)round);
        past->world = world_with_history(KEPT);
        for (int i = 0; i < 120; i++) {
            create(past);
        }
        for (int i = 0; i < 60; i++) {
            for (int k = random_int(&past->random, 0, 4); k > 0; k--) {
                change(past);
            }
            step(past);
            cr_assert_eq(auk_world_history(past->world), i < KEPT ? i : KEPT);
            check(past);
            for (int k = random_int(&past->random, 0, 4); k > 0; k--) {
                change(past); // what is changed after a step is not in its frame
            }
            check(past);
            if (random_chance(&past->random, 0.1)) {
                move_house(past);
                check(past);
            }
        }
        auk_world_destroy(past->world);
    }
    free(past);
}

Test(history, a_shot_at_what_the_shooter_saw)
{
    AukWorld *world = world_with_history(4);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(0.5f), 0.0f, 0.0f);
    def.velocity = auk_vec(60.0f, 0.0f);
    AukBodyId runner = auk_body_create(world, &def);
    for (int i = 0; i < 10; i++) {
        auk_world_step(world, 1.0f / 60.0f); // one unit
    }
    AukFound found;
    AukVec2 from = auk_vec(7.0f, 5.0f), down = auk_vec(0.0f, -10.0f);
    cr_assert(!auk_world_cast_ray_at(world, 0, from, down, NULL, &found));
    cr_assert(auk_world_cast_ray_at(world, 3, from, down, NULL, &found));
    cr_assert(auk_body_id_equal(found.body, runner) && fabsf(found.fraction - 0.45f) < 1e-4f);
    cr_assert_float_eq(auk_body_get_pose_at(world, runner, 4).p.x, 6.0f, 1e-4f);
    auk_world_destroy(world);
}

// ---- grids around a world that wraps --------------------------------------------------------------------------------

enum { AROUND = 8 };

// A world of AROUND x AROUND with a grid as large, in that pose.
static AukWorld *world_around(const uint8_t *cells, AukTransform pose, AukBodyId *ground)
{
    AukWorldDef settings;
    memset(&settings, 0, sizeof settings);
    settings.history = KEPT;
    settings.wrap.max = auk_vec((float)AROUND, (float)AROUND);
    AukWorld *world = auk_world_create(&settings, NULL);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, (AukShape){0}, pose.p.x, pose.p.y);
    *ground = auk_body_create(world, &def);
    AukTilesDef tiles = {AROUND, AROUND, 1.0f, 0.0f, cells};
    cr_assert(auk_body_add_tiles(world, *ground, &tiles, NULL).generation);
    cr_assert_eq(auk_body_set_pose(world, *ground, pose), AUK_OK);
    return world;
}

static void expect_same_found(bool hit, const AukFound *found, bool expected, const AukFound *then, uint64_t seed)
{
    cr_assert_eq(hit, expected, "AUK_SEED=%llu", (unsigned long long)seed);
    cr_assert(!hit || (found->child == then->child && found->fraction == then->fraction &&
                       memcmp(&found->normal, &then->normal, sizeof then->normal) == 0 &&
                       memcmp(&found->point, &then->point, sizeof then->point) == 0),
              "child %d at %g with normal %g, %g, not child %d at %g with normal %g, %g, AUK_SEED=%llu", found->child,
              (double)found->fraction, (double)found->normal.x, (double)found->normal.y, then->child,
              (double)then->fraction, (double)then->normal.x, (double)then->normal.y, (unsigned long long)seed);
}

// The same questions about a world of some steps ago and about one that is now as that was.
static void compare_with_then(Random *random, const AukWorld *world, int ago, const AukWorld *then)
{
    AukFound found, expected, list[64], list_then[64];
    AukShape ball = auk_shape_circle(0.25f);
    for (int i = 0; i < 40; i++) {
        AukTransform pose = {random_vec(random, 0.0f, (float)AROUND), auk_rot_identity()};
        AukVec2 delta = random_vec(random, -3.0f, 3.0f);
        memset(&found, 0, sizeof found);
        memset(&expected, 0, sizeof expected);
        bool hit = auk_world_cast_ray_at(world, ago, pose.p, delta, NULL, &found);
        bool was = auk_world_cast_ray(then, pose.p, delta, NULL, &expected);
        expect_same_found(hit, &found, was, &expected, random->seed);
        hit = auk_world_cast_shape_at(world, ago, &ball, pose, delta, NULL, &found);
        was = auk_world_cast_shape(then, &ball, pose, delta, NULL, &expected);
        expect_same_found(hit, &found, was, &expected, random->seed);
        int count = auk_world_overlap_at(world, ago, &ball, pose, NULL, list, 64);
        cr_assert_eq(count, auk_world_overlap(then, &ball, pose, NULL, list_then, 64), "AUK_SEED=%llu",
                     (unsigned long long)random->seed);
        for (int k = 0; k < count; k++) {
            expect_same_found(true, &list[k], true, &list_then[k], random->seed);
            cr_assert_eq(list[k].distance, list_then[k].distance);
        }
    }
}

Test(history, a_grid_around_the_world_has_the_borders_it_had_then_also_after_it_was_turned)
{
    Random random = random_start(random_seed(), 1719);
    for (int round = 0; round < 60; round++) {
        uint8_t cells[AROUND * AROUND];
        for (int i = 0; i < AROUND * AROUND; i++) {
            bool empty = random_chance(&random, 0.5);
            cells[i] = empty ? AUK_TILE_EMPTY : (uint8_t)random_int(&random, AUK_TILE_FULL, AUK_TILE_COUNT - 1);
        }
        AukBodyId ground;
        AukTransform poses[4];
        for (int i = 0; i < 4; i++) { // upright and turned by turns
            float turn = (round + i) % 2 ? 0.0f : random_float(&random, -0.4f, 0.4f);
            poses[i] = auk_transform(random_vec(&random, 0.0f, (float)AROUND), turn);
        }
        AukWorld *world = world_around(cells, poses[0], &ground);
        for (int i = 0; i < 4; i++) {
            cr_assert_eq(auk_body_set_pose(world, ground, poses[i]), AUK_OK);
            cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        }
        cr_assert_eq(auk_world_history(world), 3);
        for (int ago = 0; ago <= 3; ago++) {
            AukBodyId copy;
            AukWorld *then = world_around(cells, auk_body_get_pose_at(world, ground, ago), &copy);
            compare_with_then(&random, world, ago, then);
            auk_world_destroy(then);
        }
        auk_world_destroy(world);
    }
}

Test(history, what_cannot_be_asked_is_refused)
{
    AukWorld *world = world_with_history(4), *plain = scene_world();
    AukShape shape = auk_shape_circle(1.0f), bad = auk_shape_circle(-1.0f);
    AukTransform here = auk_transform_identity();
    AukVec2 zero = auk_vec(0.0f, 0.0f), nan = auk_vec(NAN, 0.0f);
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukFound found;
    cr_assert(auk_world_history(NULL) == 0 && auk_world_history(world) == 0);
    for (int i = 0; i < 3; i++) {
        auk_world_step(world, 0.1f);
        auk_world_step(plain, 0.1f);
    }
    cr_assert(auk_world_history(world) == 2 && auk_world_history(plain) == 0);
    cr_assert(!auk_world_cast_ray_at(world, 3, zero, zero, NULL, &found) && found.status == AUK_ERROR_COUNT);
    cr_assert(!auk_world_cast_ray_at(world, -1, zero, zero, NULL, &found) && found.status == AUK_ERROR_COUNT);
    cr_assert(!auk_world_cast_ray_at(plain, 1, zero, zero, NULL, &found) && found.status == AUK_ERROR_COUNT);
    cr_assert(!auk_world_cast_ray_at(NULL, 0, zero, zero, NULL, &found) && found.status == AUK_ERROR_NULL);
    cr_assert(!auk_world_cast_ray_at(world, 1, nan, zero, NULL, &found) && found.status == AUK_ERROR_NOT_FINITE);
    cr_assert(!auk_world_cast_shape_at(world, 1, &bad, here, zero, NULL, &found) && found.status == AUK_ERROR_NEGATIVE);
    cr_assert(!auk_world_cast_shape_at(world, 1, NULL, here, zero, NULL, &found) && found.status == AUK_ERROR_NULL);
    cr_assert_eq(auk_world_overlap_at(world, 9, &shape, here, NULL, NULL, 0), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_overlap_at(world, 1, &shape, here, NULL, &found, -1), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_world_overlap_at(world, 1, &shape, here, NULL, NULL, 0), 1);
    cr_assert_eq(auk_body_get_pose_at(world, body, 9).q.c, 0.0f);
    cr_assert_eq(auk_body_get_pose_at(world, body, 2).q.c, 1.0f);
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    AukStatus status;
    def.history = AUK_HISTORY_MAX + 1;
    cr_assert(!auk_world_create(&def, &status) && status == AUK_ERROR_COUNT);
    def.history = -1;
    cr_assert(!auk_world_create(&def, &status) && status == AUK_ERROR_COUNT);
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(auk_world_restore(plain, buffer, size), AUK_ERROR_WORLD_DEF);
    free(buffer);
    auk_world_destroy(world);
    auk_world_destroy(plain);
}

Test(history, only_the_past_that_is_kept_is_hashed_and_steps_need_no_memory)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = world_with_history(16), *twin = world_with_history(16);
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(twin, 5.0f, 0.0f, 1.0f);
    auk_world_step(world, 0.1f);
    auk_world_step(twin, 0.1f);
    scene_put(world, a, 9.0f, 0.0f);
    scene_put(twin, b, 9.0f, 0.0f);
    for (int i = 0; i < 16; i++) {
        auk_world_step(world, 0.1f);
        auk_world_step(twin, 0.1f);
        cr_assert_neq(auk_world_hash(world), auk_world_hash(twin), "step %d", i);
    }
    int calls = memory.calls;
    auk_world_step(world, 0.1f);
    auk_world_step(twin, 0.1f);
    cr_assert_eq(auk_world_hash(world), auk_world_hash(twin));
    auk_world_cast_ray_at(world, 9, auk_vec(0.0f, 0.0f), auk_vec(20.0f, 0.0f), NULL, NULL);
    cr_assert_eq(memory.calls, calls);
    auk_world_destroy(world);
    auk_world_destroy(twin);
    auk_set_allocator(NULL);
}

// A game that sets all poses in each frame puts most bodies where they are.
Test(history, a_body_that_is_put_where_it_was_is_not_looked_at_by_each_query)
{
    AukWorld *world = world_with_history(4);
    AukBodyId ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 0.5f), 4.0f * (float)i, 0.0f);
        auk_body_set_spin(world, ids[i], 0.7f);
    }
    auk_world_step(world, 1.0f / 60.0f);
    auk_world_step(world, 1.0f / 60.0f);
    for (int i = 0; i < 3; i++) {
        auk_body_set_pose(world, ids[i], auk_body_get_pose(world, ids[i]));
    }
    cr_assert_eq(world->history.put.count, 0);
    auk_body_set_position(world, ids[1], auk_vec(90.0f, 0.0f));
    auk_body_set_position(world, ids[1], auk_vec(4.0f, 0.0f));
    auk_body_set_position(world, ids[2], auk_vec(90.0f, 0.0f));
    cr_assert_eq(world->history.put.count, 2, "one that was away, and one that is");
    AukFound found;
    cr_assert(auk_world_cast_ray_at(world, 1, auk_vec(12.0f, 0.0f), auk_vec(-4.0f, 0.0f), NULL, &found));
    cr_assert(auk_body_id_equal(found.body, ids[2]), "where the third was a step ago");
    auk_world_destroy(world);
}
