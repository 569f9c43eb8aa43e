/// @file
/// The collision world: bodies with shapes, a step, and plain arrays of contacts, events and hits.
/// Typical use: auk_world_create(), auk_body_create() for each object, then each frame auk_world_step(), and read
/// auk_world_contacts(), auk_world_events() and auk_world_hits().
/// The arrays of the last step stay unchanged until the next step; bodies may be created, changed and destroyed while
/// the arrays are read. A call that fails leaves the world unchanged, and auk_world_last_status() gives the reason. A
/// world has only one zero: -0 in arguments is stored as 0.
#ifndef AUK_WORLD_H
#define AUK_WORLD_H

#include "auk/broad.h"
#include "auk/geom.h"
#include "auk/history.h"
#include "auk/math2d.h"
#include "auk/query.h"
#include "auk/snapshot.h"
#include "auk/stats.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Largest AukWorldDef.history.
#define AUK_HISTORY_MAX 1024

/// What a world is created with. {0} is valid. auk_world_create() refuses invalid values: AUK_ERROR_ENUM for `broad`,
/// AUK_ERROR_COUNT for the numbers, AUK_ERROR_NOT_FINITE or AUK_ERROR_RANGE for `up`, and those of auk/wrap.h.
typedef struct AukWorldDef {
    /// AUK_BROAD_BRUTE_FORCE gives the same bits, slowly: for tests.
    AukBroadKind broad;
    /// Most broad-phase pairs of a step: AUK_ERROR_PAIR_LIMIT if there are more. 0 stands for AUK_MAX_PAIRS_DEFAULT.
    /// Pairs are counted after groups and the lowest 16 categories, before all other filters. If a body is swept, boxes
    /// around whole paths are counted, except those of static bodies that lie wholly beside a long straight path. The
    /// limit also holds for the pairs with single cells of grids, and for all pairs with those that turned paths add.
    int max_pairs;
    /// Threads that a step may use, including the calling one, up to AUK_WORKER_COUNT_MAX; 0 and 1 mean the calling
    /// thread alone. Results are the same bits for any number.
    int worker_count;
    /// The game's own task system. If it is given, no threads are started for `worker_count`.
    AukTaskHooks tasks;
    /// Number of past steps that can be queried, up to AUK_HISTORY_MAX, see auk/history.h. Takes 16 bytes for
    /// each body and each of history + 1 steps. 0 keeps nothing.
    int history;
    /// Also report contacts of two static bodies, and static shapes in static sensors.
    bool static_pairs;
    /// The rectangle that repeats, see auk/wrap.h; an axis with max == min does not wrap.
    AukBox wrap;
    /// Which way is up, of any length but 0, for movers that do not say so themselves (auk/mover.h). {0} is (0, 1); a
    /// game whose y points down gives (0, -1). No step reads it, so hashes do not have it; snapshots and records do.
    AukVec2 up;
} AukWorldDef;

// ---- worlds -----------------------------------------------------------------------------------------------------

/// Creates an empty world and starts its threads; a null `def` is {0}. Returns null on failure and writes the reason to
/// `status`, which may be null: an error of `def`, AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_THREAD if the system cannot start
/// as many threads as `worker_count` needs, or AUK_ERROR_ARITHMETIC if the library was compiled in a mode that changes
/// rounding, as -ffast-math does. auk_world_create_error_text() (auk/error_text.h) names the member of `def`.
AUK_API AukWorld *auk_world_create(const AukWorldDef *def, AukStatus *status);

/// Stops the threads and releases the world with everything in it; null is allowed.
AUK_API void auk_world_destroy(AukWorld *world);

/// The status of the last non-const call on this world. auk_world_last_error_text() (auk/error_text.h) says more.
AUK_API AukStatus auk_world_last_status(const AukWorld *world);

/// Reserves memory, so that a world of up to these sizes steps without allocating; pairs are counted as for
/// AukWorldDef.max_pairs. What only swept bodies need is reserved if `hits` is above 0. What only static bodies need is
/// reserved when the first of them is there: by this call, or by the one that makes it. So is what not all worlds use,
/// for all bodies when the first one has it: filters, owners, user data, targets of auk_body_move_to(), limits of
/// responses (pierce, bounces, bounce_loss, max_speed), several shapes, and of shapes filters, user data, places on
/// their bodies, one-way directions, proximities, and the points of capsules and segments. AUK_ERROR_COUNT for a
/// negative number, for more than 2^28 bodies (2^26 in a world that wraps around) and for 2^30 pairs or more;
/// AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_world_reserve(AukWorld *world, int bodies, int pairs, int hits);

/// A position in double precision.
typedef struct AukOrigin {
    double x, y; ///< length units
} AukOrigin;

