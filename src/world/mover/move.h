// The state of a move, shared by its phases. All numbers are doubles, in a frame around the mover's first position,
// with the axes of the world. A move only reads the world. It loops over one AukMove until the time is used up or no
// direction is free; then it tries to climb steps (move_ground.c):
//     carry         move.c         the support's change of pose  -> a path, followed by casts
//     convey        move_convey.c  the conveyor it stands on     -> a walk along it
//     list          move_near.c    the box around the move       -> the parts there, which the phases below search
//     depenetrate   move_push.c    pieces too near, overlaps     -> the shortest shift that all planes allow, or out
//     touch         move_gather.c  pieces within two gaps        -> planes: floor, wall, ceiling (move_ground.c)
//     choose        move_slide.c   velocity, planes              -> a path along the ground, or through the air
//     go            move_gather.c  the path                      -> as far as a cast of the mover meets nothing
// Three distances prevent jitter. All are fractions of one gap of 4 units in the last place: surfaces rest one gap
// apart, casts end at a quarter of it, and a mover is pushed back only if it is nearer than three quarters. So casts
// never hit a joint that is off by a unit or two, rounding to floats never causes a correction, and a mover at rest
// keeps its bits. A plane blocks only if its piece would soon be hit in that direction, because at a tip planes exclude
// more than the shape does.
// A mover leaves an overlap only to the side where it was before, relative to the support's earlier pose. A mover that
// its support presses keeps that pose, less the distance by which the support could not carry it (`lag`), while the
// pressure lasts. So the side stays the same however deep a thin lift overlaps the mover. Static bodies that stay where
// they are press nobody, so it does not matter how the shapes of the ground are shared out among them.
// Whoever asks for the sensors on the way gets a trail of the path (move_trail.c); without it the path is not kept.
// Invariant: after each phase of a move the mover is nowhere deeper than before it, and never on the other side.
#ifndef AUK_WORLD_MOVER_MOVE_H
#define AUK_WORLD_MOVER_MOVE_H

#include "auk/mover.h"
#include "world/query/query.h"
#include "world/state/drops.h"
#include "world/state/pieces.h"
#include "world/state/wrap.h"

enum { AUK_MOVE_PLANES = 32, AUK_MOVE_MET = 4, AUK_MOVE_DROPS = 16, AUK_MOVE_FRONTS = 8, AUK_MOVE_NEAR = 32 };

// More than the places of one turn: its start, four settlings of eight rounds, a descent, the casts of a climb, and
// those along the edge of a ledge.
enum { AUK_MOVE_TRAIL = 48 };

// Sine of the angle by which a direction may lead into a plane: planes of collinear edges differ by up to that much.
#define AUK_MOVE_LEAN 1e-9

// A contact of the mover: a piece within two gaps.
typedef struct AukMovePlane {
    uint32_t part;
    int child;
    double gap;
    AukDvec normal; // unit, towards the mover
    AukDvec point;  // on the piece
    AukMoverKind kind;
    AukDvec surface; // for floors: the floor's normal; at the edge of a step not that of the contact
} AukMovePlane;

// The path of a turn, and the sensors found so far.
typedef struct AukMoveTrail {
    int count;
    AukDvec points[AUK_MOVE_TRAIL]; // places of the mover in order; the first is where the turn began
    double times[AUK_MOVE_TRAIL];   // the fraction of dt at which it was there
    int sensor_count;
    AukMoverSensor sensors[AUK_MOVER_SENSOR_MAX]; // in order of entry
    double entries[AUK_MOVER_SENSOR_MAX];         // where on its stretch of the path each was entered
} AukMoveTrail;

// Where the mover was, when the move began, relative to a one-sided edge.
typedef enum AukMoveSide {
    AUK_MOVE_SIDE_UNKNOWN = 0,
    AUK_MOVE_SIDE_FRONT,
    AUK_MOVE_SIDE_BEHIND,
    AUK_MOVE_SIDE_IN // it overlapped the edge
} AukMoveSide;

// The parts that the query index has in a box around the move (move_near.c).
typedef struct AukMoveNear {
    AukBounds box;   // nowhere: nothing is listed
    AukBounds still; // the same for parts of bodies that do not move in the coming step
    int count;
    uint32_t parts[AUK_MOVE_NEAR];
    bool moving[AUK_MOVE_NEAR];   // the body of the part may move in the coming step
    uint8_t sides[AUK_MOVE_NEAR]; // AukMoveSide, once it was asked for
    AukBounds bounds[AUK_MOVE_NEAR];
} AukMoveNear;

