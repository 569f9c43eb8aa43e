// Alternating projection of random pairs against three others that share no code with it: the tests' oracle, the
// library's GJK, and rotating calipers. Where does the tolerance come from? When the relative decrease is epsilon, the
// direction of the gap has turned by at most sqrt(2 epsilon) since the projection before; so the supporting lines on
// both sides of the gap are that nearly parallel, and across the width of the smaller shape they come no nearer than
// width * sqrt(2 epsilon). With the usual epsilon of 1e-13 this is 4.5e-7 of that width.
// Where sides are nearly parallel or surfaces touch, the limit of projections may come first. Then the gap must still
// be an upper bound, and the same reasoning with the turn that the record shows must hold.
// What the place of a foot is uncertain by turns the normal by so much over the gap between the cores: rounding at any
// gap that is not tiny nothing, on a custom curve, whose feet are found by their distance, the root of that.
#include "prop/numbers.h"
#include "support/calipers.h"
#include "support/check.h"
#include "support/check_text.h"
#include "support/oracle.h"
#include "support/pair.h"
#include "support/print.h"
#include "support/rfunction.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdlib.h>

enum { KIND_PAIRS = PAIR_KIND_COUNT * PAIR_KIND_COUNT, LIMIT = 10000 };

#define EPSILON 1e-13

// What floats and the resolution that counts as touching leave, relative to the scale.
#define ROUNDING 0x1p-22

// How well the place of a foot is known, relative to the scale: on outlines in closed form, and on custom curves.
#define PLACE 0x1p-48
#define PLACE_CUSTOM 2e-8
// How far the gap to a custom curve may be from its least, by the same reason. Slivers have radii of curvature of up to
// a million sizes: neighbouring directions then have support points 1e-10 sizes apart, and where sides are nearly
// parallel a foot that goes on by less is stuck.
#define STUCK_CUSTOM 1e-6
#define STUCK_SLIVER 1e-5

// By family.
typedef struct Tally {
    int pairs[PAIR_FAMILY_COUNT], limited[PAIR_FAMILY_COUNT];
    PairFamily family; // of the pair that is being looked at
} Tally;

// Returns null, or what is wrong.
typedef const char *(*Check)(Random *random, const Pair *pair, Tally *tally);

static OracleShape placed_a, placed_b;

static double place(const Pair *pair)
{
    oracle_place(&placed_a, &pair->a.shape, pair->a.pose, pair->a.pose.p);
    oracle_place(&placed_b, &pair->b.shape, pair->b.pose, pair->a.pose.p);
    return oracle_scale(&placed_a, &placed_b);
}

static AukProjectionResult project(const Pair *pair, AukProjectionTrace *trace)
{
    return auk_alternating_projection(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose, 0.0f, trace);
}

// `usual` is for each order of two kinds, so half of what other questions have. AUK_PROP_COUNT is to 20,000 what the
// number is to `usual`.
static int repeats_of(int usual)
{
    return (int)fmax(1.0, usual / 20000.0 * prop_repeats());
}

static bool is_curved(int kind)
{
    return kind == PAIR_ELLIPSE || kind == PAIR_ROUNDED_ELLIPSE || kind == PAIR_CUSTOM;
}

static void make_pair(Random *random, PairKind kind_a, PairKind kind_b, int i, Pair *pair)
{
    float size = random_chance(random, 0.5) ? 1.0f : (float)random_log(random, 1e-6, 1e6);
    pair_random(random, kind_a, kind_b, (PairFamily)(i % PAIR_FAMILY_COUNT), size, pair);
}

