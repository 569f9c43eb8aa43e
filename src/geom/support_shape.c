// Support on large polygons is a binary search: along the outline the projection on a direction rises once and falls
// once. The search keeps a chain [low, high] that contains the maximum. A final climb over the neighbours corrects ties
// and rounding, so the result is a local (hence global) maximum.
#include "geom/support_shape.h"

#include "base/assert.h"
#include "base/predicates.h"

#include <stddef.h>

static AukStatus check_box(AukVec2 half, AukFault *fault)
{
    AukStatus status = auk__fault_size(fault, half.x, AUK_FIELD_X);
    status = status ? status : auk__fault_size(fault, half.y, AUK_FIELD_Y);
    if (!status && (half.x == 0.0f || half.y == 0.0f)) {
        status = auk__fault_value(fault, AUK_ERROR_ZERO_AREA, half.x == 0.0f ? AUK_FIELD_X : AUK_FIELD_Y, 0.0);
    }
    return auk__fault_in(fault, status, AUK_FIELD_HALF);
}

static AukDvec half_plane_normal(const AukShape *shape, double *length)
{
    AukDvec normal = dvec_from(shape->core.half_plane.normal);
    *length = dvec_length(normal);
    return normal;
}

static AukStatus check_half_plane(const AukShape *shape, AukFault *fault)
{
    float offset = shape->core.half_plane.offset;
    AukStatus status = auk__fault_vec(fault, shape->core.half_plane.normal, AUK_FIELD_NORMAL);
    status = status ? status : auk__fault_number(fault, offset, AUK_FIELD_OFFSET);
    double length;
    half_plane_normal(shape, &length);
    if (!status && length == 0.0) {
        status = auk__fault_value(fault, AUK_ERROR_ZERO_AREA, AUK_FIELD_NORMAL, 0.0);
    }
    double most = (double)AUK_COORDINATE_MAX * length;
    if (!status && fabs((double)offset) > most) {
        status = auk__fault_write_bounds(fault, AUK_ERROR_RANGE, AUK_FIELD_OFFSET, (double)offset, -most, most);
    }
    return auk__fault_in(fault, status, AUK_FIELD_HALF_PLANE);
}

void auk__support_shape_init_half_plane(AukSupportShape *core, const AukShape *shape)
{
    double length;
    AukDvec normal = half_plane_normal(shape, &length);
    core->count = AUK_HALF_PLANE_COUNT;
    core->half = dvec(normal.x / length, normal.y / length);
    core->offset = (double)shape->core.half_plane.offset / length;
}

AukStatus auk__custom_find_fault(const AukCustomShape *custom, AukFault *fault)
{
    AukStatus status = auk__fault_pointer(fault, custom, AUK_FIELD_CUSTOM);
    if (status) {
        return status;
    }
    AukVec2 min = custom->bounds.min, max = custom->bounds.max;
    if (!custom->support) {
        status = auk__fault_note(fault, AUK_ERROR_NULL, AUK_FIELD_SUPPORT);
        return auk__fault_in(fault, status, AUK_FIELD_CUSTOM);
    }
    status = auk__fault_vec(fault, min, AUK_FIELD_MIN);
    status = status ? status : auk__fault_vec(fault, max, AUK_FIELD_MAX);
    if (!status && (min.x > max.x || min.y > max.y)) {
        bool of_x = min.x > max.x;
        status =
            auk__fault_write_bounds(fault, AUK_ERROR_NEGATIVE, of_x ? AUK_FIELD_X : AUK_FIELD_Y,
                                    (double)(of_x ? max.x : max.y), (double)(of_x ? min.x : min.y), (double)INFINITY);
        status = auk__fault_in(fault, status, AUK_FIELD_MAX);
    }
    return auk__fault_in(fault, auk__fault_in(fault, status, AUK_FIELD_BOUNDS), AUK_FIELD_CUSTOM);
}

AukStatus auk__radius_find_fault(float radius, AukFault *fault)
{
    return auk__fault_size(fault, radius, AUK_FIELD_RADIUS);
}

