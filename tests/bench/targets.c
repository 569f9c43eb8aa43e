// Ratios compare means: the trees of the peers work in bursts, and so does whatever keeps pairs over several steps.
#include "targets.h"

#include "report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum TargetKind {
    AT_LEAST,
    AT_MOST,
    FOR_INFORMATION,
} TargetKind;

typedef struct Target {
    const char *text, *unit;
    TargetKind kind;
    double asked;
    double reached; // NaN: not measured in this run
} Target;

static double mean_of(const ReportRow *row)
{
    return row ? row->time.mean : NAN;
}

static double step_mean(const char *scene, int bodies, int workers)
{
    return mean_of(report_find(scene, bodies, "auk", "step", workers));
}

// How many times auk's mean the best of the peers takes whose names begin so.
static double over(const char *engines, const char *scene, int bodies, const char *phase)
{
    const ReportRow *auk = report_find(scene, bodies, "auk", phase, 1);
    return auk ? mean_of(report_best(scene, auk->bodies, engines, phase)) / auk->time.mean : NAN;
}

static double over_peers(const char *scene, int bodies, const char *phase)
{
    return fmin(over("chipmunk", scene, bodies, phase), over("box2d", scene, bodies, phase));
}

static double workers_gain(int bodies)
{
    return step_mean("gas", bodies, 1) / step_mean("gas", bodies, 2);
}

// The same of two worlds that share nothing.
static double worlds_gain(int bodies)
{
    return step_mean("gas", bodies, 1) / mean_of(report_find("gas", bodies, "auk", "two worlds", 2));
}

// What two workers have to gain: 1.7, or as much as two worlds that share nothing where the machine allows less.
static double workers_target(int bodies)
{
    double worlds = worlds_gain(bodies);
    return worlds < 1.7 ? worlds : 1.7;
}

static double worst_over_mean(const char *scene, int bodies)
{
    const ReportRow *row = report_find(scene, bodies, "auk", "step", 1);
    return row ? row->time.worst / row->time.mean : NAN;
}

// How much longer than bullets that cross those take that respond.
static double over_crossing(const char *phase)
{
    return mean_of(report_find("bullets", 10000, "auk", phase, 1)) /
           mean_of(report_find("bullets", 10000, "auk", "fly", 1));
}

// The median step among the most bodies at rest over that among 10,000. NaN if there are no more.
static double rest_over_few(const char *phase)
{
    const ReportRow *most = report_find("rest", 0, "auk", phase, 1);
    const ReportRow *few = report_find("rest", 10100, "auk", phase, 1);
    return most && few && most != few ? most->time.median / few->time.median : NAN;
}

// Another step of gas over the common one.
static double over_step(int bodies, const char *phase)
{
    return mean_of(report_find("gas", bodies, "auk", phase, 1)) / step_mean("gas", bodies, 1);
}

// A step of a map of boxes over one in which it is a grid: of auk, or of the best peer.
static double over_grid(bool peers)
{
    double grid = mean_of(report_find("map", 0, "auk", "step, grid", 1));
    double boxes = mean_of(report_find("map", 0, "auk", "step", 1));
    return (peers ? over_peers("map", 0, "step") : 1.0) * boxes / grid;
}

// The worst step among the most bodies at rest, of movers that gather and spread.
static double worst_gathering(void)
{
    const ReportRow *row = report_find("rest", 0, "auk", "step, gathering", 1);
    return row ? row->time.worst : NAN;
}

// The worst step of a scene, per pair, over what a pair costs in another scene with as many bodies.
static double worst_per_pair(const char *scene, int bodies, const char *other)
{
    const ReportRow *row = report_find(scene, bodies, "auk", "step", 1);
    const ReportRow *usual = report_find(other, bodies, "auk", "step", 1);
    return row && usual && usual->pairs > 0 ? row->worst_per_pair / (usual->time.mean * 1e6 / (double)usual->pairs)
                                            : NAN;
}

// Nanoseconds for each pair of a step.
static double contacts_per_pair(int bodies)
{
    const ReportRow *step = report_find("gas", bodies, "auk", "step", 1);
    const ReportRow *contacts = report_find("gas", bodies, "auk", "step: contacts", 1);
    return step && contacts && step->pairs > 0 ? contacts->time.mean * 1e6 / (double)step->pairs : NAN;
}

// Nanoseconds for each call.
static double per_call(const char *scene, int bodies, const char *phase)
{
    const ReportRow *row = report_find(scene, bodies, "auk", phase, 1);
    return row && row->calls > 0 ? row->time.median * 1e6 / row->calls : NAN;
}

