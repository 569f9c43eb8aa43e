// Which shapes touch, in what order they are listed, and who never meets whom.
#include "auk/snapshot.h"
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/random.h"
#include "support/world_model.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static AukContact the_contact(const AukWorld *world)
{
    AukContacts contacts = auk_world_contacts(world);
    cr_assert_eq(contacts.count, 1);
    return contacts.items[0];
}

static int touching(AukWorld *world)
{
    cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
    return auk_world_contacts(world).count;
}

// ---- what touches -------------------------------------------------------------------------------------------

Test(contacts, every_kind_of_pair_of_motions_touches_but_two_static_bodies)
{
    for (int a = 0; a < AUK_MOTION_COUNT; a++) {
        for (int b = 0; b < AUK_MOTION_COUNT; b++) {
            for (int asked = 0; asked <= 1; asked++) {
                AukWorldDef def;
                memset(&def, 0, sizeof def);
                def.static_pairs = asked;
                AukWorld *world = auk_world_create(&def, NULL);
                scene_body(world, (AukMotion)a, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
                scene_body(world, (AukMotion)b, auk_shape_box(1.0f, 1.0f), 1.0f, 0.5f);
                bool rest = a == AUK_MOTION_STATIC && b == AUK_MOTION_STATIC;
                cr_assert_eq(touching(world), rest && !asked ? 0 : 1, "motions %d %d", a, b);
                auk_world_destroy(world);
            }
        }
    }
}

Test(contacts, every_kind_of_shape_touches_every_other)
{
    AukVec2 triangle[3] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {0.0f, 1.0f}};
    AukShape shapes[6] = {auk_shape_circle(1.0f),
                          auk_shape_capsule(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.5f),
                          auk_shape_segment(auk_vec(-1.0f, 0.2f), auk_vec(1.0f, -0.2f)),
                          auk_shape_box(1.0f, 0.5f),
                          auk_shape_polygon(triangle, 3, 0.0f),
                          auk_shape_rounded(auk_shape_polygon(triangle, 3, 0.0f), 0.25f)};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            AukWorld *world = scene_world();
            AukBodyId a = scene_body(world, AUK_MOTION_MOVING, shapes[i], 0.0f, 0.0f);
            AukBodyDef def = scene_def(AUK_MOTION_MOVING, shapes[j], 0.25f, 0.3f);
            def.angle = 0.7f;
            AukBodyId b = auk_body_create(world, &def);
            cr_assert_eq(touching(world), 1, "shapes %d %d", i, j);
            AukManifold expected =
                auk_collide(&shapes[i], auk_body_get_pose(world, a), &shapes[j], auk_body_get_pose(world, b));
            AukManifold found = the_contact(world).manifold;
            cr_assert(found.distance == expected.distance && found.count == expected.count && found.count > 0);
            cr_assert(found.normal.x == expected.normal.x && found.normal.y == expected.normal.y);
            cr_assert_eq(found.points[0].feature_a, expected.points[0].feature_a);
            auk_world_destroy(world);
        }
    }
}

