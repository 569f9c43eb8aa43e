// Outlines of small masks whose right answer is known by hand; random ones are in prop/geom_mask.c.
#include "auk/outline.h"

#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = 512, LOOPS = 64 };

static AukVec2 vertices[VERTICES], line_points[VERTICES];
static AukLoop loops[LOOPS];
static int hole_starts[LOOPS];
static AukOutlineLine line_items[LOOPS];

static AukOutlineSet room(void)
{
    AukOutlineSet set = {.vertices = vertices, .vertex_capacity = VERTICES, .loops = loops, .loop_capacity = LOOPS};
    set.hole_starts = hole_starts;
    return set;
}

static AukMask mask_of(const uint8_t *values, int width, int height)
{
    return (AukMask){.values = values, .width = width, .height = height};
}

static AukOutlineSet traced(const AukMask *mask, const AukMaskRegion *region)
{
    AukOutlineSet set = room();
    AukStatus status = auk_outline_trace(mask, region, &set);
    cr_assert_eq(status, AUK_OK, "%s", auk_status_text(status));
    return set;
}

static void assert_vertices(const AukOutlineSet *set, const AukVec2 *expected, int count)
{
    cr_assert_eq(set->vertex_count, count);
    for (int i = 0; i < count; i++) {
        cr_assert(vertices[i].x == expected[i].x && vertices[i].y == expected[i].y, "vertex %d is (%g, %g)", i,
                  (double)vertices[i].x, (double)vertices[i].y);
    }
}

Test(mask, a_single_pixel_is_a_diamond_that_ends_at_its_edges)
{
    const uint8_t one = 7;
    AukMask mask = mask_of(&one, 1, 1);
    AukOutlineSet set = traced(&mask, NULL);
    const AukVec2 diamond[4] = {{0.0f, 0.5f}, {0.5f, 0.0f}, {1.0f, 0.5f}, {0.5f, 1.0f}};
    assert_vertices(&set, diamond, 4);
    cr_assert(set.loop_count == 1 && loops[0].outer == 0 && loops[0].hole_count == 0 && hole_starts[0] == 0);
}

Test(mask, a_smooth_outline_passes_where_the_values_reach_the_threshold)
{
    const uint8_t row[3] = {0, 200, 100};
    AukMask mask = mask_of(row, 3, 1);
    mask.threshold = 151;
    mask.smooth = true;
    AukOutlineSet set = traced(&mask, NULL);
    const AukVec2 expected[4] = {
        {0.5f + 150.5f / 200.0f, 0.5f}, {1.5f, 0.0f}, {1.5f + 49.5f / 100.0f, 0.5f}, {1.5f, 1.0f}};
    assert_vertices(&set, expected, 4);
}

Test(mask, pixels_that_share_only_a_corner_are_joined)
{
    const uint8_t values[4] = {1, 0, 0, 1};
    AukMask mask = mask_of(values, 2, 2);
    cr_assert_eq(traced(&mask, NULL).loop_count, 1);
    const uint8_t ring[9] = {1, 1, 0, 1, 0, 1, 0, 1, 1}; // the empty middle is cut off from the empty corners
    mask = mask_of(ring, 3, 3);
    AukOutlineSet set = traced(&mask, NULL);
    cr_assert(set.loop_count == 2 && loops[0].hole_count == 1 && loops[1].outer == 0);
}

Test(mask, an_island_in_a_lake_is_an_outer_loop_after_the_lake)
{
    uint8_t values[49];
    memset(values, 1, sizeof values);
    for (int y = 1; y < 6; y++) {
        memset(values + 7 * y + 1, y == 1 || y == 5 ? 0 : 1, 5);
        values[7 * y + 1] = values[7 * y + 5] = 0;
    }
    values[3 * 7 + 3] = 0; // a pond on the island
    AukMask mask = mask_of(values, 7, 7);
    AukOutlineSet set = traced(&mask, NULL);
    cr_assert_eq(set.loop_count, 4);
    cr_assert(loops[0].outer == 0 && loops[0].hole_count == 1 && loops[1].outer == 0);
    cr_assert(loops[2].outer == 2 && loops[2].hole_count == 1 && loops[3].outer == 2);
    cr_assert(hole_starts[1] == loops[0].count && loops[0].point_count == loops[0].count + loops[1].count);
    cr_assert(hole_starts[3] == loops[2].count && hole_starts[2] == 0);
}

