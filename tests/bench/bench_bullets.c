// Bullets among thin walls. auk's step finds every meeting, in order of time, with contacts and events; the peers ask
// less of themselves: Chipmunk casts a disc along each bullet's way, Box2D stops at the first wall. All are fired alike
// in each frame, and an oracle says what they miss. Then the same bullets stop at the first wall, slide along it, or
// bounce off it, each in a world of its own: the same bullets must hit.
#include "memory.h"
#include "report.h"
#include "scenes/bullets.h"
#include "world_run.h"

#include <stb/stb_ds.h>
#include <string.h>

// Bullets that respond.
typedef struct Responding {
    const char *phase;
    AukResponse response;
    AukWorld *world;
    AukBodyId *ids;
    Samples samples;
    int64_t hits; // of the last frame
} Responding;

enum { RESPONSES = 3 };

// The three worlds fly side by side, frame by frame. `scene` is the filtered one of auk's; world_auk holds the one in
// which bullets meet each other as well.
typedef struct Flight {
    BulletsScene *scene;
    int bullets;
    Samples fly, meet, chipmunk, box2d;
    int64_t hits, meetings, chipmunk_hits, box2d_hits; // of the last frame
    int64_t missed, expected;                          // by Chipmunk, of all frames
    BenchPairs met;
    Responding responding[RESPONSES];
    bool *hit; // by index of a body
} Flight;

static void fill(const BenchOptions *options, const WorldEngine *engine, int count)
{
    DemoRandom random = {options->seed};
    Setup setup = bullets_setup(count);
    WorldOptions world = {0};
    world.bodies = 2 * count;
    if (!engine->begin(&world)) {
        bench_fail("%s: %s", engine->name, auk_status_text(world.refused));
    }
    for (int i = 0; i < count; i++) {
        AukBodyDef def = bullets_wall(&setup, &random, i);
        engine->add(i, &def);
    }
}

static void add_bullets(const WorldEngine *engine, int count, bool meeting)
{
    for (int i = 0; i < count; i++) {
        AukBodyDef def = bullets_bullet(i, meeting);
        engine->add(count + i, &def);
    }
}

static void fly(Flight *flight, bool counts)
{
    Demo *demo = &flight->scene->demo;
    double begun = bench_clock(1);
    demo->status = auk_world_step(demo->world, demo->options.dt);
    double taken = bench_clock(1) - begun;
    if (demo->status) {
        bench_fail("bullets: %s", auk_status_text(demo->status));
    }
    bullets_check(demo);
    if (demo->checks.missed + demo->checks.false_hits > 0) {
        bench_fail("bullets: %lld missed, %lld made up", (long long)demo->checks.missed,
                   (long long)demo->checks.false_hits);
    }
    flight->hits = auk_world_hits(demo->world).count;
    if (counts) {
        samples_add(&flight->fly, taken);
    }
}

static AukVec2 start_of(const Flight *flight, int bullet)
{
    const BulletsFlight *shot = &flight->scene->flights[bullet];
    return auk_vec((float)shot->start.x, (float)shot->start.y);
}

static AukVec2 velocity_of(const Flight *flight, int bullet)
{
    return auk_body_get_velocity(flight->scene->demo.world, flight->scene->flights[bullet].body);
}

// Meetings of bullets add hits and take none away.
static void fly_meeting(Flight *flight, const AukVec2 *velocities, bool counts)
{
    for (int i = 0; i < flight->bullets; i++) {
        world_auk_fire(flight->bullets + i, start_of(flight, i), velocities[i]);
    }
    double begun = bench_clock(1);
    AukStatus status = world_auk.step(BENCH_DT);
    double taken = bench_clock(1) - begun;
    if (status) {
        bench_fail("bullets: %s", auk_status_text(status));
    }
    AukHits hits = auk_world_hits(world_auk_get());
    int64_t walls = 0;
    for (int i = 0; i < hits.count; i++) {
        bool wall = hits.items[i].body_a.index < (uint32_t)flight->bullets ||
                    hits.items[i].body_b.index < (uint32_t)flight->bullets;
        walls += wall;
    }
    if (walls != flight->hits) {
        bench_fail("bullets hit %lld walls when they meet each other, %lld when not", (long long)walls,
                   (long long)flight->hits);
    }
    flight->meetings = hits.count;
    if (counts) {
        samples_add(&flight->meet, taken);
    }
}

#ifdef BENCH_CHIPMUNK
static int compare_pairs(const void *left, const void *right)
{
    const AukBroadPair *a = left, *b = right;
    uint64_t key_a = (uint64_t)a->a << 32 | a->b, key_b = (uint64_t)b->a << 32 | b->b;
    return (key_a > key_b) - (key_a < key_b);
}

