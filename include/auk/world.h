// The collision world: bodies with shapes, a step, and plain arrays of what touches what.
// Between two steps the arrays of the last step stay as they are; bodies may be created, changed and destroyed while
// they are read. A call that is refused leaves the world as it was, and auk_world_last_status() says why. What a world
// keeps has one zero: a number given as -0 is kept as 0.
#ifndef AUK_WORLD_H
#define AUK_WORLD_H

#include "auk/broad.h"
#include "auk/geom.h"
#include "auk/math2d.h"
#include "auk/query.h"
#include "auk/snapshot.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most steps that AukWorldDef.history may keep.
#define AUK_HISTORY_MAX 1024

typedef struct AukWorldDef {
    AukBroadKind broad; ///< AUK_BROAD_BRUTE_FORCE gives the same bits, slowly: for tests
    int max_pairs;      ///< a step whose broad phase finds more pairs of boxes is refused with AUK_ERROR_PAIR_LIMIT;
                        ///< counted over whole ways while a body is swept, without those that groups and the lowest
                        ///< 16 categories keep apart, but before all other filters. 0 is no limit
    int worker_count;   ///< threads that a step may use, the calling one included, up to AUK_WORKER_COUNT_MAX; 0 and 1
                        ///< are the caller alone. Results are the same bits for any number
    AukTaskHooks tasks; ///< the game's own task system; if given, no thread is started for `worker_count`
    int history;        ///< how many steps back can be asked for, up to AUK_HISTORY_MAX, see auk_world_cast_ray_at();
                        ///< takes 16 bytes per body for each of them and one more. 0 keeps nothing and costs nothing
    bool static_pairs;  ///< report contacts of static bodies with static bodies too
    AukBox wrap;        ///< the rectangle that repeats; an axis where max == min does not wrap. See below
} AukWorldDef;

// ---- worlds that wrap around -----------------------------------------------------------------------------------

// What leaves the rectangle `wrap` on one side comes in on the other, and what overlaps a side touches what is at the
// opposite one: the world is a torus, or a tube if one axis wraps.
//
// - Positions of bodies are in [min, max) of an axis that wraps, also those that are given (auk_body_set_pose() and so
//   on): the same place a period farther on is the same place. Distances are those of the nearest images. A way to a
//   target is the shorter one.
// - The box of a shape's piece has to be narrower than half the period, or calls and steps are refused with
//   AUK_ERROR_RANGE; so does the box of its way over a step in which some body is swept. Long walls are chains, or
//   several pieces. A grid of tiles may be as large as the rectangle (twice, but for that); then only its cells have to
//   be small. A response makes no body faster than a quarter of a period per step, and one whose turned way would
//   become too wide rests for the remainder of the step; `limit` of the hit says so.
// - Points of contacts are given beside body a as it was put: at a side of the rectangle they may lie outside of it by
//   the size of a shape. Points of hits are beside the way of their body_a, which begins at its pose before the step,
//   and those that queries find beside what asks: outside of the rectangle where it reaches over a side.
// - Queries may be asked anywhere. A shape, or a piece of it, that is met in several images is found once: where it is
//   met first, where it is deepest, or where it is nearest. A question, a ray or the way of a mover that reaches over
//   more than AUK_WRAP_IMAGES_MAX images of the rectangle is refused: AUK_ERROR_RANGE. What a query may find does not
//   count for that: a shape may be any number of periods away from its body, as far as floats tell its place there.
// - The rectangle moves with the origin.
//
// auk_world_create() refuses a rectangle with AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE (also one whose period is less than
// 2^-12 of its largest coordinate, where floats are too coarse), AUK_ERROR_NEGATIVE for max < min.

/// Most images of the rectangle that a query or a move may reach over.
#define AUK_WRAP_IMAGES_MAX 1024

/// Creates an empty world, and starts its threads; a null `def` is {0}. Returns null on failure, and `status` (may be
/// null) says why: AUK_ERROR_THREAD if the system does not give as many threads as `worker_count` asks for.
AUK_API AukWorld *auk_world_create(const AukWorldDef *def, AukStatus *status);

/// Releases the world and everything in it, and ends its threads; null is allowed.
AUK_API void auk_world_destroy(AukWorld *world);

