// The calls for bodies and for what is added to them. See auk_wasm.c.
#include "npm/src/auk_wasm.h"

#include <string.h>

// ---- bodies ---------------------------------------------------------------------------------------------------------

static int js_answer(AukBodyId id)
{
    js_words[0] = id.index;
    js_words[1] = id.generation;
    return auk_body_id_is_null(id);
}

// Floats: position (2), angle, velocity (2), spin, proximity, one_way (2), bounce_loss, max_speed. Words: motion,
// response, sensor, disabled, pierce, pierce_categories, bounces, category, ignore, group, user data, owner (2). The
// shape is the one that was set.
static AukBodyDef js_body_def(void)
{
    const float *f = js_floats;
    const uint32_t *w = js_words;
    AukBodyDef def = {0};
    def.position = auk_vec(f[0], f[1]);
    def.angle = f[2];
    def.velocity = auk_vec(f[3], f[4]);
    def.spin = f[5];
    def.proximity = f[6];
    def.one_way = auk_vec(f[7], f[8]);
    def.bounce_loss = f[9];
    def.max_speed = f[10];
    def.motion = (AukMotion)w[0];
    def.response = (AukResponse)w[1];
    def.sensor = w[2] != 0;
    def.disabled = w[3] != 0;
    def.pierce = (int)w[4];
    def.pierce_categories = w[5];
    def.bounces = (int)w[6];
    def.filter = js_filter(7);
    def.user_data = w[10];
    def.owner = js_body(w[11], w[12]);
    def.shape = js_shape;
    return def;
}

// Writes the id to words 0 and 1. Returns 1 on failure.
JS_CALL int js_body_create(AukWorld *world)
{
    AukBodyDef def = js_body_def();
    return js_answer(auk_body_create(world, &def));
}

JS_CALL int js_body_create_copies(AukWorld *world, const AukVec2 *positions, const float *angles, int count,
                                  AukBodyId *out)
{
    AukBodyDef def = js_body_def();
    return (int)auk_body_create_copies(world, &def, positions, angles, count, out);
}

JS_CALL int js_body_destroy(AukWorld *world, uint32_t index, uint32_t generation)
{
    return (int)auk_body_destroy(world, js_body(index, generation));
}

JS_CALL int js_body_exists(const AukWorld *world, uint32_t index, uint32_t generation)
{
    return auk_body_exists(world, js_body(index, generation));
}

JS_CALL int js_body_set_pose(AukWorld *world, uint32_t index, uint32_t generation, float x, float y, float angle)
{
    return (int)auk_body_set_pose(world, js_body(index, generation), auk_transform(auk_vec(x, y), angle));
}

JS_CALL int js_body_set_position(AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    return (int)auk_body_set_position(world, js_body(index, generation), auk_vec(x, y));
}

JS_CALL int js_body_set_angle(AukWorld *world, uint32_t index, uint32_t generation, float angle)
{
    return (int)auk_body_set_angle(world, js_body(index, generation), angle);
}

JS_CALL int js_body_move_to(AukWorld *world, uint32_t index, uint32_t generation, float x, float y, float angle)
{
    return (int)auk_body_move_to(world, js_body(index, generation), auk_transform(auk_vec(x, y), angle));
}

JS_CALL int js_body_move_to_position(AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    AukTransform pose = auk_body_get_pose(world, js_body(index, generation));
    pose.p = auk_vec(x, y);
    return (int)auk_body_move_to(world, js_body(index, generation), pose);
}

JS_CALL int js_body_set_velocity(AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    return (int)auk_body_set_velocity(world, js_body(index, generation), auk_vec(x, y));
}

// The velocity and spin that bring it to a pose in so many seconds.
JS_CALL int js_body_velocity_to(AukWorld *world, uint32_t index, uint32_t generation, float x, float y, float angle,
                                float dt)
{
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    return (int)auk_body_velocity_to(world, js_body(index, generation), pose, dt);
}

// Writes the velocity of a point of the body to floats 0 and 1.
JS_CALL void js_body_get_velocity_at(const AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    js_write_vec(auk_body_get_velocity_at(world, js_body(index, generation), auk_vec(x, y)));
}

