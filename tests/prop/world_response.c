// Random worlds of bodies that slide, bounce and stop, held against their own reports: from the hits of a step follows
// where each body was at any moment, and the signed distance of two convex shapes is a convex function of time while
// both go straight, so the deepest they ever were in each other is found by a search that knows nothing of casts. None
// may have passed through anything, every hit must touch and close, and every bounce must do what was asked for.
#include "auk/geom.h"
#include "auk/world.h"
#include "support/random.h"
#include "support/world_scene.h"
#include "world/state/world_state.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOUNCERS, SLIDERS, MIXED, SPINNERS, LIFTS, KINDS, USUAL = 400, STEPS = 6, WALLS = 24, BODIES = 12, LEGS = 80 };

// What is followed of a body in one step.
typedef struct Track {
    AukBodyId id;
    AukShape shape;
    AukMotion motion;
    AukResponse response;
    float loss;
    AukTransform from;
    double spin; // until the first hit
    int legs;
    double until[LEGS], x[LEGS], y[LEGS], vx[LEGS],
        vy[LEGS]; // where each leg begins (relative to `from`), and its speed
    bool unclear; // two hits of different velocities at one moment
    bool spent;
} Track;

typedef struct Scene {
    AukWorld *world, *twin; // the same by brute force, with workers, and restored from a snapshot now and then
    Track tracks[WALLS + BODIES + 4];
    int count;
    float size, dt;
    AukVec2 center;
    AukVec2 vertices[WALLS + BODIES + 4][10];
    long hits, unclear;
    double deepest; // at ends of steps, in parts of what is allowed
} Scene;

static double length(double x, double y)
{
    return sqrt(x * x + y * y);
}

// ---- making scenes ----

static AukShape some_shape(Random *random, float size, AukVec2 *vertices)
{
    switch (random_int(random, 0, 3)) {
    case 0: return auk_shape_circle(size * random_float(random, 0.2f, 1.0f));
    case 1: return auk_shape_box(size * random_float(random, 0.1f, 1.0f), size * random_float(random, 0.1f, 1.0f));
    case 2: return auk_shape_capsule(auk_vec(-0.5f * size, 0.0f), auk_vec(0.5f * size, 0.0f), 0.3f * size);
    default: return auk_shape_polygon(vertices, random_polygon(random, 8, size, 0.7f, vertices), 0.0f);
    }
}

static bool is_free(const Scene *scene, const AukShape *shape, AukTransform pose)
{
    for (int i = 0; i < scene->count; i++) {
        const Track *track = &scene->tracks[i];
        if (auk_distance(shape, pose, &track->shape, track->from).distance < 0.01f * scene->size) {
            return false;
        }
    }
    return true;
}

static void add(Scene *scene, const AukBodyDef *def, bool anywhere)
{
    AukTransform pose = auk_transform(def->position, def->angle);
    if (!anywhere && !is_free(scene, &def->shape, pose)) {
        return;
    }
    Track *track = &scene->tracks[scene->count++];
    memset(track, 0, sizeof *track);
    track->id = auk_body_create(scene->world, def);
    auk_body_create(scene->twin, def);
    track->shape = def->shape;
    track->motion = def->motion;
    track->response = def->response;
    track->loss = def->bounce_loss;
    track->from = pose;
}

static AukResponse some_response(Random *random, int kind)
{
    switch (kind) {
    case BOUNCERS: return AUK_RESPONSE_BOUNCE;
    case SLIDERS: return AUK_RESPONSE_SLIDE;
    case LIFTS: return random_chance(random, 0.5) ? AUK_RESPONSE_SLIDE : AUK_RESPONSE_BOUNCE;
    default: return (AukResponse)random_int(random, AUK_RESPONSE_TOUCH, AUK_RESPONSE_BOUNCE);
    }
}

// Four walls around the field keep everything together.
static void enclose(Scene *scene, float field)
{
    for (int i = 0; i < 4; i++) {
        AukVec2 off = auk_vec((float)(i % 2) * (float)(2 - i), (float)(1 - i % 2) * (float)(1 - i));
        AukVec2 p = auk_vec_add(scene->center, auk_vec_scale(field, off));
        AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(2.0f * field, 0.2f * scene->size), p.x, p.y);
        def.angle = i % 2 ? 1.57079633f : 0.0f;
        add(scene, &def, true);
    }
}

