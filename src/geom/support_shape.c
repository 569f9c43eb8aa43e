// Support on large polygons is a binary search: along the outline the projection on a direction rises once and falls
// once. The search keeps a chain [low, high] that contains the maximum. A final climb over the neighbours corrects ties
// and rounding, so the result is a local (hence global) maximum.
#include "geom/support_shape.h"

#include "base/assert.h"
#include "base/predicates.h"

#include <stddef.h>

static AukStatus check_box(AukVec2 half)
{
    AukStatus status = auk__check_vec(half);
    if (status) {
        return status;
    }
    if (half.x < 0.0f || half.y < 0.0f) {
        return AUK_ERROR_NEGATIVE;
    }
    return half.x == 0.0f || half.y == 0.0f ? AUK_ERROR_ZERO_AREA : AUK_OK;
}

static AukDvec half_plane_normal(const AukShape *shape, double *length)
{
    AukDvec normal = dvec_from(shape->core.half_plane.normal);
    *length = dvec_length(normal);
    return normal;
}

static AukStatus check_half_plane(const AukShape *shape)
{
    AukStatus status = auk__check_vec(shape->core.half_plane.normal);
    status = status ? status : auk__check_number(shape->core.half_plane.offset);
    if (status) {
        return status;
    }
    double length;
    half_plane_normal(shape, &length);
    if (length == 0.0) {
        return AUK_ERROR_ZERO_AREA;
    }
    return fabs((double)shape->core.half_plane.offset) > (double)AUK_COORDINATE_MAX * length ? AUK_ERROR_RANGE : AUK_OK;
}

void auk__support_shape_init_half_plane(AukSupportShape *core, const AukShape *shape)
{
    double length;
    AukDvec normal = half_plane_normal(shape, &length);
    core->count = AUK_HALF_PLANE_COUNT;
    core->half = dvec(normal.x / length, normal.y / length);
    core->offset = (double)shape->core.half_plane.offset / length;
}

static AukStatus check_custom(const AukCustomShape *custom)
{
    if (!custom || !custom->support) {
        return AUK_ERROR_NULL;
    }
    AukStatus status = auk__check_vec(custom->bounds.min);
    status = status ? status : auk__check_vec(custom->bounds.max);
    bool inside_out = custom->bounds.min.x > custom->bounds.max.x || custom->bounds.min.y > custom->bounds.max.y;
    return status ? status : (inside_out ? AUK_ERROR_NEGATIVE : AUK_OK);
}

AukStatus auk__shape_status(const AukShape *shape)
{
    if (!shape) {
        return AUK_ERROR_NULL;
    }
    AukStatus status = auk__check_number(shape->radius);
    if (!status && shape->radius < 0.0f) {
        status = AUK_ERROR_NEGATIVE;
    }
    switch (shape->kind) {
    case AUK_SHAPE_NONE: return shape->status ? shape->status : AUK_ERROR_NO_SHAPE;
    case AUK_SHAPE_CIRCLE: return status;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        status = status ? status : auk__check_vec(shape->core.segment[0]);
        return status ? status : auk__check_vec(shape->core.segment[1]);
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: return status ? status : check_box(shape->core.half);
    case AUK_SHAPE_CUSTOM: return status ? status : check_custom(shape->core.custom);
    case AUK_SHAPE_HALF_PLANE: return status ? status : check_half_plane(shape);
    case AUK_SHAPE_POLYGON:
        if (!status && !shape->core.polygon.vertices) {
            return AUK_ERROR_NULL;
        }
        if (!status && (shape->core.polygon.count < 3 || shape->core.polygon.count > AUK_VERTEX_COUNT_MAX)) {
            return AUK_ERROR_COUNT;
        }
        return status;
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return AUK_ERROR_ENUM;
}

AukStatus auk__pair_status(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    AukStatus status = auk__shape_check(a);
    status = status ? status : auk__shape_check(b);
    if (!status && a->kind == AUK_SHAPE_HALF_PLANE && b->kind == AUK_SHAPE_HALF_PLANE) {
        status = AUK_ERROR_UNSUPPORTED; // their distance is minus infinity, except for opposite normals
    }
    status = status ? status : auk__check_pose(pose_a);
    return status ? status : auk__check_pose(pose_b);
}

void auk__support_shape_init_point(AukSupportShape *core, AukDvec point)
{
    static const AukShape dot = {.kind = AUK_SHAPE_CIRCLE};
    AukDtransform transform = {point.x, point.y, 1.0, 0.0};
    auk__support_shape_init(core, &dot, transform);
}

static double dot_local(const AukVec2 *v, AukDvec d)
{
    return v->x * d.x + v->y * d.y;
}

static int support_scan(const AukSupportShape *core, AukDvec d)
{
    int best = 0;
    double best_dot = dot_local(&core->vertices[0], d);
    for (int i = 1; i < core->count; i++) {
        double dot = dot_local(&core->vertices[i], d);
        if (dot > best_dot) {
            best_dot = dot;
            best = i;
        }
    }
    return best;
}

// Walks uphill from `index`; a step or two after the search, never a whole round.
static int support_climb(const AukSupportShape *core, AukDvec d, int index)
{
    int count = core->count;
    double dot = dot_local(&core->vertices[index], d);
    for (int direction = 1; direction >= -1; direction -= 2) {
        for (int step = 0; step < count; step++) {
            int neighbour = (index + direction + count) % count;
            double next = dot_local(&core->vertices[neighbour], d);
            if (next <= dot) {
                break;
            }
            dot = next;
            index = neighbour;
        }
    }
    return index;
}

static bool rises_after(const AukSupportShape *core, AukDvec d, int index)
{
    return dot_local(&core->vertices[auk__support_shape_next(core, index)], d) > dot_local(&core->vertices[index], d);
}

static int support_search(const AukSupportShape *core, AukDvec d)
{
    int low = 0, high = core->count; // the maximum is in [low, high); vertex `count` is vertex 0
    bool low_rises = rises_after(core, d, 0);
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        bool middle_rises = rises_after(core, d, middle);
        bool above = dot_local(&core->vertices[middle], d) > dot_local(&core->vertices[low], d);
        bool top_after_middle = low_rises ? middle_rises && above : middle_rises || !above;
        if (top_after_middle) {
            low = middle;
            low_rises = middle_rises;
        } else {
            high = middle;
        }
    }
    // the edge from `low` rises towards the maximum at its end, or it falls, and `low` is the maximum or the last
    // vertex
    return support_climb(core, d, low);
}

