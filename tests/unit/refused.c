// A call that is refused leaves the world as it was, to the last byte of its snapshot: whatever is wrong with what it
// is given, and at whichever allocation memory runs out.
#include "auk/many.h"
#include "auk/shapes.h"
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/saved.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>

typedef struct Scene {
    AukWorld *world;
    AukBodyId body, other, stale;
    AukShapeId polygon, tiles, chain, stale_shape;
    unsigned char *restore; // a snapshot of another world
    uint64_t restore_size;
} Scene;

static const AukVec2 triangles[5][3] = {{{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}},
                                        {{0.0f, 0.0f}, {2.0f, 0.0f}, {0.0f, 2.0f}},
                                        {{0.0f, 0.0f}, {3.0f, 0.0f}, {0.0f, 3.0f}},
                                        {{0.0f, 0.0f}, {4.0f, 0.0f}, {0.0f, 4.0f}},
                                        {{0.0f, 0.0f}, {5.0f, 0.0f}, {0.0f, 5.0f}}};
static const AukVec2 notched[5] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 4.0f}, {2.0f, 1.0f}, {0.0f, 4.0f}};

static AukShape triangle(int which)
{
    return auk_shape_polygon(triangles[which], 3, 0.0f);
}

// A world that wraps, so that shapes may also be too wide; with `holes` destroyed bodies have left slots behind, also
// those of vertices.
static Scene scene_start(bool holes)
{
    Scene s;
    memset(&s, 0, sizeof s);
    AukWorldDef def = {.wrap = {{-64.0f, -64.0f}, {64.0f, 64.0f}}, .history = 1};
    s.world = auk_world_create(&def, NULL);
    s.body = scene_body(s.world, AUK_MOTION_MOVING, triangle(0), 0.0f, 0.0f);
    s.other = scene_body(s.world, AUK_MOTION_STATIC, triangle(1), 1.0f, 0.0f);
    s.stale = scene_body(s.world, AUK_MOTION_SWEPT, triangle(2), 8.0f, 0.0f);
    AukBodyId gone = scene_body(s.world, AUK_MOTION_MOVING, triangle(3), 0.5f, 0.0f);
    uint8_t cells[4] = {AUK_TILE_FULL, 0, 0, AUK_TILE_FULL};
    AukTilesDef tiles = {2, 2, 1.0f, 0.0f, cells};
    s.tiles = auk_body_add_tiles(s.world, s.other, &tiles, NULL);
    s.chain = auk_body_add_chain(s.world, s.other, notched, 5, true, NULL);
    cr_assert_eq(auk_world_step(s.world, 0.125f), AUK_OK);
    auk_body_get_shapes(s.world, s.body, &s.polygon, 1);
    auk_body_get_shapes(s.world, s.stale, &s.stale_shape, 1);
    if (holes) {
        auk_body_destroy(s.world, s.stale);
        auk_body_destroy(s.world, gone);
    } else {
        s.stale.generation++;
        s.stale_shape.generation++;
        auk_body_destroy(s.world, scene_ball(s.world, 9.0f, 0.0f, 1.0f));
    }
    auk_body_move_to(s.world, s.body, auk_transform(auk_vec(3.0f, 0.0f), 0.0f));
    AukWorld *grown = auk_world_create(&def, NULL);
    for (int i = 0; i < 40; i++) {
        AukBodyId id = scene_body(grown, AUK_MOTION_MOVING, triangle(i % 4), (float)i, 0.0f);
        (void)auk_body_add_tiles(grown, id, &tiles, NULL);
        (void)auk_world_ignore_pair(grown, id, (AukBodyId){0, 1}, i > 0);
    }
    cr_assert_eq(auk_world_step(grown, 0.125f), AUK_OK);
    Saved restore = take_snapshot(grown);
    s.restore = restore.bytes;
    s.restore_size = restore.size;
    auk_world_destroy(grown);
    return s;
}

static void scene_end(Scene *s)
{
    auk_world_destroy(s->world);
    free(s->restore);
}

// ---- bad input ------------------------------------------------------------------------------------------------------

