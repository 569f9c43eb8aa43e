// The answers of all methods for the present poses of the scene gjk. A tolerance or a cap ends a method early; what it
// then says follows from the record of its rounds, since a round does not depend on when the method ends.
#include "scenes/gjk.h"

#include <string.h>

const char *const gjk_method_names[GJK_METHOD_COUNT] = {"gjk", "epa", "projection"};

bool gjk_read_method(const char *text, GjkOptions *options)
{
    for (int i = 0; i < GJK_METHOD_COUNT; i++) {
        if (strcmp(text, gjk_method_names[i]) == 0) {
            options->method = (GjkMethod)i;
            return true;
        }
    }
    return false;
}

// Moves witness points from the cores to the surfaces, along the normal.
static void add_radii(const GjkAnswer *answer, GjkOutcome *outcome)
{
    float a = answer->shapes[0].radius, b = answer->shapes[1].radius;
    outcome->point_a = auk_vec_add(outcome->point_a, auk_vec_scale(a, outcome->normal));
    outcome->point_b = auk_vec_sub(outcome->point_b, auk_vec_scale(b, outcome->normal));
    outcome->distance -= a + b;
    outcome->least -= a + b;
}

static AukVec2 from_first(const GjkAnswer *answer, AukVec2 v)
{
    return auk_vec_add(answer->poses[0].p, v);
}

// ---- a method that ends early ---------------------------------------------------------------------------------------

static GjkOutcome end_gjk(const GjkAnswer *answer, int round, GjkEnd end)
{
    const AukGjkStep *step = &answer->gjk_steps[round];
    GjkOutcome outcome = {.iterations = round + 1, .end = end, .normal = step->direction};
    outcome.distance = auk_vec_length(step->closest);
    outcome.least = -auk_vec_dot(step->direction, step->support);
    // Where the closest point lies on the edge of the simplex, the witness points lie on its edges in a and b.
    int last = step->count - 1;
    AukVec2 along = auk_vec_sub(step->simplex[last], step->simplex[0]);
    float length = auk_vec_length(along);
    float part = length > 0.0f ? auk_vec_length(auk_vec_sub(step->closest, step->simplex[0])) / length : 0.0f;
    outcome.point_a = from_first(answer, auk_vec_lerp(step->simplex_a[0], step->simplex_a[last], part));
    outcome.point_b = from_first(answer, auk_vec_lerp(step->simplex_b[0], step->simplex_b[last], part));
    add_radii(answer, &outcome);
    return outcome;
}

static float epa_upper(const AukEpaStep *step)
{
    return auk_vec_dot(step->support, step->normal);
}

static GjkOutcome end_epa(const GjkAnswer *answer, int round, int best, GjkEnd end)
{
    const AukEpaStep *step = &answer->epa_steps[best];
    GjkOutcome outcome = {.iterations = round + 1, .end = end, .normal = step->normal};
    outcome.distance = -epa_upper(step);
    outcome.least = outcome.distance;
    outcome.point_a = from_first(answer, step->support_a);
    outcome.point_b = from_first(answer, step->support_b);
    add_radii(answer, &outcome);
    return outcome;
}

static GjkOutcome end_projection(const GjkAnswer *answer, int round)
{
    const AukProjectionStep *step = &answer->projection_steps[round];
    AukVec2 on_a = step->onto_b ? step->from : step->to;
    AukVec2 on_b = step->onto_b ? step->to : step->from;
    AukVec2 along = auk_vec_sub(on_b, on_a);
    GjkOutcome outcome = {.iterations = round + 1, .end = GJK_END_CAP, .least = -INFINITY};
    outcome.normal = auk_vec_normalize(along);
    outcome.distance = auk_vec_length(along);
    outcome.point_a = from_first(answer, on_a);
    outcome.point_b = from_first(answer, on_b);
    add_radii(answer, &outcome);
    return outcome;
}

// ---- a method that ends by itself -----------------------------------------------------------------------------------

static GjkOutcome outcome_of_distance(const GjkAnswer *answer, int iterations, AukStatus status)
{
    const AukDistance *distance = &answer->distance;
    return (GjkOutcome){.distance = distance->distance,
                        .least = distance->distance,
                        .point_a = distance->point_a,
                        .point_b = distance->point_b,
                        .normal = distance->normal,
                        .iterations = iterations,
                        .end = status == AUK_ERROR_ITERATION_LIMIT ? GJK_END_LIMIT : GJK_END_CONVERGED};
}

