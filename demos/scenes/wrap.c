// Wrap: a ship among rocks in a world that wraps around in both directions. Shots, the sight and contacts go through
// the seams. The check repeats hits, rays and contacts without the world, against the nearest images of every rock.
#include "scenes/scene.h"
#include "viewer/draw/view.h"

#include <math.h>

enum { SHOT_COUNT = 12, SHOT_LIFE = 36, SHOT_EVERY = 5, CORNERS = 9, SIZES = 3, FLASHES = 16, FLASH_LIFE = 40 };

#define HALF_WIDTH 32.0f
#define HALF_HEIGHT 18.0f
#define MARGIN 3.0f // of the images drawn around the world
#define SIGHT 40.0f
#define SHOT_RADIUS 0.15f
#define SHOT_SPEED 90.0f
#define TURN_SPEED 3.5f
#define SLACK 1e-4f // distance by which rounding may change an answer
#define FRACTION_SLACK 1e-4f
#define CATEGORY_SHIP ((uint64_t)1)
#define CATEGORY_ROCK ((uint64_t)2)
#define CATEGORY_SHOT ((uint64_t)4)

static const float rock_radius[SIZES] = {0.9f, 1.7f, 3.0f};
static const AukVec2 period = {2.0f * HALF_WIDTH, 2.0f * HALF_HEIGHT};
static const AukVec2 ship_corners[3] = {{1.1f, 0.0f}, {-0.8f, 0.7f}, {-0.8f, -0.7f}};

typedef struct Rock {
    AukBodyId body; // null: unused
    int size;
    AukPath path; // of the coming step, for the check
} Rock;

typedef struct Shot {
    AukBodyId body; // null: unused
    int age;        // frames
    AukVec2 from;   // where it was fired
    AukVec2 flown;  // since then, through seams
    AukPath path;   // of the coming step
} Shot;

// A hit that is shown for some frames.
typedef struct Flash {
    AukVec2 at;
    AukVec2 from, flown; // the path of the shot
    int age;
} Flash;

typedef struct Wrap {
    Demo demo;
    Rock *rocks; // four for each of the first ones, which are large
    int rock_count;
    int missing; // rocks of the smallest size that the large ones would have been split into, and that are gone
    Shot shots[SHOT_COUNT];
    Flash flashes[FLASHES];
    AukBodyId ship;
    bool manual; // an arrow key was pressed: the ship no longer flies by itself
    int64_t fired;
    int64_t shot_down;   // rocks
    int64_t through;     // hits of shots that went through a seam
    int64_t rays;        // of the sight, that hit a rock
    int64_t rays_across; // of them those that hit it beyond a seam
    int64_t across;      // contacts of two bodies at opposite sides of the world
} Wrap;

// ---- the world --------------------------------------------------------------------------------------------------

static bool is_beyond(AukVec2 p)
{
    return p.x < -HALF_WIDTH || p.x >= HALF_WIDTH || p.y < -HALF_HEIGHT || p.y >= HALF_HEIGHT;
}

// A difference of two positions, to the nearest image.
static AukVec2 shortest(AukVec2 d)
{
    return auk_vec(d.x - period.x * rintf(d.x / period.x), d.y - period.y * rintf(d.y / period.y));
}

// Puts an image of a pose `x`, `y` periods away.
static AukTransform image(AukTransform pose, int x, int y)
{
    pose.p.x += (float)x * period.x;
    pose.p.y += (float)y * period.y;
    return pose;
}

