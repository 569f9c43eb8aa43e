// The grid of the queries, which holds every part where its body is after every call: creations, changes, steps, steps
// that fail, restores. Queries write nothing: all memory of the library is read-only while they run.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "world/state/query_index.h"
#include "auk/auk.h"

#include "support/random.h"
#include "support/saved.h"
#include "support/world_crowd.h"
#include "support/world_scene.h"
#include "world/state/part_shape.h"
#include "world/state/parts_boxes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { BODIES = 120, RESTING = 20, ROUNDS = 12, APART = 8, HAPPENINGS = 8 };

static bool note_is_true(const AukWorld *world, const AukPart *part, const AukGridNote *note)
{
    AukTransform pose = *auk__pose(&world->bodies, part->body);
    const AukGridName *name = auk__grid_name(&world->index.grid, note);
    return note->body == part->body && part->kind == AUK_SHAPE_BOX && part->form == AUK_FORM_CONVEX &&
           auk__part_child(&world->parts, auk__part_index(&world->parts, part)) == 0 && part->centred &&
           part->unfiltered && !part->sensor && memcmp(&note->pose, &pose, sizeof pose) == 0 &&
           name->user_data == *auk__body_user_data(&world->bodies, part->body) &&
           name->body_generation == auk__body_id(&world->bodies, part->body).generation &&
           name->slot_generation == world->parts.slots.generation[auk__part_index(&world->parts, part)] &&
           memcmp(&note->half, &part->core.half, sizeof note->half) == 0 && note->radius == part->radius;
}

static void expect_boxes(const AukWorld *world, const char *when)
{
    for (uint32_t i = 0; i < (uint32_t)world->parts.records.count; i++) {
        bool there = world->parts.slots.live[i] &&
                     !auk__part_is_half_plane(auk__part(&world->parts, i)) && // in a list of its own
                     auk__part_is_enabled(&world->bodies, auk__part(&world->parts, i));
        cr_assert_eq(auk__grid_tag(&world->index.grid, (int32_t)i)->level != AUK_GRID_NONE, there,
                     "seed %llu: part %u %s", (unsigned long long)random_seed(), i, when);
        if (!there) {
            continue;
        }
        const AukPart *part = auk__part(&world->parts, i);
        AukBounds expected = auk__bounds_of(auk__box_at(&world->parts, i, *auk__pose(&world->bodies, part->body)));
        cr_assert(memcmp(&auk__grid_node(&world->index.grid, (int32_t)i)->bounds, &expected, sizeof expected) == 0,
                  "seed %llu: part %u %s", (unsigned long long)random_seed(), i, when);
        const AukGridNote *note = auk__grid_note(&world->index.grid, i);
        cr_assert(!note || note->body == AUK_GRID_NO_NOTE || note_is_true(world, part, note),
                  "seed %llu: the note of part %u %s", (unsigned long long)random_seed(), i, when);
    }
}

static void put_somewhere(AukWorld *world, Random *random, int bodies)
{
    for (int i = 0; i < bodies; i++) {
        AukBodyId id = auk__body_id(&world->bodies, (uint32_t)random_int(random, 0, world->bodies.records.count - 1));
        AukVec2 p = random_vec(random, -30.0f, 30.0f);
        (void)auk_body_set_pose(world, id, auk_transform(p, random_float(random, -3.0f, 3.0f)));
    }
}

static void happen(AukWorld *world, Random *random, int what)
{
    AukBodyId some = auk__body_id(&world->bodies, (uint32_t)random_int(random, 0, world->bodies.records.count - 1));
    switch (what) {
    case 0: break;
    case 1:
    case 2: cr_assert_eq(auk_world_step(world, what == 1 ? 0.02f : 0.0f), AUK_OK); break;
    case 3: { // a step that fails half way
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
        def.velocity = auk_vec(1e15f, 0.0f);
        AukBodyId id = auk_body_create(world, &def);
        cr_assert_neq(auk_world_step(world, 10.0f), AUK_OK);
        expect_boxes(world, "after a step that failed");
        cr_assert_eq(auk_body_destroy(world, id), AUK_OK);
        break;
    }
    case 4:
        (void)auk_body_destroy(world, some);
        scene_ball(world, 3.0f, 4.0f, 1.0f);
        break;
    case 5: (void)auk_body_set_motion(world, some, (AukMotion)random_int(random, 0, 2)); break;
    case 6: (void)auk_body_set_enabled(world, some, !auk_body_is_enabled(world, some)); break;
    default: put_somewhere(world, random, 3); break;
    }
}