/// Moves the origin of all coordinates by (dx, dy), for large worlds: a game whose world spans 10^7 units shifts the
/// origin to the player now and then and keeps full precision there. Subtracts the shift from poses, previous poses,
/// targets, the history, and the points of the last step's contacts and hits. Contacts persist without END and BEGIN
/// events; queries use the new coordinates.
///
/// The game must subtract `applied` from positions that it keeps itself, such as `pose` and `support_pose` of every
/// AukMover. Each coordinate is rounded to float once: coordinates near the new origin stay exact, and far ones lose
/// what a float there cannot hold. If the shift is the position of a body, everything within half that distance from
/// the body is exact. O(shapes), with a history O(bodies * history).
///
/// @param dx       rounded to a float, and so that adding it to the origin is exact; so is dy
/// @param applied  receives the actual shift; may be null
/// @return AUK_OK, or AUK_ERROR_NULL, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE for a shift, an origin or a coordinate
///         beyond AUK_COORDINATE_MAX, and where floats are too coarse for the rectangle of a world that wraps around
AUK_API AukStatus auk_world_shift_origin(AukWorld *world, double dx, double dy, AukOrigin *applied);

/// The sum of all shifts. Point p of the world is at origin + p in the coordinates before all shifts.
AUK_API AukOrigin auk_world_get_origin(const AukWorld *world);

// ---- bodies ---------------------------------------------------------------------------------------------------

/// How a body moves.
typedef enum AukMotion {
    AUK_MOTION_MOVING = 0, ///< moves by its velocity; tested only at its final pose of a step
    AUK_MOTION_STATIC,     ///< does not move; costs nothing in a step while it does not change
    AUK_MOTION_SWEPT,      ///< moves by its velocity; tested along its whole path (continuous collision), so it never
                           ///< tunnels
    AUK_MOTION_COUNT       ///< the number of motions; no motion itself
} AukMotion;

/// How a swept body responds to a hit with a solid.
///
/// Two swept bodies that both respond share the change of their relative velocity equally; if their responses differ,
/// each changes by the mean (a body that slides along a wall takes the part along the wall). All other bodies act as if
/// they had infinite mass: static and moving bodies, and swept bodies that have stopped, in this step or before. Beside
/// a body that stops at this very hit, the other one changes by its share alone. Only the closing part of the velocity
/// changes: a bounce loses nothing along the surface. Beside a body that goes on turning, SLIDE and BOUNCE take at
/// least the speed that keeps ahead of its surface for the rest of the step. Rotation ends at the first hit whose
/// response is not CROSS: from then on the spin of the body is 0. Its new velocity is stored in it.
///
/// A body whose velocity SLIDE or BOUNCE has changed AUK_RESPONSES_MAX times in one step is held for the remainder of
/// that step and keeps its last velocity; the last of these hits has `limit` set. It rests, or what moves into it
/// without responding carries it: it moves and turns with that. Pressed between two such bodies it may end on the other
/// side of one, but not of one at rest. Two shapes without area, a circle of radius 0 and a segment, stay on the side
/// they came from while floats there are finer than tau, but may leave a room where two walls meet. Far from the
/// origin, and where others push them along walls, give one of them a radius.
typedef enum AukResponse {
    AUK_RESPONSE_CROSS = 0, ///< report the hit and continue
    AUK_RESPONSE_TOUCH,     ///< stop; velocity and spin become zero (the hit holds the old values)
    AUK_RESPONSE_SLIDE,     ///< remove the closing part of the velocity and continue along the surface; stop in a sharp
                            ///< corner
    AUK_RESPONSE_BOUNCE,    ///< reverse the closing part of the velocity, less the fraction `bounce_loss`
    AUK_RESPONSE_COUNT      ///< the number of responses; no response itself
} AukResponse;

/// Most slides and bounces of one body in one step.
#define AUK_RESPONSES_MAX 16

/// A response by category. For each hit of a swept shape the first rule of the world that matches decides; if none
/// matches, the body's own response does.
typedef struct AukResponseRule {
    uint64_t category;    ///< bits: matches if the swept shape has one of these categories; 0 matches every shape
    uint64_t other;       ///< bits: matches if the shape that is hit has one of these categories; 0 matches every shape
    AukResponse response; ///< for such hits, in place of the body's own
    float bounce_loss;    ///< in [0, 1], for BOUNCE
} AukResponseRule;

/// Largest number of rules in a world.
#define AUK_RESPONSE_RULES_MAX 64

