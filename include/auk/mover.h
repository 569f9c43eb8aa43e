/// @file
/// Characters: auk_world_move() moves a shape through a world and slides it along obstacles, auk_world_move_many()
/// moves many of them; auk_body_walk() moves a body that way; auk_crowd_separate() pushes overlapping shapes of a crowd
/// apart. A mover is a plain struct that belongs to the game. It is not a body and auk_world_move() changes no body:
/// the world is only read, so many threads may move characters at once between steps.
#ifndef AUK_MOVER_H
#define AUK_MOVER_H

#include "auk/query.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most contacts that one move reports.
#define AUK_MOVER_CONTACT_MAX 64

/// Most sensors that one move reports.
#define AUK_MOVER_SENSOR_MAX 256

/// A character: its shape, its pose and the velocity it wants; after auk_world_move() also the result of the move. {0}
/// with a shape is a character at the origin that stands upright on slopes up to 0.8 radians.
///
/// Pass the same struct to every move: `floor`, `support` and `support_pose` keep state between moves. After
/// teleporting a mover, set `floor = false` and `support` to {0}. After auk_world_shift_origin(), subtract `applied`
/// from `pose.p` and `support_pose.p`. A push by auk_crowd_separate() is no teleport: add it to `pose.p` alone. A copy
/// of a mover shares what its pointers show: the vertices of a polygon, `query.excludes`, `query.pool`. To jump off a
/// platform with the platform's momentum, do `velocity += support_velocity` and set `support` to {0}; otherwise the
/// platform carries the mover once more.
typedef struct AukMover {
    AukShape shape;    ///< of any kind but a half-plane (AUK_ERROR_UNSUPPORTED)
    AukTransform pose; ///< in and out; the rotation does not change
    /// In: the wanted velocity, length units per second, gravity included. Out: the velocity left after blocked parts
    /// are removed; on a floor it is perpendicular to `up`, unless `stuck`. Pass it to the next move.
    AukVec2 velocity;
    AukVec2 up;        ///< direction of any length; {0} is that of the world, AukWorldDef.up
    float slope_limit; ///< steepest floor, radians between its normal and `up`, in [0, pi/2); steeper surfaces are
                       ///< walls. 0 stands for 0.8, a little more than 45 degrees
    float step_height; ///< climbs steps of up to this height; 0 is none
    float snap;        ///< stays on a floor that drops by up to this much in one move; 0 is none
    bool floating;     ///< there is no up (top view, swimming): slides along all surfaces alike
    AukQuery query;    ///< what blocks it: filter, excluded bodies, owners, user data; {0} is every enabled solid.
                    ///< Category 0 of the filter is no category, as in all queries. Sensors never block, so `sensors`
                    ///< and `only_sensors` mean nothing here. `excludes` is read by each move
    /// In: it falls through the one-way shapes and cells that it stands on, see below. Out: true while it has fallen
    /// through one in this move and has no floor yet, false otherwise. So a game sets it once, when a key goes down.
    bool drop;
    bool floor;         ///< in: it stood on a floor after the last move; out: it stands on one
    bool wall, ceiling; ///< out: it touches one
    bool stuck; ///< out: it is inside a shape, and no way out was found, or the way out leads through another shape
    bool limit; ///< out: it stopped early after 64 changes of direction, or met more than AUK_MOVER_CONTACT_MAX pieces
    AukBodyId support;         ///< in and out: the body it stands on, which carries it; {0} is none
    AukTransform support_pose; ///< in and out: the pose of the support that the last move used; while the support
                               ///< presses the mover, the pose at which it touched
    AukVec2 floor_normal;      ///< out: unit vector towards the mover; zero if it touches no floor
    AukVec2 wall_normal;       ///< out: the same for walls
    AukVec2 ceiling_normal;    ///< out: the same for ceilings
    AukVec2 support_velocity;  ///< out: velocity of the support at the point where the mover touches it, with that
                               ///< of the conveyor that carries the mover, see below
    AukVec2 moved;             ///< out: the whole displacement, including carrying and pushing out
} AukMover;

/// What a surface is to a mover, by its slope.
typedef enum AukMoverKind {
    AUK_MOVER_FLOOR = 0, ///< a surface on which it can stand
    AUK_MOVER_WALL,      ///< too steep to stand on, or overhanging by less than a ceiling
    AUK_MOVER_CEILING,   ///< a surface whose normal points down as steeply as that of a floor points up
    AUK_MOVER_KIND_COUNT ///< the number of kinds; no kind itself
} AukMoverKind;