static double bytes_per_body(int bodies)
{
    const ReportRow *row = report_find("memory", bodies, "auk", "live bytes", 1);
    return row ? (double)row->pairs / bodies : NAN;
}

static double over_loop(const char *scene, int bodies, const char *phase)
{
    return over("plain loop", scene, bodies, phase);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

typedef struct PairRows {
    double least; // ratio of Chipmunk's time to that of placed shapes, one pair or four at a time
    const char *where;
    int rows, reached;
} PairRows;

static PairRows pair_rows(const char *mode, double asked)
{
    PairRows found = {NAN, "none", 0, 0};
    for (int i = 0; i < report_count(); i++) {
        const ReportRow *auk = report_get(i);
        if (strcmp(auk->scene, "pairs") != 0 || strcmp(auk->engine, "auk placed") != 0 ||
            !ends_with(auk->phase, mode)) {
            continue;
        }
        const ReportRow *peer = report_best("pairs", auk->bodies, "chipmunk", auk->phase);
        const ReportRow *four = report_find("pairs", auk->bodies, "auk by four", auk->phase, 1);
        double time = four ? fmin(four->time.median, auk->time.median) : auk->time.median;
        double ratio = peer ? peer->time.median / time : NAN;
        found.rows++;
        found.reached += ratio >= asked;
        if (ratio < found.least || isnan(found.least)) {
            found.least = ratio;
            found.where = auk->phase;
        }
    }
    return found;
}

static double over_cold_boxes(const char *phase)
{
    const ReportRow *row = report_find("pairs", 0, "auk", phase, 1);
    const ReportRow *cold = report_find("pairs", 0, "auk gjk", "box-box separated cold", 1);
    return row && cold ? row->time.median / cold->time.median : NAN;
}

static double fill_in_steps(int bodies)
{
    return mean_of(report_find("gas", bodies, "auk", "fill", 1)) / step_mean("gas", bodies, 1);
}

static double over_floor(int bodies)
{
    return step_mean("gas", bodies, 1) / mean_of(report_find("gas", bodies, "memory floor", "broad", 1));
}

static void print_target(const Target *target)
{
    static const char *const senses[] = {"at least", "at most", ""};
    double by = target->kind == AT_LEAST ? target->asked / target->reached : target->reached / target->asked;
    printf("%-80s", target->text);
    if (target->kind == FOR_INFORMATION) {
        printf(" %-8s %6s %2s", "", "", "");
    } else {
        printf(" %-8s %6.4g %-2s", senses[target->kind], target->asked, target->unit);
    }
    if (isnan(target->reached)) {
        printf("  not measured\n");
        return;
    }
    printf("  %9.4g %-2s", target->reached, target->unit);
    if (target->kind == FOR_INFORMATION) {
        printf("\n");
    } else if (by <= 1.0) {
        printf("  reached\n");
    } else {
        printf("  missed by a factor of %.2f\n", by);
    }
}

// Medians: what lies in the caches is chance.
static double over_memcpy(const char *phase)
{
    const ReportRow *row = report_find("rollback", 0, "auk", phase, 1);
    const ReportRow *copy = report_find("rollback", 0, "auk", "memcpy", 1);
    return row && copy ? row->time.median / copy->time.median : NAN;
}

static void print_targets(const Target *targets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        print_target(&targets[i]);
    }
}

