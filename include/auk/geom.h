/// @file
/// Geometry without a world: shapes, distance, contact manifolds, ray casts, shape casts and times of impact. No
/// function keeps state, and every function may run on any thread.
/// Arguments and results are floats. Inside, a pair is computed in double precision in a frame centred on the first
/// shape, with the caller's axes. So accuracy does not depend on the distance from the origin or on the unit of length.
/// Multiplying all lengths by a power of two multiplies all results by it.
///
/// Conventions: normals are unit vectors from a to b. A negative distance is overlap, with depth = -distance: moving b
/// by depth * normal makes the two just touch. Witness points satisfy point_b - point_a = distance * normal. Invalid
/// poses (NaN, infinite, beyond AUK_COORDINATE_MAX) and shapes of kind AUK_SHAPE_NONE give an error status.
///
/// "Size of the pair" is the largest of the two extents and the relative position. The touching tolerance tau is 2^-21
/// of that size, about 4 units in the last place.
#ifndef AUK_GEOM_H
#define AUK_GEOM_H

#include "auk/math2d.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- shapes -------------------------------------------------------------------------------------------------

/// A disc around the origin of the shape's frame. A radius of 0 is a point.
/// On failure the kind is AUK_SHAPE_NONE and `status` has the reason, as for all constructors: AUK_ERROR_NEGATIVE,
/// AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE.
AUK_API AukShape auk_shape_circle(float radius);

/// All points within `radius` of the segment from p to q. If p equals q it is a circle around p.
AUK_API AukShape auk_shape_capsule(AukVec2 p, AukVec2 q, float radius);

/// A segment without thickness. If p equals q it is a point.
AUK_API AukShape auk_shape_segment(AukVec2 p, AukVec2 q);

/// A box around the origin of the shape's frame, with half its width and half its height. A size of 0 gives
/// AUK_ERROR_ZERO_AREA.
AUK_API AukShape auk_shape_box(float half_width, float half_height);

/// Writes the `count` vertices of a regular polygon around the origin, counter-clockwise, the first at (radius, 0), as
/// auk_shape_polygon() takes them. The same bits on every machine.
///
/// @param count   from 3 to 4096, so that the rounded vertices are strictly convex: AUK_ERROR_COUNT
/// @param radius  distance of the vertices from the origin, above 0: AUK_ERROR_NEGATIVE, AUK_ERROR_NOT_FINITE,
///                AUK_ERROR_RANGE, AUK_ERROR_ZERO_AREA for 0 and for radii that are not normal floats
/// @param out     room for `count` vertices: AUK_ERROR_NULL; not written on failure
AUK_API AukStatus auk_regular_polygon(int count, float radius, AukVec2 *out);

/// A convex polygon of 3 to AUK_VERTEX_COUNT_MAX vertices (AUK_ERROR_COUNT), rounded by `radius`. The vertices are
/// borrowed. They must be strictly convex and counter-clockwise, as auk_hull() returns them: AUK_ERROR_NOT_CONVEX, or
/// AUK_ERROR_ZERO_AREA if all lie on one line. The check is exact and takes O(count).
AUK_API AukShape auk_shape_polygon(const AukVec2 *vertices, int count, float radius);

/// An ellipse around the origin of the shape's frame, with its half axes. A half axis of 0 gives AUK_ERROR_ZERO_AREA.
AUK_API AukShape auk_shape_ellipse(float half_width, float half_height);

/// A shape given by a support function, rounded by `radius`. `custom` is borrowed. AUK_ERROR_NULL for a null function;
/// AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE or AUK_ERROR_NEGATIVE (min > max) for its bounds.
AUK_API AukShape auk_shape_custom(const AukCustomShape *custom, float radius);

/// A half-plane: all points p of the shape's frame with dot(normal, p) <= offset. Its surface is a straight line
/// without ends, such as the ground or the border of a level. The normal points out of the solid side and has any
/// length but 0 (AUK_ERROR_ZERO_AREA); with a unit normal, `offset` is the distance of the surface from the origin.
/// AUK_ERROR_NOT_FINITE; AUK_ERROR_RANGE for a component or a distance of the surface beyond AUK_COORDINATE_MAX.
///
/// All pairs with a shape of another kind have closed forms: the surface has no corners, and a shape inside always
/// leaves by the shortest way to the surface. A half-plane has no extent: the size of a pair, and so tau, is the larger
/// of the other shape's extent and the largest |normal * relative position| of a coordinate, with a unit normal. A body
/// far along the surface thus touches at the same distance as one nearby. A radius moves the surface out.
///
/// Two half-planes never overlap: auk_overlap() is false, and calls with a status return AUK_ERROR_UNSUPPORTED. So do
/// auk_gjk(), auk_epa(), auk_minkowski_difference(), auk_alternating_projection() and auk_shape_measure() for a
/// half-plane. In a world see auk_body_add_shape().
AUK_API AukShape auk_shape_half_plane(AukVec2 normal, float offset);

