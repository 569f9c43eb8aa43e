// Worms: a level made of a picture, in which holes are dug. The mask is traced in chunks; each is simplified and
// becomes sections of chains, and digging traces only the chunks within reach again. Balls fall, roll and bounce. The
// check: no ball is inside the ground, and all chunks are what a trace of the whole level gives.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 256,
    HEIGHT = 144,
    CHUNK = 32, // squares on a side
    ACROSS = (WIDTH + CHUNK) / CHUNK,
    DOWN = (HEIGHT + CHUNK) / CHUNK,
    CHUNK_COUNT = ACROSS * DOWN,
    VERTICES_MAX = 2400, // every lattice edge of a chunk may be crossed
    LOOPS_MAX = 1200,
    LINES_MAX = 1200,
    BEDROCK = 4, // pixels at the sides and the bottom that stay
    DIG_EVERY = 12
};

#define CELL 0.25f
#define HALF_WIDTH (0.5f * CELL * (float)WIDTH)
#define HALF_HEIGHT (0.5f * CELL * (float)HEIGHT)
#define SIMPLIFY 0.06f // a quarter of a pixel
#define GRAVITY 20.0f
#define DIG_RADIUS 1.6f
#define DIG_SPEED 14.0f // of the digger, by keys
// Depth of an overlap that is a fault. The old line and the new one of a chunk are within SIMPLIFY of the traced
// outline each, so a new line may run deeper in a ball that rests there. With SIMPLIFY 0 no ball is deeper than 1e-3.
#define TOLERANCE (2.0f * SIMPLIFY + 1e-3f)
#define CATEGORY_BALL ((uint64_t)2)

typedef struct Chunk {
    AukMaskRegion region;
    AukOutlineSet set; // simplified; in the arrays below
    AukVec2 vertices[VERTICES_MAX];
    AukLoop loops[LOOPS_MAX];
    int hole_starts[LOOPS_MAX];
    AukShapeId shapes[LINES_MAX];
    int shape_count;
} Chunk;

typedef struct Ball {
    AukBodyId body;
    float radius;
} Ball;

typedef struct Worms {
    Demo demo;
    Ball *balls;
    uint8_t values[WIDTH * HEIGHT];
    AukMask mask;
    AukBodyId ground, digger;
    Chunk chunks[CHUNK_COUNT];
    Chunk again; // of the check
    AukVec2 points[2 * VERTICES_MAX];
    AukOutlineLine lines[LINES_MAX];
    bool manual;      // a key was pressed, or the digger was dragged: it no longer digs by itself
    bool dug;         // in this frame
    int64_t digs;     // holes
    int64_t retraced; // chunks, by digging
    int64_t inside;   // balls in the ground, summed over all frames
    int64_t stale;    // chunks that differ from a trace of the whole level
} Worms;

// ---- the level --------------------------------------------------------------------------------------------------

// A value whose interpolation reaches the threshold where `depth`, in pixels, is 0.
static uint8_t value_at_depth(float depth)
{
    float value = 127.5f + 60.0f * depth;
    return (uint8_t)(value < 0.0f ? 0.0f : value > 255.0f ? 255.0f : value);
}

static bool is_bedrock(int x, int y)
{
    return x < BEDROCK || x >= WIDTH - BEDROCK || y < BEDROCK;
}

static void paint_hills(Worms *worms)
{
    float phase = demo_random_angle(&worms->demo.random);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            float surface = 78.0f + 14.0f * auk_rot(0.045f * (float)x + phase).s + 5.0f * auk_rot(0.17f * (float)x).s;
            worms->values[y * WIDTH + x] = is_bedrock(x, y) ? 255 : value_at_depth(surface - (float)y);
        }
    }
}

