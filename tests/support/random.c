// splitmix64: a counter times an odd constant, mixed. Any state is a good one, so streams are cheap.
#include "support/random.h"

#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t random_seed(void)
{
    const char *text = getenv("AUK_SEED");
    return text && *text ? strtoull(text, NULL, 0) : 20240229u;
}

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

Random random_start(uint64_t seed, uint64_t stream)
{
    Random random = {seed, mix(mix(seed) + stream)};
    return random;
}

uint64_t random_bits(Random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    return mix(random->state);
}

double random_unit(Random *random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

bool random_chance(Random *random, double probability)
{
    return random_unit(random) < probability;
}

int random_int(Random *random, int low, int high)
{
    uint64_t span = (uint64_t)((int64_t)high - low) + 1u;
    return (int)(low + (int64_t)(random_bits(random) % span));
}

float random_float(Random *random, float low, float high)
{
    return (float)((double)low + random_unit(random) * ((double)high - (double)low));
}

double random_log(Random *random, double low, double high)
{
    return low * pow(high / low, random_unit(random));
}

float random_finite(Random *random)
{
    float value;
    do {
        uint32_t bits = (uint32_t)random_bits(random);
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

AukVec2 random_vec(Random *random, float low, float high)
{
    float x = random_float(random, low, high);
    return auk_vec(x, random_float(random, low, high));
}

AukVec2 random_direction(Random *random)
{
    double angle = random_unit(random) * 6.283185307179586;
    return auk_vec((float)cos(angle), (float)sin(angle));
}

AukRot random_rot(Random *random)
{
    AukVec2 v = random_direction(random);
    AukRot q = {v.x, v.y};
    return q;
}

AukTransform random_pose(Random *random, float half_width)
{
    AukTransform pose;
    pose.p = random_vec(random, -half_width, half_width);
    pose.q = random_rot(random);
    return pose;
}

static int compare_points(const void *left, const void *right)
{
    const AukVec2 *a = left;
    const AukVec2 *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return (a->y > b->y) - (a->y < b->y);
}

// Lower and upper chain of sorted points; `hull` has room for 2 * count.
static int exact_hull(AukVec2 *points, int count, AukVec2 *hull)
{
    qsort(points, (size_t)count, sizeof *points, compare_points);
    int n = 0;
    for (int i = 0; i < count; i++) {
        while (n >= 2 && oracle_orientation(hull[n - 2], hull[n - 1], points[i]) <= 0) {
            n--;
        }
        hull[n++] = points[i];
    }
    int lower = n + 1;
    for (int i = count - 2; i >= 0; i--) {
        while (n >= lower && oracle_orientation(hull[n - 2], hull[n - 1], points[i]) <= 0) {
            n--;
        }
        hull[n++] = points[i];
    }
    return n - 1;
}

int random_polygon(Random *random, int count, float size, float aspect, AukVec2 *vertices)
{
    enum { COUNT_MAX = 4096 };
    static AukVec2 points[COUNT_MAX], hull[2 * COUNT_MAX];
    double roughness = count > 50 ? 0.0 : 0.5 * random_unit(random);
    int found = 0;
    while (found < 3) {
        for (int i = 0; i < count; i++) {
            double angle = random_unit(random) * 6.283185307179586;
            double reach = (double)size * (1.0 - roughness * random_unit(random));
            points[i] = auk_vec((float)(reach * cos(angle)), (float)(reach * sin(angle) * (double)aspect));
        }
        found = exact_hull(points, count, hull);
    }
    memcpy(vertices, hull, (size_t)found * sizeof *hull);
    return found;
}

int random_repeats(int usual)
{
    const char *text = getenv("AUK_PROP_COUNT");
    double count = text && *text ? strtod(text, NULL) : 10000.0;
    double repeats = (double)usual * count / 100000.0;
    return repeats < 1.0 ? 1 : (int)fmin(repeats, 2e9);
}
