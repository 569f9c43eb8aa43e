// The query grid against arrays of boxes: nothing missed, nothing twice, nothing that is not there, at any size and
// place; and that neither huge queries nor sparse worlds make it walk empty cells for long.
#include "broad/grid.h"

#include "auk/math2d.h"
#include "support/random.h"
#include "unit/failing_allocator.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 400 };

typedef struct Model {
    Random random;
    AukGrid grid;
    AukBox boxes[SLOTS];
    bool present[SLOTS];
    int seen[SLOTS]; // by the query under way
    AukVec2 origin;
    float unit;
    double resting; // part of the boxes that are not expected to move
} Model;

static AukBox box_of(float min_x, float min_y, float max_x, float max_y)
{
    AukBox box = {{min_x, min_y}, {max_x, max_y}};
    return box;
}

static float any_size(Model *model)
{
    double which = random_unit(&model->random);
    float size = which < 0.2 ? 0.0f : (float)random_log(&model->random, 0.01, which < 0.9 ? 3.0 : 1000.0);
    return model->unit * size;
}

// Coordinates are often whole units, so that boxes, cells and queries touch exactly.
static AukBox any_box(Model *model)
{
    AukVec2 at = random_vec(&model->random, -20.0f, 20.0f);
    if (random_chance(&model->random, 0.3)) {
        at = auk_vec(floorf(at.x), floorf(at.y));
    }
    at = auk_vec_add(model->origin, auk_vec_scale(model->unit, at));
    if (random_chance(&model->random, 0.02)) {
        at = auk_vec_scale((float)random_log(&model->random, 1e-3, 1e15), random_direction(&model->random));
    }
    float width = any_size(model);
    return box_of(at.x, at.y, at.x + width, at.y + (random_chance(&model->random, 0.5) ? width : any_size(model)));
}

static Model *model_create(uint64_t stream)
{
    static const AukVec2 origins[] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {-777.0f, 1e5f}, {1e15f, -1e15f}, {3e12f, 0.0f}};
    static const float units[] = {1.0f, 1.0f, 1e-6f, 1e6f, 37.0f, 1e-20f, 1e13f};
    Model *model = calloc(1, sizeof *model);
    model->random = random_start(random_seed(), stream);
    model->origin = origins[random_int(&model->random, 0, 4)];
    model->unit = units[random_int(&model->random, 0, 6)];
    model->resting = random_chance(&model->random, 0.3) ? 0.0 : 2.0 * random_unit(&model->random);
    cr_assert(auk__grid_reserve(&model->grid, SLOTS));
    return model;
}

static void model_destroy(Model *model)
{
    auk__grid_free(&model->grid);
    free(model);
}

static void model_change(Model *model)
{
    double filled = random_unit(&model->random);
    for (int i = 0; i < 3 && random_chance(&model->random, 0.5); i++) {
        cr_assert(auk__grid_settle(&model->grid));
    }
    for (int i = 0; i < SLOTS / 4; i++) {
        uint32_t slot = (uint32_t)random_int(&model->random, 0, SLOTS - 1);
        if (random_chance(&model->random, filled)) {
            AukBox box = any_box(model);
            if (model->present[slot] && random_chance(&model->random, 0.7)) {
                AukVec2 step = random_vec(&model->random, -0.3f * model->unit, 0.3f * model->unit);
                box = box_of(model->boxes[slot].min.x + step.x, model->boxes[slot].min.y + step.y,
                             model->boxes[slot].max.x + step.x, model->boxes[slot].max.y + step.y);
            } else if (model->present[slot] && random_chance(&model->random, 0.3)) {
                box = model->boxes[slot];
                box.max = auk_vec_add(box.min, auk_vec(any_size(model), any_size(model)));
            }
            if (random_chance(&model->random, model->resting)) {
                auk__grid_rest(&model->grid, slot, box);
            } else {
                auk__grid_set(&model->grid, slot, box);
            }
            model->boxes[slot] = box;
            model->present[slot] = true;
        } else {
            auk__grid_remove(&model->grid, slot);
            model->present[slot] = false;
        }
    }
}

// Some at once, in any order: most of them go a little way.
static void model_move_many(Model *model)
{
    uint32_t slots[SLOTS];
    int count = 0;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        if (random_chance(&model->random, model->present[slot] ? 0.5 : 0.05)) {
            AukVec2 step = random_vec(&model->random, -0.3f * model->unit, 0.3f * model->unit);
            AukBox old = model->boxes[slot];
            bool near = model->present[slot] && random_chance(&model->random, 0.9);
            model->boxes[slot] =
                near ? box_of(old.min.x + step.x, old.min.y + step.y, old.max.x + step.x, old.max.y + step.y)
                     : any_box(model);
            model->present[slot] = true;
            slots[count++] = slot;
        }
    }
    auk__grid_set_many(&model->grid, slots, count, model->boxes);
}

