// The narrow phase of a step for four pairs of the same kinds at once, one in each lane of a register. A single pair is
// a chain of operations, each of which depends on the one before; four chains in parallel take as long as one. Branches
// that a processor would mispredict for a single pair are choices by lanes here.
#ifndef AUK_GEOM_PAIRS4_H
#define AUK_GEOM_PAIRS4_H

#include "auk/geom.h"
#include "geom/dvec.h"
#include "geom/sat.h"

#include <string.h>

enum {
    AUK_PAIRS4_LANES = 4,
    AUK_PAIRS4_VERTICES = AUK_SAT_MAX + 1 // vertices of a polygon that are read, for any count
};

// The kinds of pairs that can be computed four at once.
typedef enum AukPairs4Kind {
    AUK_PAIRS4_NONE = 0,
    AUK_PAIRS4_CIRCLES,
    AUK_PAIRS4_BOX_CIRCLE,
    AUK_PAIRS4_POLYGON_CIRCLE,
    AUK_PAIRS4_BOXES,
    AUK_PAIRS4_POLYGONS,       // or a box and a polygon
    AUK_PAIRS4_SEGMENT_CIRCLE, // capsules count as segments
    AUK_PAIRS4_SEGMENTS,       // or a box and a segment
    AUK_PAIRS4_KIND_COUNT
} AukPairs4Kind;

// Where four shapes are, as AukDtransform. Lane by lane, so that a register is read as it was written.
typedef struct AukPairs4Places {
    double x[AUK_PAIRS4_LANES], y[AUK_PAIRS4_LANES], c[AUK_PAIRS4_LANES], s[AUK_PAIRS4_LANES];
} AukPairs4Places;

// One shape of each pair.
typedef struct AukPairs4Side {
    AukPairs4Places places;
    double radii[AUK_PAIRS4_LANES];
    AukVec2 halves[AUK_PAIRS4_LANES];          // of boxes
    const AukVec2 *vertices[AUK_PAIRS4_LANES]; // this and the members below: of polygons and segments, and of boxes in
                                               // pairs with these
    int counts[AUK_PAIRS4_LANES];
    int64_t boxes[AUK_PAIRS4_LANES]; // -1 for a box, else 0
} AukPairs4Side;

// Four pairs, with the other arguments of auk__separate_near() and auk__manifold_write(). A circle with another kind of
// shape is on the second side, and the pair is `flipped` if the circle is first in the caller's pair.
typedef struct AukPairs4 {
    AukPairs4Side sides[2];
    double limits[AUK_PAIRS4_LANES];
    double origin_x[AUK_PAIRS4_LANES], origin_y[AUK_PAIRS4_LANES];
    int64_t flipped[AUK_PAIRS4_LANES]; // 0 or -1
} AukPairs4;

// The result of a pair.
typedef enum AukVerdict {
    AUK_VERDICT_NONE = 0, // uncertain: the pair must be computed by itself
    AUK_VERDICT_APART,    // farther apart than the limit
    AUK_VERDICT_TOUCHING  // the manifold and the simplex are written
} AukVerdict;

// Where GJK would end, as in AukGjkCache, for shapes of few vertices: at most two of each, the second in the high half
// of the word.
typedef struct AukPairs4Simplex {
    uint32_t vertices_a, vertices_b;
    uint32_t count; // 1 or 2
} AukPairs4Simplex;

typedef struct AukPairs4Answer {
    AukManifold manifold;
    AukPairs4Simplex simplex;
    AukVerdict verdict;
} AukPairs4Answer;

// The class of a shape among these kinds.
typedef enum AukPairs4Class {
    AUK_CLASS_OTHER = 0,
    AUK_CLASS_CIRCLE,
    AUK_CLASS_BOX,
    AUK_CLASS_POLYGON, // of up to AUK_SAT_MAX vertices
    AUK_CLASS_SEGMENT, // of a length above 0
    AUK_CLASS_COUNT
} AukPairs4Class;

