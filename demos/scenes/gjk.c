// Gjk: two figures, random or chosen, that can be dragged and rotated like any body. A step of this scene makes another
// pair. The check compares GJK and EPA with alternating projection, which shares no code with them.
#include "scenes/gjk.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>

// The largest difference between two algorithms, as a part of the size of a figure. Alternating projection stops early
// where sides are nearly parallel.
#define SLACK 1e-3f

static void destroy(Demo *demo)
{
    GjkScene *scene = (GjkScene *)demo;
    arrfree(scene->cases);
    arrfree(scene->points);
    free(scene->answer);
    free(scene->outline);
    free(scene->sum);
    free(scene->spot);
    demo_destroy(demo);
}

static Demo *create(const DemoOptions *options)
{
    GjkScene *scene = demo_new(options, sizeof *scene, 0);
    if (scene == NULL) {
        return NULL;
    }
    scene->options = options->gjk;
    scene->unit = 1.0f;
    scene->answer = calloc(1, sizeof *scene->answer);
    scene->outline = calloc(GJK_OUTLINE_MAX, sizeof *scene->outline);
    scene->sum = calloc(GJK_OUTLINE_MAX, sizeof *scene->sum);
    scene->spot = calloc(GJK_OUTLINE_MAX, sizeof *scene->spot);
    if (scene->answer == NULL || scene->outline == NULL || scene->sum == NULL || scene->spot == NULL) {
        destroy(&scene->demo);
        return NULL;
    }
    if (scene->demo.status == AUK_OK && gjk_register_custom(scene)) {
        gjk_load_file(scene);
    }
    return &scene->demo;
}

// ---- frames ---------------------------------------------------------------------------------------------------------

static int last_stage(const GjkScene *scene)
{
    return gjk_answer(scene)->rounds;
}

static void show_stage(Demo *demo, int stage)
{
    GjkScene *scene = (GjkScene *)demo;
    int last = last_stage(scene);
    scene->stage = stage < 0 ? 0 : (stage < last ? stage : last);
}

static int stage_shown(const Demo *demo)
{
    return ((const GjkScene *)demo)->stage;
}

static int stages(const Demo *demo)
{
    const GjkScene *scene = (const GjkScene *)demo;
    return scene->options.quiet ? 1 : last_stage(scene) + 1;
}

// What a picture shows: the round that was asked for, or the result.
static int picture_stage(const Demo *demo)
{
    const GjkScene *scene = (const GjkScene *)demo;
    return scene->options.round > 0 ? scene->options.round - 1 : last_stage(scene);
}

static void prepare(Demo *demo)
{
    GjkScene *scene = (GjkScene *)demo;
    gjk_place_next(scene);
    scene->stage = 0;
}

// True if the methods disagree.
static bool disagrees(const GjkScene *scene, const GjkAnswer *answer)
{
    float slack = SLACK * GJK_FIGURE_SIZE * scene->unit;
    float gap = answer->distance.distance;
    const AukProjectionResult *projection = &answer->projection;
    bool wrong = answer->distance.status != AUK_OK;
    if (projection->status == AUK_ERROR_ITERATION_LIMIT || scene->options.tolerance > 0.0f) {
        // Not converged: its distance is only an upper bound.
        wrong = wrong || gap > projection->distance + slack;
    } else {
        bool apart = gap > slack;
        wrong = wrong || (apart && fabsf(projection->distance - gap) > slack) || (gap < -slack && !projection->overlap);
    }
    if (answer->epa.overlap) {
        float depth = answer->epa.depth + answer->shapes[0].radius + answer->shapes[1].radius;
        wrong = wrong || fabsf(depth + gap) > slack;
    }
    return wrong;
}

static void check(Demo *demo)
{
    GjkScene *scene = (GjkScene *)demo;
    const GjkAnswer *answer = gjk_answer(scene);
    scene->runs++;
    scene->rounds += answer->gjk.iterations;
    scene->most_rounds = answer->gjk.iterations > scene->most_rounds ? answer->gjk.iterations : scene->most_rounds;
    scene->repeated += answer->repeated;
    scene->limits += answer->outcome.end == GJK_END_CAP || answer->outcome.end == GJK_END_LIMIT;
    demo->checks.missed += disagrees(scene, answer);
}

static void report(const Demo *demo, FILE *stream)
{
    const GjkScene *scene = (const GjkScene *)demo;
    fprintf(stream, " rounds=%" PRId64 " most_rounds=%d", scene->rounds, scene->most_rounds);
    if (auk_body_exists(demo->world, scene->figures[1].body)) {
        const GjkAnswer *answer = gjk_answer(scene);
        const GjkOutcome *outcome = &answer->outcome;
        static const char *const ends[] = {"converged", "tolerance", "cap", "limit"};
        bool apart = outcome->distance >= 0.0f;
        fprintf(stream, " method=%s iterations=%d ended=%s %s=%.7g", gjk_method_names[scene->options.method],
                outcome->iterations, ends[outcome->end], apart ? "distance" : "penetration",
                (double)fabsf(outcome->distance));
        fprintf(stream, " off_by=%.3g", (double)(outcome->distance - answer->distance.distance));
    }
    fprintf(stream, " repeated_supports=%" PRId64 " limits=%" PRId64 " irregularities=%" PRId64, scene->repeated,
            scene->limits, scene->repeated + scene->limits);
}

