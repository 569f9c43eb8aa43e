// The hash of a world: the same for the same calls, another one for any bit of state or output that differs.
#include "world/state/part_shape.h"
#include "world/state/world_state.h"

#include "support/random.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>

// A world with something of everything: contacts, sensors, hits, ends, a target, polygons, owners, a destroyed body.
static AukWorld *rich_world(AukBroadKind broad)
{
    AukWorldDef world_def;
    memset(&world_def, 0, sizeof world_def);
    world_def.broad = broad;
    AukWorld *world = auk_world_create(&world_def, NULL);
    AukVec2 points[4] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.0f}, {0.0f, 1.0f}};
    AukBodyId wall = scene_wall(world, 0.0f, 0.0f, 1.0f, 1.0f);
    auk_body_add_polygon(world, wall, points, 4, NULL);
    scene_sensor(world, AUK_MOTION_STATIC, auk_shape_box(3.0f, 3.0f), 1.0f, 0.0f);
    AukBodyDef def =
        scene_def(AUK_MOTION_MOVING, auk_shape_capsule(auk_vec(-1.0f, 0.0f), auk_vec(1.0f, 0.0f), 0.5f), 1.5f, 0.5f);
    def.velocity = auk_vec(0.1f, 0.2f);
    def.spin = 0.3f;
    def.angle = 0.7f;
    def.filter = (AukFilter){2, 4, 8};
    AukBodyId body = auk_body_create(world, &def);
    AukBodyId gone = scene_ball(world, 1.0f, 1.0f, 1.0f);
    AukBodyId bullet =
        scene_bullet(world, auk_shape_circle(0.1f), auk_vec(-8.0f, 0.5f), auk_vec(60.0f, 1.0f), AUK_RESPONSE_TOUCH);
    auk_body_set_owner(world, bullet, gone);
    auk_body_set_spin(world, bullet, 5.0f);
    auk_world_step(world, 0.1f);
    auk_body_destroy(world, gone);
    scene_bullet(world, auk_shape_circle(0.1f), auk_vec(8.0f, 0.25f), auk_vec(-90.0f, 2.0f), AUK_RESPONSE_CROSS);
    auk_world_step(world, 0.1f);
    auk_body_move_to(world, body, auk_transform(auk_vec(5.0f, 6.0f), 0.5f));
    AukBodyId last = scene_ball(world, 30.0f, 0.0f, 1.0f);
    auk_body_destroy(world, last);
    return world;
}

Test(world_hash, equal_calls_give_equal_hashes)
{
    AukWorld *one = rich_world(AUK_BROAD_SWEEP), *two = rich_world(AUK_BROAD_SWEEP);
    cr_assert_eq(auk_world_hash(one), auk_world_hash(two));
    cr_assert_eq(auk_world_hash(one), auk_world_hash(one));
    auk_world_step(one, 0.1f);
    cr_assert_neq(auk_world_hash(one), auk_world_hash(two));
    auk_world_step(two, 0.1f);
    cr_assert_eq(auk_world_hash(one), auk_world_hash(two));
    auk_world_destroy(one);
    auk_world_destroy(two);
}