static void fill(Scene *scene, Random *random, int kind)
{
    float field = 8.0f * scene->size;
    enclose(scene, 1.3f * field);
    for (int i = 0; i < WALLS + BODIES; i++) {
        AukVec2 p = auk_vec_add(scene->center, random_vec(random, -field, field));
        bool body = i >= WALLS;
        AukBodyDef def = scene_def(body ? AUK_MOTION_SWEPT : AUK_MOTION_STATIC, auk_shape_circle(1.0f), p.x, p.y);
        def.shape = some_shape(random, scene->size * (body ? 0.5f : 2.0f), scene->vertices[scene->count]);
        def.angle = random_chance(random, 0.3) ? 0.0f : random_float(random, -3.0f, 3.0f);
        if (!body && kind == LIFTS && i % 4 == 0) {
            def.motion = AUK_MOTION_MOVING;
            def.velocity = auk_vec_scale(2.0f * scene->size, random_direction(random));
        }
        if (body) {
            def.response = some_response(random, kind);
            def.bounce_loss = kind != BOUNCERS && random_chance(random, 0.5) ? random_float(random, 0.0f, 1.0f) : 0.0f;
            float speed = scene->size * (float)random_log(random, 0.1, kind == BOUNCERS ? 100.0 : 40.0);
            def.velocity = auk_vec_scale(speed, random_direction(random));
            def.spin = kind == SPINNERS ? random_float(random, -9.0f, 9.0f) : 0.0f;
        }
        add(scene, &def, !body);
    }
}

// ---- following ----

static Track *track_of(Scene *scene, AukBodyId id)
{
    return &scene->tracks[id.index];
}

static void begin_track(Scene *scene, Track *track)
{
    track->from = auk_body_get_pose(scene->world, track->id);
    track->spin = (double)auk_body_get_spin(scene->world, track->id);
    track->legs = 0;
    track->unclear = track->spent = false;
}

// Notes the velocity with which a body comes to a hit.
static void note(Track *track, const AukHit *hit, AukVec2 velocity)
{
    double t = (double)hit->fraction;
    int n = track->legs;
    if (n > 0 && track->until[n - 1] == t) {
        bool same = fabs(track->vx[n - 1] - (double)velocity.x) + fabs(track->vy[n - 1] - (double)velocity.y) <
                    1e-6 * length((double)velocity.x, (double)velocity.y);
        track->unclear = track->unclear || (t > 0.0 && !same);
        return;
    }
    if (n < LEGS - 1) {
        track->until[n] = t;
        track->vx[n] = (double)velocity.x;
        track->vy[n] = (double)velocity.y;
        track->legs++;
    }
}

static void end_track(Scene *scene, Track *track, float dt)
{
    AukVec2 velocity = auk_body_get_velocity(scene->world, track->id);
    int n = track->legs++;
    track->until[n] = 1.0;
    track->vx[n] = track->spent ? 0.0 : (double)velocity.x;
    track->vy[n] = track->spent ? 0.0 : (double)velocity.y;
    double x = 0.0, y = 0.0, begin = 0.0;
    for (int i = 0; i < track->legs; i++) {
        track->x[i] = x;
        track->y[i] = y;
        x += (track->until[i] - begin) * (double)dt * track->vx[i];
        y += (track->until[i] - begin) * (double)dt * track->vy[i];
        begin = track->until[i];
    }
}

static AukTransform pose_at(const Track *track, double t, float dt, int *leg)
{
    int i = 0;
    while (i < track->legs - 1 && t > track->until[i]) {
        i++;
    }
    *leg = i;
    double begin = i > 0 ? track->until[i - 1] : 0.0;
    double x = track->x[i] + (t - begin) * (double)dt * track->vx[i];
    double y = track->y[i] + (t - begin) * (double)dt * track->vy[i];
    double turn = track->spin * (double)dt * (i > 0 ? track->until[0] : t);
    double c = (double)track->from.q.c, s = (double)track->from.q.s;
    AukTransform pose = {{(float)((double)track->from.p.x + x), (float)((double)track->from.p.y + y)},
                         {(float)(c * cos(turn) - s * sin(turn)), (float)(s * cos(turn) + c * sin(turn))}};
    return pose;
}

static double gap_at(const Track *a, const Track *b, double t, float dt)
{
    int leg;
    return (double)auk_distance(&a->shape, pose_at(a, t, dt, &leg), &b->shape, pose_at(b, t, dt, &leg)).distance;
}

