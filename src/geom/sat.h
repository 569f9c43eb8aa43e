// The separation of two small polygons by trying every face.
#ifndef AUK_GEOM_SAT_H
#define AUK_GEOM_SAT_H

#include "geom/distance.h"

// Two corners, as a simplex.
static inline void auk__sat_remember_corners(const AukSeparation *found, AukGjkCache *cache)
{
    AukGjkCache corners = {1, {(uint32_t)found->support_a, 0, 0}, {(uint32_t)found->support_b, 0, 0}};
    *cache = corners;
}

enum { AUK_SAT_MAX = 8 };

// Below this part of the pair's size a distance may be that of the wrong face.
#define AUK_SAT_CERTAIN 1e-9
// Cores nearer than this count as touching, as in GJK.
#define AUK_SAT_TOUCHING 1e-13
// The sine up to which a face lies flat on another.
#define AUK_SAT_PARALLEL 1e-12
// Boxes whose sides differ by no more than this are never too thin.
#define AUK_SAT_FAT 1e-3

// As auk__sat() where one core is a point. The other has at most AUK_SAT_MAX vertices.
bool auk__sat_point(const AukSupportShape *a, const AukSupportShape *b, AukSeparation *found);

// The same where both are segments or boxes.
bool auk__sat_boxes(const AukSupportShape *a, const AukSupportShape *b, double max_distance, AukGjkCache *cache,
                    AukSeparation *found);

// The same for polygons of up to AUK_SAT_MAX vertices.
bool auk__sat_polygons(const AukSupportShape *a, const AukSupportShape *b, double max_distance, bool tried,
                       AukGjkCache *cache, AukSeparation *found);

// The same for two points.
static inline bool auk__sat_two_points(const AukSupportShape *a, const AukSupportShape *b, AukSeparation *found)
{
    AukDvec p = auk__support_shape_vertex(a, 0), q = auk__support_shape_vertex(b, 0), apart = dvec_sub(q, p);
    double distance = dvec_length(apart);
    if (!(distance > AUK_SAT_TOUCHING * (dvec_size(p) + dvec_size(q)))) {
        return false;
    }
    found->distance = distance;
    found->point_a = p;
    found->point_b = q;
    found->normal = dvec_scale(1.0 / distance, apart);
    found->support_a = found->support_b = 0;
    return true;
}

// True only of polygons that one axis (that of the cache, or else from one position to the other) shows to be farther
// apart than `max_distance`. False where the test would be slow.
bool auk__sat_polygons_apart(const AukSupportShape *a, const AukSupportShape *b, double max_distance,
                             const AukGjkCache *cache);

// False if it cannot tell: curves, polygons of more than AUK_SAT_MAX vertices, pairs that nearly touch or of which
// one is so thin that its faces are rounding. With true the answer is exact to rounding. `max_distance` as in
// auk__gjk(). `found` is of the cores, without their radii. `cache` (may be null) as in auk__separate(). `tried`:
// auk__early_out() has been asked.
static inline bool auk__sat(const AukSupportShape *a, const AukSupportShape *b, double max_distance, bool tried,
                            AukGjkCache *cache, AukSeparation *found)
{
    if (auk__support_shape_is_curved(a) || auk__support_shape_is_curved(b) || a->count > AUK_SAT_MAX ||
        b->count > AUK_SAT_MAX) {
        return false;
    }
    if (a->count == 1 || b->count == 1) {
        bool answered = auk__sat_point(a, b, found);
        if (answered && cache) {
            auk__sat_remember_corners(found, cache);
        }
        return answered;
    }
    if ((a->box || a->count == 2) && (b->box || b->count == 2)) {
        return auk__sat_boxes(a, b, max_distance, cache, found);
    }
    return auk__sat_polygons(a, b, max_distance, tried, cache, found);
}

#endif
