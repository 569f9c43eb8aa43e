// A world with a bit of everything, to compare builds of auk by what they compute. Prints hashes.
#include <auk/auk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 300, STEPS = 90 };

static unsigned state = 1;

static float any(float low, float high)
{
    state = state * 1664525u + 1013904223u;
    return low + (high - low) * (float)(state >> 8) / 16777216.0f;
}

/// x is drawn first: a C compiler may evaluate arguments in any order, and two compilers do.
static AukVec2 any_vec(float low_x, float high_x, float low_y, float high_y)
{
    float x = any(low_x, high_x);
    return auk_vec(x, any(low_y, high_y));
}

static AukShape shape_of(int i)
{
    static const AukVec2 kite[4] = {{-0.5f, 0.0f}, {0.0f, -0.75f}, {0.5f, 0.0f}, {0.0f, 0.25f}};
    switch (i % 6) {
    case 0: return auk_shape_circle(0.5f);
    case 1: return auk_shape_box(0.4f, 0.3f);
    case 2: return auk_shape_capsule(auk_vec(-0.3f, 0.0f), auk_vec(0.3f, 0.1f), 0.2f);
    case 3: return auk_shape_polygon(kite, 4, 0.0f);
    case 4: return auk_shape_ellipse(0.5f, 0.25f);
    default: return auk_shape_rounded(auk_shape_box(0.2f, 0.3f), 0.1f);
    }
}

static void add_ground(AukWorld *world)
{
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.motion = AUK_MOTION_STATIC;
    AukBodyId ground = auk_body_create(world, &def);
    AukVec2 points[33];
    for (int i = 0; i < 33; i++) {
        points[i] = auk_vec(32.0f - 2.0f * (float)i, any(-18.0f, -15.0f));
    }
    auk_body_add_chain(world, ground, points, 33, false, NULL);
    unsigned char cells[64 * 8];
    for (int i = 0; i < 64 * 8; i++) {
        cells[i] = (unsigned char)(any(0.0f, 4.0f) < 1.0f ? any(1.0f, (float)AUK_TILE_COUNT - 0.01f) : 0.0f);
    }
    AukTilesDef tiles = {64, 8, 1.0f, 0.0f, cells};
    AukShapeDef place;
    memset(&place, 0, sizeof place);
    place.position = auk_vec(-32.0f, -12.0f);
    auk_body_add_tiles(world, ground, &tiles, &place);
}

static void add_bodies(AukWorld *world)
{
    for (int i = 0; i < BODIES; i++) {
        AukBodyDef def;
        memset(&def, 0, sizeof def);
        def.position = any_vec(-20.0f, 20.0f, -15.0f, 15.0f);
        def.angle = any(0.0f, 6.0f);
        def.velocity = any_vec(-9.0f, 9.0f, -9.0f, 9.0f);
        def.spin = any(-3.0f, 3.0f);
        def.shape = shape_of(i);
        def.motion = i % 3 == 0 ? AUK_MOTION_SWEPT : AUK_MOTION_MOVING;
        def.response = i % 3 == 0 ? (AukResponse)(i / 3 % AUK_RESPONSE_COUNT) : AUK_RESPONSE_CROSS;
        def.sensor = i % 17 == 1;
        auk_body_create(world, &def);
    }
}

int main(void)
{
    AukStatus status = AUK_OK;
    AukWorld *world = auk_world_create(NULL, &status);
    if (!world) {
        printf("no world: %s\n", auk_status_text(status));
        return 1;
    }
    add_ground(world);
    add_bodies(world);
    AukMover hero;
    memset(&hero, 0, sizeof hero);
    hero.shape = auk_shape_capsule(auk_vec(0.0f, -0.4f), auk_vec(0.0f, 0.4f), 0.3f);
    hero.pose = auk_transform(auk_vec(0.0f, 12.0f), 0.0f);
    double found_sum = 0.0;
    for (int i = 0; i < STEPS; i++) {
        auk_world_step(world, 1.0f / 60.0f);
        hero.velocity = auk_vec(3.0f, hero.floor ? 0.0f : hero.velocity.y - 0.2f);
        auk_world_move(world, &hero, 1.0f / 60.0f, NULL, 0);
        AukFound found;
        AukVec2 start = any_vec(-30.0f, -30.0f, -15.0f, 15.0f);
        AukVec2 way = any_vec(60.0f, 60.0f, -5.0f, 5.0f);
        if (auk_world_cast_ray(world, start, way, NULL, &found)) {
            found_sum += (double)found.fraction;
        }
    }
    printf("%016llx %.9g %.9g %.17g\n", (unsigned long long)auk_world_hash(world), (double)hero.pose.p.x,
           (double)hero.pose.p.y, found_sum);
    auk_world_destroy(world);
    return 0;
}
