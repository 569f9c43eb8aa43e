// Shapes of every kind out of bytes, good and bad, each with the set of what is wrong with it, which is worked out here
// and not by the library.
#include "fuzz/expect.h"
#include "fuzz/input.h"
#include "fuzz/solid.h"
#include "support/print.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static void support_of_discs(const double direction[2], double point[2], const void *context)
{
    const InputCustom *body = context;
    if (body->broken) {
        point[0] = direction[0] > 0.3 ? NAN : 1e300 * direction[1];
        point[1] = direction[1] > 0.7 ? INFINITY : -direction[0];
        return;
    }
    double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    double best = -INFINITY;
    for (int i = 0; i < 2; i++) {
        double x = (double)body->center[i].x + (double)body->radius[i] * (direction[0] / length);
        double y = (double)body->center[i].y + (double)body->radius[i] * (direction[1] / length);
        double along = x * direction[0] + y * direction[1];
        if (along > best) {
            best = along;
            point[0] = x;
            point[1] = y;
        }
    }
}

static AukBox bounds_of_discs(const InputCustom *body)
{
    AukBox box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < 2; i++) {
        AukVec2 center = body->center[i];
        float radius = nextafterf(body->radius[i], INFINITY);
        box.min.x = fminf(box.min.x, nextafterf(center.x - radius, -INFINITY));
        box.min.y = fminf(box.min.y, nextafterf(center.y - radius, -INFINITY));
        box.max.x = fmaxf(box.max.x, nextafterf(center.x + radius, INFINITY));
        box.max.y = fmaxf(box.max.y, nextafterf(center.y + radius, INFINITY));
    }
    return box;
}

static Flaws flaws_of_half(AukVec2 half)
{
    Flaws flaws = flaws_of_size(half.x) | flaws_of_size(half.y);
    return flaws | (half.x == 0.0f || half.y == 0.0f ? flaw(AUK_ERROR_ZERO_AREA) : 0);
}

static void make_custom(Input *input, InputStyle style, InputShape *out)
{
    InputCustom *body = &out->body;
    for (int i = 0; i < 2; i++) {
        body->center[i] = input_vec(input, style);
        body->radius[i] = fabsf(input_number(input, style));
        out->flaws |= flaws_of_vec(body->center[i]) | flaws_of_number(body->radius[i]);
    }
    if (input_int(input, 0, 255) == 255) {
        body->broken = true;
    }
    out->custom.support = support_of_discs;
    out->custom.context = body;
    // bounds of what is not a number are no use, and the library cannot see the numbers behind them
    out->custom.bounds = bounds_of_discs(body);
    if (out->flaws) {
        out->custom.bounds.min.x = NAN;
        out->flaws |= flaw(AUK_ERROR_NOT_FINITE);
    }
    out->flaws |= flaws_of_vec(out->custom.bounds.min) | flaws_of_vec(out->custom.bounds.max);
    float radius = input_flag(input) ? input_number(input, style) : 0.0f;
    out->flaws |= flaws_of_size(radius);
    out->shape = auk_shape_custom(&out->custom, radius);
}

// The polygon of the points' hull, or the flaws for which they have none.
static void set_hull(const AukVec2 *points, int count, InputShape *out)
{
    int kept = auk_hull(points, count, out->vertices);
    if (kept < 0) {
        out->flaws = flaws_of_points(points, count);
        out->flaws = out->flaws ? out->flaws : flaw(AUK_ERROR_ZERO_AREA);
        memset(&out->shape, 0, sizeof out->shape);
        out->shape.status = (AukStatus)-kept;
    } else {
        out->shape = auk_shape_polygon(out->vertices, kept, 0.0f);
    }
}

static void make_hull(Input *input, InputShape *out)
{
    AukVec2 points[24];
    int count = input_points(input, 3, 24, points);
    set_hull(points, count, out);
}

// A regular polygon of many vertices, squeezed: rounding may cost it some of them.
static void make_large(Input *input, InputStyle style, InputShape *out)
{
    AukVec2 points[INPUT_VERTICES_MAX];
    int count = input_int(input, 3, INPUT_VERTICES_MAX - 1);
    AukVec2 half = input_vec(input, style);
    for (int i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        points[i] = auk_vec((float)((double)half.x * cos(angle)), (float)((double)half.y * sin(angle)));
    }
    set_hull(points, count, out);
}

