// Cutout: the alpha of a picture as bodies. It is traced where the values pass the threshold, simplified, and given to
// auk_body_add_outline() with its hole. The check asks the world about pixel centres, wherever the bodies are.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <string.h>

enum { SIDE = 48, VERTICES_MAX = 1024, LOOPS_MAX = 16, POINTS_PER_FRAME = 64, MARGIN = 2 };

#define CELL 0.0625f
#define HALF 12.0f
#define SIMPLIFY (0.25f * CELL)

typedef struct Cutout {
    Demo demo;
    AukBodyId *bodies;
    uint8_t alpha[SIDE * SIDE];
    AukMask mask;
    AukOutlineSet set;
    AukVec2 vertices[VERTICES_MAX];
    AukLoop loops[LOOPS_MAX];
    int hole_starts[LOOPS_MAX];
    int64_t wrong; // pixels on the wrong side of the outline
    int64_t tested;
} Cutout;

// ---- the picture ------------------------------------------------------------------------------------------------

// How far a pixel is inside an ellipse, about, in pixels.
static float depth_in(float x, float y, AukVec2 centre, AukVec2 half)
{
    float distance = auk_vec_length(auk_vec((x - centre.x) / half.x, (y - centre.y) / half.y));
    return (1.0f - distance) * (half.x < half.y ? half.x : half.y);
}

// A bird: body, head, beak and foot, with an eye cut out.
static float depth_of_pixel(float x, float y)
{
    const AukVec2 centres[4] = {{20.0f, 19.0f}, {31.0f, 33.0f}, {40.0f, 32.0f}, {22.0f, 5.0f}};
    const AukVec2 halves[4] = {{12.0f, 15.0f}, {8.0f, 8.0f}, {7.0f, 2.5f}, {8.0f, 2.5f}};
    float depth = -1000.0f;
    for (int i = 0; i < 4; i++) {
        float here = depth_in(x, y, centres[i], halves[i]);
        depth = here > depth ? here : depth;
    }
    float eye = -depth_in(x, y, auk_vec(33.0f, 35.0f), auk_vec(2.5f, 2.5f));
    return eye < depth ? eye : depth;
}

static void paint(Cutout *cutout)
{
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            float value = 127.5f + 100.0f * depth_of_pixel((float)x, (float)y);
            cutout->alpha[y * SIDE + x] = (uint8_t)(value < 0.0f ? 0.0f : value > 255.0f ? 255.0f : value);
        }
    }
}

// ---- the bodies -------------------------------------------------------------------------------------------------

static void trace(Cutout *cutout)
{
    Demo *demo = &cutout->demo;
    cutout->mask = (AukMask){.values = cutout->alpha, .width = SIDE, .height = SIDE, .threshold = 128, .smooth = true};
    cutout->mask.origin = auk_vec(-0.5f * CELL * (float)SIDE, -0.5f * CELL * (float)SIDE);
    cutout->mask.cell = CELL;
    cutout->set =
        (AukOutlineSet){.vertices = cutout->vertices, .vertex_capacity = VERTICES_MAX, .loops = cutout->loops};
    cutout->set.hole_starts = cutout->hole_starts;
    cutout->set.loop_capacity = LOOPS_MAX;
    if (demo->status == AUK_OK) {
        demo->status = auk_outline_trace(&cutout->mask, NULL, &cutout->set);
    }
    if (demo->status == AUK_OK) {
        demo->status = auk_outline_simplify(&cutout->set, SIMPLIFY);
    }
}

static void add_bird(Cutout *cutout, int index)
{
    Demo *demo = &cutout->demo;
    AukBodyDef def = {.position = demo_random_in_square(&demo->random, HALF)};
    def.angle = demo_random_angle(&demo->random);
    def.velocity = auk_vec_scale(3.0f, demo_random_in_disc(&demo->random));
    def.spin = demo_random_between(&demo->random, -1.0f, 1.0f);
    cutout->bodies[index] = demo_add_body(demo, &def);
    for (int i = 0; i < cutout->set.loop_count && demo->status == AUK_OK; i++) {
        const AukLoop *loop = &cutout->loops[i];
        if (loop->outer == i) {
            auk_body_add_outline(demo->world, cutout->bodies[index], cutout->vertices + loop->first, loop->point_count,
                                 cutout->hole_starts + i + 1, loop->hole_count, NULL);
            demo->status = auk_world_last_status(demo->world);
        }
    }
}