static void add_rock(Wrap *wrap, AukVec2 at, int size)
{
    Demo *demo = &wrap->demo;
    DemoRandom *random = &demo->random;
    AukVec2 points[CORNERS], hull[CORNERS];
    auk_regular_polygon(CORNERS, rock_radius[size], points);
    for (int i = 0; i < CORNERS; i++) {
        points[i] = auk_vec_scale(demo_random_between(random, 0.7f, 1.0f), points[i]);
    }
    int count = auk_hull(points, CORNERS, hull);
    AukBodyDef def = {.shape = auk_shape_polygon(hull, count, 0.0f), .position = at};
    def.angle = demo_random_angle(random);
    float speed = demo_random_between(random, 2.0f, 5.0f) * (float)(SIZES - size);
    def.velocity = auk_vec_scale(speed, demo_random_direction(random));
    def.spin = demo_random_between(random, -2.0f, 2.0f);
    def.filter.category = CATEGORY_ROCK;
    for (int i = 0; i < wrap->rock_count; i++) {
        if (auk_body_id_is_null(wrap->rocks[i].body)) {
            def.user_data = (uint64_t)i;
            wrap->rocks[i] = (Rock){.body = demo_add_body(demo, &def), .size = size};
            return;
        }
    }
}

// A large rock, away from the ship.
static void add_large_rock(Wrap *wrap)
{
    Demo *demo = &wrap->demo;
    AukVec2 ship = auk_body_get_position(demo->world, wrap->ship), at;
    do {
        at.x = demo_random_between(&demo->random, -HALF_WIDTH, HALF_WIDTH);
        at.y = demo_random_between(&demo->random, -HALF_HEIGHT, HALF_HEIGHT);
    } while (auk_vec_length(shortest(auk_vec_sub(at, ship))) < 9.0f);
    add_rock(wrap, at, SIZES - 1);
}

static Demo *create(const DemoOptions *options)
{
    size_t rocks = (size_t)options->bodies << (SIZES - 1);
    Wrap *wrap = demo_new(options, sizeof *wrap, rocks * sizeof *wrap->rocks);
    if (wrap == NULL) {
        return NULL;
    }
    Demo *demo = &wrap->demo;
    AukWorldDef world = {.wrap = {{-HALF_WIDTH, -HALF_HEIGHT}, {HALF_WIDTH, HALF_HEIGHT}}};
    demo_replace_world(demo, &world);
    wrap->rocks = demo->items;
    wrap->rock_count = (int)rocks;
    AukBodyDef ship = {.shape = auk_shape_polygon(ship_corners, 3, 0.0f), .velocity = {6.0f, 3.0f}};
    ship.filter = (AukFilter){.category = CATEGORY_SHIP, .ignore = CATEGORY_SHOT};
    wrap->ship = demo_add_body(demo, &ship);
    for (int i = 0; i < options->bodies; i++) {
        add_large_rock(wrap);
    }
    return demo;
}

// ---- the game ---------------------------------------------------------------------------------------------------

static void remove_body(Demo *demo, AukBodyId *body)
{
    demo->status = demo->status != AUK_OK ? demo->status : auk_body_destroy(demo->world, *body);
    *body = (AukBodyId){0};
}

// Two smaller rocks, or none, in the place of one.
static void split_rock(Wrap *wrap, Rock *rock)
{
    AukVec2 at = auk_body_get_position(wrap->demo.world, rock->body);
    int size = rock->size;
    remove_body(&wrap->demo, &rock->body);
    wrap->shot_down++;
    wrap->missing += size == 0;
    for (int i = 0; i < 2 && size > 0; i++) {
        add_rock(wrap, at, size - 1);
    }
}

static void show_flash(Wrap *wrap, const Shot *shot, AukVec2 at)
{
    Flash *oldest = &wrap->flashes[0];
    for (int i = 1; i < FLASHES; i++) {
        oldest = wrap->flashes[i].age > oldest->age ? &wrap->flashes[i] : oldest;
    }
    *oldest = (Flash){at, shot->from, shot->flown, 1};
}

