// auk beside its peers on one machine, in one run, on the same inputs. Every scene checks what it times; a wrong answer
// ends the program with status 1.
#include "bench.h"

#include "report.h"
#include "targets.h"
#include "world_engines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Scene {
    const char *name;
    void (*run)(const BenchOptions *options);
    bool asked;
} Scene;

static Scene scenes[] = {
    {"gas", bench_gas, false},         {"small", bench_small, false},
    {"tiles", bench_tiles, false},     {"map", bench_map, false},
    {"rest", bench_rest, false},       {"bullets", bench_bullets, false},
    {"clumps", bench_clumps, false},   {"rays", bench_rays, false},
    {"queries", bench_queries, false}, {"characters", bench_characters, false},
    {"crowd", bench_crowd, false},     {"pairs", bench_pairs, false},
    {"churn", bench_churn, false},     {"pileup", bench_pileup, false},
    {"memory", bench_memory, false},   {"rollback", bench_rollback, false},
};

enum { SCENES = (int)(sizeof scenes / sizeof scenes[0]) };

void bench_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "bench: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

void bench_sizes(const BenchOptions *options, const BenchSizes *sizes, int *out)
{
    int count = 0;
    if (options->bodies > 0) {
        out[count++] = options->bodies;
    } else {
        const int *first = options->quick ? sizes->quick : sizes->normal;
        for (int i = 0; i < BENCH_SIZES_MAX && first[i] > 0; i++) {
            out[count++] = first[i];
        }
        for (int i = 0; options->large && i < BENCH_SIZES_MAX && sizes->large[i] > 0; i++) {
            out[count++] = sizes->large[i];
        }
    }
    out[count] = 0;
}

int bench_frames(const BenchOptions *options, int bodies)
{
    int frames = bodies <= 1000 ? 600 : (bodies <= 10000 ? 200 : (bodies <= 200000 ? 60 : 120));
    if (options->frames > 0) {
        return options->frames;
    }
    return options->quick ? frames / 10 : frames;
}

static void usage(void)
{
    fprintf(stderr,
            "usage: bench [--quick] [--large] [--bodies N] [--frames N] [--seed S] [--csv FILE] [scene...]\n"
            "  scenes: gas small tiles map rest bullets clumps rays queries characters crowd pairs churn pileup\n"
            "          memory rollback; none is all\n"
            "  --quick     small sizes and few frames: to see that everything runs\n"
            "  --large     gas and memory with a million bodies too\n"
            "  --bodies N  this size only, where a scene has sizes\n");
    exit(2);
}

static void ask_for(const char *name)
{
    for (int i = 0; i < SCENES; i++) {
        if (strcmp(scenes[i].name, name) == 0) {
            scenes[i].asked = true;
            return;
        }
    }
    usage();
}

static bool read_flag(BenchOptions *options, const char *argument)
{
    if (strcmp(argument, "--quick") == 0) {
        options->quick = true;
    } else if (strcmp(argument, "--large") == 0) {
        options->large = true;
    } else if (argument[0] != '-') {
        ask_for(argument);
    } else {
        return false;
    }
    return true;
}

static void read_value(BenchOptions *options, const char **csv, const char *argument, const char *value)
{
    if (!value) {
        usage();
    } else if (strcmp(argument, "--bodies") == 0) {
        options->bodies = atoi(value);
        if (options->bodies < 100 || options->bodies > 10000000) {
            usage();
        }
    } else if (strcmp(argument, "--frames") == 0) {
        options->frames = atoi(value);
        if (options->frames < 1 || options->frames > 100000) {
            usage();
        }
    } else if (strcmp(argument, "--seed") == 0) {
        options->seed = strtoull(value, NULL, 10);
    } else if (strcmp(argument, "--csv") == 0) {
        *csv = value;
    } else {
        usage();
    }
}

static void print_head(void)
{
    printf(
        "Milliseconds of processor time, for one frame or one batch of calls; with two workers, of time on the wall.\n"
        "x auk: how many times auk's mean. pairs: candidates, hits or contacts, whichever the phase has.\n");
#ifdef BENCH_CHIPMUNK
    printf("Chipmunk as Debian packages it: with its assertions compiled in, and in double precision.\n");
#else
    printf("Built without Chipmunk (Debian: libchipmunk-dev).\n");
#endif
#ifdef BENCH_BOX2D3
    printf("Box2D %s\n", world_box2d_version());
#else
    printf("Built without Box2D 3 (-Dbox2d3=PREFIX names an installed one).\n");
#endif
}

int main(int argc, char **argv)
{
    BenchOptions options = {.seed = 1};
    const char *csv = NULL;
    bool all = true;
    for (int i = 1; i < argc; i++) {
        if (!read_flag(&options, argv[i])) {
            read_value(&options, &csv, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        }
    }
    for (int i = 0; i < SCENES; i++) {
        all = all && !scenes[i].asked;
    }
    report_open(csv);
    print_head();
    for (int i = 0; i < SCENES; i++) {
        if (all || scenes[i].asked) {
            scenes[i].run(&options);
        }
    }
    targets_print();
    report_close();
    return 0;
}
