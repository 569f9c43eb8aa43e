// The answers that are distances, and those that are parts of them.
#include "fuzz/expect.h"
#include "fuzz/pair.h"

#include <math.h>

enum { TRACE_ROOM = 4 };

// What both witness points, the normal and the distance promise about each other and about two shapes.
void pair_check_witnesses(const FuzzPair *pair, const char *who, const Solid *a, const Solid *b, double distance,
                          AukVec2 point_a, AukVec2 point_b, AukVec2 normal)
{
    EXPECT(isfinite(distance) && solid_is_finite(point_a) && solid_is_finite(point_b), "%s: not finite", who);
    EXPECT(solid_is_unit(normal), "%s: normal {%a, %a}", who, (double)normal.x, (double)normal.y);
    double shown = solid_separation(a, b, vec_of(normal)), widest = solid_widest(a, b);
    EXPECT(fabs(shown - distance) <= pair->slack, "%s: distance %a, its normal {%a, %a} shows %a", who, distance,
           (double)normal.x, (double)normal.y, shown);
    EXPECT(widest <= distance + pair->slack, "%s: distance %a, another axis shows %a", who, distance, widest);
    double room = pair->slack + solid_rounding(point_a) + solid_rounding(point_b) + solid_rounding(pair->pose_a.p);
    Vec between = vec_sub(vec_of(point_b), vec_of(point_a));
    double off = vec_length(vec_sub(between, vec_scale(distance, vec_of(normal))));
    EXPECT(off <= room, "%s: point_b - point_a is off by %a, distance %a", who, off, distance);
    AukShape storage;
    Solid point = solid_of_point(&storage, vec_sub(vec_of(point_a), vec_of(pair->pose_a.p)), 0.0f);
    EXPECT(solid_widest(a, &point) <= room, "%s: point_a {%a, %a} is not in a", who, (double)point_a.x,
           (double)point_a.y);
    point = solid_of_point(&storage, vec_sub(vec_of(point_b), vec_of(pair->pose_a.p)), 0.0f);
    EXPECT(solid_widest(b, &point) <= room, "%s: point_b {%a, %a} is not in b", who, (double)point_b.x,
           (double)point_b.y);
}

AukDistance pair_check_distance(const FuzzPair *pair)
{
    AukDistance d = auk_distance(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b);
    AukDistance swapped = auk_distance(&pair->b.shape, pair->pose_b, &pair->a.shape, pair->pose_a);
    EXPECT(flaws_explain(pair->flaws, d.status), "status %d, flaws %x", d.status, pair->flaws);
    EXPECT(flaws_explain(pair->flaws, swapped.status), "swapped: status %d, flaws %x", swapped.status, pair->flaws);
    EXPECT(solid_is_unit(d.normal) && solid_is_unit(swapped.normal), "normal {%a, %a}", (double)d.normal.x,
           (double)d.normal.y);
    if (pair->flaws == 0) {
        pair_check_witnesses(pair, "distance", &pair->solid_a, &pair->solid_b, (double)d.distance, d.point_a, d.point_b,
                             d.normal);
        EXPECT(fabs((double)d.distance - (double)swapped.distance) <= pair->slack, "%a, swapped %a", (double)d.distance,
               (double)swapped.distance);
    }
    return d;
}

void pair_check_overlap(const FuzzPair *pair, const AukDistance *d)
{
    bool overlap = auk_overlap(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b);
    bool swapped = auk_overlap(&pair->b.shape, pair->pose_b, &pair->a.shape, pair->pose_a);
    if (pair->flaws) {
        EXPECT(!overlap && !swapped, "bad input overlaps");
    } else if (fabs((double)d->distance) > pair->slack) {
        EXPECT(overlap == (d->distance < 0.0f) && swapped == overlap, "%d, swapped %d, distance %a", overlap, swapped,
               (double)d->distance);
    }
}

