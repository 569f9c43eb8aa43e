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

// A distance below this fraction of the pair's size may be that of a wrong face.
#define AUK_SAT_CERTAIN 1e-9
// Cores nearer than this count as touching, as in GJK.
#define AUK_SAT_TOUCHING 1e-13
// The sine up to which two faces count as parallel.
#define AUK_SAT_PARALLEL 1e-12
// Boxes whose shorter side is at least this fraction of the longer one are never too thin.
#define AUK_SAT_FAT 1e-3

// As auk__sat() if one core is a point. The other must have at most AUK_SAT_MAX vertices.
bool auk__sat_point(const AukSupportShape *a, const AukSupportShape *b, AukSeparation *found);

// The same if both are segments or boxes.
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

// True only for polygons that are farther apart than `max_distance` along one axis: that of the cache, or the direction
// from one position to the other. False if the test would be slow.
bool auk__sat_polygons_apart(const AukSupportShape *a, const AukSupportShape *b, double max_distance,
                             const AukGjkCache *cache);

// False if the result would be uncertain: for curves, for polygons of more than AUK_SAT_MAX vertices, for pairs that
// nearly touch, and for polygons so thin that their faces are rounding error. If true, the result is exact up to
// rounding. `max_distance` as in auk__gjk(). `found` is the separation of the cores, without their radii. `cache` (may
// be null) as in auk__separate(). `tried`: tests that auk__early_out() makes may be left out.
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
