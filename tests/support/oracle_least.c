// The least reach of a - b by looking all around: even directions, those of all edges and of the curves' axes. Between
// two of them the reach has a local minimum where its slope turns from falling to rising; halving finds it to the last
// digit of the angle, on smooth parts and at corners of the reach alike. Nothing is known of a shape but its farthest
// point, and nothing is left out for speed but brackets that cannot hold the least.
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

enum { EVEN_LOOKS = 720, AXIS_LOOKS = 3, BRACKETS_MAX = 64, HALVINGS = 60 };
enum { LOOKS_MAX = EVEN_LOOKS + 16 * AXIS_LOOKS + 4 * ORACLE_POINTS_MAX };

// So far to both sides of an edge's normal and of a curve's axis. Not along it: there symmetric shapes have a slope of
// 0 at maxima, too, and so the even directions begin aside. Powers near 2 have two minima as near to an axis as 1e-5.
#define BESIDE_EDGE 1e-6
static const double beside_axis[AXIS_LOOKS] = {1e-4, 1e-5, 1e-6};
#define FIRST 1e-3

#define TURN 6.283185307179586

typedef struct Look {
    double angle;
    OracleVec normal, a, b; // farthest points of a along the normal, of b against it
    double reach, slope;    // of a - b
} Look;

static Look look_along(const OracleShape *a, const OracleShape *b, double angle)
{
    Look look;
    look.angle = angle;
    look.normal = oracle_vec(cos(angle), sin(angle));
    look.a = oracle_support(a, look.normal);
    look.b = oracle_support(b, oracle_scale_vec(-1.0, look.normal));
    OracleVec w = oracle_sub(look.a, look.b);
    look.reach = oracle_dot(look.normal, w);
    look.slope = oracle_cross(look.normal, w);
    return look;
}

static void add_beside(OracleVec direction, double beside, double *angles, int *count)
{
    for (int i = -1; i <= 1; i += 2) {
        double angle = fmod(atan2(direction.y, direction.x) + i * beside + TURN, TURN);
        angles[(*count)++] = angle < FIRST ? angle + TURN : angle;
    }
}

// The angles beside the outward normals of a shape's edges, or beside a curve's axes; of b against them.
static void add_angles(const OracleShape *shape, double sign, double *angles, int *count)
{
    for (int i = 0; shape->count == 0 && i < 4; i++) {
        OracleVec axis = {i % 2 ? -shape->turn.y : shape->turn.x, i % 2 ? shape->turn.x : shape->turn.y};
        for (int k = 0; k < AXIS_LOOKS; k++) {
            add_beside(oracle_scale_vec(i < 2 ? sign : -sign, axis), beside_axis[k], angles, count);
        }
    }
    for (int i = 0; shape->count >= 2 && i < shape->count; i++) {
        OracleVec edge = oracle_sub(shape->points[(i + 1) % shape->count], shape->points[i]);
        add_beside(oracle_vec(sign * edge.y, sign * -edge.x), BESIDE_EDGE, angles, count);
    }
}

static int compare(const void *p, const void *q)
{
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

// The local minimum between a look from which the reach falls and one to which it rises.
static Look minimum_between(const OracleShape *a, const OracleShape *b, Look low, Look high)
{
    for (int i = 0; i < HALVINGS; i++) {
        Look middle = look_along(a, b, low.angle + 0.5 * (high.angle - low.angle));
        *(middle.slope < 0.0 ? &low : &high) = middle;
    }
    return low.reach < high.reach ? low : high;
}

// All local minima between two looks that are a part of their angle apart. Curves that are flat beside an axis have two
// so near each other that both lie within `beside_axis`. An odd number of parts has none that begins at the axis.
static int minima_between(const OracleShape *a, const OracleShape *b, const Look *from, const Look *to, Look *minima,
                          int room)
{
    enum { PARTS = 7 };
    Look low = *from;
    int found = 0;
    for (int i = 1; i <= PARTS && found < room; i++) {
        Look high = i == PARTS ? *to : look_along(a, b, from->angle + (to->angle - from->angle) * i / PARTS);
        if (low.slope <= 0.0 && high.slope >= 0.0 && high.angle > low.angle) {
            minima[found++] = minimum_between(a, b, low, high);
        }
        low = high;
    }
    return found;
}

// No direction between the two has less: the chord's distance from the origin, if that is on its inner side.
static double least_between(const Look *low, const Look *high)
{
    OracleVec p = oracle_sub(low->a, low->b), along = oracle_sub(oracle_sub(high->a, high->b), p);
    double square = oracle_dot(along, along);
    if (oracle_cross(p, along) <= 0.0) {
        return -HUGE_VAL;
    }
    double t = square > 0.0 ? fmin(fmax(-oracle_dot(p, along) / square, 0.0), 1.0) : 0.0;
    return oracle_length(oracle_add(p, oracle_scale_vec(t, along)));
}

static bool is_isolated(const OracleShape *a, const OracleShape *b, const Look *least, double scale)
{
    double step = 0.2 * ORACLE_ISOLATED_ANGLE, steep = 1e-12 * scale;
    return look_along(a, b, least->angle + step).slope > steep && look_along(a, b, least->angle - step).slope < -steep;
}

OracleLeast oracle_least(const OracleShape *a, const OracleShape *b)
{
    static double angles[LOOKS_MAX];
    int count = 0;
    for (; count < EVEN_LOOKS; count++) {
        angles[count] = FIRST + TURN / EVEN_LOOKS * count;
    }
    add_angles(a, 1.0, angles, &count);
    add_angles(b, -1.0, angles, &count);
    qsort(angles, (size_t)count, sizeof *angles, compare);
    Look *looks = calloc((size_t)count + 1, sizeof *looks);
    Look least = {.reach = HUGE_VAL};
    for (int i = 0; i < count; i++) {
        looks[i] = look_along(a, b, angles[i]);
        least = looks[i].reach < least.reach ? looks[i] : least;
    }
    looks[count] = looks[0];
    looks[count].angle += TURN;
    double scale = oracle_scale(a, b), rivals = ORACLE_ISOLATED_DEPTH * scale;
    Look minima[BRACKETS_MAX];
    int found = 0;
    for (int i = 0; i < count && found < BRACKETS_MAX; i++) {
        if (least_between(&looks[i], &looks[i + 1]) <= least.reach + rivals) {
            found += minima_between(a, b, &looks[i], &looks[i + 1], &minima[found], BRACKETS_MAX - found);
        }
    }
    for (int i = 0; i < found; i++) {
        least = minima[i].reach < least.reach ? minima[i] : least;
    }
    free(looks);
    bool alone = found < BRACKETS_MAX;
    for (int i = 0; i < found; i++) {
        double apart = oracle_length(oracle_sub(minima[i].normal, least.normal));
        alone = alone && (minima[i].reach > least.reach + rivals || apart < 0.1 * ORACLE_ISOLATED_ANGLE);
    }
    OracleLeast result = {least.reach,
                          least.normal,
                          alone && is_isolated(a, b, &least, scale),
                          {{0.0, 0.0}, {0.0, 0.0}},
                          {{0.0, 0.0}, {0.0, 0.0}}};
    for (int i = 0; i < 2; i++) {
        double step = (i == 0 ? -0.1 : 0.1) * ORACLE_ISOLATED_ANGLE;
        Look beside = look_along(a, b, least.angle + step);
        result.a[i] = beside.a;
        result.b[i] = beside.b;
    }
    return result;
}