// The oracle's list is sorted by (bullet, wall).
static void count_missed(Flight *flight)
{
    BenchPairs *met = &flight->met;
    qsort(met->items, (size_t)met->count, sizeof *met->items, compare_pairs);
    int at = 0;
    for (ptrdiff_t i = 0; i < arrlen(flight->scene->expected); i++) {
        const BulletsHit *meeting = &flight->scene->expected[i];
        AukBroadPair pair = {(uint32_t)(meeting->key >> 32), (uint32_t)meeting->key};
        while (at < met->count && compare_pairs(&met->items[at], &pair) < 0) {
            at++;
        }
        bool found = at < met->count && compare_pairs(&met->items[at], &pair) == 0;
        flight->expected += !meeting->sweep.grazing;
        flight->missed += !found && !meeting->sweep.grazing;
    }
}

static void shoot_chipmunk(Flight *flight, const AukVec2 *velocities, bool counts)
{
    flight->met.count = 0;
    double begun = bench_clock(1);
    for (int i = 0; i < flight->bullets; i++) {
        AukVec2 way = auk_vec_scale(BENCH_DT, velocities[i]);
        world_chipmunk_shoot((uint32_t)i, start_of(flight, i), way, BULLETS_RADIUS, &flight->met);
    }
    double taken = bench_clock(1) - begun;
    flight->chipmunk_hits = flight->met.count;
    if (counts) {
        samples_add(&flight->chipmunk, taken);
        count_missed(flight);
    }
}
#endif

#ifdef BENCH_BOX2D3
static void fly_box2d(Flight *flight, const AukVec2 *velocities, bool counts)
{
    for (int i = 0; i < flight->bullets; i++) {
        world_box2d_fire(flight->bullets + i, start_of(flight, i), velocities[i]);
    }
    double begun = bench_clock(1);
    world_box2d.step(BENCH_DT);
    double taken = bench_clock(1) - begun;
    flight->box2d_hits = world_box2d_stopped(flight->bullets, 2 * flight->bullets, BULLETS_PATH);
    if (counts) {
        samples_add(&flight->box2d, taken);
    }
}
#endif

// ---- responses ----

static void begin_responding(const BenchOptions *options, Flight *flight, Responding *responding)
{
    DemoRandom random = {options->seed};
    Setup setup = bullets_setup(flight->bullets);
    responding->world = auk_world_create(NULL, NULL);
    responding->ids = bench_allocate((size_t)flight->bullets, sizeof *responding->ids);
    for (int i = 0; i < flight->bullets; i++) {
        AukBodyDef def = bullets_wall(&setup, &random, i);
        auk_body_create(responding->world, &def);
    }
    for (int i = 0; i < flight->bullets; i++) {
        AukBodyDef def = bullets_bullet(i, false);
        def.response = responding->response;
        responding->ids[i] = auk_body_create(responding->world, &def);
    }
    if (auk_world_body_count(responding->world) != 2 * flight->bullets) {
        bench_fail("bullets: %s", auk_status_text(auk_world_last_status(responding->world)));
    }
}

static void end_responding(Responding *responding)
{
    auk_world_destroy(responding->world);
    bench_release(responding->ids);
    samples_free(&responding->samples);
}

// The number of bullets that hit.
static int64_t count_bullets(Flight *flight, AukHits hits)
{
    int64_t bullets = 0;
    memset(flight->hit, 0, (size_t)(2 * flight->bullets) * sizeof *flight->hit);
    for (int i = 0; i < hits.count; i++) {
        uint32_t bullet = hits.items[i].body_a.index;
        bullets += !flight->hit[bullet];
        flight->hit[bullet] = true;
    }
    return bullets;
}

// `crossing`: the number of those that hit where all cross.
static void respond(Flight *flight, Responding *responding, const AukVec2 *velocities, int64_t crossing, bool counts)
{
    AukTransform pose = auk_transform_identity();
    for (int i = 0; i < flight->bullets; i++) {
        pose.p = start_of(flight, i);
        auk_body_set_pose(responding->world, responding->ids[i], pose);
        auk_body_set_velocity(responding->world, responding->ids[i], velocities[i]);
    }
    double begun = bench_clock(1);
    AukStatus status = auk_world_step(responding->world, BENCH_DT);
    double taken = bench_clock(1) - begun;
    AukHits hits = auk_world_hits(responding->world);
    int64_t hit = count_bullets(flight, hits);
    if (status || hit != crossing) {
        bench_fail("bullets, %s: %s; %lld hit, of those that cross %lld", responding->phase, auk_status_text(status),
                   (long long)hit, (long long)crossing);
    }
    responding->hits = hits.count;
    if (counts) {
        samples_add(&responding->samples, taken);
    }
}

// ---- all of them ----

