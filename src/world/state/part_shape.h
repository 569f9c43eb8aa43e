// The shape of a part. AukPart keeps it in few bytes; AukShape, which the functions of geom/ take, is made of it when
// it is asked for: many times the size, but for a moment.
#ifndef AUK_WORLD_STATE_PART_SHAPE_H
#define AUK_WORLD_STATE_PART_SHAPE_H

#include "world/state/parts.h"

#include <math.h>

// The world's copy of a custom shape. Parts point to `shape`.
typedef struct AukOwnedCustom {
    AukCustomShape shape; // first, so that its address is that of this
    double extent;        // auk__support_shape_extent() without a radius, once a part has the shape
} AukOwnedCustom;

// The entry of a part that has one.
static inline AukEnds *auk__part_ends(const AukParts *parts, uint32_t index)
{
    return (AukEnds *)parts->ends.items + index;
}

static inline bool auk__kind_has_ends(AukShapeKind kind)
{
    return kind == AUK_SHAPE_CAPSULE || kind == AUK_SHAPE_SEGMENT || kind == AUK_SHAPE_HALF_PLANE;
}

// The interned vertices of a part, or AUK_NO_INDEX.
static inline uint32_t auk__part_vertex_block(const AukPart *part)
{
    return part->kind == AUK_SHAPE_POLYGON ? part->core.polygon.vertex_block : AUK_NO_INDEX;
}

static inline bool auk__part_is_half_plane(const AukPart *part)
{
    return part->kind == AUK_SHAPE_HALF_PLANE;
}

// Sets `shape` to the shape of a part of `parts`; not of a copy. It borrows what the world owns. It is written where it
// stays: a copy of the whole waits for the stores of its members.
static inline void auk__part_shape_to(const AukParts *parts, const AukPart *part, AukShape *shape)
{
    memset(shape, 0, sizeof *shape);
    shape->kind = (AukShapeKind)part->kind;
    shape->radius = part->radius;
    if (part->kind == AUK_SHAPE_POLYGON) {
        const AukVertexBlock *block =
            (const AukVertexBlock *)parts->vertices->entries.items + part->core.polygon.vertex_block;
        shape->core.polygon.vertices = block->vertices;
        shape->core.polygon.count = block->count;
    } else if (auk__kind_has_ends(shape->kind)) {
        memcpy(shape->core.segment, auk__part_ends(parts, auk__part_index(parts, part))->at,
               sizeof shape->core.segment);
    } else if (part->kind == AUK_SHAPE_CUSTOM) {
        shape->core.custom = part->core.custom;
    } else {
        shape->core.half = part->core.half;
    }
}

// The same by value, where time does not matter.
static inline AukShape auk__part_shape(const AukParts *parts, const AukPart *part)
{
    AukShape shape;
    auk__part_shape_to(parts, part, &shape);
    return shape;
}

// The support shape of a part that is placed.
static inline void auk__part_support_shape(const AukParts *parts, const AukPart *part, AukDtransform transform,
                                           AukSupportShape *core)
{
    AukShape shape;
    auk__part_shape_to(parts, part, &shape);
    auk__support_shape_init(core, &shape, transform);
}

static inline float auk__longer(float a, float b)
{
    return a > b ? a : b;
}

static inline float auk__reach_of_point(AukVec2 p)
{
    return auk__longer(fabsf(p.x), fabsf(p.y));
}

static inline float auk__reach_of_points(const AukVec2 *points, int count)
{
    float reach = 0.0f;
    for (int i = 0; i < count; i++) {
        reach = auk__longer(reach, auk__reach_of_point(points[i]));
    }
    return reach;
}

// The largest coordinate of a part in its shape's frame, its radius included: tau is computed from it.
// auk__support_shape_extent(), without rounding.
static inline double auk__part_extent(const AukParts *parts, const AukPart *part)
{
    switch ((AukShapeKind)part->kind) {
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: return (double)auk__reach_of_point(part->core.half) + (double)part->radius;
    case AUK_SHAPE_POLYGON: return (double)part->core.polygon.reach + (double)part->radius;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT: {
        const AukEnds *ends = auk__part_ends(parts, auk__part_index(parts, part));
        return (double)auk__reach_of_points(ends->at, 2) + (double)part->radius;
    }
    case AUK_SHAPE_CUSTOM:
        return ((const AukOwnedCustom *)(const void *)part->core.custom)->extent + (double)part->radius;
    case AUK_SHAPE_HALF_PLANE: return 0.0;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return (double)part->radius;
}

static inline double auk__part_circle(const AukParts *parts, const AukPart *part)
{
    return auk__circle_radius(auk__part_extent(parts, part), part->radius_excess);
}

// What follows from a shape and its place on its body.
typedef struct AukPartMeasure {
    double extent;      // auk__part_extent()
    double turn_radius; // from the origin of its body to its farthest vertex, without radius
    uint8_t pairs4_class, radius_excess;
} AukPartMeasure;

AukPartMeasure auk__shape_measure(const AukShape *shape, AukTransform local);

static inline double auk__turn_radius(const AukParts *parts, uint32_t index)
{
    if (auk__lazy_exists(&parts->turn_radii)) {
        return ((const double *)parts->turn_radii.items)[index];
    }
    AukShape shape = auk__part_shape(parts, auk__part(parts, index));
    return auk__shape_measure(&shape, *auk__part_local(parts, index)).turn_radius;
}

// Gives a part a shape whose vertices are owned, in the form that the world keeps: without -0, and with the world's own
// copies. `vertex_block` counts for a polygon. AukParts.ends exists if the shape needs it.
void auk__part_set_shape(AukParts *parts, const AukBuffer *customs, uint32_t index, const AukShape *shape,
                         uint32_t vertex_block);

void auk__part_set_measure(AukParts *parts, uint32_t index, const AukPartMeasure *measure);

// Updates what follows from the shape of a part and its place on its body.
void auk__part_remeasure(AukParts *parts, uint32_t index);

#endif
