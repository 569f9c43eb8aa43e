// Where the figures of the scene gjk come from: random ones of all kinds, the articles' examples, and the cases of a
// file. Figures given by coordinates keep them: each body stands near the middle of its points, and the view moves.
#include "scenes/gjk.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

const char *const gjk_kind_names[GJK_KIND_COUNT] = {"hull", "circle",  "capsule", "segment",
                                                    "box",  "ellipse", "rounded", "custom"};

static const char *const source_names[GJK_SOURCE_COUNT] = {"random",    "turns", "article", "worked",
                                                           "triangles", "depth", "file"};

// ---- choices --------------------------------------------------------------------------------------------------------

static bool read_kind(const char *text, size_t length, GjkKind *kind)
{
    for (int i = 0; i < GJK_KIND_COUNT; i++) {
        if (strlen(gjk_kind_names[i]) == length && strncmp(text, gjk_kind_names[i], length) == 0) {
            *kind = (GjkKind)i;
            return true;
        }
    }
    return false;
}

bool gjk_read_figures(const char *text, GjkOptions *options)
{
    for (int i = GJK_SOURCE_TURNS; i < GJK_SOURCE_FILE; i++) {
        if (strcmp(text, source_names[i]) == 0) {
            options->source = (GjkSource)i;
            return true;
        }
    }
    options->source = GJK_SOURCE_RANDOM;
    size_t length = strcspn(text, ",");
    const char *second = text + length + (text[length] == ',');
    return text[length] == ',' && read_kind(text, length, &options->kinds[0]) &&
           read_kind(second, strlen(second), &options->kinds[1]);
}

// ---- kinds ----------------------------------------------------------------------------------------------------------

// The support function of a half disc, as an example of a custom shape: the point on the arc, or the upper or lower
// corner.
static void half_disc(const double direction[2], double point[2], const void *context)
{
    (void)context;
    double size = (double)GJK_FIGURE_SIZE * 0.8;
    if (direction[0] > 0.0) {
        double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
        point[0] = size * direction[0] / length;
        point[1] = size * direction[1] / length;
    } else {
        point[0] = 0.0;
        point[1] = direction[1] < 0.0 ? -size : size;
    }
}

static const AukCustomShape custom = {
    half_disc, NULL, {{0.0f, -0.8f * GJK_FIGURE_SIZE}, {0.8f * GJK_FIGURE_SIZE, 0.8f * GJK_FIGURE_SIZE}}, 1};

bool gjk_register_custom(GjkScene *scene)
{
    scene->demo.status = auk_world_register_custom(scene->demo.world, &custom);
    return scene->demo.status == AUK_OK;
}

