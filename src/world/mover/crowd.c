// Keeps a crowd apart, a little each call: neighbours are found in a grid, each pair of them that overlaps pushes both.
// Pushes are added up as whole numbers of a unit that follows from the largest shape, since sums of those do not depend
// on their order; and a pair is looked at from the side that its places name, not its numbers.
// Invariant: poses are written only once nothing can fail any more.
#include "base/alloc.h"
#include "base/buffer.h"
#include "base/predicates.h"
#include "base/trig.h"
#include "broad/grid.h"
#include "geom/bounds.h"
#include "geom/distance.h"
#include "world/mover/move.h"

#include <string.h>

#define STRENGTH 0.5f

// Bits of the unit below the largest extent; sums of a million pushes fit.
enum { UNIT_BITS = 36 };

#define GOLDEN_ANGLE 2.39996322972865332

typedef struct Member {
    AukBox box;
    int overlaps;
    int64_t x, y; // push, in units
} Member;

struct AukCrowd {
    AukGrid grid;
    AukBuffer members; // Member
    int gridded;       // slots in the grid
};

// A crowd at work.
typedef struct Separation {
    const AukCrowdDef *def;
    AukCrowd *crowd;
    double unit; // units per length
    double over; // how far shapes reach from where they are, at most
} Separation;

// Where someone is; in a world that wraps around, in its rectangle.
static AukTransform pose_of(const AukCrowdDef *def, int index)
{
    return def->world ? auk__wrap_pose(def->world, def->poses[index]) : def->poses[index];
}

static Member *member(const AukCrowd *crowd, int index)
{
    return (Member *)crowd->members.items + index;
}

AukCrowd *auk_crowd_create(AukStatus *status)
{
    AukCrowd *crowd = auk__allocate_zeroed(1, sizeof *crowd);
    if (status) {
        *status = crowd ? AUK_OK : AUK_ERROR_OUT_OF_MEMORY;
    }
    return crowd;
}

void auk_crowd_destroy(AukCrowd *crowd)
{
    if (crowd) {
        auk__grid_free(&crowd->grid);
        auk__buffer_free(&crowd->members);
        auk__release(crowd);
    }
}

static AukStatus check_member(const AukCrowdDef *def, int index)
{
    AukStatus status = auk__shape_check(&def->shapes[index]);
    status = status ? status : auk__check_pose(def->poses[index]);
    if (!status && def->weights) {
        status = auk__check_number(def->weights[index]);
        status = !status && def->weights[index] < 0.0f ? AUK_ERROR_NEGATIVE : status;
    }
    return status;
}

static AukStatus check(const AukCrowd *crowd, const AukCrowdDef *def)
{
    if (!crowd || !def) {
        return AUK_ERROR_NULL;
    }
    if (def->count < 0) {
        return AUK_ERROR_COUNT;
    }
    if (def->count > 0 && (!def->shapes || !def->poses)) {
        return AUK_ERROR_NULL;
    }
    if (!(def->dt >= 0.0f && auk__is_finite(def->dt))) {
        return AUK_ERROR_TIME_STEP;
    }
    AukStatus status = auk__check_number(def->strength);
    if (!status && !(def->strength >= 0.0f && def->strength <= 1.0f)) {
        status = def->strength < 0.0f ? AUK_ERROR_NEGATIVE : AUK_ERROR_RANGE;
    }
    for (int i = 0; i < def->count && !status; i++) {
        status = check_member(def, i);
    }
    return status;
}