static void fly_frame(Flight *flight, AukVec2 *velocities, bool counts)
{
    Demo *demo = &flight->scene->demo;
    scene_bullets.prepare(demo);
    for (int i = 0; i < flight->bullets; i++) {
        velocities[i] = velocity_of(flight, i);
    }
    fly(flight, counts);
    fly_meeting(flight, velocities, counts);
    int64_t crossing = count_bullets(flight, auk_world_hits(demo->world));
    for (int i = 0; i < RESPONSES; i++) {
        respond(flight, &flight->responding[i], velocities, crossing, counts);
    }
#ifdef BENCH_CHIPMUNK
    shoot_chipmunk(flight, velocities, counts);
#endif
#ifdef BENCH_BOX2D3
    fly_box2d(flight, velocities, counts);
#endif
}

static void report(const Flight *flight, const char *engine, const char *phase, const Samples *samples, int64_t hits)
{
    ReportRow row = {0};
    Samples sorted = *samples;
    snprintf(row.scene, sizeof row.scene, "bullets");
    snprintf(row.engine, sizeof row.engine, "%s", engine);
    snprintf(row.phase, sizeof row.phase, "%s", phase);
    row.bodies = flight->bullets;
    row.workers = 1;
    row.time = samples_summary(&sorted);
    row.pairs = hits;
    report_row(&row);
}

static void report_flight(const Flight *flight)
{
    report(flight, "auk", "fly", &flight->fly, flight->hits);
#ifdef BENCH_CHIPMUNK
    report(flight, "chipmunk query", "fly", &flight->chipmunk, flight->chipmunk_hits);
    report_note("missed: auk 0, chipmunk %lld of %lld", (long long)flight->missed, (long long)flight->expected);
#endif
#ifdef BENCH_BOX2D3
    report(flight, "box2d world", "fly", &flight->box2d, flight->box2d_hits);
    report_note("box2d's bullets stop at the first wall: its hits are bullets that were stopped");
#endif
    report(flight, "auk", "fly, meeting each other", &flight->meet, flight->meetings);
    for (int i = 0; i < RESPONSES; i++) {
        const Responding *responding = &flight->responding[i];
        report(flight, "auk", responding->phase, &responding->samples, responding->hits);
    }
}

static void begin_worlds(const BenchOptions *options, Flight *flight)
{
    DemoOptions demo = {.seed = options->seed, .bodies = flight->bullets, .dt = BENCH_DT};
    flight->scene = (BulletsScene *)scene_bullets.create(&demo);
    if (!flight->scene || flight->scene->demo.status) {
        bench_fail("bullets: the scene could not be created");
    }
    fill(options, &world_auk, flight->bullets);
    add_bullets(&world_auk, flight->bullets, true);
    flight->hit = bench_allocate((size_t)(2 * flight->bullets), sizeof *flight->hit);
    const Responding kinds[RESPONSES] = {{.phase = "fly, stop", .response = AUK_RESPONSE_TOUCH},
                                         {.phase = "fly, slide", .response = AUK_RESPONSE_SLIDE},
                                         {.phase = "fly, bounce", .response = AUK_RESPONSE_BOUNCE}};
    for (int i = 0; i < RESPONSES; i++) {
        flight->responding[i] = kinds[i];
        begin_responding(options, flight, &flight->responding[i]);
    }
#ifdef BENCH_CHIPMUNK
    fill(options, &world_chipmunk, flight->bullets);
#endif
#ifdef BENCH_BOX2D3
    fill(options, &world_box2d, flight->bullets);
    add_bullets(&world_box2d, flight->bullets, false);
#endif
}

static void end_worlds(Flight *flight)
{
#ifdef BENCH_BOX2D3
    world_box2d.end();
#endif
#ifdef BENCH_CHIPMUNK
    world_chipmunk.end();
#endif
    world_auk.end();
    for (int i = 0; i < RESPONSES; i++) {
        end_responding(&flight->responding[i]);
    }
    bench_release(flight->hit);
    scene_bullets.destroy(&flight->scene->demo);
    bench_pairs_free(&flight->met);
    samples_free(&flight->fly);
    samples_free(&flight->meet);
    samples_free(&flight->chipmunk);
    samples_free(&flight->box2d);
}

void bench_bullets(const BenchOptions *options)
{
    static const BenchSizes sizes = {{1000}, {10000}, {0}};
    int bullets[2 * BENCH_SIZES_MAX];
    bench_sizes(options, &sizes, bullets);
    report_scene("bullets", "discs of radius 0.1 fly 20 units a step among as many walls a tenth thick");
    for (int i = 0; bullets[i] > 0; i++) {
        int frames = options->frames > 0 ? options->frames : (options->quick ? 5 : 40);
        Flight flight = {0};
        flight.bullets = bullets[i];
        begin_worlds(options, &flight);
        AukVec2 *velocities = bench_allocate((size_t)flight.bullets, sizeof *velocities);
        for (int frame = -2; frame < frames; frame++) {
            fly_frame(&flight, velocities, frame >= 0);
        }
        report_flight(&flight);
        bench_release(velocities);
        end_worlds(&flight);
    }
}
