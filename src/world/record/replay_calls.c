// Making the calls of a record. Arguments come as auk__record_read() leaves them: the address of each value, of a
// pointer the pointer itself.
#include "world/record/replay.h"

#include "auk/terrain.h"
#include "auk/world.h"
#include "world/state/tile_map.h"

static int int_at(const void *argument)
{
    return *(const int *)argument;
}

static AukBodyId body_at(const void *argument)
{
    return *(const AukBodyId *)argument;
}

static AukShapeId shape_at(const void *argument)
{
    return *(const AukShapeId *)argument;
}

static AukFilter filter_at(const void *argument)
{
    return *(const AukFilter *)argument;
}

static bool bool_at(const void *argument)
{
    return *(const bool *)argument;
}

// Room is a matter of the machine, and a record that was made to deceive must not get all of it. What is refused stays
// refused.
static int room_at(const void *argument)
{
    enum { ROOM_MAX = 1 << 16 };
    int room = int_at(argument);
    return room > ROOM_MAX && room <= INT32_MAX / 2 ? ROOM_MAX : room;
}

static const AukTilesEdit *edit_at(const void *argument)
{
    return argument;
}

void auk__call_replay(AukWorld *world, AukCall call, const void *const *a)
{
    switch (call) {
    case AUK_CALL_WORLD_STEP: (void)auk_world_step(world, *(const float *)a[0]); break;
    case AUK_CALL_WORLD_RESERVE:
        (void)auk_world_reserve(world, room_at(a[0]), room_at(a[1]), int_at(a[2]) < 0 ? -1 : 0);
        break;
    case AUK_CALL_WORLD_REGISTER_CUSTOM: (void)auk_world_register_custom(world, a[0]); break;
    case AUK_CALL_WORLD_RESTORE: (void)auk_world_restore(world, a[1], *(const uint64_t *)a[0]); break;
    case AUK_CALL_BODY_CREATE_MANY: (void)auk_body_create_many(world, a[1], int_at(a[0]), NULL); break;
    case AUK_CALL_BODY_DESTROY_MANY: (void)auk_body_destroy_many(world, a[1], int_at(a[0])); break;
    case AUK_CALL_BODY_SET_POSE_MANY: (void)auk_body_set_pose_many(world, a[1], int_at(a[0]), a[2]); break;
    case AUK_CALL_BODY_MOVE_TO_MANY: (void)auk_body_move_to_many(world, a[1], int_at(a[0]), a[2]); break;
    case AUK_CALL_BODY_SET_VELOCITY_MANY: (void)auk_body_set_velocity_many(world, a[1], int_at(a[0]), a[2]); break;
    case AUK_CALL_BODY_SET_SPIN_MANY: (void)auk_body_set_spin_many(world, a[1], int_at(a[0]), a[2]); break;
    case AUK_CALL_BODY_SET_MOTION: (void)auk_body_set_motion(world, body_at(a[0]), (AukMotion)int_at(a[1])); break;
    case AUK_CALL_BODY_SET_FILTER: (void)auk_body_set_filter(world, body_at(a[0]), filter_at(a[1])); break;
    case AUK_CALL_BODY_SET_OWNER: (void)auk_body_set_owner(world, body_at(a[0]), body_at(a[1])); break;
    case AUK_CALL_BODY_SET_RESPONSE:
        (void)auk_body_set_response(world, body_at(a[0]), (AukResponse)int_at(a[1]));
        break;
    case AUK_CALL_BODY_SET_ENABLED: (void)auk_body_set_enabled(world, body_at(a[0]), bool_at(a[1])); break;
    case AUK_CALL_BODY_SET_USER_DATA:
        (void)auk_body_set_user_data(world, body_at(a[0]), *(const uint64_t *)a[1]);
        break;
    case AUK_CALL_BODY_ADD_SHAPE: (void)auk_body_add_shape(world, body_at(a[0]), a[1]); break;
    case AUK_CALL_BODY_ADD_POLYGON: (void)auk_body_add_polygon(world, body_at(a[0]), a[2], int_at(a[1]), a[3]); break;
    case AUK_CALL_BODY_ADD_OUTLINE:
        (void)auk_body_add_outline(world, body_at(a[0]), a[2], int_at(a[1]), a[4], int_at(a[3]), a[5]);
        break;
    case AUK_CALL_BODY_REMOVE_SHAPE: (void)auk_body_remove_shape(world, shape_at(a[0])); break;
    case AUK_CALL_SHAPE_SET_FILTER: (void)auk_shape_set_filter(world, shape_at(a[0]), filter_at(a[1])); break;
    case AUK_CALL_SHAPE_SET_SENSOR: (void)auk_shape_set_sensor(world, shape_at(a[0]), bool_at(a[1])); break;
    case AUK_CALL_WORLD_IGNORE_PAIR:
        (void)auk_world_ignore_pair(world, body_at(a[0]), body_at(a[1]), bool_at(a[2]));
        break;
    case AUK_CALL_BODY_SET_SHAPE: (void)auk_body_set_shape(world, shape_at(a[0]), a[1]); break;
    case AUK_CALL_BODY_SET_BOUNCE_LOSS:
        (void)auk_body_set_bounce_loss(world, body_at(a[0]), *(const float *)a[1]);
        break;
    case AUK_CALL_BODY_SET_PIERCE: (void)auk_body_set_pierce(world, body_at(a[0]), int_at(a[1])); break;
    case AUK_CALL_BODY_VELOCITY_TO:
        (void)auk_body_velocity_to(world, body_at(a[0]), *(const AukTransform *)a[1], *(const float *)a[2]);
        break;
    case AUK_CALL_SHAPE_SET_ONE_WAY: (void)auk_shape_set_one_way(world, shape_at(a[0]), *(const AukVec2 *)a[1]); break;
    case AUK_CALL_WORLD_SET_RESPONSE_RULES: (void)auk_world_set_response_rules(world, a[1], int_at(a[0])); break;
    case AUK_CALL_WORLD_SHIFT_ORIGIN:
        (void)auk_world_shift_origin(world, *(const double *)a[0], *(const double *)a[1], NULL);
        break;
    case AUK_CALL_BODY_ADD_CHAIN:
        (void)auk_body_add_chain(world, body_at(a[0]), a[2], int_at(a[1]), bool_at(a[3]), a[4]);
        break;
    case AUK_CALL_BODY_ADD_TILES: (void)auk_body_add_tiles(world, body_at(a[0]), a[1], a[2]); break;
    case AUK_CALL_SHAPE_SET_TILE:
        (void)auk_shape_set_tile(world, shape_at(a[0]), int_at(a[1]), int_at(a[2]), (AukTile)int_at(a[3]));
        break;
    case AUK_CALL_SHAPE_SET_TILES:
        (void)auk_shape_set_tiles(world, edit_at(a[0])->shape, edit_at(a[0])->x, edit_at(a[0])->y, edit_at(a[0])->width,
                                  edit_at(a[0])->height, edit_at(a[0])->cells);
        break;
    case AUK_CALL_SHAPE_SET_PROXIMITY:
        (void)auk_shape_set_proximity(world, shape_at(a[0]), *(const float *)a[1]);
        break;
    case AUK_CALL_BODY_SET_PIERCE_CATEGORIES:
        (void)auk_body_set_pierce_categories(world, body_at(a[0]), *(const uint64_t *)a[1]);
        break;
    case AUK_CALL_BODY_SET_BOUNCES: (void)auk_body_set_bounces(world, body_at(a[0]), int_at(a[1])); break;
    case AUK_CALL_COUNT: break;
    }
}