// The hits of the step before: the first one of a shot, and of a rock, counts.
static void take_hits(Wrap *wrap)
{
    Demo *demo = &wrap->demo;
    AukHits hits = auk_world_hits(demo->world);
    for (int i = 0; i < hits.count && demo->status == AUK_OK; i++) {
        const AukHit *hit = &hits.items[i];
        Shot *shot = &wrap->shots[hit->user_data_a];
        Rock *rock = &wrap->rocks[hit->user_data_b];
        if (!auk_body_id_equal(shot->body, hit->body_a)) {
            continue;
        }
        shot->flown = auk_vec_add_scaled(shot->flown, hit->fraction, shot->path.delta);
        wrap->through += is_beyond(auk_vec_add(shot->from, shot->flown));
        show_flash(wrap, shot, hit->point);
        remove_body(demo, &shot->body);
        if (auk_body_id_equal(rock->body, hit->body_b)) {
            split_rock(wrap, rock);
        }
    }
}

static void age_shots(Wrap *wrap)
{
    for (int i = 0; i < SHOT_COUNT; i++) {
        Shot *shot = &wrap->shots[i];
        shot->flown = auk_vec_add(shot->flown, shot->path.delta);
        if (!auk_body_id_is_null(shot->body) && ++shot->age > SHOT_LIFE) {
            remove_body(&wrap->demo, &shot->body);
        }
    }
    for (int i = 0; i < FLASHES; i++) {
        wrap->flashes[i].age += wrap->flashes[i].age > 0;
        wrap->flashes[i].age %= FLASH_LIFE;
    }
}

static AukVec2 muzzle(const Wrap *wrap)
{
    return auk_transform_apply(auk_body_get_pose(wrap->demo.world, wrap->ship), auk_vec(1.5f, 0.0f));
}

static AukVec2 heading(const Wrap *wrap)
{
    AukRot q = auk_body_get_pose(wrap->demo.world, wrap->ship).q;
    return auk_vec(q.c, q.s);
}

static const AukQuery *only_rocks(void)
{
    static const AukQuery query = {.filter = {.ignore = ~CATEGORY_ROCK}};
    return &query;
}

// Not into a rock at the muzzle: a shot that starts inside and moves outward has no hit.
static void fire(Wrap *wrap)
{
    Demo *demo = &wrap->demo;
    AukShape around = auk_shape_circle(2.0f * SHOT_RADIUS);
    AukTransform at = {.p = muzzle(wrap)};
    if (auk_world_overlap(demo->world, &around, at, only_rocks(), NULL, 0) > 0) {
        return;
    }
    AukBodyDef def = {.shape = auk_shape_circle(SHOT_RADIUS), .motion = AUK_MOTION_SWEPT, .position = at.p};
    def.response = AUK_RESPONSE_TOUCH;
    def.velocity = auk_vec_scale(SHOT_SPEED, heading(wrap));
    def.filter = (AukFilter){.category = CATEGORY_SHOT, .ignore = CATEGORY_SHOT | CATEGORY_SHIP};
    for (int i = 0; i < SHOT_COUNT; i++) {
        if (auk_body_id_is_null(wrap->shots[i].body)) {
            def.user_data = (uint64_t)i;
            wrap->shots[i] = (Shot){.body = demo_add_body(demo, &def)};
            wrap->shots[i].from = auk_body_get_position(demo->world, wrap->shots[i].body);
            wrap->fired++;
            return;
        }
    }
}

// The rock to shoot at: the nearest one, and every second time the nearest one behind a seam.
static AukVec2 way_to_target(const Wrap *wrap)
{
    AukWorld *world = wrap->demo.world;
    AukTransform ship = auk_body_get_pose(world, wrap->ship);
    AukFound found[8];
    int count = auk_world_nearest(world, NULL, ship, 24.0f, only_rocks(), found, 8), best = 0;
    for (int i = count - 1; i >= 0; i--) {
        best = wrap->fired % 2 == 0 && is_beyond(found[i].point) ? i : best;
    }
    if (count <= 0) {
        return heading(wrap);
    }
    AukVec2 way = shortest(auk_vec_sub(auk_body_get_position(world, found[best].body), ship.p));
    AukVec2 velocity =
        auk_vec_sub(auk_body_get_velocity(world, found[best].body), auk_body_get_velocity(world, wrap->ship));
    return auk_vec_add_scaled(way, auk_vec_length(way) / SHOT_SPEED, velocity);
}