/// The status of the last non-const call on this world.
AUK_API AukStatus auk_world_last_status(const AukWorld *world);

/// Makes room so that worlds of up to these sizes step without asking for memory.
AUK_API AukStatus auk_world_reserve(AukWorld *world, int bodies, int pairs, int hits);

/// A place in double precision.
typedef struct AukOrigin {
    double x, y;
} AukOrigin;

/// Moves the zero of all coordinates by (dx, dy): poses, previous poses, targets, the past, and the points of the last
/// step's contacts and hits become smaller by as much. A game of 10^7 units shifts to where it is played now and then,
/// and so keeps all digits there. Contacts go on without END and BEGIN, and queries answer in the new coordinates.
/// Coordinates are rounded to floats once; near the new origin they are exact, and far from it they lose what a float
/// there cannot hold. Shifting by the pose of a body loses nothing of what is within half that distance from it.
/// O(shapes), and with a history O(bodies * history). What the game keeps is the game's to shift, by `applied`: of
/// every AukMover the points of `pose` and `support_pose`.
///
/// @param dx, dy   rounded to floats, and to what can be added to the origin exactly
/// @param applied  gets the shift as it was made; may be null
/// AUK_ERROR_NOT_FINITE; AUK_ERROR_RANGE for a shift, an origin or a coordinate beyond AUK_COORDINATE_MAX.
AUK_API AukStatus auk_world_shift_origin(AukWorld *world, double dx, double dy, AukOrigin *applied);

/// The sum of all shifts: a point p of the world is at origin + p in coordinates that were never shifted.
AUK_API AukOrigin auk_world_get_origin(const AukWorld *world);

// ---- bodies ---------------------------------------------------------------------------------------------------

typedef enum AukMotion {
    AUK_MOTION_MOVING = 0, ///< moves by its velocity; tested where it ends up
    AUK_MOTION_STATIC,     ///< rests; costs nothing while it does not change
    AUK_MOTION_SWEPT,      ///< moves by its velocity; tested along its whole way and never tunnels
    AUK_MOTION_COUNT
} AukMotion;

/// What a swept body does at a hit with a solid. Static and moving bodies, and swept ones that have stopped, give no
/// way; two swept bodies that both respond share the change of their relative velocity half and half (of two that
/// respond in different ways the mean; what slides along a wall takes its part along the wall). What does not close
/// stays as it is: along the surface a bounce loses nothing. Rotation ends at the first hit that is not crossed, and
/// the new velocity is written back. A body of which SLIDE or BOUNCE has made AUK_RESPONSES_MAX changes in one step
/// rests for the remainder of that step, and the last of these hits has `limit` set; it keeps the velocity that the
/// last change gave it. Shapes that have no inside between them, a circle of radius 0 and a segment, are kept on the
/// side that they came from while the floats there are finer than tau; far from the origin give one of them a radius.
typedef enum AukResponse {
    AUK_RESPONSE_CROSS = 0, ///< report the hit and go on
    AUK_RESPONSE_TOUCH,     ///< stop there; velocity and spin become zero (the hit carries the old ones)
    AUK_RESPONSE_SLIDE,     ///< lose what closes along the normal and go on along the surface; stop in a sharp corner
    AUK_RESPONSE_BOUNCE,    ///< turn round what closes along the normal, less the fraction `bounce_loss`
    AUK_RESPONSE_COUNT
} AukResponse;

/// Times that one body may slide or bounce in one step.
#define AUK_RESPONSES_MAX 16

/// What swept shapes do at hits with some others. The first rule of the world whose categories fit decides; without
/// one, the body's own response does.
typedef struct AukResponseRule {
    uint64_t category; ///< bits: the swept shape's category has one of them; 0 fits every shape
    uint64_t other;    ///< bits: the category of what it hits has one of them; 0 fits every shape
    AukResponse response;
    float bounce_loss; ///< in [0, 1], for BOUNCE
} AukResponseRule;

/// Most rules of a world.
#define AUK_RESPONSE_RULES_MAX 64

