// The kinds of pairs that are computed four at once, and their functions.
#include "geom/pairs4.h"

#include "geom/pairs4_answer.h"

const AukVec2 auk__pairs4_no_vertices[AUK_PAIRS4_VERTICES];

const uint8_t auk__pairs4_classes[AUK_SHAPE_KIND_COUNT] = {[AUK_SHAPE_CIRCLE] = AUK_CLASS_CIRCLE,
                                                           [AUK_SHAPE_BOX] = AUK_CLASS_BOX,
                                                           [AUK_SHAPE_POLYGON] = AUK_CLASS_POLYGON,
                                                           [AUK_SHAPE_CAPSULE] = AUK_CLASS_SEGMENT,
                                                           [AUK_SHAPE_SEGMENT] = AUK_CLASS_SEGMENT};

const uint8_t auk__pairs4_kinds[AUK_CLASS_COUNT][AUK_CLASS_COUNT] = {
    [AUK_CLASS_CIRCLE] = {[AUK_CLASS_CIRCLE] = AUK_PAIRS4_CIRCLES,
                          [AUK_CLASS_BOX] = AUK_PAIRS4_BOX_CIRCLE,
                          [AUK_CLASS_POLYGON] = AUK_PAIRS4_POLYGON_CIRCLE,
                          [AUK_CLASS_SEGMENT] = AUK_PAIRS4_SEGMENT_CIRCLE},
    [AUK_CLASS_BOX] = {[AUK_CLASS_CIRCLE] = AUK_PAIRS4_BOX_CIRCLE,
                       [AUK_CLASS_BOX] = AUK_PAIRS4_BOXES,
                       [AUK_CLASS_POLYGON] = AUK_PAIRS4_POLYGONS,
                       [AUK_CLASS_SEGMENT] = AUK_PAIRS4_SEGMENTS},
    [AUK_CLASS_POLYGON] = {[AUK_CLASS_CIRCLE] = AUK_PAIRS4_POLYGON_CIRCLE,
                           [AUK_CLASS_BOX] = AUK_PAIRS4_POLYGONS,
                           [AUK_CLASS_POLYGON] = AUK_PAIRS4_POLYGONS},
    [AUK_CLASS_SEGMENT] = {[AUK_CLASS_CIRCLE] = AUK_PAIRS4_SEGMENT_CIRCLE,
                           [AUK_CLASS_BOX] = AUK_PAIRS4_SEGMENTS,
                           [AUK_CLASS_SEGMENT] = AUK_PAIRS4_SEGMENTS}};

#if AUK_F64X4_EXISTS

void auk__pairs4_collide(AukPairs4Kind kind, const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    switch (kind) {
    case AUK_PAIRS4_CIRCLES: auk__pairs4_circles(pairs, answers); break;
    case AUK_PAIRS4_BOX_CIRCLE: auk__pairs4_box_circle(pairs, answers); break;
    case AUK_PAIRS4_POLYGON_CIRCLE: auk__pairs4_polygon_circle(pairs, answers); break;
    case AUK_PAIRS4_BOXES: auk__pairs4_boxes(pairs, answers); break;
    case AUK_PAIRS4_POLYGONS: auk__pairs4_polygons(pairs, answers); break;
    case AUK_PAIRS4_SEGMENT_CIRCLE: auk__pairs4_segment_circle(pairs, answers); break;
    case AUK_PAIRS4_SEGMENTS: auk__pairs4_segments(pairs, answers); break;
    case AUK_PAIRS4_NONE:
    case AUK_PAIRS4_KIND_COUNT: AUK_ASSERT(false); break;
    }
}

#else

void auk__pairs4_collide(AukPairs4Kind kind, const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES])
{
    (void)kind;
    (void)pairs;
    for (int i = 0; i < AUK_PAIRS4_LANES; i++) {
        answers[i]->verdict = AUK_VERDICT_NONE;
    }
}

#endif

bool auk__pairs4_is_supported(void)
{
    return auk__f64x4_is_supported();
}
