// Separates the members of a crowd, by a part of their overlap in each call. Overlapping pairs are found with a grid;
// the depth and the normal of each are stored. Then follow CROWD_ROUNDS rounds. In each round every pair pushes its two
// members until only the part of its overlap remains that the call is to leave. The depth of a pair in a round is its
// first depth less the pushes so far along its normal.
//
// Tried without rounds: overlap in a dense crowd then spreads like heat, because a push travels to the next neighbour
// only once a call (500 circles of diameter 0.9 in 16 x 16: a mean depth of 0.1 after 100 calls; with rounds 0.005).
//
// Invariants: pushes are summed as integers, in a unit that follows from the largest shape, because such sums do not
// depend on their order. The order of the two members of a pair depends on their positions, not on their indices. Poses
// are written only after everything that may fail.
#include "base/alloc.h"
#include "base/buffer.h"
#include "base/predicates.h"
#include "base/trig.h"
#include "broad/grid.h"
#include "geom/distance.h"
#include "geom/local_box.h"
#include "world/mover/move.h"

#include <string.h>

#define STRENGTH 0.5f

// Bits of the unit below the largest extent; sums of a million pushes fit into an int64_t.
enum { UNIT_BITS = 36 };

// The number of rounds; the gain of each further round shrinks. Mean depth: 0.02 for 4, 0.005 for 8, 0.0005 for 16.
enum { CROWD_ROUNDS = 8 };

// If a member overlaps more others than this, its pushes are reduced in proportion. The rounds are a Jacobi iteration:
// with this limit its matrix has no eigenvalue above this number, and usually none above half of it. Above 2 the
// iteration may overshoot, and the overshoot stays, because pairs are only pushed apart: it leaves gaps. Tried: 2 is
// slower by half; 4 makes lines oscillate.
#define OVERLAPS_AT_ONCE 3.0

#define GOLDEN_ANGLE 2.39996322972865332

typedef struct Member {
    AukBox box;
    int overlaps;
    int64_t x, y;   // push of this round, in units
    AukDvec pushed; // sum of the pushes of earlier rounds
} Member;

// Two members that overlapped at the start of the call.
typedef struct CrowdOverlap {
    int a, b;
    float depth;
    AukVec2 normal; // from a to b
} CrowdOverlap;

struct AukCrowd {
    AukGrid grid;
    AukBuffer members;  // Member
    AukBuffer overlaps; // CrowdOverlap
    int gridded;        // number of slots used in the grid
};

// The state of one call that separates a crowd.
typedef struct Separation {
    const AukCrowdDef *def;
    AukCrowd *crowd;
    double unit;          // units per length
    const AukWrap *wraps; // the world's wrap if it wraps around, else null
} Separation;

// The pose of a member; in a world that wraps around, inside the rectangle.
static AukTransform pose_of(const AukCrowdDef *def, int index)
{
    return def->world ? auk__wrap_pose(&def->world->wrap, def->poses[index]) : def->poses[index];
}

// The box of a member in the grid; in a world that wraps around, its middle is inside the rectangle.
static AukBox grid_box(const AukCrowdDef *def, AukBox box)
{
    return def->world ? auk__box_shifted(box, auk__wrap_inward(&def->world->wrap, box)) : box;
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
        auk__buffer_free(&crowd->overlaps);
        auk__release(crowd);
    }
}

static AukStatus check_member(const AukCrowdDef *def, int index)
{
    const AukTransform whole = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    AukStatus status = auk__bounded_shape_check(&def->shapes[index]);
    status = status ? status : auk__check_pose(def->poses[index]);
    if (!status && def->world) {
        status = auk__wrap_check_shape(&def->world->wrap, &def->shapes[index], 0.0f, whole, def->poses[index]);
    }
    if (!status && def->weights) {
        status = auk__check_number(def->weights[index]);
        status = !status && def->weights[index] < 0.0f ? AUK_ERROR_NEGATIVE : status;
    }
    return status;
}

static AukStatus crowd_check(const AukCrowd *crowd, const AukCrowdDef *def)
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
    AukStatus status = auk__query_check(&def->query);
    status = status ? status : auk__check_number(def->strength);
    if (!status && !(def->strength >= 0.0f && def->strength <= 1.0f)) {
        status = def->strength < 0.0f ? AUK_ERROR_NEGATIVE : AUK_ERROR_RANGE;
    }
    for (int i = 0; i < def->count && !status; i++) {
        status = check_member(def, i);
    }
    return status;
}