Test(contacts, two_boxes_side_by_side_touch_in_two_points_with_a_normal_from_a_to_b)
{
    AukWorld *world = scene_world();
    scene_body(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    scene_wall(world, 1.75f, 0.5f, 1.0f, 1.0f);
    cr_assert_eq(touching(world), 1);
    AukContact c = the_contact(world);
    cr_assert(c.body_a.index == 0 && c.body_b.index == 1 && c.shape_a.index == 0 && c.shape_b.index == 1 &&
              !c.child_a && !c.child_b);
    cr_assert(c.manifold.normal.x == 1.0f && c.manifold.normal.y == 0.0f && c.manifold.distance == -0.25f);
    cr_assert(c.manifold.count == 2 && c.manifold.status == AUK_OK);
    for (int i = 0; i < 2; i++) {
        cr_assert_float_eq(c.manifold.points[i].point.x, 0.875f, 1e-6f);
        cr_assert_float_eq(c.manifold.points[i].distance, -0.25f, 1e-6f);
    }
    auk_world_destroy(world);
}

// ---- tau and its hysteresis -----------------------------------------------------------------------------------

// Boxes of half extent `size` side by side, the second `gap` units of tau away.
static void set_gap(AukWorld *world, AukBodyId body, float size, float gap, float away)
{
    // the pair's largest number is the distance of the centres, 2 size: tau is 4 of its ulps
    float tau = 2.0f * size * 0x1p-21f;
    scene_put(world, body, away + 2.0f * size + gap * tau, 0.0f);
}

Test(contacts, touching_begins_at_tau_and_ends_above_two_tau_at_every_size)
{
    float sizes[5] = {1.0f, 0x1p-10f, 0x1p10f, 0x1p-40f, 0x1p40f};
    for (int i = 0; i < 5; i++) {
        AukWorld *world = scene_world();
        scene_wall(world, 0.0f, 0.0f, sizes[i], sizes[i]);
        AukBodyId b = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(sizes[i], sizes[i]), 0.0f, 0.0f);
        float gaps[] = {3.0f, 1.5f, 0.75f, 1.5f, 0.5f, 2.5f, 1.5f, 0.0f, -1.0f, 1.75f, 2.5f};
        int expected[] = {0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0};
        for (size_t k = 0; k < sizeof gaps / sizeof *gaps; k++) {
            set_gap(world, b, sizes[i], gaps[k], 0.0f);
            cr_assert_eq(touching(world), expected[k], "size %g, step %zu", (double)sizes[i], k);
            cr_assert(!expected[k] || the_contact(world).manifold.count == 2);
        }
        auk_world_destroy(world);
    }
}

Test(contacts, what_rests_within_tau_does_not_flicker)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    AukBodyId b = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    Random random = random_start(random_seed(), 1);
    set_gap(world, b, 1.0f, 0.0f, 0.0f);
    cr_assert_eq(scene_step(world, 0.0f), 100000);
    for (int i = 0; i < 1000; i++) {
        set_gap(world, b, 1.0f, random_float(&random, -1.5f, 1.9f), 0.0f);
        cr_assert_eq(scene_step(world, 0.0f), 10000);
    }
    auk_world_destroy(world);
}

Test(contacts, places_far_from_the_origin_cost_no_accuracy)
{
    float far_off = 0x1p20f; // floats are 1/8 apart here
    AukWorld *world = scene_world();
    scene_wall(world, far_off, -far_off, 1.0f, 1.0f);
    AukBodyId b = scene_body(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 1.0f), far_off + 2.0f, -far_off);
    cr_assert_eq(touching(world), 1);
    cr_assert_eq(the_contact(world).manifold.distance, 0.0f);
    scene_put(world, b, far_off + 2.125f, -far_off);
    cr_assert_eq(touching(world), 0);
    scene_put(world, b, far_off + 1.875f, -far_off);
    cr_assert_eq(touching(world), 1);
    cr_assert_eq(the_contact(world).manifold.distance, -0.125f);
    auk_world_destroy(world);
}

Test(contacts, the_capsule_on_the_platform_touches)
{
    AukWorld *world = scene_world();
    scene_wall(world, 4.0f, 1.5f, 4.0f, 0.5f);
    AukShape capsule = auk_shape_capsule(auk_vec(0.0f, -0.25f), auk_vec(0.0f, 0.25f), 0.5f);
    scene_body(world, AUK_MOTION_MOVING, capsule, 6.0373735f, 2.75f);
    cr_assert_eq(touching(world), 1);
    auk_world_destroy(world);
}

// ---- who meets whom -----------------------------------------------------------------------------------------

