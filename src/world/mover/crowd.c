// Separates the members of a crowd, by a part of their overlap in each call. A broad phase finds the pairs of touching
// boxes; the depth and the normal of each overlap are stored. Then follow CROWD_ROUNDS rounds. In each round every pair
// pushes its two members until its overlap is down to 1 - `strength` of what it was. The depth of a pair in a round is
// its first depth less the pushes so far along its normal.
//
// Tried without rounds: overlap in a dense crowd then spreads like heat, because a push travels to the next neighbour
// only once a call (500 circles of diameter 0.9 in 16 x 16: a mean depth of 0.1 after 100 calls; with rounds 0.005).
//
// Invariants: pushes are summed as integers, in a unit that follows from the largest shape, because such sums do not
// depend on their order. The order of the two members of a pair depends on their positions, not on their indices. Poses
// are written only after everything that may fail.
#include "base/alloc.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "base/predicates.h"
#include "base/sort.h"
#include "base/trig.h"
#include "broad/broad.h"
#include "geom/distance.h"
#include "geom/local_box.h"
#include "world/mover/move.h"

#include <string.h>

#define STRENGTH 0.5f

// Bits of the unit below the largest extent; sums of a million pushes fit into an int64_t.
enum { UNIT_BITS = 36 };

// The number of rounds; the gain of each further round shrinks. Mean depth: 0.02 for 4, 0.005 for 8, 0.0005 for 16.
enum { CROWD_ROUNDS = 8 };

enum { CALM_PAIRS = 4 }; // for each member: at most three pairs touch, with others that come near

enum { CROWD_RANGE = 128 }; // members or pairs that a thread takes at once

// If a member overlaps more others than this, its pushes are reduced in proportion. The rounds are a Jacobi iteration:
// with this limit its matrix has no eigenvalue above this number, and usually none above half of it. Above 2 the
// iteration may overshoot, and the overshoot stays, because pairs are only pushed apart: it leaves gaps. Tried: 2 is
// slower by half; 4 makes lines oscillate.
#define OVERLAPS_AT_ONCE 3.0

#define GOLDEN_ANGLE 2.39996322972865332

typedef struct Member {
    AukBox box;
    int overlaps;
    double length;  // by how much a push of one unit moves it
    int64_t x, y;   // push of this round, in units
    AukDvec pushed; // sum of the pushes of earlier rounds
} Member;

// Two members that overlapped at the start of the call.
typedef struct CrowdOverlap {
    int a, b;
    float depth;
    AukVec2 normal;          // from a to b
    double share_a, share_b; // of a push; their sum is 1
} CrowdOverlap;

struct AukCrowd {
    AukBroad *broad;      // a slot for each member, or one for each of its images
    AukBuffer members;    // Member
    AukBuffer candidates; // uint64_t: two members whose boxes touch, the smaller index first
    AukBuffer spare;      // uint64_t, for sorting
    AukBuffer overlaps;   // CrowdOverlap
    int slots;            // number of slots that the last call used
};

// The state of one call that separates a crowd.
typedef struct Separation {
    const AukCrowdDef *def;
    AukCrowd *crowd;
    double unit;          // units per length
    const AukWrap *wraps; // the world's wrap if it wraps around, else null
    AukParallel parallel;
} Separation;

// The pose of a member; in a world that wraps around, inside the rectangle.
static AukTransform pose_of(const AukCrowdDef *def, int index)
{
    return def->world ? auk__wrap_pose(&def->world->wrap, def->poses[index]) : def->poses[index];
}

static Member *member(const AukCrowd *crowd, int index)
{
    return (Member *)crowd->members.items + index;
}

AukCrowd *auk_crowd_create(AukStatus *status)
{
    AukStatus created = AUK_ERROR_OUT_OF_MEMORY;
    AukCrowd *crowd = auk__allocate_zeroed(1, sizeof *crowd);
    if (crowd) {
        AukBroadDef def = {AUK_BROAD_SWEEP, AUK_MAX_PAIRS_DEFAULT, false};
        crowd->broad = auk_broad_create(&def, &created);
    }
    if (created) {
        auk__release(crowd);
    }
    if (status) {
        *status = created;
    }
    return created ? NULL : crowd;
}