/// The shape with `radius` added to its own radius (a rounded box, a thick segment). AUK_ERROR_NEGATIVE.
AUK_API AukShape auk_shape_rounded(AukShape shape, float radius);

/// The shape mirrored: x is negated if `x` is set, y if `y` is set; both together are half a turn. Exact: mirroring
/// twice gives the first shape bit by bit. To mirror a pose, change the same signs of its position and negate its
/// angle.
///
/// @param vertices  room for all vertices of a polygon, borrowed by the result; may be the shape's own vertices. Null
///                  for other shapes.
/// @return AUK_SHAPE_NONE on failure: AUK_ERROR_UNSUPPORTED for a custom shape (it would need another support
///         function), AUK_ERROR_NULL for a polygon without room, or an error of the shape
AUK_API AukShape auk_shape_mirror(const AukShape *shape, bool x, bool y, AukVec2 *vertices);

/// The shape scaled about its own origin, including its radius. Exact for powers of two; for other factors each
/// coordinate is rounded once. If rounding makes a flat corner of a polygon straight, the answer is
/// AUK_ERROR_NOT_CONVEX; auk_hull() of the vertices removes such corners.
///
/// @param factor    above 0 (AUK_ERROR_ZERO_AREA, AUK_ERROR_NEGATIVE)
/// @param vertices  as for auk_shape_mirror()
AUK_API AukShape auk_shape_scale(const AukShape *shape, float factor, AukVec2 *vertices);

/// The bounding box of the shape in a pose, computed in doubles, then rounded outward to floats: it contains every
/// point to 1e-15 of its extent and position. {0} for a shape of kind AUK_SHAPE_NONE or an invalid pose. The box of a
/// half-plane is infinite on three sides, or on all four if the surface is tilted.
AUK_API AukBox auk_shape_bounds(const AukShape *shape, AukTransform pose);

/// The support point: the point of the shape farthest along `direction`, in the caller's frame.
/// O(log n) on polygons of many vertices. A zero direction gives some point of the shape; invalid arguments give {0,
/// 0}. Of a half-plane it is always the point of the surface nearest to the position of the pose: in other directions
/// than its normal a half-plane has no farthest point.
AUK_API AukVec2 auk_support(const AukShape *shape, AukTransform pose, AukVec2 direction);

/// The convex hull of points in any order: writes strictly convex, counter-clockwise vertices that start at the lowest
/// x (then lowest y). Repeated and collinear points are dropped. Orientation tests are exact. O(n log n). (Andrew,
/// "Another efficient algorithm for convex hulls in two dimensions", 1979.)
///
/// @param points   `count` points, from 3 to AUK_VERTEX_COUNT_MAX
/// @param hull     room for `count` vertices
/// @return the number of vertices written, or minus an AukStatus: AUK_ERROR_NULL, AUK_ERROR_COUNT,
///         AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_ZERO_AREA if all points lie on one
///         line
AUK_API int auk_hull(const AukVec2 *points, int count, AukVec2 *hull);

/// As auk_hull(), but writes the indices of the hull's vertices in `points`, so that per-point data (exact digits, a
/// material) can be found. Of repeated points the first one is given.
AUK_API int auk_hull_indices(const AukVec2 *points, int count, int *indices);

/// A convex piece of a decomposed polygon: `count` entries of AukDecomposition.indices, from entry `first`.
typedef struct AukPiece {
    int first; ///< from 0
    int count; ///< from 3
} AukPiece;

/// The output of auk_decompose(). The caller provides the arrays.
typedef struct AukDecomposition {
    int *indices;       ///< in: room for `index_capacity`; out: vertices of the pieces, as indices into the points
    int index_capacity; ///< 3 (count + 2 * hole_count) - 6 is always enough
    AukPiece *pieces;   ///< in: room for `piece_capacity`
    int piece_capacity; ///< count + 2 * hole_count - 2 is always enough
    int piece_count;    ///< out
    int index_count;    ///< out
    /// Out, with AUK_ERROR_NOT_SIMPLE: two edges that cross or touch, by the indices of their first points.
    int edge_a, edge_b;
} AukDecomposition;

