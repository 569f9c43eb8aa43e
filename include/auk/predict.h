/// @file
/// Where a body would go: its path over the coming steps, with every bounce and hit, without changing the world. For
/// aim lines, for grenades, for opponents that look before they shoot. And the same for real, for one body at a time.
///
/// A prediction is the code of the step, run on the body and on what lies near its path. All other bodies stand still:
/// they are where they are now, without velocity, spin or target. Only what the body pushes moves: a swept body that
/// responds takes its share of a hit, as in a step. So poses, velocities and hits are those that the same number of
/// auk_world_step() gives, bit by bit, in a copy of the world in which all others rest. There are three rare
/// exceptions: a body that is crushed until it reaches AUK_RESPONSES_MAX may be hit otherwise from there on; where a
/// pushed body touches a swept body that responds, which touches a third body, the first two may end a unit in the last
/// place off; and two bodies at rest that a call has parted since the last step count as touching, and as pierced,
/// until one of them moves.
///
/// Sensors stop nothing and are not reported; cast the legs as shapes to find them (auk/query.h).
#ifndef AUK_PREDICT_H
#define AUK_PREDICT_H

#include "auk/types.h"
#include "auk/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Largest number of steps of one prediction.
#define AUK_PREDICT_STEPS_MAX 65536

/// Working memory and results of predictions. It keeps no state: one object may serve any world and any body, but only
/// one thread at a time. Threads that predict at once have one each. It has about 300 bytes of address space for each
/// body and shape of the world; only the part that belongs to bodies near a path is ever touched.
typedef struct AukPredictWork AukPredictWork;

/// Creates working memory. Returns null on failure and writes the reason to `status`, which may be null.
AUK_API AukPredictWork *auk_predict_work_create(AukStatus *status);

/// Releases working memory; null is allowed.
AUK_API void auk_predict_work_destroy(AukPredictWork *work);

/// The question: `steps` steps of `dt`. {0} is one step of no length; the body begins at its pose, with its velocity.
typedef struct AukPredict {
    float dt;             ///< seconds of a step, 0 or more: that of the game, if bounces have to be those of the game
    int steps;            ///< up to AUK_PREDICT_STEPS_MAX; 0 stands for 1
    bool with_pose;       ///< the body begins at `pose`, as after auk_body_set_pose()
    bool with_velocity;   ///< the body begins with `velocity` and `spin`
    AukTransform pose;    ///< the rotation may have any length
    AukVec2 velocity;     ///< units per second
    float spin;           ///< radians per second
    AukVec2 acceleration; ///< gravity: before each step the velocity becomes auk_vec_add_scaled(v, dt, acceleration)
    /// The prediction ends at this response (a stop, a slide or a bounce) of the body; 0: no such end. 1 is the line to
    /// the first thing that changes the path, 3 has two bounces.
    int max_responses;
} AukPredict;

/// Why a prediction ended.
typedef enum AukPredictEnd {
    AUK_PREDICT_END_TIME = 0,  ///< all steps were made
    AUK_PREDICT_END_REST,      ///< after the last step made, the body had no velocity and no spin: a response stopped
                               ///< it, or there is no acceleration
    AUK_PREDICT_END_RESPONSES, ///< `max_responses`
    AUK_PREDICT_END_COUNT      ///< the number of reasons; no reason itself
} AukPredictEnd;

/// A straight part of the path. A leg ends where a response changes the path, and where acceleration does: at the end
/// of a step. A body that has reached AUK_RESPONSES_MAX has a leg without velocity for the rest of that step, or one
/// straight leg for the arc on which something carries it. In a world that wraps around a leg begins in the rectangle
/// and may leave it; the next leg begins in the rectangle, or goes on from there if it belongs to the same step.
typedef struct AukLeg {
    AukTransform from, to; ///< of the body; it turns evenly between them
    float start, end;      ///< seconds since the beginning
    /// On the leg, length units per second. The body goes farther on a leg on which something faster pushes it than its
    /// `max_speed` (auk/world.h) allows; such a leg ends with its step.
    AukVec2 velocity;
    float spin; ///< on the leg, radians per second
    int hit;    ///< index of the hit in AukPredicted.hits that ended the leg, or -1
} AukLeg;