Test(contacts, filters_let_pairs_meet_unless_one_ignores_the_other_or_both_share_a_group)
{
    static const struct {
        AukFilter a, b;
        int meet;
    } cases[] = {{{0, 0, 0}, {0, 0, 0}, 1},
                 {{2, 0, 0}, {4, 0, 0}, 1},
                 {{2, 4, 0}, {4, 0, 0}, 0},
                 {{2, 0, 0}, {4, 2, 0}, 0},
                 {{0, 0, 0}, {4, 1, 0}, 0},
                 {{0, 1, 0}, {0, 0, 0}, 0},
                 {{2, 8, 0}, {4, 16, 0}, 1},
                 {{0, 0, 5}, {0, 0, 5}, 0},
                 {{0, 0, 5}, {0, 0, 6}, 1},
                 {{6, 0, 0}, {1, 2, 0}, 0},
                 {{0, 0, 5}, {0, 0, 0}, 1},
                 {{0, 2, 0}, {0, 0, 0}, 1},
                 {{0, ~(uint64_t)0, 0}, {(uint64_t)1 << 63, 0, 0}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int swap = 0; swap <= 1; swap++) {
            AukWorld *world = scene_world();
            AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 0.5f, 0.0f, 1.0f);
            auk_body_set_filter(world, swap ? b : a, cases[i].a);
            auk_body_set_filter(world, swap ? a : b, cases[i].b);
            cr_assert_eq(touching(world), cases[i].meet, "case %zu", i);
            auk_world_destroy(world);
        }
    }
}

Test(contacts, a_body_never_meets_its_owner_nor_its_owners_other_possessions)
{
    AukWorld *world = scene_world();
    AukBodyId owner = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(1.0f), 0.1f, 0.0f);
    def.owner = owner;
    AukBodyId one = auk_body_create(world, &def), two = auk_body_create(world, &def);
    cr_assert_eq(touching(world), 0);
    AukBodyId stranger = scene_ball(world, 0.2f, 0.0f, 1.0f);
    cr_assert_eq(touching(world), 3);
    auk_body_set_owner(world, two, stranger);
    cr_assert_eq(touching(world), 4); // owner-two, owner-stranger, one-two, one-stranger
    auk_body_set_owner(world, two, (AukBodyId){0, 0});
    cr_assert_eq(touching(world), 5);
    auk_body_set_owner(world, two, owner);
    auk_body_destroy(world, owner);
    cr_assert_eq(touching(world), 2); // one and two still belong together
    cr_assert(auk_body_exists(world, one));
    auk_world_destroy(world);
}

Test(contacts, shapes_of_one_body_do_not_meet)
{
    AukWorld *world = scene_world();
    AukBodyId id = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_box(1.0f, 1.0f);
    auk_body_add_shape(world, id, &def);
    def.sensor = true;
    auk_body_add_shape(world, id, &def);
    cr_assert_eq(scene_step(world, 0.0f), 0);
    cr_assert_eq(auk_world_stats(world).candidates, 0);
    auk_world_destroy(world);
}

Test(contacts, disabled_bodies_meet_nothing)
{
    AukWorld *world = scene_world();
    AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    def.disabled = true;
    AukBodyId id = auk_body_create(world, &def);
    scene_wall(world, 0.5f, 0.0f, 1.0f, 1.0f);
    cr_assert_eq(touching(world), 0);
    auk_body_set_enabled(world, id, true);
    cr_assert_eq(touching(world), 1);
    auk_body_set_enabled(world, id, false);
    cr_assert_eq(touching(world), 0);
    auk_body_set_velocity(world, id, auk_vec(100.0f, 0.0f)); // enabled again, it is where it has gone to
    auk_world_step(world, 1.0f);
    auk_body_set_enabled(world, id, true);
    cr_assert_eq(touching(world), 0);
    scene_wall(world, 100.0f, 0.0f, 1.0f, 1.0f);
    cr_assert_eq(touching(world), 1);
    auk_world_destroy(world);
}

// ---- the arrays -----------------------------------------------------------------------------------------------

