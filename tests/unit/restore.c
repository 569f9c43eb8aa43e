// Restores into a world that has lived: when it is recognised as the same, and what memory that takes.
#include "auk/auk.h"

#include "support/saved.h"
#include "support/world_scene.h"
#include "unit/failing_allocator.h"
#include "world/state/world_state.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---- what is the same -----------------------------------------------------------------------------------------------

enum { CAPSULES = 12 };

// A row of capsules. Number `change` has another sign in a number, and the next one another bit in another number.
static AukWorld *capsules(int change)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int i = 0; i < CAPSULES; i++) {
        bool first = change >= 0 && i == change, second = change >= 0 && i == change + 1;
        AukVec2 from = auk_vec(-1.0f, first ? -0.5f : 0.5f), to = auk_vec(second ? 1.0078125f : 1.0f, 0.25f);
        AukBodyDef body;
        AukShapeDef shape;
        memset(&body, 0, sizeof body);
        memset(&shape, 0, sizeof shape);
        body.position = auk_vec((float)i * 3.0f, 0.0f);
        shape.shape = auk_shape_capsule(from, to, 0.25f);
        (void)auk_body_add_shape(world, auk_body_create(world, &body), &shape);
    }
    return world;
}

// The checksums of the structures of two such worlds were equal, so a restore kept the shapes of the other.
Test(restore, a_world_whose_shapes_differ_in_two_bits_is_not_taken_for_the_same)
{
    AukWorld *plain = capsules(-1);
    Saved wanted = take_snapshot(plain);
    for (int change = 0; change + 1 < CAPSULES; change++) {
        AukWorld *other = capsules(change), *world = auk_world_create(NULL, NULL);
        Saved before = take_snapshot(other);
        cr_assert_eq(auk_world_restore(world, before.bytes, before.size), AUK_OK);
        cr_assert_eq(auk_world_restore(world, wanted.bytes, wanted.size), AUK_OK);
        Saved after = take_snapshot(world);
        cr_assert(same_bytes(&wanted, &after), "capsules %d and %d", change, change + 1);
        cr_assert_eq(auk_world_hash(world), auk_world_hash(plain));
        auk_world_destroy(other);
        auk_world_destroy(world);
        free(before.bytes);
        free(after.bytes);
    }
    free(wanted.bytes);
    auk_world_destroy(plain);
}

// ---- what a world was before ----------------------------------------------------------------------------------------

// A bullet beside a wall, among bodies that move a little, so that their pairs are kept. Then it is disabled and
// enabled, and flies by the wall on a path whose box covers the wall.
static AukWorld *bullet_that_was_beside_a_wall(AukBroadKind kind)
{
    AukWorldDef def = {.broad = kind, .max_pairs = 1};
    AukWorld *world = auk_world_create(&def, NULL);
    scene_wall(world, 0.0f, 0.0f, 0.5f, 0.5f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_box(0.5f, 0.5f), auk_vec(-1.02f, 0.0f), auk_vec(0.0f, 0.0f), AUK_RESPONSE_CROSS);
    for (int i = 0; i < 20; i++) {
        AukBodyDef body = {.shape = auk_shape_box(0.5f, 0.5f), .position = {100.0f + 3.0f * (float)i, 0.0f}};
        body.velocity = auk_vec(0.3f, 0.1f);
        auk_body_create(world, &body);
    }
    for (int i = 0; i < 2; i++) { // the one pair that the limit allows
        AukBodyDef body = {.shape = auk_shape_circle(1.0f), .position = {(float)i, 50.0f}};
        auk_body_create(world, &body);
    }
    for (int i = 0; i < 12; i++) {
        cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
    }
    auk_body_set_enabled(world, bullet, false);
    auk_body_set_enabled(world, bullet, true);
    auk_body_set_position(world, bullet, auk_vec(-8.0f, -2.0f));
    auk_body_set_velocity(world, bullet, auk_vec(20.0f, 20.0f));
    return world;
}