static void steer(Wrap *wrap, float spin, float thrust)
{
    Demo *demo = &wrap->demo;
    AukVec2 velocity = auk_body_get_velocity(demo->world, wrap->ship);
    velocity = auk_vec_add_scaled(velocity, thrust * demo->options.dt, heading(wrap));
    float speed = auk_vec_length(velocity);
    velocity = auk_vec_scale(speed > 9.0f ? 9.0f / speed : 1.0f, velocity);
    auk_body_set_velocity(demo->world, wrap->ship, velocity);
    auk_body_set_spin(demo->world, wrap->ship, spin);
}

static void fly(Wrap *wrap)
{
    const Demo *demo = &wrap->demo;
    const bool *held = demo->input.held;
    float turn = (float)held[DEMO_KEY_LEFT] - (float)held[DEMO_KEY_RIGHT];
    wrap->manual = wrap->manual || turn != 0.0f || held[DEMO_KEY_UP] || held['x'];
    bool may_fire = demo->totals.frames % SHOT_EVERY == 0;
    if (wrap->manual) {
        steer(wrap, TURN_SPEED * turn, held[DEMO_KEY_UP] ? 14.0f : 0.0f);
    } else {
        AukVec2 way = way_to_target(wrap), ahead = heading(wrap);
        float side = auk_vec_cross(ahead, way) / auk_vec_length(way);
        bool behind = auk_vec_dot(ahead, way) < 0.0f;
        float spin =
            behind ? (side < 0.0f ? -TURN_SPEED : TURN_SPEED) : TURN_SPEED * fmaxf(-1.0f, fminf(4.0f * side, 1.0f));
        steer(wrap, spin, 2.0f);
        may_fire = may_fire && !behind && fabsf(side) < 0.08f;
    }
    if (may_fire && (!wrap->manual || held['x'])) {
        fire(wrap);
    }
}

static AukPath path_of(const Demo *demo, AukBodyId body)
{
    AukVec2 delta = auk_vec_scale(demo->options.dt, auk_body_get_velocity(demo->world, body));
    return (AukPath){auk_body_get_pose(demo->world, body), delta,
                     demo->options.dt * auk_body_get_spin(demo->world, body)};
}

static void prepare(Demo *demo)
{
    Wrap *wrap = (Wrap *)demo;
    take_hits(wrap);
    age_shots(wrap);
    for (; wrap->missing >= 1 << (SIZES - 1); wrap->missing -= 1 << (SIZES - 1)) {
        add_large_rock(wrap);
    }
    fly(wrap);
    for (int i = 0; i < wrap->rock_count; i++) {
        wrap->rocks[i].path = path_of(demo, wrap->rocks[i].body);
    }
    for (int i = 0; i < SHOT_COUNT; i++) {
        wrap->shots[i].path = path_of(demo, wrap->shots[i].body);
    }
}

// ---- the check --------------------------------------------------------------------------------------------------

static AukShape shape_of(const Demo *demo, AukBodyId body)
{
    AukShapeId id = auk_body_get_shape(demo->world, body);
    return auk_world_shape_get(demo->world, id);
}

// The first hit of a shot of some radius with any image of a rock; fraction 2 without one.
static float first_hit(const Wrap *wrap, const Shot *shot, float radius, int *rock)
{
    const Demo *demo = &wrap->demo;
    AukShape disc = auk_shape_circle(radius);
    float first = 2.0f;
    for (int i = 0; i < wrap->rock_count; i++) {
        if (auk_body_id_is_null(wrap->rocks[i].body)) {
            continue;
        }
        AukShape shape = shape_of(demo, wrap->rocks[i].body);
        for (int k = 0; k < 9; k++) {
            AukPath path = wrap->rocks[i].path;
            path.start = image(path.start, k % 3 - 1, k / 3 - 1);
            AukCast cast = auk_time_of_impact(&disc, &shot->path, &shape, &path, NULL);
            if (cast.hit && cast.fraction < first) {
                first = cast.fraction;
                *rock = i;
            }
        }
    }
    return first;
}