JS_CALL int js_body_set_spin(AukWorld *world, uint32_t index, uint32_t generation, float spin)
{
    return (int)auk_body_set_spin(world, js_body(index, generation), spin);
}

JS_CALL int js_body_set_enabled(AukWorld *world, uint32_t index, uint32_t generation, int enabled)
{
    return (int)auk_body_set_enabled(world, js_body(index, generation), enabled != 0);
}

JS_CALL int js_body_set_user_data(AukWorld *world, uint32_t index, uint32_t generation, uint32_t user_data)
{
    return (int)auk_body_set_user_data(world, js_body(index, generation), user_data);
}

JS_CALL int js_body_set_motion(AukWorld *world, uint32_t index, uint32_t generation, int motion)
{
    return (int)auk_body_set_motion(world, js_body(index, generation), (AukMotion)motion);
}

JS_CALL int js_body_set_filter(AukWorld *world, uint32_t index, uint32_t generation, uint32_t category, uint32_t ignore,
                               uint32_t group)
{
    return (int)auk_body_set_filter(world, js_body(index, generation), (AukFilter){category, ignore, group});
}

JS_CALL int js_body_set_owner(AukWorld *world, uint32_t index, uint32_t generation, uint32_t owner,
                              uint32_t owner_generation)
{
    return (int)auk_body_set_owner(world, js_body(index, generation), js_body(owner, owner_generation));
}

JS_CALL int js_body_set_response(AukWorld *world, uint32_t index, uint32_t generation, int response)
{
    return (int)auk_body_set_response(world, js_body(index, generation), (AukResponse)response);
}

JS_CALL int js_body_set_bounce_loss(AukWorld *world, uint32_t index, uint32_t generation, float bounce_loss)
{
    return (int)auk_body_set_bounce_loss(world, js_body(index, generation), bounce_loss);
}

JS_CALL int js_body_set_max_speed(AukWorld *world, uint32_t index, uint32_t generation, float max_speed)
{
    return (int)auk_body_set_max_speed(world, js_body(index, generation), max_speed);
}

JS_CALL int js_body_set_pierce(AukWorld *world, uint32_t index, uint32_t generation, int pierce)
{
    return (int)auk_body_set_pierce(world, js_body(index, generation), pierce);
}

JS_CALL int js_body_set_pierce_categories(AukWorld *world, uint32_t index, uint32_t generation, uint32_t categories)
{
    return (int)auk_body_set_pierce_categories(world, js_body(index, generation), categories);
}

JS_CALL int js_body_set_bounces(AukWorld *world, uint32_t index, uint32_t generation, int bounces)
{
    return (int)auk_body_set_bounces(world, js_body(index, generation), bounces);
}

JS_CALL uint32_t js_body_get_user_data(const AukWorld *world, uint32_t index, uint32_t generation)
{
    return (uint32_t)auk_body_get_user_data(world, js_body(index, generation));
}

static void js_write_filter(int word, AukFilter filter)
{
    js_words[word] = (uint32_t)filter.category;
    js_words[word + 1] = (uint32_t)filter.ignore;
    js_words[word + 2] = filter.group;
}

// Writes position, angle, velocity, spin, bounce loss and largest speed to floats 0 to 7, motion, response, enabled,
// pierce, pierce categories, bounces, filter, owner and the bounces so far to words 0 to 11. Returns whether the body
// exists.
JS_CALL int js_body_get(const AukWorld *world, uint32_t index, uint32_t generation)
{
    AukBodyId id = js_body(index, generation), owner = auk_body_get_owner(world, id);
    AukVec2 position = auk_body_get_position(world, id), velocity = auk_body_get_velocity(world, id);
    const float floats[] = {position.x,
                            position.y,
                            auk_body_get_angle(world, id),
                            velocity.x,
                            velocity.y,
                            auk_body_get_spin(world, id),
                            auk_body_get_bounce_loss(world, id),
                            auk_body_get_max_speed(world, id)};
    const uint32_t words[] = {(uint32_t)auk_body_get_motion(world, id),
                              (uint32_t)auk_body_get_response(world, id),
                              auk_body_is_enabled(world, id),
                              (uint32_t)auk_body_get_pierce(world, id),
                              (uint32_t)auk_body_get_pierce_categories(world, id),
                              (uint32_t)auk_body_get_bounces(world, id)};
    memcpy(js_floats, floats, sizeof floats);
    memcpy(js_words, words, sizeof words);
    js_write_filter(6, auk_body_get_filter(world, id));
    js_words[9] = owner.index;
    js_words[10] = owner.generation;
    js_words[11] = (uint32_t)auk_body_get_bounced(world, id);
    return auk_body_exists(world, id);
}

