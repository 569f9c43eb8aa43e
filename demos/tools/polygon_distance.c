// polygon-distance: reads pairs of convex polygons and prints how far they are from each other, 0 where they meet.
// auk works in floats, which hold 7 digits, and the answer has 5 decimals at coordinates of 10,000. So auk finds the
// hulls and the features that are nearest, by GJK or by alternating projection, and the distance is finished in double
// precision on the input's own digits. Calipers and brute force are not auk's: they work in doubles from the start, and
// the calipers also measure the depth of an overlap.
// Exit status: 0 done, 1 malformed input, 2 bad arguments.
#include "tools/polygon_exact.h"
#include "tools/polygon_gap.h"
#include "tools/polygon_reader.h"

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

typedef enum Algorithm { GJK, PROJECTION, CALIPERS, BRUTE, ALGORITHM_COUNT } Algorithm;

static const char *const algorithm_names[ALGORITHM_COUNT] = {"gjk", "projection", "calipers", "brute"};

typedef struct Options {
    Algorithm algorithm;
    bool depth, witness, stats;
    bool help;
} Options;

typedef struct Program {
    Options options;
    PolygonReader reader;
    Polygon one, two;
    FloatHull hull_one, hull_two;
    PolygonHull exact_one, exact_two;
} Program;

typedef struct Answer {
    double distance; // below 0 only where the depth is known
    PolygonPoint one, two;
    int iterations; // of the algorithm
    int finish;     // rounds in double precision after it
    bool converged;
} Answer;

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

// ---- auk's ways -----------------------------------------------------------------------------------------------

// Where auk's GJK ended, in indices of the input.
static PolygonSeed seed_by_gjk(const Program *program, const AukShape *one, const AukShape *two, int *iterations)
{
    AukGjkCache cache = {0};
    AukTransform here = auk_transform_identity();
    *iterations = auk_gjk(one, here, two, here, &cache, NULL).iterations;
    PolygonSeed seed = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < 2 && cache.count > 0; i++) {
        uint32_t vertex = i < cache.count ? i : 0;
        seed.one[i] = program->hull_one.outer[program->hull_one.indices[cache.index_a[vertex]]];
        seed.two[i] = program->hull_two.outer[program->hull_two.indices[cache.index_b[vertex]]];
    }
    return seed;
}

