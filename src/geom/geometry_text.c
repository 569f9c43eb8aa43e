// Calls of geometry as lines of text. One description of a line serves the writer and the reader (text_line.h): each
// function goes over a part of the call, and writes its words and numbers or reads them.
#include "auk/geometry_text.h"
#include "geom/support_shape.h"
#include "geom/text_line.h"

#include <limits.h>
#include <string.h>

static void line_status(AukLine *line, AukStatus *status)
{
    *status = (AukStatus)auk__line_integer(line, (uint32_t)*status, AUK_STATUS_COUNT - 1);
}

// ---- the arguments ----------------------------------------------------------------------------------------------

// Reads vertices into the room for them.
static void line_take_vertices(AukLine *line, AukShape *shape, int count, int at)
{
    if (line->status || count > line->room) {
        auk__line_refuse(line, AUK_ERROR_COUNT, at);
        return;
    }
    shape->core.polygon.vertices = line->vertices;
    shape->core.polygon.count = count;
    for (int i = 0; i < count; i++) {
        auk__line_vec(line, &line->vertices[i]);
    }
    line->vertices += count;
    line->room -= count;
}

static void line_vertices(AukLine *line, AukShape *shape)
{
    int count = shape->core.polygon.count, at = auk__line_here(line);
    auk__line_int(line, &count, AUK_VERTEX_COUNT_MAX);
    if (line->reads) {
        line_take_vertices(line, shape, count, at);
    }
    for (int i = 0; i < count && !line->reads; i++) {
        AukVec2 vertex = shape->core.polygon.vertices[i];
        auk__line_vec(line, &vertex);
    }
}

static void line_check_shape(AukLine *line, AukShape *shape, int at)
{
    AukStatus status = AUK_OK;
    if (!line->status && shape->kind == AUK_SHAPE_CUSTOM) {
        status = AUK_ERROR_UNSUPPORTED; // a function cannot be read
    } else if (!line->status && shape->kind == AUK_SHAPE_POLYGON) {
        status = auk_shape_polygon(shape->core.polygon.vertices, shape->core.polygon.count, shape->radius).status;
    } else if (!line->status && shape->kind != AUK_SHAPE_NONE) {
        status = auk__shape_check(shape);
    }
    if (status) {
        auk__line_refuse(line, status, at);
    }
}

