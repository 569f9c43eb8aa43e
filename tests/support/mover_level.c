#include "support/mover_level.h"

#include <float.h>
#include <math.h>
#include <string.h>

static AukVec2 level_point(const Level *level, float right, float up)
{
    AukVec2 r = auk_vec(level->up.y, -level->up.x);
    return auk_vec_add(level->middle, auk_vec_add(auk_vec_scale(right, r), auk_vec_scale(up, level->up)));
}

// The angle that turns (0, 1) into the level's up.
static float level_angle(const Level *level)
{
    AukRot q = {level->up.y, -level->up.x};
    return auk_rot_angle(q);
}

static int add(Level *level, AukShape shape, AukVec2 at, float angle, AukMotion motion)
{
    if (level->count == LEVEL_BODIES || shape.kind == AUK_SHAPE_NONE) {
        return -1;
    }
    AukBodyDef def;
    memset(&def, 0, sizeof def);
    def.position = at;
    def.angle = angle;
    def.shape = shape;
    def.motion = motion;
    level->shapes[level->count] = shape;
    level->bodies[level->count] = auk_body_create(level->world, &def);
    return level->count++;
}

static void add_segment(Level *level, AukVec2 p, AukVec2 q)
{
    AukVec2 half = auk_vec_scale(0.5f, auk_vec_add(p, q));
    add(level, auk_shape_segment(auk_vec_sub(p, half), auk_vec_sub(q, half)), half, 0.0f, AUK_MOTION_STATIC);
}

// Walls share their corners but for rounding, a body's origin being in the middle of each.
static void add_room(Level *level, Random *random, float radius)
{
    level->corner_count = random_int(random, 4, LEVEL_CORNERS);
    for (int i = 0; i < level->corner_count; i++) {
        AukRot q = auk_rot(6.2831853f * ((float)i + random_float(random, 0.0f, 0.7f)) / (float)level->corner_count);
        float far = radius * random_float(random, 0.6f, 1.0f);
        level->corners[i] = auk_vec_add(level->middle, auk_vec(far * q.c, far * q.s));
    }
    for (int i = 0; i < level->corner_count; i++) {
        // a little longer than the wall: a gap at a corner would be a way out
        AukVec2 p = level->corners[i], q = level->corners[(i + 1) % level->corner_count];
        add_segment(level, auk_vec_lerp(p, q, -1e-3f), auk_vec_lerp(p, q, 1.001f));
    }
}

static AukShape random_shape(Random *random, float size, AukVec2 *vertices)
{
    float a = size * random_float(random, 0.3f, 1.0f), b = size * random_float(random, 0.3f, 1.0f);
    AukShape shape;
    switch (random_int(random, 0, 5)) {
    case 0: return auk_shape_circle(a);
    case 1: return auk_shape_capsule(auk_vec(0.0f, -0.5f * a), auk_vec(0.0f, 0.5f * a), 0.5f * b);
    case 2: return auk_shape_box(a, b);
    case 3: return auk_shape_ellipse(a, b);
    case 4: return auk_shape_rounded(auk_shape_box(0.7f * a, 0.7f * b), 0.2f * size);
    default:
        shape = auk_shape_polygon(vertices, random_polygon(random, LEVEL_VERTICES, size, 0.6f, vertices), 0.0f);
        return shape;
    }
}

static void add_row(Level *level, Random *random, float radius)
{
    float tile = level->size * random_float(random, 0.3f, 2.0f);
    float x = radius * random_float(random, -0.7f, 0.4f), y = radius * random_float(random, -0.7f, 0.7f);
    int count = random_int(random, 2, 12);
    float rise = random_chance(random, 0.5) ? 0.0f : tile * random_float(random, -0.5f, 0.5f);
    for (int i = 0; i < count; i++) {
        AukVec2 at = level_point(level, x + 2.0f * tile * (float)i, y + rise * (float)i);
        add(level, auk_shape_box(tile, tile), at, level_angle(level), AUK_MOTION_STATIC);
    }
}

static void add_polyline(Level *level, Random *random, float radius)
{
    AukVec2 p =
        level_point(level, radius * random_float(random, -0.8f, 0.8f), radius * random_float(random, -0.8f, 0.8f));
    for (int i = random_int(random, 1, 10); i > 0; i--) {
        AukVec2 way = auk_vec_scale(level->size * random_float(random, 0.3f, 4.0f), random_direction(random));
        AukVec2 q = auk_vec_add(p, way);
        add_segment(level, p, q);
        p = q;
    }
}

