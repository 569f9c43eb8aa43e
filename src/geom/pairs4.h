// The narrow phase of a step for four pairs of the same kinds at once, one in each lane of a register. One pair by
// itself is a chain of operations, each of which waits for the one before; four chains side by side take as long as
// one. A branch that a processor cannot guess for one pair is a choice by lanes here.
#ifndef AUK_GEOM_PAIRS4_H
#define AUK_GEOM_PAIRS4_H

#include "auk/geom.h"
#include "geom/dvec.h"
#include "geom/sat.h"

#include <string.h>

enum {
    AUK_PAIRS4_LANES = 4,
    AUK_PAIRS4_VERTICES = AUK_SAT_MAX + 1 // how far a polygon's vertices are read, whatever its count
};

// Which kinds of pairs can be answered four at once.
typedef enum AukPairs4Kind {
    AUK_PAIRS4_NONE = 0,
    AUK_PAIRS4_CIRCLES,
    AUK_PAIRS4_BOX_CIRCLE,
    AUK_PAIRS4_POLYGON_CIRCLE,
    AUK_PAIRS4_BOXES,
    AUK_PAIRS4_POLYGONS,       // or a box and a polygon
    AUK_PAIRS4_SEGMENT_CIRCLE, // segments are those of capsules too
    AUK_PAIRS4_SEGMENTS,       // or a box and a segment
    AUK_PAIRS4_KIND_COUNT
} AukPairs4Kind;

// One shape of each pair.
typedef struct AukPairs4Side {
    AukDtransform transforms[AUK_PAIRS4_LANES];
    double radii[AUK_PAIRS4_LANES];
    AukVec2 halves[AUK_PAIRS4_LANES];          // of boxes
    const AukVec2 *vertices[AUK_PAIRS4_LANES]; // here and below: of polygons, segments and what is among them
    int counts[AUK_PAIRS4_LANES];
    int64_t boxes[AUK_PAIRS4_LANES]; // -1 for a box, else 0
} AukPairs4Side;

// With the numbers that auk__separate_near() and auk__manifold_write() take beside the shapes. A circle beside
// something else is on the second side, and the pair is `flipped` if it is the first one in the caller's pair.
typedef struct AukPairs4 {
    AukPairs4Side sides[2];
    double limits[AUK_PAIRS4_LANES];
    AukVec2 origins[AUK_PAIRS4_LANES];
    int64_t flipped[AUK_PAIRS4_LANES]; // 0 or -1
} AukPairs4;

// What became of a pair.
typedef enum AukVerdict {
    AUK_VERDICT_NONE = 0, // it could not tell
    AUK_VERDICT_APART,    // farther apart than the limit
    AUK_VERDICT_TOUCHING  // the manifold and the cache are written
} AukVerdict;

typedef struct AukPairs4Answer {
    AukManifold manifold;
    AukGjkCache cache;
    AukVerdict verdict;
} AukPairs4Answer;

// What a shape is among these kinds.
typedef enum AukPairs4Class {
    AUK_CLASS_OTHER = 0,
    AUK_CLASS_CIRCLE,
    AUK_CLASS_BOX,
    AUK_CLASS_POLYGON, // of up to AUK_SAT_MAX vertices
    AUK_CLASS_SEGMENT, // that is no point
    AUK_CLASS_COUNT
} AukPairs4Class;

extern const uint8_t auk__pairs4_classes[AUK_SHAPE_KIND_COUNT];           // AukPairs4Class
extern const uint8_t auk__pairs4_kinds[AUK_CLASS_COUNT][AUK_CLASS_COUNT]; // AukPairs4Kind
extern const AukVec2 auk__pairs4_no_vertices[AUK_PAIRS4_VERTICES];        // read in the place of a box's

static inline int auk__pairs4_class(const AukShape *shape)
{
    int what = auk__pairs4_classes[shape->kind];
    int large = (int)(what == AUK_CLASS_POLYGON) & (int)(shape->core.polygon.count > AUK_SAT_MAX);
    return what & (large - 1);
}

