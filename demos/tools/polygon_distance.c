// polygon-distance: reads pairs of convex polygons and prints their distances, 0 where they touch or overlap.
// auk works in floats, which hold 7 digits, but the answer has 5 decimals at coordinates of 10,000. So auk finds the
// hulls and the nearest features, by GJK or alternating projection, and GJK in double precision finishes the distance
// on the input as it was read. The other algorithms, calipers and brute force, are not auk's and work in doubles only.
// With --tolerance or --max-rounds the algorithm's own answer is printed, and nothing finishes it.
// Exit status: 0 done, 1 malformed input or an error of output, 2 bad arguments, 3 a case did not converge within the
// rounds that were asked for.
#include "input/polygon_reader.h"
#include "tools/polygon_exact.h"
#include "tools/polygon_gjk.h"

#include "auk/auk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_BAD_ARGUMENTS = 2, EXIT_NOT_CONVERGED = 3 };

// auk makes no more projections than this, and GJK never needs as many rounds.
enum { MAX_ROUNDS_MAX = 10000 };

// Below is the rounding of doubles; at 1 GJK ends as soon as the polygons are known to be apart.
#define TOLERANCE_MIN 1e-15
#define TOLERANCE_MAX 1.0

// The hull of a polygon in floats, with the index of each vertex in the input.
typedef struct FloatHull {
    int count;                         // of vertices; 0 if all points lie on one line in floats
    int outer[POLYGON_COUNT_MAX];      // indices into the polygon: points that may be on the hull
    AukVec2 points[POLYGON_COUNT_MAX]; // the points of `outer`
    int indices[POLYGON_COUNT_MAX];    // of each vertex, into `outer` and `points`
    AukVec2 vertices[POLYGON_COUNT_MAX];
} FloatHull;

typedef enum Algorithm { GJK, PROJECTION, CALIPERS, BRUTE, ALGORITHM_COUNT } Algorithm;

static const char *const algorithm_names[ALGORITHM_COUNT] = {"gjk", "projection", "calipers", "brute"};

typedef struct Options {
    Algorithm algorithm;
    bool depth, witness, stats;
    bool help;
    PolygonLimits limits; // {0}: none was given
} Options;

typedef struct Program {
    Options options;
    PolygonReader reader;
    Polygon one, two;
    FloatHull hull_one, hull_two;
    PolygonHull exact_one, exact_two;
    AukProjectionStep steps[MAX_ROUNDS_MAX];
} Program;

typedef struct Answer {
    PolygonDistance found;
    int finish; // rounds of GJK in double precision after the algorithm
} Answer;

enum { DIRECTION_COUNT = 8 };

// The points that are farthest in eight directions, without repetitions, counter-clockwise.
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

// Sorting for the hull takes longer than reading, so points inside the polygon of extremes are left out first (Akl and
// Toussaint, "A fast convex hull algorithm", 1978); that halves the time on a cloud of points. Rounding does no harm,
// since the hull is only used for a start.
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

// ---- auk's algorithms -----------------------------------------------------------------------------------------

// The last simplex of auk's GJK, in indices of the input.
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

// The vertices nearest to the points that alternating projection found.
static PolygonSeed seed_by_projection(const Program *program, const AukShape *one, const AukShape *two, int *iterations)
{
    AukTransform here = auk_transform_identity();
    AukProjectionResult result = auk_alternating_projection(one, here, two, here, 0.0f, NULL);
    *iterations = result.projections;
    int vertex_one = nearest_vertex(&program->hull_one, result.point_a);
    int vertex_two = nearest_vertex(&program->hull_two, result.point_b);
    return (PolygonSeed){{vertex_one, vertex_one}, {vertex_two, vertex_two}};
}

static PolygonPoint in_doubles(AukVec2 v)
{
    return (PolygonPoint){(double)v.x, (double)v.y};
}

// Alternating projection alone. Past the last round the answer is what the projections had found by then: the last
// gap, which is an upper bound, and its ends.
static PolygonDistance measure_by_projection(Program *program, const AukShape *one, const AukShape *two)
{
    const PolygonLimits *limits = &program->options.limits;
    AukTransform here = auk_transform_identity();
    AukProjectionTrace trace = {.steps = program->steps, .capacity = MAX_ROUNDS_MAX};
    AukProjectionResult result = auk_alternating_projection(one, here, two, here, (float)limits->tolerance, &trace);
    PolygonDistance found = {(double)result.distance, in_doubles(result.point_a), in_doubles(result.point_b),
                             result.projections, result.status == AUK_OK};
    if (limits->rounds > 0 && result.projections > limits->rounds) {
        const AukProjectionStep *last = &program->steps[limits->rounds - 1];
        found.distance = fmax((double)last->distance, 0.0);
        found.one = in_doubles(last->onto_b ? last->from : last->to); // both polygons' own positions are the origin
        found.two = in_doubles(last->onto_b ? last->to : last->from);
        found.rounds = limits->rounds;
        found.converged = false;
    }
    return found;
}

