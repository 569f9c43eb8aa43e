// The relative poses of the bodies of a pair at the end of a step, and the distance at which their parts touch.
#ifndef AUK_WORLD_STEP_PAIR_FRAME_H
#define AUK_WORLD_STEP_PAIR_FRAME_H

#include "geom/manifold.h"
#include "world/state/wrap.h"

// The origin of the frame is the position of body a.
typedef struct AukFrame {
    AukDtransform a, b;
    AukVec2 origin;
} AukFrame;

// Contacts take the relative poses of a pair at the end of a step from here. ccd_round.c, which still moves bodies,
// computes its own.
static inline AukFrame auk__frame_of(const AukWorld *world, const AukPair *pair)
{
    AukTransform a = *auk__next_pose(&world->bodies, pair->body_a), b = *auk__next_pose(&world->bodies, pair->body_b);
    AukFrame frame = {
        {0.0, 0.0, a.q.c, a.q.s}, {(double)b.p.x - a.p.x, (double)b.p.y - a.p.y, b.q.c, b.q.s}, {a.p.x, a.p.y}};
    auk__dtransform_shift(&frame.b, auk__wrap_after(world, pair));
    return frame;
}

// The largest distance at which pieces of these extents and places touch: tau, or 2 tau if they touched before.
static inline double auk__touching_limit(AukDtransform a, double extent_a, AukDtransform b, double extent_b,
                                         bool before)
{
    static const double taus[2] = {1.0, 2.0};
    return taus[before] * auk__tau(auk__size_between(a, extent_a, b, extent_b));
}

#endif
