// Stateless geometry: no world, no memory kept, every function may run on any thread.
// Floats go in and come out; inside, pairs are worked out in double precision in a frame that is centred on the
// first shape and has the axes of the caller. So accuracy does not depend on how far from the origin a pair is,
// nor on the unit, and multiplying all lengths by a power of two multiplies all answers by it.
//
// Shared conventions: normals are unit vectors from a to b. A distance below 0 is overlap, and depth = -distance:
// moving b by depth * normal just separates the two. Witness points satisfy point_b - point_a = distance * normal.
// Bad poses (NaN, infinite, beyond AUK_COORDINATE_MAX) and shapes of kind AUK_SHAPE_NONE are answered by a status.
#ifndef AUK_GEOM_H
#define AUK_GEOM_H

#include "auk/math2d.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- shapes -------------------------------------------------------------------------------------------------

/// A disc around the body's origin. A radius of 0 is a point.
/// Refused (kind AUK_SHAPE_NONE with a status): negative, NaN, infinite or out-of-range radius.
AUK_API AukShape auk_shape_circle(float radius);

/// All points within `radius` of the segment from p to q. p may equal q: then it is a circle around p.
AUK_API AukShape auk_shape_capsule(AukVec2 p, AukVec2 q, float radius);

/// A segment without thickness. p may equal q: then it is a point.
AUK_API AukShape auk_shape_segment(AukVec2 p, AukVec2 q);

/// A box around the body's origin. Extents are half the width and half the height, both above 0
/// (AUK_ERROR_ZERO_AREA otherwise).
AUK_API AukShape auk_shape_box(float half_width, float half_height);

/// A convex polygon of 3 to AUK_VERTEX_COUNT_MAX vertices, rounded by `radius`. The vertices are borrowed and must be
/// strictly convex and counter-clockwise, as auk_hull() returns them; otherwise the answer is AUK_ERROR_NOT_CONVEX,
/// or AUK_ERROR_ZERO_AREA where all lie on one line. The check is exact and takes O(count).
AUK_API AukShape auk_shape_polygon(const AukVec2 *vertices, int count, float radius);

/// An ellipse around the body's origin; extents are half the axes, both above 0 (AUK_ERROR_ZERO_AREA otherwise).
AUK_API AukShape auk_shape_ellipse(float half_width, float half_height);

/// A shape given by a support function, rounded by `radius`. `custom` is borrowed. Refused: a null function, bounds
/// that are not finite or inside out.
AUK_API AukShape auk_shape_custom(const AukCustomShape *custom, float radius);

/// The same shape with its radius grown by `radius` (a rounded box, a thick segment).
AUK_API AukShape auk_shape_rounded(AukShape shape, float radius);

/// The shape mirrored: left and right change places where `x` is set, up and down where `y` is; both are half a turn.
/// Exact, and mirroring again gives the first shape back, bit by bit. A pose is mirrored by the same signs and the
/// opposite rotation.
///
/// @param vertices  room for as many vertices as a polygon has, which the result borrows; they may be the shape's own.
///                  Other shapes need none: null.
/// Refused: AUK_ERROR_UNSUPPORTED for a custom shape (its support function would have to be another), AUK_ERROR_NULL
/// for a polygon without room, and what is wrong with the shape.
AUK_API AukShape auk_shape_mirror(const AukShape *shape, bool x, bool y, AukVec2 *vertices);

/// The shape, its radius included, made larger or smaller about its own origin. Exact for powers of two; for other
/// factors each coordinate is rounded once, and a polygon with a corner so flat that this takes it away is refused with
/// AUK_ERROR_NOT_CONVEX (auk_hull() of its vertices drops such corners).
///
/// @param factor    above 0 (AUK_ERROR_ZERO_AREA, AUK_ERROR_NEGATIVE)
/// @param vertices  as for auk_shape_mirror()
AUK_API AukShape auk_shape_scale(const AukShape *shape, float factor, AukVec2 *vertices);