Test(contacts, are_sorted_by_body_a_body_b_shape_a_shape_b)
{
    AukWorld *world = scene_world();
    AukBodyId ids[6];
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(1.0f);
    for (int i = 0; i < 6; i++) {
        ids[i] = scene_ball(world, 0.1f * (float)i, 0.0f, 1.0f);
    }
    for (int i = 5; i >= 0; i--) { // so that the order of shapes is not the order of bodies
        auk_body_add_shape(world, ids[i], &def);
    }
    cr_assert_eq(touching(world), 15 * 4);
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *c = &contacts.items[i];
        cr_assert_lt(c->body_a.index, c->body_b.index);
        cr_assert_eq(auk_world_shape_get_body(world, c->shape_a).index, c->body_a.index);
        cr_assert_eq(auk_world_shape_get_body(world, c->shape_b).index, c->body_b.index);
        if (i > 0) {
            const AukContact *p = c - 1;
            uint64_t before = (uint64_t)p->body_a.index << 40 | (uint64_t)p->body_b.index << 30 |
                              p->shape_a.index << 10 | p->shape_b.index;
            uint64_t after = (uint64_t)c->body_a.index << 40 | (uint64_t)c->body_b.index << 30 |
                             c->shape_a.index << 10 | c->shape_b.index;
            cr_assert_lt(before, after);
        }
    }
    auk_world_destroy(world);
}

Test(contacts, of_one_body_are_the_ones_a_scan_finds)
{
    AukWorld *world = scene_world();
    Random random = random_start(random_seed(), 2);
    for (int i = 0; i < 300; i++) {
        AukVec2 p = random_vec(&random, -10.0f, 10.0f);
        scene_ball(world, p.x, p.y, 1.0f);
    }
    cr_assert_gt(touching(world), 300);
    AukContacts contacts = auk_world_contacts(world);
    int listed[300];
    for (uint32_t b = 0; b < 300; b++) {
        AukBodyId id = {b, 1};
        int count = auk_body_contacts(world, id, listed, 300), expected = 0;
        for (int i = 0; i < contacts.count; i++) {
            if (contacts.items[i].body_a.index == b || contacts.items[i].body_b.index == b) {
                cr_assert(expected < count && listed[expected] == i);
                expected++;
            }
        }
        cr_assert(count == expected && auk_body_contacts(world, id, NULL, 0) == expected);
        cr_assert_eq(auk_body_contacts(world, id, listed, 1), expected > 0);
        cr_assert_eq(auk_body_contacts(world, id, listed, 0), 0);
    }
    auk_world_destroy(world);
}

// As a loop over all contacts finds them.
static void expect_contacts_of_bodies(const AukWorld *world, uint32_t bodies)
{
    AukContacts contacts = auk_world_contacts(world);
    int *expected = calloc(bodies, sizeof *expected);
    for (int i = 0; i < contacts.count; i++) {
        expected[contacts.items[i].body_a.index]++;
        expected[contacts.items[i].body_b.index]++;
    }
    for (uint32_t b = 0; b < bodies; b++) {
        int listed[64], count = auk_body_contacts(world, (AukBodyId){b, 1}, listed, 64);
        cr_assert_eq(count, expected[b], "body %u has %d contacts instead of %d", b, count, expected[b]);
        for (int i = 0; i < count; i++) {
            const AukContact *contact = &contacts.items[listed[i]];
            cr_assert(contact->body_a.index == b || contact->body_b.index == b);
            cr_assert(i == 0 || listed[i - 1] < listed[i]);
        }
    }
    free(expected);
}

