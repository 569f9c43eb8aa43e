// Running out of memory at every allocation there is; that everything is given back; that steps come to need none; and
// the limit on pairs.
#include "auk/shapes.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

// An allocator that counts, and that fails on request.
typedef struct Memory {
    long asked;     // allocations so far
    long fail_at;   // the one that fails; -1: none
    bool stays_out; // and all after it, until told otherwise
    long blocks;
} Memory;

static void *reallocate(void *block, uint64_t size, void *context)
{
    Memory *memory = context;
    long number = memory->asked++;
    bool fails = memory->fail_at >= 0 && (memory->stays_out ? number >= memory->fail_at : number == memory->fail_at);
    void *moved = fails ? NULL : realloc(block, (size_t)size);
    memory->blocks += moved && !block;
    return moved;
}

static void release(void *block, void *context)
{
    Memory *memory = context;
    memory->blocks -= block != NULL;
    free(block);
}

static Memory *count_memory(void)
{
    static Memory memory;
    memset(&memory, 0, sizeof memory);
    memory.fail_at = -1;
    AukAllocator hooks = {reallocate, release, &memory};
    auk_set_allocator(&hooks);
    return &memory;
}

// ---- a script that runs out once ------------------------------------------------------------------------------

typedef struct Script {
    Memory *memory;
    AukWorld *world;
    int refused; // operations that ran out
} Script;

typedef AukStatus (*Action)(AukWorld *world, int number);

enum { BODIES = 24 };

static AukBodyId made[BODIES];

static AukStatus make_body(AukWorld *world, int number)
{
    AukBodyDef def =
        scene_def((AukMotion)(number % 3), auk_shape_box(1.0f, 0.5f), (float)(number % 7), (float)(number % 5));
    if (def.motion != AUK_MOTION_STATIC) {
        def.velocity = auk_vec((float)(number % 11 - 5) * 4.0f, 1.0f);
        def.spin = (float)(number % 4);
    }
    def.sensor = number % 6 == 1;
    def.response = scene_response(def.motion, number % 2 ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
    AukBodyId id = auk_body_create(world, &def);
    AukStatus status = auk_world_last_status(world);
    cr_assert_eq(id.generation != 0, status == AUK_OK);
    made[number] = id;
    return status;
}

static AukStatus make_polygon(AukWorld *world, int number)
{
    AukVec2 points[5] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.5f, 0.5f}, {0.0f, 1.0f + (float)(number % 3)}};
    AukShapeId shape = auk_body_add_polygon(world, made[number], points, 5, NULL);
    AukStatus status = auk_world_last_status(world);
    cr_assert_eq(shape.generation != 0, status == AUK_OK);
    return status;
}

static AukStatus ignore_pair(AukWorld *world, int number)
{
    return auk_world_ignore_pair(world, made[number], made[number / 2], true);
}

static AukStatus set_shape(AukWorld *world, int number)
{
    AukVec2 points[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f + (float)number}};
    AukShapeId shape;
    AukShape triangle = auk_shape_polygon(points, 3, 0.0f);
    return auk_body_get_shapes(world, made[number], &shape, 1) == 1 ? auk_world_shape_set(world, shape, &triangle)
                                                                    : AUK_OK;
}

// Half-planes, far from most bodies: as bodies of their own, as further shapes, and in place of a shape.
static AukStatus make_border(AukWorld *world, int number)
{
    AukShape shape = auk_shape_half_plane(auk_vec((float)(number % 3 - 1), 2.0f), -20.0f);
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, shape, 0.0f, 0.0f);
    auk_body_create(world, &def);
    return auk_world_last_status(world);
}

static AukStatus add_border(AukWorld *world, int number)
{
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_half_plane(auk_vec(1.0f, (float)(number % 3)), -20.0f);
    auk_body_add_shape(world, made[number], &def);
    return auk_world_last_status(world);
}

static AukStatus become_border(AukWorld *world, int number)
{
    AukShapeId shape;
    AukShape wall = auk_shape_half_plane(auk_vec(-1.0f, (float)(number % 3)), -20.0f);
    return auk_body_get_shapes(world, made[number], &shape, 1) == 1 ? auk_world_shape_set(world, shape, &wall) : AUK_OK;
}

// What few bodies and shapes have, which takes no memory until one has it.
static AukStatus send(AukWorld *world, int number)
{
    return auk_body_move_to(world, made[number], auk_transform(auk_vec(0.5f, (float)number), 0.0f));
}

static AukStatus limit_bounces(AukWorld *world, int number)
{
    return auk_body_set_bounces(world, made[number], number + 1);
}

static AukStatus open_to_one_side(AukWorld *world, int number)
{
    AukShapeId shape;
    return auk_body_get_shapes(world, made[number], &shape, 1) == 1
               ? auk_world_shape_set_one_way(world, shape, auk_vec(0.0f, (float)number))
               : AUK_OK;
}

