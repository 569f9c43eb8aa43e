// History: lag compensation. A shooter sees the world as it was some steps ago and aims at what it sees. The server
// asks the history of poses what the shot hit then; a shot into the present passes behind. Targets that are hit are
// replaced, so some bodies did not exist yet. The check keeps poses of its own and casts at each shape alone.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

enum { HISTORY = 48, LAG = 12, WALLS = 4, SHOT_EVERY = 10, SHOTS_SHOWN = 3, TARGETS_MAX = 2000 };

#define HALF_WIDTH 31.0f
#define HALF_HEIGHT 17.0f
#define RANGE 80.0f
#define SLACK 1e-4f // difference of two fractions of a shot that float rounding may cause

// A pose that a body had after a step, in the check's own record.
typedef struct Moment {
    AukBodyId body;
    AukTransform pose;
} Moment;

typedef struct Shot {
    int64_t frame;    // 0: none yet
    int lag;          // steps
    AukBodyId target; // null: none was in sight
    AukVec2 from, delta;
    bool hit_now;         // the present target is hit, too
    AukFound past, now;   // what the shot meets, `fraction` 1 without a hit
    AukTransform pose[2]; // of the target: then and now
} Shot;

typedef struct History {
    Demo demo;
    int count; // of bodies: the walls, then the targets
    AukBodyId *bodies;
    AukBodyId shooter;
    int lag;                 // steps that the shooter sees the world late
    int next;                // target
    Shot shots[SHOTS_SHOWN]; // the newest first
    int64_t fired, hits_now, others_now;
    Moment *moments; // HISTORY + 1 times `count`: a ring
} History;

static AukBodyId add_target(History *history, uint64_t number)
{
    DemoRandom *random = &history->demo.random;
    AukBodyDef def = {.user_data = number};
    float size = demo_random_between(random, 0.6f, 1.0f);
    def.shape = number % 2 == 0 ? auk_shape_circle(size) : auk_shape_box(size, 0.7f * size);
    def.position.x = demo_random_between(random, -0.3f, 1.0f) * HALF_WIDTH;
    def.position.y = demo_random_between(random, -1.0f, 1.0f) * HALF_HEIGHT;
    def.angle = demo_random_angle(random);
    float speed = demo_random_between(random, 8.0f, 14.0f);
    def.velocity = auk_vec_scale(speed, demo_random_direction(random));
    def.spin = demo_random_between(random, -2.0f, 2.0f);
    return demo_add_body(&history->demo, &def);
}

static Demo *create(const DemoOptions *options)
{
    int count = options->bodies + WALLS;
    size_t moments = (size_t)count * (HISTORY + 1) * sizeof(Moment);
    History *history = demo_new(options, sizeof *history, moments + (size_t)count * sizeof *history->bodies);
    if (history == NULL) {
        return NULL;
    }
    Demo *demo = &history->demo;
    demo_replace_world(demo, &(AukWorldDef){.history = HISTORY});
    history->count = count;
    history->moments = demo->items;
    history->bodies = (AukBodyId *)(history->moments + (size_t)count * (HISTORY + 1));
    history->lag = LAG;
    AukBodyDef shooter = {.shape = auk_shape_circle(0.9f), .position = {-29.0f, 0.0f}, .velocity = {0.0f, 3.0f}};
    history->shooter = demo_add_body(demo, &shooter);
    for (int i = 0; i < WALLS; i++) {
        AukBodyDef wall = {.shape = auk_shape_box(0.4f, 2.5f), .velocity = {0.0f, i % 2 == 0 ? 7.0f : -9.0f}};
        wall.position = auk_vec(-16.0f + 11.0f * (float)i, demo_random_between(&demo->random, -8.0f, 8.0f));
        wall.user_data = (uint64_t)i;
        history->bodies[i] = demo_add_body(demo, &wall);
    }
    for (int i = WALLS; i < count; i++) {
        history->bodies[i] = add_target(history, (uint64_t)i);
    }
    return demo;
}

