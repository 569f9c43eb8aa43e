// What a scene is, and what all scenes share. Scenes are linked into auk-demos and into the benchmarks.
// A frame is prepare (the game between two steps), auk_world_step(), and check (an independent look at the result);
// a benchmark may leave the check out, since it changes nothing that the next frame reads.
#ifndef DEMOS_SCENE_H
#define DEMOS_SCENE_H

#include "auk/auk.h"
#include "random.h"

#include <stdio.h>

typedef struct DemoOptions {
    uint64_t seed;
    int bodies;
    float dt;
    int workers; // of the world; 0 is 1
} DemoOptions;

typedef struct DemoTotals {
    int64_t frames;
    int64_t begins; // of solids and sensors
    int64_t ends;
    int64_t hits;
    double seconds; // inside auk_world_step() only
    double phase_seconds[AUK_PHASE_COUNT];
} DemoTotals;

// What the oracle of a scene counted over the run.
typedef struct DemoChecks {
    int64_t missed;          // hits that should have been and were not: bullets that tunnelled
    int64_t false_hits;      // hits that should not have been, or at the wrong time
    int64_t grazing;         // too close to call: they may go either way
    int64_t missed_discrete; // hits that a test at the end of the step alone would have missed
} DemoChecks;

// One running scene. A scene with a state of its own puts it in a struct that begins with this one.
typedef struct Demo {
    AukWorld *world;
    DemoOptions options;
    DemoRandom random;
    DemoTotals totals;
    DemoChecks checks;
    AukStatus status; // the first refusal, if any; nothing runs after it
} Demo;

typedef struct DemoScene {
    const char *name;
    const char *title;
    const char *bodies_text; // what --bodies counts
    DemoOptions defaults;
    int frames;
    int bodies_max;
    Demo *(*create)(const DemoOptions *options); // null: out of memory
    void (*prepare)(Demo *demo);
    void (*check)(Demo *demo);                      // may be null
    void (*report)(const Demo *demo, FILE *stream); // further " key=value" results; may be null
    void (*destroy)(Demo *demo);
} DemoScene;

extern const DemoScene scene_tuxes;
extern const DemoScene scene_gas;
extern const DemoScene scene_clumps;
extern const DemoScene scene_tiles;
extern const DemoScene scene_bullets;

enum { DEMO_SCENE_COUNT = 5 };
extern const DemoScene *const demo_scenes[DEMO_SCENE_COUNT];

// Null if there is no scene of that name.
const DemoScene *demo_find_scene(const char *name);

// Fills in the common part and creates an empty world; a failure is in `status`.
void demo_init(Demo *demo, const DemoOptions *options);

// Adds a body. A refusal sets `status`.
AukBodyId demo_add_body(Demo *demo, const AukBodyDef *def);

// Turns the body's velocity inwards where it leaves the square [-half, half] on both axes.
void demo_keep_inside(Demo *demo, AukBodyId body, float half);

// Seconds on a clock that only differences of make sense of.
double demo_seconds(void);

// One frame with its check. `totals`, `checks` and `status` say what came of it.
void demo_frame(const DemoScene *scene, Demo *demo);

// The line of key=value results.
void demo_print_results(const DemoScene *scene, const Demo *demo, FILE *stream);

// A line of the mean time of each phase.
void demo_print_phases(const Demo *demo, FILE *stream);

#endif