// What is wrong with a body; what it wants a polygon for comes before.
static AukBodyDef bad_body(int fault)
{
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, triangle(4), 0.0f, 0.0f);
    switch (fault) {
    case 0: def.velocity.x = NAN; break;
    case 1: def.position.y = 2e15f; break;
    case 2: def.proximity = 1.0f; break; // of a solid
    case 3: def.owner.generation = 77; break;
    case 4: def.motion = AUK_MOTION_COUNT; break;
    case 5: def.shape.radius = -1.0f; break;
    case 6: def.shape = auk_shape_rounded(triangle(4), 40.0f); break; // too wide for the rectangle
    case 7: def.shape = auk_shape_polygon(triangles[2], 2, 0.0f); break;
    case 8: def.one_way.x = INFINITY; break;
    default: def.bounce_loss = 2.0f; break;
    }
    return def;
}

enum { BODY_FAULTS = 10, SHAPE_FAULTS = 7 };

static AukShapeDef bad_shape(int fault)
{
    AukShapeDef def = {.shape = triangle(4)};
    switch (fault) {
    case 0: def.position.x = NAN; break;
    case 1: def.angle = INFINITY; break;
    case 2: def.proximity = 1.0f; break;
    case 3: def.shape.radius = NAN; break;
    case 4: def.shape = auk_shape_rounded(triangle(4), 40.0f); break;
    case 5: def.one_way.y = 2e15f; break;
    default: def.shape.core.polygon.count = 2; break;
    }
    return def;
}

static AukStatus refusal_of_body(Scene *s, int fault, int place)
{
    AukBodyDef defs[4];
    for (int i = 0; i < 4; i++) {
        defs[i] = scene_def(AUK_MOTION_MOVING, triangle(i == 1 ? 2 : i == 2 ? 3 : 4), (float)i, 0.0f);
    }
    defs[place] = bad_body(fault);
    return auk_body_create_many(s->world, defs, 4, NULL);
}

static AukStatus refusal_of_shape(Scene *s, int fault, int way)
{
    AukShapeDef def = bad_shape(fault);
    AukTilesDef tiles = {3, 3, 1.0f, 0.0f, NULL};
    switch (way) {
    case 0: (void)auk_body_add_shape(s->world, s->body, &def); break;
    case 1: (void)auk_body_add_polygon(s->world, s->body, notched, 5, &def); break;
    case 2: (void)auk_body_add_outline(s->world, s->body, notched, 5, NULL, 0, &def); break;
    case 3: (void)auk_body_add_chain(s->world, s->body, notched, 5, true, &def); break;
    case 4: (void)auk_body_add_tiles(s->world, s->body, &tiles, &def); break;
    default: (void)auk_world_shape_set(s->world, s->polygon, &def.shape); break;
    }
    return auk_world_last_status(s->world);
}

static void expect_untouched(const Scene *s, const Saved *before, const char *what, int fault, int way)
{
    Saved after = take_snapshot(s->world);
    cr_assert(same_bytes(before, &after), "%s, fault %d, way %d: %llu bytes became %llu", what, fault, way,
              (unsigned long long)before->size, (unsigned long long)after.size);
    free(after.bytes);
}

static void refuse_bodies(bool holes)
{
    Scene s = scene_start(holes);
    Saved before = take_snapshot(s.world);
    for (int fault = 0; fault < BODY_FAULTS; fault++) {
        for (int place = 0; place < 4; place++) {
            cr_assert_neq(refusal_of_body(&s, fault, place), AUK_OK, "fault %d", fault);
            expect_untouched(&s, &before, "a body", fault, place);
        }
    }
    free(before.bytes);
    scene_end(&s);
}

Test(refused, bodies_leave_no_vertices_behind)
{
    refuse_bodies(false);
    refuse_bodies(true);
}

static int refuse_shapes(bool holes)
{
    int refused = 0;
    for (int fault = 0; fault < SHAPE_FAULTS; fault++) {
        for (int way = 0; way < 6; way++) {
            Scene s = scene_start(holes);
            Saved before = take_snapshot(s.world);
            if (refusal_of_shape(&s, fault, way) != AUK_OK) { // else it is a fault that this way does not look at
                refused++;
                expect_untouched(&s, &before, "a shape", fault, way);
            }
            free(before.bytes);
            scene_end(&s);
        }
    }
    return refused;
}