static void add_things(Level *level, Random *random, float radius)
{
    for (int i = random_int(random, 0, 3); i > 0; i--) {
        add_row(level, random, radius);
    }
    for (int i = random_int(random, 0, 3); i > 0; i--) {
        add_polyline(level, random, radius);
    }
    for (int i = random_int(random, 0, 25); i > 0 && level->count < LEVEL_BODIES; i--) {
        float size = level->size * random_float(random, 0.2f, 4.0f);
        AukShape shape = random_shape(random, size, level->vertices[level->count]);
        AukVec2 at =
            level_point(level, radius * random_float(random, -0.9f, 0.9f), radius * random_float(random, -0.9f, 0.9f));
        float angle = random_chance(random, 0.3) ? level_angle(level) : random_float(random, -3.0f, 3.0f);
        add(level, shape, at, angle, AUK_MOTION_STATIC);
    }
}

static void add_platforms(Level *level, Random *random, float radius)
{
    for (int i = random_int(random, 1, LEVEL_PLATFORMS); i > 0; i--) {
        AukShape shape = auk_shape_box(level->size * random_float(random, 0.5f, 4.0f), level->size * 0.4f);
        AukVec2 at =
            level_point(level, radius * random_float(random, -0.4f, 0.4f), radius * random_float(random, -0.4f, 0.4f));
        LevelPlatform *platform = &level->platforms[level->platform_count];
        platform->body = add(level, shape, at, level_angle(level), AUK_MOTION_MOVING);
        if (platform->body < 0) {
            return;
        }
        platform->home = auk_transform(at, level_angle(level));
        platform->way = auk_vec_scale(level->size * random_float(random, 0.0f, 6.0f), random_direction(random));
        platform->turn = random_chance(random, 0.5) ? 0.0f : random_float(random, -1.0f, 1.0f);
        platform->pace = random_float(random, 0.01f, 0.2f);
        level->platform_count++;
    }
}

static bool place_mover(Level *level, Random *random, float radius)
{
    AukMover *mover = &level->mover;
    memset(mover, 0, sizeof *mover);
    mover->shape = random_shape(random, level->size, level->mover_vertices);
    level->centroid = auk_shape_measure(&mover->shape).centroid;
    mover->up = level->up;
    mover->pose.q = auk_rot(random_chance(random, 0.5) ? level_angle(level) : random_float(random, -3.0f, 3.0f));
    mover->floating = random_chance(random, 0.4);
    mover->step_height = random_chance(random, 0.5) ? level->size * random_float(random, 0.05f, 0.8f) : 0.0f;
    mover->snap = random_chance(random, 0.5) ? level->size * random_float(random, 0.05f, 0.8f) : 0.0f;
    mover->slope_limit = random_chance(random, 0.5) ? 0.0f : random_float(random, 0.1f, 1.5f);
    for (int i = 0; i < 200; i++) {
        AukVec2 at =
            level_point(level, radius * random_float(random, -0.9f, 0.9f), radius * random_float(random, -0.9f, 0.9f));
        if (level_is_inside(level, at) && level_distance(level, at, NULL) > 2.0f * level_gap(level, at)) {
            mover->pose.p = at;
            return true;
        }
    }
    return false;
}

bool level_make(Level *level, Random *random, bool platforms)
{
    memset(level, 0, sizeof *level);
    level->world = auk_world_create(NULL, NULL);
    level->size = (float)random_log(random, 1e-3, 1e3);
    level->up = random_chance(random, 0.5) ? auk_vec(0.0f, 1.0f) : random_direction(random);
    float off = random_chance(random, 0.3) ? 100.0f * level->size : level->size;
    level->middle = random_vec(random, -off, off);
    float radius = level->size * random_float(random, 6.0f, 40.0f);
    add_room(level, random, radius);
    add_things(level, random, radius);
    if (platforms) {
        add_platforms(level, random, radius);
    }
    return place_mover(level, random, radius);
}

void level_destroy(Level *level)
{
    auk_world_destroy(level->world);
}

void level_send_platforms(Level *level, float time)
{
    for (int i = 0; i < level->platform_count; i++) {
        const LevelPlatform *platform = &level->platforms[i];
        AukRot swing = auk_rot(time * platform->pace);
        AukTransform pose = {auk_vec_add(platform->home.p, auk_vec_scale(swing.s, platform->way)),
                             auk_rot(auk_rot_angle(platform->home.q) + platform->turn * swing.s)};
        auk_body_move_to(level->world, level->bodies[platform->body], pose);
    }
}

