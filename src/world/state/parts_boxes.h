// The boxes of parts: the local box around the position of a body, and the tight box, at the pose where the body is, or
// during a step arrives, grown by the margin for tau. Only tight boxes are kept. Where nothing is swept and the world
// does not wrap around, the broad phase has the same boxes, and they are not kept twice.
// Invariant: every way to compute the box of a part at a pose gives the same bits.
#ifndef AUK_WORLD_STATE_PARTS_BOXES_H
#define AUK_WORLD_STATE_PARTS_BOXES_H

#include "broad/bounds.h"
#include "geom/local_box.h"
#include "world/state/part_shape.h"

// Two pieces touch up to a distance of at most 2 tau = size * 2^-20, see auk__touching_limit(). The size of a pair at
// that distance is at most 2.83 times the larger extent, since extents are coordinates and a corner is up to sqrt 2
// times as far away. So it is enough to grow each box by this fraction of its own extent, 2.83 rounded up.
#define AUK_CONTACT_MARGIN (3.0 * 0x1p-20)

// The margin of bounds that are found in another way than tight boxes: of turned paths, of turning parts, of parts in
// the frame of a grid. It is a fraction of the sizes that such a bound is computed from. It must stay above
// AUK_CONTACT_MARGIN, so that these bounds contain the tight boxes at all poses on the path.
#define AUK_BOUND_MARGIN 0x1p-18

// The radius of a disc around the origin of its body that contains a part in every rotation. Rotations in floats have
// unit length within 2^-20.
static inline double auk__part_disc_radius(const AukParts *parts, const AukPart *part, double turn_radius)
{
    return turn_radius * (1.0 + 0x1p-20) + part->radius + auk__part_extent(parts, part) * AUK_BOUND_MARGIN;
}

// The box of a part for a pose of its body, grown by the margin for tau: pieces that touch have boxes that touch.
AukBox auk__box_at(const AukParts *parts, uint32_t index, AukTransform pose);

// The same of a shape that is no part, with its place on the body.
AukBox auk__box_of_shape(const AukShape *shape, double extent, const AukTransform *local, AukTransform pose);

// The tight boxes of all parts. That of a part that the broad phase does not have, since it is disabled or a
// half-plane, may be auk__bounds_nowhere(): auk__tight_touch() takes it for everywhere. Of a disabled one it may also
// be the box of another pose.
static inline AukBounds *auk__tight_bounds(const AukParts *parts)
{
    return auk__lazy_exists(&parts->tight) ? parts->tight.items : parts->broad_bounds->items;
}

static inline AukBox auk__tight_box(const AukParts *parts, uint32_t part)
{
    return auk__bounds_box(auk__tight_bounds(parts)[part]);
}

// Makes room for tight boxes apart from those of the broad phase. Between two steps. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__tight_admit(const AukBodies *bodies, AukParts *parts);

// To be called before a body is swept: makes room for what its parts need. AUK_ERROR_OUT_OF_MEMORY.
AukStatus auk__swept_admit(const AukBodies *bodies, AukParts *parts);

// Computes the tight box of a part of a mover and keeps it.
AukBox auk__tighten(AukBodies *bodies, AukParts *parts, uint32_t index, AukTransform pose);

// The box of a centred part around the position of its body, grown by the margin for tau.
static inline AukLocalBox auk__part_local_box(const AukParts *parts, const AukPart *part, AukRot rotation)
{
    AukDtransform transform = {0.0, 0.0, rotation.c, rotation.s};
    AukShape shape;
    auk__part_shape_to(parts, part, &shape);
    return auk__local_box_widened(&shape, &transform, auk__part_extent(parts, part) * AUK_CONTACT_MARGIN);
}

// The same of the part of a plain circle, box or polygon; `what` is its class, best a constant.
static inline AukLocalBox auk__plain_local_box(const AukPosed *posed, AukPairs4Class what, const AukVertexBlock *blocks)
{
    AukDtransform turned = {0.0, 0.0, posed->pose.q.c, posed->pose.q.s};
    AukLocalBox local = auk__local_box_of_point();
    float reach = 0.0f;
    if (what == AUK_CLASS_BOX) {
        local = auk__local_box_of_box(posed->core.half, &turned);
        reach = posed->core.half.x > posed->core.half.y ? posed->core.half.x : posed->core.half.y;
    } else if (what == AUK_CLASS_POLYGON) {
        const AukVec2 *vertices = blocks[posed->core.outline.vertex_block].vertices;
        local = auk__local_box_of_vertices(vertices, posed->count, &turned);
        reach = posed->core.outline.reach;
    }
    double radius = (double)posed->radius, extent = (double)reach + radius;
    return auk__local_box_grown(local, radius + extent * AUK_CONTACT_MARGIN);
}

// The same of the only part of a body, which is centred; `what` is posed->plain, best a constant. Most are plain, and
// their parts are not read.
static inline AukLocalBox auk__lone_local_box(const AukPosed *posed, AukPairs4Class what, const AukParts *parts,
                                              uint32_t part, const AukVertexBlock *blocks)
{
    return what == AUK_CLASS_OTHER || what == AUK_CLASS_SEGMENT
               ? auk__part_local_box(parts, auk__part(parts, part), posed->pose.q)
               : auk__plain_local_box(posed, what, blocks);
}

#endif