static Tally hold(const char *name, int number_a, int number_b, int usual, Check check)
{
    static Pair pair;
    PairKind kind_a = (PairKind)number_a, kind_b = (PairKind)number_b;
    uint64_t stream = (uint64_t)(number_a * PAIR_KIND_COUNT + number_b) << 32;
    const char *only = getenv("AUK_PROP_ONLY");
    int first = only ? atoi(only) : 0;
    int end = only ? first + 1 : repeats_of(usual);
    Tally tally = {{0}, {0}, PAIR_RANDOM};
    for (int i = first; i < end; i++) {
        Random random = random_start(random_seed(), stream + (uint64_t)i);
        make_pair(&random, kind_a, kind_b, i, &pair);
        tally.family = (PairFamily)(i % PAIR_FAMILY_COUNT);
        tally.pairs[tally.family]++;
        const char *wrong = check(&random, &pair, &tally);
        if (wrong) {
            fprintf(stderr, "%s: %s\n%s on %s, family %s, AUK_SEED=%llu AUK_PROP_ONLY=%d\n", name, wrong,
                    pair_kind_name(kind_a), pair_kind_name(kind_b),
                    pair_family_name((PairFamily)(i % PAIR_FAMILY_COUNT)), (unsigned long long)random.seed, i);
            print_pair(stderr, &pair.a.shape, pair.a.pose, &pair.b.shape, pair.b.pose);
            cr_assert_fail("%s", wrong);
        }
    }
    return tally;
}

// What must hold of any projections, near or far from their end. It is asked less often of curves, which take most of
// the time.
static void hold_of_each(const char *name, int kind_a, int usual, Check check)
{
    for (int kind_b = 0; kind_b < PAIR_KIND_COUNT; kind_b++) {
        int asked = is_curved(kind_a) || is_curved(kind_b) ? usual / 10 : usual;
        hold(name, kind_a, kind_b, asked, check);
    }
}

