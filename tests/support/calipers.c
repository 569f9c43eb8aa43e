// Two parallel lines, polygon one on the left of the first and polygon two on the right of the second, turn around both
// polygons once. Each turn goes to the next edge of one or of the other (of both, if they are parallel), and there a
// vertex lies opposite an edge. The nearest features are among these, and so is the shortest way out of an overlap.
// Invariant: `from` is the difference of the two vertices that the lines touch.
#include "calipers.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef CalipersPoint Vec;

typedef struct Caliper {
    CalipersPolygon polygon;
    double sign; // -1 for polygon two: seen from its own side, its outline runs backwards
    int at, left;
} Caliper;

typedef struct Search {
    CalipersResult nearest; // the nearest place of the outline of the difference to the origin
    double least_depth;     // of the origin below the lines through the edges of that outline
    double size;            // largest coordinate of a difference
} Search;

static Vec sub(Vec a, Vec b)
{
    return (Vec){a.x - b.x, a.y - b.y};
}

static double dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y;
}

static double cross(Vec a, Vec b)
{
    return a.x * b.y - a.y * b.x;
}

static Vec along(Vec from, double t, Vec edge)
{
    return (Vec){from.x + t * edge.x, from.y + t * edge.y};
}

static Caliper start(CalipersPolygon polygon, double sign)
{
    Caliper caliper = {polygon, sign, 0, polygon.count > 1 ? polygon.count : 0};
    for (int i = 1; i < polygon.count; i++) {
        Vec to = sub(polygon.points[i], polygon.points[caliper.at]);
        if (sign * to.y < 0.0 || (to.y == 0.0 && sign * to.x < 0.0)) {
            caliper.at = i;
        }
    }
    return caliper;
}

static Vec vertex(const Caliper *caliper)
{
    return caliper->polygon.points[caliper->at];
}

static Vec next_vertex(const Caliper *caliper)
{
    return caliper->polygon.points[(caliper->at + 1) % caliper->polygon.count];
}

static Vec next_edge(const Caliper *caliper)
{
    Vec edge = sub(next_vertex(caliper), vertex(caliper));
    return (Vec){caliper->sign * edge.x, caliper->sign * edge.y};
}

static void turn(Caliper *caliper)
{
    caliper->at = (caliper->at + 1) % caliper->polygon.count;
    caliper->left--;
}

// What the lines show while they lie along an edge: the difference of the polygons has that edge, too.
static void look(Search *search, Vec from, Vec edge, Vec one, Vec edge_one, Vec two, Vec edge_two)
{
    double length = sqrt(dot(edge, edge));
    double depth = cross(from, edge) / length;
    double t = -dot(from, edge) / (length * length);
    t = t < 0.0 ? 0.0 : (t > 1.0 ? 1.0 : t);
    Vec nearest = along(from, t, edge);
    double distance = sqrt(dot(nearest, nearest));
    if (distance < search->nearest.distance) {
        search->nearest = (CalipersResult){distance, along(one, t, edge_one), along(two, t, edge_two), 0};
    }
    search->least_depth = fmin(search->least_depth, depth);
    search->size = fmax(search->size, fmax(fabs(from.x), fabs(from.y)));
}

CalipersResult calipers_measure(CalipersPolygon one, CalipersPolygon two)
{
    static const Vec none = {0.0, 0.0};
    Caliper first = start(one, 1.0), second = start(two, -1.0);
    Vec from = sub(vertex(&first), vertex(&second));
    Search search = {{sqrt(dot(from, from)), vertex(&first), vertex(&second), 0}, HUGE_VAL, 0.0};
    int turns = 0;
    for (; first.left > 0 || second.left > 0; turns++) {
        Vec edge_one = first.left > 0 ? next_edge(&first) : none;
        Vec edge_two = second.left > 0 ? next_edge(&second) : none;
        double order = cross(edge_one, edge_two);
        bool turn_one = first.left > 0 && (second.left == 0 || order >= 0.0);
        bool turn_two = second.left > 0 && (first.left == 0 || order <= 0.0);
        edge_one = turn_one ? edge_one : none;
        edge_two = turn_two ? edge_two : none;
        from = sub(vertex(&first), vertex(&second));
        Vec edge = {edge_one.x + edge_two.x, edge_one.y + edge_two.y};
        look(&search, from, edge, vertex(&first), edge_one, vertex(&second), (Vec){-edge_two.x, -edge_two.y});
        if (turn_one) {
            turn(&first);
        }
        if (turn_two) {
            turn(&second);
        }
    }
    // A depth within rounding may be that of a flat difference (parallel segments), which is not deep anywhere.
    bool deep = turns > 0 && search.least_depth > 8.0 * DBL_EPSILON * search.size;
    search.nearest.distance = deep ? -search.nearest.distance : search.nearest.distance;
    search.nearest.turns = turns;
    return search.nearest;
}