// A thinner shot decides what must be hit, and a thicker one what may be.
static void check_shot(Wrap *wrap, const Shot *shot)
{
    DemoChecks *checks = &wrap->demo.checks;
    AukHits hits = auk_world_hits(wrap->demo.world);
    const AukHit *hit = NULL;
    for (int i = 0; i < hits.count && hit == NULL; i++) {
        hit = auk_body_id_equal(hits.items[i].body_a, shot->body) ? &hits.items[i] : NULL;
    }
    int thin = -1, thick = -1;
    float latest = first_hit(wrap, shot, SHOT_RADIUS - SLACK, &thin);
    float earliest = first_hit(wrap, shot, SHOT_RADIUS + SLACK, &thick);
    bool same = hit != NULL && ((int)hit->user_data_b == thin || (int)hit->user_data_b == thick);
    bool in_time = same && hit->fraction >= earliest - FRACTION_SLACK && hit->fraction <= latest + FRACTION_SLACK;
    checks->grazing += thin != thick;
    checks->missed += hit == NULL && thin >= 0;
    checks->false_hits += hit != NULL && !in_time;
}

// Where the sight meets a rock first.
static bool look(const Wrap *wrap, AukFound *found)
{
    AukVec2 delta = auk_vec_scale(SIGHT, heading(wrap));
    return auk_world_cast_ray(wrap->demo.world, muzzle(wrap), delta, only_rocks(), found);
}

static void check_sight(Wrap *wrap)
{
    Demo *demo = &wrap->demo;
    AukFound found = {.fraction = 1.0f};
    bool hit = look(wrap, &found);
    AukVec2 from = muzzle(wrap), delta = auk_vec_scale(SIGHT, heading(wrap));
    float first = 1.0f;
    for (int i = 0; i < wrap->rock_count; i++) {
        AukShape shape = shape_of(demo, wrap->rocks[i].body);
        AukTransform pose = auk_body_get_pose(demo->world, wrap->rocks[i].body);
        for (int k = 0; k < 25 && !auk_body_id_is_null(wrap->rocks[i].body); k++) {
            AukCast cast = auk_cast_ray(&shape, image(pose, k % 5 - 2, k / 5 - 2), from, delta, NULL);
            first = cast.hit && cast.fraction < first ? cast.fraction : first;
        }
    }
    wrap->rays += hit;
    wrap->rays_across += hit && is_beyond(found.point);
    demo->checks.missed += found.fraction > first + FRACTION_SLACK;
    demo->checks.false_hits += found.fraction < first - FRACTION_SLACK;
}

// Two rocks touch if the nearest images do: a rock is less than a quarter of the world wide.
static void check_pair(Wrap *wrap, const Rock *a, const Rock *b)
{
    Demo *demo = &wrap->demo;
    AukTransform pose_a = auk_body_get_pose(demo->world, a->body), pose_b = auk_body_get_pose(demo->world, b->body);
    AukVec2 far = auk_vec_sub(pose_b.p, pose_a.p), near = shortest(far);
    if (auk_vec_length(near) > rock_radius[a->size] + rock_radius[b->size] + 1.0f) {
        return;
    }
    AukContacts contacts = auk_world_contacts(demo->world);
    bool reported = false;
    for (int i = 0; i < contacts.count; i++) {
        AukBodyId first = contacts.items[i].body_a, second = contacts.items[i].body_b;
        reported = reported || (auk_body_id_equal(first, a->body) && auk_body_id_equal(second, b->body)) ||
                   (auk_body_id_equal(first, b->body) && auk_body_id_equal(second, a->body));
    }
    AukShape shape_a = shape_of(demo, a->body), shape_b = shape_of(demo, b->body);
    pose_b.p = auk_vec_add(pose_a.p, near);
    float distance = auk_distance(&shape_a, pose_a, &shape_b, pose_b).distance;
    demo->checks.missed += !reported && distance < -SLACK;
    demo->checks.false_hits += reported && distance > SLACK;
    wrap->across += reported && (fabsf(near.x - far.x) > 1.0f || fabsf(near.y - far.y) > 1.0f);
}

