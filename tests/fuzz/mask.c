// auk_outline_trace(), auk_outline_simplify() and auk_outline_lines() on masks of any bytes and numbers: bad arguments
// are refused; what is traced has every solid pixel centre inside and no empty one, before and after it is simplified
// by less than a third of a pixel; outlines with their holes are taken apart into pieces.
#include "fuzz/expect.h"
#include "fuzz/input.h"

#include "auk/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 12, VERTICES_MAX = 2048, LOOPS_MAX = 512, PIXELS_MAX = 2 * SIDE_MAX * SIDE_MAX };

static uint8_t values[PIXELS_MAX];
static AukMask mask;
static AukMaskRegion region;
static AukVec2 vertices[VERTICES_MAX], points[3 * VERTICES_MAX];
static AukLoop loops[LOOPS_MAX];
static int hole_starts[LOOPS_MAX], indices[3 * VERTICES_MAX];
static AukPiece pieces[VERTICES_MAX];
static AukOutlineLine lines[VERTICES_MAX];

static void print(FILE *file)
{
    fprintf(file, "    const uint8_t values[] = {");
    for (int i = 0; i < PIXELS_MAX; i++) {
        fprintf(file, "%s%d", i ? ", " : "", values[i]);
    }
    fprintf(file, "};\n    // %d x %d, stride %d, threshold %d, smooth %d, origin %a %a, cell %a\n", mask.width,
            mask.height, mask.stride, mask.threshold, mask.smooth, (double)mask.origin.x, (double)mask.origin.y,
            (double)mask.cell);
    fprintf(file, "    const AukMaskRegion region = {%d, %d, %d, %d};\n", region.x, region.y, region.width,
            region.height);
}

static void read_mask(Input *input)
{
    memset(&mask, 0, sizeof mask);
    mask.width = input_int(input, 1, SIDE_MAX);
    mask.height = input_int(input, 1, SIDE_MAX);
    mask.threshold = input_byte(input);
    mask.smooth = input_flag(input);
    bool down = input_flag(input);
    mask.stride = down ? -(mask.width + 1) : input_flag(input) ? mask.width + 2 : 0;
    mask.values = down ? values + (mask.height - 1) * (mask.width + 1) : values;
    if (input_int(input, 0, 7) == 0) { // any numbers
        InputStyle style = input_style(input);
        mask.origin = input_vec(input, style);
        mask.cell = input_number(input, style);
    }
    int spoilt = input_int(input, 0, 63);
    mask.width = spoilt == 0 ? input_int(input, -3, 0) : mask.width;
    mask.height = spoilt == 1 ? AUK_MASK_SIDE_MAX + 1 : mask.height;
    mask.stride = spoilt == 2 ? mask.width - 1 : mask.stride;
    mask.values = spoilt == 3 ? NULL : mask.values;
    region = (AukMaskRegion){0, 0, mask.width + 1, mask.height + 1};
    if (input_flag(input)) {
        region.x = input_int(input, -1, SIDE_MAX);
        region.y = input_int(input, -1, SIDE_MAX);
        region.width = input_int(input, 0, SIDE_MAX + 1);
        region.height = input_int(input, 0, SIDE_MAX + 1);
    }
    bool levels = input_flag(input); // else two values
    for (int i = 0; i < PIXELS_MAX; i++) {
        uint8_t byte = input_byte(input);
        values[i] = levels ? byte : (uint8_t)(byte & 1u ? 255 : 0);
    }
}

// The numbers are plain: pixel centres can be worked out in floats.
static bool is_plain(void)
{
    return mask.origin.x == 0.0f && mask.origin.y == 0.0f && (mask.cell == 0.0f || mask.cell == 1.0f);
}

static bool is_solid(int x, int y)
{
    long stride = mask.stride == 0 ? mask.width : mask.stride;
    return mask.values[y * stride + x] >= (mask.threshold == 0 ? 1 : mask.threshold);
}

static bool is_inside(const AukOutlineSet *set, double x, double y)
{
    bool inside = false;
    for (int i = 0; i < set->loop_count; i++) {
        const AukVec2 *at = set->vertices + loops[i].first;
        for (int k = 0; k < loops[i].count; k++) {
            AukVec2 a = at[k], b = at[k + 1 < loops[i].count ? k + 1 : 0];
            double across = ((double)b.x - a.x) * (y - (double)a.y) - ((double)b.y - a.y) * (x - (double)a.x);
            if (((double)a.y > y) != ((double)b.y > y) && (across > 0.0) == (b.y > a.y)) {
                inside = !inside;
            }
        }
    }
    return inside;
}