static AukStatus shift_shape(AukWorld *world, int number)
{
    AukShapeId shape;
    const AukTransform local = auk_transform(auk_vec(0.25f, 0.0f), (float)number);
    return auk_body_get_shapes(world, made[number], &shape, 1) == 1
               ? auk_world_shape_set_local_pose(world, shape, local)
               : AUK_OK;
}

static AukStatus filter(AukWorld *world, int number)
{
    const AukFilter given = {1u << number % 3, 0, 0};
    return auk_body_set_filter(world, made[number], given);
}

static AukStatus own(AukWorld *world, int number)
{
    return auk_body_set_owner(world, made[number], made[number > 0 ? number - 1 : 0]);
}

static AukStatus name(AukWorld *world, int number)
{
    return auk_body_set_user_data(world, made[number], (uint64_t)number);
}

static AukStatus filter_shape(AukWorld *world, int number)
{
    const AukFilter given = {2, number % 4 == 0 ? 4 : 0, 0};
    AukShapeId shape;
    return auk_body_get_shapes(world, made[number], &shape, 1) == 1 ? auk_world_shape_set_filter(world, shape, given)
                                                                    : AUK_OK;
}

static AukStatus name_shape(AukWorld *world, int number)
{
    AukShapeId shape;
    return auk_body_get_shapes(world, made[number], &shape, 1) == 1
               ? auk_world_shape_set_user_data(world, shape, (uint64_t)number)
               : AUK_OK;
}

static AukStatus take_step(AukWorld *world, int number)
{
    return auk_world_step(world, number % 5 == 4 ? 0.0f : 0.05f);
}

static AukStatus destroy_body(AukWorld *world, int number)
{
    return auk_body_destroy(world, made[number]);
}

static AukStatus reserve(AukWorld *world, int number)
{
    return auk_world_reserve(world, 10 * number, 20 * number, 5 * number);
}

// Does it, and if there was no memory: the world is as it was, and doing it again works.
static void act(Script *script, Action action, int number)
{
    uint64_t before = auk_world_hash(script->world);
    AukStatus status = action(script->world, number);
    if (status == AUK_OK) {
        return;
    }
    script->refused++;
    cr_assert_eq(status, AUK_ERROR_OUT_OF_MEMORY, "%s", auk_status_text(status));
    cr_assert_eq(auk_world_last_status(script->world), status);
    cr_assert_eq(auk_world_hash(script->world), before, "a refused call changed the world");
    script->memory->fail_at = -1;
    AukFound found[8];
    auk_world_overlap_box(script->world, auk_box(auk_vec(0.0f, 0.0f), auk_vec(3.0f, 3.0f)), NULL, found, 8);
    cr_assert_eq(action(script->world, number), AUK_OK);
}

// The hash at the end.
static uint64_t play(Script *script, bool reserves)
{
    AukStatus status;
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.history = 3;
    script->world = auk_world_create(&def, &status);
    if (!script->world) {
        cr_assert_eq(status, AUK_ERROR_OUT_OF_MEMORY);
        cr_assert_eq(script->memory->blocks, 0);
        script->refused++;
        script->memory->fail_at = -1;
        script->world = auk_world_create(&def, NULL);
    }
    if (reserves) {
        act(script, reserve, 3);
    }
    for (int i = 0; i < BODIES; i++) {
        act(script, make_body, i);
        if (i % 3 == 0) {
            act(script, make_polygon, i);
            act(script, set_shape, i);
        }
        if (i % 3 == 1) { // static, see make_body()
            act(script, make_border, i);
            act(script, i % 2 ? add_border : become_border, i);
        }
        if (i % 4 == 1) {
            act(script, ignore_pair, i);
        }
        if (i % 6 == 2) {
            act(script, send, i);
            act(script, limit_bounces, i);
            act(script, open_to_one_side, i);
            act(script, filter, i);
            act(script, own, i);
            act(script, name, i);
            act(script, filter_shape, i);
            act(script, shift_shape, i);
            act(script, name_shape, i);
        }
        act(script, take_step, i);
        if (i % 8 == 7) {
            act(script, destroy_body, i - 4);
        }
    }
    if (reserves) {
        act(script, reserve, 30);
    }
    uint64_t hash = auk_world_hash(script->world);
    auk_world_destroy(script->world);
    return hash;
}

