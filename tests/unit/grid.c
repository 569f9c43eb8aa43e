// The query grid against arrays of boxes: nothing missed, nothing twice, nothing that is not there, at any size and
// place; and that neither huge queries nor sparse worlds make it walk empty cells for long.
#include "broad/grid.h"

#include "auk/math2d.h"
#include "support/random.h"
#include "unit/failing_allocator.h"
#include "unit/grid_walk.h"

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
    uint8_t classes[SLOTS];
    int seen[SLOTS]; // by the query under way
    AukVec2 origin;
    float unit;
    double resting; // part of the boxes that are not expected to move
    bool starved;   // memory may fail
    bool swarm;     // boxes of one size in one place, most of which fly far when many move
} Model;

static float any_size(Model *model)
{
    if (model->swarm && random_chance(&model->random, 0.9)) {
        return 0.1f * model->unit;
    }
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
    if (!model->swarm && random_chance(&model->random, 0.02)) {
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
    model->swarm = random_chance(&model->random, 0.3);
    cr_assert(auk__grid_reserve(&model->grid, SLOTS));
    memset(model->classes, AUK_GRID_OTHER_CLASS, sizeof model->classes);
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
        cr_assert(auk__grid_pack_static(&model->grid) || model->starved);
    }
    for (int i = 0; i < SLOTS / 4; i++) {
        uint32_t slot = (uint32_t)random_int(&model->random, 0, SLOTS - 1);
        if (random_chance(&model->random, 0.3)) {
            model->classes[slot] =
                (uint8_t)(1 << random_int(&model->random, 0, 2) | 1 << random_int(&model->random, 0, 7));
            auk__grid_set_classes(&model->grid, slot, model->classes[slot]);
        }
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
                auk__grid_set_static(&model->grid, slot, box);
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

// Some at once, in any order: most of them go a little way, or in a swarm far.
static void model_move_many(Model *model)
{
    uint32_t slots[SLOTS];
    AukBounds bounds[SLOTS];
    int count = 0;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        if (random_chance(&model->random, model->present[slot] ? 0.5 : 0.05)) {
            AukVec2 step = random_vec(&model->random, -0.3f * model->unit, 0.3f * model->unit);
            AukBox old = model->boxes[slot];
            bool near = model->present[slot] && random_chance(&model->random, model->swarm ? 0.1 : 0.9);
            AukBox moved = box_of(old.min.x + step.x, old.min.y + step.y, old.max.x + step.x, old.max.y + step.y);
            bounds[slot] = auk__bounds_of(model->boxes[slot] = near ? moved : any_box(model));
            model->present[slot] = true;
            slots[count++] = slot;
        }
    }
    auk__grid_set_many(&model->grid, slots, count, bounds);
}

// That many slots at once are the same as one by one, in the same order, with the places of packed ones.
static void check_many(const Model *model, AukBox query)
{
    const AukGrid *grid = &model->grid;
    AukGridCursor cursor = auk__grid_query_box(grid, query), single = cursor;
    AukGridMember met[AUK_GRID_GATHER];
    uint32_t slot = 0;
    for (int count = AUK_GRID_GATHER; count == AUK_GRID_GATHER;) {
        count = auk__grid_next_many(grid, &cursor, met);
        for (int i = 0; i < count; i++) {
            cr_assert(auk__grid_next(grid, &single, &slot) && met[i].slot == slot &&
                          met[i].place == auk__grid_place(&single),
                      "AUK_SEED=%llu", (unsigned long long)model->random.seed);
        }
    }
    cr_assert_not(auk__grid_next(grid, &single, &slot));
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
    check_many(model, query);
    for (int i = 0; i < SLOTS; i++) {
        bool expected = model->present[i] && auk_box_overlap(model->boxes[i], query);
        cr_assert_eq(model->seen[i], expected, "slot %d seen %d times, AUK_SEED=%llu", i, model->seen[i],
                     (unsigned long long)model->random.seed);
    }
}

// True if the moving box meets the other one grown by `slack` (or shrunk, if negative) on every side.
static bool sweep_meets(AukBox from, AukVec2 delta, double end, AukBox box, double slack)
{
    double low = 0.0, high = end;
    double p[2] = {(double)from.min.x, (double)from.min.y}, d[2] = {(double)delta.x, (double)delta.y};
    double least[2] = {(double)box.min.x - ((double)from.max.x - p[0]) - slack,
                       (double)box.min.y - ((double)from.max.y - p[1]) - slack};
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
static void check_sweep(Model *model, AukBox from, AukVec2 delta, float end)
{
    memset(model->seen, 0, sizeof model->seen);
    double far_x = fabs((double)from.min.x) + fabs((double)from.max.x) + fabs((double)delta.x);
    double far_y = fabs((double)from.min.y) + fabs((double)from.max.y) + fabs((double)delta.y);
    double scale = fmax(far_x, far_y);
    RayWalk ray = sweep_start(&model->grid, from, delta);
    uint32_t slot = 0;
    int found = 0;
    while (walk_next(&model->grid, &ray, found >= 2 ? end : 1.0f, &slot)) {
        cr_assert_lt(slot, SLOTS);
        model->seen[slot]++;
        found++;
    }
    for (int i = 0; i < SLOTS; i++) {
        // far off, doubles too are rounded
        bool must = model->present[i] && sweep_meets(from, delta, (double)end, model->boxes[i], -scale * 0x1p-50);
        bool may = model->present[i] && sweep_meets(from, delta, 1.0, model->boxes[i], scale * 0x1p-20);
        cr_assert(model->seen[i] <= may && model->seen[i] >= must,
                  "slot %d seen %d times, must %d, may %d, AUK_SEED=%llu", i, model->seen[i], must, may,
                  (unsigned long long)model->random.seed);
    }
}

static void check_ray(Model *model, AukVec2 from, AukVec2 delta, float end)
{
    check_sweep(model, box_of(from.x, from.y, from.x, from.y), delta, end);
}

static double gap_of(AukBox a, AukBox b)
{
    double x = fmax(fmax((double)a.min.x - (double)b.max.x, (double)b.min.x - (double)a.max.x), 0.0);
    double y = fmax(fmax((double)a.min.y - (double)b.max.y, (double)b.min.y - (double)a.max.y), 0.0);
    return sqrt(x * x + y * y);
}

// That each entry counts the members of its regions, and has their classes at least: a count too low or a class that is
// missing hides what is near.
static void check_counts(Model *model)
{
    AukGrid *grid = &model->grid;
    size_t size = (size_t)grid->regions.count * sizeof(uint32_t);
    int stages = grid->stages, used = grid->regions_used;
    uint32_t *counts = malloc(size);
    memcpy(counts, grid->regions.items, size);
    auk__grid_recount(grid);
    const uint32_t *fresh = grid->regions.items;
    for (int i = 0; i < grid->regions.count && stages == grid->stages; i++) { // else fewer are enough now
        uint32_t differ = counts[i] ^ fresh[i], classes = UINT32_MAX << AUK_GRID_CLASS_SHIFT;
        cr_assert((differ & ~classes) == 0 && (fresh[i] & ~counts[i]) == 0 && used == grid->regions_used,
                  "AUK_SEED=%llu", (unsigned long long)model->random.seed);
    }
    free(counts);
}

// Squares of floats do not hold very many cells, nor a very small part of one: then the bound on the distance is lower.
static bool is_held(const AukGrid *grid, int32_t slot, double gap)
{
    int level = auk__grid_tag(grid, slot)->level;
    double cells = gap * auk__grid_scale(level == AUK_GRID_PACKED ? auk__grid_link(grid, slot)->next : level);
    return cells > 0x1p-60 && cells < 0x1p61;
}

// The distance shrinks to that of the `wanted` nearest as they are found.
static void check_near(Model *model, AukBox query, double max_distance, int wanted)
{
    memset(model->seen, 0, sizeof model->seen);
    uint8_t without = random_chance(&model->random, 0.5) ? (uint8_t)random_int(&model->random, 1, 127) : 0;
    double nearest[2 * SLOTS], bound = max_distance;
    int kept = 0;
    AukGridNear walk = auk__grid_query_near(&model->grid, query, without);
    AukGridCandidate met;
    while (auk__grid_near_next(&model->grid, &walk, bound, &met)) {
        cr_assert(met.slot < SLOTS && model->present[met.slot] && !(model->classes[met.slot] & without));
        double gap = gap_of(model->boxes[met.slot], query);
        double least = is_held(&model->grid, (int32_t)met.slot, gap) ? gap * (1.0 - 0x1p-18) : 0.0;
        cr_assert(least <= met.enters && met.enters <= gap, "%a, not %a", met.enters, gap);
        model->seen[met.slot]++;
        keep_nearest(nearest, &kept, wanted, gap);
        bound = kept == wanted ? fmin(nearest[kept - 1], max_distance) : max_distance;
    }
    for (int i = 0; i < SLOTS; i++) {
        double gap = gap_of(model->boxes[i], query);
        bool searched = model->present[i] && (model->classes[i] & without) == 0;
        bool must = searched && gap <= bound;
        bool beyond = gap > max_distance * (1.0 + 0x1p-18);
        bool may = searched && !(beyond && is_held(&model->grid, i, gap - max_distance));
        cr_assert(model->seen[i] <= may && model->seen[i] >= must, "slot %d seen %d times, must %d, AUK_SEED=%llu", i,
                  model->seen[i], must, (unsigned long long)model->random.seed);
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

Test(grid, a_ray_that_has_ended_stays_ended_whatever_its_memory_held_before)
{
    for (int at_rest = 0; at_rest < 2; at_rest++) {
        AukGrid grid = {0};
        cr_assert(auk__grid_reserve(&grid, SLOTS));
        for (int i = 0; i < SLOTS; i++) {
            float x = (float)(i % 16), y = (float)(i / 16);
            AukBox box = box_of(x, y, x + 0.5f, y + 0.5f);
            if (at_rest) {
                auk__grid_set_static(&grid, (uint32_t)i, box);
            } else {
                auk__grid_set(&grid, (uint32_t)i, box);
            }
        }
        cr_assert(auk__grid_pack_static(&grid));
        AukGridRay ray;
        AukGridCandidate met[AUK_GRID_GATHER];
        memset(&ray, 1, sizeof ray);
        auk__grid_ray_start(&grid, box_of(-1.0f, 3.25f, -1.0f, 3.25f), auk_vec(12.0f, 0.1f), &ray);
        int found = 0;
        for (int count = 1; count > 0; found += count) {
            count = auk__grid_ray_next(&grid, &ray, 1.0f, met);
        }
        cr_assert_geq(found, 8);
        for (int i = 0; i < 3; i++) {
            cr_assert_eq(auk__grid_ray_next(&grid, &ray, 1.0f, met), 0);
        }
        auk__grid_free(&grid);
    }
}

Test(grid, a_moving_box_finds_every_box_that_it_meets_and_none_far_off)
{
    for (uint64_t world = 0; world < 100; world++) {
        Model *model = model_create(3031 + world);
        for (int round = 0; round < 12; round++) {
            model_change(model);
            if (round % 2 == 1) {
                model_move_many(model);
            }
            for (int i = 0; i < 12; i++) {
                check_sweep(model, any_box(model), any_delta(model), random_chance(&model->random, 0.5) ? 1.0f : 0.4f);
            }
        }
        model_destroy(model);
    }
}

Test(grid, the_nearest_boxes_are_found_near_and_far)
{
    for (uint64_t world = 0; world < 100; world++) {
        Model *model = model_create(4031 + world);
        for (int round = 0; round < 12; round++) {
            model_change(model);
            if (round % 2 == 1) {
                model_move_many(model);
            }
            if (world % 2 == 0) { // in the others mistakes may add up
                check_counts(model);
            }
            for (int i = 0; i < 12; i++) {
                double reach = (double)model->unit * random_log(&model->random, 0.01, 1000.0);
                check_near(model, any_box(model), random_chance(&model->random, 0.5) ? INFINITY : reach,
                           random_chance(&model->random, 0.5) ? 1 : random_int(&model->random, 1, 2 * SLOTS));
            }
            AukVec2 far = auk_vec_scale(1e15f, random_direction(&model->random));
            check_near(model, box_of(far.x, far.y, far.x, far.y), INFINITY, 3);
            check_near(model, any_box(model), 0.0, SLOTS + 1);
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
        AukGridNear near = auk__grid_query_near(&grid, box_of(-1, -1, 1, 1), 0);
        AukGridCandidate met;
        cr_assert_not(auk__grid_near_next(&grid, &near, INFINITY, &met));
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
    for (int fail_at = 0; fail_at < 4; fail_at++) {
        memory.fail_at = -1;
        Model *model = model_create(8);
        model->starved = true;
        model_change(model);
        memory.calls = 0;
        memory.fail_at = fail_at;
        cr_assert_not(auk__grid_reserve(&model->grid, 100 * SLOTS));
        check_box_query(model, any_box(model));
        model_change(model);
        check_box_query(model, box_of(-3e38f, -3e38f, 3e38f, 3e38f));
        memory.fail_at = -1;
        cr_assert(auk__grid_reserve(&model->grid, 100 * SLOTS));
        cr_assert(auk__grid_reserve_packed(&model->grid, SLOTS));
        memory.calls = 0;
        model_change(model);
        check_box_query(model, box_of(-3e38f, -3e38f, 3e38f, 3e38f));
        cr_assert_eq(memory.calls, 0, "changes and queries allocate nothing");
        model_destroy(model);
    }
}

static Model *model_of_packed_boxes(uint64_t stream)
{
    Model *model = model_create(stream);
    for (int i = 0; i < SLOTS; i++) {
        model->boxes[i] = any_box(model);
        model->present[i] = true;
        auk__grid_set_static(&model->grid, (uint32_t)i, model->boxes[i]);
    }
    cr_assert(auk__grid_pack_static(&model->grid));
    cr_assert_eq(model->grid.packed.places.count, SLOTS);
    cr_assert(model->grid.count == 0 && model->grid.to_pack_count == 0);
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

Test(grid, a_packed_box_that_moves_or_leaves_is_found_where_it_is_and_nowhere_else)
{
    for (uint64_t world = 0; world < 20; world++) {
        Model *model = model_of_packed_boxes(2031 + world);
        check_everywhere(model);
        for (int i = 0; i < 40; i++) {
            AukBox box = any_box(model);
            switch (i % 4) {
            case 0: auk__grid_set(&model->grid, (uint32_t)i, model->boxes[i] = box); break;
            case 1: auk__grid_set_static(&model->grid, (uint32_t)i, model->boxes[i] = box); break;
            case 2: auk__grid_set_static(&model->grid, (uint32_t)i, model->boxes[i]); break;
            default:
                auk__grid_remove(&model->grid, (uint32_t)i);
                model->present[i] = false;
                break;
            }
        }
        check_everywhere(model);
        for (int calls = 0; calls < 1000 && model->grid.to_pack_count > 0; calls++) {
            cr_assert(auk__grid_pack_static(&model->grid));
        }
        cr_assert_eq(model->grid.to_pack_count, 0, "what waits packs in the end");
        cr_assert(model->grid.packed.places.count - model->grid.packed.dead == SLOTS - 20 && model->grid.count == 10);
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
            auk__grid_set_static(&model->grid, (uint32_t)i, model->boxes[i]);
        }
        memory.calls = 0;
        memory.fail_at = fail_at;
        cr_assert_not(auk__grid_pack_static(&model->grid));
        cr_assert_eq(model->grid.count, SLOTS);
        check_everywhere(model);
        memory.fail_at = -1;
        cr_assert(auk__grid_pack_static(&model->grid));
        cr_assert_eq(model->grid.packed.places.count, SLOTS);
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