// ---- the game ---------------------------------------------------------------------------------------------------

static void keep_inside(Demo *demo, AukBodyId body)
{
    AukVec2 p = auk_body_get_position(demo->world, body), v = auk_body_get_velocity(demo->world, body);
    bool back_x = (p.x < -HALF_WIDTH && v.x < 0.0f) || (p.x > HALF_WIDTH && v.x > 0.0f);
    bool back_y = (p.y < -HALF_HEIGHT && v.y < 0.0f) || (p.y > HALF_HEIGHT && v.y > 0.0f);
    if (back_x || back_y) {
        auk_body_set_velocity(demo->world, body, auk_vec(back_x ? -v.x : v.x, back_y ? -v.y : v.y));
    }
}

static bool is_pose(AukTransform pose)
{
    return pose.q.c != 0.0f || pose.q.s != 0.0f;
}

// What a shot at a target, as it was, meets then and now. The shooter itself is where it is.
static Shot shoot_at(const History *history, AukBodyId target)
{
    const Demo *demo = &history->demo;
    const AukQuery query = {.exclude = history->shooter};
    Shot shot = {.frame = demo->totals.frames, .lag = history->lag, .from = {0}};
    shot.past.fraction = shot.now.fraction = 1.0f;
    shot.from = auk_body_get_position(demo->world, history->shooter);
    shot.pose[0] = auk_body_get_pose_at(demo->world, target, history->lag);
    shot.pose[1] = auk_body_get_pose(demo->world, target);
    shot.delta = auk_vec_scale(RANGE, auk_vec_normalize(auk_vec_sub(shot.pose[0].p, shot.from)));
    bool seen = is_pose(shot.pose[0]) &&
                auk_world_cast_ray_at(demo->world, shot.lag, shot.from, shot.delta, &query, &shot.past) &&
                auk_body_id_equal(shot.past.body, target);
    bool met = auk_world_cast_ray(demo->world, shot.from, shot.delta, &query, &shot.now);
    shot.hit_now = met && auk_body_id_equal(shot.now.body, target);
    shot.target = seen ? target : (AukBodyId){0};
    return shot;
}

// Shoots at the next target in sight.
static void shoot(History *history)
{
    int targets = history->count - WALLS;
    for (int i = 0; i < targets; i++) {
        AukBodyId *target = &history->bodies[WALLS + (history->next + i) % targets];
        Shot shot = shoot_at(history, *target);
        if (auk_body_id_is_null(shot.target)) {
            continue;
        }
        for (int k = SHOTS_SHOWN - 1; k > 0; k--) {
            history->shots[k] = history->shots[k - 1];
        }
        history->shots[0] = shot;
        history->fired++;
        history->hits_now += shot.hit_now;
        history->others_now += !shot.hit_now && shot.now.fraction < 1.0f;
        history->next = (history->next + i + 1) % targets;
        return;
    }
}

// The target of the last shot leaves the game, and another one enters it.
static void replace_target(History *history)
{
    Demo *demo = &history->demo;
    AukBodyId target = history->shots[0].target;
    if (auk_body_exists(demo->world, target)) {
        uint64_t number = auk_body_get_user_data(demo->world, target);
        demo->status = auk_body_destroy(demo->world, target);
        history->bodies[number] = add_target(history, number);
    }
}

static void prepare(Demo *demo)
{
    History *history = (History *)demo;
    for (int i = 0; i < history->count; i++) {
        keep_inside(demo, history->bodies[i]);
    }
    keep_inside(demo, history->shooter);
    if (demo->totals.frames % SHOT_EVERY == 0 && auk_world_history(demo->world) >= history->lag) {
        replace_target(history);
        shoot(history);
    }
}

static bool press(Demo *demo, int key, bool shift)
{
    History *history = (History *)demo;
    (void)shift;
    if (key != DEMO_KEY_LEFT && key != DEMO_KEY_RIGHT) {
        return false;
    }
    int lag = history->lag + (key == DEMO_KEY_RIGHT ? 1 : -1);
    history->lag = lag < 0 ? 0 : lag > HISTORY ? HISTORY : lag;
    return true;
}

