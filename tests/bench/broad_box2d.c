// Box2D's tree, used as its world uses it: leaves are fat by the margin that Box2D gives them, a body that leaves its
// fat box enlarges it, the tree is rebuilt where it changed, and each tight box asks for what it meets.
// Written against the documented interface of Box2D 3.1.
#include "broad_engines.h"
#include "memory.h"

#include <box2d/collision.h>

// Box2D's own, in its metres.
#define MARGIN 0.1f

static b2DynamicTree tree;
static int *proxies;
static AukBox *fat;
static const AukBox *tight;
static int body_count;
static BenchPairs found;

static b2AABB aabb_of(AukBox box)
{
    b2AABB aabb = {{box.min.x, box.min.y}, {box.max.x, box.max.y}};
    return aabb;
}

static AukBox fattened(AukBox box)
{
    AukBox out = {{box.min.x - MARGIN, box.min.y - MARGIN}, {box.max.x + MARGIN, box.max.y + MARGIN}};
    return out;
}

static bool contains(AukBox outer, AukBox inner)
{
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.max.x >= inner.max.x &&
           outer.max.y >= inner.max.y;
}

static bool overlap(AukBox a, AukBox b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static bool meet(int proxy, uint64_t other, void *context)
{
    uint32_t self = *(const uint32_t *)context;
    (void)proxy;
    if (other > self && overlap(tight[self], tight[other])) {
        bench_pairs_add(&found, self, (uint32_t)other);
    }
    return true;
}

static void begin(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    (void)velocities;
    tree = b2DynamicTree_Create();
    proxies = bench_allocate((size_t)count, sizeof *proxies);
    fat = bench_allocate((size_t)count, sizeof *fat);
    body_count = count;
    for (int i = 0; i < count; i++) {
        fat[i] = fattened(boxes[i]);
        proxies[i] = b2DynamicTree_CreateProxy(&tree, aabb_of(fat[i]), 1, (uint64_t)i);
    }
}

static AukBroadPairs step(const AukBox *boxes, const AukVec2 *velocities)
{
    (void)velocities;
    tight = boxes;
    found.count = 0;
    for (int i = 0; i < body_count; i++) {
        if (!contains(fat[i], boxes[i])) {
            fat[i] = fattened(boxes[i]);
            b2DynamicTree_EnlargeProxy(&tree, proxies[i], aabb_of(fat[i]));
        }
    }
    b2DynamicTree_Rebuild(&tree, false);
    for (uint32_t i = 0; i < (uint32_t)body_count; i++) {
        b2DynamicTree_Query(&tree, aabb_of(boxes[i]), 1, meet, &i);
    }
    AukBroadPairs pairs = {found.items, found.count};
    return pairs;
}

static void end(void)
{
    b2DynamicTree_Destroy(&tree);
    bench_release(proxies);
    bench_release(fat);
    bench_pairs_free(&found);
}

const BroadEngine broad_box2d_tree = {"box2d tree", 0, begin, step, end};