/// A body and its first shape. {0} is a moving body at the origin without a shape.
typedef struct AukBodyDef {
    AukVec2 position; ///< of the body's origin, world space
    float angle;      ///< radians, counter-clockwise
    AukVec2 velocity; ///< length units per second
    float spin;       ///< radians per second, counter-clockwise, about the body's origin
    AukMotion motion; ///< a static body must have no velocity and no spin (AUK_ERROR_STATIC_BODY)
    AukShape shape;   ///< kind AUK_SHAPE_NONE with status AUK_OK: no shape; with another status the call fails
    AukFilter filter; ///< for every shape of the body whose own filter is {0}
    bool sensor;      ///< the first shape has no contacts and no hits, only ENTER and LEAVE events and overlaps
    bool disabled;    ///< collides with nothing until enabled; still moves
    AukBodyId owner;  ///< the body does not collide with its owner, nor with other bodies of that owner; {0} is none
    float proximity;  ///< of the first shape, if it is a sensor: as in AukShapeDef
    AukVec2 one_way;  ///< of the first shape: as in AukShapeDef
    AukResponse response; ///< other than CROSS only for swept bodies (AUK_ERROR_NOT_SWEPT)
    float bounce_loss;    ///< for BOUNCE: in [0, 1], 0 loses no speed (AUK_ERROR_RANGE)
    /// For swept bodies: the number of solid bodies that it crosses before its response applies, 0 or more
    /// (AUK_ERROR_COUNT). While it is above 0, TOUCH, SLIDE and BOUNCE become CROSS, whether they come from a rule or
    /// from `response`. Hits that are CROSS anyway do not count.
    int pierce;
    /// Bits: `pierce` applies to shapes, and to cells and edges with a filter of their own, that have one of these
    /// categories; 0 is all. What else the pierced body has stops it.
    uint64_t pierce_categories;
    /// For swept bodies: after this many bounces BOUNCE becomes TOUCH, whether it comes from a rule or from `response`.
    /// 0 is no limit; AUK_ERROR_COUNT below 0.
    int bounces;
    /// For swept bodies: the largest speed after TOUCH, SLIDE or BOUNCE, whether it comes from a rule or from
    /// `response`; 0 is no limit. The velocity is shortened and keeps its direction. A velocity that the game sets is
    /// not limited before the next such hit. AUK_ERROR_NEGATIVE below 0.
    ///
    /// A body that something faster pushes moves with it for the rest of the step, so that the two do not overlap;
    /// velocity and reported hits keep to the limit. Of two swept bodies each keeps to its own limit, and what one
    /// loses to it the other does not gain: with a limit the sum of the two velocities is not conserved.
    float max_speed;
    uint64_t user_data; ///< any number; copied into events
} AukBodyDef;

/// Creates a body. Returns {0} on failure, see auk_world_last_status(). O(1), apart from copying a polygon. To create
/// many bodies use auk_body_create_many() (auk/many.h).
AUK_API AukBodyId auk_body_create(AukWorld *world, const AukBodyDef *def);

/// Destroys a body at once. Its contacts end at the next step. While a result array contains its id, its slot is not
/// reused and its user data stays readable.
AUK_API AukStatus auk_body_destroy(AukWorld *world, AukBodyId body);

/// True if the body exists.
AUK_API bool auk_body_exists(const AukWorld *world, AukBodyId body);

/// Number of bodies.
AUK_API int auk_world_body_count(const AukWorld *world);
/// Writes the ids of all bodies in the order of their indices. Returns the number written, at most `capacity`; with
/// `out` null the number of bodies.
AUK_API int auk_world_get_bodies(const AukWorld *world, AukBodyId *out, int capacity);

/// The smallest box that contains the bounds of all bodies, enabled or not, for example for a camera that shows the
/// whole world. Half-planes, which have no finite box, are left out. {0} if no body has another shape. In a world that
/// wraps around, boxes may reach over its rectangle. O(shapes).
AUK_API AukBox auk_world_get_bounds(const AukWorld *world);

// Getters return {0} for a stale id. Setters return AUK_ERROR_STALE_ID for one and change nothing. Setters also check
// their values: AUK_ERROR_NULL, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_ENUM. The first call that gives a body
// or a shape what none has had may return AUK_ERROR_OUT_OF_MEMORY, see auk_world_reserve().

