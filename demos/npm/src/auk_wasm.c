// The WebAssembly module behind auk.js: the whole library, and calls that JavaScript can make without knowing how C
// lays out structs. Numbers that do not fit into arguments go through js_floats and js_words, in both directions; what
// each call reads and writes there stands beside it. The module imports nothing: it has no files and no clock.
#include "auk/auk.c"

#include "npm/src/auk_wasm.h"

float js_floats[JS_NUMBERS];
uint32_t js_words[JS_NUMBERS];
AukShape js_shape;

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

JS_CALL void js_get_origin(const AukWorld *world, AukOrigin *origin)
{
    *origin = auk_world_get_origin(world);
}

// Writes the vector to floats 0 and 1.
JS_CALL void js_difference(const AukWorld *world, float ax, float ay, float bx, float by)
{
    js_write_vec(auk_world_difference(world, auk_vec(ax, ay), auk_vec(bx, by)));
}

// Writes the position to floats 0 and 1.
JS_CALL void js_wrap_position(const AukWorld *world, float x, float y)
{
    js_write_vec(auk_world_wrap_position(world, auk_vec(x, y)));
}

static void js_write_box(AukBox box)
{
    memcpy(js_floats, &box, sizeof box);
}

// These write a box to floats 0 to 3.
JS_CALL void js_world_bounds(const AukWorld *world)
{
    js_write_box(auk_world_get_bounds(world));
}

JS_CALL void js_body_bounds(const AukWorld *world, uint32_t index, uint32_t generation)
{
    js_write_box(auk_body_get_bounds(world, js_body(index, generation)));
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

// Keeps the shape that was set in an array, for calls that take many.
JS_CALL void js_shape_store(AukShape *shapes, int at)
{
    shapes[at] = js_shape;
}
