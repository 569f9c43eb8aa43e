// A shape in the frame of a pair: its core, its radius and its transform. The core is a polygon of 1 (point), 2
// (segment), 4 (box) or more vertices, a curve with a support function, or a half-plane. The pair's frame is centred on
// the first shape's body and has the caller's axes. Invariant: vertices are strictly convex and counter-clockwise; with
// two vertices both directions are edges. A curve has no vertices (count 0); a half-plane has the count
// AUK_HALF_PLANE_COUNT, and its only support point is the point of its surface nearest to the origin of its frame.
#ifndef AUK_GEOM_SUPPORT_SHAPE_H
#define AUK_GEOM_SUPPORT_SHAPE_H

#include "auk/types.h"
#include "base/assert.h"
#include "base/f32x4.h"
#include "base/fault.h"
#include "base/predicates.h"
#include "geom/dvec.h"

#include <stddef.h>

enum { AUK_SCANNED_VERTICES = 24 }; // up to this many a scan is faster than a search

// A negative count: `count <= 0` is one test for all cores without vertices, so that pairs of polygons do not pay for
// half-planes, and the sign of `a.count | b.count` tells whether a pair has one.
enum { AUK_HALF_PLANE_COUNT = -1 };

// The turn radius of a half-plane: larger than any distance. It is finite, so that a product with a turn of 0 is 0.
#define AUK_HALF_PLANE_TURN_RADIUS 1e300

enum { AUK_SUPPORT_OWN_MAX = 8 }; // vertices that a support shape stores itself: those of a cell of a grid

typedef struct AukSupportShape {
    const AukVec2 *vertices;      // in the shape's frame; may point to `own`, so a core is not copied
    int count;                    // 0: a curve; AUK_HALF_PLANE_COUNT
    bool box;                     // the four vertices are (-,-) (+,-) (+,+) (-,+) of one half extent
    AukDvec half;                 // half extents of an ellipse, unit normal of a half-plane; otherwise not set
    double offset;                // of a half-plane; otherwise 0, since gcc 12 cannot see that nothing reads it then
    const AukCustomShape *custom; // a custom curve, or null
    double radius;
    AukDtransform transform;
    AukVec2 own[AUK_SUPPORT_OWN_MAX];
} AukSupportShape;

// The answers of auk__shape_check() and auk__pair_check(), without their fast path for valid shapes.
AukStatus auk__shape_status(const AukShape *shape);
AukStatus auk__pair_status(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

// True for valid shapes of the common kinds. Every call on a pair begins with this test. It takes a few instructions;
// the full check takes a hundred.
static inline bool auk__shape_is_right(const AukShape *shape)
{
    if (!shape || !(shape->radius >= 0.0f && shape->radius <= AUK_COORDINATE_MAX)) {
        return false;
    }
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        return true;
    }
    if (shape->kind == AUK_SHAPE_BOX) {
        AukVec2 half = shape->core.half;
        return half.x > 0.0f && half.y > 0.0f && half.x <= AUK_COORDINATE_MAX && half.y <= AUK_COORDINATE_MAX;
    }
    if (shape->kind == AUK_SHAPE_CAPSULE || shape->kind == AUK_SHAPE_SEGMENT) {
        return auk__f32x4_all_within((const float *)shape->core.segment, AUK_COORDINATE_MAX);
    }
    return shape->kind == AUK_SHAPE_POLYGON && shape->core.polygon.vertices && shape->core.polygon.count >= 3 &&
           shape->core.polygon.count <= AUK_VERTEX_COUNT_MAX;
}

// The status of a shape as an argument: AUK_OK or an error. O(1), since a polygon's vertices were checked when the
// shape was made.
static inline AukStatus auk__shape_check(const AukShape *shape)
{
    return auk__shape_is_right(shape) ? AUK_OK : auk__shape_status(shape);
}

// The same without the fast path, which notes what is wrong, as a member of the shape. `fault` may be null.
AukStatus auk__shape_find_fault(const AukShape *shape, AukFault *fault);

// Checks a custom shape, as an argument or a member `custom`.
AukStatus auk__custom_find_fault(const AukCustomShape *custom, AukFault *fault);

