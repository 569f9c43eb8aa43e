// Bullets: small fast discs among thin walls. In each step every bullet starts at a random point in a random direction,
// so auk cannot reuse results of the step before. Walls are thinner than a hundredth of a bullet's path in a step.
#include "scenes/bullets.h"

#include "viewer/draw/view.h"

#include <stdlib.h>

static void add_walls(BulletsScene *scene)
{
    Setup setup = {.half = scene->half};
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        AukBodyDef def = bullets_wall(&setup, &scene->demo.random, i);
        AukBodyId wall = demo_add_body(&scene->demo, &def);
        if (scene->demo.status != AUK_OK) {
            return;
        }
        AukTransform pose = auk_body_get_pose(scene->demo.world, wall);
        scene->walls[i].box = exact_place_box(BULLETS_WALL_HALF_WIDTH, BULLETS_WALL_HALF_HEIGHT, pose);
    }
}

static void add_bullets(BulletsScene *scene)
{
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        AukBodyDef def = bullets_bullet(i, false);
        scene->flights[i].body = demo_add_body(&scene->demo, &def);
    }
}

static void destroy(Demo *demo)
{
    BulletsScene *scene = (BulletsScene *)demo;
    auk_world_destroy(demo->world);
    bullets_check_release(scene);
    free(scene->flights);
    free(scene->walls);
    free(scene);
}

static Demo *create(const DemoOptions *options)
{
    BulletsScene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) {
        return NULL;
    }
    scene->flights = calloc((size_t)options->bodies, sizeof *scene->flights);
    scene->walls = calloc((size_t)options->bodies, sizeof *scene->walls);
    if (scene->flights == NULL || scene->walls == NULL) {
        destroy(&scene->demo);
        return NULL;
    }
    demo_init(&scene->demo, options);
    scene->half = bullets_setup(options->bodies).half;
    add_walls(scene);
    add_bullets(scene);
    if (scene->demo.status == AUK_OK) {
        bullets_check_prepare(scene);
    }
    return &scene->demo;
}

// The flight holds the world's floats, and the path as their exact product.
static void fire(BulletsScene *scene, BulletsFlight *flight)
{
    Demo *demo = &scene->demo;
    float dt = demo->options.dt;
    float speed = dt > 0.0f ? BULLETS_PATH / dt : BULLETS_PATH;
    AukTransform pose = auk_transform_identity();
    pose.p = demo_random_in_square(&demo->random, scene->half);
    AukVec2 velocity = auk_vec_scale(speed, demo_random_direction(&demo->random));
    AukStatus posed = auk_body_set_pose(demo->world, flight->body, pose);
    AukStatus sped = auk_body_set_velocity(demo->world, flight->body, velocity);
    demo->status = posed != AUK_OK ? posed : sped;
    flight->start = (ExactVec){(double)pose.p.x, (double)pose.p.y};
    flight->path = (ExactVec){(double)velocity.x * (double)dt, (double)velocity.y * (double)dt};
}

static void prepare(Demo *demo)
{
    BulletsScene *scene = (BulletsScene *)demo;
    for (int i = 0; i < demo->options.bodies && demo->status == AUK_OK; i++) {
        fire(scene, &scene->flights[i]);
    }
}

// A part of the square, since bullets would be too small in all of it.
static AukVec2 extent(const Demo *demo)
{
    float half = ((const BulletsScene *)demo)->half;
    return auk_vec(half < 40.0f ? half : 40.0f, half < 30.0f ? half : 30.0f);
}

const DemoScene scene_bullets = {
    .name = "bullets",
    .title = "fast bullets among thin walls, every hit checked exactly",
    .bodies_text = "bullets, and as many walls",
    .defaults = {.seed = 1, .bodies = 10000, .dt = 1.0f / 60.0f},
    .frames = 20,
    .bodies_max = 1000000,
    .create = create,
    .prepare = prepare,
    .check = bullets_check,
    .destroy = destroy,
    .extent = extent,
    .overlays = 1u << OVERLAY_TRACES | 1u << OVERLAY_HITS,
};