// Puts the boxes of all members into the grid, and removes boxes that a larger crowd has left there.
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
        AukSupportShape core;
        AukTransform pose = pose_of(def, i);
        auk__support_shape_init(&core, &def->shapes[i], auk__dtransform(pose, pose.p));
        double extent = auk__support_shape_extent(&core);
        *largest = extent > *largest ? extent : *largest;
        memset(member(crowd, i), 0, sizeof(Member));
        member(crowd, i)->box = auk__support_shape_bounds(&core, pose.p);
        auk__grid_set(&crowd->grid, (uint32_t)i, grid_box(def, member(crowd, i)->box));
    }
    return AUK_OK;
}

// The order of the two members of a pair, which does not depend on their indices. Indices decide only between members
// at the same place.
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

// The shift that brings b next to a. Members are narrow, so two of them meet in at most one image.
static AukDvec shift_beside(const Separation *separation, int a, int b)
{
    AukDvec from = auk__box_middle(member(separation->crowd, a)->box),
            to = auk__box_middle(member(separation->crowd, b)->box);
    return auk__wrap_nearest(separation->wraps, dvec_sub(to, from));
}

// The depth of the overlap of two members, and the direction from i to j; 0 if they do not overlap.
static double overlap_of(const Separation *separation, int i, int j, AukDvec *normal)
{
    const AukCrowdDef *def = separation->def;
    AukTransform pose_i = pose_of(def, i), pose_j = pose_of(def, j);
    bool turned = !comes_first(&pose_i, &pose_j);
    int a = turned ? j : i, b = turned ? i : j;
    AukTransform pose_a = turned ? pose_j : pose_i, pose_b = turned ? pose_i : pose_j;
    AukVec2 origin = pose_a.p;
    AukSupportShape core_a, core_b;
    auk__support_shape_init(&core_a, &def->shapes[a], auk__dtransform(pose_a, origin));
    auk__support_shape_init(&core_b, &def->shapes[b], auk__dtransform(pose_b, origin));
    if (separation->wraps) {
        auk__support_shape_shift(&core_b, shift_beside(separation, a, b));
    }
    AukSeparation found = auk__separation(&core_a, &core_b, 0.0, NULL);
    *normal = turned ? dvec_neg(found.normal) : found.normal;
    if (origin.x == pose_b.p.x && origin.y == pose_b.p.y) {
        AukCosSin around = auk__cos_sin(
            GOLDEN_ANGLE * (double)(i > j ? i : j)); // so that members at the same place do not separate along one line
        *normal = dvec_scale(i < j ? 1.0 : -1.0, dvec(around.c, around.s));
    }
    return found.distance < 0.0 ? -found.distance : 0.0;
}

static double weight_of(const AukCrowdDef *def, int index)
{
    return def->weights && def->weights[index] > 0.0f ? (double)def->weights[index] : 1.0;
}

// Stores the overlaps of one member, in one image, with later members.
static AukStatus find_overlaps_of(const Separation *separation, int i, AukBox box)
{
    AukCrowd *crowd = separation->crowd;
    AukGridCursor cursor = auk__grid_query_box(&crowd->grid, box);
    uint32_t other;
    while (auk__grid_next(&crowd->grid, &cursor, &other)) {
        AukDvec normal;
        int j = (int)other;
        float depth = j > i ? (float)overlap_of(separation, i, j, &normal) : 0.0f;
        if (depth > 0.0f) {
            CrowdOverlap *overlap = auk__buffer_push(&crowd->overlaps, sizeof *overlap);
            if (!overlap) {
                return AUK_ERROR_OUT_OF_MEMORY;
            }
            *overlap = (CrowdOverlap){i, j, depth, {(float)normal.x, (float)normal.y}};
            member(crowd, i)->overlaps++;
            member(crowd, j)->overlaps++;
        }
    }
    return AUK_OK;
}