static void make_raw_polygon(Input *input, InputStyle style, InputShape *out)
{
    int count = input_points(input, 0, 12, out->vertices);
    float radius = input_flag(input) ? input_number(input, style) : 0.0f;
    const AukVec2 *vertices = input_int(input, 0, 63) == 63 ? NULL : out->vertices;
    out->flaws = flaws_of_size(radius);
    out->flaws |= vertices ? flaws_of_points(vertices, count) : flaw(AUK_ERROR_NULL);
    out->flaws |= count < 3 ? flaw(AUK_ERROR_COUNT) : 0;
    if (!out->flaws && !solid_is_polygon(vertices, count)) {
        out->flaws = flaw(solid_is_flat(vertices, count) ? AUK_ERROR_ZERO_AREA : AUK_ERROR_NOT_CONVEX);
    }
    out->shape = auk_shape_polygon(vertices, count, radius);
}

// What no constructor made.
static void make_nonsense(Input *input, InputStyle style, InputShape *out)
{
    memset(&out->shape, 0, sizeof out->shape);
    int kind = input_byte(input);
    memcpy(&out->shape.kind, &kind, sizeof kind);
    if (kind == AUK_SHAPE_NONE) {
        out->shape.status = (AukStatus)input_int(input, 0, AUK_STATUS_COUNT - 1);
    }
    out->shape.radius = input_number(input, style);
    switch (kind) {
    case AUK_SHAPE_NONE:
        out->flaws = flaw(out->shape.status ? out->shape.status : AUK_ERROR_NO_SHAPE);
        out->flaws |= flaws_of_size(out->shape.radius);
        break;
    case AUK_SHAPE_CIRCLE: out->flaws = flaws_of_size(out->shape.radius); break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE:
        out->shape.core.half = input_vec(input, style);
        out->flaws = flaws_of_size(out->shape.radius) | flaws_of_half(out->shape.core.half);
        break;
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        out->shape.core.segment[1] = input_vec(input, style);
        out->flaws = flaws_of_size(out->shape.radius) | flaws_of_vec(out->shape.core.segment[1]);
        break;
    case AUK_SHAPE_HALF_PLANE: // without a normal
        out->flaws = flaws_of_size(out->shape.radius) | flaw(AUK_ERROR_ZERO_AREA);
        break;
    case AUK_SHAPE_POLYGON:
    case AUK_SHAPE_CUSTOM: out->flaws = flaws_of_size(out->shape.radius) | flaw(AUK_ERROR_NULL); break;
    default: out->flaws = flaws_of_size(out->shape.radius) | flaw(AUK_ERROR_ENUM); break;
    }
}

static void round_off(Input *input, InputStyle style, InputShape *out)
{
    float radius = input_number(input, style);
    out->flaws |= flaws_of_size(radius);
    if (!out->flaws) {
        out->flaws = flaws_of_number(out->shape.radius + radius);
    }
    out->shape = auk_shape_rounded(out->shape, radius);
}

void input_shape(Input *input, InputShape *out)
{
    memset(out, 0, sizeof *out);
    int byte = input_byte(input);
    InputStyle style = (InputStyle)(byte / 16 % INPUT_STYLE_COUNT);
    AukVec2 p, q;
    float radius;
    switch (byte % 16) {
    case 0:
        radius = input_number(input, style);
        out->flaws = flaws_of_size(radius);
        out->shape = auk_shape_circle(radius);
        break;
    case 1:
    case 2:
        p = input_vec(input, style);
        q = input_vec(input, style);
        radius = byte % 16 == 1 ? input_number(input, style) : 0.0f;
        out->flaws = flaws_of_vec(p) | flaws_of_vec(q) | flaws_of_size(radius);
        out->shape = byte % 16 == 1 ? auk_shape_capsule(p, q, radius) : auk_shape_segment(p, q);
        break;
    case 3:
    case 4:
        p = input_vec(input, style);
        out->flaws = flaws_of_half(p);
        out->shape = auk_shape_box(p.x, p.y);
        break;
    case 5:
    case 6:
        p = input_vec(input, style);
        out->flaws = flaws_of_half(p);
        out->shape = auk_shape_ellipse(p.x, p.y);
        break;
    case 7:
    case 8: make_custom(input, style, out); break;
    case 9: make_raw_polygon(input, style, out); break;
    case 10: make_large(input, style, out); break;
    case 11: make_nonsense(input, style, out); break;
    default: make_hull(input, out); break;
    }
    if (byte % 16 != 11) {
        EXPECT(flaws_explain(out->flaws, out->shape.status), "status %d, flaws %x", out->shape.status, out->flaws);
        EXPECT((out->shape.kind == AUK_SHAPE_NONE) == (out->flaws != 0), "kind %d", (int)out->shape.kind);
    }
    if (byte >= 128) {
        round_off(input, style, out);
        EXPECT(flaws_explain(out->flaws, out->shape.status), "status %d, flaws %x after rounding", out->shape.status,
               out->flaws);
    }
}

