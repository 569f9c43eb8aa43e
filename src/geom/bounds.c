// Boxes of placed shapes. What a step asks for every body goes straight to its kind; curves and large polygons are
// asked for their support points. Invariant: rounding is always outward, so no point of a shape is outside of its box.
#include "geom/bounds.h"

#include "auk/geom.h"
#include "base/predicates.h"

// How far a core reaches from where it is placed.
typedef struct Reach {
    AukDvec min, max;
} Reach;

static Reach reach_of_vertices(const AukVec2 *vertices, int count, const AukPlace *place)
{
    Reach reach;
    reach.min = reach.max = auk__place_rotate(place, dvec_from(vertices[0]));
    for (int i = 1; i < count; i++) {
        AukDvec v = auk__place_rotate(place, dvec_from(vertices[i]));
        reach.min.x = v.x < reach.min.x ? v.x : reach.min.x;
        reach.min.y = v.y < reach.min.y ? v.y : reach.min.y;
        reach.max.x = v.x > reach.max.x ? v.x : reach.max.x;
        reach.max.y = v.y > reach.max.y ? v.y : reach.max.y;
    }
    return reach;
}

static Reach reach_of_box(AukVec2 half, const AukPlace *place)
{
    double c = fabs(place->c), s = fabs(place->s);
    AukDvec most = dvec(c * half.x + s * half.y, s * half.x + c * half.y);
    Reach reach = {dvec_neg(most), most};
    return reach;
}

static Reach reach_by_support(const AukCore *core)
{
    AukDvec at = dvec(core->place.x, core->place.y);
    Reach reach;
    reach.min.x = auk__core_farthest(core, dvec(-1.0, 0.0)).point.x - at.x;
    reach.min.y = auk__core_farthest(core, dvec(0.0, -1.0)).point.y - at.y;
    reach.max.x = auk__core_farthest(core, dvec(1.0, 0.0)).point.x - at.x;
    reach.max.y = auk__core_farthest(core, dvec(0.0, 1.0)).point.y - at.y;
    return reach;
}

static Reach reach_of_core(const AukCore *core)
{
    if (core->box) {
        return reach_of_box(core->own[2], &core->place);
    }
    if (core->count == 0 || core->count > AUK_SCANNED_VERTICES) {
        return reach_by_support(core);
    }
    return reach_of_vertices(core->vertices, core->count, &core->place);
}

static Reach reach_of_shape(const AukShape *shape, const AukPlace *place)
{
    if (shape->kind == AUK_SHAPE_CIRCLE) {
        Reach point = {{0.0, 0.0}, {0.0, 0.0}};
        return point;
    }
    if (shape->kind == AUK_SHAPE_BOX) {
        return reach_of_box(shape->core.half, place);
    }
    if (shape->kind == AUK_SHAPE_POLYGON && shape->core.polygon.count <= AUK_SCANNED_VERTICES) {
        return reach_of_vertices(shape->core.polygon.vertices, shape->core.polygon.count, place);
    }
    AukCore core;
    auk__core_init(&core, shape, *place);
    return reach_of_core(&core);
}

static AukBox tight_box(const Reach *reach, AukDvec at, double radius)
{
    AukBox box;
    box.min.x = auk__round_down(at.x + (reach->min.x - radius));
    box.min.y = auk__round_down(at.y + (reach->min.y - radius));
    box.max.x = auk__round_up(at.x + (reach->max.x + radius));
    box.max.y = auk__round_up(at.y + (reach->max.y + radius));
    return box;
}

AukBox auk__core_bounds(const AukCore *core, AukVec2 origin)
{
    Reach reach = reach_of_core(core);
    return tight_box(&reach, dvec((double)origin.x + core->place.x, (double)origin.y + core->place.y), core->radius);
}

// A float that is not above x: rounding to nearest is off by at most 2^-24 of x, or 2^-150 where floats thin out. A
// third of the cost of the largest such float.
static inline float below(double x)
{
    return (float)(x - (fabs(x) * 0x1p-23 + 0x1p-149));
}

AukBox auk__wide_bounds(const AukShape *shape, const AukPlace *place, AukVec2 origin, double margin)
{
    Reach reach = reach_of_shape(shape, place);
    double grow = shape->radius + margin, x = origin.x + place->x, y = origin.y + place->y;
    AukBox box;
    box.min.x = below(x + (reach.min.x - grow));
    box.min.y = below(y + (reach.min.y - grow));
    box.max.x = -below(-(x + (reach.max.x + grow)));
    box.max.y = -below(-(y + (reach.max.y + grow)));
    return box;
}

AukBox auk_shape_bounds(const AukShape *shape, AukTransform pose)
{
    if (auk__shape_check(shape) || auk__check_pose(pose)) {
        AukBox none = {{0.0f, 0.0f}, {0.0f, 0.0f}};
        return none;
    }
    AukPlace place = auk__place(pose, pose.p);
    Reach reach = reach_of_shape(shape, &place);
    return tight_box(&reach, dvec_from(pose.p), (double)shape->radius);
}