// The least signed distance in a part of the step in which both go straight, without turning.
static double least_gap(const Track *a, const Track *b, double from, double to, float dt)
{
    double low = from, high = to;
    for (int i = 0; i < 50; i++) {
        double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
        bool down = gap_at(a, b, left, dt) > gap_at(a, b, right, dt);
        low = down ? left : low;
        high = down ? high : right;
    }
    return fmin(gap_at(a, b, 0.5 * (low + high), dt), fmin(gap_at(a, b, from, dt), gap_at(a, b, to, dt)));
}

static double way_of(const Track *track, float dt)
{
    double way = 0.0, begin = 0.0;
    for (int i = 0; i < track->legs; i++) {
        way += (track->until[i] - begin) * (double)dt * length(track->vx[i], track->vy[i]);
        begin = track->until[i];
    }
    return way;
}

// What rounding of poses, velocities and fractions to floats may make of a distance.
static double slack_of(const Scene *scene, const Track *a, const Track *b)
{
    double far = fmax(fabs((double)a->from.p.x), fabs((double)a->from.p.y)) + 20.0 * (double)scene->size;
    return 2e-5 * (double)scene->size + 1e-6 * (way_of(a, scene->dt) + way_of(b, scene->dt)) + 8.0 * 0x1p-23 * far;
}

static const char *say(const char *format, double x, double y, double z)
{
    static char text[160];
    snprintf(text, sizeof text, format, x, y, z);
    return text;
}

static const char *check_way(const Scene *scene, const Track *a, const Track *b)
{
    double slack = slack_of(scene, a, b), begin = 0.0;
    int i = 0, k = 0;
    if (a->unclear || b->unclear) {
        return NULL;
    }
    while (begin < 1.0) {
        double end = fmin(a->until[i], b->until[k]);
        bool turning = (i == 0 && a->spin != 0.0) || (k == 0 && b->spin != 0.0);
        int parts = turning ? 64 : 1;
        for (int p = 0; p < parts; p++) {
            double from = begin + (end - begin) * p / parts, to = begin + (end - begin) * (p + 1) / parts;
            double gap = turning ? gap_at(a, b, to, scene->dt) : least_gap(a, b, from, to, scene->dt);
            if (gap < -slack) {
                return say("depth %g of %g allowed, before fraction %g", -gap, slack, to);
            }
        }
        i += a->until[i] <= end && i < a->legs - 1;
        k += b->until[k] <= end && k < b->legs - 1;
        begin = end;
    }
    return NULL;
}

// ---- checks ----

static bool has_contact(const AukWorld *world, AukBodyId a, AukBodyId b)
{
    AukContacts contacts = auk_world_contacts(world);
    for (int i = 0; i < contacts.count; i++) {
        const AukContact *contact = &contacts.items[i];
        if ((auk_body_id_equal(contact->body_a, a) && auk_body_id_equal(contact->body_b, b)) ||
            (auk_body_id_equal(contact->body_a, b) && auk_body_id_equal(contact->body_b, a))) {
            return true;
        }
    }
    return false;
}

// The twin after the same step.
static const char *check_twin(Scene *scene, int step)
{
    if (auk_world_step(scene->twin, scene->dt) != AUK_OK ||
        auk_world_hash(scene->twin) != auk_world_hash(scene->world)) {
        return "brute force and workers give another hash";
    }
    if (step % 2 == 1) {
        uint64_t size = auk_world_snapshot_size(scene->world);
        void *buffer = malloc(size);
        AukStatus status = auk_world_snapshot(scene->world, buffer, size);
        status = status ? status : auk_world_restore(scene->twin, buffer, size);
        free(buffer);
        return status || auk_world_hash(scene->twin) != auk_world_hash(scene->world) ? "not the same restored" : NULL;
    }
    return NULL;
}

static const char *check_ends(Scene *scene, const Track *a, const Track *b)
{
    AukTransform pose_a = auk_body_get_pose(scene->world, a->id), pose_b = auk_body_get_pose(scene->world, b->id);
    double gap = (double)auk_distance(&a->shape, pose_a, &b->shape, pose_b).distance;
    double far = fmax(fabs((double)pose_a.p.x), fabs((double)pose_a.p.y));
    double allowed = 4.0 * 0x1p-21 * 6.0 * (double)scene->size + 0x1p-22 * far;
    scene->deepest = fmax(scene->deepest, -gap / allowed);
    if (gap <= 0.0 && !has_contact(scene->world, a->id, b->id)) {
        return "they touch at the end, and there is no contact";
    }
    return gap < -allowed ? say("%g deep at the end, %g is allowed%.0g", -gap, allowed, 0.0) : NULL;
}

