// Shapes that change in place, mirrored and scaled shapes, and poses between two steps.
#include "auk/many.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_stage.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static AukShapeId only_shape(const AukWorld *world, AukBodyId body)
{
    AukShapeId id = {0, 0};
    auk_body_get_shapes(world, body, &id, 1);
    return id;
}

static int count_of(const AukWorld *world, AukEventKind kind)
{
    return auk_world_events(world, kind).count;
}

// ---- set_shape ----

Test(reshape, who_crouches_keeps_the_floor_and_leaves_the_ceiling)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, -1.0f, 5.0f, 1.0f);
    AukBodyId ceiling = scene_wall(world, 0.0f, 3.0f, 5.0f, 1.0f);
    AukBodyId hero = scene_body(world, AUK_MOTION_MOVING,
                                auk_shape_capsule(auk_vec(0.0f, 0.5f), auk_vec(0.0f, 1.5f), 0.5f), 0.0f, 0.0f);
    AukShapeId shape = only_shape(world, hero);
    auk_world_step(world, 0.1f);
    cr_assert_eq(count_of(world, AUK_EVENT_BEGIN), 2);
    AukShape low = auk_shape_capsule(auk_vec(0.0f, 0.5f), auk_vec(0.0f, 0.75f), 0.5f);
    cr_assert_eq(auk_world_shape_set(world, shape, &low), AUK_OK);
    cr_assert(auk_world_shape_exists(world, shape) && auk_world_shape_get(world, shape).core.segment[1].y == 0.75f);
    cr_assert_float_eq(auk_body_get_bounds(world, hero).max.y, 1.25f, 1e-4f);
    cr_assert(!auk_world_cast_ray(world, auk_vec(-2.0f, 1.5f), auk_vec(4.0f, 0.0f), NULL, NULL));
    auk_world_step(world, 0.1f);
    cr_assert(count_of(world, AUK_EVENT_BEGIN) == 0 && scene_persists(world) == 1);
    cr_assert(count_of(world, AUK_EVENT_END) == 1);
    cr_assert_eq(auk_world_events(world, AUK_EVENT_END).items[0].body_a.index, ceiling.index);
    cr_assert(auk_shape_id_equal(auk_world_contacts(world).items[0].shape_b, shape));
    auk_world_destroy(world);
}

// The shapes that come and go, of every kind.
static AukShape kinds(int kind, AukVec2 *vertices)
{
    Random form = random_start(3, (uint64_t)kind);
    switch (kind % 6) {
    case 0: return auk_shape_circle(0.5f);
    case 1: return auk_shape_box(0.75f, 0.25f);
    case 2: return auk_shape_capsule(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.25f), 0.125f);
    case 3: return auk_shape_ellipse(0.75f, 0.25f);
    case 4: return auk_shape_segment(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.0f));
    default: return auk_shape_polygon(vertices, random_polygon(&form, 9, 0.75f, 1.0f, vertices), 0.0f);
    }
}

Test(reshape, a_crowd_that_changes_its_shapes_agrees_with_the_model, .timeout = 60)
{
    enum { BODIES = 60, STEPS = 150 };
    Random random = random_start(random_seed(), 72);
    Stage stage = stage_open();
    AukVec2 vertices[16];
    AukBodyId ids[BODIES];
    for (int i = 0; i < BODIES; i++) {
        AukMotion motion = (AukMotion)random_int(&random, 0, AUK_MOTION_COUNT - 1);
        AukVec2 v = motion == AUK_MOTION_STATIC ? auk_vec(0.0f, 0.0f) : random_vec(&random, -3.0f, 3.0f);
        ids[i] = stage_moving(&stage, motion, kinds(random_int(&random, 0, 30), vertices),
                              random_vec(&random, -4.0f, 4.0f), v);
    }
    long persisting = 0;
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < 6; i++) {
            AukShapeId id = only_shape(stage.world, ids[random_int(&random, 0, BODIES - 1)]);
            AukShape shape = kinds(random_int(&random, 0, 30), vertices);
            cr_assert_eq(auk_world_shape_set(stage.world, id, &shape), AUK_OK);
            model_set_shape(stage.model, id, &shape);
        }
        stage_step(&stage, 1.0f / 60.0f);
        persisting += scene_persists(stage.world);
    }
    cr_assert_gt(persisting, 500);
    stage_close(&stage);
}

