// auk_decompose() against support/check_pieces.h, which proves by exact tests that the pieces make up the polygon or
// that it was rightly refused; and bad arguments of every kind. Random points are seldom a simple polygon, so most
// inputs are built point by point and keep what stays simple; then a few of them are spoilt.
#include "fuzz/expect.h"
#include "fuzz/input.h"
#include "support/check_pieces.h"
#include "support/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 96, HOLES_MAX = 8, FUTILE_MAX = 64 };

static AukVec2 points[POINTS_MAX];
static int hole_starts[HOLES_MAX];
static int count, hole_count;

static void print(FILE *file)
{
    print_points(file, "points", points, count);
    fprintf(file, "const int hole_starts[%d] = {", hole_count);
    for (int i = 0; i < hole_count; i++) {
        fprintf(file, "%s%d", i ? ", " : "", hole_starts[i]);
    }
    fprintf(file, "};\n");
}

static Rings rings(void)
{
    Rings all = {points, hole_starts, count, hole_count};
    return all;
}

// Any distance in each direction: simple around the centre, unless rounding or a zero spoils it.
static void add_star(Input *input, InputStyle style, AukVec2 center, int corners, float shrink)
{
    for (int i = 0; i < corners && count < POINTS_MAX; i++) {
        double angle = 6.283185307179586 * i / corners;
        float radius = shrink * fabsf(input_number(input, style));
        points[count++] = auk_vec(center.x + radius * (float)cos(angle), center.y + radius * (float)sin(angle));
    }
}

// Teeth between two lines: from left to right below, and back above.
static void add_comb(Input *input)
{
    int corners = input_int(input, 2, 20);
    for (int i = 0; i < corners; i++) {
        points[count++] = auk_vec((float)i, -1.0f - (float)input_int(input, 0, 15));
    }
    for (int i = corners - 1; i >= 0; i--) {
        points[count++] = auk_vec((float)i, (float)input_int(input, 0, 15) - (input_flag(input) ? 0.0f : 0.5f));
    }
}

static bool meets_another(int edge)
{
    Rings all = rings();
    for (int i = 0; i < count; i++) {
        if (i != edge && rings_edges_meet(&all, edge, i)) {
            return true;
        }
    }
    return false;
}

// A corner more in the middle of an edge, if the outline stays simple.
static void grow(Input *input, InputStyle style)
{
    int edge = input_int(input, 0, count - 1);
    AukVec2 p = input_vec(input, style);
    if (flaws_of_vec(p) | flaws_of_points(points, count)) {
        return; // only spoilt polygons have such numbers
    }
    memmove(&points[edge + 2], &points[edge + 1], (size_t)(count - edge - 1) * sizeof *points);
    points[edge + 1] = p;
    count++;
    if (meets_another(edge) || meets_another(edge + 1)) {
        count--;
        memmove(&points[edge + 1], &points[edge + 2], (size_t)(count - edge - 1) * sizeof *points);
    }
}

static void add_grown(Input *input, InputStyle style)
{
    for (int i = 0; i < 3; i++) {
        points[count++] = input_vec(input, style);
    }
    int futile = 0;
    while (input->size > 16 && count < POINTS_MAX - 1 && futile < FUTILE_MAX) {
        int grown = count;
        grow(input, style);
        futile += grown == count;
    }
}

// Kept if the polygon is still one, so that a wrong one does not hide the others.
static void add_hole(Input *input, InputStyle style)
{
    Rings before = rings();
    hole_starts[hole_count++] = count;
    int corners = input_int(input, 3, 6);
    if (input_flag(input)) {
        add_star(input, style, input_vec(input, style), corners, 0.125f);
    } else {
        for (int i = 0; i < corners && count < POINTS_MAX; i++) {
            points[count++] = input_vec(input, style);
        }
    }
    Rings after = rings();
    bool any = input_int(input, 0, 7) == 0;
    if (count - before.count < 3 || (!any && (flaws_of_points(points, count) || rings_status(&after) != AUK_OK))) {
        count = before.count;
        hole_count = before.hole_count;
    }
}

static void spoil(Input *input, InputStyle style)
{
    int i = input_int(input, 0, count - 1), j = input_int(input, 0, count - 1);
    AukVec2 kept = points[i];
    switch (input_int(input, 0, 3)) {
    case 0: points[i] = points[j]; break;
    case 1:
        points[i] = points[j];
        points[j] = kept;
        break;
    case 2: points[i] = auk_vec(0.5f * (kept.x + points[j].x), 0.5f * (kept.y + points[j].y)); break;
    default: points[i] = input_vec(input, style); break;
    }
}

