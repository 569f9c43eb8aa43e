// Keeps a crowd apart, a little each call. Pairs that overlap are found in a grid, with the depth and the normal of
// each. Then follow ROUNDS rounds in which every pair pushes its two members until only the part of its overlap is left
// that the call is to leave; in a round the depth of a pair is what the pushes so far have left of it along its normal.
// Without rounds, a crowd that is pressed together spreads like heat: a push travels from member to member by one
// neighbour each call (500 circles of diameter 0.9 in 16 x 16: a mean depth of 0.1 after 100 calls; now 0.005).
// Invariants: pushes are added up as whole numbers of a unit that follows from the largest shape, since such sums do
// not depend on their order; a pair is looked at from the side that its places name, not its numbers; and poses are
// written only once nothing can fail any more.
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

// Bits of the unit below the largest extent; sums of a million pushes fit.
enum { UNIT_BITS = 36 };

// More of them help less and less: a mean depth of 0.02 for 4, 0.005 for 8, 0.0005 for 16.
enum { CROWD_ROUNDS = 8 };

// A member that overlaps more others than this takes a smaller part of its pushes, in proportion: the rounds are a
// Jacobi iteration, whose matrix then has no eigenvalue above this number, and mostly none above half of it (above 2 it
// may overshoot for good; pairs are pushed only, so that leaves gaps). 2 is slower by half; 4 makes lines oscillate.
#define OVERLAPS_AT_ONCE 3.0

#define GOLDEN_ANGLE 2.39996322972865332

typedef struct Member {
    AukBox box;
    int overlaps;
    int64_t x, y; // push of this round, in units
    AukDvec way;  // of the rounds before
} Member;

// Two members that overlap before the call.
typedef struct CrowdOverlap {
    int a, b;
    float depth;
    AukVec2 normal; // from a to b
} CrowdOverlap;

struct AukCrowd {
    AukGrid grid;
    AukBuffer members;  // Member
    AukBuffer overlaps; // Overlap
    int gridded;        // slots in the grid
};

// A crowd at work.
typedef struct Separation {
    const AukCrowdDef *def;
    AukCrowd *crowd;
    double unit;          // units per length
    const AukWrap *wraps; // of a world that wraps around, else null
} Separation;

// Where someone is; in a world that wraps around, in its rectangle.
static AukTransform pose_of(const AukCrowdDef *def, int index)
{
    return def->world ? auk__wrap_pose(&def->world->wrap, def->poses[index]) : def->poses[index];
}

// The box of someone as the grid has it; in a world that wraps around with its middle in the rectangle.
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
    AukStatus status = auk__shape_check(&def->shapes[index]);
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

// What has to be added to b to have it beside a: being narrow, two meet in one image at most.
static AukDvec shift_beside(const Separation *separation, int a, int b)
{
    AukDvec from = auk__box_middle(member(separation->crowd, a)->box),
            to = auk__box_middle(member(separation->crowd, b)->box);
    return auk__wrap_nearest(separation->wraps, dvec_sub(to, from));
}

// How deep two overlap, and the direction from i to j; 0 if they do not.
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
        auk__core_shift(&core_b, shift_beside(separation, a, b));
    }
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

// Notes the overlaps of one member, in one image, with later ones.
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

// Pushes the two apart by what is left of their overlap above the part that the call leaves.
static void push_pair(const Separation *separation, const CrowdOverlap *overlap)
{
    const AukCrowdDef *def = separation->def;
    Member *a = member(separation->crowd, overlap->a), *b = member(separation->crowd, overlap->b);
    AukDvec normal = dvec_from(overlap->normal);
    double strength = (double)(def->strength > 0.0f ? def->strength : STRENGTH);
    double push = strength * (double)overlap->depth - dvec_dot(dvec_sub(b->way, a->way), normal);
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
            it->way = dvec_mul_add(it->way, part / separation->unit, push);
            it->x = it->y = 0;
        }
    }
}

static void place(const Separation *separation, int index)
{
    const AukCrowdDef *def = separation->def;
    AukVec2 way = dvec_to_float(member(separation->crowd, index)->way);
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
