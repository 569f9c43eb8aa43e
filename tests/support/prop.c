// The families take turns. Sizes are 1, 1e-4 and 1e4; one pair in four lies far from the origin, where positions are
// rounded to coarse steps before anybody looks at them.
#include "support/prop.h"

#include "support/print.h"

#include <stdlib.h>

static void make_pair(Random *random, int kinds, int i, Pair *pair)
{
    static const float sizes[4] = {1.0f, 1.0f, 1e-4f, 1e4f};
    float size = sizes[random_int(random, 0, 3)];
    PairKind kind_a = (PairKind)(kinds / PAIR_KIND_COUNT), kind_b = (PairKind)(kinds % PAIR_KIND_COUNT);
    pair_random(random, kind_a, kind_b, (PairFamily)(i % PAIR_FAMILY_COUNT), size, pair);
    if (random_chance(random, 0.25)) {
        AukVec2 offset = random_vec(random, -1e5f * size, 1e5f * size);
        pair->a.pose.p = auk_vec_add(pair->a.pose.p, offset);
        pair->b.pose.p = auk_vec_add(pair->b.pose.p, offset);
    }
}

static int repeats_of(int kinds, int usual)
{
    int big = (kinds / PAIR_KIND_COUNT == PAIR_BIG) + (kinds % PAIR_KIND_COUNT == PAIR_BIG);
    static const int rarer[3] = {1, 100, 2000};
    return random_repeats(usual / rarer[big]);
}

bool prop_holds(const char *name, int kinds, int usual, PropCheck check)
{
    static Pair pair;
    const char *only = getenv("AUK_PROP_ONLY");
    int first = only ? atoi(only) : 0;
    int end = only ? first + 1 : repeats_of(kinds, usual);
    for (int i = first; i < end; i++) {
        Random random = random_start(random_seed(), ((uint64_t)kinds << 32) + (uint64_t)i);
        make_pair(&random, kinds, i, &pair);
        const char *wrong = check(&random, &pair);
        if (wrong) {
            fprintf(stderr, "%s: %s\n%s on %s, family %s, AUK_SEED=%llu AUK_PROP_ONLY=%d\n", name, wrong,
                    pair_kind_name((PairKind)(kinds / PAIR_KIND_COUNT)),
                    pair_kind_name((PairKind)(kinds % PAIR_KIND_COUNT)),
                    pair_family_name((PairFamily)(i % PAIR_FAMILY_COUNT)), (unsigned long long)random.seed, i);
            print_pair(stderr, &pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose);
            return false;
        }
    }
    return true;
}