static void print_gas(void)
{
    const int million = 1000000;
    const Target targets[] = {
        {"gas, broad phase, 10,000: best peer over auk", "x", AT_LEAST, 25, over_peers("gas", 10000, "broad")},
        {"gas, broad phase, 100,000", "x", AT_LEAST, 40, over_peers("gas", 100000, "broad")},
        {"gas, broad phase, 1,000,000", "x", AT_LEAST, 60, over_peers("gas", million, "broad")},
        {"gas, whole step, 10,000: best peer over auk", "x", AT_LEAST, 13, over_peers("gas", 10000, "step")},
        {"  stretch", "x", AT_LEAST, 20, over_peers("gas", 10000, "step")},
        {"gas, whole step, 100,000", "x", AT_LEAST, 25, over_peers("gas", 100000, "step")},
        {"  stretch", "x", AT_LEAST, 40, over_peers("gas", 100000, "step")},
        {"gas, whole step, 1,000,000, mean", "ms", AT_MOST, 50, step_mean("gas", million, 1)},
        {"  stretch", "ms", AT_MOST, 28, step_mean("gas", million, 1)},
        {"  over the memory floor", "x", AT_MOST, 20, over_floor(million)},
        {"  with two workers", "ms", AT_MOST, 30, step_mean("gas", million, 2)},
        {"  stretch: sixty steps a second", "ms", AT_MOST, 16.7, step_mean("gas", million, 2)},
        {"  its worst step over its mean", "x", AT_MOST, 2, worst_over_mean("gas", million)},
        {"gas, whole step, 1,000,000 over 100,000", "x", AT_MOST, 13,
         step_mean("gas", million, 1) / step_mean("gas", 100000, 1)},
        {"  stretch", "x", AT_MOST, 10.5, step_mean("gas", million, 1) / step_mean("gas", 100000, 1)},
        {"gas, whole step, 10,000, with one bullet, over none", "x", AT_MOST, 1.5,
         over_step(10000, "step, one bullet")},
        {"gas, whole step, 10,000, in a world that wraps around, over the plane", "x", AT_MOST, 2,
         over_step(10000, "step, wrapped")},
        {"gas, contacts of a step of 10,000, for each pair", "ns", AT_MOST, 40, contacts_per_pair(10000)},
        {"  stretch", "ns", AT_MOST, 25, contacts_per_pair(10000)},
        {"gas, filling the world with 1,000,000, in steps", "x", AT_MOST, 10, fill_in_steps(million)},
        {"gas, two workers, 100,000: one worker over two", "x", AT_LEAST, workers_target(100000), workers_gain(100000)},
        {"  two worlds that share nothing, which is enough", "x", FOR_INFORMATION, 0, worlds_gain(100000)},
        {"gas, two workers, 1,000,000", "x", AT_LEAST, workers_target(million), workers_gain(million)},
        {"  two worlds that share nothing, which is enough", "x", FOR_INFORMATION, 0, worlds_gain(million)},
        {"memory, gas, 1,000,000, live bytes for each body", "B", AT_MOST, 400, bytes_per_body(million)},
        {"  stretch", "B", AT_MOST, 300, bytes_per_body(million)},
        {"  the same, 100,000", "B", FOR_INFORMATION, 0, bytes_per_body(100000)},
    };
    print_targets(targets, sizeof targets / sizeof targets[0]);
}

static void print_queries(void)
{
    const int boxes = 100000, units = 500;
    const Target targets[] = {
        {"rays, closest hit, 100,000: best peer over auk", "x", AT_LEAST, 10, over_peers("rays", boxes, "closest hit")},
        {"  each", "ns", AT_MOST, 240, per_call("rays", boxes, "closest hit")},
        {"  stretch", "ns", AT_MOST, 150, per_call("rays", boxes, "closest hit")},
        {"queries, cast of a disc, 100,000: best peer over auk", "x", AT_LEAST, 8,
         over_peers("queries", boxes, "cast disc")},
        {"queries, cast of a box", "x", AT_LEAST, 8, over_peers("queries", boxes, "cast box")},
        {"queries, overlap of bounding boxes", "x", AT_LEAST, 8,
         over_peers("queries", boxes, "overlap bounding boxes")},
        {"queries, overlap of a box: the peers compare bounding boxes only", "x", AT_LEAST, 8,
         over_peers("queries", boxes, "overlap box")},
        {"queries, overlap of a turned box", "x", AT_LEAST, 8, over_peers("queries", boxes, "overlap turned box")},
        {"queries, nearest", "x", AT_LEAST, 8, over_peers("queries", boxes, "nearest within 10")},
        {"queries, 8 nearest", "x", AT_LEAST, 8, over_peers("queries", boxes, "8 nearest within 10")},
        {"queries, nearest enemy of two camps of 250", "ns", FOR_INFORMATION, 0,
         per_call("queries", units, "nearest enemy")},
        {"  a loop over the other camp, over auk", "x", FOR_INFORMATION, 0,
         over_loop("queries", units, "nearest enemy")},
        {"characters, chains: Box2D's mover over auk", "x", FOR_INFORMATION, 0, over_peers("characters", 0, "chains")},
        {"characters, tiles", "x", FOR_INFORMATION, 0, over_peers("characters", 0, "tiles")},
        {"characters, boxes", "x", FOR_INFORMATION, 0, over_peers("characters", 0, "boxes")},
        {"crowd, 500: a loop over all pairs, over auk", "x", FOR_INFORMATION, 0, over_loop("crowd", units, "separate")},
    };
    print_targets(targets, sizeof targets / sizeof targets[0]);
}

