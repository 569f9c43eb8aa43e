// Chains: balls and boxes roll and slide over a ground of many edges, and a ball rolls inside a closed chain. The upper
// ground is two sections of a chain, which know their neighbours; the lower one has the same edges as shapes of their
// own, and there riders are held up by ghosts: the ends of edges that lie in the surface. The check: every normal that
// riders of the chain meet is one of the ground below them, none is held up, and the ball loses at each corner what it
// must.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <math.h>

enum { POINTS = 48, SEAM = 23, WHEEL_EDGES = 48, TRACKS = 2 };

#define STEP 0.9f // from point to point
#define LEFT -10.5f
#define GROUND_SPEED 8.0f
#define GRAVITY 25.0f
#define WHEEL_RADIUS 8.5f
#define WHEEL_BALL 1.3f
#define WHEEL_SPEED 16.0f
#define SLOPE_SLACK 1e-3f

typedef struct Rider {
    AukBodyId body;
    float half; // half of its width
    bool ball;
    float before; // x before the step
    bool placed;  // put at the start since the step before
} Rider;

typedef struct Track {
    AukVec2 points[POINTS];
    AukBodyId ground;
    Rider *riders;
    int64_t ghosts; // contacts and hits whose normal is none of the ground there
    int64_t held;   // steps in which a rider did not get on, on level ground
    int64_t met;    // contacts and hits
} Track;

typedef struct Chains {
    Demo demo;
    Track tracks[TRACKS]; // the chain, and the separate edges
    AukBodyId wheel, ball;
    AukVec2 wheel_points[WHEEL_EDGES];
    int sector;      // edge of the wheel on which the ball rolls
    double speed;    // that it must have
    int64_t corners; // that it has passed
    int64_t wrong;   // steps with another speed
} Chains;

// ---- the ground -------------------------------------------------------------------------------------------------

// Level stretches and slopes of up to 31 degrees, the same on both tracks. The first and the last edge are level.
static void make_ground(Chains *chains)
{
    static const float slopes[8] = {0.0f, 0.0f, 0.0f, 0.3f, 0.6f, -0.3f, -0.6f, 0.0f};
    float height = 0.0f, slope = 0.0f;
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < TRACKS; k++) {
            chains->tracks[k].points[i] = auk_vec(LEFT + STEP * (float)i, height + (k == 0 ? 3.0f : -13.0f));
        }
        if (i % 4 == 3) {
            slope = slopes[demo_random_below(&chains->demo.random, 8)];
            slope = (height > 3.5f && slope > 0.0f) || (height < -1.5f && slope < 0.0f) ? -slope : slope;
        }
        height += STEP * (i < 5 || i >= POINTS - 6 ? 0.0f : slope);
    }
}

// Points of a section reach over both of its ends; the ground goes on level there.
static void add_section(Chains *chains, int from, int to)
{
    Demo *demo = &chains->demo;
    const AukVec2 *points = chains->tracks[0].points;
    AukVec2 section[POINTS + 2];
    int count = 0;
    for (int i = from - 1; i <= to + 1; i++) {
        int nearest = i < 0 ? 0 : i >= POINTS ? POINTS - 1 : i;
        section[count++] = auk_vec(points[nearest].x + STEP * (float)(i - nearest), points[nearest].y);
    }
    if (demo->status == AUK_OK) {
        auk_body_add_chain_section(demo->world, chains->tracks[0].ground, section, count, NULL);
        demo->status = auk_world_last_status(demo->world);
    }
}

static void add_edges(Chains *chains)
{
    Demo *demo = &chains->demo;
    const Track *track = &chains->tracks[1];
    for (int i = 0; i + 1 < POINTS && demo->status == AUK_OK; i++) {
        AukShapeDef edge = {.shape = auk_shape_segment(track->points[i], track->points[i + 1])};
        auk_body_add_shape(demo->world, track->ground, &edge);
        demo->status = auk_world_last_status(demo->world);
    }
}

static float height_at(const Track *track, float x)
{
    int i = (int)((x - LEFT) / STEP);
    i = i < 0 ? 0 : i > POINTS - 2 ? POINTS - 2 : i;
    AukVec2 a = track->points[i], b = track->points[i + 1];
    return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
}

