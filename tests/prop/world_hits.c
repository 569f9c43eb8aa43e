// Hits of random bullets against everything that a bullet can meet, held against an oracle that follows the signed
// distance of each pair through the whole step: none missed that goes deeper than 1e-5 of the scale, none invented.
#include "support/random.h"
#include "support/world_model.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>

// What a bullet is. Each kind of target is in every scene.
enum { CIRCLES, BOXES, CAPSULES, RODS, NEEDLES, KINDS, USUAL = 1500, TARGETS = 24, BULLETS = 10 };

static AukShape bullet_shape(Random *random, int kind, float size)
{
    float width = size * random_float(random, 0.02f, 0.3f);
    switch (kind) {
    case CIRCLES: return auk_shape_circle(width);
    case BOXES: return auk_shape_box(width, size * 0.1f);
    case CAPSULES: return auk_shape_capsule(auk_vec(-width, 0.0f), auk_vec(width, width), 0.05f * size);
    case RODS: return auk_shape_box(2.0f * size, 0.02f * size);
    default: return auk_shape_segment(auk_vec(0.5f * size, 0.0f), auk_vec(3.0f * size, 0.0f));
    }
}

static AukShape target_shape(Random *random, int kind, float size, AukVec2 *vertices)
{
    switch (kind % 5) {
    case 0: return auk_shape_circle(size * random_float(random, 0.01f, 1.0f));
    case 1: return auk_shape_box(0.01f * size, 2.0f * size);
    case 2: return auk_shape_segment(auk_vec(-size, 0.0f), auk_vec(size, 0.3f * size));
    case 3: return auk_shape_rounded(auk_shape_box(size, 0.5f * size), 0.2f * size);
    default: {
        int count = random_polygon(random, 9, size, 0.6f, vertices);
        return auk_shape_polygon(vertices, count, 0.0f);
    }
    }
}

typedef struct Scene {
    AukWorld *world;
    Model *model;
    float size, field;
    AukVec2 center;
} Scene;

static const char *add(Scene *scene, const AukBodyDef *def)
{
    AukBodyId id = auk_body_create(scene->world, def);
    return id.generation ? model_add_body(scene->model, scene->world, id, def) : "a body is refused";
}

static const char *fill(Scene *scene, Random *random, int kind)
{
    const char *wrong = NULL;
    for (int i = 0; i < TARGETS + BULLETS && !wrong; i++) {
        AukVec2 vertices[16], p = auk_vec_add(scene->center, random_vec(random, -scene->field, scene->field));
        bool bullet = i >= TARGETS;
        AukMotion motion = bullet ? AUK_MOTION_SWEPT : (i % 2 ? AUK_MOTION_STATIC : AUK_MOTION_MOVING);
        AukBodyDef def = scene_def(motion, auk_shape_circle(0.0f), p.x, p.y);
        def.shape = bullet ? bullet_shape(random, kind, scene->size) : target_shape(random, i, scene->size, vertices);
        def.angle = random_float(random, -4.0f, 4.0f);
        def.response = scene_response(motion, random_chance(random, 0.5) ? AUK_RESPONSE_TOUCH : AUK_RESPONSE_CROSS);
        float speed = bullet ? (float)random_log(random, 0.1, 100.0) : 2.0f;
        if (motion != AUK_MOTION_STATIC) {
            def.velocity = auk_vec_scale(speed * scene->size, random_direction(random));
            def.spin = random_chance(random, 0.5) ? random_float(random, -6.0f, 6.0f) : 0.0f;
            def.spin *= bullet && kind >= RODS ? (float)random_log(random, 0.1, 10.0) : 1.0f;
        }
        wrong = add(scene, &def);
    }
    return wrong;
}

static const char *play(Random *random, int kind, int number, long *hits, long *undecided)
{
    Scene scene;
    scene.world = scene_world();
    scene.model = model_create();
    scene.size = number % 3 == 0 ? 1.0f : (float)random_log(random, 1e-3, 1e3);
    scene.field = 6.0f * scene.size;
    float away = number % 4 == 3 ? scene.size * (float)random_log(random, 1.0, 1e4) : 0.0f;
    scene.center = auk_vec_scale(away, random_direction(random));
    const char *wrong = fill(&scene, random, kind);
    for (int i = 0; i < 2 && !wrong; i++) {
        float dt = i == 0 ? 1.0f : 0.1f;
        AukStatus status = auk_world_step(scene.world, dt);
        wrong = status ? auk_status_text(status) : model_check_step(scene.model, scene.world, dt);
    }
    *hits += scene.model->hits;
    *undecided += scene.model->undecided_motions;
    auk_world_destroy(scene.world);
    model_destroy(scene.model);
    return wrong;
}

ParameterizedTestParameters(world_hits, are_those_that_an_oracle_finds)
{
    static int kinds[KINDS];
    for (int i = 0; i < KINDS; i++) {
        kinds[i] = i;
    }
    return cr_make_param_array(int, kinds, KINDS);
}

ParameterizedTest(int *kind, world_hits, are_those_that_an_oracle_finds, .timeout = 3600)
{
    long hits = 0, undecided = 0;
    int count = random_repeats(USUAL);
    for (int i = 0; i < count; i++) {
        Random random = random_start(random_seed(), ((uint64_t)*kind << 32) + (uint64_t)i + 7);
        const char *wrong = play(&random, *kind, i, &hits, &undecided);
        cr_assert_null(wrong, "kind %d, scene %d, AUK_SEED=%llu: %s", *kind, i, (unsigned long long)random.seed, wrong);
    }
    fprintf(stderr, "bullets of kind %d: seed %llu, %d scenes, %ld hits, %ld motions undecided\n", *kind,
            (unsigned long long)random_seed(), count, hits, undecided);
    cr_assert_geq(hits, count, "hardly anything was hit");
}
