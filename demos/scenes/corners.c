// Corners: a bullet is before a player in one frame and behind it in the next. Four methods look for the hit: touching
// at the end of the step, the paths of the bullet's corners against the player's edges with the formula as the article
// prints it and with the right one, and auk's exact sweep. The first frame shows what each of them misses; each next
// one is random. The check compares auk's crossings and casts with answers in double precision.
#include "scenes/corners.h"

#include "viewer/draw/view.h"

#include <math.h>

// The largest error of t, s and a fraction, as a part of 1 + their size; and of a length, as a part of the path.
#define PARAMETER_SLACK 1e-6
#define FRACTION_SLACK 1e-4
#define LENGTH_SLACK 1e-6

// Bits of double precision decide about crossings this close to the end of a segment.
#define END_SLACK 1e-12

#define SHOWN_STEP 0.03125f

// ---- answers --------------------------------------------------------------------------------------------------------

static bool is_on_segment(double parameter)
{
    return parameter >= 0.0 && parameter <= 1.0;
}

// The printed s is written as in the article, with its slip: the denominator should be u1 v2 - u2 v1.
CornersCrossing corners_cross(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d)
{
    double u1 = (double)b.x - (double)a.x;
    double u2 = (double)b.y - (double)a.y;
    double v1 = (double)d.x - (double)c.x;
    double v2 = (double)d.y - (double)c.y;
    double dx = (double)a.x - (double)c.x;
    double dy = (double)a.y - (double)c.y;
    CornersCrossing crossing = {.parallel = u1 * v2 == u2 * v1};
    if (!crossing.parallel) {
        crossing.t = (v1 * dy - v2 * dx) / (u1 * v2 - u2 * v1);
        crossing.s = (dx * u2 - dy * u1) / (v1 * u2 - v2 * u1);
        crossing.printed = (u1 * dy - u2 * dx) / (u2 * v1 - u1 * v2);
        crossing.hit = is_on_segment(crossing.t) && is_on_segment(crossing.s);
        crossing.printed_hit = is_on_segment(crossing.t) && is_on_segment(crossing.printed);
    }
    return crossing;
}

static void place_corners(const CornersScene *scene, const CornersFigure *figure, AukVec2 *out)
{
    AukTransform pose = auk_body_get_pose(scene->demo.world, figure->body);
    for (int i = 0; i < CORNERS_QUAD; i++) {
        out[i] = auk_transform_apply(pose, figure->corners[i]);
    }
}

CornersAnswer corners_answer(const CornersScene *scene, int target)
{
    CornersAnswer answer = {0};
    const AukWorld *world = scene->demo.world;
    const CornersFigure *figure = &scene->targets[target];
    AukTransform before = auk_body_get_pose(world, scene->before.body);
    AukTransform after = auk_body_get_pose(world, scene->after.body);
    AukTransform pose = auk_body_get_pose(world, figure->body);
    AukShape bullet = auk_shape_polygon(scene->before.corners, CORNERS_QUAD, 0.0f);
    AukShape shape = auk_shape_polygon(figure->corners, CORNERS_QUAD, 0.0f);
    place_corners(scene, &scene->before, answer.before);
    place_corners(scene, &scene->after, answer.after);
    place_corners(scene, figure, answer.target);
    for (int i = 0; i < CORNERS_QUAD; i++) {
        for (int edge = 0; edge < CORNERS_QUAD; edge++) {
            CornersCrossing *crossing = &answer.crossings[i][edge];
            *crossing = corners_cross(answer.before[i], answer.after[i], answer.target[edge],
                                      answer.target[(edge + 1) % CORNERS_QUAD]);
            answer.printed |= crossing->printed_hit;
        }
    }
    answer.corners = auk_sweep_corners(answer.before, answer.after, CORNERS_QUAD, answer.target, CORNERS_QUAD);
    answer.swept = auk_cast_shape(&bullet, before, auk_vec_sub(after.p, before.p), &shape, pose, NULL);
    answer.at_end = auk_overlap(&bullet, after, &shape, pose);
    return answer;
}