static void line_shape(AukLine *line, AukShape *shape)
{
    // in the order of AukShapeKind
    static const char *const names[] = {"none",    "circle",  "capsule", "segment",   "box",
                                        "polygon", "ellipse", "custom",  "half_plane"};
    int at = auk__line_here(line);
    shape->kind = (AukShapeKind)auk__line_choice(line, names, AUK_SHAPE_KIND_COUNT, (int)shape->kind);
    switch (shape->kind) {
    case AUK_SHAPE_NONE: line_status(line, &shape->status); return;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        auk__line_vec(line, &shape->core.segment[0]);
        auk__line_vec(line, &shape->core.segment[1]);
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: auk__line_vec(line, &shape->core.half); break;
    case AUK_SHAPE_POLYGON: line_vertices(line, shape); break;
    case AUK_SHAPE_HALF_PLANE:
        auk__line_vec(line, &shape->core.half_plane.normal);
        auk__line_float(line, &shape->core.half_plane.offset);
        break;
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_CUSTOM:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    auk__line_float(line, &shape->radius);
    if (line->reads) {
        line_check_shape(line, shape, at);
    }
}

static void line_placed_shape(AukLine *line, AukShape *shape, AukTransform *pose)
{
    line_shape(line, shape);
    auk__line_word(line, "at");
    auk__line_vec(line, &pose->p);
    auk__line_float(line, &pose->q.c);
    auk__line_float(line, &pose->q.s);
}

static void line_motion(AukLine *line, AukPath *path, bool turns)
{
    auk__line_word(line, "by");
    auk__line_vec(line, &path->delta);
    if (turns) {
        auk__line_word(line, "turn");
        auk__line_float(line, &path->turn);
    }
}

static void line_options(AukLine *line, AukCastOptions *options)
{
    auk__line_word(line, "skip");
    auk__line_bool(line, &options->skip_overlapping);
    auk__line_word(line, "stop");
    auk__line_float(line, &options->distance);
}

static void line_call(AukLine *line, AukGeometryCall *call)
{
    static const char *const names[] = {"distance", "overlap", "collide", "cast_ray", "cast_shape", "time_of_impact"};
    call->kind = (AukGeometryKind)auk__line_choice(line, names, AUK_GEOMETRY_KIND_COUNT, (int)call->kind);
    bool turns = call->kind == AUK_GEOMETRY_TIME_OF_IMPACT, ray = call->kind == AUK_GEOMETRY_CAST_RAY;
    line_placed_shape(line, &call->a, &call->path_a.start);
    if (turns || call->kind == AUK_GEOMETRY_CAST_SHAPE) {
        line_motion(line, &call->path_a, turns);
    }
    if (ray) {
        auk__line_word(line, "from");
        auk__line_vec(line, &call->path_b.start.p);
    } else {
        line_placed_shape(line, &call->b, &call->path_b.start);
    }
    if (turns || ray) {
        line_motion(line, &call->path_b, turns);
    }
    if (call->kind >= AUK_GEOMETRY_CAST_RAY) {
        line_options(line, &call->options);
    }
}

// ---- the answer -------------------------------------------------------------------------------------------------

static void line_end(AukLine *line, int *iterations, AukStatus *status)
{
    auk__line_word(line, "iterations");
    auk__line_int(line, iterations, INT32_MAX);
    auk__line_word(line, "status");
    line_status(line, status);
}

static void line_distance(AukLine *line, AukDistance *answer)
{
    auk__line_word(line, "distance");
    auk__line_float(line, &answer->distance);
    auk__line_word(line, "a");
    auk__line_vec(line, &answer->point_a);
    auk__line_word(line, "b");
    auk__line_vec(line, &answer->point_b);
    auk__line_word(line, "normal");
    auk__line_vec(line, &answer->normal);
    line_end(line, &answer->iterations, &answer->status);
}

static void line_manifold(AukLine *line, AukManifold *answer)
{
    auk__line_word(line, "normal");
    auk__line_vec(line, &answer->normal);
    auk__line_word(line, "distance");
    auk__line_float(line, &answer->distance);
    auk__line_word(line, "points");
    auk__line_int(line, &answer->count, 2);
    for (int i = 0; i < answer->count; i++) {
        AukManifoldPoint *point = &answer->points[i];
        auk__line_vec(line, &point->point);
        auk__line_float(line, &point->distance);
        point->feature_a = auk__line_integer(line, point->feature_a, UINT32_MAX);
        point->feature_b = auk__line_integer(line, point->feature_b, UINT32_MAX);
    }
    line_end(line, &answer->iterations, &answer->status);
}

static void line_cast(AukLine *line, AukCast *answer)
{
    auk__line_word(line, "hit");
    auk__line_bool(line, &answer->hit);
    auk__line_word(line, "fraction");
    auk__line_float(line, &answer->fraction);
    auk__line_word(line, "point");
    auk__line_vec(line, &answer->point);
    auk__line_word(line, "normal");
    auk__line_vec(line, &answer->normal);
    line_end(line, &answer->iterations, &answer->status);
}

static void line_answer(AukLine *line, AukGeometryKind kind, AukGeometryAnswer *answer)
{
    auk__line_word(line, "->");
    switch (kind) {
    case AUK_GEOMETRY_DISTANCE: line_distance(line, &answer->distance); break;
    case AUK_GEOMETRY_OVERLAP: auk__line_bool(line, &answer->overlap); break;
    case AUK_GEOMETRY_COLLIDE: line_manifold(line, &answer->manifold); break;
    case AUK_GEOMETRY_CAST_RAY:
    case AUK_GEOMETRY_CAST_SHAPE:
    case AUK_GEOMETRY_TIME_OF_IMPACT: line_cast(line, &answer->cast); break;
    case AUK_GEOMETRY_KIND_COUNT: break;
    }
}

// ---- entry points -----------------------------------------------------------------------------------------------

AukGeometryAnswer auk_geometry_run(const AukGeometryCall *call)
{
    AukGeometryAnswer answer;
    memset(&answer, 0, sizeof answer);
    if (!call || (unsigned)call->kind >= AUK_GEOMETRY_KIND_COUNT) {
        return answer;
    }
    const AukShape *a = &call->a, *b = &call->b;
    AukTransform pose_a = call->path_a.start, pose_b = call->path_b.start;
    answer.known = true;
    switch (call->kind) {
    case AUK_GEOMETRY_DISTANCE: answer.distance = auk_distance(a, pose_a, b, pose_b); break;
    case AUK_GEOMETRY_OVERLAP: answer.overlap = auk_overlap(a, pose_a, b, pose_b); break;
    case AUK_GEOMETRY_COLLIDE: answer.manifold = auk_collide(a, pose_a, b, pose_b); break;
    case AUK_GEOMETRY_CAST_RAY:
        answer.cast = auk_cast_ray(a, pose_a, pose_b.p, call->path_b.delta, &call->options);
        break;
    case AUK_GEOMETRY_CAST_SHAPE:
        answer.cast = auk_cast_shape(a, pose_a, call->path_a.delta, b, pose_b, &call->options);
        break;
    case AUK_GEOMETRY_TIME_OF_IMPACT:
        answer.cast = auk_time_of_impact(a, &call->path_a, b, &call->path_b, &call->options);
        break;
    case AUK_GEOMETRY_KIND_COUNT: break;
    }
    return answer;
}

// Shapes that have a name and, if they are polygons, as many vertices as a call would read. More are refused there
// before any is read.
static AukStatus check_writable(const AukShape *shape)
{
    if ((unsigned)shape->kind >= AUK_SHAPE_KIND_COUNT) {
        return AUK_ERROR_ENUM;
    }
    if (shape->kind == AUK_SHAPE_CUSTOM) {
        return AUK_ERROR_UNSUPPORTED;
    }
    if (shape->kind != AUK_SHAPE_POLYGON) {
        return AUK_OK;
    }
    if (!shape->core.polygon.vertices) {
        return AUK_ERROR_NULL;
    }
    int count = shape->core.polygon.count;
    return count < 0 || count > AUK_VERTEX_COUNT_MAX ? AUK_ERROR_COUNT : AUK_OK;
}

int auk_geometry_text(const AukGeometryCall *call, const AukGeometryAnswer *answer, char *text, int capacity)
{
    if (!call || (!text && capacity > 0)) {
        return -(int)AUK_ERROR_NULL;
    }
    if (capacity < 0) {
        return -(int)AUK_ERROR_COUNT;
    }
    if ((unsigned)call->kind >= AUK_GEOMETRY_KIND_COUNT) {
        return -(int)AUK_ERROR_ENUM;
    }
    AukStatus status = check_writable(&call->a);
    status = status || call->kind == AUK_GEOMETRY_CAST_RAY ? status : check_writable(&call->b);
    if (status) {
        return -(int)status;
    }
    AukLine line = {.out = {text, capacity, INT_MAX, 0}};
    AukGeometryCall copy = *call;
    line_call(&line, &copy);
    if (answer && answer->known) {
        AukGeometryAnswer known = *answer;
        line_answer(&line, call->kind, &known);
    }
    return auk__text_end(&line.out);
}

AukStatus auk_geometry_read(const char *text, AukVec2 *vertices, int capacity, AukGeometryCall *call,
                            AukGeometryAnswer *answer, int *column)
{
    if (column) {
        *column = 0;
    }
    if (!text || !call || (!vertices && capacity > 0)) {
        return AUK_ERROR_NULL;
    }
    if (capacity < 0) {
        return AUK_ERROR_COUNT;
    }
    AukLine line = {.reads = true, .in = text, .vertices = vertices, .room = capacity};
    AukGeometryCall read;
    AukGeometryAnswer found;
    memset(&read, 0, sizeof read);
    memset(&found, 0, sizeof found);
    line_call(&line, &read);
    if (auk__line_next_word(&line) > 0) {
        line_answer(&line, read.kind, &found);
        found.known = true;
    }
    if (auk__line_next_word(&line) > 0) {
        auk__line_refuse(&line, AUK_ERROR_DAMAGED, line.at);
    }
    if (line.status) {
        if (column) {
            *column = line.fault + 1;
        }
        return line.status;
    }
    *call = read;
    if (answer) {
        *answer = found;
    }
    return AUK_OK;
}
