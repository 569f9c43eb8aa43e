// Aiming: for each grenade in the hand the path that it would take is predicted and drawn, with its bounces and hits.
// Then it is thrown, and has to follow that line. The check compares its pose after every step with the end of the leg
// that was predicted for it, bit by bit.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <string.h>

enum { AIMING = 30, FLIGHT = 210, ROUND = AIMING + FLIGHT, BOUNCES = 7, BLOCK_COUNT = 11 };

#define HALF_WIDTH 20.0f
#define HALF_HEIGHT 11.25f
#define WALL 0.5f

static const AukVec2 hand = {-17.0f, -7.0f};
static const AukVec2 gravity = {0.0f, -20.0f};

// A grenade, and the answer to where it will go.
typedef struct Throw {
    AukBodyId body;
    AukPredictWork *work; // holds the legs and hits of `line`
    AukPredict question;
    AukPredicted line;
    int leg;  // the first one that is still ahead
    int hits; // so far
} Throw;

typedef struct Aim {
    Demo demo;
    Throw *throws;
    int64_t steps; // on which a grenade was compared
    int64_t off;   // those at whose end it was not where it had been predicted
    int64_t bounces;
    int64_t unpredicted; // hits more or fewer than predicted, summed over all flights
} Aim;

static void add_block(Demo *demo, AukShape shape, AukVec2 at, float angle)
{
    AukBodyDef def = {.motion = AUK_MOTION_STATIC, .shape = shape, .position = at, .angle = angle};
    demo_add_body(demo, &def);
}

static void add_arena(Demo *demo)
{
    for (int side = -1; side <= 1; side += 2) {
        add_block(demo, auk_shape_box(HALF_WIDTH, WALL), auk_vec(0.0f, (float)side * (HALF_HEIGHT - WALL)), 0.0f);
        add_block(demo, auk_shape_box(WALL, HALF_HEIGHT), auk_vec((float)side * (HALF_WIDTH - WALL), 0.0f), 0.0f);
    }
    for (int i = 0; i < BLOCK_COUNT; i++) {
        float size = demo_random_between(&demo->random, 0.6f, 1.5f);
        AukVec2 at = {-9.0f + 2.5f * (float)i, demo_random_between(&demo->random, -8.0f, 7.0f)};
        AukShape shape = i % 3 == 0 ? auk_shape_circle(size) : auk_shape_box(size, 0.4f * size);
        add_block(demo, shape, at, demo_random_angle(&demo->random));
    }
}

static void add_grenade(Aim *aim, int index)
{
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .position = hand, .response = AUK_RESPONSE_BOUNCE, .disabled = true};
    def.shape = index % 2 ? auk_shape_rounded(auk_shape_box(0.25f, 0.15f), 0.1f) : auk_shape_circle(0.3f);
    def.bounce_loss = 0.2f;
    def.filter.group = 1; // they do not meet each other: what moves is not predicted
    Throw *grenade = &aim->throws[index];
    grenade->body = demo_add_body(&aim->demo, &def);
    grenade->work = auk_predict_work_create(&aim->demo.status);
}

static Demo *create(const DemoOptions *options)
{
    Aim *aim = demo_new(options, sizeof *aim, (size_t)options->bodies * sizeof *aim->throws);
    if (aim == NULL) {
        return NULL;
    }
    aim->throws = aim->demo.items;
    add_arena(&aim->demo);
    for (int i = 0; i < options->bodies && aim->demo.status == AUK_OK; i++) {
        add_grenade(aim, i);
    }
    return &aim->demo;
}

static void destroy(Demo *demo)
{
    Aim *aim = (Aim *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        auk_predict_work_destroy(aim->throws[i].work);
    }
    demo_destroy(demo);
}

// ---- the game -------------------------------------------------------------------------------------------------------

static AukStatus aim_at(Demo *demo, Throw *grenade)
{
    AukStatus status = auk_body_set_enabled(demo->world, grenade->body, false);
    status = status ? status : auk_body_set_bounces(demo->world, grenade->body, BOUNCES);
    grenade->question = (AukPredict){.dt = demo->options.dt, .steps = FLIGHT, .with_pose = true, .with_velocity = true};
    grenade->question.pose = auk_transform(hand, demo_random_angle(&demo->random));
    AukRot direction = auk_rot(demo_random_between(&demo->random, 0.1f, 1.3f));
    float speed = demo_random_between(&demo->random, 16.0f, 30.0f);
    grenade->question.velocity = auk_rot_apply(direction, auk_vec(speed, 0.0f));
    grenade->question.spin = demo_random_between(&demo->random, -12.0f, 12.0f);
    grenade->question.acceleration = gravity;
    grenade->leg = grenade->hits = 0;
    grenade->line = (AukPredicted){0};
    status = status ? status : auk_body_set_pose(demo->world, grenade->body, grenade->question.pose);
    status = status ? status : auk_body_set_velocity(demo->world, grenade->body, auk_vec(0.0f, 0.0f));
    status = status ? status : auk_body_set_spin(demo->world, grenade->body, 0.0f);
    return status ? status
                  : auk_world_predict(demo->world, grenade->work, grenade->body, &grenade->question, &grenade->line);
}