// Checks a radius, as a member of a shape.
AukStatus auk__radius_find_fault(float radius, AukFault *fault);

// The same for an argument that may not be a half-plane: AUK_ERROR_UNSUPPORTED.
static inline AukStatus auk__bounded_shape_check(const AukShape *shape)
{
    AukStatus status = auk__shape_check(shape);
    return status || shape->kind != AUK_SHAPE_HALF_PLANE ? status : AUK_ERROR_UNSUPPORTED;
}

// Checks number by number, since poses are passed by value in registers.
static inline bool auk__pose_is_right(const AukTransform *pose)
{
    return (int)auk__is_in_range(pose->p.x) & (int)auk__is_in_range(pose->p.y) & (int)auk__is_in_range(pose->q.c) &
           (int)auk__is_in_range(pose->q.s);
}

// The statuses of both shapes and both poses of a pair, the first that is not AUK_OK.
static inline AukStatus auk__pair_check(const AukShape *a, const AukTransform *pose_a, const AukShape *b,
                                        const AukTransform *pose_b)
{
    bool right =
        auk__pose_is_right(pose_a) && auk__pose_is_right(pose_b) && auk__shape_is_right(a) && auk__shape_is_right(b);
    return right ? AUK_OK : auk__pair_status(a, *pose_a, b, *pose_b);
}

// True for cores without vertices: curves and half-planes.
static inline bool auk__support_shape_is_curved(const AukSupportShape *core)
{
    return core->count <= 0;
}

static inline bool auk__support_shape_is_half_plane(const AukSupportShape *core)
{
    return core->count < 0;
}

// Copies a support shape. Its vertices may lie in itself, so an assignment alone is no copy.
static inline void auk__support_shape_copy(const AukSupportShape *shape, AukSupportShape *copy)
{
    *copy = *shape;
    copy->vertices = shape->vertices == shape->own ? copy->own : shape->vertices;
}

// True if both are points or segments, without a radius.
static inline bool auk__have_no_inside(const AukSupportShape *a, const AukSupportShape *b)
{
    return a->radius + b->radius == 0.0 && (a->count == 1 || a->count == 2) && (b->count == 1 || b->count == 2);
}

static inline bool auk__has_half_plane(const AukSupportShape *a, const AukSupportShape *b)
{
    return (a->count | b->count) < 0;
}

// Fills the members that only a half-plane has.
void auk__support_shape_init_half_plane(AukSupportShape *core, const AukShape *shape);

// Fills `core` for a shape that passed auk__shape_check(). Members that its kind does not use are not set.
static inline void auk__support_shape_init(AukSupportShape *core, const AukShape *shape, AukDtransform transform)
{
    core->vertices = core->own;
    core->count = 1;
    core->box = false;
    core->custom = NULL;
    core->offset = 0.0;
    core->radius = (double)shape->radius;
    core->transform = transform;
    switch (shape->kind) {
    case AUK_SHAPE_CIRCLE: core->own[0].x = core->own[0].y = 0.0f; break;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: {
        AukVec2 p = shape->core.segment[0], q = shape->core.segment[1];
        core->own[0] = p;
        core->own[1] = q;
        core->count = p.x == q.x && p.y == q.y ? 1 : 2;
        break;
    }
    case AUK_SHAPE_BOX: {
        AukVec2 half = shape->core.half;
        core->own[0].x = core->own[3].x = -half.x;
        core->own[0].y = core->own[1].y = -half.y;
        core->own[1].x = half.x;
        core->own[2] = shape->core.half; // as one word, since it is read as one, soon
        core->own[3].y = half.y;
        core->count = 4;
        core->box = true;
        break;
    }
    case AUK_SHAPE_POLYGON:
        core->vertices = shape->core.polygon.vertices;
        core->count = shape->core.polygon.count;
        break;
    case AUK_SHAPE_ELLIPSE:
        core->half = dvec_from(shape->core.half);
        core->count = 0;
        break;
    case AUK_SHAPE_CUSTOM:
        core->custom = shape->core.custom;
        core->count = 0;
        break;
    case AUK_SHAPE_HALF_PLANE: auk__support_shape_init_half_plane(core, shape); break;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: AUK_ASSERT(false); break;
    }
}

