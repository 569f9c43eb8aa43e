// Begin, persist and end of contacts and of what sensors see: every begin has exactly one end, whatever ended it.
#include "auk/terrain.h"
#include "auk/world.h"

#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <math.h>

static AukEvent the_event(const AukWorld *world, AukEventKind kind)
{
    AukEvents events = auk_world_events(world, kind);
    cr_assert_eq(events.count, 1, "%d events of kind %d", events.count, kind);
    cr_assert_eq(events.items[0].kind, kind);
    return events.items[0];
}

// Two bodies that touch; body a may be a sensor.
typedef struct Touching {
    AukWorld *world;
    AukBodyId a, b;
    AukShapeId shape_a, shape_b;
    bool sensor;
} Touching;

static Touching two_touching(bool sensor)
{
    Touching t;
    t.world = scene_world();
    t.sensor = sensor;
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(1.0f, 1.0f), 0.0f, 0.0f);
    def.sensor = sensor;
    def.user_data = 11;
    t.a = auk_body_create(t.world, &def);
    def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 1.5f, 0.0f);
    def.user_data = 22;
    t.b = auk_body_create(t.world, &def);
    auk_body_get_shapes(t.world, t.a, &t.shape_a, 1);
    auk_body_get_shapes(t.world, t.b, &t.shape_b, 1);
    return t;
}

// The tally of one pair that begins, persists or ends, of solids or of sensors.
static int one(int begin_persist_or_end, bool sensor)
{
    static const int tallies[6] = {100000, 10000, 1000, 100, 10, 1};
    return tallies[begin_persist_or_end + (sensor ? 3 : 0)];
}

Test(events, touching_begins_persists_and_ends_once)
{
    for (int sensor = 0; sensor <= 1; sensor++) {
        Touching t = two_touching(sensor);
        cr_assert_eq(scene_step(t.world, 0.0f), one(0, sensor));
        for (int i = 0; i < 5; i++) {
            cr_assert_eq(scene_step(t.world, 0.1f), one(1, sensor));
        }
        scene_put(t.world, t.b, 10.0f, 0.0f);
        cr_assert_eq(scene_step(t.world, 0.1f), one(2, sensor));
        cr_assert_eq(scene_step(t.world, 0.1f), 0);
        auk_world_destroy(t.world);
    }
}

Test(events, name_both_sides_with_their_user_data)
{
    for (int sensor = 0; sensor <= 1; sensor++) {
        Touching t = two_touching(sensor);
        scene_step(t.world, 0.0f);
        AukEvent e = the_event(t.world, sensor ? AUK_EVENT_ENTER : AUK_EVENT_BEGIN);
        cr_assert(auk_body_id_equal(e.body_a, t.a) && auk_body_id_equal(e.body_b, t.b));
        cr_assert(auk_shape_id_equal(e.shape_a, t.shape_a) && auk_shape_id_equal(e.shape_b, t.shape_b));
        cr_assert(e.user_data_a == 11 && e.user_data_b == 22 && e.fraction == 1.0f && e.bodies);
        auk_world_destroy(t.world);
    }
}

// ---- all ways to end ----------------------------------------------------------------------------------------

typedef void (*End)(Touching *t);

static void destroy_a(Touching *t)
{
    auk_body_destroy(t->world, t->a);
}
static void destroy_b(Touching *t)
{
    auk_body_destroy(t->world, t->b);
}
static void destroy_both(Touching *t)
{
    destroy_a(t), destroy_b(t);
}
static void disable_a(Touching *t)
{
    auk_body_set_enabled(t->world, t->a, false);
}
static void disable_b(Touching *t)
{
    auk_body_set_enabled(t->world, t->b, false);
}
static void teleport_a(Touching *t)
{
    scene_put(t->world, t->a, -50.0f, 0.0f);
}
static void teleport_near(Touching *t)
{
    scene_put(t->world, t->b, 2.01f, 0.0f);
}
static void carry_away(Touching *t)
{
    auk_body_move_to(t->world, t->b, auk_transform(auk_vec(50.0f, 0.0f), 1.0f));
}
static void move_away(Touching *t)
{
    auk_body_set_velocity(t->world, t->b, auk_vec(50.0f, 0.0f));
}
static void refilter_body(Touching *t)
{
    auk_body_set_filter(t->world, t->a, (AukFilter){0, 1, 0});
}
static void refilter_shape(Touching *t)
{
    auk_world_shape_set_filter(t->world, t->shape_b, (AukFilter){2, 1, 0});
}
static void remove_shape_a(Touching *t)
{
    auk_world_shape_remove(t->world, t->shape_a);
}
static void remove_shape_b(Touching *t)
{
    auk_world_shape_remove(t->world, t->shape_b);
}
static void own(Touching *t)
{
    auk_body_set_owner(t->world, t->b, t->a);
}
static void make_static(Touching *t)
{
    auk_body_set_motion(t->world, t->b, AUK_MOTION_STATIC);
}
static void same_group(Touching *t)
{
    auk_body_set_filter(t->world, t->a, (AukFilter){0, 0, 9});
    auk_body_set_filter(t->world, t->b, (AukFilter){0, 0, 9});
}

