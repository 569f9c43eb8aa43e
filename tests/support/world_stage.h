// A world together with its model, for tests in which every step is held against the model.
#ifndef AUK_TESTS_SUPPORT_WORLD_STAGE_H
#define AUK_TESTS_SUPPORT_WORLD_STAGE_H

#include "support/world_model.h"
#include "support/world_scene.h"

#include <criterion/criterion.h>

typedef struct Stage {
    AukWorld *world;
    Model *model;
} Stage;

static inline Stage stage_open(void)
{
    Stage stage = {scene_world(), model_create()};
    return stage;
}

static inline void stage_close(Stage *stage)
{
    const char *wrong = model_check_state(stage->model, stage->world);
    cr_assert_null(wrong, "%s", wrong);
    model_destroy(stage->model);
    auk_world_destroy(stage->world);
}

static inline AukBodyId stage_add(Stage *stage, const AukBodyDef *def)
{
    AukBodyId id = auk_body_create(stage->world, def);
    const char *wrong = model_add_body(stage->model, stage->world, id, def);
    cr_assert_null(wrong, "%s", wrong);
    return id;
}

static inline AukBodyId stage_wall(Stage *stage, float x, float y, float half_width, float half_height)
{
    AukBodyDef def = scene_def(AUK_MOTION_STATIC, auk_shape_box(half_width, half_height), x, y);
    return stage_add(stage, &def);
}

static inline AukBodyId stage_moving(Stage *stage, AukMotion motion, AukShape shape, AukVec2 position, AukVec2 velocity)
{
    AukBodyDef def = scene_def(motion, shape, position.x, position.y);
    def.velocity = velocity;
    def.response = scene_response(motion, AUK_RESPONSE_TOUCH);
    return stage_add(stage, &def);
}

static inline AukBodyId stage_bullet(Stage *stage, float x, float y, float vx, float vy, AukResponse response)
{
    AukBodyDef def = scene_def(AUK_MOTION_SWEPT, auk_shape_circle(0.1f), x, y);
    def.velocity = auk_vec(vx, vy);
    def.response = response;
    return stage_add(stage, &def);
}

static inline AukHits stage_step(Stage *stage, float dt)
{
    cr_assert_eq(auk_world_step(stage->world, dt), AUK_OK);
    const char *wrong = model_check_step(stage->model, stage->world, dt);
    cr_assert_null(wrong, "%s", wrong);
    return auk_world_hits(stage->world);
}

static inline void stage_velocity(Stage *stage, AukBodyId id, float x, float y)
{
    auk_body_set_velocity(stage->world, id, auk_vec(x, y));
    model_body(stage->model, id)->velocity = auk_vec(x, y);
}

static inline float stage_x(const Stage *stage, AukBodyId id)
{
    return auk_body_get_pose(stage->world, id).p.x;
}

#endif