void pair_check_distance_up_to(const FuzzPair *pair, const AukDistance *d, float max)
{
    AukDistance near = auk_distance_up_to(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, max);
    Flaws all = pair->flaws | (isfinite(max) ? 0 : flaw(AUK_ERROR_NOT_FINITE));
    EXPECT(flaws_explain(all, near.status), "status %d, flaws %x, max %a", near.status, all, (double)max);
    EXPECT(solid_is_unit(near.normal), "normal {%a, %a}", (double)near.normal.x, (double)near.normal.y);
    if (all) {
        return;
    }
    double distance = (double)d->distance, limit = fmax((double)max, 0.0), found = (double)near.distance;
    EXPECT(isfinite(near.distance) && solid_is_finite(near.point_a) && solid_is_finite(near.point_b), "not finite");
    if (found <= limit) {
        pair_check_witnesses(pair, "up to", &pair->solid_a, &pair->solid_b, found, near.point_a, near.point_b,
                             near.normal);
    } else {
        EXPECT(distance > limit - pair->slack, "%a above %a, distance %a", found, limit, distance);
        EXPECT(found <= distance + pair->slack, "%a is no lower bound of %a", found, distance);
        double shown = solid_separation(&pair->solid_a, &pair->solid_b, vec_of(near.normal));
        EXPECT(fabs(shown - found) <= pair->slack, "the axis shows %a, not %a", shown, found);
    }
}

void pair_check_gjk(const FuzzPair *pair, Input *input)
{
    AukGjkStep steps[TRACE_ROOM];
    AukGjkTrace trace = {steps, TRACE_ROOM, 99, 99, {0.0f, 0.0f}};
    AukGjkCache cache = {input_byte(input), {0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        cache.index_a[i] = input_byte(input);
        cache.index_b[i] = input_byte(input);
        cache.index_a[i] = cache.index_a[i] == 255 ? UINT32_MAX : cache.index_a[i];
    }
    AukGjkResult cold = auk_gjk(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, NULL, NULL);
    AukGjkResult warm = auk_gjk(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, &cache, &trace);
    AukGjkResult again = auk_gjk(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, &cache, NULL);
    AukGjkResult all[3] = {cold, warm, again};
    for (int i = 0; i < 3; i++) {
        EXPECT(flaws_explain(pair->flaws, all[i].status), "call %d: status %d, flaws %x", i, all[i].status,
               pair->flaws);
        if (pair->flaws || all[i].overlap) {
            EXPECT(all[i].distance == 0.0f && all[i].normal.x == 0.0f && all[i].normal.y == 0.0f, "call %d", i);
            EXPECT(!pair->flaws || !all[i].overlap, "bad input overlaps");
            EXPECT(pair->flaws || solid_widest(&pair->core_a, &pair->core_b) <= pair->slack,
                   "call %d: overlap, but apart by %a", i, solid_widest(&pair->core_a, &pair->core_b));
        } else {
            pair_check_witnesses(pair, "gjk", &pair->core_a, &pair->core_b, (double)all[i].distance, all[i].point_a,
                                 all[i].point_b, all[i].normal);
        }
    }
    EXPECT(trace.count >= 0 && trace.count <= TRACE_ROOM && trace.total >= trace.count, "%d of %d", trace.count,
           trace.total);
    EXPECT(cache.count <= 3 || pair->flaws, "%u in the cache", cache.count);
}

void pair_check_epa(const FuzzPair *pair)
{
    AukEpaStep steps[TRACE_ROOM];
    AukEpaTrace trace = {steps, TRACE_ROOM, 99, 99};
    AukEpaResult epa = auk_epa(&pair->a.shape, pair->pose_a, &pair->b.shape, pair->pose_b, &trace);
    EXPECT(flaws_explain(pair->flaws, epa.status), "status %d, flaws %x", epa.status, pair->flaws);
    EXPECT(trace.count >= 0 && trace.count <= TRACE_ROOM && trace.total >= trace.count, "%d of %d", trace.count,
           trace.total);
    if (pair->flaws || !epa.overlap) {
        EXPECT(!epa.overlap && epa.depth == 0.0f && epa.normal.x == 0.0f && epa.normal.y == 0.0f, "depth %a",
               (double)epa.depth);
        return;
    }
    EXPECT(epa.depth >= 0.0f, "depth %a", (double)epa.depth);
    pair_check_witnesses(pair, "epa", &pair->core_a, &pair->core_b, -(double)epa.depth, epa.point_a, epa.point_b,
                         epa.normal);
}