static AukWorld *crowded_world(Random *random, CrowdKind kind)
{
    AukWorld *world = scene_world();
    crowd_register(world);
    crowd_fill(world, random, kind, BODIES);
    for (int i = 0; i < RESTING; i++) {
        scene_ball(world, random_float(random, -30.0f, 30.0f), random_float(random, -30.0f, 30.0f), 0.5f);
    }
    return world;
}

static void restore_and_look(CrowdKind kind, int what, uint64_t stream)
{
    Random random = random_start(random_seed(), stream);
    AukWorld *world = crowded_world(&random, kind);
    expect_boxes(world, "in a new world");
    (void)crowd_step(world, &random, kind);
    expect_boxes(world, "after the first step");
    uint64_t size = auk_world_snapshot_size(world), hash = auk_world_hash(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    for (int round = 0; round < ROUNDS; round++) {
        put_somewhere(world, &random, 10); // of those that rest, too
        for (int i = round % APART; i > 0; i--) {
            (void)auk_world_step(world, 0.05f);
        }
        cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
        cr_assert_eq(auk_world_hash(world), hash);
        expect_boxes(world, "after a restore");
        happen(world, &random, what);
        expect_boxes(world, "after a change");
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        expect_boxes(world, "after a step");
    }
    free(buffer);
    auk_world_destroy(world);
}

Test(query_index, every_part_is_where_its_body_is_after_every_call)
{
    for (int what = 0; what < HAPPENINGS; what++) {
        restore_and_look(CROWD_GAS, what, (uint64_t)what);
        restore_and_look(CROWD_TUXES, what, 100 + (uint64_t)what);
    }
}

Test(query_index, a_new_mover_is_found_at_once)
{
    for (int wraps = 0; wraps < 2; wraps++) {
        AukWorldDef def = {0};
        def.wrap.max = wraps ? auk_vec(50.0f, 50.0f) : auk_vec(0.0f, 0.0f);
        AukWorld *world = auk_world_create(&def, NULL);
        AukBodyId mover = scene_ball(world, 3.0f, 4.0f, 1.0f);
        cr_assert_eq(auk_body_set_motion(world, mover, AUK_MOTION_STATIC), AUK_OK);
        cr_assert_eq(auk_body_set_motion(world, mover, AUK_MOTION_MOVING), AUK_OK);
        AukBodyId other = scene_ball(world, 13.0f, 4.0f, 1.0f);
        AukFound found;
        cr_assert_eq(auk_world_overlap_point(world, auk_vec(13.0f, 4.0f), NULL, &found, 1), 1);
        cr_assert(auk_body_id_equal(found.body, other));
        cr_assert_eq(auk_world_overlap_point(world, auk_vec(3.0f, 4.0f), NULL, &found, 1), 1);
        cr_assert(auk_body_id_equal(found.body, mover));
        auk_world_destroy(world);
    }
}

// ---- nothing is written -----------------------------------------------------------------------------------------

// Memory that is handed out from one block of pages, and never taken back.
typedef struct Arena {
    unsigned char *pages;
    size_t used;
} Arena;

#define ARENA_SIZE ((size_t)1 << 26)
enum { ARENA_HEAD = 64 }; // before each block: its size

static void *arena_reallocate(void *block, uint64_t size, void *context)
{
    Arena *arena = context;
    size_t room = ((size_t)size + 2 * ARENA_HEAD - 1) / ARENA_HEAD * ARENA_HEAD;
    if (arena->used + room > ARENA_SIZE) {
        return NULL;
    }
    unsigned char *fresh = arena->pages + arena->used + ARENA_HEAD;
    memcpy(fresh - ARENA_HEAD, &size, sizeof size);
    arena->used += room;
    if (block) {
        uint64_t old;
        memcpy(&old, (unsigned char *)block - ARENA_HEAD, sizeof old);
        memcpy(fresh, block, (size_t)(old < size ? old : size));
    }
    return fresh;
}

static void arena_release(void *block, void *context)
{
    (void)block;
    (void)context;
}

static void arena_protect(const Arena *arena, bool read_only)
{
    cr_assert_eq(mprotect(arena->pages, ARENA_SIZE, read_only ? PROT_READ : PROT_READ | PROT_WRITE), 0);
}

static void ask_at(const AukWorld *world, AukVec2 from, AukVec2 delta)
{
    AukFound found[8];
    AukShape box = auk_shape_box(2.0f, 0.5f);
    AukTransform pose = auk_transform(from, 0.5f);
    AukBodyId a = auk__body_id(&world->bodies, 1), b = auk__body_id(&world->bodies, 2);
    AukDrawItem items[64];
    int contacts[8];
    (void)auk_world_cast_ray(world, from, delta, NULL, found);
    (void)auk_world_cast_ray_any(world, from, delta, NULL);
    (void)auk_world_cast_ray_all(world, from, delta, NULL, found, 8);
    (void)auk_world_cast_shape(world, &box, pose, delta, NULL, found);
    (void)auk_world_cast_shape_all(world, &box, pose, delta, NULL, found, 8);
    (void)auk_world_overlap(world, &box, pose, NULL, found, 8);
    (void)auk_world_overlap_point(world, from, NULL, found, 8);
    (void)auk_world_nearest(world, NULL, pose, INFINITY, NULL, found, 8);
    (void)auk_world_cast_ray_at(world, auk_world_history(world), from, delta, NULL, found);
    (void)auk_world_overlap_at(world, auk_world_history(world), &box, pose, NULL, found, 8);
    (void)auk_world_why(world, a, b);
    (void)auk_body_contacts(world, a, contacts, 8);
    (void)auk_world_draw(world, NULL, items, 64);
    (void)auk_world_hash(world);
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = auk_shape_circle(0.5f);
    mover.pose = pose;
    mover.velocity = delta;
    (void)auk_world_move(world, &mover, 0.1f, NULL, 0);
}

static void ask_all(const Arena *arena, const AukWorld *world, Random *random)
{
    arena_protect(arena, true);
    for (int i = 0; i < 20; i++) {
        AukVec2 from = random_vec(random, 0.0f, 50.0f);
        ask_at(world, from, random_vec(random, -20.0f, 20.0f));
    }
    arena_protect(arena, false);
}

static void fill(AukWorld *world, Random *random)
{
    const uint8_t cells[4] = {AUK_TILE_FULL, AUK_TILE_ONE_WAY_HIGH, AUK_TILE_EMPTY, AUK_TILE_SLOPE_LEFT_LOW};
    for (int i = 0; i < BODIES; i++) {
        AukVec2 p = random_vec(random, 0.0f, 50.0f);
        AukBodyDef def = scene_def((AukMotion)(i % AUK_MOTION_COUNT), auk_shape_box(1.0f, 0.5f), p.x, p.y);
        def.velocity = def.motion != AUK_MOTION_STATIC ? random_vec(random, -9.0f, 9.0f) : def.velocity;
        if (i % 10 == 0) {
            memset(&def.shape, 0, sizeof def.shape);
        }
        AukBodyId body = auk_body_create(world, &def);
        AukTilesDef tiles = {2, 2, 1.0f, 0.0f, cells};
        if (i % 10 == 0) {
            cr_assert(auk_body_add_tiles(world, body, &tiles, NULL).generation);
        }
    }
}

Test(query_index, queries_write_nothing_at_all_right_after_create_step_and_restore)
{
    for (int wraps = 0; wraps < 2; wraps++) {
        Arena arena = {mmap(NULL, ARENA_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 0};
        cr_assert(arena.pages != MAP_FAILED);
        AukAllocator allocator = {arena_reallocate, arena_release, &arena};
        auk_set_allocator(&allocator);
        Random random = random_start(random_seed(), 300);
        AukWorldDef def = {.history = 4};
        def.wrap.max = wraps ? auk_vec(50.0f, 50.0f) : auk_vec(0.0f, 0.0f);
        AukWorld *world = auk_world_create(&def, NULL);
        fill(world, &random);
        ask_all(&arena, world, &random);
        for (int i = 0; i < 3; i++) {
            cr_assert_eq(auk_world_step(world, 0.05f), AUK_OK);
            ask_all(&arena, world, &random);
        }
        uint64_t size = auk_world_snapshot_size(world);
        void *buffer = malloc((size_t)size);
        cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
        for (int apart = 0; apart < 2; apart++) { // the same structure, and another one
            cr_assert_eq(auk_world_step(world, 0.05f), AUK_OK);
            if (apart) {
                cr_assert_eq(auk_body_destroy(world, auk__body_id(&world->bodies, 7)), AUK_OK);
            }
            ask_all(&arena, world, &random);
            cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
            ask_all(&arena, world, &random);
        }
        put_somewhere(world, &random, 10);
        ask_all(&arena, world, &random);
        free(buffer);
        auk_world_destroy(world);
        auk_set_allocator(NULL);
        cr_assert_eq(munmap(arena.pages, ARENA_SIZE), 0);
    }
}

// ---- notes of boxes at rest ----

enum { WALLS = 300 };

// Where a ray from the left to the middle of the wall with that number enters it; 2 if it misses.
static float enters_wall(const AukWorld *world, int i)
{
    AukFound found = {0};
    bool hit = auk_world_cast_ray(world, auk_vec(10.0f * (float)i - 4.0f, 0.25f), auk_vec(8.0f, 0.0f), NULL, &found);
    cr_assert_eq(hit,
                 auk_world_cast_ray_any(world, auk_vec(10.0f * (float)i - 4.0f, 0.25f), auk_vec(8.0f, 0.0f), NULL));
    return hit ? found.fraction : 2.0f;
}

static AukWorld *walled_world(AukBodyId bodies[WALLS])
{
    AukWorld *world = scene_world();
    for (int i = 0; i < WALLS; i++) {
        bodies[i] = scene_wall(world, 10.0f * (float)i, 0.0f, 1.0f, 1.0f);
    }
    cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
    return world;
}

static AukShapeId shape_of(const AukWorld *world, AukBodyId body)
{
    AukShapeId shape = {0};
    cr_assert_eq(auk_body_get_shapes(world, body, &shape, 1), 1);
    return shape;
}

Test(query_index, rays_meet_a_box_at_rest_as_it_is_now_after_changes_that_keep_its_bounds)
{
    AukBodyId bodies[WALLS];
    AukWorld *world = walled_world(bodies);
    for (int i = 0; i < WALLS; i++) {
        const AukGridNote *note = auk__grid_note(&world->index.grid, shape_of(world, bodies[i]).index);
        cr_assert(note && note->body == bodies[i].index, "boxes at rest are packed and noted");
        cr_assert_eq(enters_wall(world, i), 3.0f / 8.0f);
    }
    AukShape disc = auk_shape_circle(1.0f), thin = auk_shape_box(1.0f, 1.0f);
    thin.core.half.x = 0.5f;
    thin.core.half.y = 0.5f;
    thin.radius = 0.5f;
    AukFilter group = {0, 0, 7}, own = {1, 0, 0};
    cr_assert_eq(auk_world_shape_set(world, shape_of(world, bodies[1]), &disc), AUK_OK);
    cr_assert_eq(auk_world_shape_set(world, shape_of(world, bodies[2]), &thin), AUK_OK);
    cr_assert_eq(auk_world_shape_set_sensor(world, shape_of(world, bodies[3]), true), AUK_OK);
    cr_assert_eq(auk_body_set_filter(world, bodies[4], group), AUK_OK);
    cr_assert_eq(auk_world_shape_set_filter(world, shape_of(world, bodies[5]), own), AUK_OK);
    cr_assert_eq(auk_body_set_owner(world, bodies[6], bodies[7]), AUK_OK);
    cr_assert_eq(auk_body_set_pose(world, bodies[8], auk_transform(auk_vec(80.0f, 0.0f), 1.5707964f)), AUK_OK);
    cr_assert_eq(auk_body_set_enabled(world, bodies[9], false), AUK_OK);
    cr_assert_eq(auk_body_destroy(world, bodies[10]), AUK_OK);
    expect_boxes(world, "after the changes");
    for (int round = 0; round < 2; round++) {
        cr_assert(enters_wall(world, 1) > 3.0f / 8.0f && enters_wall(world, 1) < 0.4f, "a disc, not its box");
        cr_assert_eq(enters_wall(world, 2), 3.0f / 8.0f);
        cr_assert_eq(enters_wall(world, 3), 2.0f, "a sensor");
        cr_assert_eq(enters_wall(world, 9), 2.0f, "disabled");
        cr_assert_eq(enters_wall(world, 10), 2.0f, "destroyed");
        AukQuery query = {0};
        query.filter.group = 7;
        cr_assert_not(auk_world_cast_ray_any(world, auk_vec(36.0f, 0.25f), auk_vec(8.0f, 0.0f), &query));
        query.filter.group = 0;
        query.exclude = bodies[7];
        query.respect_owners = true;
        cr_assert_not(auk_world_cast_ray_any(world, auk_vec(56.0f, 0.25f), auk_vec(8.0f, 0.0f), &query));
        cr_assert_eq(auk_world_step(world, 0.02f), AUK_OK);
        expect_boxes(world, "after a step");
    }
    cr_assert_eq(auk_world_shape_set_sensor(world, shape_of(world, bodies[3]), false), AUK_OK);
    cr_assert_eq(enters_wall(world, 3), 3.0f / 8.0f, "no sensor any more");
    auk_world_destroy(world);
}

static uint64_t user_data_of_hit(const AukWorld *world, int i)
{
    AukFound found = {0};
    cr_assert(auk_world_cast_ray(world, auk_vec(10.0f * (float)i - 4.0f, 0.25f), auk_vec(8.0f, 0.0f), NULL, &found));
    cr_assert(auk_body_exists(world, found.body) && auk_world_shape_exists(world, found.shape));
    return found.user_data;
}

Test(query_index, a_ray_tells_the_user_data_and_the_ids_that_a_box_at_rest_has_now)
{
    AukBodyId bodies[WALLS];
    AukWorld *world = walled_world(bodies);
    uint64_t size = auk_world_snapshot_size(world);
    void *buffer = malloc((size_t)size);
    cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
    cr_assert_eq(user_data_of_hit(world, 5), 0);
    cr_assert_eq(auk_body_set_user_data(world, bodies[5], 77), AUK_OK);
    cr_assert_eq(user_data_of_hit(world, 5), 77);
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    expect_boxes(world, "after a restore of user data");
    cr_assert_eq(user_data_of_hit(world, 5), 0);
    cr_assert_eq(auk_body_destroy(world, bodies[6]), AUK_OK);
    bodies[6] = scene_wall(world, 60.0f, 0.0f, 1.0f, 1.0f); // in the same slot
    cr_assert_eq(user_data_of_hit(world, 6), 0);
    cr_assert_eq(auk_body_set_user_data(world, bodies[6], 78), AUK_OK);
    cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
    expect_boxes(world, "after a restore of another structure");
    cr_assert_eq(user_data_of_hit(world, 6), 0);
    free(buffer);
    auk_world_destroy(world);
}

// A query that every body passes, though none without a test of its own: notes do not decide it.
static AukQuery query_of_records(void)
{
    AukQuery query;
    memset(&query, 0, sizeof query);
    query.user_data_mask = 1;
    return query;
}

Test(query_index, notes_and_records_give_the_same_answers)
{
    enum { BOXES = 400, ASKED = 600, ROOM = 6 };
    Random random = random_start(random_seed(), 812);
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int i = 0; i < BOXES; i++) {
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.position = random_vec(&random, -25.0f, 25.0f);
        def.angle = i % 4 ? random_float(&random, -3.0f, 3.0f) : 0.0f;
        def.shape = auk_shape_box(random_float(&random, 0.1f, 1.5f), random_float(&random, 0.1f, 1.5f));
        def.shape.radius = i % 3 ? 0.0f : random_float(&random, 0.0f, 0.3f);
        def.shape = i % 7 ? def.shape : auk_shape_circle(0.5f);
        def.motion = i % 11 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
        def.user_data = 2 * (uint64_t)i;
        cr_assert(auk_body_exists(world, auk_body_create(world, &def)));
    }
    cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK); // packs what is static
    AukQuery slow = query_of_records();
    int found = 0;
    for (int i = 0; i < ASKED; i++) {
        AukTransform pose = auk_transform(random_vec(&random, -26.0f, 26.0f), random_float(&random, -3.0f, 3.0f));
        AukVec2 delta = random_vec(&random, -20.0f, 20.0f);
        const AukShape shapes[] = {auk_shape_circle(0.0f), auk_shape_circle(0.7f), auk_shape_box(0.8f, 0.3f),
                                   auk_shape_capsule(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.2f), 0.2f),
                                   auk_shape_ellipse(0.9f, 0.4f)};
        const AukShape *shape = &shapes[i % AUK_COUNT_OF(shapes)];
        AukQuery quick;
        memset(&quick, 0, sizeof quick);
        quick.skip_overlapping = slow.skip_overlapping = i % 2 != 0;
        AukFound a[5][ROOM], b[5][ROOM];
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        for (int k = 0; k < 2; k++) {
            const AukQuery *query = k ? &slow : &quick;
            AukFound(*out)[ROOM] = k ? b : a;
            found += auk_world_nearest(world, shape, pose, 4.0f, query, out[0], ROOM);
            found += auk_world_overlap(world, shape, pose, query, out[1], ROOM);
            found += auk_world_cast_shape(world, shape, pose, delta, query, out[2]);
            found += auk_world_cast_shape_all(world, shape, pose, delta, query, out[3], ROOM);
            found += auk_world_cast_ray_all(world, pose.p, delta, query, out[4], ROOM);
        }
        for (int k = 0; k < 5; k++) {
            cr_assert(memcmp(a[k], b[k], sizeof a[k]) == 0, "seed %llu: question %d of %d",
                      (unsigned long long)random_seed(), k, i);
        }
    }
    cr_assert(found > 4 * ASKED, "only %d", found);
    auk_world_destroy(world);
}

