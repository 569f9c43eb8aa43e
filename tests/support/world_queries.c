// Getters against what was set; rays and overlaps against all shapes one by one.
#include "auk/shapes.h"
#include "support/world_model.h"

#include <math.h>
#include <string.h>

// ---- getters ------------------------------------------------------------------------------------------------

static bool same_filter(AukFilter a, AukFilter b)
{
    return a.category == b.category && a.ignore == b.ignore && a.group == b.group;
}

static bool same_pose(AukTransform a, AukTransform b)
{
    return a.p.x == b.p.x && a.p.y == b.p.y && fabsf(a.q.c - b.q.c) < 2e-7f && fabsf(a.q.s - b.q.s) < 2e-7f;
}

// The box holds every point of the shape and is not much larger.
static bool holds_tightly(const ModelShape *shape, const ModelBody *body, AukBox box, AukBox *exact)
{
    static OracleShape placed;
    model__place(&placed, shape, model__place_of(body->pose, auk_vec(0.0f, 0.0f)));
    double low_x = (double)box.min.x, low_y = (double)box.min.y;
    double high_x = (double)box.max.x, high_y = (double)box.max.y;
    OracleBox around = oracle_box(&placed);
    if (around.min.x < low_x || around.min.y < low_y || around.max.x > high_x || around.max.y > high_y) {
        return false;
    }
    AukBox here = {{(float)around.min.x, (float)around.min.y}, {(float)around.max.x, (float)around.max.y}};
    *exact = exact->min.x > exact->max.x ? here : auk_box_union(*exact, here);
    return true;
}

static const char *check_bounds(const Model *model, const AukWorld *world, const ModelBody *body)
{
    AukBox box = auk_body_get_bounds(world, body->id), exact = {{1.0f, 1.0f}, {-1.0f, -1.0f}};
    double extent = 0.0;
    for (int i = 0; i < model->shape_end; i++) {
        const ModelShape *shape = &model->shapes[i];
        if (!shape->alive || shape->body != body->id.index) {
            continue;
        }
        extent = fmax(extent, shape->extent);
        if (!holds_tightly(shape, body, box, &exact)) {
            return model__say("the bounds of body %u do not hold its shapes", body->id.index);
        }
    }
    if (exact.min.x > exact.max.x) {
        return box.min.x == 0.0f && box.max.y == 0.0f ? NULL : "bounds of a body without shapes";
    }
    double far = fmax(fmax(fabs((double)box.min.x), fabs((double)box.max.x)),
                      fmax(fabs((double)box.min.y), fabs((double)box.max.y)));
    double allowed = 4e-6 * extent + 3e-7 * far + 0x1p-149; // a point at the origin has a box of the next floats
    bool tight = (double)(exact.min.x - box.min.x) <= allowed && (double)(exact.min.y - box.min.y) <= allowed &&
                 (double)(box.max.x - exact.max.x) <= allowed && (double)(box.max.y - exact.max.y) <= allowed;
    return tight ? NULL : model__say("the bounds of body %u are too large", body->id.index);
}

static const char *check_body(const Model *model, const AukWorld *world, const ModelBody *body)
{
    AukVec2 velocity = auk_body_get_velocity(world, body->id);
    bool same = auk_body_exists(world, body->id) && same_pose(auk_body_get_pose(world, body->id), body->pose) &&
                same_pose(auk_body_get_previous_pose(world, body->id), body->previous) &&
                velocity.x == body->velocity.x && velocity.y == body->velocity.y &&
                auk_body_get_spin(world, body->id) == body->spin &&
                auk_body_get_motion(world, body->id) == body->motion &&
                auk_body_get_response(world, body->id) == body->response &&
                auk_body_is_enabled(world, body->id) == body->enabled &&
                auk_body_get_user_data(world, body->id) == body->user_data &&
                auk_body_id_equal(auk_body_get_owner(world, body->id), body->owner) &&
                same_filter(auk_body_get_filter(world, body->id), body->filter);
    return same ? check_bounds(model, world, body) : model__say("a getter of body %u disagrees", body->id.index);
}

