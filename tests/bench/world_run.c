// A step is timed from the call to its return, with everything in it: motion, boxes, pairs, manifolds, events. Where a
// frame has several steps, its time is that of one on average.
// All engines must find as many contacts, but for those that rounding makes or breaks.
#include "world_run.h"

#include "memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

const WorldEngine *const world_engines[] = {
    &world_auk,
#ifdef BENCH_CHIPMUNK
    &world_chipmunk,
#endif
#ifdef BENCH_BOX2D3
    &world_box2d,
#endif
};

const int world_engine_count = (int)(sizeof world_engines / sizeof world_engines[0]);

void world_add_many(const WorldEngine *engine, const int *slots, const AukBodyDef *defs, int count)
{
    if (engine->add_many) {
        engine->add_many(slots, defs, count);
        return;
    }
    for (int i = 0; i < count; i++) {
        engine->add(slots[i], &defs[i]);
    }
}

void world_remove_many(const WorldEngine *engine, const int *slots, int count)
{
    if (engine->remove_many) {
        engine->remove_many(slots, count);
        return;
    }
    for (int i = 0; i < count; i++) {
        engine->remove(slots[i]);
    }
}

static void keep_inside(const WorldRun *run, const WorldEngine *engine)
{
    for (int slot = run->bodies - run->movers; slot < run->bodies; slot++) {
        AukVec2 p = engine->position(slot);
        AukVec2 v = engine->velocity(slot);
        bool turns_x = (p.x < -run->half && v.x < 0.0f) || (p.x > run->half && v.x > 0.0f);
        bool turns_y = (p.y < -run->half && v.y < 0.0f) || (p.y > run->half && v.y > 0.0f);
        if (turns_x || turns_y) {
            AukVec2 turned = {turns_x ? -v.x : v.x, turns_y ? -v.y : v.y};
            engine->set_velocity(slot, turned);
        }
    }
}

static double timed_frame(WorldRun *run, const WorldEngine *engine, int frame)
{
    AukStatus status = AUK_OK;
    int steps = run->steps_at_once > 0 ? run->steps_at_once : 1;
    keep_inside(run, engine);
    double begun = bench_clock(run->workers);
    if (run->disturb) {
        run->disturb(run, engine, frame);
    }
    for (int i = 0; i < steps && !status; i++) {
        status = engine->step(BENCH_DT);
    }
    double taken = bench_clock(run->workers) - begun;
    if (status) {
        bench_fail("%s: %s", engine->name, auk_status_text(status));
    }
    return taken / steps;
}

// As many workers as one likes give the same bits.
static void check_hash(const WorldRun *run)
{
    static uint64_t of_one;
    uint64_t hash = auk_world_hash(world_auk_get());
    if (run->workers > 1 && hash != of_one) {
        bench_fail("%s: %d workers give another world than one", run->scene, run->workers);
    }
    of_one = hash;
}

// Contacts after each of auk's frames since its world was filled.
static struct {
    int64_t *contacts;
    int count, room;
} of_auk;

static void note_contacts(const WorldEngine *engine)
{
    if (engine != &world_auk) {
        return;
    }
    if (of_auk.count == of_auk.room) {
        of_auk.room = 2 * of_auk.room + 64;
        of_auk.contacts = bench_reallocate(of_auk.contacts, (size_t)of_auk.room * sizeof *of_auk.contacts);
    }
    of_auk.contacts[of_auk.count++] = engine->counts().contacts;
}

// After some hundred steps bodies are not at exactly the same places, so each engine has its slack. Where bodies come
// and go between steps, no step of auk has the places that an engine sees which looks for contacts before it moves its
// bodies.
static void check_contacts(const WorldRun *run, const WorldEngine *engine, int frames)
{
    int64_t found = engine->counts().contacts;
    if (engine == &world_auk) {
        check_hash(run);
        return;
    }
    if (engine->contacts_first && (run->disturb || frames < 2)) {
        return;
    }
    int64_t wanted = of_auk.contacts[engine->contacts_first ? frames - 2 : frames - 1];
    int64_t differ = found > wanted ? found - wanted : wanted - found;
    if ((double)differ > 3.0 + engine->contacts_slack * (double)wanted) {
        bench_fail("%s: auk has %lld contacts, %s %lld", run->scene, (long long)wanted, engine->name, (long long)found);
    }
}

static void report(const WorldRun *run, const WorldEngine *engine, const char *phase, Samples *samples,
                   double worst_per_pair)
{
    ReportRow row = {0};
    snprintf(row.scene, sizeof row.scene, "%s", run->scene);
    snprintf(row.engine, sizeof row.engine, "%s", engine->name);
    snprintf(row.phase, sizeof row.phase, "%s", phase);
    row.bodies = run->bodies;
    row.workers = run->workers;
    if (worst_per_pair >= 0.0) {
        WorldCounts counts = engine->counts();
        row.pairs = counts.pairs >= 0 ? counts.pairs : counts.contacts;
        row.worst_per_pair = worst_per_pair;
    }
    row.time = samples_summary(samples);
    report_row(&row);
}

// Where auk's time went, by its own clock on the wall.
static void note_phases(Samples phases[AUK_PHASE_COUNT], const WorldEngine *engine)
{
    for (int phase = 0; phase < AUK_PHASE_COUNT && engine == &world_auk; phase++) {
        samples_add(&phases[phase], 1e3 * auk_world_stats(world_auk_get()).seconds[phase]);
    }
}

static void report_phases(const WorldRun *run, Samples phases[AUK_PHASE_COUNT], const WorldEngine *engine)
{
    for (int phase = 0; phase < AUK_PHASE_COUNT && engine == &world_auk; phase++) {
        char name[32];
        snprintf(name, sizeof name, "%s: %s", run->phase, auk_phase_name((AukPhase)phase));
        report(run, engine, name, &phases[phase], -1.0);
        samples_free(&phases[phase]);
    }
}

