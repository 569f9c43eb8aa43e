// Reads the arguments of auk-demos and reports errors in them.
#include "viewer/arguments.h"

#include "viewer/arguments_gjk.h"
#include "viewer/browser.h"
#include "viewer/draw/view.h"
#include "viewer/picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 100000000, SIDE_MIN = 64, SIDE_MAX = 8192 };

// Steps longer than a minute or shorter than a microsecond are taken for typing errors.
#define DT_MIN 1e-6
#define DT_MAX 60.0

static void print_keys_of_scenes(void)
{
    for (int i = 0; i < demo_scene_count; i++) {
        const DemoHelp *help = demo_scenes[i]->help;
        for (int j = 0; j < DEMO_HELP_COUNT_MAX && help[j].keys != NULL; j++) {
            printf("  %-22s %s: %s\n", help[j].keys, demo_scenes[i]->name, help[j].meaning);
        }
    }
}

static void print_usage(void)
{
    printf(
        "usage: auk-demos SCENE [--headless] [--frames N] [--dt S] [--seed S] [--bodies N]\n"
        "                       [--workers N] [--quiet] [--stats] [--size WxH] [--show NAMES]\n"
        "                       [--png FILE] [--frames-png DIR] [--gif FILE] [--svg DIR]\n"
        "                       [--map FILE] [--unswept] [--record FILE] [--renderer NAME] [options of gjk]\n"
        "       auk-demos --list | --help\n"
        "\n"
        "Opens a window with the scene; keys switch to the other scenes. Without a display, with --headless or with\n"
        "an option that writes pictures it runs the scene without a window. The last line is the result:\n"
        "  bodies                 at the end of the run\n"
        "  pairs, contacts        in the last step\n"
        "  begins, ends, hits     in the whole run; begins and ends with those of sensors\n"
        "  tunnelled              differences between auk and the scene's independent check: 0 if all is well;\n"
        "                         with tuxes --unswept the bullets that went through a body\n"
        "  missed_discrete        hits that a test at the end of each step alone would have missed\n"
        "  ms_per_step            mean time of auk_world_step()\n"
        "  hash                   auk_world_hash() at the end\n"
        "\n");
}

static void print_options(void)
{
    printf("  --headless         no window\n"
           "  --frames N         number of steps, 0 to %d; a window closes after them\n"
           "  --dt S             seconds per step: 0, or %g to %g; for some scenes less, see --list\n"
           "  --seed S           0 to 2^64 - 1: another seed gives other random numbers\n"
           "  --bodies N         size of the scene, see --list\n"
           "  --workers N        threads of a step, 0 to %d; 0 and 1 are the main thread alone. Only ms_per_step\n"
           "                     depends on it\n"
           "  --quiet            no progress line and no notes\n"
           "  --stats            a second line: mean milliseconds of each phase of a step\n"
           "\n"
           "  --size WxH         size of pictures and of the window in pixels, %d to %d each\n"
           "  --show NAMES       overlays: none, or some of boxes,pairs,manifolds,hits,traces,ids,times,strips\n"
           "  --png FILE         a picture of the last frame\n"
           "  --frames-png DIR   a picture of every frame\n"
           "  --gif FILE         an animation of every second frame\n"
           "  --svg DIR          gjk, projection: a drawing of each round, and one of the result\n"
           "  --map FILE         levels only: a map of the Tiled editor, saved as JSON (.tmj)\n"
           "  --unswept          tuxes only: bullets are tested after each step alone, and tunnel\n"
           "  --record FILE      records all calls on the world, for auk-replay; in a window those of the first scene\n"
           "  --renderer NAME    pixels: the window is drawn on the processor; geometry: by SDL's renderer\n"
           "\n",
           FRAMES_MAX, DT_MIN, DT_MAX, AUK_WORKER_COUNT_MAX, SIDE_MIN, SIDE_MAX);
}

void arguments_print_help(void)
{
    print_usage();
    print_options();
    arguments_gjk_print();
    printf("Keys in the window:\n");
    for (int i = 0; i < BROWSER_HELP_COUNT; i++) {
        printf("  %-22s %s\n", browser_help[i].keys, browser_help[i].meaning);
    }
    print_keys_of_scenes();
}

void arguments_print_scenes(void)
{
    for (int i = 0; i < demo_scene_count; i++) {
        const DemoScene *scene = demo_scenes[i];
        printf("%-9s %s\n", scene->name, scene->title);
        printf("          --bodies %d: %s, %d to %d; --frames %d; --dt %.4g", scene->defaults.bodies,
               scene->bodies_text, demo_bodies_min(scene), scene->bodies_max, scene->frames,
               (double)scene->defaults.dt);
        if (scene->dt_max > 0.0f) {
            printf(", at most %g", (double)scene->dt_max);
        }
        printf("\n");
    }
}