static Demo *create(const DemoOptions *options)
{
    Cutout *cutout = demo_new(options, sizeof *cutout, (size_t)options->bodies * sizeof *cutout->bodies);
    if (cutout == NULL) {
        return NULL;
    }
    cutout->bodies = cutout->demo.items;
    paint(cutout);
    trace(cutout);
    for (int i = 0; i < options->bodies; i++) {
        add_bird(cutout, i);
    }
    return &cutout->demo;
}

static void prepare(Demo *demo)
{
    Cutout *cutout = (Cutout *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, cutout->bodies[i], HALF);
    }
}

// ---- the check --------------------------------------------------------------------------------------------------

static bool is_opaque(const Cutout *cutout, int x, int y)
{
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE && cutout->alpha[y * SIDE + x] >= 128;
}

// All pixels around have the same side, so the tolerance of the outline does not matter.
static bool is_clear(const Cutout *cutout, int x, int y)
{
    for (int i = x - MARGIN; i <= x + MARGIN; i++) {
        for (int k = y - MARGIN; k <= y + MARGIN; k++) {
            if (is_opaque(cutout, i, k) != is_opaque(cutout, x, y)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_in_body(const Demo *demo, AukBodyId body, AukVec2 point)
{
    AukFound found[64];
    int count = auk_world_overlap_point(demo->world, point, NULL, found, 64);
    for (int i = 0; i < count; i++) {
        if (found[i].body.index == body.index) {
            return true;
        }
    }
    return false;
}

// The pixels tested are counted off, not drawn by lot: the check must not change what follows.
static void check(Demo *demo)
{
    Cutout *cutout = (Cutout *)demo;
    for (int i = 0; i < POINTS_PER_FRAME; i++) {
        int64_t number = (demo->totals.frames * POINTS_PER_FRAME + i) * 37;
        int x = (int)(number % SIDE), y = (int)(number / SIDE % SIDE);
        AukBodyId body = cutout->bodies[number % demo->options.bodies];
        AukVec2 local =
            auk_vec(((float)x + 0.5f - 0.5f * (float)SIDE) * CELL, ((float)y + 0.5f - 0.5f * (float)SIDE) * CELL);
        AukVec2 point = auk_transform_apply(auk_body_get_pose(demo->world, body), local);
        if (is_clear(cutout, x, y)) {
            bool wrong = is_in_body(demo, body, point) != is_opaque(cutout, x, y);
            cutout->wrong += wrong;
            demo->checks.missed += wrong;
            cutout->tested++;
        }
    }
}

static void report(const Demo *demo, FILE *stream)
{
    const Cutout *cutout = (const Cutout *)demo;
    fprintf(stream, " vertices=%d loops=%d tested=%lld wrong=%lld", cutout->set.vertex_count, cutout->set.loop_count,
            (long long)cutout->tested, (long long)cutout->wrong);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF + 2.0f, HALF + 2.0f);
}

// The picture itself, and its outline as it was traced.
static void draw(Demo *demo, View *view)
{
    const Cutout *cutout = (const Cutout *)demo;
    float size = 5.0f * view->pixel, left = 16.0f * view->pixel, top = view->camera.top + 60.0f * view->pixel;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            canvas_rectangle(&view->canvas, left + size * (float)x, top + size * (float)(SIDE - 1 - y), size, size,
                             canvas_fade(COLOR_TEXT, cutout->alpha[y * SIDE + x]));
        }
    }
    for (int i = 0; i < cutout->set.loop_count; i++) {
        AukVec2 corners[VERTICES_MAX];
        for (int k = 0; k < cutout->loops[i].count; k++) {
            AukVec2 p = auk_vec_sub(cutout->vertices[cutout->loops[i].first + k], cutout->mask.origin);
            corners[k] = auk_vec(left + size * p.x / CELL, top + size * ((float)SIDE - p.y / CELL));
        }
        canvas_outline(&view->canvas, corners, cutout->loops[i].count, 2.0f * view->pixel, COLOR_TOUCHING);
    }
    view_note(view, COLOR_TEXT, "the alpha of %d x %d pixels, %d vertices in %d loops", SIDE, SIDE,
              cutout->set.vertex_count, cutout->set.loop_count);
}

const DemoScene scene_cutout = {
    .name = "cutout",
    .title = "the alpha of a picture as bodies",
    .bodies_text = "bodies",
    .defaults = {.seed = 1, .bodies = 24, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 2000,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
};