/// A body and its first shape. {0} is a moving body at the origin without a shape.
typedef struct AukBodyDef {
    AukVec2 position;
    float angle;      ///< radians, counter-clockwise
    AukVec2 velocity; ///< length units per second
    float spin;       ///< radians per second, counter-clockwise, about the body's origin
    AukMotion motion;
    AukShape shape;       ///< kind AUK_SHAPE_NONE with status AUK_OK: a body without shapes
    AukFilter filter;     ///< of every shape that has no filter of its own
    bool sensor;          ///< the first shape only reports what it meets, as ENTER, STAY and LEAVE
    bool disabled;        ///< meets nothing until enabled; still moves
    AukBodyId owner;      ///< a body never meets its owner nor its owner's other possessions; {0} is none
    float proximity;      ///< of the first shape, a sensor: as in AukShapeDef
    AukVec2 one_way;      ///< of the first shape: as in AukShapeDef
    AukResponse response; ///< of swept bodies
    float bounce_loss;    ///< of BOUNCE: in [0, 1], 0 is a mirror (AUK_ERROR_RANGE)
    int pierce;           ///< of swept bodies: solid bodies crossed before the response applies, 0 or more. What would
                          ///< be touched, slid along or bounced off, by a rule or the response, is crossed while it
                          ///< is above 0; what is crossed anyway does not count
    uint64_t pierce_categories; ///< bits of what `pierce` is for: shapes whose filter has one of them; 0 is any shape
    int bounces;        ///< of swept bodies: after so many bounces BOUNCE, by a rule or the response, is TOUCH. 0 is
                        ///< no end of them; below 0 AUK_ERROR_COUNT
    uint64_t user_data; ///< yours; carried in events
} AukBodyDef;

/// Creates a body. Returns {0} on failure, see auk_world_last_status(). O(1) but for the copy of a polygon. For many at
/// once see auk_body_create_many().
AUK_API AukBodyId auk_body_create(AukWorld *world, const AukBodyDef *def);

/// Destroys a body at once. Its contacts end at the next step; its slot is not used again, and its user data stays
/// readable, while any result array names it.
AUK_API AukStatus auk_body_destroy(AukWorld *world, AukBodyId body);

/// True while the body lives.
AUK_API bool auk_body_exists(const AukWorld *world, AukBodyId body);

/// Number of bodies that live.
AUK_API int auk_world_body_count(const AukWorld *world);
/// Writes the ids of all bodies, in the order of their indices. Returns how many were written, at most `capacity`; with
/// `out` NULL how many there are.
AUK_API int auk_world_get_bodies(const AukWorld *world, AukBodyId *out, int capacity);

// Getters answer {0} for a stale id. Setters answer AUK_ERROR_STALE_ID and change nothing.

AUK_API AukTransform auk_body_get_pose(const AukWorld *world, AukBodyId body);
/// Where the body was before the last step (after a teleport: where it was put).
AUK_API AukTransform auk_body_get_previous_pose(const AukWorld *world, AukBodyId body);
/// Where to draw the body while the game is between two steps: on the way from the previous pose (alpha 0) to the pose
/// (alpha 1), see auk_transform_between(). What turns by more than half a turn in a step is drawn turning the other
/// way.
AUK_API AukTransform auk_body_get_pose_between(const AukWorld *world, AukBodyId body, float alpha);
AUK_API AukVec2 auk_body_get_velocity(const AukWorld *world, AukBodyId body);
AUK_API float auk_body_get_spin(const AukWorld *world, AukBodyId body);
AUK_API AukMotion auk_body_get_motion(const AukWorld *world, AukBodyId body);
AUK_API AukFilter auk_body_get_filter(const AukWorld *world, AukBodyId body);
AUK_API AukBodyId auk_body_get_owner(const AukWorld *world, AukBodyId body);
AUK_API AukResponse auk_body_get_response(const AukWorld *world, AukBodyId body);
AUK_API float auk_body_get_bounce_loss(const AukWorld *world, AukBodyId body);
/// How many solid bodies it will still cross: crossing one takes one off, and a body is crossed once until they part.
AUK_API int auk_body_get_pierce(const AukWorld *world, AukBodyId body);
AUK_API uint64_t auk_body_get_pierce_categories(const AukWorld *world, AukBodyId body);
/// After how many bounces it stops; 0 is never.
AUK_API int auk_body_get_bounces(const AukWorld *world, AukBodyId body);
/// How many of these it has had, as of the last step. 0 where there is no such limit.
AUK_API int auk_body_get_bounced(const AukWorld *world, AukBodyId body);
AUK_API bool auk_body_is_enabled(const AukWorld *world, AukBodyId body);
/// Also answers for a destroyed body while a result array names it; 0 afterwards.
AUK_API uint64_t auk_body_get_user_data(const AukWorld *world, AukBodyId body);
/// The box around all shapes of the body; {0} without shapes.
AUK_API AukBox auk_body_get_bounds(const AukWorld *world, AukBodyId body);