/// The smallest box around the shape in that pose, rounded outward to floats, so that it never loses a point.
/// {0} for a shape of kind AUK_SHAPE_NONE or a bad pose.
AUK_API AukBox auk_shape_bounds(const AukShape *shape, AukTransform pose);

/// The point of the shape farthest along `direction` (the support point), in the caller's frame.
/// O(log n) on polygons of many vertices. A zero direction gives some point of the shape.
AUK_API AukVec2 auk_support(const AukShape *shape, AukTransform pose, AukVec2 direction);

/// The convex hull of points in any order: writes strictly convex counter-clockwise vertices that start at the
/// lowest x (then lowest y); repeated and collinear points are dropped. Orientation tests are exact. O(n log n).
///
/// @param points   count >= 3 points
/// @param hull     room for `count` vertices
/// @return the number of vertices written, or minus an AukStatus: AUK_ERROR_ZERO_AREA if all points lie on one line
/// (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979).
AUK_API int auk_hull(const AukVec2 *points, int count, AukVec2 *hull);

/// As auk_hull(), but writes the indices of the hull's points into the input, so that what belongs to a point
/// (its digits, its material) can be found again. Of repeated points the first one in the input is named.
AUK_API int auk_hull_indices(const AukVec2 *points, int count, int *indices);

/// A convex piece of a decomposed polygon: `count` entries of AukDecomposition.indices from `first` on.
typedef struct AukPiece {
    int first, count;
} AukPiece;

/// What auk_decompose() fills. The arrays are the caller's.
typedef struct AukDecomposition {
    int *indices;       ///< in: room for `index_capacity`; out: corners of the pieces, as indices of points
    int index_capacity; ///< 3 (count + 2 * hole_count) - 6 is always enough
    AukPiece *pieces;   ///< in: room for `piece_capacity`
    int piece_capacity; ///< count + 2 * hole_count - 2 is always enough
    int piece_count;    ///< out
    int index_count;    ///< out
    int edge_a, edge_b; ///< out, with AUK_ERROR_NOT_SIMPLE: two edges that cross or touch, by their first points
} AukDecomposition;

/// Cuts a simple polygon, with or without holes, into few convex pieces whose union it is. Every piece is strictly
/// convex and counter-clockwise, starts at its leftmost corner and is accepted by auk_shape_polygon(). Corners are
/// given points only; a point where a piece is straight is left out of it. All decisions are exact, so the pieces have
/// no gaps and do not overlap, however thin the polygon is; neither winding, nor which point is first, nor a power of
/// two in all coordinates changes them.
///
/// Without holes there are at most four times as many pieces as the fewest possible; on random polygons of up to 16
/// points 0 to 3 % more on average. With r inner angles above 180 degrees and h holes there are at most 2 r + 1 - h.
///
/// An outline that crosses or touches itself or a hole is refused with AUK_ERROR_NOT_SIMPLE, however slight the touch,
/// and two edges that meet are named. Repeated points, edges without length, edges that run back along the last one and
/// corners on another edge all count as touching. If no two edges meet, but a hole lies outside the outline or within
/// another hole, one of its edges is named, and the one right below it or an edge of the outline.
///
/// @param points       the outline, then the holes, one after the other, each of any winding; `count` points in all
/// @param count        3 to AUK_VERTEX_COUNT_MAX
/// @param hole_starts  index of the first point of each hole, ascending; null if there is none
/// @param hole_count   number of holes; each has at least 3 points
/// @param out          counts are written on success only, the edges with AUK_ERROR_NOT_SIMPLE only
/// @return AUK_OK, or AUK_ERROR_NULL, _COUNT (counts or capacities), _NOT_FINITE, _RANGE, _ZERO_AREA (all points of the
///         outline or of a hole on one line), _NOT_SIMPLE, _OUT_OF_MEMORY. O(n log n) for every input: a sweep that
///         compares neighbours (Shamos and Hoey 1976), one that triangulates (Hertel and Mehlhorn 1983), then cuts are
///         exchanged and removed while pieces stay convex (the same).
AUK_API AukStatus auk_decompose(const AukVec2 *points, int count, const int *hole_starts, int hole_count,
                                AukDecomposition *out);

