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

// How many times auk's mean the best of Chipmunk takes.
static double over_chipmunk(const char *scene, int bodies, const char *phase)
{
    const ReportRow *auk = report_find(scene, bodies, "auk", phase, 1);
    if (!auk) {
        return NAN;
    }
    return mean_of(report_best(scene, auk->bodies, "chipmunk", phase)) / auk->time.mean;
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

static double worst_over_mean(int bodies)
{
    const ReportRow *row = report_find("gas", bodies, "auk", "step", 1);
    return row ? row->time.worst / row->time.mean : NAN;
}

// The worst step of a scene, per pair, over what a pair costs in gas of as many bodies (of the last size, else).
static double worst_per_pair(const char *scene, int bodies)
{
    const ReportRow *row = report_find(scene, bodies, "auk", "step", 1);
    const ReportRow *gas = row ? report_find("gas", row->bodies, "auk", "step", 1) : NULL;
    return gas && gas->pairs > 0 ? row->worst_per_pair / (gas->time.mean * 1e6 / (double)gas->pairs) : NAN;
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

static void print_gas(void)
{
    const int million = 1000000;
    const Target targets[] = {
        {"gas, broad phase, 10,000: Chipmunk's best over auk", "x", AT_LEAST, 20, over_chipmunk("gas", 10000, "broad")},
        {"gas, broad phase, 100,000", "x", AT_LEAST, 40, over_chipmunk("gas", 100000, "broad")},
        {"gas, broad phase, 1,000,000", "x", AT_LEAST, 40, over_chipmunk("gas", million, "broad")},
        {"gas, whole step, 10,000: cpSpaceStep over auk", "x", AT_LEAST, 10, over_chipmunk("gas", 10000, "step")},
        {"gas, whole step, 100,000", "x", AT_LEAST, 20, over_chipmunk("gas", 100000, "step")},
        {"gas, whole step, 1,000,000, mean", "ms", AT_MOST, 40, step_mean("gas", million, 1)},
        {"  the same with two workers", "ms", AT_MOST, 24, step_mean("gas", million, 2)},
        {"  its worst step over its mean", "x", AT_MOST, 2, worst_over_mean(million)},
        {"  stretch, one worker", "ms", AT_MOST, 28, step_mean("gas", million, 1)},
        {"  stretch, two workers: sixty steps a second", "ms", AT_MOST, 16.7, step_mean("gas", million, 2)},
        {"  over the memory floor", "x", FOR_INFORMATION, 0, over_floor(million)},
        {"gas, whole step, 1,000,000 over 100,000", "x", AT_MOST, 14,
         step_mean("gas", million, 1) / step_mean("gas", 100000, 1)},
        {"gas, filling the world with 1,000,000, in steps", "x", AT_MOST, 10, fill_in_steps(million)},
        {"gas, two workers, 100,000: one worker over two", "x", AT_LEAST, 1.7, workers_gain(100000)},
        {"  two worlds that share nothing", "x", FOR_INFORMATION, 0, worlds_gain(100000)},
        {"gas, two workers, 1,000,000", "x", AT_LEAST, 1.7, workers_gain(million)},
        {"  two worlds that share nothing", "x", FOR_INFORMATION, 0, worlds_gain(million)},
    };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        print_target(&targets[i]);
    }
}

static void print_scenes(void)
{
    const ReportRow *refused = report_find("pileup", 1000000, "auk", "refused step", 1);
    const Target targets[] = {
        {"clumps, broad phase, 100,000: Chipmunk's best over auk", "x", AT_LEAST, 12,
         over_chipmunk("clumps", 100000, "broad")},
        {"tiles, whole step: cpSpaceStep over auk", "x", AT_LEAST, 5, over_chipmunk("tiles", 0, "step")},
        {"bullets that do not meet, 10,000, whole step: segment queries over auk", "x", AT_LEAST, 4,
         over_chipmunk("bullets", 10000, "fly")},
        {"rays, closest hit, 100,000: Chipmunk over auk", "x", AT_LEAST, 8,
         over_chipmunk("rays", 100000, "closest hit")},
        {"churn, 10,000: worst step per pair over gas", "x", AT_MOST, 3, worst_per_pair("churn", 10000)},
        {"churn, 100,000", "x", AT_MOST, 3, worst_per_pair("churn", 100000)},
        {"pileup, 10,000: worst step per pair over gas", "x", AT_MOST, 3, worst_per_pair("pileup", 10000)},
        {"rollback, 10,000: a snapshot over memcpy of its bytes", "x", AT_MOST, 3, over_memcpy("snapshot")},
        {"rollback, 10,000: a restore over the same", "x", AT_MOST, 4, over_memcpy("restore")},
        {"pileup, 1,000,000 at one spot: the refusal", "ms", FOR_INFORMATION, 0, mean_of(refused)},
    };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        print_target(&targets[i]);
    }
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
        {"pairs, rotating time of impact of boxes over the same", "x", AT_MOST, 4,
         over_cold_boxes("box-box separated rotating impact")},
    };
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        print_target(&targets[i]);
    }
}

void targets_print(void)
{
    printf("\n%-80s %-18s  %-12s\n", "target (ratios of means; of medians for pairs of shapes)", "asked", "measured");
    print_gas();
    print_scenes();
    print_pairs();
}