/// Teleports: the way is not swept. Also forgets a pending auk_body_move_to().
AUK_API AukStatus auk_body_set_pose(AukWorld *world, AukBodyId body, AukTransform pose);
/// Travels evenly during the next step (with dt > 0) and arrives exactly, turning the shorter way round; afterwards
/// velocity and spin are what they were. Meant for platforms and characters. A swept body that responds on its way does
/// not arrive.
AUK_API AukStatus auk_body_move_to(AukWorld *world, AukBodyId body, AukTransform pose);
/// Gives a body the velocity and spin that bring it into a pose after dt seconds, turning the shorter way round; it
/// then goes on. Positions are sums of rounded steps: who wants to be exactly there sends it with auk_body_move_to() in
/// the last one. AUK_ERROR_TIME_STEP unless dt > 0; AUK_ERROR_RANGE if that is too fast; AUK_ERROR_STATIC_BODY.
AUK_API AukStatus auk_body_velocity_to(AukWorld *world, AukBodyId body, AukTransform pose, float dt);
/// AUK_ERROR_STATIC_BODY for a static body, also for the spin.
AUK_API AukStatus auk_body_set_velocity(AukWorld *world, AukBodyId body, AukVec2 velocity);
AUK_API AukStatus auk_body_set_spin(AukWorld *world, AukBodyId body, float spin);
/// Becoming static zeroes velocity and spin.
AUK_API AukStatus auk_body_set_motion(AukWorld *world, AukBodyId body, AukMotion motion);
AUK_API AukStatus auk_body_set_filter(AukWorld *world, AukBodyId body, AukFilter filter);
AUK_API AukStatus auk_body_set_owner(AukWorld *world, AukBodyId body, AukBodyId owner);
AUK_API AukStatus auk_body_set_response(AukWorld *world, AukBodyId body, AukResponse response);
/// AUK_ERROR_RANGE outside of [0, 1].
AUK_API AukStatus auk_body_set_bounce_loss(AukWorld *world, AukBodyId body, float bounce_loss);
/// AUK_ERROR_COUNT below 0.
AUK_API AukStatus auk_body_set_pierce(AukWorld *world, AukBodyId body, int pierce);
/// What it pierces from now on: shapes of these categories, 0 being all. What it is inside of it still leaves.
AUK_API AukStatus auk_body_set_pierce_categories(AukWorld *world, AukBodyId body, uint64_t categories);
/// The limit of its bounces, 0 being none; they are counted from now on. One bounce is one hit that is answered so; two
/// bodies that bounce off each other have one each. AUK_ERROR_COUNT below 0.
AUK_API AukStatus auk_body_set_bounces(AukWorld *world, AukBodyId body, int bounces);
/// AUK_ERROR_RANGE in a world that wraps around if the body has turned meanwhile and would be too wide.
AUK_API AukStatus auk_body_set_enabled(AukWorld *world, AukBodyId body, bool enabled);
AUK_API AukStatus auk_body_set_user_data(AukWorld *world, AukBodyId body, uint64_t user_data);

// ---- pairs of bodies that do not meet ------------------------------------------------------------------------------

/// Two bodies.
typedef struct AukBodyPair {
    AukBodyId a, b;
} AukBodyPair;

/// Tells two bodies, with all their shapes, not to meet, or again to meet as their filters say: what no category or
/// group can express, for example a thrower and what he threw. From the next step on the pair neither touches nor is
/// hit, in whatever order it is given; contacts that it had end there, with their events. Queries and the moves of
/// characters, which are no pairs of bodies, meet both. The entry is gone when one of them is destroyed. Telling a pair
/// what it does already changes nothing. O(1) but for bodies that ignore very many others, and a world without such
/// pairs pays nothing. AUK_ERROR_STALE_ID, AUK_ERROR_SAME_BODY, AUK_ERROR_OUT_OF_MEMORY.
AUK_API AukStatus auk_world_ignore_pair(AukWorld *world, AukBodyId a, AukBodyId b, bool ignored);