/// The convex hull of the Minkowski difference a - b of two polygons: the configuration space obstacle of b's position
/// relative to a. It contains the origin exactly where the polygons overlap, and its distance from the origin is
/// theirs. Radii are left out; circles and segments count as polygons of one and two vertices.
///
/// @param out       room for `capacity` vertices, counter-clockwise, relative to a's position
/// @param capacity  the sum of both vertex counts is always enough; where a core is curved,
///                  65 and twice the vertices of the other
/// @return the number of vertices, or minus an AukStatus (AUK_ERROR_COUNT if the capacity is too small)
AUK_API int auk_minkowski_difference(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                                     AukVec2 *out, int capacity);

// ---- distance, overlap, penetration -------------------------------------------------------------------------

/// Signed distance of two shapes with witness points.
typedef struct AukDistance {
    float distance;   ///< below 0: the depth of the overlap, negated
    AukVec2 point_a;  ///< witness point on a's surface
    AukVec2 point_b;  ///< witness point on b's surface
    AukVec2 normal;   ///< unit vector from a to b; never zero, never NaN
    int iterations;   ///< rounds of GJK
    AukStatus status; ///< AUK_OK: converged
} AukDistance;

/// The signed distance: GJK while the cores are apart, the exact minimum over the edges of the Minkowski difference
/// when they overlap, EPA where one of them is curved. Error: a few units in the last place of the largest of the
/// pair's extents and relative position.
///
/// Of an overlap the depth along the normal is within 1e-6 of that size of the least depth. Where the least depth is
/// isolated (all other minima are deeper by more than 1e-6 of the size, and the depth grows to both sides of the normal
/// by more than rounding), the normal is within 1e-5 of the true one and the points within 1e-5 of the size, in either
/// order of the shapes. Where several directions are as good (concentric circles) the normal is one of them.
AUK_API AukDistance auk_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

/// As auk_distance() while the distance is at most `max`; shapes that are farther apart are left as soon as that is
/// certain, and `distance` is then a lower bound above `max`, with the axis that shows it as normal and points that are
/// not yet the nearest. A negative max is 0.
AUK_API AukDistance auk_distance_up_to(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                                       float max);

/// True if distance <= 0. The fastest question: it ends at the first separating axis. False for bad input; use
/// auk_distance() where the status matters.
AUK_API bool auk_overlap(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

/// Where GJK ended, to start from next time. {0} is a cold start. Indices that do not fit the shapes are ignored.
typedef struct AukGjkCache {
    uint32_t count;      ///< vertices of the simplex, 0 to 3
    uint32_t index_a[3]; ///< vertices of a
    uint32_t index_b[3]; ///< vertices of b
} AukGjkCache;

/// One round of GJK, as a drawing needs it. Points are relative to a's position.
typedef struct AukGjkStep {
    int count;            ///< vertices of the simplex after reduction
    AukVec2 simplex_a[3]; ///< the simplex on a
    AukVec2 simplex_b[3]; ///< the simplex on b
    AukVec2 simplex[3];   ///< the simplex on the Minkowski difference a - b
    AukVec2 closest;      ///< the point of the simplex nearest the origin
    AukVec2 direction;    ///< where the next support point is looked for; zero in the last round
    AukVec2 support_a;    ///< support point on a along `direction`
    AukVec2 support_b;    ///< support point on b against `direction`
    AukVec2 support;      ///< their difference
} AukGjkStep;

/// An optional record of the rounds. `steps` and `capacity` are the caller's; further rounds are counted, not kept.
typedef struct AukGjkTrace {
    AukGjkStep *steps;
    int capacity;
    int count; ///< rounds recorded
    int total; ///< rounds taken
} AukGjkTrace;

/// What GJK alone says about the cores of two shapes; their radii are ignored.
typedef struct AukGjkResult {
    bool overlap;    ///< the cores share a point; distance, points and normal are then zero
    float distance;  ///< between the cores, >= 0
    AukVec2 point_a; ///< witness points on the cores
    AukVec2 point_b;
    AukVec2 normal; ///< unit vector from a to b, zero if the cores overlap
    int iterations;
    AukStatus status;
} AukGjkResult;

/// The Gilbert-Johnson-Keerthi algorithm by itself (IEEE J. Robotics and Automation 4, 1988).
/// It ends with the origin in the simplex, or when the support point is no nearer than the simplex already is.
///
/// @param cache  in: where to start; out: where it ended. May be null.
/// @param trace  records every round. May be null.
AUK_API AukGjkResult auk_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                             AukGjkCache *cache, AukGjkTrace *trace);