static const char *check_arrival(const Scene *scene, const Track *track)
{
    int leg;
    AukTransform pose = auk_body_get_pose(scene->world, track->id);
    AukTransform expected = pose_at(track, 1.0, scene->dt, &leg);
    double off = length((double)pose.p.x - (double)expected.p.x, (double)pose.p.y - (double)expected.p.y);
    double slack = slack_of(scene, track, track);
    return !track->unclear && off > slack ? say("body %g is %g off (%g allowed)", track->id.index, off, slack) : NULL;
}

static const char *check_hit(const Scene *scene, const AukHit *hit, const Track *a, const Track *b)
{
    if (!a->unclear && !b->unclear) {
        double gap = gap_at(a, b, (double)hit->fraction, scene->dt), slack = slack_of(scene, a, b);
        if (fabs(gap) > slack) {
            return say("a hit at %g where they are %g apart (%g allowed)", (double)hit->fraction, gap, slack);
        }
    }
    AukVec2 relative = auk_vec_sub(hit->velocity_a, hit->velocity_b);
    float closing = auk_vec_dot(relative, hit->normal), speed = auk_vec_length(relative);
    bool turning = hit->spin_a != 0.0f || hit->spin_b != 0.0f;
    float rounding = 2e-7f * (auk_vec_length(hit->velocity_a) + auk_vec_length(hit->velocity_b));
    if (!turning && !(closing > -1e-6f * speed - rounding)) {
        return say("a hit at %g that closes by %g of %g", (double)hit->fraction, (double)closing, (double)speed);
    }
    bool finite = isfinite(hit->velocity_a.x) && isfinite(hit->velocity_a.y) && isfinite(hit->point.x);
    return finite && fabsf(auk_vec_length(hit->normal) - 1.0f) < 1e-5f ? NULL : "a hit of no numbers";
}

static bool in_order(const AukHit *a, const AukHit *b)
{
    uint32_t left[4] = {a->body_a.index, a->body_b.index, a->shape_a.index, a->shape_b.index};
    uint32_t right[4] = {b->body_a.index, b->body_b.index, b->shape_a.index, b->shape_b.index};
    for (int i = 0; i < 4 && a->fraction == b->fraction; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i];
        }
    }
    return a->fraction <= b->fraction;
}

static double energy(const Scene *scene)
{
    double sum = 0.0;
    for (int i = 0; i < scene->count; i++) {
        AukVec2 v = auk_body_get_velocity(scene->world, scene->tracks[i].id);
        sum +=
            scene->tracks[i].motion == AUK_MOTION_SWEPT ? (double)v.x * (double)v.x + (double)v.y * (double)v.y : 0.0;
    }
    return sum;
}

static const char *check_hits(Scene *scene)
{
    AukHits hits = auk_world_hits(scene->world);
    for (int i = 0; i < hits.count; i++) {
        const AukHit *hit = &hits.items[i];
        Track *a = track_of(scene, hit->body_a), *b = track_of(scene, hit->body_b);
        note(a, hit, hit->velocity_a);
        note(b, hit, hit->velocity_b);
        if (hit->limit) {
            a->spent = b->spent = true;
        }
        if (i > 0 && !in_order(&hits.items[i - 1], hit)) {
            return "hits out of order";
        }
    }
    for (int i = 0; i < scene->count; i++) {
        Track *track = &scene->tracks[i];
        track->unclear = track->unclear || track->spent; // of two that were hit only one may rest
        end_track(scene, track, scene->dt);
        scene->unclear += track->unclear;
    }
    scene->hits += hits.count;
    const char *wrong = NULL;
    for (int i = 0; i < hits.count && !wrong; i++) {
        const AukHit *hit = &hits.items[i];
        wrong = check_hit(scene, hit, track_of(scene, hit->body_a), track_of(scene, hit->body_b));
    }
    return wrong;
}