/// A piece of a shape that a mover touched on its way.
typedef struct AukMoverContact {
    AukBodyId body;     ///< that it touched
    AukShapeId shape;   ///< of that body
    uint64_t user_data; ///< of that body
    int child;          ///< index of the piece of the shape
    AukMoverKind kind;  ///< for a floating mover always AUK_MOVER_WALL
    float fraction;     ///< of dt: the time of the first contact
    AukVec2 point;      ///< on the shape that was touched, world space
    AukVec2 normal;     ///< unit vector towards the mover
} AukMoverContact;

/// A sensor that a mover overlapped at some time of its move. Times are fractions of dt, as in AukMoverContact: being
/// carried by the support or a conveyor, pushed out of an overlap and lowered onto a floor take no time.
typedef struct AukMoverSensor {
    AukBodyId body;     ///< that has the sensor
    AukShapeId shape;   ///< the sensor
    uint64_t user_data; ///< of the body
    float fraction;     ///< the time of the first overlap; 0 if it overlapped when the move began
    float exit;         ///< the time after which it overlapped no more; 1 if `inside`
    bool was_inside;    ///< it overlapped when the move began
    bool inside;        ///< it overlaps at the end of the move
} AukMoverSensor;

/// What a move met. {0} counts only.
typedef struct AukMoveReport {
    AukMoverContact *contacts; ///< receives the first `contact_capacity` contacts; may be null
    int contact_capacity;      ///< room in `contacts`, 0 or more
    AukMoverSensor *sensors;   ///< receives the first `sensor_capacity` sensors; may be null
    int sensor_capacity;       ///< room in `sensors`, 0 or more
    int contact_count;         ///< out: contacts of the move, at most AUK_MOVER_CONTACT_MAX
    int sensor_count; ///< out: sensors of the move, at most AUK_MOVER_SENSOR_MAX; if it met more, the first ones
} AukMoveReport;

