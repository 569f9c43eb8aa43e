// Decomposition of random polygons, and of random scribbles that are seldom polygons, against brute force.
#include "support/check_pieces.h"
#include "support/outlines.h"
#include "support/print.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdlib.h>

static Outline outline;

// Null, or what is wrong with the answer to `outline`.
typedef const char *(*Check)(Random *random);

typedef void (*Make)(Random *random, int family);

// Each case has a generator of its own, so the first failure can be repeated alone: AUK_SEED and AUK_PROP_ONLY.
static bool holds(const char *name, int family, int repeats, Make make, Check check)
{
    const char *only = getenv("AUK_PROP_ONLY");
    int first = only ? atoi(only) : 0, end = only ? first + 1 : repeats;
    for (int i = first; i < end; i++) {
        Random random = random_start(random_seed(), ((uint64_t)family << 32) + (uint64_t)i);
        make(&random, family);
        const char *wrong = check(&random);
        if (wrong) {
            fprintf(stderr, "%s: %s\nfamily %d, AUK_SEED=%llu AUK_PROP_ONLY=%d\n", name, wrong, family,
                    (unsigned long long)random.seed, i);
            print_points(stderr, "points", outline.points, outline.count);
            for (int k = 0; k < outline.hole_count; k++) {
                fprintf(stderr, "hole from %d\n", outline.hole_starts[k]);
            }
            return false;
        }
    }
    return true;
}

static void make_simple(Random *random, int family)
{
    int most = random_chance(random, 0.9) ? 24 : 100;
    if (family == OUTLINE_UNTANGLED && most > 40) {
        most = 40; // undoing crossings takes long
    }
    outline_random(random, (OutlineFamily)family, random_int(random, 3, most), &outline);
}

static void make_spoiled(Random *random, int family)
{
    outline_random(random, (OutlineFamily)family, random_int(random, 3, 24), &outline);
    for (int i = random_int(random, 1, 2); i > 0; i--) {
        outline_spoil(random, &outline);
    }
}

static void make_scribble(Random *random, int family)
{
    (void)family;
    outline_scribble(random, &outline);
}

// Corners anywhere from 1e-44 to 1e15, many on the axes or in the same row or column.
static void make_wild(Random *random, int family)
{
    (void)family;
    outline.count = random_int(random, 3, 8);
    outline.hole_count = 0;
    for (int i = 0; i < 2 * outline.count; i++) {
        float *coordinate = i % 2 ? &outline.points[i / 2].y : &outline.points[i / 2].x;
        do {
            *coordinate = random_finite(random);
        } while (fabsf(*coordinate) > AUK_COORDINATE_MAX);
        if (i > 1 && random_chance(random, 0.3)) {
            AukVec2 other = outline.points[random_int(random, 0, i / 2 - 1)];
            *coordinate = i % 2 ? other.y : other.x;
        }
    }
}

static const char *is_right(Random *random)
{
    (void)random;
    Rings rings = outline_rings(&outline);
    return check_pieces(&rings);
}

static struct criterion_test_params all_families(void)
{
    static int families[OUTLINE_FAMILY_COUNT];
    for (int i = 0; i < OUTLINE_FAMILY_COUNT; i++) {
        families[i] = i;
    }
    return cr_make_param_array(int, families, OUTLINE_FAMILY_COUNT);
}

ParameterizedTestParameters(geom_decompose, pieces_are_convex_disjoint_and_cover_the_polygon)
{
    return all_families();
}

ParameterizedTest(int *family, geom_decompose, pieces_are_convex_disjoint_and_cover_the_polygon)
{
    cr_assert(holds("pieces", *family, random_repeats(1000), make_simple, is_right));
}

ParameterizedTestParameters(geom_decompose, spoiled_polygons_get_the_right_verdict)
{
    return all_families();
}

ParameterizedTest(int *family, geom_decompose, spoiled_polygons_get_the_right_verdict)
{
    cr_assert(holds("spoiled", *family, random_repeats(2000), make_spoiled, is_right));
}

Test(geom_decompose, scribbles_on_a_small_grid_get_the_right_verdict)
{
    cr_assert(holds("scribble", 0, random_repeats(50000), make_scribble, is_right));
}

Test(geom_decompose, corners_of_wildly_different_size_get_the_right_verdict)
{
    cr_assert(holds("wild", 0, random_repeats(20000), make_wild, is_right));
}

// ---- few pieces -----------------------------------------------------------------------------------------------

