// Pushes the mover out of overlaps, and back to its gap from pieces that are too near.
//
// Shallow contacts are solved together by the shortest shift that satisfies all planes, found among the shifts of
// single planes and the intersections of two: in 2D no more than two planes determine it. Deep overlaps are left along
// the direction with the shortest way out of all pieces. The planes of single pieces are wrong there: in a floor of
// tiles the way out of one tile leads into the next. If no direction leads out of ground at rest, a way with one corner
// may.
//
// Invariant: the mover enters or crosses nothing that it did not overlap, except neighbours of that in one surface, as
// cells of a grid are; and it leaves nothing through the far side that was in front of it when the move began.
#include "geom/local_box.h"
#include "world/mover/move.h"

enum { SETTLE_ROUNDS = 8, DIRECTIONS = 32, NEIGHBOUR_ROUNDS = 16 };

// As a fraction of the gap: a piece nearer than this is too near. Pieces are left a gap apart, so rounding to floats,
// which is at most a fifth of the gap, does not bring them below this.
#define TOO_NEAR 0.75

// In gaps: the largest shallow depth.
#define SHALLOW 16.0

// The longest way out, in multiples of the depth of the overlap. Without this limit a mover pressed between two bodies
// would be pushed through one of them.
#define WAY_OUT 8.0

// A cosine: a way out that leads less forward than this leads past the body that has pushed. Such a way out is at most
// as long as the mover's extent, as where it slips off the rim of a lift.
#define MOVE_PUSH_BESIDE 0.5

// Cosine and sine of 11.25 degrees: 32 directions.
#define TURN_C 0.98078528040323044913
#define TURN_S 0.19509032201612826785

typedef struct PushShift {
    bool found;
    AukDvec by;
} PushShift;

// The least distance that the mover has to move along a plane's normal; if negative, the most it may move against it.
static double asked_by(const AukMovePlane *plane, double gap)
{
    return plane->gap < TOO_NEAR * gap ? gap - plane->gap : TOO_NEAR * gap - plane->gap;
}

static void try_shift(const AukMove *move, double gap, AukDvec by, PushShift *best)
{
    double square = dvec_dot(by, by);
    if (best->found && square >= dvec_dot(best->by, best->by)) {
        return;
    }
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        if (dvec_dot(by, plane->normal) < asked_by(plane, gap) - 0.0625 * gap) {
            return;
        }
    }
    best->found = true;
    best->by = by;
}

// The shortest shift that satisfies every plane.
static PushShift shortest_shift(const AukMove *move, double gap)
{
    PushShift best = {false, {0.0, 0.0}};
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *p = &move->planes[i];
        double ask_p = asked_by(p, gap);
        if (ask_p <= 0.0) {
            continue;
        }
        try_shift(move, gap, dvec_scale(ask_p, p->normal), &best);
        for (int j = 0; j < move->plane_count; j++) {
            const AukMovePlane *q = &move->planes[j];
            double cross = dvec_cross(p->normal, q->normal), ask_q = asked_by(q, gap);
            if (fabs(cross) > 0x1p-12) {
                AukDvec by = dvec((ask_p * q->normal.y - ask_q * p->normal.y) / cross,
                                  (ask_q * p->normal.x - ask_p * q->normal.x) / cross);
                try_shift(move, gap, by, &best);
            }
        }
    }
    return best;
}

// The distance that the mover has to move along a direction until it has left a piece, found by a cast back from a
// place that is certainly outside. Where the piece is left counts even if a neighbour in its surface covers that side:
// with the answer of auk__piece_cast(), a mover in a chain or a floor of tiles seemed to be out sideways at once.
static double exit_from(AukMove *move, const AukSupportShape *other, AukDvec direction)
{
    double far = 4.0 * (move->extent + auk__support_shape_extent(other)) +
                 dvec_size(dvec(other->transform.x, other->transform.y)) + dvec_size(dvec_add(move->at, move->offset));
    const AukSupportShape *core = auk__move_support_shape(move, dvec_mul_add(move->at, far, direction), 0.0);
    AukImpact impact = auk__cast(other, core, dvec_scale(-far, direction), false);
    return impact.hit ? far * (1.0 - impact.fraction) : 0.0;
}

// Cosine between a direction and the way out in front of a piece, if the mover was in front of the piece when the move
// began; 1 otherwise. When a thin lift presses the mover against a roof, the shortest free way may lead out through the
// far side of the lift. The mover must not take it. A lift that goes sideways too may come with a piece that its
// neighbour hid from the mover before; measured along normals that the piece owns, the mover was in front of that one.
static double forward_of(AukMove *move, const AukMoveCursor *cursor, AukDvec direction)
{
    AukSeparation before = auk__move_before_push(move, cursor);
    return auk__move_was_in_front(move, before) ? dvec_dot(before.normal, direction) : 1.0;
}

