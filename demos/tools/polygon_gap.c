// The two-point form of GJK: keep two points p, q of the Minkowski difference; c is the support point from their
// segment towards the origin; it takes the place of p or q, whichever then comes nearer the origin. Supports are plain
// scans over the points as they were read, so the answer has all the digits of the input, and points inside the hull do
// no harm. From a good seed two or three rounds are enough. Invariant: the distance of pq falls strictly, hence no pair
// p, q comes twice and the rounds end.
#include "tools/polygon_gap.h"

#include <float.h>
#include <math.h>

typedef PolygonPoint Vec;

static double dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y;
}

static double cross(Vec a, Vec b)
{
    return a.x * b.y - a.y * b.x;
}

// A vertex of the difference, and the points of one and two that made it.
typedef struct Vertex {
    Vec at;
    int one, two;
} Vertex;

static Vertex difference(const Polygon *one, int i, const Polygon *two, int j)
{
    Vec at = {one->points[i].x - two->points[j].x, one->points[i].y - two->points[j].y};
    return (Vertex){at, i, j};
}

// The lowest point along a direction.
static int lowest(const Polygon *polygon, Vec direction)
{
    int best = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < polygon->count; i++) {
        double height = dot(polygon->points[i], direction);
        if (height < least) {
            least = height;
            best = i;
        }
    }
    return best;
}

// How near the origin a segment comes, and which way to look for something nearer.
typedef struct Approach {
    double distance;
    Vec away; // unit vector from the origin to the nearest point
} Approach;

static Approach approach_point(Vec p)
{
    double distance = sqrt(dot(p, p));
    return (Approach){distance, distance > 0.0 ? (Vec){p.x / distance, p.y / distance} : (Vec){1.0, 0.0}};
}

// Beside the inside of the segment the direction is its normal. Tried: the direction of p + t (q - p), whose error is
// that of p over the distance; polygons with long parallel edges 1e-5 apart then passed for touching.
static Approach approach_segment(Vec p, Vec q)
{
    Vec along = {q.x - p.x, q.y - p.y};
    if (dot(p, along) >= 0.0) {
        return approach_point(p);
    }
    if (dot(q, along) <= 0.0) {
        return approach_point(q);
    }
    double length = sqrt(dot(along, along));
    Vec normal = {along.y / length, -along.x / length};
    double side = dot(p, normal);
    return side >= 0.0 ? (Approach){side, normal} : (Approach){-side, {-normal.x, -normal.y}};
}

// True if the closed triangle holds the origin; a flat one does not.
static bool triangle_holds_origin(Vec p, Vec q, Vec r)
{
    double a = cross(p, q);
    double b = cross(q, r);
    double c = cross(r, p);
    bool flat = a + b + c == 0.0;
    return !flat && ((a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0));
}

// The points of one and two whose difference is the point of pq nearest the origin.
static void find_points(PolygonGap *gap, const Polygon *one, const Polygon *two, Vertex p, Vertex q)
{
    Vec along = {q.at.x - p.at.x, q.at.y - p.at.y};
    double square = dot(along, along);
    double t = square > 0.0 ? fmin(fmax(-dot(p.at, along) / square, 0.0), 1.0) : 0.0;
    Vec a = one->points[p.one], b = one->points[q.one];
    gap->one = (Vec){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    a = two->points[p.two];
    b = two->points[q.two];
    gap->two = (Vec){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

PolygonGap polygon_gap(const Polygon *one, const Polygon *two, const PolygonSeed *seed)
{
    Vertex p = difference(one, seed->one[0], two, seed->two[0]);
    Vertex q = difference(one, seed->one[1], two, seed->two[1]);
    Approach nearest = approach_segment(p.at, q.at);
    PolygonGap gap = {0};
    // A generous bound: the search would have to walk around both outlines to get there.
    for (int bound = one->count + two->count; gap.rounds < bound && !gap.converged; gap.rounds++) {
        Vec away = nearest.away;
        Vertex c = difference(one, lowest(one, away), two, lowest(two, (Vec){-away.x, -away.y}));
        // Nothing is nearer than the support plane, so the two bounds close in on the distance from both sides.
        double least = dot(c.at, away);
        Approach on_pc = approach_segment(p.at, c.at);
        Approach on_cq = approach_segment(c.at, q.at);
        bool keep_p = on_pc.distance < on_cq.distance;
        Approach next = keep_p ? on_pc : on_cq;
        bool met = nearest.distance - least <= 4.0 * DBL_EPSILON * (fabs(c.at.x) + fabs(c.at.y));
        if (met || next.distance >= nearest.distance || triangle_holds_origin(p.at, q.at, c.at)) {
            // With the support plane behind the origin there is no gap.
            gap.distance = least > 0.0 ? nearest.distance : 0.0;
            gap.converged = true;
            find_points(&gap, one, two, p, q);
        }
        p = keep_p ? p : c;
        q = keep_p ? c : q;
        nearest = next;
    }
    return gap;
}