static const char *check_shape(const Model *model, const AukWorld *world, const ModelShape *shape)
{
    static OracleShape placed;
    const ModelBody *body = &model->bodies[shape->body];
    model__place(&placed, shape, model__place_of(body->pose, auk_vec(0.0f, 0.0f)));
    AukTransform pose = auk_world_shape_get_pose(world, shape->id);
    double off = oracle_length(oracle_sub(oracle_of(pose.p), placed.center));
    AukShape found = auk_world_shape_get(world, shape->id);
    bool same = auk_world_shape_exists(world, shape->id) &&
                auk_world_shape_is_sensor(world, shape->id) == shape->sensor &&
                auk_world_shape_is_enabled(world, shape->id) == !shape->disabled &&
                same_pose(auk_world_shape_get_local_pose(world, shape->id), shape->local) &&
                auk_world_shape_get_user_data(world, shape->id) == shape->user_data &&
                auk_body_id_equal(auk_world_shape_get_body(world, shape->id), body->id) &&
                off <= 2e-7 * (oracle_length(placed.center) + shape->reach) && found.kind == shape->shape.kind &&
                found.radius == shape->shape.radius;
    return same ? NULL : model__say("a getter of shape %u disagrees", shape->id.index);
}

const char *model_check_state(Model *model, const AukWorld *world)
{
    const char *wrong = NULL;
    for (int i = 0; i < model->body_end && !wrong; i++) {
        const ModelBody *body = &model->bodies[i];
        wrong = body->alive ? check_body(model, world, body)
                            : (auk_body_exists(world, body->id) ? "a destroyed body exists" : NULL);
    }
    for (int i = 0; i < model->shape_end && !wrong; i++) {
        const ModelShape *shape = &model->shapes[i];
        wrong = shape->alive ? check_shape(model, world, shape)
                             : (auk_world_shape_exists(world, shape->id) ? "a removed shape exists" : NULL);
    }
    return wrong;
}

// ---- queries ------------------------------------------------------------------------------------------------

// A query without a category has none, a shape without one has category 1.
static bool filter_finds(AukFilter query, AukFilter shape)
{
    uint64_t category = shape.category ? shape.category : 1;
    bool ignores = (query.ignore & category) != 0, is_ignored = (shape.ignore & query.category) != 0;
    return !ignores && !is_ignored && (query.group == 0 || query.group != shape.group);
}

static bool may_be_found(const Model *model, const ModelShape *shape, const AukQuery *query)
{
    static const AukQuery all;
    const AukQuery *wanted = query ? query : &all;
    const ModelBody *body = &model->bodies[shape->body];
    bool given = shape->filter.category || shape->filter.ignore || shape->filter.group;
    return shape->alive && !shape->disabled && body->enabled && (!shape->sensor || wanted->sensors) &&
           !auk_body_id_equal(body->id, wanted->exclude) &&
           filter_finds(wanted->filter, given ? shape->filter : body->filter);
}

// How far the ray, cut off at a fraction, stays from the shape; negative if it goes in.
static OracleCast cast_at(const Model *model, const ModelShape *shape, AukVec2 from, OracleVec delta)
{
    static OracleShape placed, point;
    model__place(&placed, shape, model__place_of(model->bodies[shape->body].pose, from));
    oracle_place_point(&point, oracle_vec(0.0, 0.0));
    return oracle_cast(&point, delta, &placed);
}

static double ray_slack(const ModelShape *shape, AukVec2 from, OracleVec delta)
{
    double far = fmax(fabs((double)from.x), fabs((double)from.y));
    return 1e-5 * shape->extent + 1e-6 * oracle_length(delta) + 2e-7 * far;
}

