// Shapes come from the library's constructors, so that their checks are tried on every shape, too.
#include "support/pair.h"

#include "support/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *pair_kind_name(PairKind kind)
{
    static const char *const names[PAIR_KIND_COUNT] = {"circle",  "capsule",         "segment",         "box",
                                                       "polygon", "rounded box",     "rounded polygon", "big polygon",
                                                       "ellipse", "rounded ellipse", "custom"};
    return names[kind];
}

const char *pair_family_name(PairFamily family)
{
    static const char *const names[PAIR_FAMILY_COUNT] = {
        "random",     "touching corners", "touching edges", "gap",      "collinear", "nested",  "identical",
        "concentric", "slivers",          "duplicates",     "integers", "level",     "unequal", "far"};
    return names[family];
}

AukShape pair_checked(AukShape shape)
{
    if (shape.kind == AUK_SHAPE_NONE || shape.status != AUK_OK) {
        fprintf(stderr, "a valid shape was refused: %s\n", auk_status_text(shape.status));
        abort();
    }
    return shape;
}

static AukShape random_capsule(Random *random, float size, float aspect, bool thick)
{
    AukVec2 p = auk_vec_scale(size, random_direction(random));
    AukVec2 q = random_chance(random, 0.5) ? auk_vec_neg(p) : random_vec(random, -size, size);
    if (random_chance(random, 0.02)) {
        q = p;
    }
    float radius = aspect < 1.0f ? aspect * size : random_float(random, 0.0f, size);
    return thick ? auk_shape_capsule(p, q, radius) : auk_shape_segment(p, q);
}

static AukShape random_polygon_shape(Random *random, int count, float size, float aspect, PairSide *side)
{
    count = random_polygon(random, count, size, aspect, side->vertices);
    return auk_shape_polygon(side->vertices, count, 0.0f);
}

static AukShape random_small_polygon(Random *random, float size, float aspect, PairSide *side)
{
    int count = (int)random_log(random, 3.0, 12.999);
    return random_polygon_shape(random, count, size, aspect, side);
}

// Twice as many vertices are half as likely: one in fifty has more than a thousand.
static AukShape random_big_polygon(Random *random, float size, float aspect, PairSide *side)
{
    double least = 20.0, most = PAIR_VERTICES_MAX + 0.999;
    int count = (int)(least / (1.0 - random_unit(random) * (1.0 - least / most)));
    return random_polygon_shape(random, count, size, aspect, side);
}

static float random_radius(Random *random, float size, float aspect)
{
    return aspect < 1.0f ? aspect * size : random_float(random, 0.0f, size);
}

static AukShape curve_shape(PairSide *side)
{
    side->custom = pair_curve_custom(&side->curve);
    return auk_shape_custom(&side->custom, 0.0f);
}

static AukShape random_custom(Random *random, float size, float aspect, PairSide *side)
{
    PairCurve *curve = &side->curve;
    float width = size * random_float(random, 0.05f, 1.0f);
    curve->form = (PairCurveForm)random_int(random, 0, CURVE_FORM_COUNT - 1);
    curve->half = auk_vec(size, aspect * width);
    if (curve->form == CURVE_LENS || curve->form == CURVE_DROP) { // these are taller than wide
        curve->half = auk_vec(aspect * width, size);
    }
    curve->power = (float)random_log(random, 1.2, 8.0);
    bool apart = random_chance(random, 0.3);
    curve->offset = apart ? random_vec(random, -size, size) : auk_vec(0.0f, 0.0f);
    AukShape shape = curve_shape(side);
    return random_chance(random, 0.3) ? auk_shape_rounded(shape, random_radius(random, width, aspect)) : shape;
}