/// One round of the expanding polytope algorithm. Points are on the Minkowski difference a - b of the cores.
typedef struct AukEpaStep {
    AukVec2 edge[2];   ///< the edge of the polytope nearest the origin
    AukVec2 normal;    ///< its outward unit normal: where the next support point is looked for
    float distance;    ///< of the edge from the origin: the depth is at least this
    AukVec2 support_a; ///< support point on a along the normal
    AukVec2 support_b; ///< support point on b against the normal
    AukVec2 support;   ///< their difference: the depth is at most its distance along the normal
} AukEpaStep;

typedef struct AukEpaTrace {
    AukEpaStep *steps;
    int capacity;
    int count;
    int total;
} AukEpaTrace;

/// Depth of two overlapping cores.
typedef struct AukEpaResult {
    bool overlap;    ///< false: the cores are apart, and all below is zero
    float depth;     ///< >= 0
    AukVec2 point_a; ///< witness points on the cores
    AukVec2 point_b;
    AukVec2 normal; ///< unit vector from a to b
    int iterations;
    AukStatus status;
} AukEpaResult;

/// The expanding polytope algorithm by itself, radii ignored (van den Bergen, "Proximity queries and penetration depth
/// computation on 3D game objects", 2001, in the plane). auk_distance() uses it where a core is curved; where both are
/// polygons it takes the exact minimum over all edges instead, and this is its independent twin. The depth is within
/// 1e-6 of the pair's size of the true minimum (within 1e-9 wherever it ends before 1024 vertices); normals and points
/// as auk_distance() says. On curves the last step, which the record does not show, follows the support function from
/// the best normal to its local minimum.
AUK_API AukEpaResult auk_epa(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                             AukEpaTrace *trace);

/// Marks a feature id as an edge (from that vertex to the next); without it the id is a vertex.
#define AUK_FEATURE_EDGE 0x80000000u

/// One point where two shapes touch.
typedef struct AukManifoldPoint {
    AukVec2 point;      ///< midway between the two surfaces
    float distance;     ///< along the normal at this point, of the edges moved out by the radii; below 0 is overlap
    uint32_t feature_a; ///< vertex or edge of a, stable while the same features touch
    uint32_t feature_b; ///< vertex or edge of b
} AukManifoldPoint;

/// Where and how deep two shapes touch.
typedef struct AukManifold {
    AukVec2 normal; ///< unit vector from a to b
    float distance; ///< signed distance of the shapes
    int count;      ///< points, 0 to 2; 0 means that they do not touch
    AukManifoldPoint points[2];
    int iterations;
    AukStatus status;
} AukManifold;

