// A shape set into the frame of a pair: its core as a polygon of 1 (point), 2 (segment), 4 (box) or more vertices or as
// a curve with a support function, a radius, and a placement. The pair's frame is centred on the first shape's body and
// keeps the caller's axes.
// Invariant: vertices are strictly convex and counter-clockwise; with two vertices both directions are edges. A curve
// has no vertices (count 0).
#ifndef AUK_GEOM_CORE_H
#define AUK_GEOM_CORE_H

#include "auk/types.h"
#include "geom/dvec.h"

enum { AUK_SCANNED_VERTICES = 24 }; // up to this many a scan is faster than a search

typedef struct AukCore {
    const AukVec2 *vertices;      // in the shape's frame; may point to `own`, so a core is not copied
    int count;                    // 0: a curve
    bool box;                     // the four vertices are (-,-) (+,-) (+,+) (-,+) of one half extent
    AukDvec half;                 // of an ellipse
    const AukCustomShape *custom; // or null
    double radius;
    AukPlace place;
    AukVec2 own[4];
} AukCore;

// The status of a shape as an argument: AUK_OK, or why it cannot be used. O(1): a polygon's vertices were checked when
// the shape was made.
AukStatus auk__shape_check(const AukShape *shape);

// The statuses of both shapes and both poses of a pair, the first that is not AUK_OK.
AukStatus auk__pair_check(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

// Fills `core` for a shape that passed auk__shape_check().
void auk__core_init(AukCore *core, const AukShape *shape, AukPlace place);

// A single point.
void auk__core_init_point(AukCore *core, AukDvec point);

// Largest magnitude of a coordinate of the shape (radius included) in its own frame. O(log n).
double auk__core_extent(const AukCore *core);

// Largest distance of the core from the origin that `local` maps into, or a little more for curves. O(n).
double auk__core_reach(const AukCore *core, const AukPlace *local);

// Index of the vertex farthest along `direction` (in the pair's frame). O(log n) on large polygons. Not for curves.
int auk__core_support(const AukCore *core, AukDvec direction);

// The point farthest along `direction` and the index of its vertex, AUK_ON_CURVE for a curve.
typedef struct AukSupport {
    AukDvec point;
    int index;
} AukSupport;

enum { AUK_ON_CURVE = -1 };

AukSupport auk__core_farthest(const AukCore *core, AukDvec direction);

static inline bool auk__core_is_curved(const AukCore *core)
{
    return core->count == 0;
}

static inline AukDvec auk__core_vertex(const AukCore *core, int index)
{
    return auk__place_apply(&core->place, dvec_from(core->vertices[index]));
}

// The same as auk__core_support() of a box. Without a branch, since nobody can foretell it.
static inline int auk__core_box_support(const AukCore *core, AukDvec direction)
{
    AukDvec d = auk__place_unrotate(&core->place, direction);
    int right = d.x >= 0.0, up = d.y >= 0.0;
    return up << 1 | (right ^ up);
}

static inline int auk__core_next(const AukCore *core, int index)
{
    return index + 1 < core->count ? index + 1 : 0;
}

// Number of straight directed edges: a point and a curve have none, a segment has two.
static inline int auk__core_edge_count(const AukCore *core)
{
    return core->count > 1 ? core->count : 0;
}

// The tolerance of contact for a pair whose largest extent, relative position or motion is `size`: 4 ulp of it, a
// float's ulp being at most 2^-23 of its value.
static inline double auk__tau(double size)
{
    return size * 0x1p-21;
}

#endif