// Boxes into the grid; what is left there from a larger crowd out of it.
static AukStatus gather(AukCrowd *crowd, const AukCrowdDef *def, double *largest)
{
    if (!auk__grid_reserve(&crowd->grid, def->count) ||
        !auk__buffer_resize(&crowd->members, sizeof(Member), def->count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    for (int i = def->count; i < crowd->gridded; i++) {
        auk__grid_remove(&crowd->grid, (uint32_t)i);
    }
    crowd->gridded = def->count;
    for (int i = 0; i < def->count; i++) {
        AukCore core;
        AukTransform pose = pose_of(def, i);
        auk__core_init(&core, &def->shapes[i], auk__place(pose, pose.p));
        double extent = auk__core_extent(&core);
        *largest = extent > *largest ? extent : *largest;
        memset(member(crowd, i), 0, sizeof(Member));
        member(crowd, i)->box = auk__core_bounds(&core, pose.p);
        auk__grid_set(&crowd->grid, (uint32_t)i, member(crowd, i)->box);
    }
    return AUK_OK;
}

// Which of two is asked first, whatever their numbers: only those in one place are told apart by these.
static bool comes_first(const AukTransform *a, const AukTransform *b)
{
    if (a->p.x != b->p.x) {
        return a->p.x < b->p.x;
    }
    if (a->p.y != b->p.y) {
        return a->p.y < b->p.y;
    }
    return a->q.c != b->q.c ? a->q.c < b->q.c : a->q.s <= b->q.s;
}

// How deep two overlap, i moved by `shift`, and the direction from i to j; 0 if they do not.
static double overlap_of(const AukCrowdDef *def, int i, int j, AukDvec shift, AukDvec *normal)
{
    AukTransform pose_i = pose_of(def, i), pose_j = pose_of(def, j);
    bool turned = !comes_first(&pose_i, &pose_j);
    int a = turned ? j : i, b = turned ? i : j;
    AukTransform pose_a = turned ? pose_j : pose_i, pose_b = turned ? pose_i : pose_j;
    AukVec2 origin = pose_a.p;
    AukCore core_a, core_b;
    auk__core_init(&core_a, &def->shapes[a], auk__place(pose_a, origin));
    auk__core_init(&core_b, &def->shapes[b], auk__place(pose_b, origin));
    auk__core_shift(&core_b, turned ? shift : dvec_neg(shift));
    AukSeparation found = auk__separation(&core_a, &core_b, 0.0, NULL);
    *normal = turned ? dvec_neg(found.normal) : found.normal;
    if (origin.x == pose_b.p.x && origin.y == pose_b.p.y) {
        AukCosSin around = auk__cos_sin(GOLDEN_ANGLE * (double)(i > j ? i : j)); // not all along one line
        *normal = dvec_scale(i < j ? 1.0 : -1.0, dvec(around.c, around.s));
    }
    return found.distance < 0.0 ? -found.distance : 0.0;
}

static double weight_of(const AukCrowdDef *def, int index)
{
    return def->weights && def->weights[index] > 0.0f ? (double)def->weights[index] : 1.0;
}

static void push_pair(const Separation *separation, int i, int j, double depth, AukDvec normal)
{
    const AukCrowdDef *def = separation->def;
    Member *a = member(separation->crowd, i), *b = member(separation->crowd, j);
    double weight_a = weight_of(def, i), weight_b = weight_of(def, j);
    double strength = (double)(def->strength > 0.0f ? def->strength : STRENGTH);
    // those around someone undo half of each other's pushes; dividing by all of them took twice as many calls
    double crowded = 0.5 * (1.0 + (double)(a->overlaps > b->overlaps ? a->overlaps : b->overlaps));
    double push = strength * depth * separation->unit / crowded;
    double push_a = push * (weight_b / (weight_a + weight_b)), push_b = push * (weight_a / (weight_a + weight_b));
    a->x -= (int64_t)(push_a * normal.x);
    a->y -= (int64_t)(push_a * normal.y);
    b->x += (int64_t)(push_b * normal.x);
    b->y += (int64_t)(push_b * normal.y);
}

// Those of one member with later ones, moved by `shift`.
static int64_t visit_member(const Separation *separation, int i, AukDvec shift, bool pushes)
{
    const AukCrowd *crowd = separation->crowd;
    int64_t pairs = 0;
    AukGridCursor cursor = auk__grid_query_box(&crowd->grid, auk__box_shifted(member(crowd, i)->box, shift));
    uint32_t other;
    while (auk__grid_next(&crowd->grid, &cursor, &other)) {
        AukDvec normal;
        int j = (int)other;
        double depth = j > i ? overlap_of(separation->def, i, j, shift, &normal) : 0.0;
        if (depth > 0.0 && pushes) {
            push_pair(separation, i, j, depth, normal);
        } else if (depth > 0.0) {
            member(crowd, i)->overlaps++;
            member(crowd, j)->overlaps++;
            pairs++;
        }
    }
    return pairs;
}

// All pairs that overlap, once each: first they are counted, then they push.
static int64_t visit(const Separation *separation, bool pushes)
{
    const AukWorld *world = separation->def->world;
    int64_t pairs = 0;
    for (int i = 0; i < separation->def->count; i++) {
        AukDvec shift = {0.0, 0.0};
        if (!world || !world->wrap.on) {
            pairs += visit_member(separation, i, shift, pushes);
            continue;
        }
        AukWrapWalk walk = auk__wrap_images_over(world, member(separation->crowd, i)->box, separation->over);
        for (int image = 0; image < AUK_WRAP_IMAGES_MAX && auk__wrap_next(&walk, &shift); image++) {
            pairs += visit_member(separation, i, shift, pushes);
        }
    }
    return pairs;
}

static void place(const Separation *separation, int index)
{
    const AukCrowdDef *def = separation->def;
    const Member *pushed = member(separation->crowd, index);
    AukVec2 way = {(float)((double)pushed->x / separation->unit), (float)((double)pushed->y / separation->unit)};
    AukTransform *pose = &def->poses[index];
    if (way.x == 0.0f && way.y == 0.0f) {
        return;
    }
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = def->shapes[index];
    mover.pose = *pose;
    mover.velocity = way;
    mover.floating = true;
    mover.query = def->query;
    if (def->bodies) {
        mover.query.exclude = def->bodies[index];
    }
    AukVec2 goal = auk_vec_add(pose->p, way);
    if (def->world && !auk__move_check(def->world, &mover, 1.0f, 0)) {
        auk__move_push(def->world, &mover, def->dt);
        goal = mover.pose.p;
    }
    pose->p = auk__check_vec(goal) ? pose->p : goal;
    *pose = pose_of(def, index);
}

int auk_crowd_separate(AukCrowd *crowd, const AukCrowdDef *def)
{
    AukStatus status = check(crowd, def);
    double largest = 0.0;
    status = status ? status : gather(crowd, def, &largest);
    if (status) {
        return -(int)status;
    }
    Separation separation = {def, crowd, 1.0, 2.0 * largest};
    double finest = (double)((int64_t)1 << UNIT_BITS);
    while (largest > 0.0 && largest * separation.unit < finest) {
        separation.unit *= 2.0;
    }
    while (largest * separation.unit >= 2.0 * finest) {
        separation.unit *= 0.5;
    }
    int64_t pairs = visit(&separation, false);
    if (pairs > 0) {
        visit(&separation, true);
    }
    for (int i = 0; i < def->count && pairs > 0; i++) {
        place(&separation, i);
    }
    return pairs < INT32_MAX ? (int)pairs : INT32_MAX;
}
