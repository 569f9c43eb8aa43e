// Area, outline and centroid of a core and of the band that its radius adds: a rectangle along each edge and a sector
// at each corner. Sums run relative to the first vertex, so a shape far from its origin loses no digits.
#include "auk/geom.h"
#include "base/trig.h"
#include "geom/core.h"

#include <string.h>

#define AUK_PI 3.14159265358979323846

enum { CUSTOM_SAMPLES = 4096 };

typedef struct Sum {
    double area, perimeter;
    AukDvec moment; // area times centroid, relative to the first vertex
} Sum;

static void add_part(Sum *sum, double area, AukDvec centroid)
{
    sum->area += area;
    sum->moment = dvec_mul_add(sum->moment, area, centroid);
}

// The triangle from the first vertex to an edge, and the band along that edge. Points are relative to the first vertex.
static void add_edge(Sum *sum, AukDvec from, AukDvec to, double radius)
{
    AukDvec along = dvec_sub(to, from);
    double length = dvec_length(along);
    AukDvec outward = dvec(along.y / length, -along.x / length);
    AukDvec middle = dvec_scale(0.5, dvec_add(from, to));
    add_part(sum, 0.5 * dvec_cross(from, to), dvec_scale(1.0 / 3.0, dvec_add(from, to)));
    add_part(sum, length * radius, dvec_mul_add(middle, 0.5 * radius, outward));
    sum->perimeter += length;
}

// The sector of a corner between the outward normals of its two edges. Samples of a curve may turn back by their
// rounding: that counts as a sector less, or the sum would not be one full turn.
static void add_corner(Sum *sum, AukDvec corner, AukDvec before, AukDvec after, double radius)
{
    double turn = auk__angle_of(dvec_dot(before, after), dvec_cross(before, after));
    if (radius == 0.0 || turn == 0.0) {
        return;
    }
    AukCosSin half = auk__cos_sin(0.5 * turn);
    double length = dvec_length(before);
    AukDvec first = dvec(before.y / length, -before.x / length);
    AukDvec bisector = dvec(half.c * first.x - half.s * first.y, half.s * first.x + half.c * first.y);
    double out = 4.0 * radius * half.s / (3.0 * turn); // centroid of a sector
    add_part(sum, 0.5 * radius * radius * turn, dvec_mul_add(corner, out, bisector));
    sum->perimeter += radius * turn;
}

// A point of the outline. The directions of a curve are spread as those of an ellipse of its bounds, so that a thin
// shape gets its points along its length and not all at its ends.
static AukDvec sample(const AukCore *core, int index)
{
    if (!auk__core_is_curved(core)) {
        return dvec_from(core->vertices[index]);
    }
    AukBox bounds = core->custom->bounds;
    double width = (double)bounds.max.x - bounds.min.x, height = (double)bounds.max.y - bounds.min.y;
    bool flat = width == 0.0 || height == 0.0;
    AukCosSin turned = auk__cos_sin(2.0 * AUK_PI * index / CUSTOM_SAMPLES);
    AukDvec direction = flat ? dvec(turned.c, turned.s) : dvec(turned.c * height, turned.s * width);
    return auk__core_farthest(core, direction).point;
}

// Repeated points (a custom shape's corner is the support point of many directions) have no edge: the corner is turned
// between the edges before and after them.
static Sum sum_outline(const AukCore *core, AukDvec *first)
{
    int count = auk__core_is_curved(core) ? CUSTOM_SAMPLES : core->count;
    Sum sum = {0.0, 0.0, {0.0, 0.0}};
    *first = sample(core, 0);
    AukDvec before = dvec(0.0, 0.0), first_edge = before, first_corner = before, from = before;
    for (int i = 1; i <= count; i++) {
        AukDvec to = dvec_sub(sample(core, i % count), *first);
        AukDvec edge = dvec_sub(to, from);
        if (dvec_size(edge) == 0.0) {
            continue;
        }
        add_edge(&sum, from, to, core->radius);
        if (dvec_size(before) > 0.0) {
            add_corner(&sum, from, before, edge, core->radius);
        } else {
            first_edge = edge;
            first_corner = from;
        }
        before = edge;
        from = to;
    }
    if (dvec_size(before) > 0.0) {
        add_corner(&sum, first_corner, before, first_edge, core->radius);
    }
    return sum;
}

// Outline of an ellipse: 2 pi (a^2 - sum 2^(n-1) c_n^2) / agm(a, b), c_n being the differences of the means
// (Gauss and Legendre); six rounds reach the last bit even for aspect 1e8.
static double ellipse_perimeter(double a, double b)
{
    double x = a > b ? a : b, y = a > b ? b : a;
    double square = x * x, weight = 0.5, removed = 0.5 * (x * x - y * y);
    for (int i = 0; i < 12; i++) {
        double mean = 0.5 * (x + y), difference = 0.5 * (x - y);
        y = sqrt(x * y);
        x = mean;
        weight *= 2.0;
        removed += weight * difference * difference;
    }
    return 2.0 * AUK_PI * (square - removed) / x;
}

AukMeasure auk_shape_measure(const AukShape *shape)
{
    AukMeasure result;
    memset(&result, 0, sizeof result);
    result.status = auk__shape_check(shape);
    if (result.status) {
        return result;
    }
    AukPlace identity = {0.0, 0.0, 1.0, 0.0};
    AukCore core;
    auk__core_init(&core, shape, identity);
    double radius = core.radius;
    if (shape->kind == AUK_SHAPE_ELLIPSE) {
        double outline = ellipse_perimeter(core.half.x, core.half.y);
        result.area = (float)(AUK_PI * core.half.x * core.half.y + outline * radius + AUK_PI * radius * radius);
        result.perimeter = (float)(outline + 2.0 * AUK_PI * radius);
        return result;
    }
    AukDvec first;
    Sum sum = sum_outline(&core, &first);
    if (sum.perimeter == 0.0) {
        sum.area = AUK_PI * radius * radius;
        sum.perimeter = 2.0 * AUK_PI * radius;
    }
    AukDvec offset = sum.area > 0.0 ? dvec_scale(1.0 / sum.area, sum.moment) : dvec(0.0, 0.0);
    if (sum.area == 0.0 && core.count == 2) {
        offset = dvec_scale(0.5, dvec_sub(dvec_from(core.vertices[1]), first));
    }
    result.area = (float)sum.area;
    result.perimeter = (float)sum.perimeter;
    result.centroid = dvec_to_float(dvec_add(first, offset));
    return result;
}
