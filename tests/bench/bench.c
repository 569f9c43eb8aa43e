// Times broad phases side by side on the gas scene: same machine, same run, same boxes.
// Every engine's pairs of the last frame are compared: auk's with brute force while that is affordable, the others'
// with auk's. Chipmunk computes in double, so there pairs that touch exactly may go either way.
#include "engines.h"
#include "gas_boxes.h"
#include "memory.h"

#include <string.h>
#include <time.h>

enum { FRAMES_MAX = 1000, WARM_UP = 20 };

static const float DT = 1.0f / 60.0f;

typedef struct Options {
    int bodies[8]; // ended by 0
    int frames;    // 0: as many as suit the number of bodies
    uint64_t seed;
    const char *csv; // null: none
} Options;

typedef struct Result {
    double median, mean; // milliseconds
    int pairs;           // of the last frame
} Result;

typedef struct Reference {
    AukBroadPair *pairs; // sorted
    int count;
} Reference;

static const BenchEngine *const engines[] = {
    &engine_auk,
    &engine_auk_brute_force,
#ifdef BENCH_CHIPMUNK
    &engine_chipmunk_bbtree,
    &engine_chipmunk_hash,
    &engine_chipmunk_sweep1d,
#endif
    &engine_naive_sweep,
    &engine_memory_floor,
};

enum { ENGINES = (int)(sizeof engines / sizeof engines[0]) };

// Processor time: everything here runs in one thread, and other programs should not count.
static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static int compare_pairs(const void *left, const void *right)
{
    const AukBroadPair *a = left;
    const AukBroadPair *b = right;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    return (a->b > b->b) - (a->b < b->b);
}

static int frames_for(const Options *options, int bodies)
{
    if (options->frames > 0) {
        return options->frames < FRAMES_MAX ? options->frames : FRAMES_MAX;
    }
    return bodies <= 1000 ? 600 : (bodies <= 10000 ? 200 : (bodies <= 100000 ? 60 : 10));
}

static bool touch_exactly(AukBox a, AukBox b)
{
    return a.min.x == b.max.x || b.min.x == a.max.x || a.min.y == b.max.y || b.min.y == a.max.y;
}

// Counts the pairs that only one side has, except those that touch exactly if these are `excused`.
static int pairs_differ(AukBroadPairs found, const Reference *reference, const AukBox *boxes, bool excused)
{
    AukBroadPair *sorted = bench_allocate((size_t)found.count, sizeof *sorted);
    memcpy(sorted, found.items, (size_t)found.count * sizeof *sorted);
    qsort(sorted, (size_t)found.count, sizeof *sorted, compare_pairs);
    int wrong = 0;
    for (int i = 0, j = 0; i < found.count || j < reference->count;) {
        int order = i == found.count ? 1 : j == reference->count ? -1 : compare_pairs(&sorted[i], &reference->pairs[j]);
        AukBroadPair pair = order <= 0 ? sorted[i] : reference->pairs[j];
        wrong += order != 0 && !(excused && touch_exactly(boxes[pair.a], boxes[pair.b]));
        i += order <= 0;
        j += order >= 0;
    }
    free(sorted);
    return wrong;
}

static void reference_keep(Reference *reference, AukBroadPairs pairs)
{
    reference->pairs = bench_allocate((size_t)pairs.count, sizeof *reference->pairs);
    memcpy(reference->pairs, pairs.items, (size_t)pairs.count * sizeof *reference->pairs);
    reference->count = pairs.count;
}

static void check_pairs(const BenchEngine *engine, AukBroadPairs pairs, Reference *reference, const AukBox *boxes)
{
    if (engine == &engine_auk) {
        reference_keep(reference, pairs);
    }
    if (engine == &engine_memory_floor) {
        return;
    }
    bool excused = strncmp(engine->name, "chipmunk", strlen("chipmunk")) == 0;
    int wrong = pairs_differ(pairs, reference, boxes, excused);
    if (wrong > 0) {
        fprintf(stderr, "bench: %s and auk differ in %d pairs\n", engine->name, wrong);
        exit(1);
    }
}