// ---- the world ------------------------------------------------------------------------------------------------------

static void put_figure(CornersScene *scene, CornersFigure *figure, const AukVec2 *corners, AukVec2 place, float angle)
{
    Demo *demo = &scene->demo;
    if (auk_body_exists(demo->world, figure->body)) {
        auk_body_destroy(demo->world, figure->body);
    }
    for (int i = 0; i < CORNERS_QUAD; i++) {
        figure->corners[i] = corners[i];
    }
    AukBodyDef def = {.position = place, .angle = angle};
    def.shape = auk_shape_polygon(figure->corners, CORNERS_QUAD, 0.0f);
    figure->body = demo_add_body(demo, &def);
}

static void random_corners(DemoRandom *random, float width, float height, AukVec2 *out)
{
    static const AukVec2 signs[CORNERS_QUAD] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    for (int i = 0; i < CORNERS_QUAD; i++) {
        // Convex, since each factor is more than half of the largest.
        float w = width * demo_random_between(random, 0.6f, 1.0f);
        out[i] = auk_vec(signs[i].x * w, signs[i].y * height * demo_random_between(random, 0.6f, 1.0f));
    }
}

static float random_y(DemoRandom *random)
{
    return demo_random_between(random, -6.0f, 2.0f);
}

static void put_random_bullet(CornersScene *scene)
{
    DemoRandom *random = &scene->demo.random;
    AukVec2 corners[CORNERS_QUAD];
    float width = demo_random_between(random, 0.4f, 1.6f);
    random_corners(random, width, demo_random_between(random, 0.3f, 2.0f), corners);
    float angle = demo_random_angle(random);
    float from = demo_random_between(random, -14.0f, -11.0f);
    put_figure(scene, &scene->before, corners, auk_vec(from, random_y(random)), angle);
    float to = demo_random_between(random, 4.0f, 14.0f);
    put_figure(scene, &scene->after, corners, auk_vec(to, random_y(random)), angle);
}

// Right of where the bullet starts.
static void put_random_target(CornersScene *scene, int index)
{
    DemoRandom *random = &scene->demo.random;
    bool thin = index % 2 == 1;
    AukVec2 corners[CORNERS_QUAD];
    float width = demo_random_between(random, 0.8f, 2.4f);
    float height = thin ? demo_random_between(random, 0.02f, 0.1f) : demo_random_between(random, 0.8f, 2.4f);
    random_corners(random, width, height, corners);
    float angle = demo_random_angle(random);
    float x = demo_random_between(random, -4.0f, 9.0f);
    put_figure(scene, &scene->targets[index], corners, auk_vec(x, random_y(random)), angle);
}

// A bullet that ends behind the player, and a thin target between the paths of its corners.
static void put_first_bullet(CornersScene *scene)
{
    static const AukVec2 corners[CORNERS_QUAD] = {{-1.4f, -2.2f}, {1.4f, -1.1f}, {1.4f, 1.1f}, {-1.4f, 2.2f}};
    put_figure(scene, &scene->before, corners, auk_vec(-14.5f, -2.5f), 0.0f);
    put_figure(scene, &scene->after, corners, auk_vec(14.5f, -1.7f), 0.0f);
}

static void put_first_target(CornersScene *scene, int index)
{
    static const AukVec2 player[CORNERS_QUAD] = {{-1.7f, -3.4f}, {1.9f, -2.8f}, {1.4f, 3.0f}, {-1.2f, 3.3f}};
    static const AukVec2 thin[CORNERS_QUAD] = {{-1.6f, -0.12f}, {1.6f, -0.08f}, {1.6f, 0.08f}, {-1.6f, 0.12f}};
    if (index == 0) {
        put_figure(scene, &scene->targets[0], player, auk_vec(2.5f, -2.0f), 0.0f);
    } else {
        put_figure(scene, &scene->targets[1], thin, auk_vec(-7.5f, -2.3f), 0.15f);
    }
}