// ---- groups far apart ----

enum { GROUPED = 8000 };

// The members of a group are side by side.
static AukVec2 place_in_group(const AukVec2 *centres, int i, int size)
{
    return auk_vec_add(centres[i / size], auk_vec(1.1f * (float)(i % size), 0.0f));
}

// Small groups have many more regions than as many bodies that are spread evenly. The bodies are in their groups when
// they are created, or get there in calls (of a world for which memory was reserved: its steps allocate none), or in a
// step.
Test(query_index, the_regions_of_many_small_groups_stay_sparse_enough_for_the_search_of_the_nearest)
{
    Random random = random_start(random_seed(), 813);
    AukBodyId *bodies = malloc(GROUPED * sizeof *bodies);
    AukVec2 *centres = malloc(GROUPED * sizeof *centres);
    for (int round = 0; round < 18; round++) {
        static const int sizes[] = {5, 12, 30};
        int size = sizes[round % 3], groups = (GROUPED - 1) / size + 1;
        bool resting = round % 2 == 1, moved = round / 6 == 1, steps = round / 6 == 2 && !resting;
        AukWorld *world = auk_world_create(NULL, NULL);
        cr_assert_eq(moved ? auk_world_reserve(world, GROUPED, GROUPED, 0) : AUK_OK, AUK_OK);
        for (int i = 0; i < groups; i++) {
            centres[i] = random_vec(&random, -7000.0f, 7000.0f);
        }
        for (int i = 0; i < GROUPED; i++) {
            AukBodyDef def;
            memset(&def, 0, sizeof def);
            AukVec2 to = place_in_group(centres, i, size);
            def.position = moved || steps ? auk_vec(2.0f * (float)(i % 80), 2.0f * (float)(i / 80)) : to;
            def.velocity = steps ? auk_vec_sub(to, def.position) : def.velocity;
            def.shape = auk_shape_box(0.5f, 0.5f);
            def.motion = resting ? AUK_MOTION_STATIC : AUK_MOTION_MOVING;
            bodies[i] = auk_body_create(world, &def);
        }
        for (int i = 0; moved && i < GROUPED; i++) {
            cr_assert_eq(auk_body_set_pose(world, bodies[i], auk_transform(place_in_group(centres, i, size), 0.0f)),
                         AUK_OK);
        }
        cr_assert_eq(auk_world_step(world, steps ? 1.0f : 0.0f), AUK_OK); // packs what rests
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);                // a step widens before it moves
        const AukGrid *grid = &world->index.grid;
        cr_assert(grid->regions_used < grid->regions.count / AUK_GRID_SPARSE, "seed %llu: %d of %d regions, round %d",
                  (unsigned long long)random_seed(), grid->regions_used, grid->regions.count, round);
        auk_world_destroy(world);
    }
    free(centres);
    free(bodies);
}

