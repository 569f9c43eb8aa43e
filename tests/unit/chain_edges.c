// Edges of a chain with a filter or user data of their own.
#include "support/mover_scene.h"

#include "auk/query.h"
#include "auk/snapshot.h"
#include "auk/terrain.h"
#include "failing_allocator.h"
#include "support/random.h"
#include "world/state/chain_edges.h"
#include "world/state/world_state.h"

enum { EDGES = 4, GHOST = 2 }; // ghosts pass the second edge

static const AukVec2 line[EDGES + 1] = {{-8.0f, 0.0f}, {-4.0f, 0.0f}, {0.0f, 0.0f}, {4.0f, 0.0f}, {8.0f, 0.0f}};

static AukShapeId ground_of(AukWorld *world)
{
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeId chain = auk_body_add_chain(world, body, line, EDGES + 1, false, &(AukShapeDef){.user_data = 77});
    cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 1, (AukFilter){.ignore = GHOST}), AUK_OK);
    return chain;
}

static AukBodyId ghost_at(AukWorld *world, AukMotion motion, float x, float y)
{
    AukBodyDef def = scene_def(motion, auk_shape_circle(0.5f), x, y);
    def.filter.category = GHOST;
    return auk_body_create(world, &def);
}

static bool is_filter(AukFilter filter, uint64_t category, uint64_t ignore, uint32_t group)
{
    return filter.category == category && filter.ignore == ignore && filter.group == group;
}

Test(chain_edges, a_filter_lets_pass_at_one_edge_and_at_no_other)
{
    AukWorld *world = scene_world();
    ground_of(world);
    for (int i = 0; i < EDGES; i++) {
        ghost_at(world, AUK_MOTION_MOVING, -6.0f + 4.0f * (float)i, 0.25f);
        scene_ball(world, -6.0f + 4.0f * (float)i, -0.25f, 0.5f);
    }
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    int ghosts[EDGES] = {0}, others[EDGES] = {0};
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        if (contact->body_a.index == 0) {
            (auk_body_get_filter(world, contact->body_b).category == GHOST ? ghosts : others)[contact->child_a]++;
        }
    }
    for (int i = 0; i < EDGES; i++) {
        cr_assert(ghosts[i] == (i != 1) && others[i] == 1, "edge %d", i);
    }
    auk_world_destroy(world);
}

Test(chain_edges, a_filter_ends_a_contact_at_the_next_step_and_brings_it_back)
{
    AukWorld *world = scene_world();
    AukShapeId chain = ground_of(world);
    ghost_at(world, AUK_MOTION_MOVING, -2.0f, 0.25f);
    for (int i = 0; i < 4; i++) {
        bool meets = i % 2 != 0;
        AukFilter filter = {.ignore = meets ? 0 : GHOST};
        cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 1, filter), AUK_OK);
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        cr_assert_eq(auk_world_contacts(world).count, meets);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_BEGIN).count, meets);
        cr_assert_eq(auk_world_events(world, AUK_EVENT_END).count, i == 2);
    }
    auk_world_destroy(world);
}