// The broad phase kept the pair of the bullet that had been there, and tested its box alone: the step went over the
// limit, and that of the restored world did not.
Test(restore, a_world_that_goes_on_counts_the_pairs_of_one_that_is_restored)
{
    const AukWorldDef def = {.max_pairs = 1};
    AukWorld *worlds[3] = {bullet_that_was_beside_a_wall(AUK_BROAD_SWEEP), auk_world_create(&def, NULL),
                           bullet_that_was_beside_a_wall(AUK_BROAD_BRUTE_FORCE)};
    Saved saved = take_snapshot(worlds[0]);
    cr_assert_eq(auk_world_restore(worlds[1], saved.bytes, saved.size), AUK_OK);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(worlds[i], 0.5f), AUK_OK, "world %d", i);
        cr_assert_eq(auk_world_stats(worlds[i]).box_pairs, 1, "world %d", i);
        cr_assert_eq(auk_world_hash(worlds[i]), auk_world_hash(worlds[0]), "world %d", i);
    }
    for (int i = 0; i < 3; i++) {
        auk_world_destroy(worlds[i]);
    }
    free(saved.bytes);
}

// ---- bodies that came and went --------------------------------------------------------------------------------------

enum { PILLARS = 20 };

// What is edited after the snapshot.
typedef struct Village {
    AukWorld *world;
    AukBodyId wall, house, path, left, right, apart, beside, pair; // `pair` has two shapes
    AukShapeId roof, ground;                                       // of the house, a polygon; a chain
} Village;

static AukShapeId add_circle(AukWorld *world, AukBodyId body, float x)
{
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(0.5f);
    def.position = auk_vec(x, 0.0f);
    return auk_body_add_shape(world, body, &def);
}

static const AukVec2 ground[6] = {{0.0f, 1.0f}, {2.0f, 2.0f}, {4.0f, 1.0f}, {6.0f, 3.0f}, {8.0f, 1.0f}, {9.0f, 1.0f}};

static AukShapeId add_ground(AukWorld *world, AukBodyId body)
{
    return auk_body_add_chain(world, body, ground, 6, false, NULL);
}

static Village village(void)
{
    static const AukVec2 corners[5] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {0.0f, 2.0f}, {-1.0f, 1.0f}};
    Village v;
    memset(&v, 0, sizeof v);
    v.world = scene_world();
    v.wall = scene_wall(v.world, 0.0f, -5.0f, 20.0f, 1.0f);
    v.path = scene_body(v.world, AUK_MOTION_STATIC, auk_shape_circle(0.5f), -8.0f, 0.0f);
    v.house = scene_body(v.world, AUK_MOTION_STATIC, auk_shape_polygon(corners, 5, 0.0f), 0.0f, 0.0f);
    cr_assert_eq(auk_body_get_shapes(v.world, v.house, &v.roof, 1), 1);
    v.ground = add_ground(v.world, v.path);
    v.left = scene_ball(v.world, 6.0f, 0.0f, 0.5f);
    v.right = scene_ball(v.world, 6.5f, 0.0f, 0.5f);
    v.apart = scene_ball(v.world, 9.0f, 0.0f, 0.5f);
    v.beside = scene_ball(v.world, 9.5f, 0.0f, 0.5f);
    v.pair = scene_ball(v.world, 12.0f, 0.0f, 0.5f);
    (void)add_circle(v.world, v.pair, 2.0f);
    for (int i = 0; i < PILLARS; i++) {
        (void)scene_wall(v.world, (float)i * 3.0f, 20.0f, 0.5f, 2.0f);
    }
    cr_assert_eq(auk_body_set_user_data(v.world, v.wall, 7), AUK_OK);
    cr_assert_eq(auk_world_ignore_pair(v.world, v.apart, v.beside, true), AUK_OK);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(auk_world_step(v.world, 0.1f), AUK_OK);
    }
    return v;
}

enum { VILLAGE_EDITS = 15 };

// The second polygon takes the number of the first one's vertices.
static AukStatus set_twice(const Village *v, const AukShape *other)
{
    static const AukVec2 shed[3] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {0.0f, 0.5f}};
    const AukShape last = auk_shape_polygon(shed, 3, 0.0f);
    AukStatus status = auk_world_shape_set(v->world, v->roof, other);
    return status ? status : auk_world_shape_set(v->world, v->roof, &last);
}