void auk_crowd_destroy(AukCrowd *crowd)
{
    if (crowd) {
        auk_broad_destroy(crowd->broad);
        auk__buffer_free(&crowd->members);
        auk__buffer_free(&crowd->candidates);
        auk__buffer_free(&crowd->spare);
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
    return status || !def->weights ? status : auk__check_size(def->weights[index]);
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
    if (!auk__is_duration(def->dt)) {
        return AUK_ERROR_TIME_STEP;
    }
    AukStatus status = auk__query_check(&def->query);
    status = status ? status : auk__check_size(def->strength);
    status = status || def->strength <= 1.0f ? status : AUK_ERROR_RANGE;
    for (int i = 0; i < def->count && !status; i++) {
        status = check_member(def, i);
    }
    return status;
}

// The number of slots of a member.
static int crowd_images(const Separation *separation)
{
    return separation->wraps ? AUK_BROAD_IMAGES : 1;
}

// Puts the box of a member into the broad phase, in a world that wraps around with its images.
static void bound_member(const Separation *separation, int index, AukBox box)
{
    AukBroad *broad = separation->crowd->broad;
    if (!separation->wraps) {
        auk__broad_set(broad, (uint32_t)index, box, AUK_BROAD_MOVING);
        return;
    }
    AukBroadImages images = auk__wrap_broad_images(separation->wraps, box);
    for (unsigned k = 0; k < AUK_BROAD_IMAGES; k++) {
        bool there = k == 0 || (images.ghosts >> k & 1u) != 0;
        auk__broad_set(broad, (uint32_t)index * AUK_BROAD_IMAGES + k,
                       auk__wrap_broad_image(separation->wraps, &images, k), there ? AUK_BROAD_MOVING : AUK_BROAD_NONE);
    }
}

// Puts the boxes of all members into the broad phase, and removes boxes that a larger crowd has left there.
static AukStatus gather(const Separation *separation, double *largest)
{
    const AukCrowdDef *def = separation->def;
    AukCrowd *crowd = separation->crowd;
    int images = crowd_images(separation);
    // the broad phase needs some of its memory only when a crowd calms down: it gets it now, so that late calls
    // allocate nothing
    if (def->count > INT32_MAX / images / CALM_PAIRS ||
        auk__broad_reserve(crowd->broad, def->count * images) != AUK_OK ||
        auk__broad_reserve_pairs(crowd->broad, def->count * images * CALM_PAIRS, false) != AUK_OK ||
        !auk__buffer_resize(&crowd->members, sizeof(Member), def->count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukBox none = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    for (int i = def->count * images; i < crowd->slots; i++) {
        auk__broad_set(crowd->broad, (uint32_t)i, none, AUK_BROAD_NONE);
    }
    crowd->slots = def->count * images;
    for (int i = 0; i < def->count; i++) {
        AukSupportShape core;
        AukTransform pose = pose_of(def, i);
        auk__support_shape_init(&core, &def->shapes[i], auk__dtransform(pose, pose.p));
        double extent = auk__support_shape_extent(&core);
        *largest = extent > *largest ? extent : *largest;
        memset(member(crowd, i), 0, sizeof(Member));
        member(crowd, i)->box = auk__support_shape_bounds(&core, pose.p);
        bound_member(separation, i, member(crowd, i)->box);
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
    return found.distance < 0.0 ? -found.distance : 0.0;
}

static double weight_of(const AukCrowdDef *def, int index)
{
    return def->weights && def->weights[index] > 0.0f ? (double)def->weights[index] : 1.0;
}

// Lists the pairs of members whose boxes touch. Where the world wraps around, several images of two boxes may touch.
static AukStatus crowd_find_candidates(const Separation *separation)
{
    AukCrowd *crowd = separation->crowd;
    auk__broad_workers(crowd->broad, separation->parallel.pool);
    AukStatus status = auk_broad_update(crowd->broad);
    auk__broad_workers(crowd->broad, NULL);
    AukBroadPairs pairs = auk_broad_pairs(crowd->broad);
    if (status) {
        return status;
    }
    if (!auk__buffer_resize(&crowd->candidates, sizeof(uint64_t), pairs.count) ||
        (separation->wraps && !auk__buffer_resize(&crowd->spare, sizeof(uint64_t), pairs.count))) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    uint64_t *candidates = crowd->candidates.items;
    uint32_t images = (uint32_t)crowd_images(separation);
    int count = 0, kept = 0;
    for (int i = 0; i < pairs.count; i++) {
        uint32_t a = pairs.items[i].a / images, b = pairs.items[i].b / images;
        candidates[count] = (uint64_t)a << 32 | b; // slots are sorted
        count += a != b;
    }
    if (separation->wraps) {
        auk__sort_u64(candidates, crowd->spare.items, count, 0, 64);
    }
    for (int i = 0; i < count; i++) {
        candidates[kept] = candidates[i];
        kept += kept == 0 || candidates[kept] != candidates[kept - 1];
    }
    crowd->candidates.count = kept;
    return AUK_OK;
}

static void overlap_range(void *context, AukRange *range)
{
    const Separation *separation = context;
    const AukCrowd *crowd = separation->crowd;
    const uint64_t *candidates = crowd->candidates.items;
    CrowdOverlap *overlaps = (CrowdOverlap *)crowd->overlaps.items + range->place;
    int count = 0;
    for (int i = range->first; i < range->end; i++) {
        AukDvec normal;
        int a = (int)(candidates[i] >> 32), b = (int)(candidates[i] & UINT32_MAX);
        float depth = (float)overlap_of(separation, a, b, &normal);
        if (depth > 0.0f) {
            double weight_a = weight_of(separation->def, a), weight_b = weight_of(separation->def, b);
            CrowdOverlap overlap = {
                a, b, depth, dvec_to_float(normal), weight_b / (weight_a + weight_b), weight_a / (weight_a + weight_b)};
            overlaps[count++] = overlap;
        }
    }
    range->counts[0] = count;
}

// Members at one point, as after they were made there, would separate along one line. A pair without other overlaps has
// the normal of its least depth all the same: along another one it would lose less than its overlap.
static void spread_from_points(const Separation *separation)
{
    const AukCrowd *crowd = separation->crowd;
    CrowdOverlap *overlaps = crowd->overlaps.items;
    for (int i = 0; i < crowd->overlaps.count; i++) {
        const int a = overlaps[i].a, b = overlaps[i].b;
        AukVec2 at_a = pose_of(separation->def, a).p, at_b = pose_of(separation->def, b).p;
        bool others = member(crowd, a)->overlaps > 1 || member(crowd, b)->overlaps > 1;
        if (others && at_a.x == at_b.x && at_a.y == at_b.y) {
            AukCosSin around = auk__cos_sin(GOLDEN_ANGLE * (double)(a > b ? a : b));
            double sign = a < b ? 1.0 : -1.0;
            overlaps[i].normal = dvec_to_float(dvec(sign * around.c, sign * around.s));
        }
    }
}

static AukStatus crowd_find_overlaps(Separation *separation)
{
    AukCrowd *crowd = separation->crowd;
    AukStatus status = crowd_find_candidates(separation);
    if (status) {
        return status;
    }
    if (!auk__buffer_reserve(&crowd->overlaps, sizeof(CrowdOverlap), crowd->candidates.count)) {
        return AUK_ERROR_OUT_OF_MEMORY;
    }
    const AukParallel *parallel = &separation->parallel;
    CrowdOverlap *overlaps = crowd->overlaps.items;
    AukRanges ranges;
    AukGathered gathered = {overlaps, sizeof(CrowdOverlap), 0};
    (void)auk__parallel_gather(parallel, crowd->candidates.count, overlap_range, separation, &ranges, &gathered, 1);
    crowd->overlaps.count = auk__ranges_sum(&ranges, 0);
    for (int i = 0; i < crowd->overlaps.count; i++) {
        member(crowd, overlaps[i].a)->overlaps++;
        member(crowd, overlaps[i].b)->overlaps++;
    }
    spread_from_points(separation);
    return AUK_OK;
}

// Pushes two members apart by what remains of their overlap above the part that the call leaves. False: nothing.
static inline bool push_pair(const CrowdOverlap *overlap, Member *members, double strength, double unit)
{
    Member *a = &members[overlap->a], *b = &members[overlap->b];
    AukDvec normal = dvec_from(overlap->normal);
    double push = strength * (double)overlap->depth - dvec_dot(dvec_sub(b->pushed, a->pushed), normal);
    if (!(push > 0.0)) {
        return false;
    }
    double units_a = push * unit * overlap->share_a, units_b = push * unit * overlap->share_b;
    a->x -= (int64_t)(units_a * normal.x);
    a->y -= (int64_t)(units_a * normal.y);
    b->x += (int64_t)(units_b * normal.x);
    b->y += (int64_t)(units_b * normal.y);
    return true;
}

static void push_apart(const Separation *separation)
{
    const AukCrowd *crowd = separation->crowd;
    const AukCrowdDef *def = separation->def;
    const CrowdOverlap *overlaps = crowd->overlaps.items;
    Member *members = crowd->members.items;
    double strength = (double)(def->strength > 0.0f ? def->strength : STRENGTH);
    for (int i = 0; i < def->count; i++) {
        double part = members[i].overlaps > OVERLAPS_AT_ONCE ? OVERLAPS_AT_ONCE / members[i].overlaps : 1.0;
        members[i].length = part / separation->unit;
    }
    bool pushed = true;
    for (int round = 0; round < CROWD_ROUNDS && pushed; round++) {
        pushed = false;
        for (int i = 0; i < crowd->overlaps.count; i++) {
            pushed |= push_pair(&overlaps[i], members, strength, separation->unit);
        }
        for (int i = 0; i < def->count; i++) {
            Member *it = &members[i];
            it->pushed = dvec_mul_add(it->pushed, it->length, dvec((double)it->x, (double)it->y));
            it->x = it->y = 0;
        }
    }
}

// Where a member comes to when it slides along the solids of the world.
static AukVec2 slide_in_world(const AukCrowdDef *def, int index, AukVec2 pushed)
{
    AukMover mover;
    memset(&mover, 0, sizeof mover);
    mover.shape = def->shapes[index];
    mover.pose = def->poses[index];
    mover.velocity = pushed;
    mover.floating = true;
    mover.query = def->query;
    if (def->bodies) {
        mover.query.exclude = def->bodies[index];
    }
    if (auk__move_check(def->world, &mover, auk_transform_identity(), 1.0f, NULL)) {
        return auk_vec_add(mover.pose.p, pushed);
    }
    auk__move_push(def->world, &mover, def->dt);
    return mover.pose.p;
}

static void place(const Separation *separation, int index)
{
    const AukCrowdDef *def = separation->def;
    AukVec2 pushed = dvec_to_float(member(separation->crowd, index)->pushed);
    AukTransform *pose = &def->poses[index];
    if (pushed.x == 0.0f && pushed.y == 0.0f) {
        return;
    }
    AukVec2 goal = def->world ? slide_in_world(def, index, pushed) : auk_vec_add(pose->p, pushed);
    pose->p = auk__check_vec(goal) ? pose->p : goal;
    *pose = pose_of(def, index);
}

static void place_range(void *context, AukRange *range)
{
    for (int i = range->first; i < range->end; i++) {
        place(context, i);
    }
}

int auk_crowd_separate(AukCrowd *crowd, const AukCrowdDef *def)
{
    AukStatus status = crowd_check(crowd, def);
    double largest = 0.0;
    if (status) {
        return -(int)status;
    }
    Separation separation = {
        def, crowd, 1.0, def->world && def->world->wrap.on ? &def->world->wrap : NULL, {def->query.pool, CROWD_RANGE}};
    status = gather(&separation, &largest);
    if (status) {
        return -(int)status;
    }
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
    if (crowd->overlaps.count > 0) {
        AukRanges ranges;
        push_apart(&separation);
        (void)auk__parallel_run(&separation.parallel, def->count, place_range, &separation, &ranges); // has no status
    }
    return crowd->overlaps.count;
}