Test(reshape, a_shape_may_become_what_it_is)
{
    AukVec2 vertices[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    AukWorld *world = scene_world();
    AukBodyId body = scene_body(world, AUK_MOTION_MOVING, auk_shape_polygon(vertices, 3, 0.0f), 0.0f, 0.0f);
    AukShapeId id = only_shape(world, body);
    uint64_t hash = auk_world_hash(world);
    AukShape same = auk_world_shape_get(world, id);
    cr_assert_eq(auk_world_shape_set(world, id, &same), AUK_OK);
    cr_assert_eq(auk_world_hash(world), hash);
    cr_assert_eq(auk_world_shape_get(world, id).core.polygon.vertices[2].y, 1.0f);
    auk_world_destroy(world);
}

// The vertices that auk_world_shape_get() shows are those of the world, and valid until the shape has changed.
Test(reshape, a_polygon_may_become_a_part_of_itself)
{
    enum { CORNERS = 24 };
    AukVec2 vertices[CORNERS];
    AukWorld *world = scene_world();
    cr_assert_eq(auk_regular_polygon(CORNERS, 1.0f, vertices), AUK_OK);
    AukShape whole = auk_shape_polygon(vertices, CORNERS, 0.0f);
    AukShapeId id = only_shape(world, scene_body(world, AUK_MOTION_MOVING, whole, 0.0f, 0.0f));
    for (int first = 0, count = CORNERS; count > 4; count -= 2) {
        AukShape part = auk_world_shape_get(world, id);
        part.core.polygon.vertices++;
        part.core.polygon.count = count - 2;
        cr_assert_eq(auk_world_shape_set(world, id, &part), AUK_OK);
        first++;
        AukShape kept = auk_world_shape_get(world, id);
        cr_assert_eq(kept.core.polygon.count, count - 2);
        cr_assert_eq(memcmp(kept.core.polygon.vertices, vertices + first, (size_t)(count - 2) * sizeof *vertices), 0);
    }
    auk_world_destroy(world);
}

Test(reshape, what_is_refused_changes_nothing)
{
    static const AukVec2 corner[6] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.5f},
                                      {0.5f, 0.5f}, {0.5f, 2.0f}, {0.0f, 2.0f}};
    AukWorld *world = scene_world();
    AukBodyId body = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukShapeId id = only_shape(world, body), none = {0, 0};
    AukShapeId outline = auk_body_add_outline(world, body, corner, 6, NULL, 0, NULL);
    AukShape box = auk_shape_box(1.0f, 1.0f), bad = auk_shape_circle(-1.0f);
    AukVec2 bent[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.25f, 0.25f}, {0.0f, 1.0f}};
    AukShape concave = box;
    concave.kind = AUK_SHAPE_POLYGON;
    concave.core.polygon.vertices = bent;
    concave.core.polygon.count = 4;
    uint64_t hash = auk_world_hash(world);
    cr_assert_eq(auk_world_shape_set(NULL, id, &box), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set(world, id, NULL), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set(world, none, &box), AUK_ERROR_STALE_ID);
    cr_assert_eq(auk_world_shape_set(world, id, &bad), AUK_ERROR_NEGATIVE);
    cr_assert_eq(auk_world_shape_set(world, id, &concave), AUK_ERROR_NOT_CONVEX);
    cr_assert_eq(auk_world_shape_set(world, outline, &box), AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_world_last_status(world), AUK_ERROR_UNSUPPORTED);
    cr_assert_eq(auk_world_hash(world), hash);
    auk_world_destroy(world);
}

Test(reshape, running_out_of_memory_leaves_the_shape)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukVec2 vertices[16];
    AukWorld *world = scene_world();
    AukShapeId id = only_shape(world, scene_ball(world, 0.0f, 0.0f, 1.0f));
    AukShape polygon = kinds(5, vertices);
    uint64_t hash = auk_world_hash(world);
    int refused = 0;
    for (AukStatus status = AUK_ERROR_OUT_OF_MEMORY; status; refused++) {
        memory.calls = 0;
        memory.fail_at = refused;
        status = auk_world_shape_set(world, id, &polygon);
        memory.fail_at = -1;
        cr_assert(status == AUK_OK || (status == AUK_ERROR_OUT_OF_MEMORY && auk_world_hash(world) == hash));
    }
    cr_assert_gt(refused, 1);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// ---- mirror and scale ----

static bool same_bits(const AukShape *a, const AukShape *b)
{
    bool polygon = a->kind == AUK_SHAPE_POLYGON && a->core.polygon.count == b->core.polygon.count;
    size_t size = polygon ? (size_t)a->core.polygon.count * sizeof(AukVec2) : 0;
    bool core = polygon ? memcmp(a->core.polygon.vertices, b->core.polygon.vertices, size) == 0
                        : memcmp(&a->core, &b->core, sizeof a->core) == 0;
    return a->kind == b->kind && a->status == b->status && a->radius == b->radius && core;
}

