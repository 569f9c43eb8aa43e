// The check of the scene tuxes: sweeps every bullet against every penguin and wall, all on their straight paths through
// the step, in double precision. A bullet stops at its first hit, so auk must report the hit that comes first.
#include "scenes/tuxes.h"

#include <math.h>
#include <stb/stb_ds.h>

// Hits within this part of the pair's largest extent or relative path are grazing.
#define SLACK 1e-5
#define FRACTION_SLACK 1e-4

static ExactVec path_of(AukVec2 velocity, float dt)
{
    return (ExactVec){(double)velocity.x * (double)dt, (double)velocity.y * (double)dt};
}

static void add_target(TuxesScene *scene, AukBodyId body, const AukVec2 *corners)
{
    const AukWorld *world = scene->demo.world;
    TuxesTarget target = {0};
    target.body = body;
    target.shape = exact_place(corners, TUXES_QUAD, auk_body_get_pose(world, body));
    target.path = path_of(auk_body_get_velocity(world, body), scene->demo.options.dt);
    target.min.x = target.shape.min.x + fmin(target.path.x, 0.0);
    target.min.y = target.shape.min.y + fmin(target.path.y, 0.0);
    target.max.x = target.shape.max.x + fmax(target.path.x, 0.0);
    target.max.y = target.shape.max.y + fmax(target.path.y, 0.0);
    arrput(scene->targets, target);
}

void tuxes_check_prepare(TuxesScene *scene)
{
    arrsetlen(scene->targets, 0);
    for (int i = 0; i < TUXES_WALL_COUNT; i++) {
        add_target(scene, scene->walls[i].body, scene->walls[i].corners);
    }
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        add_target(scene, scene->penguins[i].body, tuxes_penguin_corners);
    }
    for (int i = 0; i < (int)arrlen(scene->bullets); i++) {
        TuxesBullet *bullet = &scene->bullets[i];
        if (bullet->flying) {
            bullet->start = auk_body_get_pose(scene->demo.world, bullet->body);
        }
    }
}

// The hits are sorted by time, so the first one of a bullet in the list is its first hit.
static void find_first_hits(TuxesScene *scene)
{
    AukHits hits = auk_world_hits(scene->demo.world);
    int count = (int)arrlen(scene->bullets);
    arrsetlen(scene->first_hit, (size_t)count);
    for (int i = 0; i < count; i++) {
        scene->first_hit[i] = -1;
    }
    for (int i = 0; i < hits.count; i++) {
        uint64_t slot = auk_body_get_user_data(scene->demo.world, hits.items[i].body_a) >> TUXES_INDEX_SHIFT;
        if (scene->first_hit[slot] < 0) {
            scene->first_hit[slot] = i;
        }
    }
}

// The result of the exact sweeps of one bullet, compared with auk's report.
typedef struct Verdict {
    bool hit;            // some target is hit, and not grazing
    double latest;       // fraction by which such a target is hit; 2 if none
    double grazing_from; // first fraction of a grazing hit; 2 if none
    bool reported_right; // the reported target is hit, or grazing, at the reported fraction
    bool tunnels;        // a target is hit that a test at the end of the step alone does not notice
    double entry;        // fraction of the first such hit; 2 if none
} Verdict;

static double largest_extent(const ExactPolygon *p)
{
    return fmax(p->max.x - p->min.x, p->max.y - p->min.y);
}

static void judge_target(Verdict *verdict, const ExactPolygon *shape, ExactVec path, const TuxesTarget *target,
                         const AukHit *reported)
{
    ExactVec relative = {path.x - target->path.x, path.y - target->path.y};
    double extent = fmax(largest_extent(shape), largest_extent(&target->shape));
    double slack = SLACK * fmax(extent, fmax(fabs(relative.x), fabs(relative.y)));
    ExactSweep sweep = exact_sweep_polygons(shape, &target->shape, relative, slack);
    if (sweep.grazing) {
        verdict->grazing_from = fmin(verdict->grazing_from, fmin(sweep.earliest, sweep.latest));
    } else if (sweep.hit) {
        verdict->hit = true;
        verdict->latest = fmin(verdict->latest, sweep.latest);
        if (!exact_polygons_touch(shape, &target->shape, relative)) {
            verdict->tunnels = true;
            verdict->entry = fmin(verdict->entry, sweep.fraction);
        }
    }
    if (reported != NULL && auk_body_id_equal(reported->body_b, target->body)) {
        double fraction = (double)reported->fraction;
        bool in_time = fraction >= sweep.earliest - FRACTION_SLACK && fraction <= sweep.latest + FRACTION_SLACK;
        verdict->reported_right = sweep.grazing || (sweep.hit && in_time);
    }
}