static Demo *create(const DemoOptions *options)
{
    CornersScene *scene = demo_new(options, sizeof *scene, 0);
    return scene != NULL ? &scene->demo : NULL;
}

static void prepare(Demo *demo)
{
    CornersScene *scene = (CornersScene *)demo;
    bool first = demo->totals.frames == 0;
    if (first) {
        put_first_bullet(scene);
    } else {
        put_random_bullet(scene);
    }
    for (int i = 0; i < demo->options.bodies; i++) {
        if (first && i < 2) {
            put_first_target(scene, i);
        } else {
            put_random_target(scene, i);
        }
    }
    scene->shown_at = 0.0f;
}

// The bullet flies without rotating, so both its ends rotate together.
static void moved(Demo *demo, AukBodyId body)
{
    CornersScene *scene = (CornersScene *)demo;
    bool is_before = auk_body_id_equal(body, scene->before.body);
    if (is_before || auk_body_id_equal(body, scene->after.body)) {
        AukBodyId other = is_before ? scene->after.body : scene->before.body;
        AukTransform pose = auk_body_get_pose(demo->world, other);
        pose.q = auk_body_get_pose(demo->world, body).q;
        auk_body_set_pose(demo->world, other, pose);
    }
}

static bool press(Demo *demo, int key, bool shift)
{
    (void)shift;
    CornersScene *scene = (CornersScene *)demo;
    switch (key) {
    case DEMO_KEY_RIGHT: scene->shown_at = fminf(scene->shown_at + SHOWN_STEP, 1.0f); return true;
    case DEMO_KEY_LEFT: scene->shown_at = fmaxf(scene->shown_at - SHOWN_STEP, 0.0f); return true;
    case 'x': scene->numbers = (CornersNumbers)((scene->numbers + 1) % CORNERS_NUMBERS_COUNT); return true;
    default: return false;
    }
}

// ---- the check ------------------------------------------------------------------------------------------------------

static bool is_near(float found, double expected)
{
    return fabs((double)found - expected) <= PARAMETER_SLACK * (1.0 + fabs(expected));
}

static bool is_at_end(double parameter)
{
    return fabs(parameter) <= END_SLACK || fabs(parameter - 1.0) <= END_SLACK;
}

// auk_segment_intersect() against the formulas, for each corner and edge; and auk_sweep_corners() against the first of
// these crossings.
static void check_crossings(DemoChecks *checks, const CornersAnswer *answer)
{
    double first = 2.0;
    bool doubtful = false;
    for (int i = 0; i < CORNERS_QUAD; i++) {
        for (int edge = 0; edge < CORNERS_QUAD; edge++) {
            const CornersCrossing *crossing = &answer->crossings[i][edge];
            AukSegmentHit hit = auk_segment_intersect(answer->before[i], answer->after[i], answer->target[edge],
                                                      answer->target[(edge + 1) % CORNERS_QUAD]);
            if (crossing->parallel) {
                continue;
            }
            bool at_end = is_at_end(crossing->t) || is_at_end(crossing->s);
            doubtful = doubtful || at_end;
            first = crossing->hit ? fmin(first, crossing->t) : first;
            checks->missed += crossing->hit && !hit.hit && !at_end;
            checks->false_hits += !crossing->hit && hit.hit && !at_end;
            checks->false_hits += !is_near(hit.t, crossing->t) || !is_near(hit.s, crossing->s);
        }
    }
    bool agree = answer->corners.hit == (first <= 1.0) && (first > 1.0 || is_near(answer->corners.fraction, first));
    checks->missed += !agree && !doubtful;
}

