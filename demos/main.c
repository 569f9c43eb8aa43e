// auk-demos: runs one scene and prints what happened as one line of key=value results.
// Exit status: 0 done, 1 auk refused something or memory ran out, 2 bad arguments.
#include "scene.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_BAD_ARGUMENTS = 2, FRAMES_MAX = 100000000 };

// Longer frames than a minute, or shorter than a microsecond, are typing errors.
#define DT_MIN 1e-6
#define DT_MAX 60.0

typedef struct Arguments {
    const DemoScene *scene;
    DemoOptions options;
    int frames;
    bool headless;
    bool quiet;
    bool stats;
    bool help;
    bool list;
} Arguments;

static void print_help(void)
{
    printf("usage: auk-demos SCENE [--headless] [--frames N] [--dt S] [--seed S] [--bodies N]\n"
           "                       [--workers N] [--quiet] [--stats]\n"
           "       auk-demos --list | --help\n"
           "\n"
           "Runs a scene and ends with one line of results:\n"
           "  pairs, contacts        of the last step; bodies: alive at the end\n"
           "  begins, ends, hits     over the whole run, sensors included\n"
           "  tunnelled              hits that an exact check finds and auk does not, or the other way round\n"
           "  missed_discrete        hits that testing at the end of each step alone would have missed\n"
           "  ms_per_step            inside auk_world_step(); hash: auk_world_hash() at the end\n"
           "\n"
           "  --headless   no window (this version has none)\n"
           "  --frames N   steps to take, 0 to %d\n"
           "  --dt S       seconds per step, 0 or %g to %g\n"
           "  --seed S     another course of events, 0 to 2^64 - 1\n"
           "  --bodies N   size of the scene, see --list\n"
           "  --workers N  threads that a step may use, 0 to %d; 0 and 1 are the main thread alone. All results\n"
           "               but ms_per_step are the same for any number\n"
           "  --quiet      no progress line\n"
           "  --stats      a second line: mean milliseconds of each phase of a step\n",
           FRAMES_MAX, DT_MIN, DT_MAX, AUK_WORKER_COUNT_MAX);
}

static void print_scenes(void)
{
    for (int i = 0; i < DEMO_SCENE_COUNT; i++) {
        const DemoScene *scene = demo_scenes[i];
        printf("%-8s %s\n", scene->name, scene->title);
        printf("         --bodies: %s, 1 to %d, here %d; --frames %d; --dt %g\n", scene->bodies_text, scene->bodies_max,
               scene->defaults.bodies, scene->frames, (double)scene->defaults.dt);
    }
}

static bool complain(const char *what, const char *value)
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

static bool parse_dt(const char *text, float *out)
{
    char *end = NULL;
    double value = strtod(text, &end);
    bool legal = value == 0.0 || (value >= DT_MIN && value <= DT_MAX);
    if (end == text || *end != '\0' || !legal) {
        fprintf(stderr, "auk-demos: --dt must be 0 or a number of seconds from %g to %g, not '%s'\n", DT_MIN, DT_MAX,
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
        return complain("--seed must be a whole number from 0 to 2^64 - 1, not", text);
    }
    *out = value;
    return true;
}

static bool parse_value(Arguments *arguments, const char *option, const char *value)
{
    const DemoScene *scene = arguments->scene;
    if (strcmp(option, "--frames") == 0) {
        return parse_count(option, value, 0, FRAMES_MAX, &arguments->frames);
    }
    if (strcmp(option, "--bodies") == 0) {
        return parse_count(option, value, 1, scene->bodies_max, &arguments->options.bodies);
    }
    if (strcmp(option, "--workers") == 0) {
        return parse_count(option, value, 0, AUK_WORKER_COUNT_MAX, &arguments->options.workers);
    }
    if (strcmp(option, "--dt") == 0) {
        return parse_dt(value, &arguments->options.dt);
    }
    return parse_seed(value, &arguments->options.seed);
}

static bool takes_value(const char *option)
{
    return strcmp(option, "--frames") == 0 || strcmp(option, "--bodies") == 0 || strcmp(option, "--dt") == 0 ||
           strcmp(option, "--seed") == 0 || strcmp(option, "--workers") == 0;
}

static bool parse_flag(Arguments *arguments, const char *option)
{
    if (strcmp(option, "--headless") == 0) {
        arguments->headless = true;
    } else if (strcmp(option, "--quiet") == 0) {
        arguments->quiet = true;
    } else if (strcmp(option, "--stats") == 0) {
        arguments->stats = true;
    } else if (strcmp(option, "--list") == 0) {
        arguments->list = true;
    } else if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
        arguments->help = true;
    } else {
        return complain("unknown option", option);
    }
    return true;
}

