// Random worlds of boxes over many updates, with everything that can happen between them, against brute force; and the
// two ways of the sweep (strips, and dividing where strips fail) against each other.
#include "broad/broad.h"
#include "base/f64x4.h"
#include "broad/sweep.h"
#include "broad/sweep_strip.h"

#include "auk/math2d.h"
#include "support/random.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_WORLDS = 60, UPDATES = 25, SLOTS_MAX = 1500 };

typedef enum Layout {
    GAS,
    CLUSTERS,
    ONE_SPOT,
    ROW,
    COLUMN,
    CROSS,
    LATTICE,
    HUGE_AND_TINY,
    TALL_AND_FLAT,
    POINTS,
    OUTLIERS,
    ANY_MAGNITUDE,
    LAYOUTS
} Layout;

static const char *const layout_names[LAYOUTS] = {"gas",           "clusters", "one spot", "row",
                                                  "column",        "cross",    "lattice",  "huge and tiny",
                                                  "tall and flat", "points",   "outliers", "any magnitude"};

typedef struct World {
    Random random;
    Layout layout;
    int slots;
    AukVec2 origin;
    float unit; // size of an ordinary box
    float side; // of the square they are in
    AukBroad *sweep, *brute;
} World;

static AukBox box_at(AukVec2 min, float width, float height)
{
    AukBox box = {min, {min.x + width, min.y + height}};
    return box;
}

static float power_law(Random *random, float least, float most)
{
    return (float)random_log(random, (double)least, (double)most);
}

static float signed_magnitude(Random *random)
{
    float size = power_law(random, 1e-30f, 1e15f);
    return random_chance(random, 0.1) ? 0.0f : (random_chance(random, 0.5) ? size : -size);
}

static AukBox any_magnitude_box(Random *random)
{
    float x[2] = {signed_magnitude(random), signed_magnitude(random)};
    float y[2] = {signed_magnitude(random), signed_magnitude(random)};
    AukBox box = {{fminf(x[0], x[1]), fminf(y[0], y[1])}, {fmaxf(x[0], x[1]), fmaxf(y[0], y[1])}};
    return box;
}

static AukBox any_box(World *world)
{
    Random *random = &world->random;
    float unit = world->unit;
    AukVec2 at = random_vec(random, 0.0f, world->side);
    float width = random_float(random, 0.5f * unit, unit);
    float height = random_float(random, 0.5f * unit, unit);
    switch (world->layout) {
    case GAS: break;
    case CLUSTERS: {
        float spread = power_law(random, 0.01f * unit, world->side);
        AukVec2 centre =
            auk_vec(world->side * (float)random_int(random, 0, 3), world->side * (float)random_int(random, 0, 3));
        at =
            auk_vec(centre.x + random_float(random, -spread, spread), centre.y + random_float(random, -spread, spread));
        width = power_law(random, 1e-3f * unit, spread);
        height = power_law(random, 1e-3f * unit, spread);
        break;
    }
    case ONE_SPOT: at = auk_vec(0.0f, 0.0f); break;
    case ROW: at.y = 0.0f; break;
    case COLUMN: at.x = 0.0f; break;
    case CROSS: *(random_chance(random, 0.5) ? &at.x : &at.y) = 0.5f * world->side; break;
    case LATTICE:
        at = auk_vec(floorf(at.x / unit) * unit, floorf(at.y / unit) * unit);
        width = height = unit;
        break;
    case HUGE_AND_TINY:
        width = random_chance(random, 0.05) ? 1e6f * unit : 1e-3f * unit;
        height = random_chance(random, 0.05) ? 1e6f * unit : 1e-3f * unit;
        break;
    case TALL_AND_FLAT:
        if (random_chance(random, 0.1)) {
            height = world->side;
        } else {
            at.x = 0.0f;
            height = 0.0f;
        }
        break;
    case POINTS:
        at = auk_vec(floorf(at.x / unit) * unit, floorf(at.y / unit) * unit);
        width = height = 0.0f;
        break;
    case OUTLIERS:
        if (random_chance(random, 0.02)) {
            at = auk_vec(random_float(random, -1e12f, 1e12f), random_float(random, -1e12f, 1e12f));
        }
        break;
    case ANY_MAGNITUDE: return any_magnitude_box(random);
    case LAYOUTS: break;
    }
    return box_at(auk_vec_add(world->origin, at), width, height);
}