static void check(Demo *demo)
{
    Wrap *wrap = (Wrap *)demo;
    check_sight(wrap);
    for (int i = 0; i < SHOT_COUNT; i++) {
        if (!auk_body_id_is_null(wrap->shots[i].body)) {
            check_shot(wrap, &wrap->shots[i]);
        }
    }
    for (int i = 0; i < wrap->rock_count; i++) {
        const Rock *a = &wrap->rocks[i];
        bool outside = is_beyond(auk_body_get_position(demo->world, a->body));
        demo->checks.missed += outside;
        for (int k = 0; k < i && !auk_body_id_is_null(a->body); k++) {
            if (!auk_body_id_is_null(wrap->rocks[k].body)) {
                check_pair(wrap, a, &wrap->rocks[k]);
            }
        }
    }
}

static void report(const Demo *demo, FILE *stream)
{
    const Wrap *wrap = (const Wrap *)demo;
    fprintf(stream, " fired=%lld shot_down=%lld through=%lld rays=%lld rays_across=%lld contacts_across=%lld",
            (long long)wrap->fired, (long long)wrap->shot_down, (long long)wrap->through, (long long)wrap->rays,
            (long long)wrap->rays_across, (long long)wrap->across);
}

// ---- the drawing ------------------------------------------------------------------------------------------------

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(HALF_WIDTH + MARGIN, HALF_HEIGHT + MARGIN);
}

// Cuts the part of a line on one side of the world off: keeps t in [low, high].
static void cut(float from, float delta, float half, float *low, float *high)
{
    float a = delta != 0.0f ? (-half - from) / delta : (fabsf(from) <= half ? 0.0f : 2.0f);
    float b = delta != 0.0f ? (half - from) / delta : 1.0f;
    *low = fmaxf(*low, fminf(a, b));
    *high = fminf(*high, fmaxf(a, b));
}

// Draws a line that leaves the world at a seam and comes in at the other side.
static void draw_line(View *view, AukVec2 from, AukVec2 delta, CanvasColor color)
{
    for (int k = 0; k < 25; k++) {
        AukVec2 p = auk_vec(from.x + (float)(k % 5 - 2) * period.x, from.y + (float)(k / 5 - 2) * period.y);
        float low = 0.0f, high = 1.0f;
        cut(p.x, delta.x, HALF_WIDTH, &low, &high);
        cut(p.y, delta.y, HALF_HEIGHT, &low, &high);
        if (low < high) {
            canvas_line(&view->canvas, view_point(view, auk_vec_add_scaled(p, low, delta)),
                        view_point(view, auk_vec_add_scaled(p, high, delta)), 1.5f * view->pixel, color);
        }
    }
}

// Draws a body wherever an image of it can be seen.
static void draw_body(View *view, const Demo *demo, AukBodyId body, CanvasColor color)
{
    AukShape shape = shape_of(demo, body);
    AukTransform pose = auk_body_get_pose(demo->world, body);
    for (int k = 0; k < 9 && !auk_body_id_is_null(body); k++) {
        AukTransform at = image(pose, k % 3 - 1, k / 3 - 1);
        if (auk_box_overlap(auk_shape_bounds(&shape, at), view_region(view))) {
            view_shape(view, &shape, at, canvas_fade(color, 0x90), color);
        }
    }
}