void pair_random_shape(Random *random, PairKind kind, float size, float aspect, PairSide *side)
{
    float width = size * random_float(random, 0.05f, 1.0f), length = size * random_float(random, 0.05f, 1.0f);
    AukShape shape = {0};
    switch (kind) {
    case PAIR_CIRCLE: shape = auk_shape_circle(random_chance(random, 0.1) ? 0.0f : width); break;
    case PAIR_CAPSULE: shape = random_capsule(random, width, aspect, true); break;
    case PAIR_SEGMENT: shape = random_capsule(random, width, aspect, false); break;
    case PAIR_BOX:
    case PAIR_ROUNDED_BOX: shape = auk_shape_box(length, width * aspect); break;
    case PAIR_POLYGON:
    case PAIR_ROUNDED: shape = random_small_polygon(random, width, aspect, side); break;
    case PAIR_BIG: shape = random_big_polygon(random, width, aspect, side); break;
    case PAIR_ELLIPSE:
    case PAIR_ROUNDED_ELLIPSE: shape = auk_shape_ellipse(length, width * aspect); break;
    case PAIR_CUSTOM:
    case PAIR_KIND_COUNT: shape = random_custom(random, width, aspect, side); break;
    }
    if (kind == PAIR_ROUNDED_BOX || kind == PAIR_ROUNDED || kind == PAIR_ROUNDED_ELLIPSE) {
        shape = auk_shape_rounded(pair_checked(shape), random_radius(random, width, aspect));
    }
    side->shape = pair_checked(shape);
}

// ---- coincidences ---------------------------------------------------------------------------------------------

static AukVec2 integer_vec(Random *random, float unit, int most)
{
    float x = unit * (float)random_int(random, -most, most);
    return auk_vec(x, unit * (float)random_int(random, -most, most));
}

static AukShape integer_polygon(float x, float y, PairSide *side)
{
    side->vertices[0] = auk_vec(-x, -y);
    side->vertices[1] = auk_vec(x, -y);
    side->vertices[2] = auk_vec(x + y, 0.0f);
    side->vertices[3] = auk_vec(x, y);
    side->vertices[4] = auk_vec(-x, y);
    return auk_shape_polygon(side->vertices, 5, 0.0f);
}

static AukShape integer_custom(Random *random, float x, float y, PairSide *side)
{
    PairCurve curve = {(PairCurveForm)random_int(random, 0, CURVE_FORM_COUNT - 1), {x, y}, 2.0f, {0.0f, 0.0f}};
    if (curve.form == CURVE_LENS || curve.form == CURVE_DROP) {
        curve.half.y += x;
    }
    side->curve = curve;
    return curve_shape(side);
}

static void integer_shape(Random *random, PairKind kind, float size, PairSide *side)
{
    float x = size * (float)random_int(random, 1, 4), y = size * (float)random_int(random, 1, 4);
    float radius = size * (float)random_int(random, 0, 3);
    AukVec2 p = integer_vec(random, size, 4);
    AukVec2 q = integer_vec(random, size, 4);
    AukShape shape = auk_shape_box(x, y);
    switch (kind) {
    case PAIR_CIRCLE: shape = auk_shape_circle(radius); break;
    case PAIR_CAPSULE: shape = auk_shape_capsule(p, random_chance(random, 0.5) ? auk_vec(q.x, p.y) : q, radius); break;
    case PAIR_SEGMENT: shape = auk_shape_segment(p, random_chance(random, 0.5) ? auk_vec(p.x, q.y) : q); break;
    case PAIR_POLYGON:
    case PAIR_BIG: shape = integer_polygon(x, y, side); break;
    case PAIR_ROUNDED: shape = auk_shape_rounded(integer_polygon(x, y, side), radius); break;
    case PAIR_ROUNDED_BOX: shape = auk_shape_rounded(shape, radius); break;
    case PAIR_ELLIPSE: shape = auk_shape_ellipse(x, y); break;
    case PAIR_ROUNDED_ELLIPSE: shape = auk_shape_rounded(auk_shape_ellipse(x, y), radius); break;
    case PAIR_CUSTOM: shape = integer_custom(random, x, y, side); break;
    case PAIR_BOX:
    case PAIR_KIND_COUNT: break;
    }
    side->shape = pair_checked(shape);
    static const AukRot quarters[5] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}, {0.0f, 0.0f}};
    side->pose.q = quarters[random_int(random, 0, 4)];
    side->pose.p = integer_vec(random, size, 6);
}

// Points on a coarse grid, most of them more than once, many on the sides of their hull.
static AukShape repeated_polygon(Random *random, float size, PairSide *side)
{
    enum { POINTS = 24 };
    AukVec2 points[POINTS];
    int count = -1;
    while (count < 3) {
        for (int i = 0; i < POINTS; i++) {
            points[i] = random_chance(random, 0.3) && i > 0 ? points[random_int(random, 0, i - 1)]
                                                            : integer_vec(random, 0.37f * size, 2);
        }
        count = auk_hull(points, random_int(random, 3, POINTS), side->vertices);
    }
    return auk_shape_polygon(side->vertices, count, 0.0f);
}