bool arguments_complain(const char *what, const char *value)
{
    fprintf(stderr, "auk-demos: %s: %s (see --help)\n", what, value);
    return false;
}

static bool parse_count(const char *option, const char *text, long least, long most, int *out)
{
    char *end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < least || value > most) {
        fprintf(stderr, "auk-demos: %s must be a whole number from %ld to %ld, not '%s'\n", option, least, most, text);
        return false;
    }
    *out = (int)value;
    return true;
}

static double longest_step(const DemoScene *scene)
{
    return scene->dt_max > 0.0f ? (double)scene->dt_max : DT_MAX;
}

static bool parse_dt(const char *text, double most, float *out)
{
    char *end = NULL;
    double value = strtod(text, &end);
    bool legal = value == 0.0 || (value >= DT_MIN && value <= most);
    if (end == text || *end != '\0' || !legal) {
        fprintf(stderr, "auk-demos: --dt must be 0 or a number of seconds from %g to %g, not '%s'\n", DT_MIN, most,
                text);
        return false;
    }
    *out = (float)value;
    return true;
}

static bool parse_seed(const char *text, uint64_t *out)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0) {
        return arguments_complain("--seed must be a whole number from 0 to 2^64 - 1, not", text);
    }
    *out = value;
    return true;
}

// "640x360"
static bool parse_size(const char *text, int *width, int *height)
{
    char *end = NULL;
    long across = strtol(text, &end, 10);
    bool fine = end != text && *end == 'x';
    const char *second = end + (fine ? 1 : 0);
    long down = fine ? strtol(second, &end, 10) : 0;
    fine = fine && end != second && *end == '\0' && across >= SIDE_MIN && across <= SIDE_MAX && down >= SIDE_MIN &&
           down <= SIDE_MAX;
    if (!fine) {
        fprintf(stderr, "auk-demos: --size must be WIDTHxHEIGHT, each from %d to %d, not '%s'\n", SIDE_MIN, SIDE_MAX,
                text);
        return false;
    }
    *width = (int)across;
    *height = (int)down;
    return true;
}

static bool parse_overlay(const char *name, size_t length, unsigned *overlays)
{
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (strlen(overlay_names[i]) == length && strncmp(name, overlay_names[i], length) == 0) {
            *overlays |= 1u << i;
            return true;
        }
    }
    return false;
}

// "boxes,hits", or "none"
static bool parse_overlays(const char *text, unsigned *overlays)
{
    *overlays = 0;
    if (strcmp(text, "none") == 0) {
        return true;
    }
    for (const char *name = text;; name++) {
        size_t length = strcspn(name, ",");
        if (!parse_overlay(name, length, overlays)) {
            return arguments_complain("--show takes none or names of overlays separated by commas, not", text);
        }
        name += length;
        if (*name == '\0') {
            return true;
        }
    }
}

static bool parse_renderer(const char *text, const char **renderer)
{
    if (strcmp(text, "pixels") != 0 && strcmp(text, "geometry") != 0) {
        return arguments_complain("--renderer is pixels or geometry, not", text);
    }
    *renderer = text;
    return true;
}

typedef enum Option {
    OPTION_FRAMES,
    OPTION_DT,
    OPTION_SEED,
    OPTION_BODIES,
    OPTION_WORKERS,
    OPTION_SIZE,
    OPTION_SHOW,
    OPTION_PNG,
    OPTION_FRAMES_PNG,
    OPTION_GIF,
    OPTION_SVG,
    OPTION_RENDERER,
    OPTION_MAP,
    OPTION_RECORD,
    OPTION_COUNT
} Option;

// The option, if it takes a value; OPTION_COUNT if not.
static Option option_of(const char *text)
{
    static const char *const names[OPTION_COUNT] = {"--frames", "--dt",       "--seed", "--bodies",     "--workers",
                                                    "--size",   "--show",     "--png",  "--frames-png", "--gif",
                                                    "--svg",    "--renderer", "--map",  "--record"};
    int option = 0;
    while (option < OPTION_COUNT && strcmp(text, names[option]) != 0) {
        option++;
    }
    return (Option)option;
}

static bool takes_value(const char *option)
{
    return option_of(option) != OPTION_COUNT || arguments_gjk_has_value(option);
}

// `value` is null for a flag.
static bool parse_gjk(Arguments *arguments, const char *option, const char *value)
{
    bool is_gjk = arguments->scene == &scene_gjk;
    return is_gjk ? arguments_gjk_parse(option, value, &arguments->options.gjk)
                  : arguments_complain("an option of the scene gjk alone", option);
}