/// Moves a character for `dt` seconds. First it is pushed out of shapes that it overlaps, and its support carries it.
/// Then it moves by its velocity, slides along obstacles, and walks up and down slopes and steps.
///
/// Order of a frame: give platforms their targets or velocities (auk_body_move_to(), auk_body_set_velocity()); move the
/// characters; send the characters' own bodies, if any, after them (auk_body_move_to()); step the world with the same
/// dt. A move sees moving bodies at the poses of the coming step, static and swept bodies at their current poses.
/// Stepping first and moving characters afterwards works too if platforms use auk_body_move_to(); on a platform that
/// moves by its velocity the mover would then be one step ahead. One-way pieces that the step has put into a falling
/// mover are then judged where they were before the step, and one that overtakes a rising mover lets it through; where
/// the mover moves first, such a piece pushes it up. A platform that travels more than twice the mover's size in one
/// step, and is not its support, may be noticed one move late, and a thin one that passes the whole mover in one step
/// is not noticed at all.
///
/// Carrying and pushing: the support carries the mover by the change of the support's pose since the last move, while
/// it has a shape that may hold the mover: enabled, no sensor, and not left out by `query`; the cells of a grid are not
/// looked at. On a support that turns, the middle of the lower side of the mover's core goes with it: of a disc that is
/// its centre, of an upright capsule that of its lower end, so both keep their places on the surface. A box may be a
/// little above it for a move, and without a floor unless it has `snap`. Other bodies that the mover touches do not
/// carry it. A platform pushes the mover out of its final pose. A support that is teleported carries it too; let go of
/// one that jumps back to its start: support = {0}. A body that stands on the mover blocks it like any other, so a lift
/// that rises presses the two against each other: leave it out by `query.excludes`.
///
/// Conveyors: if the support has a conveyor (auk_world_shape_set_conveyor()) under the mover, the mover then walks
/// along it, for dt seconds at its speed: up and down slopes and steps, until something blocks it, in a long move also
/// beyond the end of the belt. Its own velocity comes after that and does not change. A mover that stands on several
/// shapes of its support is moved by the conveyor with the smallest index, also if others of them rest. A grid that is
/// joined to one of the support's (auk/terrain.h) is one of these shapes.
///
/// Overlap at the start: the mover is pushed out if there is a way out that passes through no other shape and is at
/// most eight times as long as the overlap is deep. The way is straight; out of static bodies, if there is none, it may
/// turn once. Otherwise `stuck` is set, for example between a platform and a wall; it can still move away. A way out
/// never leads behind a shape that the mover was in front of before the move, nor past it by more than the mover's
/// extent. So a mover that its support presses against something stays, and keeps `floor` and `support`, until there is
/// room or the support has passed through it. A body that presses without being the support is known for one move only:
/// once its centre has passed the mover's centre, the way out may lead through its far side. A game that crushes
/// characters must therefore act on `stuck` at once. None of this holds for a shape that has just grown, as when a
/// character stands up: it was in front of nothing that it overlaps now, and may be pushed through a low roof. Look
/// first whether there is room, by auk_world_overlap() with the larger shape.
///
/// Walking: on a floor the part of the velocity along `up` is removed, unless it is upward and more than 1/4096 of the
/// speed (a jump). The rest is the speed along the ground, uphill and downhill alike. Slopes above the limit cannot be
/// climbed, and the mover slides down them. It also stands where two such slopes hold it from both sides, and on the
/// edge of a step whose top is a floor; the edge of a step that it wanted to climb and could not is a wall. A round
/// mover also rolls over an edge that it meets no steeper than the limit, whatever its `step_height`. One that walks
/// off a ledge stands on the edge, and may turn back there, until it reaches a floor at most `snap` below the ledge.
///
/// One-way shapes and cells block a mover for the whole move if it was wholly in front of them when the move began, or
/// stands on them; otherwise they do not block it at all. A mover that stands on a grid of tiles may also come from
/// beside a one-way floor of that grid and a little below (1/16 of a cell, or the length of a walk), as at the top of a
/// slope; so may one that lands on a slope of the grid in this move, from the length of its walk below a floor.
/// One-way cells that face sideways or down, as doors and ceilings do, are no floors: they never push out a mover in
/// them. A mover on the outer side of an edge of a one-way chain is in front of it too, and of the edges beside the
/// mover to which the chain leads from there, as uphill. A mover that overlaps a piece of a chain or an outline, and
/// does not stand on it, is half through it: the pieces beside that one do not hold it either.
///
/// Of an outline of several pieces or a grid with a direction of its own (AukShapeDef.one_way) each piece or cell is
/// judged by itself. It also blocks a mover that is above it along the direction, or in front of one of its faces that
/// faces the direction to some degree, so slopes hold who lands on them and can be walked up and over. An upright side
/// is no such face: it stops a mover only if the mover stands on the shape and the side is not higher above it than the
/// mover travels.
///
/// Dropping: with `drop` the one-way floors that the mover touches when the move begins let it pass in this move. A
/// floor is a one-way shape, with all its pieces, or the one-way cells of one kind in a row (or column) of a grid; it
/// counts if it is under the mover, and blocks to some degree upward. Chains that are only one-sided are no floors in
/// this sense: they hold on. Floors that the mover meets on its way down hold it as ever. Once the mover has left the
/// front of a floor, the floor lets it pass as any that it was not in front of. Who runs down a slope begins to fall
/// with the downward part of that velocity, added to `velocity`; else the slope would fall away faster. Of a lift that
/// sinks faster than the mover falls the mover stays in front, and lands on it again; let it fall with the lift's
/// momentum, as for a jump: velocity += support_velocity.
///
/// Wrapped worlds: `pose` is put into the rectangle, and `moved` is the real displacement. AUK_ERROR_RANGE if the mover
/// is as wide as half the rectangle, or if its path, also that on which a support or a conveyor carries it, extended by
/// `snap`, `step_height` and four gaps (see below) on all sides, reaches over more than AUK_WRAP_IMAGES_MAX images.
///
/// Precision: the path is found by exact casts, so a mover never passes through a shape at any speed. It keeps a gap to
/// obstacles of 4 units in the last place of the larger of its extent and its coordinates; for custom shapes the gap is
/// sixteen times as large. So a passage must be wider than the mover by twice the gap, joints of floors that are off by
/// a unit or two do not stop it, and a mover pressed into a corner comes to rest exactly. Scaling all lengths by a
/// power of two changes nothing else. The gap may exceed tau: a body that follows the mover need not have a contact
/// with the floor, so use the contacts of the move. In a world that wraps around the gap is that of its farthest place
/// everywhere. After auk_world_shift_origin() to smaller coordinates the mover still has the gap of the larger ones:
/// the next move brings it near its floor and drops through none, so set `drop` in the one after that; a conveyor
/// carries it from then on, or at once if it snaps. auk_world_ignore_pair() does not affect movers; use `query`.
///
/// @param mover     in and out; unchanged on failure
/// @param dt        seconds, 0 or more; with 0 it is pushed out and finds its floor
/// @param out       contacts in order of (fraction, body, shape, child), each piece once; may be null
/// @param capacity  room in `out`
/// @return the number of contacts written; a null `out` moves and counts. Or minus an AukStatus: AUK_ERROR_NULL,
///         AUK_ERROR_TIME_STEP, AUK_ERROR_COUNT (a negative capacity), an error of the shape, AUK_ERROR_NOT_FINITE,
///         AUK_ERROR_NEGATIVE (`step_height`, `snap`), AUK_ERROR_RANGE (`slope_limit` outside [0, pi/2); a path or an
///         end beyond AUK_COORDINATE_MAX; the limits of wrapped worlds)
AUK_API int auk_world_move(const AukWorld *world, AukMover *mover, float dt, AukMoverContact *out, int capacity);

