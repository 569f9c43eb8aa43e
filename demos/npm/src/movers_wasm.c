// Characters and crowds. See auk_wasm.c.
#include "npm/src/auk_wasm.h"

#include <stdlib.h>
#include <string.h>

static AukMover js_mover;
static AukMoverContact js_mover_contacts[AUK_MOVER_CONTACT_MAX];
static AukMoverSensor js_mover_sensors[AUK_MOVER_SENSOR_MAX];
static AukCrowd *js_crowd;

// Floats in: position (2), angle, velocity (2), up (2), slope_limit, step_height, snap, support_pose (position, cosine,
// sine), dt. Words in: floating, floor, drop, support (2). The shape and the query are those that were set.
static void js_read_mover(void)
{
    const float *f = js_floats;
    const uint32_t *w = js_words;
    js_mover = (AukMover){.shape = js_shape, .query = js_query};
    js_mover.pose = auk_transform(auk_vec(f[0], f[1]), f[2]);
    js_mover.velocity = auk_vec(f[3], f[4]);
    js_mover.up = auk_vec(f[5], f[6]);
    js_mover.slope_limit = f[7];
    js_mover.step_height = f[8];
    js_mover.snap = f[9];
    js_mover.support_pose = (AukTransform){{f[10], f[11]}, {f[12], f[13]}};
    js_mover.floating = w[0] != 0;
    js_mover.floor = w[1] != 0;
    js_mover.drop = w[2] != 0;
    js_mover.support = js_body(w[3], w[4]);
}

// Floats out: position (2), velocity (2), floor normal (2), support velocity (2), support pose (4), wall normal (2),
// ceiling normal (2), moved (2). Words out: floor, wall, ceiling, stuck, support (2), drop, limit.
static void js_write_mover(void)
{
    const AukMover *m = &js_mover;
    const float floats[] = {m->pose.p.x,         m->pose.p.y,         m->velocity.x,         m->velocity.y,
                            m->floor_normal.x,   m->floor_normal.y,   m->support_velocity.x, m->support_velocity.y,
                            m->support_pose.p.x, m->support_pose.p.y, m->support_pose.q.c,   m->support_pose.q.s,
                            m->wall_normal.x,    m->wall_normal.y,    m->ceiling_normal.x,   m->ceiling_normal.y,
                            m->moved.x,          m->moved.y};
    const uint32_t words[] = {m->floor, m->wall, m->ceiling, m->stuck, m->support.index, m->support.generation,
                              m->drop,  m->limit};
    memcpy(js_floats, floats, sizeof floats);
    memcpy(js_words, words, sizeof words);
}

// Returns the number of contacts, or minus a status.
JS_CALL int js_world_move(const AukWorld *world)
{
    js_read_mover();
    int count = auk_world_move(world, &js_mover, js_floats[14], NULL, 0);
    js_write_mover();
    return count;
}

static AukMoveReport js_report(void)
{
    return (AukMoveReport){.contacts = js_mover_contacts,
                           .contact_capacity = AUK_MOVER_CONTACT_MAX,
                           .sensors = js_mover_sensors,
                           .sensor_capacity = AUK_MOVER_SENSOR_MAX};
}

// After the mover: the contacts and the sensors of the report as addresses and counts, in words 8 to 11.
static void js_write_report(const AukMoveReport *report)
{
    js_write_mover();
    js_words[8] = (uint32_t)(uintptr_t)report->contacts;
    js_words[9] = (uint32_t)report->contact_count;
    js_words[10] = (uint32_t)(uintptr_t)report->sensors;
    js_words[11] = (uint32_t)report->sensor_count;
}

JS_CALL int js_world_move_report(const AukWorld *world)
{
    js_read_mover();
    AukMoveReport report = js_report();
    AukStatus status = auk_world_move_report(world, &js_mover, js_floats[14], &report);
    js_write_report(&report);
    return (int)status;
}

JS_CALL int js_body_walk(AukWorld *world, uint32_t index, uint32_t generation)
{
    js_read_mover();
    AukMoveReport report = js_report();
    AukStatus status = auk_body_walk(world, js_body(index, generation), &js_mover, js_floats[14], &report);
    js_write_report(&report);
    return (int)status;
}

// ---- crowds ---------------------------------------------------------------------------------------------------------

// The members of a crowd; what is null is not given.
typedef struct JsCrowd {
    const AukShape *kinds;   // the shapes that members have
    const uint32_t *kind_of; // for each member
    AukVec2 *positions;      // in and out
    const float *angles, *weights;
    const AukBodyId *bodies;
    int count;
} JsCrowd;

static AukCrowdDef js_crowd_def(const JsCrowd *crowd, AukShape *shapes, AukTransform *poses)
{
    for (int i = 0; i < crowd->count; i++) {
        shapes[i] = crowd->kinds[crowd->kind_of[i]];
        poses[i] = auk_transform(crowd->positions[i], crowd->angles ? crowd->angles[i] : 0.0f);
    }
    return (AukCrowdDef){.count = crowd->count,
                         .shapes = shapes,
                         .poses = poses,
                         .weights = crowd->weights,
                         .query = js_query,
                         .bodies = crowd->bodies};
}

// Pushes the members apart, out of each other and of the solids of the world that the query finds; without a world if
// it is null. Returns the number of pairs that overlapped, or minus a status; positions are unchanged then.
JS_CALL int js_separate(const AukWorld *world, const JsCrowd *crowd, float strength, float dt)
{
    AukStatus status = AUK_OK;
    if (!js_crowd) {
        js_crowd = auk_crowd_create(&status);
    }
    size_t room = crowd->count > 0 ? (size_t)crowd->count : 1;
    AukShape *shapes = calloc(room, sizeof *shapes);
    AukTransform *poses = calloc(room, sizeof *poses);
    int answer = -(int)(status ? status : AUK_ERROR_OUT_OF_MEMORY);
    if (js_crowd && shapes && poses) {
        AukCrowdDef def = js_crowd_def(crowd, shapes, poses);
        def.world = world;
        def.strength = strength;
        def.dt = dt;
        answer = auk_crowd_separate(js_crowd, &def);
        for (int i = 0; i < crowd->count && answer >= 0; i++) {
            crowd->positions[i] = poses[i].p;
        }
    }
    free(shapes);
    free(poses);
    return answer;
}
