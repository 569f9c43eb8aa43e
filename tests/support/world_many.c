// Calls for many bodies, told to the model. The world gets lists in which some bodies are gone and others are twice, by
// the calls that skip them; its twin gets the same without those that are gone.
#include "auk/many.h"
#include "support/world_model.h"

#include <string.h>

enum { LIST_MAX = 12 };

typedef enum ManyCall { MANY_POSE, MANY_MOVE, MANY_VELOCITY, MANY_SPIN, MANY_DESTROY, MANY_CALL_COUNT } ManyCall;

typedef struct ManyList {
    AukBodyId ids[LIST_MAX];
    AukTransform poses[LIST_MAX];
    AukVec2 velocities[LIST_MAX];
    float spins[LIST_MAX];
    int count;
} ManyList;

static bool has_body(const ManyList *list, AukBodyId id)
{
    for (int i = 0; i < list->count; i++) {
        if (auk_body_id_equal(list->ids[i], id)) {
            return true;
        }
    }
    return false;
}

static void add_item(ManyList *list, AukBodyId id, const ManyList *from, int item)
{
    list->ids[list->count] = id;
    list->poses[list->count] = from->poses[item];
    list->velocities[list->count] = from->velocities[item];
    list->spins[list->count++] = from->spins[item];
}

// What the single call does, told to the model.
static void tell_model(Model *model, ManyCall call, const ManyList *list, int item)
{
    ModelBody *body = model_body(model, list->ids[item]);
    switch (call) {
    case MANY_POSE: model_set_pose(model, body->id, list->poses[item]); break;
    case MANY_MOVE:
        body->target = list->poses[item];
        body->has_target = true;
        break;
    case MANY_VELOCITY: body->velocity = list->velocities[item]; break;
    case MANY_SPIN: body->spin = list->spins[item]; break;
    case MANY_DESTROY: model_remove_body(model, body->id); break;
    case MANY_CALL_COUNT: break;
    }
}

static int call_living(AukWorld *world, ManyCall call, const ManyList *list)
{
    switch (call) {
    case MANY_POSE: return auk_body_set_pose_living(world, list->ids, list->count, list->poses);
    case MANY_MOVE: return auk_body_move_to_living(world, list->ids, list->count, list->poses);
    case MANY_VELOCITY: return auk_body_set_velocity_living(world, list->ids, list->count, list->velocities);
    case MANY_SPIN: return auk_body_set_spin_living(world, list->ids, list->count, list->spins);
    case MANY_DESTROY:
    case MANY_CALL_COUNT: break;
    }
    return auk_body_destroy_living(world, list->ids, list->count);
}

static AukStatus call_many(AukWorld *world, ManyCall call, const ManyList *list)
{
    switch (call) {
    case MANY_POSE: return auk_body_set_pose_many(world, list->ids, list->count, list->poses);
    case MANY_MOVE: return auk_body_move_to_many(world, list->ids, list->count, list->poses);
    case MANY_VELOCITY: return auk_body_set_velocity_many(world, list->ids, list->count, list->velocities);
    case MANY_SPIN: return auk_body_set_spin_many(world, list->ids, list->count, list->spins);
    case MANY_DESTROY:
    case MANY_CALL_COUNT: break;
    }
    return auk_body_destroy_many(world, list->ids, list->count);
}

const char *model_change_many(Model *model, AukWorld *world, AukWorld *twin, Random *random, AukVec2 center,
                              float half_width)
{
    ManyCall call = (ManyCall)random_int(random, 0, MANY_CALL_COUNT - 1);
    ManyList all, living;
    memset(&all, 0, sizeof all);
    memset(&living, 0, sizeof living);
    int wanted = random_int(random, 0, call == MANY_DESTROY ? 3 : LIST_MAX), gone = 0;
    for (int i = 0; i < wanted && model->body_end > 0; i++) {
        ManyList item;
        AukBodyId id = model->bodies[random_int(random, 0, model->body_end - 1)].id;
        id.generation += random_chance(random, 0.1) ? 1000u : 0u;
        item.poses[0] = auk_transform(auk_vec_add(center, random_vec(random, -half_width, half_width)),
                                      random_float(random, -4.0f, 4.0f));
        item.velocities[0] = random_vec(random, -half_width, half_width);
        item.spins[0] = random_float(random, -4.0f, 4.0f);
        const ModelBody *body = model_body(model, id);
        bool rests = body && body->motion == AUK_MOTION_STATIC && call != MANY_POSE && call != MANY_DESTROY;
        if (!rests && !(call == MANY_DESTROY && has_body(&all, id))) {
            add_item(&all, id, &item, 0);
            gone += !body;
        }
    }
    for (int i = 0; i < all.count; i++) {
        if (model_body(model, all.ids[i])) {
            add_item(&living, all.ids[i], &all, i);
        }
    }
    for (int i = 0; i < living.count; i++) {
        tell_model(model, call, &living, i);
    }
    int skipped = call_living(world, call, &all);
    AukStatus status = call_many(twin, call, &living);
    return skipped == gone && status == AUK_OK
               ? NULL
               : model__say("call %d for %d bodies skips %d, not %d; for %d it is answered by %d", (int)call, all.count,
                            skipped, gone, living.count, (int)status);
}
