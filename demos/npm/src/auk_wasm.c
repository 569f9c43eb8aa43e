// The WebAssembly module behind auk.js: the whole library, and calls that JavaScript can make without knowing how C
// lays out structs. Numbers that do not fit into arguments go through js_floats and js_words, in both directions; what
// each call reads and writes there stands beside it. The module imports nothing: it has no files and no clock.
#include "auk/auk.c"

#include "npm/src/auk_wasm.h"

float js_floats[JS_NUMBERS];
uint32_t js_words[JS_NUMBERS];
AukShape js_shape;
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