/// Cuts a simple polygon, with or without holes, into few convex pieces whose union is the polygon. Every piece is
/// strictly convex and counter-clockwise, starts at its leftmost corner, and is accepted by auk_shape_polygon().
/// Corners are input points only; a point where a piece is straight is left out of that piece. All decisions are exact,
/// so the pieces have no gaps and do not overlap, however thin the polygon is. The winding, the choice of the first
/// point, and a power of two in all coordinates do not change the pieces.
///
/// Without holes there are at most four times as many pieces as the minimum; on random polygons of up to 16 points
/// there are 0 to 3 % more on average. With r inner angles above 180 degrees and h holes there are at most 2 r + 1 - h.
///
/// AUK_ERROR_NOT_SIMPLE if the outline crosses or touches itself or a hole, however slightly; `edge_a` and `edge_b` are
/// two edges that meet. Repeated points, edges of length 0, edges that run back along the previous one, and corners on
/// another edge all count as touching. If no two edges meet, but a hole lies outside the outline or inside another
/// hole, the edges are one of that hole and the one right below it, or an edge of the outline.
///
/// @param points       the outline, then the holes, one after the other, each of any winding; `count` points in all
/// @param count        3 to AUK_VERTEX_COUNT_MAX
/// @param hole_starts  index of the first point of each hole, ascending; null if there is none
/// @param hole_count   number of holes; each has at least 3 points
/// @param out          counts are written on success only, the edges with AUK_ERROR_NOT_SIMPLE only
/// @return AUK_OK, or AUK_ERROR_NULL, _COUNT (counts or capacities), _NOT_FINITE, _RANGE, _ZERO_AREA (all points of the
///         outline or of a hole on one line), _NOT_SIMPLE, _OUT_OF_MEMORY. O(n log n) for every input: a sweep that
///         compares neighbouring edges (Shamos and Hoey 1976), a sweep that triangulates (Hertel and Mehlhorn 1983),
///         then diagonals are flipped, and removed while pieces stay convex (the same).
AUK_API AukStatus auk_decompose(const AukVec2 *points, int count, const int *hole_starts, int hole_count,
                                AukDecomposition *out);

/// The Minkowski difference a - b of two convex shapes as a polygon: the configuration space obstacle for b's position
/// relative to a. It contains the origin exactly if the cores overlap, and its distance from the origin is the distance
/// of the cores. Radii are ignored; circles count as points, capsules and segments as polygons of two vertices.
///
/// @param out       room for `capacity` vertices, counter-clockwise, relative to a's position
/// @param capacity  the sum of both vertex counts is always enough; if one core is curved, 65 plus twice the vertex
///                  count of the other
/// @return the number of vertices, or minus an AukStatus, with nothing written: AUK_ERROR_NULL, AUK_ERROR_COUNT if the
///         capacity is too small, or an error of the shapes or poses
AUK_API int auk_minkowski_difference(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                                     AukVec2 *out, int capacity);

// ---- distance, overlap, penetration -------------------------------------------------------------------------

/// Signed distance of two shapes with witness points.
typedef struct AukDistance {
    float distance;   ///< negative: minus the depth of the overlap
    AukVec2 point_a;  ///< witness point on a's surface
    AukVec2 point_b;  ///< witness point on b's surface
    AukVec2 normal;   ///< unit vector from a to b; never zero, never NaN
    int iterations;   ///< rounds of GJK
    AukStatus status; ///< AUK_OK: converged
} AukDistance;