static void run_out_everywhere(bool stays_out, bool reserves)
{
    Memory *memory = count_memory();
    Script script = {memory, NULL, 0};
    uint64_t hash = play(&script, reserves);
    long all = memory->asked;
    cr_assert(all > 60 && memory->blocks == 0 && script.refused == 0);
    for (long k = 0; k < all; k++) {
        memory = count_memory();
        memory->fail_at = k;
        memory->stays_out = stays_out;
        script = (Script){memory, NULL, 0};
        cr_assert_eq(play(&script, reserves), hash, "allocation %ld of %ld", k, all);
        cr_assert_eq(script.refused, 1, "allocation %ld of %ld failed unnoticed", k, all);
        cr_assert_eq(memory->blocks, 0, "allocation %ld of %ld: %ld blocks are left", k, all, memory->blocks);
    }
    auk_set_allocator(NULL);
}

Test(world_memory, one_failed_allocation_changes_nothing_and_loses_nothing)
{
    run_out_everywhere(false, false);
}

Test(world_memory, no_memory_from_some_allocation_on_changes_nothing_and_loses_nothing)
{
    run_out_everywhere(true, false);
}

Test(world_memory, running_out_while_reserving_changes_nothing)
{
    run_out_everywhere(true, true);
}

// ---- steps without memory ---------------------------------------------------------------------------------------

// Balls and bullets in a pen, all put back to where they began.
static void rewind_all(AukWorld *world, int count)
{
    Random random = random_start(1, 1);
    for (int i = 0; i < count; i++) {
        AukBodyId id = {(uint32_t)i, 1};
        AukVec2 p = random_vec(&random, -10.0f, 10.0f);
        scene_put(world, id, p.x, p.y);
        auk_body_set_velocity(world, id, random_vec(&random, -20.0f, 20.0f));
    }
}

static void add_crowd(AukWorld *world, int count)
{
    for (int i = 0; i < count; i++) {
        AukMotion motion = i % 3 == 0 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        AukBodyDef def = scene_def(motion, auk_shape_circle(0.5f), 0.0f, 0.0f);
        def.response = scene_response(motion, i % 2 ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
        def.sensor = i % 7 == 0;
        auk_body_create(world, &def);
    }
}

Test(world_memory, after_warming_up_steps_and_queries_allocate_nothing)
{
    Memory *memory = count_memory();
    AukWorld *world = scene_world();
    add_crowd(world, 200);
    long before = 0;
    for (int round = 0; round < 3; round++) {
        rewind_all(world, 200);
        before = memory->asked;
        for (int i = 0; i < 50; i++) {
            AukFound found[64];
            cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
            auk_world_overlap_box(world, auk_box(auk_vec(-5.0f, -5.0f), auk_vec(5.0f, 5.0f)), NULL, found, 64);
            auk_world_cast_ray(world, auk_vec(-50.0f, 0.0f), auk_vec(100.0f, 1.0f), NULL, found);
            AukShape ball = auk_shape_circle(0.5f);
            AukTransform pose = auk_transform(auk_vec(-50.0f, 0.0f), 0.0f);
            AukBodyId first = {0, 1}, second = {1, 1};
            cr_assert_geq(auk_world_cast_shape_all(world, &ball, pose, auk_vec(100.0f, 1.0f), NULL, found, 64), 0);
            cr_assert_gt(auk_world_nearest(world, &ball, pose, INFINITY, NULL, found, 64), 0);
            cr_assert_eq(auk_world_why(world, first, second).status, AUK_OK);
        }
    }
    cr_assert_eq(memory->asked, before, "%ld allocations in the third round", memory->asked - before);
    cr_assert_gt(auk_world_stats(world).contacts, 0);
    auk_world_destroy(world);
    cr_assert_eq(memory->blocks, 0);
    auk_set_allocator(NULL);
}

Test(world_memory, within_what_was_reserved_steps_allocate_nothing)
{
    Memory *memory = count_memory();
    AukWorld *world = scene_world();
    cr_assert_eq(auk_world_reserve(world, 200, 20000, 5000), AUK_OK);
    add_crowd(world, 200);
    rewind_all(world, 200);
    long before = memory->asked;
    int hits = 0;
    for (int i = 0; i < 50; i++) {
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        hits += auk_world_hits(world).count;
    }
    cr_assert(memory->asked == before && hits > 50, "%ld allocations, %d hits", memory->asked - before, hits);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// Callers may point to the results of the last step until the next one.
Test(world_memory, reserving_leaves_the_results_of_the_last_step_where_they_are)
{
    Memory *memory = count_memory();
    AukWorld *world = scene_world();
    add_crowd(world, 100);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
    }
    AukContacts contacts = auk_world_contacts(world);
    AukEvents events = auk_world_events(world, AUK_EVENT_BEGIN);
    cr_assert_gt(contacts.count, 0);
    size_t size = (size_t)contacts.count * sizeof(AukContact);
    AukContact *kept = malloc(size);
    memcpy(kept, contacts.items, size);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_reserve(world, 100 + 100 * i, 20000 + 5000 * i, 5000), AUK_OK);
        cr_assert_eq(auk_world_contacts(world).items, contacts.items);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).items, events.items);
        cr_assert_eq(memcmp(kept, contacts.items, size), 0);
    }
    free(kept);
    long before = memory->asked;
    for (int i = 0; i < 50; i++) {
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
    }
    cr_assert_eq(memory->asked, before, "%ld allocations", memory->asked - before);
    auk_world_destroy(world);
    cr_assert_eq(memory->blocks, 0);
    auk_set_allocator(NULL);
}