// The scene may stand anywhere, and its defaults and limits are needed before the values are read: so it goes first.
static bool find_scene(int argc, char **argv, Arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            i += takes_value(argv[i]);
            continue;
        }
        if (arguments->scene != NULL) {
            return complain("one scene at a time", argv[i]);
        }
        arguments->scene = demo_find_scene(argv[i]);
        if (arguments->scene == NULL) {
            return complain("unknown scene, try --list", argv[i]);
        }
    }
    return true;
}

static bool parse_arguments(int argc, char **argv, Arguments *arguments)
{
    if (!find_scene(argc, argv, arguments)) {
        return false;
    }
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && !takes_value(argv[i]) && !parse_flag(arguments, argv[i])) {
            return false;
        }
        i += takes_value(argv[i]);
    }
    if (arguments->help || arguments->list) {
        return true;
    }
    if (arguments->scene == NULL) {
        return complain("which scene", "tuxes, gas, clumps, tiles or bullets");
    }
    arguments->options = arguments->scene->defaults;
    arguments->frames = arguments->scene->frames;
    for (int i = 1; i < argc; i++) {
        if (!takes_value(argv[i])) {
            continue;
        }
        if (i + 1 == argc) {
            return complain("a value is missing after", argv[i]);
        }
        if (!parse_value(arguments, argv[i], argv[i + 1])) {
            return false;
        }
        i++;
    }
    return true;
}

// Rewrites one line on stderr, from the second second on, ten times a second.
static void show_progress(const Demo *demo, int frames, double start, double *last)
{
    double now = demo_seconds();
    if (now - start > 1.0 && now - *last > 0.1) {
        fprintf(stderr, "\rframe %lld of %d", (long long)demo->totals.frames, frames);
        fflush(stderr);
        *last = now;
    }
}

static int run(const Arguments *arguments)
{
    const DemoScene *scene = arguments->scene;
    if (!arguments->headless && !arguments->quiet) {
        fprintf(stderr, "auk-demos: this version has no windows yet; running headless\n");
    }
    Demo *demo = scene->create(&arguments->options);
    if (demo == NULL) {
        fprintf(stderr, "auk-demos: out of memory\n");
        return EXIT_FAILURE;
    }
    double start = demo_seconds();
    double last = 0.0;
    for (int i = 0; i < arguments->frames && demo->status == AUK_OK; i++) {
        demo_frame(scene, demo);
        if (!arguments->quiet) {
            show_progress(demo, arguments->frames, start, &last);
        }
    }
    if (last > 0.0) {
        fprintf(stderr, "\r%40s\r", "");
    }
    AukStatus status = demo->status;
    if (status == AUK_OK) {
        demo_print_results(scene, demo, stdout);
        if (arguments->stats) {
            demo_print_phases(demo, stdout);
        }
    } else {
        fprintf(stderr, "auk-demos: frame %lld: %s\n", (long long)demo->totals.frames, auk_status_text(status));
    }
    scene->destroy(demo);
    return status == AUK_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    Arguments arguments = {0};
    if (!parse_arguments(argc, argv, &arguments)) {
        return EXIT_BAD_ARGUMENTS;
    }
    if (arguments.help) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (arguments.list) {
        print_scenes();
        return EXIT_SUCCESS;
    }
    return run(&arguments);
}
