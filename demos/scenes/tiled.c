// A map is untrusted input: every value is checked before it is used, and the first bad one ends the reading with a
// message that names its layer and object as Tiled shows them.
#include "scenes/tiled.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_LENGTH = 32, DEPTH_MAX = 16, POINTS_MAX = 1024, SIDE_MAX = 100000 };

#define PIXELS_MAX 1e7
#define FLAGS 0xf0000000u // bits of a tile's number that say how it is rotated and mirrored

typedef struct Loader {
    Demo *demo;
    const char *path;
    TiledLevel *level;
    bool started;
    double unit; // pixels of a tile's height
    double columns, rows;
    AukVec2 middle;              // of the map, in pixels
    char place[NAME_LENGTH * 4]; // the layer and object being read, for messages
} Loader;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
fail(Loader *loader, const char *format, ...)
{
    char text[sizeof loader->demo->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Demo *demo = loader->demo;
    snprintf(demo->message, sizeof demo->message, "%.80s: %.80s%s%.100s", loader->path, loader->place,
             loader->place[0] != '\0' ? ": " : "", text);
    for (char *c = demo->message; *c != '\0'; c++) {
        *c = *c < ' ' && *c >= 0 ? '?' : *c; // names may hold escape sequences for the terminal
    }
    demo->status = AUK_ERROR_DAMAGED;
    return false;
}

// False with a message if the world refused the last body.
static bool accepted(Loader *loader)
{
    AukStatus status = loader->demo->status;
    return status == AUK_OK || fail(loader, "%s", auk_status_text(status));
}

// A number in [least, most]. `missing` is the value if there is none; with NAN it is required.
static bool read_number(Loader *loader, const json_t *object, const char *key, double least, double most,
                        double missing, double *out)
{
    const json_t *value = json_object_get(object, key);
    if (value == NULL) {
        *out = missing;
        return missing == missing || fail(loader, "'%s' is missing", key);
    }
    if (!json_is_number(value)) {
        return fail(loader, "'%s' is not a number", key);
    }
    *out = json_number_value(value);
    return (*out >= least && *out <= most) || fail(loader, "'%s' is %g, not from %g to %g", key, *out, least, most);
}

static bool read_required(Loader *loader, const json_t *object, const char *key, double least, double most, double *out)
{
    return read_number(loader, object, key, least, most, (double)NAN, out);
}

// A count, at least 1.
static bool read_count(Loader *loader, const json_t *object, const char *key, double *out)
{
    return read_required(loader, object, key, 1.0, SIDE_MAX, out) &&
           (*out == floor(*out) || fail(loader, "'%s' is %g, not a whole number", key, *out));
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

// Tiled 1.9 writes "class"; versions before and after it write "type".
static bool has_class(const json_t *object, const char *name)
{
    return strcmp(text_of(object, "type"), name) == 0 || strcmp(text_of(object, "class"), name) == 0;
}

static bool is_solid(const json_t *layer)
{
    const json_t *properties = json_object_get(layer, "properties");
    for (size_t i = 0; i < json_array_size(properties); i++) {
        const json_t *property = json_array_get(properties, i);
        if (strcmp(text_of(property, "name"), "solid") == 0) {
            return !json_is_false(json_object_get(property, "value"));
        }
    }
    return true;
}

static AukVec2 world_point(const Loader *loader, double x, double y)
{
    double unit = loader->unit;
    return auk_vec((float)((x - (double)loader->middle.x) / unit), (float)(((double)loader->middle.y - y) / unit));
}

// ---- tiles ----------------------------------------------------------------------------------------------------------

// Numbers of tiles, 0 for none, in rows from the top; `cells` has rows from the bottom.
static bool read_cells(Loader *loader, const json_t *data, size_t across, size_t down, uint8_t *cells)
{
    for (size_t i = 0; i < across * down; i++) {
        const json_t *value = json_array_get(data, i);
        json_int_t number = json_integer_value(value);
        if (!json_is_integer(value) || number < 0 || number > (json_int_t)UINT32_MAX) {
            return fail(loader, "'data' item %zu is not the number of a tile", i);
        }
        bool filled = ((uint64_t)number & ~(uint64_t)FLAGS) != 0;
        cells[(down - 1 - i / across) * across + i % across] = filled ? AUK_TILE_FULL : AUK_TILE_EMPTY;
        loader->level->tiles += filled;
    }
    return true;
}

static bool add_grid(Loader *loader, const uint8_t *cells, size_t across, size_t down, AukVec2 offset)
{
    Demo *demo = loader->demo;
    AukTilesDef def = {.width = (int)across, .height = (int)down, .cell = 1.0f, .cells = cells};
    AukVec2 corner = world_point(loader, (double)offset.x, (double)offset.y + (double)down * loader->unit);
    AukBodyId body = player_add_ground(demo, (AukShape){0}, corner, 0.0f);
    if (demo->status == AUK_OK) {
        auk_body_add_tiles(demo->world, body, &def, NULL);
        demo->status = auk_world_last_status(demo->world);
    }
    return accepted(loader);
}

static bool read_tiles(Loader *loader, const json_t *layer, AukVec2 offset)
{
    double width = 0.0;
    double height = 0.0;
    const json_t *data = json_object_get(layer, "data");
    if (json_is_string(data)) {
        return fail(loader, "'data' is encoded: save the map with the tile layer format CSV");
    }
    if (!read_count(loader, layer, "width", &width) || !read_count(loader, layer, "height", &height)) {
        return false;
    }
    size_t across = (size_t)width;
    size_t down = (size_t)height;
    if (!json_is_array(data) || json_array_size(data) != across * down) {
        return fail(loader, "'data' has %zu tiles, not %zu times %zu", json_array_size(data), across, down);
    }
    uint8_t *cells = malloc(across * down);
    if (cells == NULL) {
        return fail(loader, "out of memory");
    }
    bool fine = read_cells(loader, data, across, down, cells) && add_grid(loader, cells, across, down, offset);
    free(cells);
    return fine;
}

// ---- objects --------------------------------------------------------------------------------------------------------

typedef struct Object {
    double x, y, width, height; // pixels
    double angle;               // radians, clockwise on the screen
    const json_t *json;
} Object;

// From the object's frame, which is rotated about its (x, y), to the world.
static AukVec2 object_point(const Loader *loader, const Object *object, double x, double y)
{
    AukRot q = auk_rot((float)-object->angle);
    AukVec2 own = auk_vec((float)(x / loader->unit), (float)(-y / loader->unit));
    return auk_vec_add(world_point(loader, object->x, object->y), auk_rot_apply(q, own));
}

static bool read_points(Loader *loader, const Object *object, const char *key, size_t least, AukVec2 *out, int *count)
{
    const json_t *points = json_object_get(object->json, key);
    size_t size = json_array_size(points);
    if (size < least || size > POINTS_MAX) {
        return fail(loader, "'%s' has %zu points, not from %zu to %d", key, size, least, POINTS_MAX);
    }
    *count = (int)size;
    for (size_t i = 0; i < size; i++) {
        const json_t *point = json_array_get(points, i);
        double x = 0.0;
        double y = 0.0;
        if (!read_required(loader, point, "x", -PIXELS_MAX, PIXELS_MAX, &x) ||
            !read_required(loader, point, "y", -PIXELS_MAX, PIXELS_MAX, &y)) {
            return false;
        }
        out[i] = object_point(loader, object, x, y);
    }
    return true;
}

static bool add_polygon(Loader *loader, const Object *object)
{
    AukVec2 points[POINTS_MAX];
    int count = 0;
    if (!read_points(loader, object, "polygon", 3, points, &count)) {
        return false;
    }
    Demo *demo = loader->demo;
    AukBodyId body = player_add_ground(demo, (AukShape){0}, auk_vec(0.0f, 0.0f), 0.0f);
    if (demo->status == AUK_OK) {
        auk_body_add_outline(demo->world, body, points, count, NULL, 0, NULL);
        demo->status = auk_world_last_status(demo->world);
    }
    return accepted(loader);
}

static bool add_polyline(Loader *loader, const Object *object)
{
    AukVec2 points[POINTS_MAX];
    int count = 0;
    if (!read_points(loader, object, "polyline", 2, points, &count)) {
        return false;
    }
    player_add_chain(loader->demo, points, count);
    return accepted(loader);
}

// Rectangles and ellipses, whose (x, y) is the upper left corner, and tiles, whose (x, y) is the lower left one.
static bool add_plain(Loader *loader, const Object *object)
{
    bool tile = json_object_get(object->json, "gid") != NULL;
    AukVec2 half = auk_vec((float)(0.5 * object->width / loader->unit), (float)(0.5 * object->height / loader->unit));
    AukVec2 middle = object_point(loader, object, 0.5 * object->width, (tile ? -0.5 : 0.5) * object->height);
    if (has_class(object->json, "one_way")) {
        player_add_one_way(loader->demo, auk_vec(middle.x, middle.y + half.y), half.x);
        loader->level->one_ways++;
        return accepted(loader);
    }
    bool round = json_is_true(json_object_get(object->json, "ellipse"));
    AukShape shape = round ? auk_shape_ellipse(half.x, half.y) : auk_shape_box(half.x, half.y);
    player_add_ground(loader->demo, shape, middle, (float)-object->angle);
    return accepted(loader);
}

static bool add_object(Loader *loader, const Object *object)
{
    AukVec2 middle = object_point(loader, object, 0.5 * object->width, 0.5 * object->height);
    if (has_class(object->json, "start")) {
        loader->level->start = loader->started ? loader->level->start : middle;
        loader->started = true;
        return true;
    }
    if (has_class(object->json, "coin")) {
        player_add_coin(loader->demo, middle);
        loader->level->coins++;
        return accepted(loader);
    }
    if (json_object_get(object->json, "text") != NULL || json_is_true(json_object_get(object->json, "point"))) {
        return true;
    }
    loader->level->objects++;
    if (json_object_get(object->json, "polygon") != NULL) {
        return add_polygon(loader, object);
    }
    if (json_object_get(object->json, "polyline") != NULL) {
        return add_polyline(loader, object);
    }
    return add_plain(loader, object);
}

static bool read_object(Loader *loader, const json_t *json, AukVec2 offset)
{
    Object object = {.json = json};
    double degrees = 0.0;
    if (json_object_get(json, "template") != NULL) {
        return fail(loader, "it uses a template: detach it from the template in Tiled");
    }
    if (!read_required(loader, json, "x", -PIXELS_MAX, PIXELS_MAX, &object.x) ||
        !read_required(loader, json, "y", -PIXELS_MAX, PIXELS_MAX, &object.y) ||
        !read_number(loader, json, "width", 0.0, PIXELS_MAX, 0.0, &object.width) ||
        !read_number(loader, json, "height", 0.0, PIXELS_MAX, 0.0, &object.height) ||
        !read_number(loader, json, "rotation", -36000.0, 36000.0, 0.0, &degrees)) {
        return false;
    }
    object.x += (double)offset.x;
    object.y += (double)offset.y;
    object.angle = degrees * (3.14159265358979 / 180.0);
    return json_is_false(json_object_get(json, "visible")) || add_object(loader, &object);
}

static bool read_objects(Loader *loader, const json_t *layer, AukVec2 offset)
{
    const json_t *objects = json_object_get(layer, "objects");
    if (!json_is_array(objects)) {
        return fail(loader, "'objects' is not a list");
    }
    size_t length = strlen(loader->place);
    for (size_t i = 0; i < json_array_size(objects); i++) {
        const json_t *json = json_array_get(objects, i);
        json_int_t id = json_integer_value(json_object_get(json, "id"));
        snprintf(loader->place + length, sizeof loader->place - length, ", object %lld",
                 id != 0 ? (long long)id : (long long)i + 1);
        if (!json_is_object(json)) {
            return fail(loader, "it is not an object");
        }
        if (!read_object(loader, json, offset)) {
            return false;
        }
    }
    return true;
}

// ---- layers and the map ---------------------------------------------------------------------------------------------

static bool read_layers(Loader *loader, const json_t *parent, AukVec2 offset, int depth);

static bool read_layer(Loader *loader, const json_t *layer, AukVec2 offset, int depth)
{
    const char *type = text_of(layer, "type");
    double x = 0.0;
    double y = 0.0;
    if (!read_number(loader, layer, "offsetx", -PIXELS_MAX, PIXELS_MAX, 0.0, &x) ||
        !read_number(loader, layer, "offsety", -PIXELS_MAX, PIXELS_MAX, 0.0, &y)) {
        return false;
    }
    offset = auk_vec(offset.x + (float)x, offset.y + (float)y);
    if (json_is_false(json_object_get(layer, "visible")) || !is_solid(layer) || strcmp(type, "imagelayer") == 0) {
        return true;
    }
    if (strcmp(type, "tilelayer") == 0) {
        return read_tiles(loader, layer, offset);
    }
    if (strcmp(type, "objectgroup") == 0) {
        return read_objects(loader, layer, offset);
    }
    if (strcmp(type, "group") == 0) {
        return read_layers(loader, layer, offset, depth + 1);
    }
    return fail(loader, "'type' is '%.20s', which is not a kind of layer", type);
}

static bool read_layers(Loader *loader, const json_t *parent, AukVec2 offset, int depth)
{
    const json_t *layers = json_object_get(parent, "layers");
    if (!json_is_array(layers)) {
        return fail(loader, "'layers' is not a list");
    }
    if (depth > DEPTH_MAX) {
        return fail(loader, "groups are nested more than %d deep", DEPTH_MAX);
    }
    for (size_t i = 0; i < json_array_size(layers); i++) {
        const json_t *layer = json_array_get(layers, i);
        snprintf(loader->place, sizeof loader->place, "layer %zu '%.*s'", i + 1, NAME_LENGTH, text_of(layer, "name"));
        if (!json_is_object(layer)) {
            return fail(loader, "it is not an object");
        }
        if (!read_layer(loader, layer, offset, depth)) {
            return false;
        }
    }
    return true;
}

static bool read_map(Loader *loader, const json_t *map)
{
    double tile_width = 0.0;
    if (!json_is_object(map)) {
        return fail(loader, "it is not a map of Tiled: the JSON value is not an object");
    }
    if (strcmp(text_of(map, "orientation"), "orthogonal") != 0) {
        return fail(loader, "'orientation' is '%.20s', not 'orthogonal'", text_of(map, "orientation"));
    }
    if (json_is_true(json_object_get(map, "infinite"))) {
        return fail(loader, "the map is infinite: switch that off in its properties");
    }
    if (!read_count(loader, map, "width", &loader->columns) || !read_count(loader, map, "height", &loader->rows) ||
        !read_required(loader, map, "tilewidth", 1.0, 10000.0, &tile_width) ||
        !read_required(loader, map, "tileheight", 1.0, 10000.0, &loader->unit)) {
        return false;
    }
    if (tile_width != loader->unit) {
        return fail(loader, "its tiles are %g by %g, not square", tile_width, loader->unit);
    }
    double width = loader->columns * loader->unit;
    double height = loader->rows * loader->unit;
    loader->middle = auk_vec((float)(0.5 * width), (float)(0.5 * height));
    loader->level->limits = auk_box(world_point(loader, 0.0, height), world_point(loader, width, 0.0));
    if (!read_layers(loader, map, auk_vec(0.0f, 0.0f), 0)) {
        return false;
    }
    loader->place[0] = '\0';
    return loader->started || fail(loader, "there is no object of the class 'start'");
}

bool tiled_read(Demo *demo, const char *path, TiledLevel *level)
{
    Loader loader = {.demo = demo, .path = path, .level = level};
    json_error_t error = {0};
    json_t *map = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (map == NULL && error.line > 0) {
        return fail(&loader, "line %d, column %d: %.80s", error.line, error.column, error.text);
    }
    if (map == NULL) {
        return fail(&loader, "it cannot be read");
    }
    bool fine = read_map(&loader, map);
    json_decref(map);
    return fine;
}
