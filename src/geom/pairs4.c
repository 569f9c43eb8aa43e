// Which quartets there are, and where.
#include "geom/pairs4.h"

#include "geom/pairs4_answer.h"

const AukVec2 auk__quartet_no_vertices[AUK_QUARTET_VERTICES];

const uint8_t auk__quartet_classes[AUK_SHAPE_KIND_COUNT] = {[AUK_SHAPE_CIRCLE] = AUK_CLASS_CIRCLE,
                                                            [AUK_SHAPE_BOX] = AUK_CLASS_BOX,
                                                            [AUK_SHAPE_POLYGON] = AUK_CLASS_POLYGON,
                                                            [AUK_SHAPE_CAPSULE] = AUK_CLASS_SEGMENT,
                                                            [AUK_SHAPE_SEGMENT] = AUK_CLASS_SEGMENT};

const uint8_t auk__quartet_kinds[AUK_CLASS_COUNT][AUK_CLASS_COUNT] = {
    [AUK_CLASS_CIRCLE] = {[AUK_CLASS_CIRCLE] = AUK_QUARTET_CIRCLES,
                          [AUK_CLASS_BOX] = AUK_QUARTET_BOX_CIRCLE,
                          [AUK_CLASS_POLYGON] = AUK_QUARTET_POLYGON_CIRCLE,
                          [AUK_CLASS_SEGMENT] = AUK_QUARTET_SEGMENT_CIRCLE},
    [AUK_CLASS_BOX] = {[AUK_CLASS_CIRCLE] = AUK_QUARTET_BOX_CIRCLE,
                       [AUK_CLASS_BOX] = AUK_QUARTET_BOXES,
                       [AUK_CLASS_POLYGON] = AUK_QUARTET_POLYGONS,
                       [AUK_CLASS_SEGMENT] = AUK_QUARTET_SEGMENTS},
    [AUK_CLASS_POLYGON] = {[AUK_CLASS_CIRCLE] = AUK_QUARTET_POLYGON_CIRCLE,
                           [AUK_CLASS_BOX] = AUK_QUARTET_POLYGONS,
                           [AUK_CLASS_POLYGON] = AUK_QUARTET_POLYGONS},
    [AUK_CLASS_SEGMENT] = {[AUK_CLASS_CIRCLE] = AUK_QUARTET_SEGMENT_CIRCLE,
                           [AUK_CLASS_BOX] = AUK_QUARTET_SEGMENTS,
                           [AUK_CLASS_SEGMENT] = AUK_QUARTET_SEGMENTS}};

#if AUK_FOUR_EXISTS

void auk__quartet_collide(AukQuartetKind kind, const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    switch (kind) {
    case AUK_QUARTET_CIRCLES: auk__quartet_circles(pairs, answers); break;
    case AUK_QUARTET_BOX_CIRCLE: auk__quartet_box_circle(pairs, answers); break;
    case AUK_QUARTET_POLYGON_CIRCLE: auk__quartet_polygon_circle(pairs, answers); break;
    case AUK_QUARTET_BOXES: auk__quartet_boxes(pairs, answers); break;
    case AUK_QUARTET_POLYGONS: auk__quartet_polygons(pairs, answers); break;
    case AUK_QUARTET_SEGMENT_CIRCLE: auk__quartet_segment_circle(pairs, answers); break;
    case AUK_QUARTET_SEGMENTS: auk__quartet_segments(pairs, answers); break;
    case AUK_QUARTET_NONE:
    case AUK_QUARTET_KIND_COUNT: AUK_ASSERT(false); break;
    }
}

bool auk__quartets_are_quick(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

#else

void auk__quartet_collide(AukQuartetKind kind, const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET])
{
    (void)kind;
    (void)pairs;
    for (int i = 0; i < AUK_QUARTET; i++) {
        answers[i]->verdict = AUK_VERDICT_NONE;
    }
}

bool auk__quartets_are_quick(void)
{
    return false;
}

#endif