// One by one, near to far within what the grid gives at once.
typedef struct RayWalk {
    AukGridRay ray;
    AukGridMet met[AUK_GRID_GATHER];
    int count, at;
} RayWalk;

static RayWalk walk_start(const AukGrid *grid, AukVec2 from, AukVec2 delta)
{
    RayWalk walk = {auk__grid_query_ray(grid, from, delta, NULL), {{0.0, 0}}, 0, 0};
    return walk;
}

static bool walk_next(const AukGrid *grid, RayWalk *walk, float max_fraction, uint32_t *slot)
{
    if (walk->at == walk->count) {
        walk->count = auk__grid_ray_next(grid, &walk->ray, max_fraction, walk->met);
        walk->at = 0;
        cr_assert_leq(walk->count, AUK_GRID_GATHER);
        for (int i = 1; i < walk->count; i++) {
            cr_assert_leq(walk->met[i - 1].enters, walk->met[i].enters);
        }
    }
    *slot = walk->count > 0 ? walk->met[walk->at].slot : 0;
    return walk->at++ < walk->count;
}

static void check_box_query(Model *model, AukBox query)
{
    memset(model->seen, 0, sizeof model->seen);
    AukGridCursor cursor = auk__grid_query_box(&model->grid, query);
    uint32_t slot = 0;
    while (auk__grid_next(&model->grid, &cursor, &slot)) {
        cr_assert_lt(slot, SLOTS);
        model->seen[slot]++;
    }
    for (int i = 0; i < SLOTS; i++) {
        bool expected = model->present[i] && auk_box_overlap(model->boxes[i], query);
        cr_assert_eq(model->seen[i], expected, "slot %d seen %d times, AUK_SEED=%llu", i, model->seen[i],
                     (unsigned long long)model->random.seed);
    }
}

// True if the segment meets the box grown by `slack` (or shrunk, if negative) on every side.
static bool segment_meets(AukVec2 from, AukVec2 delta, double end, AukBox box, double slack)
{
    double low = 0.0, high = end;
    double p[2] = {(double)from.x, (double)from.y}, d[2] = {(double)delta.x, (double)delta.y};
    double least[2] = {(double)box.min.x - slack, (double)box.min.y - slack};
    double most[2] = {(double)box.max.x + slack, (double)box.max.y + slack};
    for (int axis = 0; axis < 2; axis++) {
        if (d[axis] == 0.0) {
            if (p[axis] < least[axis] || p[axis] > most[axis]) {
                return false;
            }
            continue;
        }
        double a = (least[axis] - p[axis]) / d[axis], b = (most[axis] - p[axis]) / d[axis];
        low = fmax(low, fmin(a, b));
        high = fmin(high, fmax(a, b));
    }
    return low <= high;
}

// `end` is where the fraction shrinks to after a few candidates; what lies before it must still be found.
static void check_ray(Model *model, AukVec2 from, AukVec2 delta, float end)
{
    memset(model->seen, 0, sizeof model->seen);
    double scale = fmax(fabs((double)from.x) + fabs((double)delta.x), fabs((double)from.y) + fabs((double)delta.y));
    RayWalk ray = walk_start(&model->grid, from, delta);
    uint32_t slot = 0;
    int found = 0;
    while (walk_next(&model->grid, &ray, found >= 2 ? end : 1.0f, &slot)) {
        cr_assert_lt(slot, SLOTS);
        model->seen[slot]++;
        found++;
    }
    for (int i = 0; i < SLOTS; i++) {
        bool must = model->present[i] && segment_meets(from, delta, (double)end, model->boxes[i], 0.0);
        bool may = model->present[i] && segment_meets(from, delta, 1.0, model->boxes[i], scale * 0x1p-21);
        cr_assert(model->seen[i] <= may && model->seen[i] >= must,
                  "slot %d seen %d times, must %d, may %d, AUK_SEED=%llu", i, model->seen[i], must, may,
                  (unsigned long long)model->random.seed);
    }
}

static AukVec2 any_delta(Model *model)
{
    float length = model->unit * (float)random_log(&model->random, 0.1, 100.0);
    switch (random_int(&model->random, 0, 5)) {
    case 0: return auk_vec(0.0f, 0.0f);
    case 1: return auk_vec(random_chance(&model->random, 0.5) ? length : -length, 0.0f);
    case 2: return auk_vec(0.0f, random_chance(&model->random, 0.5) ? length : -length);
    case 3: return auk_vec_scale(1e15f, random_direction(&model->random));
    default: return auk_vec_scale(length, random_direction(&model->random));
    }
}