/// auk_world_move() that also finds the sensors on the way, however fast the mover is: those that its shape overlaps or
/// touches somewhere on the path that it took, along slopes, over steps and around corners. Sensors are found by
/// `mover->query`, as solids are; they are seen at the same poses. Each is written once, in order of entry; those that
/// were entered at the same time of one straight part of the path by (body, shape). A sensor that lies in the surface
/// of a floor may stay apart from a mover that stands there, by the gap.
///
/// @param report  may be null
/// @return AUK_OK, or an error of auk_world_move(), with nothing changed; AUK_ERROR_COUNT for a negative capacity
AUK_API AukStatus auk_world_move_report(const AukWorld *world, AukMover *mover, float dt, AukMoveReport *report);

/// Moves many characters in one call, each as auk_world_move_report() does. They do not meet each other. A mover that
/// is refused stays as it is and does not affect the others. A missing array (AUK_ERROR_NULL), a negative count
/// (AUK_ERROR_COUNT) or a `dt` that is none (AUK_ERROR_TIME_STEP) refuses the whole call.
///
/// @param movers    array of `count` movers
/// @param reports   array of `count` reports, each with room of its own; may be null
/// @param statuses  receives for each mover AUK_OK or why it was refused; may be null
/// @param pool      threads that share the movers, see auk/pool.h, and call the support functions of custom shapes; may
///                  be null
/// @return the number of movers that were moved, or minus the AukStatus that refused the call
AUK_API int auk_world_move_many(const AukWorld *world, AukMover *movers, int count, float dt, AukMoveReport *reports,
                                AukStatus *statuses, AukPool *pool);

/// Moves a body as a character: the mover takes its pose and its shape from the body (the oldest enabled solid,
/// wherever it is on the body) and the filter that this shape has, does not meet the body itself, and the body is sent
/// after it by auk_body_move_to(), so that the contacts and sensors of the coming step see it move. Call it once before
/// each step, in the order said above. `mover` keeps the rest from one call to the next, with the body's pose as
/// `pose`; its `shape` is not used. Its `query` counts but for `filter` and `exclude`, which are those of the body: so
/// `excludes` leaves out who stands on it. Neither is changed.
///
/// A walk that is refused moves nothing, and auk_world_last_status() is then the status of the walk. A record has the
/// auk_body_move_to() of a walk, as auk_body_move_to_many(), and no walk that was refused.
///
/// @param report  as in auk_world_move_report()
/// @return AUK_OK, or an error, with nothing changed: those of auk_world_move_report(), AUK_ERROR_STALE_ID,
///         AUK_ERROR_STATIC_BODY, AUK_ERROR_NO_SHAPE (no enabled solid), AUK_ERROR_UNSUPPORTED (that shape
///         has several pieces, is a chain or a grid of tiles)
AUK_API AukStatus auk_body_walk(AukWorld *world, AukBodyId body, AukMover *mover, float dt, AukMoveReport *report);

// ---- crowds ---------------------------------------------------------------------------------------------------

/// Working memory for auk_crowd_separate(), kept from call to call: calls for a crowd that keeps its size soon allocate
/// nothing. No result depends on earlier calls: one object may serve any crowd.
typedef struct AukCrowd AukCrowd;

/// Creates working memory. Returns null on failure and writes the reason to `status`, which may be null.
AUK_API AukCrowd *auk_crowd_create(AukStatus *status);

/// Releases the working memory; null is allowed.
AUK_API void auk_crowd_destroy(AukCrowd *crowd);

