// Characters: moves a shape through a world as a game wants it, sliding along what it meets, and pushes crowds apart.
// A mover is a plain struct of the game's. It is no body and changes none: the world is only read, so many threads may
// move characters at once between steps.
#ifndef AUK_MOVER_H
#define AUK_MOVER_H

#include "auk/query.h"
#include "auk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most contacts that one move reports.
#define AUK_MOVER_CONTACT_MAX 64

/// A character: what it is, where it is, where it wants to go; and after auk_world_move() what came of it.
/// {0} but for a shape is a character at the origin that stands upright, on slopes up to 0.8 radians.
///
/// Three things it remembers from call to call (`floor`, `support`, `support_pose`): hand the same struct in again. A
/// game that teleports a mover sets `floor = false` and `support` to {0}. After auk_world_shift_origin() it subtracts
/// `applied` from `pose.p` and `support_pose.p`. One that jumps off a platform with the platform's momentum says
/// `velocity += support_velocity` and sets `support` to {0}, else it is carried once more.
typedef struct AukMover {
    AukShape shape;     ///< of any kind
    AukTransform pose;  ///< in and out; the rotation is kept
    AukVec2 velocity;   ///< in: wanted, length units per second, gravity included. Out: what is left of it once what
                        ///< was blocked is gone; on a floor it is perpendicular to `up`. Hand it in again
    AukVec2 up;         ///< any length; {0} is (0, 1)
    float slope_limit;  ///< radians from `up`, below pi/2: floors are at most so steep, else they are walls;
                        ///< 0 stands for 0.8, a little more than 45 degrees
    float step_height;  ///< walks up steps of up to this height; 0 is none
    float snap;         ///< stays on floors that fall away by up to this much in a move; 0 is none
    bool floating;      ///< there is no up (seen from above, swimming): slides along everything alike
    AukQuery query;     ///< what it meets: filter and excluded body; {0} is every enabled solid. A filter's category 0
                        ///< is none here, as in all queries. Sensors are never met
    bool floor;         ///< in: it stood; out: it stands on something
    bool wall, ceiling; ///< out: it touches one
    bool stuck;         ///< out: it is inside something, and the way out was not found or leads through something else
    bool limit;         ///< out: it stopped early, after 64 turns, or met more than it can report
    AukBodyId support;  ///< in and out: the body it stands on, which carries it; {0} is none
    AukTransform support_pose; ///< in and out: where that body was taken to be; while that presses it, where it touched
    AukVec2 floor_normal;      ///< out: unit vectors towards the mover, zero where it touches none
    AukVec2 wall_normal;       ///< out
    AukVec2 ceiling_normal;    ///< out
    AukVec2 support_velocity;  ///< out: of the support where the mover stands
    AukVec2 moved;             ///< out: how far it got, being carried and pushed out included
} AukMover;

typedef enum AukMoverKind {
    AUK_MOVER_FLOOR = 0, ///< it can stand on it
    AUK_MOVER_WALL,      ///< too steep to stand on, up to as steep from below
    AUK_MOVER_CEILING,
    AUK_MOVER_KIND_COUNT
} AukMoverKind;

/// Something that a mover touched or bumped into on its way.
typedef struct AukMoverContact {
    AukBodyId body;
    AukShapeId shape;
    int child;         ///< piece of the shape
    AukMoverKind kind; ///< of a floating mover all are walls
    float fraction;    ///< of dt, when it was met first
    AukVec2 point;     ///< on the shape
    AukVec2 normal;    ///< unit vector towards the mover
} AukMoverContact;

/// Moves a character for `dt` seconds: first it is pushed out of what it is inside, and carried by what it stands on;
/// then it goes by its velocity, slides along what it meets, and walks up and down slopes and steps.
///
/// Order of a frame: send the platforms on their way (auk_body_move_to() or a velocity), move the characters, send
/// their bodies after them if they have any (auk_body_move_to()), step the world with the same dt. So a move sees
/// moving bodies where the coming step will put them, static and swept bodies where they are. Stepping first and moving
/// characters afterwards works as well with platforms that are sent by auk_body_move_to(); over one that goes by its
/// velocity the mover would be ahead of it by a step. A platform that travels further in one step than twice the
/// mover's size may be noticed one move late. The support carries, whatever it does, by the change of its pose since
/// the last move; what is merely touched does not carry. A platform pushes by where it ends up.
///
/// One-way shapes are met by who was wholly in front of them before the move, or stands on them.
///
/// A way out of what it starts in leads through nothing else and is at most eight times as long as the mover is deep in
/// it; else it is stuck, as between a platform and a wall. That does not keep it from leaving. Nor does a way out lead
/// behind what the mover was in front of before the move, or past it by more than the mover's extent. Pressed against
/// something by its support it therefore stays, and keeps floor and support, until there is room or the support has
/// passed through it. What presses without being the support is known for one move only: once its middle has passed
/// that of the mover, the way out may lead through its far side, so a game that crushes acts on `stuck` at once.
///
/// Walking: on a floor the part of the velocity along `up` is used up (unless it rises by more than 1/4096 of the
/// speed: a jump), and the rest is the speed along the ground, uphill and downhill alike. Slopes beyond the limit do
/// not let it climb, and let it slide down. It stands also where two such slopes hold it from both sides, and on the
/// edge of a step whose top is a floor.
///
/// A one-way shape or cell blocks it for a whole move if it was in front of that when the move began, and else not at
/// all. Whoever stands on a grid of tiles may also come from a little below a one-way floor of that grid (a sixteenth
/// of a cell, or the length of the move), as at the top of a slope. A mover is in front of an edge of a one-way chain
/// also where it is beside it, on its outer side.
///
/// In a world that wraps around `pose` is put into its rectangle and `moved` is the way as it was gone. A mover as wide
/// as half of it is refused with AUK_ERROR_RANGE; so is a way that reaches, with `snap` and `step_height` to all sides,
/// over more than AUK_WRAP_IMAGES_MAX images of it.
///
/// The way is found by exact casts, so no speed takes it through anything. It keeps a gap to what it meets: 4 units in
/// the last place of the largest of its extent and its coordinates. So it fits through what is wider than itself by
/// twice that, passes joints of floors that are off by a unit or two, and pressed into a corner it rests, bit by bit.
/// Sizes differ by powers of two without any other difference. Custom shapes keep sixteen times the gap. The gap may
/// exceed tau: a body that follows the mover need not be in contact with the floor, so read the contacts of the move.
/// Bodies that auk_world_ignore_pair() keeps apart from the mover's own body are met; `query` says who is not.
///
/// @param mover     in and out; unchanged when refused
/// @param dt        seconds; 0 is legal: it is pushed out and finds its floor
/// @param out       contacts in order of (fraction, body, shape, child), each piece once; may be null
/// @param capacity  room in `out`
/// @return the number of contacts written; (NULL, 0) moves too and counts them. Or minus an AukStatus: AUK_ERROR_NULL,
///         AUK_ERROR_TIME_STEP, AUK_ERROR_COUNT, those of a bad shape, NOT_FINITE, NEGATIVE (a height), RANGE (a
///         slope limit below 0 or from pi/2 on; a way or a goal beyond AUK_COORDINATE_MAX, or over too many images)
AUK_API int auk_world_move(const AukWorld *world, AukMover *mover, float dt, AukMoverContact *out, int capacity);

