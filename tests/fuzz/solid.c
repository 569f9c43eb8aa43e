// The signed distance of two convex shapes is the largest gap that any axis shows, apart or overlapping. So an answer
// is right if its own normal shows its distance and no axis shows more; both are checked with support points alone.
#include "fuzz/solid.h"

#include "support/oracle.h"

#include <math.h>
#include <string.h>

Solid solid_of(const AukShape *shape, AukTransform pose, AukVec2 origin)
{
    Solid solid;
    solid.shape = shape;
    solid.at = vec_sub(vec_of(pose.p), vec_of(origin));
    solid.c = (double)pose.q.c;
    solid.s = (double)pose.q.s;
    double square = solid.c * solid.c + solid.s * solid.s;
    if (square == 0.0) {
        solid.c = 1.0;
    } else if (fabs(square - 1.0) > 1e-6) {
        solid.c /= sqrt(square);
        solid.s /= sqrt(square);
    }
    return solid;
}

Solid solid_of_point(AukShape *storage, Vec at, float radius)
{
    memset(storage, 0, sizeof *storage);
    storage->kind = AUK_SHAPE_CIRCLE;
    storage->radius = radius;
    Solid solid = {storage, at, 1.0, 0.0};
    return solid;
}

static Vec farthest_of(const AukVec2 *points, int count, Vec direction)
{
    Vec best = vec_of(points[0]);
    for (int i = 1; i < count; i++) {
        Vec p = vec_of(points[i]);
        if (vec_dot(p, direction) > vec_dot(best, direction)) {
            best = p;
        }
    }
    return best;
}

// In the shape's own frame, without the radius.
static Vec core_support(const AukShape *shape, Vec d)
{
    double point[2] = {0.0, 0.0}, direction[2] = {d.x, d.y};
    Vec half = vec_of(shape->core.half);
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: return farthest_of(shape->core.segment, 2, d);
    case AUK_SHAPE_BOX: return vec(d.x < 0.0 ? -half.x : half.x, d.y < 0.0 ? -half.y : half.y);
    case AUK_SHAPE_POLYGON: return farthest_of(shape->core.polygon.vertices, shape->core.polygon.count, d);
    case AUK_SHAPE_ELLIPSE: {
        double x = half.x * d.x, y = half.y * d.y, length = hypot(x, y);
        return length > 0.0 ? vec(half.x * (x / length), half.y * (y / length)) : vec(half.x, 0.0);
    }
    case AUK_SHAPE_CUSTOM: shape->core.custom->support(direction, point, shape->core.custom->context); break;
    case AUK_SHAPE_HALF_PLANE: // has no support points; tests/prop/half_plane.c has an oracle of its own
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return vec(point[0], point[1]);
}

Vec solid_support(const Solid *solid, Vec direction)
{
    double length = vec_length(direction);
    Vec d = vec_scale(1.0 / length, direction);
    Vec local = vec(solid->c * d.x + solid->s * d.y, solid->c * d.y - solid->s * d.x);
    Vec p = core_support(solid->shape, local);
    Vec turned = vec(solid->c * p.x - solid->s * p.y, solid->s * p.x + solid->c * p.y);
    Vec out = vec_add(solid->at, turned);
    return vec_add(out, vec_scale((double)solid->shape->radius, d));
}

double solid_separation(const Solid *a, const Solid *b, Vec axis)
{
    Vec from = solid_support(a, axis), to = solid_support(b, vec_scale(-1.0, axis));
    return vec_dot(axis, vec_sub(to, from));
}

static void widen(const Solid *a, const Solid *b, Vec axis, double *widest)
{
    double length = vec_length(axis);
    if (length > 0.0) {
        double gap = solid_separation(a, b, vec_scale(1.0 / length, axis));
        *widest = gap > *widest ? gap : *widest;
    }
}