static bool is_limited(const Options *options)
{
    return options->limits.tolerance > 0.0 || options->limits.rounds > 0;
}

// Polygons that are degenerate in floats start from their first points; that takes more rounds and gives the same
// answer. So does GJK with limits, whose rounds are then all of its own.
static Answer measure_by_auk(Program *program)
{
    bool gjk = program->options.algorithm == GJK, limited = is_limited(&program->options);
    PolygonSeed seed = {{0, 0}, {0, 0}};
    if (gjk && limited) {
        return (Answer){polygon_by_gjk(&program->one, &program->two, &seed, &program->options.limits), 0};
    }
    find_hull(&program->one, &program->hull_one);
    find_hull(&program->two, &program->hull_two);
    AukShape one = auk_shape_polygon(program->hull_one.vertices, program->hull_one.count, 0.0f);
    AukShape two = auk_shape_polygon(program->hull_two.vertices, program->hull_two.count, 0.0f);
    int iterations = 0;
    if (one.kind != AUK_SHAPE_NONE && two.kind != AUK_SHAPE_NONE) {
        if (limited) {
            return (Answer){measure_by_projection(program, &one, &two), 0};
        }
        seed = (gjk ? seed_by_gjk : seed_by_projection)(program, &one, &two, &iterations);
    }
    PolygonDistance found = polygon_by_gjk(&program->one, &program->two, &seed, &program->options.limits);
    int finish = found.rounds;
    found.rounds = iterations;
    return (Answer){found, finish};
}

// ---- the others -----------------------------------------------------------------------------------------------

static Answer measure_exactly(Program *program, bool brute)
{
    polygon_hull(&program->one, &program->exact_one);
    polygon_hull(&program->two, &program->exact_two);
    return (Answer){(brute ? polygon_by_brute_force : polygon_by_calipers)(&program->exact_one, &program->exact_two),
                    0};
}

static Answer measure(Program *program)
{
    const Options *options = &program->options;
    if (options->algorithm == CALIPERS || options->algorithm == BRUTE) {
        return measure_exactly(program, options->algorithm == BRUTE);
    }
    Answer answer = measure_by_auk(program);
    PolygonDistance *found = &answer.found;
    if (found->converged && found->distance == 0.0 && (options->depth || options->witness)) {
        PolygonDistance deep = measure_exactly(program, false).found;
        found->distance = deep.distance;
        found->one = deep.one;
        found->two = deep.two;
    }
    return answer;
}

// Replaces numbers that would be printed as -0.00000 by 0.
static double without_minus_zero(double x)
{
    return x > -5e-6 && x < 5e-6 ? 0.0 : x;
}

// False if the case did not converge.
static bool solve(Program *program)
{
    const Options *options = &program->options;
    Answer answer = measure(program);
    PolygonDistance found = answer.found;
    if (!found.converged && !is_limited(options)) {
        return false;
    }
    printf("%.5f", options->depth ? without_minus_zero(found.distance) : fmax(found.distance, 0.0));
    if (options->witness) {
        printf(" witness %.5f %.5f %.5f %.5f", without_minus_zero(found.one.x), without_minus_zero(found.one.y),
               without_minus_zero(found.two.x), without_minus_zero(found.two.y));
    }
    if (options->stats) {
        printf(" iterations %d finish %d", found.rounds, answer.finish);
    }
    printf(found.converged ? "\n" : " not converged\n");
    return found.converged;
}

static bool flush_results(void)
{
    bool written = fflush(stdout) == 0;
    if (!written) {
        fprintf(stderr, "polygon-distance: the results cannot be written\n");
    }
    return written;
}

static int run(Program *program)
{
    PolygonRead read;
    int status = EXIT_SUCCESS;
    polygon_reader_init(&program->reader, stdin);
    while ((read = polygon_read_case(&program->reader, &program->one, &program->two)) == POLYGON_READ_CASE) {
        bool converged = solve(program);
        if (!converged && is_limited(&program->options)) {
            status = EXIT_NOT_CONVERGED;
        } else if (!converged) {
            fflush(stdout);
            fprintf(stderr, "polygon-distance: line %d: the case that ends here did not converge\n",
                    program->reader.line);
            return EXIT_FAILURE;
        }
    }
    if (!flush_results()) {
        return EXIT_FAILURE;
    }
    if (read == POLYGON_READ_ERROR) {
        fprintf(stderr, "polygon-distance: line %d: %s\n", program->reader.line, program->reader.error);
        return EXIT_FAILURE;
    }
    return status;
}