static const struct {
    const char *name;
    End end;
} ends[] = {{"destroy a", destroy_a},
            {"destroy b", destroy_b},
            {"destroy both", destroy_both},
            {"disable a", disable_a},
            {"disable b", disable_b},
            {"teleport", teleport_a},
            {"teleport near", teleport_near},
            {"carry away", carry_away},
            {"move away", move_away},
            {"refilter body", refilter_body},
            {"refilter shape", refilter_shape},
            {"remove shape a", remove_shape_a},
            {"remove shape b", remove_shape_b},
            {"own", own},
            {"static", make_static},
            {"group", same_group}};

Test(events, every_way_to_end_gives_one_end_with_the_right_names)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        for (int sensor = 0; sensor <= 1; sensor++) {
            Touching t = two_touching(sensor);
            scene_step(t.world, 0.0f);
            ends[i].end(&t);
            cr_assert_eq(scene_step(t.world, 0.25f), one(2, sensor), "%s", ends[i].name);
            AukEvent e = the_event(t.world, sensor ? AUK_EVENT_LEAVE : AUK_EVENT_END);
            cr_assert(auk_body_id_equal(e.body_a, t.a) && auk_body_id_equal(e.body_b, t.b), "%s", ends[i].name);
            cr_assert(auk_shape_id_equal(e.shape_a, t.shape_a) && auk_shape_id_equal(e.shape_b, t.shape_b));
            cr_assert(e.user_data_a == 11 && e.user_data_b == 22 && e.bodies, "%s", ends[i].name);
            cr_assert_eq(auk_body_get_user_data(t.world, t.a), 11);
            cr_assert_eq(scene_step(t.world, 0.0f), 0, "%s", ends[i].name);
            auk_world_destroy(t.world);
        }
    }
}

Test(events, an_end_carries_the_user_data_of_now_however_far_the_pair_is_apart)
{
    for (int sensor = 0; sensor <= 1; sensor++) {
        for (int i = 0; i < 3; i++) {
            Touching t = two_touching(sensor);
            scene_step(t.world, 0.0f);
            auk_body_set_user_data(t.world, t.a, 33);
            auk_body_set_user_data(t.world, t.b, 44);
            End away[3] = {teleport_a, teleport_near, destroy_b};
            away[i](&t);
            scene_step(t.world, 0.0f);
            AukEvent e = the_event(t.world, sensor ? AUK_EVENT_LEAVE : AUK_EVENT_END);
            cr_assert(e.user_data_a == 33 && e.user_data_b == 44, "way %d", i);
            auk_world_destroy(t.world);
        }
    }
}

Test(events, what_is_undone_before_the_step_persists)
{
    Touching t = two_touching(false);
    scene_step(t.world, 0.0f);
    auk_body_set_enabled(t.world, t.b, false);
    scene_put(t.world, t.b, 99.0f, 0.0f);
    auk_body_set_filter(t.world, t.b, (AukFilter){0, 1, 0});
    auk_body_set_filter(t.world, t.b, (AukFilter){0, 0, 0});
    scene_put(t.world, t.b, 1.5f, 0.0f);
    auk_body_set_enabled(t.world, t.b, true);
    cr_assert_eq(scene_step(t.world, 0.0f), 10000);
    auk_world_destroy(t.world);
}