/// Where the body is: after the last step, or where a later call put it.
AUK_API AukTransform auk_body_get_pose(const AukWorld *world, AukBodyId body);
AUK_API AukVec2 auk_body_get_position(const AukWorld *world, AukBodyId body); ///< of its origin, world space
AUK_API float auk_body_get_angle(const AukWorld *world, AukBodyId body);      ///< radians, in [-pi, pi]
/// The pose before the last step. After auk_body_set_pose(), and once the body is static, its pose.
AUK_API AukTransform auk_body_get_previous_pose(const AukWorld *world, AukBodyId body);
/// The pose for drawing between two steps: interpolates from the previous pose (alpha 0) to the pose (alpha 1), see
/// auk_transform_between(). A body that rotates by more than half a turn in a step appears to rotate the other way.
AUK_API AukTransform auk_body_get_pose_between(const AukWorld *world, AukBodyId body, float alpha);
AUK_API AukVec2 auk_body_get_velocity(const AukWorld *world, AukBodyId body); ///< length units per second
AUK_API float auk_body_get_spin(const AukWorld *world, AukBodyId body);       ///< radians per second, counter-clockwise
/// The velocity of the point of the body that is at `point` of the world: the body's velocity, and its spin times the
/// vector from its origin, rotated by a quarter turn. In a world that wraps around, of the nearest image. {0} for a
/// stale id, and unless `point` is finite and within AUK_COORDINATE_MAX.
AUK_API AukVec2 auk_body_get_velocity_at(const AukWorld *world, AukBodyId body, AukVec2 point);
AUK_API AukMotion auk_body_get_motion(const AukWorld *world, AukBodyId body); ///< AUK_MOTION_MOVING for a stale id
AUK_API AukFilter auk_body_get_filter(const AukWorld *world, AukBodyId body); ///< AukBodyDef.filter, as it was given
AUK_API AukBodyId auk_body_get_owner(const AukWorld *world, AukBodyId body);  ///< {0}: none; it may be gone
AUK_API AukResponse auk_body_get_response(const AukWorld *world, AukBodyId body); ///< where no response rule matches
AUK_API float auk_body_get_bounce_loss(const AukWorld *world, AukBodyId body);    ///< fraction of the speed, in [0, 1]
/// How many more solid bodies it will cross. Crossing a body takes one off. A body counts once until the two are apart
/// at the end of a step: two walls of one body that it crosses in the same step count once. So does a body that it
/// leaves and meets again within a step, though AukHit.first is true for both hits.
AUK_API int auk_body_get_pierce(const AukWorld *world, AukBodyId body);
AUK_API uint64_t auk_body_get_pierce_categories(const AukWorld *world, AukBodyId body); ///< bits; 0: all categories
/// The limit of bounces; 0 is none.
AUK_API int auk_body_get_bounces(const AukWorld *world, AukBodyId body);
/// The number of bounces so far, as of the last step. 0 if there is no limit.
AUK_API int auk_body_get_bounced(const AukWorld *world, AukBodyId body);
/// AukBodyDef.max_speed; 0 is no limit.
AUK_API float auk_body_get_max_speed(const AukWorld *world, AukBodyId body);
AUK_API bool auk_body_is_enabled(const AukWorld *world, AukBodyId body); ///< false for a stale id
/// Also works for a destroyed body while a result array contains its id; 0 afterwards.
AUK_API uint64_t auk_body_get_user_data(const AukWorld *world, AukBodyId body);
/// The bounding box of all shapes of the body, enabled or not; {0} without shapes. Infinite with a half-plane, see
/// auk_shape_bounds().
AUK_API AukBox auk_body_get_bounds(const AukWorld *world, AukBodyId body);

/// Teleports the body: it is not swept along the way. Cancels a pending auk_body_move_to().
AUK_API AukStatus auk_body_set_pose(AukWorld *world, AukBodyId body, AukTransform pose);
/// auk_body_set_pose() without a change of the rotation.
AUK_API AukStatus auk_body_set_position(AukWorld *world, AukBodyId body, AukVec2 position);
/// auk_body_set_pose() without a change of the position. `angle`: radians, counter-clockwise, any finite number.
AUK_API AukStatus auk_body_set_angle(AukWorld *world, AukBodyId body, float angle);
/// Sets a target: during the next step with dt > 0 the body moves evenly to `pose` and arrives there exactly, rotating
/// the shorter way. Velocity and spin are not changed: auk_body_get_velocity() does not tell how fast it goes, but hits
/// do, and movers that stand on it know. Use it for platforms and characters. Setting a velocity does not cancel the
/// target. A swept body that responds to a hit on its way does not arrive. AUK_ERROR_STATIC_BODY.
AUK_API AukStatus auk_body_move_to(AukWorld *world, AukBodyId body, AukTransform pose);
/// Sets the velocity and spin that bring a body to a pose in dt seconds, rotating the shorter way; afterwards it keeps
/// them. Positions are sums of rounded steps, so for an exact arrival use auk_body_move_to() in the last step.
/// AUK_ERROR_TIME_STEP unless dt > 0; AUK_ERROR_RANGE if the speed is too large; AUK_ERROR_STATIC_BODY.
AUK_API AukStatus auk_body_velocity_to(AukWorld *world, AukBodyId body, AukTransform pose, float dt);
/// Length units per second. AUK_ERROR_STATIC_BODY.
AUK_API AukStatus auk_body_set_velocity(AukWorld *world, AukBodyId body, AukVec2 velocity);
/// Radians per second, counter-clockwise, about the body's origin. AUK_ERROR_STATIC_BODY.
AUK_API AukStatus auk_body_set_spin(AukWorld *world, AukBodyId body, float spin);
/// A body that becomes static loses its velocity, its spin and its target, and its previous pose is its pose.
/// AUK_ERROR_NOT_SWEPT if the body has a response other than CROSS and would no longer be swept: set the response to
/// CROSS first. So no body silently stops bouncing. AUK_ERROR_HALF_PLANE if a body with a half-plane would move.
AUK_API AukStatus auk_body_set_motion(AukWorld *world, AukBodyId body, AukMotion motion);
/// For all its shapes whose own filter is {0}, from the next step on.
AUK_API AukStatus auk_body_set_filter(AukWorld *world, AukBodyId body, AukFilter filter);
/// As AukBodyDef.owner, from the next step on; {0} ends it. AUK_ERROR_STALE_ID also for an owner that does not exist.
AUK_API AukStatus auk_body_set_owner(AukWorld *world, AukBodyId body, AukBodyId owner);
/// AUK_ERROR_NOT_SWEPT for a response other than CROSS and a body that is not swept.
AUK_API AukStatus auk_body_set_response(AukWorld *world, AukBodyId body, AukResponse response);
/// AUK_ERROR_RANGE outside of [0, 1].
AUK_API AukStatus auk_body_set_bounce_loss(AukWorld *world, AukBodyId body, float bounce_loss);
AUK_API AukStatus auk_body_set_pierce(AukWorld *world, AukBodyId body, int pierce); ///< AUK_ERROR_COUNT below 0
/// Categories that it pierces from now on, also of the bodies that it is crossing at the moment; 0 is all.
AUK_API AukStatus auk_body_set_pierce_categories(AukWorld *world, AukBodyId body, uint64_t categories);
/// The limit of bounces; 0 is none. Counting starts again at 0. Each BOUNCE response that changes its velocity is one
/// bounce: of two hits at one instant the second may find it on its way out. Two bodies that bounce off each other
/// count one each. AUK_ERROR_COUNT below 0.
AUK_API AukStatus auk_body_set_bounces(AukWorld *world, AukBodyId body, int bounces);
/// AukBodyDef.max_speed; 0 is no limit. The velocity does not change before the next hit. AUK_ERROR_NEGATIVE below 0.
AUK_API AukStatus auk_body_set_max_speed(AukWorld *world, AukBodyId body, float max_speed);
/// In a world that wraps around: AUK_ERROR_RANGE if the body has rotated while disabled and is now too wide.
AUK_API AukStatus auk_body_set_enabled(AukWorld *world, AukBodyId body, bool enabled);
/// Any number. The results of the last step keep what they have.
AUK_API AukStatus auk_body_set_user_data(AukWorld *world, AukBodyId body, uint64_t user_data);

