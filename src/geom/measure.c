// Area, outline and centroid of a core and of the band that its radius adds: a rectangle along each edge and a sector
// at each corner. The area of the band is r * outline + pi r^2 (Steiner). Its moment needs only the middles of the
// edges and the corners, since the outward normals of a closed outline add up to zero. Summing single sectors would be
// wrong on curves: their points have rounding errors, and the turns between them add up to many full circles. Sums are
// relative to the first point, so a shape far from its origin loses no digits.
#include "auk/geom.h"
#include "base/trig.h"
#include "geom/support_shape.h"

#include <string.h>

// Moments are relative to the first point.
typedef struct Sum {
    double area, perimeter;
    AukDvec of_area, of_outline; // integrals of the position over the core and along its outline
    AukDvec of_turns;            // integral of the position over the directions of the outward normal, a full turn
} Sum;

static void add_area(Sum *sum, AukDvec from, AukDvec to)
{
    double area = 0.5 * dvec_cross(from, to);
    sum->area += area;
    sum->of_area = dvec_mul_add(sum->of_area, area / 3.0, dvec_add(from, to));
}

static void add_length(Sum *sum, AukDvec from, AukDvec to, double length)
{
    sum->perimeter += length;
    sum->of_outline = dvec_mul_add(sum->of_outline, 0.5 * length, dvec_add(from, to));
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
        add_area(&sum, from, to);
        add_length(&sum, from, to, dvec_length(edge));
        sum.of_turns = dvec_mul_add(sum.of_turns, core->count > 1 ? angle_between(before, edge) : 0.0, from);
        before = edge;
    }
    return sum;
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

// A point of the outline of a curve, where it is farthest along a unit direction.
typedef struct ArcEnd {
    AukDvec direction, point;
} ArcEnd;

static ArcEnd arc_end(const AukSupportShape *core, AukDvec direction, AukDvec first)
{
    ArcEnd end = {direction, dvec_sub(auk__support_shape_farthest(core, direction).point, first)};
    return end;
}

// What lies between the chord of an arc and the two tangents at its ends.
typedef struct Corner {
    double area;
    double detour; // by how much the way along the tangents is longer than the chord
    AukDvec tip;   // where the tangents meet
} Corner;

// A corner of no area if the chord itself is the outline: one of its ends is the farthest point along its normal.
static Corner corner_of(const ArcEnd *from, const ArcEnd *to)
{
    AukDvec chord = dvec_sub(to->point, from->point);
    double rise = -dvec_dot(from->direction, chord), fall = dvec_dot(to->direction, chord);
    double turn = dvec_cross(from->direction, to->direction);
    Corner corner = {0.0, 0.0, from->point};
    if (rise > 0.0 && fall > 0.0 && turn > 0.0) {
        corner.area = 0.5 * rise * (fall / turn);
        corner.detour = (rise + fall) / turn - dvec_length(chord);
        corner.tip = dvec_mul_add(from->point, fall / turn, dvec(-from->direction.y, from->direction.x));
    }
    return corner;
}

// Adds an arc that is so short that it counts as a piece of a parabola: the area below it is two thirds of its corner,
// and it is longer than its chord by a third of the detour.
static void add_arc(Sum *sum, const ArcEnd *from, const ArcEnd *to, const Corner *corner)
{
    AukDvec both = dvec_add(from->point, to->point), chord = dvec_sub(to->point, from->point);
    if (corner->area > 0.0) {
        AukDvec top = dvec_mul_add(dvec_scale(1.0 / 6.0, both), 2.0 / 3.0, corner->tip);
        add_area(sum, from->point, top);
        add_area(sum, top, to->point);
    } else {
        add_area(sum, from->point, to->point);
    }
    add_length(sum, from->point, to->point, dvec_length(chord) + corner->detour / 3.0);
    add_turn(sum, from->point, to->point, from->direction, to->direction);
}

// When an arc is divided no more. Each division of all arcs leaves at most a quarter of the area of their corners,
// whatever the shape and however thin it is. So the depth suffices, and 4 * 2^DEPTH_MAX points are needed only by
// functions whose rounding errors are as large as these corners.
typedef struct Fineness {
    double area, detour; // of a corner
    int depth;
} Fineness;

enum { DEPTH_FIRST = 3, DEPTH_MAX = 12 };

// Of the whole. A disc has 512 arcs then.
static const double PART_OF_AREA = 1e-7, PART_OF_PERIMETER = 1e-7;

typedef struct CurveOutline {
    Sum sum;
    const AukSupportShape *core;
    AukDvec first;
    Fineness fineness;
} CurveOutline;

// The point of the outline farthest from the chord of an arc. False if the chord itself is the outline.
static bool find_middle(const CurveOutline *outline, const ArcEnd *from, const ArcEnd *to, ArcEnd *middle)
{
    AukDvec chord = dvec_sub(to->point, from->point);
    *middle = arc_end(outline->core, dvec_scale(1.0 / dvec_length(chord), dvec(chord.y, -chord.x)), outline->first);
    bool at_end = middle->point.x == to->point.x && middle->point.y == to->point.y;
    return !at_end && dvec_dot(middle->direction, dvec_sub(middle->point, from->point)) > 0.0;
}

// Divides an arc where the outline is farthest from its chord (the sandwich algorithm; Rote, "The convergence rate of
// the sandwich algorithm for approximating convex functions", 1992). A linear map of the shape maps these points too,
// so the ends of a thin shape get no more of them than its sides. Rejected: a fixed number of directions, which are all
// of the ends of a thin shape unless its axes are known.
static void divide_arc(CurveOutline *outline, const ArcEnd *from, const ArcEnd *to, int depth)
{
    Corner corner = corner_of(from, to);
    if (corner.area > outline->fineness.area || corner.detour > outline->fineness.detour) {
        ArcEnd middle;
        if (depth < outline->fineness.depth && find_middle(outline, from, to, &middle)) {
            divide_arc(outline, from, &middle, depth + 1);
            divide_arc(outline, &middle, to, depth + 1);
            return;
        }
        memset(&corner, 0, sizeof corner); // of rounding errors at the last depth, where tangents meet anywhere
    }
    add_arc(&outline->sum, from, to, &corner);
}

static Sum sum_outline(const AukSupportShape *core, AukDvec first, Fineness fineness)
{
    static const AukDvec axes[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    CurveOutline outline;
    memset(&outline, 0, sizeof outline);
    outline.core = core;
    outline.first = first;
    outline.fineness = fineness;
    ArcEnd ends[4];
    for (int i = 0; i < 4; i++) {
        ends[i] = arc_end(core, axes[i], first);
    }
    for (int i = 0; i < 4; i++) {
        divide_arc(&outline, &ends[i], &ends[(i + 1) % 4], 0);
    }
    return outline.sum;
}

// The first time only to know about how large the shape is.
static Sum sum_curve(const AukSupportShape *core, AukDvec *first)
{
    *first = auk__support_shape_farthest(core, dvec(1.0, 0.0)).point;
    Fineness fineness = {0.0, 0.0, DEPTH_FIRST};
    Sum coarse = sum_outline(core, *first, fineness);
    fineness.area = PART_OF_AREA * coarse.area;
    fineness.detour = PART_OF_PERIMETER * coarse.perimeter;
    fineness.depth = DEPTH_MAX;
    return sum_outline(core, *first, fineness);
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
    Sum sum = auk__support_shape_is_curved(&core) ? sum_curve(&core, &first) : sum_vertices(&core, &first);
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