// ---- the check --------------------------------------------------------------------------------------------------

static Moment *moments_of(const History *history, int64_t step)
{
    return history->moments + step % (HISTORY + 1) * history->count;
}

static void keep_poses(History *history)
{
    const Demo *demo = &history->demo;
    Moment *moments = moments_of(history, demo->totals.frames);
    for (int i = 0; i < history->count; i++) {
        moments[i] = (Moment){history->bodies[i], auk_body_get_pose(demo->world, history->bodies[i])};
    }
}

// The first body that a ray met after step `step`, by casts at each shape alone; -1 for none.
static int cast_at_each(const History *history, int64_t step, AukVec2 from, AukVec2 delta, float *fraction)
{
    const AukWorld *world = history->demo.world;
    const Moment *moments = moments_of(history, step);
    int first = -1;
    *fraction = 1.0f;
    for (int i = 0; i < history->count; i++) {
        if (!auk_body_id_equal(moments[i].body, history->bodies[i])) {
            continue; // it has been replaced since
        }
        AukShapeId id = auk_body_get_shape(world, moments[i].body);
        AukShape shape = auk_world_shape_get(world, id);
        AukCast cast = auk_cast_ray(&shape, moments[i].pose, from, delta, NULL);
        if (cast.hit && cast.fraction < *fraction) {
            *fraction = cast.fraction;
            first = i;
        }
    }
    return first;
}

// What the world says of a ray some steps ago, against the poses kept here.
static void check_ray(History *history, int lag, AukVec2 from, AukVec2 delta)
{
    Demo *demo = &history->demo;
    const AukQuery query = {.exclude = history->shooter};
    AukFound found = {.fraction = 1.0f};
    bool hit = auk_world_cast_ray_at(demo->world, lag, from, delta, &query, &found);
    float fraction;
    int expected = cast_at_each(history, demo->totals.frames - lag, from, delta, &fraction);
    bool other = hit && expected >= 0 && (int)found.user_data != expected && found.fraction > fraction + SLACK;
    demo->checks.missed += found.fraction > fraction + SLACK || other || (!hit && expected >= 0);
    demo->checks.false_hits += found.fraction < fraction - SLACK || (hit && expected < 0);
}

static bool is_same_pose(AukTransform a, AukTransform b)
{
    return a.p.x == b.p.x && a.p.y == b.p.y && a.q.c == b.q.c && a.q.s == b.q.s;
}

static void check_poses(History *history, int lag)
{
    Demo *demo = &history->demo;
    const Moment *moments = moments_of(history, demo->totals.frames - lag);
    for (int i = 0; i < history->count; i++) {
        bool was = auk_body_id_equal(moments[i].body, history->bodies[i]);
        AukTransform pose = auk_body_get_pose_at(demo->world, history->bodies[i], lag);
        demo->checks.missed += was ? !is_same_pose(pose, moments[i].pose) : is_pose(pose);
    }
}

static void check(Demo *demo)
{
    enum { RAYS = 6 };
    History *history = (History *)demo;
    keep_poses(history);
    int known = auk_world_history(demo->world);
    int64_t taken = demo->totals.frames - 1;
    demo->checks.missed += known != (taken < HISTORY ? taken : HISTORY);
    AukVec2 from = auk_body_get_position(demo->world, history->shooter);
    for (int i = 0; i < RAYS; i++) {
        int64_t number = demo->totals.frames * RAYS + i;
        int lag = (int)(number * 7 % (known + 1));
        AukRot q = auk_rot(0.6f * (float)(number % 5 - 2) / 2.0f);
        check_ray(history, lag, from, auk_vec(RANGE * q.c, RANGE * q.s));
        check_poses(history, lag);
    }
}