Test(events, a_shape_that_becomes_a_sensor_ends_the_contact_and_enters)
{
    Touching t = two_touching(false);
    scene_step(t.world, 0.0f);
    auk_world_shape_set_sensor(t.world, t.shape_b, true);
    cr_assert_eq(scene_step(t.world, 0.0f), 1100);
    AukEvent e = the_event(t.world, AUK_EVENT_ENTER);
    cr_assert(auk_body_id_equal(e.body_a, t.b) && auk_body_id_equal(e.body_b, t.a)); // the sensor comes first
    cr_assert(e.user_data_a == 22 && e.user_data_b == 11 && auk_shape_id_equal(e.shape_a, t.shape_b));
    cr_assert_eq(scene_step(t.world, 0.0f), 10);
    auk_world_shape_set_sensor(t.world, t.shape_b, false);
    cr_assert_eq(scene_step(t.world, 0.0f), 100001);
    auk_world_destroy(t.world);
}

Test(events, the_sensor_comes_first_whatever_its_index_until_the_end)
{
    AukWorld *world = scene_world();
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukBodyId area = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(2.0f, 2.0f), 0.0f, 0.0f);
    for (int i = 0; i < 3; i++) {
        if (i == 2) {
            auk_body_destroy(world, area);
        }
        scene_step(world, 0.0f);
        if (i < 2) {
            AukOverlaps overlaps = auk_world_overlaps(world);
            cr_assert_eq(overlaps.count, 1);
            cr_assert(auk_body_id_equal(overlaps.items[0].body_a, area));
            cr_assert(auk_body_id_equal(overlaps.items[0].body_b, ball));
        }
        if (i != 1) {
            AukEvent e = the_event(world, i == 0 ? AUK_EVENT_ENTER : AUK_EVENT_LEAVE);
            cr_assert(auk_body_id_equal(e.body_a, area) && auk_body_id_equal(e.body_b, ball));
        }
    }
    cr_assert_eq(auk_world_overlaps(world).count, 0);
    auk_world_destroy(world);
}

Test(events, two_sensors_meet_once_with_the_smaller_index_first)
{
    AukWorld *world = scene_world();
    AukBodyId a = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.0f, 0.0f);
    scene_sensor(world, AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.5f, 0.0f);
    cr_assert_eq(scene_step(world, 0.0f), 100);
    cr_assert(auk_body_id_equal(the_event(world, AUK_EVENT_ENTER).body_a, a));
    auk_world_destroy(world);
}

Test(events, a_new_body_in_the_place_of_a_destroyed_one_begins_after_the_old_one_ends)
{
    Touching t = two_touching(false);
    scene_step(t.world, 0.0f);
    auk_body_destroy(t.world, t.b);
    AukBodyId c = scene_ball(t.world, 1.5f, 0.0f, 1.0f);
    cr_assert_eq(scene_step(t.world, 0.0f), 101000);
    cr_assert(auk_body_id_equal(the_event(t.world, AUK_EVENT_END).body_b, t.b));
    cr_assert(auk_body_id_equal(the_event(t.world, AUK_EVENT_BEGIN).body_b, c) && c.index != t.b.index);
    auk_world_destroy(t.world);
}

Test(events, a_body_created_and_destroyed_between_steps_leaves_no_trace)
{
    Touching t = two_touching(false);
    scene_step(t.world, 0.0f);
    AukBodyId c = scene_ball(t.world, 1.0f, 0.0f, 1.0f);
    auk_body_destroy(t.world, c);
    cr_assert_eq(scene_step(t.world, 0.0f), 10000);
    auk_world_destroy(t.world);
}

Test(events, bodies_marks_the_first_and_the_last_contact_of_two_bodies)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 10.0f, 1.0f);
    AukBodyId b = scene_ball(world, -2.0f, 1.5f, 1.0f);
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(1.0f);
    def.position = auk_vec(4.0f, 0.0f);
    AukShapeId other = auk_body_add_shape(world, b, &def);
    cr_assert_eq(scene_step(world, 0.0f), 200000);
    AukEvents begins = auk_world_events(world, AUK_EVENT_BEGIN);
    cr_assert_eq(begins.items[0].bodies + begins.items[1].bodies, 1);
    auk_world_shape_set_filter(world, other, (AukFilter){1, 1, 0});
    cr_assert_eq(scene_step(world, 0.0f), 11000);
    cr_assert(!the_event(world, AUK_EVENT_END).bodies);
    auk_world_shape_set_filter(world, other, (AukFilter){0, 0, 0});
    cr_assert_eq(scene_step(world, 0.0f), 110000);
    cr_assert(!the_event(world, AUK_EVENT_BEGIN).bodies);
    auk_body_destroy(world, b);
    cr_assert_eq(scene_step(world, 0.0f), 2000);
    AukEvents ended = auk_world_events(world, AUK_EVENT_END);
    cr_assert_eq(ended.items[0].bodies + ended.items[1].bodies, 1);
    auk_world_destroy(world);
}