Test(chain_edges, swept_bodies_hit_and_movers_and_queries_meet_by_the_filter_of_the_edge)
{
    AukWorld *world = scene_world();
    AukShapeId chain = ground_of(world);
    for (int i = 0; i < EDGES; i++) {
        float x = -6.0f + 4.0f * (float)i;
        AukBodyId bullet = ghost_at(world, AUK_MOTION_SWEPT, x, 5.0f);
        auk_body_set_velocity(world, bullet, auk_vec(0.0f, -600.0f));
        AukQuery query = {.filter = {.category = GHOST}, .user_data_mask = 0, .exclude = bullet};
        AukFound found[2];
        AukVec2 down = auk_vec(0.0f, -2.0f);
        cr_assert_eq(auk_world_cast_ray(world, auk_vec(x, 1.0f), down, &query, found), i != 1);
        AukShape disc = auk_shape_circle(0.5f);
        AukTransform pose = auk_transform(auk_vec(x, 0.25f), 0.0f);
        cr_assert_eq(auk_world_overlap(world, &disc, pose, &query, found, 2), i != 1);
        cr_assert(i == 1 || (found[0].child == i && auk_shape_id_equal(found[0].shape, chain)));
        cr_assert_eq(auk_world_nearest(world, &disc, pose, 1.0f, &query, found, 1), 1 - (i == 1));
        AukMover mover = mover_of(disc, x, 1.0f);
        mover.query.filter.category = GHOST;
        mover.query.exclude = bullet;
        for (int k = 0; k < 100; k++) {
            walk(world, &mover, 0.0f);
        }
        cr_assert_eq(mover.floor, i != 1);
    }
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    AukHits hits = auk_world_hits(world);
    int count = 0;
    for (int i = 0; i < hits.count; i++) {
        cr_assert(hits.items[i].child_a + hits.items[i].child_b != 1);
        count++;
    }
    cr_assert_eq(count, EDGES - 1);
    auk_world_destroy(world);
}

// A ghost beside the second edge, whose first end is the nearest point of the ground.
#define BESIDE_X (-3.75f)

Test(chain_edges, an_edge_ends_where_its_neighbour_lets_pass)
{
    AukWorld *world = scene_world();
    AukShapeId chain = ground_of(world);
    AukBodyId ghost = ghost_at(world, AUK_MOTION_MOVING, BESIDE_X, 0.25f);
    for (int i = 0; i < 12; i++) { // at rest for a while, so that a contact might be taken over from the last step
        bool passes = i / 4 % 2 == 0;
        if (i % 4 == 0) {
            AukFilter filter = {.ignore = passes ? GHOST : 0};
            cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 1, filter), AUK_OK);
        }
        cr_assert_eq(auk_world_step(world, DT), AUK_OK);
        AukContacts contacts = auk_world_contacts(world);
        cr_assert_eq(contacts.count, 1);
        const AukManifold *manifold = &contacts.items[0].manifold;
        cr_assert_eq(contacts.items[0].child_a, passes ? 0 : 1);
        cr_assert_float_eq(manifold->normal.x, passes ? sqrtf(0.5f) : 0.0f, 1e-6f);
        cr_assert_float_eq(manifold->distance, passes ? 0.25f * sqrtf(2.0f) - 0.5f : -0.25f, 1e-6f);
    }
    AukFilter passes = {.ignore = GHOST};
    cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 1, passes), AUK_OK);
    auk_body_set_motion(world, ghost, AUK_MOTION_SWEPT);
    auk_body_set_pose(world, ghost, auk_transform(auk_vec(BESIDE_X, 5.0f), 0.0f));
    auk_body_set_velocity(world, ghost, auk_vec(0.0f, -600.0f));
    cr_assert_eq(auk_world_step(world, DT), AUK_OK);
    AukHits hits = auk_world_hits(world);
    cr_assert(hits.count == 1 && hits.items[0].child_a + hits.items[0].child_b == 0);
    auk_world_destroy(world);
}

Test(chain_edges, a_mover_goes_round_the_end_that_a_filter_leaves)
{
    AukWorld *world = scene_world();
    ground_of(world);
    AukMover mover = mover_of(auk_shape_circle(0.5f), -6.0f, 1.0f);
    mover.query.filter.category = GHOST;
    for (int i = 0; i < 240 && mover.pose.p.y > -2.0f; i++) {
        walk(world, &mover, 3.0f);
        AukVec2 from_end = auk_vec_sub(mover.pose.p, line[1]);
        cr_assert(mover.pose.p.x < line[1].x || auk_vec_length(from_end) > 0.499f, "frame %d", i);
    }
    cr_assert_leq(mover.pose.p.y, -2.0f);
    auk_world_destroy(world);
}