JS_CALL int js_body_contacts(const AukWorld *world, uint32_t index, uint32_t generation, int *out, int capacity)
{
    return auk_body_contacts(world, js_body(index, generation), out, capacity);
}

JS_CALL int js_body_get_shapes(const AukWorld *world, uint32_t index, uint32_t generation, AukShapeId *out,
                               int capacity)
{
    return auk_body_get_shapes(world, js_body(index, generation), out, capacity);
}

JS_CALL int js_body_drop_through(AukWorld *world, uint32_t index, uint32_t generation)
{
    return (int)auk_body_drop_through(world, js_body(index, generation));
}

JS_CALL int js_ignore_pair(AukWorld *world, uint32_t index_a, uint32_t generation_a, uint32_t index_b,
                           uint32_t generation_b, int ignored)
{
    return (int)auk_world_ignore_pair(world, js_body(index_a, generation_a), js_body(index_b, generation_b),
                                      ignored != 0);
}

JS_CALL int js_is_pair_ignored(const AukWorld *world, uint32_t index_a, uint32_t generation_a, uint32_t index_b,
                               uint32_t generation_b)
{
    return auk_world_is_pair_ignored(world, js_body(index_a, generation_a), js_body(index_b, generation_b));
}

// ---- more shapes ----------------------------------------------------------------------------------------------------

// Floats: position (2), angle, proximity, one_way (2), conveyor (2). Words: sensor, category, ignore, group, user data,
// disabled, one_sided.
static AukShapeDef js_shape_def(void)
{
    AukShapeDef def = {0};
    def.shape = js_shape;
    def.position = auk_vec(js_floats[0], js_floats[1]);
    def.angle = js_floats[2];
    def.proximity = js_floats[3];
    def.one_way = auk_vec(js_floats[4], js_floats[5]);
    def.sensor = js_words[0] != 0;
    def.filter = js_filter(1);
    def.conveyor = auk_vec(js_floats[6], js_floats[7]);
    def.user_data = js_words[4];
    def.disabled = js_words[5] != 0;
    def.one_sided = js_words[6] != 0;
    return def;
}

static int js_answer_shape(AukShapeId id)
{
    js_words[0] = id.index;
    js_words[1] = id.generation;
    return auk_shape_id_is_null(id);
}

// These write the id to words 0 and 1 and return 1 on failure.
JS_CALL int js_body_add_shape(AukWorld *world, uint32_t index, uint32_t generation)
{
    AukShapeDef def = js_shape_def();
    return js_answer_shape(auk_body_add_shape(world, js_body(index, generation), &def));
}

JS_CALL int js_body_add_outline(AukWorld *world, uint32_t index, uint32_t generation, const AukVec2 *points, int count)
{
    AukShapeDef def = js_shape_def();
    return js_answer_shape(auk_body_add_outline(world, js_body(index, generation), points, count, NULL, 0, &def));
}

JS_CALL int js_body_add_chain(AukWorld *world, uint32_t index, uint32_t generation, const AukVec2 *points, int count,
                              int closed)
{
    AukShapeDef def = js_shape_def();
    return js_answer_shape(auk_body_add_chain(world, js_body(index, generation), points, count, closed != 0, &def));
}

JS_CALL int js_body_add_tiles(AukWorld *world, uint32_t index, uint32_t generation, const uint8_t *cells, int width,
                              int height, float cell, float cell_height)
{
    AukShapeDef def = js_shape_def();
    AukTilesDef tiles = {width, height, cell, cell_height, cells};
    return js_answer_shape(auk_body_add_tiles(world, js_body(index, generation), &tiles, &def));
}