// Both normals of each edge of the shape, or of the vertices that are looked at if there are many.
static void widen_by_edges(const Solid *owner, const Solid *a, const Solid *b, double *widest)
{
    const AukShape *shape = owner->shape;
    AukVec2 corners[4] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    const AukVec2 *points = corners;
    int count = 4; // of a curve: the axes, which is as good as any
    if (shape->kind == AUK_SHAPE_POLYGON) {
        points = shape->core.polygon.vertices;
        count = shape->core.polygon.count;
    } else if (shape->kind == AUK_SHAPE_CAPSULE || shape->kind == AUK_SHAPE_SEGMENT) {
        points = shape->core.segment;
        count = 2;
    }
    int stride = 1 + count / 32;
    for (int i = 0; i < count; i += stride) {
        Vec edge = vec_sub(vec_of(points[(i + 1) % count]), vec_of(points[i]));
        Vec turned = vec(owner->c * edge.x - owner->s * edge.y, owner->s * edge.x + owner->c * edge.y);
        widen(a, b, vec(turned.y, -turned.x), widest);
        widen(a, b, vec(-turned.y, turned.x), widest);
    }
}

double solid_widest(const Solid *a, const Solid *b)
{
    double widest = -INFINITY;
    for (int i = 0; i < 12; i++) {
        double angle = 0.1 + 6.283185307179586 / 12.0 * i;
        widen(a, b, vec(cos(angle), sin(angle)), &widest);
    }
    widen(a, b, vec_sub(b->at, a->at), &widest);
    widen_by_edges(a, a, b, &widest);
    widen_by_edges(b, a, b, &widest);
    return widest;
}

double solid_extent(const Solid *solid)
{
    double extent = 0.0;
    for (int i = 0; i < 4; i++) {
        Vec axis = vec(i == 0 ? 1.0 : i == 1 ? -1.0 : 0.0, i == 2 ? 1.0 : i == 3 ? -1.0 : 0.0);
        double size = fabs(vec_dot(axis, vec_sub(solid_support(solid, axis), solid->at)));
        extent = size > extent ? size : extent;
    }
    return extent;
}

bool solid_is_thin(const AukShape *shape)
{
    if (shape->kind == AUK_SHAPE_BOX) {
        double x = (double)shape->core.half.x, y = (double)shape->core.half.y;
        return fmin(x, y) < 1e-13 * fmax(x, y);
    }
    if (shape->kind != AUK_SHAPE_POLYGON) {
        return false;
    }
    const AukVec2 *points = shape->core.polygon.vertices;
    int count = shape->core.polygon.count;
    for (int i = 0; i < count; i++) {
        Vec edge = vec_sub(vec_of(points[(i + 1) % count]), vec_of(points[i]));
        double width = 0.0, size = 0.0;
        for (int k = 0; k < count; k++) {
            Vec across = vec_sub(vec_of(points[k]), vec_of(points[i]));
            width = fmax(width, vec_cross(edge, across) / vec_length(edge));
            size = fmax(size, vec_length(across));
        }
        if (width < 1e-13 * size) {
            return true;
        }
    }
    return false;
}

double solid_scale(const Solid *a, const Solid *b)
{
    double apart = vec_length(vec_sub(b->at, a->at));
    return fmax(apart, fmax(solid_extent(a), solid_extent(b)));
}

double solid_tolerance(double scale)
{
    return 1e-5 * scale + 1e-44;
}

double solid_rounding(AukVec2 place)
{
    return 2.5e-7 * fmax(fabs((double)place.x), fabs((double)place.y)) + 1e-44;
}

bool solid_is_flat(const AukVec2 *points, int count)
{
    int other = 1;
    while (other < count && points[other].x == points[0].x && points[other].y == points[0].y) {
        other++;
    }
    for (int i = other + 1; i < count; i++) {
        if (oracle_orientation(points[0], points[other], points[i]) != 0) {
            return false;
        }
    }
    return true;
}

// Every other point lies strictly to the left of every edge.
bool solid_is_polygon(const AukVec2 *points, int count)
{
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        for (int j = 0; j < count; j++) {
            if (j != i && j != next && oracle_orientation(points[i], points[next], points[j]) <= 0) {
                return false;
            }
        }
    }
    return count >= 3;
}