static void fill(WorldRun *run, const WorldEngine *engine)
{
    double begun = bench_clock(run->workers);
    run->fill(run, engine);
    if (run->fill_counts) {
        Samples samples = {0};
        samples_add(&samples, bench_clock(run->workers) - begun);
        report(run, engine, "fill", &samples, -1.0);
        samples_free(&samples);
    }
}

static double noted_frame(WorldRun *run, const WorldEngine *engine, int frame)
{
    double taken = timed_frame(run, engine, frame);
    note_contacts(engine);
    return taken;
}

// All frames with their samples; answers what the worst one took for each pair.
static double run_frames(WorldRun *run, const WorldEngine *engine, Samples *samples, Samples phases[AUK_PHASE_COUNT])
{
    double worst_per_pair = 0.0;
    of_auk.count = engine == &world_auk ? 0 : of_auk.count;
    for (int frame = -run->warm_up; frame < run->frames; frame++) {
        double taken = noted_frame(run, engine, frame);
        if (frame >= 0) {
            samples_add(samples, taken);
            note_phases(phases, engine);
            WorldCounts counts = engine->counts();
            double per_pair = counts.pairs > 0 ? taken * 1e6 / (double)counts.pairs : 0.0;
            worst_per_pair = per_pair > worst_per_pair ? per_pair : worst_per_pair;
        }
    }
    return worst_per_pair;
}

bool world_run(const WorldRun *asked, const WorldEngine *engine)
{
    WorldRun run = *asked;
    WorldOptions options = {0};
    options.bodies = run.bodies;
    options.workers = run.workers;
    options.wrap_half = run.wrap_half;
    options.history = run.history;
    if (!engine->begin(&options)) {
        report_note("%s, %d workers: skipped: %s", engine->name, run.workers, auk_status_text(options.refused));
        return false;
    }
    fill(&run, engine);
    Samples samples = {0}, phases[AUK_PHASE_COUNT] = {{0}};
    double worst_per_pair = run_frames(&run, engine, &samples, phases);
    int frames = run.warm_up + run.frames;
    if (run.steps_at_once > 1) { // so that the step before the last is that of the frame before
        run.steps_at_once = 1;
        noted_frame(&run, engine, run.frames);
        frames++;
    }
    check_contacts(&run, engine, frames);
    report(&run, engine, run.phase, &samples, worst_per_pair);
    report_phases(&run, phases, engine);
    samples_free(&samples);
    engine->end();
    return true;
}

static void run_peer(const WorldRun *asked, const WorldEngine *engine)
{
    WorldRun run = *asked;
    run.workers = 1;
    if (run.peers_frames > 0 && run.peers_frames < run.frames) {
        run.frames = run.peers_frames;
        run.warm_up = 1;
    }
    if (engine->bodies_max == 0 || run.bodies <= engine->bodies_max) {
        world_run(&run, engine);
    }
}

void world_run_all(const WorldRun *asked)
{
    WorldRun run = *asked;
    for (run.workers = 1; run.workers <= 2; run.workers++) {
        world_run(&run, &world_auk);
    }
    for (int i = 0; i < world_engine_count; i++) {
        if (world_engines[i] != &world_auk) {
            run_peer(asked, world_engines[i]);
        }
    }
}

// A copy of this process that goes on with its copy of the world and sends a byte for each step.
typedef struct Twin {
    pid_t process;
    int steps; // to read from
} Twin;

static Twin twin_start(WorldRun *run)
{
    int ends[2];
    if (pipe(ends) || fcntl(ends[0], F_SETFL, O_NONBLOCK)) {
        bench_fail("no pipe");
    }
    Twin twin = {fork(), ends[0]};
    if (twin.process < 0) {
        bench_fail("no second process");
    }
    if (twin.process == 0) {
        close(ends[0]); // else it would not notice that nobody reads any more
        for (int frame = 0;; frame++) {
            timed_frame(run, &world_auk, frame);
            if (write(ends[1], "", 1) != 1) {
                _exit(0);
            }
        }
    }
    close(ends[1]);
    return twin;
}

// How many steps it took since this was asked.
static int twin_steps(const Twin *twin)
{
    char bytes[256];
    int steps = 0;
    for (ssize_t got; (got = read(twin->steps, bytes, sizeof bytes)) > 0;) {
        steps += (int)got;
    }
    return steps;
}

static void twin_stop(const Twin *twin)
{
    kill(twin->process, SIGKILL);
    waitpid(twin->process, NULL, 0);
    close(twin->steps);
}

void world_run_beside(const WorldRun *asked)
{
    WorldRun run = *asked;
    WorldOptions options = {0};
    options.bodies = run.bodies;
    options.workers = 1;
    if (!world_auk.begin(&options)) {
        bench_fail("%s", auk_status_text(options.refused));
    }
    run.fill(&run, &world_auk);
    Twin twin = twin_start(&run);
    for (int i = 0; i < run.warm_up; i++) { // pages part in the first step
        timed_frame(&run, &world_auk, i);
    }
    twin_steps(&twin);
    double begun = bench_clock(2);
    for (int i = 0; i < run.frames; i++) {
        timed_frame(&run, &world_auk, i);
    }
    double taken = bench_clock(2) - begun;
    Samples samples = {0};
    samples_add(&samples, taken / (run.frames + twin_steps(&twin)));
    twin_stop(&twin);
    run.workers = 2;
    report(&run, &world_auk, "two worlds", &samples, -1.0);
    samples_free(&samples);
    world_auk.end();
}
