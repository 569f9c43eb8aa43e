// Floors, and the two ways to reach another floor that are not sliding: down onto a floor that has dropped away, and up
// onto a step (up, forward, down, as in Quake's player movement). Both use casts, so the mover passes through nothing.
// Invariant: after a move down or up there is a floor under the mover.
#include "geom/local_box.h"
#include "world/mover/move.h"

#include <string.h>

// As fractions of the mover's extent: how far inward from the edge of a step its top is searched, and how far the mover
// moves onto it.
#define MOVE_GROUND_BESIDE 0.015625
#define CLIMBED 0.25

// In gaps: a smaller depth is not a step.
#define LEAST_TREAD 16.0

// In gaps: how far down a floor is searched at least.
#define LEAST_SNAP 8.0

// In gaps: how far aside the mover goes past the corner of a ledge under its side.
#define PAST_LEDGE 2.0

// In gaps: how far down it can go then, beside a steep slope; and how far aside it goes at most.
#define PAST_SLOPE 4.0
#define PAST_MAX 32.0

// A normal that leans less than this upward belongs to a wall, whatever is beside the contact.
#define UPWARD 0.015625

// The same for the edge of a ledge, where more is asked for than a floor beside it.
#define LEDGE_UPWARD 0x1p-20

double auk__move_foot(AukMove *move)
{
    const AukSupportShape *core = auk__move_support_shape(move, move->at, 0.0);
    return dvec_dot(auk__support_shape_farthest(core, dvec_neg(move->up)).point, move->up) - core->radius;
}

static AukBox box_of_ray(const AukMove *move, AukDvec from, AukDvec to)
{
    AukDvec origin = dvec_from(move->origin);
    return auk__box_of_points(dvec_add(origin, from), dvec_add(origin, to), 0.0);
}

// Where a point on its way first hits a piece that blocks the mover.
static AukImpact cast_point(AukMove *move, AukDvec from, AukDvec delta)
{
    AukSupportShape point;
    auk__support_shape_init_point(&point, from);
    AukImpact first;
    memset(&first, 0, sizeof first);
    AukMoveCursor cursor;
    const AukBox box = box_of_ray(move, from, dvec_add(from, delta));
    auk__move_look_in(move, &box, &cursor);
    while (auk__move_next(move, &cursor)) {
        AukSupportShape other;
        auk__move_piece(move, &cursor, &other);
        AukImpact impact = auk__piece_cast(&cursor.pieces.piece, &other, &point, delta, false);
        if (impact.overlapping) {
            return impact;
        }
        if (impact.hit && (!first.hit || impact.fraction < first.fraction)) {
            first = impact;
        }
    }
    return first;
}

// True if there is a floor a little inward from a contact at an edge; sets its normal. Nothing may be between the two:
// behind a thin wall there may be a floor, too.
static bool finds_top(AukMove *move, const AukMovePlane *plane, AukDvec *normal)
{
    double little = MOVE_GROUND_BESIDE * move->extent;
    AukDvec inward = dvec_scale(dvec_dot(plane->normal, move->right) > 0.0 ? -little : little, move->right);
    AukDvec above = dvec_mul_add(plane->point, 4.0 * little, move->up), from = dvec_add(above, inward);
    AukImpact top = cast_point(move, from, dvec_scale(-8.0 * little, move->up));
    if (top.hit && !top.overlapping) {
        *normal = top.normal;
    }
    return top.hit && !top.overlapping && auk__move_is_walkable(move, top.normal) &&
           !cast_point(move, dvec_sub(above, inward), dvec_scale(2.0, inward)).hit;
}

void auk__move_classify(AukMove *move, AukMovePlane *plane)
{
    double upward = dvec_dot(plane->normal, move->up);
    plane->kind = AUK_MOVER_WALL;
    plane->surface = plane->normal;
    if (move->floating) {
        return;
    }
    if (auk__move_is_walkable(move, plane->normal)) {
        plane->kind = AUK_MOVER_FLOOR;
    } else if (upward <= -move->floor_cos) {
        plane->kind = AUK_MOVER_CEILING;
    } else if (upward > UPWARD && move->step_height > 0.0) {
        double height = dvec_dot(plane->point, move->up) - auk__move_foot(move);
        bool low = height <= move->step_height + 2.0 * auk__move_gap(move, move->at);
        plane->kind = low && finds_top(move, plane, &plane->surface) ? AUK_MOVER_FLOOR : AUK_MOVER_WALL;
    }
}