// An edge that a query does not meet is no rival of the others, whichever comes first.
Test(chain_edges, that_a_query_does_not_meet_hide_no_other_edge_of_the_chain)
{
    static const AukVec2 points[] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 2.0f}, {0.0f, 2.0f}};
    AukQuery query = {.filter = {.category = GHOST}};
    for (int filtered = 0; filtered < 3; filtered += 2) {
        AukWorld *world = scene_world();
        AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
        AukShapeId chain = auk_body_add_chain(world, body, points, 4, false, NULL);
        cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, filtered, (AukFilter){.ignore = GHOST}), AUK_OK);
        AukVec2 from = auk_vec(2.0f, filtered ? 3.0f : -1.0f), delta = auk_vec(0.0f, filtered ? -5.0f : 5.0f);
        AukShape disc = auk_shape_circle(0.25f);
        AukTransform pose = auk_transform(from, 0.0f);
        AukFound found[3];
        cr_assert_eq(auk_world_cast_ray_all(world, from, delta, &query, found, 3), 1);
        cr_assert(found[0].child == 2 - filtered && near(found[0].fraction, 0.6f, 1e-6f));
        cr_assert_eq(auk_world_cast_shape_all(world, &disc, pose, delta, &query, found, 3), 1);
        cr_assert(found[0].child == 2 - filtered && near(found[0].fraction, 0.55f, 1e-6f));
        cr_assert_eq(auk_world_nearest(world, &disc, pose, 10.0f, &query, found, 3), 1);
        cr_assert(found[0].child == 1 && near(found[0].distance, sqrtf(5.0f) - 0.25f, 1e-5f));
        auk_world_destroy(world);
    }
}

Test(chain_edges, getters_give_what_was_set_and_the_shape_sets_all)
{
    AukWorld *world = scene_world();
    AukShapeId chain = ground_of(world);
    cr_assert(is_filter(auk_world_shape_get_edge_filter(world, chain, 1), 0, GHOST, 0));
    cr_assert(is_filter(auk_world_shape_get_edge_filter(world, chain, 0), 0, 0, 0));
    cr_assert_eq(auk_world_shape_set_filter(world, chain, (AukFilter){1, 2, 3}), AUK_OK);
    for (int i = 0; i < EDGES; i++) {
        cr_assert(is_filter(auk_world_shape_get_edge_filter(world, chain, i), 1, 2, 3));
        cr_assert_eq(auk_world_shape_get_edge_user_data(world, chain, i), 0);
        cr_assert_eq(auk_world_shape_set_edge_user_data(world, chain, i, 100 + (uint64_t)i), AUK_OK);
    }
    cr_assert_eq(auk_world_shape_get_user_data(world, chain), 77);
    cr_assert_eq(auk_world_shape_set_user_data(world, chain, 78), AUK_OK);
    for (int i = 0; i < EDGES; i++) {
        cr_assert_eq(auk_world_shape_get_edge_user_data(world, chain, i), 100 + (uint64_t)i);
        cr_assert_eq(auk_world_shape_set_edge_user_data(world, chain, i, 0), AUK_OK);
        cr_assert_eq(auk_world_shape_get_edge_user_data(world, chain, i), 0);
    }
    cr_assert_eq(auk_world_shape_get_user_data(world, chain), 78);
    auk_world_destroy(world);
}