float level_gap(const Level *level, AukVec2 at)
{
    float size = fmaxf(level->size, fmaxf(fabsf(at.x), fabsf(at.y)));
    return size * 0x1p-21f;
}

static AukDistance distance_from(const Level *level, AukVec2 at, int body)
{
    AukTransform pose = {at, level->mover.pose.q};
    return auk_distance(&level->shapes[body], auk_body_get_pose(level->world, level->bodies[body]), &level->mover.shape,
                        pose);
}

float level_distance(const Level *level, AukVec2 at, int *body)
{
    float least = FLT_MAX;
    for (int i = 0; i < level->count; i++) {
        float distance = distance_from(level, at, i).distance;
        if (distance < least) {
            least = distance;
            if (body) {
                *body = i;
            }
        }
    }
    return least;
}

bool level_is_inside(const Level *level, AukVec2 at)
{
    bool inside = false;
    at = auk_vec_add(at, auk_rot_apply(level->mover.pose.q, level->centroid));
    for (int i = 0, j = level->corner_count - 1; i < level->corner_count; j = i++) {
        double px = level->corners[i].x, py = level->corners[i].y, qx = level->corners[j].x, qy = level->corners[j].y;
        if ((py > at.y) != (qy > at.y) && at.x < (qx - px) * (at.y - py) / (qy - py) + px) {
            inside = !inside;
        }
    }
    return inside;
}

bool level_is_platform(const Level *level, int body)
{
    for (int i = 0; i < level->platform_count; i++) {
        if (level->platforms[i].body == body) {
            return true;
        }
    }
    return false;
}

// A step along a direction is free with the promised gap, all of it and where it ends, and the move was to go further
// than that along it. What is touched must not come nearer, neither at the end nor on the way: within a few gaps of the
// tip of a wedge there is room, but no way; and a notch a few gaps deep ends a slide as one of any depth does, although
// what keeps no gap might scrape out of it past the rim.
static bool was_free(const Level *level, AukVec2 direction, AukVec2 way)
{
    float step = 1e-3f * level->size, gap = level_gap(level, level->mover.pose.p);
    AukVec2 delta = auk_vec_scale(step, direction), at = auk_vec_add(level->mover.pose.p, delta);
    if (auk_vec_dot(way, direction) < 2.0f * step) {
        return false;
    }
    for (int i = 0; i < level->count; i++) {
        float before = distance_from(level, level->mover.pose.p, i).distance;
        float least = before <= 2.0f * gap ? before - 0.25f * gap : gap;
        AukTransform pose = auk_body_get_pose(level->world, level->bodies[i]);
        AukCastOptions options = {false, fminf(fmaxf(least, 0.0f), gap)};
        if (distance_from(level, at, i).distance < least ||
            auk_cast_shape(&level->mover.shape, level->mover.pose, delta, &level->shapes[i], pose, &options).hit) {
            return false;
        }
    }
    return true;
}

bool level_is_stuck(const Level *level, AukVec2 way, AukVec2 moved)
{
    const AukMover *mover = &level->mover;
    float length = auk_vec_length(way), step = 1e-3f * level->size;
    // where floats are coarser than that nothing can be said
    if (length < 2.0f * step || auk_vec_length(moved) >= 0.1f * step ||
        32.0f * level_gap(level, mover->pose.p) > step) {
        return false;
    }
    AukVec2 right = auk_vec(level->up.y, -level->up.x);
    if (mover->floor && !mover->floating) {
        way = auk_vec_scale(auk_vec_dot(way, right), right); // what walking makes of it
        length = auk_vec_length(way);
    }
    if (length > 0.0f && was_free(level, auk_vec_scale(1.0f / length, way), way)) {
        return true;
    }
    for (int i = 0; i < level->count; i++) {
        AukDistance near = distance_from(level, mover->pose.p, i);
        if (near.distance > 2.0f * level_gap(level, mover->pose.p)) {
            continue;
        }
        AukVec2 along = auk_vec_perp(near.normal);
        along = auk_vec_dot(along, way) < 0.0f ? auk_vec_neg(along) : along;
        float upward = auk_vec_dot(near.normal, level->up), rises = auk_vec_dot(along, level->up);
        float limit = mover->slope_limit > 0.0f ? mover->slope_limit : 0.8f;
        bool walkable = upward >= auk_rot(limit).c + 1e-4f;
        // who walks does not slide along walls, and who falls does not climb
        bool allowed = mover->floating || (mover->floor ? walkable : (rises <= 1e-3f));
        if (allowed && was_free(level, along, way)) {
            return true;
        }
    }
    return false;
}