static AukStatus check_ends(const AukVec2 *ends, AukFault *fault)
{
    for (int i = 0; i < 2; i++) {
        AukStatus status = auk__fault_at(fault, auk__fault_vec(fault, ends[i], AUK_FIELD_SEGMENT), i);
        if (status) {
            return status;
        }
    }
    return AUK_OK;
}

static AukStatus check_polygon(const AukShape *shape, AukFault *fault)
{
    AukStatus status = auk__fault_pointer(fault, shape->core.polygon.vertices, AUK_FIELD_VERTICES);
    status =
        status ? status : auk__fault_count(fault, shape->core.polygon.count, 3, AUK_VERTEX_COUNT_MAX, AUK_FIELD_COUNT);
    return auk__fault_in(fault, status, AUK_FIELD_POLYGON);
}

// Checks the core of a shape whose radius is right.
static AukStatus check_core(const AukShape *shape, AukFault *fault)
{
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: return check_ends(shape->core.segment, fault);
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: return check_box(shape->core.half, fault);
    case AUK_SHAPE_CUSTOM: return auk__custom_find_fault(shape->core.custom, fault);
    case AUK_SHAPE_HALF_PLANE: return check_half_plane(shape, fault);
    case AUK_SHAPE_POLYGON: return check_polygon(shape, fault);
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return AUK_OK;
}

AukStatus auk__shape_find_fault(const AukShape *shape, AukFault *fault)
{
    if (!shape) {
        return AUK_ERROR_NULL; // the name of the pointer is the caller's
    }
    if (shape->kind == AUK_SHAPE_NONE) {
        return shape->status ? auk__fault_write_refused(fault, shape->status)
                             : auk__fault_value(fault, AUK_ERROR_NO_SHAPE, AUK_FIELD_KIND, AUK_SHAPE_NONE);
    }
    AukStatus status = auk__fault_enum(fault, (int)shape->kind, AUK_SHAPE_KIND_COUNT, AUK_FIELD_KIND);
    status = status ? status : auk__radius_find_fault(shape->radius, fault);
    return status ? status : auk__fault_in(fault, check_core(shape, fault), AUK_FIELD_CORE);
}

AukStatus auk__shape_status(const AukShape *shape)
{
    return auk__shape_find_fault(shape, NULL);
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
    if (core->count == 2) {
        return auk__support_shape_segment_support(core, direction);
    }
    if (core->box) {
        return auk__support_shape_box_support(core, direction);
    }
    AukDvec d = auk__dtransform_unrotate(&core->transform, direction);
    return core->count <= AUK_SCANNED_VERTICES ? support_scan(core, d) : support_search(core, d);
}

// A coordinate of a point of a custom shape. What is no number, or farther from the bounds than these are wide, is no
// rounding: it is taken into them, so that boxes are finite and calls end.
static double within_bounds(double x, float min, float max, double slack)
{
    return !(x >= (double)min - slack) ? (double)min : (!(x <= (double)max + slack) ? (double)max : x);
}

AukDvec auk__custom_support(const AukCustomShape *custom, AukDvec direction)
{
    const AukBox *bounds = &custom->bounds;
    double along[2] = {direction.x, direction.y}, point[2] = {0.0, 0.0};
    custom->support(along, point, custom->context);
    double slack = ((double)bounds->max.x - bounds->min.x) + ((double)bounds->max.y - bounds->min.y);
    return dvec(within_bounds(point[0], bounds->min.x, bounds->max.x, slack),
                within_bounds(point[1], bounds->min.y, bounds->max.y, slack));
}

// Farthest point of a curve along a direction, in its own frame. Half-planes are asked along their normal only.
static AukDvec curve_point(const AukSupportShape *core, AukDvec d)
{
    if (core->count < 0) {
        return dvec_scale(core->offset, core->half);
    }
    if (core->custom) {
        return auk__custom_support(core->custom, d);
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
        support.index = core->count == 2 ? auk__support_shape_segment_support(core, direction)
                                         : auk__support_shape_support(core, direction);
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
    return auk__square_root(square);
}
