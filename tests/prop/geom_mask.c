// Outlines of random masks: whole and in regions, simplified, decomposed, and as lines, against the pixels themselves,
// areas of single squares, exact orientations of all pairs of edges, and densely sampled distances.
#include "auk/geom.h"
#include "auk/outline.h"

#include "support/oracle.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDE_MAX = 24, VERTICES_MAX = 4096, LOOPS_MAX = 1024, SAMPLES = 8 };

static uint8_t values[2 * SIDE_MAX * SIDE_MAX];
static AukMask mask;

typedef struct Traced {
    AukOutlineSet set;
    AukVec2 vertices[VERTICES_MAX];
    AukLoop loops[LOOPS_MAX];
    int hole_starts[LOOPS_MAX];
} Traced;

static Traced whole, part, simple;
static int indices[3 * VERTICES_MAX];
static AukPiece pieces[VERTICES_MAX];

// ---- random masks -----------------------------------------------------------------------------------------------

static void make_mask(Random *random)
{
    memset(&mask, 0, sizeof mask);
    memset(values, 255, sizeof values);
    mask.width = random_int(random, 1, random_chance(random, 0.5) ? 6 : SIDE_MAX);
    mask.height = random_int(random, 1, random_chance(random, 0.5) ? 6 : SIDE_MAX);
    int stride = mask.width + random_int(random, 0, SIDE_MAX - mask.width);
    bool down = random_chance(random, 0.3);
    mask.stride = down ? -stride : stride;
    mask.values = down ? values + stride * (mask.height - 1) : values;
    mask.threshold = (uint8_t)random_int(random, 0, 255);
    mask.smooth = random_chance(random, 0.5);
    mask.cell = mask.smooth ? random_float(random, 0.1f, 4.0f) : 2.0f;
    float far = random_chance(random, 0.2) ? 100000.0f * mask.cell : 10.0f;
    mask.origin = mask.smooth ? random_vec(random, -far, far) : auk_vec(-7.0f, 12.0f);
    double filled = random_unit(random);
    bool grey = random_chance(random, 0.6);
    double fx = random_unit(random), fy = random_unit(random);
    for (int y = 0; y < mask.height; y++) {
        for (int x = 0; x < mask.width; x++) {
            int noise = random_int(random, 0, 255);
            int hill = (int)(127.0 + 127.0 * sin(fx * x + filled) * cos(fy * y));
            int value = grey ? (random_chance(random, 0.9) ? hill : noise) : random_chance(random, filled) ? 255 : 0;
            values[(down ? mask.height - 1 - y : y) * stride + x] = (uint8_t)value;
        }
    }
}

static bool is_solid(int x, int y)
{
    int threshold = mask.threshold > 0 ? mask.threshold : 1;
    return x >= 0 && y >= 0 && x < mask.width && y < mask.height && mask.values[y * mask.stride + x] >= threshold;
}

static void give_room(Traced *traced)
{
    memset(&traced->set, 0, sizeof traced->set);
    traced->set.vertices = traced->vertices;
    traced->set.vertex_capacity = VERTICES_MAX;
    traced->set.loops = traced->loops;
    traced->set.hole_starts = traced->hole_starts;
    traced->set.loop_capacity = LOOPS_MAX;
}

static bool trace(Traced *traced, const AukMaskRegion *region)
{
    give_room(traced);
    return auk_outline_trace(&mask, region, &traced->set) == AUK_OK;
}

static void copy_traced(Traced *to, const Traced *from)
{
    *to = *from;
    to->set.vertices = to->vertices;
    to->set.loops = to->loops;
    to->set.hole_starts = to->hole_starts;
}

// ---- what every set must be -------------------------------------------------------------------------------------

static AukVec2 vertex_of(const Traced *traced, int loop, int k)
{
    const AukLoop *l = &traced->loops[loop];
    return traced->vertices[l->first + (k % l->count + l->count) % l->count];
}

