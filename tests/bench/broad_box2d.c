// Box2D's tree, used as its world uses it: leaves are fat, a body that leaves its fat box enlarges it, the tree is
// rebuilt where it changed, and only bodies whose fat box is new ask the tree for pairs. Pairs of fat boxes are kept
// from step to step; the tight boxes sieve them in each. Tried with Box2D 3.1.1.
#include "broad_engines.h"
#include "memory.h"

#include <box2d/collision.h>

// Box2D's own margin of 0.05 is for metres and for worlds in which most bodies rest. Here all move: on `gas` 0.1, 0.2
// and 2 took about 2, 1.5 and 1.2 times as long; between 0.5 and 1 nothing differs.
#define MARGIN 0.7f

static b2DynamicTree tree;
static int *proxies;
static AukBox *fat;
static bool *renewed; // the fat box is of this step
static const AukBox *tight;
static int body_count;
static BenchPairs kept;  // whose fat boxes touch
static BenchPairs found; // whose tight boxes touch

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

// Of two bodies that both ask, the one with the smaller index finds the pair.
static bool meet(int proxy, uint64_t other, void *context)
{
    uint32_t self = *(const uint32_t *)context;
    (void)proxy;
    if (other > self || (other < self && !renewed[other])) {
        bench_pairs_add(&kept, self, (uint32_t)other);
    }
    return true;
}

static void begin(const AukBox *boxes, const AukVec2 *velocities, int count)
{
    (void)velocities;
    tree = b2DynamicTree_Create();
    proxies = bench_allocate((size_t)count, sizeof *proxies);
    fat = bench_allocate((size_t)count, sizeof *fat);
    renewed = bench_allocate((size_t)count, sizeof *renewed);
    body_count = count;
    kept.count = 0;
    for (int i = 0; i < count; i++) {
        fat[i] = fattened(boxes[i]);
        renewed[i] = true;
        proxies[i] = b2DynamicTree_CreateProxy(&tree, aabb_of(fat[i]), 1, (uint64_t)i);
    }
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        b2DynamicTree_Query(&tree, aabb_of(fat[i]), 1, meet, &i);
    }
}

static void renew_boxes(void)
{
    for (int i = 0; i < body_count; i++) {
        renewed[i] = !contains(fat[i], tight[i]);
        if (renewed[i]) {
            fat[i] = fattened(tight[i]);
            b2DynamicTree_EnlargeProxy(&tree, proxies[i], aabb_of(fat[i]));
        }
    }
    b2DynamicTree_Rebuild(&tree, false);
}

static void renew_pairs(void)
{
    int count = 0;
    for (int i = 0; i < kept.count; i++) {
        AukBroadPair pair = kept.items[i];
        if (!renewed[pair.a] && !renewed[pair.b]) {
            kept.items[count++] = pair;
        }
    }
    kept.count = count;
    for (uint32_t i = 0; i < (uint32_t)body_count; i++) {
        if (renewed[i]) {
            b2DynamicTree_Query(&tree, aabb_of(fat[i]), 1, meet, &i);
        }
    }
}

static AukBroadPairs step(const AukBox *boxes, const AukVec2 *velocities)
{
    (void)velocities;
    tight = boxes;
    renew_boxes();
    renew_pairs();
    found.count = 0;
    for (int i = 0; i < kept.count; i++) {
        AukBroadPair pair = kept.items[i];
        if (overlap(boxes[pair.a], boxes[pair.b])) {
            bench_pairs_add(&found, pair.a, pair.b);
        }
    }
    AukBroadPairs pairs = {found.items, found.count};
    return pairs;
}

static void end(void)
{
    b2DynamicTree_Destroy(&tree);
    bench_release(proxies);
    bench_release(fat);
    bench_release(renewed);
    bench_pairs_free(&kept);
    bench_pairs_free(&found);
}

const BroadEngine broad_box2d_tree = {"box2d tree", 0, begin, step, end};