bool input_shape_is_broken(const InputShape *shape)
{
    return shape->shape.kind == AUK_SHAPE_CUSTOM && shape->body.broken;
}

// Clears *exact where the float has no room for the result.
static float scaled(float x, int exponent, bool *exact)
{
    float y = ldexpf(x, exponent);
    *exact = *exact && ldexpf(y, -exponent) == x && fabsf(y) <= AUK_COORDINATE_MAX;
    return y;
}

static AukVec2 vec_scaled(AukVec2 v, int exponent, bool *exact)
{
    AukVec2 result = {scaled(v.x, exponent, exact), scaled(v.y, exponent, exact)};
    return result;
}

bool input_pose_scaled(AukTransform pose, int exponent, AukTransform *out)
{
    bool exact = true;
    out->p = vec_scaled(pose.p, exponent, &exact);
    out->q = pose.q;
    return exact;
}

bool input_shape_scaled(const InputShape *shape, int exponent, InputShape *out)
{
    bool exact = true;
    const AukShape *from = &shape->shape;
    AukShape *to = &out->shape;
    out->flaws = shape->flaws;
    *to = *from;
    to->radius = scaled(from->radius, exponent, &exact);
    switch (from->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        to->core.segment[0] = vec_scaled(from->core.segment[0], exponent, &exact);
        to->core.segment[1] = vec_scaled(from->core.segment[1], exponent, &exact);
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE: to->core.half = vec_scaled(from->core.half, exponent, &exact); break;
    case AUK_SHAPE_POLYGON:
        for (int i = 0; i < from->core.polygon.count; i++) {
            out->vertices[i] = vec_scaled(from->core.polygon.vertices[i], exponent, &exact);
        }
        to->core.polygon.vertices = out->vertices;
        break;
    case AUK_SHAPE_CUSTOM:
        out->body = shape->body;
        for (int i = 0; i < 2; i++) {
            out->body.center[i] = vec_scaled(shape->body.center[i], exponent, &exact);
            out->body.radius[i] = scaled(shape->body.radius[i], exponent, &exact);
        }
        out->custom = shape->custom;
        out->custom.bounds.min = vec_scaled(shape->custom.bounds.min, exponent, &exact);
        out->custom.bounds.max = vec_scaled(shape->custom.bounds.max, exponent, &exact);
        out->custom.context = &out->body;
        to->core.custom = &out->custom;
        break;
    case AUK_SHAPE_HALF_PLANE:
        to->core.half_plane.offset = scaled(from->core.half_plane.offset, exponent, &exact);
        break;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
    return exact;
}

void input_print(FILE *file, const char *name, const InputShape *shape, AukTransform pose)
{
    const InputCustom *body = &shape->body;
    if (shape->shape.kind == AUK_SHAPE_CUSTOM) {
        fprintf(file, "// custom_%s: the hull of discs {%af, %af}, %af and {%af, %af}, %af%s\n", name,
                (double)body->center[0].x, (double)body->center[0].y, (double)body->radius[0],
                (double)body->center[1].x, (double)body->center[1].y, (double)body->radius[1],
                body->broken ? "; broken" : "");
    }
    if ((unsigned)shape->shape.kind < AUK_SHAPE_KIND_COUNT) {
        print_shape(file, name, &shape->shape, pose);
    }
}
