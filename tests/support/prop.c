// The families take turns. Half of the sizes are 1, the others lie anywhere from 1e-6 to 1e6.
#include "support/prop.h"

#include "support/check.h"
#include "support/print.h"
#include "support/prop_report.h"

#include <math.h>
#include <stdlib.h>

// How many pairs of two kinds are tried: usually, with an ellipse, with a custom shape, and with a big polygon, which
// may all cost the oracle more. Big polygons with 20,000 pairs in each question would take an hour.
static const struct {
    const char *name;
    int usual, ellipse, custom, big;
} questions[PROP_QUESTION_COUNT] = {
    [PROP_DISTANCE] = {"distance", 20000, 20000, 20000, 2000},
    [PROP_UP_TO] = {"distance up to", 20000, 20000, 20000, 2000},
    [PROP_SWAP] = {"swapped", 20000, 20000, 20000, 2000},
    [PROP_RIGID] = {"rigid motion", 20000, 20000, 20000, 2000},
    [PROP_PLACE] = {"place", 20000, 20000, 20000, 2000},
    [PROP_GJK] = {"gjk", 20000, 20000, 20000, 2000},
    [PROP_EPA] = {"epa", 20000, 20000, 20000, 2000},
    [PROP_TWINS] = {"epa and edges", 20000, 20000, 20000, 2000},
    [PROP_EPA_SCALING] = {"epa scaling", 20000, 20000, 20000, 2000},
    [PROP_MINKOWSKI] = {"minkowski", 20000, 20000, 20000, 2000},
    [PROP_MANIFOLD] = {"manifold", 20000, 20000, 20000, 2000},
    [PROP_MANIFOLD_SCALING] = {"manifold scaling", 20000, 20000, 20000, 2000},
    [PROP_MANIFOLD_TWIN] = {"manifold and distance", 20000, 20000, 20000, 2000},
    [PROP_CAST] = {"cast", 20000, 20000, 20000, 2000},
    [PROP_CAST_EXACT] = {"cast in doubles", 20000, 20000, 20000, 2000},
    [PROP_IMPACT] = {"time of impact", 20000, 10000, 10000, 1000},
    [PROP_SCALING] = {"scaling", 20000, 20000, 20000, 2000},
    [PROP_CAST_SCALING] = {"cast scaling", 20000, 20000, 20000, 2000},
    [PROP_IMPACT_SCALING] = {"impact scaling", 20000, 20000, 20000, 2000},
    [PROP_POINT] = {"point", 40000, 40000, 40000, 4000},
    [PROP_SUPPORT] = {"support", 20000, 20000, 20000, 2000},
    [PROP_BOUNDS] = {"bounds", 20000, 20000, 20000, 2000},
    [PROP_MEASURE] = {"measure", 200, 200, 200, 20},
    [PROP_RAY] = {"ray", 40000, 40000, 40000, 4000},
    [PROP_SHAPE_SCALING] = {"shape scaling", 20000, 20000, 20000, 2000},
};

const char *prop_question_name(PropQuestion question)
{
    return questions[question].name;
}

// From 20,000 on AUK_PROP_COUNT is the number of pairs for every question; below, it shortens the table.
static int repeats_of(PropQuestion question, PairKind a, PairKind b)
{
    int repeats = questions[question].usual;
    if (a == PAIR_BIG || b == PAIR_BIG) {
        repeats = questions[question].big;
    } else if (a == PAIR_CUSTOM || b == PAIR_CUSTOM) {
        repeats = questions[question].custom;
    } else if (a == PAIR_ELLIPSE || b == PAIR_ELLIPSE || a == PAIR_ROUNDED_ELLIPSE || b == PAIR_ROUNDED_ELLIPSE) {
        repeats = questions[question].ellipse;
    }
    const char *text = getenv("AUK_PROP_COUNT");
    double count = text && *text ? strtod(text, NULL) : 0.0;
    if (count >= 20000.0) {
        return (int)fmin(count, 2e9);
    }
    return count > 0.0 ? (int)fmax(1.0, repeats * count / 20000.0) : repeats;
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
    int end = only ? first + 1 : repeats_of(question, kind_a, kind_b);
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
            fprintf(stderr, "%s: %s\n%s and %s, family %s, AUK_SEED=%llu AUK_PROP_ONLY=%d\n", questions[question].name,
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

bool prop_holds(PropQuestion question, int kinds, PropCheck check)
{
    Kinds pair = kinds_of(kinds);
    return holds(question, pair.a, pair.b, check);
}

int prop_repeats(PropQuestion question, int kinds)
{
    Kinds pair = kinds_of(kinds);
    return repeats_of(question, pair.a, pair.b);
}

bool prop_holds_of_one(PropQuestion question, PairKind kind, PropCheck check)
{
    return holds(question, kind, kind, check);
}