static void read_polygon(Input *input)
{
    count = hole_count = 0;
    int how = input_int(input, 0, 4);
    InputStyle style = input_style(input);
    int holes = input_int(input, 0, HOLES_MAX), spoils = input_int(input, 0, 255);
    switch (how) {
    case 0: count = input_points(input, 0, 24, points); break;
    case 1: add_star(input, style, auk_vec(0.0f, 0.0f), input_int(input, 3, 40), 1.0f); break;
    case 2: add_comb(input); break;
    default: add_grown(input, style); break;
    }
    for (int i = 0; i < holes && input->size > 0 && count >= 3 && count < POINTS_MAX - 6; i++) {
        add_hole(input, style);
    }
    for (int i = 0; i < spoils - 250 && count > 0; i++) {
        spoil(input, style);
    }
    // a stretch that leaves no coordinate exact
    float stretch = how == 4 ? 1.1f : 1.0f;
    for (int i = 0; i < count; i++) {
        points[i] = auk_vec(points[i].x * stretch, points[i].y + 0.3f * (stretch - 1.0f) * points[i].x);
    }
}

static Flaws flaws_of_rings(const int *starts)
{
    bool wrong = count < 3 || hole_count < 0;
    int start = 0;
    for (int i = 0; i < hole_count; i++) {
        wrong = wrong || starts[i] - start < 3 || starts[i] > count - 3;
        start = starts[i];
    }
    return (wrong ? flaw(AUK_ERROR_COUNT) : 0) | flaws_of_points(points, count);
}

typedef struct Arguments {
    int index_capacity, piece_capacity;
    int missing;   // 0 to 3: which pointer is null; 4: a hole starts elsewhere
    int misplaced; // hole
    int8_t start;
} Arguments;

static Arguments read_arguments(Input *input)
{
    Arguments arguments;
    arguments.index_capacity = input_int(input, 0, 40);
    arguments.piece_capacity = input_int(input, 0, 12);
    arguments.missing = input_int(input, 0, 31);
    arguments.misplaced = input_int(input, 0, HOLES_MAX - 1);
    arguments.start = (int8_t)input_byte(input);
    return arguments;
}

// Rings that are none, arrays that are missing or too short.
static void check_arguments(const Arguments *arguments, Flaws flaws)
{
    int index_capacity = arguments->index_capacity, piece_capacity = arguments->piece_capacity;
    int missing = arguments->missing, starts[HOLES_MAX];
    int *indices = malloc((size_t)(index_capacity + 1) * sizeof *indices);
    AukPiece *pieces = malloc((size_t)(piece_capacity + 1) * sizeof *pieces);
    AukDecomposition out = {indices, index_capacity, pieces, piece_capacity, -1, -1, -1, -1};
    indices[index_capacity] = pieces[piece_capacity].first = 12345;
    memcpy(starts, hole_starts, sizeof starts);
    if (missing == 4 && arguments->misplaced < hole_count) {
        starts[arguments->misplaced] = arguments->start;
        flaws = flaws_of_rings(starts);
    }
    out.indices = missing == 1 ? NULL : indices;
    out.pieces = missing == 2 ? NULL : pieces;
    bool null = missing == 0 || missing == 1 || missing == 2 || (missing == 3 && hole_count > 0);
    AukStatus status =
        auk_decompose(missing == 0 ? NULL : points, count, missing == 3 ? NULL : starts, hole_count, &out);
    flaws |= null ? flaw(AUK_ERROR_NULL) : 0;
    Rings all = {points, starts, count, hole_count};
    if (flaws == 0 && rings_status(&all) != AUK_OK) {
        flaws = flaw(rings_status(&all));
    }
    bool room = index_capacity >= 3 * (count + 2 * hole_count) - 6 && piece_capacity >= count + 2 * hole_count - 2;
    EXPECT(flaws_explain(flaws, status) || (status == AUK_ERROR_COUNT && !room), "status %d, flaws %x", status, flaws);
    EXPECT(indices[index_capacity] == 12345 && pieces[piece_capacity].first == 12345, "written beyond the end");
    if (status == AUK_OK) {
        EXPECT(out.piece_count > 0 && out.piece_count <= piece_capacity && out.index_count <= index_capacity,
               "%d pieces, %d indices", out.piece_count, out.index_count);
    }
    EXPECT(auk_decompose(points, count, starts, hole_count, NULL) == AUK_ERROR_NULL, "null is taken");
    free(indices);
    free(pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    Arguments arguments = read_arguments(&input);
    read_polygon(&input);
    Flaws flaws = flaws_of_rings(hole_starts);
    if (flaws == 0) {
        Rings all = rings();
        const char *wrong = check_pieces(&all);
        EXPECT(!wrong, "%s", wrong);
    }
    check_arguments(&arguments, flaws);
    return 0;
}
