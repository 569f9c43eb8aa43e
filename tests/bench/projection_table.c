// Alternating projection beside GJK, rotating calipers and the R-function test, as the tables of tests/README.md.
//     projection_table             the 2D counterparts of the article's six pairs
//     projection_table --families  how many projections the tests' random pairs take, by family
// A time is that of one call, the best of several rounds of many; each algorithm starts cold. GJK is auk_gjk(): for
// most of these pairs auk_distance() has a closed form and takes no rounds. The calipers and the R-function get their
// polygons placed in doubles, which is not timed; the R-function only decides whether the bodies meet.
#include "support/calipers.h"
#include "support/pair.h"
#include "support/rfunction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, FAMILY_PAIRS = 20000, VERTICES = 4 };

typedef struct Body {
    AukShape shape;
    AukTransform pose;
    AukVec2 vertices[VERTICES];
} Body;

typedef struct Variant {
    const char *name;
    Body a, b;
} Variant;

// ---- the pairs ------------------------------------------------------------------------------------------------

static void set_circle(Body *body, float radius, float x, float y)
{
    body->shape = pair_checked(auk_shape_circle(radius));
    body->pose = auk_transform(auk_vec(x, y), 0.0f);
}

static void set_box(Body *body, float half_width, float half_height, float x, float y, float angle)
{
    body->shape = pair_checked(auk_shape_box(half_width, half_height));
    body->pose = auk_transform(auk_vec(x, y), angle);
}

// Tip at (x, y), pointing up before it is turned.
static void set_wedge(Body *body, float half_base, float length, float x, float y, float angle)
{
    body->vertices[0] = auk_vec(0.0f, 0.0f);
    body->vertices[1] = auk_vec(-half_base, -length);
    body->vertices[2] = auk_vec(half_base, -length);
    body->shape = pair_checked(auk_shape_polygon(body->vertices, 3, 0.0f));
    body->pose = auk_transform(auk_vec(x, y), angle);
}

// Two wedges of length 10 side by side, tips opposite, whose sides are `angle` apart where they face each other.
static void set_thin_wedges(Variant *variant, const char *name, float angle)
{
    variant->name = name;
    set_wedge(&variant->a, 0.5f, 10.0f, 0.0f, 0.0f, 0.0f);
    set_wedge(&variant->b, 0.5f, 10.0f, 0.9f, -10.0f, 3.14159265f - angle);
}

enum { VARIANTS = 8 };

static void make_variants(Variant *variants)
{
    variants[0].name = "two circles";
    set_circle(&variants[0].a, 1.0f, 0.0f, 0.0f);
    set_circle(&variants[0].b, 2.0f, 2.5f, 2.0f);
    variants[1].name = "two boxes";
    set_box(&variants[1].a, 1.0f, 1.5f, 0.0f, 0.0f, 0.0f);
    set_box(&variants[1].b, 2.0f, 0.5f, 3.5f, 1.2f, 0.0f);
    variants[2].name = "wedge and circle";
    set_wedge(&variants[2].a, 1.0f, 3.0f, 0.0f, 0.0f, 0.0f);
    set_circle(&variants[2].b, 1.0f, 1.7f, -0.9f);
    variants[3].name = "wedge and box";
    set_wedge(&variants[3].a, 1.0f, 3.0f, 0.0f, 0.0f, 0.0f);
    set_box(&variants[3].b, 1.0f, 1.0f, 0.6f, 1.3f, 0.0f);
    variants[4].name = "wedge and rotated bar";
    set_wedge(&variants[4].a, 1.0f, 3.0f, 0.0f, 0.0f, 0.0f);
    set_box(&variants[4].b, 3.0f, 0.25f, 2.8f, 0.6f, 1.0f);
    set_thin_wedges(&variants[5], "thin wedges, sides 0.2 rad apart", 0.2f);
    set_thin_wedges(&variants[6], "thin wedges, sides 0.05 rad apart", 0.05f);
    set_thin_wedges(&variants[7], "thin wedges, sides 0.02 rad apart", 0.02f);
}

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
typedef int (*Way)(const Variant *variant);

static int by_projection(const Variant *variant)
{
    const Body *a = &variant->a, *b = &variant->b;
    AukProjectionResult result = auk_alternating_projection(&a->shape, a->pose, &b->shape, b->pose, 0.0f, NULL);
    sink = (double)result.distance;
    return result.status == AUK_OK ? result.projections : -result.projections;
}

static int by_gjk(const Variant *variant)
{
    AukGjkResult result = auk_gjk(&variant->a.shape, variant->a.pose, &variant->b.shape, variant->b.pose, NULL, NULL);
    sink = (double)result.distance;
    return result.iterations;
}

static int by_distance(const Variant *variant)
{
    AukDistance result = auk_distance(&variant->a.shape, variant->a.pose, &variant->b.shape, variant->b.pose);
    sink = (double)result.distance;
    return 0;
}

static int by_calipers(const Variant *variant)
{
    (void)variant;
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

static int by_rfunction(const Variant *variant)
{
    (void)variant;
    RFunctionResult result = rfunction_meet(&placed_a, 1, &placed_b, 1);
    sink = result.value;
    return result.evaluations;
}

static double best_time(Way way, const Variant *variant, int rounds)
{
    int calls = 1 + 20000 / (1 + abs(rounds));
    double best = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        double started = now_ns();
        for (int call = 0; call < calls; call++) {
            way(variant);
        }
        best = fmin(best, (now_ns() - started) / calls);
    }
    return best;
}

static void print_way(Way way, const Variant *variant)
{
    int rounds = way(variant);
    printf(" %d%s | %.0f |", abs(rounds), rounds < 0 ? " (limit)" : "", best_time(way, variant, rounds));
}

static void print_variant(const Variant *variant)
{
    const Body *a = &variant->a, *b = &variant->b;
    oracle_place(&placed_a, &a->shape, a->pose, a->pose.p);
    oracle_place(&placed_b, &b->shape, b->pose, a->pose.p);
    bool polygons = placed_a.count > 1 && placed_b.count > 1;
    printf("| %s | %.5f |", variant->name, oracle_distance(&placed_a, &placed_b));
    print_way(by_projection, variant);
    print_way(by_gjk, variant);
    printf(" %.0f |", best_time(by_distance, variant, 1));
    if (polygons) {
        print_way(by_calipers, variant);
    } else {
        printf(" | |"); // calipers are for polygons
    }
    print_way(by_rfunction, variant);
    printf("\n");
}

static void print_variants(void)
{
    static Variant variants[VARIANTS];
    make_variants(variants);
    printf("| pair | distance | projections | ns | GJK rounds | ns | auk_distance ns | caliper turns | ns "
           "| R-function evaluations | ns |\n");
    printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (int i = 0; i < VARIANTS; i++) {
        print_variant(&variants[i]);
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
        print_variants();
    }
    return 0;
}