static const char *check_step(Scene *scene, int kind, double before)
{
    const char *wrong = check_hits(scene);
    for (int i = 0; i < scene->count && !wrong; i++) {
        Track *a = &scene->tracks[i];
        wrong = a->motion == AUK_MOTION_SWEPT ? check_arrival(scene, a) : NULL;
        for (int k = 0; k < i && !wrong; k++) {
            Track *b = &scene->tracks[k];
            bool crushed = kind == LIFTS && (a->spent || b->spent);
            if ((a->motion == AUK_MOTION_SWEPT || b->motion == AUK_MOTION_SWEPT) && !crushed) {
                wrong = check_way(scene, a, b);
                wrong = wrong ? wrong : check_ends(scene, a, b);
            }
            if (wrong) {
                printf("bodies %d and %d\n", k, i);
            }
        }
    }
    double after = energy(scene);
    if (!wrong && kind != LIFTS && after > before * (1.0 + 1e-5)) {
        wrong = say("energy grew from %.9g to %.9g%.0g", before, after, 0.0);
    }
    if (!wrong && kind == BOUNCERS && fabs(after - before) > 1e-5 * before) {
        wrong = say("energy went from %.9g to %.9g%.0g", before, after, 0.0);
    }
    return wrong;
}

static const char *play(Scene *scene, Random *random, int kind)
{
    const char *wrong = NULL;
    for (int i = 0; i < (kind == LIFTS ? 1 : STEPS) && !wrong; i++) {
        scene->dt = random_float(random, 0.01f, 1.0f);
        for (int k = 0; k < scene->count; k++) {
            Track *track = &scene->tracks[k];
            if (track->motion == AUK_MOTION_SWEPT && kind != BOUNCERS && i > 0) { // gravity and a push
                AukVec2 v = auk_body_get_velocity(scene->world, track->id);
                v = auk_vec_add(v, auk_vec_scale(scene->size, auk_vec(random_float(random, -2.0f, 2.0f), -4.0f)));
                auk_body_set_velocity(scene->world, track->id, v);
                auk_body_set_velocity(scene->twin, track->id, v);
            }
            begin_track(scene, track);
        }
        double before = energy(scene);
        AukStatus status = auk_world_step(scene->world, scene->dt);
        wrong = status ? auk_status_text(status) : check_step(scene, kind, before);
        wrong = wrong ? wrong : check_twin(scene, i);
        if (wrong) {
            printf("step %d\n", i);
        }
    }
    return wrong;
}

ParameterizedTestParameters(world_response, nothing_passes_through_anything)
{
    static int kinds[KINDS] = {BOUNCERS, SLIDERS, MIXED, SPINNERS, LIFTS};
    return cr_make_param_array(int, kinds, KINDS);
}

ParameterizedTest(const int *kind, world_response, nothing_passes_through_anything)
{
    static Scene scene;
    long hits = 0, unclear = 0, tracks = 0;
    double deepest = 0.0;
    const char *only = getenv("AUK_PROP_ONLY");
    for (int i = only ? atoi(only) : 0; i < (only ? atoi(only) + 1 : random_repeats(USUAL)); i++) {
        Random random = random_start(random_seed(), 900000u + (uint64_t)*kind * 100000u + (uint64_t)i);
        memset(&scene, 0, sizeof scene);
        AukWorldDef twin = {.broad = AUK_BROAD_BRUTE_FORCE, .worker_count = i % 16 == 0 ? 3 : 1};
        scene.world = scene_world();
        scene.twin = auk_world_create(&twin, NULL);
        scene.twin->parallel.grain = 5;
        scene.size = i % 3 == 0 ? 1.0f : (float)random_log(&random, 1e-3, 1e3);
        float away = i % 4 == 0 ? 100.0f * scene.size : 0.0f;
        scene.center = auk_vec_scale(away, random_direction(&random));
        fill(&scene, &random, *kind);
        const char *wrong = play(&scene, &random, *kind);
        cr_assert_null(wrong, "AUK_SEED=%llu AUK_PROP_ONLY=%d kind %d: %s", (unsigned long long)random_seed(), i, *kind,
                       wrong);
        hits += scene.hits;
        unclear += scene.unclear;
        tracks += scene.count;
        deepest = fmax(deepest, scene.deepest);
        auk_world_destroy(scene.world);
        auk_world_destroy(scene.twin);
    }
    printf("responses of kind %d: %ld hits, %ld of %ld ways unclear, ends at most %.2f of what is allowed deep\n",
           *kind, hits, unclear, tracks * STEPS, deepest);
}