static bool parse_value(Arguments *arguments, const char *option, const char *value)
{
    if (arguments_gjk_has_value(option)) {
        return parse_gjk(arguments, option, value);
    }
    const DemoScene *scene = arguments->scene;
    switch (option_of(option)) {
    case OPTION_FRAMES:
        arguments->frames_given = true;
        return parse_count(option, value, 0, FRAMES_MAX, &arguments->frames);
    case OPTION_DT: return parse_dt(value, longest_step(scene), &arguments->options.dt);
    case OPTION_SEED: return parse_seed(value, &arguments->options.seed);
    case OPTION_BODIES:
        return parse_count(option, value, demo_bodies_min(scene), scene->bodies_max, &arguments->options.bodies);
    case OPTION_WORKERS: return parse_count(option, value, 0, AUK_WORKER_COUNT_MAX, &arguments->options.workers);
    case OPTION_SIZE: return parse_size(value, &arguments->width, &arguments->height);
    case OPTION_SHOW: return parse_overlays(value, &arguments->overlays);
    case OPTION_PNG: arguments->png = value; return true;
    case OPTION_FRAMES_PNG: arguments->frames_png = value; return true;
    case OPTION_GIF:
        arguments->gif = value;
        return picture_has_gif() || arguments_complain("this build has no giflib (libgif-dev), so there is no", option);
    case OPTION_SVG:
        arguments->svg = value;
        return scene->stages != NULL || arguments_complain("this scene has no --svg", scene->name);
    case OPTION_RENDERER: return parse_renderer(value, &arguments->renderer);
    case OPTION_MAP:
        arguments->options.map = value;
        return strcmp(scene->name, "levels") == 0 || arguments_complain("this scene has no --map", scene->name);
    case OPTION_RECORD: arguments->options.record = value; return true;
    case OPTION_COUNT: break;
    }
    return false;
}

static bool parse_flag(Arguments *arguments, const char *option)
{
    if (strcmp(option, "--headless") == 0) {
        arguments->headless = true;
    } else if (strcmp(option, "--quiet") == 0) {
        arguments->quiet = true;
    } else if (strcmp(option, "--stats") == 0) {
        arguments->stats = true;
    } else if (strcmp(option, "--unswept") == 0) {
        arguments->unswept = true;
    } else if (strcmp(option, "--list") == 0) {
        arguments->list = true;
    } else if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
        arguments->help = true;
    } else {
        return arguments_complain("unknown option", option);
    }
    return true;
}

// Finds the scene, which may stand anywhere, before the values are read: their defaults and limits depend on it.
static bool find_scene(int argc, char **argv, Arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            i += takes_value(argv[i]);
            continue;
        }
        if (arguments->scene != NULL) {
            return argv[i - 1][0] == '-' ? arguments_complain("an unknown option, or one without a value", argv[i - 1])
                                         : arguments_complain("one scene at a time", argv[i]);
        }
        arguments->scene = demo_find_scene(argv[i]);
        if (arguments->scene == NULL) {
            if (strcmp(argv[i], "levels") == 0) {
                return arguments_complain("this build has no jansson (libjansson-dev), so there is no scene", argv[i]);
            }
            return arguments_complain("unknown scene, try --list", argv[i]);
        }
    }
    return true;
}

bool arguments_parse(int argc, char **argv, Arguments *arguments)
{
    if (!find_scene(argc, argv, arguments)) {
        return false;
    }
    for (int i = 1; i < argc; i++) {
        bool flag = argv[i][0] == '-' && !takes_value(argv[i]) && !arguments_gjk_has_flag(argv[i]);
        if (flag && !parse_flag(arguments, argv[i])) {
            return false;
        }
        i += takes_value(argv[i]);
    }
    if (arguments->help || arguments->list) {
        return true;
    }
    if (arguments->scene == NULL) {
        return arguments_complain("which scene", "they are listed by --list");
    }
    arguments->width = 1280;
    arguments->height = 720;
    arguments->overlays = arguments->scene->overlays;
    arguments->options = arguments->scene->defaults;
    arguments->frames = arguments->scene->frames;
    arguments->options.unswept = arguments->unswept;
    if (arguments->unswept && strcmp(arguments->scene->name, "tuxes") != 0) {
        return arguments_complain("this scene has no --unswept", arguments->scene->name);
    }
    for (int i = 1; i < argc; i++) {
        if (arguments_gjk_has_flag(argv[i]) && !parse_gjk(arguments, argv[i], NULL)) {
            return false;
        }
        if (!takes_value(argv[i])) {
            continue;
        }
        if (i + 1 == argc) {
            return arguments_complain("a value is missing after", argv[i]);
        }
        if (!parse_value(arguments, argv[i], argv[i + 1])) {
            return false;
        }
        i++;
    }
    return true;
}
