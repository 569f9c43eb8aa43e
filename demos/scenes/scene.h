// What a scene is, and what all scenes share. Scenes are linked into auk-demos and into the benchmarks.
// A frame is prepare (the game between two steps), auk_world_step(), and check (an independent look at the result);
// a benchmark may leave the check out, since it changes nothing that the next frame reads.
#ifndef DEMOS_SCENES_SCENE_H
#define DEMOS_SCENES_SCENE_H

#include "auk/auk.h"
#include "scenes/random.h"

#include <stdio.h>

typedef struct DemoOptions {
    uint64_t seed;
    int bodies;
    float dt;
    int workers;        // of the world; 0 is 1
    const char *map;    // of levels; null: the one that comes with it
    const char *record; // where to write what is done to the world; null: nowhere
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

// Keys beside the letters and digits, which are their own codes.
typedef enum DemoKey {
    DEMO_KEY_BACKSPACE = 8,
    DEMO_KEY_TAB = 9,
    DEMO_KEY_ENTER = 13,
    DEMO_KEY_ESCAPE = 27,
    DEMO_KEY_UP = 128,
    DEMO_KEY_DOWN,
    DEMO_KEY_LEFT,
    DEMO_KEY_RIGHT,
    DEMO_KEY_HOME,
    DEMO_KEY_PAGE_UP,
    DEMO_KEY_PAGE_DOWN,
    DEMO_KEY_F1,
    DEMO_KEY_COUNT
} DemoKey;

// What the people before the window do. All zero without a window.
typedef struct DemoInput {
    bool window;
    bool held[DEMO_KEY_COUNT];
} DemoInput;

// A line of help.
typedef struct DemoHelp {
    const char *keys;
    const char *what;
} DemoHelp;

enum { DEMO_HELP_COUNT_MAX = 10 };

// One running scene. A scene with a state of its own puts it in a struct that begins with this one.
typedef struct Demo {
    AukWorld *world;
    DemoOptions options;
    DemoRandom random;
    DemoTotals totals;
    DemoChecks checks;
    AukStatus status;  // the first refusal, if any; nothing runs after it
    char trouble[320]; // what was wrong, where the status alone does not say enough
    DemoInput input;
    bool meddled; // somebody moved a body by hand: checks would count that
    void *items;  // the array of demo_new(), or null
} Demo;

struct View;

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

    // How it looks, see view.h. All may be null or zero: then the world is drawn as it is.
    AukVec2 (*extent)(const Demo *demo);            // half width and half height that are shown at first
    void (*draw)(Demo *demo, struct View *view);    // over the bodies, under the overlays
    bool (*press)(Demo *demo, int key, bool shift); // true: the key meant something to the scene
    int (*stages)(const Demo *demo);                // of a drawing in several stages: how many
    void (*show_stage)(Demo *demo, int stage);
    unsigned overlays;                  // shown at first: bits 1 << Overlay
    bool draws_under;                   // draw() goes under the bodies instead
    bool draws_all;                     // draw() draws the bodies as well
    bool still;                         // a step is taken only on request
    DemoHelp help[DEMO_HELP_COUNT_MAX]; // keys of the scene's own, up to the first without
} DemoScene;

extern const DemoScene scene_tuxes;
extern const DemoScene scene_gas;
extern const DemoScene scene_clumps;
extern const DemoScene scene_tiles;
extern const DemoScene scene_bullets;

extern const DemoScene scene_gjk;
extern const DemoScene scene_rays;
extern const DemoScene scene_sensors;
extern const DemoScene scene_rollback;

extern const DemoScene scene_character;
extern const DemoScene scene_responses;
extern const DemoScene scene_crowd;
#ifdef DEMOS_LEVELS // where there is a library that reads JSON
extern const DemoScene scene_levels;
enum { DEMO_SCENE_COUNT = 13 };
#else
enum { DEMO_SCENE_COUNT = 12 };
#endif
extern const DemoScene *const demo_scenes[DEMO_SCENE_COUNT];

// Null if there is no scene of that name.
const DemoScene *demo_find_scene(const char *name);

// Fills in the common part and creates an empty world; a failure is in `status`.
void demo_init(Demo *demo, const DemoOptions *options);

// Memory for a scene: a zeroed struct of `size` bytes that begins with a Demo, which is filled in, and zeroed `items`
// of so many bytes (0: none). Null if there is none.
void *demo_new(const DemoOptions *options, size_t size, size_t items);

// Releases what demo_new() made, and the world: the whole destroy() of a scene that has nothing else.
void demo_destroy(Demo *demo);

// Creates the scene, and records what is done to its world from then on, if that is asked for. What went wrong is in
// `status` and `trouble`; null: out of memory.
Demo *demo_create(const DemoScene *scene, const DemoOptions *options);

// In words, after a failure.
const char *demo_trouble(const Demo *demo);

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