Test(grid, box_queries_find_exactly_the_boxes_that_touch)
{
    for (uint64_t world = 0; world < 150; world++) {
        Model *model = model_create(31 + world);
        for (int round = 0; round < 12; round++) {
            model_change(model);
            if (round % 2 == 1) {
                model_move_many(model);
            }
            for (int i = 0; i < 12; i++) {
                check_box_query(model, any_box(model));
            }
            check_box_query(model, box_of(-3e38f, -3e38f, 3e38f, 3e38f));
            check_box_query(model, box_of(model->origin.x, -1e15f, model->origin.x, 1e15f));
        }
        model_destroy(model);
    }
}

Test(grid, rays_find_every_box_that_they_meet_and_none_far_off)
{
    for (uint64_t world = 0; world < 150; world++) {
        Model *model = model_create(1031 + world);
        for (int round = 0; round < 12; round++) {
            model_change(model);
            if (round % 2 == 1) {
                model_move_many(model);
            }
            for (int i = 0; i < 12; i++) {
                AukBox start = any_box(model);
                check_ray(model, start.min, any_delta(model), random_chance(&model->random, 0.5) ? 1.0f : 0.4f);
            }
            AukVec2 far = auk_vec_scale(1e15f, random_direction(&model->random));
            check_ray(model, far, auk_vec_sub(model->origin, far), 1.0f);
        }
        model_destroy(model);
    }
}

Test(grid, an_empty_grid_finds_nothing)
{
    AukGrid grid = {0};
    uint32_t slot = 0;
    for (int reserved = 0; reserved < 2; reserved++) {
        AukGridCursor cursor = auk__grid_query_box(&grid, box_of(-1, -1, 1, 1));
        cr_assert_not(auk__grid_next(&grid, &cursor, &slot));
        RayWalk ray = walk_start(&grid, auk_vec(0, 0), auk_vec(1, 1));
        cr_assert_not(walk_next(&grid, &ray, 1.0f, &slot));
        cr_assert(auk__grid_reserve(&grid, 10));
        auk__grid_remove(&grid, 3);
    }
    auk__grid_free(&grid);
}

Test(grid, room_for_more_slots_keeps_the_members)
{
    Model *model = model_create(7);
    auk__grid_free(&model->grid);
    for (int i = 0; i < SLOTS; i++) {
        cr_assert(auk__grid_reserve(&model->grid, i + 1));
        model->boxes[i] = any_box(model);
        model->present[i] = true;
        auk__grid_set(&model->grid, (uint32_t)i, model->boxes[i]);
        check_box_query(model, any_box(model));
    }
    model_destroy(model);
}

Test(grid, running_out_of_memory_keeps_the_members)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    for (int fail_at = 0; fail_at < 3; fail_at++) {
        memory.fail_at = -1;
        Model *model = model_create(8);
        model_change(model);
        memory.calls = 0;
        memory.fail_at = fail_at;
        cr_assert_not(auk__grid_reserve(&model->grid, 100 * SLOTS));
        check_box_query(model, any_box(model));
        model_change(model);
        check_box_query(model, box_of(-3e38f, -3e38f, 3e38f, 3e38f));
        memory.fail_at = -1;
        cr_assert(auk__grid_reserve(&model->grid, 100 * SLOTS));
        memory.calls = 0;
        model_change(model);
        check_box_query(model, box_of(-3e38f, -3e38f, 3e38f, 3e38f));
        cr_assert_eq(memory.calls, 0, "changes and queries allocate nothing");
        model_destroy(model);
    }
}

static Model *model_of_settled_boxes(uint64_t stream)
{
    Model *model = model_create(stream);
    for (int i = 0; i < SLOTS; i++) {
        model->boxes[i] = any_box(model);
        model->present[i] = true;
        auk__grid_rest(&model->grid, (uint32_t)i, model->boxes[i]);
    }
    cr_assert(auk__grid_settle(&model->grid));
    cr_assert_eq(model->grid.settled.places.count, SLOTS);
    cr_assert(model->grid.count == 0 && model->grid.waiting == 0);
    return model;
}

static void check_everywhere(Model *model)
{
    check_box_query(model, box_of(-3e38f, -3e38f, 3e38f, 3e38f));
    for (int i = 0; i < SLOTS; i++) {
        check_box_query(model, model->boxes[i]);
        check_ray(model, any_box(model).min, any_delta(model), 1.0f);
    }
}

