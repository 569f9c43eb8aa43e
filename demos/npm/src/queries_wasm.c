// Queries, also of past steps, and what is drawn. See auk_wasm.c.
#include "npm/src/auk_wasm.h"

#include <string.h>

AukQuery js_query;
static AukSpanWork *js_span_work;

// ---- queries --------------------------------------------------------------------------------------------------------

// The query that the next call uses. Words: category, ignore, group, exclude (2), sensors, only_sensors,
// skip_overlapping, respect_owners, user_data_mask, user_data_value. The array of more excluded bodies must outlive the
// next call.
JS_CALL void js_set_query(const AukBodyId *excludes, int exclude_count)
{
    const uint32_t *w = js_words;
    js_query = (AukQuery){.filter = js_filter(0), .exclude = js_body(w[3], w[4])};
    js_query.sensors = w[5] != 0;
    js_query.only_sensors = w[6] != 0;
    js_query.skip_overlapping = w[7] != 0;
    js_query.respect_owners = w[8] != 0;
    js_query.user_data_mask = w[9];
    js_query.user_data_value = w[10];
    js_query.excludes = exclude_count > 0 ? excludes : NULL;
    js_query.exclude_count = exclude_count;
}

// The answer of a cast: 1 for a hit, or minus a status.
static int js_hit(bool hit, const AukFound *found)
{
    return hit ? 1 : -(int)found->status;
}

JS_CALL int js_cast_ray(const AukWorld *world, float x, float y, float dx, float dy, AukFound *found)
{
    memset(found, 0, sizeof *found);
    return js_hit(auk_world_cast_ray(world, auk_vec(x, y), auk_vec(dx, dy), &js_query, found), found);
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
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    return js_hit(auk_world_cast_shape(world, &js_shape, pose, auk_vec(dx, dy), &js_query, found), found);
}

JS_CALL int js_cast_shape_all(const AukWorld *world, float x, float y, float angle, float dx, float dy, AukFound *out,
                              int capacity)
{
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    return auk_world_cast_shape_all(world, &js_shape, pose, auk_vec(dx, dy), &js_query, out, capacity);
}

JS_CALL int js_cast_shape_turning(const AukWorld *world, float x, float y, float angle, float dx, float dy, float turn,
                                  AukFound *found)
{
    memset(found, 0, sizeof *found);
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    AukVec2 delta = auk_vec(dx, dy);
    return js_hit(auk_world_cast_shape_turning(world, &js_shape, pose, delta, turn, &js_query, found), found);
}

JS_CALL int js_cast_ray_spans(const AukWorld *world, float x, float y, float dx, float dy, AukRaySpan *out,
                              int capacity)
{
    AukStatus status = AUK_OK;
    if (!js_span_work) {
        js_span_work = auk_span_work_create(&status);
    }
    return status ? -(int)status
                  : auk_world_cast_ray_spans(world, js_span_work, auk_vec(x, y), auk_vec(dx, dy), &js_query, out,
                                             capacity);
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

JS_CALL int js_overlap_point(const AukWorld *world, float x, float y, AukFound *out, int capacity)
{
    return auk_world_overlap_point(world, auk_vec(x, y), &js_query, out, capacity);
}

JS_CALL int js_overlap_bounds(const AukWorld *world, float min_x, float min_y, float max_x, float max_y, AukFound *out,
                              int capacity)
{
    AukBox box = {{min_x, min_y}, {max_x, max_y}};
    return auk_world_overlap_bounds(world, box, &js_query, out, capacity);
}

// Nearest to the shape that was set; to a point if it is none.
JS_CALL int js_nearest(const AukWorld *world, float x, float y, float angle, float max_distance, AukFound *out,
                       int capacity)
{
    const AukShape *shape = js_shape.kind == AUK_SHAPE_NONE ? NULL : &js_shape;
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    return auk_world_nearest(world, shape, pose, max_distance, &js_query, out, capacity);
}

// Returns the length of the sentence, cut to `capacity` bytes.
JS_CALL int js_why(const AukWorld *world, uint32_t index_a, uint32_t generation_a, uint32_t index_b,
                   uint32_t generation_b, char *text, int capacity)
{
    AukWhy why = auk_world_why(world, js_body(index_a, generation_a), js_body(index_b, generation_b));
    return auk_why_text(&why, text, capacity);
}

// ---- the past -------------------------------------------------------------------------------------------------------

JS_CALL int js_cast_ray_at(const AukWorld *world, int steps_ago, float x, float y, float dx, float dy, AukFound *found)
{
    memset(found, 0, sizeof *found);
    bool hit = auk_world_cast_ray_at(world, steps_ago, auk_vec(x, y), auk_vec(dx, dy), &js_query, found);
    return js_hit(hit, found);
}

JS_CALL int js_cast_shape_at(const AukWorld *world, int steps_ago, float x, float y, float angle, float dx, float dy,
                             AukFound *found)
{
    memset(found, 0, sizeof *found);
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    AukVec2 delta = auk_vec(dx, dy);
    return js_hit(auk_world_cast_shape_at(world, steps_ago, &js_shape, pose, delta, &js_query, found), found);
}

JS_CALL int js_overlap_shape_at(const AukWorld *world, int steps_ago, float x, float y, float angle, AukFound *out,
                                int capacity)
{
    AukTransform pose = auk_transform(auk_vec(x, y), angle);
    return auk_world_overlap_at(world, steps_ago, &js_shape, pose, &js_query, out, capacity);
}

// Writes the pose to floats 0 to 3. Returns whether the body existed then.
JS_CALL int js_body_get_pose_at(const AukWorld *world, uint32_t index, uint32_t generation, int steps_ago)
{
    AukTransform pose = auk_body_get_pose_at(world, js_body(index, generation), steps_ago);
    memcpy(js_floats, &pose, sizeof pose);
    return pose.q.c != 0.0f || pose.q.s != 0.0f;
}

// ---- drawing --------------------------------------------------------------------------------------------------------

JS_CALL int js_draw(const AukWorld *world, uint32_t show, float min_x, float min_y, float max_x, float max_y,
                    float error, float seconds, AukDrawItem *out, int capacity)
{
    AukDrawOptions options = {show, {{min_x, min_y}, {max_x, max_y}}, error, seconds};
    return auk_world_draw(world, &options, out, capacity);
}