static bool same_vec(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static bool same_result(const AukProjectionResult *a, const AukProjectionResult *b)
{
    return a->overlap == b->overlap && a->distance == b->distance && same_vec(a->point_a, b->point_a) &&
           same_vec(a->point_b, b->point_b) && same_vec(a->normal, b->normal) && a->projections == b->projections &&
           a->status == b->status;
}

// ---- distance -------------------------------------------------------------------------------------------------

static double smaller_width(void)
{
    return 2.0 * fmin(oracle_reach(&placed_a), oracle_reach(&placed_b));
}

// How far the direction turned between the last two projections, at most: the record has floats.
static double last_turn(const Pair *pair, const AukProjectionResult *p, double scale)
{
    static AukProjectionStep steps[LIMIT];
    AukProjectionTrace trace = {steps, LIMIT, 0, 0};
    project(pair, &trace);
    OracleVec way = oracle_sub(oracle_of(steps[trace.count - 1].to), oracle_of(steps[trace.count - 2].from));
    return (oracle_length(way) + ROUNDING * scale) / ((double)p->distance + placed_a.radius + placed_b.radius);
}

// A common point where the shapes overlap, else points on both surfaces that the gap lies between.
static const char *check_places(const AukProjectionResult *p, AukVec2 origin, double bound)
{
    OracleVec a = oracle_sub(oracle_of(p->point_a), oracle_of(origin));
    OracleVec b = oracle_sub(oracle_of(p->point_b), oracle_of(origin));
    bound += fmax(check__rounding(p->point_a), check__rounding(p->point_b));
    if (p->overlap) {
        static OracleShape single;
        oracle_place_point(&single, a);
        double outside = fmax(oracle_distance(&placed_a, &single), oracle_distance(&placed_b, &single));
        bool plain = p->distance == 0.0f && p->normal.x == 0.0f && p->normal.y == 0.0f;
        bool one = same_vec(p->point_a, p->point_b);
        return plain && one && outside <= bound ? NULL : check__say("the common point is %g outside", outside);
    }
    if (!check__unit(p->normal)) {
        return "the normal is not a unit vector";
    }
    double off_a = check__off_surface(&placed_a, a), off_b = check__off_surface(&placed_b, b);
    OracleVec gap = oracle_scale_vec((double)p->distance, oracle_of(p->normal));
    double off = oracle_length(oracle_sub(oracle_sub(b, a), gap));
    return fmax(off, fmax(off_a, off_b)) <= bound ? NULL
                                                  : check__say("points %g and %g off, gap %g", off_a, off_b, off);
}

static const char *agrees(Random *random, const Pair *pair, Tally *tally)
{
    (void)random;
    AukProjectionResult p = project(pair, NULL);
    double scale = place(pair), expected = fmax(0.0, oracle_distance(&placed_a, &placed_b));
    double rounding = fmax(ROUNDING, placed_a.count == 0 || placed_b.count == 0 ? 1e-7 : 0.0) * scale;
    double turn = sqrt(2.0 * EPSILON);
    if (p.status == AUK_ERROR_ITERATION_LIMIT) {
        tally->limited[tally->family]++;
        turn = last_turn(pair, &p, scale);
        if (p.projections != LIMIT || p.overlap) {
            return "the limit came early";
        }
    } else if (p.status != AUK_OK || p.projections < 2) {
        return check__say("status: %s after %d", auk_status_text(p.status), p.projections);
    }
    bool custom = placed_a.custom || placed_b.custom;
    double above = (double)p.distance - expected;
    double stuck = !custom ? 0.0 : (tally->family == PAIR_SLIVERS ? STUCK_SLIVER : STUCK_CUSTOM);
    double slack = rounding + turn * smaller_width() + stuck * scale;
    if (!(above >= -rounding && above <= slack)) {
        return check__say("%.9g, expected %.9g, off by %g of the scale, allowed %g", (double)p.distance, expected,
                          above / scale, slack / scale);
    }
    AukDistance d = auk_distance(&pair->a.shape, pair->a.pose, &pair->b.shape, pair->b.pose);
    double apart = fabs((double)p.distance - fmax((double)d.distance, 0.0));
    if (!(apart <= slack + check__tolerance(&placed_a, &placed_b) * scale)) {
        return check__say("%.9g, GJK %.9g", (double)p.distance, (double)d.distance);
    }
    // at gaps below 1e-5 of the scale the direction to a custom curve is not known at all
    bool vague = custom && (double)p.distance < 1e-5 * scale;
    double gap = (double)p.distance + placed_a.radius + placed_b.radius;
    double tilt = 2.0 * (turn + (custom ? PLACE_CUSTOM : PLACE) * scale / gap) * scale;
    tilt += custom ? CHECK_TOLERANCE_CURVED * scale : 0.0;
    double along = p.overlap ? 0.0 : oracle_separation(&placed_a, &placed_b, oracle_of(p.normal));
    if (!vague && along < (double)p.distance - slack - tilt - rounding) {
        return check__say("along the normal they are %.9g apart, not %.9g, scale %g", along, (double)p.distance, scale);
    }
    // points lie along the gap's direction, which is off the outline's by the turn
    double askew = 0.5 * turn * turn * fmax(placed_a.radius, placed_b.radius);
    return check_places(&p, pair->a.pose.p, rounding + askew);
}

ParameterizedTestParameters(geom_projection, the_distance_agrees_with_the_oracle_and_with_gjk)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind_a, geom_projection, the_distance_agrees_with_the_oracle_and_with_gjk)
{
    for (int kind_b = 0; kind_b < PAIR_KIND_COUNT; kind_b++) {
        Tally tally = hold("projection", *kind_a, kind_b, 4000, agrees); // a slow algorithm
        // side by side or touching it may take long, elsewhere it must not
        static const PairFamily quick[4] = {PAIR_RANDOM, PAIR_NESTED, PAIR_IDENTICAL, PAIR_CONCENTRIC};
        for (int i = 0; i < 4; i++) {
            int pairs = tally.pairs[quick[i]], limited = tally.limited[quick[i]];
            cr_assert(limited <= 1 + pairs / 50, "family %s: %d of %d pairs came to the limit",
                      pair_family_name(quick[i]), limited, pairs);
        }
    }
}