static void check_pixels(const AukOutlineSet *set, const char *what)
{
    for (int y = region.y; y < region.y + region.height - 1 && is_plain(); y++) {
        for (int x = region.x; x < region.x + region.width - 1; x++) {
            bool inside = is_inside(set, x + 0.5, y + 0.5);
            EXPECT(inside == is_solid(x, y), "%s: pixel %d %d is inside %d", what, x, y, inside);
        }
    }
}

static void check_loops(const AukOutlineSet *set)
{
    int total = 0;
    for (int i = 0; i < set->loop_count; i++) {
        const AukLoop *loop = &loops[i];
        EXPECT(loop->first == total && loop->count >= 3, "loop %d: %d vertices from %d", i, loop->count, loop->first);
        total += loop->count;
        if (loop->outer != i) {
            continue;
        }
        AukDecomposition out = {indices, 3 * VERTICES_MAX, pieces, VERTICES_MAX, 0, 0, 0, 0};
        AukStatus status =
            auk_decompose(vertices + loop->first, loop->point_count, hole_starts + i + 1, loop->hole_count, &out);
        EXPECT(status == AUK_OK && out.piece_count > 0, "loop %d is not taken apart: status %d", i, status);
    }
    EXPECT(total == set->vertex_count, "%d vertices in loops, %d in all", total, set->vertex_count);
}

static void check_lines(const AukOutlineSet *set)
{
    AukOutlineLines out = {points, 3 * VERTICES_MAX, lines, VERTICES_MAX, 0, 0}, counted = {0};
    AukStatus status = auk_outline_lines(&mask, &region, set, &out);
    EXPECT(status == AUK_OK, "lines: status %d", status);
    status = auk_outline_lines(&mask, &region, set, &counted);
    EXPECT(status == AUK_OK && counted.point_count == out.point_count && counted.line_count == out.line_count,
           "status %d, %d lines counted of %d", status, counted.line_count, out.line_count);
    for (int i = 0; i < out.line_count; i++) {
        EXPECT(lines[i].count >= (lines[i].closed ? 3 : 4), "line %d has %d points", i, lines[i].count);
    }
}

// True if the numbers of the mask and the region are right, but perhaps for coordinates of floats.
static bool is_valid(void)
{
    long stride = labs(mask.stride == 0 ? (long)mask.width : (long)mask.stride);
    return mask.values && mask.width >= 1 && mask.height >= 1 && mask.height <= AUK_MASK_SIDE_MAX &&
           stride >= mask.width && region.x >= 0 && region.y >= 0 && region.width >= 1 && region.height >= 1 &&
           region.x + region.width <= mask.width + 1 && region.y + region.height <= mask.height + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = input_start(data, size);
    expect_case(print);
    read_mask(&input);
    float tolerance = input_flag(&input) ? input_number(&input, input_style(&input)) : 0.25f;
    AukOutlineSet set = {.vertices = vertices, .vertex_capacity = VERTICES_MAX, .loops = loops};
    set.hole_starts = hole_starts;
    set.loop_capacity = LOOPS_MAX;
    AukStatus status = auk_outline_trace(&mask, &region, &set);
    EXPECT(status != AUK_OK || is_valid(), "a bad mask or region is taken");
    EXPECT(status == AUK_OK || !is_valid() || !is_plain(), "status %d of a good mask", status);
    if (status) {
        return 0;
    }
    check_loops(&set);
    check_pixels(&set, "traced");
    check_lines(&set);
    status = auk_outline_simplify(&set, tolerance);
    EXPECT((status == AUK_OK) == (tolerance >= 0.0f && tolerance <= AUK_COORDINATE_MAX), "simplified by %g: status %d",
           (double)tolerance, status);
    check_loops(&set);
    if (tolerance >= 0.0f && tolerance < 1.0f / 64.0f) { // no vertex is nearer to a centre than that
        check_pixels(&set, "simplified");
    }
    if (status == AUK_OK) {
        check_lines(&set);
    }
    return 0;
}