// A capsule of no length is a circle; it is rare, so it is left to the path for single pairs.
static inline bool auk__pairs4_has_point(const AukShape *a, const AukShape *b)
{
    const AukVec2 *p = a->core.segment, *q = b->core.segment;
    bool first = auk__pairs4_class(a) == AUK_CLASS_SEGMENT, second = auk__pairs4_class(b) == AUK_CLASS_SEGMENT;
    return (first && p[0].x == p[1].x && p[0].y == p[1].y) || (second && q[0].x == q[1].x && q[0].y == q[1].y);
}

// Without branches that a processor could not guess. The vertices of a polygon must be followed by its first ones
// again, up to AUK_PAIRS4_VERTICES, as they are in a world.
static inline AukPairs4Kind auk__pairs4_kind(const AukShape *a, const AukShape *b)
{
    AukPairs4Kind kind = (AukPairs4Kind)auk__pairs4_kinds[auk__pairs4_class(a)][auk__pairs4_class(b)];
    return kind >= AUK_PAIRS4_SEGMENT_CIRCLE && auk__pairs4_has_point(a, b) ? AUK_PAIRS4_NONE : kind;
}

// What is on the two sides of pairs of a kind; boxes may be among polygons and segments.
static inline AukPairs4Class auk__pairs4_side(AukPairs4Kind kind, int side)
{
    switch (kind) {
    case AUK_PAIRS4_BOX_CIRCLE: return side ? AUK_CLASS_CIRCLE : AUK_CLASS_BOX;
    case AUK_PAIRS4_POLYGON_CIRCLE: return side ? AUK_CLASS_CIRCLE : AUK_CLASS_POLYGON;
    case AUK_PAIRS4_SEGMENT_CIRCLE: return side ? AUK_CLASS_CIRCLE : AUK_CLASS_SEGMENT;
    case AUK_PAIRS4_CIRCLES: return AUK_CLASS_CIRCLE;
    case AUK_PAIRS4_BOXES: return AUK_CLASS_BOX;
    case AUK_PAIRS4_POLYGONS: return AUK_CLASS_POLYGON;
    case AUK_PAIRS4_SEGMENTS: return AUK_CLASS_SEGMENT;
    case AUK_PAIRS4_NONE:
    case AUK_PAIRS4_KIND_COUNT: break;
    }
    return AUK_CLASS_OTHER;
}

// Sets a shape in; `what` is auk__pairs4_side().
static inline void auk__pairs4_set(AukPairs4Side *side, int lane, const AukShape *shape, AukDtransform transform,
                                   AukPairs4Class what)
{
    side->transforms[lane] = transform;
    side->radii[lane] = (double)shape->radius;
    if (what == AUK_CLASS_BOX) {
        side->halves[lane] = shape->core.half;
    } else if (what != AUK_CLASS_CIRCLE) {
        // without branches, as above
        int box = shape->kind == AUK_SHAPE_BOX, polygon = what == AUK_CLASS_POLYGON;
        const AukVec2 *others = polygon ? shape->core.polygon.vertices : shape->core.segment;
        const AukVec2 *vertices[2] = {others, auk__pairs4_no_vertices};
        uint64_t half; // not read as floats: of a polygon these bits are a pointer, which may look like a denormal, and
                       // those are slow
        memcpy(&half, &shape->core, sizeof half);
        half &= 0 - (uint64_t)box;
        memcpy(&side->halves[lane], &half, sizeof half);
        side->vertices[lane] = vertices[box];
        side->counts[lane] = ((polygon ? shape->core.polygon.count : 2) & (box - 1)) | box << 2;
        side->boxes[lane] = -box;
    }
}

// The answers of auk__separate_near() and auk__manifold_write(), to the bit; rare cases (nearly touching, corners that
// meet, sides too thin to have a direction) are left to these. Answers may be the same place if their pairs are the
// same. Only where auk__pairs4_is_supported().
void auk__pairs4_collide(AukPairs4Kind kind, const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);

// Whether this processor, and the system under it, have AVX2.
bool auk__pairs4_is_supported(void);

// ---- for the files of pairs4 ----

// The pairs of one kind; only where AUK_F64X4_EXISTS.
void auk__pairs4_circles(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_box_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_polygon_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_boxes(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_segment_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_segments(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_polygons(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);

#endif