// ---- pairs of bodies that do not meet ------------------------------------------------------------------------------

/// Two bodies.
typedef struct AukBodyPair {
    AukBodyId a, b; ///< in lists a.index < b.index
} AukBodyPair;

/// Excludes a pair of bodies from collision, with all their shapes (`ignored` true), or ends that (false). For pairs
/// that no category or group can express, for example a thrower and the thrown object. From the next step on the two
/// bodies have no contacts, hits or sensor events with each other, and existing ones end. The order of a and b does not
/// matter. Queries and movers find both bodies as before. The entry is removed when one of the bodies is destroyed.
/// Setting the current value again changes nothing. O(1), apart from bodies that ignore very many others.
/// AUK_ERROR_NULL, AUK_ERROR_STALE_ID, AUK_ERROR_SAME_BODY, AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_world_ignore_pair(AukWorld *world, AukBodyId a, AukBodyId b, bool ignored);

/// True if the pair of existing bodies is excluded. O(1).
AUK_API bool auk_world_is_pair_ignored(const AukWorld *world, AukBodyId a, AukBodyId b);

/// Writes the excluded pairs, each with a.index < b.index, sorted. Returns the number written; a null `out` counts.
AUK_API int auk_world_ignored_pairs(const AukWorld *world, AukBodyPair *out, int capacity);

// ---- shapes of bodies -------------------------------------------------------------------------------------------

/// A further shape of a body. {0} but for `shape` is a solid at the body's origin.
typedef struct AukShapeDef {
    AukShape shape;   ///< its kind may not be AUK_SHAPE_NONE
    AukVec2 position; ///< of the shape in the body's frame
    float angle;      ///< of the shape in the body's frame, radians
    AukFilter filter; ///< {0}: the body's filter
    bool sensor;      ///< it has no contacts and no hits, only ENTER and LEAVE events and overlaps
    bool disabled;    ///< collides with nothing until enabled, see auk_world_shape_set_enabled()
    /// For sensors: detects shapes within this distance. The radius of the sensor grows by it, also for queries. 0 or
    /// more (AUK_ERROR_NEGATIVE); AUK_ERROR_NOT_SENSOR for a solid.
    float proximity;
    /// {0}: solid from all sides. Otherwise a direction of any length in the body's frame: only the side that faces it
    /// is solid. See below.
    AukVec2 one_way;
    /// For chains (auk/terrain.h): only the right side of each edge is solid. AUK_ERROR_UNSUPPORTED for other shapes.
    bool one_sided;
    AukVec2 conveyor;   ///< velocity of its surface, see auk_world_shape_set_conveyor(); {0}: the surface does not move
    uint64_t user_data; ///< any number, besides that of the body
} AukShapeDef;

// A shape with a one-way direction (for a platform: up) collides with another solid only in two cases: they touched
// after the last step, or before this step the other shape was wholly in front of it along the direction, within tau
// and the rounding of positions. Otherwise they pass each other without hit, contact or event. A hit also requires that
// the other shape closes against the direction, or meets a slope from its front. Sensors and queries ignore directions.
// Of several pieces each is judged by itself, but it is enough that one has touched. Edges of chains and pieces of
// outlines (a convex one is a single polygon) also block what is above their slopes. Characters: see auk/mover.h.

