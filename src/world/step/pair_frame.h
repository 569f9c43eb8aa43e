// Where the bodies of a pair are for each other at the end of a step, and how near their parts have to be to touch.
#ifndef AUK_WORLD_STEP_PAIR_FRAME_H
#define AUK_WORLD_STEP_PAIR_FRAME_H

#include "geom/manifold.h"
#include "world/state/wrap.h"

// Around the position of a.
typedef struct AukFrame {
    AukDtransform a, b;
    AukVec2 origin;
} AukFrame;

// The one place that says where the bodies of a pair are for each other.
static inline AukFrame auk__frame_of(const AukWorld *world, const AukPair *pair)
{
    AukTransform a = auk__body(&world->bodies, pair->body_a)->next, b = auk__body(&world->bodies, pair->body_b)->next;
    AukFrame frame = {
        {0.0, 0.0, a.q.c, a.q.s}, {(double)b.p.x - a.p.x, (double)b.p.y - a.p.y, b.q.c, b.q.s}, {a.p.x, a.p.y}};
    auk__place_shift(&frame.b, auk__wrap_after(world, pair));
    return frame;
}

// Up to what distance pieces of these extents at these places touch: tau, or twice that if they touched before.
static inline double auk__touching_limit(AukDtransform a, double extent_a, AukDtransform b, double extent_b,
                                         bool before)
{
    static const double taus[2] = {1.0, 2.0};
    return taus[before] * auk__tau(auk__size_between(a, extent_a, b, extent_b));
}

#endif