/// The signed distance and its witness points: GJK if the cores are apart; if they overlap, the exact minimum over the
/// edges of the Minkowski difference, or EPA if one core is curved. The error is a few units in the last place of the
/// size of the pair.
///
/// For an overlap the depth along the normal is within 1e-6 of the size of the least depth. If the least depth is
/// isolated, the normal is within 1e-5 of the true one and the points are within 1e-5 of the size, in either order of
/// the shapes. Isolated means: all other minima are deeper by more than 1e-6 of the size, and the depth grows to both
/// sides of the normal by more than rounding. If several directions are equally good (concentric circles), the normal
/// is one of them.
AUK_API AukDistance auk_distance(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

/// As auk_distance() if the distance is at most `max`. For a larger distance the computation stops early: `distance` is
/// then a lower bound above `max`, `normal` the separating axis that proves it, and the points are not yet the nearest.
/// A negative `max` is read as 0. AUK_ERROR_NOT_FINITE for an infinite or NaN `max`.
AUK_API AukDistance auk_distance_up_to(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                                       float max);

/// True if distance <= 0. The fastest test: it ends at the first separating axis. False for invalid arguments, whose
/// status auk_distance() has. Where shapes touch to within rounding, (b, a) or the distance may say the opposite.
AUK_API bool auk_overlap(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

/// The last simplex of a GJK run, to start the next run from it. {0} is a cold start. Indices that do not exist in the
/// shapes are ignored. If a core is curved the cache stays {0}.
typedef struct AukGjkCache {
    uint32_t count;      ///< vertices of the simplex, 0 to 3
    uint32_t index_a[3]; ///< vertices of a
    uint32_t index_b[3]; ///< vertices of b
} AukGjkCache;

/// One round of GJK, for drawing. Points are relative to a's position.
typedef struct AukGjkStep {
    int count;            ///< vertices of the simplex after reduction
    AukVec2 simplex_a[3]; ///< the simplex on a
    AukVec2 simplex_b[3]; ///< the simplex on b
    AukVec2 simplex[3];   ///< the simplex on the Minkowski difference a - b
    AukVec2 closest;      ///< the point of the simplex closest to the origin
    AukVec2 direction;    ///< search direction for the next support point; zero in the last round
    AukVec2 support_a;    ///< support point on a along `direction`
    AukVec2 support_b;    ///< support point on b along -`direction`
    AukVec2 support;      ///< their difference
} AukGjkStep;

/// An optional record of the rounds. The caller provides `steps` and `capacity`; further rounds are counted but not
/// recorded.
typedef struct AukGjkTrace {
    AukGjkStep *steps; ///< null: rounds are only counted
    int capacity;      ///< room in `steps`
    int count;         ///< rounds recorded
    int total;         ///< rounds taken
    /// In: the direction of the first support point, for a run without a cache. {0}: from a's position to b's. The
    /// answer does not depend on it, the rounds do. AUK_ERROR_NOT_FINITE for NaN and infinity.
    AukVec2 start;
} AukGjkTrace;

/// The result of GJK alone. It is for the cores of two shapes, without their radii.
typedef struct AukGjkResult {
    bool overlap;             ///< the cores share a point; distance, points and normal are then zero
    float distance;           ///< between the cores, >= 0
    AukVec2 point_a, point_b; ///< witness points on the cores
    AukVec2 normal;           ///< unit vector from a to b, zero if the cores overlap
    int iterations;           ///< rounds, up to 128
    AukStatus status;         ///< AUK_OK: converged
} AukGjkResult;

/// The Gilbert-Johnson-Keerthi algorithm alone (IEEE J. Robotics and Automation 4, 1988).
/// It ends if the origin is in the simplex, if the support point is no closer to the origin than the simplex, or after
/// 128 rounds with AUK_ERROR_ITERATION_LIMIT.
///
/// @param cache  in: where to start; out: where it ended. May be null.
/// @param trace  receives every round, and may give the direction to start in. May be null.
AUK_API AukGjkResult auk_gjk(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                             AukGjkCache *cache, AukGjkTrace *trace);

/// One round of the expanding polytope algorithm. Points are on the Minkowski difference a - b of the cores.
typedef struct AukEpaStep {
    AukVec2 edge[2];   ///< the edge of the polytope closest to the origin
    AukVec2 normal;    ///< outward unit normal of the edge: the next search direction
    float distance;    ///< distance of the edge from the origin: a lower bound of the depth
    AukVec2 support_a; ///< support point on a along the normal
    AukVec2 support_b; ///< support point on b against the normal
    AukVec2 support;   ///< their difference: its distance along the normal is an upper bound of the depth
} AukEpaStep;

/// An optional record of the rounds of EPA, as AukGjkTrace.
typedef struct AukEpaTrace {
    AukEpaStep *steps; ///< null: rounds are only counted
    int capacity;      ///< room in `steps`
    int count;         ///< rounds recorded
    int total;         ///< rounds taken
} AukEpaTrace;

/// Depth of two overlapping cores.
typedef struct AukEpaResult {
    bool overlap;             ///< false: the cores are apart, and all other fields are zero
    float depth;              ///< >= 0
    AukVec2 point_a, point_b; ///< witness points on the cores
    AukVec2 normal;           ///< unit vector from a to b
    int iterations;           ///< rounds
    AukStatus status;         ///< AUK_OK: converged
} AukEpaResult;

/// The expanding polytope algorithm alone, without radii (van den Bergen, "Proximity queries and penetration depth
/// computation on 3D game objects", 2001, in the plane). auk_distance() uses EPA only if a core is curved; for two
/// polygons it takes the exact minimum over all edges instead. The depth is within 1e-6 of the size of the pair of the
/// true minimum (within 1e-9 if EPA ends before 1024 vertices). Normal and points are as exact as those of
/// auk_distance(). On curves the last step follows the support function from the best normal to the local minimum; it
/// is not in the trace.
AUK_API AukEpaResult auk_epa(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b,
                             AukEpaTrace *trace);

/// Flag of a feature id: the feature is the edge from that vertex to the next one. Without it the feature is the
/// vertex.
#define AUK_FEATURE_EDGE 0x80000000u

/// One point where two shapes touch.
typedef struct AukManifoldPoint {
    AukVec2 point;  ///< midway between the two surfaces
    float distance; ///< along the normal at this point, between the edges moved out by the radii; negative is overlap
    uint32_t feature_a; ///< vertex or edge of a; the same number while the same features touch
    uint32_t feature_b; ///< vertex or edge of b
} AukManifoldPoint;

/// Where and how deep two shapes touch.
typedef struct AukManifold {
    AukVec2 normal;             ///< unit vector from a to b
    float distance;             ///< signed distance of the shapes
    int count;                  ///< points, 0 to 2; 0 means that they do not touch
    AukManifoldPoint points[2]; ///< the first `count` are set
    int iterations;             ///< rounds of GJK
    AukStatus status;           ///< AUK_OK: converged
} AukManifold;

/// Computes the contact manifold: one point, or two if two edges face each other (the incident edge is clipped to the
/// reference edge). There are points if distance <= tau. The deepest place is always among them, to within tau.
AUK_API AukManifold auk_collide(const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b);

/// The result of alternating projection for two shapes.
typedef struct AukProjectionResult {
    bool overlap;             ///< the shapes share a point; distance is then 0 and the normal is zero
    float distance;           ///< gap between the shapes, radii included; 0 if they overlap
    AukVec2 point_a, point_b; ///< last projections, on the surfaces; if they overlap, both are one point of both shapes
    AukVec2 normal;           ///< unit vector from a to b
    int projections;          ///< number of projections
    AukStatus status;         ///< AUK_ERROR_ITERATION_LIMIT: the gap was still shrinking; `distance` is an upper bound
} AukProjectionResult;

/// One step of alternating projection. Points lie on the cores, without the radii, and are relative to a's position.
typedef struct AukProjectionStep {
    AukVec2 from, to; ///< the point before and after its projection; a point inside the core does not move
    bool onto_b;      ///< true: projected onto b; false: onto a
    float distance; ///< signed distance of `from` from the core, less the radii of both shapes (only of a in the first
                    ///< step)
} AukProjectionStep;

/// An optional record of the projections, as AukGjkTrace.
typedef struct AukProjectionTrace {
    AukProjectionStep *steps; ///< null: projections are only counted
    int capacity;             ///< room in `steps`
    int count;                ///< projections recorded
    int total;                ///< projections made
} AukProjectionTrace;

/// The distance of two shapes by alternating projection, an algorithm independent of GJK: a point of a is projected
/// onto b, the result onto a, and so on until the gap stops shrinking: (last - next) / next <= epsilon. It also ends,
/// as overlap, at a signed distance of 0 or below. The start is the centre of the intersection of the two bounding
/// boxes, or of the gap between them. (Vakhrushev, Gavrilov, Danilov, "On one algorithm of non-intersection checking".)
///
/// `distance` is never too small. If it converged, it is too large by at most sqrt(2 epsilon) times the width of the
/// smaller shape. A gap below 2^-24 of that shape's extent counts as overlap. The error of the normal is at most sqrt(2
/// epsilon), plus the rounding of the projected points (2^-48 of the size of the pair) divided by the gap. On custom
/// curves, whose functions round, the rounding term is 2e-8 of the size, and the distance may be too large by a further
/// 1e-6 of the size; by 1e-5 if a curve is 100,000 times as long as wide, where directions in doubles are too coarse to
/// locate a support point.
///
/// It is slow in three cases: sides that are nearly parallel (at an angle t each projection removes t^2 / 2 of the
/// remaining distance), outlines that cross at such an angle, and smooth shapes that touch. It ends after 10,000
/// projections with AUK_ERROR_ITERATION_LIMIT. tests/README.md has a table beside GJK.
///
/// @param epsilon  relative decrease that counts as none; 0 or below stands for 1e-13. NaN and infinity give
///                 AUK_ERROR_NOT_FINITE.
/// @param trace    receives every projection. May be null.
AUK_API AukProjectionResult auk_alternating_projection(const AukShape *a, AukTransform pose_a, const AukShape *b,
                                                       AukTransform pose_b, float epsilon, AukProjectionTrace *trace);

/// As auk_alternating_projection() for two unions of convex shapes, each with one pose: the nearest pair of shapes, or
/// one pair that overlaps. `fragment_a` and `fragment_b` (may be null) receive its indices. `projections` is the sum
/// over all pairs tested; pairs whose bounding boxes are farther apart than the nearest pair so far are not tested. If
/// a pair reached the limit, `status` is AUK_ERROR_ITERATION_LIMIT and `distance` is an upper bound. AUK_ERROR_COUNT
/// for counts below 1.
AUK_API AukProjectionResult auk_alternating_projection_union(const AukShape *a, int count_a, AukTransform pose_a,
                                                             const AukShape *b, int count_b, AukTransform pose_b,
                                                             float epsilon, int *fragment_a, int *fragment_b);

/// Area, perimeter and centroid (centre of mass at even density) of a shape, radius included.
typedef struct AukMeasure {
    float area;       ///< square length units
    float perimeter;  ///< of a segment: twice its length
    AukVec2 centroid; ///< in the shape's frame
    AukStatus status; ///< AUK_OK, or why it was refused, with zeros above
} AukMeasure;

/// Computes area, perimeter and centroid by closed formulas; the perimeter of an ellipse by the arithmetic-geometric
/// mean. A custom shape is measured on as many support points as its outline needs (600 of a disc, 16,500 at most): to
/// about 1e-6, of its extent for the centroid, and the rounding errors of its function as a part of its width.
AUK_API AukMeasure auk_shape_measure(const AukShape *shape);

// ---- points --------------------------------------------------------------------------------------------------

/// True if the point is in the shape; the boundary is inside. False for invalid arguments.
AUK_API bool auk_contains(const AukShape *shape, AukTransform pose, AukVec2 point);

/// The projection of a point on a shape's surface.
typedef struct AukProjection {
    AukVec2 point;    ///< the nearest point of the surface
    AukVec2 normal;   ///< outward unit normal there
    float distance;   ///< signed: below 0 inside
    AukStatus status; ///< AUK_OK, or why it was refused
} AukProjection;

/// Projects a point on the surface of a shape, also from inside.
AUK_API AukProjection auk_project_point(const AukShape *shape, AukTransform pose, AukVec2 point);

// ---- casts and times of impact -------------------------------------------------------------------------------

/// Options of casts. {0} is valid.
typedef struct AukCastOptions {
    /// Ignore an overlap at the start instead of a hit at fraction 0. A rotating shape that has separated may hit the
    /// same shape again later, if it was apart for a thousandth of the motion.
    bool skip_overlapping;
    float distance; ///< stop this far away instead of at contact; 0 or more. Nearer at the start is an overlap.
} AukCastOptions;

/// The first contact of a cast.
typedef struct AukCast {
    bool hit;         ///< false: the whole motion is free, or the status says why it was refused
    float fraction;   ///< in [0, 1] of the motion
    AukVec2 point;    ///< where the surfaces meet; with a distance, on the surface of a or on the ray
    AukVec2 normal;   ///< zero if the cast starts overlapping
    int iterations;   ///< rounds of the search
    AukStatus status; ///< with AUK_ERROR_ITERATION_LIMIT the fraction is safe: nothing touches before it
} AukCast;

/// Casts a ray against a shape. The normal points out of the shape.
///
/// @param delta    ray vector; its length is the length of the ray. Zero is a point test.
/// @param options  null is {0}
AUK_API AukCast auk_cast_ray(const AukShape *shape, AukTransform pose, AukVec2 from, AukVec2 delta,
                             const AukCastOptions *options);

/// Moves a by `delta` without rotation and reports the first contact with b, which does not move. The normal points
/// from a to b. Exact: the fraction is the float nearest to the true first contact, as far as double precision allows
/// for the size of the pair divided by the closing distance along the normal. The algorithm follows the ray against the
/// Minkowski difference to the edge or corner it meets; `iterations` counts support points, and is 1 where faces tell
/// the answer, as for boxes that meet face first. A custom shape is met as exactly as its support function is.
AUK_API AukCast auk_cast_shape(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                               AukTransform pose_b, const AukCastOptions *options);

/// A uniform motion over the fractions 0 to 1: from `start`, by `delta`, rotating by `turn` radians about the origin of
/// the pose.
typedef struct AukPath {
    AukTransform start; ///< the pose at fraction 0
    AukVec2 delta;      ///< length units
    float turn;         ///< radians, counter-clockwise; any number of turns
} AukPath;

/// The pose at a fraction of the path; {0} for null.
AUK_API AukTransform auk_path_pose(const AukPath *path, float fraction);

/// Interpolates two poses: the straight line from `from` (alpha 0) to `to` (alpha 1), rotating the shorter way. Exact
/// at both ends; a rotation {0, 0} is (1, 0) there. Alpha is clamped to [0, 1]; NaN counts as 0.
AUK_API AukTransform auk_transform_between(AukTransform from, AukTransform to, float alpha);

/// The time of impact of two moving, rotating shapes: their first contact; before it the shapes are apart, and at it
/// |distance| <= tau. The normal points from a to b. Motion that both shapes share costs no accuracy. Without rotation
/// it is the linear cast of the relative motion; with rotation a gap of 1e-11 of the size counts as contact. Shapes
/// that pass farther apart than that do not hit, though within tau auk_collide() gives points.
///
/// Otherwise conservative advancement on a separating axis that is fixed or rotates with an edge. The separation is
/// bounded by its chord and its largest possible curvature (|turn|^2 times the largest distance from the pivot), so no
/// contact is missed, however thin the shapes and however many the turns.
///
/// A few rounds are usual (`iterations`; 0 if the circles around the pivots never meet). The slow case is a nearly
/// round outline, or one of very many corners, that spins within a thousandth of its size of the other shape without
/// touching it: hundreds of rounds for each turn. After 256 rounds a gap of 1e-7 of the size counts as contact. After
/// 16384, which needs dozens of such turns, the answer is AUK_ERROR_ITERATION_LIMIT.
AUK_API AukCast auk_time_of_impact(const AukShape *a, const AukPath *path_a, const AukShape *b, const AukPath *path_b,
                                   const AukCastOptions *options);

// ---- batches ---------------------------------------------------------------------------------------------------

/// Two shapes in their poses.
typedef struct AukPairDef {
    const AukShape *a;   ///< borrowed during the call
    AukTransform pose_a; ///< of a
    const AukShape *b;   ///< borrowed during the call
    AukTransform pose_b; ///< of b
} AukPairDef;

/// The functions above for `count` pairs at once; out[i] is the answer for pairs[i]. An AukDistance or an AukManifold
/// has its own status; auk_overlap_many() writes false for an invalid pair. An error of the arrays refuses the whole
/// call: AUK_ERROR_NULL, AUK_ERROR_COUNT (negative).
AUK_API AukStatus auk_distance_many(const AukPairDef *pairs, int count, AukDistance *out);
/// auk_overlap() of each pair; as auk_distance_many().
AUK_API AukStatus auk_overlap_many(const AukPairDef *pairs, int count, bool *out);
/// auk_collide() of each pair; as auk_distance_many().
AUK_API AukStatus auk_collide_many(const AukPairDef *pairs, int count, AukManifold *out);

/// Casts `count` rays against one shape. Errors as in auk_distance_many().
AUK_API AukStatus auk_cast_ray_many(const AukShape *shape, AukTransform pose, const AukVec2 *from, const AukVec2 *delta,
                                    int count, const AukCastOptions *options, AukCast *out);

/// Moves a by `delta` against each of `count` shapes that do not move. Errors as in auk_distance_many().
AUK_API AukStatus auk_cast_shape_many(const AukShape *a, AukTransform pose_a, AukVec2 delta, const AukShape *b,
                                      const AukTransform *pose_b, int count, const AukCastOptions *options,
                                      AukCast *out);

// ---- segments against polygons --------------------------------------------------------------------------------

/// The intersection of the segments a + t (b - a) and c + s (d - c).
typedef struct AukSegmentHit {
    bool hit;         ///< both parameters are in [0, 1]; decided exactly
    bool parallel;    ///< parallel or of zero length; if they overlap on one line, t is the first common point
    float t;          ///< parameter on the first segment; 0 if parallel and not overlapping
    float s;          ///< parameter on the second segment
    AukVec2 point;    ///< on the first segment, at t
    AukStatus status; ///< AUK_OK, or AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE
} AukSegmentHit;

/// The parametric intersection of two segments. With u = b - a and v = d - c,
///     t = cross(c - a, v) / cross(u, v),   s = cross(a - c, u) / cross(v, u).
/// (The article on bullets in the game Tuxes prints s with the wrong sign, which misses real hits.)
/// With `hit` they are correct to a unit in the last place; without, they are those of the infinite lines, in doubles.
AUK_API AukSegmentHit auk_segment_intersect(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d);

/// The first contact of a moving point or polygon with an edge.
typedef struct AukEdgeHit {
    bool hit;         ///< false: the members below are zero, but for the status
    float fraction;   ///< of the motion, in [0, 1]
    AukVec2 point;    ///< where they cross
    int edge;         ///< edge of the target, from vertex `edge` to the next
    int corner;       ///< corner of the moving polygon; 0 for a point
    AukStatus status; ///< AUK_OK, or why it was refused
} AukEdgeHit;

/// Moves a point from `from` to `to` against the outline of any simple polygon (convex or not, either winding) and
/// reports the first edge it crosses. A point that stays inside crosses no edge. O(count).
AUK_API AukEdgeHit auk_sweep_point(AukVec2 from, AukVec2 to, const AukVec2 *vertices, int count);

/// The bullet test of the article on the game Tuxes: intersects the path of each corner of the moving polygon with
/// every edge of the target; the first crossing counts. O(count * target_count). Prefer auk_cast_shape() or
/// auk_time_of_impact().
///
/// It misses a target that passes between the paths of two corners. Example: a bullet with corners (0,0) (1,0) (1,2)
/// (0,2) that moves by (10,0) does not hit the thin target (5,0.9) (6,0.9) (6,1.1) (5,1.1), while auk_cast_shape() and
/// auk_time_of_impact() report fraction 0.4.
///
/// @param before   the corners of the moving polygon before the motion, `count` of them; `after` are those after it
AUK_API AukEdgeHit auk_sweep_corners(const AukVec2 *before, const AukVec2 *after, int count, const AukVec2 *target,
                                     int target_count);

/// A line through vertices, which are borrowed. An outline, unless it is open: its last edge goes back to the first
/// vertex.
typedef struct AukPolyline {
    const AukVec2 *vertices; ///< in order; the line may cross itself
    int count;               ///< 2 to AUK_VERTEX_COUNT_MAX
    bool open;               ///< there is no edge from the last vertex to the first
} AukPolyline;

/// A point in which two polylines meet: a + t (b - a) on an edge of the first, c + s (d - c) on one of the second.
typedef struct AukOutlineCrossing {
    int edge_a;     ///< edge of the first, from vertex `edge_a` to the next
    int edge_b;     ///< edge of the second
    float t;        ///< parameter on `edge_a`, in [0, 1)
    float s;        ///< parameter on `edge_b`, in [0, 1)
    AukVec2 point;  ///< the vertex itself if the crossing is at one
    bool collinear; ///< both edges are on one line
} AukOutlineCrossing;

/// All crossings of two polylines, convex or not, crossing themselves or not: all edges of one against all edges of the
/// other, as the article on the game Tuxes asks for. Sorted by (edge_a, t, edge_b, s), so in the order in which the
/// first one runs as far as floats tell t apart. For the crossings of x bodies call it for each pair of them.
///
/// Touching is crossing. Whether two edges meet, and whether at a vertex, is decided exactly. t and s are correct to a
/// unit in the last place even for edges that are nearly parallel.
///
/// - A vertex belongs to the edge that starts there, with parameter 0. So a corner on an edge, or on a corner, is one
///   crossing, not two or four. The last vertex of an open polyline belongs to its last edge: there alone a parameter
///   is 1.
/// - Of edges that run along each other the two ends of what they share are crossings, and no point between. Each is a
///   vertex of one polyline or of both, and follows the rule above: it is named once, by the edges that start there.
/// - An edge of length 0 is left out; the point is the start of the next edge. A polyline whose vertices are all one
///   point has no crossings.
///
/// With a and b swapped the crossings are the same, with edges and parameters swapped, bit by bit. A polyline may be
/// compared with itself; each vertex is then a crossing with itself.
///
/// O(count_a * count_b) at worst. An edge is compared with the boxes of up to 256 runs of edges first: two circles of
/// 10,000 vertices take about 5 ms. Nothing is allocated.
///
/// @param out  room for `capacity` crossings; the first ones in order are written. (NULL, 0) counts, up to INT_MAX
/// @return the number written. Or minus an AukStatus: AUK_ERROR_NULL (also a null `out` with room), AUK_ERROR_COUNT
///         (fewer than 2 vertices, or a negative capacity), AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE
AUK_API int auk_outline_crossings(const AukPolyline *a, const AukPolyline *b, AukOutlineCrossing *out, int capacity);

#ifdef __cplusplus
}
#endif

#endif
