// Shapes of parts, and what follows from a shape.
#include "world/state/part_shape.h"

#include "base/assert.h"
#include "base/zero.h"

// A game may register a custom shape before its support function has all it needs, so that is not called then.
static const AukCustomShape *measured_custom(const AukBuffer *customs, uint32_t number)
{
    AukCustomShape *custom = auk__custom(customs, number);
    if (custom) { // it is known by now, which compilers cannot see
        AukShape shape = auk_shape_custom(custom, 0.0f);
        ((AukOwnedCustom *)(void *)custom)->extent = auk__shape_measure(&shape, auk__part_defaults.local).extent;
    }
    return custom;
}

void auk__part_set_shape(AukParts *parts, const AukBuffer *customs, uint32_t index, const AukShape *shape,
                         uint32_t vertex_block)
{
    AukPart *part = auk__part(parts, index);
    part->kind = (uint8_t)shape->kind;
    part->radius = auk__one_zero(shape->radius);
    memset(&part->core, 0, sizeof part->core);
    AukEnds ends = {{{0.0f, 0.0f}, {0.0f, 0.0f}}};
    switch (shape->kind) {
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: part->core.half = auk__one_zero_vec(shape->core.half); break;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        ends.at[0] = auk__one_zero_vec(shape->core.segment[0]);
        ends.at[1] = auk__one_zero_vec(shape->core.segment[1]);
        break;
    case AUK_SHAPE_HALF_PLANE:
        ends.at[0] = auk__one_zero_vec(shape->core.half_plane.normal);
        ends.at[1].x = auk__one_zero(shape->core.half_plane.offset);
        break;
    case AUK_SHAPE_POLYGON:
        part->core.polygon.vertex_block = vertex_block;
        part->core.polygon.reach = auk__reach_of_points(shape->core.polygon.vertices, shape->core.polygon.count);
        part->vertex_count = (uint8_t)(shape->core.polygon.count <= UINT8_MAX ? shape->core.polygon.count : 0);
        break;
    case AUK_SHAPE_CUSTOM: part->core.custom = measured_custom(customs, shape->core.custom->number); break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    if (auk__lazy_exists(&parts->ends)) {
        *auk__part_ends(parts, index) = ends;
    }
}

AukPartMeasure auk__shape_measure(const AukShape *shape, AukTransform local)
{
    AukSupportShape core;
    AukDtransform identity = {0.0, 0.0, 1.0, 0.0};
    auk__support_shape_init(&core, shape, identity);
    AukDtransform transform = auk__dtransform(local, auk_vec(0.0f, 0.0f));
    AukPartMeasure measure;
    measure.pairs4_class = (uint8_t)auk__pairs4_class(shape);
    measure.extent = auk__support_shape_extent(&core);
    measure.turn_radius = auk__support_shape_turn_radius(&core, &transform);
    double excess = measure.turn_radius + core.radius - measure.extent;
    double steps = excess / (AUK_RADIUS_EXCESS_STEP * measure.extent) + 1.0;
    measure.radius_excess =
        steps < AUK_RADIUS_EXCESS_ANY ? (uint8_t)(steps > 1.0 ? steps + 1.0 : 1.0) : AUK_RADIUS_EXCESS_ANY;
    return measure;
}

void auk__part_set_measure(AukParts *parts, uint32_t index, const AukPartMeasure *measure)
{
    AukPart *part = auk__part(parts, index);
    AUK_ASSERT(auk__part_extent(parts, part) == measure->extent);
    part->pairs4_class = measure->pairs4_class & 7u;
    part->radius_excess = measure->radius_excess;
    auk__part_keep_turn_radius(parts, index, measure->turn_radius);
}

void auk__part_remeasure(AukParts *parts, uint32_t index)
{
    AukShape shape;
    auk__part_shape_to(parts, auk__part(parts, index), &shape);
    AukPartMeasure measure = auk__shape_measure(&shape, *auk__part_local(parts, index));
    auk__part_set_measure(parts, index, &measure);
}