static void report(const Demo *demo, FILE *stream)
{
    const History *history = (const History *)demo;
    fprintf(stream, " fired=%lld hits_now=%lld others_now=%lld missed_now=%lld", (long long)history->fired,
            (long long)history->hits_now, (long long)history->others_now,
            (long long)(history->fired - history->hits_now - history->others_now));
}

// ---- the drawing ------------------------------------------------------------------------------------------------

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH + 1.5f, HALF_HEIGHT + 1.5f);
}

// The ghosts: what the shooter sees.
static void draw_ghosts(const History *history, View *view)
{
    const AukWorld *world = history->demo.world;
    for (int i = 0; i < history->count; i++) {
        AukBodyId body = history->bodies[i];
        AukTransform then = auk_body_get_pose_at(world, body, history->lag), now = auk_body_get_pose(world, body);
        AukShapeId id = auk_body_get_shape(world, body);
        AukShape shape = auk_world_shape_get(world, id);
        if (is_pose(then)) {
            view_shape(view, &shape, then, canvas_fade(COLOR_BOX, 0x28), canvas_fade(COLOR_BOX, 0xa0));
            canvas_line(&view->canvas, view_point(view, then.p), view_point(view, now.p), view->pixel,
                        canvas_fade(COLOR_BOX, 0x80));
        }
    }
}

static AukVec2 end_of(const Shot *shot, const AukFound *found)
{
    return auk_vec_add_scaled(shot->from, found->fraction, shot->delta);
}

static void draw_shot(const Shot *shot, View *view, bool newest)
{
    unsigned alpha = newest ? 0xff : 0x50;
    AukVec2 from = view_point(view, shot->from), then = view_point(view, end_of(shot, &shot->past));
    AukVec2 now = view_point(view, end_of(shot, &shot->now));
    canvas_line(&view->canvas, from, now, view->pixel, canvas_fade(COLOR_TOUCHING, alpha / 2));
    canvas_line(&view->canvas, from, then, 2.0f * view->pixel, canvas_fade(COLOR_SENSOR, alpha));
    canvas_disc(&view->canvas, then, 4.0f * view->pixel, canvas_fade(COLOR_SENSOR, alpha));
    AukVec2 end = view_point(view, shot->pose[1].p);
    canvas_line(&view->canvas, view_point(view, shot->pose[0].p), end, 2.0f * view->pixel,
                canvas_fade(COLOR_LIGHT, alpha));
    canvas_ring(&view->canvas, end, 9.0f * view->pixel, 2.0f * view->pixel,
                canvas_fade(shot->hit_now ? COLOR_SENSOR : COLOR_TOUCHING, alpha));
    if (newest) {
        char text[64];
        snprintf(text, sizeof text, "hit, %d steps ago", shot->lag);
        view_label(view, auk_vec(then.x, then.y - 16.0f * view->pixel), text);
        view_label(view, auk_vec(end.x, end.y + 20.0f * view->pixel), shot->hit_now ? "hit now, too" : "missed now");
    }
}

static void draw(Demo *demo, View *view)
{
    const History *history = (const History *)demo;
    draw_ghosts(history, view);
    for (int i = SHOTS_SHOWN - 1; i >= 0; i--) {
        if (i < history->fired) {
            draw_shot(&history->shots[i], view, i == 0);
        }
    }
    view_note(view, COLOR_TEXT,
              "the shooter on the left sees the world %d steps late (violet); %lld shots hit what it saw", history->lag,
              (long long)history->fired);
    view_note(view, COLOR_TEXT, "in the present %lld of them hit that target, %lld something else, and %lld nothing",
              (long long)history->hits_now, (long long)history->others_now,
              (long long)(history->fired - history->hits_now - history->others_now));
}

const DemoScene scene_history = {
    .name = "history",
    .title = "shots at what a late shooter saw, then and now",
    .bodies_text = "targets",
    .defaults = {.seed = 1, .bodies = 14, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = TARGETS_MAX,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
    .press = press,
    .help = {{"Right, Left", "see the world later, earlier"}},
};