static Result engine_run(const BenchEngine *engine, int bodies, int frames, uint64_t seed, Reference *reference)
{
    static double times[FRAMES_MAX];
    Result result = {0.0, 0.0, 0};
    GasBoxes gas = gas_boxes_create(bodies, seed);
    engine->begin(gas.boxes, gas.velocities, bodies);
    for (int frame = -WARM_UP; frame < frames; frame++) {
        gas_boxes_step(&gas, DT);
        double begun = now_ms();
        AukBroadPairs pairs = engine->step(gas.boxes, gas.velocities);
        double taken = now_ms() - begun;
        if (frame >= 0) {
            times[frame] = taken;
            result.mean += taken / frames;
        }
        if (frame == frames - 1) {
            result.pairs = pairs.count;
            check_pairs(engine, pairs, reference, gas.boxes);
        }
    }
    engine->end();
    gas_boxes_destroy(&gas);
    qsort(times, (size_t)frames, sizeof times[0], compare_doubles);
    result.median = times[frames / 2];
    return result;
}

static void report(FILE *csv, const char *engine, int bodies, const Result *result, const Result *base)
{
    printf("%8d  %-18s %10.4f %10.4f %9d %9.2f\n", bodies, engine, result->median, result->mean, result->pairs,
           result->mean / base->mean);
    fflush(stdout);
    if (csv) {
        fprintf(csv, "gas,%d,%s,broad,1,%.5f,%.5f,%d\n", bodies, engine, result->median, result->mean, result->pairs);
    }
}

static void bodies_run(const Options *options, int bodies, FILE *csv)
{
    Reference reference = {NULL, 0};
    Result base = {0.0, 0.0, 0};
    for (int i = 0; i < ENGINES; i++) {
        const BenchEngine *engine = engines[i];
        if (engine->bodies_max == 0 || bodies <= engine->bodies_max) {
            Result result = engine_run(engine, bodies, frames_for(options, bodies), options->seed, &reference);
            base = engine == &engine_auk ? result : base;
            report(csv, engine->name, bodies, &result, &base);
        }
    }
    free(reference.pairs);
}

static void usage(void)
{
    fprintf(stderr, "usage: bench [--bodies N] [--large] [--frames N] [--seed S] [--csv FILE]\n"
                    "  --bodies N  only N bodies; the default is 1000, 10000 and 100000\n"
                    "  --large     also 1000000 bodies\n");
    exit(2);
}

static Options options_read(int argc, char **argv)
{
    Options options = {{1000, 10000, 100000}, 0, 1, NULL};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--large") == 0) {
            options.bodies[3] = 1000000;
            continue;
        }
        if (!value) {
            usage();
        }
        if (strcmp(argv[i], "--bodies") == 0) {
            options.bodies[0] = atoi(value);
            options.bodies[1] = 0;
        } else if (strcmp(argv[i], "--frames") == 0) {
            options.frames = atoi(value);
        } else if (strcmp(argv[i], "--seed") == 0) {
            options.seed = strtoull(value, NULL, 10);
        } else if (strcmp(argv[i], "--csv") == 0) {
            options.csv = value;
        } else {
            usage();
        }
        i++;
    }
    if (options.bodies[0] < 2 || options.bodies[0] > 10000000) {
        usage();
    }
    return options;
}

int main(int argc, char **argv)
{
    Options options = options_read(argc, argv);
    FILE *csv = options.csv ? fopen(options.csv, "w") : NULL;
    if (options.csv && !csv) {
        fprintf(stderr, "bench: cannot write %s\n", options.csv);
        return 1;
    }
    if (csv) {
        fprintf(csv, "scene,bodies,engine,phase,workers,ms_median,ms_mean,pairs\n");
    }
    printf("gas, broad phase only: move all boxes, find all pairs; one thread; milliseconds of processor time per "
           "frame\n");
#ifdef BENCH_CHIPMUNK
    printf("Chipmunk as Debian packages it: with its assertions compiled in, and in double precision\n");
#else
    printf("built without Chipmunk (Debian: libchipmunk-dev)\n");
#endif
    printf("%8s  %-18s %10s %10s %9s %9s\n", "bodies", "engine", "median", "mean", "pairs", "x auk");
    for (int i = 0; options.bodies[i] > 0; i++) {
        bodies_run(&options, options.bodies[i], csv);
    }
    if (csv) {
        fclose(csv);
    }
    return 0;
}