static GjkOutcome outcome_of_gjk(const GjkAnswer *answer, float tolerance, int cap)
{
    int last = answer->recorded[GJK_METHOD_GJK] - 1;
    for (int i = 0; i < last; i++) {
        const AukGjkStep *step = &answer->gjk_steps[i];
        float gap = auk_vec_length(step->closest) + auk_vec_dot(step->direction, step->support);
        bool met = tolerance > 0.0f && gap <= tolerance;
        if (met || i + 1 == cap) {
            return end_gjk(answer, i, met ? GJK_END_TOLERANCE : GJK_END_CAP);
        }
    }
    return outcome_of_distance(answer, answer->gjk.iterations, answer->gjk.status);
}

// The exact answer of a converged EPA has a last step that is not in the record.
static GjkOutcome outcome_of_epa(const GjkAnswer *answer, float tolerance, int cap)
{
    int best = 0;
    for (int i = 0; i < answer->recorded[GJK_METHOD_EPA]; i++) {
        const AukEpaStep *step = &answer->epa_steps[i];
        best = epa_upper(step) < epa_upper(&answer->epa_steps[best]) ? i : best;
        bool met = tolerance > 0.0f && epa_upper(&answer->epa_steps[best]) - step->distance <= tolerance;
        bool capped = i + 1 == cap && i + 1 < answer->epa.iterations;
        if (met || capped) {
            return end_epa(answer, i, best, met ? GJK_END_TOLERANCE : GJK_END_CAP);
        }
    }
    return outcome_of_distance(answer, answer->epa.iterations, answer->epa.status);
}

static GjkOutcome outcome_of_projection(const GjkAnswer *answer, float tolerance, int cap)
{
    const AukProjectionResult *projection = &answer->projection;
    int recorded = answer->recorded[GJK_METHOD_PROJECTION];
    if (cap > 0 && cap <= recorded && cap < projection->projections) {
        return end_projection(answer, cap - 1);
    }
    GjkOutcome outcome = outcome_of_distance(answer, projection->projections, projection->status);
    if (!projection->overlap && projection->distance > 0.0f) {
        outcome.distance = projection->distance;
        outcome.point_a = projection->point_a;
        outcome.point_b = projection->point_b;
        outcome.normal = projection->normal;
        outcome.end = tolerance > 0.0f && outcome.end == GJK_END_CONVERGED ? GJK_END_TOLERANCE : outcome.end;
    }
    return outcome;
}

GjkOutcome gjk_capped(const GjkScene *scene, const GjkAnswer *answer, int max_rounds)
{
    float tolerance = scene->options.tolerance;
    switch (scene->options.method) {
    case GJK_METHOD_GJK: return outcome_of_gjk(answer, tolerance, max_rounds);
    case GJK_METHOD_EPA: return outcome_of_epa(answer, tolerance, max_rounds);
    case GJK_METHOD_PROJECTION: return outcome_of_projection(answer, tolerance, max_rounds);
    case GJK_METHOD_COUNT: break;
    }
    return (GjkOutcome){0};
}

// ---- irregularities -------------------------------------------------------------------------------------------------

static bool is_same(AukVec2 p, AukVec2 q)
{
    return p.x == q.x && p.y == q.y;
}

// Whether round `round` of GJK found a vertex that came before, as the first one or in an earlier round.
static bool repeats_in_gjk(const GjkAnswer *answer, int round)
{
    const AukGjkStep *steps = answer->gjk_steps;
    bool repeated = is_same(steps[round].support, steps[0].simplex[0]);
    for (int i = 0; i < round; i++) {
        repeated = repeated || is_same(steps[round].support, steps[i].support);
    }
    return repeated;
}

// As above; the ends of the edge itself are how EPA sees that the edge is a face.
static bool repeats_in_epa(const GjkAnswer *answer, int round)
{
    const AukEpaStep *step = &answer->epa_steps[round];
    bool face = is_same(step->support, step->edge[0]) || is_same(step->support, step->edge[1]);
    bool repeated = false;
    for (int i = 0; i < round; i++) {
        repeated = repeated || is_same(step->support, answer->epa_steps[i].support);
    }
    return repeated && !face;
}

static int count_repeated(GjkMethod method, const GjkAnswer *answer)
{
    int count = 0;
    for (int i = 0; i < answer->rounds; i++) {
        const AukVec2 *direction = &answer->gjk_steps[i].direction;
        if (method == GJK_METHOD_GJK) {
            count += !is_same(*direction, auk_vec(0.0f, 0.0f)) && repeats_in_gjk(answer, i);
        } else if (method == GJK_METHOD_EPA) {
            count += repeats_in_epa(answer, i);
        }
    }
    return count;
}