// Removes a disc from the picture.
static void erase_disc(Worms *worms, AukVec2 centre, float radius)
{
    float cx = (centre.x + HALF_WIDTH) / CELL - 0.5f, cy = (centre.y + HALF_HEIGHT) / CELL - 0.5f;
    float reach = radius / CELL;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            float distance = auk_vec_length(auk_vec((float)x - cx, (float)y - cy));
            uint8_t value = value_at_depth(distance - reach);
            uint8_t *pixel = &worms->values[y * WIDTH + x];
            *pixel = !is_bedrock(x, y) && value < *pixel ? value : *pixel;
        }
    }
}

// ---- chunks -----------------------------------------------------------------------------------------------------

static void trace_chunk(const Worms *worms, Chunk *chunk, AukStatus *status)
{
    chunk->set = (AukOutlineSet){.vertices = chunk->vertices, .vertex_capacity = VERTICES_MAX, .loops = chunk->loops};
    chunk->set.hole_starts = chunk->hole_starts;
    chunk->set.loop_capacity = LOOPS_MAX;
    *status = *status ? *status : auk_outline_trace(&worms->mask, &chunk->region, &chunk->set);
    *status = *status ? *status : auk_outline_simplify(&chunk->set, SIMPLIFY);
}

// The chains of a chunk in the place of those it had.
static void build_chunk(Worms *worms, Chunk *chunk)
{
    Demo *demo = &worms->demo;
    for (int i = 0; i < chunk->shape_count && demo->status == AUK_OK; i++) {
        demo->status = auk_world_shape_remove(demo->world, chunk->shapes[i]);
    }
    chunk->shape_count = 0;
    trace_chunk(worms, chunk, &demo->status);
    AukOutlineLines lines = {worms->points, 2 * VERTICES_MAX, worms->lines, LINES_MAX, 0, 0};
    if (demo->status == AUK_OK) {
        demo->status = auk_outline_lines(&worms->mask, &chunk->region, &chunk->set, &lines);
    }
    for (int i = 0; i < lines.line_count && demo->status == AUK_OK; i++) {
        AukOutlineLine line = lines.lines[i];
        const AukVec2 *points = lines.points + line.first;
        chunk->shapes[chunk->shape_count++] =
            line.closed ? auk_body_add_chain(demo->world, worms->ground, points, line.count, true, NULL)
                        : auk_body_add_chain_section(demo->world, worms->ground, points, line.count, NULL);
        demo->status = auk_world_last_status(demo->world);
    }
}

static void set_regions(Worms *worms)
{
    for (int i = 0; i < CHUNK_COUNT; i++) {
        int x = i % ACROSS * CHUNK, y = i / ACROSS * CHUNK;
        int right = WIDTH + 1 - x, high = HEIGHT + 1 - y;
        worms->chunks[i].region = (AukMaskRegion){x, y, right < CHUNK ? right : CHUNK, high < CHUNK ? high : CHUNK};
    }
}

// Digs, and traces the chunks within one square of what changed.
static void dig(Worms *worms, AukVec2 centre, float radius)
{
    erase_disc(worms, centre, radius);
    float margin = radius + 2.0f * CELL; // values change up to two pixels around the hole
    int left = (int)((centre.x - margin + HALF_WIDTH) / CELL), right = (int)((centre.x + margin + HALF_WIDTH) / CELL);
    int low = (int)((centre.y - margin + HALF_HEIGHT) / CELL), high = (int)((centre.y + margin + HALF_HEIGHT) / CELL);
    for (int i = 0; i < CHUNK_COUNT; i++) {
        AukMaskRegion r = worms->chunks[i].region;
        if (left - 1 < r.x + r.width && right + 2 >= r.x && low - 1 < r.y + r.height && high + 2 >= r.y) {
            build_chunk(worms, &worms->chunks[i]);
            worms->retraced++;
        }
    }
    worms->digs++;
    worms->dug = true;
}

// ---- bodies -----------------------------------------------------------------------------------------------------