// The margin of one unit is more than any slack.
static bool are_apart(ExactVec min_a, ExactVec max_a, ExactVec min_b, ExactVec max_b)
{
    return min_a.x > max_b.x + 1.0 || min_b.x > max_a.x + 1.0 || min_a.y > max_b.y + 1.0 || min_b.y > max_a.y + 1.0;
}

static Verdict judge_bullet(const TuxesScene *scene, const TuxesBullet *bullet, const AukHit *reported)
{
    Verdict verdict = {.latest = 2.0, .grazing_from = 2.0, .entry = 2.0};
    ExactPolygon shape = exact_place(tuxes_bullet_corners[bullet->gun], TUXES_QUAD, bullet->start);
    ExactVec path = path_of(bullet->velocity, scene->demo.options.dt);
    ExactVec min = {shape.min.x + fmin(path.x, 0.0), shape.min.y + fmin(path.y, 0.0)};
    ExactVec max = {shape.max.x + fmax(path.x, 0.0), shape.max.y + fmax(path.y, 0.0)};
    for (int i = 0; i < (int)arrlen(scene->targets); i++) {
        const TuxesTarget *target = &scene->targets[i];
        bool own = auk_body_id_equal(target->body, scene->penguins[bullet->shooter].body);
        if (!own && !are_apart(min, max, target->min, target->max)) {
            judge_target(&verdict, &shape, path, target, reported);
        }
    }
    return verdict;
}

// A bullet must be where its velocity takes it by the time of its hit, or by the end of the step.
static bool is_in_place(const TuxesScene *scene, const TuxesBullet *bullet, double fraction)
{
    AukVec2 p = auk_body_get_pose(scene->demo.world, bullet->body).p;
    ExactVec path = path_of(bullet->velocity, scene->demo.options.dt);
    double scale = fabs((double)p.x) + fabs((double)p.y) + fabs(path.x) + fabs(path.y);
    return fabs((double)bullet->start.p.x + fraction * path.x - (double)p.x) <= SLACK * scale &&
           fabs((double)bullet->start.p.y + fraction * path.y - (double)p.y) <= SLACK * scale;
}

// A bullet is counted once, though it may pass through other bodies in later steps.
static void record_tunnel(TuxesScene *scene, TuxesBullet *bullet, double entry)
{
    AukVec2 from = bullet->start.p;
    AukVec2 to = auk_body_get_pose(scene->demo.world, bullet->body).p;
    TuxesTunnel tunnel = {from, to, auk_vec_lerp(from, to, (float)entry)};
    scene->tunnels[scene->tunnel_count++ % TUXES_TUNNEL_COUNT] = tunnel;
    scene->demo.checks.missed += !bullet->tunnelled;
    bullet->tunnelled = true;
}

static void check_bullet(TuxesScene *scene, int slot)
{
    DemoChecks *checks = &scene->demo.checks;
    const TuxesBullet *bullet = &scene->bullets[slot];
    int index = scene->first_hit[slot];
    const AukHit *reported = index >= 0 ? &auk_world_hits(scene->demo.world).items[index] : NULL;
    Verdict verdict = judge_bullet(scene, bullet, reported);
    checks->missed_discrete += verdict.tunnels;
    if (auk_body_get_motion(scene->demo.world, bullet->body) != AUK_MOTION_SWEPT) {
        if (verdict.tunnels) {
            record_tunnel(scene, &scene->bullets[slot], verdict.entry);
        }
        return;
    }
    checks->grazing += verdict.grazing_from <= fmin(verdict.latest, 1.0);
    if (reported == NULL) {
        checks->missed += verdict.hit || !is_in_place(scene, bullet, 1.0);
        return;
    }
    double fraction = (double)reported->fraction;
    if (!verdict.reported_right || !is_in_place(scene, bullet, fraction)) {
        checks->false_hits++;
    } else if (verdict.hit && fraction > verdict.latest + FRACTION_SLACK) {
        // The reported hit exists, but the bullet went through another target before it.
        checks->missed++;
    }
}

void tuxes_check(Demo *demo)
{
    TuxesScene *scene = (TuxesScene *)demo;
    find_first_hits(scene);
    for (int i = 0; i < (int)arrlen(scene->bullets); i++) {
        if (scene->bullets[i].flying) {
            check_bullet(scene, i);
        }
    }
}