Test(grid, a_settled_box_that_moves_or_leaves_is_found_where_it_is_and_nowhere_else)
{
    for (uint64_t world = 0; world < 20; world++) {
        Model *model = model_of_settled_boxes(2031 + world);
        check_everywhere(model);
        for (int i = 0; i < 40; i++) {
            AukBox box = any_box(model);
            switch (i % 4) {
            case 0: auk__grid_set(&model->grid, (uint32_t)i, model->boxes[i] = box); break;
            case 1: auk__grid_rest(&model->grid, (uint32_t)i, model->boxes[i] = box); break;
            case 2: auk__grid_rest(&model->grid, (uint32_t)i, model->boxes[i]); break;
            default:
                auk__grid_remove(&model->grid, (uint32_t)i);
                model->present[i] = false;
                break;
            }
        }
        check_everywhere(model);
        for (int calls = 0; calls < 100 && model->grid.waiting + model->grid.settled.dead > 0; calls++) {
            cr_assert(auk__grid_settle(&model->grid));
        }
        cr_assert_eq(model->grid.settled.places.count, SLOTS - 20, "what waits settles in the end");
        cr_assert_eq(model->grid.count, 10);
        check_everywhere(model);
        model_destroy(model);
    }
}

Test(grid, without_memory_to_settle_boxes_stay_where_they_are)
{
    static FailingAllocator memory;
    failing_allocator_install(&memory);
    for (int fail_at = 0; fail_at < 2; fail_at++) {
        memory.fail_at = -1;
        Model *model = model_create(9);
        for (int i = 0; i < SLOTS; i++) {
            model->boxes[i] = any_box(model);
            model->present[i] = true;
            auk__grid_rest(&model->grid, (uint32_t)i, model->boxes[i]);
        }
        memory.calls = 0;
        memory.fail_at = fail_at;
        cr_assert_not(auk__grid_settle(&model->grid));
        cr_assert_eq(model->grid.count, SLOTS);
        check_everywhere(model);
        memory.fail_at = -1;
        cr_assert(auk__grid_settle(&model->grid));
        cr_assert_eq(model->grid.settled.places.count, SLOTS);
        check_everywhere(model);
        model_destroy(model);
    }
}

Test(grid, nearer_boxes_of_a_size_come_before_much_farther_ones)
{
    AukGrid grid = {0};
    cr_assert(auk__grid_reserve(&grid, 1000));
    for (int i = 0; i < 1000; i++) {
        float x = (float)((i * 377) % 1000);
        auk__grid_set(&grid, (uint32_t)i, box_of(x, 0, x + 0.9f, 0.9f));
    }
    for (int backward = 0; backward < 2; backward++) {
        RayWalk ray =
            walk_start(&grid, auk_vec(backward ? 999.95f : -0.05f, 0.5f), auk_vec(backward ? -200.0f : 200.0f, 0));
        uint32_t slot = 0;
        float reached = 0.0f;
        int count = 0;
        for (; walk_next(&grid, &ray, 1.0f, &slot); count++) {
            float x = (float)((slot * 377) % 1000);
            float distance = backward ? 1000.0f - x : x;
            cr_assert_gt(distance, reached - 16.0f);
            reached = fmaxf(reached, distance);
        }
        cr_assert_eq(count, 200);
    }
    auk__grid_free(&grid);
}

Test(grid, a_box_whose_side_is_rounded_down_is_found_at_both_ends)
{
    AukGrid grid = {0};
    cr_assert(auk__grid_reserve(&grid, 1));
    for (int exponent = -20; exponent < 20; exponent++) {
        float size = ldexpf(1.0f, exponent);
        auk__grid_set(&grid, 0, box_of(-0x1p-80f, 0.0f, size, 0.0f));
        for (int end = 0; end < 2; end++) {
            uint32_t slot = 1;
            float x = end ? size : -0x1p-80f;
            AukGridCursor cursor = auk__grid_query_box(&grid, box_of(x, 0.0f, x, 0.0f));
            cr_assert(auk__grid_next(&grid, &cursor, &slot) && slot == 0, "size 2^%d, end %d", exponent, end);
        }
        auk__grid_remove(&grid, 0);
    }
    auk__grid_free(&grid);
}

Test(grid, what_once_was_far_away_does_not_widen_the_grid_for_ever)
{
    AukGrid grid = {0};
    cr_assert(auk__grid_reserve(&grid, 100));
    for (int frame = 0; frame < 200; frame++) {
        for (int i = 0; i < 100; i++) {
            float x = (float)(i + frame) + (frame == 50 && i == 7 ? 1e6f : 0.0f);
            auk__grid_set(&grid, (uint32_t)i, box_of(x, x, x + 1.0f, x + 1.0f));
        }
    }
    for (int level = 0; level < AUK_GRID_WIDE; level++) {
        const AukGridLevel *members = &grid.levels[level];
        cr_assert(members->count == 0 || members->max_x - members->min_x <= 2000);
    }
    auk__grid_free(&grid);
}