// ---- the past of a world ----

enum { PAST_WORLDS = 20, PAST_BODIES = 60, PAST_QUESTIONS = 60 };

// Small shapes, after large ones have come and gone.
static AukWorld *world_with_a_past(Random *random)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < PAST_BODIES; i++) {
        AukVec2 p = random_vec(random, -9.0f, 9.0f);
        AukShape shape = i % 2 == 0 ? auk_shape_circle(0.4f) : auk_shape_box(0.5f, 0.4f);
        scene_body(world, i % 3 == 0 ? AUK_MOTION_MOVING : AUK_MOTION_STATIC, shape, p.x, p.y);
    }
    for (int i = 0; i < 10; i++) {
        AukVec2 p = random_vec(random, -50.0f, 50.0f);
        AukBodyId large = scene_ball(world, p.x, p.y, random_float(random, 0.1f, 30.0f));
        cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
        cr_assert_eq(auk_body_destroy(world, large), AUK_OK);
    }
    cr_assert_eq(auk_world_step(world, 0.01f), AUK_OK);
    return world;
}

static void expect_the_same_nearest(const AukWorld *a, const AukWorld *b, const AukShape *shape, AukTransform pose)
{
    enum { NEAREST = 4 };
    AukFound found[2][NEAREST];
    memset(found, 0, sizeof found);
    int count = auk_world_nearest(a, shape, pose, INFINITY, NULL, found[0], NEAREST);
    cr_assert_eq(auk_world_nearest(b, shape, pose, INFINITY, NULL, found[1], NEAREST), count);
    for (int i = 0; i < count; i++) {
        cr_assert(auk_body_id_equal(found[0][i].body, found[1][i].body) && found[0][i].distance == found[1][i].distance,
                  "seed %llu: bodies %u and %u", (unsigned long long)random_seed(), found[0][i].body.index,
                  found[1][i].body.index);
    }
}

