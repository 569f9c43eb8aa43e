// Rays: a light among slowly rotating shapes. The lit area is drawn from ray casts in all directions. The check repeats
// some of them as casts at each shape alone, without the world.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

enum { RAY_COUNT = 720, KIND_COUNT = 5 };

#define HALF_WIDTH 32.0f
#define HALF_HEIGHT 18.0f
#define RAY_LENGTH 40.0f

// Difference of two fractions of a ray that float rounding may cause.
#define SLACK 1e-5f

typedef struct Rays {
    Demo demo;
    AukBodyId *figures;
    AukBodyId light;
    float ends[RAY_COUNT]; // fraction at which each ray ends
    int64_t rays;
    int64_t lit; // rays that hit a shape
} Rays;

static AukShape shape_of(int index, float size)
{
    switch (index % KIND_COUNT) {
    case 0: return auk_shape_circle(size);
    case 1: return auk_shape_box(size, 0.6f * size);
    case 2: return auk_shape_ellipse(size, 0.5f * size);
    case 3: return auk_shape_capsule(auk_vec(-size, 0.0f), auk_vec(size, 0.0f), 0.3f * size);
    default: return auk_shape_rounded(auk_shape_box(0.7f * size, 0.3f * size), 0.25f * size);
    }
}

static void add_figure(Rays *rays, int index)
{
    DemoRandom *random = &rays->demo.random;
    AukBodyDef def = {0};
    def.shape = shape_of(index, demo_random_between(random, 0.5f, 1.8f));
    def.position.x = demo_random_between(random, -HALF_WIDTH, HALF_WIDTH);
    def.position.y = demo_random_between(random, -HALF_HEIGHT, HALF_HEIGHT);
    def.angle = demo_random_angle(random);
    def.spin = demo_random_between(random, -0.8f, 0.8f);
    rays->figures[index] = demo_add_body(&rays->demo, &def);
}

static Demo *create(const DemoOptions *options)
{
    Rays *rays = demo_new(options, sizeof *rays, (size_t)options->bodies * sizeof *rays->figures);
    if (rays == NULL) {
        return NULL;
    }
    rays->figures = rays->demo.items;
    for (int i = 0; i < options->bodies; i++) {
        add_figure(rays, i);
    }
    AukBodyDef light = {.shape = auk_shape_circle(0.6f), .sensor = true, .velocity = {7.0f, 4.0f}};
    rays->light = demo_add_body(&rays->demo, &light);
    return &rays->demo;
}

static void prepare(Demo *demo)
{
    demo_keep_inside(demo, ((Rays *)demo)->light, HALF_HEIGHT);
}

static AukVec2 ray_delta(int index)
{
    AukRot q = auk_rot(6.28318531f / (float)RAY_COUNT * (float)index);
    return auk_vec(RAY_LENGTH * q.c, RAY_LENGTH * q.s);
}

static void cast_rays(Rays *rays)
{
    AukVec2 from = auk_body_get_pose(rays->demo.world, rays->light).p;
    for (int i = 0; i < RAY_COUNT; i++) {
        AukFound found;
        bool hit = auk_world_cast_ray(rays->demo.world, from, ray_delta(i), NULL, &found);
        rays->ends[i] = hit ? found.fraction : 1.0f;
    }
}

// The fraction of the first hit, by casts at each shape alone.
static float cast_at_each(const Rays *rays, AukVec2 from, AukVec2 delta)
{
    float first = 1.0f;
    for (int i = 0; i < rays->demo.options.bodies; i++) {
        AukShapeId id = auk_body_get_shape(rays->demo.world, rays->figures[i]);
        AukShape shape = auk_world_shape_get(rays->demo.world, id);
        AukCast cast = auk_cast_ray(&shape, auk_world_shape_get_pose(rays->demo.world, id), from, delta, NULL);
        first = cast.hit && cast.fraction < first ? cast.fraction : first;
    }
    return first;
}

static void check(Demo *demo)
{
    enum { EVERY = 16 };
    Rays *rays = (Rays *)demo;
    cast_rays(rays);
    AukVec2 from = auk_body_get_pose(demo->world, rays->light).p;
    for (int i = 0; i < RAY_COUNT; i++) {
        rays->rays++;
        rays->lit += rays->ends[i] < 1.0f;
    }
    for (int i = (int)(demo->totals.frames % EVERY); i < RAY_COUNT; i += EVERY) {
        float expected = cast_at_each(rays, from, ray_delta(i));
        demo->checks.missed += rays->ends[i] > expected + SLACK;
        demo->checks.false_hits += rays->ends[i] < expected - SLACK;
    }
}

static void report(const Demo *demo, FILE *stream)
{
    const Rays *rays = (const Rays *)demo;
    fprintf(stream, " rays=%lld lit=%lld", (long long)rays->rays, (long long)rays->lit);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH, HALF_HEIGHT);
}

// The lit area is a fan of triangles between neighbouring rays. A line along each ray covers the seams between them.
static void draw(Demo *demo, View *view)
{
    Rays *rays = (Rays *)demo;
    cast_rays(rays);
    AukVec2 from = auk_body_get_pose(demo->world, rays->light).p;
    AukVec2 centre = view_point(view, from);
    for (int i = 0; i < RAY_COUNT; i++) {
        int next = i + 1 < RAY_COUNT ? i + 1 : 0;
        AukVec2 fan[3] = {centre, auk_vec_add(from, auk_vec_scale(rays->ends[i], ray_delta(i))),
                          auk_vec_add(from, auk_vec_scale(rays->ends[next], ray_delta(next)))};
        fan[1] = view_point(view, fan[1]);
        fan[2] = view_point(view, fan[2]);
        canvas_polygon(&view->canvas, fan, 3, COLOR_LIT);
        canvas_line(&view->canvas, centre, fan[1], view->pixel, COLOR_LIT);
    }
    canvas_disc(&view->canvas, centre, 0.5f * view->camera.scale, COLOR_LIGHT);
}

const DemoScene scene_rays = {
    .name = "rays",
    .title = "a light and its shadows, by ray casts",
    .bodies_text = "shapes",
    .defaults = {.seed = 1, .bodies = 40, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 100000,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
    .draws_under = true,
    .help = {{"drag", "move the light or a shape"}},
};
