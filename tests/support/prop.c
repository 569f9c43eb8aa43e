// The families take turns. Half of the sizes are 1, the others lie anywhere from 1e-6 to 1e6.
#include "support/prop.h"

#include "support/check.h"
#include "support/print.h"
#include "support/prop_report.h"

#include <math.h>
#include <stdlib.h>

static const char *const question_names[PROP_QUESTION_COUNT] = {
    [PROP_DISTANCE] = "distance",
    [PROP_UP_TO] = "distance up to",
    [PROP_LEAST] = "normals and points",
    [PROP_SWAP] = "swapped",
    [PROP_RIGID] = "rigid motion",
    [PROP_PLACE] = "place",
    [PROP_GJK] = "gjk",
    [PROP_EPA] = "epa",
    [PROP_TWINS] = "epa and edges",
    [PROP_EPA_SCALING] = "epa scaling",
    [PROP_MINKOWSKI] = "minkowski",
    [PROP_MANIFOLD] = "manifold",
    [PROP_MANIFOLD_SCALING] = "manifold scaling",
    [PROP_MANIFOLD_TWIN] = "manifold and distance",
    [PROP_CAST] = "cast",
    [PROP_CAST_EXACT] = "cast in doubles",
    [PROP_IMPACT] = "time of impact",
    [PROP_SCALING] = "scaling",
    [PROP_CAST_SCALING] = "cast scaling",
    [PROP_IMPACT_SCALING] = "impact scaling",
    [PROP_POINT] = "point",
    [PROP_SUPPORT] = "support",
    [PROP_BOUNDS] = "bounds",
    [PROP_MEASURE] = "measure",
    [PROP_RAY] = "ray",
    [PROP_SHAPE_SCALING] = "shape scaling",
};

const char *prop_question_name(PropQuestion question)
{
    return question_names[question];
}

int prop_repeats(void)
{
    const char *text = getenv("AUK_PROP_COUNT");
    double count = text && *text ? strtod(text, NULL) : 1500.0;
    return (int)fmin(fmax(count, 1.0), 2e9);
}

static void make_pair(Random *random, PairKind kind_a, PairKind kind_b, int i, Pair *pair)
{
    float size = random_chance(random, 0.5) ? 1.0f : (float)random_log(random, 1e-6, 1e6);
    bool swap = random_chance(random, 0.5);
    PairFamily family = (PairFamily)(i % PAIR_FAMILY_COUNT);
    pair_random(random, swap ? kind_b : kind_a, swap ? kind_a : kind_b, family, size, pair);
}

static bool holds(PropQuestion question, PairKind kind_a, PairKind kind_b, PropCheck check)
{
    static Pair pair;
    const char *only = getenv("AUK_PROP_ONLY");
    int first = only ? atoi(only) : 0;
    int end = only ? first + 1 : prop_repeats();
    uint64_t stream = ((uint64_t)kind_a * PAIR_KIND_COUNT + (uint64_t)kind_b) << 32;
    PropSeen seen = {question, kind_a, kind_b, {{0.0, 0, 0}}};
    bool passed = true;
    for (int i = first; i < end && passed; i++) {
        Random random = random_start(random_seed(), stream + (uint64_t)i);
        make_pair(&random, kind_a, kind_b, i, &pair);
        check_reset();
        const char *wrong = check(&random, &pair);
        prop_report_note(&seen, (PairFamily)(i % PAIR_FAMILY_COUNT), check_seen());
        if (wrong) {
            fprintf(stderr, "%s: %s\n%s and %s, family %s, AUK_SEED=%llu AUK_PROP_ONLY=%d\n", question_names[question],
                    wrong, pair_kind_name(kind_a), pair_kind_name(kind_b),
                    pair_family_name((PairFamily)(i % PAIR_FAMILY_COUNT)), (unsigned long long)random.seed, i);
            print_pair(stderr, &pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose);
            passed = false;
        }
    }
    prop_report_write(&seen);
    return passed;
}

typedef struct Kinds {
    PairKind a, b;
} Kinds;

static Kinds kinds_of(int kinds)
{
    int a = 0;
    while (kinds >= PAIR_KIND_COUNT - a) {
        kinds -= PAIR_KIND_COUNT - a;
        a++;
    }
    Kinds pair = {(PairKind)a, (PairKind)(a + kinds)};
    return pair;
}

bool prop_holds_of_two(PropQuestion question, int kinds, PropCheck check)
{
    Kinds pair = kinds_of(kinds);
    return holds(question, pair.a, pair.b, check);
}

bool prop_holds(PropQuestion question, int group, PropCheck check)
{
    bool passed = true;
    for (int kinds = group; kinds < PROP_KIND_PAIRS; kinds += PROP_GROUPS) {
        passed = prop_holds_of_two(question, kinds, check) && passed;
    }
    return passed;
}

bool prop_holds_of_one(PropQuestion question, PairKind kind, PropCheck check)
{
    return holds(question, kind, kind, check);
}