Test(chain_edges, keep_their_data_whatever_slots_they_have)
{
    AukWorld *world = scene_world();
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeId old[3], chains[2];
    for (int i = 0; i < 3; i++) {
        old[i] = auk_body_add_chain(world, body, line, 2 + i, false, NULL);
        cr_assert_eq(auk_world_shape_set_edge_user_data(world, old[i], 0, 5), AUK_OK);
        cr_assert_eq(auk_world_shape_set_edge_user_data(world, old[i], i, 5), AUK_OK);
    }
    cr_assert_eq(auk_world_shape_remove(world, old[2]), AUK_OK);
    cr_assert_eq(auk_world_shape_remove(world, old[0]), AUK_OK);
    for (int k = 0; k < 2; k++) {
        chains[k] = auk_body_add_chain(world, body, line, EDGES + 1, false, NULL);
        for (int i = 0; i < EDGES; i++) {
            cr_assert_eq(auk_world_shape_get_edge_user_data(world, chains[k], i), 0);
            cr_assert_eq(auk_world_shape_set_edge_user_data(world, chains[k], i, (uint64_t)(10 * k + i + 1)), AUK_OK);
        }
    }
    for (int i = 0; i < 2 * EDGES; i++) {
        cr_assert_eq(auk_world_shape_get_edge_user_data(world, chains[i / EDGES], i % EDGES),
                     (uint64_t)(10 * (i / EDGES) + i % EDGES + 1));
    }
    auk_world_destroy(world);
}

Test(chain_edges, refuse_what_is_no_edge)
{
    AukWorld *world = scene_world();
    AukShapeId chain = ground_of(world);
    AukBodyId box = scene_wall(world, 20.0f, 0.0f, 1.0f, 1.0f);
    AukShapeId other;
    cr_assert_eq(auk_body_get_shapes(world, box, &other, 1), 1);
    const AukFilter filter = {1, 2, 3};
    const struct {
        AukShapeId shape;
        int edge;
        AukStatus status;
    } cases[] = {{chain, -1, AUK_ERROR_COUNT},
                 {chain, EDGES, AUK_ERROR_COUNT},
                 {chain, INT32_MAX, AUK_ERROR_COUNT},
                 {chain, INT32_MIN, AUK_ERROR_COUNT},
                 {other, 0, AUK_ERROR_UNSUPPORTED},
                 {{0, 0}, 0, AUK_ERROR_STALE_ID},
                 {{chain.index + 1, 1}, 0, AUK_ERROR_STALE_ID},
                 {{99, 1}, 0, AUK_ERROR_STALE_ID}};
    uint64_t hash = auk_world_hash(world);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_eq(auk_world_shape_set_edge_filter(world, cases[i].shape, cases[i].edge, filter), cases[i].status);
        cr_assert_eq(auk_world_shape_set_edge_user_data(world, cases[i].shape, cases[i].edge, 7), cases[i].status);
        cr_assert_eq(auk_world_shape_get_edge_user_data(world, cases[i].shape, cases[i].edge), 0);
        cr_assert(is_filter(auk_world_shape_get_edge_filter(world, cases[i].shape, cases[i].edge), 0, 0, 0));
    }
    cr_assert_eq(auk_world_shape_set_edge_filter(NULL, chain, 0, filter), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_set_edge_user_data(NULL, chain, 0, 7), AUK_ERROR_NULL);
    cr_assert_eq(auk_world_shape_get_edge_user_data(NULL, chain, 0), 0);
    cr_assert_eq(auk_world_hash(world), hash);
    auk_world_destroy(world);
}

Test(chain_edges, are_saved_and_restored)
{
    AukWorld *world = scene_world();
    AukShapeId chain = ground_of(world);
    static unsigned char before[16384], after[16384];
    cr_assert_eq(auk_world_snapshot(world, before, sizeof before), AUK_OK);
    uint64_t plain = auk_world_hash(world);
    auk_world_shape_set_edge_user_data(world, chain, 0, 8);
    auk_world_shape_set_edge_user_data(world, chain, 3, 9);
    cr_assert_eq(auk_world_hash(world), plain); // user data is not hashed
    auk_world_shape_set_edge_filter(world, chain, 3, (AukFilter){.group = 4});
    cr_assert_neq(auk_world_hash(world), plain);
    cr_assert_eq(auk_world_snapshot(world, after, sizeof after), AUK_OK);
    for (int i = 0; i < 4; i++) {
        bool set = i % 2 != 0;
        cr_assert_eq(auk_world_restore(world, set ? after : before, sizeof before), AUK_OK);
        cr_assert_eq(auk_world_shape_get_edge_user_data(world, chain, 0), set ? 8 : 0);
        cr_assert_eq(auk_world_shape_get_edge_user_data(world, chain, 3), set ? 9 : 0);
        cr_assert_eq(auk_world_shape_get_user_data(world, chain), 77);
        cr_assert_eq(auk_world_shape_get_edge_filter(world, chain, 3).group, set ? 4 : 0);
    }
    auk_world_destroy(world);
}