Test(mask, a_negative_stride_turns_the_picture_upside_down)
{
    const uint8_t values[6] = {1, 1, 1, 0, 0, 0};
    AukMask mask = mask_of(values + 3, 3, 2);
    mask.stride = -3;
    AukOutlineSet set = traced(&mask, NULL);
    for (int i = 0; i < set.vertex_count; i++) {
        cr_assert_geq(vertices[i].y, 1.0f);
    }
}

Test(mask, without_room_it_measures_and_with_too_little_it_says_what_is_needed)
{
    const uint8_t one = 1;
    AukMask mask = mask_of(&one, 1, 1);
    AukOutlineSet set = {0};
    cr_assert_eq(auk_outline_trace(&mask, NULL, &set), AUK_OK);
    cr_assert(set.vertex_count == 4 && set.loop_count == 1);
    set = room();
    set.vertex_capacity = 3;
    cr_assert_eq(auk_outline_trace(&mask, NULL, &set), AUK_ERROR_COUNT);
    cr_assert(set.vertex_count == 4 && set.loop_count == 1);
    set = room();
    set.loop_capacity = 0;
    cr_assert_eq(auk_outline_trace(&mask, NULL, &set), AUK_ERROR_COUNT);
}

Test(mask, an_empty_mask_has_no_loops)
{
    const uint8_t values[6] = {0};
    AukMask mask = mask_of(values, 3, 2);
    AukOutlineSet set = traced(&mask, NULL);
    cr_assert(set.vertex_count == 0 && set.loop_count == 0);
    cr_assert_eq(auk_outline_simplify(&set, 1.0f), AUK_OK);
}

Test(mask, bad_masks_are_refused)
{
    const uint8_t values[4] = {1, 1, 1, 1};
    const AukMask good = mask_of(values, 2, 2);
    struct {
        AukMask mask;
        AukStatus status;
    } cases[16];
    int count = 0;
#define BAD_MASK(field, value, expected)                                                                               \
    cases[count].mask = good, cases[count].mask.field = (value), cases[count++].status = (expected)
    BAD_MASK(values, NULL, AUK_ERROR_NULL);
    BAD_MASK(width, 0, AUK_ERROR_COUNT);
    BAD_MASK(height, 0, AUK_ERROR_COUNT);
    BAD_MASK(width, -1, AUK_ERROR_COUNT);
    BAD_MASK(width, 0x7fffffff, AUK_ERROR_COUNT);
    BAD_MASK(height, AUK_MASK_SIDE_MAX + 1, AUK_ERROR_COUNT);
    BAD_MASK(stride, 1, AUK_ERROR_COUNT);
    BAD_MASK(stride, -1, AUK_ERROR_COUNT);
    BAD_MASK(cell, NAN, AUK_ERROR_NOT_FINITE);
    BAD_MASK(cell, INFINITY, AUK_ERROR_NOT_FINITE);
    BAD_MASK(cell, -1.0f, AUK_ERROR_NEGATIVE);
    BAD_MASK(cell, 1e-40f, AUK_ERROR_ZERO_AREA);
    BAD_MASK(cell, 9e14f, AUK_ERROR_RANGE);
    BAD_MASK(origin.x, NAN, AUK_ERROR_NOT_FINITE);
    BAD_MASK(origin.y, 2e15f, AUK_ERROR_RANGE);
    BAD_MASK(origin.x, 140000.0f, AUK_ERROR_RANGE);
#undef BAD_MASK
    for (int i = 0; i < count; i++) {
        AukOutlineSet set = room();
        AukStatus status = auk_outline_trace(&cases[i].mask, NULL, &set);
        cr_assert_eq(status, cases[i].status, "case %d: %s", i, auk_status_text(status));
    }
    const AukMaskRegion regions[5] = {{-1, 0, 1, 1}, {0, 0, 4, 1}, {0, 0, 0, 1}, {3, 0, 1, 1}, {1, 1, 0x7fffffff, 1}};
    for (int i = 0; i < 5; i++) {
        AukOutlineSet set = room();
        cr_assert_eq(auk_outline_trace(&good, &regions[i], &set), AUK_ERROR_COUNT);
    }
    AukOutlineSet set = room();
    cr_assert_eq(auk_outline_trace(NULL, NULL, &set), AUK_ERROR_NULL);
    cr_assert_eq(auk_outline_trace(&good, NULL, NULL), AUK_ERROR_NULL);
    set.vertices = NULL;
    cr_assert_eq(auk_outline_trace(&good, NULL, &set), AUK_ERROR_NULL);
}