static void print_help(void)
{
    printf(
        "usage: polygon-distance [OPTION]... < INPUT\n"
        "\n"
        "Reads cases of two convex polygons: a line \"N M\", N lines \"x y\" of polygon one, M lines of polygon two.\n"
        "A line \"0 0\" ends the input. A polygon has 3 to %d points, in any order; their hull is taken.\n"
        "Prints a line for each case: the distance with five decimals, 0.00000 where the polygons touch or overlap.\n"
        "\n"
        "  --depth           prints the depth of an overlap as a negative distance\n"
        "  --witness         adds \"witness X Y X Y\": the nearest points of polygon one and two, or, where they\n"
        "                    overlap, those between which the depth is measured\n"
        "  --stats           adds \"iterations N finish N\": rounds of GJK, projections, turns of the calipers or\n"
        "                    pairs of brute force; and rounds of GJK in double precision after auk's algorithm\n"
        "  --algorithm NAME  gjk (the default), projection, calipers or brute\n"
        "  --tolerance E     ends a case when the distance is known to a part E of itself, %g to %g: GJK when its\n"
        "                    upper bound is that near to its lower one, projection when a gap is that near to the\n"
        "                    next. The upper bound is printed\n"
        "  --max-rounds N    ends a case after N rounds, 1 to %d; for projection from 2, since the first projection\n"
        "                    gives no gap yet. A case that is not done by then ends with \"not converged\": its\n"
        "                    distance is an upper bound, and the polygons may even overlap\n"
        "\n"
        "With one of the last two options GJK starts from the first points, in double precision, and projection's\n"
        "answer is printed as auk gives it, in floats. Without them either is finished to the last digit.\n"
        "Exit status: 0; 1 for malformed input; 2 for bad arguments; 3 if a case was not converged.\n",
        POLYGON_COUNT_MAX, TOLERANCE_MIN, TOLERANCE_MAX, MAX_ROUNDS_MAX);
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

static bool read_tolerance(const char *text, double *tolerance)
{
    char *end = NULL;
    *tolerance = text != NULL ? strtod(text, &end) : 0.0;
    bool fine =
        text != NULL && end != text && *end == '\0' && *tolerance >= TOLERANCE_MIN && *tolerance <= TOLERANCE_MAX;
    if (!fine) {
        fprintf(stderr, "polygon-distance: --tolerance must be a number from %g to %g, not '%s'\n", TOLERANCE_MIN,
                TOLERANCE_MAX, text != NULL ? text : "");
    }
    return fine;
}

static bool read_rounds(const char *text, int *rounds)
{
    char *end = NULL;
    long value = text != NULL ? strtol(text, &end, 10) : 0;
    bool fine = text != NULL && end != text && *end == '\0' && value >= 1 && value <= MAX_ROUNDS_MAX;
    if (!fine) {
        fprintf(stderr, "polygon-distance: --max-rounds must be a whole number from 1 to %d, not '%s'\n",
                MAX_ROUNDS_MAX, text != NULL ? text : "");
    }
    *rounds = (int)value;
    return fine;
}

// Options that do not go together.
static bool check_options(const Options *options)
{
    if (is_limited(options) && options->algorithm != GJK && options->algorithm != PROJECTION) {
        fprintf(stderr, "polygon-distance: --tolerance and --max-rounds are for gjk and projection, not for %s\n",
                algorithm_names[options->algorithm]);
        return false;
    }
    if (options->algorithm == PROJECTION && options->limits.rounds == 1) {
        fprintf(stderr, "polygon-distance: --max-rounds must be at least 2 for projection\n");
        return false;
    }
    return true;
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
                fprintf(stderr, "polygon-distance: --algorithm must be gjk, projection, calipers or brute\n");
                return false;
            }
        } else if (strcmp(argv[i], "--tolerance") == 0 || strcmp(argv[i], "--max-rounds") == 0) {
            const char *value = i + 1 < argc ? argv[i + 1] : NULL;
            bool tolerance = strcmp(argv[i++], "--tolerance") == 0;
            if (!(tolerance ? read_tolerance(value, &options->limits.tolerance)
                            : read_rounds(value, &options->limits.rounds))) {
                return false;
            }
        } else {
            fprintf(stderr, "polygon-distance: unknown argument '%s' (see --help)\n", argv[i]);
            return false;
        }
    }
    return check_options(options);
}

int main(int argc, char **argv)
{
    Options options = {0};
    if (!read_options(argc, argv, &options)) {
        return EXIT_BAD_ARGUMENTS;
    }
    if (options.help) {
        print_help();
        return flush_results() ? EXIT_SUCCESS : EXIT_FAILURE;
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