static void repeated_shape(Random *random, PairKind kind, float size, PairSide *side)
{
    AukVec2 p = random_vec(random, -size, size);
    float radius = random_float(random, 0.0f, size);
    AukShape shape = side->shape;
    if (kind == PAIR_POLYGON || kind == PAIR_BIG || kind == PAIR_ROUNDED) {
        shape = repeated_polygon(random, size, side);
        shape = kind == PAIR_ROUNDED ? auk_shape_rounded(shape, radius) : shape;
    } else if (kind == PAIR_CAPSULE) {
        shape = auk_shape_capsule(p, p, radius);
    } else if (kind == PAIR_SEGMENT) {
        shape = auk_shape_segment(p, p);
    }
    side->shape = pair_checked(shape);
}

// The surface point farthest along `axis`, relative to the shape's own position.
static OracleVec surface_along(const OracleShape *shape, OracleVec axis)
{
    OracleVec best = oracle_support(shape, axis);
    return oracle_sub(oracle_add(best, oracle_scale_vec(shape->radius, axis)), shape->center);
}

// Some edge's outward normal, or of a curve some axis'; for a circle any direction.
static OracleVec edge_normal(Random *random, const OracleShape *shape)
{
    if (shape->count == 0) {
        static const OracleVec quarters[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
        OracleVec turn = shape->turn, quarter = quarters[random_int(random, 0, 3)];
        OracleVec normal = {turn.x * quarter.x - turn.y * quarter.y, turn.y * quarter.x + turn.x * quarter.y};
        return oracle_scale_vec(1.0 / oracle_length(normal), normal);
    }
    int i = random_int(random, 0, shape->count - 1);
    OracleVec edge = oracle_sub(shape->points[(i + 1) % shape->count], shape->points[i]);
    double length = oracle_length(edge);
    OracleVec normal = {edge.y / length, -edge.x / length};
    return length > 0.0 ? normal : oracle_of(random_direction(random));
}

static void place_touching(Random *random, bool edges, double gap, Pair *pair)
{
    static OracleShape a, b;
    oracle_place(&a, &pair->a.shape, pair->a.pose, pair->a.pose.p);
    OracleVec axis = edges ? edge_normal(random, &a) : oracle_of(random_direction(random));
    oracle_place(&b, &pair->b.shape, pair->b.pose, pair->a.pose.p);
    OracleVec facing = edges ? edge_normal(random, &b) : oracle_scale_vec(-1.0, axis);
    // turn b by the rotation that takes `facing` to -axis
    double c = -oracle_dot(facing, axis), s = -oracle_cross(facing, axis);
    AukRot q = pair->b.pose.q;
    double qc = (double)q.c, qs = (double)q.s;
    pair->b.pose.q.c = (float)(c * qc - s * qs);
    pair->b.pose.q.s = (float)(s * qc + c * qs);
    oracle_place(&b, &pair->b.shape, pair->b.pose, pair->a.pose.p);
    OracleVec from = surface_along(&a, axis), to = surface_along(&b, oracle_scale_vec(-1.0, axis));
    OracleVec slide = {-axis.y, axis.x};
    double aside = edges ? (random_unit(random) - 0.5) * oracle_reach(&a) : 0.0;
    OracleVec offset = oracle_add(oracle_sub(from, to), oracle_scale_vec(gap, axis));
    offset = oracle_add(offset, oracle_scale_vec(aside, slide));
    pair->b.pose.p =
        auk_vec((float)((double)pair->a.pose.p.x + offset.x), (float)((double)pair->a.pose.p.y + offset.y));
}

static void place_identical(Random *random, PairKind kind_a, PairKind kind_b, float size, Pair *pair)
{
    pair->b.pose = pair->a.pose;
    if (kind_a == kind_b) {
        pair_side_scaled(&pair->a, 1.0f, &pair->b);
    } else {
        pair_random_shape(random, kind_b, size, 1.0f, &pair->b);
    }
}

// b beside a along a's x axis, where both have their long side if they have one; shapes of one kind share their lines.
static void place_collinear(Random *random, PairKind kind_a, PairKind kind_b, float size, Pair *pair)
{
    static OracleShape a, b;
    if (kind_a == kind_b) {
        pair_side_scaled(&pair->a, 1.0f, &pair->b);
    }
    if (kind_a == PAIR_SEGMENT || kind_a == PAIR_CAPSULE) {
        pair->a.shape.core.segment[0].y = pair->a.shape.core.segment[1].y = 0.0f;
    }
    if (kind_b == PAIR_SEGMENT || kind_b == PAIR_CAPSULE) {
        pair->b.shape.core.segment[0].y = pair->b.shape.core.segment[1].y = 0.0f;
    }
    pair->b.pose = pair->a.pose;
    oracle_place(&a, &pair->a.shape, pair->a.pose, pair->a.pose.p);
    oracle_place(&b, &pair->b.shape, pair->b.pose, pair->b.pose.p);
    OracleVec axis = oracle_of(auk_vec(pair->a.pose.q.c, pair->a.pose.q.s));
    OracleVec from = surface_along(&a, axis), to = surface_along(&b, oracle_scale_vec(-1.0, axis));
    double along = oracle_dot(oracle_sub(from, to), axis);
    if (random_chance(random, 0.6)) {
        along += (double)random_float(random, -2.0f, 1.0f) * (double)size;
    }
    OracleVec at = oracle_add(oracle_of(pair->a.pose.p), oracle_scale_vec(along, axis));
    pair->b.pose.p = auk_vec((float)at.x, (float)at.y);
}

// With their centers on one line along an axis the normal is often that axis, where half of what is computed is 0.
static void place_level(Random *random, PairKind kind_a, PairKind kind_b, float size, Pair *pair)
{
    bool integers = random_chance(random, 0.5);
    if (integers) {
        integer_shape(random, kind_a, size, &pair->a);
        integer_shape(random, kind_b, size, &pair->b);
    }
    float along = integers ? 0.5f * size * (float)random_int(random, -10, 10) : random_float(random, -size, size);
    AukRot none = {1.0f, 0.0f};
    pair->a.pose.q = pair->b.pose.q = none;
    AukVec2 offset = random_chance(random, 0.5) ? auk_vec(along, 0.0f) : auk_vec(0.0f, along);
    pair->b.pose.p = auk_vec_add(pair->a.pose.p, offset);
}

static void place_far(Random *random, PairKind kind_a, PairKind kind_b, float size, Pair *pair)
{
    pair_random(random, kind_a, kind_b, (PairFamily)random_int(random, 0, PAIR_FAR - 1), size, pair);
    AukVec2 offset = random_vec(random, -1e5f * size, 1e5f * size);
    pair->a.pose.p = auk_vec_add(pair->a.pose.p, offset);
    pair->b.pose.p = auk_vec_add(pair->b.pose.p, offset);
}

static void place_anywhere(Random *random, float size, Pair *pair)
{
    if (random_chance(random, 0.5)) {
        bool edges = random_chance(random, 0.5);
        place_touching(random, edges, random_chance(random, 0.5) ? 0.0 : -1e-3 * (double)size, pair);
    }
}

void pair_random(Random *random, PairKind kind_a, PairKind kind_b, PairFamily family, float size, Pair *pair)
{
    float aspect = family == PAIR_SLIVERS ? 1e-5f : 1.0f;
    float other = family == PAIR_NESTED ? 0.1f * size : size;
    if (family == PAIR_UNEQUAL) {
        other = size * (float)random_log(random, 1e-4, 1.0);
    }
    pair_random_shape(random, kind_a, size, aspect, &pair->a);
    pair_random_shape(random, kind_b, other, aspect, &pair->b);
    pair->a.pose = random_pose(random, 1.5f * size);
    pair->b.pose = random_pose(random, 1.5f * size);
    bool edges = random_chance(random, 0.5);
    switch (family) {
    case PAIR_TOUCHING_CORNERS: place_touching(random, false, 0.0, pair); break;
    case PAIR_TOUCHING_EDGES: place_touching(random, true, 0.0, pair); break;
    case PAIR_GAP:
        place_touching(random, edges, random_chance(random, 0.5) ? 1e-4 * (double)size : -1e-4 * (double)size, pair);
        break;
    case PAIR_COLLINEAR: place_collinear(random, kind_a, kind_b, size, pair); break;
    case PAIR_NESTED:
        pair->b.pose.p = auk_vec_add(pair->a.pose.p, random_vec(random, -0.1f * size, 0.1f * size));
        break;
    case PAIR_IDENTICAL: place_identical(random, kind_a, kind_b, size, pair); break;
    case PAIR_CONCENTRIC: pair->b.pose.p = pair->a.pose.p; break;
    case PAIR_DUPLICATES:
        repeated_shape(random, kind_a, size, &pair->a);
        repeated_shape(random, kind_b, size, &pair->b);
        place_anywhere(random, size, pair);
        break;
    case PAIR_SLIVERS:
    case PAIR_UNEQUAL: place_anywhere(random, size, pair); break;
    case PAIR_INTEGERS:
        integer_shape(random, kind_a, size, &pair->a);
        integer_shape(random, kind_b, size, &pair->b);
        break;
    case PAIR_LEVEL: place_level(random, kind_a, kind_b, size, pair); break;
    case PAIR_FAR: place_far(random, kind_a, kind_b, size, pair); break;
    case PAIR_RANDOM:
    case PAIR_FAMILY_COUNT: break;
    }
}

void pair_side_scaled(const PairSide *side, float k, PairSide *out)
{
    out->shape = side->shape;
    out->pose = side->pose;
    out->pose.p = auk_vec_scale(k, side->pose.p);
    out->shape.radius = k * side->shape.radius;
    switch (side->shape.kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        out->shape.core.segment[0] = auk_vec_scale(k, side->shape.core.segment[0]);
        out->shape.core.segment[1] = auk_vec_scale(k, side->shape.core.segment[1]);
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: out->shape.core.half = auk_vec_scale(k, side->shape.core.half); break;
    case AUK_SHAPE_POLYGON:
        for (int i = 0; i < side->shape.core.polygon.count; i++) {
            out->vertices[i] = auk_vec_scale(k, side->shape.core.polygon.vertices[i]);
        }
        out->shape.core.polygon.vertices = out->vertices;
        break;
    case AUK_SHAPE_CUSTOM:
        out->curve = side->curve;
        out->curve.half = auk_vec_scale(k, side->curve.half);
        out->curve.offset = auk_vec_scale(k, side->curve.offset);
        out->custom = pair_curve_custom(&out->curve);
        out->shape.core.custom = &out->custom;
        break;
    case AUK_SHAPE_HALF_PLANE: out->shape.core.half_plane.offset = k * side->shape.core.half_plane.offset; break;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
}

AukPath pair_resting(AukTransform pose)
{
    AukPath path = {pose, {0.0f, 0.0f}, 0.0f};
    return path;
}

AukTransform pair_moved(AukTransform motion, AukTransform pose)
{
    double c = (double)motion.q.c, s = (double)motion.q.s;
    double x = (double)pose.p.x, y = (double)pose.p.y;
    double turn_c = (double)pose.q.c, turn_s = (double)pose.q.s;
    if (turn_c == 0.0 && turn_s == 0.0) {
        turn_c = 1.0;
    }
    AukTransform moved;
    moved.p = auk_vec((float)((double)motion.p.x + c * x - s * y), (float)((double)motion.p.y + s * x + c * y));
    moved.q.c = (float)(c * turn_c - s * turn_s);
    moved.q.s = (float)(s * turn_c + c * turn_s);
    return moved;
}

AukBox pair_random_box(Random *random, AukVec2 middle, float size)
{
    float step = size * (random_chance(random, 0.5) ? 0x1p-4f : 1e-7f);
    float wide = step * roundf(size / step), high = step * roundf(random_float(random, 0.1f, 2.0f) * size / step);
    AukVec2 half = {wide, high}, at = {step * roundf(middle.x / step), step * roundf(middle.y / step)};
    return auk_box(auk_vec_sub(at, half), auk_vec_add(at, half));
}

float pair_box_gap(AukBox a, AukBox b)
{
    double x = fmax((double)a.min.x - b.max.x, (double)b.min.x - a.max.x);
    return (float)fmax(x, fmax((double)a.min.y - b.max.y, (double)b.min.y - a.max.y));
}