static int nearest_vertex(const FloatHull *hull, AukVec2 point)
{
    int best = 0;
    float least = INFINITY;
    for (int i = 0; i < hull->count; i++) {
        float distance = auk_vec_length(auk_vec_sub(hull->vertices[i], point));
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return hull->outer[hull->indices[best]];
}

// The vertices nearest to where alternating projection ended.
static PolygonSeed seed_by_projection(const Program *program, const AukShape *one, const AukShape *two, int *iterations)
{
    AukTransform here = auk_transform_identity();
    AukProjectionResult result = auk_alternating_projection(one, here, two, here, 0.0f, NULL);
    *iterations = result.projections;
    int vertex_one = nearest_vertex(&program->hull_one, result.point_a);
    int vertex_two = nearest_vertex(&program->hull_two, result.point_b);
    return (PolygonSeed){{vertex_one, vertex_one}, {vertex_two, vertex_two}};
}

// Polygons that floats make degenerate start from their first points: a few more rounds, the same answer.
static Answer measure_by_auk(Program *program)
{
    find_hull(&program->one, &program->hull_one);
    find_hull(&program->two, &program->hull_two);
    AukShape one = auk_shape_polygon(program->hull_one.vertices, program->hull_one.count, 0.0f);
    AukShape two = auk_shape_polygon(program->hull_two.vertices, program->hull_two.count, 0.0f);
    PolygonSeed seed = {{0, 0}, {0, 0}};
    int iterations = 0;
    if (one.kind != AUK_SHAPE_NONE && two.kind != AUK_SHAPE_NONE) {
        bool gjk = program->options.algorithm == GJK;
        seed = (gjk ? seed_by_gjk : seed_by_projection)(program, &one, &two, &iterations);
    }
    PolygonGap gap = polygon_gap(&program->one, &program->two, &seed);
    return (Answer){gap.distance, gap.one, gap.two, iterations, gap.rounds, gap.converged};
}

// ---- the others -----------------------------------------------------------------------------------------------

static Answer measure_exactly(Program *program, bool brute)
{
    polygon_hull(&program->one, &program->exact_one);
    polygon_hull(&program->two, &program->exact_two);
    PolygonWay way = (brute ? polygon_by_brute_force : polygon_by_calipers)(&program->exact_one, &program->exact_two);
    return (Answer){way.distance, way.one, way.two, way.steps, 0, true};
}

static Answer measure(Program *program)
{
    const Options *options = &program->options;
    if (options->algorithm == CALIPERS || options->algorithm == BRUTE) {
        return measure_exactly(program, options->algorithm == BRUTE);
    }
    Answer answer = measure_by_auk(program);
    if (answer.converged && answer.distance == 0.0 && (options->depth || options->witness)) {
        Answer deep = measure_exactly(program, false);
        answer.distance = deep.distance;
        answer.one = deep.one;
        answer.two = deep.two;
    }
    return answer;
}

// Without a minus sign before zeros.
static double shown(double x)
{
    return x > -5e-6 && x < 5e-6 ? 0.0 : x;
}

static bool solve(Program *program)
{
    const Options *options = &program->options;
    Answer answer = measure(program);
    if (!answer.converged) {
        return false;
    }
    printf("%.5f", options->depth ? shown(answer.distance) : (answer.distance > 0.0 ? answer.distance : 0.0));
    if (options->witness) {
        printf(" witness %.5f %.5f %.5f %.5f", shown(answer.one.x), shown(answer.one.y), shown(answer.two.x),
               shown(answer.two.y));
    }
    if (options->stats) {
        printf(" iterations %d finish %d", answer.iterations, answer.finish);
    }
    putchar('\n');
    return true;
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
        "usage: polygon-distance [OPTION]... < INPUT\n"
        "\n"
        "Reads cases of two convex polygons: a line \"N M\", N lines \"x y\" of polygon one, M lines of polygon two,\n"
        "until a line \"0 0\". 3 to %d points each, in any order: their hull is taken.\n"
        "Prints a line for each case: the distance with five decimals, 0.00000 where the polygons meet.\n"
        "\n"
        "  --depth           where they overlap: the depth, as a negative distance\n"
        "  --witness         adds \"witness X Y X Y\": the points of polygon one and two that are nearest to each "
        "other,\n"
        "                    or, where they overlap, those between which the depth is measured\n"
        "  --stats           adds \"iterations N finish N\": rounds of GJK, projections, turns of the calipers or "
        "pairs\n"
        "                    of brute force; and the rounds in double precision that finish what auk found in floats\n"
        "  --algorithm NAME  gjk (the default), projection, calipers or brute\n",
        POLYGON_COUNT_MAX);
}

static bool read_algorithm(const char *name, Algorithm *algorithm)
{
    for (int i = 0; name != NULL && i < ALGORITHM_COUNT; i++) {
        if (strcmp(name, algorithm_names[i]) == 0) {
            *algorithm = (Algorithm)i;
            return true;
        }
    }
    return false;
}

static bool read_options(int argc, char **argv, Options *options)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            options->help = true;
        } else if (strcmp(argv[i], "--depth") == 0) {
            options->depth = true;
        } else if (strcmp(argv[i], "--witness") == 0) {
            options->witness = true;
        } else if (strcmp(argv[i], "--stats") == 0) {
            options->stats = true;
        } else if (strcmp(argv[i], "--algorithm") == 0) {
            i++;
            if (!read_algorithm(i < argc ? argv[i] : NULL, &options->algorithm)) {
                fprintf(stderr, "polygon-distance: --algorithm wants gjk, projection, calipers or brute\n");
                return false;
            }
        } else {
            fprintf(stderr, "polygon-distance: unknown argument '%s' (see --help)\n", argv[i]);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    Options options = {0};
    if (!read_options(argc, argv, &options)) {
        return EXIT_BAD_ARGUMENTS;
    }
    if (options.help) {
        print_help();
        return EXIT_SUCCESS;
    }
    Program *program = calloc(1, sizeof *program);
    if (program == NULL) {
        fprintf(stderr, "polygon-distance: out of memory\n");
        return EXIT_FAILURE;
    }
    program->options = options;
    int status = run(program);
    free(program);
    return status;
}