static AukStatus throw_it(Demo *demo, const Throw *grenade)
{
    AukStatus status = auk_body_set_enabled(demo->world, grenade->body, true);
    status = status ? status : auk_body_set_velocity(demo->world, grenade->body, grenade->question.velocity);
    return status ? status : auk_body_set_spin(demo->world, grenade->body, grenade->question.spin);
}

// The number of the coming step in its flight; below 0 while the grenades are in the hand.
static int step_of(const Demo *demo)
{
    return (int)(demo->totals.frames % ROUND) - AIMING;
}

static void prepare(Demo *demo)
{
    Aim *aim = (Aim *)demo;
    int step = step_of(demo);
    for (int i = 0; i < demo->options.bodies && demo->status == AUK_OK; i++) {
        Throw *grenade = &aim->throws[i];
        if (step == -AIMING) {
            demo->status = aim_at(demo, grenade);
        } else if (step == 0) {
            demo->status = throw_it(demo, grenade);
        }
        if (demo->status == AUK_OK && step >= 0 && step < grenade->line.steps) {
            AukVec2 velocity = auk_body_get_velocity(demo->world, grenade->body);
            velocity = auk_vec_add_scaled(velocity, demo->options.dt, gravity);
            demo->status = auk_body_set_velocity(demo->world, grenade->body, velocity);
        }
    }
}

// ---- the check ------------------------------------------------------------------------------------------------------

static int hits_of(const Demo *demo, AukBodyId body)
{
    AukHits hits = auk_world_hits(demo->world);
    int count = 0;
    for (int i = 0; i < hits.count; i++) {
        count += auk_body_id_equal(hits.items[i].body_a, body);
    }
    return count;
}

// The pose that was predicted for the end of a step: that of the last leg which begins before it.
static AukTransform predicted_pose(Throw *grenade, int step)
{
    float end = (float)((double)grenade->question.dt * ((double)step + 1.0));
    const AukLegs *legs = &grenade->line.legs;
    while (grenade->leg + 1 < legs->count && legs->items[grenade->leg + 1].end <= end) {
        grenade->leg++;
    }
    return legs->items[grenade->leg].to;
}

static void check(Demo *demo)
{
    Aim *aim = (Aim *)demo;
    int now = (int)((demo->totals.frames - 1) % ROUND) - AIMING; // the step that was made
    for (int i = 0; i < demo->options.bodies; i++) {
        Throw *grenade = &aim->throws[i];
        if (now < 0 || now >= grenade->line.steps) {
            continue;
        }
        AukTransform pose = auk_body_get_pose(demo->world, grenade->body), expected = predicted_pose(grenade, now);
        bool off = memcmp(&pose, &expected, sizeof pose) != 0;
        grenade->hits += hits_of(demo, grenade->body);
        bool last = now + 1 == grenade->line.steps;
        bool miscounted = last && grenade->hits != grenade->line.hits.count;
        aim->steps++;
        aim->off += off;
        aim->bounces += last ? grenade->hits : 0;
        aim->unpredicted += miscounted;
        demo->checks.missed += off || miscounted;
    }
}

static void report(const Demo *demo, FILE *stream)
{
    const Aim *aim = (const Aim *)demo;
    fprintf(stream, " compared=%lld off=%lld bounces=%lld unpredicted=%lld", (long long)aim->steps, (long long)aim->off,
            (long long)aim->bounces, (long long)aim->unpredicted);
}

// ---- drawing --------------------------------------------------------------------------------------------------------

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH, HALF_HEIGHT);
}

static void draw_line(const Throw *grenade, View *view)
{
    const AukPredicted *line = &grenade->line;
    for (int i = 0; i < line->legs.count; i++) {
        const AukLeg *leg = &line->legs.items[i];
        canvas_line(&view->canvas, view_point(view, leg->from.p), view_point(view, leg->to.p), 2.0f * view->pixel,
                    canvas_fade(COLOR_SWEPT, 0x90));
    }
    for (int i = 0; i < line->hits.count; i++) {
        const AukHit *hit = &line->hits.items[i].hit;
        AukVec2 at = view_point(view, hit->point), out = auk_vec_sub(hit->point, auk_vec_scale(0.8f, hit->normal));
        canvas_ring(&view->canvas, at, 5.0f * view->pixel, 2.0f * view->pixel, COLOR_HIT);
        canvas_arrow(&view->canvas, at, view_point(view, out), view->pixel, COLOR_HIT);
    }
    canvas_ring(&view->canvas, view_point(view, line->pose.p), 8.0f * view->pixel, 2.0f * view->pixel, COLOR_SWEPT);
}

static void draw(Demo *demo, View *view)
{
    const Aim *aim = (const Aim *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        draw_line(&aim->throws[i], view);
    }
}

const DemoScene scene_aim = {
    .name = "aim",
    .title = "the line of a grenade is predicted, and then the grenade follows it",
    .bodies_text = "grenades",
    .defaults = {.seed = 1, .bodies = 3, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = 200,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = destroy,
    .extent = extent,
    .draw = draw,
    .draws_under = true,
};
