// auk_hull() and auk_shape_polygon() against exact integer orientations: the hull is strictly convex, made of input
// points, holds all of them, starts where it should, and does not depend on the order of the input; and any list of
// points is a polygon exactly if it is one.
#include "fuzz/expect.h"
#include "fuzz/input.h"
#include "fuzz/solid.h"
#include "support/oracle.h"
#include "support/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 300 };

static AukVec2 points[POINTS_MAX];
static int count;

static void print(FILE *file)
{
    print_points(file, "points", points, count);
}

static bool same(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static bool precedes(AukVec2 a, AukVec2 b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

// Some points again, some between others: what uniform numbers never give.
static void read_points(Input *input)
{
    int repeats = input_int(input, 0, 7);
    count = input_points(input, 0, 60, points);
    for (int i = 0; i < repeats && count > 0; i++) {
        AukVec2 p = points[input_int(input, 0, count - 1)], q = points[input_int(input, 0, count - 1)];
        int copies = input_int(input, 1, 20);
        for (int k = 0; k < copies && count < POINTS_MAX; k++) {
            points[count++] = auk_vec(p.x + 0.5f * (q.x - p.x) * (float)k, p.y + 0.5f * (q.y - p.y) * (float)k);
        }
    }
}

static void check_hull(const AukVec2 *hull, const int *indices, int kept)
{
    EXPECT(solid_is_polygon(hull, kept), "%d vertices", kept);
    AukShape shape = auk_shape_polygon(hull, kept, 0.0f);
    EXPECT(shape.kind == AUK_SHAPE_POLYGON && shape.status == AUK_OK, "status %d", shape.status);
    for (int i = 0; i < count; i++) {
        EXPECT(!precedes(points[i], hull[0]), "the hull starts right of point %d", i);
        for (int j = 0; j < kept; j++) {
            EXPECT(oracle_orientation(hull[j], hull[(j + 1) % kept], points[i]) >= 0, "point %d is beyond edge %d", i,
                   j);
        }
    }
    for (int j = 0; j < kept; j++) {
        EXPECT(indices[j] >= 0 && indices[j] < count, "index %d", indices[j]);
        EXPECT(memcmp(&hull[j], &points[indices[j]], sizeof hull[j]) == 0, "vertex %d is not point %d", j, indices[j]);
        for (int i = 0; i < indices[j]; i++) {
            EXPECT(!same(points[i], hull[j]), "point %d is named, but %d is at the same place", indices[j], i);
        }
    }
}

static void check_order(const AukVec2 *hull, int kept)
{
    AukVec2 again[POINTS_MAX], reversed[POINTS_MAX];
    EXPECT(auk_hull(hull, kept, again) == kept && memcmp(hull, again, (size_t)kept * sizeof *hull) == 0,
           "the hull of the hull differs");
    for (int i = 0; i < count; i++) {
        reversed[i] = points[(i * 2 + 1) % count]; // all of them where the count is odd
        reversed[i] = count % 2 ? reversed[i] : points[count - 1 - i];
    }
    int number = auk_hull(reversed, count, again);
    EXPECT(number == kept, "%d vertices in another order, %d before", number, kept);
    for (int i = 0; i < kept; i++) {
        EXPECT(same(hull[i], again[i]), "vertex %d differs in another order", i);
    }
}

// The support search of large polygons against a scan.
static void check_support(const AukVec2 *hull, int kept, AukVec2 direction)
{
    AukShape shape = auk_shape_polygon(hull, kept, 0.0f);
    AukTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    AukVec2 found = auk_support(&shape, identity, direction);
    Vec d = vec_of(direction);
    double best = -INFINITY;
    for (int i = 0; i < kept; i++) {
        best = fmax(best, vec_dot(d, vec_of(hull[i])));
    }
    Solid solid = solid_of(&shape, identity, auk_vec(0.0f, 0.0f));
    double slack = 1e-6 * solid_extent(&solid) * vec_length(d);
    EXPECT(vec_dot(d, vec_of(found)) >= best - slack, "support {%a, %a} along {%a, %a}", (double)found.x,
           (double)found.y, (double)direction.x, (double)direction.y);
}

static void check_measure(const AukVec2 *hull, int kept)
{
    AukShape shape = auk_shape_polygon(hull, kept, 0.0f);
    AukMeasure measure = auk_shape_measure(&shape);
    double area = 0.0, perimeter = 0.0;
    for (int i = 0; i < kept; i++) {
        Vec p = vec_sub(vec_of(hull[i]), vec_of(hull[0]));
        Vec q = vec_sub(vec_of(hull[(i + 1) % kept]), vec_of(hull[0]));
        area += 0.5 * vec_cross(p, q);
        perimeter += vec_length(vec_sub(q, p));
    }
    EXPECT(measure.status == AUK_OK, "status %d", measure.status);
    double slack = 1e-6 * perimeter + 1e-44;
    EXPECT(fabs((double)measure.perimeter - perimeter) <= slack, "perimeter %a, not %a", (double)measure.perimeter,
           perimeter);
    EXPECT(fabs((double)measure.area - area) <= 1e-6 * area + 1e-10 * perimeter * perimeter + 1e-44, "area %a, not %a",
           (double)measure.area, area);
    AukTransform identity = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    AukProjection inside = auk_project_point(&shape, identity, measure.centroid);
    EXPECT((double)inside.distance <= slack + solid_rounding(measure.centroid), "centroid {%a, %a} is %a outside",
           (double)measure.centroid.x, (double)measure.centroid.y, (double)inside.distance);
}

static void check_raw_polygon(void)
{
    Flaws flaws = flaws_of_points(points, count) | (count < 3 ? flaw(AUK_ERROR_COUNT) : 0);
    if (!flaws && !solid_is_polygon(points, count)) {
        flaws = flaw(solid_is_flat(points, count) ? AUK_ERROR_ZERO_AREA : AUK_ERROR_NOT_CONVEX);
    }
    AukShape shape = auk_shape_polygon(points, count, 0.0f);
    EXPECT(flaws_explain(flaws, shape.status), "status %d, flaws %x", shape.status, flaws);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    AukVec2 direction = input_vec(&input, input_style(&input));
    read_points(&input);

    // of exactly the documented size, so that a step beyond is seen
    size_t room = count > 0 ? (size_t)count : 1;
    AukVec2 *hull = malloc(room * sizeof *hull);
    int *indices = malloc(room * sizeof *indices);
    Flaws flaws = flaws_of_points(points, count) | (count < 3 ? flaw(AUK_ERROR_COUNT) : 0);
    if (!flaws && solid_is_flat(points, count)) {
        flaws = flaw(AUK_ERROR_ZERO_AREA);
    }
    int kept = auk_hull(points, count, hull);
    int kept_indices = auk_hull_indices(points, count, indices);
    EXPECT(kept == kept_indices, "%d vertices, but %d indices", kept, kept_indices);
    EXPECT(kept < 0 ? flaws_explain(flaws, (AukStatus)-kept) : flaws == 0 && kept >= 3, "%d, flaws %x", kept, flaws);
    EXPECT(auk_hull(NULL, count, hull) == -AUK_ERROR_NULL && auk_hull(points, count, NULL) == -AUK_ERROR_NULL,
           "null is taken");
    check_raw_polygon();
    if (kept > 0) {
        check_hull(hull, indices, kept);
        check_order(hull, kept);
        check_measure(hull, kept);
        if (!flaws_of_vec(direction)) {
            check_support(hull, kept, direction);
        }
    }
    free(hull);
    free(indices);
    return 0;
}
