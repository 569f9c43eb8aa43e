// The signed distance as the largest gap between the projections of both shapes on any direction. All that is known of
// a shape is its farthest point along a direction, so one piece of code serves every kind.
// Two neighbouring directions with their farthest points bound the gap at every direction between them: it is at most
// what these two points alone would leave, which has its largest value at a direction that can be written down. If that
// is no better than what has been found, nothing in between is; otherwise it is looked at, and splits the interval. On
// polygons this ends at the normals of edges and is exact; elsewhere the intervals shrink until nothing is gained.
#include "support/oracle.h"

#include <math.h>

typedef struct Sample {
    OracleVec normal;
    OracleVec point;      // of a - b, farthest along the normal
    int index_a, index_b; // the vertices it comes from
    double gap;           // between the projections, radii left out
} Sample;

typedef struct Search {
    const OracleShape *a, *b;
    OracleVec offset;
    Sample best;
    double gain; // what is not worth looking for
    int left;    // samples
} Search;

// ---- farthest points ------------------------------------------------------------------------------------------

static OracleVec curved_support(const OracleShape *shape, OracleVec direction)
{
    OracleVec turn = shape->turn;
    double local[2] = {turn.x * direction.x + turn.y * direction.y, turn.x * direction.y - turn.y * direction.x};
    double point[2] = {0.0, 0.0};
    if (shape->custom) {
        shape->custom->support(local, point, shape->custom->context);
    } else {
        double x = shape->half.x * local[0], y = shape->half.y * local[1];
        double length = sqrt(x * x + y * y);
        point[0] = shape->half.x * (x / length);
        point[1] = shape->half.y * (y / length);
    }
    OracleVec found = {turn.x * point[0] - turn.y * point[1], turn.y * point[0] + turn.x * point[1]};
    found = oracle_add(found, shape->center);
    return oracle_dot(shape->sweep, direction) > 0.0 ? oracle_add(found, shape->sweep) : found;
}

// The farthest of the vertices from `first` on to `last`, counter-clockwise.
static int farthest_vertex(const OracleShape *shape, OracleVec direction, int first, int last)
{
    int best = first;
    double far = oracle_dot(shape->points[first], direction);
    for (int i = first; i != last;) {
        i = i + 1 < shape->count ? i + 1 : 0;
        double along = oracle_dot(shape->points[i], direction);
        if (along > far) {
            far = along;
            best = i;
        }
    }
    return best;
}

OracleVec oracle_support(const OracleShape *shape, OracleVec direction)
{
    return shape->count == 0 ? curved_support(shape, direction)
                             : shape->points[farthest_vertex(shape, direction, 0, shape->count - 1)];
}

// As above from a vertex on that is farthest along a direction a little clockwise of this one.
static int farthest_from(const OracleShape *shape, OracleVec direction, int vertex)
{
    for (int i = 0; i < shape->count; i++) {
        int next = vertex + 1 < shape->count ? vertex + 1 : 0;
        if (!(oracle_dot(oracle_sub(shape->points[next], shape->points[vertex]), direction) > 0.0)) {
            break;
        }
        vertex = next;
    }
    return vertex;
}

// ---- the search -----------------------------------------------------------------------------------------------

// `index_a` and `index_b` are set where the core has vertices.
static void finish_sample(Search *search, Sample *sample)
{
    const OracleShape *a = search->a, *b = search->b;
    OracleVec against = oracle_scale_vec(-1.0, sample->normal);
    OracleVec on_a = a->count == 0 ? curved_support(a, sample->normal) : a->points[sample->index_a];
    OracleVec on_b = b->count == 0 ? curved_support(b, against) : b->points[sample->index_b];
    sample->point = oracle_add(oracle_sub(on_a, on_b), search->offset);
    sample->gap = -oracle_dot(sample->normal, sample->point);
    search->left--;
    if (sample->gap > search->best.gap) {
        search->best = *sample;
    }
}

static Sample first_sample(Search *search, OracleVec normal)
{
    Sample sample = {.normal = normal};
    if (search->a->count > 0) {
        sample.index_a = farthest_vertex(search->a, normal, 0, search->a->count - 1);
    }
    if (search->b->count > 0) {
        OracleVec against = oracle_scale_vec(-1.0, normal);
        sample.index_b = farthest_vertex(search->b, against, 0, search->b->count - 1);
    }
    finish_sample(search, &sample);
    return sample;
}

static Sample next_sample(Search *search, const Sample *before, OracleVec normal)
{
    Sample sample = {.normal = normal};
    if (search->a->count > 0) {
        sample.index_a = farthest_from(search->a, normal, before->index_a);
    }
    if (search->b->count > 0) {
        sample.index_b = farthest_from(search->b, oracle_scale_vec(-1.0, normal), before->index_b);
    }
    finish_sample(search, &sample);
    return sample;
}

static Sample sample_between(Search *search, const Sample *from, const Sample *to, OracleVec normal)
{
    Sample sample = {.normal = normal};
    if (search->a->count > 0) {
        sample.index_a = farthest_vertex(search->a, normal, from->index_a, to->index_a);
    }
    if (search->b->count > 0) {
        OracleVec against = oracle_scale_vec(-1.0, normal);
        sample.index_b = farthest_vertex(search->b, against, from->index_b, to->index_b);
    }
    finish_sample(search, &sample);
    return sample;
}

