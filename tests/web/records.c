// Writes records for the tests of the time machine into a folder: records FOLDER
//   crowd.auk   300 steps of a crowd that changes; many calls between two steps
//   tail.auk    20 steps, and calls after the last
//   a.auk       60 steps; b.auk: the same but for one call before step 41, which gives body 7 another velocity
//   custom.auk  has a custom shape
//   calls.auk   no step at all
//   later.auk   the world of calls.auk, a step later
//   shorter.auk the first 200 steps of crowd.auk; long.auk: 4000 steps
#include "auk/auk.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATH_SIZE = 1000, BODIES = 60 };

static void require(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "records: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static uint32_t next_bits(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return *random >> 8;
}

static float next_float(uint32_t *random, float low, float high)
{
    return low + (high - low) * (float)next_bits(random) / 16777216.0f;
}

static void start(AukWorld *world, const char *folder, const char *name)
{
    char path[PATH_SIZE];
    require(snprintf(path, sizeof path, "%s/%s", folder, name) < PATH_SIZE, "the path is too long");
    require(auk_world_record_file(world, path) == AUK_OK, "a record cannot be written");
}

static void stop(AukWorld *world)
{
    require(auk_world_record_stop(world) == AUK_OK, "a record was not written");
    auk_world_destroy(world);
}

static AukBodyId add(AukWorld *world, uint32_t *random)
{
    AukShape shapes[] = {auk_shape_circle(0.4f), auk_shape_box(0.5f, 0.3f), auk_shape_ellipse(0.6f, 0.3f),
                         auk_shape_rounded(auk_shape_box(0.3f, 0.3f), 0.1f)};
    uint32_t kind = next_bits(random);
    AukBodyDef def = {0};
    def.motion = kind % 5 == 0 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
    def.response = def.motion == AUK_MOTION_SWEPT ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_CROSS;
    def.shape = shapes[kind / 8 % 4];
    def.sensor = kind % 7 == 0 && def.motion != AUK_MOTION_SWEPT;
    def.position = auk_vec(next_float(random, -9.0f, 9.0f), next_float(random, -5.0f, 5.0f));
    def.velocity = auk_vec(next_float(random, -4.0f, 4.0f), next_float(random, -4.0f, 4.0f));
    def.spin = next_float(random, -2.0f, 2.0f);
    return auk_body_create(world, &def);
}

// A room with things in it; `made` is null, or has BODIES ids.
static AukWorld *room(AukBodyId *made)
{
    static const AukVec2 sides[] = {{0.0f, -6.0f}, {0.0f, 6.0f}, {-10.0f, 0.0f}, {10.0f, 0.0f}};
    uint32_t random = 7;
    AukWorld *world = auk_world_create(NULL, NULL);
    for (int i = 0; i < 4; i++) {
        AukBodyDef wall = {0};
        wall.motion = AUK_MOTION_STATIC;
        wall.position = sides[i];
        wall.shape = i < 2 ? auk_shape_box(10.5f, 0.5f) : auk_shape_box(0.5f, 6.5f);
        require(!auk_body_id_is_null(auk_body_create(world, &wall)), "a wall");
    }
    for (int i = 0; i < BODIES; i++) {
        AukBodyId id = add(world, &random);
        require(!auk_body_id_is_null(id), "a body");
        if (made) {
            made[i] = id;
        }
    }
    return world;
}

static void step(AukWorld *world)
{
    require(auk_world_step(world, 1.0f / 60.0f) == AUK_OK, "a step");
}

static void change(AukWorld *world, AukBodyId *made, uint32_t *random)
{
    AukBodyId *one = &made[next_bits(random) % BODIES], other = made[next_bits(random) % BODIES];
    if (next_bits(random) % 3 == 0) {
        (void)auk_body_destroy(world, *one);
        *one = add(world, random);
    }
    (void)auk_body_set_user_data(world, other, next_bits(random));
    (void)auk_body_set_pose(world, other, auk_transform(auk_vec(next_float(random, -8.0f, 8.0f), 0.0f), 0.5f));
}

static void write_crowd(const char *folder, const char *name, int steps)
{
    static AukBodyId made[BODIES];
    uint32_t random = 99;
    AukWorld *world = room(made);
    start(world, folder, name);
    for (int i = 0; i < steps; i++) {
        change(world, made, &random);
        step(world);
    }
    stop(world);
}

static void write_tail(const char *folder)
{
    uint32_t random = 3;
    AukWorld *world = room(NULL);
    start(world, folder, "tail.auk");
    for (int i = 0; i < 20; i++) {
        step(world);
    }
    (void)add(world, &random);
    stop(world);
}

static void write_pair(const char *folder, const char *name, bool other)
{
    static AukBodyId made[BODIES];
    AukWorld *world = room(made);
    start(world, folder, name);
    for (int i = 1; i <= 60; i++) {
        if (i == 41) {
            (void)auk_body_set_velocity(world, made[3], auk_vec(other ? 1.5f : 1.25f, 2.0f));
        }
        step(world);
    }
    stop(world);
}

static void corner(const double direction[2], double point[2], const void *context)
{
    (void)context;
    point[0] = direction[0] < 0.0 ? -1.0 : 1.0;
    point[1] = direction[1] < 0.0 ? -1.0 : 1.0;
}

static void write_custom(const char *folder)
{
    AukCustomShape custom = {0};
    custom.support = corner;
    custom.bounds = (AukBox){{-1.0f, -1.0f}, {1.0f, 1.0f}};
    custom.number = 5;
    AukWorld *world = room(NULL);
    require(auk_world_register_custom(world, &custom) == AUK_OK, "the custom shape");
    AukBodyDef def = {0};
    def.motion = AUK_MOTION_MOVING;
    def.shape = auk_shape_custom(&custom, 0.0f);
    require(!auk_body_id_is_null(auk_body_create(world, &def)), "a body with the custom shape");
    start(world, folder, "custom.auk");
    step(world);
    stop(world);
}

static void write_calls(const char *folder, const char *name, bool later)
{
    uint32_t random = 3;
    AukWorld *world = room(NULL);
    if (later) {
        step(world);
    }
    start(world, folder, name);
    (void)add(world, &random);
    stop(world);
}

int main(int argc, char **argv)
{
    require(argc == 2, "which folder?");
    write_crowd(argv[1], "crowd.auk", 300);
    write_crowd(argv[1], "shorter.auk", 200);
    write_crowd(argv[1], "long.auk", 4000);
    write_tail(argv[1]);
    write_pair(argv[1], "a.auk", false);
    write_pair(argv[1], "b.auk", true);
    write_custom(argv[1]);
    write_calls(argv[1], "calls.auk", false);
    write_calls(argv[1], "later.auk", true);
    return EXIT_SUCCESS;
}
