// polygon-distance: reads pairs of convex polygons and prints how far they are from each other, 0 where they meet.
// auk works in floats, which hold 7 digits, and the answer has 5 decimals at coordinates of 10,000. So auk finds the
// hulls and the features that are nearest, and the distance is finished in double precision on the input's own digits.
// Exit status: 0 done, 1 malformed input, 2 bad arguments.
#include "polygon_gap.h"
#include "polygon_reader.h"

#include "auk/auk.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_BAD_ARGUMENTS = 2 };

// A polygon as auk sees it, and which point of the input each vertex was.
typedef struct FloatHull {
    int count; // 0: as floats, all points lie on one line
    int outer[POLYGON_COUNT_MAX];
    AukVec2 points[POLYGON_COUNT_MAX]; // of `outer`
    int indices[POLYGON_COUNT_MAX];
    AukVec2 vertices[POLYGON_COUNT_MAX];
} FloatHull;

typedef struct Program {
    PolygonReader reader;
    Polygon one, two;
    FloatHull hull_one, hull_two;
} Program;

enum { DIRECTION_COUNT = 8 };

// Distinct points that are farthest in eight directions, counter-clockwise.
static int find_extremes(const Polygon *polygon, PolygonPoint *extremes)
{
    static const PolygonPoint directions[DIRECTION_COUNT] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                             {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    int count = 0;
    for (int k = 0; k < DIRECTION_COUNT; k++) {
        PolygonPoint best = polygon->points[0];
        for (int i = 1; i < polygon->count; i++) {
            PolygonPoint p = polygon->points[i];
            double gain = directions[k].x * (p.x - best.x) + directions[k].y * (p.y - best.y);
            best = gain > 0.0 ? p : best;
        }
        bool new = count == 0 || best.x != extremes[count - 1].x || best.y != extremes[count - 1].y;
        if (new) {
            extremes[count++] = best;
        }
    }
    bool closed = count > 1 && extremes[0].x == extremes[count - 1].x && extremes[0].y == extremes[count - 1].y;
    return closed ? count - 1 : count;
}

static bool is_inner(const PolygonPoint *extremes, int count, PolygonPoint p)
{
    for (int k = 0; k < count; k++) {
        PolygonPoint a = extremes[k];
        PolygonPoint b = extremes[k + 1 < count ? k + 1 : 0];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0.0) {
            return false;
        }
    }
    return true;
}

// Sorting for the hull takes longer than reading, so points that are plainly inside are left out first (Akl and
// Toussaint, "A fast convex hull algorithm", 1978): half the time on a cloud of points. Rounding does no harm, since
// the hull only says where to start.
static void find_hull(const Polygon *polygon, FloatHull *hull)
{
    PolygonPoint extremes[DIRECTION_COUNT];
    int extreme_count = find_extremes(polygon, extremes);
    int outer_count = 0;
    for (int i = 0; i < polygon->count; i++) {
        PolygonPoint p = polygon->points[i];
        if (!is_inner(extremes, extreme_count, p)) {
            hull->points[outer_count] = auk_vec((float)p.x, (float)p.y);
            hull->outer[outer_count++] = i;
        }
    }
    int count = auk_hull_indices(hull->points, outer_count, hull->indices);
    hull->count = count > 0 ? count : 0;
    for (int i = 0; i < hull->count; i++) {
        hull->vertices[i] = hull->points[hull->indices[i]];
    }
}

// Where auk's GJK ended, in indices of the input. Polygons that floats make degenerate start from their first points:
// a few more rounds, the same answer.
static PolygonSeed find_seed(const FloatHull *one, const FloatHull *two)
{
    PolygonSeed seed = {{0, 0}, {0, 0}};
    AukShape shape_one = auk_shape_polygon(one->vertices, one->count, 0.0f);
    AukShape shape_two = auk_shape_polygon(two->vertices, two->count, 0.0f);
    if (shape_one.kind == AUK_SHAPE_NONE || shape_two.kind == AUK_SHAPE_NONE) {
        return seed;
    }
    AukGjkCache cache = {0};
    auk_gjk(&shape_one, auk_transform_identity(), &shape_two, auk_transform_identity(), &cache, NULL);
    for (uint32_t i = 0; i < 2 && cache.count > 0; i++) {
        uint32_t vertex = i < cache.count ? i : 0;
        seed.one[i] = one->outer[one->indices[cache.index_a[vertex]]];
        seed.two[i] = two->outer[two->indices[cache.index_b[vertex]]];
    }
    return seed;
}

static bool solve(Program *program)
{
    find_hull(&program->one, &program->hull_one);
    find_hull(&program->two, &program->hull_two);
    PolygonSeed seed = find_seed(&program->hull_one, &program->hull_two);
    PolygonGap gap = polygon_gap(&program->one, &program->two, &seed);
    if (gap.converged) {
        printf("%.5f\n", gap.distance);
    }
    return gap.converged;
}

static int run(Program *program)
{
    PolygonRead read;
    polygon_reader_init(&program->reader, stdin);
    while ((read = polygon_read_case(&program->reader, &program->one, &program->two)) == POLYGON_READ_CASE) {
        if (!solve(program)) {
            fflush(stdout);
            fprintf(stderr, "polygon-distance: line %d: no convergence on the case that ends here\n",
                    program->reader.line);
            return EXIT_FAILURE;
        }
    }
    if (fflush(stdout) != 0) {
        fprintf(stderr, "polygon-distance: the results cannot be written\n");
        return EXIT_FAILURE;
    }
    if (read == POLYGON_READ_ERROR) {
        fprintf(stderr, "polygon-distance: line %d: %s\n", program->reader.line, program->reader.error);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static void print_help(void)
{
    printf(
        "usage: polygon-distance < INPUT\n"
        "\n"
        "Reads cases of two convex polygons: a line \"N M\", N lines \"x y\" of polygon one, M lines of polygon two,\n"
        "until a line \"0 0\". 3 to %d points each, in any order: their hull is taken.\n"
        "Prints the distance for each case with five decimals, 0.00000 where the polygons meet.\n",
        POLYGON_COUNT_MAX);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (argc > 1) {
        fprintf(stderr, "polygon-distance: unknown argument '%s' (see --help)\n", argv[1]);
        return EXIT_BAD_ARGUMENTS;
    }
    Program *program = calloc(1, sizeof *program);
    if (program == NULL) {
        fprintf(stderr, "polygon-distance: out of memory\n");
        return EXIT_FAILURE;
    }
    int status = run(program);
    free(program);
    return status;
}