/// Lets a body fall through the one-way shapes and cells that it touched after the last step. Of a grid these are the
/// rows (or columns) of cells of one kind that it touched, not the whole grid. Contacts with them end at the next step.
/// Each floor lets the body pass until a step in which it would not have held it: when the body has left its front, or
/// has gone elsewhere. So a body that does not move yet falls later, and other floors hold it as ever. Does nothing if
/// it touches none. For a character use AukMover.drop. O(contacts of the body). AUK_ERROR_STALE_ID,
/// AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_body_drop_through(AukWorld *world, AukBodyId body);

/// Adds a shape. Returns {0} on failure, see auk_world_last_status(). Vertices are copied; equal polygons share one
/// copy.
///
/// A half-plane (auk_shape_half_plane()) needs a static body in a world that does not wrap around:
/// AUK_ERROR_HALF_PLANE, here, in auk_body_create(), auk_body_set_motion() and auk_world_shape_set(). The body may be
/// put elsewhere. A half-plane cannot be one-way (AUK_ERROR_UNSUPPORTED). It may be a sensor, also with a proximity,
/// and takes part in everything else: contacts, hits, movers, queries, history. A grid of tiles or a chain touches it
/// with the corner of the whole surface that is deepest. Each half-plane is tested against the box of every shape in
/// each step, so a world should have few of them; a world without any pays nothing.
AUK_API AukShapeId auk_body_add_shape(AukWorld *world, AukBodyId body, const AukShapeDef *def);

/// Adds the convex hull of points in any order. Of `def->shape` only the radius is used. A null def is {0}.
AUK_API AukShapeId auk_body_add_polygon(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                        const AukShapeDef *def);

/// Adds a simple polygon, convex or not, with or without holes. It is one shape of convex pieces: contacts give the
/// index of the piece (`child`), events are for the whole shape. Arguments and errors as in auk_decompose(). Of
/// `def->shape` only the radius is used: it rounds every piece. A null def is {0}. Pieces do not know their neighbours,
/// as edges of chains do: what slides over a joint of two may meet a sideways normal. For ground take a closed chain.
AUK_API AukShapeId auk_body_add_outline(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                        const int *hole_starts, int hole_count, const AukShapeDef *def);

/// Registers a custom shape under its number, which identifies it in hashes, snapshots and records. Call it before the
/// shape is used: auk_body_create() and auk_body_add_shape() refuse unregistered custom shapes (AUK_ERROR_NUMBER). The
/// struct is copied. AUK_ERROR_NUMBER if the number already belongs to another function, context or box;
/// AUK_ERROR_OUT_OF_MEMORY; or an error of auk_shape_custom().
AUK_API AukStatus auk_world_register_custom(AukWorld *world, const AukCustomShape *custom);

/// Replaces the geometry of a shape by any other kind, in place, for example when a character crouches. The id, the
/// pose in the body's frame, filter, sensor flag, proximity, one-way direction, conveyor and user data stay. At the
/// next step contacts that still hold persist and others end; nothing is swept. Queries see the change at once.
/// Vertices are copied. auk/shapes.h has more calls that change shapes in place. AUK_ERROR_UNSUPPORTED if `shape` has
/// several pieces, is a chain or a grid of tiles; or an error of the new shape.
AUK_API AukStatus auk_world_shape_set(AukWorld *world, AukShapeId shape, const AukShape *to);

/// Removes a shape from its body. Its contacts end at the next step. O(pieces of the body). AUK_ERROR_STALE_ID.
AUK_API AukStatus auk_world_shape_remove(AukWorld *world, AukShapeId shape);

/// The oldest shape of a body, at first that of its definition; {0} if it has none.
AUK_API AukShapeId auk_body_get_shape(const AukWorld *world, AukBodyId body);
/// Writes the ids of all its shapes, oldest first. Returns the number written; a null `out` counts.
AUK_API int auk_body_get_shapes(const AukWorld *world, AukBodyId body, AukShapeId *out, int capacity);