/// The legs of a path.
typedef struct AukLegs {
    const AukLeg *items; ///< in order of time
    int count;           ///< number of items
} AukLegs;

/// A hit on the way, as the step reports it: the body is `body_a`, unless the other is swept too and has the smaller
/// index, or the body is not swept. `fraction` is that of the step in which it happens.
typedef struct AukPredictHit {
    AukHit hit; ///< as the step reports it
    int step;   ///< 0 is the first
    float time; ///< seconds since the beginning
} AukPredictHit;

/// The hits on a path.
typedef struct AukPredictHits {
    const AukPredictHit *items; ///< in order of time
    int count;                  ///< number of items
} AukPredictHits;

/// The answer. The arrays are valid until the working memory is used again.
typedef struct AukPredicted {
    AukLegs legs;        ///< in order of time
    AukPredictHits hits; ///< of the body with solids, in order of time: also those that it crosses or pierces
    AukTransform pose;   ///< at the end, in the rectangle of a world that wraps around
    AukVec2 velocity;    ///< at the end; if `max_responses` ended it, just before that response
    float spin;          ///< at the end, as the velocity
    float time;          ///< seconds until the end: of the last leg
    float length;        ///< of all legs
    int steps;           ///< that were made, the last one perhaps in part
    AukPredictEnd end;   ///< why it ended
} AukPredicted;

/// Where a body would go. The world is not changed, and many threads may ask at once, each with working memory of its
/// own. The time depends on what is near the path, not on the size of the world. A body that is not swept meets nothing
/// but swept bodies, and goes on. A disabled body is taken as enabled: a grenade that is not thrown yet. A target of
/// auk_body_move_to() is ignored.
///
/// @param predict  null is {0}
/// @param out      not changed on failure
/// @return AUK_OK, or: AUK_ERROR_NULL, AUK_ERROR_STALE_ID, AUK_ERROR_STATIC_BODY, AUK_ERROR_TIME_STEP,
///         AUK_ERROR_COUNT (`steps`, `max_responses`), AUK_ERROR_NOT_FINITE, AUK_ERROR_RANGE (also if the path leaves
///         the range of coordinates or, in a step of a world that wraps around, is as wide as half a period: also that
///         of a body that is not swept), AUK_ERROR_OUT_OF_MEMORY
AUK_API AukStatus auk_world_predict(const AukWorld *world, AukPredictWork *work, AukBodyId body,
                                    const AukPredict *predict, AukPredicted *out);

/// Moves one body for real: by its velocity and spin for `dt` seconds, with its hits and responses, at once. It is the
/// prediction of one step, and then the world is as predicted: the pose, velocity, piercings and bounces of the body,
/// and the pose and velocity of swept bodies that it pushed, which go their way for the rest of `dt`; the velocity that
/// the push gave them replaces theirs. A target of the body is dropped. A body that is not swept just moves, and only
/// swept bodies notice it; a disabled one moves freely.
///
/// For games that move their bodies one after the other, each when all before it have arrived. Queries see the new pose
/// at once. Contacts, events and sensors come from the next step, which would move the body again by its velocity:
/// after all bodies have been advanced, auk_world_step() with dt = 0 finds what touches now. It does not report the
/// hits, nor sensors that the body has crossed. A one-way floor or wall that stops the body at a corner, where it is
/// not wholly in front, lets it pass from the next call on: no step has seen the two touch. Nor has a step seen the
/// hits of earlier calls, so AukHit.first counts as a hit that the two shapes touched after the last step: unlike that
/// of a prediction it is false if they still touch where the move begins, also if they had not hit before. To the pose
/// history and to auk_body_get_previous_pose(), it is auk_body_set_pose().
///
/// @param dt   seconds, 0 or more
/// @param out  its legs and hits, valid until the next call for a body of this world; may be null
/// @return AUK_OK, or, with nothing changed: AUK_ERROR_NULL, AUK_ERROR_STALE_ID, AUK_ERROR_STATIC_BODY,
///         AUK_ERROR_TIME_STEP, AUK_ERROR_RANGE (as for auk_world_predict()), AUK_ERROR_OUT_OF_MEMORY
AUK_API AukStatus auk_body_advance(AukWorld *world, AukBodyId body, float dt, AukPredicted *out);

#ifdef __cplusplus
}
#endif

#endif