Test(reshape, a_mirrored_shape_contains_the_mirrored_points)
{
    Random random = random_start(random_seed(), 73);
    for (int round = 0; round < 3000; round++) {
        AukVec2 own[16], mirrored[16];
        AukShape shape = auk_shape_rounded(kinds(round, own), round % 3 == 0 ? 0.0f : 0.125f);
        bool x = random_chance(&random, 0.5), y = random_chance(&random, 0.5);
        AukShape mirror = auk_shape_mirror(&shape, x, y, mirrored);
        cr_assert_eq(mirror.kind, shape.kind, "round %d: %s", round, auk_status_text(mirror.status));
        AukTransform identity = auk_transform_identity();
        for (int i = 0; i < 20; i++) {
            AukVec2 p = random_vec(&random, -1.0f, 1.0f), q = auk_vec(x ? -p.x : p.x, y ? -p.y : p.y);
            float before = auk_project_point(&shape, identity, p).distance;
            float after = auk_project_point(&mirror, identity, q).distance;
            cr_assert_float_eq(after, before, 1e-5f, "round %d", round);
        }
        AukVec2 back[16];
        AukShape again = auk_shape_mirror(&mirror, x, y, back);
        cr_assert(same_bits(&again, &shape));
        AukShape in_place = auk_shape_mirror(&shape, x, y, own);
        cr_assert(same_bits(&in_place, &mirror));
    }
}

Test(reshape, powers_of_two_scale_exactly_and_back)
{
    for (int kind = 0; kind < 60; kind++) {
        AukVec2 own[16], large[16], back[16];
        AukShape shape = auk_shape_rounded(kinds(kind, own), 0.125f);
        AukShape scaled = auk_shape_scale(&shape, 0x1p20f, large);
        AukShape again = auk_shape_scale(&scaled, 0x1p-20f, back);
        cr_assert(scaled.radius == shape.radius * 0x1p20f && same_bits(&again, &shape), "kind %d", kind);
        AukShape odd = auk_shape_scale(&shape, 1.7f, large);
        cr_assert_float_eq(auk_shape_measure(&odd).area, 1.7f * 1.7f * auk_shape_measure(&shape).area, 1e-4f);
    }
}

static void expect_refused(AukShape shape, AukStatus status)
{
    cr_assert(shape.kind == AUK_SHAPE_NONE && shape.status == status, "%s", auk_status_text(shape.status));
}

static void no_support(const double direction[2], double point[2], const void *context)
{
    (void)context;
    point[0] = direction[0] > 0.0 ? 1.0 : -1.0;
    point[1] = 0.0;
}