// ---- bodies -----------------------------------------------------------------------------------------------------

static void add_rider(Chains *chains, Track *track, int index)
{
    Demo *demo = &chains->demo;
    Rider *rider = &track->riders[index];
    rider->ball = index % 2 == 0;
    rider->half = 0.5f + 0.15f * (float)(index % 3);
    float x = LEFT + STEP * (1.5f + (float)(POINTS - 5) * (float)index / (float)demo->options.bodies);
    AukBodyDef def = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_SLIDE};
    def.shape = rider->ball ? auk_shape_circle(rider->half) : auk_shape_box(rider->half, 0.7f * rider->half);
    def.position = auk_vec(x, height_at(track, x) + 2.0f);
    def.filter = (AukFilter){.category = 2, .ignore = 2};
    rider->body = demo_add_body(demo, &def);
    rider->placed = true;
}

static AukVec2 wheel_centre(void)
{
    return auk_vec(-22.0f, 0.0f);
}

static void add_wheel(Chains *chains)
{
    Demo *demo = &chains->demo;
    AukBodyDef wheel = {.motion = AUK_MOTION_STATIC, .position = wheel_centre()};
    chains->wheel = demo_add_body(demo, &wheel);
    auk_regular_polygon(WHEEL_EDGES, WHEEL_RADIUS, chains->wheel_points);
    if (demo->status == AUK_OK) {
        auk_body_add_chain(demo->world, chains->wheel, chains->wheel_points, WHEEL_EDGES, true, NULL);
        demo->status = auk_world_last_status(demo->world);
    }
    chains->sector = WHEEL_EDGES * 3 / 4;
    AukVec2 a = chains->wheel_points[chains->sector], b = chains->wheel_points[chains->sector + 1];
    AukVec2 along = auk_vec_normalize(auk_vec_sub(b, a)), middle = auk_vec_lerp(a, b, 0.5f);
    AukBodyDef ball = {.motion = AUK_MOTION_SWEPT, .response = AUK_RESPONSE_SLIDE};
    ball.shape = auk_shape_circle(WHEEL_BALL);
    ball.position = auk_vec_add(wheel_centre(), auk_vec_add_scaled(middle, WHEEL_BALL, auk_vec_perp(along)));
    ball.velocity = auk_vec_scale(WHEEL_SPEED, along);
    chains->ball = demo_add_body(demo, &ball);
    chains->speed = (double)WHEEL_SPEED;
}

static Demo *create(const DemoOptions *options)
{
    size_t riders = (size_t)options->bodies * TRACKS;
    Chains *chains = demo_new(options, sizeof *chains, riders * sizeof(Rider));
    if (chains == NULL) {
        return NULL;
    }
    make_ground(chains);
    for (int i = 0; i < TRACKS; i++) {
        AukBodyDef ground = {.motion = AUK_MOTION_STATIC};
        chains->tracks[i].ground = demo_add_body(&chains->demo, &ground);
        chains->tracks[i].riders = (Rider *)chains->demo.items + i * options->bodies;
    }
    add_section(chains, 0, SEAM);
    add_section(chains, SEAM, POINTS - 1);
    add_edges(chains);
    add_wheel(chains);
    for (int i = 0; i < options->bodies; i++) {
        add_rider(chains, &chains->tracks[0], i);
        add_rider(chains, &chains->tracks[1], i);
    }
    return &chains->demo;
}

// ---- the game ---------------------------------------------------------------------------------------------------

// A rider that has left the ground on the right comes in on the left.
static void drive(Demo *demo, const Track *track, Rider *rider)
{
    AukVec2 position = auk_body_get_position(demo->world, rider->body);
    AukVec2 velocity = auk_body_get_velocity(demo->world, rider->body);
    velocity = auk_vec(GROUND_SPEED, velocity.y - GRAVITY * demo->options.dt);
    rider->placed = position.x > track->points[POINTS - 2].x;
    if (rider->placed) {
        position = auk_vec(LEFT + 1.0f, track->points[0].y + 1.5f);
        auk_body_set_position(demo->world, rider->body, position);
        velocity.y = 0.0f;
    }
    rider->before = position.x;
    AukStatus status = auk_body_set_velocity(demo->world, rider->body, velocity);
    demo->status = demo->status != AUK_OK ? demo->status : status;
}