// ---- worlds that a grid could be slow on ------------------------------------------------------------------------

static AukBox hard_box(Random *random, int kind, int i)
{
    AukVec2 at = random_vec(random, 0.0f, 1000.0f);
    switch (kind) {
    case 0: break;                                                                          // points, fairly dense
    case 1: at = auk_vec_scale(1000.0f, at); break;                                         // points, far apart
    case 2: at = auk_vec_scale(1e-9f, at); break;                                           // points, close together
    case 3: at = auk_vec_add(at, auk_vec(i % 2 ? 1e6f : 0.0f, i % 2 ? 1e6f : 0.0f)); break; // two towns
    case 4: at.x = 0.0f; break;                                                             // a column
    default: at = i == 0 ? auk_vec(-1e15f, 1e15f) : at; break;                              // one far away
    }
    return box_of(at.x, at.y, at.x, at.y);
}

// How many members share a cell with a member, on average.
static double crowd(const AukGrid *grid, int count)
{
    enum { SAMPLE = 50 };
    const AukGridNode *nodes = grid->nodes.items;
    const AukGridLink *links = grid->links.items;
    int together = 0;
    for (int i = 0; i < SAMPLE; i++) {
        int slot = (int)((int64_t)i * count / SAMPLE);
        for (int other = 0; other < count; other++) {
            together += links[slot].level == links[other].level && nodes[slot].x == nodes[other].x &&
                        nodes[slot].y == nodes[other].y;
        }
    }
    return (double)together / SAMPLE;
}

static int count_box(const AukGrid *grid, AukBox box)
{
    int found = 0;
    uint32_t slot = 0;
    AukGridCursor cursor = auk__grid_query_box(grid, box);
    while (auk__grid_next(grid, &cursor, &slot)) {
        found++;
    }
    return found;
}

static int count_ray(const AukGrid *grid, AukVec2 from, AukVec2 delta)
{
    int found = 0;
    uint32_t slot = 0;
    RayWalk ray = walk_start(grid, from, delta);
    while (walk_next(grid, &ray, 1.0f, &slot)) {
        found++;
    }
    return found;
}

// A small query costs as many members as share its cells: few, however the boxes are spread. Queries from one end of
// the number range to the other end too, although they cross more cells than could ever be visited.
Test(grid, cells_stay_uncrowded_and_no_query_hangs_however_the_boxes_are_spread, .timeout = 200)
{
    enum { COUNT = 100000, SMALL = 4000, LARGE = 40 };
    Random random = random_start(random_seed(), 77);
    for (int world = 0; world < 12; world++) {
        int kind = world % 6;
        AukGrid grid = {0};
        cr_assert(auk__grid_reserve(&grid, COUNT));
        for (int i = 0; i < COUNT; i++) {
            AukBox box = hard_box(&random, kind, i);
            if (world < 6) {
                auk__grid_set(&grid, (uint32_t)i, box);
            } else {
                auk__grid_rest(&grid, (uint32_t)i, box);
            }
        }
        cr_assert(auk__grid_settle(&grid));
        cr_assert_eq(grid.count, world < 6 ? COUNT : 0);
        cr_assert_lt(crowd(&grid, COUNT), 40.0, "world %d", world);
        static const float reaches[] = {1.0f, 1000.0f, 1e-9f, 1.0f, 0.02f, 1.0f};
        float reach = reaches[kind];
        const AukGridNode *nodes = grid.nodes.items;
        int found = 0;
        for (int i = 0; i < SMALL; i++) {
            const AukBounds *near = &nodes[random_int(&random, 1, COUNT - 1)].bounds;
            AukVec2 at = auk_vec(near->min_x, near->min_y);
            found += count_box(&grid, box_of(at.x - reach, at.y - reach, at.x + reach, at.y + reach));
            found += count_ray(&grid, at, auk_vec(reach, -reach));
        }
        cr_assert_geq(found, 2 * SMALL);
        for (int i = 0; i < LARGE; i++) {
            AukVec2 far = auk_vec_scale(-1e15f, random_direction(&random));
            count_ray(&grid, far, auk_vec_scale(-2.0f, far));
            count_box(&grid, box_of(-1e15f, -1e-12f, 1e15f, 1e-12f));
        }
        auk__grid_free(&grid);
    }
}