// The images around the world are dimmed.
static void draw_border(View *view)
{
    AukVec2 low = view_point(view, auk_vec(-HALF_WIDTH, -HALF_HEIGHT));
    AukVec2 high = view_point(view, auk_vec(HALF_WIDTH, HALF_HEIGHT));
    float width = view->camera.width, height = view->camera.height;
    CanvasColor dim = canvas_fade(COLOR_BACKGROUND, 0xa8);
    canvas_rectangle(&view->canvas, 0.0f, 0.0f, width, high.y, dim);
    canvas_rectangle(&view->canvas, 0.0f, low.y, width, height - low.y, dim);
    canvas_rectangle(&view->canvas, 0.0f, high.y, low.x, low.y - high.y, dim);
    canvas_rectangle(&view->canvas, high.x, high.y, width - high.x, low.y - high.y, dim);
    const AukVec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    canvas_outline(&view->canvas, corners, 4, 1.5f * view->pixel, COLOR_EDGE);
}

static bool is_touching(const Demo *demo, AukBodyId body)
{
    return auk_body_contacts(demo->world, body, NULL, 0) > 0;
}

static void draw(Demo *demo, View *view)
{
    const Wrap *wrap = (const Wrap *)demo;
    for (int i = 0; i < wrap->rock_count; i++) {
        AukBodyId rock = wrap->rocks[i].body;
        draw_body(view, demo, rock, is_touching(demo, rock) ? COLOR_TOUCHING : COLOR_MOVING);
    }
    draw_body(view, demo, wrap->ship, is_touching(demo, wrap->ship) ? COLOR_TOUCHING : COLOR_TEXT);
    draw_border(view);
    for (int i = 0; i < FLASHES; i++) {
        const Flash *flash = &wrap->flashes[i];
        unsigned alpha = 255u - 255u * (unsigned)flash->age / FLASH_LIFE;
        if (flash->age > 0) {
            draw_line(view, flash->from, flash->flown, canvas_fade(COLOR_HIT, alpha));
            AukVec2 at = shortest(flash->at);
            canvas_ring(&view->canvas, view_point(view, at), (3.0f + 0.4f * (float)flash->age) * view->pixel,
                        2.0f * view->pixel, canvas_fade(COLOR_HIT, alpha));
        }
    }
    for (int i = 0; i < SHOT_COUNT; i++) {
        const Shot *shot = &wrap->shots[i];
        if (!auk_body_id_is_null(shot->body)) {
            AukVec2 back = auk_vec_scale(-1.5f, shot->path.delta);
            draw_line(view, auk_body_get_position(demo->world, shot->body), back, COLOR_SWEPT);
            draw_body(view, demo, shot->body, COLOR_SWEPT);
        }
    }
    AukFound found = {.fraction = 1.0f};
    bool hit = look(wrap, &found);
    draw_line(view, muzzle(wrap), auk_vec_scale(found.fraction * SIGHT, heading(wrap)), COLOR_SENSOR);
    if (hit) {
        AukVec2 at = view_point(view, shortest(found.point));
        canvas_ring(&view->canvas, at, 5.0f * view->pixel, 2.0f * view->pixel, COLOR_SENSOR);
    }
    view_note(view, COLOR_TEXT,
              "%lld rocks shot, %lld of them through a seam; the sight met a rock %lld times, %lld beyond a seam",
              (long long)wrap->shot_down, (long long)wrap->through, (long long)wrap->rays,
              (long long)wrap->rays_across);
}

const DemoScene scene_wrap = {
    .name = "wrap",
    .title = "a ship among rocks in a world that wraps around",
    .bodies_text = "large rocks",
    .defaults = {.seed = 1, .bodies = 8, .dt = 1.0f / 60.0f},
    .frames = 600,
    .bodies_max = 60,
    .dt_max = 0.1f,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = draw,
    .draws_all = true,
    .help = {{"Left, Right", "turn the ship"}, {"Up", "fly faster"}, {"X", "shoot"}},
};