Test(chain_edges, without_memory_change_nothing)
{
    FailingAllocator memory;
    failing_allocator_install(&memory);
    AukWorld *world = scene_world();
    AukShapeId chain = ground_of(world);
    memory.fail_at = memory.calls;
    cr_assert_eq(auk_world_shape_set_edge_user_data(world, chain, 0, 7), AUK_ERROR_OUT_OF_MEMORY);
    memory.fail_at = -1;
    cr_assert_eq(auk_world_shape_get_edge_user_data(world, chain, 0), 0);
    auk_world_destroy(world);
    auk_set_allocator(NULL);
}

// The nearest point of the edge that it meets is a joint with one that it does not meet.
Test(chain_edges, a_sensor_contains_the_edge_that_it_meets)
{
    const AukVec2 points[3] = {{4.0f, 0.0f}, {0.0f, 0.0f}, {2.0f, 3.0f}};
    for (int i = 0; i < 2; i++) {
        AukWorld *world = scene_world();
        AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
        AukShapeId chain = auk_body_add_chain(world, body, points, 3, false, NULL);
        cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 0, (AukFilter){.ignore = GHOST}), AUK_OK);
        AukBodyDef def = scene_def(i ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING, auk_shape_circle(3.0f), 1.0f, -1.0f);
        def.filter.category = GHOST;
        def.sensor = true;
        auk_body_create(world, &def);
        for (int k = 0; k < 3; k++) {
            cr_assert_eq(auk_world_step(world, 0.1f), AUK_OK);
            cr_assert_eq(auk_world_overlaps(world).count, 1);
            cr_assert_eq(auk_world_events(world, AUK_EVENT_ENTER).count, k == 0);
            cr_assert_eq(auk_world_events(world, AUK_EVENT_LEAVE).count, 0);
        }
        auk_world_destroy(world);
    }
}

// Filters keep their numbers: without the fourth point the edge that ends at the origin has another one than before.
Test(chain_edges, an_edge_gets_another_neighbour_when_its_chain_gets_shorter)
{
    const AukVec2 five[5] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, -4.0f}, {-2.0f, -4.0f}, {-4.0f, 0.0f}},
                  four[4] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, -4.0f}, {-4.0f, 0.0f}};
    AukWorld *world = scene_world();
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeId chain = auk_body_add_chain(world, body, five, 5, true, NULL);
    cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 4, (AukFilter){.ignore = GHOST}), AUK_OK);
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_box(0.5f, 0.5f), -0.4375f, 0.25f);
    def.filter.category = GHOST;
    auk_body_create(world, &def);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    }
    cr_assert_eq(auk_world_contacts(world).count, 1);
    cr_assert_eq(auk_world_contacts(world).items[0].manifold.normal.x, -1.0f, "the chain ends there for a ghost");
    cr_assert_eq(auk_world_shape_set_chain(world, chain, four, 4, true), AUK_OK);
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 2);
    cr_assert(contacts.items[0].manifold.normal.y == 1.0f && contacts.items[1].manifold.normal.y == 1.0f);
    auk_world_destroy(world);
}