typedef struct AukMove {
    const AukWorld *world;
    AukWanted wanted; // its query is that of the mover
    float dt;         // duration of the move by the mover's velocity
    float coming;     // duration of the coming step of the bodies
    AukVec2 origin;
    AukSupportShape core; // of the mover; each user sets its place
    AukLocalBox local;    // around the place of the core, without the radius: a mover does not turn
    AukDvec offset;       // of the shape from the mover's position; 0 unless the shape is one of a body
    double radius, extent;
    double least_size; // of which gaps are a fraction, at least, see auk__move_gap()
    double arrivals;   // how far away bodies may be now that come near in the coming step
    double fineness;   // gap per length
    AukDvec at;        // position of the mover
    AukDvec up, right; // unit
    double floor_cos;  // least cosine between `up` and a floor's normal
    double step_height, snap;
    bool floating;
    uint32_t passed_body; // a body that the mover passes through, or AUK_NO_INDEX
    AukDvec velocity;     // the velocity that remains
    AukDvec aim;          // no direction may lead against it: the wanted velocity, without climbing
    double heading;       // the component of `aim` along `right`; 0 once a slope has stopped the mover
    double left;          // the remaining part of dt
    bool rises, walks;
    bool conveyed;             // a conveyor moves the mover at the moment; that takes no time
    double fall;               // the velocity along `up` that is ignored while walking
    uint32_t support;          // the body that the mover stood on, or AUK_NO_INDEX
    AukTransform support_pose; // its pose at that time
    AukDvec sole;              // of the mover, relative to `at`: the support carries this point; 0 unless it has moved
    AukDvec lag;               // the part of the support's displacement by which it could not carry the mover
    double sink;               // how far below a one-way floor of its support the mover may start: the length of a walk
    double walk;         // the same for a mover that lands on a slope just below its crest: it walks only sideways
    double travel;       // the longest way in this move, by its velocity and on a conveyor
    AukMoveTrail *trail; // null: nobody asks for sensors
    AukDvec wall;        // the normal of what ended a walk, if it may be no wall among the planes; else zero
    bool stuck, limit;
    bool stopped; // the last cast of the slide went less than a gap
    int idle;     // so many turns at its end led nowhere
    int met_count, plane_count, drop_count, front_count, contact_count;
    // Items from the counts on are not set: clearing these arrays took 4 % of the instructions of a move.
    AukMovePlane met[AUK_MOVE_MET];       // the most recent hits of casts, in a ring
    AukMovePlane stop;                    // what stopped it
    AukMovePlane planes[AUK_MOVE_PLANES]; // sorted by (gap, body, shape, child)
    AukFloor drops[AUK_MOVE_DROPS];       // that the mover passes
    uint32_t fronts[AUK_MOVE_FRONTS];     // heads of one-way grids and outlines that it has touched from their front
    AukMoveNear near;
    AukMoverContact contacts[AUK_MOVER_CONTACT_MAX]; // in order of fraction
} AukMove;

typedef struct AukMoveHit {
    bool hit;
    double fraction;
    AukMovePlane plane; // its gap is not set
} AukMoveHit;

// The gap at a place; contacts are within two gaps.
double auk__move_gap(const AukMove *move, AukDvec at);

// The mover's support shape at a place, its radius grown. There is only one: the next call changes it.
const AukSupportShape *auk__move_support_shape(AukMove *move, AukDvec at, double grown);

// Walks over the pieces that may meet the mover between two places, or that are closer than `margin` to that path.
typedef struct AukMoveCursor {
    AukGridCursor grid;
    AukBox box;
    AukBox asked, wide; // `box` before its shift; `wide` includes places from which bodies may come
    AukBounds still;    // of `asked`: other bodies than those that come are searched there alone
    AukWrapWalk images; // not yet visited
    AukDvec image;      // the present one
    AukDvec shift;      // brings the piece next to the mover
    bool listed;        // the parts are taken from the list of the move
    int next_near;      // there
    uint8_t *side;      // of the part, in the list; null: the part was not taken from there
    uint32_t part;
    int planes; // half-planes seen so far
    bool inside;
    bool behind; // a one-sided edge that the mover was behind when the move began: an overlap does not push it out
    // the members below are set for each part
    AukTransform pose; // of the piece's body
    AukPieceCursor pieces;
} AukMoveCursor;

void auk__move_look(AukMove *move, AukDvec from, AukDvec to, double margin, AukMoveCursor *cursor);
void auk__move_look_in(const AukMove *move, const AukBox *box, AukMoveCursor *cursor);
bool auk__move_next(AukMove *move, AukMoveCursor *cursor);

// The pose of a body when the move began, and the shift that brings its piece next to the mover's place at that time.
AukTransform auk__move_pose_before(const AukMove *move, uint32_t body);
AukDvec auk__move_shift_before(const AukMove *move, const AukMoveCursor *cursor, AukTransform before);

// The piece, of a body at a pose, and the mover as it was when the move began.
void auk__move_piece_at(const AukMove *move, const AukMoveCursor *cursor, AukTransform pose, AukSupportShape *core);
void auk__move_core_before(const AukMove *move, AukSupportShape *core);