static const char *check_found(Model *model, const AukQuery *query, AukVec2 from, OracleVec delta,
                               const AukFound *found)
{
    static OracleShape placed, point;
    const ModelShape *shape = model_shape(model, found->shape);
    if (!shape || shape->body != found->body.index || !may_be_found(model, shape, query)) {
        return "a ray found what it must not find";
    }
    double slack = ray_slack(shape, from, delta);
    model__place(&placed, shape, model__place_of(model->bodies[shape->body].pose, from));
    oracle_place_point(&point, oracle_scale_vec((double)found->fraction, delta));
    double off = oracle_distance(&placed, &point);
    if (off > slack || (found->fraction > 0.0f && off < -slack)) {
        return model__say("a ray ends %g off the surface", off);
    }
    oracle_place_point(&point, oracle_sub(oracle_of(found->point), oracle_of(from)));
    double away = oracle_length(oracle_sub(point.center, oracle_scale_vec((double)found->fraction, delta)));
    double length = oracle_length(oracle_of(found->normal));
    bool unit = fabs(length - 1.0) < 1e-6 || (found->fraction == 0.0f && length == 0.0);
    return away <= slack && unit ? NULL : "point or normal of a ray is wrong";
}

const char *model_check_ray(Model *model, const AukWorld *world, AukVec2 from, AukVec2 delta, const AukQuery *query)
{
    AukFound found;
    memset(&found, 0, sizeof found);
    bool hit = auk_world_cast_ray(world, from, delta, query, &found);
    bool skip = query && query->skip_overlapping;
    OracleVec ray = oracle_of(delta), free_way = hit ? oracle_scale_vec((double)found.fraction, ray) : ray;
    const char *wrong = hit ? check_found(model, query, from, ray, &found) : NULL;
    for (int i = 0; i < model->shape_end && !wrong; i++) {
        const ModelShape *shape = &model->shapes[i];
        if (!may_be_found(model, shape, query)) {
            continue;
        }
        OracleCast cast = cast_at(model, shape, from, free_way);
        double slack = ray_slack(shape, from, ray);
        bool starts_inside = cast.overlapping || cast_at(model, shape, from, oracle_vec(0.0, 0.0)).clearance <= slack;
        if (starts_inside ? !skip && !hit && cast.clearance < -slack : cast.clearance < -slack) {
            wrong = model__say("a ray misses shape %u by its word, and goes %g deep", shape->id.index, -cast.clearance);
        }
        if (!wrong && starts_inside && !skip && cast.clearance < -slack && found.fraction != 0.0f) {
            wrong = model__say("a ray starts inside shape %u unnoticed", shape->id.index);
        }
    }
    return wrong;
}

const char *model_check_overlap(Model *model, const AukWorld *world, const AukShape *shape, AukTransform pose,
                                const AukQuery *query)
{
    enum { ROOM = 4096 };
    static AukFound found[ROOM];
    static OracleShape asked, placed;
    oracle_place(&asked, shape, pose, pose.p);
    int count = auk_world_overlap(world, shape, pose, query, found, ROOM), listed = 0;
    if (count < 0 || auk_world_overlap(world, shape, pose, query, NULL, 0) != count) {
        return model__say("an overlap answers %d, and another count", count);
    }
    for (int i = 1; i < count; i++) {
        bool ordered =
            found[i - 1].body.index < found[i].body.index ||
            (found[i - 1].body.index == found[i].body.index && found[i - 1].shape.index < found[i].shape.index);
        if (!ordered) {
            return "overlaps are not in order";
        }
    }
    for (int i = 0; i < model->shape_end; i++) {
        const ModelShape *other = &model->shapes[i];
        if (!may_be_found(model, other, query)) {
            continue;
        }
        model__place(&placed, other, model__place_of(model->bodies[other->body].pose, pose.p));
        double distance = oracle_distance(&placed, &asked), slack = 1e-6 * oracle_scale(&placed, &asked);
        int at = 0;
        while (at < count && !auk_shape_id_equal(found[at].shape, other->id)) {
            at++;
        }
        listed += at < count;
        bool wrong =
            at < count ? distance > slack || fabs((double)found[at].distance - distance) > slack : distance < -slack;
        if (wrong) {
            return model__say("overlap with shape %u: distance %g, %s", other->id.index, distance,
                              at < count ? "found" : "not found");
        }
    }
    return listed == count ? NULL : "an overlap found what it must not find";
}