static AukStatus crowd_find_overlaps(const Separation *separation)
{
    const AukCrowdDef *def = separation->def;
    const AukGrid *grid = &separation->crowd->grid;
    AukStatus status = AUK_OK;
    separation->crowd->overlaps.count = 0;
    for (int i = 0; i < def->count && !status; i++) {
        AukBox box = member(separation->crowd, i)->box;
        AukWrapWalk walk = separation->wraps ? auk__wrap_images(separation->wraps, grid, box) : auk__wrap_one();
        AukDvec image;
        while (!status && auk__wrap_next(&walk, &image)) {
            status = find_overlaps_of(separation, i, auk__box_shifted(box, image));
        }
    }
    return status;
}

// Pushes two members apart by what remains of their overlap above the part that the call leaves.
static void push_pair(const Separation *separation, const CrowdOverlap *overlap)
{
    const AukCrowdDef *def = separation->def;
    Member *a = member(separation->crowd, overlap->a), *b = member(separation->crowd, overlap->b);
    AukDvec normal = dvec_from(overlap->normal);
    double strength = (double)(def->strength > 0.0f ? def->strength : STRENGTH);
    double push = strength * (double)overlap->depth - dvec_dot(dvec_sub(b->pushed, a->pushed), normal);
    if (push > 0.0) {
        double weight_a = weight_of(def, overlap->a), weight_b = weight_of(def, overlap->b);
        double units_a = push * separation->unit * (weight_b / (weight_a + weight_b));
        double units_b = push * separation->unit * (weight_a / (weight_a + weight_b));
        a->x -= (int64_t)(units_a * normal.x);
        a->y -= (int64_t)(units_a * normal.y);
        b->x += (int64_t)(units_b * normal.x);
        b->y += (int64_t)(units_b * normal.y);
    }
}

static void push_apart(const Separation *separation)
{
    const AukCrowd *crowd = separation->crowd;
    const CrowdOverlap *overlaps = crowd->overlaps.items;
    for (int round = 0; round < CROWD_ROUNDS; round++) {
        for (int i = 0; i < crowd->overlaps.count; i++) {
            push_pair(separation, &overlaps[i]);
        }
        for (int i = 0; i < separation->def->count; i++) {
            Member *it = member(crowd, i);
            double part = it->overlaps > OVERLAPS_AT_ONCE ? OVERLAPS_AT_ONCE / it->overlaps : 1.0;
            AukDvec push = dvec((double)it->x, (double)it->y);
            it->pushed = dvec_mul_add(it->pushed, part / separation->unit, push);
            it->x = it->y = 0;
        }
    }
}

static void place(const Separation *separation, int index)
{
    const AukCrowdDef *def = separation->def;
    AukVec2 pushed = dvec_to_float(member(separation->crowd, index)->pushed);
    AukTransform *pose = &def->poses[index];
    if (pushed.x == 0.0f && pushed.y == 0.0f) {
        return;
    }
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = def->shapes[index];
    mover.pose = *pose;
    mover.velocity = pushed;
    mover.floating = true;
    mover.query = def->query;
    if (def->bodies) {
        mover.query.exclude = def->bodies[index];
    }
    AukVec2 goal = auk_vec_add(pose->p, pushed);
    if (def->world && !auk__move_check(def->world, &mover, auk_transform_identity(), 1.0f, NULL)) {
        auk__move_push(def->world, &mover, def->dt);
        goal = mover.pose.p;
    }
    pose->p = auk__check_vec(goal) ? pose->p : goal;
    *pose = pose_of(def, index);
}

int auk_crowd_separate(AukCrowd *crowd, const AukCrowdDef *def)
{
    AukStatus status = crowd_check(crowd, def);
    double largest = 0.0;
    status = status ? status : gather(crowd, def, &largest);
    if (status) {
        return -(int)status;
    }
    Separation separation = {def, crowd, 1.0, def->world && def->world->wrap.on ? &def->world->wrap : NULL};
    double finest = (double)((int64_t)1 << UNIT_BITS);
    while (largest > 0.0 && largest * separation.unit < finest) {
        separation.unit *= 2.0;
    }
    while (largest * separation.unit >= 2.0 * finest) {
        separation.unit *= 0.5;
    }
    status = crowd_find_overlaps(&separation);
    if (status) {
        return -(int)status;
    }
    push_apart(&separation);
    for (int i = 0; i < def->count && crowd->overlaps.count > 0; i++) {
        place(&separation, i);
    }
    return crowd->overlaps.count;
}
