// Alternating projection beside GJK, rotating calipers and the R-function test, as the tables of tests/README.md. The
// pairs are those of the scene `projection`.
//     projection_table             the 2D counterparts of the article's six pairs
//     projection_table --families  how many projections the tests' random pairs take, by family
// A time is that of one call, the best of several rounds of many; each algorithm starts cold. GJK is auk_gjk(): for
// most of these pairs auk_distance() has a closed form and takes no rounds. The calipers and the R-function get their
// polygons placed in doubles, which is not timed; the R-function only decides whether the bodies meet.
#include "scenes/projection_pairs.h"
#include "support/calipers.h"
#include "support/pair.h"
#include "support/rfunction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, FAMILY_PAIRS = 5000, VERTICES = 4 };

// ---- times ----------------------------------------------------------------------------------------------------

static OracleShape placed_a, placed_b;
static volatile double sink; // what keeps the compiler from leaving the calls out

static double now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// Each way answers one call and returns its count of rounds.
typedef int (*Way)(const ProjectionPair *pair);

static int by_projection(const ProjectionPair *pair)
{
    const ProjectionBody *a = &pair->a, *b = &pair->b;
    AukProjectionResult result = auk_alternating_projection(&a->shape, a->pose, &b->shape, b->pose, 0.0f, NULL);
    sink = (double)result.distance;
    return result.status == AUK_OK ? result.projections : -result.projections;
}

static int by_gjk(const ProjectionPair *pair)
{
    AukGjkResult result = auk_gjk(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose, NULL, NULL);
    sink = (double)result.distance;
    return result.iterations;
}

static int by_distance(const ProjectionPair *pair)
{
    AukDistance result = auk_distance(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
    sink = (double)result.distance;
    return 0;
}

static int by_calipers(const ProjectionPair *pair)
{
    (void)pair;
    static CalipersPoint one[VERTICES], two[VERTICES];
    for (int i = 0; i < placed_a.count; i++) {
        one[i] = (CalipersPoint){placed_a.points[i].x, placed_a.points[i].y};
    }
    for (int i = 0; i < placed_b.count; i++) {
        two[i] = (CalipersPoint){placed_b.points[i].x, placed_b.points[i].y};
    }
    CalipersResult result =
        calipers_measure((CalipersPolygon){one, placed_a.count}, (CalipersPolygon){two, placed_b.count});
    sink = result.distance;
    return result.turns;
}

static int by_rfunction(const ProjectionPair *pair)
{
    (void)pair;
    RFunctionResult result = rfunction_meet(&placed_a, 1, &placed_b, 1);
    sink = result.value;
    return result.evaluations;
}

static double best_time(Way way, const ProjectionPair *pair, int rounds)
{
    int calls = 1 + 20000 / (1 + abs(rounds));
    double best = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        double started = now_ns();
        for (int call = 0; call < calls; call++) {
            way(pair);
        }
        best = fmin(best, (now_ns() - started) / calls);
    }
    return best;
}

static void print_way(Way way, const ProjectionPair *pair)
{
    int rounds = way(pair);
    printf(" %d%s | %.0f |", abs(rounds), rounds < 0 ? " (limit)" : "", best_time(way, pair, rounds));
}

static void print_pair(const ProjectionPair *pair)
{
    const ProjectionBody *a = &pair->a, *b = &pair->b;
    oracle_place(&placed_a, &a->shape, a->pose, a->pose.p);
    oracle_place(&placed_b, &b->shape, b->pose, a->pose.p);
    bool polygons = placed_a.count > 1 && placed_b.count > 1;
    printf("| %s | %.5f |", pair->name, oracle_distance(&placed_a, &placed_b));
    print_way(by_projection, pair);
    print_way(by_gjk, pair);
    printf(" %.0f |", best_time(by_distance, pair, 1));
    if (polygons) {
        print_way(by_calipers, pair);
    } else {
        printf(" | |"); // calipers are for polygons
    }
    print_way(by_rfunction, pair);
    printf("\n");
}

static void print_pairs(void)
{
    static ProjectionPair pairs[PROJECTION_PAIR_COUNT];
    projection_pairs_make(pairs);
    printf("| pair | distance | projections | ns | GJK rounds | ns | auk_distance ns | caliper turns | ns "
           "| R-function evaluations | ns |\n");
    printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (int i = 0; i < PROJECTION_PAIR_COUNT; i++) {
        print_pair(&pairs[i]);
    }
}

// ---- families -------------------------------------------------------------------------------------------------

static int compare_ints(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

// Without the polygons of thousands of vertices, which the oracle is too slow for.
static PairKind random_kind(Random *random)
{
    int kind = random_int(random, 0, PAIR_KIND_COUNT - 2);
    return (PairKind)(kind < PAIR_BIG ? kind : kind + 1);
}

static void print_family(PairFamily family)
{
    static Pair pair;
    static int projections[FAMILY_PAIRS];
    double worst = 0.0, worst_limited = 0.0;
    int limited = 0;
    for (int i = 0; i < FAMILY_PAIRS; i++) {
        Random random = random_start(1, ((uint64_t)family << 32) + (uint64_t)i);
        PairKind kind_a = random_kind(&random), kind_b = random_kind(&random);
        pair_random(&random, kind_a, kind_b, family, 1.0f, &pair);
        AukProjectionResult result =
            auk_alternating_projection(&pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose, 0.0f, NULL);
        oracle_place(&placed_a, &pair.a.shape, pair.a.pose, pair.a.pose.p);
        oracle_place(&placed_b, &pair.b.shape, pair.b.pose, pair.a.pose.p);
        double off = fabs((double)result.distance - fmax(oracle_distance(&placed_a, &placed_b), 0.0)) /
                     oracle_scale(&placed_a, &placed_b);
        limited += result.status != AUK_OK;
        *(result.status == AUK_OK ? &worst : &worst_limited) =
            fmax(off, result.status == AUK_OK ? worst : worst_limited);
        projections[i] = result.projections;
    }
    qsort(projections, FAMILY_PAIRS, sizeof projections[0], compare_ints);
    printf("| %s | %d | %d | %.2f %% | %.1g | %.1g |\n", pair_family_name(family), projections[FAMILY_PAIRS / 2],
           projections[FAMILY_PAIRS / 100 * 99], 100.0 * limited / FAMILY_PAIRS, worst, worst_limited);
}

static void print_families(void)
{
    printf("| family | median | 99 of 100 | at the limit | largest error | largest error at the limit |\n");
    printf("| --- | ---: | ---: | ---: | ---: | ---: |\n");
    for (int family = 0; family < PAIR_FAMILY_COUNT; family++) {
        print_family((PairFamily)family);
    }
}

int main(int argc, char **argv)
{
    bool families = argc == 2 && strcmp(argv[1], "--families") == 0;
    if (argc > 1 && !families) {
        fprintf(stderr, "usage: %s [--families]\n", argv[0]);
        return 2;
    }
    if (families) {
        print_families();
    } else {
        print_pairs();
    }
    return 0;
}