// Few of many bodies touch, others in every step: the lists of contacts are changed in place then.
Test(contacts, of_each_of_many_bodies_are_listed_while_few_of_them_touch)
{
    AukWorld *world = scene_world(), *other = scene_world();
    Random random = random_start(random_seed(), 9);
    uint32_t bodies = 0;
    void *buffer = NULL;
    uint64_t size = 0;
    for (int step = 0; step < 200; step++) {
        for (int i = 0; i < 20; i++, bodies++) {
            scene_ball(world, (float)(bodies % 50) * 3.0f, (float)(bodies / 50) * 3.0f, 1.0f);
        }
        for (int i = 0; i < 10; i++) { // to its place, or beside one that may have a greater or a smaller number
            uint32_t body = (uint32_t)random_int(&random, 0, (int)bodies - 1);
            uint32_t beside = random_chance(&random, 0.5) ? (uint32_t)random_int(&random, 0, (int)bodies - 1) : body;
            float off = beside == body ? 0.0f : 0.5f;
            scene_put(world, (AukBodyId){body, 1}, (float)(beside % 50) * 3.0f + off, (float)(beside / 50) * 3.0f);
        }
        if (step % 17 == 3) { // in between, many touch
            for (uint32_t b = 0; b < bodies / 2; b++) {
                scene_put(world, (AukBodyId){2 * b, 1}, (float)(2 * b % 50) * 3.0f + 1.5f, (float)(2 * b / 50) * 3.0f);
            }
        } else if (step % 17 == 5) {
            for (uint32_t b = 0; b < bodies; b++) {
                scene_put(world, (AukBodyId){b, 1}, (float)(b % 50) * 3.0f, (float)(b / 50) * 3.0f);
            }
        }
        cr_assert_eq(auk_world_step(world, 0.0f), AUK_OK);
        expect_contacts_of_bodies(world, bodies);
        if (step % 20 == 7) {
            size = auk_world_snapshot_size(world);
            buffer = realloc(buffer, (size_t)size);
            cr_assert_eq(auk_world_snapshot(world, buffer, size), AUK_OK);
            cr_assert_eq(auk_world_restore(other, buffer, size), AUK_OK);
            expect_contacts_of_bodies(other, bodies);
        } else if (step % 20 == 12) { // a world with contacts of its own goes on from there
            cr_assert_eq(auk_world_restore(world, buffer, size), AUK_OK);
            bodies -= 5 * 20;
            expect_contacts_of_bodies(world, bodies);
        }
    }
    cr_assert_gt(auk_world_contacts(world).count, 0);
    free(buffer);
    auk_world_destroy(other);
    auk_world_destroy(world);
}

Test(contacts, stay_as_they_are_while_bodies_are_made_changed_and_destroyed)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_ball(world, 0.0f, 0.0f, 1.0f), b = scene_ball(world, 1.0f, 0.0f, 1.0f);
    touching(world);
    AukContact before = the_contact(world);
    auk_body_destroy(world, a);
    scene_put(world, b, 50.0f, 0.0f);
    for (int i = 0; i < 500; i++) {
        scene_ball(world, 0.0f, 0.0f, 1.0f);
    }
    AukContact after = the_contact(world);
    cr_assert(auk_body_id_equal(after.body_a, a) && after.manifold.distance == before.manifold.distance);
    int listed[2];
    cr_assert(auk_body_contacts(world, b, listed, 2) == 1 && listed[0] == 0);
    cr_assert_eq(auk_body_contacts(world, (AukBodyId){499, 1}, NULL, 0), 0);
    auk_world_destroy(world);
}

Test(contacts, a_body_in_a_used_slot_does_not_inherit_the_contacts_of_the_one_before)
{
    AukWorld *world = scene_world();
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukBodyId b = scene_ball(world, 50.0f, 0.0f, 1.0f); // touches nothing: its slot is free at once
    touching(world);
    auk_body_destroy(world, b);
    AukBodyId c = scene_ball(world, 0.5f, 0.0f, 1.0f);
    cr_assert(c.index == b.index && auk_body_contacts(world, c, NULL, 0) == 0);
    cr_assert_eq(touching(world), 1);
    cr_assert(auk_body_contacts(world, c, NULL, 0) == 1 && auk_body_contacts(world, b, NULL, 0) == 0);
    auk_world_destroy(world);
}

Test(contacts, sensors_have_events_but_no_contacts)
{
    AukWorld *world = scene_world();
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    scene_ball(world, 0.0f, 0.0f, 1.0f);
    cr_assert_eq(touching(world), 0);
    cr_assert_eq(scene_tally(world), 100);
    AukWorldStats stats = auk_world_stats(world);
    cr_assert(stats.sensor_overlaps == 1 && stats.contacts == 0 && stats.candidates == 1);
    auk_world_destroy(world);
}

