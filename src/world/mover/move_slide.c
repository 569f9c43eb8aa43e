// Chooses the mover's path, in turns. Each turn finds the contacts, chooses a direction that they leave free, and moves
// along it up to the first hit of a cast. A turn ends at a new contact or ends the move. Invariant: a chosen direction
// leads into no plane, and never against the velocity.
#include "world/mover/move.h"

enum { TURN_LIMIT = 64, WALKED_IN = 16 };

// A move ends after this many consecutive turns that end where they began: the tip of a wedge pushes a mover back.
enum { IDLE_LIMIT = 4 };

// In gaps: a wall that ends a walk is touched within that.
#define WALL_BAND 8.0

// In gaps: a lower drop behind a crest is not looked at. The sine of a turn of the ground that is no crest.
#define CREST_DROP 8.0
#define CREST_SINE 0x1p-12
#define CREST_PART_MAX 2.0 // of a walk: up a slope that is nearly upright its straight part would be much too long

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
        if (!auk__move_is_walkable(move, plane->normal)) {
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

// A stretch of a walk that met nothing.
typedef struct SlideWalk {
    AukMoveMark from;
    AukDvec delta; // zero: there is none
} SlideWalk;

// The part of a walk after which a descent ends at the place to which the same walk leads along the ground: up to the
// crest, and then down the slope that the whole walk has reached. 1 if there is no such crest on the way.
static double part_over_crest(const AukMove *move, const SlideWalk *walk, AukDvec normal)
{
    double length = dvec_length(walk->delta), gap = auk__move_gap(move, move->at);
    AukDvec ahead = dvec_scale(1.0 / length, walk->delta), way = dvec_sub(move->at, walk->from.at);
    AukDvec down = dvec(normal.y, -normal.x);
    down = dvec_dot(down, ahead) < 0.0 ? dvec_neg(down) : down;
    double turn = dvec_cross(ahead, down), level = dvec_cross(ahead, move->up);
    if (fabs(turn) < CREST_SINE || !auk__move_is_walkable(move, normal)) {
        return 1.0;
    }
    double crest = dvec_cross(way, down) / turn, beyond = dvec_cross(ahead, way) / turn;
    if (crest < -CREST_DROP * gap || crest >= length || beyond <= 0.0) {
        return 1.0;
    }
    crest = crest > 0.0 ? crest : 0.0;
    double part = (crest + (length - crest) * dvec_cross(down, move->up) / level) / length;
    return part < CREST_PART_MAX ? part : 1.0;
}

// Goes a part of a walk again, from where it began, and down onto the ground there. False if there is none.
static bool land_again(AukMove *move, const SlideWalk *walk, double part)
{
    AukDvec delta = dvec_scale(part, walk->delta), normal;
    auk__move_return(move, walk->from);
    if (part > 1.0) {
        auk__move_go(move, delta);
    } else { // the whole walk met nothing
        auk__move_pass(move, dvec_add(move->at, delta));
    }
    return auk__move_land(move, auk__move_snap(move), &normal);
}

// A walk leads straight over a crest, and then down onto the slope behind it, which would be further than the same walk
// along the ground. Then it ends sooner.
static const AukMovePlane *stand_beyond(AukMove *move, const SlideWalk *walk)
{
    AukDvec before = move->at, normal;
    const AukMovePlane *floor = auk__move_floor(move);
    if (floor || (walk->delta.x == 0.0 && walk->delta.y == 0.0)) {
        return floor ? floor : auk__move_stand(move);
    }
    if (!auk__move_land(move, auk__move_snap(move), &normal)) {
        return auk__move_ledge(move);
    }
    bool descended = dvec_dot(dvec_sub(before, move->at), move->up) > CREST_DROP * auk__move_gap(move, move->at);
    double part = descended ? part_over_crest(move, walk, normal) : 1.0;
    if (part != 1.0 && !land_again(move, walk, part) && !land_again(move, walk, 1.0)) { // there is a hole
        auk__move_depenetrate(move);
        return auk__move_stand(move);
    }
    return auk__move_landed(move);
}

// Starts walking when a floor is reached; stops when the ground falls away by more than `snap`.
static void look_for_ground(AukMove *move, const SlideWalk *walk, bool stood)
{
    if (move->floating || move->rises) {
        return;
    }
    const AukMovePlane *floor = move->walks || stood ? stand_beyond(move, walk) : auk__move_floor(move);
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

// Moves up to the first hit, and uses up the time for that. False if it hit nothing.
static bool go(AukMove *move, AukDvec delta)
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
    return hit.hit;
}

// True if a walk leads against the edge of a step.
static bool is_edge_ahead(const AukMove *move, const AukMovePlane *plane, double speed)
{
    return auk__move_is_edge(move, plane) && dvec_dot(plane->normal, move->right) * speed < 0.0;
}

// The last wall that the mover met, if it is still there. Where a floor and a steep slope meet at a flat angle, the
// push out of one of them, or the way down beside it, may end beyond the two gaps within which the other is a plane.
static void note_wall(AukMove *move)
{
    int count = move->met_count < AUK_MOVE_MET ? move->met_count : AUK_MOVE_MET;
    double band = WALL_BAND * auk__move_gap(move, move->at);
    const AukSupportShape *core = auk__move_support_shape(move, move->at, 0.0);
    for (int i = 0; i < count; i++) {
        const AukMovePlane *met = &move->met[i];
        AukDvec nearest = auk__support_shape_farthest(core, dvec_neg(met->normal)).point;
        double distance = dvec_dot(dvec_sub(nearest, met->point), met->normal) - core->radius;
        if (met->kind == AUK_MOVER_WALL && distance <= band) {
            move->wall = met->normal;
        }
    }
}

// The edge of a step that the mover could not climb is a wall, besides the floor that it may be if there is no other.
static void note_edges(AukMove *move)
{
    double speed = dvec_dot(move->velocity, move->right);
    bool stands = false;
    for (int i = 0; i < move->plane_count; i++) {
        const AukMovePlane *plane = &move->planes[i];
        stands |= plane->kind == AUK_MOVER_FLOOR && !is_edge_ahead(move, plane, speed);
    }
    for (int i = 0; i < move->plane_count; i++) {
        AukMovePlane *plane = &move->planes[i];
        if (is_edge_ahead(move, plane, speed)) {
            plane->kind = stands ? AUK_MOVER_WALL : AUK_MOVER_FLOOR;
            move->wall = plane->normal;
            auk__move_report_again(move, plane);
        }
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
    move->wall = dvec(0.0, 0.0);
    SlideWalk walk = {auk__move_mark(move), {0.0, 0.0}};
    for (int turn = 0; turn < TURN_LIMIT; turn++) {
        auk__move_depenetrate(move);
        look_for_ground(move, &walk, stood);
        if (move->trail) {
            auk__trail_search(move);
        }
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
        walk.from = auk__move_mark(move);
        walk.delta = dvec(0.0, 0.0);
        if (goes) {
            bool walks = move->walks, hits = go(move, delta);
            walk.delta = walks && !hits ? delta : walk.delta;
        } else if (!move->walks || idle >= IDLE_LIMIT || !auk__move_climb(move)) {
            if (move->walks) {
                note_wall(move);
                note_edges(move);
            }
            move->velocity = dvec(0.0, 0.0);
            move->idle = idle;
            return;
        }
    }
    move->limit = true;
}