// What the two points alone leave at a direction, if it is between theirs and better than *bound.
static void offer(const Sample *from, const Sample *to, OracleVec along, double *bound, OracleVec *normal)
{
    if (!(oracle_cross(from->normal, along) > 0.0 && oracle_cross(along, to->normal) > 0.0)) {
        return;
    }
    OracleVec n = oracle_scale_vec(1.0 / oracle_length(along), along);
    double gap_from = -oracle_dot(n, from->point), gap_to = -oracle_dot(n, to->point);
    double gap = gap_from < gap_to ? gap_from : gap_to;
    if (gap > *bound) {
        *bound = gap;
        *normal = n;
    }
}

// Intervals are less than half a turn. The smaller of two sinusoids has its peaks at a peak of either or where they
// cross.
static void search_between(Search *search, const Sample *from, const Sample *to)
{
    double bound = search->best.gap + search->gain;
    OracleVec normal = {0.0, 0.0}, edge = oracle_sub(to->point, from->point);
    offer(from, to, oracle_scale_vec(-1.0, from->point), &bound, &normal);
    offer(from, to, oracle_scale_vec(-1.0, to->point), &bound, &normal);
    offer(from, to, oracle_vec(edge.y, -edge.x), &bound, &normal);
    offer(from, to, oracle_vec(-edge.y, edge.x), &bound, &normal);
    if (search->left <= 0 || (normal.x == 0.0 && normal.y == 0.0)) {
        return;
    }
    Sample middle = sample_between(search, from, to, normal);
    search_between(search, from, &middle);
    search_between(search, &middle, to);
}

// The intervals around the best direction once more, for the last digits.
static void polish(Search *search, double scale)
{
    const double angle = 1e-3;
    Sample best = search->best;
    OracleVec n = best.normal;
    OracleVec clockwise = {n.x + angle * n.y, n.y - angle * n.x}, counter = {n.x - angle * n.y, n.y + angle * n.x};
    Sample from = first_sample(search, oracle_scale_vec(1.0 / oracle_length(clockwise), clockwise));
    Sample to = first_sample(search, oracle_scale_vec(1.0 / oracle_length(counter), counter));
    search->gain = 1e-15 * scale;
    search->left = 1000;
    search_between(search, &from, &best);
    search_between(search, &best, &to);
}

enum { STEPS = 16 };

// Even directions, all around and the first one again.
static const OracleVec *even_directions(void)
{
    static OracleVec directions[STEPS + 1];
    if (directions[0].x == 0.0) {
        for (int i = 0; i <= STEPS; i++) {
            double angle = 6.283185307179586 / STEPS * (i % STEPS);
            directions[i] = oracle_vec(cos(angle), sin(angle));
        }
    }
    return directions;
}

static void search_all(Search *search, const Sample samples[STEPS + 1], double gain, int most)
{
    search->gain = gain;
    search->left = most;
    for (int i = 0; i < STEPS && search->left > 0; i++) {
        search_between(search, &samples[i], &samples[i + 1]);
    }
}

OracleDistance oracle_turn(const OracleShape *a, OracleVec offset, const OracleShape *b)
{
    enum { USUAL_SAMPLES = 500, MOST_SAMPLES = 30000 };
    const OracleVec *directions = even_directions();
    Sample samples[STEPS + 1];
    Search search = {a, b, offset, {.gap = -HUGE_VAL}, 0.0, MOST_SAMPLES};
    double scale = 0.0;
    for (int i = 0; i < STEPS; i++) {
        samples[i] =
            i == 0 ? first_sample(&search, directions[0]) : next_sample(&search, &samples[i - 1], directions[i]);
        scale = fmax(scale, oracle_length(samples[i].point));
    }
    samples[STEPS] = samples[0];
    bool curved = a->count == 0 || b->count == 0;
    search_all(&search, samples, 1e-15 * scale, curved ? USUAL_SAMPLES : MOST_SAMPLES);
    if (curved && search.left <= 0) {
        // where the gap hardly changes with the direction, as for a circle within a circle
        search_all(&search, samples, 1e-7 * scale, MOST_SAMPLES);
        polish(&search, scale);
    }
    double core = search.best.gap;
    OracleDistance result = {core - a->radius - b->radius, core, search.best.normal, fmax(core, 0.0)};
    return result;
}

// ---- ellipses -------------------------------------------------------------------------------------------------

// The nearest point (x, y) has (px - x, py - y) = t (x / a^2, y / b^2). So x = a^2 px / (t + a^2), likewise y, and both
// lie on the ellipse at the largest root t, which is above -b^2 for a >= b. (Inside of the evolute on the long axis
// there is no such root, and y is what makes the point one of the ellipse.)
double oracle_point_to_ellipse(OracleVec half, OracleVec point)
{
    double a = half.x, b = half.y, x = fabs(point.x), y = fabs(point.y);
    if (a < b) {
        return oracle_point_to_ellipse(oracle_vec(b, a), oracle_vec(point.y, point.x));
    }
    OracleVec near = {0.0, 0.0};
    if (y == 0.0 && x * a < a * a - b * b) {
        near.x = a * a * x / (a * a - b * b);
        near.y = b * sqrt(fmax(0.0, 1.0 - near.x / a * (near.x / a)));
    } else {
        double low = b * y - b * b, high = sqrt(a * x * a * x + b * y * b * y) - b * b; // of t
        low = fmax(low, a * x - a * a);
        for (int i = 0; i < 200; i++) {
            double t = 0.5 * (low + high), u = a * x / (t + a * a), v = b * y / (t + b * b);
            if (u * u + v * v > 1.0) {
                low = t;
            } else {
                high = t;
            }
        }
        near.x = a * a * x / (high + a * a);
        near.y = high + b * b > 0.0 ? b * b * y / (high + b * b) : b;
    }
    double distance = oracle_length(oracle_sub(oracle_vec(x, y), near));
    return x / a * (x / a) + y / b * (y / b) < 1.0 ? -distance : distance;
}