static AukStatus edit(const Village *v, int which)
{
    static const AukVec2 barn[5] = {{-2.0f, -1.0f}, {2.0f, -1.0f}, {2.0f, 1.0f}, {0.0f, 1.5f}, {-2.0f, 1.0f}};
    const AukShape other = auk_shape_polygon(barn, 5, 0.0f);
    const AukFilter filter = {4, 1, 0};
    const AukVec2 hill = {4.0f, 2.5f};
    switch (which) {
    case 0: return auk_world_ignore_pair(v->world, v->left, v->right, true);
    case 1: return auk_world_ignore_pair(v->world, v->apart, v->beside, false);
    case 2: return auk_body_set_user_data(v->world, v->wall, 9);
    case 3: return set_twice(v, &other);
    case 4: return scene_put(v->world, v->wall, 0.0f, -7.0f);
    case 5: return scene_put(v->world, v->left, 6.0f, 0.25f);
    case 6: return auk_body_set_filter(v->world, v->right, filter);
    case 7: return auk_body_set_owner(v->world, v->right, v->left);
    case 8: return add_circle(v->world, v->pair, 4.0f).generation != 0 ? AUK_OK : auk_world_last_status(v->world);
    case 9: return auk_body_destroy(v->world, v->pair);
    case 10: return auk_body_set_motion(v->world, v->left, AUK_MOTION_STATIC);
    case 11: return auk_body_set_enabled(v->world, v->wall, false);
    case 12: return auk_world_shape_set_chain_points(v->world, v->ground, 2, &hill, 1);
    case 13: return auk_world_shape_set_edge_filter(v->world, v->ground, 1, filter);
    default: return scene_put(v->world, v->path, -7.0f, 1.0f);
    }
}

static uint64_t hit_of(AukWorld *world, AukVec2 from, AukVec2 delta)
{
    AukFound hit;
    uint32_t fraction = 0;
    if (!auk_world_cast_ray(world, from, delta, NULL, &hit)) {
        return 0;
    }
    memcpy(&fraction, &hit.fraction, sizeof fraction);
    return fraction + 3 * hit.user_data + ((uint64_t)hit.body.index << 40) + ((uint64_t)hit.body.generation << 50);
}

// Hits of rays from the left and from above, with what notes of boxes at rest answer, and the contacts of two steps.
static uint64_t life(AukWorld *world)
{
    uint64_t sum = 0;
    for (int i = -10; i < 70; i++) {
        sum = sum * 31 + hit_of(world, auk_vec((float)i, 40.0f), auk_vec(0.0f, -80.0f));
        sum = sum * 31 + hit_of(world, auk_vec(-30.0f, 0.5f * (float)i), auk_vec(90.0f, 0.0f));
    }
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        sum = sum * 31 + auk_world_hash(world) + (uint64_t)auk_world_contacts(world).count;
    }
    return sum;
}

// Bodies that are the same in the snapshot are neither checked nor read again: nothing that was done to them, or that
// follows from what was done to others, may stay.
Test(restore, bodies_that_stay_while_others_come_and_go_are_as_in_a_world_made_anew)
{
    for (int which = 0; which < VILLAGE_EDITS; which++) {
        Village v = village();
        Saved saved = take_snapshot(v.world);
        AukWorld *anew = scene_world();
        cr_assert_eq(auk_world_restore(anew, saved.bytes, saved.size), AUK_OK);
        (void)scene_ball(v.world, 30.0f, 5.0f, 0.5f);
        cr_assert_eq(edit(&v, which), AUK_OK);
        cr_assert_eq(auk_world_step(v.world, 0.1f), AUK_OK);
        cr_assert_eq(auk_world_restore(v.world, saved.bytes, saved.size), AUK_OK);
        const unsigned char *kept = v.world->save.kept.items;
        bool keeps = kept && kept[auk_world_body_count(v.world) - 1]; // a pillar
        cr_assert_eq(keeps, which > 1, "edit %d", which);
        Saved again = take_snapshot(v.world);
        cr_assert(same_bytes(&saved, &again), "edit %d", which);
        cr_assert_eq(life(v.world), life(anew), "edit %d", which);
        auk_world_destroy(v.world);
        auk_world_destroy(anew);
        free(saved.bytes);
        free(again.bytes);
    }
}