static void print_scenes(void)
{
    const ReportRow *refused = report_find("pileup", 1000000, "auk", "refused step", 1);
    const Target targets[] = {
        {"clumps, broad phase, 100,000: Chipmunk's best over auk", "x", AT_LEAST, 12,
         over("chipmunk", "clumps", 100000, "broad")},
        {"clumps, whole step, 10,000: best peer over auk", "x", AT_LEAST, 10, over_peers("clumps", 10000, "step")},
        {"tiles, whole step: best peer over auk", "x", AT_LEAST, 15, over_peers("tiles", 0, "step")},
        {"map of tiles, 10,000 movers: best peer over a grid of auk", "x", FOR_INFORMATION, 0, over_grid(true)},
        {"  boxes of auk over its grid", "x", FOR_INFORMATION, 0, over_grid(false)},
        {"rest: 100 movers among 1,000,000 boxes that rest, over 10,000; medians", "x", AT_MOST, 1.5,
         rest_over_few("step")},
        {"  with a half-plane, a ball that bounces, a history and bodies that come and go", "x", AT_MOST, 1.5,
         rest_over_few("step, mixed")},
        {"  in a world that wraps around", "x", AT_MOST, 1.5, rest_over_few("step, wrapped")},
        {"  worst step if they gather and spread again", "ms", FOR_INFORMATION, 0, worst_gathering()},
        {"bullets that do not meet, 10,000, whole step: best peer over auk", "x", AT_LEAST, 5,
         over_peers("bullets", 10000, "fly")},
        {"  stretch", "x", AT_LEAST, 8, over_peers("bullets", 10000, "fly")},
        {"  that stop at the first wall, over those that cross", "x", FOR_INFORMATION, 0, over_crossing("fly, stop")},
        {"  that slide along walls", "x", FOR_INFORMATION, 0, over_crossing("fly, slide")},
        {"  that bounce off walls", "x", FOR_INFORMATION, 0, over_crossing("fly, bounce")},
        {"small, whole step of 100 bodies", "us", AT_MOST, 4, step_mean("small", 0, 1) * 1e3},
        {"  stretch", "us", AT_MOST, 2, step_mean("small", 0, 1) * 1e3},
        {"  cpSpaceStep over auk", "x", AT_LEAST, 8, over("chipmunk", "small", 0, "step")},
        {"churn, 100,000: cpSpaceStep over auk", "x", AT_LEAST, 8, over("chipmunk", "churn", 100000, "step")},
        {"  its worst step over its mean", "x", AT_MOST, 3, worst_over_mean("churn", 100000)},
        {"churn, 10,000: worst step per pair over gas", "x", AT_MOST, 3, worst_per_pair("churn", 10000, "gas")},
        {"pileup, 10,000: worst step per pair over clumps", "x", AT_MOST, 3, worst_per_pair("pileup", 10000, "clumps")},
        {"rollback, 10,000: a snapshot over memcpy of its bytes", "x", AT_MOST, 3, over_memcpy("snapshot")},
        {"rollback, 10,000: a restore over the same", "x", AT_MOST, 4, over_memcpy("restore")},
        {"rollback, 10,000: a restore where a hundredth of the bodies are others", "x", FOR_INFORMATION, 0,
         over_memcpy("restore, others")},
        {"rollback, 10,000: a hash of the world over the same", "x", FOR_INFORMATION, 0, over_memcpy("hash")},
        {"pileup, 1,000,000 at one spot: the refusal", "ms", FOR_INFORMATION, 0, mean_of(refused)},
    };
    print_targets(targets, sizeof targets / sizeof targets[0]);
}

static void print_pairs(void)
{
    char cold_text[160], seeded_text[160];
    PairRows cold = pair_rows(" cold", 6), seeded = pair_rows(" seeded", 6);
    snprintf(cold_text, sizeof cold_text, "pairs, cpShapesCollide over auk: %d of %d rows; %s", cold.reached, cold.rows,
             cold.where);
    snprintf(seeded_text, sizeof seeded_text, "pairs, cpCollide over auk, seeded: %d of %d rows; %s", seeded.reached,
             seeded.rows, seeded.where);
    const Target targets[] = {
        {cold_text, "x", AT_LEAST, 6, cold.least},
        {seeded_text, "x", AT_LEAST, 6, seeded.least},
        {"pairs, linear cast of boxes over GJK of boxes, cold", "x", AT_MOST, 1,
         over_cold_boxes("box-box separated linear cast")},
        {"  each", "ns", AT_MOST, 250, per_call("pairs", 0, "box-box separated linear cast")},
        {"pairs, rotating time of impact of boxes", "ns", AT_MOST, 250,
         per_call("pairs", 0, "box-box separated rotating impact")},
    };
    print_targets(targets, sizeof targets / sizeof targets[0]);
}

void targets_print(void)
{
    printf("\n%-80s %-18s  %-12s\n", "target (ratios of means; of medians for pairs of shapes)", "asked", "measured");
    print_gas();
    print_scenes();
    print_queries();
    print_pairs();
}