static void check_cast(const CornersScene *scene, DemoChecks *checks, const CornersAnswer *answer, int target)
{
    const AukWorld *world = scene->demo.world;
    AukTransform before = auk_body_get_pose(world, scene->before.body);
    AukTransform after = auk_body_get_pose(world, scene->after.body);
    const CornersFigure *figure = &scene->targets[target];
    ExactPolygon bullet = exact_place(scene->before.corners, CORNERS_QUAD, before);
    ExactPolygon shape = exact_place(figure->corners, CORNERS_QUAD, auk_body_get_pose(world, figure->body));
    ExactVec path = {(double)after.p.x - (double)before.p.x, (double)after.p.y - (double)before.p.y};
    double slack = LENGTH_SLACK * (fabs(path.x) + fabs(path.y));
    ExactSweep exact = exact_sweep_polygons(&bullet, &shape, path, slack);
    checks->missed_discrete += exact.hit && !exact_polygons_touch(&bullet, &shape, path);
    if (exact.grazing) {
        checks->grazing++;
        return;
    }
    double fraction = (double)answer->swept.fraction;
    bool in_time = fraction >= exact.earliest - FRACTION_SLACK && fraction <= exact.latest + FRACTION_SLACK;
    checks->missed += exact.hit && !answer->swept.hit;
    checks->false_hits += answer->swept.hit && (!exact.hit || !in_time);
}

static void count(CornersTotals *totals, const CornersAnswer *answer)
{
    totals->targets++;
    totals->swept += answer->swept.hit;
    totals->by_corners += answer->corners.hit;
    totals->by_printed += answer->printed;
    totals->printed_false += answer->printed && !answer->swept.hit;
    totals->at_end += answer->at_end;
    for (int i = 0; i < CORNERS_QUAD; i++) {
        for (int edge = 0; edge < CORNERS_QUAD; edge++) {
            const CornersCrossing *crossing = &answer->crossings[i][edge];
            totals->crossings += crossing->hit;
            totals->crossings_printed += crossing->hit && crossing->printed_hit;
            totals->crossings_false += !crossing->hit && crossing->printed_hit;
        }
    }
}

static void check(Demo *demo)
{
    CornersScene *scene = (CornersScene *)demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        CornersAnswer answer = corners_answer(scene, i);
        check_crossings(&demo->checks, &answer);
        check_cast(scene, &demo->checks, &answer, i);
        count(&scene->totals, &answer);
    }
}

static void report(const Demo *demo, FILE *stream)
{
    const CornersTotals *totals = &((const CornersScene *)demo)->totals;
    fprintf(stream, " targets=%lld swept=%lld by_corners=%lld by_printed=%lld printed_false=%lld at_end=%lld",
            (long long)totals->targets, (long long)totals->swept, (long long)totals->by_corners,
            (long long)totals->by_printed, (long long)totals->printed_false, (long long)totals->at_end);
    fprintf(stream, " crossings=%lld crossings_printed=%lld crossings_false=%lld", (long long)totals->crossings,
            (long long)totals->crossings_printed, (long long)totals->crossings_false);
}

static AukVec2 extent(const Demo *demo)
{
    (void)demo;
    return auk_vec(16.4f, 8.8f);
}

const DemoScene scene_corners = {
    .name = "corners",
    .title = "paths of a bullet's corners, the printed formula's slip, and what an exact sweep finds",
    .bodies_text = "targets, every second one thin",
    .defaults = {.seed = 1, .bodies = 2, .dt = 1.0f / 60.0f},
    .frames = 1,
    .bodies_max = CORNERS_TARGET_COUNT_MAX,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = demo_destroy,
    .extent = extent,
    .draw = corners_draw,
    .press = press,
    .moved = moved,
    .draws_all = true,
    .still = true,
    .help = {{"drag", "bullet ends, targets"},
             {"Q, E", "rotate the clicked"},
             {"X", "other, no numbers"},
             {"Right, Left", "bullet on its path"},
             {"N; R", "random; the first"}},
};