static AukBroadClass any_class(World *world)
{
    double which = random_unit(&world->random);
    return which < 0.15 ? AUK_BROAD_NONE : (which < 0.5 ? AUK_BROAD_STATIC : AUK_BROAD_MOVING);
}

static void set_slot(World *world, uint32_t slot, AukBox box, AukBroadClass class)
{
    auk__broad_set(world->sweep, slot, box, class);
    auk__broad_set(world->brute, slot, box, class);
}

static void world_change(World *world)
{
    static const double moving[] = {0.0, 0.02, 0.5, 1.0};
    static const double remaking[] = {0.0, 0.0, 0.01, 0.3};
    double moved = moving[random_int(&world->random, 0, 3)];
    double remade = remaking[random_int(&world->random, 0, 3)];
    const AukSlot *slots = world->sweep->slots.items;
    AukVec2 drift = random_vec(&world->random, -world->unit, world->unit);
    world->origin = auk_vec_add(world->origin, drift);
    for (int i = 0; i < world->slots; i++) {
        uint32_t slot = (uint32_t)i;
        if (random_chance(&world->random, remade)) {
            set_slot(world, slot, any_box(world), any_class(world));
        } else if (slots[i].class == AUK_BROAD_MOVING && random_chance(&world->random, moved)) {
            AukBox box = auk__broad_box(world->sweep, slot);
            box = random_chance(&world->random, 0.9)
                      ? box_at(auk_vec_add(box.min, drift), box.max.x - box.min.x, box.max.y - box.min.y)
                      : any_box(world);
            auk__broad_write(world->sweep, slot, box);
            auk__broad_write(world->brute, slot, box);
        }
    }
}

static bool same_pairs(AukBroadPairs a, AukBroadPairs b)
{
    return a.count == b.count && (a.count == 0 || memcmp(a.items, b.items, (size_t)a.count * sizeof *a.items) == 0);
}

// What dividing finds among the movers, against the pairs of movers that brute force found.
static bool divide_agrees(const World *world)
{
    AukDivideWork memory = {0};
    AukPairList found = {0};
    AukBuffer divided = {0};
    AukWork work = {.parallel = world->sweep->work.parallel};
    const AukBuffer *movers = &world->sweep->movers;
    AukStatus status =
        auk__divide_pairs(&memory, &work, world->sweep->bounds.items, movers->items, movers->count, &found);
    status = status ? status : auk__found_publish(&found, &work, world->slots, &divided);
    const AukSlot *slots = world->sweep->slots.items;
    const AukBroadPair *pairs = divided.items;
    AukBroadPairs expected = auk_broad_pairs(world->brute);
    int at = 0;
    bool same = status == AUK_OK;
    for (int i = 0; i < expected.count && same; i++) {
        AukBroadPair pair = expected.items[i];
        if (slots[pair.a].list == AUK_LIST_MOVERS && slots[pair.b].list == AUK_LIST_MOVERS) {
            same = at < divided.count && pairs[at].a == pair.a && pairs[at].b == pair.b;
            at++;
        }
    }
    same = same && at == divided.count;
    auk__divide_free(&memory);
    auk__work_free(&work);
    auk__found_free(&found);
    auk__buffer_free(&divided);
    return same;
}

static World world_create(uint64_t stream, Layout layout)
{
    static const AukVec2 origins[] = {{0.0f, 0.0f}, {0.0f, 0.0f}, {-600.0f, 77.0f}, {1e6f, -1e6f}, {9e14f, 9e14f}};
    static const float units[] = {1.0f, 1.0f, 1e-6f, 1e6f, 32.0f};
    World world;
    world.random = random_start(random_seed(), stream);
    world.layout = layout;
    world.slots = (int)random_log(&world.random, 2.0, layout == ONE_SPOT ? 150.0 : (double)SLOTS_MAX);
    world.origin = origins[random_int(&world.random, 0, 4)];
    world.unit = units[random_int(&world.random, 0, 4)];
    world.side = world.unit * sqrtf((float)world.slots) * random_float(&world.random, 0.5f, 4.0f);
    AukBroadDef def = {AUK_BROAD_SWEEP, 0, random_chance(&world.random, 0.2)};
    world.sweep = auk_broad_create(&def, NULL);
    def.kind = AUK_BROAD_BRUTE_FORCE;
    world.brute = auk_broad_create(&def, NULL);
    cr_assert_eq(auk__broad_reserve(world.sweep, world.slots), AUK_OK);
    cr_assert_eq(auk__broad_reserve(world.brute, world.slots), AUK_OK);
    cr_assert_eq(auk__broad_admit_statics(world.sweep), AUK_OK);
    cr_assert_eq(auk__broad_admit_statics(world.brute), AUK_OK);
    for (int i = 0; i < world.slots; i++) {
        set_slot(&world, (uint32_t)i, any_box(&world), any_class(&world));
    }
    return world;
}