/// The contact manifold: one point, or two where edges face each other (the incident edge is clipped to the
/// reference edge). It has points while distance <= tau, tau being 4 units in the last place of the largest of the
/// pair's extents and relative position. The deepest place is always among them, up to tau.
AUK_API AukManifold auk_collide(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

/// What alternating projection says about two shapes.
typedef struct AukProjectionResult {
    bool overlap;    ///< the shapes share a point; distance is then 0 and the normal is zero
    float distance;  ///< gap between the shapes, radii included; 0 if they overlap
    AukVec2 point_a; ///< last projections, on the surfaces; if they overlap, both are one point of both shapes
    AukVec2 point_b;
    AukVec2 normal;   ///< unit vector from a to b
    int projections;  ///< how many points were projected
    AukStatus status; ///< AUK_ERROR_ITERATION_LIMIT: the gap was still shrinking; `distance` is an upper bound
} AukProjectionResult;

/// One projection of the record of alternating projection. Points lie on the cores, without the radii, and are relative
/// to a's position.
typedef struct AukProjectionStep {
    AukVec2 from, to; ///< the point that was projected, and where it came to lie; a point inside stays where it is
    bool onto_b;      ///< else onto a
    float distance;   ///< signed, from `from` to the core less the radii of both shapes (of a alone in the first step)
} AukProjectionStep;

typedef struct AukProjectionTrace {
    AukProjectionStep *steps;
    int capacity;
    int count; ///< projections recorded
    int total; ///< projections made
} AukProjectionTrace;

/// The distance of two shapes by alternating projection: a point of a is projected onto b, that point onto a, and so on
/// until the gap stops shrinking: (last - next) / next <= epsilon. A signed distance of 0 or below ends it as
/// overlapping. It starts in the middle of the common region of the two bounding boxes (of their gap, where they have
/// none in common). Independent of GJK. (Vakhrushev, Gavrilov, Danilov, "On one algorithm of non-intersection
/// checking".)
///
/// `distance` is never too small. Converged, it is too large by at most sqrt(2 epsilon) times the width of the smaller
/// shape; and a gap below 2^-24 of that shape's extent counts as overlap. The normal is off by at most sqrt(2 epsilon)
/// and what rounding does to the feet, 2^-48 of the pair's size, over the gap. On custom curves, since their functions
/// round, it may be 2e-8 of the size over the gap, and the distance too large by another 1e-6 of the size; by 1e-5
/// where a curve is 100,000 times as long as wide, for there directions in doubles are too coarse to say where a
/// support point lies.
///
/// It is slow where sides are nearly parallel (at an angle t each projection takes off t^2 / 2 of what is left), where
/// outlines cross at such an angle, and where smooth shapes touch. It then ends after 10,000 projections with
/// AUK_ERROR_ITERATION_LIMIT. tests/README.md has a table beside GJK.
///
/// @param epsilon  relative decrease that counts as none; 0 or below stands for 1e-13. NaN and infinity are refused.
/// @param trace    records every projection. May be null.
AUK_API AukProjectionResult auk_alternating_projection(const AukShape *a, AukTransform pose_a, const AukShape *b,
                                                       AukTransform pose_b, float epsilon, AukProjectionTrace *trace);

/// As auk_alternating_projection() for bodies that are unions of convex shapes, all of one pose: the nearest pair of
/// fragments, or one pair that overlaps. `fragment_a` and `fragment_b` (may be null) say which. `projections` is the
/// sum over all pairs that were looked at; pairs whose boxes are farther apart than the nearest so far are not. Where
/// one of them came to its limit the status says so, and `distance` is an upper bound. AUK_ERROR_COUNT for counts
/// below 1.
AUK_API AukProjectionResult auk_alternating_projection_union(const AukShape *a, int count_a, AukTransform pose_a,
                                                             const AukShape *b, int count_b, AukTransform pose_b,
                                                             float epsilon, int *fragment_a, int *fragment_b);

/// Area, outline and centre of mass (of even density) of a shape, radius included.
typedef struct AukMeasure {
    float area;
    float perimeter;  ///< of a segment: there and back
    AukVec2 centroid; ///< in the shape's frame
    AukStatus status;
} AukMeasure;

/// Closed forms; the outline of an ellipse by the arithmetic-geometric mean. A custom shape is measured on 4096 of its
/// support points, to about 1e-5.
AUK_API AukMeasure auk_shape_measure(const AukShape *shape);

// ---- points --------------------------------------------------------------------------------------------------

/// True if the point is in the shape; its boundary is inside.
AUK_API bool auk_contains(const AukShape *shape, AukTransform pose, AukVec2 point);

/// The point's projection on the shape's surface.
typedef struct AukProjection {
    AukVec2 point;  ///< the nearest point of the surface
    AukVec2 normal; ///< outward unit normal there
    float distance; ///< signed: below 0 inside
    AukStatus status;
} AukProjection;

/// Projects a point on the surface of a shape; from inside it goes to the nearest place of the surface.
AUK_API AukProjection auk_project_point(const AukShape *shape, AukTransform pose, AukVec2 point);

// ---- casts and times of impact -------------------------------------------------------------------------------

typedef struct AukCastOptions {
    bool skip_overlapping; ///< ignore what overlaps at the start instead of hitting it at fraction 0; a turning shape
                           ///< that has come apart may hit the same one again later in its motion
    float distance;        ///< stop this far away instead of at contact; 0 or more
} AukCastOptions;

/// Where a cast first touches.
typedef struct AukCast {
    bool hit;
    float fraction; ///< in [0, 1] of the motion
    AukVec2 point;  ///< where the surfaces meet
    AukVec2 normal; ///< zero for a cast that starts overlapping
    int iterations;
    AukStatus status; ///< at AUK_ERROR_ITERATION_LIMIT the fraction is safe: nothing touches before it
} AukCast;

/// Casts a ray against a shape. The normal leaves the shape.
///
/// @param delta    the ray; its length is the reach. Zero length is a point test.
/// @param options  null is {0}
AUK_API AukCast auk_cast_ray(const AukShape *shape, AukTransform pose, AukVec2 from, AukVec2 delta,
                             const AukCastOptions *options);

/// Moves a by `delta` without turning it and reports the first contact with b, which rests. The normal runs from a
/// to b. Exact: the fraction is the nearest float to the true first contact of the two shapes, as far as the size of
/// the pair divided by what it closes along the normal lets doubles tell. The ray against the Minkowski difference is
/// followed to the edge or corner it meets; `iterations` counts support points, and is 1 for boxes that meet face
/// first. A custom shape is met to what its support function is worth.
AUK_API AukCast auk_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                               AukTransform pose_b, const AukCastOptions *options);