AUK_API bool auk_world_shape_exists(const AukWorld *world, AukShapeId shape); ///< false for a stale id
/// The body of a shape; {0} if stale.
AUK_API AukBodyId auk_world_shape_get_body(const AukWorld *world, AukShapeId shape);
/// The geometry of a shape; if it has several pieces, of the first. The radius includes `proximity`. The vertices
/// belong to the world and are valid until the shape is removed, its geometry is replaced, or the world is restored or
/// destroyed.
AUK_API AukShape auk_world_shape_get(const AukWorld *world, AukShapeId shape);
/// The pose of the shape in the world.
AUK_API AukTransform auk_world_shape_get_pose(const AukWorld *world, AukShapeId shape);
/// AukShapeDef.one_sided.
AUK_API bool auk_world_shape_is_one_sided(const AukWorld *world, AukShapeId shape);
AUK_API bool auk_world_shape_is_sensor(const AukWorld *world, AukShapeId shape);         ///< false for a stale id
AUK_API uint64_t auk_world_shape_get_user_data(const AukWorld *world, AukShapeId shape); ///< 0 for a stale id
/// Any number; independent of that of the body. AUK_ERROR_STALE_ID.
AUK_API AukStatus auk_world_shape_set_user_data(AukWorld *world, AukShapeId shape, uint64_t user_data);
/// The shape's own filter; {0} if the body's filter applies. Of a chain, that of its first edge.
AUK_API AukFilter auk_world_shape_get_filter(const AukWorld *world, AukShapeId shape);
/// {0}: the body's filter applies. For all edges of a chain, in place of their own. AUK_ERROR_STALE_ID.
AUK_API AukStatus auk_world_shape_set_filter(AukWorld *world, AukShapeId shape, AukFilter filter);
/// A sensor that becomes solid loses its proximity.
AUK_API AukStatus auk_world_shape_set_sensor(AukWorld *world, AukShapeId shape, bool sensor);
/// AukShapeDef.proximity; 0 for solids.
AUK_API float auk_world_shape_get_proximity(const AukWorld *world, AukShapeId shape);
/// AUK_ERROR_NEGATIVE; AUK_ERROR_NOT_SENSOR for a value above 0 and a solid; AUK_ERROR_RANGE if the shape becomes too
/// large.
AUK_API AukStatus auk_world_shape_set_proximity(AukWorld *world, AukShapeId shape, float proximity);
/// AukShapeDef.one_way as it was given; {0} if the shape is solid from all sides.
AUK_API AukVec2 auk_world_shape_get_one_way(const AukWorld *world, AukShapeId shape);
/// As AukShapeDef.one_way. AUK_ERROR_STALE_ID, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE, AUK_ERROR_UNSUPPORTED.
AUK_API AukStatus auk_world_shape_set_one_way(AukWorld *world, AukShapeId shape, AukVec2 one_way);

// ---- responses by category ----------------------------------------------------------------------------------------

/// Replaces the world's response rules; (NULL, 0) removes them. AUK_ERROR_NULL; AUK_ERROR_COUNT below 0 or above
/// AUK_RESPONSE_RULES_MAX; AUK_ERROR_ENUM, AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE for a rule; AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_world_set_response_rules(AukWorld *world, const AukResponseRule *rules, int count);
/// Writes the rules. Returns the number written; a null `out` counts.
AUK_API int auk_world_get_response_rules(const AukWorld *world, AukResponseRule *out, int capacity);

// ---- the step ---------------------------------------------------------------------------------------------------

/// Moves all bodies by dt seconds, finds contacts and hits, and publishes the arrays below. With dt = 0 poses stay, and
/// contacts and events are computed anew. On failure (AUK_ERROR_NULL, AUK_ERROR_TIME_STEP, AUK_ERROR_RANGE,
/// AUK_ERROR_PAIR_LIMIT, AUK_ERROR_OUT_OF_MEMORY) the world and its arrays are as before the call.
AUK_API AukStatus auk_world_step(AukWorld *world, float dt);

/// Two solid shapes that touch. A contact begins at distance <= tau and ends above 2 tau. The tolerance tau is 4 units
/// in the last place of the largest of the pair's extents and relative position.
typedef struct AukContact {
    AukBodyId body_a, body_b;    ///< body_a.index < body_b.index
    AukShapeId shape_a, shape_b; ///< of these bodies
    int child_a, child_b;        ///< index of the piece in a shape of several pieces (outline, chain, tiles); else 0
    bool began;                  ///< the two shapes began to touch in this step; the same in all contacts of the two
    AukManifold manifold;        ///< normal from a to b
} AukContact;

/// The contacts of a step.
typedef struct AukContacts {
    const AukContact *items; ///< unchanged until the next step
    int count;               ///< number of items
} AukContacts;

/// All contacts at the final poses of the last step, sorted by (body a, body b, shape a, shape b, child a, child b).
AUK_API AukContacts auk_world_contacts(const AukWorld *world);

/// Writes the indices (into auk_world_contacts()) of the contacts of one body, in ascending order. Returns the number
/// written; a null `out` counts. Takes time in proportion to the contacts of that body.
AUK_API int auk_body_contacts(const AukWorld *world, AukBodyId body, int *out, int capacity);

/// The kinds of events.
typedef enum AukEventKind {
    AUK_EVENT_BEGIN = 0, ///< two solids began to touch
    AUK_EVENT_END,       ///< they no longer touch, or one of them was destroyed, disabled or filtered out
    AUK_EVENT_ENTER,     ///< a shape entered a sensor
    AUK_EVENT_LEAVE,     ///< it left, or one of them was destroyed, disabled or filtered out
    AUK_EVENT_KIND_COUNT ///< the number of kinds; no kind itself
} AukEventKind;