static void add_ball(Worms *worms, int index)
{
    Demo *demo = &worms->demo;
    float radius = demo_random_between(&demo->random, 0.25f, 0.7f);
    float x = demo_random_between(&demo->random, 2.5f - HALF_WIDTH, HALF_WIDTH - 2.5f);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .shape = auk_shape_circle(radius)};
    def.position = auk_vec(x, demo_random_between(&demo->random, 0.55f, 0.95f) * HALF_HEIGHT);
    def.response = index % 3 == 0 ? AUK_RESPONSE_BOUNCE : AUK_RESPONSE_SLIDE;
    def.bounce_loss = index % 3 == 0 ? 0.4f : 0.0f;
    def.filter = (AukFilter){.category = CATEGORY_BALL, .ignore = CATEGORY_BALL};
    worms->balls[index] = (Ball){demo_add_body(demo, &def), radius};
}

static Demo *create(const DemoOptions *options)
{
    Worms *worms = demo_new(options, sizeof *worms, (size_t)options->bodies * sizeof *worms->balls);
    if (worms == NULL) {
        return NULL;
    }
    Demo *demo = &worms->demo;
    worms->balls = demo->items;
    worms->mask =
        (AukMask){.values = worms->values, .width = WIDTH, .height = HEIGHT, .threshold = 128, .smooth = true};
    worms->mask.origin = auk_vec(-HALF_WIDTH, -HALF_HEIGHT);
    worms->mask.cell = CELL;
    paint_hills(worms);
    for (int i = 0; i < 24; i++) {
        AukVec2 at = demo_random_in_square(&demo->random, 1.0f);
        float radius = demo_random_between(&demo->random, 0.6f, 2.2f);
        erase_disc(worms, auk_vec(at.x * HALF_WIDTH, -6.0f + 9.0f * at.y), radius);
    }
    AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
    worms->ground = demo_add_body(demo, &ground);
    set_regions(worms);
    for (int i = 0; i < CHUNK_COUNT; i++) {
        build_chunk(worms, &worms->chunks[i]);
    }
    AukBodyDef digger = {.shape = auk_shape_circle(DIG_RADIUS), .sensor = true};
    digger.filter.ignore = CATEGORY_BALL;
    digger.position = auk_vec(0.0f, 0.6f * HALF_HEIGHT);
    worms->digger = demo_add_body(demo, &digger);
    for (int i = 0; i < options->bodies; i++) {
        add_ball(worms, i);
    }
    return demo;
}

// ---- the game ---------------------------------------------------------------------------------------------------

static void move_digger(Worms *worms, AukVec2 to)
{
    Demo *demo = &worms->demo;
    if (demo->status == AUK_OK) {
        demo->status = auk_body_set_pose(demo->world, worms->digger, auk_transform(to, 0.0f));
    }
}

// Under a ball.
static void dig_by_itself(Worms *worms)
{
    Demo *demo = &worms->demo;
    const Ball *ball = &worms->balls[demo_random_below(&demo->random, demo->options.bodies)];
    AukVec2 at = auk_body_get_pose(demo->world, ball->body).p;
    AukVec2 offset = auk_vec_scale(1.5f, demo_random_in_disc(&demo->random));
    at = auk_vec(at.x + offset.x, at.y + offset.y - 1.5f);
    move_digger(worms, at);
    dig(worms, at, DIG_RADIUS);
}

static void dig_by_keys(Worms *worms)
{
    Demo *demo = &worms->demo;
    const bool *held = demo->input.held;
    AukVec2 way = auk_vec((float)held[DEMO_KEY_RIGHT] - (float)held[DEMO_KEY_LEFT],
                          (float)held[DEMO_KEY_UP] - (float)held[DEMO_KEY_DOWN]);
    AukVec2 at = auk_body_get_pose(demo->world, worms->digger).p;
    if (way.x != 0.0f || way.y != 0.0f || held['x']) {
        worms->manual = true;
        at = auk_vec_add(at, auk_vec_scale(DIG_SPEED * demo->options.dt, way));
        at.x = fminf(fmaxf(at.x, -HALF_WIDTH), HALF_WIDTH);
        at.y = fminf(fmaxf(at.y, -HALF_HEIGHT), HALF_HEIGHT);
        move_digger(worms, at);
    }
    if (held['x'] && demo->totals.frames % 4 == 0) {
        dig(worms, at, DIG_RADIUS);
    }
}