// True if the last step has put a piece with a direction into the mover, so that it is to be judged by the pose
// `before` that step, where it let a falling mover through: its body has moved, rests in the coming step, and overlaps
// the mover, which does not move out of its front. So it is where a game steps first and moves characters afterwards.
// Where it moves them first, the last move has met the piece where it is, and left it, unless it passes through.
bool auk__move_has_come(const AukMove *move, const AukMoveCursor *cursor, AukDvec direction, AukTransform *before);

// True if the mover stands on the body of a piece, or on a grid that continues the grid of the piece.
bool auk__move_stands_on(const AukMove *move, const AukPartPiece *piece);

// True if the mover passes through a piece with one of these directions, of its shape and of its cell. It does so for
// the whole move if it was not in front when the move began, with both at their poses of that time. A mover that walks
// up a slope to a floor of the same grid comes from slightly below that floor.
bool auk__move_passes_one_way(const AukMove *move, const AukMoveCursor *cursor, AukVec2 of_shape, AukVec2 of_cell);

// Lists the parts near the mover and its path; they stay listed until the next call.
void auk__move_list_near(AukMove *move);

// True if no body comes to another pose in the coming step.
static inline bool auk__move_all_rest(const AukMove *move)
{
    return move->world->bodies.movers.count == 0 || move->coming == 0.0f;
}

// Goes on to the next part that the query index has in the box of a search: where the body of the part may come from
// in the coming step, if it may, else where the search is. False at the end.
bool auk__move_next_in_grid(const AukMove *move, AukMoveCursor *cursor);

// The support shape of the piece at its pose after the coming step.
void auk__move_piece(const AukMove *move, const AukMoveCursor *cursor, AukSupportShape *core);

// Notes that the body of a part, which a cast has hit, may come from as far away as it travels in the coming step. The
// boxes of casts are longer than those of later searches around the place where the cast ended: without this they did
// not find a body again that travels more than a few extents of the mover, and the mover stood still beside it.
void auk__move_expect(AukMove *move, uint32_t part);

// The part of dt that the mover has used up.
static inline double auk__move_time(const AukMove *move)
{
    return move->conveyed ? 0.0 : 1.0 - move->left;
}

// True if the mover overlaps a one-sided edge on its way through it from behind; `distance` is the signed distance.
bool auk__move_passes(AukMove *move, const AukMoveCursor *cursor, double distance);

// The distance between a piece and the mover when the move began, with both at their poses of that time. It is infinite
// if neighbours in its surface cover the side that the mover was at: the mover was within that surface, or (with
// AUK_GHOST_DROPPED) in front of the neighbours alone.
AukSeparation auk__move_before(AukMove *move, const AukMoveCursor *cursor, AukGhost ghost);

// The same, with AUK_GHOST_TURNED, for a piece that pushes the mover: one that the last step has put into the mover is
// where it was before that step. So it is where a game steps first and moves characters afterwards.
AukSeparation auk__move_before_push(AukMove *move, const AukMoveCursor *cursor);

// True if the mover was in front of a piece when the move began; `before` is auk__move_before().
bool auk__move_was_in_front(const AukMove *move, AukSeparation before);

// Finds the planes at `move->at`.
void auk__move_touch(AukMove *move);

// True if a path along a unit direction that leads into a plane soon hits the piece of that plane. If not, the plane is
// that of two tips at a corner, and there may be room beside it.
bool auk__move_is_blocked_by(AukMove *move, const AukMovePlane *plane, AukDvec direction);

// The first hit of a cast from `move->at`. A piece that touches the mover is hit at once if the direction leads into
// its plane.
AukMoveHit auk__move_cast(AukMove *move, AukDvec delta);

// Checks that being carried that far, and the mover's own displacement from there, cross no more images than a ray may:
// along an axis that does not wrap this leads to where gaps are larger. AUK_ERROR_RANGE.
AukStatus auk__move_way_check(const AukMove *move, AukDvec delta);

// The longest useful cast: over a longer distance the gap would more than double.
double auk__move_cast_max(const AukMove *move);

// Moves the mover up to the first hit of a cast.
AukMoveHit auk__move_go(AukMove *move, AukDvec delta);

// Puts the mover at a place that it reaches from the present one on a straight path.
void auk__move_pass(AukMove *move, AukDvec to);

// A place to which auk__move_return() takes the mover back, as if it had never left.
typedef struct AukMoveMark {
    AukDvec at;
    int trail_count;
} AukMoveMark;

AukMoveMark auk__move_mark(const AukMove *move);
void auk__move_return(AukMove *move, AukMoveMark mark);

// The number of stretches into which a path is divided.
int auk__move_stretches(const AukMove *move, AukDvec delta);