Test(world_hash, does_not_depend_on_how_pairs_are_found)
{
    AukWorld *one = rich_world(AUK_BROAD_SWEEP), *two = rich_world(AUK_BROAD_BRUTE_FORCE);
    cr_assert_eq(auk_world_hash(one), auk_world_hash(two));
    Random random = random_start(random_seed(), 1);
    for (int i = 0; i < 300; i++) {
        AukVec2 p = random_vec(&random, -12.0f, 12.0f);
        AukBodyDef def = scene_def((AukMotion)(i % 3), auk_shape_box(0.5f, 0.25f), p.x, p.y);
        def.velocity = i % 3 == AUK_MOTION_STATIC ? auk_vec(0.0f, 0.0f) : random_vec(&random, -20.0f, 20.0f);
        def.sensor = i % 7 == 0;
        def.response = scene_response(def.motion, i % 2 ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
        auk_body_create(one, &def);
        auk_body_create(two, &def);
    }
    for (int i = 0; i < 40; i++) {
        cr_assert(auk_world_step(one, 0.02f) == AUK_OK && auk_world_step(two, 0.02f) == AUK_OK);
        cr_assert_eq(auk_world_hash(one), auk_world_hash(two), "step %d", i);
    }
    cr_assert_gt(auk_world_contacts(one).count, 20);
    auk_world_destroy(one);
    auk_world_destroy(two);
}

Test(world_hash, leaves_out_user_data_and_the_last_status)
{
    AukWorld *world = rich_world(AUK_BROAD_SWEEP);
    uint64_t hash = auk_world_hash(world);
    for (int i = 0; i < world->bodies.records.count; i++) {
        auk_body_set_user_data(world, auk__body_id(&world->bodies, (uint32_t)i), 12345);
        AukShapeId shape = auk__shape_id(&world->parts, (uint32_t)i);
        cr_assert_eq(auk_world_shape_set_user_data(world, shape, 54321),
                     auk_world_shape_exists(world, shape) ? AUK_OK : AUK_ERROR_STALE_ID);
    }
    auk_body_destroy(world, (AukBodyId){99, 99});
    cr_assert_eq(auk_world_hash(world), hash);
    auk_world_destroy(world);
}

// ---- single bits --------------------------------------------------------------------------------------------

static void flip(AukWorld *world, const char *name, void *field, size_t bits)
{
    uint64_t hash = auk_world_hash(world);
    unsigned char *bytes = field;
    for (size_t i = 0; i < bits; i++) {
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        cr_assert_neq(auk_world_hash(world), hash, "bit %zu of %s is not in the hash", i, name);
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
    cr_assert_eq(auk_world_hash(world), hash, "%s", name);
}

// All bits of a number; of a truth value only the one that makes another truth value.
#define FLIP(field) flip(world, #field, &(field), 8 * sizeof(field))
#define FLIP_BOOL(field) flip(world, #field, &(field), 1)

Test(world_hash, every_bit_of_a_body_counts)
{
    AukWorld *world = rich_world(AUK_BROAD_SWEEP);
    int targets = 0;
    uint64_t sparse = auk_world_hash(world);
    const AukBodyNeeds all = {true, true, true, true};
    cr_assert_eq(auk__bodies_admit(world, &all), AUK_OK);
    cr_assert_eq(auk_world_hash(world), sparse, "memory for zeros is in the hash");
    for (int i = 0; i < world->bodies.records.count; i++) {
        AukBody *body = auk__body(&world->bodies, (uint32_t)i);
        if (!world->bodies.slots.live[i]) {
            continue;
        }
        FLIP(*auk__pose(&world->bodies, (uint32_t)i));
        FLIP(*auk__previous_pose(&world->bodies, (uint32_t)i));
        FLIP(body->velocity);
        FLIP(body->spin);
        AukFilter *filter = (AukFilter *)world->bodies.filters.items + i;
        FLIP(filter->category);
        FLIP(filter->ignore);
        FLIP(filter->group);
        FLIP(((AukBodyId *)world->bodies.owners.items)[i]);
        flip(world, "motion", &body->motion, 2);
        flip(world, "response", &body->response, 2);
        uint64_t hash = auk_world_hash(world);
        body->enabled = !body->enabled; // one bit has no address
        cr_assert_neq(auk_world_hash(world), hash, "enabled is not in the hash");
        body->enabled = !body->enabled;
        body->has_target = !body->has_target;
        cr_assert_neq(auk_world_hash(world), hash, "has_target is not in the hash");
        body->has_target = !body->has_target;
        if (body->has_target) {
            flip(world, "target", auk__target(&world->bodies, (uint32_t)i), 8 * sizeof(AukTransform));
            targets++;
        }
        FLIP(world->bodies.slots.generation[i]);
    }
    cr_assert_eq(targets, 1);
    auk_world_destroy(world);
}

Test(world_hash, every_bit_of_a_shape_counts)
{
    AukWorld *world = rich_world(AUK_BROAD_SWEEP);
    int polygons = 0;
    uint64_t sparse = auk_world_hash(world);
    const AukPartNeeds all = {true, true, true, true, true};
    cr_assert_eq(auk__parts_admit(world, &all), AUK_OK);
    cr_assert_eq(auk_world_hash(world), sparse, "memory for zeros is in the hash");
    for (int i = 0; i < world->parts.records.count; i++) {
        AukPart *part = auk__part(&world->parts, (uint32_t)i);
        if (!world->parts.slots.live[i]) {
            continue;
        }
        FLIP(((AukTransform *)world->parts.locals.items)[i]);
        AukFilter *filter = (AukFilter *)world->parts.filters.items + i;
        FLIP(filter->category);
        FLIP(filter->ignore);
        FLIP(filter->group);
        FLIP(part->body);
        FLIP(part->radius);
        uint64_t hash = auk_world_hash(world);
        part->sensor = !part->sensor; // one bit has no address
        cr_assert_neq(auk_world_hash(world), hash, "sensor is not in the hash");
        part->sensor = !part->sensor;
        part->disabled = !part->disabled;
        cr_assert_neq(auk_world_hash(world), hash, "disabled is not in the hash");
        part->disabled = !part->disabled;
        FLIP(world->parts.slots.generation[i]);
        if (part->kind == AUK_SHAPE_BOX) {
            FLIP(part->core.half);
        } else if (part->kind == AUK_SHAPE_CAPSULE) {
            FLIP(*auk__part_ends(&world->parts, (uint32_t)i));
        } else if (part->kind == AUK_SHAPE_POLYGON) {
            const AukVertexBlock *blocks = world->vertices.entries.items;
            const AukVertexBlock *block = &blocks[part->core.polygon.vertex_block];
            flip(world, "vertices", block->vertices, 8 * sizeof *block->vertices * (size_t)block->count);
            polygons++;
        }
    }
    cr_assert_eq(polygons, 1);
    auk_world_destroy(world);
}

Test(world_hash, every_bit_of_a_touch_and_of_a_contact_counts)
{
    AukWorld *world = rich_world(AUK_BROAD_SWEEP);
    AukTouches *lists[2] = {&world->output.solids, &world->output.sensors};
    for (int k = 0; k < 2; k++) {
        cr_assert_gt(lists[k]->touches.count, 0);
        for (int i = 0; i < lists[k]->touches.count; i++) {
            AukTouch *touch = (AukTouch *)lists[k]->touches.items + i;
            AukContact *contact = (AukContact *)lists[k]->contacts.items + i;
            FLIP(contact->body_a);
            FLIP(contact->body_b);
            FLIP(contact->shape_a);
            FLIP(contact->shape_b);
            FLIP(contact->child_a);
            FLIP(contact->child_b);
            FLIP_BOOL(contact->began);
            FLIP_BOOL(touch->sensor_is_b);
            for (uint32_t c = 0; c < touch->count; c++) {
                FLIP(touch->index_a[c]);
                FLIP(touch->index_b[c]);
            }
        }
    }
    for (int i = 0; i < world->output.solids.contacts.count; i++) {
        AukContact *contact = (AukContact *)world->output.solids.contacts.items + i;
        FLIP(contact->manifold.normal);
        FLIP(contact->manifold.distance);
        FLIP(contact->manifold.iterations);
        FLIP(contact->manifold.status);
        for (int k = 0; k < contact->manifold.count; k++) {
            FLIP(contact->manifold.points[k]);
        }
    }
    auk_world_destroy(world);
}

Test(world_hash, every_bit_of_an_event_and_of_a_hit_counts)
{
    AukWorld *world = rich_world(AUK_BROAD_SWEEP);
    for (int kind = 0; kind < AUK_EVENT_KIND_COUNT; kind++) {
        for (int i = 0; i < world->output.events[kind].count; i++) {
            AukEvent *event = (AukEvent *)world->output.events[kind].items + i; // its kind is that of its list
            FLIP(event->body_a);
            FLIP(event->body_b);
            FLIP(event->shape_a);
            FLIP(event->shape_b);
            FLIP(event->fraction);
            FLIP(event->contact);
            FLIP_BOOL(event->bodies);
        }
    }
    for (int i = 0; i < world->output.overlaps.count; i++) {
        AukOverlap *overlap = (AukOverlap *)world->output.overlaps.items + i;
        FLIP(overlap->body_a);
        FLIP(overlap->body_b);
        FLIP(overlap->shape_a);
        FLIP(overlap->shape_b);
    }
    cr_assert(world->output.events[AUK_EVENT_END].count > 0 && world->output.overlaps.count > 0);
    cr_assert_gt(world->output.hits.count, 0);
    for (int i = 0; i < world->output.hits.count; i++) {
        AukHit *hit = (AukHit *)world->output.hits.items + i;
        FLIP(hit->body_a);
        FLIP(hit->body_b);
        FLIP(hit->shape_a);
        FLIP(hit->shape_b);
        FLIP(hit->child_a);
        FLIP(hit->child_b);
        FLIP(hit->fraction);
        FLIP_BOOL(hit->first);
        FLIP(hit->point);
        FLIP(hit->normal);
        FLIP(hit->velocity_a);
        FLIP(hit->velocity_b);
        FLIP(hit->spin_a);
        FLIP(hit->spin_b);
        FLIP(hit->response);
        FLIP_BOOL(hit->limit);
    }
    auk_world_destroy(world);
}

Test(world_hash, the_number_of_steps_and_of_candidates_and_the_slots_to_come_count)
{
    AukWorld *world = rich_world(AUK_BROAD_SWEEP);
    FLIP(world->steps);
    FLIP(world->output.candidate_count);
    FLIP(world->output.swept_candidate_count);
    FLIP_BOOL(world->def.static_pairs);
    cr_assert_eq(world->bodies.quarantined.count, 1);
    FLIP(world->bodies.quarantined.oldest);
    auk_world_destroy(world);
}
