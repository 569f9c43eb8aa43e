// Answers to compare the library with: double precision, brute force, no code in common with src/geom.
// A shape becomes a list of points in the frame of the caller's axes, centred where the caller says (usually on the
// first shape's position), plus a radius. Everything is then decided over all pairs of vertices and edges.
// A shape whose core is curved has a support function instead, and is judged by turning a direction all around it;
// that works for lists of points, too, which makes it a second opinion on them.
#ifndef AUK_TESTS_SUPPORT_ORACLE_H
#define AUK_TESTS_SUPPORT_ORACLE_H

#include "auk/geom.h"

#include <math.h>

enum { ORACLE_POINTS_MAX = 4096 };

typedef struct OracleVec {
    double x, y;
} OracleVec;

// A point, a segment, a counter-clockwise convex polygon or a curved core, and everything within `radius` of it.
typedef struct OracleShape {
    int count; // 0: the core is curved
    double radius;
    OracleVec center;             // where the shape's own origin is
    OracleVec turn;               // curved: cosine and sine of its rotation
    OracleVec half;               // an ellipse's half axes
    const AukCustomShape *custom; // curved, and null: an ellipse
    OracleVec sweep;              // curved: and all that it covers while it moves by this
    OracleVec points[ORACLE_POINTS_MAX];
} OracleShape;

static inline OracleVec oracle_vec(double x, double y)
{
    OracleVec v = {x, y};
    return v;
}

static inline OracleVec oracle_add(OracleVec a, OracleVec b)
{
    return oracle_vec(a.x + b.x, a.y + b.y);
}

static inline OracleVec oracle_sub(OracleVec a, OracleVec b)
{
    return oracle_vec(a.x - b.x, a.y - b.y);
}

static inline OracleVec oracle_scale_vec(double k, OracleVec v)
{
    return oracle_vec(k * v.x, k * v.y);
}

static inline double oracle_dot(OracleVec a, OracleVec b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double oracle_cross(OracleVec a, OracleVec b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double oracle_length(OracleVec v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

static inline OracleVec oracle_of(AukVec2 v)
{
    return oracle_vec((double)v.x, (double)v.y);
}

// The shape in that pose, relative to `origin`.
void oracle_place(OracleShape *out, const AukShape *shape, AukTransform pose, AukVec2 origin);

// The shape at a fraction of a path, relative to `origin`.
void oracle_place_on_path(OracleShape *out, const AukShape *shape, const AukPath *path, double fraction,
                          AukVec2 origin);

// A point as a shape, given relative to whatever the others are relative to.
void oracle_place_point(OracleShape *out, OracleVec point);

void oracle_move(OracleShape *shape, OracleVec offset);

// All that the shape covers while it moves by `delta`: again convex.
void oracle_sweep(OracleShape *out, const OracleShape *shape, OracleVec delta);

// Farthest the shape reaches from its own origin; of a custom shape up to 2 % more.
double oracle_reach(const OracleShape *shape);

// The box around a shape, radius included.
typedef struct OracleBox {
    OracleVec min, max;
} OracleBox;

OracleBox oracle_box(const OracleShape *shape);

// What tolerances are relative to: the larger reach, or the relative position where that is larger.
double oracle_scale(const OracleShape *a, const OracleShape *b);

typedef struct OracleDistance {
    double distance;  // signed
    double core;      // the same without the radii
    OracleVec normal; // unit, from a to b
    double certainty; // how far from having another direction: distance of the cores, or depth that the next one adds
} OracleDistance;

// By vertices and edges; by oracle_turn() where a core is curved or has very many vertices.
OracleDistance oracle_measure(const OracleShape *a, const OracleShape *b);
double oracle_distance(const OracleShape *a, const OracleShape *b);

// The signed distance of a, moved by `offset`, from b as the largest gap between their projections on any direction:
// to about 1e-15 of the scale, but 1e-7 where a curve is inside another and all ways out are nearly as long.
// `certainty` is that of oracle_measure() where they are apart, and 0 where they overlap.
OracleDistance oracle_turn(const OracleShape *a, OracleVec offset, const OracleShape *b);

// The least reach of the cores' difference a - b over all directions: their depth, or where they are apart minus their
// distance. By a dense search and halving, so that the direction is known as well as its slope lets doubles tell.
typedef struct OracleLeast {
    double reach;
    OracleVec normal;
    bool isolated;  // the normal is known to ORACLE_ISOLATED_ANGLE, and all other minima are deeper
    OracleVec a[2]; // the point of a where it is farthest along the normal lies between these, to the same angle
    OracleVec b[2];
} OracleLeast;

#define ORACLE_ISOLATED_ANGLE 1e-5
// By how much other minima are deeper, as a part of the scale.
#define ORACLE_ISOLATED_DEPTH 1e-6

OracleLeast oracle_least(const OracleShape *a, const OracleShape *b);

// The core's point that is farthest along a direction.
OracleVec oracle_support(const OracleShape *shape, OracleVec direction);

// Signed distance of a point from an axis-parallel ellipse around the origin, by the equation of its nearest point.
double oracle_point_to_ellipse(OracleVec half, OracleVec point);

// Gap between the shapes' projections on a unit axis that points from a to b.
double oracle_separation(const OracleShape *a, const OracleShape *b, OracleVec axis);

// Signed distance by another formula: all differences of vertices, their hull, the origin against its edges.
// Room is needed for a.count * b.count points; only small shapes.
double oracle_minkowski_distance(const OracleShape *a, const OracleShape *b);

// Convex hull in place (of points whose rounding does not matter), counter-clockwise; returns the count.
int oracle_hull(OracleVec *points, int count);

typedef struct OracleCast {
    bool hit;
    bool overlapping; // at the start
    double fraction;
    double clearance; // smallest signed distance on the way, from the start to the end of the motion
} OracleCast;

// First contact of a, moving by `delta`, with b: every vertex as a ray against every edge of the other, thickened by
// the radii. Where oracle_measure() turns: by tangents to the distance, which is convex along a line.
OracleCast oracle_cast(const OracleShape *a, OracleVec delta, const OracleShape *b);

// Only the fraction of a cast that hits, by tangents.
double oracle_cast_by_tangents(const OracleShape *a, OracleVec delta, const OracleShape *b);

typedef enum OracleMarchEnd { ORACLE_NEVER, ORACLE_REACHED, ORACLE_UNDECIDED } OracleMarchEnd;

typedef struct OracleMarch {
    OracleMarchEnd end;
    double fraction; // where the distance reached the level, or how far the march came
    int steps;
} OracleMarch;

// First fraction up to `until` at which the signed distance is not above `level` by more than `slack`: steps by
// (distance - level) / (largest speed of any point), so nothing is passed over.
OracleMarch oracle_march(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                         double level, double slack, double until);

// True if oracle_measure() turns.
bool oracle_turns(const OracleShape *a, const OracleShape *b);

// Sign of the turn a -> b -> c, in integers of 640 bits: exact for all finite floats.
int oracle_orientation(AukVec2 a, AukVec2 b, AukVec2 c);

#endif