static void expect_neighbours(const AukWorld *world, AukShapeId chain, bool closed)
{
    const AukParts *parts = &world->parts;
    uint32_t before = AUK_NO_INDEX;
    for (uint32_t i = chain.index; i != AUK_NO_INDEX; i = auk__part_next_piece(parts, i)) {
        cr_assert(before == AUK_NO_INDEX || auk__edge_before(parts, auk__part(parts, i)) == before);
        cr_assert(before == AUK_NO_INDEX || auk__edge_after(parts, auk__part(parts, before)) == i);
        before = i;
    }
    cr_assert_eq(auk__edge_before(parts, auk__part(parts, chain.index)), closed ? before : AUK_NO_INDEX);
    cr_assert_eq(auk__edge_after(parts, auk__part(parts, before)), closed ? chain.index : AUK_NO_INDEX);
}

// Edges get slots that others have left, upwards, downwards and scattered.
Test(chain_edges, neighbours_are_found_whatever_slots_the_edges_have)
{
    enum { CHAINS = 4, MOST = 40 };
    Random random = random_start(random_seed(), 611);
    AukWorld *world = scene_world();
    AukBodyId body = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
    AukShapeId chains[CHAINS] = {{0, 0}};
    bool closed[CHAINS] = {false};
    AukVec2 points[MOST];
    for (int i = 0; i < MOST; i++) {
        points[i] = auk_vec((float)i, (float)(i * i));
    }
    for (int round = 0; round < 2000; round++) {
        int k = random_int(&random, 0, CHAINS - 1), count = random_int(&random, 3, MOST);
        closed[k] = random_chance(&random, 0.5);
        if (chains[k].generation && random_chance(&random, 0.7)) {
            cr_assert_eq(auk_world_shape_set_chain(world, chains[k], points, count, closed[k]), AUK_OK);
        } else {
            (void)auk_world_shape_remove(world, chains[k]);
            chains[k] = auk_body_add_chain(world, body, points, count, closed[k], NULL);
        }
        for (int i = 0; i < CHAINS; i++) {
            if (chains[i].generation) {
                expect_neighbours(world, chains[i], closed[i]);
            }
        }
    }
    auk_world_destroy(world);
}

// The category of an edge decides for hits, not that of its body.
Test(chain_edges, responses_and_piercing_go_by_the_category_of_the_edge)
{
    enum { WOOD = 8 };
    const AukVec2 points[3] = {{-5.0f, 0.0f}, {0.0f, 0.0f}, {5.0f, 0.0f}};
    const AukResponseRule rule = {.other = WOOD, .response = AUK_RESPONSE_BOUNCE};
    for (int i = 0; i < 4; i++) {
        const bool wood = i % 2 != 0, pierces = i / 2 != 0;
        AukWorld *world = auk_world_create(NULL, NULL);
        AukBodyId ground = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_STATIC});
        AukShapeId chain = auk_body_add_chain(world, ground, points, 3, false, NULL);
        cr_assert_eq(auk_world_shape_set_edge_filter(world, chain, 1, (AukFilter){.category = WOOD}), AUK_OK);
        cr_assert_eq(auk_world_set_response_rules(world, &rule, 1), AUK_OK);
        AukBodyDef shot = {.motion = AUK_MOTION_SWEPT, .shape = auk_shape_circle(0.25f), .velocity = {0.0f, -4.0f}};
        shot.position = auk_vec(wood ? 3.0f : -3.0f, 2.0f);
        shot.response = AUK_RESPONSE_TOUCH;
        shot.pierce = pierces ? 1 : 0;
        shot.pierce_categories = WOOD;
        cr_assert_neq(auk_body_create(world, &shot).generation, 0);
        cr_assert_eq(auk_world_step(world, 1.0f), AUK_OK);
        AukHits hits = auk_world_hits(world);
        const AukResponse of_wood = pierces ? AUK_RESPONSE_CROSS : AUK_RESPONSE_BOUNCE;
        cr_assert(hits.count == 1 && hits.items[0].child_b == wood, "%d", i);
        cr_assert_eq(hits.items[0].response, wood ? of_wood : AUK_RESPONSE_TOUCH, "%d", i);
        auk_world_destroy(world);
    }
}