/// True if two living bodies were told so. O(1).
AUK_API bool auk_world_is_pair_ignored(const AukWorld *world, AukBodyId a, AukBodyId b);

/// Writes the ignored pairs, a.index < b.index, sorted, and returns how many were written; (NULL, 0) counts them.
AUK_API int auk_world_ignored_pairs(const AukWorld *world, AukBodyPair *out, int capacity);

// ---- many bodies in one call --------------------------------------------------------------------------------------

// These take plain arrays of `count` items, one per body, and do what as many calls for one body do, in the order of
// the arrays. They need time in proportion to `count`, and less of it than the single calls.
//
// What changes the world is done for all or for none: a refusal of any item (AUK_ERROR_STALE_ID and whatever the single
// call may answer, AUK_ERROR_COUNT for a negative count, AUK_ERROR_NULL for a missing array) changes nothing.

/// Creates bodies: makes room for all of them once, so filling a world is best done in one call. `out` gets the ids, on
/// success only; it may be null. An owner must have existed before the call.
AUK_API AukStatus auk_body_create_many(AukWorld *world, const AukBodyDef *defs, int count, AukBodyId *out);

/// Destroys bodies. AUK_ERROR_STALE_ID also if one is named twice.
AUK_API AukStatus auk_body_destroy_many(AukWorld *world, const AukBodyId *bodies, int count);

/// Where a body is named twice, its last item counts; so too in the calls below.
AUK_API AukStatus auk_body_set_pose_many(AukWorld *world, const AukBodyId *bodies, int count,
                                         const AukTransform *poses);
AUK_API AukStatus auk_body_move_to_many(AukWorld *world, const AukBodyId *bodies, int count, const AukTransform *poses);
AUK_API AukStatus auk_body_set_velocity_many(AukWorld *world, const AukBodyId *bodies, int count,
                                             const AukVec2 *velocities);
AUK_API AukStatus auk_body_set_spin_many(AukWorld *world, const AukBodyId *bodies, int count, const float *spins);

/// Writes the pose of each body, {0} for a stale id, and returns how many of the ids name living bodies; minus an
/// AukStatus, and nothing written, for a negative count or a missing array. So too the calls below.
AUK_API int auk_body_get_pose_many(const AukWorld *world, const AukBodyId *bodies, int count, AukTransform *out);
AUK_API int auk_body_get_pose_between_many(const AukWorld *world, const AukBodyId *bodies, int count, float alpha,
                                           AukTransform *out);
AUK_API int auk_body_get_velocity_many(const AukWorld *world, const AukBodyId *bodies, int count, AukVec2 *out);
AUK_API int auk_body_get_spin_many(const AukWorld *world, const AukBodyId *bodies, int count, float *out);

// ---- shapes of bodies -------------------------------------------------------------------------------------------

/// A further shape of a body.
typedef struct AukShapeDef {
    AukShape shape;
    AukVec2 position; ///< of the shape in the body's frame
    float angle;      ///< of the shape in the body's frame, radians
    AukFilter filter; ///< {0}: the body's
    bool sensor;
    float proximity; ///< of a sensor: it senses what is within this distance, its radius being so much larger, also for
                     ///< queries. 0 or more; AUK_ERROR_NEGATIVE; AUK_ERROR_NOT_SENSOR for a solid
    AukVec2 one_way; ///< {0}: solid from all sides. Else a direction of any length in the body's frame, out of the
                     ///< only solid side: see below
    uint64_t user_data;
} AukShapeDef;

// A shape with a one-way direction (a platform: up) meets another solid only if they touched after the last step, or if
// at the poses before this step the other was wholly in front of it along the direction, within tau. Else they pass
// each other without hit, contact or event: what jumps up through a platform lands on it. A hit besides needs the other
// to close against the direction. Sensors see a one-way shape as any other,
// and queries meet it from all sides; characters (auk/mover.h) go by who was in front of it before their move.

/// Adds a shape. Returns {0} on failure, see auk_world_last_status(). Vertices are copied; equal polygons share one
/// copy.
AUK_API AukShapeId auk_body_add_shape(AukWorld *world, AukBodyId body, const AukShapeDef *def);