static struct criterion_test_params all_layouts(void)
{
    static int layouts[LAYOUTS];
    for (int i = 0; i < LAYOUTS; i++) {
        layouts[i] = i;
    }
    return cr_make_param_array(int, layouts, LAYOUTS);
}

ParameterizedTestParameters(broad, strips_and_brute_force_find_the_same_pairs)
{
    return all_layouts();
}

ParameterizedTest(int *layout, broad, strips_and_brute_force_find_the_same_pairs)
{
    int worlds = random_repeats(USUAL_WORLDS);
    for (int i = 0; i < worlds; i++) {
        World world = world_create((uint64_t)i * LAYOUTS + (uint64_t)*layout, (Layout)*layout);
        for (int update = 0; update < UPDATES; update++) {
            cr_assert_eq(auk_broad_update(world.sweep), AUK_OK);
            cr_assert_eq(auk_broad_update(world.brute), AUK_OK);
            cr_assert(same_pairs(auk_broad_pairs(world.sweep), auk_broad_pairs(world.brute)),
                      "%s, world %d, update %d: %d pairs, brute force %d, AUK_SEED=%llu", layout_names[*layout], i,
                      update, auk_broad_pairs(world.sweep).count, auk_broad_pairs(world.brute).count,
                      (unsigned long long)world.random.seed);
            cr_assert(update % 4 != 0 || divide_agrees(&world), "%s, world %d, update %d: dividing, AUK_SEED=%llu",
                      layout_names[*layout], i, update, (unsigned long long)world.random.seed);
            world_change(&world);
        }
        auk_broad_destroy(world.sweep);
        auk_broad_destroy(world.brute);
    }
}

// Brute force itself, against the inline box arithmetic of the public header.
Test(broad, brute_force_finds_what_a_plain_double_loop_finds)
{
    for (int i = 0; i < random_repeats(100); i++) {
        World world = world_create((uint64_t)i, (Layout)(i % LAYOUTS));
        cr_assert_eq(auk_broad_update(world.brute), AUK_OK);
        AukBroadPairs pairs = auk_broad_pairs(world.brute);
        const AukSlot *slots = world.brute->slots.items;
        int at = 0;
        for (int a = 0; a < world.slots; a++) {
            for (int b = a + 1; b < world.slots; b++) {
                bool count = slots[a].class != AUK_BROAD_NONE && slots[b].class != AUK_BROAD_NONE &&
                             (slots[a].class == AUK_BROAD_MOVING || slots[b].class == AUK_BROAD_MOVING ||
                              world.brute->def.static_pairs);
                if (count && auk_box_overlap(auk__broad_box(world.brute, (uint32_t)a),
                                             auk__broad_box(world.brute, (uint32_t)b))) {
                    cr_assert(at < pairs.count && pairs.items[at].a == (uint32_t)a && pairs.items[at].b == (uint32_t)b);
                    at++;
                }
            }
        }
        cr_assert_eq(at, pairs.count);
        auk_broad_destroy(world.sweep);
        auk_broad_destroy(world.brute);
    }
}

// Worlds of 100,000 boxes with hardly a pair, on some of which a sweep without a way out makes 1e9 comparisons.
static AukBox hard_box(Random *random, int kind, int i)
{
    float at = (float)i;
    switch (kind) {
    case 0: return box_at(auk_vec(0.0f, at), 1.0f, 0.5f);                                  // a column
    case 1: return box_at(auk_vec(0.0f, i % 1000 == 0 ? 1e15f : at * 1e-3f), 1.0f, 5e-4f); // and far ones
    case 2: return box_at(auk_vec(at * 2.0f, 0.0f), 1.0f, 1e6f);                           // all tall
    case 3: return i % 5 == 0 ? box_at(auk_vec(at, 0.0f), 0.5f, 1e5f) : box_at(auk_vec(-2.0f, at), 1.0f, 0.5f);
    case 4: return box_at(auk_vec(-1e6f * (float)(i % 2), i % 2 ? at : at * 1e-6f), 1.0f, i % 2 ? 0.5f : 0.0f);
    default: return box_at(random_vec(random, 0.0f, 3e5f), 0.0f, power_law(random, 1e-6f, 1e6f));
    }
}