static int indices[3 * OUTLINE_POINTS_MAX], other_indices[3 * OUTLINE_POINTS_MAX];
static AukPiece pieces[OUTLINE_POINTS_MAX], other_pieces[OUTLINE_POINTS_MAX];

static AukDecomposition decompose(void)
{
    AukDecomposition out = {indices, 3 * OUTLINE_POINTS_MAX, pieces, OUTLINE_POINTS_MAX, 0, 0, 0, 0};
    Rings rings = outline_rings(&outline);
    auk_decompose(rings.points, rings.count, rings.hole_starts, rings.hole_count, &out);
    return out;
}

static long total, total_fewest;

// Never above four times the fewest, by theorem; and the sum over many polygons is to be much nearer.
static const char *is_nearly_least(Random *random)
{
    (void)random;
    Rings rings = outline_rings(&outline);
    if (rings.hole_count > 0 || rings.count > 16) {
        return NULL;
    }
    int fewest = rings_fewest_pieces(&rings), count = decompose().piece_count;
    total += count;
    total_fewest += fewest;
    return count < fewest || count > 4 * fewest ? "the number of pieces is out of bounds" : NULL;
}

static void make_small(Random *random, int family)
{
    outline_random(random, (OutlineFamily)family, random_int(random, 3, 16), &outline);
}

ParameterizedTestParameters(geom_decompose, there_are_hardly_more_pieces_than_need_be)
{
    return all_families();
}

ParameterizedTest(int *family, geom_decompose, there_are_hardly_more_pieces_than_need_be)
{
    int repeats = random_repeats(1000);
    cr_assert(holds("few pieces", *family, repeats, make_small, is_nearly_least));
    cr_log_info("%s: %ld pieces, fewest %ld", outline_family_name((OutlineFamily)*family), total, total_fewest);
    cr_assert_leq((double)total, 1.05 * (double)total_fewest + 10.0, "%ld pieces, fewest %ld", total, total_fewest);
}

// ---- what does not matter -------------------------------------------------------------------------------------

static const char *same_pieces(const AukDecomposition *a, const AukVec2 *points_a, const AukDecomposition *b,
                               const AukVec2 *points_b, float scale)
{
    if (a->piece_count != b->piece_count || a->index_count != b->index_count) {
        return "another number of pieces or corners";
    }
    for (int k = 0; k < a->piece_count; k++) {
        if (a->pieces[k].first != b->pieces[k].first || a->pieces[k].count != b->pieces[k].count) {
            return "another piece";
        }
    }
    for (int i = 0; i < a->index_count; i++) {
        AukVec2 p = auk_vec_scale(scale, points_a[a->indices[i]]), q = points_b[b->indices[i]];
        if (p.x != q.x || p.y != q.y) {
            return "another corner";
        }
    }
    return NULL;
}

static const char *depends_on_the_place_only(Random *random)
{
    static Outline turned;
    turned = outline;
    float scale = ldexpf(1.0f, random_int(random, -40, 20));
    for (int ring = 0; ring <= outline.hole_count; ring++) {
        int start = ring > 0 ? outline.hole_starts[ring - 1] : 0;
        int end = ring < outline.hole_count ? outline.hole_starts[ring] : outline.count;
        int shift = random_int(random, 0, end - start - 1);
        bool backward = random_chance(random, 0.5);
        for (int i = 0; i < end - start; i++) {
            int from = backward ? end - start - 1 - i : i;
            turned.points[start + (i + shift) % (end - start)] = auk_vec_scale(scale, outline.points[start + from]);
        }
    }
    AukDecomposition a = decompose();
    AukDecomposition b = {other_indices, 3 * OUTLINE_POINTS_MAX, other_pieces, OUTLINE_POINTS_MAX, 0, 0, 0, 0};
    Rings rings = outline_rings(&turned);
    AukStatus status = auk_decompose(rings.points, rings.count, rings.hole_starts, rings.hole_count, &b);
    return status ? auk_status_text(status) : same_pieces(&a, outline.points, &b, turned.points, scale);
}

ParameterizedTestParameters(geom_decompose, neither_winding_nor_first_point_nor_a_power_of_two_change_the_pieces)
{
    return all_families();
}

ParameterizedTest(int *family, geom_decompose, neither_winding_nor_first_point_nor_a_power_of_two_change_the_pieces)
{
    cr_assert(holds("invariance", *family, random_repeats(1000), make_simple, depends_on_the_place_only));
}