/// Adds the hull of points in any order; `def->shape` is ignored but for its radius. A null def is {0}.
AUK_API AukShapeId auk_body_add_polygon(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                        const AukShapeDef *def);

/// Adds a simple polygon that need not be convex, with holes or without, as one shape of convex pieces: contacts name
/// the piece (`child`), events are of the whole shape. Arguments as in auk_decompose(), whose errors it gives;
/// `def->shape` is ignored but for its radius, which rounds every piece. A null def is {0}.
AUK_API AukShapeId auk_body_add_outline(AukWorld *world, AukBodyId body, const AukVec2 *points, int count,
                                        const int *hole_starts, int hole_count, const AukShapeDef *def);

/// Makes a custom shape known to the world under its number, so that hashes (and later snapshots and records) can name
/// it. The struct is copied. AUK_ERROR_NUMBER if the number already means another function, context or box.
/// auk_body_create() and auk_body_add_shape() refuse custom shapes that are not registered.
AUK_API AukStatus auk_world_register_custom(AukWorld *world, const AukCustomShape *custom);

/// Makes a shape of a body another one, of any kind, in place: a character crouches. Its id, its place in the body's
/// frame, filter, sensor flag, proximity and user data stay. At the next step contacts that still hold persist, and
/// those that no longer do end; nothing is swept. Queries see it at once. Vertices are copied, as ever.
/// AUK_ERROR_UNSUPPORTED for a shape of several pieces, a chain or a grid of tiles, and what is wrong with the new
/// shape.
AUK_API AukStatus auk_body_set_shape(AukWorld *world, AukShapeId shape, const AukShape *to);

AUK_API AukStatus auk_body_remove_shape(AukWorld *world, AukShapeId shape);

/// Writes the ids of the body's shapes, oldest first, and returns how many were written; (NULL, 0) counts them.
AUK_API int auk_body_get_shapes(const AukWorld *world, AukBodyId body, AukShapeId *out, int capacity);

AUK_API bool auk_shape_exists(const AukWorld *world, AukShapeId shape);
/// The body a shape belongs to; {0} if stale.
AUK_API AukBodyId auk_shape_get_body(const AukWorld *world, AukShapeId shape);
/// The shape itself, of several pieces the first, with its proximity in the radius. Its vertices are the world's, and
/// valid until the shape is removed or made another one (auk_body_set_shape()), or the world is restored or destroyed.
AUK_API AukShape auk_shape_get(const AukWorld *world, AukShapeId shape);
/// The pose of the shape in the world.
AUK_API AukTransform auk_shape_get_pose(const AukWorld *world, AukShapeId shape);
AUK_API bool auk_shape_is_sensor(const AukWorld *world, AukShapeId shape);
AUK_API uint64_t auk_shape_get_user_data(const AukWorld *world, AukShapeId shape);
/// Its own filter; {0} where its body's is for it.
AUK_API AukFilter auk_shape_get_filter(const AukWorld *world, AukShapeId shape);
AUK_API AukStatus auk_shape_set_filter(AukWorld *world, AukShapeId shape, AukFilter filter);
/// A sensor that becomes solid loses its proximity.
AUK_API AukStatus auk_shape_set_sensor(AukWorld *world, AukShapeId shape, bool sensor);
/// The distance of AukShapeDef.proximity; 0 for solids.
AUK_API float auk_shape_get_proximity(const AukWorld *world, AukShapeId shape);
/// AUK_ERROR_NEGATIVE; AUK_ERROR_NOT_SENSOR above 0 for a solid; AUK_ERROR_RANGE if the shape becomes too large.
AUK_API AukStatus auk_shape_set_proximity(AukWorld *world, AukShapeId shape, float proximity);
/// The direction out of the only solid side, as it was given; {0} for none.
AUK_API AukVec2 auk_shape_get_one_way(const AukWorld *world, AukShapeId shape);
AUK_API AukStatus auk_shape_set_one_way(AukWorld *world, AukShapeId shape, AukVec2 one_way);

// ---- responses by category ----------------------------------------------------------------------------------------

