// Answers to compare the library with: double precision, brute force, no code in common with src/geom.
// A shape becomes a list of points in the frame of the caller's axes, centred where the caller says (usually on the
// first shape's position), plus a radius. Everything is then decided over all pairs of vertices and edges.
#ifndef AUK_TESTS_SUPPORT_ORACLE_H
#define AUK_TESTS_SUPPORT_ORACLE_H

#include "auk/geom.h"

enum { ORACLE_POINTS_MAX = 4096 };

typedef struct OracleVec {
    double x, y;
} OracleVec;

// A point, a segment or a counter-clockwise convex polygon, and everything within `radius` of it.
typedef struct OracleShape {
    int count;
    double radius;
    OracleVec center; // where the shape's own origin is
    OracleVec points[ORACLE_POINTS_MAX];
} OracleShape;

OracleVec oracle_vec(double x, double y);
OracleVec oracle_add(OracleVec a, OracleVec b);
OracleVec oracle_sub(OracleVec a, OracleVec b);
OracleVec oracle_scale_vec(double k, OracleVec v);
double oracle_dot(OracleVec a, OracleVec b);
double oracle_cross(OracleVec a, OracleVec b);
double oracle_length(OracleVec v);
OracleVec oracle_of(AukVec2 v);

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

// Farthest the shape reaches from its own origin.
double oracle_reach(const OracleShape *shape);

// What tolerances are relative to: the larger reach, or the relative position where that is larger.
double oracle_scale(const OracleShape *a, const OracleShape *b);

typedef struct OracleDistance {
    double distance;  // signed
    double core;      // the same without the radii
    OracleVec normal; // unit, from a to b
    double certainty; // how far from having another direction: distance of the cores, or depth that the next one adds
} OracleDistance;

OracleDistance oracle_measure(const OracleShape *a, const OracleShape *b);
double oracle_distance(const OracleShape *a, const OracleShape *b);

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
// the radii.
OracleCast oracle_cast(const OracleShape *a, OracleVec delta, const OracleShape *b);

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

// Sign of the turn a -> b -> c, in integers of 640 bits: exact for all finite floats.
int oracle_orientation(AukVec2 a, AukVec2 b, AukVec2 c);

#endif
