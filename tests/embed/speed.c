// Work for counting instructions: a crowd in which all bodies move, some of them swept, then rays. The folder's checks
// run it with the library and with auk.c.
#include <auk/auk.h>

#include <stdio.h>
#include <string.h>

enum { SIDE = 56, BODIES = SIDE * SIDE, STEPS = 12, RAYS = 2000 };

static void add_bodies(AukWorld *world)
{
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.position = auk_vec(1.3f * (float)(i % SIDE), 1.3f * (float)(i / SIDE));
        def.velocity = auk_vec(0.01f * (float)(i * 7 % 601) - 3.0f, 0.01f * (float)(i * 11 % 601) - 3.0f);
        def.spin = 0.001f * (float)(i % 997);
        def.shape = i % 3 == 0 ? auk_shape_box(0.4f, 0.3f) : auk_shape_circle(0.4f);
        def.motion = i % 16 == 5 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        auk_body_create(world, &def);
    }
}

int main(void)
{
    AukWorld *world = auk_world_create(NULL, NULL);
    if (!world) {
        return 1;
    }
    add_bodies(world);
    for (int i = 0; i < STEPS; i++) {
        auk_world_step(world, 1.0f / 60.0f);
    }
    int hits = 0;
    for (int i = 0; i < RAYS; i++) {
        AukFound found;
        float y = 0.05f * (float)(i % 1400);
        hits += auk_world_cast_ray(world, auk_vec(-1.0f, y), auk_vec(80.0f, 3.0f), NULL, &found) ? 1 : 0;
    }
    printf("%016llx %d\n", (unsigned long long)auk_world_hash(world), hits);
    auk_world_destroy(world);
    return 0;
}