extern const uint8_t auk__pairs4_classes[AUK_SHAPE_KIND_COUNT];           // AukPairs4Class
extern const uint8_t auk__pairs4_kinds[AUK_CLASS_COUNT][AUK_CLASS_COUNT]; // AukPairs4Kind
extern const AukVec2 auk__pairs4_no_vertices[AUK_PAIRS4_VERTICES];        // read instead of a box's

// A polygon of too many vertices has no class, nor has a segment of length 0, which is a circle: both are rare, and
// left to the code for single pairs.
static inline AukPairs4Class auk__pairs4_class(const AukShape *shape)
{
    AukPairs4Class found = (AukPairs4Class)auk__pairs4_classes[shape->kind];
    const AukVec2 *ends = shape->core.segment;
    bool large = found == AUK_CLASS_POLYGON && shape->core.polygon.count > AUK_SAT_MAX;
    bool point = found == AUK_CLASS_SEGMENT && ends[0].x == ends[1].x && ends[0].y == ends[1].y;
    return large || point ? AUK_CLASS_OTHER : found;
}

// The vertices of a polygon must be followed by a repetition of its first ones, up to AUK_PAIRS4_VERTICES, as in a
// world.
static inline AukPairs4Kind auk__pairs4_kind(AukPairs4Class a, AukPairs4Class b)
{
    return (AukPairs4Kind)auk__pairs4_kinds[a][b];
}

// The classes of the two sides of pairs of a kind. Polygons and segments may include boxes.
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

// Stores a shape; `what` is auk__pairs4_side().
static inline void auk__pairs4_set_shape(AukPairs4Side *side, int lane, const AukShape *shape, AukPairs4Class what)
{
    side->radii[lane] = (double)shape->radius;
    if (what == AUK_CLASS_BOX) {
        side->halves[lane] = shape->core.half;
    } else if (what != AUK_CLASS_CIRCLE) {
        // branch-free, as above
        int box = shape->kind == AUK_SHAPE_BOX, polygon = what == AUK_CLASS_POLYGON;
        const AukVec2 *others = polygon ? shape->core.polygon.vertices : shape->core.segment;
        const AukVec2 *vertices[2] = {others, auk__pairs4_no_vertices};
        uint64_t half; // not read as floats: for a polygon these bits are a pointer, which may be a denormal float, and
                       // operations on denormals are slow
        memcpy(&half, &shape->core, sizeof half);
        half &= 0 - (uint64_t)box;
        memcpy(&side->halves[lane], &half, sizeof half);
        side->vertices[lane] = vertices[box];
        side->counts[lane] = ((polygon ? shape->core.polygon.count : 2) & (box - 1)) | box << 2;
        side->boxes[lane] = -box;
    }
}

// Stores where a shape is.
static inline void auk__pairs4_set_place(AukPairs4Side *side, int lane, const AukDtransform *transform)
{
    side->places.x[lane] = transform->x;
    side->places.y[lane] = transform->y;
    side->places.c[lane] = transform->c;
    side->places.s[lane] = transform->s;
}

// Stores the origin of a pair's frame.
static inline void auk__pairs4_set_origin(AukPairs4 *pairs, int lane, AukVec2 origin)
{
    pairs->origin_x[lane] = (double)origin.x;
    pairs->origin_y[lane] = (double)origin.y;
}

// Gives the results of auk__separate_near() and auk__manifold_write(), bit by bit. Rare cases (nearly touching shapes,
// corners that meet, sides too thin to have a direction) are left to these functions. Results may be at one address if
// their pairs are the same. Must be called only if auk__pairs4_is_supported().
void auk__pairs4_collide(AukPairs4Kind kind, const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);

// True if the processor has registers for four pairs.
bool auk__pairs4_is_supported(void);

// ---- for the files of pairs4 ----

// Computes the pairs of one kind. Only if AUK_F64X4_EXISTS.
void auk__pairs4_circles(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_box_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_polygon_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_boxes(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_segment_circle(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_segments(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);
void auk__pairs4_polygons(const AukPairs4 *pairs, AukPairs4Answer *const answers[AUK_PAIRS4_LANES]);

#endif