// A direction out of all overlaps, as far as it has been followed.
typedef struct PushWay {
    AukDvec direction;
    double farthest; // the distance that leaves what has been met so far; infinite if there is no such way
    uint32_t beside; // the last part found that the mover was in front of and that the way leads past
    uint32_t part;   // the last part of which a piece was found
    double past;     // the distance that leaves the pieces of that part found so far
} PushWay;

// Goes on until the way has left every piece that the mover overlaps by more than `depth` at the distance `at`. A piece
// counts by its own shape, also if neighbours in its surface cover every side towards the mover: it fills the place all
// the same.
static void leave_at(AukMove *move, PushWay *way, double at, double depth)
{
    AukDvec place = dvec_mul_add(move->at, at, way->direction);
    AukMoveCursor cursor;
    auk__move_look(move, place, place, 0.0, &cursor);
    while (auk__move_next(move, &cursor)) {
        AukSupportShape other;
        auk__move_piece(move, &cursor, &other);
        double distance = auk__separation(&other, auk__move_support_shape(move, place, 0.0), 0.0, NULL).distance;
        if (distance >= -depth || auk__move_passes(move, &cursor, distance)) {
            continue;
        }
        double exit = exit_from(move, &other, way->direction), forward = forward_of(move, &cursor, way->direction);
        way->past = way->part == cursor.part && way->past > exit ? way->past : exit;
        way->part = cursor.part;
        way->beside = forward < MOVE_PUSH_BESIDE ? cursor.part : way->beside;
        if (forward < -AUK_MOVE_LEAN || (way->beside == cursor.part && way->past > move->extent)) {
            way->farthest = INFINITY;
            return;
        }
        way->farthest = exit > way->farthest ? exit : way->farthest;
    }
}

// True if the mover, on its way from one place, enters nothing that it does not overlap there.
static bool is_clear(AukMove *move, AukDvec from, AukDvec delta)
{
    AukMoveCursor cursor;
    auk__move_look(move, from, dvec_add(from, delta), 0.0, &cursor);
    while (auk__move_next(move, &cursor)) {
        AukSupportShape other;
        auk__move_piece(move, &cursor, &other);
        const AukSupportShape *core = auk__move_support_shape(move, from, 0.0);
        if (auk__piece_cast(&cursor.pieces.piece, &other, core, delta, true).hit) {
            return false;
        }
    }
    return true;
}

// The distance along a direction that leaves all overlaps, at most `most`; infinite if another piece blocks the way.
// Where the way leads through a side between two neighbours, as in a wall of tiles, it goes on until it has left these.
static double escape(AukMove *move, AukDvec direction, double gap, double most)
{
    PushWay way = {direction, 0.0, AUK_NO_INDEX, AUK_NO_INDEX, 0.0};
    double before = -gap;
    leave_at(move, &way, 0.0, 0.0);
    for (int round = 0; way.farthest > before + gap && way.farthest + gap <= most; round++) {
        before = way.farthest;
        if (round == NEIGHBOUR_ROUNDS) {
            return INFINITY;
        }
        leave_at(move, &way, before + gap, gap);
    }
    double farthest = way.farthest;
    if (farthest + gap > most) {
        return INFINITY;
    }
    return is_clear(move, move->at, dvec_scale(farthest + gap, direction)) ? farthest + gap : INFINITY;
}

static void try_escape(AukMove *move, AukDvec direction, double gap, double *shortest, AukDvec *by)
{
    double length = escape(move, direction, gap, WAY_OUT * (gap - move->planes[0].gap));
    // a way that is only slightly shorter does not replace an earlier direction: rounding must not choose
    if (length < *shortest * (1.0 - 0x1p-16)) {
        *shortest = length;
        *by = dvec_scale(length, direction);
    }
}

// A direction turned by so many parts of a circle, to the left if positive.
static AukDvec turned(AukDvec direction, int side)
{
    double s = side < 0 ? -TURN_S : TURN_S;
    return dvec(TURN_C * direction.x - s * direction.y, s * direction.x + TURN_C * direction.y);
}

// Tries the directions on both sides of `up`, nearest first. Of two ways of the same length, as out of the level top of
// a platform, the one to the side to which the mover wants to go comes first: so a mirror image of a move, where that
// side is the other one, is a mirror image of its result.
static void try_directions(AukMove *move, double gap, double *shortest, AukDvec *by)
{
    int ahead = move->heading > 0.0 ? -1 : 1; // `right` is to the right of `up`
    AukDvec first = move->up, second = move->up;
    try_escape(move, first, gap, shortest, by);
    for (int i = 1; i <= DIRECTIONS / 2; i++) {
        first = turned(first, ahead);
        second = turned(second, -ahead);
        try_escape(move, first, gap, shortest, by);
        if (i < DIRECTIONS / 2) {
            try_escape(move, second, gap, shortest, by);
        }
    }
}