static bool segments_meet(AukVec2 a, AukVec2 b, AukVec2 c, AukVec2 d)
{
    int e = oracle_orientation(a, b, c), f = oracle_orientation(a, b, d);
    int g = oracle_orientation(c, d, a), h = oracle_orientation(c, d, b);
    if (e == 0 && f == 0) {
        bool x = fmaxf(a.x, b.x) >= fminf(c.x, d.x) && fmaxf(c.x, d.x) >= fminf(a.x, b.x);
        bool y = fmaxf(a.y, b.y) >= fminf(c.y, d.y) && fmaxf(c.y, d.y) >= fminf(a.y, b.y);
        return x && y;
    }
    return e * f <= 0 && g * h <= 0;
}

// Edges that follow each other may share their vertex and nothing else.
static bool is_crossing(const Traced *traced)
{
    for (int i = 0; i < traced->set.loop_count; i++) {
        for (int k = 0; k < traced->loops[i].count; k++) {
            AukVec2 a = vertex_of(traced, i, k), b = vertex_of(traced, i, k + 1), next = vertex_of(traced, i, k + 2);
            bool back =
                oracle_orientation(a, b, next) == 0 &&
                ((double)b.x - a.x) * ((double)next.x - b.x) + ((double)b.y - a.y) * ((double)next.y - b.y) <= 0;
            if (back) {
                return true;
            }
            for (int j = i; j < traced->set.loop_count; j++) {
                int count = traced->loops[j].count;
                for (int m = j == i ? k + 2 : 0; m < count && !(j == i && k == 0 && m == count - 1); m++) {
                    if (segments_meet(a, b, vertex_of(traced, j, m), vertex_of(traced, j, m + 1))) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

static bool is_inside_loop(const Traced *traced, int loop, AukVec2 p)
{
    bool inside = false;
    for (int k = 0; k < traced->loops[loop].count; k++) {
        AukVec2 a = vertex_of(traced, loop, k), b = vertex_of(traced, loop, k + 1);
        if ((a.y > p.y) != (b.y > p.y) && (oracle_orientation(a, b, p) > 0) == (b.y > a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

static bool is_inside(const Traced *traced, AukVec2 p)
{
    bool inside = false;
    for (int i = 0; i < traced->set.loop_count; i++) {
        inside = inside != is_inside_loop(traced, i, p);
    }
    return inside;
}

static double loop_area(const Traced *traced, int loop)
{
    AukVec2 o = vertex_of(traced, loop, 0);
    double area = 0.0;
    for (int k = 0; k < traced->loops[loop].count; k++) {
        AukVec2 a = vertex_of(traced, loop, k), b = vertex_of(traced, loop, k + 1);
        area += 0.5 * (((double)a.x - o.x) * ((double)b.y - o.y) - ((double)a.y - o.y) * ((double)b.x - o.x));
    }
    return area;
}

static double area_of(const Traced *traced)
{
    double area = 0.0;
    for (int i = 0; i < traced->set.loop_count; i++) {
        area += loop_area(traced, i);
    }
    return area;
}

static double area_unit(void)
{
    return (double)mask.cell * mask.cell;
}

static bool is_near(double a, double b, double size)
{
    return fabs(a - b) <= (mask.smooth ? 1e-4 : 0.0) * size;
}

// Each outer loop with its holes goes to auk_decompose(), whose pieces have the same area.
static const char *check_decomposition(const Traced *traced)
{
    for (int i = 0; i < traced->set.loop_count; i++) {
        const AukLoop *loop = &traced->loops[i];
        bool is_outer = loop->outer == i;
        if ((loop_area(traced, i) > 0.0) != is_outer) {
            return "a loop of the wrong winding";
        }
        if (!is_outer) {
            continue;
        }
        AukDecomposition out = {indices, 3 * VERTICES_MAX, pieces, VERTICES_MAX, 0, 0, 0, 0};
        const AukVec2 *points = traced->vertices + loop->first;
        if (auk_decompose(points, loop->point_count, traced->hole_starts + i + 1, loop->hole_count, &out) != AUK_OK) {
            return "auk_decompose() refuses a loop";
        }
        double pieces_area = 0.0, area = 0.0;
        for (int k = 0; k < out.piece_count; k++) {
            const int *corners = indices + pieces[k].first;
            for (int m = 2; m < pieces[k].count; m++) {
                AukVec2 a = points[corners[0]], b = points[corners[m - 1]], c = points[corners[m]];
                pieces_area +=
                    0.5 * (((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x));
            }
        }
        for (int k = i; k <= i + loop->hole_count; k++) {
            area += loop_area(traced, k);
        }
        if (fabs(area - pieces_area) > 1e-9 * area + 1e-9 * area_unit()) {
            return "the pieces have another area";
        }
    }
    return NULL;
}

static const char *check_layout(const Traced *traced)
{
    int first = 0;
    for (int i = 0; i < traced->set.loop_count; i++) {
        const AukLoop *loop = &traced->loops[i];
        if (loop->first != first || loop->count < 3 ||
            traced->hole_starts[i] != first - traced->loops[loop->outer].first) {
            return "loops do not follow each other";
        }
        first += loop->count;
    }
    return first == traced->set.vertex_count ? NULL : "another number of vertices";
}

static const char *check_set(const Traced *traced)
{
    const char *wrong = check_layout(traced);
    wrong = wrong ? wrong : is_crossing(traced) ? "edges meet" : NULL;
    return wrong ? wrong : check_decomposition(traced);
}

// ---- tracing ----------------------------------------------------------------------------------------------------

static AukVec2 centre_of(int x, int y)
{
    return auk_vec((float)((double)mask.origin.x + (x + 0.5) * (double)mask.cell),
                   (float)((double)mask.origin.y + (y + 0.5) * (double)mask.cell));
}

static const char *check_pixels(const Traced *traced, AukMaskRegion region)
{
    for (int y = region.y; y < region.y + region.height - 1; y++) {
        for (int x = region.x; x < region.x + region.width - 1; x++) {
            if (is_inside(traced, centre_of(x, y)) != is_solid(x, y)) {
                return "a pixel is on the wrong side";
            }
        }
    }
    return NULL;
}

// Of a mask whose outline passes in the middle: the sum over squares, whose corners decide alone.
static double area_by_squares(AukMaskRegion region)
{
    double area = 0.0;
    for (int y = region.y; y < region.y + region.height; y++) {
        for (int x = region.x; x < region.x + region.width; x++) {
            bool a = is_solid(x - 1, y - 1), b = is_solid(x, y - 1), c = is_solid(x, y), d = is_solid(x - 1, y);
            const double areas[5] = {0.0, 0.125, 0.5, 0.875, 1.0};
            area += a + b + c + d == 2 && a == c ? 0.75 : areas[a + b + c + d];
        }
    }
    return area * area_unit();
}

static AukMaskRegion random_region(Random *random)
{
    AukMaskRegion region;
    region.x = random_int(random, 0, mask.width);
    region.y = random_int(random, 0, mask.height);
    region.width = random_int(random, 1, mask.width + 1 - region.x);
    region.height = random_int(random, 1, mask.height + 1 - region.y);
    return region;
}

static const char *check_region(const Traced *traced, AukMaskRegion region)
{
    const char *wrong = check_set(traced);
    wrong = wrong ? wrong : check_pixels(traced, region);
    if (!wrong && !mask.smooth && area_of(traced) != area_by_squares(region)) {
        wrong = "another area than all squares together";
    }
    return wrong;
}

static const char *check_trace(Random *random)
{
    AukMaskRegion all = {0, 0, mask.width + 1, mask.height + 1}, region = random_region(random);
    if (!trace(&whole, NULL) || !trace(&part, &region)) {
        return "not traced";
    }
    const char *wrong = check_region(&whole, all);
    return wrong ? wrong : check_region(&part, region);
}

static const char *complain(const Random *random, int run, const char *wrong)
{
    fprintf(stderr, "%s: AUK_SEED=%llu, run %d, %d x %d\n", wrong, (unsigned long long)random->seed, run, mask.width,
            mask.height);
    return wrong;
}

Test(geom_mask, outlines_have_the_solid_pixels_inside_and_nothing_else)
{
    int repeats = random_repeats(10000), holes = 0;
    for (int run = 0; run < repeats; run++) {
        Random random = random_start(random_seed(), (uint64_t)run);
        make_mask(&random);
        const char *wrong = check_trace(&random);
        cr_assert_null(wrong ? complain(&random, run, wrong) : NULL);
        for (int i = 0; i < whole.set.loop_count; i++) {
            holes += whole.loops[i].hole_count;
        }
    }
    cr_assert_gt(holes, repeats / 4);
}

// ---- simplification ---------------------------------------------------------------------------------------------

static double distance_of_loop(const Traced *traced, int loop, double x, double y)
{
    double best = INFINITY;
    for (int k = 0; k < traced->loops[loop].count; k++) {
        AukVec2 a = vertex_of(traced, loop, k), b = vertex_of(traced, loop, k + 1);
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y, px = x - a.x, py = y - a.y;
        double t = fmin(fmax((px * dx + py * dy) / (dx * dx + dy * dy), 0.0), 1.0);
        best = fmin(best, hypot(px - t * dx, py - t * dy));
    }
    return best;
}

static double farthest_sample(const Traced *from, const Traced *to, int loop)
{
    double farthest = 0.0;
    for (int k = 0; k < from->loops[loop].count; k++) {
        AukVec2 a = vertex_of(from, loop, k), b = vertex_of(from, loop, k + 1);
        for (int s = 0; s < SAMPLES; s++) {
            double t = (double)s / SAMPLES, x = a.x + t * ((double)b.x - a.x), y = a.y + t * ((double)b.y - a.y);
            farthest = fmax(farthest, distance_of_loop(to, loop, x, y));
        }
    }
    return farthest;
}

static bool is_on_frame(const AukBox *frame, AukVec2 p)
{
    return p.x == frame->min.x || p.x == frame->max.x || p.y == frame->min.y || p.y == frame->max.y;
}

static const char *check_frame(const Traced *old, const Traced *made)
{
    int before = 0, after = 0;
    for (int i = 0; i < old->set.vertex_count; i++) {
        before += is_on_frame(&old->set.frame, old->vertices[i]);
    }
    for (int i = 0; i < made->set.vertex_count; i++) {
        after += is_on_frame(&old->set.frame, made->vertices[i]);
    }
    return before == after ? NULL : "vertices on the frame went";
}

static const char *check_simplified(const Traced *old, const Traced *made, float tolerance)
{
    const char *wrong = check_set(made);
    wrong = wrong ? wrong : check_frame(old, made);
    if (!wrong && old->set.loop_count != made->set.loop_count) {
        wrong = "another number of loops";
    }
    for (int i = 0; i < old->set.loop_count && !wrong; i++) {
        double far = fmax(farthest_sample(old, made, i), farthest_sample(made, old, i));
        wrong = far > (double)tolerance * (1.0 + 1e-9) + 1e-12 ? "farther than the tolerance" : NULL;
        AukVec2 p = vertex_of(made, i, 0);
        for (int j = 0; j < old->set.loop_count && !wrong; j++) {
            wrong = i != j && is_inside_loop(old, j, p) != is_inside_loop(made, j, p) ? "a loop left another" : NULL;
        }
    }
    return wrong;
}

Test(geom_mask, simplified_outlines_stay_within_the_tolerance_and_cross_nothing)
{
    int repeats = random_repeats(5000), before = 0, after = 0;
    for (int run = 0; run < repeats; run++) {
        Random random = random_start(random_seed(), (uint64_t)1 << 40 | (uint64_t)run);
        make_mask(&random);
        AukMaskRegion region = random_region(&random);
        float tolerance = mask.cell * (float)random_log(&random, 0.05, 20.0);
        tolerance = random_chance(&random, 0.1) ? 0.0f : tolerance;
        cr_assert(trace(&part, random_chance(&random, 0.5) ? &region : NULL));
        copy_traced(&simple, &part);
        cr_assert_eq(auk_outline_simplify(&simple.set, tolerance), AUK_OK);
        const char *wrong = check_simplified(&part, &simple, tolerance);
        cr_assert_null(wrong ? complain(&random, run, wrong) : NULL);
        before += part.set.vertex_count;
        after += simple.set.vertex_count;
    }
    cr_assert(repeats < 500 || after < before * 3 / 4, "%d of %d vertices stay", after, before);
}

// ---- regions side by side ---------------------------------------------------------------------------------------

typedef struct Lines {
    AukOutlineLines lines;
    AukVec2 points[VERTICES_MAX];
    AukOutlineLine items[LOOPS_MAX];
} Lines;

static Lines all_lines;

// The lines of one more region, after those of the others.
static bool append_lines(const AukMaskRegion *region, const Traced *traced)
{
    AukOutlineLines out = {all_lines.points + all_lines.lines.point_count,
                           VERTICES_MAX - all_lines.lines.point_count,
                           all_lines.items + all_lines.lines.line_count,
                           LOOPS_MAX - all_lines.lines.line_count,
                           0,
                           0};
    if (auk_outline_lines(&mask, region, &traced->set, &out) != AUK_OK) {
        return false;
    }
    for (int i = 0; i < out.line_count; i++) {
        out.lines[i].first += all_lines.lines.point_count;
    }
    all_lines.lines.point_count += out.point_count;
    all_lines.lines.line_count += out.line_count;
    return true;
}

static double length_of_lines(void)
{
    double length = 0.0;
    for (int i = 0; i < all_lines.lines.line_count; i++) {
        AukOutlineLine line = all_lines.items[i];
        const AukVec2 *p = all_lines.points + line.first;
        for (int k = line.closed ? 0 : 1; k < line.count - (line.closed ? 0 : 2); k++) {
            AukVec2 a = p[k], b = p[(k + 1) % line.count];
            length += hypot((double)b.x - a.x, (double)b.y - a.y);
        }
    }
    return length;
}

static double perimeter_of(const Traced *traced)
{
    double length = 0.0;
    for (int i = 0; i < traced->set.loop_count; i++) {
        for (int k = 0; k < traced->loops[i].count; k++) {
            AukVec2 a = vertex_of(traced, i, k), b = vertex_of(traced, i, k + 1);
            length += hypot((double)b.x - a.x, (double)b.y - a.y);
        }
    }
    return length;
}

static bool same(AukVec2 a, AukVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static bool same_direction(AukVec2 from, AukVec2 a, AukVec2 b)
{
    double dot = ((double)a.x - from.x) * ((double)b.x - from.x) + ((double)a.y - from.y) * ((double)b.y - from.y);
    return oracle_orientation(from, a, b) == 0 && dot > 0.0;
}

// Where a section ends another one begins, and each points along the other beyond its end.
static const char *check_joints(void)
{
    for (int i = 0; i < all_lines.lines.line_count; i++) {
        AukOutlineLine line = all_lines.items[i];
        const AukVec2 *p = all_lines.points + line.first;
        int found = 0;
        for (int j = 0; j < all_lines.lines.line_count && !line.closed; j++) {
            AukOutlineLine other = all_lines.items[j];
            const AukVec2 *q = all_lines.points + other.first;
            if (!other.closed && same(p[line.count - 2], q[1])) {
                found++;
                if (!same_direction(q[1], q[2], p[line.count - 1]) || !same_direction(q[1], p[line.count - 3], q[0])) {
                    return "a section does not point along the next one";
                }
            }
        }
        if (!line.closed && found != 1) {
            return "a section has no neighbour";
        }
    }
    return NULL;
}

static const char *check_chunks(Random *random)
{
    int size = random_int(random, 1, 8);
    float tolerance = random_chance(random, 0.5) ? 0.0f : 0.5f * mask.cell;
    memset(&all_lines.lines, 0, sizeof all_lines.lines);
    double area = 0.0;
    for (int y = 0; y <= mask.height; y += size) {
        for (int x = 0; x <= mask.width; x += size) {
            int right = mask.width + 1 - x, high = mask.height + 1 - y;
            AukMaskRegion region = {x, y, right < size ? right : size, high < size ? high : size};
            if (!trace(&part, &region)) {
                return "not traced";
            }
            area += area_of(&part);
            if (tolerance > 0.0f && auk_outline_simplify(&part.set, tolerance) != AUK_OK) {
                return "not simplified";
            }
            if (!append_lines(&region, &part)) {
                return "no lines";
            }
        }
    }
    trace(&whole, NULL);
    double length = perimeter_of(&whole), made = length_of_lines();
    if (!is_near(area, area_of(&whole), area + area_unit())) {
        return "the regions have another area than the whole";
    }
    if (tolerance == 0.0f ? fabs(made - length) > 1e-5 * length : made > length * (1.0 + 1e-5)) {
        return "the lines have another length than the outline";
    }
    return check_joints();
}

Test(geom_mask, regions_side_by_side_join_without_gap_and_their_lines_go_on_in_each_other)
{
    int repeats = random_repeats(5000), sections = 0;
    for (int run = 0; run < repeats; run++) {
        Random random = random_start(random_seed(), (uint64_t)2 << 40 | (uint64_t)run);
        make_mask(&random);
        const char *wrong = check_chunks(&random);
        cr_assert_null(wrong ? complain(&random, run, wrong) : NULL);
        sections += all_lines.lines.line_count;
    }
    cr_assert_gt(sections, repeats);
}

// After an edit, the regions within one square of it are traced again; all others are as they were.
Test(geom_mask, an_edit_changes_the_trace_of_the_regions_that_it_touches_alone)
{
    int repeats = random_repeats(2000), changed = 0;
    for (int run = 0; run < repeats; run++) {
        Random random = random_start(random_seed(), (uint64_t)3 << 40 | (uint64_t)run);
        make_mask(&random);
        AukMaskRegion region = random_region(&random);
        static Lines before;
        int x = random_int(&random, 0, mask.width - 1), y = random_int(&random, 0, mask.height - 1);
        for (int pass = 0; pass < 2; pass++) {
            cr_assert(trace(&part, &region));
            memset(&all_lines.lines, 0, sizeof all_lines.lines);
            cr_assert(append_lines(&region, &part));
            if (pass == 0) {
                before = all_lines;
                copy_traced(&whole, &part);
                values[mask.values - values + y * mask.stride + x] ^= 255;
            }
        }
        bool same_trace = whole.set.vertex_count == part.set.vertex_count &&
                          memcmp(whole.vertices, part.vertices, sizeof(AukVec2) * (size_t)part.set.vertex_count) == 0;
        bool same_lines =
            before.lines.point_count == all_lines.lines.point_count &&
            memcmp(before.points, all_lines.points, sizeof(AukVec2) * (size_t)all_lines.lines.point_count) == 0;
        bool beside_trace =
            x + 1 < region.x || x >= region.x + region.width || y + 1 < region.y || y >= region.y + region.height;
        bool beside_lines = x + 2 < region.x || x - 1 >= region.x + region.width || y + 2 < region.y ||
                            y - 1 >= region.y + region.height;
        if ((beside_trace && !same_trace) || (beside_lines && !same_lines)) {
            cr_assert_fail("%s", complain(&random, run, "a region that was not touched changed"));
        }
        changed += !same_trace;
    }
    cr_assert(repeats < 200 || changed > repeats / 10, "%d of %d edits changed the trace", changed, repeats);
}
