// GJK with two points p, q of the Minkowski difference. In each round c is the support point in the direction from the
// segment pq to the origin, and replaces p or q, so that the new segment is the nearer one. Support points are found by
// scans over the points as they were read, so the answer has all digits of the input, and points inside the hull do no
// harm. From a good start two or three rounds are enough. Invariant: the distance of pq from the origin falls strictly,
// so no pair comes twice and the rounds end.
#include "tools/polygon_gjk.h"

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

// The index of the lowest point along a direction.
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

// The distance of a segment from the origin, and the direction of its nearest point.
typedef struct Approach {
    double distance;
    Vec away; // unit vector from the origin to the nearest point
} Approach;

static Approach approach_point(Vec p)
{
    double distance = sqrt(dot(p, p));
    return (Approach){distance, distance > 0.0 ? (Vec){p.x / distance, p.y / distance} : (Vec){1.0, 0.0}};
}

// If the nearest point is inside the segment, the direction is the segment's normal. Tried and wrong: the direction of
// p + t (q - p), whose error is that of p divided by the distance; polygons with long parallel edges 1e-5 apart were
// then reported as touching.
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

// True if the triangle with its border contains the origin; false for a flat one.
static bool triangle_contains_origin(Vec p, Vec q, Vec r)
{
    double a = cross(p, q);
    double b = cross(q, r);
    double c = cross(r, p);
    bool flat = a + b + c == 0.0;
    return !flat && ((a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0));
}

// The points of one and two whose difference is the point of pq nearest the origin.
static void find_points(PolygonDistance *found, const Polygon *one, const Polygon *two, Vertex p, Vertex q)
{
    Vec along = {q.at.x - p.at.x, q.at.y - p.at.y};
    double square = dot(along, along);
    double t = square > 0.0 ? fmin(fmax(-dot(p.at, along) / square, 0.0), 1.0) : 0.0;
    Vec a = one->points[p.one], b = one->points[q.one];
    found->one = (Vec){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    a = two->points[p.two];
    b = two->points[q.two];
    found->two = (Vec){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

PolygonDistance polygon_by_gjk(const Polygon *one, const Polygon *two, const PolygonSeed *seed,
                               const PolygonLimits *limits)
{
    Vertex p = difference(one, seed->one[0], two, seed->two[0]);
    Vertex q = difference(one, seed->one[1], two, seed->two[1]);
    Approach nearest = approach_segment(p.at, q.at);
    PolygonDistance found = {0};
    // Without a limit the bound is never reached in practice: the search would have to visit every vertex.
    int bound = limits->rounds > 0 ? limits->rounds : one->count + two->count;
    for (; found.rounds < bound && !found.converged; found.rounds++) {
        Vec away = nearest.away;
        Vertex c = difference(one, lowest(one, away), two, lowest(two, (Vec){-away.x, -away.y}));
        // `least` is a lower bound of the distance and nearest.distance an upper one.
        double least = dot(c.at, away);
        Approach on_pc = approach_segment(p.at, c.at);
        Approach on_cq = approach_segment(c.at, q.at);
        bool keep_p = on_pc.distance < on_cq.distance;
        Approach next = keep_p ? on_pc : on_cq;
        double room = fmax(4.0 * DBL_EPSILON * (fabs(c.at.x) + fabs(c.at.y)), limits->tolerance * nearest.distance);
        bool closed = nearest.distance - least <= room;
        if (closed || next.distance >= nearest.distance || triangle_contains_origin(p.at, q.at, c.at)) {
            // The polygons overlap if the support plane does not lie before the origin.
            found.distance = least > 0.0 ? nearest.distance : 0.0;
            found.converged = true;
            find_points(&found, one, two, p, q);
        }
        p = keep_p ? p : c;
        q = keep_p ? c : q;
        nearest = next;
    }
    if (!found.converged) {
        found.distance = nearest.distance;
        find_points(&found, one, two, p, q);
    }
    return found;
}