static void prepare(Demo *demo)
{
    Worms *worms = (Worms *)demo;
    worms->dug = false;
    dig_by_keys(worms);
    if (!worms->manual && demo->totals.frames % DIG_EVERY == DIG_EVERY - 1) {
        dig_by_itself(worms);
    }
    for (int i = 0; i < demo->options.bodies && demo->status == AUK_OK; i++) {
        AukVec2 velocity = auk_body_get_velocity(demo->world, worms->balls[i].body);
        velocity.y -= GRAVITY * demo->options.dt;
        demo->status = auk_body_set_velocity(demo->world, worms->balls[i].body, velocity);
    }
}

// The digger was dragged.
static void moved(Demo *demo, AukBodyId body)
{
    Worms *worms = (Worms *)demo;
    if (body.index == worms->digger.index) {
        worms->manual = true;
        dig(worms, auk_body_get_pose(demo->world, body).p, DIG_RADIUS);
    }
}

// ---- the check --------------------------------------------------------------------------------------------------

static bool is_along_frame(const AukBox *frame, AukVec2 a, AukVec2 b)
{
    return (a.x == b.x && (a.x == frame->min.x || a.x == frame->max.x)) ||
           (a.y == b.y && (a.y == frame->min.y || a.y == frame->max.y));
}

// True if the disc overlaps an outline of the chunk, or its centre is within one.
static bool is_in_ground(const Chunk *chunk, AukVec2 centre, float radius)
{
    bool solid = false;
    for (int i = 0; i < chunk->set.loop_count; i++) {
        const AukVec2 *vertices = chunk->vertices + chunk->loops[i].first;
        for (int k = 0; k < chunk->loops[i].count; k++) {
            AukVec2 a = vertices[k], b = vertices[(k + 1) % chunk->loops[i].count];
            double dx = (double)b.x - a.x, dy = (double)b.y - a.y, px = (double)centre.x - a.x,
                   py = (double)centre.y - a.y;
            double t = fmin(fmax((px * dx + py * dy) / (dx * dx + dy * dy), 0.0), 1.0);
            double x = px - t * dx, y = py - t * dy, reach = (double)radius - (double)TOLERANCE;
            if (!is_along_frame(&chunk->set.frame, a, b) && x * x + y * y < reach * reach) {
                return true;
            }
            if ((a.y > centre.y) != (b.y > centre.y) && (dx * py - dy * px > 0.0) == (dy > 0.0)) {
                solid = !solid;
            }
        }
    }
    return solid;
}

static bool is_ball_inside(const Worms *worms, const Ball *ball)
{
    AukVec2 centre = auk_body_get_pose(worms->demo.world, ball->body).p;
    AukBox box = auk_box(auk_vec(centre.x - ball->radius, centre.y - ball->radius),
                         auk_vec(centre.x + ball->radius, centre.y + ball->radius));
    for (int i = 0; i < CHUNK_COUNT; i++) {
        if (auk_box_overlap(worms->chunks[i].set.frame, box) && is_in_ground(&worms->chunks[i], centre, ball->radius)) {
            return true;
        }
    }
    return centre.y < -HALF_HEIGHT || fabsf(centre.x) > HALF_WIDTH;
}

