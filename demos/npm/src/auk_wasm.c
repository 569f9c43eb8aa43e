// The WebAssembly module behind auk.js: the whole library, and calls that JavaScript can make without knowing how C
// lays out structs. Numbers that do not fit into arguments go through js_floats and js_words, in both directions; what
// each call reads and writes there stands beside it. The module imports nothing: it has no files and no clock.
#include "auk/auk.c"

#define JS_CALL __attribute__((visibility("default"))) // and so exported, like the public functions

static float js_floats[64];
static uint32_t js_words[64];
static AukShape js_shape;
static AukMover js_mover;
static AukMoverContact js_mover_contacts[AUK_MOVER_CONTACT_MAX];
static AukMoverSensor js_mover_sensors[AUK_MOVER_SENSOR_MAX];
static AukQuery js_query;

JS_CALL float *js_get_floats(void)
{
    return js_floats;
}

JS_CALL uint32_t *js_get_words(void)
{
    return js_words;
}

JS_CALL void *js_allocate(uint32_t size)
{
    return malloc(size);
}

JS_CALL void js_release(void *block)
{
    free(block);
}

// ---- worlds ---------------------------------------------------------------------------------------------------------

// Floats: wrap (4), up (2). Words: broad, max_pairs, history, static_pairs. Writes the status to word 0.
JS_CALL AukWorld *js_world_create(void)
{
    AukWorldDef def = {0};
    def.wrap = (AukBox){{js_floats[0], js_floats[1]}, {js_floats[2], js_floats[3]}};
    def.up = auk_vec(js_floats[4], js_floats[5]);
    def.broad = (AukBroadKind)js_words[0];
    def.max_pairs = (int)js_words[1];
    def.history = (int)js_words[2];
    def.static_pairs = js_words[3] != 0;
    AukStatus status = AUK_OK;
    AukWorld *world = auk_world_create(&def, &status);
    js_words[0] = (uint32_t)status;
    return world;
}

// What was wrong in the last call that could change the world.
JS_CALL const char *js_last_error(const AukWorld *world)
{
    static char text[AUK_ERROR_TEXT_SIZE];
    (void)auk_world_last_error_text(world, text, sizeof text);
    return text;
}

// Writes the low and the high word.
JS_CALL void js_world_hash(const AukWorld *world)
{
    uint64_t hash = auk_world_hash(world);
    js_words[0] = (uint32_t)hash;
    js_words[1] = (uint32_t)(hash >> 32);
}

JS_CALL uint32_t js_snapshot_size(const AukWorld *world)
{
    uint64_t size = auk_world_snapshot_size(world);
    return size > UINT32_MAX ? 0 : (uint32_t)size;
}

JS_CALL int js_snapshot(const AukWorld *world, void *buffer, uint32_t size)
{
    return (int)auk_world_snapshot(world, buffer, size);
}

JS_CALL int js_restore(AukWorld *world, const void *buffer, uint32_t size)
{
    return (int)auk_world_restore(world, buffer, size);
}

// Results: return the address, write the count to word 0.
JS_CALL const AukContact *js_contacts(const AukWorld *world)
{
    AukContacts contacts = auk_world_contacts(world);
    js_words[0] = (uint32_t)contacts.count;
    return contacts.items;
}

JS_CALL const AukEvent *js_events(const AukWorld *world, int kind)
{
    AukEvents events = auk_world_events(world, (AukEventKind)kind);
    js_words[0] = (uint32_t)events.count;
    return events.items;
}

JS_CALL const AukOverlap *js_overlaps(const AukWorld *world)
{
    AukOverlaps overlaps = auk_world_overlaps(world);
    js_words[0] = (uint32_t)overlaps.count;
    return overlaps.items;
}

JS_CALL const AukOverlap *js_shape_overlaps(const AukWorld *world, uint32_t index, uint32_t generation)
{
    AukOverlaps overlaps = auk_world_shape_overlaps(world, (AukShapeId){index, generation});
    js_words[0] = (uint32_t)overlaps.count;
    return overlaps.items;
}

JS_CALL const AukHit *js_hits(const AukWorld *world)
{
    AukHits hits = auk_world_hits(world);
    js_words[0] = (uint32_t)hits.count;
    return hits.items;
}

// ---- shapes ---------------------------------------------------------------------------------------------------------

// Each sets the shape that the next call uses and returns its status.
static int js_use(AukShape shape, float radius)
{
    js_shape = radius == 0.0f ? shape : auk_shape_rounded(shape, radius);
    return (int)js_shape.status;
}

JS_CALL int js_shape_none(void)
{
    return js_use((AukShape){0}, 0.0f);
}

JS_CALL int js_shape_circle(float radius)
{
    return js_use(auk_shape_circle(radius), 0.0f);
}

JS_CALL int js_shape_box(float half_width, float half_height, float radius)
{
    return js_use(auk_shape_box(half_width, half_height), radius);
}