// ---- simplification ---------------------------------------------------------------------------------------------

Test(mask, a_set_whose_counts_pass_its_capacities_is_refused_by_what_reads_it)
{
    const uint8_t values[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    AukMask mask = mask_of(values, 3, 3);
    AukOutlineSet set = traced(&mask, NULL);
    AukVec2 line_points[64];
    AukOutlineLine lines[64];
    AukOutlineLines out = {line_points, 64, lines, 64, 0, 0};
    AukMaskRegion region = {-1, -1, 4, 4};
    set.vertex_capacity = set.vertex_count - 1;
    cr_assert_eq(auk_outline_simplify(&set, 0.0f), AUK_ERROR_COUNT);
    cr_assert_eq(auk_outline_lines(&mask, &region, &set, &out), AUK_ERROR_COUNT);
    set.vertex_capacity = 0; // filled by the game
    cr_assert_eq(auk_outline_simplify(&set, 0.0f), AUK_OK);
}

Test(mask, simplification_refuses_bad_tolerances_and_sets_and_changes_nothing)
{
    const uint8_t values[4] = {1, 1, 1, 1};
    AukMask mask = mask_of(values, 2, 2);
    AukOutlineSet set = traced(&mask, NULL);
    AukOutlineSet before = set;
    cr_assert_eq(auk_outline_simplify(NULL, 1.0f), AUK_ERROR_NULL);
    cr_assert_eq(auk_outline_simplify(&set, NAN), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_outline_simplify(&set, INFINITY), AUK_ERROR_NOT_FINITE);
    cr_assert_eq(auk_outline_simplify(&set, -0.1f), AUK_ERROR_NEGATIVE);
    set.vertex_count--;
    cr_assert_eq(auk_outline_simplify(&set, 1.0f), AUK_ERROR_COUNT);
    set = before;
    loops[0].hole_count = 0x7fffffff;
    cr_assert_eq(auk_outline_simplify(&set, 1.0f), AUK_ERROR_COUNT);
    loops[0].hole_count = 0;
    set.hole_starts = NULL;
    cr_assert_eq(auk_outline_simplify(&set, 1.0f), AUK_ERROR_NULL);
    cr_assert_eq(set.vertex_count, before.vertex_count);
}

Test(mask, a_staircase_becomes_one_edge)
{
    uint8_t values[256];
    for (int i = 0; i < 256; i++) {
        values[i] = i % 16 <= i / 16;
    }
    AukMask mask = mask_of(values, 16, 16);
    AukOutlineSet set = traced(&mask, NULL);
    cr_assert_eq(auk_outline_simplify(&set, 1.0f), AUK_OK);
    cr_assert_leq(set.vertex_count, 5);
}

// Half of the tolerance removes nothing, all of it does.
Test(mask, teeth_that_are_nearly_as_high_as_the_tolerance_go)
{
    const AukVec2 saw[8] = {{0, 0}, {1, 0.75f}, {2, 0}, {3, 0.75f}, {4, 0}, {5, 0.75f}, {6, 8}, {0, 8}};
    AukOutlineSet set = room();
    memcpy(vertices, saw, sizeof saw);
    set.vertex_count = 8;
    set.loop_count = 1;
    loops[0] = (AukLoop){.count = 8, .point_count = 8};
    hole_starts[0] = 0;
    cr_assert_eq(auk_outline_simplify(&set, 1.0f), AUK_OK);
    cr_assert_leq(set.vertex_count, 6);
}

Test(mask, a_huge_tolerance_leaves_every_loop_three_vertices_at_least)
{
    uint8_t values[81];
    memset(values, 1, sizeof values);
    values[4 * 9 + 4] = 0;
    AukMask mask = mask_of(values, 9, 9);
    AukOutlineSet set = traced(&mask, NULL);
    cr_assert_eq(auk_outline_simplify(&set, 1e15f), AUK_OK);
    cr_assert_eq(set.loop_count, 2);
    cr_assert(loops[0].count >= 3 && loops[1].count >= 3 && loops[0].point_count == loops[0].count + loops[1].count);
}

// A saw that becomes a bar, and a triangle so far away that on its scale the whole saw is one place.
Test(mask, simplifying_many_vertices_takes_no_longer_if_another_loop_is_far_away, .timeout = 30)
{
    enum { TEETH = 1 << 18, BAR = TEETH + 3 };
    AukVec2 *saw = malloc((BAR + 3) * sizeof *saw);
    cr_assert_not_null(saw);
    for (int i = 0; i <= TEETH; i++) {
        saw[i] = (AukVec2){(float)i, i & 1 ? 0.25f : 0.0f};
    }
    saw[TEETH + 1] = (AukVec2){TEETH, 8.0f};
    saw[TEETH + 2] = (AukVec2){0.0f, 8.0f};
    saw[BAR] = (AukVec2){1e14f, 0.0f};
    saw[BAR + 1] = (AukVec2){2e14f, 0.0f};
    saw[BAR + 2] = (AukVec2){2e14f, 1e14f};
    AukOutlineSet set = room();
    set.vertices = saw;
    set.vertex_count = set.vertex_capacity = BAR + 3;
    set.loop_count = 2;
    loops[0] = (AukLoop){.first = 0, .count = BAR, .outer = 0, .point_count = BAR};
    loops[1] = (AukLoop){.first = BAR, .count = 3, .outer = 1, .point_count = 3};
    hole_starts[0] = hole_starts[1] = 0;
    cr_assert_eq(auk_outline_simplify(&set, 0.5f), AUK_OK);
    cr_assert(set.loop_count == 2 && loops[0].count >= 4 && loops[0].count <= 8 && loops[1].count == 3);
    free(saw);
}

Test(mask, running_out_of_memory_is_an_answer)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    uint8_t values[81];
    memset(values, 1, sizeof values);
    AukMask mask = mask_of(values, 9, 9);
    int refused = 0;
    AukStatus status = AUK_ERROR_OUT_OF_MEMORY;
    for (int fail = 0; status == AUK_ERROR_OUT_OF_MEMORY; fail++) {
        AukOutlineSet set = room();
        memory.calls = 0;
        memory.fail_at = fail;
        status = auk_outline_trace(&mask, NULL, &set);
        status = status ? status : auk_outline_simplify(&set, 0.1f);
        refused += status == AUK_ERROR_OUT_OF_MEMORY;
    }
    cr_assert_eq(status, AUK_OK);
    cr_assert_geq(refused, 5);
    auk_set_allocator(NULL);
}