// Checks a pair of placed shapes, and makes their support shapes in a frame around the position of a.
static inline AukStatus auk__pair_init(const AukShape *a, const AukTransform *pose_a, const AukShape *b,
                                       const AukTransform *pose_b, AukSupportShape *core_a, AukSupportShape *core_b)
{
    AukStatus status = auk__pair_check(a, pose_a, b, pose_b);
    if (!status) {
        auk__support_shape_init(core_a, a, auk__dtransform(*pose_a, pose_a->p));
        auk__support_shape_init(core_b, b, auk__dtransform(*pose_b, pose_a->p));
    }
    return status;
}

// The same for the algorithms that need the support points of both shapes: half-planes give AUK_ERROR_UNSUPPORTED.
static inline AukStatus auk__bounded_pair_init(const AukShape *a, const AukTransform *pose_a, const AukShape *b,
                                               const AukTransform *pose_b, AukSupportShape *core_a,
                                               AukSupportShape *core_b)
{
    AukStatus status = auk__pair_init(a, pose_a, b, pose_b, core_a, core_b);
    return !status && auk__has_half_plane(core_a, core_b) ? AUK_ERROR_UNSUPPORTED : status;
}

// The farthest point of a custom shape along a direction, in its own frame.
AukDvec auk__custom_support(const AukCustomShape *custom, AukDvec direction);

// Fills `core` with a single point.
void auk__support_shape_init_point(AukSupportShape *core, AukDvec point);

// Largest magnitude of a coordinate of the shape (radius included) in its own frame; 0 for a half-plane. O(log n).
double auk__support_shape_extent(const AukSupportShape *core);

// Largest distance of the core's points, transformed by `local`, from the origin; slightly more for curves. O(n).
// AUK_HALF_PLANE_TURN_RADIUS for a half-plane.
double auk__support_shape_turn_radius(const AukSupportShape *core, const AukDtransform *local);

// Index of the vertex farthest along `direction` (in the pair's frame). O(log n) on large polygons. Not for curves.
int auk__support_shape_support(const AukSupportShape *core, AukDvec direction);

// The point farthest along `direction` and the index of its vertex, AUK_ON_CURVE for a curve.
typedef struct AukSupport {
    AukDvec point;
    int index;
} AukSupport;

enum { AUK_ON_CURVE = -1 };

AukSupport auk__support_shape_farthest(const AukSupportShape *core, AukDvec direction);

static inline AukDvec auk__support_shape_vertex(const AukSupportShape *core, int index)
{
    return auk__dtransform_apply(&core->transform, dvec_from(core->vertices[index]));
}

// The same as auk__support_shape_support() of a box. Branch-free, since a processor cannot predict the corner.
static inline int auk__support_shape_box_support(const AukSupportShape *core, AukDvec direction)
{
    AukDvec d = auk__dtransform_unrotate(&core->transform, direction);
    int right = d.x >= 0.0, up = d.y >= 0.0;
    return up << 1 | (right ^ up);
}

// The same as auk__support_shape_support() of a core with two vertices.
static inline int auk__support_shape_segment_support(const AukSupportShape *core, AukDvec direction)
{
    AukDvec d = auk__dtransform_unrotate(&core->transform, direction);
    const AukVec2 *ends = core->vertices;
    return ends[1].x * d.x + ends[1].y * d.y > ends[0].x * d.x + ends[0].y * d.y;
}

static inline int auk__support_shape_next(const AukSupportShape *core, int index)
{
    return index + 1 < core->count ? index + 1 : 0;
}

// The number of directed edges: a point and a curve have none, a segment has two.
static inline int auk__support_shape_edge_count(const AukSupportShape *core)
{
    return core->count > 1 ? core->count : 0;
}

// The tolerance of contact for a pair whose largest extent or relative position is `size`: 4 ulp of it, a float's ulp
// being at most 2^-23 of its value.
static inline double auk__tau(double size)
{
    return size * 0x1p-21;
}

#endif