/// The members of a crowd. The arrays have `count` items, one for each member.
typedef struct AukCrowdDef {
    int count;               ///< of members, 0 or more (AUK_ERROR_COUNT)
    const AukShape *shapes;  ///< of any kinds but half-planes (AUK_ERROR_UNSUPPORTED)
    AukTransform *poses;     ///< in and out; rotations do not change
    const float *weights;    ///< heavier members move less; 0 is read as 1. Null: all weights are equal. A member of
                             ///< 1e15 that others push stays where it is
    float strength;          ///< fraction of an overlap that one call removes, in (0, 1]; 0 stands for 0.5
    const AukWorld *world;   ///< members are not pushed into solids of this world; null: none. A member that nobody
                             ///< pushes stays where it is, also in a wall: walk by auk_world_move()
    AukQuery query;          ///< which solids of the world count, {0} is every enabled solid; and the pool, if any
    const AukBodyId *bodies; ///< for each member the body to ignore, its own, in place of `query.exclude`; may be null
    float dt; ///< moving bodies are taken at the poses after a step of this many seconds, as for AukMover
} AukCrowdDef;

/// Pushes overlapping members apart a little; call it once each frame. A pair without other overlaps loses the fraction
/// `strength` of its overlap in a call. So do the pairs of a larger crowd, as far as eight rounds of pushes within the
/// call reach.
/// The pushes of a round are computed from the positions before it (Jacobi iteration) and added as integers, so results
/// do not depend on the order of the members, except for members at exactly the same position. The integers count 2^-36
/// to 2^-37 of the largest extent: beside a member a million times as large a push is exact to 1/10000 of its extent.
/// Each member then moves by the sum of its pushes and slides along the world's solids like a floating mover. Time and
/// memory are O(count + overlaps).
///
/// How fast a crowd spreads depends on how far its outermost members have to move. Measured with 500 circles of
/// diameter 0.9, at random positions in 16 x 16, strength 0.5. Depths of the pairs that overlap after 5, 20 and 100
/// calls:
///
///     in the open, or in walls of 24 x 24    mean 0.11, 0.055, 0.005    deepest 0.37, 0.25, 0.04
///     in walls of 21 x 21                    mean 0.11, 0.055, 0.007    deepest 0.37, 0.25, 0.13
///     diameters from 0.27 to 1.53            mean 0.15, 0.076, 0.007    deepest 0.52, 0.33, 0.06
///     one in twenty of diameter 5.4          mean 0.27, 0.15, 0.006     deepest 4.3, 2.0, 0.05
///     all at one point                       mean 0.30, 0.23, 0.023     deepest 0.80, 0.55, 0.13
///     weights from 0.1 to 10                 mean 0.13, 0.09, 0.04      deepest 0.6, 0.5, 0.4
///     strength 0.25                          mean 0.14, 0.081, 0.022    deepest 0.55, 0.28, 0.14
///     strength 1                             mean 0.09, 0.028, 0.001    deepest 0.56, 0.16, 0.01
///     2000 of them in 32 x 32                mean 0.13, 0.089, 0.043    deepest 0.47, 0.29, 0.24
///
/// Depths are proportional to the sizes. A light member between two heavy ones takes most of both pushes, so heavy
/// members that stand close make room slowly: with equal weights a crowd spreads fastest. A crowd on a line stays on
/// the line, and needs many more calls: 20 members at distances of 0.3 have a mean depth of 0.18 after 20 calls and
/// 0.004 after 100; 500 members on a line of length 16 spread to 67 in 100 calls, of the 450 they need.
///
/// @return the number of pairs that overlap before the call; or minus an AukStatus, with nothing changed:
///         AUK_ERROR_NULL, AUK_ERROR_COUNT, AUK_ERROR_OUT_OF_MEMORY, AUK_ERROR_TIME_STEP, an error of a shape or pose,
///         AUK_ERROR_NEGATIVE (a weight or the strength), AUK_ERROR_RANGE (a strength above 1, a weight above
///         AUK_COORDINATE_MAX, or a shape as wide as half of a wrapped world), AUK_ERROR_NOT_FINITE,
///         AUK_ERROR_PAIR_LIMIT (the boxes of more than AUK_MAX_PAIRS_DEFAULT pairs overlap: let a crowd start at more
///         than one place)
AUK_API int auk_crowd_separate(AukCrowd *crowd, const AukCrowdDef *def);

#ifdef __cplusplus
}
#endif

#endif
