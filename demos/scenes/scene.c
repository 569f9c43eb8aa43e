// The frame of all scenes: prepare, step, count, check. Only auk_world_step() is timed.
#include "scenes/scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

void demo_init(Demo *demo, const DemoOptions *options)
{
    demo->options = *options;
    demo->random.state = options->seed;
    AukWorldDef def = {.worker_count = options->workers};
    demo->world = auk_world_create(&def, &demo->status);
}

void demo_replace_world(Demo *demo, const AukWorldDef *def)
{
    if (demo->status == AUK_OK) {
        AukWorldDef full = *def;
        full.worker_count = demo->options.workers;
        auk_world_destroy(demo->world);
        demo->world = auk_world_create(&full, &demo->status);
    }
}

void *demo_new(const DemoOptions *options, size_t size, size_t items)
{
    Demo *demo = calloc(1, size);
    void *array = items > 0 ? calloc(1, items) : NULL;
    if (demo == NULL || (items > 0 && array == NULL)) {
        free(demo);
        free(array);
        return NULL;
    }
    demo_init(demo, options);
    demo->items = array;
    return demo;
}

void demo_destroy(Demo *demo)
{
    auk_world_destroy(demo->world);
    free(demo->items);
    free(demo);
}

// Keeps what auk says about the call of the world that failed last.
static void note_error(Demo *demo)
{
    if (demo->status != AUK_OK && demo->message[0] == '\0' && demo->world != NULL &&
        auk_world_last_status(demo->world) == demo->status) {
        (void)auk_world_last_error_text(demo->world, demo->message, sizeof demo->message);
    }
}

Demo *demo_create(const DemoScene *scene, const DemoOptions *options)
{
    Demo *demo = scene->create(options);
    if (demo != NULL) {
        note_error(demo);
    }
    if (demo != NULL && demo->status == AUK_OK && options->record != NULL) {
        demo->status = auk_world_record_file(demo->world, options->record);
        if (demo->status != AUK_OK) {
            snprintf(demo->message, sizeof demo->message, "cannot write %.200s: %s", options->record,
                     auk_status_text(demo->status));
        }
    }
    return demo;
}

const char *demo_error_text(const Demo *demo)
{
    return demo->message[0] != '\0' ? demo->message : auk_status_text(demo->status);
}

AukBodyId demo_add_body(Demo *demo, const AukBodyDef *def)
{
    AukBodyId body = {0};
    if (demo->status == AUK_OK) {
        body = auk_body_create(demo->world, def);
        demo->status = auk_world_last_status(demo->world);
    }
    return body;
}

void demo_keep_inside(Demo *demo, AukBodyId body, float half)
{
    AukVec2 p = auk_body_get_pose(demo->world, body).p;
    AukVec2 v = auk_body_get_velocity(demo->world, body);
    AukVec2 turned = v;
    if ((p.x < -half && v.x < 0.0f) || (p.x > half && v.x > 0.0f)) {
        turned.x = -v.x;
    }
    if ((p.y < -half && v.y < 0.0f) || (p.y > half && v.y > 0.0f)) {
        turned.y = -v.y;
    }
    if (turned.x != v.x || turned.y != v.y) {
        auk_body_set_velocity(demo->world, body, turned);
    }
}

double demo_seconds(void)
{
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) == 0) {
        return 0.0;
    }
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int64_t count_events(const Demo *demo, AukEventKind solid, AukEventKind sensor)
{
    return (int64_t)auk_world_events(demo->world, solid).count + auk_world_events(demo->world, sensor).count;
}

void demo_frame(const DemoScene *scene, Demo *demo)
{
    scene->prepare(demo);
    if (demo->status != AUK_OK) {
        note_error(demo);
        return;
    }
    double start = demo_seconds();
    demo->status = auk_world_step(demo->world, demo->options.dt);
    demo->totals.seconds += demo_seconds() - start;
    if (demo->status != AUK_OK) {
        note_error(demo);
        return;
    }
    AukWorldStats stats = auk_world_stats(demo->world);
    for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
        demo->totals.phase_seconds[phase] += stats.seconds[phase];
    }
    demo->totals.frames++;
    demo->totals.begins += count_events(demo, AUK_EVENT_BEGIN, AUK_EVENT_ENTER);
    demo->totals.ends += count_events(demo, AUK_EVENT_END, AUK_EVENT_LEAVE);
    demo->totals.hits += auk_world_hits(demo->world).count;
    if (scene->check != NULL && !demo->moved_by_hand) {
        scene->check(demo);
    }
}

void demo_print_phases(const Demo *demo, FILE *stream)
{
    double frames = demo->totals.frames > 0 ? (double)demo->totals.frames : 1.0;
    fprintf(stream, "ms");
    for (int phase = 0; phase < AUK_PHASE_COUNT; phase++) {
        double ms = 1e3 * demo->totals.phase_seconds[phase] / frames;
        fprintf(stream, " %s=%.4f", auk_phase_name((AukPhase)phase), ms);
    }
    fprintf(stream, "\n");
}

void demo_print_results(const DemoScene *scene, const Demo *demo, FILE *stream)
{
    AukWorldStats stats = auk_world_stats(demo->world);
    const DemoTotals *totals = &demo->totals;
    const DemoChecks *checks = &demo->checks;
    double ms_per_step = totals->frames > 0 ? 1e3 * totals->seconds / (double)totals->frames : 0.0;
    fprintf(stream, "scene=%s frames=%" PRId64 " bodies=%d pairs=%d contacts=%d", scene->name, totals->frames,
            stats.bodies, stats.candidates, stats.contacts);
    fprintf(stream, " begins=%" PRId64 " ends=%" PRId64 " hits=%" PRId64 " tunnelled=%" PRId64, totals->begins,
            totals->ends, totals->hits, checks->missed + checks->false_hits);
    fprintf(stream, " ms_per_step=%.4f hash=%016" PRIx64, ms_per_step, auk_world_hash(demo->world));
    if (scene->check != NULL) {
        fprintf(stream, " missed=%" PRId64 " false_hits=%" PRId64 " grazing=%" PRId64 " missed_discrete=%" PRId64,
                checks->missed, checks->false_hits, checks->grazing, checks->missed_discrete);
    }
    if (scene->report != NULL) {
        scene->report(demo, stream);
    }
    fprintf(stream, "\n");
}
