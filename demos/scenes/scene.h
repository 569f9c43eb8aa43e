// A scene (DemoScene) and one run of it (Demo). Scenes are linked into auk-demos and into the benchmarks.
// A frame is prepare() (the game between two steps), auk_world_step() and check(), which compares the results with
// independent answers. A check changes nothing that the next frame reads, so a benchmark may leave it out.
#ifndef DEMOS_SCENES_SCENE_H
#define DEMOS_SCENES_SCENE_H

#include "auk/auk.h"
#include "scenes/gjk_options.h"
#include "scenes/random.h"

#include <stdio.h>

typedef struct DemoOptions {
    uint64_t seed;
    int bodies;
    float dt;
    int workers;        // threads of the world; 0 is 1
    bool unswept;       // the scene `tuxes` begins with bullets that are not swept
    const char *map;    // file for the scene `levels`; null: demos/maps/garden.tmj
    const char *record; // file for a record of all calls on the world; null: none
    GjkOptions gjk;     // of the scene `gjk`
} DemoOptions;

typedef struct DemoTotals {
    int64_t frames;
    int64_t begins; // of solids and sensors
    int64_t ends;
    int64_t hits;
    double seconds; // inside auk_world_step() only
    double phase_seconds[AUK_PHASE_COUNT];
} DemoTotals;

// The counts of a scene's check() over the run.
typedef struct DemoChecks {
    int64_t missed;          // hits that auk did not report: tunnelling; in scenes without hits, other faults
    int64_t false_hits;      // hits that auk reported and that do not exist, or not at that time
    int64_t grazing;         // hits within the tolerance of the check: either answer is right
    int64_t missed_discrete; // hits that a test of the poses at the end of the step would miss
} DemoChecks;

// Codes of keys; letters and digits are their ASCII codes.
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

// The keys that are held down. All zero without a window.
typedef struct DemoInput {
    bool window;
    bool held[DEMO_KEY_COUNT];
} DemoInput;

// A line of help.
typedef struct DemoHelp {
    const char *keys;
    const char *meaning;
} DemoHelp;

enum { DEMO_HELP_COUNT_MAX = 10 };

// One run of a scene. A scene with state of its own keeps it in a struct that begins with a Demo.
typedef struct Demo {
    AukWorld *world;
    DemoOptions options;
    DemoRandom random;
    DemoTotals totals;
    DemoChecks checks;
    AukStatus status;  // the first error, if any; nothing runs after it
    char message[320]; // about that error, if the status alone does not say enough
    DemoInput input;
    bool moved_by_hand; // a body was moved with the mouse or a key: check() is no longer called
    void *items;        // the array made by demo_new(), or null
} Demo;

struct View;

typedef struct DemoScene {
    const char *name;
    const char *title;
    const char *bodies_text; // the things that --bodies counts
    DemoOptions defaults;
    int frames;     // of a run without --frames
    int bodies_min; // 0 is 1
    int bodies_max;
    float dt_max;                                // longest step for which the check holds; 0: any
    Demo *(*create)(const DemoOptions *options); // null: out of memory
    void (*prepare)(Demo *demo);
    void (*check)(Demo *demo);                        // may be null
    void (*report)(const Demo *demo, FILE *stream);   // writes more " key=value" results; may be null
    void (*conclude)(const Demo *demo, FILE *stream); // writes a line about the run for readers; may be null
    void (*destroy)(Demo *demo);

    // The drawing, see viewer/draw/view.h. All of these may be null or zero.
    AukVec2 (*extent)(const Demo *demo);            // half width and half height of the part shown at first
    AukVec2 (*centre)(const Demo *demo);            // middle of that part; null: the world's origin
    void (*draw)(Demo *demo, struct View *view);    // adds to the bodies, under the overlays
    bool (*press)(Demo *demo, int key, bool shift); // true: the scene used the key
    void (*moved)(Demo *demo, AukBodyId body);      // after the mouse or a key moved a body
    int (*stages)(const Demo *demo);                // number of drawings that explain one state, see gjk
    void (*show_stage)(Demo *demo, int stage);
    int (*stage_shown)(const Demo *demo);   // the drawing that is shown now; set if stages() is
    int (*picture_stage)(const Demo *demo); // the stage that a picture shows; set if stages() is
    unsigned overlays;                      // overlays that are shown at first: bits 1 << Overlay
    bool draws_under;                       // draw() comes before the bodies, under them
    bool draws_all;                         // draw() draws the bodies too
    bool still;                             // the window takes a step only when N is pressed
    DemoHelp help[DEMO_HELP_COUNT_MAX];     // the scene's own keys; a null ends the list
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
extern const DemoScene scene_lines;
extern const DemoScene scene_corners;
extern const DemoScene scene_projection;
extern const DemoScene scene_worms;
extern const DemoScene scene_cutout;
extern const DemoScene scene_wrap;
extern const DemoScene scene_history;
extern const DemoScene scene_chains;
extern const DemoScene scene_aim;
extern const DemoScene scene_shapes;
extern const DemoScene scene_boundary;
extern const DemoScene scene_chunks;
extern const DemoScene scene_levels; // only in builds with jansson, which reads JSON
extern const DemoScene *const demo_scenes[];
extern const int demo_scene_count;

// The smallest legal DemoOptions.bodies of a scene.
static inline int demo_bodies_min(const DemoScene *scene)
{
    return scene->bodies_min > 1 ? scene->bodies_min : 1;
}

// The scene of that name, or null.
const DemoScene *demo_find_scene(const char *name);

// Fills in the common part and creates an empty world; sets `status` on failure.
void demo_init(Demo *demo, const DemoOptions *options);

// Replaces the empty world by one of another definition; `worker_count` is that of the options.
void demo_replace_world(Demo *demo, const AukWorldDef *def);

// Allocates a scene: a struct of `size` bytes that begins with a Demo, on which demo_init() is called, and an array of
// `items` bytes (0: none). Both are zeroed. Null if memory runs out.
void *demo_new(const DemoOptions *options, size_t size, size_t items);

// Releases the world and what demo_new() allocated: the destroy() of a scene that owns nothing else.
void demo_destroy(Demo *demo);

// Creates the scene and starts the record, if options->record names one. Errors are in `status` and `message`; null if
// memory runs out.
Demo *demo_create(const DemoScene *scene, const DemoOptions *options);

// The error in words, if `status` is one.
const char *demo_error_text(const Demo *demo);

// Adds a body; nothing after an error. Sets `status` on failure.
AukBodyId demo_add_body(Demo *demo, const AukBodyDef *def);

// Reflects the body's velocity inwards where the body has left the square [-half, half].
void demo_keep_inside(Demo *demo, AukBodyId body, float half);

// A clock in seconds with an arbitrary zero.
double demo_seconds(void);

// Runs one frame with its check and updates `totals`, `checks` and `status`.
void demo_frame(const DemoScene *scene, Demo *demo);

// Prints the line of key=value results.
void demo_print_results(const DemoScene *scene, const Demo *demo, FILE *stream);

// Prints a line with the mean time of each phase of a step.
void demo_print_phases(const Demo *demo, FILE *stream);

#endif