static void conclude(const Demo *demo, FILE *stream)
{
    const GjkScene *scene = (const GjkScene *)demo;
    fprintf(stream,
            "irregularities of %s in %d runs: %" PRId64 " (support points that came before: %" PRId64
            ", limits: %" PRId64 ")\n",
            gjk_method_names[scene->options.method], scene->runs, scene->repeated + scene->limits, scene->repeated,
            scene->limits);
}

static AukVec2 extent(const Demo *demo)
{
    return auk_vec_scale(((const GjkScene *)demo)->unit, auk_vec(GJK_HALF_WIDTH, GJK_HALF_HEIGHT));
}

static AukVec2 centre(const Demo *demo)
{
    return ((const GjkScene *)demo)->centre;
}

// ---- keys -----------------------------------------------------------------------------------------------------------

// Updates the contacts after figures were placed by a key, and shows their first round.
static void step_in_place(GjkScene *scene)
{
    if (scene->demo.status == AUK_OK) {
        scene->demo.status = auk_world_step(scene->demo.world, 0.0f);
    }
    scene->stage = 0;
}

static void change_source(GjkScene *scene)
{
    GjkSource next = (GjkSource)((scene->options.source + 1) % GJK_SOURCE_COUNT);
    next = next == GJK_SOURCE_TURNS ? GJK_SOURCE_ARTICLE : next;
    next = next == GJK_SOURCE_FILE && scene->options.file == NULL ? GJK_SOURCE_RANDOM : next;
    scene->options.source = next;
    gjk_place_next(scene);
    step_in_place(scene);
}

// None, then directions 30 degrees apart.
static void turn_start(GjkScene *scene, bool back)
{
    enum { START_COUNT = 12 };
    static const AukVec2 starts[START_COUNT + 1] = {
        {0.0f, 0.0f},       {1.0f, 0.0f},       {0.866025f, 0.5f}, {0.5f, 0.866025f},   {0.0f, 1.0f},
        {-0.5f, 0.866025f}, {-0.866025f, 0.5f}, {-1.0f, 0.0f},     {-0.866025f, -0.5f}, {-0.5f, -0.866025f},
        {0.0f, -1.0f},      {0.5f, -0.866025f}, {0.866025f, -0.5f}};
    int now = START_COUNT;
    while (now > 0 && (starts[now].x != scene->options.start.x || starts[now].y != scene->options.start.y)) {
        now--;
    }
    scene->options.start = starts[(now + (back ? START_COUNT : 1)) % (START_COUNT + 1)];
}

static void change_tolerance(GjkScene *scene)
{
    float relative = scene->options.tolerance / scene->unit;
    relative = relative == 0.0f ? 1e-3f : (relative < 0.5f ? 10.0f * relative : 0.0f);
    scene->options.tolerance = scene->unit * relative;
}

static void change_cap(GjkScene *scene, bool less)
{
    enum { CAP_KEY_MAX = 16 };
    int cap = scene->options.max_rounds > CAP_KEY_MAX ? CAP_KEY_MAX : scene->options.max_rounds;
    scene->options.max_rounds = (cap + (less ? CAP_KEY_MAX : 1)) % (CAP_KEY_MAX + 1);
}

static bool press(Demo *demo, int key, bool shift)
{
    GjkScene *scene = (GjkScene *)demo;
    switch (key) {
    case DEMO_KEY_RIGHT: show_stage(demo, scene->stage + 1); return true;
    case DEMO_KEY_LEFT: show_stage(demo, scene->stage - 1); return true;
    case 'z': scene->options.quiet = !scene->options.quiet; return true;
    case 's': scene->options.sum = !scene->options.sum; return true;
    case 'f': change_source(scene); return true;
    case 'c':
        gjk_change_kind(scene, shift ? 1 : 0);
        step_in_place(scene);
        return true;
    case 'x':
        scene->options.method = (GjkMethod)((scene->options.method + 1) % GJK_METHOD_COUNT);
        show_stage(demo, 0);
        return true;
    case 'd':
        turn_start(scene, shift);
        show_stage(demo, scene->stage);
        return true;
    case 'o':
        change_tolerance(scene);
        show_stage(demo, scene->stage);
        return true;
    case 'l':
        change_cap(scene, shift);
        show_stage(demo, scene->stage);
        return true;
    default: return false;
    }
}

const DemoScene scene_gjk = {
    .name = "gjk",
    .title = "how GJK finds the distance of two shapes, round by round",
    .bodies_text = "points of each random hull",
    .defaults = {.seed = 1, .bodies = 25, .dt = 1.0f / 60.0f},
    .frames = 1,
    .bodies_min = 3,
    .bodies_max = GJK_RANDOM_POINTS_MAX,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .conclude = conclude,
    .destroy = destroy,
    .extent = extent,
    .centre = centre,
    .draw = gjk_draw,
    .press = press,
    .stages = stages,
    .stage_shown = stage_shown,
    .show_stage = show_stage,
    .picture_stage = picture_stage,
    .draws_all = true,
    .still = true,
    .help = {{"N", "another pair"},
             {"Right, Left", "next, previous round"},
             {"X", "GJK, EPA, projection"},
             {"F", "other figures"},
             {"C, Shift+C", "kind of figure 1, 2"},
             {"Z", "only the result"},
             {"S", "the Minkowski sum"},
             {"D, Shift+D", "GJK's first direction"},
             {"O", "tolerance"},
             {"L, Shift+L", "cap on rounds"}},
};