Test(reshape, shapes_that_cannot_be_mirrored_or_scaled_say_why)
{
    AukVec2 vertices[4];
    AukCustomShape custom = {no_support, NULL, {{-1.0f, 0.0f}, {1.0f, 0.0f}}, 1};
    AukShape own = auk_shape_custom(&custom, 0.0f), bad = auk_shape_circle(-1.0f), box = auk_shape_box(1.0f, 1.0f);
    static const AukVec2 triangle[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    AukShape polygon = auk_shape_polygon(triangle, 3, 0.0f);
    expect_refused(auk_shape_mirror(NULL, true, false, NULL), AUK_ERROR_NULL);
    expect_refused(auk_shape_mirror(&polygon, true, false, NULL), AUK_ERROR_NULL);
    expect_refused(auk_shape_mirror(&own, true, false, NULL), AUK_ERROR_UNSUPPORTED);
    expect_refused(auk_shape_mirror(&bad, true, false, NULL), AUK_ERROR_NEGATIVE);
    expect_refused(auk_shape_scale(NULL, 1.0f, NULL), AUK_ERROR_NULL);
    expect_refused(auk_shape_scale(&polygon, 2.0f, NULL), AUK_ERROR_NULL);
    expect_refused(auk_shape_scale(&box, 0.0f, NULL), AUK_ERROR_ZERO_AREA);
    expect_refused(auk_shape_scale(&box, -1.0f, NULL), AUK_ERROR_NEGATIVE);
    expect_refused(auk_shape_scale(&box, NAN, NULL), AUK_ERROR_NOT_FINITE);
    expect_refused(auk_shape_scale(&box, INFINITY, NULL), AUK_ERROR_NOT_FINITE);
    static const AukVec2 flat[4] = {{0.0f, 0.0f}, {1.0f, -0x1p-149f}, {2.0f, 0.0f}, {1.0f, 1.0f}};
    AukShape nearly = auk_shape_polygon(flat, 4, 0.0f);
    cr_assert_eq(nearly.status, AUK_OK);
    expect_refused(auk_shape_scale(&nearly, 0.25f, vertices), AUK_ERROR_NOT_CONVEX);
    AukShape wide = auk_shape_box(1e10f, 1.0f);
    expect_refused(auk_shape_scale(&wide, 1e10f, NULL), AUK_ERROR_RANGE);
}

// ---- poses between ----

static bool same_pose(AukTransform a, AukTransform b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

Test(reshape, poses_between_are_exact_at_the_ends_and_even_in_between)
{
    Random random = random_start(random_seed(), 74);
    for (int round = 0; round < 2000; round++) {
        AukTransform a = random_pose(&random, 1e6f), b = random_pose(&random, 1e6f);
        cr_assert(same_pose(auk_transform_between(a, b, 0.0f), a) && same_pose(auk_transform_between(a, b, 1.0f), b));
        cr_assert(same_pose(auk_transform_between(a, b, -3.0f), a) && same_pose(auk_transform_between(a, b, 9.0f), b));
        cr_assert(same_pose(auk_transform_between(a, b, NAN), a));
        cr_assert_eq(auk_transform_between(a, a, 0.3f).p.x, a.p.x);
        float alpha = random_float(&random, 0.0f, 1.0f);
        AukTransform c = auk_transform_between(a, b, alpha);
        cr_assert_float_eq((double)c.p.x, a.p.x + (double)alpha * ((double)b.p.x - a.p.x), 0.1);
        // the turn is the shorter one, and as even as the way
        double whole = remainder(atan2(b.q.s, b.q.c) - atan2(a.q.s, a.q.c), 2.0 * 3.14159265358979323846);
        double part = remainder(atan2(c.q.s, c.q.c) - atan2(a.q.s, a.q.c), 2.0 * 3.14159265358979323846);
        if (fabs(whole) < 3.14) {
            cr_assert_float_eq(part, (double)alpha * whole, 1e-5, "round %d", round);
        }
        cr_assert_float_eq(c.q.c * c.q.c + c.q.s * c.q.s, 1.0f, 1e-6f);
    }
    AukTransform none = {{1.0f, 2.0f}, {0.0f, 0.0f}};
    const AukTransform upright = {{1.0f, 2.0f}, {1.0f, 0.0f}};
    cr_assert_float_eq(auk_transform_between(none, auk_transform_identity(), 0.5f).q.c, 1.0f, 1e-7f);
    cr_assert(same_pose(auk_transform_between(none, auk_transform_identity(), 0.0f), upright));
    cr_assert(same_pose(auk_transform_between(auk_transform_identity(), none, 1.0f), upright));
}

Test(reshape, a_body_is_drawn_between_its_poses_and_a_teleport_is_not_drawn_as_a_way)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 2.0f, 0.0f);
    def.velocity = auk_vec(8.0f, -4.0f);
    def.spin = 2.0f;
    AukBodyId ids[3] = {auk_body_create(world, &def), scene_ball(world, 0.0f, 9.0f, 1.0f), {7, 1}};
    auk_world_step(world, 0.5f);
    AukTransform half = auk_body_get_pose_between(world, ids[0], 0.5f), out[3];
    cr_assert(half.p.x == 4.0f && half.p.y == -1.0f);
    cr_assert_float_eq(auk_rot_angle(half.q), 0.5f, 1e-6f);
    cr_assert(same_pose(auk_body_get_pose_between(world, ids[0], 1.0f), auk_body_get_pose(world, ids[0])));
    cr_assert(same_pose(auk_body_get_pose_between(world, ids[0], 0.0f), auk_body_get_previous_pose(world, ids[0])));
    cr_assert_eq(auk_body_get_pose_between_many(world, ids, 3, 0.5f, out), 2);
    cr_assert(same_pose(out[0], half) && out[1].p.y == 9.0f && out[2].p.y == 0.0f && out[2].q.c == 0.0f);
    cr_assert_eq(auk_body_get_pose_between_many(world, ids, -1, 0.5f, out), -(int)AUK_ERROR_COUNT);
    cr_assert_eq(auk_body_get_pose_between_many(world, ids, 1, 0.5f, NULL), -(int)AUK_ERROR_NULL);
    cr_assert_eq(auk_body_get_pose_between_many(NULL, ids, 1, 0.5f, out), -(int)AUK_ERROR_NULL);
    scene_put(world, ids[0], 100.0f, 0.0f);
    cr_assert_eq(auk_body_get_pose_between(world, ids[0], 0.25f).p.x, 100.0f);
    auk_world_destroy(world);
}