Test(broad, no_arrangement_of_many_boxes_takes_quadratic_time, .timeout = 60)
{
    enum { COUNT = 100000 };
    Random random = random_start(random_seed(), 99);
    int crowded = 0;
    for (int kind = 0; kind < 6; kind++) {
        AukBroad *broad = auk_broad_create(NULL, NULL);
        for (int i = 0; i < COUNT; i++) {
            uint32_t proxy = 0;
            cr_assert_eq(auk_broad_add(broad, hard_box(&random, kind, i), false, &proxy), AUK_OK);
        }
        for (int update = 0; update < 5; update++) {
            cr_assert_eq(auk_broad_update(broad), AUK_OK);
        }
        cr_assert_lt(auk_broad_pairs(broad).count, 20 * COUNT);
        AukPairList keys = {0};
        AukLayout layout = {0};
        cr_assert(auk__layout_reserve(&layout, &broad->work, COUNT));
        auk__layout_build(&layout, &broad->work, broad->bounds.items, broad->movers.items, COUNT);
        AukSwept swept = auk__sweep_pairs(&layout, &broad->work, COUNT, &keys);
        auk__layout_free(&layout);
        cr_assert_eq(swept.status, AUK_OK);
        cr_assert_lt(swept.compared, 700 * COUNT, "arrangement %d", kind);
        crowded += swept.crowded;
        auk__found_free(&keys);
        auk_broad_destroy(broad);
    }
    cr_assert_gt(crowded, 0, "some of these must need the way out");
}

// The keys of all strips of a layout, by one of the two forms of the innermost loop. Gives how much was compared.
static int64_t sweep_strips(const AukLayout *layout, AukWork *work, bool wide, AukPairList *keys)
{
    AukSweepRun run = {layout, keys, auk__work_staged(work), INT64_MAX, 0};
    for (int s = 0; s < layout->strips.count; s++) {
        cr_assert_eq(wide ? auk__sweep_strip_wide(&run, s) : auk__sweep_strip(&run, s), AUK_OK);
    }
    return run.compared;
}

Test(broad, the_wide_form_of_the_sweep_finds_the_same_keys_in_the_same_order, .timeout = 60)
{
    enum { COUNT = 3000 };
    if (!auk__avx2_is_supported()) {
        cr_skip_test("this processor has no AVX2");
    }
    Random random = random_start(random_seed(), 100);
    int total = 0;
    for (int kind = 0; kind < 12; kind++) {
        AukBroad *broad = auk_broad_create(NULL, NULL);
        for (int i = 0; i < COUNT; i++) {
            uint32_t proxy = 0;
            AukBox box = kind < 6 ? hard_box(&random, kind, i)
                                  : box_at(random_vec(&random, -9.0f, 9.0f), power_law(&random, 1e-2f, 4.0f), 0.5f);
            cr_assert_eq(auk_broad_add(broad, box, false, &proxy), AUK_OK);
        }
        AukFilterMask masks[COUNT];
        for (int i = 0; i < COUNT; i++) {
            AukFilterMask mask = {(uint16_t)random_bits(&random),
                                  (uint16_t)(random_bits(&random) & random_bits(&random)),
                                  (uint32_t)random_int(&random, 0, 3)};
            mask.category &= (uint16_t)random_bits(&random);
            masks[i] = mask;
        }
        AukPairList plain = {0}, wide = {0};
        plain.masks = wide.masks = kind % 2 == 0 ? masks : NULL;
        AukLayout layout = {0};
        cr_assert(auk__layout_reserve(&layout, &broad->work, COUNT));
        auk__layout_build(&layout, &broad->work, broad->bounds.items, broad->movers.items, COUNT);
        int64_t compared = sweep_strips(&layout, &broad->work, false, &plain);
        cr_assert_eq(sweep_strips(&layout, &broad->work, true, &wide), compared);
        cr_assert_eq(plain.keys.count, wide.keys.count);
        cr_assert_arr_eq(plain.keys.items, wide.keys.items, (size_t)plain.keys.count * sizeof(uint64_t));
        total += plain.keys.count;
        auk__layout_free(&layout);
        auk__found_free(&plain);
        auk__found_free(&wide);
        auk_broad_destroy(broad);
    }
    cr_assert_gt(total, COUNT);
}
