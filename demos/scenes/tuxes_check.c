// The check of the tuxes scene: every bullet against every penguin and wall, all on their straight ways through the
// step, in double precision. A bullet stops at its first hit, so what auk reports first must be what comes first.
#include "scenes/tuxes.h"

#include <math.h>
#include <stb/stb_ds.h>

// Too close to call: this part of the largest extent or relative way of the pair.
#define SLACK 1e-5
#define FRACTION_SLACK 1e-4

static ExactVec way_of(AukVec2 velocity, float dt)
{
    return (ExactVec){(double)velocity.x * (double)dt, (double)velocity.y * (double)dt};
}

static void add_target(TuxesScene *scene, AukBodyId body, const AukVec2 *corners)
{
    const AukWorld *world = scene->demo.world;
    TuxesTarget target = {0};
    target.body = body;
    target.shape = exact_place(corners, TUXES_QUAD, auk_body_get_pose(world, body));
    target.way = way_of(auk_body_get_velocity(world, body), scene->demo.options.dt);
    target.min.x = target.shape.min.x + fmin(target.way.x, 0.0);
    target.min.y = target.shape.min.y + fmin(target.way.y, 0.0);
    target.max.x = target.shape.max.x + fmax(target.way.x, 0.0);
    target.max.y = target.shape.max.y + fmax(target.way.y, 0.0);
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

// What the oracle says about one bullet, and about what auk reported for it.
typedef struct Verdict {
    bool hit;            // something is hit beyond doubt
    double latest;       // by then the bullet has hit it; 2 if never
    double grazing_from; // from then on something may be hit or not; 2 if never
    bool reported_right; // the reported target is hit, or may be, at the reported time
    bool touches_at_end; // a test at the end of the step alone finds something
} Verdict;

static double largest_extent(const ExactPolygon *p)
{
    return fmax(p->max.x - p->min.x, p->max.y - p->min.y);
}

static void judge_target(Verdict *verdict, const ExactPolygon *shape, ExactVec way, const TuxesTarget *target,
                         const AukHit *reported)
{
    ExactVec relative = {way.x - target->way.x, way.y - target->way.y};
    double extent = fmax(largest_extent(shape), largest_extent(&target->shape));
    double slack = SLACK * fmax(extent, fmax(fabs(relative.x), fabs(relative.y)));
    ExactSweep sweep = exact_sweep_polygons(shape, &target->shape, relative, slack);
    verdict->touches_at_end |= exact_polygons_touch(shape, &target->shape, relative);
    if (sweep.grazing) {
        verdict->grazing_from = fmin(verdict->grazing_from, fmin(sweep.earliest, sweep.latest));
    } else if (sweep.hit) {
        verdict->hit = true;
        verdict->latest = fmin(verdict->latest, sweep.latest);
    }
    if (reported != NULL && auk_body_id_equal(reported->body_b, target->body)) {
        double fraction = (double)reported->fraction;
        bool in_time = fraction >= sweep.earliest - FRACTION_SLACK && fraction <= sweep.latest + FRACTION_SLACK;
        verdict->reported_right = sweep.grazing || (sweep.hit && in_time);
    }
}

// A unit of margin is more than any slack.
static bool are_apart(ExactVec min_a, ExactVec max_a, ExactVec min_b, ExactVec max_b)
{
    return min_a.x > max_b.x + 1.0 || min_b.x > max_a.x + 1.0 || min_a.y > max_b.y + 1.0 || min_b.y > max_a.y + 1.0;
}

static Verdict judge_bullet(const TuxesScene *scene, const TuxesBullet *bullet, const AukHit *reported)
{
    Verdict verdict = {.latest = 2.0, .grazing_from = 2.0};
    ExactPolygon shape = exact_place(tuxes_bullet_corners[bullet->gun], TUXES_QUAD, bullet->start);
    ExactVec way = way_of(bullet->velocity, scene->demo.options.dt);
    ExactVec min = {shape.min.x + fmin(way.x, 0.0), shape.min.y + fmin(way.y, 0.0)};
    ExactVec max = {shape.max.x + fmax(way.x, 0.0), shape.max.y + fmax(way.y, 0.0)};
    for (int i = 0; i < (int)arrlen(scene->targets); i++) {
        const TuxesTarget *target = &scene->targets[i];
        bool own = auk_body_id_equal(target->body, scene->penguins[bullet->shooter].body);
        if (!own && !are_apart(min, max, target->min, target->max)) {
            judge_target(&verdict, &shape, way, target, reported);
        }
    }
    return verdict;
}

// A bullet must be where its velocity takes it by the time of its hit, or by the end of the step.
static bool is_in_place(const TuxesScene *scene, const TuxesBullet *bullet, double fraction)
{
    AukVec2 p = auk_body_get_pose(scene->demo.world, bullet->body).p;
    ExactVec way = way_of(bullet->velocity, scene->demo.options.dt);
    double scale = fabs((double)p.x) + fabs((double)p.y) + fabs(way.x) + fabs(way.y);
    return fabs((double)bullet->start.p.x + fraction * way.x - (double)p.x) <= SLACK * scale &&
           fabs((double)bullet->start.p.y + fraction * way.y - (double)p.y) <= SLACK * scale;
}

static void check_bullet(TuxesScene *scene, int slot)
{
    DemoChecks *checks = &scene->demo.checks;
    const TuxesBullet *bullet = &scene->bullets[slot];
    int index = scene->first_hit[slot];
    const AukHit *reported = index >= 0 ? &auk_world_hits(scene->demo.world).items[index] : NULL;
    Verdict verdict = judge_bullet(scene, bullet, reported);
    checks->missed_discrete += verdict.hit && !verdict.touches_at_end;
    if (auk_body_get_motion(scene->demo.world, bullet->body) != AUK_MOTION_SWEPT) {
        checks->missed += verdict.hit && !verdict.touches_at_end;
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
        // Right in itself, but something else was in the way before: that one was let through.
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
