// Contact manifolds of two cores.
#ifndef AUK_GEOM_MANIFOLD_H
#define AUK_GEOM_MANIFOLD_H

#include "auk/geom.h"
#include "geom/distance.h"

// An edge is square to the normal up to this sine. Corners within it of a face still count as lying on the face, so
// that resting contacts do not flicker between one and two points.
#define AUK_MANIFOLD_SQUARE 1e-4
// Of two edges that are equally square up to rounding, the first shape's is the reference.
#define AUK_MANIFOLD_PREFERENCE 1e-12
// Both ends of what is left of an edge are one contact if they are nearer than this part of it.
#define AUK_MANIFOLD_SAME_PLACE 1e-9

// The manifold of a pair whose separation is known; the points come out relative to `origin`'s negation, that is, in
// the caller's frame when `origin` is the pair's origin. Points deeper than `margin` are kept; at least one always is.
void auk__manifold_write(const AukSupportShape *a, const AukSupportShape *b, const AukSeparation *separation,
                         AukVec2 origin, double margin, AukManifold *manifold);

static inline AukManifold auk__manifold(const AukSupportShape *a, const AukSupportShape *b,
                                        const AukSeparation *separation, AukVec2 origin, double margin)
{
    AukManifold manifold;
    auk__manifold_write(a, b, separation, origin, margin, &manifold);
    return manifold;
}

// The size that tau of a resting pair is taken from: the larger of both extents and of their relative position.
static inline double auk__size_between(AukDtransform a, double extent_a, AukDtransform b, double extent_b)
{
    double apart = dvec_size(dvec(b.x - a.x, b.y - a.y)), extent = extent_a > extent_b ? extent_a : extent_b;
    return apart > extent ? apart : extent;
}

static inline double auk__pair_size(const AukSupportShape *a, double extent_a, const AukSupportShape *b,
                                    double extent_b)
{
    return auk__size_between(a->transform, extent_a, b->transform, extent_b);
}

#endif