Test(refused, shapes_leave_no_vertices_behind)
{
    cr_assert(refuse_shapes(false) > 25);
    cr_assert(refuse_shapes(true) > 25);
}

Test(refused, other_calls_change_nothing_either)
{
    Scene s = scene_start(true);
    Saved before = take_snapshot(s.world);
    AukTransform nowhere = {{NAN, 0.0f}, {1.0f, 0.0f}}, here = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    AukBodyId twice[2] = {s.body, s.body}, mixed[2] = {s.body, s.stale};
    AukTransform poses[2] = {here, nowhere};
    AukResponseRule rules[2] = {{1, 1, AUK_RESPONSE_SLIDE, 0.0f}, {1, 1, AUK_RESPONSE_BOUNCE, 2.0f}};
    uint8_t cells[2] = {AUK_TILE_FULL, AUK_TILE_COUNT};
    static const AukVec2 line[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {70.0f, 0.0f}};
    static const AukVec2 crossed[4] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    static const AukVec2 huge[4] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 65.0f}};
    AukStatus answers[] = {auk_body_destroy_many(s.world, twice, 2),
                           auk_body_set_pose_many(s.world, mixed, 2, poses),
                           auk_body_set_pose_many(s.world, twice, 2, poses),
                           auk_body_move_to_many(s.world, twice, 2, poses),
                           auk_body_move_to(s.world, s.other, here),
                           auk_body_velocity_to(s.world, s.body, here, 0.0f),
                           auk_body_set_motion(s.world, s.body, AUK_MOTION_COUNT),
                           auk_body_set_owner(s.world, s.body, s.stale),
                           auk_body_set_pierce(s.world, s.body, -1),
                           auk_world_ignore_pair(s.world, s.body, s.stale, true),
                           auk_world_ignore_pair(s.world, s.body, s.body, true),
                           auk_world_shape_set_tiles(s.world, s.tiles, 0, 0, 2, 1, cells),
                           auk_world_shape_set_tiles(s.world, s.tiles, 1, 1, 2, 2, NULL),
                           auk_world_shape_set_proximity(s.world, s.polygon, 1.0f),
                           auk_world_shape_set(s.world, s.chain, &(AukShape){.kind = AUK_SHAPE_CIRCLE}),
                           auk_world_shape_remove(s.world, s.stale_shape),
                           auk_world_shape_set_enabled(s.world, s.stale_shape, false),
                           auk_world_shape_set_local_pose(s.world, s.stale_shape, here),
                           auk_world_shape_set_local_pose(s.world, s.chain, nowhere),
                           auk_world_shape_set_chain(s.world, s.chain, line, 2, true),
                           auk_world_shape_set_chain(s.world, s.chain, line, 3, false), // too wide
                           auk_world_shape_set_chain(s.world, s.polygon, line, 2, false),
                           auk_world_shape_set_chain_section(s.world, s.chain, line, 3),
                           auk_world_shape_set_chain_points(s.world, s.chain, 3, line, 3),
                           auk_world_shape_set_chain_points(s.world, s.chain, 1, &nowhere.p, 1),
                           auk_world_shape_set_chain_points(s.world, s.chain, 1, notched, 1), // two equal points
                           auk_world_shape_set_outline(s.world, s.chain, notched, 5, NULL, 0),
                           auk_world_shape_set_outline(s.world, s.polygon, crossed, 4, NULL, 0),
                           auk_world_shape_set_outline(s.world, s.polygon, huge, 4, NULL, 0),
                           auk_world_set_response_rules(s.world, rules, 2),
                           auk_world_shift_origin(s.world, 2e15, 0.0, NULL),
                           auk_world_restore(s.world, s.restore, s.restore_size - 8),
                           auk_world_step(s.world, NAN),
                           auk_world_step(s.world, INFINITY)};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        cr_assert_neq(answers[i], AUK_OK, "call %zu", i);
    }
    expect_untouched(&s, &before, "all of them", 0, 0);
    cr_assert_eq(auk_body_set_pose(s.world, s.body, here), AUK_OK);
    cr_assert_eq(auk_body_set_velocity(s.world, s.body, auk_vec(1e15f, 0.0f)), AUK_OK);
    free(before.bytes);
    before = take_snapshot(s.world);
    cr_assert_eq(auk_world_step(s.world, 1e15f), AUK_ERROR_RANGE);
    expect_untouched(&s, &before, "a step that goes too far", 0, 0);
    free(before.bytes);
    scene_end(&s);
}

