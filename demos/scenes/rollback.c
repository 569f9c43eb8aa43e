// Rollback: a snapshot before each step, and a key that goes back through the snapshots. Repeated steps must give the
// same hashes as before; without a window the scene goes back every 60 frames to check that. The game's own state, here
// its random numbers, is saved with each snapshot.
#include "scenes/scene.h"
#include "scenes/setups.h"
#include "viewer/draw/view.h"

#include <stdlib.h>

enum { MOMENT_COUNT = 600, KICK_EVERY = 15, BACK_EVERY = 60, BACK_STEPS = 45 };

typedef struct Moment {
    void *buffer;
    uint64_t size, capacity;
    DemoRandom random;
    int64_t step;  // number of steps before it; -1: unused
    uint64_t hash; // of the world then
} Moment;

typedef struct Rollback {
    Demo demo;
    Setup setup;
    AukBodyId *bodies;
    Moment moments[MOMENT_COUNT]; // a ring
    int64_t now;                  // number of steps to the present state
    int64_t newest;               // the largest `now` so far
    int64_t repeated;             // steps that were taken again
} Rollback;

static void destroy(Demo *demo)
{
    for (int i = 0; i < MOMENT_COUNT; i++) {
        free(((Rollback *)demo)->moments[i].buffer);
    }
    demo_destroy(demo);
}

static Demo *create(const DemoOptions *options)
{
    Rollback *rollback = demo_new(options, sizeof *rollback, (size_t)options->bodies * sizeof *rollback->bodies);
    if (rollback == NULL) {
        return NULL;
    }
    rollback->bodies = rollback->demo.items;
    rollback->setup = gas_setup(options->bodies);
    for (int i = 0; i < options->bodies; i++) {
        AukBodyDef def = gas_body(&rollback->setup, &rollback->demo.random, i);
        rollback->bodies[i] = demo_add_body(&rollback->demo, &def);
    }
    for (int i = 0; i < MOMENT_COUNT; i++) {
        rollback->moments[i].step = -1;
    }
    return &rollback->demo;
}

static Moment *moment_of(Rollback *rollback, int64_t step)
{
    return &rollback->moments[step % MOMENT_COUNT];
}

static void save_moment(Rollback *rollback)
{
    Demo *demo = &rollback->demo;
    Moment *moment = moment_of(rollback, rollback->now);
    moment->size = auk_world_snapshot_size(demo->world);
    if (moment->size > moment->capacity) {
        void *larger = realloc(moment->buffer, moment->size);
        if (larger == NULL) {
            demo->status = AUK_ERROR_OUT_OF_MEMORY;
            return;
        }
        moment->buffer = larger;
        moment->capacity = moment->size;
    }
    moment->step = rollback->now;
    moment->random = demo->random;
    moment->hash = auk_world_hash(demo->world);
    demo->status = auk_world_snapshot(demo->world, moment->buffer, moment->size);
}

// Goes back by `steps`, or by as many as there are snapshots.
static void go_back(Rollback *rollback, int64_t steps)
{
    Demo *demo = &rollback->demo;
    while (steps > 0 &&
           (steps > rollback->now || moment_of(rollback, rollback->now - steps)->step != rollback->now - steps)) {
        steps--;
    }
    if (steps > 0) {
        rollback->now -= steps;
        const Moment *moment = moment_of(rollback, rollback->now);
        demo->random = moment->random;
        demo->status = auk_world_restore(demo->world, moment->buffer, moment->size);
    }
}

// The game: bodies stay in the square, and every 15 steps a random one gets another velocity.
static void play(Rollback *rollback)
{
    Demo *demo = &rollback->demo;
    for (int i = 0; i < demo->options.bodies; i++) {
        demo_keep_inside(demo, rollback->bodies[i], rollback->setup.half);
    }
    if (rollback->now % KICK_EVERY == 0) {
        AukBodyId body = rollback->bodies[demo_random_below(&demo->random, demo->options.bodies)];
        AukVec2 direction = demo_random_direction(&demo->random);
        auk_body_set_velocity(demo->world, body, auk_vec_scale(4.0f * SETUP_SPEED_MAX, direction));
    }
}

static void prepare(Demo *demo)
{
    Rollback *rollback = (Rollback *)demo;
    save_moment(rollback);
    // The frame ends with a step, so two steps back show the state one step back.
    if (demo->input.held[DEMO_KEY_BACKSPACE]) {
        go_back(rollback, 2);
    } else if (!demo->input.window && demo->totals.frames % BACK_EVERY == BACK_EVERY - 1) {
        go_back(rollback, BACK_STEPS);
    }
    if (demo->status == AUK_OK) {
        play(rollback);
        rollback->now++;
    }
}

static void check(Demo *demo)
{
    Rollback *rollback = (Rollback *)demo;
    const Moment *moment = moment_of(rollback, rollback->now);
    if (rollback->now <= rollback->newest && moment->step == rollback->now) {
        rollback->repeated++;
        demo->checks.missed += moment->hash != auk_world_hash(demo->world);
    }
    rollback->newest = rollback->now > rollback->newest ? rollback->now : rollback->newest;
}

static void report(const Demo *demo, FILE *stream)
{
    fprintf(stream, " repeated=%lld", (long long)((const Rollback *)demo)->repeated);
}

static AukVec2 extent(const Demo *demo)
{
    float half = ((const Rollback *)demo)->setup.half + 1.0f;
    return auk_vec(half, half);
}

static void draw(Demo *demo, View *view)
{
    Rollback *rollback = (Rollback *)demo;
    uint64_t size = auk_world_snapshot_size(demo->world);
    bool back = demo->input.held[DEMO_KEY_BACKSPACE];
    view_note(view, back ? COLOR_SWEPT : COLOR_TEXT, "%s: step %lld of %lld, a snapshot of %llu KB each",
              back ? "going back" : "Backspace goes back", (long long)rollback->now, (long long)rollback->newest,
              (unsigned long long)(size / 1024));
    const Camera *camera = &view->camera;
    float tall = 6.0f * view->pixel;
    float part = rollback->newest > 0 ? (float)rollback->now / (float)rollback->newest : 1.0f;
    canvas_rectangle(&view->canvas, camera->left, camera->top + camera->height - tall, camera->width, tall, COLOR_EDGE);
    canvas_rectangle(&view->canvas, camera->left, camera->top + camera->height - tall,
                     camera->width * (part < 1.0f ? part : 1.0f), tall, COLOR_SWEPT);
}

const DemoScene scene_rollback = {
    .name = "rollback",
    .title = "a held key goes back in time; repeated steps give the same results",
    .bodies_text = "bodies",
    .defaults = {.seed = 1, .bodies = 300, .dt = 1.0f / 60.0f},
    .frames = 300,
    .bodies_max = 20000,
    .create = create,
    .prepare = prepare,
    .check = check,
    .report = report,
    .destroy = destroy,
    .extent = extent,
    .draw = draw,
    .help = {{"hold Backspace", "go back in time"}},
};