static AukShape shape_of_kind(GjkKind kind)
{
    const float s = GJK_FIGURE_SIZE;
    switch (kind) {
    case GJK_KIND_CIRCLE: return auk_shape_circle(0.7f * s);
    case GJK_KIND_CAPSULE: return auk_shape_capsule(auk_vec(-0.6f * s, 0.0f), auk_vec(0.6f * s, 0.2f * s), 0.3f * s);
    case GJK_KIND_SEGMENT: return auk_shape_segment(auk_vec(-0.8f * s, 0.0f), auk_vec(0.8f * s, 0.3f * s));
    case GJK_KIND_BOX: return auk_shape_box(0.8f * s, 0.5f * s);
    case GJK_KIND_ELLIPSE: return auk_shape_ellipse(0.9f * s, 0.4f * s);
    case GJK_KIND_ROUNDED: return auk_shape_rounded(auk_shape_box(0.5f * s, 0.3f * s), 0.3f * s);
    case GJK_KIND_CUSTOM: return auk_shape_custom(&custom, 0.0f);
    case GJK_KIND_HULL:
    case GJK_KIND_COUNT: break;
    }
    return (AukShape){0};
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

static void place_figure(GjkScene *scene, int index, AukVec2 place, float angle)
{
    GjkFigure *figure = &scene->figures[index];
    AukBodyDef def = {.position = place, .angle = angle, .shape = shape_of_kind(figure->kind)};
    if (auk_body_exists(scene->demo.world, figure->body)) {
        auk_body_destroy(scene->demo.world, figure->body);
    }
    figure->body = demo_add_body(&scene->demo, &def);
    if (figure->kind == GJK_KIND_HULL && scene->demo.status == AUK_OK) {
        auk_body_add_polygon(scene->demo.world, figure->body, figure->points, figure->count, NULL);
        scene->demo.status = auk_world_last_status(scene->demo.world);
    }
}

static void place_random_figure(GjkScene *scene, int index)
{
    DemoRandom *random = &scene->demo.random;
    GjkFigure *figure = &scene->figures[index];
    figure->count = scene->demo.options.bodies;
    for (int i = 0; i < figure->count; i++) {
        figure->points[i] = auk_vec_scale(GJK_FIGURE_SIZE, demo_random_in_disc(random));
    }
    AukVec2 place = auk_vec_scale(2.2f, demo_random_in_disc(random));
    place.x -= index == 0 ? 11.5f : 6.5f;
    place_figure(scene, index, place, demo_random_angle(random));
}

// The largest power of two up to `x`.
static float power_below(float x)
{
    float power = 1.0f;
    while (power > x && power > 1e-20f) {
        power *= 0.5f;
    }
    while (2.0f * power <= x && power < 1e20f) {
        power *= 2.0f;
    }
    return power;
}

static AukBox box_of(const AukVec2 *points, int count)
{
    AukBox box = auk_box(points[0], points[0]);
    for (int i = 1; i < count; i++) {
        box = auk_box_union(box, auk_box(points[i], points[i]));
    }
    return box;
}

static float larger_side(AukBox box)
{
    float across = box.max.x - box.min.x;
    float down = box.max.y - box.min.y;
    return across > down ? across : down;
}

// Places the hull of points of the world. The body stands on a coarse grid, so that whole coordinates stay whole.
static void place_points(GjkScene *scene, int index, const AukVec2 *points, int count)
{
    GjkFigure *figure = &scene->figures[index];
    AukBox box = box_of(points, count);
    float grid = power_below(0.25f * larger_side(box));
    AukVec2 middle = auk_vec_lerp(box.min, box.max, 0.5f);
    AukVec2 place = auk_vec(grid * floorf(middle.x / grid + 0.5f), grid * floorf(middle.y / grid + 0.5f));
    figure->kind = GJK_KIND_HULL;
    figure->count = count;
    for (int i = 0; i < count; i++) {
        figure->points[i] = auk_vec_sub(points[i], place);
    }
    place_figure(scene, index, place, 0.0f);
}

// Makes the figures fit into the left half and their difference into the right one, at one scale.
static void fit_view(GjkScene *scene)
{
    AukBox a = auk_body_get_bounds(scene->demo.world, scene->figures[0].body);
    AukBox b = auk_body_get_bounds(scene->demo.world, scene->figures[1].body);
    AukBox both = auk_box_union(a, b);
    AukBox difference = auk_box(auk_vec_sub(a.min, b.max), auk_vec_sub(a.max, b.min));
    difference = auk_box_union(difference, auk_box(auk_vec(0.0f, 0.0f), auk_vec(0.0f, 0.0f)));
    float size = larger_side(both) > larger_side(difference) ? larger_side(both) : larger_side(difference);
    scene->unit = size / (2.0f * GJK_PANE_HALF);
    AukVec2 middle = auk_vec_lerp(both.min, both.max, 0.5f);
    scene->centre = auk_vec_add(middle, auk_vec_scale(scene->unit, auk_vec(GJK_PANE_X, -GJK_PANE_Y)));
}

// ---- the articles' figures ------------------------------------------------------------------------------------------

// "Two hulls of 25 random points in [-160,50]x[-150,50] and [-40,160]x[-50,150]"
static void place_in_rectangle(GjkScene *scene, int index)
{
    static const AukBox rectangles[2] = {{{-160.0f, -150.0f}, {50.0f, 50.0f}}, {{-40.0f, -50.0f}, {160.0f, 150.0f}}};
    AukVec2 points[GJK_RANDOM_POINTS_MAX];
    AukBox box = rectangles[index];
    for (int i = 0; i < scene->demo.options.bodies; i++) {
        points[i].x = demo_random_between(&scene->demo.random, box.min.x, box.max.x);
        points[i].y = demo_random_between(&scene->demo.random, box.min.y, box.max.y);
    }
    place_points(scene, index, points, scene->demo.options.bodies);
}

enum { EXAMPLE_POINTS_MAX = 6 };

typedef struct Example {
    int counts[2];
    AukVec2 points[2][EXAMPLE_POINTS_MAX];
} Example;

static const Example worked = {{3, 4}, {{{4, 11}, {9, 9}, {4, 5}}, {{8, 6}, {10, 2}, {13, 1}, {15, 6}}}};
static const Example triangles = {{3, 3}, {{{0, 1}, {1, -1}, {-1, -1}}, {{0, -1}, {1, 1}, {-1, 1}}}};
// The last triangle of GJK has an edge an eighth of the depth away from the origin.
static const Example depth = {
    {5, 5}, {{{0, 0}, {10, -2}, {14, 5}, {8, 12}, {-1, 9}}, {{3, 2}, {12, 1}, {17, 8}, {11, 15}, {4, 11}}}};

static void place_example(GjkScene *scene, const Example *example)
{
    for (int i = 0; i < 2; i++) {
        place_points(scene, i, example->points[i], example->counts[i]);
    }
}

// ---- files ----------------------------------------------------------------------------------------------------------

static void keep_polygon(GjkScene *scene, const Polygon *polygon)
{
    for (int i = 0; i < polygon->count; i++) {
        arrput(scene->points, auk_vec((float)polygon->points[i].x, (float)polygon->points[i].y));
    }
}

typedef struct Reading {
    PolygonReader reader;
    Polygon polygons[2];
} Reading;

static void read_cases(GjkScene *scene, Reading *reading)
{
    Polygon *polygons = reading->polygons;
    PolygonRead read;
    while ((read = polygon_read_case(&reading->reader, &polygons[0], &polygons[1])) == POLYGON_READ_CASE) {
        GjkCase found = {(int)arrlen(scene->points), {polygons[0].count, polygons[1].count}};
        arrput(scene->cases, found);
        keep_polygon(scene, &polygons[0]);
        keep_polygon(scene, &polygons[1]);
    }
    Demo *demo = &scene->demo;
    if (read == POLYGON_READ_ERROR) {
        demo->status = AUK_ERROR_FILE;
        snprintf(demo->message, sizeof demo->message, "%.150s: line %d: %s", scene->options.file, reading->reader.line,
                 reading->reader.error);
    } else if (arrlen(scene->cases) == 0) {
        demo->status = AUK_ERROR_FILE;
        snprintf(demo->message, sizeof demo->message, "%.150s: there is no case before 0 0", scene->options.file);
    }
}

bool gjk_load_file(GjkScene *scene)
{
    Demo *demo = &scene->demo;
    if (scene->options.file == NULL) {
        return true;
    }
    FILE *stream = fopen(scene->options.file, "rb");
    if (stream == NULL) {
        demo->status = AUK_ERROR_FILE;
        snprintf(demo->message, sizeof demo->message, "cannot read %.200s: %s", scene->options.file, strerror(errno));
        return false;
    }
    Reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        demo->status = AUK_ERROR_OUT_OF_MEMORY;
    } else {
        polygon_reader_init(&reading->reader, stream);
        read_cases(scene, reading);
    }
    free(reading);
    fclose(stream);
    return demo->status == AUK_OK;
}