const AukMovePlane *auk__move_floor(const AukMove *move)
{
    const AukMovePlane *best = NULL;
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        if (plane->kind != AUK_MOVER_FLOOR) {
            continue;
        }
        uint32_t body = auk__part(&move->world->parts, plane->part)->body;
        if (body == move->support) {
            return plane;
        }
        if (!best || body < auk__part(&move->world->parts, best->part)->body) {
            best = plane;
        }
    }
    return best;
}

// True if a hit of a cast, with the mover now there, is on a floor.
static bool is_floor(AukMove *move, AukMoveHit *hit)
{
    if (hit->hit) {
        auk__move_classify(move, &hit->plane);
    }
    return hit->hit && hit->plane.kind == AUK_MOVER_FLOOR;
}

// How far the mover goes aside, along `right`, from what has a normal, so that it has room to go down by some gaps.
static double aside_of(const AukMove *move, AukDvec normal)
{
    double ahead = dvec_dot(normal, move->right), upward = fmax(dvec_dot(normal, move->up), 0.0);
    double gaps = fmin(PAST_LEDGE + PAST_SLOPE * upward / fabs(ahead), PAST_MAX);
    return (ahead < 0.0 ? -gaps : gaps) * auk__move_gap(move, move->at);
}

// A side of the mover may be exactly above the corner of a ledge, a gap apart or less: the way down ends there, with a
// normal that may be that of a wall. Then the mover goes down beside the ledge. So it does at the foot of a steep slope
// that has pushed it off the floor before.
bool auk__move_land(AukMove *move, double max_distance, AukDvec *normal)
{
    AukMoveMark from = auk__move_mark(move);
    AukDvec down = dvec_scale(-max_distance, move->up);
    AukMoveHit hit = auk__move_go(move, down);
    bool lands = is_floor(move, &hit);
    if (!lands && hit.hit) {
        auk__move_return(move, from);
        auk__move_go(move, dvec_scale(aside_of(move, hit.plane.normal), move->right));
        hit = auk__move_go(move, down);
        lands = is_floor(move, &hit);
    }
    *normal = hit.plane.normal;
    if (!lands) {
        auk__move_return(move, from);
    }
    return lands;
}

// True if a contact is the edge of a floor from which another floor, at most `snap` below that edge, is reached beside
// it. A round side of the mover rolls over such an edge, and touches neither floor meanwhile.
static bool is_ledge(AukMove *move, AukMovePlane *plane)
{
    double gap = auk__move_gap(move, move->at), height = dvec_dot(plane->point, move->up) - auk__move_foot(move);
    if (dvec_dot(plane->normal, move->up) < LEDGE_UPWARD || height > move->snap ||
        !finds_top(move, plane, &plane->surface)) {
        return false;
    }
    AukDvec outward = dvec_dot(plane->normal, move->right) < 0.0 ? dvec_neg(move->right) : move->right;
    const AukSupportShape *core = auk__move_support_shape(move, move->at, 0.0);
    AukDvec nearest = auk__support_shape_farthest(core, dvec_neg(outward)).point;
    double aside = dvec_dot(dvec_sub(plane->point, nearest), outward) + core->radius + PAST_LEDGE * gap;
    AukMoveMark from = auk__move_mark(move);
    auk__move_go(move, dvec_scale(aside > 0.0 ? aside : 0.0, outward));
    AukMoveHit hit = auk__move_go(move, dvec_scale(height - move->snap - 2.0 * gap, move->up));
    bool lands = is_floor(move, &hit);
    auk__move_return(move, from);
    return lands;
}

// The edge of a ledge among the planes, which then is a floor.
static const AukMovePlane *ledge_here(AukMove *move)
{
    for (int i = 0; i < move->plane_count; i++) {
        AukMovePlane *plane = &move->planes[i];
        if (plane->kind == AUK_MOVER_WALL && is_ledge(move, plane)) {
            plane->kind = AUK_MOVER_FLOOR;
            return plane;
        }
    }
    return NULL;
}

