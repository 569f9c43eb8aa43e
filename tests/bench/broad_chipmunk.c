// Chipmunk's spatial indices, used as cpSpace uses them: the boxes of all shapes are refreshed, then one reindexing
// query reports the pairs. Like cpSpace's filter, the callback first rejects pairs whose tight boxes are apart.
#include "broad_engines.h"

#include "memory.h"

#include <chipmunk/chipmunk.h>
#include <math.h>

typedef struct Object {
    cpBB bb;
    cpVect velocity;
    uint32_t id;
} Object;

static cpSpatialIndex *space_index;
static Object *objects;
static int body_count;
static BenchPairs found;

static cpBB object_bb(void *object)
{
    return ((Object *)object)->bb;
}

static cpVect object_velocity(void *object)
{
    return ((Object *)object)->velocity;
}

static cpCollisionID meet(void *left, void *right, cpCollisionID id, void *data)
{
    const Object *a = left;
    const Object *b = right;
    (void)data;
    if (cpBBIntersects(a->bb, b->bb)) {
        bench_pairs_add(&found, a->id, b->id);
    }
    return id;
}

static void refresh(const AukBox *boxes, const AukVec2 *velocities)
{
    for (int i = 0; i < body_count; i++) {
        objects[i].bb =
            cpBBNew((cpFloat)boxes[i].min.x, (cpFloat)boxes[i].min.y, (cpFloat)boxes[i].max.x, (cpFloat)boxes[i].max.y);
        objects[i].velocity = cpv((cpFloat)velocities[i].x, (cpFloat)velocities[i].y);
    }
}

static void begin(cpSpatialIndex *index, const AukBox *boxes, const AukVec2 *velocities, int count)
{
    space_index = index;
    body_count = count;
    objects = bench_allocate((size_t)count, sizeof *objects);
    refresh(boxes, velocities);
    for (int i = 0; i < count; i++) {
        objects[i].id = (uint32_t)i;
        cpSpatialIndexInsert(space_index, &objects[i], (cpHashValue)i * 3344921057u);
    }
}

static void begin_bbtree(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    cpSpatialIndex *index = cpBBTreeNew(object_bb, NULL);
    cpBBTreeSetVelocityFunc(index, object_velocity);
    begin(index, boxes, velocities, count);
}

static double mean_size(const AukBox *boxes, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        double width = (double)boxes[i].max.x - (double)boxes[i].min.x;
        sum += width * width / count;
    }
    return sqrt(sum);
}

// Cells of the size of a body, ten times as many buckets as bodies: what its manual advises. Where sizes differ the
// mean of squares is the better size: with the plain mean a large body is in thousands of cells.
static void begin_hash(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    begin(cpSpaceHashNew(mean_size(boxes, count), count * 10, object_bb, NULL), boxes, velocities, count);
}

static void begin_sweep1d(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    begin(cpSweep1DNew(object_bb, NULL), boxes, velocities, count);
}

static AukBroadPairs step(const AukBox *boxes, const AukVec2 *velocities)
{
    found.count = 0;
    refresh(boxes, velocities);
    cpSpatialIndexReindexQuery(space_index, meet, NULL);
    AukBroadPairs pairs = {found.items, found.count};
    return pairs;
}

static void end(void)
{
    cpSpatialIndexFree(space_index);
    bench_release(objects);
    bench_pairs_free(&found);
}

const BroadEngine broad_chipmunk_bbtree = {"chipmunk bbtree", 0, begin_bbtree, step, end};
const BroadEngine broad_chipmunk_hash = {"chipmunk hash", 0, begin_hash, step, end};
const BroadEngine broad_chipmunk_sweep1d = {"chipmunk sweep1d", 200000, begin_sweep1d, step, end};