static void place_case(GjkScene *scene)
{
    int number = scene->next_case;
    scene->next_case = number + 1 < (int)arrlen(scene->cases) ? number + 1 : 0;
    const GjkCase *next = &scene->cases[number];
    const AukVec2 *points = scene->points + next->first;
    place_points(scene, 0, points, next->counts[0]);
    place_points(scene, 1, points + next->counts[0], next->counts[1]);
    if (scene->demo.status == AUK_ERROR_ZERO_AREA) {
        snprintf(scene->demo.message, sizeof scene->demo.message,
                 "%.150s: case %d: rounded to floats, the points of a polygon lie on one line", scene->options.file,
                 number + 1);
    }
}

// ---- the next pair --------------------------------------------------------------------------------------------------

static void place_random_pair(GjkScene *scene)
{
    int64_t frames = scene->demo.totals.frames;
    bool turns = scene->options.source == GJK_SOURCE_TURNS;
    for (int i = 0; i < 2; i++) {
        int64_t turn = i == 0 ? frames : frames / GJK_KIND_COUNT;
        scene->figures[i].kind = turns ? (GjkKind)(turn % GJK_KIND_COUNT) : scene->options.kinds[i];
        place_random_figure(scene, i);
    }
    scene->unit = 1.0f;
    scene->centre = auk_vec(0.0f, 0.0f);
}

void gjk_place_next(GjkScene *scene)
{
    float unit = scene->unit;
    switch (scene->options.source) {
    case GJK_SOURCE_RANDOM:
    case GJK_SOURCE_TURNS: place_random_pair(scene); break;
    case GJK_SOURCE_ARTICLE:
        place_in_rectangle(scene, 0);
        place_in_rectangle(scene, 1);
        break;
    case GJK_SOURCE_WORKED: place_example(scene, &worked); break;
    case GJK_SOURCE_TRIANGLES: place_example(scene, &triangles); break;
    case GJK_SOURCE_DEPTH: place_example(scene, &depth); break;
    case GJK_SOURCE_FILE: place_case(scene); break;
    case GJK_SOURCE_COUNT: break;
    }
    bool random = scene->options.source == GJK_SOURCE_RANDOM || scene->options.source == GJK_SOURCE_TURNS;
    if (!random && scene->demo.status == AUK_OK) {
        fit_view(scene);
    }
    scene->new_view = scene->new_view || !random || scene->unit != unit;
}

void gjk_change_kind(GjkScene *scene, int index)
{
    GjkFigure *figure = &scene->figures[index];
    GjkKind kind = (GjkKind)((figure->kind + 1) % GJK_KIND_COUNT);
    scene->options.kinds[index] = kind;
    if (scene->options.source != GJK_SOURCE_RANDOM) {
        scene->options.source = GJK_SOURCE_RANDOM; // other kinds have the size of random figures
        gjk_place_next(scene);
        return;
    }
    figure->kind = kind;
    AukTransform pose = auk_body_get_pose(scene->demo.world, figure->body);
    place_figure(scene, index, pose.p, auk_rot_angle(pose.q));
}