// Notes that the mover has touched the front of a one-way grid or outline, if the plane is such a contact.
void auk__move_note_front(AukMove *move, const AukMovePlane *plane);

// Finds the one-way floors that a mover which wants to drop touches. `stood`: it stood on a floor after the last move.
void auk__move_find_drops(AukMove *move, bool stood);

// The height of the lowest point of the mover along `up`.
double auk__move_foot(AukMove *move);

// Classifies a contact, with its normal and point set and the mover at `move->at`; sets `kind` and `surface`.
void auk__move_classify(AukMove *move, AukMovePlane *plane);

// Pushes the mover out of pieces that it overlaps, and back to the gap from pieces that are too near; then finds the
// planes.
void auk__move_depenetrate(AukMove *move);

// True if a body that overlaps the mover may have come into it. A static body has not, unless the game has put it
// elsewhere, which is known of the support: who is in it was put there, or its shapes were changed. Taken for one that
// presses, it would carry the mover through its own shapes, but not through those of another body that continue them.
bool auk__move_may_press(const AukMove *move, uint32_t body);

// The part of `wanted` that no plane blocks; zero in a corner.
AukDvec auk__move_along(AukMove *move, AukDvec wanted);

// The floor that the mover stands on. The previous support comes first, then the body with the smallest index. Null if
// there is no floor.
const AukMovePlane *auk__move_floor(const AukMove *move);

// How far below the mover a floor may be to which it snaps.
double auk__move_snap(const AukMove *move);

// Moves the mover down onto a floor at most `max_distance` below, nearer than the gap. False, without any change, if
// there is none. `normal` is that of what it has hit.
bool auk__move_land(AukMove *move, double max_distance, AukDvec *normal);

// Puts a mover that has landed at the gap; then finds the planes. The floor that it stands on.
const AukMovePlane *auk__move_landed(AukMove *move);

// The edge of a ledge on which the mover stands, which then is a floor; it is followed down. Null, without any change,
// if there is none.
const AukMovePlane *auk__move_ledge(AukMove *move);

// True if the mover can walk on what has a normal.
static inline bool auk__move_is_walkable(const AukMove *move, AukDvec normal)
{
    return dvec_dot(normal, move->up) >= move->floor_cos;
}

// True for a floor that is one because of the floor beside it: the edge of a step or of a ledge.
static inline bool auk__move_is_edge(const AukMove *move, const AukMovePlane *plane)
{
    return plane->kind == AUK_MOVER_FLOOR && !auk__move_is_walkable(move, plane->normal);
}

// The floor that the mover stands on, after it has moved down onto it if there is none here but one within `snap`.
const AukMovePlane *auk__move_stand(AukMove *move);

// Moves the mover onto a step ahead. False, without any change, if no step leads to a floor.
bool auk__move_climb(AukMove *move);

// The velocity of the conveyor that carries a mover with that support, along its floor; {0} if it stands on none.
AukDvec auk__move_belt(const AukMove *move, uint32_t support);

// Moves the mover along the conveyor that it stands on. AUK_ERROR_RANGE if the conveyor is too fast.
AukStatus auk__move_convey(AukMove *move);

// Moves by the velocity until the time is used up.
void auk__move_slide(AukMove *move);

// Moves a checked floating mover by its velocity, once, with bodies at their poses after a step of `coming`.
void auk__move_push(const AukWorld *world, AukMover *mover, float coming);

// Checks the arguments of a move.
AukStatus auk__move_check(const AukWorld *world, const AukMover *mover, AukTransform local, float dt, AukFault *fault);

// Moves a mover whose shape is at `local` in its frame. Writes `mover` only on success. `trail` may be null.
AukStatus auk__move_run(const AukWorld *world, AukMover *mover, AukTransform local, float dt, AukMove *move,
                        AukMoveTrail *trail, AukFault *fault);

// Checks and fills what the caller gets to see of a move. The report may be null.
AukStatus auk__report_check(const AukMoveReport *report, AukFault *fault);
void auk__report_write(const AukMove *move, AukMoveReport *report);

// Sets the time of the last places to the present one, after the mover has used up time to reach them.
void auk__trail_stamp(AukMove *move, int places);

// The trail begins at the mover's place, before the move.
void auk__trail_start(AukMove *move, AukMoveTrail *trail);

// Finds the sensors along the trail, which goes on from the present place; between turns.
void auk__trail_search(AukMove *move);

// The same at the end of the move: the mover has been put at its rounded place.
void auk__trail_finish(AukMove *move, AukVec2 end);

// Reports a contact to the caller.
void auk__move_report(AukMove *move, const AukMovePlane *plane);

// Changes the kind of a contact that was reported.
void auk__move_report_again(AukMove *move, const AukMovePlane *plane);

#endif