const AukMovePlane *auk__move_ledge(AukMove *move)
{
    if (move->snap == 0.0) {
        return NULL;
    }
    const AukMovePlane *ledge = ledge_here(move);
    if (ledge) {
        return ledge;
    }
    AukMoveMark from = auk__move_mark(move); // follows the edge down
    AukMoveHit hit = auk__move_go(move, dvec_scale(-move->snap, move->up));
    if (!hit.hit || !is_ledge(move, &hit.plane)) {
        auk__move_return(move, from);
        return NULL;
    }
    auk__move_depenetrate(move);
    return ledge_here(move);
}

double auk__move_snap(const AukMove *move)
{
    double least = LEAST_SNAP * auk__move_gap(move, move->at);
    return move->snap > least ? move->snap : least;
}

const AukMovePlane *auk__move_landed(AukMove *move)
{
    auk__move_depenetrate(move);
    return auk__move_floor(move);
}

const AukMovePlane *auk__move_stand(AukMove *move)
{
    const AukMovePlane *floor = auk__move_floor(move);
    AukDvec normal;
    if (!floor && auk__move_land(move, auk__move_snap(move), &normal)) {
        floor = auk__move_landed(move);
    }
    return floor ? floor : auk__move_ledge(move);
}

// How high the mover may step: as far as the edges that it stands on, too, so that it turns back on a ledge.
static double step_height_here(AukMove *move)
{
    double most = move->step_height, foot = auk__move_foot(move);
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        most = auk__move_is_edge(move, plane) ? fmax(most, dvec_dot(plane->point, move->up) - foot) : most;
    }
    return most;
}

bool auk__move_climb(AukMove *move)
{
    double speed = dvec_dot(move->velocity, move->right), wanted = fabs(speed) * (double)move->dt * move->left;
    double least = CLIMBED * move->extent, probe = wanted < least ? wanted : least;
    double height = step_height_here(move);
    if (!(height > 0.0 && probe > 0.0)) {
        return false;
    }
    AukMoveMark from = auk__move_mark(move);
    double gap = auk__move_gap(move, from.at), highest = auk__move_foot(move) + height + 2.0 * gap;
    auk__move_go(move, dvec_scale(height + 2.0 * gap, move->up));
    AukDvec delta = dvec_scale(speed < 0.0 ? -probe : probe, move->right);
    AukMoveHit wall = auk__move_go(move, delta);
    bool roofed = wall.hit && dvec_dot(wall.plane.normal, move->up) <= -move->floor_cos;
    double ahead = probe * wall.fraction;
    if (roofed) { // it is lower ahead, and there may be room for the step all the same
        AukDvec along = dvec(-wall.plane.normal.y, wall.plane.normal.x);
        delta = dvec_scale((1.0 - wall.fraction) * dvec_dot(delta, along), along);
        // leaves the roof a little, or rounding would choose whether the roof blocks the way along it
        wall = auk__move_go(move, dvec_mul_add(delta, gap, wall.plane.normal));
        ahead += wall.fraction * fabs(dvec_dot(delta, move->right));
    }
    double risen = dvec_dot(dvec_sub(move->at, from.at), move->up);
    AukMoveHit hit = auk__move_go(move, dvec_scale(-(risen + 2.0 * gap), move->up));
    // else it would climb the gap at a wall again and again
    bool gains = (!wall.hit && !roofed) || ahead > LEAST_TREAD * gap;
    bool climbs = gains && (is_floor(move, &hit) || (hit.hit && is_ledge(move, &hit.plane))) &&
                  dvec_dot(hit.plane.point, move->up) <= highest;
    if (!climbs) {
        auk__move_return(move, from);
        return false;
    }
    double left = 1.0 - ahead / wanted;
    move->left *= left > 0x1p-40 ? left : 0.0; // `ahead` is a sum, which may miss `wanted` by rounding
    if (move->trail) {
        auk__trail_stamp(move, roofed ? 3 : 2); // ahead and down
    }
    auk__move_depenetrate(move);
    return true;
}
