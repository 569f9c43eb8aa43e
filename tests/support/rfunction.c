// The least of concave functions is concave, so for two convex pieces one descent from anywhere is enough; and since
// conjunction distributes over disjunction, the top of two bodies is the highest top of their pieces' pairs.
// The function has edges, on which the gradient jumps and plain descent stalls. So all functions within `slack` of the
// least count as active, and the way is along the shortest vector in the hull of their gradients, which raises all of
// them; and where that vector is short, no point within reach is much more than `slack` higher: a proof, not a guess.
// (Epsilon-steepest descent, Wolfe 1975 and Lemarechal 1975.)
#include "support/rfunction.h"

#include <math.h>

enum { EVALUATIONS_MAX = 20000 };

// Slack, relative to the size of the pair, below which a top is too near 0 to have a sign.
#define FINEST 1e-13
// The top is no farther from the middle of the boxes than this many sizes of the pair, and the search stays nearer.
#define REACH 8.0

// The gradients of the active functions, unit vectors, as the cone that holds them.
typedef struct Cone {
    int count;
    OracleVec low, high;
    bool half; // they do not fit into less than half a turn: their hull holds the origin
} Cone;

typedef struct Search {
    const OracleShape *pieces[2];
    OracleVec at;
    double value, slack, step, size;
    int evaluations;
} Search;

static void cone_add(Cone *cone, OracleVec v)
{
    if (cone->count++ == 0) {
        cone->low = cone->high = v;
        return;
    }
    double after_low = oracle_cross(cone->low, v), before_high = oracle_cross(v, cone->high);
    bool ahead = oracle_dot(oracle_add(cone->low, cone->high), v) > 0.0;
    if (after_low >= 0.0 && before_high >= 0.0) {
        cone->half = cone->half || !ahead;
    } else if (after_low > 0.0) {
        cone->high = v;
    } else if (before_high > 0.0) {
        cone->low = v;
    } else {
        cone->half = true;
    }
}

static double circle_function(const OracleShape *circle, OracleVec p, OracleVec *gradient)
{
    OracleVec to = oracle_sub(circle->points[0], p);
    double length = oracle_length(to);
    *gradient = length > 0.0 ? oracle_scale_vec(1.0 / length, to) : to;
    return circle->radius - length;
}

static double edge_function(const OracleShape *polygon, int i, OracleVec p, OracleVec *gradient)
{
    OracleVec from = polygon->points[i];
    OracleVec edge = oracle_sub(polygon->points[i + 1 < polygon->count ? i + 1 : 0], from);
    OracleVec inward = oracle_scale_vec(1.0 / oracle_length(edge), oracle_vec(-edge.y, edge.x));
    *gradient = inward;
    return oracle_dot(inward, oracle_sub(p, from));
}

static double function_of(const OracleShape *piece, int i, OracleVec p, OracleVec *gradient)
{
    return piece->count == 1 ? circle_function(piece, p, gradient) : edge_function(piece, i, p, gradient);
}

// The conjunction of both pieces at a point.
static double evaluate(Search *search, OracleVec p)
{
    search->evaluations++;
    double least = HUGE_VAL;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < search->pieces[side]->count; i++) {
            OracleVec gradient;
            least = fmin(least, function_of(search->pieces[side], i, p, &gradient));
        }
    }
    return least;
}

static Cone active_gradients(Search *search)
{
    search->evaluations++;
    Cone cone = {0, {0.0, 0.0}, {0.0, 0.0}, false};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < search->pieces[side]->count; i++) {
            OracleVec gradient;
            double value = function_of(search->pieces[side], i, search->at, &gradient);
            if (value <= search->value + search->slack) {
                cone.half = cone.half || oracle_length(gradient) == 0.0; // the middle of a circle is its top
                cone_add(&cone, gradient);
            }
        }
    }
    return cone;
}

// Goes uphill along a unit vector: four times as far as the last time, halved until it helps; false if not even a step
// below the slack does.
static bool climb(Search *search, OracleVec way)
{
    search->step = fmax(4.0 * search->step, search->slack);
    while (search->step > 0.1 * search->slack && search->evaluations < EVALUATIONS_MAX) {
        OracleVec to = oracle_add(search->at, oracle_scale_vec(search->step, way));
        double value = evaluate(search, to);
        if (value > search->value) {
            search->at = to;
            search->value = value;
            return true;
        }
        search->step *= 0.5;
    }
    return false;
}

static RFunctionResult ascend(Search *search)
{
    RFunctionResult result = {false, false, 0.0, 0};
    search->value = evaluate(search, search->at);
    search->slack = search->size;
    while (!result.decided && search->slack > FINEST * search->size && search->evaluations < EVALUATIONS_MAX) {
        Cone cone = active_gradients(search);
        OracleVec way = oracle_scale_vec(0.5, oracle_add(cone.low, cone.high));
        double slope = cone.half ? 0.0 : oracle_length(way);
        double highest = search->value + search->slack + slope * REACH * search->size;
        if (search->value >= 0.0) {
            result.meet = result.decided = true;
        } else if (highest < 0.0) {
            result.decided = true;
        } else if (slope == 0.0 || !climb(search, oracle_scale_vec(1.0 / slope, way))) {
            search->slack *= 0.25;
        }
    }
    result.meet = result.meet || search->value >= 0.0;
    result.value = search->value;
    result.evaluations = search->evaluations;
    return result;
}

// The middle of what the boxes have in common, or of the gap between them: where the article starts, too.
static OracleVec middle_of(const OracleShape *a, const OracleShape *b)
{
    const OracleShape *shapes[2] = {a, b};
    OracleVec low = {-HUGE_VAL, -HUGE_VAL}, high = {HUGE_VAL, HUGE_VAL};
    for (int side = 0; side < 2; side++) {
        OracleVec min = {HUGE_VAL, HUGE_VAL}, max = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < shapes[side]->count; i++) {
            OracleVec p = shapes[side]->points[i];
            min = oracle_vec(fmin(min.x, p.x), fmin(min.y, p.y));
            max = oracle_vec(fmax(max.x, p.x), fmax(max.y, p.y));
        }
        double radius = shapes[side]->radius;
        low = oracle_vec(fmax(low.x, min.x - radius), fmax(low.y, min.y - radius));
        high = oracle_vec(fmin(high.x, max.x + radius), fmin(high.y, max.y + radius));
    }
    return oracle_scale_vec(0.5, oracle_add(low, high));
}

RFunctionResult rfunction_meet(const OracleShape *a, int count_a, const OracleShape *b, int count_b)
{
    RFunctionResult result = {false, true, -HUGE_VAL, 0};
    for (int i = 0; i < count_a * count_b && !result.meet; i++) {
        Search search = {{&a[i / count_b], &b[i % count_b]}, {0.0, 0.0}, 0.0, 0.0, 0.0, 0.0, 0};
        search.at = middle_of(search.pieces[0], search.pieces[1]);
        search.size = oracle_scale(search.pieces[0], search.pieces[1]);
        RFunctionResult pair = ascend(&search);
        result.meet = pair.meet;
        result.decided = pair.meet || (result.decided && pair.decided);
        result.value = fmax(result.value, pair.value);
        result.evaluations += pair.evaluations;
    }
    return result;
}