int auk__support_shape_support(const AukSupportShape *core, AukDvec direction)
{
    if (core->count == 1) {
        return 0;
    }
    if (core->box) {
        return auk__support_shape_box_support(core, direction);
    }
    AukDvec d = auk__dtransform_unrotate(&core->transform, direction);
    return core->count <= AUK_SCANNED_VERTICES ? support_scan(core, d) : support_search(core, d);
}

// Farthest point of a curve along a direction, in its own frame. Half-planes are asked along their normal only.
static AukDvec curve_point(const AukSupportShape *core, AukDvec d)
{
    if (core->count < 0) {
        return dvec_scale(core->offset, core->half);
    }
    if (core->custom) {
        double direction[2] = {d.x, d.y}, point[2] = {0.0, 0.0};
        core->custom->support(direction, point, core->custom->context);
        return dvec(point[0], point[1]);
    }
    AukDvec scaled = dvec(core->half.x * d.x, core->half.y * d.y);
    double length = dvec_length(scaled);
    if (!(length > 0.0)) {
        return dvec(core->half.x, 0.0);
    }
    return dvec(core->half.x * (scaled.x / length), core->half.y * (scaled.y / length));
}

AukSupport auk__support_shape_farthest(const AukSupportShape *core, AukDvec direction)
{
    AukSupport support;
    if (auk__support_shape_is_curved(core)) {
        support.index = AUK_ON_CURVE;
        support.point = auk__dtransform_apply(&core->transform,
                                              curve_point(core, auk__dtransform_unrotate(&core->transform, direction)));
    } else {
        support.index = auk__support_shape_support(core, direction);
        support.point = auk__support_shape_vertex(core, support.index);
    }
    return support;
}

static double extent_by_support(const AukSupportShape *core)
{
    static const AukDvec axes[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    AukDvec origin = dvec(core->transform.x, core->transform.y);
    double extent = 0.0;
    for (int i = 0; i < 4; i++) {
        AukDvec direction = auk__dtransform_rotate(&core->transform, axes[i]);
        double size = fabs(dvec_dot(dvec_sub(auk__support_shape_farthest(core, direction).point, origin), direction));
        extent = size > extent ? size : extent;
    }
    return extent;
}

double auk__support_shape_extent(const AukSupportShape *core)
{
    double extent = 0.0;
    if (core->count < 0) {
        return 0.0;
    }
    if (core->count == 0 && !core->custom) {
        extent = dvec_size(core->half);
    } else if (core->count == 0 || core->count > AUK_SCANNED_VERTICES) {
        extent = extent_by_support(core);
    } else {
        int count = core->box ? 1 : core->count; // all corners of a box are equally far
        for (int i = 0; i < count; i++) {
            double size = dvec_size(dvec_from(core->vertices[i]));
            extent = size > extent ? size : extent;
        }
    }
    return extent + core->radius;
}

static double turn_radius_of_box(const AukDtransform *local, AukDvec min, AukDvec max)
{
    double radius = 0.0;
    for (int i = 0; i < 4; i++) {
        AukDvec corner = dvec(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y);
        double length = dvec_length(auk__dtransform_apply(local, corner));
        radius = length > radius ? length : radius;
    }
    return radius;
}

double auk__support_shape_turn_radius(const AukSupportShape *core, const AukDtransform *local)
{
    if (core->count < 0) {
        return AUK_HALF_PLANE_TURN_RADIUS;
    }
    if (core->custom) {
        return turn_radius_of_box(local, dvec_from(core->custom->bounds.min), dvec_from(core->custom->bounds.max));
    }
    if (auk__support_shape_is_curved(core)) {
        double longer = core->half.x > core->half.y ? core->half.x : core->half.y;
        return dvec_length(dvec(local->x, local->y)) + longer;
    }
    bool centred = local->x == 0.0 && local->y == 0.0;
    int count = core->box && centred ? 1 : core->count; // all corners of a centred box are equally far
    double square = 0.0;
    for (int i = 0; i < count; i++) {
        AukDvec vertex = auk__dtransform_apply(local, dvec_from(core->vertices[i]));
        double next = dvec_dot(vertex, vertex);
        square = next > square ? next : square;
    }
    return sqrt(square);
}
