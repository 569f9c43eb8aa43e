// The older way to the distance of two convex polygons: rotating calipers (Toussaint, "Solving geometric problems with
// the rotating calipers", 1983). A yardstick for the library and an oracle for its tests; no code in common with
// either.
#ifndef AUK_TESTS_SUPPORT_CALIPERS_H
#define AUK_TESTS_SUPPORT_CALIPERS_H

typedef struct CalipersPoint {
    double x, y;
} CalipersPoint;

// Strictly convex and counter-clockwise; one point or two are allowed.
typedef struct CalipersPolygon {
    const CalipersPoint *points;
    int count;
} CalipersPolygon;

typedef struct CalipersResult {
    double distance;        // below 0: the depth, negated
    CalipersPoint one, two; // witness points: on the outlines, that far apart
    int turns;              // how often the calipers were turned on to the next edge
} CalipersResult;

// O(n + m).
CalipersResult calipers_measure(CalipersPolygon one, CalipersPolygon two);

#endif
