// A mover on its way: what the parts of a move share. All is in doubles, in a frame around where the mover began, with
// the axes of the world.
// A move only reads the world. It is a loop over one record until the time is up or no path is left; then steps are
// tried (move_ground.c):
//     carry         move.c         the support's change of pose  -> a path, gone by casts
//     depenetrate   move_push.c    what is too near or overlaps  -> the shortest way that all planes agree to, or out
//     touch         move_gather.c  pieces within two gaps        -> planes: floor, wall, ceiling (move_ground.c)
//     choose        move_slide.c   velocity, planes              -> a path along the ground, or through the air
//     go            move_gather.c  the path                      -> as far as a cast of the mover meets nothing
// Three lengths prevent jitter, all parts of one gap of 4 units in the last place: surfaces rest a gap apart, casts end
// at a quarter of it, and only what is nearer than three quarters is pushed back. So a joint that is off by a unit or
// two is never met, rounding to floats never asks for a correction, and what rests keeps its bits. A plane blocks only
// if its piece is soon met there, since at a tip planes forbid more than there is.
// An overlap is left only to the side where the mover was before, with the support at its earlier pose. A mover that
// its support presses keeps that pose, less what the support could carry it (`lag`), while the pressure lasts; so the
// side is the same however deep a thin lift has come in.
// Invariant: between two parts of a move the mover is nowhere deeper than before, and never on the other side.
#ifndef AUK_WORLD_MOVER_MOVE_H
#define AUK_WORLD_MOVER_MOVE_H

#include "auk/mover.h"
#include "world/state/pieces.h"
#include "world/state/wrap.h"

enum { AUK_MOVE_PLANES = 32, AUK_MOVE_MET = 4 };

// Sine of the angle by which a direction may lean into a plane: planes of one line differ by that much.
#define AUK_MOVE_LEAN 1e-9

// Something that is touched: within two gaps.
typedef struct AukMovePlane {
    uint32_t part;
    int child;
    double gap;
    AukDvec normal; // unit, towards the mover
    AukDvec point;  // on the piece
    AukMoverKind kind;
    AukDvec surface; // of floors: normal of what is stood on; at the edge of a step not that of the contact
} AukMovePlane;

typedef struct AukMove {
    const AukWorld *world;
    AukQuery query;
    float dt;     // in which it moves by its velocity
    float coming; // the step that bodies are about to make
    AukVec2 origin;
    AukSupportShape core; // of the mover; its place is set by whoever asks
    double radius, extent;
    double fineness;   // gap per length
    AukDvec at;        // where it is
    AukDvec up, right; // unit
    double floor_cos;  // least cosine between `up` and a floor's normal
    double step_height, snap;
    bool floating;
    uint32_t passed_body; // one that is not met, or AUK_NO_INDEX
    AukDvec velocity;     // still wanted
    AukDvec aim;          // what no way may lead against: the velocity that was wanted, without climbing
    double heading;       // its part along `right`, 0 once a slope has stopped it
    double left;          // part of dt
    bool rises, walks;
    double fall;               // velocity along `up` that walking does without
    uint32_t support;          // body that was stood on, or AUK_NO_INDEX
    AukTransform support_pose; // where it was then
    AukDvec lag;               // the part of its way that the support could not carry the mover along
    double sink;               // how far below a one-way floor of its support it may come from: a move's length
    bool stuck, limit;
    AukMovePlane met[AUK_MOVE_MET]; // what casts ended at last, in a ring
    int met_count;
    int plane_count;
    AukMovePlane planes[AUK_MOVE_PLANES]; // sorted by (gap, body, shape, child)
    int contact_count;
    AukMoverContact contacts[AUK_MOVER_CONTACT_MAX]; // in order of fraction
} AukMove;

typedef struct AukMoveHit {
    bool hit;
    double fraction;
    AukMovePlane plane; // its gap is not set
} AukMoveHit;

// The gap that is kept at a place; contacts are within two of it.
double auk__move_gap(const AukMove *move, AukDvec at);

// The mover's core at a place, its radius grown. There is one: the next call moves it.
const AukSupportShape *auk__move_core(AukMove *move, AukDvec at, double grown);

// Walks the pieces that may meet the mover on the way between two places, or closer than `margin` to it.
typedef struct AukMoveCursor {
    AukGridCursor grid;
    AukBox box;
    AukBox asked, wide; // before `box` was moved beside a part, and where bodies may come from
    AukWrapWalk images; // still to look at
    AukDvec image;      // the present one
    AukDvec shift;      // what brings the piece beside the mover
    uint32_t part;
    bool inside;
    AukTransform pose; // of the piece's body
    AukPieceCursor pieces;
} AukMoveCursor;

AukMoveCursor auk__move_look(AukMove *move, AukDvec from, AukDvec to, double margin);
AukMoveCursor auk__move_look_in(const AukMove *move, AukBox box);
bool auk__move_next(const AukMove *move, AukMoveCursor *cursor);

// The core of the piece where the coming step puts it.
void auk__move_piece(const AukMove *move, const AukMoveCursor *cursor, AukSupportShape *core);

// How far a piece was from the mover when the move began, with both where they were then.
AukSeparation auk__move_before(AukMove *move, const AukMoveCursor *cursor);

// Finds the planes at `move->at`.
void auk__move_touch(AukMove *move);

// True if a way along a unit direction, which leads into a plane, soon meets the piece behind that plane. It need not:
// at a corner the plane is that of two tips, and there may be room beside it.
bool auk__move_is_blocked_by(AukMove *move, const AukMovePlane *plane, AukDvec direction);

// The first thing met on the way from `move->at`. What is touched there is met at once if the way leads into it.
AukMoveHit auk__move_cast(AukMove *move, AukDvec delta);

// How far one cast should go: beyond, the gap would more than double within a stretch.
double auk__move_reach(const AukMove *move);

// Moves as far as a cast lets it.
AukMoveHit auk__move_go(AukMove *move, AukDvec delta);

// How high along `up` the lowest point of the mover is.
double auk__move_foot(AukMove *move);

// What a contact is, with its normal and point set and the mover at `move->at`; sets `kind` and `surface`.
void auk__move_judge(AukMove *move, AukMovePlane *plane);

// Pushes the mover out of what it is inside, and back to its gap from what it is too close to; then finds the planes.
void auk__move_depenetrate(AukMove *move);

// The part of `wanted` that no plane forbids; zero in a corner.
AukDvec auk__move_along(AukMove *move, AukDvec wanted);

// The plane that is stood on: of several floors that of the smallest body, the one that carried before ahead of all.
// Null if there is none.
const AukMovePlane *auk__move_floor(const AukMove *move);

// Goes down onto a floor no farther than `reach`. False, and nothing has changed, if there is none.
bool auk__move_descend(AukMove *move, double reach);

// Goes onto a step in the way. False, and nothing has changed, if there is none that leads onto a floor.
bool auk__move_climb(AukMove *move);

// Goes by the velocity until the time is up.
void auk__move_slide(AukMove *move);

// Moves a checked floating mover by its velocity, once, with bodies where a step of `coming` will put them.
void auk__move_push(const AukWorld *world, AukMover *mover, float coming);

// What is wrong with the arguments of a move.
AukStatus auk__move_check(const AukWorld *world, const AukMover *mover, float dt, int capacity);

// Keeps a contact for the caller.
void auk__move_note(AukMove *move, const AukMovePlane *plane);

#endif