static void prepare(Demo *demo)
{
    Chains *chains = (Chains *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        drive(demo, &chains->tracks[0], &chains->tracks[0].riders[i]);
        drive(demo, &chains->tracks[1], &chains->tracks[1].riders[i]);
    }
    AukVec2 velocity = auk_body_get_velocity(demo->world, chains->ball);
    float speed = auk_vec_length(velocity);
    if (speed < 0.4f * WHEEL_SPEED && speed > 0.0f) {
        auk_body_set_velocity(demo->world, chains->ball, auk_vec_scale(WHEEL_SPEED / speed, velocity));
        chains->speed = (double)WHEEL_SPEED;
    }
}

// ---- the check --------------------------------------------------------------------------------------------------

// The least and the largest slope of the edges under a rider, on its way in this step.
static AukVec2 slopes_below(const Track *track, const Rider *rider, float now)
{
    float low = fminf(rider->before, now) - rider->half, high = fmaxf(rider->before, now) + rider->half;
    AukVec2 range = auk_vec(10.0f, -10.0f);
    for (int i = 0; i + 1 < POINTS; i++) {
        AukVec2 a = track->points[i], b = track->points[i + 1];
        if (a.x <= high + SLOPE_SLACK && b.x >= low - SLOPE_SLACK) {
            float slope = (b.y - a.y) / (b.x - a.x);
            range = auk_vec(fminf(range.x, slope), fmaxf(range.y, slope));
        }
    }
    return range;
}

// A normal into the ground must be that of a slope between those under the rider.
static void check_normal(Demo *demo, Track *track, AukBodyId body, AukVec2 normal)
{
    for (int i = 0; i < demo->options.bodies; i++) {
        const Rider *rider = &track->riders[i];
        if (auk_body_id_equal(rider->body, body)) {
            AukVec2 range = slopes_below(track, rider, auk_body_get_position(demo->world, body).x);
            float slope = -normal.x / normal.y;
            bool real = normal.y < 0.0f && slope > range.x - SLOPE_SLACK && slope < range.y + SLOPE_SLACK;
            track->met++;
            track->ghosts += !real;
        }
    }
}

static void check_track(Demo *demo, Track *track)
{
    AukContacts contacts = auk_world_contacts(demo->world);
    for (int i = 0; i < contacts.count; i++) {
        check_normal(demo, track, contacts.items[i].body_b, auk_vec_neg(contacts.items[i].manifold.normal));
    }
    AukHits hits = auk_world_hits(demo->world);
    for (int i = 0; i < hits.count; i++) {
        check_normal(demo, track, hits.items[i].body_a, hits.items[i].normal);
    }
    for (int i = 0; i < demo->options.bodies; i++) {
        const Rider *rider = &track->riders[i];
        float x = auk_body_get_position(demo->world, rider->body).x;
        AukVec2 range = slopes_below(track, rider, rider->before + GROUND_SPEED * demo->options.dt);
        bool level = range.x == 0.0f && range.y == 0.0f;
        track->held += level && x - rider->before < GROUND_SPEED * demo->options.dt - SLOPE_SLACK;
    }
}

// At each corner of the wheel the ball keeps the cosine of the angle between two edges of its speed, and nothing else
// changes it. Within a hundredth of an edge from a corner either speed is right.
static void check_wheel(Chains *chains)
{
    Demo *demo = &chains->demo;
    const double turn = 2.0 * 3.14159265358979 / WHEEL_EDGES;
    AukVec2 p = auk_vec_sub(auk_body_get_position(demo->world, chains->ball), wheel_centre());
    double edges = atan2((double)p.y, (double)p.x) / turn + WHEEL_EDGES;
    int sector = (int)edges % WHEEL_EDGES;
    double part = edges - floor(edges);
    for (; chains->sector != sector; chains->sector = (chains->sector + 1) % WHEEL_EDGES) {
        chains->speed *= cos(turn);
        chains->corners++;
    }
    double speed = (double)auk_vec_length(auk_body_get_velocity(demo->world, chains->ball));
    double farthest = ((double)WHEEL_RADIUS * cos(0.5 * turn) - (double)WHEEL_BALL) / cos(0.5 * turn);
    bool far = (double)auk_vec_length(p) > farthest + 1e-4;
    bool slow = part > 0.01 && part < 0.99 && fabs(speed / chains->speed - 1.0) > 1e-3;
    chains->wrong += far || slow;
    demo->checks.missed += far || slow;
}