/// Replaces the world's rules; (NULL, 0) removes them. AUK_ERROR_COUNT above AUK_RESPONSE_RULES_MAX, AUK_ERROR_ENUM and
/// AUK_ERROR_RANGE for what a rule says.
AUK_API AukStatus auk_world_set_response_rules(AukWorld *world, const AukResponseRule *rules, int count);
/// Writes the rules and returns how many were written; (NULL, 0) counts them.
AUK_API int auk_world_get_response_rules(const AukWorld *world, AukResponseRule *out, int capacity);

// ---- the step ---------------------------------------------------------------------------------------------------

/// Moves all bodies by dt seconds, finds what touches and what was hit on the way, and publishes the arrays below.
/// dt = 0 is legal: poses stay, contacts and events refresh. On failure (AUK_ERROR_TIME_STEP, AUK_ERROR_RANGE,
/// AUK_ERROR_PAIR_LIMIT, AUK_ERROR_OUT_OF_MEMORY) the world, its arrays included, is as it was before.
AUK_API AukStatus auk_world_step(AukWorld *world, float dt);

/// Two solid shapes that touch. Touching begins at distance <= tau and ends above 2 tau, where tau is 4 units in the
/// last place of the largest of the pair's extents and relative position.
typedef struct AukContact {
    AukBodyId body_a, body_b; ///< body_a.index < body_b.index
    AukShapeId shape_a, shape_b;
    int child_a, child_b; ///< piece of a shape that has several, see auk_body_add_outline(); else 0
    AukManifold manifold; ///< normal from a to b
} AukContact;

typedef struct AukContacts {
    const AukContact *items;
    int count;
} AukContacts;

/// All contacts at the final poses of the last step, sorted by (body a, body b, shape a, shape b, child a, child b).
AUK_API AukContacts auk_world_contacts(const AukWorld *world);

/// Writes the indices into auk_world_contacts() of the contacts of one body, ascending, and returns how many were
/// written; (NULL, 0) counts them. Takes time in proportion to the contacts of that body; the first such call after a
/// step finds those of all bodies, for about a thirtieth of what the step took (who never asks does not pay for it).
AUK_API int auk_body_contacts(const AukWorld *world, AukBodyId body, int *out, int capacity);

typedef enum AukEventKind {
    AUK_EVENT_BEGIN = 0, ///< two solids began to touch
    AUK_EVENT_PERSIST,   ///< they touched after the step before, and still do
    AUK_EVENT_END,       ///< they no longer touch, or no longer count
    AUK_EVENT_ENTER,     ///< the same three for sensors: something entered
    AUK_EVENT_STAY,
    AUK_EVENT_LEAVE,
    AUK_EVENT_KIND_COUNT
} AukEventKind;

/// A change, or the lack of one, of a pair of shapes. Every begin has exactly one end, also if a body is destroyed,
/// disabled, teleported or re-filtered. A pair met and left within one step gives both in that step.
typedef struct AukEvent {
    AukEventKind kind;
    AukBodyId body_a, body_b; ///< body_a.index < body_b.index; in sensor events a is the sensor (of two the smaller)
    AukShapeId shape_a, shape_b;
    float fraction;                    ///< of the step: when a swept body met it, else 1
    bool bodies;                       ///< for begin and end kinds: it is the bodies' first or last contact
    uint64_t user_data_a, user_data_b; ///< of the bodies; for those of shapes see auk_shape_get_user_data()
} AukEvent;

typedef struct AukEvents {
    const AukEvent *items;
    int count;
} AukEvents;

/// The events of one kind of the last step, in the order of contacts. Empty for a kind outside the enumeration.
AUK_API AukEvents auk_world_events(const AukWorld *world, AukEventKind kind);

/// A swept body met a solid on its way.
typedef struct AukHit {
    AukBodyId body_a, body_b; ///< a is the swept body; the smaller index if both are
    AukShapeId shape_a, shape_b;
    int child_a, child_b;
    float fraction;                 ///< of the step
    AukVec2 point;                  ///< beside the way of a, in a world that wraps around too
    AukVec2 normal;                 ///< unit vector from a into b
    AukVec2 velocity_a, velocity_b; ///< at the moment before the hit
    float spin_a, spin_b;
    AukResponse response; ///< what a did, a pierced body being crossed
    bool limit;           ///< a or b stopped here after AUK_RESPONSES_MAX changes; or the time of impact stopped at its
                          ///< iteration bound, and the fraction is a safe estimate
} AukHit;