/// An even motion over fraction 0..1: from `start`, by `delta`, turning by `turn` radians about the origin of the pose.
typedef struct AukPath {
    AukTransform start;
    AukVec2 delta;
    float turn;
} AukPath;

/// The pose at a fraction of the path; {0} without a path.
AUK_API AukTransform auk_path_pose(const AukPath *path, float fraction);

/// The pose between two: the straight way from `from` (alpha 0) to `to` (alpha 1), turning the shorter way round. Exact
/// at both ends; an alpha outside of [0, 1] is taken for the nearer of them, NaN for 0.
AUK_API AukTransform auk_transform_between(AukTransform from, AukTransform to, float alpha);

/// The first time two moving, turning shapes touch: a fraction at which |distance| <= tau, and before which they are
/// apart. Conservative advancement on an axis that is fixed or turns with an edge, where the separation is bounded by
/// its chord and the largest possible curvature (|turn|^2 * reach), so no contact is stepped over, however thin the
/// shapes and however many the turns. Without rotation it is the linear cast of the relative motion. The normal runs
/// from a to b. What both have in common of their motion costs no accuracy.
///
/// A few rounds are usual (`iterations`; none where the circles around the pivots never meet). Slow are nearly round
/// outlines, or those of very many corners, that spin within a thousandth of their size of the other shape without
/// touching it: hundreds of rounds for each turn. After 256 rounds a gap of 1e-7 of the size counts as contact; after
/// 16384, which only dozens of such turns reach, the answer is AUK_ERROR_ITERATION_LIMIT.
AUK_API AukCast auk_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                                   const AukCastOptions *options);