// ---- record, order and scale ----------------------------------------------------------------------------------

static const char *leaves_a_record(Random *random, const Pair *pair, Tally *tally)
{
    (void)tally;
    static AukProjectionStep steps[LIMIT];
    AukProjectionTrace trace = {steps, random_int(random, 0, LIMIT), -1, -1};
    AukProjectionResult p = project(pair, NULL), traced = project(pair, &trace);
    if (!same_result(&p, &traced)) {
        return "with a record the answer is another";
    }
    if (trace.total != p.projections || trace.count != (int)fmin(trace.total, trace.capacity)) {
        return check__say("%d projections, %d recorded, %d counted", p.projections, trace.count, trace.total);
    }
    double scale = place(pair);
    for (int i = 0; i < trace.count; i++) {
        const AukProjectionStep *step = &steps[i];
        double way = oracle_length(oracle_sub(oracle_of(step->to), oracle_of(step->from)));
        double core = i > 0 ? (double)step->distance + placed_a.radius + placed_b.radius : way;
        bool chained = i == 0 || same_vec(step->from, steps[i - 1].to);
        bool shrinks = i < 2 || (double)step->distance <= (double)steps[i - 1].distance + ROUNDING * scale;
        if (!chained || !shrinks || step->onto_b != (i % 2 == 1) ||
            fabs(way - fmax(core, 0.0)) > 2.0 * ROUNDING * scale) {
            return check__say("step %d: chained %d, shrinks %d, way %g, gap %g", i, chained, shrinks, way, core);
        }
    }
    return NULL;
}

ParameterizedTestParameters(geom_projection, the_record_is_a_chain_whose_gaps_never_grow)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind_a, geom_projection, the_record_is_a_chain_whose_gaps_never_grow)
{
    hold_of_each("record", *kind_a, 2000, leaves_a_record);
}

static const char *scales_exactly(Random *random, const Pair *pair, Tally *tally)
{
    (void)tally;
    static Pair scaled;
    float k = ldexpf(1.0f, random_int(random, -10, 10));
    pair_side_scaled(&pair->a, k, &scaled.a);
    pair_side_scaled(&pair->b, k, &scaled.b);
    AukProjectionResult before = project(pair, NULL), after = project(&scaled, NULL);
    before.distance *= k;
    before.point_a = auk_vec_scale(k, before.point_a);
    before.point_b = auk_vec_scale(k, before.point_b);
    return same_result(&before, &after) ? NULL
                                        : check__say("%g times the size: distance %a, not %a", (double)k,
                                                     (double)after.distance, (double)before.distance);
}

ParameterizedTestParameters(geom_projection, powers_of_two_scale_every_bit_of_the_answer)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind_a, geom_projection, powers_of_two_scale_every_bit_of_the_answer)
{
    hold_of_each("scaling", *kind_a, 2000, scales_exactly);
}

static const char *is_symmetric(Random *random, const Pair *pair, Tally *tally)
{
    (void)random;
    AukProjectionResult ab = project(pair, NULL);
    AukProjectionResult ba =
        auk_alternating_projection(&pair->b.shape, pair->b.pose, &pair->a.shape, pair->a.pose, 0.0f, NULL);
    if (ab.status || ba.status) {
        tally->limited[tally->family]++;
        return NULL;
    }
    double scale = place(pair), bound = 2.0 * ROUNDING * scale + sqrt(2.0 * EPSILON) * smaller_width();
    double off = fabs((double)ab.distance - (double)ba.distance);
    return off <= bound ? NULL : check__say("%.9g, swapped %.9g", (double)ab.distance, (double)ba.distance);
}

ParameterizedTestParameters(geom_projection, swapped_arguments_give_the_same_distance)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind_a, geom_projection, swapped_arguments_give_the_same_distance)
{
    hold_of_each("swapped", *kind_a, 5000, is_symmetric);
}

// ---- unions ---------------------------------------------------------------------------------------------------

