// The narrow phase of a step for four pairs of the same kinds at once, one in each lane of a register. One pair by
// itself is a chain of operations of which each waits for the one before; four such chains side by side take as long as
// one, and what is a branch that nobody can guess for one pair is a choice by lanes here.
#ifndef AUK_GEOM_PAIRS4_H
#define AUK_GEOM_PAIRS4_H

#include "auk/geom.h"
#include "geom/dvec.h"
#include "geom/sat.h"

#include <string.h>

enum {
    AUK_QUARTET = 4,
    AUK_QUARTET_VERTICES = AUK_FACES_MAX + 1 // how far a polygon's vertices are read, whatever its count
};

// Which pairs there are quartets for.
typedef enum AukQuartetKind {
    AUK_QUARTET_NONE = 0,
    AUK_QUARTET_CIRCLES,
    AUK_QUARTET_BOX_CIRCLE,
    AUK_QUARTET_POLYGON_CIRCLE,
    AUK_QUARTET_BOXES,
    AUK_QUARTET_POLYGONS,       // or a box and a polygon
    AUK_QUARTET_SEGMENT_CIRCLE, // segments are those of capsules too
    AUK_QUARTET_SEGMENTS,       // or a box and a segment
    AUK_QUARTET_KIND_COUNT
} AukQuartetKind;

// One shape of each pair.
typedef struct AukQuartetSide {
    AukPlace places[AUK_QUARTET];
    double radii[AUK_QUARTET];
    AukVec2 halves[AUK_QUARTET];          // of boxes
    const AukVec2 *vertices[AUK_QUARTET]; // here and below: of polygons, segments and what is among them
    int counts[AUK_QUARTET];
    int64_t boxes[AUK_QUARTET]; // -1 for a box, else 0
} AukQuartetSide;

// With the numbers that auk__separate_near() and auk__manifold_write() take beside the shapes. A circle beside
// something else is on the second side, and the pair is `flipped` if it is the first one in the caller's pair.
typedef struct AukQuartet {
    AukQuartetSide sides[2];
    double limits[AUK_QUARTET];
    AukVec2 origins[AUK_QUARTET];
    int64_t flipped[AUK_QUARTET]; // 0 or -1
} AukQuartet;

// What became of a pair.
typedef enum AukVerdict {
    AUK_VERDICT_NONE = 0, // it could not tell
    AUK_VERDICT_APART,    // farther apart than the limit
    AUK_VERDICT_TOUCHING  // the manifold and the cache are written
} AukVerdict;

typedef struct AukQuartetAnswer {
    AukManifold manifold;
    AukGjkCache cache;
    AukVerdict verdict;
} AukQuartetAnswer;

// What a shape is among quartets.
typedef enum AukQuartetClass {
    AUK_CLASS_OTHER = 0,
    AUK_CLASS_CIRCLE,
    AUK_CLASS_BOX,
    AUK_CLASS_POLYGON, // of up to AUK_FACES_MAX vertices
    AUK_CLASS_SEGMENT, // that is no point
    AUK_CLASS_COUNT
} AukQuartetClass;

extern const uint8_t auk__quartet_classes[AUK_SHAPE_KIND_COUNT];           // AukQuartetClass
extern const uint8_t auk__quartet_kinds[AUK_CLASS_COUNT][AUK_CLASS_COUNT]; // AukQuartetKind
extern const AukVec2 auk__quartet_no_vertices[AUK_QUARTET_VERTICES];       // read in the place of a box's

static inline int auk__quartet_class(const AukShape *shape)
{
    int what = auk__quartet_classes[shape->kind];
    int large = (int)(what == AUK_CLASS_POLYGON) & (int)(shape->core.polygon.count > AUK_FACES_MAX);
    return what & (large - 1);
}

// A capsule of no length is a circle, but not one that anybody has to be quick with.
static inline bool auk__quartet_has_point(const AukShape *a, const AukShape *b)
{
    const AukVec2 *p = a->core.segment, *q = b->core.segment;
    bool first = auk__quartet_class(a) == AUK_CLASS_SEGMENT, second = auk__quartet_class(b) == AUK_CLASS_SEGMENT;
    return (first && p[0].x == p[1].x && p[0].y == p[1].y) || (second && q[0].x == q[1].x && q[0].y == q[1].y);
}

// Without branches that nobody could foretell. Behind the vertices of polygons must be their first ones again, as far
// as AUK_QUARTET_VERTICES goes: those that a world keeps are so.
static inline AukQuartetKind auk__quartet_kind(const AukShape *a, const AukShape *b)
{
    AukQuartetKind kind = (AukQuartetKind)auk__quartet_kinds[auk__quartet_class(a)][auk__quartet_class(b)];
    return kind >= AUK_QUARTET_SEGMENT_CIRCLE && auk__quartet_has_point(a, b) ? AUK_QUARTET_NONE : kind;
}

// What is on the sides of quartets of a kind; boxes may be among polygons and segments.
static inline AukQuartetClass auk__quartet_side(AukQuartetKind kind, int side)
{
    switch (kind) {
    case AUK_QUARTET_BOX_CIRCLE: return side ? AUK_CLASS_CIRCLE : AUK_CLASS_BOX;
    case AUK_QUARTET_POLYGON_CIRCLE: return side ? AUK_CLASS_CIRCLE : AUK_CLASS_POLYGON;
    case AUK_QUARTET_SEGMENT_CIRCLE: return side ? AUK_CLASS_CIRCLE : AUK_CLASS_SEGMENT;
    case AUK_QUARTET_CIRCLES: return AUK_CLASS_CIRCLE;
    case AUK_QUARTET_BOXES: return AUK_CLASS_BOX;
    case AUK_QUARTET_POLYGONS: return AUK_CLASS_POLYGON;
    case AUK_QUARTET_SEGMENTS: return AUK_CLASS_SEGMENT;
    case AUK_QUARTET_NONE:
    case AUK_QUARTET_KIND_COUNT: break;
    }
    return AUK_CLASS_OTHER;
}

// Sets a shape in; `what` is auk__quartet_side().
static inline void auk__quartet_set(AukQuartetSide *side, int lane, const AukShape *shape, AukPlace place,
                                    AukQuartetClass what)
{
    side->places[lane] = place;
    side->radii[lane] = (double)shape->radius;
    if (what == AUK_CLASS_BOX) {
        side->halves[lane] = shape->core.half;
    } else if (what != AUK_CLASS_CIRCLE) {
        // without branches, as above
        int box = shape->kind == AUK_SHAPE_BOX, polygon = what == AUK_CLASS_POLYGON;
        const AukVec2 *others = polygon ? shape->core.polygon.vertices : shape->core.segment;
        const AukVec2 *vertices[2] = {others, auk__quartet_no_vertices};
        uint64_t half; // of a polygon these bits are a pointer: as floats they would be denormals, which are slow
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
// same. Only where auk__quartets_are_quick().
void auk__quartet_collide(AukQuartetKind kind, const AukQuartet *pairs, AukQuartetAnswer *const answers[AUK_QUARTET]);

// Whether this processor, and the system under it, have AVX2.
bool auk__quartets_are_quick(void);

#endif
