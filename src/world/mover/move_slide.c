// Chooses the mover's path, in turns. Each turn finds the contacts, chooses a direction that they leave free, and moves
// along it up to the first hit of a cast. A turn ends at a new contact or ends the move. Invariant: a chosen direction
// leads into no plane, and never against the velocity.
#include "world/mover/move.h"

enum { TURN_LIMIT = 64, WALKED_IN = 16 };

// A move ends after this many consecutive turns that end where they began: the tip of a wedge pushes a mover back.
enum { IDLE_LIMIT = 4 };

// True if a cast of this move has ended at the piece of this plane; the plane then blocks. At a flat angle the piece is
// not hit soon, but repeatedly.
static bool was_met(const AukMove *move, const AukMovePlane *plane)
{
    for (int i = 0; i < move->met_count && i < AUK_MOVE_MET; i++) {
        if (move->met[i].part == plane->part && move->met[i].child == plane->child) {
            return true;
        }
    }
    return false;
}

static bool is_free(AukMove *move, AukDvec direction)
{
    double length = dvec_length(direction);
    AukDvec unit = dvec_scale(length > 0.0 ? 1.0 / length : 0.0, direction);
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        if (dvec_dot(unit, plane->normal) < -AUK_MOVE_LEAN &&
            (was_met(move, plane) || auk__move_is_blocked_by(move, plane, unit))) {
            return false;
        }
    }
    return true;
}

AukDvec auk__move_along(AukMove *move, AukDvec wanted)
{
    if (is_free(move, wanted)) {
        return wanted;
    }
    AukDvec best = {0.0, 0.0};
    double most = 0x1p-30 * dvec_dot(wanted, wanted);
    for (int i = 0; i < move->plane_count; i++) {
        AukDvec normal = move->planes[i].normal, along = dvec(-normal.y, normal.x);
        AukDvec part = dvec_scale(dvec_dot(wanted, along), along);
        double got = dvec_dot(part, wanted);
        if (got > most && is_free(move, part)) {
            best = part;
            most = got;
        }
    }
    return best;
}

// True if a steep slope stops the mover from the side, as a wall does. Otherwise running at it would lead up.
static bool stops_climbing(const AukMove *move)
{
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        if (plane->kind == AUK_MOVER_WALL && dvec_dot(plane->normal, move->up) > 0x1p-20 &&
            move->heading * dvec_dot(plane->normal, move->right) < 0.0) {
            return true;
        }
    }
    return false;
}

static AukDvec without_component(AukDvec v, AukDvec direction)
{
    return dvec_mul_add(v, -dvec_dot(v, direction), direction);
}

// The lowest of the free directions over the floors: it follows the ground downhill.
static AukDvec over_ground(AukMove *move)
{
    double speed = dvec_dot(move->velocity, move->right), lowest = INFINITY;
    AukDvec ahead = dvec_scale(speed, move->right), best = {0.0, 0.0};
    if (is_free(move, ahead)) {
        best = ahead;
        lowest = 0.0;
    }
    for (int i = 0; i < move->plane_count && speed != 0.0; i++) {
        const AukMovePlane *plane = &move->planes[i];
        if (dvec_dot(plane->normal, move->up) < move->floor_cos) {
            continue; // a wall, or the edge of a step, which the mover climbs
        }
        AukDvec along = dvec_scale(speed, dvec(plane->normal.y, -plane->normal.x));
        double height = dvec_dot(along, move->up);
        if (height < lowest && is_free(move, along)) {
            best = along;
            lowest = height;
        }
    }
    return best;
}

// A fall may have moved the mover sideways, down a slope. Walking does not then lead against the wanted velocity.
static void begin_walking(AukMove *move)
{
    double ahead = dvec_dot(move->velocity, move->right);
    move->fall = dvec_dot(move->velocity, move->up);
    move->velocity = dvec_scale(ahead * move->heading > 0.0 ? ahead : 0.0, move->right);
    move->walks = true;
}

static void end_walking(AukMove *move)
{
    move->velocity = dvec_mul_add(move->velocity, move->fall < 0.0 ? move->fall : 0.0, move->up);
    move->aim = move->velocity;
    move->heading = dvec_dot(move->aim, move->right);
    move->walks = false;
}