// Two sensors contain each other: that is two overlaps. A chain that lies in a sensor with several edges is one.
Test(contacts, statistics_count_overlaps_as_they_are_listed)
{
    AukWorld *world = scene_world();
    AukBodyId first = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    scene_sensor(world, AUK_MOTION_MOVING, auk_shape_box(1.0f, 1.0f), 1.5f, 0.0f);
    touching(world);
    cr_assert(auk_world_overlaps(world).count == 2 && auk_world_stats(world).sensor_overlaps == 2);
    const AukVec2 points[] = {{-0.8f, 0.0f}, {-0.6f, 0.2f}, {-0.5f, 0.0f}, {-0.4f, 0.2f}};
    AukBodyId ground = auk_body_create(world, &(AukBodyDef){.motion = AUK_MOTION_MOVING});
    auk_body_add_chain(world, ground, points, 4, false, NULL);
    touching(world);
    cr_assert(auk_world_overlaps(world).count == 3 && auk_world_stats(world).sensor_overlaps == 3);
    auk_body_destroy(world, first);
    touching(world);
    cr_assert(auk_world_overlaps(world).count == 0 && auk_world_stats(world).sensor_overlaps == 0);
    auk_world_destroy(world);
}

Test(contacts, statistics_tell_the_counts_and_times_of_the_last_step)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 300; i++) {
        scene_ball(world, 0.1f * (float)i, 0.0f, 0.5f);
    }
    cr_assert_eq(scene_step(world, 0.01f) >= 0, true);
    AukWorldStats stats = auk_world_stats(world);
    cr_assert(stats.bodies == 300 && stats.shapes == 300 && stats.steps == 1);
    cr_assert(stats.box_pairs == stats.candidates && stats.candidates >= stats.contacts && stats.contacts > 2000);
    double sum = 0.0;
    for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
        cr_assert(stats.seconds[phase] >= 0.0, "%s", auk_phase_name((AukPhase)phase));
        cr_assert_gt(strlen(auk_phase_name((AukPhase)phase)), 3);
        sum += stats.seconds[phase];
    }
    cr_assert_gt(sum, 0.0);
    cr_assert_str_eq(auk_phase_name(AUK_PHASE_COUNT), "?");
    cr_assert_eq(auk_world_step(world, -1.0f), AUK_ERROR_TIME_STEP);
    AukWorldStats after = auk_world_stats(world);
    cr_assert_eq(memcmp(&stats, &after, sizeof stats), 0, "a step that is refused leaves them alone");
    auk_world_destroy(world);
}

// A crowd of all kinds, also where floats are coarse, against the model.
Test(contacts, of_a_moving_crowd_are_those_of_the_model)
{
    for (int place = 0; place < 3; place++) {
        AukWorld *world = scene_world();
        Model *model = model_create();
        Random random = random_start(random_seed(), (uint64_t)place + 10);
        AukVec2 middle = auk_vec(place == 1 ? 3e5f : 0.0f, 0.0f);
        for (int i = 0; i < 120; i++) {
            AukVec2 p = auk_vec_add(middle, random_vec(&random, -8.0f, 8.0f));
            AukShape shape = i % 3 == 0
                                 ? auk_shape_circle(0.5f)
                                 : (i % 3 == 1 ? auk_shape_box(0.5f, 0.25f)
                                               : auk_shape_capsule(auk_vec(-0.5f, 0.0f), auk_vec(0.5f, 0.0f), 0.1f));
            AukBodyDef def = scene_def(i % 5 == 0 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING, shape, p.x, p.y);
            if (def.motion == AUK_MOTION_MOVING) {
                def.velocity = random_vec(&random, -3.0f, 3.0f);
                def.spin = random_float(&random, -3.0f, 3.0f);
            }
            AukBodyId id = auk_body_create(world, &def);
            cr_assert_null(model_add_body(model, world, id, &def));
        }
        for (int i = 0; i < 60; i++) {
            cr_assert_eq(auk_world_step(world, 1.0f / 60.0f), AUK_OK);
            const char *wrong = model_check_step(model, world, 1.0f / 60.0f);
            cr_assert_null(wrong, "place %d, step %d: %s", place, i, wrong);
        }
        cr_assert_gt(model->contacts, 1000);
        model_destroy(model);
        auk_world_destroy(world);
    }
}