/// A change in the state of a pair of shapes. Every BEGIN has exactly one END, and every ENTER one LEAVE, also if a
/// body is destroyed, disabled, teleported or gets another filter. A pair that meets and separates within one step has
/// both events in that step. While a pair goes on touching it has no event: read auk_world_contacts() and
/// auk_world_overlaps(). If a shape becomes a sensor or a solid meanwhile, a LEAVE has as a what is the sensor then.
typedef struct AukEvent {
    AukEventKind kind;        ///< BEGIN, END, ENTER or LEAVE
    AukBodyId body_a, body_b; ///< body_a.index < body_b.index; in sensor events a is the sensor (of two sensors the one
                              ///< with the smaller index)
    AukShapeId shape_a, shape_b; ///< of these bodies; they may be gone
    float fraction;              ///< of the step: for BEGIN and ENTER when a swept body met it, else 1
    int contact; ///< for BEGIN: index of the first contact of the two shapes in auk_world_contacts(), or -1 if they
                 ///< have separated within the step; -1 for all other kinds
    bool bodies; ///< for BEGIN, END, ENTER and LEAVE: it is the first or last such contact of the two bodies
    uint64_t user_data_a, user_data_b; ///< of the bodies; for shapes see auk_world_shape_get_user_data()
} AukEvent;

/// The events of one kind in a step.
typedef struct AukEvents {
    const AukEvent *items; ///< unchanged until the next step
    int count;             ///< number of items
} AukEvents;

/// The events of one kind in the last step, in the order of contacts whichever is the sensor. Empty for unknown kinds.
AUK_API AukEvents auk_world_events(const AukWorld *world, AukEventKind kind);

/// A shape that is inside a sensor, or touches it.
typedef struct AukOverlap {
    AukBodyId body_a, body_b;          ///< a is the sensor
    AukShapeId shape_a, shape_b;       ///< of these bodies
    uint64_t user_data_a, user_data_b; ///< of the bodies
} AukOverlap;

/// The shapes inside one sensor, or inside all.
typedef struct AukOverlaps {
    const AukOverlap *items; ///< unchanged until the next step
    int count;               ///< number of items
} AukOverlaps;

/// What all sensors contain at the final poses of the last step, sorted by (shape a, body b, shape b). Each pair of
/// shapes occurs once, however many pieces they have. Of two sensors that overlap, each contains the other. A fast body
/// that crossed a sensor within the step is not inside: it is in the ENTER and LEAVE events.
AUK_API AukOverlaps auk_world_overlaps(const AukWorld *world);

/// The part of auk_world_overlaps() with this sensor, found by bisection. Empty for a solid and an id that no sensor of
/// the last step had. The items stay unchanged until the next step, also if the sensor is removed.
AUK_API AukOverlaps auk_world_shape_overlaps(const AukWorld *world, AukShapeId sensor);

/// A swept body hit a solid on its way.
typedef struct AukHit {
    AukBodyId body_a, body_b;       ///< a is the swept body; the smaller index if both are
    AukShapeId shape_a, shape_b;    ///< of these bodies
    int child_a, child_b;           ///< index of the piece, as in AukContact
    float fraction;                 ///< of the step, in [0, 1]
    AukVec2 point;                  ///< near the path of a, also in a world that wraps around
    AukVec2 normal;                 ///< unit vector from a into b
    AukVec2 velocity_a, velocity_b; ///< just before the hit, length units per second
    float spin_a, spin_b;           ///< just before the hit, radians per second
    AukResponse response;           ///< the response of a; CROSS if the other body was pierced
    /// False for a repetition: the response is CROSS, or that of b, and the two shapes have been touching without a
    /// pause since an earlier hit of theirs, so one is still inside the other. A game that takes health for first
    /// crossings alone takes the same at every length of step, except at gaps: two arms of a U are one first hit in a
    /// long step, two in short ones. Hits that neither crosses are always first: what runs into a body that has stopped
    /// hits it in each step.
    bool first;
    /// A body is held from here on, after AUK_RESPONSES_MAX changes of velocity or because its path became too wide for
    /// a world that wraps around; or the time of impact reached its iteration limit, and `fraction` is a safe estimate.
    bool limit;
    uint64_t user_data_a, user_data_b; ///< of the bodies
} AukHit;

/// The hits of a step.
typedef struct AukHits {
    const AukHit *items; ///< unchanged until the next step
    int count;           ///< number of items
} AukHits;

/// All hits of the last step, sorted by (fraction, body a, body b, shape a, shape b); hits of the same two shapes at
/// the same time are in the order in which they happened. Equal hits of a body that is squeezed are one. A hit requires
/// that the shapes close along the normal; shapes that overlap and close at the start hit at fraction 0. A shape that
/// starts beyond the middle of another leaves it by the far side: they open, so they do not hit. A shot starts at the
/// shooter (AukBodyDef.owner), not at a muzzle that may be inside of what it aims at. Two shapes of which neither
/// slides nor bounces hit at most once in a step, with the piece met first. A body whose path changes may hit the same
/// shape again, and each piece of it.
AUK_API AukHits auk_world_hits(const AukWorld *world);

/// A 64-bit hash of state, results and definition, but for user data and AukWorldDef.up, `broad` and workers. The same
/// calls give the same hash on every machine, compiler and optimisation level. 0 for null.
AUK_API uint64_t auk_world_hash(const AukWorld *world);

#ifdef __cplusplus
}
#endif

#endif