JS_CALL int js_shape_remove(AukWorld *world, uint32_t index, uint32_t generation)
{
    return (int)auk_world_shape_remove(world, (AukShapeId){index, generation});
}

JS_CALL int js_shape_set_enabled(AukWorld *world, uint32_t index, uint32_t generation, int enabled)
{
    return (int)auk_world_shape_set_enabled(world, (AukShapeId){index, generation}, enabled != 0);
}

JS_CALL int js_shape_set_pose(AukWorld *world, uint32_t index, uint32_t generation, float x, float y, float angle)
{
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    return (int)auk_world_shape_set_local_pose(world, (AukShapeId){index, generation}, pose);
}

// Another geometry, the shape that was set.
JS_CALL int js_shape_set(AukWorld *world, uint32_t index, uint32_t generation)
{
    return (int)auk_world_shape_set(world, (AukShapeId){index, generation}, &js_shape);
}

JS_CALL int js_shape_set_outline(AukWorld *world, uint32_t index, uint32_t generation, const AukVec2 *points, int count)
{
    return (int)auk_world_shape_set_outline(world, (AukShapeId){index, generation}, points, count, NULL, 0);
}

JS_CALL int js_shape_set_sensor(AukWorld *world, uint32_t index, uint32_t generation, int sensor)
{
    return (int)auk_world_shape_set_sensor(world, (AukShapeId){index, generation}, sensor != 0);
}

JS_CALL int js_shape_set_proximity(AukWorld *world, uint32_t index, uint32_t generation, float proximity)
{
    return (int)auk_world_shape_set_proximity(world, (AukShapeId){index, generation}, proximity);
}

JS_CALL int js_shape_set_one_way(AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    return (int)auk_world_shape_set_one_way(world, (AukShapeId){index, generation}, auk_vec(x, y));
}

JS_CALL int js_shape_set_conveyor(AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    return (int)auk_world_shape_set_conveyor(world, (AukShapeId){index, generation}, auk_vec(x, y));
}

JS_CALL int js_shape_set_user_data(AukWorld *world, uint32_t index, uint32_t generation, uint32_t user_data)
{
    return (int)auk_world_shape_set_user_data(world, (AukShapeId){index, generation}, user_data);
}

JS_CALL int js_shape_set_filter(AukWorld *world, uint32_t index, uint32_t generation, uint32_t category,
                                uint32_t ignore, uint32_t group)
{
    return (int)auk_world_shape_set_filter(world, (AukShapeId){index, generation},
                                           (AukFilter){category, ignore, group});
}

JS_CALL int js_shape_set_edge_filter(AukWorld *world, uint32_t index, uint32_t generation, int edge, uint32_t category,
                                     uint32_t ignore, uint32_t group)
{
    return (int)auk_world_shape_set_edge_filter(world, (AukShapeId){index, generation}, edge,
                                                (AukFilter){category, ignore, group});
}

JS_CALL int js_shape_set_edge_user_data(AukWorld *world, uint32_t index, uint32_t generation, int edge, uint32_t data)
{
    return (int)auk_world_shape_set_edge_user_data(world, (AukShapeId){index, generation}, edge, data);
}

JS_CALL uint32_t js_shape_get_edge_user_data(const AukWorld *world, uint32_t index, uint32_t generation, int edge)
{
    return (uint32_t)auk_world_shape_get_edge_user_data(world, (AukShapeId){index, generation}, edge);
}