Test(events, one_shape_may_take_over_the_contact_of_two_bodies)
{
    AukWorld *world = scene_world();
    AukBodyId b = scene_ball(world, -2.0f, 0.0f, 1.0f);
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(1.0f);
    def.position = auk_vec(4.0f, 0.0f);
    auk_body_add_shape(world, b, &def);
    scene_wall(world, -2.0f, 0.0f, 1.0f, 1.0f);
    cr_assert_eq(scene_step(world, 0.0f), 100000);
    scene_put(world, b, -6.0f, 0.0f);
    cr_assert_eq(scene_step(world, 0.0f), 101000);
    cr_assert(!the_event(world, AUK_EVENT_BEGIN).bodies && !the_event(world, AUK_EVENT_END).bodies);
    auk_world_destroy(world);
}

Test(events, come_in_the_order_of_contacts)
{
    AukWorld *world = scene_world();
    for (int i = 0; i < 8; i++) {
        AukBodyDef def = scene_def(AUK_MOTION_MOVING, auk_shape_circle(1.0f), 0.1f * (float)i, 0.0f);
        def.sensor = i % 3 == 2;
        auk_body_create(world, &def);
    }
    scene_step(world, 0.0f);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        AukEvents events = auk_world_events(world, (AukEventKind)kind);
        uint32_t last = 0;
        for (int i = 0; i < events.count; i++) {
            uint32_t a = events.items[i].body_a.index, b = events.items[i].body_b.index;
            uint32_t key = (a < b ? a : b) * 100 + (a < b ? b : a);
            cr_assert_lt(last, key);
            last = key;
        }
    }
    cr_assert_eq(scene_tally(world), 15 * 100000 + 13 * 100); // 6 solids; 2 sensors with 6 solids and each other
    auk_world_destroy(world);
}

Test(events, a_refused_step_leaves_the_events_of_the_last_one)
{
    Touching t = two_touching(false);
    scene_step(t.world, 0.0f);
    auk_body_destroy(t.world, t.b);
    cr_assert_eq(auk_world_step(t.world, NAN), AUK_ERROR_TIME_STEP);
    cr_assert_eq(scene_tally(t.world), 100000);
    cr_assert_eq(auk_body_get_user_data(t.world, t.b), 22);
    cr_assert_eq(scene_step(t.world, 0.0f), 1000);
    auk_world_destroy(t.world);
}

// A sensor on a body that also has a solid shape sees what the solid touches, each in its own arrays.
Test(events, sensors_and_solids_of_one_body_do_not_mix)
{
    AukWorld *world = scene_world();
    AukBodyId guard = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukShapeDef def;
    memset(&def, 0, sizeof def);
    def.shape = auk_shape_circle(5.0f);
    def.sensor = true;
    auk_body_add_shape(world, guard, &def);
    AukBodyId thief = scene_ball(world, 4.0f, 0.0f, 1.0f);
    cr_assert_eq(scene_step(world, 0.0f), 100);
    scene_put(world, thief, 1.0f, 0.0f);
    cr_assert_eq(scene_step(world, 0.0f), 100010);
    cr_assert(the_event(world, AUK_EVENT_BEGIN).bodies);
    scene_put(world, thief, 4.0f, 0.0f);
    cr_assert_eq(scene_step(world, 0.0f), 1010);
    cr_assert(the_event(world, AUK_EVENT_END).bodies);
    auk_world_destroy(world);
}

