// Short forms for the scenes of world tests. Everything a test does not care about is left at {0}.
#ifndef AUK_TESTS_SUPPORT_WORLD_SCENE_H
#define AUK_TESTS_SUPPORT_WORLD_SCENE_H

#include "auk/world.h"

#include <string.h>

// The response if a body of this motion may have it, else to cross.
static inline AukResponse scene_response(AukMotion motion, AukResponse response)
{
    return motion == AUK_MOTION_SWEPT ? response : AUK_RESPONSE_CROSS;
}

static inline AukWorld *scene_world(void)
{
    return auk_world_create(NULL, NULL);
}

// A world that wraps around.
static inline AukWorld *scene_world_around(AukBox wrap)
{
    AukWorldDef def;
    memset(&def, 0, sizeof def);
    def.wrap = wrap;
    return auk_world_create(&def, NULL);
}

static inline AukBodyDef scene_def(AukMotion motion, AukShape shape, float x, float y)
{
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.motion = motion;
    def.shape = shape;
    def.position = auk_vec(x, y);
    return def;
}

static inline AukBodyId scene_body(AukWorld *world, AukMotion motion, AukShape shape, float x, float y)
{
    AukBodyDef def = scene_def(motion, shape, x, y);
    return auk_body_create(world, &def);
}

static inline AukBodyId scene_wall(AukWorld *world, float x, float y, float half_width, float half_height)
{
    return scene_body(world, AUK_MOTION_STATIC, auk_shape_box(half_width, half_height), x, y);
}

static inline AukBodyId scene_sensor(AukWorld *world, AukMotion motion, AukShape shape, float x, float y)
{
    AukBodyDef def = scene_def(motion, shape, x, y);
    def.sensor = true;
    return auk_body_create(world, &def);
}

static inline AukBodyId scene_bullet(AukWorld *world, AukShape shape, AukVec2 position, AukVec2 velocity,
                                     AukResponse response)
{
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, shape, position.x, position.y);
    def.velocity = velocity;
    def.response = response;
    return auk_body_create(world, &def);
}

// An area that does not move on its own: a moving body at rest.
static inline AukBodyId scene_ball(AukWorld *world, float x, float y, float radius)
{
    return scene_body(world, AUK_MOTION_MOVING, auk_shape_circle(radius), x, y);
}

static inline AukStatus scene_put(AukWorld *world, AukBodyId body, float x, float y)
{
    return auk_body_set_pose(world, body, auk_transform(auk_vec(x, y), 0.0f));
}

// All members of two contacts; their padding may differ.
static inline bool scene_same_contact(const AukContact *a, const AukContact *b)
{
    return auk_body_id_equal(a->body_a, b->body_a) && auk_body_id_equal(a->body_b, b->body_b) &&
           auk_shape_id_equal(a->shape_a, b->shape_a) && auk_shape_id_equal(a->shape_b, b->shape_b) &&
           a->child_a == b->child_a && a->child_b == b->child_b && a->began == b->began &&
           memcmp(&a->manifold, &b->manifold, sizeof a->manifold) == 0;
}

static inline int scene_events(const AukWorld *world, AukEventKind kind)
{
    return auk_world_events(world, kind).count;
}

// The number of pairs of solid shapes that touch and touched after the step before.
static inline int scene_persists(const AukWorld *world)
{
    AukContacts contacts = auk_world_contacts(world);
    int count = 0;
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        bool piece = i > 0 && auk_shape_id_equal(contact->shape_a, contact[-1].shape_a) &&
                     auk_shape_id_equal(contact->shape_b, contact[-1].shape_b);
        count += !piece && !contact->began;
    }
    return count;
}

static inline bool scene_lists(const AukWorld *world, AukShapeId sensor, AukShapeId shape)
{
    AukOverlaps overlaps = auk_world_shape_overlaps(world, sensor);
    for (int i = 0; i < overlaps.count; i++) {
        if (auk_shape_id_equal(overlaps.items[i].shape_b, shape)) {
            return true;
        }
    }
    return false;
}

// The number of pairs of a sensor and a shape that was in it after the step before; two sensors count once.
static inline int scene_stays(const AukWorld *world)
{
    AukOverlaps overlaps = auk_world_overlaps(world);
    int count = 0;
    for (int i = 0; i < overlaps.count; i++) {
        const AukOverlap *item = &overlaps.items[i];
        count += item->body_a.index < item->body_b.index || !scene_lists(world, item->shape_b, item->shape_a);
    }
    AukEvents enters = auk_world_events(world, AUK_EVENT_ENTER);
    for (int i = 0; i < enters.count; i++) {
        count -= scene_lists(world, enters.items[i].shape_a, enters.items[i].shape_b);
    }
    return count;
}

// In one number: begins, pairs that persist, ends, enters, stays and leaves as its decimal digits.
static inline int scene_tally(const AukWorld *world)
{
    const int digits[6] = {
        scene_events(world, AUK_EVENT_BEGIN), scene_persists(world), scene_events(world, AUK_EVENT_END),
        scene_events(world, AUK_EVENT_ENTER), scene_stays(world),    scene_events(world, AUK_EVENT_LEAVE)};
    int tally = 0;
    for (int i = 0; i < 6; i++) {
        tally = 10 * tally + digits[i];
    }
    return tally;
}

// The status of a step and the tally of its events; a refused step is minus its status.
static inline int scene_step(AukWorld *world, float dt)
{
    AukStatus status = auk_world_step(world, dt);
    return status ? -(int)status : scene_tally(world);
}

#endif