// ---- crowds ---------------------------------------------------------------------------------------------------

/// Memory that is kept from one separation of a crowd to the next, so that after the first nothing is allocated. It
/// holds no state: any may be used for any crowd.
typedef struct AukCrowd AukCrowd;

/// Returns null on failure, and `status` (may be null) says why.
AUK_API AukCrowd *auk_crowd_create(AukStatus *status);

/// Null is allowed.
AUK_API void auk_crowd_destroy(AukCrowd *crowd);

/// Those who are to be kept apart. The arrays have `count` items, one for each.
typedef struct AukCrowdDef {
    int count;
    const AukShape *shapes;  ///< of any kinds
    AukTransform *poses;     ///< in and out; rotations are kept
    const float *weights;    ///< who is heavier gives way less; 0 is read as 1. Null: all alike
    float strength;          ///< part of an overlap that one call takes away, up to 1; 0 stands for 0.5
    const AukWorld *world;   ///< its solids are in nobody's way but theirs: nobody is pushed into them. Null: none
    AukQuery query;          ///< which of them count; {0} is every enabled solid
    const AukBodyId *bodies; ///< of each the body that does not count for it, its own; may be null
    float dt;                ///< moving bodies are seen where a step of so many seconds will put them, see AukMover
} AukCrowdDef;

/// Pushes everyone a little away from whom it overlaps, once each frame. Two who overlap nobody else lose `strength` of
/// their overlap in a call; so do the pairs of a larger crowd, as far as eight rounds of pushes within the call reach.
/// Pushes are worked out from where all were before (Jacobi), and added up in whole numbers, so that neither the order
/// of the arrays nor that of any search shows in the result; only of those in exactly the same place the order decides
/// who goes where. Everyone then goes the sum of its pushes, and slides along the world's solids as a floating mover
/// does. Time and memory are in proportion to the count and the number of overlaps.
///
/// How fast a crowd spreads depends on how far its outermost members have to go. Measured with 500 circles of diameter
/// 0.9, at first anywhere in 16 x 16, strength 0.5; depths of the pairs that overlap, after 5, 20 and 100 calls:
///
///     in the open, or in walls of 24 x 24    mean 0.11, 0.055, 0.005    deepest 0.37, 0.25, 0.04
///     in walls of 21 x 21                    mean 0.11, 0.055, 0.007    deepest 0.37, 0.25, 0.13
///     diameters from 0.27 to 1.53            mean 0.15, 0.076, 0.007    deepest 0.52, 0.33, 0.06
///     one in twenty of diameter 5.4          mean 0.27, 0.15, 0.006     deepest 4.3, 2.0, 0.05
///     all at one point                       mean 0.30, 0.23, 0.023     deepest 0.80, 0.55, 0.13
///     strength 0.25                          mean 0.14, 0.081, 0.022    deepest 0.55, 0.28, 0.14
///     strength 1                             mean 0.09, 0.028, 0.001    deepest 0.56, 0.16, 0.01
///     2000 of them in 32 x 32                mean 0.13, 0.089, 0.043    deepest 0.47, 0.29, 0.24
///
/// Depths are in proportion to the sizes. A crowd on a line stays on it, and needs many more calls: 20 of them at
/// distances of 0.3 have a mean depth of 0.18 after 20 calls and 0.004 after 100, and 500 on a line of 16 are 67 long
/// after 100 calls, of the 450 that they need.
///
/// @return how many pairs overlap before the call; or minus an AukStatus, and nothing has changed: AUK_ERROR_NULL,
///         _COUNT, _OUT_OF_MEMORY, _TIME_STEP, those of a bad shape or pose; _NEGATIVE for a weight or the strength,
///         _RANGE for a strength above 1 or a shape as wide as half of a world that wraps around, _NOT_FINITE
AUK_API int auk_crowd_separate(AukCrowd *crowd, const AukCrowdDef *def);

#ifdef __cplusplus
}
#endif

#endif