Test(events, slots_are_used_again_for_ever_and_every_begin_has_its_end)
{
    AukWorld *world = scene_world();
    scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    int begins = 0, finished = 0;
    uint32_t largest = 0;
    for (int i = 0; i < 500; i++) {
        AukBodyId id = scene_ball(world, 0.0f, 1.5f, 1.0f);
        largest = id.index > largest ? id.index : largest;
        scene_step(world, 0.0f);
        begins += scene_events(world, AUK_EVENT_BEGIN);
        finished += scene_events(world, AUK_EVENT_END);
        auk_body_destroy(world, id);
    }
    finished += scene_step(world, 0.0f) / 1000;
    cr_assert(begins == 500 && finished == 500 && largest <= 3);
    auk_world_destroy(world);
}

// ---- what goes on -------------------------------------------------------------------------------------------------

Test(events, while_a_pair_goes_on_touching_there_is_a_contact_but_no_event)
{
    Touching t = two_touching(false);
    scene_step(t.world, 0.0f);
    AukEvent begin = the_event(t.world, AUK_EVENT_BEGIN);
    cr_assert(begin.contact == 0 && auk_world_contacts(t.world).items[0].began);
    for (int i = 0; i < 3; i++) {
        scene_step(t.world, 0.0f);
        for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
            cr_assert_eq(auk_world_events(t.world, (AukEventKind)kind).count, 0);
        }
        cr_assert(auk_world_contacts(t.world).count == 1 && !auk_world_contacts(t.world).items[0].began);
    }
    auk_world_destroy(t.world);
}

// A ball rolls along a chain: it goes from edge to edge, and one shape does not begin to touch it twice.
Test(events, the_pieces_of_two_shapes_begin_together)
{
    AukWorld *world = scene_world();
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    AukVec2 points[9];
    for (int i = 0; i < 9; i++) {
        points[i] = auk_vec(8.0f - (float)i, 0.0f);
    }
    auk_body_add_chain(world, auk_body_create(world, &ground), points, 9, false, NULL);
    AukBodyId ball = scene_ball(world, 0.5f, 0.5f, 0.5f);
    scene_step(world, 0.0f);
    cr_assert(auk_world_contacts(world).items[0].began && the_event(world, AUK_EVENT_BEGIN).contact == 0);
    auk_body_set_velocity(world, ball, auk_vec(1.0f, 0.0f));
    for (int i = 0; i < 60; i++) {
        cr_assert_eq(scene_step(world, 0.1f), 10000, "step %d", i);
    }
    auk_world_destroy(world);
}

Test(events, each_sensor_has_its_array_of_what_is_inside_sorted_by_the_other_body)
{
    AukWorld *world = scene_world();
    AukBodyId ball = scene_ball(world, 0.0f, 0.0f, 1.0f);
    AukBodyId large = scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(9.0f, 9.0f), 0.0f, 0.0f);
    AukBodyId small = scene_sensor(world, AUK_MOTION_MOVING, auk_shape_box(2.0f, 2.0f), 5.0f, 0.0f);
    AukBodyId other = scene_ball(world, 5.0f, 1.0f, 1.0f);
    AukShapeId in_large, in_small;
    auk_body_get_shapes(world, large, &in_large, 1);
    auk_body_get_shapes(world, small, &in_small, 1);
    cr_assert_eq(auk_world_shape_overlaps(world, in_large).count, 0, "before the first step");
    scene_step(world, 0.0f);
    AukOverlaps inside = auk_world_shape_overlaps(world, in_large);
    cr_assert_eq(inside.count, 3);
    cr_assert(auk_body_id_equal(inside.items[0].body_b, ball) && auk_body_id_equal(inside.items[1].body_b, small) &&
              auk_body_id_equal(inside.items[2].body_b, other));
    inside = auk_world_shape_overlaps(world, in_small);
    cr_assert(inside.count == 2 && auk_body_id_equal(inside.items[0].body_b, large));
    cr_assert_eq(auk_world_overlaps(world).count, 5);
    auk_body_destroy(world, small);
    cr_assert_eq(auk_world_shape_overlaps(world, in_small).count, 2, "the results stay until the next step");
    scene_step(world, 0.0f);
    cr_assert_eq(auk_world_shape_overlaps(world, in_small).count, 0);
    cr_assert_eq(auk_world_shape_overlaps(world, in_large).count, 2);
    cr_assert_eq(auk_world_shape_overlaps(NULL, in_large).count + auk_world_overlaps(NULL).count, 0);
    auk_world_destroy(world);
}