static void check(Demo *demo)
{
    Chains *chains = (Chains *)demo;
    int64_t faults = chains->tracks[0].ghosts + chains->tracks[0].held;
    for (int i = 0; i < TRACKS; i++) {
        check_track(demo, &chains->tracks[i]);
    }
    demo->checks.missed += chains->tracks[0].ghosts + chains->tracks[0].held - faults;
    check_wheel(chains);
}

static void report(const Demo *demo, FILE *stream)
{
    const Chains *chains = (const Chains *)demo;
    const Track *chain = &chains->tracks[0], *apart = &chains->tracks[1];
    fprintf(stream, " met=%lld ghosts=%lld held=%lld ghosts_apart=%lld held_apart=%lld corners=%lld wrong=%lld",
            (long long)chain->met, (long long)chain->ghosts, (long long)chain->held, (long long)apart->ghosts,
            (long long)apart->held, (long long)chains->corners, (long long)chains->wrong);
}

// ---- the drawing ------------------------------------------------------------------------------------------------

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(33.0f, 18.0f);
}

static void draw_joints(View *view, const AukVec2 *points, int count, AukVec2 at)
{
    for (int i = 0; i < count; i++) {
        canvas_disc(&view->canvas, view_point(view, auk_vec_add(at, points[i])), 2.5f * view->pixel, COLOR_TEXT);
    }
}

// A spoke that turns by as much as a ball has rolled.
static void draw_spoke(View *view, AukVec2 centre, float radius, float rolled)
{
    AukRot q = auk_rot(rolled / radius);
    AukVec2 way = auk_vec_scale(radius, auk_vec(q.c, q.s));
    canvas_line(&view->canvas, view_point(view, auk_vec_sub(centre, way)), view_point(view, auk_vec_add(centre, way)),
                1.5f * view->pixel, COLOR_BACKGROUND);
}

static void draw(Demo *demo, View *view)
{
    const Chains *chains = (const Chains *)demo;
    for (int k = 0; k < TRACKS; k++) {
        const Track *track = &chains->tracks[k];
        draw_joints(view, track->points, POINTS, auk_vec(0.0f, 0.0f));
        for (int i = 0; i < demo->options.bodies; i++) {
            AukVec2 p = auk_body_get_position(demo->world, track->riders[i].body);
            if (track->riders[i].ball) {
                draw_spoke(view, p, track->riders[i].half, -p.x);
            }
        }
        char text[96];
        snprintf(text, sizeof text, "%s: %lld ghosts, held up %lld times",
                 k == 0 ? "a chain in two sections" : "the same edges, each a shape", (long long)track->ghosts,
                 (long long)track->held);
        view_label(view, view_point(view, auk_vec(10.0f, track->points[0].y - 3.6f)), text);
    }
    AukVec2 seam = view_point(view, chains->tracks[0].points[SEAM]);
    canvas_ring(&view->canvas, seam, 7.0f * view->pixel, 2.0f * view->pixel, COLOR_SENSOR);
    view_label(view, auk_vec(seam.x, seam.y + 22.0f * view->pixel), "seam");
    draw_joints(view, chains->wheel_points, WHEEL_EDGES, wheel_centre());
    view_note(view, COLOR_TEXT, "closed chain: %lld corners, speed %.4f, by the angles %.4f",
              (long long)chains->corners, (double)auk_vec_length(auk_body_get_velocity(demo->world, chains->ball)),
              chains->speed);
}

const DemoScene scene_chains = {
    .name = "chains",
    .title = "riders on chains of edges, without ghost contacts",
    .bodies_text = "riders on each ground",
    .defaults = {.seed = 1, .bodies = 8, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = 1000,
    .dt_max = 0.05f,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
};
