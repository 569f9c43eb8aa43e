// Contact manifolds of two cores.
#ifndef AUK_GEOM_MANIFOLD_H
#define AUK_GEOM_MANIFOLD_H

#include "auk/geom.h"
#include "geom/distance.h"

// An edge counts as perpendicular to the normal up to this sine. The tolerance keeps the number of points of resting
// contacts from changing between one and two in successive steps.
#define AUK_MANIFOLD_SQUARE 1e-4
// The first shape's edge is the reference if it is perpendicular to the normal up to this sine: rounding must not
// decide.
#define AUK_MANIFOLD_PREFERENCE 1e-12
// The two ends of a clipped edge are one contact if their parameters differ by no more than this.
#define AUK_MANIFOLD_SAME_PLACE 1e-9

// The manifold of a pair whose separation is known. The points are translated by `origin`; with the origin of the
// pair's frame they are in the caller's frame. Points with a distance of at most `margin` are kept; at least one always
// is.
void auk__manifold_write(const AukSupportShape *a, const AukSupportShape *b, const AukSeparation *separation,
                         AukVec2 origin, double margin, AukManifold *manifold);

static inline AukManifold auk__manifold(const AukSupportShape *a, const AukSupportShape *b,
                                        const AukSeparation *separation, AukVec2 origin, double margin)
{
    AukManifold manifold;
    auk__manifold_write(a, b, separation, origin, margin, &manifold);
    return manifold;
}

// The size for the touching tolerance tau of a pair that does not move: the largest of both extents and of the relative
// position.
static inline double auk__size_between(AukDtransform a, double extent_a, AukDtransform b, double extent_b)
{
    double apart = dvec_size(dvec(b.x - a.x, b.y - a.y)), extent = extent_a > extent_b ? extent_a : extent_b;
    return apart > extent ? apart : extent;
}

// The same with a half-plane: the relative position counts as far as its rounding moves the shape along the normal.
double auk__half_plane_size(const AukSupportShape *a, double extent_a, const AukSupportShape *b, double extent_b);

static inline double auk__pair_size(const AukSupportShape *a, double extent_a, const AukSupportShape *b,
                                    double extent_b)
{
    return auk__has_half_plane(a, b) ? auk__half_plane_size(a, extent_a, b, extent_b)
                                     : auk__size_between(a->transform, extent_a, b->transform, extent_b);
}

#endif