typedef struct AukHits {
    const AukHit *items;
    int count;
} AukHits;

/// All hits of the last step over the whole world, sorted by (fraction, body a, body b, shape a, shape b), hits of two
/// shapes at one time in the order in which they happened. Hits need closing along the normal; what overlaps at the
/// start and is closing hits at fraction 0. Two shapes of which neither slides nor bounces hit at most once a step
/// (with the piece that is met first); a body whose path turns may hit the same shape again, and each piece of it.
AUK_API AukHits auk_world_hits(const AukWorld *world);

// ---- the past ---------------------------------------------------------------------------------------------------

// Questions about the world as it was, for games on a network: the server asks what a player met who saw the world some
// steps ago. `steps_ago` is 0 for now, 1 for the state right after the step before the last, and so on; poses are those
// that the step left, before anything else was changed. All else is as it is now: shapes, filters, sensors, who is
// enabled. Bodies that were made later, and those that are gone, are not found. Not linear in the number of bodies:
// the few that went much farther than all others since, and those that were put somewhere after the last step, are
// looked at one by one. AUK_ERROR_COUNT for more steps than auk_world_history().

/// How many steps back can be asked for now: up to AukWorldDef.history, and not beyond the world's first step. A
/// restored snapshot brings its past with it.
AUK_API int auk_world_history(const AukWorld *world);

/// As auk_world_cast_ray(). A null query finds every enabled solid, here and in the next two.
AUK_API bool auk_world_cast_ray_at(const AukWorld *world, int steps_ago, AukVec2 from, AukVec2 delta,
                                   const AukQuery *query, AukFound *found);

/// Moves a shape from `pose` by `delta` without turning it, and reports the first shape it meets; `found->point` is
/// where they meet. All else as for a ray.
AUK_API bool auk_world_cast_shape_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                                     AukVec2 delta, const AukQuery *query, AukFound *found);

/// As auk_world_overlap().
AUK_API int auk_world_overlap_at(const AukWorld *world, int steps_ago, const AukShape *shape, AukTransform pose,
                                 const AukQuery *query, AukFound *out, int capacity);

/// Where a body was; {0} for a stale id, and where it was not there yet.
AUK_API AukTransform auk_body_get_pose_at(const AukWorld *world, AukBodyId body, int steps_ago);

/// A 64-bit hash over every bit of state and output but user data. The same calls give the same hash on every machine,
/// compiler and optimisation level, and with either broad phase.
AUK_API uint64_t auk_world_hash(const AukWorld *world);

// ---- statistics -------------------------------------------------------------------------------------------------

/// The phases of a step, in order.
typedef enum AukPhase {
    AUK_PHASE_ADVANCE = 0, ///< poses from velocities, boxes
    AUK_PHASE_BROAD,       ///< pairs of boxes
    AUK_PHASE_FILTER,      ///< pairs that count, in order
    AUK_PHASE_MOTION,      ///< hits of swept bodies
    AUK_PHASE_CONTACTS,    ///< narrow phase: distances and manifolds
    AUK_PHASE_EVENTS,      ///< begin, persist, end
    AUK_PHASE_PUBLISH,     ///< new poses, the structure for queries
    AUK_PHASE_COUNT
} AukPhase;

/// A word for each phase ("advance", "broad", ...); "?" for other numbers.
AUK_API const char *auk_phase_name(AukPhase phase);

/// Counts and times of the last step that succeeded.
typedef struct AukWorldStats {
    int bodies;           ///< alive now
    int shapes;           ///< alive now
    int box_pairs;        ///< pairs of boxes from the broad phase, counted like AukWorldDef.max_pairs
    int candidates;       ///< pairs of shapes that pass the filters and whose tight boxes touch
    int swept_candidates; ///< pairs looked at for hits
    int contacts;
    int sensor_overlaps;
    int hits;
    uint64_t steps;                  ///< taken since creation
    double seconds[AUK_PHASE_COUNT]; ///< by the wall clock; 0 where the machine has none
} AukWorldStats;

AUK_API AukWorldStats auk_world_stats(const AukWorld *world);

#ifdef __cplusplus
}
#endif

#endif