// Writes position and angle on the body, proximity, the one-way direction and the conveyor to floats 0 to 7, the body,
// enabled, sensor, user data and the filter to words 0 to 7. Returns whether the shape exists.
JS_CALL int js_shape_get(const AukWorld *world, uint32_t index, uint32_t generation)
{
    AukShapeId id = {index, generation};
    AukTransform pose = auk_world_shape_get_local_pose(world, id);
    AukBodyId body = auk_world_shape_get_body(world, id);
    AukVec2 one_way = auk_world_shape_get_one_way(world, id), conveyor = auk_world_shape_get_conveyor(world, id);
    const float proximity = auk_world_shape_get_proximity(world, id);
    const float floats[] = {pose.p.x,   pose.p.y,  auk_rot_angle(pose.q), proximity, one_way.x, one_way.y,
                            conveyor.x, conveyor.y};
    const uint32_t words[] = {body.index, body.generation, auk_world_shape_is_enabled(world, id),
                              auk_world_shape_is_sensor(world, id), (uint32_t)auk_world_shape_get_user_data(world, id)};
    memcpy(js_floats, floats, sizeof floats);
    memcpy(js_words, words, sizeof words);
    js_write_filter(5, auk_world_shape_get_filter(world, id));
    return auk_world_shape_exists(world, id);
}

JS_CALL int js_shape_get_tile(const AukWorld *world, uint32_t index, uint32_t generation, int x, int y)
{
    return (int)auk_world_shape_get_tile(world, (AukShapeId){index, generation}, x, y);
}

// Writes column and row to words 0 and 1. Returns whether there is a cell.
JS_CALL int js_shape_get_cell_at(const AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    AukShapeId id = {index, generation};
    const int cell = auk_world_shape_get_cell_at(world, id, auk_vec(x, y));
    const int width = cell < 0 ? 1 : auk_world_shape_get_tiles(world, id).width;
    js_words[0] = (uint32_t)(cell % width);
    js_words[1] = (uint32_t)(cell / width);
    return cell >= 0;
}

// Writes the point to floats 0 and 1.
JS_CALL void js_shape_get_cell_point(const AukWorld *world, uint32_t index, uint32_t generation, float x, float y)
{
    js_write_vec(auk_world_shape_get_cell_point(world, (AukShapeId){index, generation}, auk_vec(x, y)));
}

JS_CALL int js_shape_set_tiles(AukWorld *world, uint32_t index, uint32_t generation, int x, int y, int width,
                               int height, const uint8_t *cells)
{
    return (int)auk_world_shape_set_tiles(world, (AukShapeId){index, generation}, x, y, width, height, cells);
}

JS_CALL int js_shape_set_tile(AukWorld *world, uint32_t index, uint32_t generation, int x, int y, int tile)
{
    return (int)auk_world_shape_set_tile(world, (AukShapeId){index, generation}, x, y, (AukTile)tile);
}

// The points as given; directions are in floats 0 to 3, the filter and the user data in words 0 to 3.
JS_CALL int js_set_tile_kind(AukWorld *world, int tile, const AukVec2 *points, int count)
{
    AukTileKind kind = {.count = count,
                        .filter = js_filter(0),
                        .one_way = {js_floats[0], js_floats[1]},
                        .conveyor = {js_floats[2], js_floats[3]},
                        .user_data = js_words[3]};
    const int copied = count < AUK_TILE_POINTS_MAX ? count : AUK_TILE_POINTS_MAX; // more are refused
    memcpy(kind.points, points, (size_t)copied * sizeof *points);
    return (int)auk_world_set_tile_kind(world, tile, &kind);
}

// Writes the same, and the points behind the directions. Returns their number, 0 if there is no such kind.
JS_CALL int js_get_tile_kind(const AukWorld *world, int tile)
{
    AukTileKind kind;
    if (!auk_world_get_tile_kind(world, tile, &kind)) {
        return 0;
    }
    const float directions[] = {kind.one_way.x, kind.one_way.y, kind.conveyor.x, kind.conveyor.y};
    memcpy(js_floats, directions, sizeof directions);
    memcpy(js_floats + 4, kind.points, (size_t)kind.count * sizeof *kind.points);
    js_write_filter(0, kind.filter);
    js_words[3] = (uint32_t)kind.user_data;
    return kind.count;
}

JS_CALL uint32_t js_shape_get_tile_user_data(const AukWorld *world, uint32_t index, uint32_t generation, int child)
{
    return (uint32_t)auk_world_shape_get_tile_user_data(world, (AukShapeId){index, generation}, child);
}
