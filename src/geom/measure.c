// Area, outline and centroid of a core and of the band that its radius adds: a rectangle along each edge and a sector
// at each corner. The area of the band is r * outline + pi r^2 (Steiner). Its moment needs only the middles of the
// edges and the corners, since the outward normals of a closed outline add up to zero. Summing single sectors would be
// wrong on curves: their points have rounding errors, and the turns between them add up to many full circles. Sums are
// relative to the first point, so a shape far from its origin loses no digits.
#include "auk/geom.h"
#include "base/trig.h"
#include "geom/support_shape.h"

#include <string.h>

enum { CUSTOM_SAMPLES = 4096 };

// Moments are relative to the first point.
typedef struct Sum {
    double area, perimeter;
    AukDvec of_area, of_outline; // integrals of the position over the core and along its outline
    AukDvec of_turns;            // integral of the position over the directions of the outward normal, a full turn
} Sum;

static void add_edge(Sum *sum, AukDvec from, AukDvec to)
{
    double area = 0.5 * dvec_cross(from, to), length = dvec_length(dvec_sub(to, from));
    AukDvec both = dvec_add(from, to);
    sum->area += area;
    sum->of_area = dvec_mul_add(sum->of_area, area / 3.0, both);
    sum->perimeter += length;
    sum->of_outline = dvec_mul_add(sum->of_outline, 0.5 * length, both);
}

static double angle_between(AukDvec from, AukDvec to)
{
    return auk__angle_of(dvec_dot(from, to), dvec_cross(from, to));
}

static Sum sum_vertices(const AukSupportShape *core, AukDvec *first)
{
    Sum sum;
    memset(&sum, 0, sizeof sum);
    *first = dvec_from(core->vertices[0]);
    AukDvec before = dvec_sub(*first, dvec_from(core->vertices[core->count - 1]));
    for (int i = 0; i < core->count; i++) {
        AukDvec from = dvec_sub(dvec_from(core->vertices[i]), *first);
        AukDvec to = dvec_sub(dvec_from(core->vertices[auk__support_shape_next(core, i)]), *first);
        AukDvec edge = dvec_sub(to, from);
        add_edge(&sum, from, to);
        sum.of_turns = dvec_mul_add(sum.of_turns, core->count > 1 ? angle_between(before, edge) : 0.0, from);
        before = edge;
    }
    return sum;
}

// The directions in which a curve is sampled are those of evenly spaced points of an ellipse with its bounds. So the
// points of a thin shape are spread along its length and are not all at its ends.
static AukDvec sample_direction(const AukSupportShape *core, int index)
{
    AukBox bounds = core->custom->bounds;
    double width = (double)bounds.max.x - bounds.min.x, height = (double)bounds.max.y - bounds.min.y;
    bool flat = width == 0.0 || height == 0.0;
    AukCosSin turned = auk__cos_sin(2.0 * AUK_PI * (index % CUSTOM_SAMPLES) / CUSTOM_SAMPLES);
    return flat ? dvec(turned.c, turned.s) : dvec(turned.c * height, turned.s * width);
}

// Adds the part between two directions. The support point is taken as constant up to the normal of the chord, then as
// the other end of the chord. That is exact if the curve has a straight edge or a corner there.
static void add_turn(Sum *sum, AukDvec from, AukDvec to, AukDvec direction, AukDvec next)
{
    AukDvec chord = dvec_sub(to, from);
    double turn = angle_between(direction, next);
    double until = dvec_size(chord) > 0.0 ? angle_between(direction, dvec(chord.y, -chord.x)) : 0.0;
    until = until > 0.0 ? until : 0.0; // the direction of a short chord may be any, by rounding
    until = until < turn ? until : turn;
    sum->of_turns = dvec_mul_add(sum->of_turns, until, from);
    sum->of_turns = dvec_mul_add(sum->of_turns, turn - until, to);
}

static Sum sum_samples(const AukSupportShape *core, AukDvec *first)
{
    Sum sum;
    memset(&sum, 0, sizeof sum);
    AukDvec direction = sample_direction(core, 0), from = dvec(0.0, 0.0);
    *first = auk__support_shape_farthest(core, direction).point;
    for (int i = 1; i <= CUSTOM_SAMPLES; i++) {
        AukDvec next = sample_direction(core, i);
        AukDvec to = dvec_sub(auk__support_shape_farthest(core, next).point, *first);
        add_edge(&sum, from, to);
        add_turn(&sum, from, to, direction, next);
        direction = next;
        from = to;
    }
    return sum;
}

// The outline of an ellipse: 2 pi (a^2 - sum 2^(n-1) c_n^2) / agm(a, b), where c_n are the differences of the means
// (Gauss and Legendre). Six rounds give full precision even at an aspect ratio of 1e8.
static double ellipse_perimeter(double a, double b)
{
    double x = a > b ? a : b, y = a > b ? b : a;
    double square = x * x, weight = 0.5, removed = 0.5 * (x * x - y * y);
    for (int i = 0; i < 12; i++) {
        double mean = 0.5 * (x + y), difference = 0.5 * (x - y);
        y = auk__square_root(x * y);
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
    result.status = auk__bounded_shape_check(shape);
    if (result.status) {
        return result;
    }
    AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
    AukSupportShape core;
    auk__support_shape_init(&core, shape, identity);
    double radius = core.radius;
    if (shape->kind == AUK_SHAPE_ELLIPSE) {
        double outline = ellipse_perimeter(core.half.x, core.half.y);
        result.area = (float)(AUK_PI * core.half.x * core.half.y + outline * radius + AUK_PI * radius * radius);
        result.perimeter = (float)(outline + 2.0 * AUK_PI * radius);
        return result;
    }
    AukDvec first;
    Sum sum = auk__support_shape_is_curved(&core) ? sum_samples(&core, &first) : sum_vertices(&core, &first);
    double area = sum.area + radius * sum.perimeter + AUK_PI * radius * radius;
    AukDvec moment = dvec_mul_add(sum.of_area, radius, sum.of_outline);
    moment = dvec_mul_add(moment, 0.5 * radius * radius, sum.of_turns);
    AukDvec offset = area > 0.0 ? dvec_scale(1.0 / area, moment) : dvec(0.0, 0.0);
    if (area == 0.0 && core.count == 2) {
        offset = dvec_scale(0.5, dvec_sub(dvec_from(core.vertices[1]), first));
    }
    result.area = (float)area;
    result.perimeter = (float)(sum.perimeter + 2.0 * AUK_PI * radius);
    result.centroid = dvec_to_float(dvec_add(first, offset));
    return result;
}