// ---- the answer -----------------------------------------------------------------------------------------------------

const GjkAnswer *gjk_answer(const GjkScene *scene)
{
    const AukWorld *world = scene->demo.world;
    GjkAnswer *answer = scene->answer;
    for (int i = 0; i < 2; i++) {
        AukShapeId shape = auk_body_get_shape(world, scene->figures[i].body);
        answer->shapes[i] = auk_world_shape_get(world, shape);
        answer->poses[i] = auk_world_shape_get_pose(world, shape);
    }
    const AukShape *a = &answer->shapes[0], *b = &answer->shapes[1];
    AukTransform pose_a = answer->poses[0], pose_b = answer->poses[1];
    AukGjkTrace gjk = {.steps = answer->gjk_steps, .capacity = GJK_ROUNDS_MAX, .start = scene->options.start};
    AukEpaTrace epa = {.steps = answer->epa_steps, .capacity = GJK_ROUNDS_MAX};
    AukProjectionTrace projection = {.steps = answer->projection_steps, .capacity = GJK_ROUNDS_MAX};
    answer->distance = auk_distance(a, pose_a, b, pose_b);
    answer->gjk = auk_gjk(a, pose_a, b, pose_b, NULL, &gjk);
    answer->epa = auk_epa(a, pose_a, b, pose_b, &epa);
    answer->projection = auk_alternating_projection(a, pose_a, b, pose_b, scene->options.tolerance, &projection);
    answer->recorded[GJK_METHOD_GJK] = gjk.count;
    answer->recorded[GJK_METHOD_EPA] = epa.count;
    answer->recorded[GJK_METHOD_PROJECTION] = projection.count;
    answer->outcome = gjk_capped(scene, answer, scene->options.max_rounds);
    int recorded = answer->recorded[scene->options.method];
    answer->rounds = answer->outcome.iterations < recorded ? answer->outcome.iterations : recorded;
    answer->repeated = count_repeated(scene->options.method, answer);
    return answer;
}

// ---- the difference -------------------------------------------------------------------------------------------------

int gjk_difference(const GjkAnswer *answer, AukVec2 *out)
{
    return auk_minkowski_difference(&answer->shapes[0], answer->poses[0], &answer->shapes[1], answer->poses[1], out,
                                    GJK_OUTLINE_MAX);
}

// A + B is A - (-B), and -B is B turned by half a turn about the origin.
int gjk_sum(const GjkAnswer *answer, AukVec2 *out)
{
    AukTransform turned = answer->poses[1];
    turned.p = auk_vec_neg(turned.p);
    turned.q = turned.q.c == 0.0f && turned.q.s == 0.0f ? auk_rot_identity() : turned.q;
    turned.q = (AukRot){-turned.q.c, -turned.q.s};
    return auk_minkowski_difference(&answer->shapes[0], answer->poses[0], &answer->shapes[1], turned, out,
                                    GJK_OUTLINE_MAX);
}

int gjk_core_vertices(const GjkAnswer *answer, int index, AukVec2 *out)
{
    const AukShape *shape = &answer->shapes[index];
    AukVec2 h = shape->core.half;
    const AukVec2 box[4] = {{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}};
    const AukVec2 centre = {0.0f, 0.0f};
    const AukVec2 *corners = box;
    int count = 0;
    switch (shape->kind) {
    case AUK_SHAPE_CIRCLE:
        corners = &centre;
        count = 1;
        break;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        corners = shape->core.segment;
        count = 2;
        break;
    case AUK_SHAPE_BOX: count = 4; break;
    case AUK_SHAPE_POLYGON:
        corners = shape->core.polygon.vertices;
        count = shape->core.polygon.count;
        break;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_ELLIPSE:
    case AUK_SHAPE_CUSTOM:
    case AUK_SHAPE_HALF_PLANE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    for (int i = 0; i < count; i++) {
        out[i] = auk_vec_sub(auk_transform_apply(answer->poses[index], corners[i]), answer->poses[0].p);
    }
    return count;
}

AukVec2 gjk_core_support(const GjkAnswer *answer, int index, AukVec2 direction)
{
    AukShape core = answer->shapes[index];
    core.radius = 0.0f;
    return auk_support(&core, answer->poses[index], direction);
}