// Starts walking when a floor is reached; stops when the ground falls away by more than `snap`.
static void look_for_ground(AukMove *move, bool stood)
{
    if (move->floating || move->rises) {
        return;
    }
    const AukMovePlane *floor = move->walks || stood ? auk__move_stand(move) : auk__move_floor(move);
    if (floor && !move->walks) {
        begin_walking(move);
    } else if (!floor && move->walks) {
        end_walking(move);
    }
}

static void report_planes(AukMove *move)
{
    for (int i = 0; i < move->plane_count; i++) {
        auk__move_report(move, &move->planes[i]);
    }
}

// The direction in air or water.
static AukDvec through_air(AukMove *move)
{
    if (move->floating) {
        move->velocity = auk__move_along(move, move->aim);
        return move->velocity;
    }
    if (!move->rises && stops_climbing(move)) {
        move->heading = 0.0;
        move->aim = without_component(move->aim, move->right);
        move->velocity = without_component(move->velocity, move->right);
    }
    AukDvec velocity = auk__move_along(move, move->velocity);
    move->velocity = dvec_dot(velocity, move->aim) > 0.0 ? velocity : dvec(0.0, 0.0);
    return move->velocity;
}

// The displacement of the next turn; zero if there is none.
static AukDvec next_delta(AukMove *move, double stretch)
{
    AukDvec velocity = move->walks ? over_ground(move) : through_air(move);
    double time = (double)move->dt * move->left, length = dvec_length(velocity) * time;
    double longest = auk__move_cast_max(move), most = move->walks && stretch < longest ? stretch : longest;
    double part = length > most && most > 0.0 ? most / length * time : time;
    double turns = part * auk__wrap_turns(&move->world->wrap,
                                          velocity); // the ground may lead across more images than were checked
    return dvec_scale(turns > AUK_WRAP_IMAGES_MAX ? part * (AUK_WRAP_IMAGES_MAX / turns) : part, velocity);
}

// Moves up to the first hit, and uses up the time for that.
static void go(AukMove *move, AukDvec delta)
{
    double whole = dvec_length(move->velocity) * (double)move->dt * move->left, part = dvec_length(delta) / whole;
    AukMoveHit hit = auk__move_go(move, delta);
    move->left *= 1.0 - hit.fraction * (part < 1.0 ? part : 1.0);
    move->left = !hit.hit && part >= 1.0 - 0x1p-40 ? 0.0 : move->left;
    if (move->trail) {
        auk__trail_stamp(move, 1);
    }
    move->stopped = hit.hit && hit.fraction * dvec_length(delta) < auk__move_gap(move, move->at);
    if (hit.hit) {
        move->stop = hit.plane;
        auk__move_classify(move, &hit.plane);
        auk__move_report(move, &hit.plane);
        move->met[move->met_count++ % AUK_MOVE_MET] = hit.plane;
    }
}

void auk__move_slide(AukMove *move)
{
    double longest = fabs(dvec_dot(move->velocity, move->right)) * (double)move->dt / WALKED_IN;
    double stretch = longest > move->extent ? longest : move->extent;
    bool stood = move->walks;
    auk__move_list_near(move);
    AukDvec last = dvec(INFINITY, INFINITY);
    int idle = 0;
    move->walks = false;
    for (int turn = 0; turn < TURN_LIMIT; turn++) {
        if (move->trail) {
            auk__trail_search(move);
        }
        auk__move_depenetrate(move);
        look_for_ground(move, stood);
        stood = false;
        report_planes(move);
        AukDvec delta = next_delta(move, stretch);
        if (move->left <= 0.0 || move->dt == 0.0f) {
            return;
        }
        bool gains = dvec_size(dvec_sub(move->at, last)) > 2.0 * auk__move_gap(move, move->at);
        idle = gains ? 0 : idle + 1;
        last = move->at;
        bool goes = idle < IDLE_LIMIT && (delta.x != 0.0 || delta.y != 0.0);
        if (goes) {
            go(move, delta);
        } else if (!move->walks || idle >= IDLE_LIMIT || !auk__move_climb(move)) {
            move->velocity = dvec(0.0, 0.0);
            move->idle = idle;
            return;
        }
    }
    move->limit = true;
}