// ---- batches ---------------------------------------------------------------------------------------------------

/// Two shapes in their poses.
typedef struct AukPairDef {
    const AukShape *a;
    AukTransform pose_a;
    const AukShape *b;
    AukTransform pose_b;
} AukPairDef;

/// The questions above for `count` pairs at once; answers go to the same places of `out`. Each answer carries its
/// status. AUK_ERROR_NULL or AUK_ERROR_COUNT (negative) for the arrays themselves.
AUK_API AukStatus auk_distance_many(const AukPairDef *pairs, int count, AukDistance *out);
AUK_API AukStatus auk_overlap_many(const AukPairDef *pairs, int count, bool *out);
AUK_API AukStatus auk_collide_many(const AukPairDef *pairs, int count, AukManifold *out);

/// Many rays against one shape.
AUK_API AukStatus auk_cast_ray_many(const AukShape *shape, AukTransform pose, const AukVec2 *from, const AukVec2 *delta,
                                    int count, const AukCastOptions *options, AukCast *out);

/// Moves a by `delta` against each of `count` shapes that rest.
AUK_API AukStatus auk_cast_shape_many(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                                      const AukTransform *pose_b, int count, const AukCastOptions *options,
                                      AukCast *out);

// ---- segments against polygons --------------------------------------------------------------------------------

/// Where the segments a + t (b - a) and c + s (d - c) meet.
typedef struct AukSegmentHit {
    bool hit;      ///< both parameters are in [0, 1]; decided exactly
    bool parallel; ///< parallel or of zero length; where they overlap on one line, t is the first common point
    float t;       ///< parameter on the first segment; 0 if parallel and apart
    float s;       ///< parameter on the second segment
    AukVec2 point;
    AukStatus status;
} AukSegmentHit;

/// The parametric intersection of two segments. With u = b - a and v = d - c,
///     t = cross(c - a, v) / cross(u, v),   s = cross(a - c, u) / cross(v, u).
/// (The article on bullets in the game Tuxes prints s with the wrong sign, which misses real hits.)
/// Without `hit`, t and s are those of the infinite lines.
AUK_API AukSegmentHit auk_segment_intersect(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d);

/// Where a moving point or polygon first meets an edge.
typedef struct AukEdgeHit {
    bool hit;
    float fraction; ///< of the motion, in [0, 1]
    AukVec2 point;
    int edge;   ///< edge of the target, from vertex `edge` to the next
    int corner; ///< corner of the moving polygon; 0 for a point
    AukStatus status;
} AukEdgeHit;

/// Moves a point from `from` to `to` against the outline of any simple polygon (convex or not, either winding) and
/// reports the first edge it crosses. A point that starts inside and stays inside crosses nothing. O(count).
AUK_API AukEdgeHit auk_sweep_point(AukVec2 from, AukVec2 to, const AukVec2 *vertices, int count);

/// The article's test of a bullet against a player: joins each old corner of the moving polygon with its new place
/// and intersects these paths with every edge of the target; the first crossing wins. O(count * target_count).
///
/// It misses a target that passes between the paths of two corners: a bullet with corners (0,0) (1,0) (1,2) (0,2)
/// moving by (10,0) flies over the thin target (5,0.9) (6,0.9) (6,1.1) (5,1.1) unnoticed, while auk_cast_shape() and
/// auk_time_of_impact() report fraction 0.4.
///
/// @param before, after  the corners of the moving polygon before and after the motion, `count` each
AUK_API AukEdgeHit auk_sweep_corners(const AukVec2 *before, const AukVec2 *after, int count, const AukVec2 *target,
                                     int target_count);

#ifdef __cplusplus
}
#endif

#endif