// ---- lines ------------------------------------------------------------------------------------------------------

Test(mask, a_flat_ground_in_two_regions_is_two_sections_that_go_on_in_each_other)
{
    uint8_t values[64] = {0};
    memset(values, 1, 32); // the lower half
    AukMask mask = mask_of(values, 8, 8);
    for (int side = 0; side < 2; side++) {
        AukMaskRegion region = {side == 0 ? 0 : 4, 0, side == 0 ? 4 : 5, 9};
        AukOutlineSet set = traced(&mask, &region);
        AukOutlineLines lines = {line_points, VERTICES, line_items, LOOPS, 0, 0};
        cr_assert_eq(auk_outline_lines(&mask, &region, &set, &lines), AUK_OK);
        cr_assert(lines.line_count == 1 && !line_items[0].closed);
        int end = line_items[0].count - 1;
        AukVec2 joint = line_points[side == 0 ? 1 : end - 1], beyond = line_points[side == 0 ? 0 : end];
        cr_assert(joint.x == 3.5f && beyond.x == (side == 0 ? 4.5f : 2.5f));
        cr_assert(joint.y == beyond.y && (joint.y == 4.0f || joint.y == 0.0f));
        AukOutlineLines few = {line_points, lines.point_count - 1, line_items, LOOPS, 0, 0};
        cr_assert_eq(auk_outline_lines(&mask, &region, &set, &few), AUK_ERROR_COUNT);
        AukOutlineLines none = {0};
        cr_assert_eq(auk_outline_lines(&mask, &region, &set, &none), AUK_OK);
        cr_assert(none.point_count == lines.point_count && none.line_count == 1);
        cr_assert_eq(auk_outline_lines(&mask, &region, &set, NULL), AUK_ERROR_NULL);
        cr_assert_eq(auk_outline_lines(&mask, &region, NULL, &none), AUK_ERROR_NULL);
        cr_assert_eq(auk_outline_lines(NULL, &region, &set, &none), AUK_ERROR_NULL);
    }
}