// The errors of distances to such a shape are larger than the gaps between the others.
Test(query_index, what_is_nearest_to_a_very_long_shape_does_not_depend_on_the_past_of_the_world)
{
    Random random = random_start(random_seed(), 814);
    for (int round = 0; round < PAST_WORLDS; round++) {
        AukWorld *world = world_with_a_past(&random), *anew = scene_world();
        Saved saved = take_snapshot(world);
        cr_assert_eq(auk_world_restore(anew, saved.bytes, saved.size), AUK_OK);
        for (int i = 0; i < PAST_QUESTIONS; i++) {
            const float length = i % 3 == 0 ? 1e13f : AUK_COORDINATE_MAX;
            const AukVec2 needle[4] = {{-0.6f, 0.36f}, {0.1f, -0.65f}, {0.7f, -0.31f}, {0.15f, length}};
            AukShape shape = i % 2 == 0 ? auk_shape_polygon(needle, 4, 0.0f)
                                        : auk_shape_segment(auk_vec(0.0f, 0.0f), auk_vec(0.0f, length));
            AukVec2 p = random_vec(&random, -9.0f, 9.0f);
            expect_the_same_nearest(world, anew, &shape, auk_transform(p, random_float(&random, -3.0f, 3.0f)));
        }
        free(saved.bytes);
        auk_world_destroy(anew);
        auk_world_destroy(world);
    }
}
