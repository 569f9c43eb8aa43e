// One declaration per line, in the order in which they depend on each other.
#include "support/print.h"

#include "support/pair_curve.h"

void print_points(FILE *file, const char *name, const AukVec2 *points, int count)
{
    fprintf(file, "const AukVec2 %s[%d] = {", name, count);
    for (int i = 0; i < count; i++) {
        fprintf(file, "%s{%af, %af}", i ? ", " : "", (double)points[i].x, (double)points[i].y);
    }
    fprintf(file, "};\n");
}

static void print_core(FILE *file, const char *name, const AukShape *shape)
{
    const AukVec2 *segment = shape->core.segment;
    switch (shape->kind) {
    case AUK_SHAPE_CAPSULE:
    case AUK_SHAPE_SEGMENT:
        fprintf(file, ", .core.segment = {{%af, %af}, {%af, %af}}", (double)segment[0].x, (double)segment[0].y,
                (double)segment[1].x, (double)segment[1].y);
        break;
    case AUK_SHAPE_BOX:
    case AUK_SHAPE_ELLIPSE:
        fprintf(file, ", .core.half = {%af, %af}", (double)shape->core.half.x, (double)shape->core.half.y);
        break;
    case AUK_SHAPE_POLYGON:
        fprintf(file, ", .core.polygon = {vertices_%s, %d}", name, shape->core.polygon.count);
        break;
    case AUK_SHAPE_CUSTOM: fprintf(file, ", .core.custom = &custom_%s", name); break;
    case AUK_SHAPE_HALF_PLANE:
        fprintf(file, ", .core.half_plane = {{%af, %af}, %af}", (double)shape->core.half_plane.normal.x,
                (double)shape->core.half_plane.normal.y, (double)shape->core.half_plane.offset);
        break;
    case AUK_SHAPE_NONE:
    case AUK_SHAPE_CIRCLE:
    case AUK_SHAPE_KIND_COUNT: break;
    }
}

static void print_curve(FILE *file, const char *name, const PairCurve *curve)
{
    fprintf(file, "const PairCurve curve_%s = {%s, {%af, %af}, %af, {%af, %af}};\n", name, pair_curve_name(curve->form),
            (double)curve->half.x, (double)curve->half.y, (double)curve->power, (double)curve->offset.x,
            (double)curve->offset.y);
    fprintf(file, "AukCustomShape custom_%s = pair_curve_custom(&curve_%s);\n", name, name);
}

void print_shape(FILE *file, const char *name, const AukShape *shape, AukTransform pose)
{
    static const char *kinds[] = {"NONE", "CIRCLE", "CAPSULE", "SEGMENT", "BOX", "POLYGON", "ELLIPSE", "CUSTOM"};
    if (shape->kind == AUK_SHAPE_POLYGON) {
        char vertices[64];
        snprintf(vertices, sizeof vertices, "vertices_%s", name);
        print_points(file, vertices, shape->core.polygon.vertices, shape->core.polygon.count);
    } else if (pair_curve_of(shape)) {
        print_curve(file, name, pair_curve_of(shape));
    }
    fprintf(file, "AukShape shape_%s = {.kind = AUK_SHAPE_%s, .radius = %af", name, kinds[shape->kind],
            (double)shape->radius);
    print_core(file, name, shape);
    fprintf(file, "};\nAukTransform pose_%s = {{%af, %af}, {%af, %af}};\n", name, (double)pose.p.x, (double)pose.p.y,
            (double)pose.q.c, (double)pose.q.s);
}

void print_pair(FILE *file, const AukShape *a, AukTransform pose_a, const AukShape *b, AukTransform pose_b)
{
    print_shape(file, "a", a, pose_a);
    print_shape(file, "b", b, pose_b);
}

void print_path(FILE *file, const char *name, const AukPath *path)
{
    fprintf(file, "AukPath path_%s = {{{%af, %af}, {%af, %af}}, {%af, %af}, %af};\n", name, (double)path->start.p.x,
            (double)path->start.p.y, (double)path->start.q.c, (double)path->start.q.s, (double)path->delta.x,
            (double)path->delta.y, (double)path->turn);
}