// ---- memory ---------------------------------------------------------------------------------------------------------

enum { WARMING = 6 }; // restores, after which all arrays that change places have been as large

// A body more than in the world; for `which` 1 with a polygon, for 2 with a grid of tiles.
static void add_one_more(AukWorld *world, int which)
{
    static const AukVec2 house[5] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {0.0f, 2.0f}, {-1.0f, 1.0f}};
    static const uint8_t cells[4] = {1, 0, 0, 1};
    AukBodyId body = scene_ball(world, 50.0f, 0.0f, 0.5f);
    if (which == 1) {
        AukShapeDef shape;
        memset(&shape, 0, sizeof shape);
        shape.shape = auk_shape_polygon(house, 5, 0.0f);
        (void)auk_body_add_shape(world, body, &shape);
    } else if (which == 2) {
        AukTilesDef tiles;
        memset(&tiles, 0, sizeof tiles);
        tiles.width = tiles.height = 2;
        tiles.cell = 1.0f;
        tiles.cells = cells;
        (void)auk_body_add_tiles(world, body, &tiles, NULL);
    }
    cr_assert_eq(auk_world_last_status(world), AUK_OK);
}

// The checks of a restore had allocated a byte for each slot, and released them.
Test(restore, other_bodies_come_to_need_no_memory_but_for_new_polygons_and_grids)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    for (int which = 0; which < 3; which++) {
        AukWorld *world = scene_world();
        for (int i = 0; i < 40; i++) {
            (void)scene_ball(world, (float)i, 0.0f, 0.75f);
        }
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        Saved few = take_snapshot(world);
        add_one_more(world, which);
        cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
        Saved more = take_snapshot(world);
        for (int i = 0; i < 2 * WARMING; i++) {
            const Saved *snapshot = i % 2 == 0 ? &few : &more;
            int copies = snapshot == &more ? which : 0; // a grid has a polygon besides its cells
            memory.calls = 0;
            cr_assert_eq(auk_world_restore(world, snapshot->bytes, snapshot->size), AUK_OK);
            cr_assert(i < WARMING || memory.calls == copies, "%d allocations in restore %d of world %d", memory.calls,
                      i + 1, which);
        }
        auk_world_destroy(world);
        free(few.bytes);
        free(more.bytes);
    }
    auk_set_allocator(NULL);
}

static void add_triangles(AukWorld *world, int count)
{
    for (int i = 0; i < count; i++) {
        const AukVec2 corners[3] = {{0.0f, 0.0f}, {1.0f + (float)i, 0.0f}, {0.0f, 1.0f}};
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_polygon(corners, 3, 0.0f), 0.0f, 0.0f);
        cr_assert(auk_body_exists(world, auk_body_create(world, &def)));
    }
}

// The buffers of polygons in use and of those under way were made as large as each other, and each time somewhat
// larger: after 90 restores they took a gigabyte.
Test(restore, a_world_that_goes_on_and_back_again_and_again_comes_to_need_no_memory_whatever_it_had_before)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    for (int had = 0; had < 60; had++) {
        AukWorld *server = scene_world(), *client = scene_world();
        add_triangles(server, 45);
        add_triangles(client, had);
        Saved saved = take_snapshot(server);
        for (int i = 0; i < 20; i++) {
            memory.calls = 0;
            cr_assert_eq(auk_world_restore(client, saved.bytes, saved.size), AUK_OK);
            cr_assert(i < WARMING || memory.calls == 0, "%d allocations in restore %d of a world with %d polygons",
                      memory.calls, i + 1, had);
            (void)scene_ball(client, 50.0f, 0.0f, 0.5f);
        }
        auk_world_destroy(server);
        auk_world_destroy(client);
        free(saved.bytes);
    }
    auk_set_allocator(NULL);
}