static bool is_stale(Worms *worms, const Chunk *chunk)
{
    Chunk *again = &worms->again;
    again->region = chunk->region;
    trace_chunk(worms, again, &worms->demo.status);
    const AukOutlineSet *a = &chunk->set, *b = &again->set;
    return a->vertex_count != b->vertex_count || a->loop_count != b->loop_count ||
           memcmp(a->vertices, b->vertices, (size_t)a->vertex_count * sizeof *a->vertices) != 0 ||
           memcmp(a->loops, b->loops, (size_t)a->loop_count * sizeof *a->loops) != 0;
}

static void check(Demo *demo)
{
    Worms *worms = (Worms *)demo;
    int64_t faults = 0;
    for (int i = 0; i < demo->options.bodies; i++) {
        bool inside = is_ball_inside(worms, &worms->balls[i]);
        worms->inside += inside;
        faults += inside;
    }
    for (int i = 0; i < CHUNK_COUNT && worms->dug; i++) {
        bool stale = is_stale(worms, &worms->chunks[i]);
        worms->stale += stale;
        faults += stale;
    }
    demo->checks.missed += faults;
}

static void report(const Demo *demo, FILE *stream)
{
    const Worms *worms = (const Worms *)demo;
    fprintf(stream, " digs=%lld retraced=%lld inside=%lld stale=%lld", (long long)worms->digs,
            (long long)worms->retraced, (long long)worms->inside, (long long)worms->stale);
}

// ---- the drawing ------------------------------------------------------------------------------------------------

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH, HALF_HEIGHT);
}

static void draw_loop(View *view, const Chunk *chunk, int loop, int *indices, AukPiece *pieces)
{
    const AukLoop *outer = &chunk->loops[loop];
    const AukVec2 *points = chunk->vertices + outer->first;
    AukDecomposition out = {indices, 6 * VERTICES_MAX, pieces, 3 * VERTICES_MAX, 0, 0, 0, 0};
    if (auk_decompose(points, outer->point_count, chunk->hole_starts + loop + 1, outer->hole_count, &out) != AUK_OK) {
        return;
    }
    for (int i = 0; i < out.piece_count; i++) {
        AukVec2 corners[VERTICES_MAX];
        for (int k = 0; k < pieces[i].count; k++) {
            corners[k] = view_point(view, points[indices[pieces[i].first + k]]);
        }
        canvas_polygon(&view->canvas, corners, pieces[i].count, canvas_fade(COLOR_STATIC, 90));
    }
}

static void draw(Demo *demo, View *view)
{
    const Worms *worms = (const Worms *)demo;
    static int indices[6 * VERTICES_MAX];
    static AukPiece pieces[3 * VERTICES_MAX];
    int edges = 0;
    for (int i = 0; i < CHUNK_COUNT; i++) {
        const Chunk *chunk = &worms->chunks[i];
        for (int k = 0; k < chunk->set.loop_count; k++) {
            if (chunk->loops[k].outer == k) {
                draw_loop(view, chunk, k, indices, pieces);
            }
        }
        edges += chunk->set.vertex_count;
        AukVec2 low = view_point(view, chunk->set.frame.min), high = view_point(view, chunk->set.frame.max);
        const AukVec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
        canvas_outline(&view->canvas, corners, 4, view->pixel, canvas_fade(COLOR_STRIP, 120));
    }
    view_note(view, COLOR_TEXT, "%lld holes; %.1f of %d chunks traced again for each; %d vertices in all",
              (long long)worms->digs, worms->digs > 0 ? (double)worms->retraced / (double)worms->digs : 0.0,
              (int)CHUNK_COUNT, edges);
}

const DemoScene scene_worms = {
    .name = "worms",
    .title = "a level made of a picture, in which holes are dug",
    .bodies_text = "balls",
    .defaults = {.seed = 1, .bodies = 40, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = 2000,
    .dt_max = 0.1f,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
    .moved = moved,
    .draws_under = true,
    .help = {{"Arrow keys", "move the digger"}, {"X", "dig"}, {"Mouse", "drag the digger"}},
};
