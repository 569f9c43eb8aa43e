// Nanoseconds for one call on one pair of shapes, by kinds, apart, touching and deep. The pairs are random, but the
// same for every engine; where the situation is clear, all must agree on what touches.
#include "bench.h"
#include "geom/pairs4.h"
#include "pair_engines.h"
#include "report.h"
#include "scenes/random.h"

#include <stdio.h>
#include <string.h>

enum { CIRCLE, CAPSULE, BOX, PENTAGON, OCTAGON, KINDS };
static const char *const kind_names[KINDS] = {"circle", "capsule", "box", "pentagon", "octagon"};
static const int kinds[][2] = {{CIRCLE, CIRCLE}, {CIRCLE, BOX},        {CAPSULE, CAPSULE}, {CAPSULE, BOX},
                               {BOX, BOX},       {PENTAGON, PENTAGON}, {OCTAGON, OCTAGON}};

typedef enum Situation { SEPARATED, TOUCHING, DEEP } Situation;
enum { SITUATIONS = 3 };
static const char *const situation_names[SITUATIONS] = {"separated", "touching", "deep"};

static const PairEngine *const engines[] = {
    &pair_auk_gjk_cold,    &pair_auk_distance_cold, &pair_auk_collide_cold, &pair_auk_placed_cold, &pair_auk_four_cold,
#ifdef BENCH_CHIPMUNK
    &pair_chipmunk_cold,
#endif
#ifdef BENCH_BOX2D3
    &pair_box2d_cold,
#endif
    &pair_auk_gjk_seeded,  &pair_auk_placed_seeded, &pair_auk_four_seeded,
#ifdef BENCH_CHIPMUNK
    &pair_chipmunk_seeded,
#endif
#ifdef BENCH_BOX2D3
    &pair_box2d_seeded,
#endif
    &pair_auk_cast,
#ifdef BENCH_BOX2D3
    &pair_box2d_cast,
#endif
    &pair_auk_impact,
#ifdef BENCH_BOX2D3
    &pair_box2d_impact,
#endif
};

static AukShape polygon(AukVec2 *vertices, int count)
{
    for (int i = 0; i < PAIR_VERTICES; i++) {
        vertices[i] = auk_rot_apply(auk_rot(6.2831853f / (float)count * (float)(i % count)), auk_vec(0.5f, 0.0f));
    }
    return auk_shape_polygon(vertices, count, 0.0f);
}

static AukShape shape_of(int kind, AukVec2 *vertices)
{
    switch (kind) {
    case CIRCLE: return auk_shape_circle(0.5f);
    case CAPSULE: return auk_shape_capsule(auk_vec(-0.4f, 0.0f), auk_vec(0.4f, 0.0f), 0.25f);
    case BOX: return auk_shape_box(0.5f, 0.4f);
    case PENTAGON: return polygon(vertices, 5);
    default: return polygon(vertices, 8);
    }
}

static float gap_of(Situation situation, DemoRandom *random)
{
    switch (situation) {
    case SEPARATED: return demo_random_between(random, 0.02f, 0.2f);
    case TOUCHING: return demo_random_between(random, -1e-3f, 1e-3f);
    case DEEP: return demo_random_between(random, -0.35f, -0.15f);
    }
    return 0.0f;
}

// The pose of b, at `angle`, in a direction from a, such that `gap` is between them along the way they face each other.
static AukTransform place(const PairSet *set, AukTransform a, float angle, AukVec2 direction, float gap,
                          AukVec2 *normal)
{
    AukTransform b = auk_transform(auk_vec_add(a.p, auk_vec_scale(3.0f, direction)), angle);
    AukDistance apart = auk_distance(&set->a, a, &set->b, b);
    b.p = auk_vec_sub(b.p, auk_vec_scale(apart.distance - gap, apart.normal));
    *normal = apart.normal;
    return b;
}

static void make_set(PairSet *set, const int kind[2], Situation situation, uint64_t seed)
{
    DemoRandom random = {seed};
    set->a = shape_of(kind[0], set->vertices_a);
    set->b = shape_of(kind[1], set->vertices_b);
    for (int i = 0; i < PAIR_COUNT; i++) {
        PairItem *item = &set->items[i];
        AukVec2 normal = {0.0f, 0.0f};
        AukVec2 where = demo_random_in_square(&random, 100.0f);
        item->a = auk_transform(where, demo_random_angle(&random));
        float angle = demo_random_angle(&random);
        AukVec2 direction = demo_random_direction(&random);
        float gap = gap_of(situation, &random);
        for (int pose = 0; pose < PAIR_POSES; pose++) {
            AukVec2 turned = auk_rot_apply(auk_rot(0.02f * (float)pose), direction);
            item->b[pose] = place(set, item->a, angle + 0.03f * (float)pose, turned, gap, &normal);
        }
        item->motion = auk_vec_scale(0.5f, normal);
    }
}

static bool clear_answer(const PairEngine *engine, Situation situation, int touching)
{
    if (engine->boxes_only || situation == TOUCHING) {
        return true;
    }
    return touching == (situation == DEEP ? PAIR_COUNT : 0);
}

static void run(const BenchOptions *options, const PairEngine *engine, const PairSet *set, const char *name,
                Situation situation)
{
    ReportRow row = {0};
    Samples samples = {0};
    int rounds = options->frames > 0 ? options->frames : (options->quick ? 8 : 100);
    engine->prepare(set);
    for (int round = -4; round < rounds; round++) {
        double begun = bench_clock(1);
        row.pairs = engine->run(set, (round + 4) % PAIR_POSES);
        if (round >= 0) {
            samples_add(&samples, bench_clock(1) - begun);
        }
        if (!clear_answer(engine, situation, (int)row.pairs)) {
            bench_fail("%s: of %d %s pairs, %d touch", engine->name, PAIR_COUNT, name, (int)row.pairs);
        }
    }
    engine->release();
    snprintf(row.scene, sizeof row.scene, "pairs");
    snprintf(row.engine, sizeof row.engine, "%s", engine->name);
    snprintf(row.phase, sizeof row.phase, "%s %s", name, engine->mode);
    row.bodies = row.calls = PAIR_COUNT;
    row.workers = 1;
    row.time = samples_summary(&samples);
    report_row(&row);
    samples_free(&samples);
}

void bench_pairs(const BenchOptions *options)
{
    static PairSet set;
    report_scene("pairs", "one call for one pair of shapes; a batch is 512; pairs: those that touch or hit");
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (int situation = 0; situation < SITUATIONS; situation++) {
            char name[ROW_NAME_MAX / 2];
            bool boxes = kinds[k][0] == BOX && kinds[k][1] == BOX && situation == SEPARATED;
            snprintf(name, sizeof name, "%s-%s %s", kind_names[kinds[k][0]], kind_names[kinds[k][1]],
                     situation_names[situation]);
            make_set(&set, kinds[k], (Situation)situation, options->seed + k);
            bool by_four = auk__pairs4_is_supported() &&
                           auk__pairs4_kind(auk__pairs4_class(&set.a), auk__pairs4_class(&set.b)) != AUK_PAIRS4_NONE;
            for (size_t e = 0; e < sizeof engines / sizeof engines[0]; e++) {
                if (engines[e]->by_four ? by_four : boxes || !engines[e]->boxes_only) {
                    run(options, engines[e], &set, name, (Situation)situation);
                }
            }
        }
    }
}