enum { FRAGMENTS_MAX = 6, FRAGMENT_VERTICES = 8 };

typedef struct Union {
    AukShape shapes[FRAGMENTS_MAX];
    AukVec2 vertices[FRAGMENTS_MAX][FRAGMENT_VERTICES];
    AukTransform pose;
    int count;
} Union;

static void random_union(Random *random, Union *body)
{
    body->count = random_int(random, 1, FRAGMENTS_MAX);
    body->pose = random_pose(random, 4.0f);
    for (int i = 0; i < body->count; i++) {
        AukVec2 *vertices = body->vertices[i], offset = random_vec(random, -3.0f, 3.0f);
        if (random_chance(random, 0.3)) {
            AukVec2 end = auk_vec_add(offset, random_vec(random, -1.0f, 1.0f));
            body->shapes[i] = pair_checked(auk_shape_capsule(offset, end, random_float(random, 0.0f, 0.5f)));
            continue;
        }
        AukShape shape = {0};
        while (shape.kind == AUK_SHAPE_NONE) { // moving may round corners onto one line
            int count = random_polygon(random, FRAGMENT_VERTICES, 1.0f, 1.0f, vertices);
            for (int k = 0; k < count; k++) {
                vertices[k] = auk_vec_add(vertices[k], offset);
            }
            shape = auk_shape_polygon(vertices, count, 0.0f);
        }
        body->shapes[i] = shape;
    }
}

static const char *check_union(const Union *a, const Union *b)
{
    int fragment_a = -1, fragment_b = -1, limited = 0;
    AukProjectionResult p = auk_alternating_projection_union(a->shapes, a->count, a->pose, b->shapes, b->count, b->pose,
                                                             0.0f, &fragment_a, &fragment_b);
    double nearest = HUGE_VAL, named = HUGE_VAL;
    for (int i = 0; i < a->count * b->count; i++) {
        const AukShape *one = &a->shapes[i / b->count], *two = &b->shapes[i % b->count];
        oracle_place(&placed_a, one, a->pose, a->pose.p);
        oracle_place(&placed_b, two, b->pose, a->pose.p);
        double distance = fmax(0.0, oracle_distance(&placed_a, &placed_b));
        nearest = fmin(nearest, distance);
        named = i == fragment_a * b->count + fragment_b ? distance : named;
        limited += auk_alternating_projection(one, a->pose, two, b->pose, 0.0f, NULL).status != AUK_OK;
    }
    if (p.status != AUK_OK && !(p.status == AUK_ERROR_ITERATION_LIMIT && limited > 0)) {
        return check__say("status: %s", auk_status_text(p.status));
    }
    double off = (double)p.distance - nearest;
    bool near = off >= -1e-5 && (off <= 1e-5 || p.status != AUK_OK);
    bool right = fragment_a >= 0 && fragment_a < a->count && fragment_b >= 0 && fragment_b < b->count;
    if (!near || !right || (named - nearest > 1e-5 && p.status == AUK_OK) || p.overlap != (p.distance == 0.0f)) {
        return check__say("%.9g between %d and %d, which are %.9g apart; expected %.9g", (double)p.distance, fragment_a,
                          fragment_b, named, nearest);
    }
    return NULL;
}

Test(geom_projection, a_union_is_as_near_as_the_nearest_of_all_pairs_of_fragments)
{
    static Union a, b;
    int repeats = repeats_of(5000);
    for (int i = 0; i < repeats; i++) {
        Random random = random_start(random_seed(), ((uint64_t)KIND_PAIRS << 32) + (uint64_t)i);
        random_union(&random, &a);
        random_union(&random, &b);
        const char *wrong = check_union(&a, &b);
        cr_assert_null(wrong, "AUK_SEED=%llu, union %d: %s", (unsigned long long)random.seed, i, wrong);
    }
}

// ---- the yardsticks -------------------------------------------------------------------------------------------