// True if a displacement leads past nothing that the mover overlaps and was in front of when the move began.
static bool is_forward(AukMove *move, AukDvec by)
{
    PushWay way = {dvec_scale(1.0 / dvec_length(by), by), 0.0, AUK_NO_INDEX, AUK_NO_INDEX, 0.0};
    leave_at(move, &way, 0.0, 0.0);
    return way.farthest < INFINITY;
}

// Tries the way aside, within what the mover overlaps, and then out along the normal of a plane. It is found from its
// other corner: out along the normal first, and from there aside.
static void try_detour(AukMove *move, const AukMovePlane *plane, AukDvec aside, double gap, double *shortest,
                       AukDvec *by)
{
    const double last = gap - plane->gap, most = WAY_OUT * (gap - move->planes[0].gap) - last;
    const AukDvec from = move->at, out = dvec_scale(last, plane->normal);
    move->at = dvec_add(from, out);
    double length = escape(move, aside, gap, most);
    move->at = from;
    double whole = length + last;
    if (!(whole < *shortest * (1.0 - 0x1p-16))) {
        return;
    }
    AukDvec first = dvec_scale(length, aside), sum = dvec_add(first, out);
    if (is_clear(move, from, first) && is_clear(move, dvec_add(from, first), out) && is_forward(move, sum)) {
        *shortest = whole;
        *by = sum;
    }
}

// True if a plane before it has the same normal, as the tiles of one floor have; that one is at least as deep.
static bool is_repeated(const AukMove *move, int plane)
{
    for (int i = 0; i < plane; i++) {
        if (dvec_dot(move->planes[i].normal, move->planes[plane].normal) > 1.0 - 0x1p-40) {
            return true;
        }
    }
    return false;
}

// Where no straight way leads out of ground at rest, as where a roof above it ends beside the mover. Out of a body that
// may press there is no such way: it holds the mover against the roof.
static void try_detours(AukMove *move, double gap, double *shortest, AukDvec *by)
{
    for (int i = 0; i < move->plane_count && move->planes[i].gap < 0.0; i++) {
        const AukMovePlane *plane = &move->planes[i];
        uint32_t body = auk__part(&move->world->parts, plane->part)->body;
        if (!auk__move_may_press(move, body) && !is_repeated(move, i)) {
            AukDvec left = dvec(-plane->normal.y, plane->normal.x);
            AukDvec ahead = move->heading * dvec_dot(left, move->right) < 0.0 ? dvec_neg(left) : left;
            try_detour(move, plane, ahead, gap, shortest, by);
            try_detour(move, plane, dvec_neg(ahead), gap, shortest, by);
        }
    }
}

// Moves out along the direction with the shortest way out. The gap grows with the distance from the origin of
// coordinates. A way that leads towards the origin ends at the smaller gap there; otherwise the pieces that were left
// would no longer touch.
static bool leave(AukMove *move, double gap)
{
    double shortest = INFINITY;
    AukDvec by = {0.0, 0.0};
    PushShift shift = shortest_shift(move, gap);
    double length = dvec_length(shift.by);
    if (shift.found && length > 0.0) {
        try_escape(move, dvec_scale(1.0 / length, shift.by), gap, &shortest, &by);
    }
    for (int i = 0; i < move->plane_count && move->planes[i].gap < 0.0; i++) {
        try_escape(move, move->planes[i].normal, gap, &shortest, &by);
    }
    try_directions(move, gap, &shortest, &by);
    if (shortest == INFINITY) {
        try_detours(move, gap, &shortest, &by);
    }
    if (shortest == INFINITY) {
        return false;
    }
    double there = auk__move_gap(move, dvec_add(move->at, by));
    auk__move_pass(move, dvec_mul_add(move->at, there < gap ? 1.0 - (gap - there) / shortest : 1.0, by));
    move->arrivals += shortest; // what has pushed it is listed where it was before the step, and blocks it further on
    return true;
}

void auk__move_depenetrate(AukMove *move)
{
    move->stuck = false;
    for (int round = 0; round < SETTLE_ROUNDS; round++) {
        auk__move_touch(move);
        double gap = auk__move_gap(move, move->at), least = move->plane_count > 0 ? move->planes[0].gap : gap;
        if (least >= TOO_NEAR * gap) {
            return;
        }
        bool shallow = least > -SHALLOW * gap;
        PushShift shift = {false, {0.0, 0.0}};
        if (shallow) {
            shift = shortest_shift(move, gap);
        }
        if (shift.found) {
            auk__move_go(move, shift.by);
        } else if (least >= 0.0 || !leave(move, gap)) {
            move->stuck = least < -gap;
            return; // the space is as narrow as the mover: no gap is kept
        }
    }
    auk__move_touch(move);
    move->stuck = move->plane_count > 0 && move->planes[0].gap < -auk__move_gap(move, move->at);
}