static unsigned char filling;

// New memory holds what it likes: here all bits clear, or all set.
static void *reallocate_filled(void *block, uint64_t size, void *context)
{
    (void)context;
    max_align_t *old = block ? (max_align_t *)block - 1 : NULL;
    uint64_t before = 0;
    if (old) {
        memcpy(&before, old, sizeof before);
    }
    max_align_t *grown = realloc(old, (size_t)size + sizeof *grown);
    if (!grown) {
        return NULL;
    }
    memcpy(grown, &size, sizeof size);
    if (size > before) {
        memset((char *)(grown + 1) + before, filling, (size_t)(size - before));
    }
    return grown + 1;
}

static void release_filled(void *block, void *context)
{
    (void)context;
    free(block ? (max_align_t *)block - 1 : NULL);
}

// Slots made after the first destruction of a step are named by no result, whatever was in their memory.
Test(world_memory, ids_do_not_depend_on_what_new_memory_holds)
{
    AukAllocator allocator = {reallocate_filled, release_filled, NULL};
    uint64_t hashes[2];
    for (int fill = 0; fill < 2; fill++) {
        filling = fill ? 0xff : 0;
        auk_set_allocator(&allocator);
        AukWorld *world = scene_world();
        AukBodyId bodies[400];
        for (int i = 0; i < 400; i++) {
            if (i == 63) {
                cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
                auk_body_destroy(world, bodies[0]);
            }
            bodies[i] = scene_ball(world, 2.0f * (float)i, 0.0f, 0.5f);
        }
        for (int i = 70; i < 400; i += 30) {
            auk_body_destroy(world, bodies[i]);
            cr_assert_eq(scene_ball(world, 0.0f, 9.0f, 0.5f).index, bodies[i].index, "fill %d, body %d", fill, i);
        }
        hashes[fill] = auk_world_hash(world);
        auk_world_destroy(world);
        auk_set_allocator(NULL);
    }
    cr_assert_eq(hashes[0], hashes[1]);
}

Test(world_memory, an_empty_world_and_one_of_static_bodies_step_without_memory)
{
    Memory *memory = count_memory();
    AukWorld *world = scene_world();
    auk_world_step(world, 1.0f);
    long before = memory->asked;
    auk_world_step(world, 1.0f);
    cr_assert_eq(memory->asked, before);
    enum { STATICS = 3000 };
    cr_assert_eq(auk_world_reserve(world, STATICS, 10, 0), AUK_OK);
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f); // with the first one the memory for all
    before = memory->asked;
    for (int i = 1; i < STATICS; i++) {
        scene_wall(world, 3.0f * (float)(i % 60), 3.0f * (float)(i / 60), 1.0f, 1.0f);
    }
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
    cr_assert_eq(memory->asked, before, "%ld allocations", memory->asked - before);
    auk_world_destroy(world);
    cr_assert_eq(memory->blocks, 0);
    auk_set_allocator(NULL);
}

// ---- the limit on pairs -----------------------------------------------------------------------------------------

Test(world_memory, a_step_with_more_pairs_than_allowed_is_refused_and_changes_nothing)
{
    for (int kind = 0; kind < AUK_BROAD_KIND_COUNT; kind++) {
        AukWorldDef def;
        memset(&def, 0, sizeof def);
        def.max_pairs = 10;
        def.broad = (AukBroadKind)kind;
        AukWorld *world = auk_world_create(&def, NULL);
        AukBodyId last = {0, 0};
        for (int i = 0; i < 5; i++) {
            last = scene_ball(world, 0.1f * (float)i, 0.0f, 1.0f);
            auk_body_set_velocity(world, last, auk_vec(1.0f, 0.0f));
        }
        cr_assert_eq(scene_step(world, 0.5f), 1000000); // 10 pairs are allowed
        last = scene_ball(world, 0.6f, 0.0f, 1.0f);
        uint64_t hash = auk_world_hash(world);
        for (int i = 0; i < 3; i++) {
            cr_assert_eq(auk_world_step(world, 0.5f), AUK_ERROR_PAIR_LIMIT);
            cr_assert(auk_world_hash(world) == hash && auk_world_contacts(world).count == 10);
        }
        cr_assert_eq(auk_world_last_status(world), AUK_ERROR_PAIR_LIMIT);
        auk_body_destroy(world, last);
        cr_assert_eq(scene_step(world, 0.5f), 100000);
        auk_world_destroy(world);
    }
}