JS_CALL int js_shape_ellipse(float half_width, float half_height, float radius)
{
    return js_use(auk_shape_ellipse(half_width, half_height), radius);
}

JS_CALL int js_shape_segment(float ax, float ay, float bx, float by, float radius)
{
    return radius == 0.0f ? js_use(auk_shape_segment(auk_vec(ax, ay), auk_vec(bx, by)), 0.0f)
                          : js_use(auk_shape_capsule(auk_vec(ax, ay), auk_vec(bx, by), radius), 0.0f);
}

JS_CALL int js_shape_half_plane(float normal_x, float normal_y, float offset)
{
    return js_use(auk_shape_half_plane(auk_vec(normal_x, normal_y), offset), 0.0f);
}

// The vertices must outlive the next call.
JS_CALL int js_shape_polygon(const AukVec2 *vertices, int count, float radius)
{
    return js_use(auk_shape_polygon(vertices, count, radius), 0.0f);
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

static AukBodyId js_body(uint32_t index, uint32_t generation)
{
    return (AukBodyId){index, generation};
}

static AukFilter js_filter(int word)
{
    return (AukFilter){js_words[word], js_words[word + 1], js_words[word + 2]};
}

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
// pierce, pierce categories, bounces, filter and owner to words 0 to 10. Returns whether the body exists.
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

// Writes position and angle on the body to floats 0 to 2, the body, enabled, sensor, user data and the filter to words
// 0 to 7. Returns whether the shape exists.
JS_CALL int js_shape_get(const AukWorld *world, uint32_t index, uint32_t generation)
{
    AukShapeId id = {index, generation};
    AukTransform pose = auk_world_shape_get_local_pose(world, id);
    AukBodyId body = auk_world_shape_get_body(world, id);
    const float floats[] = {pose.p.x, pose.p.y, auk_rot_angle(pose.q)};
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

JS_CALL int js_shape_set_tiles(AukWorld *world, uint32_t index, uint32_t generation, int x, int y, int width,
                               int height, const uint8_t *cells)
{
    return (int)auk_world_shape_set_tiles(world, (AukShapeId){index, generation}, x, y, width, height, cells);
}

JS_CALL int js_shape_set_tile(AukWorld *world, uint32_t index, uint32_t generation, int x, int y, int tile)
{
    return (int)auk_world_shape_set_tile(world, (AukShapeId){index, generation}, x, y, (AukTile)tile);
}

// ---- queries --------------------------------------------------------------------------------------------------------

// The query that the next call uses. Words: category, ignore, group, exclude (2), sensors, only_sensors,
// skip_overlapping, respect_owners, user_data_mask, user_data_value.
JS_CALL void js_set_query(void)
{
    const uint32_t *w = js_words;
    js_query = (AukQuery){.filter = js_filter(0), .exclude = js_body(w[3], w[4])};
    js_query.sensors = w[5] != 0;
    js_query.only_sensors = w[6] != 0;
    js_query.skip_overlapping = w[7] != 0;
    js_query.respect_owners = w[8] != 0;
    js_query.user_data_mask = w[9];
    js_query.user_data_value = w[10];
}

JS_CALL int js_cast_ray(const AukWorld *world, float x, float y, float dx, float dy, AukFound *found)
{
    memset(found, 0, sizeof *found);
    bool hit = auk_world_cast_ray(world, auk_vec(x, y), auk_vec(dx, dy), &js_query, found);
    return hit ? 1 : -(int)found->status;
}

JS_CALL int js_cast_ray_all(const AukWorld *world, float x, float y, float dx, float dy, AukFound *out, int capacity)
{
    return auk_world_cast_ray_all(world, auk_vec(x, y), auk_vec(dx, dy), &js_query, out, capacity);
}

JS_CALL int js_cast_ray_many(const AukWorld *world, const AukVec2 *from, const AukVec2 *delta, int count, AukFound *out)
{
    return auk_world_cast_ray_many(world, from, delta, count, &js_query, NULL, out);
}

JS_CALL int js_cast_shape(const AukWorld *world, float x, float y, float angle, float dx, float dy, AukFound *found)
{
    memset(found, 0, sizeof *found);
    bool hit =
        auk_world_cast_shape(world, &js_shape, auk_transform(auk_vec(x, y), angle), auk_vec(dx, dy), &js_query, found);
    return hit ? 1 : -(int)found->status;
}

JS_CALL int js_overlap_shape(const AukWorld *world, float x, float y, float angle, AukFound *out, int capacity)
{
    return auk_world_overlap(world, &js_shape, auk_transform(auk_vec(x, y), angle), &js_query, out, capacity);
}

JS_CALL int js_overlap_box(const AukWorld *world, float min_x, float min_y, float max_x, float max_y, AukFound *out,
                           int capacity)
{
    AukBox box = {{min_x, min_y}, {max_x, max_y}};
    return auk_world_overlap_box(world, box, &js_query, out, capacity);
}

JS_CALL int js_overlap_bounds(const AukWorld *world, float min_x, float min_y, float max_x, float max_y, AukFound *out,
                              int capacity)
{
    AukBox box = {{min_x, min_y}, {max_x, max_y}};
    return auk_world_overlap_bounds(world, box, &js_query, out, capacity);
}

JS_CALL int js_nearest(const AukWorld *world, float x, float y, float max_distance, AukFound *out, int capacity)
{
    return auk_world_nearest(world, NULL, auk_transform(auk_vec(x, y), 0.0f), max_distance, &js_query, out, capacity);
}

// Returns the length of the sentence, cut to `capacity` bytes.
JS_CALL int js_why(const AukWorld *world, uint32_t index_a, uint32_t generation_a, uint32_t index_b,
                   uint32_t generation_b, char *text, int capacity)
{
    AukWhy why = auk_world_why(world, js_body(index_a, generation_a), js_body(index_b, generation_b));
    return auk_why_text(&why, text, capacity);
}

// ---- movers ---------------------------------------------------------------------------------------------------------

// Floats in: position (2), angle, velocity (2), up (2), slope_limit, step_height, snap, support_pose (position, cosine,
// sine), dt. Words in: floating, floor, drop, support (2). The shape and the query are those that were set.
static void js_read_mover(void)
{
    const float *f = js_floats;
    const uint32_t *w = js_words;
    js_mover = (AukMover){.shape = js_shape, .query = js_query};
    js_mover.pose = auk_transform(auk_vec(f[0], f[1]), f[2]);
    js_mover.velocity = auk_vec(f[3], f[4]);
    js_mover.up = auk_vec(f[5], f[6]);
    js_mover.slope_limit = f[7];
    js_mover.step_height = f[8];
    js_mover.snap = f[9];
    js_mover.support_pose = (AukTransform){{f[10], f[11]}, {f[12], f[13]}};
    js_mover.floating = w[0] != 0;
    js_mover.floor = w[1] != 0;
    js_mover.drop = w[2] != 0;
    js_mover.support = js_body(w[3], w[4]);
}

// Floats out: position (2), velocity (2), floor normal (2), support velocity (2), support pose (4), wall normal (2),
// ceiling normal (2), moved (2). Words out: floor, wall, ceiling, stuck, support (2), drop, limit.
static void js_write_mover(void)
{
    const AukMover *m = &js_mover;
    const float floats[] = {m->pose.p.x,         m->pose.p.y,         m->velocity.x,         m->velocity.y,
                            m->floor_normal.x,   m->floor_normal.y,   m->support_velocity.x, m->support_velocity.y,
                            m->support_pose.p.x, m->support_pose.p.y, m->support_pose.q.c,   m->support_pose.q.s,
                            m->wall_normal.x,    m->wall_normal.y,    m->ceiling_normal.x,   m->ceiling_normal.y,
                            m->moved.x,          m->moved.y};
    const uint32_t words[] = {m->floor, m->wall, m->ceiling, m->stuck, m->support.index, m->support.generation,
                              m->drop,  m->limit};
    memcpy(js_floats, floats, sizeof floats);
    memcpy(js_words, words, sizeof words);
}

// Returns the number of contacts, or minus a status.
JS_CALL int js_world_move(const AukWorld *world)
{
    js_read_mover();
    int count = auk_world_move(world, &js_mover, js_floats[14], NULL, 0);
    js_write_mover();
    return count;
}

static AukMoveReport js_report(void)
{
    return (AukMoveReport){.contacts = js_mover_contacts,
                           .contact_capacity = AUK_MOVER_CONTACT_MAX,
                           .sensors = js_mover_sensors,
                           .sensor_capacity = AUK_MOVER_SENSOR_MAX};
}

// After the mover: the contacts and the sensors of the report as addresses and counts, in words 8 to 11.
static void js_write_report(const AukMoveReport *report)
{
    js_write_mover();
    js_words[8] = (uint32_t)(uintptr_t)report->contacts;
    js_words[9] = (uint32_t)report->contact_count;
    js_words[10] = (uint32_t)(uintptr_t)report->sensors;
    js_words[11] = (uint32_t)report->sensor_count;
}

JS_CALL int js_world_move_report(const AukWorld *world)
{
    js_read_mover();
    AukMoveReport report = js_report();
    AukStatus status = auk_world_move_report(world, &js_mover, js_floats[14], &report);
    js_write_report(&report);
    return (int)status;
}

JS_CALL int js_body_walk(AukWorld *world, uint32_t index, uint32_t generation)
{
    js_read_mover();
    AukMoveReport report = js_report();
    AukStatus status = auk_body_walk(world, js_body(index, generation), &js_mover, js_floats[14], &report);
    js_write_report(&report);
    return (int)status;
}