static CalipersPolygon calipers_of(const OracleShape *shape, CalipersPoint *points)
{
    for (int i = 0; i < shape->count; i++) {
        points[i] = (CalipersPoint){shape->points[i].x, shape->points[i].y};
    }
    return (CalipersPolygon){points, shape->count};
}

static const char *calipers_agree(Random *random, const Pair *pair, Tally *tally)
{
    (void)random;
    (void)tally;
    static CalipersPoint one[ORACLE_POINTS_MAX], two[ORACLE_POINTS_MAX];
    double scale = place(pair);
    if (placed_a.count == 0 || placed_b.count == 0) {
        return NULL; // a curve has no edges to turn to
    }
    CalipersResult c = calipers_measure(calipers_of(&placed_a, one), calipers_of(&placed_b, two));
    double signed_distance = c.distance - placed_a.radius - placed_b.radius;
    double expected = oracle_distance(&placed_a, &placed_b);
    if (!(fabs(signed_distance - expected) <= 1e-13 * scale)) {
        return check__say("calipers %.17g, oracle %.17g", signed_distance, expected);
    }
    double apart = fabs(hypot(c.one.x - c.two.x, c.one.y - c.two.y) - fabs(c.distance));
    AukProjectionResult p = project(pair, NULL);
    double above = (double)p.distance - fmax(signed_distance, 0.0);
    bool converged = p.status == AUK_OK;
    double bound = converged ? ROUNDING * scale + sqrt(2.0 * EPSILON) * smaller_width() : HUGE_VAL;
    return apart <= 1e-13 * scale && above >= -ROUNDING * scale && above <= bound
               ? NULL
               : check__say("calipers %.9g, projection %.9g", signed_distance, (double)p.distance);
}

ParameterizedTestParameters(geom_projection, rotating_calipers_agree_with_the_oracle_and_with_projection)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind_a, geom_projection, rotating_calipers_agree_with_the_oracle_and_with_projection)
{
    for (int kind_b = 0; kind_b < PAIR_KIND_COUNT; kind_b++) {
        hold("calipers", *kind_a, kind_b, 5000, calipers_agree);
    }
}

static bool has_r_function(const OracleShape *shape)
{
    return shape->count == 1 || (shape->count > 2 && shape->radius == 0.0);
}

static const char *r_function_agrees(Random *random, const Pair *pair, Tally *tally)
{
    (void)random;
    double scale = place(pair);
    if (!has_r_function(&placed_a) || !has_r_function(&placed_b)) {
        return NULL;
    }
    RFunctionResult r = rfunction_meet(&placed_a, 1, &placed_b, 1);
    double expected = oracle_distance(&placed_a, &placed_b);
    if (!r.decided) {
        tally->limited[tally->family]++;
        return NULL;
    }
    return r.meet == (expected <= 0.0) || fabs(expected) <= 1e-12 * scale
               ? NULL
               : check__say("the R-function's top is %g, the distance %g", r.value, expected);
}

ParameterizedTestParameters(geom_projection, the_r_function_decides_as_the_oracle_does)
{
    return numbers_below(PAIR_KIND_COUNT);
}

ParameterizedTest(int *kind_a, geom_projection, the_r_function_decides_as_the_oracle_does)
{
    // where they touch the descent cannot tell a top of 0 from one just below
    for (int kind_b = 0; kind_b < PAIR_KIND_COUNT; kind_b++) {
        Tally tally = hold("r-function", *kind_a, kind_b, 500, r_function_agrees);
        for (int family = 0; family < PAIR_FAMILY_COUNT; family++) {
            bool touching = family == PAIR_TOUCHING_CORNERS || family == PAIR_TOUCHING_EDGES || family == PAIR_FAR;
            cr_assert(touching || tally.limited[family] <= 5 + tally.pairs[family] / 5, "family %s: %d of %d undecided",
                      pair_family_name((PairFamily)family), tally.limited[family], tally.pairs[family]);
        }
    }
}