// ---- no memory ------------------------------------------------------------------------------------------------------

enum { WAYS = 15 };

// Each needs memory. What is made is large, so that no room left over from before is enough.
static AukStatus do_something(Scene *s, int way)
{
    enum { MANY = 60 };
    static AukBodyDef defs[MANY];
    AukVec2 points[MANY];
    for (int i = 0; i < MANY; i++) {
        static AukVec2 corners[MANY][3];
        memcpy(corners[i], triangles[0], sizeof corners[i]);
        corners[i][1].x = 1.0f + 0.125f * (float)i;
        defs[i] = scene_def(AUK_MOTION_MOVING, auk_shape_polygon(corners[i], 3, 0.0f), 0.0f, 0.0f);
        points[i] = auk_transform_apply(auk_transform(auk_vec(0.0f, 0.0f), 0.1f * (float)i), auk_vec(9.0f, 0.0f));
        points[i] = i % 2 ? points[i] : auk_vec_scale(0.5f, points[i]);
    }
    AukTilesDef tiles = {20, 20, 0.5f, 0.0f, NULL};
    AukShapeDef def = {.shape = triangle(4)};
    AukResponseRule rules[40] = {{1, 1, AUK_RESPONSE_SLIDE, 0.0f}};
    AukCustomShape custom = {NULL, NULL, {{0.0f, 0.0f}, {0.0f, 0.0f}}, 3};
    switch (way) {
    case 0: return auk_body_create_many(s->world, defs, MANY, NULL);
    case 1: (void)auk_body_add_shape(s->world, s->body, &def); break;
    case 2: (void)auk_body_add_polygon(s->world, s->body, points, MANY, NULL); break;
    case 3: (void)auk_body_add_outline(s->world, s->body, points, MANY, NULL, 0, NULL); break;
    case 4: (void)auk_body_add_chain(s->world, s->body, points, MANY, true, NULL); break;
    case 5: (void)auk_body_add_tiles(s->world, s->body, &tiles, NULL); break;
    case 6: return auk_world_shape_set(s->world, s->polygon, &def.shape);
    case 7: return auk_world_ignore_pair(s->world, s->body, s->other, true);
    case 8: return auk_world_set_response_rules(s->world, rules, 40);
    case 9: return auk_world_restore(s->world, s->restore, s->restore_size);
    case 10: return auk_world_step(s->world, 0.125f);
    case 12: return auk_world_shape_set_outline(s->world, s->polygon, points, MANY, NULL, 0);
    case 13: return auk_world_shape_set_chain(s->world, s->chain, points, MANY, true);
    case 14: return auk_world_shape_set_chain_points(s->world, s->chain, 1, points, 2);
    default: return auk_world_register_custom(s->world, &custom);
    }
    return auk_world_last_status(s->world);
}

Test(refused, calls_that_run_out_of_memory_leave_nothing_behind)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    int ran_out = 0;
    for (int way = 0; way < 2 * WAYS; way++) {
        AukStatus status = AUK_ERROR_OUT_OF_MEMORY;
        for (int fail = 0; status == AUK_ERROR_OUT_OF_MEMORY; fail++) {
            Scene s = scene_start(way >= WAYS);
            Saved before = take_snapshot(s.world);
            memory.fail_at = memory.calls + fail;
            status = do_something(&s, way % WAYS);
            memory.fail_at = -1;
            if (status) {
                expect_untouched(&s, &before, "no memory", fail, way);
            }
            ran_out += status == AUK_ERROR_OUT_OF_MEMORY;
            free(before.bytes);
            scene_end(&s);
        }
    }
    auk_set_allocator(NULL);
    cr_assert(ran_out > 40, "%d", ran_out);
}
